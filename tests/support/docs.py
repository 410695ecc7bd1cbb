"""The pages that people read: which there are, their commands played, and the pages that are generated.

`make docs` writes the real outputs into the pages and generates `docs/commands.md`, `docs/accuracy.md` and
`ontology/README.md` anew.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from places import ROOT

from kg.cli import COMMANDS, make_parser
from kg.cli import main as main_of_kg
from kg.commands.command import Command
from kg.publishing.exporters import EXPORTERS

README = ROOT / "README.md"
DOCS = ROOT / "docs"
COMMANDS_PAGE, ACCURACY_PAGE = DOCS / "commands.md", DOCS / "accuracy.md"
PAGES = (README, *sorted(DOCS.glob("*.md")), ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md")
LENT = ("data", "ontology")
"""Folders of the project that the commands of a page find where they run."""
FENCE = re.compile(r"^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
SECONDS = re.compile(r"\d+\.\d s\b")
_KG = re.compile(
    r"kg (?P<words>(?:[^|<>&;'\"]|'[^']*')+)(?:\| (?P<filter>(?:head|tail|grep)\b[^|<>&;]*)|> (?P<file>[\w.]+))?"
)
"""A command that is `kg`, with words that the shell leaves as they are, and perhaps a filter or a file behind it."""
NUMBER = re.compile(r"\d[\d.,]*")
_HEAD = """\
# Commands

Generated from the table of commands by `make docs`; do not edit.

Every command takes `--graph DIR`, the folder of the graph (default: `kg-out`), and `--help`.

Exit codes: 0 success, 1 failure, 2 invalid usage. Following `grep` and `diff`, a few commands use 1 for an answer: `kg show`,
`kg why` and the deciding commands if nothing matches, or more than one thing; `kg verify` if facts have lost their evidence; and
`kg diff` if the graphs differ (2 if they cannot be compared).

