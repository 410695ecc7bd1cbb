"""Who speaks and where these belong to, and what a line calls what is held: `Invited talk: Jane Doe, ETH | Google`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from kg import lexicons
from kg.extraction import align, gazetteer, names, organisations, shapes
from kg.extraction.citations.people import is_given, is_person
from kg.extraction.entries import Field, Speaker
from kg.extraction.ranges import ends_of_type
from kg.lexicons import occasion_words
from kg.model import Block, Kind, MarkKind

_KINDS = ("keynote", "panel", "poster", "spotlight", "oral", "tutorial", "expo", "workshop", "award", "talk")
"""Kinds of sessions, the more special first."""
KIND_WORDS = occasion_words(*_KINDS)
"""All words for kinds, as a pattern."""
_KIND = re.compile(rf"\b(?:{'|'.join(f'(?P<{kind}>{occasion_words(kind)})' for kind in _KINDS)})\b", re.IGNORECASE)
_EDITION = r"(?:(?-i:[A-Z][\w&.+-]{1,20}\s(?:[A-Z]\w{0,20}\s){0,2})(?:19|20)\d\d\s)"
"""Before a kind: `PyData LA 2018 Keynote`."""
_FOR = r"(?:(?-i:[^\W\d_a-z][\w.&-]{1,20}\s){1,2}(?=lecture|talk|address|vortrag|colloquium))"
"""Before a kind, after whom or for whom it is: `Kavli Lecture`, `Alumni talk`."""
_LABELLED = (
    rf"(?P<label>(?P<edition>{_EDITION})?{_FOR}?(?:(?:{occasion_words('before kind')})\s+){{0,2}}"
    rf"(?:{KIND_WORDS}|{occasion_words('session')})"
    r"(?:\s+(?:talk|session|discussion|lecture))?"
    r"(?:\s+#?(?:\d{1,2}[A-Z]?|[A-Z](?:[A-Z]?\d{1,3}[A-Z]?)?|[IVX]{2,4})(?![\w.])(?:\s(?-i:[A-Z])[\w&/ ]{0,30})?)?)"
)
_LABEL = re.compile(
    rf"{_LABELLED}(?:\s*(?::|\.|\s[–—|·-]|\s?\|)\s+|\s(?P<by>by|from|von|de|par|por)\s(?=(?-i:[^\W\d_a-z]))|\s(?=[\"“«„])"
    r"|\s(?=\([^()\n]{3,60}\)\s?[:–—-]\s)"
    r"|(?(edition)\s(?:(?:on|titled)\s|[–—-]\s)?(?=\S{1,60}\s\S)|(?!)))",
    re.IGNORECASE,
)
_NAMED = re.compile(_LABELLED, re.IGNORECASE)
"""A kind that is set off from what follows by its bold type."""
_PLACE_WORDS = re.compile(
    r"\b(?:university|universität|université|universidad|institut\w*|college|school|labs?|laborator\w+|research|inc\.?|laboratoire|"
    r"corp\.?|center|centre|academy|hospital|department|dept\.?|univ\.?|tech|polytechnic|foundation|company|group|"
    r"max planck|eth|mit|cmu|epfl|universit\w+|universidade|biblioth\w+|librar(?:y|ies)|museum|mus[ée]e|"
    r"hochschule|école|archives|ministry|agency|centro)\b",
    re.IGNORECASE,
)
_NO_NAMES = lexicons.words("function word") | lexicons.words("vague word") | lexicons.words("title word")
"""Words with which no name begins."""
_PEOPLE = re.compile(r"\s*(?:;|&|\band\b|\bund\b|\bet\b|\bwith\b)\s*")
_COMMA = re.compile(r"(?<=\S),\s+(?=[^\W\d_a-z])")
_TITLES = re.compile(r"^(?:(?:(?:(?:Associate|Assistant) )?Prof(?:essor)?|Dr(?:\.-Ing|\.? med)?|Mr|Ms|Mrs|Sir)\.?\s+)+")
_NO_PERSON = re.compile(rf"['’]s$|[ -]{organisations.POSITION}$|{organisations.WORD.pattern}|^all\b", re.IGNORECASE)
"""In what is somebody's, what somebody is, and organisations: `Executive Vice-President`."""
_OF = re.compile(r"\s(?:of|from|at)\s(?=(?:the\s)?[^\W\d_a-z])")
_LED = re.compile(r"\s+(?:of|from|at)\s+(?:the\s+)?")
_PARTS, _NAMED_END = re.compile(r"\s*[,|/]\s*"), re.compile(r"\s*[,|/(]")
_BESIDE_NAME = 3
"""Characters between a name and its organisation: a comma, a bar, a bracket; `at the` may belong to a title."""
_SEVERAL = 2
"""Parts that look like persons behind a person, and are such: `Jane Doe, Max Mustermann, Ann Poe, MSR`."""
_INITIAL = re.compile(r"\s[^\W\d_a-z]\.\s")
_YEAR = re.compile(r"(?:19|20)\d\d\b")
"""Behind a person it tells that a work or journal stands between: `Jane Doe, A Title, 2019`."""
_STATE = 2
"""Letters of a state of America: `New York, NY`."""
_COVERED = 0.7
"""Share of a text of names that they and their places fill."""


