"""Where a record begins that the networks did not see: siblings, a front page, or another identifier show it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise, takewhile

from kg.extraction import citation_forms as forms
from kg.extraction import names
from kg.extraction.citations.people import is_person
from kg.extraction.ranges import links_near, marks_near
from kg.extraction.records import front_pages
from kg.extraction.records.labels import Part
from kg.extraction.records.leads import behind_lead
from kg.extraction.records.lines import BEGIN, INSIDE, OUTSIDE, Line
from kg.extraction.records.looks import Look
from kg.extraction.records.stated_fields import begin_above_fields, begin_with_fields, is_led
from kg.extraction.records.surroundings import Setting
from kg.extraction.records.venues import names_person, quoted_behind_names
from kg.extraction.shelf_words import is_of_works
from kg.links import Role, read_link
from kg.model import MarkKind

_LEAST = 3
"""Siblings that are a company."""
_MOST = 0.6
"""Share of the lines of an item that begin a record when the item holds several."""
_SURELY = 0.93
_REFERENCE, _FEWEST, _SOME = 0.9, 6, 0.2
"""How much a line must look like a reference, its words, and the share of them that are of names, to be a whole one."""
_BOX, _BOX_WIDTH = re.compile(r"\[[ xX/-]\]\s*$"), 6
_OPENS, _BOX_TITLE = re.compile(r"(?i)(?:<summary\b[^<>]*>|\[![\w-]{1,40}\][+-]?)(?:\s|[*_]|<\w{1,6}>)*\Z"), 60
"""What stands before the title of a box, and how long it may be."""
_CREDIT = re.compile(
    r"\s{0,2}[(\[][^\W\d_a-z][\w'’-]+(?:,?\s(?:&|and)\s[^\W\d_a-z][\w'’-]+|,?\set\sal\.?|\+)?,?\s(?:19|20)\d\d[a-z]?[)\]]"
)
"""Authors and year in brackets."""
_TITLE_BEHIND = re.compile(r"\s?[:—–-]\s")
"""What stands between authors with a year and a title."""
_TURNED_NAME = re.compile(
    r"(?:[^\W\d_a-z][\w'’-]+(?: [^\W\d_a-z][\w'’-]+)?,? (?:[^\W\d_a-z]\.[ -]?){1,3}(?=[,:(. ])|"
    r"[^\W\d_a-z][\w'’-]+, [^\W\d_a-z][\w'’-]+(?: [^\W\d_a-z][\w.'’-]*)?(?=[.:(]| \()|"
    r"[^\W\d_a-z]{3,}(?:[ -][^\W\d_a-z]{3,})? [^\W\d_a-z][^\W\d_A-Z][\w'’-]*(?=[,:]| \())"
)
"""A family name, and behind it initials or a given name: `Poe A.`, `Poe, Ann.`, `POE Ann,`."""
_NAME = r"(?<!\w)[^\W\d_a-z](?:\.|[\w'’-]{1,30}+)"
_NAMES = rf"(?:{_NAME} ){{0,2}}{_NAME}(?:(?:,| and| &) (?:{_NAME} ){{0,2}}{_NAME})?(?: [JS]r\.)?[,:] "
_NAMES_FIRST = re.compile(_NAMES)
_FULL_NAME = re.compile(rf"(?P<who>(?:{_NAME} ){{1,3}}{_NAME}), [^\W\d_a-z]")
_DATED_BEHIND = re.compile(
    rf"[^\W\d_a-z][^\n–—]{{3,120}}? [–—-] {_NAME}(?:(?:,| &| and|/) ?{_NAME}| et al\.?)?,? \(?(?:1[5-9]|20)\d\d\b"
)
"""A title, a dash, authors and year."""
_PAGED = re.compile(r",\s(?:pp?|chs?|S|Kap|cap|chap)\.\s?\d")
_SAYS_WHAT, _LONGEST_LIST = re.compile(r"[^\W\d_a-z]?[a-z][\w() .-]{1,24}:\s"), 16
"""The word before an address that says what it is of, and the items of a list of these, at most."""
_IDENTIFYING, _REACH = (Part.LINK, Part.IDENTIFIER), 6
"""What a label says before an address, and the lines between a reference and that of its address, at most."""
_SEVERAL = 2
"""Records below a line in bold that heads them."""
_FEWEST_NAMES = 2
"""Persons with which references begin, at least, and one more."""
_FEW = 3
"""Words of a title before the names of its authors."""


def begun(setting: Setting, labels: Sequence[str]) -> list[str]:
    """Begin a record where siblings, a front page or the identifier of another paper show one."""
    found = list(labels)
    _begin_credited(setting, found)
    _begin_bold(setting, found)
    _begin_turned(setting, found)
    _begin_boxes(setting, found)
    for first, last in front_pages.find(setting):
        found[first:last] = [BEGIN, *[INSIDE] * (last - first - 1)]
    _begin_items(setting, found)
    _begin_siblings(setting, found)
    _begin_identified(setting, found)
    begin_with_fields(setting, found)
    begin_above_fields(setting, found)
    _begin_addresses(setting, found)
    _begin_linked(setting, found)
    _join_addresses(setting, found)
    _join_identifiers(setting, found)
    return found


def _begin_linked(setting: Setting, labels: list[str]) -> None:
    """Begin a record at each of several items of a list that are names and such a title: `Ann Lind, [Moss](...)`."""
    for numbers in setting.members.values():
        linked = [n for n in numbers if setting.lines[n].kind == "i" and _links_title(setting, setting.lines[n])]
        for n in linked if len(linked) > 1 else ():
            labels[n] = BEGIN if labels[n] == OUTSIDE else labels[n]


def _begin_siblings(setting: Setting, labels: list[str]) -> None:
    """Begin a record at each item with authors and year of its own, where most items of the list have such.

    A record that such an item begins does not go on with the next of them.
    """
    for numbers in setting.members.values():
        items = [n for n in numbers if setting.lines[n].kind == "i" and not setting.looks[n].labels]
        dated = [n for n in items if setting.looks[n].year and _names_authors(setting.looks[n])]
        for n in dated if len(dated) >= max(_LEAST, _MOST * len(items)) else ():
            labels[n] = BEGIN if labels[n] == INSIDE else labels[n]


def _names_authors(look: Look) -> bool:
    """Return whether a line begins with a capital and has authors with a year, in brackets or with `et al.`."""
    return look.text[:1].isupper() and (look.et_al or _CREDIT.search(look.text) is not None)


def _begin_addresses(setting: Setting, labels: list[str]) -> None:
    """Begin a record at each item that is an address alone, below headings of which one stands over several papers."""
    bare = {
        setting.first[block]: numbers
        for block, numbers in setting.children.items()
        if block in setting.first and all(_is_address(setting, n) for n in numbers)
    }
    for head, numbers in bare.items() if any(_name_several(setting, ns) for ns in bare.values()) else ():
        if setting.lines[head].kind == "h" and labels[head] == BEGIN:
            labels[head] = OUTSIDE
            for n in numbers:
                labels[n] = BEGIN


def _join_addresses(setting: Setting, labels: list[str]) -> None:
    """Go on with a title in bold with the list or the addresses right below it: `- arxiv: https://...`.

    Every item of the list begins with a word and a colon, or is an address, and it leads to one paper, and not two.
    """
    for n, look in enumerate(setting.looks):
        if setting.lines[n].kind != "p" or not _FEW <= look.words <= look.bold or look.text.rstrip().endswith(":"):
            continue
        behind = range(n + 1, min(n + 1 + _LONGEST_LIST, len(labels)))
        items = list(takewhile(lambda m: _is_beside(setting, m), behind))
        led = [m for m in items if _SAYS_WHAT.match(setting.looks[m].text) or setting.looks[m].only_links]
        addressed = any("p" in setting.looks[m].roles for m in items)
        if addressed and led == items and not _name_several(setting, items):
            labels[n : n + 1 + len(items)] = [BEGIN, *[INSIDE] * len(items)]


def _join_identifiers(setting: Setting, labels: list[str]) -> None:
    """Go on with a record without identifier down to the paragraph that gives one by its label: `DOI: 10.1000/1`."""
    first = 0
    for n, line in enumerate(setting.lines):
        led = line.kind == "p" and is_led(setting, n) and setting.looks[n].labels[0].part in _IDENTIFYING
        alone = led and labels[n] != INSIDE and labels[n : n + 2] != [BEGIN, INSIDE] and _keys(setting, n)
        known = alone and labels[first] == BEGIN and n - first <= _REACH
        if known and not any(_keys(setting, m) for m in range(first, n)):
            labels[first + 1 : n + 1] = [INSIDE] * (n - first)
        elif labels[n] == BEGIN or line.kind == "h":
            first = n


def _is_beside(setting: Setting, number: int) -> bool:
    """Return whether a line is an item, or a paragraph of addresses."""
    line = setting.lines[number]
    return (line.kind == "i" and line.level == 1) or (line.kind == "p" and setting.looks[number].only_links)


def _name_several(setting: Setting, numbers: Sequence[int]) -> bool:
    """Return whether lines give two identifiers of papers by one site."""
    found = {pair for n in numbers for pair in _keys(setting, n).items()}
    return max(Counter(site for site, _ in found).values(), default=0) >= _SEVERAL


def _is_address(setting: Setting, number: int) -> bool:
    look = setting.looks[number]
    return setting.lines[number].kind == "i" and look.only_links and look.roles == "p"


def _begin_identified(setting: Setting, labels: list[str]) -> None:
    """Begin a record with the line that gives its identifier, right above its labelled title."""
    note = setting.note
    for n, (line, below) in enumerate(pairwise(setting.lines)):
        look, titled = setting.looks[n], setting.looks[n + 1]
        if not look.identifier or titled.identifier or labels[n] == INSIDE or labels[n + 1] != BEGIN:
            continue
        places = (note.blocks[one.index].source(one.start, one.start + 1)[0] for one in (line, below))
        first, second = map(note.line, places)
        if second == first + 1 and any(label.part is Part.TITLE for label in titled.labels[:1]):
            labels[n : n + 2] = [BEGIN, INSIDE]


def _begin_credited(setting: Setting, labels: list[str]) -> None:
    """Begin a record at each item of a list in which most are a title and several names: `Title, Jane Roe, Bo Li`.

    So does a list of references with the names first, and a heading with a line of names below it, surely if several
    have such a line with a year, or a heading of names.
    """
    headed = [
        n
        for n, (line, below) in enumerate(pairwise(setting.lines))
        if line.kind == "h" and (below.kind == "p" or _is_named_below(setting, n))
        if front_pages.is_byline(setting.looks[n + 1].text)
    ]
    sure = [n for n in headed if setting.looks[n + 1].year or setting.lines[n + 1].kind == "h"]
    levels = Counter(setting.lines[n].level for n in sure)
    for n in headed:
        if levels[setting.lines[n].level] > 1 and n in sure:
            labels[n : n + 2] = [BEGIN, INSIDE]
        elif labels[n] == OUTSIDE:
            labels[n : n + 2] = [BEGIN, INSIDE if labels[n + 1] == OUTSIDE else labels[n + 1]]
    for numbers in setting.members.values():
        items = [n for n in numbers if setting.lines[n].kind == "i"]
        credited = [n for n in items if _credits(setting.looks[n])]
        if len(credited) >= max(_LEAST, _MOST * len(numbers)) or _are_led_by_names(setting, items):
            for n in (n for n in numbers if labels[n] == OUTSIDE):
                labels[n] = BEGIN
                below = n + 1
                while below < len(labels) and setting.lines[below].index == setting.lines[n].index:
                    labels[below] = INSIDE
                    below += 1


def _is_named_below(setting: Setting, number: int) -> bool:
    """Return whether a heading of several words has one below it in which a known person is named."""
    line, below = setting.lines[number : number + 2]
    deeper = below.kind == "h" and below.level > line.level and setting.looks[number].words >= _FEW
    return deeper and any(map(is_person, names.byline(setting.looks[number + 1].text)))


def _begin_bold(setting: Setting, labels: list[str]) -> None:
    """Begin a record at each line in bold that names with a year or a venue follow, if several of a note do so.

    So do lines that begin with authors and year in bold: `**Lind 2019** — Why ferns unroll`.
    """
    begun = [
        n
        for n, (look, below) in enumerate(pairwise(setting.looks))
        if _FEW <= look.words <= look.bold
        and setting.lines[n].kind in "pP"
        and setting.lines[n + 1].kind in "pP"
        and (below.year or below.venue)
    ]
    cited = [n for n in range(len(labels)) if labels[n] != INSIDE and _cites_in_bold(setting, n)]
    for n in cited if len(cited) >= _LEAST else ():
        labels[n] = BEGIN
    credited = sum(setting.looks[n + 1].people > 0 for n in begun)
    for n in begun if credited >= max(_LEAST, _MOST * len(begun)) else ():
        labels[n] = BEGIN
        labels[n + 1] = INSIDE if labels[n + 1] == OUTSIDE else labels[n + 1]


def _begin_turned(setting: Setting, labels: list[str]) -> None:
    """Begin a record at each line of a paragraph that begins with a name before a title, if several do."""
    for index in {line.index for line in setting.lines if line.kind in "pP"}:
        lines = range(setting.first[index], setting.first[index] + len(setting.widths[index]))
        turned = [n for n in lines if _begins_with_name(setting.looks[n])]
        dated = [n for n in lines if setting.looks[n].year and _DATED_BEHIND.match(setting.looks[n].text)]
        for n in (*(turned if len(turned) > 1 else ()), *(dated if len(dated) >= _LEAST else ())):
            labels[n] = BEGIN


def _begins_with_name(look: Look) -> bool:
    """Return whether a line begins with a name before a title in quotation marks, a year or a page."""
    text = look.text
    led = _TURNED_NAME.match(text) is not None or behind_lead(text, 0, len(text)) is not None
    full = _FULL_NAME.match(text) if not led and (look.year or _PAGED.search(text)) else None
    return quoted_behind_names(text) is not None or (led and look.year) or (full is not None and is_person(full["who"]))


def _cites_in_bold(setting: Setting, number: int) -> bool:
    """Return whether a line of a paragraph begins with authors and year in bold, and goes on with a title."""
    line = setting.lines[number]
    block = setting.note.blocks[line.index]
    marks = marks_near(block, line.start, line.end)
    bold = next((mark.end for mark in marks if mark.kind is MarkKind.STRONG and mark.start == line.start), 0)
    found = forms.NARRATIVE.match(block.prose, line.start) or forms.IN_BRACKETS.match(block.prose, line.start)
    end = found.end() + (block.prose[found.end() : found.end() + 1] == ")") if found and line.kind in "pP" else 0
    return 0 < bold in (end, line.end) and _TITLE_BEHIND.match(block.prose, end) is not None


def _begin_boxes(setting: Setting, labels: list[str]) -> None:
    """Begin a record with the title of each box that opens and closes, where most of these begin one."""
    titles = [n for n, line in enumerate(setting.lines) if n == setting.first[line.index] and _opens_box(setting, line)]
    begun = sum(labels[n] == BEGIN for n in titles)
    for n in titles if begun >= max(_LEAST, _MOST * len(titles)) else ():
        labels[n] = BEGIN


def _opens_box(setting: Setting, line: Line) -> bool:
    """Return whether a line is what a box shows while it is closed: `<summary>`, or a callout of Obsidian."""
    block = setting.note.blocks[line.index]
    first = block.source(0, 1)[0] if block.prose else 0
    return _OPENS.search(setting.note.text, max(0, first - _BOX_TITLE), first) is not None


def _credits(look: Look) -> bool:
    """Return whether a line is words and, behind a comma each, the names of several persons."""
    first, *rest = look.text.split(", ")
    persons = len(rest) > 1 and all(names.looks_like_person(part) for part in rest)
    return persons and len(first.split()) > 1 and (len(rest) >= _FEW or not names.looks_like_person(first))


def _are_led_by_names(setting: Setting, items: Sequence[int]) -> bool:
    """Return whether items are names of persons, a title, and where it appeared: `Jane Roe, Bo Li. Title. ICLR 2018`.

    Nothing stands below them, and one of the persons has a known name.
    """
    texts = [setting.looks[n].text.split(". ") for n in items]
    people = [names.byline(parts[0]) for parts in texts]
    led = [
        all(map(names.looks_like_person, persons)) and setting.looks[n].venue and setting.looks[n].year
        for n, persons, parts in zip(items, people, texts, strict=True)
        if len(parts) > _FEWEST_NAMES and not setting.children[setting.lines[n].index]
    ]
    return sum(led) == len(items) > 1 and any(names_person(name) for persons in people for name in persons)


def _keys(setting: Setting, number: int) -> dict[str, str]:
    """Return the identifiers of papers on a line by the site that gave them, the first of each."""
    line = setting.lines[number]
    found: dict[str, str] = {}
    for link in links_near(setting.note.blocks[line.index], line.start, line.end):
        if line.start <= link.start < max(line.end, line.start + 1):
            address = read_link(link.target)
            if address.role is Role.PAPER and address.key:
                found.setdefault(address.site, address.key)
    return found


def _is_row_of_another(setting: Setting, number: int, known: Mapping[str, str]) -> bool:
    """Return whether a line begins the row of a table that gives the identifier of another paper."""
    lines, row = setting.lines, setting.lines[number].index
    if lines[number].kind not in "rR" or lines[number - 1].index == row:
        return False
    cells = takewhile(lambda n: lines[n].index == row, range(number, len(lines)))
    keys: dict[str, str] = {}
    for n in cells:
        keys = _keys(setting, n) | keys
    return any(known.get(site, key) != key for site, key in keys.items())


def _has_italics(setting: Setting, number: int) -> bool:
    line = setting.lines[number]
    marks = marks_near(setting.note.blocks[line.index], line.start, line.end)
    return any(mark.kind is MarkKind.EM and line.start < mark.start and mark.end <= line.end for mark in marks)


def _is_reference(look: Look) -> bool:
    """Return whether a line is a whole reference."""
    named = look.initials or look.et_al or look.quoted or look.people > _SOME
    return bool(look.likeness > _REFERENCE and look.year and named and look.words > _FEWEST)


def _has_box(setting: Setting, line: Line) -> bool:
    """Return whether an item has a box to tick: it is a task of its own."""
    block = setting.note.blocks[line.index]
    first = block.source(0, 1)[0] if block.prose else 0
    return bool(_BOX.search(setting.note.text, max(0, first - _BOX_WIDTH), first))


def _names_another(setting: Setting, number: int, first: Line, known: Mapping[str, str]) -> bool:
    """Return whether an item below a paper names another one: by an address of its own, or a quoted title and names."""
    keys, look = _keys(setting, number), setting.looks[number]
    if setting.lines[number].kind != "i" or first.kind not in "pPh":
        return False
    if look.quoted and look.likeness > _SURELY and (look.et_al or look.initials or look.people > 0):
        return True
    return (
        first.kind != "h"
        and bool(known)
        and bool(keys)
        and not keys.items() & known.items()
        and look.title
        and not look.labels
    )


def _is_credited(setting: Setting, number: int) -> bool:
    """Return whether an item begins with a bold name and whose it is, or with names and a title, and is dated.

    So do `**DeepSets** (Lind et al., 2017) ...` and `Ann Lind, "Deep Sets", 2017`.
    """
    line = setting.lines[number]
    if line.kind != "i":
        return False
    block = setting.note.blocks[line.index]
    marks = marks_near(block, line.start, line.end)
    bold = next((mark.end for mark in marks if mark.kind is MarkKind.STRONG and mark.start == line.start), 0)
    text = block.prose[line.start : line.end]
    quoted = setting.looks[number].year and quoted_behind_names(text) is not None
    credited = bold > 0 and _CREDIT.match(block.prose, bold) is not None
    return quoted or credited


def _links_title(setting: Setting, line: Line) -> bool:
    """Return whether a line begins with the names of persons, and a title follows that is a link, or in italics."""
    block = setting.note.blocks[line.index]
    named = _NAMES_FIRST.match(block.prose, line.start)
    who = names.byline(named.group().rstrip(" ,:")) if named is not None else []
    if named is None or not all(map(is_person, who)):
        return False
    near = links_near(block, named.end(), named.end() + 1)
    shown = (block.prose[link.start : link.end] for link in near if link.start == named.end() and "://" in link.target)
    marks = marks_near(block, named.end(), named.end() + 1)
    italic = any(mark.start == named.end() and mark.kind is MarkKind.EM for mark in marks)
    return (italic and is_of_works(setting.note, line.index)) or any(len(text.split()) >= _FEW for text in shown)


def _is_numbered_anew(setting: Setting, line: Line, first: Line) -> bool:
    """Return whether an item has a number of its own behind that of an item in the same list."""
    one, other = (setting.note.blocks[at.index] for at in (line, first))
    return (
        line.kind == "i" and line.index != first.index and one.ordered and other.ordered and one.parent == other.parent
    )


def _begin_items(setting: Setting, labels: list[str]) -> None:
    """Begin a record at an item of another paper than the item before: its number, identifier, a second reference."""
    first: Line | None = None
    known: dict[str, str] = {}
    whole = False
    for n, line in enumerate(setting.lines):
        reference = _is_reference(setting.looks[n])
        sure = setting.looks[n].likeness > _SURELY and (not setting.looks[n].told or _has_italics(setting, n))
        if labels[n] == OUTSIDE and ((reference and line.kind in "ipf" and sure) or _is_credited(setting, n)):
            labels[n] = BEGIN
        if labels[n] == OUTSIDE:
            first = None
            continue
        keys = _keys(setting, n)
        beside = first is not None and line.kind == first.kind and line.level == first.level
        other = line.kind in "irh" and any(known.get(site, key) != key for site, key in keys.items())
        numbered = first is not None and beside and _is_numbered_anew(setting, line, first)
        task = line.kind == "i" and (numbered or _has_box(setting, line))
        apart = first is not None and _names_another(setting, n, first, known)
        row = first is not None and first.kind in "rR" and _is_row_of_another(setting, n, known)
        if apart or row or (beside and (other or task or (whole and reference and line.kind in "ipf"))):
            labels[n] = BEGIN
        if labels[n] == BEGIN:
            first, known, whole = line, {}, reference
        for site, key in keys.items():
            known.setdefault(site, key)
