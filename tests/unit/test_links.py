import pytest
from growth import grows_linearly
from hypothesis import given
from hypothesis import strategies as st

from kg.links import NOWHERE, Role, find_identifiers, read_link

ATTENTION = "arxiv-1706.03762"
LDM = "cvf-Rombach_High-Resolution_Image_Synthesis_With_Latent_Diffusion_Models_CVPR_2022_paper"


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("https://arxiv.org/abs/1706.03762", ATTENTION),
        ("http://www.arxiv.org/abs/1706.03762v7", ATTENTION),
        ("https://export.arxiv.org/pdf/1706.03762.pdf#page=3", ATTENTION),
        ("arxiv.org/pdf/1706.03762v5.pdf", ATTENTION),
        ("https://arxiv.org.ezproxy.lib.example.edu/abs/1706.03762", ATTENTION),
        ("https://www-nature-com.proxy.library.example.edu/articles/nature14539", "doi-10.1038/nature14539"),
        ("https://www.biorxiv.org/content/early/2018/07/27/378323", "doi-10.1101/378323"),
        ("http://biorxiv.org/content/early/2016/11/23/089144", "doi-10.1101/089144"),
        ("https://direct.mit.edu/qss/article/doi/10.1162/qss_a_00346/126307/Moss-on-stones", "doi-10.1162/qss_a_00346"),
        ("https://academic.oup.com/moss/article/doi/10.1093/moss/btaa123/5762613", "doi-10.1093/moss/btaa123"),
        ("https://www.jstor.org/stable/10.2307/2661275", "jstor-2661275"),
        (
            "https://www.biorxiv.org/content/biorxiv/early/2021/11/03/2021.10.04.463034.full.pdf",
            "doi-10.1101/2021.10.04.463034",
        ),
        (
            "https://www.medrxiv.org/content/medrxiv/early/2021/11/03/2021.10.05.26412345.full.pdf",
            "doi-10.1101/2021.10.05.26412345",
        ),
        ("https://doi.org/10/gc5sjs", "shortdoi-gc5sjs"),
        ("doi:10/gc5sjs", "shortdoi-gc5sjs"),
        ("https://ui.adsabs.harvard.edu/abs/2018A%26A...616A...1G/abstract", "ads-2018a&a...616a...1g"),
        ("https://ui.adsabs.harvard.edu/abs/2017arXiv170603762V/abstract", ATTENTION),
        ("https://citeseerx.ist.psu.edu/viewdoc/download?doi=10.1.1.12.3456&rep=rep1", "citeseerx-10.1.1.12.3456"),
        ("https://www.jstage.jst.go.jp/article/abc1974/3/2/3_2_15/_article/-char/ja", "jstage-abc1974/3/2/3_2_15"),
        ("https://www.jstage.jst.go.jp/article/abc1974/3/2/3_2_15/_pdf", "jstage-abc1974/3/2/3_2_15"),
        ("https://ci.nii.ac.jp/naid/110001234567/", "naid-110001234567"),
        ("https://koreascience.kr/article/JAKO201912345678901.page", "koreascience-jako201912345678901"),
        ("https://www.dbpia.co.kr/journal/articleDetail?nodeId=NODE01234567", "dbpia-node01234567"),
        ("https://www.persee.fr/doc/abc_0035-2969_1985_num_26_2_3948", "persee-abc_0035-2969_1985_num_26_2_3948"),
        ("https://shs.cairn.info/revue-abc-2019-1-page-5?lang=fr", "cairn-abc-2019-1-page-5"),
        ("https://www.cairn.info/revue-abc-2019-1-page-5.htm", "cairn-abc-2019-1-page-5"),
        (
            "http://www.scielo.br/scielo.php?script=sci_arttext&pid=S0102-12342001000300004",
            "scielo-s0102-12342001000300004",
        ),
        ("https://www.redalyc.org/articulo.oa?id=12345678012", "redalyc-12345678012"),
        ("https://www.redalyc.org/journal/1234/12345678012/", "redalyc-12345678012"),
        ("https://files.eric.ed.gov/fulltext/ED123456.pdf", "eric-ed123456"),
        ("https://eric.ed.gov/?id=EJ123456", "eric-ej123456"),
        ("https://docs.iza.org/dp1234.pdf", "iza-1234"),
        ("https://www.iza.org/publications/dp/1234/a-title", "iza-1234"),
        ("https://www.researchsquare.com/article/rs-12345/v2", "rs-rs-12345"),
        ("https://www.preprints.org/manuscript/202001.0012/v1", "preprints-202001.0012"),
        ("https://pastel.hal.science/pastel-00123456v2/document", "hal-pastel-00123456"),
        ("https://patents.google.com/patent/US1234567B2/en?oq=x", "patent-us1234567"),
        ("https://unesdoc.unesco.org/ark:/48223/pf0000123456", "unesdoc-pf0000123456"),
        ("https://peerj.com/articles/cs-123/", "doi-10.7717/peerj-cs.123"),
        ("https://www.hindawi.com/journals/abc/2018/1234567/", "doi-10.1155/2018/1234567"),
        ("https://www.aeaweb.org/articles?id=10.1257/aer.20180001", "doi-10.1257/aer.20180001"),
        ("https://www.jstor.org/stable/1914185", "jstor-1914185"),
        ("https://www.nber.org/papers/w1234", "nber-w1234"),
        ("https://arxiv.org/html/1706.03762v7?utm_source=mail&fbclid=1", ATTENTION),
        ("https://ar5iv.labs.arxiv.org/html/1706.03762", ATTENTION),
        ("https://ar5iv.org/abs/1706.03762", ATTENTION),
        ("https://www.alphaxiv.org/abs/1706.03762", ATTENTION),
        ("https://huggingface.co/papers/1706.03762", ATTENTION),
        ("https://doi.org/10.48550/arXiv.1706.03762", ATTENTION),
        ("https://dblp.org/rec/journals/corr/abs-1706-03762", ATTENTION),
        ("https://web.archive.org/web/20200101000000/https://arxiv.org/abs/1706.03762", ATTENTION),
        ("https://www.google.com/url?sa=t&q=&url=https%3A%2F%2Farxiv.org%2Fabs%2F1706.03762&usg=A1", ATTENTION),
        (
            "https://eur03.safelinks.protection.outlook.com/?url=https%3A%2F%2Farxiv.org%2Fabs%2F1706.03762&d=1",
            ATTENTION,
        ),
        ("https://scholar.google.com/scholar_url?url=https://arxiv.org/pdf/1706.03762&hl=en", ATTENTION),
        ("arXiv:1706.03762", ATTENTION),
        ("http://arxiv.org/abs/cs/0112017v1", "arxiv-cs/0112017"),
        ("https://openreview.net/forum?id=AbCdEf1234", "openreview-AbCdEf1234"),
        ("https://openreview.net/forum?noteId=abcdefgh&id=AbCdEf1234", "openreview-AbCdEf1234"),
        ("https://openreview.net/pdf?id=AbCdEf1234", "openreview-AbCdEf1234"),
        ("https://openreview.net/attachment?id=AbCdEf1234&name=pdf", "openreview-AbCdEf1234"),
        ("https://dx.doi.org/10.1145/3292500.3330701", "doi-10.1145/3292500.3330701"),
        ("https://doi.org/10.1234/ab%20c.7", "doi-10.1234/ab c.7"),
        ("doi:10.1234/ab%20c.7", "doi-10.1234/ab c.7"),
        ("https://doi.org/10.1145/%203292500.3330701", "doi-10.1145/3292500.3330701"),
        ("https://doi.org/10.1145/3292500.3330701%20read%20in%202021", "doi-10.1145/3292500.3330701"),
        ("https://doi.org/10.1145/3292500.3330701%20", "doi-10.1145/3292500.3330701"),
        ("https://dl.acm.org/doi/abs/10.1145/3292500.3330701", "doi-10.1145/3292500.3330701"),
        ("https://dl.acm.org/doi/pdf/10.1145/3292500.3330701?download=true", "doi-10.1145/3292500.3330701"),
        ("https://link.springer.com/article/10.1007/s11263-015-0816-y", "doi-10.1007/s11263-015-0816-y"),
        ("https://link.springer.com/content/pdf/10.1007/978-3-319-24574-4_28.pdf", "doi-10.1007/978-3-319-24574-4_28"),
        ("https://www.nature.com/articles/s41586-021-03819-2", "doi-10.1038/s41586-021-03819-2"),
        ("https://doi.org/10.1038/S41586-021-03819-2", "doi-10.1038/s41586-021-03819-2"),
        ("https://www.science.org/doi/full/10.1126/science.aba1234", "doi-10.1126/science.aba1234"),
        ("https://www.pnas.org/doi/10.1073/pnas.1611835114", "doi-10.1073/pnas.1611835114"),
        (
            "https://journals.plos.org/plosone/article?id=10.1371/journal.pone.0213653",
            "doi-10.1371/journal.pone.0213653",
        ),
        ("https://www.biorxiv.org/content/10.1101/2021.10.04.463034v2.full.pdf", "doi-10.1101/2021.10.04.463034"),
        ("https://aclanthology.org/2020.acl-main.1/", "acl-2020.acl-main.1"),
        ("https://aclanthology.org/2020.acl-main.1.pdf", "acl-2020.acl-main.1"),
        ("https://www.aclweb.org/anthology/P18-1031", "acl-P18-1031"),
        ("https://doi.org/10.18653/v1/P18-1031", "acl-P18-1031"),
        ("https://proceedings.mlr.press/v139/radford21a.html", "pmlr-v139-radford21a"),
        ("http://proceedings.mlr.press/v139/radford21a/radford21a.pdf", "pmlr-v139-radford21a"),
        (
            "https://proceedings.neurips.cc/paper/2017/hash/3f5ee243547dee91fbd053c1c4a845aa-Abstract.html",
            "neurips-3f5ee243547dee91fbd053c1c4a845aa",
        ),
        (
            "https://papers.nips.cc/paper_files/paper/2017/file/3f5ee243547dee91fbd053c1c4a845aa-Paper.pdf",
            "neurips-3f5ee243547dee91fbd053c1c4a845aa",
        ),
        ("https://papers.nips.cc/paper/7181-attention-is-all-you-need.pdf", "neurips-paper-7181"),
        ("https://icml.cc/virtual/2025/poster/12345", "icml-12345"),
        ("https://neurips.cc/virtual/2025/loc/san-diego/poster/115208", "neurips-115208"),
        ("https://openaccess.thecvf.com/content/CVPR2022/html/" + LDM[4:] + ".html", LDM),
        ("https://openaccess.thecvf.com/content/CVPR2022/papers/" + LDM[4:] + ".pdf", LDM),
        (
            "https://www.semanticscholar.org/paper/Attention-is-All/204e3073870fae3d05bcbc2f6a8e263d9b72e776",
            "s2-204e3073870fae3d05bcbc2f6a8e263d9b72e776",
        ),
        ("https://dblp.org/rec/conf/nips/VaswaniSPUJGKP17.html?view=bibtex", "dblp-conf/nips/VaswaniSPUJGKP17"),
        ("https://ieeexplore.ieee.org/abstract/document/7780459/", "ieee-7780459"),
        ("https://ieeexplore.ieee.org/stamp/stamp.jsp?tp=&arnumber=7780459", "ieee-7780459"),
        ("https://pubmed.ncbi.nlm.nih.gov/34265844/", "pubmed-34265844"),
        ("https://jmlr.org/papers/volume3/bengio03a/bengio03a.pdf", "jmlr-v3-bengio03a"),
        ("https://ojs.aaai.org/index.php/AAAI/article/view/17325/17132", "aaai-aaai-17325"),
        ("https://www.usenix.org/conference/osdi20/presentation/gujarati", "usenix-osdi20-gujarati"),
        ("https://eprint.iacr.org/2019/0458.pdf", "iacr-2019-458"),
        ("https://doi.org/10.1000/0012(1996)077<0437:ABCDE>2.0.CO;2", "doi-10.1000/0012(1996)077<0437:abcde>2.0.co;2"),
        (
            "https://doi.org/10.1000/0012%281996%29077%3C0437%3AABCDE%3E2.0.CO%3B2",
            "doi-10.1000/0012(1996)077<0437:abcde>2.0.co;2",
        ),
        (
            r"doi:10.1000/0012(1996)077{\textless}0437:ABCDE{\textgreater}2.0.CO;2",
            "doi-10.1000/0012(1996)077<0437:abcde>2.0.co;2",
        ),
        (
            "https://doi.org/10.1000/0012(1996)5:2<3::AID-X1>3.0.CO;2-#",
            "doi-10.1000/0012(1996)5:2<3::aid-x1>3.0.co;2-#",
        ),
        ("https://arxiv.org/abs/math.GT/0309136", "arxiv-math/0309136"),
        ("https://europepmc.org/article/MED/34265844", "pubmed-34265844"),
    ],
)
def test_every_address_of_a_paper_gives_its_one_key(url, key):
    address = read_link(url)
    assert (address.key, address.role) == (key, Role.PAPER)


