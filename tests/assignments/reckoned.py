"""Every generated figure once more, reckoned from the words of the rules.

Nothing here calls the rules' code: a reckoning sees the facts that stand in a question, and of a
recorded match its events and the parts of its figures. Each gives what may be answered.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import Any

from classkit.assignments.sheet_question import SheetQuestion

Reckoning = Callable[[SheetQuestion], Any]


# --- Poleconomy -----------------------------------------------------------------------------------


def landing(q: SheetQuestion) -> int:
    """P6.2, P14.1: 100,000 × the Number, from cash, then from cards; the rest lapses."""
    f = q.facts
    return min(100_000 * f["number"], f["cash"] + 100_000 * f["savings"])


def cards_left(q: SheetQuestion) -> int:
    """P14.1: cards are cashed one at a time, no more than needed."""
    f, due, cards = q.facts, 100_000 * q.facts["number"], q.facts["savings"]
    cash = f["cash"]
    while cash < due and cards:
        cash, cards = cash + 100_000, cards - 1
    return int(cards)


def marker(q: SheetQuestion) -> int:
    """P4.1, P4.2: so many positions in the arrow's direction, on a ring."""
    f = q.facts
    steps = f["steps"] if f["arrow"] == "clockwise" else -f["steps"]
    return 100_000 * int(f["numbers"][(f["marker"] + steps) % 14])


def tax(q: SheetQuestion) -> frozenset[str]:
    """P4.5, P14.1: 50,000 a company, 10,000 an advertising square; bonds are never touched."""
    return frozenset(
        seat
        for seat, has in q.facts.items()
        if 50_000 * has["companies"] + 10_000 * has["adverts"]
        > has["cash"] + 100_000 * has["savings"]
    )


def auction(q: SheetQuestion) -> str:
    """P8.2: the highest bid; of equal ones the first clockwise from who landed."""
    f = q.facts
    at = "ABCD".index(f["lander"])
    clockwise = ["ABCD"[(at + step) % 4] for step in range(1, 4)]
    return max(clockwise, key=lambda seat: f["bids"][seat])


def first_after(q: SheetQuestion, turns: set[int]) -> set[int]:
    """The first of the turns after the one that the question names."""
    return {min(turn for turn in turns if turn > q.facts["after"])}


def illusion(q: SheetQuestion) -> set[int]:
    """P15.3, P4.2: worth is the sum of its parts, a company costs 100,000 × the Number."""
    seat, found = q.facts["seat"], set()
    assert q.match is not None
    for old, new in pairwise(q.match.history):
        worths = [sum(row["worth_split"][seat].values()) for row in (old, new)]
        real = [Fraction(worth, 100_000 * row["inflation_number"])
                for worth, row in zip(worths, (old, new), strict=True)]  # fmt: skip
        if worths[1] > worths[0] and round(float(real[1]), 3) < round(float(real[0]), 3):
            found.add(new["turn"])
    return first_after(q, found)


def jump(q: SheetQuestion) -> set[int]:
    """P4.4: the Number as it stands after the last move of the marker in each turn."""
    assert q.match is not None
    numbers = {0: 1}
    for event in q.match.events:
        if event.name == "marker_moved":
            numbers[event.turn] = event.facts["number"]
    rises, now = {}, 1
    for turn in range(1, q.facts["turns"] + 1):
        after = numbers.get(turn, now)
        rises[turn], now = after - now, after
    return {turn for turn, rise in rises.items() if rise == max(rises.values())}


def takeover(q: SheetQuestion) -> float:
    """P12.1, P12.2: the fee always; the price unless two throws bring no double."""
    lost = Fraction(5, 6) ** 2
    return float(30_000 + (1 - lost) * 100_000 * q.facts["number"])


def tax_under(law: dict[str, int], has: dict[str, int]) -> int:
    """P19.4, of the parts that these laws have."""
    companies = max(0, has["companies"] - law["free_companies"])
    sum_ = law["flat"] + law["per_company"] * companies + law["per_advert"] * has["adverts"]
    return max(0, sum_ - law["life_deduction"] * has["life"])


