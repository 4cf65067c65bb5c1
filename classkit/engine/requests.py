"""What a game may ask for: a decision, sealed decisions, a throw of dice, a draw.

A turn is a generator that yields these and is sent what came of them:

========= ==========================================
request   sent back
========= ==========================================
Decision  the :class:`Answer`
Sealed    ``{seat: Answer}``
Roll      a tuple of faces
Draw      a tuple of the things drawn, in order
========= ==========================================
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, TypeVar

from .data import WrittenDown, copied
from .errors import IllegalMove, NothingToDo, cut, shorten
from .log import ALL, made
from .moves import Amount, Answer, Check, Field, ListOf, Move, OneOf, SomeOf, Synonym
from .words import Say, as_html, how_many

Seat: TypeAlias = str
Moves: TypeAlias = Sequence[Move]
Default: TypeAlias = Answer | str | Callable[[], Answer | str]
NO_FACTS: Mapping[str, Any] = WrittenDown()
About: TypeAlias = Mapping[str, Any] | Callable[[], Mapping[str, Any]]

LONGEST_REQUEST = 600
"""Characters of a request that shows itself."""

MOST_MOVES = 12
"""The most answers listed in a notebook; the rest are counted."""


class Decision:
    """One seat has to choose one of the moves; ``rule`` is the clause that asks.

    ``moves`` is a sequence, or a function that gives one; a function is called again after every
    aside, so that a purchase that has just become affordable is offered. ``default`` is what
    happens when the seat does not care (section 5 of each rules file), or a function that gives
    it, where an aside may change it; ``about`` holds the facts that bots and pages want to know, or
    is a function that gives them, called again after every aside likewise.

    A ``private`` decision is one whose moves or ``about`` show what its seat alone may see, such as
    a hand of cards. A screen that others look at keeps it behind a curtain until the seat opens it,
    and its answer stays out of the other seats' views (:meth:`.Secrecy.mask_answer`). *That* it is
    asked, by which name and under which clause, everybody may know.

    >>> buy = Decision("B", "buy_square", [Move("yes"), Move("no")], "P6.1", "no")
    >>> buy
    <Decision of B: buy_square (P6.1): yes(); no()>
    >>> buy.read("yes")
    Answer(move='yes', fields={})
    >>> buy.read("maybe")
    Traceback (most recent call last):
    classkit.engine.errors.IllegalMove: 'maybe' is no answer to buy_square. \
