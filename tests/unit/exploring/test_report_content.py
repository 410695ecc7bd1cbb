"""The content of the report: the columns of its tables."""

from __future__ import annotations

from pathlib import Path

from asked import Notes

from kg import terms
from kg.exploring.report.content import content
from kg.model import Kind


def test_no_column_is_empty_in_all_rows(tmp_path: Path) -> None:
    made = Notes()
    note = made.note("a.md", "Wide Paths cites Deep Roads and Long Ways. Deep Roads cites Long Ways.")
    wide, deep, long = (note.mention(Kind.PAPER, name) for name in ("Wide Paths", "Deep Roads", "Long Ways"))
    for one, other in ((wide, deep), (wide, long), (deep, long)):
        note.claim(one, terms.CITATION, other)
    tables = [table for _, tables in content(made.knowledge(), tmp_path).sections for table in tables if table.rows]

    assert [table.title for table in tables][:1] == ["Central papers"]
    assert "rating" not in tables[0].columns
    for table in tables:
        assert all(any(row[place] != "" for row in table.rows) for place in range(len(table.columns)))
