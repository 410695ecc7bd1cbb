"""Each case file: a note a case, the papers in it and no others."""

from __future__ import annotations

from pathlib import Path

import pytest
from cases import EXACT, Case, Expected, read_cases
from places import CASES as FOLDER
from styles.predicted import Found, predict, told
from styles.scoring import address, plain

from kg.extraction.guard import Guard

CASES = [(path.stem, case) for path in sorted(FOLDER.glob("*.md")) for case in read_cases(path)]
WITH_PAPERS = [(stem, case) for stem, case in CASES if case.papers or not case.names]
WITH_NAMES = [(stem, case) for stem, case in CASES if case.names]


@pytest.fixture(autouse=True)
def _failing_rules_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a guarded rule raises is the failure of the case: without the rule, others may read the note all the same."""

    def fail(_: Guard, name: str, raised: str, __: object) -> None:
        pytest.fail(f"the rule {name!r} failed: {raised}")

    monkeypatch.setattr(Guard, "_tell", fail)


def _parameters(cases: list[tuple[str, Case]]) -> list[object]:
    return [
        pytest.param(
            case, id=f"{stem}: {case.name}", marks=[pytest.mark.xfail(reason=case.unread)] if case.unread else []
        )
        for stem, case in cases
    ]


def _shown(found: Found) -> dict[str, str]:
    """Write a found paper in the words of a case file."""
    authors = [*found.authors, *(["et al."] if found.authors and found.complete and not found.complete[0] else [])]
    ratings = sorted(rating for rating in found.ratings if rating != "0")
    return {
        "title": next(iter(found.names), "-"),
        "authors": "; ".join(authors),
        "year": " ".join(sorted(found.years)),
        "venue": "; ".join(sorted(found.venues)),
        "presentation": " ".join(sorted(found.presentations)),
        "key": " ".join(sorted(found.keys)),
        "rating": " ".join(ratings),
    }


def _differs(expected: Expected, found: Found) -> list[str]:
    """List the fields that are not as they should be."""
    shown, wrong = _shown(found), []
    if plain(shown["title"]) != plain(expected.title):
        wrong.append("title")
    for name in EXACT:
        want = expected.fields.get(name, "")
        venues = {plain(venue) for venue in found.venues}
        same = plain(want) in venues or not (want or venues) if name == "venue" else plain(shown[name]) == plain(want)
        wrong += [] if same else [name]
    links = {address(url) for url in (*found.links, *found.same)}
    if not {address(url) for url in expected.fields.get("links", "").split()} <= links:
        wrong.append("links")
    for name, have in (("short", found.short), ("topics", found.topics)):
        want = {plain(one) for one in expected.fields.get(name, "").split(";")} - {""}
        wrong += [] if want <= {plain(one) for one in have} else [name]
    stated = (("scale", found.scales), ("printed", found.printed), ("state", found.states), ("read", found.read))
    for name, texts in (
        ("remark", found.remarks),
        ("abstract", found.abstracts),
        ("highlight", found.highlights),
        *stated,
    ):
        wanted = expected.fields.get(name)
        said = {text.replace("\n", " / ") for text in texts}
        wrong += [] if wanted is None or said == {wanted} or (wanted == "nothing" and not said) else [name]
    return wrong


@pytest.mark.parametrize("case", _parameters(WITH_PAPERS))
def test_a_note_gives_exactly_its_papers(case: Case, tmp_path: Path) -> None:
    (tmp_path / f"note{case.suffix}").write_text(case.note, encoding="utf-8", newline="")

    found = predict(tmp_path)

    left, problems = list(found), []
    for expected in case.papers:
        best = min(
            left, key=lambda paper: (len(_differs(expected, paper)), "title" in _differs(expected, paper)), default=None
        )
        if best is None:
            problems.append(f"not found: {expected}")
            continue
        left.remove(best)
        if wrong := _differs(expected, best):
            problems.append(
                f"{', '.join(wrong)} of {expected}: got {_shown(best)} links {sorted(best.links)} short {best.short} remarks {best.remarks} stated {best.scales, best.printed, best.states, best.read} topics {best.topics} by {sorted(best.rules)}"
            )
    problems += [f"no paper: {_shown(paper)} by {sorted(paper.rules)}" for paper in left]
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("case", _parameters(WITH_NAMES))
def test_prose_names_and_states_exactly_what_is_listed(case: Case, tmp_path: Path) -> None:
    (tmp_path / f"note{case.suffix}").write_text(case.note, encoding="utf-8", newline="")

    named = told(tmp_path)

    assert {kind: named.get(kind, set()) for kind in case.names} == case.names


def test_no_two_cases_of_a_file_have_one_name() -> None:
    for path in sorted(FOLDER.glob("*.md")):
        names = [case.name for case in read_cases(path)]

        assert len(names) == len(set(names)), path.name
