"""Requests of phones and of the teacher's desk at a table.

A seat answers only for itself, and receives only what it may know. If the seat is a team, answers
become proposals.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeAlias

from classkit.engine.errors import ClasskitError
from classkit.engine.events import EVERYBODY
from classkit.widgets.actions import ACTIONS, Action, InvalidAction
from classkit.widgets.actions import get_hidden_ask as look_behind
from classkit.widgets.connection_protocol import Channel
from classkit.widgets.hall import HALL, HallView, tag_messages
from classkit.widgets.idempotency import NUMBERS_PER_PAGE
from classkit.widgets.json_diff import diff_json
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from classkit.widgets.seat_page import build_own_data
from classkit.widgets.state_snapshot import build_seat_state
from classkit.widgets.wire_types import AskData, NextGuessData, StateData

from . import room_commands
from .absence_report import summarize_absence
from .covered_charts import list_covered_charts
from .next_guesses import build_guess_view, find_target
from .room_events import TEACHER
from .room_runtime import MAX_RETRIES, ConcurrentWrite, TableRuntime
from .team_view import find_proposal
from .teams import TAKEN

Data = dict[str, Any]
Send = Callable[[str], object]

SEAT_ACTIONS = ("answer", "aside", "withdraw", "default")
"""The actions by which a seat changes the match. Only the teacher may use others."""
VIEW_ACTIONS = (
    "theme", "check", "preview", "form", "trail", "evidence", "why", "ledger", "rules", "rule",
    "look", "asides", "figures",
)  # fmt: skip
"""The actions that change only the page's own display."""
DESK_ACTIONS = (
    "answer", "aside", "default", *(verb for verb in VIEW_ACTIONS if verb != "look"),
    "step", "back", "forward", "goto", "signal", "seen_as", "blank",
)  # fmt: skip
"""The teacher's actions at a table.

Actions that change the table without a row in the log, such as a fork, are left out. So is the
action that would show a phone's secret question on the projector.
"""


TOO_LATE_MESSAGE = (
    "Your answer arrived too late and does not count: the question had already been answered."
)


NO_VALUE = object()
OWN_PARTS = frozenset(("asks", "own", "said_note", "until", "decided"))
"""The parts of a seat page's state that seldom equal another page's."""
Part: TypeAlias = tuple[str, Any, Any]
"""A part of a state: its key, its earlier value or NO_VALUE, and its value."""
ENCODER = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":"), check_circular=False
)


def encode_message(content: Mapping[str, Any] | Sequence[Any]) -> str:
    """Encode a message as JSON."""
    return ENCODER.encode(content)


def encode_change(before: Mapping[str, Any], now: Mapping[str, Any], desk: MatchController) -> str:
    """Encode the change of a state as JSON, or "" if there is none.

    The change of what pages share is encoded once for all of them, in one piece; so is what a page
    adds to it.

    >>> import classkit
    >>> desk = MatchController(classkit.new("opoly", seats=3, seed=7))
    >>> encode_change({"step": 1, "over": None, "until": 9.5}, {"step": 2, "over": None}, desk)
    '{"in":{"step":{"is":2}},"gone":["until"]}'
    >>> encode_change({"step": 1}, {"step": 1}, desk)
    ''
    """
    changed: tuple[list[Part], list[Part]] = [], []
    for key, value in now.items():
        earlier = before.get(key, NO_VALUE)
        if earlier is not value:
            changed[key in OWN_PARTS].append((key, earlier, value))
    common, own = changed
    # with the values, so that no other objects get their ids meanwhile
    known: dict[tuple[Any, ...], tuple[Any, str]] = desk.compute_once("changes", dict)
    ids = tuple((key, id(earlier), id(value)) for key, earlier, value in common)
    if ids not in known:
        known[ids] = common, encode_parts(common, desk.compute_once("differences", dict))
    parts = [text for text in (known[ids][1], encode_parts(own, {})) if text]
    gone = [key for key in before if key not in now]
    told = [f'"in":{{{",".join(parts)}}}'] if parts else []
    told += [f'"gone":{encode_message(gone)}'] if gone else []
    return f"{{{','.join(told)}}}" if told else ""


def encode_parts(parts: Sequence[Part], found: dict[tuple[int, int], tuple[Any, Any, Any]]) -> str:
    """Encode the changes of parts of a state, without braces, or "" if they are identical.

    ``found`` are changes that were computed before, by the ids of both values.
    """
    changes = {}
    for key, earlier, value in parts:
        if earlier is NO_VALUE:
            changes[key] = {"is": value}
            continue
        ids = id(earlier), id(value)
        if ids not in found:
            found[ids] = earlier, value, diff_json(earlier, value)
        if (change := found[ids][2]) is not None:
            changes[key] = change
    return encode_message(changes)[1:-1] if changes else ""


