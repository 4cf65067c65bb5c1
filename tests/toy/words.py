"""Texts of Harbour for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.rulebook_text import TextFormatter, Words

Facts = Mapping[str, Any]
ENDINGS = {"rounds": "All rounds are played", "goal": "The goal is reached", "time": "Time is up"}


def goods(counts: Mapping[str, int], say: TextFormatter) -> str:
    """Return goods as words: "2 grain and 1 oil"."""
    return say.format_list([f"{count} {say.unit(good)}" for good, count in counts.items() if count])


def drawn(say: TextFormatter, f: Facts) -> str:
    what = say.format_list(list(f["goods"])) if "goods" in f else f"{f['count']} hidden goods"
    return f"{say.seat(f['seat'])} draws {what}."


def priced(say: TextFormatter, f: Facts) -> str:
    return "Today's prices: " + say.format_list([f"{g} {p}" for g, p in f["prices"].items()]) + "."


def auctioned(say: TextFormatter, f: Facts) -> str:
    if f["winner"] is None:
        return f"Nobody bids for {say.space(f['dock'])}."
    return f"{say.seat(f['winner'])} buys {say.space(f['dock'])} for {say.money(f['price'])}."


TERMS = "{seat:seat} %s {partner:seat}: {coins:money} for 1 {good:unit}."

WORDS = Words(
    endings=ENDINGS,
    decisions={
        "order": "How much do you sell?",
        "choose_voyage": "Do you sail or rest?",
        "choose_stop": "Where does the pilot take you?",
        "bid": "What do you bid for {dock:space}?",
        "storm": "Which good goes overboard?",
        "answer_offer": "{mover:seat} offers {coins:money} for 1 {good:unit}. Agreed?",
    },
    moves={
        "sell": "Sell",
        "sail": "Sail",
        "rest": "Rest",
        "stop": "Stop there",
        "bid": "Bid",
        "lose": "Let go",
        "nothing_left": "Nothing is left",
        "accept": "Accept",
        "refuse": "Refuse",
    },
    asides={"pawn": "Pawn a good", "offer": "Offer coins for a good"},
    fields={
        "grain": "Grain",
        "oil": "Oil",
        "spice": "Spice",
        "amount": "Coins",
        "good": "Good",
        "place": "Place",
        "partner": "Merchant",
        "coins": "Coins",
    },
    events={
        "market_opened": "The market of round {round} opens.",
        "prices_fixed": priced,
        "goods_sold": lambda say, f: (
            f"{say.seat(f['seat'])} sells {goods(f['goods'], say)} for {say.money(f['income'])}."
        ),
        "order_failed": "The Bank cannot pay {seat:seat}.",
        "goods_drawn": drawn,
        "voyage_began": lambda say, f: None,
        "rested": "{seat:seat} rests.",
        "ship_moved": "{seat:seat} sails to {to:space}.",
        "auction_ended": auctioned,
        "rent_due": "{seat:seat} pays {owner:seat} {rent:money}.",
        "coins_minted": "{seat:seat} has {amount:money} minted.",
        "good_lost": "{seat:seat} loses 1 {good:unit} in the storm.",
        "good_pawned": "{seat:seat} pawns 1 {good:unit}.",
        "offer_made": TERMS % "offers",
        "offer_accepted": TERMS % "trades with",
        "offer_refused": TERMS % "is refused by",
        "match_ended": "{why:ending}: the match is over.",
    },
    units={"coins": "coins", "grain": "grain", "oil": "oil", "spice": "spice"},
    reasons={
        "start": "a merchant's first coins",
        "first_load": "first load",
        "sale": "sold on the market",
        "pawn": "pawned",
        "trade": "traded",
        "rest": "for resting",
        "spring": "drawn at the spring",
        "mint": "fresh from the mint",
        "dock": "a dock is sold",
        "rent": "rent of a dock",
        "storm": "lost in the storm",
    },
    accounts={"bank": "the Bank", "sea": "the sea"},
    signals={"time_up": "Call time"},
)
