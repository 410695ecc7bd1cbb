"""Sheets of notes in very many layouts, with every part marked: what the reader of records is trained on."""

from .sheets import Layouter
from .writer import Sheet, Stretch

__all__ = ["Layouter", "Sheet", "Stretch"]
