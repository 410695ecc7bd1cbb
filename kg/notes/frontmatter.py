"""Front matter: YAML between `---`, TOML between `+++`, as one record whose values lead back to their places.

The YAML is composed and never constructed: no tag is obeyed, and an alias is never expanded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml

from kg import untrusted
from kg.model import BlockKind, LinkKind
from kg.notes import yamltree
from kg.notes.draft import Draft, whole
from kg.notes.jsontree import Value as Node
from kg.notes.outline import Outline
from kg.notes.values import readable
from kg.notes.yamltree import DEEPEST, compose, is_too_deep

LONGEST = 256_000
MOST_VALUES = 20_000

_OPEN = re.compile(r"(---|\+\+\+)[ \t]*(?:\r\n|\n|\r)")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|\Z)")
_PAIR = re.compile(r"[ \t]{0,20}([\w .-]{1,60}?)[ \t]{0,20}:(?:[ \t]+|(?=[\r\n]|\Z))([^\r\n]*)")
_ITEM = re.compile(r"[ \t]{0,40}-[ \t]+([^\r\n]*)")
_WIKI = re.compile(r"\[\[([^\[\]\n|]{1,2000})(?:\|([^\[\]\n]{0,2000}))?\]\]")
_SURROGATE = re.compile("[\ud800-\udfff]")
"""Half a character, which the JSON of a notebook can hold and YAML cannot."""

Value = tuple[str, str, int, int]
"""Name, text, and its place in the source."""


def read_front_matter(outline: Outline) -> int:
    """Add the front matter; what is half written is read line by line, and reported. Return where the note begins."""
    text = outline.source.text
    match = _OPEN.match(text)
    if match is None:
        return 0
    fence = match[1]
    start, stop, end = match.end(), *_closing(text, match.end(), fence)
    if stop < 0:
        stop = end = _end_of_pairs(text, start)
        if stop == start or fence != "---":
            return 0
        outline.report("half-yaml", "the front matter has no closing ---", 0, 3)
    works: list[Node] = []
    values = _toml(outline, start, stop) if fence == "+++" else _yaml(outline, start, stop, works)
    if values is None:
        outline.problems.clear()
        return 0
    _add_record(outline, values, "toml" if fence == "+++" else "yaml")
    yamltree.add_works(outline, works)
    return end


def _closing(text: str, start: int, fence: str) -> tuple[int, int]:
    """Find the closing fence: where its line starts and where the next one does; -1 when there is none."""
    closers = ("---", "...") if fence == "---" else ("+++",)
    place = start
    while place < len(text) and place - start <= LONGEST:
        match = _LINE.match(text, place)
        if match is None or match.group().rstrip() in closers:
            return (place, match.end()) if match else (-1, -1)
        place = match.end()
    return -1, -1


def _end_of_pairs(text: str, start: int) -> int:
    place = start
    while place < len(text) and place - start <= LONGEST:
        match = _LINE.match(text, place)
        line = match.group() if match else ""
        if match is None or not (_PAIR.match(line) or _ITEM.match(line)):
            break
        place = match.end()
    return place


def _yaml(outline: Outline, start: int, stop: int, works: list[Node]) -> list[Value] | None:
    """Read YAML, and into `works` what it lists; None when it is no front matter but text between two rules."""
    text = _SURROGATE.sub("\ufffd", outline.source.text[start:stop])
    try:
        if is_too_deep(text):
            outline.report("half-yaml", "the front matter is nested too deeply, so it was read line by line", start)
            return list(_by_line(text, start))
        root = compose(text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = start + min(mark.index, max(stop - start - 1, 0)) if mark else start
        reason = error.problem or error.context or "it is not YAML"
        outline.report("half-yaml", f"the front matter cannot be read: {reason}", place)
        return list(_by_line(text, start))
    except yaml.YAMLError as error:
        outline.report("half-yaml", f"the front matter cannot be read: {error}", start)
        return list(_by_line(text, start))
    if not isinstance(root, yaml.MappingNode):
        return [] if root is None else None
    values = []
    last, skipped = -1, list[int]()
    works += yamltree.take_works(outline.source.text, root, start)
    for value in _scalars(text, root, skipped):
        name, content, first, end = value
        if first >= last:
            values.append((name, *_trimmed(text, content, first, end, start)))
            last = end
        if len(values) >= MOST_VALUES:
            outline.report("half-yaml", f"only the first {MOST_VALUES} values were read", start)
            break
    if skipped:
        message = f"everything nested more than {DEEPEST} levels deep was left out"
        outline.report("half-yaml", message, start + skipped[0])
    return values


def _scalars(text: str, root: Any, skipped: list[int]) -> Iterator[Value]:
    """Walk the composed tree; a node reached twice (an alias) is walked once, one that is too deep is noted."""
    seen: set[int] = set()
    stack = [(root, "", 0)]
    while stack:
        node, name, depth = stack.pop()
        if depth > DEEPEST:
            skipped.append(node.start_mark.index)
            continue
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, yaml.ScalarNode):
            if node.value and not (node.tag.endswith(":null") and node.style is None):
                yield name, node.value, node.start_mark.index, node.end_mark.index
        elif isinstance(node, yaml.MappingNode):
            for key, value in reversed(node.value):
                word = key.value.strip().lower() if isinstance(key, yaml.ScalarNode) else ""
                stack.append((value, ".".join(filter(None, (name, word))), depth + 1))
        elif (link := _wikilink(text, node)) is not None:
            yield name, link, node.start_mark.index, node.end_mark.index
        else:
            stack.extend((value, name, depth + 1) for value in reversed(node.value))


def _wikilink(text: str, node: Any) -> str | None:
    """Return a link to a note that stands without quotation marks, which YAML reads as a list in a list."""
    inner = node.value[0] if len(node.value) == 1 else None
    alone = isinstance(inner, yaml.SequenceNode) and all(isinstance(one, yaml.ScalarNode) for one in inner.value)
    found = text[node.start_mark.index : node.end_mark.index] if alone else ""
    return found if _WIKI.fullmatch(found) else None


def _trimmed(text: str, content: str, first: int, end: int, start: int) -> tuple[str, int, int]:
    """Return a value and where its characters stand: inside its quotes when nothing was escaped."""
    raw = text[first:end]
    content = content.rstrip()
    inner = raw.find(content)
    if inner >= 0:
        return content, start + first + inner, start + first + inner + len(content)
    return whole(content, start + first, start + end)


def _by_line(text: str, start: int) -> Iterator[Value]:
    name = ""
    place = 0
    while place < len(text) and (match := _LINE.match(text, place)):
        line = match.group()
        pair = _PAIR.match(line)
        listed = _ITEM.match(line) if pair is None else None
        found = pair or listed
        if pair:
            name = pair[1].strip().lower()
        if found and name:
            group = found.lastindex or 1
            value = found[group].strip().strip("\"'")
            if not value.startswith("{{"):  # a program is to fill it in, and what does so shows
                value = value.strip("\"'[]{}").strip()
            if value:
                first = line.find(value, found.start(group))
                yield name, value, start + place + first, start + place + first + len(value)
        place = match.end()


def _toml(outline: Outline, start: int, stop: int) -> list[Value]:
    text = outline.source.text[start:stop]
    table = untrusted.toml(text)
    if isinstance(table, untrusted.Flaw):
        message = f"the front matter cannot be read as TOML, so it was read line by line: {table.reason}"
        outline.report("half-toml", message, start + table.place)
        return list(_by_line(text.replace(" = ", " : "), start))
    values: list[Value] = []
    place = 0
    for number, (name, content) in enumerate(_flat(table)):
        if number == MOST_VALUES:
            outline.report("half-toml", f"only the first {MOST_VALUES} values were read", start)
            break
        found = text.find(content, place)
        if found >= 0:
            values.append((name, content, start + found, start + found + len(content)))
            place = found + len(content)
    return values


def _flat(root: Any) -> Iterator[tuple[str, str]]:
    """Walk the values of a table, each with its name; a key may have thousands of parts, so nothing recurs."""
    stack = [(root, "")]
    while stack:
        value, name = stack.pop()
        if isinstance(value, dict):
            # The parts of a key count as levels, too: of "a.a.a. ..." the first ones are name enough.
            deep = name.count(".") >= DEEPEST
            names = (name if deep else ".".join(filter(None, (name, key.lower()))) for key in reversed(value))
            stack.extend(zip(reversed(value.values()), names, strict=True))
        elif isinstance(value, list):
            stack.extend((inner, name) for inner in reversed(value))
        elif isinstance(value, bool):
            yield name, "true" if value else "false"
        elif str(value):
            yield name, str(value)


def _add_record(outline: Outline, values: list[Value], info: str) -> None:
    draft = Draft()
    for name, content, start, end in values:
        with draft.value(name):
            for piece in readable([(content, start, end)]):
                _write(draft, *piece)
    draft.link_addresses()
    outline.layout(draft, BlockKind.RECORD, info=info)


def _write(draft: Draft, content: str, start: int, end: int) -> None:
    """Append a piece of a value; wikilinks in it lose their brackets and become links."""
    if end - start != len(content):
        draft.add(content, start, end)
        return
    last = 0
    for match in _WIKI.finditer(content):
        draft.add(content[last : match.start()], start + last)
        begin = draft.length
        a, b = match.span(2 if match[2] else 1)
        draft.add(content[a:b], start + a)
        draft.link(begin, match[1].strip(), LinkKind.WIKI, (start + match.start(), start + match.end()))
        last = match.end()
    draft.add(content[last:], start + last)
