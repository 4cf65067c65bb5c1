"""What a decision is about and what its seat has, for a page of that seat alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from .decisions import Decision
from .untrusted_input import FrozenDict

if TYPE_CHECKING:
    from .board import Board, Scene
    from .events import Event
    from .rulebook_text import TextFormatter
    from .state import GameState

MAX_SHOWN_THINGS = 12
"""Maximum number of titles that are listed by name; further ones are counted."""


class Cost(NamedTuple):
    """What an answer costs the seat immediately.

    Args:
        amount: Amount in the unit of :class:`Belongings`, negative if the seat receives it. None:
            the amount that the answer's only field holds, as in a bid.
        words: Text before the amount that is left, such as "After buying you keep".

    Example:
        >>> Cost(120_000, "After buying you keep").amount
        120000
    """

    amount: int | None
    words: str = ""


class Fact(NamedTuple):
    """A fact shown with a question.

    Args:
        label: What it is, such as "Rent".
        value: A text, or an amount.
        unit: Unit of the amount.

    Example:
        >>> Fact("Rent", 40_000, "$").value
        40000
    """

    label: str
    value: int | float | str
    unit: str = ""


class Scale(NamedTuple):
    """What something is worth at each level of prices, such as at each Inflation Number.

    Args:
        title: What the scale shows, such as "Worth when the Number is".
        values: Level -> amount.
        unit: Unit of the amounts.
        level: The current level.

    Example:
        >>> Scale("Worth when the Number is", {"1": 100, "2": 200}, "$", level="1").values["2"]
        200
    """

    title: str
    values: Mapping[str, int | float]
    unit: str
    level: str = ""


class QuestionBrief(NamedTuple):
    """What a decision is about. Everything is optional, and known to the seat that decides.

    Args:
        space: Id of the board's space in question.
        caption: How the question came about, such as "You landed on a company".
        question: The question in fewer words, if facts and answers say the rest.
        facts: At most four facts.
        scale: Worth at each level of prices.
        costs: Move -> its immediate cost.
        kind: Kind of the thing in question, by which its usual returns are looked up.
        level: Level of prices at which the usual returns begin.

    Example:
        >>> QuestionBrief(space="I07", caption="You landed on a company").space
        'I07'
    """

    space: str = ""
    caption: str = ""
    question: str = ""
    facts: tuple[Fact, ...] = ()
    scale: Scale | None = None
    costs: Mapping[str, Cost] = FrozenDict()
    kind: str = ""
    level: str = ""


class Belongings(NamedTuple):
    """What a seat has: an amount that its answers are paid from, and things in words.

    Args:
        label: What the amount is, such as "your cash".
        amount: The amount; None for a game without one.
        unit: Its unit.
        things: Things in words, such as "2 life policies".

    Example:
        >>> Belongings("your cash", 120_000, "$", ("2 life policies",)).things
        ('2 life policies',)
    """

    label: str = ""
    amount: int | float | None = None
    unit: str = ""
    things: tuple[str, ...] = ()


class SampledMatch(Protocol):
    """What is read of a match that is over, to sample what things brought in it."""

    @property
    def events(self) -> Sequence[Event]:
        """All events, oldest first."""

    @property
    def history(self) -> Sequence[Mapping[str, Any]]:
        """The metrics after each turn, oldest first."""

    @property
    def table(self) -> Any:
        """The last state."""

    @property
    def turn(self) -> int:
        """The last turn."""


class ReturnSample(NamedTuple):
    """One observation of what a thing has brought, in a match of bots.

    The mean of many samples of the same kind, label and level is a *usual return*.

    Args:
        kind: Kind of the thing, as in :class:`QuestionBrief`.
        label: What was measured, such as "Visits, usual in 10 turns".
        amount: What it brought.
        unit: Unit of the amount.
        level: Level of prices at the beginning; "" if the mean is over all levels.
    """

    kind: str
    label: str
    amount: float
    unit: str
    level: str = ""


def find_space(decision: Decision, board: Board, scene: Scene) -> str:
    """Return the board's space that a decision is about, or "".

    It is the only space among the facts of the decision, else the one of its moves, else the space
    of the seat's piece.

    >>> from classkit.engine.board import Board, Piece, Scene, Space
    >>> from classkit.engine.moves import Move
    >>> board = Board(2, 1, (Space("a", 0, 0, 1, 1), Space("b", 1, 0, 1, 1)))
    >>> scene = Scene(pieces=(Piece("pawn", "b", "A"),))
    >>> buy = Decision("A", "buy", (Move("yes"),), "R1", "yes", {"square": "a"})
    >>> find_space(buy, board, scene)
    'a'
    >>> find_space(Decision("A", "roll", (Move("roll"),), "R1", "roll"), board, scene)
    'b'
    """
    known = {space.id for space in board.spaces}
    named = {value for value in decision.about.values() if isinstance(value, str)} & known
    pointed = {move.space for move in decision.moves if move.space in known}
    standing = {
        piece.space
        for piece in scene.pieces
        if piece.seat == decision.seat and piece.space in known
    }
    for found in (named, pointed, standing):
        if len(found) == 1:
            return found.pop()
    return ""


def describe_belongings(
    table: GameState, seat: str, say: TextFormatter, skip: Iterable[str] = ()
) -> Belongings:
    """Return what the ledger has in the accounts of a seat: its money, and all else in words.

    Accounts of a seat are its letter, and those that end in ":" and its letter.

    Args:
        table: The state, as the seat may see it.
        seat: The seat.
        say: Formatter of the match.
        skip: Units and beginnings of account names that are left out.
    """
    left_out = tuple(skip)
    ledger, money = table.ledger, table.money
    things: list[str] = []

    def is_own(account: str) -> bool:
        own = account == seat or account.endswith(f":{seat}")
        return own and not account.startswith(left_out) if left_out else own

    titles = [
        name
        for title, account in ledger.titles.items()
        if is_own(account) and title not in left_out and (name := say.thing_name(title))
    ]
    things += titles[:MAX_SHOWN_THINGS]
    if len(titles) > MAX_SHOWN_THINGS:
        things.append(f"and {len(titles) - MAX_SHOWN_THINGS} more")
    for unit, accounts in ledger.balances.items():
        amount = sum(held for account, held in accounts.items() if is_own(account))
        if unit != money and unit not in left_out and amount:
            things.append(say.format_amount(amount, unit))
    has_money = money in ledger.balances
    return Belongings(
        "your cash" if has_money else "",
        ledger.balances[money].get(seat, 0) if has_money else None,
        say.currency if has_money else "",
        tuple(things),
    )
