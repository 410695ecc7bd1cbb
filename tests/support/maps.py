"""Graphs to draw maps of, put together by hand: a small one, a large one, and one whose every text attacks the page."""

from __future__ import annotations

import re

import pyoxigraph as ox

from kg import terms
from kg.rdf import Store

BASE = "https://kg.example/"
SCHEMA, SKOS, KG = terms.PREFIXES["schema"], terms.PREFIXES["skos"], terms.PREFIXES["kg"]


class Graph:
    """Puts a graph together as a build does: facts in the graph of a note, evidence beside it."""

    def __init__(self) -> None:
        self.quads: list[ox.Quad] = []
        self.evidence = 0
        self.add("note/n.md", terms.PATH, ox.Literal("reading/n.md"))

    def add(self, subject: str, predicate: str, target: ox.NamedNode | ox.Literal, graph: str = "note/n.md") -> None:
        self.quads.append(
            ox.Quad(ox.NamedNode(BASE + subject), ox.NamedNode(predicate), target, ox.NamedNode(BASE + graph))
        )

    def thing(self, name: str, class_iri: str, label: str) -> None:
        self.add(name, terms.TYPE, ox.NamedNode(class_iri))
        self.add(name, terms.LABEL, ox.Literal(label))

    def fact(self, subject: str, predicate: str, target: str, *, quote: str = "", rule: str = "citation") -> None:
        thing = re.match(r"(paper|person|topic|venue|method)/", target)
        found = ox.NamedNode(BASE + target) if thing else ox.Literal(target)
        self.add(subject, predicate, found)
        self.evidence += 1
        where = "note/n.md#evidence"
        passage, evidence = f"note/n.md#char={self.evidence},{self.evidence + 1}", f"note/n.md#e-{self.evidence}"
        self.add(passage, terms.HAS_SOURCE, ox.NamedNode(BASE + "note/n.md"), where)
        self.add(passage, terms.LINE, ox.Literal(self.evidence), where)
        self.add(passage, terms.QUOTE, ox.Literal(quote or f"quote of {target}"), where)
        if predicate == terms.MENTIONS and subject == "note/n.md":
            self.add(evidence, terms.NAMES, found, where)
        else:
            self.add(evidence, terms.SUBJECT, ox.NamedNode(BASE + subject), where)
            self.add(evidence, terms.PREDICATE, ox.NamedNode(predicate), where)
            self.add(evidence, terms.OBJECT, found, where)
        self.add(evidence, terms.RULE, ox.Literal(rule), where)
        self.add(evidence, terms.CONFIDENCE, ox.Literal("0.9", datatype=ox.NamedNode(terms.XSD_DECIMAL)), where)
        self.add(evidence, terms.WAS_DERIVED_FROM, ox.NamedNode(BASE + passage), where)

    def store(self) -> Store:
        return Store.in_memory(self.quads)


def small() -> Graph:
    graph = Graph()
    graph.thing("topic/attention", SKOS + "Concept", "Attention")
    graph.thing("venue/neurips-2017", KG + "VenueEdition", "NeurIPS 2017")
    for key, label, year in [
        ("a", "Attention Is All You Need", "2017"),
        ("b", "Neural Machine Translation: A Study", "2015"),
    ]:
        paper = f"paper/{key}"
        graph.thing(paper, SCHEMA + "ScholarlyArticle", label)
        graph.fact(paper, terms.DATE_PUBLISHED, year)
        graph.fact(paper, terms.ABOUT, "topic/attention", quote="## Attention")
    graph.fact("paper/a", terms.PRESENTED_AT, "venue/neurips-2017", quote="NeurIPS 2017")
    graph.fact("paper/a", terms.CITATION_KEY, "AshishVaswani2017NeurIPS", quote="AshishVaswani2017NeurIPS++")
    graph.fact("paper/a", terms.RATING, "2")
    graph.fact("paper/a", terms.URL, "https://arxiv.org/abs/1706.03762")
    for number, name in enumerate(["Łukasz Kaiser", "Ashish Vaswani"]):
        graph.thing(f"person/{number}", SCHEMA + "Person", name)
        graph.fact("paper/a", terms.AUTHOR, f"person/{number}", quote="A. Vaswani, …, Ł. Kaiser", rule="authors")
    return graph


def large(papers: int) -> Graph:
    graph = Graph()
    for t in range(40):
        graph.thing(f"topic/{t}", SKOS + "Concept", f"Topic number {t}")
    for p in range(papers):
        graph.thing(f"paper/{p}", SCHEMA + "ScholarlyArticle", f"Paper {p} about something: in many words")
        graph.fact(f"paper/{p}", terms.ABOUT, f"topic/{p * p % 40}")
        for a in range(3):
            graph.thing(f"person/{p * 3 + a}", SCHEMA + "Person", f"Person {p} {a}")
            graph.fact(f"paper/{p}", terms.AUTHOR, f"person/{p * 3 + a}")
            if not a and p:
                graph.fact(f"paper/{p}", terms.AUTHOR, f"person/{p * 3 - 1}")
    return graph


