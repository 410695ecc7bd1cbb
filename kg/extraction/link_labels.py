"""The links of a line: which can be of a paper, and which texts of links are labels that name nothing."""

from __future__ import annotations

import re

from kg.extraction import align
from kg.extraction.entries import Field
from kg.links import Role, find_identifiers, read_link
from kg.model import Block, LinkKind

CROWDED = 300
"""A block with more links than this is a dump: its addresses are kept, nothing around them is read."""
_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>]+(?<![.,;)\]])")
_LINK_LABEL = re.compile(
    r"\W*(?:(?:the\s|official\s|full\s|my\s|project\s|source\s|extended\s|conference\s|camera[- ]ready\s)?"
    r"(?:papers?|pdf|arxiv|abs(?:tract)?|links?|code|github|repo(?:sitory)?|website|web|page|homepage|project|poster|slides?|"
    r"video|talk|demo|doi|openreview|blog(?:\s?post)?|data(?:set)?s?|model(?:s| card)?|supp(?:lementary)?(?:\smaterial)?|appendix|"
    r"html|url|site|article|preprint|published version|proceedings|acl(?: anthology)?|pmlr|neurips|icml|iclr|cvf|oral|"
    r"spotlight|recording|youtube|twitter|tweet|thread|x|bib(?:tex)?|cite|semantic scholar|huggingface|hf|colab|notebook|"
    r"publication|version|source|pytorch|tensorflow|jax|weights|checkpoints?|docs?|documentation|read|download|here|"
    r"lien|quelle|artikel|aufsatz|volltext|enlace|artículo|paper-link|ссылка|статья|论文|链接|原文|リンク|論文|링크|논문|"
    r"journal|leaderboard|review|notes?|summary|\d{4}\.\d{4,5}(?:v\d)?)(?:\s(?:page|link|version|version\s\d|post|paper|code|\d))?)\W*",
    re.IGNORECASE,
)


def is_link_label(text: str) -> bool:
    """Say whether the text of a link says what it leads to and names nothing.

    >>> [is_link_label(t) for t in ("[PDF]", "Project Page", "arXiv", "📄", "https://arxiv.org", "Attention Is All You Need")]
    [True, True, True, True, True, False]
    """
    return not any(c.isalnum() for c in text) or "://" in text or bool(_LINK_LABEL.fullmatch(text.strip()))


def own_links(block: Block, index: int, start: int, end: int) -> tuple[Field, ...]:
    """Give the links of a range that can be of a paper: no pictures, badges, people or lists."""
    wanted = (Role.PAPER, Role.CODE, Role.PROJECT, Role.DATA, Role.OTHER)
    found = [
        Field(link.target, index, link.start, link.end)
        for link in align.links_in(block, start, end)
        if link.kind is not LinkKind.WIKI and read_link(link.target).role in wanted
    ]
    for a, b, address in find_identifiers(block.prose[start:end]):
        doi = _DOI.search(block.prose, start + a, start + b)
        printed = f"https://doi.org/{doi.group()}" if doi else address.canonical
        if address.canonical and not any(f.start < start + b and start + a < f.end for f in found):
            found.append(Field(printed, index, start + a, start + b))
    return tuple(dict.fromkeys(found))
