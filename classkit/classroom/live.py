"""A room as one process has it: folds that are kept up to date, and all lines that look on.

Several processes may serve one room, and none owns a table. What is done here is appended to the
log under the next number; where another process has taken that number, what it wrote is read, the
table is folded anew, and the answer is judged again. What others wrote is looked for now and then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from classkit.awake import GRACE, AwakeClock
from classkit.engine.errors import ClasskitError, IllegalMove
from classkit.engine.match import Match
from classkit.engine.strides import Until
from classkit.widgets.actions import Action
from classkit.widgets.channel import Hub
from classkit.widgets.desk import Desk

from . import asked
from .asked import Outcome
from .charts import ClassCharts
from .course import Course, course_of
from .log import CLOCK, PROPOSED, TEACHER, THE_ROOM, Draft, Row, Taken
from .picture import ClassChart
from .place import Place
from .questions import THE_CLASS, Question
from .room import Room
from .store import RoomStore
from .teams import AGREED, TAKEN, TIME, captain_of, chosen

TRIES = 20
"""So often something is judged again because another wrote first."""
AWAY = 2
"""Whoever has missed so many decisions in a row is away."""
GOING = (Desk.back, Desk.forward, Desk.goto)
"""What leads to another moment of a match."""
PATIENCE_WITH_THE_AWAY = 5.0
"""Seconds for the decision of somebody who is away."""

Judge = Callable[[Room], Sequence[Draft]]


class Overtaken(ClasskitError):
    """Another process wrote first; the table is folded anew, and what was asked is judged again."""


class Looker(Protocol):
    """A page's line that wants to know when the room changes."""

    def look(self) -> None:
        """Show the room as it is now."""


def at_once(run: Callable[[], None]) -> None:
    """Run a function now."""
    run()


