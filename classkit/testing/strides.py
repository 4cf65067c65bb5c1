"""Laws of stepping both ways: every move along a match ends, arrives, and can be undone."""

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
from classkit.engine.luck import Stream
from classkit.engine.match import Match
from classkit.engine.strides import UNTIL, Until
from classkit.engine.timeline import Timeline
from classkit.widgets.desk import Desk

from .matches import Setup, asked, give_something, law, lean, play_by_chance, setups

VERBS = 25
JOURNEYS = 2
"""The most journeys along the timeline that one verb may make."""


def standing(m: Match) -> tuple[Any, ...]:
    """Return where a match stands, and all that it asks."""
    return m.step, m.turn, m.round, m.digest(), asked(m), m.answered


def course(m: Match) -> list[tuple[int, int]]:
    """Return the turn and the round at every step of a match, with those that lie ahead.

    The line is walked once, since going to each step anew is slow in a long turn.
    """
    twin = m.fork()
    twin.goto(step=0)
    line, found = twin._timeline, [(twin.turn, twin.round)]
    while line.given < line.last_given:
        given = line.given
        while line.given == given:
            line.redo()
        found.append((twin.turn, twin.round))
    return found


def stops(m: Match, until: str) -> list[int]:
    """List the steps that begin a turn or round, or all steps; with the first and the last."""
    line = course(m)
    last = len(line) - 1
    if until == "end":
        return [0, last]
    which = {"turn": 0, "round": 1}.get(until)
    return sorted({0, last} | {
        step for step in range(1, last)
        if which is None or line[step][which] != line[step - 1][which]
    })  # fmt: skip


@st.composite
def desks(draw: st.DrawFn, game: Any) -> Desk:
    """Draw a desk somewhere in a match: in set-up, in mid-turn, or from a position.

    It may have persons, dice thrown by hand, or no copies, and stand at the end or before it.
    """
    setup: Setup = draw(setups(game))
    more: dict[str, Any] = draw(st.sampled_from([{}, {}, {"keep": lean()}, {"luck": "by_hand"}]))
    m = setup.new(**more)
    starts = ["set-up", "mid-turn", "end", *(["position"] if game.has_positions else [])]
    start = draw(st.sampled_from(starts))
    if start == "end" and not more:
        m.play(until="round", bots=setup.players)
    elif start != "set-up":
        play_by_chance(m, 25, f"strides {setup.seed}")
    if start == "position" and not m.is_over and m.turn and not more:
        m = setup.new(position=json.loads(json.dumps(m.position())))
    persons = draw(st.sets(st.sampled_from(m.seats), max_size=2))
    desk = Desk(m, {s: None if s in persons else who for s, who in setup.players.items()})
    desk.branches.active.play_anew = False
    return desk


@contextmanager
def one_verb() -> Iterator[None]:
    """Fail if the verb in the block travels the timeline more than ``JOURNEYS`` times."""
    journeys, seek = [0], Timeline.seek

    def counted(line: Timeline, given: int) -> None:
        journeys[0] += 1
        assert journeys[0] <= JOURNEYS, "it goes to and fro"
        seek(line, given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Timeline, "seek", counted)
        yield


@law
@given(data=st.data())
def test_every_stride_arrives_and_back_undoes_step(game: Any, data: st.DataObject) -> None:
    """Check that Step arrives later, Back where it began, and Forward where it ended."""
    desk: Desk = data.draw(desks(game))
    m, chance = desk.match, Stream(f"verbs {data.draw(st.integers(0, 2**32))}")
    taken: set[int] = set()
    for _ in range(VERBS):
        until = chance.choice(UNTIL[:-1] if chance.below(8) else UNTIL)
        begun = standing(m)
        verb = chance.choice(["step", "step", "back", "forward", "turn", "anywhere", "answer"])
        if verb == "answer":
            if m.is_over:
                continue
            cuts = m.cuts
            with desk.branches.keeping_what_is_cut():
                give_something(m, chance)
            if m.cuts > cuts:  # else it repeated what lay ahead, and the strides there stay
                taken = {step for step in taken if step < m.step}
        elif verb == "step" and not m.is_over and (m.can_redo or not asks_people(desk)):
            with one_verb():
                desk.step(until)
            ended = standing(m)
            assert m.step > begun[0] or asks_people(desk)
            if m.step > begun[0]:
                with one_verb():
                    desk.back(until)
                assert standing(m) == begun
                with one_verb():
                    desk.forward(until)
                assert standing(m) == ended
                taken |= {begun[0], m.step}
        elif verb == "back" and m.can_undo:
            known = taken | set(stops(m, until))
            with one_verb():
                desk.back(until)
            assert m.step < begun[0] and m.step in known
        elif verb == "forward" and m.can_redo:
            known = taken | set(stops(m, until))
            with one_verb():
                desk.forward(until)
            assert m.step > begun[0] and m.step in known
            taken |= {begun[0], m.step}
        elif verb == "turn":
            check_turn(desk, chance.below(m.last_turn + 1))
        elif verb == "anywhere":
            step = chance.below(m.last_step + 1)
            with one_verb():
                desk.goto(step=step)
            assert m.step == step


def asks_people(desk: Desk) -> bool:
    """Return whether only a person, or the room that throws, can go on."""
    m = desk.match
    return not m.is_over and len(desk.persons_asked()) == len(desk.asked())


def check_turn(desk: Desk, turn: int) -> None:
    """Check that going to a turn arrives there, or at the next that asks anything."""
    m = desk.match
    line, begun = course(m), m.step
    there = next(step for step, (number, _) in enumerate(line) if number >= turn)
    stuck = turn < m.turn and there == begun
    with one_verb():
        desk.goto(turn=turn)
    if not stuck:
        assert m.step == there
    elif begun:
        assert m.step < begun, "whoever wishes to go back gets back"


@pytest.mark.parametrize("until", ["decision", "turn", "round"])
def test_as_many_backs_walk_through_the_same_places(game: Any, until: Until) -> None:
    """Check that Steps of one stride, as many Backs, Forwards and Backs pass the same places."""
    desk = Desk(with_fewest_seats(game), "passive")
    m, places = desk.match, [standing(desk.match)]
    while not m.is_over and len(places) < 12:
        desk.step(until)
        places.append(standing(m))
    for move in (desk.back, desk.forward, desk.back, desk.step):
        inside = places[-2::-1] if move == desk.back else places[1:]
        found = []
        for _ in inside:
            with one_verb():
                move(until)
            found.append(standing(m))
        assert found == inside
        refused = desk.back if move == desk.back else desk.forward
        with pytest.raises(NothingToDo):
            refused(until)
    assert desk.branches.all.keys() == {"Main"}


def with_fewest_seats(game: Game[Any]) -> Match:
    """Begin a match of as few seats as the usual options allow."""
    for seats in game.seat_numbers:
        with suppress(OptionError):
            return registry.new(game, seats=seats, seed=1)
    raise AssertionError(f"{game.title} cannot be played with its usual options")
