"""What a note says of a paper in its writer's own words: all that its lines hold beyond the bibliographic fields.

`Entry.remarks` are the words that the reader of a record took for a remark; what other lines about the paper hold, and
no field of it, is a remark as well.

What its writer thinks of it is told with that: the rating, whether it is read, and when it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kg import terms, untrusted
from kg.extraction import align, appraisal, citing, passages, ratings, states
from kg.extraction.citing import Citation
from kg.extraction.context import Context
from kg.extraction.entries import Entry, Field
from kg.extraction.outline import heading_kind
from kg.extraction.passages import Piece
from kg.extraction.ranges import marks_near
from kg.extraction.records.labels import Part, field_named, inline_fields, part_of, property_line
from kg.model import Block, BlockKind, Claim, Iri, MarkKind, Span
from kg.text import name_key

_TOLD = (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.FOOTNOTE)
_LEADS = (BlockKind.PARAGRAPH, BlockKind.ITEM)
_LISTED = (BlockKind.ROW, BlockKind.HEADING, BlockKind.RECORD)
_FEWEST = 3
"""Words that what stands beside the fields of a line needs to be a remark."""
_DASH = re.compile(r"[–—:-]\s*$")
"""What sets a remark off behind a field; two words are enough then."""
_QUOTED = 0.9
"""How sure it is that quoted words are of the paper that the quotation stands with."""
_LABEL = 12
"""Characters of a label in brackets before a remark, of which the bracket that opens is no part: `[en] ...`."""
_RELATED = re.compile(
    r"\W{0,100}(?:related|see also|similar|compare|cf|siehe auch|voir aussi)\b(?: papers?| work| to)?\W*", re.IGNORECASE
)
_NEXT_MEETING = re.compile(r"\W*(?:week|day|session|lecture|meeting) #?\d{1,3}\W{1,3}\d{4}-\d\d-\d\d\b", re.IGNORECASE)
"""The head of the next part of a page, which nothing marks as one."""
_LEADS_ON = re.compile(r"(?:on|of|about|by|from|in|to|the|a|an|see|for|with|über|von|sur|de)", re.IGNORECASE)
_LEAD = re.compile(r"(?:et al\.?)?[:;,]\s+(?=\S)")
"""What divides a remark from the field before it, and is no part of it."""
_EDGES = " \t\n.,;:()[]{}–—-|*_/·•\"“”'"
_ENDS = ".!?…)"
_SCRAP = re.compile(
    r"(?:in|by|from|with|and|at|vol(?:ume)?|pp?|pages|no|doi|arxiv|abs|pdf|paper|code|link|project|page|video|slides|"
    r"poster|oral|spotlight|et al|others|\d+|et|al|more|proceedings|proc|of|the|press|ed|eds|github|blog)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{2,}|[\u3040-\u9fff]")
_ABSTRACT = ("abstract", "zusammenfassung", "résumé", "resumen", "摘要")
_TAG = re.compile(r"(?<!\S)#\S+")
_FIELDS = frozenset(
    {
        Part.PUBLISHER,
        Part.EDITOR,
        Part.KIND,
        Part.KEY,
        Part.PAGES,
        Part.VOLUME,
        Part.IDENTIFIER,
        Part.YEAR,
        Part.VENUE,
        Part.LINK,
        Part.SPEAKER,
        Part.PRESENTER,
    }
)
"""Fields of a paper that are not kept, or that another rule has read."""
_PLACE = re.compile(r"(?i)(?:page|p\.|pp\.|seite|s\.|location|loc\.?)\s?[\d–-]{1,12}")
"""Where a highlight stands, as the title of its box."""
_PROPERTY = re.compile(r"[ \t>*_-]{0,8}(?P<name>[^\W\d_][\w() -]{0,28}?)[*_]{0,3}(?:::|\s?:)[*_]{0,3}(?=\s|$)")


def make(context: Context, entry: Entry) -> Iterator[Claim]:
    """Claim remark and abstract of a paper: the text, a line for each paragraph, with the places of its pieces."""
    if not entry.listed:
        return
    own = (piece for piece in map(_piece, entry.remarks) if context.owners.get(piece[0], entry) is entry)
    found = {*own, *_around(context, entry)}
    bare = (piece for one in found for piece in _without_fields(context.note.blocks[one[0]], one))
    tidy = [piece for piece in (_tidy(context, one) for one in bare) if piece[1] < piece[2]]
    said = sorted(piece for piece in tidy if not _is_about_others(context, entry, piece))
    copied = [piece for piece in said if _is_abstract(context, piece[0])]
    said = [piece for piece in said if piece not in copied]
    divided = [passages.divide(context.note, piece) for piece in said]
    mine = (piece for _, some in divided for piece in some if _says(context, piece))
    remark = sorted(piece for piece in mine if not _heads(context, entry, piece))
    for quote in sorted(piece for quoted, _ in divided for piece in quoted):
        text, places = passages.put_together(context.note, [quote])
        yield Claim(context.subject(entry), terms.HIGHLIGHT, text, places, entry.rule, _QUOTED)
    for predicate, pieces in (
        (terms.REMARK, remark),
        (terms.ABSTRACT, sorted([*map(_piece, entry.abstract), *copied])),
    ):
        if pieces:
            text, places = passages.put_together(context.note, pieces)
            yield Claim(context.subject(entry), predicate, text, places, entry.rule, entry.confidence)


def _heads(context: Context, entry: Entry, piece: Piece) -> bool:
    """Return whether a piece is the title of the paper again, or an item that names a part of the note."""
    index, start, end = piece
    block, key = context.note.blocks[index], name_key(context.note.blocks[index].prose[start:end])
    title = name_key(entry.title.text) if entry.title is not None and entry.title.block != index else ""
    titled = bool(title) and (key == title or (block.kind is BlockKind.HEADING and title.startswith(key)))
    headed = block.kind is BlockKind.ITEM or block.quote > 0
    alone = headed and end - start == len(block.prose)
    named = block.prose.strip()
    label = alone and (field_named(named) is Part.ASIDE or part_of(named) is Part.REMARK)
    label = label or (alone and (heading_kind(named) == "template" or _PLACE.fullmatch(named) is not None))
    return titled or label or (alone and _is_called_so([block], 0))


def _without_fields(block: Block, piece: Piece) -> Iterator[Piece]:
    """Cut a piece at the inline fields in it; of those, only values that are words of somebody are kept."""
    index, start, end = piece
    fields = [one for one in inline_fields(block.prose, 0, len(block.prose)) if one.start() < end and start < one.end()]
    for field in fields:
        if start < field.start():
            yield from _said(block, index, start, field.start())
        part = part_of(field["name"])
        told = part is Part.REMARK or len(_WORD.findall(field["value"])) >= _FEWEST
        if told and part not in _FIELDS and field_named(field["name"]) is None:
            yield index, *align.trim(block.prose, *field.span("value"))
        start = field.end()
    if not fields:
        yield piece
    elif start < end:
        yield from _said(block, index, start, end)


def _said(block: Block, index: int, start: int, end: int) -> Iterator[Piece]:
    """Yield the words between two inline fields, without white space around them."""
    start, end = align.trim(block.prose, start, end)
    if _WORD.search(block.prose, start, end):
        yield index, start, end


def _tidy(context: Context, piece: Piece) -> Piece:
    """Cut off a piece what led to it, and the rest of a bracket: of a label before it, of a link that follows."""
    index, start, end = piece
    prose = context.note.blocks[index].prose
    text = prose[start:end]
    closes, opens = text.find("]"), text.rfind("[")
    if 0 <= closes < _LABEL and "[" not in text[:closes]:
        start += closes + 1
    if opens >= 0 and "]" not in text[opens:]:
        end = min(end, start + opens) if closes < 0 else end - (len(text) - opens)
    start, end = align.trim(prose, start, max(start, end))
    lead = _LEAD.match(prose, start, end)
    return index, lead.end() if lead else start, end


def _is_about_others(context: Context, entry: Entry, piece: Piece) -> bool:
    """Return whether a piece only leads to something (`Article on`), or lists titles of other papers of the note."""
    index, start, end = piece
    text = context.note.blocks[index].prose[start:end]
    words = _WORD.findall(text)
    if _NEXT_MEETING.match(text):
        return True
    if len(words) <= _FEWEST and words and _LEADS_ON.fullmatch(words[-1]) and not text.rstrip().endswith(tuple(_ENDS)):
        return True
    if not _RELATED.match(text):
        return False
    for other in context.papers:
        if other is not entry and other.title is not None:
            text = text.replace(other.title.text, " ")
    return len(_WORD.findall(_RELATED.sub(" ", text))) < _FEWEST


def _is_abstract(context: Context, index: int) -> bool:
    """Return whether a block is a box called so, or stands below the word Abstract; items are one's own summary."""
    if context.note.blocks[index].info.casefold() in _ABSTRACT:
        return True
    blocks = context.note.blocks
    parent = blocks[index].parent
    if index == 0 or (blocks[index].kind is BlockKind.ITEM and not _is_called_so(blocks, parent)):
        return False
    head = parent if parent is not None and _is_called_so(blocks, parent) else index - 1
    below = [block for block in blocks[head + 1 : index + 1] if not block.quote or block.quote != blocks[head].quote]
    return _is_called_so(blocks, head) and not any(map(passages.is_highlight, below))


