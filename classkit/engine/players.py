"""Players: bots that answer a match, until the next decision, turn or round, or the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, TypeAlias

from .errors import ClasskitError, UnknownName, shorten
from .moves import Answer
from .policy import Notes, Policy, Reply, read_reply
from .requests import Decision, Request, Sealed
from .segments import Entry, plain_fields
from .tuples import new_tuple
from .views import View

if TYPE_CHECKING:
    from .match import Match

Bots: TypeAlias = str | Policy | Mapping[str, str | Policy | None]
UNTIL = ("decision", "turn", "round", "end")


@dataclass(frozen=True, slots=True)
class Bot:
    """Who plays a seat that is no person's: how it decides, its name, and what it sees."""

    policy: Policy
    name: str
    view: View
    decide: Policy

    @classmethod
    def of(cls, policy: Policy, name: str, view: View) -> Bot:
        """The bot of a policy. One that is an object is asked through its bound method: Python
        looks it up anew, and slowly, each time an object is called."""
        if isinstance(policy, FunctionType):
            return cls(policy, name, view, policy)
        return cls(policy, name, view, MethodType(type(policy).__call__, policy))


class Players:
    """The bots of one match by their seats; a seat without one is a person."""

    def __init__(self, match: Match, bots: Bots) -> None:
        self.match, self.runner = match, match._line
        self.bots: dict[str, Bot] = {}
        by_seat = isinstance(bots, Mapping)
        if not isinstance(bots, Mapping):
            bots = dict.fromkeys(match.seats, bots)
        for seat, bot in bots.items():
            if seat not in match.seats:
                raise UnknownName("seat", seat, match.seats)
            if isinstance(bot, str):
                self.bots[seat] = Bot.of(match.game.bot(bot), bot, match.view(seat))
            elif bot is not None or not by_seat:
                if not callable(bot):
                    raise ClasskitError(
                        f"a bot is a name or a policy, not {shorten(bot)}; for some seats only: "
                        'bots={"A": "random"}.'
                    )
                name = getattr(bot, "__name__", type(bot).__name__)
                self.bots[seat] = Bot.of(bot, name, match.view(seat))
        for seat, one in self.bots.items():
            if hasattr(one.policy, "recall"):
                self.bots[seat] = replace(one, decide=reminded(one, match, seat))
        self.active = [
            (seat, acting, act, partial(match.asides, seat))
            for seat in match.seats
            if (acting := self.bots.get(seat)) and (act := getattr(acting.policy, "aside", None))
        ]
        """The bots that act while decisions wait, and what lists the asides open to each."""

    def play(self, until: str) -> None:
        """Answer until then, or until a person is asked."""
        if until not in UNTIL:
            raise UnknownName("end of play", until, UNTIL)
        runner, bots = self.runner, self.bots
        turn, round_ = runner.table.turn, runner.table.round
        while (request := runner.request) is not None:
            if until != "end":
                if until == "turn" and runner.table.turn != turn:
                    return
                if until == "round" and runner.table.round != round_:
                    return
            if type(request) is Decision:
                bot = bots.get(request.seat)
                if bot is None:
                    return
                if not self.active or self.act_aside(request):
                    self.consult(bot, request)
            elif not self.deal_with_sealed(request):
                return
            if until == "decision":
                return

    def deal_with_sealed(self, request: Request | None) -> bool:
        """Answer for every bot that is asked; False when a person has to answer."""
        if isinstance(request, Sealed):
            for decision in self.match.requests():
                if decision.seat in self.bots:
                    self.consult(self.bots[decision.seat], decision)
            return self.runner.request is not request
        return False

    def consult(self, bot: Bot, decision: Decision) -> None:
        """Ask a bot, and give its answer."""
        view = bot.view
        view.renew_chance(decision.name)
        reply = bot.decide(view, decision)
        kind = type(reply)
        if kind is str:  # the name of a move, as most replies are
            answer = decision.read(reply)
        elif (kind is tuple or kind is Answer) and len(reply) == 2 and type(reply[1]) is dict:
            answer = decision.read(reply[0], reply[1])
        else:
            answer = read_reply(reply, decision)
        move, fields = answer
        if fields:
            fields = plain_fields(fields)
            answer = new_tuple(Answer, (move, fields))
        note = ("answer", decision.seat, move, fields, bot.name, False, False)
        self.runner.give(note, answer)

    def act_aside(self, decision: Decision) -> bool:
        """Let the bots that act while decisions wait do so, each once; whether it waits still."""
        purpose = f"aside of {decision.name}"
        for seat, bot, act, open_asides in self.active:
            view = bot.view
            view.renew_chance(purpose)
            reply = act(view, decision, open_asides)
            if reply is not None:
                answer = reply if isinstance(reply, Answer) else Answer(*reply)
                entry = Entry("aside", seat, answer.move, plain_fields(answer.fields), bot.name)
                self.runner.find_aside(entry)
                self.runner.give(entry)
                if self.runner.request is not decision:
                    return False
        return True


def reminded(bot: Bot, match: Match, seat: str) -> Policy:
    """How a bot that keeps notes decides: told before each decision what its seat has seen."""
    recall, answer = bot.policy.recall, bot.decide  # type: ignore[attr-defined]  # it has it
    notes = Notes(lambda: match.game.memory(match.table, seat))

    def decide(view: Any, decision: Decision) -> Reply:
        recall(notes)
        return answer(view, decision)

    return decide
