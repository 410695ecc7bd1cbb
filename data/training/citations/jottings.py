"""Write a composed work as people jot it down in their notes: no style of a publisher, any order, any marks."""

from __future__ import annotations

import random
from typing import Any

Marks = list[tuple[int, int, str]]
_SHORT = [
    "NeurIPS",
    "ICML",
    "ICLR",
    "CVPR",
    "ICCV",
    "ECCV",
    "ACL",
    "EMNLP",
    "NAACL",
    "AAAI",
    "IJCAI",
    "KDD",
    "SIGIR",
    "CoRL",
    "ICRA",
    "TMLR",
    "JMLR",
    "TACL",
    "arXiv",
    "Nature",
    "Science",
    "PNAS",
    "Interspeech",
    "COLT",
    "UAI",
    "WWW",
    "CHI",
    "SIGGRAPH",
    "MICCAI",
    "NIPS",
]
_ORGS = [
    "MIT",
    "Stanford",
    "Google",
    "Google DeepMind",
    "ETH Zürich",
    "CMU",
    "UC Berkeley",
    "University of Oslo",
    "Meta AI",
    "Tsinghua University",
    "KAIST",
    "Univ. of Toronto",
    "INRIA",
    "NVIDIA",
    "Max Planck Institute",
    "EPFL",
    "OpenAI",
    "Kyoto U.",
]


