"""Data of the ask panel: the current decisions, built from the fields of their moves.

This module contains no code for particular games: the panel of a new game works without any.

Secrets are protected as follows:

- For a sealed answer, the page learns only that it was received.
- Private decisions, which may reveal what a seat holds, are closed. They are sent when the seat's
  player opens them, or when the table is shown as that seat or as the instructor.
- A bot's private decisions cannot be opened by viewers who may not see them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from weakref import ReferenceType, ref

from classkit.engine.bots import PERSON
from classkit.engine.decisions import Aside, Decision, Draw, Request, Roll, Sealed
from classkit.engine.errors import IllegalMove
from classkit.engine.events import ALL_SEATS, INSTRUCTOR
from classkit.engine.fields import Amount
from classkit.engine.match import Match
from classkit.engine.moves import FieldAlias
from classkit.engine.rulebook_text import TextFormatter

from .choice_labels import answer_label, format_quantity
from .forms import NO_PLACES, PlaceNames, build_move, build_preview, without_fields
from .wire_types import AskData, FactTableData, MoveData, OfferData

DEALER = "*"
"""Placeholder for the seat of a hidden draw that belongs to no seat."""


class DecisionNumbers:
    """Request numbers, by which a page recognizes that a question has not changed.

    Asides, sealed answers of other seats, and a visit to another branch leave the number
    unchanged, so the page keeps the values entered in its form.
    """

    HISTORY_SIZE = 12
    """Number of requests that are remembered."""

    def __init__(self) -> None:
        self.last_number = 0
        self.recent_decisions: deque[tuple[Request, int, ReferenceType[Match], int]]
        self.recent_decisions = deque(maxlen=self.HISTORY_SIZE)

    def get_number(self, match: Match) -> int:
        """Return the number of the current request of a match, or 0 if there is none.

        Requests are compared by identity. Since a rule may reuse an object, for example for the
        roll of a seat's next turn or for rolls that break a tie, and two branches of a match may
        share one, the match and its turn (for rolls and draws, its step) must also be equal.
        """
        request = match.request
        if request is None:
            return 0
        when = match.step if isinstance(request, (Roll, Draw)) else match.turn
        for known, then, of, number in self.recent_decisions:
            if known is request and then == when and of() is match:
                return number
        self.last_number += 1
        self.recent_decisions.append((request, when, ref(match), self.last_number))
        return self.last_number


def build_asks(
    match: Match,
    say: TextFormatter,
    players: Mapping[str, str],
    curtain: str | None,
    viewer: str | None = INSTRUCTOR,
    places: PlaceNames = NO_PLACES,
) -> list[AskData]:
    """Return the current request: one entry per seat that must decide.

    Sealed decisions, the decision of the seat ``curtain``, and decisions and draws that the viewer
    may not see are closed: the page requests their contents when the seat's player opens them.
    """
    request = match.request
    if request is None:
        return []
    if isinstance(request, Draw) and not can_see_draw(request, viewer):
        return [build_curtained_draw(request)]
    if isinstance(request, (Roll, Draw)):
        return [manual_roll_form(request, say, places)]
    if isinstance(request, Sealed):
        answered = match.answered_seats
        sealed = [
            build_curtained_ask(decision, players, "sealed", viewer, seat in answered)
            for seat, decision in request.decisions.items()
        ]
        if told := shared_decision_facts(request, say):
            sealed[0]["facts"] = told
        return sealed
    if request.seat == curtain or not can_see(request, viewer):
        ask = build_curtained_ask(request, players, "decision", viewer)
        others = [
            offer
            for offer in build_offers(match, say, request, players, viewer)
            if offer["seat"] != request.seat
        ]
        return [add_offers(ask, others)]
    return [build_ask(match, request, say, players, "decision", viewer, places)]


def can_see(asked: Decision | Aside, viewer: str | None) -> bool:
    """Return whether the viewer may see the contents of a decision or aside."""
    return not asked.private or viewer in (asked.seat, INSTRUCTOR)


def can_see_draw(draw: Draw, viewer: str | None) -> bool:
    """Return whether the viewer may see the drawn items, and thus what the bag still contains."""
    return draw.seen_by == ALL_SEATS or viewer == INSTRUCTOR or viewer in draw.seen_by


def is_hidden(asked: Decision | Aside, players: Mapping[str, str], viewer: str | None) -> bool:
    """Return whether a decision or aside shows a bot's secrets that the viewer may not see.

    Such a decision cannot be opened, because no person at the screen plays the seat.
    """
    return players.get(asked.seat, PERSON) != PERSON and not can_see(asked, viewer)


def build_hidden_ask(
    match: Match,
    say: TextFormatter,
    players: Mapping[str, str],
    seat: str,
    viewer: str | None = INSTRUCTOR,
    places: PlaceNames = NO_PLACES,
) -> AskData:
    """Return the closed decision or draw of a seat and its contents.

    Raises IllegalMove if the seat has nothing to decide, or if a bot's secrets would be shown.
    """
    request = match.request
    if isinstance(request, Draw) and seat == (request.seat or DEALER):
        return {**manual_roll_form(request, say, places), "seat": seat}
    waiting = match.requests(seat)
    if not waiting:
        raise IllegalMove(f"{say.seat(seat)} has nothing to decide right now.")
    reject_hidden(waiting[0], say, players, viewer)
    kind = "sealed" if isinstance(request, Sealed) else "decision"
    return build_ask(match, waiting[0], say, players, kind, viewer, places)


def reject_hidden(
    asked: Decision | Aside, say: TextFormatter, players: Mapping[str, str], viewer: str | None
) -> None:
    """Raise IllegalMove if :func:`is_hidden` is true: nobody may open a bot's secrets."""
    if is_hidden(asked, players, viewer):
        name = say.seat(asked.seat)
        raise IllegalMove(
            f"A bot plays {name}, and its holdings are hidden. Give the seat to a person, or show "
            f"the match as {name} or the instructor sees it."
        )


