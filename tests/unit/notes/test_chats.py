"""What people write to each other: each message is an item, without time and speaker where it may be a paper."""

from __future__ import annotations

from kg.model import BlockKind
from kg.notes.draft import Source
from kg.notes.recognition import read_markdown_file, read_text_file

EXPORTED = """\
12.03.24, 08:28 - Ana: Gentle slopes (Bo Lind, 2001)
12.03.24, 08:29 - Jan Roe: thanks!
12.03.24, 08:40 - Ana: it is 12:30, lunch?
12.03.24, 08:41 - Jan Roe: yes
"""


def _prose(text: str) -> list[str]:
    return [block.prose for block in read_markdown_file(Source("chat.md", text)).blocks]


def test_each_message_is_an_item_and_one_of_a_paper_has_no_speaker() -> None:
    blocks = read_text_file(Source("chat.txt", EXPORTED)).blocks
    assert [block.prose for block in blocks] == [
        "Gentle slopes (Bo Lind, 2001)",
        "12.03.24, 08:29 - Jan Roe: thanks!",
        "12.03.24, 08:40 - Ana: it is 12:30, lunch?",
        "12.03.24, 08:41 - Jan Roe: yes",
    ]
    assert {block.kind for block in blocks} == {BlockKind.ITEM}
    assert EXPORTED[slice(*blocks[0].source(0, 6))] == "Gentle"


def test_other_programs_write_the_time_in_other_ways() -> None:
    for first, second in (
        ("[08:28] Ana: ", "[08:29] Bo: "),
        ("08:28 <ana> ", "08:29 <bo> "),
        ("Ana, 8:28: ", "Bo, 8:29: "),
    ):
        chat = "\n".join([first + "one, 2001", second + "two, 2002", first + "three, 2003", second + "four, 2004"])
        assert _prose(chat) == ["one, 2001", "two, 2002", "three, 2003", "four, 2004"]


def test_a_programme_of_talks_is_no_chat() -> None:
    programme = (
        "# Day 1\n\n09:30 - Ana Lind: Gentle slopes\n10:00 - Bo Roe: Steep slopes\n10:30 - Talk: Why lakes freeze\n"
    )
    assert _prose(programme)[1].startswith("09:30 - Ana Lind: Gentle slopes")
