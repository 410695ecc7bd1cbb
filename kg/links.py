"""What stands behind an address: which site, in what role, and under which identifier.

`data/lexicons/sites.csv` is the whole knowledge about hosts: the first row whose host and path fit decides. Here an
address, or an identifier without one, is only brought into the form that the table reads.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote, unquote

from kg import untrusted
from kg.identifiers import ARXIV_ID, DATED_ARXIV, DOI, DOI_ID, OLD_ARXIV, decoded, without_class
from kg.lexicons import rows

__all__ = ["PROGRAM", "Address", "Role", "find_identifiers", "is_address", "read_link"]

LONGEST = 2000
"""A longer address is never taken for that of a paper."""
PROGRAM = r"(?!https?:)[a-z][\w-]{1,30}://"  # how an address begins that a program on this machine opens


class Role(StrEnum):
    """What an address leads to."""

    PAPER = "paper"
    CODE = "code"
    DATA = "data"
    """Datasets, models, demonstrations."""
    PROJECT = "project"
    VIDEO = "video"
    SOCIAL = "social"
    LISTING = "listing"
    """Search results, author pages, home pages of venues: many papers, so none."""
    BADGE = "badge"
    OTHER = "other"


class Site(NamedTuple):
    """A kind of page: the start of path and query, whose groups fill the two templates, and what it says."""

    path: re.Pattern[str]
    site: str
    role: Role
    key: str
    canonical: str


@dataclass(frozen=True, slots=True)
class Address:
    """The reading of an address."""

    site: str
    """Short name of the site ("arxiv", "doi", "github"), "" for one that the table does not have."""
    role: Role
    key: str
    """Identifier that is the same for every address of the work ("arxiv-2001.00017"), or ""."""
    canonical: str
    """The one address to call the work by, safe as an IRI, or ""."""


NOWHERE = Address("", Role.OTHER, "", "")


_PARTS = {
    "{arxiv}": ARXIV_ID,
    "{doi}": DOI_ID,
    "{acl}": r"(?P<id>[a-z]\d{2}-\d{4,5}|\d{4}\.[a-z\d_-]+\.\d+|\d{4}\.[a-z\d]+-[a-z\d]+\.\d+)(?![\d.-]*\d)",
    "{hash}": r"/paper(?:_files/paper)?/(?P<year>\d{4})/(?:hash|file|bitstream)/(?P<id>[\da-f]{32})",
    "{virtual}": r"/virtual/(?P<year>\d{4})/(?:loc/[\w-]+/)?(?P<what>poster|oral|spotlight)/(?P<id>\d+)",
}
"""What patterns of several rows have in common."""


def _by_host() -> dict[str, list[Site]]:
    """Read the table; the subdomains of a host count too."""
    table: dict[str, list[Site]] = {}
    for row in rows("sites"):
        path = row["path"]
        for name, pattern in _PARTS.items():
            path = path.replace(name, pattern)
        site = Site(re.compile(path, re.IGNORECASE), row["site"], Role(row["role"]), row["key"], row["canonical"])
        for host in row["hosts"].split():
            table.setdefault(host, []).append(site)
    return table


_TABLE = _by_host()
_SITE = re.compile(r"\{\{[^{}]{0,200}\}\}")
"""What the program that makes a site fills in before the path of one of its files: `{{site.baseurl}}/files/a.pdf`."""
_ARCHIVED = re.compile(r"/web/\d+[a-z_]*/(?=https?:)")
_PROXY = re.compile(r"(?P<host>[\w.-]{4,80})\.(?:[\w-]{0,12}proxy[\w-]{0,12}|libproxy|idm\.oclc)\.[\w.-]+$")
"""The proxy of a library, behind the host that it stands for."""
_PATH_DOI = re.compile(r"(?:(?<=/)|(?<=[?&]id=)|(?<=[?&]doi=))" + DOI_ID)
_DOI_BLANK = re.compile(r"(?<!%20)(?P<broken>(?<=[/._-]))?(?:%20)++(?=[^\d%?#/]*+\d)")
_VIEW = re.compile(
    r"(?:/(?:full|abstract|e?pdf|meta|fulltext|html|summary|figures)|\.(?:pdf|epub|full|abstract|html?|ris|bib|enw|nbib))$"
)
_CASED = ("openreview", "cvf", "dblp", "acl")
_NAMED = r"(?:arxiv\s{0,3}(?:preprint|e-?print)?(?:\s{0,3}arxiv)?\s{0,3}[:\s.]\s{0,3}(?:abs/)?|\babs/)"
_BARE_ARXIV = re.compile(
    rf"\b(?:corr,?\s{{0,3}})?(?:{_NAMED}|(?:https?://)?(?:www\.|export\.)?arxiv\.org/(?:abs|pdf|html)/){ARXIV_ID}(?:v\d+)?(?:\s?\[[a-z]{{2,8}}[.\w-]{{0,6}}\])?",
    re.IGNORECASE,
)
_BRACKETED = re.compile(rf"\[(?P<id>{DATED_ARXIV})(?:v\d+)?\]")
_BARE_OLD_ARXIV = re.compile(rf"(?<![\w./-]){OLD_ARXIV}", re.IGNORECASE)
_BARE_DOI = re.compile(
    r"(?:(?:https?://)?(?:dx\.|www\.)?doi\.org/|\bdoi\s{0,2}[:=]?\s{0,2}(?:https?://doi\.org/)?|(?<![\w./]))" + DOI,
    re.IGNORECASE,
)
_DOI_REST = re.compile(r"\s(?P<rest>\d[\d.]{6,30}\d)")
"""What a blank parts from a DOI that ends with a slash."""
_PATH_HANDLE = re.compile(r"/handle/(?P<id>\d[\d.]{0,20}/\d{1,12})(?=[/?#]|$)")
"""How repositories write a handle of their own into their addresses."""
_BARE_OTHER = re.compile(
    r"\bPMID\s{0,2}:?\s{0,2}(?P<pmid>\d{5,9})\b|\b(?:PMCID\s{0,2}:?\s{0,2})?PMC(?P<pmc>\d{5,9})\b"
    r"|\bhdl\s{0,2}:\s{0,2}(?P<handle>\d[\d.]{0,20}/[\w./-]{0,80}\w)"
    r"|\bACL(?:\s(?:Anthology|ID)){0,2}(?:\s{0,2}:\s{0,2}|\s)(?P<acl>[A-Z]\d\d-\d{4,5}|\d{4}\.[\w-]{3,30}\.\d{1,4})\b"
    r"|(?<![\w./-])(?P<paper>20[2-9]\d\.[a-z\d]{2,16}-[a-z\d]{1,16}\.\d{1,4})\b",
    re.IGNORECASE,
)
_OTHER_SIGN = re.compile(r"pm[ci]|hdl|acl|20[2-9]\d\.[a-z]")
_PAGES = {
    "pmid": "https://pubmed.ncbi.nlm.nih.gov/{}",
    "pmc": "https://pmc.ncbi.nlm.nih.gov/articles/PMC{}",
    "handle": "https://hdl.handle.net/{}",
    "acl": "https://aclanthology.org/{}",
    "paper": "https://aclanthology.org/{}",
}
"""Where an identifier leads that needs no address."""
_FIELDS = {"pmid": "pmid", "pubmed": "pmid", "pmcid": "pmc", "pmc": "pmc", "hdl": "handle", "handle": "handle"}
_IN_FIELD = re.compile(
    r"(?:(?:PMC|PMC?ID:?\s?)?(?P<digits>\d{1,9})(?:\.\d)?|(?:hdl:)?(?P<handle>\d[\d.]{0,20}/\S{1,80}))", re.IGNORECASE
)


@lru_cache(maxsize=20_000)
def read_link(url: str) -> Address:
    """Read an address by its host and path.

    Scheme, `www.`, version of a preprint, file format and what follows the identifier (tracking, anchors) make no
    difference. Nothing that can be written as an address raises.

    >>> read_link("https://www.arxiv.org/pdf/2001.00017v2.pdf?utm_source=x").key
    'arxiv-2001.00017'
    >>> read_link("https://img.shields.io/badge/arXiv-2001.00017-red").role
    <Role.BADGE: 'badge'>
    """
    cleaned = decoded(url.strip().strip("<>")).replace("\\", "")
    if not cleaned or len(cleaned) > LONGEST:
        return NOWHERE
    if re.match(r"arxiv:", cleaned, re.IGNORECASE):
        cleaned = "https://arxiv.org/abs/" + cleaned[6:].strip()
    elif re.match(r"doi:|10\.\d{4,9}[./]", cleaned, re.IGNORECASE):
        cleaned = "https://doi.org/" + re.sub(r"^doi:\s*", "", cleaned, flags=re.IGNORECASE)
    site = _SITE.match(cleaned)
    if site:
        return _file(cleaned[site.end() :])
    archived = _ARCHIVED.search(cleaned)
    if archived:
        cleaned = cleaned[archived.end() :]
    led = _LED_ON.match(cleaned)
    if led:
        cleaned = unquote(led["to"])
    cleaned = _TWICE.sub("doi.org/", cleaned, 1)
    split = _split(_CHECKED.sub("%23", cleaned.replace("/#abs/", "/abs/", 1)))
    return _read(*split) if split else NOWHERE


_LED_ON = re.compile(
    r"https?://(?:www\.google\.[a-z.]{2,6}/url|scholar\.google\.[a-z.]{2,6}/scholar_url|l\.facebook\.com/l\.php|"
    r"[\w.]{1,30}\.safelinks\.protection\.outlook\.com/|slack-redir\.net/link)"
    r"\?(?:[^#&]{0,400}&){0,20}?(?:url|q|u)=(?P<to>https?(?::|%3A)[^#&]+)",
    re.IGNORECASE,
)
"""An address by which a site leads on to another, as mail, chat and search do when somebody copies a link."""
_TWICE = re.compile(r"doi\.org/doi:\s?", re.IGNORECASE)
_CHECKED = re.compile(r"(?<=;\d-)#")
"""A sign of control at the end of a DOI, and no anchor."""
_TAUGHT = re.compile(
    r"/(?:slides?|lectures?|lec|l?notes|teaching|handouts?|posters?|syllab(?:us|i)|homeworks?|hw)(?:[\d_-][^/]*)?(?:/|\.pdf|$)"
    r"|/[^/]*(?<![a-z])(?:slides?|handouts?|l?notes)\d*\.pdf",
    re.IGNORECASE,
)
"""A folder or a file of a course or a talk: a PDF there is no paper."""


def is_address(target: str) -> bool:
    """Return whether the target of a link is an address, if only of a file on the site that the note is a page of.

    >>> is_address("https://arxiv.org"), is_address("{{site.baseurl}}/files/a.pdf"), is_address("other.md")
    (True, True, False)
    """
    return "://" in target or _SITE.match(target) is not None


def _split(url: str) -> tuple[str, str] | None:
    if "://" not in url[:12]:
        url = "https://" + url.lstrip("/")
    parts = untrusted.address(url)
    host = (parts.hostname or "").lower().rstrip(".")
    if parts.scheme.lower() not in ("http", "https", "ftp") or "." not in host:
        return None
    proxied = _PROXY.match(host)
    if proxied:
        inner = proxied["host"]
        host = inner if "." in inner else inner.replace("--", "\0").replace("-", ".").replace("\0", "-")
    path = re.sub(r"/{2,}", "/", unquote(_kept_blanks(parts.path))) or "/"
    return host, path + ("?" + unquote(parts.query) if parts.query else "")


def _kept_blanks(path: str) -> str:
    """Keep an encoded blank inside a DOI, which would end there, and leave out what a line break has put in.

    What is behind it is a part of the DOI only if it has a figure: `%20accessed` is a word of the text.

    >>> _kept_blanks("/10.1234/ab%20c.7%20read"), _kept_blanks("/10.1234/%20ab.7")
    ('/10.1234/ab%2520c.7%20read', '/10.1234/ab.7')
    """
    doi = _PATH_DOI.search(path)
    if doi is None or "%20" not in path:
        return path
    return path[: doi.start()] + _DOI_BLANK.sub(_blank, path[doi.start() :])


def _blank(found: re.Match[str]) -> str:
    return "%2520" if found["broken"] is None else ""


def _read(host: str, path: str) -> Address:
    labels = host.split(".")
    for first in range(max(len(labels) - 5, 0), len(labels) - 1):
        for row in _TABLE.get(".".join(labels[first:]), ()):
            found = row.path.match(path)
            if found and (row.key or row.role is not Role.PAPER or not _TAUGHT.search(path)):
                return _fill(row, found.groupdict())
    doi = _PATH_DOI.search(path)
    if doi:
        return _read("doi.org", "/" + doi["doi"])
    handle = _PATH_HANDLE.search(path)
    if handle:
        return _read("hdl.handle.net", "/" + handle["id"])
    return _file(path)


def _file(path: str) -> Address:
    is_paper = path.partition("?")[0].lower().endswith(".pdf") and not _TAUGHT.search(path)
    return Address("", Role.PAPER, "", "") if is_paper else NOWHERE


def _fill(row: Site, groups: dict[str, str | None]) -> Address:
    known = {name: value or "" for name, value in groups.items()}
    if "doi" in known:
        known["doi"] = _trim_doi(known["doi"]).lower().replace("%20", " ")
    if row.site == "arxiv" and "id" in known:
        known["id"] = without_class(known["id"])
    if row.site not in _CASED:
        known = {name: value.lower() for name, value in known.items()}
    elif row.site == "acl" and "id" in known:
        known["id"] = known["id"][0].upper() + known["id"][1:].lower()
    key = row.key.format(**known)
    canonical = row.canonical.format(**{name: quote(value, safe="/:;()._-") for name, value in known.items()})
    return Address(row.site, row.role, key, canonical)


def _trim_doi(doi: str) -> str:
    doi = doi.rstrip(".,;:'\"*_]}>’”`!〉》」")
    while doi.endswith(")") and doi.count(")") > doi.count("("):
        doi = doi[:-1].rstrip(".,;:")
    return _VIEW.sub("", doi)


def in_field(name: str, value: str) -> str:
    """Return the address of an identifier that is the value of a field of its own; "" when it is none.

    >>> in_field("pmid", "27633186"), in_field("PMCID", "PMC53001"), in_field("pmid", "none")
    ('https://pubmed.ncbi.nlm.nih.gov/27633186/', 'https://pmc.ncbi.nlm.nih.gov/articles/PMC53001/', '')
    """
    kind = _FIELDS.get(name.casefold(), "")
    found = _IN_FIELD.fullmatch(value.strip()) if kind else None
    number = found["handle" if kind == "handle" else "digits"] if found else None
    return read_link(_PAGES[kind].format(number)).canonical if number else ""


@lru_cache(maxsize=4096)
def find_identifiers(text: str) -> tuple[tuple[int, int, Address], ...]:
    """Find identifiers that stand in text without being an address, in order and without overlap.

    >>> [(text, address.key) for text in ["CoRR abs/1706.03762"] for _, _, address in find_identifiers(text)]
    [('CoRR abs/1706.03762', 'arxiv-1706.03762')]
    """
    found: list[tuple[int, int, Address]] = []
    small = text.lower()
    if "arxiv" in small or "abs/" in small:
        found += [(hit.start(), hit.end(), read_link("arxiv:" + hit["id"])) for hit in _BARE_ARXIV.finditer(text)]
    if "[" in text:
        found += [(hit.start(), hit.end(), read_link("arxiv:" + hit["id"])) for hit in _BRACKETED.finditer(text)]
    if "/" in text:
        found += [(hit.start(), hit.end(), read_link("arxiv:" + hit["old"])) for hit in _BARE_OLD_ARXIV.finditer(text)]
    for hit in _BARE_DOI.finditer(text) if "10." in text else ():
        doi = _trim_doi(hit["doi"])
        rest = _DOI_REST.match(text, hit.start("doi") + len(doi)) if doi.endswith("/") else None
        if rest is not None or not doi.endswith("/"):
            end = rest.end() if rest else hit.start("doi") + len(doi)
            found.append((hit.start(), end, read_link("doi:" + doi + (rest["rest"] if rest else ""))))
    for hit in _BARE_OTHER.finditer(text) if _OTHER_SIGN.search(small) else ():
        name = hit.lastgroup or ""
        found.append((hit.start(), hit.end(), read_link(_PAGES[name].format(hit[name]))))
    kept: list[tuple[int, int, Address]] = []
    for start, end, address in sorted(found, key=lambda hit: (hit[0], -hit[1])):
        if address.key and (not kept or start >= kept[-1][1]):
            kept.append((start, end, address))
    return tuple(kept)
