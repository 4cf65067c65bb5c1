"""Economicon: relative prices, pegs, money and its value."""

from __future__ import annotations

from typing import Any

from classkit.engine import registry
from classkit.engine.match import Match
from classkit.engine.registry import find
from classkit.engine.requests import Decision, Seat

from ..answers import Number, listed
from ..contest import Contest
from ..deciding import Moment, on_decision, weigh_clearly
from ..drawing import Drawing
from ..plan import Plan
from ..policies import Policies
from ..question import Question
from ..records import largest_step, recorded, turns_where
from .cases import clause_for

CLAUSES = find("economicon").rulebook.clauses
SEATS = ("A", "B", "C", "D")
GOODS = ("grain", "oil", "tech")
SPREAD = {"A": 40, "B": 30, "C": 20, "D": 10}
"""Reserves of gold by which A goes first, B second, and so on (N0.5)."""
PHASES = 9
"""Turns of a round: each phase is one."""
REST = 7
"""The turns left in a round, counting the one in which pegs are chosen."""
OWN = 30
"""Units of A's own currency with which it pays."""
RECORD = {"A": "gold_anchor", "B": "commodity_trader", "C": "printing_press", "D": "gold_anchor"}


def at_phase(phase: int, position: dict[str, Any], **options: Any) -> Match:
    """Begin a match of four nations at the start of a phase, without laws and events."""
    facts: dict[str, Any] = {"phase": phase, "round": 2, **position}
    for seat in SEATS:
        stated = dict(facts.get(seat, {}))
        stated["reserves"] = {"gold": SPREAD[seat], **stated.get("reserves", {})}
        facts[seat] = stated
    return registry.new(
        "economicon", 4, seed=1, position=facts, options={"law_rounds": [], **options}
    )  # fmt: skip


def trading(position: dict[str, Any]) -> Match:
    """Begin a match at A's first trade turn, before anybody has released anything."""
    match = at_phase(7, position)
    while match.requests() and match.requests()[0].name == "release_goods":
        match.answer("release", grain=0, oil=0, tech=0)
    return match


def market_of(draw: Drawing) -> dict[str, int]:
    """Draw the gold and the goods in the market."""
    return {"gold": draw.whole(30, 120), "grain": draw.whole(60, 180), "oil": draw.whole(50, 150),
            "tech": draw.whole(40, 120)}  # fmt: skip


def market_words(market: dict[str, int]) -> str:
    return listed(f"**{count}** {unit}" for unit, count in market.items())


def cost(draw: Drawing) -> Question:
    """Ask what a lot costs in gold (N2.3)."""
    market, unit = market_of(draw), draw.one_of(GOODS)
    quantity = draw.whole(3, 20)
    draw.need(quantity * market["gold"] <= SPREAD["A"] * market[unit])  # A can pay (N9.3)
    match = trading({"market": market})
    held = match.ledger.balance("reserve:A", "gold")
    match.answer("buy", unit=unit, quantity=quantity, pay_with="gold")
    paid = held - match.ledger.balance("reserve:A", "gold")
    return Question(
        text=f"In the market: {market_words(market)}. A buys **{quantity} {unit}** for gold. What "
        "does it pay?",
        kind=Number(
            "gold",
            low="The lot costs quantity × gold in the market ÷ units bought in the market (N2.3).",
            high="The whole lot has one price, that before the purchase (N2.2, N2.3).",
        ),
        right=paid,
        worked=f"{quantity} × {market['gold']} ÷ {market[unit]} = "
        f"{quantity * market['gold'] / market[unit]:.2f}, rounded: {paid}.",
        facts={"market": market, "unit": unit, "quantity": quantity},
        match=match,
    )


def chain(draw: Drawing) -> Question:
    """Ask what a lot costs in a currency at the end of a chain of pegs (N2.1, N3.4)."""
    market, anchor = market_of(draw), draw.one_of(GOODS)
    unit = draw.one_of([one for one in GOODS if one != anchor])
    quantity = draw.whole(3, 12)
    draw.need(quantity * market[anchor] <= OWN * market[unit])  # A can pay (N9.3)
    position = {
        "market": market, "A": {"peg": "cur:B", "reserves": {"own": OWN}}, "B": {"peg": anchor},
    }  # fmt: skip
    match = trading(position)
    match.answer("buy", unit=unit, quantity=quantity, pay_with="cur:A")
    paid = OWN - match.ledger.balance("reserve:A", "cur:A")
    return Question(
        text=f"A's currency is pegged to B's, and B's to **{anchor}**. In the market: "
        f"{market_words(market)}, and 60 of every currency. A buys **{quantity} {unit}** and pays "
        "with its **own currency**. How many units does it pay?",
        kind=Number(
            "units of A's currency",
            low="Of what does the market hold the count that values A's currency (N2.1, N3.4)?",
            high="Follow the chain of pegs to its end (N3.4).",
        ),
        right=paid,
        worked=f"{quantity} × {market[anchor]} ÷ {market[unit]} = "
        f"{quantity * market[anchor] / market[unit]:.2f}, rounded: {paid}.",
        facts={"market": market, "anchor": anchor, "unit": unit, "quantity": quantity},
        match=match,
    )