def _is_called_so(blocks: Sequence[Block], index: int | None) -> bool:
    """Return whether a block is the word Abstract, as a heading or a line of its own."""
    return index is not None and blocks[index].prose.strip("*_ .:").casefold() in _ABSTRACT


def _says(context: Context, piece: Piece) -> bool:
    """Return whether a piece has a word that is no tag, and is no picture."""
    block, (_, start, end) = context.note.blocks[piece[0]], piece
    marks = marks_near(block, start, end)
    if any(mark.kind is MarkKind.IMAGE and mark.start <= start and end <= mark.end for mark in marks):
        return False
    return _WORD.search(_TAG.sub("", context.note.blocks[piece[0]].prose[piece[1] : piece[2]])) is not None


def _piece(field: Field) -> Piece:
    return field.block, field.start, field.end


def _around(context: Context, entry: Entry) -> Iterator[Piece]:
    """Yield what the blocks about the paper hold where no reader has told a remark from the rest."""
    read = {*entry.labelled}
    for index in context.blocks_about(entry):
        block = context.note.blocks[index]
        if index in read or block.kind not in _TOLD:
            continue
        fields = sorted((field.start, field.end) for field in _fields(entry) if field.block == index)
        bare = entry.title is None and entry.short is None
        yield from _beside(block, index, fields, bare=bare) if fields else _whole(block, index)
    yield from _lead(context, entry)


