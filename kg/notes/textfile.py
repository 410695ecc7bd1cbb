"""What a `.txt` is told by its content: clippings, references of a program, a table, Markdown, or plain text.

Each format identifies itself, in turn; the text that people type is what is left.
"""

from __future__ import annotations

from kg.notes import pubmed, refer, ris, wos
from kg.notes.bibtex import is_bibtex, read_bibtex
from kg.notes.clippings import is_clippings, read_clippings
from kg.notes.csvtable import is_tsv, read_tsv
from kg.notes.draft import Content, Source
from kg.notes.markdown import read_markdown
from kg.notes.plain import marked_up, read_text
from kg.notes.tagged import is_tagged, read_tagged

_TAGGED = (ris.FORMAT, pubmed.FORMAT, refer.FORMAT, wos.FORMAT)


def read_text_file(source: Source) -> Content:
    """Read a text file: people type Markdown into them too."""
    form = next((form for form in _TAGGED if is_tagged(source.text, form)), None)
    if form is not None:
        return read_tagged(source, form)
    if is_bibtex(source.text):
        return read_bibtex(source)
    if is_clippings(source.text):
        return read_clippings(source)
    if is_tsv(source.text):
        return read_tsv(source)
    return read_markdown(source) if marked_up(source.text) else read_text(source)
