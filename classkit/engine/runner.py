"""The runner: it carries the generators of a game forward, from request to request."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

from .errors import IllegalMove, LuckError
from .events import Event, Journal, Note, Transfer, write_out
from .flows import BrokenRule, Disagreement, Frame
from .game import Game
from .luck import Luck
from .metrics import Metric, compute_row
from .moves import Answer
from .requests import Aside, Decision, Draw, Flow, Request, Roll, Sealed, with_clause
from .segments import GIVEN, OUTCOMES, Entry, Keep, Segment, segment_of
from .snapshot import copy
from .table import Table

SCRIPT = "script"
"""Who threw when the room throws, but a script came first."""


class Runner:
    """One line of play of a game: the table now, what was given, and what lies ahead."""

    def __init__(
        self,
        game: Game[Any],
        table: Table,
        luck: Luck,
        keep: Keep,
        seed: int = 0,
        set_up: Callable[[], Any] | None = None,
    ) -> None:
        self.game, self.luck, self.keep, self.seed = game, luck, keep, seed
        self.set_up = set_up
        """What sets the first table up anew: where no copies are kept it stands for the first."""
        self.table: Any = table
        self.pieces: list[Any] = []
        """The segments of the whole line, or notes that stand for them."""
        self.here = 0
        self.frames: list[Frame] = []
        self.request: Request | None = None
        """What the match waits for; None when it is over."""
        self.entered: list[Any] = []
        """The entries of the present segment, or notes that stand for them."""
        self.ahead: deque[Entry] = deque()
        self.start: Any = None
        self.outcomes_before = self.given_before = 0
        self.outcomes = self.given = 0
        """How many outcomes and answers there are in the whole line up to now."""
        self.journal = Journal(keep.events, keep.ledger)
        self.only_set_up = False

    # --- what waits ---------------------------------------------------------------------------

    @property
    def answered(self) -> dict[str, Answer]:
        """The sealed answers that are in."""
        return self.frames[-1].answers if self.frames else {}

    @property
    def segments(self) -> list[Segment]:
        """The segments of the whole line, save the present one if it was never left."""
        write_out(self.pieces, segment_of)
        return self.pieces

    @segments.setter
    def segments(self, segments: list[Segment]) -> None:
        self.pieces = segments

    @property
    def entries(self) -> list[Entry]:
        """What was given and thrown in the present segment."""
        write_out(self.entered, Entry._make)
        return self.entered

    @property
    def opening(self) -> Any:
        """The table at the start of the present segment, or None where no copies are kept."""
        if callable(self.start):
            self.start = self.start()
        return self.start

    def requests(self, seat: str | None = None) -> list[Decision]:
        """What a seat is asked now, or everybody: the decisions still open."""
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

    def chance_key(self, seat: str | None, purpose: str) -> str:
        """What a bot's chance is made from: stable in forks, different at every decision."""
        number = self.given - self.given_before
        return f"{self.seed}|{self.here}|{seat}|{purpose}|{number}"

    @property
    def events(self) -> list[Event]:
        """All events up to now."""
        return list(chain.from_iterable(events for events, _ in self.told))

    @property
    def transfers(self) -> list[Transfer]:
        """All transfers up to now."""
        return list(chain.from_iterable(transfers for _, transfers in self.told))

    @property
    def told(self) -> list[tuple[list[Event], list[Transfer]]]:
        """Events and transfers segment by segment, up to now."""
        told = []
        for segment in self.segments[: self.here]:
            if not segment.written:
                self.write_out(segment.events, segment.transfers)
                segment.written = True
            told.append((segment.events, segment.transfers))
        now = (self.journal.events or [], self.journal.transfers or [])
        self.write_out(*now)
        return [*told, now]

    def write_out(self, events: list[Event], transfers: list[Transfer]) -> None:
        """Put events and transfers in the place of the notes that stand for them."""
        write_out(events, self.table.event_of)
        write_out(transfers, self.table.transfer_of)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The figures after each turn, the latest for each turn number."""
        by_turn: dict[int, dict[str, Any]] = {}
        for segment in self.segments[: self.here]:
            if segment.row is not None:
                by_turn[segment.row["turn"]] = segment.row
        return list(by_turn.values())

    def counts(self, entry: Entry) -> bool:
        """Whether an entry is a step that undo takes back: given by a person or a bot."""
        if entry.undone:
            return False
        return entry.kind in GIVEN or (self.luck.by_hand and entry.by != SCRIPT)

    # --- going forward --------------------------------------------------------------------------

    def begin(self) -> None:
        """Open the segment that starts with the present table, and run to its first request.

        With a journal and frames of its own: those left behind may be come back to.
        """
        self.journal = Journal(self.keep.events, self.keep.ledger)
        try:
            flow = self.open()
            self.frames, self.request = [], None
            if flow is not None:
                self.frames.append(Frame(flow))
                self.advance(None)
        except (BrokenRule, LuckError, Disagreement):
            raise
        except Exception as error:
            raise BrokenRule(error, self.clause_near(None)) from error

    def open(self) -> Flow[None] | None:
        """Start the next segment; None when the match is over."""
        here, table = self.here, self.table
        self.start = None
        if here < len(self.pieces):  # played before: its entries lie ahead
            stored = self.segments[here]
            self.start, self.ahead = stored.start, deque(stored.entries)
        if self.start is None and (self.keep.copies or here == 0):
            is_spared = self.set_up is not None and not self.keep.copies
            self.start = self.set_up if is_spared else copy(table)
        self.outcomes_before, self.given_before = self.outcomes, self.given
        self.entered = []
        table.journal = self.journal
        self.journal.turn_page()
        if table.ending is not None or (self.only_set_up and self.game.is_set_up(table)):
            return None
        return self.game.segment(table)

    def close(self) -> None:
        """Put the segment just finished behind, and go on to the next place."""
        if self.ahead:
            self.pass_undone()
        row = compute_row(self.figures(), self.table) if self.keep.history else None
        piece = self.present(self.entered, row)
        if self.here == len(self.pieces):
            self.pieces.append(piece)
        else:
            self.pieces[self.here] = piece
        self.here += 1

    def figures(self) -> tuple[Metric, ...]:
        """The figures that the history has."""
        there = self.game.metrics_of(self.table)
        asked = self.keep.figures
        return there if asked is None else tuple(one for one in there if one.key in asked)

    def kept(self) -> Segment:
        """The present segment in the form in which it is kept, with a copy of its entries."""
        return Segment(*self.present(self.entered.copy()))

    def present(self, entered: list[Any], row: dict[str, Any] | None = None) -> Note:
        """The present segment as a note, in which this was entered and these are the figures."""
        journal = self.journal
        return (
            self.start, entered, self.table.turn, self.outcomes_before, self.given_before,
            journal.events or [], journal.transfers or [], row,
        )  # fmt: skip

    def advance(self, value: Any) -> None:
        """Send a value to the rules and run to the next request that somebody must answer."""
        frames = self.frames
        frame = frames[-1]
        while True:
            try:
                request = frame.flow.send(value)
            except StopIteration:
                frames.pop()
                if frames and not self.table.is_over:
                    waiting = self.request = frames[-1].request
                    if type(waiting) is Decision:
                        waiting.refresh()
                    return
                frames.clear()  # an aside may have ended the match: what waited is dropped
                self.request = None
                self.close()
                flow, value = self.open(), None
                if flow is None:
                    return
                frame.flow = flow
                frames.append(frame)
                continue
            kind = type(request)
            if kind is Decision:
                self.request = request
                return
            if kind is Sealed:
                self.request, frame.answers = request, {}
                return
            if kind is not Roll and kind is not Draw:
                raise TypeError(f"a rule yielded {request!r}; write 'yield from t.ask(...)'")
            value = self.take_luck(request)  # type: ignore[arg-type]  # the two kinds left
            if value is None:
                self.request = request
                return

    def take_luck(self, request: Roll | Draw) -> tuple[Any, ...] | None:
        """The outcome of a throw or draw: from what lies ahead, else from luck."""
        luck, label = self.luck, self.table.luck_label(request)
        by = SCRIPT if luck.by_hand else ""
        if self.ahead:
            self.pass_undone()
        if self.ahead:
            entry = self.ahead[0]
            if by and entry.by != SCRIPT:
                return None  # thrown by hand: a step of its own, which redo gives
            if entry.kind not in OUTCOMES:
                raise Disagreement(f"{request} needs an outcome, and the record has {entry.kind}.")
            if reason := request.refuse(list(entry.value)):
                raise Disagreement(f"{request}: {reason}")
            outcome: tuple[Any, ...] | None = tuple(self.ahead.popleft().value)
        else:
            outcome = luck.outcome(request, label, self.outcomes)
        if outcome is not None:
            kind = "roll" if type(request) is Roll else "draw"
            taken = (kind, request.seat, request.purpose, outcome, by, False, False)
            self.entered.append(taken)
            self.outcomes += 1
        return outcome

    def enter(self, entry: Entry) -> None:
        """Note an entry that has taken effect."""
        self.entered.append(entry)
        if entry.kind in OUTCOMES:
            self.outcomes += 1
        if self.counts(entry):
            self.given += 1

    def apply(self, entry: Entry) -> None:
        """Carry out an entry that is known to be legal now."""
        kind, seat, name, value, *_ = entry
        if kind == "answer":
            self.take_answer(entry, Answer(name, value))
        elif kind == "aside":
            self.take_aside(entry, self.find_aside(entry))
        elif kind == "withdraw":
            self.enter(entry)
            del self.answered[seat or ""]
        elif kind == "signal":
            self.enter(entry)
            self.game.signal(self.table, name)
            if self.table.is_over:
                self.frames.clear()
                self.request = None
                self.close()
                self.open()
            elif type(self.request) is Decision:
                self.request.refresh()
            elif type(self.request) is Sealed:
                for decision in self.request.decisions.values():
                    decision.refresh()
        else:
            self.enter(entry)
            self.advance(tuple(value))

    def take_answer(self, entry: Note, answer: Answer) -> None:
        """Enter what answers a decision, as an entry or its note, and give the rules the answer."""
        self.given += 1
        request = self.request
        if type(request) is Decision and not request.private:
            self.entered.append(entry)
            self.advance(answer)
            return
        self.entered.append((*entry[:-1], True))  # secret
        if type(request) is Decision:
            self.advance(answer)
        else:
            self.seal(entry[1], answer)

    def seal(self, seat: str, answer: Answer) -> None:
        """Take one sealed answer; when the last is in, all are opened."""
        answers, sealed = self.frames[-1].answers, self.request
        answers[seat] = answer
        if type(sealed) is Sealed and len(answers) == len(sealed.decisions):
            self.advance({seat: answers[seat] for seat in sealed.decisions})

    def take_aside(self, entry: Entry, aside: Aside) -> None:
        """Enter an aside and carry it out, while what waits goes on waiting."""
        self.enter(entry._replace(secret=True) if aside.private else entry)
        self.frames[-1].request = self.request
        self.frames.append(Frame(aside.run(**entry.value)))
        self.advance(None)

    def find_aside(self, entry: Entry) -> Aside:
        """The aside that an entry asks for; IllegalMove with the reason when it is not open now."""
        waiting = self.request
        open_now: Sequence[Aside] = ()
        if isinstance(waiting, Decision):
            open_now = self.game.asides_of(self.table, waiting, entry.seat)
        for aside in open_now:
            if aside.move.name == entry.name:
                if reason := aside.move.refusal(entry.value):
                    raise IllegalMove(with_clause(reason, aside.rule) if aside.rule else reason)
                return aside
        names = ", ".join(sorted({aside.move.name for aside in open_now}))
        raise IllegalMove(
            f"{entry.seat} cannot do {entry.name} now. "
            + (f"Possible: {names}." if names else "Nothing can be done aside now.")
        )

    def pass_undone(self) -> None:
        """Move undone entries that lie next behind: they only stand for the record."""
        while self.ahead and self.ahead[0].undone:
            self.entered.append(self.ahead.popleft())

    def clause_near(self, request: Request | None, told: str = "") -> str:
        """The clause last cited: by an event told since, or by the request that was answered."""
        if not told and request is None:
            told = next((event.rule for event in reversed(self.told[-1][0])), "")
        if told or request is None:
            return told
        return request.rule
