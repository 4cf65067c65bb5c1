"""The sentences that tell what happened, by event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from classkit.engine.log import Event
from classkit.engine.words import NOTABLE, ORDINARY, ROUTINE, TURNING_POINT, Say, Sentence, Weight

from .nouns import INDEX_WORDS, Facts, counted, number_at, side_words


def tell_earned(say: Say, reason: str, events: Sequence[Event]) -> str | None:
    """Return at which square an income was paid; None for another reason (P5.1)."""
    places = [event.facts["to"] for event in events if event.name == "beaver_moved"]
    if reason != "income" or not places:
        return None
    return f"paid at {say.space(places[-1])}"


ENDINGS = {
    "rounds": "The agreed length is over",
    "bank": "The Bank has run out of money",
    "agreed": "All agree to end the game",
    "host": "The host calls time",
    "bankrupt": "The country is bankrupt",
}


BOUGHT = ("buy_company", "buy_advert", "buy_savings", "buy_bonds", "buy_life", "buy_business")
"""The reasons by which the payer of a price receives the thing."""
CASHED = {"cash_savings": "cashes", "cash_bonds": "cashes", "surrender_life": "surrenders"}
"""Reason -> the verb for handing a thing to the Bank for money."""
TOLD_ALREADY = ("auction", "takeover_price", "trade", "bond_issue", "bond_redemption")
"""The reasons of movements that another event has told already."""
COMING_IN = ("income", "own_company", "savings_interest")
"""Reasons of a payment for which a seat goes to a square."""


def tell_asset(say: Say, facts: Facts) -> str:
    giver, taker = say.account(facts["from"]), say.account(facts["to"])
    taker = taker[:1].upper() + taker[1:]
    if "ids" in facts:
        thing = say.listing([say.space(square) for square in facts["ids"]])
    else:
        thing = counted(facts["count"], facts["asset"])
    if facts["reason"] in CASHED:
        return f"{say.account(facts['from'])} {CASHED[facts['reason']]} {thing}."
    if facts["reason"] in BOUGHT:
        return f"{taker} buys {thing} from {giver}."
    return f"{taker} gets {thing} from {giver} ({say.reason(facts['reason'])})."


def tell_purchase(say: Say, facts: Facts) -> str | None:
    """Tell a payment and the thing that it paid for in one sentence; None if they do not belong."""
    paid = facts["first"]
    traded = facts["reason"] in BOUGHT or facts["reason"] in CASHED
    if not traded or paid["reason"] != facts["reason"]:
        return None
    return f"{tell_asset(say, facts)[:-1]} for {say.money(paid['amount'])}."


def tell_trade(say: Say, facts: Facts) -> str:
    mover, partner = say.seat(facts["mover"]), say.seat(facts["partner"])
    give, get = side_words(say, facts["give"]), side_words(say, facts["get"])
    return f"{partner} accepts: {mover} gives {give} for {get}."


def tell_bargain(say: Say, facts: Facts) -> str | None:
    """Tell of an offer and of its answer as one; None where the answer is to another offer."""
    return tell_trade(say, facts) if facts["first"]["partner"] == facts["partner"] else None


PAID: Mapping[str, str] = {
    "income": "{payee:Account} receives an income of {amount:money}.",
    "own_company": "{payee:Account}'s own company makes a profit of {amount:money}.",
    "savings_interest": "{payee:Account} receives {amount:money} of interest on savings.",
    "salary": "{payee:Account} receives a Government Salary of {amount:money}.",
}
"""The sentence for a payment by its reason, where the reason says enough."""

STORIES: Mapping[tuple[str, str], Sentence] = {
    ("payment", "asset_moved"): tell_purchase,
    ("trade_proposed", "trade_done"): tell_bargain,
}


def tell_dice(say: Say, facts: Facts) -> str:
    first, second = facts["d1"], facts["d2"]
    purpose = {
        "basic_income": "for Basic Income",
        "election": "in the election",
        "move": "to move",
        "takeover": "for the takeover",
        "votes": "for votes",
        "pm_tie": "to break the tie for Prime Minister",
    }.get(facts["purpose"], "")
    return f"{say.seat(facts['seat'])} throws {first} and {second} {purpose}."


def tell_marker(say: Say, facts: Facts) -> str:
    word, number = INDEX_WORDS[facts["kind"]], facts["number"]
    before = say.spaces.get(number_at(facts["from"]), "")
    if not before.isdecimal():  # said without an edition at hand
        return f"The Inflation Number is {number}, {word}."
    old = int(before)
    if number == old:
        return f"The Inflation Number stays at {number}, {word}."
    verb = moves(old, number)
    return f"The Inflation Number {verb} from {old} to {number}, {word}: {change(old, number)}."


FAR = 3
"""The least change of the Number at once that is told as a jump or a drop."""

TIMES = {2: "twice", 3: "three times", 4: "four times", 5: "five times", 6: "six times",
         7: "seven times", 8: "eight times"}  # fmt: skip


def moves(old: int, new: int) -> str:
    """Return the verb for a change of the Inflation Number.

    >>> moves(1, 7), moves(4, 5), moves(8, 3), moves(3, 2)
    ('jumps', 'rises', 'drops', 'falls')
    """
    if new > old:
        return "jumps" if new - old >= FAR else "rises"
    return "drops" if old - new >= FAR else "falls"


def change(old: int, new: int) -> str:
    """Return what a change of the Inflation Number does to prices, in words.

    >>> change(1, 7), change(2, 4)
    ('prices are seven times as high', 'prices are twice as high')
    >>> change(2, 5), change(8, 6)
    ('prices rise by 150%', 'prices fall by 25%')
    """
    if new > old and new % old == 0:
        times = new // old
        return f"prices are {TIMES.get(times, f'{times} times')} as high"
    return f"prices {'rise' if new > old else 'fall'} by {abs(new - old) / old:.0%}"


def tell_auction(say: Say, facts: Facts) -> str:
    square = say.space(facts["square"])
    if facts["winner"] is None:
        return f"Nobody bids for {square}: it stays with the Bank."
    bids = [f"{say.seat(s)} {say.money(bid)}" for s, bid in facts["bids"].items() if bid]
    winner, price = say.seat(facts["winner"]), say.money(facts["price"])
    return f"{winner} buys {square} for {price} at auction ({', '.join(bids)})."


def tell_direction(say: Say, facts: Facts) -> str:
    """Tell of `visitor_directed`."""
    owner, visitor = say.seat(facts["owner"]), say.seat(facts["visitor"])
    if facts["company"] is None:
        return f"{owner} lets {visitor} stay at {say.space(facts['advert'])}."
    company = say.space(facts["company"])
    if not facts["share_asked"]:
        return f"{owner} directs {visitor} from {say.space(facts['advert'])} to {company}."
    share = say.money(facts["share_asked"])
    reply = "is accepted" if facts["share_answer"] == "yes" else "is refused"
    return f"{owner} asks for {share} to direct {visitor} to {company}: it {reply}."


def tell_disaster(say: Say, facts: Facts) -> str:
    seat = say.seat(facts["seat"])
    if facts["insured"]:
        return f"Double 6: a business disaster! {seat} is insured and returns one policy."
    lost = [
        say.money(amount) if asset == "cash"
        else f"claims of {say.money(amount)}" if asset == "debt"
        else counted(amount, asset)
        for asset, amount in facts["lost"].items()
    ]  # fmt: skip
    return f"Double 6: a business disaster! {seat} loses {say.listing(lost) or 'nothing'}."


def tell_offer(say: Say, facts: Facts) -> str:
    """Tell of `trade_proposed`."""
    mover, partner = say.seat(facts["mover"]), say.seat(facts["partner"])
    give, get = side_words(say, facts["give"]), side_words(say, facts["get"])
    return f"{mover} offers {partner} {give} for {get}."


def tell_ending(say: Say, facts: Facts) -> str:
    """Tell of `game_ended`."""
    winners = [say.seat(seat) for seat in facts["winners"]]
    if not winners:
        return f"{ENDINGS[facts['cause']]}. Nobody wins."
    verb = "wins" if len(winners) == 1 else "share the win"
    most = say.money(max(facts["net_worth"].values()))
    return f"{ENDINGS[facts['cause']]}. {say.listing(winners)} {verb} with {most}."


def weigh_marker(say: Say, facts: Facts) -> int:
    """Return how much another Inflation Number matters: all prices follow it (P4.2)."""
    before, number = say.spaces.get(number_at(facts["from"]), ""), facts["number"]
    moved = abs(number - int(before)) if before.isdecimal() else facts["steps"]
    return TURNING_POINT if moved >= FAR else NOTABLE if moved else ORDINARY


CHOSEN = ("corner",)
"""Moves of a beaver that its owner has decided on; others lead to what is told instead."""

WEIGHTS: Mapping[str, Weight] = {
    **dict.fromkeys(("turn_started", "dice_thrown", "tax_assessed"), ROUTINE),
    **dict.fromkeys(("game_started", "trade_done", "election_started", "pm_elected"), NOTABLE),
    "game_ended": TURNING_POINT,
    "beaver_moved": lambda _, facts: ORDINARY if facts["by"] in CHOSEN else ROUTINE,
    "payment": lambda _, facts: ORDINARY if facts["reason"] in COMING_IN else ROUTINE,
    "asset_moved": lambda _, facts: ROUTINE if facts["reason"] in TOLD_ALREADY else ORDINARY,
    "marker_moved": weigh_marker,
    "auction_held": lambda _, facts: NOTABLE if facts["winner"] else ORDINARY,
    "takeover_bid": lambda _, facts: NOTABLE if facts["won"] else ORDINARY,
    "disaster": lambda _, facts: ORDINARY if facts["insured"] else NOTABLE,
}
