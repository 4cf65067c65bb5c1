"""Requests about the room from phones and from the teacher's desk.

The connection of a phone belongs to one person of the room. It receives only what that person's
seat may see, and answers only for that seat. The teacher's connection shows the overview of all
tables, and one table in full.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from classkit.engine.errors import ClasskitError, require_known, truncate_text
from classkit.engine.fields import Flag
from classkit.engine.navigation import check_extent
from classkit.engine.registry import find
from classkit.engine.untrusted_input import UnreadableData, read_json
from classkit.widgets.actions import InvalidAction
from classkit.widgets.json_diff import diff_json

from . import next_guesses, poll_commands, poll_view, room_commands, seating_commands
from .class_charts import ClassChart
from .class_overview import build_overview
from .paired_difference import preload_scipy
from .podium import build_podium
from .room import Room
from .room_events import TEACHER, NewEvent
from .room_runtime import RoomRuntime
from .seat_allocation import RANDOM_ORDER
from .table_connections import (
    DeskConnection,
    SeatConnection,
    Send,
    TableConnection,
    TeamConnection,
    encode_message,
    is_repeated,
)
from .team_view import build_team_view

Data = dict[str, Any]

MAX_MESSAGE_LENGTH, MAX_DESK_MESSAGE_LENGTH = 16_000, 63_000
"""Maximum length in characters of a message from a phone, and from the desk, which sends lists."""
TEAM_ACTIONS = ("second", "take", "captain")
"""Requests of a team member to the team, other than answering."""


class RoomConnection(ABC):
    """A connection to a page of the room. It answers each numbered message once."""

    max_message_length = MAX_MESSAGE_LENGTH

    def __init__(self, live: RoomRuntime, send: Send) -> None:
        self.live, self.send = live, send
        self.table: TableConnection | None = None
        self.last_view: tuple[Data, float] | None = None
        """The last view sent, and when the latest gap of the clock had ended."""
        self.reply: int | None = None
        """The number of the message that is being answered."""
        live.subscribers.append(self)

    def receive(self, text: str | bytes) -> None:
        """Answer one message, even if it is malformed."""
        reply = None
        try:
            content = read_message(text, self.max_message_length)
            found = content.get("id")
            reply = self.reply = found if type(found) is int and 0 <= found < 2**53 else None
            if "room" in content or self.has_pending_action():
                self.live.group_commit.store_pending()
            if "room" in content:
                self.handle_room_action(content)
                self.refresh_view(reply)
            elif self.table is not None:
                self.table.receive_message(content)
            else:
                raise ClasskitError("You have no seat yet.")
        except ClasskitError as error:
            self.send(encode_message({"kind": "refused", "reason": str(error), "reply": reply}))

    def has_pending_action(self) -> bool:
        """Return True if the table of this page has an action that is not stored yet."""
        return self.table is not None and self.live.group_commit.is_pending(
            self.table.hub.place.place
        )

    @property
    def idempotency_key(self) -> str:
        """The log's key for the request, or "" for a request that is never repeated."""
        return f"{self.reply}" if is_repeated(self.reply) else ""

    @property
    def person(self) -> str:
        """The person whose phone this is, or "" for a page of the teacher."""
        return ""

    @property
    def shows_class(self) -> bool:
        """Whether the page currently shows all tables, as an overview or as charts."""
        return False

    @abstractmethod
    def handle_room_action(self, content: Mapping[str, Any]) -> None:
        """Carry out a request about the room."""

    @abstractmethod
    def build_view(self) -> Data:
        """Return the state of the room for this page."""

    def refresh_view(self, reply: int | None = None) -> None:
        """Send the current view, if the page asked for it or it has changed."""
        shown, clock = self.build_view(), round(self.live.clock(), 1)
        stand = shown, self.live.clock.woke_at
        if reply is not None or stand != self.last_view:
            told = self.encode_view(shown, reply)
            self.last_view = stand
            self.send(encode_message({"kind": "room", "reply": reply, "clock": clock, **told}))

    def encode_view(self, shown: Data, reply: int | None) -> Data:
        """Return the part of a view to send: the whole view."""
        return shown

    def resync_client(self) -> None:
        """Send everything, because the page has missed messages."""
        self.last_view = None
        self.refresh_view()
        if self.table is not None:
            self.table.send_snapshot()

    def unsubscribe(self) -> None:
        """Stop sending to this page."""
        if self in self.live.subscribers:
            self.live.subscribers.remove(self)
        if self.table is not None:
            self.table.close()
            self.table = None
        if self.person:
            self.live.note_connection(self.person, is_connected=False)


