"""Economicon sheet: relative prices, pegs, money and its value."""

from __future__ import annotations

from typing import Any

from classkit.engine import registry
from classkit.engine.decisions import Decision, Seat
from classkit.engine.match import Match
from classkit.engine.registry import find

from ..answer_types import NumberAnswer, join_names
from ..contest import Contest
from ..decision_questions import DecisionMoment, build_decision_makers, simulate_clear_answers
from ..policy_answer import PolicyAnswer
from ..random_draw import QuestionRandom
from ..recorded_matches import find_max_steps, find_turns, play_recorded_match
from ..sheet_plan import SheetPlan
from ..sheet_question import SheetQuestion
from .rule_cases import make_case_question

CLAUSES = find("economicon").rulebook.clauses
SEATS = ("A", "B", "C", "D")
GOODS = ("grain", "oil", "tech")
GOLD_RESERVES = {"A": 40, "B": 30, "C": 20, "D": 10}
"""Gold reserves that make A move first, B second, and so on (N0.5)."""
PHASE_COUNT = 9
"""Turns of a round, one per phase."""
REMAINING_TURNS = 7
"""Turns left in a round, including the turn in which pegs are chosen."""
OWN_CURRENCY_UNITS = 30
"""Units of its own currency that A can spend."""
RECORD_BOTS = {
    "A": "gold_anchor",
    "B": "commodity_trader",
    "C": "printing_press",
    "D": "gold_anchor",
}


def start_phase(phase: int, position: dict[str, Any], **options: Any) -> Match:
    """Start a four-nation match at the beginning of a phase. It has no laws and events."""
    facts: dict[str, Any] = {"phase": phase, "round": 2, **position}
    for seat in SEATS:
        stated = dict(facts.get(seat, {}))
        stated["reserves"] = {"gold": GOLD_RESERVES[seat], **stated.get("reserves", {})}
        facts[seat] = stated
    return registry.new(
        "economicon", 4, seed=1, position=facts, options={"law_rounds": [], **options}
    )  # fmt: skip


def start_trading(position: dict[str, Any]) -> Match:
    """Start a match at A's first trade turn, before anyone has released goods."""
    match = start_phase(7, position)
    while match.requests() and match.requests()[0].name == "release_goods":
        match.answer("release", grain=0, oil=0, tech=0)
    return match


def draw_market(draw: QuestionRandom) -> dict[str, int]:
    """Draw the amounts of gold and goods in the market."""
    return {
        "gold": draw.draw_integer(30, 120),
        "grain": draw.draw_integer(60, 180),
        "oil": draw.draw_integer(50, 150),
        "tech": draw.draw_integer(40, 120),
    }


def format_market(market: dict[str, int]) -> str:
    return join_names(f"**{count}** {unit}" for unit, count in market.items())


def ask_cost(draw: QuestionRandom) -> SheetQuestion:
    """Ask for the cost of a lot in gold (N2.3)."""
    market, unit = draw_market(draw), draw.choose_option(GOODS)
    quantity = draw.draw_integer(3, 20)
    draw.require(quantity * market["gold"] <= GOLD_RESERVES["A"] * market[unit])  # A can pay (N9.3)
    match = start_trading({"market": market})
    held = match.ledger.balance("reserve:A", "gold")
    match.answer("buy", unit=unit, quantity=quantity, pay_with="gold")
    paid = held - match.ledger.balance("reserve:A", "gold")
    return SheetQuestion(
        text=f"The market holds {format_market(market)}. A buys **{quantity} {unit}** with gold. "
        "How much does A pay?",
        kind=NumberAnswer(
            "gold",
            low="The lot costs quantity × gold in the market ÷ units bought in the market (N2.3).",
            high="The whole lot has one price: the price before the purchase (N2.2, N2.3).",
        ),
        right=paid,
        worked=f"{quantity} × {market['gold']} ÷ {market[unit]} = "
        f"{quantity * market['gold'] / market[unit]:.2f}, rounded: {paid}.",
        facts={"market": market, "unit": unit, "quantity": quantity},
        match=match,
    )


