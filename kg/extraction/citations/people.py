"""Names of persons in references: the labelled pieces put together, given name first, as the reference prints them.

Common names are a hint which words are names of persons, and which part of a name is the given one; most names are
not listed, and need not be. Names may also run on, no mark between them: `Roe, J. Poe, A. B. Moe, I. The title`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib.resources import files

from kg import lexicons
from kg.extraction.citations.tokens import Token, shape


@cache
def _given() -> frozenset[str]:
    return _words("given.txt", "more_given.txt")


@cache
def _surnames() -> frozenset[str]:
    return _words("surnames.txt", "more_surnames.txt")


def _words(*names: str) -> frozenset[str]:
    folder = files("kg.extraction.citations")
    lines = [line for name in names for line in folder.joinpath(name).read_text(encoding="utf-8").splitlines()]
    found = " ".join(line for line in lines if not line.startswith("#")).casefold().replace("_", " ").split()
    return frozenset(word for word in found if len(word) > 1)


def is_given(word: str) -> bool:
    """Return whether the word is a common given name."""
    return word.casefold() in _given()


def is_surname(word: str) -> bool:
    """Return whether the word is (part of) a common family name."""
    return word.casefold() in _surnames()


def is_name(word: str) -> bool:
    """Return whether the word is a common given name, or (part of) a common family name."""
    small = word.casefold()
    return small in _given() or small in _surnames()


def is_person(name: str) -> bool:
    """Return whether a full name is surely of a person: its given or its family name is common."""
    words = name.split()
    while len(words) > 1 and len(words[0].rstrip(".")) == 1:  # `J. Jane Doe`
        del words[0]
    return bool(words) and (is_given(words[0]) or is_surname(words[-1]))


PARTICLES = frozenset(
    "van von de der den del della di da dos das do du des la le ter ten zu zum zur vom beim af al el bin ben ibn dela "
    "y e".split()
)
GROUPS = lexicons.words("group word")
"""Words in the names of those who are no persons; such names are not turned round."""
_TURNED = 3
"""Pieces of a list from which on the first two can be one name, of which only the first is turned round."""
SUFFIX = re.compile(r"(?:jr|sr|junior|senior|filho|neto)\.?|[IVX]{1,4}\.?", re.IGNORECASE)
_DEGREE = re.compile(r"(?:Ph\.? ?D|(?:[A-Z]\.? ?){2,3})\.?[,.;]?")
"""A degree, or an order, behind a name that is turned round: `Doe, Jane, Ph. D.`, `Roe, John A., O.P.`."""
_JUNIOR = re.compile(r"(?:jr|sr|junior|senior)\.?", re.IGNORECASE)
MONTHS = frozenset("january february march april may june july august september october november december".split())
"""Which stand where authors do before a year, and are no author alone."""
_BEHIND = frozenset([",", ";", ".", "and", "&"])
"""What stands behind a name."""
_NICKNAMED = frozenset(["()", "''", '""', "“”"])
"""What stands around a nickname between the given name and the family name."""
_SHORT = 2
"""Letters of what may be initials."""


class Habit(StrEnum):
    """How all records of a list name persons."""

    FAMILIES = "families"
    """By their family names alone."""
    TURNED = "turned"
    """With the family name first, a comma behind it."""


@dataclass(slots=True)
class Name:
    """One person's tokens, by index, as they are collected."""

    family: list[int] = field(default_factory=list)
    given: list[int] = field(default_factory=list)
    suffix: list[int] = field(default_factory=list)

    def all(self) -> list[int]:
        return sorted(self.family + self.given + self.suffix)


