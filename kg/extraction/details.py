"""Reading what stands beside a title: authors, venue, year, presentation, links, in any order and loosely divided.

Two ways of writing are read: labelled (`Authors: A, B`, `Venue:: ICLR 2025`) and loose (`A. Smith, B. Lee. ICLR 2025 (Oral)`).
What is left unexplained decides whether a line was about the paper or was a sentence about something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from kg.extraction import align, names, shapes, venues
from kg.extraction.entries import Entry, Field
from kg.extraction.links import Role, find_identifiers, read_link
from kg.extraction.name_words import PARTICLES
from kg.model import Block, LinkKind

_YEAR = re.compile(r"(?<![\w./-])(?:19[5-9]\d|20[0-4]\d)(?:[-/.](?:0?[1-9]|1[0-2]))?(?![\w/-])(?!\.\d)")
_PRESENTATION = re.compile(
    r"\b(oral|spotlight|poster|keynote|workshop|talk)s?\b(?:\s+(?:paper|presentation|talk|session))?", re.IGNORECASE
)
_EDGE = re.compile(
    r"[()\[\]{}|•·\n]|\s[—–-]{1,2}\s|[;:](?=\s)|(?<!\b[^\W\d_])\.(?=\s+[A-Z*_\[(])|\bby\b|\bIn\b:?|\bfrom\b|\bet\s+al\.?[’']s\b"
)
_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>]+(?<![.,;)\]])")
_BRACKET = re.compile(r"[\s\"”’»*_,.]{0,4}[(\[]([^()\[\]\n]{2,160})[)\]]")
_GROUP = re.compile(
    r"\b(?:collaboration|team|consortium|group|project|initiative|network|AI|lab|labs|research)$", re.IGNORECASE
)
_CITED = re.compile(r"\s*(?P<who>[^\W\d_][^\d\n;()]{1,120}?)\s*,?\s*\(?(?P<year>(?:1[89]|20)\d\d)[a-z]?\)?\s*")
_LABELS: dict[str, str] = {}
for _field, _words in {
    "title": "title paper paper-title titel titre título name",
    "authors": "author authors author(s) by writers autor autoren autores auteur auteurs written-by authored-by who",
    "venue": "venue conference journal published published-in published-at publication where appeared appeared-in "
    "proceedings booktitle konferenz zeitschrift conférence revue revista conferencia source",
    "year": "year date published-on publication-date jahr année año anno published-date",
    "links": "link links url urls paper pdf arxiv doi openreview code github repo website project project-page source-code "
    "download access preprint full-text",
    "keywords": "tags tag keywords keyword topics topic area category field stichwörter mots-clés",
    "presentation": "presentation type track decision session-type format presented-as",
    "rating": "rating score stars my-rating bewertung note",
    "citekey": "citekey cite-key citation-key key bibtex-key bibkey",
}.items():
    for _word in _words.split():
        _LABELS.setdefault(_word.replace("-", " "), _field)
_LABELLED = re.compile(r"\s*(?:[-*•]\s+)?\W{0,3}([^\W\d_][^\n:：=]{0,22}?)\W{0,2}\s*(?:::|[:：])(?!//)\s*")


@dataclass(frozen=True, slots=True)
class Details:
    """What was read beside a title."""

    authors: tuple[Field, ...] = ()
    complete: bool | None = None
    year: Field | None = None
    venue: Field | None = None
    presentation: Field | None = None
    links: tuple[Field, ...] = ()
    keywords: tuple[Field, ...] = ()
    rating: Field | None = None
    citekey: Field | None = None
    title: Field | None = None
    letters: int = 0
    """Letters and digits in the text read."""
    left: int = 0
    """Those of them that nothing explains."""

    @property
    def explained(self) -> bool:
        """Say whether the text was about the paper: little of it is left over."""
        return (self.letters > 0 or bool(self.links)) and self.left <= max(4, 0.25 * self.letters)

    @property
    def found(self) -> bool:
        """Say whether anything was read."""
        return bool(self.authors or self.year or self.venue or self.presentation or self.links)

    def and_then(self, other: Details) -> Details:
        """Complete this by what was read farther away; the nearer value wins."""
        return Details(
            self.authors or other.authors,
            self.complete if self.authors else other.complete,
            self.year or other.year,
            self.venue or other.venue,
            self.presentation or other.presentation,
            tuple(dict.fromkeys(self.links + other.links)),
            tuple(dict.fromkeys(self.keywords + other.keywords)),
            self.rating or other.rating,
            self.citekey or other.citekey,
            self.title or other.title,
            self.letters + other.letters,
            self.left + other.left,
        )


def fill(entry: Entry, details: Details) -> Entry:
    """Complete an entry by details; what the entry has stays."""
    return replace(
        entry,
        authors=entry.authors or details.authors,
        complete=entry.complete if entry.authors else details.complete,
        year=entry.year or details.year,
        venue=entry.venue or details.venue,
        presentation=entry.presentation or details.presentation,
        links=tuple(dict.fromkeys(entry.links + details.links)),
        keywords=tuple(dict.fromkeys(entry.keywords + details.keywords)),
        rating=entry.rating or details.rating,
        citekey=entry.citekey or details.citekey,
    )


def read_lines(block: Block, index: int, start: int = 0, end: int | None = None) -> Details:
    """Read each line of a range, labelled or loose."""
    end = len(block.prose) if end is None else end
    details = Details()
    for first, last in align.lines(block):
        first, last = max(first, start), min(last, end)
        if first < last:
            labelled = read_labelled(block, index, first, last)
            details = details.and_then(labelled or read_loose(block, index, first, last))
    return details


def read_labelled(block: Block, index: int, start: int, end: int) -> Details | None:
    """Read `label: value`; None when the line does not begin with a label that kg knows."""
    match = _LABELLED.match(block.prose, start, end)
    name = _LABELS.get(" ".join(match.group(1).casefold().split()), "") if match else ""
    if not match or not name:
        return None
    first, last = align.trim(block.prose, match.end(), end, " \t*_`")
    links = own_links(block, index, start, end)
    read = Details(letters=_count(block.prose[start:end]), links=links)
    if first >= last:
        return read
    value = align.field(block, index, first, last)
    if name == "authors":
        authors, complete = people(block, index, first, last)
        return replace(read, authors=authors, complete=complete)
    if name in ("venue", "year", "presentation"):
        loose = read_loose(block, index, first, last)
        venue = loose.venue or (value if name == "venue" else None)
        return replace(read, venue=venue, year=loose.year, presentation=loose.presentation)
    if name == "keywords":
        parts = re.finditer(r"[^,;\n#\[\]]+", block.prose[first:last])
        fields = (align.field(block, index, first + p.start(), first + p.end()) for p in parts if p.group().strip())
        return replace(read, keywords=tuple(fields))
    if name == "rating":
        return replace(read, rating=rating(value))
    if name == "citekey":
        return replace(read, citekey=replace(value, text=value.text.lstrip("@[").rstrip("]")))
    return replace(read, title=value) if name == "title" and not links else read


def rating(value: Field) -> Field | None:
    """Read a rating written as a number, as `4/5`, as stars or as plus signs.

    >>> [rating(Field(t, 0, 0, 9)).text for t in ("4/5", "★★★☆☆", "+++", "5")]
    ['4', '3', '3', '5']
    """
    stars = sum(value.text.count(c) for c in "★⭐🌟")
    number = re.match(r"\d{1,2}", value.text)
    plus = re.fullmatch(r"\++", value.text)
    text = str(stars) if stars else number.group() if number else str(len(value.text)) if plus else ""
    return replace(value, text=text) if text else None


def read_loose(block: Block, index: int, start: int, end: int) -> Details:
    """Read authors, venue, year and presentation from text without labels."""
    prose = block.prose
    cited = read_cited(block, index, start, end)
    if cited is not None:
        return replace(cited, links=own_links(block, index, start, end))
    text = _without_links(block, start, end)
    letters = _count(text)
    year = presentation = venue = None
    for a, b, found in venues.find_venues(text):
        place = align.field(block, index, start + a, start + b)
        if venue is None and (found.event or found.year):
            venue = place
        if year is None and found.year:
            year = replace(place, text=str(found.year))
        text = _blank(text, a, b)
    for match in _YEAR.finditer(text):
        if year is None:
            year = align.field(block, index, start + match.start(), start + match.end(), match.group()[:4])
        text = _blank(text, *match.span())
    for match in _PRESENTATION.finditer(text):
        if presentation is None:
            at = start + match.start(), start + match.end()
            presentation = align.field(block, index, *at, match.group(1).lower())
        text = _blank(text, *match.span())
    authors: tuple[Field, ...] = ()
    complete: bool | None = None
    left = 0
    if "(" in text and "," in text:
        authors, complete = people(block, index, start, end, text=text)
        if len(authors) > 1 and all(names.looks_like_person(author.text) for author in authors):
            return Details(
                authors, complete, year, venue, presentation, own_links(block, index, start, end), letters=letters
            )
        authors, complete = (), None
    for a, b in _chunks(text):
        people_here, whole = people(block, index, start + a, start + b, text=text[a:b]) if not authors else ((), None)
        both = _names_then_venue(block, index, start + a, text[a:b]) if not authors and not venue and year else None
        if both is not None and (not people_here or len(people_here) > len(both.authors)):
            authors, complete, venue = both.authors, both.complete, both.venue
        elif people_here:
            authors, complete = people_here, whole
        elif venue is None and (named := venues.read_venue(prose[start + a : start + b])) is not None:
            venue = align.field(block, index, start + a, start + b) if not named.event or len(text[a:b]) > 3 else None
        else:
            left += _count(text[a:b])
    return Details(
        authors, complete, year, venue, presentation, own_links(block, index, start, end), letters=letters, left=left
    )


def read_bracket(block: Block, index: int, start: int) -> Details:
    """Read the bracket right behind a title, `(Vaswani et al., 2017)`, when all of it is about the paper."""
    match = _BRACKET.match(block.prose, start)
    if not match:
        return Details()
    read = read_cited(block, index, *match.span(1)) or read_loose(block, index, *match.span(1))
    return read if read.explained else Details()


def read_cited(block: Block, index: int, start: int, end: int) -> Details | None:
    """Read `Gale & Shapley, 1962` as in a citation in brackets, where surnames alone are authors."""
    match = _CITED.fullmatch(block.prose, start, end)
    if not match:
        return None
    listed = names.split_names(match["who"])
    if not listed.names or not all(_is_surname(shown) for _, _, shown in listed.names):
        return None
    if len(listed.names) > 1 and any(len(_own_words(shown)) > 1 for _, _, shown in listed.names):
        return None
    first = match.start("who")
    who = tuple(Field(shown, index, first + a, first + b) for a, b, shown in listed.names)
    year = Field(match["year"], index, *match.span("year"))
    return Details(who, listed.complete, year, letters=_count(block.prose[start:end]))


def _own_words(name: str) -> list[str]:
    """Give the words of a name without particles and initials."""
    return [word for word in name.split() if word not in PARTICLES and len(word.strip(".-")) > 1]


def _is_surname(name: str) -> bool:
    """Say whether a name can be an author with only a year beside it: one word, a full name, or a group."""
    words = [word for word in name.split() if word not in PARTICLES]
    if not words or not all(word[0].isupper() or not word[0].isascii() for word in words):
        return False
    single = len(words) == 1 and len(words[0]) > 1
    return (single or names.looks_like_person(name) or bool(_GROUP.search(name))) and venues.read_venue(name) is None


def _names_then_venue(block: Block, index: int, start: int, text: str) -> Details | None:
    """Read `R. H. Coase, The Journal of Law and Economics`: persons first, then one more part that a year follows."""
    for match in reversed(list(re.finditer(r",\s+", text))[-3:]):
        who, complete = people(block, index, start, start + match.start(), text=text[: match.start()])
        place = align.field(block, index, start + match.end(), start + len(text.rstrip()))
        words = shapes.words(place.text)
        if (
            who
            and 1 <= len(words) <= 12
            and shapes.is_title_case(place.text)
            and not names.looks_like_person(place.text)
        ):
            return Details(who, complete, venue=place)
    return None


def people(
    block: Block, index: int, start: int, end: int, *, text: str | None = None
) -> tuple[tuple[Field, ...], bool | None]:
    """Read a range as a list of persons; empty when it does not read as one."""
    text = block.prose[start:end] if text is None else text
    listed = names.split_names(text)
    if not listed.names:
        return (), None
    likely = sum(names.looks_like_person(shown) for _, _, shown in listed.names)
    explained = sum(_count(text[a:b]) for a, b, _ in listed.names)
    bare = re.sub(r"\([^()]{0,120}\)|\[[^\[\]]{0,120}\]", " ", text)
    cut = _count(re.sub(r"\bet\.?\s*al\b\.?|\band\b|\bothers\b|\d", " ", bare, flags=re.IGNORECASE))
    if explained < 0.8 * cut:
        return (), None
    lone = len(listed.names) == 1 and not likely
    if lone and (listed.complete or not listed.names[0][2][:1].isupper()):
        return (), None
    if not lone and likely * 2 < len(listed.names):
        return (), None
    fields = tuple(Field(shown, index, start + a, start + b) for a, b, shown in listed.names)
    return fields, listed.complete


def own_links(block: Block, index: int, start: int, end: int) -> tuple[Field, ...]:
    """Give the links of a range that can be of a paper: no pictures, badges, people or lists."""
    wanted = (Role.PAPER, Role.CODE, Role.PROJECT, Role.DATA, Role.OTHER)
    found = [
        Field(link.target, index, link.start, link.end)
        for link in align.links_in(block, start, end)
        if link.kind is not LinkKind.WIKI and read_link(link.target).role in wanted
    ]
    for a, b, address in find_identifiers(block.prose[start:end]):
        doi = _DOI.search(block.prose, start + a, start + b)
        printed = f"https://doi.org/{doi.group()}" if doi else address.canonical
        if address.canonical and not any(f.start < start + b and start + a < f.end for f in found):
            found.append(Field(printed, index, start + a, start + b))
    return tuple(dict.fromkeys(found))


def _without_links(block: Block, start: int, end: int) -> str:
    text = block.prose[start:end]
    for link in block.links:
        if (
            link.start < end
            and start < link.end
            and (link.kind is LinkKind.IMAGE or _is_label(block, link.start, link.end))
        ):
            text = _blank(text, max(link.start - start, 0), min(link.end, end) - start)
    for a, b, _ in find_identifiers(text):
        text = _blank(text, a, b)
    return text


def _is_label(block: Block, start: int, end: int) -> bool:
    text = block.prose[start:end]
    return "://" in text or is_link_label(text)


_LINK_LABEL = re.compile(
    r"\W*(?:(?:the\s|official\s|full\s|my\s|project\s|source\s|extended\s|conference\s|camera[- ]ready\s)?"
    r"(?:papers?|pdf|arxiv|abs(?:tract)?|links?|code|github|repo(?:sitory)?|website|web|page|homepage|project|poster|slides?|"
    r"video|talk|demo|doi|openreview|blog(?:\s?post)?|data(?:set)?s?|model(?:s| card)?|supp(?:lementary)?(?:\smaterial)?|appendix|"
    r"html|url|site|article|preprint|published version|proceedings|acl(?: anthology)?|pmlr|neurips|icml|iclr|cvf|oral|"
    r"spotlight|recording|youtube|twitter|tweet|thread|x|bib(?:tex)?|cite|semantic scholar|huggingface|hf|colab|notebook|"
    r"publication|version|source|pytorch|tensorflow|jax|weights|checkpoints?|docs?|documentation|read|download|here|"
    r"lien|quelle|artikel|aufsatz|volltext|enlace|artículo|paper-link|ссылка|статья|论文|链接|原文|リンク|論文|링크|논문|"
    r"journal|leaderboard|review|notes?|summary|\d{4}\.\d{4,5}(?:v\d)?)(?:\s(?:page|link|version|version\s\d|post|paper|code|\d))?)\W*",
    re.IGNORECASE,
)


def is_link_label(text: str) -> bool:
    """Say whether the text of a link says what it leads to and names nothing.

    >>> [is_link_label(t) for t in ("[PDF]", "Project Page", "arXiv", "📄", "Attention Is All You Need")]
    [True, True, True, True, False]
    """
    return not any(c.isalnum() for c in text) or bool(_LINK_LABEL.fullmatch(text.strip()))


def _chunks(text: str) -> Iterable[tuple[int, int]]:
    start = 0
    for match in (*_EDGE.finditer(text), None):
        end = match.start() if match else len(text)
        a, b = align.trim(text, start, end, " \t\n,.*_\"“”'")
        if a < b and any(c.isalnum() for c in text[a:b]):
            yield a, b
        start = match.end() if match else end


def _blank(text: str, start: int, end: int) -> str:
    return text[:start] + " " * (end - start) + text[end:]


def _count(text: str) -> int:
    return sum(c.isalnum() for c in text)
