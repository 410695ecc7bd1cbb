"""Pages hold only characters that HTML allows, whatever notes hold."""

from __future__ import annotations

import re

from kg.exploring.rendering import render

FORBIDDEN = [*range(0x9), 0xB, *range(0xE, 0x20), *range(0x7F, 0xA0), *range(0xFDD0, 0xFDF0), 0xFFFE, 0xFFFF]


def test_a_page_has_no_character_that_html_forbids() -> None:
    page = render("problem.html", problem="".join(map(chr, FORBIDDEN)) + "Zoë \t 🧠", state="")

    assert not [hex(ord(c)) for c in page if ord(c) in FORBIDDEN]
    assert re.search("\ufffd{5,}Zoë \t 🧠", page)
