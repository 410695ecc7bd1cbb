"""The patterns by which one line is taken apart: what may stand before and behind a title."""

from __future__ import annotations

import re

PRELUDE = re.compile(
    r"(?:\s|[-*+•–—>|:.,;☐☑✅❌⭐★☆🔥📄📝✨👉▶📌📚🧠🚀💡🆕]|"
    r"\[[ xX/-]\]|\d{1,3}[.)](?=\s)|\[\d{1,4}\](?=\s)|\(\d{1,3}\)(?=\s)|#\d{1,4}(?=\s)|"
    r"[\[(](?:19|20)\d\d(?:[-/.]\d{1,2}){0,2}[\])]|(?:19|20)\d\d[-/.]\d{1,2}(?:[-/.]\d{1,2})?:?(?=\s)|\ufe0f)*"
)
LEAD_WORDS = re.compile(
    r"(?:(?:see|also|the|this|paper|preprint|article|read|reading|cf\.?|in|from|original|new|recent|siehe|voir|auch|dans|vgl\.?)\s+)+"
    r"(?=\S)",
    re.IGNORECASE,
)
TASK = re.compile(
    r"(?:(?:re-?)?(?:read|skim|study|finish|present|review|print|download|check(?: out)?|look at|summari[sz]e|"
    r"lesen|lire|leer)\s+)"
    r"(?=(?-i:[A-Z\"“„«\d]))",
    re.IGNORECASE,
)
PERSONAL = re.compile(
    r"(?:I|We|You|He|She|They|It|My|Our|This|There|These|Those|Here|In this (?:paper|work|study|article)|To this end)\b"
)
WHO_YEAR = re.compile(
    r"(?P<who>[^\W\d_][^\d\n()\[\]]{1,160}?)[,\s]*(?:\(\s*)?(?P<year>(?:1[89]|20)\d\d)[a-z]?\)?\s*[.:,–—-]*\s+(?=[\w\"“„«$])"
)
UNFINISHED = re.compile(
    r"\b(?:a|an|the|this|that|of|in|on|for|to|with|by|from|our|my|their|its|and|or|is|are)$", re.IGNORECASE
)
SEE = re.compile(r"[,;:.]?\s+(?:see|via|at|available at|link|cf\.?|siehe|voir)\s*:?$", re.IGNORECASE)
INNER_STOP = re.compile(r"(?<!\b[^\W\d_])\.\s+[^\W\d_]{2,}")
SPLIT = re.compile(r",\s|\.\s|\s[–—-]{1,2}\s|\s?[(\[]|;\s|\sby\s|\s[|·•]\s|[?!]\s|\n|:\s")
QUOTED = re.compile(r"[\"“„«]([^\"“”„«»\n]{6,300})[\"”“»]")
NAME_YEAR = re.compile(r"([^\W\d_a-z][^\d\n]{2,80}?)[\s,]+[\'’]?((?:1[89]|20)\d\d)")
BRACKET = re.compile(r"[\[(][^\[\]()\n]{2,120}[\])]")
BAR = re.compile(r"[^|\n]{3,100}\s\|\s")
NAME = re.compile(r"[^\[\]():\n*]{2,40}?(?=\s*[\[(]|:\s|\s[–—-]\s|\s[\"“*])")
COLON = re.compile(r"[^:\n\d]{4,200}:\s+(?=[\w\"“„«$])")
STOP = re.compile(r"\.\s|\s[–—-]\s|;\s|\n")
SENTENCE_END = re.compile(r"(?<!\b[^\W\d_])\.\s+(?=[A-Z])")
CITATION = re.compile(r"\s?[(\[]([^()\[\]\n]{4,120})[)\]](?=\W{0,40}(?:\s[–—-]|[.,:;|]|$))")
NUMBERED_SESSION = re.compile(
    r"\s*(?P<label>(?:[A-Z][\w&/-]{1,20}\s+){0,3}?(?:oral|session|keynote|poster|spotlight|talk|panel|track|tutorial)s?"
    r"(?:\s+(?:session|talk|paper)s?)?(?:\s+#?\d{0,2}[A-Z]?)?(?:\s+[A-Z][\w&/ ]{0,30}?\d{0,2})?)\s*(?::|\s[–—-])\s+",
    re.IGNORECASE,
)
"""What stands before the title of a talk: `Oral 5A: `, `Poster Session 2 - `."""
