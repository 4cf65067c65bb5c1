"""The answers to a decision that are compared: all of them, or some of each move."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from classkit.engine.errors import IllegalMove
from classkit.engine.log import plain_fields
from classkit.engine.luck import Stream
from classkit.engine.match import Match
from classkit.engine.moves import Answer
from classkit.engine.requests import Decision, Draw, Roll


def decision_of(match: Match, seat: str | None) -> Decision:
    """Return the decision whose answers are compared; raise an error if there is none."""
    if isinstance(match.request, (Roll, Draw)):
        raise IllegalMove("The match waits for the room to throw or draw: no move is asked now.")
    return match._decision(seat)


def next_ahead(match: Match, seat: str) -> Answer | None:
    """Return the answer that redo would give next, if it is this seat's; else None."""
    if not match.can_redo:
        return None
    twin = match.fork()
    twin.redo()
    last = twin.answers[-1] if twin.answers else None
    if last is None or last.kind != "answer" or last.seat != seat:
        return None
    return Answer(last.name, dict(last.value or {}))


def read_made(decision: Decision, made: Any) -> Answer:
    """Read an answer that somebody names, checked like one that is given."""
    if isinstance(made, tuple) and len(made) == 2 and isinstance(made[1], Mapping):
        return decision.read(made[0], made[1])
    return decision.read(made)


def answers_to_compare(
    decision: Decision, made: Answer | None, most: int, seed: int
) -> list[Answer]:
    """Return the answers to compare: all of them, or at most ``most``, each once.

    The answer that was made and the default come first, then every move in turn; fields get values
    at random.

    >>> from classkit.engine.moves import Amount, Move
    >>> bid = Decision("B", "bid", [Move("pass"), Move("bid", amount=Amount(1, 9))], "P8.1", "pass")
    >>> found = answers_to_compare(bid, None, 5, 0)
    >>> len(found), found[0].move, {one.move for one in found[1:]}
    (5, 'pass', {'bid'})
    """
    chance = Stream(f"compare|{seed}|{decision.seat}|{decision.name}")
    found: dict[str, Answer] = {}

    def add(answer: Answer | None) -> None:
        if answer is not None and len(found) < most:
            plain = Answer(answer.move, plain_fields(answer.fields))
            found.setdefault(json.dumps(plain, sort_keys=True), plain)

    add(made)
    add(decision.default)
    moves = decision.legal
    plain = [move for move in moves if not move.fields]
    filled = [move for move in moves if move.fields]
    for move in plain if len(plain) + len(filled) <= most else chance.shuffled(plain):
        if len(found) < most - min(len(filled), most // 2):
            add(move.draw(chance))
    tries = 4 * most if filled else 0
    for at in range(tries):
        add(filled[at % len(filled)].draw(chance))
    for move in plain:  # as far as there is room left
        add(move.draw(chance))
    return list(found.values())
