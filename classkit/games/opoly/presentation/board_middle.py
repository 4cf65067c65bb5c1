"""The middle of the board: auction, economy, companies and alliances, from top to bottom."""

from __future__ import annotations

from typing import NamedTuple

from classkit.engine.board import BoardSign, Gauge, GaugePart
from classkit.engine.rulebook_text import TextFormatter, format_count

from ..rules.ending import get_play_rolls
from ..rules.holdings import get_allowed_count
from ..rules.recession import get_payment
from ..rules_data import format_group
from ..state import BANK, OpolyState
from ..state_types import Alliance
from .board_colours import GROUP_COLOURS

MARGIN = 8
AUCTION_HEIGHT = 84
"""Height of the auction area."""
ECONOMY_HEIGHT = 92
"""Height of the economy area below it."""
CLOCK_WIDTH = 74
"""Width of the recession clock."""
LINE_HEIGHT = 16
"""Distance between two lines of text."""
COLUMN_SHARES = (0.13, 0.42, 0.68)
"""Start of each column of the companies, as a share of the width."""
NAME_WIDTH = 88
"""Width for the name of a group next to the bar of its alliance."""
SWATCH_WIDTH = 20
"""Width for a group in many columns, which show only its colour."""
ENDING_WIDTH = 92
"""Width for the end of an alliance after its bar."""


class Area(NamedTuple):
    """The rectangle of one part of the middle: its top left corner and size."""

    x: float
    y: float
    w: float
    h: float

    @property
    def middle_x(self) -> float:
        """The horizontal centre."""
        return self.x + self.w / 2


Drawing = tuple[tuple[BoardSign, ...], tuple[Gauge, ...]]


def build_middle(t: OpolyState, middle: float, inside: float) -> Drawing:
    """Build the signs and gauges of the middle of the board.

    ``middle`` is the coordinate of its centre, ``inside`` its width and height.
    """
    x, y, w = middle - inside / 2 + MARGIN, middle - inside / 2, inside - 2 * MARGIN
    seats = LINE_HEIGHT * (len(t.seats) + 1)
    rest = inside - AUCTION_HEIGHT - ECONOMY_HEIGHT - seats
    areas = (
        (build_auction, Area(x, y, w, AUCTION_HEIGHT)),
        (build_economy, Area(x, y + AUCTION_HEIGHT, w, ECONOMY_HEIGHT)),
        (build_companies, Area(x, y + AUCTION_HEIGHT + ECONOMY_HEIGHT, w, seats)),
        (build_alliances, Area(x, y + AUCTION_HEIGHT + ECONOMY_HEIGHT + seats, w, rest)),
    )
    shown = [subject(t, area) for subject, area in areas]
    signs = tuple(sign for found, _ in shown for sign in found)
    return signs, tuple(gauge for _, found in shown for gauge in found)


def build_auction(t: OpolyState, area: Area) -> Drawing:
    """Show the lot, the standing bid and the bidders of the auction, or the clock (Q2)."""
    x, y, room = area.middle_x, area.y, area.w
    auction = t.auction
    if auction is None:
        return build_clock(t, area)
    name = f"A {auction.lot}" if auction.lot in ("house", "hotel") else t.get_title(auction.lot)
    lot = t.edition.spaces.get(auction.lot)
    least = f"from ${auction.minimum:,}"
    bid = f"No bid yet, {least}"
    if auction.sealed:
        bid = f"Sealed bids, {least}"
    elif auction.holder:
        bid = f"${auction.standing:,} by {format_seats([auction.holder])}"
    who = f"In {format_seats(auction.bidders) or 'nobody'}"
    if auction.passed:
        who += f"  out {format_seats(auction.passed)}"
    return (
        BoardSign("lot", x, y + 18, f"{name} for sale", 1.5, room,
             colour=GROUP_COLOURS.get(lot.group, "") if lot else ""),
        BoardSign("bid", x, y + 43, bid, 1.5, room),
        BoardSign("bidders", x, y + 68, who, 1.1, room),
    ), ()  # fmt: skip


