"""The page of a thing: its values and ties as properties, and below them the words of the notes.

Facts are properties, because Obsidian shows their links and other programs can sort by them, and because a build of
the vault reads properties for what they are, where it would look for new names in sentences made up for them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from kg import lexicons, terms
from kg.extras.vault import markdown
from kg.extras.vault.deciding import needs_subject, subject
from kg.extras.vault.markdown import Value, link
from kg.extras.vault.naming import KIND_PAGES, SOURCES
from kg.extras.vault.relations import Relation, Web, others
from kg.links import read_link
from kg.model import Kind
from kg.publishing.networks.reading import Node

QUOTES = 12
"""Quotes of a page; the rest can be found through the things it is tied to."""
_TELLING = 6
"""Words from which on a quote says something."""
_BY_LAYOUT = (
    *(terms.AUTHOR, terms.PRESENTED_AT, terms.ABOUT, terms.BROADER, terms.SUPER_EVENT, terms.WORK_FEATURED),
    *(terms.MENTIONS, terms.IS_PART_OF),
)
"""Facts that follow from where something stands: what is quoted of them are names and headings."""
_OF_PAPERS = (terms.AUTHOR, terms.PRESENTED_AT, terms.ABOUT)
"""What a literature note has properties of its own for."""
_TEXTS = (("abstract", "Abstract"), ("remarks", "Notes"), ("highlights", "Highlights"))


@dataclass(frozen=True, slots=True)
class Vault:
    """The data from which pages are written."""

    web: Web
    paths: Mapping[str, str]
    """Thing -> its page, without suffix."""

    def link(self, iri: str) -> str:
        """Link to the page of a thing by its name."""
        return link(self.paths[iri], self.web.nodes[iri].name)


def render(vault: Vault, iri: str) -> str:
    """Write the page of a thing."""
    node, relations = vault.web.nodes[iri], vault.web.relations[iri]
    own = _of_paper(vault, node, relations) if node.kind == Kind.PAPER else _of_other(vault, node)
    values = {**own, **_ties(vault, node, relations), "mentioned-in": _mentions(node), "kg": node.iri}
    kept = {name: value for name, value in values.items() if value not in (None, "", [])}
    return "\n".join([markdown.front_matter(kept), *_address(node), *_texts(node), *_quotes(node, relations)])


def _of_paper(vault: Vault, node: Node, relations: Iterable[Relation]) -> dict[str, Value | None]:
    """Return the properties of a literature note, by the names that reference managers use."""
    literals, nodes = node.literals, vault.web.nodes
    whole = [iri for iri in others(relations, terms.IS_PART_OF) if nodes[iri].kind == Kind.PERIODICAL]
    about = others(relations, terms.ABOUT)
    addresses = [str(value) for name in ("identifiers", "urls") for value in literals.get(name, ())]
    return {
        "title": node.name if node.stated else None,
        "subjects": _subjects(vault, node),
        "aliases": _aliases(node),
        "kind": "paper",
        "authors": [vault.link(iri) for iri in others(relations, terms.AUTHOR)],
        "year": _property(node, "year"),
        "venue": [vault.link(iri) for iri in others(relations, terms.PRESENTED_AT)],
        "journal": [vault.link(iri) for iri in whole],
        "presentation": _all(node, "presentation"),
        "topics": [link(vault.paths[i], subject(nodes[i])) for i in about if nodes[i].kind == Kind.TOPIC],
        "about": [vault.link(iri) for iri in about if nodes[iri].kind != Kind.TOPIC],
        "rating": _rating(node),
        "status": _property(node, "reading_state"),
        "date-read": _property(node, "read_on"),
        "citekey": _property(node, "citation_keys"),
        **_identifiers(node),
        "url": list(dict.fromkeys(addresses)),
        "code": _all(node, "code"),
        "terms": _all(node, "keywords"),
    }


def _aliases(node: Node) -> list[str]:
    """Return what a paper is also called, but not how its title begins, by which it is found anyway."""
    names = [*node.other_names] if node.stated else [node.name, *node.other_names]
    known = {*_all(node, "citation_keys"), *(read_link(i).key for i in _all(node, "identifiers"))}
    return [name for name in names if name not in known and not (node.stated and node.name.startswith(name))]


def _of_other(vault: Vault, node: Node) -> dict[str, Value | None]:
    return {
        "kind": KIND_PAGES[node.kind].word.lower(),
        "subjects": _subjects(vault, node),
        "aliases": list(dict.fromkeys((node.name, *node.other_names))),
        "date": _property(node, "date"),
        "location": _property(node, "location"),
        "links": [value for name in ("identifiers", "urls", "code") for value in _all(node, name)],
    }


def has_subject(vault: Vault, iri: str) -> bool:
    """Return whether the page of a thing says what it is about in a property for that."""
    authored = bool(others(vault.web.relations[iri], terms.AUTHOR))
    return needs_subject(vault.web.nodes[iri], authored=authored)


def _subjects(vault: Vault, node: Node) -> list[str]:
    return [link(f"#{subject(node)}", subject(node))] if has_subject(vault, node.iri) else []


def _ties(vault: Vault, node: Node, relations: Iterable[Relation]) -> dict[str, Value | None]:
    """Return a property for each way in which a thing is tied to others: `uses`, `introduced-by`."""
    found: dict[str, list[str]] = defaultdict(list)
    told = {i for r in relations if r.predicate != terms.MENTIONS for e in r.edges for i in (e.source, e.target)}
    for relation in relations:
        if not (node.kind == Kind.PAPER and not relation.incoming and relation.predicate in _OF_PAPERS):
            name = f"{relation.words.replace(' ', '-')}{'-' * (relation.words in _TAKEN)}"
            ends = [edge.source if relation.incoming else edge.target for edge in relation.edges]
            found[name] += [vault.link(i) for i in ends if relation.predicate != terms.MENTIONS or i not in told]
    return {name: list(dict.fromkeys(links)) for name, links in found.items()}


_TAKEN = {"topic", "award", "papers", "name", "date"}


def _all(node: Node, name: str) -> list[str]:
    return [str(value) for value in node.literals.get(name, ())]


def _property(node: Node, name: str) -> Value | None:
    return next(iter(node.literals.get(name, ())), None)


def _rating(node: Node) -> Value | None:
    rating, scale = _property(node, "rating"), _property(node, "rating_scale")
    if not isinstance(rating, int | float):
        return None
    return f"{rating:g}/{scale}" if scale else float(rating)


def _identifiers(node: Node) -> dict[str, Value | None]:
    """Return DOI and arXiv number, as reference managers keep them."""
    found: dict[str, Value | None] = {"doi": None, "arxiv": None}
    for value in node.literals.get("identifiers", ()):
        site, _, number = read_link(str(value)).key.partition("-")
        if site in found and found[site] is None:
            found[site] = number
    return found


def _mentions(node: Node) -> list[str]:
    """Return the notes that name a thing, with the lines: `reading/2024.md:12,30`."""
    lines: dict[str, list[int]] = defaultdict(list)
    for place in node.mentioned:
        if place.line not in lines[place.note]:
            lines[place.note].append(place.line)
    return [f"{note}:{','.join(map(str, at))}" for note, at in lines.items()]


def _address(node: Node) -> Iterator[str]:
    """Yield the address of a paper of which the notes have nothing else: as text it is read as one."""
    addresses = _all(node, "identifiers")
    if node.kind == Kind.PAPER and not node.stated and addresses:
        yield f"<{addresses[0]}>\n"


def _texts(node: Node) -> Iterator[str]:
    """Yield what the notes say of a paper: abstract, remarks, highlights."""
    for name, title in _TEXTS:
        for place, value in enumerate(_all(node, name)):
            lines = [markdown.text(markdown.readable(line)) for line in value.splitlines() if line.strip()]
            head = "" if place else f"## {title}\n\n"
            yield head + ("\n\n".join(lines) if name == "remarks" else markdown.quote(lines)) + "\n"


def _quotes(node: Node, relations: Iterable[Relation]) -> Iterator[str]:
    """Yield the sentences that state the facts of which the thing is the subject, and that no remark holds."""
    remarks = " ".join(markdown.readable(line) for text in _all(node, "remarks") for line in text.splitlines())
    said = {
        (place.note, place.line, words): None
        for relation in relations
        if not relation.incoming and relation.predicate not in _BY_LAYOUT
        for edge in relation.edges
        for place in edge.places[:1]
        if len((words := markdown.readable(place.quote)).split()) >= _TELLING and words not in remarks
    }
    for number, (note, line, words) in enumerate(sorted(said)[:QUOTES]):
        head = "" if number else "## Linked mentions\n\n"
        yield head + markdown.quote(quoted(words, note, line)) + "\n"


def quoted(words: str, note: str, line: int) -> list[str]:
    """Return a quote and its place, both as links to the page of sources.

    A build of the vault does not read lists of links. Outside of its note, a sentence could name
    other things, and the graph of the vault would differ from the graph it was written from.
    """
    label = next((label for label in _labels() if words.casefold().startswith(f"{label}: ")), "")
    said = words[len(label) + 2 :] if label else words
    return [f"- [{markdown.text(shown)}](../{SOURCES}.md)" for shown in (said, f"{note}:{line}")]


@cache
def _labels() -> tuple[str, ...]:
    """Return the words that label fields; a quote does not need its label, and a build would look for more."""
    return tuple(sorted({row["label"] for row in lexicons.rows("labels")}))
