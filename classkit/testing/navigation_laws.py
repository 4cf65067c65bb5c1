"""Laws of navigation: moves along a match terminate, reach their target, and can be undone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classkit.engine import registry
from classkit.engine.errors import NothingToDo, OptionError
from classkit.engine.game import Game
from classkit.engine.history import Timeline
from classkit.engine.match import Match
from classkit.engine.navigation import UNTIL_VALUES, Until
from classkit.engine.randomness import RandomStream
from classkit.widgets.match_controller import MatchController

from .match_strategies import (
    Setup,
    act_randomly,
    get_decisions,
    law,
    no_checkpoints,
    play_randomly,
    setups,
)

MAX_VERBS = 25
MAX_SEEKS = 2
"""Maximum number of timeline seeks for one action."""


def snapshot_moment(m: Match) -> tuple[Any, ...]:
    """Return the position of a match and its open decisions."""
    return m.step, m.turn, m.round, m.digest(), get_decisions(m), m.answered_seats


def get_step_turns(m: Match) -> list[tuple[int, int]]:
    """Return the turn and the round at every step of a match, including recorded later steps.

    The timeline is walked only once, because seeking each step is slow in a long turn.
    """
    twin = m.fork()
    twin.goto(step=0)
    line, found = twin._timeline, [(twin.turn, twin.round)]
    while line.answer_count < line.total_answers:
        given = line.answer_count
        while line.answer_count == given:
            line.redo()
        found.append((twin.turn, twin.round))
    return found


def get_stop_steps(m: Match, until: str) -> list[int]:
    """Return the steps that begin a turn or round, or all steps, plus the first and the last."""
    line = get_step_turns(m)
    last = len(line) - 1
    if until == "end":
        return [0, last]
    which = {"turn": 0, "round": 1}.get(until)
    return sorted({0, last} | {
        step for step in range(1, last)
        if which is None or line[step][which] != line[step - 1][which]
    })  # fmt: skip


@st.composite
def desks(draw: st.DrawFn, game: Any) -> MatchController:
    """Draw a match controller: in set-up, in mid-turn, at the end, or from a position.

    Some seats may be people, dice may be entered by hand, and checkpoints may be off.
    """
    setup: Setup = draw(setups(game))
    more: dict[str, Any] = draw(
        st.sampled_from([{}, {}, {"keep": no_checkpoints()}, {"luck": "by_hand"}])
    )
    m = setup.new(**more)
    starts = ["set-up", "mid-turn", "end", *(["position"] if game.has_positions else [])]
    start = draw(st.sampled_from(starts))
    if start == "end" and not more:
        m.play(until="round", bots=setup.players)
    elif start != "set-up":
        play_randomly(m, 25, f"strides {setup.seed}")
    if start == "position" and not m.is_over and m.turn and not more:
        m = setup.new(position=json.loads(json.dumps(m.position())))
    persons = draw(st.sets(st.sampled_from(m.seats), max_size=2))
    desk = MatchController(
        m, {s: None if s in persons else who for s, who in setup.players.items()}
    )
    desk.branches.active.play_anew = False
    return desk


@contextmanager
def limit_seeks() -> Iterator[None]:
    """Fail if the block seeks on the timeline more than ``MAX_SEEKS`` times."""
    journeys, seek = [0], Timeline.seek

    def counted(line: Timeline, given: int) -> None:
        journeys[0] += 1
        assert journeys[0] <= MAX_SEEKS, "too many seeks along the timeline"
        seek(line, given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Timeline, "seek", counted)
        yield


@law
@given(data=st.data())
def test_every_step_arrives_and_back_undoes_it(game: Any, data: st.DataObject) -> None:
    """Check that Step moves forward, Back returns to its start, and Forward to its end."""
    desk: MatchController = data.draw(desks(game))
    m, chance = desk.match, RandomStream(f"verbs {data.draw(st.integers(0, 2**32))}")
    taken: set[int] = set()
    for _ in range(MAX_VERBS):
        until = chance.choice(UNTIL_VALUES[:-1] if chance.below(8) else UNTIL_VALUES)
        begun = snapshot_moment(m)
        verb = chance.choice(["step", "step", "back", "forward", "turn", "anywhere", "answer"])
        if verb == "answer":
            if m.is_over:
                continue
            cuts = m.truncation_count
            with desk.branches.preserve_cut_branch():
                act_randomly(m, chance)
            if m.truncation_count > cuts:  # otherwise, the recorded answers and their stops remain
                taken = {step for step in taken if step < m.step}
        elif verb == "step" and not m.is_over and (m.can_redo or not needs_person(desk)):
            with limit_seeks():
                desk.step(until)
            ended = snapshot_moment(m)
            assert m.step > begun[0] or needs_person(desk)
            if m.step > begun[0]:
                with limit_seeks():
                    desk.back(until)
                assert snapshot_moment(m) == begun
                with limit_seeks():
                    desk.forward(until)
                assert snapshot_moment(m) == ended
                taken |= {begun[0], m.step}
        elif verb == "back" and m.can_undo:
            known = taken | set(get_stop_steps(m, until))
            with limit_seeks():
                desk.back(until)
            assert m.step < begun[0] and m.step in known
        elif verb == "forward" and m.can_redo:
            known = taken | set(get_stop_steps(m, until))
            with limit_seeks():
                desk.forward(until)
            assert m.step > begun[0] and m.step in known
            taken |= {begun[0], m.step}
        elif verb == "turn":
            check_goto_turn(desk, chance.below(m.last_turn + 1))
        elif verb == "anywhere":
            step = chance.below(m.last_step + 1)
            with limit_seeks():
                desk.goto(step=step)
            assert m.step == step


def needs_person(desk: MatchController) -> bool:
    """Return whether only a person, or the class that rolls the dice, can continue."""
    m = desk.match
    return not m.is_over and len(desk.waiting_persons()) == len(desk.open_decisions())


def check_goto_turn(desk: MatchController, turn: int) -> None:
    """Check that going to a turn reaches this turn, or the next one with a decision."""
    m = desk.match
    line, begun = get_step_turns(m), m.step
    there = next(step for step, (number, _) in enumerate(line) if number >= turn)
    stuck = turn < m.turn and there == begun
    with limit_seeks():
        desk.goto(turn=turn)
    if not stuck:
        assert m.step == there
    elif begun:
        assert m.step < begun, "it is possible to go back"


@pytest.mark.parametrize("until", ["decision", "turn", "round"])
def test_as_many_backs_walk_through_the_same_places(game: Any, until: Until) -> None:
    """Check that Steps, then as many Backs, Forwards and Backs, pass the same positions."""
    desk = MatchController(new_smallest_match(game), "passive")
    m, places = desk.match, [snapshot_moment(desk.match)]
    while not m.is_over and len(places) < 12:
        desk.step(until)
        places.append(snapshot_moment(m))
    for move in (desk.back, desk.forward, desk.back, desk.step):
        inside = places[-2::-1] if move == desk.back else places[1:]
        found = []
        for _ in inside:
            with limit_seeks():
                move(until)
            found.append(snapshot_moment(m))
        assert found == inside
        refused = desk.back if move == desk.back else desk.forward
        with pytest.raises(NothingToDo):
            refused(until)
    assert desk.branches.all.keys() == {"Main"}


def new_smallest_match(game: Game[Any]) -> Match:
    """Return a new match with the smallest number of seats that the default options allow."""
    for seats in game.seat_numbers:
        with suppress(OptionError):
            return registry.new(game, seats=seats, seed=1)
    raise AssertionError(f"{game.title} cannot be played with its default options")
