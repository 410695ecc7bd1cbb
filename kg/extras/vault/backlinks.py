"""Pages in the user's own vault, in a folder of kg, that link to the notes and lines that name a thing.

No other file is touched. The pages have a mark by which a build leaves them out, so the graph never feeds on itself.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from kg import notes, terms, writing
from kg.errors import ExportError
from kg.extras.vault import markdown, relations
from kg.extras.vault.markdown import Value, link
from kg.extras.vault.naming import KIND_PAGES, paths
from kg.extras.vault.relations import Relation, Web
from kg.graph import Place
from kg.model import LINE_END, Kind, Problem
from kg.publishing.files import Chosen, write_folder
from kg.publishing.networks.reading import Node, PropertyGraph, read
from kg.rdf import Store
from kg.settings import Settings, find

FOLDER = "kg"
"""The folder in the vault that is kg's own."""
_PLACES = 3
"""Places of one fact."""
_TELLING = 4
"""Words from which on a quote says more than the name of the thing."""
_UNLINKABLE = frozenset("#^|[]")
_MARK, _BY = writing.MARK.split(": ")
_SUFFIXES = (".md", ".markdown")
_HEADING = re.compile(r" {0,3}#{1,6}[ \t](.*)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_STRIPPED = re.compile(r"[!\"#$%&()*+,.:;<=>?@^`{|}~/\[\]\\\s]+")
"""What Obsidian leaves out when it compares headings."""

Headings = Sequence[tuple[int, str]]
"""Line and heading, in order."""


@dataclass(frozen=True, slots=True)
class Book:
    """The data from which pages are written."""

    name: str
    """Of the vault."""
    web: Web
    paths: Mapping[str, str]
    """Thing -> its page below the vault, without suffix; things without a page are missing."""
    headings: Mapping[str, Headings]

    def thing(self, iri: str) -> str:
        """Name a thing, in a link when it has a page."""
        name = self.web.nodes[iri].name
        return link(self.paths[iri], name) if iri in self.paths else markdown.text(name)

    def note(self, path: str, line: int) -> str:
        """Link to a note, at the heading above a line."""
        heading = _above(self.headings.get(path, ()), line)
        plain = path.removesuffix(".md")
        shown = f"{plain} › {heading}" if heading else plain
        if _UNLINKABLE & set(plain):
            return f"[{markdown.text(shown)}](<{quote(path)}>)"
        return link(f"{plain}#{heading}" if heading else plain, shown)

    def line(self, path: str, line: int) -> str:
        """Link to a line, by the address that the plugin Advanced URI opens."""
        return f"[{line}]({_uri('advanced-uri', vault=self.name, filepath=path, line=str(line))})"


def write(store: Store, path: Path, chosen: Chosen) -> None:
    """Write pages on the things of a graph into the vault that it was built from.

    Raises:
        ExportError: it is another folder, or has files in the way that kg did not write.
    """
    graph = read(store, names_only=chosen.names_only)
    write_folder(path / FOLDER, files(graph, path, least=find(path).backlinks_from))


def files(graph: PropertyGraph, vault: Path, *, least: int) -> dict[str, bytes]:
    """Return the files of the folder: path within it -> content.

    Args:
        graph: what to write.
        vault: the notes of the user, of which headings are read.
        least: a thing has a page if at least this many notes name it, or if a note states a fact about it.

    Raises:
        ExportError: the folder is not the one that the graph was built from.
    """
    notes = [node.name for node in graph.nodes if node.kind == Kind.NOTE]
    if vault.exists() and notes and not any((vault / note).is_file() for note in notes):
        raise ExportError(
            f"{str(vault)!r} holds none of the notes of the graph, such as {notes[0]!r}. "
            "Pass the folder that the graph was built from, so that links lead to its notes"
        )
    web = relations.read(graph)
    stated = {iri for iri, said in web.relations.items() if any(one.predicate != terms.MENTIONS for one in said)}
    nodes = [node for node in web.nodes.values() if node.notes >= least or node.iri in stated]
    below = paths(nodes, avoid={PurePosixPath(note).stem for note in notes})
    book = Book(
        vault.resolve().name, web, {iri: f"{FOLDER}/{path}" for iri, path in below.items()}, _headings_of(vault, notes)
    )
    pages = {f"{below[node.iri]}.md": _page(book, node) for node in nodes}
    pages["kg.md"] = _index(book, nodes)
    return {path: text.encode() for path, text in pages.items()}


def _page(book: Book, node: Node) -> str:
    values: dict[str, Value] = {
        _MARK: _BY,
        "kind": KIND_PAGES[node.kind].word.lower(),
        "aliases": list(dict.fromkeys((node.name, *node.other_names))),
        "uri": _uri("open", vault=book.name, file=book.paths[node.iri]),
        "kg": node.iri,
    }
    parts = [markdown.front_matter(values), *_mentions(book, node), *_values(node)]
    return "\n".join([*parts, *_facts(book, book.web.relations[node.iri])])


def _mentions(book: Book, node: Node) -> Iterator[str]:
    """Yield the notes that name a thing: a link to each heading under which it stands, and to the lines."""
    at: dict[str, dict[str, None]] = defaultdict(dict)
    for place in node.mentioned:
        at[book.note(place.note, place.line)][book.line(place.note, place.line)] = None
    if at:
        rows = [f"- {shown}, line{'s' * (len(lines) > 1)} {', '.join(lines)}" for shown, lines in at.items()]
        yield "\n".join(["## In your notes\n", *rows, ""])


def _values(node: Node) -> Iterator[str]:
    """Yield the values of a thing in words: year, rating, addresses."""
    rows = [
        f"- {name.replace('_', ' ')}: {', '.join(_value(value) for value in node.literals[name])}"
        for name in ("year", "date", "location", "rating", "reading_state", "read_on", "identifiers", "urls", "code")
        if name in node.literals
    ]
    if rows:
        yield "\n".join(["## Values\n", *rows, ""])


def _value(value: str | float) -> str:
    if isinstance(value, str) and value.startswith(("http://", "https://")):
        return f"<{quote(value, safe='%/:=&?~#+!$,;@*.-_()')}>"
    return markdown.text(f"{value:g}" if isinstance(value, float) else str(value))


def _facts(book: Book, said: Sequence[Relation]) -> Iterator[str]:
    """Yield each fact with the places that state it, the surest first."""
    for relation in said:
        yield f"## {relation.words.capitalize()}\n"
        for edge in relation.edges:
            yield f"- {book.thing(edge.source if relation.incoming else edge.target)}"
            yield from (_place(book, place) for place in edge.places[:_PLACES])
        yield ""


def _place(book: Book, place: Place) -> str:
    where = f"{book.note(place.note, place.line)}, line {book.line(place.note, place.line)}"
    words = markdown.readable(place.quote)
    return f"    - {where}" + (f"\n      > {markdown.text(words)}" if len(words.split()) >= _TELLING else "")


def _index(book: Book, nodes: Sequence[Node]) -> str:
    by_kind: dict[str, list[Node]] = defaultdict(list)
    for node in sorted(nodes, key=lambda node: (node.name.casefold(), node.iri)):
        by_kind[node.kind].append(node)
    about = (
        "Written by kg from your notes, to which these pages link; kg build does not read them, and "
        "`kg export --as backlinks` writes them again. "
        "Line numbers open the line if the plugin Advanced URI is installed.\n"
    )
    parts = [markdown.front_matter({_MARK: _BY, "kind": "index"}), about]
    for kind, pages in KIND_PAGES.items():
        if by_kind[kind]:
            rows = (f"- {book.thing(node.iri)} ({node.notes})" for node in by_kind[kind])
            parts.append("\n".join([f"## {pages.title}\n", *rows, ""]))
    return "\n".join(parts)


def _uri(action: str, **values: str) -> str:
    given = "&".join(f"{name}={quote(value, safe='')}" for name, value in values.items())
    return f"obsidian://{action}?{given}"


def headings(text: str) -> Headings:
    r"""Find the headings of a Markdown note, outside of code blocks and front matter.

    >>> headings("---\n# no\n---\n# One\n```\n# no\n```\n## Two: a [link](x) #\n")
    [(4, 'One'), (8, 'Two a link x')]
    """
    found: list[tuple[int, str]] = []
    fence = ""
    for number, line in enumerate(LINE_END.split(text), 1):
        opened = "---" if number == 1 and line.rstrip() == "---" else ""
        mark = _FENCE.match(line)
        if fence:
            fence = "" if line.strip().startswith(fence) and not line.strip().strip(fence[0]) else fence
        elif opened or mark:
            fence = opened or (mark[1] if mark else "")
        elif (heading := _HEADING.fullmatch(line)) and (shown := _STRIPPED.sub(" ", heading[1]).strip()):
            found.append((number, shown))
    return found


def _above(found: Headings, line: int) -> str:
    """Return the heading above a line, "" if there is none."""
    place = bisect_right(found, line, key=lambda row: row[0])
    return found[place - 1][1] if place else ""


def _headings_of(vault: Path, paths: Sequence[str]) -> Mapping[str, Headings]:
    """Read the headings of those notes that are Markdown and can be read."""
    found: dict[str, Headings] = {}
    for path in paths:
        if path.lower().endswith(_SUFFIXES):
            whole = notes.read_text(vault / path, vault=vault, settings=Settings())
            found[path] = () if isinstance(whole, Problem) else headings(whole.text)
    return found
