"""Columns of tables: what their cells hold and what their heads say."""

from __future__ import annotations

from collections.abc import Callable

from .hand import Hand
from .heads import head_of
from .lines import Line, Slot, draw_line
from .names import print_name
from .papers import Paper
from .writer import Piece, join, mark

Cell = Callable[[Paper], Piece]

_NUMBERS = {
    "#N": 4,
    "N": 6,
    "Y": 1.5,
    "P-n": 3,
    "Pn": 2,
    "nxx": 0.7,
    "s.i": 3,
    "s-i": 1.5,
    "A-n": 2,
    "Ss.i": 1.5,
    "Poster n": 1,
    "[n]": 1.5,
    "n": 4,
    "#n": 4,
    "(n)": 0.7,
    "Tue-P-n": 0.5,
    "n/s": 0.4,
    "**N**": 0.7,
    "`N`": 0.7,
    "0n": 1,
    "BN": 1,
    "n.": 2,
}
_REFS = {"n (y)": 6, "n, y": 5, "n y": 6, "n+ y": 1.5, "n'yy": 1.5, "n+yy": 1, "n ya": 1.5, "[n, y]": 1, "n. y": 0.7}
_TICKS = ["x,", "✓,", "✅,❌", "[x],[ ]", "yes,no", "✔️,", "y,n", "☑,☐", "X,-", "✔,✘", "done,", "Y,"]
_TYPES = (
    "journal|conference|book|preprint|survey|theory|empirical|workshop|thesis|chapter|review|method|Journal article"
)
_SCORES = ["p", "p", "p", "0.d", "p / p2", "p%", "p ± 0.e", "nM", "**p**", "p2", "n", "n,d", "-p"]
_WRAPS = {
    "<br>x": 40,
    "<br/>x": 8,
    "<br> x": 8,
    " <br> x": 4,
    "<br><i>x</i>": 4,
    "<br>*x*": 8,
    "<br><sub>x</sub>": 4,
    " <sup>x</sup>": 2,
    " <small>x</small>": 3,
    "<br><small>x</small>": 4,
    " *x*": 5,
    " (*x*)": 1.5,
    "<br>(x)": 3,
    " <sub>x</sub>": 2,
    "<br>- x": 1,
    " (x)": 3,
}
"""What stands around a field that comes behind another in one cell."""


def surnames(hand: Hand, paper: Paper, most: int, joint: str = " and ", sign: str = "") -> Piece:
    """Write the family names of at most so many authors; a sign stands for the others, or `et al.`, or nothing."""
    people = paper.people
    shown = people if len(people) <= max(most, 2 if sign != "none" else 1) else people[:most]
    names = [print_name(person, n, "family") for n, person in enumerate(shown)]
    paper.cut = len(shown) < len(people)
    if not paper.cut:
        return join([*names[:-2], join(names[-2:], joint)], ", ")
    text = join(names, ", ")
    if sign == "none":
        return text
    return text + (mark("etal", sign) if sign else hand.names.before_etal + mark("etal", hand.names.etal))


