"""Compose bibliographies that look real and are not: CSL-JSON from lists of names, a title grammar and places."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

from facts import Catalogue
from facts import person as divided

HERE = Path(__file__).parent
NAMES = HERE.parents[2] / "kg" / "extraction" / "citations"
"""The lists of names are part of the package: the reader knows common names by them."""
_REAL = 0.5
"""Share of titles, names and journals that come from the catalogue where there is one."""
_PLAIN = "aeiou"
_CODA = ["n", "r", "l", "s", "k", "m", "t", "nd", "ng", "rt", "x", "", "", "", "ck", "sk", "v", "z", "sch", "nn"]
_ONSET = [
    "b",
    "d",
    "f",
    "g",
    "h",
    "j",
    "k",
    "l",
    "m",
    "n",
    "p",
    "r",
    "s",
    "t",
    "v",
    "w",
    "z",
    "br",
    "kr",
    "st",
    "sh",
    "ch",
    "tr",
    "gr",
    "th",
    "kh",
    "zh",
    "sz",
    "ts",
    "y",
    "pr",
    "fl",
]
_CJK_FAMILY = "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾萧田董袁潘于蒋蔡余杜"
_CJK_GIVEN = "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰红建文志国海东晓宇浩然子轩梓涵思远"
_HANGUL_FAMILY = "김이박최정강조윤장임한오서신권황안송류홍"
_HANGUL_GIVEN = "민준서연도윤하은지우현수진영호성경희재석"
_CYRILLIC = [
    ("Иванов", "Сергей"),
    ("Петрова", "Анна"),
    ("Кузнецов", "Дмитрий"),
    ("Соколова", "Елена"),
    ("Орлов", "Игорь"),
    ("Шевченко", "Олена"),
    ("Волков", "Никита"),
    ("Зайцева", "Мария"),
    ("Белов", "Андрей"),
    ("Тарасов", "Юрий"),
]
_ARABIC = [("الخالدي", "أحمد"), ("حسن", "محمد"), ("المصري", "ليلى"), ("النجار", "سمير")]
_JAPANESE = [("佐藤", "健太"), ("鈴木", "花子"), ("高橋", "一郎"), ("田中", "美咲"), ("渡辺", "翔"), ("山本", "直樹")]


def words(name: str, folder: Path = HERE) -> list[str]:
    """Read a list of names: words separated by blanks, `_` for a blank inside a name, `#` comments."""
    lines = (folder / name).read_text(encoding="utf-8").splitlines()
    found = " ".join(line for line in lines if not line.startswith("#")).split()
    return sorted({word.replace("_", " ") for word in found})


class Composer:
    """A source of composed works; equal seeds give equal works."""

    def __init__(self, seed: int, catalogue: Catalogue | None = None) -> None:
        self.random = random.Random(seed)
        self.catalogue = catalogue
        """Where titles, names and journals come from, most of the time; without it all are made up."""
        self.surnames = words("surnames.txt", NAMES)
        self.given = words("given.txt", NAMES)
        self.fields = tomllib.loads((HERE / "fields.toml").read_text(encoding="utf-8"))
        places = tomllib.loads((HERE / "places.toml").read_text(encoding="utf-8"))
        self.places = {key: value.split("|") for key, value in places.items()}
        self.plain = words("plain_words.txt")
        languages = tomllib.loads((HERE / "languages.toml").read_text(encoding="utf-8"))
        self.languages = {
            name: (parts["first"].split("|"), parts["second"].split("|")) for name, parts in languages.items()
        }
        self.lists = {
            field: {slot: (value.split() if slot == "adj" else value.split("|")) for slot, value in slots.items()}
            for field, slots in self.fields.items()
        }

    def pick(self, choices: Any) -> Any:
        return choices[self._below(len(choices))]

    def _below(self, end: int) -> int:
        """Draw a number as `random.randrange` does; a sheet takes thousands, most of them for letters."""
        if end < 1:
            raise IndexError("there is nothing to choose from")
        draw, bits = self.random.getrandbits, end.bit_length()
        while (number := draw(bits)) >= end:
            pass
        return number

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def syllables(self, low: int, high: int) -> str:
        text = "".join([self.pick(_ONSET) + self.pick(_PLAIN) for _ in range(low + self._below(high - low + 1))])
        return (text + self.pick(_CODA)).capitalize()

    def person(self) -> dict[str, str]:
        if self.catalogue and self.chance(_REAL):
            return divided(self.pick(self.pick(self.catalogue.printed).authors))
        r = self.random.random()
        if r < 0.015:
            return {
                "family": self.pick(_CJK_FAMILY),
                "given": "".join(self.random.sample(_CJK_GIVEN, self.pick([1, 2, 2]))),
            }
        if r < 0.02:
            return {"family": self.pick(_HANGUL_FAMILY), "given": "".join(self.random.sample(_HANGUL_GIVEN, 2))}
        if r < 0.03:
            family, given = self.pick(_CYRILLIC + _ARABIC + _JAPANESE)
            return {"family": family, "given": given}
        family = self.pick(self.surnames) if self.chance(0.6) else self.syllables(1, 3)
        given = self.pick(self.given) if self.chance(0.68) else self.syllables(1, 2)
        r = self.random.random()
        if r < 0.22:
            given += f" {self.pick('ABCDEFGHIJKLMNOPRSTVW')}."
        elif r < 0.25:
            given += f" {self.pick('ABCDEFGHJKLMPRST')}. {self.pick('ABCDEFGHJKLMPRST')}."
        elif r < 0.34:
            given += " " + self.pick(self.given)
        elif r < 0.36:
            given = f"{self.pick('ABCDEFGHJKLMPRST')}. {given}"
        elif r < 0.40:
            given = f"{self.pick('ABCDEFGHJKLMPRST')}. {self.pick('ABCDEFGHJKLMPRST')}."
        elif r < 0.42:
            given = f"{self.pick('ABCDEFGHJKLMPRST')}."
        if self.chance(0.05) and " " not in family:
            family = self.pick([f"{family}-{self.pick(self.surnames)}", f"{family} {self.pick(self.surnames)}"])
        person = {"family": family, "given": given}
        if self.chance(0.012):
            person["suffix"] = self.pick(["Jr.", "III", "Sr.", "II"])
        head, _, rest = family.partition(" ")
        if self.chance(0.5) and rest and head.islower():  # as some databases deliver it
            *particles, last = family.split(" ")
            person["family"] = last
            person["non-dropping-particle"] = " ".join(particles)
        if self.chance(0.008):
            return {
                "family": self.pick(
                    [
                        family,
                        self.coined(),
                        self.pick(self.plain).capitalize() + "AI",
                        f"{self.coined()} {self.pick(['Collaboration', 'Team', 'Consortium', 'Group', 'Project'])}",
                        f"{self.pick(self.plain).capitalize()} {self.pick(['Science Collaboration', 'Working Group', 'Research', 'Initiative'])}",
                    ]
                )
            }
        return person

    def people(self, most: int = 12) -> list[dict[str, str]]:
        count = self.pick(
            [
                1,
                1,
                1,
                1,
                2,
                2,
                2,
                3,
                3,
                3,
                4,
                4,
                5,
                5,
                6,
                7,
                8,
                self.random.randint(1, most),
                self.random.randint(6, 24),
            ]
        )
        found: list[dict[str, str]] = []
        seen: set[str] = set()
        while len(found) < count:
            person = self.person()
            if not seen & set(person["family"].casefold().split()):
                seen |= set(person["family"].casefold().split())
                found.append(person)
        if self.chance(0.035):
            return [
                {
                    "family": self.pick(
                        [
                            self.coined(),
                            f"{self.pick(self.plain).capitalize()}AI",
                            f"{self.coined()} Team",
                            f"{self.pick(self.plain).capitalize()}-AI",
                            "World Health Organization",
                            f"{self.pick(self.plain).capitalize()} Collaboration",
                            f"The {self.coined()} Consortium",
                            self.pick(self.surnames),
                            self.pick(self.given),
                        ]
                    )
                }
            ]
        return found

    def coined(self) -> str:
        """A coined short name: `ToolMIX`, `GRAPE-2`, `Loft`."""
        base = self.pick(
            [
                self.syllables(1, 2),
                self.syllables(1, 2).upper(),
                self.syllables(1, 1) + self.syllables(1, 1),
                self.syllables(1, 1) + self.pick(["Net", "GPT", "Former", "LM", "Bench", "RL", "BERT", "QA", "CLIP"]),
                "".join(self.random.sample("ABCDEGILMNOPRSTV", self.random.randint(3, 5))),
            ]
        )
        return base + self.pick([""] * 8 + ["-2", "++", "2", "-XL", " 3", "3D"])

    def thing(self, slots: dict[str, list[str]]) -> str:
        return f"{self.pick(slots['adj'])} {self.pick(slots['noun'])}"

    def main_title(self, s: dict[str, list[str]]) -> str:
        adj, noun, method, task, thing = (self.pick(s[k]) for k in ("adj", "noun", "method", "task", "object"))
        coined = self.coined()
        number = self.random.randint(2, 100)
        other = self.pick(s["noun"])
        symbol = self.pick(["epsilon", "k", "L_p", "n^2", "\\alpha"])
        verb = self.pick(["think", "see", "remember", "talk"])
        return str(
            self.pick(
                [
                    f"{adj} {noun} for {task}",
                    f"{adj} {noun} for {task}",
                    f"{adj} {method} of {noun}",
                    f"{method} {noun} from {thing}",
                    f"{adj} {method} with {adj} {noun}",
                    f"on the {method} of {adj} {noun}",
                    f"{noun} and {other} in {thing}",
                    f"{adj} {noun}",
                    f"{noun} are {adj} {other}",
                    f"do {noun} need {other}?",
                    f"what makes {noun} {adj}?",
                    f"how {adj} are {noun}?",
                    f"towards {adj} {method} for {task}",
                    f"a survey on {noun}",
                    f"a {adj} approach to {task}",
                    f"an introduction to {noun}",
                    f"learning {adj} {noun} for {task} with {other}",
                    f"when does {method} help {task}?",
                    f"the {adj} structure of {noun} in {thing}",
                    f"rethinking {noun}",
                    f"is {method} all you want?",
                    f"{noun}",
                    f"{number} years of {noun}",
                    f"from {noun} to {other}",
                    f"{method}",
                    f"{adj}, {self.pick(s['adj'])}, and {self.pick(s['adj'])} {noun}",
                    f"{noun}, {other}, and {self.pick(s['noun'])}",
                    f"{method} by jointly {self.pick(['learning', 'modelling', 'measuring'])} {noun} and {other}",
                    f"{adj} {noun} in {thing} using {adj} {other}",
                    f"effects of {method} on {noun} in {thing}",
                    f"{noun} in {thing}",
                    f"{noun} in {thing}, {self.random.randint(1500, 1990)}–{self.random.randint(1991, 2020)}",
                    f"why {noun} fail",
                    f"{coined}: {adj} {noun} for {task}",
                    f"{coined}: {adj} {method} of {noun}",
                    f"{coined}: towards {adj} {task}",
                    f"{coined}",
                    f"{coined}: a {adj} benchmark for {task}",
                    f"{coined}: {method} {noun} with {other}",
                    f"the {coined} {noun}",
                    f"{coined} {noun}",
                    f"{noun} for {task}: {adj} {method}",
                    f"{noun} at {self.pick(['scale', 'work', 'war', 'home'])}: {adj} {method} and {other}",
                    f"{method} of ${symbol}$-{adj} {noun}",
                    f"{method} through “{other}”",
                    f"can {noun} “{verb}”?",
                    f"the {adj} {noun}: {method}, {other} and {task}",
                    f"{noun}: what are they good for?",
                    f"{noun} without {other}",
                    f"beyond {noun}",
                    f"position: {noun} should not replace {other}",
                    f"{noun} (and {other}) for {task}",
                    f"{noun} vs. {other}",
                    f"{coined}-based {method} for {task}",
                    f"a simple framework for {method} of {adj} {noun}",
                    f"no {noun} is an island",
                    f"{adj} {noun}. {method} and {other}",
                ]
            )
        )

    def loose_title(self, s: dict[str, list[str]]) -> str:
        """A title of the freer sort: few words, names of persons, parts, figures, lists, heads before a colon."""
        a, b, c, d = (self.pick(self.plain) for _ in range(4))
        adj, noun, method, task, other = (self.pick(s[k]) for k in ("adj", "noun", "method", "task", "noun"))
        eponym, second = self.pick(self.surnames).split()[-1], self.pick(self.surnames).split()[-1]
        n = self.random.randint(2, 60)
        part = self.pick(["I", "II", "III", "Part I", "Part 2", "1"])
        coined = self.coined()
        head = self.pick(
            [
                a,
                f"{a} {b}",
                f"{adj} {a}",
                coined,
                coined.lower() + self.pick(["", " 2.0", "++", "-lite"]),
                noun,
                f"the {a}",
                f"{adj} {noun}",
                f"{coined} {n}B",
                f"faster {coined}",
                f"{a} and {b}",
                f"deep {a}",
                f"{eponym} {noun}",
                f"on the {a} of {adj} {b}",
                f"one {a}, many {b}s",
                f"{a}-{b}",
                f"{a[0].upper()}-{coined}",
            ]
        )
        return str(
            self.pick(
                [
                    f"{a}, {b}, {c}, {d}",
                    f"{noun}: {a}, {b}, {c}",
                    f"{adj}, {self.pick(s['adj'])} {noun}",
                    f"a {adj}, {self.pick(s['adj'])} {noun} based on {other}",
                    f"{a} and {b}",
                    f"the {a} of the {b}",
                    f"{a}",
                    f"{adj} {a}",
                    f"the {a}",
                    f"{eponym} {noun}",
                    f"{eponym}–{second} {noun} and {method}",
                    f"{eponym}'s {noun} and the {a}",
                    f"{adj} {eponym} {method}",
                    f"a {a} for every {b}",
                    f"the {a}, the {b} and the {adj} {c}",
                    f"{head}: a {adj} {a} of {noun}",
                    f"{head}: {adj} {noun} for {task}",
                    f"{head}: {method} for {task} via {other}",
                    f"{head}: the {adj} {a}",
                    f"{head}: {a} and {b}",
                    f"{head}: {n},000+ {noun} for {task}",
                    f"{head}: {eponym} {method} of {other}",
                    f"{head}: {n} years of {task}",
                    f"{head}: from {noun}, {other} and {a} to {task}",
                    f"{head}: {method}",
                    f"{head}: why {noun} are {adj}",
                    f"{head}. {part}",
                    f"{adj} {noun}. {part}. {other}",
                    f"{adj} {noun} {part}",
                    f"the {noun} of {a}. {part}",
                    f"“{a} {b} {c}?”: {method} the {noun} of any {d}",
                    f'"{a} {b}": a {adj} {method} for {task}',
                    f'"{a} {b} {c}?": {method} of {noun}',
                    f"why {second} can't {a}: {adj} {noun} of {coined} {n}.0",
                    f"the '{a}' of {noun}",
                    f"{noun}, '{a}' and {b} {c}s",
                    f"{adj} {noun}, {1800 + n}–{n}",
                    f"{adj} {noun} in {self.pick(s['object'])}, {1850 + n}-{1901 + n}",
                    f"{noun} of O({self.pick('nk')}/k²)",
                    f"E({self.pick('nk')}) {adj} {noun}",
                    f"{adj} {noun} with {n}x{n} {other}",
                    f"{coined}/{a} systems",
                    f"a {coined} for the 20{n % 9 + 1}0s",
                    f"the {adj} {a} method 2−{coined}",
                    f"{coined}-{n} technical report",
                    f"{coined} 2: open {noun}",
                    f"the {a}-{b} {c} ({coined})",
                    f"{adj} {noun} ({coined}) for {task}",
                    f"{noun} as {other}",
                    f"go to {a} considered {adj}",
                    f"{a} considered harmful",
                    f"a {a} is a {b} is a {c}",
                    f"{noun}? {adj} {other} and the {a}",
                    f"if {noun} could {a}, {b}, and {c}",
                    f"{noun} — {a} or {b}?",
                    f"{noun} – {adj} {a}",
                    f"{noun} can be {adj}. {self.pick(s['method'])}",
                    f"{n} {noun} in {a}, {b} and {c}",
                    f"{adj} {noun} for {task} in {a}, {b}, {c}, and {d}",
                    f"not all {noun} are {adj}: on {a}s and {b}s",
                    f"i think, therefore i {a}",
                    f"my {a}, my {b}",
                    f"what is it like to be a {a}?",
                    f"how to {method} a {a}",
                    f"{a}: a {b}",
                    f"{a} {b}",
                    f"{method} {a}s",
                    f"{method} {a}s from {b}s 🚀",
                    f"on {a}",
                    f"the {adj} {a} in the {b}, a {c}",
                ]
            )
        )

    def technical(self) -> str:
        """A word as only technical titles have it: `t-SNE`, `lme4`, `RNA-seq`, `CaO2`, `X/Y`."""
        upper = "".join(self.random.sample("ABCDEFGHIKLMNOPRSTUVX", self.random.randint(2, 5)))
        low = self.syllables(1, 2).lower()
        n = self.random.randint(1, 60)
        return str(
            self.pick(
                [
                    f"{upper[0].lower()}-{upper}",
                    f"{low}{n}",
                    f"{upper}-{low}",
                    f"{upper[:2].capitalize()}{n % 9 + 1}",
                    f"{upper}{n}",
                    f"{upper}/{low.capitalize()}",
                    f"{upper} {n}",
                    upper,
                    upper,
                    upper,
                    f"{n}-{low}",
                    f"{n}D",
                    f"{upper}{upper[0].lower()}",
                    f"{low.capitalize()}{upper[:2]}",
                    f"{n}.{n % 10}",
                    f"{upper[0]}-{low.capitalize()}",
                    f"{low.capitalize()}-{low}",
                    f"{upper}-{n}",
                    f"{n}x{n}",
                    f"{upper}.{n % 4}",
                ]
            )
        )

    def unsettle(self, text: str) -> str:
        """Replace some words by coined ones, so that nothing is learned by heart, and let some titles end technically."""
        out = []
        for word in text.split(" "):
            if len(word) > 4 and word.isalpha() and word.islower() and self.chance(0.13):
                word = self.syllables(1, 3).lower() + self.pick(
                    [
                        "",
                        "ing",
                        "tion",
                        "s",
                        "al",
                        "ic",
                        "ity",
                        "ness",
                        "ed",
                        "ation",
                        "er",
                        "ism",
                        "ive",
                        "ment",
                        "ics",
                        "ous",
                        "ly",
                    ]
                )
            out.append(word)
        text = " ".join(out)
        r = self.random.random()
        if r < 0.09 and text[-1].isalpha():
            text += (
                self.pick([" using ", " with ", " in ", " for ", " via ", " from ", " of ", " at ", " over "])
                + self.technical()
            )
        elif r < 0.12:
            text = f"{self.technical()} {text}"
        elif r < 0.15 and text[-1].isalpha():
            text += f" ({self.technical()})"
        elif r < 0.17:
            text = text.replace(" ", f" {self.technical()} ", 1)
        return text

    def journal(self) -> str:
        """A journal that is or one that could be."""
        if self.catalogue and self.chance(_REAL):
            return self.pick(self.catalogue.venues)
        if self.chance(0.5):
            return str(self.pick(self.places["journals"]))
        s = self.lists[self.pick(sorted(self.lists))]
        one, two = titlecase(self.pick(s["noun"])), titlecase(self.pick(s["noun"]))
        adj, a, task = (
            self.pick(s["adj"]).capitalize(),
            self.pick(self.plain).capitalize(),
            titlecase(self.pick(s["task"])),
        )
        name = self.pick(
            [
                f"Journal of {one}",
                f"The Journal of {one}",
                f"Journal of {one} and {two}",
                f"International Journal of {task}",
                f"{one} and {two}",
                f"{adj} {one}",
                f"Annals of {one}",
                f"Trends in {one}",
                f"{one} Letters",
                f"The {a} Review",
                f"{adj} {one} Research",
                f"Annual Review of {one}",
                f"{one}",
                f"{one} & {two}",
                f"Zeitschrift für {a}",
                f"Revista de {a}",
                f"Revue de {a}",
                f"{adj} Bulletin",
                f"{a} Quarterly",
                f"Proceedings of the {one} Society",
                f"{adj} Science",
                f"Acta {a}ica",
                f"Philosophical Transactions {self.pick('AB')}",
                f"{adj} {one}: {two}",
                f"Journal of {adj} {one}",
                f"{adj} and {self.pick(s['adj']).capitalize()} {one}",
                f"The {adj} {self.pick(['Journal', 'Review', 'Magazine', 'Economist', 'Historian'])}",
                f"Archives of {adj} {one}",
                f"{one} in {task}",
                f"European {adj} Journal",
                f"{a} Monthly",
                f"Organizational {one} and {adj} {two}",
                f"{one} Section {self.pick('ABC')}",
                f"American {one.rstrip('s')}ist",
                f"{self.coined()}",
                f"IEEE Transactions on {one}",
                f"ACM Transactions on {one}",
                f"Current {one}",
                f"{a}",
                f"Doklady {a}",
                f"Frontiers in {one}",
                f"Studies in {one}",
            ]
        )
        return str(name)

    def conference(self, year: int) -> str:
        """Proceedings that are or could be."""
        if self.chance(0.62):
            return self.place(self.pick(self.places["conferences"]), year)
        s = self.lists[self.pick(sorted(self.lists))]
        one, two = titlecase(self.pick(s["noun"])), titlecase(self.pick(s["noun"]))
        what = self.pick(["Conference", "Symposium", "Workshop", "Meeting", "Congress"])
        who = self.pick(
            [
                "ACM",
                "IEEE",
                "International",
                "Annual",
                "European",
                "Asian",
                "USENIX",
                f"ACM SIG{self.coined().upper()}",
                "ACM/IEEE",
                "International Joint",
                "IFIP",
                "AAAI",
            ]
        )
        text = self.pick(
            [
                f"Proceedings of the {who} {what} on {one}",
                f"Proceedings of the {{n}}th {who} {what} on {one}",
                f"Proceedings of the {{y}} {who} {what} on {one} and {two}",
                f"{who} {what} on {one}",
                f"{{n}}th {who} {what} on {one}",
                f"Proceedings of the {one} {what}",
                f"Proceedings of the Annual Meeting of the {one} Society",
                f"{{y}} {who} {what} on {one} ({self.coined().upper()})",
                f"Proceedings of {self.coined().upper()} {{y}}",
                f"{one}: Proceedings of the {who} {what}",
                f"{what} on {one}",
                f"Advances in {one}",
                f"Advances in {one} {{n2}}",
                f"{self.coined().upper()} {{y}}",
                f"{one} – {self.coined().upper()} {{y}}",
            ]
        )
        return self.place(text.replace("{y}", "{y}"), year)

    def foreign_title(self) -> str:
        first, second = self.languages[self.pick(sorted(self.languages))]
        a, b = self.pick(first), self.pick(second)
        return a + b if ord(a[0]) > 0x2E80 else f"{a} {b}"

    def title(self) -> str:
        if self.catalogue and self.chance(_REAL):
            title = self.pick(self.catalogue.printed).title.rstrip(".")
            return titlecase(title) if self.chance(0.25) else title
        if self.chance(0.04):
            return self.foreign_title()
        slots = self.lists[self.pick(sorted(self.lists))]
        text = self.loose_title(slots) if self.chance(0.42) else self.main_title(slots)
        text = self.unsettle(text)
        keep = text[:1].islower() and ": " in text and self.chance(0.1)
        text = text if keep else text[0].upper() + text[1:]
        if ": " in text and self.chance(0.7):
            head, tail = text.split(": ", 1)
            text = f"{head}: {tail[0].upper()}{tail[1:]}"
        if self.chance(0.55):
            text = titlecase(text)
        return text

    def place(self, text: str, year: int) -> str:
        return text.format(
            n=self.random.choice([14, 24, 29, 35, 37, 40, 57, 60]),
            n2=self.random.randint(12, 38),
            y=year,
            y2=str(year)[2:],
        )

    def work(self, number: int) -> dict[str, Any]:
        kind = self.pick(
            ["article-journal"] * 8
            + ["paper-conference"] * 8
            + ["book"] * 2
            + ["chapter"] * 3
            + ["thesis", "report", "webpage", "article", "article", "article"]
        )
        year = self.random.randint(2005, 2026) if self.chance(0.75) else self.random.randint(1925, 2004)
        date = [year] if self.chance(0.5) else [year, self.random.randint(1, 12)]
        if len(date) == 2 and self.chance(0.5):
            date.append(self.random.randint(1, 28))
        work: dict[str, Any] = {
            "id": f"w{number}",
            "type": kind,
            "title": self.title(),
            "author": self.people(),
            "issued": {"date-parts": [date]},
        }
        getattr(self, "_" + kind.replace("-", "_"))(work, year)
        if self.chance(0.35):
            work["DOI"] = (
                f"10.{self.random.randint(1000, 50000)}/{self.pick(['s', 'acprof', 'nature', '', 'j.', 'v1/'])}{self.random.randint(1000, 10**9)}{self.pick(['', '.ch3', '-x', '.2020.1'])}"
            )
        if self.chance(0.35) or kind == "webpage":
            work["URL"] = self.pick(
                [
                    f"https://arxiv.org/abs/{self.random.randint(1500, 2512)}.{self.random.randint(10000, 20000)}",
                    f"https://openreview.net/forum?id={self.syllables(2, 3)}",
                    f"https://www.example-{self.random.randint(1, 99)}.org/papers/{number}.pdf",
                    f"https://aclanthology.org/{year}.acl-long.{self.random.randint(1, 900)}/",
                ]
            )
            if self.chance(0.5):
                work["accessed"] = {
                    "date-parts": [
                        [
                            min(2026, year + self.random.randint(0, 4)),
                            self.random.randint(1, 12),
                            self.random.randint(1, 28),
                        ]
                    ]
                }
        return work

    def _pages(self, work: dict[str, Any]) -> None:
        first = self.random.randint(1, 4000)
        if self.chance(0.8):
            work["page"] = self.pick([f"{first}-{first + self.random.randint(2, 40)}"] * 5 + [str(first), f"e{first}"])

    def _article_journal(self, work: dict[str, Any], year: int) -> None:
        work["container-title"] = self.journal()
        if self.chance(0.3):
            work["container-title-short"] = abbreviate(work["container-title"])
        if self.chance(0.9):
            work["volume"] = str(self.random.randint(1, 620))
        if self.chance(0.7):
            work["issue"] = str(self.random.randint(1, 52))
        self._pages(work)
        if self.chance(0.2):
            work["ISSN"] = f"{self.random.randint(1000, 9999)}-{self.random.randint(1000, 9999)}"
        if self.chance(0.2):
            work["publisher"], work["publisher-place"] = self.pick(self.places["publishers"]).split(":")

    def _paper_conference(self, work: dict[str, Any], year: int) -> None:
        work["container-title"] = self.conference(year)
        self._pages(work)
        if self.chance(0.4):
            work["publisher"], work["publisher-place"] = self.pick(self.places["publishers"]).split(":")
        if self.chance(0.3):
            work["event-place"] = self.pick(self.places["cities"])
        if self.chance(0.25):
            work["event"] = work["event-title"] = self.place(self.pick(self.places["events"]), year)
        if self.chance(0.2):
            work["editor"] = self.people(4)[:4]
        if self.chance(0.2):
            work["collection-title"] = self.pick(self.places["series"])
        if self.chance(0.3):
            work["volume"] = str(self.random.randint(1, 240))

    def _book(self, work: dict[str, Any], year: int) -> None:
        work["publisher"], work["publisher-place"] = self.pick(self.places["publishers"]).split(":")
        if self.chance(0.2):
            work["edition"] = self.pick(["2", "3", "4", "revised"])
        if self.chance(0.2):
            work["collection-title"] = self.pick(self.places["series"])
        if self.chance(0.15):
            work["translator"] = self.people(2)[:2]
        if self.chance(0.3):
            work["ISBN"] = (
                f"978-{self.random.randint(0, 9)}-{self.random.randint(1000, 9999)}-{self.random.randint(1000, 9999)}-{self.random.randint(0, 9)}"
            )

    def _chapter(self, work: dict[str, Any], year: int) -> None:
        self._book(work, year)
        work["container-title"] = (
            self.title()
            if self.chance(0.7)
            else self.pick(["Handbook of ", "Encyclopedia of ", "Readings in ", "The Oxford Handbook of "])
            + titlecase(self.pick(self.lists[self.pick(sorted(self.lists))]["noun"]))
        )
        work["editor"] = self.people(4)[:4]
        self._pages(work)

    def _thesis(self, work: dict[str, Any], year: int) -> None:
        work["author"] = work["author"][:1]
        work["publisher"] = self.pick(self.places["universities"])
        work["genre"] = self.pick(
            ["PhD thesis", "Ph.D. dissertation", "Master's thesis", "Doctoral dissertation", "Dissertation"]
        )

    def _report(self, work: dict[str, Any], year: int) -> None:
        work["publisher"] = self.pick(
            self.places["universities"]
            + ["OpenAI", "Google", "World Bank", "RAND Corporation", "National Bureau of Economic Research"]
        )
        work["genre"] = self.pick(["Technical report", "Working paper", "White paper"])
        work["number"] = str(self.random.randint(1, 30000))

    def _webpage(self, work: dict[str, Any], year: int) -> None:
        work["container-title"] = self.pick(self.places["sites"])

    def _article(self, work: dict[str, Any], year: int) -> None:
        number = f"{year % 100:02d}{self.random.randint(1, 12):02d}.{self.random.randint(10000, 20000)}"
        work["publisher"] = self.pick(["arXiv", "arXiv", "bioRxiv", "SSRN"])
        if self.chance(0.6):
            work["number"] = f"arXiv:{number}"
        if self.chance(0.4):
            work["container-title"] = self.pick([f"arXiv preprint arXiv:{number}", "arXiv", "CoRR", "bioRxiv"])
        if self.chance(0.5):
            work["URL"] = f"http://arxiv.org/abs/{number}"


_SMALL = {
    "a",
    "an",
    "and",
    "are",
    "at",
    "by",
    "for",
    "from",
    "in",
    "is",
    "of",
    "on",
    "or",
    "the",
    "to",
    "vs.",
    "with",
    "without",
    "through",
}


def titlecase(text: str) -> str:
    """Write a title as English titles are written."""
    out = []
    for i, word in enumerate(text.split(" ")):
        small = word in _SMALL and i > 0 and not out[-1].endswith(":")
        out.append(word if small else word[:1].upper() + word[1:])
    return " ".join(out)


def abbreviate(text: str) -> str:
    """Shorten a journal's name as libraries do, more or less."""
    kept = [w for w in text.replace(":", "").split(" ") if w.lower() not in _SMALL and w not in {"&", "für", "de"}]
    return " ".join(w if len(w) < 6 or len(kept) == 1 else w[:4] + "." for w in kept)
