"""Every stage of kg over a folder of notes, in this process, and what must hold after each whatever the notes are.

Nothing may raise, not even what a net of kg catches; nothing may take longer than its budget; every quote stands at its
place; what is exported can be read back, and is as much as the store has.
"""

from __future__ import annotations

import csv
import io
import json
import re
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import patch
from xml.etree import ElementTree as ET

import pyoxigraph as ox
import rdflib
from rdf_graphs import write

from kg import net, notes, terms
from kg.asking.knowledge import Knowledge
from kg.asking.questions import questions
from kg.cli import make_parser
from kg.errors import ExportError, UnclearError, UsageError
from kg.exploring.program import PAGES
from kg.exploring.questions import GIVEN
from kg.library import building
from kg.library.graphs import open_knowledge
from kg.pipeline import extracting
from kg.pipeline.extracting import READING
from kg.publishing import verifying
from kg.publishing.exporters import EXPORTERS
from kg.publishing.files import Chosen
from kg.rdf import FILES, GraphFormat, Store, check_shapes, fact_lines, open_store, writable
from kg.settings import find

SECONDS = 30
"""Of the processor, for one note and for one question, page or file: far more than any needs, far less than for ever."""
ASKED = 6
"""Things that are asked about in a graph: the ones with the oddest names, and some others."""
SORTS = ("rename", "ignore", "same")
DAY = "2019-06-07"
"""Of the publication of a package: notes may state none."""
HOSTILE_WORDS = ("", '"', "-", "kind:", "year:9999999999..", "note:%", "\0", "NEAR(a, b)", "\ud800", "*", "a" * 5_000)
REFUSING: Mapping[str, tuple[type[Exception], ...]] = {"rdf-xml": (ExportError,)}
"""XML holds no control characters, and the export says so."""
_FORMATS = {
    ".ttl": ox.RdfFormat.TURTLE, ".trig": ox.RdfFormat.TRIG, ".nt": ox.RdfFormat.N_TRIPLES, ".nq": ox.RdfFormat.N_QUADS,
    ".jsonld": ox.RdfFormat.JSON_LD, ".rdf": ox.RdfFormat.RDF_XML,
}  # fmt: skip


class OverBudgetError(BaseException):
    """Something takes too long; no `Exception`, so that no net catches it."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Something that must not be."""

    stage: str
    """The key of `STAGES`."""
    what: str
    """What was raised and where: equal for what has one cause, as far as that can be known."""
    note: str = ""
    """The note that was read, if one was."""
    ends: bool = field(default=False, compare=False)
    """It ended what ran; no net caught it."""
    detail: str = field(default="", compare=False)

    @property
    def is_endless(self) -> bool:
        return self.what.startswith(OverBudgetError.__name__)


@dataclass
class Trial:
    """One folder of notes on its way through the stages."""

    vault: Path
    folder: Path
    """For the graph and everything else that is written."""
    failures: list[Failure] = field(default_factory=list)
    seconds: float = SECONDS
    reading: str = ""
    """The note that is being read."""

    @property
    def graph(self) -> Path:
        return self.folder / "graph"

    @property
    def files(self) -> dict[str, Path]:
        """The notes, by their ids in the order in which they are read."""
        return notes.files(self.vault, settings=find(self.vault))

    @contextmanager
    def trying(self, stage: str, *allowed: type[Exception]) -> Iterator[None]:
        """Run something; what it raises is a failure, and so is what nets catch; only what is allowed passes."""
        with _watched(lambda error: self._failed(stage, error)), _limited(self.seconds):
            try:
                yield
            except allowed:
                pass
            except (Exception, OverBudgetError) as error:
                self._failed(stage, error, ends=True)

    def _failed(self, stage: str, error: BaseException, *, ends: bool = False) -> None:
        detail = "".join(traceback.format_exception(error, limit=-12))
        self.failures.append(Failure(stage, _described(error), self.reading, ends, detail))


