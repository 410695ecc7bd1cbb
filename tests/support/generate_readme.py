"""Generate `ontology/README.md` from the files beside it: `python tests/support/generate_readme.py`.

The prose is that of `generate_readme.md`; what the page says of terms, questions and profiles stands in `kg.ttl`,
`shapes.ttl` and the queries themselves, so that a new term needs no other place. A test fails when it is stale.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from declared import KG, ORIGIN, OWL, RDFS, SKOS, XSD, Vocabulary
from shape_words import Row, rows

from kg.resources import folder, ontology, queries

TEMPLATE = Path(__file__).with_name("generate_readme.md")
_ORIGINS = {
    "notes": "a note states it",
    "evidence": "it says where a note states something",
    "derived": "it follows from all notes together",
    "analysis": "an analysis computes it (`kg analyze`)",
    "others": "other programs may state it; `kg` does not",
    "ontology": "it is in no graph, only in `kg.ttl`",
}
"""How a term comes into a graph -> the same in words, in the order shown."""
_ALIGNMENTS = {
    "close": f"{SKOS}closeMatch",
    "exact": f"{SKOS}exactMatch",
    "broader": f"{SKOS}broadMatch",
    "implies": f"{RDFS}subPropertyOf",
}
_CHARACTERISTICS = {
    f"{OWL}FunctionalProperty": "functional",
    f"{OWL}SymmetricProperty": "symmetric",
    f"{OWL}TransitiveProperty": "transitive",
}
_MARK = re.compile(r"^\{\{(\w+)\}\}$", re.MULTILINE)
_PARAMETER = re.compile(r"^#:\s*(?!group\s)([a-z][\w-]*)", re.MULTILINE)


def generate() -> str:
    """Write the text of `ontology/README.md`.

    Raises:
        KeyError: the template has an unknown mark.
    """
    page = _Page(Vocabulary(ontology("kg.ttl").encode()), rows(Vocabulary(ontology("shapes.ttl").encode())))
    parts: dict[str, Callable[[], Iterable[str]]] = {
        "origins": lambda: _table(("origin", "meaning"), ((f"`{name}`", words) for name, words in _ORIGINS.items())),
        "class_index": page.class_index,
        "classes": page.classes,
        "property_index": page.property_index,
        "properties": page.properties,
        "alignments": page.alignments,
        "own_terms": page.own_terms,
        "questions": lambda: _table(("name", "question", "asked about"), _queries("questions")),
        "profiles": lambda: _table(("name", "what it writes"), (row[:2] for row in _queries("profiles"))),
    }
    text = _MARK.sub(lambda mark: "\n".join(parts[mark[1]]()).strip("\n"), TEMPLATE.read_text(encoding="utf-8"))
    return text + "\n" + "".join(f"{line}\n" for line in page.link_targets())


def anchor(heading: str) -> str:
    """Return the anchor that code hosts make for a heading.

    >>> anchor("Class `kg:VenueSeries`")
    'class-kgvenueseries'
    """
    return re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-")


class _Page:
    """The parts of the page that are about terms."""

    def __init__(self, vocabulary: Vocabulary, asked: list[Row]) -> None:
        self._of = vocabulary
        self._asked = asked
        terms = sorted(vocabulary.types, key=lambda iri: (_local(iri).lower(), iri))
        properties = [iri for iri in terms if vocabulary.is_property(iri)]
        self._classes = [iri for iri in terms if vocabulary.is_class(iri)]
        self._properties = [iri for iri in properties if vocabulary.is_in_graphs(iri)]
        self._own = [iri for iri in properties if not vocabulary.is_in_graphs(iri)]
        self._headings = {iri: f"Class {self._code(iri)}" for iri in self._classes}
        self._headings |= {iri: self._code(iri) for iri in properties}
        self._inline = self._alike()
        self._json_names = _json_names()

    def class_index(self) -> Iterator[str]:
        kinds = ((iri, self._of.value(iri, f"{KG}kind")) for iri in self._classes)
        found = ((self._link(iri), f"`{kind}`" if kind else "", self._comment(iri)) for iri, kind in kinds)
        return _table(("class", "kind", "what it is"), found)

    def property_index(self) -> Iterator[str]:
        found = ((self._link(iri), self._label(iri), self._values(iri)) for iri in self._properties)
        return _table(("property", "label", "value"), found)

    def classes(self) -> Iterator[str]:
        for iri in self._classes:
            yield from self._entry(iri, self._about_class(iri))

    def properties(self) -> Iterator[str]:
        for iri in self._properties:
            yield from self._entry(iri, self._about_property(iri))

    def own_terms(self) -> Iterator[str]:
        for iri in self._own:
            yield from self._entry(iri, self._about_any(iri))

    def alignments(self) -> Iterator[str]:
        found = []
        for iri in (*self._classes, *self._properties):
            aligned = [self._codes(self._of.values(iri, predicate)) for predicate in _ALIGNMENTS.values()]
            if any(aligned):
                found.append((self._link(iri), *aligned))
        filled = [n for n in range(len(_ALIGNMENTS) + 1) if any(row[n] for row in found)]
        names = ("term", *_ALIGNMENTS)
        return _table([names[n] for n in filled], ([row[n] for n in filled] for row in found))

    def link_targets(self) -> Iterator[str]:
        """Yield where the names in brackets lead, so that the page can be read as plain text, too."""
        for iri, heading in sorted(self._headings.items(), key=lambda pair: pair[1].lower()):
            if iri not in self._inline:
                yield f"[{self._code(iri)}]: #{anchor(heading)}"

    def _entry(self, iri: str, about: Iterable[str]) -> Iterator[str]:
        yield from (f"### {self._headings[iri]}", "", f"**{self._label(iri)}.** {self._comment(iri)}", "", *about)
        for example in self._of.objects(iri, f"{SKOS}example"):
            yield from ("", "```turtle", example.value, "```")
        yield ""

    def _about_class(self, iri: str) -> Iterator[str]:
        above = self._of.values(iri, f"{RDFS}subClassOf")
        if above:
            yield f"- *Subclass of:* {self._links(above)}"
        counted: dict[str, list[str]] = defaultdict(list)
        for row in self._asked:
            if row.of_class == iri:
                counted[row.number].append(row.path)
        for count in sorted(counted, key=_by_count):
            yield f"- *{count.capitalize()}:* {self._links(counted[count])}"
        values = [each for each in sorted(self._of.types) if iri in self._of.types[each]]
        yield from (f"- *Value:* {self._code(value)}, {self._label(value)}: {self._comment(value)}" for value in values)
        of = [each for each in self._properties if iri in self._of.range(each)]
        if of:
            yield f"- *Value of:* {self._links(of)}"
        yield from self._about_any(iri)

    def _about_property(self, iri: str) -> Iterator[str]:
        yield f"- *Of:* {self._links(self._of.domain(iri)) or 'any thing'}"
        yield f"- *Value:* {self._values(iri)}"
        counted: dict[str, list[str]] = defaultdict(list)
        for row in self._asked:
            if row.path == iri:
                counted[self._in_words(row)].append(row.of_class)
        for words, classes in sorted(counted.items(), key=lambda pair: (_by_count(pair[0]), pair)):
            whom = "" if len(counted) == 1 else f" ({self._links(classes)})"
            yield f"- *Count:* {words}{whom}"
        found = [word for kind, word in _CHARACTERISTICS.items() if kind in self._of.types[iri]]
        if found:
            yield f"- *Logic:* {', '.join(found)}"
        yield from self._about_any(iri)
        if iri in self._json_names:
            yield f"- *In JSON-LD:* `{self._json_names[iri]}`"

    def _about_any(self, iri: str) -> Iterator[str]:
        for name, predicate in _ALIGNMENTS.items():
            aligned = self._codes(self._of.values(iri, predicate))
            if aligned:
                yield f"- *{name.capitalize()}:* {aligned}"
        origins = [name for name in _ORIGINS if name in self._of.values(iri, ORIGIN)]
        if origins:
            yield f"- *Origin:* {', '.join(f'`{name}`' for name in origins)}"
        yield from (f"- *Why it is here:* {why}" for why in self._of.values(iri, f"{SKOS}editorialNote"))

    def _alike(self) -> set[str]:
        """Return the classes whose names differ from those of properties only in case, which Markdown ignores."""
        names = Counter(self._code(iri).lower() for iri in self._headings)
        return {iri for iri in self._classes if names[self._code(iri).lower()] > 1}

    def _in_words(self, row: Row) -> str:
        """Return how many values there may be, and which, where that is less or other than the range."""
        other = row.values if list(row.values) != self._of.range(row.path) else ()
        return ", ".join(filter(None, (row.number, " or ".join(map(self._link, other)), row.limits)))

    def _values(self, iri: str) -> str:
        found = self._of.range(iri)
        return "an IRI" if found in ([], [f"{RDFS}Resource"]) else self._links(found)

    def _label(self, iri: str) -> str:
        return self._of.value(iri, f"{RDFS}label")

    def _comment(self, iri: str) -> str:
        return self._of.value(iri, f"{RDFS}comment")

    def _code(self, iri: str) -> str:
        short = self._of.short(iri)
        return f"`{f'xsd:{iri.removeprefix(XSD)}' if iri.startswith(XSD) else short.strip('<>')}`"

    def _codes(self, iris: Iterable[str]) -> str:
        return ", ".join(map(self._code, iris))

    def _link(self, iri: str) -> str:
        heading, code = self._headings.get(iri), self._code(iri)
        if not heading:
            return code
        return f"[{code}](#{anchor(heading)})" if iri in self._inline else f"[{code}]"

    def _links(self, iris: Iterable[str]) -> str:
        return ", ".join(map(self._link, iris))


def _by_count(words: str) -> int:
    order = ("exactly one", "one or more", "at most one", "any number")
    return next((n for n, count in enumerate(order) if words.startswith(count)), len(order))


def _local(iri: str) -> str:
    return re.split(r"[/#]", iri)[-1]


def _json_names() -> dict[str, str]:
    """Return the name of each property in JSON-LD, by IRI."""
    context = json.loads(ontology("context.jsonld"))["@context"]
    prefixes = {name: iri for name, iri in context.items() if isinstance(iri, str)}
    found = {}
    for name, entry in context.items():
        if isinstance(entry, dict):
            prefix, _, local = entry["@id"].partition(":")
            found[prefixes.get(prefix, f"{prefix}:") + local] = name
    return found


def _queries(name: str) -> Iterator[tuple[str, str, str]]:
    for query, text in queries(name).items():
        first = text.split("\n", 1)[0].removeprefix("# ")
        yield f"`{query}`", first, ", ".join(_PARAMETER.findall(text))


def _table(head: Iterable[str], body: Iterable[Iterable[str]]) -> Iterator[str]:
    columns = list(head)
    yield f"| {' | '.join(columns)} |"
    yield "|" + "---|" * len(columns)
    yield from (f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in body)


def main() -> None:
    """Write `ontology/README.md`."""
    (folder() / "README.md").write_text(generate(), encoding="utf-8")


if __name__ == "__main__":
    main()
