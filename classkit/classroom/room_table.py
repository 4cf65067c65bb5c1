"""One table of a room, rebuilt from its rows. Actions at the table become further rows.

The rows are the entries of the match's record in order, the steps to which the teacher went back,
and the proposals of teams. Random outcomes are not stored, because they follow from the seed of the
table. Answers that the rules give for a seat with a single choice are not stored either.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from operator import is_
from typing import Any, NamedTuple

from classkit.engine.bots import PERSON
from classkit.engine.errors import ClasskitError, IllegalMove, truncate_text
from classkit.engine.events import FORCED_KIND, Entry, copy_plain_fields, entry_to_dict
from classkit.engine.match import Match
from classkit.engine.moves import Answer
from classkit.engine.navigation import Until
from classkit.engine.serialization import SegmentHash, read_line
from classkit.widgets.action_summary import record_moment, summarize_action
from classkit.widgets.match_controller import MatchController
from classkit.widgets.table_moves import try_rows

from .covered_charts import get_predictions
from .room import Room
from .room_events import (
    AWAITED,
    CLOCK,
    DECIDED,
    ENTRY,
    GOTO,
    HANDED,
    PROPOSED,
    TEACHER,
    DamagedEvent,
    NewEvent,
    StoredEvent,
)
from .teams import Proposal, ProposalTally, is_unanimous
from .treatments import begin_match

ENDED_BY_RULES, ENDED_BY_TEACHER, ENDED_BY_DAMAGE = "rules", "teacher", "damage"
"""What can end play at a table."""
MAX_STEPS = 5_000
"""Number of steps after which bots stop with an error. Matches in lessons are never that long."""


class Substitution(NamedTuple):
    """The answer of a bot for a person who did not answer in time."""

    step: int
    seat: str
    decision: str
    answer: Answer = Answer("")


PROPOSAL_TYPES = [str, str, dict, str, int]
"""The types of a person, a move, its fields, a decision and a turn."""


class RoomTable:
    """A table of a room, as of row ``row_number``.

    >>> from .room_events import StoredEvent
    >>> from .room import Room
    >>> room = Room("ABC234")
    >>> opened = {"game": "economy", "seats": 3, "numbers": [3], "seed": 7, "options": {},
    ...           "groups": [], "fill": True, "absent": 60}
    >>> room.apply_row(StoredEvent(1, "opened", opened))
    >>> table = {"place": 1, "seed": 7, "options": {}, "group": "",
    ...          "holders": {"A": "", "B": "", "C": ""}}
    >>> room.apply_row(StoredEvent(2, "table", table))
    >>> place = RoomTable(room, 1)
    >>> place.match.play("end").is_over
    True
    >>> drafts = place.list_new_events()
    >>> twin = RoomTable(room, 1)
    >>> for number, draft in enumerate(drafts, 1):
    ...     twin.apply_rows(StoredEvent(number, *draft))
    >>> twin.match.digest() == place.match.digest()
    True
    """

    def __init__(self, room: Room, place: int) -> None:
        setup = room.tables[place]
        match = begin_match(
            room.game, len(setup.seats), setup.seed, setup.options, rules=room.rules
        )
        self.place, self.row_number = place, 0
        self.controller = MatchController(match)
        self.logged_entries: list[Entry] = []
        self.listed_entries: list[Entry] = []
        """The entries when new events were last listed."""
        self.done: set[tuple[str, str]] = set()
        """The requests already carried out, as pairs of a person and the person's number for the
        request.
        """
        self.substitutions: list[Substitution] = []
        """The answers that bots gave for people, in the order of the match's steps."""
        self.pending_substitution: Substitution | None = None
        """The next answer, if a bot gives it for a person."""
        self.missed_counts: dict[str, int] = {}
        """Seat -> number of its latest consecutive decisions that a bot has answered for a person.
        """
        self.handed: set[str] = set()
        """The seats that the teacher has handed to a bot until their people answer."""
        self.holders: dict[str, str] = {}
        self.teams: dict[str, list[str]] = {}
        self.proposals: dict[str, list[Proposal]] = {}
        """Seat -> the proposals of its team. A changed proposal moves to the end."""
        self.away: set[str] = set()
        """Team members who let the time run out and have not proposed since."""
        self.pending_events: list[NewEvent] = []
        """Team actions that are not in the log yet."""
        self.damage = ""
        """Why play has ended here, if a row is damaged. Rows from that one on are ignored.
        """
        self.deciders: set[str] = set()
        """The people who have decided anything here."""
        self.end_round = 0
        """The round after which this table ends; 0 if the game itself ends it."""
        self.assign_seats(room)

    @property
    def match(self) -> Match:
        return self.controller.match

    @property
    def is_done(self) -> bool:
        """Whether play has ended here.

        The match is over, its last round is over, or a row is damaged.
        """
        return bool(self.end_cause)

    @property
    def end_cause(self) -> str:
        """What ended play here: the rules, the teacher or damage; or "" if nothing did."""
        if self.match.is_over:
            return ENDED_BY_RULES
        if self.end_round and self.match.round > self.end_round:
            return ENDED_BY_TEACHER
        return ENDED_BY_DAMAGE if self.damage else ""

    def is_first_decision(self, people: Collection[str]) -> bool:
        """Return True if none of these people, who share a seat, has decided anything here."""
        return self.deciders.isdisjoint(people)

    def assign_seats(self, room: Room) -> None:
        """Assign people, bots and displayed names to seats as in the current room."""
        own, self.end_round = (
            self.match.game.default_bots(self.match.seats),
            room.get_end_round(self.place),
        )
        self.teams = room.tables[self.place].teams
        for seat, holder in room.tables[self.place].holders.items():
            if holder != self.holders.get(seat):
                self.missed_counts.pop(seat, None)  # the new person has missed nothing
                self.handed.discard(seat)
            self.holders[seat] = holder
            self.controller.hand(seat, PERSON if holder else own[seat])
        self.controller.names.clear()
        self.controller.names.update(room.get_shown_names(self.place))
        self.update_predictions(room)

    def update_predictions(self, room: Room) -> None:
        """Set the predictions of the class on the charts."""
        self.controller.branches.active.predictions = get_predictions(room, self.place)

    # --- from the log ---------------------------------------------

    def apply_rows(self, *rows: StoredEvent) -> None:
        """Apply the next rows, up to a damaged row, and summarize what they changed.

        Other tables are not affected by the damage.
        """
        before = record_moment(self.controller)
        for row in rows:
            if self.damage:
                break
            try:
                self.apply_row(row)
                self.update_bookkeeping(row)
                if row.kind == GOTO and row is not rows[-1]:
                    before = record_moment(self.controller)  # later changes are reported as news
            except Exception as error:  # a damaged row may contain anything
                then = "The table stays as it was before; the other tables continue."
                self.damage = str(DamagedEvent(f"table {self.place}", row, error, then))
                self.controller.summary = self.damage
        if rows:
            self.clear_pending()
        if not self.damage:
            self.controller.summary = summarize_action(self.controller, before)

    def apply_row(self, row: StoredEvent) -> None:
        """Apply the next row."""
        assert row.number == self.row_number + 1, f"row {row.number} after {self.row_number}"
        if row.kind == GOTO:
            self.match.goto(step=row.body["step"])
        elif row.kind == PROPOSED:
            self.add_proposal(row.body)
        elif row.kind == DECIDED:
            self.away |= {*row.body["away"]}
        elif row.kind in (AWAITED, HANDED):
            pass  # update_bookkeeping counts the person as present again, or as away
        else:
            entry = read_line(row.body)
            assert not isinstance(entry, SegmentHash), "rows have no marks"
            self.pending_substitution = self.build_substitution(entry.seat or "")
            with self.controller.branches.preserve_cut_branch(by_bots=bool(entry.by)):
                self.match.repeat(entry)

    # --- to the log ---------------------------------------------

    def list_new_events(self) -> list[NewEvent]:
        """Return the actions done here that are not in the log yet."""
        now = self.listed_entries = list_given_entries(self.match)
        same = count_common_prefix(self.logged_entries, now)
        back = (
            [NewEvent(GOTO, {"step": self.count_steps(same)})]
            if same < len(self.logged_entries)
            else []
        )
        return [
            *self.pending_events,
            *back,
            *(NewEvent(ENTRY, entry_to_dict(entry)) for entry in now[same:]),
        ]

    def count_steps(self, entries: int) -> int:
        """Return the number of steps among the first ``entries`` of the written entries."""
        return sum(self.match.is_step(entry) for entry in self.logged_entries[:entries])

    def mark_logged(self, rows: Iterable[StoredEvent]) -> None:
        """Mark the actions that were listed last as logged, and remember their keys."""
        for row in rows:
            self.update_bookkeeping(row)
        self.logged_entries, self.pending_events = self.listed_entries, []

    def update_bookkeeping(self, row: StoredEvent) -> None:
        """Update everything except the match from a row."""
        self.row_number, seat = row.number, row.body.get("seat", "")
        if row.key:
            self.done.add((row.by, row.key))
        if row.kind == GOTO:
            self.proposals.clear()
            step = row.body["step"]
            self.substitutions = [one for one in self.substitutions if one.step < step]
        elif row.kind == ENTRY:
            self.proposals.pop(seat, None)
        if row.kind == ENTRY and "move" in row.body and not row.body.get("by"):
            self.deciders.add(row.by)
        if row.kind == HANDED:
            self.handed.add(seat)
        elif row.kind == AWAITED or row.by not in (CLOCK, TEACHER):
            self.handed.discard(seat)
        if row.by == CLOCK and row.key and row.kind == ENTRY:
            self.missed_counts[seat] = self.missed_counts.get(seat, 0) + 1
            if self.pending_substitution is not None and "move" in row.body:
                answer = Answer(row.body["move"], row.body.get("with", {}))
                self.substitutions.append(self.pending_substitution._replace(answer=answer))
        elif not row.body.get("by"):  # no bot answered
            self.missed_counts.pop(seat, None)

    def clear_pending(self) -> None:
        """Mark all actions done here so far as logged."""
        self.logged_entries, self.pending_events = list_given_entries(self.match), []

    # --- teams ---------------------------------------------

    def add_proposal(self, body: Mapping[str, Any]) -> None:
        """Add the proposal of a team member, replacing an earlier one."""
        one = Proposal(body["person"], body["move"], body["with"], body["decision"], body["turn"])
        if [type(part) for part in one] != PROPOSAL_TYPES:
            raise ClasskitError(f"{truncate_text(body)} is not a proposal.")
        others = [
            other for other in self.proposals.get(body["seat"], []) if other.person != one.person
        ]
        self.proposals[body["seat"]] = [*others, one]
        self.away.discard(one.person)

    def list_proposals(self, seat: str, *, with_former: bool = False) -> list[Proposal]:
        """Return the proposals for the current decision of a seat.

        Proposals of people who have left the team are included only if ``with_former``, for
        reports.
        """
        asked = self.match.requests(seat) if seat in self.match.seats else []
        if not asked:
            return []
        about, team = (asked[0].name, self.match.turn), self.teams.get(seat, [])
        proposals = self.proposals.get(seat, [])
        return [
            one
            for one in proposals
            if (one.decision, one.turn) == about and (with_former or one.person in team)
        ]

    def propose(self, person: str, seat: str, move: str, fields: Mapping[str, Any]) -> None:
        """Propose an answer as a team member. Raise IllegalMove if the seat cannot give it."""
        decision = self.controller.get_decision(seat)
        if self.controller.is_table_answer(move, seat, fields):
            form = self.controller.find_move(seat, move)
            assert form is not None, "a table belongs to a move that is asked now"
            settled = try_rows(self.match, seat, form, fields)
            if settled.reason is not None:
                raise IllegalMove(settled.reason)
        else:
            answer = decision.read(move, fields)
            move, fields = answer.move, answer.fields
        body = {
            "seat": seat,
            "person": person,
            "move": move,
            "with": copy_plain_fields(fields),
            "decision": decision.name,
            "turn": self.match.turn,
        }
        before = next((one for one in self.list_proposals(seat) if one.person == person), None)
        self.add_proposal(body)
        if before is None or before.key != self.proposals[seat][-1].key:
            self.pending_events.append(NewEvent(PROPOSED, body))

    def has_agreement(self, seat: str, present: Collection[str]) -> bool:
        """Return True if all of these members who are not away have proposed the same answer."""
        return is_unanimous(
            self.list_proposals(seat), [who for who in present if who not in self.away]
        )

    def decide(
        self, seat: str, choice: ProposalTally, why: str, team: Collection[str] = ()
    ) -> None:
        """Answer for a seat with the chosen proposal.

        Members of ``team`` without a proposal count as away until they propose again.
        """
        proposed = {one.person for one in self.list_proposals(seat)}
        away = [who for who in team if who not in proposed]
        self.controller.answer(choice.proposal.move, seat, choice.proposal.fields)
        body = {"seat": seat, "why": why, "away": away, "choice": choice.proposal.key}
        self.pending_events.append(NewEvent(DECIDED, body))
        self.away |= {*away}

    # --- play ---------------------------------------------

    def play_bots(self) -> None:
        """Let the bots play until a person is asked, or the match or the last round is over.

        At a table without people, bots do not play. Raise ClasskitError after MAX_STEPS steps.
        """
        players = self.controller.get_policies()
        if self.is_done or None not in players.values():
            return
        if self.match.step >= MAX_STEPS:
            raise ClasskitError("This table has reached the maximum length of a lesson.")
        with self.controller.branches.preserve_cut_branch(by_bots=True):
            if self.end_round:
                self.match.play(until=lambda _: self.is_done, bots=players)
            else:
                self.match.play("end", bots=players)

    def take_back(self, until: Until) -> None:
        """Go back to the previous decision of a person, or to the beginning of a round."""
        if until == "decision":
            while self.match.can_undo:
                self.controller.back("decision")
                if self.controller.waiting_persons():
                    return
        elif self.match.can_undo:
            self.controller.back(until)

    def await_person(self, seat: str) -> None:
        """Count a person who is away as present again."""
        self.pending_events.append(NewEvent(AWAITED, {"seat": seat}))

    def hand_to_bot(self, seat: str) -> None:
        """Let a bot answer for a person until the person answers."""
        if seat not in self.handed:
            self.pending_events.append(NewEvent(HANDED, {"seat": seat}))

    def answer_by_bot(self, seat: str) -> None:
        """Let a bot answer once for a person who has not answered."""
        bot = self.match.game.default_bots(self.match.seats)[seat]
        self.pending_substitution = self.build_substitution(seat)
        with self.controller.branches.preserve_cut_branch(by_bots=True):
            self.match.play("decision", self.controller.single_seat_players(seat, bot))

    def build_substitution(self, seat: str) -> Substitution:
        """Return the step and the decision that a bot may answer now, but not the answer."""
        asked = self.match.requests(seat) if seat in self.match.seats else []
        return Substitution(self.match.step, seat, asked[0].name if asked else "")


def list_given_entries(match: Match) -> list[Entry]:
    """Return the entries so far except answers that the rules gave automatically."""
    return [entry for entry in match.shared_answers if entry.kind != FORCED_KIND]


def count_common_prefix(left_entries: list[Entry], right_entries: list[Entry]) -> int:
    """Return the length of the common prefix of two lists of entries.

    >>> bid, pass_ = Entry("answer", "A", "bid"), Entry("answer", "A", "pass")
    >>> count_common_prefix([bid, bid], [bid, pass_]), count_common_prefix([], [bid])
    (1, 0)
    """
    if all(map(is_, left_entries, right_entries)):  # the usual case
        return min(len(left_entries), len(right_entries))
    same = 0
    for left, right in zip(left_entries, right_entries, strict=False):
        if left is not right and left[:5] != right[:5]:
            break
        same += 1
    return same
