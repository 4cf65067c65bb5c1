"""Helpers for game tests: balances, events, decisions and refused answers."""

from __future__ import annotations

from typing import Any

import pytest

from classkit.engine.decisions import Decision
from classkit.engine.errors import IllegalMove
from classkit.engine.events import Event
from classkit.engine.match import Match


def cash(m: Match, *accounts: str) -> Any:
    """Return the cash of one account, or of several as a list."""
    held = [m.ledger.balance(account) for account in accounts]
    return held[0] if len(held) == 1 else held


def told(m: Match, name: str) -> list[dict[str, Any]]:
    """Return the facts of all events with this name."""
    return [event.facts for event in m.events if event.name == name]


def last(m: Match, name: str) -> Event:
    """Return the last event with this name."""
    return [event for event in m.events if event.name == name][-1]


def asked(m: Match) -> tuple[str, str]:
    """Return the seat and the name of the current decision."""
    request = m.request
    assert isinstance(request, Decision), request
    return request.seat, request.name


def moves(m: Match) -> list[str]:
    """Return the names of the legal moves."""
    return [move.name for move in m.legal_moves()]


def refused(m: Match, move: Any, reason: str, /, seat: str | None = None, **fields: Any) -> None:
    """Assert that the answer is refused with this reason and changes nothing."""
    before, waiting = m.digest(), m.request
    with pytest.raises(IllegalMove) as error:
        m.answer(move, seat=seat, **fields)
    assert reason in str(error.value), str(error.value)
    assert m.digest() == before and m.request is waiting


def refused_aside(
    m: Match, name: str, reason: str, /, seat: str | None = None, **fields: Any
) -> None:
    """Assert that the aside is refused with this reason and changes nothing."""
    before = m.digest()
    with pytest.raises(IllegalMove) as error:
        m.aside(name, seat=seat, **fields)
    assert reason in str(error.value), str(error.value)
    assert m.digest() == before
