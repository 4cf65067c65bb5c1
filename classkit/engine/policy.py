"""Policies, which decide for a bot, and players, which give a match the bots' answers.

A policy is a function of a view and a decision. It returns an :class:`Answer`, the name of a move,
or a pair ``(move, fields)``::

    def cautious(view, decision):
        return "no" if decision.name == "buy_square" else decision.default

Draw random numbers from ``view.chance``, so that the same seed results in the same match. The
generators of ``random`` and ``numpy.random`` are also seeded before each decision
(:mod:`.global_random`). A policy with its own generator is reproducible only in studies.

A policy that also uses asides is an object with a method ``aside(view, decision, open_asides)`` in
addition to ``__call__``. The method returns an aside that is available to its seat, with its
fields, or None. ``open_asides()`` lists the available asides, which takes longer than most
decisions. See :class:`RandomPolicy`. If a policy has a set ``beside_own``, ``aside`` is called only
during its own decisions with these names.

A policy that needs information that views no longer show, such as a card that was turned face-down,
has a method ``recall(memory)``. It is called before each decision with everything that its seat has
seen (:meth:`.Secrecy.get_memory`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, ItemsView, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import FunctionType, MethodType
from typing import Any, Protocol, TypeAlias

from .access import MatchAccess, exclusive_change
from .decisions import Aside, Decision, Request, Sealed
from .errors import ClasskitError, IllegalMove, truncate_text, truncate_value
from .events import MAX_NAME_LENGTH, Entry, copy_plain_fields, new_tuple
from .global_random import GlobalGenerators
from .moves import Answer
from .navigation import check_extent
from .untrusted_input import FrozenDict, is_json, to_builtin
from .views import View, ViewSource

Reply: TypeAlias = Answer | str | tuple[str, Mapping[str, Any]]
"""Return value of a policy: the name of a move, an Answer, or a pair such as ``"bid", {"amount":
5}``.
"""
Policy: TypeAlias = Callable[[Any, Decision], Reply]
"""Function ``policy(view, decision)`` that returns an answer."""


class PolicyMemory(Mapping[str, Any]):
    """Information that a seat has seen, read from the state on demand.

    Nothing is stored, so undo and forks cannot make it inconsistent.

    >>> turned_down = {"c5": "motor-2"}
    >>> notes = PolicyMemory(lambda: turned_down)
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


def get_name(asked: object) -> str:
    """Return the name of a function or a class, or of an object's class."""
    return str(getattr(asked, "__name__", type(asked).__name__))


def recorded_name(policy: object) -> str:
    """Return a short, printable name of a policy for a record.

    >>> def buy(view, decision): ...
    >>> buy.__name__ = "buy\\u200b it"
    >>> recorded_name(buy)
    'buy? it'
    """
    shown = (sign if sign.isprintable() else "?" for sign in get_name(policy))
    return truncate_value("".join(shown), MAX_NAME_LENGTH)


def get_idea(make: Callable[[], Policy]) -> str:
    """Return the docstring of a bot's factory, or of the bot.

    >>> get_idea(lambda: passive_policy)
    'Give the default answer from the rules file.'
    """
    return (make.__doc__ or make().__doc__ or "").strip()


PASSIVE_NAME, RANDOM_NAME = "passive", "random"
"""The bots that every game has."""


def passive_policy(view: View, decision: Decision) -> Answer:
    """Give the default answer from the rules file."""
    return decision.default


class Decider:
    """Base class of policies with one method for each decision, named after the decision.

    Decisions without a method get the default answer::

        class Frugal(Decider):
            def buy_square(self, view, decision):
                return "no"
    """

    def __call__(self, view: Any, decision: Decision) -> Reply:
        answer: Policy | None = getattr(self, decision.name, None)
        return decision.default if answer is None else answer(view, decision)


