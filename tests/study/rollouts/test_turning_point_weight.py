"""Weights of turning points, compared with replays through the public interface of a match."""

from __future__ import annotations

from collections import Counter

import pytest

import classkit
from classkit import study
from classkit.attribution.turning_points import TurningPoint, turning_points
from classkit.engine.errors import ClasskitError
from classkit.engine.events import Keep
from classkit.engine.match import Match
from classkit.study.rollouts.significance import compute_p_value
from classkit.study.rollouts.single_future import derive_seed
from classkit.study.rollouts.turning_point_weight import WITH, TurningPointWeight

SPOT = {"final_valuation": "spot"}
ENOUGH = 50
"""Number of futures with which a turning point can be called decisive."""


@pytest.fixture(scope="module")
def corner() -> Match:
    """Economicon, where the winner buys most of a good in the last round."""
    match = classkit.new("economicon", seats=4, seed=11, options=SPOT)
    return match.play(until="end")


def list_points(match: Match) -> list[TurningPoint]:
    return turning_points(match, match.say(), None)


def weigh(match: Match, point: TurningPoint, n: int = ENOUGH) -> TurningPointWeight:
    return study.weigh_turning_point(match, point, n, processes=1).wait()


def test_the_corner_decided_the_match(corner: Match) -> None:
    """Without its purchase in the last round, C does not win a single future."""
    point = next(one for one in list_points(corner) if one.kind == "gain")
    weight = weigh(corner, point)
    assert weight.is_decisive
    winner = corner.winners[0]
    assert weight.get_side(WITH).wins[winner] == ENOUGH
    assert weight.get_side(1).wins[winner] == 0 and weight.interval[0] > 0
    name, favourite = corner.say().seat(winner), weight.get_side(1).get_favourite(corner.seats)
    assert favourite
    said = weight.sentence()
    assert said.startswith(
        f"Decisive: without it {name} wins 0 of 50 futures, with it 50; then "
        f"{corner.say().seat(favourite)} wins most often. “Without it” means that {name} answers "
        "“Pass” instead of “Buy in the market (What: "
    )
    assert said.endswith(")” in round 10.")


def replay_without_answer(match: Match, weight: TurningPointWeight, number: int) -> set[str]:
    """Play a future by hand: go back, give the default, and again until the moment is over."""
    found, twin = weight.found, match.fork()
    assert found.entry is not None
    step = next(
        at for at, (turn, entry) in enumerate(twin.steps)
        if turn == found.turn and entry == found.entry
    )  # fmt: skip
    point = twin.goto(step=step).point()
    again = Match.at(point, derive_seed(0, number), Keep())
    asked = next(one for one in again.requests() if one.seat == found.seat)
    again.answer(asked.default.move, seat=found.seat, **asked.default.fields)
    while not again.is_over and again.turn <= found.last_turn:
        mine = [one for one in again.requests() if (one.seat, one.name) == (found.seat, asked.name)]
        if mine:
            again.answer(mine[0].default.move, seat=found.seat, **mine[0].default.fields)
        else:
            again.play("decision")
    return set(again.play("end").winners)


def test_futures_without_an_answer_are_replays_with_its_default(corner: Match) -> None:
    point = next(one for one in list_points(corner) if one.kind == "gain")
    weight = weigh(corner, point, 12)
    assert weight.found.kind == "answer" and not weight.found.then
    wins = Counter[str]()
    for number in range(12):
        wins.update(replay_without_answer(corner, weight, number))
    assert weight.get_side(1).wins == wins


def test_futures_without_an_outcome_are_replays_with_other_dice() -> None:
    """Poleconomy, turn 30: C is paid $2,200,000 by its dice; other dice pay another amount."""
    match = classkit.new("poleconomy", seats=4, seed=1, options={"game": 1}).play(until="end")
    weights = [
        weigh(match, point, 12)
        for point in list_points(match)
        if point.kind not in ("bar", "course")
    ]
    drawn = [one for one in weights if one.found.kind == "random"]
    assert drawn
    for weight in drawn:
        found, wins = weight.found, Counter[str]()
        assert found.entry is not None
        for number in range(12):
            for at in range(50):
                seed = derive_seed(0, number + at * 1_000_000)
                again = Match.at(found.before, seed, Keep())
                before = again.metrics()[weight.point.figure][weight.point.seat]
                again.answer(found.entry.name, seat=found.entry.seat, **(found.entry.value or {}))
                after = again.metrics()[weight.point.figure][weight.point.seat]
                if after - before != found.moved:
                    break
            wins.update(again.play("end").winners or ("",))
        assert weight.get_side(1).wins == wins


