"""Parts of notes that look like papers and are none: nothing here may become one."""

from __future__ import annotations

from random import Random

from .sheet import Sheet

TOOLS = (
    "[DVC](https://dvc.org) - version control for data sets and models", "[ripgrep](https://github.com/BurntSushi/ripgrep): recursive search that respects .gitignore",
    "**Zotero** - https://www.zotero.org - collect and cite", "[huggingface/transformers](https://github.com/huggingface/transformers) - pretrained models for PyTorch",
    "[Weights & Biases](https://wandb.ai/site) experiment tracking", "[LangChain](https://github.com/langchain-ai/langchain) - Building applications with LLMs through composability",
    "[vllm-project/vllm](https://github.com/vllm-project/vllm) ⭐ 30k - A high-throughput and memory-efficient inference engine", "[Gymnasium](https://gymnasium.farama.org/) | API standard for reinforcement learning",
    "[Obsidian](https://obsidian.md), [Logseq](https://logseq.com) and [Joplin](https://joplinapp.org)", "`conda install -c conda-forge jupyterlab`",
)  # fmt: skip
COURSES = (
    "[CS224N: Natural Language Processing with Deep Learning](https://web.stanford.edu/class/cs224n/) (Stanford, Christopher Manning)",
    "[MIT 18.06 Linear Algebra, Spring 2010](https://ocw.mit.edu/courses/18-06-linear-algebra-spring-2010/), Gilbert Strang",
    "Practical Deep Learning for Coders, fast.ai: https://course.fast.ai", "[Full Stack Deep Learning - Spring 2021](https://fullstackdeeplearning.com/spring2021/)",
    "[Machine Learning](https://www.coursera.org/learn/machine-learning) by Andrew Ng, Coursera (finished 2019)",
)  # fmt: skip
VIDEOS = (
    "[Let's build GPT: from scratch, in code, spelled out](https://www.youtube.com/watch?v=kCc8FmEb1nY), Andrej Karpathy",
    "[But what is a neural network?](https://youtu.be/aircAruvnKk) (3Blue1Brown, 2017)", "Talk: Rich Hickey, Simple Made Easy, https://www.infoq.com/presentations/Simple-Made-Easy/",
    "▶ [Intro to Large Language Models](https://www.youtube.com/watch?v=zjkBMFhNj_g) (1 h)", "Podcast: Lex Fridman #94, Ilya Sutskever: Deep Learning",
)  # fmt: skip
POSTS = (
    "[The Illustrated Transformer](https://jalammar.github.io/illustrated-transformer/) by Jay Alammar", "[What are Diffusion Models?](https://lilianweng.github.io/posts/2021-07-11-diffusion-models/) | Lil'Log",
    "Blog post: [The Bitter Lesson](http://www.incompleteideas.net/IncIdeas/BitterLesson.html), Rich Sutton, March 2019", "[A Recipe for Training Neural Networks](https://karpathy.github.io/2019/04/25/recipe/)",
    "Paul Graham, [Hackers and Painters](https://www.paulgraham.com/hp.html)", "[You and Your Research](https://www.cs.virginia.edu/~robins/YouAndYourResearch.html) (talk transcript, 1986)",
)  # fmt: skip
NEWS = (
    "2024-05-13: [Hello GPT-4o](https://openai.com/index/hello-gpt-4o/), OpenAI announces its new flagship", "The Verge: [Google renames Bard to Gemini](https://www.theverge.com/2024/2/8/24065553/google-gemini-ios-android-app-duet)",
    "Nobel Prize in Physics 2024 goes to John Hopfield and Geoffrey Hinton", "[ICML 2024 registration is open](https://icml.cc/Register), early price ends June 15",
)  # fmt: skip
TODOS = (
    "- [ ] Book flights to Vienna", "- [x] Renew library card", "- [ ] Ask Maria Keller about the GPU quota", "- [ ] write related work section (2 pages, Friday!)",
    "- [ ] reply to reviewer 2", "- [x] Submit camera-ready version by 2024-05-30", "- [ ] Prepare slides: intro, method, results",
)  # fmt: skip
PEOPLE = (
    "Anna Schmidt (TU Wien), Jun Tanaka (RIKEN), Paulo Mendes", "Organizers: Laura Bianchi, Tomasz Nowak, Wei Zhang and Sarah O'Connor",
    "**Speakers:** Emily Carter, University of Leeds; David Kim, KAIST; Fatima El-Sayed, Cairo University", "Met at the poster session: Olga Petrova, Marc Dubois",
)  # fmt: skip
TALKS = (
    "14:00 Invited talk: The Future of Work (Emily Carter)", 'Keynote by Laura Bianchi: "What We Owe to Our Benchmarks"', "12:30 - 13:30 Lunch break", "Panel: Is Peer Review Broken? with Jun Tanaka and others",
    "10:30 Coffee Break, Foyer", "Opening Remarks, Program Chairs", "Sponsor Talk: Scaling at Acme Corp, Main Hall",
)  # fmt: skip
BADGES = (
    "[![Awesome](https://awesome.re/badge.svg)](https://awesome.re)", "![GitHub stars](https://img.shields.io/github/stars/example/awesome-list?style=social)",
    "[![License: MIT](https://img.shields.io/badge/License-MIT-yellow.svg)](https://opensource.org/licenses/MIT) ![PRs Welcome](https://img.shields.io/badge/PRs-welcome-brightgreen)",
)  # fmt: skip
PROSE = (
    "We met on Tuesday and agreed on the outline; Jun will send the figures. The budget covers two students until March.",
    "Overall the quality was high this year, although many papers in this session were incremental.",
    "> If I have seen further it is by standing on the shoulders of giants. (Isaac Newton)",
    "Search strategy: Scopus and Web of Science, keywords “graph neural network” AND “chemistry”, 2015–2023, 1,204 hits, 87 after screening.",
    "Definition: a kernel is positive definite if $\\sum_{i,j} c_i c_j k(x_i, x_j) \\ge 0$ for all $c$.",
    "Links: [ICLR 2025](https://iclr.cc/Conferences/2025), [OpenReview](https://openreview.net), [arXiv listing cs.LG](https://arxiv.org/list/cs.LG/recent), [proceedings](https://proceedings.mlr.press/).",
)  # fmt: skip


