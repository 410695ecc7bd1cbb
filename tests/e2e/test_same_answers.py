"""Questions with known answers, asked on the command line, on a page, in Python and over MCP: the same rows everywhere.

Who wrote the answers down read them in the sample notes, in none of those that are held out. Beside them: numbers that
several places show are one number, names mean the same things however they are written, and empty answers give reasons.
"""

from __future__ import annotations

import dataclasses
import html
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import anyio
import pytest

import kg.notebook
from kg.asking import finding
from kg.asking.knowledge import Knowledge
from kg.asking.overview import about
from kg.asking.questions import questions as kg_questions
from kg.asking.questions.answering import ask
from kg.asking.subjects import find_subject
from kg.asking.topic_tree import Tree
from kg.cli import main
from kg.exploring import heads, paths, questions, things
from kg.extras.assisting.server import Tools
from kg.extras.assisting.session import Session
from kg.limits import Limits
from kg.rdf import Answer, Question
from kg.rdf.answering import answer
from kg.serving import pages

ALPHAFOLD = "Highly accurate protein structure prediction with AlphaFold"
ALPHAFOLD_3 = "Accurate structure prediction of biomolecular interactions with AlphaFold 3"
ATTENTION = "Attention Is All You Need"
DDPM = "Denoising Diffusion Probabilistic Models"
DPO = "Direct Preference Optimization: Your Language Model is Secretly a Reward Model"
FEW_SHOT = "Language Models are Few-Shot Learners"
WAV2VEC = "Alexei Baevski 2020, NeurIPS"
SCORES = "Score-Based Generative Modeling through Stochastic Differential Equations"
VIT = "An Image is Worth 16x16 Words: Transformers for Image Recognition at Scale"
MAMBA = "Mamba: Linear-Time Sequence Modeling with Selective State Spaces"
JOHNNY = "Why Johnny Can't Prompt: How Non-AI Experts Try (and Fail) to Design LLM Prompts"
AGENTS = "Generative Agents: Interactive Simulacra of Human Behavior"
GAT = "Graph Attention Networks"
THREE_TRACK = "Accurate prediction of protein structures and interactions using a three-track neural network"
DIFFDOCK = "DiffDock: Diffusion Steps, Twists, and Turns for Molecular Docking"
BERT = "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding"

