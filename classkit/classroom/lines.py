"""What a telephone and the teacher's desk may ask of the room over their lines.

A line of a telephone is bound to one person of the room. It sees what the seat of that person sees,
and answers for that seat alone. The teacher's line sees the wall of all tables, and one table in
full.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from classkit.engine.data import Unreadable, read_json
from classkit.engine.errors import ClasskitError, known_name, shorten
from classkit.engine.fields import Flag
from classkit.engine.registry import find
from classkit.engine.strides import read_until
from classkit.widgets.actions import BadAction

from . import asked, asking, commands
from .contrast import load_soon
from .huddle import huddle
from .live import LiveRoom
from .log import TEACHER, Draft
from .picture import ClassChart
from .room import Room
from .table_lines import DeskLine, SeatLine, Send, TableLine, TeamLine, asks_again, encoded
from .wall import wall

Data = dict[str, Any]

LONGEST = 16_000
"""Characters of the longest message that a telephone sends."""
TEAM_ASKS = ("second", "take", "captain")
"""What somebody of a team asks of it, beside answering."""


class Line(ABC):
    """A line to a page of the room: it reads what comes, and answers each message once."""

    def __init__(self, live: LiveRoom, send: Send) -> None:
        self.live, self.send = live, send
        self.table: TableLine | None = None
        self.last: tuple[Data, float] | None = None
        """What was shown, and the end of the gap after which it was."""
        self.reply: int | None = None
        """The number of the message that is being answered."""
        live.lookers.append(self)

    def receive(self, text: str | bytes) -> None:
        """Answer one message, whatever is wrong with it."""
        reply = None
        try:
            content = read_message(text)
            found = content.get("id")
            reply = self.reply = found if type(found) is int and 0 <= found < 2**53 else None
            if "room" in content:
                self.ask_room(content)
                self.look(reply)
            elif self.table is not None:
                self.table.receive(content)
            else:
                raise ClasskitError("You have no seat yet.")
        except ClasskitError as error:
            self.send(encoded({"kind": "refused", "reason": str(error), "reply": reply}))

    @property
    def key(self) -> str:
        """The log's key for what is asked; "" for a request that is never repeated."""
        return f"{self.reply}" if asks_again(self.reply) else ""

    @abstractmethod
    def ask_room(self, content: Mapping[str, Any]) -> None:
        """Carry out what is asked of the room."""

    @abstractmethod
    def shown(self) -> Data:
        """Return the room as this page shows it."""

    def look(self, reply: int | None = None) -> None:
        """Show the room as it is now, if that is asked or anything has changed."""
        shown, clock = self.shown(), round(self.live.clock(), 1)
        stand = shown, self.live.clock.woke_at
        if reply is not None or stand != self.last:
            self.last = stand
            self.send(encoded({"kind": "room", "reply": reply, "clock": clock, **shown}))

    def begin_anew(self) -> None:
        """Show everything: what was told in the meantime has not reached the page."""
        self.last = None
        self.look()
        if self.table is not None:
            self.table.snapshot()

    def leave(self) -> None:
        """Tell this page nothing more."""
        if self in self.live.lookers:
            self.live.lookers.remove(self)
        if self.table is not None:
            self.table.leave()
            self.table = None


class Door(Protocol):
    """The door by which a telephone comes: it tells where too many come at once."""

    def joins(self) -> None:
        """Let the telephone join, or raise ClasskitError."""

    def claims(self) -> None:
        """Let the telephone wait to be let in as somebody, or raise ClasskitError."""


