"""What a telephone and the teacher's desk may ask over their lines.

A line of a telephone is bound to one person of the room. It sees what the seat of that person sees,
and answers for that seat alone. The teacher's line sees the wall of all tables, and one table in
full.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any

from classkit.engine.data import Unreadable, read_json
from classkit.engine.errors import ClasskitError, known_name, shorten
from classkit.engine.log import EVERYBODY
from classkit.engine.registry import find
from classkit.engine.strides import read_until
from classkit.widgets.actions import Action, BadAction
from classkit.widgets.channel import Channel
from classkit.widgets.repeats import PER_PAGE
from classkit.widgets.shapes import Ask, Now
from classkit.widgets.sight import Sight

from . import commands
from .contrast import load_soon
from .live import TRIES, LivePlace, LiveRoom, Overtaken
from .log import TEACHER, Draft
from .picture import ClassChart
from .room import Room
from .wall import wall

Data = dict[str, Any]
Send = Callable[[str], object]

LONGEST = 16_000
"""Characters of the longest message that a telephone sends."""
ANSWERS = ("answer", "aside", "withdraw", "default")
"""What a seat does at its table; everything else there is the teacher's."""
LOOKS = (
    "theme", "check", "preview", "form", "trail", "why", "ledger", "rules", "rule", "look",
    "asides", "figures",
)  # fmt: skip
"""What changes nothing but how a page looks."""
TEACHES = (
    "answer", "aside", "default", *(verb for verb in LOOKS if verb != "look"),
    "step", "back", "forward", "goto", "signal", "seen_as", "cover",
)  # fmt: skip
"""What the teacher does at a table: not what the log has no rows for, such as a fork, and nothing
that is asked of a telephone in secret, which would stand on the wall."""


def encoded(content: Mapping[str, Any]) -> str:
    """Return a message as it goes over the line."""
    return json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


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
        asks_again = reply is not None and reply >= PER_PAGE
        key = f"{self.hub.place.place}/{reply}" if asks_again else ""
        for _ in range(TRIES):
            if (self.by, key) in self.hub.place.done:
                self.snapshot(reply)
                return
            self.hub.by, self.hub.key = self.by, key
            try:
                super().act(action, dict(content), reply)
                return
            except Overtaken:
                continue
            finally:
                self.hub.by = self.hub.key = ""
        raise ClasskitError("Too many answered at once. Try again.")

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
        self.seat = seat

    def act(self, action: Action, content: Data, reply: int | None) -> None:
        """Carry out an action for this seat."""
        takes = {*action.needed, *action.maybe}
        if "seat" in takes and content.get("do") not in ("why", "ledger"):
            if content.get("seat", self.seat) != self.seat:
                raise BadAction("Another seat answers that.")
            content["seat"] = self.seat
        if action.plays and self.hub.live.room.paused:
            raise ClasskitError("The teacher has paused the tables.")
        super().act(action, content, reply)

    def look(self, charts: Collection[str]) -> Now:
        """Return the present, with the time at which a bot answers for this seat."""
        present = super().look(charts)
        present["until"] = round(self.hub.due(self.seat), 1) if present["asks"] else 0.0
        return present

    def shows(self, ask: Ask) -> bool:
        """Return whether a question is this seat's own."""
        return ask["seat"] == self.seat


class Line(ABC):
    """A line to a page of the room: it reads what comes, and answers each message once."""

    def __init__(self, live: LiveRoom, send: Send) -> None:
        self.live, self.send = live, send
        self.table: TableLine | None = None
        self.last: Data = {}
        live.lookers.append(self)

    def receive(self, text: str | bytes) -> None:
        """Answer one message, whatever is wrong with it."""
        reply = None
        try:
            content = read_message(text)
            found = content.get("id")
            reply = found if type(found) is int and 0 <= found < 2**53 else None
            if "room" in content:
                self.ask_room(content)
                self.look(reply)
            elif self.table is not None:
                self.table.receive(content)
            else:
                raise ClasskitError("You have no seat yet.")
        except ClasskitError as error:
            self.send(encoded({"kind": "refused", "reason": str(error), "reply": reply}))

    @abstractmethod
    def ask_room(self, content: Mapping[str, Any]) -> None:
        """Carry out what is asked of the room."""

    @abstractmethod
    def shown(self) -> Data:
        """Return the room as this page shows it."""

    def look(self, reply: int | None = None) -> None:
        """Show the room as it is now, if that is asked or anything has changed."""
        shown = self.shown()
        if reply is not None or shown != self.last:
            self.last = shown
            clock = round(self.live.clock(), 1)
            self.send(encoded({"kind": "room", "reply": reply, "clock": clock, **shown}))

    def begin_anew(self) -> None:
        """Show everything: what was told in the meantime has not reached the page."""
        self.last = {}
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