KNOWN: Sequence[tuple[str, Mapping[str, str], str, set[tuple[str, ...]]]] = (
    (
        "papers",
        {"author": "Shunyu Yao"},
        "paper year",
        {
            ("ReAct", "2023"),
            ("Tree of Thoughts: Deliberate Problem Solving with Large Language Models", "2023"),
        },
    ),
    (
        "papers",
        {"author": "yang song"},
        "paper venue",
        {
            ("Consistency Models", "ICML 2023"),
            ("Generative Modeling by Estimating Gradients of the Data Distribution", "NeurIPS 2019"),
        },
    ),
    (
        "papers",
        {"note": "diffusion.md", "year": "2021"},
        "paper",
        {("Denoising Diffusion Implicit Models",), ("Diffusion Models Beat GANs on Image Synthesis",)},
    ),
    (
        "papers",
        {"note": "protein-papers", "venue": "Nature"},
        "paper year",
        {
            (ALPHAFOLD, "2021"),
            (ALPHAFOLD_3, "2024"),
            ("De novo design of protein structure and function with RFdiffusion", "2023"),
        },
    ),
    ("papers", {"note": "human-ai", "year": "2023"}, "paper venue", {(JOHNNY, "CHI 2023"), (AGENTS, "UIST 2023")}),
    (
        "papers-by-rating",
        {"note": "protein-papers"},
        "paper rating as_written",
        {(ALPHAFOLD, "3", "★★★"), (THREE_TRACK, "2", "★★"), (ALPHAFOLD_3, "2", "★★")},
    ),
    ("papers-by-rating", {"topic": "adaptation"}, "paper rating", {("LoRA", "2"), (DPO, "2")}),
    (
        "papers-by-rating",
        {"note": "robot", "min-rating": "2"},
        "paper rating",
        {("Diffusion Policy", "3"), ("OpenVLA", "2")},
    ),
    ("papers-by-rating", {"topic": "Pretraining"}, "paper rating", {(FEW_SHOT, "3"), (WAV2VEC, "1")}),
    (
        "rated-without-remark",
        {"note": "protein-papers"},
        "paper rating",
        {(THREE_TRACK, "2"), (ALPHAFOLD_3, "2")},
    ),
    (
        "remarks",
        {"author": "Albert Gu"},
        "paper",
        {(MAMBA,), ("S4",)},
    ),
    (
        "remarks",
        {"note": "diffusion.md", "year": "2022"},
        "paper remark",
        {("Elucidating the Design Space of Diffusion-Based Generative Models", "Read the appendix first.")},
    ),
    (
        "papers-of-topic",
        {"topic": "pretraining"},
        "paper",
        {
            ("Colin Raffel 2020, JMLR",),
            # What their titles and remarks name.
            (WAV2VEC,),
            (
                "BLIP: Bootstrapping Language-Image Pre-training for Unified Vision-Language Understanding and Generation",
            ),
            ("Sigmoid Loss for Language Image Pre-Training",),
            (FEW_SHOT,),
            (BERT,),
            ("ViLBERT: Pretraining Task-Agnostic Visiolinguistic Representations for Vision-and-Language Tasks",),
        },
    ),
    (
        "papers-of-topic",
        {"topic": "LANGUAGE AND PLANNING"},
        "paper year",
        {("Code as Policies", "2023"), ("VoxPoser", "2023"), ("SayCan", "2022")},
    ),
    (
        "papers-of-topic",
        {"topic": "Samplers"},
        "paper",
        {
            ("Consistency Models",),
            ("Elucidating the Design Space of Diffusion-Based Generative Models",),
            ("Denoising Diffusion Implicit Models",),
        },
    ),
    ("papers-of-topic", {"topic": "Locomotion"}, "paper", {("Eureka",), ("Nikita Rudin 2021, CoRL",), ("RMA",)}),
    (
        "papers-of-topic",
        {"topic": "topic:reinforcement learning"},
        "paper",
        {
            # What stands below a topic of it.
            ("Addressing Function Approximation Error in Actor-Critic Methods",),
            ("Proximal Policy Optimization Algorithms",),
            ("Trust Region Policy Optimization",),
            # What their titles and remarks name.
            ("Asynchronous Methods for Deep Reinforcement Learning",),
            ("Conservative Q-Learning for Offline Reinforcement Learning",),
            ("Decision Transformer: Reinforcement Learning via Sequence Modeling",),
            ("Do Differentiable Simulators Give Better Policy Gradients?",),
            (DPO,),
            ("Human-level control through deep reinforcement learning",),
            ("Meta-World",),
            ("Rainbow: Combining Improvements in Deep Reinforcement Learning",),
            ("Soft Actor-Critic: Off-Policy Maximum Entropy Deep Reinforcement Learning with a Stochastic Actor",),
            # What stands below the heading.
            ("Eureka",),
            ("Nikita Rudin 2021, CoRL",),
            ("RMA",),
            ("QT-Opt",),
            ("DayDreamer",),
            ("SERL",),
            ("Josh Tobin 2017, IROS",),
        },
    ),
    ("code", {"note": "diffusion.md"}, "paper code", {(DDPM, "https://github.com/hojonathanho/diffusion")}),
    (
        "code",
        {"note": "iclr-2021"},
        "paper code",
        {
            (VIT, "https://github.com/google-research/vision_transformer"),
            (SCORES, "https://github.com/yang-song/score_sde"),
        },
    ),
    ("code", {"note": "protein-papers"}, "paper code", {(DIFFDOCK, "https://github.com/gcorso/DiffDock")}),
    (
        "links",
        {"word": "denoising diffusion probabilistic"},
        "what link",
        {("code", "https://github.com/hojonathanho/diffusion"), ("identifier", "https://arxiv.org/abs/2006.11239")},
    ),
    ("awards", {"award": "outstanding paper"}, "award winner", {("outstanding paper", SCORES)}),
    (
        "coauthors",
        {"person": "Jonathan Ho"},
        "coauthor papers",
        {("Ajay Jain", "1"), ("Pieter Abbeel", "1"), ("Tim Salimans", "1")},
    ),
    ("coauthors", {"person": "rico sennrich"}, "coauthor", {("Alexandra Birch",), ("Barry Haddow",)}),
    (
        "coauthors",
        {"person": "Ilya Sutskever", "note": "diffusion.md"},
        "coauthor",
        {("Yang Song",), ("Prafulla Dhariwal",), ("Mark Chen",)},
    ),
    (
        "talks",
        {"speaker": "Björn Ommer"},
        "session speaker event date",
        {("scaling and image synthesis", "Björn Ommer", "NeurIPS 2023", "2023-12-11")},
    ),
    ("talks", {"speaker": "Christopher Ré"}, "session speaker", {("Christopher Ré’s keynote", "Christopher Ré")}),
    (
        "author-order",
        {"word": "DiffDock"},
        "place author",
        {
            ("1", "Gabriele Corso"),
            ("2", "Hannes Stärk"),
            ("3", "Bowen Jing"),
            ("4", "Regina Barzilay"),
            ("5", "Tommi Jaakkola"),
        },
    ),
    (
        "author-order",
        {"word": "BLEU"},
        "place author",
        {("1", "Kishore Papineni"), ("2", "Salim Roukos"), ("3", "Todd Ward"), ("4", "Wei-Jing Zhu")},
    ),
    ("to-read", {"note": "reading-group"}, "paper", {("Batch normalization",), (BERT,)}),
    ("reading", {"state": "read"}, "paper day", {(ALPHAFOLD, "2024-03-15")}),
    ("in-several-notes", {"author": "Ashish Vaswani"}, "paper notes", {(ATTENTION, "3")}),
    ("in-several-notes", {"word": "Graph Attention"}, "paper notes", {(GAT, "2")}),
    ("most-cited", {"author": "Rafael Rafailov"}, "paper notes", {(DPO, "2")}),
    (
        "papers-by-venue",
        {"venue": "chi"},
        "venue paper",
        {
            ("CHI 1999", "Principles of Mixed-Initiative User Interfaces"),
            ("CHI 2019", "Guidelines for Human-AI Interaction"),
            (
                "CHI 2022",
                "AI Chains: Transparent and Controllable Human-AI Interaction by Chaining Large Language Model Prompts",
            ),
            ("CHI 2023", JOHNNY),
        },
    ),
    (
        "papers-by-venue",
        {"venue": "ICLR 2021", "note": "iclr-2021"},
        "form paper",
        {
            ("oral", VIT),
            ("oral", "EigenGame: PCA as a Nash Equilibrium"),
            ("oral", "Rethinking Attention with Performers"),
            ("oral", SCORES),
            ("spotlight", "Sharpness-Aware Minimization for Efficiently Improving Generalization"),
        },
    ),
    (
        "links-between-notes",
        {},
        "other",
        {("zotero/vaswani2017attention.md",), ("zotero/jumper2021highly.md",), ("llm-outline.md",)},
    ),
    (
        "lineage",
        {"thing": "method:Diffusion Policy"},
        "subject relation object",
        {("UMI", "based on", "Diffusion Policy")},
    ),
    (
        "papers-per-year",
        {"note": "human-ai"},
        "year papers",
        {("1999", "1"), ("2019", "1"), ("2022", "1"), ("2023", "2")},
    ),
    (
        "people-of-topic",
        {"topic": "Captioning"},
        "person",
        {("Oriol Vinyals",), ("Alexander Toshev",), ("Samy Bengio",), ("Dumitru Erhan",), ("Kelvin Xu",)},
    ),
    (
        "since",
        {"since": "2024-03-15"},
        "day what paper",
        {("2024-03-15", "read", ALPHAFOLD)},
    ),
)
"""Question, what is given, columns, and what stands in them according to the notes."""
EMPTY = (
    "SELECT ?p ?y { ?p schema:datePublished ?y FILTER(?y > 2020) }",
    "SELECT ?p { ?p schema:datePublished 2019 }",
    "SELECT ?p { ?p schema:datePublished '2019' }",
    'SELECT ?p { ?p rdfs:label "Graph Attention Networks"@en }',
    "SELECT ?p { ?p schema:author 'Jonathan Ho' }",
    "SELECT ?p { ?p schema:author ?a FILTER(CONTAINS(?a, 'Ho')) }",
    "PREFIX dcterms: <http://purl.org/dc/terms/> SELECT ?t { ?p dcterms:title ?t }",
    "PREFIX schema: <http://schema.org/> SELECT ?t { ?p schema:name ?t }",
    "SELECT ?t { ?p schema:nmae ?t }",
    "SELECT (COUNT(?p) AS ?n) { ?p kg:rating '3' }",
    "ASK { ?p kg:readOn 2024 }",
    "SELECT ?a { ?a rdfs:label 'Jonathan Hoo' }",
    "SELECT ?p { ?p schema:name 'Graph Atention Networks' }",
    "SELECT ?p { ?p schema:citation 'BERT' }",
    "SELECT ?p { ?p kg:rating ?r FILTER(?r > '3') }",
    "SELECT ?p { ?p schema:name ?n FILTER(LANG(?n) = 'de') }",
    "SELECT ?p { ?p a <http://schema.org/ScholarlyArticle> }",
    "PREFIX foaf: <http://xmlns.com/foaf/0.1/> SELECT ?n { ?p foaf:name ?n }",
    "PREFIX bibo: <http://purl.org/ontology/bibo/> SELECT ?n { ?n a bibo:Article }",
)
"""Queries that can have no answer."""