def production(draw: Drawing) -> Question:
    """Ask what an order costs (N8.2)."""
    market = market_of(draw)
    order = {good: draw.whole(1, 6) for good in GOODS}
    match = at_phase(6, {"market": market})
    match.answer("order", seat="A", **order)
    for seat in SEATS[1:]:
        match.answer("order", seat=seat, grain=0, oil=0, tech=0)
    paid = sum(
        one.facts["qty"]
        for one in match.events
        if one.name == "moved" and one.facts["reason"] == "production_cost"
    )
    return Question(
        text=f"In the market: {market_words(market)}. A orders "
        + listed(f"**{count}** {good}" for good, count in order.items())
        + ". How much gold does the order cost?",
        kind=Number(
            "gold",
            low="Each commodity is rounded for itself, and costs at least 1 (N8.2).",
            high="Half the value in the market, commodity by commodity (N8.2).",
        ),
        right=paid,
        worked=f"Half of quantity × gold ÷ units, each rounded, at least 1: {paid} together.",
        facts={"market": market, "order": order},
        match=match,
    )


CASES = {
    "A is pegged to B's currency. B wants to peg to A's. Under which clause is that "
    "refused?": ("N3.5",),
    "A is pegged to oil and wants to pay with tech from its reserves. Under which clause can "
    "tech not be used to pay?": ("N3.2",),
    "One unit of grain is left in the market, and B wants to buy it. Under which clause is "
    "that refused?": ("N9.4",),
    "C is pegged to gold. Under which clause may only a nation without a peg create units of "
    "its currency?": ("N11.1",),
    "D changed its peg in the previous round and changes it again. Under which clause does D "
    "get a volatility token for that?": ("N6.2",),
    "A purchase takes the last gold out of the market. Under which clause does every nation "
    "roll a die at once?": ("N9.5",),
}  # fmt: skip
"""Case -> the clauses that settle it."""
cycle_clause = clause_for(CASES, CLAUSES)


def three_rounds(draw: Drawing) -> tuple[int, int]:
    """Draw three rounds of a record. Return their first and last turn.

    Over whole records the same phases of the last rounds would be right for most students.
    """
    first = 1 + PHASES * draw.whole(0, 7)
    return first, first + 3 * PHASES - 1


def inflation(draw: Drawing) -> Question:
    """Ask for the turn in which prices rose most (N2.2)."""
    match = recorded("economicon", 4, draw.seed(), RECORD)
    first, last = three_rounds(draw)
    rows = match.history[first - 1 : last + 1]
    draw.need(rows[-1]["turn"] == last)
    turns = largest_step(rows, lambda old, new: new["price_index"] - old["price_index"])
    draw.need(len(turns) == 1)
    return Question(
        text="A match has been recorded: `sheet.match('inflation').history`. A turn is one phase. "
        f"In which of the turns **{first} to {last}** did the **price index** of the commodities "
        "(`price_index`) rise by the most points?",
        kind=Number("", ordered=False, miss="Subtract the row before, and take the largest rise."),
        right=turns,
        worked=f"Turn {turns[0]}.",
        facts={"first": first, "last": last},
        match=match,
        open=True,
    )


def paper(draw: Drawing) -> Question:
    """Ask for a turn in which a nation grew richer on paper while its gold shrank (N16.1)."""
    match = recorded("economicon", 4, draw.seed(), RECORD)
    seat = draw.one_of(SEATS)

    def richer(old: Any, new: Any) -> bool:
        worth = new["worth"][seat] - old["worth"][seat]
        return bool(worth > 0 > new["treasury_gold"][seat] - old["treasury_gold"][seat])

    first, last = three_rounds(draw)
    rows = match.history[first - 1 : last + 1]
    draw.need(rows[-1]["turn"] == last)
    turns = turns_where(rows, richer)
    draw.need(turns)
    return Question(
        text=f"Another recorded match: `sheet.match('paper').history`. Find one of the turns "
        f"**{first} to {last}** in which **{seat}'s worth rose while its gold shrank** (`worth`, "
        "`treasury_gold`).",
        kind=Number("", ordered=False, miss="Compare both figures with the row before (N16.1)."),
        right=turns,
        worked=f"Turns {listed(map(str, turns))}.",
        facts={"seat": seat, "first": first, "last": last},
        match=match,
        open=True,
    )


