"""The middle of the board: auction, companies, economy and alliances, from top to bottom."""

from __future__ import annotations

from itertools import accumulate
from typing import NamedTuple

from classkit.engine.board import BoardSign, Gauge, GaugePart
from classkit.engine.currency import DOLLAR, Currency
from classkit.engine.rulebook_text import TextFormatter, format_count

from ..rules.ending import get_play_rolls
from ..rules.holdings import get_allowed_count
from ..rules.recession import get_payment
from ..rules_data import format_group
from ..state import BANK, OpolyState
from ..state_types import Alliance, Auction
from .board_colours import GROUP_COLOURS, GROUP_PATTERNS

MARGIN = 8
AUCTION_HEIGHT = 130
"""Height of the auction area, which shows the lot as a card."""
CLOCK_WIDTH = 56
"""Width of the recession clock."""
LINE_HEIGHT = 15
"""Smallest distance between two lines of text."""
MAX_LINE_HEIGHT = 22
"""Distance between the lines of companies if there is enough room."""
FAR_LINE_HEIGHT = 18
"""Minimum line distance at which a small board shows the companies during an auction."""
COLUMN_SHARES = (0.27, 0.47, 0.65, 0.76)
"""Start of each company column, as a share of the width."""
NAME_WIDTH = 88
"""Width of a group's name next to its alliance's bar."""
SWATCH_WIDTH = 20
"""Width of a group if there are many columns, which show only its colour."""
NEAR_SHARE = 0.2
"""Share of the ruler below which the minimum bid replaces the label "$0"."""
ENDING_WIDTH = 92
"""Width of the text about an alliance's end, after its bar."""


class Area(NamedTuple):
    """The rectangle of one part of the middle, as its top left corner and size."""

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
    """Build the signs and gauges in the middle of the board.

    ``middle`` is the coordinate of its centre, ``inside`` its width and height.
    """
    x, y, w = middle - inside / 2 + MARGIN, middle - inside / 2, inside - 2 * MARGIN
    economy = max(CLOCK_WIDTH, LINE_HEIGHT * len(list_economy_lines(t))) + 10
    alliances = (LINE_HEIGHT + 1) * (len(t.alliances) + 1) if t.alliances else 0
    lines = len(t.seats) + 1
    spare = (inside - AUCTION_HEIGHT - economy - alliances) / lines
    seats = lines * max(LINE_HEIGHT, min(MAX_LINE_HEIGHT, spare))
    stops = list(accumulate((AUCTION_HEIGHT, seats, economy), initial=y))
    areas = (
        (build_auction, Area(x, stops[0], w, AUCTION_HEIGHT)),
        (build_companies, Area(x, stops[1], w, seats)),
        (build_economy, Area(x, stops[2], w, economy)),
        (build_alliances, Area(x, stops[3], w, y + inside - stops[3])),
    )
    shown = [subject(t, area) for subject, area in areas]
    signs = tuple(sign for found, _ in shown for sign in found)
    return signs, tuple(gauge for _, found in shown for gauge in found)


def build_auction(t: OpolyState, area: Area) -> Drawing:
    """Show the lot as a card with a ruler for the bids (Q2), or the clock without an auction."""
    auction = t.auction
    if auction is None:
        return build_clock(t, area)
    name = f"A {auction.lot}" if auction.lot in ("house", "hotel") else t.get_title(auction.lot)
    lot = t.edition.spaces.get(auction.lot)
    group = lot.group if lot else ""
    appraised = get_appraised_value(t, auction.lot)
    terms = ["for sale", *([f"appraised at {t.currency.write(appraised)}"] if appraised else [])]
    terms.append(f"from {t.currency.write(auction.minimum)}")
    x, y, left, room = area.middle_x, area.y, area.x + 14, area.w - 28
    card = Gauge(
        "lot.card", x, y + 62, area.w, 124, (), "card", f"{name}, {', '.join(terms)}",
        GROUP_COLOURS.get(group, ""), GROUP_PATTERNS.get(group, ""),
    )  # fmt: skip
    ruler = Gauge(
        "bid", x, y + 94, room - 12, 8, build_ruler_parts(t, auction, appraised), "ruler",
        format_standing_bid(t, auction),
    )  # fmt: skip
    return (
        BoardSign("lot", left, y + 34, name, 1.45, room, "start", role="hero"),
        BoardSign("terms", left, y + 52, " · ".join(terms), 1, room, "start", role="label"),
    ), (card, ruler)