def _lead(context: Context, entry: Entry) -> Iterator[Piece]:
    """Yield the line that ends with a colon and announces this one paper, which stands by itself below it."""
    blocks = context.note.blocks
    first = min(entry.blocks, default=entry.anchor.block)
    above = first - 1
    if above < 0 or above in context.owners or blocks[above].kind not in _LEADS:
        return
    after = next((at for at in range(first + 1, len(blocks)) if context.owners.get(at) is not entry), len(blocks))
    alone = after == len(blocks) or context.owners.get(after) is None or blocks[after].quote < blocks[first].quote
    if blocks[above].prose.rstrip().endswith((":", "：")) and alone and blocks[first].kind not in _LISTED:
        yield from _whole(blocks[above], above)


def _whole(block: Block, index: int) -> Iterator[Piece]:
    """Yield the lines of a block but for those that name a field of the paper or the note."""
    lines = [*align.lines(block)]
    told = [place for place in lines if not _is_field(block.prose[slice(*place)])]
    if len(told) == len(lines):
        told = [align.trim(block.prose, 0, len(block.prose))]
    for start, end in told:
        field = property_line(block.prose, start, end)
        first = field.start("value") if field else start
        if _WORD.search(block.prose, first, end):
            yield index, first, end


def _is_field(line: str) -> bool:
    found = _PROPERTY.match(line)
    if found is None or part_of(found["name"]) is Part.REMARK:
        return False
    return field_named(found["name"]) is not None or part_of(found["name"]) in _FIELDS


