"""The pages say what is true: their commands run, their outputs look like the real ones, nothing is left out.

Outputs are not compared to the letter: a new rule changes counts, and no page has to change with it. `make docs` puts the
real outputs in.
"""

from __future__ import annotations

import contextlib
import dataclasses
import io
import json
import os
import re
import shlex
import shutil
import sys
import tomllib
from pathlib import Path

import pyoxigraph as ox
import pytest
from accuracy import accuracy_page
from places import NOTES, ROOT, UNFINISHED

from docs import (
    ACCURACY_PAGE,
    COMMANDS_PAGE,
    DOCS,
    PAGES,
    README,
    blocks,
    commands_page,
    elided,
    run,
    run_here,
    shape,
    steps,
)
from docs import with_console as pages_with_console
from kg import terms
from kg.cli import COMMANDS, Command, make_parser
from kg.rdf import Store
from kg.resolution.decisions import parse
from kg.settings import Settings, load


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.fixture(scope="module")
def folder(sample_graph: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where all pages run their commands; they find the graphs of the sample notes built and unchanged."""
    folder = tmp_path_factory.mktemp("pages")
    for name in ("kg-out", "explored", "mine", "measures-graph", "my-graph"):
        shutil.copytree(sample_graph, folder / name, ignore=UNFINISHED)
    return folder


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("page", pages_with_console(PAGES), ids=name)
def test_the_commands_of_a_page_run_and_print_what_it_shows(
    page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    for language, block in blocks(text_of(page), "console", "python"):
        if language == "python":
            with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()):
                exec(compile(block, name(page), "exec"), {"__name__": "__main__"})
            continue
        for command, shown in steps(block):
            # Those of the first page start kg as a person does; of the others, what they print is what matters.
            printed = run(["bash", "-c", command], folder) if page == README else run_here(command, folder)

            assert shape(shown) - shape(printed) == set(), command
            assert not shown or elided(shown) & elided(printed), f"{command}\n{printed}\nmake docs shows what it prints"


def test_the_facts_that_the_readme_shows_are_in_the_graph(sample_graph: Path) -> None:
    (shown,) = (text for _, text in blocks(text_of(README), "turtle"))
    (line,) = (text for _, text in blocks(text_of(README), "markdown"))
    prefixes = "".join(f"@prefix {prefix}: <{iri}> .\n" for prefix, iri in terms.PREFIXES.items())
    with Store.open(sample_graph / "store", read_only=True) as store:
        facts = {str(quad.triple) for quad in store}

    assert line.strip() in text_of(NOTES / "llm-outline.md")
    assert {str(quad.triple) for quad in ox.parse(prefixes + shown, format=ox.RdfFormat.TURTLE)} - facts == set()


def test_the_settings_and_decisions_that_pages_show_are_valid(tmp_path: Path) -> None:
    shown = [text for page in DOCS.glob("*.md") for _, text in blocks(text_of(page), "toml")]
    assert len(shown) >= 2
    for text in shown:
        if any(isinstance(value, list) and isinstance(value[0], dict) for value in tomllib.loads(text).values()):
            assert parse(text).all
        else:
            (tmp_path / "kg.toml").write_text(text, encoding="utf-8")
            assert load(tmp_path / "kg.toml") != Settings()


def test_the_readme_is_read_in_a_few_minutes() -> None:
    assert len(text_of(README)) <= 6_000


def test_every_picture_is_shown_and_small() -> None:
    shown = {
        (page.parent / link).resolve()
        for page in PAGES
        for link in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text_of(page))
    }

    assert shown == {path.resolve() for path in DOCS.glob("*.png")} != set()
    assert [path for path in shown if path.stat().st_size > 200_000] == []


def test_the_page_of_commands_is_fresh() -> None:
    assert text_of(COMMANDS_PAGE) == commands_page(), "make docs writes it"


def test_the_page_of_accuracy_is_fresh() -> None:
    assert text_of(ACCURACY_PAGE) == accuracy_page(), "make docs writes it"


def test_every_page_is_listed_in_the_readme() -> None:
    assert [page for page in map(name, PAGES) if page != "README.md" and f"]({page})" not in text_of(README)] == []


def test_every_setting_is_in_the_guide_with_its_default() -> None:
    rows = [[cell.strip() for cell in line.split("|")[1:3]] for line in text_of(DOCS / "guide.md").splitlines()]
    wanted = [[f"`{field.name}`", f"`{_as_toml(field.default)}`"] for field in dataclasses.fields(Settings)]

    assert [setting for setting in wanted if setting not in rows] == []


def _as_toml(value: object) -> str:
    """Write a default as the person would in `kg.toml`."""
    return json.dumps(list(value) if isinstance(value, tuple) else value)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_relative_link_of_a_page_leads_somewhere(page: Path) -> None:
    targets = re.findall(
        r"\]\((?!https?:|#|mailto:)([^)#\s]+)",
        re.sub(r"^```.*?^```$|`[^`\n]+`", "", text_of(page), flags=re.DOTALL | re.MULTILINE),
    )

    assert [target for target in targets if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_link_within_the_pages_leads_to_a_heading(page: Path) -> None:
    for target, anchor in re.findall(r"\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)", text_of(page)):
        text = text_of(page.parent / target if target else page)
        headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)

        assert anchor in {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


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
