"""RO-Crate 1.3: a folder with the graph, what its words mean and what there is of it, to archive or to publish."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from kg import terms, untrusted
from kg.errors import ExportError
from kg.iris import link, mint, part
from kg.rdf import Contents, RdfFormat, Store, contents, ontology, serialize_triples, string, write_contents
from kg.version import __version__

if TYPE_CHECKING:
    from kg.publishing.files import Chosen

METADATA = "ro-crate-metadata.json"
_SPECIFICATION = "https://w3id.org/ro/crate/1.3"
_VOID = {"dcterms": "http://purl.org/dc/terms/", "void": "http://rdfs.org/ns/void#"}
_TYPE = f"<{terms.TYPE}>"
_TITLE = "Knowledge graph of research notes"
_NO_LICENCE = "No licence is given. Ask the author of this crate before you use or share it."
_SAID_ON = (terms.DATE_CREATED, terms.DATE_MODIFIED, terms.READ_ON)
"""Properties with a day on which somebody wrote or read."""


class _File(NamedTuple):
    name: str
    media_type: str
    title: str
    description: str


_FILES = (
    _File("graph.ttl", "text/turtle", "The facts", "What the notes say, as Turtle; each fact once."),
    _File(
        "graph.trig",
        "application/trig",
        "Facts and evidence",
        "A graph of facts and a graph of evidence for each note.",
    ),
    _File("ontology.ttl", "text/turtle", "The ontology", "What the classes and properties of the graph mean (OWL)."),
    _File("context.jsonld", "application/ld+json", "JSON-LD context", "The same terms, for JSON-LD."),
    _File("void.ttl", "text/turtle", "VoID description", "What the graph contains, with counts, and what it links to."),
    _File("README.md", "text/markdown", "Read me", "What this crate is and how to use it."),
)


def write(store: Store, path: Path, chosen: Chosen) -> None:
    """Write a crate into a folder that is new, empty, or has a crate already, which is replaced.

    Raises:
        ExportError: the folder has other contents, or the date or licence is not valid.
    """
    if path.exists() and any(path.iterdir()) and not (path / METADATA).is_file():
        raise ExportError(
            f"the folder {str(path)!r} holds other files. Choose a new or empty folder, or one with a crate to replace"
        )
    licence = _licence(chosen.licence)
    given = contents(store, shareable=chosen.names_only)
    facts = given.facts()
    date = _date(chosen.date) or newest_date(facts)
    if not date:
        raise ExportError(
            "a crate must give its date of publication, and the notes state no date. Give one: --date 2026-05-12"
        )
    fresh = path.with_name(f".{path.name}.part")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    try:
        _fill(fresh, given, facts, {"issued": date, "licence": licence}, names_only=chosen.names_only)
        path.mkdir(parents=True, exist_ok=True)
        for file in sorted(fresh.iterdir()):
            file.replace(path / file.name)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def newest_date(facts: Iterable[str]) -> str:
    """Return the newest date that facts state: day of a note, else of an event, else year of a paper; "" for none.

    It serves as the date of publication, which kg does not know: nothing that it writes depends on the clock.
    """
    known: dict[str, str] = {}
    for line in facts:
        _, predicate, rest = line.split(" ", 2)
        if predicate in _DATES:
            known[predicate] = max(known.get(predicate, ""), rest.split('"', 2)[1])
    said = max((date for p, date in known.items() if p[1:-1] in _SAID_ON and len(date) == 10), default="")
    return said or known.get(f"<{terms.START_DATE}>", "") or known.get(f"<{terms.DATE_PUBLISHED}>", "")


_DATES = {f"<{iri}>" for iri in (*_SAID_ON, terms.START_DATE, terms.DATE_PUBLISHED)}


def _date(given: str) -> str:
    day = untrusted.day(given)
    if given and day is None:
        raise ExportError(f"--date {given} is not a date. Write it like 2026-05-12")
    return day.isoformat() if day else ""


def _licence(given: str) -> str:
    address = link(given) if given else ""
    if address is None or (address and not address.startswith(("https://", "http://"))):
        raise ExportError(
            f"--licence {given} is not a URL. Give one such as https://creativecommons.org/licenses/by/4.0/"
        )
    return address


def _fill(folder: Path, given: Contents, facts: list[str], about: dict[str, str], *, names_only: bool) -> None:
    write_contents(given, folder / "graph.ttl", RdfFormat.TURTLE)
    write_contents(given, folder / "graph.trig", RdfFormat.TRIG)
    _put(folder / "ontology.ttl", ontology("kg.ttl"))
    _put(folder / "context.jsonld", ontology("context.jsonld"))
    about = {**about, "title": _TITLE, "description": _description(facts, names_only=names_only)}
    everything = sum(len(lines) for _, lines in given.graphs())
    _put(folder / "void.ttl", _void(facts, given.base, everything, about))
    _put(folder / "README.md", _readme(len(facts), about, everything))
    sizes = {file.name: (folder / file.name).stat().st_size for file in _FILES}
    _put(folder / METADATA, json.dumps(_metadata(about, sizes), ensure_ascii=False, indent=2) + "\n")


def _put(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


def _description(facts: Iterable[str], *, names_only: bool) -> str:
    classes = Counter(rest for _, predicate, rest in (line.split(" ", 2) for line in facts) if predicate == _TYPE)
    counts = ((classes[f"<{iri}> ."], word) for iri, word in _COUNTED.items())
    told = ", ".join(f"{number:,} {word}" for number, word in counts if number)
    withheld = " Names, identifiers, numbers and dates only: no text of the notes is in it." if names_only else ""
    return f"What a researcher's notes say, with the place of every fact: {told or 'nothing'}.{withheld}"


_COUNTED = {
    terms.DIGITAL_DOCUMENT_CLASS: "notes",
    terms.SCHOLARLY_ARTICLE_CLASS: "papers",
    terms.PERSON_CLASS: "people",
    terms.METHOD_CLASS: "methods",
    terms.DATASET_CLASS: "data sets",
    terms.CONCEPT_CLASS: "topics",
}


def _void(facts: Sequence[str], base: str, everything: int, about: Mapping[str, str]) -> str:
    """Describe the facts (VoID): what they contain, in which words, and what they link to."""
    store = Store.in_memory()
    store.load_lines("".join(f"{line}\n" for line in facts).encode())
    whole = mint("graph", "dataset", base=base)
    evidence, void, dcterms = f"<{part(whole, 'evidence')}>", _VOID["void"], _VOID["dcterms"]
    said = [
        (f"<{whole}>", f"{dcterms}title", string(about["title"])),
        (f"<{whole}>", f"{dcterms}description", string(about["description"])),
        (f"<{whole}>", f"{void}uriSpace", string(base)),
        (f"<{whole}>", f"{void}dataDump", "<graph.ttl>"),
        (evidence, terms.TYPE, f"<{void}Dataset>"),
        (evidence, f"{dcterms}description", string("The same facts with the evidence, a graph for each note.")),
        (evidence, f"{void}triples", f'"{everything}"^^<{terms.XSD_INTEGER}>'),
        (evidence, f"{void}dataDump", "<graph.trig>"),
        (evidence, f"{void}subset", f"<{whole}>"),
    ]
    kind = terms.XSD_GYEAR if len(about["issued"]) == 4 else terms.XSD_DATE
    said.append((f"<{whole}>", f"{dcterms}issued", f'"{about["issued"]}"^^<{kind}>'))
    if about["licence"]:
        said.append((f"<{whole}>", f"{dcterms}license", f"<{about['licence']}>"))
    lines = {*store.query(f"BASE <{base}>\n{ontology('crate.rq')}").lines(), *(f"{s} <{p}> {o} ." for s, p, o in said)}
    return "".join(serialize_triples(lines, RdfFormat.TURTLE, {**terms.PREFIXES, **_VOID}))


def _metadata(about: Mapping[str, str], sizes: Mapping[str, int]) -> dict[str, Any]:
    licence = about["licence"]
    root = {
        "@id": "./",
        "@type": "Dataset",
        "name": about["title"],
        "description": about["description"],
        "datePublished": about["issued"],
        "license": {"@id": licence} if licence else _NO_LICENCE,
        "hasPart": [{"@id": file.name} for file in _FILES],
        "mentions": {"@id": "#built"},
    }
    descriptor = {
        "@id": METADATA,
        "@type": "CreativeWork",
        "about": {"@id": "./"},
        "conformsTo": {"@id": _SPECIFICATION},
    }
    stated = [{"@id": licence, "@type": "CreativeWork", "name": licence, "description": "The licence of this crate."}]
    return {
        "@context": f"{_SPECIFICATION}/context",
        "@graph": [
            descriptor,
            root,
            *(_entity(file, sizes[file.name]) for file in _FILES),
            *(stated if licence else ()),
            *_PROVENANCE,
        ],
    }


def _entity(file: _File, size: int) -> dict[str, Any]:
    return {
        "@id": file.name,
        "@type": "File",
        "name": file.title,
        "description": file.description,
        "encodingFormat": file.media_type,
        "contentSize": str(size),
    }


_PROVENANCE = (
    {
        "@id": "#built",
        "@type": "CreateAction",
        "name": "Notes were read",
        "instrument": {"@id": "#kg"},
        "result": [{"@id": "graph.ttl"}, {"@id": "graph.trig"}],
    },
    {"@id": "#kg", "@type": "SoftwareApplication", "name": "kg notes", "version": __version__},
)


def _readme(facts: int, about: Mapping[str, str], everything: int) -> str:
    text = Path(__file__).with_name("crate.md").read_text(encoding="utf-8")
    return text.format(
        title=about["title"],
        description=about["description"],
        files="\n".join(f"| `{file.name}` | {file.description} |" for file in _FILES),
        metadata=METADATA,
        specification=_SPECIFICATION,
        facts=facts,
        everything=everything,
        issued=about["issued"],
        licence=f"Licence: <{about['licence']}>" if about["licence"] else _NO_LICENCE,
    )
