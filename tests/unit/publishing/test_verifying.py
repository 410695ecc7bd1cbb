"""Where quotes went when a note was edited, and how old words are told from new ones."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from kg.publishing.verifying.relocating import Elsewhere, Passage, relocate
from kg.publishing.verifying.rewording import PieceStatus, reworded

WORDS = st.lists(st.sampled_from("a b [-x-] {+y+} \x1b[31m Σ 知识 Bo Chen".split()), max_size=30)


def passage(text: str, quote: str, *, after: str = "") -> Passage:
    start = text.index(quote, text.index(after))
    return Passage(start, start + len(quote), quote)


@given(WORDS, WORDS)
def test_the_old_and_the_new_text_can_be_put_together_from_the_pieces(old: list[str], new: list[str]) -> None:
    pieces = reworded(" ".join(old), " ".join(new))

    assert " ".join(text for sort, text in pieces if sort is not PieceStatus.NEW) == " ".join(old)
    assert " ".join(text for sort, text in pieces if sort is not PieceStatus.OLD) == " ".join(new)


@given(st.text(max_size=80), st.text(max_size=80), st.data())
def test_what_is_found_stands_where_it_is_said_to_stand(old: str, new: str, data: st.DataObject) -> None:
    places = st.tuples(st.integers(0, len(old)), st.integers(0, len(old)))
    chosen = sorted({(a, b) for a, b in data.draw(st.lists(places, max_size=12)) if a < b})
    passages = [Passage(a, b, old[a:b]) for a, b in chosen]

    found = relocate(new, passages)

    for one, at in (*found.exact.items(), *found.stray.items()):
        assert new[at : at + len(one.quote)] == one.quote
    assert all(0 <= a < b <= len(new) and new[a:b] != one.quote for one, (a, b) in found.reworded.items())
    assert not found.exact.keys() & found.reworded.keys() and not found.stray.keys() & found.reworded.keys()
    if new == old:
        assert found.exact == {one: one.start for one in passages}


@given(st.text(max_size=60), st.text(max_size=60), st.data())
def test_text_put_before_a_note_moves_every_telling_quote_by_its_length(
    before: str, text: str, data: st.DataObject
) -> None:
    ends = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)))
    passages = [Passage(a, b, text[a:b]) for a, b in pairwise(ends)]
    alone = [one for one in passages if (before + text).count(one.quote) == 1 and len(one.quote) >= 12]

    found = relocate(before + text, passages)

    assert all(found.exact[one] == one.start + len(before) for one in alone)


def test_of_several_occurrences_the_one_that_moved_with_its_neighbours_is_taken() -> None:
    old = "BERT opens the list.\n\nThe transformer of Vaswani beats it.\n\nBERT closes the list for today.\n"
    passages = [
        passage(old, "BERT"),
        passage(old, "transformer of Vaswani"),
        passage(old, "BERT", after="beats"),
        passage(old, "closes the list"),
    ]
    new = "BERT is new here. BERT, too.\n\n" + old

    found = relocate(new, passages).exact

    assert [found[one] - one.start for one in passages[1:]] == [len(new) - len(old)] * 3


def test_a_replaced_name_is_taken_whole_though_its_length_is_another() -> None:
    old = "Written by Anna Muster for the yearly meeting of the group.\n"
    passages = [passage(old, "Written by"), passage(old, "Anna Muster"), passage(old, "the yearly meeting")]
    new = old.replace("Anna Muster", "Anneliese Musterfrau")

    ((start, end),) = relocate(new, passages).reworded.values()

    assert new[start:end] == "Anneliese Musterfrau"


def test_a_sentence_with_a_word_more_and_a_line_before_it_is_changed() -> None:
    old = "We show that graphs help readers of long papers.\n"
    new = "Another line.\nWe show that knowledge graphs help readers of very long papers.\n"
    one = Passage(0, len(old) - 1, old[:-1])

    ((start, end),) = relocate(new, [one]).reworded.values()

    assert new[start:end] == "We show that knowledge graphs help readers of very long papers."


def test_words_that_share_nothing_with_the_quote_are_no_change_of_it() -> None:
    old = "Read by Bo Chen on the train to the conference.\n"
    passages = [passage(old, "Bo Chen"), passage(old, "on the train to")]

    found = relocate(old.replace("Bo Chen", "Wim Duit"), passages)

    assert passages[0] not in {*found.exact, *found.reworded, *found.stray}


def test_a_quote_is_no_part_of_a_longer_word() -> None:
    old, new = "SAM is small.", "A SAMPLE it is, and nothing but SAMPLES."

    found = relocate(new, [passage(old, "SAM")])

    assert not found.exact and not found.stray


def test_short_words_are_looked_for_in_other_notes_only_beside_long_ones() -> None:
    old = "Trees of Many Rivers, by Bo Chen. And BERT.\n"
    title, name = passage(old, "Trees of Many Rivers"), passage(old, "Bo Chen")
    texts = {"far.md": "Bo Chen was here.\n", "here.md": f"# Kept\n\n{old}"}

    found = Elsewhere(texts).find({"old.md": [title, name]})
    nothing = Elsewhere(texts).find({"old.md": [name]})

    assert found == {"old.md": {title: ("here.md", 8), name: ("here.md", 8 + name.start)}}
    assert nothing == {}
