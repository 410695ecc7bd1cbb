"""Learn the weights of `kg.extraction.network` with PyTorch, on the processor, the same ones for the same seed."""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from packing import pack
from torch import Tensor, nn

from kg.extraction.crf import NEVER
from kg.extraction.network import Group

LEAST = 10
"""Elements that have a feature which is learned of."""
ANY = (1 << 62) - 1
"""The bits of all labels."""


@dataclass
class Material:
    """Sequences of elements with their features and labels, encoded as numbers as they come."""

    names: dict[str, int] = field(default_factory=dict)
    counts: Counter[int] = field(default_factory=Counter)
    labels: dict[str, int] = field(default_factory=dict)
    sequences: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = field(default_factory=list)
    """Features one after another, where those of each element begin, and the labels each may have, a bit each."""
    groups: dict[Group, list[int]] = field(default_factory=dict)

    def add(self, elements: Sequence[Sequence[Group]], labels: Sequence[str | frozenset[str]]) -> None:
        """Take in a sequence; an element with several labels is one of them, and with none it is any."""
        numbers: list[int] = []
        starts: list[int] = []
        for groups in elements:
            starts.append(len(numbers))
            for group in groups:
                known = self.groups.get(group)
                if known is None:
                    if len(self.groups) > 1 << 19:
                        self.groups.clear()
                    known = self.groups[group] = [self.names.setdefault(name, len(self.names)) for name in group]
                numbers += known
        features = np.asarray(numbers, np.int32)
        self.counts.update(numbers)
        signs = [self._bits(label) for label in labels]
        self.sequences.append((features, np.asarray(starts, np.int32), np.asarray(signs, np.int64)))

    def _bits(self, label: str | frozenset[str]) -> int:
        if isinstance(label, str):
            return 1 << self.labels.setdefault(label, len(self.labels))
        return sum(1 << self.labels[sign] for sign in label if sign in self.labels) or ANY


@dataclass(frozen=True)
class Course:
    """One training."""

    epochs: int
    width: int = 64
    layers: int = 5
    batch: int = 48
    rate: float = 3e-3
    dropout: float = 0.2
    forgotten: float = 0.15
    """Share of features that are hidden at each look, so that no single one is relied on."""
    decay: float = 0.01
    seed: int = 7


class Net(nn.Module):
    """The network of `kg.extraction.network`, for whole batches."""

    def __init__(self, features: int, labels: int, course: Course) -> None:
        super().__init__()
        width = course.width
        self.course = course
        self.vectors = nn.EmbeddingBag(features + 1, width, mode="sum", padding_idx=features)
        nn.init.normal_(self.vectors.weight, std=0.1)
        with torch.no_grad():
            self.vectors.weight[features] = 0
        self.bias = nn.Parameter(torch.zeros(width))
        self.mixes = nn.ModuleList(nn.Linear(3 * width, width) for _ in range(course.layers))
        self.backs = nn.ModuleList(nn.Linear(width, width, bias=False) for _ in range(course.layers))
        self.gather, self.spread, self.near = (nn.Linear(width, width, bias=False) for _ in range(3))
        self.out = nn.Linear(width, labels)
        self.steps = nn.Parameter(torch.zeros(labels, labels))
        self.dropout = nn.Dropout(course.dropout)

    def forward(self, features: Tensor, starts: Tensor, place: Tensor, mask: Tensor) -> Tensor:
        """Score the labels of padded sequences: (sequences, elements, labels)."""
        rows, columns = mask.shape
        width = self.course.width
        known = torch.zeros(rows * columns, width)
        known = known.index_copy(0, place, _normal(self.vectors(features, starts) + self.bias))
        known = self.dropout(known.view(rows, columns, width))
        shown = mask.unsqueeze(2)
        for layer, (mix, back) in enumerate(zip(self.mixes, self.backs, strict=True)):
            now = _normal(known) * shown
            distance = min(2**layer, columns)
            blank = torch.zeros(rows, distance, width)
            before = torch.cat([blank, now], 1)[:, :columns]
            behind = torch.cat([now, blank], 1)[:, distance:]
            inner = torch.relu(mix(torch.cat([before, now, behind], 2)))
            known = known + back(self.dropout(inner))
        now = _normal(known)
        strongest = (torch.relu(self.gather(now)) * shown).max(dim=1).values
        known = known + torch.relu(self.spread(strongest).unsqueeze(1) + self.near(now))
        return self.out(_normal(known))

    def loss(self, scores: Tensor, allowed: Tensor, mask: Tensor, steps: Tensor) -> Tensor:
        """Give the negative logarithm of the probability of what each element may be, for each element."""
        barred = torch.where(allowed, 0.0, NEVER)
        return (self._total(scores, mask, steps) - self._total(scores + barred, mask, steps)).sum() / mask.sum()

    @staticmethod
    def _total(scores: Tensor, mask: Tensor, steps: Tensor) -> Tensor:
        """Give the logarithm of the sum over all sequences of labels, for each row."""
        total = scores[:, 0]
        highest = steps.max().detach()
        weights = torch.exp(steps - highest)
        for i in range(1, scores.shape[1]):
            most = total.max(dim=1, keepdim=True).values.detach()
            step = torch.log(torch.exp(total - most) @ weights + 1e-30) + most + highest + scores[:, i]
            total = torch.where(mask[:, i].unsqueeze(1) > 0, step, total)
        return torch.logsumexp(total, 1)


