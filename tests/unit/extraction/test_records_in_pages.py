import pytest
from entries import found
from growth import grows_linearly

from kg.notes.markdown import read_markdown
from kg.notes.plain import read_text

ADAM = "Adam: A Method for Stochastic Optimization"
NORM = "Layer Normalization"
ATTENTION = "Attention Is All You Need"

UNREAD = pytest.mark.xfail(reason="not read yet")


def entries(text, *, read=read_text):
    return found(text, name="n.txt", read=read)


def papers(text, *, read=read_text):
    return {e.title.text: [name.text for name in e.authors] for e in entries(text, read=read)}


THREE = {
    ATTENTION: ["Ashish Vaswani", "Noam Shazeer"],
    NORM: ["Jimmy Lei Ba", "Jamie Ryan Kiros"],
    ADAM: ["Diederik P. Kingma", "Jimmy Ba"],
}


def rows(template, between="\n"):
    return "Accepted papers\n\n" + between.join(
        template.format(number=number, title=title, first=names[0], second=names[1])
        for number, (title, names) in enumerate(THREE.items(), start=1)
    )


@pytest.mark.parametrize(
    "template",
    [
        "{title}\n{first}, {second}\n",
        pytest.param("{title}\n\n{first}, {second}\n", marks=UNREAD),
        "{title}\n{first} · {second}\n",
        "{title}\n{first} | {second}\nPDF\n",
        "{title}\n{first} (MIT), {second} (ETH Zürich)\n",
        "{title}\n{first}, MIT; {second}, University of Toronto\n",
        "{title}\n{first}*, {second}1,2\n",
        "{title}\n{first}\n{second}\n",
        "{first} and {second}\n{title}\n",
        "#{number}\n{title}\n{first}, {second}\n[pdf] [supp] [bibtex]\n",
        "10:{number}0 - 10:{number}5 {title}\n{first}, {second}\n",
        "Paper {number}: {title} (Oral)\nAuthors: {first}, {second}\nAbstract\n",
        "Title: {title}\nAuthors: {first}, {second}\nComments: 12 pages\n",
        "Title:\n{title}\nAuthors:\n{first}, {second}\nComments: 12 pages\n",
        "• {title}\n    {first} and {second}\n",
    ],
)
def test_each_paper_of_a_page_has_its_title_and_its_authors(template):
    assert papers(rows(template)) == THREE


def test_lines_without_any_blank_line_are_divided_at_the_titles():
    assert papers(rows("{title}\n{first}, {second}\n[pdf] [supp]\n", between="")) == THREE


def test_bold_titles_and_authors_below_are_read_in_markdown():
    text = rows("**{title}**\n{first}; {second}\n").replace("Accepted papers", "# Accepted papers")
    assert papers(text, read=read_markdown) == THREE


def test_one_author_who_is_a_team_is_read_where_the_others_stand():
    text = rows("{title}\n{first}, {second}\n") + "\n\nGPT-4 Technical Report\nOpenAI\n"
    assert papers(text)["GPT-4 Technical Report"] == ["OpenAI"]


def test_a_title_over_two_lines_is_put_together():
    text = rows("{title}\n{first}, {second}\n") + (
        "\n\nSupervised Learning of Universal Sentence Representations from Natural\nLanguage Inference Data\n"
        "Alexis Conneau, Douwe Kiela\n"
    )
    title = "Supervised Learning of Universal Sentence Representations from Natural Language Inference Data"
    assert papers(text)[title] == ["Alexis Conneau", "Douwe Kiela"]


@UNREAD
def test_a_profile_says_venue_and_year_below_the_authors():
    text = (
        "Deep residual networks for recognition\nK He, X Zhang\nNature 521 (7553), 436-444\n98765\t2015\n"
        "Visualizing data using embeddings\nL van der Maaten, G Hinton\nJournal of machine learning research 9 (11)\n54321\t2008\n"
        "A simple way to prevent overfitting\nN Srivastava, G Hinton\nScience 15 (1), 1929-1958\n60000\t2014\n"
    )
    assert [(e.year and e.year.text, bool(e.venue)) for e in entries(text)] == [
        ("2015", True),
        ("2008", True),
        ("2014", True),
    ]


def test_results_of_a_search_say_authors_venue_and_year_on_one_line():
    text = "".join(
        f"{title}\nA Lee, B Roe… - Journal of Things, 20{number} - example.org\nCited by 9 Related articles\n\n"
        for number, title in enumerate((ATTENTION, NORM, ADAM), start=10)
    )
    assert [(e.year.text, e.venue.text, e.complete) for e in entries(text)] == [
        (f"20{number}", "Journal of Things", False) for number in (10, 11, 12)
    ]


def test_an_identifier_above_a_title_belongs_to_the_paper_below_it():
    text = "New listings\n\n" + "".join(
        f"[{number}] arXiv:2401.0000{number} [pdf, html, other]\nTitle: {title}\nAuthors: {names[0]}, {names[1]}\n"
        for number, (title, names) in enumerate(THREE.items(), start=1)
    )
    links = [[link.text for link in e.links] for e in entries(text)]
    assert links == [[f"https://arxiv.org/abs/2401.0000{number}"] for number in (1, 2, 3)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Organization\n\nProgram Chairs\nAda Lee, Bo Roe\n\nArea Chairs\nCy Poe, Di Moe\n\nLocal Organizers\nEd Coe, Flo Doe\n",
        "Our people\n\nVision Group\nAda Lee\n\nSpeech Group\nBo Roe\n\nRobotics Group\nCy Poe\n",
        "Contents\n\n1 Introduction 1\n2 Background 7\n2.1 Kernels 8\n3 Results 20\n",
        "Agenda\n\n09:00\nWelcome\nAda Lee\n09:15\nBudget for the coming year\nBo Roe\n10:00\nLunch break\n10:30\nPlans\nCy Poe\n",
        (
            "News\n\nCity Opens New Library\nBy Ada Lee\nMarch 3, 2024\n\nRain Expected on Sunday\nBy Bo Roe\n"
            "March 4, 2024\n\nSchool Wins a Prize\nBy Cy Poe\nMarch 5, 2024\n"
        ),
        "Ada Lee\nRoom 12\nMain Street 5\n12345 Springfield\n\nBo Roe\nRoom 14\nMain Street 5\n12345 Springfield\n",
        "Dear all,\n\nplease read the first chapter until Monday.\n\nBest,\nAda Lee\n",
        "Keynotes\n\nKeynote: The Future of Machines\nAda Lee, MIT\n\nPanel: Who Owns the Data\nBo Roe, Cy Poe\n",
    ],
)
def test_people_agendas_contents_news_and_addresses_give_nothing(text):
    assert entries(text) == []


@pytest.mark.parametrize(
    ("piece", "count"),
    [
        ("Cited by 1 ", 400),
        ("Ada Lee, ", 2000),
        ("[", 5000),
        (", . ", 3000),
        ("A. ", 3000),
        ("and ", 3000),
        (" ", 20000),
    ],
)
def test_long_lines_take_linear_time(piece, count):
    def read(size):
        line = piece * size + "x" * piece.isspace()
        entries(f"Papers\n\n{line}\n{line}\n\n{line}\n{line}\n\n{line}\n")

    assert grows_linearly(read, count // 8)
