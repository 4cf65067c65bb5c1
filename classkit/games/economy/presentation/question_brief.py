"""The background of each decision: its subject, a player's holdings, and usual returns of cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from classkit.engine.decisions import Decision, Seat
from classkit.engine.question_brief import (
    Belongings,
    Fact,
    QuestionBrief,
    ReturnSample,
    SampledMatch,
    describe_belongings,
)
from classkit.engine.rulebook_text import TextFormatter

from ..state import EconomyState

HORIZON = 10
"""Number of turns over which usual returns are measured."""
CARD = "card"
"""Name of the kind of usual returns."""
CARD_WORDS = {3: "An invention", 2: "A factory", 1: "A shop"}


def build_question_brief(t: EconomyState, decision: Decision, say: TextFormatter) -> QuestionBrief:
    """Return the subject of a decision, or an empty brief if its question says everything."""
    about, name, seat = decision.about, decision.name, decision.seat
    if name == "choose_destination":
        facts = [Fact("Spaces to move", about["value"])]
        if t.target:
            facts.append(Fact("Points to the target", max(0, t.target - t.points(seat))))
        return QuestionBrief(t.piece(seat), facts=tuple(facts), kind=CARD)
    if name == "choose_corner":
        return QuestionBrief(about["space"])
    return QuestionBrief()


def build_belongings(t: EconomyState, seat: Seat, say: TextFormatter) -> Belongings:
    """Return a player's points and cards."""
    found = describe_belongings(t, seat, say)
    return found._replace(label="your points", amount=t.points(seat), unit="")


def list_upcoming_seats(t: EconomyState) -> tuple[Seat, ...]:
    """Return the seats in clockwise order, starting with the mover."""
    at = t.seats.index(t.mover)
    return (*t.seats[at:], *t.seats[:at])


# --- usual returns ------------------------------------------------------------------------


def sample_returns(match: SampledMatch) -> Iterator[ReturnSample]:
    """Yield samples of the points that a card of each size earned from landings (E4.1)."""
    landings: dict[str, list[int]] = defaultdict(list)
    begin = 0
    for event in match.events:
        if event.name == "part_started":
            begin = event.facts["first_turn"]
        elif event.name == "sector_scored":
            landings[event.facts["sector"]].append(event.turn)
    if not begin:
        return
    for sector in match.table.edition.sectors:
        for first in range(begin, match.turn - HORIZON + 2, HORIZON):
            count = sum(first <= turn < first + HORIZON for turn in landings[sector])
            for points, words in CARD_WORDS.items():
                label = f"{words}, usual in {HORIZON} turns"
                yield ReturnSample(CARD, label, points * count, "points")
