"""Laws of play: a match ends, nothing is lost on the way, offers are accepted."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classkit.engine.errors import IllegalMove
from classkit.engine.log import NOWHERE
from classkit.engine.match import Match
from classkit.engine.moves import Move
from classkit.engine.requests import Aside

from .matches import Setup, begun, fingerprint, give_something, law, play_by_chance, setups, walk

LONGEST = 100_000
PATIENCE = 5_000
"""The number of answers after which the host ends a match begun without a limit."""
STEPS = 250


@law
@given(st.data())
def test_a_match_of_bots_ends(game: Any, data: st.DataObject) -> None:
    """Check that a match is over some day, with any players and options.

    It ends by itself or, if the game says that nothing limits it, when the host ends it.
    """
    setup: Setup = data.draw(setups(game))
    m = setup.new()
    signal = game.length(m.table).ended_by
    while not m.is_over:
        if signal in m.signals and m.step > PATIENCE:
            m.signal(signal)
        m.play(until="round", bots=setup.players)
        assert m.step < LONGEST, f"{m} does not end"
    assert m.ending
    check_turns(m)
    assert m.standings()
    places = [line.place for line in m.standings()]
    assert places == sorted(places)
    assert 1 <= places[0] <= 2  # a penalty may leave the first place empty


def check_turns(m: Match) -> None:
    """Check that the turns of a match that is over have been counted, and only forwards.

    History, charts and going back count by turns: without them a match has a single row.
    """
    assert m.turn > 0, f"{m} counts no turns: a turn begins with table.turn += 1"
    turns = [event.turn for event in m.events]
    assert turns == sorted(turns), f"{m} counts turns backwards"
    assert [row["turn"] for row in m.history] == sorted({row["turn"] for row in m.history})


@law
@given(st.data())
def test_what_is_held_is_conserved(game: Any, data: st.DataObject) -> None:
    """Check that only mint and burn change totals, transfers give reasons, and none is below 0."""
    m, chance = begun(game, data, "conserved")
    first, passed = m.ledger.totals(), len(m.transfers)
    for _ in range(STEPS):
        if m.is_over:
            break
        give_something(m, chance)
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
    play_by_chance(m, STEPS, f"rows {setup.seed}")
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
    """Check that every legal move can be made: those drawn, those suggested, and the default."""
    m, chance = begun(game, data, "offered")
    for _ in walk(m, chance, STEPS // 4):
        for decision in m.requests():
            assert decision.legal, f"{decision} leaves no way on"
            default = decision.default
            decision.read(default.move, default.fields)
            names = [move.name for move in decision.moves]
            assert len(set(names)) == len(names), f"two moves of {decision} share a name"
            for move in decision.legal:
                check_suggestions(move)
                answer = move.draw(chance)
                if answer is None:
                    assert move.refusal(first_values(move)) is not None
                    continue
                other = m.fork()
                other.answer(answer.move, seat=decision.seat, **answer.fields)
                assert other.step == m.step + 1
        of_each = [aside for seat in m.seats for aside in m.asides(seat)]
        assert sorted(map(described, of_each)) == sorted(map(described, m.asides()))
        for aside in m.asides():
            drawn = aside.move.draw(chance)
            if drawn is not None:
                m.fork().aside(drawn.move, seat=aside.seat, **drawn.fields)


def described(aside: Aside) -> str:
    """Name whose aside it is, and its form."""
    return f"{aside.seat} {aside.move.form()}"


def first_values(move: Move) -> dict[str, Any]:
    """Return the first suggestion for every field."""
    return {name: next(iter(field.suggest()), None) for name, field in move.fields.items()}


def check_suggestions(move: Move) -> None:
    """Check that a field allows what it suggests and samples, and that its form is plain data."""
    for name, field in move.fields.items():
        for value in field.suggest():
            assert field.refuse(value) is None, f"{move}.{name} suggests {value} and refuses it"
    assert plain(move.form())


def plain(value: Any) -> bool:
    """Return whether JSON can hold a value."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and plain(item) for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return all(plain(item) for item in value)
    return value is None or isinstance(value, (str, int, float, bool))