class LivePlace(Hub):
    """A table, and all channels that show it."""

    def __init__(self, live: LiveRoom, number: int) -> None:
        self.live, self.place = live, Place(live.room, number)
        super().__init__(self.place.desk)
        # Any process serves this table, and the log knows what was done: a page asks on
        self.kernel = f"{live.code}/{number}"
        self.keep = self.write
        if live.room.tables[number].teams:  # they see of themselves beside the table
            self.lookers.append(live.tell)
        self.asked_at = live.clock()
        """When the time to answer began here, by the room's clock of this process."""
        self.drawn: tuple[tuple[int, int], Course] | None = None
        self.by, self.key = "", ""
        """Who does what is done next, and that writer's own number of it."""
        self.catch_up()

    # --- what is done here ---------------------------------------------

    def play(self, action: Action, arguments: Mapping[str, Any]) -> Any:
        """Carry out an action that changes the match, and let the bots go on after it.

        Whoever goes back or forth wishes to stand there: the bots wait until somebody steps,
        answers, or leaves the table.
        """
        if self.live.room.closed:
            raise ClasskitError("This lesson is over.")
        if self.place.damage:
            raise ClasskitError(self.place.damage)
        if self.place.is_done and action.run not in GOING and not self.place.match.is_over:
            raise ClasskitError(self.ended())

        def run(desk: Any, **given: Any) -> Any:
            result = action.run(desk, **given)
            if action.run not in GOING:
                self.place.bots_go_on()
            return result

        return super().play(replace(action, run=run), arguments)

    def write(self) -> None:
        """Append what was done here to the log; Overtaken where another process wrote first."""
        drafts = self.place.drafts()
        if not drafts:
            return
        try:
            rows = self.live.store.append(
                self.live.code, self.place.place, self.place.number, drafts, self.by, self.key
            )
        except Taken:
            self.fold_anew()
            raise Overtaken("Somebody else answered at the same moment.") from None
        except ClasskitError:
            self.fold_anew()
            raise
        self.place.note(rows)
        self.restart_time(rows)

    def fold_anew(self) -> None:
        """Rebuild the table from the log, discarding what could not be written."""
        fresh = Place(self.live.room, self.place.place)
        rows = self.live.store.read(self.live.code, self.place.place)
        fresh.take(*rows)
        self.restart_time(rows[self.place.number :])
        self.desk.become(fresh.desk)
        fresh.desk = self.desk
        self.place = fresh

    def run(self, what: Callable[[], object], by: str, key: str = "") -> None:
        """Do something at the table, write it, and tell all who look on."""
        for _ in range(TRIES):
            self.by, self.key = by, key
            what()
            try:
                self.show()
            except Overtaken:
                continue
            finally:
                self.by = self.key = ""
            self.tell(played=True)
            return

    # --- what was done elsewhere ---------------------------------------------

    def catch_up(self) -> bool:
        """Take in what another process has written. Return whether there was anything."""
        if self.place.damage:
            return False
        rows = self.live.store.read(self.live.code, self.place.place, self.place.number)
        self.place.take(*rows)
        self.restart_time(rows)
        return bool(rows)

    def sit(self) -> None:
        """Seat people as the room has them now; what waited for a bot goes on."""
        self.place.sit(self.live.room)
        self.asked_at = self.live.clock()
        self.go_on()
        self.show()

    def expect(self) -> None:
        """Cover, or uncover, what the class was asked about."""
        self.place.expect(self.live.room)
        self.show()

    def go_on(self) -> None:
        """Let the bots play on, unless the table is paused or the lesson over."""
        if not self.live.room.paused_at(self.place.place) and not self.live.room.closed:
            self.run(self.place.bots_go_on, CLOCK)

    def take_back(self, until: Until, key: str = "") -> None:
        """Take back the latest decision of a person here, or the latest round; once for a key."""

        def back() -> None:
            if (TEACHER, key) in self.place.done:
                return
            self.place.take_back(until)
            if not self.desk.persons_asked():
                self.place.bots_go_on()

        if self.place.damage:
            raise ClasskitError(self.place.damage)
        if not self.live.room.closed:
            self.run(back, TEACHER, key)

    def ended(self) -> str:
        """Return a sentence on why play here has ended."""
        return self.place.damage or f"Round {self.place.ends} is over, and this table ends with it."

    # --- teams ---------------------------------------------

    def members(self, seat: str) -> list[str]:
        """Return the people of a team who decide: who is invented does where nobody else is."""
        room = self.live.room
        people = room.tables[self.place.place].teams.get(seat, [])
        return [who for who in people if not room.is_invented(who)] or people

    def captain(self, seat: str) -> str:
        """Return who leads a team now; an absent captain's right has passed on."""
        return captain_of(self.members(seat), self.place.holders[seat], self.place.away)

    def propose(self, person: str, seat: str, move: str, fields: Mapping[str, Any]) -> None:
        """Let somebody of a team propose an answer; it is given once all agree."""
        if self.place.damage:
            raise ClasskitError(self.place.damage)
        self.place.propose(person, seat, move, fields)
        if self.place.agree(seat, self.members(seat)):
            self.settle(seat, AGREED)

    def settle(self, seat: str, why: str, key: str = "") -> bool:
        """Answer what a team has chosen, or the choice of this key; False where there is none.

        What has become illegal since it was proposed is passed over.
        """
        proposals = [one for one in self.place.proposed(seat) if key in ("", one.key)]
        team = self.members(seat) if why == TIME else ()
        while choice := chosen(proposals, self.captain(seat)):
            try:
                self.place.decide(seat, choice, why, team)
            except IllegalMove:
                if why == TAKEN:
                    raise
                proposals = [one for one in proposals if one.key != choice.proposal.key]
                continue
            self.place.bots_go_on()
            return True
        return False

    # --- the wall ---------------------------------------------

    @property
    def course(self) -> Course:
        """The lines of this table on the wall, computed once for each step."""
        at = self.place.number, self.place.match.step
        if self.drawn is None or self.drawn[0] != at:
            self.drawn = at, course_of(self.place.match)
        return self.drawn[1]

    # --- the time ---------------------------------------------

    def asked(self) -> list[str]:
        """Return the seats of people who are asked now."""
        return [] if self.place.is_done else self.desk.persons_asked()

    def waited(self, now: float) -> float:
        """Return for how many seconds whoever is asked has been; 0 where nobody is."""
        return max(0.0, now - self.asked_at) if self.asked() else 0.0

    def restart_time(self, rows: Sequence[Row]) -> None:
        """Begin the time to answer again after new rows; a proposal in a team leaves it running.

        It begins when this process takes them in. The time that a row was written is left out: it
        may be that of another machine, or of a clock that was wrong.
        """
        if any(row.kind != PROPOSED for row in rows):
            self.asked_at = self.live.clock()

    def due(self, seat: str) -> float:
        """Return when a bot answers for a person in a seat; 0 if none will, as in a pause.

        After a gap, in which nobody could answer, everybody has some seconds.
        """
        room, number = self.live.room, self.place.place
        absent = room.absent_at(number)
        if not absent or room.paused_at(number) or seat not in self.asked():
            return 0.0
        is_away = self.place.stood_in.get(seat, 0) >= AWAY
        limit = min(absent, PATIENCE_WITH_THE_AWAY) if is_away else absent
        return max(self.asked_at + limit, self.live.clock.woke_at + GRACE)

    def stand_in(self, now: float) -> None:
        """Let a bot answer for a person who was asked long enough ago."""
        for seat in self.asked():
            if 0 < self.due(seat) <= now:
                self.answer_for(seat)
                return

    def answer_for(self, seat: str) -> None:
        """Answer once for somebody what their team has chosen, else what a bot does, and go on.

        Whoever wrote first may have answered it already.
        """

        def once() -> None:
            if seat in self.asked() and not self.settle(seat, TIME):
                self.place.stand_in(seat)
                self.place.bots_go_on()

        self.run(once, CLOCK, f"{self.place.number + 1}")


