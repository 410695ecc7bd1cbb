"""What a paper is about by its place in the outline, its tags, and the session that featured it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from kg import terms
from kg.extraction.context import Context
from kg.extraction.entries import Entry, Field
from kg.extraction.outline import Role, label
from kg.model import Claim, Iri, Kind, Mention

RULE = "outline"
SESSIONS: tuple[tuple[str, Iri], ...] = (
    ("keynote", terms.KEYNOTE_SESSION),
    ("poster", terms.POSTER_SESSION),
    ("spotlight", terms.SPOTLIGHT_SESSION),
    ("oral", terms.ORAL_SESSION),
    ("tutorial", terms.TUTORIAL_SESSION),
    ("expo", terms.EXPO_SESSION),
    ("panel", terms.PANEL_SESSION),
    ("workshop", terms.WORKSHOP_SESSION),
    ("award", terms.AWARD_SESSION),
    ("talk", terms.TALK_SESSION),
)


def make(context: Context, entry: Entry) -> Iterator[Claim]:
    """Claim the topic of a paper with the topics above it, its tags, and the session above it."""
    subject = context.subject(entry)
    block = entry.blocks[0] if entry.blocks else entry.anchor.block
    path = [_topic(context, place) for place in context.outline.topics(block)]
    if path:
        yield Claim(subject, terms.ABOUT, path[-1], (path[-1].span,), RULE, 0.9)
    for above, below in pairwise(path):
        yield Claim(below, terms.BROADER, above, (below.span, above.span), RULE, 0.9)
    for tag in (*entry.tags, *entry.keywords):
        yield Claim(subject, terms.KEYWORDS, tag.text, (context.span(tag),), entry.rule, entry.confidence)
    for at in context.outline.above(block):
        if context.outline.roles.get(at) is Role.SESSION:
            yield from _session(context, subject, at)
            break


def _topic(context: Context, place: Field) -> Mention:
    return Mention(context.span(place), Kind.TOPIC, place.text, RULE)


def _session(context: Context, subject: Mention, at: int) -> Iterator[Claim]:
    place = label(context.note, at)
    session = Mention(context.span(place), Kind.SESSION, place.text, RULE)
    folded = place.text.casefold()
    kind = next((term for word, term in SESSIONS if word in folded), terms.OTHER_SESSION)
    yield Claim(session, terms.SESSION_KIND, kind, (session.span,), RULE, 0.9)
    yield Claim(session, terms.WORK_FEATURED, subject, (session.span, subject.span), RULE, 0.8)
