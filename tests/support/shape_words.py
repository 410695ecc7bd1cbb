"""What `shapes.ttl` asks of the values of a property, in words: for people who do not read SHACL."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from declared import RDF, Node, Vocabulary

SH = "http://www.w3.org/ns/shacl#"
_COUNTS = {
    ("1", "1"): "exactly one",
    ("1", ""): "one or more",
    ("", "1"): "at most one",
    ("", ""): "any number",
}
_BOUNDS = {"minInclusive": "at least", "minExclusive": "above", "maxInclusive": "at most"}


class Row(NamedTuple):
    """What a shape requires of one property of a class."""

    of_class: str
    """IRI."""
    path: str
    """IRI of the property."""
    number: str
    """`exactly one`, `any number` ..."""
    values: tuple[str, ...]
    """IRIs of the classes or datatypes that a value may have, sorted; empty if the shape names none."""
    limits: str
    """What else is asked of a value, "" if nothing is: `at least 1`."""


def rows(shapes: Vocabulary) -> list[Row]:
    """Return the requirements on each property of each class, sorted."""
    return sorted(
        _row(shapes, target.value, asked.value)
        for shape in shapes.types
        for target in shapes.objects(shape, f"{SH}targetClass")
        for asked in shapes.objects(shape, f"{SH}property")
    )


def havers(shapes: Vocabulary) -> dict[str, tuple[str, ...]]:
    """Return the classes whose things may have a property at all, sorted, if a shape says it."""
    return {
        path.value: _values(shapes, shape)
        for shape in sorted(shapes.types)
        for path in shapes.objects(shape, f"{SH}targetSubjectsOf")
    }


def _row(shapes: Vocabulary, target: str, asked: str) -> Row:
    least, most = (shapes.value(asked, f"{SH}{name}") for name in ("minCount", "maxCount"))
    count = _COUNTS.get((least, most)) or f"{least or 0} to {most or 'any number'}"
    limits = ", ".join(_limits(shapes, asked))
    return Row(target, shapes.value(asked, f"{SH}path"), count, _values(shapes, asked), limits)


def _values(shapes: Vocabulary, asked: str) -> tuple[str, ...]:
    choices = [member for cell in shapes.objects(asked, f"{SH}or") for member in shapes.members(cell)]
    nodes = [asked, *(choice.value for choice in choices)]
    return tuple(
        sorted({v for node in nodes for name in ("class", "datatype") for v in shapes.values(node, f"{SH}{name}")})
    )


def _limits(shapes: Vocabulary, asked: str) -> Iterator[str]:
    for name, words in _BOUNDS.items():
        for bound in shapes.objects(asked, f"{SH}{name}"):
            yield f"{words} {_plain(bound)}"
    for pattern in shapes.objects(asked, f"{SH}pattern"):
        if pattern.value != ".":
            yield f"matches `{pattern.value}`"
        else:
            yield "not empty"
    for cell in shapes.objects(asked, f"{SH}in"):
        if cell.value != f"{RDF}nil":
            yield "one of " + ", ".join(f"`{_spelled(shapes, member)}`" for member in shapes.members(cell))
    for kind in shapes.objects(asked, f"{SH}nodeKind"):
        yield {f"{SH}IRI": "an IRI", f"{SH}Literal": "a literal"}[kind.value]


def _plain(number: Node) -> str:
    """Write a bound without a fraction of nothing: 0.0 as 0."""
    return number.value.removesuffix(".0")


def _spelled(shapes: Vocabulary, member: Node) -> str:
    short = shapes.short(member.value)
    return member.value if short.startswith("<") else short
