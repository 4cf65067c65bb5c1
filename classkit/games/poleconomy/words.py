"""The words of Poleconomy: questions, labels and sentences for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.words import Say, Words

Facts = Mapping[str, Any]

INDEX_WORDS = {
    "election": "Election",
    "taxation": "Taxation",
    "bonds": "Bonds",
    "salary": "Salary",
}
CORNER_WORDS = {
    "savings_and_bonds": "savings and bonds",
    "life": "life insurance",
    "takeover": "takeovers",
    "business": "business insurance",
}
STOCK_WORDS = {
    "savings": ("savings card", "savings cards"),
    "bond": ("bond", "bonds"),
    "life": ("life policy", "life policies"),
    "business": ("business policy", "business policies"),
    "company": ("company", "companies"),
    "advert": ("advertising square", "advertising squares"),
}
ENDINGS = {
    "rounds": "The agreed length is over",
    "bank": "The Bank has run out of money",
    "agreed": "All agree to end the game",
    "host": "The host calls time",
}


def counted(count: int, stock: str) -> str:
    """How many of a thing, in words.

    >>> counted(1, "bond"), counted(3, "life")
    ('1 bond', '3 life policies')
    """
    one, many = STOCK_WORDS[stock]
    return f"{count} {one if count == 1 else many}"


# --- questions -----------------------------------------------------------------------------


def ask_arrow(say: Say, about: Facts) -> str:
    return f"The arrow points {about.get('arrow', '')}. Keep it, or reverse it?"


def ask_buy(say: Say, about: Facts) -> str:
    return f"Buy {say.space(about['square'])} for {say.money(about['price'])}?"


def ask_bid(say: Say, about: Facts) -> str:
    lot = say.space(about["square"])
    if about.get("standing"):
        last = say.money(about["standing"])
        return f"{lot} is auctioned. The last bid is {last}: what do you bid?"
    return f"{lot} is auctioned. What do you bid?"


def ask_circuit(say: Say, about: Facts) -> str:
    inner, outer = say.space(about["inner"]), say.space(about["outer"])
    return f"You threw {about['throw']}: {inner} on the inner circuit, or {outer} on the outer?"


def ask_direction(say: Say, about: Facts) -> str:
    visitor, advert = say.seat(about["visitor"]), say.space(about["advert"])
    return f"{visitor} has landed on your {advert}. Let them stay, or direct them to a company?"


def ask_share(say: Say, about: Facts) -> str:
    asked_by, visitor = say.seat(about["asked_by"]), say.seat(about["visitor"])
    share, company = say.money(about["share"]), say.space(about["company"])
    return f"{asked_by} would direct {visitor} to your {company} for a share of {share}. Accept?"


def ask_policy(kind: str) -> Any:
    def ask(say: Say, about: Facts) -> str:
        return f"Buy a {kind} policy for {say.money(about['price'])}? {about['left']} are left."

    return ask


def ask_target(say: Say, about: Facts) -> str:
    fee = f" The fee is {say.money(about['fee'])}." if about["fee"] else ""
    return f"Name a square of another player to take over?{fee}"


def ask_second_target(say: Say, about: Facts) -> str:
    fee = f" The fee is {say.money(about['fee'])}." if about["fee"] else ""
    return f"One throw is left. Name a second square to take over?{fee}"


def ask_trade(say: Say, about: Facts) -> str:
    give, get = side_words(say, about["give"]), side_words(say, about["get"])
    return f"{say.seat(about['mover'])} offers you {give} for {get}. Accept?"


def ask_end(say: Say, about: Facts) -> str:
    return f"{say.seat(about['proposed_by'])} proposes to end the game now. Do you agree?"


def side_words(say: Say, side: Facts) -> str:
    """What one side of a trade gives."""
    parts = []
    if side["cash"]:
        parts.append(say.money(side["cash"]))
    parts += [say.space(square) for square in side["squares"]]
    if side["business"]:
        parts.append(counted(side["business"], "business"))
    if side["debt"]:
        parts.append(f"a debt of {say.money(side['debt'])}")
    return say.listing(parts) or "nothing"


# --- sentences ------------------------------------------------------------------------------


def tell_start(say: Say, facts: Facts) -> str:
    return f"A game of {len(facts['seats'])} players begins."


def tell_payment(say: Say, facts: Facts) -> str:
    payer, payee = say.account(facts["payer"]), say.account(facts["payee"])
    payer = payer[:1].upper() + payer[1:]
    return f"{payer} pays {payee} {say.money(facts['amount'])} ({say.reason(facts['reason'])})."


def tell_asset(say: Say, facts: Facts) -> str:
    giver, taker = say.account(facts["from"]), say.account(facts["to"])
    taker = taker[:1].upper() + taker[1:]
    if "ids" in facts:
        thing = say.listing([say.space(square) for square in facts["ids"]])
    else:
        thing = counted(facts["count"], facts["asset"])
    return f"{taker} gets {thing} from {giver} ({say.reason(facts['reason'])})."


def tell_dice(say: Say, facts: Facts) -> str:
    first, second = facts["d1"], facts["d2"]
    purpose = {
        "basic_income": "for Basic Income",
        "election": "in the election",
        "move": "to move",
        "takeover": "for the takeover",
    }.get(facts["purpose"], "")
    return f"{say.seat(facts['seat'])} throws {first} and {second} {purpose}."


def tell_income(say: Say, facts: Facts) -> str:
    old = f" instead of {say.money(facts['old'])}" if facts["old"] else ""
    return f"{say.seat(facts['seat'])} has a Basic Income of {say.money(facts['amount'])}{old}."


def tell_turn(say: Say, facts: Facts) -> str:
    office = ", the Prime Minister," if facts["is_pm"] else ""
    return f"Turn {facts['turn']}: {say.seat(facts['seat'])}{office} moves."


def tell_beaver(say: Say, facts: Facts) -> str:
    seat, place = say.seat(facts["seat"]), say.space(facts["to"])
    if facts["by"] == "directed":
        return f"{seat} is directed to {place}."
    if facts["by"] == "corner":
        return f"{seat} goes straight to {place}."
    return f"{seat} moves to {place}."


def tell_arrow(say: Say, facts: Facts) -> str:
    return f"{say.seat(facts['pm'])} reverses the arrow: it points {facts['direction']}."


def tell_marker(say: Say, facts: Facts) -> str:
    word = INDEX_WORDS[facts["kind"]]
    return f"The marker moves {facts['steps']}: the Inflation Number is {facts['number']}, {word}."


def tell_tax(say: Say, facts: Facts) -> str:
    seat = say.seat(facts["seat"])
    if not facts["due"]:
        return f"{seat} owes no tax."
    lapsed = f"; {say.money(facts['lapsed'])} lapse" if facts["lapsed"] else ""
    paid = say.money(facts["paid"])
    return f"{seat} owes {say.money(facts['due'])} in tax and pays {paid}{lapsed}."


def tell_profit(say: Say, facts: Facts) -> str:
    visitor, owner = say.seat(facts["visitor"]), say.seat(facts["owner"])
    lapsed = f"; {say.money(facts['lapsed'])} lapse" if facts["lapsed"] else ""
    due, paid = say.money(facts["due"]), say.money(facts["paid"])
    return f"{visitor} owes {owner} {due} at {say.space(facts['square'])} and pays {paid}{lapsed}."


def tell_auction(say: Say, facts: Facts) -> str:
    square = say.space(facts["square"])
    if facts["winner"] is None:
        return f"Nobody bids for {square}: it stays with the Bank."
    bids = [f"{say.seat(s)} {say.money(bid)}" for s, bid in facts["bids"].items() if bid]
    winner, price = say.seat(facts["winner"]), say.money(facts["price"])
    return f"{winner} buys {square} for {price} at auction ({', '.join(bids)})."


def tell_direction(say: Say, facts: Facts) -> str:
    owner, visitor = say.seat(facts["owner"]), say.seat(facts["visitor"])
    if facts["company"] is None:
        return f"{owner} lets {visitor} stay at {say.space(facts['advert'])}."
    company = say.space(facts["company"])
    if not facts["share_asked"]:
        return f"{owner} directs {visitor} from {say.space(facts['advert'])} to {company}."
    share = say.money(facts["share_asked"])
    reply = "is accepted" if facts["share_answer"] == "yes" else "is refused"
    return f"{owner} asks for {share} to direct {visitor} to {company}: it {reply}."


def tell_opportunity(say: Say, facts: Facts) -> str:
    seat, choice = say.seat(facts["seat"]), facts["choice"]
    if choice == "stay":
        return f"{seat} lets the opportunity pass."
    if choice == "rethrow":
        return f"{seat} throws for a new Basic Income."
    return f"{seat} takes the opportunity to go to {say.space(choice)}."


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


def tell_takeover(say: Say, facts: Facts) -> str:
    bidder, owner = say.seat(facts["bidder"]), say.seat(facts["owner"])
    square, value = say.space(facts["square"]), say.money(facts["value"])
    if facts["won"]:
        return f"A double: {owner} must sell {square} to {bidder} for {value}."
    return f"No double: {bidder}'s bid for {owner}'s {square} fails."


def tell_offer(say: Say, facts: Facts) -> str:
    mover, partner = say.seat(facts["mover"]), say.seat(facts["partner"])
    give, get = side_words(say, facts["give"]), side_words(say, facts["get"])
    return f"{mover} offers {partner} {give} for {get}."


def tell_done(say: Say, facts: Facts) -> str:
    return f"{say.seat(facts['partner'])} accepts: the trade is done."


def tell_refused(say: Say, facts: Facts) -> str:
    return f"{say.seat(facts['partner'])} refuses the trade."


def tell_debt(say: Say, facts: Facts) -> str:
    debtor, creditor = say.account(facts["debtor"]), say.account(facts["creditor"])
    if not facts["balance"]:
        return f"{debtor} owes {creditor} nothing any more."
    return f"{debtor} owes {creditor} {say.money(facts['balance'])}."


def tell_election(say: Say, facts: Facts) -> str:
    if facts["cause"] == "start":
        return "The first Prime Minister is elected."
    return "Election: the Prime Minister resigns."


def tell_elected(say: Say, facts: Facts) -> str:
    return f"{say.seat(facts['seat'])} is Prime Minister."


def tell_ending(say: Say, facts: Facts) -> str:
    winners = [say.seat(seat) for seat in facts["winners"]]
    verb = "wins" if len(winners) == 1 else "share the win"
    most = say.money(max(facts["net_worth"].values()))
    return f"{ENDINGS[facts['cause']]}. {say.listing(winners)} {verb} with {most}."


WORDS = Words(
    decisions={
        "set_arrow": ask_arrow,
        "choose_move": "Throw the dice, or go straight to a Corner Square?",
        "choose_circuit": ask_circuit,
        "buy_square": ask_buy,
        "bid": ask_bid,
        "direct_visitor": ask_direction,
        "accept_share": ask_share,
        "own_advert": "This is your own advertising. Stay, or move to one of these squares?",
        "opportunity": "Opportunity: stay, throw for a new Basic Income, or go to any square?",
        "royal_bank": "How many savings cards and bonds do you buy?",
        "buy_life": ask_policy("life"),
        "buy_business": ask_policy("business"),
        "takeover_target": ask_target,
        "second_target": ask_second_target,
        "answer_trade": ask_trade,
        "end_turn": "Is your turn done?",
        "agree_end": ask_end,
    },
    moves={
        "keep": "Keep the arrow",
        "reverse": "Reverse the arrow",
        "throw": "Throw the dice",
        "inner": "Inner circuit",
        "outer": "Outer circuit",
        "yes": "Yes",
        "no": "No",
        "bid": "Bid",
        "stay": "Stay",
        "direct": "Direct to a company",
        "go": "Go to a square",
        "rethrow": "Throw for a new Basic Income",
        "buy": "Buy",
        "target": "Take over a square",
        "pass": "Pass",
        "accept": "Accept",
        "refuse": "Refuse",
        "done": "Done",
        "propose_end": "Propose to end the game",
        "buy_square.yes": "Buy",
        "buy_square.no": "Do not buy: auction it",
        "direct_visitor.stay": "Let them stay",
        "buy_life.yes": "Buy a policy",
        "buy_business.yes": "Buy a policy",
    },
    fields={
        "amount": "Amount",
        "company": "Company",
        "share_ask": "Share to ask for",
        "square": "Square",
        "savings": "Savings cards",
        "bonds": "Bonds",
        "life": "Life policies",
        "business": "Business policies",
        "partner": "Partner",
        "give": "You give",
        "get": "You get",
        "cash": "Cash",
        "squares": "Squares",
        "debt": "Debt",
        "to": "To",
    },
    events={
        "game_started": tell_start,
        "payment": tell_payment,
        "asset_moved": tell_asset,
        "dice_thrown": tell_dice,
        "basic_income_set": tell_income,
        "turn_started": tell_turn,
        "beaver_moved": tell_beaver,
        "arrow_set": tell_arrow,
        "marker_moved": tell_marker,
        "tax_assessed": tell_tax,
        "profit_due": tell_profit,
        "auction_held": tell_auction,
        "visitor_directed": tell_direction,
        "opportunity_used": tell_opportunity,
        "disaster": tell_disaster,
        "takeover_bid": tell_takeover,
        "trade_proposed": tell_offer,
        "trade_done": tell_done,
        "trade_refused": tell_refused,
        "debt_changed": tell_debt,
        "election_started": tell_election,
        "pm_elected": tell_elected,
        "game_ended": tell_ending,
    },
    units={
        "dollars": "dollars",
        "savings": "savings cards",
        "bond": "bonds",
        "life": "life policies",
        "business": "business policies",
    },
    reasons={
        "start": "starting capital",
        "income": "income",
        "savings_interest": "interest on savings",
        "buy_company": "a company bought",
        "buy_advert": "advertising bought",
        "auction": "bought at auction",
        "company_profit": "Company Profit",
        "own_company": "profit of one's own company",
        "advert_share": "share of a directed visitor's payment",
        "tax": "tax",
        "bond_interest": "interest on bonds",
        "salary": "Government Salary",
        "buy_savings": "savings cards bought",
        "cash_savings": "savings cards cashed",
        "buy_bonds": "bonds bought",
        "cash_bonds": "bonds cashed",
        "buy_life": "life insurance bought",
        "surrender_life": "life policy surrendered",
        "buy_business": "business insurance bought",
        "takeover_fee": "takeover fee",
        "takeover_price": "takeover",
        "trade": "trade",
        "loan_repaid": "loan repaid",
        "disaster": "business disaster",
        "quick_start": "dealt for the quick start",
    },
    accounts={"bank": "the Bank"},
    asides={
        "cash_in": "Cash in cards, bonds or policies",
        "repay_loan": "Repay a loan",
        "propose_trade": "Offer a trade",
    },
    signals={"time_up": "Call time: the game ends after this turn"},
)
