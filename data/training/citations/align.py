"""Find the known parts of a printed reference again: which token is title, family name, year."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kg.extraction.citations.tokens import Token
from kg.text import name_key

ET_AL = [
    ["et", "al"],
    ["and", "others"],
    ["et", "coll"],
    ["u", ".", "a"],
    ["et", "alii"],
    ["and", "coworkers"],
    ["y", "otros"],
    ["i", "in"],
    ["und", "andere"],
    ["og", "andre"],
    ["m", ".", "fl"],
    ["等"],
    ["et", "al."],
    ["etc"],
    ["e", "outros"],
    ["et", "autres"],
    ["a", "kol"],
    ["mit", "anderen"],
    ["och", "andra"],
    ["i", "dr"],
    ["и", "др"],
    ["et", "coll"],
    ["ua"],
    ["and", "colleagues"],
    ["ym"],
    ["en", "anderen"],
    ["ve", "ark"],
    ["ve", "diğerleri"],
    ["et", "alia"],
    ["其他"],
    ["他"],
    ["ほか"],
    ["외"],
    ["e", "altri"],
]


def _find(keys: Sequence[str], wanted: str, labels: Sequence[str], start: int = 0) -> tuple[int, int] | None:
    """Find tokens whose letters together are `wanted`, none of them labelled yet."""
    for i in range(start, len(keys)):
        if not keys[i] or not wanted.startswith(keys[i]):
            continue
        rest, j = wanted, i
        while j < len(keys) and rest and labels[j] == "O" and rest.startswith(keys[j]):
            rest = rest[len(keys[j]) :]
            j += 1
        if not rest:
            return i, j
    return None


def _given(
    keys: Sequence[str], tokens: Sequence[Token], given: str, labels: Sequence[str], at: int, *, back: bool
) -> tuple[int, int] | None:
    """Match the given names beside a family name: written out, initials apart or together, any part left out."""
    parts = [name_key(p) for p in given.replace("-", " ").replace(".", " ").split() if name_key(p)]
    step, i = (-1 if back else 1), at
    if not back and i < len(tokens) and tokens[i].text == ",":
        i += 1
    todo = parts[::-1] if back else parts
    last, used = None, 0
    while 0 <= i < len(tokens) and labels[i] == "O":
        text, k = tokens[i].text, keys[i]
        if not k:
            if text not in ".-’'‐‑" or (back and used == 0 and text != "."):
                break
            i += step
            if last is not None and not back and text == ".":
                last = i - 1
            continue
        hit = 0
        for n in range(used, len(todo)):
            if k in (todo[n], todo[n][0]):
                hit = n + 1
                break
        together = (
            "".join(p[0] for p in parts[: len(k)]) == k or "".join(todo[n : n + 1][0] for n in range(len(todo))) == k
        )
        joined = "".join(parts)
        if hit:
            used = hit
        elif (used == 0 and (together or k == joined or (joined.startswith(k) and len(k) > 1))) or (
            back and "".join(p[0] for p in parts[-len(k) :]) == k and used == 0
        ):
            used = len(todo)
        else:
            break
        last = i
        i += step
        if used >= len(todo):
            if not back and i < len(tokens) and tokens[i].text == "." and len(k) == 1:
                last = i
            break
    if last is None:
        return None
    return (last, at) if back else (at, last + 1)


def _people(
    people: Sequence[dict[str, str]],
    tokens: Sequence[Token],
    keys: Sequence[str],
    labels: list[str],
    signs: tuple[str, str, str],
) -> list[tuple[int, int]]:
    family_sign, given_sign, _ = signs
    found = []
    start = 0
    for person in people:
        family = " ".join(x for x in (person.get("non-dropping-particle", ""), person["family"]) if x)
        place = _find(keys, name_key(family), labels, start)
        if place is None and family != person["family"]:
            place = _find(keys, name_key(person["family"]), labels, start)
        if place is None:
            continue
        i, j = place
        first, last = i, j
        head = person.get("non-dropping-particle", "")
        for n in range(i, j):
            labels[n] = family_sign
        given = person.get("given", "")
        if given:
            side = _given(keys, tokens, given, labels, i - 1, back=True)
            if side is not None:
                for n in range(side[0], i):
                    labels[n] = given_sign
                first = side[0]
            else:
                side = _given(keys, tokens, given, labels, j, back=False)
                if side is not None:
                    for n in range(j, side[1]):
                        labels[n] = given_sign if n > j or tokens[n].text != "," else "A?"
                    last = side[1]
        if (
            head
            and name_key(head)
            and labels[last : last + len(head.split())] == ["O"] * len(head.split())
            and [keys[n] for n in range(last, min(len(keys), last + len(head.split())))]
            == [name_key(h) for h in head.split()]
        ):
            for n in range(last, last + len(head.split())):
                labels[n] = "S"
            last += len(head.split())
        if person.get("suffix"):
            for n in range(last, min(last + 3, len(tokens))):
                if keys[n] == name_key(person["suffix"]):
                    labels[n] = "S"
                    for m in range(last, n):
                        labels[m] = "A?"
                    last = n + 1
                    if last < len(tokens) and tokens[last].text == "." and person["suffix"].endswith("."):
                        labels[last] = "S"
                        last += 1
                    break
        found.append((first, last))
        start = 0
    return found


def align(tokens: Sequence[Token], work: dict[str, Any]) -> tuple[list[str], bool]:
    """Label the tokens; say whether title and at least one author (when there are any) were found."""
    keys = [name_key(t.text) for t in tokens]
    labels = ["O"] * len(tokens)
    title = _find(keys, name_key(work["title"]), labels)
    if title is not None:
        for n in range(*title):
            labels[n] = "T"
    for name, sign in (
        ("container-title", "V"),
        ("container-title-short", "V"),
        ("collection-title", "C"),
        ("publisher", "P"),
        ("event", "V"),
    ):
        value = work.get(name)
        if value and name_key(value):
            place = _find(keys, name_key(value), labels)
            if place is not None:
                for n in range(*place):
                    labels[n] = sign
    authors = label_people(work.get("author", []), tokens, labels)
    editors = [p for role in ("editor", "translator") for p in work.get(role, [])]
    _people(editors, tokens, keys, labels, ("E", "E", "E"))
    labels = ["E" if label == "A?" else label for label in labels]
    year = str(work["issued"]["date-parts"][0][0])
    for n, token in enumerate(tokens):
        if labels[n] == "O" and token.text[:4] == year and len(token.text) <= 5:
            labels[n] = "Y"
    if authors:
        label_between(tokens, labels, min(a for a, _ in authors), max(b for _, b in authors))
    return labels, title is not None


def label_people(people: Sequence[dict[str, str]], tokens: Sequence[Token], labels: list[str]) -> list[tuple[int, int]]:
    """Label the tokens that are names of authors, and return where each author stands, in the order of `people`."""
    keys = [name_key(t.text) for t in tokens]
    found = _people(people, tokens, keys, labels, ("F", "G", "A"))
    for first, last in found:
        begun = False
        for n in range(first, last):
            if labels[n] in ("F", "G"):
                labels[n] += "" if begun else "B"
                begun = True
            elif labels[n] == "A?":
                labels[n] = "A"
    return found


def label_between(tokens: Sequence[Token], labels: list[str], first: int, last: int) -> None:
    """Label what joins the names, and the words for "and others" behind them."""
    for n in range(first, last):
        if labels[n] == "O":
            labels[n] = "A"
    n = last
    while n < len(tokens) and labels[n] == "O" and tokens[n].text in ",;/.&·:(":
        n += 1
    m = n
    if m < len(tokens) and tokens[m].text.casefold() in ("and", "und", "y", "e", "i"):
        m += 1
    for words in ET_AL:
        for at in {n, m}:
            if [t.text.casefold() for t in tokens[at : at + len(words)]] == words and all(
                x == "O" for x in labels[at : at + len(words)]
            ):
                for k in range(last, at):
                    labels[k] = "A"
                stop = at + len(words)
                if (
                    stop < len(tokens)
                    and tokens[stop].text == "."
                    and words[-1] in ("al", "a", "in", "fl", "kol", "dr", "ark", "coll")
                ):
                    stop += 1
                for k in range(at, stop):
                    labels[k] = "X"
                return


def phase(labels: Sequence[str]) -> list[str]:
    """Tell what stands before the title from what stands behind it: nothing else makes a chain remember the title."""
    titles = [n for n, label in enumerate(labels) if label == "T"]
    end = titles[0] if titles else len(labels)
    return [label if label == "T" else label + ("1" if n < end else "2") for n, label in enumerate(labels)]


def phases(labels: Sequence[frozenset[str]]) -> list[frozenset[str]]:
    """Do what `phase` does where each token may be several things; a title that may begin early leaves it open."""
    sure = next((n for n, signs in enumerate(labels) if signs == {"T"}), len(labels))
    first = next((n for n, signs in enumerate(labels) if "T" in signs), len(labels))
    found = []
    for n, signs in enumerate(labels):
        numbers = "1" if n < first else "2" if n >= sure else "12"
        found.append(frozenset(sign if sign == "T" else sign + number for sign in signs for number in numbers))
    return found