def _normal(known: Tensor) -> Tensor:
    return nn.functional.layer_norm(known, known.shape[-1:], eps=1e-5)


def grouped(material: Material, size: int, shuffle: np.random.Generator) -> list[list[int]]:
    """Put the numbers of sequences of like lengths together."""
    lengths = np.asarray([len(labels) for _, _, labels in material.sequences])
    order = np.argsort(lengths + shuffle.uniform(0, 8, len(lengths)), kind="stable")
    groups: list[list[int]] = [[]]
    for n in order:
        if len(groups[-1]) >= 4 and (len(groups[-1]) + 1) * lengths[n] > size * 80:
            groups.append([])
        groups[-1].append(int(n))
    return groups


def batches(material: Material, renamed: np.ndarray, size: int, shuffle: np.random.Generator) -> Iterable[Any]:
    """Give sequences of like lengths together, in another order each time."""
    groups = grouped(material, size, shuffle)
    for number in shuffle.permutation(len(groups)):
        chosen = [material.sequences[n] for n in groups[number]]
        longest = max(len(labels) for _, _, labels in chosen)
        mask = np.zeros((len(chosen), longest), np.float32)
        labels = np.zeros((len(chosen), longest), np.int64)
        starts, place, at = [], [], 0
        for row, (features, begun, signs) in enumerate(chosen):
            mask[row, : len(signs)] = 1
            labels[row, : len(signs)] = signs
            starts.append(begun + at)
            place.append(row * longest + np.arange(len(signs)))
            at += len(features)
        features = renamed[np.concatenate([features for features, _, _ in chosen])]
        yield (
            features,
            torch.from_numpy(np.concatenate(starts).astype(np.int64)),
            torch.from_numpy(np.concatenate(place).astype(np.int64)),
            torch.from_numpy(mask),
            torch.from_numpy(labels),
        )


def learn(material: Material, course: Course) -> bytes:
    """Train once, and write the model."""
    torch.manual_seed(course.seed)
    chance = np.random.default_rng(course.seed)
    names = sorted((name for name, n in material.names.items() if material.counts[n] >= LEAST))
    renamed = np.full(len(material.names), len(names), np.int64)
    for row, name in enumerate(names):
        renamed[material.names[name]] = row
    signs = list(material.labels)
    possible = np.zeros((len(signs), len(signs)), bool)
    for _, _, labels in material.sequences:
        single = (labels & (labels - 1)) == 0
        pairs = single[:-1] & single[1:]
        numbers = np.zeros(len(labels), np.int64)
        numbers[single] = np.log2(labels[single].astype(np.float64)).round().astype(np.int64)
        possible[numbers[:-1][pairs], numbers[1:][pairs]] = True
    barred = torch.from_numpy(np.where(possible, 0.0, NEVER).astype(np.float32))
    bits = torch.arange(len(signs))
    net = Net(len(names), len(signs), course)
    embedding = list(net.vectors.parameters())
    kept = {id(parameter) for parameter in embedding}
    others = [parameter for parameter in net.parameters() if id(parameter) not in kept]
    optimizer = torch.optim.AdamW(
        [{"params": embedding, "weight_decay": 0.0}, {"params": others, "weight_decay": course.decay}],
        lr=course.rate,
        betas=(0.9, 0.99),
    )
    total = course.epochs * len(grouped(material, course.batch, np.random.default_rng(0)))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda n: min(1.0, (n + 1) / 200) * 0.5 * (1 + math.cos(math.pi * min(1.0, n / total)))
    )
    for epoch in range(course.epochs):
        net.train()
        sums = np.zeros(2)
        for features, starts, place, mask, labels in batches(material, renamed, course.batch, chance):
            hidden = chance.random(len(features)) < course.forgotten
            seen = torch.from_numpy(np.where(hidden, len(names), features))
            scores = net(seen, starts, place, mask)
            allowed = (labels.unsqueeze(2) >> bits) & 1 > 0
            loss = net.loss(scores, allowed, mask, net.steps + barred)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimizer.step()
            schedule.step()
            sums += (float(loss.detach()), 1)
        sys.stderr.write(f"epoch {epoch + 1}: {sums[0] / sums[1]:.4f}\n")
        sys.stderr.flush()
    return _packed(net, names, signs, barred)


def _packed(net: Net, names: Sequence[str], signs: Sequence[str], barred: Tensor) -> bytes:
    order = sorted(range(len(signs)), key=lambda n: signs[n])
    steps = (net.steps + barred).detach().numpy()[np.ix_(order, order)]
    weights = {
        "bias": net.bias.detach().numpy(),
        "gather": net.gather.weight.detach().numpy().T,
        "spread": net.spread.weight.detach().numpy().T,
        "near": net.near.weight.detach().numpy().T,
        "out": net.out.weight.detach().numpy().T[:, order],
        "offset": net.out.bias.detach().numpy()[order],
    }
    for layer, (mix, back) in enumerate(zip(net.mixes, net.backs, strict=True)):
        weights[f"mix{layer}"] = mix.weight.detach().numpy().T
        weights[f"shift{layer}"] = mix.bias.detach().numpy()
        weights[f"back{layer}"] = back.weight.detach().numpy().T
    vectors = net.vectors.weight.detach().numpy()[: len(names)]
    return pack([signs[n] for n in order], names, vectors, steps, weights)
