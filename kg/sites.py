"""The sites whose addresses kg can read: one row a kind of page; the first row whose host and path fit decides."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from kg.identifiers import ARXIV_ID, DOI_ID


class Role(StrEnum):
    """What an address leads to."""

    PAPER = "paper"
    CODE = "code"
    DATA = "data"
    """Datasets, models, demonstrations."""
    PROJECT = "project"
    VIDEO = "video"
    SOCIAL = "social"
    LISTING = "listing"
    """Search results, author pages, home pages of venues: many papers, so none."""
    BADGE = "badge"
    OTHER = "other"


class Site(NamedTuple):
    """A kind of page: where it lives, and what its address says."""

    host: str
    """Registered name; its subdomains count too."""
    path: str
    """Pattern at the start of path and query; its groups fill the two templates."""
    site: str
    role: Role
    key: str = ""
    canonical: str = ""


_P, _L, _V, _C, _D, _O = Role.PAPER, Role.LISTING, Role.VIDEO, Role.CODE, Role.DATA, Role.OTHER
_ARXIV = ("arxiv", _P, "arxiv-{id}", "https://arxiv.org/abs/{id}")
_DOI = ("doi", _P, "doi-{doi}", "https://doi.org/{doi}")
_HANDLE = ("handle", _O, "hdl-{id}", "https://hdl.handle.net/{id}")
"""Of theses and papers in repositories, and as often of data and services: no sign of a paper by itself."""
_ACL_ID = r"(?P<id>[a-z]\d{2}-\d{4,5}|\d{4}\.[a-z\d_-]+\.\d+|\d{4}\.[a-z\d]+-[a-z\d]+\.\d+)(?![\d.-]*\d)"
_ACL = ("acl", _P, "acl-{id}", "https://aclanthology.org/{id}/")
_REVIEW = ("openreview", _P, "openreview-{id}", "https://openreview.net/forum?id={id}")
_VIRTUAL = r"/virtual/(?P<year>\d{4})/(?:loc/[\w-]+/)?(?P<what>poster|oral|spotlight)/(?P<id>\d+)"
_HASH = r"/paper(?:_files/paper)?/(?P<year>\d{4})/(?:hash|file|bitstream)/(?P<id>[\da-f]{32})"
_EARLY = r"(?:(?:biorxiv|medrxiv)/)?early/\d{4}/\d\d/\d\d/"
_SCIELO = (
    "scielo.br",
    "scielo.org",
    "scielo.cl",
    "scielo.org.mx",
    "scielo.org.co",
    "scielo.org.ar",
    "scielo.org.pe",
    "scielo.org.za",
    "scielo.isciii.es",
    "scielo.pt",
    "scielo.edu.uy",
    "scielo.sa.cr",
)
_HASH_PAGE = "/paper_files/paper/{year}/hash/{id}-Abstract.html"


def _virtual(host: str, site: str, home: str = "") -> Site:
    page = f"https://{home or host}/virtual/{{year}}/{{what}}/{{id}}"
    return Site(host, _VIRTUAL, site, _P, f"{site}-{{id}}", page)


# fmt: off
_BIBCODE = r"(?P<id>(?=\d{4}[\w.&]{14}[a-z])[\w.&]{19})"
_NUMBERED = (
    ("adsabs.harvard.edu", "/(?:abs|pdf|full|link_gateway)/" + _BIBCODE, "ads"),
    ("cairn.info", r"/(?:revue|journal|magazine)-(?P<id>[\w-]+?-page-\w+)", "cairn"),
    ("chemrxiv.org", r"/engage/(?:[\w-]+/){1,8}(?P<id>[\da-f]{24})(?![\da-f])", "chemrxiv"),
    ("ci.nii.ac.jp", r"/naid/(?P<id>\d+)", "naid"),
    ("cir.nii.ac.jp", r"/(?:[a-z]{2}/)?crid/(?P<id>1[35]\d{17})", "crid"),
    ("citeseerx.ist.psu.edu", r"/viewdoc/\w+\?(?:.*?&)?doi=(?P<id>10\.1\.1\.[\d.]*\d)", "citeseerx"),
    ("citeseerx.ist.psu.edu", r"/(?:doc_view/pid/|pdf/|document\?(?:.*?&)?doi=)(?P<id>[\da-f]{40})", "citeseerx"),
    ("cyberleninka.ru", r"/article/n/(?P<id>[\w-]+)", "cyberleninka"),
    ("dbpia.co.kr", r"/journal/articledetail(?:\?(?:.*?&)?nodeid=|/)(?P<id>node\d+)", "dbpia"),
    ("dialnet.unirioja.es", r"/(?:servlet/articulo\?(?:.*?&)?codigo=|descarga/articulo/)(?P<id>\d+)", "dialnet"),
    ("diva-portal.org", r"/smash/(?:record\.jsf\?(?:.*?&)?pid=|get/)diva2:(?P<id>\d+)", "diva"),
    ("elibrary.ru", r"/item\.asp\?(?:.*?&)?id=(?P<id>\d+)", "elibrary"),
    ("eric.ed.gov", r"/(?:\?(?:.*?&)?id=|fulltext/)(?P<id>e[dj]\d{6,7})", "eric"),
    ("eudml.org", r"/doc/(?P<id>\d+)", "eudml"),
    ("f1000research.com", r"/(?:articles|documents)/(?P<id>\d+-\d+)", "f1000"),
    ("hrcak.srce.hr", r"/(?P<id>\d+)", "hrcak"),
    ("ideas.repec.org", r"/[ahp]/(?P<id>\w{3}/\w{6}/[^/?#]+?)\.html", "repec"),
    ("inspirehep.net", r"/(?:literature|record)/(?P<id>\d+)", "inspire"),
    ("iza.org", r"/(?:(?:[a-z]{2}/)?publications/dp/|dp)(?P<id>\d+)", "iza"),
    ("jstage.jst.go.jp", r"/article/(?P<id>\w+/[^/?#]+/[^/?#]+/[^/?#]+)", "jstage"),
    ("kci.go.kr", r"/.*?[?&.]artiid=(?P<id>art\d+)", "kci"),
    ("koreascience.kr", r"/article/(?P<id>[a-z]{4}\d+)", "koreascience"),
    ("koreascience.or.kr", r"/article/(?P<id>[a-z]{4}\d+)", "koreascience"),
    ("ntrs.nasa.gov", r"/citations/(?P<id>\d+)", "ntrs"),
    ("numdam.org", r"/(?:item|article)/(?P<id>[\w.]+)", "numdam"),
    ("osti.gov", r"/(?:biblio|servlets/purl|pages/biblio)/(?P<id>\d+)", "osti"),
    ("patents.google.com", r"/patent/(?P<id>[a-z]{2}\d+)", "patent"),
    ("persee.fr", r"/(?:doc|docaspdf)/(?P<id>\w+(?:[_-]\w+)*)", "persee"),
    ("preprints.org", r"/manuscript/(?P<id>\d{6}\.\d+)", "preprints"),
    ("psycnet.apa.org", r"/(?:record|fulltext|buy)/(?P<id>\d{4}-\d+-\d+)", "psycnet"),
    ("redalyc.org", r"/(?:articulo\.oa\?id=|(?:journal|pdf|html)/\d+/)(?P<id>\d+)", "redalyc"),
    ("researchsquare.com", r"/article/(?P<id>rs-\d+)", "rs"),
    ("riss.kr", r"/link\?(?:.*?&)?id=(?P<id>[at]\d+)", "riss"),
    ("theses.fr", r"/(?:[a-z]{2}/)?(?P<id>(?:19|20)\d\d[a-z\d]{8})(?=[/?#.]|$)", "nnt"),
    ("unesdoc.unesco.org", r"/ark:/48223/(?P<id>pf\d+)", "unesdoc"),
    *((host, r"/.*?\bpid=(?P<id>s\d{4}-\d{3}[\dx]\d{13})", "scielo") for host in _SCIELO),
    ("scielo.br", r"/j/\w+/a/(?P<id>[a-z\d]{23})", "scielobr"),
)
"""Those where a paper has a number of the site's own, and no other identifier in its address."""
SITES = (
    Site("arxiv.org", rf"/(?:abs|pdf|html|format|ps|src|e-print)/(?:arxiv:)?{ARXIV_ID}", *_ARXIV),
    Site("arxiv.org", "", "arxiv", _L),
    Site("arxiv-vanity.com", rf"/papers/{ARXIV_ID}", *_ARXIV),
    Site("ar5iv.org", rf"/(?:abs|html)/{ARXIV_ID}", *_ARXIV),
    Site("alphaxiv.org", rf"/(?:abs|pdf|overview|[a-z]{{2}}/overview)/{ARXIV_ID}", *_ARXIV),
    Site("adsabs.harvard.edu", r"/abs/\d{4}arxiv(?P<a>\d{4})\.?(?P<b>\d{4,5})[a-z]", "arxiv", _P, "arxiv-{a}.{b}",
          "https://arxiv.org/abs/{a}.{b}"),
    Site("scirate.com", rf"/arxiv/{ARXIV_ID}", *_ARXIV),
    Site("huggingface.co", rf"/papers/{ARXIV_ID}", *_ARXIV),
    Site("huggingface.co", r"/(?:papers|collections)\b", "huggingface", _L),
    Site("huggingface.co", r"/(?:blog|docs|learn|posts)\b", "huggingface", _O),
    Site("huggingface.co", r"/(?P<id>(?:(?:datasets|spaces)/)?[\w.-]+/[\w.-]+)", "huggingface", _D),
    Site("huggingface.co", "", "huggingface", _L),
    Site("openreview.net", r"/(?:forum|pdf|attachment|references/pdf)\?(?:.*?&)?id=(?P<id>[\w-]{5,})", *_REVIEW),
    Site("openreview.net", r"/pdf/[\da-f]{20,}", "openreview", _P),
    Site("openreview.net", "", "openreview", _L),
    Site("doi.org", r"/10\.48550/arxiv\." + ARXIV_ID, *_ARXIV),
    Site("doi.org", r"/10\.(?:18653|3115)/v1/" + _ACL_ID, *_ACL),
    Site("doi.org", r"/(?P<doi>10\.5281/zenodo\.\d+)", "zenodo", _D, "doi-{doi}", "https://doi.org/{doi}"),
    Site("doi.org", "/" + DOI_ID, *_DOI),
    Site("doi.org", r"/10/(?P<id>[a-z\d]{3,12})(?=[/?#]|$)", "doi", _P, "shortdoi-{id}", "https://doi.org/10/{id}"),
    Site("aclanthology.org", r"/(?:anthology/)?(?:papers/[a-z]/[a-z]\d\d/)?" + _ACL_ID, *_ACL),
    Site("aclanthology.org", "", "acl", _L),
    Site("aclweb.org", r"/(?:anthology/|anthology-new/)(?:papers/[a-z]/[a-z]\d\d/|[a-z]/[a-z]\d\d/)?" + _ACL_ID, *_ACL),
    Site("aclweb.org", "", "acl", _L),
    Site("aclanthology.info", r"/(?:papers/)?" + _ACL_ID, *_ACL),
    Site("proceedings.mlr.press", r"/(?P<v>[vr]\d+)/(?P<id>[a-z\d_-]+)(?:\.html|/|\.pdf)", "pmlr", _P, "pmlr-{v}-{id}",
          "https://proceedings.mlr.press/{v}/{id}.html"),
    Site("mlr.press", "", "pmlr", _L),
    Site("jmlr.org", r"/proceedings/papers/(?P<v>v\d+)/(?P<id>[a-z\d_-]+)", "pmlr", _P, "pmlr-{v}-{id}",
          "https://proceedings.mlr.press/{v}/{id}.html"),
    Site("jmlr.org", r"/papers/v(?:olume)?(?P<v>\d+)/(?P<id>[a-z\d_-]+)", "jmlr", _P, "jmlr-v{v}-{id}",
          "https://jmlr.org/papers/v{v}/{id}.html"),
    Site("jmlr.org", "", "jmlr", _L),
    Site("proceedings.iclr.cc", _HASH, "iclr", _P, "iclr-{id}", "https://proceedings.iclr.cc" + _HASH_PAGE),
    Site("proceedings.mlsys.org", _HASH, "mlsys", _P, "mlsys-{id}", "https://proceedings.mlsys.org" + _HASH_PAGE),
    *(Site(host, _HASH, "neurips", _P, "neurips-{id}", "https://proceedings.neurips.cc" + _HASH_PAGE)
          for host in ("neurips.cc", "nips.cc")),
    *(Site(host, r"/paper/(?:\d{4}/)?(?:hash/|file/)?(?P<id>\d{1,5})-[a-z\d]", "neurips", _P, "neurips-paper-{id}")
          for host in ("papers.neurips.cc", "papers.nips.cc", "proceedings.neurips.cc", "nips.cc")),
    _virtual("neurips.cc", "neurips"),
    _virtual("nips.cc", "neurips", "neurips.cc"),
    _virtual("icml.cc", "icml"),
    _virtual("iclr.cc", "iclr"),
    _virtual("cvpr.thecvf.com", "cvpr"),
    _virtual("iccv.thecvf.com", "iccv"),
    _virtual("eccv.ecva.net", "eccv"),
    _virtual("mlsys.org", "mlsys"),
    _virtual("aistats.org", "aistats"),
    *(Site(host, "", site, _L) for host, site in (("neurips.cc", "neurips"), ("nips.cc", "neurips"), ("iclr.cc",
          "iclr"), ("icml.cc", "icml"), ("mlsys.org", "mlsys"), ("colmweb.org", ""))),
    Site("openaccess.thecvf.com", r"/(?:[\w-]+/){1,4}(?P<id>[^/?]+?_(?:paper|supplemental))\.(?:html|pdf)", "cvf", _P,
          "cvf-{id}"),
    Site("thecvf.com", "", "cvf", _L),
    Site("ecva.net", r"/papers/(?P<v>eccv_\d{4})/papers_eccv/(?:html|papers)/(?P<id>\d+)", "ecva", _P, "ecva-{v}-{id}"),
    Site("ecva.net", "", "ecva", _L),
    Site("semanticscholar.org", r"/(?:paper|reader)/(?:[^/?]*/)?(?P<id>[\da-f]{40})", "s2", _P, "s2-{id}",
          "https://www.semanticscholar.org/paper/{id}"),
    Site("semanticscholar.org", r"/arxiv:" + ARXIV_ID, *_ARXIV),
    Site("semanticscholar.org", r"/(?:p/)?corpusid:(?P<id>\d+)", "s2", _P, "s2-corpus-{id}",
          "https://api.semanticscholar.org/CorpusID:{id}"),
    Site("pdfs.semanticscholar.org", r"/(?P<a>[\da-f]{4})/(?P<b>[\da-f]{36})\.pdf", "s2", _P, "s2-{a}{b}",
          "https://www.semanticscholar.org/paper/{a}{b}"),
    Site("semanticscholar.org", "", "s2", _L),
    *(Site(host, r"/rec/(?:html/|bibtex/|bib/)?journals/corr/abs-(?P<a>\d{4})-(?P<b>\d{4,5})", "arxiv", _P,
          "arxiv-{a}.{b}", "https://arxiv.org/abs/{a}.{b}") for host in ("dblp.org", "dblp.uni-trier.de")),
    *(Site(host, r"/rec/(?:html/|bibtex/|bib/)?(?P<id>(?:conf|journals|books|phd|series)/[\w-]+/[\w-]+)", "dblp", _P,
          "dblp-{id}", "https://dblp.org/rec/{id}") for host in ("dblp.org", "dblp.uni-trier.de")),
    Site("dblp.org", "", "dblp", _L),
    Site("dblp.uni-trier.de", "", "dblp", _L),
    Site("dl.acm.org", r"/doi/proceedings/", "acm", _L),
    Site("dl.acm.org", r"/(?:citation|ft_gateway)\.cfm\?(?:.*?&)?id=(?:\d+\.)?(?P<id>\d+)", "acm", _P, "acm-{id}"),
    Site("ieeexplore.ieee.org", r"/(?:abstract/)?document/(?P<id>\d+)", "ieee", _P, "ieee-{id}",
          "https://ieeexplore.ieee.org/document/{id}"),
    Site("ieeexplore.ieee.org", r"/[\w/]*\.jsp\?(?:.*?&)?arnumber=0*(?P<id>\d+)", "ieee", _P, "ieee-{id}",
          "https://ieeexplore.ieee.org/document/{id}"),
    Site("ieeexplore.ieee.org", r"/(?:iel\w*|ielx\w*)/[\d/]+/0*(?P<id>\d+)\.pdf", "ieee", _P, "ieee-{id}",
          "https://ieeexplore.ieee.org/document/{id}"),
    Site("nature.com", r"/articles/d\d", "nature", _O),
    Site("nature.com", r"/articles/(?P<doi>[a-z\d.-]+?)(?:\.pdf|_reference\.pdf)?(?=[/?#]|$)", "nature", _P,
          "doi-10.1038/{doi}", "https://doi.org/10.1038/{doi}"),
    Site("elifesciences.org", r"/(?:articles|reviewed-preprints)/(?P<id>\d+)", "doi", _P, "doi-10.7554/elife.{id}",
          "https://doi.org/10.7554/elife.{id}"),
    *(Site(f"{site}.org", path, site, _P, f"doi-{doi}", f"https://doi.org/{doi}") for site in ("biorxiv", "medrxiv")
          for path, doi in (
              (rf"/content/(?:{_EARLY})?(?P<doi>10\.(?:1101|64898)/[\d.]*\d)", "{doi}"),
              (rf"/content/{_EARLY}0*(?P<id>\d+(?:\.\d\d\.\d\d\.\d+)?)(?!\d|[./]\d)", "10.1101/{id}"),
          )),
    Site("pubmed.ncbi.nlm.nih.gov", r"/(?P<id>\d+)", "pubmed", _P, "pubmed-{id}",
          "https://pubmed.ncbi.nlm.nih.gov/{id}/"),
    Site("ncbi.nlm.nih.gov", r"/pubmed/(?P<id>\d+)", "pubmed", _P, "pubmed-{id}",
          "https://pubmed.ncbi.nlm.nih.gov/{id}/"),
    Site("ncbi.nlm.nih.gov", r"/(?:pmc/)?articles/pmc(?P<id>\d+)", "pmc", _P, "pmc-{id}",
          "https://pmc.ncbi.nlm.nih.gov/articles/PMC{id}/"),
    *(Site("europepmc.org", rf"/(?:article|abstract)/{host}/(?P<id>\d+)", site, _P, site + "-{id}", page)
          for host, site, page in (("med", "pubmed", "https://pubmed.ncbi.nlm.nih.gov/{id}/"),
          ("pmc/pmc", "pmc", "https://pmc.ncbi.nlm.nih.gov/articles/PMC{id}/"))),
    Site("hdl.handle.net", r"/(?P<id>\d[\d.]{0,20}/[^\s?#&]+)", *_HANDLE),
    Site("ssrn.com", r"/(?:sol3/[\w.]+\?(?:.*?&)?abstract_?id=|abstract=)(?P<id>\d+)", "ssrn", _P, "ssrn-{id}",
          "https://ssrn.com/abstract={id}"),
    Site("sciencedirect.com", r"/science/article/(?:abs/)?pii/(?P<id>[\dSsXx]+)", "sciencedirect", _P, "pii-{id}"),
    Site("mdpi.com", r"/(?P<id>\d{4}-\d{3}[\dx]/\d+/\d+/\d+)", "mdpi", _P, "mdpi-{id}"),
    Site("ojs.aaai.org", r"/(?:index\.php/)?(?P<v>[\w-]+)/article/(?:view|download)/(?P<id>\d+)", "aaai", _P,
          "aaai-{v}-{id}"),
    Site("aaai.org", r"/(?:papers|ocs|library)/\w", "aaai", _P),
    Site("aaai.org", "", "aaai", _L),
    Site("ijcai.org", r"/proceedings/(?P<v>\d{4})/0*(?P<id>\d+)", "ijcai", _P, "ijcai-{v}-{id}"),
    Site("ijcai.org", r"(?!.*\.pdf)", "ijcai", _L),
    *(Site(host, r"/(?:archive/)?(?:pdfs/)?(?P<v>[a-z]+_?\d{4})/(?P<id>[a-z\d_-]+?)\.(?:html|pdf)", "isca", _P,
          "isca-{v}-{id}") for host in ("isca-archive.org", "isca-speech.org")),
    Site("usenix.org", r"/conference/(?P<v>[\w-]+)/(?:technical-sessions/)?presentation/(?P<id>[\w-]+)", "usenix", _P,
         "usenix-{v}-{id}"),
    Site("usenix.org", r"/(?:legacy/)?conference/(?P<v>[\w-]+)/(?P<id>[a-z\d]+(?:-[a-z\d]+){3,20})", "usenix", _P,
         "usenix-{v}-{id}"),
    Site("usenix.org", r"(?!.*\.pdf)", "usenix", _L),
    Site("ndss-symposium.org", r"/ndss-paper/(?P<id>[\w-]+)", "ndss", _P, "ndss-{id}"),
    Site("eprint.iacr.org", r"/(?P<v>\d{4})/0*(?P<id>\d+)", "iacr", _P, "iacr-{v}-{id}",
          "https://eprint.iacr.org/{v}/{id}"),
    *(Site(host, r"/(?:\w+/)?(?P<id>(?!medihal)[a-z]{2,12}-\d{8})(?!\d)", "hal", _P, "hal-{id}",
          "https://hal.science/{id}") for host in ("hal.science", "archives-ouvertes.fr", "hal.inria.fr")),
    Site("zenodo.org", r"/records?/(?P<id>\d+)", "zenodo", _D, "doi-10.5281/zenodo.{id}",
          "https://doi.org/10.5281/zenodo.{id}"),
    Site("roboticsproceedings.org", r"/(?P<v>rss\d+)/(?P<id>p\d+)", "rss", _P, "rss-{v}-{id}"),
    Site("academic.oup.com", r"/[\w-]+/(?:advance-)?article", "oup", _P),
    Site("direct.mit.edu", r"/\w+/article", "mitpress", _P),
    Site("jstor.org", r"/(?:stable|pss)/(?:pdf/)?(?P<id>\d+)", "jstor", _P, "jstor-{id}",
          "https://www.jstor.org/stable/{id}"),
    Site("nber.org", r"/(?:papers|system/files/working_papers)/w(?P<id>\d+)", "nber", _P, "nber-w{id}",
          "https://www.nber.org/papers/w{id}"),
    *(Site(host, path, site, _P, f"{site}-{{id}}") for host, path, site in _NUMBERED),
    Site("peerj.com", r"/articles/(?P<id>\d+)", "peerj", _P, "doi-10.7717/peerj.{id}", "https://doi.org/10.7717/peerj.{id}"),
    Site("peerj.com", r"/articles/cs-(?P<id>\d+)", "peerj", _P, "doi-10.7717/peerj-cs.{id}",
          "https://doi.org/10.7717/peerj-cs.{id}"),
    Site("hindawi.com", r"/journals/\w+/(?P<v>\d{4})/(?P<id>\d{6,8})", "hindawi", _P, "doi-10.1155/{v}/{id}",
          "https://doi.org/10.1155/{v}/{id}"),
    Site("scipost.org", r"/(?P<id>scipost\w*\.\d[\d.]*\d)", "scipost", _P, "doi-10.21468/{id}",
          "https://doi.org/10.21468/{id}"),
    Site("paperswithcode.com", r"/paper/(?P<id>[\w-]+)", "pwc", _P, "pwc-{id}",
          "https://paperswithcode.com/paper/{id}"),
    Site("philpapers.org", r"/rec/(?P<id>\w+(?:-\d+)?)", "philpapers", _P, "philpapers-{id}",
          "https://philpapers.org/rec/{id}"),
    Site("researchgate.net", r"/(?:profile/[^/]+/)?publication/(?P<id>\d+)", "researchgate", _P, "researchgate-{id}",
          "https://www.researchgate.net/publication/{id}"),
    Site("psyarxiv.com", r"/(?P<id>[a-z\d]{5})(?=[/?#]|$)", "osf", _P, "osf-{id}", "https://osf.io/{id}"),
    Site("osf.io", r"/preprints/\w+/(?P<id>[a-z\d]{5})", "osf", _P, "osf-{id}", "https://osf.io/{id}"),
    Site("microsoft.com", r"/(?:[\w-]+/)?research/publication/[\w-]", "msr", _P),
    *(Site(host, path, site, _P) for host, path, site in (
        ("airitilibrary.com", r"/(?:article|publication)/(?:detail|aldetailedmesh)", ""),
        ("brill.com", r"/(?:view|display)/journals/.+/article-", ""), ("cnki.net", r"/kcms2?/", ""),
        ("copernicus.org", r"/(?:articles|preprints)/\d", ""), ("drops.dagstuhl.de", r"/opus/(?:volltexte|front)", ""),
        ("econpapers.repec.org", r"/(?:paper|article)/", ""), ("ingentaconnect.com", r"/content/(?:\w+/)+\d{4}/", ""),
        ("jmir.org", r"/\d{4}/\d+/e\d", ""), ("joss.theoj.org", r"/papers/[\da-f]{32}", ""),
        ("techrxiv.org", r"/articles/", ""), ("wanfangdata.com.cn", r"/(?:periodical|thesis|conference)/", ""),
        ("academia.edu", r"/\d{4,}/", "academia"), ("arvojournals.org", r"/article\.aspx", "arvo"),
        ("bmj.com", r"/content/\d", "bmj"), ("cambridge.org", r"/core/\w+/.+/(?:article|[\da-f]{20})", ""),
        ("cell.com", r"/[\w-]+/(?:fulltext|abstract|pdf)|/action/showpdf", "cell"),
        ("core.ac.uk", r"/(?:download|display|works)/", ""),
        ("deepmind.com", r"/research/publications/[\w-]", ""), ("research.google", r"/pubs/pub\d|/pubs/[\w-]{12}", ""),
        ("escholarship.org", r"/(?:uc/item|content)/\w", ""), ("europepmc.org", r"/(?:article|abstract)/\w", ""),
        ("jamanetwork.com", r"/journals/[\w-]+/(?:fullarticle|article-abstract)/\d", "jama"),
        ("muse.jhu.edu", r"/(?:pub/\d+/)?article/\d", ""), ("nejm.org", r"/doi/", "nejm"),
        ("pnas.org", r"/content/(?:pnas/)?(?:early/|\d)", "pnas"), ("projecteuclid.org", r"/(?:journals|euclid)\b", ""),
        ("royalsocietypublishing.org", r"/content/", ""), ("sciencemag.org", r"/content/(?:sci/)?\d", "science"),
        ("scirp.org", r"/(?:journal/)?paper(?:information|download)\.aspx", ""),
        ("thelancet.com", r"/(?:journals|article)/", ""),
    )),
    Site("distill.pub", r"/\d{4}/[\w-]", "distill", _P),
    Site("transformer-circuits.pub", r"/\d{4}/[\w-]", "circuits", _P),
    Site("github.com", r"/(?:topics|search|orgs|collections|trending|marketplace|sponsors|features)\b", "github", _L),
    Site("github.com", r"/[\w.-]+/[\w.-]+/(?:blob|raw)/.*\.pdf$", "", _P),
    Site("githubusercontent.com", r".*\.pdf$", "", _P),
    Site("github.com", r"/[\w.-]+/[\w.-]+/(?:issues|pull|pulls|discussions|wiki|(?:blob|raw)/.*\.md$)",
          "github", _O),
    *(Site(host, r"/(?P<id>[\w.-]+/[\w.-]+?)(?:\.git)?(?=[/?#]|$)", host.partition(".")[0], _C, site + "-{id}",
          f"https://{host}/{{id}}") for host, site in (("github.com", "github"), ("gitlab.com", "gitlab"),
          ("bitbucket.org", "bitbucket"), ("gitee.com", "gitee"), ("codeberg.org", "codeberg"))),
    Site("gist.github.com", "", "github", _C),
    Site("github.com", "", "github", _L),
    Site("gitlab.com", "", "gitlab", _L),
    Site("githubusercontent.com", "", "github", _O),
    Site("colab.research.google.com", "", "colab", _C),
    Site("kaggle.com", r"/(?:datasets|models)/|/[\w-]+/[\w-]+$", "kaggle", _D),
    Site("modelscope.cn", "", "modelscope", _D),
    Site("codeocean.com", "", "codeocean", _C),
    *(Site(host, "", "", Role.PROJECT) for host in ("github.io", "gitlab.io", "netlify.app", "vercel.app", "pages.dev",
          "sites.google.com")),
    *(Site(host, "", host.split(".")[-2], _V) for host in ("youtube.com", "youtube-nocookie.com", "vimeo.com",
          "slideslive.com", "bilibili.com", "videolectures.net", "crossminds.ai", "underline.io", "papertalk.org",
          "loom.com", "dailymotion.com")),
    Site("youtu.be", "", "youtube", _V),
    Site("b23.tv", "", "bilibili", _V),
    *(Site(host, "", host.split(".")[-2], Role.SOCIAL) for host in ("twitter.com", "x.com", "linkedin.com",
          "reddit.com", "facebook.com", "bsky.app", "threads.net", "mastodon.social", "sigmoid.social", "zhihu.com",
          "weixin.qq.com", "weibo.com", "ycombinator.com", "discord.gg", "discord.com", "t.me", "slack.com",
          "instagram.com", "researchgate.net", "academia.edu")),
    *(Site(host, "", "shields", Role.BADGE) for host in ("shields.io", "badge.fury.io", "badgen.net", "awesome.re",
          "star-history.com", "starchart.cc", "komarev.com", "visitor-badge.laobi.icu", "hits.seeyoufarm.com",
          "visitorbadge.io", "visitor-badge.glitch.me", "page-views.glitch.me", "contrib.rocks", "codecov.io",
          "travis-ci.org", "travis-ci.com", "forthebadge.com")),
    *(Site(host, "", host.split(".")[-2], _L) for host in ("scholar.google.com", "scholar.google.co.uk",
          "paperswithcode.com", "connectedpapers.com", "orcid.org", "researchr.org", "scholar.archive.org",
          "openalex.org", "bing.com", "duckduckgo.com", "paperdigest.org", "papers.cool", "kdd.org")),
    Site("google.com", r"/(?:search|scholar)", "google", _L),
)
# fmt: on
