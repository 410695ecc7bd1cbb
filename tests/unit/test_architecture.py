"""The layout of the project as tests: sizes, names, imports, what `kg --help` costs, what the repository may name."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from places import ROOT, TESTS

from kg.pipeline.cache import FILE_NAME
from kg.processes import CACHE

MODULES = sorted((ROOT / "kg").rglob("*.py"))
GENERATED = {"kg/terms.py"}
FORBIDDEN_NAMES = {"utils", "util", "helpers", "helper", "common", "base", "misc", "manager", "core"}
HEAVY = (
    "spacy",
    "numpy",
    "rdflib",
    "pyoxigraph",
    "oxrdflib",
    "networkx",
    "pyvis",
    "markdown_it",
    "yaml",
    "ftfy",
    "chardet",
    "IPython",
    "multiprocessing",
    "kg.model",
)

WITH_EXTRAS = {"mcp-types", "pydantic"}
"""What the SDK of assistants brings along."""


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def body_length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    documented = ast.get_docstring(function) is not None
    statements = function.body[1:] if documented else function.body
    return statements[-1].end_lineno - statements[0].lineno + 1 if statements else 0


class Read(NamedTuple):
    """What is looked at in a module: its tree is as large as all else that the tests hold."""

    imports: frozenset[str]
    functions: tuple[tuple[str, int], ...]
    """Place and name, and the lines of the body."""


@cache
def read(path: Path) -> Read:
    imports: set[str] = set()
    functions: list[tuple[str, int]] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imports |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            imports.add(node.module)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            functions.append((f"{name(path)}:{node.lineno} {node.name}", body_length(node)))
    return Read(frozenset(imports), tuple(functions))


def imported(path: Path) -> frozenset[str]:
    return read(path).imports


# Sizes. How many parameters a function may have, that modules have docstrings, and what they must not do (print, catch
# everything, leave work for later), ruff checks.


def lines_of(path: Path) -> int:
    return path.read_bytes().count(b"\n")


def test_a_module_has_at_most_500_lines() -> None:
    lengths = {name(path): lines_of(path) for path in MODULES}

    assert {path: lines for path, lines in lengths.items() if lines > 500 and path not in GENERATED} == {}


def test_nine_modules_in_ten_have_at_most_300_lines() -> None:
    lengths = sorted(map(lines_of, MODULES))

    assert lengths[len(lengths) * 9 // 10] <= 300


def test_a_function_has_at_most_50_lines_and_nine_in_ten_at_most_25() -> None:
    lengths = {function: lines for path in MODULES for function, lines in read(path).functions}

    assert {function: lines for function, lines in lengths.items() if lines > 50} == {}
    assert sorted(lengths.values())[len(lengths) * 9 // 10] <= 25


# Names and statements.


def test_modules_are_named_for_what_they_do() -> None:
    assert [name(path) for path in MODULES if path.stem in FORBIDDEN_NAMES] == []


def test_no_module_reads_the_clock_or_throws_dice() -> None:
    asked = {
        f"{name(path)}: {module}"
        for path in MODULES
        for module in imported(path)
        if module.split(".")[0] in {"random", "secrets", "uuid", "datetime", "time"}
    }

    # The report says how long a build took; a date written in a note is checked against the calendar.
    assert {a for a in asked if not a.endswith((": time", ": datetime"))} == set()
    assert {a.split(":")[0] for a in asked if a.endswith(": time")} <= {
        "kg/pipeline/__init__.py",
        "kg/running.py",
        "kg/cli.py",
        "kg/connection.py",
        "kg/screen.py",
        "kg/commands/watching.py",
    }


# Imports. The layers and owners are contracts in pyproject.toml; here is what import-linter does not see.


def test_importing_kg_imports_nothing() -> None:
    script = "import sys; before = set(sys.modules); import kg; print(sorted({'kg.notebook', 'kg.model'} & set(sys.modules)))"

    # What type checkers read of `kg.notebook` is not imported when the program runs.
    assert imported(ROOT / "kg" / "__init__.py") == {"__future__", "importlib", "typing", "kg.notebook", "kg.version"}
    assert run(script).strip() == "[]"


@pytest.mark.parametrize("module", ["kinds", "model", "errors"])
def test_the_lowest_layers_need_the_standard_library_only(module: str) -> None:
    needed = {m.split(".")[0] for m in imported(ROOT / "kg" / f"{module}.py") - {"kg.kinds"}}

    assert needed <= sys.stdlib_module_names


@cache
def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def third_party(paths: Iterable[Path]) -> set[str]:
    """Distributions that modules import, by the name they are installed under."""
    modules = {m.split(".")[0] for path in paths for m in imported(path)} - sys.stdlib_module_names - {"kg"}
    owners = packages_distributions()
    return {canonicalize_name(owners[m][0]) if m in owners else m for m in modules}


def declared(table: list[str]) -> set[str]:
    return {canonicalize_name(Requirement(line).name) for line in table}


def test_what_is_imported_is_declared_and_what_is_declared_is_imported() -> None:
    extras = {extra: declared(table) for extra, table in project()["optional-dependencies"].items()}
    optional = extras["cluster"] | extras["parquet"] | extras["mcp"] | extras["pandas"] | WITH_EXTRAS

    assert third_party(MODULES) - optional == declared(project()["dependencies"])
    assert optional <= third_party(MODULES)


def test_what_the_tests_import_is_declared() -> None:
    tests = sorted((ROOT / "tests").rglob("*.py"))
    own = {path.stem for path in tests} | {path.parent.name for path in tests}

    assert third_party(tests) - own <= declared(project()["dependencies"] + project()["optional-dependencies"]["dev"])


def run(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT, timeout=60
    )
    return done.stdout


@pytest.mark.parametrize(
    "arguments", [["--help"], ["build", "--help"], ["query", "--help"], ["--version"]], ids=" ".join
)
def test_help_loads_no_heavy_library(arguments: list[str]) -> None:
    code = (
        "import sys, io, contextlib\n"
        "from kg.cli import main\n"
        "with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):\n"
        f"    main({arguments!r})\n"
        f"print(sorted(set({HEAVY!r}) & set(sys.modules)))"
    )

    assert run(code).strip() == "[]"


def test_a_build_spares_spacy_its_commands() -> None:
    code = (
        "import sys\n"
        "from kg.extraction.nlp import make_nlp\n"
        "make_nlp()\n"
        "loaded = {'spacy.cli', 'typer', 'requests', 'httpx'} & set(sys.modules)\n"
        "import spacy, spacy.cli\n"
        "print(loaded, spacy.info(silent=True)['spacy_version'] == spacy.__version__, callable(spacy.cli.download))"
    )

    assert run(code).strip() == "set() True True"


# The repository.


@cache
def kept_files() -> tuple[Path, ...]:
    """Files under version control or about to be; in an unpacked archive, all but what is made."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True,
        check=False,
        cwd=ROOT,
    )
    if listed.returncode == 0:
        paths = [ROOT / line for line in listed.stdout.decode("utf-8", "surrogateescape").split("\0") if line]
    else:
        made = {".venv", "out", "kg-out", ".git", "__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache"}
        paths = [p for p in ROOT.rglob("*") if not made & set(p.relative_to(ROOT).parts)]
    return tuple(sorted(p for p in paths if p.is_file()))