def tax_due(q: SheetQuestion) -> int:
    return tax_under(q.facts["law"], q.facts["held"])


def liability(q: SheetQuestion) -> frozenset[str]:
    """P4.5 against P19.4."""
    return frozenset(
        seat
        for seat, has in q.facts["held"].items()
        if tax_under(q.facts["law"], has) < 50_000 * has["companies"] + 10_000 * has["adverts"]
    )


def majority(q: SheetQuestion) -> int:
    """P19.1: more than half of all votes."""
    votes = q.facts["votes"]
    return int(sum(votes.values()) // 2 + 1 - votes["A"])


def interest(q: SheetQuestion) -> int:
    """P17.4, P17.6: 100,000 for each issued before; the fewest bonds that cover what is short."""
    f = q.facts
    short = max(0, 100_000 * f["issued"] - f["cash"])
    return int(f["issued"] + ceil(short / 100_000))


def debt(q: SheetQuestion) -> set[int]:
    """P17: bonds that left the Treasury, less those that came back, turn by turn."""
    assert q.match is not None
    out: dict[int, int] = dict.fromkeys(range(1, q.facts["turns"] + 1), 0)
    for event in q.match.events:
        if event.name == "asset_moved" and event.facts["asset"] == "bond" and event.turn:
            count = event.facts["ids"] if "ids" in event.facts else event.facts["count"]
            out[event.turn] += count * (event.facts["from"] == "treasury")
            out[event.turn] -= count * (event.facts["to"] == "treasury")
    return {turn for turn, rise in out.items() if rise == max(out.values())}


def promise(q: SheetQuestion) -> int:
    """P19.2, P19.5: both ends included, everybody who meets the condition."""
    f = q.facts
    return int(f["amount"] * sum(f["low"] <= n <= f["high"] for n in f["owned"].values()))


# --- 487-opoly ------------------------------------------------------------------------------------


def allied_rent(q: SheetQuestion) -> int:
    """Q3.6, Q7.4: printed, or doubled without a house; the percentage rounded down."""
    f = q.facts
    rent = f["rents"][f["houses"]] * (2 if f["houses"] == 0 else 1)
    return int(rent * (100 - f["share"]) // 100)


def sealed_price(q: SheetQuestion) -> int:
    """Q2.3, Q2.4: the first, second or third highest, ties counted each."""
    place = ("first_price", "second_price", "third_price").index(q.facts["form"])
    return int(sorted(q.facts["bids"].values(), reverse=True)[place])


def recession(q: SheetQuestion) -> int:
    """Q4.5: 10, 5 and 50; a depression doubles, Risk Management halves, rounded up."""
    f = q.facts
    due = 10 * f["properties"] + 5 * f["houses"] + 50 * f["hotels"]
    due *= 2 if f["kind"] == "depression" else 1
    return ceil(due / 2) if f["risk"] else due


def trade_off(q: SheetQuestion) -> set[int]:
    seat, found = q.facts["seat"], set()
    assert q.match is not None
    for old, new in pairwise(q.match.history):
        asset = new["asset_score"][seat] - old["asset_score"][seat]
        if asset < 0 < new["future_score"][seat] - old["future_score"][seat]:
            found.add(new["turn"])
    return first_after(q, found)


def crash(q: SheetQuestion) -> set[int]:
    """Q5.7: all cash that is not the bank's."""
    assert q.match is not None
    held = [(row["turn"], sum(row["cash"].values())) for row in q.match.history[1:]]
    falls = {turn: before - after for (_, before), (turn, after) in pairwise(held)}
    return {turn for turn, fall in falls.items() if fall == max(falls.values())}


def asset_score(q: SheetQuestion) -> float:
    """Q11.1."""
    f = q.facts
    return float(f["cash"] + sum(f["values"]) + Fraction(f["houses"] * f["cost"], 2))


# --- Economicon -----------------------------------------------------------------------------------


def rounded(value: Fraction) -> int:
    """N2.3: the nearest whole number, one half up, never below 1."""
    return max(1, int(value + Fraction(1, 2)))


def cost(q: SheetQuestion) -> int:
    """N2.2, N2.3."""
    f = q.facts
    return rounded(Fraction(f["quantity"] * f["market"]["gold"], f["market"][f["unit"]]))


def chain(q: SheetQuestion) -> int:
    """N2.1, N3.4: the currency counts what the last link counts."""
    f = q.facts
    return rounded(Fraction(f["quantity"] * f["market"][f["anchor"]], f["market"][f["unit"]]))


def production(q: SheetQuestion) -> int:
    """N8.2: half the value, commodity by commodity."""
    market = q.facts["market"]
    return sum(
        rounded(Fraction(count * market["gold"], 2 * market[good]))
        for good, count in q.facts["order"].items()
    )


def inflation(q: SheetQuestion) -> set[int]:
    """N2.2: gold in the market over units in the market, three goods, opening = 100."""
    assert q.match is not None
    index = []
    for row in q.match.history:
        prices = [Fraction(max(1, row["market_gold"]), max(1, row[f"market_{good}"]))
                  for good in ("grain", "oil", "tech")]  # fmt: skip
        index.append((row["turn"], float(100 * sum(prices) / Fraction(37, 24))))
    rises = {turn: after - before for (_, before), (turn, after) in pairwise(index)}
    rises = {turn: rises[turn] for turn in range(q.facts["first"], q.facts["last"] + 1)}
    best = max(rises.values())
    return {turn for turn, rise in rises.items() if rise > best - 0.011}


def paper(q: SheetQuestion) -> set[int]:
    """N16.1: worth is the sum of its parts, gold counts itself."""
    assert q.match is not None
    seat, found = q.facts["seat"], set()
    for old, new in pairwise(q.match.history):
        parts = [row["worth_parts"][seat] for row in (old, new)]
        worths = [sum(part.values()) for part in parts]
        if worths[1] > worths[0] + 0.005 and parts[1]["gold"] < parts[0]["gold"]:
            found.add(new["turn"])
    return found & set(range(q.facts["first"], q.facts["last"] + 1))


def worth(q: SheetQuestion) -> float:
    """N16.1, N2.1: goods at their price, the own currency as the gold it is pegged to."""
    market, held = q.facts["market"], q.facts["held"]
    goods = sum(Fraction(held[g] * market["gold"], market[g]) for g in ("grain", "oil", "tech"))
    return float(held["gold"] + held["own"] + goods)


# --- Economy --------------------------------------------------------------------------------------

WORTH = {"3": 3, "2": 2, "1a": 1, "1b": 1}


def reach(q: SheetQuestion) -> int:
    """E2.2, E2.3: every chain of neighbours, no space twice, others' pieces at its end only."""
    f = q.facts
    ends: set[str] = set()

    def walk(space: str, left: int, been: set[str]) -> None:
        for column, row in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            new = f"{chr(ord(space[0]) + column)}{int(space[1]) + row}"
            if new[0] not in "abcdefgh" or new[1:] not in list("12345678") or new in been:
                continue
            if left == 1:
                ends.add(new)
            elif new not in f["others"]:
                walk(new, left - 1, been | {new})

    walk(f["start"], f["roll"], {f["start"]})
    return len(ends)


def owned_by(owned: dict[str, str], seat: str) -> int:
    """The worth of a seat's cards among these."""
    return sum(WORTH[card.partition("-")[2]] for card, one in owned.items() if one == seat)


def sector_landing(q: SheetQuestion) -> int:
    """E4.1."""
    return owned_by(q.facts["owned"], q.facts["seat"])


def take_over(q: SheetQuestion) -> int:
    """E4.2: the card first, then the points."""
    return owned_by({**q.facts["owned"], q.facts["card"]: "A"}, "A")


def herfindahl(q: SheetQuestion) -> float:
    """Lesson 4: the shops alone are the market, and one owner has what two had."""
    shops = [card for card in q.facts["owned"] if card.partition("-")[2] in ("1a", "1b")]
    has = dict.fromkeys("ABCD", 0)
    for card in shops:
        has[q.facts["owned"][card]] += 1
    has[q.facts["buyer"]] += has.pop(q.facts["bought"])
    return float(sum(Fraction(100 * count, len(shops)) ** 2 for count in has.values()))


def free_ride(q: SheetQuestion) -> set[int]:
    """E4.1: points of turns in which somebody else rolled."""
    assert q.match is not None
    seat = q.facts["seat"]
    movers = {event.turn: event.facts["seat"] for event in q.match.events
              if event.name == "die_rolled"}  # fmt: skip
    gains = {
        new["turn"]: new["points"][seat] - old["points"][seat]
        for old, new in pairwise(q.match.history)
        if movers.get(new["turn"]) != seat
    }
    return {turn for turn, gain in gains.items() if gain == max(gains.values())}


def swing(q: SheetQuestion) -> str:
    """The own worth less the best rival's."""

    def of(sector: str) -> int:
        cards = {c: s for c, s in q.facts["owned"].items() if c.startswith(sector)}
        return owned_by(cards, "A") - max(owned_by(cards, seat) for seat in "BCD")

    return str(max(q.facts["sectors"], key=of))


# --- decisions ------------------------------------------------------------------------------------


def favourite(q: SheetQuestion) -> set[str]:
    outcomes = q.facts["outcomes"]
    best = max(sum(numbers) for numbers in outcomes.values())
    return {option for option, numbers in outcomes.items() if sum(numbers) == best}


def better(q: SheetQuestion) -> int:
    first, second = (q.facts["outcomes"][q.facts[place]] for place in ("first", "second"))
    return sum(1 for one, two in zip(first, second, strict=True) if one > two)


POLECONOMY: dict[str, Reckoning] = {
    "landing": landing, "cards_left": cards_left, "marker": marker, "tax": tax,
    "auction": auction, "illusion": illusion, "jump": jump, "takeover": takeover,
    "tax_due": tax_due, "liability": liability, "majority": majority, "interest": interest,
    "debt": debt, "promise": promise,
}  # fmt: skip
RECKONED: dict[str, dict[str, Reckoning]] = {
    "poleconomy": POLECONOMY,
    "opoly": {
        "allied_rent": allied_rent, "auction": sealed_price, "recession": recession,
        "trade_off": trade_off, "crash": crash, "asset_score": asset_score,
    },
    "economicon": {
        "cost": cost, "chain": chain, "production": production, "inflation": inflation,
        "paper": paper, "worth": worth,
    },
    "economy": {
        "reach": reach, "landing": sector_landing, "take_over": take_over,
        "herfindahl": herfindahl, "free_ride": free_ride, "swing": swing,
    },
}  # fmt: skip
DECISIONS: dict[str, Reckoning] = {"favourite": favourite, "better": better}
CLAUSES = {
    "landing_clause": {
        "owe C anything": "P6.2", "lose the rest forever": "P14.1", "on B's own": "P6.3",
        "send B on": "P7.2", "stops on Taxation": "P4.5", "an income square": "P5.1",
    },
    "bankrupt_clause": {
        "**nobody** win": "P17.5", "nobody asks for it": "P17.4", "for each issued bond": "P17.6",
        "sell bonds to the Bank": "P17.3", "offers the Treasury": "P17.2",
    },
    "rent_clause": {
        "**bank**": "Q3.5", "same highest sealed bid": "Q2.4", "lifts a mortgage": "Q6.4",
        "passes Go": "Q3.4", "a dollar is left over": "Q7.4", "A recession is on": "Q4.5",
    },
    "cycle_clause": {
        "B wants to peg to A's": "N3.5", "pay with tech": "N3.2", "One unit of grain": "N9.4",
        "create units": "N11.1", "changes it again": "N6.2", "takes the last gold": "N9.5",
    },
    "attack_clause": {
        "nobody score?": "E4.3", "get its property card": "E4.2", "also score": "E4.1",
        "nothing happen": "E3.2", "C's piece go outside": "E3.3", "move through it": "E2.3",
    },
}  # fmt: skip
"""Question -> words of each case -> the clause that settles it."""
