"""Policies: how a bot decides; and the players, bots that answer a match.

A policy is a function of a view and a decision that gives an :class:`Answer`, the name of a move,
or a pair ``(move, fields)``::

    def cautious(view, decision):
        return "no" if decision.name == "buy_square" else decision.default

What it leaves to chance it draws from ``view.chance``: the same seed then plays the same match. So
does a policy that draws from ``random`` or ``numpy.random``, which are seeded for each of its
decisions (:mod:`.generators`), and one that keeps a generator of its own does in studies alone.

A policy that also wants to act while decisions wait (cash in savings before a purchase) is an
object with a method ``aside(view, decision, open_asides)`` beside ``__call__``: it fills in one of
the asides open to its seat, or gives None to leave them; ``open_asides()`` lists them, which takes
longer than most decisions. See :class:`Random`. One that acts beside some of its own decisions only
names these as ``beside_own``, a set; then it is not asked beside any other.

A policy that remembers what may no longer be shown (a card that was turned down) has a method
``recall(memory)``: before each decision it is told what its seat has seen
(:meth:`.Secrecy.memory`), for that one alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, ItemsView, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import FunctionType, MethodType
from typing import Any, Protocol, TypeAlias

from .access import Access, changes
from .data import WrittenDown, are_simple, as_data
from .errors import ClasskitError, IllegalMove, cut, shorten
from .generators import GlobalGenerators
from .log import LONGEST_NAME, Entry, made, plain_fields
from .moves import Answer
from .requests import Aside, Decision, Request, Sealed
from .strides import read_until
from .views import Source, View

Reply: TypeAlias = Answer | str | tuple[str, Mapping[str, Any]]
"""What a policy answers: the name of a move, or that and the fields: ``"bid", {"amount": 5}``."""
Policy: TypeAlias = Callable[[Any, Decision], Reply]
"""A program that plays: ``policy(view, decision)`` sees what its seat may know, and answers."""


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


def name_of(asked: object) -> str:
    """Return the name of a function or a class, or of the class that something was made of."""
    return str(getattr(asked, "__name__", type(asked).__name__))


def recorded_name(policy: object) -> str:
    """Return the name of a policy as a record may hold it: short, and only what can be shown.

    >>> def buy(view, decision): ...
    >>> buy.__name__ = "buy\\u200b it"
    >>> recorded_name(buy)
    'buy? it'
    """
    shown = (sign if sign.isprintable() else "?" for sign in name_of(policy))
    return cut("".join(shown), LONGEST_NAME)


def idea_of(make: Callable[[], Policy]) -> str:
    """Return how a bot reasons: the docstring of what makes it, or else its own.

    >>> idea_of(lambda: passive_policy)
    'Answer what the rules file lists as the default.'
    """
    return (make.__doc__ or make().__doc__ or "").strip()


PASSIVE, RANDOM = "passive", "random"
"""The bots that every game has."""


def passive_policy(view: View, decision: Decision) -> Answer:
    """Answer what the rules file lists as the default."""
    return decision.default


class Decider:
    """A policy with a method for each decision that it makes itself, named after the decision.

    All others it answers by default::

        class Frugal(Decider):
            def buy_square(self, view, decision):
                return "no"
    """

    def __call__(self, view: Any, decision: Decision) -> Reply:
        answer: Policy | None = getattr(self, decision.name, None)
        return decision.default if answer is None else answer(view, decision)


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
DICTS = (dict, WrittenDown)
"""The types of these fields; an answer that names none has those written down as none."""


def read_reply(reply: Any, decision: Decision) -> Answer:
    """Return what a policy replied as a legal answer with fields of its own.

    IllegalMove or ClasskitError with the reason where it is none.
    """
    if type(reply) in PAIRS and len(reply) == 2:  # as nearly every reply is
        move, fields = reply
        if type(move) is str and type(fields) in DICTS and are_simple(fields):
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


# --- the bots of a match, at their seats ----------------------------------------------------------


class Line(Source[Any], Protocol):
    """A line of play that players answer."""

    request: Request | None
    _access: Access

    @property
    def can_redo(self) -> bool:
        """Whether something lies ahead."""

    def redo(self) -> None:
        """Give the next entry that lies ahead once more."""

    def give(self, entry: Entry, aside: Aside | None = None) -> None:
        """Give a legal entry."""


@dataclass(frozen=True, slots=True)
class Bot:
    """Who plays a seat that is no person's: how it decides, its name, and what it sees.

    ``act`` is what it does while decisions wait, or None, and ``open_asides`` lists what may be
    done then; one that has ``beside_own`` acts beside its own decisions of these names alone.
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
    def of(
        cls,
        policy: Policy,
        name: str,
        seat: str,
        line: Line,
        view: View,
        generators: GlobalGenerators,
    ) -> Bot:
        """Return the bot of a policy; the ``generators`` are seeded before one that may draw.

        One that is an object is asked through its bound method: Python looks it up anew, and
        slowly, each time an object is called.
        """
        decide = policy
        if not isinstance(policy, FunctionType):
            decide = MethodType(type(policy).__call__, policy)
        if hasattr(policy, "recall"):
            decide = reminded(policy, decide, line, seat)
        act = getattr(policy, "aside", None)
        beside_own = getattr(policy, "beside_own", ()) if act else ()
        if not is_shipped(policy):
            decide = seeded(decide, generators)
            act = seeded(act, generators) if act else None
        return cls(policy, name, seat, view, decide, act, partial(asides, line, seat), beside_own)


