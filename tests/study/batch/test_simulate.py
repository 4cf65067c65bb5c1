"""Many matches into one frame: the same however they are played, and no more than was asked."""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import partial
from typing import Any

import pandas as pd
import pytest

import classkit
from classkit import study
from classkit.engine.history import log_cursor, timeline, turn_stepper
from classkit.engine.match import Match
from classkit.engine.registry import find
from classkit.engine.state import copy_state
from classkit.study.batch import match_setting
from tests.endless import to_and_fro
from tests.toy import GAME

QUIET: dict[str, Any] = {"progress": False, "processes": 1}
PAIR: dict[str, Any] = {"bots": ["saver", "tycoon"], "seats": 2, "options": {"game": 1}}


def cautious(view: Any, decision: Any) -> Any:
    """A policy as a student writes it."""
    return "no" if decision.name == "buy_square" else decision.default


def test_a_row_is_what_the_match_itself_says() -> None:
    runs = study.simulate(
        "poleconomy", n=3, seeds=40, metrics=["bank_cash", "net_worth"], **PAIR, **QUIET
    )
    assert list(runs.seed) == [40, 41, 42] and list(runs.match) == [1, 2, 3]
    m = classkit.new("poleconomy", seats=2, seed=41, options={"game": 1}).play(
        bots={"A": "saver", "B": "tycoon"}
    )
    row = runs.iloc[1].to_dict()
    score = {line.seat: line.score for line in m.standings()}
    place = {line.seat: line.place for line in m.standings()}
    figures, began = m.metrics(), m.starting_facts()
    assert row == {
        "match": 2, "seed": 41, "bot.A": "saver", "bot.B": "tycoon",
        "winners": ", ".join(m.winners),
        "score.A": score["A"], "score.B": score["B"], "place.A": place["A"], "place.B": place["B"],
        "turns": m.turn, "rounds": m.round, "ending": m.ending,
        "first_mover": began["first_mover"], "start_number": 1,
        **{f"{fact}.{seat}": began[fact][seat]
           for fact in ("basic_income", "start_worth", "start_squares") for seat in "AB"},
        "bank_cash": figures["bank_cash"],
        "net_worth.A": figures["net_worth"]["A"], "net_worth.B": figures["net_worth"]["B"],
    }  # fmt: skip
    assert runs.attrs["columns"].keys() == set(runs.columns)
    assert all(one["about"] for one in runs.attrs["columns"].values())
    assert runs.attrs["columns"]["net_worth.B"]["unit"] == "$"
    assert runs.attrs["columns"]["score.A"]["unit"] == "$"


def test_a_row_may_be_a_seat() -> None:
    runs = study.simulate("poleconomy", n=2, by="seat", metrics="all", **PAIR, **QUIET)
    assert [tuple(row) for row in runs[["match", "seat", "bot"]].values] == [
        (1, "A", "saver"), (1, "B", "tycoon"), (2, "A", "saver"), (2, "B", "tycoon"),
    ]  # fmt: skip
    m = classkit.new("poleconomy", seats=2, seed=2, options={"game": 1}).play(
        bots={"A": "saver", "B": "tycoon"}
    )
    last = runs.iloc[3]
    assert last.won == ("B" in m.winners)
    assert last.net_worth == m.metrics()["net_worth"]["B"]
    assert last["worth_split.cash"] == m.metrics()["worth_split"]["B"]["cash"]
    assert last["ownership.A"] == m.metrics()["ownership"]["A"], "a part, and not a seat's own"


def test_a_row_may_be_a_turn() -> None:
    asked = ["inflation_number", "net_worth"]
    runs = study.simulate("poleconomy", n=2, by="turn", metrics=asked, **PAIR, **QUIET)
    m = classkit.new("poleconomy", seats=2, seed=2, options={"game": 1}).play(
        bots={"A": "saver", "B": "tycoon"}
    )
    mine = runs[runs.match == 2]
    assert list(mine.turn) == [row["turn"] for row in m.history]
    assert list(mine.inflation_number) == [row["inflation_number"] for row in m.history]
    assert list(mine["net_worth.B"]) == [row["net_worth"]["B"] for row in m.history]
    assert list(mine.columns) == [
        "match", "seed", "bot.A", "bot.B", "turn", "round", "first_mover", "basic_income.A",
        "basic_income.B", "start_worth.A", "start_worth.B", "start_squares.A", "start_squares.B",
        "start_number", "inflation_number", "net_worth.A", "net_worth.B",
    ]  # fmt: skip


