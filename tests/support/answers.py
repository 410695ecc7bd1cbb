"""Answers about the sample notes, as a person sees them: `python tests/support/answers.py` freezes them anew.

Look at the difference before it is committed. The notes that are held out are not in the vault: who reads an answer
must not see how they are read.
"""

from __future__ import annotations

import contextlib
import io
import shlex
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from places import ANSWERS, NOTES
from prose_quality import HELD_OUT

from kg.cli import main as kg
from kg.rdf import queries

ROWS = 20
"""Of a ready-made question; how many there are in all stands below them."""
NARROWED: Mapping[str, tuple[str, ...]] = {
    "coauthors": ("ask coauthors 'Sergey Levine'",),
    "lineage": ("ask lineage 'Diffusion Models'",),
    "papers": ("ask papers --author 'Jure Leskovec'", "ask papers --topic 'reinforcement learning' --year 2021..2024"),
    "papers-by-rating": ("ask papers-by-rating --topic architecture", "ask papers-by-rating --min-rating 3"),
    "papers-by-venue": ("ask papers-by-venue --venue ICLR",),
    "papers-of-method": ("ask papers-of-method BERT",),
    "papers-of-topic": ("ask papers-of-topic Pretraining",),
    "papers-per-year": ("ask papers-per-year --author 'Kaiming He'",),
    "people-of-topic": ("ask people-of-topic embeddings",),
    "remarks": ("ask remarks --author 'Albert Gu'",),
    "since": ("ask since --since 2024-03-15",),
    "talks": ("ask talks 'Ed Chi'",),
    "topics-together": ("ask topics-together Pretraining",),
}
"""Question -> how it is asked besides."""
OTHERS: Mapping[str, tuple[str, ...]] = {
    "about": ("about Pretraining", "about 'reinforcement learning' --limit 4"),
    "common": (
        "common 'node2vec: Scalable Feature Learning for Networks' 'How Powerful Are Graph Neural Networks?'",
        "common 'Sergey Levine' 'Pieter Abbeel'",
    ),
    "find": (
        "find tranformer",
        "find diffusion year:2021.. --limit 6",
        "find kind:person he",
        "find '\"energy-based model\"'",
    ),
    "near": ("near method:Mamba", "near 'method:Diffusion Policy' --limit 4"),
    "next": ("next",),
    "path": (
        "path 'Albert Gu' 'Attention Is All You Need' --limit 2",
        "path 'Jure Leskovec' 'DeepWalk: Online learning of social representations'",
    ),
    "timeline": ("timeline --from 2022 --to 2024 --limit 6", "timeline 'Jure Leskovec'"),
}
"""Commands that answer without a question that is ready-made."""
ASKED: Mapping[str, tuple[str, ...]] = {
    **{name: (f"ask {name}", *NARROWED.get(name, ())) for name in sorted(queries("questions"))},
    **OTHERS,
}
"""File -> what it has answers to."""


def build(folder: Path) -> None:
    """Build the graph that is asked, where the commands find it from this folder."""
    with contextlib.chdir(folder):
        shutil.copytree(NOTES, "notes")
        for name in HELD_OUT:
            (found,) = Path("notes").rglob(f"{name}.*")
            found.unlink()
        _printed("build notes --no-map")


def answers(name: str) -> str:
    """Give the answers of a file, each below its command."""
    return "\n".join(f"$ kg {command}\n{_printed(command)}" for command in ASKED[name])


def frozen(name: str) -> Path:
    """Give the file of answers."""
    return ANSWERS / f"{name}.txt"


def _printed(command: str) -> str:
    words = shlex.split(command)
    rows = ["--limit", str(ROWS)] if words[0] == "ask" else []
    with contextlib.redirect_stdout(io.StringIO()) as out:
        if code := kg([*words, *rows]):
            raise RuntimeError(f"kg {command} ended with {code}\n{out.getvalue()}")
    return out.getvalue()


def main() -> None:
    """Write the files anew, and take away those that nothing asks for."""
    ANSWERS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        build(Path(folder))
        for name in ASKED:
            frozen(name).write_text(answers(name), encoding="utf-8")
    for path in ANSWERS.glob("*.txt"):
        if path.stem not in ASKED:
            path.unlink()


if __name__ == "__main__":
    main()
