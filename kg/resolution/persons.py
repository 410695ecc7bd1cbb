"""Which mentions name one person: the same full name, or fitting initials and surname on one and the same paper."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from kg import terms
from kg.model import Claim, Kind, Mention
from kg.text import name_key, slug


def keys(
    mentions: Sequence[Mention], claims: Iterable[Claim], papers: Mapping[Mention, str]
) -> dict[Mention, tuple[Kind, str]]:
    """Give the key of each person: a full name is one person everywhere, a shorter one only on its paper."""
    on: dict[Mention, str] = {}
    for claim in claims:
        if claim.predicate == terms.AUTHOR and isinstance(claim.object, Mention):
            on.setdefault(claim.object, papers[claim.subject])
    groups: dict[str, list[Mention]] = defaultdict(list)
    for mention in mentions:
        if mention.kind is Kind.PERSON:
            groups[on.get(mention, mention.span.note)].append(mention)
    spelled: dict[str, str] = {}
    for mention in sorted(m for group in groups.values() for m in group):
        if is_full(mention.text):
            spelled.setdefault(name_key(mention.text), slug(mention.text))
    found: dict[Mention, tuple[Kind, str]] = {}
    for paper in sorted(groups):
        found.update(_on_one_paper(groups[paper], paper, spelled))
    return found


def _on_one_paper(group: Sequence[Mention], paper: str, spelled: Mapping[str, str]) -> dict[Mention, tuple[Kind, str]]:
    """Join the names of one paper that fit exactly one fuller name there."""
    by_name: dict[str, list[Mention]] = defaultdict(list)
    for mention in group:
        by_name[mention.text].append(mention)
    names = sorted(by_name, key=lambda n: (-len(name_key(n)), n))
    kept: dict[str, str] = {}
    for name in names:
        fitting = sorted({kept[other] for other in kept if fits(name, other)})
        if is_full(name) and not fitting:
            kept[name] = spelled[name_key(name)]
        else:
            kept[name] = fitting[0] if len(fitting) == 1 else _own(name, paper, spelled)
    return {mention: (Kind.PERSON, kept[name]) for name in names for mention in by_name[name]}


def _own(name: str, paper: str, spelled: Mapping[str, str]) -> str:
    return spelled[name_key(name)] if is_full(name) else slug(f"{name} {paper}")


def is_full(name: str) -> bool:
    """Say whether a name is complete enough to be one person wherever it stands.

    >>> [is_full(n) for n in ("Adelaide Byron", "A. Byron", "Byron", "张三", "J. R. R. Tolkien", "John Q Public")]
    [True, False, False, True, False, True]
    """
    parts = [part for part in name.replace(".", ". ").split() if any(c.isalpha() for c in part)]
    if len(parts) == 1:
        letters = [c for c in parts[0] if c.isalpha()]
        return len(letters) >= 2 and all(unicodedata.category(c) == "Lo" for c in letters)
    return len([p for p in parts if len(p.strip(".")) > 1]) >= 2 and len(parts[0].strip(".-")) > 1


def fits(short: str, full: str) -> bool:
    """Say whether two names on one paper can be of one person: one surname, initials that agree, accents aside.

    >>> fits("P. Dollár", "Piotr Dollar"), fits("P. R. Montague", "P. Read Montague"), fits("Kohn", "W. Kohn")
    (True, True, True)
    >>> fits("A. Smith", "B. Smith"), fits("Wei Li", "Wen Li")
    (False, False)
    """
    mine, its = _parts(short), _parts(full)
    if not mine or not its or mine[-1] != its[-1]:
        return False
    given, whole = mine[:-1], its[:-1]
    return all(_agree(a, b) for a, b in zip(given, whole, strict=False)) if given and whole else True


def _agree(one: str, other: str) -> bool:
    if len(one) == 1 or len(other) == 1:
        return one[:1] == other[:1]
    return one == other


def _parts(name: str) -> list[str]:
    spread = name.replace(".", ". ").replace("-", " ")
    return [key for part in spread.split() if (key := name_key(part))]
