"""The addresses of pages: of a thing by its IRI without the base, of a note by its path."""

from __future__ import annotations

from urllib.parse import quote, urlencode

THING, NOTE = "/thing/", "/note/"
_SAFE = "/:@!$&'()*+,;=~-._"


def thing(iri: str, base: str) -> str:
    """Return the address of the page of a thing; "" if it is not one of this graph.

    >>> thing("https://kg.example/paper/a%20b", "https://kg.example/")
    '/thing/paper/a%2520b'
    """
    return THING + quote(iri.removeprefix(base), safe=_SAFE) if iri.startswith(base) and iri != base else ""


def note(path: str, line: int = 0) -> str:
    """Return the address of a note, or of one of its lines.

    >>> note("2025/a #1.md", 7)
    '/note/2025/a%20%231.md?line=7#line-7'
    """
    place = f"?line={line}#line-{line}" if line else ""
    return f"{NOTE}{quote(path, safe=_SAFE)}{place}"


def outward(address: str) -> bool:
    """Return whether an address is that of a web page.

    >>> outward("https://example.org/"), outward("javascript:alert(1)")
    (True, False)
    """
    return address.lower().startswith(("http://", "https://"))


def asked(sparql: str) -> str:
    """Return the address of the page for writing queries, with a query to run."""
    return "/query?" + urlencode({"query": sparql})
