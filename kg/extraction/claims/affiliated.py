"""Where persons belong to: `Jane Doe (MIT)`, `Jane Doe, Stanford | Google`, `Jane Doe, a professor at CMU`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from kg import terms
from kg.extraction import align
from kg.extraction.context import Context, Sentence
from kg.extraction.entries import Field
from kg.extraction.linking import note_itself
from kg.extraction.names import looks_like_person
from kg.extraction.naming import Named
from kg.extraction.organisations import DEGREE, POSITION, is_told
from kg.extraction.ranges import Ranges
from kg.model import BlockKind, Claim, Kind, Mention
from kg.text import file_title

RULE = "affiliation"

_FIRST = re.compile(
    rf"['’]?\s*(?:,\s{DEGREE})*(?:[,(\[–—/|@-]|of|from|at|with|is at|is from|joined)?\s*"
    r"(?:(?:is |was )?(?:(?:now|then|currently|formerly|previously|both|all) )?(?:an? |the )?(?:[\w-]{1,40} ){0,4}?"
    rf"(?:(?:phd |master |msc )?{POSITION}|works?|working|based)\b"
    r"(?: (?:of|in|for) [\w ]{2,30})?(?:,\s[^,;.()]{2,80}){0,2},?\s*(?:at|of|from|with|for|,|@)?\s*)?"
    r"(?:(?:of|from|at|the|by) ){0,2}(?:Univ\.? (?:of )?)?",
    re.IGNORECASE,
)
_NEXT = re.compile(
    r"\s*(?:[|/&,;+]|and|and (?:the|now)|,? and (?:[\w-]{1,40} ){1,4}(?:at|of)|"
    r",?\s*(?:and\s+|but\s+)?(?:then|now|later|before that|previously|formerly|currently|soon)\s+(?:at|with|of))"
    r"\s*(?:the )?",
    re.IGNORECASE,
)
_JOINT = re.compile(r"\s*(?:,|,?\s+and|&|;)\s*")
_GROUP = re.compile(
    r",?\s*(?:(?:and|with)\s+)?(?:(?:(?:his|her|their|some)\s+)?(?:others|colleagues|co-?workers|co-?authors|partners|"
    r"collaborators|friends|team)|et al\.?)?,?\s*"
    r"(?:(?:who (?:is|was|are|were)|now|then|also|both|all|currently)\s+){0,2}"
    r"(?:(?:wrote|did|developed|built|published|introduced|proposed|made|started|trained|created|work(?:s|ed)?)\s+"
    r"(?:(?:it|this|them)\s+)?)?"
    r"(?:at|from|of)\s+(?:the\s+)?",
    re.IGNORECASE,
)
"""What stands between the last of some persons and where all of them belong to."""
_BESIDE = re.compile(
    r"(?:,?\s+et al\.?|,?\s+and (?:others|colleagues))?\s*[,(]\s*(?:both |all )?(?:(?:of|at|from) )?(?:the )?"
)
"""The same in short: `Jane Doe and Max Mustermann (ETH)`."""
_ISSUED = re.compile(r"['’]?,?\s\(?['’]?(?:(?:19|20)\d\d|\d\d)\b(?!\s?[-–—])")
"""Behind a name that a comma sets off from authors: it is of what appeared there then, `Jane Doe, MSR 2017`."""


def make(context: Context, sentence: Sentence) -> Iterator[Claim]:
    """Claim the organisations behind a person or a list of persons."""
    sentence = replace(sentence, names=_with_authors(context, sentence))
    last = _last_of_lists(sentence)
    for at, name in enumerate(sentence.names):
        if name.kind is Kind.PERSON and looks_like_person(name.text):
            for org in _behind(sentence, at, last[at]):
                person = context.mention(name)
                yield Claim(person, terms.AFFILIATION, context.mention(org), (context.place(sentence),), RULE, 0.85)


def _with_authors(context: Context, sentence: Sentence) -> tuple[Named, ...]:
    """Return the names of a sentence with the authors in it of the papers that its block is about or names."""
    at = sentence.block
    authors = {
        Named(at, author.start, author.end, Kind.PERSON, author.text, entry.rule, entry.confidence)
        for entry in context.papers_in(sentence)
        for author in entry.authors
        if author.block == at and sentence.start <= author.start and author.end <= sentence.end
    }
    named = Ranges((name.start, name.end) for name in sentence.names)
    free = (author for author in authors if not named.touch(author.start, author.end))
    return tuple(sorted((*sentence.names, *free), key=lambda name: (name.start, -name.end)))


def _last_of_lists(sentence: Sentence) -> list[int]:
    """Return for each name the number of the last one of the list of persons that it begins or goes on."""
    names, last = sentence.names, list(range(len(sentence.names)))
    for at in range(len(names) - 2, -1, -1):
        if names[at + 1].kind is Kind.PERSON and _JOINT.fullmatch(_between(sentence, names[at], names[at + 1])):
            last[at] = last[at + 1]
    return last


def _behind(sentence: Sentence, at: int, last: int) -> list[Named]:
    """Return the organisations that stand behind a person, or behind the last of the list that the person is in."""
    alone = _organisations(sentence, at, _FIRST)
    found = alone or _organisations(sentence, last, _GROUP) or _organisations(sentence, last, _BESIDE)
    listed = found and _between(sentence, sentence.names[at if alone else last], found[0]).strip() == ","
    issued = listed and _ISSUED.match(sentence.text, found[-1].end - sentence.start)
    return [] if issued and not is_told(found[-1].text) else found


def _organisations(sentence: Sentence, at: int, first: re.Pattern[str]) -> list[Named]:
    """Return the organisations right behind a name; the words before the first one fit a pattern."""
    found: list[Named] = []
    before = sentence.names[at]
    for other in (sentence.names[behind] for behind in range(at + 1, len(sentence.names))):
        between = _between(sentence, before, other)
        fits = (_NEXT if found else first).fullmatch(between)
        if other.kind is not Kind.ORG or not between.strip() or not fits:
            break
        found.append(other)
        before = other
    return found


def _between(sentence: Sentence, one: Named, other: Named) -> str:
    return sentence.text[one.end - sentence.start : other.start - sentence.start]


def of_note(context: Context) -> Iterator[Claim]:
    """Claim where a person belongs to whose note says so in its front matter: `type: person`, `affiliation: MIT`."""
    note = context.note
    record = note.blocks[0] if note.blocks and note.blocks[0].kind is BlockKind.RECORD else None
    if record is None or not any(
        field.name.casefold() in _SORT and record.prose[field.start : field.end].strip("[]\"' ").casefold() in _PERSON
        for field in record.fields
    ):
        return
    name = note.title or file_title(note.id)
    own = note_itself(note)
    if own is None or not looks_like_person(name):
        return
    person = Mention(own.span, Kind.PERSON, name, RULE)
    for field in record.fields:
        place = Field("", 0, *align.trim(record.prose, field.start, field.end, " \t\n[]\"'"))
        if field.name.casefold() in _BELONGS and place.start < place.end:
            span = context.span(place)
            org = Mention(span, Kind.ORG, record.prose[place.start : place.end], RULE, 0.9)
            yield Claim(person, terms.AFFILIATION, org, (span,), RULE, 0.9)


_SORT = frozenset("type kind category class tags tag".split())
_PERSON = frozenset("person people researcher contact colleague author people/person #person @person".split())
_BELONGS = frozenset(
    "affiliation affiliations institution institute organisation organization university company employer org "
    "works_at".split()
)
