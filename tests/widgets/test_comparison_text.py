"""Two branches compared: played equally far, with the difference in words."""

from __future__ import annotations

import re

import pytest

import classkit
from classkit.engine.errors import NothingToDo
from classkit.widgets.branch_divergence import find_divergence
from classkit.widgets.live_table import Table
from classkit.widgets.match_controller import MatchController
from tests.widgets.pages import Page

GAMES = ("poleconomy", "economy", "economicon", "opoly")


def parted(game: str = "poleconomy", rounds: int = 3, seed: int = 3) -> Page:
    """A page whose table has gone back to the middle, forked, and decided otherwise by chance."""
    options = {"game": 1} if game == "poleconomy" else {}
    page = Page.of(classkit.new(game, seats=4, seed=seed, options=options), bots=None)
    for _ in range(rounds):
        page.do("step", until="round")
    page.do("goto", turn=page.match.turn // 2)
    page.do("fork")
    for _ in range(60):
        page.do("bot", seat=page.match.requests()[0].seat, bot="random")
        if page.now["apart"]:
            return page
    raise AssertionError("chance decided as the bots did")


@pytest.mark.parametrize("game", GAMES)
def test_both_lines_end_at_the_same_turn_and_the_difference_is_recomputed(game: str) -> None:
    page = parted(game)
    apart = page.now["apart"]
    assert apart["behind"] == page.now["branch"] and apart["other"] == "Main"
    main = page.desk.branches.get_branch("Main").match
    end = main.fork().goto(step=main.last_step).digest()
    page.do("play_as_far")
    apart, here = page.now["apart"], page.match
    assert apart["behind"] == "" and here.last_turn >= main.last_turn
    assert main.goto(step=main.last_step).digest() == end, "the longer one stays as it was"
    turns = min(here.last_turn, main.last_turn) - apart["turn"]  # neither is over
    after = f"after {turns} turn"
    if game == "economicon":  # whose page counts rounds, and no turns
        rounds = {row["turn"]: row["round"] for row in [*here.history, here.metrics()]}
        passed = rounds[min(here.last_turn, main.last_turn) - 1] - rounds[apart["turn"]]
        after = f"after {passed} round" if passed else "in the same round"
        assert re.match(r"At round \d+ “", apart["parts"])
    assert after in apart["words"] and "Both branches have finished turn" in page.now["said"]
    assert apart["here"] in apart["words"] and apart["there"] in apart["words"]


def test_the_words_state_the_figures_of_the_histories() -> None:
    page = parted()
    page.do("play_as_far")
    apart = page.now["apart"]
    main, here = page.desk.branches.get_branch("Main").match, page.match
    turn = min(here.last_turn, main.last_turn) - 1
    own, its = (
        next(row for row in match.fork().goto(step=match.last_step).history if row["turn"] == turn)
        for match in (here, main)
    )
    words = apart["charts"]["net_worth"]
    for seat in here.seats:
        more = own["net_worth"][seat] - its["net_worth"][seat]
        sign = "+" if more > 0 else "\u2212"
        assert (f"{here.seat_names[seat]} {sign}${abs(more):,}" in words) == bool(more)
    same = own["inflation_number"] == its["inflation_number"]
    assert ("Inflation Number the same" in apart["words"]) == same


def test_the_branch_that_is_not_on_the_screen_is_played_without_leaving_this_one() -> None:
    page = parted()
    page.do("step", until="round")
    page.do("step", until="round")
    while page.now["apart"]["behind"] != "Main":
        page.do("step", until="round")
    turn, step, name = page.match.turn, page.match.step, page.now["branch"]
    page.do("play_as_far", name="Main")
    assert (page.match.turn, page.match.step, page.now["branch"]) == (turn, step, name)
    main = page.desk.branches.get_branch("Main")
    assert main.match.last_turn >= turn and page.now["apart"]["behind"] == ""
    drawn = next(one for one in page.drawn_branches if one["name"] == "Main")
    assert drawn["rows"][-1]["turn"] == main.match.last_turn


def test_the_other_line_is_what_the_same_bots_make_of_it_with_the_same_luck() -> None:
    page = parted()
    twin = page.desk.branches.get_branch("Main").match.fork()
    for _ in range(6):
        page.do("step", until="round")
    page.do("play_as_far", name="Main")
    main = page.desk.branches.get_branch("Main").match
    twin.goto(step=twin.last_step).play("turn", bots=page.desk.get_policies())
    while twin.turn < main.turn:
        twin.play("turn", bots=page.desk.get_policies())
    assert twin.digest() == main.digest()


def test_a_person_is_waited_for_and_it_is_said() -> None:
    page = parted()
    for seat in page.match.seats:
        page.do("seat", seat=seat, who="person")
    said = page.do("play_as_far") and page.now["said"]
    assert "must act first in" in said and page.now["apart"]["behind"]


def test_what_cannot_be_compared_is_refused_with_the_reason() -> None:
    desk = MatchController(
        classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}), "saver"
    )
    with pytest.raises(NothingToDo, match="Fork it first"):
        desk.catch_up_branch()
    desk.fork()
    with pytest.raises(NothingToDo, match="already end at the same turn"):
        desk.catch_up_branch()