@pytest.fixture(scope="module")
def knowledge(sample_graph: Path) -> Iterator[Knowledge]:
    with Knowledge.open(sample_graph) as opened:
        yield opened


@pytest.fixture(scope="module")
def tools(sample_graph: Path) -> Iterator[Tools]:
    session = Session(sample_graph, Limits())
    yield Tools(session)
    session.close()


@pytest.fixture(scope="module")
def graph(sample_graph: Path) -> Iterator[kg.notebook.Graph]:
    with kg.notebook.open(sample_graph) as opened:
        yield opened


def plain(value: Any) -> str:
    return "" if value is None else str(value["name"] if isinstance(value, dict) else value)


def rows_of_page(text: str) -> list[dict[str, str]]:
    """Read the table of a page."""

    def cells(row: str, tag: str) -> list[str]:
        found = re.findall(rf"<{tag}\b[^>]*>(.*?)</{tag}>", row, re.DOTALL)
        return [html.unescape(re.sub(r"<[^>]*>", "", cell)).strip() for cell in found]

    rows = re.findall(r"<tr>(.*?)</tr>", text, re.DOTALL)
    columns = [name.replace(" ", "_") for name in cells(rows[0], "th")] if rows else []
    return [dict(zip(columns, cells(row, "td"), strict=True)) for row in rows[1:]]


