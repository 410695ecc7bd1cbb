"""Markdown for Obsidian: text of notes that stays text, links between pages, front matter."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

_SPECIAL = re.compile(r"[\\`*_\[\]<>$~=|{}^]|(?<!\w)#(?=\S)|%(?=%)|!(?=\[)|&(?=[#\w]+;)")
_OPENING = re.compile(r"^(\d{1,9}(?=[.)])|)([-+.)](?=\s|$)|#+(?=\s|$)|--+\s*$)")
"""What makes a list, a heading or a line of the words that begin with it."""
_LINK = re.compile(r"!?\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]|!?\[([^\[\]]*)\]\((?:[^()\s]|\([^()\s]*\))*\)")
_MARKS = re.compile(r"(?<![\w\\])(\*{1,3}|_{1,3}|(?<!`)`++|==|~~)(?=\S)(.{1,1000}?)(?<=\S)\1(?!\w)")
_HALF = re.compile(r"\]\((?:[^()\s]|\([^()\s]*\))*\)|\*{2,}|`")
_OPEN = re.compile(r"(?<!\w)\[")
"""Marks of which the other half stands outside the quote: a bracket if none behind it closes one."""
_LEADING = re.compile(r"^\s*(?:[-*+]\s+(?:\[.\]\s+)?|#{1,6}\s+|>\s?|\d{1,3}[.)]\s+)+")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\u202a-\u202e\u2066-\u2069]")
Value = str | int | float | list[str]
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9-]*( [A-Za-z0-9-]+)*")
_WORDS = {"true", "false", "yes", "no", "on", "off", "null", "y", "n"}


def text(words: str) -> str:
    r"""Write words on one line so that Markdown reads them as plain words.

    >>> print(text("see [[a]] <img src=x> #tag"))
    see \[\[a\]\] \<img src\=x\> \#tag
    """
    line = " ".join(_CONTROLS.sub(" ", words).split())
    return _OPENING.sub(r"\1\\\2", _SPECIAL.sub(r"\\\g<0>", line))


def readable(quote: str) -> str:
    """Remove the markup from a quote: links keep their text, marks and bullets are dropped.

    >>> readable("- [ ] **uses** [Adam](https://example.org/a) and [[notes/x|LoRA]]")
    'uses Adam and LoRA'
    """
    line = _LEADING.sub("", " ".join(_CONTROLS.sub(" ", quote).split()))
    line = _LINK.sub(lambda found: found[1] if found[1] is not None else found[2], line)
    for _ in range(3):
        line = _MARKS.sub(r"\2", line)
    closed = line.rfind("]") + 1
    line = line[:closed] + _OPEN.sub("", line[closed:])
    return " ".join(_HALF.sub("", line).split())


def link(path: str, name: str) -> str:
    """Write a link to a page by its path, shown as a name; what would end the link is replaced.

    >>> link("methods/LoRA", "LoRA [2021]")
    '[[methods/LoRA|LoRA (2021)]]'
    """
    shown = " ".join(_CONTROLS.sub(" ", name).translate(_IN_LINKS).split())
    return f"[[{path}|{shown or path}]]"


_IN_LINKS = str.maketrans({"[": "(", "]": ")", "|": "/", "\\": "/", "<": "(", ">": ")"})


def quote(lines: Iterable[str], callout: str = "") -> str:
    """Write a block quote, or a callout of a type."""
    head = [f"> [!{callout}]"] if callout else []
    return "\n".join([*head, *(f"> {line}".rstrip() for line in lines)])


def front_matter(values: Mapping[str, Value]) -> str:
    r"""Write properties as YAML: texts in double quotes, because only these can hold everything.

    >>> print(front_matter({"kind": "paper", "year": 2024, "aliases": ["a: b"]}), end="")
    ---
    kind: paper
    year: 2024
    aliases:
      - "a: b"
    ---
    """
    rows: list[str] = []
    for name, value in values.items():
        if isinstance(value, list):
            rows += [f"{name}:", *(f"  - {_scalar(item)}" for item in value)]
        else:
            rows.append(f"{name}: {_scalar(value)}")
    return "\n".join(["---", *rows, "---", ""])


def _scalar(value: str | float) -> str:
    if not isinstance(value, str):
        return f"{value:.10g}" if isinstance(value, float) else str(value)
    if _PLAIN.fullmatch(value) and value.casefold() not in _WORDS:
        return value
    quoted = json.dumps(value, ensure_ascii=False)
    return _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", quoted)


def code(words: str) -> str:
    """Write words for a place between backticks."""
    return " ".join(_CONTROLS.sub(" ", words).replace("`", "'").split())
