"""Read the annotated sentences, check them and count.

    python data/training/prose/corpus.py [FILE ...]

What a file may hold stands in the README beside this module.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SENTENCES = Path(__file__).parent / "sentences"
KINDS = frozenset(("method", "dataset", "task", "person", "organisation", "venue", "session", "award", "paper"))
PREDICATES = frozenset(
    (
        *("introduces", "uses", "extends", "based_on", "outperforms", "compares_with", "applied_to", "evaluated_on"),
        *("developed_by", "part_of", "affiliated_with", "authored", "presented", "won", "cites", "about", "same_as"),
    )
)
QUALIFIERS = frozenset(("negated", "hedged", "question"))

_TOKEN = re.compile(r"\\(?P<escaped>[\[\]])|\[(?P<name>[^\[\]{}]+)\]\{(?P<kind>[a-z]+)(?P<doubt>\??)\}")
_LEFT_OVER = re.compile(r"\]\{|\{[a-z]+\??\}")
_STATEMENT = re.compile(r"> (.+?) \| (\w+) \| (.+?)(?: \((\w+)\))?")


@dataclass(frozen=True, slots=True)
class Mark:
    """A marked name: characters of its passage, its kind, and whether careful readers agree that it is one."""

    start: int
    end: int
    kind: str
    certain: bool


@dataclass(frozen=True, slots=True)
class Statement:
    """What a passage states of two of its names."""

    subject: str
    predicate: str
    object: str
    qualifier: str | None


@dataclass(frozen=True, slots=True)
class Passage:
    """Some lines of a note as they would stand there, the names in them, what they state, and where (`file:line`)."""

    text: str
    marks: tuple[Mark, ...]
    statements: tuple[Statement, ...]
    place: str


class CorpusError(ValueError):
    """A line of the corpus that cannot be read, with its place."""


def read_all(folder: Path = SENTENCES) -> list[Passage]:
    """Return the passages of all files of *folder*, in the order of their names."""
    return [passage for path in sorted(folder.glob("*.txt")) for passage in read(path)]


def read(path: Path) -> Iterator[Passage]:
    """Yield the passages of *path*.

    Raises:
        CorpusError: a mark or statement is malformed, or a statement names what the passage does not mark.
    """
    lines: list[tuple[int, str]] = []
    for number, line in enumerate([*path.read_text(encoding="utf-8").split("\n"), ""], 1):
        if line.strip() and not re.match(r"# [^A-Z\[]", line):
            lines.append((number, line.rstrip()))
        elif lines and not line.strip():
            yield _passage(path.name, lines)
            lines = []


def _passage(file: str, lines: list[tuple[int, str]]) -> Passage:
    text, marks, statements = "", list[Mark](), list[Statement]()
    for number, line in lines:
        place = f"{file}:{number}"
        if line.startswith("> "):
            statements.append(_statement(line, place))
            continue
        if text:
            text += "\n"
        plain, found = _line(line, place)
        marks += (Mark(len(text) + m.start, len(text) + m.end, m.kind, m.certain) for m in found)
        text += plain
    names = {text[m.start : m.end] for m in marks}
    for statement in statements:
        for name in (statement.subject, statement.object):
            if name not in names:
                raise CorpusError(f"{file}:{lines[0][0]}: a statement names {name!r}, which the passage does not mark")
    return Passage(text, tuple(marks), tuple(statements), f"{file}:{lines[0][0]}")


def _line(line: str, place: str) -> tuple[str, list[Mark]]:
    plain, marks, last = "", [], 0
    for token in _TOKEN.finditer(line):
        plain += line[last : token.start()]
        last = token.end()
        if token["escaped"]:
            plain += token["escaped"]
            continue
        name, kind = token["name"], token["kind"]
        if kind not in KINDS:
            raise CorpusError(f"{place}: {kind!r} is no kind; one of {', '.join(sorted(KINDS))}")
        if name != name.strip():
            raise CorpusError(f"{place}: blanks around the name in {token.group()!r}")
        marks.append(Mark(len(plain), len(plain) + len(name), kind, not token["doubt"]))
        plain += name
    plain += line[last:]
    if wrong := _LEFT_OVER.search(plain):
        raise CorpusError(
            f"{place}: a mark that cannot be read near {plain[max(0, wrong.start() - 20) : wrong.end()]!r}"
        )
    return plain, marks


def _statement(line: str, place: str) -> Statement:
    parts = _STATEMENT.fullmatch(line)
    if parts is None:
        raise CorpusError(f"{place}: not 'subject | predicate | object': {line!r}")
    subject, predicate, object_, qualifier = parts.groups()
    if qualifier and qualifier not in QUALIFIERS:
        object_, qualifier = f"{object_} ({qualifier})", None
    if predicate not in PREDICATES:
        raise CorpusError(f"{place}: {predicate!r} is no predicate; one of {', '.join(sorted(PREDICATES))}")
    return Statement(subject, predicate, object_, qualifier)


def main(arguments: list[str]) -> int:
    """Check the files and print how much they hold; 1 when a line cannot be read."""
    paths = [Path(a) for a in arguments] or sorted(SENTENCES.glob("*.txt"))
    total: Counter[str] = Counter()
    failed = False
    for path in paths:
        try:
            passages = list(read(path))
        except CorpusError as error:
            print(error, file=sys.stderr)
            failed = True
            continue
        total["passages"] += len(passages)
        total["sentences"] += sum(p.text.count("\n") + 1 for p in passages)
        total["statements"] += sum(len(p.statements) for p in passages)
        total.update(m.kind + ("" if m.certain else "?") for p in passages for m in p.marks)
    for name, number in sorted(total.items()):
        print(f"{name:14} {number:6}")
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
