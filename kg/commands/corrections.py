"""The commands by which a person puts right what things are: what each takes and what it runs."""

from __future__ import annotations

from kg.commands.command import NOTES, Command, flag, kind, number, path, text
from kg.commands.questions import ANOTHER
from kg.kinds import THINGS

_ACCEPTED = "anything `kg show` accepts, or a name as decisions.toml writes it: 'person: Wei Zhang @ note.md'"
THING = text("thing", "THING", _ACCEPTED)
_WHICH = (kind("consider only things of this kind"), NOTES)
_SEVERAL = (text("thing", "A", _ACCEPTED), text("others", "B", ANOTHER, nargs="+"), *_WHICH)

CORRECTIONS: tuple[Command, ...] = (
    Command(
        "why",
        "Explain why mentions were merged into one thing, or why two things were merged or kept apart",
        ("kg why 'Jure Leskovec'", "kg why GIN 'How Powerful are Graph Neural Networks?'", "kg why BERT --kind method"),
        (
            THING,
            text("other", "OTHER", "a second thing: explain why the two were merged or kept apart", nargs="?"),
            *_WHICH,
        ),
        "reasons.why",
    ),
    Command(
        "same",
        "Decide that things are the same; the decision goes into decisions.toml beside the notes",
        ("kg same 'C. Zhou' 'Chunting Zhou'", "kg same 'person: C. Zhou @ iclr.md' 'Chunting Zhou'"),
        _SEVERAL,
        "deciding.same",
    ),
    Command(
        "different",
        "Decide that things are different, whatever the rules say",
        ("kg different 'method: SAM @ vision.md' 'method: SAM @ optim.md'", "kg different 'Wei Zhang' 'W. Zhang'"),
        _SEVERAL,
        "deciding.different",
    ),
    Command(
        "rename",
        "Choose the name under which a thing is shown; the old name is kept as an alternative",
        ("kg rename 'Chunting Zhou' 'Chun-Ting Zhou'", "kg rename 1810.00826 'The GIN paper'"),
        (THING, text("value", "NAME", "the new name"), *_WHICH),
        "deciding.rename",
    ),
    Command(
        "ignore",
        "Decide that a name is not a thing: its mentions and all facts about it are left out",
        ("kg ignore 'CPT mid-training'", "kg ignore 'person: Reading List @ log.md'"),
        (THING, *_WHICH),
        "deciding.ignore",
    ),
    Command(
        "kind",
        "Decide what kind of thing something is",
        ("kg kind Gym dataset", "kg kind 'method: Gym @ rl.md' dataset"),
        (THING, text("value", "KIND", f"one of: {', '.join(THINGS)}"), *_WHICH),
        "deciding.kind",
    ),
    Command(
        "theme",
        "Choose what a theme of the topic map is called, or merge themes under one name; without arguments, list them",
        ("kg theme", "kg theme 'SDE, Sampling' --name 'Diffusion'", "kg theme Flows 'Score matching' --name Diffusion"),
        (
            text("themes", "THEME", "what the topic map calls it (default: list them)", nargs="*"),
            text("--name", "NAME", "what to call it, or several of them merged"),
            NOTES,
        ),
        "deciding.theme",
    ),
    Command(
        "undo",
        "Remove a decision from decisions.toml: the last one, or the one with the given number",
        ("kg undo", "kg undo --number 2"),
        (number("--number", "number of the decision, as listed by `kg decisions`", 0), NOTES),
        "deciding.undo",
    ),
    Command(
        "decisions",
        "List your decisions, each with its number and its matches in the notes",
        ("kg decisions", "kg decisions --graph ~/graph"),
        (NOTES,),
        "reasons.decisions",
    ),
    Command(
        "review",
        "Ask about lists that may be of papers, pairs that may be one thing and names that may be wrong, most useful "
        "first, and record your answers",
        ("kg review", "kg review --list", "kg review --apply answers.txt", "kg review --list --limit 0 --json"),
        (
            flag("--list", "print the questions without asking them"),
            flag("--json", "print the questions as JSON"),
            number("--limit", "maximum number of names to list (default: 20; 0: all)", 20),
            path(
                "--apply",
                "FILE",
                "record answers from a file, or from standard input (`-`): lines like `1-5 ignore, 7 dataset` and "
                "`list 1 yes, 2 no` with the numbers of --list, or `ignore method: NAME`",
            ),
            NOTES,
        ),
        "reviewing.review",
    ),
)
"""Every command on what you decide, in the order `kg --help` shows them."""
