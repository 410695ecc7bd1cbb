"""Which mentions name one person: the same full name, or surname and initial on one and the same paper."""

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
    """Give the key of each person: a full name is one person, an initial or a lone surname is one on its paper only."""
    on: dict[Mention, str] = {}
    for claim in claims:
        if claim.predicate == terms.AUTHOR and isinstance(claim.object, Mention):
            on.setdefault(claim.object, papers[claim.subject])
    found: dict[Mention, tuple[Kind, str]] = {}
    full: dict[str, list[str]] = defaultdict(list)
    people = [m for m in mentions if m.kind is Kind.PERSON]
    spelled: dict[str, str] = {}
    for mention in people:
        if is_full(mention.text):
            key = spelled.setdefault(name_key(mention.text), slug(mention.text))
            found[mention] = (Kind.PERSON, key)
            if mention in on and key not in full[on[mention]]:
                full[on[mention]].append(key)
    names = {key: name for name, key in spelled.items()}
    for mention in people:
        if mention not in found:
            paper = on.get(mention, mention.span.note)
            fitting = [key for key in full[paper] if _fits(mention.text, names[key], key)]
            own = slug(f"{mention.text} {paper}")
            found[mention] = (Kind.PERSON, fitting[0] if len(fitting) == 1 else own)
    return found


def is_full(name: str) -> bool:
    """Say whether a name is complete enough to be one person wherever it stands.

    >>> [is_full(n) for n in ("Zachary Chase", "Z. Chase", "Chase", "张三", "J. R. R. Tolkien", "Andy K Zhang")]
    [True, False, False, True, False, True]
    """
    parts = [part for part in name.replace(".", ". ").split() if any(c.isalpha() for c in part)]
    if len(parts) == 1:
        letters = [c for c in parts[0] if c.isalpha()]
        return len(letters) >= 2 and all(unicodedata.category(c) == "Lo" for c in letters)
    return len([p for p in parts if len(p.strip(".")) > 1]) >= 2 and len(parts[0].strip(".-")) > 1


def _fits(short: str, full_key: str, full_slug: str) -> bool:
    """Say whether `Z. Chase` or `Chase` can be the person with this full name."""
    parts = [name_key(p) for p in short.replace(".", ". ").split() if name_key(p)]
    whole = full_slug.split("-")
    if not parts or not full_key.endswith(parts[-1]) or parts[-1] not in (whole[-1], "".join(whole[-2:])):
        return False
    return len(parts) == 1 or whole[0].startswith(parts[0][:1])
