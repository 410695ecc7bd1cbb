"""Train what tells headings and tags that name a subject from sections, and measure it on notes it was not made from.

    python data/training/prose/train_subjects.py NOTES JUDGED.tsv [JUDGED.tsv ...]

NOTES is a folder of notes. A line of a judged file has, between tabs, the name of a note, a line of it, `H` for a heading, `I`
for an item with others below it, `T` for a tag or `K` for a keyword, `y` if it names a subject, else `n`, or `?` in doubt, and
its text; `subjects-sources.tsv` lists the notes that the weights were made from. The sample notes that are not held out are
added, with the topics of `data/gold`. Written is `kg/extraction/subjects.csv`.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from regression import Example, train

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

from kg import notes  # noqa: E402
from kg.extraction import context, make_nlp, read, subjects  # noqa: E402
from kg.extraction.align import one_line  # noqa: E402
from kg.extraction.context import Context  # noqa: E402
from kg.extraction.entries import Field  # noqa: E402
from kg.extraction.outline import Role, candidate  # noqa: E402
from kg.extras.scoring import read as read_annotations  # noqa: E402
from kg.model import BlockKind  # noqa: E402
from kg.settings import Settings  # noqa: E402
from kg.text import name_key  # noqa: E402

WRITTEN = ROOT / "kg" / "extraction" / subjects.FILE
HELD_OUT = ("icml-2022-week", "speech-and-audio-outline", "structure-prediction-journal-club")
GROUPS = {"H": "heading", "I": "item", "T": "tag", "K": "tag"}
BEGINNING = 40
"""Characters in which a judged text and a heading must agree."""


class Judged(NamedTuple):
    """Something that may name a subject, as somebody judged it."""

    line: int
    sort: str
    right: bool
    text: str


def main() -> None:
    """Train on all notes, after measuring on each with the weights of the others."""
    folder, *files = map(Path, sys.argv[1:])
    judged: dict[str, list[Judged]] = defaultdict(list)
    for file in files:
        for row in file.read_text(encoding="utf-8").splitlines():
            note, line, sort, right, text = row.split("\t")
            if right != "?":
                judged[note].append(Judged(int(line), sort[0], right == "y", text))
    examples = [one for note, rows in judged.items() for one in _examples(folder / note, folder, rows)]
    train([*examples, *_sample()], WRITTEN)


def _sample() -> Iterator[Example]:
    """Yield what heads papers in the sample notes: what is no topic of any of them is a section."""
    for gold in sorted((ROOT / "data" / "gold").glob("*.jsonl")):
        path = next((ROOT / "data" / "notes").rglob(f"{gold.stem}.*"))
        right = {topic for row in read_annotations(gold) for topic in row.get("topics", ())}
        if path.stem in HELD_OUT or not right:
            continue
        here = _context(path, path.parent)
        for index, role in here.outline.roles.items():
            place = candidate(here.note, index, Role.TOPIC) if role in (Role.TOPIC, Role.SECTION) else None
            if place is not None and here.around is not None and here.papers_below(index):
                heading = here.note.blocks[index].kind is BlockKind.HEADING
                found = subjects.signs(here.around, place)
                yield Example(path.stem, GROUPS["H" if heading else "I"], found, place.text in right)


def _examples(path: Path, folder: Path, rows: list[Judged]) -> Iterator[Example]:
    here = _context(path, folder)
    around = here.around
    if around is None:
        return
    at: dict[int, list[int]] = defaultdict(list)
    for index, role in here.outline.roles.items():
        if role in (Role.TOPIC, Role.SECTION):
            start = here.note.blocks[index].source(0, 1)[0]
            at[here.note.text.count("\n", 0, start) + 1].append(index)
    for row in rows:
        if GROUPS[row.sort] == "tag":
            text = re.sub(r"[-_]+", " ", row.text.lstrip("#").split("/")[-1])
            yield Example(path.name, "tag", subjects.tag_signs(around, Field(text, 0, 0, 0)), row.right)
            continue
        for index in at[row.line]:
            place = candidate(here.note, index, Role.TOPIC)
            shown = name_key(one_line(here.note.blocks[index].prose))
            if place is not None and shown[:BEGINNING] == name_key(row.text)[:BEGINNING]:
                yield Example(path.name, GROUPS[row.sort], subjects.signs(around, place), row.right)
                break


def _context(path: Path, folder: Path) -> Context:
    """Read a note, and return its context."""
    seen: list[Context] = []
    plain = context.read

    def spy(*arguments: object) -> Context:
        seen.append(plain(*arguments))  # type: ignore[arg-type]
        return seen[-1]

    context.read = spy
    note = notes.read(path, vault=folder, settings=Settings()).note
    if note is not None:
        read(note, NLP)
    context.read = plain
    return seen[-1]


NLP = make_nlp()

if __name__ == "__main__":
    main()
