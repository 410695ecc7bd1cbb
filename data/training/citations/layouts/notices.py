"""Sections of home pages and logs whose items have titles and persons as papers have, and are none: news, grants, tools."""

from __future__ import annotations

from .hand import Hand

_ITEMS = {
    "News|Updates|Announcements|In the news|Latest news": [
        "{who} wins the {coined} Prize",
        "{coined} Prize {year} goes to {who} and {who2}",
        "{coined} Prize in {noun} {year} goes to {who}, {who2}",
        "{coined} Award {year} for {who} and {who2}",
        "The {coined} Medal goes to {who}, {who2}",
        "{who} joins {org}",
        "{org} announces {coined} {m}",
        "[{org} opens {coined}](https://{a}.com/{b}), says {who}",
        "Talk of {who} about {noun} on {month} {m}",
        "Registration for {venue} {year} is open",
        "{month} {year}: our paper on {noun} was accepted!",
        "**{month} {m}, {year}** – New preprint on {noun}",
        "{who} leaves {org} after {m} years",
        "Interview with {who}: {noun}, {task} and {thing}",
        "Obituary: {who}",
        "{coined} Prize {year} for {noun} goes to {who}, {who2} and {who}",
        "{who} and {who2} win {coined}",
        "{who} renames {coined} to {coined2}",
        "{year}: {title} at {org}, a portrait of {who}",
    ],
    "Grants|Funding|Research projects|Projects|Funded projects": [
        "{T}. P.I. {who}, {org}, {year}",
        "**{T}**, PI: {who}, {org}, {n}0,000 €",
        "{T} ({org} grant {n}{n}{m}, with {who})",
        "*{T}*, {org}, {year}–{year}. Principal investigator: {who}",
        "{T}. Co-I: {who}, {who2}. Funded by {org}.",
        "**{title}** ({year}–): {adj} {noun} of {thing}, with {who}",
        "[{title}](https://{a}.org/projects/{b}): {adj} {method} for {thing}",
        "{title} – {adj} {noun} of {thing}",
        "{coined}: {title}",
    ],
    "Software|Tools|Resources|Data|Code|Databases|Platforms": [
        "[{coined}](https://{a}.io/{b}) - {adj} {method} for {thing}",
        "[{coined} - {title}](https://github.com/{a}/{b})",
        "{coined} ({org}): {adj} {noun} of {thing}",
        "[{coined} - platform for {task} of {thing}](https://{a}.com)",
        "[{adj} database of {noun} ({coined})](https://www.{a}.org/{b})",
        "[{title} ({coined})](https://{a}.edu/{b}) by {who}",
        "Photos of the {m}th workshop: https://{a}.com/{b}",
        "[Download program here](https://{a}.org/{b}.pdf)",
    ],
    "Positions|Jobs|Open positions|Awards|Honors|Fellowships|Experience|Service": [
        "PhD position: {title}",
        "Postdoctoral positions in {noun}, {year}",
        "{title} Fellowship, {org}, {year}",
        "{coined} Award for {noun}, {year}",
        "**{org} compute grant** ({year})",
        "Travel award, {venue} {year}",
        "Reviewer, {venue} ({year}, {year})",
        "Research assistant of {who}, {org}, {year}",
        "Organizer, workshop on {noun}, {venue} {year}",
    ],
    "Competition|Challenge|Winners|Contest|Hackathon|Leaderboard": [
        "{coined}: {title} (Track {m}, winner) - {who}",
        "{coined} (Track {m}, second place) - {who}, {org}",
        "Team {coined}: {who}, {who2}",
        "{m}. {coined} ({org}), {p}",
        "Track {m}: best of {n} {noun} in {thing}",
        "{org} {coined} – {who} and {who2}, {m}th place",
    ],
    "Media|Films|Music|Podcasts|Watched|Listening|Recipes|Games": [
        "{title} ({year}), dir. {who}",
        "{who}: {title} (album)",
        "Episode {n}: {title}, with {who}",
        "{who} on {noun} (podcast, {n} min)",
        "{title}, track {m}, {who}",
        "{title} soup, from {who}",
    ],
}
_TALKS = [
    "{who} ({org}) gave a talk called “{T}”.",
    "In the afternoon {who} spoke about “{T}”.",
    "The keynote was “{T}” by {who}, {org}.",
    'Then came {who}, {org}, with "{T}", which drew a full room.',
    "{who} and {who2} led the panel “{T}”.",
    "There was a tutorial, “{T}”, by {who}.",
    '{who}\'s invited talk, "{T}", began with {noun}.',
    "After lunch: {who}, “{T}”.",
    "The panel, “{T}”, was moderated by {who} of {org}. With {family} and {family2} sat {who2}.",
]
_FRAMES = {"- {}": 10, "* {}": 5, "{}": 3, "### {}": 2, "#### {}": 1, "**{}**": 1.5, "1. {}": 1, "- **{}**": 1}


class Notices:
    """A source of such sections, as one person writes them."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.frame = hand.dice.draw(_FRAMES)

    def section(self) -> str:
        """Write a heading and what stands below it."""
        dice, remarks = self.hand.dice, self.hand.remarks
        heads = dice.pick(list(_ITEMS))
        patterns = dice.some(_ITEMS[heads], 1, 4)
        told = dice.chance(0.3)
        items = []
        for _ in range(dice.randint(1, 7)):
            items.append(self.frame.format(self._filled(dice.pick(patterns))))
            if told:
                below = remarks.paragraph(1, 2)
                items[-1] += "\n\n" + below if self.frame[0] in "#{" else "\n  - " + remarks.bullet()
        between = "\n" if self.frame[:2] in ("- ", "* ", "1.") else "\n\n"
        head = ["## " + dice.pick(heads.split("|"))] if dice.chance(0.7) else []
        return "\n\n".join([*head, between.join(items)])

    def day(self) -> str:
        """Tell in sentences who spoke on a day of a meeting."""
        dice, remarks = self.hand.dice, self.hand.remarks
        told = []
        for _ in range(dice.randint(1, 4)):
            talk = self._filled(dice.pick(_TALKS))
            told.append(talk + " " + remarks.paragraph(1, 3) if dice.chance(0.7) else remarks.sentence() + " " + talk)
        return "\n\n".join(told)

    def _filled(self, pattern: str) -> str:
        """Fill a pattern; `{T}` is the title that a paper could have."""
        title = self.hand.papers.paper().title.replace("[", "(").replace("]", ")")
        return self.hand.remarks.fill(pattern.replace("{T}", "\0")).replace("\0", title)