Possible: yes, no (P6.1).

    Where the moves are named after things (squares, cards), ``why`` says of another one why it is
    not among them; None for what is no such thing.

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
        default: Default,
        about: About = NO_FACTS,
        private: bool = False,
        why: Check | None = None,
    ) -> None:
        self.seat, self.name, self.rule = seat, name, rule
        self._moves, self._default, self._about = moves, default, about
        self.private, self.why = private, why
        # Most facts are a dict, and asking for its type is quicker than callable().
        self._facts = about if type(about) is dict or not callable(about) else about()
        self._told: Mapping[str, Any] | None = None
        self._listed: Moves | None = None
        if type(moves) is list or type(moves) is tuple:
            self._listed = moves

    @property
    def moves(self) -> Moves:
        """Every move listed, also those barred now."""
        return self._list() if self._listed is None else self._listed

    def _list(self) -> Moves:
        """Compute the moves."""
        moves = self._moves
        self._listed = listed = moves() if callable(moves) else moves
        return listed

    def refresh(self) -> None:
        """Forget the moves computed: something has changed on the table."""
        if callable(self._moves):
            self._listed = None
        if callable(self._about):
            self._facts, self._told = self._about(), None

    @property
    def about(self) -> Mapping[str, Any]:
        """The facts of the matter: a copy of those by which the rules go."""
        if self._told is None:
            self._told = copied(self._facts)
        return self._told

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who is asked: the one seat, as other requests may ask several."""
        return (self.seat,)

    @property
    def legal(self) -> list[Move]:
        """The moves that may be made now."""
        return [move for move in self.moves if not move.barred]

    @property
    def default(self) -> Answer:
        """What is answered for a seat that does not care; whoever reads it may change it."""
        default = self._default
        if callable(default):
            default = default()
        if isinstance(default, str):
            return Answer(default, {})
        return Answer(default.move, copied(default.fields))

    def read(self, move: Any, fields: Mapping[str, Any] = NO_FACTS) -> Answer:
        """Return the answer in its canonical form, or raise :class:`IllegalMove` with the reason.

        A value alone answers the one move whose single field allows it: "I07", or 120_000.
        """
        for listed in (self._listed or self._list()) if isinstance(move, str) else ():
            if listed.name == move:
                if not fields and listed.is_free:
                    return made(Answer, (move, {}))
                reason = listed.refusal(fields)
                if reason:
                    raise IllegalMove(with_clause(reason, listed.rule or self.rule))
                return made(Answer, (listed.name, fields))
        if self.why is not None and isinstance(move, str) and (reason := self.why(move)):
            raise IllegalMove(with_clause(reason, self.rule))
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
            self._explain(move, [answer.move for answer in taking])
        possible = ", ".join(listed.name for listed in self.legal[:20])
        raise IllegalMove(
            f"{shorten(move)} is no answer to {self.name}. Possible: {possible} ({self.rule})."
        )

    def _explain(self, value: Any, taking: list[str]) -> None:
        """Raise IllegalMove with a reason of its own for a bare value, if its meaning is clear."""
        if len(taking) > 1:
            names = " or ".join(taking)
            raise IllegalMove(f"{shorten(value)} could mean {names}: say which ({self.rule}).")
        meant = [
            listed
            for listed in self.moves
            if any(field.knows(value) for field in listed.fields.values())
        ]
        legal = self.legal
        if not meant and (len(legal) == 1 or not isinstance(value, str)):
            single = [listed for listed in legal if len(listed.fields) == 1]
            meant = single if len(single) == 1 else []
        for listed in [one for one in meant if not one.barred] or meant:
            reason = listed.barred or refuse_alone(listed, value)
            raise IllegalMove(with_clause(reason, listed.rule or self.rule))

    def __repr__(self) -> str:
        head = f"Decision of {self.seat}: {self.name} ({self.rule})"
        if self.private:  # it may be shown where others look
            return f"<{head}: for {self.seat} alone, who finds its moves in .legal>"
        try:
            moves = "; ".join(repr(move) for move in self.legal)
        except Exception:  # a decision that was put earlier, on another table
            return f"<{head}>"
        return f"<{cut(f'{head}: {moves}', LONGEST_REQUEST)}>"

    def html(self, say: Say | None = None) -> str:
        """Return who is asked what, and what may be answered, as a notebook shows it.

        A notebook may be on a projector: of what its seat alone may see it says only that it is
        asked.
        """
        asked = asked_html(self, say)
        if self.private:
            alone = (say or Say()).seat_html(self.seat)
            return f"<p>{asked}. What may be answered is for {alone} alone.</p>"
        question = ""
        if say is not None and self.name in say.words.decisions:
            question = f"<br>{as_html(say.question(self.name, self.seat, self.about))}"
        moves = [move for move in self.legal if not isinstance(move, Synonym)]
        return f"<p>{asked}{question}</p>{moves_html(self, moves, say)}"

    _repr_html_ = html


class Sealed:
    """Several seats decide at once; nobody sees an answer before the last is in.

    What each may answer is its own: ``decisions["A"].legal``, or ``m.legal_moves("A")``.
    ``unopened`` are the seats whose earlier sealed answers the rules have not opened yet.
    """

    __slots__ = ("decisions", "rule", "unopened")

    def __init__(self, decisions: Iterable[Decision], unopened: Iterable[Seat] = ()) -> None:
        self.decisions = {decision.seat: decision for decision in decisions}
        self.rule = next((decision.rule for decision in self.decisions.values()), "")
        self.unopened = tuple(unopened)

    @property
    def name(self) -> str:
        """What is asked: the name of the decisions."""
        return " and ".join(dict.fromkeys(one.name for one in self.decisions.values()))

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who is asked, also those who have answered."""
        return tuple(self.decisions)

    @property
    def seat(self) -> None:
        """None, since several seats are asked: see :attr:`seats`."""
        return None

    def __repr__(self) -> str:
        return f"<Sealed by {', '.join(self.seats)}: {self.name} ({self.rule})>"

    def html(self, say: Say | None = None) -> str:
        """Return who is asked what; what each may answer is not shown, as it is sealed."""
        return (
            f"<p>{asked_html(self, say)}, sealed until the last answer is in. What each may answer "
            f'is its own: <code>m.legal_moves("{self.seats[0]}")</code>.</p>'
        )

    _repr_html_ = html


