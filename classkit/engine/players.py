"""Players: bots that answer a match, until the next decision, turn or round, or the end."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from .errors import UnknownName
from .moves import Answer
from .policy import Policy, Reply, read_reply
from .requests import Decision, Request, Sealed
from .segments import Entry, plain_fields

if TYPE_CHECKING:
    from .match import Match

Bots: TypeAlias = str | Policy | Mapping[str, str | Policy | None]
UNTIL = ("decision", "turn", "round", "end")


class Players:
    """The policies of the seats of one match; a seat without one is a person."""

    def __init__(self, match: Match, bots: Bots) -> None:
        self.match, self.runner = match, match._line
        self.policies: dict[str, tuple[Policy | None, str]] = dict.fromkeys(match.seats, (None, ""))
        if not isinstance(bots, Mapping):
            bots = dict.fromkeys(match.seats, bots)
        for seat, bot in bots.items():
            if seat not in self.policies:
                raise UnknownName("seat", seat, match.seats)
            if isinstance(bot, str):
                self.policies[seat] = (match.game.bot(bot), bot)
            elif bot is not None:
                self.policies[seat] = (bot, getattr(bot, "__name__", type(bot).__name__))
        for seat, (bot, name) in self.policies.items():
            if bot is not None and hasattr(bot, "recall"):
                self.policies[seat] = (reminded(bot, match, seat), name)
        self.active = [seat for seat, (bot, _) in self.policies.items() if hasattr(bot, "aside")]
        self.views = {seat: match.view(seat) for seat in match.seats}

    def play(self, until: str) -> None:
        """Answer until then, or until a person is asked."""
        if until not in UNTIL:
            raise UnknownName("end of play", until, UNTIL)
        runner = self.runner
        turn, round_ = runner.table.turn, runner.table.round
        while (request := runner.request) is not None:
            if until == "turn" and runner.table.turn != turn:
                return
            if until == "round" and runner.table.round != round_:
                return
            if not self.deal_with(request) or until == "decision":
                return

    def deal_with(self, request: Request) -> bool:
        """Answer one request for every bot that is asked; False when a person has to answer."""
        if isinstance(request, Decision):
            if self.policies[request.seat][0] is None:
                return False
            if self.active:
                self.act_aside(request)
                if self.runner.request is not request:
                    return True
            self.consult(request)
            return True
        if isinstance(request, Sealed):
            for decision in self.match.requests():
                if self.policies[decision.seat][0] is not None:
                    self.consult(decision)
            return self.runner.request is not request
        return False

    def consult(self, decision: Decision) -> None:
        """Ask a bot, and give its answer."""
        seat = decision.seat
        policy, name = self.policies[seat]
        assert policy is not None
        view = self.views[seat]
        view.renew_chance(decision.name)
        answer = read_reply(policy(view, decision), decision)
        fields = plain_fields(answer.fields) if answer.fields else answer.fields
        self.match._give(Entry("answer", seat, answer.move, fields, name))

    def act_aside(self, decision: Decision) -> None:
        """Let the bots that act while decisions wait do so, each once."""
        for seat in self.active:
            if self.runner.request is not decision:
                return
            policy, name = self.policies[seat]
            view = self.views[seat]
            view.renew_chance(f"aside of {decision.name}")
            reply = policy.aside(  # type: ignore[union-attr]  # is active
                view, decision, partial(self.match.asides, seat)
            )
            if reply is not None:
                answer = reply if isinstance(reply, Answer) else Answer(*reply)
                entry = Entry("aside", seat, answer.move, plain_fields(answer.fields), name)
                self.runner.find_aside(entry)
                self.match._give(entry)


def reminded(bot: Policy, match: Match, seat: str) -> Policy:
    """A bot that keeps notes, told before each decision what its seat has seen.

    The notes are made anew from the table each time, so that undo and forks cannot mix them up.
    """

    def decide(view: Any, decision: Decision) -> Reply:
        bot.recall(match.game.memory(match.table, seat))  # type: ignore[attr-defined]  # it has it
        return bot(view, decision)

    if hasattr(bot, "aside"):
        decide.aside = bot.aside  # type: ignore[attr-defined]  # bots are looked at for it
    return decide
