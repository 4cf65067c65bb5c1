"""The races of a match as studies count them: each by itself, and the rule for all together."""

from __future__ import annotations

from typing import Any

import pytest

import classkit
from classkit import study
from classkit.cli import main
from classkit.engine.game import Game
from classkit.engine.match import Match
from classkit.study import check_policy
from classkit.study.race_results import OVERALL_TITLE, combine_races, get_races
from classkit.widgets.forecasts import TIED_WINNERS_NOTE
from tests.every_game import every_game
from tests.widgets.pages import Page

BOTH = ["ASSET", "FUTURE EARNINGS"]
SHORT = {"play_rolls": 10}
EITHER = "won ASSET or FUTURE EARNINGS"


SEED = 30


def ended(seed: int = SEED, **options: Any) -> Match:
    """A match of 487-opoly in which B wins ASSET and C, who is last in it, FUTURE EARNINGS.

    Chance plays it, so that no bot that learns more makes it another.
    """
    return classkit.new("opoly", seats=4, seed=seed, options=options).play(
        until="end", bots="random"
    )


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.name)
def test_the_winners_of_a_match_are_those_who_win_a_race_that_decides(game: Game[Any]) -> None:
    for seed in range(6):
        match = classkit.new(game, seats=min(4, max(game.seat_numbers)), seed=seed)
        match.play(until="end", bots="random")
        races = get_races(match)
        assert [race.title for race in races] == list(game.all_races(match.table))
        assert races[0].places == tuple(
            line.place for seat in match.seats for line in match.standings() if line.seat == seat
        )
        won = {
            seat
            for race in races if race.decides
            for seat, share in zip(match.seats, race.won, strict=True) if share
        }  # fmt: skip
        assert won == set(match.winners)
        assert sum(combine_races(races).won) == pytest.approx(int(bool(match.winners)))


def test_nobody_wins_where_the_rules_say_so() -> None:
    """P17.5: with a bankrupt Treasury the richest has not won, though first in the standings."""
    matches = (
        classkit.new("poleconomy", seats=4, seed=seed, options={"game": 2}) for seed in range(200)
    )
    match = next(m for m in matches if not m.play(until="end", bots="politician").winners)
    (race,) = get_races(match)
    assert min(race.places) == 1 and race.won == (0, 0, 0, 0)


def test_an_empty_first_place_is_won_by_nobody() -> None:
    """Q11.4, plain: the best is bankrupt and drops a place, and the next keeps its own."""
    match = ended(0, place_penalty="plain")
    asset, future = get_races(match)
    assert min(future.places) == 2 and sum(future.won) == 0 and sum(asset.won) == 1
    page = Page.of(match)
    assert page.now["over"].endswith("Ada wins ASSET. Nobody wins FUTURE EARNINGS.")
    assert page.now["end"]["head"] == "Ada wins ASSET. Nobody wins FUTURE EARNINGS."


def test_the_places_over_both_races_are_those_of_their_sum() -> None:
    """The overall rule is that of the rulebook, where a class wants one winner (Q11.3)."""
    for seed in range(12):
        apart = combine_races(get_races(ended(seed)))
        added = get_races(ended(seed, combined_score="sum_of_places"))
        assert apart.title == OVERALL_TITLE and combine_races(added) is added[0]
        ranked = tuple(1 + sum(other < one for other in apart.places) for one in apart.places)
        assert ranked == added[0].places
        assert [race.decides for race in added] == [True, False, False]


def test_a_notebook_says_who_wins_which_race() -> None:
    bruno, chiara = "<b><bdi>Bruno</bdi></b>", "<b><bdi>Chiara</bdi></b>"
    shown = ended()._repr_html_()
    assert f"{bruno} wins ASSET. {chiara} wins FUTURE EARNINGS." in shown


