"""What stands around records: titles, introductions, lists of other things."""

from __future__ import annotations

from compose import titlecase

from .hand import Hand
from .posts import Posts


class Around:
    """A source of what is no record, in the hand of the sheet."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.dice = hand.dice
        self.posts = Posts(hand)

    def head(self) -> str:
        """Write a heading for a sheet or a section."""
        dice, hand = self.dice, self.hand
        if dice.chance(0.22):
            return self.posts.page()
        slots = hand.remarks.slots
        topic = titlecase(dice.pick(slots[dice.pick(["noun", "method", "task"])]))
        word = dice.pick(hand.words["heads"])
        year = dice.randint(2012, 2026)
        text = dice.pick(
            [
                word,
                word,
                topic,
                topic,
                f"{word}: {topic}",
                f"{topic} – {word}",
                f"{word} ({year})",
                str(year),
                f"Awesome {topic}",
                f"{word} {year}",
                f"{topic} ({dice.randint(2, 40)})",
                f"{dice.randint(1, 9)}. {topic}",
                f"{dice.randint(1, 9)}.{dice.randint(1, 9)} {topic}",
                hand.remarks.date(),
            ]
        )
        if text[0].isdigit() and dice.chance(0.6):
            text = dice.pick([word, topic])
        return dice.draw({"": 92, "📚 ": 2, "🔥 ": 1, "📝 ": 1, "✨ ": 0.5}) + text

    def intro(self) -> str:
        """Write a sentence that comes before records."""
        if self.dice.chance(0.15):
            return self.posts.place()
        return self.hand.remarks.fill(self.dice.pick(self.hand.words["intros"]))

    def matter(self) -> str:
        """Write front matter that is about the note."""
        dice = self.dice
        lines = [
            f"title: {dice.pick(self.hand.words['heads'])}",
            f"date: {dice.randint(2015, 2026)}-0{dice.randint(1, 9)}-1{dice.randint(0, 9)}",
        ]
        lines += [
            f"tags: [{dice.pick(self.hand.composer.plain)}, papers]",
            "layout: page",
            f"author: {self.hand.remarks.person()}",
            "publish: true",
        ]
        return "---\n" + "\n".join(dice.some(lines, 1, 4)) + "\n---"

    def aside(self) -> str:
        """Write a paragraph that is about no record."""
        return self.hand.remarks.paragraph(1, 4)
