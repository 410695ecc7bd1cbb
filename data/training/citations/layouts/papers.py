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
        if dice.chance(0.02):
            people = [{"family": dice.pick([*_ORGS, f"{composer.coined()} Team", f"{dice.pick(_ORGS)} Team"])}]
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
            short=prefix[1] if prefix and dice.chance(0.3) else composer.coined(),
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
        return re.sub(r"\s+", " ", self.composer.title()).strip()

    def _venue(self, work: dict[str, Any], year: int) -> tuple[str, str, str]:
        dice, composer = self.dice, self.composer
        long = _undated(work.get("container-title", "") or composer.conference(year)) or "Proceedings"
        kind = dice.draw({"conference": 52, "journal": 24, "site": 24})
        if kind == "site":
            return kind, dice.pick(_SITES), long
        if kind == "journal":
            journal = _undated(composer.journal())
            return kind, dice.pick(_JOURNALS) if dice.chance(0.8) else journal, journal
        short = dice.pick(_CONFERENCES)
        if dice.chance(0.14):
            short = "".join(dice.sample("ABCDEFGHILMNOPRSTUV", dice.randint(3, 6)))
        if dice.chance(0.06):
            short += " " + dice.pick(_WORKSHOPS)
        return kind, short, long