class PhoneLine(Line):
    """The line of a telephone; without a ``door`` it may always come in."""

    def __init__(self, live: LiveRoom, device: str, send: Send, door: Door | None = None) -> None:
        super().__init__(live, send)
        self.device, self.door = device, door
        self.sits: tuple[int, str] | None = None
        self.sit()

    @property
    def person(self) -> str:
        """Who this telephone is: itself, unless the teacher let it in as somebody."""
        return self.live.room.person_at(self.device)

    def ask_room(self, content: Mapping[str, Any]) -> None:
        """Join the room, change one's name, say who one is elsewhere, or answer a question."""
        verb, name = content["room"], content.get("name", "")
        if verb == "look":
            return
        if verb == "reply":
            answered = partial(
                asking.answer,
                person=self.person,
                number=content.get("question"),
                stated=content.get("answer"),
            )
            self.live.write(answered, self.person, self.key)
            return
        if verb in TEAM_ASKS:
            self.ask_team(verb, content)
            return
        if verb not in ("join", "claim"):
            raise BadAction(f"The room was asked for {shorten(verb)}, which it is not.")
        if not isinstance(name, str):
            raise BadAction("A name is text.")
        room = self.live.room
        if verb == "claim":
            judge = partial(commands.claim, device=self.device, name=name)
            let = self.door.claims if self.door else None
        else:
            judge = partial(commands.join, person=self.device, name=name)
            let = self.door.joins if self.door and not room.is_in(self.person) else None
        judge(room)  # who is refused by the room is not counted at its door
        if let:
            let()
        self.live.write(judge, self.device if verb == "claim" else self.person, self.key)

    def ask_team(self, verb: str, content: Mapping[str, Any]) -> None:
        """Second a proposal; or, as a captain, take one, or hand one's right on."""
        line = self.table
        if not isinstance(line, TeamLine) or self.sits is None:
            raise ClasskitError("You are in no team.")
        if verb == "second":
            line.second(content.get("choice"), self.reply)
        elif verb == "take":
            line.take(content.get("choice"), self.reply)
        else:
            place, seat = self.sits
            if (self.person, self.key) in self.live.room.done:
                return
            if self.person != line.hub.captain(seat):
                raise ClasskitError("That is your captain's to do.")
            judge = partial(commands.hand_on, place=place, seat=seat, at=content.get("to"))
            self.live.write(judge, self.person, self.key)

    def look(self, reply: int | None = None) -> None:
        """Show the room, and the table at which this person sits now."""
        self.sit()
        super().look(reply)

    def sit(self) -> None:
        """Follow this person to the seat that they have now."""
        sits = self.live.room.seat_of(self.person)
        if sits == self.sits:
            return
        if self.table is not None:
            self.table.leave()
        self.sits = sits
        self.table = None
        if sits is not None:
            place, seat = sits
            kind = TeamLine if seat in self.live.room.tables[place].teams else SeatLine
            self.table = kind(self.live.place(place), self.send, seat, self.person)

    def shown(self) -> Data:
        """Return what a telephone shows of the room."""
        room = self.live.room
        person = room.people.get(self.person)
        place, seat = self.sits or (0, "")
        return {
            "code": room.code,
            "title": title_of(room),
            "joined": room.is_in(self.person),
            "removed": room.is_removed(self.person),
            "claimed": room.claims.get(self.device, ""),
            "name": person.name if person else "",
            "place": place,
            "seat": seat,
            "paused": room.paused_at(place) if place else room.paused,
            "closed": room.closed,
            "people": room.students,
            "absent": room.absent_at(place) if place else room.absent,
            "questions": asked.on_phone(self.live, self.person) if room.is_in(self.person) else [],
            "team": huddle(self.table.hub, seat, self.person)
            if isinstance(self.table, TeamLine)
            else None,
            "playing": bool(room.tables),
        }


class TeacherLine(Line):
    """The line of the teacher's desk: the wall, the class as charts, and one table in full."""

    def __init__(self, live: LiveRoom, send: Send) -> None:
        super().__init__(live, send)
        self.place = 0
        self.figure: str | None = None
        """The figure whose chart is shown, if one is."""
        self.drawn: ClassChart | str | None = None
        """What of it the page has: the chart, or the figure that is covered."""
        self.asks = False
        """Whether the form that asks the class is open."""
        if live.room.groups:
            load_soon()

    def ask_room(self, content: Mapping[str, Any]) -> None:
        """Carry out what the teacher asks."""
        verb = content["room"]
        if verb == "look":
            return
        if verb == "show":
            self.show(content.get("place", 0))
            if isinstance(self.table, DeskLine):
                self.table.restore(content)
            return
        if verb == "back":
            self.take_back(content)
            return
        if verb == "charts":
            self.show_charts(content.get("figure", ""))
            return
        if verb == "asking":
            self.asks = flag(content)
            return
        if verb == "ask":
            self.ask_class(content)
            return
        judge = TEACHER_ASKS.get(verb) if isinstance(verb, str) else None
        if judge is None:
            raise BadAction(f"The room was asked for {shorten(verb)}, which it is not.")
        self.live.write(partial(judge, content=content), TEACHER, self.key)

    def show(self, place: object) -> None:
        """Show a table in full; 0 for the wall."""
        if type(place) is not int or (place and place not in self.live.room.tables):
            raise BadAction(f"There is no table {shorten(place)}.")
        if self.table is not None:
            self.table.leave()
            self.table.hub.go_on()
        self.table, self.place, self.figure, self.drawn = None, place, None, None
        if place:
            hub = self.live.place(place)
            self.table = DeskLine(hub, self.send)

    def take_back(self, content: Mapping[str, Any]) -> None:
        """Take back a decision or a round, at one table or at all."""
        until = read_until(content.get("until", "decision"))
        at = commands.read_place(self.live.room, content.get("place", 0))
        for number in [at] if at else self.live.room.tables:
            self.live.place(number).take_back(until, self.key and f"{number}/{self.key}")
        self.live.tell()

    def ask_class(self, content: Mapping[str, Any]) -> None:
        """Ask the class for a figure that is to come."""
        question = partial(
            asking.ask_prediction,
            matches=self.live.matches,
            place=content.get("place", 0),
            figure=content.get("figure"),
            at=content.get("at"),
            seat=content.get("seat"),
        )
        self.live.write(question, TEACHER, self.key)

    def show_charts(self, figure: object) -> None:
        """Show a chart of the class, in place of the wall."""
        if not isinstance(figure, str):
            raise BadAction("A figure is named by its key.")
        known = self.live.charts.known(self.live.matches)
        chosen = known_name("figure", figure or next(iter(known)), known)
        self.show(0)
        self.figure = chosen

    def look(self, reply: int | None = None) -> None:
        """Show the room as it is now, and the chart of the class where it is looked at."""
        super().look(reply)
        if self.figure is None:
            return
        if self.figure in asked.covered_figures(self.live):
            if self.drawn != self.figure:
                self.drawn = self.figure
                self.send_chart({"figure": self.figure, "covered": True})
            return
        chart = self.live.class_chart(self.figure)
        if chart is not self.drawn:
            self.drawn = chart
            self.send_chart(chart)
        if chart["unread"]:
            self.live.tell()  # it goes on in a moment

    def send_chart(self, chart: Mapping[str, Any]) -> None:
        """Send a chart of the class, or that it is covered, with all figures there are."""
        figures = [[one.key, one.label] for one in self.live.charts.figures.values()]
        self.send(encoded({"kind": "class", "chart": chart, "figures": figures}))

    def begin_anew(self) -> None:
        """Show everything again, the chart too."""
        self.drawn = None
        super().begin_anew()

    def shown(self) -> Data:
        """Return the wall, and which view of it is open."""
        return {
            **wall(self.live),
            "place": self.place,
            "charts": self.figure is not None,
            "title": title_of(self.live.room),
            "questions": asked.on_desk(self.live),
            "askable": asked.askable_form(self.live) if self.asks else [],
        }