def collect(tokens: Sequence[Token], labels: Sequence[str], habit: Habit | None = None) -> list[Name]:
    """Group the tokens labelled as names (`F` family, `G` given, `S` suffix; `B`: a person begins) into persons.

    Args:
        tokens: of a record.
        labels: what each of them is.
        habit: of the list that the record stands in, if it has one.
    """
    names: list[Name] = []
    current: Name | None = None
    labels = _relabelled(tokens, labels)
    for i, label in enumerate(labels):
        if label not in ("F", "FB", "G", "GB", "S"):
            continue
        if current is None or label.endswith("B") or (labels[i - 1] != "N" and _torn(current, i, label)):
            current = Name()
            names.append(current)
        sort = "G" if label == "F" and _is_turned(tokens, current, i) else label[0]
        part = current.family if sort == "F" else current.given if sort == "G" else current.suffix
        part.append(i)
    names = [closed for name in names if (closed := _closed(tokens, name)).all()]
    if habit is Habit.TURNED:
        names = in_pairs(tokens, names) or names
    families = habit is Habit.FAMILIES
    names = _first_joined(tokens, [_divided(tokens, name) for name in names], cut="X" in labels and not families)
    pairs = [name for name in names if name.given]
    mixed = 0 < len(pairs) < len(names) and all(may_be_two(tokens, name) for name in pairs)
    lone = (
        len(names) == 1
        and habit is not Habit.TURNED
        and may_be_two(tokens, names[0])
        and _is_family(tokens[names[0].given[0]].text)
    )
    lone = lone and [token.text for token in tokens[names[0].given[0] + 1 :][:1]] != ["."]  # `Doe, Stafford. The title`
    if families or mixed or lone:
        names = [half for name in names for half in _halves(tokens, name)]
    first_turned = len(names) > 1 and may_be_two(tokens, names[0])
    if first_turned or any(name.given and name.family and name.given[-1] < name.family[0] for name in names):
        names = [names[0], *(_straightened(one) if _is_full(tokens, one) else one for one in names[1:])]
    elif len(names) == 1 and _is_full(tokens, names[0]) and not is_given(tokens[names[0].all()[-1]].text):
        names = [_straightened(names[0])]
    return [name for name in names if any(tokens[i].text[0].isalpha() for i in name.family + name.given)]


def is_turned(tokens: Sequence[Token], name: Name) -> bool:
    """Return whether a name is a family name and the given names behind a comma, and has no other comma."""
    commas = [i for i in range(name.all()[0], name.all()[-1]) if tokens[i].text == ","]
    return bool(name.family and name.given) and name.family[-1] < name.given[0] and commas == [name.family[-1] + 1]


def in_pairs(tokens: Sequence[Token], names: Sequence[Name]) -> list[Name]:
    """Return names of which some stand in two halves, `Poe, Ann & Lind, Bo`, as whole ones; none if a half is left."""
    joined: list[Name] = []
    rest = list(names)
    while rest:
        first = rest.pop(0)
        if not is_turned(tokens, first):
            second = rest.pop(0) if rest else first
            last, begins = first.all()[-1], second.all()[0]
            halves = not (first.suffix or (first.family and first.given) or (second.family and second.given))
            if begins != last + 2 or tokens[last + 1].text != "," or not halves:
                return []
            first = Name(first.all(), second.family + second.given, second.suffix)
        joined.append(first)
    return joined


def _nicknamed(tokens: Sequence[Token], found: list[str]) -> None:
    """Label `William (Bill) Roe` as one name; what he is called is `N`."""
    for i in range(1, len(tokens) - 3):
        if tokens[i].text + tokens[i + 2].text not in _NICKNAMED or found[i + 3][0] not in "FG":
            continue
        before, _, nickname, _, behind = (token.text for token in tokens[i - 1 : i + 4])
        if not nickname.istitle():
            continue
        begins = i
        while begins > 0 and found[begins - 1][0] in "FG" and not (begins < i and found[begins].endswith("B")):
            begins -= 1
        begins -= begins == i and found[i - 1] == "A" and before.istitle()
        if begins < i and behind.istitle() and (begins == i - 1 or before == "." or is_given(before)):
            found[begins : i + 4] = ["GB", *"G" * (i - begins - 1), *"NNN", "F"]


