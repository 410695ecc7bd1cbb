"""Notes of all kinds that are neither a list of records in one form nor a table: each kind lays out its papers itself."""

from __future__ import annotations

from collections.abc import Callable

from .dice import Dice
from .essay import lay_essay
from .exports import lay_export
from .files import lay_files
from .frames import lay_frame
from .hand import Hand
from .journals import lay_journal
from .papers import Paper
from .plain import lay_plain
from .stacked import lay_stacked
from .syllabi import lay_resources, lay_syllabus
from .thoughts import lay_thoughts
from .words import LANGUAGES
from .writer import Piece

_Lay = Callable[[Hand, list[Paper]], tuple[Piece, str]]
_SHAPES: dict[str, tuple[_Lay, float, float]] = {
    "stacked": (lay_stacked, 3, 0.0),
    "files": (lay_files, 2.5, 0.0),
    "essay": (lay_essay, 5, 0.97),
    "journal": (lay_journal, 4, 0.5),
    "export": (lay_export, 4, 0.8),
    "frame": (lay_frame, 4, 1.0),
    "plain": (lay_plain, 3, 1.0),
    "syllabus": (lay_syllabus, 2.5, 0.3),
    "resources": (lay_resources, 1.5, 0.3),
    "thoughts": (lay_thoughts, 3, 0.6),
}
"""How each kind is laid out, how often it comes, and how often it is the whole note."""


_FAR = {"zh": 4, "ja": 3, "ko": 2, "ru": 3}
"""Languages in which thoughts are written more often than other notes are."""


def draw_shape(dice: Dice) -> tuple[str, str]:
    """Draw a kind of note and its language."""
    name = dice.draw({name: weight for name, (_, weight, _) in _SHAPES.items()})
    return name, dice.draw(_FAR if name == "thoughts" and dice.chance(0.5) else LANGUAGES)


def lay_shape(shape: str, hand: Hand, papers: list[Paper]) -> tuple[Piece, str, bool]:
    """Write a note of a kind: its text, what it is, and whether nothing is to stand around it."""
    lay, _, whole = _SHAPES[shape]
    text, name = lay(hand, papers)
    return text, name, hand.dice.chance(whole)
