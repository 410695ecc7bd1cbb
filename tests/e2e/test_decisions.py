"""What the user decides stands above every rule, and the graph forgets it when the decision goes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg import pipeline, terms
from kg.errors import SettingsError
from kg.model import THINGS, Claim, Entity, Extraction, Iri, Kind, Mention, Resolution, Span
from kg.rdf import Store
from kg.resolution import resolve
from kg.resolution.deciding import decide
from kg.resolution.decision_tables import HEAD, appended, find, quoted, table, without
from kg.resolution.decisions import Decisions, DecisionType, parse
from kg.settings import Settings

ARXIV = "https://arxiv.org/abs/1706.03762"


def named(kind: Kind, text: str, note: str = "a.md", at: int = 0, **claims: str | Mention) -> Extraction:
    """Make a note that names one thing and claims something of it; the things that claims name are mentioned too."""
    mention = Mention(Span(note, at, at + 1), kind, text, "rule")
    about = [Claim(mention, PREDICATES[name], value, (mention.span,), "rule", 0.9) for name, value in claims.items()]
    others = [value for value in claims.values() if isinstance(value, Mention)]
    return Extraction(note, (mention, *others), tuple(about))


PREDICATES: dict[str, Iri] = {
    "title": terms.NAME,
    "short": terms.ALTERNATE_NAME,
    "key": terms.CITATION_KEY,
    "url": terms.URL,
    "author": terms.AUTHOR,
    "uses": terms.USES,
    "evaluated": terms.EVALUATED_ON,
    "part": terms.IS_PART_OF,
}


def things(found: Resolution, kind: Kind) -> list[Entity]:
    return [entity for entity in found.entities if entity.kind is kind]


def count(notes: Iterable[Extraction], kind: Kind, decisions: str = "") -> int:
    return len(things(resolve(list(notes), decisions=parse(decisions)), kind))


def problems(notes: Iterable[Extraction], decisions: str) -> list[tuple[str, int]]:
    found = resolve(list(notes), decisions=parse(decisions)).problems
    assert {problem.note for problem in found} <= {"decisions.toml"}
    return [(problem.code, problem.line) for problem in found]


# The file.


def test_each_table_is_a_decision_in_the_order_of_the_file() -> None:
    text = """# mine
[[rename]]
thing = "person: Chunting Zhou"
name = "Chun-Ting Zhou"

