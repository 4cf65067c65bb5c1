"""What there is to know of a match: what it waits for, how it stands, and its whole past."""

from __future__ import annotations

from typing import Any

from .errors import IllegalMove, NothingToDo, UnknownName
from .events import INSTRUCTOR, Event, Transfer
from .game import Game, Standing
from .ledger import Ledger
from .line import Line
from .metrics import compute_row
from .moves import Move
from .requests import Aside, Decision, Draw, Request, Roll
from .segments import Entry
from .snapshot import digest
from .views import Earlier, View
from .words import Say


class Report:
    """The side of a match that only tells and changes nothing."""

    game: Game[Any]
    seats: tuple[str, ...]
    names: dict[str, str]
    _line: Line
    _views: dict[str | None, View]

    # --- what it waits for ------------------------------------------------------------------

    @property
    def request(self) -> Request | None:
        """The Decision (or Sealed, or a Roll or Draw by hand) it waits for; None when over."""
        return self._line.request

    def requests(self, seat: str | None = None) -> list[Decision]:
        """What a seat is asked now, or everybody: the decisions still open."""
        return self._line.requests(seat)

    @property
    def answered(self) -> tuple[str, ...]:
        """The seats whose sealed answers are in; what they said is not told."""
        return self._line.sealed

    def legal_moves(self, seat: str | None = None) -> list[Move]:
        """The moves that may be answered now; the seat is needed where several are asked."""
        request = self._line.request
        if isinstance(request, (Roll, Draw)):
            return [request.move]
        return self._decision(seat).legal if request is not None else []

    def asides(self, seat: str | None = None) -> list[Aside]:
        """What seats may do while the present decision waits."""
        request = self._line.request
        if not isinstance(request, Decision):
            return []
        table = self._line.table
        if seat is None:
            return list(self.game.asides(table, request))
        return list(self.game.asides_of(table, request, seat))

    def _decision(self, seat: str | None) -> Decision:
        """The open decision of a seat, or the only one; IllegalMove with the reason if none."""
        if seat is not None and seat not in self.seats:
            raise UnknownName("seat", seat, self.seats)
        request = self._line.request
        if request is None:
            raise NothingToDo("The match is over: nothing is asked any more.")
        if isinstance(request, (Roll, Draw)):
            raise IllegalMove(f"The match waits for {request}: answer with {request.move}.")
        waiting = self.requests()
        mine = waiting if seat is None else [d for d in waiting if d.seat == seat]
        if len(mine) == 1:
            return mine[0]
        asked = ", ".join(decision.seat for decision in waiting)
        if mine:
            raise IllegalMove(
                f'Several seats are asked ({asked}): say which, as seat="{asked[0]}".'
            )
        if seat in self.answered:
            raise IllegalMove(f"{seat} has answered already; withdraw first to answer anew.")
        verb = "are" if len(waiting) > 1 else "is"
        raise IllegalMove(f"{seat} is not asked now; {asked} {verb}.")

    # --- what there is to know --------------------------------------------------------------

    @property
    def table(self) -> Any:
        """The state, for the instructor's tools and tests: look, do not change."""
        return self._line.table

    @property
    def turn(self) -> int:
        """The number of the turn, from 1; 0 in set-up."""
        return int(self._line.table.turn)

    @property
    def round(self) -> int:
        """The number of the round, from 1; 0 in set-up."""
        return int(self._line.table.round)

    @property
    def step(self) -> int:
        """How many answers have been given up to now."""
        return self._line.given

    def is_step(self, entry: Entry) -> bool:
        """Whether an entry counts as a step: what seats and the host gave, throws by hand too."""
        return self._line.counts(entry)

    @property
    def last_step(self) -> int:
        """How many answers there are, also ahead."""
        return self._line.last_given

    @property
    def last_turn(self) -> int:
        """The last turn played, also ahead."""
        return self._line.last_turn

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self._line.request is None

    @property
    def ending(self) -> str | None:
        """Why the match has ended; None while it goes on."""
        ending: str | None = self._line.table.ending
        return ending

    @property
    def winners(self) -> tuple[str, ...]:
        """The seats that have won; empty while the match goes on, or when nobody has."""
        return tuple(self.game.winners(self._line.table)) if self.is_over else ()

    def standings(self) -> list[Standing]:
        """The seats, best first, as they stand now."""
        return self.game.standings(self._line.table)

    def races(self) -> dict[str, list[Standing]]:
        """Further races beside the standings, each won by itself: what it is called, and its lines.

        Empty in most games.
        """
        races = self.game.races(self._line.table)
        return {title: list(lines) for title, lines in races.items()}

    def metrics(self) -> dict[str, Any]:
        """All figures as they are now."""
        table = self._line.table
        return compute_row(self.game.metrics_of(table), table)

    @property
    def history(self) -> list[dict[str, Any]]:
        """The figures after each turn up to now."""
        return self._line.rows

    @property
    def answers(self) -> list[Entry]:
        """Everything given up to now, without the outcomes of luck: the instructor's.

        A seat has :attr:`View.answers`.
        """
        return self._line.answers

    @property
    def entries(self) -> list[tuple[int, list[Entry]]]:
        """All entries by segment, those undone too: ``[(turn, entries), ...]``."""
        return [(s.turn, list(entries)) for s, entries in self._line.entries_so_far()]

    @property
    def events(self) -> list[Event]:
        """All that happened: the instructor's; a seat has :attr:`View.events`."""
        return self._line.events

    @property
    def transfers(self) -> list[Transfer]:
        """All that moved: the instructor's; a seat has :attr:`View.ledger`."""
        return self._line.transfers

    @property
    def told(self) -> list[tuple[list[Event], list[Transfer]]]:
        """Events and transfers segment by segment: ``Transfer.news`` counts within its own."""
        return self._line.told

    @property
    def ledger(self) -> Ledger:
        """The accounts as they are now: ``m.ledger.balance("bank")``, ``m.ledger.totals()``."""
        ledger: Ledger = self._line.table.ledger
        return ledger

    def table_shown(self, seat: str | None) -> Any:
        """The table by which a page judges what to show a seat, everybody (None) or INSTRUCTOR.

        It is the present one, save that after going back the game may hide on it what lies hidden
        where the match was left (:meth:`Game.looked_back`). Bots and views know the present.
        """
        line = self._line
        if seat == INSTRUCTOR or not self.can_redo:
            return line.table
        return self.game.looked_back(line.table, line.latest)

    def view(self, seat: str | None) -> View:
        """What a seat may know; None for what everybody may, INSTRUCTOR for all there is."""
        view = self._views.get(seat)
        if view is None:
            if seat not in (None, INSTRUCTOR, *self.seats):
                raise UnknownName("seat", str(seat), self.seats)
            view = self._views[seat] = self.game.view(self._line, seat)
        return view

    def view_shown(self, seat: str | None) -> View:
        """The view of a seat as a page or a file may show it: after going back, by the table of
        :meth:`table_shown`. Bots play on by :meth:`view`, which is that of the very moment."""
        if seat == INSTRUCTOR or not self.can_redo:
            return self.view(seat)
        return self.game.view(Earlier(self._line, self.table_shown(seat)), seat)

    def rule(self, clause: str) -> str:
        """The text of a clause."""
        return self.game.rulebook.clause(clause)

    def digest(self) -> str:
        """A fingerprint of the table: equal for equal states, on every machine."""
        return digest(self._line.table)

    def say(self, names: bool = True) -> Say:
        """The words for this match: names of seats, spaces, and things of the edition.

        Without ``names`` seats are called by their letters, as in what is handed on to others.
        """
        table = self._line.table
        spaces = {s.id: s.title for s in self.game.board(table).spaces if s.title}
        return Say(
            self.names if names else {},
            {**self.game.things(table), **spaces},
            self.game.words,
            self.game.currency,
        )

    @property
    def can_undo(self) -> bool:
        """Whether there is an answer to take back."""
        return self._line.given > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is an answer ahead."""
        return self._line.last_given > self._line.given