def _beside(block: Block, index: int, fields: list[tuple[int, int]], *, bare: bool) -> Iterator[Piece]:
    """Yield the pieces between the fields of a block that are words of somebody; beside a bare address, two are."""
    at = 0
    for start, end in [*fields, (len(block.prose), len(block.prose))]:
        if at < start:
            first, last = align.trim(block.prose, at, start, _EDGES)
            while last < start and block.prose[last] in _ENDS:
                last += 1
            lines = [place for place in align.lines(block) if place[0] < last and first < place[1]]
            for begin, stop in ((max(a, first), min(b, last)) for a, b in lines):
                words = [word for word in _WORD.findall(block.prose[begin:stop]) if not _SCRAP.fullmatch(word)]
                dash = bare or _DASH.search(block.prose[at:begin]) is not None
                apart = dash and block.prose[stop : stop + 1] in {"", "\n"}
                if len(words) >= _FEWEST - apart and not _is_field(block.prose[begin:stop]):
                    yield index, begin, stop
        at = max(at, end)


def _fields(entry: Entry) -> Iterator[Field]:
    single = (entry.title, entry.short, entry.citekey, entry.rating, entry.year, entry.venue, entry.presentation)
    noted = (entry.state, entry.read)
    yield from (field for field in (*single, *noted) if field is not None)
    for several in (entry.authors, entry.links, entry.tags, entry.keywords, entry.disputed):
        yield from several


_STATES = {states.TO_READ: terms.TO_READ, states.READING: terms.READING, states.READ: terms.READ}
_SURE = 0.9
_LABEL = 24
"""Characters of a label of a rating, at most."""


def rated(context: Context, entry: Entry) -> Iterator[Claim]:
    """Claim rating, scale and printed form of it, reading state and day of reading of a paper."""
    said: list[tuple[Iri, str | float, Field]] = []
    if entry.rating is not None:
        said += _rated(context, entry.rating)
    if entry.state is not None:
        said.append((terms.READING_STATE, _STATES[entry.state.text], entry.state))
    if entry.read is not None:
        said.append((terms.READ_ON, entry.read.text, entry.read))
    for predicate, value, place in said:
        subject = context.subject(entry)
        where = Span(context.note.id, *appraisal.evidence(context.note, place))
        headed = place.block in context.outline.above(entry.first_block)
        evidence = (where, subject.span) if headed else (where,)
        yield Claim(subject, predicate, value, evidence, entry.rule, entry.confidence)


def state_of_cited(context: Context, citation: Citation) -> Iterator[Claim]:
    """Claim the reading state of a paper that the item of a list of tasks cites."""
    subject = citing.paper_of(context, citation)
    state = appraisal.of_citation(context.note, citation.place)
    if subject is not None and state is not None:
        where = Span(context.note.id, *appraisal.evidence(context.note, state))
        yield Claim(subject, terms.READING_STATE, _STATES[state.text], (where,), citing.NAME, _SURE)


def _rated(context: Context, place: Field) -> Iterator[tuple[Iri, str | float, Field]]:
    printed = context.note.blocks[place.block].prose[place.start : place.end]
    number = untrusted.number(place.text)
    yield terms.RATING, int(number) if number.is_integer() else number, place
    rating = ratings.read(printed)
    scale = rating.scale if rating is not None else 0
    scale = scale or ratings.scale_of(_labelled(context, place))
    if scale and number <= scale:
        yield terms.RATING_SCALE, scale, place
    yield terms.RATING_TEXT, printed, place


def _labelled(context: Context, place: Field) -> str:
    """Return the header of the column in which a place stands, or the words right before it on its line."""
    block = context.note.blocks[place.block]
    if block.kind is not BlockKind.ROW:
        return block.prose[max(block.prose.rfind("\n", 0, place.start) + 1, place.start - _LABEL) : place.start]
    column = next((n for n, (start, end) in enumerate(block.cells) if start <= place.start <= end), -1)
    return align.heading(context.headers.get(block.group), column)