@pytest.mark.parametrize(
    "url", ["https://hdl.handle.net/1234.5/678", "https://repository.example.edu/handle/1234.5/678?show=full"]
)
def test_a_handle_has_one_key_and_need_not_be_of_a_paper(url):
    address = read_link(url)
    assert (address.key, address.role) == ("hdl-1234.5/678", Role.OTHER)


@pytest.mark.parametrize(
    ("url", "role"),
    [
        ("https://github.com/karpathy/nanoGPT", Role.CODE),
        ("https://github.com/karpathy", Role.LISTING),
        ("https://github.com/owner/name/blob/main/paper.pdf", Role.PAPER),
        ("https://nerfies.github.io/", Role.PROJECT),
        ("https://jamanetwork.com/journals/jama/fullarticle/123456", Role.PAPER),
        ("https://www.cell.com/action/showPdf?pii=S0896-6273(18)30001-7", Role.PAPER),
        ("https://www.cell.com/", Role.OTHER),
        ("https://www.researchgate.net/publication/1234567_A_Title", Role.PAPER),
        ("https://www.researchgate.net/profile/Jane-Roe", Role.SOCIAL),
        ("https://huggingface.co/datasets/rajpurkar/squad", Role.DATA),
        ("https://huggingface.co/meta-llama/Llama-2-7b", Role.DATA),
        ("https://dl.acm.org/doi/proceedings/10.1145/1234567", Role.LISTING),
        ("https://medihal.archives-ouvertes.fr/medihal-00123456", Role.OTHER),
        ("https://www.persee.fr/issue/abc_0035-2969_1985_num_26_2", Role.OTHER),
        ("https://zenodo.org/records/1234567", Role.DATA),
        ("https://www.youtube.com/watch?v=abc", Role.VIDEO),
        ("https://slideslive.com/38996", Role.VIDEO),
        ("https://x.com/somebody/status/1", Role.SOCIAL),
        ("https://img.shields.io/badge/arXiv-1706.03762-b31b1b", Role.BADGE),
        ("https://api.star-history.com/svg?repos=a/b", Role.BADGE),
        ("https://arxiv.org/list/cs.LG/recent", Role.LISTING),
        ("https://openreview.net/group?id=ICLR.cc/2025/Conference", Role.LISTING),
        ("https://scholar.google.com/citations?user=abc", Role.LISTING),
        ("https://neurips.cc/", Role.LISTING),
        ("https://aclanthology.org/events/acl-2023/", Role.LISTING),
        ("https://www.nature.com/articles/d41586-023-00107-z", Role.OTHER),
        ("https://someone.substack.com/p/notes", Role.OTHER),
        ("https://people.example.org/~jane/papers/thing.pdf", Role.PAPER),
        ("javascript:alert(1)", Role.OTHER),
        ("mailto:jane@example.org", Role.OTHER),
        ("#section", Role.OTHER),
        ("../notes/other.md", Role.OTHER),
        ("", Role.OTHER),
    ],
)
def test_an_address_has_the_role_its_host_and_path_say(url, role):
    assert read_link(url).role == role


