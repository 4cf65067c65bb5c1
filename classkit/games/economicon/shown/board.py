"""The market as the board: stocks as stacks, nations and their pegs, the event and its goal."""

from __future__ import annotations

from functools import lru_cache

from classkit.engine.board import Board, Emblem, Link, Look, Row, Scene, Sign, Space
from classkit.engine.requests import Seat
from classkit.engine.words import how_many

from ..accounts import CURRENCY, ISSUER, PEG
from ..edition.contents import COMMODITIES
from ..rules.measures import measured, met
from ..rules.nouns import decimal, goal_words
from ..rules.prices import count_held, gold_price
from ..state import NO_PEG, Economicon
from .outcomes import outcomes_of

WIDTH, HEIGHT = 1100.0, 1000.0
LEAST = 24
"""The smallest type: 18 px where the board is 770 px high."""
GAP = 8.0
EVENT, GOODS, NOTES, NATIONS = (46.0, 248.0), (256.0, 398.0), (482.0, 614.0), (614.0, 996.0)
"""The top and the foot of the four rows; pegs are drawn between goods and notes."""
WIDEST = 360.0
GOODS_COLOURS = {"gold": "#E69F00", "grain": "#F0E442", "oil": "#56606B", "tech": "#56B4E9"}
NOTE_COLOURS = ("#2F6FA8", "#8A6D1D", "#3E9C78", "#B873A1", "#B5532A", "#6F7A86")
"""Colours of notes of nations from A: like the colours of seats, and unlike any good."""
EMBLEMS: dict[str, Emblem] = {"gold": "gold", "grain": "grain", "oil": "barrel", "tech": "chip"}
ROW = ("grain", "gold", "oil", "tech")
"""Goods from left to right: gold is inside, where everybody's pegs are short."""
MANY = 4
"""With more nations than this there is less room for each: numbers go without their words."""
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
def board_of(seats: tuple[Seat, ...], disqualify_at: int) -> Board:
    """Return the board: the event, goods below it, then currencies, each above its nation."""
    spaces = [Space("event", WIDTH / 2, middle(EVENT), WIDTH - GAP, high(EVENT), kind="event",
                    title="The event")]  # fmt: skip
    spaces += [
        Space(unit, x, middle(GOODS), wide(len(ROW)), high(GOODS), kind="stock",
              title=unit.capitalize())
        for unit, x in zip(ROW, spread(len(ROW)), strict=True)
    ]  # fmt: skip
    for seat, x in zip(seats, spread(len(seats)), strict=True):
        spaces += [
            Space(CURRENCY[seat], x, middle(NOTES), wide(len(seats)), high(NOTES), kind="stock",
                  title=f"Notes {seat}"),
            Space(nation_space(seat), x, middle(NATIONS), wide(len(seats)), high(NATIONS),
                  kind="nation", title=f"Nation {seat}"),
        ]  # fmt: skip
    legend = (
        ("tie", "Pegged: a note is worth as much as one of these"),
        ("token", f"Volatility token: with {disqualify_at} a nation cannot win"),
        ("law", "Law in force"),
        *((EMBLEMS[good], good.capitalize()) for good in ROW if len(seats) > MANY),
    )
    return Board(WIDTH, HEIGHT, tuple(spaces), (), legend, LEAST)


def spread(number: int) -> list[float]:
    """Return a number of places side by side, evenly spaced."""
    gap = WIDTH / number
    return [round(gap * (at + 0.5), 1) for at in range(number)]


def wide(number: int) -> float:
    """Return the width of each of so many places side by side."""
    return min(WIDEST, WIDTH / number - GAP)


def middle(row: tuple[float, float]) -> float:
    """Return the middle of a row, from the top of the board."""
    return (row[0] + row[1]) / 2


def high(row: tuple[float, float]) -> float:
    """Return the height of a row."""
    return row[1] - row[0]


def scene_of(t: Economicon) -> Scene:
    """Return the scene now: stacks and prices, pegs, nations, and progress to the goal."""
    tallest = max(t.in_market(unit) for unit in t.units) or 1
    looks = {unit: stock_look(t, unit, tallest) for unit in t.units}
    looks |= {nation_space(seat): nation_look(t, seat) for seat in t.seats}
    looks["event"] = event_look(t)
    return Scene(looks, (), signs_of(t), links=pegs_of(t))