class ByLuck:
    """A throw or a draw, for a purpose, by a seat or the table.

    What comes of it is never chosen by a seat: the match throws, takes it from a script, or asks
    the room (``move`` is then the form that the instructor fills in).
    """

    __slots__ = ("purpose", "rule", "seat")
    purpose: str
    rule: str
    seat: Seat | None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who throws or draws; nobody where it is done for the table."""
        return () if self.seat is None else (self.seat,)

    @property
    def move(self) -> Move:
        """The form in which what the room threw or drew is typed in."""
        raise NotImplementedError

    @property
    def moves(self) -> list[Move]:
        """The one form in which it is answered."""
        return [self.move]

    @property
    def reason(self) -> str:
        """What it is for, by whom and under which clause: "for move by A (P3.3)"."""
        by = f" by {self.seat}" if self.seat else ""
        return f"for {self.purpose}{by} ({self.rule})"

    def in_words(self) -> str:
        """Say what is thrown or drawn, and what for."""
        raise NotImplementedError

    def comes_first(self) -> str:
        """Return what the room has to do before anything else, as a sentence."""
        raise NotImplementedError

    def refuse_hand(self, seat: Seat | None) -> None:
        """Raise IllegalMove for an outcome entered for a seat that does not throw or draw."""
        if None not in (seat, self.seat) and seat != self.seat:
            raise IllegalMove(f"{seat} does not answer now: {self.in_words()} comes first.")

    def read(self, move: Any, fields: Mapping[str, Any] = NO_FACTS) -> tuple[Any, ...]:
        """Return the outcome that somebody typed in; IllegalMove with the reason.

        It comes in its field, or as a list in the place of the name of the move.

        >>> Roll(2, 6, "move", "P3.3", "A").read([3, 4])
        (3, 4)
        """
        form = self.move
        name = next(iter(form.fields))
        if not fields and isinstance(move, (list, tuple)):
            move, fields = form.name, {name: list(move)}
        if move != form.name:
            raise IllegalMove(self.comes_first())
        if reason := form.refusal(fields):
            raise IllegalMove(with_clause(reason, self.rule))
        return tuple(fields[name])


class Roll(ByLuck):
    """A throw of ``dice`` dice with ``sides`` sides each.

    ``purpose``, ``rule`` and ``seat`` are as in :meth:`classkit.engine.table.Table.roll`.

    >>> roll = Roll(2, 6, "move", "P3.3", "A")
    >>> roll, roll.in_words()
    (<Roll of 2d6 for move by A (P3.3)>, 'the throw of 2 dice for move by A (P3.3)')
    >>> roll.comes_first()
    'Dice are thrown first: answer roll, with dice as a list of 2 numbers from 1 to 6 (P3.3).'
    """

    __slots__ = ("dice", "sides")

    def __init__(self, dice: int, sides: int, purpose: str, rule: str, seat: Seat | None) -> None:
        self.dice, self.sides, self.purpose, self.rule, self.seat = dice, sides, purpose, rule, seat

    name = "roll"

    @property
    def move(self) -> Move:
        return Move("roll", dice=ListOf(Amount(1, self.sides), self.dice, self.dice))

    def refuse(self, outcome: Any) -> str | None:
        """Return why the outcome does not fit, as a sentence; None when it does."""
        return self.move.refusal({"dice": outcome})

    def in_words(self) -> str:
        """Say what is thrown."""
        what = "1 die" if self.dice == 1 else f"{self.dice} dice"
        return f"the throw of {what} {self.reason}"

    def comes_first(self) -> str:
        """Return what the room has to throw before anything else, as a sentence."""
        listed = f"{how_many(self.dice, 'number')} from 1 to {self.sides}"
        return f"Dice are thrown first: answer roll, with dice as a list of {listed} ({self.rule})."

    def __repr__(self) -> str:
        return f"<Roll of {self.dice}d{self.sides} {self.reason}>"

    def html(self, say: Say | None = None) -> str:
        """Return who throws how many dice, and how they are typed in."""
        asked = f"{asked_html(self, say)}, for {as_html(self.purpose)}"
        return f"<p>{asked}</p>{moves_html(self, self.moves, say)}"

    _repr_html_ = html


class Draw(ByLuck):
    """``count`` things drawn from a bag, without replacement, in the order drawn.

    ``purpose``, ``rule``, ``seat`` and ``seen_by`` are as in
    :meth:`classkit.engine.table.Table.draw`.
    """

    __slots__ = ("bag", "count", "seen_by")

    def __init__(
        self,
        bag: Sequence[str],
        count: int,
        purpose: str,
        rule: str,
        seat: Seat | None = None,
        seen_by: tuple[Seat, ...] = ALL,
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
        """Return why the outcome does not fit, as a sentence; None when it does."""
        if not isinstance(outcome, (list, tuple)) or len(outcome) != self.count:
            return f"{self.count} must be drawn."
        left = list(self.bag)
        for item in outcome:
            if item not in left:
                return f"{shorten(item)} is not left in the bag."
            left.remove(item)
        return None

    def in_words(self) -> str:
        """Say what is drawn."""
        return f"the draw of {self.count} {self.reason}"

    def comes_first(self) -> str:
        """Return what the room has to draw before anything else, as a sentence."""
        listed = how_many(self.count, "name")
        return f"The room draws first: answer draw, with items as a list of {listed} ({self.rule})."

    def __repr__(self) -> str:
        return f"<Draw of {self.count} of {len(self.bag)} {self.reason}>"

    def html(self, say: Say | None = None) -> str:
        """Return who draws, and how many; what is left to be drawn only where all may know it."""
        shown = moves_html(self, self.moves, say) if self.seen_by == ALL else ""
        return f"<p>{asked_html(self, say)}: {self.count}, for {as_html(self.purpose)}</p>{shown}"

    _repr_html_ = html


Request: TypeAlias = Decision | Sealed | Roll | Draw
"""What a match may wait for."""
T = TypeVar("T")
Flow: TypeAlias = Generator[Request, Any, T]
"""A rule that asks: it yields what it waits for, is sent the answer, and returns what came."""


def open_decision(
    request: Request | None,
    waiting: Sequence[Decision],
    answered: Sequence[Seat],
    seat: Seat | None,
) -> Decision:
    """Return the decision of a seat among those that wait, or the only one.

    NothingToDo when the match is over, IllegalMove where it cannot be told which is meant.
    """
    if request is None:
        raise NothingToDo("The match is over: nothing is asked any more.")
    if isinstance(request, (Roll, Draw)):
        raise IllegalMove(request.comes_first())
    mine = [decision for decision in waiting if seat in (None, decision.seat)]
    if len(mine) == 1:
        return mine[0]
    asked = ", ".join(decision.seat for decision in waiting)
    if mine:
        raise IllegalMove(f'Several seats are asked ({asked}): say which, as seat="{asked[0]}".')
    if seat in answered:
        raise IllegalMove(f"{seat} has answered already; withdraw first to answer anew.")
    verb = "are" if len(waiting) > 1 else "is"
    raise IllegalMove(f"{seat} is not asked now; {asked} {verb} ({waiting[0].rule}).")


def asked_html(request: Request, say: Say | None) -> str:
    """Return who is asked what, under which clause, for a notebook."""
    who = ", ".join((say or Say()).seat_html(seat) for seat in request.seats) or "The table"
    return f"{who}: <code>{as_html(request.name)}</code> ({as_html(request.rule)})"


def moves_html(request: Request, moves: Sequence[Move], say: Say | None) -> str:
    """Return the answers that are possible, each with what may be filled in, as a list."""
    lines = []
    for move in moves[:MOST_MOVES]:
        label = "" if say is None else f" {as_html(say.move(request.name, move.name))}"
        lines.append(f"<li><code>{as_html(repr(move))}</code>{label}</li>")
    if len(moves) > MOST_MOVES:
        lines.append(f"<li>and {len(moves) - MOST_MOVES:,} more</li>")
    return f'<ul style="margin:0">{"".join(lines)}</ul>'


class Aside(NamedTuple):
    """What a seat may do while a decision waits, its own or another's.

    ``run`` is called with the values of the move's fields and gives the generator that carries
    the aside out; the decision that waited is then put again, with its moves computed anew.

    A ``private`` aside is one whose move shows what its seat alone may see: a screen that others
    look at says only that the seat may do something.
    """

    seat: Seat
    move: Move
    run: Callable[..., Flow[None]]
    rule: str
    private: bool = False

    def __repr__(self) -> str:
        what = "for this seat alone" if self.private else repr(self.move)
        return f"<Aside of {self.seat}: {what} ({self.rule})>"


def refuse_alone(move: Move, value: Any) -> str:
    """Say why a value given alone does not answer a move: refuse it, or name what is missing.

    >>> place = Move("place", card=OneOf(("oil",)), space=OneOf(("d4", "d5")))
    >>> refuse_alone(place, "d4")
    "'d4' is the space of place; card is missing."
    """
    field = next((name for name, one in move.fields.items() if one.knows(value)), "")
    others = [name for name in move.fields if name != field]
    if field and isinstance(move.fields[field], SomeOf):
        if others:
            return (
                f"{shorten(value)} alone is not enough: {move.name} takes {', '.join(move.fields)}."
            )
        listed = f"{field}: {shorten(value)} has to stand in a list, as [{shorten(value)}]."
        return move.refusal({field: [value]}) or listed
    if not others or not field:
        return move.refusal(dict.fromkeys(move.fields, value)) or ""
    if reason := move.fields[field].refuse(value):
        return f"{field}: {reason}"
    verb = "is" if len(others) == 1 else "are"
    return f"{shorten(value)} is the {field} of {move.name}; {' and '.join(others)} {verb} missing."


CITED = re.compile(r"\([A-Z]+\d+[^()]*\)\.?$")
"""The clauses in brackets at the end of a reason."""


def with_clause(reason: str, rule: str) -> str:
    """Put the clause behind the reason, unless it cites one already.

    >>> with_clause("85 is too much.", "P8.1"), with_clause("Too dear (P6.1).", "P8.1")
    ('85 is too much (P8.1).', 'Too dear (P6.1).')
    >>> with_clause("must be 0 to 9, not (1, 2).", "P8.1")
    'must be 0 to 9, not (1, 2) (P8.1).'
    """
    if CITED.search(reason):
        return reason
    return f"{reason[:-1]} ({rule})." if reason.endswith(".") else f"{reason} ({rule})"