[[same]]
things = ["person: C. Zhou @ reading/iclr.md", 'person: Chunting Zhou'] # [[ignore]]
why = \"\"\"
[[ignore]]
is only text\"\"\"
[[rename]]
thing = "person: X"
name = "Y"
"""
    found = parse(text)

    assert [(one.sort, one.line) for one in found.all] == [
        (DecisionType.RENAME, 2),
        (DecisionType.SAME, 6),
        (DecisionType.RENAME, 11),
    ]
    assert found.all[1].why == "[[ignore]] is only text"


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("[[same]]\nthings = [", 2, "not TOML"),
        ("\n[[smae]]\nthings = []", 2, "unknown decision 'smae'"),
        ('[[ignore]]\nthing = "task: X"\n\n[[same]]\nthing = "task: Y"', 5, "unknown key 'thing'"),
        ('[[ignore]]\nwhy = "x"\nthing = "task: X"\nnote = 1', 4, "unknown key 'note'"),
        ('[[same]]\nthings = ["task: X"]', 1, "needs things"),
        ('[[ignore]]\nwhy = "x"', 1, "needs thing"),
        ('[[ignore]]\nthing = "X"', 1, "does not start with a kind"),
        ('[[ignore]]\nthing = "robot: X"', 1, "paper, person"),
        ('[[ignore]]\nthing = "task: "', 1, "names nothing"),
        ("[[ignore]]\nthing = 3", 1, "not text"),
        ('[[kind]]\nthing = "task: X"\nkind = "robot"', 1, "'robot'"),
        ('[[rename]]\nthing = "task: X"', 1, 'name = "..."'),
        ('[[rename]]\nthing = "task: X"\nname = " "', 1, 'name = "..."'),
        ('[[different]]\nthings = ["task: X", "task:  X"]', 1, "twice"),
        ('[same]\nthings = ["task: X", "task: Y"]', 1, "[[same]]"),
        ('same = [{ things = ["task: X", "task: Y"] }]', 1, "[[same]]"),
        ('ignore = "task: X"', 1, "[[ignore]]"),
    ],
)
def test_what_cannot_be_meant_so_is_named_with_its_line(text: str, line: int, says: str) -> None:
    with pytest.raises(SettingsError) as raised:
        parse(text)

    assert str(raised.value).startswith(f"decisions.toml:{line}:") and says in str(raised.value)


def test_a_build_stops_at_a_file_it_cannot_read(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A", encoding="utf-8")
    for raw, says in ((b"[[same", ":1:7: this is not TOML"), (b"# ok\n# \xff\xfe", ":2:3: this is not UTF-8")):
        (tmp_path / "decisions.toml").write_bytes(raw)
        with pytest.raises(SettingsError, match=says):
            pipeline.build(tmp_path, tmp_path / "out", settings=Settings())


@given(st.text())
def test_any_text_is_written_as_toml_that_reads_back(text: str) -> None:
    written = quoted(text.encode("utf-8", "replace").decode())

    assert "\n" not in written and "\x1b" not in written
    assert parse(f'[[ignore]]\nthing = "task: X"\nwhy = {written}\n').all[0].why == " ".join(
        text.encode("utf-8", "replace")
        .decode()
        .replace("\x00", "\ufffd")
        .replace("\ufffe", "\ufffd")
        .replace("\uffff", "\ufffd")
        .split()
    )


@pytest.mark.parametrize("before", ["", "# mine\n", "# mine\n\n", '[[ignore]]\nthing = "task: X" # no\n', "# a\r\n"])
def test_a_table_comes_and_goes_and_the_rest_stays_byte_for_byte(before: str) -> None:
    written = appended(before, table("ignore", {"thing": 'task: "Y"'}))
    after = without(written, find(written)[-1])

    assert written.startswith(before or HEAD) and len(parse(written).all) == len(parse(before).all) + 1
    assert after == before


def test_a_table_taken_out_of_the_middle_leaves_the_comments_around_it() -> None:
    text = '# one\n[[ignore]]\nthing = "task: X" # gone\n\n# two\n[[ignore]]\nthing = "task: Y"\n# end\n'

    assert without(text, find(text)[0]) == '# one\n\n# two\n[[ignore]]\nthing = "task: Y"\n# end\n'
    assert without(text, find(text)[1]) == '# one\n[[ignore]]\nthing = "task: X" # gone\n\n# two\n# end\n'


# The same.


def test_what_is_said_to_be_the_same_is_one_thing_with_all_its_mentions() -> None:
    notes = [
        named(Kind.PERSON, name, note)
        for name, note in (("C. Zhou", "a.md"), ("C. Zhou", "b.md"), ("Chunting Zhou", "c.md"))
    ]

    assert count(notes, Kind.PERSON) == 3
    assert count(notes, Kind.PERSON, '[[same]]\nthings = ["person: C. Zhou @ a.md", "person: Chunting Zhou"]') == 2
    assert count(notes, Kind.PERSON, '[[same]]\nthings = ["person: C. Zhou", "person: Chunting Zhou"]') == 1


@pytest.mark.parametrize(
    "called", ["Attention Is All You Need", "Transformer", "vaswani2017", "arxiv-1706.03762", "it"]
)
def test_a_paper_goes_by_its_title_short_name_key_or_identifier(called: str) -> None:
    said = named(Kind.PAPER, "it", title="Attention Is All You Need", short="Transformer", key="vaswani2017", url=ARXIV)
    other = named(Kind.PAPER, "Another Title of Something", "b.md", title="Another Title of Something")
    decision = f'[[same]]\nthings = ["paper: {called}", "paper: Another Title of Something"]'

    assert count([said, other], Kind.PAPER) == 2
    assert count([said, other], Kind.PAPER, decision) == 1


@pytest.mark.parametrize("kind", [k for k in THINGS if k is not Kind.PAPER])
def test_any_two_things_of_one_kind_can_be_the_same_or_different(kind: Kind) -> None:
    one, other = named(kind, "Ada Byron"), named(kind, "Ida Biron", "b.md")
    again = named(kind, "Ada Byron", "c.md")

    assert count([one, other], kind, f'[[same]]\nthings = ["{kind}: Ada Byron", "{kind}: Ida Biron"]') == 1
    told = f'[[different]]\nthings = ["{kind}: Ada Byron @ a.md", "{kind}: Ada Byron @ c.md"]'
    assert count([one, again], kind, told) == 2
    assert len({entity.iri for entity in resolve([one, again], decisions=parse(told)).entities}) == 2


def test_what_is_the_same_has_the_kind_of_the_first_that_is_named() -> None:
    notes = [named(Kind.METHOD, "Gym"), named(Kind.DATASET, "OpenAI Gym", "b.md")]
    found = resolve(notes, decisions=parse('[[same]]\nthings = ["dataset: OpenAI Gym", "method: Gym"]'))

    assert [(e.kind, len(e.mentions)) for e in found.entities] == [(Kind.DATASET, 2)]


def test_white_space_and_broken_text_do_not_matter_in_a_name() -> None:
    notes = [named(Kind.PERSON, "Erwin Schrödinger"), named(Kind.PERSON, "E. S.", "b.md")]

    for written in ("Erwin  Schrödinger", "Erwin SchrÃ¶dinger"):
        assert count(notes, Kind.PERSON, f'[[same]]\nthings = ["person: {written}", "person:E. S."]') == 1


def test_a_name_with_an_at_sign_is_no_note_unless_there_is_one() -> None:
    notes = [named(Kind.SESSION, "Workshop @ NeurIPS"), named(Kind.SESSION, "Workshop", "NeurIPS.md")]

    assert count(notes, Kind.SESSION, '[[ignore]]\nthing = "session: Workshop @ NeurIPS"') == 1
    assert count(notes, Kind.SESSION, '[[ignore]]\nthing = "session: Workshop @ NeurIPS @ a.md"') == 1
    assert problems(notes, '[[ignore]]\nthing = "session: Workshop @ gone.md"') == [("stale-decision", 1)]


# Different.


def test_different_holds_against_a_shared_identifier() -> None:
    notes = [
        named(Kind.PAPER, "One", "a.md", url=ARXIV, short="One"),
        named(Kind.PAPER, "Two", "b.md", url=ARXIV, short="Two"),
    ]

    assert count(notes, Kind.PAPER) == 1
    assert count(notes, Kind.PAPER, '[[different]]\nthings = ["paper: One", "paper: Two"]') == 2


def test_two_persons_of_one_name_are_kept_apart_and_a_third_note_goes_with_one_of_them() -> None:
    notes = [named(Kind.PERSON, "Wei Zhang", note) for note in ("a.md", "b.md", "c.md")]
    told = '[[different]]\nthings = ["person: Wei Zhang @ a.md", "person: Wei Zhang @ b.md"]'

    assert count(notes, Kind.PERSON, told) == 2
    three = (
        '[[different]]\nthings = ["person: Wei Zhang @ a.md", "person: Wei Zhang @ b.md", "person: Wei Zhang @ c.md"]'
    )
    assert count(notes, Kind.PERSON, three) == 3
    assert problems(notes, told) == problems(notes, three) == []


def test_what_is_named_with_its_note_is_kept_apart_from_all_others_of_the_name() -> None:
    notes = [named(Kind.METHOD, "SAM", note) for note in ("a.md", "b.md", "c.md")]
    found = resolve(notes, decisions=parse('[[different]]\nthings = ["method: SAM", "method: SAM @ c.md"]'))

    assert [len(e.mentions) for e in found.entities] == [2, 1]
    assert found.problems == ()


def test_one_of_two_different_things_can_have_several_names() -> None:
    notes = [named(Kind.METHOD, "SAM", note) for note in ("a.md", "b.md", "c.md")]
    told = '[[different]]\nthings = [["method: SAM @ a.md", "method: SAM @ b.md"], "method: SAM @ c.md"]'

    assert sorted(len(e.mentions) for e in resolve(notes, decisions=parse(told)).entities) == [1, 2]
    assert problems(notes, told) == []


def test_what_contradicts_is_reported_and_different_wins() -> None:
    notes = [named(Kind.PERSON, name, f"{name[0]}.md") for name in ("Ada Byron", "Bo Li", "Cy Wu")]
    same = '[[same]]\nthings = ["person: Ada Byron", "person: Bo Li"]\n'
    different = '[[different]]\nthings = ["person: Bo Li", "person: Ada Byron"]\n'

    for text, line in ((same + different, 1), (different + same, 3)):
        assert count(notes, Kind.PERSON, text) == 3
        assert problems(notes, text) == [("contradicting-decisions", line)]
    chain = (
        same + same.replace("Ada Byron", "Cy Wu") + '[[different]]\nthings = ["person: Ada Byron", "person: Cy Wu"]\n'
    )
    assert count(notes, Kind.PERSON, chain) == 2
    assert problems(notes, chain) == [("contradicting-decisions", 3)]


def test_one_mention_cannot_be_two_things() -> None:
    note = named(Kind.PAPER, "it", title="Attention Is All You Need", url=ARXIV)
    told = '[[different]]\nthings = ["paper: arxiv-1706.03762", "paper: Attention Is All You Need"]'

    assert problems([note], told) == [("contradicting-decisions", 1)]


# Names, kinds, and what is none.


def test_a_new_name_is_shown_and_two_of_them_are_reported() -> None:
    notes = [
        named(Kind.PERSON, "Chunting Zhou"),
        named(Kind.PAPER, "GIN", "b.md", title="A Title of a Paper", short="GIN"),
    ]
    text = '[[rename]]\nthing = "person: Chunting Zhou"\nname = "Chun-Ting Zhou"\n[[rename]]\nthing = "paper: GIN"\nname = "GIN"\n'

    assert [e.name for e in resolve(notes, decisions=parse(text)).entities] == ["GIN", "Chun-Ting Zhou"]
    assert [e.iri for e in resolve(notes, decisions=parse(text)).entities] == [e.iri for e in resolve(notes).entities]
    again = text + '[[rename]]\nthing = "person: Chunting Zhou"\nname = "Zhou"\n'
    assert things(resolve(notes, decisions=parse(again)), Kind.PERSON)[0].name == "Zhou"
    assert problems(notes, again) == [("contradicting-decisions", 1)]


def test_what_is_ignored_is_gone_with_all_that_was_said_of_it() -> None:
    person = Mention(Span("a.md", 5, 6), Kind.PERSON, "Reading List", "rule")
    note = named(Kind.PAPER, "it", title="Attention Is All You Need", author=person)
    [left] = decide([note], parse('[[ignore]]\nthing = "person: Reading List"')).extractions

    assert [m.kind for m in left.mentions] == [Kind.PAPER]
    assert [claim.predicate for claim in left.claims] == [terms.NAME]
    assert problems([note], '[[ignore]]\nthing = "person: Reading List"') == []


def test_a_note_that_no_decision_touches_stays_the_very_same() -> None:
    notes = [named(Kind.METHOD, "SAM"), named(Kind.METHOD, "LoRA", "b.md")]

    assert [
        new is old
        for new, old in zip(decide(notes, parse('[[ignore]]\nthing = "method: SAM"')).extractions, notes, strict=True)
    ] == [False, True]
    assert decide(notes, Decisions()).extractions is notes


def test_another_kind_drops_the_claims_that_do_not_fit_it() -> None:
    gym = Mention(Span("a.md", 5, 6), Kind.METHOD, "Gym", "rule")
    note = named(Kind.METHOD, "PPO", uses=gym)
    other = named(
        Kind.METHOD,
        "Gym",
        "b.md",
        evaluated=Mention(Span("b.md", 5, 6), Kind.DATASET, "Atari", "rule"),
        short="OpenAI Gym",
    )
    to_data, to_person = (f'[[kind]]\nthing = "method: Gym"\nkind = "{kind}"' for kind in ("dataset", "person"))

    assert [[c.predicate for c in e.claims] for e in decide([note, other], parse(to_data)).extractions] == [
        [terms.USES],
        [terms.EVALUATED_ON, terms.ALTERNATE_NAME],
    ]
    assert [[c.predicate for c in e.claims] for e in decide([note, other], parse(to_person)).extractions] == [
        [],
        [terms.ALTERNATE_NAME],
    ]
    assert count([note, other], Kind.DATASET, to_data) == 2
    assert count([note, other], Kind.METHOD, to_data) == 1


def test_a_conference_that_is_a_journal_keeps_its_papers() -> None:
    venue = Mention(Span("a.md", 5, 6), Kind.PERIODICAL, "TMLR", "rule")
    note = named(Kind.PAPER, "it", part=venue)
    [left] = decide([note], parse('[[kind]]\nthing = "periodical: TMLR"\nkind = "venue"')).extractions

    assert [(c.predicate, c.object.kind) for c in left.claims if isinstance(c.object, Mention)] == [
        (terms.PRESENTED_AT, Kind.VENUE)
    ]


def test_what_becomes_a_paper_keeps_its_name() -> None:
    found = resolve(
        [named(Kind.METHOD, "Attention Is All You Need")],
        decisions=parse('[[kind]]\nthing = "method: Attention Is All You Need"\nkind = "paper"'),
    )

    assert [(e.kind, e.name) for e in found.entities] == [(Kind.PAPER, "Attention Is All You Need")]


def test_decisions_go_by_the_kind_that_was_decided_and_else_by_the_one_read() -> None:
    notes = [named(Kind.METHOD, "Gym")]
    kind = '[[kind]]\nthing = "method: Gym"\nkind = "dataset"\n'

    for called in ("method", "dataset"):
        text = kind + f'[[rename]]\nthing = "{called}: Gym"\nname = "OpenAI Gym"'
        assert [(e.kind, e.name) for e in resolve(notes, decisions=parse(text)).entities] == [
            (Kind.DATASET, "OpenAI Gym")
        ]
    back = kind + '[[kind]]\nthing = "dataset: Gym"\nkind = "method"\n'
    assert things(resolve(notes, decisions=parse(back)), Kind.METHOD)
    assert problems(notes, back) == []


@pytest.mark.parametrize(
    "text",
    [
        '[[same]]\nthings = ["task: X", "method: SAM"]',
        '[[different]]\nthings = ["task: X", "method: SAM"]',
        '[[rename]]\nthing = "method: sam"\nname = "Y"',
        '[[ignore]]\nthing = "dataset: SAM"',
        '[[kind]]\nthing = "method: SAM @ b.md"\nkind = "dataset"',
    ],
)
def test_a_decision_that_names_nothing_any_more_is_reported_with_its_line(text: str) -> None:
    assert problems([named(Kind.METHOD, "SAM")], f"\n{text}") == [("stale-decision", 2)]


# The build.


NOTE = """# Reading