def run(vault: Path, folder: Path, *, only: str = "", seconds: float = SECONDS) -> list[Failure]:
    """Take a folder of notes through all stages, or through the build and one more; list what failed.

    After a build that failed, there is nothing to go on with.
    """
    trial = Trial(vault, folder, seconds=seconds)
    for name, stage in STAGES.items():
        if name in ("build", only) or not only:
            stage(trial)
        if any(failure.ends and failure.stage == "build" for failure in trial.failures):
            break
    return trial.failures


def read(vault: Path, folder: Path, *, seconds: float = SECONDS) -> list[Failure]:
    """Only read the notes and extract from them, as a build does."""
    trial = Trial(vault, folder, seconds=seconds)
    for note, path in trial.files.items():
        trial.reading = note
        with trial.trying("build"), patch.object(extracting, "MINUTE", 1e6):
            extracting.read_one(vault, find(vault), note, path)
    return trial.failures


# The stages.


def _build(trial: Trial) -> None:
    """Build the graph with its map, as the command does."""
    files = list(trial.files)

    def tell(done: int, total: int, label: str) -> None:
        trial.reading = files[done] if label == READING and done < len(files) else ""
        signal.setitimer(signal.ITIMER_VIRTUAL, trial.seconds)

    with (
        trial.trying("build"),
        patch.object(building, "processors", lambda: 1),
        patch.object(extracting, "MINUTE", 1e6),
    ):
        settings = building.settings_of(trial.vault, trial.graph)
        report, _, _ = building.run(trial.vault, trial.graph, settings, with_map=True, draw=tell)
        trial.reading = ""
        for problem in report.problems:
            assert trial.failures or "please report" not in problem.message, f"problem {problem.code}"


def _check_files(trial: Trial) -> None:
    """See that the files are what the store has, that Turtle and TriG can be read, and that every quote is right."""
    with trial.trying("files"), open_store(trial.graph) as store:
        for name in FILES:
            write(store, trial.folder / name)
            assert (trial.folder / name).read_bytes() == (trial.graph / name).read_bytes(), f"{name} is another"
        quads = _parsed(trial.graph / "graph.trig")
        assert set(Store.in_memory(quads)) == set(store), "the TriG has other quads than the store"
        facts = len(set(_parsed(trial.graph / "graph.ttl")))
        assert facts == len(fact_lines(store)), "the Turtle has other facts than the store"
        assert facts == len(rdflib.Graph().parse(trial.graph / "graph.ttl")), "rdflib reads other facts"
        for problem in check_shapes(store):
            raise AssertionError(f"a shape is broken: {problem.message}")
        _check_quotes(trial, quads)


def _check_quotes(trial: Trial, quads: Iterable[ox.Quad]) -> None:
    wanted = {terms.START, terms.END, terms.QUOTE, terms.HAS_SOURCE, terms.PATH}
    values: dict[str, dict[str, str]] = {name: {} for name in wanted}
    for quad in quads:
        if quad.predicate.value in wanted:
            values[quad.predicate.value][str(quad.subject)] = getattr(quad.object, "value", "")
    sources = {passage: values[terms.PATH].get(f"<{note}>", "") for passage, note in values[terms.HAS_SOURCE].items()}
    files, texts = trial.files, dict[str, str]()
    for passage, quote in values[terms.QUOTE].items():
        note = sources[passage]
        if note not in texts:
            found = notes.read_text(files[note], vault=trial.vault, settings=find(trial.vault))
            texts[note] = writable(found.text) if isinstance(found, notes.Text) else ""
        start, end = int(values[terms.START][passage]), int(values[terms.END][passage])
        assert texts[note][start:end] == quote, "a quote is not at its place"


