"""The line of play: it plays on, keeps checkpoints, goes back and forth, and forks.

A turn is a generator, and a generator cannot be copied. So the line is cut into *segments*: pieces
of play that the rules can begin from the table alone, such as a turn. The table is copied at the
start of each, as a checkpoint. To go anywhere, the line takes the checkpoint there and plays the
log on. What was undone stays ahead until something else is decided, so a timeline drags both ways:
whoever gives the very entry that lies next repeats it. Any other cuts off what lies ahead, and the
line knows no more of it: whoever wants to keep that forks first, as a table does with its branches.

Figures and fingerprints are made of the checkpoints when somebody asks. A copy takes a tenth of a
turn; to play the past again for them took two thirds of it.
"""

from __future__ import annotations

import atexit
import gc
from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from typing import Any, TypeVar

from .access import Access, changes, reads
from .errors import BrokenRule, Disagreement, EndlessMatch, FigureError, LuckError, NothingToDo
from .game import Game
from .log import (
    GIVEN,
    ONLY,
    OUTCOMES,
    Entry,
    Event,
    Journal,
    Keep,
    Row,
    Segment,
    Transfer,
    made,
)
from .luck import Luck
from .metrics import Metric, compute_row, compute_row_with_gaps
from .moves import Answer
from .requests import Aside, Decision, Draw, Flow, Request, Roll, Sealed
from .strides import Strides
from .table import copy, digest

T = TypeVar("T")
MOST_ANSWERS = 20_000
"""The most answers of a match. The longest matches that end have about 2,500."""

MOST_ONLY = 500
"""The most answers in a row that the rules give by themselves; then a seat is asked anyway."""

ONLY_COPIES = Keep(events=False, ledger=False, history=False)
"""What a line keeps while the past is replayed: copies of the table alone."""

SKIPS = "skip_only_answers"
"""The option by which a game does not ask a seat that has one answer only."""

SCRIPT = "script"
"""Marks a throw that came from a script although the room throws its own dice."""


class Frame:
    """A generator under way: a segment, or an aside begun while a decision waits.

    ``answers`` holds the sealed answers that are in, ``request`` the decision that waits while an
    aside is carried out.
    """

    __slots__ = ("answers", "flow", "request")

    def __init__(self, flow: Flow[None]) -> None:
        self.flow = flow
        self.request: Request | None = None
        self.answers: dict[str, Answer] = {}


