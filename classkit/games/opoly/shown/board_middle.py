"""The middle of the board: the auction, the economy, companies and alliances, one below another."""

from __future__ import annotations

from typing import NamedTuple

from classkit.engine.board import Gauge, Part, Sign
from classkit.engine.words import Say

from ..contents import group_words
from ..parts import Alliance
from ..rules.ending import play_rolls
from ..rules.holdings import allowed
from ..rules.recession import payment_of
from ..state import BANK, Opoly
from .board_colours import COLOURS

MARGIN = 8
AUCTION = 84
"""The height of the auction, and of the economy below it."""
ECONOMY = 92
CLOCK = 74
"""The width of the recession clock."""
LINE = 16
"""The distance of two lines of writing."""
COLUMNS = (0.13, 0.42, 0.68)
"""Where the columns of the companies begin, as shares of the width."""
NAME = 88
"""The room for the name of a group beside the bar of its alliance."""
SWATCH = 20
"""The room for a group in many columns, where only its colour is shown."""
ENDING = 92
"""The room for the end of an alliance behind its bar."""


class Area(NamedTuple):
    """The room of one subject."""

    x: float
    y: float
    w: float
    h: float

    @property
    def middle(self) -> float:
        """Where its middle lies across."""
        return self.x + self.w / 2


Shown = tuple[tuple[Sign, ...], tuple[Gauge, ...]]


def middle_of(t: Opoly, middle: float, inside: float) -> Shown:
    """Return the signs and the pictures of the middle of the board.

    ``middle`` is the position of the middle, ``inside`` its width and height.
    """
    x, y, w = middle - inside / 2 + MARGIN, middle - inside / 2, inside - 2 * MARGIN
    seats = LINE * (len(t.seats) + 1)
    rest = inside - AUCTION - ECONOMY - seats
    areas = (
        (auction_of, Area(x, y, w, AUCTION)),
        (economy_of, Area(x, y + AUCTION, w, ECONOMY)),
        (companies_of, Area(x, y + AUCTION + ECONOMY, w, seats)),
        (alliances_of, Area(x, y + AUCTION + ECONOMY + seats, w, rest)),
    )
    shown = [subject(t, area) for subject, area in areas]
    signs = tuple(sign for found, _ in shown for sign in found)
    return signs, tuple(gauge for _, found in shown for gauge in found)


def auction_of(t: Opoly, area: Area) -> Shown:
    """Return the lot, the standing bid and the bidders of the auction under way (Q2)."""
    x, y, room = area.middle, area.y, area.w
    auction = t.auction
    if auction is None:
        return time_of(t, area)
    name = f"A {auction.lot}" if auction.lot in ("house", "hotel") else t.title(auction.lot)
    lot = t.edition.spaces.get(auction.lot)
    least = f"from ${auction.minimum:,}"
    bid = f"No bid yet, {least}"
    if auction.sealed:
        bid = f"Sealed bids, {least}"
    elif auction.holder:
        bid = f"${auction.standing:,} by {discs([auction.holder])}"
    who = f"In {discs(auction.bidders) or 'nobody'}"
    if auction.passed:
        who += f"  out {discs(auction.passed)}"
    return (
        Sign("lot", x, y + 18, f"{name} for sale", 1.5, room,
             colour=COLOURS.get(lot.group, "") if lot else ""),
        Sign("bid", x, y + 43, bid, 1.5, room),
        Sign("bidders", x, y + 68, who, 1.1, room),
    ), ()  # fmt: skip


def time_of(t: Opoly, area: Area) -> Shown:
    """Return how much of the time has gone, as words and as a bar where turns are counted."""
    x, words = area.middle, clock_words(t)
    if t.options.clock == "minutes" or not t.ready:
        y, counting = area.y + AUCTION / 2, counting_words(t)
        return (Sign("clock", x, y, words, 1.3, area.w, counting=counting),), ()
    gone = min(t.turn, play_rolls(t))
    parts = (Part(gone), Part(play_rolls(t) - gone, on=False))
    bar = Gauge("time", x, area.y + 58, area.w * 0.7, 12, parts, words=words)
    return (Sign("clock", x, area.y + 32, words, 1.5, area.w),), (bar,)


def discs(seats: list[str]) -> str:
    """Return seats as discs of a sign.

    >>> discs(["A", "C"])
    '{A}{C}'
    """
    return "".join(f"{{{seat}}}" for seat in seats)


def economy_of(t: Opoly, area: Area) -> Shown:
    """Return the recession clock, the time, bank and stock, and what cards have done to them."""
    most = t.edition.max_recession_payments
    paid = t.payments if t.recession else 0
    state = "No recession"
    if t.recession:
        state = f"{t.recession.capitalize()}: {paid} of {most} payments made"
    x, room = area.x + CLOCK + 14, area.w - CLOCK - 14
    lines = [
        ("state", state, 1.2),
        *([("clock", clock_words(t), 1.0)] if t.auction else []),
        ("bank", f"Bank ${t.cash(BANK):,}", 1.0),
        ("stock", f"{t.left('house')} houses, {t.left('hotel')} hotels left", 1.0),
    ]
    if t.on_table():
        first = t.edition.cards[t.on_table()[0]].name
        lines.append(("table", f"On the table: {len(t.on_table())} {first}", 1.0))
    if 0 < t.turn <= t.no_building_until:
        lines.append(("shortage", f"No building before turn {t.no_building_until + 1}", 1.0))
    top = area.y + ECONOMY / 2 - 15.5 * (len(lines) - 1) / 2
    signs = tuple(
        Sign(
            name,
            x,
            top + 15.5 * at,
            text,
            size,
            room,
            "start",
            counting=counting_words(t) if name == "clock" else "",
        )
        for at, (name, text, size) in enumerate(lines)
    )
    clock_x, clock_y = area.x + CLOCK / 2, area.y + ECONOMY / 2
    parts = tuple(Part(1, on=number < paid) for number in range(most))
    clock = Gauge("recession", clock_x, clock_y, CLOCK, CLOCK, parts, "ring", state)
    told = Sign("payments", clock_x, clock_y, f"{paid} of {most}" if t.recession else "–", 1.1)
    return (*signs, told), (clock,)


