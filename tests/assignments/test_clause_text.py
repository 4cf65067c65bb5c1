"""The rules in an assignment's notebook: whole, by clause, and behind the number of each clause."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

import pytest

import classkit
from classkit.assignments import list_sheets, open_sheet
from classkit.assignments.answer_types import RuleAnswer
from classkit.clause_hovers import mark_clauses
from classkit.engine.errors import UnknownName
from classkit.engine.registry import find
from classkit.engine.rulebook_text import Rulebook

RULES = Rulebook.from_text(
    '## X1 Play\n\n- **X1.1 Toss.** "Heads" wins $5 | tails < $2, `x`.\n- **X1.2.** Once.'
)


class Hovers(HTMLParser):
    """Collects the texts behind numbers."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag == "abbr":
            self.found.append(dict(attributes)["title"] or "")


@pytest.mark.parametrize("name", list_sheets())
def test_a_sheet_shows_the_rules_of_its_game(name: str) -> None:
    sheet = open_sheet(name)
    rulebook = find(name.split("-")[0]).rulebook
    assert repr(sheet.rules()).splitlines()[1:] == [
        f"{number} {title}" for number, title in rulebook.chapters.items()
    ]
    shown = sheet.rules()._repr_html_()
    clause, text = [*rulebook.clauses.items()][-1]
    assert text in unescape(shown) and f"<b>{clause}</b>" in shown
    assert f"sheet.rule('{next(iter(rulebook.clauses))}')" in repr(sheet)
    assert shown in sheet._repr_html_(), "in the first cell, without a network"


def test_a_clause_and_a_chapter_can_be_read() -> None:
    sheet = open_sheet("economy-read")
    assert repr(sheet.rule("E2.1")).startswith("E2.1 ")
    chapter = repr(sheet.rule("E2")).splitlines()
    assert chapter[0].startswith("E2 ") and chapter[1].startswith("E2.1 ")
    assert "<b>E2.1</b>" in sheet.rule("E2.1")._repr_html_()
    with pytest.raises(UnknownName, match=r"no clause 'P4\.2'"):
        sheet.rule("P4.2")


def test_a_homework_knows_the_rules_of_its_match() -> None:
    from classkit.assignments.homework import open_homework
    from classkit.assignments.homework.homework_sheet import pack_match

    played = classkit.new("economy", seats=3, seed=3).play(until="end")
    assert open_homework(pack_match(played)).rule("E2.1").id == "E2.1"


def test_questions_and_feedback_show_the_clause_they_cite() -> None:
    """Wrong answers cite the clause: "Did you count the Inflation Number? See P4.2."."""
    cited = 0
    for name in ("poleconomy-1-read", "economy-read"):
        sheet = open_sheet(name)
        for key in sheet.questions:
            for text in (sheet.ask(key)._repr_markdown_(), sheet.check(key, 7)._repr_html_()):
                clauses = find(name.split("-")[0]).rulebook.clauses.values()
                chapters = find(name.split("-")[0]).rulebook.chapters.values()
                hovers = Hovers(text).found
                assert {*hovers} <= {*clauses, *chapters}
                cited += len(hovers)
    assert cited > 10


def test_only_known_clauses_outside_code_and_formulas_are_marked() -> None:
    text = mark_clauses("X1.1, (X1.2), X1, X9.9, aX1.1, X1.15, `X1.1`, $X1.1$", RULES)
    assert len(Hovers(text).found) == 3
    assert text.endswith("X9.9, aX1.1, X1.15, `X1.1`, $X1.1$")
    fenced = "```python\nX1.1\n```"
    assert mark_clauses(fenced, RULES) == fenced
    assert mark_clauses("X1.1", None) == "X1.1"


def test_a_clause_stays_a_text_whatever_it_contains() -> None:
    """JupyterLab looks for formulas before Markdown is read, and a bar ends a cell of a table."""
    text = mark_clauses("See X1.1.", RULES)
    assert not re.search(r"[$`|\n]", text)
    assert Hovers(text).found == ['Toss. "Heads" wins $5 | tails < $2, `x`.']


@pytest.mark.parametrize(
    "typed",
    [
        "q2.4",
        "\uff31\uff12\uff0e\uff14",
        "\u201cQ2.4\u201d",
        "\u00a7Q2.4",
        "\u00a7 Q 2.4.",
        "'Q2.4'",
        "\u300cQ2\u30024\u300d",
        "(Q2.4)",
    ],
)
def test_a_clause_is_found_as_people_type_it(typed: str) -> None:
    sheet = open_sheet("opoly-read")
    assert sheet.rule(typed).id == "Q2.4" and sheet.rule(typed).text == sheet.rule("Q2.4").text
    assert RuleAnswer({"Q2.4": "A clause.", "Q2.5": "Another."}).judge(typed, "Q2.4").right


@pytest.mark.parametrize("typed", ["Q24", "Q2-4", "Q99.9", "", "Q2.4 or Q2.5", "Q2.4" * 99])
def test_another_clause_is_unknown(typed: str) -> None:
    with pytest.raises(UnknownName):
        open_sheet("opoly-read").rule(typed)
