"""What a telephone and the teacher's desk may do at a table over their lines.

A seat answers for itself alone, and sees what it may know. Where the seat is a team, answers are
proposed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from typing import Any

from classkit.engine.errors import ClasskitError
from classkit.engine.log import EVERYBODY
from classkit.widgets.actions import ACTIONS, Action, BadAction
from classkit.widgets.actions import look as look_behind
from classkit.widgets.channel import Channel
from classkit.widgets.repeats import PER_PAGE
from classkit.widgets.shapes import Ask, Now
from classkit.widgets.sight import Sight

from . import commands
from .absence import sentences_since
from .covering import covered_at
from .huddle import find_choice
from .live import TRIES, LivePlace, Overtaken
from .log import TEACHER
from .teams import TAKEN

Data = dict[str, Any]
Send = Callable[[str], object]

ANSWERS = ("answer", "aside", "withdraw", "default")
"""The actions of a seat at its table; all others are the teacher's."""
LOOKS = (
    "theme", "check", "preview", "form", "trail", "why", "ledger", "rules", "rule", "look",
    "asides", "figures",
)  # fmt: skip
"""The actions that change nothing but a page's own display."""
TEACHES = (
    "answer", "aside", "default", *(verb for verb in LOOKS if verb != "look"),
    "step", "back", "forward", "goto", "signal", "seen_as",
)  # fmt: skip
"""The actions of the teacher at a table. Those without a row in the log, such as a fork, are left
out; so is whatever would show a telephone's secret question on the wall."""


TOO_LATE = (
    "Your answer came too late and was not given: what you were asked has been answered by then."
)


def encoded(content: Mapping[str, Any]) -> str:
    """Return a message as it goes over the line."""
    return json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def asks_again(reply: int | None) -> bool:
    """Return whether a page repeats a request of this number until it is answered."""
    return reply is not None and reply >= PER_PAGE


class TableLine(Channel):
    """The messages between one page and the table that it shows."""

    hub: LivePlace
    refusal = (
        "A table of a room is stepped, answered and taken back, and nothing else: that is what its "
        "log tells. For a fork or for futures, open its record at a table of your own."
    )

    def __init__(
        self, hub: LivePlace, send: Send, sight: Sight, by: str, allowed: Collection[str]
    ) -> None:
        def told(content: Data, buffers: list[bytes] | None = None) -> None:
            send(encoded(content))

        super().__init__(hub, told, sight)
        self.by, self.allowed = by, allowed

    def act(self, action: Action, content: Data, reply: int | None) -> None:
        """Carry out an action; it is judged again where another process wrote first.

        What a page asks again, because its line broke before the answer came, is done already.
        """
        if content.get("do") not in self.allowed:
            raise BadAction(self.refusal)
        for _ in range(TRIES):
            if self.has_done(reply):
                return
            self.hub.by, self.hub.key = self.by, self.key(reply)
            try:
                super().act(action, dict(content), reply)
                return
            except Overtaken:
                continue
            finally:
                self.hub.by = self.hub.key = ""
        raise ClasskitError("Too many answered at once. Try again.")

    def key(self, reply: int | None) -> str:
        """Return the log's key for a request; "" for one that is never repeated."""
        return f"{self.hub.place.place}/{reply}" if asks_again(reply) else ""

    def is_done(self, reply: int | None) -> bool:
        """Return whether this has been done before."""
        return (self.by, self.key(reply)) in self.hub.place.done

    def has_done(self, reply: int | None) -> bool:
        """Return whether this has been done before; if so, show where the match stands."""
        is_done = self.is_done(reply)
        if is_done:
            self.snapshot(reply)
        return is_done

    def look(self, charts: Collection[str]) -> Now:
        """Return the present, without what is asked in secret, or after the lesson."""
        present = super().look(charts)
        why = commands.GONE if self.hub.live.room.closed else ""
        if self.hub.place.is_done and not self.hub.place.match.is_over:
            why = why or self.hub.ended()
        present["asks"] = [ask for ask in present["asks"] if self.shows(ask) and not why]
        present["over"] = present["over"] or why
        return present

    def shows(self, ask: Ask) -> bool:
        """Return whether a question is put on this page."""
        return not ask.get("closed")

    def leave(self) -> None:
        """Tell this page nothing more."""
        self.held = None
        if self in self.hub.channels:
            self.hub.channels.remove(self)


