"""A program for `kg.rdf.Worker` with a page that raises beside one that does not."""

from __future__ import annotations

from collections.abc import Mapping

from kg.rdf import Answer, Store, worker


def main() -> None:
    """Answer messages until their sender ends."""
    worker.main(pages=_page)


def _page(_store: Store, page: str, given: Mapping[str, str]) -> Answer | None:
    if page == "raising":
        raise ZeroDivisionError("of a page")
    return Answer(given["q"].encode(), "text/plain") if page == "good" else None
