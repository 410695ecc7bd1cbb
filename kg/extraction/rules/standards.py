"""References in the forms that standards prescribe, where marks of their own say what each part is.

GB/T 7714 of China puts the type of the work behind its title (`[J]`, `[C]//`). GOST of Russia has a slash before those
who are responsible for the work, two before what it appeared in, and a full stop and a dash between areas. ABNT of
Brazil prints family names and the meeting of a paper in capitals, behind that its number, year and town. DIN 1505 of
Germany has family names in capitals, too, and a colon behind the names. References of East Asia begin with names that
have the family name first, and what follows stands between full stops, or the title in corner brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from kg.extraction import align
from kg.extraction.citations.people import soften
from kg.extraction.entries import Detail, Entry, Field, Page
from kg.extraction.linking import own_links
from kg.extraction.names import NameList, looks_like_person, may_be_name, split_names
from kg.extraction.records.imprints import find_imprint
from kg.extraction.records.references import is_credited, read_parts
from kg.extraction.venues import read_venue
from kg.model import Block, BlockKind, Note
from kg.personal_names import is_family_first

NAME = "standard-reference"
_KINDS = (BlockKind.PARAGRAPH, BlockKind.ITEM)
_NUMBER = re.compile(
    r"\s{0,3}(?:[\[［【(（]\d{1,3}[\]］】)）]|\[[^\W\d_]{1,6}\+?\d{1,2}[a-z]?\]|\d{1,3}[.．、)])\s{0,3}|"
    r"\s{0,3}\d{1,3}\s(?=(?:[\u3400-\u9fff]{2,4}[^\s，,：:《]{0,8}[：:])?《|[A-Z][^《\n]{20,400}[12]\d{3}\b)"
)
_HINT = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|\s//?\s|\[[A-Z]{1,2}(?:/[A-Z]{2})?\]|\.\s[–—]\s|\bIn: |"
    r"[A-ZÀ-Þ]{2}, [^\W\d_]{2,20}\s?[:;(]|\.\s(?:[МЛК]|СПб|Мн)\.\s?[:,]|"
    r"(?m:^(?>[^\n]*?[a-zß-ÿ.](?:\s\(H(?:rs)?gg?\.\))?: )[^\n]*, [A-ZÀ-Þ])"
)
_YEAR = re.compile(r"(?<![\d-])(?:1[5-9]|20)\d\d(?![\d頁页]|\.\d)(?!(?<=\[\d{4})-\d)")
"""A year, other than that of a date of access in brackets."""
_TYPE = re.compile(r"[\[［](?P<type>J|M|D|C|R|N|G|A|P|S|EB)(?:/(?:OL|CD|MT|DK))?[\]］](?P<within>\s?//)?")
_INITIALS = re.compile(
    r"(?:[^\W\d_a-z](?=[^\W\d_]?[a-zà-ÿ])[^\W\d_]*+"
    r"(?:[-'’ ][^\W\d_]++){0,3} [A-Z](?:-?[A-Z]){0,2}, ?){1,40}(?:et al)?,?"
)
"""Names of Latin script as GB/T 7714 prints them: initials behind the family name, without a full stop.

