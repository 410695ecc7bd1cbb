"""The links of a line: which can be of a paper, and which texts of links are labels that name nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kg.extraction import align
from kg.extraction.entries import Field
from kg.identifiers import decoded
from kg.links import Role, find_identifiers, read_link
from kg.model import Block, LinkKind

CROWDED = 300
"""A block with more links than this is a dump: its addresses are kept, nothing around them is read."""
_LABELS = frozenset(
    """
    paper papers pdf pdfs link links arxiv arxiv-link abs abstract html url doi here code codes github git repo
    repository gitlab implementation project projects page pages website site homepage home web webpage video videos
    youtube talk slides slide poster openreview or forum demo data dataset datasets blog blogpost post supp suppl
    supplementary supplement supplemental material appendix bibtex bib cite citation huggingface hf model models card
    weights checkpoint checkpoints colab notebook tweet twitter thread x view open read download source src official
    unofficial pytorch torch tf tensorflow jax keras caffe preprint publication published proceedings acl anthology cvf
    original
    ieee acm springer nature science biorxiv medrxiv hal pmlr s2 scholar semantic full text version extended conference
    camera ready oral spotlight recording leaderboard my article journal official-code more info details docs
    documentation review reviews summary notes note and the for on in to of with a pdf-link paper-link star stars
    code-link openaccess open-access dblp wiki space spaces lien quelle artikel aufsatz volltext enlace artículo ссылка
    статья код 论文 代码 链接 项目 主页 视频 数据 论文链接 原文 论文地址 代码链接 项目主页
    論文 コード リンク 논문 코드 링크
    """.split()
)
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
