"""Sentences for the events of Economicon (section 6)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from classkit.engine.rulebook_text import (
    NOTABLE,
    ORDINARY,
    ROUTINE,
    TURNING_POINT,
    Sentence,
    TextFormatter,
    Weight,
    choose_sentence,
    format_count,
)

from ..rules.noun_text import Facts, describe_bound, describe_peg, describe_rounding, format_decimal

ENDINGS = {
    "eligible": "The last round is over, and the highest worth wins",
    "fewest_tokens": "Every nation has too many tokens, so those with the fewest can win",
    "nobody": "Every nation has too many tokens, so nobody wins",
}
MOVEMENT_SENTENCES = {
    "mined": "{who} mines {what}.",
    "production_cost": "{who} pays {what} for production.",
    "produced": "{who} produces {what}.",
    "delivered": "{who} delivers {what} to the market.",
    "kept": "{who} keeps {what} from production.",
    "released": "{who} releases {what} from reserves to the market.",
    "depletion_mined": "{who} mines {what} for the market.",
    "consumed": "{who}'s people consume {what}.",
    "reward": "{who} is rewarded with {what}.",
    "event_give": "{who} receives {what} from the event.",
    "event_take": "{who} loses {what} to the event.",
}
"""The sentence for each reason for a movement. Other events describe the remaining movements."""

QUANTITY_TEXT, COST_TEXT = "{qty:of {unit}}", "{cost:of {pay_with}}"
DEAL_TEXT = f"{QUANTITY_TEXT} for {COST_TEXT}"
"""The terms of a direct deal."""
PROPOSAL_TEXT = "{proposer:seat} proposes to"
MONEY_REASONS = ("currency_created", "currency_destroyed")


def tell_moved(say: TextFormatter, facts: Facts) -> str | None:
    reason, what = facts["reason"], say.format_amount(facts["qty"], facts["unit"])
    who = say.seat(facts["nation"])
    if reason in MOVEMENT_SENTENCES:
        return MOVEMENT_SENTENCES[reason].format(who=who, what=what)
    if reason == "event_market":
        if facts["to"] == "market":
            return f"The market gains {what} from the event."
        return f"The market loses {what} to the event."
    if reason in MONEY_REASONS:
        issuer = say.seat(facts["unit"].partition(":")[2])
        verb = "creates" if reason == "currency_created" else "destroys"
        notes = format_count(facts["qty"], "note")
        return f"{issuer} {verb} {notes}, for a total of {facts['issue']:,} outstanding."
    return None


def tell_resolved(say: TextFormatter, facts: Facts) -> str:
    how = "the goal is met" if facts["met"] else "the goal is missed"
    bound = describe_bound(facts["op"], facts["needed"])
    return f"{facts['title']}: {how} (result: {facts['measured']:,}; {bound})."


def tell_peg(say: TextFormatter, facts: Facts) -> str:
    who = say.seat(facts["nation"])
    old, new = (describe_peg(say, facts[which]) for which in ("old", "new"))
    again = ", for the second round in a row" if facts["repeat"] else ""
    change = ", a change for the second round in a row" if facts["repeat"] else ""
    if facts["new"] == "none":
        return f"{who} ends the peg to {old} and lets the currency float{change}."
    if facts["old"] == "none":
        return f"{who} stops floating the currency and pegs it to {new}{change}."
    return f"{who} changes the peg from {old} to {new}{again}."


def tell_order(say: TextFormatter, facts: Facts) -> str:
    return f"Order of play: {', '.join(say.seat(seat) for seat in facts['order'])}."


def tell_bought(say: TextFormatter, facts: Facts) -> str:
    what = say.format_amount(facts["qty"], facts["unit"])
    cost = say.format_amount(facts["cost"], facts["pay_with"])
    exact, how = Fraction(facts["exact_cost"]), ""
    if exact != facts["cost"]:
        how = f" (exact price {format_decimal(exact)}, {describe_rounding(facts['cost'], exact)})"
    return f"{say.seat(facts['nation'])} buys {what} for {cost}{how}."


def tell_judged(say: TextFormatter, facts: Facts) -> str:
    missed = [need for need in ("production", "consumption") if not facts[f"{need}_ok"]]
    told = []
    if missed:
        requirement = "requirement" if len(missed) == 1 else "requirements"
        told.append(f"misses the {say.format_list(missed)} {requirement}")
    if facts["titles"]:
        told.append(f"breaks {say.format_list([name_law(one) for one in facts['titles']])}")
    failed = " and ".join(told)
    return f"{say.seat(facts['nation'])} {failed or 'meets every requirement'}."


TOKEN_REASONS = {
    "phase9": "fails to meet a requirement and gets {}",
    "peg": "changes the peg two rounds in a row and gets {}",
    "event": "gets {} because of the event",
}
"""Texts for the reasons why a nation gets volatility tokens."""


def tell_shortage(say: TextFormatter, facts: Facts) -> str:
    short = say.format_quantity(facts["short"], facts["commodity"])
    return f"{say.seat(facts['nation'])}'s people are short of {short}."


def tell_token(say: TextFormatter, facts: Facts) -> str:
    change, who = facts["change"], say.seat(facts["nation"])
    many = "a volatility token" if abs(change) == 1 else f"{abs(change)} volatility tokens"
    if change < 0:
        return f"{who} loses {many} ({facts['total'] or 'none'} left)."
    got = TOKEN_REASONS.get(facts["reason"], "gets {}").format(many)
    return f"{who} {got}, making {facts['total']} in all."


ENDINGS_WITHOUT_ARTICLE = ("Controls", "Depots", "Promotion", "Rationing")
"""Last words of law titles that need no article."""


def name_law(title: str) -> str:
    """Return the title of a law within a sentence.

    >>> name_law("Granary Act"), name_law("Capital Controls")
    ('the Granary Act', 'Capital Controls')
    """
    return title if title.endswith(ENDINGS_WITHOUT_ARTICLE) else f"the {title}"


def tell_law(say: TextFormatter, facts: Facts) -> str:
    text = facts["text"].removesuffix(".")
    law = f"{text[:1].lower()}{text[1:]}"
    return f"{say.seat(facts['nation'])} ratifies {name_law(facts['title'])}: “{law}”."


def tell_valued(say: TextFormatter, facts: Facts) -> str:
    tokens = facts["tokens"]
    who, may = say.seat(facts["nation"]), "can" if facts["eligible"] else "cannot"
    many = f"{tokens or 'no'} token{'' if tokens == 1 else 's'}"
    worth = format_decimal(Fraction(facts["worth"]), 2)
    return f"{who}'s reserves are worth {worth} gold. With {many}, {who} {may} win."


def tell_event(say: TextFormatter, facts: Facts) -> str:
    """Return the sentence for an event: its title, its effects and its goal."""
    goal = facts["text"].removeprefix("Goal: ")
    joined = ": " if goal == facts["text"] else ", with the goal: "
    return f"{facts['title']}{joined}{goal}"


EVENTS: Mapping[str, str | Sentence] = {
    "game_set_up": "A game of {seats:count} nations begins, all pegged to gold.",
    "die_rolled": choose_sentence(
        "purpose",
        {
            "order": "{nation:seat} rolls a {value} to decide the order of play.",
            "depletion": "{nation:seat} rolls a {value} for new gold in the market.",
            "mining": None,  # can be seen from the mined gold
        },
    ),
    "moved": tell_moved,
    "event_drawn": tell_event,
    "event_resolved": tell_resolved,
    "peg_changed": tell_peg,
    "law_ratified": tell_law,
    "law_expired": "{nation:seat}'s {title} expires.",
    "order_set": tell_order,
    "bought": tell_bought,
    "gold_depleted": (
        "{nation:seat} buys the last gold in the market: every nation now mines for the market."
    ),
    "passed": "{nation:seat} {forced:?has no trade turns left}{forced:!passes}.",
    "deal_proposed": choose_sentence(
        "side",
        {"buy": f"{PROPOSAL_TEXT} buy {QUANTITY_TEXT} from {{partner:seat}} for {COST_TEXT}."},
        f"{PROPOSAL_TEXT} sell {QUANTITY_TEXT} to {{partner:seat}} for {COST_TEXT}.",
    ),
    "deal_answered": f"{{partner:seat}} {{accepted:?accepts: {DEAL_TEXT}}}{{accepted:!declines}}.",
    "shortage": tell_shortage,
    "judged": tell_judged,
    "token_changed": tell_token,
    "token_short": "No volatility token is left to give to {nation:seat}.",
    "valued": tell_valued,
    "game_ended": "{reason:ending}{winners:?: {winners:seat}}.",
}

MOVEMENT_WEIGHTS = {**dict.fromkeys(MONEY_REASONS, NOTABLE), "production_cost": ORDINARY}
"""Importance of each reason for a movement. Other movements are routine."""
TOKEN_LIMIT = 3
"""Number of tokens that disqualifies a nation, with the default option (N16.2)."""

WEIGHTS: Mapping[str, Weight] = {
    **dict.fromkeys(("die_rolled", "passed", "order_set", "deal_proposed", "valued"), ROUTINE),
    "judged": ROUTINE,
    **dict.fromkeys(("game_set_up", "event_drawn", "event_resolved", "law_ratified"), NOTABLE),
    "shortage": NOTABLE,
    **dict.fromkeys(("peg_changed", "gold_depleted", "game_ended"), TURNING_POINT),
    "moved": lambda _, facts: MOVEMENT_WEIGHTS.get(facts["reason"], ROUTINE),
    "token_changed": lambda _, facts: TURNING_POINT if facts["total"] >= TOKEN_LIMIT else NOTABLE,
}