class SeatLine(TableLine):
    """The line of a telephone to its table: one seat sees, and answers for itself alone."""

    refusal = "This is the teacher's to do."

    def __init__(self, hub: LivePlace, send: Send, seat: str, by: str) -> None:
        super().__init__(hub, send, Sight(hub.desk, seat), by, (*ANSWERS, *LOOKS))
        self.seat = self.sight.answers_for = seat
        self.handlers["missed"] = self.missed

    def missed(self, content: Data) -> Data:
        """Return what happened since the step and the turn that this page showed last."""
        step, turn = content.get("step"), content.get("turn")
        if type(step) is not int or type(turn) is not int:
            raise BadAction("What was missed is asked since a step of a turn.")
        said = sentences_since(self.hub, self.seat, step, turn)
        return {"kind": "detail", "what": "missed", "data": {"said": said}}

    def act(self, action: Action, content: Data, reply: int | None) -> None:
        """Carry out an action for this seat."""
        takes = {*action.needed, *action.maybe}
        if "seat" in takes and content.get("do") not in ("why", "ledger"):
            if content.get("seat", self.seat) != self.seat:
                raise BadAction("Another seat answers that.")
            content["seat"] = self.seat
        if action.plays:
            self.check_occasion(content, reply)
            self.check_going()
        super().act(action, content, reply)

    def look(self, charts: Collection[str]) -> Now:
        """Return the present, with the time at which a bot answers for this seat.

        What it is asked in secret is open: nobody else looks at its page.
        """
        present = super().look(charts)
        present["asks"] = [self.opened(ask) for ask in present["asks"]]
        present["until"] = round(self.hub.due(self.seat), 1) if present["asks"] else 0.0
        present["decided"] = self.decided()
        return present

    def opened(self, ask: Ask) -> Ask:
        """Return a question of this seat in full, unless it has been answered."""
        if not ask.get("closed") or ask.get("answered") or ask["kind"] == "draw":
            return ask
        return look_behind(self.sight, self.seat)

    def decided(self) -> int:
        """Return how many decisions of this seat the match has, whoever gave them."""
        return sum(
            entry.seat == self.seat and entry.kind == "answer"
            for entry in self.hub.place.match.answers_shared
        )

    def check_occasion(self, content: Data, reply: int | None) -> None:
        """ClasskitError if a page answers an earlier question than the present one.

        A page repeats an answer until it is received. By then a bot may have answered, and the seat
        be asked something else.
        """
        decided = content.pop("decided", None)
        if decided not in (None, self.decided()) and not self.is_done(reply):
            raise ClasskitError(TOO_LATE)

    def check_going(self) -> None:
        """ClasskitError while nobody may answer."""
        if self.hub.live.room.paused_at(self.hub.place.place):
            raise ClasskitError("The teacher has paused the table.")

    def shows(self, ask: Ask) -> bool:
        """Return whether a question is this seat's own."""
        return ask["seat"] == self.seat


class TeamLine(SeatLine):
    """The line of somebody of a team: what they answer is proposed, and the team decides."""

    def act(self, action: Action, content: Data, reply: int | None) -> None:
        """Propose an answer; what is done beside answers is the captain's to do."""
        verb = content.get("do")
        if verb in ("answer", "default"):
            content.setdefault("seat", self.seat)
            if content["seat"] != self.seat:
                raise BadAction("Another seat answers that.")
            self.check_occasion(content, reply)
            self.propose(action.arguments(content), reply)
            return
        if verb in ANSWERS and self.by != self.hub.captain(self.seat):
            raise ClasskitError("That is your captain's to do.")
        super().act(action, content, reply)

    def propose(self, given: Data, reply: int | None) -> None:
        """Propose what was filled in, or what the rules list as the default."""

        def judged() -> None:
            default = self.hub.desk.decision_of(self.seat).default
            move = given.get("move", default.move)
            fields = given.get("fields", {} if "move" in given else default.fields)
            self.hub.propose(self.by, self.seat, move, fields)

        self.do(judged, reply, answers=True)

    def second(self, key: object, reply: int | None = None) -> None:
        """Propose the same answer as another member of the team."""

        def judged() -> None:
            one = find_choice(self.hub, self.seat, key)
            self.hub.propose(self.by, self.seat, one.move, one.fields)

        self.do(judged, reply)

    def take(self, key: object, reply: int | None = None) -> None:
        """Let the captain choose one of the proposals as the answer; ClasskitError for others."""

        def judged() -> None:
            if self.by != self.hub.captain(self.seat):
                raise ClasskitError("That is your captain's to do.")
            self.hub.settle(self.seat, TAKEN, find_choice(self.hub, self.seat, key).key)

        self.do(judged, reply)

    def do(self, judged: Callable[[], None], reply: int | None, *, answers: bool = False) -> None:
        """Do something at the table as this person, once, and tell all who look on.

        ``answers`` tells that the table answers the page, and not the room.
        """
        hub, live = self.hub, self.hub.live
        self.check_going()
        if live.room.closed:
            raise ClasskitError(commands.GONE)
        for _ in range(TRIES):
            if self.is_done(reply):
                if answers:
                    self.snapshot(reply)
                return
            hub.by, hub.key = self.by, self.key(reply)
            try:
                judged()
                hub.show(self if answers and reply else None, reply)
            except Overtaken:
                continue
            finally:
                hub.by = hub.key = ""
            hub.tell(played=True)
            live.tell()
            return
        raise ClasskitError("Too many answered at once. Try again.")


class DeskLine(TableLine):
    """The line of the teacher to a table: charts are covered that the class is asked about."""

    def __init__(self, hub: LivePlace, send: Send) -> None:
        super().__init__(hub, send, Sight(hub.desk, EVERYBODY), TEACHER, TEACHES)

    def restore(self, shown: Mapping[str, Any]) -> None:
        """Set the theme and the viewer that the page had on its previous line, where it names them.

        ClasskitError for an unknown theme or viewer.
        """
        setters: dict[str, Callable[..., None]] = {
            "theme": self.sight.set_theme,
            "seen_as": self.sight.set_seen_as,
        }
        for name in setters.keys() & shown:
            setters[name](**ACTIONS[name].arguments({name: shown[name]}))

    def look(self, charts: Collection[str]) -> Now:
        """Return the present, with what is covered of it now."""
        self.sight.covered = covered_at(self.hub.live.room, self.hub.place.place)
        return super().look(charts)
