"""Works to print: what compose.py makes up, with the addresses, short names and places that notes print of a paper."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from compose import Composer, titlecase

from .dice import Dice
from .words import NAMES, TITLES

_CONFERENCES = """NeurIPS NIPS ICML ICLR CVPR ICCV ECCV ACL EMNLP NAACL EACL AACL COLING CoNLL TACL AAAI IJCAI KDD SIGIR WSDM CIKM RecSys
WWW TheWebConf CoRL ICRA IROS RSS AISTATS COLT UAI ALT CHI UIST CSCW IUI SIGGRAPH MICCAI ISBI MIDL INTERSPEECH Interspeech ICASSP ASRU SLT ISMIR WACV
BMVC ACCV 3DV ICPR ICIP SIGMOD VLDB ICDE PODS CIDR OSDI SOSP NSDI EuroSys ATC FAST ASPLOS ISCA MICRO HPCA PLDI POPL OOPSLA ICSE FSE ASE ISSTA
CCS S&P NDSS PETS CRYPTO EUROCRYPT STOC FOCS SODA ITCS ICALP PODC SPAA SIGCOMM IMC INFOCOM MobiCom SenSys LREC SemEval WMT GECCO PPSN AAMAS
ICAPS KR ISWC ESWC EDM LAK FAccT AIES L4DC CLeaR LoG MLSys ECML-PKDD SDM ICDM PAKDD MM VIS EuroVis SC IPDPS RTSS DAC DATE CogSci""".split()
_JOURNALS = """Nature|Science|Cell|PNAS|JMLR|TMLR|TPAMI|T-PAMI|IJCV|TIP|TNNLS|JAIR|AIJ|Nat. Commun.|Nat. Methods|Nature Methods|Nature Neuroscience|Neuron|eLife|PLoS ONE|PLOS Comput. Biol.|Bioinformatics|NAR|JACS|PRL|Phys. Rev. E|PRX|ApJ|MNRAS|JHEP|Neural Comput.|Neural Networks|Mach. Learn.|Pattern Recogn.|ACM Comput. Surv.|CACM|J. ACM|SIAM Rev.|Ann. Stat.|JASA|JRSS-B|Biometrika|NEJM|The Lancet|BMJ|JAMA|Radiology|MedIA|TMI|JAMIA|npj Digit. Med.|AER|QJE|Econometrica|JPE|REStud|Mgmt. Sci.|Psych. Rev.|Cognition|TiCS|BBS|J. Neurosci.|Curr. Biol.|TOG|TVCG|TOIS|TKDE|RA-L|T-RO|IJRR|Artif. Intell.|Entropy|Sensors|Sci. Rep.|Sci. Adv.|Patterns|Distill|NMI|Nature Machine Intelligence|Comput. Linguist.|Speech Commun.|JASIST|Scientometrics|Digital Scholarship in the Humanities""".split(
    "|"
)
_SITES = "arXiv|arXiv|arXiv|arXiv|arXiv preprint|ArXiv|arxiv|Arxiv|bioRxiv|medRxiv|CoRR|preprint|SSRN|OpenReview|PsyArXiv|Preprint|HAL|Tech report|OSF|ResearchGate|Zenodo|PhD thesis|Master's thesis|blog|working paper|NBER WP|under review|Technical Report".split(
    "|"
)
_WORKSHOPS = ["Workshop", "Workshops", "W", "Findings", "Demo", "Datasets and Benchmarks", "Industry Track", "Tutorial"]
_PRESENTATIONS = {
    "Oral": 6,
    "oral": 3,
    "Spotlight": 5,
    "spotlight": 2,
    "Poster": 3,
    "poster": 1,
    "Best Paper": 2,
    "Best Paper Award": 2,
    "Outstanding Paper": 1,
    "Highlight": 2,
    "notable top 5%": 1,
    "long": 0.7,
    "short": 0.7,
    "Long Paper": 0.6,
    "Honorable Mention": 0.6,
    "Oral Presentation": 1,
    "ORAL": 0.6,
    "Best Student Paper": 0.6,
    "Talk": 0.5,
    "top 1.8%": 0.3,
    "Findings": 0.5,
    "invited": 0.3,
}
_ORGS = """MIT|Stanford|Google|Google DeepMind|DeepMind|Google Research|ETH Zürich|CMU|UC Berkeley|Berkeley|University of Oslo|Meta AI|FAIR|Tsinghua University|Tsinghua|KAIST|Univ. of Toronto|INRIA|NVIDIA|Max Planck Institute|MPI-IS|EPFL|OpenAI|Kyoto U.|Microsoft|MSR|Microsoft Research|Facebook AI|Peking University|PKU|USTC|CUHK|HKUST|NTU|NUS|SJTU|Zhejiang Univ.|Alibaba|Tencent|Huawei Noah's Ark|Baidu|ByteDance|Amazon|Apple|IBM Research|Oxford|Cambridge|Imperial|UCL|Edinburgh|Princeton|Harvard|Yale|Columbia|NYU|Cornell|UW|University of Washington|AI2|UIUC|Georgia Tech|UT Austin|UCLA|UCSD|Mila|McGill|Vector Institute|TU München|TUM|Uni Freiburg|Univ. Bonn|Charité|LMU|TU Delft|Univ. of Amsterdam|KU Leuven|KTH|Aalto|ENS Paris|CNRS|Sorbonne|Politecnico di Milano|EURECOM|UPF Barcelona|USP|Univ. de Chile|Technion|Weizmann|IIT Bombay|IISc|Yandex|HSE|Skoltech|Seoul National University|Naver|Univ. of Tokyo|RIKEN|Sony|Monash|ANU|CSIRO|Hugging Face|Anthropic|Cohere|Mistral AI|Salesforce|Adobe|Intel Labs|Samsung|Bosch""".split(
    "|"
)
_SURNAMES = {
    "van der {n}": 3,
    "Van der {n}": 1,
    "van {n}": 2,
    "van den {n}": 1,
    "Van {n}": 1.5,
    "de {n}": 4,
    "De {n}": 2,
    "de la {n}": 1.5,
    "von {n}": 3,
    "von der {n}": 0.7,
    "di {n}": 1,
    "Di {n}": 1,
    "da {n}": 1.5,
    "dos {n}": 1,
    "du {n}": 1,
    "Le {n}": 1,
    "La {n}": 0.5,
    "ten {n}": 0.5,
    "al-{n}": 1,
    "Al-{n}": 1,
    "El {n}": 0.7,
    "el-{n}": 0.5,
    "El-{n}": 0.5,
    "bin {n}": 0.3,
    "Ben-{n}": 2,
    "Bar-{n}": 0.7,
    "Ben {n}": 0.5,
    "St. {n}": 0.5,
    "Mac {n}": 0.2,
    "Mc{n}": 3,
    "Mac{n}": 2,
    "De{n}": 2,
    "Di{n}": 1,
    "Le{n}": 1.5,
    "La{n}": 1,
    "Van{n}": 1,
    "Fitz{n}": 0.7,
    "Du{n}": 0.7,
    "O'{n}": 3,
    "O’{n}": 1,
    "D'{n}": 2,
    "d'{n}": 1.5,
    "D’{n}": 0.7,
    "Dell'{n}": 0.7,
    "L'{n}": 0.5,
    "{n}'{n}": 0.3,
    "{n}-{m}": 8,
    "{n}–{m}": 0.5,
    "{n} {m}": 4,
    "{n} y {m}": 0.5,
    "{n} de {m}": 0.5,
    "de {n}-{m}": 0.7,
    "van {n}-{m}": 0.5,
}
_ENDS = """Classification|Applications|Optimization|Learning|Recognition|Prediction|Analysis|Networks|Systems|Models|Methods|Theory|Estimation|Detection|Retrieval
|Design|Inference|Generation|Segmentation|Understanding|Evaluation|Representations|Techniques|Approaches|Algorithms|Data|Images|Graphs|Text|Language|Control|Games
|Planning|Regression|Clustering|Selection|Adaptation|Reasoning|Search|Tracking|Science|Practice|Challenges|Tutorial|Review|Survey|Perspective|Experiments|Policy
|Decisions|Society|Health|Markets|Behavior|Development|Education|Performance|Dynamics|Structures|Materials|Cells|Communication|Online|Attention|Memory|Features
|Codes|Processes|Equations|Measures|Space|Time|Work|Processing|Translation|Ranking|Recommendation|Embeddings|Architectures|Trees|Machines|Framework|Benchmark""".replace(
    "\n", ""
).split("|")
_LIKE_VENUES = """Nature|Science|The Science|Cell|Cognition|Neuron|Patterns|Radiology|Entropy|Sensors|Psychology|Statistics|Information|Systems|Energy|Brain|Vision
|Machine Learning|Neural Computation|Computer Vision|Signal Processing|Bioinformatics|Physics|Biology|Economics|Philosophy|Memory|Language|Robotics|Mind|Design
|Artificial Intelligence|Medicine|Education|Archives|Proceedings|Journal|Letters|Review|Symposium|Frontiers|Advances|Lecture Notes|Annals|Conference""".replace(
    "\n", ""
).split("|")
_HOSTS = [
    "openreview.net/forum?id={word}{small}",
    "aclanthology.org/{year}.acl-long.{small}/",
    "www.aclweb.org/anthology/P{yy}-{small}",
    "proceedings.mlr.press/v{tiny}/{low}{yy}a.html",
    "papers.nips.cc/paper/{small}-{low}",
    "proceedings.neurips.cc/paper/{year}/hash/{hex}-Abstract.html",
    "openaccess.thecvf.com/content/{conf}{year}/html/{word}_{low}_paper.html",
    "doi.org/10.{tiny}/{low}.{small}",
    "dl.acm.org/doi/10.1145/{big}.{big}",
    "ieeexplore.ieee.org/document/{big}",
    "www.nature.com/articles/s41586-0{tiny}-0{small}-{digit}",
    "www.sciencedirect.com/science/article/pii/S{big}{big}",
    "link.springer.com/article/10.1007/s{big}-0{tiny}-{small}",
    "{low}.github.io/papers/{low2}{year}.pdf",
    "www.cs.{low}.edu/~{low2}/papers/{low}.pdf",
    "{low}.org/{low2}",
    "www.{low}.com/{year}/{low2}.html",
    "hal.science/hal-0{big}",
    "jmlr.org/papers/v{tiny}/{yy}-{small}.html",
    "www.biorxiv.org/content/10.1101/{big}v1",
    "pubmed.ncbi.nlm.nih.gov/{big}/",
    "www.semanticscholar.org/paper/{hex}",
    "www.jstor.org/stable/{big}",
    "drive.google.com/file/d/{hex}/view",
    "papers.ssrn.com/sol3/papers.cfm?abstract_id={big}",
    "{low}.ai/blog/{low2}-{word}",
    "huggingface.co/papers/{arxiv}",
    "www.academia.edu/{big}/{word}_{low2}",
]
_KINDS = {
    "code": "github.com/{low}/{word}",
    "project": "{low}.github.io/{word}/",
    "video": "www.youtube.com/watch?v={hex}",
    "model": "huggingface.co/{low}/{word}",
    "slides": "{low}.org/slides/{word}.pdf",
    "blog": "{low}.com/blog/{low2}/",
}


