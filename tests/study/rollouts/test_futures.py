"""Futures: what may come of a match from where it stands, and how often."""

from __future__ import annotations

import subprocess
import sys
from math import sqrt
from typing import Any

import pytest

import classkit
from classkit import study
from classkit.charts.export import make_figure
from classkit.charts.forecast_bands import MEDIAN
from classkit.engine.decisions import Sealed
from classkit.engine.errors import ClasskitError, NothingToDo, UnknownName
from classkit.engine.game import Game
from classkit.engine.ledger import Ledger
from classkit.engine.state import GameState
from classkit.study.processes import job_runner, warm_pool
from classkit.study.rollouts.quantiles import interpolate_quantile
from classkit.study.rollouts.rollout_arguments import fan_charts
from classkit.study.rollouts.single_future import RolloutPlan, derive_seed
from tests.every_game import TOY, for_every_game


def match(**options: Any) -> classkit.Match:
    """Four seats of Poleconomy, in the middle, by its bots."""
    bots = dict(zip("ABCD", ("tycoon", "saver", "politician", "tycoon"), strict=True))
    m = classkit.new(
        "poleconomy", seats=["Ada", "Bo", "Cy", "Di"], seed=7, options={"game": 1, **options}
    )
    while m.turn < 24:
        m.play("turn", bots)
    return m


def short(game: Game[Any], **options: Any) -> classkit.Match:
    seats = 3 if 3 in game.seat_numbers else 4
    return classkit.new(game, seats=seats, seed=3, options=options).play("round", "passive")


# --- what they are ---------------------------------------------


@for_every_game
def test_every_game_has_them_to_the_end(game: Game[Any]) -> None:
    m = short(game)
    before, step, history = m.digest(), m.step, m.history
    found = study.futures(m, n=6, processes=1)
    endings, wins = found.endings(), found.wins()
    assert sum(one.times for one in endings) == 6
    assert all(one.label[0].isupper() and not one.label.endswith(".") for one in endings)
    assert {one.name for one in wins} == set(m.seats)
    assert all(one.last_turn >= m.turn for one in found.outcomes)
    assert (m.digest(), m.step, m.history) == (before, step, history)
    assert len(found.sentences()) == len(endings) + len(wins)


@for_every_game
def test_every_chart_of_lines_has_a_fan_that_is_in_order(game: Game[Any]) -> None:
    m = short(game)
    charts = fan_charts(m)
    assert charts
    found = study.futures(m, n=5, horizon=2, unit="round", metrics=[c.key for c in charts],
                          processes=1)  # fmt: skip
    keys = {key for chart in charts for key in chart.metrics}
    for unit in ("turn", "round"):
        rows = found.rows(unit)
        assert {row["metric"] for row in rows} == keys
        for row in rows:
            five = [row[name] for name in ("p10", "p25", "p50", "p75", "p90")]
            if None not in five:
                assert five == sorted(five)
            assert row["futures"] == 5 and 0 < row["playing"] <= 1
        assert {row["playing"] for row in rows if row[unit] == found.round} <= {1.0}


@for_every_game
def test_every_ending_has_words_of_its_game(game: Game[Any]) -> None:
    """The sentences of futures are the game's own: every way to end that it tells has words."""
    m = short(game)
    found = study.futures(m, n=4, bots="random", processes=1)
    for one in found.endings():
        if one.name != "goes on":
            assert one.name in game.words.endings


def test_the_same_call_gives_the_same_whoever_plays_them() -> None:
    m = match()
    one, two = (study.futures(m, n=30, processes=number) for number in (1, 2))
    assert one.frame().equals(two.frame())
    assert one.chances_frame().equals(two.chances_frame())
    assert one.outcomes_frame().equals(two.outcomes_frame())
    other = study.futures(m, n=30, seed=1, processes=1)
    assert not other.outcomes_frame().equals(one.outcomes_frame())


def test_fewer_of_them_are_the_first_of_more() -> None:
    m = match()
    few, many = (study.futures(m, n=number, processes=1).wait() for number in (5, 12))
    assert few.outcomes == many.outcomes[:5]
    assert len({one.scores for one in many.outcomes}) > 6, "each has luck of its own"