class AdmissionCheck(Protocol):
    """Limits how many phones may join or claim an identity at the same time."""

    def admit_person(self) -> None:
        """Let the phone join, or raise ClasskitError."""

    def admit_claim(self) -> None:
        """Let the phone claim an identity, or raise ClasskitError."""


class PhoneConnection(RoomConnection):
    """The connection of a phone. Without an admission check (``door``), it may always join."""

    def __init__(
        self, live: RoomRuntime, device: str, send: Send, door: AdmissionCheck | None = None
    ) -> None:
        self.device, self.admission = device, door
        super().__init__(live, send)
        self.sits: tuple[int, str] | None = None
        live.note_connection(self.person, is_connected=True)
        self.update_seat()

    @property
    def person(self) -> str:
        """The person of this phone: the one that the teacher assigned, else the phone's own id."""
        return self.live.room.get_person(self.device)

    def handle_room_action(self, content: Mapping[str, Any]) -> None:
        """Join, change the name, claim an identity, answer a question, or act in a team."""
        verb, name = content["room"], content.get("name", "")
        if verb == "look":
            return
        if verb == "reply":
            answered = partial(
                poll_commands.answer_question,
                person=self.person,
                number=content.get("question"),
                stated=content.get("answer"),
            )
            self.live.run_command(answered, self.person, self.idempotency_key)
            return
        if verb == "guess":
            guessed = partial(
                next_guesses.guess_next,
                matches=self.live.matches,
                person=self.person,
                answer=content.get("answer"),
            )
            self.live.run_command(guessed, self.person, self.idempotency_key)
            return
        if verb == "hand":
            raised = partial(room_commands.raise_hand, person=self.person, on=read_flag(content))
            self.live.run_command(raised, self.person, self.idempotency_key)
            return
        if verb in TEAM_ACTIONS:
            self.handle_team_action(verb, content)
            return
        if verb not in ("join", "claim"):
            raise InvalidAction(f"{truncate_text(verb)} is an unknown request to a room.")
        if not isinstance(name, str):
            raise InvalidAction("A name must be text.")
        room = self.live.room
        if verb == "claim":
            judge = partial(room_commands.claim_identity, device=self.device, name=name)
            let = self.admission.admit_claim if self.admission else None
        else:
            judge = partial(
                room_commands.join_room,
                person=self.device,
                name=name,
                ended=self.live.ended_tables,
            )
            let = (
                self.admission.admit_person
                if self.admission and not room.has_joined(self.person)
                else None
            )
        judge(room)  # requests that the room rejects do not count against the limit
        if let:
            let()
        self.live.run_command(
            judge, self.device if verb == "claim" else self.person, self.idempotency_key
        )

    def handle_team_action(self, verb: str, content: Mapping[str, Any]) -> None:
        """Second a proposal or, as the captain, take a proposal or hand the role over."""
        line = self.table
        if not isinstance(line, TeamConnection) or self.sits is None:
            raise ClasskitError("You are not in a team.")
        if verb == "second":
            line.second_proposal(content.get("choice"), self.reply)
        elif verb == "take":
            line.take_proposal(content.get("choice"), self.reply)
        else:
            place, seat = self.sits
            if (self.person, self.idempotency_key) in self.live.room.done:
                return
            if self.person != line.hub.get_captain(seat):
                raise ClasskitError("Only your captain can do this.")
            judge = partial(room_commands.set_captain, place=place, seat=seat, at=content.get("to"))
            self.live.run_command(judge, self.person, self.idempotency_key)

    def refresh_view(self, reply: int | None = None) -> None:
        """Send the room, and the table at which this person sits."""
        self.update_seat()
        super().refresh_view(reply)

    def update_seat(self) -> None:
        """Switch to the current seat of this person."""
        sits = self.live.room.get_seat(self.person)
        if sits == self.sits:
            return
        if self.table is not None:
            self.table.close()
        self.sits = sits
        self.table = None
        if sits is not None:
            place, seat = sits
            kind = TeamConnection if seat in self.live.room.tables[place].teams else SeatConnection
            self.table = kind(self.live.get_table(place), self.send, seat, self.person)

    def build_view(self) -> Data:
        """Return the state of the room for this phone."""
        room = self.live.room
        person, claim = room.people.get(self.person), room.claims.get(self.device)
        place, seat = self.sits or (0, "")
        return {
            "code": room.code,
            "title": get_game_title(room),
            "joined": room.has_joined(self.person),
            "removed": room.is_removed(self.person),
            "claimed": claim.name if claim else "",
            "device_code": claim.code if claim else "",
            "ended": room.has_ended(self.device),
            "name": person.label if person else "",
            "own": self.get_own_name(),
            "place": place,
            "seat": seat,
            "paused": room.is_table_paused(place) if place else room.paused,
            "closed": room.closed,
            "hand": self.person in room.hands,
            "people": room.students,
            "absent": room.get_absence_timeout(place) if place else room.absent,
            "questions": poll_view.list_phone_questions(self.live, self.person)
            if room.has_joined(self.person)
            else [],
            "team": build_team_view(self.table.hub, seat, self.person)
            if isinstance(self.table, TeamConnection)
            else None,
            "playing": bool(room.tables),
            "left_table": room.left_tables.get(self.person, 0),
            "table": self.list_tablemates(),
        }

    def get_own_name(self) -> str:
        """Return this person's name if it is hidden at their table, or else "".

        Everybody else sees the person's number.
        """
        room = self.live.room
        if self.sits is None or self.sits[1] in room.tables[self.sits[0]].teams:
            return ""
        return room.people[self.person].name if room.names_hidden else ""

    def list_tablemates(self) -> list[Data]:
        """Return the seats of the table, and whether a person sits there."""
        if self.sits is None or self.table is None:
            return []
        setup, say = self.live.room.tables[self.sits[0]], self.table.hub.controller.say
        return [
            {"seat": seat, "name": say.seat(seat), "person": bool(holder)}
            for seat, holder in setup.holders.items()
        ]


