"""The questions that decisions put to people (section 5 of the rules file has their names)."""

from __future__ import annotations

from classkit.engine.words import Say, Sentence

from .nouns import Facts, side_words


def ask_arrow(say: Say, about: Facts) -> str:
    """Ask `set_arrow`."""
    return f"The arrow points {about.get('arrow', '')}. Keep it, or reverse it?"


def ask_buy(say: Say, about: Facts) -> str:
    """Ask `buy_square`."""
    return f"Buy {say.space(about['square'])} for {say.money(about['price'])}?"


def ask_bid(say: Say, about: Facts) -> str:
    """Ask `bid`."""
    lot = say.space(about["square"])
    if about.get("standing"):
        last = say.money(about["standing"])
        return f"{lot} is auctioned. The last bid is {last}: what do you bid?"
    return f"{lot} is auctioned. What do you bid?"


def ask_circuit(say: Say, about: Facts) -> str:
    """Ask `choose_circuit`."""
    inner, outer = say.space(about["inner"]), say.space(about["outer"])
    return f"You threw {about['throw']}: {inner} on the inner circuit, or {outer} on the outer?"


def ask_direction(say: Say, about: Facts) -> str:
    """Ask `direct_visitor`."""
    visitor, advert = say.seat(about["visitor"]), say.space(about["advert"])
    return f"{visitor} has landed on your {advert}. Let them stay, or direct them to a company?"


def ask_share(say: Say, about: Facts) -> str:
    """Ask `accept_share`."""
    asked_by, visitor = say.seat(about["asked_by"]), say.seat(about["visitor"])
    share, company = say.money(about["share"]), say.space(about["company"])
    return f"{asked_by} would direct {visitor} to your {company} for a share of {share}. Accept?"


def ask_policy(kind: str) -> Sentence:
    """Ask `buy_life`."""

    def ask(say: Say, about: Facts) -> str:
        left = about["left"]
        stock = f"{left or 'None'} {'are' if left > 1 else 'is'} left."
        return f"Buy a {kind} policy for {say.money(about['price'])}? {stock}"

    return ask


def ask_target(say: Say, about: Facts) -> str:
    """Ask `takeover_target`."""
    fee = f" The fee is {say.money(about['fee'])}." if about["fee"] else ""
    return f"Name a square of another player to take over?{fee}"


def ask_second_target(say: Say, about: Facts) -> str:
    """Ask `second_target`."""
    fee = f" The fee is {say.money(about['fee'])}." if about["fee"] else ""
    return f"One throw is left. Name a second square to take over?{fee}"


def ask_trade(say: Say, about: Facts) -> str:
    """Ask `answer_trade`."""
    give, get = side_words(say, about["give"]), side_words(say, about["get"])
    return f"{say.seat(about['mover'])} offers you {give} for {get}. Accept?"


def ask_end(say: Say, about: Facts) -> str:
    """Ask `agree_end`."""
    return f"{say.seat(about['proposed_by'])} proposes to end the game now. Do you agree?"
