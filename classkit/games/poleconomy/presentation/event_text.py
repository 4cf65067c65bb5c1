"""Sentences for the events of Game 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from classkit.engine.events import Event, Transfer
from classkit.engine.rulebook_text import (
    NOTABLE,
    ORDINARY,
    ROUTINE,
    TURNING_POINT,
    Sentence,
    TextFormatter,
    Weight,
    spell_number,
)

from .event_text_game2 import describe_shortfall
from .nouns import (
    INDEX_WORDS,
    Facts,
    find_loan,
    format_side,
    format_stock_count,
    make_number_key,
    name_square,
)

PAID_BY_LANDING: Mapping[str, str] = {
    "income": "income at {}",
    "savings_interest": "interest on savings at {}",
    "own_company": "profit as the owner of {}",
}
"""Text for each reason for a landing payment, with the square."""


def tell_income_source(
    say: TextFormatter, transfer: Transfer, events: Sequence[Event]
) -> str | None:
    """Return a payment with its square as text, or None (P5.1, P6.2, P6.3)."""
    for event in events:
        if event.name == "beaver_moved" and transfer.reason in PAID_BY_LANDING:
            return PAID_BY_LANDING[transfer.reason].format(say.space(event.facts["to"]))
        if event.name == "profit_due" and transfer.reason == "company_profit":
            return f"{say.reason('company_profit')} at {say.space(event.facts['square'])}"
    return None


ENDINGS = {
    "rounds": "The agreed number of rounds is over",
    "bank": "The Bank has run out of money",
    "agreed": "All agree to end the game",
    "host": "The host calls time",
    "bankrupt": "The country is bankrupt",
}


PURCHASE_REASONS = (
    "buy_company",
    "buy_advert",
    "buy_savings",
    "buy_bonds",
    "buy_life",
    "buy_business",
)
"""Reasons of payments for which the payer receives something."""
CASH_IN_VERBS = {
    "cash_savings": "cashes in", "cash_bonds": "cashes in", "surrender_life": "surrenders",
}  # fmt: skip
"""The verb for selling something to the Bank, by reason."""
COVERED_REASONS = ("auction", "takeover_price", "trade", "bond_issue", "bond_redemption")
"""Transfer reasons that another event already describes."""
INCOME_REASONS = ("income", "own_company", "savings_interest")
"""Reasons of payments for being on a square."""


def tell_asset(say: TextFormatter, facts: Facts) -> str:
    giver, taker = say.account(facts["from"]), say.account(facts["to"])
    taker = taker[:1].upper() + taker[1:]
    if "ids" in facts:
        thing = say.format_list([say.space(square) for square in facts["ids"]])
    else:
        thing = format_stock_count(facts["count"], facts["asset"])
    if facts["reason"] in CASH_IN_VERBS:
        return f"{say.account(facts['from'])} {CASH_IN_VERBS[facts['reason']]} {thing}."
    if facts["reason"] in PURCHASE_REASONS:
        return f"{taker} buys {thing} from {giver}."
    return f"{taker} gets {thing} from {giver} ({say.reason(facts['reason'])})."


def tell_purchase(say: TextFormatter, facts: Facts) -> str | None:
    """Merge a payment and a purchase into one sentence, or return None if they do not match."""
    paid = facts["first"]
    traded = facts["reason"] in PURCHASE_REASONS or facts["reason"] in CASH_IN_VERBS
    if not traded or paid["reason"] != facts["reason"]:
        return None
    return f"{tell_asset(say, facts)[:-1]} for {say.money(paid['amount'])}."


def tell_trade(say: TextFormatter, facts: Facts) -> str:
    mover, partner = say.seat(facts["mover"]), say.seat(facts["partner"])
    if loan := find_loan(facts):
        sum_, due = say.money(loan.sum), say.money(loan.due)
        borrower, lender = (mover, partner) if loan.is_asked else (partner, mover)
        return f"{borrower} borrows {sum_} from {lender} and will repay {due}."
    give, get = format_side(say, facts["give"]), format_side(say, facts["get"])
    return f"{partner} accepts: {mover} gives {give} for {get}."


def tell_bargain(say: TextFormatter, facts: Facts) -> str | None:
    """Merge a trade offer and its answer, or return None if they do not belong together."""
    return tell_trade(say, facts) if facts["first"]["partner"] == facts["partner"] else None


PAYMENT_SENTENCES: Mapping[str, str] = {
    "income": "{payee:Account} receives {amount:money} in income.",
    "own_company": "{payee:Account}'s own company makes a profit of {amount:money}.",
    "savings_interest": "{payee:Account} receives {amount:money} in interest on savings.",
    "salary": "{payee:Account} receives a Government Salary of {amount:money}.",
    **{
        reason: f"{{payer:Account}} pays {{payee:account}} {{amount:money}} {what}."
        for reason, what in {
            "start": "as starting capital",
            "tax": "in tax",
            "company_profit": "in Company Profit",
            "advert_share": "as a share of a directed visitor's payment",
            "bond_interest": "in interest on bonds",
            "bond_issue": "for newly issued bonds",
            "bond_redemption": "to redeem bonds",
            "loan_repaid": "to repay a loan",
            "subsidy": "as a subsidy",
            "takeover_fee": "as a takeover fee",
            "takeover_price": "for a takeover",
            "trade": "in a trade",
            "disaster": "because of a business disaster",
        }.items()
    },
    **{
        reason: f"{{payer:Account}} pays {{payee:account}} {{amount:money}} for {what}."
        for reason, what in {
            "auction": "a winning bid",
            "buy_company": "a company",
            "buy_advert": "advertising",
            "buy_savings": "savings cards",
            "buy_bonds": "bonds",
            "buy_life": "life insurance",
            "buy_business": "business insurance",
            "cash_savings": "savings cards",
            "cash_bonds": "bonds",
            "surrender_life": "a surrendered life policy",
        }.items()
    },
}
"""Sentences for payment reasons that need no other fact."""


def tell_index_bankruptcy(say: TextFormatter, facts: Facts) -> str | None:
    """Merge a stop of the marker and the bill that it caused, or return None for other stops.

    On Bonds the bill is the interest, and on Government Salary it is all salaries (P17.6, P18.4).
    """
    bill = {"bonds": "interest on its bonds", "salary": "salaries"}.get(facts["first"]["kind"])
    if bill is None or not facts["same_turn"]:
        return None
    owes = describe_shortfall(say, facts, f" for {bill}")
    return f"{tell_marker(say, facts['first'])} The Treasury {owes}"


PAYING_EVENTS = frozenset({"bonds_issued", "payment", "subsidy_paid"})
"""Events that occur when a subsidy is paid."""


def tell_subsidy_bankruptcy(say: TextFormatter, facts: Facts) -> str | None:
    """Merge the start of a turn and the deferred subsidy that bankrupts the country (P19.5).

    Only other deferred subsidies may occur in between. After any other event, the cause is a
    different bill.
    """
    if not facts["same_turn"] or not PAYING_EVENTS.issuperset(facts["between"]):
        return None
    owes = describe_shortfall(say, facts, "")
    seat = say.seat(facts["first"]["seat"])
    return (
        f"A subsidy that was passed earlier falls due as {seat}'s turn begins. The Treasury {owes}"
    )


STORIES: Mapping[tuple[str, str], Sentence] = {
    ("marker_moved", "treasury_bankrupt"): tell_index_bankruptcy,
    ("turn_started", "treasury_bankrupt"): tell_subsidy_bankruptcy,
    ("payment", "asset_moved"): tell_purchase,
    ("trade_proposed", "trade_done"): tell_bargain,
}


def tell_dice(say: TextFormatter, facts: Facts) -> str:
    first, second = facts["d1"], facts["d2"]
    purpose = {
        "basic_income": "for Basic Income",
        "election": "in the election",
        "takeover": "for the takeover",
        "votes": "for votes",
        "pm_tie": "to break the tie for Prime Minister",
    }.get(facts["purpose"], "")
    return f"{say.seat(facts['seat'])} throws a {first} and a {second} {purpose}".rstrip() + "."


MOVE_VERBS = {"directed": "is sent to", "corner": "goes straight to"}
"""The verb for each cause of a beaver's move. Other moves result from a roll."""


