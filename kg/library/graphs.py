"""The folder of a graph, as a build leaves it, and what is opened and written in it."""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from kg import origin, screen, settings
from kg.errors import VaultError
from kg.library.places import default_graph
from kg.publishing.topicmap.memory import MAP
from kg.rdf import STORE, RdfFormat, Store, add_derived, check, index, open_store, parse, seal, settle

if TYPE_CHECKING:
    from kg.analytics import Finding
    from kg.asking.knowledge import Knowledge

MANY = 200
"""Notes from which on it is said that they are indexed."""


def open_knowledge(graph: Path) -> Knowledge:
    """Open a graph to ask it: with its search index, and with its notes if they are still there.

    Raises:
        StoreError: nothing was built there.
    """
    from kg.asking.knowledge import Knowledge

    return Knowledge(open_store(graph), graph, origin.find(graph), tell_indexing)


def tell_indexing(notes: int) -> None:
    """Say that notes are being indexed, if that takes a while."""
    if notes >= MANY:
        screen.say(f"indexing {notes:,} notes for searching, once after each build")


def vault_of(graph: Path, notes: Path | None = None) -> Path:
    """Return the place of the notes of a graph: the given one, else where they were at the build.

    Raises:
        VaultError: it is not known, or there is nothing.
    """
    vault = notes or origin.read(graph)
    if vault is None:
        raise VaultError(f"the graph in {str(graph)!r} does not record where its notes are. Use --notes PATH")
    if not vault.exists():
        raise VaultError(f"there are no notes at {str(vault)!r}. If they have moved, use --notes PATH")
    return vault


def near(path: Path) -> Path:
    """Return a path relative to here, if it is below."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def graph_option(graph: Path) -> str:
    """Return the option by which a command line finds a graph."""
    return "" if graph == default_graph() else f" --graph {shlex.quote(str(graph))}"


def open_any(path: Path) -> Store:
    """Open a graph to read it: its folder, or a file of RDF.

    Raises:
        StoreError: there is no graph.
        RdfFormatError: the file has an unknown suffix, or is not what its suffix says.
    """
    if not path.is_file():
        return open_store(path)
    return Store.in_memory(parse(path.read_bytes(), RdfFormat.of(path)))


def write_map(store: Store, path: Path, graph: Path, notes: Path | None, *, moved: bool = False) -> None:
    """Write the topic map of a graph to a file.

    Args:
        graph: the folder of the graph, which remembers where things are on its map.
        notes: where the notes are, which the map quotes and links; None if they are not here.
        moved: the folder of the file is a new graph that replaces the other.
    """
    from kg.publishing import topicmap

    at, keeping = (graph / path.name, path.parent) if moved else (path, graph)
    opening = topicmap.Opening.of(notes, at, settings.find(notes).open_notes_with) if notes is not None else None
    name = topicmap.memory.FILE_NAME
    remembered = topicmap.memory.Memory()
    if (graph / name).exists() and not seal.fits(graph, name, file=seal.MAP):
        screen.say(f"{name} of the last map was damaged; this map is drawn as if it were the first")
    else:
        remembered = topicmap.memory.read(graph / name)
    title = opening.title if opening else ""
    written = topicmap.write(store, path, title=title or "Topic map", opening=opening, remembered=remembered)
    # Who may only read a graph gets a map of it all the same.
    with contextlib.suppress(PermissionError):
        topicmap.memory.write(keeping / name, written.memory)
        names = [name, *([MAP] if path == keeping / MAP else [])]
        rows = seal.read(keeping / seal.MAP) or {}
        seal.close(keeping, names, file=seal.MAP, beside={MAP: rows[MAP]} if MAP in rows else None)


def drop_map(graph: Path) -> str:
    """Remove an outdated map; return a message about it, "" if there is none."""
    if not (graph / MAP).exists():
        return ""
    (graph / MAP).unlink()
    return f"{MAP} was out of date and has been removed. Draw it again: kg map{graph_option(graph)}"


def keep(graph: Path, findings: Iterable[Finding]) -> None:
    """Put the results of analyses into derived graphs with their names."""
    settle(graph)
    check(graph, whole=True)
    _add(graph, findings)


def analyze_anew(folder: Path, before: Path, *, is_whole: bool) -> None:
    """Run again, in a new graph, the analyses of the old one, starting from its communities if it is whole."""
    old = index.load(before)
    names = old.index.analyses if old is not None else []
    if names:
        from kg.analytics import ANALYSES, Source, Theming, analyze
        from kg.publishing.topicmap.memory import remembered
        from kg.publishing.topicmap.themes import wishes_of

        called = None
        if is_whole:
            with Store.open(before / STORE, read_only=True) as store:
                called = Source(store).called()
        with Store.open(folder / STORE, read_only=True) as store:
            known = [analysis.name for analysis in ANALYSES if analysis.name in names]
            theming = Theming(before=remembered(before).names, wishes=wishes_of(before))
            findings = analyze(store, only=known, before=called, theming=theming) if known else ()
        _add(folder, findings)


def _add(folder: Path, findings: Iterable[Finding]) -> None:
    """Add what analyses derive; one that found nothing is added too, as it may find something in the next graph."""
    add_derived(folder, {finding.table.name: finding.facts for finding in findings if finding.facts is not None})


def redraw(graph: Path, notes: Path) -> str:
    """Draw the map of a graph again, if there is one, and return what there is to say of it."""
    path = graph / MAP
    if not path.is_file():
        return f"The next map shows it: kg map --open{graph_option(graph)}"
    with open_store(graph) as store:
        write_map(store, path, graph, notes)
    return f"{path} shows it."
