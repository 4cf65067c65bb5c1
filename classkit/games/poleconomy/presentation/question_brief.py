"""The background of each decision: its subject, a player's holdings, and usual returns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from classkit.engine.decisions import Decision, Seat
from classkit.engine.question_brief import (
    Belongings,
    Cost,
    Fact,
    QuestionBrief,
    ReturnSample,
    SampledMatch,
    Scale,
    describe_belongings,
)
from classkit.engine.rulebook_text import TextFormatter

from ..country_state import CountryState
from ..state import BANK, PoleconomyState

HORIZON = 10
"""Number of turns over which usual returns are measured."""
VISITS, PRICE = f"Visits, usual in {HORIZON} turns", f"Its price, usual in {HORIZON} turns"
SQUARE_WORDS = {"company": "a company", "advert": "advertising"}
AFTER_BUYING = "After buying you keep"


def build_question_brief(
    t: PoleconomyState, decision: Decision, say: TextFormatter
) -> QuestionBrief:
    """Return the subject of a decision, or an empty brief if its question says everything."""
    about, name = decision.about, decision.name
    if name == "buy_square":
        square, price = about["square"], about["price"]
        question = f"Buy {say.space(square)}?"
        costs = {"yes": Cost(price, AFTER_BUYING)}
        return describe_square(t, square, "You landed on", say)._replace(
            question=question, costs=costs
        )
    if name == "bid":
        costs = {"bid": Cost(None, "If you win you keep")}
        return describe_square(t, about["square"], "Auction:", say)._replace(costs=costs)
    if name in ("buy_life", "buy_business"):
        return describe_policy(t, name.removeprefix("buy_"), about)
    if name == "choose_circuit":
        ways = (("inner", "Inner circuit"), ("outer", "Outer circuit"))
        facts = tuple(Fact(title, describe_landing(t, about[way], say)) for way, title in ways)
        return QuestionBrief(caption=f"You threw {about['throw']}", facts=facts)
    if name in ("takeover_target", "second_target"):
        fee = about.get("fee", 0)
        facts = (Fact("Fee", fee, t.currency), Fact("A company today", t.company_price, t.currency))
        return QuestionBrief(facts=facts, costs={"target": Cost(fee)} if fee else {})
    if name in ("direct_visitor", "accept_share"):
        return describe_visit(t, name, about, say)
    if name == "answer_trade":
        give, get = about["give"].get("cash", 0), about["get"].get("cash", 0)
        return QuestionBrief(costs={"accept": Cost(get - give, "After this trade you have")})
    if name == "pm_action" and isinstance(t, CountryState):
        facts = (
            Fact("Treasury", about["treasury"], t.currency),
            Fact("Interest due next", t.next_interest, t.currency),
            Fact("Bonds to issue", about["unissued"]),
        )
        return QuestionBrief(facts=facts)
    return QuestionBrief()


def describe_square(t: PoleconomyState, square: str, how: str, say: TextFormatter) -> QuestionBrief:
    """Return the brief of a square for sale: its current price, and its price at each Number."""
    found = t.edition.squares[square]
    price, first = t.get_price(square), t.get_price(square) // t.number
    numbers = sorted(set(t.edition.index.numbers))
    facts = [Fact("Price today", price, t.currency)]
    if found.kind == "company":
        facts.append(Fact("Each visitor pays you", t.company_profit, t.currency))
    else:
        facts.append(Fact("A visit to a company", t.company_profit, t.currency))
    return QuestionBrief(
        space=square,
        caption=f"{how} {SQUARE_WORDS[found.kind]} · {found.sector}",
        facts=tuple(facts),
        scale=Scale(
            "Worth when the Number is",
            {str(number): first * number for number in numbers},
            t.currency,
            str(t.number),
        ),
        kind=found.kind,
        level=str(t.number),
    )


def describe_policy(t: PoleconomyState, kind: str, about: Mapping[str, Any]) -> QuestionBrief:
    facts = [Fact("Price today", about["price"], t.currency), Fact("Left", about["left"])]
    if kind == "life":
        facts.append(Fact("Counts at the end", 10 * about["price"], t.currency))
    question = f"Buy a {kind} policy?"
    costs = {"yes": Cost(about["price"], AFTER_BUYING)}
    return QuestionBrief(question=question, facts=tuple(facts), costs=costs)


def describe_landing(t: PoleconomyState, square: str, say: TextFormatter) -> str:
    """Return the effect of stopping on a square, such as "Molson: pay Ada $80,000"."""
    found, name = t.edition.squares[square], say.space(square)
    if not found.is_ownable:
        return name
    owner = t.get_owner(square)
    if owner == BANK:
        return f"{name}: {say.money(t.get_price(square))}"
    if owner == t.mover:
        return f"{name}: yours"
    if found.kind == "company":
        return f"{name}: pay {say.seat(owner)} {say.money(t.company_profit)}"
    return f"{name}: {say.seat(owner)} directs you"


def describe_visit(
    t: PoleconomyState, name: str, about: Mapping[str, Any], say: TextFormatter
) -> QuestionBrief:
    facts = [Fact("Company Profit", about["profit"], t.currency)]
    if name == "accept_share":
        facts += [
            Fact("Share asked", about["share"], t.currency),
            Fact("You keep", about["profit"] - about["share"], t.currency),
        ]
        return QuestionBrief(about["company"], facts=tuple(facts))
    return QuestionBrief(about["advert"], facts=tuple(facts))


def build_belongings(t: PoleconomyState, seat: Seat, say: TextFormatter) -> Belongings:
    """Return a player's cash, squares, cards, policies and office."""
    found = describe_belongings(t, seat, say)
    office = ("Prime Minister",) if t.prime_minister == seat and t.ready else ()
    return found._replace(things=(*found.things, *office))


def list_upcoming_seats(t: PoleconomyState) -> tuple[Seat, ...]:
    """Return the seats clockwise from the mover. An election may change the order (P3.9)."""
    if t.mover not in t.seats:
        return ()
    at = t.seats.index(t.mover)
    return (*t.seats[at:], *t.seats[:at])


# --- usual returns ------------------------------------------------------------------------


def sample_returns(match: SampledMatch) -> Iterator[ReturnSample]:
    """Yield samples of the income from squares after their purchase, and of price changes."""
    last = match.turn
    squares: Mapping[str, Any] = match.table.edition.squares
    paid = [
        (event.turn, event.facts["square"], event.facts["owner"], event.facts["paid"])
        for event in match.events
        if event.name == "profit_due"
    ]
    for turn, square, owner in list_purchases(match.events):
        if turn + HORIZON > last or squares[square].kind != "company":
            continue
        income = sum(
            amount
            for when, where, who, amount in paid
            if turn < when <= turn + HORIZON and (where, who) == (square, owner)
        )
        yield ReturnSample("company", VISITS, income, match.table.currency)
    rows = match.history
    for row, later in zip(rows, rows[HORIZON:], strict=False):
        level = str(row["inflation_number"])
        for kind, key in (("company", "company_price"), ("advert", "advert_price")):
            yield ReturnSample(kind, PRICE, later[key] - row[key], match.table.currency, level)


def list_purchases(events: Iterable[Any]) -> Iterator[tuple[int, str, Seat]]:
    """Yield the turn, the square and the buyer of each purchase from the Bank."""
    for event in events:
        facts = event.facts
        if event.name != "asset_moved" or facts["asset"] not in SQUARE_WORDS:
            continue
        if facts["from"] == BANK != facts["to"]:
            yield from ((event.turn, square, facts["to"]) for square in facts["ids"])