def themes() -> Graph:
    """Put two themes together, four papers each, that one person and one method connect."""
    graph = Graph()
    graph.thing("venue/icml-2025", KG + "VenueEdition", "ICML 2025")
    graph.thing("method/adam", KG + "Method", "Adam")
    graph.thing("person/bridge", SCHEMA + "Person", "Bridget Between")
    for theme, name in enumerate(("Robotics", "图神经网络")):
        graph.thing(f"topic/{theme}", SKOS + "Concept", name)
        graph.thing(f"method/{theme}", KG + "Method", f"{name} Planner")
        for number in range(4):
            paper = f"paper/{theme}{number}"
            graph.thing(paper, SCHEMA + "ScholarlyArticle", f"{name} in the Large, Part {number}")
            graph.fact(paper, terms.DATE_PUBLISHED, str(2022 + number))
            graph.fact(paper, terms.ABOUT, f"topic/{theme}", quote=f"A sentence about {name}")
            graph.fact(paper, terms.USES, f"method/{theme}", quote=f"Part {number} uses the planner")
            graph.thing(f"person/{theme}{number}", SCHEMA + "Person", f"Author {'AB'[theme]}{number}")
            graph.fact(paper, terms.AUTHOR, f"person/{theme}{number}")
        graph.fact(f"paper/{theme}0", terms.AUTHOR, "person/bridge")
        graph.fact(f"paper/{theme}1", terms.USES, "method/adam", quote=f"{name} is trained with Adam")
        graph.fact(f"paper/{theme}3", terms.PRESENTED_AT, "venue/icml-2025")
        graph.fact(f"paper/{theme}2", terms.RATING, str(4 + theme))
    return graph


def tied() -> Graph:
    """Put nine themes of different sizes together; each shares methods with the next ones."""
    graph = Graph()
    names = "Federated optimization,Robotics,Vision-language models,Protein design,Causality,Speech recognition"
    for theme, name in enumerate((*names.split(","), "Diffusion", "Quantum chemistry", "Program synthesis")):
        graph.thing(f"topic/{theme}", SKOS + "Concept", name)
        for number in range(4 + 3 * theme):
            paper = f"paper/{theme}-{number}"
            graph.thing(paper, SCHEMA + "ScholarlyArticle", f"{name}: paper {number}")
            graph.fact(paper, terms.DATE_PUBLISHED, str(2024 + number % 2))
            graph.fact(paper, terms.ABOUT, f"topic/{theme}")
    for theme in range(9):
        for step in (1, 2, 4):
            for shared in range(4 // step):
                method = f"method/{theme}-{step}-{shared}"
                graph.thing(method, KG + "Method", f"Method {theme} {step} {shared}")
                graph.fact(f"paper/{theme}-0", terms.USES, method)
                graph.fact(f"paper/{(theme + step) % 9}-1", terms.USES, method)
    return graph


def apart() -> Graph:
    """Put three themes together whose topics have papers in common only within a theme; all papers are from one year."""
    graph = Graph()
    for theme, name in enumerate(("Robotics", "Protein design", "Speech recognition")):
        for topic in range(3):
            graph.thing(
                f"topic/{theme}-{topic}", SKOS + "Concept", f"{name} {('', 'theory', 'practice')[topic]}".strip()
            )
        for number in range(12):
            paper = f"paper/{theme}-{number}"
            graph.thing(paper, SCHEMA + "ScholarlyArticle", f"{name}: paper {number}")
            graph.fact(paper, terms.DATE_PUBLISHED, "2024")
            for topic in {0, number % 3, (number + 1) % 3}:
                graph.fact(paper, terms.ABOUT, f"topic/{theme}-{topic}")
    graph.thing("method/common", KG + "Method", "Adam")
    for theme in (0, 1):
        graph.fact(f"paper/{theme}-0", terms.USES, "method/common")
    return graph


EVIL = (
    '<img src=x onerror="window.pwned=1">',
    '</script><script>window.pwned=1</script><a href="javascript:window.pwned=1">x</a>',
    "<!--<script>",
    "' onmouseover='window.pwned=1",
    "{{ 7 * 7 }}{% raw %}\u2028\u2029]]>&lt;b&gt;",
    "<svg/onload=window.pwned=1>",
    '"><iframe srcdoc="<script>parent.pwned=1</script>">',
    "javascript:window.pwned=1",
    "data:text/html,<script>parent.pwned=1</script>",
    "</title></style><script>window.pwned=1</script>",
    "<base href=https://a.example/>",
    '<meta http-equiv="refresh" content="0;url=https://a.example/">',
    "</text><script>window.pwned=1</script><text>",
    "${window.pwned=1}`+(window.pwned=1)+`",
    "<details open ontoggle=window.pwned=1>href",
    "&#60;img src=x onerror=window.pwned=1&#62;",
    "__proto__",
    "<math><mtext></p><style><img title='</style><img src onerror=window.pwned=1>'>",
    "\u202egnp.exe <link rel=stylesheet href=https://a.example/x.css>",
    "<form action=javascript:window.pwned=1><input autofocus onfocus=window.pwned=1>",
)
"""Twenty texts that attack a page."""


def evil() -> Graph:
    graph = Graph()
    graph.quads[0] = ox.Quad(
        ox.NamedNode(BASE + "note/n.md"),
        ox.NamedNode(terms.PATH),
        ox.Literal(EVIL[1] + ".md"),
        ox.NamedNode(BASE + "note/n.md"),
    )
    for number, text in enumerate(EVIL):
        graph.thing(f"paper/{number}", SCHEMA + "ScholarlyArticle", text)
        graph.thing(f"topic/{number}", SKOS + "Concept", text)
        graph.fact(f"paper/{number}", terms.ABOUT, f"topic/{number}", quote=text, rule=text)
        graph.fact(f"paper/{number}", terms.CITATION_KEY, text, quote=text)
        graph.fact(f"paper/{number}", terms.REMARK, f"{text} {text}", quote=text)
        graph.fact(f"paper/{number}", terms.RATING, text)
        graph.fact(f"paper/{number}", terms.RATING_SCALE, text)
        for link in (
            "javascript:window.pwned=1",
            "data:text/html,<script>1</script>",
            "https://a.example/?<b>'\"",
            text,
        ):
            graph.fact(f"paper/{number}", terms.URL, link, quote=link)
    return graph
