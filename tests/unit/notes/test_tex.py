r"""LaTeX: what becomes which block, where it leads back to, and what of it a bibliography says."""

from __future__ import annotations

import pytest
from growth import grows_linearly
from hypothesis import given, settings
from hypothesis import strategies as st
from origins import check_origins
from strategies import WORDS

from kg.extraction.entries import Page
from kg.extraction.rules import bibitems
from kg.model import Block, BlockKind, Note
from kg.notes.draft import Content, Source
from kg.notes.tex import read_tex

DOCUMENT = r"""\documentclass{article} % a comment
\usepackage[utf8]{inputenc}
\newcommand{\ours}{QuietNet}
\title{Notes on {N}ormalization}
\author{Jane Doe\thanks{Funded.} \and Richard Roe \\ University of Somewhere}
\date{March 2024}
\begin{document}
\maketitle
\begin{abstract}
We compare ways to normalize.
\end{abstract}

\section{Related Work}\label{sec:related}
Residual networks~\cite{he2016deep} made very deep models
trainable. % not this
Schr{\"o}dinger's \emph{cat} \& \textbf{dog}, ``quoted'' -- \ours{} does \href{https://arxiv.org/abs/1607.06450}{this}.

See \url{https://jmlr.org/a\_b} and \citet[p.~5]{kingma2015adam}, where $x_1 = 2$.
\begin{itemize}
  \item first
  \item[Second] item
    \begin{enumerate}
      \item inner
    \end{enumerate}

    still second
\end{itemize}
% a line that is none
\begin{quote}
Statistics are per case.
\end{quote}
\begin{verbatim}
100 % of \this
\end{verbatim}
\begin{equation}
E = mc^2
\end{equation}
\subsection*{Results}
\begin{table}
\caption{Accuracy}
\begin{tabular}{lr}
\toprule
Model & Top-1 \\
\midrule
\textbf{ResNet} & 76.2 \\
\end{tabular}
\end{table}
\end{document}
Not this.
"""


def read(text: str) -> Content:
    check_origins(text, ".tex")
    return read_tex(Source("note.tex", text))


def layout(text: str) -> list[tuple[str, int, int | None, str]]:
    return [(block.kind.value, block.level, block.parent, block.prose) for block in read(text).blocks]


def fields(block: Block) -> list[tuple[str, str]]:
    return [(field.name, block.prose[field.start : field.end]) for field in block.fields]


def test_a_document_is_its_text_under_its_headings() -> None:
    content = read(DOCUMENT)

    assert content.problems == ()
    assert layout(DOCUMENT)[1:] == [
        ("heading", 2, None, "abstract"),
        ("paragraph", 0, 1, "We compare ways to normalize."),
        ("heading", 2, None, "Related Work"),
        (
            "paragraph", 0, 3,
            r"Residual networks \cite{he2016deep} made very deep models trainable. Schrödinger's cat & dog, “quoted” – QuietNet does this.",
        ),
        ("paragraph", 0, 3, r"See https://jmlr.org/a_b and \citet{kingma2015adam}, where $x_1 = 2$."),
        ("item", 1, 3, "first"),
        ("item", 1, 3, "Second item"),
        ("item", 2, 7, "inner"),
        ("paragraph", 1, 7, "still second"),
        ("paragraph", 0, 3, "Statistics are per case."),
        ("code", 0, 3, "100 % of \\this"),
        ("paragraph", 0, 3, "\\begin{equation}\nE = mc^2\n\\end{equation}"),
        ("heading", 3, 3, "Results"),
        ("paragraph", 0, 13, "Accuracy"),
        ("header", 0, 13, "Model\tTop-1"),
        ("row", 0, 13, "ResNet\t76.2"),
    ]  # fmt: skip


