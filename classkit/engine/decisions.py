"""Requests that a game makes: a decision, sealed decisions, a roll of dice, or a draw.

A turn is a generator that yields requests and receives their outcomes:

========= ==========================================
request   outcome
========= ==========================================
Decision  the :class:`Answer`
Sealed    ``{seat: Answer}``
Roll      a tuple of faces
Draw      a tuple of the drawn items, in order
========= ==========================================
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, TypeVar

from classkit.deprecation import warn_about_members

from .errors import IllegalMove, NothingToDo, truncate_text, truncate_value
from .events import ALL_SEATS, new_tuple
from .moves import Amount, Answer, Check, Field, ListOf, Move, OneOf, SomeOf
from .rulebook_text import format_count
from .untrusted_input import FrozenDict, copy_json

Seat: TypeAlias = str
Moves: TypeAlias = Sequence[Move]
DefaultAnswer: TypeAlias = Answer | str | Callable[[], Answer | str]
NO_FACTS: Mapping[str, Any] = FrozenDict()
DecisionFacts: TypeAlias = Mapping[str, Any] | Callable[[], Mapping[str, Any]]

MAX_REQUEST_TEXT = 600
"""Maximum number of characters in the ``repr`` of a request."""


@warn_about_members
class Decision:
    """A request for one seat to choose one of several moves.

    Args:
        seat: The seat that is asked.
        name: Name of the decision in bots, records and texts.
        moves: A sequence of moves, or a function that returns one. A function is called again after
            every aside, for example to offer a purchase that has become affordable.
        rule: Clause that requires the decision.
        default: Answer of a seat without a preference (section 5 of each rules file), or a function
            that returns it if an aside may change it.
        about: Facts for bots and pages, or a function that returns them, called again after every
            aside.
        private: True if the moves or ``about`` contain information that only the seat may see, such
            as a hand of cards. A shared screen hides them until the seat opens them, and the other
            seats' views hide the answer (:meth:`.Secrecy.redact_answer`). The existence of the
            decision, its name and its clause are public.
        why: Function for moves that are named after items (squares, cards). It returns why an item
            is not among the moves, or None for a name that is not an item.

    Example:
        >>> buy = Decision("B", "buy_square", [Move("yes"), Move("no")], "P6.1", "no")
        >>> buy
        <Decision of seat B: buy_square (P6.1): yes(); no()>
        >>> buy.read("yes")
        Answer(move='yes', fields={})
        >>> buy.read("maybe")
        Traceback (most recent call last):
        classkit.engine.errors.IllegalMove: 'maybe' is not an answer to buy_square. \
