"""Players: bots that answer a match, until the next decision, turn or round, or the end."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, Mapping
from functools import partial
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from .errors import ClasskitError, UnknownName, shorten
from .moves import Answer
from .policy import Policy, Reply, read_reply
from .requests import Decision, Request, Sealed
from .segments import Entry, plain_fields
from .tuples import new_tuple
from .views import View

if TYPE_CHECKING:
    from .match import Match

Bots: TypeAlias = str | Policy | Mapping[str, str | Policy | None]
UNTIL = ("decision", "turn", "round", "end")


class Bot(NamedTuple):
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
                self.bots[seat] = one._replace(decide=reminded(one, match, seat))
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
        runner = self.runner
        turn, round_ = runner.table.turn, runner.table.round
        while runner.frames:
            request = runner.frames[-1].request
            if until != "end":
                if until == "turn" and runner.table.turn != turn:
                    return
                if until == "round" and runner.table.round != round_:
                    return
            if type(request) is Decision:
                bot = self.bots.get(request.seat)
                if bot is None:
                    return
                if self.active:
                    self.act_aside(request)
                if not self.active or runner.request is request:
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
        _, name, view, decide = bot
        view.renew_chance(decision.name)
        reply = decide(view, decision)
        kind = type(reply)
        if kind is str:  # the name of a move, as most replies are
            answer = decision.read(reply)
        elif kind is Answer and type(reply[1]) is dict:
            answer = decision.read(reply[0], reply[1])
        else:
            answer = read_reply(reply, decision)
        move, fields = answer
        if fields:
            fields = plain_fields(fields)
            answer = new_tuple(Answer, (move, fields))
        entry = ("answer", decision.seat, move, fields, name, False, False)
        self.runner.give(new_tuple(Entry, entry), answer)

    def act_aside(self, decision: Decision) -> None:
        """Let the bots that act while decisions wait do so, each once."""
        purpose = f"aside of {decision.name}"
        for seat, (_, name, view, _), act, open_asides in self.active:
            view.renew_chance(purpose)
            reply = act(view, decision, open_asides)
            if reply is not None:
                answer = reply if isinstance(reply, Answer) else Answer(*reply)
                entry = Entry("aside", seat, answer.move, plain_fields(answer.fields), name)
                self.runner.find_aside(entry)
                self.runner.give(entry)
                if self.runner.request is not decision:
                    return


class Notes(Mapping[str, Any]):
    """What a seat has seen, looked up on the table when somebody reads it.

    Most decisions need no notes. As they are never kept, undo and forks cannot mix them up.
    """

    __slots__ = ("_match", "_seat")

    def __init__(self, match: Match, seat: str) -> None:
        self._match, self._seat = match, seat

    def now(self) -> Mapping[str, Any]:
        """All of them (:meth:`Game.memory`)."""
        return self._match.game.memory(self._match.table, self._seat)

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


def reminded(bot: Bot, match: Match, seat: str) -> Policy:
    """How a bot that keeps notes decides: told before each decision what its seat has seen."""
    recall, answer = bot.policy.recall, bot.decide  # type: ignore[attr-defined]  # it has it
    notes = Notes(match, seat)

    def decide(view: Any, decision: Decision) -> Reply:
        recall(notes)
        return answer(view, decision)

    return decide
