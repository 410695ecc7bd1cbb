"""Boxes of text in Markdown, as MyST, Quarto, Pandoc and Docusaurus have them: they hold text of the note."""

from __future__ import annotations

import re

from kg.notes.lines import Lines

_OPENING = re.compile(
    r"[ \t>]{0,40}(?P<fence>`{3,200}|~{3,200}|:{3,200})[ \t]*"
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
    if not any(text.lstrip(" \t>").startswith(("```{", "~~~{", ":::")) for text in lines.texts):
        return lines
    borders = _borders(lines)
    kept: list[tuple[str, int]] = []
    settings = False
    for number, (text, start) in enumerate(zip(lines.texts, lines.starts, strict=True)):
        found = borders.get(number)
        settings = found is not None or (settings and number not in borders and _OPTION.match(text) is not None)
        if found is not None and found["title"].strip(" :{}"):
            kept += [("", start), (found["title"], start + found.start("title")), ("", start + len(text))]
        else:
            kept.append(("" if settings or number in borders else text, start))
    return Lines(tuple(text for text, _ in kept), tuple(start for _, start in kept))


_ORG = re.compile(
    r"(?P<before>[ \t>]{0,200}(?:[-*+] {1,8})?)#\+(?P<sort>BEGIN|END)_(?P<kind>[A-Z]{1,20})\b.*", re.IGNORECASE
)
_QUOTED, _HIDDEN = frozenset({"quote", "verse"}), frozenset({"query", "comment", "export"})
_CODE = frozenset({"src", "example"})


def without_org(lines: Lines) -> Lines:
    r"""Write the blocks of Org that Logseq has in Markdown as Markdown does; queries and comments are left out.

    >>> without_org(Lines.of("- #+BEGIN_QUOTE\n  Moss.\n  #+END_QUOTE\n- #+BEGIN_TIP\n  Wait.\n  #+END_TIP")).texts
    ('- >', '  > Moss.', '', '- Wait.', '')
    """
    blocks = _blocks(lines) if any("#+" in text for text in lines.texts) else {}
    kept: list[tuple[str, int]] = []
    last, kind, bullet = -1, "", ""
    for number, (text, start) in enumerate(zip(lines.texts, lines.starts, strict=True)):
        bare = text.lstrip()
        indent = len(text) - len(bare)
        if number > last and number in blocks:
            opening, last = blocks[number]
            kind, bullet = opening["kind"].casefold(), opening["before"]
            sign = ">" if kind in _QUOTED else "```" if kind in _CODE else ""
            kept += [(bullet + sign, start)] if sign else []
        elif number == last:
            kept.append((f"{text[:indent]}```" if kind in _CODE else "", start))
        elif number > last or kind in _CODE:
            kept.append((text, start))
        elif kind not in _HIDDEN:
            sign = f"{text[:indent]}> " if kind in _QUOTED else bullet
            kept.append((sign + bare, start + indent - len(sign)))
            bullet = text[:indent]
    return Lines(tuple(text for text, _ in kept), tuple(start for _, start in kept)) if blocks else lines


def _blocks(lines: Lines) -> dict[int, tuple[re.Match[str], int]]:
    """Return the lines that open blocks of Org, each with the number of the line that closes the block."""
    ends: dict[str, int] = {}
    found: dict[int, tuple[re.Match[str], int]] = {}
    for number in range(len(lines.texts) - 1, -1, -1):
        match = _ORG.match(lines.texts[number])
        kind = match["kind"].casefold() if match is not None else ""
        if match is not None and match["sort"].casefold() == "end":
            ends[kind] = number
        elif match is not None and kind in ends:
            found[number] = match, ends.pop(kind)
    return found


def _borders(lines: Lines) -> dict[int, re.Match[str] | None]:
    """Return the lines that open boxes, with their parts, and those that close them, with None."""
    opened: list[tuple[int, re.Match[str]]] = []
    found: dict[int, re.Match[str] | None] = {}
    for number, text in enumerate(lines.texts):
        closing, opening = _CLOSING.match(text), _OPENING.match(text)
        inner = opened[-1][1] if opened else None
        if closing and inner and closing["fence"].startswith(inner["fence"]):
            at, _ = opened.pop()
            if _is_box(inner):
                found |= {at: inner, number: None}
        elif opening and (inner is None or _is_box(inner)) and not (closing and text.lstrip(" \t>").startswith(":")):
            opened.append((number, opening))
    return found


def _is_box(found: re.Match[str]) -> bool:
    """Return whether a fence opens a box: a directive that holds text, or any division that is no code."""
    words = (found["name"] or found["plain"] or "").split()
    name = words[0].lower().rpartition(":")[2] if words else ""
    if found["fence"][0] == ":":
        return name not in _VERBATIM
    return found["name"] is not None and name in _NAMES
