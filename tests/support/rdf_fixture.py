"""A small vault made by hand: two notes, the extraction of each, and what resolution made of them."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import pyoxigraph as ox

from kg import rdf, terms
from kg.iris import DEFAULT_BASE, mint
from kg.model import (
    Block,
    BlockKind,
    Called,
    Claim,
    Entity,
    Extraction,
    Iri,
    Kind,
    Mention,
    NamedField,
    Note,
    Resolution,
    Run,
    Segment,
    Span,
)
from kg.resolution.clustering import PAPERS
from kg.resolution.told import tell

RUN = Run("0.1", ("citation-key", "title"), '{"base":"https://kg.example/"}')

HOSTILE = (
    "plain",
    'quotes " \' and """ three',
    "back\\slash \\n \\u0041 \\",
    "lines\nand\rreturns\r\nand\ttabs",
    "<img onerror=alert(1)> </script> & ]]>",
    "{curly} |pipe| ^caret `tick`",
    "emoji 🧠🚀 and 中文, עברית, العربية",
    "combining e\u0301 and e\u0308\u0301",
    "no-break\u00a0space, zero\u200bwidth, line\u2028sep, nel\u0085, bom\ufeff",
    "\x01\x0b\x7f controls",
    "@prefix a: <b> . # comment",
    "trailing dot. ",
    " leading",
    "%41 %zz",
    "ends with backslash\\",
)


def quads(graphs: Mapping[Iri, Iterable[str]]) -> list[ox.Quad]:
    """Read what is written of a note as objects, sorted: graph -> lines of N-Triples."""
    whole = "".join(f"{line[:-1]}<{graph}> .\n" for graph in sorted(graphs) for line in sorted(set(graphs[graph])))
    return list(ox.parse(whole.encode(), ox.RdfFormat.N_QUADS))


def to_quads(note: Note, extraction: Extraction, resolution: Resolution, run: Run, *, base: str) -> list[ox.Quad]:
    """Write one note, as objects."""
    turtle = rdf.Turtle(terms.PREFIXES, base)
    things = {entity.iri: Called(entity.iri, entity.kind, entity.name) for entity in resolution.entities}
    called = {mention: things[iri] for mention, iri in resolution.iris.items()}
    excerpt = rdf.excerpt(note, extraction)
    graphs = rdf.note_graphs(excerpt, extraction, called, run=rdf.run_iri(run, base=base), turtle=turtle)
    return quads({graphs.note: graphs.lines, graphs.beside: graphs.evidence_lines(turtle)})


def derived_quads(extractions: Sequence[Extraction], resolution: Resolution, *, base: str) -> list[ox.Quad]:
    """Write what follows from all notes, as objects."""
    said = tell(extractions)[PAPERS]
    renamed = rdf.unstated(extractions, resolution, {one.iri for one in resolution.entities})
    topics = any(one.kind is Kind.TOPIC for one in resolution.entities)
    head = map(rdf.line, rdf.head_facts(RUN, base=base, topics=topics))
    lines = rdf.derived_lines(resolution.entities, [said], resolution.iris, base=base)
    return quads({rdf.derived_graph(base): [*head, *lines, *renamed.values()]})


def one_block_note(note_id: str, text: str, *, title: str = "") -> Note:
    """Make a note of one paragraph."""
    blocks = (Block(text, (Segment(0, len(text), 0, len(text)),), BlockKind.PARAGRAPH),) if text else ()
    return Note(note_id, text, blocks, title=title, sha256=hashlib.sha256(text.encode("utf-8", "replace")).hexdigest())


class Builder:
    """Writes a note by naming things in its text: each find is the next occurrence, from the start once more."""

    def __init__(self, note: Note) -> None:
        self.note = note
        self.mentions: list[Mention] = []
        self.claims: list[Claim] = []
        self._seen: dict[str, int] = defaultdict(int)

    def span(self, text: str) -> Span:
        """Find the next place of a text."""
        start = self.note.text.index(text, self._seen[text])
        self._seen[text] = start
        return Span(self.note.id, start, start + len(text))

    def mention(self, kind: Kind, text: str, *, shown: str | None = None, rule: str = "hand") -> Mention:
        """Mention a thing."""
        found = Mention(self.span(text), kind, shown if shown is not None else text, rule)
        self.mentions.append(found)
        return found

    def claim(self, subject: Mention, predicate: Iri, value: Mention | str | int | bool, *, at: str = "") -> Claim:
        """Claim a fact; its evidence is a text, else the place of the subject."""
        place = self.span(at) if at else value.span if isinstance(value, Mention) else subject.span
        claim = Claim(subject, predicate, value, (place,), "hand", 0.9)
        self.claims.append(claim)
        return claim

    def extraction(self) -> Extraction:
        """Give what was named."""
        return Extraction(self.note.id, tuple(self.mentions), tuple(self.claims))