def ask_chain(draw: QuestionRandom) -> SheetQuestion:
    """Ask what a lot costs in the currency at the end of a chain of pegs (N2.1, N3.4)."""
    market, anchor = draw_market(draw), draw.choose_option(GOODS)
    unit = draw.choose_option([one for one in GOODS if one != anchor])
    quantity = draw.draw_integer(3, 12)
    draw.require(quantity * market[anchor] <= OWN_CURRENCY_UNITS * market[unit])  # A can pay (N9.3)
    position = {
        "market": market,
        "A": {"peg": "cur:B", "reserves": {"own": OWN_CURRENCY_UNITS}},
        "B": {"peg": anchor},
    }
    match = start_trading(position)
    match.answer("buy", unit=unit, quantity=quantity, pay_with="cur:A")
    paid = OWN_CURRENCY_UNITS - match.ledger.balance("reserve:A", "cur:A")
    return SheetQuestion(
        text=f"A's currency is pegged to B's, and B's is pegged to **{anchor}**. The market holds "
        f"{format_market(market)}, and 60 units of every currency. A buys **{quantity} {unit}** "
        "and pays with its **own currency**. How many units does A pay?",
        kind=NumberAnswer(
            "units of A's currency",
            low="Which amount in the market determines the value of A's currency (N2.1, N3.4)?",
            high="Follow the chain of pegs to its end (N3.4).",
        ),
        right=paid,
        worked=f"{quantity} × {market[anchor]} ÷ {market[unit]} = "
        f"{quantity * market[anchor] / market[unit]:.2f}, rounded: {paid}.",
        facts={"market": market, "anchor": anchor, "unit": unit, "quantity": quantity},
        match=match,
    )


def ask_production(draw: QuestionRandom) -> SheetQuestion:
    """Ask for the cost of a production order (N8.2)."""
    market = draw_market(draw)
    order = {good: draw.draw_integer(1, 6) for good in GOODS}
    match = start_phase(6, {"market": market})
    match.answer("order", seat="A", **order)
    for seat in SEATS[1:]:
        match.answer("order", seat=seat, grain=0, oil=0, tech=0)
    paid = sum(
        one.facts["qty"]
        for one in match.events
        if one.name == "moved" and one.facts["reason"] == "production_cost"
    )
    return SheetQuestion(
        text=f"The market holds {format_market(market)}. A orders "
        + join_names(f"**{count}** {good}" for good, count in order.items())
        + ". How much gold does the order cost?",
        kind=NumberAnswer(
            "gold",
            low="The cost of each commodity is rounded separately and is at least 1 (N8.2).",
            high="Production costs half the market value, commodity by commodity (N8.2).",
        ),
        right=paid,
        worked=f"Half of quantity × gold ÷ units, each rounded and at least 1, is {paid} in total.",
        facts={"market": market, "order": order},
        match=match,
    )


CASES = {
    "A is pegged to B's currency. B wants to peg to A's. Under which clause is that "
    "not allowed?": ("N3.5",),
    "A is pegged to oil and wants to pay with tech from its reserves. Under which clause can't "
    "A pay with tech?": ("N3.2",),
    "One unit of grain is left in the market, and B wants to buy it. Under which clause is "
    "that not allowed?": ("N9.4",),
    "C is pegged to gold. Under which clause may only a nation without a peg create units of "
    "its currency?": ("N11.1",),
    "D changed its peg in the previous round and changes it again. Under which clause does D "
    "get a volatility token for that?": ("N6.2",),
    "A purchase takes the last gold out of the market. Under which clause does every nation "
    "immediately roll a die?": ("N9.5",),
}  # fmt: skip
"""Maps each case to the clauses that settle it."""
ask_cycle_clause = make_case_question(CASES, CLAUSES)


def draw_three_rounds(draw: QuestionRandom) -> tuple[int, int]:
    """Draw three rounds of a recorded match. Return their first and last turn.

    With a whole match, the same phases of the last rounds would be right for most students.
    """
    first = 1 + PHASE_COUNT * draw.draw_integer(0, 7)
    return first, first + 3 * PHASE_COUNT - 1


