"""The market as the board: stocks as stacks, nations and their pegs, the event and its goal."""

from __future__ import annotations

from functools import lru_cache

from classkit.engine.board import Board, Link, Look, Piece, Scene, Sign, Space
from classkit.engine.requests import Seat

from .cards import COMMODITIES, Goal
from .measures import measured, met
from .nouns import decimal
from .prices import count_held, gold_price
from .state import CURRENCY, ISSUER, NO_PEG, PEG, Economicon

WIDTH, HEIGHT = 1000.0, 1060.0
EVENT = "event"
"""The place of the event card."""
TOP, STOCKS, BELOW, BOTTOM = 130.0, 370.0, 650.0, 895.0
WIDEST = 220.0
GOODS_COLOURS = {"gold": "#E69F00", "grain": "#F0E442", "oil": "#56606B", "tech": "#56B4E9"}


def nation_space(seat: Seat) -> str:
    """The id of a nation's place on the board.

    >>> nation_space("B")
    'nation.B'
    """
    return f"nation.{seat}"


@lru_cache(maxsize=8)
def board_of(seats: tuple[Seat, ...]) -> Board:
    """The event on top; then goods, currencies, and each nation below its currency."""
    goods = ("gold", *COMMODITIES)
    spaces = [Space(EVENT, WIDTH / 2, TOP, WIDTH * 0.96, 150, kind="event", title="Event")]
    for unit, x in zip(goods, spread(len(goods)), strict=True):
        spaces.append(Space(unit, x, STOCKS, 216, 230, kind="stock", title=unit.capitalize()))
    wide = min(WIDEST, WIDTH / len(seats) * 0.9)
    for seat, x in zip(seats, spread(len(seats)), strict=True):
        notes = f"Notes {seat}"
        spaces.append(Space(CURRENCY[seat], x, BELOW, wide * 0.85, 200, kind="stock", title=notes))
        spaces.append(Space(nation_space(seat), x, BOTTOM, wide, 210, kind="nation"))
    legend = (("stock", "units in the market, and the price of one in gold"),
              ("nation", "reserves, notes of each nation, and laws in force"),
              (EVENT, "the event, and how far its goal is"))  # fmt: skip
    return Board(WIDTH, HEIGHT, tuple(spaces), (), legend)


def spread(number: int) -> list[float]:
    """So many places side by side, evenly."""
    gap = WIDTH / number
    return [round(gap * (at + 0.5), 1) for at in range(number)]


def scene_of(t: Economicon) -> Scene:
    """What is to be seen now: stacks and prices, pegs, nations, and how far the goal is."""
    tallest = max(t.in_market(unit) for unit in t.units) or 1
    looks = {unit: stack(t, unit, tallest) for unit in t.units}
    looks |= {nation_space(seat): nation_look(t, seat) for seat in t.seats}
    looks[EVENT] = event_look(t)
    pieces = tuple(
        Piece(f"token.{seat}.{at}", CURRENCY[seat], seat, "!", "square")
        for seat in t.seats
        for at in range(t.tokens(seat))
    )
    return Scene(looks, pieces, signs_of(t), links=pegs_of(t))


def stack(t: Economicon, unit: str, tallest: int) -> Look:
    """A stock: its height is how much of it there is, with the price that follows (N2.2)."""
    here, counted = t.in_market(unit), count_held(t, unit)
    issuer = ISSUER.get(unit)
    name = f"{unit.capitalize()} " if issuer is None else ""
    price = decimal(gold_price(t, unit), 3)
    remarks = []
    if counted != (here or 1):
        remarks.append(f"counts as {counted}")
    if issuer is not None and t.nations[issuer].peg == NO_PEG:
        remarks.append("floats")
    return Look(
        owner=issuer, text=f"{name}{here}", title=price, subtitle=", ".join(remarks),
        tone="stock", colour=GOODS_COLOURS.get(unit, "#9AA7B2"), level=round(here / tallest, 4),
    )  # fmt: skip


def nation_look(t: Economicon, seat: Seat) -> Look:
    """A nation: what its reserves hold, and the laws in force (N0.6)."""
    goods = ", ".join(f"{unit} {t.held(seat, unit)}" for unit in ("gold", *COMMODITIES))
    notes = [f"{other} {held}" for other in t.seats if (held := t.held(seat, CURRENCY[other]))]
    laws = [law for law, _ in t.nations[seat].laws]
    return Look(
        owner=seat, title=f"{goods}; notes {' '.join(notes) or 'none'}",
        text=" ".join(laws) or "no law", tone="nation",
    )  # fmt: skip


def event_look(t: Economicon) -> Look:
    """The event in play, and how far its goal is from being met now (N5.1)."""
    if t.event is None:
        return Look(title="No event is in play", tone=EVENT)
    card = t.edition.events[t.event]
    return Look(title=f"{card.name}: {card.text}", text=goal_words(t, card.goal), tone=EVENT)


def pegs_of(t: Economicon) -> tuple[Link, ...]:
    """Each peg as a line from a currency to what it is tied to: chains are visible (N3.4)."""
    links = []
    for seat in t.seats:
        peg = t.nations[seat].peg
        if peg != NO_PEG:
            marked = sum(accounts.get(PEG[seat], 0) for accounts in t.ledger.balances.values())
            text = "" if marked else "no counter"
            links.append(Link(f"peg.{seat}", CURRENCY[seat], peg, text, seat))
    return tuple(links)


def signs_of(t: Economicon) -> tuple[Sign, ...]:
    """The round and phase, and the order of play."""
    signs = [Sign("round", WIDTH * 0.25, 28, f"Round {t.round} of {t.rounds}, phase {t.phase}")]
    if t.order:
        signs.append(Sign("order", WIDTH * 0.75, 28, f"Order of play: {', '.join(t.order)}"))
    return tuple(signs)


def goal_words(t: Economicon, goal: Goal) -> str:
    """How far a goal is from being met now (N14.1)."""
    now, needed = measured(t, goal), goal.needed(len(t.seats))
    if met(t, goal):
        state = "met so far"
    elif goal.operator in ("<=", "<"):
        state = f"{now - needed + (goal.operator == '<')} too many"
    else:
        state = f"{abs(needed - now) + (goal.operator == '>')} to go"
    measure = goal.measure.replace(".", " ").replace("_", " ")
    return f"{measure} {goal.operator} {needed}: now {now}, {state}"