def resolve(groups: dict[tuple[Kind, str], tuple[str, list[Mention]]], *, base: str = DEFAULT_BASE) -> Resolution:
    """Make a resolution of things given by (kind, key) with their name and mentions."""
    entities = [Entity(mint(k, key, base=base), k, name, tuple(m)) for (k, key), (name, m) in groups.items()]
    iris = {mention: entity.iri for entity in entities for mention in entity.mentions}
    return Resolution(tuple(sorted(entities, key=lambda e: e.iri)), (), iris)


FIRST_TEXT = """# Reading list ICLR 2025

## Generative models
- Lodestar: Predict the Next Token and Diffuse Images. Anna McKay, Lili Yu, et al. ICLR 2025 Oral
  https://openreview.net/forum?id=AbCdEf1234 see also <bad link|x>
  Uses Transformer, outperforms Chameleon on ImageNet. Best Paper Award.
"""
SECOND_TEXT = """Talks\r
AnnaMcKay2025ICLR+++ keynote session by L. Yu (Meta), 2025-04-24\r
Lodestar again; Nature Methods; image generation\r
"""


def first() -> Builder:
    """Write the first note: a list of papers."""
    note = one_block_note("2025/iclr.md", FIRST_TEXT, title="Reading list ICLR 2025")
    b = Builder(note)
    topic = b.mention(Kind.TOPIC, "Generative models")
    upper = b.mention(Kind.TOPIC, "Reading list", shown="Reading")
    paper = b.mention(Kind.PAPER, "Lodestar: Predict the Next Token and Diffuse Images")
    zhou = b.mention(Kind.PERSON, "Anna McKay")
    yu = b.mention(Kind.PERSON, "Lili Yu")
    series = b.mention(Kind.VENUE, "ICLR")
    edition = b.mention(Kind.EDITION, "ICLR 2025")
    method = b.mention(Kind.METHOD, "Lodestar")
    transformer = b.mention(Kind.METHOD, "Transformer")
    chameleon = b.mention(Kind.METHOD, "Chameleon")
    data = b.mention(Kind.DATASET, "ImageNet")
    award = b.mention(Kind.AWARD, "Best Paper Award")
    b.claim(paper, terms.NAME, paper.text)
    b.claim(paper, terms.ALTERNATE_NAME, "Lodestar")
    b.claim(paper, terms.AUTHOR, yu)
    b.claim(paper, terms.AUTHOR, zhou)
    b.claim(paper, terms.AUTHORS_COMPLETE, False, at="et al.")
    b.claim(paper, terms.DATE_PUBLISHED, "2025", at="2025")
    b.claim(paper, terms.PRESENTED_AT, edition)
    b.claim(edition, terms.SUPER_EVENT, series)
    b.claim(paper, terms.PRESENTATION_TYPE, terms.ORAL, at="Oral")
    b.claim(paper, terms.URL, "https://openreview.net/forum?id=AbCdEf1234", at="https://openreview.net")
    b.claim(paper, terms.URL, "https://example.org/<bad link|x>", at="<bad link|x>")
    b.claim(paper, terms.URL, "javascript:alert(1)", at="<bad link|x>")
    b.claim(paper, terms.SAME_AS, "https://openreview.net/forum?id=AbCdEf1234", at="https://openreview.net")
    b.claim(paper, terms.ABOUT, topic)
    b.claim(topic, terms.BROADER, upper)
    b.claim(paper, terms.INTRODUCES, method)
    b.claim(method, terms.USES, transformer, at="Uses Transformer")
    b.claim(method, terms.OUTPERFORMS, chameleon, at="outperforms Chameleon")
    b.claim(method, terms.EVALUATED_ON, data)
    b.claim(paper, terms.AWARD, award)
    b.claim(award, terms.RECIPIENT, paper)
    b.claims.append(Claim(chameleon, terms.EXTENDS, method, (chameleon.span,), "hand", 0.5, "negated"))
    return b


