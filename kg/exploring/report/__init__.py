"""The report: one page that a person reads about their notes, in the explorer or as a file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from kg.asking.knowledge import Knowledge
from kg.exploring.rendering import STYLE, render, written
from kg.exploring.report.content import content
from kg.rdf import Answer

__all__ = ["page", "standalone"]


def page(knowledge: Knowledge, given: Mapping[str, str]) -> Answer:
    """Show the report in the explorer."""
    return written(
        "report.html", knowledge, given, here="report", told=content(knowledge, knowledge.graph_folder), linked=True
    )


def standalone(knowledge: Knowledge, graph: Path) -> str:
    """Write the report as a file with its style and plots, without scripts and without links to other pages."""
    style = STYLE.read_text(encoding="utf-8")
    return render("report_file.html", told=content(knowledge, graph), style=style, linked=False, href=lambda _: "")