class LiveRoom:
    """A room in this process: its fold, its tables as far as they were looked at, and its lines."""

    def __init__(
        self,
        store: RoomStore,
        code: str,
        clock: AwakeClock | None = None,
        soon: Callable[[Callable[[], None]], object] = at_once,
    ) -> None:
        """Fold a room from its log.

        ``clock`` counts the time to answer; :meth:`look` is what reads it every second. ``soon``
        runs a function a moment later: two hundred who join within a minute are told of
        each other a few times a second, and not each of every other.
        """
        self.store, self.code, self.soon = store, code, soon
        self.clock = clock or AwakeClock()
        self.woke_at = self.clock.woke_at
        self.is_telling = False
        self.is_gone = False
        """Whether the room has been deleted."""
        self.room = Room(code)
        self.places: dict[int, LivePlace] = {}
        self.lookers: list[Looker] = []
        self.charts = ClassCharts()
        self.outcomes: dict[int, tuple[tuple[object, ...], Outcome]] = {}
        """What came of each question, with what that depends on."""
        self.catch_up()

    def place(self, number: int) -> LivePlace:
        """Return a table, folded from the log when it is first looked at."""
        if number not in self.places:
            if number not in self.room.tables:
                raise ClasskitError(f"This room has no table {number}.")
            self.places[number] = LivePlace(self, number)
        return self.places[number]

    @property
    def matches(self) -> dict[int, Match]:
        """The matches of all tables."""
        return {number: self.place(number).place.match for number in self.room.tables}

    def class_chart(self, figure: str) -> ClassChart:
        """Return a chart of the class as it stands; by default of the first figure."""
        return self.charts.of(figure, self.room, self.matches)

    def outcome(self, question: Question) -> Outcome:
        """Return a question in words, and what has come of it; computed once for all pages.

        Whichever page asks first after something has come, all are told of it.
        """
        stand = asked.stand_of(self, question)
        kept = self.outcomes.get(question.number)
        if kept is not None and kept[0] == stand:
            return kept[1]
        found = asked.outcome_of(self, question)
        self.outcomes[question.number] = (stand, found)
        if kept is not None and kept[1] != found:
            self.tell()
        return found

    def write(self, judge: Judge, by: str, key: str = "") -> None:
        """Judge what is asked of the room, write the rows that carry it out, and tell everybody.

        ClasskitError where it is not possible; nothing has changed then. What was written before
        under the same number of the same writer is done already.
        """
        for _ in range(TRIES):
            if (by, key) in self.room.done:
                return
            drafts = judge(self.room)
            if not drafts:
                return
            try:
                number = self.room.number
                rows = self.store.append(self.code, THE_ROOM, number, drafts, by, key)
            except Taken:
                before = self.room.number
                self.catch_up()
                if self.room.number == before:  # its own number was used: it is done
                    return
                continue
            self.take(rows)
            self.tell()
            return
        raise ClasskitError("Too much happens in this room at once. Try again.")

    def take(self, rows: Sequence[Row]) -> None:
        """Take in rows of the room, and seat people anew where they changed places."""
        paused, retimed = {at for at in self.room.tables if self.room.paused_at(at)}, False
        changed, expecting = set[int](), set[int]()
        for row in rows:
            tables = {number: dict(one.holders) for number, one in self.room.tables.items()}
            self.room.take(row)
            changed |= {
                number
                for number, one in self.room.tables.items()
                if tables.get(number) != one.holders
            }
            retimed = retimed or row.kind == "absent"
            if row.kind in ("named", "names_hidden", "closed", "ends"):
                changed |= {*self.room.tables}
            if row.kind in ("asked", "told"):
                expecting |= self.places_of(self.room.questions[row.body["question"]])
        still = {at for at in self.room.tables if self.room.paused_at(at)}
        for number in paused - still:
            self.place(number).asked_at = self.clock()
            changed.add(number)
        for number in changed:
            self.place(number).sit()
        timed = {*self.places} if retimed else {*self.places} & (still - paused)
        for number in timed - changed:
            self.places[number].show()
        for number in expecting - changed:
            self.place(number).expect()

    def places_of(self, question: Question) -> set[int]:
        """Return the tables at which a question covers a chart."""
        if question.about is None:
            return set()
        place = question.about["place"]
        return {*self.room.tables} if place == THE_CLASS else {place}

    def catch_up(self) -> bool:
        """Take in what another process has written. Return whether there was anything."""
        rows = self.store.read(self.code, THE_ROOM, self.room.number)
        self.take(rows)
        return bool(rows)

    def look(self) -> None:
        """Look for what other processes wrote, and for whom a bot has to answer."""
        now = self.clock()
        latest = self.store.latest(self.code)
        if not latest:
            self.room.closed = self.is_gone = True
            self.tell()
            return
        told = False
        for place, number in sorted(latest.items()):
            self.heard(place, number)
        if self.woke_at != self.clock.woke_at:
            self.tell_time()
        if not self.room.closed:
            for number, live in self.places.items():
                if self.room.paused_at(number):
                    continue
                before = live.place.number
                live.stand_in(now)
                told = told or live.place.number != before
        if told or self.has_come():
            self.tell()

    def heard(self, place: int, number: int) -> None:
        """Take in what another process has told: a place has come to this number."""
        told = False
        if place == THE_ROOM:
            told = number > self.room.number and self.catch_up()
        elif (live := self.places.get(place)) and number > live.place.number and live.catch_up():
            live.show()
            told = True
        if told:
            self.tell()

    def has_come(self) -> bool:
        """Return whether something has come of what was predicted, which pages do not show yet."""
        return any(
            kept[0] != asked.stand_of(self, question) and kept[1] != self.outcome(question)
            for question in asked.latest_told(self.room, asked.LATEST_TOLD)
            if question.about and (kept := self.outcomes.get(question.number))
        )

    def tell_time(self) -> None:
        """Show all pages how much time is left after a gap, which their own clocks counted."""
        self.woke_at = self.clock.woke_at
        for live in self.places.values():
            live.show()
        self.tell()

    def tell(self) -> None:
        """Show everybody who looks on, in a moment, what has changed in the room."""
        if not self.is_telling:
            self.is_telling = True
            self.soon(self.tell_now)

    def tell_now(self) -> None:
        """Show everybody who looks on the room as it is now."""
        self.is_telling = False
        for one in list(self.lookers):
            one.look()