def test_none_of_them_is_what_the_luck_of_the_match_brings() -> None:
    """The match's own seed is no part of what is sent, and no seed of a future can be one."""
    bots = dict.fromkeys("AB", "tycoon")
    lucks = set()
    facts = (
        classkit.new("poleconomy", seats=2, seed=9, options={"game": 1})
        .play("round", "tycoon")
        .position()
    )
    for seed in range(4):
        m = classkit.new("poleconomy", seats=2, seed=seed, position=facts, options={"game": 1})
        found = study.futures(m, n=8, bots=bots, horizon=24, processes=1).wait()
        lucks.add(tuple(one.scores for one in found.outcomes))
        point = found.plan.point
        futures = [classkit.Match.at(point, derive_seed(0, number), m.keep) for number in range(8)]
        for one in (true := m.fork(), *futures):
            for _ in range(24):
                one.play("turn", bots)
        assert true.digest() not in {one.digest() for one in futures}
    assert len(lucks) == 1, "from one position the futures do not depend on the match's seed"


def test_two_branches_have_the_same_lucks() -> None:
    """So they differ by what was decided: where nothing depends on it, by nothing."""
    m = match()
    other = m.fork()
    one, two = (study.futures(branch, n=5, processes=1).wait() for branch in (m, other))
    assert one.outcomes == two.outcomes


def test_a_future_goes_on_from_the_middle_of_a_turn_and_of_sealed_answers() -> None:
    m = match()
    while not isinstance(m.request, Sealed):
        m.play("decision", "tycoon")
    for decision in m.requests()[:2]:
        m.answer(decision.default.move, seat=decision.seat, **decision.default.fields)
    sealed = study.futures(m, n=4, horizon=1, processes=1).wait()
    assert sealed.plan.point.entries[-1].kind == "answer"
    without = study.futures(m, n=4, horizon=1, processes=1, sealed=False).wait()
    assert len(without.plan.point.entries) == len(sealed.plan.point.entries) - 2


def test_a_horizon_counts_turns_or_rounds_the_present_one_first() -> None:
    m = match()
    for length in (1, 3):
        found = study.futures(m, n=3, horizon=length, processes=1).wait()
        assert {one.last_turn for one in found.outcomes} == {m.turn + length - 1}
    rounds = study.futures(m, n=3, horizon=2, unit="round", processes=1).wait()
    assert {one.rounds[-1] for one in rounds.outcomes} == {m.round + 1}
    assert [one.name for one in rounds.endings()] == ["goes on"]
    assert all(" leads in " in sentence for sentence in rounds.sentences()[1:])


def test_a_match_that_is_over_keeps_its_last_value() -> None:
    m = match(game=2)
    found = study.futures(m, n=40, metrics="treasury_cash", processes=1).wait()
    ends = sorted(one.last_turn for one in found.outcomes)
    assert ends[0] < ends[-1]
    fans = found.fans()
    at = fans.axis.index(ends[0] + 1)
    assert fans.playing[at] < 1
    column = ("treasury_cash", "", "")
    values = sorted(
        one.columns[column][min(ends[0] + 1, one.last_turn) - m.turn] for one in found.outcomes
    )
    assert fans.fans[0].quantiles[2][at] == interpolate_quantile(values, 0.5)


def test_shares_have_the_standard_error_of_a_count() -> None:
    found = study.futures(match(game=2), n=50, processes=1)
    frame = found.chances_frame()
    for row in frame.to_dict("records"):
        share = row["count"] / 50
        assert row["share"] == share
        assert row["standard_error"] == pytest.approx(sqrt(share * (1 - share) / 50))
        assert row["low"] <= share <= row["high"] and row["low"] < row["high"]
    bankrupt = next(one for one in found.endings() if one.name == "bankrupt")
    assert f"The country is bankrupt in {100 * bankrupt.share:.0f}% ± " in bankrupt.sentence()
    won = sum(one.times for one in found.wins())
    assert won == sum(one.has_won(at) for one in found.outcomes for at in range(len(found.seats)))


# --- what they cost ---------------------------------------------