def is_repeated(reply: int | None) -> bool:
    """Return True if a page repeats a request with this number until it is answered."""
    return reply is not None and reply >= NUMBERS_PER_PAGE


class TableConnection(Channel):
    """The messages between one page and the table that it shows."""

    hub: TableRuntime
    refusal = (
        "At a table of a room you can only step, answer and undo. To fork the match or simulate "
        "futures, open its record at a table of your own."
    )

    def __init__(
        self, hub: TableRuntime, send: Send, sight: PageView, by: str, allowed: Collection[str]
    ) -> None:
        def told(content: Data, buffers: list[bytes] | None = None) -> None:
            send(encode_message(content))

        super().__init__(hub, told, sight)
        self.send_text = send
        self.by, self.allowed = by, allowed

    def run_once(self, action: Action, content: Data, reply: int | None) -> None:
        """Run an action of the table, unless it was run before."""
        asked = {name: value for name, value in content.items() if name != "kernel"}

        def run_again() -> None:
            self.run_action(action, dict(asked), reply)

        self.hub.judge_again = run_again
        try:
            super().run_once(action, content, reply)
        finally:
            self.hub.judge_again = None

    def run_action(self, action: Action, content: Data, reply: int | None) -> None:
        """Run an action, and retry it if another process wrote first.

        If the connection breaks before the reply, the page repeats a request that is already done.
        """
        if content.get("do") not in self.allowed:
            raise InvalidAction(self.refusal)
        for _ in range(MAX_RETRIES):
            if self.answer_if_done(reply):
                return
            self.hub.by, self.hub.key = self.by, self.get_idempotency_key(reply)
            try:
                super().run_action(action, dict(content), reply)
                return
            except ConcurrentWrite:
                continue
            finally:
                self.hub.by = self.hub.key = ""
        raise ClasskitError("Too many answers at the same time. Try again.")

    def get_idempotency_key(self, reply: int | None) -> str:
        """Return the log's key for a request, or "" for a request that is never repeated."""
        return f"{self.hub.place.place}/{reply}" if is_repeated(reply) else ""

    def is_done(self, reply: int | None) -> bool:
        """Return True if the request was carried out before."""
        return (self.by, self.get_idempotency_key(reply)) in self.hub.place.done

    def answer_if_done(self, reply: int | None) -> bool:
        """If the request was carried out before, send the current state and return True."""
        is_done = self.is_done(reply)
        if is_done:
            self.send_snapshot(reply)
        return is_done

    def build_page_state(self, charts: Collection[str]) -> StateData:
        """Build the current state without secret questions, or after play without any questions."""
        room, place = self.hub.room_runtime.room, self.hub.place
        why = room_commands.LESSON_OVER_MESSAGE if room.closed else ""
        if place.is_done and not place.match.is_over:
            why = why or self.hub.get_end_reason()
        self.page_view.is_play_stopped = bool(why) or room.is_table_paused(place.place)
        present = self.build_visible_state(charts)
        present["asks"] = [ask for ask in present["asks"] if self.is_visible(ask) and not why]
        present["over"] = present["over"] or why
        if self.page_view.is_play_stopped:
            seats = present["seats"].items()
            present["seats"] = {seat: {**one, "mover": False} for seat, one in seats}
        return present

    def build_visible_state(self, charts: Collection[str]) -> StateData:
        """Build the current state of the match for the viewer of this page."""
        return super().build_page_state(charts)

    def send_change(
        self, before: Mapping[str, Any], now: Mapping[str, Any], reply: Any = None
    ) -> None:
        """Send the difference of two states, if there is any or the page waits for a reply."""
        change = encode_change(before, now, self.hub.controller)
        if not change and reply is None:
            return
        with self.send_lock:
            self.seq += 1
            number = f'"seq":{self.seq},"reply":{"null" if reply is None else reply}'
            self.send_text(
                f'{{"kind":"step","change":{change or "{}"},{number},'
                f'"kernel":"{self.hub.kernel_id}"}}'  # a code and a number
            )

    def is_visible(self, ask: AskData) -> bool:
        """Return True if this page shows a question."""
        return not ask.get("closed")

    def open_hall(self) -> Channel | None:
        """Return None: only the teacher can open the hall's view."""
        return None


