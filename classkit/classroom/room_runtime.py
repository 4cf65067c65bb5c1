"""A room in one process: its current state, its tables, and its connections.

Several processes may serve one room, and none owns a table. A process appends an action to the log
under the next number. If another process has taken that number, this process reads the new rows,
rebuilds the table and retries the action. It also polls for new rows of other processes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from classkit.awake_clock import GRACE_SECONDS, AwakeClock
from classkit.engine.errors import ClasskitError, IllegalMove
from classkit.engine.match import Match
from classkit.engine.navigation import Until
from classkit.widgets.action_summary import record_moment, summarize_action
from classkit.widgets.actions import Action
from classkit.widgets.connection_protocol import Channel, Hub
from classkit.widgets.json_diff import share_parts
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from classkit.widgets.state_snapshot import build_state
from classkit.widgets.wire_types import PhoneWaitData, StateData

from . import poll_view
from .class_chart_cache import ClassChartCache
from .class_charts import ClassChart
from .database_timeouts import RoomStoreError
from .group_commit import GroupCommit, PendingAction
from .poll_model import WHOLE_CLASS, ClassQuestion
from .poll_view import QuestionOutcome
from .room import Room
from .room_events import (
    CLOCK,
    ENTRY,
    PROPOSED,
    ROOM_STREAM,
    TEACHER,
    NewEvent,
    StoredEvent,
    VersionConflict,
)
from .room_store import RoomStore, RowGroup
from .room_table import RoomTable
from .teams import AGREED, TAKEN, TIME, choose_proposal, get_acting_captain

if TYPE_CHECKING:
    from .wall_instrument import TableInstruments

MAX_RETRIES = 20
"""Maximum number of attempts while other processes write first."""
MISSED_LIMIT = 2
"""Number of consecutive missed decisions after which a person counts as away."""
SEEK_ACTIONS = (MatchController.back, MatchController.forward, MatchController.goto)
"""Actions that move to another point of a match."""
MAX_PUBLIC_STATES = 4
"""Maximum number of public states kept at a table, each with other charts."""
UNSEEN_SECONDS = 300.0
"""Seconds for which a person counts as connected if this process has never seen their phone."""
AWAY_SECONDS = 5.0
"""Seconds after which a bot decides for a person who is away."""

RoomCommand = Callable[[Room], Sequence[NewEvent]]


class ConcurrentWrite(ClasskitError):
    """Another process wrote first: the table was rebuilt, and the request is retried."""


class RoomSubscriber(Protocol):
    """A connection that is notified when the room changes."""

    @property
    def person(self) -> str:
        """The person whose phone this is, or "" for a page of the teacher."""

    @property
    def shows_class(self) -> bool:
        """Whether its page currently shows all tables, and so must be updated with each of them."""

    def refresh_view(self) -> None:
        """Send the current state of the room."""


def call_now(run: Callable[[], None]) -> None:
    run()


class TableRuntime(Hub):
    """A table in this process, and all connections that show it."""

    def __init__(self, live: RoomRuntime, number: int) -> None:
        self.room_runtime, self.place = live, RoomTable(live.room, number)
        super().__init__(self.place.controller)
        # any process can serve this table and find past requests in the log: pages may repeat them
        self.kernel_id = f"{live.code}/{number}"
        self.save_table = self.append_rows
        # team members see their team next to the table; the wall shows every table
        teams = live.room.tables[number].teams
        self.change_listeners.append(live.schedule_broadcast if teams else live.schedule_overview)
        self.asked_at = live.clock()
        """Start of the current time limit, on this process's clock for the room."""
        self.instruments_cache: tuple[object, TableInstruments] | None = None
        self.public_view = PageView(self.controller)
        self.public_view.answering_seat = ""  # the public view shows no decisions
        self.public_states: dict[tuple[frozenset[str], frozenset[str]], StateData] = {}
        """The state that everybody saw last, by the charts and numbers in it."""
        self.by, self.key = "", ""
        """The writer of the next action, and the writer's own number for it."""
        self.judge_again: Callable[[], None] | None = None
        """Judges the current action of a page once more, after another process wrote first."""
        self.read_new_rows()
        self.controller.summary = self.place.damage  # do not report the whole match as news

    # --- actions of this process ---------------------------------------------

    def run_match_action(self, action: Action, arguments: Mapping[str, Any]) -> Any:
        """Run an action that changes the match, let the bots continue, and return its result.

        After a move back or forward the bots wait until somebody steps, answers, or leaves the
        table.
        """
        if self.room_runtime.room.closed:
            raise ClasskitError("This lesson is over.")
        if self.place.damage:
            raise ClasskitError(self.place.damage)
        if self.place.is_done and action.run not in SEEK_ACTIONS and not self.place.match.is_over:
            raise ClasskitError(self.get_end_reason())

        def run(desk: Any, **given: Any) -> Any:
            result = action.run(desk, **given)
            if action.run not in SEEK_ACTIONS:
                self.place.play_bots()
            return result

        return super().run_match_action(replace(action, run=run), arguments)

    def get_public_state(self, charts: Collection[str], numbers: Collection[str]) -> StateData:
        """Return the current state as everybody sees it, built once for all seats."""
        key = frozenset(charts), frozenset(numbers)

        def build() -> StateData:
            before = self.public_states.pop(key, None)
            shown = build_state(self.public_view, charts, numbers)
            self.public_states[key] = shown = share_parts(before, shown) if before else shown
            if len(self.public_states) > MAX_PUBLIC_STATES:
                del self.public_states[next(iter(self.public_states))]
            return shown

        return self.controller.compute_once(("public", *key), build)

    def append_rows(self) -> None:
        """Append pending actions to the log.

        Raise ConcurrentWrite if another process wrote first.
        """
        drafts = self.place.list_new_events()
        if not drafts:
            return
        try:
            rows = self.room_runtime.store.append_rows(*self.group_rows(drafts))
        except VersionConflict:
            self.rebuild_table()
            raise ConcurrentWrite("Somebody else answered at the same moment.") from None
        except ClasskitError:
            self.rebuild_table()
            raise
        self.mark_stored(rows)

    def group_rows(self, drafts: Sequence[NewEvent]) -> RowGroup:
        """Return the rows of an action with their place in the log."""
        at = self.room_runtime.code, self.place.place, self.place.row_number
        return RowGroup(*at, drafts, self.by, self.key)

    def mark_stored(self, rows: list[StoredEvent]) -> None:
        """Mark the actions done here as stored, and restart the time limit."""
        self.place.mark_logged(rows)
        self.restart_timer(rows)
        self.room_runtime.store.answer_count += sum(row.kind == ENTRY for row in rows)

    def publish_all(self, by: Channel | None = None, reply: Any = None) -> None:
        """Store the table, then update all pages. The update contains the reply for ``by``.

        While actions are collected, a page's action is stored together with actions at other
        tables.
        """
        commit, judge_again = self.room_runtime.group_commit, self.judge_again
        drafts = self.place.list_new_events() if commit.is_open else []
        if by is None or judge_again is None or not drafts:
            super().publish_all(by, reply)
            return

        def confirm(rows: list[StoredEvent]) -> None:
            self.mark_stored(rows)
            self.send_changes(by, reply)

        def reject(error: VersionConflict | RoomStoreError) -> None:
            self.rebuild_table()
            if isinstance(error, RoomStoreError):
                raise error
            judge_again()

        commit.add_action(
            PendingAction(
                self.group_rows(drafts),
                lambda rows: by.report_errors(lambda: confirm(rows), reply),
                lambda error: by.report_errors(lambda: reject(error), reply),
            )
        )

    def rebuild_table(self) -> None:
        """Rebuild the table from the log, discarding actions that could not be written."""
        fresh = RoomTable(self.room_runtime.room, self.place.place)
        rows = self.room_runtime.store.read_rows(self.room_runtime.code, self.place.place)
        known, new = rows[: self.place.row_number], rows[self.place.row_number :]
        fresh.apply_rows(*known)
        fresh.controller.summary = fresh.damage
        fresh.apply_rows(*new)
        self.restart_timer(new)
        self.controller.adopt_state(fresh.controller)
        fresh.controller = self.controller
        self.place = fresh

    def commit_action(self, what: Callable[[], object], by: str, key: str = "") -> None:
        """Run an action at the table, summarize it, write it to the log, and update all pages.

        If another process writes first, retry the action up to MAX_RETRIES times.
        """
        for _ in range(MAX_RETRIES):
            self.by, self.key = by, key
            before = record_moment(self.controller)
            what()
            self.controller.summary = summarize_action(self.controller, before)
            try:
                self.publish_all()
            except ConcurrentWrite:
                continue
            finally:
                self.by = self.key = ""
            self.notify_listeners(played=True)
            return

    # --- actions of other processes ---------------------------------------------

    def read_new_rows(self) -> bool:
        """Apply rows that other processes have written. Return True if there were any."""
        if self.place.damage:
            return False
        rows = self.room_runtime.store.read_rows(
            self.room_runtime.code, self.place.place, self.place.row_number
        )
        return self.apply_new_rows(rows)

    def apply_new_rows(self, rows: Sequence[StoredEvent]) -> bool:
        """Apply those of some rows that are new here. Return True if there were any."""
        new = [row for row in rows if row.number > self.place.row_number]
        if not new:
            return False
        self.place.apply_rows(*new)
        self.restart_timer(new)
        return True

    def update_seats(self) -> None:
        """Assign seats as in the current room, restart the time limit, and let bots continue."""
        self.place.assign_seats(self.room_runtime.room)
        self.asked_at = self.room_runtime.clock()
        self.play_bots()
        self.publish_all()

    def update_predictions(self) -> None:
        """Cover or uncover charts, as the current questions require."""
        self.place.update_predictions(self.room_runtime.room)
        self.publish_all()

    def play_bots(self) -> None:
        """Let the bots play, unless the table is paused or the lesson is over."""
        if (
            not self.room_runtime.room.is_table_paused(self.place.place)
            and not self.room_runtime.room.closed
        ):
            self.commit_action(self.place.play_bots, CLOCK)

    def take_back(self, until: Until, key: str = "") -> None:
        """Take back a person's latest decision here, or the latest round, once for each key."""

        def back() -> None:
            if (TEACHER, key) in self.place.done:
                return
            self.place.take_back(until)
            if not self.controller.waiting_persons():
                self.place.play_bots()

        if self.place.damage:
            raise ClasskitError(self.place.damage)
        if not self.room_runtime.room.closed:
            self.commit_action(back, TEACHER, key)

    def get_end_reason(self) -> str:
        """Return a sentence that explains why play here has ended."""
        return (
            self.place.damage
            or f"Round {self.place.end_round} is over, and this table ends with it."
        )

    # --- teams ---------------------------------------------

    def list_deciders(self, seat: str) -> list[str]:
        """Return the people in a seat who decide: real people, or else simulated ones."""
        room = self.room_runtime.room
        people = room.tables[self.place.place].list_people(seat)
        return [who for who in people if not room.is_simulated(who)] or people

    def get_captain(self, seat: str) -> str:
        """Return the acting captain of a team. If the captain is away, another member acts."""
        return get_acting_captain(
            self.list_deciders(seat), self.place.holders[seat], self.place.away
        )

    def propose(self, person: str, seat: str, move: str, fields: Mapping[str, Any]) -> None:
        """Record a team member's proposal. It becomes the answer once all present members agree."""
        if self.place.damage:
            raise ClasskitError(self.place.damage)
        self.place.propose(person, seat, move, fields)
        if self.place.has_agreement(seat, self.list_deciders(seat)):
            self.answer_for_team(seat, AGREED)

    def answer_for_team(self, seat: str, why: str, key: str = "") -> bool:
        """Answer with a team's chosen proposal. Return False if there is none.

        With a ``key``, only proposals with this key are considered. Proposals that have become
        illegal are skipped, but if the captain took such a proposal, IllegalMove is raised.
        """
        proposals = [one for one in self.place.list_proposals(seat) if key in ("", one.key)]
        team = self.list_deciders(seat) if why == TIME else ()
        while choice := choose_proposal(proposals, self.get_captain(seat)):
            try:
                self.place.decide(seat, choice, why, team)
            except IllegalMove:
                if why == TAKEN:
                    raise
                proposals = [one for one in proposals if one.key != choice.proposal.key]
                continue
            self.place.play_bots()
            return True
        return False

    # --- the wall ---------------------------------------------

    def list_raised_hands(self) -> list[str]:
        """Return the seats at which somebody has raised a hand."""
        room = self.room_runtime.room
        setup = room.tables[self.place.place]
        return [seat for seat in setup.seats if not room.hands.isdisjoint(setup.list_people(seat))]

    def list_away_seats(self) -> list[str]:
        """Return the seats of people for whom bots answer: see :meth:`is_away`."""
        seats = [] if self.place.is_done else self.place.holders
        return [one for one in seats if self.is_away(one)]

    # --- time limits ---------------------------------------------

    def list_asked_seats(self) -> list[str]:
        """Return the seats of people who have to decide now."""
        return [] if self.place.is_done else self.controller.waiting_persons()

    def get_wait_seconds(self, now: float) -> float:
        """Return the seconds for which the table has waited for people, or 0 if nobody is asked."""
        return max(0.0, now - self.asked_at) if self.list_asked_seats() else 0.0

    def restart_timer(self, rows: Sequence[StoredEvent]) -> None:
        """Restart the time limit after new rows. Proposals in a team do not restart it.

        It starts when this process applies the rows. Their time is ignored, because it may be from
        another machine or from a wrong clock.
        """
        if any(row.kind != PROPOSED for row in rows):
            self.asked_at = self.room_runtime.clock()

    def get_deadline(self, seat: str) -> float:
        """Return when a bot answers for a person in a seat, or 0 for never, as during a pause.

        Each person's first decision at a table has no limit while their phone is connected, so that
        they can read the rules. A seat that the teacher has handed to a bot always has a limit. The
        limit restarts when the class is asked a question, and when the person answers it. After a
        gap in which nobody could answer, everybody gets a few more seconds.
        """
        live, number = self.room_runtime, self.place.place
        is_handed = seat in self.place.handed
        absent = AWAY_SECONDS if is_handed else live.room.get_absence_timeout(number)
        if not absent or live.room.is_table_paused(number) or seat not in self.list_asked_seats():
            return 0.0
        left_at = 0.0
        if self.is_reading(seat) and not is_handed:
            left_at = live.get_departure_time(self.list_deciders(seat))
            if not left_at:
                return 0.0
        limit = min(absent, AWAY_SECONDS) if self.is_away(seat) else absent
        people = live.room.tables[number].list_people(seat)
        began = max(self.asked_at, live.get_question_time(people), left_at)
        return max(began + limit, live.clock.woke_at + GRACE_SECONDS)

    def is_reading(self, seat: str) -> bool:
        """Return True if the people in a seat decide here for the first time."""
        people = self.list_deciders(seat)
        is_real = self.room_runtime.room.count_students(people) > 0
        return is_real and self.place.is_first_decision(people)

    def is_away(self, seat: str) -> bool:
        """Return True if a bot repeatedly had to answer for a person, or was asked to."""
        return seat in self.place.handed or self.place.missed_counts.get(seat, 0) >= MISSED_LIMIT

    def describe_waits(self) -> dict[str, PhoneWaitData]:
        """Return the wait of each real person who has to decide, by seat."""
        room, holders = self.room_runtime.room, self.place.holders
        return {
            seat: {
                "since": round(self.asked_at, 1),
                "until": round(self.get_deadline(seat), 1),
                "away": self.is_away(seat),
            }
            for seat in self.list_asked_seats()
            if not room.is_simulated(holders[seat])
        }

    def await_person(self, seat: str) -> None:
        """Restart the full time limit for a person who is away."""
        self.log_for_teacher(lambda: self.place.await_person(seat))

    def hand_to_bots(self) -> None:
        """Let bots answer for all who have to decide now, until these people answer themselves."""

        def hand() -> None:
            for seat in self.describe_waits():
                self.place.hand_to_bot(seat)

        self.log_for_teacher(hand)

    def log_for_teacher(self, act: Callable[[], None]) -> None:
        """Log what the teacher wants for seats. Retry if another process writes first."""
        for _ in range(MAX_RETRIES):
            self.by = TEACHER
            act()
            try:
                self.publish_all()
            except ConcurrentWrite:
                continue
            finally:
                self.by = ""
            return

    def play_for_absent(self, now: float) -> None:
        """Answer for the first person whose time is up. The next ticks answer for the others."""
        for seat in self.list_asked_seats():
            if 0 < self.get_deadline(seat) <= now:
                self.answer_absent(seat)
                return

    def answer_absent(self, seat: str) -> None:
        """Answer once for an absent person, as their team or a bot chooses, and continue.

        Another process may already have answered.
        """

        def once() -> None:
            if seat in self.list_asked_seats() and not self.answer_for_team(seat, TIME):
                self.place.answer_by_bot(seat)
                self.place.play_bots()

        self.commit_action(once, CLOCK, f"{self.place.row_number + 1}")