def clock_words(t: Opoly) -> str:
    """Return how much of the time has gone (Q10.3)."""
    if not t.ready:
        return "Set-up: the first lots are sold"
    if t.options.clock == "minutes":
        words = f"Turn {t.turn} · {t.options.play_minutes} minutes of play"
        return words + ", time is up" * t.time_up + ", time-out" * t.timed_out
    if t.turn < play_rolls(t):
        return f"Turn {t.turn} of {play_rolls(t)}"
    return f"Turn {t.turn}: the next doubles end the game"


def counting_words(t: Opoly) -> str:
    """Return the words of a minutes clock, with ``{left}`` for the page to fill in (Q10.3).

    Return "" where no clock of minutes counts down.
    """
    if t.options.clock == "rolls" or not t.ready or t.time_up:
        return ""
    return f"Turn {t.turn} · {{left}} of play left" + ", time-out" * t.timed_out


def companies_of(t: Opoly, area: Area) -> Shown:
    """Return what each company holds, and what a recession payment would cost it (Q4.5)."""
    at = [area.x + area.w * share for share in COLUMNS]
    heads = ("Properties", "Cards", "Recession costs")
    y = area.y + LINE / 2
    signs = [
        Sign(f"head.{n}", x, y, head, 1.0, 0, "start")
        for n, (x, head) in enumerate(zip(at, heads, strict=True))
    ]
    for row, (seat, company) in enumerate(t.companies.items(), start=1):
        here = y + row * LINE
        words: tuple[str, ...] = (company.status,)
        if company.status == "active":
            held = f"{len(t.properties_of(seat))} of {allowed(t, seat)}"
            words = (held, str(len(t.hand(seat))), f"${payment_of(t, seat)} a payment")
        signs.append(Sign(f"company.{seat}", area.x, here, f"{{{seat}}}", 1.0, 0, "start"))
        signs += [
            Sign(f"company.{seat}.{n}", x, here, word, 1.0, 0, "start")
            for n, (x, word) in enumerate(zip(at, words, strict=False))
        ]
    return tuple(signs), ()


def alliances_of(t: Opoly, area: Area) -> Shown:
    """Return the alliances in force as bars of shares, with their ends (Q7.4, Q7.6).

    Where there are too many for one column, they stand in several, without the words of their
    ends.
    """
    if not t.alliances:
        return (), ()
    signs, gauges = [], []
    rows = max(1, int(area.h / (LINE + 1)))
    head = len(t.alliances) < rows
    if head:
        signs.append(Sign("contracts", area.x, area.y + LINE / 2 + 4, "Alliances", 1, 0, "start"))
        rows -= 1
    columns = -(-len(t.alliances) // rows)
    wide, left = area.w / columns, NAME if columns < 3 else SWATCH
    for at, (group, alliance) in enumerate(t.alliances.items()):
        column, row = divmod(at, rows)
        x, y = area.x + column * wide, area.y + (row + 0.5 + head) * (LINE + 1) + 4 * head
        name = group_words(group).capitalize()
        label, colour = name if columns < 3 else "", COLOURS.get(group, "")
        signs.append(Sign(f"contract.{group}", x, y, label, 1, left - 4, "start", colour))
        ending = ENDING if alliance.ends_in and columns == 1 else 0
        bar = wide - left - ending - 8
        words = f"{name}: {terms_words(alliance)}"
        box = (x + left + bar / 2, y, bar, LINE - 1)
        gauges.append(Gauge(f"contract.{group}", *box, shares_of(alliance), words=words))
        if ending:
            ends = f"ends turn {alliance.ends_in}"
            signs.append(Sign(f"ends.{group}", x + left + bar + 6, y, ends, 1, ENDING, "start"))
    return tuple(signs), tuple(gauges)


def shares_of(alliance: Alliance) -> tuple[Part, ...]:
    """Return the share of each party; without words where all keep their own rents."""
    if not alliance.divides:
        return tuple(Part(1, seat=seat, text=seat) for seat in alliance.parties)
    shares = alliance.shares.items()
    return tuple(Part(share, seat=seat, text=f"{seat} {share}%") for seat, share in shares)


def terms_words(alliance: Alliance) -> str:
    """Return the parties with their shares, when the alliance ends, and its note (Q7.1)."""
    words = Say().listing(alliance.parties) + ", each its own rents"
    if alliance.divides:
        words = ", ".join(f"{seat} {share}%" for seat, share in alliance.shares.items())
    if alliance.ends_in:
        words += f", ends in turn {alliance.ends_in}"
    return f"{words} ({alliance.note})" if alliance.note else words