_CAPITAL = r"[^\W\d_a-z][\w'’.-]{0,40}"
_NAME = rf"{_CAPITAL}(?:\s(?:van|von|de|der|den|la|le|di|da|del|bin|al|ter|dos|{_CAPITAL})){{0,4}}"
_PLACED = rf"{_NAME}(?:\s*\([^()\n]{{2,90}}\))?"
_WHO = (
    rf"(?:(?:Prof|Dr|Mr|Ms|Mrs)\.?\s+){{0,2}}{_PLACED}(?:(?:,\s+|,?\s+(?:and|und|et|y|e|&)\s+|\s*/\s*){_PLACED}){{0,4}}"
)
_PREPOSITIONS = ("on", "über", "sur", "sobre")
"""Words that join who and what, and also two halves of a title: `Targeted Report on Crime`."""
_GIVES = re.compile(rf"(?:will\s+)?(?:{occasion_words('gives')})")
"""What presents something where what is given is a talk: `gave a talk on`."""
_TELLS = rf"(?:will\s+)?(?:{occasion_words('presents', 'gives')})"
_FROM = r"(?:,? (?:of|from|at)(?: the)? (?:(?! (?:are|is|was|were) )[^\n\"“.]){2,60}?|, [^\n\"“.:]{2,60}?,)?"
_PRESENTS = re.compile(rf"(?P<who>{_WHO}{_FROM}),?\s+(?P<verb>{_TELLS})\s+(?P<what>\S[^\n]*)")
_ABOUT = re.compile(r"(?P<held>[^\n,.;:\"“«]{3,40}?),?\s(?:on|about|titled|entitled|über|sur|sobre)\s(?=\S)")
"""What is held and on what: `the first keynote, on `."""
_BY = re.compile(
    rf"[\s,;(\[–—|·-]{{1,40}}(?:{occasion_words('given by')})\s*:?\s+(?P<who>{_WHO}[^\n]{{0,80}}?)[)\].\s]{{0,40}}$"
)
JOINT_WORK = re.compile(r",?\s\(?joint (?:work )?with\s")
_WITH = re.compile(rf"[\s,.?!–—-]{{1,40}}(?:[Ww]ith|[Mm]it|[Aa]vec|[Cc]on)\s+(?P<who>{_WHO})[.\s]{{0,40}}$")
"""Who sits on a panel, or gives a workshop."""
WhoAndWhat = tuple[tuple[int, int], tuple[Speaker, ...]]
"""Where the title stands, and those who speak."""


def kind_of(text: str) -> str:
    """Read the kind of a session from its name, "" when no word says it.

    >>> kind_of("Keynote 3"), kind_of("Poster Session 2"), kind_of("Expo Talk Panel"), kind_of("Related Work")
    ('keynote', 'poster', 'panel', '')
    """
    found = {match.lastgroup for match in _KIND.finditer(text)}
    return next((kind for kind in _KINDS if kind in found), "")


def read_label(block: Block, start: int, end: int) -> tuple[str, int, bool]:
    """Read the words for what is held, and give where they end and whether `by` follows them."""
    found = _LABEL.match(block.prose, start, end)
    if found:
        return found["label"], found.end(), found["by"] is not None
    for behind in (at for at in ends_of_type(block, start, MarkKind.STRONG, MarkKind.EM) if at < end):
        found = _NAMED.fullmatch(block.prose, *align.trim(block.prose, start, behind, " \t\n*_.,;:|·–—-"))
        if found:
            return found["label"], align.trim(block.prose, behind, end, " \t\n*_.,;:|·–—-")[0], False
    return "", start, False


def is_known_place(place: Field) -> bool:
    """Return whether a place names an organisation: one of the word list, or one with a word such as "University"."""
    return bool(gazetteer.known(place.text) or _PLACE_WORDS.search(place.text))


def is_somebody(speaker: Speaker) -> bool:
    """Return whether a name behind a colon is a person and no theme: a common name, or an organisation behind it."""
    known = any(is_known_place(place) for place in speaker.places)
    beside = known and min(place.start for place in speaker.places) - speaker.name.end <= _BESIDE_NAME
    return is_person(speaker.name.text) or beside


