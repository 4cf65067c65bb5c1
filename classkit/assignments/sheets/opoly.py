"""487-opoly: rents, auctions, recessions, and the two scores."""

from __future__ import annotations

from typing import Any

from classkit.engine import registry
from classkit.engine.match import Match
from classkit.engine.registry import find
from classkit.engine.requests import Seat

from ..answers import Number, as_table, listed, many
from ..contest import Contest
from ..deciding import Moment, on_decision, weigh_clearly
from ..drawing import Drawing
from ..plan import Plan
from ..policies import Policies
from ..question import Question
from ..records import largest_step, one_turn_of, recorded, told, turns_where
from .cases import clause_for

CLAUSES = find("opoly").rulebook.clauses
SEATS = ("A", "B", "C", "D")
GROUPS = {
    "brown": ("mediterranean_avenue", "baltic_avenue"),
    "light_blue": ("oriental_avenue", "vermont_avenue", "connecticut_avenue"),
    "pink": ("st_charles_place", "states_avenue", "virginia_avenue"),
    "orange": ("st_james_place", "tennessee_avenue", "new_york_avenue"),
    "red": ("kentucky_avenue", "indiana_avenue", "illinois_avenue"),
    "yellow": ("atlantic_avenue", "ventnor_avenue", "marvin_gardens"),
    "green": ("pacific_avenue", "north_carolina_avenue", "pennsylvania_avenue"),
    "dark_blue": ("park_place", "boardwalk"),
}
RECORD = {"A": "appraiser", "B": "empire_builder", "C": "banker", "D": "appraiser"}


def at_turn(position: dict[str, Any], **options: Any) -> Match:
    """Begin a match of four at the start of a turn."""
    return registry.new("opoly", 4, seed=1, position=position, options=options)


def number_of(match: Match, space: str) -> int:
    """Return the number of a space among the 40."""
    return [one.id for one in match.game.board(match.table).spaces].index(space)


def name_of(match: Match, space: str) -> str:
    return match.say().space(space)


def before(match: Match, space: str, steps: int) -> str:
    """Return the space so many steps before another."""
    spaces = [one.id for one in match.game.board(match.table).spaces]
    return spaces[(spaces.index(space) - steps) % len(spaces)]


def roll(draw: Drawing) -> tuple[int, int]:
    """Draw two dice that are not doubles."""
    dice = draw.whole(1, 6), draw.whole(1, 6)
    draw.need(dice[0] != dice[1])
    return dice


def allied_rent(draw: Drawing) -> Question:
    """Ask what one party of an alliance receives (Q3.6, Q7.4)."""
    group = draw.one_of(("light_blue", "pink", "orange", "red", "yellow", "green"))
    lots = draw.shuffled(GROUPS[group])
    share, dice = draw.whole(20, 80), roll(draw)
    levels = {lot: draw.whole(0, 3) for lot in lots}
    blank = at_turn({})
    landed = lots[0]
    position = {
        "pawn": before(blank, landed, sum(dice)), "A": {"properties": lots[:2]},
        "B": {"properties": lots[2:]}, "buildings": {k: v for k, v in levels.items() if v},
        "alliances": [{"group": group, "split": {"A": share, "B": 100 - share}}],
        "luck": [list(dice)],
    }  # fmt: skip
    match = at_turn(position)
    paid = {one["payee"]: one["amount"] for one in told(match, "money_moved")
            if one["reason"] in ("rent", "rent_share")}  # fmt: skip
    draw.need(paid.get("B"))
    rents = rents_of(match, landed)
    return Question(
        text=f"A owns {name_of(match, lots[0])} and {name_of(match, lots[1])}, B owns "
        f"{name_of(match, lots[2])}; the group is under an alliance that splits every rent "
        f"**{share} : {100 - share}** between A and B. The pawn lands on "
        f"**{name_of(match, landed)}**, which has {many(levels[landed], 'house')}; its printed "
        f"rents are {', '.join(map(str, rents))} (site, then 1 to 4 houses, hotel). What does "
        "**B** receive?",
        kind=Number(
            "dollars",
            low="An unimproved lot of an allied group pays double (Q3.6).",
            high="Each party's percentage is rounded down, and what remains is the owner's (Q7.4).",
        ),
        right=paid["B"],
        worked=f"The rent is {sum(paid.values())}; {100 - share}% of it, rounded down.",
        facts={"rents": rents, "houses": levels[landed], "share": share},
        match=match,
    )


