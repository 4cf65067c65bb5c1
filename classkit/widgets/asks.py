"""The data of the ask panel: the questions of this moment, built from the moves' fields alone.

Nothing here knows a game: a new game needs no code for its panel. Of sealed answers only *that*
they are in is ever sent; and what a seat may answer in secret, which may show what it holds, only
when that seat asks for it, unless the table is shown as that seat or the instructor sees it. What
a bot holds is not opened at all.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from weakref import ReferenceType, ref

from classkit.engine.bots import PERSON
from classkit.engine.errors import IllegalMove
from classkit.engine.fields import Amount
from classkit.engine.log import ALL, INSTRUCTOR
from classkit.engine.match import Match
from classkit.engine.moves import Synonym
from classkit.engine.requests import Aside, Decision, Draw, Request, Roll, Sealed
from classkit.engine.words import Say

from .forms import NOWHERE, Places, move_form, name_only, preview_table
from .labels import answer_label, quantity
from .shapes import Ask, FactTable, Move, Offer

DEALER = "*"
"""Stands for the seat where something is drawn face-down by nobody in particular."""


class Questions:
    """Numbers what is asked, so that a page knows when it still is the same question.

    What is done aside, a sealed answer of another seat, or a look at another branch does not make
    a question another one: what somebody has filled in by then is kept.
    """

    LATELY = 12
    """So many questions are remembered."""

    def __init__(self) -> None:
        self.last = 0
        self.lately: deque[tuple[Request, int, ReferenceType[Match], int]]
        self.lately = deque(maxlen=self.LATELY)

    def number(self, match: Match) -> int:
        """Return the number of what a match asks now; 0 when nothing is asked.

        A rule may ask with the very same request again: for a seat's throw in its next turn, or
        for the throws of those who were level; and so may both branches of a match.
        """
        request = match.request
        if request is None:
            return 0
        when = match.step if isinstance(request, (Roll, Draw)) else match.turn
        for known, then, of, number in self.lately:
            if known is request and then == when and of() is match:
                return number
        self.last += 1
        self.lately.append((request, when, ref(match), self.last))
        return self.last


def asks(
    match: Match,
    say: Say,
    players: Mapping[str, str],
    curtain: str | None,
    viewer: str | None = INSTRUCTOR,
    places: Places = NOWHERE,
) -> list[Ask]:
    """Return all that is asked now: one entry for each seat.

    What is asked in secret is closed: the page gets it when that seat says that it is there.
    """
    request = match.request
    if request is None:
        return []
    if isinstance(request, Draw) and not sees_draw(request, viewer):
        return [closed_draw(request)]
    if isinstance(request, (Roll, Draw)):
        return [by_hand(request, say, places)]
    if isinstance(request, Sealed):
        answered = match.answered
        sealed = [
            closed(decision, players, "sealed", viewer, seat in answered)
            for seat, decision in request.decisions.items()
        ]
        if told := shared_facts(request, say):
            sealed[0]["facts"] = told
        return sealed
    if request.seat == curtain or not sees(request, viewer):
        ask = closed(request, players, "decision", viewer)
        others = [
            offer
            for offer in offers(match, say, request, players, viewer)
            if offer["seat"] != request.seat
        ]
        return [with_others(ask, others)]
    return [whole_ask(match, request, say, players, "decision", viewer, places)]


def sees(asked: Decision | Aside, viewer: str | None) -> bool:
    """Return whether the viewer may see what is asked, not only that the seat is asked."""
    return not asked.private or viewer in (asked.seat, INSTRUCTOR)


def sees_draw(draw: Draw, viewer: str | None) -> bool:
    """Return whether the viewer may see what is drawn, and so what is left to be drawn."""
    return draw.seen_by == ALL or viewer == INSTRUCTOR or viewer in draw.seen_by


def is_shut(asked: Decision | Aside, players: Mapping[str, str], viewer: str | None) -> bool:
    """Return whether it stays closed to those who may not see it: what a bot holds."""
    return players.get(asked.seat, PERSON) != PERSON and not sees(asked, viewer)


def look(
    match: Match,
    say: Say,
    players: Mapping[str, str],
    seat: str,
    viewer: str | None = INSTRUCTOR,
    places: Places = NOWHERE,
) -> Ask:
    """Return what a seat is asked behind its curtain; IllegalMove if it is not asked."""
    request = match.request
    if isinstance(request, Draw) and seat == (request.seat or DEALER):
        return {**by_hand(request, say, places), "seat": seat}
    waiting = match.requests(seat)
    if not waiting:
        raise IllegalMove(f"{say.seat(seat)} is not asked now.")
    refuse_shut(waiting[0], say, players, viewer)
    kind = "sealed" if isinstance(request, Sealed) else "decision"
    return whole_ask(match, waiting[0], say, players, kind, viewer, places)


def refuse_shut(
    asked: Decision | Aside, say: Say, players: Mapping[str, str], viewer: str | None
) -> None:
    """IllegalMove if what is asked shows what a bot holds, and the viewer may not see that."""
    if is_shut(asked, players, viewer):
        name = say.seat(asked.seat)
        raise IllegalMove(
            f"A bot plays {name}, and what it holds is hidden. Hand the seat to a person, or show "
            f"the match as {name} or the instructor sees it."
        )


def closed(
    decision: Decision,
    players: Mapping[str, str],
    kind: str,
    viewer: str | None,
    answered: bool = False,
) -> Ask:
    """Return a decision behind a curtain: who is asked, and whether the answer is in."""
    ask: Ask = {**heading(decision, players, kind), "closed": True}
    if is_shut(decision, players, viewer):
        ask["shut"] = True
    if answered:
        ask["answered"] = True
    return ask


def closed_draw(draw: Draw) -> Ask:
    """Return a draw that only some may see: that there is one, for whom, and under which clause."""
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


def shared_facts(request: Sealed, say: Say) -> FactTable | None:
    """Return what everybody may know about a sealed vote, told once, before any curtain opens."""
    told = [facts(decision, say) for decision in request.decisions.values()]
    return told[0] if all(one == told[0] for one in told) else None


def facts(decision: Decision, say: Say) -> FactTable | None:
    """Return what everybody may know about a decision in words, if there is anything."""
    table = say.facts(decision.name, decision.about)
    return preview_table(table, say) if table else None


def heading(decision: Decision, players: Mapping[str, str], kind: str) -> Ask:
    """Return who decides, and under which clause; the question is yet to be put."""
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


def whole_ask(
    match: Match,
    decision: Decision,
    say: Say,
    players: Mapping[str, str],
    kind: str,
    viewer: str | None,
    places: Places = NOWHERE,
) -> Ask:
    """Return a decision that waits, with its moves and what may be done aside."""
    ask = heading(decision, players, kind)
    ask["question"] = say.question(decision.name, decision.seat, decision.about)
    if told := facts(decision, say):
        ask["facts"] = told
    ask["moves"] = [
        move_form(move, decision.name, say, places, decision.rule, whole=False)
        for move in decision.moves
        if not isinstance(move, Synonym)
    ]
    ask["default"] = default_label(say, decision)
    others = []
    for offer in offers(match, say, decision, players, viewer):
        if offer["seat"] == decision.seat and not offer.get("private"):
            ask["asides"] = offer["asides"]
        else:
            others.append(offer)
    return with_others(ask, others)


def with_others(ask: Ask, others: list[Offer]) -> Ask:
    """Return a question with what other seats may do meanwhile, if anything."""
    return {**ask, "others": others} if others else ask


def default_label(say: Say, decision: Decision) -> str:
    """Return the default of a decision in words; a single amount with its unit, "Bid $0"."""
    answer = decision.default
    if len(answer.fields) == 1:
        fields = next((move.fields for move in decision.moves if move.name == answer.move), {})
        ((name, value),) = answer.fields.items()
        if isinstance(field := fields.get(name), Amount) and isinstance(value, int):
            amount = quantity(say, value, field.unit)
            return f"{say.move(decision.name, answer.move)} {amount}"
    return answer_label(say, decision.name, answer)


def offers(
    match: Match, say: Say, decision: Decision, players: Mapping[str, str], viewer: str | None
) -> list[Offer]:
    """Return what seats may do while a decision waits, by name, the deciding seat first.

    Their forms can be large and are seldom opened: the page asks for them then. Of what shows a
    seat's secrets it is only said that there is something: ``{"seat", "asides": [], "private"}``.
    """
    shown: dict[str, list[Move]] = {decision.seat: []}
    private: dict[str, None] = {}
    for aside in match.asides():
        if sees(aside, viewer):
            if aside.move.barred and aside.seat != decision.seat:
                continue  # a list of what others cannot do helps nobody
            form = name_only(move_form(aside.move, decision.name, say))
            shown.setdefault(aside.seat, []).append(form)
        elif not is_shut(aside, players, viewer):
            private[aside.seat] = None
    offered: list[Offer] = [
        {"seat": seat, "asides": forms} for seat, forms in shown.items() if forms
    ]
    closed: list[Offer] = [{"seat": seat, "asides": [], "private": True} for seat in private]
    return [*offered, *closed]


def aside_forms(
    match: Match,
    say: Say,
    players: Mapping[str, str],
    seat: str,
    viewer: str | None = INSTRUCTOR,
    private: bool = False,
    places: Places = NOWHERE,
) -> list[Move]:
    """Return what a seat may do aside, as the viewer sees it; if ``private``, the rest.

    Raise IllegalMove if the rest shows what a bot holds.
    """
    request = match.request
    name = request.name if isinstance(request, Decision) else ""
    found = [aside for aside in match.asides(seat) if sees(aside, viewer) != private]
    for aside in found:
        refuse_shut(aside, say, players, viewer)
    return [move_form(aside.move, name, say, places) for aside in found]


def by_hand(request: Roll | Draw, say: Say, places: Places = NOWHERE) -> Ask:
    """Return the form of a throw or draw that the room makes and types in."""
    kind = "roll" if isinstance(request, Roll) else "draw"
    words = request.in_words()
    if request.seat:
        words = words.replace(f" by {request.seat} (", f" by {say.seat(request.seat)} (")
    form = move_form(request.move, kind, say, places)
    form["label"] = "Enter the dice" if kind == "roll" else "Enter what was drawn"
    return {
        "seat": request.seat or "",
        "name": kind,
        "question": f"{words[0].upper()}{words[1:]}: what came up?",
        "rule": request.rule,
        "kind": kind,
        "bot": None,
        "moves": [form],
    }