def read_speakers(block: Block, index: int, start: int, end: int, *, told: bool = False) -> tuple[Speaker, ...]:
    """Read `Jane Doe, ETH | Google & Max Mustermann (TUM)`; empty when the first part is nobody's name.

    A speaker without places is of those of the next: `Jane Doe and Max Mustermann, ETH`.

    Args:
        block: where they stand.
        index: its place in the note.
        start: where the names begin.
        end: where they end.
        told: whether the words around say that these are persons, so that a given name is enough.
    """
    people = _PEOPLE.search(block.prose, start, end)
    if _name(block, index, start, people.start() if people else end, told=told) is None:
        return ()
    found: list[Speaker] = []
    at = start
    for first, last in (*_joints(block.prose, start, end), (end, end)):
        one = _speaker(block, index, at, first, told=told)
        if one is None and not found:
            return ()
        if one is not None:
            found.append(one)
        elif not names.looks_like_person(block.prose[at:first]):  # `Will Roe`, whose given name is a word
            found[-1] = replace(found[-1], places=(*found[-1].places, *read_places(block, index, at, first)))
        at = last
    for number in reversed(range(len(found) - 1)):
        if not found[number].places:
            found[number] = replace(found[number], places=found[number + 1].places)
    return tuple(found)


def only_speakers(block: Block, index: int, start: int, end: int) -> tuple[Speaker, ...]:
    """Read a text that names nothing but persons and where they belong to; empty when it says more, or is unsure."""
    found = read_speakers(block, index, start, end)
    places = {(place.start, place.end) for one in found for place in (one.name, *one.places)}
    covered = sum(last - first for first, last in places) >= _COVERED * len(block.prose[start:end].strip())
    return found if covered and any(map(is_somebody, found)) else ()


