"""What the workers of a cluster do to find out which thing each mention names: each task knows a part of the mentions.

Notes are divided into parts and mentions into components, of which some are a batch. `tell`, `amend` and `send` are for
a part, `link` is for some keys, `match` and `spread` are for a batch, and `join` and `settle` are for all mentions of a
group of kinds, of which they know only numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any
from zlib import crc32

import numpy as np

from kg.model import Kind, Mention
from kg.pipeline.apart.job import Job, extractions, task
from kg.pipeline.component_codec import (
    mention_row,
    read_listing,
    read_mention,
    read_rows,
    read_said,
    rows_of,
    said_rows,
    written,
)
from kg.pipeline.ledger import digest_of
from kg.resolution.clustering import NAMED, PAPERS, PERSONS, Component, Group, divide, settle, thing_key
from kg.resolution.components import Key, components
from kg.resolution.linking import Numbers, batches, joined, links
from kg.resolution.slips import anchors, slips
from kg.resolution.told import Identified, tell

LATER = (PERSONS, NAMED)
"""Groups of which the papers tell something."""


@task
def tell_part(job: Job, _group: Group, part: int) -> dict[str, Any]:
    """Collect what the notes of a part say; return how many mentions they have, and which of these the user joined."""
    told = tell(job.decided.of([extraction for _, extraction, _ in extractions(job, part)]), job.vocabularies)
    bound = {}
    for group, said in told.items():
        _keep(job, group, part, said, final=group not in LATER)
        numbers = {mention: number for number, mention in enumerate(said)} if job.pairs[group.name].same else {}
        ends = ((at, side, m) for at, pair in enumerate(job.pairs[group.name].same) for side, m in enumerate(pair))
        bound[group.name] = [[at, side, numbers[m]] for at, side, m in ends if m in numbers]
    titles = {
        title: number
        for number, (m, one) in enumerate(told[PAPERS].items())
        if m.kind is Kind.PAPER
        for title in one.titles
    }
    shards = _shards(job, ((anchor, [number, title]) for title, number in titles.items() for anchor in anchors(title)))
    job.exchange.put_rows("titles", part, shards, written)
    return {"counts": {group.name: len(said) for group, said in told.items()}, "bound": bound}


def _keep(job: Job, group: Group, part: int, said: Mapping[Mention, Any], *, final: bool) -> None:
    """Keep what is said of the mentions of a part; in the end with their keys."""
    job.exchange.put_rows(f"{'said' if final else 'told'}-{group.name}", part, [said_rows(said)], written)
    if final:
        keyed = ((number, key) for number, (m, one) in enumerate(said.items()) for key in group.keys(m, one))
        shards = _shards(job, ((key.text, [number, *key]) for number, key in keyed))
        job.exchange.put_rows(f"keys-{group.name}", part, shards, written)


def _shards(job: Job, rows: Iterable[tuple[str, list[Any]]]) -> list[list[Any]]:
    """Divide rows by their keys, of which every part makes the same of the same."""
    found: list[list[Any]] = [[] for _ in range(job.parts)]
    for key, row in rows:
        found[crc32(key.encode("utf-8", "surrogatepass")) % job.parts].append(row)
    return found


@task
def link(job: Job, group: Group, shard: int) -> None:
    """Link the mentions that belong together by some of the keys."""
    keyed: dict[int, list[Key]] = defaultdict(list)
    bearer: dict[str, int] = {}
    for part, rows in enumerate(job.exchange.gather(f"keys-{group.name}", job.parts, shard)):
        first = job.first(group.name, part)
        for number, text, binds in rows:
            keyed[first + number].append(Key(text, binds))
        for number, title in job.exchange.rows("titles", part, shard) if group is PAPERS else ():
            bearer[title] = first + number
    keyed |= {number: [] for number in bearer.values() if number not in keyed}
    pairs = [(bearer[one], bearer[other]) for one, other in slips(bearer)]
    job.exchange.put(f"links-{group.name}", shard, [links(components(keyed, pairs)).tobytes()])


@task
def join(job: Job, group: Group, _: int) -> dict[str, int]:
    """Number the components and deal them out to batches; return how many these are, and the size of the largest."""
    counts = job.counts[group.name]
    count = sum(counts)
    linked = (_numbers(job.exchange.get(f"links-{group.name}", shard, 0)).reshape(-1, 2) for shard in range(job.parts))
    bound = np.array(job.bound[group.name], dtype=np.int64).reshape(-1, 2)
    first = joined(count, [bound, *linked] if len(bound) else linked)
    batch = batches(first, max(1, count // job.parts))
    ends = np.cumsum(counts)
    for name, numbers in (("first", first), ("batch", batch)):
        parts = [numbers[end - size : end].tobytes() for size, end in zip(counts, ends, strict=True)]
        job.exchange.put(f"{name}-{group.name}", 0, parts)
    return {"batches": int(batch.max(initial=-1)) + 1, "largest": int(np.bincount(first).max(initial=0))}


def _numbers(content: bytes) -> Numbers:
    return np.frombuffer(content, dtype=np.int64)


@task
def send(job: Job, group: Group, part: int) -> None:
    """Send what is said of each mention of a part to the batch of its component."""
    first, batch = (_numbers(job.exchange.get(f"{name}-{group.name}", 0, part)) for name in ("first", "batch"))
    found: list[list[Any]] = [[] for _ in range(job.batches[group.name])]
    rows = job.exchange.rows(f"said-{group.name}", part, 0)
    for head, where, row in zip(first.tolist(), batch.tolist(), rows, strict=True):
        found[where].append([head, row])
    job.exchange.put_rows(f"sent-{group.name}", part, found, written)


@task
def match(job: Job, group: Group, batch: int) -> None:
    """Divide the mentions of each component of a batch into things."""
    members: dict[int, list[Any]] = defaultdict(list)
    for rows in job.exchange.gather(f"sent-{group.name}", job.parts, batch):
        for first, row in rows:
            members[first].append(row)
    told = [read_said(group, rows) for rows in members.values()]
    said = {mention: one for some in told for mention, one in some.items()}
    found = divide(group, [list(some) for some in told], said, job.pairs[group.name], reasons=False)
    named = [[first, key] for first, one in zip(members, found, strict=True) for key in _thing_keys([one])]
    job.exchange.put_rows(
        f"found-{group.name}",
        batch,
        [[[first, *rows_of(one)] for first, one in zip(members, found, strict=True)]],
        written,
    )
    job.exchange.put(f"named-{group.name}", batch, [np.array(named, dtype=np.int64).tobytes()])


def _thing_keys(found: Iterable[Component]) -> list[int]:
    return [digest_of(thing_key(thing).text) for one in found for thing in one.things]


@task
def settle_group(job: Job, group: Group, _: int) -> list[int]:
    """Make one component of those that would have things of one key; return the components that are no more."""
    count = job.batches[group.name]
    named = [_numbers(job.exchange.get(f"named-{group.name}", batch, 0)).reshape(-1, 2) for batch in range(count)]
    keys = np.concatenate([some[:, 1] for some in named]) if named else np.empty(0, dtype=np.int64)
    loaded: dict[int, Component] = {}

    def load(wanted: Iterable[int]) -> list[Component]:
        """Load the components with some keys that are not loaded yet."""
        fresh: dict[int, Component] = {}
        for batch, some in enumerate(named):
            firsts = set(some[np.isin(some[:, 1], list(wanted)), 0].tolist()) - loaded.keys()
            rows = job.exchange.rows(f"found-{group.name}", batch, 0) if firsts else ()
            fresh |= {first: read_rows(group, *of) for first, *of in rows if first in firsts}
        loaded.update(fresh)
        return list(fresh.values())

    several, times = np.unique(keys, return_counts=True)
    clashing = load(several[times > 1].tolist())
    found = settle(group, clashing, job.pairs[group.name], lambda made: load(_thing_keys(made)))
    before, now = set(map(id, loaded.values())), set(map(id, found))
    new = [[-1, *rows_of(one)] for one in found if id(one) not in before]
    job.exchange.put_rows(f"found-{group.name}", count, [new], written)
    return [first for first, one in loaded.items() if id(one) not in now]


@task
def spread(job: Job, group: Group, batch: int) -> None:
    """Send to each part which papers its mentions name, and where its authors are listed."""
    known = Identified.by(job.found(group, batch))
    papers: list[list[Any]] = [[] for _ in range(job.parts)]
    for mention, key in known.keys.items():
        papers[job.part_of(mention.span.note)].append([mention_row(mention), key])
    listed: list[list[Any]] = [[] for _ in range(job.parts)]
    for author, listings in known.listings.items():
        rows = [[mention_row(paper), listing] for paper, listing in listings.items()]
        listed[job.part_of(author.span.note)].append([mention_row(author), rows])
    job.exchange.put_rows("papers", batch, papers, written)
    job.exchange.put_rows("listed", batch, listed, written)


@task
def amend(job: Job, _group: Group, part: int) -> None:
    """Add to what is said of the persons and names of a part what follows from the papers."""
    known = Identified()
    senders = job.senders(PAPERS)
    for rows in job.exchange.gather("papers", senders, part):
        known.keys.update((read_mention(mention), key) for mention, key in rows)
    for rows in job.exchange.gather("listed", senders, part):
        for author, listings in rows:
            some = {read_mention(paper): read_listing(listing) for paper, listing in listings}
            known.listings[read_mention(author)].update(some)
    for group in LATER:
        said = read_said(group, job.exchange.rows(f"told-{group.name}", part, 0))
        amended = {mention: known.amend(group, mention, one) for mention, one in said.items()}
        _keep(job, group, part, amended, final=True)