def test_no_file_names_a_machine_or_a_place_of_work() -> None:
    # Built from parts, so that this file does not hold what it looks for.
    places = ["/" + "work/", "/" + "home/", "/" + "root/", "/" + "opt/", "C:" + "\\\\Users"]
    registries = ["index" + "-url", "pypi" + r"\.org/simple", "find" + "-links", "extra" + "-index"]
    tools = [r"\bissues" + " (?:show|list)"]
    # What may not stand before a place is looked for behind it: a search that begins with letters is many times as fast.
    patterns = [re.compile(rf"{p}(?<![\w.$}}-]{p})" if p[0] == "/" else p) for p in places + registries + tools]
    found = []
    for path in kept_files():
        text = path.read_bytes().decode("utf-8", "replace")
        found += [f"{name(path)}: {match.group()}" for pattern in patterns for match in pattern.finditer(text)]

    assert found == []


def test_no_kept_file_is_large() -> None:
    large = [name(p) for p in kept_files() if p.stat().st_size > 4_000_000]

    assert large == []


def test_the_constraints_pin_every_declared_library_and_name_no_place() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    wanted = project()["dependencies"] + [r for extra in project()["optional-dependencies"].values() for r in extra]
    pins = {canonicalize_name(Requirement(line).name): Requirement(line) for line in lines}

    assert [line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.!+-]+", line)] == []
    for requirement in map(Requirement, wanted):
        pinned = next(iter(pins[canonicalize_name(requirement.name)].specifier)).version
        assert requirement.specifier.contains(pinned, prereleases=True), requirement


def test_each_test_stands_in_the_folder_of_its_sort() -> None:
    """`make check` chooses by folder, so a test beside the folders would be run by nobody."""
    folders = {"unit", "cases", "properties", "quality", "e2e"}

    assert {name(p) for p in TESTS.rglob("test_*.py") if p.relative_to(TESTS).parts[0] not in folders} == set()


def test_no_test_is_judged_by_the_clock() -> None:
    """Work is compared with work of the same run: `growth.py` measures; the others say what they do with a clock."""
    may = {
        "growth.py",
        "killing.py",
        "servers.py",
        "test_growth.py",
        "test_topicmap_in_a_browser.py",
        "test_updates.py",
        "test_hostile.py",
        "test_patterns.py",
    }
    tests = [p for p in TESTS.rglob("*.py") if p.relative_to(TESTS).parts[0] != "benchmarks"]

    assert {p.name for p in tests if "time" in imported(p)} <= may


def test_the_cache_is_called_alike_where_its_module_is_not_imported() -> None:
    assert CACHE == FILE_NAME