def test_a_horizon_leaves_matches_as_they_stand() -> None:
    by_turn = {"by": "turn", "metrics": ["net_worth"]}
    whole = study.simulate("poleconomy", n=3, **by_turn, **PAIR, **QUIET)
    short = study.simulate("poleconomy", n=3, horizon=5, **by_turn, **PAIR, **QUIET)
    expected = whole[whole.turn <= 5].reset_index(drop=True)
    pd.testing.assert_frame_equal(short, expected)
    left = study.simulate("poleconomy", n=3, horizon=5, **PAIR, **QUIET)
    assert set(left.turns) == {5} and left.ending.isna().all() and set(left.winners) == {""}
    late = study.simulate("poleconomy", n=3, horizon=10_000, **PAIR, **QUIET)
    pd.testing.assert_frame_equal(late, study.simulate("poleconomy", n=3, **PAIR, **QUIET))


def test_every_combination_has_the_same_lucks() -> None:
    """The design crosses what is varied; each kind alone gives the same matches."""
    vary = {"auction_format": ["english", "second_price"], "seats": [3, 4]}
    runs = study.simulate("opoly", bots="appraiser", n=3, vary=vary, **QUIET)
    assert len(runs) == 12 and list(runs.match) == list(range(1, 13))
    for (auction, seats), part in runs.groupby(["auction_format", "seats"]):
        assert list(part.seed) == [1, 2, 3]
        alone = study.simulate(
            "opoly",
            bots="appraiser",
            n=3,
            seats=seats,
            options={"auction_format": auction},
            **QUIET,
        )
        for name in ("turns", "score.A", "ending"):
            assert list(part[name]) == list(alone[name])
    three = runs[runs.seats == 3]
    assert three["score.D"].isna().all() and three["bot.D"].isna().all()
    assert list(runs.columns)[:8] == [
        "match", "auction_format", "seats", "seed", "bot.A", "bot.B", "bot.C", "bot.D",
    ]  # fmt: skip


def test_bots_and_editions_may_be_varied() -> None:
    ours = dict(find("poleconomy").edition().data)
    name = "edition" if "edition" in ours else next(iter(ours))
    ours[name] = {**ours[name], "id": "ours"}
    vary = {
        "bots": ["saver", ["tycoon", "saver"], {"A": "random", "B": cautious}],
        "edition": ["poleconomy-canada", ours],
    }
    runs = study.simulate("poleconomy", n=2, seats=2, vary=vary, **QUIET)
    assert set(runs.bots) == {"saver, saver", "tycoon, saver", "random, cautious"}
    assert set(runs.edition) == {"poleconomy-canada", "ours"} and len(runs) == 12
    assert set(runs["bot.B"]) == {"saver", "cautious"}


@pytest.mark.sweep(1)
@pytest.mark.parametrize("by", ["match", "seat", "turn"])
def test_results_do_not_depend_on_the_number_of_workers(by: str, deep: bool) -> None:
    wish: dict[str, Any] = {
        "bots": ["saver", cautious, "random"], "n": 8, "options": {"game": 1},
        "vary": {"quick_start": [True, False]},
        "seats": 3, "by": by, "metrics": ["net_worth", "inflation_number"], "progress": False,
    }  # fmt: skip
    alone = study.simulate("poleconomy", processes=1, **wish)
    for processes in (2, 3) if deep else (3,):
        again = study.simulate("poleconomy", processes=processes, **wish)
        pd.testing.assert_frame_equal(again, alone)
        assert again.attrs == alone.attrs


def test_a_policy_of_a_notebook_plays_over_processes() -> None:
    limit = 3
    seen: list[int] = []

    def patient(view: Any, decision: Any) -> Any:
        seen.append(1)
        return decision.default if view.round < limit else decision.legal[0].draw(view.chance)

    wish: dict[str, Any] = {
        "options": {"game": 1},
        "bots": [patient, "saver"],
        "n": 12,
        "seats": 2,
        "progress": False,
    }
    over = study.simulate("poleconomy", processes=2, **wish)
    assert not seen, "it was played elsewhere"
    pd.testing.assert_frame_equal(over, study.simulate("poleconomy", processes=1, **wish))
    assert seen and set(over["bot.A"]) == {"patient"}


