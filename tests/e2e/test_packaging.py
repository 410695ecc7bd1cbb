"""What is installed is all that kg needs: the wheel is built, looked into and run away from the clone."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from places import ROOT

NOTE = "# Reading\n\n- [A Study of Long Sequences](https://arxiv.org/abs/2501.01234), Anna Muster, Bo Chen\n"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    options = ["--no-build-isolation", "--no-deps", "--no-index", "--wheel-dir", str(folder)]
    subprocess.run([*pip, "wheel", *options, str(ROOT)], check=True, timeout=200)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def below(folder: Path, pattern: str) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob(pattern) if path.is_file()}


def package() -> set[str]:
    return {path for path in below(ROOT / "kg", "*") if "__pycache__" not in path and not path.endswith(".pyc")}


def test_the_wheel_holds_the_package_the_ontology_and_the_word_lists(installed: Path) -> None:
    ontology = {path.name for suffix in ("ttl", "jsonld", "rq") for path in (ROOT / "ontology").rglob(f"*.{suffix}")}
    lexicons = {path.name for path in (ROOT / "data" / "lexicons").glob("*.csv")}
    held = {path.name for path in installed.rglob("*") if path.is_file()}

    assert package() <= below(installed / "kg", "*")
    assert {"kg.ttl", "py.typed", "LICENSE"} | ontology | lexicons <= held


def test_the_wheel_holds_nothing_else(installed: Path) -> None:
    assert {path.name for path in installed.iterdir() if not path.name.endswith(".dist-info")} == {"kg"}
    assert {path.split("/")[0] for path in below(installed / "kg", "*") - package()} == {"_data"}


def test_the_wheel_is_the_same_when_it_is_built_again(wheel: Path, tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    options = ["--no-build-isolation", "--no-deps", "--no-index", "--wheel-dir", str(tmp_path)]
    subprocess.run([*pip, "wheel", *options, str(ROOT)], check=True, timeout=200)

    assert next(tmp_path.glob("*.whl")).read_bytes() == wheel.read_bytes()


def test_kg_runs_from_the_wheel_alone(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "note.md").write_text(NOTE, encoding="utf-8")
    code = (
        "import sys\n"
        f"sys.path[:] = [{str(installed)!r}, *(p for p in sys.path if p and p != {str(ROOT)!r})]\n"
        "import kg.cli\n"
        f"assert kg.cli.__file__.startswith({str(installed)!r}), kg.cli.__file__\n"
        "sys.exit(kg.cli.main(['build', 'note.md', '--graph', 'out']) or kg.cli.main(['ask', '--graph', 'out']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=100, check=False
    )

    assert done.returncode == 0, done.stderr
    assert str(ROOT) not in (tmp_path / "out" / "graph.trig").read_text(encoding="utf-8")