def _ask(trial: Trial) -> None:
    """Ask the commands about things by their keys and names, and about what is in no graph."""
    things = _things(trial)
    asked = [["next"], ["timeline"], ["report"], (["decisions"], ["analyze", "--json"])[len(things) % 2]]
    for number, (key, name) in enumerate(things):
        other = things[number - 1][0]
        how = (["--json"], ["--limit", "0"], [])[number % 3]
        about = [["show", key, *how], ["show", name], ["near", key, "--depth", "2", *how], ["path", key, other, *how],
                 ["common", key, other, *how], ["about", key, *how], ["timeline", key, *how], ["find", name, *how]]  # fmt: skip
        asked += about if number < ASKED else about[:1]
    asked += [["why", key] for key, _ in things[:1]]
    asked += [[command, "--", words] for words in HOSTILE_WORDS for command in ("find", "show")]
    for question in list(questions(trial.vault).values())[len(things) % 3 :: 3]:
        given = [f"--{p.name}={key}" for p in question.parameters[:1] for key, _ in things[:1]]
        asked += [["ask", question.name], ["ask", question.name, *given, "--format", "csv"]]
    for words in asked:
        _command(trial, *words)


def _command(trial: Trial, *words: str) -> None:
    """Run a command; people may be told that nothing fits what they asked for, but nothing else may go wrong."""
    with (
        redirect_stdout(io.StringIO()),
        redirect_stderr(io.StringIO()),
        trial.trying("questions", UsageError, UnclearError, SystemExit),
    ):
        asked = make_parser().parse_args([words[0], "--graph", str(trial.graph), *words[1:]])
        asked.command.run(asked)


def _things(trial: Trial) -> list[tuple[str, str]]:
    """Choose things by key and name: those with the oddest names, and one of each kind."""
    found: list[tuple[str, str]] = []
    with trial.trying("questions"), open_store(trial.graph) as store:
        rows = sorted(store.query("SELECT ?t ?n { ?t rdfs:label ?n }").texts())
        found = [(iri.removeprefix(store.base), name) for iri, name in rows if iri.startswith(store.base)]
    found = [row for row in found if not row[0].startswith("graph/")]
    found.sort(key=lambda row: sum(sign.isalpha() and sign.isascii() for sign in row[1]) / (len(row[1]) + 1))
    kinds = {key.split("/")[0]: (key, name) for key, name in found}
    return [*found[:ASKED], *kinds.values()]


def _make_pages(trial: Trial) -> None:
    """Make a page of every sort, for things of every kind."""
    things = _things(trial)
    with trial.trying("pages"), open_knowledge(trial.graph) as whole:
        knowledge = Knowledge.over(whole.store, whole.index, trial.vault)
        for page, given in _pages(trial, things, list(whole.store.notes())):
            with trial.trying("pages", UsageError):
                answer = PAGES[page](knowledge, {"notes": str(trial.vault), "decides": "yes", **given})
                assert answer is not None, f"there is no page {page}"
                answer.content.decode()


def _pages(trial: Trial, things: list[tuple[str, str]], paths: list[str]) -> Iterator[tuple[str, dict[str, str]]]:
    yield "home", {}
    yield "report", {}
    yield "questions", {}
    yield "notes", {"from": "", "q": "a"}
    yield "topics", {"from": "", "q": "", "key": ""}
    for number, (key, name) in enumerate(things):
        other = things[number - 1][1]
        yield "thing", {"key": key}
        yield "data", {"key": key, "format": (GraphFormat.TURTLE, GraphFormat.JSON_LD)[number % 2]}
        yield "search", {"q": name, "show": "more"}
        yield "suggest", {"starts": name[:3]}
        yield "path", {"from": name, "to": other}
        if not key.startswith("note/"):
            yield "why", {"key": key}
            yield "proposal", {"key": key, "sort": SORTS[number % 3], "name": name, "other": other}
        if key.startswith("topic/"):
            yield "topics", {"key": key, "from": ""}
        for question in list(questions(trial.vault).values())[number::20]:
            yield "question", {"name": question.name, **{GIVEN + p.name: name for p in question.parameters}}
    for path in paths[:8]:
        yield "note", {"path": path, "line": "2"}
    for words in HOSTILE_WORDS:
        yield "search", {"q": words}


