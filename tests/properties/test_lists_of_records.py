"""As many items as a list has, so many papers it gives, each with its own title, whatever stands around the list."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.extraction import leftovers, unread_lists
from kg.extraction.entries import Entry, Field, Page, Unread
from kg.extraction.rules import keys, literature, records
from kg.links import Role, read_link
from kg.model import Note
from kg.notes.draft import Source
from kg.notes.markdown import read_markdown

HEADS = ("Erosion", "Pollination", "Lending", "Parsing", "Migration", "Percolation", "Grazing", "Voting")
LINKS = ("of Alpine Slopes under", "in Dense Networks after", "by Small Firms during", "of Rural Schools before")
TAILS = ("Heavy Rain", "Late Frost", "Rising Prices", "Long Droughts", "Random Failures", "New Rules")
GIVEN = ("Ana", "Jonas", "Mirela", "Tomas", "Ines", "Karel")
FAMILY = ("Novak", "Lindqvist", "Moreau", "Okafor", "Petrov", "Sandoval")
VENUES = ("Journal of Applied Ecology", "Rural Studies Quarterly", "Annals of Small Systems", "Lending Letters")


@dataclass(frozen=True)
class Work:
    """What the items of a list are written from."""

    title: str
    authors: tuple[str, ...]
    year: int
    venue: str
    number: int

    @property
    def link(self) -> str:
        return f"https://arxiv.org/abs/{self.year % 100:02}05.{self.number:05}"

    @property
    def key(self) -> str:
        return f"{self.authors[0].split()[-1].lower()}{self.year}{self.title.split()[0].lower()}"

    @property
    def families(self) -> str:
        return ", ".join(name.split()[-1] for name in self.authors)


@st.composite
def works(draw: st.DrawFn) -> list[Work]:
    """Draw works with different titles and addresses."""
    titles = draw(
        st.lists(st.tuples(*map(st.sampled_from, (HEADS, LINKS, TAILS))), min_size=4, max_size=9, unique=True)
    )
    names = st.tuples(st.sampled_from(GIVEN), st.sampled_from(FAMILY)).map(" ".join)
    number = count(draw(st.integers(1000, 90000)))
    return [
        Work(
            " ".join(title),
            tuple(draw(st.lists(names, min_size=1, max_size=3, unique=True))),
            draw(st.integers(2009, 2023)),
            draw(st.sampled_from(VENUES)),
            next(number),
        )
        for title in titles
    ]


def _card(labels: str, start: str = "", wrap: str = "{}") -> str:
    title, authors, year, venue, link = (wrap.format(f"{label}:") for label in labels.split("|"))
    return (
        f"{start}{title} {{w.title}}\n{start}{authors} {{names}}\n{start}{year} {{w.year}}\n{start}{venue} {{w.venue}}\n"
        f"{start}{link} {{w.link}}\n\n"
    )


LAYOUTS = {
    "key, link": "- {w.key}+ [{w.title}]({w.link})\n",
    "key, link, words": "- {w.key}++ [{w.title}]({w.link}) asks for more data\n",
    "link, key in brackets": "- [{w.title}]({w.link}) ({w.key}+)\n",
    "link, key, words": "- [{w.title}]({w.link}) {w.key}+ is the first of its kind\n",
    "at, key, link": "- @{w.key} [{w.title}]({w.link})\n",
    "key in brackets, title": "- [@{w.key}] {w.title}. {w.link}\n",
    "title, venue and year in brackets": "- {w.title}. [{w.venue}, {w.year}]\n",
    "title, year, names in a link": "- [{w.title} ({w.year}) - {w.families}]({w.link})\n",
    "cards": _card("Paper|Author(s)|Date|Published in|URL"),
    "bold cards": _card("Title|Authors|Year|Journal|Link", wrap="**{}**"),
    "German cards": _card("Titel|Autoren|Jahr|Zeitschrift|Link"),
    "Spanish cards": _card("Título|Autores|Año|Revista|Enlace", wrap="**{}**"),
    "Chinese cards": _card("论文|作者|年份|期刊|链接"),
    "Russian cards": _card("Название|Авторы|Год|Журнал|Ссылка"),
    "nested cards": (
        "- **Title:** {w.title}\n  - **Authors:** {names}\n  - **Year:** {w.year}\n  - **Venue:** {w.venue}\n"
    ),
    "headed cards": "## {w.title}\n\n- Authors: {names}\n- Year: {w.year}\n- Venue: {w.venue}\n\n",
    "details": "<details><summary><b>{w.title}</b></summary>\n\n{names}. {w.venue}, {w.year}.\n\n</details>\n\n",
    "year first": "- {names} ({w.year}). {w.title}. {w.venue}.\n",
    "bold, names below": "- **{w.title}** ({w.venue} {w.year})\n  - {names}\n",
}
"""A line, or some, for each work."""
AROUND = (
    ("", ""),
    ("We meet on Tuesdays in the small room and bring a cake in turn.\n\n", "\n\nNext week somebody else will cook.\n"),
    (
        "| Dates | Location | Deadline |\n|---|---|---|\n| 3-5 May | Porto | 1 March |\n\n",
        "\n## Later\n\nCall the printer.\n",
    ),
)


def _note(text: str) -> Note:
    content = read_markdown(Source("n.md", text))
    return Note("n.md", text, content.blocks, content.title, content.meta)


def _page(note: Note) -> Page:
    page = Page(note)
    for rule in (literature.find, records.find, keys.find):
        page = page.with_found(rule(page))
    return page


@pytest.mark.parametrize("layout", LAYOUTS)
@settings(max_examples=12)
@given(works=works(), around=st.sampled_from(AROUND))
def test_a_list_gives_as_many_papers_as_it_has_items(layout: str, works: list[Work], around: tuple[str, str]) -> None:
    before, behind = around
    items = "".join(LAYOUTS[layout].format(w=work, names=", ".join(work.authors)) for work in works)
    papers = _page(_note(f"# Reading\n\n{before}{items}{behind}")).entries

    assert [entry.title.text for entry in papers if entry.title] == [work.title for work in works]
    assert len(papers) == len(works)
    assert not any(map(_is_of_two, papers))


@settings(max_examples=30)
@given(works=works(), layouts=st.lists(st.sampled_from(sorted(LAYOUTS)), min_size=2, max_size=4))
def test_what_is_read_and_left_out_is_reported(works: list[Work], layouts: list[str]) -> None:
    lines = [
        LAYOUTS[layouts[number % len(layouts)]].format(w=work, names=", ".join(work.authors))
        for number, work in enumerate(works)
    ]
    page = _page(_note("# Notes\n\n" + "\n".join(lines) + "\n- Preheat the Oven, then Wait\n- Buy Flour (2 kg)\n"))
    problems = leftovers.find(page, [*unread_lists.find(page)])
    reported = " ".join(problem.message for problem in problems if problem.code == leftovers.LEFT_OUT)

    left = [record for record in page.unread if not page.used.intersection(record.blocks)]
    assert len({record.reason for record in left}) == reported.count("left out, as")
    assert all(record.reason in reported for record in left)


def _is_of_two(entry: Entry) -> bool:
    """Return whether an entry has two identifiers that one site gave."""
    addresses = {read_link(link.text).canonical: read_link(link.text) for link in entry.links}
    sites = [address.site for address in addresses.values() if address.role is Role.PAPER and address.key]
    return len(sites) > len(set(sites))


def test_what_is_left_out_of_a_line_is_reported_though_another_line_of_its_paragraph_is_a_paper() -> None:
    lines = "Lind, Ada. 2019. Moss on the roofs of towns. Journal of Moss 12, 3-9", "Roe, Bo: Fog without hills, 2001"
    page = _page(_note(f"# Notes\n\n{lines[0]}\n{lines[1]}\n"))
    block = page.entries[0].first_block
    start = page.note.blocks[block].prose.index("Fog")
    other = Field("Fog without hills", block, start, start + len("Fog without hills"))

    page = replace(page, entries=page.entries[:1], unread=(Unread(other, (block,), "it is a sentence"),))

    problems = leftovers.find(page, [*unread_lists.find(page)])
    assert ["Fog without hills" in problem.message for problem in problems] == [True]
