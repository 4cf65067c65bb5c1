"""Sentences about the events before a decision, for steps without other news."""

from __future__ import annotations

from collections.abc import Sequence

from classkit.engine.events import Event
from classkit.engine.rulebook_text import StepSummary, TextFormatter

from .event_text import tell_move
from .nouns import Facts


def tell_offer_lead(
    say: TextFormatter, about: Facts, events: Sequence[Event]
) -> StepSummary | None:
    """Return the landing on a square for sale, and whether the seat can pay for it (P6.1)."""
    landing = find_landing(about["seat"], about["square"], events)
    if landing is None:
        return None
    price = say.money(about["price"])
    result = ", which costs" if about["cash"] >= about["price"] else ", but cannot pay its price of"
    return StepSummary(f"{tell_landing(say, landing)}{result} {price}.", [landing])


def tell_auction_lead(
    say: TextFormatter, about: Facts, events: Sequence[Event]
) -> StepSummary | None:
    """Return why a square is auctioned, and the last bid of an open auction (P8.1, P8.3)."""
    landing = find_landing(about["landed"], about["square"], events)
    if landing is None:
        return None
    text = f"{say.seat(about['landed'])} does not buy {say.space(about['square'])}"
    if about.get("standing"):
        return StepSummary(f"{text}: the last bid is {say.money(about['standing'])}.", [landing])
    return StepSummary(f"{text}, so it is up for auction.", [landing])


def find_landing(seat: str, square: str, events: Sequence[Event]) -> Event | None:
    """Return the last move of a seat, if it led to this square."""
    moves = (one for one in reversed(events) if one.name == "beaver_moved")
    last = next((one for one in moves if (one.facts.get("seat") or one.seat) == seat), None)
    return last if last is not None and last.facts["to"] == square else None


def tell_landing(say: TextFormatter, landing: Event) -> str:
    """Return a landing on a square for sale as a clause: "Dov lands on Loon Lake Lumber"."""
    facts = {**landing.facts, "seat": landing.facts.get("seat") or landing.seat}
    return tell_move(say, facts).removesuffix(".").replace(" moves to ", " lands on ")