Possible: yes, no (P6.1).

        >>> why = lambda name: f"{name} is not mortgaged (Q6.4)." if name == "reading" else None
        >>> lift = Decision("B", "lift", [Move("baltic")], "Q6.4", "baltic", why=why)
        >>> lift.read("reading")
        Traceback (most recent call last):
        classkit.engine.errors.IllegalMove: reading is not mortgaged (Q6.4).
    """

    __slots__ = (
        "_about",
        "_default",
        "_facts",
        "_listed",
        "_moves",
        "_told",
        "name",
        "private",
        "rule",
        "seat",
        "why",
    )

    def __init__(
        self,
        seat: Seat,
        name: str,
        moves: Moves | Callable[[], Moves],
        rule: str,
        default: DefaultAnswer,
        about: DecisionFacts = NO_FACTS,
        private: bool = False,
        why: Check | None = None,
    ) -> None:
        self.seat, self.name, self.rule = seat, name, rule
        self._moves, self._default, self._about = moves, default, about
        self.private, self.why = private, why
        # Most facts are a dict; checking the type is faster than callable().
        self._facts = about if type(about) is dict or not callable(about) else about()
        self._told: Mapping[str, Any] | None = None
        self._listed: Moves | None = None
        if type(moves) is list or type(moves) is tuple:
            self._listed = moves

    @property
    def moves(self) -> Moves:
        """All moves, including moves that are currently barred."""
        return self._compute_moves() if self._listed is None else self._listed

    def _compute_moves(self) -> Moves:
        moves = self._moves
        self._listed = listed = moves() if callable(moves) else moves
        return listed

    def clear_moves(self) -> None:
        """Discard the computed moves. They are recomputed after the state has changed."""
        if callable(self._moves):
            self._listed = None
        if callable(self._about):
            self._facts, self._told = self._about(), None

    @property
    def about(self) -> Mapping[str, Any]:
        """A copy of the decision's facts."""
        if self._told is None:
            self._told = copy_json(self._facts)
        return self._told

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seat that is asked, as a tuple."""
        return (self.seat,)

    @property
    def legal(self) -> list[Move]:
        """The moves that are currently legal."""
        return [move for move in self.moves if not move.barred]

    @property
    def default(self) -> Answer:
        """A new copy of the default answer."""
        default = self._default
        if callable(default):
            default = default()
        if isinstance(default, str):
            return Answer(default, {})
        return Answer(default.move, copy_json(default.fields))

    def read(self, move: Any, fields: Mapping[str, Any] = NO_FACTS) -> Answer:
        """Return the answer in its canonical form.

        A bare value such as "I07" or 120_000 answers the only move with a single field that accepts
        it.

        Args:
            move: Name of a move, an :class:`Answer`, or a bare value.
            fields: Values of the move's fields.

        Returns:
            The answer in the form that the match records.

        Raises:
            IllegalMove: The answer is not legal. The message contains the reason.
        """
        for listed in (self._listed or self._compute_moves()) if isinstance(move, str) else ():
            if listed.name == move:
                if not fields and listed.is_free:
                    return new_tuple(Answer, (move, {}))
                reason = listed.refusal(fields)
                if reason:
                    raise IllegalMove(append_clause(reason, listed.rule or self.rule))
                return new_tuple(Answer, (listed.name, fields))
        if self.why is not None and isinstance(move, str) and (reason := self.why(move)):
            raise IllegalMove(append_clause(reason, self.rule))
        if not fields:
            taking = [
                Answer(listed.name, {field: move})
                for listed in self.moves
                if len(listed.fields) == 1
                for field in listed.fields
                if listed.refusal({field: move}) is None
            ]
            if len(taking) == 1:
                return taking[0]
            self._explain_value(move, [answer.move for answer in taking])
        possible = ", ".join(listed.name for listed in self.legal[:20])
        raise IllegalMove(
            f"{truncate_text(move)} is not an answer to {self.name}. Possible: {possible} "
            f"({self.rule})."
        )

    def _explain_value(self, value: Any, taking: list[str]) -> None:
        """Raise IllegalMove with a specific reason for a bare value if its intent is clear."""
        if len(taking) > 1:
            names = " or ".join(taking)
            raise IllegalMove(
                f"{truncate_text(value)} could mean {names}. Choose one ({self.rule})."
            )
        meant = [
            listed
            for listed in self.moves
            if any(field.contains_value(value) for field in listed.fields.values())
        ]
        legal = self.legal
        if not meant and (len(legal) == 1 or not isinstance(value, str)):
            single = [listed for listed in legal if len(listed.fields) == 1]
            meant = single if len(single) == 1 else []
        for listed in [one for one in meant if not one.barred] or meant:
            reason = listed.barred or refuse_bare_value(listed, value)
            raise IllegalMove(append_clause(reason, listed.rule or self.rule))

    def __repr__(self) -> str:
        head = f"Decision of seat {self.seat}: {self.name} ({self.rule})"
        if self.private:  # the repr may appear on a shared screen
            return f"<{head}: private to seat {self.seat}; its moves are in .legal>"
        try:
            moves = "; ".join(repr(move) for move in self.legal)
        except Exception:  # the decision may belong to an earlier state
            return f"<{head}>"
        return f"<{truncate_value(f'{head}: {moves}', MAX_REQUEST_TEXT)}>"

    def _repr_html_(self) -> str:
        from classkit.cell_html import request_html  # not needed for play

        return request_html(self)


class Sealed:
    """Simultaneous decisions of several seats. Answers stay hidden until all seats have answered.

    Each seat has its own moves, available as ``decisions["A"].legal`` or ``m.legal_moves("A")``.

    Args:
        decisions: One decision for each seat that is asked.
        unopened: The seats with earlier sealed answers that the rules have not opened yet.

    Attributes:
        rule: Clause of the first decision.

    Example:
        >>> moves = [Move("yes"), Move("no")]
        >>> Sealed(Decision(seat, "vote", moves, "P5.2", "no") for seat in "AB")
        <Sealed by seats A, B: vote (P5.2)>
    """

    __slots__ = ("decisions", "rule", "unopened")

    def __init__(self, decisions: Iterable[Decision], unopened: Iterable[Seat] = ()) -> None:
        self.decisions = {decision.seat: decision for decision in decisions}
        self.rule = next((decision.rule for decision in self.decisions.values()), "")
        self.unopened = tuple(unopened)

    @property
    def name(self) -> str:
        """The names of the decisions."""
        return " and ".join(dict.fromkeys(one.name for one in self.decisions.values()))

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that are asked, including seats that have already answered."""
        return tuple(self.decisions)

    @property
    def seat(self) -> None:
        """Always None, because several seats are asked; see :attr:`seats`."""
        return None

    def __repr__(self) -> str:
        return f"<Sealed by seats {', '.join(self.seats)}: {self.name} ({self.rule})>"

    def _repr_html_(self) -> str:
        from classkit.cell_html import request_html  # not needed for play

        return request_html(self)


