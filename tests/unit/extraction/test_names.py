import pytest
from growth import grows_linearly
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.names import display, looks_like_person, split_names

THREE = ["Ashish Vaswani", "Noam Shazeer", "Niki Parmar"]
SHORT = ["A. Vaswani", "N. Shazeer", "N. Parmar"]


@pytest.mark.parametrize(
    ("text", "names", "complete"),
    [
        ("Ashish Vaswani, Noam Shazeer and Niki Parmar", THREE, True),
        ("Ashish Vaswani, Noam Shazeer, and Niki Parmar.", THREE, True),
        ("Ashish Vaswani; Noam Shazeer; Niki Parmar", THREE, True),
        ("Ashish Vaswani\nNoam Shazeer\nNiki Parmar", THREE, True),
        ("Ashish Vaswani,\nNoam Shazeer,\nNiki Parmar", THREE, True),
        ("by Ashish Vaswani, Noam Shazeer & Niki Parmar", THREE, True),
        ("Authors: Ashish Vaswani, Noam Shazeer, Niki Parmar", THREE, True),
        ("Ashish Vaswani*, Noam Shazeer*, Niki Parmar†", THREE, True),
        ("Ashish Vaswani1,2, Noam Shazeer1, Niki Parmar2,*", THREE, True),
        ("Ashish Vaswani (Google Brain), Noam Shazeer (Google Brain), Niki Parmar (Google Research)", THREE, True),
        ("Vaswani, Ashish; Shazeer, Noam; Parmar, Niki", THREE, True),
        ("Vaswani, Ashish and Shazeer, Noam and Parmar, Niki", THREE, True),
        ("Vaswani, Ashish, Noam Shazeer, and Niki Parmar", THREE, True),
        ("Vaswani, A., Shazeer, N., & Parmar, N.", SHORT, True),
        ("Vaswani, A., Shazeer, N. and Parmar, N.", SHORT, True),
        ("Vaswani A, Shazeer N, Parmar N", SHORT, True),
        ("Vaswani A., Shazeer N., Parmar N.", SHORT, True),
        ("A. Vaswani, N. Shazeer, and N. Parmar", SHORT, True),
        ("A. Vaswani & N. Shazeer", SHORT[:2], True),
        ("Vaswani, A., N. Shazeer, and N. Parmar", SHORT, True),
        ("Vaswani, Shazeer, Parmar", ["Vaswani", "Shazeer", "Parmar"], True),
        ("Vaswani and Shazeer", ["Vaswani", "Shazeer"], True),
        ("Vaswani, Ashish", ["Ashish Vaswani"], True),
        ("Vaswani et al.", ["Vaswani"], False),
        ("Vaswani et al", ["Vaswani"], False),
        ("Vaswani, Ashish, et al.", ["Ashish Vaswani"], False),
        ("Vaswani, A. et al.", ["A. Vaswani"], False),
        ("Ashish Vaswani, Noam Shazeer, et al. (2017)", THREE[:2], False),
        ("Ashish Vaswani, Noam Shazeer, and 6 others", THREE[:2], False),
        ("Vaswani, Ashish and Shazeer, Noam and others", THREE[:2], False),
        ("Ashish Vaswani, Noam Shazeer, ...", THREE[:2], False),
        ("Vaswani, A., Shazeer, N., … Polosukhin, I.", [*SHORT[:2], "I. Polosukhin"], False),
        ("Laurens van der Maaten and Geoffrey Hinton", ["Laurens van der Maaten", "Geoffrey Hinton"], True),
        ("van der Maaten, L. and Hinton, G. E.", ["L. van der Maaten", "G. E. Hinton"], True),
        ("van den Oord, Aaron; Vinyals, Oriol", ["Aaron van den Oord", "Oriol Vinyals"], True),
        ("García Márquez, Gabriel and Le, Quoc V.", ["Gabriel García Márquez", "Quoc V. Le"], True),
        (
            "Ruslan Salakhutdinov, Guy L. Steele, Jr., Yann LeCun",
            ["Ruslan Salakhutdinov", "Guy L. Steele Jr.", "Yann LeCun"],
            True,
        ),
        ("Jean-Baptiste Alayrac, J.-B. Grill", ["Jean-Baptiste Alayrac", "J.-B. Grill"], True),
        ("OpenAI, Josh Achiam, Steven Adler", ["OpenAI", "Josh Achiam", "Steven Adler"], True),
        ("张鹏, 李飞飞", ["张鹏", "李飞飞"], True),
        ("何恺明、张祥雨、任少卿", ["何恺明", "张祥雨", "任少卿"], True),
        ("何恺明 张祥雨", ["何恺明", "张祥雨"], True),
        ("何恺明等", ["何恺明"], False),
        ("김철수, 이영희", ["김철수", "이영희"], True),
        ("Алексей Досовицкий, Лев Толстой", ["Алексей Досовицкий", "Лев Толстой"], True),
        ("Santiago Ramón y Cajal", ["Santiago Ramón y Cajal"], True),
        ("Ximena Ruiz Gil y Pablo Sanz Mora", ["Ximena Ruiz Gil", "Pablo Sanz Mora"], True),
        ("Ashish Vaswani", ["Ashish Vaswani"], True),
        ("", [], True),
        ("12, 34", [], True),
    ],
)
def test_a_list_of_authors_is_read_name_by_name(text, names, complete):
    read = split_names(text)
    assert [name for _, _, name in read.names] == names
    assert read.complete is complete


