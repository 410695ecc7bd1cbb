"""The lines of a pasted page, and what each can be by its form: a title, a list of persons, decoration, text.

A page that was pasted has no markup; only the form of its lines and their order tell what they are. One line says
little, so a line is only sorted here: `kg.extraction.rules.pages` decides by the regularity over the page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from kg.extraction import align, link_labels, loose, names, shapes, venues
from kg.extraction.entries import Field, Page
from kg.extraction.links import find_identifiers
from kg.model import Block, BlockKind, LinkKind, MarkKind, Note

LONGEST_PEOPLE = 6000
_LONGEST_NOISE = 160
_MOST_LEFT = 20
_QUOTES = re.compile(r"[\"“”„«»]")


class Sort(StrEnum):
    """What a line can be."""

    TITLE = "title"
    PEOPLE = "people"
    WEAK = "weak"
    """A short line that may name somebody: a surname, a team."""
    NOISE = "noise"
    """Decoration of the page: counts, buttons, times, numbers, kinds of presentation."""
    LABELLED = "labelled"
    TEXT = "text"
    BREAK = "break"
    """Where no group goes on: a heading with marks, a table, what an earlier rule has read."""


@dataclass(frozen=True, slots=True)
class PageLine:
    """A line of a page: `note.blocks[block].prose[start:end]`."""

    block: int
    start: int
    end: int
    gap: bool
    """Whether a blank line or a bullet divides it from the line before."""
    sort: Sort
    title: tuple[int, int] = (0, 0)
    """Of a title, and of a weak or people line that might be one: the range without number, time and buttons."""
    people: tuple[Field, ...] = ()
    complete: bool | None = None
    rest: int = 0
    """Where the names end and venue or year begin."""
    label: str = ""
    """`title` or `authors` when the line says so."""
    marked: bool = False
    """Whether the title is bold or linked."""


_WORDS = (
    r"cited by(?:\s[\d,.]+)?|[\d,.]+ citations?|related articles|all \d+ versions|save|saved|cite|share|pdf|html|e?pub|xml|other|"
    r"(?:show|hide|view|read|expand|toggle|more|full|download|open|see|get)\s(?:all |the |full )?(?:abstract|details?|bibtex|pdf|"
    r"text|paper|more|less|citation|references?|article|publication|as html|on \w+)|abstracts?|bookmark(?:ed)?|bibtex|"
    r"bib|code|video|slides|supp(?:lementary)?(?:\s(?:material|pdf))?|supplemental|appendix|project(?: page)?|website|doi|arxiv|"
    r"openreview|github|dataset|add to (?:my )?(?:list|library|favou?rites|calendar|schedule)|open access|full[- ]text|"
    r"request pdf|preview|revisions|everyone|readers: everyone|library|copy|export|import(?: into)? bibtex|"
    r"export citation|permalink|hall \w+|room \w+|watch|live|chat|paper|papers|summary|blog|talk|demo|"
    r"oral|poster|spotlight|long paper|short paper|regular paper|full paper|findings|extended abstract|invited|"
    r"virtual|in-person|remote|online|article|preprint|conference paper|journal article|research article|new|free|"
    r"highly influenc\w+(?: citations?)?|semantic scholar|web of science(?: \d+)?|tl;?dr|alert|follow|"
    r"times? cited|downloads?|views?|metrics|references|fulltext|acm|ieee|pages?|p(?:p|g)?\.|accept(?:ed)?|reject|"
    r"(?:best|outstanding|distinguished) (?:student )?paper(?: award| runner[- ]up| nominee| finalist)?|honou?rable mention"
)
_NOISE_TOKEN = re.compile(
    rf"(?:{_WORDS})(?![\w-])|[\d,.]{{1,10}}(?:[kKhm%]\b)?(?![^\W\d_])|[ap]\.?m\b\.?|[^\w\s]|\s+", re.IGNORECASE
)
_NUMBERED = re.compile(
    r"\W{0,3}(?:poster|paper|session|id|no|hall|room|track|oral|talk|board|booth|slot|spotlight|presentation)\W{0,3}#?\s?"
    r"[A-Z]{0,3}\W?\d{0,5}\w?\W{0,3}",
    re.IGNORECASE,
)
_TIME = r"\d{1,2}\s?(?:[:.h]\s?\d\d)?\s?(?:[ap]\.?m\.?)?\s?(?:\(?(?:UTC|GMT|[PMCE][SD]T|CES?T)\)?)?"
_PRELUDE = re.compile(
    r"(?:\s|[-–—•▪◦*>|:,☐☑✓★☆📄📝🔥⭐]|\[\s?\d{1,5}\s?\]|\(\d{1,5}\)|\d{1,5}[.):](?=\s)|#\s?[A-Z]{0,2}-?\d{1,6}[.):]?(?=\s)|"
    rf"\(?\d{{1,2}}\s?[:.h]\s?\d\d(?:\s?[ap]\.?m\.?)?(?:\s?(?:[-–—~]|to)\s?{_TIME})?\)?(?!\d)|"
    rf"\d{{1,2}}\s?[ap]\.?m\.?\s?[-–—]\s?{_TIME}|"
    r"(?:paper|poster|oral|spotlight|talk|submission|contributed talk|id|no)\s{0,2}#?[A-Z]{0,3}[-.]?\d{1,5}[A-Z]?(?:[.-]\d{1,3})?\s?[:.|–—-]\s|"
    r"(?:poster|oral|spotlight|paper|talk|long|short|full paper|short paper|best paper(?: award)?)\s?:\s|"
    r"[\[(](?:oral|poster|spotlight|long|short|paper|highlight|best paper(?: award)?|\d{1,5}|[A-Z]{1,3}-?\d{1,4})[\])]|"
    r"(?-i:[A-Z]{1,2}\d{0,2}[.-]\d{1,3}(?:\.\d{1,3})?[.:)]?\s(?=[A-Z]))){1,12}",
    re.IGNORECASE,
)
_SUFFIX = re.compile(
    r"\s{0,3}(?:[\[(](?:\s?(?:oral|poster|spotlight|highlight|long|short|pdf|html|paper|code|video|slides|abstract|bibtex|bib|arxiv|"
    r"link|supp|talk|demo|project|website|best (?:student )?paper(?: award)?|[CB]|online|in person|virtual|extended abstract)[,;| ]{0,3}){1,5}[\])]|"
    r"[🏆★⭐*†‡🥇]|\.)\s{0,3}\Z",
    re.IGNORECASE,
)
_LABELS = {
    "title": "title titel titre título paper-title",
    "authors": "author authors author(s) by autor autoren auteurs autores authored-by contributors",
    "": "abstract comments comment subjects subject categories category keywords keyword tl;dr tldr journal-ref journal-reference "
    "report-no msc-class acm-class doi date published modified session-chair session-chairs chair chairs chaired-by organizer "
    "organizers organisers moderator moderators panelists panellists panel time location room track area primary-area "
    "venue supplementary-material submission-number contact email e-mail address when where editors editor members "
    "committee cite-as submitted year journal conference url link pdf code discussant discussants host hosts advisor advisors "
    "speaker-bio bio affiliation affiliations note notes type award readers signatures license session topic topics tags",
}
_LABEL = {word.replace("-", " "): name for name, words in _LABELS.items() for word in words.split()}
_LABELLED = re.compile(r"\W{0,3}([^\W\d_][^\n:：]{0,24}?)\s{0,2}[:：](?!//)\s{0,9}")
_ROLES = (
    r"(?:committees?|chairs?|organi[sz]ers?|organi[sz]ing|speakers?|panel(?:l?ists?)?|members?|reviewers?|attendees?|editors?|"
    r"participants?|team|staff|students|advisors?|supervisors?|contacts?|people|acknowledge?ments?|keynotes?|lunch|coffee|"
    r"break|registration|reception|dinner|breakfast|welcome|opening|closing|remarks|banquet|social|instructors?|lecturers?|"
    r"faculty|alumni|sponsors?|tutorials?|q&a|discussion|hours|present|absent|apologies|minutes|talks?|organi[sz]ation|"
    r"mentors?|hosts?|moderators?|fireside|cast|crew|cc|workshop|ceremony|session|introductions?|overview|discussants?)"
)
_ROLE = re.compile(
    rf"{_ROLES}(?:\s?[:|(]|\s[–—-]\s|\sby\b|$|(?:\s(?:and|&)\s\S+){{1,2}}$)|(?:[^\s]{{1,30}}\s+){{0,4}}{_ROLES}\W{{0,3}}$",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"(?i:\b(?:universit\w+|institut\w*|college|school|laborator\w+|labs?|research|inc|corp\w*|academy|hospital|centre|center)\b)|\b[A-Z]{2,6}\b"
)
_MORE = re.compile(
    r"[,;·\s]{0,3}(?:and\s)?\+?\s?\d{1,4}\s?(?:more|others?)?\s?(?:authors?|more|others?)\Z", re.IGNORECASE
)
_BRACKETS = re.compile(r"\([^()\n]{0,300}\)|\[[^\[\]\n]{0,300}\]|\{[^{}\n]{0,200}\}")
_DIVIDER = re.compile(r"\s[-–—|]\s|\t|\s{4,}")
_YEAR = re.compile(r"(?<![\w./-])(?:19[5-9]\d|20[0-4]\d)(?![\d/-])")
_NOT_NAMES = re.compile(r"[?!:：]|\b(?:is|are|was|the|of the|we|this|with a|for a|how|what|why|http)\b|://")


def is_noise(text: str) -> bool:
    """Say whether a line is decoration: buttons, counts, times, numbers, kinds of presentation.

    >>> [is_noise(t) for t in ("Cited by 123 Related articles All 5 versions", "[PDF] [BibTeX]", "10:30 - 10:45", "GPT-4")]
    [True, True, True, False]
    """
    text, at = text.strip(), 0
    if len(text) > _LONGEST_NOISE or _NUMBERED.fullmatch(text):
        return len(text) <= _LONGEST_NOISE
    while at < len(text):
        token = _NOISE_TOKEN.match(text, at)
        if token is None:
            return False
        at = token.end()
    return True


def is_people_heading(text: str) -> bool:
    """Say whether a line announces people who are no authors, or a part of a programme without a paper.

    >>> is_people_heading("Program Committee"), is_people_heading("Lunch break"), is_people_heading("Layer Normalization")
    (True, True, False)
    """
    return bool(_ROLE.match(text))


def read_lines(page: Page) -> tuple[PageLine, ...]:
    """Sort the lines of a page in order."""
    taken = {block for entry in page.entries for block in entry.blocks}
    found: list[PageLine] = []
    last = -1
    for index, block in enumerate(page.note.blocks):
        if not block.prose.strip():
            continue
        plain = block.kind in (BlockKind.PARAGRAPH, BlockKind.ITEM) or (
            block.kind is BlockKind.HEADING and not is_marked_heading(page.note, block)
        )
        if index in taken or not plain:
            found.append(PageLine(index, 0, len(block.prose), True, Sort.BREAK))
            last = index
            continue
        before = -1
        for start, end in align.lines(block):
            if before < 0:
                gap = block.kind is BlockKind.ITEM or last < 0 or _is_apart(page.note, last, index)
            else:
                gap = block.prose.count("\n", before, start) > 1
            found.append(_sort(block, index, (start, end), gap))
            before = end
        last = index
    return tuple(found)


def is_marked_heading(note: Note, block: Block) -> bool:
    """Say whether a heading has marks, unlike a short line of plain text that only looks like a heading."""
    start, end = block.source(0, len(block.prose))
    line = note.text[note.text.rfind("\n", 0, start) + 1 : start]
    return (
        "#" in line
        or "<" in line
        or bool(re.match(r"[^\n]{0,200}\r?\n[ ]{0,3}(?:=+|-+)[ \t]*(?:\r?\n|\Z)", note.text[end : end + 600]))
    )


def _is_apart(note: Note, first: int, second: int) -> bool:
    a, b = note.blocks[first], note.blocks[second]
    end, start = a.source(0, len(a.prose))[1], b.source(0, len(b.prose))[0]
    between = note.text[end:start]
    return "<" in between or bool(re.search(r"\n[ \t\xa0>]*\r?\n", between))


def _sort(block: Block, index: int, line: tuple[int, int], gap: bool) -> PageLine:
    start, end = line
    text = block.prose[start:end]
    if len(text) > LONGEST_PEOPLE:
        return PageLine(index, start, end, gap, Sort.TEXT)
    label = _LABELLED.match(text)
    name = _LABEL.get(" ".join(label.group(1).casefold().split())) if label else None
    if label and name is not None:
        return _labelled(block, index, line, gap, name, start + label.end())
    if is_noise(text) or _only_links(block, start, end):
        return PageLine(index, start, end, gap, Sort.NOISE)
    a, b, marked = title_range(block, start, end)
    people, complete, rest = read_people(block, index, start, end)
    sure = bool(people) and _is_sure(people)
    if sure and not marked:
        return PageLine(index, start, end, gap, Sort.PEOPLE, (a, b), people, complete, rest)
    shown = block.prose[a:b]
    who = text[: rest - start]
    if not marked and _DIVIDER.match(text, rest - start) and 1 <= len(shapes.words(who)) <= 4 and who[:1].isupper():
        return PageLine(index, start, end, gap, Sort.WEAK, (a, b), people, complete, rest)
    if is_people_heading(shown) or text.endswith(","):
        return PageLine(index, start, end, gap, Sort.TEXT)
    if _is_title(shown, marked):
        sort = Sort.TITLE if marked or len(shapes.words(shown)) > 3 or not people else Sort.WEAK
        return PageLine(index, start, end, gap, sort, (a, b), people, complete, rest, marked=marked)
    if len(shapes.words(who)) <= 4 and who[:1].isupper():
        return PageLine(index, start, end, gap, Sort.WEAK, (a, b), people, complete, rest, marked=marked)
    return PageLine(index, start, end, gap, Sort.TEXT)


def _labelled(block: Block, index: int, line: tuple[int, int], gap: bool, name: str, value: int) -> PageLine:
    start, end = line
    if name == "title" and value < end:
        return PageLine(index, start, end, gap, Sort.TITLE, title_range(block, value, end)[:2], label=name)
    if name == "authors" and value < end:
        people, complete, rest = read_people(block, index, value, end, labelled=True)
        if people:
            return PageLine(index, start, end, gap, Sort.PEOPLE, (0, 0), people, complete, rest, name)
    return PageLine(index, start, end, gap, Sort.LABELLED)


def _is_title(text: str, marked: bool) -> bool:
    first, _, other = text.partition(" ")
    if first[:1].islower() and any(c.isdigit() or c in "-$" for c in first) and shapes.is_title_case(other):
        text = other
    if not shapes.is_title_like(text) and not (marked and len(shapes.words(text)) == 1):
        return False
    return marked or not shapes.is_sentence(text) or shapes.is_title_case(text) or text.endswith(("?", "!"))


def _is_sure(people: tuple[Field, ...]) -> bool:
    likely = sum(names.looks_like_person(person.text) for person in people)
    return likely * 4 >= 3 * len(people)


def _only_links(block: Block, start: int, end: int) -> bool:
    text = block.prose[start:end]
    for link in block.links:
        if start <= link.start and link.end <= end and link.kind is LinkKind.BARE:
            text = text.replace(block.prose[link.start : link.end], " ")
    for a, b, _ in reversed(find_identifiers(text)):
        text = text[:a] + " " * (b - a) + text[b:]
    return is_noise(text) if text.strip() else True


def title_range(block: Block, start: int, end: int) -> tuple[int, int, bool]:
    """Give the part of a line that would be its title, and whether marks or a link set it apart."""
    prelude = _PRELUDE.match(block.prose, start, end)
    first = prelude.end() if prelude and any(c.isalpha() for c in block.prose[prelude.end() : end]) else start
    spans = [(m.start, m.end) for m in block.marks if m.kind in (MarkKind.STRONG, MarkKind.EM)]
    links = [link for link in align.links_in(block, first, end) if link.kind is LinkKind.INLINE]
    spans += [(k.start, k.end) for k in links if not link_labels.is_link_label(block.prose[k.start : k.end])]
    for a, b in sorted(spans, key=lambda span: (span[0], -span[1])):
        if start <= a <= first + 3 and first < b <= end and b - a >= 0.5 * (end - first):
            return (*_bare(block.prose, max(a, first), b), True)
    for link in links:
        if first < link.start and link_labels.is_link_label(block.prose[link.start : link.end]):
            end = min(end, link.start)
    return (*_bare(block.prose, first, end), False)


def _bare(prose: str, start: int, end: int) -> tuple[int, int]:
    for _ in range(4):
        start, end = align.trim(prose, start, end, " \t\n|:–—,;*_[")
        tail = prose[start:end]
        suffix = _SUFFIX.search(tail, max(0, len(tail) - 80))
        if suffix and suffix.start() > 0 and not tail.endswith(("...", "etc.")):
            end = start + suffix.start()
        elif len(tail) > 2 and tail[0] + tail[-1] in ('""', "“”", "«»", "„“") and not re.search(r"[\"“”]", tail[1:-1]):
            start, end = start + 1, end - 1
        else:
            break
    return start, end


def read_people(
    block: Block, index: int, start: int, end: int, *, labelled: bool = False
) -> tuple[tuple[Field, ...], bool | None, int]:
    """Read the names at the beginning of a line; affiliations in brackets or behind each name are left out.

    Returns:
        The names, whether they are all, and where in the prose the rest of the line begins.
    """
    text = block.prose[start:end]
    rest = len(text)
    divider = _DIVIDER.search(text)
    if divider and divider.start() > 2:
        rest = divider.start()
    for a, _, venue in venues.find_venues(text[:rest]) if any(c.isdigit() for c in text[:rest]) else ():
        if a > 2 and (venue.year or not venue.event):
            rest = min(rest, a)
    year = _YEAR.search(text, 3, rest)
    printed = _venue_before(text, year.start()) if year else rest
    journal, rest = year is not None and printed < year.start(), printed
    who = _BRACKETS.sub(lambda m: " " * len(m.group()), text[:rest])
    who = _MORE.sub(" et al", _without_places(who).rstrip(" ,.;:([-–—·|"))
    if not labelled and _NOT_NAMES.search(who):
        return (), None, start + rest
    if rest < len(text) and not labelled and not _is_end(text[year.start() if journal and year else rest :]):
        return (), None, start + rest
    people, complete = loose.people(block, index, start, start + len(who), text=who)
    if not people and labelled and who.strip():
        return (align.field(block, index, start, start + len(who)),), True, start + rest
    return people, complete, start + rest


def _venue_before(text: str, year: int) -> int:
    """Give where a journal begins that no lexicon has: `James W. Cooley and John W. Tukey, Some Journal 1965`."""
    head = text[:year]
    comma = max(head.rstrip(" ,(").rfind(", "), head.rstrip(" ,(").rfind(". "))
    last = head[comma + 2 :].strip(" (")
    if comma < 3 or not last or re.search(r"\band\b|&|\.", last):
        return year
    direct = last[-1] != "," and not head.rstrip(" ").endswith("(")
    last = last.rstrip(",")
    journal = len(shapes.words(last)) <= 8 and last[:1].isupper() and (direct or not names.looks_like_person(last))
    return comma if journal and len(last) > 3 else year


def _is_end(text: str) -> bool:
    """Say whether what stands behind names is a venue and a year, and not the title of a reference."""
    if _DIVIDER.match(text):
        return len(text) <= _LONGEST_NOISE and not _QUOTES.search(text)
    left = list(text)
    for start, end, _ in venues.find_venues(text):
        left[start:end] = " " * (end - start)
    return sum(c.isalpha() for c in left) <= _MOST_LEFT


def _without_places(text: str) -> str:
    """Blank out the affiliation behind each name: `Jane Doe, MIT; John Smith, ETH Zürich`."""
    parts = list(re.finditer(r"[^;\n]+", text))
    if len(parts) < 2 and (text.count(",") != 1 or not _PLACE.search(text)):
        return text
    if not all(_has_place(part.group()) for part in parts):
        return text
    for part in parts:
        comma = part.start() + part.group().find(",")
        text = text[:comma] + " " * (part.end() - comma) + text[part.end() :]
    return text


def _has_place(part: str) -> bool:
    name, comma, place = part.partition(",")
    return bool(comma) and names.looks_like_person(name) and not names.looks_like_person(place) and len(place) > 2
