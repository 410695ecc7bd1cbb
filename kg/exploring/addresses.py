"""The addresses of pages: of a thing by its IRI without the base, of a note by its path."""

from __future__ import annotations

from pathlib import PurePath
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


def of(iri: str, kind: str, name: str, base: str) -> str:
    """Return the address of the page of a thing of a kind; the name of a note is its path."""
    return note(name) if kind == "note" else thing(iri, base)


def in_program(file: PurePath, line: int, program: str) -> str:
    """Return the address with which a program opens a note; Obsidian takes no line.

    Args:
        file: the path of the note on this machine.
        line: from 1; 0 for none.
        program: `obsidian` or `vscode`.

    >>> from pathlib import PurePosixPath, PureWindowsPath
    >>> in_program(PurePosixPath("/my notes/a.md"), 7, "vscode")
    'vscode://file/my%20notes/a.md:7'
    >>> in_program(PureWindowsPath("C:/notes/a.md"), 0, "obsidian")
    'obsidian://open?path=C%3A%2Fnotes%2Fa.md'
    """
    path = file.as_posix()
    if program == "obsidian":
        return f"obsidian://open?path={quote(path, safe='')}"
    return f"vscode://file/{quote(path.lstrip('/'), safe='/:')}{f':{line}' if line else ''}"


def outward(address: str) -> bool:
    """Return whether an address is that of a web page.

    >>> outward("https://example.org/"), outward("javascript:alert(1)")
    (True, False)
    """
    return address.lower().startswith(("http://", "https://"))


def asked(sparql: str) -> str:
    """Return the address of the page for writing queries, with a query to run."""
    return "/query?" + urlencode({"query": sparql})