@pytest.mark.parametrize(
    ("text", "place", "key"),
    [
        ("In arXiv preprint arXiv:1706.03762, 2017.", "arXiv preprint arXiv:1706.03762", ATTENTION),
        ("arXiv:1706.03762v5 [cs.CL]", "arXiv:1706.03762v5 [cs.CL]", ATTENTION),
        ("[1706.03762] Attention Is All You Need", "[1706.03762]", ATTENTION),
        ("CoRR abs/1706.03762 (2017)", "CoRR abs/1706.03762", ATTENTION),
        ("see https://arxiv.org/abs/1706.03762.", "https://arxiv.org/abs/1706.03762", ATTENTION),
        ("doi: 10.1038/S41586-021-03819-2.", "doi: 10.1038/S41586-021-03819-2", "doi-10.1038/s41586-021-03819-2"),
        ("(10.1016/S0140-6736(05)67889-1)", "10.1016/S0140-6736(05)67889-1", "doi-10.1016/s0140-6736(05)67889-1"),
        ("PMID: 34265844", "PMID: 34265844", "pubmed-34265844"),
        ("see PMC8371605", "PMC8371605", "pmc-8371605"),
        ("hdl:1234.5/678.", "hdl:1234.5/678", "hdl-1234.5/678"),
        ("in 2020.acl-main.703", "2020.acl-main.703", "acl-2020.acl-main.703"),
        ("ACL: P18-1031", "ACL: P18-1031", "acl-P18-1031"),
        ("B 429, hep-ph/9803315.", "hep-ph/9803315", "arxiv-hep-ph/9803315"),
        ("[math.GT/0309136v2]", "math.GT/0309136v2", "arxiv-math/0309136"),
        (
            "10.1000/0012(1996)077<0437:ABCDE>2.0.CO;2, a classic",
            "10.1000/0012(1996)077<0437:ABCDE>2.0.CO;2",
            "doi-10.1000/0012(1996)077<0437:abcde>2.0.co;2",
        ),
        (
            "(10.1000/0012(1996)87[14:AB]2.0.CO;2)",
            "10.1000/0012(1996)87[14:AB]2.0.CO;2",
            "doi-10.1000/0012(1996)87[14:ab]2.0.co;2",
        ),
        ("10.1000/77$<$37:AB$>$2.0.CO;2.", "10.1000/77$<$37:AB$>$2.0.CO;2", "doi-10.1000/77<37:ab>2.0.co;2"),
        ("[10.1000/77]", "10.1000/77", "doi-10.1000/77"),
    ],
)
def test_an_identifier_in_text_is_found_with_its_place(text, place, key):
    [(start, end, address)] = find_identifiers(text)
    assert (text[start:end], address.key) == (place, key)


