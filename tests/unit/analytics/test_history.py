"""What changes over time, against values worked out by hand: growth, shifts, bursts, new methods, venues."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import networkx as nx
import pytest
from growth import grows_linearly

from kg.analytics.dated import LIST, Dated, warn
from kg.analytics.history import burst, find_new, follow, grow, shift, spread
from kg.analytics.tables import Finding
from kg.analytics.venues import profile, shift_venues

KINDS = {"p": "paper", "a": "person", "t": "topic", "m": "method", "v": "venue", "e": "edition", "n": "note"}


class Vault:
    """A network of papers and what they have, put together step by step; names are IRIs, of which the first letter
    tells the kind."""

    def __init__(self) -> None:
        self.network = nx.Graph()

    def add(self, year: int | None, number: int, *has: str) -> Vault:
        """Add papers of a year that all have the same."""
        for _ in range(number):
            paper = f"p{len(self.network.nodes):03}"
            self.network.add_node(paper, name=paper, kind="paper", **({"year": year} if year else {}))
            for other in has:
                self._thing(other)
                self.network.add_edge(paper, other)
                self._name_in_notes(other, [one for one in has if one[0] == "n" and one != other])
        return self

    def write(self, note: str, date: str) -> Vault:
        """Give a note a date."""
        self._thing(note)
        self.network.nodes[note]["written"] = date
        return self

    def link(self, first: str, second: str) -> Vault:
        """Link two things."""
        self._thing(first)
        self._thing(second)
        self.network.add_edge(first, second)
        return self

    def _thing(self, name: str) -> None:
        self.network.add_node(name, name=name, kind=KINDS[name[0]])

    def _name_in_notes(self, thing: str, notes: Sequence[str]) -> None:
        if thing[0] != "n":
            self.network.add_edges_from((thing, note) for note in notes)


def rows(finding: Finding, *columns: str) -> list[tuple[object, ...]]:
    """Give some columns of a table."""
    places = [finding.table.columns.index(column) for column in columns]
    return [tuple(row[place] for place in places) for row in finding.table.rows]


def two_years() -> Vault:
    """Give four papers of 2023 and four of 2024: t1 has three of the latter, t2 one of each year and one more."""
    vault = Vault().add(2023, 1, "t2", "a1", "m1").add(2023, 3, "v1")
    return vault.add(2024, 1, "t1", "t2", "a1", "m1").add(2024, 2, "t1").add(2024, 1, "t2", "a2", "v2")


# Growth.


def test_growth_counts_what_comes_up_with_the_papers_of_a_year_and_what_has_none() -> None:
    finding = grow(two_years().add(None, 2, "a3", "a1", "n1").network, name="x")
    assert finding.table.rows == (
        ("2024", 0, 4, 8, 1, 1, 0),
        ("2023", 0, 4, 4, 1, 1, 1),
        ("undated", 1, 2, 10, 1, 0, 0),
    )
    assert finding.table.remark == "By the years of the papers."


def test_growth_goes_by_the_dates_of_notes_where_half_of_them_have_one() -> None:
    vault = Vault().add(2019, 2, "n1", "a1").add(2024, 1, "n2", "a1", "a2").add(2020, 1, "n3", "a3")
    vault.write("n1", "2024-01-31").write("n2", "2024-03-01")
    finding = grow(vault.network, name="x")
    assert rows(finding, "when", "notes", "papers", "papers in all", "new people") == [
        ("2024-03", 1, 1, 3, 1),
        ("2024-01", 1, 2, 2, 1),
        ("undated", 1, 1, 4, 1),
    ]
    assert finding.table.remark == "By the dates of the notes; 2 of 3 have one."
    more = vault.add(2019, 1, "n4").add(2019, 1, "n5").network
    assert [when for when, *_ in rows(grow(more, name="x"), "when")] == ["2024", "2020", "2019"]


def test_growth_is_told_by_year_where_there_are_many_months() -> None:
    vault = Vault()
    for number in range(30):
        vault.write(f"n{number}", f"20{20 + number // 12}-{number % 12 + 1:02}-01")
    assert rows(grow(vault.network, name="x"), "when", "notes") == [("2022", 6), ("2021", 12), ("2020", 12)]


# Shifts and bursts.


def test_a_shift_compares_the_parts_that_two_years_give_a_topic() -> None:
    finding = shift(two_years().network, name="x")
    # 0 of 4 and 3 of 4; a part of 3/8 varies by (3/8 * 5/8 * (1/4 + 1/4)) ** 0.5 = 0.342: 0.75 / 0.342 = 2.2. Of t2, one
    # of 4 and two of 4 are 0.7 deviations apart, which is less than one.
    columns = ("name", "kind", "years", "papers before", "of papers before", "papers after", "of papers after")
    assert rows(finding, *columns) == [("t1", "topic", "2023-2024", 0, 4, 3, 4)]
    assert rows(finding, "change in points", "deviations") == [(75.0, 2.2)]
    assert finding.table.remark == "2023: 4 papers in 0 notes; 2024: 4 papers in 0 notes."


def lists() -> Vault:
    """Give a list about each of two years, with headings of its own, and one of both years."""
    vault = Vault().add(2023, 5, "n1", "t1").add(2023, 5, "n1").add(2024, 5, "n2", "t2").add(2024, 5, "n2")
    return vault.add(2023, 5, "n3", "t3").add(2023, 5, "n3").add(2024, 1, "n3", "t3").add(2024, 9, "n3")


def test_a_heading_of_a_list_about_one_year_has_not_come_or_gone() -> None:
    finding = shift(lists().network, name="x")
    assert rows(finding, "name", "papers before", "of papers before", "papers after", "of papers after") == [
        ("t3", 5, 10, 1, 10)
    ]
    told = "2023: 20 papers in 2 notes; 2024: 20 papers in 2 notes. 2 things are left out because only lists"
    assert finding.table.remark.startswith(told)
    assert [name for (name,) in rows(burst(lists().network, name="x"), "name")] == []


def test_numbers_over_the_years_come_with_a_caution_where_they_say_little() -> None:
    assert warn(Vault().add(2023, 20, "n1").network, name="x").table.rows == (
        ("years", "There are only 20 papers: too few for a trend or a gap to mean much."),
        ("gaps", "There are only 20 papers: too few for a trend or a gap to mean much."),
    )
    assert (
        Dated(Vault().add(2023, 40, "n1").add(2024, 2, "n1").network).caution().startswith("There is nothing to comp")
    )
    assert Dated(Vault().add(None, 40, "n1").network).caution().endswith("hardly any paper has a year.")
    apart = Vault().add(2023, 40, "n1").add(2024, 40, "n2").network
    assert Dated(apart).caution().startswith("Most papers of 2023 and 2024 are in lists about one year each")
    together = Vault().add(2023, 20, "n1").add(2024, 20, "n1").network
    assert Dated(together).caution() == ""


def test_a_list_of_papers_that_all_have_a_topic_does_not_say_how_common_it_is() -> None:
    vault = lists().add(2024, LIST, "n4", "t3")
    dated = Dated(vault.network)
    assert dated.of("t3") == {2023: 5, 2024: 1 + LIST}
    assert dated.compared("t3") == ({2023: 5, 2024: 1}, {2023: 10, 2024: 10})


def test_papers_in_short_notes_are_compared_with_all_of_their_sort() -> None:
    vault = Vault()
    for number in range(12):
        vault.add(2023 + number // 6, 1, f"n{number}", *(["t1"] if number in {1, 6, 7, 8, 9} else []))
    assert rows(shift(vault.network, name="x"), "name", "papers before", "of papers before", "papers after") == [
        ("t1", 1, 6, 4)
    ]


def test_years_with_few_papers_are_not_compared() -> None:
    finding = shift(Vault().add(2023, 3, "t1").add(2024, 2, "t1").add(None, 5).network, name="x")
    assert (finding.table.rows, finding.table.remark) == ((), "There are not two years with 3 or more papers.")


def test_a_burst_is_more_than_the_year_lets_expect() -> None:
    vault = two_years()
    assert burst(vault.network, name="x").table.rows == ()  # three where 1.5 are to be expected: 1.2 deviations
    # Now 4 of 32 papers are of 2024, and 3 * 4 / 32 = 0.375 of three: (3 - 0.375) / 0.375 ** 0.5 = 4.3 deviations.
    finding = burst(vault.add(2020, 24).network, name="x")
    assert rows(finding, "name", "year", "papers", "expected", "deviations") == [("t1", 2024, 3, 0.4, 4.3)]


def test_a_topic_is_followed_through_the_years() -> None:
    network = two_years().add(None, 1, "t1").network
    network.nodes["t1"]["name"] = "Graphs"
    finding = follow(network, name="x")
    assert rows(finding, "topic", "year", "papers", "share in %") == [
        ("Graphs", 2024, 3, 75.0),
        ("t2", 2023, 1, 25.0),
        ("t2", 2024, 2, 50.0),
    ]
    assert finding.table.remark == "1 paper without a year is left out."


# Methods.


def test_a_method_is_new_if_papers_of_the_last_years_spoke_of_it_first() -> None:
    vault = Vault().add(2020, 6, "m1").add(2021, 4).add(2023, 2, "m2", "t1", "v1").add(2023, 8).add(2024, 5)
    vault.add(2024, 1, "m2", "t2").add(2024, 4, "m1", "m3").add(2024, 1, "m4").add(None, 2, "m5")
    finding = find_new(vault.network, name="x")
    # m1 is older, m4 has one paper, m5 no year. Of the 10 papers of 2023, 2 speak of m2: of the 10 before, 2 would, too.
    # Of the 11 of 2024, 4 speak of m3: of the 20 before, 7.3 would.
    columns = ("method", "first", "papers then", "share in %", "expected before", "papers", "topics", "venues")
    assert rows(finding, *columns) == [("m3", 2024, 4, 36.4, 7.3, 4, 0, 0), ("m2", 2023, 2, 20.0, 2.0, 3, 2, 1)]
    told = "Methods in two papers or more. 2023: 10 papers in 0 notes; 2024: 11 papers in 0 notes. 2 papers without a year are left out."
    assert finding.table.remark == told


def test_a_method_may_only_look_new_when_earlier_lists_do_not_speak_of_it() -> None:
    vault = Vault().add(2023, 10, "n1").add(2024, 5, "n2", "m1").add(2024, 5, "n2")
    assert rows(find_new(vault.network, name="x"), "method", "expected before") == [("m1", 0.0)]
    short = Vault().add(2023, 5).add(2024, 5, "n2", "m1").add(2024, 5, "n2")
    assert rows(find_new(short.network, name="x"), "method", "expected before") == [("m1", 2.5)]


def test_a_method_is_followed_to_the_topics_and_venues_that_it_reaches() -> None:
    vault = Vault().link("e2022", "v1").link("e2023", "v1").link("t9", "m9")
    vault.add(2022, 1, "m1", "t1", "e2022").add(2022, 3).add(2023, 1, "m1", "t1", "t2", "e2023").add(
        2024, 2, "m1", "v2"
    )
    vault.network.nodes["t2"]["name"] = "Examples"
    finding = spread(vault.add(2024, 1, "m2").add(2024, 1).network, name="x")
    columns = ("method", "year", "papers", "share in %", "topics", "venues", "new topics", "new venues")
    assert rows(finding, *columns) == [
        ("m1", 2022, 1, 25.0, 1, 1, "t1", "v1"),
        ("m1", 2023, 1, 100.0, 1, 1, "", ""),
        ("m1", 2024, 2, 50.0, 1, 2, "", "v2"),
    ]


# Venues.


def test_a_venue_is_about_what_more_of_its_papers_have_than_of_others() -> None:
    vault = Vault().add(2024, 3, "v1", "t1").add(2024, 1, "v1", "t2").add(2024, 1, "v2", "t1").add(2024, 7, "v2", "t2")
    finding = profile(vault.add(2024, 2, "v3", "t1").add(2024, 9, "t1").network, name="x")
    # t1: 3 of 4 and 1 of 8. Odds with half a paper added: log(3.5 / 1.5) - log(1.5 / 7.5) = 2.46, over
    # (1 / 3.5 + 1 / 1.5 + 1 / 1.5 + 1 / 7.5) ** 0.5 = 1.32 standard deviations; t2 the other way round. v3 has too few.
    columns = ("venue", "about", "papers", "of papers", "elsewhere", "of papers elsewhere", "log odds", "deviations")
    assert rows(finding, *columns) == [("v2", "t2", 7, 8, 1, 4, 2.46, 1.9), ("v1", "t1", 3, 4, 1, 8, 2.46, 1.9)]


def test_editions_count_for_their_series_and_a_venue_shifts_between_its_years() -> None:
    vault = Vault().link("e2023", "v1").link("e2024", "v1")
    vault.add(2023, 4, "e2023").add(2024, 1, "e2024").add(2024, 3, "e2024", "t1").add(2023, 9, "v2", "t1")
    finding = shift_venues(vault.network, name="x")
    columns = ("venue", "name", "years", "papers before", "of papers before", "papers after", "of papers after")
    assert rows(finding, *columns) == [("v1", "t1", "2023-2024", 0, 4, 3, 4)]
    told = "1 venue has two years with 3 or more papers. v1: 2023: 4 papers in 0 notes; 2024: 4 papers in 0 notes."
    assert finding.table.remark == told


ALL = [grow, shift, burst, follow, find_new, spread, profile, shift_venues]


def of_size(number: int) -> nx.Graph:
    """Give as many notes, each about a paper of its own."""
    vault = Vault()
    for paper in range(number):
        vault.add(2000 + paper % 20, 1, f"n{paper}", f"t{paper % 50}", f"m{paper // 3}", f"v{paper % 10}")
    return vault.network


@pytest.mark.parametrize("find", ALL)
def test_work_grows_with_the_notes(find: Callable[..., Finding]) -> None:
    networks = {number: of_size(number) for number in (300, 2400)}
    assert grows_linearly(lambda number: find(networks[number], name="x"), 300)


@pytest.mark.parametrize("find", ALL)
def test_nothing_gives_nothing(find: Callable[..., Finding]) -> None:
    assert find(nx.Graph(), name="x").table.rows == ()
