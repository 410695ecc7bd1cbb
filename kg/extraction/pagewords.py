"""Words of pages that are no papers: buttons, counts, times, labels, headings of people and of breaks."""

from __future__ import annotations

import re

LONGEST_NOISE = 160

_WORDS = (
    r"cited by(?:\s[\d,.]+)?|cited by:|[\d,.]+ (?:citations?|downloads?|views?|references|pages)|"
    r"related articles|all \d+ versions|"
    r"saved?|cite|share|pdf|html|e?pub|xml|other|(?:show|hide|view|read|expand|toggle|more|full|download|"
    r"open|see|get|available|"
    r"supplementary|supplemental)\s(?:all |the |full )?(?:abstract|details?|bibtex|pdf|text|paper|more|"
    r"less|citation|references?|"
    r"article|publication|as html|media|material|on \w+)|abstracts?|abs|edit|bookmark(?:ed)?|bibtex|bib|"
    r"code|video|slides|"
    r"supp(?:lementary)?|supplemental|appendix|project(?: page)?|website|doi|arxiv|openreview|github|dataset|"
    r"add to (?:my )?(?:list|library|favou?rites|calendar|schedule)|(?:open|public|free|restricted|author)[- ]access|"
    r"full[- ]text|request pdf|preview|revisions|everyone|readers: everyone|library|copy|export|"
    r"import(?: into)? bibtex|"
    r"export citation|permalink|hall \w+|room \w+|watch|live|chat|papers?|summary|blog|talk|demo|oral|poster|spotlight|"
    r"(?:long|short|regular|full|conference|research|journal|review|demo|industry|workshop)[- ](?:paper|"
    r"article|track)|findings|"
    r"extended[- ]abstract|invited|contributed|virtual|in[- ]person|remote|online|article|preprint|new|"
    r"free(?: pmc article)?|"
    r"highly influenc\w+(?: citations?)?|semantic scholar|web of science(?: \d+)?|tl;?dr|alert|follow|times? cited|"
    r"downloads?|views?|citations?|metrics|references|fulltext|acm|ieee|springer|elsevier|publisher|"
    r"pages?|p(?:p|g)?\.|accept(?:ed)?|"
    r"article no|volume|issue|no|vol|pmid|pmcid|patents?|epub|"
    r"(?:best|outstanding|distinguished) (?:student )?paper(?: award| runner[- ]up| nominee| finalist)?|"
    r"honou?rable mention|"
    r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|(?:jan|febr?)(?:uary)?|mar(?:ch)?|"
    r"apr(?:il)?|may|june?|july?|"
    r"aug(?:ust)?|(?:sept?|octo?|nov|dec)(?:em)?(?:ber)?|st|nd|rd|th|utc|gmt|cest|cet|[pmce][sd]t"
)
_NOISE_TOKEN = re.compile(
    rf"(?:{_WORDS})(?![\w-])|[\d,.]{{1,12}}(?:[kKhm%]\b|st\b|nd\b|rd\b|th\b)?(?![^\W\d_])|[ap]\.?m\b\.?|[^\w\s]|\s+",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"\W{0,3}(?:poster|paper|session|id|no|hall|room|track|oral|talk|board|booth|slot|spotlight|"
    r"presentation)\W{0,3}#?\s?"
    r"[A-Z]{0,3}\W?\d{0,5}\w?\W{0,3}",
    re.IGNORECASE,
)
_LABELS = {
    "title": "title titel titre título paper-title",
    "authors": "author authors author(s) by autor autoren auteurs autores authored-by contributors",
    "": "abstract comments comment subjects subject categories category keywords keyword tl;dr tldr "
    "journal-ref journal-reference "
    "report-no msc-class acm-class doi date published modified session-chair session-chairs chair chairs "
    "chaired-by organizer "
    "organizers organisers moderator moderators panelists panellists panel time location room track area "
    "primary-area from to cc "
    "venue supplementary-material submission-number contact email e-mail address when where editors editor members "
    "committee cite-as submitted year journal conference url link pdf code discussant discussants host "
    "hosts advisor advisors "
    "speaker-bio bio affiliation affiliations note notes type award readers signatures license session "
    "topic topics tags "
    "item-type conference-name proceedings-title publication publisher volume issue pages date-added "
    "accessed rights language "
    "library-catalog extra attachments issn isbn short-title repository archive archiveid series place ccs-concepts",
}
_LABEL = {word.replace("-", " "): name for name, words in _LABELS.items() for word in words.split()}
_LABELLED = re.compile(r"\W{0,3}([^\W\d_][^\n:：\t]{0,24}?)\s{0,2}(?:[:：](?!//)|\t)\s{0,9}")
_ITEM_TYPE = re.compile(r"^Item Type\s+[A-Z]", re.MULTILINE)
_BARE = re.compile(
    r"(Item Type|Author|Editor|Abstract|Date Added|Date|URL|DOI|Pages|Publication|Volume|Issue|Modified|"
    r"Conference Name|"
    r"Proceedings Title|Publisher|Place|ISSN|ISBN|Library Catalog|Extra|Rights|Language|Accessed|"
    r"Short Title|Archive|Attachments|"
    r"Notes?|Tags|Series|Repository|ArchiveID)\s{1,4}(?=\S)"
)
_ROLES = (
    r"(?:committees?|chairs?|organi[sz]ers?|organi[sz]ing|speakers?|panel(?:l?ists?)?|members?|reviewers?|"
    r"attendees?|editors?|"
    r"participants?|team|staff|students|advisors?|supervisors?|contacts?|people|acknowledge?ments?|"
    r"keynotes?|lunch|coffee|"
    r"break|registration|reception|dinner|breakfast|welcome|opening|closing|remarks|banquet|social|"
    r"instructors?|lecturers?|"
    r"faculty|alumni|sponsors?|tutorials?|q&a|discussion|hours|present|absent|apologies|minutes|talks?|organi[sz]ation|"
    r"mentors?|hosts?|moderators?|fireside|cast|crew|cc|workshop|ceremony|session|introductions?|overview|discussants?)"
)
_ROLE = re.compile(
    rf"(?:(?:invited|keynote|plenary|guest|opening|closing)\s)?{_ROLES}(?:\s?[:|(]|\s[–—-]\s|\sby\b|$|"
    rf"(?:\s(?:and|&)\s\S+){{1,2}}$)"
    rf"|(?:[^\s]{{1,30}}\s+){{0,4}}{_ROLES}\W{{0,3}}$",
    re.IGNORECASE,
)
_INVITED = re.compile(r"\b(?:invited|keynote|plenary|tutorial|panel|fireside)\b", re.IGNORECASE)
_TIME = r"\d{1,2}\s?(?:[:.h]\s?\d\d)?\s?(?:[ap]\.?m\.?)?\s?(?:\(?(?:UTC|GMT|[PMCE][SD]T|CES?T)\)?)?"
PRELUDE = re.compile(
    r"(?:\s|[-–—•▪◦*>|:,☐☑✓★☆📄📝🔥⭐]|\[\s?\d{1,5}\s?\]|\(\d{1,5}\)|\d{1,5}[.):](?=\s)|"
    r"#\s?[A-Z]{0,2}-?\d{1,6}[.):]?(?=\s)|"
    rf"\(?\d{{1,2}}\s?[:.h]\s?\d\d(?:\s?[ap]\.?m\.?)?(?:\s?(?:[-–—~]|to)\s?{_TIME})?\)?(?!\d)|"
    rf"\d{{1,2}}\s?[ap]\.?m\.?\s?[-–—]\s?{_TIME}|"
    r"(?:paper|poster|oral|spotlight|talk|submission|contributed talk|id|"
    r"no)\s{0,2}#?[A-Z]{0,3}[-.]?\d{1,5}[A-Z]?(?:[.-]\d{1,3})?\s?[:.|–—-]\s|"
    r"(?:(?:poster|oral|spotlight|contributed|lightning|long|short|full|best|regular)\s){0,2}(?:poster|"
    r"oral|spotlight|paper|talk|"
    r"presentation|long|short)(?:\s(?:award|\d{1,3}))?\s?:\s|"
    r"[\[(](?:oral|poster|spotlight|long|short|paper|highlight|best paper(?: award)?|\d{1,5}|[A-Z]{1,3}-?\d{1,4})[\])]|"
    r"(?-i:[A-Z]{1,2}\d{0,2}[.-]\d{1,3}(?:\.\d{1,3})?[.:)]?\s(?=[A-Z]))){1,12}",
    re.IGNORECASE,
)
"""What may stand before the title on its line: number, time, kind of presentation."""
SUFFIX = re.compile(
    r"\s{0,3}(?:[\[(](?:\s?(?:oral|poster|spotlight|highlight|long|short|pdf|html|paper|code|video|slides|"
    r"abstract|bibtex|bib|arxiv|"
    r"link|supp|talk|demo|project|website|best (?:student )?paper(?: award)?|[CB]|online|in person|"
    r"virtual|extended abstract)[,;| ]{0,3}){1,5}[\])]|"
    r"[🏆★⭐*†‡🥇]|\.)\s{0,3}\Z",
    re.IGNORECASE,
)
"""What may stand behind it: buttons, kind of presentation, prizes, a full stop."""


