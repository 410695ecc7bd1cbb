"""How venue and year are written, with what belongs to them: presentation, volume and pages, numbers of preprints."""

from __future__ import annotations

import re
from dataclasses import replace

from .dice import Dice
from .names import print_name
from .papers import Paper
from .words import WORDS, month
from .writer import Piece, join, mark

_SHORT = {
    "v y": 40,
    "v'yy": 8,
    "v 'yy": 2.5,
    "v, y": 9,
    "v (y)": 4,
    "vy": 2,
    "vyy": 2,
    "y v": 3,
    "v-y": 2,
    "v-yy": 1.5,
    "v": 6,
    "v y.m": 3,
    "v, Mon y": 2,
    "v/y": 1,
    "y, v": 2,
    "y-v": 0.7,
    "v: y": 0.7,
    "v | y": 0.7,
    "v·y": 0.3,
    "v yy": 0.7,
    "v_y": 0.4,
    "y/m v": 0.4,
    "[v] y": 0.3,
    "v y-m": 0.4,
    "v [y]": 0.5,
    "v’yy": 2,
    "v y on": 1.5,
    "on @ v y": 1,
    "on at v y": 0.7,
    "v y (on)": 0.5,
    "v-on y": 0.3,
    "@v y": 0.7,
    "to appear in v y": 0.5,
    "accepted to v y": 0.5,
    "accepted at v": 0.3,
    "v (in press)": 0.5,
    "v, in press": 0.4,
    "v (forthcoming)": 0.3,
    "y in v": 0.4,
    "v, y, Mon": 0.3,
    "Mon y, v": 0.4,
    "v, y, preprint": 0.6,
}
_LONG = [
    "in long, y",
    "long, y",
    "long y",
    "long. y",
    "long (y)",
    "in long (y)",
    "*long* d, y",
    "long d (y)",
    "y. long d",
]
_LONG += ["long, d, y", "in long, pub, y", "in: eds: long. pub, y", "long d", "in long", "long; y;d", "long (short), y"]
_PREPRINT = [
    "arXiv:n",
    "arXiv:n (y)",
    "arXiv preprint arXiv:n",
    "arXiv preprint arXiv:n, y",
    "arXiv:n, y",
    "CoRR abs/n, y",
]
_PRINTED = [
    "v V (y) P",
    "v V, P (y)",
    "v V",
    "v V:P, y",
    "v V (y)",
    "v, vol. V, no. I, pp. P, y",
    "v, Vol. V, No. I, pp. P",
    "v V(I), y",
]
_PRINTED += [
    "v, V(I):P. y",
    "v (y) V(I): P",
    "v, V(I), pp. P",
    "v y;V:P",
    "v, V (y), P",
    "v V.I (y): P",
    "v y, V, P",
    "v **V**, P (y)",
    "y v V P",
]
_PRINTED += [
    "v, Volume V, Issue I, y",
    "v V(I): P, y",
    "v, v. V, p. P",
    "v vol V",
    "v, y, pp. P",
    "v V/I (y)",
    "v Vol. V Issue I",
    "v, y, V, P",
]
_PREPRINT += ["arXiv preprint y", "arXiv preprint, y", "arXiv preprint (y)", "preprint y", "arXiv'yy"]
_PREPRINT += ["arXiv y", "arXiv, y", "arXiv n", "arXiv:n [cs.LG]", "abs/n", "arXiv (y)", "preprint, y"]


_TOPICS = """Robustness|Graph Learning|Fairness|Causality|Generative Models|AI for Science|Health|Safety|Low-Resource Languages|Efficient Inference
|Open-World Vision|Interpretability|Social Media|Tiny ML|Theory|Deep RL|Climate|Privacy|Bayesian Methods|Meta-Learning|Education|Recommender Systems|DistShift|MLRC
|Representation Learning|Sim2Real|Music|Human Evaluation|Argument Mining|Dialogue|Time Series|AutoML|Databases and ML""".replace(
    "\n", ""
).split("|")
CITIES = "Vienna|Vancouver, Canada|New Orleans|Singapore|Bangkok, Thailand|Long Beach, CA|Montréal|Barcelona, Spain|Kigali, Rwanda|Honolulu|Florence, Italy|Lille|San Diego|virtual|Dublin|Seoul|Addis Ababa|Online|Melbourne, Australia|Lisbon".split(
    "|"
)


