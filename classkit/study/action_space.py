"""Discrete action space for reinforcement learning: integer actions for the answers of a game.

========================================= =====================================================
action                                    meaning
========================================= =====================================================
0                                         wait: give no answer (if no decision is open)
1                                         the default of the decision
2 + move x VALUES + value                 the move with this index in ``decision.moves``, with the
                                          suggested values at this index
FIRST_ASIDE + aside x ASIDE_VALUES + value the aside with this index, with these values
========================================= =====================================================

The suggested values of a move are all combinations of the values that its fields suggest. A choice
suggests all its options. If there are more combinations than indexes, evenly spaced combinations
are used. If none of these is legal, a few random legal combinations replace them. Barred moves keep
their indexes, and the mask excludes them. Only the first 12 moves and the first 4 asides have
actions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import Any

from classkit.engine.decisions import Aside, Decision
from classkit.engine.fields import Field, OneOf
from classkit.engine.match import Match
from classkit.engine.moves import Answer, Move
from classkit.engine.randomness import RandomStream

WAIT, DEFAULT = 0, 1
MOVES, VALUES = 12, 48
ASIDES, ASIDE_VALUES = 4, 12
FIRST_MOVE = 2
FIRST_ASIDE = FIRST_MOVE + MOVES * VALUES
ACTIONS = FIRST_ASIDE + ASIDES * ASIDE_VALUES
DRAW_COUNT = 4
"""Number of random draws if no suggested combination is legal."""


def suggest_values(field: Field) -> list[Any]:
    """Return the suggested values of a field. For a choice, return all options.

    >>> from classkit.engine.fields import Amount
    >>> suggest_values(OneOf(tuple("ABCDEFGHIJKLMN")))[-1], suggest_values(Amount(0, 8))
    ('N', [0, 2, 4, 6, 8])
    """
    return list(field.options) if isinstance(field, OneOf) else field.suggest()


def iter_places(lengths: Sequence[int], max_count: int) -> Iterator[tuple[int, ...]]:
    """Yield at most ``max_count`` combinations of places in lists of these lengths, evenly spaced.

    >>> list(iter_places([2, 5], 4))
    [(0, 0), (0, 2), (1, 0), (1, 2)]
    """
    total = prod(lengths)
    count = min(total, max_count)
    for number in range(count):
        rest = number * total // count
        places: list[int] = []
        for length in reversed(lengths):
            rest, at = divmod(rest, length)
            places.append(at)
        yield tuple(reversed(places))


def list_answers(move: Move, max_count: int, key: str) -> list[Answer | None]:
    """Return the answers of a move by index. An answer that is not legal now is None."""
    if move.barred:
        return []
    if not move.fields:
        return [Answer(move.name)] if move.refusal({}) is None else []
    suggested = {name: suggest_values(field) for name, field in move.fields.items()}
    accepted = [*move.accepts(suggested).values()]
    is_allowed = move.build_judge()
    found: list[Answer | None] = []
    for places in iter_places([len(values) for values in suggested.values()], max_count):
        answer = None
        if all(fits[at] for fits, at in zip(accepted, places, strict=True)):
            chosen = zip(suggested.items(), places, strict=True)
            values = {name: values[at] for (name, values), at in chosen}
            if is_allowed(values):
                answer = Answer(move.name, values)
        found.append(answer)
    if not any(found):
        chance = RandomStream(key)
        drawn = [move.draw(chance) for _ in range(DRAW_COUNT)]
        found = [answer for place, answer in enumerate(drawn) if answer not in drawn[:place]]
    return found


def map_actions(match: Match, decision: Decision) -> dict[int, Answer]:
    """Return a dict from each action that is legal now to its answer."""
    found = {DEFAULT: decision.default}
    for place, move in enumerate(decision.moves[:MOVES]):
        key = f"{match.step}|{decision.seat}|{decision.name}|{move.name}"
        for value, answer in enumerate(list_answers(move, VALUES, key)):
            if answer is not None:
                found[FIRST_MOVE + place * VALUES + value] = answer
    return found


def map_asides(match: Match, asides: Sequence[Aside]) -> dict[int, Answer]:
    """Return a dict from each aside that is legal now (as an action) to its answer."""
    found: dict[int, Answer] = {}
    for place, aside in enumerate(asides[:ASIDES]):
        key = f"{match.step}|{aside.seat}|{aside.move.name}"
        for value, answer in enumerate(list_answers(aside.move, ASIDE_VALUES, key)):
            if answer is not None:
                found[FIRST_ASIDE + place * ASIDE_VALUES + value] = answer
    return found
