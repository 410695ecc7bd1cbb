"""What readers do not see: comments of Obsidian, `%% ... %%`, and attributes of links, `{:target="_blank"}`."""

from __future__ import annotations

import re

_SIGN = re.compile(
    r"(?m)^[ \t>]{0,40}(?P<fence>`{3,}|~{3,})|(?P<code>`+)|(?P<comment>%%)"
    r"|(?:(?<=[)\]])|^[ \t>]{0,40}(?=\{:))"
    r"(?P<attributes>\{(?::[^{}\n]{1,200}|[^\W\d_][\w-]{0,30}=[^{}\n]{1,200}|\.[A-Za-z][\w-]{0,30})\})"
)
_WORD = re.compile(r"[^\s]")
_HIDDEN = "\u200b"
"""A blank without width, which no prose keeps."""
_NEAR = 40
"""Signs behind a back-tick among which its other end is looked for."""


def without_comments(text: str) -> str:
    """Write blanks in the place of each comment, so that all places stay; a comment in code, or without end, is none.

    In the place of attributes, which stand right behind a link, they have no width.

    >>> without_comments("Seen %%on Monday%% here, `%%time%%` too, 5%% more")
    'Seen               here, `%%time%%` too, 5%% more'
    >>> without_comments('[A](b.md){:.x}, `[A](b.md){:.x}`')
    '[A](b.md)\u200b\u200b\u200b\u200b\u200b, `[A](b.md){:.x}`'
    """
    if "%%" not in text and "{" not in text:
        return text
    signs = list(_SIGN.finditer(text))
    parts, last, at = list[str](), 0, 0
    while at < len(signs):
        kind = signs[at].lastgroup
        if kind == "attributes":
            start, stop = signs[at].span(kind)
            parts += [text[last:start], _HIDDEN * (stop - start)]
            last, at = stop, at + 1
            continue
        end = _closing(text, signs, at)
        if kind == "comment" and end >= 0:
            start, stop = signs[at].start(), signs[end].end()
            parts += [text[last:start], _WORD.sub(" ", text[start:stop])]
            last = stop
        if kind == "fence" and end < 0:
            break  # code without an end reaches to the end of the file
        at = max(end, at) + 1
    return "".join((*parts, text[last:]))


def _closing(text: str, signs: list[re.Match[str]], at: int) -> int:
    """Return the number of the sign that ends what a sign begins, -1 if none does."""
    kind = signs[at].lastgroup or ""
    sign = signs[at][kind]
    for number in range(at + 1, min(at + _NEAR, len(signs)) if kind == "code" else len(signs)):
        other = signs[number]
        if kind == "fence" and other["fence"] and other["fence"].startswith(sign):
            return number
        if kind == "code" and other["code"] == sign and "\n\n" not in text[signs[at].end() : other.start()]:
            return number
        if kind == "comment" and other["comment"]:
            return number
    return -1