def _relabelled(tokens: Sequence[Token], labels: Sequence[str]) -> Sequence[str]:
    """Return the labels of `Doe Jr, Jane A.` and `Doe, A. Van`, one name, and of `Jane A. March, and`, no month."""
    found = list(labels)
    _nicknamed(tokens, found)
    _led_by_particle(tokens, found)
    for i in range(1, len(tokens)):
        if found[i][0] == "G" and tokens[i].text == "." and found[i - 1][0] not in "FG":
            found[i] = "A"  # `Poe, B., ... & Roe`
        if found[i - 1] not in ("G", "FB"):
            continue
        word, behind = tokens[i].text, tokens[i + 1].text if i + 1 < len(tokens) else ""
        if word.casefold() in MONTHS and behind in _BEHIND and found[i][0] not in "FGS" and found[i - 1] == "G":
            begins = i - 1
            while begins > 0 and found[begins] == "G":
                begins -= 1
            found[i] = "F" if found[begins] == "GB" else found[i]
        elif (
            word.casefold() in PARTICLES
            and (behind in _BEHIND or not behind[:1].isalpha())
            and _is_behind_turned(tokens, found, i)
        ):
            found[i] = "F"
        elif behind == "," and found[i - 1] == "FB" and _JUNIOR.fullmatch(word) and _are_given(tokens, i + 2):
            found[i] = "S"
            for at in range(i + 2, len(tokens)):
                if found[at][0] not in "FG":
                    break
                found[at] = "G"
    return found


def _led_by_particle(tokens: Sequence[Token], labels: list[str]) -> None:
    """Give a family name the particle in capitals before it that was read as a word between names: `and Le Roux`."""
    for i in range(1, len(tokens)):
        before = tokens[i - 1].text
        if labels[i - 1 : i + 1] == ["A", "FB"] and before[0].isupper() and before.casefold() in PARTICLES:
            labels[i - 1 : i + 1] = ["FB", "F"]


def _is_behind_turned(tokens: Sequence[Token], labels: Sequence[str], i: int) -> bool:
    """Return whether the given names of a turned name end before a token: the particle in `Roe, A. Van, and`."""
    at = i - 1
    while at > 0 and labels[at] == "G":
        at -= 1
    return 0 < at < i - 1 and tokens[at].text == "," and labels[at - 1][0] == "F"


def _are_given(tokens: Sequence[Token], at: int) -> bool:
    """Return whether given names begin at a token: a common one, an initial, or a word before an initial."""
    first, second = ([token.text for token in tokens[at : at + 2]] + ["", ""])[:2]
    return is_given(first) or any(len(text) == 1 and text.isupper() for text in (first, second))


def _closed(tokens: Sequence[Token], name: Name) -> Name:
    """Return a name without the full stop behind it that was taken for its family name: `Jane Mary Doe.`."""
    family = list(name.family)
    while family and not tokens[family[-1]].text[0].isalnum():
        family.pop()
    if not family and len(name.given) > 1 and len(name.given) < len(name.all()):
        return Name(name.given[-1:], name.given[:-1], name.suffix)
    return Name(family, name.given, name.suffix)


def _halves(tokens: Sequence[Token], name: Name) -> list[Name]:
    """Divide two words with a comma between them, which a list of family names alone means as two persons."""
    return [Name(name.family), Name(name.given)] if may_be_two(tokens, name) else [name]


def _first_joined(tokens: Sequence[Token], names: list[Name], *, cut: bool) -> list[Name]:
    """Join the two halves of the first name, which alone is turned round: `Doe, Jane Ann, Max Mustermann, and Li Wei`.

    Two words with others behind them, `Doe, Jane, et al.`, are such halves unless the second is a known surname.
    """
    if len(names) == _TURNED - 1 and cut and all(len(name.all()) == 1 for name in names):
        (first,), (second,) = names[0].all(), names[1].all()
        beside = second == first + 2 and tokens[first + 1].text == ","
        return [Name([first], [second])] if beside and not is_surname(tokens[second].text) else names
    if len(names) < _TURNED or len(names[0].all()) > 1:
        return names
    (first,), (second, *more) = names[0].all(), names[1].all()
    beside = second == first + 2 and tokens[first + 1].text == ","
    before_last = [token.text for token in tokens[: names[-1].all()[0]][-2:]]
    told = before_last[0] == "," if more else len(names) > _TURNED or is_given(tokens[second].text)
    full = all(name.given and name.family for name in names[2:])
    straight = not more or all(name.given and name.family and name.given[0] < name.family[0] for name in names[1:])
    if not (beside and told and full and straight):
        return names
    return [Name([first], [second, *more]), *names[2:]]