class SeatConnection(TableConnection):
    """The connection of a phone to its table, for one seat."""

    refusal = "Only the teacher can do this."

    def __init__(self, hub: TableRuntime, send: Send, seat: str, by: str) -> None:
        super().__init__(
            hub, send, PageView(hub.controller, seat), by, (*SEAT_ACTIONS, *VIEW_ACTIONS)
        )
        self.seat = self.page_view.answering_seat = seat
        self.handlers["missed"] = self.build_absence_report

    def build_absence_report(self, content: Data) -> Data:
        """Return a summary of what happened since the step and the turn given by the page."""
        step, turn = content.get("step"), content.get("turn")
        if type(step) is not int or type(turn) is not int:
            raise InvalidAction("A summary of missed steps requires a step and a turn.")
        said = summarize_absence(self.hub, self.seat, step, turn)
        return {"kind": "detail", "what": "missed", "data": {"said": said}}

    def run_action(self, action: Action, content: Data, reply: int | None) -> None:
        """Run an action for this seat."""
        takes = {*action.needed, *action.maybe}
        if "seat" in takes and content.get("do") not in ("why", "ledger"):
            if content.get("seat", self.seat) != self.seat:
                raise InvalidAction("Another seat has to answer this.")
            content["seat"] = self.seat
        if action.plays:
            self.check_not_late(content, reply)
            self.check_not_paused()
        super().run_action(action, content, reply)

    def build_page_state(self, charts: Collection[str]) -> StateData:
        """Build the current state and the time at which a bot answers for this seat.

        Secret questions of the seat are shown, since nobody else sees its page.
        """
        present = super().build_page_state(charts)
        present["asks"] = [self.reveal_decision(ask) for ask in present["asks"]]
        present["until"] = round(self.hub.get_deadline(self.seat), 1) if present["asks"] else 0.0
        present["decided"] = self.count_decisions()
        shows_usual = self.hub.room_runtime.room.usual_shown
        own = build_own_data(self.page_view, self.seat, shows_usual=shows_usual)
        own["guess"] = self.build_guess()
        present["own"] = own
        return present

    def build_visible_state(self, charts: Collection[str]) -> StateData:
        """Build the current state of the match for this seat, from what everybody sees."""
        numbers = self.visible_charts.numbers
        public = self.hub.get_public_state(charts, numbers)
        return build_seat_state(self.page_view, public, charts, numbers)

    def build_guess(self) -> NextGuessData | None:
        """Return the guess of this person on the next value of the first instrument."""
        room, desk = self.hub.room_runtime.room, self.hub.controller
        if self.page_view.is_play_stopped:
            return None
        target = desk.compute_once(
            "guess target",
            lambda: find_target(desk.match, self.page_view.get_rows()[-1]["values"]),
        )
        return build_guess_view(room, desk.match, desk.say, self.by, target)

    def reveal_decision(self, ask: AskData) -> AskData:
        """Return a question of this seat in full, unless it has been answered."""
        if not ask.get("closed") or ask.get("answered") or ask["kind"] == "draw":
            return ask
        return look_behind(self.page_view, self.seat)

    def count_decisions(self) -> int:
        """Return the number of answers of this seat in the match, by people and by bots."""
        desk = self.hub.controller
        counts: Counter[str | None] = desk.compute_once(
            "decisions",
            lambda: Counter(one.seat for one in desk.get_answers() if one.kind == "answer"),
        )
        return counts[self.seat]

    def check_not_late(self, content: Data, reply: int | None) -> None:
        """Raise ClasskitError if a page answers an earlier question instead of the current one.

        A page repeats an answer until it is received. Meanwhile a bot may have answered, and the
        seat may have another question.
        """
        decided = content.pop("decided", None)
        if decided is None or decided == self.count_decisions() or self.is_done(reply):
            return
        raise ClasskitError(TOO_LATE_MESSAGE)

    def check_not_paused(self) -> None:
        """Raise ClasskitError during a pause."""
        if self.hub.room_runtime.room.is_table_paused(self.hub.place.place):
            raise ClasskitError("The teacher has paused the table.")

    def is_visible(self, ask: AskData) -> bool:
        """Return True if a question is for this seat."""
        return ask["seat"] == self.seat


