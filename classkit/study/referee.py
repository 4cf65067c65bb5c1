"""The referee: puts decisions before a policy in another process, and believes nothing it says.

:class:`Guest` is such a policy as a match sees it. What goes wrong is a :class:`Failure`, with the
reason in words; the answer is then the default, and the match goes on.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from time import monotonic
from typing import Any, NamedTuple, TypeAlias

from classkit.engine.errors import ClasskitError, IllegalMove, shorten
from classkit.engine.luck import Stream, fingerprint_of
from classkit.engine.match import Match
from classkit.engine.moves import Answer, LateMove, Move
from classkit.engine.policy import read_reply
from classkit.engine.requests import Aside, Decision

from .forms import (
    OF_DECISION,
    describe_decision,
    describe_field,
    describe_made,
    describe_move,
    find_field,
)
from .isolation import NoProcess, Policy, Starter
from .limits import Limits
from .wire import Closed, Encoder, Rubbish, TooLate

SHIELDS = ("limits", "files", "calls")
GRACE = 0.3
"""Seconds that a policy gets to tell where it was when its time ran out."""
NOT_SHOWN = frozenset({"renew_chance", "chance", "requests"})
"""Members of a view that no policy asks the referee for."""
KEPT_TEXT = 300
FORBIDDEN = "a policy may not use files, processes, threads or the network"


Habit: TypeAlias = tuple[str, tuple[Any, ...]]
"""A question to the view, or about the decision: its name and its values."""


class Line(NamedTuple):
    """One line of a policy's file on the way to a failure."""

    number: int
    function: str
    text: str


@dataclass(frozen=True, slots=True)
class Failure:
    """An answer that was forfeited: what kind of failure, why, and where.

    ``kind`` is "slow", "exception", "illegal", "reply", "rubbish", "crash", "memory", "printed",
    "reads", "cheat", "import", "syntax", "no policy", "start", "out of time" or "rules".
    """

    kind: str
    reason: str
    decision: str
    seat: str
    turn: int
    seed: int
    lines: tuple[Line, ...] = ()
    answer: str = ""

    @property
    def where(self) -> str:
        """The line of the policy's file, as "line 12, in policy"; nothing if none is known."""
        if not self.lines:
            return ""
        last = self.lines[-1]
        inside = f", in {last.function}" if last.function not in ("", "<module>") else ""
        return f"line {last.number}{inside}"


class Forfeit(Exception):
    """This answer is forfeited.

    ``fatal`` when the process has to go, ``for_good`` when another would fail likewise.
    """

    def __init__(
        self,
        kind: str,
        reason: str,
        *,
        fatal: bool = False,
        for_good: bool = False,
        lines: Sequence[Line] = (),
    ) -> None:
        self.kind, self.reason, self.lines = kind, reason, tuple(lines)
        self.fatal, self.for_good = fatal, for_good
        super().__init__(reason)


@dataclass
class Score:
    """What a policy did in one match, beside winning or losing."""

    answers: int = 0
    defaults: int = 0
    failures: list[Failure] = field(default_factory=list)
    forfeits: int = 0
    """Answers that were given in its place, failures and those after it was out."""
    slowest: float = 0.0
    slowest_at: str = ""
    seconds: float = 0.0
    printed: str = ""
    asked: dict[str, int] = field(default_factory=dict)
    """Decision -> how often it was asked."""
    by_default: dict[str, int] = field(default_factory=dict)
    """Decision -> how often its own answer was the default."""
    log: list[tuple[int, str, Answer]] = field(default_factory=list)
    """Its own answers: turn, decision, answer."""
    out: str = ""
    """Why it plays the default to the end, if it does."""
    shields: tuple[str, ...] = ()


def clip(text: object, most: int = KEPT_TEXT) -> str:
    """Text of a stranger for a log: short, on one line, nothing but what can be printed.

    >>> clip("a\\x1b[2Jb\\nc")
    'a [2Jb c'
    """
    plain = "".join(sign if sign.isprintable() else " " for sign in str(text)[: most + 1])
    return plain if len(plain) <= most else plain[: most - 1] + "…"


def read_lines(told: Any) -> tuple[Line, ...]:
    """The lines that a policy's process tells, of the form expected; others are left out."""
    found = []
    for line in told if isinstance(told, list) else ():
        if isinstance(line, list) and len(line) == 3 and type(line[0]) is int:
            found.append(Line(line[0], clip(line[1], 80), clip(line[2], 200)))
    return tuple(found[:12])


