"""The market as the board: stocks as stacks, nations and their pegs, the event and its goal."""

from __future__ import annotations

from functools import lru_cache

from classkit.engine.board import Board, Emblem, Link, Look, Row, Scene, Sign, Space
from classkit.engine.requests import Seat
from classkit.engine.words import how_many

from ..accounts import CURRENCY, ISSUER, PEG
from ..contents import COMMODITIES
from ..rules.measures import measured, met
from ..rules.nouns import decimal, goal_words
from ..rules.prices import count_held, gold_price
from ..state import NO_PEG, Economicon
from .outcomes import outcomes_of

WIDTH, HEIGHT = 1100, 1000
LEAST = 24
"""The smallest type: 18 px where the board is 770 px high."""
GAP = 8
HEAD, ORDER = 46, 660
"""Room above the event for the round, and from there on for the order of play."""
ROWS = {
    False: {"event": (46, 262), "goods": (270, 400), "notes": (504, 642), "nations": (642, 996)},
    True: {"event": (46, 230), "goods": (238, 354), "notes": (436, 574), "nations": (574, 996)},
}
"""The top and the foot of the four rows, for few nations and for many: goods and notes have room
between them for the pegs, and many nations have narrow lists, which are longer."""
WIDEST = 360.0
GOODS_COLOURS = {"gold": "#E69F00", "grain": "#9A9200", "oil": "#76828F", "tech": "#56B4E9"}
NOTE_COLOURS = ("#2F6FA8", "#8A6D1D", "#3E9C78", "#B873A1", "#B5532A", "#6F7A86")
"""Colours of notes of nations from A: like the colours of seats, and unlike any good."""
EMBLEMS: dict[str, Emblem] = {"gold": "gold", "grain": "grain", "oil": "barrel", "tech": "chip"}
ROW = ("grain", "gold", "oil", "tech")
"""Goods from left to right: gold is inside, where everybody's pegs are short."""
MANY = 4
"""With more nations than this there is less room for each: numbers go without their words."""
PHASE_NAMES = {
    1: "mining", 2: "the event", 3: "pegs", 5: "laws", 6: "production", 7: "trade",
    8: "consumption", 9: "rewards", 10: "the event's goal",
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
    rows, number = ROWS[len(seats) > MANY], len(seats)
    spaces = [place("event", WIDTH / 2, rows["event"], 1, "event", "The event")]
    spaces += [
        place(unit, x, rows["goods"], len(ROW), "stock", unit.capitalize())
        for unit, x in zip(ROW, spread(len(ROW)), strict=True)
    ]
    for seat, x in zip(seats, spread(number), strict=True):
        nation, notes = nation_space(seat), CURRENCY[seat]
        spaces.append(place(notes, x, rows["notes"], number, "stock", f"Notes of {seat}"))
        spaces.append(place(nation, x, rows["nations"], number, "nation", f"Nation {seat}"))
    legend = (
        ("tie", "Pegged: a note is worth as much as one of these"),
        ("token", f"Volatility token: with {disqualify_at} a nation cannot win"),
        ("law", "Law in force"),
        *((EMBLEMS[good], good.capitalize()) for good in ROW if len(seats) > MANY),
    )
    return Board(WIDTH, HEIGHT, tuple(spaces), (), legend, LEAST)


def spread(number: int) -> list[float]:
    """Return the x of the centres of places side by side, evenly spaced over the board."""
    gap = WIDTH / number
    return [round(gap * (at + 0.5), 1) for at in range(number)]


def place(space: str, x: float, row: tuple[int, int], number: int, kind: str, title: str) -> Space:
    """Return one of a number of places side by side in a row."""
    top, foot = row
    wide = WIDTH - GAP if number == 1 else min(WIDEST, WIDTH / number - GAP)
    return Space(space, x, (top + foot) / 2, wide, foot - top, kind=kind, title=title)


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
        colour=colour, level=None if seat and many else round(here / tallest, 3), rows=tuple(rows),
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
        number = f"{tokens}" if many else how_many(tokens, "token")
        rows.append(Row(number, "token", strong=True, column=1))
    if not many and notes:
        rows.append(Row("notes", column=2))
    rows += [Row(f"{held:,}", seat=other, column=2) for other, held in notes]
    rows += [Row(law.short, "" if many else "law") for law in laws]
    told = [f"{law.name}: {law.text}" for law in laws] or ["no law yet"]
    return Look(
        owner=seat, subtitle="; ".join(told), note=nation_note(t, seat) if many else "",
        tone="plain", rows=tuple(rows),
    )  # fmt: skip


def nation_note(t: Economicon, seat: Seat) -> str:
    """Return the reserves of a nation with the words for which its list has no room."""
    goods = [f"{t.held(seat, good):,} {good}" for good in ("gold", *COMMODITIES)]
    notes = [f"{held:,} {other}" for other in t.seats if (held := t.held(seat, CURRENCY[other]))]
    said = [*goods, f"notes: {', '.join(notes) or 'none'}"]
    if tokens := t.tokens(seat):
        said.append(how_many(tokens, "token"))
    return ", ".join(said)


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


def moment_of(t: Economicon) -> str:
    """Return the round and the phase by its name: nobody counts the phases of a match."""
    return f"Round {t.round} of {t.rounds}: {PHASE_NAMES.get(t.phase, 'set-up')}"


def signs_of(t: Economicon) -> tuple[Sign, ...]:
    """Return the round and its phase, and the order of play."""
    signs = [Sign("round", GAP, HEAD // 2, moment_of(t), 1.3, anchor="start")]
    if t.order:
        order = "Order of play: " + " ".join(f"{{{seat}}}" for seat in t.order)
        signs.append(Sign("order", ORDER, HEAD // 2, order, 1.15, anchor="start",
                          room=WIDTH - ORDER - GAP))  # fmt: skip
    return tuple(signs)


def goal_now(t: Economicon) -> str:
    """Return how far the event's goal is from being met, in words; empty without one."""
    if t.event is None:
        return ""
    goal = t.edition.events[t.event].goal
    now, needed = measured(t, goal), goal.needed(len(t.seats))
    return goal_words(goal.aggregate, goal.measure, goal.operator, needed, now, met(t, goal))
