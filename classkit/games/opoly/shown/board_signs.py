"""The middle of the board: the auction, the economy, companies and contracts."""

from __future__ import annotations

from classkit.engine.board import Sign
from classkit.engine.words import Say, how_many

from ..edition.contents import group_words
from ..parts import Alliance
from ..rules.ending import play_rolls
from ..rules.holdings import allowed
from ..rules.recession import payment_of
from ..state import BANK, Opoly
from .news_auctions import standing_bid

Line = tuple[str, str, float]
"""A line in the middle: its name, its words, and its size."""
APART = 34
"""The distance between lines where there is room."""
MARGIN = 42
"""The free space beside the lines and above them, in total."""


def signs_of(t: Opoly, middle: float, inside: float) -> tuple[Sign, ...]:
    """Return the auction under way, the economy, the clock, companies and contracts.

    ``middle`` is the position of the middle, ``inside`` its width and height. Lines that are too
    many move together and get smaller.
    """
    lines = [*auction_lines(t), *economy_lines(t), *company_lines(t), *contract_lines(t)]
    room = inside - MARGIN
    apart = min(APART, room / len(lines))
    top = middle - apart * (len(lines) - 1) / 2
    return tuple(
        Sign(name, middle, top + apart * at, text, size * apart / APART, room)
        for at, (name, text, size) in enumerate(lines)
    )


def auction_lines(t: Opoly) -> list[Line]:
    """Return the lot, the standing bid and the bidders of the auction under way (Q2)."""
    auction = t.auction
    if auction is None:
        return []
    name = f"A {auction.lot}" if auction.lot in ("house", "hotel") else t.title(auction.lot)
    least = f"from ${auction.minimum:,}"
    bid = f"No bid yet, {least}"
    if auction.sealed:
        bid = f"Sealed bids, {least}"
    elif auction.holder:
        words = standing_bid(Say(), auction.standing, auction.holder)
        bid = words[:1].upper() + words[1:]
    who = f"In: {', '.join(auction.bidders) or 'nobody'}"
    if auction.passed:
        who += f" · passed: {', '.join(auction.passed)}"
    return [
        ("lot", f"{name} is for sale", 1.4), ("bid", bid, 1.2), ("bidders", who, 1.0),
        ("auction", "", 0.5),
    ]  # fmt: skip


def economy_lines(t: Opoly) -> list[Line]:
    """Return the recession, clock, bank and stock, and what cards have done to them."""
    state = "No recession"
    if t.recession:
        payments = f"{t.payments} of {t.edition.max_recession_payments} payments made"
        state = f"{t.recession.capitalize()}: {payments}"
    lines: list[Line] = [
        ("state", state, 1.4),
        ("clock", clock_words(t), 0.9),
        ("bank", f"Bank ${t.cash(BANK):,}", 1.0),
        ("stock", f"{t.left('house')} houses · {t.left('hotel')} hotels left", 0.9),
    ]
    if t.on_table():
        first = t.edition.cards[t.on_table()[0]].name
        lines.append(("table", f"On the table: {len(t.on_table())} {first}", 0.9))
    if t.turn <= t.no_building_until:
        lines.append(("shortage", f"No building before turn {t.no_building_until + 1}", 0.9))
    return [*lines, ("gap", "", 0.5)]


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


def company_lines(t: Opoly) -> list[Line]:
    """Return what each company holds, and what a recession payment would cost it (Q4.5)."""
    lines: list[Line] = []
    for seat, company in t.companies.items():
        words = company.status
        if words == "active":
            held = f"{len(t.properties_of(seat))} of {allowed(t, seat)} properties"
            cards = how_many(len(t.hand(seat)), "card")
            words = f"{held}, {cards}, ${payment_of(t, seat)} a recession payment"
        lines.append((f"company.{seat}", f"{seat}: {words}", 0.8))
    return lines


def contract_lines(t: Opoly) -> list[Line]:
    """Return the alliances in force, with the turn in which one under notice ends (Q7.6)."""
    lines: list[Line] = [("contracts", "", 0.5)] if t.alliances else []
    for group, alliance in t.alliances.items():
        words = f"{group_words(group).capitalize()}: {terms_words(alliance)}"
        lines.append((f"contract.{group}", words, 0.8))
    return lines


def terms_words(alliance: Alliance) -> str:
    """Return the parties with their shares, and when the alliance ends."""
    words = Say().listing(alliance.parties) + ", each its own rents"
    if alliance.divides:
        words = ", ".join(f"{seat} {share}%" for seat, share in alliance.shares.items())
    return f"{words}, ends in turn {alliance.ends}" if alliance.ends else words