def shown_of(view: Any) -> tuple[list[str], list[str]]:
    """The public properties and methods of a view: all that a policy may ask for."""
    properties: list[str] = []
    methods: list[str] = []
    for name in dir(type(view)):
        if name.startswith("_") or name in NOT_SHOWN:
            continue
        found = inspect.getattr_static(type(view), name)
        (methods if inspect.isfunction(found) else properties).append(name)
    return properties, methods


class Guest:
    """A policy in a process of its own, as a match sees it: a policy like any other.

    ``name`` is how it is called in logs, ``source`` the text of its file, ``file`` what it is
    called in messages. To be closed at the end of the match.
    """

    def __init__(
        self,
        name: str,
        source: str,
        match: Match,
        seat: str,
        starter: Starter,
        limits: Limits,
        *,
        file: str = "policy.py",
        shields: Sequence[str] = SHIELDS,
        seed_random: bool = True,
        traces: bool = False,
    ) -> None:
        self.__name__ = name
        self.source, self.file, self.match, self.seat = source, file, match, seat
        self.starter, self.limits, self.shields = starter, limits, tuple(shields)
        self.score = Score()
        self.encoder = Encoder(match.edition.rules)
        self.process: Policy | None = None
        self.starts = self.number = 0
        self.has_aside = self.has_recall = False
        self.habits: dict[str, tuple[Habit, ...]] = {}
        """Decision -> what was asked about it the last time, to be sent along the next time."""
        view = match.view(seat)
        self.properties, self.methods = shown_of(view)
        self.shown = frozenset(self.properties), frozenset(self.methods)
        luck = Stream(f"random of {seat}", fingerprint_of(f"{match.seed}|")).bits()
        self.start_form = {
            "file": file, "source": source, "limits": asdict(limits),
            "shields": list(self.shields), "random": luck if seed_random else None,
            "seat": seat, "seats": list(match.seats), "view": type(view).__name__,
            "traces": traces, "options": self.encoder.encode(match.options),
            "properties": self.properties, "methods": self.methods,
        }  # fmt: skip

    # --- the process ------------------------------------------------------------------------

    def open(self) -> Guest:
        """Start it, so that whether it has ``aside`` or ``recall`` is known before play."""
        self.attempt(self.begin, "start", "")
        return self

    def begin(self) -> None:
        """Start the process and let it read the file."""
        if self.starts > self.limits.restarts:
            raise Forfeit("out", f"it had to be started anew {self.limits.restarts} times")
        self.starts += 1
        try:
            self.process = self.starter.start(self.limits.reply)
        except NoProcess as error:
            raise Forfeit("start", str(error), fatal=True) from None
        until = monotonic() + self.limits.start + GRACE
        said = self.talk(self.start_form, until, lambda asked: None)
        if "failed" in said:
            self.complain(said, at_start=True)
        if said.get("ready") is not True:
            raise Forfeit("rubbish", "it did not begin as policies do", fatal=True)
        self.has_aside, self.has_recall = bool(said.get("aside")), bool(said.get("recall"))
        shields = said.get("shields")
        if isinstance(shields, list):
            self.score.shields = tuple(name for name in SHIELDS if name in shields)

    def end(self, hung_up: bool = False) -> str:
        """End the process; how it had ended by itself."""
        process, self.process = self.process, None
        return process.end(hung_up) if process is not None else ""

    def close(self) -> None:
        """The match is over."""
        self.end()

    # --- one answer ---------------------------------------------------------------------------

    def __call__(self, view: Any, decision: Decision) -> Answer:
        """Its answer, or the default if that is forfeited."""
        score = self.score
        score.answers += 1
        score.asked[decision.name] = score.asked.get(decision.name, 0) + 1
        answer: Answer | None = None
        if not score.out:
            answer = self.attempt(lambda: self.decide(view, decision), decision.name, "")
        if answer is None:
            score.forfeits += 1
            return decision.default
        if answer == decision.default:
            score.defaults += 1
            score.by_default[decision.name] = score.by_default.get(decision.name, 0) + 1
        score.log.append((self.match.turn, decision.name, answer))
        return answer

    def attempt(self, what: Callable[[], Any], decision: str, given: str) -> Any:
        """Do something with the process; None, and the failure noted, if it goes wrong."""
        try:
            return what()
        except Forfeit as forfeit:
            if forfeit.kind == "out":
                self.score.out = forfeit.reason
                return None
            ended = self.end(forfeit.kind == "crash") if forfeit.fatal else ""
            kind, reason = forfeit.kind, forfeit.reason
            if kind == "crash" and ended:
                reason = f"{reason}: {ended}"
            self.note(kind, reason, decision, forfeit.lines, given)
            if forfeit.for_good:
                self.score.out = reason  # it would be the same again
                self.end()
        return None

    def note(
        self, kind: str, reason: str, decision: str, lines: Sequence[Line] = (), given: str = ""
    ) -> None:
        """Keep a failure; after too many of them the policy is out."""
        failure = Failure(
            kind, clip(reason), decision, self.seat, self.match.turn, self.match.seed,
            tuple(lines), given,
        )  # fmt: skip
        self.score.failures.append(failure)
        if len(self.score.failures) >= self.limits.failures and not self.score.out:
            self.score.out = f"it failed {self.limits.failures} times"
            self.end()

    def decide(self, view: Any, decision: Decision) -> Answer:
        """Ask the policy; Forfeit if that goes wrong, or the answer is not one."""
        said = self.put(view, decision, {})
        move, fields = said.get("move"), said.get("fields", {})
        if "move" not in said or not isinstance(fields, dict):
            raise Forfeit("rubbish", "its message was no answer", fatal=True)
        try:
            reply = (move, fields) if "fields" in said else move
            return read_reply(reply, decision)
        except IllegalMove as error:
            told = f"answered {shorten(move)}"
            if fields:
                told += f" with {shorten(fields)}"
            lines = read_lines(said.get("lines"))
            raise Forfeit("illegal", f"{told}: {error.reason}", lines=lines) from None
        except Exception as error:
            lines = read_lines(said.get("lines"))
            raise Forfeit("reply", f"its answer is none: {error}", lines=lines) from None

    def put(self, view: Any, decision: Decision, more: Mapping[str, Any]) -> dict[str, Any]:
        """Put a decision before the policy: what it said, complaints raised as Forfeit."""
        score, limits = self.score, self.limits
        if score.seconds >= limits.match:
            raise Forfeit(
                "out of time", f"its {limits.match:g} s for the match are used up", for_good=True
            )
        if self.process is None:
            self.begin()
        process = self.process
        assert process is not None
        if process.channel.has_more():
            raise Forfeit("cheat", "it sent something when nobody had asked", fatal=True)
        self.number += 1
        encode = self.encoder.encode
        desk = Desk(self, view, decision)
        asked: dict[str, Any] = {
            "number": self.number,
            "ask": encode(describe_decision(decision)),
            "chance": view.chance._counter,
            "known": desk.foresee(self.habits.get(decision.name, ())),
            **more,
        }
        if self.has_recall:
            asked["memory"] = encode(self.match.game.memory(self.match.table, self.seat))
        begun = monotonic()
        try:
            until = begun + min(limits.answer, limits.match - score.seconds) + GRACE
            said = self.talk(asked, until, desk.serve)
        finally:
            self.habits[decision.name] = tuple(desk.read_now)
            took = monotonic() - begun
            score.seconds += took
            if took > score.slowest:
                score.slowest, score.slowest_at = took, decision.name
        if said.get("number") != self.number:
            raise Forfeit("cheat", "it answered what it was not asked", fatal=True)
        self.keep_printed(said)
        if "failed" in said:
            self.complain(said)
        return said

    def talk(
        self, message: Any, until: float, serve: Callable[[dict[str, Any]], Any]
    ) -> dict[str, Any]:
        """Send a message and serve the questions that come, until the answer to it comes."""
        process = self.process
        assert process is not None
        reads = 0
        try:
            process.channel.send(message, until)
            while True:
                said = process.channel.receive(until)
                if not isinstance(said, dict):
                    raise Rubbish("a message of another form")
                if "ask" not in said:
                    return said
                reads += 1
                if reads > self.limits.reads:
                    raise Forfeit(
                        "reads", f"it asked its view more than {self.limits.reads:,} questions",
                        fatal=True,
                    )  # fmt: skip
                process.channel.send(serve(said), until)
        except TooLate:
            raise Forfeit(
                "slow", f"no answer within {self.limits.answer:g} s", fatal=True
            ) from None
        except Closed:
            raise Forfeit("crash", "its process ended", fatal=True) from None
        except Rubbish as error:
            raise Forfeit("rubbish", f"it sent {error}", fatal=True) from None

    def keep_printed(self, said: Mapping[str, Any]) -> None:
        """Keep the beginning of what it printed."""
        printed = said.get("printed")
        room = self.limits.printed - len(self.score.printed)
        if isinstance(printed, str) and printed and room > 0:
            self.score.printed += printed[:room]

    def complain(self, said: Mapping[str, Any], at_start: bool = False) -> None:
        """Raise what the policy's process says went wrong."""
        kind, text = str(said.get("failed")), clip(said.get("text", ""))
        error, lines = clip(said.get("error", ""), 80), read_lines(said.get("lines"))
        seconds = self.limits.start if at_start else self.limits.answer
        reasons = {
            "slow": f"no answer within {seconds:g} s",
            "printed": text,
            "memory": f"it needed more than {self.limits.memory} MB of memory",
            "reply": text,
            "import": f"{error}: {text}",
            "syntax": f"{error}: {text}",
            "no policy": f"it has {text} called policy",
            "exception": f"{error}: {text}" if text else error,
        }
        if kind not in reasons:
            raise Forfeit("rubbish", "it complained of something unknown", fatal=True)
        if kind == "import" and not at_start:
            kind = "exception"
        fatal = at_start or kind in ("memory", "printed")
        reason = reasons[kind]
        if error == "PermissionError" or "can't start new thread" in text:
            kind, reason = "cheat", f"{reason} ({FORBIDDEN})"
        raise Forfeit(kind, reason, fatal=fatal, for_good=at_start, lines=lines)


