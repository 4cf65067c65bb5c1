"""The sentences that tell what happened: one function for each event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.words import Say, how_many

from .news_auctions import AUCTION_EVENTS, lot_name
from .news_contracts import CONTRACT_EVENTS

Facts = Mapping[str, Any]

ENDINGS = {
    "time": "The time is over",
    "card": "A second crisis follows the first",
    "bank": "The bank has run out of money",
    "one_left": "All but one company are out",
}
LEVELS = ("nothing", "1 house", "2 houses", "3 houses", "4 houses", "a hotel")
PURPOSES = {
    "recession": " in the recession",
    "busted_check": ": will it come out?",
    "busted_die": ": how bad is it?",
    "environment": " for the levy",
    "ethics_tie": ": who acts?",
    "power_demand": " for the power demand",
}


def tell_start(say: Say, facts: Facts) -> str:
    """What `game_started` tells."""
    return f"A game of {len(facts['seats'])} companies begins."


def tell_money(say: Say, facts: Facts) -> str:
    """What `money_moved` tells."""
    payer, payee = say.account(facts["payer"]), say.account(facts["payee"])
    payer = payer[:1].upper() + payer[1:]
    return f"{payer} pays {payee} {say.money(facts['amount'])} ({say.reason(facts['reason'])})."


def tell_printed(say: Say, facts: Facts) -> str:
    """What `money_printed` tells."""
    return f"The bank prints {say.money(facts['amount'])} ({say.reason(facts['reason'])})."


def tell_turn(say: Say, facts: Facts) -> str:
    """What `turn_started` tells."""
    return f"Turn {facts['turn']}: {say.seat(facts['lead'])} leads."


def tell_dice(say: Say, facts: Facts) -> str:
    """What `dice_rolled` tells."""
    faces = say.listing([str(face) for face in facts["faces"]])
    return f"The dice show {faces}{PURPOSES.get(facts['purpose'], '')}."


def tell_pawn(say: Say, facts: Facts) -> str:
    """What `pawn_moved` tells."""
    if facts["cause"] == "recession":
        return "The pawn goes to Recession."
    how = {"shift": " after an ad campaign", "card": " by the card"}.get(facts["cause"], "")
    passed = " and passes Go" if facts["passed_go"] else ""
    return f"The pawn moves to {say.space(facts['to'])}{how}{passed}."


def tell_deed(say: Say, facts: Facts) -> str:
    """What `property_moved` tells."""
    source, target = say.account(facts["from"]), say.account(facts["to"])
    basis = facts["cost_basis"]
    cost = "" if not basis else f", cost basis {basis if basis == 'soul' else say.money(basis)}"
    mortgaged = ", mortgaged" if facts["mortgaged"] else ""
    cause = say.reason(facts["cause"])
    target = target[:1].upper() + target[1:]
    return f"{target} gets {say.space(facts['space'])} from {source} ({cause}{cost}{mortgaged})."


def tell_mortgage(say: Say, facts: Facts) -> str:
    """What `mortgage_changed` tells."""
    space = say.space(facts["space"])
    if facts["mortgaged"]:
        return f"{say.account(facts['owner'])} mortgages {space}."
    return f"{space} is free of its mortgage."


def tell_buildings(say: Say, facts: Facts) -> str:
    """What `buildings_changed` tells."""
    before, after = LEVELS[facts["from_level"]], LEVELS[facts["to_level"]]
    houses, hotels = (
        how_many(facts["houses_left"], "house"),
        how_many(facts["hotels_left"], "hotel"),
    )
    return f"{say.space(facts['space'])}: {after} instead of {before}; left: {houses}, {hotels}."


def tell_scarce(say: Say, facts: Facts) -> str:
    """What `scarce_unit_auction` tells."""
    kind = lot_name(say, facts["kind"])
    return f"More is ordered than the {facts['units_left']} left: {kind} is auctioned."


def tell_drawn(say: Say, facts: Facts) -> str:
    """What `card_drawn` tells."""
    deck = "external" if facts["deck"] == "external" else "internal"
    return f"The {deck} card is {say.space(facts['card'])}."


def tell_card(say: Say, facts: Facts) -> str:
    """What `card_moved` tells."""
    card, target = say.space(facts["card"]), facts["to"]
    where = {
        "deck": "goes back to its deck", "table": "stays on the table",
        "removed": "leaves the game",
    }.get(target)  # fmt: skip
    return f"{card} {where}." if where else f"{say.seat(target)} takes {card}."


def tell_limit(say: Say, facts: Facts) -> str:
    """What `limit_changed` tells."""
    seat, new, old = say.seat(facts["seat"]), facts["new"], facts["old"]
    return f"{seat} may hold {new} properties instead of {old}."


def tell_recession(say: Say, facts: Facts) -> str:
    """What `recession_started` tells."""
    return f"A {facts['kind']} begins."


def tell_payment(say: Say, facts: Facts) -> str:
    """What `recession_payment` tells."""
    return f"Payment {facts['number']} of this {facts['kind']}."


def tell_recovery(say: Say, facts: Facts) -> str:
    """What `recession_ended` tells."""
    how = {
        "put": "a put ends it", "stimulus": "the stimulus ends it", "doubles": "doubles end it",
        "third_payment": "it has run its course",
    }[facts["cause"]]  # fmt: skip
    return f"The {facts['kind']} is over: {how}."


def tell_shuffle(say: Say, facts: Facts) -> str:
    """What `deck_reshuffled` tells."""
    return f"The {facts['deck']} deck is reshuffled."


def tell_vote(say: Say, facts: Facts) -> str:
    """What `vote_counted` tells."""
    result = "passes" if facts["passed"] else "fails"
    die = f", die {facts['die']}" if facts["die"] is not None else ""
    what = "Stimulus" if facts["kind"] == "stimulus" else "The environmental levy"
    return f"{what}: {facts['yes']} for, {facts['no']} against{die}. It {result}."


def tell_theft(say: Say, facts: Facts) -> str:
    """What `theft` tells."""
    actor, victim = say.seat(facts["actor"]), say.seat(facts["victim"])
    return f"{actor} acts unethically: {say.space(facts['space'])} is taken from {victim}."


def tell_busted(say: Say, facts: Facts) -> str:
    """What `busted` tells."""
    return f"{say.seat(facts['seat'])} is busted and {facts['outcome']}."


def tell_bankrupt(say: Say, facts: Facts) -> str:
    """What `seat_bankrupt` tells."""
    owed, paid = say.money(facts["owed"]), say.money(facts["paid"])
    return f"{say.seat(facts['seat'])} owes {owed}, can pay {paid}, and is bankrupt."


def tell_waived(say: Say, facts: Facts) -> str:
    """What `charge_waived` tells."""
    return f"{say.money(facts['amount'])} are waived for {say.seat(facts['seat'])}."


def tell_exhausted(say: Say, facts: Facts) -> str:
    """What `bank_exhausted` tells."""
    owed, bank = say.money(facts["owed"]), say.money(facts["bank"])
    return f"The bank owes {owed} and has {bank}: nothing is paid."


def tell_line(say: Say, facts: Facts) -> str:
    """What `line_chosen` tells."""
    return f"{say.seat(facts['seat'])} diversifies into {facts['line'].replace('_', ' ')}."


def tell_flagship(say: Say, facts: Facts) -> str:
    """What `flagship_attached` tells."""
    return f"{say.space(facts['space'])} is {say.seat(facts['seat'])}'s flagship."


def tell_copied(say: Say, facts: Facts) -> str:
    """What `card_copied` tells."""
    owner, card = say.seat(facts["owner"]), say.space(facts["copied"])
    return f"{say.seat(facts['seat'])} copies {owner}'s {card}."


def tell_ending(say: Say, facts: Facts) -> str:
    """What `game_ended` tells."""
    return f"{ENDINGS[facts['cause']]}. The game is over."


def tell_score(say: Say, facts: Facts) -> str:
    """What `scored` tells."""
    asset, future = (f"{say.currency}{facts[race]:,.2f}" for race in ("asset", "future"))
    places = facts["places"]
    return (
        f"{say.seat(facts['seat'])}: ASSET {asset} (place {places['asset']}), "
        f"FUTURE EARNINGS {future} (place {places['future']})."
    )


EVENTS = {
    "game_started": tell_start,
    "money_moved": tell_money,
    "money_printed": tell_printed,
    "turn_started": tell_turn,
    "dice_rolled": tell_dice,
    "pawn_moved": tell_pawn,
    "property_moved": tell_deed,
    "mortgage_changed": tell_mortgage,
    "buildings_changed": tell_buildings,
    "scarce_unit_auction": tell_scarce,
    "card_drawn": tell_drawn,
    "card_moved": tell_card,
    "limit_changed": tell_limit,
    "recession_started": tell_recession,
    "recession_payment": tell_payment,
    "recession_ended": tell_recovery,
    "deck_reshuffled": tell_shuffle,
    "vote_counted": tell_vote,
    "theft": tell_theft,
    "busted": tell_busted,
    "seat_bankrupt": tell_bankrupt,
    "charge_waived": tell_waived,
    "bank_exhausted": tell_exhausted,
    "line_chosen": tell_line,
    "flagship_attached": tell_flagship,
    "card_copied": tell_copied,
    "game_ended": tell_ending,
    "scored": tell_score,
    **AUCTION_EVENTS,
    **CONTRACT_EVENTS,
}