_CUT = re.compile(r"^([^\W\d_]{2,4}?[bcdfgklmnprstvz])(?=[aeiouy])[^\W\d_]+$|^(Jour)nal$")
"""A word that is cut behind a consonant."""


def _undated(name: str) -> str:
    """Take the year off the start and the end of a name."""
    return re.sub(r"^\d{4} |,? \d{4}$", "", name)


@dataclass
class Paper:
    """A made-up paper with all that a note may print of it."""

    title: str
    people: list[dict[str, str]]
    year: int
    month: int
    day: int
    venue: str
    """The short name of the place, without the year."""
    place: str
    """The long one; a journal has volume, issue and pages in `details`."""
    details: dict[str, str]
    presentation: str
    arxiv: str
    doi: str
    url: str
    urls: dict[str, str]
    short: str
    keywords: list[str]
    orgs: list[str]
    """One for each author."""
    key: str
    editors: list[dict[str, str]] = field(default_factory=list)
    publisher: str = ""
    native: bool = False
    """Whether its title is in the language of the note and not in English."""
    cut: bool = False
    """Whether names were left out where it is printed."""


class Papers:
    """A source of papers for one sheet."""

    def __init__(self, dice: Dice, composer: Composer, language: str) -> None:
        self.dice = dice
        self.composer = composer
        self.language = language
        native = language in TITLES or language in {"de", "fr", "es", "it", "pt", "ru"}
        self.native = dice.pick([0.0, 0.1, 0.35, 0.8]) if native else 0.0
        self.recent = dice.chance(0.72)
        self.field = dice.pick(sorted(composer.lists))
        self.odd = dice.pick([0.0, 0.0, 0.05, 0.15, 0.5])
        """How often surnames are of a rarer form."""
        self.own = self.person(native=dice.chance(0.5)) if dice.chance(0.04) else None
        """Whose publications these are: that person is among the authors of each."""

    def person(self, *, native: bool) -> dict[str, str]:
        """Name somebody, in the script of the language if that is wanted."""
        if native and self.language in NAMES:
            family, given = (self.dice.pick(half.split()) for half in NAMES[self.language].split("|"))
            return {"family": family, "given": given}
        return self.composer.person()

    def paper(self) -> Paper:
        """Make a paper."""
        dice, composer = self.dice, self.composer
        work = composer.work(0)
        native = dice.chance(self.native)
        year = dice.randint(2011, 2026) if self.recent else work["issued"]["date-parts"][0][0]
        people = list(work["author"])
        if native and self.language in NAMES and dice.chance(0.9):
            people = [self.person(native=True) for _ in range(dice.pick([1, 1, 2, 2, 3, 3, 4, 5, 6]))]
        people = [self._unusual(person) for person in people]
        if dice.chance(0.025):
            group = dice.pick(
                ["Team", "Team", "team", "Collaboration", "Group", "Consortium", "Working Group", "Project", "Lab"]
            )
            name = composer.coined() if dice.chance(0.6) else dice.pick(_ORGS)
            people = [
                {
                    "family": dice.pick(
                        [dice.pick(_ORGS), f"{name} {group}", f"the {name} {group}", f"The {name} {group}"]
                    )
                }
            ]
        if self.own:
            people[dice.randrange(len(people))] = self.own
        if not people[0].get("given") and len(people) > 1:
            people = people[1:]
        title = self._title(native=native)
        kind, short, long = self._venue(work, year)
        arxiv = f"{dice.randint(max(7, year - 2000), max(8, year - 2000)):02d}{dice.randint(1, 12):02d}.{dice.randint(1, 19999):05d}"
        words: dict[str, Any] = {
            "year": year,
            "yy": f"{year % 100:02d}",
            "conf": short.replace(" ", ""),
            "arxiv": arxiv,
            "digit": dice.randint(0, 9),
            "tiny": dice.randint(11, 300),
            "small": dice.randint(100, 1999),
            "big": dice.randint(1000000, 9999999),
            "hex": f"{dice.getrandbits(44):x}",
            "low": composer.syllables(2, 3).lower(),
            "low2": composer.pick(composer.plain),
            "word": composer.coined().replace(" ", ""),
        }
        urls = {name: "https://" + pattern.format(**words) for name, pattern in _KINDS.items()}
        doi = f"10.{dice.randint(1001, 9999)}/{dice.pick(['', 's', 'j.', 'v1/', 'nature'])}{dice.randint(10000, 9999999)}{dice.pick(['', '', '.2021', '-x', '-5'])}"
        abs_ = f"https://arxiv.org/{dice.pick(['abs', 'abs', 'abs', 'pdf', 'html'])}/{arxiv}"
        hosts = dice.some(_HOSTS, 2, 2)
        url = dice.pick(
            [abs_, abs_, abs_, f"https://doi.org/{doi}", *("https://" + host.format(**words) for host in hosts)]
        ).replace("https://", dice.pick(["https://"] * 8 + ["http://"]))
        slots = composer.lists[self.field]
        prefix = re.match(r"([\w+./-]+(?: \d)?): ", title)
        family = re.sub(r"\W", "", people[0]["family"]).lower()
        place_of = dice.pick(_ORGS)
        orgs = [place_of if dice.chance(0.5) else self.org() for _ in people]
        return Paper(
            title=title,
            people=people,
            year=year,
            month=dice.randint(1, 12),
            day=dice.randint(1, 28),
            venue=short,
            place=long,
            details={k: work[k] for k in ("volume", "issue", "page") if k in work} if kind == "journal" else {},
            presentation=dice.draw(_PRESENTATIONS),
            arxiv=arxiv,
            doi=doi,
            url=url,
            urls=urls,
            short=prefix[1]
            if prefix and dice.chance(0.3)
            else self._odd_short()
            if dice.chance(0.3)
            else composer.coined(),
            keywords=dice.some([*slots["noun"], *slots["method"], *slots["task"]], 1, 4),
            orgs=orgs,
            key=dice.pick(
                [f"{family}{year}{composer.pick(composer.plain)}", f"{family}{year}", f"{family}{year % 100:02d}"]
            ),
            editors=work.get("editor", []) or composer.people(3)[:3],
            publisher=work.get("publisher", "") or dice.pick(composer.places["publishers"]).split(":")[0],
            native=native,
        )

    def org(self) -> str:
        """Name an institution, mostly a real one."""
        if self.dice.chance(0.7):
            return self.dice.pick(_ORGS)
        name = self.composer.syllables(1, 3)
        return self.dice.pick(
            [
                self.dice.pick(self.composer.places["universities"]),
                f"University of {name}",
                f"{name} University",
                f"{name} Labs",
                f"Universität {name}",
                f"Université de {name}",
                f"{name} AI",
                f"{name} Research",
                f"Univ. {name}",
                f"Institute of {titlecase(self.dice.pick(self.composer.lists[self.field]['noun']))}",
            ]
        )

    def _unusual(self, person: dict[str, str]) -> dict[str, str]:
        """Give somebody a surname of a rarer form: with particles, capitals within, hyphens, apostrophes."""
        dice, composer, family = self.dice, self.composer, person["family"]
        if not person.get("given") or not family.isascii() or not family.isalpha() or not dice.chance(self.odd):
            return person
        new = dict(person)
        if dice.chance(0.08):
            new["suffix"] = dice.pick(["Jr.", "Jr", "III", "II", "Sr.", "IV"])
            return new
        form = dice.draw(_SURNAMES)
        new["family"] = form.format(n=family, m=composer.pick(composer.surnames))
        new.pop("non-dropping-particle", None)
        return new

    def _odd_short(self) -> str:
        """Make a short name of an odd form: `node2vec`, `4M`, `w2v-BERT 2.0`."""
        dice, composer = self.dice, self.composer
        low, up = composer.syllables(1, 2).lower(), "".join(dice.sample("ABCDEGILMNOPRSTV", dice.randint(2, 4)))
        n, a = dice.randint(1, 9), composer.pick(composer.plain)
        return dice.pick(
            [
                f"{a}2vec",
                f"{low}2{composer.syllables(1, 1).lower()}",
                f"{n}{up[0]}",
                f"{up}²",
                f"{low}",
                f"{low}-{up} {n}.0",
                f"{up[0].lower()}{n}{low[0]}-{up}",
                f"{low[0]}{up}",
                f"{dice.pick('αβγδεμσλπΔΣΦ')}-{up}",
                f"{up}-{dice.pick('αβλμσ')}",
                f"{dice.pick('βσμλ')}{up}",
                f"{up}{n}",
                f"{up}/{up[::-1]}",
                f"{up} v{n}",
                f"{up}v{n}",
                f"{low.capitalize()}{up[0]}{low}",
                f"{up}+",
                f"{up}³",
                f"{low}.{low[0]}",
                f"{a}-{low}",
                f"{up}-{n}{dice.pick(['B', 'k', 'M', 'x'])}",
                f"{low.capitalize()} {n}.{n}",
                f"{a.capitalize()}{low.capitalize()}",
                f"{a} {low}",
                f"{a.capitalize()} {up}",
                f"{up}@{n}",
                f"{up}-{up[:2]}",
                f"i{low.capitalize()}",
                f"{low}_{n}",
            ]
        )

    def _close_title(self) -> str:
        """Make a title that begins or ends like something else: a place, a name, a year, a short name."""
        dice, composer = self.dice, self.composer
        s = composer.lists[self.field]
        adj, adj2, noun, other, method, task, thing = (
            dice.pick(s[k]) for k in ("adj", "adj", "noun", "noun", "method", "task", "object")
        )
        coined = self._odd_short() if dice.chance(0.5) else composer.coined()
        a, b, n, end = (
            composer.pick(composer.plain),
            composer.pick(composer.plain),
            dice.randint(2, 40),
            dice.pick(_ENDS),
        )
        family, second = (composer.pick(composer.surnames).split()[-1] for _ in range(2))
        given, place = composer.pick(composer.given), dice.pick(_LIKE_VENUES)
        year, abbr = dice.randint(1990, 2025), "".join(dice.sample("ABCDEGHILMNOPRST", dice.randint(3, 6)))
        kind = dice.draw(
            {"end": 34, "place": 12, "name": 16, "dash": 16, "inner": 10, "year": 7, "mark": 9, "short": 5}
        )
        forms = {
            "end": [
                f"{adj} {noun} for {task} {end}",
                f"{adj} {noun} and {other} {end}",
                f"{noun} {end}",
                f"{method} and its {end}",
                f"{noun} with {adj} {other}: {end} and {dice.pick(_ENDS)}",
                f"{coined}: {adj} {noun} for {end}",
                f"{noun}: Theory, Methods, and {end}",
                f"an overview of {adj} {end}",
                f"a {adj} model of {a} {end}",
                f"{adj} {noun} for {adj2} {thing} {end}",
                f"{method} via {adj} {end}",
            ],
            "place": [
                f"{place} versus {noun}",
                f"{place} of {noun}",
                f"{place} and {other}",
                f"the {place} of {adj} {noun}",
                f"{place} in {thing}",
                f"{place}: {adj} {noun}",
                f"towards a {place} of {noun}",
                f"{adj} {place}",
                f"{noun} as {place}",
                f"{noun} in {place}",
            ],
            "name": [
                f"the {family} {a}",
                f"the {family} value in {noun}",
                f"the {family}-{second} {noun}",
                f"{given} {family} and the {noun}",
                f"{given} meets {coined}: {adj} {noun}",
                f"{family}, {second} and the {a} of {noun}",
                f"{family}ian {method}",
                f"a note on {family}'s {a}",
                f"{adj} {family} {noun} for {task}",
                f"on a theorem of {family}",
                f"{given}: {adj} {noun}",
                f"{family} {method} of {noun}",
                f"{noun} after {family}",
                f"a tribute to {given} {family}",
                f"{family} and {second} revisited",
                f"Bayesian {noun}",
                f"Dear {given}, {a} {b}",
            ],
            "dash": [
                f"{coined}- {adj} {noun} for {task}",
                f"{coined} - {adj} {noun} for {task}",
                f"{coined} – {method} for {adj} {noun}",
                f"{coined} — {adj} {method}",
                f"{noun} - a {adj} survey",
                f"{noun} — {a} or {b}",
                f"{coined} : {adj} {noun}",
                f"{noun} – {adj} {other} and {task}",
                f"{a} - the {b} of {noun}",
                f"{coined}: {noun} - {end}",
                f"{adj} {noun} -- {method} revisited",
            ],
            "inner": [
                f"{adj} {noun} ({abbr}) for {task}",
                f"{adj} {noun} for {task} ({abbr})",
                f"({adj}) {noun} and {other}",
                f"{noun} [{a}] and {other}",
                f"{adj} (and {adj2}) {noun}",
                f"{coined} ({abbr}): {adj} {noun}",
                f"{noun} (Part {n % 4 + 1})",
                f"{noun} (extended abstract)",
                f"{method} of {noun} (or {other})",
                f"{a}(s) in {thing}",
            ],
            "year": [
                f"{noun} in {year}",
                f"the {year} {coined} challenge",
                f"{coined} {year}: {adj} {noun}",
                f"{n} ways to {a} {noun}",
                f"{noun}: {year} and beyond",
                f"the state of {noun} {year}",
                f"{n} lessons from {n + 3} years of {noun}",
                f"{noun} since {year}",
                f"{task} 101",
                f"{adj} {noun} {n}.0",
                f"{year}: a {a} {b}",
            ],
            "mark": [
                f"are {noun} {adj}?",
                f"{a} more, {b} less!",
                f"{noun}!",
                f"{a}, {b}, {noun}?",
                f"stop using {noun} for {task}!",
                f"{noun}: {a} or {b}?",
                f"what is {noun}? {adj} {other}",
                f"who {a}s {noun}?",
                f"“{a}!”: {noun} and {other}",
                f"{adj} {noun}...",
                f"do not {a} the {b}",
                f"your {noun} is secretly {adj}",
                f"{a} is enough",
                f"all the {a}",
            ],
            "short": [coined, f"{adj} {noun}", f"{noun}", f"{a}", f"{end}", f"{a} {end}", f"{noun} {a}"],
        }
        title = dice.pick(forms[kind])
        style = dice.random()
        return titlecase(title) if style < 0.62 else title if style < 0.7 else title[0].upper() + title[1:]

    def _title(self, *, native: bool) -> str:
        if native and self.language in TITLES:
            first, second = (self.dice.pick(half.split("|")) for half in TITLES[self.language].split(";"))
            blank = " " if self.language == "ko" else ""
            head = f"{self.composer.coined()}: " if self.dice.chance(0.15) else ""
            return head + first + blank + second
        named = {"de": "german", "fr": "french", "es": "spanish", "it": "italian", "pt": "portuguese", "ru": "russian"}
        if native:
            first, second = self.composer.languages[named[self.language]]
            return f"{self.dice.pick(first)} {self.dice.pick(second)}"
        if self.dice.chance(0.13):
            return re.sub(r"\s+", " ", self._close_title()).strip()
        return re.sub(r"\s+", " ", self.composer.title()).strip()

    def _shortened(self, journal: str) -> str:
        """Write a journal as people do: whole, its words cut, or the first letters of its words."""
        form = self.dice.draw({"": 5, "cut": 3, "bare": 1.5, "letters": 2})
        letters = "".join(word[0] for word in journal.split() if word[0].isupper())
        if form == "letters" and 3 <= len(letters) <= 6:
            return letters
        if form in ("cut", "bare"):
            words = [word for word in journal.split() if len(word) > 3 or word[0].isupper()]
            journal = " ".join(_CUT.sub(lambda m: (m[1] or m[2]) + ".", word) for word in words).replace("Jour.", "J.")
        return journal.replace(".", "") if form == "bare" else journal

    def _venue(self, work: dict[str, Any], year: int) -> tuple[str, str, str]:
        dice, composer = self.dice, self.composer
        long = _undated(work.get("container-title", "") or composer.conference(year)) or "Proceedings"
        kind = dice.draw({"conference": 52, "journal": 24, "site": 24})
        if kind == "site":
            return kind, dice.pick(_SITES), long
        if kind == "journal":
            journal = _undated(composer.journal())
            if composer.catalogue and dice.chance(0.5):
                return kind, self._shortened(journal), journal
            return kind, dice.pick(_JOURNALS) if dice.chance(0.8) else journal, journal
        short = dice.pick(_CONFERENCES)
        if dice.chance(0.14):
            short = "".join(dice.sample("ABCDEFGHILMNOPRSTUV", dice.randint(3, 6)))
        if dice.chance(0.06):
            short += " " + dice.pick(_WORKSHOPS)
        return kind, short, long