def test_they_make_no_events_no_rows_of_the_ledger_and_no_copies(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only what was asked for is kept: nothing is told, entered or copied on the way."""
    m = match(game=2)
    scenario = study.futures(m, n=1, metrics="treasury_cash", processes=1).plan
    copies: list[object] = []
    for module in ("log_cursor", "timeline", "turn_stepper"):
        monkeypatch.setattr(f"classkit.engine.history.{module}.copy_state", copies.append)
    future = classkit.Match.at(scenario.point, 1 << 64, standing_keep(scenario))
    future.play("end", "tycoon")
    assert future.is_over and future.step > 20
    assert (future.events, future.transfers, copies) == ([], [], [])
    assert {key for row in future.history for key in row} == {"turn", "round", "treasury_cash"}
    assert scenario(0).columns.keys() == {("treasury_cash", "", "")}


def standing_keep(scenario: RolloutPlan) -> classkit.Keep:
    """What a future keeps."""
    return classkit.Keep(
        copies=False, events=False, ledger=False, history=True, figures=scenario.figures
    )


def test_a_kernel_that_asks_for_them_loads_neither_numpy_nor_pandas() -> None:
    code = (
        "import sys, classkit\nfrom classkit import study\n"
        "m = classkit.new('poleconomy', seats=3, seed=7).play('round')\n"
        "f = study.futures(m, n=6, horizon=2, processes=2)\n"
        "for _ in f: pass\n"
        "f.rows(), f.sentences()\n"
        "c = study.compare_moves(m, n=3, horizon=2, processes=2)\n"
        "for _ in c: pass\n"
        "c.rows()\n"
        "print(sorted({'numpy', 'pandas', 'plotly', 'IPython'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=600, check=True
    )
    assert done.stdout.strip() == "[]"


# --- as they come ---------------------------------------------


@pytest.mark.parametrize("processes", [1, 2])
def test_they_can_be_read_as_they_come_left_and_cancelled(processes: int) -> None:
    found = study.futures(match(), n=40, processes=processes)
    for so_far in found:
        assert so_far is found and 1 <= found.done <= 40
        assert found.rows(wait=False)[0]["futures"] == found.done
        if found.done == 3:
            break
    assert found.done == 3
    again = next(iter(found))
    assert again.done == 4, "going on where it was left"
    found.cancel()
    assert list(found) == [] and found.done == 4
    assert len(found.outcomes_frame()) == 16, "what has come stays"
    assert sum(one.times for one in found.endings()) == 4
    after = study.futures(match(), n=4, processes=processes).wait()
    assert after.done == 4, "and the next study has its processes"


def test_before_the_first_there_is_nothing_to_tell() -> None:
    found = study.futures(match(), n=3, processes=1)
    assert found.endings(wait=False) == [] and found.rows(wait=False) == []


def test_a_study_that_was_left_in_the_middle_does_not_hold_up_the_next() -> None:
    left = study.futures(match(), n=40, processes=2)
    next(iter(left))
    assert study.futures(match(), n=6, horizon=1, processes=2).wait().done == 6
    left.cancel()


def test_a_policy_of_a_notebook_plays_too() -> None:
    """A function that lives in this process alone is sent as code, or played here."""

    def cautious(view: Any, decision: Any) -> Any:
        return decision.default

    one, two = (
        study.futures(match(), n=6, bots={"A": cautious}, horizon=3, processes=number).wait()
        for number in (1, 2)
    )
    assert one.outcomes == two.outcomes
    named = study.futures(match(), n=6, bots={"A": "passive"}, horizon=3, processes=1).wait()
    assert named.outcomes == one.outcomes


def test_a_host_says_how_many_processes_a_kernel_may_keep(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(job_runner.PROCESSES_VARIABLE, "1")
    assert warm_pool.get_default_processes() == 1
    monkeypatch.setenv(job_runner.PROCESSES_VARIABLE, "lots")
    with pytest.raises(ClasskitError, match="CLASSKIT_PROCESSES must be a whole number"):
        study.futures(match(), n=3).wait()


def test_a_figure_shows_the_line_and_its_fan() -> None:
    m = match()
    found = study.futures(m, n=12, horizon=5, processes=1)
    inflation = found.figure("inflation")
    names = [trace.name for trace in inflation.data if trace.name]
    assert "median of futures" in names and "the middle half of futures" in names
    live = next(trace for trace in inflation.data if trace.name == "Inflation Number")
    assert list(live.x) == [row["turn"] for row in m.history]
    median = next(trace for trace in inflation.data if trace.name == "median of futures")
    assert median.x[0] == m.history[-1]["turn"] and median.y[0] == live.y[-1]
    assert list(median.x)[1:] == found.fans().axis
    worth = found.figure("net_worth")
    assert sum(trace.fill == "tonexty" for trace in worth.data) == 8
    with pytest.raises(UnknownName, match="Did you mean 'net_worth'"):
        found.figure("net_wort")


def test_a_figure_of_futures_looks_as_the_page_draws_the_chart() -> None:
    """Design 7: charts are described once; colours mean the same in every chart, branch and fan."""
    m = match()
    futures = study.futures(m, n=6, horizon=5, processes=1)
    for key in ("inflation", "net_worth"):
        drawn = {trace.name: trace for trace in futures.figure(key).data if trace.name}
        for own in make_figure(m, key).data:
            other = drawn.get(own.name)
            assert not own.name or (own.line == other.line and own.marker == other.marker)
    bands = [trace for trace in futures.figure("net_worth").data if trace.fill == "tonexty"]
    assert len({trace.fillcolor for trace in bands}) == 8, "four seats, each in its own colour"
    m = classkit.new(
        "poleconomy", seats=["<a href=x>Ada</a>", "Bo"], seed=7, options={"game": 1}
    ).play("round")
    shown = study.futures(m, n=3, horizon=2, processes=1).figure("net_worth")
    assert "&lt;a href=x>Ada&lt;/a>" in [trace.name for trace in shown.data]
    assert not any("<a" in (trace.hovertemplate or "") for trace in shown.data)


def test_a_figure_that_no_chart_of_lines_shows_is_drawn_all_the_same() -> None:
    """Of each seat by parts: a line for each, in the seat's colour."""
    m = match()
    futures = study.futures(m, n=4, horizon=3, metrics=["worth_split", "ownership"], processes=1)
    lines = [trace for trace in futures.figure("worth_split").data if trace.showlegend is not False]
    parts = list(m.metrics()["worth_split"]["A"])
    named = [trace for trace in lines if trace.name.startswith("Ada: ")]
    assert len(named) == len(parts) > 1 and len({trace.line.color for trace in named}) == 1
    cash = next(trace for trace in named if trace.name == "Ada: Cash")
    assert list(cash.y) == [row["worth_split"]["A"]["cash"] for row in m.history]
    medians = [one for one in futures.figure("worth_split").data if one.legendgroup == MEDIAN]
    ends = {median.y[0] for median in medians}
    assert {line.y[-1] for line in lines if line.name.startswith(("Ada: ", "Bo: "))} <= ends
    lines = {trace.name: trace for trace in futures.figure("ownership").data if trace.name}
    assert list(lines["Ada"].y) == [row["ownership"]["A"] for row in m.history]


# --- bad input ---------------------------------------------


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"n": 0}, "n must be a whole number from 1"),
        ({"n": 2.5}, "n must be a whole number from 1"),
        ({"n": True}, "n must be a whole number from 1"),
        ({"n": 10**9}, "n must be a whole number from 1 to 100,000"),
        ({"horizon": 0}, "horizon must be a whole number from 1"),
        ({"unit": "rounds"}, "Did you mean 'round'"),
        ({"bots": "tycon"}, "Did you mean 'tycoon'"),
        ({"bots": {"E": "tycoon"}}, "There is no seat 'E'"),
        ({"bots": 7}, "a bot must be a name or a policy"),
        ({"bots": []}, "bots must have 1 to 4 bots in a list, not 0"),
        ({"bots": dict}, "dict is not a class of policies"),
        ({"bots": lambda view, decision: "fly"}, r"turn 24, .*<lambda>.* refused: 'fly' is no"),
        ({"metrics": 5}, "metrics must be a list of keys, not 5"),
        ({"metrics": "net_wort"}, "Did you mean 'net_worth'"),
        ({"metrics": ["inflation", 5]}, "There is no figure or chart 5"),
        ({"metrics": "prime_minister"}, "is text, so it"),
        ({"seed": "x"}, "a seed must be a whole number from 0 to .*, not 'x'"),
        ({"processes": 0}, "processes must be a whole number"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_the_reason(
    asked: dict[str, Any], reason: str
) -> None:
    with pytest.raises(ClasskitError, match=reason):
        study.futures(match(), **asked).wait()


def test_a_match_that_is_over_has_no_futures() -> None:
    m = classkit.new("poleconomy", seats=2, seed=1, options={"game": 1, "round_limit": 2}).play(
        "end", "passive"
    )
    with pytest.raises(NothingToDo, match="The match is over"):
        study.futures(m)


class Sulker:
    """Takes no default any more once it has been asked thirty times, in whatever future."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, view: Any, decision: Any) -> Any:
        self.asked += 1
        return decision.default if self.asked < 30 else decision.legal[-1].draw(view.chance)


@pytest.mark.parametrize("sulker", [Sulker, Sulker(), [Sulker(), "saver"]])
def test_a_policy_remembers_nothing_of_other_futures(sulker: Any) -> None:
    m = match()
    one, two = (study.futures(m, n=6, bots=sulker, horizon=9, processes=p) for p in (1, 2))
    assert one.wait().outcomes == two.wait().outcomes
    assert study.futures(m, n=1, bots=sulker, horizon=9).wait().outcomes == one.outcomes[:1]


def test_without_figures_there_is_nothing_to_draw() -> None:
    m = match()
    with pytest.raises(ClasskitError, match="nothing to draw for these futures: no figures"):
        study.futures(m, n=2, metrics=[], horizon=1).figure()
    with pytest.raises(ClasskitError, match="none has been played"):
        study.futures(m, n=2).cancel().figure()


def test_a_policy_that_breaks_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    def broken(view: Any, decision: Any) -> Any:
        raise KeyError("no plan")

    for processes in (1, 2):
        with pytest.raises(ClasskitError, match=r"KeyError: 'no plan'.*broken"):
            study.futures(match(), n=4, bots=broken, processes=processes).wait()


def test_tables_are_untouched_by_what_is_played_elsewhere() -> None:
    """The types that hold the state are not shared between futures of one point."""
    m = match()
    point = study.futures(m, n=1).plan.point
    one, two = (classkit.Match.at(point, 1 << 64, classkit.Keep.nothing()) for _ in range(2))
    one.play("end", "tycoon")
    assert isinstance(one.table, GameState) and isinstance(one.table.ledger, Ledger)
    assert one.digest() != two.digest() == m.digest()


def test_a_game_of_a_notebook_is_played_here_and_that_is_said() -> None:
    """Another process would look in vain for its rules."""
    own = type("Own", (type(TOY),), {"__module__": "__main__"})
    m = classkit.new(own(), seats=3, seed=3).play("turn", "passive")
    found = study.futures(m, n=4, horizon=2, processes=2)
    with pytest.warns(UserWarning, match="Played in this process alone"):
        assert found.wait().done == 4


def test_a_notebook_shows_what_has_been_found_and_plays_nothing() -> None:
    """Names are escaped; a study that has not begun says so."""
    match = classkit.new(
        "poleconomy", seats=["A<b>", "B"], seed=7, options={"game": 1, "round_limit": 2}
    )
    ahead = study.futures(match, n=4, processes=1)
    assert ahead._repr_html_() == "<p>0 of 4 futures have been played.</p>" and not ahead.done
    shown = ahead.wait()._repr_html_()
    assert "A&lt;b&gt; wins" in shown and "A<b>" not in shown and "4 of 4" in shown
    moves = study.compare_moves(match.play("decision"), n=2, horizon=1, processes=1)
    assert "0 of" in moves._repr_html_() and not moves.done
    shown = moves.wait()._repr_html_()
    assert shown.count("<tr") == 1 + len(moves.answers) and "on average" in shown