def contents(sheet: Sheet, topics: list[str]) -> None:
    """Write a table of contents with anchors."""
    sheet.write("## Table of Contents", "")
    sheet.write(*[f"- [{topic}](#{topic.lower().replace(' ', '-').replace('&', '')})" for topic in topics], "")


def front(sheet: Sheet, rng: Random, title: str, *, topics: list[str] | None = None, badge: bool = False) -> None:
    """Open a note as people do: a title, perhaps badges, a word of introduction, a table of contents."""
    sheet.write(f"# {title}", "")
    if badge:
        sheet.write(*BADGES, "")
    if rng.random() < 0.6:
        sheet.write(rng.choice(PROSE), "")
    if topics and rng.random() < 0.7:
        contents(sheet, topics)


def middle(sheet: Sheet, rng: Random) -> None:
    """Write a paragraph that holds no paper."""
    if rng.random() < 0.5:
        sheet.write("", rng.choice(PROSE), "")


def back(sheet: Sheet, rng: Random, mark: str = "##") -> None:
    """Close a note with the sections that real notes have besides papers."""
    parts = [("Tools", TOOLS), ("Courses", COURSES), ("Videos", VIDEOS), ("Blog posts", POSTS), ("News", NEWS)]
    for name, things in rng.sample(parts, 2):
        sheet.heading(mark, name)
        sheet.write(*[f"- {thing}" for thing in rng.sample(things, min(4, len(things)))])
    if rng.random() < 0.5:
        sheet.heading(mark, "To do")
        sheet.write(*rng.sample(TODOS, 4))
    if rng.random() < 0.5:
        sheet.heading(mark, "People")
        sheet.write(*rng.sample(PEOPLE, 2))