def build_clock(t: OpolyState, area: Area) -> Drawing:
    """Show the elapsed time as text, and as a bar if turns are counted."""
    x, words = area.middle_x, format_clock(t)
    if t.options.clock == "minutes" or not t.ready:
        y, counting = area.y + AUCTION_HEIGHT / 2, format_countdown(t)
        return (BoardSign("clock", x, y, words, 1.3, area.w, counting=counting),), ()
    gone = min(t.turn, get_play_rolls(t))
    parts = (GaugePart(gone), GaugePart(get_play_rolls(t) - gone, on=False))
    bar = Gauge("time", x, area.y + 58, area.w * 0.7, 12, parts, words=words)
    return (BoardSign("clock", x, area.y + 32, words, 1.5, area.w),), (bar,)


def format_seats(seats: list[str]) -> str:
    """Return the marks that a sign shows as the discs of seats.

    >>> format_seats(["A", "C"])
    '{A}{C}'
    """
    return "".join(f"{{{seat}}}" for seat in seats)


def build_economy(t: OpolyState, area: Area) -> Drawing:
    """Show the recession clock, the time, the bank, the stock and the cards on the table."""
    most = t.edition.max_recession_payments
    paid = t.payments if t.recession else 0
    state = "No recession"
    if t.recession:
        state = f"{t.recession.capitalize()}: {paid} of {most} payments made"
    x, room = area.x + CLOCK_WIDTH + 14, area.w - CLOCK_WIDTH - 14
    lines = [
        ("state", state, 1.2),
        *([("clock", format_clock(t), 1.0)] if t.auction else []),
        ("bank", f"Bank ${t.cash(BANK):,}", 1.0),
        ("stock", format_stock(t), 1.0),
    ]
    if t.get_table_cards():
        first = t.edition.cards[t.get_table_cards()[0]].name
        lines.append(("table", f"On the table: {len(t.get_table_cards())} {first}", 1.0))
    if 0 < t.turn <= t.no_building_until:
        lines.append(("shortage", f"No building before turn {t.no_building_until + 1}", 1.0))
    top = area.y + ECONOMY_HEIGHT / 2 - 15.5 * (len(lines) - 1) / 2
    signs = tuple(
        BoardSign(
            name,
            x,
            top + 15.5 * at,
            text,
            size,
            room,
            "start",
            counting=format_countdown(t) if name == "clock" else "",
        )
        for at, (name, text, size) in enumerate(lines)
    )
    clock_x, clock_y = area.x + CLOCK_WIDTH / 2, area.y + ECONOMY_HEIGHT / 2
    parts = tuple(GaugePart(1, on=number < paid) for number in range(most))
    clock = Gauge("recession", clock_x, clock_y, CLOCK_WIDTH, CLOCK_WIDTH, parts, "ring", state)
    paid_sign = BoardSign(
        "payments", clock_x, clock_y, f"{paid} of {most}" if t.recession else "–", 1.1
    )
    return (*signs, paid_sign), (clock,)


def format_stock(t: OpolyState) -> str:
    """Return the buildings in stock in words (Q6.13)."""
    houses, hotels = (format_count(t.get_stock(kind), kind) for kind in ("house", "hotel"))
    return f"{houses}, {hotels} left"


def format_clock(t: OpolyState) -> str:
    """Return the elapsed time in words (Q10.3)."""
    if not t.ready:
        return "Set-up: the first lots are auctioned"
    if t.options.clock == "minutes":
        words = f"Turn {t.turn} · {t.options.play_minutes} minutes of play"
        return words + ", time is up" * t.time_up + ", time-out" * t.timed_out
    if t.turn < get_play_rolls(t):
        return f"Turn {t.turn} of {get_play_rolls(t)}"
    return f"Turn {t.turn}: the next doubles end the game"


def format_countdown(t: OpolyState) -> str:
    """Return the text of a minutes clock, with ``{left}`` for the page to fill in (Q10.3).

    Return "" if no minutes clock counts down.
    """
    if t.options.clock == "rolls" or not t.ready or t.time_up:
        return ""
    return f"Turn {t.turn} · {{left}} of play left" + ", time-out" * t.timed_out


