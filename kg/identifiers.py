r"""The identifiers of works as people and programs write them: DOIs and numbers of arXiv.

Every reader looks for them with these patterns: a list in Markdown, a field of BibTeX, the `DO` of RIS. DOIs of before
2005 may hold `<` and `>`, `[` and `]` and `;` (SICI), which programs write in the ways of HTML, LaTeX and addresses.
"""

from __future__ import annotations

import re

from kg import untrusted

DATED_ARXIV = r"\d\d(?:0[1-9]|1[0-2])\.\d{4,5}"
"""A number of arXiv since 2007, as a pattern: year, month, and a count."""
ARXIV_ID = r"(?P<id>\d{4}\.\d{4,5}(?!\d)|[a-z-]{2,10}(?:\.[a-z]{2})?/\d{7}(?!\d))"
"""A number of arXiv within an address."""
DOI_ID = r"(?P<doi>10\.\d{4,9}(?:\.\d{1,9}){0,3}/[^\s?#&]+(?:(?<=;\d-)#)?)"
"""A DOI within an address that is decoded."""

_TAIL = r"\d{1,3}\.\d{1,2}\.[A-Za-z]{2}(?:;|%3B)\d(?:-[\w#])?"
"""The end of a SICI: `3.0.CO;2-X`."""
SICI = r"(?:\$?<\$?|\[|\{\\textless\s?\}|\{\})[^\s\"<>\[\]{}|]{1,60}(?:\$?>\$?|\]|\{\\textgreater\s?\}|\{\})" + _TAIL
"""The bracket of a SICI with what follows it, plain or in LaTeX."""
DOI = rf"(?P<doi>10\.\d{{4,9}}(?:\.\d{{1,9}}){{0,3}}/[^\s\"<>|\[\]{{}}]{{1,200}}(?:{SICI})?)"
"""A DOI in a text, with the punctuation behind it."""
ARCHIVE = (
    r"(?:(?:acc-phys|adap-org|alg-geom|ao-sci|astro-ph|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg|comp-gas|cond-mat|dg-ga|"
    r"funct-an|gr-qc|hep-ex|hep-lat|hep-ph|hep-th|math-ph|mtrl-th|nucl-ex|nucl-th|patt-sol|plasm-ph|q-alg|q-bio|quant-ph|"
    r"solv-int|supr-con|nlin|physics|math|cs)(?:\.[A-Za-z]{2})?)"
)
"""An archive that numbered its papers by itself until 2007: the list is closed."""
OLD_ARXIV = rf"(?P<old>{ARCHIVE}/\d\d(?:0[1-9]|1[0-2])\d{{3}})(?:v\d{{1,2}})?(?!\w)"
"""A number of arXiv of before 2007, which needs no other sign: `hep-th/9901001`."""
_ARXIV = re.compile(
    r"(?:https?://)?(?:(?:www\.|export\.)?arxiv\.org/(?:abs|pdf)/)?(?:arxiv\s?[:.]\s?)?"
    rf"(?:(?P<new>\d{{4}}\.\d{{4,5}})(?:v\d{{1,2}})?|{OLD_ARXIV})(?:\.pdf)?(?:\s?\[[\w.-]{{2,12}}\])?",
    re.IGNORECASE,
)
_CLASS = re.compile(r"\.[A-Za-z]{2}(?=/)")
_ENTITY = re.compile(r"&(?:amp|lt|gt|quot|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});")
_TEX = re.compile(
    r"\$(?P<math>[<>])\$|\$?\{?\\(?:text)?(?P<name>less|greater)(?![A-Za-z]) ?(?:\{\})?\}?\$?|\\(?P<sign>[_&%#$])"
    r"|\{\\?_\}"
)


def decoded(text: str) -> str:
    r"""Undo how HTML and LaTeX write the signs of an identifier or address.

    >>> decoded(r"077&lt;0437:TNYRP$>$2.0.CO;2"), decoded(r"a{\textless}b\textgreater{}c\_d")
    ('077<0437:TNYRP>2.0.CO;2', 'a<b>c_d')
    """
    if "&" in text:
        text = _ENTITY.sub(lambda match: untrusted.unescape(match.group()), text)
    return _TEX.sub(_sign, text) if "\\" in text or "$" in text or "{" in text else text


def _sign(match: re.Match[str]) -> str:
    if match["name"]:
        return "<" if match["name"] == "less" else ">"
    return match["math"] or match["sign"] or "_"


def arxiv(text: str) -> str:
    """Return the number of arXiv that a value is, without version and class; "" when it is none.

    >>> arxiv("arXiv:1706.03762v5 [cs.CL]"), arxiv("math.GT/0309136"), arxiv("hep-th/9901001v2"), arxiv("RFC/9901001")
    ('1706.03762', 'math/0309136', 'hep-th/9901001', '')
    """
    found = _ARXIV.fullmatch(text.strip())
    return without_class(found["new"] or found["old"]) if found else ""


def without_class(number: str) -> str:
    """Leave the class out of an old number, as arXiv does.

    >>> without_class("math.GT/0309136")
    'math/0309136'
    """
    return _CLASS.sub("", number)


def is_isbn(text: str) -> bool:
    """Return whether a number with or without hyphens is an ISBN: its last digit agrees with the others.

    >>> [is_isbn(text) for text in ("978-0-306-40615-7", "0-306-40615-2", "978-0-306-40615-8", "080442957X")]
    [True, True, False, True]
    """
    digits = "".join(c for c in text.upper() if c.isascii() and (c.isdigit() or c == "X"))
    values = [10 if c == "X" else untrusted.integer(c) for c in digits]
    if len(digits) == 10 and "X" not in digits[:9]:
        return sum(weight * value for weight, value in zip(range(10, 0, -1), values, strict=True)) % 11 == 0
    if len(digits) == 13 and "X" not in digits:
        return sum((1, 3)[n % 2] * value for n, value in enumerate(values)) % 10 == 0
    return False
