"""The outcomes of an event when its goal is met or missed, in words (N5.1, N17.5)."""

from __future__ import annotations

from collections.abc import Sequence

from ..contents import AllOf, Compare, Condition, EventCard, Instant
from ..rules.effects import INSTANT, ON_NATIONS
from ..rules.nouns import measure_words, need_words


def outcomes_of(card: EventCard) -> str:
    """Return both outcomes of an event, which are open to all (N5.1).

    >>> gold = Instant("give", None, "gold", 1)
    >>> short = Compare("reserves.gold", "<", 5)
    >>> from ..contents import Goal
    >>> card = EventCard("X", "X", "X", Goal("tokens", "<=", 1, "max"), success=(gold,),
    ...                  failure=(Instant("token", short, "", 1),))
    >>> outcomes_of(card)
    'If met, all receive 1 gold; if missed, those with less than 5 gold in reserves gain 1 token'
    """
    return f"If met, {effects_words(card.success)}; if missed, {effects_words(card.failure)}"


def effects_words(effects: Sequence[Instant]) -> str:
    """Return effects in listed order; those on the same nations share a sentence."""
    said: list[tuple[str, list[str]]] = []
    for effect in effects:
        who = who_words(effect.who) if effect.do in ON_NATIONS else ""
        what = INSTANT[effect.do].words(effect)
        if said and who and said[-1][0] == who:
            parts, (verb, _, units) = said[-1][1], what.partition(" ")
            if parts[-1].startswith(f"{verb} "):
                parts[-1] += f", {units}"
            else:
                parts.append(what)
        else:
            said.append((who, [what]))
    lines = [f"{who} {' and '.join(parts)}".strip() for who, parts in said]
    return ", ".join(lines) or "nothing happens"


def who_words(who: Condition | None) -> str:
    """Return whom an effect is for: all, or those that meet a condition (N17.1)."""
    return "all" if who is None else f"those with {condition_words(who)}"


def condition_words(condition: Condition) -> str:
    """Return a condition of a nation in words.

    >>> condition_words(Compare("produced.oil", ">=", 2))
    'at least 2 oil produced'
    >>> from ..contents import AnyOf
    >>> condition_words(AnyOf((Compare("tokens", "==", 0), Compare("peg_kind", "==", "gold"))))
    'just 0 volatility tokens or a peg of the kind gold'
    """
    if isinstance(condition, Compare):
        value = condition.value
        if condition.measure == "peg_kind":
            kinds = [str(kind) for kind in value] if isinstance(value, tuple) else [str(value)]
            return f"a peg of the kind {' or '.join(kinds)}"
        numbers = [int(one) for one in value] if isinstance(value, tuple) else int(value)
        counted = measure_words(condition.measure, numbers if isinstance(numbers, int) else 0)
        return f"{need_words(condition.operator, numbers)} {counted}"
    word = " and " if isinstance(condition, AllOf) else " or "
    return word.join(condition_words(part) for part in condition.conditions)
