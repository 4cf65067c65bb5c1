"""The sentences that tell what happened: one function for each event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from classkit.engine.log import Event
from classkit.engine.words import (
    NOTABLE,
    ORDINARY,
    ROUTINE,
    TURNING_POINT,
    Say,
    Sentence,
    Weight,
    how_many,
)

from .news_auctions import AUCTION_EVENTS, AUCTION_WEIGHTS, lot_name
from .news_contracts import CONTRACT_EVENTS, CONTRACT_WEIGHTS

Facts = Mapping[str, Any]

ENDINGS = {
    "time": "Time is up",
    "card": "A second crisis follows the first",
    "bank": "The bank has run out of money",
    "one_left": "All companies but one are out",
}
LEVELS = ("nothing", "1 house", "2 houses", "3 houses", "4 houses", "a hotel")
HOTEL = len(LEVELS) - 1
ENDED_BY = {
    "put": "a put ends it",
    "stimulus": "the stimulus ends it",
    "doubles": "doubles end it",
    "third_payment": "it has run its course",
}
PURPOSES = {
    "recession": " in the recession",
    "busted_check": ": will it come out?",
    "busted_die": ": how bad is it?",
    "environment": " for the levy",
    "ethics_tie": ": who acts?",
    "power_demand": " for the power demand",
}


def tell_start(say: Say, facts: Facts) -> str:
    """Tell of `game_started`."""
    return f"A game of {len(facts['seats'])} companies begins."


def tell_dice(say: Say, facts: Facts) -> str:
    """Tell of `dice_rolled`."""
    faces = say.listing([str(face) for face in facts["faces"]])
    return f"The dice show {faces}{PURPOSES.get(facts['purpose'], '')}."


def tell_pawn(say: Say, facts: Facts) -> str:
    """Tell of `pawn_moved`."""
    if facts["cause"] == "recession":
        return "The pawn goes to Recession."
    how = {"shift": " after an ad campaign", "card": " by the card"}.get(facts["cause"], "")
    passed = " and passes Go" if facts["passed_go"] else ""
    return f"The pawn moves to {say.space(facts['to'])}{how}{passed}."


def tell_deed(say: Say, facts: Facts) -> str:
    """Tell of `property_moved`."""
    source, target = say.account(facts["from"]), say.account(facts["to"])
    basis = facts["cost_basis"]
    cost = "" if not basis else f", cost basis {basis if basis == 'soul' else say.money(basis)}"
    mortgaged = ", mortgaged" if facts["mortgaged"] else ""
    cause = say.reason(facts["cause"])
    target = target[:1].upper() + target[1:]
    return f"{target} gets {say.space(facts['space'])} from {source} ({cause}{cost}{mortgaged})."


def tell_mortgage(say: Say, facts: Facts) -> str:
    """Tell of `mortgage_changed`."""
    space = say.space(facts["space"])
    if facts["mortgaged"]:
        return f"{say.account(facts['owner'])} mortgages {space}."
    return f"{space} is free of its mortgage."


def tell_buildings(say: Say, facts: Facts) -> str:
    """Tell of `buildings_changed`."""
    before, after = LEVELS[facts["from_level"]], LEVELS[facts["to_level"]]
    houses = how_many(facts["houses_left"], "house")
    left = f"{houses} and {how_many(facts['hotels_left'], 'hotel')} are left"
    if facts["to_level"] > facts["from_level"]:
        return f"{say.seat(facts['owner'])} has {after} on {say.space(facts['space'])} now; {left}."
    return f"{say.space(facts['space'])} has {after} instead of {before}; {left}."


def tell_scarce(say: Say, facts: Facts) -> str:
    """Tell of `scarce_unit_auction`."""
    kind = lot_name(say, facts["kind"])
    return f"More is ordered than the {facts['units_left']} left: {kind} is auctioned."


def tell_drawn(say: Say, facts: Facts) -> str:
    """Tell of `card_drawn`."""
    deck = "external" if facts["deck"] == "external" else "internal"
    return f"The {deck} card is {say.space(facts['card'])}."


def tell_card(say: Say, facts: Facts) -> str:
    """Tell of `card_moved`."""
    card, target = say.space(facts["card"]), facts["to"]
    where = {
        "deck": "goes back to its deck", "table": "stays on the table",
        "removed": "leaves the game",
    }.get(target)  # fmt: skip
    return f"{card} {where}." if where else f"{say.seat(target)} takes {card}."


def tell_recovery(say: Say, facts: Facts) -> str:
    """Tell of `recession_ended`."""
    return f"The {facts['kind']} is over: {ENDED_BY[facts['cause']]}."


def tell_crisis(say: Say, facts: Facts) -> str:
    """Tell in one of `recession_started` and of the `recession_ended` of these facts."""
    return f"A {facts['kind']} begins and is over again: {ENDED_BY[facts['cause']]}."


def tell_vote(say: Say, facts: Facts) -> str:
    """Tell of `vote_counted`."""
    result = "passes" if facts["passed"] else "fails"
    die = f", die {facts['die']}" if facts["die"] is not None else ""
    what = "Stimulus" if facts["kind"] == "stimulus" else "The environmental levy"
    return f"{what}: {facts['yes']} for, {facts['no']} against{die}. It {result}."


def tell_line(say: Say, facts: Facts) -> str:
    """Tell of `line_chosen`."""
    return f"{say.seat(facts['seat'])} diversifies into {facts['line'].replace('_', ' ')}."


def tell_score(say: Say, facts: Facts) -> str:
    """Tell of `scored`."""
    asset, future = (f"{say.currency}{facts[race]:,.2f}" for race in ("asset", "future"))
    places = facts["places"]
    return (
        f"{say.seat(facts['seat'])}: ASSET {asset} (place {places['asset']}), "
        f"FUTURE EARNINGS {future} (place {places['future']})."
    )


EVENTS: Mapping[str, str | Sentence] = {
    "game_started": tell_start,
    "money_moved": "{payer:Account} pays {payee:account} {amount:money} ({reason:reason}).",
    "money_printed": "The bank prints {amount:money} ({reason:reason}).",
    "turn_started": "Turn {turn}: {lead:seat} leads.",
    "dice_rolled": tell_dice,
    "pawn_moved": tell_pawn,
    "property_moved": tell_deed,
    "mortgage_changed": tell_mortgage,
    "buildings_changed": tell_buildings,
    "scarce_unit_auction": tell_scarce,
    "card_drawn": tell_drawn,
    "card_moved": tell_card,
    "limit_changed": "{seat:seat} may hold {new} properties instead of {old}.",
    "recession_started": "A {kind} begins.",
    "recession_payment": "Payment {number} of this {kind}.",
    "recession_ended": tell_recovery,
    "deck_reshuffled": "The {deck} deck is reshuffled.",
    "vote_counted": tell_vote,
    "theft": "{actor:seat} acts unethically: {space:space} is taken from {victim:seat}.",
    "busted": "{seat:seat} is busted and {outcome}.",
    "seat_bankrupt": "{seat:seat} owes {owed:money}, can pay {paid:money}, and is bankrupt.",
    "charge_waived": "{amount:money} are waived for {seat:seat}.",
    "bank_exhausted": "The bank owes {owed:money} and has {bank:money}: nothing is paid.",
    "line_chosen": tell_line,
    "flagship_attached": "{space:space} is {seat:seat}'s flagship.",
    "card_copied": "{seat:seat} copies {owner:seat}'s {copied:space}.",
    "game_ended": "{cause:ending}, and the game is over.",
    "scored": tell_score,
    **AUCTION_EVENTS,
    **CONTRACT_EVENTS,
}

STORIES: Mapping[tuple[str, str], Sentence] = {
    ("recession_started", "recession_ended"): tell_crisis,
}


def sum_up(say: Say, events: Sequence[Event], before: Facts, now: Facts) -> str | None:
    """Tell what a recession costs whom, most first, where a step brings payments of it (Q4.5)."""
    numbers = [event.facts["number"] for event in events if event.name == "recession_payment"]
    costs = Counter[str]()
    for event in events:
        if event.name == "money_moved" and event.facts["reason"] == "recession":
            costs[event.facts["payer"]] += event.facts["amount"]
    if not numbers or not costs:
        return None
    told = say.listing([f"{say.seat(who)} {say.money(paid)}" for who, paid in costs.most_common()])
    if len(numbers) > 1:
        return f"The recession costs {told}."
    return f"Payment {numbers[0]} of this recession costs {told}."


LARGE = 400
"""Dollars: a rent from this on is what a class talks about."""


def weigh_money(say: Say, facts: Facts) -> int:
    """Return how much a payment matters: rents are what a class plays for (Q3.5)."""
    if facts["reason"] != "rent":
        return ROUTINE
    return NOTABLE if facts["amount"] >= LARGE else ORDINARY


WEIGHTS: Mapping[str, Weight] = {
    **dict.fromkeys(("turn_started", "dice_rolled", "property_moved", "card_moved"), ROUTINE),
    **dict.fromkeys(("deck_reshuffled", "scored"), ROUTINE),
    **dict.fromkeys(("game_started", "money_printed", "scarce_unit_auction"), NOTABLE),
    **dict.fromkeys(("vote_counted", "recession_ended"), NOTABLE),
    **dict.fromkeys(("recession_started", "theft", "busted", "seat_bankrupt"), TURNING_POINT),
    **dict.fromkeys(("bank_exhausted", "game_ended"), TURNING_POINT),
    "pawn_moved": lambda _, facts: ROUTINE if facts["cause"] == "recession" else ORDINARY,
    "money_moved": weigh_money,
    "buildings_changed": lambda _, facts: NOTABLE if facts["to_level"] == HOTEL else ORDINARY,
    **AUCTION_WEIGHTS,
    **CONTRACT_WEIGHTS,
}
