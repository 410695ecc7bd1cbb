"""References with the names, dates and identifiers that programs get wrong, as items of CSL-JSON and as RIS.

Every item is a draw by chance that is seeded, so that the file is the same each time.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

Item = dict[str, Any]

_PEOPLE = (
    ("Oord", "Aäron", "van den", ""), ("Steele", "Guy L.", "", "Jr."), ("García Márquez", "Gabriel", "", ""),
    ("佐藤", "健", "", ""), ("王", "小明", "", ""), ("김", "철수", "", ""), ("長谷川", "太郎", "", ""), ("欧阳", "修", "", ""),
    ("O'Brien", "Máire", "", ""), ("Smith-Jones", "Anna", "", ""), ("Nguyễn", "Văn Hưng", "", ""), ("Davis", "Sammy", "", "III"),
    ("Иванов", "Иван Иванович", "", ""), ("Vallée Poussin", "Charles", "de la", ""), ("Roe", "J.-B.", "", ""),
    ("Van Durme", "Benjamin", "", ""), ("Çelik", "Özgür", "", ""), ("d'Alché-Buc", "F.", "", ""), ("Ramón y Cajal", "Santiago", "", ""),
    ("ʻAlī", "Ḥasan", "", ""), ("al-Khwarizmi", "Muhammad", "", ""), ("モーガン", "ケイシー", "", ""),
)  # fmt: skip
"""Family name, given name, particle, suffix."""
_GROUPS = ("Harbour Collaboration", "W3C", "TIDES-6 Investigators", "Ropes & Knots, Inc.", "OpenAI", "Bio4j")
_DATES: tuple[Item, ...] = (
    *({"date-parts": [[year, *rest]]} for year in (1487, 1906, 2017) for rest in ([], [6], [6, 12])),
    *({"date-parts": [[2004]], "season": season} for season in (1, 2, 3, 4)),
    {"date-parts": [[1906]], "circa": True},
    {"date-parts": [[2002]], "literal": "c2002"},
    {"date-parts": [[2005, 3]], "literal": "2005a"},
    {"literal": "in press"},
)
_DOIS = (
    "10.1000/(SICI)1097-0258(199612{n})15:24<2733::AID-SIM{n}>3.0.CO;2-{c}",
    "10.1000/1520-0477(1996)0{n}<0437:ABCDE>2.0.CO;2",
    "10.1000/0012-9658(2006)87[{n}:ABCDEF]2.0.CO;2",
    "10.1000/S0140-6736(05){n}-2",
    "10.1000/a_b--{n}",
    "10.1000/äö{n}",
)
_TITLES = (
    "Tides & Ropes no. {n}: p < 0.05", "Über Gezeiten – 100% von {n}", "C# and F_1 in harbour {n}",
    "Knots in $^{{45}}$Sc and $M_{{0,n}}$ of {n}", "海図による第{n}航路の分類", "「波」と風の記録 {n}", "Les “marées” de l'été {n}",
)  # fmt: skip
_TYPES = {
    "article-journal": "JOUR",
    "chapter": "CHAP",
    "paper-conference": "CPAPER",
    "book": "BOOK",
    "report": "RPRT",
    "thesis": "THES",
    "webpage": "ELEC",
    "software": "COMP",
    "dataset": "DATA",
}
_PAGES = ("1-10", "e1234", "S1-S12", "i-xii", "7, 41", "12")
_TAGS = {
    "title": "TI", "container-title": "T2", "volume": "VL", "issue": "IS", "DOI": "DO", "URL": "UR", "note": "N1",
    "ISBN": "SN", "publisher": "PB", "edition": "ET", "abstract": "AB",
}  # fmt: skip
_SEASONS = {1: "Spring", 2: "Summer", 3: "Autumn", 4: "Winter"}


def items(count: int, *, seed: int = 11) -> list[Item]:
    """Make so many items of CSL-JSON."""
    dice = random.Random(seed)
    return [dict(_item(dice, f"{number:05}")) for number in range(count)]


def _item(dice: random.Random, number: str) -> Iterator[tuple[str, Any]]:
    kind = dice.choice(list(_TYPES))
    yield "id", f"k{number}"
    yield "type", kind
    yield "title", dice.choice(_TITLES).format(n=number)
    yield "author", [_name(dice, one) for one in dice.sample((*_PEOPLE, *_GROUPS), dice.randint(1, 4))]
    yield "issued", dice.choice(_DATES)
    if kind not in ("book", "thesis"):
        yield "page", dice.choice(_PAGES)
    if kind == "article-journal":
        yield "container-title", dice.choice(("Journal of Tides & Ropes", "計算機学会誌", "Acta Maris"))
        yield "volume", str(dice.randint(1, 99))
        yield "issue", dice.choice(("2", "2-3", "S1"))
    elif kind in ("chapter", "paper-conference"):
        yield "container-title", "Handbook of Knots"
        yield "editor", [{"family": "Lind", "given": "Mara"}, {"family": "田中", "given": "一郎"}]
        yield "publisher-place", "Oslo"
        if kind == "paper-conference":
            yield "event-place", dice.choice(("Bergen, Norway", "Oslo"))
    elif kind == "book":
        yield from (("ISBN", "978-0-262-03561-3"), ("publisher", "Quay Press"), ("edition", "2"))
        yield "number-of-pages", "312"
    yield from _sometimes(dice, number)


def _sometimes(dice: random.Random, number: str) -> Iterator[tuple[str, Any]]:
    drawn = {
        "DOI": dice.choice(_DOIS).format(n=number, c=dice.choice("0CX#")),
        "URL": dice.choice(("https://example.org/~joe/a--b_c?x={n}&y=2#z", "http://example.org/{n}")).format(n=number),
        "keyword": dice.choice(("ropes, tides", "Sleep, Type 2; tides", "wide words " * 9 + "end")),
        "abstract": "We grow x_1 & 5% of it.",
        "note": "Read me, please",
    }
    yield from ((name, value) for name, value in drawn.items() if dice.random() < 0.5)


def _name(dice: random.Random, one: tuple[str, str, str, str] | str) -> dict[str, str]:
    if isinstance(one, str):
        return {"literal": one}
    family, given, particle, suffix = one
    parts = {"family": family, "given": given, "non-dropping-particle": particle, "suffix": suffix}
    return {part: text for part, text in parts.items() if text}


def ris(made: list[Item]) -> str:
    """Write items as RIS."""
    return "\n".join("".join(f"{tag}  - {text}\n" for tag, text in _lines(item)) + "ER  - \n" for item in made)


def _lines(item: Item) -> Iterator[tuple[str, str]]:
    yield "TY", _TYPES[item["type"]]
    yield "ID", item["id"]
    yield from (("AU", _written(one)) for one in item["author"])
    yield from (("A2", _written(one)) for one in item.get("editor", ()))
    yield from (("KW", word) for word in item.get("keyword", "").replace("; ", "\n").split("\n") if word)
    first, _, last = item.get("page", item.get("number-of-pages", "")).partition("-")
    yield from (("SP", text) for text in (first,) if text)
    if last:
        yield "EP", last
    year, month, day = (*item["issued"].get("date-parts", [[]])[0], 0, 0, 0)[:3]
    circa = f"ca. {year}" if "circa" in item["issued"] else ""
    words = item["issued"].get("literal") or circa or _SEASONS.get(item["issued"].get("season"), "")
    if year:
        yield "PY", str(year)
    if month or words:
        date = f"{year}/{f'{month:02}' if month else ''}/{f'{day:02}' if day else ''}/{words}"
        yield "DA", date if year else words
    places = item.get("event-place"), item.get("publisher-place")
    yield from (
        (tag, text) for tag, text in zip(("CY", "C1") if places[0] else ("C1", "CY"), places, strict=True) if text
    )
    yield from ((tag, item[name]) for name, tag in _TAGS.items() if name in item)


def _written(name: dict[str, str]) -> str:
    if "literal" in name:
        return name["literal"].replace(",", "") + ("," if " " in name["literal"] else "")
    surname = f"{name.get('non-dropping-particle', '')} {name['family']}".strip()
    return ", ".join(filter(None, (surname, name["given"], name.get("suffix", ""))))
