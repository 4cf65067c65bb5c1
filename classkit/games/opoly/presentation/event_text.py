"""Sentences for events, by name, and their weights in the news."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from classkit.engine.events import Event, Transfer
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

from .auction_event_text import AUCTION_EVENTS, AUCTION_WEIGHTS, format_lot
from .contract_event_text import CONTRACT_EVENTS, CONTRACT_WEIGHTS

Facts = Mapping[str, Any]

ENDINGS = {
    "time": "Time is up",
    "card": "A second crisis follows the first",
    "bank": "The bank has run out of money",
    "one_left": "All companies but one are out",
}
LEVEL_TEXTS = ("no buildings", "1 house", "2 houses", "3 houses", "4 houses", "a hotel")
HOTEL_LEVEL = len(LEVEL_TEXTS) - 1
RECESSION_END_TEXTS = {
    "put": "a put ends it",
    "stimulus": "the stimulus ends it",
    "doubles": "doubles end it",
    "third_payment": "it has run its course",
}
PURPOSE_TEXTS = {
    "recession": " in the recession",
    "busted_check": " to see whether the theft comes out",
    "busted_die": " to see how serious it is",
    "environment": " for the levy",
    "ethics_tie": " to decide who acts",
    "power_demand": " for the power demand",
}


def tell_property_move(say: TextFormatter, facts: Facts) -> str:
    source, target = say.account(facts["from"]), say.account(facts["to"])
    basis = facts["cost_basis"]
    cost = "" if not basis else f", cost basis {'“soul”' if basis == 'soul' else say.money(basis)}"
    mortgaged = ", mortgaged" if facts["mortgaged"] else ""
    cause = say.reason(facts["cause"])
    target = target[:1].upper() + target[1:]
    return f"{target} gets {say.space(facts['space'])} from {source} ({cause}{cost}{mortgaged})."


def tell_buildings(say: TextFormatter, facts: Facts) -> str:
    before, after = LEVEL_TEXTS[facts["from_level"]], LEVEL_TEXTS[facts["to_level"]]
    houses, hotels = (format_stock(facts[f"{kind}s_left"], kind) for kind in ("house", "hotel"))
    left = f"{houses} and {hotels} are left in stock"
    if facts["to_level"] > facts["from_level"]:
        return f"{say.seat(facts['owner'])} now has {after} on {say.space(facts['space'])}; {left}."
    return f"{say.space(facts['space'])} now has {after} instead of {before}; {left}."


def format_stock(count: int, kind: str) -> str:
    """Return the number of buildings of a kind in stock, as text.

    >>> format_stock(0, "hotel"), format_stock(1, "hotel")
    ('no hotels', '1 hotel')
    """
    return format_count(count, kind) if count else f"no {kind}s"


def tell_scarce_auction(say: TextFormatter, facts: Facts) -> str:
    kind, lot = facts["kind"], format_lot(say, facts["kind"])
    left = format_count(facts["units_left"], kind)
    return f"Orders exceed the stock of {left}: {lot} is up for auction."


def tell_line(say: TextFormatter, facts: Facts) -> str:
    return f"{say.seat(facts['seat'])} diversifies into {facts['line'].replace('_', ' ')}."


def tell_score(say: TextFormatter, facts: Facts) -> str:
    asset, future = (f"{say.currency}{facts[race]:,.2f}" for race in ("asset", "future"))
    places = facts["places"]
    return (
        f"{say.seat(facts['seat'])}: ASSET {asset} (place {places['asset']}), "
        f"FUTURE EARNINGS {future} (place {places['future']})."
    )


def build_ending_sentences(of_what: str) -> dict[str, str]:
    """Return the sentences for the end of a recession, by cause."""
    return {cause: f"{of_what}: {why}." for cause, why in RECESSION_END_TEXTS.items()}


def tell_pawn_move(say: TextFormatter, facts: Facts) -> str:
    """Return the sentence for `pawn_moved`. It names the cause if it is not a roll."""
    to, cause = say.space(facts["to"]), facts["cause"]
    if cause == "recession":
        return "The pawn goes to Recession."
    passes = " and passes Go" if facts["passed_go"] and to != "Go" else ""
    begins = {
        "shift": "After an ad campaign, the pawn moves to",
        "card": "The card sends the pawn to",
    }.get(cause, "The pawn moves to")
    return f"{begins} {to}{passes}."


VOTE_TEXT = " {passed:?passes}{passed:!fails}: {yes} for, {no} against{die:?; the die shows {die}}."

PAYMENT_SENTENCES: Mapping[str, str] = {
    "rent": "{payee:Account} gets {amount:money} in rent.",
    "go": "{payee:Account} gets {amount:money} at Go.",
    "go_bonus": "{payee:Account} gets a bonus of {amount:money} at Go.",
    "income_tax": "Income Tax costs {payer:account} {amount:money}.",
    "luxury_tax": "Luxury Tax costs {payer:account} {amount:money}.",
    **{
        reason: f"{{payer:Account}} pays {{payee:account}} {{amount:money}} {what}."
        for reason, what in {
            "auction": "for a winning bid",
            "start_cash": "as starting cash",
            "build": "for buildings",
            "building_sale": "for buildings",
            "mortgage_lift": "to lift a mortgage",
            "mortgage": "for a mortgage",
            "pledge_fee": "as a pledge fee",
            "alliance_fee": "as an alliance fee",
            "transfer_interest": "in interest on a mortgage taken over",
            "recession": "because of the recession",
            "depression": "because of the depression",
            "deal": "in a deal",
            "forced_sale": "in a forced sale",
            "first_mover": "with First Mover Advantage",
            "poach_fee": "for a card taken over",
        }.items()
    },
}
"""Sentences for payments whose reason needs its own."""

EVENTS: Mapping[str, str | Sentence] = {
    "game_started": "A game of {seats:count} companies begins.",
    "money_moved": choose_sentence(
        "reason",
        PAYMENT_SENTENCES,
        "{payer:Account} pays {payee:account} {amount:money} ({reason:reason}).",
    ),
    "money_printed": "The bank prints {amount:money} ({reason:reason}).",
    "turn_started": "{lead:seat} goes first in turn {turn}.",
    "dice_rolled": choose_sentence(
        "purpose",
        {name: f"The dice show {{faces}}{why}." for name, why in PURPOSE_TEXTS.items()},
        "The dice show {faces}.",
    ),
    "pawn_moved": tell_pawn_move,
    "property_moved": tell_property_move,
    "mortgage_changed": choose_sentence(
        "mortgaged",
        {
            True: "{owner:account} mortgages {space:space}.",
            False: "The mortgage on {space:space} is lifted.",
        },
    ),
    "buildings_changed": tell_buildings,
    "scarce_unit_auction": tell_scarce_auction,
    "card_drawn": choose_sentence(
        "deck",
        {"internal": "A strength card comes up for auction: {card:space}."},
        "An external card is drawn: {card:space}.",
    ),
    "card_moved": choose_sentence(
        "to",
        {
            "deck": "{card:space} goes back to its deck.",
            "table": "{card:space} stays on the table.",
            "removed": "{card:space} leaves the game.",
        },
        "{to:seat} takes {card:space}.",
    ),
    "limit_changed": "{seat:seat} may hold {new} properties instead of {old}.",
    "recession_started": "A {kind} begins.",
    "recession_payment": "Payment {number} of this {kind} is due.",
    "recession_ended": choose_sentence("cause", build_ending_sentences("The {kind} is over")),
    "deck_reshuffled": "The {deck} deck is reshuffled.",
    "vote_counted": choose_sentence(
        "kind",
        {"stimulus": f"The stimulus{VOTE_TEXT}"},
        f"The environmental levy{VOTE_TEXT}",
    ),
    "theft": "{actor:seat} acts unethically and takes {space:space} from {victim:seat}.",
    "busted": "{seat:seat} is busted and {outcome}.",
    "seat_bankrupt": "{seat:seat} owes {owed:money}, can pay {paid:money}, and is bankrupt.",
    "charge_waived": "{amount:money} is waived for {seat:seat}.",
    "bank_exhausted": "The bank owes {owed:money} but has only {bank:money}: nothing is paid.",
    "line_chosen": tell_line,
    "flagship_attached": "{space:space} is {seat:seat}'s flagship.",
    "card_copied": "{seat:seat} copies {owner:seat}'s {copied:space}.",
    "game_ended": "{cause:ending}, and the game is over.",
    "scored": tell_score,
    **AUCTION_EVENTS,
    **CONTRACT_EVENTS,
}

STORIES: Mapping[tuple[str, str], Sentence] = {
    ("recession_started", "recession_ended"): choose_sentence(
        "cause", build_ending_sentences("A {kind} begins and is over again")
    ),
}


RENT_WORDS: Mapping[str, str] = {"rent": "rent on {}", "rent_share": "share of the rent on {}"}
"""Words for the reasons of rents, with a place for the property."""


def tell_rent_source(say: TextFormatter, transfer: Transfer, events: Sequence[Event]) -> str | None:
    """Return a rent with its property as text, or None for other transfers (Q3.5)."""
    for event in events:
        if event.name == "pawn_moved" and transfer.reason in RENT_WORDS:
            return RENT_WORDS[transfer.reason].format(say.space(event.facts["to"]))
    return None


def weigh_money(say: TextFormatter, facts: Facts) -> int:
    """Return the weight of a payment. Rents weigh more, because they decide the game (Q3.5)."""
    return ORDINARY if facts["reason"] == "rent" else ROUTINE


WEIGHTS: Mapping[str, Weight] = {
    **dict.fromkeys(("turn_started", "dice_rolled", "property_moved", "card_moved"), ROUTINE),
    **dict.fromkeys(("deck_reshuffled", "scored"), ROUTINE),
    **dict.fromkeys(("game_started", "money_printed", "scarce_unit_auction"), NOTABLE),
    **dict.fromkeys(("vote_counted", "recession_ended"), NOTABLE),
    **dict.fromkeys(("recession_started", "theft", "busted", "seat_bankrupt"), TURNING_POINT),
    **dict.fromkeys(("bank_exhausted", "game_ended"), TURNING_POINT),
    "pawn_moved": ROUTINE,
    "money_moved": weigh_money,
    "buildings_changed": lambda _, facts: NOTABLE if facts["to_level"] == HOTEL_LEVEL else ORDINARY,
    **AUCTION_WEIGHTS,
    **CONTRACT_WEIGHTS,
}
