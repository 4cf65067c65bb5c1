"""The market as the board: stocks as stacks, nations and their pegs, the event and its goal."""

from __future__ import annotations

from functools import lru_cache

from classkit.engine.board import Board, Decor, Link, Look, Piece, Scene, Sign, Space
from classkit.engine.requests import Seat

from .cards import COMMODITIES, Goal
from .measures import measured, met
from .nouns import decimal
from .prices import count_held, gold_price
from .state import CURRENCY, NO_PEG, PEG, Economicon

WIDTH, HEIGHT = 1200.0, 760.0
STACK = (96.0, 190.0)
NATION = (176.0, 128.0)
TOP, BELOW, BOTTOM = 190.0, 440.0, 650.0
GOODS_COLOURS = {"gold": "#E69F00", "grain": "#F0E442", "oil": "#56606B", "tech": "#56B4E9"}
SIGNS = {"gold": "Au", "grain": "Gr", "oil": "Oil", "tech": "Te"}


def nation_space(seat: Seat) -> str:
    """The id of a nation's place on the board.

    >>> nation_space("B")
    'nation:B'
    """
    return f"nation:{seat}"


@lru_cache(maxsize=8)
def board_of(seats: tuple[Seat, ...]) -> Board:
    """Goods in the upper row, currencies below them, each above its nation."""
    goods = ("gold", *COMMODITIES)
    spaces = [
        Space(unit, x, TOP, *STACK, kind="stock", title=unit.capitalize(), subtitle="")
        for unit, x in zip(goods, spread(len(goods)), strict=True)
    ]
    for seat, x in zip(seats, spread(len(seats)), strict=True):
        spaces.append(
            Space(CURRENCY[seat], x, BELOW, STACK[0], STACK[1] * 0.8, kind="stock",
                  title=f"Currency {seat}")
        )  # fmt: skip
        spaces.append(Space(nation_space(seat), x, BOTTOM, *NATION, kind="nation"))
    decor = (Decor("text", WIDTH / 2, 26, text="The market: units, and what one is worth in gold"),)
    legend = (("stock", "units in the market"), ("nation", "reserves, laws and tokens"))
    return Board(WIDTH, HEIGHT, tuple(spaces), decor, legend)


def spread(number: int) -> list[float]:
    """So many places side by side, evenly."""
    gap = WIDTH / number
    return [round(gap * (at + 0.5), 1) for at in range(number)]


def scene_of(t: Economicon) -> Scene:
    """What is to be seen now: stacks and prices, pegs, nations, and how far the goal is."""
    tallest = max(t.in_market(unit) for unit in t.units) or 1
    looks = {unit: stack(t, unit, tallest) for unit in t.units}
    looks |= {nation_space(seat): nation_look(t, seat) for seat in t.seats}
    pieces = tuple(
        Piece(f"token.{seat}.{at}", nation_space(seat), seat, "!", "square")
        for seat in t.seats
        for at in range(t.tokens(seat))
    )
    return Scene(looks, pieces, signs_of(t), links=pegs_of(t))


def stack(t: Economicon, unit: str, tallest: int) -> Look:
    """A stock: its height is how much of it there is, its text the price that follows (N2.2)."""
    here = t.in_market(unit)
    price = "" if unit == "gold" else f" · {decimal(gold_price(t, unit), 3)}"
    owner = unit.partition(":")[2] or None
    counted = count_held(t, unit)
    subtitle = "" if counted == (here or 1) else f"counts as {counted}"
    return Look(
        owner=owner, text=f"{here}{price}", subtitle=subtitle, tone="stock",
        colour=GOODS_COLOURS.get(unit, ""), sign=SIGNS.get(unit, owner or ""),
        level=round(here / tallest, 4),
    )  # fmt: skip


def nation_look(t: Economicon, seat: Seat) -> Look:
    """A nation: what its reserves hold, the laws in force, and whether it floats (N0.6)."""
    goods = " ".join(f"{SIGNS[good]} {t.held(seat, good)}" for good in ("gold", *COMMODITIES))
    notes = [
        f"{other} {held}" for other in t.seats if (held := t.held(seat, CURRENCY[other]))
    ]  # fmt: skip
    laws = " ".join(law for law, _ in t.nations[seat].laws)
    peg = "floats" if t.nations[seat].peg == NO_PEG else ""
    rest = " · ".join(part for part in (laws, peg) if part)
    return Look(
        owner=seat, title=goods, text=f"notes {' '.join(notes) or 'none'}", subtitle=rest,
        tone="nation",
    )  # fmt: skip


def pegs_of(t: Economicon) -> tuple[Link, ...]:
    """Each peg as a line from a currency to what it is tied to: chains are visible (N3.4)."""
    links = []
    for seat in t.seats:
        peg = t.nations[seat].peg
        if peg != NO_PEG:
            marked = sum(accounts.get(PEG[seat], 0) for accounts in t.ledger.balances.values())
            text = "peg" if marked else "peg, no counter"
            links.append(Link(f"peg.{seat}", CURRENCY[seat], peg, text, seat))
    return tuple(links)


def signs_of(t: Economicon) -> tuple[Sign, ...]:
    """The round, the order of play, the event, and how far its goal is from being met now."""
    signs = [Sign("round", WIDTH / 2, 58, f"Round {t.round} of {t.rounds}, phase {t.phase}", 1.2)]
    if t.order:
        order = "Order of play: " + ", ".join(t.order)
        signs.append(Sign("order", WIDTH / 2, 742, order, 0.8))
    if t.event is not None:
        card = t.edition.events[t.event]
        signs.append(Sign("event", WIDTH / 2, 312, f"{card.name}: {card.text}", 0.8))
        signs.append(Sign("goal", WIDTH / 2, 336, goal_words(t, card.goal), 0.9))
    return tuple(signs)


def goal_words(t: Economicon, goal: Goal) -> str:
    """How far a goal is from being met now (N14.1)."""
    now, needed = measured(t, goal), goal.needed(len(t.seats))
    over = f"{goal.aggregate} of " if goal.aggregate else ""
    state = "met so far" if met(t, goal) else f"{abs(needed - now)} to go"
    if not met(t, goal) and goal.operator in ("<=", "<"):
        state = f"{now - needed} too many"
    return f"Goal: {over}{goal.measure} {goal.operator} {needed}; now {now}, {state}"