@warn_about_members
class ChanceRequest:
    """Base class of rolls and draws.

    No seat chooses the outcome. The match generates it, reads it from a script, or asks the
    instructor to enter it; ``move`` is the form for the last case.
    """

    __slots__ = ("purpose", "rule", "seat")
    purpose: str
    rule: str
    seat: Seat | None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seat that rolls or draws, or an empty tuple if it is done for the table."""
        return () if self.seat is None else (self.seat,)

    @property
    def move(self) -> Move:
        """The form for an outcome entered by hand."""
        raise NotImplementedError  # implemented by `Roll` and `Draw`

    @property
    def moves(self) -> list[Move]:
        """The only form, as a list, for compatibility with decisions."""
        return [self.move]

    @property
    def reason(self) -> str:
        """Purpose, seat and clause, such as "for move by seat A (P3.3)"."""
        by = f" by seat {self.seat}" if self.seat else ""
        return f"for {self.purpose}{by} ({self.rule})"

    def describe_outcome(self) -> str:
        """Return a description of the roll or draw and its purpose."""
        raise NotImplementedError  # implemented by `Roll` and `Draw`

    def prompt_sentence(self) -> str:
        """Return a sentence that asks the instructor to enter the outcome."""
        raise NotImplementedError  # implemented by `Roll` and `Draw`

    def refuse_seat(self, seat: Seat | None) -> None:
        """Raise IllegalMove for an outcome entered for another seat.

        Args:
            seat: The seat for which an outcome is entered, or None for any.

        Raises:
            IllegalMove: The roll or draw belongs to another seat.
        """
        if None not in (seat, self.seat) and seat != self.seat:
            raise IllegalMove(f"{seat} cannot decide yet: {self.describe_outcome()} comes first.")

    def read(self, move: Any, fields: Mapping[str, Any] = NO_FACTS) -> tuple[Any, ...]:
        """Validate and return an outcome entered by hand.

        The outcome may be passed in its field, or as a list in place of the move's name.

        Args:
            move: Name of the form, or the outcome as a list.
            fields: Values of the form's fields.

        Returns:
            The outcome.

        Raises:
            IllegalMove: The outcome does not fit the request.

        Example:
            >>> Roll(2, 6, "move", "P3.3", "A").read([3, 4])
            (3, 4)
        """
        form = self.move
        name = next(iter(form.fields))
        if not fields and isinstance(move, (list, tuple)):
            move, fields = form.name, {name: list(move)}
        if move != form.name:
            raise IllegalMove(self.prompt_sentence())
        if reason := form.refusal(fields):
            raise IllegalMove(append_clause(reason, self.rule))
        return tuple(fields[name])


class Roll(ChanceRequest):
    """A roll of ``dice`` dice with ``sides`` sides each.

    Args:
        dice: Number of dice.
        sides: Number of sides of each die.
        purpose: Purpose of the roll, such as "move".
        rule: The clause.
        seat: The seat that rolls, or None for the table.

    Example:
        >>> roll = Roll(2, 6, "move", "P3.3", "A")
        >>> roll, roll.describe_outcome()
        (<Roll of 2d6 for move by seat A (P3.3)>, 'the roll of 2 dice for move by seat A (P3.3)')
        >>> roll.prompt_sentence()
        'Roll the dice first: answer roll, with dice as a list of 2 numbers from 1 to 6 (P3.3).'
    """

    __slots__ = ("dice", "sides")

    def __init__(self, dice: int, sides: int, purpose: str, rule: str, seat: Seat | None) -> None:
        self.dice, self.sides, self.purpose, self.rule, self.seat = dice, sides, purpose, rule, seat

    name = "roll"

    @property
    def move(self) -> Move:
        return Move("roll", dice=ListOf(Amount(1, self.sides), self.dice, self.dice))

    def refuse(self, outcome: Any) -> str | None:
        """Return a sentence with the reason why the outcome is invalid, or None if it is valid."""
        return self.move.refusal({"dice": outcome})

    def describe_outcome(self) -> str:
        what = "1 die" if self.dice == 1 else f"{self.dice} dice"
        return f"the roll of {what} {self.reason}"

    def prompt_sentence(self) -> str:
        listed = f"{format_count(self.dice, 'number')} from 1 to {self.sides}"
        return f"Roll the dice first: answer roll, with dice as a list of {listed} ({self.rule})."

    def __repr__(self) -> str:
        return f"<Roll of {self.dice}d{self.sides} {self.reason}>"

    def _repr_html_(self) -> str:
        from classkit.cell_html import request_html  # not needed for play

        return request_html(self)


class Draw(ChanceRequest):
    """A draw of ``count`` items from a bag, in order and without replacement.

    Args:
        bag: The items in the bag. An item that is in the bag twice is listed twice.
        count: Number of items to draw.
        purpose: Purpose of the draw.
        rule: The clause.
        seat: The seat that draws, or None for the table.
        seen_by: The seats that see the drawn items.

    Example:
        >>> Draw(["red", "blue", "green"], 2, "colours", "E2.1")
        <Draw of 2 of 3 for colours (E2.1)>
    """

    __slots__ = ("bag", "count", "seen_by")

    def __init__(
        self,
        bag: Sequence[str],
        count: int,
        purpose: str,
        rule: str,
        seat: Seat | None = None,
        seen_by: tuple[Seat, ...] = ALL_SEATS,
    ) -> None:
        self.bag, self.count, self.purpose, self.rule = bag, count, purpose, rule
        self.seat, self.seen_by = seat, seen_by

    name = "draw"

    @property
    def move(self) -> Move:
        items: Field = SomeOf(self.bag, self.count, self.count)
        if len(set(self.bag)) < len(self.bag):
            items = ListOf(OneOf(tuple(dict.fromkeys(self.bag))), self.count, self.count)
        return Move("draw", refuse=lambda values: self.refuse(values["items"]), items=items)

    def refuse(self, outcome: Any) -> str | None:
        """Return a sentence with the reason why the outcome is invalid, or None if it is valid."""
        if not isinstance(outcome, (list, tuple)) or len(outcome) != self.count:
            return f"{self.count} must be drawn."
        left = list(self.bag)
        for item in outcome:
            if item not in left:
                return f"{truncate_text(item)} is not in the bag."
            left.remove(item)
        return None

    def describe_outcome(self) -> str:
        return f"the draw of {self.count} {self.reason}"

    def prompt_sentence(self) -> str:
        """Return a sentence that asks the instructor to enter the drawn items."""
        listed = format_count(self.count, "name")
        return f"Draw the items first: answer draw, with items as a list of {listed} ({self.rule})."

    def __repr__(self) -> str:
        return f"<Draw of {self.count} of {len(self.bag)} {self.reason}>"

    def _repr_html_(self) -> str:
        from classkit.cell_html import request_html  # not needed for play

        return request_html(self)


Request: TypeAlias = Decision | Sealed | Roll | Draw
"""Any request that a match may be waiting on."""
T = TypeVar("T")
Flow: TypeAlias = Generator[Request, Any, T]
"""A rule as a generator that yields requests, receives outcomes, and returns a result."""


def find_open_decision(
    request: Request | None,
    waiting: Sequence[Decision],
    answered: Sequence[Seat],
    seat: Seat | None,
) -> Decision:
    """Return the open decision of a seat, or the only open decision if ``seat`` is None.

    Raises:
        NothingToDo: The match is over.
        IllegalMove: The seat is not asked, or ``seat`` is None and several seats are asked.
    """
    if request is None:
        raise NothingToDo("The match is over: no decision is open.")
    if isinstance(request, (Roll, Draw)):
        raise IllegalMove(request.prompt_sentence())
    mine = [decision for decision in waiting if seat in (None, decision.seat)]
    if len(mine) == 1:
        return mine[0]
    asked = ", ".join(decision.seat for decision in waiting)
    if mine:
        raise IllegalMove(
            f'Several seats must decide ({asked}). Name one, as in seat="{asked[0]}".'
        )
    if seat in answered:
        raise IllegalMove(f"{seat} has already answered. Withdraw the answer first to change it.")
    verb = "do" if len(waiting) > 1 else "does"
    raise IllegalMove(
        f"{seat} has nothing to decide right now, but {asked} {verb} ({waiting[0].rule})."
    )


class Aside(NamedTuple):
    """An optional action of a seat while a decision is open, its own or another seat's.

    Args:
        seat: The seat that may act.
        move: The move, with its fields.
        run: Called with the values of the fields; returns the generator that carries out the aside.
            The open decision is then asked again with new moves.
        rule: The clause.
        private: True if the move contains information that only the seat may see. Shared screens
            then show only that the seat has an optional action.

    Example:
        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1})
        >>> [aside.move.name for aside in m.asides()]
        ['cash_in', 'repay_loan', 'propose_trade']
    """

    seat: Seat
    move: Move
    run: Callable[..., Flow[None]]
    rule: str
    private: bool = False

    def __repr__(self) -> str:
        what = "private to this seat" if self.private else repr(self.move)
        return f"<Aside of seat {self.seat}: {what} ({self.rule})>"


def refuse_bare_value(move: Move, value: Any) -> str:
    """Return why a bare value does not answer a move, or which other fields are missing.

    >>> place = Move("place", card=OneOf(("oil",)), space=OneOf(("d4", "d5")))
    >>> refuse_bare_value(place, "d4")
    "'d4' is the space of place; card is missing."
    """
    field = next((name for name, one in move.fields.items() if one.contains_value(value)), "")
    others = [name for name in move.fields if name != field]
    if field and isinstance(move.fields[field], SomeOf):
        if others:
            names = ", ".join(move.fields)
            return f"{truncate_text(value)} alone is not enough: {move.name} takes {names}."
        listed = (
            f"{field}: {truncate_text(value)} must be in a list, as in [{truncate_text(value)}]."
        )
        return move.refusal({field: [value]}) or listed
    if not others or not field:
        return move.refusal(dict.fromkeys(move.fields, value)) or ""
    if reason := move.fields[field].refuse(value):
        return f"{field}: {reason}"
    verb = "is" if len(others) == 1 else "are"
    missing = f"{' and '.join(others)} {verb} missing"
    return f"{truncate_text(value)} is the {field} of {move.name}; {missing}."


CITED_CLAUSE = re.compile(r"\([A-Z]+\d+[^()]*\)\.?$")
"""Matches clauses in brackets at the end of a reason."""


def append_clause(reason: str, rule: str) -> str:
    """Append the clause to a reason, unless the reason cites one already.

    >>> append_clause("85 is too much.", "P8.1"), append_clause("Too dear (P6.1).", "P8.1")
    ('85 is too much (P8.1).', 'Too dear (P6.1).')
    >>> append_clause("must be 0 to 9, not (1, 2).", "P8.1")
    'must be 0 to 9, not (1, 2) (P8.1).'
    """
    if CITED_CLAUSE.search(reason):
        return reason
    return f"{reason[:-1]} ({rule})." if reason.endswith(".") else f"{reason} ({rule})"