def _divided(tokens: Sequence[Token], name: Name) -> Name:
    """Divide a name at a comma that was taken for a part of it: the family name stands before."""
    indices = name.all()
    commas = [i for i in indices if tokens[i].text == ","]
    if len(commas) != 1 or name.suffix or not indices[0] < commas[0] < indices[-1]:
        return name
    return Name([i for i in indices if i < commas[0]], [i for i in indices if i > commas[0]])


def _straightened(name: Name) -> Name:
    """Take the last word of a name for the family name, as it is of the other names of its list."""
    indices = name.all()
    return Name(indices[-1:], indices[:-1])


def _is_full(tokens: Sequence[Token], name: Name) -> bool:
    """Return whether a name taken for a turned one is full words without a comma, which need not be turned."""
    indices = name.all()
    if not name.given or not name.family or name.suffix or name.family[0] > name.given[0]:
        return False
    first, last = tokens[indices[0]].text, tokens[indices[-1]].text
    together = indices[-1] - indices[0] == len(indices) - 1
    plain = shape(first[0]) != "CJK" and not (len(first) > 1 and first.isupper())
    return together and plain and len(last) > _SHORT and not last.isupper() and last[0].isupper()


def _is_turned(tokens: Sequence[Token], name: Name, i: int) -> bool:
    """Return whether a name has its family name first, a comma behind: what follows is given, but for a particle."""
    if not name.family or not name.given or name.family[-1] > name.given[0] or tokens[i].text.islower():
        return False
    return i == name.given[-1] + 1 and tokens[name.family[-1] + 1].text == ","


def _is_family(word: str) -> bool:
    return is_surname(word) and not is_given(word)


def may_be_two(tokens: Sequence[Token], name: Name) -> bool:
    """Return whether the only name of a record may be two family names: `Wald, Wolfowitz`."""
    if len(name.family) != 1 or len(name.given) != 1 or name.suffix:
        return False
    first, second = name.family[0], name.given[0]
    return second == first + 2 and tokens[first + 1].text == "," and len(tokens[second].text) > _SHORT


def _torn(name: Name, i: int, label: str) -> bool:
    """Say that this piece cannot belong to the name: too far away, or a second family name behind given names."""
    indices = name.all()
    if i - indices[-1] > 3:
        return True
    part = name.family if label == "F" else name.given if label == "G" else []
    return bool(part) and part[-1] != indices[-1] and i - indices[-1] > 1


def written(text: str, tokens: Sequence[Token], name: Name) -> tuple[str, int, int]:
    """Write the name given name first; give its place in the text, too."""
    indices = name.all()
    start, end = tokens[indices[0]].start, tokens[indices[-1]].end
    if any(tokens[i].text.casefold() in GROUPS or tokens[i].text == "&" for i in indices):  # AT&T
        whole = " ".join(text[start:end].split())
        return soften(whole) if " " in whole else whole, start, end
    parted = [i for i in name.given[1:] if tokens[i - 1].text == "," and name.family and name.family[0] < name.given[0]]
    if parted and _DEGREE.fullmatch(text, tokens[parted[0]].start, tokens[name.given[-1]].end + 1):
        name = Name(name.family, name.given[: name.given.index(parted[0])], name.suffix)
    given, family, suffix = (_piece(text, tokens, part) for part in (name.given, _family(tokens, name), name.suffix))
    if _in_order(tokens, name):
        return " ".join(_piece(text, tokens, indices).split()), start, end
    if suffix and suffix.split()[0].casefold() in PARTICLES and not SUFFIX.fullmatch(suffix):
        family, suffix = f"{suffix} {family}", ""
    family = family if not given and len(family) <= _ACRONYM else soften(family)
    given, family = (part.rstrip(".") if part and shape(part[0]) == "CJK" else part for part in (given, family))
    if given and family and shape(given[0]) == shape(family[0]) == "CJK" and len(given) + len(family) <= 5:
        direct = bool(name.given and name.family) and name.given[0] < name.family[0]
        shown = given + family if direct and len(family) > len(given) else family + given
    else:
        shown = " ".join(part for part in (given, family, suffix) if part)
    return shown, start, end


