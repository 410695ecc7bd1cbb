"""Fuzz kg: `make fuzz SEED=1 INPUTS=10000`. Failures, made small, are written into `out/fuzz`, a folder for each cause.

Each batch is one process, so that a crash of a library ends one batch and is a failure like others. The same seed gives
the same notes; FIRST= goes on where another run ended, and several runs with other numbers may go side by side.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
from pathlib import Path

from places import ROOT, SHARED

from kg.pipeline import extracting
from kg.settings import Settings

from . import seeds
from .campaign import Campaign, lay
from .mutations import Fuzzer

MOST = 100
"""Failures of a batch that are told."""


def main() -> int:
    """Run batches, tell what each has found, and how many notes a minute of the processor takes."""
    parser = argparse.ArgumentParser(prog="fuzzing", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--inputs", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--batch", type=int, default=150)
    parser.add_argument("--beside", type=Path, default=SHARED, help="a folder of notes of others")
    parser.add_argument("--found", type=Path, default=ROOT / "out" / "fuzz")
    asked = parser.parse_args()
    campaign = Campaign(Fuzzer(seeds.read(asked.beside if asked.beside.is_dir() else None), asked.seed), asked.found)
    extracting._pipeline(Settings().spacy_model)  # once, for all processes that are forked
    end, failed = asked.first + asked.inputs, 0
    for first in range(asked.first, end, asked.batch):
        numbers = range(first, min(first + asked.batch, end))
        failed += _batch(campaign, numbers)
        done, minutes = numbers.stop - asked.first, sum(os.times()[:4]) / 60
        print(f"{numbers.stop}: {failed} failures, {done / minutes:.0f} notes a minute of the processor", flush=True)
    return min(failed, 1)


def _batch(campaign: Campaign, numbers: range) -> int:
    """Run a batch in a process of its own; tell what failed, and count it."""
    context = multiprocessing.get_context("fork")
    told: multiprocessing.SimpleQueue[list[tuple[str, str, str]]] = context.SimpleQueue()

    def run() -> None:
        failures = [(one.stage, one.what, one.note) for one in campaign.batch(numbers)]
        told.put(list(dict.fromkeys(failures))[:MOST])

    process = context.Process(target=run)
    process.start()
    process.join()
    failures = [] if told.empty() else told.get()
    if process.exitcode:
        failures.append(
            ("", f"the process of notes {numbers.start} to {numbers.stop} ended with {process.exitcode}", "")
        )
        lay(dict(map(campaign.fuzzer.note, numbers)), campaign.found / f"ended-{numbers.start}" / "notes")
    for failure in failures:
        print(" ", *map(ascii, failure), flush=True)
    return len(failures)


if __name__ == "__main__":
    sys.exit(main())
