"""A BibTeX file of some hundred entries with every type and field that the standard styles know, written as people write them.

The papers are those of `bibliography.json`; what they lack is drawn by chance that is seeded, so that the file is the
same each time. `python tests/support/bibfile.py` prints it.
"""

from __future__ import annotations

import json
import random
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

TYPES = {
    "article": "journal volume number pages month note",
    "book": "publisher volume series address edition month note editor",
    "booklet": "howpublished address month note",
    "inbook": "chapter pages publisher volume series type address edition month note",
    "incollection": "booktitle publisher editor number series type chapter pages address edition month note",
    "inproceedings": "booktitle editor volume series pages address month organization publisher note",
    "manual": "organization address edition month note",
    "mastersthesis": "school type address month note",
    "misc": "howpublished month note",
    "phdthesis": "school type address month note",
    "proceedings": "editor number series address month organization publisher note",
    "techreport": "institution type number address month note",
    "unpublished": "note month",
}
"""Type -> the fields beside title, author and year that it can have."""
ALWAYS = ("journal", "booktitle", "publisher", "school", "institution", "howpublished", "chapter", "organization")
EXTRA = ("doi", "url", "eprint", "isbn", "issn", "abstract", "keywords", "key", "annote")
_MACROS = {"mitp": "The {MIT} Press", "sv": "Springer-Verlag", "lncs": "Lecture Notes in Computer Science"}
_VALUES = {
    "publisher": [
        "Elsevier",
        "Cambridge University Press",
        "Oxford University Press",
        "Addison-Wesley",
        "O'Reilly & Associates",
        "Vieweg + Teubner",
        "Éditions du Seuil",
    ],
    "address": ["Cambridge, MA", "Berlin, Heidelberg", "New York, NY, USA", "Zürich", "São Paulo", "Kraków"],
    "edition": ["Second", "3rd", "2", "Revised and enlarged"],
    "series": ["Studies in Logic & Foundations", "Graduate Texts in Mathematics", "Monographs on Statistics"],
    "howpublished": ["Distributed at the Stockholm Tea Room", "Electronic, on a disc", "Handed out at the door"],
    "school": [
        "Massachusetts Institute of Technology",
        "Universität Tübingen",
        "École Normale Supérieure",
        "University of Illinois, Urbana",
    ],
    "institution": [
        "Stanford University",
        "IBM Research Division",
        "Department of Computer Science, University of Toronto",
        "INRIA",
    ],
    "organization": [
        "Association for Computing Machinery",
        "The OX Association for Computing Machinery",
        "Free Software Foundation",
        "USENIX Association",
    ],
    "type": ["Research Note", "PhD dissertation", "Habilitation", "Version", "Section"],
    "note": [
        "To appear",
        "In German",
        "Second volume is missing",
        "Fully revised in 2001",
        "See also the errata, 3% of all pages",
    ],
    "annote": ["The proof of lemma 2 is what I need.", "Compare with our own numbers & tables.", "Read this again."],
    "abstract": [
        "We study a problem. The solution costs $5 and is 100% new.",
        "A survey of {what} is known about x_i and more.",
    ],
    "keywords": ["graphs, trees", "attention", "Bayesian methods, sampling, MCMC"],
    "booktitle": ["Handbook of Things That Work", "Essays in Honour of Nobody", "The Encyclopædia of Learning"],
}
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_PEOPLE = [
    "van der Waerden, Bartel L.", "Steele, Jr., Guy L.", "García Márquez, Gabriel", "de la Vallée Poussin, Charles", "Knuth, Donald E.",
    "Erdős, Pál", "Ångström, Anders Jonas", "{Barnes and Noble, Inc.}", "{OpenAI}", "O'Brien, Máire", "Smith-Jones, Anna", "ter Haar, Bernard",
    "Nguyễn, Văn Hưng", "{International Organization for Standardization}", "Van Durme, Benjamin", "Plato", "Çelik, Özgür", "Müller, Hans-Peter",
]  # fmt: skip
_ACCENTS = {
    "\u0301": "'",
    "\u0300": "`",
    "\u0308": '"',
    "\u0302": "^",
    "\u0303": "~",
    "\u030a": "r",
    "\u030c": "v",
    "\u0327": "c",
    "\u030b": "H",
    "\u0306": "u",
    "\u0304": "=",
}
_LETTERS = {
    "ø": r"{\o}",
    "Ø": r"{\O}",
    "ł": r"{\l}",
    "Ł": r"{\L}",
    "ß": r"{\ss}",
    "æ": r"{\ae}",
    "Æ": r"{\AE}",
    "ı": r"{\i}",
    "–": "--",
}
_SIGNS = {"$": r"\$", "&": r"\&", "%": r"\%", "_": r"\_", "#": r"\#"}


@dataclass(slots=True)
class Made:
    """A file, and the fields of each entry as they were written."""

    text: str
    fields: dict[str, set[str]] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)


