"""What is asked now, as data for the ask panel: built from the moves' fields alone.

Nothing here knows a game: a new game needs no code for its panel. Of sealed answers only *that*
they are in is ever sent; and what a seat may answer in secret, which may show what it holds, only
when that seat asks for it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

from classkit.engine.errors import IllegalMove
from classkit.engine.luck import describe
from classkit.engine.match import Match
from classkit.engine.requests import Decision, Draw, Request, Roll, Sealed
from classkit.engine.words import Say

from .forms import move_form, name_only, preview_table
from .labels import answer_label

Data = dict[str, Any]

PERSON = "person"


class Questions:
    """Numbers what is asked, so that a page knows when it still is the same question.

    What is done aside, a sealed answer of another seat, or a look at another branch does not make
    a question another one: what somebody has filled in by then is kept.
    """

    LATELY = 12
    """So many questions are remembered."""

    def __init__(self) -> None:
        self.last = 0
        self.lately: deque[tuple[Request, int]] = deque(maxlen=self.LATELY)

    def number(self, request: Request | None) -> int:
        """The number of a question; 0 when nothing is asked."""
        if request is None:
            return 0
        for known, number in self.lately:
            if known is request:
                return number
        self.last += 1
        self.lately.append((request, self.last))
        return self.last


def asks(match: Match, say: Say, players: Mapping[str, str], curtain: str | None) -> list[Data]:
    """Everything that is asked now: one entry for each seat.

    What is asked in secret is closed: the page gets it when that seat says that it is there.
    """
    request = match.request
    if request is None:
        return []
    if isinstance(request, (Roll, Draw)):
        return [by_hand(request, say)]
    if isinstance(request, Sealed):
        answered = match.answered
        sealed = [
            closed(decision, players, "sealed", seat in answered)
            for seat, decision in request.decisions.items()
        ]
        return [{**sealed[0], **shared_facts(request, say)}, *sealed[1:]]
    if request.seat == curtain:
        return [closed(request, players, "decision", False)]
    ask = whole_ask(match, request, say, players, "decision")
    others = asides_of_others(match, say, request)
    return [{**ask, "others": others} if others else ask]


def look(match: Match, say: Say, players: Mapping[str, str], seat: str) -> Data:
    """What one seat is asked, behind its curtain; IllegalMove when it is not asked."""
    waiting = match.requests(seat)
    if not waiting:
        raise IllegalMove(f"{say.seat(seat)} is not asked now.")
    kind = "sealed" if isinstance(match.request, Sealed) else "decision"
    return whole_ask(match, waiting[0], say, players, kind)


def closed(decision: Decision, players: Mapping[str, str], kind: str, answered: bool) -> Data:
    """A decision behind a curtain: who is asked, and whether the answer is in; nothing else."""
    ask = {**heading(decision, players, kind), "question": "", "moves": [], "closed": True}
    return {**ask, "answered": True} if answered else ask


def shared_facts(request: Sealed, say: Say) -> Data:
    """What everybody may know about a sealed vote, told once, before any curtain is opened."""
    told = [facts(decision, say) for decision in request.decisions.values()]
    return told[0] if all(one == told[0] for one in told) else {}


def facts(decision: Decision, say: Say) -> Data:
    """What everybody may know about a decision, as a table in words: ``{"facts"}`` or nothing."""
    table = say.facts(decision.name, decision.about)
    return {"facts": preview_table(table, say)} if table else {}


def heading(decision: Decision, players: Mapping[str, str], kind: str) -> Data:
    """Who decides, under which clause."""
    who = players.get(decision.seat, PERSON)
    return {
        "seat": decision.seat,
        "name": decision.name,
        "rule": decision.rule,
        "kind": kind,
        "bot": None if who == PERSON else who,
    }


def whole_ask(
    match: Match, decision: Decision, say: Say, players: Mapping[str, str], kind: str
) -> Data:
    """A decision that waits, with its moves and what may be done aside."""
    ask = heading(decision, players, kind)
    ask["question"] = say.question(decision.name, decision.seat, decision.about)
    ask |= facts(decision, say)
    ask["moves"] = [
        move_form(move, decision.name, say, decision.rule, whole=False) for move in decision.moves
    ]
    ask["default"] = answer_label(say, decision.name, decision.default)
    asides = [aside.move for aside in match.asides(decision.seat)]
    if asides:
        # their forms can be large and are seldom opened: the page asks for them then
        ask["asides"] = [name_only(move_form(move, decision.name, say)) for move in asides]
    return ask


def asides_of_others(match: Match, say: Say, decision: Decision) -> list[Data]:
    """What seats that are not asked may do meanwhile, by name."""
    found: dict[str, list[Data]] = {}
    for aside in match.asides():
        if aside.seat != decision.seat:
            form = name_only(move_form(aside.move, decision.name, say))
            found.setdefault(aside.seat, []).append(form)
    return [{"seat": seat, "asides": forms} for seat, forms in found.items()]


def aside_forms(match: Match, say: Say, seat: str) -> list[Data]:
    """What a seat may do aside, with all fields."""
    request = match.request
    name = request.name if isinstance(request, Decision) else ""
    return [move_form(aside.move, name, say) for aside in match.asides(seat)]


def by_hand(request: Roll | Draw, say: Say) -> Data:
    """A throw or draw that the room makes and types in."""
    kind = "roll" if isinstance(request, Roll) else "draw"
    words = describe(request)
    if request.seat:
        words = words.replace(f" by {request.seat} (", f" by {say.seat(request.seat)} (")
    form = move_form(request.move, kind, say)
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
