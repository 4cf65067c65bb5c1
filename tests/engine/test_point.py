"""Points of a match, from which other matches continue with their own random outcomes."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

import classkit
from classkit.engine.decisions import Sealed
from classkit.engine.errors import NothingToDo, RuleError
from classkit.engine.events import Entry, Keep
from classkit.engine.game import Game
from classkit.engine.match import Match
from classkit.engine.options import Options
from classkit.engine.positions import FIRST_SEED
from tests.every_game import for_every_game

from .tiny import ask
from .tiny import match as tiny


def played(game: Game[object]) -> classkit.Match:
    """A match of so many turns that nothing is missing from it."""
    m = classkit.new(game, seats=seats_of(game), seed=5)
    while m.turn < 30 and not m.is_over:
        m.play("turn", "random")
    return m


def seats_of(game: Game[object]) -> int:
    return 3 if 3 in game.seat_numbers else 4


@for_every_game
def test_it_stands_where_the_match_stands_at_every_step(game: Game[object]) -> None:
    """Also in the middle of a turn, with asides and sealed answers that wait."""
    m = played(game)
    for step in range(0, m.last_step, max(1, m.last_step // 40)):
        m.goto(step=step)
        before = m.digest()
        point = pickle.loads(pickle.dumps(m.point()))
        twin = Match.at(point, FIRST_SEED, Keep.nothing())
        assert twin.digest() == before
        assert repr(twin.request) == repr(m.request)
        assert twin.answered_seats == m.answered_seats
        twin.play("turn", "passive")
        assert m.digest() == before


@for_every_game
def test_it_neither_holds_the_seed_nor_the_past_of_the_match(game: Game[object]) -> None:
    seed = 0x1234_5678_9ABC_DEF1
    m = classkit.new(game, seats=seats_of(game), seed=seed).play("round", "passive")
    point = m.point()
    assert not hasattr(point, "seed")
    sent = pickle.dumps(point)
    assert seed.to_bytes(8, "little") not in sent and str(seed).encode() not in sent
    twin = Match.at(point, FIRST_SEED, Keep())
    assert twin.seed != m.seed
    assert twin.luck_source is None
    assert len(twin.history) == 0 and len(twin.entries) == 1, "it begins here"


def test_its_seeds_are_above_those_of_matches() -> None:
    with pytest.raises(classkit.ClasskitError, match=f"{FIRST_SEED:,}"):
        classkit.new("poleconomy", seed=FIRST_SEED)


def test_a_match_without_copies_has_one_too() -> None:
    kept, lean = (
        classkit.new("poleconomy", seats=3, seed=9, keep=keep) for keep in (Keep(), Keep.nothing())
    )
    for m in (kept, lean):
        m.play("round", "tycoon").play("decision", "tycoon").play("decision", "tycoon")
    one, other = (Match.at(m.point(), FIRST_SEED, Keep.nothing()) for m in (kept, lean))
    assert one.digest() == other.digest() == lean.digest()


def test_what_was_undone_and_what_lies_ahead_are_no_part_of_it() -> None:
    m = classkit.new("poleconomy", seats=3, seed=9).play("turn", "tycoon")
    m.play("decision", "tycoon").undo()
    assert m.can_redo
    twin = Match.at(m.point(), FIRST_SEED, Keep.nothing())
    assert twin.digest() == m.digest()
    assert not twin.can_redo


def test_a_throw_by_hand_that_waits_is_thrown_by_its_own_luck() -> None:
    m = classkit.new("poleconomy", seats=2, seed=1, luck="by_hand")
    while not isinstance(m.request, classkit.engine.decisions.Roll):
        m.play("decision", "passive")
    m.answer([3] * m.request.dice)
    while not isinstance(m.request, classkit.engine.decisions.Roll):
        m.play("decision", "passive")
    twin = Match.at(m.point(), FIRST_SEED, Keep.nothing())
    assert twin.request is not None
    assert not isinstance(twin.request, classkit.engine.decisions.Roll)


def test_sealed_answers_are_left_out_where_that_is_asked_for() -> None:
    m = classkit.new("opoly", seats=3, seed=7)
    while not (isinstance(m.request, Sealed) and len(m.requests()) == 3):
        m.play("decision", "appraiser")
    for seat in ("A", "B"):
        found = next(d for d in m.requests() if d.seat == seat)
        m.answer(found.default.move, seat=seat, **found.default.fields)
    m.withdraw("A")
    found = next(d for d in m.requests() if d.seat == "A")
    m.answer(found.default.move, seat="A", **found.default.fields)
    point = m.point()
    assert Match.at(point, FIRST_SEED, Keep.nothing()).answered_seats == ("B", "A")
    assert Match.at(point.drop_sealed(), FIRST_SEED, Keep.nothing()).answered_seats == ()


def test_a_rule_that_breaks_on_the_way_to_a_point_is_told_with_its_clause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    m = tiny(ask("A"), ask("B"))
    waiting = tiny(ask("A"), ask("B"))
    point = replace(waiting.point(), entries=(Entry("answer", "A", "yes", {}),))

    def breaks(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a mistake in a rule")

    monkeypatch.setattr(type(m.table), "tell", breaks)
    with pytest.raises(RuleError, match=r"failed near X1 \(ZeroDivisionError"):
        Match.at(point, FIRST_SEED, Keep.nothing())


def test_a_match_that_is_over_has_none() -> None:
    m = classkit.new("poleconomy", seats=2, seed=1, options={"round_limit": 2}).play(
        "end", "passive"
    )
    with pytest.raises(NothingToDo, match="over"):
        m.point()


def test_options_can_be_sent_to_another_process() -> None:
    options = classkit.new("poleconomy", seats=2, options={"quick_start": True}).options
    sent = pickle.loads(pickle.dumps(options))
    assert isinstance(sent, Options) and sent == options and sent.quick_start is True
