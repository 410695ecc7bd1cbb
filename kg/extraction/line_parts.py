"""Taking one line apart from both ends: dates, venues, names before the title; authors, venue, links behind it."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from kg.extraction import align, names, patterns, shapes
from kg.extraction.author_lines import are_people, people_before
from kg.extraction.details import Details
from kg.extraction.entries import Field
from kg.extraction.link_labels import is_link_label, own_links
from kg.extraction.loose import dated_before, read_bracket, read_loose
from kg.extraction.plain_titles import Line, read_plain, read_tail
from kg.extraction.ranges import links_near, marks_near
from kg.extraction.venues import read_venue
from kg.links import find_identifiers
from kg.model import Block, LinkKind, MarkKind
from kg.text import name_key

_FEW = 3


@lru_cache(maxsize=1024)
def take_apart(block: Block, index: int, first: int, last: int) -> Line | None:
    """Take a line apart; None when nothing in it has the form of a title or a name."""
    prelude = patterns.PRELUDE.match(block.prose, first, last)
    start = prelude.end() if prelude else first
    start, details = _lead(block, index, start, last)
    led = details.venue is not None
    cut = _cut(block, start, last)
    after = read_loose(block, index, cut, last) if cut < last else Details()
    links = Details(links=own_links(block, index, first, last))
    line = _named(block, index, start, cut)
    if line is None:
        return None
    trailing = after if after.explained else Details()
    dated = dated_before(block, index, first, prelude.end() if prelude else first)
    both = details.and_then(line.details).and_then(trailing).and_then(links).and_then(dated)
    return replace(line, details=both, sure=line.sure or led)


def _lead(block: Block, index: int, start: int, last: int) -> tuple[int, Details]:
    """Read venue and year before the title: in brackets, as code or bold, or divided by a bar."""
    details = Details()
    for _ in range(3):
        prelude = patterns.PRELUDE.match(block.prose, start, last)
        start = prelude.end() if prelude else start
        end = _chunk(block, start, last)
        if end is None:
            break
        a, b = align.trim(block.prose, start, end, " \t[](){}|:*`")
        read = _dated(block, index, a, b) or (read_loose(block, index, a, b) if a < b else Details())
        if not (read.explained and (read.venue or read.year) and not read.authors):
            break
        details, start = details.and_then(read), end
    return start, details


def _dated(block: Block, index: int, start: int, end: int) -> Details | None:
    """Read `Physics Letters B 2012` before a title: a name with a year, whatever the lexicon has."""
    match = patterns.NAME_YEAR.fullmatch(block.prose, start, end)
    if not match or not shapes.is_title_case(match.group(1)):
        return None
    venue = align.field(block, index, start, end)
    return Details(venue=venue, year=align.field(block, index, *match.span(2)), letters=end - start)


def _chunk(block: Block, start: int, last: int) -> int | None:
    """Return where a bracket, a run of code or a part before a bar ends that begins here."""
    bracket = patterns.BRACKET.match(block.prose, start, last)
    if bracket:
        return bracket.end()
    for mark in marks_near(block, start, start):
        if mark.start == start and mark.kind in (MarkKind.CODE, MarkKind.STRONG, MarkKind.EM):
            return mark.end
    bar = patterns.BAR.match(block.prose, start, last)
    return bar.end() if bar else None


def _cut(block: Block, start: int, last: int) -> int:
    """Return where the labels of links, addresses or identifiers begin that close a line."""
    cuts = [
        link.start
        for link in links_near(block, start, last)
        if start < link.start < last
        and link.kind in (LinkKind.INLINE, LinkKind.BARE, LinkKind.IMAGE)
        and (link.kind is not LinkKind.INLINE or is_link_label(block.prose[link.start : link.end]))
    ]
    cuts += [start + a for a, _, _ in find_identifiers(block.prose[start:last])]
    return min(cuts, default=last)


def _named(block: Block, index: int, start: int, stop: int) -> Line | None:
    """Find title and short name in the middle of a line."""
    start, stop = align.trim(block.prose, start, stop, " \t\n[(|:–—-,;*")
    see = patterns.SEE.search(block.prose, max(start, stop - 30), stop)
    stop = see.start() if see else stop
    task = patterns.TASK.match(block.prose, start, stop)
    start = task.end() if task else start
    lead = patterns.LEAD_WORDS.match(block.prose, start, stop)
    after = lead.end() if lead else start
    if lead and (block.prose[after] in '"“„«' or any(mark.start == after for mark in marks_near(block, after, after))):
        start = after + (block.prose[after] in '"“„«')
    if start >= stop:
        return None
    marked = _marked(block, start, stop)
    if marked is not None:
        a, b, end = marked
        text = align.one_line(block.prose[a:b])
        if shapes.is_short_name(text) and len(shapes.words(text)) <= 3 and not are_people(text):
            line = _after_short(block, index, align.field(block, index, a, b), end, stop)
            if line is not None:
                return line
        if (
            not shapes.is_title_like(text)
            or are_people(text)
            or patterns.PERSONAL.match(text)
            or patterns.INNER_STOP.search(text)
        ):
            return None
        title = align.field(block, index, *align.trim(block.prose, a, b, " \t.,;:"))
        return Line(title, None, read_tail(block, index, end, stop), True, end)
    return _unmarked(block, index, start, stop)


def _unmarked(block: Block, index: int, start: int, stop: int) -> Line | None:
    """Find title and short name where nothing marks them."""
    told = _authors_first(block, index, start, stop)
    if told is not None and (told.sure or (told.details.year and patterns.WHO_YEAR.match(block.prose, start, stop))):
        return told
    lead = patterns.NAME.match(block.prose, start, stop)
    if lead and shapes.is_short_name(lead.group().strip()):
        short = align.field(block, index, *lead.span())
        line = _after_short(block, index, short, lead.end(), stop)
        if line is not None and line.title is None and len(shapes.words(short.text)) > 1:
            line = replace(line, title=short, short=None)
        if line is not None and (line.sure or block.prose[lead.end() : lead.end() + 1] != ":"):
            return line
    return told or read_plain(block, index, start, stop)


def _authors_first(block: Block, index: int, start: int, stop: int) -> Line | None:
    """Read `Hoeting et al. 1999 - Title`, `A. Byron, B. Lee: Title, STOC 2019` and `A. Byron, «Title», 1851`."""
    quoted = patterns.QUOTED.search(block.prose, start, stop)
    if quoted and quoted.start() > start:
        who = people_before(block, index, start, quoted.start())
        if who is not None and shapes.is_title_like(quoted.group(1)):
            title = align.field(block, index, *align.trim(block.prose, *quoted.span(1), " \t.,;:"))
            return Line(title, None, who.and_then(read_tail(block, index, quoted.end(), stop)), False, quoted.end())
    behind = _marked_behind(block, index, start, stop)
    if behind is not None:
        return behind
    dated = patterns.WHO_YEAR.match(block.prose, start, stop)
    colon = patterns.COLON.match(block.prose, start, stop)
    for match, sure in ((dated, True), (colon, False)):
        if match is None or (not sure and patterns.INNER_STOP.search(match.group())):
            continue
        who = people_before(block, index, start, match.end(), many=not sure)
        if who is not None and not sure and len(who.authors) == 1 and who.complete and "." not in match.group():
            continue
        line = read_plain(block, index, match.end(), stop, alone=sure) if who is not None else None
        if who is not None and line is not None and line.title is not None:
            full = all(names.looks_like_person(a.text) and "." not in a.text for a in who.authors)
            told = line.details.venue is not None and line.details.year is not None
            several = len(who.authors) > 1 or who.complete is False
            single = all(len(author.text.split()) == 1 for author in who.authors)
            if single and not sure and not (line.details.year or line.details.venue):
                continue
            initials = any(len(author.text.strip(".")) < 2 for author in who.authors)
            lone = sure and several and single and not initials
            return replace(line, details=who.and_then(line.details), sure=lone or (not sure and full and told))
    return None


def _marked_behind(block: Block, index: int, start: int, stop: int) -> Line | None:
    """Read `A. Byron and B. Lee. *Title of Their Work*. STOC 2019`: persons, a title set off, venue and year."""
    for mark in marks_near(block, start, stop):
        if mark.kind not in (MarkKind.STRONG, MarkKind.EM) or not start < mark.start < mark.end < stop:
            continue
        title = align.field(block, index, *align.trim(block.prose, mark.start, mark.end, " \t.,;:"))
        if len(shapes.words(title.text)) < _FEW or not shapes.is_title_like(title.text) or read_venue(title.text):
            return None
        who = people_before(block, index, start, mark.start)
        tail = read_tail(block, index, mark.end, stop)
        if who is not None and len(who.authors) > 1 and (tail.year or tail.venue):
            return Line(title, None, who.and_then(tail), True, mark.end)
        return None
    return None


def _after_short(block: Block, index: int, short: Field, end: int, stop: int) -> Line | None:
    """Read the title behind a short name: behind a dash, a colon, or a citation in brackets."""
    cited = read_bracket(block, index, end)
    if cited.found:
        close = min(p for p in (block.prose.find(c, end) for c in ")]") if p >= 0)
        end = close + 1
    start, stop = align.trim(block.prose, end, stop, " \t\n:–—-,;.")
    if start >= stop:
        return Line(None, short, cited, False, end) if cited.found else None
    marked = _marked(block, start, stop)
    if marked is not None and shapes.is_title_like(block.prose[marked[0] : marked[1]]):
        title = align.field(block, index, *align.trim(block.prose, marked[0], marked[1], " \t.,;:"))
        tail = read_tail(block, index, marked[2], stop)
        return Line(title, short, cited.and_then(tail), True, marked[2])
    line = read_plain(block, index, start, stop)
    if line is None or line.title is None or len(shapes.words(line.title.text)) < 3:
        return None
    if names.looks_like_person(line.title.text):
        return None
    sure = cited.found or name_key(line.title.text).startswith(name_key(short.text))
    return replace(line, short=short, details=cited.and_then(line.details), sure=sure)


def _marked(block: Block, start: int, stop: int) -> tuple[int, int, int] | None:
    """Return start and end of the marked or quoted text that begins here, and where its marks end."""
    quoted = patterns.QUOTED.match(
        block.prose, start - 1 if start and block.prose[start - 1] in '"“„«' else start, stop
    )
    for mark in marks_near(block, start, start):
        if mark.kind in (MarkKind.STRONG, MarkKind.EM) and mark.start <= start < mark.end and mark.end <= stop:
            return start, mark.end, mark.end
    whole = quoted is not None and not re.match(r":\s", block.prose[quoted.end() : quoted.end() + 2])
    return (*quoted.span(1), quoted.end()) if quoted and whole else None
