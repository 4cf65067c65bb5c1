"""Completion in notebooks: what JupyterLab is told after a call of classkit's has begun.

Completion in JupyterLab shows options and bots of a game. A kernel is asked as
JupyterLab asks it, so IPython's and jedi's own completers have their say too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

import classkit
from classkit.widgets.completion import complete_code

Complete = Callable[[str], list[str]]

BEGIN = """
import classkit
from classkit import study, widgets
m = classkit.new("opoly", seats=3, seed=7)
live = classkit.table("economy", seats=3)
"""


@pytest.fixture(scope="module")
def complete() -> Iterator[Complete]:
    """Complete a line in a kernel."""
    from jupyter_client.manager import start_new_kernel

    manager, client = start_new_kernel(kernel_name="python3")
    try:
        ran = client.execute_interactive(BEGIN, timeout=60, output_hook=lambda message: None)
        assert ran["content"]["status"] == "ok", ran["content"]

        def ask(code: str) -> list[str]:
            told = client.complete(code, reply=True, timeout=60)["content"]
            assert told["status"] == "ok"
            begun = code[told["cursor_start"] : told["cursor_end"]]
            assert all(match.lstrip("%").startswith(begun) for match in told["matches"])
            return list(told["matches"])

        yield ask
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def test_options_are_those_of_the_game_that_is_named(complete: Complete) -> None:
    shown = complete('classkit.new("poleconomy", options={"')
    assert {"quick_start", "round_limit"} <= set(shown)
    assert "auction_format" not in shown, "that is an option of another game"
    assert complete('classkit.new("poleconomy", options={"quick') == ["quick_start"]
    assert complete('classkit.new("poleconomy", options={"game": 2, "quick') == ["quick_start"]
    assert '"auction_format"' in complete("classkit.table('opoly',\n    seats=3, options={")
    assert "seats=" in complete('classkit.table("poleconomy", se'), "Python completes the others"


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ('classkit.new("', classkit.list_games()),
        ('classkit.table("eco', ["economicon", "economy"]),
        ('classkit.table("poleconomy", bots="', classkit.bots("poleconomy")),
        ('classkit.table("poleconomy", bots={"A": "t', ["tycoon"]),
        ('study.simulate("economy", bots=["raider", "ha', ["harvester"]),
        ('m.play(until="turn", bots="emp', ["empire_builder"]),
        ('m.play(until="', ["decision", "end", "round", "turn"]),
        ('m.play("tu', ["turn"]),
        ('study.futures(m, bots="app', ["appraiser"]),
        ('live.step("ro', ["round"]),
        ('live.hand("A", "ins', ["insider"]),
        ('live.hand("A", "per', ["person"]),
        ('classkit.new("poleconomy", edition="', ["poleconomy-canada"]),
        ('classkit.new("opoly", options={"auction_format": "en', ["english"]),
        ('classkit.new("opoly", options={"play_rolls": 30, "auction_format": "en', ["english"]),
        ('classkit.new("poleconomy", options={"quick_start": T', ["True"]),
        ('study.simulate("opoly", vary={"auction_format": ["en', ["english"]),
        ('study.simulate("opoly", metrics=["price_i', ["price_index"]),
        ('study.simulate("poleconomy", vary={"quick', ["quick_start"]),
        ('study.simulate("opoly", vary={"auction_format": ["english", "sec', ["second_price"]),
        ('study.tournament("bots", "opoly", options={"auction_f', ["auction_format"]),
        ('study.check_policy("mine.py", game="opoly", options={"auction_f', ["auction_format"]),
        ('classkit.room("opoly", compare={"auction_format": ["en', ["english"]),
        ('live.see_as("inst', ["instructor"]),
        ('live.cover("take', ["take_overs"]),
        ('widgets.chart(live, "take', ["take_overs"]),
        ('widgets.chart(m, "price_i', ["price_index"]),
        ('classkit.table("opoly", covered=["price_i', ["price_index"]),
        ('m.answer("', ["bid", "pass"]),
    ],
)
def test_what_an_argument_may_be_is_shown(complete: Complete, code: str, shown: list[str]) -> None:
    assert set(shown) <= set(complete(code))
    if '"' in code and ": T" not in code:
        assert sorted(complete(code)) == sorted(shown), "files and other texts could not be meant"


@pytest.mark.parametrize("code", ['print("', "classkit.new(", 'open("', "m.undo(", "x = {'a': ["])
def test_other_lines_are_completed_as_ever(complete: Complete, code: str) -> None:
    assert not {"quick_start", "tycoon", "poleconomy"} & set(complete(code))


def test_charts_are_those_of_the_match() -> None:
    """Game 1 of Poleconomy has no budget to draw; Game 2 has (P17)."""
    for game, drawn in ((1, []), (2, ["budget", "budget_balance"])):
        live = classkit.table("poleconomy", seats=3, seed=7, options={"game": game})
        assert complete_code('live.cover("budget', {"live": live})[1] == drawn


def test_no_answer_is_offered_of_what_one_seat_alone_may_see() -> None:
    """A notebook may be on a projector (see :meth:`Decision.html`)."""
    secret = classkit.new("economy", seats=3, seed=7)
    assert secret.requests()[0].private
    assert complete_code('m.answer("', {"m": secret})[1] == []


def test_throws_by_hand_are_offered_as_answers() -> None:
    thrown = classkit.new("poleconomy", seats=3, seed=7, luck="by_hand")
    assert complete_code('m.answer("', {"m": thrown})[1] == ["roll"]


def test_nothing_is_run_to_complete_a_line() -> None:
    """A property of somebody else's object may do anything, so none is read."""

    class Trap:
        @property
        def play(self) -> None:
            raise AssertionError("this was run")

    assert complete_code('trap.play("', {"trap": Trap()}) == ("", [], False)
    assert complete_code('trap.play.more("', {"trap": Trap()}) == ("", [], False)


@pytest.mark.parametrize(
    "code",
    ["", ")", "'", '"""', "((((", "classkit.new(\\", 'classkit.new("poleconomy", "', "f(" * 3_000,
     "classkit.new('nowhere', ", "classkit.new(b'x', ", "classkit.new(,,,", "# classkit.new("],
)  # fmt: skip
def test_no_line_breaks_it(code: str) -> None:
    _, found, _ = complete_code(code, {"classkit": classkit})
    assert isinstance(found, list)