def make(entries: int = 300, *, seed: int = 7) -> Made:
    """Make a file of so many entries."""
    dice = random.Random(seed)
    papers = json.loads(Path(__file__).with_name("bibliography.json").read_text(encoding="utf-8"))
    papers = dice.sample(papers, entries)
    types = [name for name in TYPES for _ in range(1 + entries // len(TYPES))][:entries]
    dice.shuffle(types)
    parents = [paper["id"] for paper, kind in zip(papers, types, strict=True) if kind == "proceedings"]
    made = Made("% a library\n" + "".join(f'@string{{{name} = "{value}"}}\n' for name, value in _MACROS.items()))
    written: list[tuple[bool, str]] = []
    for paper, kind in zip(papers, types, strict=True):
        values = dict(_values(dice, paper, kind, parents))
        made.fields[paper["id"]], made.types[paper["id"]] = set(values), kind
        lines = "".join(f"  {name:<12} = {value},\n" for name, value in values.items())
        written.append((kind == "proceedings", f"\n@{_cased(dice, kind)}{{{paper['id']},\n{lines}}}\n"))
    made.text += "".join(text for _, text in sorted(written, key=lambda one: one[0]))
    return made


def _values(dice: random.Random, paper: dict, kind: str, parents: list[str]) -> Iterator[tuple[str, str]]:
    allowed = TYPES[kind].split()
    people = [f"{one['family']}, {one['given']}" if one.get("given") else one["family"] for one in paper["author"]]
    people = people if dice.random() < 0.7 else dice.sample(_PEOPLE, dice.randint(1, 4))
    if kind != "proceedings":
        others = " and others" if dice.random() < 0.1 else ""
        yield "author", _value(dice, " and ".join(_latex(dice, _turned(dice, name)) for name in people) + others)
    yield "title", _value(dice, _title(dice, paper["title"]))
    crossed = kind in {"inproceedings", "incollection"} and dice.random() < 0.4
    if crossed:
        yield "crossref", f"{{{dice.choice(parents)}}}"
    if not (crossed and dice.random() < 0.5):
        yield "year", dice.choice(["{%s}", '"%s"', "%s"]) % paper["issued"]["date-parts"][0][0]
    for name in allowed:
        if name not in ALWAYS and dice.random() < 0.5:
            continue
        yield name, _field(dice, name, paper)
    for name in EXTRA:
        value = _extra(dice, name, paper)
        if value:
            yield name, value
            if name == "eprint":
                yield "archiveprefix", "{arXiv}"


def _field(dice: random.Random, name: str, paper: dict) -> str:
    if name == "month":
        month = dice.choice(_MONTHS)
        return dice.choice([month, f'"{dice.randint(1, 28)}~" # {month}', "{July}", "{Spring}", "{June 10--12}"])
    if name == "editor":
        people = [one for one in _PEOPLE if not one.startswith("{")]
        return _value(dice, " and ".join(_latex(dice, name) for name in dice.sample(people, dice.randint(1, 3))))
    if name in {"publisher", "series"} and dice.random() < 0.3:
        return "lncs" if name == "series" else dice.choice(["mitp", "sv"])
    drawn = {
        "journal": paper.get("container-title", "Journal of Things"),
        "booktitle": paper.get("container-title") if dice.random() < 0.5 else None,
        "volume": str(dice.randint(1, 200)),
        "number": dice.choice(["4", "2--3", "TR-12/99", "S1"]),
        "pages": dice.choice(["1--10", "12-34", "7,41,73--97", "i--xii", "43+", "1234--1240"]),
        "chapter": str(dice.randint(1, 20)),
    }
    return _value(dice, _latex(dice, drawn.get(name) or dice.choice(_VALUES[name])))


def _extra(dice: random.Random, name: str, paper: dict) -> str:
    if name == "doi":
        return f"{{{paper['DOI']}}}" if "DOI" in paper else ""
    if name == "eprint":
        return f"{{{paper['kg']['arxiv']}}}" if "arxiv" in paper["kg"] and dice.random() < 0.5 else ""
    if name == "url":
        return f"{{{paper['URL']}}}" if "URL" in paper and dice.random() < 0.5 else ""
    if dice.random() < 0.8:
        return ""
    if name == "isbn":
        return f"{{978-0-262-03561-{dice.randint(0, 9)}}}"
    if name == "issn":
        return "{1234-567X}"
    return _value(dice, _latex(dice, paper["id"][:4].upper() if name == "key" else dice.choice(_VALUES[name])))


def _cased(dice: random.Random, kind: str) -> str:
    return dice.choice([kind, kind.capitalize(), kind.upper()])


def _value(dice: random.Random, text: str) -> str:
    return f'"{text}"' if '"' not in text and dice.random() < 0.3 else f"{{{text}}}"


def _turned(dice: random.Random, name: str) -> str:
    """Write some names with the given name first, where that says the same."""
    family, _, given = name.partition(", ")
    plain = given and "," not in given and not re.search(r"[\s{]", family) and not given[0].islower()
    return f"{given} {family}" if plain and dice.random() < 0.4 else name


def _title(dice: random.Random, title: str) -> str:
    words = [f"{{{word}}}" if word[1:] != word[1:].lower() or dice.random() < 0.05 else word for word in title.split()]
    return _latex(dice, " ".join(words))


def _latex(dice: random.Random, text: str) -> str:
    """Write some of the accents in the ways of LaTeX, and escape what it wants escaped."""
    return "".join(_sign(dice, sign) for sign in text)


def _sign(dice: random.Random, sign: str) -> str:
    if sign in _SIGNS or sign in _LETTERS:
        return _SIGNS.get(sign) or _LETTERS[sign]
    parts = unicodedata.normalize("NFD", sign)
    if len(parts) != 2 or parts[1] not in _ACCENTS or dice.random() < 0.3:
        return sign
    accent, letter = _ACCENTS[parts[1]], parts[0]
    if accent.isalpha():
        return f"{{\\{accent}{{{letter}}}}}"
    letter = r"\i" if letter == "i" else letter
    braced = f"{{\\{accent}{letter}}}"
    return braced if letter.isupper() else dice.choice([braced, f"\\{accent}{{{letter}}}"])


if __name__ == "__main__":
    print(make().text)