def get_appraised_value(t: OpolyState, lot: str) -> int:
    """Return the appraised value of a lot (Q2.5), or 0 for a building."""
    if lot in t.edition.spaces:
        return t.edition.spaces[lot].price
    card = t.edition.cards.get(lot)
    return card.appraised if card else 0


def build_ruler_parts(t: OpolyState, auction: Auction, appraised: int) -> tuple[GaugePart, ...]:
    """Build the marks of the ruler (zero, minimum bid and value) and the standing bid."""
    whole = max(appraised, auction.standing, 2 * auction.minimum, 1)
    share = round(auction.minimum / whole, 3)
    least = "half" if appraised and 2 * auction.minimum == appraised else "from"
    words = f"{least} {t.currency.write(auction.minimum)}"
    near = share < NEAR_SHARE
    parts = [
        GaugePart(0, on=False, text=words if auction.minimum and near else t.currency.write(0))
    ]
    if auction.minimum:
        parts.append(GaugePart(share, on=False, text="" if near else words))
    if appraised:
        value = f"appraised {t.currency.write(appraised)}"
        parts.append(GaugePart(round(appraised / whole, 3), text=value))
    if auction.holder:
        share = round(auction.standing / whole, 3)
        parts.append(GaugePart(share, seat=auction.holder, text=t.currency.write(auction.standing)))
    return tuple(parts)


def format_standing_bid(t: OpolyState, auction: Auction) -> str:
    """Return the standing bid of an auction as text. The seat is in braces."""
    if auction.holder:
        return f"{t.currency.write(auction.standing)} by {{{auction.holder}}}"
    least = t.currency.write(auction.minimum)
    return f"{'Sealed bids' if auction.sealed else 'No bid yet'}, from {least}"


def format_part_in_auction(auction: Auction | None, seat: str, currency: Currency = DOLLAR) -> str:
    """Return the role of a seat in an auction, or "" without an auction.

    >>> auction = Auction(lot="gold", minimum=200, sealed=False, bidders=["A", "B"])
    >>> auction.passed.append("C")
    >>> auction.record_bid("A", 220)
    >>> [format_part_in_auction(auction, seat) for seat in "ABCD"]
    ['bids $220', 'to bid now', 'passes', 'not in']
    """
    if auction is None:
        return ""
    if seat == auction.holder:
        return f"bids {currency.write(auction.standing)}"
    if seat in auction.bidders:
        return "to bid now" if seat == find_asked(auction) else "in"
    return "passes" if seat in auction.passed else "not in"


def find_asked(auction: Auction) -> str | None:
    """Return the bidder whose answer an English auction is waiting for (Q2.2).

    Bidders asked since the standing bid have passed, so it is the next bidder after its holder.
    """
    bidders = auction.bidders
    if auction.sealed or bidders in ([], [auction.holder]):
        return None
    last = bidders.index(auction.holder) if auction.holder in bidders else -1
    return bidders[(last + 1) % len(bidders)]


def build_clock(t: OpolyState, area: Area) -> Drawing:
    """Show the elapsed time as text, and as a bar if the match counts turns."""
    x, words = area.middle_x, format_clock(t)
    if t.options.clock == "minutes" or not t.ready:
        y, counting = area.y + AUCTION_HEIGHT / 2, format_countdown(t)
        clock = BoardSign("clock", x, y, words, 1.3, area.w, counting=counting, role="hero")
        return (clock,), ()
    gone = min(t.turn, get_play_rolls(t))
    parts = (GaugePart(gone), GaugePart(get_play_rolls(t) - gone, on=False))
    bar = Gauge("time", x, area.y + 76, area.w * 0.7, 12, parts, words=words)
    return (BoardSign("clock", x, area.y + 48, words, 1.5, area.w, role="hero"),), (bar,)


def list_economy_lines(t: OpolyState) -> list[tuple[str, str]]:
    """Return the name and the text of each line about the economy."""
    lines = [("state", format_recession(t))]
    if t.auction:
        lines.append(("clock", format_clock(t)))
    lines.append(("bank", f"Bank {t.currency.write(t.cash(BANK))} · {format_stock(t)}"))
    if t.get_table_cards():
        first = t.edition.cards[t.get_table_cards()[0]].name
        lines.append(("table", f"On the table: {len(t.get_table_cards())} {first}"))
    if 0 < t.turn <= t.no_building_until:
        lines.append(("shortage", f"No building before turn {t.no_building_until + 1}"))
    return lines


