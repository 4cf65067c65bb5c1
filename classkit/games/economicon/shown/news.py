"""The sentences that tell what happened, by event (section 6)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from classkit.engine.words import (
    NOTABLE,
    ORDINARY,
    ROUTINE,
    TURNING_POINT,
    Say,
    Sentence,
    Weight,
    by,
)

from ..rules.nouns import Facts, bound_words, decimal, peg_words, rounding

ENDINGS = {
    "eligible": "The last round is over, and the greatest worth wins",
    "fewest_tokens": "Everybody has too many tokens, so those with the fewest are eligible",
    "nobody": "Everybody has too many tokens, and nobody wins",
}
MOVED = {
    "mined": "{who} mines {what}.",
    "production_cost": "{who} pays {what} for production.",
    "produced": "{who} produces {what}.",
    "delivered": "{who} delivers {what} to the market.",
    "kept": "{who} keeps {what} of what was produced.",
    "released": "{who} releases {what} from reserves to the market.",
    "depletion_mined": "{who} mines {what} for the market.",
    "consumed": "The people of {who} consume {what}.",
    "reward": "{who} is rewarded with {what}.",
    "event_give": "{who} receives {what} from the event.",
    "event_take": "{who} loses {what} to the event.",
}
"""The sentence for a movement by its reason; other movements are told by another event."""

DEAL = "{qty:of {unit}} for {cost:of {pay_with}}"
"""The terms of a direct deal."""
PROPOSAL = "{proposer:seat} proposes to"
MONEY_MADE = ("currency_created", "currency_destroyed")


def tell_moved(say: Say, facts: Facts) -> str | None:
    """Tell of `moved`."""
    reason, what = facts["reason"], say.amount(facts["qty"], facts["unit"])
    who = say.seat(facts["nation"])
    if reason in MOVED:
        return MOVED[reason].format(who=who, what=what)
    if reason == "event_market":
        verb = "comes to" if facts["to"] == "market" else "leaves"
        return f"By the event {what} {verb} the market."
    if reason in MONEY_MADE:
        issuer = say.seat(facts["unit"].partition(":")[2])
        verb = "creates" if reason == "currency_created" else "destroys"
        return f"{issuer} {verb} {what}; {facts['issue']:,} created are outstanding."
    return None


def tell_resolved(say: Say, facts: Facts) -> str:
    """Tell of `event_resolved`."""
    how = "the goal is met" if facts["met"] else "the goal is missed"
    bound = bound_words(facts["op"], facts["needed"])
    return f"{facts['title']}: {how} ({facts['measured']:,}; {bound})."


def tell_peg(say: Say, facts: Facts) -> str:
    """Tell of `peg_changed`."""
    who, old = say.seat(facts["nation"]), peg_words(say, facts["old"])
    again = ", for the second round running" if facts["repeat"] else ""
    if facts["new"] == "none":
        return f"{who} gives up its peg to {old} and floats{again}."
    was = "after floating" if facts["old"] == "none" else f"instead of {old}"
    return f"{who} pegs its currency to {peg_words(say, facts['new'])} {was}{again}."


def tell_order(say: Say, facts: Facts) -> str:
    """Tell of `order_set`."""
    return f"Order of play: {', '.join(say.seat(seat) for seat in facts['order'])}."


def tell_bought(say: Say, facts: Facts) -> str:
    """Tell of `bought`, the rounding included."""
    what = say.amount(facts["qty"], facts["unit"])
    cost = say.amount(facts["cost"], facts["pay_with"])
    exact, how = Fraction(facts["exact_cost"]), ""
    if exact != facts["cost"]:
        how = f" (exactly {decimal(exact)}: {rounding(facts['cost'], exact)})"
    return f"{say.seat(facts['nation'])} buys {what} for {cost}{how}."


def tell_judged(say: Say, facts: Facts) -> str:
    """Tell of `judged`."""
    failed = []
    if not facts["production_ok"]:
        failed.append("production")
    if not facts["consumption_ok"]:
        failed.append("consumption")
    failed += [f"the {title}" for title in facts["titles"]]
    who = say.seat(facts["nation"])
    return f"{who} fails: {say.listing(failed)}." if failed else f"{who} has met every requirement."


TOKENS = {
    "phase9": " for failing a requirement",
    "peg": " for changing its peg twice running",
    "event": " by the event",
}
"""What a volatility token comes for, by the reason."""


def tell_token(say: Say, facts: Facts) -> str:
    """Tell of `token_changed`."""
    change, who = facts["change"], say.seat(facts["nation"])
    verb = "gains" if change > 0 else "loses"
    many = "a volatility token" if abs(change) == 1 else f"{abs(change)} volatility tokens"
    why = TOKENS.get(facts["reason"], "")
    return f"{who} {verb} {many}{why if change > 0 else ''} and now has {facts['total']}."


def tell_law(say: Say, facts: Facts) -> str:
    """Tell of `law_ratified`."""
    text = facts["text"]
    law = f"{text[:1].lower()}{text[1:]}"
    return f"{say.seat(facts['nation'])} ratifies the {facts['title']}: {law}"


def tell_valued(say: Say, facts: Facts) -> str:
    """Tell of `valued`."""
    tokens = facts["tokens"]
    may = "eligible" if facts["eligible"] else "not eligible"
    many = f"{tokens} token{'' if tokens == 1 else 's'}"
    worth = decimal(Fraction(facts["worth"]), 2)
    return f"The reserves of {say.seat(facts['nation'])} are worth {worth} gold; {many}, {may}."


EVENTS: Mapping[str, str | Sentence] = {
    "game_set_up": "A game of {seats:count} nations begins, all pegged to gold.",
    "die_rolled": by(
        "purpose",
        {
            "order": "{nation:seat} rolls {value} for the order of play.",
            "depletion": "{nation:seat} rolls {value} for new gold in the market.",
            "mining": None,  # it shows in what is mined
        },
    ),
    "moved": tell_moved,
    "event_drawn": "{title}. {text}",
    "event_resolved": tell_resolved,
    "peg_changed": tell_peg,
    "law_ratified": tell_law,
    "law_expired": "The {title} of {nation:seat} expires.",
    "order_set": tell_order,
    "bought": tell_bought,
    "gold_depleted": "{nation:seat} has bought the last gold of the market: all mine for it.",
    "passed": "{nation:seat} {forced:?has used up its trade turns}{forced:!passes}.",
    "deal_proposed": by(
        "side",
        {"buy": f"{PROPOSAL} buy from {{partner:seat}} {DEAL}."},
        f"{PROPOSAL} sell to {{partner:seat}} {DEAL}.",
    ),
    "deal_answered": f"{{partner:seat}} {{accepted:?accepts: {DEAL}}}{{accepted:!declines}}.",
    "shortage": "The people of {nation:seat} lack {short} {commodity}.",
    "judged": tell_judged,
    "token_changed": tell_token,
    "token_short": "No volatility token is left for {nation:seat}.",
    "valued": tell_valued,
    "game_ended": "{reason:ending}{winners:?: {winners:seat}}.",
}

MATTERS = {**dict.fromkeys(MONEY_MADE, NOTABLE), "production_cost": ORDINARY}
"""How much a movement matters, by its reason; others are routine."""
BARRED = 3
"""The tokens with which a nation cannot win, by the usual option (N16.2)."""

WEIGHTS: Mapping[str, Weight] = {
    **dict.fromkeys(("die_rolled", "passed", "order_set", "deal_proposed", "valued"), ROUTINE),
    "judged": ROUTINE,
    **dict.fromkeys(("game_set_up", "event_drawn", "event_resolved", "law_ratified"), NOTABLE),
    "shortage": NOTABLE,
    **dict.fromkeys(("peg_changed", "gold_depleted", "game_ended"), TURNING_POINT),
    "moved": lambda _, facts: MATTERS.get(facts["reason"], ROUTINE),
    "token_changed": lambda _, facts: TURNING_POINT if facts["total"] >= BARRED else NOTABLE,
}