class Timeline:
    """One line of play of a game: what lies behind, where it stands, and what lies ahead."""

    def __init__(
        self,
        game: Game[Any],
        beginning: Callable[[], Any],
        luck: Luck,
        keep: Keep,
        seed: int = 0,
        asks_all: bool = False,
    ) -> None:
        self._access = Access()
        """Who is using the line now; a fork has its own."""
        self.asks_all = asks_all
        """Whether a seat is asked even where it has one answer only, as while a record is read."""
        self.only_in_row = 0
        """How many answers the rules have taken since somebody was asked."""
        self.game, self.luck, self.keep, self.seed = game, luck, keep, seed
        self.beginning = beginning
        """The function that makes the first table, called each time it is needed."""
        self.table = beginning()
        self.skips: bool = getattr(self.table.options, SKIPS, False)
        """Whether the table has the option ``skip_only_answers`` and it is switched on."""
        self.segments: list[Segment] = []
        """The whole line; a closed segment may be shared with forks and is never changed."""
        self.here = 0
        """The number of the present segment; beyond the last when the match is over."""
        self.entries: list[Entry] = []
        """The entries of the present segment, what lies ahead in it too."""
        self.at = 0
        """How many of these have been given."""
        self.given = self.outcomes = 0
        """How many answers and outcomes there are in the whole line up to now."""
        self.frames: list[Frame] = []
        self.request: Request | None = None
        """What the match waits for; None when it is over."""
        self.journal = Journal(keep.events, keep.ledger)
        self.makes_digests = False
        self.only_set_up = False
        self.tells_opening = True
        """Whether the first row is that of the opening; not where a point goes on from a past."""
        self._first_row: Row | None = None
        self._asked: tuple[Metric, ...] | None = None
        self.starting_facts: Row | None = None
        """The facts of the beginning, once the first turn has begun."""
        self.strides = Strides()
        """The strides taken along the line, which Back undoes and Forward takes again."""
        self.latest: Any = None
        """The table at the end of the line, as it was when it was left last."""
        self.left_sealed: tuple[str, ...] = ()
        """The seats whose answers were sealed there."""
        self.cuts = 0
        """How often something that lay ahead has been cut off."""

    # --- what waits ---------------------------------------------------------------------------

    @property
    def answered(self) -> dict[str, Answer]:
        """The sealed answers that are in."""
        return self.frames[-1].answers if self.frames else {}

    @property
    def sealed(self) -> tuple[str, ...]:
        """The seats whose sealed answers are in while others are missing."""
        return tuple(self.answered) if isinstance(self.request, Sealed) else ()

    @property
    def unopened(self) -> tuple[str, ...]:
        """The seats whose latest answer nobody else may see yet: sealed while others are asked."""
        request = self.request
        earlier = request.unopened if isinstance(request, Sealed) else ()
        return (*self.sealed, *earlier, *self.game.secrecy.unopened(self.table))

    def requests(self, seat: str | None = None) -> list[Decision]:
        """Return the decisions still open, of one seat or of all."""
        request = self.request
        if isinstance(request, Decision):
            waiting = [request]
        elif isinstance(request, Sealed):
            answered = self.answered
            waiting = [d for d in request.decisions.values() if d.seat not in answered]
        else:
            waiting = []
        if seat is None:
            return waiting
        return [decision for decision in waiting if decision.seat == seat]

    def bot_key(self, seat: str | None, purpose: str) -> str:
        """Return the key of a bot's random draws: stable in forks, another at every decision."""
        before = self.segments[self.here].answers_before if self.frames else self.given
        return f"{self.seed}|{self.here}|{seat}|{purpose}|{self.given - before}"

    # --- playing on ---------------------------------------------------------------------------

    def begin(self) -> None:
        """Begin the segment that starts with the present table, and run to its first request.

        BrokenRule when a rule breaks on the way.
        """
        self.journal = Journal(self.keep.events, self.keep.ledger)
        try:
            flow = self.open()
            self.frames, self.request = [], None
            if flow is not None:
                self.frames.append(Frame(flow))
                self.advance(None)
        except (BrokenRule, FigureError, LuckError, Disagreement):
            raise
        except Exception as error:
            raise BrokenRule(error, self.clause_near(None)) from error

    def open(self) -> Flow[None] | None:
        """Start the next segment; return None when the match is over."""
        table, segments, here = self.table, self.segments, self.here
        self.at = 0
        table.journal = self.journal
        if table.ending is not None or (self.only_set_up and self.game.is_set_up(table)):
            self.entries = []
            self.journal.turn_page()
            return None
        facts = self.game.starting_facts if self.starting_facts is None else ()
        if facts and self.tells_opening and self.game.is_set_up(table):
            self.starting_facts = compute_row(facts, table)
        if here == len(segments):
            segments.append(Segment(self.given, self.outcomes))
        else:  # played before, and perhaps shared with a fork: a copy of its own goes on
            before = segments[here]
            segments[here] = replace(before, entries=[*before.entries], text="")
        present = segments[here]
        self.entries = present.entries
        if self.keep.copies and present.checkpoint is None:
            present.checkpoint = copy(table)
        if self.makes_digests and not present.digest:
            present.digest = digest(table)
        self.journal.turn_page()
        flow = self.game.segment(table)
        if flow is None:
            del segments[here:]
            self.entries = []
        return flow

    def checkpoint_before(self, number: int) -> int:
        """Return the last segment up to this one that has a checkpoint, else the first of all."""
        while number and self.segments[number].checkpoint is None:
            number -= 1
        return number

    def close(self) -> None:
        """Put the segment just finished behind, and go on to the next place."""
        table, journal = self.table, self.journal
        finished = self.segments[self.here]
        finished.turn, finished.round = table.turn, table.round
        finished.events, finished.transfers = journal.events or [], journal.transfers or []
        if self.keep.history and not self.keep.copies and finished.row is None:
            finished.row = self.row_of(table)
        self.here += 1

    def advance(self, value: Any) -> None:
        """Send a value to the rules, and run to the next request that somebody must answer."""
        frames = self.frames
        frame = frames[-1]
        while True:
            try:
                request = frame.flow.send(value)
            except StopIteration:
                frames.pop()
                if frames and not self.table.is_over:
                    self.wait_again()
                    return
                frames.clear()  # an aside may have ended the match: what waited is dropped
                self.request = None
                self.close()
                flow, value = self.open(), None
                if flow is None:
                    return
                frame = Frame(flow)
                frames.append(frame)
                continue
            kind = type(request)
            if kind is Decision:
                value = self.take_only(request)  # type: ignore[arg-type]  # a Decision
                if value is None:
                    self.request = request
                    return
                continue
            if kind is Sealed:
                self.request, frame.answers = request, {}
                return
            if kind is not Roll and kind is not Draw:
                raise TypeError(f"a rule yielded {request!r}; write 'yield from t.ask(...)'")
            value = self.take_luck(request)  # type: ignore[arg-type]  # the two kinds left
            if value is None:
                self.request = request
                return

    def take_only(self, decision: Decision) -> Answer | None:
        """Enter and return the answer of a seat that has no other; None where it is to be asked.

        Where something lies ahead, the log decides: a match in which every seat was asked replays
        as it was. Raise Disagreement if the log has another answer than the only one.
        """
        if not self.skips:
            return None
        answer = self.only_answer(decision)
        if answer is None:
            return None
        if self.at < len(self.entries):
            entry = self.entries[self.at]
            if entry.kind != ONLY:
                return None
            if (entry.seat, entry.name) != (decision.seat, answer.move):
                raise Disagreement(f"{entry.seat} has another answer than {entry.name}.")
        elif self.asks_all or self.only_in_row >= MOST_ONLY:
            return None
        self.enter(Entry(ONLY, decision.seat, answer.move, {}))
        return answer

    def only_answer(self, decision: Decision) -> Answer | None:
        """Return the answer of a seat that can do nothing else, nor anybody aside; else None.

        A private decision is always asked: to skip it would tell how little its seat can do.
        """
        if decision.private:
            return None
        legal = decision.legal
        if len(legal) != 1 or legal[0].fields or legal[0].refusal({}) is not None:
            return None
        if self.game.has_asides and self.game.asides(self.table, decision):
            return None
        return Answer(legal[0].name, {})

    def wait_again(self) -> None:
        """Ask again the decision that waited while an aside was carried out."""
        self.request = self.frames[-1].request
        self.refresh()

    def refresh(self) -> None:
        """Compute the moves of what waits anew: something has changed on the table."""
        request = self.request
        if isinstance(request, Decision):
            request.refresh()
        elif isinstance(request, Sealed):
            for decision in request.decisions.values():
                decision.refresh()

    def take_luck(self, request: Roll | Draw) -> tuple[Any, ...] | None:
        """Return the outcome of a throw or draw: from what lies ahead, else from luck.

        None when the room throws.
        """
        label = self.table.luck_label(request)
        by = SCRIPT if self.luck.by_hand else ""
        if self.at < len(self.entries):
            entry = self.entries[self.at]
            if by and entry.by != SCRIPT:
                return None  # thrown by hand: a step of its own, which redo gives
            if entry.kind not in OUTCOMES:
                raise Disagreement(f"{request} needs an outcome, and the record has {entry.kind}.")
            if reason := request.refuse(list(entry.value)):
                raise Disagreement(f"{request}: {reason}")
            self.at += 1
            self.outcomes += 1
            return tuple(entry.value)
        outcome = self.luck.outcome(request, label, self.outcomes)
        if outcome is not None:
            given = (request.name, request.seat, request.purpose, outcome, by, False)
            self.enter(made(Entry, given))
        return outcome

    def enter(self, entry: Entry) -> None:
        """Enter what takes effect now into the log; while playing again it stands there already."""
        if self.at == len(self.entries):
            self.entries.append(entry)
        else:
            self.entries[self.at] = entry
        self.at += 1
        if entry.kind == ONLY:
            self.only_in_row += 1
            return
        if entry.kind not in OUTCOMES:
            self.given += 1
            self.only_in_row = 0
            return
        self.outcomes += 1
        if self.counts(entry):
            self.given += 1

    def counts(self, entry: Entry) -> bool:
        """Return whether an entry is a step that undo takes back: given by a person or a bot."""
        by_hand = self.luck.by_hand and entry.kind in OUTCOMES and entry.by != SCRIPT
        return entry.kind in GIVEN or by_hand

    # --- giving an entry ----------------------------------------------------------------------

    def give(self, entry: Entry, aside: Aside | None = None) -> None:
        """Carry out a legal entry, or leave everything as it was if that fails.

        An entry that equals the next one ahead repeats it and keeps what follows. Any other entry
        discards what lies ahead. ``aside`` is the aside that the entry names, if the caller has
        looked it up. Raise BrokenRule when a rule breaks, FigureError when a figure does, and
        LuckError when a script of luck does not fit.
        """
        if self.given >= MOST_ANSWERS:
            raise EndlessMatch(
                f"This match has {MOST_ANSWERS:,} answers and is not over: it goes no further. It "
                "stays as it is: look at it, save it, or go back and decide otherwise. Where the "
                "game has an option that limits its turns or rounds, set it for the next match."
            )
        ahead = None
        place, request = (self.here, self.at, self.given, self.cuts), self.request
        if self.at < len(self.entries):
            ahead = [*self.segments]
            ahead[self.here] = replace(ahead[self.here], entries=[*self.entries])
            if not self.lies_next(entry):
                self.cut()
        try:
            self.apply(entry, aside)
        except (LuckError, Disagreement) as error:
            if error.turn is None:  # it may lie beyond the turn in which the line stands again
                error.turn = int(self.table.turn)
            self.restore(place, ahead)
            raise
        except FigureError:
            self.restore(place, ahead)
            raise
        except Exception as error:
            events, here = self.events_now, self.here
            self.restore(place, ahead)
            new = events[len(self.events_now) if here == place[0] else 0 :]
            clause = new[-1].rule if new else self.clause_near(request)
            raise BrokenRule(error, clause) from error
        except BaseException:  # the kernel was interrupted: nothing half-done may stay
            self.restore(place, ahead)
            raise
        if ahead is not None and self.cuts > place[3]:
            self.strides.forget(after=place[2])

    def lies_next(self, entry: Entry) -> bool:
        """Return whether an entry is the one that lies next ahead.

        Sealed answers are opened together, so one that lies anywhere among those ahead counts: it
        is put first.
        """
        for at in range(self.at, len(self.entries)):
            ahead = self.entries[at]
            if is_same(ahead, entry):
                self.entries.insert(self.at, self.entries.pop(at))
                return True
            is_sealed = isinstance(self.request, Sealed) and ahead.kind == "answer"
            if not is_sealed or ahead.seat == entry.seat:
                return False
        return False

    def apply(self, entry: Entry, aside: Aside | None = None) -> None:
        """Carry out an entry that is known to be legal now."""
        kind, request = entry.kind, self.request
        if kind == "answer":
            answer = made(Answer, (entry.name, entry.value))
            if type(request) is Decision:
                self.enter(entry.as_secret() if request.private else entry)
                self.advance(answer)
            elif type(request) is Sealed:
                self.enter(entry.as_secret())
                self.seal(request, entry.seat or "", answer)
        elif kind == "aside":
            self.take_aside(entry, aside or self.game.find_aside(self.table, self.request, entry))
        elif kind == "withdraw":
            self.enter(entry)
            del self.answered[entry.seat or ""]
        elif kind == "signal":
            self.take_signal(entry)
        elif kind == ONLY:
            self.enter(entry)
            self.advance(Answer(entry.name, {}))
        else:
            self.enter(entry)
            self.advance(tuple(entry.value))

    def seal(self, sealed: Sealed, seat: str, answer: Answer) -> None:
        """Take one sealed answer; when the last is in, all are opened."""
        answers = self.answered
        answers[seat] = answer
        if len(answers) == len(sealed.decisions):
            self.advance({seat: answers[seat] for seat in sealed.decisions})

    def take_aside(self, entry: Entry, aside: Aside) -> None:
        """Enter an aside and carry it out, while what waits goes on waiting."""
        self.enter(entry.as_secret() if aside.private else entry)
        self.frames[-1].request = self.request
        self.frames.append(Frame(aside.run(**entry.value)))
        self.advance(None)

    def take_signal(self, entry: Entry) -> None:
        """Tell the game something from outside; it may end the match."""
        self.enter(entry)
        self.game.signal(self.table, entry.name)
        if self.table.is_over:
            self.frames.clear()
            self.request = None
            self.close()
            self.open()
        else:
            self.refresh()

    def cut(self) -> None:
        """Cut off what lies ahead."""
        self.cuts += 1
        del self.entries[self.at :], self.segments[self.here + 1 :]
        if self.frames:
            self.forget_end(self.segments[self.here])

    def forget_end(self, segment: Segment) -> None:
        """Forget what is known of the end of a segment: another answer is to come."""
        segment.row, segment.turn, segment.round = None, 0, 0

    def restore(self, place: tuple[int, int, int, int], ahead: list[Segment] | None) -> None:
        """Play once more up to a place where the line stood, after a rule broke beyond it.

        ``ahead`` is the whole line as it was, if something lay ahead.
        """
        here, at, given, self.cuts = place
        if ahead is None:
            del self.segments[here + 1 :]
            del self.segments[here].entries[at:]
            self.forget_end(self.segments[here])
        else:
            self.segments = ahead
        self.go(given)

    # --- going back and forth -----------------------------------------------------------------

    @property
    def last_turn(self) -> int:
        """The highest turn played, also ahead."""
        return max(self.turn_of(len(self.segments) - 1), int(self.table.turn))

    def turn_of(self, number: int) -> int:
        """Return the turn that a segment belongs to; 0 where there is no segment."""
        return self.noted()[number].turn if number >= 0 else 0

    def noted(self) -> list[Segment]:
        """Bring the present segment's turn and round up to date, and return all segments."""
        if self.frames:
            present, table = self.segments[self.here], self.table
            present.turn = max(present.turn, int(table.turn))
            present.round = max(present.round, int(table.round))
        return self.segments

    @property
    def last_given(self) -> int:
        """How many answers the line has, also ahead."""
        if self.here + 1 < len(self.segments):
            last = self.segments[-1]
            return last.answers_before + sum(map(self.counts, last.entries))
        return self.given + sum(map(self.counts, self.entries[self.at :]))

    @property
    def can_redo(self) -> bool:
        """Whether something lies ahead."""
        return self.at < len(self.entries)

    def redo(self) -> None:
        """Give the next entry that lies ahead once more."""
        if not self.can_redo:
            raise NothingToDo("There is nothing to redo: this is the latest step.")
        self.apply(self.entries[self.at])

    @changes
    def seek(self, given: int) -> None:
        """Go to where ``given`` answers have been given; stay if a rule breaks on the way."""
        self.leave()
        before = {**self.__dict__, "segments": [*self.segments]}
        try:
            self.go(given)
        except BaseException:
            self.__dict__.update(before)
            raise

    def leave(self) -> None:
        """Note where the line stands, before going elsewhere."""
        if self.last_given == self.given:
            self.latest, self.left_sealed = self.table, self.unopened
        self.noted()

    def go(self, given: int) -> None:
        """Play on from the nearest checkpoint to where ``given`` answers have been given."""
        if not self.segments:  # over before anything was asked
            self.table = copy(self.table)
            return
        starts = [segment.answers_before for segment in self.segments]
        self.start_at(self.checkpoint_before(max(bisect_right(starts, given) - 1, 0)))
        while self.given < given:
            self.redo()

    def start_at(self, number: int) -> None:
        """Stand at the first request of the first segment, or of one that has a checkpoint."""
        segment, start = self.segments[number], self.segments[number].checkpoint
        self.here, self.table = number, self.beginning() if start is None else copy(start)
        self.given, self.outcomes = segment.answers_before, segment.outcomes_before
        self.begin()

    def fork(self) -> Timeline:
        """Return another line at this very place, which shares the past and goes its own way."""
        self.leave()
        twin = object.__new__(Timeline)
        twin.__dict__.update(self.__dict__)
        twin._access = Access()
        twin.segments, twin.strides = [*self.segments], self.strides.copy()
        twin.go(self.given)
        return twin

    # --- the past -----------------------------------------------------------------------------

    @property
    @reads
    def answers(self) -> list[Entry]:
        """Everything given up to now, without the outcomes of luck."""
        so_far = chain.from_iterable(entries for _, entries in self.entries_so_far())
        return [entry for entry in so_far if entry.kind in GIVEN]

    def given_here(self) -> list[Entry]:
        """Return what was given since the start of the present segment."""
        return self.entries[: self.at]

    def entries_so_far(self) -> Iterator[tuple[int, list[Entry]]]:
        """Yield each segment up to now, by number, with its entries; the present one last."""
        for number, segment in enumerate(self.segments[: self.here]):
            yield number, segment.entries
        if self.frames:
            yield self.here, self.entries[: self.at]

    def entries_ahead(self) -> Iterator[tuple[int, list[Entry]]]:
        """Yield what lies ahead: the rest of the present segment, then segment by segment."""
        if self.frames:
            yield self.here, self.entries[self.at :]
            for number in range(self.here + 1, len(self.segments)):
                yield number, self.segments[number].entries

    @property
    @reads
    def told(self) -> list[tuple[list[Event], list[Transfer]]]:
        """Events and transfers segment by segment, up to now."""
        closed = [(segment.events, segment.transfers) for segment in self.segments[: self.here]]
        return [*closed, (self.events_now, self.journal.transfers or [])]

    @property
    def events_now(self) -> list[Event]:
        """The events of the present segment."""
        return self.journal.events or []

    @property
    @reads
    def events(self) -> list[Event]:
        """All events up to now."""
        return list(chain.from_iterable(events for events, _ in self.told))

    @property
    @reads
    def transfers(self) -> list[Transfer]:
        """All transfers up to now."""
        return list(chain.from_iterable(transfers for _, transfers in self.told))

    def clause_near(self, request: Request | None) -> str:
        """Return the clause last cited: by the request that was answered, else by an event."""
        if request is not None:
            return request.rule
        return self.events_now[-1].rule if self.events_now else ""

    # --- what is made when somebody asks ------------------------------------------------------

    @property
    @reads
    def rows(self) -> list[Row]:
        """The figures at the beginning and after each turn up to now, one row for each turn.

        Those that are missing are made of the tables there were: a figure that breaks keeps nobody
        from playing on. A line without copies makes them as play goes.
        """
        if not self.keep.history or not self.segments:
            return []
        ends = self.ends_of_turns()
        missing = sorted(at for at in ends.values() if self.segments[at].row is None)
        if missing:
            tables = self.tables(missing[0] + 1, missing[-1] + 1)
            for at in missing:
                self.segments[at].row = self.row_of(tables[at - missing[0]])
        made = [self.first_row(), *(self.segments[at].row for at in ends.values())]
        return list({row["turn"]: row for row in made if row is not None}.values())

    def ends_of_turns(self) -> dict[int, int]:
        """Return the number of the last segment of each turn up to now."""
        return {segment.turn: at for at, segment in enumerate(self.segments[: self.here])}

    def first_row(self) -> Row | None:
        """Return the figures at the very beginning; None before set-up, which has none yet."""
        if self._first_row is None and self.tells_opening:
            table = self.segments[0].checkpoint or self.beginning()
            if self.game.is_set_up(table):
                self._first_row = self.row_of(table)
        return self._first_row

    def row_of(self, table: Any) -> Row:
        """Return the figures of a table that the history has."""
        return compute_row_with_gaps(self.figures(table), table)

    def figures(self, table: Any) -> tuple[Metric, ...]:
        """Return the figures that the history has."""
        asked = self.keep.figures
        if asked is None:
            return self.game.metrics_of(table)
        if self._asked is None:
            self._asked = tuple(one for one in self.game.metrics_of(table) if one.key in asked)
        return self._asked

    def table_at_start(self) -> Any:
        """Return a copy of the table at the start of the present segment."""
        return copy(self.tables(self.here, self.here)[0] if self.frames else self.table)

    def make_digests(self, first: int = 0, last: int | None = None) -> None:
        """Make the digests that are missing, from one segment to another.

        For the whole line, if nothing else is said, and then from now on as play goes.
        """
        self.makes_digests |= last is None
        upto = len(self.segments) if last is None else last + 1
        missing = [at for at in range(first, upto) if not self.segments[at].digest]
        if missing:
            tables = self.tables(missing[0], missing[-1])
            for at in missing:
                self.segments[at].digest = digest(tables[at - missing[0]])

    def at_ends_of_turns(self, look: Callable[[Any], T], first: int, last: int) -> dict[int, T]:
        """Return what a look at the table shows at the end of each turn from one to another.

        These are the moments of :attr:`rows`: the row before the first turn is the opening. Turns
        that are not over are left out.
        """
        shown: dict[int, T] = {}
        opening = self.segments[0].checkpoint if self.segments else None
        opening = opening or self.beginning()
        if self.tells_opening and first <= opening.turn <= last and self.game.is_set_up(opening):
            shown[opening.turn] = look(opening)
        ends = {turn: at for turn, at in self.ends_of_turns().items() if first <= turn <= last}
        if ends:
            after = min(ends.values()) + 1
            tables = self.tables(after, max(ends.values()) + 1)
            shown |= {turn: look(tables[at + 1 - after]) for turn, at in ends.items()}
        return shown

    def tables(self, first: int, last: int) -> list[Any]:
        """Return the tables at the start of segments, from one to another: look, do not change.

        Beyond the last segment of a match that is over comes the table as it is now. A line that
        keeps no copies is played again, on a table of its own.
        """
        segments = self.segments
        if any(segment.checkpoint is None for segment in segments[first : last + 1]):
            twin = object.__new__(Timeline)
            twin.__dict__.update(self.__dict__)
            twin.segments, twin.keep = [*segments], ONLY_COPIES
            twin.start_at(self.checkpoint_before(first))
            while twin.here < last:
                twin.redo()
            segments = twin.segments
        kept = [segment.checkpoint for segment in segments[first : last + 1]]
        return kept if last < len(segments) else [*kept, self.table]


def is_same(ahead: Entry, entry: Entry) -> bool:
    """Return whether two entries say the same, whoever said it.

    >>> bid = Entry("answer", "B", "bid", {"amount": 5}, by="saver")
    >>> is_same(bid, bid._replace(by="", secret=True)), is_same(bid, bid._replace(seat="C"))
    (True, False)
    """
    return ahead[:3] == entry[:3] and (ahead.value or None) == (entry.value or None)


def close_flows() -> None:
    """Close what is under way before Python takes its modules apart.

    A generator that it closes later, in a match that something still holds, no longer knows the
    names of the errors that its rules catch, and Python complains of that.
    """
    for thing in gc.get_objects():
        if type(thing) is Frame:
            with suppress(Exception):  # one that another thread is playing
                thing.flow.close()


atexit.register(close_flows)