- [A Study of Long Sequences](https://arxiv.org/abs/2501.01233). Anna Muster, Bo Chen. ICLR 2025.
- [Small Models of Large Things](https://arxiv.org/abs/2501.01234). B. Chen, Ada Roe. ICLR 2025.

PPO uses ImageNet. We evaluate BERT on SQuAD.
"""


@pytest.mark.parametrize(
    "texts",
    [
        (
            '[[same]]\nthings = ["person: Bo Chen", "person: B. Chen"]',
            '[[different]]\nthings = ["person: Bo Chen", "person: Anna Muster"]',
            '[[rename]]\nthing = "paper: arxiv-2501.01233"\nname = "Long \\"Sequences\\"\\n<Σ>"\n',
            '[[rename]]\nthing = "method: BERT"\nname = "Bert"\n[[rename]]\nthing = "edition: ICLR 2025"\nname = "ICLR in Singapore"',
            '[[ignore]]\nthing = "paper: A Study of Long Sequences"',
            '[[ignore]]\nthing = "person: Anna Muster"\n[[ignore]]\nthing = "edition: ICLR 2025"',
        ),
        [
            f'[[kind]]\nthing = "{thing}"\nkind = "{kind}"'
            for kind in THINGS
            for thing in ("method: BERT", "edition: ICLR 2025", "person: Bo Chen", "paper: arxiv-2501.01234")
        ],
    ],
    ids=["others", "kinds"],
)
def test_decisions_make_a_sound_graph_and_go_without_a_trace(tmp_path: Path, texts: Iterable[str]) -> None:
    vault = tmp_path / "v"
    vault.mkdir()
    (vault / "a.md").write_text(NOTE, encoding="utf-8")
    file = vault / "decisions.toml"

    def built(notes: Path) -> list[bytes]:
        report = pipeline.build(notes, tmp_path / "g", settings=Settings())
        assert [p.message for p in report.problems if p.code != "not-understood"] == []
        assert report.notes == 1
        return [(tmp_path / "g" / name).read_bytes() for name in ("graph.ttl", "graph.trig")]

    before = built(vault)
    for text in texts:
        file.write_text(text, encoding="utf-8")
        # The file stands beside a single note, too.
        decided_on = built(vault / "a.md" if text.startswith("[[kind]]") else vault)
        assert (decided_on != before) == ("different" not in text and "PAPER" not in text and not _same_kind(text)), (
            text
        )
    file.unlink()
    assert built(vault) == before


def _same_kind(text: str) -> bool:
    kind = text.rpartition('kind = "')[2].rstrip('"')
    return f'thing = "{kind}: ' in text


def test_the_old_name_becomes_another_name(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(NOTE, encoding="utf-8")
    (tmp_path / "decisions.toml").write_text(
        '[[rename]]\nthing = "person: Bo Chen"\nname = "Chen Bo"\n[[rename]]\nthing = "paper: arxiv-2501.01233"\nname = "Long"\n',
        encoding="utf-8",
    )
    pipeline.build(tmp_path, tmp_path / "g", settings=Settings(ignore=("g",)))
    store = Store.open(tmp_path / "g" / "store", read_only=True)
    rows = {tuple(row) for row in store.query("SELECT ?n ?a { ?x schema:name ?n ; schema:alternateName ?a }").texts()}

    assert rows == {("Chen Bo", "Bo Chen"), ("Long", "A Study of Long Sequences")}


def test_the_file_of_decisions_is_no_note(tmp_path: Path) -> None:
    (tmp_path / "decisions.toml").write_text(HEAD, encoding="utf-8")
    report = pipeline.build(tmp_path, tmp_path / "g", settings=Settings(ignore=("g",)))

    assert (report.notes, report.problems) == (0, ())
