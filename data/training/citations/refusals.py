"""Compose lines of notes that are no references, though they name persons, papers, years and venues."""

from __future__ import annotations

import random
from typing import Any

from compose import Composer, titlecase

_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


class Refuser:
    """A source of lines that are no references; equal seeds give equal lines."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.composer = Composer(seed)

    def pick(self, choices: Any) -> Any:
        return self.random.choice(choices)

    def person(self) -> str:
        person = self.composer.person()
        return f"{person.get('given', '')} {person['family']}".strip()

    def line(self) -> str:
        c = self.composer
        s = c.lists[self.pick(sorted(c.lists))]
        adj, noun, method, task, thing = (self.pick(s[k]) for k in ("adj", "noun", "method", "task", "object"))
        a, b, d = (self.pick(c.plain) for _ in range(3))
        other, coined, n = self.pick(s["noun"]), c.coined(), self.random.randint(2, 40)
        year, who, org = self.random.randint(2012, 2026), self.person(), self.pick(c.places["universities"])
        venue = self.pick(["NeurIPS", "ICML", "ICLR", "ACL", "CVPR", "KDD", "EMNLP"])
        day, month, hour = self.pick(_DAYS), self.pick(_MONTHS), self.random.randint(8, 20)
        family = who.split()[-1]
        other_person = self.person()
        line = self.pick(
            [
                f"We show that {adj} {noun} improve {task} on {thing}, and that {method} is not needed.",
                f"The authors argue that {noun} are {adj}; {family} et al. ({year}) found the opposite for {other}.",
                f"{family} and {other_person.split()[-1]} ({year}) compare {noun} with {other} and conclude that {method} helps.",
                f"This paper proposes {coined}, a {adj} method for {task}, and evaluates it on {thing}.",
                f"A few works that look at {adj} {noun}:",
                f"Some notes on {noun} and {other}.",
                f"An interesting idea: use {method} for {task} instead of {other}.",
                f"I met {who} at the poster; he said that {noun} do not need {method}.",
                f"{who} gave a talk about {noun} and {task}.",
                f"{titlecase(noun)}",
                f"{titlecase(adj + ' ' + noun)}",
                f"{n}. {titlecase(noun)}",
                f"{n}.{n % 7 + 1} {titlecase(method)}",
                f"Chapter {n}: {titlecase(noun)}",
                f"{titlecase(task)} ........ {n}",
                f"Part {n % 5 + 1} – {titlecase(noun)} and {titlecase(other)}",
                f"{coined} - a library for {task}",
                f"{coined}: fast {method} in Python",
                f"{coined} is an open source toolkit for {task}, with bindings for Rust and C++.",
                f"{coined} – {adj} {noun} in {n} lines of code",
                f"[{coined}](https://github.com/{a}/{coined}) - {titlecase(adj)} {noun}.",
                f"{a}/{coined}: {adj} {method} of {noun}, {n}k stars",
                f"{month} {n % 28 + 1}, {year}: {coined} {n % 4 + 1}.0 released.",
                f"[{month[:3]} {year}] Our paper on {noun} was accepted at {venue} {year}!",
                f"🔥 News: {coined} is now available.",
                f"{year}-0{n % 9 + 1}-1{n % 9}: we release the code of {coined}",
                f"Congratulations to {who}, who won the award for {task}.",
                f"{hour}:00 – {hour + 1}:00 {titlecase(a)} break",
                f"{day}, {hour}:30: {titlecase(noun)} ({who}, {org})",
                f"Invited talk: {who} ({org}), “{titlecase(noun)} and {titlecase(a)}”, {day} {hour}:00, Room {n}",
                f"Keynote by {who}",
                f"Speaker: {who}, {org}",
                f"Seminar on {month} {n % 28 + 1}: {who} will speak about {noun}.",
                f"Panel: {who}, {other_person}, {self.person()}",
                f"{who}, {other_person}, {self.person()} and {self.person()}",
                f"{who} ({org})",
                f"Organizers: {who}, {other_person}",
                f"{who} - {self.pick(['Professor', 'PhD student', 'Research scientist'])} at {org}",
                f"{who}, {org}, {self.pick(c.places['cities'])}",
                f"Thanks to {who} and {other_person} for comments.",
                f"TODO: read about {method}",
                f"Q: why are {noun} {adj}?",
                f"Why not {method}?",
                f"- ask {who} about {noun}",
                f"Remember to compare with {coined} ({year}).",
                f"Results: {n}.{n % 9}% on {coined}, {n + 20}.1% on {coined}-2.",
                f"Dataset: {coined} ({n},000 examples of {thing})",
                f"{titlecase(noun)}: {n} papers",
                f"Accuracy improves from {n}.1 to {n + 9}.3 when {noun} are {adj}.",
                f"Video: {titlecase(noun)} explained in {n} minutes",
                f"Course: {titlecase(method)} for {titlecase(thing)}, {org}, Fall {year}",
                f"Blog post: what I learned about {noun}",
                f"Book club on {day}s",
                f"See also {coined} and the {a} {b}.",
                f"{venue} {year} was held in {self.pick(c.places['cities'])} in {month}.",
                f"{venue} {year}",
                f"{venue} {year} {self.pick(['Oral', 'Poster', 'Workshop'])} Session {n}",
                f"Update {year}: the {a} of {noun} has changed; see the {b} in section {n}.",
                f"In {year}, {who} founded the {a} {b} at {org}.",
                f"They use {noun}, {other}, and {method} to {a} the {b}.",
                f"According to {who}, “{noun} are {adj}”, which I doubt.",
                f"The {a} of {d} is {adj}, {self.pick(s['adj'])}, and {self.pick(s['adj'])}.",
                f"License: MIT. Copyright {year} {who}.",
                f"Last updated on {month} {n % 28 + 1}, {year} by {who}",
                f"Tags: {noun}, {other}, {task}",
                f"Keywords: {noun}; {task}; {method}",
                f"Table of contents: {titlecase(noun)}, {titlecase(other)}, {titlecase(task)}",
                f"Figure {n}: {titlecase(noun)} under {method} ({year}).",
                f"Der Vortrag von {who} über {noun} war gut.",
                f"Les auteurs montrent que {noun} sont utiles pour {task}.",
                f"My reading: the {method} of {family} is a special case, as {other_person} pointed out in {year}.",
                f"Day {n % 5 + 1}: {titlecase(noun)}, {titlecase(other)}, lunch with {who}.",
                f"Compared with {family} et al., {year}, the {a} is smaller and the {b} larger.",
                f"Related: {noun}, {other} ({family}, {year}).",
                f"{titlecase(noun)} (see {family} {year})",
            ]
        )
        if self.random.random() < 0.15:
            line += " " + self.pick(
                [
                    f"It also {a}s the {b}.",
                    f"See https://example.org/{a}.",
                    f"({year})",
                    "Very nice.",
                    f"The {d} remains {adj}.",
                ]
            )
        return self.pick(["", "", "", "- ", "* ", "• "]) + line

    def paragraph(self) -> str:
        """Running text of several sentences, with the names, commas and capitals that such text has."""
        if self.random.random() < 0.12:
            names = [self.person() for _ in range(self.random.randint(2, 9))]
            return (
                ", ".join(names[:-1])
                + self.pick([", ", " and ", ", and ", " & "])
                + names[-1]
                + self.pick(["", ".", ""])
            )
        return " ".join(self.sentence() for _ in range(self.random.randint(1, 5)))

    def sentence(self) -> str:
        c = self.composer
        s = c.lists[self.pick(sorted(c.lists))]
        adj, noun, method, task, thing = (self.pick(s[k]) for k in ("adj", "noun", "method", "task", "object"))
        a, b, d = (self.pick(c.plain) for _ in range(3))
        coined, n, who, org = c.coined(), self.random.randint(2, 60), self.person(), self.pick(c.places["universities"])
        year, venue = self.random.randint(2015, 2026), self.pick(["NeurIPS", "ICML", "ICLR", "CVPR", "KDD"])
        title = titlecase(f"{adj} {noun} for {task}")
        return str(
            self.pick(
                [
                    f"{who}, a professor at {org}, presented a {adj} {a} that turns {noun} into {b}s, and explained how {method} works.",
                    f"Secondly, {who} at {org} commented that to make {noun} easier, the {a} should be {adj}.",
                    f"Finally, {who} gave a great talk at the “{titlecase(noun)}” workshop on the {a} of {coined}, which we hosted in {year}.",
                    f"In “{title}”, we saw how {noun} can guide a {a} to better {task}.",
                    f"We propose {coined}, which combines {method} with {adj} {noun}, and achieves {n}.{n % 10}% on {coined}-Bench.",
                    f"To address this challenge, we shift away from {noun}, instead optimizing the {a} of {thing} with {method}.",
                    f"Extensive experiments on {thing} show that {coined} outperforms the state of the art by {n}% while using less {b}.",
                    f"However, {noun} remain {adj}, and {method} is limited by the {a}.",
                    f"{titlecase(noun)} ({coined.upper()}s) are {adj} models for {thing}.",
                    f"investigates the {adj} {a} of {noun} in {thing}",
                    f"proposes to {a} the {noun} and to use {method} for {task}.",
                    f"addresses the {adj} {a} issue, with {noun}, {b} and {d}.",
                    f"One of the conclusions of our {a} breakfast was that {noun} are unable to {b}, according to {who}.",
                    f"Q: Can the {a} have its own {noun}? - A: Yes. {coined} makes {b}s from {noun}.",
                    f"The code is available at https://github.com/{a}/{coined}.",
                    f"His team used {coined}, which performs {method} to search a “{a}” of {noun}.",
                    f"I liked the poster of {who} and {self.person()} ({org}) on {noun}; they use {method}, {b} and {d}.",
                    f"Only system that was able to {a} {coined} in less than an hour ({n}:{n % 50 + 10}).",
                    f"The {a} of {noun} (see Section {n}) is {adj}: it needs {method}, and it cannot {b}.",
                    f"{who} standing by the {a} at the {venue} workshop, December {n % 28 + 1}, {year}.",
                    f"At {venue} {year}, the {b} was {adj}, and {n} papers were about {noun}.",
                    f"One might ask why {noun} are {adj}; the answer, {self.person().split()[-1]} says, is {method}.",
                    f"After the {a}, {who} and {self.person()} discussed {noun}, {method}, and {task}.",
                    f"This is where {coined} comes in: a {adj} {a} for {noun}, built on {method}.",
                ]
            )
        )