@pytest.mark.parametrize(("name", "given", "columns", "rows"), KNOWN, ids=[f"{known[0]} {known[1]}" for known in KNOWN])
def test_a_question_has_the_answer_of_the_notes_however_it_is_asked(
    knowledge: Knowledge,
    graph: kg.notebook.Graph,
    tools: Tools,
    capsys: pytest.CaptureFixture[str],
    name: str,
    given: Mapping[str, str],
    columns: str,
    rows: set[tuple[str, ...]],
) -> None:
    words = [word for key, value in given.items() for word in (f"--{key}", value)]
    assert main(["ask", name, *words, "--format", "json", "--graph", str(graph.folder)]) == 0
    by_command = json.loads(capsys.readouterr().out)["rows"]
    page = questions.page(knowledge, {"name": name, "state": "", **{f"ask {key}": text for key, text in given.items()}})
    by_page = rows_of_page(page.content.decode()) if page else []
    named: dict[str, Any] = {key.replace("-", "_"): value for key, value in given.items()}
    in_python = graph.ask(name, **named).records()
    over_mcp = anyio.run(lambda: tools.ask(name, dict(given), limit=50)).rows

    answers = [
        [tuple(plain(row[column]) for column in columns.split()) for row in found]
        for found in (by_command, by_page, in_python, over_mcp)
    ]
    assert set(answers[0]) == rows
    assert answers == [answers[0]] * 4