class TeacherConnection(RoomConnection):
    """The connection of the teacher's desk: the overview, class charts, and one table in full."""

    max_message_length = MAX_DESK_MESSAGE_LENGTH

    def __init__(self, live: RoomRuntime, send: Send) -> None:
        super().__init__(live, send)
        self.place = 0
        self.metric_key: str | None = None
        """The key of the metric whose chart is shown, if any."""
        self.sent_chart: ClassChart | str | None = None
        """The chart that the page has, or the key of the metric that is covered."""
        self.is_form_open = self.is_podium_open = False
        """Whether the form for asking the class, and the podium, are open."""
        self.is_named = False
        """Whether this page shows names that are hidden everywhere else, as on the seat map."""
        if live.room.groups:
            preload_scipy()

    @property
    def shows_class(self) -> bool:
        """Whether the page shows all tables, rather than a single table."""
        return not self.place

    def handle_room_action(self, content: Mapping[str, Any]) -> None:
        """Carry out a request of the teacher."""
        verb = content["room"]
        if verb == "look":
            return
        if verb == "show":
            self.show_table(content.get("place", 0))
            if isinstance(self.table, DeskConnection):
                self.table.restore_view(content)
            return
        if verb == "back":
            self.take_back(content)
            return
        if verb == "charts":
            self.show_charts(content.get("figure", ""))
            return
        if verb == "asking":
            self.is_form_open = read_flag(content)
            return
        if verb == "names":
            self.is_named = read_flag(content)
            return
        if verb == "podium":
            self.show_table(0)
            self.is_podium_open = read_flag(content)
            return
        if verb == "ask":
            self.ask_prediction(content)
            return
        if verb == "bots":
            self.hand_to_bots(content)
            return
        judge = TEACHER_ACTIONS.get(verb) if isinstance(verb, str) else None
        if judge is None:
            raise InvalidAction(f"{truncate_text(verb)} is an unknown request to a room.")
        if verb in SEATING_ACTIONS:
            judge = partial(judge, ended=self.live.ended_tables)
        self.live.run_command(partial(judge, content=content), TEACHER, self.idempotency_key)

    def show_table(self, place: object) -> None:
        """Show a table in full.

        Place 0 shows the overview. Bots continue at the table shown before.
        """
        if type(place) is not int or (place and place not in self.live.room.tables):
            raise InvalidAction(f"There is no table {truncate_text(place)}.")
        if self.table is not None:
            self.table.close()
            self.table.hub.play_bots()
        self.table, self.place, self.metric_key, self.sent_chart = None, place, None, None
        self.is_podium_open = False
        if place:
            self.live.run_command(partial(room_commands.lower_hands, place=place), TEACHER)
            hub = self.live.get_table(place)
            self.table = DeskConnection(hub, self.send)

    def take_back(self, content: Mapping[str, Any]) -> None:
        """Take back a decision or a round, at one table or at all tables."""
        until = check_extent(content.get("until", "decision"))
        at = room_commands.read_table_number(self.live.room, content.get("place", 0))
        for number in [at] if at else self.live.room.tables:
            self.live.get_table(number).take_back(
                until, self.idempotency_key and f"{number}/{self.idempotency_key}"
            )
        self.live.schedule_broadcast()

    def hand_to_bots(self, content: Mapping[str, Any]) -> None:
        """Let bots answer for the people for whom a table waits."""
        place = room_commands.read_table_number(self.live.room, content.get("place"))
        if not place:
            raise InvalidAction("The request must contain the number of a table.")
        self.live.get_table(place).hand_to_bots()
        self.live.schedule_broadcast()

    def ask_prediction(self, content: Mapping[str, Any]) -> None:
        """Ask the class to predict a metric."""
        question = partial(
            poll_commands.ask_prediction,
            matches=self.live.matches,
            place=content.get("place", 0),
            figure=content.get("figure"),
            at=content.get("at"),
            seat=content.get("seat"),
        )
        self.live.run_command(question, TEACHER, self.idempotency_key)

    def show_charts(self, figure: object) -> None:
        """Show a class chart instead of the overview. An empty string selects the first metric."""
        if not isinstance(figure, str):
            raise InvalidAction("The request must contain the key of a figure.")
        known = self.live.charts.get_metrics(self.live.matches)
        chosen = require_known("figure", figure or next(iter(known)), known)
        self.show_table(0)
        self.metric_key = chosen

    def refresh_view(self, reply: int | None = None) -> None:
        """Send the current room, and the class chart if it is open."""
        super().refresh_view(reply)
        if self.metric_key is None:
            return
        if self.metric_key in poll_view.get_covered_metrics(self.live):
            if self.sent_chart != self.metric_key:
                self.sent_chart = self.metric_key
                self.send_chart({"figure": self.metric_key, "covered": True})
            return
        chart = self.live.get_class_chart(self.metric_key)
        if chart is not self.sent_chart:
            self.sent_chart = chart
            self.send_chart(chart)
        if chart["unread"]:
            self.live.schedule_broadcast()  # continue after serving phones

    def send_chart(self, chart: Mapping[str, Any]) -> None:
        """Send a class chart (or a note that it is covered) and the list of all metrics."""
        figures = [[one.key, one.label] for one in self.live.charts.metrics.values()]
        self.send(encode_message({"kind": "class", "chart": chart, "figures": figures}))

    def encode_view(self, shown: Data, reply: int | None) -> Data:
        """Return the part of a view to send: only the changes, unless the page asked for the view.

        A step at one of two hundred tables therefore takes as many bytes as with a single table.
        """
        if reply is not None or self.last_view is None:
            return shown
        return {"change": diff_json(self.last_view[0], shown) or {"in": {}}}

    def resync_client(self) -> None:
        """Send everything again, including the chart."""
        self.sent_chart = None
        super().resync_client()

    def build_view(self) -> Data:
        """Return the overview, and the name of its open view."""
        return {
            **build_overview(self.live, with_names=self.is_named),
            "named": self.is_named,
            "place": self.place,
            "charts": self.metric_key is not None,
            "podium": build_podium(self.live) if self.is_podium_open else None,
            "title": get_game_title(self.live.room),
            "questions": poll_view.list_desk_questions(self.live),
            "askable": poll_view.build_question_form(self.live) if self.is_form_open else [],
        }