def worth(draw: Drawing) -> Question:
    """Ask what reserves are worth in gold (N16.1)."""
    market = market_of(draw)
    held = {"gold": draw.whole(0, 20), "grain": draw.whole(0, 12), "oil": draw.whole(0, 12),
            "tech": draw.whole(0, 12), "own": draw.whole(0, 20)}  # fmt: skip
    match = at_phase(7, {"market": market, "A": {"reserves": held}})
    view: Any = match.view(None)  # a view of this game
    found = round(float(view.worth("A")), 4)
    return Question(
        text=f"In the market: {market_words(market)}. A, pegged to gold, holds "
        + listed(f"**{count}** {'of its own currency' if unit == 'own' else unit}"
                 for unit, count in held.items())
        + ". What are its reserves worth in gold? (Two decimals will do.)",
        kind=Number(
            "gold", whole=False, tolerance=0.02,
            low="A currency pegged to gold is worth gold (N2.1, N16.1).",
            high="Each good counts quantity × gold ÷ units in the market (N16.1).",
        ),
        right=found,
        worked=f"{found:.2f} gold.",
        facts={"market": market, "held": held},
        match=match,
    )  # fmt: skip


def peg(draw: Drawing) -> Moment:
    """Return a decision what to peg to when prices are about to move (N3, N6)."""
    market = market_of(draw)
    held = {good: draw.whole(3, 15) for good in GOODS} | {"own": draw.whole(10, 40)}
    position = {
        "market": market, "round": draw.whole(4, 7), "A": {"reserves": held, "changed_in": 1},
    }  # fmt: skip
    match = at_phase(3, position)
    # a peg to gold, or to another nation's currency, would be the present peg by another name
    others = draw.some_of((*GOODS, "none"), 2)
    weighed = weigh_clearly(
        draw, match, "worth", bots=RECORD, horizon=REST + PHASES, only=("keep", *others)
    )  # fmt: skip
    options = ", ".join(f"`{one}`" for one in weighed.outcomes)
    return Moment(
        match=match,
        text=f"Phase 3 of round {match.round}. All nations are pegged to gold. In the market: "
        f"{market_words(market)}, and 60 of every currency. A holds {SPREAD['A']} gold, "
        + listed(f"{count} {'of its own currency' if unit == 'own' else unit}"
                 for unit, count in held.items())
        + f". Of the pegs that A may choose (N3.1, N6.1) consider {options}.",
        aim="A's worth in gold at the end of the next round",
        weighed=weighed,
        players="bots (`gold_anchor` for A and D, `commodity_trader` for B, `printing_press` for "
        "C)",
    )  # fmt: skip


RICH = 170
"""The worth in gold that a policy must reach: more than any bot reaches in most matches."""


GREW_RICH = 6
"""The matches of the twelve in which it must."""


def is_rich(match: Match, nation: Seat) -> bool:
    """Return whether a nation on gold has reserves that are worth enough gold (N16.1).

    What a floating currency is worth by an attack on gold is another question.
    """
    view: Any = match.view(nation)  # a view of this game
    return bool(view.peg(nation) == "gold" and view.worth(nation) >= RICH)


def buy_at_the_end(view: Any, decision: Decision) -> Any:
    """Produce nothing, and buy commodities with all money in the last round: a policy."""
    nothing = dict.fromkeys(GOODS, 0)
    if decision.name == "order_production" and decision.legal[0].refusal(nothing) is None:
        return "order", nothing
    if decision.name == "trade" and view.round == view.rounds:
        for unit in reversed(GOODS):
            for money in (f"cur:{decision.seat}", "gold"):
                lot = view.most_for(unit, money, view.held(decision.seat, money))
                if lot >= 1 and view.may_buy(unit):
                    return "buy", {"unit": unit, "quantity": lot, "pay_with": money}
    return decision.default


def policy(draw: Drawing) -> Question:
    """Ask for a policy that makes a nation rich at the last prices.

    One that buys at the end reaches the aim more often than is asked, in these matches too: luck
    might put it out of everybody's reach.
    """
    seeds = tuple(draw.seed() for _ in range(12))
    contest = Contest("economicon", 4, "A", "gold_anchor", seeds, {"rounds": 6}, is_rich)
    draw.need(contest.count_by(buy_at_the_end) > GREW_RICH)
    return Question(
        text="Write `policy(view, decision)`. It plays nation A through twelve matches of six "
        "rounds; B, C and D are Gold Anchors. What counts here is **worth in gold** alone: A's "
        f"reserves must be worth at least **{RICH}** gold at the end (N16.1), with its currency "
        "**pegged to gold** then, in **six** of the twelve. Default answers end with about 30.",
        kind=Policies(
            contest,
            "What takes gold away without adding to A's worth? What becomes dearer when it is "
            "bought, and when is it valued?",
        ),
        right=GREW_RICH,
        worked="Producing nothing saves the gold. Buying commodities with all of it in the last "
        "round raises the prices at which they are valued.",
    )


READ = Plan(
    "economicon-read",
    "Economicon: relative prices and pegs",
    {
        "cost": cost, "chain": chain, "production": production, "cycle_clause": cycle_clause,
        "inflation": inflation, "paper": paper,
    },
)  # fmt: skip
DECIDE = Plan(
    "economicon-decide",
    "Economicon: what a currency is worth",
    {
        "worth": worth, **on_decision(peg),
        "policy": policy,
    },
)  # fmt: skip
PLANS = {plan.name: plan for plan in (READ, DECIDE)}
