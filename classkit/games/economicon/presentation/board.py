"""Board layout: stocks of the market, nations and their pegs, the event and its goal."""

from __future__ import annotations

from functools import lru_cache

from classkit.engine.board import (
    Board,
    BoardSign,
    Emblem,
    Scene,
    Space,
    SpaceLink,
    SpaceLook,
    SpaceRow,
)
from classkit.engine.decisions import Seat
from classkit.engine.rulebook_text import format_count

from ..account_names import CURRENCY, ISSUER, PEG
from ..rules.market_prices import get_gold_price, get_held_count
from ..rules.measures import is_goal_met, measure_goal
from ..rules.noun_text import describe_goal, format_decimal
from ..rules_data import COMMODITIES
from ..state import NO_PEG, EconomiconState
from .outcomes import describe_outcomes

WIDTH, HEIGHT = 1100, 1000
MIN_FONT_SIZE = 24
"""The smallest font size. It is 18 px if the board is 770 px high."""
GAP = 8
HEAD_HEIGHT, ORDER_LEFT = 46, 660
"""Height reserved for the round above the event, and the x at which the order of play starts."""
ROWS = {
    False: {"event": (46, 262), "goods": (270, 400), "notes": (504, 642), "nations": (642, 996)},
    True: {"event": (46, 230), "goods": (238, 354), "notes": (436, 574), "nations": (574, 996)},
}
"""Top and bottom of the four rows, for few and for many nations.

The gap between goods and notes leaves room for the pegs. With many nations, the lists are
narrower and longer.
"""
MAX_SPACE_WIDTH = 360.0
GOODS_COLOURS = {"gold": "#E69F00", "grain": "#9A9200", "oil": "#76828F", "tech": "#56B4E9"}
NOTE_COLOURS = ("#2F6FA8", "#8A6D1D", "#3E9C78", "#B873A1", "#B5532A", "#6F7A86")
"""Note colours of the nations in seat order: close to the seats' colours, unlike any commodity."""
EMBLEMS: dict[str, Emblem] = {"gold": "gold", "grain": "grain", "oil": "barrel", "tech": "chip"}
GOODS_ORDER = ("grain", "gold", "oil", "tech")
"""Goods from left to right. Gold is in the middle, which keeps most peg lines short."""
MAX_WIDE_NATIONS = 4
"""Maximum number of nations for lists with words. Above it, lists show only numbers."""
VALUATION_LEGENDS = {
    "spot": "Worth at the end: reserves at the prices of the market",
    "liquidation": "Worth at the end: reserves as if they were sold",
}
PHASE_NAMES = {
    1: "mining", 2: "the event", 3: "pegs", 5: "laws", 6: "production", 7: "trade",
    8: "consumption", 9: "rewards", 10: "the event's goal",
}  # fmt: skip


def make_nation_space_id(seat: Seat) -> str:
    """Return the id of a nation's space on the board.

    >>> make_nation_space_id("B")
    'nation:B'
    """
    return f"nation:{seat}"


@lru_cache(maxsize=8)
def build_board(seats: tuple[Seat, ...], disqualify_at: int, valuation: str) -> Board:
    """Return the board with event, goods, currencies and nations, from top to bottom."""
    rows, number = ROWS[len(seats) > MAX_WIDE_NATIONS], len(seats)
    spaces = [build_space("event", WIDTH / 2, rows["event"], 1, "event", "The event")]
    spaces += [
        build_space(unit, x, rows["goods"], len(GOODS_ORDER), "stock", unit.capitalize())
        for unit, x in zip(GOODS_ORDER, compute_centers(len(GOODS_ORDER)), strict=True)
    ]
    for seat, x in zip(seats, compute_centers(number), strict=True):
        nation, notes = make_nation_space_id(seat), CURRENCY[seat]
        spaces.append(build_space(notes, x, rows["notes"], number, "stock", f"{{{seat}}}'s notes"))
        spaces.append(
            build_space(nation, x, rows["nations"], number, "nation", f"{{{seat}}}'s nation")
        )
    legend = (
        ("tie", "Pegged: a note is worth as much as one of these"),
        ("token", f"Volatility token: with {disqualify_at} a nation cannot win"),
        ("coin", VALUATION_LEGENDS[valuation]),
        ("law", "Law in force"),
        *(
            (EMBLEMS[good], good.capitalize())
            for good in GOODS_ORDER
            if len(seats) > MAX_WIDE_NATIONS
        ),
    )
    return Board(WIDTH, HEIGHT, tuple(spaces), (), legend, MIN_FONT_SIZE)