def test_covered_charts_are_not_told() -> None:
    page = parted()
    page.do("cover", chart="inflation", on=True)
    page.do("play_as_far")
    apart = page.now["apart"]
    assert "inflation" not in apart["charts"] and "Inflation Number" not in apart["words"]


def forked_at_the_end() -> Page:
    """A page whose class has come to a decision, forked there, decided otherwise, and played on."""
    page = Page.of(classkit.new("poleconomy", seats=4, seed=7, options={"game": 1}), "saver")
    for _ in range(7):
        page.do("step", until="turn")
    page.do("fork")
    asked = page.desk.open_decisions()[0]
    page.do("answer", move=next(m.name for m in asked.legal if m.name != asked.default.move))
    return page


def test_the_branch_that_ends_at_the_fork_is_played_as_far_in_one_act() -> None:
    page = forked_at_the_end()
    main = page.desk.branches.get_branch("Main").match
    turn, made = page.match.turn, page.desk.branches.title
    assert (
        page.now["apart"]["parts"] == f"“{made}” at turn {turn}; Main has not reached this point."
    )
    for _ in range(4):
        page.do("step", until="turn")
    assert (page.now["apart"]["behind"], page.now["apart"]["words"]) == ("Main", "")
    page.do("branch", name="Main", stay=True)
    assert page.match.turn == turn and page.now["apart"]["behind"] == "Main"
    page.do("branch", name=made, stay=True)
    twin = main.fork()
    page.do("play_as_far")
    apart, here = page.now["apart"], page.match
    assert apart["behind"] == "" and main.last_turn == here.last_turn
    assert apart["words"].startswith(f"“{made}” against “{apart['there']}”, after 4 turns: ")
    while twin.turn < main.turn:
        twin.play("turn", bots=page.desk.get_policies())
    assert twin.digest() == main.digest(), "the bots at the table have played it, with its luck"
    assert [one["title"] for one in page.now["branches"]] == ["Main", made]


def test_a_branch_that_the_bots_play_to_the_same_is_said_to_be_the_same() -> None:
    page = Page.of(classkit.new("poleconomy", seats=4, seed=7, options={"game": 1}), "saver")
    page.do("step", until="turn")
    page.do("fork")
    asked = page.desk.open_decisions()[0]
    match = page.match.fork().play("decision", bots=page.desk.get_policies())
    page.do("answer", seat=asked.seat, move=match.answers[-1].name)
    page.do("step", until="round")
    page.do("play_as_far")
    assert "They are the same" in page.now["said"] and page.now["apart"] is None


def test_what_the_sentence_tells_is_not_told_at_its_chart_again() -> None:
    page = parted()
    page.do("play_as_far")
    apart = page.now["apart"]
    assert apart["told"] and set(apart["told"]) < set(apart["charts"])
    for chart in apart["told"]:
        _, told = apart["charts"][chart].split(": ", 1)
        assert told in apart["words"]


def test_what_was_answered_under_seal_is_not_told() -> None:
    m = classkit.new("economicon", seats=3, seed=5)
    while m.requests()[0].name != "order_production":
        m.play("decision", "passive")
    other = m.fork()
    for match, grain in ((m, 1), (other, 2)):
        match.answer("order", seat=match.requests()[0].seat, grain=grain, oil=0, tech=0)
    parting = find_divergence(m, other)
    assert parting and parting.here == parting.there
    assert parting.here.endswith("decides in secret")


def test_lines_that_have_not_parted_differ_in_nothing() -> None:
    page = Page.of(classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}), "saver")
    page.do("step", until="round")
    page.do("fork")
    assert page.now["apart"] is None
    page.do("step", until="round")
    assert page.now["apart"] is None, "Main has only not come so far"


def test_a_table_in_a_notebook_has_it_too() -> None:
    live = Table("poleconomy", seats=4, seed=7, bots="saver", options={"game": 1}).step(
        until="round"
    )
    live.step(until="round").goto(step=0).fork("Arrow turned").answer("reverse")
    assert live.difference == ""
    turn = live.play_as_far("Main").turn
    assert live.difference.startswith(
        "“Dov reverses the arrow” against “Dov keeps the arrow”, after 8"
    )
    assert turn == 9 and live.branch_name == "Arrow turned"
