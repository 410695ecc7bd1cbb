"""What is noted beside papers: in which order it counts, and what a list of tasks says of papers of other notes."""

from __future__ import annotations

from pathlib import Path

import pytest
from entries import found
from growth import grows_linearly
from styles.predicted import predict

LORA = """---
title: "LoRA: Low-Rank Adaptation of Large Language Models"
authors: [Edward Hu, Yelong Shen]
year: 2022
citekey: hu2022lora
---

The weights are frozen.
"""


@pytest.mark.parametrize(
    ("item", "states"),
    [
        ("- LATER [[LoRA]]", {"to read"}),
        ("- DONE [[LoRA]] #adapters", {"read"}),
        ("- [ ] read [[LoRA]] for Friday", {"to read"}),
        ("- [x] email the authors of [[LoRA]]", set()),
        ("- LATER compare to [[LoRA]]", set()),
        ("- [[LATER]] compare to [[LoRA]]", set()),
    ],
)
def test_a_task_says_how_far_one_has_come_with_the_paper_of_another_note(
    item: str, states: set[str], tmp_path: Path
) -> None:
    (tmp_path / "LoRA.md").write_text(LORA, encoding="utf-8")
    (tmp_path / "2024-03-05.md").write_text(f"- talked about rank\n{item}\n", encoding="utf-8")

    [paper] = predict(tmp_path)

    assert paper.states == states


@pytest.mark.parametrize(
    ("note", "state"),
    [
        ("## To read\n\n- [Deep Sets](https://arxiv.org/abs/1703.06114) #read\n", "read"),
        ("- [ ] [Deep Sets](https://arxiv.org/abs/1703.06114)\n  - Status: reading\n", "reading"),
        ("- [x] [Deep Sets](https://arxiv.org/abs/1703.06114) #toread\n", "read"),
        ("## To read\n\n- [Deep Sets](https://arxiv.org/abs/1703.06114) (read 2024-03-05)\n", "read"),
    ],
)
def test_what_is_stated_nearer_and_more_clearly_goes_first(note: str, state: str) -> None:
    [entry] = found(note)

    assert entry.state is not None
    assert entry.state.text == state


def test_a_tag_that_states_something_is_no_keyword_and_a_keyword_no_part_of_a_title() -> None:
    first, second = found(
        "- DONE Attention Is All You Need, Vaswani et al., NeurIPS 2017\n"
        "- Deep Sets, Zaheer et al., NeurIPS 2017 #toread #sets\n"
    )

    assert first.title is not None
    assert first.title.text == "Attention Is All You Need"
    assert [tag.text for tag in (*second.tags, *second.keywords) if tag.text == "toread"] == []


def test_work_grows_with_the_length_of_the_note() -> None:
    row = "| [Deep Sets {n}](https://arxiv.org/abs/1703.{n:05}) | {n} of them | ★★★☆☆ | yes |\n"

    def text(count: int) -> str:
        head = "| Paper | Notes | Rating | Read? |\n|---|---|---|---|\n"
        return head + "".join(row.format(n=n) for n in range(10000, 10000 + count))

    assert grows_linearly(lambda count: found(text(count)), 100)