def rents_of(match: Match, space: str) -> list[int]:
    """Return the printed rents of a street, from the edition's data."""
    data = match.edition.data["board"]["spaces"]
    return list(data[number_of(match, space)]["rent"])


CASES = {
    "Under which clause does A get rent from the **bank**, and from nobody else?": ("Q3.5",),
    "Two companies have made the same highest sealed bid. Under which clause is it settled "
    "who wins the lot?": ("Q2.4",),
    "A lifts a mortgage. Under which clause does A pay 10 % more than the mortgage "
    "brought?": ("Q6.4",),
    "The pawn passes Go. Under which clause does every active company collect $200?": ("Q3.4",),
    "An alliance splits a rent by percentages, and a dollar is left over. Under which clause "
    "does the owner get it?": ("Q7.4",),
    "A recession is on, and the roll is not doubles. Under which clause does a company pay for "
    "each of its houses?": ("Q4.5",),
}  # fmt: skip
"""Case -> the clauses that settle it."""
rent_clause = clause_for(CASES, CLAUSES)


def auction(draw: Drawing) -> Question:
    """Ask what the winner of a sealed auction pays (Q2.3, Q2.4)."""
    form = draw.one_of(("first_price", "second_price", "third_price"))
    lot = draw.one_of([lot for group in GROUPS.values() for lot in group])
    dice, blank = roll(draw), at_turn({})
    price = blank.edition.data["board"]["spaces"][number_of(blank, lot)]["price"]
    bids = {seat: draw.whole(price // 2, 2 * price) for seat in SEATS}
    two = draw.some_of(SEATS, 2)
    bids[two[1]] = bids[two[0]] if draw.whole(0, 1) else bids[two[1]]
    position = {"pawn": before(blank, lot, sum(dice)), "luck": [list(dice)]}
    match = at_turn(position, auction_format=form)
    for seat, amount in bids.items():
        match.answer("bid", amount=amount, seat=seat)
    sold = told(match, "lot_sold")[-1]
    words = {"first_price": "first-price", "second_price": "second-price",
             "third_price": "third-price"}[form]  # fmt: skip
    return Question(
        text=f"{name_of(match, lot)} is auctioned, sealed and **{words}**. The bids: "
        + listed(f"{seat} **{amount}**" for seat, amount in bids.items())
        + ". What does the winner pay?",
        kind=Number(
            "dollars",
            miss="Whose bid sets the price? Each of several equal bids counts (Q2.3, Q2.4).",
        ),
        right=sold["price"],
        worked=f"{sold['winner']} wins and pays {sold['price']} ({words}).",
        facts={"form": form, "bids": bids},
        match=match,
    )


def recession(draw: Drawing) -> Question:
    """Ask what one payment costs in a recession (Q4.5)."""
    kind = draw.one_of(("recession", "depression"))
    groups = draw.shuffled(["light_blue", "orange"])
    lots = [lot for group in groups for lot in GROUPS[group]]
    base = draw.whole(0, 4)
    levels = {lot: base + draw.whole(0, 1) for lot in GROUPS[groups[0]]}
    risk = bool(draw.whole(0, 1))
    position = {
        "recession": kind, "luck": [[1, 2]],
        "A": {"properties": lots, "limit": 7, "cash": 1400,
              "cards": ["risk_management"] if risk else []},
        "buildings": {lot: level for lot, level in levels.items() if level},
    }  # fmt: skip
    match = at_turn(position)
    paid = [one for one in told(match, "money_moved")
            if one["payer"] == "A" and one["reason"] == kind]  # fmt: skip
    draw.need(paid)
    houses = sum(level for level in levels.values() if level < 5)
    hotels = sum(level == 5 for level in levels.values())
    return Question(
        text=f"A {kind} is on, and the roll is not doubles. A owns **{len(lots)}** properties with "
        f"{many(houses, 'house')} and {many(hotels, 'hotel')} in all"
        + (" and holds Risk Management" if risk else "")
        + ". What does A pay?",
        kind=Number(
            "dollars",
            low="Every property is charged, with or without a building (Q4.5).",
            high="A hotel is charged as a hotel and not as five houses as well (Q4.5).",
        ),
        right=paid[0]["amount"],
        worked=f"10 per property, 5 per house, 50 per hotel{', doubled' * (kind == 'depression')}"
        f"{', halved (rounded up)' * risk}: {paid[0]['amount']}.",
        facts={"kind": kind, "properties": len(lots), "houses": houses, "hotels": hotels,
               "risk": risk},
        match=match,
    )  # fmt: skip


def trade_off(draw: Drawing) -> Question:
    """Ask for the turn in which the present was sold for the future (Q11)."""
    match = recorded("opoly", 4, draw.seed(), RECORD)
    seat = draw.one_of(SEATS)

    def invested(old: Any, new: Any) -> bool:
        asset = new["asset_score"][seat] - old["asset_score"][seat]
        return bool(asset < 0 < new["future_score"][seat] - old["future_score"][seat])

    turn, after = one_turn_of(turns_where(match.history, invested), draw)
    return Question(
        text=f"A match has been recorded: `sheet.match('trade_off').history`. In which turn, the "
        f"first after turn **{after}**, did **{seat}'s ASSET score fall and its FUTURE EARNINGS "
        "rise** (`asset_score`, `future_score`), compared with the row before?",
        kind=Number("", ordered=False, miss="Compare both scores with the row before (Q11)."),
        right=turn,
        worked=f"Turn {turn}.",
        facts={"seat": seat, "after": after, "turns": len(match.history) - 1},
        match=match,
        open=True,
    )


def crash(draw: Drawing) -> Question:
    """Ask for the turn that cost the companies most money."""
    match = recorded("opoly", 4, draw.seed(), RECORD)
    key = "money_in_hands"
    turns = largest_step(match.history[1:], lambda old, new: old[key] - new[key])
    draw.need(len(turns) == 1)
    return Question(
        text="Another recorded match: `sheet.match('crash').history`. In which turn, from turn 2 "
        "on, did the **money in hands** (`money_in_hands`) fall most?",
        kind=Number("", ordered=False, miss="Subtract the row from the one before."),
        right=turns,
        worked=f"Turn {turns[0]}.",
        facts={"turns": len(match.history) - 1},
        match=match,
        open=True,
    )


def asset_score(draw: Drawing) -> Question:
    """Ask for ASSET at the end (Q11.1)."""
    group = draw.one_of(("light_blue", "pink", "orange", "red"))
    lots = list(GROUPS[group])
    spare = draw.one_of(("boardwalk", "pacific_avenue", "baltic_avenue"))
    level, cash = draw.whole(1, 4), draw.whole(50, 900)
    position = {
        "pawn": before(at_turn({}), "free_parking", 7), "luck": [[3, 4]],  # nothing is paid there
        "A": {"cash": cash, "properties": [*lots, spare], "mortgaged": [spare], "limit": 7},
        "buildings": dict.fromkeys(lots, level),
    }  # fmt: skip
    match = at_turn(position)
    data = match.edition.data
    prices = {lot: data["board"]["spaces"][number_of(match, lot)]["price"]
              for lot in (*lots, spare)}  # fmt: skip
    cost = data["group_house_cost"][group]
    return Question(
        text=f"The game ends. A has **{cash}** in cash; owns "
        + listed(f"{name_of(match, lot)} (appraised {prices[lot]})" for lot in lots)
        + f" with {many(level, 'house')} each (a house costs {cost}); and {name_of(match, spare)} "
        f"(appraised {prices[spare]}), **mortgaged**. What is A's ASSET score?",
        kind=Number(
            "dollars",
            low="Appraised values and half the cost of buildings count, beside cash (Q11.1).",
            high="Mortgaged property counts nothing, buildings half their cost (Q11.1).",
        ),
        right=match.metrics()["asset_score"]["A"],
        worked="Cash, appraised values of what is not mortgaged, and half the cost of houses.",
        facts={"cash": cash, "values": [prices[lot] for lot in lots], "houses": 3 * level,
               "cost": cost},
        match=match,
    )  # fmt: skip


def put(draw: Drawing) -> Moment:
    """Return a decision whether to end a recession for all with one's own card (Q4.2)."""
    groups = draw.shuffled(list(GROUPS)[1:7])
    owned = {seat: list(GROUPS[group]) for seat, group in zip(SEATS, groups, strict=False)}
    levels = {seat: draw.whole(0, 4) for seat in SEATS}
    draw.need(3 * sum(levels.values()) <= 32)  # there are 32 houses (Q6.13)
    position: dict[str, Any] = {"recession": "recession", "turn": 20,
                                "buildings": {}}  # fmt: skip
    rows = []
    for seat in SEATS:
        cash = draw.whole(300, 900)
        position[seat] = {"properties": owned[seat], "cash": cash, "limit": 7,
                          "cards": ["greenspan_put"] if seat == "A" else []}  # fmt: skip
        for lot in owned[seat]:
            if levels[seat]:
                position["buildings"][lot] = levels[seat]
        rows.append((seat, cash, len(owned[seat]), 3 * levels[seat]))
    match = at_turn(position)
    weighed = weigh_clearly(draw, match, "cash", bots="banker", horizon=4, over_rivals=True)
    return Moment(
        match=match,
        text="A recession has begun and nothing has been paid yet. A alone holds a Greenspan Put, "
        "which ends it **for everybody** (`greenspan_put`), or A may `pass` (Q4.2). What counts "
        "for A here is how far its cash lies above that of its rivals.\n\n"
        + as_table(("company", "cash", "properties", "houses"), rows),
        aim="A's cash four turns later, less the mean of the three others'",
        weighed=weighed,
        players="the bot `banker` on every seat",
    )


GAIN = 500
"""The gain in dollars that a policy must reach."""
LEFT = 800
"""The cash that it must keep: the bot that gains as much spends it."""


def gains_enough(match: Match, seat: Seat) -> bool:
    """Return whether property is worth enough more than it has cost (Q2.5), and cash is left."""
    found = match.metrics()
    return bool(found["surplus_paid"][seat] >= GAIN and found["cash"][seat] >= LEFT)


def policy(draw: Drawing) -> Question:
    """Ask for a policy that gains at sealed first-price auctions."""
    seeds = tuple(draw.seed() for _ in range(12))
    options = {"play_rolls": 30, "auction_format": "first_price"}
    contest = Contest("opoly", 4, "A", "banker", seeds, options, gains_enough)
    return Question(
        text="Write `policy(view, decision)`. It plays seat A in twelve matches, in which bids "
        "are sealed and the winner pays its own (Q2.3). B, C and D are Bankers: to each a "
        "property is worth 72% of its appraised value and 30% of the rent it expects; it bids "
        "three quarters of that and keeps $500. What counts here is A's **gain**: the appraised "
        f"value of its property at the end less what that has cost. It must be at least **{GAIN}** "
        f"dollars, and A must have at least **{LEFT:,}** dollars in cash left, in **seven** of the "
        "twelve. A has only a few places for property (Q6.9).",
        kind=Policies(
            contest,
            "What does each dollar more bring and cost? And which lots are worth one of A's few "
            "places?",
        ),
        right=7,
        worked="Bidding a little more than the Bankers do, about 56% of appraised value, and on "
        "lots of 220 dollars or more only, since a place taken by a cheap lot is lost for a dear "
        "one.",
    )


READ = Plan(
    "opoly-read",
    "487-opoly: rents, auctions and recessions",
    {
        "allied_rent": allied_rent, "rent_clause": rent_clause, "auction": auction,
        "recession": recession, "trade_off": trade_off, "crash": crash,
    },
)  # fmt: skip
DECIDE = Plan(
    "opoly-decide",
    "487-opoly: a put for everybody",
    {
        "asset_score": asset_score, **on_decision(put), "policy": policy,
    },
)  # fmt: skip
PLANS = {plan.name: plan for plan in (READ, DECIDE)}
