"""Usual names: what the word lists call a thing that goes by several names."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from kg.lexicons import rows
from kg.text import form_key


@cache
def usual_names(list_name: str) -> dict[str, str]:
    """Map the form of each name in a word list to the usual name; a form that two things share is left out.

    Args:
        list_name: name of a list with the columns `name` and `aliases`, such as `methods`.

    >>> usual_names("topics")["=NLP"]
    'natural language processing'
    """
    found: dict[str, set[str]] = defaultdict(set)
    for row in rows(list_name):
        for text in (row["name"], *filter(None, row["aliases"].split("|"))):
            found[form_key(text)].add(row["name"])
    return {form: min(names) for form, names in found.items() if len(names) == 1}
