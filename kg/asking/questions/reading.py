"""Files of questions: SPARQL with a head of comments that says what is asked, and about what it can be asked.

The first comment is the question. A line `#: group NAME` puts it among others about the same (`GROUPS`). A line
`#: papers` lets it be narrowed by all that papers can be narrowed by (`ontology/narrowing.rq`). A line `#: NAME (KIND)
what it does` is a parameter that restricts the variable `?NAME` to the things that are meant; for values, `-> PATTERN`
behind it says what to put into the query, with `$` for the value; a property behind the kind leads to what a thing is a
part of. What is given takes the place of the line `# given`. With nothing given, the file is plain SPARQL.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from pathlib import Path

from kg import folders, terms
from kg.errors import UsageError, VaultError, reason
from kg.kinds import THINGS, Kind
from kg.resources import ontology, queries

MARK = "# given"
"""The line of a query that what is given takes the place of."""


class ParameterKind(StrEnum):
    """What a parameter accepts: a thing of a kind, or a value."""

    THING = "thing"
    PAPER = "paper"
    PERSON = "person"
    SUBJECT = "subject"
    """What papers can be about: a topic, method, task or dataset."""
    VENUE = "venue"
    """A series, one of its editions, or a journal."""
    ORGANISATION = "org"
    NOTE = "note"
    """A part of the path of notes."""
    YEARS = "years"
    """A year, or a first and a last one: `2023..2025`."""
    DAY = "day"
    NUMBER = "number"
    RATING = "rating"
    """A number, or with a slash and the scale a share of the scale, which the pattern has as `?scale`."""
    STATE = "state"
    """A reading state."""
    TEXT = "text"


KINDS: Mapping[ParameterKind, tuple[str, ...]] = {
    ParameterKind.THING: tuple(kind.value for kind in THINGS),
    ParameterKind.PAPER: (Kind.PAPER,),
    ParameterKind.PERSON: (Kind.PERSON,),
    ParameterKind.SUBJECT: (Kind.TOPIC, Kind.METHOD, Kind.TASK, Kind.DATASET),
    ParameterKind.VENUE: (Kind.VENUE, Kind.EDITION, Kind.PERIODICAL),
    ParameterKind.ORGANISATION: (Kind.ORG,),
}
"""Kinds of the things that a parameter takes; those that are not here take a value."""
STATES: Mapping[str, str] = {"to-read": terms.TO_READ, "reading": terms.READING, "read": terms.READ}
"""Reading states, as people write them."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a question."""

    name: str
    kind: ParameterKind
    help: str
    pattern: str
    """SPARQL that takes the place of the mark when it is given: `$` stands for the IRIs of things or for a literal,
    `$from` and `$to` for years."""
    is_first: bool = False
    """It may be given without its name."""
    below: str = ""
    """Property that leads from a thing to what it is a part of: the parts of what is meant are meant, too. They are
    looked up beforehand, because not every engine finds its way along a path within a part of a query."""


SUFFIX = ".rq"
_HEAD = re.compile(r"#:\s*(.*)")
_PARAMETER = re.compile(
    r"(?P<name>[a-z][\w-]*)\s*\((?P<kind>\w+)(?: (?P<below>\w+:\w+))?\)\s*(?P<help>.*?)\s*(?:->\s*(?P<pattern>.*))?"
)
_ON_PAPERS = "papers"
_GROUP = re.compile(r"group\s+(\S+)")


@dataclass(frozen=True, slots=True)
class Question:
    """A named query for a common question."""

    name: str
    title: str
    """What it asks, in a sentence."""
    details: str
    """More about the answer, "" if there is no more."""
    parameters: tuple[Parameter, ...]
    sparql: str
    path: str = ""
    """Of a user's own question: where it stands, below the folder of notes."""
    group: str = ""
    """What it is about, one of `GROUPS`; "" if the file does not say so."""

    @property
    def is_of_papers(self) -> bool:
        """Whether it is about papers, and can be narrowed by what any question about them can."""
        return {parameter.name for parameter in of_papers()} <= {parameter.name for parameter in self.parameters}

    def parameter(self, name: str) -> Parameter:
        """Return a parameter by its name.

        Raises:
            UsageError: the question has no such parameter.
        """
        for parameter in self.parameters:
            if parameter.name == name:
                return parameter
        names = [f"--{parameter.name}" for parameter in self.parameters]
        near = difflib.get_close_matches(f"--{name}", names, n=1)
        known = f"Did you mean {near[0]}?" if near else f"It takes {', '.join(names) or 'no parameters'}"
        raise UsageError(f"the question {self.name!r} has no parameter --{name}. {known}")