class RandomPolicy:
    """Choose a legal move uniformly at random, and occasionally an aside.

    It is used to test the laws, so it tries every kind of move that is offered.
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


random_policy = RandomPolicy()


def read_aside(reply: Any) -> tuple[str, dict[str, Any]]:
    """Return the name and the fields of an aside that a policy returned.

    >>> read_aside(("cash_in", {"cards": 3})), read_aside("float")
    (('cash_in', {'cards': 3}), ('float', {}))
    """
    said = to_builtin(reply)
    if type(said) is tuple and len(said) == 2 and type(said[0]) is str and type(said[1]) is dict:
        return said
    if type(said) is str:
        return said, {}
    raise ClasskitError(
        f"a policy returned {truncate_text(reply)} as its aside: "
        "it must be the name of an "
        "aside, a pair (aside, fields), an Answer, or None."
    )


PAIR_TYPES = (Answer, tuple)
"""Types accepted as a pair (move, fields)."""
DICT_TYPES = (dict, FrozenDict)
"""Accepted types of the fields in a pair."""


def read_reply(reply: Any, decision: Decision) -> Answer:
    """Convert a policy's reply to a legal answer with a separate dict of fields.

    Raises:
        IllegalMove: The rules do not allow the answer.
        ClasskitError: The reply is not an answer.
    """
    if type(reply) in PAIR_TYPES and len(reply) == 2:  # the most common case
        move, fields = reply
        if type(move) is str and type(fields) in DICT_TYPES and is_json(fields):
            return decision.read(move, fields.copy())
    said = to_builtin(reply)
    if type(said) is tuple and len(said) == 2 and type(said[1]) is dict:
        answer = decision.read(*said)
        return Answer(answer.move, copy_plain_fields(answer.fields))
    if type(said) in (str, int):
        return decision.read(said)
    raise ClasskitError(
        f"a policy returned {truncate_text(reply)} for {decision.name}: "
        "it must be the name of a move, "
        "a pair (move, fields) or an Answer."
    )


# --- players --------------------------------------------------------------------------------------


class PlayableSource(ViewSource[Any], Protocol):
    """A timeline that players can answer."""

    request: Request | None
    _access: MatchAccess

    @property
    def can_redo(self) -> bool:
        """True if there are later steps."""

    def redo(self) -> None:
        """Repeat the next later step."""

    def give_entry(self, entry: Entry, aside: Aside | None = None) -> None:
        """Apply a legal entry."""


@dataclass(frozen=True, slots=True)
class Bot:
    """Policy, name and view of the bot in a seat.

    ``act`` is its function for asides, or None. ``open_asides`` lists the available asides. A bot
    with ``beside_own`` uses asides only during its own decisions with these names.
    """

    policy: Policy
    name: str
    seat: str
    view: View
    decide: Policy
    act: Callable[..., Reply | None] | None
    open_asides: Callable[[], Sequence[Aside]]
    beside_own: Collection[str]

    @classmethod
    def from_policy(
        cls,
        policy: Policy,
        name: str,
        seat: str,
        line: PlayableSource,
        view: View,
        generators: GlobalGenerators,
    ) -> Bot:
        """Create a bot from a policy. ``generators`` are seeded before calls that may use them.

        Objects are called through a bound method, because the lookup of ``__call__`` is slow.
        """
        decide = policy
        if not isinstance(policy, FunctionType):
            decide = MethodType(type(policy).__call__, policy)
        if hasattr(policy, "recall"):
            decide = add_memory(policy, decide, line, seat)
        act = getattr(policy, "aside", None)
        beside_own = getattr(policy, "beside_own", ()) if act else ()
        if not is_builtin(policy):
            decide = seed_calls(decide, generators)
            act = seed_calls(act, generators) if act else None
        return cls(
            policy, name, seat, view, decide, act, partial(list_asides, line, seat), beside_own
        )


class Players:
    """The bots of a match, by seat. Seats without a bot are played by people."""

    def __init__(
        self,
        line: PlayableSource,
        seats: Sequence[str],
        view: Callable[[str], View],
        bots: Mapping[str, str | Policy | None],
    ) -> None:
        self.line, self._access = line, line._access
        self.generators = GlobalGenerators()
        self.bots: dict[str, Bot] = {}
        for seat, bot in bots.items():
            if isinstance(bot, str):
                name, policy = bot, line.game.bot(bot)
            elif bot is not None:
                name, policy = recorded_name(bot), bot
            else:
                continue
            self.bots[seat] = Bot.from_policy(policy, name, seat, line, view(seat), self.generators)
        seated = [self.bots[seat] for seat in seats if seat in self.bots]
        acting = seated if line.game.has_asides else []
        self.active = [bot for bot in acting if bot.act is not None and not bot.beside_own]
        """The bots that use asides, whichever seat is asked."""

    @exclusive_change
    def play(self, until: str, begun: tuple[int, int] | None = None) -> None:
        """Answer until the end of the turn, round or match, or until a person is asked.

        ``begun`` is the turn and round at which play started; by default the current turn and
        round.
        """
        until = check_extent(until)
        try:
            self.play_segment(until, begun)
        finally:
            self.generators.restore_generators()

    def play_segment(self, until: str, begun: tuple[int, int] | None) -> None:
        """Answer like :meth:`play`, but do not restore the random generators."""
        line, bots = self.line, self.bots
        active = self.active
        turn, round_ = begun or (line.table.turn, line.table.round)
        stops = until != "end"
        while (request := line.request) is not None:
            if stops:
                if until == "turn" and line.table.turn != turn:
                    return
                if until == "round" and line.table.round != round_:
                    return
            if type(request) is Decision:
                bot = bots.get(request.seat)
                if bot is None:
                    return
                if (not active or self.play_asides(request)) and (
                    request.name not in bot.beside_own or self.play_aside(bot, request)
                ):
                    self.ask_bot(bot, request)
            elif isinstance(request, Sealed):
                if not self.answer_sealed(request):
                    return
            elif line.can_redo:
                line.redo()  # an outcome entered by hand is not a decision, so it is reused
            else:
                return
            if stops and until == "decision":
                return

    def answer_sealed(self, request: Sealed) -> bool:
        """Answer for every bot that is asked. Return False if a person must answer."""
        for decision in self.line.requests():
            if decision.seat in self.bots:
                self.ask_bot(self.bots[decision.seat], decision)
        return self.line.request is not request

    def ask_bot(self, bot: Bot, decision: Decision) -> None:
        """Ask a bot for a decision, and apply its answer."""
        view, decide = bot.view, bot.decide
        view.renew_chance(decision.name)
        reply = decide(view, decision)
        try:  # fast path: most replies are the name of a move
            answer = decision.read(reply) if type(reply) is str else read_reply(reply, decision)
        except IllegalMove as refused:
            raise self.bot_refusal(bot, decision.name, refused) from refused
        move, fields = answer
        entry = new_tuple(Entry, ("answer", decision.seat, move, fields, bot.name, False))
        self.line.give_entry(entry)

    def bot_refusal(self, bot: Bot, what: str, refused: IllegalMove) -> IllegalMove:
        """Return the error for an illegal answer. It names the turn, the decision and the bot."""
        turn = self.line.table.turn
        return IllegalMove(
            f"turn {turn}, {what}, answer of {bot.seat} ({bot.name}) refused: {refused}"
        )

    def play_asides(self, decision: Decision) -> bool:
        """Let each bot use one aside. Return whether the decision is still open."""
        return all(self.play_aside(bot, decision) for bot in self.active)

    def play_aside(self, bot: Bot, decision: Decision) -> bool:
        """Let a bot use an aside. Return whether the decision is still open."""
        view, act = bot.view, bot.act
        view.renew_chance(f"aside of {decision.name}")
        reply = act(view, decision, bot.open_asides) if act else None
        if reply is None:
            return True
        move, fields = read_aside(reply)
        entry = Entry("aside", bot.seat, move, fields, bot.name)
        try:
            aside = self.line.game.find_aside(self.line.table, self.line.request, entry)
        except IllegalMove as refused:
            raise self.bot_refusal(bot, f"the aside {truncate_value(move)}", refused) from refused
        self.line.give_entry(entry._replace(value=copy_plain_fields(entry.value)), aside)
        return self.line.request is decision


def list_asides(line: PlayableSource, seat: str) -> Sequence[Aside]:
    """Return the asides available to a seat during the current decision."""
    request = line.request
    if not isinstance(request, Decision):
        return ()
    open_asides: Sequence[Aside] = line.game.seat_asides(line.table, request, seat)
    return open_asides


def is_builtin(policy: Policy) -> bool:
    """Return whether a policy is part of classkit, and therefore uses only ``view.chance``.

    A function is identified by its code, because ``functools.wraps`` copies ``__module__``.

    >>> from functools import wraps
    >>> own = wraps(passive_policy)(eval("lambda view, decision: 'yes'", {}))
    >>> is_builtin(passive_policy), is_builtin(own)
    (True, False)
    """
    if isinstance(policy, FunctionType):
        module = policy.__globals__.get("__name__")
    else:
        module = type(policy).__module__
    return str(module).startswith("classkit.")


def seed_calls(ask: Callable[..., Any], generators: GlobalGenerators) -> Callable[..., Any]:
    """Return a function that seeds the global generators before it calls a policy."""

    def ask_seeded(view: View, *asked: Any) -> Any:
        reply = generators.call_seeded(view.chance.seed, ask, view, *asked)
        if generators.numpy_came:
            view.renew_chance(view._purpose)
            reply = generators.call_seeded(view.chance.seed, ask, view, *asked)
        return reply

    return ask_seeded


def add_memory(policy: Policy, answer: Policy, line: PlayableSource, seat: str) -> Policy:
    """Return a policy that receives its seat's memory before each decision."""
    recall = policy.recall  # type: ignore[attr-defined]  # it has it
    notes = PolicyMemory(lambda: line.game.secrecy.get_memory(line.table, seat))

    def decide(view: Any, decision: Decision) -> Reply:
        recall(notes)
        return answer(view, decision)

    return decide
