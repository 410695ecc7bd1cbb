"""What can come next in a command line: commands, options, kinds, questions, and names in the graph.

A key was pressed and somebody waits, so nothing heavy is imported: names come from the index beside the graph.
"""

from __future__ import annotations

import argparse
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from kg import origin
from kg.asking.beginnings import names
from kg.asking.questions import KINDS as OF_PARAMETERS
from kg.asking.questions import STATES, Parameter, ParameterKind, Question, questions
from kg.commands.command import KINDS, PROFILES, Command, add_arguments, path
from kg.commands.questions import question_parser
from kg.errors import KgError
from kg.library.places import default_graph

_GRAPH = "--graph"


class Candidate(NamedTuple):
    """A possible word, and what it is."""

    text: str
    told: str = ""


class _Line(NamedTuple):
    """A command line up to the word that is to be completed."""

    given: Mapping[str, str]
    """Option -> its value."""
    action: argparse.Action | None
    """What the word is: the value of an option, or an argument by its place."""


def complete(
    commands: Sequence[Command], words: Sequence[str], begin: str, graph: Path | None = None
) -> list[Candidate]:
    """Return the words that can come next in a command line.

    Args:
        words: the words before it, after `kg`.
        begin: the part of the word that is typed already.
        graph: the folder of the graph to use if the words name none; None for the one found from here.
    """
    if not words:
        found = [Candidate(each.name, each.summary) for each in commands]
        return _fitting([*found, Candidate("--help", "show all commands"), Candidate("--version")], begin)
    command = next((each for each in commands if each.name == words[0]), None)
    if command is None:
        return []
    parser = ArgumentParser(add_help=True)
    add_arguments(parser, (*command.arguments, path(_GRAPH, "DIR", "graph folder")))
    line = _read(parser, words[1:])
    place = Path(line.given[_GRAPH]) if _GRAPH in line.given else graph or default_graph()
    asked = _asked(words[1:], place) if command.name == "ask" else None
    if asked is not None:
        question, rest = asked
        parser = question_parser(question, place)
        return _next(parser, _read(parser, rest), begin, partial(_of_question, question, place))
    return _next(parser, line, begin, partial(_of_command, line, place))


Values = Callable[[argparse.Action, str], Iterable[Candidate]]


def _next(parser: ArgumentParser, line: _Line, begin: str, values: Values) -> list[Candidate]:
    if line.action is None or not line.action.option_strings:
        option, equals, value = begin.partition("=")
        if equals and (action := _options(parser).get(option)) is not None:
            return [Candidate(f"{option}={each.text}", each.told) for each in _of(action, value, values)]
        if begin.startswith("-"):
            return _fitting(_listed(parser), begin)
    return _of(line.action, begin, values) if line.action is not None else []


def _of(action: argparse.Action, begin: str, values: Values) -> list[Candidate]:
    if action.choices is not None:
        return _fitting([Candidate(str(choice)) for choice in action.choices], begin)
    # What begins with a dash would be read as an option.
    return [each for each in _fitting(values(action, begin), begin) if not each.text.startswith("-")]


def _fitting(candidates: Iterable[Candidate], begin: str) -> list[Candidate]:
    wanted = begin.casefold()
    by_text = {each.text: each for each in reversed(list(candidates)) if each.text.casefold().startswith(wanted)}
    return list(reversed(by_text.values()))


def _of_command(line: _Line, graph: Path, action: argparse.Action, begin: str) -> Iterator[Candidate]:
    """Yield the values of an argument of a command that begin so, by how the help calls it; others may come, too."""
    what = str(action.metavar or "")
    if what in ("THING", "A", "B", "OTHER", "WORDS"):
        yield from _names(graph, begin)
    elif what == "TOPIC":
        yield from _names(graph, begin, OF_PARAMETERS[ParameterKind.SUBJECT])
    elif what == "KIND":
        yield from map(Candidate, KINDS)
    elif what == "PROFILE":
        yield from map(Candidate, PROFILES)
    elif what == "QUESTION":
        yield from (Candidate(each.name, each.title) for each in _questions(graph).values())
    elif what == "NAME=VALUE":
        yield from _given(_questions(graph).get(line.given.get("--question", "")), graph, begin)


def _given(question: Question | None, graph: Path, begin: str) -> Iterator[Candidate]:
    """Yield parameters of the question that was chosen, then values."""
    name, equals, value = begin.partition("=")
    for parameter in question.parameters if question else ():
        if not equals:
            yield Candidate(f"{parameter.name}=", parameter.help)
        elif parameter.name == name:
            found = _of_parameter(parameter, value, graph)
            yield from (Candidate(f"{name}={each.text}", each.told) for each in found)


def _of_question(question: Question, graph: Path, action: argparse.Action, begin: str) -> Iterable[Candidate]:
    """Return the values of a parameter of a question that begin so; others may come, too."""
    options = action.option_strings
    for parameter in question.parameters:
        if f"--{parameter.name}" in options or (parameter.is_first and not options):
            return _of_parameter(parameter, begin, graph)
    return ()


def _of_parameter(parameter: Parameter, begin: str, graph: Path) -> Iterator[Candidate]:
    if parameter.kind is ParameterKind.STATE:
        yield from map(Candidate, STATES)
    elif parameter.kind is ParameterKind.NOTE:
        yield from _names(graph, begin, ("note",))
    elif parameter.kind in OF_PARAMETERS:
        yield from _names(graph, begin, OF_PARAMETERS[parameter.kind])


def _names(graph: Path, begin: str, kinds: Sequence[str] = ()) -> Iterator[Candidate]:
    return (Candidate(each.name, each.kind) for each in names(graph, begin, kinds))


def _asked(words: Sequence[str], graph: Path) -> tuple[Question, Sequence[str]] | None:
    """Return the question that is asked, and the words behind it."""
    known = _questions(graph) if words else {}
    place = next((place for place, word in enumerate(words) if word in known), None)
    return None if place is None else (known[words[place]], words[place + 1 :])


def _questions(graph: Path) -> Mapping[str, Question]:
    try:
        return questions(origin.find(graph))
    except KgError:
        return questions()  # a file of the user is broken, which the command says


def _actions(parser: ArgumentParser) -> list[argparse.Action]:
    return [each for each in parser._actions if each.help is not argparse.SUPPRESS]  # noqa: SLF001 - there is no other way


def _options(parser: ArgumentParser) -> dict[str, argparse.Action]:
    return {name: action for action in _actions(parser) for name in action.option_strings}


def _listed(parser: ArgumentParser) -> Iterator[Candidate]:
    for name, action in _options(parser).items():
        if name.startswith("--"):
            yield Candidate(name, str(action.help or "").replace("%%", "%"))


def _read(parser: ArgumentParser, words: Sequence[str]) -> _Line:
    """Return what the word behind some words is."""
    options, given = _options(parser), dict[str, str]()
    places = [action for action in _actions(parser) if not action.option_strings]
    waiting, taken = "", 0
    for word in words:
        option, equals, value = word.partition("=")
        if waiting:
            given[waiting], waiting = word, ""
        elif equals and option in options:
            given[option] = value
        elif word in options:
            waiting = word if options[word].nargs != 0 else ""
        else:
            taken += 1
    if waiting:
        return _Line(given, options[waiting])
    if taken < len(places):
        return _Line(given, places[taken])
    goes_on = bool(places) and places[-1].nargs in ("*", "+")
    return _Line(given, places[-1] if goes_on else None)
