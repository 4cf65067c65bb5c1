"""Questions that decisions show to players (section 5 of the rules file lists the decisions)."""

from __future__ import annotations

from classkit.engine.rulebook_text import Sentence, TextFormatter

from .nouns import Facts, format_side


def ask_bid(say: TextFormatter, about: Facts) -> str:
    lot = say.space(about["square"])
    if about.get("standing"):
        last = say.money(about["standing"])
        return f"{lot} is auctioned. The last bid is {last}: what do you bid?"
    return f"{lot} is auctioned. What do you bid?"


def ask_policy(kind: str) -> Sentence:
    """Return the question of `buy_life` or `buy_business`."""

    def ask(say: TextFormatter, about: Facts) -> str:
        left = about["left"]
        stock = f"{left or 'None'} {'are' if left > 1 else 'is'} left."
        return f"Buy a {kind} policy for {say.money(about['price'])}? {stock}"

    return ask


def ask_trade(say: TextFormatter, about: Facts) -> str:
    give, get = format_side(say, about["give"]), format_side(say, about["get"])
    return f"{say.seat(about['mover'])} offers you {give} for {get}. Accept?"