def build_curtained_ask(
    decision: Decision,
    players: Mapping[str, str],
    kind: str,
    viewer: str | None,
    answered: bool = False,
) -> AskData:
    """Return a closed decision: the deciding seat, and whether its answer was received."""
    ask: AskData = {**ask_heading(decision, players, kind), "closed": True}
    if is_hidden(decision, players, viewer):
        ask["shut"] = True
    if answered:
        ask["answered"] = True
    return ask


def build_curtained_draw(draw: Draw) -> AskData:
    """Return a closed draw: its seat and its clause, without its contents."""
    return {
        "seat": draw.seat or DEALER,
        "name": "draw",
        "rule": draw.rule,
        "kind": "draw",
        "bot": None,
        "question": "",
        "moves": [],
        "closed": True,
    }


def shared_decision_facts(request: Sealed, say: TextFormatter) -> FactTableData | None:
    """Return the public facts of a sealed vote if they are the same for all seats, else None."""
    told = [decision_facts(decision, say) for decision in request.decisions.values()]
    return told[0] if all(one == told[0] for one in told) else None


def decision_facts(decision: Decision, say: TextFormatter) -> FactTableData | None:
    """Return the public facts about a decision as a table, or None if there are none."""
    table = say.decision_preview(decision.name, decision.about)
    return build_preview(table, say) if table else None


def ask_heading(decision: Decision, players: Mapping[str, str], kind: str) -> AskData:
    """Return the entry of a decision without its question and its moves."""
    who = players.get(decision.seat, PERSON)
    return {
        "seat": decision.seat,
        "name": decision.name,
        "rule": decision.rule,
        "kind": kind,
        "bot": None if who == PERSON else who,
        "question": "",
        "moves": [],
    }


