"""What the tests of every game ask of a match: what happened, what is asked, what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from classkit.engine.errors import IllegalMove
from classkit.engine.log import Event
from classkit.engine.match import Match
from classkit.engine.requests import Decision


def cash(m: Match, *accounts: str) -> Any:
    """The cash of one account, or of several as a list."""
    held = [m.ledger.balance(account) for account in accounts]
    return held[0] if len(held) == 1 else held


def told(m: Match, name: str) -> list[dict[str, Any]]:
    """The facts of all events of that name."""
    return [event.facts for event in m.events if event.name == name]


def last(m: Match, name: str) -> Event:
    """The last event of that name."""
    return [event for event in m.events if event.name == name][-1]


def asked(m: Match) -> tuple[str, str]:
    """Who is asked what."""
    request = m.request
    assert isinstance(request, Decision), request
    return request.seat, request.name


def moves(m: Match) -> list[str]:
    """The names of the moves that are possible now."""
    return [move.name for move in m.legal_moves()]


def refused(m: Match, move: Any, reason: str, /, seat: str | None = None, **fields: Any) -> None:
    """The answer is refused with this reason, and changes nothing."""
    before, waiting = m.digest(), m.request
    with pytest.raises(IllegalMove) as error:
        m.answer(move, seat=seat, **fields)
    assert reason in str(error.value), str(error.value)
    assert m.digest() == before and m.request is waiting


def refused_aside(
    m: Match, name: str, reason: str, /, seat: str | None = None, **fields: Any
) -> None:
    """The aside is refused with this reason, and changes nothing."""
    before = m.digest()
    with pytest.raises(IllegalMove) as error:
        m.aside(name, seat=seat, **fields)
    assert reason in str(error.value), str(error.value)
    assert m.digest() == before