class ActiveGuest(Guest):
    """A guest whose policy also acts while decisions wait."""

    def aside(
        self, view: Any, decision: Decision, open_asides: Callable[[], Sequence[Aside]]
    ) -> Answer | None:
        """One of the asides open to it, filled in; None, also where that is forfeited."""
        if self.score.out:
            return None
        asked = f"aside of {decision.name}"
        answer: Answer | None = self.attempt(
            lambda: self.choose_aside(view, decision, open_asides), asked, ""
        )
        return answer

    def choose_aside(
        self, view: Any, decision: Decision, open_asides: Callable[[], Sequence[Aside]]
    ) -> Answer | None:
        said = self.put(view, seen_by(decision, self.seat), {"aside": True})
        if "aside" in said and said["aside"] is None:
            return None
        move, fields = said.get("move"), said.get("fields", {})
        if not isinstance(move, str) or not isinstance(fields, dict):
            raise Forfeit("rubbish", "its message was no answer", fatal=True)
        for aside in open_asides():
            if aside.move.name == move:
                try:
                    reason = aside.move.refusal(fields)
                except Exception as error:
                    raise Forfeit("reply", f"its aside is none: {error}") from None
                if reason:
                    raise Forfeit("illegal", f"did {shorten(move)}: {reason} ({aside.rule})")
                return Answer(move, fields)
        raise Forfeit("illegal", f"did {shorten(move)}, which is not open to it now")