def test_there_are_forty() -> None:
    assert len(KNOWN) >= 40


@pytest.mark.parametrize("sparql", EMPTY)
def test_an_empty_answer_says_why_however_it_is_asked(
    knowledge: Knowledge,
    graph: kg.notebook.Graph,
    tools: Tools,
    capsys: pytest.CaptureFixture[str],
    sparql: str,
) -> None:
    async def answering(question: Question) -> Answer | None:
        return answer(knowledge.store, question, Limits())

    assert main(["query", sparql, "--graph", str(graph.folder)]) == 2
    by_command = [line.removeprefix("kg: ") for line in capsys.readouterr().err.splitlines()]
    shown = bytes(anyio.run(lambda: pages.answered(sparql, answering, Question(sparql))).body).decode()
    in_python = graph.query(sparql)

    assert len(by_command) == 1
    assert [html.unescape(one) for one in re.findall(r'<p class="problem">(.*?)</p>', shown)] == by_command
    assert list(in_python.hints) == by_command
    assert by_command[0] in repr(in_python)
    assert list(anyio.run(tools.sparql, sparql).hints) == by_command


def test_a_name_means_the_same_things_however_it_is_written(
    knowledge: Knowledge, graph: kg.notebook.Graph, tools: Tools, capsys: pytest.CaptureFixture[str]
) -> None:
    found = finding.find(knowledge.store, "OpenVLA")
    assert [(one.kind, one.notes) for one in found] == [("method", 1), ("paper", 1)]

    for written in ("OpenVLA", "openvla", "OPENVLA", "open-vla"):
        assert {one.iri for one in finding.find(knowledge.store, written)} == {one.iri for one in found}
        for chosen in (f"method:{written}", f"{written}#1", f"Method:{written}#1"):
            assert graph.about(chosen).iri == anyio.run(tools.about, chosen).iri == found[0].iri


@pytest.mark.parametrize("typed", ["OpenVLA", "openvla", "ICLR", "Behavior cloning", "reinforcment learning"])
def test_a_subject_has_the_same_answers_however_it_is_asked(
    knowledge: Knowledge, graph: kg.notebook.Graph, tools: Tools, capsys: pytest.CaptureFixture[str], typed: str
) -> None:
    def by_command(*words: str) -> Any:
        assert main([*words, "--json", "--graph", str(graph.folder)]) == 0
        return json.loads(capsys.readouterr().out)

    def plain(answer: Any) -> Any:
        return json.loads(json.dumps(dataclasses.asdict(answer)))

    subject = find_subject(knowledge.store, typed)
    shown, around = by_command("show", typed), by_command("near", typed, "--limit", "5")
    overview, dates = by_command("about", typed, "--limit", "5"), by_command("timeline", typed)
    shared = by_command("common", typed, "Kaiming He")
    assert plain(graph.show(typed).answer) == plain(anyio.run(tools.describe, typed)) == shown
    assert plain(graph.near(typed, limit=5).answer) == around
    assert plain(anyio.run(lambda: tools.neighbours(typed, limit=5))) == around
    assert plain(graph.about(typed, limit=5).answer) == overview
    assert plain(anyio.run(lambda: tools.about(typed, limit=5))) == overview
    assert plain(graph.timeline(typed).answer) == plain(anyio.run(tools.timeline, typed)) == dates
    assert plain(graph.common(typed, "Kaiming He").answer) == shared
    assert plain(anyio.run(tools.common, [typed, "Kaiming He"])) == shared
    assert {one["subject"]["name"] for one in (shown, around, overview, dates)} == {subject.name}
    page = html.unescape(paths.page(knowledge, {"from": typed, "to": "", "state": ""}).content.decode())
    assert all(words in page for words in (subject.says, *subject.told))
    for one in subject.iris:
        page_of_thing = things.page(knowledge, {"key": one.removeprefix(knowledge.store.base), "state": ""})
        assert page_of_thing is not None and f"<h1>{subject.name}</h1>" in page_of_thing.content.decode()


