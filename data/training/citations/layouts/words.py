"""The words of `words.toml`, by language."""

from __future__ import annotations

import tomllib
from pathlib import Path

_ALL = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
TITLES: dict[str, str] = _ALL.pop("titles")
NAMES: dict[str, str] = _ALL.pop("names")
WORDS: dict[str, dict[str, list[str]]] = {
    language: {name: value.split("|") for name, value in words.items()} for language, words in _ALL.items()
}
CLOSED = frozenset({"zh", "ja"})
"""Languages that put no blank between words."""
LANGUAGES = {"en": 75, "de": 4, "fr": 3, "es": 2.5, "it": 1.5, "pt": 2, "ru": 3, "zh": 5, "ja": 3, "ko": 2}


def month(number: int, *, short: bool) -> str:
    """Name a month in English."""
    names = "January February March April May June July August September October November December".split()
    return names[number - 1][:3] if short else names[number - 1]
