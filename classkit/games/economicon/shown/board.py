"""The market as the board: stocks as stacks, nations and their pegs, the event and its goal."""

from __future__ import annotations

from functools import lru_cache

from classkit.engine.board import Board, Link, Look, Scene, Sign, Space
from classkit.engine.requests import Seat

from ..accounts import CURRENCY, PEG
from ..edition.contents import COMMODITIES
from ..rules.measures import measured, met
from ..rules.nouns import decimal, goal_words
from ..rules.prices import count_held, gold_price
from ..state import NO_PEG, Economicon
from .outcomes import outcomes_of

WIDTH, HEIGHT = 1000.0, 866.0
EVENT = (900.0, 118.0)
STACK, NOTES = 170.0, 162.0
"""The greatest height of the stacks of goods and of currencies."""
NATION = 214.0
TOP, GOODS, CURRENCIES, NATIONS = 99.0, 252.0, 512.0, 725.0
"""The distance of the event and the three rows from the top."""
GOODS_COLOURS = {"gold": "#E69F00", "grain": "#9A9200", "oil": "#56606B", "tech": "#56B4E9"}
ROW = ("grain", "gold", "oil", "tech")
"""Goods from left to right: gold is inside, where everybody's pegs are short."""
NOTES_LEGIBLE = (4, 2)
"""The kinds of notes on a nation's line at a table of up to four, and at a wider one."""
PAPER = "#DDE8D4"
"""The colour of notes, so that nobody takes them for gold."""
PHASE_NAMES = {
    1: "mining", 2: "the event", 3: "pegs", 5: "laws", 6: "production", 7: "trade",
    8: "consumption", 9: "rewards and penalties", 10: "the event's goal",
}  # fmt: skip


def nation_space(seat: Seat) -> str:
    """Return the id of a nation's place on the board.

    >>> nation_space("B")
    'nation:B'
    """
    return f"nation:{seat}"


@lru_cache(maxsize=8)
def board_of(seats: tuple[Seat, ...]) -> Board:
    """Return the board: the event, goods below it, then currencies, each above its nation."""
    places = spread(len(seats))
    room = WIDTH / len(seats)
    wide, nation = min(140.0, room * 0.84), min(NATION * 1.32, room * 0.94)
    spaces = [Space("event", WIDTH / 2, TOP, *EVENT, kind="event", title="The event")]
    spaces += [
        Space(unit, x, GOODS, 140, STACK, kind="stock", title=unit.capitalize())
        for unit, x in zip(ROW, spread(len(ROW)), strict=True)
    ]
    for seat, x in zip(seats, places, strict=True):
        spaces.append(
            Space(CURRENCY[seat], x, CURRENCIES, wide, NOTES, kind="stock", title=f"Notes {seat}")
        )
        spaces.append(
            Space(nation_space(seat), x, NATIONS, nation, NATION, kind="nation",
                  title=f"Nation {seat}")
        )  # fmt: skip
    legend = (
        ("stock", "units in the market, and what one is worth in gold"),
        ("nation", "reserves, laws, notes held"),
    )
    return Board(WIDTH, HEIGHT, tuple(spaces), (), legend)


def spread(number: int) -> list[float]:
    """Return a number of places side by side, evenly spaced."""
    gap = WIDTH / number
    return [round(gap * (at + 0.5), 1) for at in range(number)]


def scene_of(t: Economicon) -> Scene:
    """Return the scene now: stacks and prices, pegs, nations, and progress to the goal."""
    tallest = max(t.in_market(unit) for unit in t.units) or 1
    looks = {unit: stack(t, unit, tallest) for unit in t.units}
    looks |= {nation_space(seat): nation_look(t, seat) for seat in t.seats}
    looks["event"] = event_look(t)
    return Scene(looks, (), signs_of(t), links=pegs_of(t))


def event_look(t: Economicon) -> Look:
    """Return the event, how far its goal is from being met, and both outcomes (N5.1, N14.1)."""
    if t.event is None:
        return Look(title="No event in play", tone="event")
    card = t.edition.events[t.event]
    told = f"{goal_now(t)}. {outcomes_of(card)}."
    return Look(title=f"{card.name}: {card.text}", subtitle=told, tone="event")


def stack(t: Economicon, unit: str, tallest: int) -> Look:
    """Return a stock as a stack: its height is its number, its text the price (N2.2)."""
    here = t.in_market(unit)
    price = "" if unit == "gold" else f" · {decimal(gold_price(t, unit), 3)}"
    owner = unit.partition(":")[2] or None
    counted = count_held(t, unit)
    subtitle = "" if counted == (here or 1) else f"counts as {counted}"
    return Look(
        owner=owner, text=f"{here}{price}", subtitle=subtitle, tone="stock",
        colour=GOODS_COLOURS.get(unit, PAPER), level=round(here / tallest, 4),
    )  # fmt: skip


def nation_look(t: Economicon, seat: Seat) -> Look:
    """Return a nation: its reserves, the laws in force, and the notes it holds (N0.6)."""
    goods = ", ".join(f"{t.held(seat, good)} {good}" for good in ("gold", *COMMODITIES))
    notes = [f"{held} {other}" for other in t.seats if (held := t.held(seat, CURRENCY[other]))]
    legible = NOTES_LEGIBLE[len(t.seats) > 4]
    laws = [t.edition.laws[law].name for law, _ in t.nations[seat].laws]
    more = [f"more notes: {', '.join(notes[legible:])}"] if notes[legible:] else []
    return Look(
        owner=seat, title=goods, text=f"notes: {', '.join(notes[:legible]) or 'none'}",
        subtitle="; ".join([", ".join(laws) or "no law yet", *more]), tone="nation",
    )  # fmt: skip


def pegs_of(t: Economicon) -> tuple[Link, ...]:
    """Return each peg as a line from a currency to its peg, which shows chains (N3.4)."""
    links = []
    for seat in t.seats:
        peg = t.nations[seat].peg
        if peg != NO_PEG:
            marked = sum(accounts.get(PEG[seat], 0) for accounts in t.ledger.balances.values())
            text = "" if marked else "no counter"
            links.append(Link(f"peg.{seat}", CURRENCY[seat], peg, text, seat))
    return tuple(links)


def signs_of(t: Economicon) -> tuple[Sign, ...]:
    """Return the round, the order, and for each nation its tokens and whether it floats."""
    phase = PHASE_NAMES.get(t.phase, "set-up")
    signs = [Sign("round", WIDTH / 2, 22, f"Round {t.round} of {t.rounds}: {phase}", 0.8)]
    size = 0.55 if len(t.seats) <= 4 else 0.4
    for seat, x in zip(t.seats, spread(len(t.seats)), strict=True):
        told = ["floats"] if t.nations[seat].peg == NO_PEG else []
        if tokens := t.tokens(seat):
            told.append(f"{tokens} token{'' if tokens == 1 else 's'}")
        y = CURRENCIES + NOTES / 2 + 16
        signs.append(Sign(f"state.{seat}", x, y, ", ".join(told), size))
    if t.order:
        order = "Order of play: " + ", ".join(t.order)
        signs.append(Sign("order", WIDTH / 2, HEIGHT - 16, order, 0.6))
    return tuple(signs)


def goal_now(t: Economicon) -> str:
    """Return how far the event's goal is from being met, in words; empty without one."""
    if t.event is None:
        return ""
    goal = t.edition.events[t.event].goal
    now, needed = measured(t, goal), goal.needed(len(t.seats))
    return goal_words(goal.aggregate, goal.measure, goal.operator, needed, now, met(t, goal))
