"""Sessions and talks: kind, date, who speaks, where these belong to, and what the session is part of."""

from __future__ import annotations

from collections.abc import Iterator

from kg import terms
from kg.extraction.context import Context
from kg.extraction.entries import Entry, Field, Occasion
from kg.model import Claim, Iri, Kind, Mention

KINDS: dict[str, Iri] = {
    "keynote": terms.KEYNOTE_SESSION,
    "poster": terms.POSTER_SESSION,
    "spotlight": terms.SPOTLIGHT_SESSION,
    "oral": terms.ORAL_SESSION,
    "tutorial": terms.TUTORIAL_SESSION,
    "expo": terms.EXPO_SESSION,
    "panel": terms.PANEL_SESSION,
    "workshop": terms.WORKSHOP_SESSION,
    "award": terms.AWARD_SESSION,
    "talk": terms.TALK_SESSION,
    "other": terms.OTHER_SESSION,
}


def make(context: Context, occasion: Occasion) -> Iterator[Claim]:
    """Claim what a note tells of one occasion."""
    session = context.session(occasion)
    kind = KINDS.get(occasion.kind, terms.TALK_SESSION if occasion.speakers else terms.OTHER_SESSION)
    yield Claim(session, terms.SESSION_KIND, kind, (session.span,), occasion.rule, 0.9)
    for other in (one for one in occasion.others if one.text != occasion.title.text):
        yield Claim(session, terms.ALTERNATE_NAME, other.text, (context.span(other),), occasion.rule, 0.8)
    for speaker in occasion.speakers:
        person = _mention(context, speaker.name, Kind.PERSON, occasion.rule)
        yield Claim(session, terms.PERFORMER, person, (session.span, person.span), occasion.rule, 0.9)
        for place in speaker.places:
            org = _mention(context, place, Kind.ORG, occasion.rule)
            yield Claim(person, terms.AFFILIATION, org, (person.span, org.span), occasion.rule, 0.9)
    said = occasion.day if occasion.day is not None and occasion.day.text else None
    day = said if said is not None and "-" in said.text else context.day(occasion.title.block) or said
    if day is not None:
        yield Claim(session, terms.START_DATE, day.text, (session.span, context.span(day)), occasion.rule, 0.85)
    above = context.occasion_above(occasion)
    if above is not None:
        outer = context.session(above)
        yield Claim(session, terms.SUPER_EVENT, outer, (session.span, outer.span), occasion.rule, 0.85)
    elif context.said.venue is not None and context.said.venue.event and context.said.venue_at is not None:
        venue, said_at = context.said.venue, context.span(context.said.venue_at)
        named = f"{venue.series} {venue.year}" if venue.year else venue.series
        edition = Mention(said_at, Kind.EDITION if venue.year else Kind.VENUE, named, occasion.rule, 0.9)
        yield Claim(session, terms.SUPER_EVENT, edition, (session.span, said_at), occasion.rule, 0.7)
    for entry in _featured(context, occasion):
        paper = context.subject(entry)
        yield Claim(session, terms.WORK_FEATURED, paper, (session.span, paper.span), occasion.rule, 0.8)


def _featured(context: Context, occasion: Occasion) -> tuple[Entry, ...]:
    """Return the papers of an occasion: the one that is presented, else those that stand below its heading."""
    if occasion.paper is not None:
        return (occasion.paper,)
    at = occasion.title.block
    return context.featured.get(at, ()) if context.held.get(at) == occasion else ()


def _mention(context: Context, place: Field, kind: Kind, rule: str) -> Mention:
    return Mention(context.span(place), kind, place.text, rule, 0.9)
