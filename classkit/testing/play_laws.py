"""Laws of play: matches end, the ledger balances, and offered answers are accepted."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classkit.engine.decisions import Aside
from classkit.engine.errors import IllegalMove
from classkit.engine.events import NOWHERE
from classkit.engine.match import Match
from classkit.engine.moves import Move

from .match_strategies import (
    Setup,
    act_randomly,
    begin_match,
    law,
    play_randomly,
    setups,
    snapshot_match,
    walk_randomly,
)

MAX_STEPS = 100_000
HOST_END_STEPS = 5_000
"""Number of answers after which the host ends a match without a limit."""
STEPS = 250


@law
@given(st.data())
def test_a_match_of_bots_ends(game: Any, data: st.DataObject) -> None:
    """Check that a match ends for any bots and options.

    A match without a limit ends when the host ends it.
    """
    setup: Setup = data.draw(setups(game))
    m = setup.new()
    signal = game.length(m.table).ended_by
    while not m.is_over:
        if signal in m.signals and m.step > HOST_END_STEPS:
            m.signal(signal)
        m.play(until="round", bots=setup.players)
        assert m.step < MAX_STEPS, f"{m} does not end"
    assert m.ending
    check_turns(m)
    assert m.standings()
    places = [line.place for line in m.standings()]
    assert places == sorted(places)
    assert 1 <= places[0] <= 2  # a penalty may leave rank 1 empty


def check_turns(m: Match) -> None:
    """Check that the turn number of a finished match has increased, and never decreased.

    History, charts and navigation depend on turns.
    """
    assert m.turn > 0, f"{m} counts no turns: begin each turn with table.turn += 1"
    turns = [event.turn for event in m.events]
    assert turns == sorted(turns), f"{m} counts turns backwards"
    assert [row["turn"] for row in m.history] == sorted({row["turn"] for row in m.history})


@law
@given(st.data())
def test_what_is_held_is_conserved(game: Any, data: st.DataObject) -> None:
    """Check that only mint and burn change totals, and that no balance is negative."""
    m, chance = begin_match(game, data, "conserved")
    first, passed = m.ledger.totals(), len(m.transfers)
    for _ in range(STEPS):
        if m.is_over:
            break
        act_randomly(m, chance)
        for unit, accounts in m.ledger.balances.items():
            for account, amount in accounts.items():
                assert amount >= 0 or account in m.ledger.issuers, f"{account}: {amount} {unit}"
    assert all(row.amount > 0 and row.reason and row.rule for row in m.transfers)
    for row in m.transfers[passed:]:
        if row.source == NOWHERE:
            first[row.unit] += row.amount
        if row.target == NOWHERE:
            first[row.unit] -= row.amount
    assert m.ledger.totals() == first


@law
@given(st.data())
def test_the_ledger_adds_up_to_the_balances(game: Any, data: st.DataObject) -> None:
    """Check that the rows of the ledger explain every balance."""
    setup: Setup = data.draw(setups(game))
    m = setup.new()
    before = {unit: dict(accounts) for unit, accounts in m.ledger.balances.items()}
    holders = dict(m.ledger.titles)
    passed = len(m.transfers)
    play_randomly(m, STEPS, f"rows {setup.seed}")
    for row in m.transfers[passed:]:
        if row.unit in holders:
            assert holders[row.unit] == row.source
            holders[row.unit] = row.target
        else:
            accounts = before[row.unit]
            accounts[row.source] = accounts.get(row.source, 0) - row.amount
            accounts[row.target] = accounts.get(row.target, 0) + row.amount
    assert holders == m.ledger.titles
    for unit, accounts in before.items():
        accounts.pop(NOWHERE, None)
        for account, amount in accounts.items():
            assert amount == m.ledger.balance(account, unit), f"{unit} of {account}"


@law
@given(st.data())
def test_what_is_offered_is_accepted(game: Any, data: st.DataObject) -> None:
    """Check that sampled answers, suggestions and the default of every legal move are accepted."""
    m, chance = begin_match(game, data, "offered")
    for _ in walk_randomly(m, chance, STEPS // 4):
        for decision in m.requests():
            assert decision.legal, f"{decision} has no legal move"
            default = decision.default
            decision.read(default.move, default.fields)
            names = [move.name for move in decision.moves]
            assert len(set(names)) == len(names), f"two moves of {decision} share a name"
            for move in decision.legal:
                check_suggestions(move)
                answer = move.draw(chance)
                if answer is None:
                    assert move.refusal(suggest_values(move)) is not None
                    continue
                other = m.fork()
                other.answer(answer.move, seat=decision.seat, **answer.fields)
                assert other.step == m.step + 1
        of_each = [aside for seat in m.seats for aside in m.asides(seat)]
        assert sorted(map(format_aside, of_each)) == sorted(map(format_aside, m.asides()))
        for aside in m.asides():
            drawn = aside.move.draw(chance)
            if drawn is not None:
                m.fork().aside(drawn.move, seat=aside.seat, **drawn.fields)


def format_aside(aside: Aside) -> str:
    """Return the seat and the form of an aside as text."""
    return f"{aside.seat} {aside.move.form()}"


def suggest_values(move: Move) -> dict[str, Any]:
    """Return the first suggestion for every field."""
    return {name: next(iter(field.suggest()), None) for name, field in move.fields.items()}


def check_suggestions(move: Move) -> None:
    """Check that fields accept their suggestions, and that the form of the move is plain data."""
    for name, field in move.fields.items():
        for value in field.suggest():
            assert field.refuse(value) is None, f"{move}.{name} suggests {value} and refuses it"
    assert is_plain_data(move.form())


def is_plain_data(value: Any) -> bool:
    """Return whether a value can be stored as JSON."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and is_plain_data(item) for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return all(is_plain_data(item) for item in value)
    return value is None or isinstance(value, (str, int, float, bool))


