"""Pages from templates: text from notes stays text in them and never becomes markup."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path

import jinja2

from kg.asking.knowledge import Knowledge
from kg.asking.plain import plain, suffix_of
from kg.asking.wording import kind_word
from kg.exploring import addresses
from kg.rdf import Answer
from kg.text import cut, name_key

HERE = Path(__file__).parent
STYLE = HERE / "page.css"
_LONGEST_ADDRESS = 60
_NOT_IN_HTML = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]")
"""Control characters and no characters: notes may hold them, the standard keeps them out of pages."""
SHORT = 160
"""Characters of a remark in a list."""
LONG, LEAD = 1_200, 900
"""Characters of a text that is shown in two parts, and of the first part."""


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
    found.filters["plain"] = lambda quote, note: plain(quote, suffix=suffix_of(note))
    found.filters["kind"] = kind_word
    found.filters["parts"] = _parts
    found.filters["short"] = partial(cut, limit=SHORT)
    found.filters["site"] = _site
    found.tests["repeating"] = _repeats
    return found


def _parts(text: str) -> tuple[str, str]:
    """Divide a long text into what is shown at once and the rest, at the end of a line or between words.

    >>> _parts("short"), [len(part) for part in _parts("words " * 500)]
    (('short', ''), [899, 2099])
    """
    if len(text) <= LONG:
        return text, ""
    start = text[:LEAD]
    at = max(start.rfind("\n"), 0) or max(start.rfind(" "), 0)
    lead = start[:at] if at > LEAD // 2 else start
    return lead, text[len(lead) :].strip()


def _site(address: str) -> str:
    """Return an address as it is shown: without the protocol, and cut.

    >>> _site("https://www.example.org/a/")
    'example.org/a'
    """
    shown = address.partition("://")[2].removeprefix("www.").rstrip("/")
    return cut(shown, limit=_LONGEST_ADDRESS)


def _repeats(quote: str, *names: str) -> bool:
    """Return whether a quote says no more than one of some names.

    >>> _repeats("Graph Learning", "2017", "graph learning"), _repeats("et al. 2017", "2017")
    (True, False)
    """
    return name_key(quote) in {name_key(name) for name in names}


def render(template: str, **given: object) -> str:
    """Write a page; what HTML does not allow is shown as characters that were replaced.

    Args:
        given: its content; every page of the explorer has the `state` of the graph, `here` and `decides`.
    """
    page = templates().get_template(template).render({"state": "", "here": "", "decides": False, **given})
    return _NOT_IN_HTML.sub("\ufffd", page)


HTML, JSON = "text/html", "application/json"


def written(template: str, knowledge: Knowledge, given: Mapping[str, str], **told: object) -> Answer:
    """Write a page of the explorer.

    Args:
        given: what the server says of every page, and what was asked.
        told: what the page tells.
    """
    frame = {"state": given.get("state", ""), "decides": bool(given.get("decides"))}
    href = partial(addresses.thing, base=knowledge.store.base)
    return Answer(render(template, href=href, **(frame | told)).encode("utf-8", "replace"), HTML)


def as_json(value: object) -> Answer:
    """Write an answer to a script."""
    return Answer(json.dumps(value).encode(), JSON)
