"""What people write about papers in their own words: phrases, sentences, summaries, tags, ratings, dates, states."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from compose import Composer, titlecase

from .dice import Dice
from .papers import Papers
from .words import CLOSED, WORDS, month

_SAID: dict[str, Any] = tomllib.loads(Path(__file__).with_name("sayings.toml").read_text(encoding="utf-8"))
_VENUES = ["NeurIPS", "ICML", "ICLR", "ACL", "CVPR", "EMNLP", "KDD", "Nature", "PNAS", "JMLR", "CHI", "SIGGRAPH"]


class Remarks:
    """A source of remarks in one language."""

    def __init__(self, dice: Dice, composer: Composer, language: str, papers: Papers) -> None:
        self.dice = dice
        self.composer = composer
        self.language = language
        self.papers = papers
        self.slots = composer.lists[papers.field]
        self.english = language == "en" or dice.chance(0.1)
        self.marks = dice.chance(0.25)
        """Whether words are set in bold, code or links now and then."""
        self.lower = dice.chance(0.15)
        """Whether sentences begin with a small letter."""
        self.stars = dice.pick(
            ["★☆", "★☆", "⭐", "n/5", "n/10", "+", "👍", "*", "❗", "🔥", "n", "A", "(n)", "⭐️", "!"]
        )

    def fill(self, pattern: str) -> str:
        """Fill a pattern with words of the sheet's field, made-up names and numbers."""
        dice, composer, slots = self.dice, self.composer, self.slots
        who, other = self.person(), self.person()
        number = dice.randint(2, 99)
        known = {
            "coined": composer.coined(),
            "coined2": composer.coined(),
            "noun": dice.pick(slots["noun"]),
            "other": dice.pick(slots["noun"]),
            "adj": dice.pick(slots["adj"]),
            "adj2": dice.pick(slots["adj"]),
            "method": dice.pick(slots["method"]),
            "task": dice.pick(slots["task"]),
            "thing": dice.pick(slots["object"]),
            "a": dice.pick(composer.plain),
            "b": dice.pick(composer.plain),
            "who": who,
            "who2": other,
            "family": who.split()[-1],
            "family2": other.split()[-1],
            "n": number,
            "m": dice.randint(2, 12),
            "p": f"{dice.randint(1, 99)}.{dice.randint(0, 9)}",
            "p2": f"{dice.randint(1, 99)}.{dice.randint(0, 9)}",
            "year": dice.randint(1998, 2025),
            "venue": dice.pick(_VENUES),
            "org": self.papers.org(),
            "month": month(dice.randint(1, 12), short=dice.chance(0.4)),
            "title": titlecase(f"{dice.pick(slots['adj'])} {dice.pick(slots['noun'])} for {dice.pick(slots['task'])}"),
            "native": dice.pick(WORDS[self.language]["nouns"]),
            "native2": dice.pick(WORDS[self.language]["nouns"]),
            "arxiv": f"{dice.randint(10, 25)}{dice.randint(1, 12):02d}.{dice.randint(1, 19999):05d}",
        }
        return pattern.format(**known)

    def person(self) -> str:
        """Name somebody, given name first."""
        person = self.composer.person()
        return f"{person.get('given', '')} {person['family']}".strip()

    def phrase(self) -> str:
        """Write a few words, without a full stop."""
        return self._said("phrases")

    def opening(self) -> str:
        """Write what leads to a title."""
        return self._said("openings")

    def sentence(self) -> str:
        """Write one sentence."""
        if self.dice.chance(0.1) and self.english:
            return self._clauses()
        text = self._said("sentences")
        if self.marks and self.dice.chance(0.3):
            text = self._emphasized(text)
        if self.lower and self.english:
            text = text[0].lower() + text[1:]
        return text

    def paragraph(self, least: int = 2, most: int = 5) -> str:
        """Write some sentences."""
        blank = "" if self.language in CLOSED and not self.english else " "
        return blank.join(self.sentence() for _ in range(self.dice.randint(least, most)))

    def bullet(self) -> str:
        """Write a remark of a list."""
        kind = self.dice.draw({"phrase": 3, "sentence": 4, "labelled": 2})
        if kind == "labelled":
            label = self.dice.pick(self._said_of("heads"))
            colon = self.dice.pick([": ", ": ", " - ", ":: "])
            label = self.dice.pick([label, f"**{label}**", f"*{label}*", label])
            return label + colon + self.phrase()
        return self.phrase() if kind == "phrase" else self.sentence()

    def remark(self) -> str:
        """Write a short remark or a longer one."""
        kind = self.dice.draw({"phrase": 4, "sentence": 5, "paragraph": 2})
        return getattr(self, kind)()

    def abstract(self) -> str:
        """Write what looks like an abstract, in English."""
        sentences = [self.fill(self.dice.pick(_SAID["en"]["abstract"])) for _ in range(self.dice.randint(2, 6))]
        return " ".join(s[0].upper() + s[1:] for s in sentences)

    def tags(self, words: list[str]) -> list[str]:
        """Make tags of words: `#graph-neural-networks`."""
        joined = [w.replace(" ", self.dice.pick(["-", "_", "", "-"])) for w in words]
        topics = [self.dice.pick(["rl", "nlp", "cv", "todo", "theory", "toread", "llm", "phd", "must-read", "survey"])]
        return ["#" + word for word in joined[: self.dice.randint(1, 3)] + topics * self.dice.chance(0.3)]

    def rating(self) -> str:
        """Write marks for how good it is."""
        n, form = self.dice.randint(1, 5), self.stars
        if form == "★☆":
            return "★" * n + "☆" * (5 - n)
        if form == "+":
            return self.dice.pick(["+", "++", "+++", "-", "+/-", "--"])
        if form == "A":
            return self.dice.pick(["A", "B", "C", "A+", "B-"])
        if "n" in form:
            top = 10 if "10" in form else 5
            return form.replace("n", str(self.dice.randint(1, top)))
        return form * min(n, 3 if form not in {"*", "⭐", "⭐️"} else 5)

    def status(self) -> str:
        """Write whether it was read."""
        words = WORDS[self.language]
        return self.dice.pick(words["read"] + words["unread"])

    def date(self) -> str:
        """Write a date on which something was read or added."""
        return _date(self.dice, self.dice.randint(2014, 2026))

    def _said(self, sort: str) -> str:
        return self.fill(self.dice.pick(self._said_of(sort)))

    def _said_of(self, sort: str) -> list[str]:
        language = "en" if self.english else self.language
        return list(_SAID[language][sort])

    def _clauses(self) -> str:
        """Put a sentence together from halves, so that there are many."""
        first = self.fill(self.dice.pick(_SAID["en"]["firsts"]))
        second = self.fill(self.dice.pick(_SAID["en"]["seconds"]))
        third = self.fill(self.dice.pick(_SAID["en"]["thirds"])) if self.dice.chance(0.5) else ""
        return f"{first} {second}{third}."

    def _emphasized(self, text: str) -> str:
        words = text.split(" ")
        at = self.dice.randrange(len(words))
        if words[at].isalpha() and len(words[at]) > 3:
            before, after = self.dice.pick(
                [("**", "**"), ("*", "*"), ("`", "`"), ("_", "_"), ("[[", "]]"), ("==", "==")]
            )
            words[at] = before + words[at] + after
        return " ".join(words)


def _date(dice: Dice, year: int) -> str:
    m, d = dice.randint(1, 12), dice.randint(1, 28)
    return dice.pick(
        [
            f"{year}-{m:02d}-{d:02d}",
            f"{d:02d}.{m:02d}.{year}",
            f"{d}.{m}.{year}",
            f"{m:02d}/{d:02d}/{year}",
            f"{m}/{d}",
            f"{month(m, short=True)} {d}, {year}",
            f"{d} {month(m, short=False)} {year}",
            f"[[{year}-{m:02d}-{d:02d}]]",
            f"{year}/{m:02d}/{d:02d}",
            f"{d}.{m}.",
            f"{month(m, short=False)} {d}",
            f"{year}{m:02d}{d:02d}",
            f"{month(m, short=True)} {year}",
            f"week {d}",
        ]
    )
