"""How the names of authors are written."""

from __future__ import annotations

import re

from .dice import Dice
from .papers import Paper
from .words import CLOSED, WORDS
from .writer import Piece, join, mark

_HAN = re.compile(r"[\u3040-\u9fff\uac00-\ud7af]")
_FORMS = {
    "direct": 52,
    "initials": 9,
    "tight": 3,
    "inverted": 5,
    "inverted initials": 7,
    "inverted tight": 2,
    "vancouver": 3,
    "bare initials": 2,
    "blank initials": 2,
    "family": 8,
    "capitals": 1.5,
    "capitals direct": 1.5,
    "capitals full": 1,
    "inverted bare": 2,
    "mixed": 1.5,
    "first initial": 2,
}


def is_han(person: dict[str, str]) -> bool:
    """Say whether a name is written without a blank, family name first."""
    return bool(_HAN.match(person["family"]))


def print_name(person: dict[str, str], number: int, form: str) -> Piece:
    """Write one name in a form."""
    family = " ".join(x for x in (person.get("non-dropping-particle", ""), person["family"]) if x)
    given, suffix = person.get("given", ""), person.get("suffix", "")
    if is_han(person) and given:
        return mark("family", family, number) + mark("given", given, number)
    big = mark("family", family.upper() if form.startswith("capitals") else family, number)
    if not given or form == "family":
        return big
    parts = given.replace(".", " ").split()
    dotted = " ".join("-".join(q[0].upper() + "." for q in p.split("-") if q) for p in parts)
    bare = "".join(q[0].upper() for p in parts for q in p.split("-") if q)
    first = dotted.split()[0]
    tail = " " + mark("suffix", suffix, number) if suffix else Piece()
    before = {
        "direct": given,
        "initials": dotted,
        "tight": dotted.replace(" ", ""),
        "bare initials": bare,
        "capitals direct": given,
        "first initial": first,
    }
    if form in before:
        return mark("given", before[form], number) + " " + big + tail
    behind = {
        "inverted": given,
        "capitals full": given,
        "inverted initials": dotted,
        "capitals": dotted,
        "inverted tight": dotted.replace(" ", ""),
    }
    if form in behind:
        return big + ", " + mark("given", behind[form], number) + ("," + tail if tail else tail)
    return big + " " + mark("given", {"vancouver": bare, "blank initials": dotted}.get(form, given), number)