def test_a_policy_that_cannot_be_sent_plays_here_and_it_is_said() -> None:
    lock = threading.Lock()

    def guarded(view: Any, decision: Any) -> Any:
        with lock:
            return decision.default

    wish: dict[str, Any] = {
        "options": {"game": 1},
        "bots": [guarded, "saver"],
        "n": 6,
        "seats": 2,
        "progress": False,
    }
    with pytest.warns(UserWarning, match="Played in this process alone"):
        runs = study.simulate("poleconomy", processes=2, **wish)
    pd.testing.assert_frame_equal(runs, study.simulate("poleconomy", processes=1, **wish))


def test_a_policy_that_breaks_names_the_match() -> None:
    def breaks(view: Any, decision: Any) -> Any:
        return 1 // 0 if view.round == 2 else decision.default

    for processes in (1, 2):
        with pytest.raises(study.JobError, match=r"Match \d+ \(seed \d+\): .*ZeroDivisionError"):
            study.simulate(
                "poleconomy", bots=breaks, n=8, seats=2, processes=processes, progress=False
            )


def test_an_answer_that_is_illegal_names_the_match() -> None:
    with pytest.raises(study.JobError, match=r"^Match 1 \(seed 9\): turn 0, .*fly"):
        study.simulate(
            "poleconomy", bots=lambda view, decision: "fly", n=1, seeds=9, seats=2, **QUIET
        )


def test_a_game_of_ones_own_may_be_simulated() -> None:
    runs = study.simulate(GAME, bots="random", n=5, seats=3, processes=2, progress=False)
    assert len(runs) == 5 and runs.ending.notna().all()


def test_the_bar_tells_rate_and_time_left(capsys: pytest.CaptureFixture[str]) -> None:
    study.simulate("poleconomy", n=5, processes=1, **PAIR)
    told = capsys.readouterr().err
    assert "5/5" in told and "matches/s" in told and "<00:00" in told
    study.simulate("poleconomy", n=5, **PAIR, **QUIET)
    assert capsys.readouterr().err == ""


def test_a_match_without_an_end_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("classkit.engine.history.log_cursor.MAX_ANSWERS", 300)
    said = r"^Match 1 \(seed 1\): the match was not over in turn \d+, after 300 answers.*horizon"
    with pytest.raises(study.JobError, match=said):
        study.simulate("economy", bots=to_and_fro, n=2, **QUIET)
    assert len(study.simulate("economy", bots=to_and_fro, n=2, horizon=10, **QUIET)) == 2


# --- no more than was asked ---------------------------------------------------------------------


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[Match]:
    """All matches that a study begins, looked at afterwards."""
    found: list[Match] = []

    class Noted(Match):
        def __init__(self, *words: Any, **named: Any) -> None:
            super().__init__(*words, **named)
            found.append(self)

    monkeypatch.setattr(match_setting, "Match", Noted)
    return found