NONSENSE = [
    None, -1, 0, 10**30, 1.5, float("nan"), True, "", "x" * 1000, [], [[]], {}, {"a": 1},
    (1, 2), ["A", "A"], b"x", object(), {"cash": -5},
]  # fmt: skip


@law
@given(st.data())
def test_what_is_refused_is_explained_and_changes_nothing(game: Any, data: st.DataObject) -> None:
    """Check that a refusal is a sentence with the clause, and that the request still waits."""
    m, chance = begun(game, data, "refused")
    for step in walk(m, chance, STEPS // 5):
        before = fingerprint(m)
        for decision in m.requests():
            with pytest.raises(IllegalMove) as refusal:
                m.answer("no such move", seat=decision.seat)
            check_sentence(m, str(refusal.value))
            for move in decision.moves:
                try_wrong(m, decision.seat, move, step)
        for aside in m.asides():
            if aside.move.barred:
                with pytest.raises(IllegalMove) as refusal:
                    m.aside(aside.move.name, seat=aside.seat, **first_values(aside.move))
                check_sentence(m, str(refusal.value))
        assert fingerprint(m) == before


def try_wrong(m: Match, seat: str, move: Move, step: int) -> None:
    """Give answers that do not fit a move."""
    if move.barred:
        with pytest.raises(IllegalMove) as refusal:
            m.answer(move.name, seat=seat, **first_values(move))
        check_sentence(m, str(refusal.value))
        return
    wrong = [first_values(move) | {"no_such_field": 1}]
    for at, name in enumerate(move.fields):
        nonsense = NONSENSE[(step + at) % len(NONSENSE)]
        wrong.append({key: value for key, value in first_values(move).items() if key != name})
        wrong.append(first_values(move) | {name: nonsense})
    for values in wrong:
        reason = move.refusal(values)
        if reason is None:
            continue  # a suggestion that happens to be complete
        with pytest.raises(IllegalMove) as refusal:
            m.answer(move.name, seat=seat, **values)
        check_sentence(m, str(refusal.value))


def check_sentence(m: Match, reason: str) -> None:
    """Check that a reason is a sentence that cites a clause of the rulebook."""
    assert reason[-1] in ".)", reason
    assert any(clause in reason for clause in m.game.rulebook.clauses), reason


@law
@given(st.data())
def test_a_state_is_plain_data(game: Any, data: st.DataObject) -> None:
    """Check that a state has no sets, no foreign objects, and nothing shared that could change."""
    m, chance = begun(game, data, "plain")
    for _ in walk(m, chance, STEPS):
        check_state(m.table, "table")
    check_state(m.table, "table")


def check_state(value: Any, where: str, frozen: bool = False) -> None:
    """Refuse a value that a state may not hold."""
    if value is None or type(value) in (bool, int, str, Fraction) or isinstance(value, Enum):
        return
    if isinstance(value, tuple):
        for item in value:
            check_state(item, f"{where}[]", frozen=True)
    elif isinstance(value, (list, dict)):
        assert not frozen, f"{where}: a {type(value).__name__} inside what copies share"
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in items:
            assert type(key) in (str, int, tuple), f"{where}: the key {key!r}"
            check_state(item, f"{where}[{key!r}]")
    elif is_dataclass(value):
        is_frozen = value.__dataclass_params__.frozen  # type: ignore[union-attr]  # not in typeshed
        assert is_frozen or not frozen, f"{where}: {type(value).__name__} inside what copies share"
        for part in fields(value):
            if not (part.metadata.get("transient") or part.metadata.get("fixed")):
                check_state(getattr(value, part.name), f"{where}.{part.name}", is_frozen)
    else:
        raise AssertionError(f"{where}: a state may not hold a {type(value).__name__}")
