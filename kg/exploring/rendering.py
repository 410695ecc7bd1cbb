"""Pages from templates: text from notes stays text in them and never becomes markup."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import jinja2

from kg.asking.plain import plain, suffix_of
from kg.exploring import addresses

HERE = Path(__file__).parent
STYLE = HERE / "page.css"


@cache
def templates() -> jinja2.Environment:
    """Return the templates."""
    found = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals.update(note_href=addresses.note, outward=addresses.outward, asked=addresses.asked)
    found.filters["count"] = "{:,}".format
    found.filters["plain"] = _plain
    return found


def _plain(quote: str, note: str) -> str:
    """Return the words of a quote without the markup of its note."""
    return plain(quote, suffix=suffix_of(note))


def render(template: str, **given: object) -> str:
    """Write a page.

    Args:
        template: its name.
        given: its content; every page of the explorer has the `state` of the graph, `here` and `decides`.
    """
    return templates().get_template(template).render({"state": "", "here": "", "decides": False, **given})
