"""What each token of a record is: the learned labels, what labels of the note forbid, and what its siblings say."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, chain, islice, pairwise

from kg.extraction.citations.features import describe, tagger
from kg.extraction.citations.people import is_given
from kg.extraction.citations.tokens import Token, shape, within
from kg.extraction.crf import Scores
from kg.extraction.records.labels import Part, part_of
from kg.extraction.records.record import Record
from kg.extraction.records.tokens import LEAST, OPENING, agreement, elide, layout_of, slots, tokens_of
from kg.extraction.records.venues import is_journal
from kg.extraction.shapes import is_name_shaped


@dataclass(frozen=True, slots=True)
class Labelled:
    """A record with what its tokens are."""

    record: Record
    tokens: list[Token]
    labels: list[str]
    gap: int = 0
    """How many tokens stand before those that were left out, in a long record."""


NAMES = "FGS"
_NAMED = NAMES + "TN"
_NO_CITATION, _NO_NAME, _NO_TITLE = "TNMVKXILPRC", "OAEY", NAMES + "AOYVKNMXILPRC"
"""What no token of a citation can be, what none of its family names can, and what none of a title can."""
_BARRED: dict[str, str] = {
    **dict.fromkeys((Part.LINK, Part.CODE, Part.REMARK, Part.ABSTRACT, Part.KIND), NAMES),
    Part.ASIDE: NAMES + "TYV",
    **dict.fromkeys((Part.YEAR, Part.VENUE, Part.PUBLISHER, Part.EDITOR), NAMES + "T"),
    **dict.fromkeys((Part.PRESENTER, Part.CONTRIBUTOR, Part.DATE, Part.RATING, Part.STATE, Part.KEYWORDS), NAMES + "T"),
    Part.IDENTIFIER: NAMES + "T",
}
"""What the value of a label cannot be, on its line: who speaks about a paper has not written it."""
_APART: dict[str, str] = {Part.TITLE: NAMES + "V", Part.AUTHORS: "TV"}
"""The same where title and authors have a label each."""
_DATED = (Part.YEAR, Part.VENUE)
_BESIDE_TITLE = (Part.AUTHORS, *_DATED)
"""Labels beside which one of the title holds for nothing else."""
_CLOSED = frozenset(["'", '"', "”", "’", "»", "」", "』", "》", "''", ".pdf", "pdf"])
"""What stands right behind a title and is no part of it."""
_NUMBERED = re.compile(r"\(\)|\[\d{1,3}\]")
"""The mark of a reference behind a title, and brackets around a picture."""
_HELD = "YVK"
"""What words that follow a title in its frame are, when they are no part of it."""
_CLOCK = re.compile(
    r"\W{0,3}\d{1,2}[:.h]\d\d(?:\s?[ap]m)?(?:\s?[-–—]\s?\d{1,2}[:.h]\d\d(?:\s?[ap]m)?)?(?=[\s:,|–—-])", re.IGNORECASE
)
"""The time of a talk at the beginning of a line."""
_LABEL = re.compile(
    r"[(\[]\[?@?[^\W\d_][\w:.+-]{0,60}\d\d[a-z]?[)\]]{1,2}(?=\s[^\W\d_])"
    r"|\W{0,3}[^\W\d_][\w:.+-]{0,60}\d\d[a-z]?\b"
    r"(?=\W{0,4}\s(?:[^\W\d_a-z]\.|[^\W\d_a-z][\w'’-]{1,30},? [^\W\d_a-z]{1,3}[.,\s]))"
)
"""What a reference is cited by: a key in brackets, or one before initials or a family name, `[Roe2009a]`, `LNZ23`."""
_KEY = re.compile(r"[^\W\d_][\w:.+-]{0,60}(?:1[5-9]|20)\d\d[a-z]?")
"""The key itself, with a whole year."""
_RATED = re.compile(
    r"""[.,;:!?)\]"”»—–-]["”»*_]?\s(?P<rating>(?P<named>(?:[Mm]y )?(?:[Rr]at(?:ing|ed)|[Ss]core)[: ]{1,2})?"""
    r"""(?:(?(named)\d(?:\.\d)?(?!/)|(?!))|\d(?:\.\d)?/(?:5|10)|10/10))(?![\w/%.,]*\d)"""
)
"""A rating behind what is said of a paper."""
_LEADING = 5
"""Fewest words before it on its line: a paper may stand behind one that leads."""
_QUOTES = {'"': '"', "“": "”", "«": "»", "„": "“", "‘": "’"}
_JOURNAL = 5
"""Most tokens of the name of a journal before a title in quotation marks."""
_BEHIND = 4
"""Most tokens from the last of a title to the mark that closes it."""
_PAIR, _AND = 3, ("&", "and", "und", "et", "y")
"""Tokens of two family names with a sign between them, and these signs."""
_LARGE = r"(?<!\w)[^\W\d_a-z][\w.'’-]{0,30}+"
_BRACKETED = re.compile(
    rf"(?P<family>(?:(?:de|von|van|du|la) ){{0,2}}{_LARGE}(?: {_LARGE}){{0,2}}) "
    rf"\((?P<given>{_LARGE}(?: {_LARGE}){{0,2}})\)(?:[,;.:]? (?:et |and |und |y |e |& )?|$)"
)
"""A family name, and the given name in brackets."""
_TITLE = 4
"""Fewest words of a short name that must be a title."""
_ENDING = 3
"""Tokens at the end of a link that may have been taken for something else."""
_UNLIKELY = 8.0
"""What that costs, in nats."""
_NEVER = 20.0
"""What it costs a label that a token cannot have."""


def label_each(lists: Sequence[Sequence[Record]]) -> list[list[Labelled]]:
    """Label the tokens of the records of some lists, in each of which all are siblings."""
    records = list(chain.from_iterable(lists))
    shortened = [elide(tokens_of(record)) for record in records]
    tokens = [found for found, _ in shortened]
    scores = _scores(records, tokens)
    _agree(lists, tokens, scores)
    read: list[Labelled] = []
    for record, (own, gap), best in zip(records, shortened, tagger().best_each(scores), strict=True):
        labels = [tagger().labels[number].rstrip("12") for number in best]
        _part_citations(record, own, labels)
        _complete_links(record, own, labels)
        _complete_frames(record, own, labels)
        _complete_pairs(own, labels)
        _part_quoted(own, labels)
        _complete_brackets(own, labels)
        _read_bracketed_names(record, own, labels)
        read.append(Labelled(record, own, labels, gap))
    return [read[start:end] for start, end in _bounds(lists)]


def _bounds(lists: Sequence[Sequence[Record]]) -> Iterator[tuple[int, int]]:
    """Return the number of the first record of each list, and of the one behind its last."""
    return pairwise(accumulate(map(len, lists), initial=0))


def _agree(lists: Sequence[Sequence[Record]], tokens: Sequence[Sequence[Token]], scores: list[Scores]) -> None:
    """Add to the scores of each record what its siblings say."""
    companies = [(start, end) for start, end in _bounds(lists) if end - start >= LEAST]
    if not companies:
        return
    alone = iter(tagger().chances_each([score for start, end in companies for score in scores[start:end]]))
    records = list(chain.from_iterable(lists))
    for start, end in companies:
        placed = [slots(record, found) for record, found in zip(records[start:end], tokens[start:end], strict=True)]
        for number, more in enumerate(agreement(placed, list(islice(alone, end - start))), start):
            scores[number] = scores[number] + more


def _part_citations(record: Record, tokens: Sequence[Token], labels: list[str]) -> None:
    """Take citations that links show for other papers: all beside authors, else all but the first."""
    cited = [within(tokens, start, end) for start, end, _ in record.citations()]
    inside = set(chain.from_iterable(cited))
    first = cited[0].start if cited and len(cited[0]) else len(labels)
    if len(cited) == 1 and "T" in labels[:first] and not any(sign[0] in NAMES for sign in labels[:first]):
        others = [i for i in range(first, len(labels)) if labels[i][0] in NAMES + "A" and i not in inside]
        if not any(labels[i][0] == "G" for i in others):  # words of a remark, and no list of full names
            labels[:] = ["O" if i in others else sign for i, sign in enumerate(labels)]
    named = any(sign in NAMES for i, sign in enumerate(labels) if i not in inside)
    for i in chain.from_iterable(cited if named else cited[1:]):
        labels[i] = "O"


def _complete_links(record: Record, tokens: Sequence[Token], labels: list[str]) -> None:
    """End a title that is the text of a link with the link: give it a last letter back, and take a long text off."""
    titled = [i for i, label in enumerate(labels) if label == "T"]
    quoted = len(titled) <= _ENDING and all(tokens[i].text.islower() for i in titled)
    for start, end, sort in record.marks:
        inside = within(tokens, start, end) if sort == "link" else []
        if quoted and inside and start == 0 and titled and len(inside) > _ENDING and titled[0] > inside[-1]:
            for i in (*titled, *inside):  # `[A title](...): the "slow" way of doing it`
                labels[i] = "M" if i in titled else "T"
        if not inside or labels[inside[0]] != "T":
            continue
        last = max(i for i in inside if labels[i] == "T")
        behind = inside[-1] + 1
        if labels[behind : behind + 2].count("T") == 1 and len(tokens[behind].text) == 1:
            labels[behind] = "M"  # a grade: `[A title](...) A+`
        rest = range(last + 1, behind)
        words = [i for i in rest if tokens[i].text[0].isalnum()]
        short = len(rest) <= _ENDING and len(words) == 1 and not any(tokens[i].text in OPENING for i in rest)
        if short and len(tokens[words[0]].text) == 1 and labels[words[0]][0] in NAMES + "OM":
            labels[last : inside[-1] + 1] = ["T"] * (len(rest) + 1)


def _complete_frames(record: Record, tokens: Sequence[Token], labels: list[str]) -> None:
    """Let a title fill what the layout sets off for it, where the names of the authors stand apart.

    So it is with the value of a label or a column, a heading, a text in bold and the text of a link. In what no label
    names, words that were read as another field are no part of the title.
    """
    people = [i for i, sign in enumerate(labels) if sign[0] in NAMES]
    for start, end, is_stated in _frames(record):
        inside = within(tokens, start, end)
        if is_stated and "T" not in labels:
            labels[inside.start : inside.stop] = ["T"] * len(inside)
        titled = [i for i in inside if labels[i] == "T"]
        if not titled or (not is_stated and (not people or any(i in inside for i in people))):
            continue
        begins = next(i for i in inside if labels[i] == "T" or tokens[i].text[0].isalpha())
        opened = tokens[titled[0] - 1].text in _QUOTES and set(labels[begins : titled[0]]) <= set("OM")
        first, last = begins if is_stated or opened else titled[0], _title_end(record, tokens, titled[-1], inside[-1])
        if is_stated or not any(labels[i] in _HELD for i in range(titled[-1], last + 1)):
            labels[first : last + 1] = ["T"] * (last + 1 - first)


def _complete_pairs(tokens: Sequence[Token], labels: list[str]) -> None:
    """Give a family name the one before it, joined by a sign, that begins the record: `Roe & Doe 2019`."""
    joined = len(labels) > _PAIR and tokens[1].text in _AND and labels[2][0] == "F" and labels[_PAIR] in "YO"
    if joined and labels[0] in "AO" and tokens[0].text[0].isupper():
        labels[:2] = [labels[2], "O"]


def _part_quoted(tokens: Sequence[Token], labels: list[str]) -> None:
    """Part a title in quotation marks from the name of a journal between the year and it."""
    for first in [i for i, sign in enumerate(labels) if sign == "T" and (i == 0 or labels[i - 1] != "T")]:
        last = next((i - 1 for i in range(first, len(labels)) if labels[i] != "T"), len(labels) - 1)
        opens = next((i for i in range(first + 1, last) if tokens[i].text in _QUOTES), None)
        if opens is None or opens - first > _JOURNAL or first == 0 or labels[first - 1] != "Y":
            continue
        ends = range(opens + 1, min(last + _BEHIND, len(tokens)))
        closes = [i for i in ends if tokens[i].text in _QUOTES.values()]
        if closes and is_journal([token.text for token in tokens[first:opens]]):
            closed = closes[-1] if closes[-1] >= last else closes[0]
            labels[first:opens] = ["V"] * (opens - first)
            labels[opens : last + 1] = ["M"] * (last + 1 - opens)
            labels[opens + 1 : closed] = ["T"] * (closed - opens - 1)
            labels[opens] = labels[closed] = "O"


def _complete_brackets(tokens: Sequence[Token], labels: list[str]) -> None:
    """Give a title its words in brackets, and what follows: `Changing (computational) linguistics`, `(Re)reading`.

    A word in brackets before a title is the short name: `(BEAN) A method for beans`.
    """
    opens = [i for i, token in enumerate(tokens) if token.text == "("]
    for first in opens:
        behind = first + 1
        closes = next((i for i in range(behind, len(tokens)) if tokens[i].text in "()"), 0)
        last = next((i - 1 for i in range(behind, len(labels)) if labels[i] != labels[behind]), len(labels) - 1)
        if not behind < closes < last or tokens[closes].text != ")":
            continue
        amid = first > 0 and labels[first - 1] == "T" and labels[behind] == "V"
        leads = labels[behind] == "T" and "T" not in labels[:first]
        named = closes - first <= _PAIR and tokens[closes + 1].spaced and is_name_shaped(tokens[behind].text)
        if leads and named:
            labels[first : closes + 1] = ["O", *["N"] * (closes - behind), "O"]
        elif amid or leads:
            labels[first : last + 1] = ["T"] * (last + 1 - first)


def _names_given(text: str) -> bool:
    """Return whether words are given names: a common one, or an initial, and no acronym."""
    return len(text.rstrip(".")) == 1 or (not text.isupper() and is_given(text.split(maxsplit=1)[0]))


def _read_bracketed_names(record: Record, tokens: Sequence[Token], labels: list[str]) -> None:
    """Read the names that a record begins with where given names stand in brackets: `Lind (Ada), Roe (M.), A title`."""
    found, place = _BRACKETED.match(record.text), 0
    while found is not None and (place or _names_given(found["given"])):
        family, given = within(tokens, *found.span("family")), within(tokens, *found.span("given"))
        place = found.end()
        for i in within(tokens, found.start(), place):
            labels[i] = "G" if i in given else "F" if i in family else "A"
        labels[family[0]] = "FB"
        found = _BRACKETED.match(record.text, place)


def _title_end(record: Record, tokens: Sequence[Token], last: int, most: int) -> int:
    """Return the last token of a title behind what was read of it: before a quotation mark, or a change of type."""
    begun = [start for start, _, sort in record.marks if sort != "em"]
    for i in range(last + 1, most + 1):
        closed = tokens[i].text in _CLOSED or _NUMBERED.match(record.text, tokens[i].start)
        if closed or tokens[i].start in begun or tokens[i].parted:
            return i - 1
    return most


def _frames(record: Record) -> Iterator[tuple[int, int, bool]]:
    """Yield what may hold a title and nothing else: from, to, and whether a label or the header of a column says so."""
    labelled = record.labelled()
    parts = {sort for _, _, sort in labelled}
    if Part.TITLE in parts and not parts.isdisjoint(_BESIDE_TITLE):
        yield from ((start, end, True) for start, end, sort in labelled if sort == Part.TITLE)
    elif Part.AUTHORS in parts and not parts.isdisjoint(_DATED):
        yield from ((start, end, True) for start, end, sort in labelled if sort == Part.PAPER)
    if parts.isdisjoint((Part.TITLE, Part.PAPER)) and not parts.isdisjoint(_BESIDE_TITLE):
        named = [(start, end) for start, end, sort in labelled if sort == Part.SHORT]
        yield from ((*place, True) for place in named if len(record.text[slice(*place)].split()) >= _TITLE)
    if record.lines[0].kind == "h":
        end = record.starts[1] - 1 if len(record.starts) > 1 else len(record.text)
        yield 0, end, Part.AUTHORS in parts and Part.TITLE not in parts
    yield from ((start, end, False) for start, end, sort in record.marks if sort in ("strong", "link"))


def _scores(records: Sequence[Record], tokens: Sequence[Sequence[Token]]) -> list[Scores]:
    """Score the labels of each token; what a token cannot be costs a lot."""
    network = tagger()
    described = []
    for record, found in zip(records, tokens, strict=True):
        marks = [mark for mark in record.marks if mark[2] != "reference"]
        described.append(describe(found, marks, layout_of(record, found)))
    scores = network.scores_each(described)
    for record, found, score in zip(records, tokens, scores, strict=True):
        starts = [token.start for token in found]
        for start, end, signs, cost in (*_barred(record), *_fixed(record, found)):
            score[bisect_left(starts, start) : bisect_left(starts, end), _columns(signs)] -= cost
    return scores


@cache
def _columns(signs: str) -> list[int]:
    """Return the columns of the labels that begin with one of some letters."""
    return [n for n, label in enumerate(tagger().labels) if label[0] in signs]


def _barred(record: Record) -> Iterator[tuple[int, int, str, float]]:
    """Return what the value of each label cannot be, on its line: from, to, labels, costs."""
    labelled = record.labelled()
    barred = {**_BARRED, **(_APART if {Part.TITLE, Part.AUTHORS} <= {sort for _, _, sort in labelled} else {})}
    for start, end, sort in (*record.marks, *labelled):
        if sort in ("known", "label"):
            yield start, end, _NAMED, _NEVER
        elif sort in barred and start < end:
            line = record.line_at(start)
            if sort == Part.REMARK and record.lines[line].kind in "rR":
                continue  # a column of models names their authors, too
            yield start, min(end, record.line_end(line)), barred[sort], _UNLIKELY


def _fixed(record: Record, tokens: Sequence[Token]) -> Iterator[tuple[int, int, str, float]]:
    """Return which words are never of a name or a title.

    These are times of day, labels of a card that is a table, addresses, and ratings with the words behind them. What a
    link shows of a citation, `[Roe et al., 2019](...)`, is of no title either.
    """
    yield from _fixed_names(record, tokens)
    yield from _fixed_cells(record)
    for number, begun in enumerate(record.starts):
        if led := _CLOCK.match(record.text, begun):
            yield begun, led.end(), _NAMED + "V", _NEVER
        if keyed := _LABEL.match(record.text, begun):
            yield begun, keyed.end(), _NAMED + "AYV", _NEVER
            whole = _KEY.search(record.text, begun, keyed.end())
            yield (*(whole.span() if whole else (begun, begun)), "OMXILPRC", _NEVER)
        cell = record.lines[number]
        if cell.part is Part.TITLE and (cell.kind not in "rR" or len(record.lines) == 1):
            yield begun, record.line_end(number), _NO_TITLE, _NEVER
        if cell.kind == "r" and cell.level == 0 and part_of(record.looks[number].text) is not None:
            yield begun, begun + cell.end - cell.start, _NAMED + "V", _NEVER
    for token in tokens:
        if shape(token.text) in ("URL", "DOI"):
            yield token.start, token.end, _NAMED + "V", _NEVER
    for rated in _RATED.finditer(record.text):
        line = record.line_at(rated.start())
        if rated["named"] or len(record.text[record.starts[line] : rated.start()].split()) >= _LEADING:
            yield rated.start("rating"), rated.end(), _NAMED + "V", _NEVER
            yield rated.end(), record.line_end(line), "T", _UNLIKELY


def _fixed_cells(record: Record) -> Iterator[tuple[int, int, str, float]]:
    """Return the cells beside a column that holds the paper in words: they are of no title."""
    cells = list(zip(record.starts, record.lines, record.looks, strict=False))
    if any(cell.part is Part.PAPER and look.words > 1 and not look.only_links for _, cell, look in cells):
        for start, cell, _ in cells:
            if cell.kind in "rR" and cell.part is None:
                yield start, start + cell.end - cell.start, "T", _UNLIKELY


def _fixed_names(record: Record, tokens: Sequence[Token]) -> Iterator[tuple[int, int, str, float]]:
    """Return which words of links are names: those of a citation, and those before the title of a reference."""

    def capitals(start: int, end: int, signs: str) -> Iterator[tuple[int, int, str, float]]:
        named = (tokens[i] for i in within(tokens, start, end) if tokens[i].text[0].isupper())
        yield from ((name.start, name.end, signs, _NEVER) for name in named)

    for start, end, first in record.citations():
        yield start, first, _NAMED, _NEVER
        yield first, end, _NO_CITATION, _NEVER
        yield from capitals(first, end, _NO_NAME)
    for start, title in record.references():
        yield from capitals(start, title, _NO_NAME + _NO_CITATION)
        yield title, title + 1, NAMES, _NEVER