def tell_move(say: TextFormatter, facts: Facts) -> str:
    square = name_square(say, facts["to"])
    usual = "moves to" if square == say.space(facts["to"]) else "lands on"
    return f"{say.seat(facts['seat'])} {MOVE_VERBS.get(facts['by'], usual)} {square}."


def tell_chosen_square(say: TextFormatter, facts: Facts) -> str:
    square = name_square(say, facts["choice"])
    return f"{say.seat(facts['seat'])} takes the opportunity to go to {square}."


def tell_marker(say: TextFormatter, facts: Facts) -> str:
    word, number = INDEX_WORDS[facts["kind"]], facts["number"]
    before = say.spaces.get(make_number_key(facts["from"]), "")
    if not before.isdecimal():  # no edition is available
        return f"The Number is {number} ({word})."
    old = int(before)
    if number == old:
        return f"The Number stays at {number} ({word})."
    verb = get_change_verb(old, number)
    change = describe_price_change(old, number)
    return f"The Number {verb} from {old} to {number} ({word}): {change}."


MIN_JUMP = 3
"""Minimum change of the Inflation Number that is called a "jump" or a "drop"."""

TIMES_WORDS = {2: "double", 3: "triple", 4: "quadruple"}


def get_change_verb(old: int, new: int) -> str:
    """Return the verb for a change of the Inflation Number.

    >>> get_change_verb(1, 7), get_change_verb(4, 5), get_change_verb(8, 3), get_change_verb(3, 2)
    ('jumps', 'rises', 'drops', 'falls')
    """
    if new > old:
        return "jumps" if new - old >= MIN_JUMP else "rises"
    return "drops" if old - new >= MIN_JUMP else "falls"


