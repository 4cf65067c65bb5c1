"""487-opoly sheet: rents, auctions, recessions, and the two scores."""

from __future__ import annotations

from typing import Any

from classkit.engine import registry
from classkit.engine.decisions import Seat
from classkit.engine.match import Match
from classkit.engine.registry import find

from ..answer_types import NumberAnswer, format_count, format_table, join_names
from ..contest import Contest
from ..decision_questions import DecisionMoment, build_decision_makers, simulate_clear_answers
from ..policy_answer import PolicyAnswer
from ..random_draw import QuestionRandom
from ..recorded_matches import (
    draw_turn,
    find_max_steps,
    find_turns,
    get_event_facts,
    play_recorded_match,
)
from ..sheet_plan import SheetPlan
from ..sheet_question import SheetQuestion
from .rule_cases import make_case_question

CLAUSES = find("opoly").rulebook.clauses
CURRENCY = find("opoly").currency
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
RECORD_BOTS = {"A": "appraiser", "B": "empire_builder", "C": "banker", "D": "appraiser"}


def start_turn(position: dict[str, Any], **options: Any) -> Match:
    """Start a four-player match at the beginning of a turn."""
    return registry.new("opoly", 4, seed=1, position=position, options=options)


def get_space_number(match: Match, space: str) -> int:
    """Return the index of a space on the board, from 0."""
    return [one.id for one in match.game.board(match.table).spaces].index(space)


def format_space(match: Match, space: str) -> str:
    return match.say().space(space)


def get_earlier_space(match: Match, space: str, steps: int) -> str:
    """Return the space that is ``steps`` spaces before ``space``."""
    spaces = [one.id for one in match.game.board(match.table).spaces]
    return spaces[(spaces.index(space) - steps) % len(spaces)]


def draw_dice(draw: QuestionRandom) -> tuple[int, int]:
    """Draw two dice with different numbers."""
    dice = draw.draw_integer(1, 6), draw.draw_integer(1, 6)
    draw.require(dice[0] != dice[1])
    return dice


def ask_allied_rent(draw: QuestionRandom) -> SheetQuestion:
    """Ask how much of a rent the second party of an alliance receives (Q3.6, Q7.4)."""
    group = draw.choose_option(("light_blue", "pink", "orange", "red", "yellow", "green"))
    lots = draw.shuffle_options(GROUPS[group])
    share, dice = draw.draw_integer(20, 80), draw_dice(draw)
    levels = {lot: draw.draw_integer(0, 3) for lot in lots}
    blank = start_turn({})
    landed = lots[0]
    position = {
        "pawn": get_earlier_space(blank, landed, sum(dice)), "A": {"properties": lots[:2]},
        "B": {"properties": lots[2:]}, "buildings": {k: v for k, v in levels.items() if v},
        "alliances": [{"group": group, "split": {"A": share, "B": 100 - share}}],
        "luck": [list(dice)],
    }  # fmt: skip
    match = start_turn(position)
    paid = {one["payee"]: one["amount"] for one in get_event_facts(match, "money_moved")
            if one["reason"] in ("rent", "rent_share")}  # fmt: skip
    draw.require(paid.get("B"))
    rents = get_rents(match, landed)
    return SheetQuestion(
        text=f"A owns {format_space(match, lots[0])} and {format_space(match, lots[1])}, and B "
        f"owns {format_space(match, lots[2])}. The group is under an alliance that splits every "
        f"rent **{share} : {100 - share}** between A and B. The pawn lands on "
        f"**{format_space(match, landed)}**, which has {format_count(levels[landed], 'house')}. "
        f"Its printed rents are {', '.join(map(str, rents))} (site, 1 to 4 houses, hotel). "
        "How much does **B** receive?",
        kind=NumberAnswer(
            CURRENCY,
            low="An unimproved lot in an allied group pays double (Q3.6).",
            high="Each party's share is rounded down, and the owner gets the remainder (Q7.4).",
        ),
        right=paid["B"],
        worked=f"The rent is {sum(paid.values())}; {100 - share}% of it, rounded down.",
        facts={"rents": rents, "houses": levels[landed], "share": share},
        match=match,
    )


def get_rents(match: Match, space: str) -> list[int]:
    """Return the printed rents of a street from the edition's data."""
    data = match.edition.data["board"]["spaces"]
    return list(data[get_space_number(match, space)]["rent"])


