"""Formats of references with a tag before each value: what each tag and each type of reference is in BibTeX."""

from __future__ import annotations

import re

from kg.notes.references import named
from kg.notes.tagged import Format

RIS = Format(
    name="RIS",
    line=re.compile(r"\ufeff?[ \t]{0,3}(?P<tag>[A-Z][A-Z0-9])[ \t]{1,3}-(?:[ \t]++(?P<value>.*+)|$)"),
    opening="TY",
    closing="ER",
    names=named(
        type="TY", key="ID", author="AU, A1", editor="ED, A2, A3", translator="A4", title="TI, T1", shorttitle="ST",
        year="PY, Y1, YR", date="DA", doi="DO", url="UR, L2, LK", pmcid="C2", eid="C7", othertitle="TT", pdf="L1",
        abstract="AB, N2", subject="KW", note="N1, RN", publisher="PB", volume="VL", number="IS, M1", issn="SN",
        startpage="SP", endpage="EP", pages="PG", address="CY, PP", edition="ET", series="T3", genre="M3",
        language="LA", urldate="Y2", chapter="SE", shortjournal="JA, J2",
    ),
    venues=("T2", "JF", "JO", "BT", "C3", "T3", "J2", "JA"),
    types=named(
        article="jour, ejour, mgzn, jfull, inpr", inproceedings="conf, cpaper", incollection="chap, echap",
        book="book, ebook, edbook", phdthesis="thes", techreport="rprt", unpublished="unpb, unpd, preprint",
        misc="gen", online="elec, web, blog, icomm", software="comp", dataset="data, dbase, aggr", manual="stand",
        patent="pat", presentation="slide", video="video, mpct", audio="sound", newspaper="news",
    ),
    instead={"Y1": "PY", "T1": "TI", "A1": "AU", "N2": "AB", "M1": "IS", "PP": "CY"},
    series="T3",
)  # fmt: skip
"""What every reference manager exports: `TY  - JOUR` and what follows, up to `ER  - `."""

REFER = Format(
    name="EndNote",
    line=re.compile(r"\ufeff?(?P<tag>%[0-9A-Z@!#$&*+<>?\[\]=~^(){}])(?:[ \t]++(?P<value>.*+)|$)"),
    opening="%0",
    closing="",
    names=named(
        type="%0", key="%F", author="%A", editor="%E, %Y", pmcid="%2", othertitle="%Q", title="%T", shorttitle="%!",
        year="%D", date="%8", doi="%R", url="%U", pdf="%>", abstract="%X", subject="%K", note="%Z, %O",
        publisher="%I", volume="%V", number="%N", pages="%P", address="%C", edition="%7", series="%S", genre="%9",
        language="%G", urldate="%[", issn="%@",
    ),
    venues=("%J", "%B", "%S"),
    types=named(
        article="journal article, electronic article, magazine article",
        inproceedings="conference paper, conference proceedings", book="book, electronic book, edited book",
        incollection="book section, electronic book section", phdthesis="thesis", techreport="report",
        unpublished="manuscript, unpublished work, preprint", misc="generic", online="web page, blog",
        video="online multimedia", software="computer program", dataset="dataset, online database", manual="standard",
        patent="patent", newspaper="newspaper article",
    ),
    blank=True,
    series="%S",
)  # fmt: skip
"""EndNote's export: `%0 Journal Article`, `%A He, Kaiming`, a blank line between references."""

ENDNOTE = Format(
    name="EndNote",
    line=re.compile(
        r"\ufeff?(?P<tag>Reference Type|Record Number|Author|Editor|Translator|Year|Date|Title|Short Title|Journal|"
        r"Volume|Issue|Number|Pages|DOI|ISSN|ISBN|Keywords|Abstract|Notes|Research Notes|URL|Place Published|City|"
        r"Publisher|Edition|Series Title|Book Title|Conference Name|Language|Label|Accession Number|Author Address|"
        r"Name of Database|Database Provider|Access Date|Type of Article|Alternate Journal):(?:[ \t]++(?P<value>.*+)|$)"
    ),
    opening="Reference Type",
    closing="",
    names=named(
        type="Reference Type", author="Author", editor="Editor", translator="Translator", year="Year", date="Date",
        title="Title", shorttitle="Short Title", volume="Volume", number="Issue, Number", pages="Pages", doi="DOI",
        issn="ISSN, ISBN", subject="Keywords", abstract="Abstract", note="Notes, Research Notes", url="URL",
        address="Place Published, City", publisher="Publisher", edition="Edition", series="Series Title",
        language="Language", urldate="Access Date", shortjournal="Alternate Journal", genre="Type of Article",
    ),
    venues=("Journal", "Book Title", "Conference Name", "Series Title"),
    types=REFER.types,
    series="Series Title",
)  # fmt: skip
"""What EndNote shows of a reference when all its fields are asked for, as text."""

PUBMED = Format(
    name="PubMed",
    line=re.compile(r"\ufeff?(?P<tag>[A-Z]{2,4}) {0,2}-(?: ++(?P<value>.*+)|$)"),
    opening="PMID",
    closing="",
    names=named(
        pmid="PMID", type="PT", author="FAU, AU", group="CN", editor="FED", pmcid="PMC", othertitle="TT",
        title="TI, BTI", year="DP", doi="LID, AID", abstract="AB", subject="OT, MH", publisher="PB", volume="VI",
        number="IP", note="GN", pages="PG", issn="IS", address="PL", edition="EN", series="CTI",
    ),
    venues=("JT", "TA", "CTI"),
    types=named(
        article="journal article, review, preprint, letter, editorial", inproceedings="congress", book="book",
        incollection="book chapter", dataset="dataset",
    ),
    instead={"AU": "FAU", "BTI": "TI"},
    blank=True,
    dotted=True,
    series="CTI",
)  # fmt: skip
"""PubMed's export, the MEDLINE format: `PMID- 1`, `FAU - He, Kaiming`; values go on below, indented."""

WOS = Format(
    name="Web of Science",
    line=re.compile(r"\ufeff?(?P<tag>[A-Z][A-Z0-9])(?: (?P<value>.*+)|$)"),
    opening="PT",
    closing="ER",
    names=named(
        type="PT", author="AU, AF, BA, BF", group="CA", editor="BE", title="TI", venue="SO", eventtitle="CT",
        series="SE", language="LA", subject="DE, ID", abstract="AB", publisher="PU", address="PI", issn="SN, EI",
        isbn="BN", shortjournal="JI", month="PD", year="PY", volume="VL", number="IS", startpage="BP", endpage="EP",
        eid="AR", doi="DI", pmid="PM",
    ),
    venues=("SO",),
    types=named(article="j", book="b", incollection="s", inproceedings="c", patent="p"),
    instead={"AU": "AF", "BA": "BF"},
    series="SE",
    listed=frozenset(["AU", "AF", "BA", "BF", "BE", "CA"]),
    header=frozenset(["FN", "VR", "EF"]),
)  # fmt: skip
"""Web of Science's export: `PT J` and what follows, up to `ER`; each author has a line, indented but for the first."""