"""


def blocks(text: str, *languages: str) -> list[tuple[str, str]]:
    """List the fenced blocks of some languages: language and text."""
    return [(found["language"], found["text"]) for found in FENCE.finditer(text) if found["language"] in languages]


def steps(block: str) -> list[tuple[str, str]]:
    """Split a console block into commands and the output below each; `> ` continues a command."""
    found: list[tuple[list[str], list[str]]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append(([line[2:]], []))
        elif line.startswith("> ") and not found[-1][1]:
            found[-1][0].append(line[2:])
        else:
            found[-1][1].append(line)
    return [("\n".join(command), "\n".join(output)) for command, output in found]


def run(command: Sequence[str], folder: Path) -> str:
    """Run a command of a page where the folders of the project are; give what it prints.

    Raises:
        RuntimeError: it failed, or a `kg` in it did.
    """
    lend(folder)
    scripts = str(Path(sys.executable).parent)
    environment = {**os.environ, "PATH": os.pathsep.join((scripts, os.environ["PATH"])), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    return _unless_failed(command[-1], done.returncode, done.stdout.decode("utf-8"))


def run_here(command: str, folder: Path) -> str:
    """Run a command of a page like `run`, in this process if it is `kg` alone or its output goes to a filter or a file.

    Raises:
        RuntimeError: as `run` does.
    """
    alone = _KG.fullmatch(command)
    if alone is None:
        return run(["bash", "-c", command], folder)
    lend(folder)
    goes_on = alone["filter"] or alone["file"]
    with (
        contextlib.chdir(folder),
        contextlib.redirect_stdout(io.StringIO()) as printed,
        contextlib.redirect_stderr(io.StringIO() if goes_on else printed) as complaints,
    ):
        code = main_of_kg(shlex.split(alone["words"]))
    if not goes_on:
        return _unless_failed(command, code, printed.getvalue())
    complained = _unless_failed(command, code, complaints.getvalue())
    (folder / (alone["file"] or "piped")).write_text(printed.getvalue(), encoding="utf-8")
    if alone["file"]:
        return complained
    return run(["bash", "-c", f"{alone['filter']} < piped"], folder)


def lend(folder: Path) -> None:
    """Put the folders of the project where the commands of a page find them."""
    for name in LENT:
        if not (folder / name).exists():
            (folder / name).symlink_to(ROOT / name, target_is_directory=True)


def _unless_failed(command: str, code: int, output: str) -> str:
    if code or re.search(r"^(?:kg: |Traceback )", output, re.MULTILINE):
        raise RuntimeError(f"{command}\n{output}")
    return output


def play(block: str, folder: Path) -> str:
    """Run the commands of a console block and write the block anew."""
    played = []
    for command, shown in steps(block):
        output = run(["bash", "-c", command], folder)
        if SECONDS.sub("", output.strip()) == SECONDS.sub("", shown):
            output = shown  # only the time differs, which is that of a machine at rest
        lines = command.split("\n")
        played += [f"$ {lines[0]}", *(f"> {line}" for line in lines[1:]), *(x.rstrip() for x in output.splitlines())]
    return "".join(f"{line}\n" for line in played)


def shape(output: str) -> set[str]:
    """Give what a new rule or another word list does not change: names of columns, and the rows of a summary.

    >>> sorted(shape("what    count\\n------  -----\\nnotes      29\\n\\nBuilt out in 5.9 s."))
    ['columns what count', 'row notes']
    """
    found, lines = set(), output.splitlines()
    for place, line in enumerate(lines):
        if place and re.fullmatch(r"-+(?: +-+)*", line):
            columns = lines[place - 1].split()
            found.add(" ".join(("columns", *columns)))
            if columns[0] == "what":
                body = lines[place + 1 : next((n for n, x in enumerate(lines) if n > place and not x), len(lines))]
                found |= {"row " + NUMBER.sub("", row).strip() for row in body}
    return found


def elided(output: str) -> set[str]:
    """Give the lines of an output with numbers, rules of tables and widths of columns left out."""
    return {re.sub(r"[\s-]+", " ", NUMBER.sub("0", line)).strip() for line in output.splitlines()} - {""}


def commands_page() -> str:
    """Write the page of all commands from their table."""
    parts = [
        _HEAD,
        "| command | purpose |\n| --- | --- |\n",
        *(f"| [`kg {c.name}`](#kg-{c.name}) | {_cell(c.summary)} |\n" for c in COMMANDS),
    ]
    words = next(a for a in make_parser()._actions if isinstance(a, argparse._SubParsersAction)).choices
    for command in COMMANDS:
        parts += _command(command, words[command.name])
    return "".join(parts)


def _command(command: Command, parser: argparse.ArgumentParser) -> Iterator[str]:
    yield f"\n## kg {command.name}\n\n{command.summary}.\n\n"
    yield "| argument | meaning |\n| --- | --- |\n"
    for action in parser._actions:
        if action.dest not in ("help", "graph"):
            yield f"| `{_argument(action)}` | {_cell(str(action.help))} |\n"
    if command.name == "export":
        yield "\n| `--as` | suffix | what is written |\n| --- | --- | --- |\n"
        for exporter in EXPORTERS:
            suffixes = " ".join(f"`{suffix}`" for suffix in exporter.suffixes)
            yield f"| `{exporter.name}` | {suffixes} | {_cell(exporter.summary)} |\n"
    yield "\n```sh\n" + "".join(f"{example}\n" for example in command.examples) + "```\n"


def _argument(action: argparse.Action) -> str:
    value = str(action.metavar or "") if action.nargs != 0 else ""
    if action.choices is not None and not value:
        value = "{" + ",".join(map(str, action.choices)) + "}"
    if not action.option_strings:
        many = {"*": f"[{value} ...]", "+": f"{value} ...", "?": f"[{value}]"}
        return many.get(str(action.nargs), value)
    # Of an option that can be switched off, both forms; of others the long one.
    names = action.option_strings if isinstance(action, argparse.BooleanOptionalAction) else action.option_strings[-1:]
    return " ".join(filter(None, (", ".join(names), value)))


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def refreshed(text: str, folder: Path) -> str:
    """Put what the commands of a page print into the page."""

    def anew(found: re.Match[str]) -> str:
        if found["language"] != "console":
            return found[0]
        return f"```console\n{play(found['text'], folder)}```"

    return FENCE.sub(anew, text)


def main() -> None:
    """Write every page that has outputs, and every page that is generated, anew."""
    import generate_readme
    from accuracy import accuracy_page

    generate_readme.main()
    COMMANDS_PAGE.write_text(commands_page(), encoding="utf-8")
    ACCURACY_PAGE.write_text(accuracy_page(), encoding="utf-8")
    for page in with_console(PAGES):
        # In a folder of its own, so that what is printed only at first is in every page that builds.
        with tempfile.TemporaryDirectory() as folder:
            print(page.relative_to(ROOT))
            page.write_text(refreshed(page.read_text(encoding="utf-8"), Path(folder)), encoding="utf-8")


def with_console(pages: Iterable[Path]) -> list[Path]:
    """List the pages that show commands with their output."""
    return [page for page in pages if page.exists() and blocks(page.read_text(encoding="utf-8"), "console")]


if __name__ == "__main__":
    main()