CASES = {
    "Under which clause does A get rent from the **bank**, and from nobody else?": ("Q3.5",),
    "Two companies have made the same highest sealed bid. Which clause settles who wins the "
    "lot?": ("Q2.4",),
    "A lifts a mortgage. Under which clause does A pay 10 % more than the mortgage "
    "brought?": ("Q6.4",),
    "The pawn passes Go. Under which clause does every active company collect "
    f"{CURRENCY.write(200)}?": ("Q3.4",),
    f"An alliance splits a rent by percentages, and a {CURRENCY.one} is left over. Under which "
    "clause does the owner get it?": ("Q7.4",),
    "A recession is on, and the roll is not doubles. Under which clause does a company pay for "
    "each of its houses?": ("Q4.5",),
}  # fmt: skip
"""Maps each case to the clauses that settle it."""
ask_rent_clause = make_case_question(CASES, CLAUSES)


def ask_auction(draw: QuestionRandom) -> SheetQuestion:
    """Ask for the price that the winner of a sealed auction pays (Q2.3, Q2.4)."""
    form = draw.choose_option(("first_price", "second_price", "third_price"))
    lot = draw.choose_option([lot for group in GROUPS.values() for lot in group])
    dice, blank = draw_dice(draw), start_turn({})
    price = blank.edition.data["board"]["spaces"][get_space_number(blank, lot)]["price"]
    bids = {seat: draw.draw_integer(price // 2, 2 * price) for seat in SEATS}
    two = draw.sample_options(SEATS, 2)
    bids[two[1]] = bids[two[0]] if draw.draw_integer(0, 1) else bids[two[1]]
    position = {"pawn": get_earlier_space(blank, lot, sum(dice)), "luck": [list(dice)]}
    match = start_turn(position, auction_format=form)
    for seat, amount in bids.items():
        match.answer("bid", amount=amount, seat=seat)
    sold = get_event_facts(match, "lot_sold")[-1]
    words = {"first_price": "first-price", "second_price": "second-price",
             "third_price": "third-price"}[form]  # fmt: skip
    return SheetQuestion(
        text=f"{format_space(match, lot)} is sold in a sealed **{words}** auction. The bids are "
        + join_names(f"{seat} **{amount}**" for seat, amount in bids.items())
        + ". How much does the winner pay?",
        kind=NumberAnswer(
            CURRENCY,
            miss="Whose bid sets the price? Equal bids each count separately (Q2.3, Q2.4).",
        ),
        right=sold["price"],
        worked=f"{sold['winner']} wins and pays {sold['price']} ({words}).",
        facts={"form": form, "bids": bids},
        match=match,
    )


def ask_recession(draw: QuestionRandom) -> SheetQuestion:
    """Ask for a company's cost per payment in a recession or depression (Q4.5)."""
    kind = draw.choose_option(("recession", "depression"))
    groups = draw.shuffle_options(["light_blue", "orange"])
    lots = [lot for group in groups for lot in GROUPS[group]]
    base = draw.draw_integer(0, 4)
    levels = {lot: base + draw.draw_integer(0, 1) for lot in GROUPS[groups[0]]}
    risk = bool(draw.draw_integer(0, 1))
    position = {
        "recession": kind, "luck": [[1, 2]],
        "A": {"properties": lots, "limit": 7, "cash": 1400,
              "cards": ["risk_management"] if risk else []},
        "buildings": {lot: level for lot, level in levels.items() if level},
    }  # fmt: skip
    match = start_turn(position)
    paid = [one for one in get_event_facts(match, "money_moved")
            if one["payer"] == "A" and one["reason"] == kind]  # fmt: skip
    draw.require(paid)
    houses = sum(level for level in levels.values() if level < 5)
    hotels = sum(level == 5 for level in levels.values())
    return SheetQuestion(
        text=f"A {kind} is on, and the roll is not doubles. A owns **{len(lots)}** properties with "
        f"{format_count(houses, 'house')} and {format_count(hotels, 'hotel')} in all"
        + (" and holds Risk Management" if risk else "")
        + ". How much does A pay?",
        kind=NumberAnswer(
            CURRENCY,
            low="Every property is charged, with or without a building (Q4.5).",
            high="A hotel is charged as a hotel, and not also as five houses (Q4.5).",
        ),
        right=paid[0]["amount"],
        worked=f"10 per property, 5 per house, 50 per hotel{', doubled' * (kind == 'depression')}"
        f"{', halved (rounded up)' * risk}: {paid[0]['amount']}.",
        facts={"kind": kind, "properties": len(lots), "houses": houses, "hotels": hotels,
               "risk": risk},
        match=match,
    )  # fmt: skip


def ask_tradeoff(draw: QuestionRandom) -> SheetQuestion:
    """Ask for the next turn in which the ASSET score fell and FUTURE EARNINGS rose (Q11)."""
    match = play_recorded_match("opoly", 4, draw.draw_seed(), RECORD_BOTS)
    seat = draw.choose_option(SEATS)

    def invested(old: Any, new: Any) -> bool:
        asset = new["asset_score"][seat] - old["asset_score"][seat]
        return bool(asset < 0 < new["future_score"][seat] - old["future_score"][seat])

    turn, after = draw_turn(find_turns(match.history, invested), draw)
    return SheetQuestion(
        text=f"`sheet.match('trade_off').history` is the history of a recorded match. What is the "
        f"first turn after turn **{after}** in which **{seat}'s ASSET score fell and its FUTURE "
        "EARNINGS rose** (`asset_score`, `future_score`), compared with the previous row?",
        kind=NumberAnswer(
            "", ordered=False, miss="Compare both scores with the previous row (Q11)."
        ),
        right=turn,
        worked=f"Turn {turn}.",
        facts={"seat": seat, "after": after, "turns": len(match.history) - 1},
        match=match,
        open=True,
    )


def ask_crash(draw: QuestionRandom) -> SheetQuestion:
    """Ask for the turn, from turn 2 on, in which the cash of all players fell most."""
    match = play_recorded_match("opoly", 4, draw.draw_seed(), RECORD_BOTS)
    key = "money_in_hands"
    turns = find_max_steps(match.history[1:], lambda old, new: old[key] - new[key])
    draw.require(len(turns) == 1)
    return SheetQuestion(
        text="Here is another recorded match: `sheet.match('crash').history`. In which turn, from "
        "turn 2 on, did the **money in hands** (`money_in_hands`) fall the most?",
        kind=NumberAnswer("", ordered=False, miss="Subtract each row from the previous row."),
        right=turns,
        worked=f"Turn {turns[0]}.",
        facts={"turns": len(match.history) - 1},
        match=match,
        open=True,
    )


def ask_asset_score(draw: QuestionRandom) -> SheetQuestion:
    """Ask for the ASSET score at the end (Q11.1)."""
    group = draw.choose_option(("light_blue", "pink", "orange", "red"))
    lots = list(GROUPS[group])
    spare = draw.choose_option(("boardwalk", "pacific_avenue", "baltic_avenue"))
    level, cash = draw.draw_integer(1, 4), draw.draw_integer(50, 900)
    position = {
        # no payments are due on Free Parking
        "pawn": get_earlier_space(start_turn({}), "free_parking", 7), "luck": [[3, 4]],
        "A": {"cash": cash, "properties": [*lots, spare], "mortgaged": [spare], "limit": 7},
        "buildings": dict.fromkeys(lots, level),
    }  # fmt: skip
    match = start_turn(position)
    data = match.edition.data
    prices = {lot: data["board"]["spaces"][get_space_number(match, lot)]["price"]
              for lot in (*lots, spare)}  # fmt: skip
    cost = data["group_house_cost"][group]
    return SheetQuestion(
        text=f"The game ends. A has **{cash}** in cash and owns "
        + join_names(f"{format_space(match, lot)} (appraised {prices[lot]})" for lot in lots)
        + f" with {format_count(level, 'house')} each (a house costs {cost}). A also owns "
          f"{format_space(match, spare)} "
        f"(appraised {prices[spare]}), which is **mortgaged**. What is A's ASSET score?",
        kind=NumberAnswer(
            CURRENCY,
            low="Cash, appraised values and half the cost of buildings count (Q11.1).",
            high="Mortgaged property doesn't count, and buildings count half their cost (Q11.1).",
        ),
        right=match.metrics()["asset_score"]["A"],
        worked="Add the cash, the appraised values of unmortgaged property, and half the cost of "
        "the houses.",
        facts={"cash": cash, "values": [prices[lot] for lot in lots], "houses": 3 * level,
               "cost": cost},
        match=match,
    )  # fmt: skip


def draw_card_decision(draw: QuestionRandom) -> DecisionMoment:
    """Draw A's decision whether to end a recession for everybody with its own card (Q4.2)."""
    groups = draw.shuffle_options(list(GROUPS)[1:7])
    owned = {seat: list(GROUPS[group]) for seat, group in zip(SEATS, groups, strict=False)}
    levels = {seat: draw.draw_integer(0, 4) for seat in SEATS}
    draw.require(3 * sum(levels.values()) <= 32)  # the game has 32 houses (Q6.13)
    position: dict[str, Any] = {"recession": "recession", "turn": 20,
                                "buildings": {}}  # fmt: skip
    rows = []
    for seat in SEATS:
        cash = draw.draw_integer(300, 900)
        position[seat] = {"properties": owned[seat], "cash": cash, "limit": 7,
                          "cards": ["greenspan_put"] if seat == "A" else []}  # fmt: skip
        for lot in owned[seat]:
            if levels[seat]:
                position["buildings"][lot] = levels[seat]
        rows.append((seat, cash, len(owned[seat]), 3 * levels[seat]))
    match = start_turn(position)
    weighed = simulate_clear_answers(
        draw, match, "cash", bots="banker", horizon=4, over_rivals=True
    )
    return DecisionMoment(
        match=match,
        text=(
            "A recession has begun, and nobody has paid anything yet. Only A holds a Greenspan "
            "Put, which ends the recession **for everybody** (`greenspan_put`). A may also `pass` "
            "(Q4.2). What counts here is A's lead in cash over its rivals.\n\n"
        )
        + format_table(("company", "cash", "properties", "houses"), rows),
        aim="A's cash four turns later minus the mean of the three others",
        weighed=weighed,
        players="the bot `banker` on every seat",
    )


MIN_GAIN = 500
"""Gain that a policy must reach."""
MIN_CASH_LEFT = 800
"""Minimum cash at the end. A bot that gains as much has less."""


def has_enough_gain(match: Match, seat: Seat) -> bool:
    """Return True if a seat gains ``MIN_GAIN`` (Q2.5) and has ``MIN_CASH_LEFT`` left."""
    found = match.metrics()
    return bool(found["surplus_paid"][seat] >= MIN_GAIN and found["cash"][seat] >= MIN_CASH_LEFT)


def ask_policy(draw: QuestionRandom) -> SheetQuestion:
    """Ask for a policy that makes a gain in sealed first-price auctions."""
    seeds = tuple(draw.draw_seed() for _ in range(12))
    options = {"play_rolls": 30, "auction_format": "first_price"}
    contest = Contest("opoly", 4, "A", "banker", seeds, options, has_enough_gain)
    return SheetQuestion(
        text="Write `policy(view, decision)`, which plays seat A in twelve matches. Bids are "
        "sealed, and the winner pays its own bid (Q2.3). B, C and D are Bankers. Each values a "
        "property at 72% of its appraised value plus 30% of the rent that it expects, bids three "
        f"quarters of that, and keeps {CURRENCY.write(500)}. What counts here is A's **gain**: the "
        "appraised value of its property at the end minus what the property cost. In **seven** of "
        f"the twelve matches, the gain must be at least **{MIN_GAIN}** {CURRENCY.many}, and A must "
        f"have at least **{MIN_CASH_LEFT:,}** {CURRENCY.many} in cash left. A has only a few slots "
        "for property (Q6.9).",
        kind=PolicyAnswer(
            contest,
            f"What does each additional {CURRENCY.one} bring and cost? And which lots are worth "
            "one of A's few slots?",
        ),
        right=7,
        worked=(
            "Bid a little more than the Bankers do, about 56% of appraised value, and bid only on "
            f"lots of 220 {CURRENCY.many} or more, because a cheap lot takes a slot from an "
            "expensive lot."
        ),
    )


READ_PLAN = SheetPlan(
    "opoly-read",
    "487-opoly: rents, auctions and recessions",
    {
        "allied_rent": ask_allied_rent, "rent_clause": ask_rent_clause, "auction": ask_auction,
        "recession": ask_recession, "trade_off": ask_tradeoff, "crash": ask_crash,
    },
)  # fmt: skip
DECIDE_PLAN = SheetPlan(
    "opoly-decide",
    "487-opoly: a put for everybody",
    {
        "asset_score": ask_asset_score,
        **build_decision_makers("put", draw_card_decision),
        "policy": ask_policy,
    },
)
PLANS = {plan.name: plan for plan in (READ_PLAN, DECIDE_PLAN)}