def test_the_place_of_a_name_is_where_it_is_printed():
    text = "by Vaswani, A.*, and Ł. Kaiser (Google)"
    assert [text[start:end] for start, end, _ in split_names(text).names] == ["Vaswani, A.", "Ł. Kaiser"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Vaswani, Ashish", "Ashish Vaswani"),
        ("Gomez, Aidan N.", "Aidan N. Gomez"),
        ("Steele, Jr., Guy L.", "Guy L. Steele Jr."),
        ("Maaten, Laurens van der", "Laurens van der Maaten"),
        ("Vaswani AN", "A. N. Vaswani"),
        ("Noam  Shazeer*", "Noam Shazeer"),
        ("{OpenAI}", "OpenAI"),
        ("Yann LeCun", "Yann LeCun"),
        ("何恺明", "何恺明"),
    ],
)
def test_a_name_is_shown_with_the_given_name_first(name, shown):
    assert display(name) == shown


@pytest.mark.parametrize(
    "text",
    ["Ashish Vaswani", "A. Vaswani", "Łukasz Kaiser", "Laurens van der Maaten", "J.-B. Alayrac", "Quoc V. Le", "Yann LeCun",
     "Guy L. Steele Jr.", "Sébastien M. R. Arnold", "Conor O'Brien", "何恺明", "Лев Толстой", "Christopher D. Manning"],
)  # fmt: skip
def test_a_full_name_looks_like_a_person(text):
    assert looks_like_person(text)


@pytest.mark.parametrize(
    "text",
    ["Layer Normalization", "Attention Is All You Need", "BERT", "Vaswani", "Deep Residual Learning", "GPT 4", "Stanford University",
     "Google Research", "Graph Attention Networks", "reinforcement learning", "ICLR 2025", "Best Paper", "Poster Session", "",
     "A Survey", "Segment Anything", "ICML NIPS"],
)  # fmt: skip
def test_titles_and_organisations_do_not_look_like_a_person(text):
    assert not looks_like_person(text)


@given(st.text(max_size=120) | st.text(alphabet="AaBb.,;& \nandetl()[]12é何", max_size=120))
def test_no_text_breaks_the_reading_of_names(text):
    last = 0
    for start, end, name in split_names(text).names:
        assert last <= start < end <= len(text)
        assert name.strip() == name
        last = end
    assert isinstance(looks_like_person(text), bool)
    display(text)


@pytest.mark.parametrize("piece", ["a, ", "A. ", " and ", "(", "[", " ", "et al ", "Ab-", "A.-", "@a", "$", ";", "y "])
def test_long_lists_take_linear_time(piece):
    def read(size):
        text = "Vaswani, " + piece * size
        split_names(text)
        looks_like_person(text)

    assert grows_linearly(read, 12_500 // len(piece))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Novak, Ana, Petrov, Karel, Lind, Mara B.", ["Ana Novak", "Karel Petrov", "Mara B. Lind"]),
        ("Novak, Ana, Petrov, Karel and Lind, Mara", ["Ana Novak", "Karel Petrov", "Mara Lind"]),
        ("van der Berg, Jan, de la Cruz, Maria", ["Jan van der Berg", "Maria de la Cruz"]),
        ("Roe, Jr., Guy L., Doe, Jane", ["Guy L. Roe Jr.", "Jane Doe"]),
        ("Roe J Jr, Doe AB 3rd", ["J. Roe Jr", "A. B. Doe 3rd"]),
        ("Ana Novak, Karel Petrov, Bo Li, Mara Lind", ["Ana Novak", "Karel Petrov", "Bo Li", "Mara Lind"]),
        ("王, 小明, 赵, 丽", ["王小明", "赵丽"]),
        ("佐藤, 健, 田中, 一郎", ["佐藤 健", "田中 一郎"]),
        ("王小明，赵丽，李雷", ["王小明", "赵丽", "李雷"]),
    ],
)
def test_commas_alone_divide_a_list(text: str, names: list[str]) -> None:
    assert [name for _, _, name in split_names(text).names] == names


def test_family_names_alone_are_no_pairs_but_in_a_field() -> None:
    text = "Marlowe, Quillon, Tarkov, Vessel"

    assert [name for _, _, name in split_names(text).names] == ["Marlowe", "Quillon", "Tarkov", "Vessel"]
    assert [name for _, _, name in split_names(text, field=True).names] == ["Quillon Marlowe", "Vessel Tarkov"]


@pytest.mark.parametrize("name", ["W3C", "Bio4j", "COVID-19-Net", "Bio2RDF Consortium"])
def test_digits_inside_a_name_are_no_mark_of_a_footnote(name: str) -> None:
    assert display(name) == name


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("佐藤, 健", "佐藤 健"),
        ("佐藤 健", "佐藤 健"),
        ("王, 小明", "王小明"),
        ("王 小明", "王小明"),
        ("欧阳, 修", "欧阳修"),
        ("김, 철수", "김철수"),
        ("モーガン, ケイシー", "ケイシー モーガン"),
        ("Ли, Иван", "Иван Ли"),
    ],
)
def test_names_of_east_asia_have_the_family_name_first(written: str, shown: str) -> None:
    assert display(written) == shown
