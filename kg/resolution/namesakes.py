"""Full names that many people have, such as Wei Li: company tells who is one, not the name."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache

from kg.model import Mention
from kg.resolution.merge import Partition
from kg.resolution.name_forms import SYLLABLE, folded, read
from kg.resolution.person_facts import Appearance, PersonFacts
from kg.text import name_key

_SYLLABLE = re.compile(SYLLABLE)
_SEVERAL = 2


@lru_cache(maxsize=1 << 13)
def is_common(name: str) -> bool:
    """Return whether many people have a full name: given and family name are one syllable of Chinese each.

    >>> [is_common(name) for name in ("Wei Li", "Li, Wei", "Weiran Li", "W. Li", "Ada Roe")]
    [True, True, False, False, False]
    """
    parts = read(name)
    return len(parts.given) == 1 < len(parts.given[0]) and all(
        _SYLLABLE.fullmatch(folded(part)) for part in (parts.given[0], parts.family)
    )


def join(parts: Partition[PersonFacts], seen: Mapping[Mention, Appearance]) -> None:
    """Merge those of such a name by company or place; one of whom nothing is known with the only other."""
    common: dict[str, list[Mention]] = defaultdict(list)
    for mention in seen:
        if is_common(mention.text):
            common[name_key(mention.text)].append(mention)
    facts = {mention: parts.of(parts.find(mention)) for mentions in common.values() for mention in mentions}
    known = {mention: {*map(" ".join, one.others), *one.places} for mention, one in facts.items()}
    shared = ((f"{key} {one}", m) for key, mentions in common.items() for m in mentions for one in sorted(known[m]))
    parts.join(shared, "the same full name, and a co-author or place in common")
    for key, mentions in sorted(common.items()):
        if len({parts.find(m) for m in mentions if known[m]}) < _SEVERAL:
            parts.join(((key, m) for m in mentions), "the same full name")
