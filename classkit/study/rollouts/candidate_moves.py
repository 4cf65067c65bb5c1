"""Selection of the answers to compare, which are sampled for each move if there are too many."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from classkit.engine.decisions import Decision, Draw, Roll
from classkit.engine.errors import IllegalMove
from classkit.engine.events import copy_plain_fields
from classkit.engine.match import Match
from classkit.engine.moves import Answer
from classkit.engine.randomness import RandomStream


def get_decision(match: Match, seat: str | None) -> Decision:
    """Return the decision whose answers are compared. Raise an error if there is none."""
    if isinstance(match.request, (Roll, Draw)):
        raise IllegalMove("The match waits for a roll or a draw: no decision is open now.")
    return match._open_decision(seat)


def get_redo_answer(match: Match, seat: str) -> Answer | None:
    """Return the answer that redo would play next, or None if it is not this seat's answer."""
    if not match.can_redo:
        return None
    twin = match.fork()
    twin.redo()
    last = twin.answers[-1] if twin.answers else None
    if last is None or last.kind != "answer" or last.seat != seat:
        return None
    return Answer(last.name, dict(last.value or {}))


def read_answer(decision: Decision, made: Any) -> Answer:
    """Parse an answer, and check that it is legal."""
    if isinstance(made, tuple) and len(made) == 2 and isinstance(made[1], Mapping):
        return decision.read(made[0], made[1])
    return decision.read(made)


def pick_answers(
    decision: Decision, made: Answer | None, max_answers: int, seed: int
) -> list[Answer]:
    """Return the distinct answers to compare: all legal answers, or at most ``max_answers``.

    The answer ``made`` and the default are first, followed by the moves in rotation. Fields get
    random values.

    >>> from classkit.engine.moves import Amount, Move
    >>> bid = Decision("B", "bid", [Move("pass"), Move("bid", amount=Amount(1, 9))], "P8.1", "pass")
    >>> found = pick_answers(bid, None, 5, 0)
    >>> len(found), found[0].move, {one.move for one in found[1:]}
    (5, 'pass', {'bid'})
    """
    chance = RandomStream(f"compare|{seed}|{decision.seat}|{decision.name}")
    found: dict[str, Answer] = {}

    def add(answer: Answer | None) -> None:
        if answer is not None and len(found) < max_answers:
            plain = Answer(answer.move, copy_plain_fields(answer.fields))
            found.setdefault(json.dumps(plain, sort_keys=True), plain)

    add(made)
    add(decision.default)
    moves = decision.legal
    plain = [move for move in moves if not move.fields]
    filled = [move for move in moves if move.fields]
    for move in plain if len(plain) + len(filled) <= max_answers else chance.permutation(plain):
        if len(found) < max_answers - min(len(filled), max_answers // 2):
            add(move.draw(chance))
    tries = 4 * max_answers if filled else 0
    for at in range(tries):
        add(filled[at % len(filled)].draw(chance))
    for move in plain:  # while there is room left
        add(move.draw(chance))
    return list(found.values())