def test_notes_are_counted_alike_everywhere(knowledge: Knowledge) -> None:
    rows = knowledge.index.execute("SELECT iri, notes FROM things WHERE kind <> 'note'").fetchall()
    assert len(rows) > 1_000

    counts = {one.iri: one.notes for one in finding.seen(knowledge.store, [iri for iri, _ in rows])}
    assert counts == dict(rows)
    assert max(counts.values()) < len(knowledge.store.notes())


def test_the_papers_of_a_topic_are_the_same_everywhere(knowledge: Knowledge) -> None:
    tree = Tree(knowledge)
    of_topic = "SELECT DISTINCT ?topic ?paper { ?below skos:broader* ?topic . ?paper schema:about ?below }"
    asked: dict[str, set[str]] = {}
    for topic, paper in knowledge.store.query(of_topic).texts():
        if knowledge.names.kind(paper) == "paper":
            asked.setdefault(topic, set()).add(paper)
    topics = tree.roots()[:20] + [one for one in asked if tree.within(one)[1:]]

    for topic in dict.fromkeys(topics):
        overview = about(knowledge, topic, limit=1)
        listed = [paper for some in tree.grouped(topic).values() for paper in some]
        assert sorted(listed) == sorted(asked.get(topic, ()))
        assert tree.papers(topic) == overview.all_papers == len(listed)
        assert [one.papers for one in overview.topics] == [tree.papers(one.iri) for one in overview.topics]


@pytest.mark.parametrize("name", ["authors-by-papers", "papers-per-venue", "topics-by-papers"])
def test_the_head_of_a_page_counts_papers_as_the_questions_do(knowledge: Knowledge, name: str) -> None:
    rows = ask(knowledge.store, kg_questions()[name], {}).rows

    counted = {row.cells[0].iri: int(row.cells[1].text) for row in rows}
    kinds = {row.cells[0].iri: row.cells[0].kind for row in rows}
    said = {iri: "".join(heads.count_papers(knowledge, iri, kinds[iri])) for iri in counted}
    assert said == {iri: f"{number:,} paper{'' if number == 1 else 's'}" for iri, number in counted.items()}


def test_the_page_of_a_topic_lists_the_papers_of_the_topics_below(knowledge: Knowledge) -> None:
    (topic,) = finding.find(knowledge.store, "topic:Reinforcement learning")
    page = things.page(knowledge, {"key": topic.iri.removeprefix(knowledge.store.base), "state": ""})
    assert page is not None
    text = page.content.decode()
    papers = text.partition('id="papers"')[2].partition("</section>")[0]

    assert "<li>19 papers</li>" in text
    assert papers.count("<dd>") == 19
    assert "offers 50 manipulation tasks" in papers, "a paper that a remark makes one of the topic has the remark"
    assert re.findall(r"<dt>(.*?)</dt>", papers) == [
        *("papers and sessions", "in Actor-Critic Methods", "in Deep Reinforcement Learning", "in Locomotion"),
        *("in Policy gradients", "in Preference Optimization"),
    ]