@pytest.mark.parametrize(
    "text",
    ["version 10.1 of 2503", "pages 1706.037", "10.5 / 3", "src/9803315", "maths/9803315", "accuracy 92.4012", ""],
)
def test_numbers_are_no_identifiers(text):
    assert find_identifiers(text) == ()


@given(st.text(max_size=200))
def test_no_text_breaks_the_reading_of_an_address(text):
    for url in (text, "https://" + text, "https://arxiv.org/abs/" + text, "https://doi.org/10.1000/" + text):
        address = read_link(url)
        assert not set(address.canonical) & set(' <>"{}|\\^`\n')


@given(st.text(alphabet="arxivdo:. /10[]0123456789abs()", max_size=120))
def test_places_of_identifiers_are_ordered_and_apart(text):
    last = 0
    for start, end, _ in find_identifiers(text):
        assert last <= start < end <= len(text)
        last = end


@pytest.mark.parametrize("piece", ["arxiv ", "10.1000/", "doi:", "/web/1", "?id=", "abs/", "a.", "%25", "(10.1000/a)"])
def test_long_hostile_text_takes_linear_time(piece):
    def read(size):
        find_identifiers(piece * size)
        assert read_link("https://arxiv.org/" + piece * size) == NOWHERE

    assert grows_linearly(read, 25_000 // len(piece))