class PhoneLine(Line):
    """The line of a telephone."""

    def __init__(self, live: LiveRoom, device: str, send: Send) -> None:
        super().__init__(live, send)
        self.device = device
        self.sits: tuple[int, str] | None = None
        self.sit()

    @property
    def person(self) -> str:
        """Who this telephone is: itself, unless the teacher let it in as somebody."""
        return self.live.room.person_at(self.device)

    def ask_room(self, content: Mapping[str, Any]) -> None:
        """Join the room, change one's name, or say who one is on another device."""
        verb, name = content["room"], content.get("name", "")
        if verb == "look":
            return
        if verb not in ("join", "claim"):
            raise BadAction(f"The room was asked for {shorten(verb)}, which it is not.")
        if not isinstance(name, str):
            raise BadAction("A name is text.")
        if verb == "claim":
            self.live.write(partial(commands.claim, device=self.device, name=name), self.device)
        else:
            self.live.write(partial(commands.join, person=self.device, name=name), self.person)

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
            self.table = SeatLine(self.live.place(place), self.send, seat, self.person)

    def shown(self) -> Data:
        """Return what a telephone shows of the room."""
        room = self.live.room
        person = room.people.get(self.person)
        place, seat = self.sits or (0, "")
        return {
            "code": room.code,
            "title": title_of(room),
            "joined": person is not None,
            "claimed": room.claims.get(self.device, ""),
            "name": person.name if person else "",
            "place": place,
            "seat": seat,
            "paused": room.paused,
            "closed": room.closed,
            "people": room.students,
            "absent": room.absent_at(place) if place else room.absent,
        }


class TeacherLine(Line):
    """The line of the teacher's desk: the wall, the class as charts, and one table in full."""

    def __init__(self, live: LiveRoom, send: Send) -> None:
        super().__init__(live, send)
        self.place = 0
        self.figure: str | None = None
        """The figure whose chart is shown, if one is."""
        self.drawn: ClassChart | None = None
        if live.room.groups:
            load_soon()

    def ask_room(self, content: Mapping[str, Any]) -> None:
        """Carry out what the teacher asks."""
        verb = content["room"]
        if verb == "look":
            return
        if verb == "show":
            self.show(content.get("place", 0))
            return
        if verb == "back":
            self.take_back(content)
            return
        if verb == "charts":
            self.show_charts(content.get("figure", ""))
            return
        judge = TEACHER_ASKS.get(verb) if isinstance(verb, str) else None
        if judge is None:
            raise BadAction(f"The room was asked for {shorten(verb)}, which it is not.")
        self.live.write(partial(judge, content=content), TEACHER)

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
            sight = Sight(hub.desk, EVERYBODY)
            self.table = TableLine(hub, self.send, sight, TEACHER, TEACHES)

    def take_back(self, content: Mapping[str, Any]) -> None:
        """Take back a decision or a round, at one table or at all."""
        until = read_until(content.get("until", "decision"))
        at = commands.read_place(self.live.room, content.get("place", 0))
        for number in [at] if at else self.live.room.tables:
            self.live.place(number).take_back(until)
        self.live.tell()

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
        chart = self.live.class_chart(self.figure)
        if chart is not self.drawn:
            self.drawn = chart
            figures = [[one.key, one.label] for one in self.live.charts.figures.values()]
            self.send(encoded({"kind": "class", "chart": chart, "figures": figures}))
        if chart["unread"]:
            self.live.tell()  # it goes on in a moment

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
        }


def title_of(room: Room) -> str:
    """Return the title of the game that a room plays."""
    return find(room.game).title


def flag(content: Mapping[str, Any]) -> bool:
    """Return whether something is to be on."""
    on = content.get("on")
    if type(on) is not bool:
        raise BadAction(f"on must be true or false, not {shorten(on)}.")
    return on


def give_seat(room: Room, content: Mapping[str, Any]) -> Sequence[Draft]:
    """Give a seat to somebody, or to a bot."""
    place, seat, person = (content.get(name) for name in ("place", "seat", "person"))
    if type(place) is not int or not isinstance(seat, str) or not isinstance(person, str):
        raise BadAction("A seat is given by its table, its letter, and who is to sit there.")
    return commands.give_seat(room, place, seat, person)


TEACHER_ASKS: Mapping[str, Callable[..., Sequence[Draft]]] = {
    "seat_all": lambda room, content: commands.seat_all(room),
    "seat": give_seat,
    "pause": lambda room, content: commands.pause(room, flag(content)),
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