@pytest.mark.parametrize("game", classkit.list_games())
def test_a_simulation_keeps_nothing_but_answers(
    game: str, begun: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No event, no ledger row, no figures, and no copy of any table."""
    copies: list[Any] = []

    def counted(table: Any) -> Any:
        copies.append(table)
        return copy_state(table)

    for module in (log_cursor, timeline, turn_stepper):
        monkeypatch.setattr(module, "copy_state", counted)
    bots = sorted(find(game).policies)[:1]
    study.simulate(game, bots=bots, n=2, seats=4, horizon=30, **QUIET)
    assert all(match.turn > 0 for match in begun[1:]), "the first is the trial of the design"
    for match in begun:
        assert match.events == [] and match.transfers == [] and match.history == []
        line = match._timeline
        assert line.journal.events is None and line.journal.transfers is None
        assert all(segment.checkpoint is None for segment in line.segments)
    assert len(begun) == 3 and copies == [], "not even of the first table"


def test_turns_keep_the_figures_asked_for_alone(
    begun: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other figures are not even computed."""

    def forbidden(*_: Any) -> Any:
        raise AssertionError("nobody asked for this figure")

    asked = ("inflation_number", "net_worth")
    figures = tuple(
        metric if metric.key in asked else replace(metric, compute=forbidden)
        for metric in find("poleconomy").metrics
    )
    monkeypatch.setattr(type(find("poleconomy")), "active_metrics", lambda self, table: figures)
    runs = study.simulate("poleconomy", n=2, by="turn", metrics=asked, **PAIR, **QUIET)
    assert len(runs) > 20
    for match in begun:
        assert match.events == [] and match.transfers == []
        assert all(row.keys() == {"turn", "round", *asked} for row in match.history)
    with pytest.raises(study.JobError, match="nobody asked for this figure"):
        study.simulate("poleconomy", n=2, metrics="bank_cash", **PAIR, **QUIET)


# --- refused ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"n": 0}, "n must be a whole number, 1 or more, not 0"),
        ({"n": -3}, "n must be a whole number, 1 or more, not -3"),
        ({"n": 2.5}, "n must be a whole number, 1 or more, not 2.5"),
        ({"n": True}, "n must be a whole number, 1 or more, not True"),
        ({"n": 10_000_000}, r"has 10,000,000 matches \(10,000,000 seeds\).*limit=10_000_000"),
        ({"n": 10**40}, "n must be at most 1,000,000,000,000,000, not"),
        (
            {"n": 100_000, "vary": {"play_rolls": list(range(20, 60)), "seats": [3, 4]}},
            r"8,000,000 matches \(40 of play_rolls × 2 of seats × 100,000 seeds\)",
        ),
        ({"n": 20, "limit": 10}, "has 20 matches"),
        ({"limit": 0}, "limit must be a whole number, 1 or more, not 0"),
        ({"vary": {"auction_format": []}}, r"vary\['auction_format'\] is an empty list"),
        ({"vary": {"auction_format": "english"}}, "must be a list of values, not 'english'"),
        ({"vary": {"auction_formt": ["english"]}}, "no option or fact 'auction_formt'. Did"),
        ({"vary": {"auction_format": ["vickrey"]}}, "must be one of english, first_price"),
        ({"vary": {"seats": [3, 3]}}, "has 3 twice"),
        ({"vary": ["seats"]}, "vary must be a mapping"),
        ({"vary": {"bots": ["banker", ["banker", "banker"]]}}, "are the same .*'banker, banker"),
        ({"vary": {"seats": [["Ada", "Bo", "Cy"], 3]}}, "would count twice"),
        ({"vary": {"seats": [3, 99]}}, "seats must be a whole number from [0-9] to [0-9], not 99"),
        ({"seats": 4, "vary": {"seats": [3]}}, "seats is varied, so it cannot have"),
        ({"metrics": ["pirce_index"]}, "no metric 'pirce_index'. Did you mean 'price_index'"),
        ({"metrics": 5}, "metrics must be a list of keys, not 5"),
        ({"metrics": [["cash"]]}, "There is no metric"),
        ({"bots": ["apraiser"]}, "Did you mean 'appraiser'"),
        ({"bots": []}, "bots must have"),
        (
            {"bots": [threading.Thread]},
            "Thread is not a class of policies",
        ),
        (
            {"bots": [partial(print, threading.Lock())]},
            "partial cannot be created again",
        ),
        ({"bots": [3]}, "a bot must be a name or a policy, not 3"),
        ({"bots": ["random"] * 5}, "bots must have 1 to 4 bots in a list, not 5"),
        ({"bots": {"Q": "random"}}, "There is no seat 'Q'"),
        ({"options": {"play_rols": 5}}, "Did you mean 'play_rolls'"),
        ({"options": {"play_rolls": "many"}}, "option play_rolls"),
        ({"seed": 3}, "Did you mean 'seeds'"),
        ({"proceses": 3}, "Did you mean 'processes'"),
        ({"edition": "classic_uk"}, "Did you mean 'classic_us'"),
        ({"by": "round"}, "There is no kind of row 'round'"),
        ({"by": "turn"}, "by='turn' needs metrics"),
        ({"horizon": 0}, "horizon must be a whole number from 1 to 100,000, not 0"),
        ({"seeds": "x"}, "seeds must be the first seed or a list"),
        ({"seeds": []}, "seeds must be the first seed or a list"),
        ({"seeds": [1, 1]}, "a seed is listed twice"),
        ({"seeds": [1, 2], "n": 3}, "n is 3, but there are 2 seeds"),
        ({"seeds": [-1]}, "a seed must be a whole number from 0"),
        ({"seeds": 2**64 - 2, "n": 5}, "a seed must be a whole number from 0"),
        ({"processes": 0}, "processes must be a whole number from 1"),
        ({"out": 3}, "out must be the name of a file"),
        ({"out": "runs.xlsx"}, r"must end in \.jsonl"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_played(
    wish: dict[str, Any], said: str, begun: list[Match]
) -> None:
    with pytest.raises(classkit.ClasskitError, match=said):
        study.simulate("opoly", progress=False, **wish)
    assert all(match.turn == 0 for match in begun), "trials of the settings at most"


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(classkit.UnknownName, match="Did you mean 'opoly'"):
        study.simulate("oply", n=1)
