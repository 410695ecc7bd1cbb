"""From a note and what it says to quads: facts, evidence, what is derived."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pyoxigraph as ox
import pytest
from hypothesis import given
from hypothesis import strategies as st
from places import ROOT, TESTS
from rdf_fixture import (
    HOSTILE,
    RUN,
    Builder,
    derived_quads,
    front_matter_note,
    one_block_note,
    resolve,
    to_quads,
    vault,
)
from rdf_graphs import write

from kg import terms
from kg.iris import DEFAULT_BASE, mint, part
from kg.model import THINGS, Extraction, Iri, Kind, Mention, Resolution, Span
from kg.rdf import Store, provenance, unwritable

PAPER = "https://kg.example/paper/openreview-AbCdEf1234"
ZHOU = "https://kg.example/person/anna-mckay"
YU = "https://kg.example/person/lili-yu"
FIRST = "https://kg.example/note/2025/iclr.md"


def quads_of(base: str = DEFAULT_BASE) -> list[ox.Quad]:
    notes, extractions, resolution = vault(base)
    facts = [q for n, e in zip(notes, extractions, strict=True) for q in to_quads(n, e, resolution, RUN, base=base)]
    return [*facts, *derived_quads(extractions, resolution, base=base)]


@pytest.fixture(scope="module")
def quads() -> list[ox.Quad]:
    return quads_of()


def values(quads: list[ox.Quad], subject: str, predicate: str, *, graph: str | None = None) -> list[str]:
    found = {
        q.object.value
        for q in quads
        if q.subject.value == subject and q.predicate.value == predicate and graph in (None, q.graph_name.value)
    }
    return sorted(found)


def single(builder: Builder, groups: dict[tuple[Kind, str], tuple[str, list[Mention]]]) -> list[ox.Quad]:
    resolution = resolve(groups)
    extraction = builder.extraction()
    quads = to_quads(builder.note, extraction, resolution, RUN, base=DEFAULT_BASE)
    return [*quads, *derived_quads([extraction], resolution, base=DEFAULT_BASE)]


# Facts.


def test_a_paper_has_what_both_notes_say_of_it(quads: list[ox.Quad]) -> None:
    assert values(quads, PAPER, terms.TYPE) == [terms.SCHOLARLY_ARTICLE_CLASS]
    assert values(quads, PAPER, terms.NAME) == ["Lodestar: Predict the Next Token and Diffuse Images"]
    assert values(quads, PAPER, terms.ALTERNATE_NAME) == ["Lodestar"]
    assert values(quads, PAPER, terms.CITATION_KEY) == ["AnnaMcKay2025ICLR"]
    assert values(quads, PAPER, terms.RATING) == ["3"]
    assert values(quads, PAPER, terms.AUTHOR) == [ZHOU, YU]
    assert values(quads, PAPER, terms.PRESENTATION_TYPE) == [terms.ORAL]


def test_a_fact_stands_in_the_graph_of_the_note_that_states_it(quads: list[ox.Quad]) -> None:
    assert values(quads, PAPER, terms.RATING, graph=FIRST) == []
    assert values(quads, PAPER, terms.NAME, graph=FIRST) != []


def test_a_thing_named_in_two_ways_has_one_name_and_the_other_forms(quads: list[ox.Quad]) -> None:
    assert values(quads, YU, terms.NAME) == ["Lili Yu"]
    assert values(quads, YU, terms.ALTERNATE_NAME) == ["L. Yu"]


def test_methods_tasks_and_topics_are_named_by_skos(quads: list[ox.Quad]) -> None:
    assert values(quads, "https://kg.example/method/transformer", terms.PREF_LABEL) == ["Transformer"]
    assert values(quads, "https://kg.example/method/transformer", terms.NAME) == []


def test_another_title_of_a_paper_is_an_alternate_name() -> None:
    builder = Builder(one_block_note("a.md", "A Long Title of a Paper. A long title of a paper."))
    one = builder.mention(Kind.PAPER, "A Long Title of a Paper")
    two = builder.mention(Kind.PAPER, "A long title of a paper")
    builder.claim(one, terms.NAME, one.text)
    builder.claim(two, terms.NAME, two.text)
    quads = single(builder, {(Kind.PAPER, "x"): (one.text, [one, two])})

    assert values(quads, "https://kg.example/paper/x", terms.NAME) == ["A Long Title of a Paper"]
    assert values(quads, "https://kg.example/paper/x", terms.ALTERNATE_NAME) == ["A long title of a paper"]


def test_what_a_note_denies_is_evidence_and_no_fact(quads: list[ox.Quad]) -> None:
    chameleon = "https://kg.example/method/chameleon"
    denied = [q.subject for q in quads if q.predicate.value == terms.QUALIFIER and q.object.value == "negated"]

    assert values(quads, chameleon, terms.EXTENDS) == []
    assert [values(quads, node.value, terms.SUBJECT) for node in denied] == [[chameleon]]


def test_the_note_itself_is_described(quads: list[ox.Quad]) -> None:
    assert values(quads, FIRST, terms.TYPE) == [terms.ENTITY_CLASS, terms.DIGITAL_DOCUMENT_CLASS]
    assert values(quads, FIRST, terms.PATH) == ["2025/iclr.md"]
    assert values(quads, FIRST, terms.NAME) == ["Reading list ICLR 2025"]
    assert len(values(quads, FIRST, terms.CONTENT_HASH)[0]) == 64
    assert len(values(quads, FIRST, terms.WAS_GENERATED_BY)) == 1
    assert PAPER in values(quads, FIRST, terms.MENTIONS)


def test_front_matter_gives_author_tags_and_date_with_evidence() -> None:
    note, extraction, resolution = front_matter_note()
    quads = to_quads(note, extraction, resolution, RUN, base=DEFAULT_BASE)
    iri = "https://kg.example/note/front.md"

    assert values(quads, iri, terms.AUTHOR) == ["https://kg.example/person/ada-lovelace"]
    assert values(quads, iri, terms.KEYWORDS) == ["one", "two"]
    assert values(quads, iri, terms.DATE_MODIFIED) == ["2025-03-01"]
    evidence = [
        q.subject.value for q in quads if q.predicate.value == terms.PREDICATE and q.object.value == terms.KEYWORDS
    ]
    passages = [values(quads, e, terms.WAS_DERIVED_FROM)[0] for e in evidence]
    assert sorted(values(quads, p, terms.QUOTE)[0] for p in passages) == ["#two", "one"]


def test_the_run_has_version_rules_and_settings(quads: list[ox.Quad]) -> None:
    run = values(quads, FIRST, terms.WAS_GENERATED_BY)[0]

    assert values(quads, run, terms.TYPE) == [terms.ACTIVITY_CLASS]
    assert values(quads, run, terms.VERSION) == ["0.1"]
    assert values(quads, run, terms.RULE) == ["citation-key", "title"]


@pytest.mark.parametrize(
    ("predicate", "value", "datatype", "written"),
    [
        (terms.DATE_PUBLISHED, "2025", terms.XSD_GYEAR, "2025"),
        (terms.DATE_PUBLISHED, 2025, terms.XSD_GYEAR, "2025"),
        (terms.RATING, 3, terms.XSD_INTEGER, "3"),
        (terms.RATING, "3", terms.XSD_INTEGER, "3"),
        (terms.AUTHORS_COMPLETE, True, terms.XSD_BOOLEAN, "true"),
        (terms.AUTHORS_COMPLETE, "false", terms.XSD_BOOLEAN, "false"),
        (terms.KEYWORDS, "2025", terms.XSD_STRING, "2025"),
        (terms.START_DATE, "2025-04-24", terms.XSD_DATE, "2025-04-24"),
        (terms.START_DATE, "2025-04", terms.XSD_GYEARMONTH, "2025-04"),
        (terms.START_DATE, "2025", terms.XSD_GYEAR, "2025"),
        (terms.URL, "https://example.org/a b", None, "https://example.org/a%20b"),
        (terms.PRESENTATION_TYPE, terms.ORAL, None, terms.ORAL),
    ],
)
def test_a_value_is_written_as_the_range_of_its_predicate(
    predicate: Iri, value: str | int | bool, datatype: Iri | None, written: str
) -> None:
    builder = Builder(one_block_note("a.md", "Some paper"))
    paper = builder.mention(Kind.PAPER, "Some paper")
    builder.claim(paper, predicate, value)
    quads = single(builder, {(Kind.PAPER, "x"): ("", [paper])})
    (found,) = [q.object for q in quads if q.subject.value.endswith("/paper/x") and q.predicate.value == predicate]

    assert found.value == written
    assert (found.datatype.value if isinstance(found, ox.Literal) else None) == datatype


@pytest.mark.parametrize(
    ("predicate", "value"),
    [
        (terms.DATE_PUBLISHED, "soon"),
        (terms.DATE_PUBLISHED, "20255"),
        (terms.START_DATE, "2025-02-30"),
        (terms.RATING, "many"),
        (terms.RATING, True),
        (terms.AUTHORS_COMPLETE, "perhaps"),
        (terms.URL, "javascript:alert(1)"),
        (terms.URL, "not an address"),
        (terms.PRESENTATION_TYPE, "oral"),
    ],
)
def test_a_value_that_cannot_be_meant_is_left_out_and_reported(predicate: Iri, value: str | bool) -> None:
    builder = Builder(one_block_note("a.md", "Some paper"))
    paper = builder.mention(Kind.PAPER, "Some paper")
    builder.claim(paper, predicate, value)
    resolution = resolve({(Kind.PAPER, "x"): ("", [paper])})
    quads = to_quads(builder.note, builder.extraction(), resolution, RUN, base=DEFAULT_BASE)
    (problem,) = unwritable(builder.extraction(), resolution.iris)

    assert values(quads, "https://kg.example/paper/x", predicate) == []
    assert (problem.code, problem.note, problem.span) == ("bad-value", "a.md", paper.span)


def test_a_mention_that_names_nothing_is_passed_over() -> None:
    builder = Builder(one_block_note("a.md", "Some paper by Somebody"))
    paper = builder.mention(Kind.PAPER, "Some paper")
    somebody = builder.mention(Kind.PERSON, "Somebody")
    builder.claim(paper, terms.AUTHOR, somebody)
    quads = single(builder, {(Kind.PAPER, "x"): ("", [paper])})

    assert values(quads, "https://kg.example/paper/x", terms.AUTHOR) == []


# Evidence.


def test_every_fact_but_those_of_the_file_has_evidence(quads: list[ox.Quad]) -> None:
    names = {terms.NAME, terms.ALTERNATE_NAME, terms.PREF_LABEL, terms.ALT_LABEL}
    mentioned = {q.object.value for q in quads if q.predicate.value == terms.NAMES}
    about_the_file = {terms.TYPE, terms.PATH, terms.CONTENT_HASH, terms.WAS_GENERATED_BY}
    parts = (terms.SUBJECT, terms.PREDICATE, terms.OBJECT)
    told = {
        tuple(str(o) for p in parts for o in [q.object for q in quads if q.subject == e and q.predicate.value == p])
        for e in {q.subject for q in quads if q.predicate.value == terms.SUBJECT}
    }
    for quad in quads:
        graph = quad.graph_name.value
        is_fact = "/note/" in graph and not graph.endswith("#evidence") and "/run/" not in quad.subject.value
        if is_fact and quad.predicate.value == terms.MENTIONS and "/note/" in quad.subject.value:
            assert quad.object.value in mentioned, quad
        elif is_fact and quad.subject.value in mentioned and quad.predicate.value == terms.TYPE:
            assert quad.object.value in terms.CLASSES.values(), quad
        elif is_fact and quad.subject.value in mentioned - papers(quads) and quad.predicate.value in names:
            assert quad.object.value in forms(quads, quad.subject.value), quad
        elif is_fact and not (quad.predicate.value in about_the_file and "/note/" in quad.subject.value):
            assert (str(quad.subject), str(quad.predicate), str(quad.object)) in told, quad


def papers(quads: list[ox.Quad]) -> set[str]:
    return {q.subject.value for q in quads if q.object == ox.NamedNode(terms.CLASSES[Kind.PAPER])}


def forms(quads: list[ox.Quad], thing: str) -> set[str]:
    """Give how a thing is called where it is mentioned."""
    called = set()
    for mention in [q.subject.value for q in quads if q.predicate.value == terms.NAMES and q.object.value == thing]:
        (passage,) = values(quads, mention, terms.WAS_DERIVED_FROM)
        called.update(values(quads, mention, terms.FORM) or values(quads, passage, terms.QUOTE))
    return called


def test_every_quote_is_the_text_of_its_place(quads: list[ox.Quad]) -> None:
    texts = {note.id: note.text for note in vault()[0]}
    passages = {q.subject.value for q in quads if q.predicate.value == terms.QUOTE}

    assert passages
    for passage in passages:
        note = values(quads, values(quads, passage, terms.HAS_SOURCE)[0], terms.PATH)[0]
        start, end = (int(values(quads, passage, p)[0]) for p in (terms.START, terms.END))
        assert values(quads, passage, terms.QUOTE) == [texts[note][start:end]]


def test_lines_are_counted_as_the_note_counts_them(quads: list[ox.Quad]) -> None:
    notes = {mint("note", note.id): note for note in vault()[0]}
    for passage in {q.subject.value for q in quads if q.predicate.value == terms.LINE}:
        note = notes[Iri(values(quads, passage, terms.HAS_SOURCE)[0])]
        assert int(values(quads, passage, terms.LINE)[0]) == note.line(int(values(quads, passage, terms.START)[0]))


def test_every_place_that_names_a_thing_is_one_mention_and_nothing_more() -> None:
    builder = Builder(one_block_note("a.md", "DPO. Then DPO again, and DPO."))
    text = builder.note.text
    places = [i for i in range(len(text)) if text.startswith("DPO", i)]
    mentions = [Mention(Span("a.md", i, i + 3), Kind.METHOD, "DPO", "hand") for i in places]
    builder.mentions += mentions
    quads = single(builder, {(Kind.METHOD, "dpo"): ("DPO", mentions)})
    named = [q.subject.value for q in quads if q.predicate.value == terms.NAMES]

    assert [q for q in quads if q.predicate.value == terms.PREDICATE] == []
    assert len(named) == len(set(named)) == 3
    assert {values(quads, mention, terms.WAS_DERIVED_FROM)[0] for mention in named} == {
        f"https://kg.example/note/a.md#char={i},{i + 3}" for i in places
    }
    assert values(quads, "https://kg.example/method/dpo", terms.PREF_LABEL) == ["DPO"]


def test_the_form_of_a_mention_is_written_where_the_note_spells_it_otherwise() -> None:
    builder = Builder(one_block_note("a.md", "Berger, Ada and Ada Berger"))
    turned = Mention(Span("a.md", 0, 11), Kind.PERSON, "Ada Berger", "hand")
    plain = Mention(Span("a.md", 16, 26), Kind.PERSON, "Ada Berger", "hand")
    builder.mentions += [turned, plain]
    quads = single(builder, {(Kind.PERSON, "ada-berger"): ("Ada Berger", [turned, plain])})
    formed = [q.subject.value for q in quads if q.predicate.value == terms.FORM]

    assert [values(quads, one, terms.WAS_DERIVED_FROM) for one in formed] == [
        ["https://kg.example/note/a.md#char=0,11"]
    ]
    assert forms(quads, "https://kg.example/person/ada-berger") == {"Ada Berger"}


def test_two_kinds_of_evidence_that_share_64_bits_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    digest = provenance._digest
    monkeypatch.setattr(provenance, "_digest", lambda parts, *, size: digest(parts, size=1) if size else "")
    builder = Builder(one_block_note("a.md", "x " * 200))
    mentions = [Mention(Span("a.md", 2 * i, 2 * i + 1), Kind.METHOD, "x", "hand") for i in range(200)]
    builder.mentions += mentions
    quads = single(builder, {(Kind.METHOD, "x"): ("x", mentions)})
    named = [q.subject.value for q in quads if q.predicate.value == terms.NAMES]

    assert len(set(named)) == 200
    assert all(len(values(quads, one, terms.WAS_DERIVED_FROM)) == 1 for one in named)


def test_a_fact_may_need_several_places() -> None:
    builder = Builder(one_block_note("a.md", "ICLR list\nSome paper"))
    paper = builder.mention(Kind.PAPER, "Some paper")
    claim = builder.claim(paper, terms.KEYWORDS, "x", at="ICLR")
    builder.claims[0] = replace(claim, evidence=(paper.span, claim.evidence[0]))
    quads = single(builder, {(Kind.PAPER, "x"): ("", [paper])})
    (evidence,) = [
        q.subject.value for q in quads if q.predicate.value == terms.PREDICATE and q.object.value == terms.KEYWORDS
    ]

    assert len(values(quads, evidence, terms.WAS_DERIVED_FROM)) == 2


def test_the_same_evidence_twice_is_one_with_the_better_confidence() -> None:
    builder = Builder(one_block_note("a.md", "Some paper"))
    paper = builder.mention(Kind.PAPER, "Some paper")
    claim = builder.claim(paper, terms.KEYWORDS, "x")
    builder.claims += [replace(claim, confidence=0.95), replace(claim, confidence=0.3, qualifier="hedged")]
    quads = single(builder, {(Kind.PAPER, "x"): ("", [paper])})
    (evidence,) = [
        q.subject.value for q in quads if q.predicate.value == terms.PREDICATE and q.object.value == terms.KEYWORDS
    ]

    assert values(quads, evidence, terms.CONFIDENCE) == ["0.95"]
    assert values(quads, evidence, terms.QUALIFIER) == []


def test_evidence_from_another_note_is_refused() -> None:
    builder = Builder(one_block_note("a.md", "Some paper"))
    paper = builder.mention(Kind.PAPER, "Some paper")
    claim = builder.claim(paper, terms.KEYWORDS, "x")
    builder.claims[0] = replace(claim, evidence=(Span("b.md", 0, 1),))

    with pytest.raises(ValueError, match="another note"):
        single(builder, {(Kind.PAPER, "x"): ("", [paper])})


@given(st.text(st.characters(codec=None, exclude_categories=()), min_size=1, max_size=40))
def test_any_text_of_a_note_can_be_quoted_and_named(text: str) -> None:
    note = one_block_note("a.md", text)
    mention = Mention(Span("a.md", 0, len(text)), Kind.TOPIC, text, "hand")
    resolution = resolve({(Kind.TOPIC, text): (text, [mention])})
    extraction = Extraction("a.md", (mention,), ())
    store = Store.in_memory(to_quads(note, extraction, resolution, RUN, base=DEFAULT_BASE))
    (quote,) = [term.value for (term,) in store.query("SELECT ?q { ?p kg:quote ?q }")]

    assert len(quote) == len(text)
    assert all(a in (b, "\ufffd") for a, b in zip(quote, text, strict=True))


# What is derived.


def test_every_thing_has_one_label(quads: list[ox.Quad]) -> None:
    things = {
        q.subject.value
        for q in quads
        if q.predicate.value == terms.TYPE and q.object.value in {terms.CLASSES[kind] for kind in THINGS}
    }

    assert [thing for thing in sorted(things) if len(values(quads, thing, terms.LABEL)) != 1] == []


@pytest.mark.parametrize(
    ("name", "short", "key", "label"),
    [
        ("A title", "T", "k2025", "A title"),
        ("", "T", "k2025", "T"),
        ("", "", "k2025", "k2025"),
        ("", "", "", "arXiv:2001.00017"),
    ],
)
def test_the_label_is_title_or_short_name_or_key_or_id(name: str, short: str, key: str, label: str) -> None:
    builder = Builder(one_block_note("a.md", "Some paper"))
    paper = builder.mention(Kind.PAPER, "Some paper")
    for predicate, value in ((terms.NAME, name), (terms.ALTERNATE_NAME, short), (terms.CITATION_KEY, key)):
        if value:
            builder.claim(paper, predicate, value)
    quads = single(builder, {(Kind.PAPER, "arxiv-2001.00017"): (name, [paper])})

    assert values(quads, "https://kg.example/paper/arxiv-2001.00017", terms.LABEL) == [label]


def author_order(quads: list[ox.Quad], paper: str) -> list[str]:
    cells = values(quads, paper, terms.AUTHOR_LIST)
    names = []
    while cells and cells != [terms.NIL]:
        names += values(quads, cells[0], terms.FIRST)
        cells = values(quads, cells[0], terms.REST)
    return [name.rsplit("/", 1)[-1] for name in names]


def test_authors_are_in_the_order_of_their_places_and_not_of_their_claims(quads: list[ox.Quad]) -> None:
    assert author_order(quads, PAPER) == ["anna-mckay", "lili-yu"]


def test_the_most_complete_list_of_authors_wins() -> None:
    builder = Builder(one_block_note("a.md", "P1 Ann Bea; P2 Ann; P3 Bea Ann Cid"))
    papers = [builder.mention(Kind.PAPER, f"P{i}") for i in (1, 2, 3)]
    people: dict[str, list[Mention]] = {"Ann": [], "Bea": [], "Cid": []}
    for paper, after in zip(papers, (papers[1].span.start, papers[2].span.start, len(builder.note.text)), strict=True):
        for name, mentions in people.items():
            at = builder.note.text.find(name, paper.span.end, after)
            if at >= 0:
                mention = Mention(Span("a.md", at, at + 3), Kind.PERSON, name, "hand")
                mentions.append(mention)
                builder.mentions.append(mention)
                builder.claim(paper, terms.AUTHOR, mention)
    groups = {(Kind.PERSON, name.lower()): (name, mentions) for name, mentions in people.items()}
    quads = single(builder, {(Kind.PAPER, "x"): ("", papers), **groups})

    assert author_order(quads, "https://kg.example/paper/x") == ["bea", "ann", "cid"]


def test_of_lists_of_one_length_the_complete_one_wins() -> None:
    builder = Builder(one_block_note("a.md", "P1 Ann; P2 Bea"))
    one, two = builder.mention(Kind.PAPER, "P1"), builder.mention(Kind.PAPER, "P2")
    ann, bea = builder.mention(Kind.PERSON, "Ann"), builder.mention(Kind.PERSON, "Bea")
    builder.claim(one, terms.AUTHOR, ann)
    builder.claim(two, terms.AUTHOR, bea)
    builder.claim(two, terms.AUTHORS_COMPLETE, True)
    groups = {(Kind.PERSON, "ann"): ("Ann", [ann]), (Kind.PERSON, "bea"): ("Bea", [bea])}
    quads = single(builder, {(Kind.PAPER, "x"): ("", [one, two]), **groups})

    assert author_order(quads, "https://kg.example/paper/x") == ["bea"]


def test_a_chosen_name_that_no_note_has_as_it_stands_is_stated_as_derived() -> None:
    builder = Builder(one_block_note("a.md", "iclr"))
    venue = builder.mention(Kind.VENUE, "iclr")
    quads = single(builder, {(Kind.VENUE, "iclr"): ("ICLR", [venue])})

    assert values(quads, "https://kg.example/venue/iclr", terms.NAME, graph="https://kg.example/graph/derived") == [
        "ICLR"
    ]


# Laws.


def test_there_is_no_blank_node(quads: list[ox.Quad]) -> None:
    assert [q for q in quads if not isinstance(q.subject, ox.NamedNode) or isinstance(q.object, ox.BlankNode)] == []


def test_quads_come_in_one_order() -> None:
    notes, extractions, resolution = vault()
    turned = Extraction(notes[0].id, extractions[0].mentions[::-1], extractions[0].claims[::-1])

    assert to_quads(notes[0], extractions[0], resolution, RUN, base=DEFAULT_BASE) == to_quads(
        notes[0], turned, resolution, RUN, base=DEFAULT_BASE
    )


def test_what_is_derived_does_not_depend_on_the_order_of_notes() -> None:
    _, extractions, resolution = vault()
    entities = Resolution(resolution.entities[::-1], (), resolution.iris)

    assert derived_quads(extractions[::-1], entities, base=DEFAULT_BASE) == derived_quads(
        extractions, resolution, base=DEFAULT_BASE
    )


def test_two_processes_with_other_hash_seeds_write_equal_bytes(tmp_path: Path) -> None:
    script = "import sys; from pathlib import Path; from test_rdf import write_all; write_all(Path(sys.argv[1]))"
    paths = os.pathsep.join(map(str, (Path(__file__).parent, TESTS / "support", ROOT)))
    for folder in ("here", "there"):
        (tmp_path / folder).mkdir()
    write_all(tmp_path / "here")
    # Of this process it is another one, chosen at random.
    environment = {**os.environ, "PYTHONHASHSEED": "4711", "PYTHONPATH": paths}
    subprocess.run([sys.executable, "-c", script, str(tmp_path / "there")], check=True, env=environment)
    written = sorted(path.name for path in (tmp_path / "here").iterdir())

    assert written == ["g.jsonld", "g.nq", "g.nt", "g.trig", "g.ttl"]
    for name in written:
        assert (tmp_path / "here" / name).read_bytes() == (tmp_path / "there" / name).read_bytes()


def write_all(folder: Path) -> None:
    store = Store.in_memory(quads_of())
    for suffix in ("ttl", "trig", "nt", "nq", "jsonld"):
        write(store, folder / f"g.{suffix}")


@pytest.mark.parametrize(
    "base", ["https://kg.example/", "https://example.org/notes#", "urn:kg:", "https://x.example/note/graph/derived/"]
)
def test_another_base_changes_every_iri_of_the_graph(base: str) -> None:
    quads = quads_of(base)
    graphs = {q.graph_name.value for q in quads}

    assert all(graph.startswith(base) for graph in graphs)
    assert part(mint("note", "2025/iclr.md", base=base), "evidence") in graphs
    assert Store.in_memory(quads).base == base
    assert len(Store.in_memory(quads).fact_graphs()) == 3


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_names_make_graphs_that_load(text: str) -> None:
    builder = Builder(one_block_note(f"{text[:20]}.md", text))
    topic = builder.mention(Kind.TOPIC, text)
    quads = single(builder, {(Kind.TOPIC, text): (text, [topic])})
    store = Store.in_memory(quads)

    assert store.query(f"ASK {{ ?s skos:prefLabel {ox.Literal(text)} }}")
    assert store.notes() == {f"{text[:20]}.md": builder.note.sha256}
