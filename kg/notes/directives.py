"""Boxes of text in Markdown, as MyST, Quarto, Pandoc and Docusaurus have them: they hold text of the note."""

from __future__ import annotations

import re

from kg.notes.lines import Lines

_OPENING = re.compile(
    r"(?P<before>[ \t>]{0,40})(?P<fence>`{3,200}|~{3,200}|:{3,200})[ \t]*"
    r"(?:\{(?P<name>[^{}\n]{1,200})\}|(?P<plain>[A-Za-z][\w-]{0,40}))?[ \t]*(?P<title>[^\n`]*)"
)
_CLOSING = re.compile(r"[ \t>]{0,40}(?P<fence>`{3,200}|~{3,200}|:{3,200})[ \t]*\Z")
_OPTION = re.compile(r"[ \t>]{0,40}:[\w-]{1,40}:(?:[ \t].*)?\Z")
_NAMES = frozenset(
    "abstract admonition aside attention card caution container danger definition details div dropdown epigraph "
    "error example exercise grid grid-item grid-item-card hint highlights important lemma margin note panels "
    "proof pull-quote question quote remark seealso sidebar solution summary tab-item tab-set tabbed theorem tip "
    "toggle topic warning".split()
)
"""Directives that hold text; others hold code, formulas, pictures or settings."""
_VERBATIM = frozenset("bibliography code code-block code-cell figure image include literalinclude math mermaid".split())


def without_boxes(lines: Lines) -> Lines:
    r"""Leave out the lines that open and close boxes, and their settings; a title is a line of its own.

    >>> without_boxes(Lines.of("```{note} On foxes\n:class: tip\nThey sleep.\n```\n")).texts
    ('', 'On foxes', '', '', 'They sleep.', '', '')
    """
    texts, starts = list(lines.texts), list(lines.starts)
    if not any(text.lstrip(" \t>").startswith(("```{", "~~~{", ":::")) for text in texts):
        return lines
    opened: list[tuple[int, str, str]] = []
    changed: dict[int, str] = {}
    for number, text in enumerate(texts):
        closing = _CLOSING.match(text)
        inner = opened[-1] if opened else (0, "", "")
        if closing and inner[1] and closing["fence"][0] == inner[1][0] and len(closing["fence"]) >= len(inner[1]):
            opened.pop()
            if inner[2]:
                changed |= {inner[0]: inner[2], number: ""}
        elif (
            (found := _OPENING.match(text))
            and (not inner[1] or inner[2])
            and not (closing and found["fence"][0] == ":")
        ):
            opened.append((number, found["fence"], "box" if _is_box(found) else ""))
    kept: list[tuple[str, int]] = []
    settings = False
    for number, (text, start) in enumerate(zip(texts, starts, strict=True)):
        if number not in changed:
            settings = settings and _OPTION.match(text) is not None
            kept.append(("" if settings else text, start))
            continue
        found = _OPENING.match(text) if changed[number] else None
        settings = found is not None
        if found is None or not found["title"].strip(" :{}"):
            kept.append(("", start))
        else:
            kept += [("", start), (found["title"], start + found.start("title")), ("", start + len(text))]
    return Lines(tuple(text for text, _ in kept), tuple(start for _, start in kept))


def _is_box(found: re.Match[str]) -> bool:
    """Return whether a fence opens a box: a directive that holds text, or any division that is no code."""
    words = (found["name"] or found["plain"] or "").split()
    name = words[0].lower().rpartition(":")[2] if words else ""
    if found["fence"][0] == ":":
        return name not in _VERBATIM
    return found["name"] is not None and name in _NAMES