def describe_price_change(old: int, new: int) -> str:
    """Describe how a change of the Inflation Number changes prices.

    >>> describe_price_change(1, 7), describe_price_change(2, 4)
    ('prices are seven times as high', 'prices double')
    >>> describe_price_change(2, 5), describe_price_change(8, 6), describe_price_change(6, 3)
    ('prices rise by 150%', 'prices fall by 25%', 'prices fall by half')
    """
    if new > old and new % old == 0:
        times = new // old
        if times in TIMES_WORDS:
            return f"prices {TIMES_WORDS[times]}"
        return f"prices are {spell_number(times)} times as high"
    if old == 2 * new:
        return "prices fall by half"
    return f"prices {'rise' if new > old else 'fall'} by {abs(new - old) / old:.0%}"


def tell_auction(say: TextFormatter, facts: Facts) -> str:
    square = say.space(facts["square"])
    if facts["winner"] is None:
        return f"Nobody bids for {square}: it stays with the Bank."
    bids = [f"{say.seat(s)} {say.money(bid)}" for s, bid in facts["bids"].items() if bid]
    winner, price = say.seat(facts["winner"]), say.money(facts["price"])
    is_tied = [*facts["bids"].values()].count(facts["price"]) > 1
    tie = "; a tie goes to the first bidder clockwise" if is_tied else ""
    return f"{winner} buys {square} for {price} at auction (bids: {', '.join(bids)}{tie})."


def tell_direction(say: TextFormatter, facts: Facts) -> str:
    owner, visitor = say.seat(facts["owner"]), say.seat(facts["visitor"])
    if facts["company"] is None:
        return f"{owner} lets {visitor} stay at {say.space(facts['advert'])}."
    company = say.space(facts["company"])
    if not facts["share_asked"]:
        return f"{owner} directs {visitor} from {say.space(facts['advert'])} to {company}."
    share = say.money(facts["share_asked"])
    reply = "and the owner agrees" if facts["share_answer"] == "yes" else "but the owner refuses"
    return f"{owner} asks for {share} to direct {visitor} to {company}, {reply}."


def tell_disaster(say: TextFormatter, facts: Facts) -> str:
    seat = say.seat(facts["seat"])
    if facts["insured"]:
        return f"Double 6, a business disaster: {seat} is insured and returns one policy."
    lost = [
        say.money(amount) if asset == "cash"
        else f"claims of {say.money(amount)}" if asset == "debt"
        else format_stock_count(amount, asset)
        for asset, amount in facts["lost"].items()
    ]  # fmt: skip
    return f"Double 6, a business disaster: {seat} loses {say.format_list(lost) or 'nothing'}."


def tell_offer(say: TextFormatter, facts: Facts) -> str:
    mover, partner = say.seat(facts["mover"]), say.seat(facts["partner"])
    if loan := find_loan(facts):
        sum_, due = say.money(loan.sum), say.money(loan.due)
        if loan.is_asked:
            return f"{mover} asks {partner} to lend {sum_} and offers to repay {due}."
        return f"{mover} offers to lend {partner} {sum_} for a repayment of {due}."
    give, get = format_side(say, facts["give"]), format_side(say, facts["get"])
    return f"{mover} offers {partner} {give} for {get}."


def tell_ending(say: TextFormatter, facts: Facts) -> str:
    winners = [say.seat(seat) for seat in facts["winners"]]
    if not winners:
        return f"{ENDINGS[facts['cause']]}. Nobody wins."
    verb = "wins" if len(winners) == 1 else "share the win"
    most = say.money(max(facts["net_worth"].values()))
    return f"{ENDINGS[facts['cause']]}. {say.format_list(winners)} {verb} with {most}."


def weigh_marker(say: TextFormatter, facts: Facts) -> int:
    """Return the importance of a change in the Inflation Number, which all prices follow (P4.2)."""
    before, number = say.spaces.get(make_number_key(facts["from"]), ""), facts["number"]
    moved = abs(number - int(before)) if before.isdecimal() else facts["steps"]
    return TURNING_POINT if moved >= MIN_JUMP else NOTABLE if moved else ORDINARY


CHOSEN_MOVES = ("corner",)
"""Moves that the player chose. Other events describe the remaining moves."""

WEIGHTS: Mapping[str, Weight] = {
    **dict.fromkeys(("turn_started", "dice_thrown", "tax_assessed"), ROUTINE),
    **dict.fromkeys(("game_started", "trade_done", "election_started", "pm_elected"), NOTABLE),
    "game_ended": TURNING_POINT,
    "beaver_moved": lambda _, facts: ORDINARY if facts["by"] in CHOSEN_MOVES else ROUTINE,
    "payment": lambda _, facts: ORDINARY if facts["reason"] in INCOME_REASONS else ROUTINE,
    "asset_moved": lambda _, facts: ROUTINE if facts["reason"] in COVERED_REASONS else ORDINARY,
    "marker_moved": weigh_marker,
    "auction_held": lambda _, facts: NOTABLE if facts["winner"] else ORDINARY,
    "takeover_bid": lambda _, facts: NOTABLE if facts["won"] else ORDINARY,
    "disaster": lambda _, facts: ORDINARY if facts["insured"] else NOTABLE,
}
