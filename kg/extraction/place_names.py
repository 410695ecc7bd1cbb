"""Names of countries, continents and parts of them, which are neither methods nor organisations."""

from __future__ import annotations

import re

_PLACES = frozenset(
    "argentina australia austria bangladesh belgium brazil bulgaria cameroon canada chile china colombia croatia cuba "
    "cyprus denmark egypt england estonia ethiopia finland france germany ghana greece hungary iceland india "
    "indonesia iran iraq ireland israel italy japan kenya korea latvia lithuania luxembourg malaysia malta mexico "
    "morocco nepal netherlands nigeria norway pakistan peru philippines poland portugal romania russia rwanda "
    "scotland serbia singapore slovakia slovenia spain sweden switzerland taiwan tanzania thailand tunisia turkey "
    "uganda ukraine ussr vietnam wales africa asia europe oceania antarctica caribbean scandinavia america americas "
    "uk us usa u.s u.s.a u.k".split()
)
_REGION = re.compile(
    r"(?:north|south|east|west|central|latin|middle|north-?east|south-?east)(?:ern)? "
    r"(?:africa|asia|europe|america|east|korea)|"
    r"united (?:states|kingdom|arab emirates)|new (?:zealand|york|delhi|orleans)|hong kong|saudi arabia|czech republic|"
    r"\w+ islands"
)


def is_place(text: str) -> bool:
    """Return whether a text is a country, a continent or a part of one.

    >>> is_place("Kenya"), is_place("Southern Europe"), is_place("Amazon")
    (True, True, False)
    """
    small = text.casefold().removeprefix("the ").rstrip(".")
    return small in _PLACES or _REGION.fullmatch(small) is not None