@pytest.mark.parametrize("game", ["poleconomy", "economicon", "economy"])
def test_only_what_changes_the_favourite_beyond_luck_is_decisive(game: str, deep: bool) -> None:
    """The verdict is reckoned again from the counts, and the words say the same."""
    verdicts = Counter[bool]()
    for seed in range(1, 9 if deep else 3):
        options = {"game": 1} if game == "poleconomy" else {}
        match = classkit.new(game, seats=4, seed=seed, options=options).play(until="end")
        for point in list_points(match):
            if point.kind == "course" or not match.winners:
                continue
            weight = weigh(match, point)
            first, second = weight.get_side(WITH), weight.get_side(weight.best_side)
            assert first.n == second.n == ENOUGH
            winner = match.winners[0]
            others = [one for one in (*match.seats, "") if one != winner]
            ahead = all(first.wins[winner] > first.wins[one] for one in others)
            still = all(second.wins[winner] > second.wins[one] for one in others)
            more, less = weight.discordant
            assert first.wins[winner] - second.wins[winner] == more - less
            luck = compute_p_value(more, less) * max(1, len(weight.found.alternatives)) >= 0.05
            decisive = ahead and not still and more > less and not luck
            assert weight.is_decisive is decisive, weight.sentence()
            assert weight.sentence().startswith("Decisive: ") is decisive
            assert (
                f"without it {match.seat_names[winner]} wins {second.wins[winner]} of 50"
                in weight.sentence()
            )
            if decisive:
                assert weight.interval[0] > 0
            verdicts[decisive] += 1
    assert verdicts[False] and (verdicts[True] or game == "economicon")


def test_what_ended_a_match_without_winner_is_weighed_by_futures_that_nobody_wins() -> None:
    """Poleconomy, Game 2: the country is bankrupt (P17.5)."""
    matches = (
        classkit.new("poleconomy", seats=4, seed=seed, options={"game": 2}).play(until="end")
        for seed in range(60)
    )
    match = next(one for one in matches if not one.winners)
    last = list_points(match)[-1]
    assert last.kind == "growth"
    weight = weigh(match, last)
    assert weight.recorded == () and weight.winner == ""
    assert f"with it {weight.get_side(WITH).wins['']}" in weight.sentence()
    assert "without it nobody wins" in weight.sentence()


def test_few_futures_and_interim_results_are_not_called_decisive(corner: Match) -> None:
    point = next(one for one in list_points(corner) if one.kind == "gain")
    weight = study.weigh_turning_point(corner, point, ENOUGH, processes=1)
    assert weight.sentence(wait=False) == ""
    for at, _ in enumerate(weight, 1):
        if at == 20:
            break
    assert not weight.is_decisive
    assert weight.sentence(wait=False).startswith(
        f"So far: without it {corner.say().seat(corner.winners[0])} wins 0 of 10 futures"
    )
    few = weigh(corner, point, 10)
    assert not few.is_decisive and few.sentence().startswith("Not certain: ")


def test_what_cannot_be_left_out_is_refused(corner: Match) -> None:
    point = next(one for one in list_points(corner) if one.kind == "gain")
    with pytest.raises(ClasskitError, match="does not report a change"):
        study.weigh_turning_point(corner, point._replace(kind="course"))
    match = classkit.new("economicon", seats=4, seed=1)
    with pytest.raises(ClasskitError, match="after the match is over"):
        study.weigh_turning_point(match, point)


def test_the_match_stays_as_it_is(corner: Match) -> None:
    point = next(one for one in list_points(corner) if one.kind == "gain")
    before = corner.digest(), corner.step
    weigh(corner, point, 2)
    assert (corner.digest(), corner.step) == before