class RoomRuntime:
    """A room in this process: its state, its open tables, and its connections."""

    def __init__(
        self,
        store: RoomStore,
        code: str,
        clock: AwakeClock | None = None,
        soon: Callable[[Callable[[], None]], object] = call_now,
    ) -> None:
        """Rebuild a room from its log.

        Args:
            store: The database.
            code: The code of the room.
            clock: Measures the time for answers. :meth:`tick_room` reads it every second.
            soon: Schedules a function to run a moment later. If two hundred people join within a
                minute, pages are updated a few times per second instead of once per person.
        """
        self.store, self.code, self.soon = store, code, soon
        self.clock = clock or AwakeClock()
        self.woke_at = self.clock.woke_at
        self.is_broadcast_due = self.is_overview_due = False
        self.is_deleted = False
        """Whether the room has been deleted."""
        self.room = Room(code)
        self.tables: dict[int, TableRuntime] = {}
        self.subscribers: list[RoomSubscriber] = []
        self.group_commit = GroupCommit(store)
        self.charts = ClassChartCache()
        self.outcomes: dict[int, tuple[tuple[object, ...], QuestionOutcome]] = {}
        """Question number -> the cache key and the outcome."""
        self.question_time = 0.0
        """When the class was asked last, on this process's clock for the room."""
        self.reply_times: dict[str, float] = {}
        """Person -> when they first answered the question to the class that they answered last."""
        self.loaded_at = self.clock()
        self.departure_times: dict[str, float] = {}
        """Person -> when their last phone disconnected."""
        self.read_new_rows()

    def get_table(self, number: int) -> TableRuntime:
        """Return a table, rebuilt from the log on first use."""
        if number not in self.tables:
            if number not in self.room.tables:
                raise ClasskitError(f"This room has no table {number}.")
            self.tables[number] = TableRuntime(self, number)
        return self.tables[number]

    @property
    def matches(self) -> dict[int, Match]:
        """The matches of all tables."""
        return {number: self.get_table(number).place.match for number in self.room.tables}

    @property
    def ended_tables(self) -> set[int]:
        """The tables that are over."""
        return {number for number in self.room.tables if self.get_table(number).place.is_done}

    def get_class_chart(self, figure: str) -> ClassChart:
        """Return the current chart of a class metric, by default the first one."""
        return self.charts.get_chart(figure, self.room, self.matches)

    def get_outcome(self, question: ClassQuestion) -> QuestionOutcome:
        """Return the text and the outcome of a question, computed once for all pages.

        When a page finds a new outcome, all pages are refreshed.
        """
        stand = poll_view.build_cache_key(self, question)
        kept = self.outcomes.get(question.number)
        if kept is not None and kept[0] == stand:
            return kept[1]
        found = poll_view.get_question_outcome(self, question)
        self.outcomes[question.number] = (stand, found)
        if kept is not None and kept[1] != found:
            self.schedule_broadcast()
        return found

    def run_command(self, judge: RoomCommand, by: str, key: str = "") -> None:
        """Check a command, write its rows, and notify all connections.

        A request with the same number by the same writer is carried out once.

        Raises:
            ClasskitError: If the command is not possible. Nothing changes in this case.
        """
        for _ in range(MAX_RETRIES):
            if (by, key) in self.room.done:
                return
            drafts = judge(self.room)
            if not drafts:
                return
            try:
                number = self.room.row_number
                rows = self.store.append_rows(self.code, ROOM_STREAM, number, drafts, by, key)
            except VersionConflict:
                before = self.room.row_number
                self.read_new_rows()
                if self.room.row_number == before:  # the request was carried out before
                    return
                continue
            self.apply_rows(rows)
            self.schedule_broadcast()
            return
        raise ClasskitError("This room is busy. Try again.")

    def apply_rows(self, rows: Sequence[StoredEvent]) -> None:
        """Apply rows of the room, and update the tables that they change."""
        paused, retimed = {at for at in self.room.tables if self.room.is_table_paused(at)}, False
        changed, expecting, delayed = set[int](), set[int](), set[int]()
        for row in rows:
            tables = {number: dict(one.holders) for number, one in self.room.tables.items()}
            self.room.apply_row(row)
            if row.kind in ("predicted", "polled"):
                delayed |= self.note_reply(row.body)
            changed |= {
                number
                for number, one in self.room.tables.items()
                if tables.get(number) != one.holders
            }
            retimed = retimed or row.kind in ("absent", "asked")
            if row.kind in ("named", "names_hidden", "usual_shown", "closed", "ends"):
                changed |= {*self.room.tables}
            if row.kind == "asked":
                self.question_time = self.clock()
            if row.kind in ("asked", "told"):
                expecting |= self.list_covered_tables(self.room.questions[row.body["question"]])
            if row.kind == "guessed":
                expecting.add(row.body["place"])
        still = {at for at in self.room.tables if self.room.is_table_paused(at)}
        for number in paused - still:
            self.get_table(number).asked_at = self.clock()
            changed.add(number)
        for number in changed:
            self.get_table(number).update_seats()
        timed = {*self.tables} if retimed else {*self.tables} & ((still - paused) | delayed)
        for number in timed - changed:
            self.tables[number].publish_all()
        for number in expecting - changed:
            self.get_table(number).update_predictions()

    def note_reply(self, body: Mapping[str, Any]) -> set[int]:
        """Record a person's first answer to a question, and return the table where they sit."""
        person = body["person"]
        if self.room.questions[body["question"]].changes[person] > 1:
            return set()
        self.reply_times[person] = self.clock()
        seat = self.room.get_seat(person)
        return {seat[0]} if seat else set()

    def get_question_time(self, people: Sequence[str]) -> float:
        """Return the latest time at which the class was asked, or one of these people answered."""
        return max([self.question_time, *(self.reply_times.get(who, 0.0) for who in people)])

    def note_connection(self, person: str, *, is_connected: bool) -> None:
        """Note that a person's phone has connected or disconnected, which may change a deadline."""
        seat = self.room.get_seat(person)
        if is_connected:
            if not self.departure_times.pop(person, 0.0):
                return
        elif not self.room.has_joined(person) or self.is_connected(person):
            return
        else:
            self.departure_times[person] = self.clock()
        if seat and (table := self.tables.get(seat[0])) and table.is_reading(seat[1]):
            table.publish_all()

    def is_connected(self, person: str) -> bool:
        """Return True if a phone of a person is connected to this process."""
        return any(one.person == person for one in self.subscribers)

    def get_departure_time(self, people: Sequence[str]) -> float:
        """Return when the last phone of these people disconnected, or 0 while one is connected.

        A person without a phone in this process may have one in another process, or not have
        reconnected after a restart: they count as connected for UNSEEN_SECONDS.
        """
        unseen = self.loaded_at + UNSEEN_SECONDS
        is_here = any(map(self.is_connected, people))
        return 0.0 if is_here else max(self.departure_times.get(who, unseen) for who in people)

    def list_covered_tables(self, question: ClassQuestion) -> set[int]:
        """Return the tables at which a question covers a chart."""
        if question.about is None:
            return set()
        place = question.about["place"]
        return {*self.room.tables} if place == WHOLE_CLASS else {place}

    def read_new_rows(self) -> bool:
        """Apply rows that other processes have written. Return True if there were any."""
        rows = self.store.read_rows(self.code, ROOM_STREAM, self.room.row_number)
        self.apply_rows(rows)
        return bool(rows)

    def tick_room(self) -> None:
        """Apply rows of other processes, and let bots answer for people whose time is up.

        A room without rows has been deleted and counts as closed.
        """
        now = self.clock()
        latest = self.store.get_latest_numbers(self.code)
        if not latest:
            self.room.closed = self.is_deleted = True
            self.schedule_broadcast()
            return
        told = False
        self.receive_notifications(latest)
        if self.woke_at != self.clock.woke_at:
            self.broadcast_time()
        if not self.room.closed:
            for number, live in self.tables.items():
                if self.room.is_table_paused(number):
                    continue
                before = live.place.row_number
                live.play_for_absent(now)
                told = told or live.place.row_number != before
        if told or self.has_new_outcome():
            self.schedule_broadcast()

    def receive_notifications(self, latest: Mapping[int, int]) -> None:
        """Apply what other processes have written, given the last row number of some streams."""
        if latest.get(ROOM_STREAM, 0) > self.room.row_number and self.read_new_rows():
            self.schedule_broadcast()
        behind = {
            place: live.place.row_number
            for place, number in sorted(latest.items())
            if (live := self.tables.get(place))
            and number > live.place.row_number
            and not live.place.damage
        }
        new = self.store.read_streams(self.code, behind) if behind else {}
        for place, rows in new.items():
            live = self.tables[place]
            if live.apply_new_rows(rows):
                live.publish_all()
                live.notify_listeners(played=True)  # as after an answer in this process

    def has_new_outcome(self) -> bool:
        """Return True if a prediction has an outcome that pages do not show yet."""
        return any(
            kept[0] != poll_view.build_cache_key(self, question)
            and kept[1] != self.get_outcome(question)
            for question in poll_view.list_revealed_questions(
                self.room, poll_view.MAX_REVEALED_QUESTIONS
            )
            if question.about and (kept := self.outcomes.get(question.number))
        )

    def broadcast_time(self) -> None:
        """Send all pages the remaining time after a gap, during which their own clocks ran on."""
        self.woke_at = self.clock.woke_at
        for live in self.tables.values():
            live.publish_all()
        self.schedule_broadcast()

    def schedule_broadcast(self) -> None:
        """Schedule :meth:`broadcast_room` for a moment later."""
        if not self.is_broadcast_due:
            self.is_broadcast_due = True
            self.soon(self.broadcast_room)

    def schedule_overview(self) -> None:
        """Schedule a refresh, for a moment later, of the pages that show all tables.

        The wall shows who decides and what each seat has, just like the phones.
        """
        if not self.is_overview_due:
            self.is_overview_due = True
            self.soon(self.broadcast_overview)

    def broadcast_overview(self) -> None:
        """Send the current state of the room to the pages that show all tables."""
        self.is_overview_due = False
        for one in list(self.subscribers):
            if one.shows_class:
                one.refresh_view()

    def broadcast_room(self) -> None:
        """Send the current state of the room to all connections."""
        self.is_broadcast_due = False
        for one in list(self.subscribers):
            one.refresh_view()
