"""Train what tells headings and tags that name a subject from sections, and measure it on notes it was not made from.

    python data/training/prose/train_subjects.py NOTES JUDGED.tsv [JUDGED.tsv ...]

NOTES is a folder of notes. A line of a judged file has, between tabs, the name of a note, a line of it, `H` for a heading, `I`
for an item with others below it, `T` for a tag or `K` for a keyword, `y` if it names a subject, else `n`, or `?` in doubt,
other columns if need be, and last its text; `subjects-sources.tsv` lists the notes that the weights were made from. The sample
notes that are not held out are added, with the topics of `data/gold`. Written are `kg/extraction/subjects_alone.csv`, weights of
what headings show by themselves, and then `subjects.csv`; when the second ones are measured, the first know all notes.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from regression import Example, train

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

from kg import notes  # noqa: E402
from kg.extraction import make_nlp, no_subjects, read, subjects  # noqa: E402
from kg.extraction.align import one_line  # noqa: E402
from kg.extraction.entries import Field  # noqa: E402
from kg.extraction.outline import Outline  # noqa: E402
from kg.extras.scoring import read as read_annotations  # noqa: E402
from kg.model import BlockKind  # noqa: E402
from kg.settings import Settings  # noqa: E402
from kg.text import name_key  # noqa: E402

WRITTEN = ROOT / "kg" / "extraction"
HELD_OUT = ("icml-2022-week", "speech-and-audio-outline", "structure-prediction-journal-club")
GROUPS = {"H": "heading", "I": "item", "T": "tag", "K": "tag"}
BEGINNING = 40
"""Characters in which a judged text and a heading must agree."""
MOST = 30
"""Judged headings and tags of a note that count, so that a book outweighs no notes."""


class Judged(NamedTuple):
    """Something that may name a subject, as somebody judged it."""

    line: int
    sort: str
    right: bool
    text: str


class Learned(NamedTuple):
    """What may name subjects in a note, and which of it does: headings by block, tags with their signs."""

    name: str
    around: subjects.Surroundings
    places: dict[int, Field]
    right: dict[int, bool]
    tags: list[Example]


def main() -> None:
    """Train on all notes, after measuring on each with the weights of the others."""
    folder, *files = map(Path, sys.argv[1:])
    judged: dict[str, list[Judged]] = defaultdict(list)
    for file in files:
        for row in file.read_text(encoding="utf-8").splitlines():
            note, line, sort, right, *_, text = row.split("\t")
            if right in ("y", "n"):
                judged[note].append(Judged(int(line), sort[0], right == "y", text))
    learned = [*(_learned(folder / note, folder, _some(rows)) for note, rows in judged.items()), *_sample()]
    train(
        [
            Example(one.name, _group(one, at), subjects.alone(one.around, one.places[at]), right)
            for one in learned
            for at, right in one.right.items()
        ],
        WRITTEN / subjects.ALONE,
    )
    examples = [tag for one in learned for tag in one.tags]
    for one in learned:
        found = subjects.signs(one.around, one.places)
        examples += [Example(one.name, _group(one, at), found[at], right) for at, right in one.right.items()]
    train(examples, WRITTEN / subjects.FILE)


def _some(rows: Sequence[Judged]) -> list[Judged]:
    return [rows[at * len(rows) // MOST] for at in range(MOST)] if len(rows) > MOST else list(rows)


def _group(one: Learned, at: int) -> str:
    return GROUPS["H" if one.around.note.blocks[at].kind is BlockKind.HEADING else "I"]


def _sample() -> Iterator[Learned]:
    """Yield what heads papers in the sample notes: what is no topic of any of them is a section."""
    for gold in sorted((ROOT / "data" / "gold").glob("*.jsonl")):
        path = next((ROOT / "data" / "notes").rglob(f"{gold.stem}.*"))
        topics = {topic for row in read_annotations(gold) for topic in row.get("topics", ())}
        if path.stem not in HELD_OUT and topics:
            around, places = _read(path, path.parent)
            over = {at: place for at, place in places.items() if around.below(around.papers, at)}
            yield Learned(path.stem, around, places, {at: over[at].text in topics for at in over}, [])


def _learned(path: Path, folder: Path, rows: Sequence[Judged]) -> Learned:
    around, places = _read(path, folder)
    at: dict[tuple[int, str], list[int]] = defaultdict(list)
    for block in places:
        one = around.note.blocks[block]
        at[around.note.line(one.source(0, 1)[0]), name_key(one_line(one.prose))[:BEGINNING]].append(block)
    found = Learned(path.name, around, places, {}, [])
    for row in rows:
        if GROUPS[row.sort] == "tag":
            text = re.sub(r"[-_]+", " ", row.text.lstrip("#").split("/")[-1])
            if not no_subjects.sorts(text):
                signs = subjects.tag_signs(around, Field(text, 0, 0, 0))
                found.tags.append(Example(path.name, "tag", signs, row.right))
        else:
            found.right.update(dict.fromkeys(at[row.line, name_key(row.text)[:BEGINNING]][:1], row.right))
    return found


def _read(path: Path, folder: Path) -> tuple[subjects.Surroundings, dict[int, Field]]:
    """Read a note, and return what stands where, and what may name a subject."""
    seen: list[tuple[subjects.Surroundings, dict[int, Field]]] = []
    plain = subjects.with_subjects

    def spy(outline: Outline, around: subjects.Surroundings) -> Outline:
        seen.append((around, subjects.candidates(outline, around)))
        return outline  # no weights are needed

    subjects.with_subjects = spy
    note = notes.read(path, vault=folder, settings=Settings()).note
    if note is not None:
        read(note, NLP)
    subjects.with_subjects = plain
    return seen[-1]


NLP = make_nlp()

if __name__ == "__main__":
    main()