class TeamConnection(SeatConnection):
    """The connection of a team member: answers become proposals, and the team decides."""

    def run_action(self, action: Action, content: Data, reply: int | None) -> None:
        """Propose an answer. Other actions that change the match are reserved for the captain."""
        verb = content.get("do")
        if verb in ("answer", "default"):
            content.setdefault("seat", self.seat)
            if content["seat"] != self.seat:
                raise InvalidAction("Another seat has to answer this.")
            self.check_not_late(content, reply)
            self.propose(action.parse_arguments(content), reply)
            return
        if verb in SEAT_ACTIONS and self.by != self.hub.get_captain(self.seat):
            raise ClasskitError("Only your captain can do this.")
        super().run_action(action, content, reply)

    def propose(self, given: Data, reply: int | None) -> None:
        """Propose the submitted answer, or the default answer of the rules."""

        def judged() -> None:
            default = self.hub.controller.get_decision(self.seat).default
            move = given.get("move", default.move)
            fields = given.get("fields", {} if "move" in given else default.fields)
            self.hub.propose(self.by, self.seat, move, fields)

        self.run_team_action(judged, reply, answers=True)

    def second_proposal(self, key: object, reply: int | None = None) -> None:
        """Propose the same answer as another team member."""

        def judged() -> None:
            one = find_proposal(self.hub, self.seat, key)
            self.hub.propose(self.by, self.seat, one.move, one.fields)

        self.run_team_action(judged, reply)

    def take_proposal(self, key: object, reply: int | None = None) -> None:
        """Choose a proposal as the team's answer, as the captain.

        Raise ClasskitError if this person is not the captain.
        """

        def judged() -> None:
            if self.by != self.hub.get_captain(self.seat):
                raise ClasskitError("Only your captain can do this.")
            self.hub.answer_for_team(self.seat, TAKEN, find_proposal(self.hub, self.seat, key).key)

        self.run_team_action(judged, reply)

    def run_team_action(
        self, judged: Callable[[], None], reply: int | None, *, answers: bool = False
    ) -> None:
        """Run a team action once as this person, and notify all connections.

        If ``answers`` is True, the table answers the page; otherwise the room does.
        """
        hub, live = self.hub, self.hub.room_runtime
        self.check_not_paused()
        if live.room.closed:
            raise ClasskitError(room_commands.LESSON_OVER_MESSAGE)
        for _ in range(MAX_RETRIES):
            if self.is_done(reply):
                if answers:
                    self.send_snapshot(reply)
                return
            hub.by, hub.key = self.by, self.get_idempotency_key(reply)
            try:
                judged()
                hub.publish_all(self if answers and reply else None, reply)
            except ConcurrentWrite:
                continue
            finally:
                hub.by = hub.key = ""
            hub.notify_listeners(played=True)
            live.schedule_broadcast()
            return
        raise ClasskitError("Too many answers at the same time. Try again.")


class DeskConnection(TableConnection):
    """The teacher's connection to a table. Charts that the class predicts are covered."""

    def __init__(self, hub: TableRuntime, send: Send) -> None:
        super().__init__(hub, send, PageView(hub.controller, EVERYBODY), TEACHER, DESK_ACTIONS)
        self.handlers["await"] = self.await_person

    def await_person(self, content: Data) -> Data:
        """Restart the full time limit for a person who is away."""
        seat, waits = content.get("seat"), self.hub.describe_waits()
        if not isinstance(seat, str) or seat not in waits or not waits[seat]["away"]:
            raise InvalidAction("You can only wait for a seat whose student is away.")
        self.hub.await_person(seat)
        return {"kind": "detail", "what": "await", "data": {}}

    def open_hall(self) -> Channel | None:
        """Return a new connection for the hall's view, which shares the view of this page."""
        tag = f'{{"view":{json.dumps(HALL)},'
        hall = DeskConnection(self.hub, lambda text: self.send_text(tag + text[1:]))
        hall.page_view, hall.send = HallView(self.page_view), tag_messages(self.send)
        return hall

    def restore_view(self, shown: Mapping[str, Any]) -> None:
        """Set the theme and the viewer that the page had on its previous connection, if given.

        Raises:
            ClasskitError: For an unknown theme or viewer.
        """
        setters: dict[str, Callable[..., None]] = {
            "theme": self.page_view.set_theme,
            "seen_as": self.page_view.set_seen_as,
        }
        for name in setters.keys() & shown:
            setters[name](**ACTIONS[name].parse_arguments({name: shown[name]}))

    def build_page_state(self, charts: Collection[str]) -> StateData:
        """Build the current state and the list of covered charts."""
        self.page_view.covered = list_covered_charts(
            self.hub.room_runtime.room, self.hub.place.place
        )
        return {**super().build_page_state(charts), "phones": self.hub.describe_waits()}