def seen_by(decision: Decision, seat: str) -> Decision:
    """A decision as a seat may know it: of another's private one, that it is asked (Decision)."""
    if decision.seat == seat or not decision.private:
        return decision
    return Decision(decision.seat, decision.name, (), decision.rule, "", private=True)


MOST_HABITS = 40
LONG = frozenset({"events", "ledger", "history", "answers"})
"""What takes long to send, and is not sent before it is asked for."""
OF_MOVES = ("move", "refusal", "field", "sample", "preview", "grid")
"""Questions about one move."""


class Desk:
    """Serves a policy's questions about one decision."""

    def __init__(self, guest: Guest, view: Any, decision: Decision) -> None:
        self.guest, self.view, self.decision = guest, view, decision
        self.asides: Sequence[Aside] = ()
        self.read_now: dict[Habit, None] = {}

    def foresee(self, habits: Sequence[Habit]) -> list[Any]:
        """What will probably be asked, answered beforehand: ``[what, values, answer]`` of each."""
        known: list[Any] = [["turn", [], self.view.turn], ["round", [], self.view.round]]
        for name, values in habits:
            with suppress(Exception):  # what goes wrong now is told when it is asked
                if name.startswith(OF_DECISION):
                    answer = self.reply({"ask": name.removeprefix(OF_DECISION)})
                else:
                    answer = getattr(self.view, name)(*values) if values else self.look(name)
                self.read_now[name, values] = None
                known.append([name, list(values), self.guest.encoder.encode(answer)])
        return known

    def look(self, name: str) -> Any:
        """A property of the view, or what a method says that was asked without values."""
        found = getattr(self.view, name)
        return found() if name in self.guest.shown[1] else found

    def note(self, name: str, values: Sequence[Any]) -> None:
        """Remember a question that may be asked again about the next decision of this name."""
        if len(self.read_now) < MOST_HABITS and name not in LONG:
            self.read_now[name, tuple(values)] = None

    def serve(self, asked: dict[str, Any]) -> dict[str, Any]:
        """What is sent back to a question: a value, or an error as the view raised it."""
        number = asked.get("number")
        if type(number) is not int:
            raise Rubbish("a question without a number")
        try:
            return {"number": number, "value": self.guest.encoder.encode(self.reply(asked))}
        except (Forfeit, Rubbish):
            raise
        except Exception as error:
            text = error.args[0] if isinstance(error, KeyError) and error.args else error
            return {"number": number, "error": [type(error).__name__, clip(text)]}

    def reply(self, asked: dict[str, Any]) -> Any:
        """The value asked for; whatever is no question of those known is refused."""
        what = asked["ask"]
        if what == "read":
            return self.read(asked)
        if what == "default":
            self.note(OF_DECISION + what, ())
            return self.decision.default
        if what == "moves":
            self.note(OF_DECISION + what, ())
            return [describe_move(move) for move in self.decision.moves]
        if what == "asides":
            self.asides = self.open_asides()
            return [
                {
                    "seat": aside.seat, "rule": aside.rule, "private": aside.private,
                    "move": describe_move(aside.move),
                }
                for aside in self.asides
            ]  # fmt: skip
        if what not in OF_MOVES:
            raise Rubbish("a question that nobody knows")
        move = self.find(asked)
        if what == "move":
            return describe_made(move)
        if what == "refusal":
            return move.refusal(asked["values"])
        if what == "field":
            return find_field(move, asked["path"]).refuse(asked["value"])
        if what == "sample":
            return self.sample(move, asked["counter"])
        if what == "preview" and move.preview is not None:
            return move.preview(asked["values"])
        if what == "grid" and move.grid is not None:
            grid = move.grid()
            amounts = {row: describe_field(amount) for row, amount in grid.amounts.items()}
            return grid._replace(amounts=amounts, preview=None)  # type: ignore[arg-type]  # sent as data
        raise Rubbish("a question that nobody knows")

    def read(self, asked: dict[str, Any]) -> Any:
        """What the view says, of what it shows and nothing else."""
        name, values, named = asked["name"], asked["values"], asked["named"]
        properties, methods = self.guest.shown
        if name in properties:
            self.note(name, ())
            return getattr(self.view, name)
        if name in methods and isinstance(values, list) and isinstance(named, dict):
            if not named and all(type(value) in (str, int) for value in values):
                self.note(name, values)
            return getattr(self.view, name)(*values, **named)
        raise Forfeit("cheat", f"it asked its view for {shorten(name)}", fatal=True)

    def open_asides(self) -> Sequence[Aside]:
        """The asides open to this seat; while a sealed decision waits there are none."""
        return self.guest.match.asides(self.guest.seat)

    def find(self, asked: dict[str, Any]) -> Move:
        """The move that a question is about."""
        of_aside = "aside" in asked
        place = asked["aside"] if of_aside else asked["at"]
        if type(place) is not int:
            raise Rubbish("a question about no move")
        move = self.asides[place].move if of_aside else self.decision.moves[place]
        return move

    def sample(self, move: Move, counter: Any) -> Any:
        """Fields drawn for a move, and where the policy's chance stands then."""
        while isinstance(move, LateMove):
            move = move.made
        chance = Stream("")
        chance._counter = int(counter)
        if move._sample is None:
            raise Rubbish("a question that nobody knows")
        return [move._sample(chance), chance._counter]