def _family(tokens: Sequence[Token], name: Name) -> list[int]:
    """Return the tokens of the family name, with the particles first that a turned name has last: `Roe, Jane van`."""
    if not name.given or not name.family or name.family[0] > name.given[0]:
        return name.family
    last = [i for i in name.family if i > name.given[0] and tokens[i].text.casefold() in PARTICLES]
    return [*last, *(i for i in name.family if i not in last)]


def _in_order(tokens: Sequence[Token], name: Name) -> bool:
    """Return whether a name stands as it is shown, though its first word was taken for the family name.

    So it is with initials in the middle, `Forrest N. Iandola`; `Iandola F` and `Iandola, Forrest` are turned round.
    """
    indices = name.all()
    if not name.given or not name.family or name.suffix or name.family[0] > name.given[0]:
        return False
    first = tokens[indices[0]].text
    if indices[-1] - indices[0] != len(indices) - 1 or shape(first[0]) == "CJK" or (len(first) > 1 and first.isupper()):
        return False
    ends, middle = tokens[indices[-1]].text, [tokens[i].text for i in indices[1:-1]]
    initials = any(len(text) == 1 and text.isupper() for text in middle)
    return initials and len(ends) > _SHORT + 1 and not ends.isupper() and ends[0].isupper()


_ACRONYM = 4
"""Capitals that stand alone in the place of a name, and are rather those of an institution: `NIST`."""
_FIGURES = re.compile(r"(?<=[^\W\d_]{2})\d{1,2}$")
"""The number of a footnote or of an address, printed behind a name without a blank."""


def _piece(text: str, tokens: Sequence[Token], indices: Sequence[int]) -> str:
    if not indices:
        return ""
    pieces, last = "", None
    for i in indices:
        if last is not None and (tokens[i].spaced or i != last + 1):
            pieces += " "
        pieces += _FIGURES.sub("", text[tokens[i].start : tokens[i].end])
        last = i
    return " ".join(pieces.split()).rstrip(" ,;")


def soften(family: str) -> str:
    """Write a family name set in capitals as names are written: `SÖDERBERG` becomes `Söderberg`."""
    letters = [c for c in family if c.isalpha()]
    if len(letters) < 3 or not family.isupper():
        return family
    words = [re.sub(r"[^\W\d_]+", lambda part: part[0].capitalize(), word) for word in family.split(" ")]
    return " ".join(w.lower() if w.lower() in PARTICLES and len(words) > 1 and w != words[-1] else w for w in words)


_FAMILY = frozenset(["Xx", "XxX", "Xx-Xx"])
_FEWEST = 3
"""Names that are a list."""


def run_on(tokens: Sequence[Token], labels: Sequence[str]) -> tuple[list[Name], int]:
    """Read names that run on, from the first labelled as one: a labeller has nothing there to part them by.

    Returns:
        The names, none when they do not run on, and the number of the token behind them.
    """
    at = next((i for i, label in enumerate(labels) if label[0] in "FG"), len(tokens))
    names: list[Name] = []
    while at < len(tokens):
        name, behind = _turned_name(tokens, at)
        if name is None:
            break
        names.append(name)
        at = behind
    return (names, at) if len(names) >= _FEWEST else ([], 0)


def _turned_name(tokens: Sequence[Token], at: int) -> tuple[Name | None, int]:
    """Read a family name, a comma, and initials with their points."""
    family = at
    while family < len(tokens) and tokens[family].text in PARTICLES:
        family += 1
    if family >= len(tokens) or shape(tokens[family].text) not in _FAMILY:
        return None, at
    if family + 1 >= len(tokens) or tokens[family + 1].text != ",":
        return None, at
    given: list[int] = []
    behind = family + 2
    while behind + 1 < len(tokens) and shape(tokens[behind].text) == "X" and tokens[behind + 1].text == ".":
        given += [behind, behind + 1]
        behind += 2
    return (Name(list(range(at, family + 1)), given), behind) if given else (None, at)
