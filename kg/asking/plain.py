"""The words of a line of a note without its markup: what a person reads when a note is quoted."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePosixPath

from kg import untrusted
from kg.net import caught
from kg.text import repair

_ADDRESS = re.compile(r"<?(?:https?|ftp)://[^\s<>]*[^\s<>.,;:!?\"'”’)\]}]>?|<?(?:https?|ftp)://>?")
_HEAD = re.compile(r"\s*(?:>\s*)*(?:\[![\w-]+\][+-]?\s*)?(?:#{1,6}\s+|[-*+•◦▪]\s+|\d{1,3}[.)]\s+|\[[ xX]\]\s+|\|\s*)*")
_HEADING_OF_ORG = re.compile(r"(?<!\*)\*+\s+(?:(?:TO(?:DO)|DONE)\s+)?")
_IMAGE = re.compile(r"!\[([^\]\n]{0,500})\](?:\([^()\s]*+(?:\([^()\s]*+\)[^()\s]*+)*+(?:\s[^()]{0,500})?\))?")
_LINK = re.compile(r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+(?:\"[^\"]*\"|'[^']*'))?\)")
_CUT_LINK = re.compile(r"\]\((?:[^()\s]|\([^()\s]*\))*\)?")
_WIKI = re.compile(r"!?\[\[([^\[\]|\n]*)(?:\|([^\[\]\n]*))?\]\]")
_CUT_WIKI = re.compile(r"!?\[\[(?:[^\[\]|\n]*\|)?([^\[\]|\n]*)\Z")
_LINK_OF_ORG = re.compile(r"\[\[[^\[\]]+\]\[([^\[\]]+)\]\]")
_REFERENCE = re.compile(r"\[([^\[\]]+)\]\[[^\[\]]*\]")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]{1,200}\]:?")
_EMPHASIS = re.compile(r"(?<![\w\\])(\*{1,3}|_{1,3}|~~|==|(?<!`)`++)(?=\S)(.{1,1000}?)(?<=\S)\1(?!\w)")
_STRAY = re.compile(r"\*{2,}|~~|`+|(?<!\w)[*_](?=\S)|(?<=[^\s\w])[*_](?=\s|$)")
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>|<!--.{0,1000}?-->")
_CELL = re.compile(r"\s{0,100}\|\s*")
_DIVIDER = re.compile(r"(?=[^|]*\|)[|:\s-]*|[-=*_\s]{3,}|```.*|~~~.*")
_COMMAND = re.compile(
    r"\\(?:emph|textbf|textit|texttt|title|section|subsection|paragraph|url|href\{[^{}]*\})\*?\{([^{}]*)\}"
)
_CITING = re.compile(r"~?\\(?:cite\w*|ref|label|footnote)\*?(?:\[[^\[\]]*\])*+\{[^{}]*\}")
_FIELD = re.compile(r"\s*(\w+)\s*=\s*+[{\"]++(.*)")
_ENTRY_HEAD = re.compile(r"@\w{1,40}\s{0,40}\{\s{0,40}([^,\s]{0,300}),")
_STRING = re.compile(r"\"((?:[^\"\\]|\\.)*)\"?")
_CUT_SIGN = re.compile(r"ðŸ\S(?=\s*\Z)")
_BROKEN_BLANK = re.compile(r"Â(?=\s|\Z)")
"""What a fixed blank becomes when it is decoded wrongly and then taken for any other blank."""
_BLANKS = re.compile(r"\s+")
_DOTS = re.compile(r"([.!?,;])(?: [.,;])+(?=\s|$)| (?=[.,;](?:\s|$))")
_EMPTY = re.compile(r"\([\s,;]{0,40}\)|\[[\s,;]{0,40}\]|[,;]\s{0,40}(?=\))")


def plain(raw: str, *, suffix: str = ".md", repaired: bool = True) -> str:
    r"""Return the words of a piece of a note, without marks of lists and emphasis and without the addresses of links.

    Args:
        raw: some lines of the file, or part of a line.
        suffix: of the file, which says what markup it uses.
        repaired: repair text that was once decoded wrongly, which takes longer than all the rest.

    >>> plain("- **GIN** [Xu2019](https://a.b/c_(d)) shows `sum` wins, see [[x.md|our notes]].")
    'GIN Xu2019 shows sum wins, see our notes.'
    >>> plain('  "Deep *learning* works.\\n",', suffix=".ipynb"), plain("  title = {The {BERT} Paper},", suffix=".bib")
    ('Deep learning works.', 'title: The BERT Paper')
    """
    # A line from which markup cannot be taken is shown with it.
    return next(caught(lambda: [_plain(raw, suffix, repaired=repaired)], lambda _: None), " ".join(raw.split()))


def _plain(raw: str, suffix: str, *, repaired: bool) -> str:
    before = _OF_SUFFIX.get(suffix)
    text = before(raw) if before is not None else raw
    if repaired and len(text) <= 10_000:  # more of a piece nobody reads, and to repair it takes seconds
        # First of all: the last part of a broken sign may be a blank, and have been cut off with the blanks behind it.
        text = _BROKEN_BLANK.sub("", repair(_CUT_SIGN.sub("\\g<0>\u00a0", text)))
    return _without_marks(text) or _BLANKS.sub(" ", text.replace("://", " ", 1).rpartition(" ")[2]).strip()


def suffix_of(note: str) -> str:
    """Return the suffix of the file of a note, in lower case."""
    return PurePosixPath(note).suffix.lower()


def _without_marks(text: str) -> str:
    lines = (line for line in text.splitlines() if not _DIVIDER.fullmatch(line))
    text = " ".join(line[found.end() :] if (found := _HEAD.match(line)) else line for line in lines)
    if "[" in text or "](" in text:
        text = _IMAGE.sub(r"\1", text)
        text = _LINK_OF_ORG.sub(r"\1", text)
        text = _CUT_WIKI.sub(r"\1", _WIKI.sub(_of_wiki, text))
        text = _LINK.sub(r"\1", text)
        text = _FOOTNOTE.sub("", _REFERENCE.sub(r"\1", _CUT_LINK.sub("", text)))
    if "://" in text:
        text = _ADDRESS.sub("", text)
    if "<" in text:
        text = _TAG.sub(" ", text)
    if any(mark in text for mark in "*_~=`"):
        text = _STRAY.sub("", _EMPHASIS.sub(r"\2", _EMPHASIS.sub(r"\2", text)))
    if "|" in text:
        text = _CELL.sub(" · ", text.strip(" |"))
    if "&" in text:
        text = untrusted.unescape(text)
    return _DOTS.sub(r"\1", _BLANKS.sub(" ", _EMPTY.sub("", text))).strip()


def _of_wiki(found: re.Match[str]) -> str:
    if found[2]:
        return found[2]
    page, _, heading = found[1].partition("#")
    return page or heading


def _of_json(text: str) -> str:
    """Return what a line of a JSON file says, which is a string where a notebook holds text."""
    return "\n".join(_STRING.sub(_of_string, line.strip().rstrip(",")) for line in text.splitlines())


def _of_string(found: re.Match[str]) -> str:
    read = untrusted.json_of(found[0])
    return found[1] if isinstance(read, untrusted.Flaw) else str(read).rstrip("\n")


def _of_bibtex(text: str) -> str:
    lines = (_FIELD.fullmatch(line) for line in text.splitlines())
    said = (f"{one[1]}: {_value(one[2])};" if one else line for one, line in zip(lines, text.splitlines(), strict=True))
    return _ENTRY_HEAD.sub(r"\1:", "\n".join(said)).replace("{", "").replace("}", "").rstrip("; \n")


def _value(text: str) -> str:
    return text.rstrip().removesuffix(",").rstrip('}"')


def _of_tex(text: str) -> str:
    return _COMMAND.sub(r"\1", _COMMAND.sub(r"\1", _CITING.sub("", text))).replace("~", " ").replace("\\item", "")


def _of_org(text: str) -> str:
    return "\n".join(_HEADING_OF_ORG.sub("", line) if line.startswith("*") else line for line in text.splitlines())


_OF_SUFFIX: dict[str, Callable[[str], str]] = {
    ".json": _of_json,
    ".ipynb": _of_json,
    ".bib": _of_bibtex,
    ".tex": _of_tex,
    ".org": _of_org,
}
