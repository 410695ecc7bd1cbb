"""The commands that answer questions without a query language: what each takes and what it runs."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from kg.commands.command import KINDS, Answering, Command, count, kind_of
from kg.limits import QUESTION

THING = "anything `kg show` accepts: a name, a citation key, an identifier, a URL, a note, or an IRI"


def _answered(parser: ArgumentParser, limit: int, of: str) -> None:
    parser.add_argument(
        "--limit",
        type=count,
        default=limit,
        metavar="N",
        help=f"maximum number of {of} to print (default: {limit}; 0: all)",
    )
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")


def _how(asked: Namespace) -> Answering:
    return Answering(asked.graph, asked.limit, asked.json)


def _find_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "words",
        nargs="+",
        metavar="WORDS",
        help='words, "an exact phrase", -word to exclude a word; kind:paper, note:2025/, year:2024..2025',
    )
    _answered(parser, 10, "things and of sentences")


def _find(asked: Namespace) -> int:
    from kg.commands.searching import find

    return find(asked.words, _how(asked))


def _near_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("thing", metavar="THING", help=THING)
    parser.add_argument("--depth", type=int, choices=(1, 2, 3), default=1, help="maximum number of steps (default: 1)")
    parser.add_argument(
        "--kind", default="", metavar="KIND", help=f"show only neighbours of this kind: {', '.join(KINDS)}"
    )
    _answered(parser, 5, "neighbours of each kind")


def _near(asked: Namespace) -> int:
    from kg.commands.connecting import show_near

    return show_near(asked.thing, _how(asked), depth=asked.depth, kind=kind_of(asked))


def _path_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("first", metavar="A", help=THING)
    parser.add_argument("second", metavar="B", help="another thing")
    parser.add_argument(
        "--max-length", type=count, default=6, metavar="N", help="maximum number of steps in a path (default: 6)"
    )
    _answered(parser, 3, "paths")


def _path(asked: Namespace) -> int:
    from kg.commands.connecting import show_path

    return show_path(asked.first, asked.second, _how(asked), longest=asked.max_length)


def _common_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("first", metavar="A", help=THING)
    parser.add_argument("others", metavar="B", nargs="+", help="another thing")
    _answered(parser, 10, "shared things, notes and sentences")


def _common(asked: Namespace) -> int:
    from kg.commands.connecting import show_common

    return show_common([asked.first, *asked.others], _how(asked))


def _about_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("topic", metavar="TOPIC", help="a topic, a method, a task or a dataset")
    parser.add_argument("--kind", default="", metavar="KIND", help=f"show only things of this kind: {', '.join(KINDS)}")
    _answered(parser, 5, "papers, notes and remarks")


def _about(asked: Namespace) -> int:
    from kg.commands.overviews import show_about

    return show_about(asked.topic, _how(asked), kind=kind_of(asked))


def _timeline_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("thing", nargs="?", default="", metavar="THING", help=f"{THING} (default: all notes)")
    parser.add_argument("--from", dest="first", default="", metavar="YEAR", help="first year")
    parser.add_argument("--to", dest="last", default="", metavar="YEAR", help="last year")
    _answered(parser, 20, "dated things")


def _timeline(asked: Namespace) -> int:
    from kg.commands.overviews import show_timeline

    return show_timeline(asked.thing, _how(asked), first=asked.first, last=asked.last)


def _next_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--topic",
        default="",
        metavar="NAME",
        help="suggest only papers on this subject (a topic, method, person ...), and papers that share much with them",
    )
    _answered(parser, 10, "papers")


def _next(asked: Namespace) -> int:
    from kg.commands.overviews import show_next

    return show_next(_how(asked), asked.topic)


QUESTIONS: tuple[Command, ...] = (
    Command(
        "find",
        "Search things and the sentences of your notes by words; tolerates typos",
        (
            "kg find scaling laws",
            "kg find '\"reward model\" -survey' year:2024.. --limit 20",
            "kg find kind:person pal",
        ),
        _find_arguments,
        _find,
        seconds=QUESTION,
    ),
    Command(
        "near",
        "Show what is near a thing: what your notes connect with it or name together with it, by kind",
        ("kg near RLHF", "kg near 'Jure Leskovec' --kind person --depth 2", "kg near BERT --json"),
        _near_arguments,
        _near,
        seconds=QUESTION,
    ),
    Command(
        "path",
        "Show how two things are connected, step by step, with the sentence that states each step",
        ("kg path RLHF 'Jure Leskovec'", "kg path BERT ImageNet --max-length 4", "kg path GIN BERT --limit 0 --json"),
        _path_arguments,
        _path,
        seconds=QUESTION,
    ),
    Command(
        "common",
        "Show what two or more things have in common",
        ("kg common BERT GPT-3", "kg common 'Kaiming He' 'Ross Girshick' 'Piotr Dollar'"),
        _common_arguments,
        _common,
        seconds=QUESTION,
    ),
    Command(
        "about",
        "Show a topic on one screen: papers, years, people, methods, notes and remarks",
        ("kg about 'Language models'", "kg about BERT --limit 20", "kg about pretraining --json"),
        _about_arguments,
        _about,
        seconds=QUESTION,
    ),
    Command(
        "timeline",
        "Show the contents of your notes by date: papers by year, talks, dated notes, and what you read when",
        ("kg timeline", "kg timeline 'Language models'", "kg timeline --from 2023 --to 2024 --limit 0"),
        _timeline_arguments,
        _timeline,
        seconds=QUESTION,
    ),
    Command(
        "next",
        "Suggest what to read next, with every reason and its source",
        ("kg next", "kg next --topic RLHF", "kg next --limit 30 --json"),
        _next_arguments,
        _next,
        seconds=QUESTION,
    ),
)
"""Every command that answers a question, in the order `kg --help` shows them."""