class Jotter:
    """A source of jotted references; equal seeds give equal text."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def pick(self, choices: Any) -> Any:
        return self.random.choice(choices)

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    # names
    def name(self, person: dict[str, str], form: str) -> str:
        family = " ".join(x for x in (person.get("non-dropping-particle", ""), person["family"]) if x)
        given = person.get("given", "")
        suffix = person.get("suffix", "")
        if not given:
            return family
        if ord(family[0]) > 0x2E80:
            return f"{family}{given}" if form != "direct spaced" else f"{family} {given}"
        parts = given.replace(".", " ").split()
        dotted = " ".join("-".join(q[0].upper() + "." for q in p.split("-") if q) for p in parts)
        bare = "".join(q[0].upper() for p in parts for q in p.split("-") if q)
        tail = f" {suffix}" if suffix else ""
        return {
            "direct": f"{given} {family}{tail}",
            "direct spaced": f"{given} {family}{tail}",
            "initials": f"{dotted} {family}{tail}",
            "tight": f"{dotted.replace(' ', '')} {family}{tail}",
            "inverted": f"{family}, {given}{', ' + suffix if suffix else ''}",
            "inverted initials": f"{family}, {dotted}{', ' + suffix if suffix else ''}",
            "inverted tight": f"{family}, {dotted.replace(' ', '')}",
            "vancouver": f"{family} {bare}",
            "bare initials": f"{bare} {family}",
            "blank initials": f"{family} {dotted}",
            "family": family,
            "capitals": f"{family.upper()}, {dotted}",
            "capitals direct": f"{given} {family.upper()}",
            "capitals full": f"{family.upper()}, {given}",
            "capitals bare": f"{family.upper()} {dotted}",
            "inverted bare": f"{family} {given}",
        }[form]

    def authors(self, people: list[dict[str, str]]) -> str:
        form = self.pick(
            ["direct"] * 8
            + ["initials"] * 4
            + [
                "tight",
                "inverted",
                "inverted",
                "inverted initials",
                "inverted initials",
                "inverted tight",
                "vancouver",
                "vancouver",
                "bare initials",
                "blank initials",
                "family",
                "family",
                "capitals",
                "capitals",
                "capitals direct",
                "capitals full",
                "capitals bare",
                "mixed",
                "mixed",
                "mixed bare",
                "inverted bare",
                "sloppy",
            ]
        )
        most = self.pick([1, 1, 2, 3, 3, 5, 8, 99, 99, 99, 99, 99])
        shown = people[:most]
        if form == "sloppy":
            text = " ".join(self.name(p, "inverted initials") for p in shown)
            return text + (" et al." if len(shown) < len(people) else "")
        mixed = {"mixed": "inverted", "mixed bare": "inverted bare"}
        names = [
            self.name(p, (mixed[form] if n == 0 else "direct") if form in mixed else form) for n, p in enumerate(shown)
        ]
        if self.chance(0.07):
            org = self.pick(_ORGS)
            names = [f"{n} ({self.pick([org, self.pick(_ORGS)])})" if self.chance(0.8) else n for n in names]
        elif self.chance(0.05):
            names = [n + self.pick(["*", "1", "¹", "†", "1,2", "²", "^1"]) for n in names]
        separator = self.pick([", "] * 12 + ["; ", "; ", " ; ", " & ", " and ", " / ", " · "])
        if form in mixed or (
            form.startswith(("inverted", "capitals")) and form != "capitals direct" and self.chance(0.5)
        ):
            separator = self.pick([", ", ", ", "; "])
        last = self.pick(
            [separator, " and ", ", and ", " & ", ", & ", " und ", " et ", " y ", " e ", separator, ", and ", " and "]
        )
        cut = len(shown) < len(people)
        whole = cut or len(names) == 1
        text = separator.join(names) if whole else separator.join(names[:-1]) + last + names[-1]
        if cut:
            text += self.pick(
                [
                    " et al.",
                    " et al.",
                    ", et al.",
                    " et al",
                    " and others",
                    ", ...",
                    " u. a.",
                    " et coll.",
                    " & others",
                    " …",
                    "; et al.",
                    " + others",
                    " et alii",
                    " y otros",
                    " e outros",
                    " und andere",
                ]
            )
        return text

    # places
    def venue(self, work: dict[str, Any], year: int) -> str:
        short = self.pick(_SHORT)
        work["container-title-short"] = short
        if self.chance(0.55) or not work.get("container-title"):
            return str(
                self.pick(
                    [
                        f"{short} {year}",
                        f"{short} {year}",
                        f"{short}'{year % 100:02d}",
                        f"{short} ({year})",
                        f"{short}, {year}",
                        f"{short} '{year % 100:02d}",
                        f"{short}{year}",
                        short,
                        f"{short} {year} Oral",
                        f"{short} {year} (Spotlight)",
                        f"arXiv {year}",
                        f"arXiv preprint, {year}",
                        f"In {short}, {year}",
                        f"Proc. {short} {year}",
                    ]
                )
            )
        place = work["container-title"]
        tail = ""
        if work.get("volume") and self.chance(0.6):
            tail = self.pick(
                [
                    f" {work['volume']}",
                    f", {work['volume']}",
                    f", vol. {work['volume']}",
                    f" {work['volume']}({work.get('issue', 2)})",
                    f", {work['volume']}:{work.get('page', 12)}",
                ]
            )
        elif work.get("page") and self.chance(0.5):
            tail = self.pick(
                [f", pp. {work['page']}", f", {work['page']}", f", pages {work['page']}", f": {work['page']}"]
            )
        return str(
            self.pick(
                [
                    f"{place}{tail}, {year}",
                    f"{place}{tail} ({year})",
                    f"In {place}{tail}, {year}",
                    f"{place}{tail}. {year}",
                    f"{place} {year}",
                    f"{place}{tail}, {self.pick(['May', 'June', 'Dec.', 'July'])} {year}",
                    f"In: {place}{tail} ({year})",
                    f"{place}{tail}",
                    f"in Proc. {place}, {year}",
                ]
            )
        )

    # the whole
    def jot(self, work: dict[str, Any]) -> tuple[str, Marks]:
        """Write the work; what it is called to have appeared in becomes its short container title."""
        year = work["issued"]["date-parts"][0][0]
        pieces = self._order(work, year)
        text, marks = "", []
        for piece, sort in pieces:
            if sort and piece:
                marks.append((len(text), len(text) + len(piece), sort))
            text += piece
        if self.chance(0.25):
            text += self._tail(work)
        if self.chance(0.2):
            head = self.pick(
                [
                    "- ",
                    "* ",
                    f"[{self.random.randint(1, 99)}] ",
                    f"{self.random.randint(1, 99)}. ",
                    f"({self.random.randint(1, 40)}) ",
                    "• ",
                    "📄 ",
                    f"{self.random.randint(1, 40)}) ",
                    "Paper: ",
                    "[P1] ",
                    "> ",
                ]
            )
            text = head + text
            marks = [(s + len(head), e + len(head), k) for s, e, k in marks]
        return text, marks

    def _tail(self, work: dict[str, Any]) -> str:
        url = (
            work.get("URL")
            or f"https://arxiv.org/abs/{self.random.randint(1500, 2512)}.{self.random.randint(10000, 20000)}"
        )
        return str(
            self.pick(
                [
                    f" {url}",
                    " [paper]",
                    " [Paper] [Code]",
                    " [link]",
                    " (oral)",
                    " [pdf]",
                    f" arXiv:{self.random.randint(1500, 2512)}.{self.random.randint(10000, 20000)}",
                    f" doi:10.{self.random.randint(1000, 9999)}/{self.random.randint(1000, 999999)}",
                    f" Accessed March 3, {self.random.randint(2018, 2026)}.",
                    f" [Online]. Available: {url}",
                    f", {url}",
                    " ⭐",
                    " [[code]]",
                    " [PDF] [project page]",
                    f" ({url})",
                    " Best paper award.",
                    " Oral presentation.",
                ]
            )
        )

    def _order(self, w: dict[str, Any], year: int) -> list[tuple[str, str]]:
        title, names, venue = w["title"], self.authors(w["author"]), self.venue(w, year)
        dot = "" if title.endswith(("?", "!")) else "."
        sort = self.pick(["", "", "", "strong", "em", "link"])
        end = self.pick([".", "", "", "."])
        month = self.random.randint(1, 12)
        t = (title, sort)
        a = (names, self.pick(["", "", "", "", "em"]))
        v = (venue, self.pick(["", "", "em"]))
        stop = "" if names.endswith(".") else "."
        opening, closing = self.pick(
            [
                ("“", "”"),
                ("“", "”"),
                ('"', '"'),
                ('"', '"'),
                ("'", "'"),
                ("‘", "’"),
                ("«", "»"),
                ("« ", " »"),
                ("„", "“"),
            ]
        )
        q = (opening + title + self.pick(["", "", ",", "."]) + closing, self.pick(["", "", "", "link"]))
        plain = lambda s: (s, "")  # noqa: E731
        forms = [
            [a, plain(": "), t, plain(", "), v, plain(end)],
            [a, plain(stop + " "), t, plain(dot + " "), v, plain(end)],
            [a, plain(f" ({year}). "), t, plain(dot + " "), v, plain(end)],
            [a, plain(f" ({year}) "), t],
            [a, plain(f" ({year}): "), t, plain(". "), v],
            [a, plain(", "), t, plain(", "), v, plain(end)],
            [a, plain(f"{stop} {year}. "), t, plain(dot + " "), v, plain(end)],
            [a, plain(", "), q, plain(", "), v, plain(end)],
            [a, plain(stop + " "), q, plain(" "), v, plain(end)],
            [a, plain(" — "), t, plain(" ("), v, plain(")")],
            [a, plain(" - "), t],
            [a, plain(" – "), t, plain(f", {year}")],
            [a, plain(f", {year}, "), t, plain(", "), v],
            [a, plain(f" [{year}] "), t, plain(". "), v],
            [a, plain(stop + " "), t, plain(dot)],
            [a, plain(": "), t, plain(dot)],
            [a, plain(": "), q],
            [a, plain(f", {year}. "), t, plain(dot)],
            [t, plain(", "), a],
            [t, plain(", "), a, plain(", "), v],
            [t, plain(dot + " "), a, plain(stop + " "), v, plain(end)],
            [t, plain(", "), a, plain(", "), v, plain(end)],
            [plain(f"[{year}/{month:02d}] "), (title, "strong"), plain(" "), (f"{names}{stop} {venue}.", "em")],
            [plain(f"[{year}/{month:02d}] "), t, plain(" "), a, plain(stop + " "), v],
            [plain(f"({venue}) "), t, plain(dot + " "), a],
            [plain(f"[{venue}] "), t, plain(dot + " "), a],
            [plain(f"[{venue}] "), t, plain(", "), a],
            [t, plain(" ("), a, plain(f", {year})")],
            [t, plain(" by "), a],
            [t, plain(" by "), a, plain(" ("), v, plain(")")],
            [t, plain(" - "), a, plain(" - "), v],
            [q, plain(" by "), a, plain(" ("), v, plain(")")],
            [q, plain(", "), a, plain(", "), v],
            [q, plain(" "), a, plain(". "), v],
            [t, plain(" / "), a, plain(" / "), v],
            [t, plain(" — "), a, plain(f", {year}")],
            [t, plain(" ("), v, plain("), "), a],
            [t, plain(dot + " "), v, plain(". "), a, plain(stop)],
            [t, plain(" | "), a, plain(" | "), v],
            [t, plain("\n"), a, plain("\n"), v],
            [t, plain("; "), a, plain("; "), v],
            [t, plain(": "), a],
            [t, plain(" ["), v, plain("]")],
            [t, plain(" ("), v, plain(")")],
            [t, plain(", "), v],
            [(title, "strong"), plain("\n"), a, plain(stop + " "), v],
            [(title, "strong"), plain(". "), a, plain(stop + " "), (venue, "em"), plain(".")],
            [(title, "link"), plain(" "), a, plain(" "), v],
            [(title, "link"), plain(", "), a],
            [plain(f"{year} - "), t, plain(" - "), a],
            [plain(f"{year}: "), a, plain(", "), t],
            [t, plain(f" ({year}) "), a],
            [t, plain(f" ({year}), "), a, plain(", "), v],
            [t, plain(f", {year}, "), a],
            [q, plain(f" ({year}), "), a],
            [t, plain(" · "), a, plain(" · "), v],
            [a, plain(", "), v, plain(": "), t],
            [a, plain("\n"), t, plain("\n"), v],
            [t, plain(" @ "), v, plain(" – "), a],
            [a, plain(f" ‘{year % 100:02d}: "), t],
        ]
        return list(self.pick(forms))
