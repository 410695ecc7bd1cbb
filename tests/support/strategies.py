"""Hypothesis strategies that several test files share."""

from __future__ import annotations

from hypothesis import strategies as st

WORDS = st.text(
    st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs"), exclude_characters="\x00"),
    min_size=1,
    max_size=12,
)
"""Any word that a person could type."""

MARKS = st.sampled_from(
    """* ** _ ` `` [ ]( ) ![ [[ ]] | < > <b> </b> <br> <!-- --> $ $$ == ~~ # ## - + 1. > \\ & &amp; &nbsp; ^ [^1] : ://
    https://arxiv.org/abs/2001.00017 (http://a.b/c_d). [!quote] @key @article{a, --- ``` ~~~ [x] #tag #🧠 â€™ Ã¶ ðŸ§\xa0
    \u200b \xad <details> </details> <table> <tr><td> javascript:""".split(" ")
)
"""What means something in one of the formats, or is broken text."""

GAPS = st.sampled_from(
    [" ", " ", "", "\n", "\n\n", "\r\n", "\t", "\n\t", "\n  ", "\n    - ", "\n> ", "\n- ", "\n| ", "\xa0"]
)

NOTE_TEXTS = st.lists(st.tuples(st.one_of(WORDS, MARKS), GAPS), max_size=40).map(
    lambda pairs: "".join(part for pair in pairs for part in pair)
)
"""Text like a note gone wrong: words, marks of Markdown, HTML and BibTeX, any line ends."""

PLAIN_WORDS = st.text(st.characters(codec="utf-8", categories=("L",), max_codepoint=0x7F), min_size=1, max_size=9)
PLAIN_PARAGRAPHS = st.lists(st.lists(PLAIN_WORDS, min_size=1, max_size=9).map(" ".join), min_size=1, max_size=8)
"""Paragraphs of letters and spaces: nothing in them may get lost."""