def ask_inflation(draw: QuestionRandom) -> SheetQuestion:
    """Ask for the turn in which prices rose most (N2.2)."""
    match = play_recorded_match("economicon", 4, draw.draw_seed(), RECORD_BOTS)
    first, last = draw_three_rounds(draw)
    rows = match.history[first - 1 : last + 1]
    draw.require(rows[-1]["turn"] == last)
    turns = find_max_steps(rows, lambda old, new: new["price_index"] - old["price_index"])
    draw.require(len(turns) == 1)
    return SheetQuestion(
        text="`sheet.match('inflation').history` is the history of a recorded match. A turn is one "
        f"phase. In which of turns **{first} to {last}** did the commodities' **price index** "
        "(`price_index`) rise by the most points?",
        kind=NumberAnswer(
            "", ordered=False, miss="Subtract the previous row, and find the largest rise."
        ),
        right=turns,
        worked=f"Turn {turns[0]}.",
        facts={"first": first, "last": last},
        match=match,
        open=True,
    )


def ask_paper(draw: QuestionRandom) -> SheetQuestion:
    """Ask for a turn in which a nation gained nominal worth while its gold shrank (N16.1)."""
    match = play_recorded_match("economicon", 4, draw.draw_seed(), RECORD_BOTS)
    seat = draw.choose_option(SEATS)

    def richer(old: Any, new: Any) -> bool:
        worth = new["worth"][seat] - old["worth"][seat]
        return bool(worth > 0 > new["treasury_gold"][seat] - old["treasury_gold"][seat])

    first, last = draw_three_rounds(draw)
    rows = match.history[first - 1 : last + 1]
    draw.require(rows[-1]["turn"] == last)
    turns = find_turns(rows, richer)
    draw.require(turns)
    return SheetQuestion(
        text=f"Here is another recorded match: `sheet.match('paper').history`. Find one of turns "
        f"**{first} to {last}** in which **{seat}'s worth rose while its gold shrank** (`worth`, "
        "`treasury_gold`).",
        kind=NumberAnswer(
            "", ordered=False, miss="Compare both figures with the previous row (N16.1)."
        ),
        right=turns,
        worked=f"Turns {join_names(map(str, turns))}.",
        facts={"seat": seat, "first": first, "last": last},
        match=match,
        open=True,
    )


def ask_worth(draw: QuestionRandom) -> SheetQuestion:
    """Ask for the worth of reserves in gold (N16.1)."""
    market = draw_market(draw)
    held = {
        "gold": draw.draw_integer(0, 20),
        "grain": draw.draw_integer(0, 12),
        "oil": draw.draw_integer(0, 12),
        "tech": draw.draw_integer(0, 12),
        "own": draw.draw_integer(0, 20),
    }
    match = start_phase(7, {"market": market, "A": {"reserves": held}})
    view: Any = match.view(None)  # the view of this game
    found = round(float(view.worth("A")), 4)
    return SheetQuestion(
        text=f"The market holds {format_market(market)}. A is pegged to gold and holds "
        + join_names(f"**{count}** {'units of its own currency' if unit == 'own' else unit}"
                 for unit, count in held.items())
        + ". What are A's reserves worth in gold? (Two decimal places are enough.)",
        kind=NumberAnswer(
            "gold", whole=False, tolerance=0.02,
            low="A currency that is pegged to gold is worth its count in gold (N2.1, N16.1).",
            high="Each good is worth quantity × gold ÷ units in the market (N16.1).",
        ),
        right=found,
        worked=f"{found:.2f} gold.",
        facts={"market": market, "held": held},
        match=match,
    )  # fmt: skip