def build_companies(t: OpolyState, area: Area) -> Drawing:
    """Show the holdings of each company, and its cost of a recession payment (Q4.5)."""
    at = [area.x + area.w * share for share in COLUMN_SHARES]
    heads = ("Properties", "Cards", "Recession costs")
    y = area.y + LINE_HEIGHT / 2
    signs = [
        BoardSign(f"head.{n}", x, y, head, 1.0, 0, "start")
        for n, (x, head) in enumerate(zip(at, heads, strict=True))
    ]
    for row, (seat, company) in enumerate(t.companies.items(), start=1):
        here = y + row * LINE_HEIGHT
        words: tuple[str, ...] = (company.status,)
        if company.status == "active":
            held = f"{len(t.get_properties(seat))} of {get_allowed_count(t, seat)}"
            words = (held, str(len(t.hand(seat))), f"${get_payment(t, seat)} a payment")
        signs.append(BoardSign(f"company.{seat}", area.x, here, f"{{{seat}}}", 1.0, 0, "start"))
        signs += [
            BoardSign(f"company.{seat}.{n}", x, here, word, 1.0, 0, "start")
            for n, (x, word) in enumerate(zip(at, words, strict=False))
        ]
    return tuple(signs), ()


def build_alliances(t: OpolyState, area: Area) -> Drawing:
    """Show the alliances in force as bars of shares, with their ends (Q7.4, Q7.6).

    Use several columns without ends if there are too many for one.
    """
    if not t.alliances:
        return (), ()
    signs, gauges = [], []
    rows = max(1, int(area.h / (LINE_HEIGHT + 1)))
    head = len(t.alliances) < rows
    if head:
        signs.append(
            BoardSign("contracts", area.x, area.y + LINE_HEIGHT / 2 + 4, "Alliances", 1, 0, "start")
        )
        rows -= 1
    columns = -(-len(t.alliances) // rows)
    wide, left = area.w / columns, NAME_WIDTH if columns < 3 else SWATCH_WIDTH
    for at, (group, alliance) in enumerate(t.alliances.items()):
        column, row = divmod(at, rows)
        x, y = area.x + column * wide, area.y + (row + 0.5 + head) * (LINE_HEIGHT + 1) + 4 * head
        name = format_group(group).capitalize()
        label, colour = name if columns < 3 else "", GROUP_COLOURS.get(group, "")
        signs.append(BoardSign(f"contract.{group}", x, y, label, 1, left - 4, "start", colour))
        ending = ENDING_WIDTH if alliance.end_turn and columns == 1 else 0
        bar = wide - left - ending - 8
        words = f"{name}: {format_terms(alliance)}"
        box = (x + left + bar / 2, y, bar, LINE_HEIGHT - 1)
        gauges.append(Gauge(f"contract.{group}", *box, build_share_parts(alliance), words=words))
        if ending:
            ends = f"ends turn {alliance.end_turn}"
            signs.append(
                BoardSign(f"ends.{group}", x + left + bar + 6, y, ends, 1, ENDING_WIDTH, "start")
            )
    return tuple(signs), tuple(gauges)


def build_share_parts(alliance: Alliance) -> tuple[GaugePart, ...]:
    """Build a part of a gauge for each party, without percentages if there are none."""
    if not alliance.has_percentages:
        return tuple(GaugePart(1, seat=seat, text=f"{{{seat}}}") for seat in alliance.parties)
    shares = alliance.shares.items()
    return tuple(GaugePart(share, seat=seat, text=f"{{{seat}}} {share}%") for seat, share in shares)


def format_terms(alliance: Alliance) -> str:
    """Return the parties with their shares, the end and the note of an alliance (Q7.1)."""
    words = TextFormatter().format_list([f"{{{seat}}}" for seat in alliance.parties])
    words += ", each keeping its own rents"
    if alliance.has_percentages:
        words = ", ".join(f"{{{seat}}} {share}%" for seat, share in alliance.shares.items())
    if alliance.end_turn:
        words += f", ends in turn {alliance.end_turn}"
    return f"{words} ({alliance.note})" if alliance.note else words