def second() -> Builder:
    """Write the second note: the same paper by its key, a session, an organisation."""
    note = one_block_note("talks #1.md", SECOND_TEXT)
    b = Builder(note)
    paper = b.mention(Kind.PAPER, "AnnaMcKay2025ICLR")
    session = b.mention(Kind.SESSION, "keynote session")
    yu = b.mention(Kind.PERSON, "L. Yu")
    meta = b.mention(Kind.ORG, "Meta")
    b.mention(Kind.METHOD, "Lodestar")
    b.mention(Kind.PERIODICAL, "Nature Methods")
    b.mention(Kind.TASK, "image generation")
    b.claim(paper, terms.CITATION_KEY, "AnnaMcKay2025ICLR")
    b.claim(paper, terms.RATING, 3, at="+++")
    b.claim(paper, terms.RATING_TEXT, "+++", at="+++")
    b.claim(paper, terms.READING_STATE, terms.TO_READ)
    b.claim(paper, terms.READ_ON, "2025-04-24", at="2025-04-24")
    b.claim(paper, terms.REMARK, "keynote session", at="keynote session")
    b.claim(paper, terms.KEYWORDS, "🧠")
    b.claim(session, terms.SESSION_KIND, terms.KEYNOTE_SESSION)
    b.claim(session, terms.PERFORMER, yu)
    b.claim(session, terms.WORK_FEATURED, paper)
    b.claim(session, terms.START_DATE, "2025-04-24", at="2025-04-24")
    b.claim(yu, terms.AFFILIATION, meta)
    b.claim(paper, terms.HIGHLIGHT, "image generation", at="image generation")
    own = b.mention(Kind.NOTE, "Talks", shown="talks #1.md")
    b.claim(own, terms.CITATION, paper, at="Lodestar again")
    b.claim(own, terms.LINKS_TO, b.mention(Kind.NOTE, "Lodestar again", shown="2025/iclr.md"))
    return b


def vault(base: str = DEFAULT_BASE) -> tuple[list[Note], list[Extraction], Resolution]:
    """Give the two notes with their extractions and resolution."""
    one, two = first(), second()
    by = {(m.kind, m.text): m for m in (*one.mentions, *two.mentions)}
    keys: dict[tuple[Kind, str], tuple[str, list[Mention]]] = {}
    for mention in (*one.mentions, *two.mentions):
        if mention.kind not in (Kind.PAPER, Kind.PERSON):
            name = mention.text
            key = name if mention.kind is Kind.NOTE else name.casefold().replace(" ", "-")
            keys.setdefault((mention.kind, key), (name, []))[1].append(mention)
    papers = [by[Kind.PAPER, "Lodestar: Predict the Next Token and Diffuse Images"]]
    papers.append(by[Kind.PAPER, "AnnaMcKay2025ICLR"])
    keys[Kind.PAPER, "openreview-AbCdEf1234"] = (papers[0].text, papers)
    keys[Kind.PERSON, "anna-mckay"] = ("Anna McKay", [by[Kind.PERSON, "Anna McKay"]])
    keys[Kind.PERSON, "lili-yu"] = ("Lili Yu", [by[Kind.PERSON, "Lili Yu"], by[Kind.PERSON, "L. Yu"]])
    return [one.note, two.note], [one.extraction(), two.extraction()], resolve(keys, base=base)


def front_matter_note() -> tuple[Note, Extraction, Resolution]:
    """Give a note whose front matter says who wrote it, when, and with which tags."""
    text = "---\ntitle: My note\nauthor: Ada Lovelace\ntags: [one, '#two']\nmodified: 2025-03-01T10:00\n---\nText\n"
    prose = text[4 : text.index("\n---\nText")]
    fields = []
    for name, value in (
        ("title", "My note"),
        ("author", "Ada Lovelace"),
        ("tags", "one"),
        ("tags", "#two"),
        ("modified", "2025-03-01T10:00"),
    ):
        start = prose.index(value)
        fields.append(NamedField(name, start, start + len(value)))
    block = Block(
        prose, (Segment(0, len(prose), 4, 4 + len(prose)),), BlockKind.RECORD, info="yaml", fields=tuple(fields)
    )
    note = Note("front.md", text, (block,), title="My note", sha256="0" * 64)
    builder = Builder(note)
    ada = builder.mention(Kind.PERSON, "Ada Lovelace")
    return note, builder.extraction(), resolve({(Kind.PERSON, "ada-lovelace"): ("Ada Lovelace", [ada])})
