"""Questions that decisions show to players (section 5 of the rules file lists the decisions)."""

from __future__ import annotations

from classkit.engine.moves import Preview
from classkit.engine.rulebook_text import Sentence, TextFormatter

from .nouns import Facts, find_loan, format_side, name_square


def preview_offer(say: TextFormatter, about: Facts) -> Preview:
    """Preview the cost of a square now and at Number 1, and the buyer's cash (P6.1)."""
    first = about["opening_price"]
    before = (("at Number 1", first),) if first != about["price"] else ()
    return Preview(("", "Amount"), (("Price", about["price"]), *before, ("Cash", about["cash"])))


def ask_bid(say: TextFormatter, about: Facts) -> str:
    lot = say.space(about["square"])
    if about.get("standing"):
        last = say.money(about["standing"])
        return f"{lot} is up for auction. The last bid is {last}. What is your bid?"
    return f"{lot} is up for auction. What is your bid?"


def ask_circuit(say: TextFormatter, about: Facts) -> str:
    inner, outer = name_square(say, about["inner"]), name_square(say, about["outer"])
    throw = about["throw"]
    return f"You threw {throw}. Take the inner circuit to {inner}, or the outer one to {outer}?"


def ask_policy(kind: str) -> Sentence:
    """Return the question for `buy_life` or `buy_business`."""

    def ask(say: TextFormatter, about: Facts) -> str:
        left = about["left"]
        stock = "One is left." if left == 1 else f"{left or 'None'} are left."
        return f"Buy a {kind} policy for {say.money(about['price'])}? {stock}"

    return ask


def ask_trade(say: TextFormatter, about: Facts) -> str:
    if loan := find_loan(about):
        mover, sum_, due = say.seat(about["mover"]), say.money(loan.sum), say.money(loan.due)
        if loan.is_asked:
            return f"{mover} asks you to lend {sum_} and offers to repay {due}. Accept?"
        return f"{mover} offers to lend you {sum_} for a repayment of {due}. Accept?"
    give, get = format_side(say, about["give"]), format_side(say, about["get"])
    return f"{say.seat(about['mover'])} offers you {give} for {get}. Accept?"
