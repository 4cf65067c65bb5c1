"""The questions that decisions put to people (section 5 of the rules file has their names)."""

from __future__ import annotations

from classkit.engine.words import Say, Sentence

from .nouns import Facts, side_words


def ask_bid(say: Say, about: Facts) -> str:
    lot = say.space(about["square"])
    if about.get("standing"):
        last = say.money(about["standing"])
        return f"{lot} is auctioned. The last bid is {last}: what do you bid?"
    return f"{lot} is auctioned. What do you bid?"


def ask_policy(kind: str) -> Sentence:
    """Ask `buy_life`."""

    def ask(say: Say, about: Facts) -> str:
        left = about["left"]
        stock = f"{left or 'None'} {'are' if left > 1 else 'is'} left."
        return f"Buy a {kind} policy for {say.money(about['price'])}? {stock}"

    return ask


def ask_trade(say: Say, about: Facts) -> str:
    give, get = side_words(say, about["give"]), side_words(say, about["get"])
    return f"{say.seat(about['mover'])} offers you {give} for {get}. Accept?"