Family names in capitals are left to the reader of records, which spells them in small letters.
"""
_DESIGNATION = re.compile(r"\s?[:：]\s?(?=[^:：a-z]*\d)[A-Z][A-Z\d/.,\s–—-]{3,40}\Z")
"""The number of a patent or a standard behind its title."""
_STOP = re.compile(r"[.．。]\s{0,3}(?!\d)")
_ENDS = re.compile(r"[,，.．。]|(?<=[^\x00-\x7f])[:：]")
_JOURNALS = ("J", "N")
_NUMBERED = ("P", "S")

_SIGNS = r"\u3005\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_EAST = re.compile(
    rf"(?P<names>[{_SIGNS}][{_SIGNS}\s,，、;；·]{{1,120}}+)"
    r"(?:(?P<stop>[.．。])|(?P<colon>[:：])|[(（](?P<dated>(?:1[5-9]|20)\d\d)[a-z]?[)）][.．。]?|(?=[「『《]))\s{0,3}"
)
_QUOTED = re.compile(
    r"(?P<sign>[「『《])(?P<title>(?:[^「」『』《》]|「[^「」]{1,20}」){2,200})[」』》](?![\u3041-\u3096])\s?[,，、.．。]?\s{0,3}"
    r"(?:[^，,。《》\s]{2,30}(?:[译校注]|论文)[,，]\s?)?(?:[^\s:：,，、.。\d『]{2,6}[:：]\s?)?"
)
"""A title with its signs, and who has translated it and the place of a publisher behind it."""
_LED = re.compile(rf"(?=[『《])(?:(?![』》]).){{2,200}}[』》]\s?(?P<names>[{_SIGNS}·、]{{2,40}})[,，、]\s{{0,3}}")
"""A book before its author: `《乡土中国》 费孝通，三联书店，1985`."""
_DATED_END = re.compile(r"[\s,，、.．。]{0,3}(?:1[5-9]|20)\d\d年?[\s.。]{0,3}\Z")
_PART = {"stop": _STOP, "dated": _STOP, "colon": re.compile(r"[,，]\s{0,3}")}
_VENUE = re.compile(
    r"[『《](?P<framed>[^『』《》]{2,80})[』》]|(?P<venue>[^,，、.．。:：\d(（][^,，、.．。:：(（]{1,80})(?=[,，、.．。:：(（]|\s?\Z)"
)
_PUBLISHED = re.compile(r"(?:出版|書店|书店|書房|書院|社|会|館|출판사?|문화사|Press)\Z")
_COUNTED = re.compile(r"(?i)\b(?:vol|no|pp)\b|[巻卷号期頁页권호쪽]|\d\s?[(（]\d|\d\s?[-–]\s?\d|\dp\b")
_LONGEST_NAME = 6
_ROLE = re.compile(r"(?:主编|編著|编著|整理|点校|校注|选编|編|编)\Z")
"""Behind the names of those who have edited a book."""

_RESPONSIBLE = re.compile(r"\s/\s")
_RESPONSIBLE_END = re.compile(r"\s//\s|[.\]]\s{0,2}[–—-]\s|\s?;\s")
_WITHIN = re.compile(r"\s//\s{0,2}")
_TURNED = re.compile(
    r"(?:[^\W\d_][\w'’-]{1,20} )?[^\W\d_][\w'’-]{1,30},? (?:-?[^\W\d_]\.[ ]?){1,3}+"
    r"(?:(?:(?:van|von|de|der|den|del|di|la) ?){1,3}(?:\. |(?=,)))?(?:, ?)?"
)
_ET_AL = re.compile(r"\[?(?:и др|и соавт|et al)\.\]?,?\s")
_ISSUED = re.compile(r"(?P<venue>[^\W\d_][^\s,:–—]{1,30}(?: [^\s,:–—]{1,30}){1,14}), (?=(?:1[5-9]|20)\d\d\b)")
"""A journal of several words behind who is responsible: `/ A. Lind. – Journal of Slopes, 2001`."""
_MEDIUM = re.compile(r"\s?\[[^\[\]]{3,40}\]")
_WITHIN_END = re.compile(
    r"[.,]\s{0,2}[–—-]\s|[.,]?\s(?=(?:1[5-9]|20)\d\d\b)|\.\s(?=(?:Т|Вып|Vol|V|T|No?)\.?\s?\d|№|[^\W\d_.]{1,20}\.?\s?:)"
)
_AREA = re.compile(
    r"\.\s[–—]\s(?=[^.–—]{1,40}(?:\.\s?:\s[^–—]{1,80}|:\s[^–—]{1,80}|\.)?,\s(?:1[5-9]|20)\d\d\.\s[–—]\s)"
    r"|[.)]\s(?=(?:[МЛК]|СПб|Мн)\.(?:\s?:\s[^–—:\n]{1,80})?,\s(?:1[5-9]|20)\d\d\b)"
)
"""Before place, publisher and year, behind which another dash begins the extent; without dashes, towns are in short."""
_EDITION = re.compile(r"\.\s[–—]\s|\s/\s")
"""Behind a title, before the number of the edition or an institution."""
_THESIS = re.compile(r"\s?:\s(?:автореф|дис)\b")
_FAMILY = r"[A-ZÀ-Þ][A-ZÀ-Þ'’-]{1,30}(?: (?:[A-ZÀ-Þ][A-ZÀ-Þ'’-]{1,30}|d[aeo]s?|e)){0,4}"
_GIVEN = (
    r"(?:(?:[A-ZÀ-Þ]\.[ -]?){1,5}|[A-ZÀ-Þ][a-zà-ÿ'’]{1,30}(?: (?:[A-ZÀ-Þ](?:[a-zà-ÿ'’]{1,30}|\.)|d[aeo]s?|e)){0,4}"
    r"|[A-ZÀ-Þ]{2,30}(?:[ -][A-ZÀ-Þ]{1,30}\.?){0,3})"
)
_PERSON = re.compile(rf"(?P<family>{_FAMILY}), (?P<given>{_GIVEN})")
_CAPITALS = re.compile(rf"{_FAMILY}, {_GIVEN}(?:\s?;\s?{_FAMILY}, {_GIVEN}){{0,40}}(?:\s?;?\s?et al\b)?\.?\s+")
_EDITED = r"\s\((?:Hrsg|Hg|Ed)\.\)"
_GERMAN = re.compile(
    rf"(?P<names>{_FAMILY}, {_GIVEN}(?P<role>{_EDITED})?(?:\s;\s{_FAMILY}, {_GIVEN}(?:{_EDITED})?){{0,40}}"
    r"(?P<more>\su\.\s?a\.(?:\s\(Hrsg\.\))?)?)\s?:\s"
)
"""Names of DIN 1505, of authors or of editors."""
_LARGE, _TOWN = r"[^\W\d_a-z]", r"[^\W\d_a-z][\w'’-]{2,25}(?:(?: (?:am|an der|im|a\.))? [^\W\d_a-z][\w-]{1,25}\.?)?"
_FULL = (
    rf"{_LARGE}[\w'’-]{{1,30}}(?: {_LARGE}[\w'’-]{{1,30}})?, "
    rf"{_LARGE}[^\W\d_][\w'’-]{{1,30}}(?: (?:{_LARGE}[\w'’-]{{0,30}}\.?|von|van|de|der|zu)){{0,3}}"
)
_EDITS = r"(?P<role>\s\(H(?:rs)?gg?\.\))"
_HISTORIAN = re.compile(
    rf"(?P<names>{_FULL}(?:\s?[/;]\s?{_FULL}){{0,9}}|{_LARGE}[^,:()\n]{{3,80}}(?={_EDITS.replace('role', 'group')}))"
    rf"(?P<more>,?\su\.\s?a\.)?{_EDITS}?:\s"
)
"""Who has written or edited a work, as historians of Germany print it: `Doe, Jane/ Roe, Max (Hg.): `."""
_TURNED_NAME = re.compile(r"(?P<family>[^\s,/;][^,/;]{0,69}), (?P<given>[^,/;]{1,139}?)(?=\s?[/;]|\Z)")
_PRINTED = re.compile(
    rf"(?:\s\([^\W\d_a-z][^\s()]{{1,30}}\s[^()\n]{{2,160}}\))?(?:,\s\d{{1,2}}\sBd?e?\.)?,\s(?P<town>{_TOWN})(?:\s?/\s?{_TOWN}){{0,2}}(?:,?\su\.\s?a\.)?\s"
    r"(?:\d{1,2}\s)?(?P<year>(?:1[5-9]|20)\d\d)(?:[–-]\d{2,4})?(?=\s\(=|\s?[.,;]|\s?\Z|\n)"
)
"""Where and when a work was printed, behind its series: `, 3 Bde., Berlin/ New York 1994–1996.`, `, Köln 5 2012`."""
_LATER = re.compile(
    r",\s[Ii]n:\s(?:[^:\n]{2,120}\s\(H(?:rs)?gg?\.\):\s)?(?P<venue>[^,.(\d\n:][^,(\n:]{1,120}?)"
    r"(?=,?\s(?:\d{1,4}|Bd\.|Jg\.|H\.|Nr\.)[\s/,]|\s\(|,)"
)
_IN = re.compile(
    r"In:\s(?:[^:\n]{2,120}\((?:Hrsg|Hg|Ed)\.\)\s?:\s)?(?P<venue>[^,.(\d\n][^,.(\n]{1,120}?)(?=\s\d{1,4}\s|\s(?:Bd|Jg|Vol|Nr|H)\.\s?\d|\s?[(,]|\.\s)"
)
_BEFORE_IN = re.compile(r"[.?!]\s(?=In:\s)")
_MEETING = re.compile(
    r"[.?!]\s[Ii]n:\s(?P<venue>[^\n,a-z]{8,160}), "
    r"(?:[\dIVXLC]{1,6}[.ªº]{0,2}, )?(?P<year>(?:1[5-9]|20)\d\d), [^\n.]{2,80}\.\s"
    r"[^\W\d_][^\n.:]{2,80}?\s?(?:\[\.{3}\]|\[…\]|\.{3}|…)?\.?\s"
    r"(?:[^\n:]{2,60}?\s?:\s(?P<publisher>[^\n,:]{2,80}), )?(?=(?:1[5-9]|20)\d\d\b)"
)
"""The meeting of a paper, its number, year and town, the name of the proceedings, and who published them."""
_NOBODY = re.compile(r"\[?s\. ?n\.\]?")
_BEHIND = re.compile(
    r"(?i)(?:[\W\d_]++|acesso em:\s\d{1,2}º?\s[^\W\d_]{3,10}\.?(?=\s\d{4})|"
    r"(?:vol|no|pp?|s|сс?|стр|т|вып|ed|doi|issn|isbn|url|year|年|月|巻|卷|号|期|第|頁|页|권|호|쪽|x|"
    r"режим доступа|дата обращения|электронный ресурс|acesso em|accessed|abgerufen)(?![^\W\d_]))++"
)
"""Numbers, and the words for what they count."""


class _Parts(NamedTuple):
    """The places of the parts of a reference in the prose of its block, and where its year is looked for."""

    names: tuple[int, int]
    title: tuple[int, int]
    venue: tuple[int, int]
    behind: int
    people: NameList | None = None
    """The names, where the reader of lists of names does not read them."""
    held: str = ""
    """The year of the meeting that the venue is."""
    publisher: tuple[int, int] = (0, 0)
    edited: bool = False
    """Whether the names are those of editors."""


def find(page: Page) -> Iterable[Entry]:
    """Find such references, where no earlier rule has read their block."""
    for index, block in enumerate(page.note.blocks):
        if block.kind in _KINDS and not page.taken(index) and _HINT.search(block.prose):
            places = list(_references(block))
            found = [[*_entry(page.note, index, *place)] for place in places]
            for (start, end), read in zip(places, found, strict=True) if any(found) else ():
                yield from read or _other(page.note, index, start, end)


def _other(note: Note, index: int, start: int, end: int) -> Iterator[Entry]:
    """Read a reference of another form among those of a standard, which no later rule looks at."""
    number = _NUMBER.match(note.blocks[index].prose, start, end)
    one = read_parts(note, Field("", index, number.end() if number else start, end))
    if one is not None and one.title is not None and one.year is not None and is_credited(one):
        yield one


def _references(block: Block) -> Iterator[tuple[int, int]]:
    """Divide a block at the lines that begin with a number; one without such lines is one reference, or one a line."""
    lines = list(align.lines(block))
    numbered = [start for start, _ in lines if _NUMBER.match(block.prose, start)]
    if not numbered:
        yield from lines if len(lines) > 1 and len(_TYPE.findall(block.prose)) != 1 else [(0, len(block.prose))]
        return
    for start, end in zip(numbered, [*numbered[1:], len(block.prose)], strict=True):
        yield align.trim(block.prose, start, end)


def _entry(note: Note, index: int, start: int, end: int) -> Iterator[Entry]:
    block = note.blocks[index]
    number = _NUMBER.match(block.prose, start, end)
    first = number.end() if number else start
    listed = number is not None or block.kind is BlockKind.ITEM
    text = block.prose
    parts = _typed(text, first, end) or _responsible(text, first, end) or _within(text, first, end)
    parts = (
        parts
        or _divided(text, first, end)
        or _presented(text, first, end)
        or _german(text, first, end)
        or _by_historians(text, first, end)
        or _east_asian(text, first, end, listed=listed)
    )
    year = _YEAR.search(text, parts.behind, end) if parts else None
    if parts is None or year is None:
        return
    title = align.field(block, index, *_titled(block, *align.trim(text, *parts.title, ' \t\n.,，．。“”"')))
    if not title.text:
        return
    people = parts.people or split_names(text[slice(*parts.names)])
    authors = tuple(Field(name, index, parts.names[0] + a, parts.names[0] + b) for a, b, name in people.names)
    links = own_links(block, index, start, end)
    place = max(year.end(), *(link.end for link in links)) if links else year.end()
    place = max(place, parts.venue[1])
    behind = _BEHIND.match(text, place, end)
    rest = align.trim(text, behind.end() if behind else place, end)
    yield Entry(
        NAME,
        title,
        0.95,
        title=title,
        authors=() if parts.edited else authors,
        complete=people.complete if authors and not parts.edited else None,
        year=Field(year.group(), index, *year.span()),
        venue=_venue(block, index, parts),
        links=links,
        details=(
            *_published(note, index, parts.publisher if any(parts.publisher) else _imprint(text, parts, end)),
            *(Detail("editor", one.text, (align.span(note, one),)) for one in authors if parts.edited),
        ),
        remarks=(align.field(block, index, *rest),) if any(map(str.isalpha, text[slice(*rest)])) else (),
        labelled=(index,),
        blocks=(index,),
    )


def _venue(block: Block, index: int, parts: _Parts) -> Field | None:
    if parts.venue[0] == parts.venue[1]:
        return None
    field = align.field(block, index, *parts.venue)
    return replace(field, text=f"{field.text} {parts.held}") if parts.held else field


def _imprint(text: str, parts: _Parts, end: int) -> tuple[int, int]:
    """Return where the publisher of a book stands beside its place, which no journal has."""
    printed = find_imprint(text, parts.title[1], end) if parts.venue[0] == parts.venue[1] else None
    return printed or (0, 0)


def _published(note: Note, index: int, place: tuple[int, int]) -> Iterator[Detail]:
    field = align.field(note.blocks[index], index, *place)
    if field.text and not _NOBODY.fullmatch(field.text):
        yield Detail("publisher", field.text, (align.span(note, field),))


def _titled(block: Block, start: int, end: int) -> tuple[int, int]:
    """Narrow a title to the text of its link, and leave out its first words where they come again at its end."""
    linked = [link for link in align.links_in(block, start, end) if 2 * (link.end - link.start) > end - start]
    if linked:
        return linked[0].start, linked[0].end
    head, stop, again = block.prose[start:end].rpartition(". ")
    return (start, start + len(head)) if stop and again and head.startswith(again) else (start, end)


def _typed(text: str, start: int, end: int) -> _Parts | None:
    """Read a reference of GB/T 7714: authors, a full stop, the title with its type in square brackets.

    In Latin script, only authors with initials show that it is one.
    """
    mark = _TYPE.search(text, start, end)
    stop = _STOP.search(text, start, mark.start()) if mark else None
    if mark is None or not (is_family_first(text[start : start + 1]) or _has_initials(text, start, stop)):
        return None
    number = _DESIGNATION.search(text[start : mark.start()]) if mark["type"] in _NUMBERED else None
    title = (stop.end() if stop else start, start + number.start() if number else mark.start())
    names = (start, stop.start() if stop else start)
    if stop is None and mark["type"] not in _JOURNALS:
        return None
    first = align.trim(text, mark.end(), end, " \t\n.．,，。")[0]
    last = _ENDS.search(text, first, end)
    named = last is not None and (mark["type"] in _JOURNALS or mark["within"])
    venue = (first, last.start()) if named and last else (first, first)
    return _Parts(names, title, venue, venue[1])


def _has_initials(text: str, start: int, stop: re.Match[str] | None) -> bool:
    return stop is not None and _INITIALS.fullmatch(text[start : stop.start()] + ",") is not None


def _responsible(text: str, start: int, end: int) -> _Parts | None:
    """Read a record of GOST: a title, a slash, who is responsible for it, and two slashes before what it is part of."""
    slash = _RESPONSIBLE.search(text, start, end)
    stop = _RESPONSIBLE_END.search(text, slash.end(), end) if slash else None
    if slash is None or stop is None:
        return None
    while ";" in stop.group() and (following := _RESPONSIBLE_END.search(text, stop.end(), end)) is not None:
        others = split_names(text[stop.end() : following.start()]).names
        if not others or not all(" " in name and looks_like_person(name) for *_, name in others):
            break
        stop = following
    names = (slash.end(), stop.start() + text[stop.start()].count("]"))
    people = split_names(text[slice(*names)]).names
    turned = _TURNED.match(text, start, slash.start())
    if not people or not all(looks_like_person(name) for *_, name in people):
        return None
    title = _without_medium(text, turned.end() if turned else start, slash.start())
    within = "//" in stop.group()
    last = _WITHIN_END.search(text, stop.end(), end) if within else None
    issued = None if within else _ISSUED.match(text, stop.end(), end)
    venue = issued.span("venue") if issued else (stop.end(), last.start() if last else stop.end())
    return _Parts(names, title, venue, venue[1])


def _within(text: str, start: int, end: int) -> _Parts | None:
    """Read a reference of GOST: turned names with initials, the title, two slashes, what it appeared in."""
    place = _behind_turned(text, start, end)
    slashes = _WITHIN.search(text, place, end) if place > start else None
    last = _WITHIN_END.search(text, slashes.end(), end) if slashes else None
    if slashes is None or last is None:
        return None
    names = align.trim(text, start, place, " ,")
    return _Parts(names, _without_medium(text, place, slashes.start()), (slashes.end(), last.start()), last.end())


def _behind_turned(text: str, place: int, end: int) -> int:
    while turned := _TURNED.match(text, place, end):
        place = turned.end()
    others = _ET_AL.match(text, place, end)
    return others.end() if others is not None else place


def _divided(text: str, start: int, end: int) -> _Parts | None:
    """Read a book or thesis of GOST: turned names with initials, the title, a full stop and a dash, where and when."""
    place = _behind_turned(text, start, end)
    area = _AREA.search(text, place, end) if place > start else None
    if area is None:
        return None
    thesis = _THESIS.search(text, place, area.start())
    behind = _EDITION.search(text, place, area.start())
    title = _without_medium(text, place, (thesis or behind or area).start())
    return _Parts(align.trim(text, start, place, " ,"), title, (area.end(), area.end()), area.end())


def _presented(text: str, start: int, end: int) -> _Parts | None:
    """Read a paper of a meeting of ABNT: family names in capitals, the title, where it was presented."""
    names = _CAPITALS.match(text, start, end)
    meeting = _MEETING.search(text, names.end(), end) if names else None
    if names is None or meeting is None:
        return None
    publisher = meeting.span("publisher") if meeting["publisher"] else (0, 0)
    title = (names.end(), meeting.start() + (text[meeting.start()] in "?!"))
    people = _turned_round(text, names.span(), _PERSON, complete="et al" not in names.group())
    return _Parts(names.span(), title, meeting.span("venue"), meeting.end(), people, meeting["year"], publisher)


def _turned_round(text: str, place: tuple[int, int], person: re.Pattern[str], *, complete: bool) -> NameList:
    """Return the names of a range with family names first, which may be in capitals, as they are shown."""
    found = (
        (one.start() - place[0], one.end() - place[0], f"{soften(one['given'].strip())} {soften(one['family'])}")
        for one in person.finditer(text, *place)
    )
    return NameList(tuple(found), complete=complete)


def _german(text: str, start: int, end: int) -> _Parts | None:
    """Read a reference of DIN 1505: family names in capitals, a colon, the title, and where it appeared."""
    lead = _GERMAN.match(text, start, end)
    stop = _BEFORE_IN.search(text, lead.end(), end) or _STOP.search(text, lead.end(), end) if lead else None
    if lead is None or stop is None:
        return None
    within = _IN.match(text, stop.end(), end)
    venue = within.span("venue") if within else (stop.end(), stop.end())
    people = _turned_round(text, lead.span("names"), _PERSON, complete=not lead["more"])
    return _Parts(lead.span("names"), (lead.end(), stop.start()), venue, venue[1], people, edited=bool(lead["role"]))


def _by_historians(text: str, start: int, end: int) -> _Parts | None:
    """Read a reference with full names turned round, a colon, the title, and where it was printed or appeared."""
    lead = _HISTORIAN.match(text, start, end)
    within = _LATER.search(text, lead.end(), end) if lead else None
    printed = [*_PRINTED.finditer(text, lead.end(), end)][-1:] if lead and not within else []
    stop = within or next(iter(printed), None)
    if lead is None or stop is None or any(read_venue(one["town"]) is not None for one in printed):
        return None
    venue = within.span("venue") if within else (stop.start(), stop.start())
    people = _turned_round(text, lead.span("names"), _TURNED_NAME, complete=not lead["more"])
    people = people if people.names else NameList(((0, len(lead["names"]), lead["names"]),), complete=people.complete)
    behind = venue[1] if within else stop.start("year")
    return _Parts(lead.span("names"), (lead.end(), stop.start()), venue, behind, people, edited=bool(lead["role"]))


def _without_medium(text: str, start: int, end: int) -> tuple[int, int]:
    medium = _MEDIUM.search(text, start, end)
    return start, medium.start() if medium else end


def _east_asian(text: str, start: int, end: int, *, listed: bool) -> _Parts | None:
    """Read a reference that begins with names of East Asia: a full stop or a colon, the title, where it appeared.

    Volume or pages tell it from a sentence, and so does a quoted title before nothing but where and when it appeared;
    in a list, several names or a quoted title do, too. Names of one part are of a list where the title is quoted.
    """
    turned = _LED.match(text, start, end)
    lead = turned or _EAST.match(text, start, end)
    if lead is None:
        return None
    role = _ROLE.search(lead["names"]) if turned is None and lead["colon"] else None
    named = lead.start("names"), role.start() + lead.start("names") if role else lead.end("names")
    names = [name for *_, name in split_names(text[slice(*named)]).names]
    if not names or not all(is_family_first(one) and may_be_name(one) and len(one) <= _LONGEST_NAME for one in names):
        return None
    quoted = _QUOTED.match(text, start if turned else lead.end(), end)
    part = None if quoted else _PART.get(lead.lastgroup or "stop")
    stop = part.search(text, lead.end(), end) if part else None
    if quoted:
        title, behind = quoted.span("title"), lead.end() if turned else quoted.end()
    elif stop and lead.lastgroup != "names":
        title, behind = (lead.end(), stop.start()), stop.end()
    else:
        return None
    venue = _VENUE.match(text, behind, end)
    if venue is None:
        return None
    counted = _COUNTED.search(text, behind, end) is not None
    whole = quoted and _DATED_END.fullmatch(text, venue.end(), end)
    if not (counted or whole or (listed and (quoted or (len(names) > 1 and not turned and lead["stop"])))):
        return None
    part_of = venue.lastgroup or ""
    is_book = part_of == "venue" and ((quoted and quoted["sign"] in "『《") or _PUBLISHED.search(venue[part_of]))
    dated = lead.start("dated") if not turned and lead["dated"] else venue.end()
    place = (behind, behind) if is_book else venue.span(part_of)
    publisher = venue.span(part_of) if is_book else (0, 0)
    return _Parts(named, title, place, dated, publisher=publisher, edited=role is not None)