def get_game_title(room: Room) -> str:
    """Return the title of the room's game."""
    return find(room.game).title


def read_flag(content: Mapping[str, Any]) -> bool:
    on: Any = content.get("on")
    if reason := Flag().refuse(on):
        raise InvalidAction(f"on {reason}")
    return bool(on)


def give_seat(room: Room, content: Mapping[str, Any], ended: Collection[int]) -> Sequence[NewEvent]:
    """Give a seat to a person or a bot."""
    place, seat, person = (content.get(name) for name in ("place", "seat", "person"))
    if type(place) is not int or not isinstance(seat, str) or not isinstance(person, str):
        raise InvalidAction("The request must contain a table, the letter of a seat and a person.")
    return room_commands.give_seat(room, place, seat, person, ended)


SEATING_ACTIONS: Mapping[str, Callable[..., Sequence[NewEvent]]] = {
    "seat": give_seat,
    "move": lambda room, content, ended: seating_commands.move_person(
        room, content.get("person"), content.get("place"), content.get("seat", ""), ended
    ),
    "seat_list": lambda room, content, ended: seating_commands.seat_by_list(
        room, content.get("list"), ended
    ),
}
"""The teacher's requests that give seats, but none at a table that is over."""
TEACHER_ACTIONS: Mapping[str, Callable[..., Sequence[NewEvent]]] = {
    **SEATING_ACTIONS,
    "seat_all": lambda room, content: room_commands.seat_all(
        room,
        content.get("tables", 0),
        content.get("teams", False) is True,
        content.get("order", RANDOM_ORDER),
    ),
    "pause": lambda room, content: room_commands.set_paused(
        room, read_flag(content), content.get("place", 0)
    ),
    "remove": lambda room, content: room_commands.remove_person(room, content.get("person")),
    "remove_waiting": lambda room, content: room_commands.remove_waiting(room),
    "turn_away": lambda room, content: room_commands.reject_claims(room),
    "invent": lambda room, content: room_commands.add_simulated(room, content.get("number")),
    "pace": lambda room, content: room_commands.set_pace(room, content.get("seconds")),
    "absent": lambda room, content: room_commands.set_absence_timeout(
        room, content.get("seconds"), content.get("place", 0)
    ),
    "ends": lambda room, content: room_commands.set_end_round(
        room, content.get("round"), content.get("place", 0)
    ),
    "let_in": lambda room, content: room_commands.answer_claim(
        room, content.get("device"), content.get("person")
    ),
    "poll": lambda room, content: poll_commands.ask_poll(
        room, content.get("words"), content.get("choices", [])
    ),
    "tell": lambda room, content: poll_commands.reveal_answer(room, content.get("question")),
    "usual": lambda room, content: room_commands.show_usual(room, read_flag(content)),
    "reveal_groups": lambda room, content: room_commands.reveal_groups(room, read_flag(content)),
    "hide_names": lambda room, content: room_commands.hide_names(room, read_flag(content)),
    "close": lambda room, content: room_commands.close_room(room),
}
"""The teacher's requests about a room, and the functions that carry them out."""


def read_message(text: str | bytes, max_length: int = MAX_MESSAGE_LENGTH) -> dict[str, Any]:
    """Parse a message from a page. Raise ClasskitError if it is malformed."""
    if isinstance(text, bytes) or len(text) > max_length:
        raise InvalidAction("The page sent something that is not a message.")
    try:
        content = read_json(text, max_length)
    except UnreadableData as error:
        raise InvalidAction(f"The message {error.reason}.") from None
    if not isinstance(content, dict):
        raise InvalidAction("The page sent something that is not an action.")
    return content