def build_ask(
    match: Match,
    decision: Decision,
    say: TextFormatter,
    players: Mapping[str, str],
    kind: str,
    viewer: str | None,
    places: PlaceNames = NO_PLACES,
) -> AskData:
    """Return an open decision with its moves, its default, and the asides of all seats."""
    ask = ask_heading(decision, players, kind)
    ask["question"] = say.decision_question(decision.name, decision.seat, decision.about)
    if told := decision_facts(decision, say):
        ask["facts"] = told
    ask["moves"] = [
        build_move(move, decision.name, say, places, decision.rule, whole=False)
        for move in decision.moves
        if not isinstance(move, FieldAlias)
    ]
    ask["default"] = default_label(say, decision)
    others = []
    for offer in build_offers(match, say, decision, players, viewer):
        if offer["seat"] == decision.seat and not offer.get("private"):
            ask["asides"] = offer["asides"]
        else:
            others.append(offer)
    return add_offers(ask, others)


def add_offers(ask: AskData, others: list[OfferData]) -> AskData:
    """Return an entry with the offers to other seats, if there are any."""
    return {**ask, "others": others} if others else ask


def default_label(say: TextFormatter, decision: Decision) -> str:
    """Return a decision's default in words. A single amount includes its unit: "Bid $0"."""
    answer = decision.default
    if len(answer.fields) == 1:
        fields = next((move.fields for move in decision.moves if move.name == answer.move), {})
        ((name, value),) = answer.fields.items()
        if isinstance(field := fields.get(name), Amount) and isinstance(value, int):
            amount = format_quantity(say, value, field.unit)
            return f"{say.move_label(decision.name, answer.move)} {amount}"
    return answer_label(say, decision.name, answer)


def build_offers(
    match: Match,
    say: TextFormatter,
    decision: Decision,
    players: Mapping[str, str],
    viewer: str | None,
) -> list[OfferData]:
    """Return the asides available while a decision waits, the deciding seat's first.

    The moves have no fields: forms can be large and are rarely opened, so the page requests them
    when they are opened. Asides that the viewer may not see become one entry for each seat, at the
    end: ``{"seat", "asides": [], "private": True}``.
    """
    shown: dict[str, list[MoveData]] = {decision.seat: []}
    private: dict[str, None] = {}
    for aside in match.asides():
        if can_see(aside, viewer):
            if aside.move.barred and aside.seat != decision.seat:
                continue  # other seats' unavailable asides are not listed
            form = without_fields(build_move(aside.move, decision.name, say))
            shown.setdefault(aside.seat, []).append(form)
        elif not is_hidden(aside, players, viewer):
            private[aside.seat] = None
    offered: list[OfferData] = [
        {"seat": seat, "asides": forms} for seat, forms in shown.items() if forms
    ]
    closed: list[OfferData] = [{"seat": seat, "asides": [], "private": True} for seat in private]
    return [*offered, *closed]


def build_aside_forms(
    match: Match,
    say: TextFormatter,
    players: Mapping[str, str],
    seat: str,
    viewer: str | None = INSTRUCTOR,
    private: bool = False,
    places: PlaceNames = NO_PLACES,
) -> list[MoveData]:
    """Return the forms of a seat's visible asides or, if ``private``, of the hidden ones.

    Raises IllegalMove if the hidden asides would show a bot's secrets.
    """
    request = match.request
    name = request.name if isinstance(request, Decision) else ""
    found = [aside for aside in match.asides(seat) if can_see(aside, viewer) != private]
    for aside in found:
        reject_hidden(aside, say, players, viewer)
    return [build_move(aside.move, name, say, places) for aside in found]


def manual_roll_form(
    request: Roll | Draw, say: TextFormatter, places: PlaceNames = NO_PLACES
) -> AskData:
    """Return the form for entering the result of a roll or draw by hand."""
    kind = "roll" if isinstance(request, Roll) else "draw"
    words = request.describe_outcome()
    if request.seat:
        words = words.replace(f" by seat {request.seat} (", f" by {say.seat(request.seat)} (")
    form = build_move(request.move, kind, say, places)
    form["label"] = "Enter the dice" if kind == "roll" else "Enter the draw"
    return {
        "seat": request.seat or "",
        "name": kind,
        "question": f"{words[0].upper()}{words[1:]}: what came up?",
        "rule": request.rule,
        "kind": kind,
        "bot": None,
        "moves": [form],
    }
