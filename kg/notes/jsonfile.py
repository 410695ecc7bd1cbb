"""JSON files: what is in one is told by its content, as every program gives its export the same suffix."""

from __future__ import annotations

from kg.model import Problem
from kg.notes import annotated, csljson, roam
from kg.notes.draft import UNKNOWN, Content, Source
from kg.notes.jsontree import read_json


def read_json_file(source: Source) -> Content:
    """Read CSL-JSON, an export of Roam or of Hypothes.is; anything else is reported and nothing in it is read."""
    if not source.text.strip():
        return Content(())
    root = read_json(source, "file")
    if isinstance(root, Problem):
        return Content((), (root,))
    if references := csljson.items(root):
        return csljson.read_items(references)
    if pages := roam.pages(root):
        return roam.read_pages(source, pages)
    if rows := annotated.rows(root):
        return annotated.read_rows(source, rows)
    message = (
        "this JSON is not a format that kg knows, so nothing in it was read; it knows CSL-JSON and the exports of Roam "
        "and Hypothes.is. To leave the file out, add its name to `ignore` in kg.toml"
    )
    return Content((), (source.problem(UNKNOWN, message, 0, 1),))
