"""What a `.json` or a `.txt` is: its content tells, as many programs give their exports these suffixes.

Each format identifies itself, in turn; in a text file, the text that people type is what is left.
"""

from __future__ import annotations

from kg.model import Problem
from kg.notes import annotated, clippings, csljson, excerpts, libraries, roam
from kg.notes.bibtex import is_bibtex, read_bibtex
from kg.notes.csvtable import is_tsv, read_tsv
from kg.notes.draft import UNKNOWN, Content, Source
from kg.notes.html import read_html
from kg.notes.jsontree import read_json
from kg.notes.lists import is_chat
from kg.notes.markdown import read_markdown
from kg.notes.plain import marked_up, read_text
from kg.notes.tagformats import ENDNOTE, PUBMED, REFER, RIS, WOS
from kg.notes.tagged import is_tagged, read_tagged


def read_json_file(source: Source) -> Content:
    """Read CSL-JSON, a library, or an export of a program; anything else is reported and not read."""
    if not source.text.strip():
        return Content(())
    root = read_json(source, "file")
    if isinstance(root, Problem):
        return Content((), (root,))
    if references := csljson.items(root):
        return csljson.read_items(source, references)
    if kept := libraries.items(root):
        return libraries.read_items(source, kept)
    if pages := roam.pages(root):
        return roam.read_pages(source, pages)
    if rows := annotated.rows(root):
        return annotated.read_rows(source, rows)
    if books := clippings.books(root):
        return clippings.read_books(source, books)
    message = (
        "this JSON is not a format that kg knows, so nothing in it was read; it knows CSL-JSON and the exports of "
        "Zotero, Paperpile, Roam, Hypothes.is and KOReader. To leave the file out, add its name to `ignore` in kg.toml"
    )
    return Content((), (source.problem(UNKNOWN, message, 0, 1),))


def read_markdown_file(source: Source) -> Content:
    """Read Markdown: people write it, and so do programs."""
    if clippings.is_logseq(source.text):
        return clippings.read_logseq(source)
    return _read_copied(source) or read_markdown(source)


def read_html_file(source: Source) -> Content:
    """Read HTML: a page of the web, or an export of a Kindle or of KOReader."""
    form = clippings.page_form(source.text)
    return read_html(source) if form is None else clippings.read_page(source, form)


def read_text_file(source: Source) -> Content:
    """Read a text file: people type Markdown into them too."""
    form = next((form for form in (RIS, PUBMED, REFER, WOS, ENDNOTE) if is_tagged(source.text, form)), None)
    if form is not None:
        return read_tagged(source, form)
    if is_bibtex(source.text):
        return read_bibtex(source)
    if clippings.is_clippings(source.text):
        return clippings.read_clippings(source)
    if copied := _read_copied(source):
        return copied
    if is_tsv(source.text):
        return read_tsv(source)
    return read_markdown(source) if marked_up(source.text) or is_chat(source.text) else read_text(source)


def _read_copied(source: Source) -> Content | None:
    """Read what programs for reading give as text, whatever the file is called."""
    if clippings.is_koreader(source.text):
        return clippings.read_koreader(source)
    if excerpts.is_weread(source.text):
        return excerpts.read_weread(source)
    found = excerpts.excerpts(source.text)
    return excerpts.read_excerpts(source, found) if found else None
