"""Notes without a single paper, with all that looks like one: names, years, titles, quotation marks, links, lists."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from .papers import Paper
from .sheet import Rendered

_CV = """# Curriculum vitae

**Anna Schmidt**, born 1990 in Graz

## Education

- 2014–2018: PhD in Computer Science, TU Wien, supervised by Prof. Laura Bianchi
- 2012–2014: M.Sc., ETH Zürich, "with distinction"
- Exchange year, University of Leeds (UK), 2011

## Positions

| Year | Position | Place |
|---|---|---|
| 2018–2021 | Postdoc | Inria, Paris |
| 2021– | Assistant Professor | KAIST, Daejeon |

## Service

- Area chair: ICLR 2024, NeurIPS 2023, ICML 2022
- Reviewer: Nature Communications, JMLR, TPAMI
- Organizer, Workshop on Robust Learning, NeurIPS 2022, with J. Tanaka, O. Petrova, and M. Dubois

## Awards

- Best Reviewer Award, ICML 2020
- ERC Starting Grant, 2022 (1.5 M EUR)

## Contact

anna.schmidt@example.org, [Google Scholar](https://scholar.google.com/citations?user=abc), [GitHub](https://github.com/example), [ORCID](https://orcid.org/0000-0002-1825-0097)
"""
_MINUTES = """# Meeting 2024-03-12

Present: Anna Schmidt, Jun Tanaka, Olga Petrova; absent: Marc Dubois

1. Budget: two students until March 2025, one workstation (Dell, 3,200 EUR)
2. Jun: "The new data set is larger than expected, we need more disks."
3. Deadlines: ICML (Jan 31, 2025), ACL (Feb 15, 2025), KDD (Feb 8, 2025).
4. Anna will write to the editor of Machine Learning about the special issue.

## Action items

- [ ] Jun: order disks (by 20 March)
- [ ] Olga & Marc: draft of section 3, "Methods and Materials"
- [x] Anna: book the room, https://rooms.example.org/b/2024-03-19

Next meeting: Tuesday, 19 March 2024, 10:00, Room B2.14
"""
_README = """# fastalign: Fast and Simple Alignment of Sequences

[![Build](https://img.shields.io/badge/build-passing-green)](https://github.com/example/fastalign/actions) [![PyPI](https://img.shields.io/pypi/v/fastalign)](https://pypi.org/project/fastalign/)

A small library for aligning sequences, written in Rust, with bindings for Python.

## Table of contents

- [Installation](#installation)
- [Quick Start: Your First Alignment](#quick-start)
- [Frequently Asked Questions](#faq)

## Installation

```bash
pip install fastalign==2.1.0  # needs Python 3.11 (2022) or newer
```

## Changelog

- **2.1.0** (2024-02-01): Faster Loading of Large Files, by @jtanaka in https://github.com/example/fastalign/pull/214
- **2.0.0** (2023-11-15): New Command Line, Better Error Messages ([#198](https://github.com/example/fastalign/issues/198))

## Similar projects

- [minimap2](https://github.com/lh3/minimap2) - A versatile pairwise aligner
- [SeqAn](https://www.seqan.de/): The Library for Sequence Analysis, C++
- [Biopython](https://biopython.org), MIT License, since 1999
"""
_LECTURE = """# Lecture 7: Kernels and Feature Maps

Prof. Laura Bianchi, Spring 2023, room HS 3

**Definition (Positive Definite Kernel).** A function $k: X \\times X \\to \\mathbb{R}$ is *positive definite* if all Gram matrices are.

**Theorem (Mercer, 1909).** Each continuous kernel has an expansion in eigenfunctions.

> "Young man, in mathematics you don't understand things. You just get used to them." (John von Neumann)

## Exercises

1. Show that the sum of two kernels is a kernel.
2. (Schölkopf) Compute the mean in feature space.
3. *Bonus:* What Happens in the Limit? Discuss.

## Recap of last week

- Bias and Variance: Why Simple Models Win
- Ridge Regression, the Lasso, and Friends
- Cross-Validation (k = 5, 10)
"""
_TRAVEL = """# Vienna 2024

- 20 July: arrive, Hotel Post (booking no. 20240720)
- 21 July: Registration, welcome reception
- 22 July: 09:00 Opening, 09:30 Invited Talk: Emily Carter, "Learning to Cook with Robots"
- 23 July: lunch with Jun Tanaka & Olga Petrova at *Zum Schwarzen Kameel*
- 24 July: Panel: "Is Bigger Better?" (Moderator: David Kim, KAIST)
- 25 July: Museum of Natural History, Maria-Theresien-Platz

Photos: https://photos.example.org/vienna2024, map: [Google Maps](https://maps.google.com/?q=Vienna)

## Packing list

- [ ] Poster tube
- [ ] Adapter (EU), chargers, laptop
- [ ] Book: a novel for the train
"""
_HOME = """# Home

Welcome to my second brain.

## Maps of content

- [[Machine Learning MOC]]
- [[Statistics MOC|Statistics and Probability]]
- [[People/Anna Schmidt]], [[People/Jun Tanaka]]
- [[2024-03-12 Meeting]]

## Projects

- [[Thesis]]: Robust Learning from Few Labels, deadline 2025-09-30 #phd
- [[Grant proposal]] (DFG, 2024) #writing

## Queries

```dataview
TABLE authors, year FROM #literature WHERE year > 2020 SORT year DESC
```

## Template for papers

- **Title:** {{title}}
- **Authors:** {{authors}}
- **Year:** {{year}} | **Venue:** {{venue}}
- **Link:** [paper](url)
"""
_RESULTS = """# Experiment log

## Run 2024-05-03: ResNet-50 on ImageNet, Batch Size 256

| Model | Params | Top-1 | Source |
|---|---|---|---|
| ResNet-50 | 25.6M | 76.1 | [torchvision](https://pytorch.org/vision/stable/models.html) |
| ViT-B/16 | 86M | 79.9 | [timm](https://github.com/huggingface/pytorch-image-models) |
| Ours (v3) | 30M | **80.2** | run 117 |

- lr = 3e-4, AdamW, cosine, 90 epochs; seeds 2020, 2021, 2022
- Data: ImageNet-1k, COCO 2017, CIFAR-10
- Compare with Jun's numbers from 2023 ("too good to be true")

## Ideas

- What if we train longer? Does scale help? Is attention needed?
- Mixture of Experts, Low-Rank Adapters, Quantization
- Ask Olga: why does the loss spike at step 2017?
"""
_BLOG = """---
title: "Ten Lessons from Ten Years of Machine Learning"
date: 2024-06-01
author: Jun Tanaka
tags: [blog, opinion]
---

## 1. Data Beats Models: Look at Your Examples First

When I started in 2014, everybody wanted bigger networks. In my first job at Acme (2016–2019), Emily Carter told me: “Open the file and read a hundred rows.”

## 2. The Map Is Not the Territory

Metrics are not goals. See my [talk on YouTube](https://www.youtube.com/watch?v=abc123xyz00), the [slides](https://speakerdeck.com/example/lessons), and the discussion on [Hacker News](https://news.ycombinator.com/item?id=123456).

## 3. Write Things Down

I use [Obsidian](https://obsidian.md) and a paper notebook (Leuchtturm, A5, dotted).

*Thanks to Anna Schmidt, David Kim, and Fatima El-Sayed for reading drafts of this.*
"""
NOTES = {
    "cv": _CV,
    "minutes": _MINUTES,
    "readme": _README,
    "lecture": _LECTURE,
    "travel": _TRAVEL,
    "home": _HOME,
    "results": _RESULTS,
    "blog": _BLOG,
}


def life(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Give a vault of notes that hold no paper; the random source only orders them."""
    names = sorted(NOTES)
    return Rendered(files=tuple((f"{name}.md", NOTES[name]) for name in rng.sample(names, len(names))), rows=())


STYLES = {"none-life": life}