def compute_centers(number: int) -> list[float]:
    """Return the x coordinates of the centres of ``number`` evenly spaced columns."""
    gap = WIDTH / number
    return [round(gap * (at + 0.5), 1) for at in range(number)]


def build_space(
    space: str, x: float, row: tuple[int, int], number: int, kind: str, title: str
) -> Space:
    """Return a space in a row of several spaces."""
    top, foot = row
    wide = WIDTH - GAP if number == 1 else min(MAX_SPACE_WIDTH, WIDTH / number - GAP)
    return Space(space, x, (top + foot) / 2, wide, foot - top, kind=kind, title=title)


def build_scene(t: EconomiconState) -> Scene:
    """Return the current scene: stocks, prices, pegs, nations and the goal's progress."""
    tallest = max(t.get_market_units(unit) for unit in t.units) or 1
    looks = {unit: build_stock_look(t, unit, tallest) for unit in t.units}
    looks |= {make_nation_space_id(seat): build_nation_look(t, seat) for seat in t.seats}
    looks["event"] = build_event_look(t)
    return Scene(looks, (), build_signs(t), links=build_peg_links(t))


def build_event_look(t: EconomiconState) -> SpaceLook:
    """Return the event, its goal's progress, and both outcomes (N5.1, N14.1)."""
    if t.event is None:
        return SpaceLook(
            title="No event in play", rows=(SpaceRow("No event in play", strong=True),)
        )
    card = t.edition.events[t.event]
    goal = card.goal
    now, needed = measure_goal(t, goal), goal.get_target(len(t.seats))
    share = float(is_goal_met(t, goal))
    if goal.operator in (">=", ">") and isinstance(needed, int) and needed > 0:
        share = min(1.0, now / needed)
    rows = (
        SpaceRow(card.name, strong=True),
        SpaceRow(card.text),
        SpaceRow(f"{describe_goal_progress(t)}.", meter=round(share, 3)),
        SpaceRow(f"{describe_outcomes(card)}."),
    )
    return SpaceLook(title=card.name, rows=rows, tone="sand")


def build_stock_look(t: EconomiconState, unit: str, tallest: int) -> SpaceLook:
    """Return a stock as a stack with its height and, next to it, its price in gold (N2.2)."""
    here, many = t.get_market_units(unit), len(t.seats) > MAX_WIDE_NATIONS
    seat = ISSUER.get(unit)
    price = (
        "pays for all" if unit == "gold" else f"{format_decimal(get_gold_price(t, unit), 3)} gold"
    )
    each = "" if unit == "gold" or (seat and many) else " each"
    rows = [
        SpaceRow("notes", seat=seat, strong=True)
        if seat else SpaceRow(unit.capitalize(), EMBLEMS[unit], strong=True),
        SpaceRow(format_count(here, "unit")),
        SpaceRow(f"{price}{each}"),
    ]  # fmt: skip
    if seat:
        rows.append(SpaceRow(format_peg_line(t.nations[seat].peg, short=many)))
    counted = get_held_count(t, unit)
    colour = NOTE_COLOURS[t.seats.index(seat)] if seat else GOODS_COLOURS[unit]
    return SpaceLook(
        subtitle="" if counted == (here or 1) else f"counts as {counted}",
        colour=colour, level=None if seat and many else round(here / tallest, 3), rows=tuple(rows),
    )  # fmt: skip


def format_peg_line(peg: str, *, short: bool = False) -> str:
    """Return the peg of a currency as one line (N3.1).

    >>> format_peg_line("gold"), format_peg_line("cur:B")
    ('pegged to gold', 'pegged to {B}')
    >>> format_peg_line("none"), format_peg_line("oil", short=True)
    ('floats', 'peg: oil')
    """
    if peg == NO_PEG:
        return "floats"
    to = f"{{{ISSUER[peg]}}}" if peg in ISSUER else peg
    return f"{'peg:' if short else 'pegged to'} {to}"


