"""Names by what stands around them: in a line or a link, before a year, a key, and what repeats and is none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from kg.extraction import citation_forms
from kg.extraction.citations.people import is_name, is_surname
from kg.extraction.citations.reading import title_run
from kg.extraction.citations.tokens import within
from kg.extraction.names import CJK, is_no_surname, split_names
from kg.extraction.records.labelling import NAMES, Labelled
from kg.extraction.title_author import KNOWN, looks_like_names
from kg.extraction.venues import read_venue

JOINTS = frozenset(["and", "und", "et", "y", "e", "и"])
"""Words between two names."""
_LED = 2
"""Links of a list that are surely names."""
_FEWEST, _SHARE = 3, 0.6
"""Records that repeat a line, and their share of a list."""
_SURELY = re.compile(r"(?:Mc|O['’])[A-Z]")
"""What no word but a family name begins with."""


def names_before_years(read: Sequence[Labelled]) -> None:
    """Take the words before a year for authors: `Hart 2017. A title. Oikos`, `Lind & Roe (2010) - A title`.

    They are two or a common family name, or stand where those of other records of the list have such names.
    """
    found = [(one, *named) for one in read if (named := _words_before_year(one))]
    words = {one.tokens[places[0][0]].text for one, places, _ in found}
    habit = len(words) > 1 and (
        any(several for *_, several in found) or any(is_surname(word) or _SURELY.match(word) for word in words)
    )
    for one, places, several in found:
        at = places[0][0]
        word = one.tokens[at].text
        if habit or several or is_surname(word) or _SURELY.match(word) or (not at and one.labels[at] == "V"):
            for inside in places:
                one.labels[inside[0] : inside[-1] + 1] = ["FB", *["F"] * (len(inside) - 1)]


def _words_before_year(labelled: Labelled) -> tuple[Sequence[Sequence[int]], bool] | None:
    """Return where names before a year stand that were read as nothing, or as a journal or another title.

    With them is told whether they are several, or others are said to be with the one.
    """
    tokens, labels, text = labelled.tokens, labelled.labels, labelled.record.text
    if any(label[0] in NAMES for label in labels):
        return None
    begun = citation_forms.NARRATIVE.match(text)
    if begun is not None and citation_forms.named_in(begun)[0]:
        places = [within(tokens, *place) for place in citation_forms.name_places(begun)]
        others = within(tokens, begun.end("names"), begun.start("years"))
        before = {labels[i] for inside in places for i in inside}
        known = any(is_surname(tokens[inside[-1]].text) for inside in places) and "T" in labels[others.stop :]
        if before == {"O"} or (len(places) > 1 and len(before) == 1 and before <= {*"TV"} and known):
            return places, len(places) > 1 or any(labels[i] == "X" for i in others)
    for i in range(len(labels) - 1):
        word, apart = tokens[i].text, not i or labels[i - 1] != labels[i]
        behind = i + 2 if tokens[i + 1].text in ",(" else i + 1
        is_dated = labels[i] == "V" and apart and labels[behind : behind + 1] == ["Y"]
        if is_dated and word[0].isupper() and not word.isupper():
            return ([[i]], False) if read_venue(word) is None and not is_no_surname(word) else None
    return None


def leave_repeated(read: Sequence[Labelled]) -> None:
    """Take a line below the first that most records of a list repeat for a remark, where it is quoted or read so."""
    found = [(one, at) for one in read for at in one.record.tokens_by_line(one.tokens)[1:] if at]
    lines = [one.record.text[one.tokens[at[0]].start : one.tokens[at[-1]].end] for one, at in found]
    counted = Counter(lines)
    told = {text for (one, at), text in zip(found, lines, strict=True) if _is_told(one, at)}
    for (one, at), text in zip(found, lines, strict=True):
        again = text in told and counted[text] >= max(_FEWEST, _SHARE * len(read))
        if again and "T" not in one.labels[at[0] : at[-1] + 1]:
            one.labels[at[0] : at[-1] + 1] = ["M"] * len(at)


def _is_told(labelled: Labelled, line: Sequence[int]) -> bool:
    """Return whether a line was read as a remark, or is quoted."""
    record = labelled.record
    block = record.note.blocks[record.lines[record.line_at(labelled.tokens[line[0]].start)].index]
    return block.quote > 0 or {labelled.labels[i] for i in line} <= {*"MO"}


def names_in_links(read: Sequence[Labelled]) -> None:
    """Take the text of a link for the authors where the title stands behind it, as in a list of such: `[Poe](…) Moss`.

    At least two of the links are surely names.
    """
    led = []
    for one in read:
        end = next((end for start, end, sort in one.record.marks if sort == "link" and start == 0), 0)
        inside = within(one.tokens, 0, end)
        line = one.record.tokens_by_line(one.tokens)[0] if inside else range(0)
        behind = range(inside[-1] + 1, line.stop) if inside else line
        if behind and one.tokens[behind[0]].text[0].isalnum() and {one.labels[i] for i in behind} <= {*"TO"}:
            led.append((one, inside, behind, looks_like_names(one.record.text[:end]) >= KNOWN))
    if sum(sure for *_, sure in led) < _LED:
        return
    for one, inside, behind, _ in led:
        one.labels[inside[0] : behind[-1] + 1] = [*["O"] * len(inside), *["T"] * len(behind)]
        take_persons(one, [i for i in inside if one.tokens[i].text not in ("et", "al")])


def name_like_others(read: Sequence[Labelled]) -> None:
    """Take the first word of a record for a family name where it was taken for a short name, if most begin with names.

    So it is with `Diter. What snow is` beside `Lind. What roofs are`.
    """
    begun = [one.record.text[one.tokens[0].end : one.tokens[1].end] if len(one.tokens) > 1 else "" for one in read]
    named = Counter(sign for one, sign in zip(read, begun, strict=True) if one.labels[:2] == ["FB", "O"])
    for one, sign in zip(read, begun, strict=True):
        if one.labels[:2] == ["N", "O"] and named[sign] >= max(2, (len(read) + 1) // 2) and not sign[:1].isalpha():
            one.labels[0] = "FB"


_CALLED = re.compile(
    r"\W{0,3}\[(?P<key>[A-Z][a-z]{1,20}[a-z]?)\] (?:[A-Z]\.[ -]?){1,3}(?P<family>[A-Z][\w'’-]{1,30})(?=,| and | et )"
)
"""The key of a reference that is but the family name of its first author: `[Lind] A. Lind and B. Roe, ...`."""
_KEYED = re.compile(r"\W{0,3}\[(?P<key>[^\W\d_][\w:.+-]{1,40}(?:1[5-9]|20)\d\d[\w:.+-]{0,40})\](?=\n)")
"""A key with a year, on a line of its own above the reference: `[Lind:2012:WIREs]`."""
_DATED_KEY = re.compile(r"\W{0,3}(?P<key>[A-Z][A-Za-z]{1,15}(?:19|20)\d\d[a-z]?):[\s:]{1,9}")
"""A key that is letters and a year: `Lind2004: Ada Lind, ...`."""
_ALIKE = 2
"""Letters that such a key has in common with the name."""


def read_key(labelled: Labelled) -> None:
    """Take for the key what stands alone above a reference, letters and a year before names, or `[Lind]`."""
    called, dated = _CALLED.match(labelled.record.text), _DATED_KEY.match(labelled.record.text)
    alike = called if called is not None and called["key"][:_ALIKE] == called["family"][:_ALIKE] else None
    found = _KEYED.match(labelled.record.text) or dated or alike
    behind = next((i for i, token in enumerate(labelled.tokens) if dated and token.start >= dated.end()), None)
    if found is None or (found is dated and (behind is None or labelled.labels[behind][0] != "G")):
        return
    for i in within(labelled.tokens, *found.span("key")):
        labelled.labels[i] = "K"


def part_journal(labelled: Labelled, *, untitled: bool = False) -> None:
    """Give a journal the `J.` that was read as an initial, and the name behind it: `C. Moor, J. Chem. Phys.`.

    It is in italics with the rest, or the words behind it are cut short, too; without a title, a name may hold a word
    of it.
    """
    labels, tokens = labelled.labels, labelled.tokens
    first = labels.index("V") if "V" in labels else 0
    last = first - 1 - (tokens[first - 1].text == ".") if first else -1
    if last < 0:
        return
    begins = next((i for i in range(last, -1, -1) if labels[i].endswith("B") or labels[i] == "A"), last)
    named = begins < last and labels[begins] == "GB" and labels[last][0] == "F"
    begins = begins if named else last
    slanted = any(sort == "em" and start == tokens[begins].start for start, _, sort in labelled.record.marks)
    short = any(labels[i] == "V" and tokens[i + 1].text == "." for i in range(first, len(labels) - 1))
    if tokens[begins].text == "J" and labels[begins][0] == "G" and ((named and untitled) or slanted or short):
        labels[begins:first] = ["V"] * (first - begins)


_AND = re.compile(r"–|(?<=\.) (?:y|e|et|und|en) (?=[^\W\d_a-z])")
"""What stands between two names, and may be a part of one: `Lind, A. y Roe, B.`."""


def take_persons(labelled: Labelled, line: Sequence[int]) -> None:
    """Label the words of a line of names, with the family name first or last, where some were read as nothing."""
    tokens, labels = labelled.tokens, labelled.labels
    start, end = (tokens[line[0]].start, tokens[line[-1]].end) if line else (0, 0)
    text = _AND.sub(lambda found: ";".ljust(len(found[0])), labelled.record.text[start:end])
    for first, last, _ in split_names(text).names:
        at = [i for i in line if tokens[i].start < start + last and start + first < tokens[i].end]
        words = [i for i in at if tokens[i].text[0].isalpha() or (tokens[i].text in ".-" and not tokens[i].spaced)]
        if len(words) > 1 and tokens[words[-1]].text == "." and len(tokens[words[-2]].text) > 1:
            words.pop()  # `Lind, Ada.`
        if not words or all(labels[i][0] in NAMES for i in words):
            continue
        comma = next((i for i in at if tokens[i].text == ","), -1)
        initial = len(words) in (2, 3) and len(tokens[words[1]].text) == 1
        turned = comma if comma >= 0 else words[1] if initial else -1
        lone = len([i for i in words if tokens[i].text[0].isalpha()]) == 1
        for i in words:
            labels[i] = "F" if lone or (i < turned if turned >= 0 else i == words[-1]) else "G"
        labels[words[0]] += "B"
        if comma >= 0:
            labels[comma] = "A"


_CREDITED = re.compile(r"\W{0,4}(?P<name>[^()（）\n]{2,120}?)\s?[(（](?P<cite>[^()（）\n]{6,80})[)）]\s?[—–:：-]")
"""Authors and year behind the name of a paper, and a dash or colon before what is said of it."""


def name_before_citation(labelled: Labelled) -> None:
    """Take the name before authors and year for the title where Eastern signs behind them are: they are a remark."""
    record = labelled.record
    found = _CREDITED.match(record.text)
    if found is None or CJK.search(found["name"]) or not CJK.search(record.text, found.end(), record.line_end(0)):
        return
    titled = title_run(labelled.tokens, labelled.labels)
    behind = titled is not None and labelled.tokens[titled[0]].start >= found.end()
    if behind and citation_forms.whole(record.text, *found.span("cite")) is not None:
        labelled.labels[:] = ["M" if label == "T" else label for label in labelled.labels]
        for i in within(labelled.tokens, *found.span("name")):
            labelled.labels[i] = "T"


_ARTICLES = frozenset(
    "the a an der die das den ein eine le la les un une il lo gli el los las una o os as um uma het de een".split()
)


def join_titles(labelled: Labelled) -> None:
    """Give a title its first words, which a comma parts from the author: `Karel Lind, La Neige. Une histoire, 1979`.

    One word, or words behind an article, behind a whole name are no second author, unless something joins the two.
    """
    tokens, labels = labelled.tokens, labelled.labels
    run = title_run(tokens, labels)
    stop = run[0] - 1 if run is not None else 0
    if (
        stop > 1
        and labels[stop][0] in NAMES
        and tokens[stop].text.casefold() in _ARTICLES
        and tokens[stop - 1].text == ","
    ):
        labels[stop] = "T"
    if stop < _LED or tokens[stop].text != "." or labels[stop - 1][0] not in NAMES:
        return
    commas = [i for i in range(stop) if tokens[i].text == ","]
    first = commas[-1] + 1 if commas else 0
    before = [token.text for token, label in zip(tokens[:first], labels, strict=False) if label[0] in NAMES]
    words = [token.text for token in tokens[first:stop]]
    article = len(words) > 1 and words[0].casefold() in _ARTICLES
    alone = len(words) == 1 and len(words[0]) > 1 and not is_name(words[0])
    if len(commas) == 1 and len(before) > 1 and all(map(str.isalpha, before)) and (article or alone):
        labels[first : stop + 1] = ["T"] * (stop + 1 - first)
