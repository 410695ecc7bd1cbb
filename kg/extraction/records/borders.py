"""Where titles and names begin and end in a list: who writes it puts the same signs around them in each record.

What stands before and behind the titles of most records of a list is looked for around the title of one that was cut
short: `Roe, J. (2001). The title (a subtitle). Journal` ends with the full stop where its siblings do.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

from kg.extraction.citations.people import PARTICLES, collect, is_surname
from kg.extraction.citations.reading import longest, title_run, trim
from kg.extraction.citations.tokens import within
from kg.extraction.records.bylines import leave_bracket, read_bylines
from kg.extraction.records.imprints import mend_imprints
from kg.extraction.records.italics import narrow_to_marks, take_italics
from kg.extraction.records.labelling import Labelled
from kg.extraction.records.lone_names import JOINTS, name_before_citation
from kg.extraction.records.venues import is_listed
from kg.extraction.shapes import is_name_shaped
from kg.extraction.venues import read_venue

_FEWEST, _SHARE = 4, 0.7
"""Records of a list, and the share of them that must agree."""
_NEARLY_ALL = 0.8
"""Share of the titles of a list that stand behind one sign, from which on a word before it is a name."""
_LINKED = 0.6
"""Share of the records of a list whose first link is their title that makes this its habit."""
_SIGNS = 4
"""Characters that stand around a title, at most."""
_WORDS = 3
"""Words of a title that was taken for something else, at least."""
_FAR = 15
"""Tokens that a title may be cut short by."""
_FULL_STOPS = (".", "!", "。")
_FEW = 2
"""Records with names that are a habit."""
_KNOWN = 0.3
"""The share of the words that are common family names, where all are."""
_TOLD = 5
"""Words of a line behind a dash that is a sentence."""
_VOLUME = re.compile(r"\d{1,3}")
TYPE_MARK = re.compile(r"\[(?P<type>J|M|D|C|R|N|P|S|Z|A|G|DB|CP|EB)(?:/(?:OL|CD|MT|DK))?\]")
_PRINTED_AT = re.compile(r",(?P<place>(?: (?:[^\W\d_][\w.'’-]{0,20}|de|do|da|del)){1,4}), ?(?=(?:ano|[vn]\.) ?\d)")
"""The place of a journal before its volume, which ABNT of Brazil wants: `Revista de Botânica, São Paulo, v. 2`."""
_EDITION = re.compile(
    r"(?:[.,] ?| )(?P<edition>rev\. ed|\d{1,2}(?:(?:st|nd|rd|th) ed(?:n|ition)?|"
    r"\.(?: ?[^\W\d_]{2,12}\.)? ?(?:vyd|wyd|izd|изд|aufl|auflage|ed|edição))(?![^\W\d_]))",
    re.IGNORECASE,
)
"""The edition of a book behind its title: `2. vyd.`, `3. überarb. Aufl.`."""
_READ = re.compile(
    r"[.,;] (?P<part>(?:chs?|chaps?|chapters?|kap|kapitel|chapitres?|caps?|capítulos?|capitol[oi]|hoofdstuk(?:ken)?|"
    r"pp?|secs?|sections?|гл|глав[аы])\.? ?\d{1,4}(?: ?(?:[–,-]|and|und|et|y|e|и) ?\d{1,4}){0,4})"
    r"(?=[.;)\]]?(?:\s[(\[]|\n|\Z))",
    re.IGNORECASE,
)
"""What is to be read of a book, behind its title: `ch. 2`, `pp. 12–40`."""
_DATED = re.compile(r"(?:1[5-9]|20)\d\d")
_SENTENCE = re.compile(r"\.\s[^\W\d_a-z]")
"""What ends a title in italics, and begins what is said of it."""
_OF_NUMBERS = frozenset("vol volume no number nr bd band heft issue part series section jg tome t v lncs".split())
_ENDS = frozenset(",，(（")
_NAMES = "FGS"
_ONCE = "VYK"
"""Labels of fields that a record has once."""
_BY = frozenset("by von par de di da por av af door от".split())
"""What stands between a title and its authors."""
_DIVIDES = (",", ":", ";")
"""Signs that stand between names and a title, behind the full stop of an initial as well."""
Border = tuple[int, int, str, str]
"""The first and the last token of a title, and the signs before and behind it."""


def agree_on_titles(read: Sequence[Labelled]) -> None:
    """Let the titles of a list begin and end with the signs that most of them have around them.

    Where the first link of most is the title, it is one in those where nothing was read as a title, too.
    """
    linked = [within(one.tokens, *place) if (place := _first_link(one)) else range(0) for one in read]
    titled = sum(bool(at) and all(one.labels[i] == "T" for i in at) for one, at in zip(read, linked, strict=True))
    habit = titled >= max(_FEW, _LINKED * len(read))
    for labelled, at in zip(read, linked, strict=True):
        if habit and not _has(labelled, "T"):
            labelled.labels[at.start : at.stop] = ["T"] * len(at)
    take_italics(read)
    narrow_to_marks(read)
    borders = [_border(labelled) for labelled in read]
    known = [border for border in borders if border is not None]
    before, behind = _common([border[2] for border in known]), _common([border[3] for border in known])
    nearly_all = sum(border[2] == before for border in known) >= _NEARLY_ALL * len(known)
    for labelled, border in zip(read, borders, strict=True):
        if border is None:
            continue
        first, last, own_before, own_behind = border
        if before and own_before != before and (name := _name_before(labelled, first, last, (before, nearly_all))):
            labelled.labels[first] = "FB"
            labelled.labels[first + 1 : name] = ["A"] * (name - first - 1)
            continue
        if behind and own_behind != behind:
            end = _end(labelled, last, behind)
            labelled.labels[last:end] = ["T"] * (end - last)
        if before == "" and behind and first and labelled.record.line_at(labelled.tokens[first].start) == 0:
            _begin(labelled, first, last, behind)
        elif before and own_before != before:
            start = _start(labelled, first, before)
            labelled.labels[start:first] = ["T"] * (first - start)


def _name_before(labelled: Labelled, first: int, last: int, habit: tuple[str, bool]) -> int:
    """Return where a title begins that a family name was taken into, as in `Coase: A title` beside `Roe, Poe: A title`.

    Returns:
        The number of the token, 0 where the first word of the title is no name.
    """
    tokens, text = labelled.tokens, labelled.record.text
    before, nearly_all = habit
    line = labelled.record.line_at(tokens[first].start)
    leading = [i for i in range(first) if labelled.record.line_at(tokens[i].start) == line]
    word = tokens[first].text
    named = (
        word.isalpha()
        and word.istitle()
        and (is_surname(word) or ((":" in before or nearly_all) and not is_name_shaped(word)))
    )
    if (
        not named
        or not text.startswith(before, tokens[first].end)
        or any(labelled.labels[i][0] not in "FGAO" for i in leading)
    ):
        return 0
    place = tokens[first].end + len(before)
    return next((i for i in range(first + 1, last + 1) if tokens[i].start >= place), 0)


def _first_link(labelled: Labelled) -> tuple[int, int] | None:
    return min(((start, end) for start, end, sort in labelled.record.marks if sort == "link"), default=None)


def agree_on_names(read: Sequence[Labelled]) -> None:
    """Take for names what ends the first line of most records of a list, if it is names in some of them.

    In `The title (2019) - Roe` a single word is no name to be sure of; beside `The title (2018) - Roe, Doe, Poe` it is,
    and so it is if many of such words in the list are common family names, or stand in lists of several.
    """
    ends = [_end_of_line(labelled) for labelled in read]
    signs = Counter(end[0] for end in ends if end is not None)
    before, count = signs.most_common(1)[0] if signs else ("", 0)
    if count < max(_FEWEST, _SHARE * len(read)) or not before.strip():
        return
    found = [
        (labelled, end[1]) for labelled, end in zip(read, ends, strict=True) if end is not None and end[0] == before
    ]
    named = sum(all(labelled.labels[i][0] in "FA" for i in words) for labelled, words in found)
    known = [is_surname(labelled.tokens[i].text) for labelled, words in found for i in words]
    several = sum(any(labelled.tokens[i].text == "," for i in words) for labelled, words in found)
    if named >= _FEW or sum(known) >= _KNOWN * len(known) or (any(known) and several >= _KNOWN * len(found)):
        for labelled, words in found:
            if not any(label[0] in _NAMES for label in labelled.labels):
                _take_names(labelled, words)


def agree_on_remarks(read: Sequence[Labelled]) -> None:
    """Take a sentence behind a dash for a remark, where most records end without a full stop: `A title — Read on.`."""
    lines = [one.record.text[: one.record.line_end(0)].rstrip() for one in read]
    ended = [line.endswith(_FULL_STOPS) for line in lines]
    few = len(read) >= _FEWEST and sum(ended) <= (1 - _SHARE) * len(read) + 1
    for one in [one for one, full in zip(read, ended, strict=True) if full] if few else ():
        run = title_run(one.tokens, one.labels)
        dashes = [i for i in range(run[0] + _FEW, run[1]) if one.tokens[i].text in "—–-"] if run is not None else []
        spaced = [i for i in dashes if one.tokens[i].spaced and one.tokens[i + 1].spaced]
        if run is not None and spaced and run[1] - spaced[-1] > _FEW:
            one.labels[spaced[-1] : run[1] + 1] = ["O", *["M"] * (run[1] - spaced[-1])]


def _leave_told(labelled: Labelled) -> None:
    """Take a sentence behind a dash on a line below the title for a remark, and no more of the title or its venue."""
    record, tokens, labels = labelled.record, labelled.tokens, labelled.labels
    titled = False
    for number, at in enumerate(record.tokens_by_line(tokens)):
        on_line = [labels[i] for i in at]
        told = at and tokens[at[0]].text in "—–" and record.looks[number].words >= _TOLD
        if told and titled and not any(label[0] in _NAMES or label == "Y" for label in on_line):
            for i in at:
                labels[i] = "M" if labels[i] in "TVO" else labels[i]
        titled = titled or "T" in on_line


def agree_on_venues(read: Sequence[Labelled]) -> None:
    """Take a publisher or a series for the venue in the few records of a list that have none; a known one anywhere."""
    lacking = [labelled for labelled in read if not _has(labelled, "V")]
    for labelled in lacking:
        run = longest(labelled.tokens, labelled.labels, "C", 1)
        tokens = labelled.tokens[run[0] : run[1] + 1] if run is not None else ()
        if tokens and read_venue(labelled.record.text[tokens[0].start : tokens[-1].end]) is not None:
            labelled.labels[:] = ["V" if label == "C" else label for label in labelled.labels]
    _end_titles_at_venues(read)
    lacking = [labelled for labelled in lacking if not _has(labelled, "V")]
    if len(read) >= _FEWEST and len(lacking) <= (1 - _SHARE) * len(read):
        for labelled in lacking:
            sort = "C" if _has(labelled, "C") else "P"
            labelled.labels[:] = ["V" if label == sort else label for label in labelled.labels]


def _end_titles_at_venues(read: Sequence[Labelled]) -> None:
    """End a title before a known venue, or that of a record beside it: `A title. Plants & Soil`."""
    known = set[str]()
    for one in read:
        if run := longest(one.tokens, one.labels, "V", 1):
            known.add(one.record.text[one.tokens[run[0]].start : one.tokens[run[1]].end])
    for one in read:
        run = None if _has(one, "V") else title_run(one.tokens, one.labels)
        first, last = run or (0, -1)
        ends = (i for i in range(first + _WORDS, last + 1) if one.tokens[i - 1].text in ".?!")
        text = one.record.text
        behind = ((i, text[one.tokens[i].start : one.tokens[last].end]) for i in ends)
        at = next((i for i, named in behind if named in known or is_listed(named)), 0)
        if at:
            one.labels[at - 1 : last + 1] = ["O", *["V"] * (last + 1 - at)]


def _has(labelled: Labelled, label: str) -> bool:
    return label in labelled.labels


def mend(labelled: Labelled) -> None:
    """Mend the borders of the title, the names, the venue and the publisher of a record."""
    mend_titles(labelled)
    mend_names(labelled)
    mend_venues(labelled)
    mend_imprints(labelled)


def mend_venues(labelled: Labelled) -> None:
    """Give a venue its borders: no place beside it, no number of a volume, what stands behind `[J]`.

    The marks of types are those of GB/T 7714, in which references are printed in China.
    """
    tokens, labels = labelled.tokens, labelled.labels
    for i in range(1, len(tokens) - 1):
        before, behind = labels[i - 1], labels[i + 1]
        last = i - 1 - (tokens[i - 1].text == ")")
        if tokens[i].text == ":" and (labels[last], behind) == ("V", "P"):
            for n in takewhile(lambda n: labels[n] == "V", range(last, -1, -1)):
                labels[n] = "O"
        elif (
            labels[i] == before == "V" != behind and _VOLUME.fullmatch(tokens[i].text) and _is_word(tokens[i - 1].text)
        ):
            labels[i] = "O"
    placed = _PRINTED_AT.search(labelled.record.text)
    for i in within(tokens, *placed.span("place")) if placed and not JOINTS & set(placed["place"].split()) else ():
        labels[i] = "O" if labels[i] == "V" else labels[i]
    title = labels.index("T") if "T" in labels else len(labels)
    for mark in TYPE_MARK.finditer(labelled.record.text):
        at = within(tokens, *mark.span())
        titled = bool(at) and title < at[0]
        for i in at if titled else ():
            labels[i] = "O"
        rest = range(at[-1] + 1, len(tokens)) if titled and mark["type"] == "J" else ()
        named = takewhile(lambda n: tokens[n].text not in _ENDS and not tokens[n].text.isdigit(), list(rest)[1:])
        for i in list(named) if not any(labels[n] == "V" for n in rest) else ():
            labels[i] = "V"


def mend_titles(labelled: Labelled) -> None:
    """Leave out of a title the edition, the chapters and the "by" behind it, and what parts from its words in bold.

    A name in brackets before it is none of its words.
    """
    _leave_by(labelled)
    _end_at_venue(labelled)
    leave_bracket(labelled)
    name_before_citation(labelled)
    titled = [i for i, label in enumerate(labelled.labels) if label == "T"]
    for start, end, sort in labelled.record.marks if titled else ():
        if sort == "em" and start == labelled.tokens[titled[0]].start:
            behind = [i for i in titled if labelled.tokens[i].start >= end]
            told = bool(behind) and "O" in labelled.labels[titled[0] : behind[0]] and _is_led(labelled, titled[0])
            for i in behind if told or _SENTENCE.match(labelled.record.text, end) else ():
                dated = _DATED.fullmatch(labelled.tokens[i].text) and "Y" not in labelled.labels
                labelled.labels[i] = "Y" if told and dated else "O"
        inside = [i for i in titled if start <= labelled.tokens[i].start < end]
        apart = titled[: titled.index(inside[0])] if sort == "strong" and inside[-1:] == titled[-1:] else []
        if apart and labelled.tokens[inside[0] - 1].text in (".", "**"):
            for i in apart:
                labelled.labels[i] = "O"
    for pattern in (_EDITION, _READ):
        found = pattern.search(labelled.record.text)
        for i in within(labelled.tokens, *found.span(1)) if found else ():
            labelled.labels[i] = "O" if labelled.labels[i] == "T" else labelled.labels[i]


def _end_at_venue(labelled: Labelled) -> None:
    """End a title before a bracket that is open at its end, and closes behind a year: `A title (Nature, 2003)`."""
    tokens, labels = labelled.tokens, labelled.labels
    first, last = title_run(tokens, labels) or (0, -1)
    opened = [i for i in range(first + _WORDS, last) if tokens[i].text == "("]
    behind = range(last + 1, min(last + 1 + _SIGNS, len(tokens)))
    dated = any(labels[i] == "Y" for i in behind) and any(tokens[i].text == ")" for i in behind)
    if opened and dated and ")" not in [token.text for token in tokens[opened[-1] : last + 1]] and "V" not in labels:
        labels[opened[-1] : last + 1] = ["O", *["V"] * (last - opened[-1])]


def _is_led(labelled: Labelled, first: int) -> bool:
    """Return whether names stand before a token."""
    return any(label[0] in _NAMES for label in labelled.labels[:first])


def _leave_by(labelled: Labelled) -> None:
    """Leave the word "by" between a title and its authors out of the title."""
    run = title_run(labelled.tokens, labelled.labels)
    behind = labelled.labels[run[1] + 1 :] if run is not None else []
    if run is not None and behind and behind[0][0] in _NAMES and labelled.tokens[run[1]].text.casefold() in _BY:
        labelled.labels[run[1]] = "O"


def _is_word(text: str) -> bool:
    """Return whether a word can end the name of a venue: it does not say what the number behind it is of."""
    return text.isalpha() and text.casefold() not in _OF_NUMBERS


def mend_names(labelled: Labelled) -> None:
    """Give a family name the given name that was read as nothing, and the title the words that were read as names.

    Names of one record are written alike. Where some are whole, a capitalised word between a comma and a family name
    belongs to it: `Ann Poe, Max Roe`; single words between the title and whole names are the end of the title: `Humans
    and Automation: Use, Misuse, Abuse, Ann Poe, Max Roe`; one before a colon is a short name: `Lodestar: Poe, Roe`.
    """
    tokens, labels = labelled.tokens, labelled.labels
    _leave_remarks(labelled)
    _leave_told(labelled)
    read_bylines(labelled)
    _read_short_name(labelled)
    named = collect(tokens, labels)
    whole = [name for name in named if name.given and name.family]
    for name in named if whole else ():
        at = begin = name.all()[0]
        while begin and labels[begin - 1] in "OA" and _is_given(tokens[begin - 1].text):
            begin -= 1
        if not name.given and 0 < begin < at and tokens[begin - 1].text in (",", *JOINTS):
            labels[begin:at] = ["GB", *["G"] * (at - begin - 1)]
            labels[at] = "F"
    if len(named) > _FEW and len(named[0].all()) == 1 and tokens[named[0].all()[0] + 1].text == ":":
        labels[named[0].all()[0]] = "N"
        named = named[1:]
    first = next((n for n, name in enumerate(named) if len(name.all()) > 1), 0)
    run = title_run(tokens, labels)
    foreign = not any(is_surname(tokens[name.all()[0]].text) for name in named[:first])
    if first and foreign and run is not None and len(whole) >= _FEW and first + len(whole) == len(named):
        start, end = named[0].all()[0], named[first].all()[0]
        if run[1] < start and all(not tokens[i].text[0].isalnum() for i in range(run[1] + 1, start)):
            labels[run[1] + 1 : end - 1] = ["T"] * (end - 2 - run[1])
            labels[end - 1] = "O"


def _leave_remarks(labelled: Labelled) -> None:
    """Take names in brackets amid a remark for a part of it: `five methods (Poe, Roe, Moe) meet two others`."""
    tokens, labels, record = labelled.tokens, labelled.labels, labelled.record
    opened = 0
    for i, token in enumerate(tokens):
        if token.text == "(":
            opened = i
        if token.text != ")" or not opened:
            continue
        named = any(label[0] in _NAMES for label in labels[opened + 1 : i])
        amid = labels[opened - 1] == "M" and labels[i + 1 : i + 2] == ["M"]
        line = record.tokens_by_line(tokens)[record.line_at(token.start)] if named and amid else ()
        if line and "T" not in labels[line.start : line.stop]:
            labels[opened : i + 1] = ["M"] * (i + 1 - opened)
        opened = 0


def _read_short_name(labelled: Labelled) -> None:
    """Take for a short name what stands in brackets before the title: `(DPO) Direct Preference Optimization`."""
    tokens, labels = labelled.tokens, labelled.labels
    bracketed = [token.text for token in tokens[:3:2]] == ["(", ")"] and labels[3:4] == ["T"]
    if bracketed and labels[1] in "OMI" and is_name_shaped(tokens[1].text):
        labels[1] = "N"


def _is_given(text: str) -> bool:
    return text == "." or text.istitle()


def _end_of_line(labelled: Labelled) -> tuple[str, list[int]] | None:
    """Return the signs behind title and year, and the tokens behind these, if they are capitalised words in a list."""
    labels, tokens, text = labelled.labels, labelled.tokens, labelled.record.text
    line = labelled.record.tokens_by_line(tokens)[0]
    last = max((i for i in line if labels[i][0] in "TY"), default=-1)
    words = list(line[last + 1 :])
    while words and not tokens[words[0]].text[0].isalnum():
        words = words[1:]
    if last < 0 or not 0 < len(words) <= _FAR or not all(_is_of_names(tokens[i].text) for i in words):
        return None
    return text[tokens[last].end : tokens[words[0]].start], words


def _take_names(labelled: Labelled, words: Sequence[int]) -> None:
    """Label capitalised words as family names, a name from each comma on."""
    begins = True
    for i in words:
        text = labelled.tokens[i].text
        is_word = text[0].isalpha() and text.casefold() not in JOINTS
        labelled.labels[i] = ("FB" if begins else "F") if is_word else "A"
        begins = not is_word


def _is_of_names(text: str) -> bool:
    small = text.casefold()
    return text[0].isupper() or text in ",&" or small in PARTICLES or small in JOINTS


def _border(labelled: Labelled) -> Border | None:
    run = title_run(labelled.tokens, labelled.labels)
    if run is None:
        return None
    text, tokens = labelled.record.text, labelled.tokens
    start, end = trim(text, tokens[run[0]].start, tokens[run[1]].end)
    first, last = start, end
    while first > 0 and start - first < _SIGNS and not text[first - 1].isalnum() and text[first - 1] != "\n":
        first -= 1
    while last < len(text) and last - end < _SIGNS and not text[last].isalnum() and text[last] != "\n":
        last += 1
    leads = text[first:start]
    return run[0], run[1], leads[1:] if leads[:1] == "." and leads[1:2] in _DIVIDES else leads, text[end:last]


def _common(signs: Sequence[str]) -> str | None:
    """Return what most have; None where they do not agree, or where there is nothing to be found again."""
    if len(signs) < _FEWEST:
        return None
    best, count = Counter(signs).most_common(1)[0]
    return best if (best.strip() or not best) and count >= _SHARE * len(signs) else None


def _begin(labelled: Labelled, first: int, last: int, behind: str) -> None:
    """Let a title begin its line, as those beside it do, where the signs that end one stand before what was read."""
    record, tokens = labelled.record, labelled.tokens
    place = record.text.find(behind, 0, tokens[first].start)
    words = [i for i in range(first) if tokens[i].start < place]
    if len(words) >= _WORDS and not any(labelled.labels[i][0] in _NAMES for i in words):
        labelled.labels[: last + 1] = [
            "T" if i < len(words) else "O" if label == "T" else label
            for i, label in enumerate(labelled.labels[: last + 1])
        ]


def _end(labelled: Labelled, last: int, behind: str) -> int:
    """Return the token that follows a title once it ends before the signs; the one behind its end if there are none."""
    record, tokens = labelled.record, labelled.tokens
    place = record.text.find(behind, tokens[last].end)
    line = record.line_at(tokens[last].start)
    begun = [start for start, _, sort in record.marks if sort != "em"]
    held = [end for start, end, sort in record.marks if sort != "em" and start <= tokens[last].start < end]
    most = min(held, default=len(record.text))
    for i in range(last + 1, min(last + 1 + _FAR, len(tokens))):
        parted = tokens[i].parted or tokens[i].start in begun or tokens[i].start >= most
        if place < 0 or parted or record.line_at(tokens[i].start) != line:
            break
        if tokens[i].start >= place:
            return i
        if labelled.labels[i] in _ONCE and not _is_elsewhere(labelled, i, last, place):
            break
    return last + 1


def _is_elsewhere(labelled: Labelled, at: int, last: int, place: int) -> bool:
    """Return whether a field that a title would go on over stands before the title or behind its end, too."""
    sign = labelled.labels[at]
    places = (i for i, label in enumerate(labelled.labels) if label == sign)
    return any(i < last or labelled.tokens[i].start >= place for i in places)


def _start(labelled: Labelled, first: int, before: str) -> int:
    """Return the first token of a title once it begins behind the signs; its first one if there are none."""
    record, tokens = labelled.record, labelled.tokens
    place = record.text.rfind(before, 0, tokens[first].start)
    line = record.line_at(tokens[first].start)
    begun = {sort for start, _, sort in record.marks if start == tokens[first].start}
    named = any(labelled.labels[i][0] in _NAMES for i in within(tokens, max(place, 0), tokens[first].start))
    if "em" in begun or ("link" in begun and not named):
        return first
    for i in range(first - 1, max(first - 1 - _FAR, -1), -1):
        if place < 0 or tokens[i + 1].parted or record.line_at(tokens[i].start) != line:
            break
        if tokens[i].start <= place + len(before):
            return i if tokens[i].start == place + len(before) else i + 1
    return first