class Players:
    """The bots of one match by their seats; a seat without one is a person's."""

    def __init__(
        self,
        line: Line,
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
            self.bots[seat] = Bot.of(policy, name, seat, line, view(seat), self.generators)
        seated = [self.bots[seat] for seat in seats if seat in self.bots]
        acting = seated if line.game.has_asides else []
        self.active = [bot for bot in acting if bot.act is not None and not bot.beside_own]
        """The bots that act while decisions wait, whoever is asked."""

    @changes
    def play(self, until: str, begun: tuple[int, int] | None = None) -> None:
        """Answer until the stride ends or a person is asked.

        ``begun`` is the turn and the round from which the next ones count, by default the present.
        """
        until = read_until(until)
        try:
            self.run_stride(until, begun)
        finally:
            self.generators.put_back()

    def run_stride(self, until: str, begun: tuple[int, int] | None) -> None:
        """Answer as :meth:`play` does, whoever puts the generators back."""
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
                if (not active or self.all_acted(request)) and (
                    request.name not in bot.beside_own or self.act_aside(bot, request)
                ):
                    self.consult(bot, request)
            elif isinstance(request, Sealed):
                if not self.answer_sealed(request):
                    return
            elif line.can_redo:
                line.redo()  # what the room threw is no decision: it stands
            else:
                return
            if stops and until == "decision":
                return

    def answer_sealed(self, request: Sealed) -> bool:
        """Answer for every bot that is asked; False when a person has to answer."""
        for decision in self.line.requests():
            if decision.seat in self.bots:
                self.consult(self.bots[decision.seat], decision)
        return self.line.request is not request

    def consult(self, bot: Bot, decision: Decision) -> None:
        """Ask a bot, and give its answer."""
        view, decide = bot.view, bot.decide
        view.renew_chance(decision.name)
        reply = decide(view, decision)
        try:  # the name of a move, as most replies are, needs no reading
            answer = decision.read(reply) if type(reply) is str else read_reply(reply, decision)
        except IllegalMove as refused:
            raise self.refusal(bot, decision.name, refused) from refused
        move, fields = answer
        entry = made(Entry, ("answer", decision.seat, move, fields, bot.name, False))
        self.line.give(entry)

    def refusal(self, bot: Bot, what: str, refused: IllegalMove) -> IllegalMove:
        """Return why a bot was refused, with the turn, what was asked, and whose answer it is."""
        turn = self.line.table.turn
        return IllegalMove(
            f"turn {turn}, {what}, answer of {bot.seat} ({bot.name}) refused: {refused}"
        )

    def all_acted(self, decision: Decision) -> bool:
        """Let the bots that act while decisions wait do so, each once; whether it waits still."""
        return all(self.act_aside(bot, decision) for bot in self.active)

    def act_aside(self, bot: Bot, decision: Decision) -> bool:
        """Let a bot act while a decision waits; whether it waits still."""
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
            raise self.refusal(bot, f"the aside {cut(move)}", refused) from refused
        self.line.give(entry._replace(value=plain_fields(entry.value)), aside)
        return self.line.request is decision


def asides(line: Line, seat: str) -> Sequence[Aside]:
    """Return what a seat may do while the present decision waits."""
    request = line.request
    if not isinstance(request, Decision):
        return ()
    open_asides: Sequence[Aside] = line.game.asides_of(line.table, request, seat)
    return open_asides


def is_shipped(policy: Policy) -> bool:
    """Return whether a policy is one of classkit's own, which draw from ``view.chance`` alone.

    A function is judged by where its code is, since ``functools.wraps`` copies ``__module__``.

    >>> from functools import wraps
    >>> own = wraps(passive_policy)(eval("lambda view, decision: 'yes'", {}))
    >>> is_shipped(passive_policy), is_shipped(own)
    (True, False)
    """
    if isinstance(policy, FunctionType):
        module = policy.__globals__.get("__name__")
    else:
        module = type(policy).__module__
    return str(module).startswith("classkit.")


def seeded(ask: Callable[..., Any], generators: GlobalGenerators) -> Callable[..., Any]:
    """Return how a policy is asked that may draw from global generators: seeded as its view is."""

    def ask_seeded(view: View, *asked: Any) -> Any:
        reply = generators.ask(view.chance.seed, ask, view, *asked)
        if generators.numpy_came:
            view.renew_chance(view._purpose)
            reply = generators.ask(view.chance.seed, ask, view, *asked)
        return reply

    return ask_seeded


def reminded(policy: Policy, answer: Policy, line: Line, seat: str) -> Policy:
    """Return how a bot that keeps notes decides: told before each decision what it has seen."""
    recall = policy.recall  # type: ignore[attr-defined]  # it has it
    notes = Notes(lambda: line.game.secrecy.memory(line.table, seat))

    def decide(view: Any, decision: Decision) -> Reply:
        recall(notes)
        return answer(view, decision)

    return decide