def _export(trial: Trial) -> None:
    """Write every export, a third of them also with names only, and read back what can be read."""
    with trial.trying("exports"), open_store(trial.graph) as store:
        for number, exporter in enumerate(EXPORTERS):
            for names_only in (False, True)[: 1 + (number % 3 == len(store.notes()) % 3)]:
                suffix = exporter.suffixes[0] if exporter.suffixes else ""
                path = trial.folder / f"{exporter.name}{'-names' if names_only else ''}{suffix}"
                with trial.trying("exports", *REFUSING.get(exporter.name, ())):
                    exporter.write(store, path, Chosen(names_only=names_only, date=DAY))
                    for file in [path] if path.is_file() else sorted(path.rglob("*.*")):
                        _check_export(file)
        sizes = {name: len(set(_parsed(trial.folder / name))) for name in ("n-quads.nq", "trig.trig", "json-ld.jsonld")}
        assert len(set(sizes.values())) == 1, f"exports have {sorted(sizes)} quads"


def _check_export(path: Path) -> None:
    if path.suffix in _FORMATS:
        _parsed(path)
    elif path.suffix in (".graphml", ".gexf"):
        ET.parse(path)
    elif path.suffix in (".json", ".canvas"):
        json.loads(path.read_bytes())
    elif path.suffix == ".csv":
        csv.field_size_limit(10**9)
        widths = {len(row) for row in csv.reader(io.StringIO(path.read_text("utf-8-sig"), newline=""))}
        assert len(widths) <= 1, f"{path.name} has rows of several widths"
    elif path.suffix in (".md", ".bib", ".ris", ".cypher"):
        path.read_bytes().decode()


def _verify(trial: Trial) -> None:
    """See that kg finds all notes and quotes where it left them."""
    with trial.trying("verify"), open_store(trial.graph) as store:
        for check in verifying.verify(store, trial.vault, settings=find(trial.vault)):
            assert check.state in (verifying.State.SAME, verifying.State.NEW), f"verify says {check.state}"


STAGES: Mapping[str, Callable[[Trial], None]] = {
    "build": _build,
    "files": _check_files,
    "questions": _ask,
    "pages": _make_pages,
    "exports": _export,
    "verify": _verify,
}


# What is watched.


@contextmanager
def _watched(tell: Callable[[Exception], None]) -> Iterator[None]:
    """Tell every exception that a net of kg catches (`kg.net.caught`), wherever it is used."""
    original = net.caught

    def caught(run: Callable[[], Iterable[Any]], told: Callable[[Exception], None]) -> Iterator[Any]:
        def both(error: Exception) -> None:
            tell(error)
            told(error)

        return original(run, both)

    own = [(name, module) for name, module in sys.modules.items() if name.startswith("kg.")]
    users = [name for name, module in own if getattr(module, "caught", None) is original]
    with ExitStack() as stack:
        for name in users:
            stack.enter_context(patch(f"{name}.caught", caught))
        yield


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """End what takes longer, counted in the time of this process; another limit around it goes on after it."""

    def end(_number: int, _frame: FrameType | None) -> None:
        raise OverBudgetError

    before = signal.signal(signal.SIGVTALRM, end)
    rest, _ = signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, rest)
        signal.signal(signal.SIGVTALRM, before)


def _described(error: BaseException) -> str:
    """Say what was raised and in which function of kg; of what does not hold, what that is."""
    if isinstance(error, AssertionError):
        return re.sub(r"https?://\S+|\d+", "…", str(error).partition("\n")[0])
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "/kg/" in frame.filename]
    place = frames[-1] if frames else None
    where = f"kg/{place.filename.rpartition('/kg/')[2]}:{place.name}" if place else "nowhere in kg"
    return f"{type(error).__name__} in {where}"


def _parsed(path: Path) -> list[ox.Quad]:
    return list(ox.parse(path=str(path), format=_FORMATS[path.suffix], base_iri="https://fuzz.example/"))
