"""Players: bots that answer a match, until the next decision, turn or round, or the end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import FunctionType, MethodType
from typing import Any, TypeAlias

from .data import opened
from .errors import ClasskitError, UnknownName, cut, known_name, shorten
from .log import LONGEST_NAME, Entry, made, plain_fields, read_until
from .policy import Notes, Policy, Reply, read_aside, read_reply
from .requests import Aside, Decision, Sealed
from .timeline import Timeline
from .views import View

Bots: TypeAlias = str | Policy | Mapping[str, str | Policy | None]

LEFT_OUT = "A seat that a person answers for is left out, or None."
"""What is said to whoever names a person as a bot: at a table persons have a name, here not."""


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
    def of(cls, policy: Policy, name: str, seat: str, line: Timeline, view: View) -> Bot:
        """Return the bot of a policy.

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
        return cls(policy, name, seat, view, decide, act, partial(asides, line, seat), beside_own)


class Players:
    """The bots of one match by their seats; a seat without one is a person."""

    def __init__(
        self, line: Timeline, seats: Sequence[str], view: Callable[[str], View], bots: Bots
    ) -> None:
        self.line = line
        self.bots: dict[str, Bot] = {}
        by_seat = isinstance(bots, Mapping)
        bots = opened(bots)
        named = dict(bots) if isinstance(bots, Mapping) else dict.fromkeys(seats, bots)
        for seat, bot in named.items():
            seat = known_name("seat", seat, seats)
            if isinstance(bot, str):
                if type(bot) is str and bot == "person" and bot not in line.game.bots():
                    raise UnknownName("bot", bot, line.game.bots(), LEFT_OUT)
                name = line.game.bot_name(bot)
                self.bots[seat] = Bot.of(line.game.bot(name), name, seat, line, view(seat))
            elif bot is not None or not by_seat:
                if not callable(bot) or isinstance(bot, type):
                    raise ClasskitError(
                        f"a bot is a name or a policy, not {shorten(bot)}; for some seats only: "
                        'bots={"A": "random"}.'
                    )
                name = cut(str(getattr(bot, "__name__", type(bot).__name__)), LONGEST_NAME)
                self.bots[seat] = Bot.of(bot, name, seat, line, view(seat))
        seated = [self.bots[seat] for seat in seats if seat in self.bots]
        acting = seated if line.game.has_asides else []
        self.active = [bot for bot in acting if bot.act is not None and not bot.beside_own]
        """The bots that act while decisions wait, whoever is asked."""

    def play(self, until: str, begun: tuple[int, int] | None = None) -> None:
        """Answer until then, or until a person is asked.

        ``begun`` is the turn and the round from which the next ones count, by default the present.
        """
        until = read_until(until, "end of play")
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
        # the name of a move, as most replies are, needs no reading
        answer = decision.read(reply) if type(reply) is str else read_reply(reply, decision)
        move, fields = answer
        entry = made(Entry, ("answer", decision.seat, move, fields, bot.name, False, False))
        self.line.give(entry)

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
        aside = self.line.game.find_aside(self.line.table, self.line.request, entry)
        self.line.give(entry._replace(value=plain_fields(entry.value)), aside)
        return self.line.request is decision


def asides(line: Timeline, seat: str) -> Sequence[Aside]:
    """Return what a seat may do while the present decision waits."""
    request = line.request
    if not isinstance(request, Decision):
        return ()
    return line.game.asides_of(line.table, request, seat)


def reminded(policy: Policy, answer: Policy, line: Timeline, seat: str) -> Policy:
    """Return how a bot that keeps notes decides: told before each decision what it has seen."""
    recall = policy.recall  # type: ignore[attr-defined]  # it has it
    notes = Notes(lambda: line.game.memory(line.table, seat))

    def decide(view: Any, decision: Decision) -> Reply:
        recall(notes)
        return answer(view, decision)

    return decide