def is_noise(text: str) -> bool:
    """Say whether a line is decoration: buttons, counts, times, numbers, kinds of presentation.

    >>> [is_noise(t) for t in ("Cited by 123 All 5 versions", "[PDF] [BibTeX]", "10:30 - 10:45", "GPT-4")]
    [True, True, True, False]
    """
    text, at = text.strip(), 0
    if len(text) > LONGEST_NOISE or _NUMBERED.fullmatch(text):
        return len(text) <= LONGEST_NOISE
    while at < len(text):
        token = _NOISE_TOKEN.match(text, at)
        if token is None:
            return False
        at = token.end()
    return True


def is_people_heading(text: str) -> bool:
    """Say whether a line announces people who are no authors, or a part of a programme without a paper.

    >>> [is_people_heading(t) for t in ("Program Committee", "Invited talk: Scaling", "Layer Normalization")]
    [True, True, False]
    """
    return bool(_ROLE.match(text))


def is_invited(text: str) -> bool:
    """Say whether a line announces a talk without a paper."""
    return bool(_INVITED.search(text))


def is_report(text: str) -> bool:
    """Say whether a text is of the report of a reference manager, whose labels have no colon."""
    return bool(_ITEM_TYPE.search(text))


def read_label(text: str, *, bare: bool = False) -> tuple[str, int] | None:
    """Read the label at the beginning of a line: `title`, `authors` or "" for any other, and where its value begins.

    >>> read_label("Authors: A. Lee"), read_label("Item Type Preprint", bare=True), read_label("GPT-4: A Report")
    (('authors', 9), ('', 10), None)
    """
    found = _BARE.match(text) if bare else None
    found = found or _LABELLED.match(text)
    name = _LABEL.get(" ".join(found.group(1).casefold().split())) if found else None
    return None if found is None or name is None else (name, found.end())