def test_title_authors_and_date_are_a_record() -> None:
    content = read(DOCUMENT)

    assert content.title == "Notes on Normalization"
    assert (content.blocks[0].kind, content.blocks[0].info) == (BlockKind.RECORD, "yaml")
    assert fields(content.blocks[0]) == [
        ("title", "Notes on Normalization"), ("author", "Jane Doe"), ("author", "Richard Roe"), ("date", "March 2024"),
    ]  # fmt: skip
    assert dict(content.meta) == {"title": "Notes on Normalization", "date": "March 2024"}


def test_links_and_marks_stand_at_their_text() -> None:
    block = read(DOCUMENT).blocks[4]
    (link,) = block.links

    assert (block.prose[link.start : link.end], link.target) == ("this", "https://arxiv.org/abs/1607.06450")
    assert DOCUMENT[link.source_start : link.source_end] == r"\href{https://arxiv.org/abs/1607.06450}{this}"
    assert [(block.prose[mark.start : mark.end], mark.kind.value) for mark in block.marks] == [
        ("cat", "em"),
        ("dog", "strong"),
    ]
    start = block.prose.index("Schrö")
    assert DOCUMENT[slice(*block.source(start, start + 11))] == r"Schr{\"o}dinger"


def test_a_part_of_a_document_is_read_as_well() -> None:
    text = "\\section{One}\nText about \\citep{a,b}.\n"

    assert layout(text) == [("heading", 2, None, "One"), ("paragraph", 0, 0, r"Text about \citep{a,b}.")]


def test_entries_of_a_bibliography_are_read_as_in_markdown() -> None:
    text = r"""\begin{thebibliography}{9}

\bibitem[Lamport(1978)]{lamport1978time}
Leslie Lamport.
\newblock Time, clocks, and the ordering of events in a distributed system.
\newblock {\em Communications of the ACM}, 1978.

\bibitem{dean2004mapreduce} % the second
Jeffrey Dean and Sanjay Ghemawat.

\newblock {MapReduce}: Simplified data processing on large clusters.

\newblock In \emph{OSDI}, 2004. \url{https://doi.org/10.1145/1327452.1327492}

\bibitem{erdos1959random}
P{\'a}l Erd{\H o}s and Alfr{\'e}d R{\'e}nyi.
\newblock On random graphs {I}.
\newblock {\em Publicationes Mathematicae}, 1959.

\end{thebibliography}
"""
    content = read(text)
    entries = list(bibitems.find(Page(Note("a.tex", text, content.blocks))))

    assert [entry.citekey and entry.citekey.text for entry in entries] == [
        "lamport1978time", "dean2004mapreduce", "erdos1959random",
    ]  # fmt: skip
    assert [entry.title and entry.title.text for entry in entries] == [
        "Time, clocks, and the ordering of events in a distributed system",
        "MapReduce: Simplified data processing on large clusters",
        "On random graphs I",
    ]
    assert [[who.text for who in entry.authors] for entry in entries] == [
        ["Leslie Lamport"], ["Jeffrey Dean", "Sanjay Ghemawat"], ["Pál Erdős", "Alfréd Rényi"],
    ]  # fmt: skip
    assert [entry.venue and entry.venue.text for entry in entries] == [
        "Communications of the ACM",
        "OSDI",
        "Publicationes Mathematicae",
    ]
    assert [entry.year and entry.year.text for entry in entries] == ["1978", "2004", "1959"]


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        ("50\\% of % all\nit", "50% of it"),
        ("a\n% line\nb", "a b"),
        ("foo% joined\n   bar", "foobar"),
        (r"{\bf bold} {\em it} \textit{a \textbf{b}}", "bold it a b"),
        (r"a\footnote{see b} c", "a (see b) c"),
        (r"in Figure~\ref{fig:a}.", "in Figure ."),
        (r"\verb|a_b| and \texttt{c\_d}", "a_b and c_d"),
        (r"one\\two\\[2pt]three", "one\ntwo\nthree"),
        (r"\unknown{kept} \alpha", "kept α"),
        (r"\citep[see][p. 3]{a} \nocite{b}", r"\citep{a}"),
        (r"\textcolor{red}{shown} \includegraphics[width=1cm]{a.png}", "shown"),
        (r"\[ x = 1 \] and $$y$$ \(z\)", r"\[ x = 1 \] and $$y$$ \(z\)"),
        (r"\def\us{KG}\us is", "KG is"),
        (r"{\small small} text", "small text"),
    ],
)
def test_prose_is_what_is_printed(text: str, prose: str) -> None:
    assert [block.prose for block in read(text).blocks] == [prose]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (r"\begin{verbatim} x", ["open-block"]),
        (r"\begin{tabular}{ll} a & b", ["open-block"]),
        (r"\href{javascript:alert(1)}{x}", ["unsafe-link"]),
        (r"\emph{open \cite{ \href{a}{ \section{ \bibitem{ \title{", []),
        ("}}}} { \\end{itemize} \\item x \\end{quote}", []),
        ("\\emph{" * 3_000 + "deep" + "}" * 3_000, []),
        ("\\author{" + "a \\and " * 3_000 + "}", []),
        ("word " * 90_000, ["huge-line"]),
        ("%", []),
        ("\\", []),
    ],
)
def test_what_is_broken_is_read_or_reported(text: str, codes: list[str]) -> None:
    assert [problem.code for problem in read(text).problems] == codes


