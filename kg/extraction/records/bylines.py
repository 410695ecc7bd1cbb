"""Names that stand on a line of their own, or behind a sign, and were not read as names, or as a part of the title.

Writers of a list put the same sign between title and names: `A title, Roe, 2001` beside `A title, Roe & Doe, 2003`,
`A title by Ann Poe`, `Ann Poe: A title`, or a line break. Who posts a paper, or presents it, is none of its authors:
in a chat, or in the plan of a reading group, the same few names lead the lines, and the authors stand behind titles.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from kg.extraction.citations.people import is_given, is_name, is_surname
from kg.extraction.citations.reading import title_run
from kg.extraction.citations.tokens import within
from kg.extraction.names import byline, looks_like_person
from kg.extraction.records.labelling import NAMES, Labelled
from kg.extraction.records.lone_names import take_persons
from kg.extraction.records.venues import names_person

_BY = re.compile(
    r",? (?:(?:written|geschrieben|escrito|écrit|scritto) )?(?P<word>by|von|par|de|di|da|por|av|af|door|от) "
    r"(?=(?P<people>[^\n()\[\]–—]{3,300}?)(?:\.?$|\.?\n| [(\[–—-]|,? (?:19|20)\d\d\b))"
)
_DATED = r"(?:,? \(?(?P<year>(?:1[5-9]|20)\d\d)\)?)?\.?\s?"
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_FORMS = (
    re.compile(rf"(?P<title>[^\n/]{{3,200}}?) / (?P<people>[^\n/\d()]{{3,200}}?){_DATED}"),
    re.compile(r"(?P<title>[^\n()]{3,200}?) \((?P<people>[^\n()\d]{3,200}?)(?:, (?P<year>(?:1[5-9]|20)\d\d))?\)\s?"),
    re.compile(rf"(?P<people>[^\n:\d()]{{3,200}}?): (?P<title>[^\n:()]{{3,200}}?){_DATED}"),
)
"""A title and persons with a sign between them, and nothing but a year beside: a slash, brackets, a colon."""
_BEHIND = re.compile(r"\s[–—-]\s(?P<people>[^\n()\[\]–—]{3,300}?)\s?\((?:1[5-9]|20)\d\d[,)]")
_JOINT = re.compile(r"(?:and|und|et|y|e|i|&)\s")
_LEADING = re.compile(r"(, | [–—-] )")
_NAMES = "FGS"
_FEW = 2
"""Names that are a list."""
_FEWEST, _SHARE = 4, 0.7
"""Records that have the same sign between title and names, and their share of those that have names there."""
_MOST = 8
"""Signs between title and names, at most."""
_LONGEST = 15
"""Words in a bracket before a title, at most."""
_WORDS = 2
"""Words of a title that is left."""


def leave_bracket(labelled: Labelled) -> None:
    """Take the words of a title before the end of a bracket for a short name: `[Walrus] Swimming in Deep Water`."""
    first, last = title_run(labelled.tokens, labelled.labels) or (0, -1)
    texts = [token.text for token in labelled.tokens[first : last + 1]]
    at = texts.index("]") if "]" in texts else 0
    if 0 < at <= _LONGEST and at + _WORDS < len(texts) and "[" not in texts[:at]:
        labelled.labels[first : first + at + 1] = [*["O" if ":" in texts[:at] else "N"] * at, "O"]


_APART = re.compile(r"\b(?:chs?|chap|pp?|S|Kap|cap)\.? ?\d[^;\n]{0,20};")
_SIGNED = re.compile(
    r"(?i)^\W{0,2}(?:(?:all |kind |warm )?(?:best|regards)(?: wishes)?|cheers|thanks|yours|love|[lv]g|gruß|saluti|"
    r"(?:viele |liebe |beste )?grüße|cordialement|amitiés|saludos|abraços?|groeten|hälsningar)\b[,!]?\s(?=[A-ZÀ-Þ])",
    re.MULTILINE,
)
"""How a mail ends, before a name."""


def leave_others(labelled: Labelled) -> None:
    """Take for no author who wrote another work before a semicolon, `Poe, ch. 1; Lind, "The Moss"`, and who signs.

    Nor is it who is named below a reference that begins with its authors.
    """
    tokens, labels, text = labelled.tokens, labelled.labels, labelled.record.text
    run = title_run(tokens, labels)
    if run is None:
        return
    apart = [hit.end() for hit in _APART.finditer(text, 0, tokens[run[0]].start)]
    signed = next((hit.start() for hit in _SIGNED.finditer(text) if hit.start() > tokens[run[1]].end), len(text))
    at = [labelled.record.lines[labelled.record.line_at(token.start)].index for token in tokens]
    before = any(labels[i][0] in NAMES and at[i] == at[run[0]] for i in range(run[0]))
    for i, token in enumerate(tokens):
        elsewhere = before and i > run[1] and at[i] != at[run[0]]
        if labels[i][0] in NAMES and (elsewhere or token.start >= signed or (apart and token.start < apart[-1])):
            labels[i] = "O"


def part_names(read: Sequence[Labelled]) -> None:
    """Part names from the titles that they were taken into, where most records of a list have a sign between them."""
    for one, by in _written_by(read):
        title, people = (within(one.tokens, *place) for place in ((0, by.start()), by.span("people")))
        if any(one.labels[i] == "T" for i in people) or not any(one.labels[i][0] in _NAMES for i in people):
            _part(one, (one.tokens[title.start].start, by.start()), by.span("people"))
    for one in read:
        _part_leading(one)
        _part_trailing(one)
    read_forms(read)
    behind = _common([_sign_behind(one) for one in read])
    before = _common([_sign_before(one) for one in read]) or _named_before(read)
    for one in read if behind or before else ():
        run = title_run(one.tokens, one.labels)
        named = [i for i, label in enumerate(one.labels) if label[0] in _NAMES]
        led = run is not None and bool(named) and named[-1] < run[0] and not {"X", "Y"} & {*one.labels[: run[0]]}
        if run is None or one.record.lines[0].kind not in "irp" or (named and not led):
            continue
        start, end = one.tokens[run[0]].start, one.tokens[run[1]].end
        last, first = one.record.text.rfind(behind, start, end), one.record.text.find(before, start, end)
        if behind and last >= 0 and not named:
            _part(one, (start, last), (last + len(behind), end))
        elif (
            before and first >= 0 and not (named and _sign_before(one) == before and not _is_marked(one, first, before))
        ):
            joint = _JOINT.match(one.record.text, start)
            _part(one, (first + len(before), end), (joint.end() if joint else start, first))


def _named_before(read: Sequence[Labelled]) -> str:
    """Return the sign between names and titles in a list, counting names that were taken for titles; "" if few do."""
    counted = Counter(sign for one in read if (sign := _sign_before(one)).strip(" .,"))
    sign, count = max(counted.items(), key=lambda pair: pair[1], default=("", 0))
    lines = (one.record.text[: one.record.line_end(0)] for one in read if not any(x[0] in _NAMES for x in one.labels))
    heads = (line.partition(sign)[0] for line in lines) if count >= _FEW else ()
    whole = [head for head in heads if all(" " in who and looks_like_person(who) for who in byline(head))]
    return sign if count + len(whole) >= max(_FEWEST, _SHARE * len(read)) else ""


def _is_marked(labelled: Labelled, place: int, sign: str) -> bool:
    """Return whether italics, bold type or a link begins right behind a sign."""
    return any(
        start == place + len(sign) for start, _, sort in labelled.record.marks if sort in ("em", "strong", "link")
    )


def _part_leading(labelled: Labelled) -> None:
    """Part the full name that a reference begins with from the title that took it in: `Ann Poe, A title, 1983`.

    In a footnote any name is one; elsewhere its words are known to be. Behind a dash no year is needed.
    """
    run, record = title_run(labelled.tokens, labelled.labels), labelled.record
    if run is None or run[0] or any(label[0] in _NAMES for label in labelled.labels):
        return
    end = labelled.tokens[run[1]].end
    head, sign, rest = [*_LEADING.split(record.text[:end], maxsplit=1), "", ""][:3]
    sure = names_person(head) and is_given(head.split()[0]) and is_surname(head.split()[-1])
    named = looks_like_person(head) and (record.lines[0].kind == "f" or names_person(head))
    if rest[:1].isupper() and (named if sign == ", " and "Y" in labelled.labels[run[1] :] else sure and sign != ", "):
        _part(labelled, (end - len(rest), end), (0, len(head)))


def _part_trailing(labelled: Labelled) -> None:
    """Part full names between a dash and a year in brackets from the title: `A title – Ann Poe, Karel Lind (2018)`."""
    run, record = title_run(labelled.tokens, labelled.labels), labelled.record
    if run is None or any(label[0] in _NAMES for label in labelled.labels):
        return
    start, end = labelled.tokens[run[0]].start, record.line_end(record.line_at(labelled.tokens[run[1]].start))
    behind = _BEHIND.search(record.text, start, end)
    people = byline(behind["people"]) if behind is not None else []
    known = len(people) > 1 or any("." in one or names_person(one) for one in people)
    if behind is not None and known and all(" " in one and looks_like_person(one) for one in people):
        _part(labelled, (start, behind.start()), behind.span("people"))


def read_forms(read: Sequence[Labelled]) -> None:
    """Read titles and persons by the signs between them, where most records of a list have these and some no title."""
    unread = [one for one in read if not any(label[0] in f"T{_NAMES}" for label in one.labels)]
    for form in _FORMS if unread else ():
        lines = [one.record.text[: one.record.line_end(0)] for one in read]
        found = [(one, match) for one, line in zip(read, lines, strict=True) if (match := _formed(line, form))]
        if len(found) < max(_FEWEST, _SHARE * len(read)):
            continue
        for one, match in found:
            if one in unread:
                for i in within(one.tokens, *match.span("title")):
                    one.labels[i] = "T"
                take_persons(one, within(one.tokens, *match.span("people")))
                for i in within(one.tokens, *match.span("year")) if match["year"] else ():
                    one.labels[i] = "Y"


def has_form(text: str) -> bool:
    """Return whether a line is a title and full names with a slash, brackets or a colon between them.

    >>> [has_form(text) for text in ("雪の重さ / 山田太郎, 1952", "The weight of snow")]
    [True, False]
    """
    return any(_formed(text, form) is not None for form in _FORMS)


def _formed(text: str, form: re.Pattern[str]) -> re.Match[str] | None:
    """Return how a line has a form, if there are full names of persons in it."""
    found = form.fullmatch(text)
    people = byline(found["people"]) if found is not None else []
    return found if people and all(map(looks_like_person, people)) else None


def _written_by(read: Sequence[Labelled]) -> list[tuple[Labelled, re.Match[str]]]:
    """Return the records of a list with a word for "by" and names behind it, if most have the same word."""
    found = [(one, by) for one in read if (by := _by(one)) is not None]
    words = Counter(by["word"] for _, by in found)
    word, count = words.most_common(1)[0] if words else ("", 0)
    return [(one, by) for one, by in found if by["word"] == word] if count >= max(_FEWEST, _SHARE * len(read)) else []


def _by(labelled: Labelled) -> re.Match[str] | None:
    """Return the first "by" of a record that nothing but full names follow, up to a year, a bracket or a dash."""
    line = labelled.record.text[: labelled.record.line_end(0)]
    found = (by for by in _BY.finditer(line) if all(map(looks_like_person, byline(by["people"]))))
    return next(found, None)


def _part(labelled: Labelled, title: tuple[int, int], people: tuple[int, int]) -> None:
    """Take a part of a title for names, if it looks like names and the rest like a title."""
    names, rest = within(labelled.tokens, *people), within(labelled.tokens, *title)
    text = labelled.record.text[slice(*people)]
    single = [word for word in byline(text) if " " not in word]
    whole = [word for word in byline(text) if " " in word]
    named = bool(single or whole) and all(map(looks_like_person, whole)) and all(map(str.istitle, single))
    known = bool(whole) or any(map(is_name, single)) or len(single) == len(byline(text)) == 1
    if named and known and len(labelled.record.text[slice(*title)].split()) >= _WORDS and rest and names:
        for i in range(min(rest[0], names[0]), max(rest[-1], names[-1]) + 1):
            labelled.labels[i] = "T" if i in rest else "O"
        take_persons(labelled, names)


def _sign_behind(labelled: Labelled) -> str:
    """Return what stands between a title and the names right behind it, "" if none do; a line break in a cell only."""
    run = title_run(labelled.tokens, labelled.labels)
    if run is None:
        return ""
    end = labelled.tokens[run[1]].end
    first = next((i for i in range(run[1] + 1, len(labelled.tokens)) if labelled.labels[i][0] in _NAMES), None)
    sign = labelled.record.text[end : labelled.tokens[first].start] if first is not None else ""
    return sign if len(sign) <= _MOST and ("\n" not in sign or labelled.record.lines[0].kind in "rR") else ""


def _sign_before(labelled: Labelled) -> str:
    """Return what stands between names and the title right behind them, "" if none do."""
    run = title_run(labelled.tokens, labelled.labels)
    if run is None or not run[0]:
        return ""
    last = next((i for i in range(run[0] - 1, -1, -1) if labelled.labels[i][0] in _NAMES), None)
    sign = labelled.record.text[labelled.tokens[last].end : labelled.tokens[run[0]].start] if last is not None else ""
    return sign if len(sign) <= _MOST else ""


def _common(signs: Sequence[str]) -> str:
    """Return the sign that most have of those that have one."""
    found = Counter(sign for sign in signs if sign.strip(" .") or "\n" in sign)
    best, count = found.most_common(1)[0] if found else ("", 0)
    return best if count >= max(_FEWEST, _SHARE * sum(map(bool, signs))) else ""


def read_bylines(labelled: Labelled) -> None:
    """Take for names what stands on a line of names beside one with the title; the other line of two is the title.

    So is a heading above a heading of names, without the year in brackets.
    """
    record = labelled.record
    lines = list(filter(None, record.tokens_by_line(labelled.tokens)))
    headed = len(lines) > 1 and [line.kind for line in record.lines[:2]] == ["h", "h"]
    alone = len(lines) == 2 or headed
    for at in lines[: 2 if headed else None] if alone or (len(lines) > 1 and "T" in labelled.labels) else ():
        text = record.text[labelled.tokens[at[0]].start : labelled.tokens[at[-1]].end]
        parts = byline(text) if all(labelled.labels[i][0] in f"OA{_NAMES}" for i in at) else ()
        if len(parts) >= _FEW and all(map(looks_like_person, parts)):
            take_persons(labelled, at)
            other = lines[0] if headed else [i for i in range(len(labelled.tokens)) if i not in at]
            if alone and not (headed and at is lines[0]) and all(labelled.labels[i] == "O" for i in other):
                labelled.labels[other[0] : other[-1] + 1] = ["T"] * len(other)
                if len(other) > _FEW + 1 and _YEAR.fullmatch(labelled.tokens[other[-2]].text):
                    labelled.labels[other[-3] : other[-1] + 1] = ["O", "Y", "O"]