NONSENSE_VALUES = [
    None, -1, 0, 10**30, 1.5, float("nan"), True, "", "x" * 1000, [], [[]], {}, {"a": 1},
    (1, 2), ["A", "A"], b"x", object(), {"cash": -5},
]  # fmt: skip


@law
@given(st.data())
def test_what_is_refused_is_explained_and_changes_nothing(game: Any, data: st.DataObject) -> None:
    """Check that a refusal is a sentence with a clause, and leaves the match unchanged."""
    m, chance = begin_match(game, data, "refused")
    for step in walk_randomly(m, chance, STEPS // 5):
        before = snapshot_match(m)
        for decision in m.requests():
            with pytest.raises(IllegalMove) as refusal:
                m.answer("no such move", seat=decision.seat)
            check_sentence(m, str(refusal.value))
            for move in decision.moves:
                try_wrong_answers(m, decision.seat, move, step)
        for aside in m.asides():
            if aside.move.barred:
                with pytest.raises(IllegalMove) as refusal:
                    m.aside(aside.move.name, seat=aside.seat, **suggest_values(aside.move))
                check_sentence(m, str(refusal.value))
        assert snapshot_match(m) == before


def try_wrong_answers(m: Match, seat: str, move: Move, step: int) -> None:
    """Submit invalid answers for a move and check their refusals."""
    if move.barred:
        with pytest.raises(IllegalMove) as refusal:
            m.answer(move.name, seat=seat, **suggest_values(move))
        check_sentence(m, str(refusal.value))
        return
    wrong = [suggest_values(move) | {"no_such_field": 1}]
    for at, name in enumerate(move.fields):
        nonsense = NONSENSE_VALUES[(step + at) % len(NONSENSE_VALUES)]
        wrong.append({key: value for key, value in suggest_values(move).items() if key != name})
        wrong.append(suggest_values(move) | {name: nonsense})
    for values in wrong:
        reason = move.refusal(values)
        if reason is None:
            continue  # the suggestion is already complete
        with pytest.raises(IllegalMove) as refusal:
            m.answer(move.name, seat=seat, **values)
        check_sentence(m, str(refusal.value))


def check_sentence(m: Match, reason: str) -> None:
    """Check that a refusal is a sentence and cites a clause of the rulebook."""
    assert reason[-1] in ".)", reason
    assert any(clause in reason for clause in m.game.rulebook.clauses), reason


@law
@given(st.data())
def test_a_state_is_plain_data(game: Any, data: st.DataObject) -> None:
    """Check that a state contains no sets, no unknown types, and no mutable shared values."""
    m, chance = begin_match(game, data, "plain")
    for _ in walk_randomly(m, chance, STEPS):
        check_state(m.table, "table")
    check_state(m.table, "table")


def check_state(value: Any, where: str, frozen: bool = False) -> None:
    """Raise AssertionError if a value is not allowed in a state."""
    if value is None or type(value) in (bool, int, str, Fraction) or isinstance(value, Enum):
        return
    if isinstance(value, tuple):
        for item in value:
            check_state(item, f"{where}[]", frozen=True)
    elif isinstance(value, (list, dict)):
        assert not frozen, f"{where}: a {type(value).__name__} inside a value that copies share"
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in items:
            assert type(key) in (str, int, tuple), (
                f"{where}: a key must be text, a number or a tuple, not {key!r}"
            )
            check_state(item, f"{where}[{key!r}]")
    elif is_dataclass(value):
        is_frozen = value.__dataclass_params__.frozen  # type: ignore[union-attr]  # not in typeshed
        assert is_frozen or not frozen, (
            f"{where}: {type(value).__name__} inside a value that copies share"
        )
        for part in fields(value):
            if not (part.metadata.get("transient") or part.metadata.get("fixed")):
                check_state(getattr(value, part.name), f"{where}.{part.name}", is_frozen)
    else:
        raise AssertionError(f"{where}: a state may not hold a {type(value).__name__}")