class Names:
    """How the authors are written on one sheet."""

    def __init__(self, dice: Dice, language: str, form: str = "") -> None:
        self.dice = dice
        words = WORDS[language]
        self.closed = language in CLOSED
        self.form = form or dice.draw(_FORMS)
        self.most = dice.pick([1, 1, 1, 2, 3, 3, 4, 6] + [99] * 14)
        if self.form == "family":
            self.most = dice.pick([1, 2, 2, 3, 99])
        inverted = self.form in {"inverted", "inverted initials", "inverted tight", "capitals", "capitals full"}
        self.separator = dice.draw(
            {", ": 60, "; ": 14 if inverted else 4, " and ": 2, " & ": 2, " · ": 2, " / ": 1.5, ",": 1, " | ": 0.4}
        )
        if self.closed:
            self.separator = dice.pick(["、", "，", ", ", ", ", "; ", "；", " ", "・" if language == "ja" else "、"])
        word = dice.pick(words["and"])
        tight = self.closed and _HAN.match(word) is not None
        joint = word if tight or word in ", 、," else f" {word} "
        self.last = dice.pick([self.separator] * 4 + [joint] * 3 + ["," + joint if joint[0] == " " else joint])
        self.etal = dice.pick(words["etal"])
        if self.etal.startswith(("and", "&", "+")) and self.most > 4:
            self.etal = "et al."
        self.before_etal = "" if _HAN.match(self.etal) and not dice.chance(0.3) else dice.pick([" ", " ", " ", ", "])
        if dice.chance(0.07):
            self.before_etal, self.etal = dice.pick([(", ", "..."), (" ", "…"), (", ", "…"), (" ", "[...]")])
        self.signs = dice.draw({"": 90, "digits": 3, "stars": 3, "sup": 2, "power": 1, "mixed": 1})
        self.places = dice.draw({"": 92, "each": 4, "all": 4})
        self.links = dice.draw({"": 94, "wiki": 4, "link": 3, "tag": 0.7})
        self.bold = dice.chance(0.3)
        """Whether one's own name is bold, where there is one's own."""
        self.star = dice.chance(0.5)
        self.dots = dice.pick(["...", "…", "...", "…", "et al.", "et al."])
        self.gap = dice.chance(0.05)
        """Whether the last one is shown behind dots."""
        self.style = dice.draw({"": 80, "*": 9, "_": 6, "**": 1.5, "`": 0.5, "<i>": 1, "~": 0, "<sub>": 0.6, "(": 3})

    def write(self, paper: Paper, own: dict[str, str] | None = None, form: str = "") -> Piece:
        """Write the authors of a paper."""
        dice, form, most = self.dice, form or self.form, self.most
        if dice.chance(0.06):
            most = dice.pick([1, 2, 3, 99])
        people = paper.people
        if len(people) <= most + (1 if dice.chance(0.2) else 0):
            most = len(people)
        paper.cut = most < len(people)
        forms = [
            "inverted" if form == "mixed" and not n else "direct" if form == "mixed" else form for n in range(most)
        ]
        names = [self._one(paper, n, forms[n], own) for n in range(most)]
        if self.places == "all" and len({paper.orgs[n] for n in range(most)}) >= 1:
            end = self._org(paper.orgs[0], -1)
        else:
            end = Piece()
        if paper.cut and self.gap and most > 1:
            last = self._one(paper, len(people) - 1, forms[-1], own)
            text = join(names, self.separator) + self.separator + mark("etal", self.dots)
            return text + self.separator + last + end
        if paper.cut:
            return join(names, self.separator) + self.before_etal + mark("etal", self.etal) + end
        if len(names) == 1:
            return names[0] + end
        last_sign = (
            " & " if form == "family" and len(names) == 2 and self.separator == ", " and dice.chance(0.5) else ""
        )
        return join(names[:-1], self.separator) + (last_sign or self.last) + names[-1] + end

    def styled(self, paper: Paper, own: dict[str, str] | None = None) -> Piece:
        """Write the authors with the marks around them."""
        text = self.write(paper, own)
        if not self.style or (self.style != "(" and ("*" in text.text or "_" in text.text or "`" in text.text)):
            return text
        if self.style == "(":
            return text.wrap("(", ")") if "(" not in text.text else text
        if self.style.startswith("<"):
            return text.wrap(self.style, self.style.replace("<", "</"))
        return text.wrap(self.style, self.style)

    def _one(self, paper: Paper, number: int, form: str, own: dict[str, str] | None) -> Piece:
        person = paper.people[number]
        name = print_name(person, number, form)
        if self.links == "wiki":
            name = name.wrap("[[", "]]")
        elif self.links == "link" and self.dice.chance(0.6):
            home = re.sub(r"\W", "", person["family"]).lower() or "home"
            name = name.wrap("[", f"](https://{home}.github.io/)")
        elif self.links == "tag" and form == "direct":
            name = "@" + name
        if own is person and self.bold:
            name = name.wrap("**", "**")
        name = name + self._sign(number)
        if self.places == "each":
            name = name + self._org(paper.orgs[number], number)
        return name

    def _sign(self, number: int) -> str:
        digit = str(min(number // 2 + 1, 4))
        if self.signs == "stars":
            return ["∗", "†", "", "", "‡"][number] if number < 5 and self.star else "\\*" if number < 2 else ""
        if self.signs == "mixed":
            return digit + (",∗" if number < 2 else ",†" if number == 2 else "")
        return {"": "", "digits": digit, "sup": f"<sup>{digit}</sup>", "power": f"^{digit}"}[self.signs]

    def _org(self, org: str, number: int) -> Piece:
        return " " + mark("affiliation", org, number).wrap(*("(", ")") if self.star else ("[", "]"))
