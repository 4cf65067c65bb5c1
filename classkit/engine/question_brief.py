"""Brief on a decision and on its seat's belongings, for the seat's own page."""

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
"""Maximum number of titles listed by name. The rest are only counted."""


class Cost(NamedTuple):
    """The immediate cost of an answer for the seat.

    Args:
        amount: Amount in the unit of :class:`Belongings`, negative if the seat receives it. None if
            the amount is the value of the answer's only field, as in a bid.
        words: Text before the remaining amount, such as "After buying you keep".

    Example:
        >>> Cost(120_000, "After buying you keep").amount
        120000
    """

    amount: int | None
    words: str = ""


class Fact(NamedTuple):
    """A fact shown with a question.

    Args:
        label: Label, such as "Rent".
        value: A text, or an amount.
        unit: Unit if the value is an amount.

    Example:
        >>> Fact("Rent", 40_000, "$").value
        40000
    """

    label: str
    value: int | float | str
    unit: str = ""


class Scale(NamedTuple):
    """The value of an item at each price level, such as at each Inflation Number.

    Args:
        title: Title, such as "Worth when the Number is".
        values: Maps each level to an amount.
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
    """A brief on a decision for the deciding seat. All fields are optional.

    Args:
        space: Id of the board space that the decision is about.
        caption: Occasion of the question, such as "You landed on a company".
        question: A shorter form of the question, if the facts and answers explain the rest.
        facts: At most four facts.
        scale: Values at each price level.
        costs: Maps each move to its immediate cost.
        kind: Kind of the item, used to look up its usual returns.
        level: Price level at which the usual returns start.

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
    """A seat's belongings: the amount that its answers are paid from, and other items.

    Args:
        label: Label of the amount, such as "your cash".
        amount: The amount, or None for a game without one.
        unit: Unit of the amount.
        things: Other items as texts, such as "2 life policies".

    Example:
        >>> Belongings("your cash", 120_000, "$", ("2 life policies",)).things
        ('2 life policies',)
    """

    label: str = ""
    amount: int | float | None = None
    unit: str = ""
    things: tuple[str, ...] = ()


class SampledMatch(Protocol):
    """Interface of a finished match from which returns are sampled."""

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
    """One observation of an item's return in a match between bots.

    The mean of many samples of the same kind, label and level is a *usual return*.

    Args:
        kind: Kind of the item, as in :class:`QuestionBrief`.
        label: Description of the measure, such as "Visits, usual in 10 turns".
        amount: Return of the item.
        unit: Unit of the amount.
        level: Level of prices at the start, or "" if the mean covers all levels.
    """

    kind: str
    label: str
    amount: float
    unit: str
    level: str = ""


def find_space(decision: Decision, board: Board, scene: Scene) -> str:
    """Return the id of the board space that a decision is about, or "".

    It is the only space among the facts of the decision, or else the only space among its moves, or
    else the space of the seat's piece.

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
    """Return a seat's belongings from its accounts: money as an amount, other items as texts.

    A seat's accounts are the account named by its letter, and accounts that end in ":" and this
    letter.

    Args:
        table: The state, as the seat may see it.
        seat: The seat.
        say: Formatter of the match.
        skip: Units, and prefixes of account names, to omit.
    """
    left_out = tuple(skip)
    ledger, money = table.ledger, table.money
    things: list[str] = []
    end = f":{seat}"
    accounts_held = {*ledger.titles.values()}.union(*ledger.balances.values())
    own = {
        account
        for account in accounts_held
        if (account == seat or account.endswith(end)) and not account.startswith(left_out)
    }
    titles = [
        name
        for title, account in ledger.titles.items()
        if account in own and title not in left_out and (name := say.thing_name(title))
    ]
    things += titles[:MAX_SHOWN_THINGS]
    if len(titles) > MAX_SHOWN_THINGS:
        things.append(f"and {len(titles) - MAX_SHOWN_THINGS} more")
    for unit, accounts in ledger.balances.items():
        amount = sum(accounts[account] for account in own if account in accounts)
        if unit != money and unit not in left_out and amount:
            things.append(say.format_amount(amount, unit))
    has_money = money in ledger.balances
    return Belongings(
        "your cash" if has_money else "",
        ledger.balances[money].get(seat, 0) if has_money else None,
        say.currency if has_money else "",
        tuple(things),
    )
