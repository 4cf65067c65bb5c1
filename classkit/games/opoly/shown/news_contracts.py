"""Sentences about offers and contracts: deals, alliances, mergers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.words import NOTABLE, TURNING_POINT, Say, Sentence, Weight, how_many

from ..contents import group_words

Facts = Mapping[str, Any]


def split_words(say: Say, split: Mapping[str, int]) -> str:
    """Return how rents are divided, in words."""
    if not split:
        return "each its own rents"
    return ", ".join(f"{say.seat(seat)} {share}%" for seat, share in split.items())


def goods_words(say: Say, cash: int, spaces: list[str], cards: list[str]) -> str:
    """Return what one side gives in a deal, in words."""
    parts = ([say.money(cash)] if cash else []) + [say.space(item) for item in [*spaces, *cards]]
    return say.listing(parts) or "nothing"


def deal_words(say: Say, facts: Facts) -> str:
    """Return a deal in words, from the proposer's side."""
    give = goods_words(say, facts["give_cash"], facts["give_spaces"], facts["give_cards"])
    get = goods_words(say, facts["get_cash"], facts["get_spaces"], facts["get_cards"])
    return f"{give} for {get}"


def lots_words(group: str) -> str:
    """Return the properties of a group, in words.

    >>> lots_words("red"), lots_words("railroad")
    ('the red lots', 'the railroads')
    """
    lots = "" if group in ("railroad", "utility") else " lots"
    return f"the {group_words(group)}{lots}"


def alliance_words(say: Say, facts: Facts) -> str:
    words = f"an alliance over {lots_words(facts['group'])}: "
    words += split_words(say, facts["split"])
    if facts["building"] == "level":
        words += ", building level by level"
    fee = facts.get("fee")
    if fee:
        payer, payee = say.seat(fee["payer"]), say.seat(fee["payee"])
        words += f", {payer} pays {payee} {say.money(fee['amount'])}"
    if turns := facts.get("ends_after"):
        words += f", for {how_many(turns, 'turn')}"
    if facts.get("note"):
        words += f" ({facts['note']})"
    return words


def tell_offer(say: Say, facts: Facts) -> str:
    """Tell of `deal_offered`."""
    proposer = say.seat(facts["proposer"])
    if facts["form"] == "alliance":
        return f"{proposer} offers {alliance_words(say, facts)}."
    partner = say.seat(facts["partner"])
    if facts["form"] == "merger":
        share = f"{facts['share']}% of the scores for {proposer}"
        return f"{proposer} offers {partner} a merger into {say.seat(facts['survivor'])}, {share}."
    if not (facts["give_cash"] or facts["give_spaces"] or facts["give_cards"]):
        wanted = goods_words(say, facts["get_cash"], facts["get_spaces"], facts["get_cards"])
        return f"{proposer} asks {partner} for {wanted} and offers nothing."
    return f"{proposer} offers {partner} {deal_words(say, facts)}."


def tell_signed(say: Say, facts: Facts) -> str:
    parties = say.listing([say.seat(seat) for seat in facts["parties"]])
    return f"{parties} have {alliance_words(say, facts)}."


def tell_notice(say: Say, facts: Facts) -> str:
    alliance, turn = f"the alliance over {lots_words(facts['group'])}", facts["ends_turn"]
    if facts["by"] in ("theft", "shares"):
        return f"The{alliance[3:]} is under notice; it ends in turn {turn}."
    return f"{say.seat(facts['by'])} gives notice: {alliance} ends in turn {turn}."


def tell_ended(say: Say, facts: Facts) -> str:
    why = {
        "notice": " after notice", "date": ": its date has come",
        "bank": ": a lot went to the bank", "busted": ": a party is gone",
        "outsider": ": a lot went to an outsider", "one_owner": ": one company owns it all",
    }[facts["cause"]]  # fmt: skip
    return f"The alliance over {lots_words(facts['group'])} has ended{why}."


CONTRACT_EVENTS: Mapping[str, str | Sentence] = {
    "deal_offered": tell_offer,
    "deal_answered": "{seat:seat} {accepted:?accepts}{accepted:!refuses} the offer.",
    "alliance_signed": tell_signed,
    "alliance_notice": tell_notice,
    "alliance_ended": tell_ended,
    "merger_done": "{merged:seat} merges into {survivor:seat} for {share}% of its final scores.",
}

CONTRACT_WEIGHTS: Mapping[str, Weight] = {
    **dict.fromkeys(("alliance_signed", "alliance_notice", "alliance_ended"), NOTABLE),
    "merger_done": TURNING_POINT,
}