def event_look(t: Economicon) -> Look:
    """Return the event, how far its goal is from being met, and both outcomes (N5.1, N14.1)."""
    if t.event is None:
        return Look(title="No event in play", rows=(Row("No event in play", strong=True),))
    card = t.edition.events[t.event]
    goal = card.goal
    now, needed = measured(t, goal), goal.needed(len(t.seats))
    share = float(met(t, goal))
    if goal.operator in (">=", ">") and isinstance(needed, int) and needed > 0:
        share = min(1.0, now / needed)
    rows = (
        Row(card.name, strong=True),
        Row(card.text),
        Row(f"{goal_now(t)}.", meter=round(share, 3)),
        Row(f"{outcomes_of(card)}."),
    )
    return Look(title=card.name, rows=rows, tone="sand")


def stock_look(t: Economicon, unit: str, tallest: int) -> Look:
    """Return a stock as a stack: its height is its number; beside it, what one is worth (N2.2)."""
    here, many = t.in_market(unit), len(t.seats) > MANY
    seat = ISSUER.get(unit)
    price = "pays for all" if unit == "gold" else f"{decimal(gold_price(t, unit), 3)} gold"
    each = "" if unit == "gold" or (seat and many) else " each"
    rows = [
        Row("notes", seat=seat, strong=True)
        if seat else Row(unit.capitalize(), EMBLEMS[unit], strong=True),
        Row(how_many(here, "unit")),
        Row(f"{price}{each}"),
    ]  # fmt: skip
    if seat:
        rows.append(Row(peg_line(t.nations[seat].peg, short=many)))
    counted = count_held(t, unit)
    colour = NOTE_COLOURS[t.seats.index(seat)] if seat else GOODS_COLOURS[unit]
    return Look(
        subtitle="" if counted == (here or 1) else f"counts as {counted}",
        colour=colour, level=None if seat and many else round(here / tallest, 4), rows=tuple(rows),
    )  # fmt: skip


def peg_line(peg: str, *, short: bool = False) -> str:
    """Return on one line what a currency is pegged to (N3.1).

    >>> peg_line("gold"), peg_line("cur:B"), peg_line("none"), peg_line("oil", short=True)
    ('pegged to gold', 'pegged to B', 'floats', 'peg: oil')
    """
    if peg == NO_PEG:
        return "floats"
    return f"{'peg:' if short else 'pegged to'} {ISSUER.get(peg, peg)}"


def nation_look(t: Economicon, seat: Seat) -> Look:
    """Return a nation: its reserves, tokens, the notes it holds, and its laws (N0.6)."""
    many = len(t.seats) > MANY
    goods = [(good, t.held(seat, good)) for good in ("gold", *COMMODITIES)]
    notes = [(other, held) for other in t.seats if (held := t.held(seat, CURRENCY[other]))]
    laws = [t.edition.laws[law] for law, _ in t.nations[seat].laws]
    tokens = t.tokens(seat)
    rows = [
        Row(f"{held:,}" if many else f"{held:,} {good}", EMBLEMS[good], strong=not many, column=1)
        for good, held in goods
    ]
    if tokens:
        told = f"{tokens}" if many else how_many(tokens, "token")
        rows.append(Row(told, "token", strong=True, column=1))
    if not many:
        rows.append(Row("notes" if notes else "no notes", column=2))
    rows += [Row(f"{held:,}", seat=other, column=2) for other, held in notes]
    rows += [Row(law.short, "" if many else "law") for law in laws]
    said = [", ".join(f"{held:,} {good}" for good, held in goods)]
    said.append(f"notes: {', '.join(f'{held:,} {other}' for other, held in notes) or 'none'}")
    if tokens:
        said.append(how_many(tokens, "volatility token"))
    said += [f"{law.name}: {law.text}" for law in laws] or ["no law yet"]
    return Look(owner=seat, note="; ".join(said), tone="plain", rows=tuple(rows))


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
    """Return the round and its phase, and the order of play."""
    phase = PHASE_NAMES.get(t.phase, "set-up")
    told = f"Round {t.round} of {t.rounds}: {phase}"
    signs = [Sign("round", GAP, EVENT[0] / 2, told, anchor="start", room=WIDTH * 0.5)]
    if t.order:
        order = "Order of play: " + " ".join(f"{{{seat}}}" for seat in t.order)
        signs.append(Sign("order", WIDTH * 0.57, EVENT[0] / 2, order, 0.8, anchor="start",
                          room=WIDTH * 0.42))  # fmt: skip
    return tuple(signs)


def goal_now(t: Economicon) -> str:
    """Return how far the event's goal is from being met, in words; empty without one."""
    if t.event is None:
        return ""
    goal = t.edition.events[t.event].goal
    now, needed = measured(t, goal), goal.needed(len(t.seats))
    return goal_words(goal.aggregate, goal.measure, goal.operator, needed, now, met(t, goal))
