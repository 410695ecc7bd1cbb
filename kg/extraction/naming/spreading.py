"""A sure name is seen wherever the note has it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from kg.extraction import align, shapes
from kg.extraction.entries import Page
from kg.extraction.naming.named import PLACED, SURE, Named
from kg.extraction.ranges import Ranges
from kg.model import Kind


def spread(page: Page, chosen: list[Named], closed: dict[int, list[tuple[int, int]]]) -> list[Named]:
    """See a sure and distinctive name in every place of the note where it stands as written."""
    sure: dict[str, Named] = {}
    for one in sorted(chosen, key=lambda n: -n.confidence):
        printed = page.note.blocks[one.block].prose[one.start : one.end]
        if one.confidence >= SURE and _is_distinctive(printed, one.kind):
            sure.setdefault(printed, one)
            if one.kind is Kind.PERSON and " " in printed:
                sure.setdefault(printed.split()[-1], one)
    if not sure:
        return chosen
    pattern = re.compile(rf"(?<![\w/@-]){_any_of(sure)}(?=s?(?![\w@]))")
    places: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for one in chosen:
        places[one.block].append((one.start, one.end))
    more: list[Named] = []
    for index, block in enumerate(page.note.blocks):
        if block.kind not in PLACED:
            continue
        taken = Ranges((*places[index], *closed[index]))
        for match in pattern.finditer(block.prose):
            start, end = match.span()
            if taken.touch(start, end):
                continue
            model = sure[match.group()]
            text = model.text if model.kind is Kind.PERSON else align.one_line(match.group())
            more.append(Named(index, start, end, model.kind, text, model.rule, round(model.confidence * 0.9, 4)))
    return chosen + more


def _any_of(names: Iterable[str]) -> str:
    """Return a pattern of some names that tries the longest first, and what several begin with once for all."""
    tree: dict[str, Any] = {}
    for name in sorted(names):
        node = tree
        for sign in name:
            node = node.setdefault(sign, {})
        node[""] = {}
    return _spelled(tree)


def _spelled(node: Mapping[str, Any]) -> str:
    begun = ""
    while len(node) == 1 and "" not in node:
        [(sign, node)] = node.items()
        begun += re.escape(sign)
    ways = [re.escape(sign) + _spelled(below) for sign, below in node.items() if sign]
    return f"{begun}(?:{'|'.join(ways)}){'?' if '' in node else ''}" if ways else begun


def _is_distinctive(text: str, kind: Kind) -> bool:
    if kind is Kind.TASK:
        return " " in text or "-" in text
    words = shapes.words(text)
    if len(words) > 1:
        return True
    if kind in (Kind.PERSON, Kind.ORG):
        return len(text) > 3
    return len(text) > 1 and any(shapes.is_name_shaped(word) for word in words)
