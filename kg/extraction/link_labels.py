"""The links of a line: which can be of a paper, and which texts of links are labels that name nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kg import lexicons
from kg.extraction import align, shapes
from kg.extraction.entries import Field
from kg.identifiers import decoded
from kg.links import Role, find_identifiers, read_link
from kg.model import Block, Link, LinkKind

CROWDED = 300
"""A block with more links than this is a dump: its addresses are kept, nothing around them is read."""
_LABELS = lexicons.words("link label")
_VENUES = frozenset({"neurips", "icml", "iclr"})
"""Names of venues whose sites hold the papers; a label only when one stands alone."""
_LEADS_TO = re.compile(
    r"(?:the |an? |original |official )?"
    r"(?:paper|pdf|article|slides?|video|code|link|implementation|website|repo(?:sitory)?)\d? "
    r"(?:from|by|on|about|of|at|for)\b.{0,60}$",
    re.IGNORECASE,
)
"""What a link leads to, and whose or about what it is: `Article about attention`."""
_WORK = re.compile(
    r"(?:an?|the|this|their|our|original)\b.{0,50}\b(?:paper|article|preprint|study|report)s?\W{0,2}", re.IGNORECASE
)
"""A work that is spoken of, and not called by its title: `a recent paper`."""
SPOKEN_OF = re.compile(
    r"(?P<title>\S+(?: \S+){3,30}(?<!white)(?<!working)(?<!position)(?<!discussion)(?<!this)(?<! the)) paper"
)
"""The text of a link that adds what kind of thing the title is of: `Denoising of Harbours by Tides paper`."""
_TEACHES = re.compile(
    r"\b(?:notes|lectures?|slides|handouts?|textbook|book|tutorial|cheat ?sheet|exercises?)\b", re.IGNORECASE
)
"""What a PDF at an unknown address is that is no paper."""
_LONGEST_LABEL = 40
_LABEL_WORD = re.compile(r"[^\s\[\](){}<>|/,:;·•&+*`'\"“”_!?.—–→↗#-]+")
_ARXIV_ID = re.compile(r"\d{4}\.\d{4,5}(?:v\d{1,2})?")


def is_link_label(text: str) -> bool:
    """Return whether the text of a link says what it leads to ("PDF", "[code]", "2") and names nothing.

    >>> [is_link_label(t) for t in ("[PDF]", "Project Page", "arXiv", "📄", "https://arxiv.org", "1706.03762v2", "")]
    [True, True, True, True, True, True, True]
    >>> [is_link_label(t) for t in ("Attention Is All You Need", "Article about attention", "a recent paper")]
    [False, True, True]
    """
    if "://" in text or _LEADS_TO.match(text) or _WORK.fullmatch(text):
        return True
    if len(text) > _LONGEST_LABEL:
        return not any(c.isalnum() for c in text)
    words = [word.casefold() for word in _LABEL_WORD.findall(_ARXIV_ID.sub(" ", text))]
    if len(words) == 1 and words[0] in _VENUES:
        return True
    return all(word in _LABELS or word.isdigit() or not any(c.isalpha() for c in word) for word in words)


def paper_link(links: Iterable[Field]) -> Field | None:
    """Return the first link that is the address of a paper."""
    return next((link for link in links if read_link(link.text).role is Role.PAPER), None)


def is_taught(block: Block, link: Link) -> bool:
    """Return whether the text of a link, or what is before it, is the word for material of a course or a meeting."""
    shown = block.prose[link.start : link.end]
    return (
        shapes.is_material(shown)
        or shapes.is_material(block.prose)
        or _TEACHES.search(block.prose, 0, link.start) is not None
    )


def own_links(block: Block, index: int, start: int, end: int) -> tuple[Field, ...]:
    """Return the links of a range that can be of a paper: no pictures, badges, people or lists."""
    wanted = (Role.PAPER, Role.CODE, Role.PROJECT, Role.DATA, Role.OTHER)
    found = [
        Field(link.target, index, link.start, link.end)
        for link in align.links_in(block, start, end)
        if link.kind is not LinkKind.WIKI and read_link(link.target).role in wanted
    ]
    for a, b, address in find_identifiers(block.prose[start:end]):
        doi = block.prose.find("10.", start + a, start + b) if "doi.org/10." in address.canonical else -1
        printed = f"https://doi.org/{decoded(block.prose[doi : start + b])}" if doi >= 0 else address.canonical
        if address.canonical and not any(f.start < start + b and start + a < f.end for f in found):
            found.append(Field(printed, index, start + a, start + b))
    return tuple(dict.fromkeys(found))
