"""The commands by which a person puts right what things are: what each takes and what it runs."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from kg.commands.command import KINDS, Command, count, kind_of
from kg.kinds import THINGS

if TYPE_CHECKING:
    from kg.commands.deciding import Asked

THING = "anything `kg show` accepts, or a name as decisions.toml writes it: 'person: Wei Zhang @ note.md'"


def _asked(asked: Namespace) -> Asked:
    from kg.commands.deciding import Asked

    return Asked(asked.graph, asked.notes, kind_of(asked) if "kind" in asked else "")


def _where(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--notes",
        type=Path,
        metavar="NOTES",
        help="where the notes are now (default: where they were when the graph was built)",
    )


def _of_kind(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--kind", default="", metavar="KIND", help=f"consider only things of this kind: {', '.join(KINDS)}"
    )
    _where(parser)


def _several(parser: ArgumentParser) -> None:
    parser.add_argument("thing", metavar="A", help=THING)
    parser.add_argument("others", metavar="B", nargs="+", help="another thing")
    _of_kind(parser)


def _one_thing(parser: ArgumentParser) -> None:
    parser.add_argument("thing", metavar="THING", help=THING)
    _of_kind(parser)


def _one_and(name: str, text: str) -> Callable[[ArgumentParser], None]:
    def arguments(parser: ArgumentParser) -> None:
        parser.add_argument("thing", metavar="THING", help=THING)
        parser.add_argument("value", metavar=name, help=text)
        _of_kind(parser)

    return arguments


def _same(asked: Namespace) -> int:
    from kg.commands.deciding import same

    return same([asked.thing, *asked.others], asked=_asked(asked))


def _different(asked: Namespace) -> int:
    from kg.commands.deciding import different

    return different([asked.thing, *asked.others], asked=_asked(asked))


def _rename(asked: Namespace) -> int:
    from kg.commands.deciding import rename

    return rename(asked.thing, asked.value, asked=_asked(asked))


def _ignore(asked: Namespace) -> int:
    from kg.commands.deciding import ignore

    return ignore(asked.thing, asked=_asked(asked))


def _kind(asked: Namespace) -> int:
    from kg.commands.deciding import kind

    return kind(asked.thing, asked.value, asked=_asked(asked))


def _theme_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("themes", metavar="THEME", nargs="*", help="what the topic map calls it (default: list them)")
    parser.add_argument("--name", default="", metavar="NAME", help="what to call it, or several of them merged")
    _where(parser)


def _theme(asked: Namespace) -> int:
    from kg.commands.theming import theme

    return theme(asked.themes, asked.name, asked=_asked(asked))


def _undo_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--number", type=count, default=0, metavar="N", help="number of the decision, as listed by `kg decisions`"
    )
    _where(parser)


def _undo(asked: Namespace) -> int:
    from kg.commands.deciding import undo

    return undo(asked.number, asked=_asked(asked))


def _decisions(asked: Namespace) -> int:
    from kg.commands.reasons import decisions

    return decisions(asked=_asked(asked))


def _why_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("thing", metavar="THING", help=THING)
    parser.add_argument(
        "other", metavar="OTHER", nargs="?", help="a second thing: explain why the two were merged or kept apart"
    )
    _of_kind(parser)


def _why(asked: Namespace) -> int:
    from kg.commands.reasons import why

    return why(asked.thing, asked.other, asked=_asked(asked))


def _review_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--list", action="store_true", help="print the questions without asking them")
    parser.add_argument("--json", action="store_true", help="print the questions as JSON")
    parser.add_argument(
        "--limit", type=count, default=20, metavar="N", help="maximum number of names to list (default: 20; 0: all)"
    )
    parser.add_argument(
        "--apply",
        type=Path,
        metavar="FILE",
        help="record answers from a file, or from standard input (`-`): lines like `1-5 ignore, 7 dataset` and "
        "`list 1 yes, 2 no` with the numbers of --list, or `ignore method: NAME`",
    )
    _where(parser)


def _review(asked: Namespace) -> int:
    from kg.commands.reviewing import Wish, review

    wish = Wish(asked.list, asked.json, asked.limit, asked.apply)
    return review(wish, asked=_asked(asked))


CORRECTIONS: tuple[Command, ...] = (
    Command(
        "why",
        "Explain why mentions were merged into one thing, or why two things were merged or kept apart",
        ("kg why 'Jure Leskovec'", "kg why GIN 'How Powerful are Graph Neural Networks?'", "kg why BERT --kind method"),
        _why_arguments,
        _why,
    ),
    Command(
        "same",
        "Decide that things are the same; the decision goes into decisions.toml beside the notes",
        ("kg same 'C. Zhou' 'Chunting Zhou'", "kg same 'person: C. Zhou @ iclr.md' 'Chunting Zhou'"),
        _several,
        _same,
    ),
    Command(
        "different",
        "Decide that things are different, whatever the rules say",
        ("kg different 'method: SAM @ vision.md' 'method: SAM @ optim.md'", "kg different 'Wei Zhang' 'W. Zhang'"),
        _several,
        _different,
    ),
    Command(
        "rename",
        "Choose the name under which a thing is shown; the old name is kept as an alternative",
        ("kg rename 'Chunting Zhou' 'Chun-Ting Zhou'", "kg rename 1810.00826 'The GIN paper'"),
        _one_and("NAME", "the new name"),
        _rename,
    ),
    Command(
        "ignore",
        "Decide that a name is not a thing: its mentions and all facts about it are left out",
        ("kg ignore 'CPT mid-training'", "kg ignore 'person: Reading List @ log.md'"),
        _one_thing,
        _ignore,
    ),
    Command(
        "kind",
        "Decide what kind of thing something is",
        ("kg kind Gym dataset", "kg kind 'method: Gym @ rl.md' dataset"),
        _one_and("KIND", f"one of: {', '.join(THINGS)}"),
        _kind,
    ),
    Command(
        "theme",
        "Choose what a theme of the topic map is called, or merge themes under one name; without arguments, list them",
        ("kg theme", "kg theme 'SDE, Sampling' --name 'Diffusion'", "kg theme Flows 'Score matching' --name Diffusion"),
        _theme_arguments,
        _theme,
    ),
    Command(
        "undo",
        "Remove a decision from decisions.toml: the last one, or the one with the given number",
        ("kg undo", "kg undo --number 2"),
        _undo_arguments,
        _undo,
    ),
    Command(
        "decisions",
        "List your decisions, each with its number and its matches in the notes",
        ("kg decisions", "kg decisions --graph ~/graph"),
        _where,
        _decisions,
    ),
    Command(
        "review",
        "Ask about lists that may be of papers, pairs that may be one thing and names that may be wrong, most useful "
        "first, and record your answers",
        ("kg review", "kg review --list", "kg review --apply answers.txt", "kg review --list --limit 0 --json"),
        _review_arguments,
        _review,
    ),
)
"""Every command on what you decide, in the order `kg --help` shows them."""