def title_of(room: Room) -> str:
    """Return the title of the game that a room plays."""
    return find(room.game).title


def flag(content: Mapping[str, Any]) -> bool:
    on: Any = content.get("on")
    if reason := Flag().refuse(on):
        raise BadAction(f"on {reason}")
    return bool(on)


def give_seat(room: Room, content: Mapping[str, Any]) -> Sequence[Draft]:
    """Give a seat to somebody, or to a bot."""
    place, seat, person = (content.get(name) for name in ("place", "seat", "person"))
    if type(place) is not int or not isinstance(seat, str) or not isinstance(person, str):
        raise BadAction("A seat is given by its table, its letter, and who is to sit there.")
    return commands.give_seat(room, place, seat, person)


TEACHER_ASKS: Mapping[str, Callable[..., Sequence[Draft]]] = {
    "seat_all": lambda room, content: commands.seat_all(
        room, content.get("tables", 0), content.get("teams", False) is True
    ),
    "seat": give_seat,
    "pause": lambda room, content: commands.pause(room, flag(content), content.get("place", 0)),
    "remove": lambda room, content: commands.remove(room, content.get("person")),
    "remove_waiting": lambda room, content: commands.remove_waiting(room),
    "turn_away": lambda room, content: commands.turn_away(room),
    "invent": lambda room, content: commands.invent(room, content.get("number")),
    "pace": lambda room, content: commands.set_pace(room, content.get("seconds")),
    "absent": lambda room, content: commands.set_absence(
        room, content.get("seconds"), content.get("place", 0)
    ),
    "ends": lambda room, content: commands.end_after(
        room, content.get("round"), content.get("place", 0)
    ),
    "let_in": lambda room, content: commands.answer_claim(
        room, content.get("device"), content.get("person")
    ),
    "poll": lambda room, content: asking.ask_poll(
        room, content.get("words"), content.get("choices", [])
    ),
    "tell": lambda room, content: asking.tell(room, content.get("question")),
    "hide_names": lambda room, content: commands.hide_names(room, flag(content)),
    "close": lambda room, content: commands.close(room),
}
"""What the teacher asks of a room, and what judges it."""


def read_message(text: str | bytes) -> dict[str, Any]:
    """Read a message from a page; ClasskitError for anything that is none."""
    if isinstance(text, bytes) or len(text) > LONGEST:
        raise BadAction("The page sent something that is no message.")
    try:
        content = read_json(text, LONGEST)
    except Unreadable as error:
        raise BadAction(f"The message {error.reason}.") from None
    if not isinstance(content, dict):
        raise BadAction("The page sent something that is no action.")
    return content
