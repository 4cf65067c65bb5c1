"""The answers of a game as numbered actions, for programs that learn.

========================================= =====================================================
action                                    meaning
========================================= =====================================================
0                                         wait: answer nothing (only if nothing is asked)
1                                         the default of the decision
2 + move x VALUES + value                 the move of that place in ``decision.moves``, with the
                                          value of that place among its sensible ones
FIRST_ASIDE + aside x ASIDE_VALUES + value the aside of that place, with that value
========================================= =====================================================

The sensible values of a move are all combinations of the values that its fields suggest; a choice
suggests all its options. If there are more combinations than places, some are taken, spread evenly.
If none of these is legal, a few values drawn at random take their places. Places are the same each
time a decision is put, also for barred moves, which the mask leaves out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from classkit.engine.fields import Field, OneOf
from classkit.engine.luck import Stream
from classkit.engine.match import Match
from classkit.engine.moves import Answer, Move
from classkit.engine.requests import Aside, Decision

WAIT, DEFAULT = 0, 1
MOVES, VALUES = 12, 48
ASIDES, ASIDE_VALUES = 4, 12
FIRST_MOVE = 2
FIRST_ASIDE = FIRST_MOVE + MOVES * VALUES
ACTIONS = FIRST_ASIDE + ASIDES * ASIDE_VALUES
DRAWN = 4
"""Values that are drawn if none of those suggested is legal."""


def sensible(field: Field) -> list[Any]:
    """Return a few sensible values of a field; for a choice all options.

    >>> from classkit.engine.fields import Amount
    >>> sensible(OneOf(tuple("ABCDEFGHIJKLMN")))[-1], sensible(Amount(0, 8))
    ('N', [0, 2, 4, 6, 8])
    """
    return list(field.options) if isinstance(field, OneOf) else field.suggest()


def combinations_of(fields: Mapping[str, Field], most: int) -> Iterator[dict[str, Any]]:
    """Yield combinations of values for all fields; at most so many, spread evenly.

    >>> from classkit.engine.fields import Amount
    >>> two = {"buy": OneOf(("yes", "no")), "price": Amount(0, 4)}
    >>> [tuple(values.values()) for values in combinations_of(two, 4)]
    [('yes', 0), ('yes', 2), ('no', 0), ('no', 2)]
    """
    lists = {name: sensible(field) for name, field in fields.items()}
    total = 1
    for values in lists.values():
        total *= len(values)
    count = min(total, most)
    for number in range(count):
        place = number * total // count
        chosen: dict[str, Any] = {}
        for name in reversed(lists):
            place, at = divmod(place, len(lists[name]))
            chosen[name] = lists[name][at]
        yield {name: chosen[name] for name in lists}


def answers_of(move: Move, most: int, key: str) -> list[Answer | None]:
    """Return the answers of a move by place; None for one that is not legal now."""
    if move.barred:
        return []
    if not move.fields:
        return [Answer(move.name)] if move.refusal({}) is None else []
    found: list[Answer | None] = [
        Answer(move.name, values) if move.refusal(values) is None else None
        for values in combinations_of(move.fields, most)
    ]
    if not any(found):
        chance = Stream(key)
        drawn = [move.draw(chance) for _ in range(DRAWN)]
        found = [answer for place, answer in enumerate(drawn) if answer not in drawn[:place]]
    return found


def actions_of(match: Match, decision: Decision) -> dict[int, Answer]:
    """Return action -> answer, for the actions that are legal for this decision now."""
    found = {DEFAULT: decision.default}
    for place, move in enumerate(decision.moves[:MOVES]):
        key = f"{match.step}|{decision.seat}|{decision.name}|{move.name}"
        for value, answer in enumerate(answers_of(move, VALUES, key)):
            if answer is not None:
                found[FIRST_MOVE + place * VALUES + value] = answer
    return found


def asides_of(match: Match, asides: Sequence[Aside]) -> dict[int, Answer]:
    """Return action -> aside, for the asides that are legal for a seat now."""
    found: dict[int, Answer] = {}
    for place, aside in enumerate(asides[:ASIDES]):
        key = f"{match.step}|{aside.seat}|{aside.move.name}"
        for value, answer in enumerate(answers_of(aside.move, ASIDE_VALUES, key)):
            if answer is not None:
                found[FIRST_ASIDE + place * ASIDE_VALUES + value] = answer
    return found
