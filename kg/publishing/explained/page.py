"""The explanation of a note as one HTML page: no script, nothing from any host, and text of notes only as text."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib import resources

from kg.publishing.explained import Line, Piece, counts, label, lines_of, name, summary
from kg.publishing.explained.reading import FIELDS, Explanation

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
_CONTROL = (*range(9), 11, 12, *range(14, 32), *range(127, 160))
_TURNING = (*range(0x202A, 0x202F), *range(0x2066, 0x206A))
_UNSHOWN: dict[int, str | None] = {**dict.fromkeys(_CONTROL, "\ufffd"), **dict.fromkeys(_TURNING)}
"""Control characters, which no page may hold, and those that turn the order of the text around them."""


def render(explanation: Explanation) -> str:
    """Write the page."""
    return "".join(_page(explanation))


def _page(explanation: Explanation) -> Iterator[str]:
    title = _safe(explanation.note.id)
    style = resources.files(__package__).joinpath("page.css").read_text(encoding="utf-8")
    yield (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n<meta name="color-scheme" content="light dark">\n'
        f'<title>{title} explained</title>\n<link rel="icon" href="data:,">\n'
        f"<style>\n{style}</style>\n</head>\n<body>\n"
        f"<header>\n<h1>{title}</h1>\n<p>{_safe(counts(explanation))}</p>\n{_legend(explanation)}</header>\n"
        '<table>\n<thead><tr><th scope="col">Line</th><th scope="col">Region</th><th scope="col">Record</th>'
        '<th scope="col">Text</th></tr></thead>\n<tbody>\n'
    )
    region = ""
    for line in lines_of(explanation):
        region = line.region or region
        yield from _rows(line, region)
    yield "</tbody>\n</table>\n</body>\n</html>\n"


def _legend(explanation: Explanation) -> str:
    used = {run.field for record in explanation.records for run in record.runs}
    shown = "".join(f'<li><span class="f {_class(field)}">{field}</span></li>' for field in FIELDS if field in used)
    return f'<ul aria-label="Fields">{shown}</ul>\n' if shown else ""


def _rows(line: Line, region: str) -> Iterator[str]:
    kind = f' class="{_class(region)}"' if region else ""
    edge = ' class="edge"' if line.region else ""
    names = " ".join(f'<b id="{name(record)}">{name(record)}</b>' for record in line.begun)
    state = ' class="open"' if line.open else ""
    text = "".join(map(_piece, line.pieces))
    number = f' id="L{line.number}">{line.number}' if line.number else ">"
    yield (
        f"<tr{edge}><td{number}</td><td{kind}>{_safe(line.region)}</td><td{state}>{names}</td><td>{text}</td></tr>\n"
    )
    for record in line.ended:
        state = "out" if record.entry is None else "made"
        text = f'<a href="#{name(record)}">{name(record)}</a> {_safe(summary(record))}'
        yield f'<tr class="{state}"><td></td><td{kind}></td><td></td><td>{text}</td></tr>\n'
    for problem in line.problems:
        text = f"<b>{_safe(problem.code)}</b> {_safe(problem.message)}"
        yield f'<tr class="problem"><td></td><td{kind}></td><td></td><td>{text}</td></tr>\n'


def _piece(piece: Piece) -> str:
    if piece.run is None or piece.record is None:
        return _safe(piece.text)
    hover = f"{label(piece.run)} of {name(piece.record)}: {piece.run.text}"
    state = "" if piece.run.kept else " lost"
    return f'<span class="f {_class(piece.run.field)}{state}" title="{_safe(hover)}">{_safe(piece.text)}</span>'


def _class(words: str) -> str:
    return words.replace(" ", "-")


def _safe(text: str) -> str:
    return escape(text.translate(_UNSHOWN))
