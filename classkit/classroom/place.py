"""One table of a room, folded from its rows; what is done at it becomes further rows.

The rows are the entries of the match's record, in the order in which they were given, and the steps
to which the teacher went back. Between them stands what the people of teams propose. Whatever is
drawn by chance follows from the luck of the table, and is not among them; nor is what the rules
answer for a seat that has one answer only.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from classkit.engine.bots import PERSON
from classkit.engine.errors import ClasskitError, IllegalMove, shorten
from classkit.engine.log import ONLY, Entry, plain_entry, plain_fields
from classkit.engine.match import Match
from classkit.engine.moves import Answer
from classkit.engine.record import Mark, read_line
from classkit.engine.strides import Until
from classkit.widgets.desk import Desk
from classkit.widgets.grids import settle

from .covering import predictions_at
from .log import CLOCK, DECIDED, ENTRY, GOTO, PROPOSED, DamagedRow, Draft, Row
from .room import Room
from .teams import Choice, Proposal, have_agreed
from .treatments import begin

MOST_STEPS = 5_000
"""The most answers at one table of a room: more than any match of a lesson has."""


class Substitution(NamedTuple):
    """The answer of a bot for a person who was asked and did not answer."""

    step: int
    seat: str
    decision: str
    answer: Answer = Answer("")


PROPOSAL = [str, str, dict, str, int]
"""The types of a person, a move, its fields, a decision and a turn."""


class Place:
    """A table of a room, up to row ``number``.

    >>> from .log import Row
    >>> from .room import Room
    >>> room = Room("ABC234")
    >>> room.take(Row(1, "opened", {"game": "economy", "seats": 3, "numbers": [3], "seed": 7,
    ...                             "options": {}, "groups": [], "fill": True, "absent": 60}))
    >>> room.take(Row(2, "table", {"place": 1, "seed": 7, "options": {}, "group": "",
    ...                            "holders": {"A": "", "B": "", "C": ""}}))
    >>> place = Place(room, 1)
    >>> place.match.play("end").is_over
    True
    >>> drafts = place.drafts()
    >>> twin = Place(room, 1)
    >>> for number, draft in enumerate(drafts, 1):
    ...     twin.take(Row(number, *draft))
    >>> twin.match.digest() == place.match.digest()
    True
    """

    def __init__(self, room: Room, place: int) -> None:
        setup = room.tables[place]
        match = begin(room.game, len(setup.seats), setup.seed, setup.options)
        self.place, self.number = place, 0
        self.desk = Desk(match)
        self.written: list[Entry] = []
        self.done: set[tuple[str, str]] = set()
        """What has been done here, as pairs of a person and that person's own number for it."""
        self.substitutions: list[Substitution] = []
        """The answers that bots gave for people, in the order of the steps of the match."""
        self.answering: Substitution | None = None
        """What is answered next, if a bot answers it for a person."""
        self.stood_in: dict[str, int] = {}
        """Seat -> how many of its latest decisions in a row a bot has answered for it."""
        self.holders: dict[str, str] = {}
        self.proposals: dict[str, list[Proposal]] = {}
        """Seat -> the proposals of its team; a changed proposal goes to the end."""
        self.away: set[str] = set()
        """The members of teams who let the time run out and have not proposed since."""
        self.unsaid: list[Draft] = []
        """What teams have done that is not in the log yet."""
        self.damage = ""
        """Why nothing is played here any more, if a row is damaged: the table stands before it."""
        self.ends = 0
        """After which round this table ends; 0 where the game itself ends it."""
        self.sit(room)

    @property
    def match(self) -> Match:
        return self.desk.match

    @property
    def is_done(self) -> bool:
        """Whether nothing is played here any more.

        The match is over, or its last round is, or a row is damaged.
        """
        ends = self.ends and self.match.round > self.ends
        return self.match.is_over or bool(ends or self.damage)

    def sit(self, room: Room) -> None:
        """Seat people and bots as the room has them now, with the names that it shows."""
        own, self.ends = self.match.game.own_bots(self.match.seats), room.ends_at(self.place)
        for seat, holder in room.tables[self.place].holders.items():
            if holder != self.holders.get(seat):
                self.stood_in.pop(seat, None)  # whoever sits there now has missed nothing
            self.holders[seat] = holder
            self.desk.hand(seat, PERSON if holder else own[seat])
        shown = room.names_at(self.place)
        if shown != self.desk.names:
            self.desk.said = ""  # names stand in it as they were
        self.desk.names.clear()
        self.desk.names.update(shown)

        self.expect(room)

    def expect(self, room: Room) -> None:
        """Note at the charts what the class was asked about them, and expects."""
        self.desk.branches.active.predictions = predictions_at(room, self.place)

    # --- from the log ---------------------------------------------

    def take(self, *rows: Row) -> None:
        """Take in the next rows, up to one that is damaged: other tables go on."""
        for row in rows:
            if self.damage:
                break
            try:
                self.play(row)
                self.mark(row)
            except Exception as error:  # whatever stands in a damaged row
                then = "The table stays as it was before; the other tables go on."
                self.damage = str(DamagedRow(f"table {self.place}", row, error, then))
                self.desk.said = self.damage
        if rows:
            self.settle()

    def play(self, row: Row) -> None:
        """Play the next row."""
        assert row.number == self.number + 1, f"row {row.number} after {self.number}"
        if row.kind == GOTO:
            self.match.goto(step=row.body["step"])
        elif row.kind == PROPOSED:
            self.hear(row.body)
        elif row.kind == DECIDED:
            self.away |= {*row.body["away"]}
        else:
            entry = read_line(row.body)
            assert not isinstance(entry, Mark), "rows have no marks"
            self.answering = self.substitution(entry.seat or "")
            with self.desk.branches.keeping_what_is_cut(by_bots=bool(entry.by)):
                self.match.repeat(entry)

    # --- to the log ---------------------------------------------

    def drafts(self) -> list[Draft]:
        """Return what has been done here and is not in the log yet."""
        now = given(self.match)
        same = common(self.written, now)
        back = [Draft(GOTO, {"step": self.step_after(same)})] if same < len(self.written) else []
        return [*self.unsaid, *back, *(Draft(ENTRY, plain_entry(entry)) for entry in now[same:])]

    def step_after(self, entries: int) -> int:
        """Return the number of steps among the first ``entries`` of the written entries."""
        return sum(self.match.is_step(entry) for entry in self.written[:entries])

    def note(self, rows: Iterable[Row]) -> None:
        """Note that what has been done here is in the log now."""
        for row in rows:
            self.mark(row)
        self.settle()

    def mark(self, row: Row) -> None:
        """Note what a row says of the table, apart from its match."""
        self.number, seat = row.number, row.body.get("seat", "")
        if row.key:
            self.done.add((row.by, row.key))
        if row.kind == GOTO:
            self.proposals.clear()
            step = row.body["step"]
            self.substitutions = [one for one in self.substitutions if one.step < step]
        elif row.kind == ENTRY:
            self.proposals.pop(seat, None)
        if row.by == CLOCK and row.key and row.kind == ENTRY:
            self.stood_in[seat] = self.stood_in.get(seat, 0) + 1
            if self.answering is not None and "move" in row.body:
                answer = Answer(row.body["move"], row.body.get("with", {}))
                self.substitutions.append(self.answering._replace(answer=answer))
        elif not row.body.get("by"):  # no bot answered
            self.stood_in.pop(seat, None)

    def settle(self) -> None:
        """Note that everything done here so far is in the log."""
        self.written, self.unsaid = given(self.match), []

    # --- teams ---------------------------------------------

    def hear(self, body: Mapping[str, Any]) -> None:
        """Take what somebody of a team proposes, in place of what they proposed before."""
        one = Proposal(body["person"], body["move"], body["with"], body["decision"], body["turn"])
        if [type(part) for part in one] != PROPOSAL:
            raise ClasskitError(f"{shorten(body)} is no proposal.")
        others = [
            other for other in self.proposals.get(body["seat"], []) if other.person != one.person
        ]
        self.proposals[body["seat"]] = [*others, one]
        self.away.discard(one.person)

    def proposed(self, seat: str) -> list[Proposal]:
        """Return what is proposed for the decision that a seat is asked for now."""
        asked = self.match.requests(seat) if seat in self.match.seats else []
        if not asked:
            return []
        about = (asked[0].name, self.match.turn)
        return [one for one in self.proposals.get(seat, []) if (one.decision, one.turn) == about]

    def propose(self, person: str, seat: str, move: str, fields: Mapping[str, Any]) -> None:
        """Let somebody of a team propose an answer; IllegalMove if the seat could not give it."""
        decision = self.desk.decision_of(seat)
        if self.desk.is_table(move, seat, fields):
            form = self.desk.move(seat, move)
            assert form is not None, "a table belongs to a move that is asked now"
            settled = settle(self.match, seat, form, fields)
            if settled.reason is not None:
                raise IllegalMove(settled.reason)
        else:
            answer = decision.read(move, fields)
            move, fields = answer.move, answer.fields
        body = {
            "seat": seat,
            "person": person,
            "move": move,
            "with": plain_fields(fields),
            "decision": decision.name,
            "turn": self.match.turn,
        }
        before = next((one for one in self.proposed(seat) if one.person == person), None)
        self.hear(body)
        if before is None or before.key != self.proposals[seat][-1].key:
            self.unsaid.append(Draft(PROPOSED, body))

    def agree(self, seat: str, present: Collection[str]) -> bool:
        """Return whether all of a team who are present have proposed the same."""
        return have_agreed(self.proposed(seat), [who for who in present if who not in self.away])

    def decide(self, seat: str, choice: Choice, why: str, team: Collection[str] = ()) -> None:
        """Give the chosen answer for a seat; team members without a proposal count as away now."""
        proposed = {one.person for one in self.proposed(seat)}
        away = [who for who in team if who not in proposed]
        self.desk.answer(choice.proposal.move, seat, choice.proposal.fields)
        self.unsaid.append(Draft(DECIDED, {"seat": seat, "why": why, "away": away}))
        self.away |= {*away}

    # --- play ---------------------------------------------

    def bots_go_on(self) -> None:
        """Let the bots play until a person is asked, or the match is over.

        A table at which nobody sits waits for somebody.
        """
        players = self.desk.policies()
        if self.is_done or None not in players.values():
            return
        if self.match.step >= MOST_STEPS:
            raise ClasskitError("This table has been played for longer than a lesson lasts.")
        with self.desk.branches.keeping_what_is_cut(by_bots=True):
            if self.ends:
                self.match.play(until=lambda _: self.is_done, bots=players)
            else:
                self.match.play("end", bots=players)

    def take_back(self, until: Until) -> None:
        """Go back to the decision of a person before this one, or to where a round began."""
        if until == "decision":
            while self.match.can_undo:
                self.desk.back("decision")
                if self.desk.persons_asked():
                    return
        elif self.match.can_undo:
            self.desk.back(until)

    def stand_in(self, seat: str) -> None:
        """Let the bot of a seat answer once for whoever is asked there and does not."""
        bot = self.match.game.own_bots(self.match.seats)[seat]
        self.answering = self.substitution(seat)
        with self.desk.branches.keeping_what_is_cut(by_bots=True):
            self.match.play("decision", self.desk.alone(seat, bot))

    def substitution(self, seat: str) -> Substitution:
        """Return what a bot would answer for a seat now."""
        asked = self.match.requests(seat) if seat in self.match.seats else []
        return Substitution(self.match.step, seat, asked[0].name if asked else "")


def given(match: Match) -> list[Entry]:
    """Return the entries given up to now, without answers that the rules give by themselves."""
    return [entry for entry in match.answers_shared if entry.kind != ONLY]


def common(one: list[Entry], other: list[Entry]) -> int:
    """Return how many entries two lists begin with alike.

    >>> bid, pass_ = Entry("answer", "A", "bid"), Entry("answer", "A", "pass")
    >>> common([bid, bid], [bid, pass_]), common([], [bid])
    (1, 0)
    """
    same = 0
    for left, right in zip(one, other, strict=False):
        if left is not right and left[:5] != right[:5]:
            break
        same += 1
    return same