def seat_guest(guest: Guest) -> Guest:
    """The guest as the match asks it: one that acts in asides has the method for it."""
    if guest.has_aside:
        guest.__class__ = ActiveGuest
    return guest


def play_to_end(match: Match, bots: Mapping[str, Any]) -> str:
    """Play a match with guests; why it could not be ended, or nothing.

    Where a rule breaks over the answer of a guest, the default is given in its place. A match
    that goes on and on, since nobody does anything, is cut off after ``MOST_ANSWERS``.
    """
    bots = {s: match.game.bot(bot) if isinstance(bot, str) else bot for s, bot in bots.items()}
    broken = ""
    for _ in range(MOST_BREAKS):
        try:
            while not match.is_over and match.step < MOST_ANSWERS:
                match.play(until="turn", bots=bots)
            return "" if match.is_over else f"not over after {MOST_ANSWERS:,} answers"
        except ClasskitError as error:
            broken = str(error)
            waiting = match.requests()
            guests = [bots[d.seat] for d in waiting if isinstance(bots.get(d.seat), Guest)]
            if not waiting or not guests:
                return broken
            for decision in waiting:
                guest = bots[decision.seat]
                if isinstance(guest, Guest):
                    guest.note("rules", broken, decision.name)
                with suppress(ClasskitError):
                    answer = decision.default
                    match.answer(answer.move, decision.seat, **answer.fields)
    return broken


MOST_BREAKS = 20
MOST_ANSWERS = 20_000
