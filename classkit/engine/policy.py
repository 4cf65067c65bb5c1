"""Policies: how a bot decides.

A policy is a function of a view and a decision that gives an :class:`Answer`, the name of a move,
or a pair ``(move, fields)``::

    def cautious(view, decision):
        return "no" if decision.name == "buy_square" else decision.default

A policy that also wants to act while decisions wait (cash in savings before a purchase) is an
object with a method ``aside(view, decision, open_asides)`` beside ``__call__``: it fills in one of
the asides open to its seat, or gives None to leave them; ``open_asides()`` lists them, which takes
longer than most decisions. See :class:`Random`. One that acts beside some of its own decisions only
names these as ``beside_own``, a set; then it is not asked beside any other.

A policy that remembers what may no longer be shown (a card that was turned down) has a method
``recall(memory)``: before each decision it is told what its seat has seen (:meth:`Game.memory`),
for that one alone.
"""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from .data import are_simple, as_data
from .errors import ClasskitError, shorten
from .log import plain_fields
from .moves import Answer
from .requests import Aside, Decision
from .views import View

Reply: TypeAlias = Answer | str | tuple[str, Mapping[str, Any]]
Policy: TypeAlias = Callable[[Any, Decision], Reply]


class Notes(Mapping[str, Any]):
    """What a seat has seen, looked up on the table when a bot reads it: most decisions need none.

    As nothing is kept, undo and forks cannot mix them up.

    >>> turned_down = {"c5": "motor-2"}
    >>> notes = Notes(lambda: turned_down)
    >>> turned_down["d4"] = "food-3"; notes["d4"], len(notes)
    ('food-3', 2)
    """

    __slots__ = ("now",)

    def __init__(self, now: Callable[[], Mapping[str, Any]]) -> None:
        self.now = now

    def __getitem__(self, key: str) -> Any:
        return self.now()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.now())

    def __len__(self) -> int:
        return len(self.now())

    def items(self) -> ItemsView[str, Any]:
        return self.now().items()

    def __repr__(self) -> str:
        return repr(self.now())


def idea_of(make: Callable[[], Policy]) -> str:
    """Return how a bot reasons: the docstring of what makes it, or else its own.

    >>> idea_of(lambda: passive_policy)
    'Answer what the rules file lists as the default.'
    """
    return (make.__doc__ or make().__doc__ or "").strip()


PASSIVE, RANDOM = "passive", "random"
"""The bots that every game has."""

FORMER_NAMES = {"default": PASSIVE}
"""What bots were called before: still read in records, notebooks and stored tables."""


def passive_policy(view: View, decision: Decision) -> Answer:
    """Answer what the rules file lists as the default."""
    return decision.default


class Random:
    """Any legal move, each as likely as the others; now and then an aside.

    The laws are tested with it, so it tries everything that is offered.
    """

    ASIDE_ONE_IN = 8

    def __call__(self, view: View, decision: Decision) -> Answer:
        chance = view.chance
        moves = decision.legal
        while moves:
            move = moves.pop(chance.below(len(moves))) if len(moves) > 1 else moves.pop()
            answer = move.draw(chance)
            if answer is not None:
                return answer
        return decision.default

    def aside(
        self, view: View, decision: Decision, open_asides: Callable[[], Sequence[Aside]]
    ) -> Answer | None:
        chance = view.chance
        if chance.below(self.ASIDE_ONE_IN):
            return None
        asides = open_asides()
        return asides[chance.below(len(asides))].move.draw(chance) if asides else None


random_policy = Random()


def read_aside(reply: Any) -> tuple[str, dict[str, Any]]:
    """Return what a policy does aside: the name of the aside, and its fields.

    >>> read_aside(("cash_in", {"cards": 3})), read_aside("float")
    (('cash_in', {'cards': 3}), ('float', {}))
    """
    said = as_data(reply)
    if type(said) is tuple and len(said) == 2 and type(said[0]) is str and type(said[1]) is dict:
        return said
    if type(said) is str:
        return said, {}
    raise ClasskitError(
        f"a policy returned {shorten(reply)} as what it does aside: it must be the name of an "
        "aside, a pair (aside, fields), an Answer, or None."
    )


PAIRS = (Answer, tuple)
"""The types of a move with its fields."""


def read_reply(reply: Any, decision: Decision) -> Answer:
    """Return what a policy replied as a legal answer with fields of its own.

    IllegalMove or ClasskitError with the reason where it is none.
    """
    if type(reply) in PAIRS and len(reply) == 2:  # as nearly every reply is
        move, fields = reply
        if type(move) is str and type(fields) is dict and are_simple(fields):
            return decision.read(move, fields.copy())
    said = as_data(reply)
    if type(said) is tuple and len(said) == 2 and type(said[1]) is dict:
        answer = decision.read(*said)
        return Answer(answer.move, plain_fields(answer.fields))
    if type(said) in (str, int):
        return decision.read(said)
    raise ClasskitError(
        f"a policy returned {shorten(reply)} for {decision.name}: it must be the name of a move, "
        "a pair (move, fields) or an Answer."
    )