class Columns:
    """The columns of one table: each is drawn once and then writes its cells."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.dice = hand.dice
        self.odd = hand.dice.chance(0.13)
        """Whether heads say little."""
        self.rows = 0

    def draw(self, name: str) -> Cell:
        """Draw a column that holds some fields."""
        for part in name.split("+"):
            own = getattr(self, "_" + part, None)
            if own is not None:
                self.hand.own[part] = own()
        if name in self.hand.own:
            return self.hand.own[name]
        line = self._line(name)

        def cell(paper: Paper) -> Piece:
            if name in {"links", "url", "code"} and not self.dice.chance(0.93):
                return Piece()
            return line.write(self.hand, paper)

        return cell

    def head(self, name: str) -> str:
        """Say what a column holds."""
        return head_of(self.hand, name, odd=self.odd and self.dice.chance(0.7))

    def _line(self, name: str) -> Line:
        """Draw what divides the fields that share a cell."""
        dice = self.dice
        names = ["place" if part == "venue" and "year" in name else part for part in name.split("+")]
        if len(names) == 1:
            return Line((Slot(names[0], ""),))
        if dice.chance(0.3):
            return draw_line(dice, names, ends=0.0)
        same = dice.draw(_WRAPS) if dice.chance(0.5) else ""
        slots = [Slot(names[0], "")]
        for part in names[1:]:
            before, _, after = (same or dice.draw(_WRAPS)).partition("x")
            sign = before.lstrip(" ").removeprefix("<br>").removeprefix("<br/>").lstrip(" ")
            slots.append(Slot(part, before.removesuffix(sign), sign, after))
        return Line(tuple(slots))

    def _number(self) -> Cell:
        dice = self.dice
        form = dice.draw(_NUMBERS)
        first, step = dice.randint(1, 40), dice.pick([1, 1, 1, 2, 7, 13])
        letter, session = dice.pick("ABCDPTW"), dice.randint(1, 9)
        ordered = dice.chance(0.5)
        near = dice.pick([2000, 2000, dice.randint(100, 9000)])

        def cell(_: Paper) -> Piece:
            self.rows += 1
            small = first + step * self.rows if ordered else dice.randint(1, 299)
            large = dice.randint(near - 60, near + 60) if form == "Y" or dice.chance(0.1) else dice.randint(100, 9999)
            known = {"N": large, "Y": large, "n": small, "s": session, "i": self.rows, "A": letter}
            if form.startswith(("Poster", "Tue")):
                return Piece(form.replace("n", str(small)))
            return Piece("".join(str(known.get(sign, sign)) for sign in form))

        return cell

    def _surnames(self) -> Cell:
        dice = self.dice
        most, sign = dice.pick([(1, ""), (1, ""), (1, "+"), (1, "none"), (2, ""), (3, ""), (99, ""), (99, "")])
        joint = dice.pick([" and ", " & ", ", ", ", ", " & ", "; "])
        return lambda paper: surnames(self.hand, paper, most, joint, sign)

    def _ref(self) -> Cell:
        return self.citing(self.dice.draw(_REFS))

    def citing(self, form: str) -> Cell:
        """Draw how a paper is cited: `Smith et al. (2017)`, `Smith & Lee 2001a`, `Smith'19`."""
        dice = self.dice
        joint = dice.pick([" and ", " and ", " & ", ", "])
        most, sign = dice.pick([(1, ""), (1, ""), (1, ""), (1, "none"), (2, ""), (3, "")])
        if "+" in form:
            most, sign, form = 1, "+", form.replace("+", "")

        before, after = form.split("n", 1)
        two = "yy" in after
        left, year, right = after.partition("yy" if two else "y")

        def cell(paper: Paper) -> Piece:
            letter = dice.pick(["", "a", "b"]) if right == "a" else right
            told = mark("year", f"{paper.year % 100:02d}" if two else str(paper.year)) if year else ""
            return join([before, surnames(self.hand, paper, most, joint, sign), left, told, letter])

        return cell

    def _presenter(self) -> Cell:
        """Name who tells of a paper, who is no author."""
        placed = self.dice.chance(0.15)

        def cell(paper: Paper) -> Piece:
            who = self.hand.write("person", paper)
            return mark("remark", f"{who.text} ({self.hand.papers.org()})") if placed and who else who

        return cell

    _discussant = _presenter

    def _time(self) -> Cell:
        dice = self.dice
        form = dice.pick(
            ["{h}:{m}", "{h}:{m}–{h2}:{m}", "{h}:{m}-{h2}:{m}", "{h}.{m}", "{h}h{m}", "{h}:{m} – {h2}:{m}"]
        )

        def cell(_: Paper) -> Piece:
            hour = dice.randint(8, 18)
            return mark("date", form.format(h=hour, h2=hour + 1, m=dice.pick(["00", "15", "30", "45"])))

        return cell

    def _week(self) -> Cell:
        form = self.dice.pick(["{m}", "Week {m}", "W{m}", "Wk {m}", "{m}.", "{month} {m}"])
        return lambda _: mark("date", self.hand.remarks.fill(form))

    def _room(self) -> Cell:
        forms = ["{n}", "{a} hall", "online", "Room {n}", "{n}.{m}", "Zoom", "H{m}", "Auditorium {m}", ""]
        return lambda _: Piece(self.hand.remarks.fill(self.dice.pick(forms)))

    def _tick(self) -> Cell:
        yes, no = self.dice.pick(_TICKS).split(",")
        share = self.dice.pick([0.2, 0.5, 0.9])
        return lambda _: mark("remark", yes if self.dice.chance(share) else no)

    def _type(self) -> Cell:
        kinds = self.dice.some(_TYPES.split("|"), 1, 3)
        return lambda _: mark("keyword", self.dice.pick(kinds))

    def _count(self) -> Cell:
        top = self.dice.pick([20, 400, 3000, 3000, 40000])
        comma = self.dice.chance(0.3)
        return lambda _: Piece(f"{self.dice.randint(1, top):,}" if comma else str(self.dice.randint(1, top)))

    def _score(self) -> Cell:
        form = self.dice.pick(_SCORES)

        def cell(_: Paper) -> Piece:
            dice = self.dice
            text = form if dice.chance(0.85) else dice.pick(["p", "**p**", "-", "–"])
            text = text.replace("p2", f"{dice.uniform(1, 99):.2f}").replace("p", f"{dice.uniform(1, 99):.1f}")
            text = text.replace("n", str(dice.randint(1, 900))).replace("d", f"{dice.randint(0, 999):03d}")
            return Piece(text.replace("e", str(dice.randint(1, 9))))

        return cell

    def _facet(self, slot: str) -> Cell:
        dice, slots, composer = self.dice, self.hand.remarks.slots, self.hand.composer
        most = dice.pick([1, 1, 1, 2, 3])
        sign = dice.pick([", ", ", ", " / ", "; ", " + ", "<br>"])
        capital = dice.chance(0.4)

        def cell(_: Paper) -> Piece:
            count = dice.randint(1, most)
            words = [composer.coined() for _ in range(count)] if not slot else dice.some(slots[slot], 1, count)
            return join([mark("keyword", word[0].upper() + word[1:] if capital else word) for word in words], sign)

        return cell

    def _task(self) -> Cell:
        return self._facet("task")

    def _dataset(self) -> Cell:
        return self._facet("")

    def _domain(self) -> Cell:
        return self._facet("noun")

    def _approach(self) -> Cell:
        return self._facet("method")