def test_a_match_in_the_terminal_stars_the_winner_of_each_race(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["play", "opoly", "--seats", "4", "--seed", str(SEED), "--bots", "random"]
    assert main(words) == 0
    told = [line.split() for line in capsys.readouterr().out.splitlines()]
    stars = [line[2] for line in told if line[:1] == ["*"]]
    assert stars == ["Bruno", "Chiara"] and ["FUTURE", "EARNINGS"] in told and ["ASSET"] in told


# --- futures and comparisons ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def match() -> Match:
    return classkit.new("opoly", seats=3, seed=7, options=SHORT).play(until="round")


def test_futures_tell_the_chances_in_each_race(match: Match) -> None:
    ahead = study.futures(match, n=6, processes=1).wait()
    wins = ahead.wins()
    assert [(one.race, one.name) for one in wins] == [(race, s) for race in BOTH for s in "ABC"]
    assert wins[3].sentence().startswith("Ada wins FUTURE EARNINGS in ")
    frame = ahead.outcomes_frame()
    assert len(frame) == 6 * 2 * 3 and set(frame["race"]) == set(BOTH)
    for one in wins:
        mine = frame[(frame["race"] == one.race) & (frame["seat"] == one.name)]
        assert mine["won"].sum() == one.times
        assert (mine["won"] == (mine["place"] == 1)).all()
    assert set(ahead.chances_frame().query("kind == 'win'")["race"]) == set(BOTH)


def test_who_leads_at_a_horizon_leads_in_a_race(match: Match) -> None:
    """The leader in FUTURE EARNINGS was none, since the standings go by ASSET."""
    ahead = study.futures(match, n=4, horizon=2, processes=1).wait()
    assert [one.label for one in ahead.wins()][3:] == [
        f"{name} leads in FUTURE EARNINGS" for name in ("Ada", "Bruno", "Chiara")
    ]
    assert all(any(race.won) for one in ahead.outcomes for race in one.races)


def test_the_sum_of_places_is_one_race_to_win() -> None:
    match = classkit.new(
        "opoly", seats=3, seed=7, options={**SHORT, "combined_score": "sum_of_places"}
    )
    ahead = study.futures(match, n=2, processes=1).wait()
    assert [one.label for one in ahead.wins()] == ["Ada wins", "Bruno wins", "Chiara wins"]
    assert len(ahead.outcomes_frame()) == 2 * 3 * 3


def test_compared_moves_say_which_race_they_go_by(match: Match) -> None:
    table = study.compare_moves(match, n=2, horizon=1, processes=1).wait()
    told = {column.name: column.about for column in table.columns()}
    assert table.label == "ASSET" and told["mean"].startswith("ASSET: ")
    assert told["wins"].startswith("Wins ASSET or FUTURE EARNINGS: ")
    page = Page.of(match.fork())
    page.do("moves", n=2, horizon=1)
    assert page.now["moves"]["columns"][1::2] == [
        "ASSET on average", "Wins ASSET or FUTURE EARNINGS",
    ]  # fmt: skip


def test_the_chances_of_two_races_are_no_ties(match: Match) -> None:
    """That shares add to more than 100 % is said where seats tie, and two races are no tie."""
    page = Page.of(match.fork())
    page.do("futures", n=4)
    told = page.now["futures"]
    assert [one[1] for one in told["chances"] if one[0] == "win"] == list("ABC") * 2
    assert TIED_WINNERS_NOTE not in told["note"]


# --- simulations, homework, learning ------------------------------------------------------------


def test_the_columns_of_a_study_name_the_race() -> None:
    frame = study.simulate(
        "opoly", seats=3, n=2, by="seat", processes=1, progress=False, options=SHORT
    )
    told = {name: one["about"] for name, one in frame.attrs["columns"].items()}
    assert told["score"].endswith("in the standings: ASSET") and "by ASSET;" in told["place"]
    assert told["won"] == f"whether the seat has {EITHER}"
    both = study.simulate(
        "opoly", seats=3, n=1, by="seat", processes=1, progress=False,
        vary={"combined_score": ["none", "sum_of_places"]}, options=SHORT,
    )  # fmt: skip
    told = {name: one["about"] for name, one in both.attrs["columns"].items()}
    assert "by ASSET;" in told["place"] and "by Sum of places;" in told["place"]
    one = study.simulate("economy", seats=3, n=1, by="seat", processes=1, progress=False)
    assert one.attrs["columns"]["won"]["about"] == "whether the seat has won"


def test_homework_asks_of_the_winner_of_the_race_that_it_draws() -> None:
    from classkit.assignments.homework.played_match import PlayedMatch

    past = PlayedMatch(ended())
    assert past.score is not None and past.score.label == "ASSET"
    assert (past.leader, past.outcome) == ("B", "won ASSET")
    # of the two winners the one whose letter comes first is last in ASSET
    other = next(m for m in map(ended, range(40)) if m.winners[0] != m.standings()[0].seat)
    assert PlayedMatch(other).leader == other.standings()[0].seat


def test_a_policy_is_checked_by_the_races_that_it_wins(tmp_path: Any) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def policy(view, decision):\n    return decision.default\n")
    check = check_policy(file, "opoly", n=2, seats=3, seed=5, options=SHORT)
    assert check.races == tuple(BOTH) and check.wins in (0, 0.5, 1, 1.5, 2)
    assert "“ASSET” or “FUTURE EARNINGS” counts as one half of a match win." in str(check)


def test_futures_that_nobody_wins_are_counted_too() -> None:
    """P17.5: with a bankrupt country nobody wins; the numbers of a sentence sum to its futures."""
    m = classkit.new("poleconomy", options={"game": 2}, seats=4, seed=0).play(until="round")
    found = study.futures(m, n=12, processes=1, bots="politician")
    told = found.sentence()
    wins = sum(chance.times for chance in found.wins())
    nobody = 12 - wins
    assert nobody == next(one.times for one in found.endings() if "bankrupt" in one.label) > 0
    assert f"and nobody {nobody} (the country is bankrupt)." in told