def format_recession(t: OpolyState) -> str:
    """Return the recession and the number of payments made, or "No recession" (Q4.5)."""
    if not t.recession:
        return "No recession"
    most = t.edition.max_recession_payments
    return f"{t.recession.capitalize()}: {t.payments} of {most} payments made"


def build_economy(t: OpolyState, area: Area) -> Drawing:
    """Show the recession clock, the time, the bank, the stock and the cards on the table."""
    most = t.edition.max_recession_payments
    paid = t.payments if t.recession else 0
    x, room = area.x + CLOCK_WIDTH + 12, area.w - CLOCK_WIDTH - 12
    lines = list_economy_lines(t)
    middle = area.y + area.h / 2
    top = middle - LINE_HEIGHT * (len(lines) - 1) / 2
    signs = tuple(
        BoardSign(
            name, x, top + LINE_HEIGHT * at, text, 1, room, "start",
            counting=format_countdown(t) if name == "clock" else "",
        )
        for at, (name, text) in enumerate(lines)
    )  # fmt: skip
    clock_x = area.x + CLOCK_WIDTH / 2
    parts = tuple(GaugePart(1, on=number < paid) for number in range(most))
    words = format_recession(t)
    clock = Gauge("recession", clock_x, middle, CLOCK_WIDTH, CLOCK_WIDTH, parts, "ring", words)
    paid_sign = BoardSign("payments", clock_x, middle, f"{paid} of {most}" if t.recession else "–")
    return (*signs, paid_sign), (clock,)


def format_stock(t: OpolyState) -> str:
    """Return the buildings in stock as text (Q6.13)."""
    houses, hotels = (format_count(t.get_stock(kind), kind) for kind in ("house", "hotel"))
    return f"{houses}, {hotels} left"


def format_clock(t: OpolyState) -> str:
    """Return the elapsed time as text (Q10.3)."""
    if not t.ready:
        return "Set-up: the first lots are auctioned"
    if t.options.clock == "minutes":
        words = f"Turn {t.turn} · {t.options.play_minutes} minutes of play"
        return words + ", time is up" * t.time_up + ", time-out" * t.timed_out
    if t.turn < get_play_rolls(t):
        return f"Turn {t.turn} of {get_play_rolls(t)}"
    return f"Turn {t.turn}: the next doubles end the game"


def format_countdown(t: OpolyState) -> str:
    """Return the text of a minutes clock. The page fills in ``{left}`` (Q10.3).

    Return "" if no minutes clock is running.
    """
    if t.options.clock == "rolls" or not t.ready or t.time_up:
        return ""
    return f"Turn {t.turn} · {{left}} of play left" + ", time-out" * t.timed_out


def build_companies(t: OpolyState, area: Area) -> Drawing:
    """Show the holdings of each company, and the cost of its next recession payment (Q4.5)."""
    at = [area.x + area.w * share for share in COLUMN_SHARES]
    heads = ("", "slots used", "cards", "recession costs")
    line = area.h / (len(t.seats) + 1)
    y = area.y + line / 2
    signs = [
        BoardSign(f"head.{n}", x, y, head, 1.0, 0, "start", role="label")
        for n, (x, head) in enumerate(zip(at, heads, strict=True))
        if head
    ]
    for row, (seat, company) in enumerate(t.companies.items(), start=1):
        here = y + row * line
        words: tuple[str, ...] = (company.status,)
        far = f"{{{seat}}}" if t.auction and line >= FAR_LINE_HEIGHT else ""
        if company.status == "active":
            held = f"{len(t.get_properties(seat))} of {get_allowed_count(t, seat)}"
            doing = format_part_in_auction(t.auction, seat, t.currency)
            payment = t.currency.write(get_payment(t, seat))
            words = (doing, held, str(len(t.hand(seat))), payment)
        signs.append(
            BoardSign(
                f"company.{seat}",
                area.x,
                here,
                f"{{{seat}}}",
                1.0,
                area.w * 0.25,
                "start",
                short=far,
            )
        )
        signs += [
            BoardSign(f"company.{seat}.{n}", x, here, word, 1.0, 0, "start",
                      role="label" if n == 0 else "", short=word if far and n == 0 else "")
            for n, (x, word) in enumerate(zip(at, words, strict=False))
            if word
        ]  # fmt: skip
    return tuple(signs), ()


def build_alliances(t: OpolyState, area: Area) -> Drawing:
    """Show the shares in each alliance in force as bars, and its end (Q7.4, Q7.6).

    If there are too many for one column, use several columns without ends.
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
    """Build the gauge part of each party, without percentages if the contract has none."""
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