def questions(vault: Path | None = None) -> dict[str, Question]:
    """Return every question by its name, sorted: those of kg, and those in the user's notes, which take precedence.

    Args:
        vault: the folder of the notes, if it is known and exists.

    Raises:
        UsageError: a file of the user is not a question.
    """
    found = dict(_of_kg())
    for shown, path in _files(vault).items() if vault is not None else ():
        if path.suffix == SUFFIX:
            found[path.stem] = _read_own(path, shown)
    return dict(sorted(found.items()))


@cache
def _of_kg() -> Mapping[str, Question]:
    return {name: read(name, text) for name, text in queries("questions").items()}


def read(name: str, text: str, path: str = "") -> Question:
    """Read a question.

    Raises:
        UsageError: a parameter is malformed, or the group does not exist.
    """
    head, group, details, parameters = "", "", list[str](), list[Parameter]()
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        declared = _HEAD.fullmatch(line)
        named = _GROUP.fullmatch(declared[1].strip()) if declared else None
        if named:
            group = _known_group(named[1], path or name)
        elif declared:
            parameters += _declared(declared[1], path or name)
        elif not head:
            head = line.lstrip("# ").strip()
        else:
            details.append(line.lstrip("# ").strip())
    if parameters and MARK not in text:
        raise UsageError(f"{path or name}: the question has parameters, but no line {MARK!r} to mark their place")
    unique: dict[str, Parameter] = {}
    for one in parameters:  # its own stands for the one of all papers, which is given by its name as well
        known = unique.get(one.name)
        unique[one.name] = replace(known, is_first=one.is_first) if known else one
    return Question(name, head or name, " ".join(details).strip(), tuple(unique.values()), text, path, group)


def _known_group(name: str, where: str) -> str:
    if name not in GROUPS:
        raise UsageError(f"{where}: there is no group of questions {name!r}. Choose one of: {', '.join(GROUPS)}")
    return name


def _declared(text: str, where: str) -> Iterator[Parameter]:
    if text.strip() == _ON_PAPERS:
        yield from of_papers()
        return
    found = _PARAMETER.fullmatch(text.strip())
    kinds = [kind.value for kind in ParameterKind]
    if not found or found["kind"] not in kinds:
        raise UsageError(
            f"{where}: cannot read the parameter '#: {text}'. Write '#: NAME (KIND) what it does', where KIND is one "
            f"of {', '.join(kinds)}"
        )
    kind = ParameterKind(found["kind"])
    pattern = found["pattern"] or f"VALUES ?{found['name'].replace('-', '_')} {{ $ }}"
    yield Parameter(found["name"], kind, found["help"], pattern, is_first=True, below=found["below"] or "")


@cache
def of_papers() -> tuple[Parameter, ...]:
    """Return by what any question about `?paper` can be narrowed."""
    name = "narrowing.rq"
    lines = filter(None, map(_HEAD.fullmatch, ontology(name).splitlines()))
    return tuple(replace(one, is_first=False) for line in lines for one in _declared(line[1], name))


def _files(vault: Path) -> dict[str, Path]:
    """Return the files of a vault; none if it is one note or cannot be read, as its graph can be asked all the same."""
    try:
        return folders.walk(vault, ignore=(".*",)).files
    except VaultError:
        return {}


def _read_own(path: Path, shown: str) -> Question:
    try:
        return read(path.stem, path.read_text(encoding="utf-8-sig"), shown)
    except OSError as error:
        raise UsageError(f"{shown}: this question cannot be read: {reason(error)}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{shown}: this question is not UTF-8 (byte {error.start}). Save it as UTF-8") from error


GROUPS: Mapping[str, str] = {
    "papers": "Papers",
    "reading": "Reading and rating",
    "topics": "Topics and methods",
    "people": "People and organisations",
    "venues": "Venues and years",
    "notes": "Notes",
    "doubts": "What to check",
}
"""Name of a group -> its heading, in the order of pages. The file of a question names its group: `#: group NAME`."""
OWN = "Your own questions"
"""The heading of a user's questions that name no group; they come first."""


def grouped(questions: Iterable[Question]) -> dict[str, list[Question]]:
    """Return questions by the headings of their groups, without the groups that have none."""
    found: dict[str, list[Question]] = {heading: [] for heading in (OWN, *GROUPS.values())}
    for question in questions:
        found[GROUPS.get(question.group, OWN)].append(question)
    return {heading: some for heading, some in found.items() if some}