MARKS = st.sampled_from(
    ["\\section{", "}", "{", "\\item ", "\\begin{itemize}", "\\end{itemize}", "\\begin{tabular}{ll}", "\\end{tabular}", " & ",
     "\\\\", "%", "$", "\\emph{", "\\cite{", "\\href{a}{", "\\url{", "\\bibitem{k} ", "\\newblock ", "\\begin{verbatim}",
     "\\end{verbatim}", "\\title{", "\\author{", "\\and ", "\\'e", "~", "--", "\n\n", "\n", "\\par ", "\\newcommand{\\x}{", "\\x ", ""]
)  # fmt: skip


@given(parts=st.lists(st.tuples(MARKS, WORDS), max_size=30), end=st.sampled_from(["", "\r\n", "\r", " "]))
@settings(max_examples=200, deadline=None)
def test_any_file_is_read_and_leads_back(parts: list[tuple[str, str]], end: str) -> None:
    read(end.join(mark + word for mark, word in parts))


@pytest.mark.parametrize(
    "piece",
    ["{", "}", "\\emph{", "\\emph{a} ", "\\cite{", "\\cite[", "$a ", "\\(", "\\begin{a}", "\\begin{verbatim}", "\\begin{equation}",
     "\\begin{tabular}{l}", "a & b \\\\ ", "\\bibitem{k} ", "\\bibitem{", "% a\n", " % a\n", "\\item ", "\\section{a}", "\\verb|a",
     "\\href{a}{", "\\title{a}", "\\author{a \\and ", "\\newcommand{\\a}{", "\\\\", "\\", "\n\n", " ", "\\url{a\\_"],
)  # fmt: skip
def test_the_work_grows_with_the_file(piece: str) -> None:
    read_tex(Source("warm", "a"))
    assert grows_linearly(lambda count: read_tex(Source("note.tex", piece * count)), 600)


@pytest.mark.parametrize(
    "text",
    [
        "See \\cite{a,\nb} and \\emph{c\nd}.",
        "See \\cite[p.\n3]{a,\nb}, then \\emph{c}.",
        "See \\cite{a,\n\nb} and \\emph{c\n\nd}.",
        "See \\cite[p.\n\n3]{a,\nb} and {\\bf c\n\nd} e.",
        "\\emph{one \\cite{a,\n\nb} two} three\n\nfour} five",
        "\\href{https://jmlr.org/\n\na}{b} and \\textbf{c\n\n}d",
    ],
)
def test_a_command_over_several_lines_leads_back_in_the_order_of_the_file(text: str) -> None:
    blocks = read(f"\\section{{A}}\n{text}\n").blocks  # which checks that no place runs backwards

    words = [word for word in ("See", "three", "five", "d}") if word in text]
    assert all(any(word.strip("}") in block.prose for block in blocks) for word in words)