class Venues:
    """How the place of publication is written on one sheet."""

    def __init__(self, dice: Dice, language: str) -> None:
        self.dice = dice
        self.long = dice.chance(0.22)
        self.form = dice.draw(_SHORT)
        self.place = dice.pick(_LONG)
        self.preprint = dice.pick(_PREPRINT)
        self.into = dice.pick(WORDS[language]["in"])
        self.style = dice.draw(
            {"": 80, "*": 12, "_": 5, "**": 2, "`": 1.5, "<i>": 0.5, "badge": 1.2, "empty badge": 0.4}
        )
        self.shown = dice.draw({0.0: 72, 0.15: 14, 0.5: 8, 0.9: 6})
        """How often the kind of presentation is told."""
        self.told = dice.pick(
            [" (p)", " (p)", " p", " p", ", p", " [p]", " - p", " **p**", " (**p**)", " *p*", " `p`", "; p"]
        )
        self.bare_year = dice.pick(
            ["y"] * 12 + ["y.m", "y-m", "m/y", "Mon y", "Month y", "y/m/d", "y-m-d", "y年", "Mon. y"]
        )
        if language not in {"zh", "ja"}:
            self.bare_year = self.bare_year.replace("年", "")
        self.printed = dice.pick(_PRINTED)
        """How a journal is told with volume and pages, where that is told though its name is short."""
        self.numbered = dice.draw({0.0: 80, 0.5: 8, 1.0: 12})
        self.lower = dice.chance(0.03)
        """Whether conferences are written small: `neurips 2019`."""
        self.proceedings = dice.pick(
            ["", "", "", "", "Proc. of the", "Proc. of the", "Proc.", "Procs. of the", "Proc. of"]
        )
        self.workshop = dice.pick(
            [
                "Workshop on X",
                "Workshop on X",
                "X Workshop",
                "X workshop",
                "workshop on X",
                "Workshop: X",
                "X",
                "X Symposium",
                "W/S on X",
            ]
        )
        self.topics = dice.some(_TOPICS, 1, 4)
        self.volume = dice.pick(
            [
                "V(I): P",
                "V(I):P",
                "V (I), P",
                ", vol. V, no. I, pp. P",
                "V, P",
                ", V(I), P",
                "V, pp. P",
                "V:P",
                ", V",
                ", pp. P",
            ]
        )
        self.cities = CITIES if dice.chance(0.03) else []
        self.eds = dice.pick([" (eds.)", " (Eds.)", ", eds.", " (Hrsg.)", " (ed.)", ", editors"])
        self.own_year = dice.chance(0.1)
        """Whether years are bold or so."""

    def year(self, paper: Paper) -> Piece:
        """Write the year, sometimes with the month."""
        return self._form(self.bare_year, paper)

    def write(self, paper: Paper, *, year: bool = True) -> Piece:
        """Write where a paper appeared, with the year or without it."""
        if self.long and not self.dice.chance(0.12):
            text = self._form(self.place if year else "long", paper)
        elif year and paper.details.get("volume") and self.dice.chance(self.numbered):
            text = self._numbered(paper)
        elif paper.venue.lower().startswith("arxiv") and self.dice.chance(0.35) and year:
            text = self._form(self.preprint, paper)
        elif not year:
            text = self._form("v", paper)
        else:
            form = self.form if not self.dice.chance(0.08) else self.dice.draw(_SHORT)
            held = paper.venue.isalnum() and paper.venue[:2].isupper()
            text = self._form(form if held or not re.search(r"\bon\b", form) else "v y", paper)
        if "badge" in self.style and year:
            word = next(iter(paper.venue.split()), "paper")
            image = f"](https://img.shields.io/badge/{word}-{paper.year}-blue)"
            return Piece("![" + image) if "empty" in self.style else text.wrap("![", image)
        if self.cities and not self.dice.chance(0.3) and self.form.startswith("v"):
            text = text + ", " + mark("publisher", self.dice.pick(self.cities))
        if "thesis" in paper.venue.lower() and self.dice.chance(0.6) and not self.long:
            text = text + ", " + mark("publisher", paper.orgs[0])
        if self.style and "badge" not in self.style and "*" not in text.text:
            text = text.wrap(self.style, self.style.replace("<", "</"))
        return text + self.presentation(paper)

    def presentation(self, paper: Paper) -> Piece:
        """Write how it was presented, if that is told."""
        if not self.dice.chance(self.shown):
            return Piece()
        before, after = self.told.split("p")
        return before + mark("presentation", paper.presentation) + after

    def _form(self, form: str, paper: Paper) -> Piece:
        """Fill a form: each letter or word in it stands for something of the paper."""
        venue, year = self._spelled(paper.venue), str(paper.year)
        known = {
            "long": lambda: mark("venue", self._spelled(paper.place)),
            "preprint y": lambda: mark("venue", "preprint") + " " + mark("year", year),
            "to appear": lambda: mark("remark", "to appear"),
            "accepted": lambda: mark("remark", "accepted"),
            "forthcoming": lambda: mark("remark", "forthcoming"),
            "in press": lambda: mark("remark", "in press"),
            "to": lambda: Piece("to"),
            "at": lambda: Piece("at"),
            "on": lambda: mark("venue", self.workshop.replace("X", self.dice.pick(self.topics))),
            "short": lambda: mark("venue", venue),
            "preprint": lambda: mark("venue", "preprint"),
            "Month": lambda: Piece(month(paper.month, short=False)),
            "arXiv": lambda: mark("venue", "arXiv"),
            "CoRR": lambda: mark("venue", "CoRR"),
            "eds": lambda: self._editors(paper),
            "pub": lambda: mark("publisher", paper.publisher),
            "Mon": lambda: Piece(month(paper.month, short=True)),
            "abs/": lambda: mark("identifier", f"abs/{paper.arxiv}"),
            "in": lambda: Piece(self.into),
            "yy": lambda: mark("year", f"{paper.year % 100:02d}"),
            "v": lambda: mark("venue", venue),
            "y": lambda: mark("year", year),
            "m": lambda: Piece(f"{paper.month:02d}" if self.own_year or paper.day % 2 else str(paper.month)),
            "d": lambda: self._details(paper) if "long" in form else Piece(f"{paper.day:02d}"),
            "n": lambda: mark("identifier", paper.arxiv),
        }
        if form.startswith("arXiv preprint arXiv:n"):
            rest = self._form(form.removeprefix("arXiv preprint arXiv:n"), paper) if form.endswith("y") else Piece()
            return mark("venue", "arXiv preprint") + " " + mark("identifier", f"arXiv:{paper.arxiv}") + rest
        if form.startswith("arXiv:n"):
            return mark("identifier", f"arXiv:{paper.arxiv}") + self._form(form.removeprefix("arXiv:n"), paper)
        if form == "abs/n":
            return known["abs/"]()
        if "abs/n" in form:
            return mark("venue", "CoRR") + " " + known["abs/"]() + ", " + mark("year", year)
        pieces: list[Piece] = []
        place = 0
        while place < len(form):
            word = next((w for w in known if form.startswith(w, place)), "") if form[place].isalpha() else ""
            if word == "d" and "long" in form and not paper.details:
                pass
            else:
                pieces.append(known[word]() if word else Piece(form[place]))
            place += len(word) or 1
        text = join(pieces)
        return _tidy(text)

    def _spelled(self, name: str) -> str:
        """Write the name of a place as it is written on this sheet."""
        if self.lower and name.isupper():
            return name.lower()
        if self.lower and " " not in name:
            return name.lower()
        if self.proceedings and name.startswith("Proceedings of"):
            rest = re.sub(r"^Proceedings of (the )?", "", name)
            return f"{self.proceedings} {rest}"
        return name

    def _numbered(self, paper: Paper) -> Piece:
        """Write a journal with volume, issue and pages: `Nature 521 (2015) 436-444`."""
        volume, issue, pages = (paper.details.get(k, "") for k in ("volume", "issue", "page"))
        form = self.printed
        if "I" in form.replace("Issue", "") and not issue:
            form = "v V (y) P" if "y" in form else "v V, P"
        if "P" in form and not pages:
            form = "v V (y)" if "y" in form else "v V"
        known = {"v": mark("venue", paper.venue), "y": mark("year", str(paper.year))}
        known |= {"V": mark("volume", volume), "I": mark("volume", issue)}
        known["P"] = mark("volume", pages.replace("-", "–") if self.own_year else pages)
        return join([known.get(part, part) for part in re.split(r"(\b[vyVIP]\b(?!\. V|olume))", form)])

    def _details(self, paper: Paper) -> Piece:
        volume, issue, pages = (paper.details.get(k, "") for k in ("volume", "issue", "page"))
        form = self.volume
        if not volume or not issue or not pages:
            form = ", vol. V" if volume and not pages else ", pp. P" if pages else ""
            form = "V" if volume and pages and not issue else form
        pages = pages.replace("-", "–") if self.own_year else pages
        text = form.replace("V", volume).replace("I", issue).replace("P", pages)
        lead = len(text) - len(text.lstrip(", "))
        return text[:lead] + mark("volume", text[lead:])

    def _editors(self, paper: Paper) -> Piece:
        names = join([print_name(person, n, "initials") for n, person in enumerate(paper.editors)], ", ")
        return mark("editor", names.text) + self.eds


def _tidy(text: Piece) -> Piece:
    """Drop what a missing detail leaves behind: blanks and commas in a row."""
    for wrong, right in ((" ,", ","), (",,", ","), (";,", ";"), (", , ", ", "), ("  ", " ")):
        while (at := text.text.find(wrong)) >= 0:
            text = _replace(text, at, at + len(wrong), right)
    if text.text[-1:] in " ,;:" and text.text:
        end = len(text.text.rstrip(" ,;:"))
        text = _replace(text, end, len(text.text), "")
    return text


def _replace(text: Piece, start: int, end: int, new: str) -> Piece:
    shift = len(new) - (end - start)
    if any(m.start < end and start < m.end for m in text.marks):
        return Piece(text.text[:start] + "\0" + text.text[start + 1 :], text.marks)
    marks = tuple(replace(m, start=m.start + shift, end=m.end + shift) if m.start >= end else m for m in text.marks)
    return Piece(text.text[:start] + new + text.text[end:], marks)
