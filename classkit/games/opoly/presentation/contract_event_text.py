"""Sentences for the events of deals, alliances and mergers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.rulebook_text import (
    NOTABLE,
    TURNING_POINT,
    Sentence,
    TextFormatter,
    Weight,
    format_count,
)

from ..rules_data import format_group

Facts = Mapping[str, Any]


def format_split(say: TextFormatter, split: Mapping[str, int]) -> str:
    """Return the split of the rents as text."""
    if not split:
        return "each company keeps its own rents"
    return ", ".join(f"{say.seat(seat)} {share}%" for seat, share in split.items())


def format_goods(say: TextFormatter, cash: int, spaces: list[str], cards: list[str]) -> str:
    """Return the cash, properties and cards on one side of a deal as text."""
    parts = ([say.money(cash)] if cash else []) + [say.space(item) for item in [*spaces, *cards]]
    return say.format_list(parts) or "nothing"


def format_deal(say: TextFormatter, facts: Facts) -> str:
    """Return a deal as text, from the proposer's point of view."""
    give = format_goods(say, facts["give_cash"], facts["give_spaces"], facts["give_cards"])
    get = format_goods(say, facts["get_cash"], facts["get_spaces"], facts["get_cards"])
    return f"{give} for {get}"


def format_lots(group: str) -> str:
    """Return the properties of a group as text.

    >>> format_lots("red"), format_lots("railroad")
    ('the red lots', 'the railroads')
    """
    lots = "" if group in ("railroad", "utility") else " lots"
    return f"the {format_group(group)}{lots}"


def format_alliance(say: TextFormatter, facts: Facts) -> str:
    words = f"an alliance for {format_lots(facts['group'])}: "
    words += format_split(say, facts["split"])
    if facts["building"] == "level":
        words += ", building level by level"
    fee = facts.get("fee")
    if fee:
        payer, payee = say.seat(fee["payer"]), say.seat(fee["payee"])
        words += f", {payer} pays {payee} {say.money(fee['amount'])}"
    if turns := facts.get("ends_after"):
        words += f", for {format_count(turns, 'turn')}"
    if facts.get("note"):
        words += f" ({facts['note']})"
    return words


def tell_offer(say: TextFormatter, facts: Facts) -> str:
    """Return the sentence for `deal_offered`."""
    proposer = say.seat(facts["proposer"])
    if facts["form"] == "alliance":
        return f"{proposer} offers {format_alliance(say, facts)}."
    partner = say.seat(facts["partner"])
    if facts["form"] == "merger":
        share = f"with {facts['share']}% of the final scores for {proposer}"
        survivor = say.seat(facts["survivor"])
        return f"{proposer} offers {partner} a merger into {survivor}, {share}."
    if not (facts["give_cash"] or facts["give_spaces"] or facts["give_cards"]):
        wanted = format_goods(say, facts["get_cash"], facts["get_spaces"], facts["get_cards"])
        return f"{proposer} asks {partner} for {wanted} and offers nothing."
    return f"{proposer} offers {partner} {format_deal(say, facts)}."


def tell_signature(say: TextFormatter, facts: Facts) -> str:
    parties = say.format_list([say.seat(seat) for seat in facts["parties"]])
    return f"{parties} form {format_alliance(say, facts)}."


def tell_notice(say: TextFormatter, facts: Facts) -> str:
    alliance, turn = f"the alliance for {format_lots(facts['group'])}", facts["ends_turn"]
    if facts["by"] in ("theft", "shares"):
        return f"The{alliance[3:]} is under notice; it ends in turn {turn}."
    return f"{say.seat(facts['by'])} gives notice: {alliance} ends in turn {turn}."


def tell_alliance_end(say: TextFormatter, facts: Facts) -> str:
    why = {
        "notice": ", as announced", "date": ": its term is over",
        "bank": ": one of its lots went to the bank",
        "busted": ": one of its companies has been busted",
        "outsider": ": one of its lots went to an outsider",
        "one_owner": ": one company owns them all",
    }[facts["cause"]]  # fmt: skip
    return f"The alliance for {format_lots(facts['group'])} ends{why}."


CONTRACT_EVENTS: Mapping[str, str | Sentence] = {
    "deal_offered": tell_offer,
    "deal_answered": "{seat:seat} {accepted:?accepts}{accepted:!refuses} the offer.",
    "alliance_signed": tell_signature,
    "alliance_notice": tell_notice,
    "alliance_ended": tell_alliance_end,
    "merger_done": "{merged:seat} merges into {survivor:seat} for {share}% of its final scores.",
}

CONTRACT_WEIGHTS: Mapping[str, Weight] = {
    **dict.fromkeys(("alliance_signed", "alliance_notice", "alliance_ended"), NOTABLE),
    "merger_done": TURNING_POINT,
}