def draw_peg_decision(draw: QuestionRandom) -> DecisionMoment:
    """Draw the decision what to peg to when prices are about to change (N3, N6)."""
    market = draw_market(draw)
    held = {good: draw.draw_integer(3, 15) for good in GOODS} | {"own": draw.draw_integer(10, 40)}
    position = {
        "market": market,
        "round": draw.draw_integer(4, 7),
        "A": {"reserves": held, "changed_in": 1},
    }
    match = start_phase(3, position)
    # a peg to gold or to another nation's currency would be equivalent to the current peg
    others = draw.sample_options((*GOODS, "none"), 2)
    weighed = simulate_clear_answers(
        draw,
        match,
        "worth",
        bots=RECORD_BOTS,
        horizon=REMAINING_TURNS + PHASE_COUNT,
        only=("keep", *others),
    )
    options = ", ".join(f"`{one}`" for one in weighed.outcomes)
    return DecisionMoment(
        match=match,
        text=f"It is phase 3 of round {match.round}. All nations are pegged to gold. The market "
        f"holds {format_market(market)}, and 60 units of every currency. "
        + f"A holds {GOLD_RESERVES['A']} gold, "
        + join_names(f"{count} {'units of its own currency' if unit == 'own' else unit}"
                 for unit, count in held.items())
        + f". Of the pegs that A may choose (N3.1, N6.1), consider {options}.",
        aim="A's worth in gold at the end of the next round",
        weighed=weighed,
        players="bots (`gold_anchor` for A and D, `commodity_trader` for B, `printing_press` for "
        "C)",
    )  # fmt: skip


MIN_WORTH = 73
"""Worth in gold that a policy must reach. In most matches, no bot reaches it."""


MIN_SUCCESSES = 6
"""Number of the twelve matches in which the policy must reach it."""


def is_rich(match: Match, nation: Seat) -> bool:
    """Return whether a nation on gold has reserves with the required worth in gold (N16.1).

    The case of a currency that floats after an attack on gold is a separate question.
    """
    view: Any = match.view(nation)  # the view of this game
    return bool(view.peg(nation) == "gold" and view.worth(nation) >= MIN_WORTH)


def buy_last_round(view: Any, decision: Decision) -> Any:
    """Policy that produces nothing, and spends all money on commodities in the last round."""
    nothing = dict.fromkeys(GOODS, 0)
    if decision.name == "order_production" and decision.legal[0].refusal(nothing) is None:
        return "order", nothing
    if decision.name == "trade" and view.round == view.rounds:
        for unit in GOODS:
            for money in (f"cur:{decision.seat}", "gold"):
                lot = view.most_for(unit, money, view.held(decision.seat, money))
                if lot >= 1 and view.may_buy(unit):
                    return "buy", {"unit": unit, "quantity": lot, "pay_with": money}
    return decision.default


def ask_policy(draw: QuestionRandom) -> SheetQuestion:
    """Ask for a policy that makes a nation rich at the last prices.

    The matches are drawn again unless a policy that buys at the end reaches the goal more often
    than required, because bad luck might otherwise make the goal unreachable.
    """
    seeds = tuple(draw.draw_seed() for _ in range(12))
    contest = Contest("economicon", 4, "A", "commodity_trader", seeds, {"rounds": 6}, is_rich)
    draw.require(contest.count_policy_successes(buy_last_round) > MIN_SUCCESSES)
    return SheetQuestion(
        text="Write `policy(view, decision)`, which plays nation A in twelve matches of six "
        "rounds. B, C and D are Commodity Traders. Only **worth in gold** counts here: in **six** "
        f"of the twelve matches, A's reserves must be worth at least **{MIN_WORTH}** gold at the "
        "end (N16.1), and A's currency must be **pegged to gold**. With default answers, A ends "
        "with about 30.",
        kind=PolicyAnswer(
            contest,
            "What costs gold without adding to A's worth? What becomes more expensive when "
            "somebody buys it, and when is it valued?",
        ),
        right=MIN_SUCCESSES,
        worked="Producing nothing saves the gold. Buying commodities with all of it in the last "
        "round raises the prices at which they are valued.",
    )


READ_PLAN = SheetPlan(
    "economicon-read",
    "Economicon: relative prices and pegs",
    {
        "cost": ask_cost,
        "chain": ask_chain,
        "production": ask_production,
        "cycle_clause": ask_cycle_clause,
        "inflation": ask_inflation,
        "paper": ask_paper,
    },
)
DECIDE_PLAN = SheetPlan(
    "economicon-decide",
    "Economicon: what a currency is worth",
    {
        "worth": ask_worth,
        **build_decision_makers("peg", draw_peg_decision),
        "policy": ask_policy,
    },
)
PLANS = {plan.name: plan for plan in (READ_PLAN, DECIDE_PLAN)}