def _joints(prose: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return what stands between two speakers: `and`, `&`, or a comma before a name that is surely a person's."""
    joints = [match.span() for match in _PEOPLE.finditer(prose, start, end)]
    for comma in _COMMA.finditer(prose, start, end):
        rest = re.split(r"[,;&(|]|\s(?:and|und|et|with|at)\s", prose[comma.end() : end], maxsplit=1)[0].strip()
        given = is_given(rest.split(maxsplit=1)[0]) if rest else False
        before = _PARTS.split(prose[start : comma.start()])[-1]
        if not is_in_bracket(prose, start, comma) and _is_full_name(rest) and (given or _is_full_name(before)):
            joints.append(comma.span())
    return sorted(joints)


def is_in_bracket(prose: str, start: int, match: re.Match[str]) -> bool:
    """Return whether what was found stands in a bracket that opens behind `start`."""
    before = prose[start : match.start()]
    return before.count("(") > before.count(")")


def _is_full_name(text: str) -> bool:
    """Return whether a text is surely a person: a full name by its form, with a common name, and no known place."""
    return names.looks_like_person(text) and is_person(text) and gazetteer.known(text) is None


def _speaker(block: Block, index: int, start: int, end: int, *, told: bool) -> Speaker | None:
    found = _name(block, index, start, end, told=told)
    return None if found is None else Speaker(found[0], tuple(read_places(block, index, found[1], end)))


def _name(block: Block, index: int, start: int, end: int, *, told: bool) -> tuple[Field, int] | None:
    """Return the name of a person that a range begins with, and the bracket, sign or `of` that ends it."""
    stops = (match.start() for part in (_NAMED_END, _OF) if (match := part.search(block.prose, start, end)))
    stop = min(stops, default=end)
    name = align.field(block, index, *align.trim(block.prose, start, stop, ' \t*_"“”.'))
    bare = _TITLES.sub("", name.text)
    given = told and bare.isalpha() and bare[:1].isupper() and is_given(bare)
    if not bare or bare.split(maxsplit=1)[0].casefold() in _NO_NAMES or kind_of(bare) or _NO_PERSON.search(bare):
        return None
    if not (names.looks_like_person(bare) or given) or names.is_group(bare):
        return None
    known = gazetteer.known(bare)
    if known is not None and not (given and known.caution):
        return None
    return Field(bare, index, name.end - len(bare), name.end), stop


_BESIDE = re.compile(
    r"(?:(?:now|currently|formerly|previously|also|visiting) )?(?:at|from|of|with) (?:the )?(?=[A-Z])"
    rf"|(?i:(?:[\w.-]{{1,20}} ){{0,3}}{organisations.POSITION}(?: (?:of|in|for) [\w ]{{2,40}}?)? "
    r"(?:at|from|of) (?:the )?)(?=[A-Z])"
)
"""Before the place where somebody is: `Jane Doe, at the Max Planck Institute`, `Jane Doe, Director of Agder Lab`."""


def read_places(block: Block, index: int, start: int, end: int) -> Iterator[Field]:
    """Yield the organisations in what stands behind a name: known ones, else each part that is written as a name."""
    led = _LED.match(block.prose, start, end)
    start = led.end() if led else start
    remark = block.prose.find("[", start, end)
    end = remark if remark >= 0 else end
    parts = [
        align.trim(block.prose, start + part.start(), start + part.end(), " \t*_.")
        for part in re.finditer(r"[^,|/();]+", block.prose[start:end])
    ]
    unknown = [part for part in parts if not is_known_place(align.field(block, index, *part))]
    people = [part for part in unknown if names.looks_like_person(block.prose[slice(*part)])]
    issued = any(_YEAR.match(block.prose, *part) for part in parts)
    known = next((part for part in parts if part not in unknown), None)
    told = len(people) >= _SEVERAL or any(_INITIAL.search(block.prose, *part) for part in people)
    for first, last in (part for part in parts if not told or part not in people):
        beside = _BESIDE.match(block.prose, first, last)
        first = beside.end() if beside else first
        text = block.prose[first:last]
        if beside and beside.group().endswith(" of ") and not is_known_place(align.field(block, index, first, last)):
            continue  # `Professor of Biology`
        town = known is not None and first > known[0] and not text.isupper()
        if first >= last or (town and not is_known_place(align.field(block, index, first, last))):
            continue
        if issued and gazetteer.known(text) is None and not organisations.is_told(text):
            continue
        hits = [hit for hit in gazetteer.find(text) if hit.known.kind is Kind.ORG]
        if hits and hits[0].start == 0 and _is_another(text[hits[0].end :].strip()):
            yield align.field(block, index, first, first + hits[0].end)
            yield align.field(block, index, first + hits[0].end, last)
        elif _is_place(text):
            yield align.field(block, index, first, last)


def _is_another(text: str) -> bool:
    """Return whether what stands behind an organisation is one, too: `Moor Institute`, but no `Research Oslo`."""
    first, _, rest = text.partition(" ")
    known = any(hit.known.kind is Kind.ORG and hit.start == 0 for hit in gazetteer.find(text))
    return known or (first[:1].isupper() and not _PLACE_WORDS.match(first) and _PLACE_WORDS.search(rest) is not None)


def _is_place(text: str) -> bool:
    """Return whether a text is written as the name of an organisation: all its words that matter have capitals.

    What somebody is, a degree, what is held, a country and the two letters of a state are none.
    """
    if not 2 <= len(text) <= 80 or not (text.isupper() or shapes.is_title_case(text)):
        return False
    if gazetteer.known(text) is not None:
        return True
    last = text.rsplit(maxsplit=1)[-1].casefold()
    other = (
        last in lexicons.words("position")
        or last in lexicons.words("degree")
        or kind_of(text)
        or gazetteer.is_place(text)
        or len(text) <= _STATE
    )
    figures = any(c.isdigit() for c in text) and not _PLACE_WORDS.search(text)
    return not other and not figures


def read_verb(block: Block, index: int, start: int, end: int) -> WhoAndWhat | None:
    """Read `Anna Keller presents ...`, `..., led by Jane Doe` and `... (presenter: Jane Doe)`."""
    match = _PRESENTS.match(block.prose, start, end)
    who = read_speakers(block, index, *match.span("who"), told=True) if match else ()
    if match and who and (match["verb"] not in _PREPOSITIONS or any(map(is_somebody, who))):
        about = _ABOUT.match(block.prose, *match.span("what"))
        held = about is not None and kind_of(about["held"]) != ""
        if held or _GIVES.fullmatch(match["verb"]) is None:
            return (about.end() if about and held else match.start("what"), match.end("what")), who
    match = _BY.search(block.prose, max(0, start - 1), end)
    who = read_speakers(block, index, *match.span("who"), told=True) if match else ()
    return ((start, max(start, match.start())), who) if match and who else None


def read_panel(block: Block, index: int, start: int, end: int) -> WhoAndWhat | None:
    """Read who sits on a panel: `Who owns the sea? With Jane Doe (ETH) and Max Mustermann`."""
    match = _WITH.search(block.prose, start, end)
    who = read_speakers(block, index, *match.span("who")) if match else ()
    if match is None or not who or JOINT_WORK.search(block.prose, start, end):
        return None
    return (start, match.start() + (block.prose[match.start()] in "?!")), who