def build_nation_look(t: EconomiconState, seat: Seat) -> SpaceLook:
    """Return the look of a nation: reserves, tokens, held notes and laws (N0.6)."""
    many = len(t.seats) > MAX_WIDE_NATIONS
    goods = [(good, t.get_reserve(seat, good)) for good in ("gold", *COMMODITIES)]
    notes = [(other, held) for other in t.seats if (held := t.get_reserve(seat, CURRENCY[other]))]
    laws = [t.edition.laws[law] for law, _ in t.nations[seat].laws]
    tokens = t.count_tokens(seat)
    rows = [
        SpaceRow(
            f"{held:,}" if many else f"{held:,} {good}", EMBLEMS[good], strong=not many, column=1
        )
        for good, held in goods
    ]
    if tokens:
        number = f"{tokens}" if many else format_count(tokens, "token")
        rows.append(SpaceRow(number, "token", strong=True, column=1))
    if not many and notes:
        rows.append(SpaceRow("notes", column=2))
    rows += [SpaceRow(f"{held:,}", seat=other, column=2) for other, held in notes]
    rows += [SpaceRow(law.short, "" if many else "law") for law in laws]
    lines = [f"{law.name}: {law.text}" for law in laws] or ["no law yet"]
    return SpaceLook(
        owner=seat, subtitle="; ".join(lines), note=format_nation_note(t, seat) if many else "",
        tone="plain", rows=tuple(rows),
    )  # fmt: skip


def format_nation_note(t: EconomiconState, seat: Seat) -> str:
    """Return a nation's reserves in words, which its list on the board has no room for."""
    goods = [f"{t.get_reserve(seat, good):,} {good}" for good in ("gold", *COMMODITIES)]
    notes = [
        f"{held:,} of {{{other}}}"
        for other in t.seats
        if (held := t.get_reserve(seat, CURRENCY[other]))
    ]
    parts = [*goods, f"notes: {', '.join(notes) or 'none'}"]
    if tokens := t.count_tokens(seat):
        parts.append(format_count(tokens, "token"))
    return ", ".join(parts)


def build_peg_links(t: EconomiconState) -> tuple[SpaceLink, ...]:
    """Return a line from each currency to its peg, which shows chains (N3.4)."""
    links = []
    for seat in t.seats:
        peg = t.nations[seat].peg
        if peg != NO_PEG:
            marked = sum(accounts.get(PEG[seat], 0) for accounts in t.ledger.balances.values())
            text = "" if marked else "no counter"
            links.append(SpaceLink(f"peg.{seat}", CURRENCY[seat], peg, text, seat))
    return tuple(links)


def format_moment(t: EconomiconState) -> str:
    """Return the round and the name of the phase."""
    return f"Round {t.round} of {t.rounds}: {PHASE_NAMES.get(t.phase, 'set-up')}"


def build_signs(t: EconomiconState) -> tuple[BoardSign, ...]:
    """Return the signs for round, phase and order of play."""
    signs = [BoardSign("round", GAP, HEAD_HEIGHT // 2, format_moment(t), 1.3, anchor="start")]
    if t.order:
        order = "Order of play: " + " ".join(f"{{{seat}}}" for seat in t.order)
        signs.append(BoardSign("order", ORDER_LEFT, HEAD_HEIGHT // 2, order, 1.15, anchor="start",
                          room=WIDTH - ORDER_LEFT - GAP))  # fmt: skip
    return tuple(signs)


def describe_goal_progress(t: EconomiconState) -> str:
    """Describe the progress of the event's goal. Return "" without an event."""
    if t.event is None:
        return ""
    goal = t.edition.events[t.event].goal
    now, needed = measure_goal(t, goal), goal.get_target(len(t.seats))
    return describe_goal(
        goal.aggregate, goal.measure, goal.operator, needed, now, is_goal_met(t, goal)
    )
