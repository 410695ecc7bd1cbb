"""The README says what is true: its commands run, its outputs are the real ones, nothing is left out.

`make readme` runs the README's console blocks and writes their outputs into it.
"""

from __future__ import annotations

import dataclasses
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from places import ROOT

from kg.cli import COMMANDS, Command, make_parser
from kg.settings import Settings

README = ROOT / "README.md"
CONSOLE = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.DOTALL | re.MULTILINE)
SECONDS = re.compile(r"\b\d+\.\d s\b")


def steps(block: str) -> list[tuple[str, str]]:
    """Split a console block into commands and the output below each; `> ` goes on with a command."""
    found: list[tuple[list[str], list[str]]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append(([line[2:]], []))
        elif line.startswith("> ") and not found[-1][1]:
            found[-1][0].append(line[2:])
        else:
            found[-1][1].append(line)
    return [("\n".join(command), "\n".join(output)) for command, output in found]


def play(block: str, folder: Path) -> str:
    """Run the commands of a console block in a folder that holds the project's `data`, and write the block anew."""
    if not (folder / "data").exists():
        (folder / "data").symlink_to(ROOT / "data", target_is_directory=True)
    scripts = str(Path(sys.executable).parent)
    environment = {**os.environ, "PATH": os.pathsep.join((scripts, os.environ["PATH"])), "PYTHONIOENCODING": "utf-8"}
    played = []
    for command, _ in steps(block):
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=250,
            check=False,
        )
        output = done.stdout.decode("utf-8")
        assert done.returncode == 0, f"{command}\n{output}"
        lines = command.split("\n")
        played += [f"$ {lines[0]}", *(f"> {line}" for line in lines[1:]), *output.splitlines()]
    return "".join(f"{line}\n" for line in played)


def without_time(text: str) -> str:
    return SECONDS.sub("0.0 s", text)


def text_of_readme() -> str:
    return README.read_text(encoding="utf-8")


def test_the_readme_shows_what_its_commands_print(tmp_path: Path) -> None:
    blocks = CONSOLE.findall(text_of_readme())

    assert blocks
    for block in blocks:
        assert without_time(play(block, tmp_path)) == without_time(block)


def test_every_command_is_in_the_readme() -> None:
    missing = [command.name for command in COMMANDS if f"`kg {command.name}" not in text_of_readme()]

    assert missing == []


def test_every_setting_is_in_the_readme_with_its_default() -> None:
    rows = [[cell.strip() for cell in line.split("|")[1:3]] for line in text_of_readme().splitlines()]
    wanted = [[f"`{field.name}`", f"`{_as_toml(field.default)}`"] for field in dataclasses.fields(Settings)]

    assert [setting for setting in wanted if setting not in rows] == []


def _as_toml(value: object) -> str:
    """Write a default as the person would in `kg.toml`."""
    return json.dumps(list(value) if isinstance(value, tuple) else value)


def test_every_relative_link_of_the_readme_leads_somewhere() -> None:
    targets = re.findall(r"\]\((?!https?:|#|mailto:)([^)#]+)", text_of_readme())

    assert [target for target in targets if not (ROOT / target).exists()] == []


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_has_help_with_examples_that_parse(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        make_parser().parse_args([command.name, "--help"])

    shown = capsys.readouterr().out
    assert stopped.value.code == 0
    assert command.examples
    for example in command.examples:
        assert example in shown
        words = shlex.split(re.split(r" [|>] ", example)[-1 if example.endswith(" -") else 0])
        assert make_parser().parse_args(words[1:]).command is command


def test_the_change_log_has_a_section_for_what_is_not_released() -> None:
    assert "\n## Unreleased\n" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def rewrite() -> None:
    """Put the real outputs into the README."""
    with tempfile.TemporaryDirectory() as folder:
        text = CONSOLE.sub(lambda block: play(block.group(), Path(folder)), text_of_readme())
    README.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    rewrite()
