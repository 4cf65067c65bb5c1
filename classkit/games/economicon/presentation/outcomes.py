"""Text for the outcomes of an event (N5.1, N17.5)."""

from __future__ import annotations

from collections.abc import Sequence

from ..rules.instant_effects import INSTANT_EFFECTS, NATION_EFFECTS
from ..rules.noun_text import describe_measure, describe_need
from ..rules_data import AllOf, Condition, EventCard, InstantEffect, MeasureComparison


def describe_outcomes(card: EventCard) -> str:
    """Return both outcomes of an event, which are public (N5.1).

    >>> gold = InstantEffect("give", None, "gold", 1)
    >>> short = MeasureComparison("reserves.gold", "<", 5)
    >>> from ..rules_data import Goal
    >>> card = EventCard("X", "X", "X", Goal("tokens", "<=", 1, "max"), success=(gold,),
    ...                  failure=(InstantEffect("token", short, "", 1),))
    >>> describe_outcomes(card)
    'If met, all receive 1 gold; if missed, those with less than 5 gold in reserves gain 1 token'
    """
    return f"If met, {describe_effects(card.success)}; if missed, {describe_effects(card.failure)}"


def describe_effects(effects: Sequence[InstantEffect]) -> str:
    """Return effects in listed order. Effects on the same nations share a clause."""
    clauses: list[tuple[str, list[str]]] = []
    for effect in effects:
        who = describe_recipients(effect.who) if effect.do in NATION_EFFECTS else ""
        what = INSTANT_EFFECTS[effect.do].words(effect)
        if clauses and who and clauses[-1][0] == who:
            parts, (verb, _, units) = clauses[-1][1], what.partition(" ")
            if parts[-1].startswith(f"{verb} "):
                parts[-1] += f", {units}"
            else:
                parts.append(what)
        else:
            clauses.append((who, [what]))
    lines = [f"{who} {' and '.join(parts)}".strip() for who, parts in clauses]
    return ", ".join(lines) or "nothing happens"


def describe_recipients(who: Condition | None) -> str:
    """Return the nations that an effect selects, as text (N17.1)."""
    return "all" if who is None else f"those with {describe_condition(who)}"


def describe_condition(condition: Condition) -> str:
    """Return a condition of a nation as text.

    >>> describe_condition(MeasureComparison("produced.oil", ">=", 2))
    'at least 2 oil produced'
    >>> from ..rules_data import AnyOf
    >>> tokens = MeasureComparison("tokens", "==", 0)
    >>> peg = MeasureComparison("peg_kind", "==", "gold")
    >>> describe_condition(AnyOf((tokens, peg)))
    'just 0 volatility tokens or a peg of the kind gold'
    """
    if isinstance(condition, MeasureComparison):
        value = condition.value
        if condition.measure == "peg_kind":
            kinds = [str(kind) for kind in value] if isinstance(value, tuple) else [str(value)]
            return f"a peg of the kind {' or '.join(kinds)}"
        numbers = [int(one) for one in value] if isinstance(value, tuple) else int(value)
        counted = describe_measure(condition.measure, numbers if isinstance(numbers, int) else 0)
        return f"{describe_need(condition.operator, numbers)} {counted}"
    word = " and " if isinstance(condition, AllOf) else " or "
    return word.join(describe_condition(part) for part in condition.conditions)
