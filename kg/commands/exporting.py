"""`kg export`: the graph in files for other programs."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from kg import origin
from kg.asking.questions import find_question, questions
from kg.asking.questions.answering import ask
from kg.errors import ExportError, UsageError
from kg.model import Iri, Kind
from kg.publishing import profiles
from kg.publishing.exporters import find_exporter
from kg.publishing.files import Chosen
from kg.rdf import open_store


def export(asked: Namespace) -> int:
    """Write the graph to a file or folder, in the format with the name or else of the suffix, or in a vocabulary."""
    file, profile, papers = asked.file, asked.profile, _papers(asked.question, asked.given, asked.graph)
    chosen = Chosen(papers, names_only=asked.names_only, date=asked.date, licence=asked.licence)
    if profile:
        if papers is not None:
            raise ExportError.not_of_papers(f"--profile {profile}")
        rdf_format = profiles.format_of(file, asked.format)
        profiles.write(open_store(asked.graph), file, profiles.find(profile), rdf_format, chosen)
        return 0
    exporter = find_exporter(file, asked.format)
    if papers is not None and not exporter.is_bibliography:
        raise ExportError.not_of_papers(exporter.name)
    if exporter.is_folder and file.is_file():
        raise ExportError.no_folder(str(file))
    if not exporter.is_folder and file.is_dir():
        raise ExportError(f"{str(file)!r} is a folder, and --as {exporter.name} writes a file. Choose another name")
    exporter.write(open_store(asked.graph), file, chosen)
    return 0


def _papers(name: str, given: Sequence[str], graph: Path) -> frozenset[Iri] | None:
    """Return the papers in the answer to a ready-made question; None if there is no question.

    Args:
        given: `NAME=VALUE` for each of its parameters.

    Raises:
        UsageError: there is no such question or parameter, or nothing matches.
    """
    if not name:
        if given:
            raise UsageError("--given sets the parameters of a question: name the question with --question")
        return None
    pairs = [one.partition("=") for one in given]
    wrong = next((pair for pair in pairs if not pair[1]), None)
    if wrong is not None:
        raise UsageError(f"--given {wrong[0]} is not NAME=VALUE")
    with open_store(graph) as store:
        question = find_question(questions(origin.find(graph)), name)
        found = ask(store, question, {parameter: value for parameter, _, value in pairs})
    return frozenset(Iri(cell.iri) for row in found.rows for cell in row.cells if cell.kind == Kind.PAPER)
