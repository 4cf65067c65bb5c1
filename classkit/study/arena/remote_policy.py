"""A policy in another process, as a match sees it. Nothing that it sends is trusted.

:class:`RemotePolicy` is a policy like any other. If something goes wrong, it notes a
:class:`Failure` with the reason, answers the default, and the match goes on.

Each policy has a process of its own. One for all of a match, with an interpreter each, would save a
twentieth of the time of a match (11 ms a process, of 740 for a match of four in Economy), and let
students read each other's memory, use up each other's limits and end each other's policies.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from time import monotonic
from typing import Any

from classkit.engine.errors import ClasskitError, IllegalMove, shorten
from classkit.engine.luck import Stream, fingerprint_of
from classkit.engine.match import Match
from classkit.engine.moves import Answer
from classkit.engine.policy import read_reply
from classkit.engine.requests import Aside, Decision
from classkit.sandbox.copies import Copy, Starter
from classkit.sandbox.process import NoProcess
from classkit.sandbox.shields import SHIELDS
from classkit.sandbox.wire import Closed, Rubbish, TooLate

from .forfeits import Failure, Forfeit, Line, Score, clip, read_lines
from .limits import Limits
from .question_desk import Habit, QuestionDesk, shown_of
from .values import Encoder

GRACE = 0.3
"""Seconds that a policy's process gets to report where it was when its time ran out."""
LATEST = 1_000
"""Number of latest answers by which a policy that never lets a match end is described."""
FORBIDDEN = "a policy may not use files, processes, threads or the network"


class RemotePolicy:
    """A policy in a process of its own, which a match asks like any other.

    ``name`` is its name in logs, ``source`` the text of its file, ``file`` the file's name in
    messages. It must be closed at the end of the match.
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
        traces: bool = False,
    ) -> None:
        self.__name__ = name
        self.source, self.file, self.match, self.seat = source, file, match, seat
        self.starter, self.limits, self.shields = starter, limits, tuple(shields)
        self.score = Score()
        self.encoder = Encoder(match.edition.rules)
        self.process: Copy | None = None
        self.starts = self.number = 0
        self.latest: deque[tuple[str, str]] = deque(maxlen=LATEST)
        """Its latest answers and asides, each with the decision."""
        self.has_recall = False
        self.aside: Callable[..., Answer | None] | None = None
        """What it does while decisions wait; None for a policy that takes no asides."""
        self.beside_own: frozenset[str] = frozenset()
        """The decisions of its own beside which it is asked for asides; empty for all decisions."""
        self.habits: dict[str, tuple[Habit, ...]] = {}
        """Decision -> the questions asked about it last time; their answers go along next time."""
        view = match.view(seat)
        self.properties, self.methods = shown_of(view)
        self.shown = frozenset(self.properties), frozenset(self.methods)
        luck = Stream(f"random of {seat}", fingerprint_of(f"{match.seed}|")).bits()
        self.start_form = {
            "file": file, "limits": asdict(limits),
            "shields": list(self.shields), "random": luck,
            "seat": seat, "seats": list(match.seats), "view": type(view).__name__,
            "traces": traces, "options": self.encoder.encode(match.options),
            "properties": self.properties, "methods": self.methods,
        }  # fmt: skip

    # --- the process ------------------------------------------------------------------------

    def open(self) -> RemotePolicy:
        """Start the process before play, to learn what the policy offers beside its answers."""
        self.attempt(self.begin, "start")
        return self

    def begin(self) -> None:
        """Start the process and let it read the file."""
        if self.starts > self.limits.restarts:
            raise Forfeit("out", f"it had to be restarted {self.limits.restarts} times")
        self.starts += 1
        begun = monotonic()
        try:
            self.begin_process()
        finally:
            self.score.starting += monotonic() - begun

    def begin_process(self) -> None:
        """Start a process, learn its shields, and let it read the file."""
        try:
            self.process = self.starter.start(self.limits.reply)
        except NoProcess as error:
            raise Forfeit("start", str(error), fatal=True) from None
        until = monotonic() + self.limits.start + GRACE
        # it reports its shields before it gets a line of the policy
        shields = self.talk(self.start_form, until, lambda asked: None).get("shields")
        on = set(shields) if isinstance(shields, list) else set()
        if self.process.room:
            on.add("room")
        self.score.shields = tuple(name for name in SHIELDS if name in on)
        said = self.talk({"source": self.source}, until, lambda asked: None)
        if "failed" in said:
            self.complain(said, at_start=True)
        if said.get("ready") is not True:
            raise Forfeit("rubbish", "it did not begin as policies do", fatal=True)
        self.has_recall = bool(said.get("recall"))
        self.aside = self.take_aside if said.get("aside") else None
        self.beside_own = names_in(said.get("beside_own"))

    def end(self, hung_up: bool = False) -> str:
        """End the process. Return how it had ended by itself, if it had."""
        process, self.process = self.process, None
        return process.end(hung_up) if process is not None else ""

    def close(self) -> None:
        """End the process at the end of the match."""
        self.end()

    # --- one answer ---------------------------------------------------------------------------

    def __call__(self, view: Any, decision: Decision) -> Answer:
        """Return the policy's answer, or the default if it forfeits."""
        score = self.score
        score.answers += 1
        score.asked[decision.name] = score.asked.get(decision.name, 0) + 1
        answer: Answer | None = None
        if not score.out:
            answer = self.attempt(lambda: self.decide(view, decision), decision.name)
        if answer is None:
            score.forfeits += 1
            return decision.default
        if answer == decision.default:
            score.defaults += 1
            score.by_default[decision.name] = score.by_default.get(decision.name, 0) + 1
        score.log.append((self.match.turn, decision.name, answer))
        return answer

    def attempt(self, what: Callable[[], Any], decision: str) -> Any:
        """Do something with the process. Note a failure and return None if it goes wrong."""
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
            self.note(kind, reason, decision, forfeit.lines)
            if forfeit.for_good:
                self.score.out = reason  # another process would fail in the same way
                self.end()
        return None

    def note(self, kind: str, reason: str, decision: str, lines: Sequence[Line] = ()) -> None:
        """Note a failure; after too many of them the policy is out."""
        failure = Failure(
            kind, clip(reason), decision, self.seat, self.match.turn, self.match.seed,
            tuple(lines),
        )  # fmt: skip
        self.score.failures.append(failure)
        if len(self.score.failures) >= self.limits.failures and not self.score.out:
            self.score.out = f"it failed {self.limits.failures} times"
            self.end()

    def decide(self, view: Any, decision: Decision) -> Answer:
        """Ask the policy; raise Forfeit if that fails or the answer is not legal."""
        said = self.put(view, decision, {})
        move, fields = read_message(said)
        self.latest.append((decision.name, shorten(move)))
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
            raise Forfeit("reply", f"its reply is not an answer: {error}", lines=lines) from None

    def take_aside(
        self, view: Any, decision: Decision, open_asides: Callable[[], Sequence[Aside]]
    ) -> Answer | None:
        """Return one of the open asides, filled in; None if it takes none or forfeits."""
        if self.score.out:
            return None
        answer: Answer | None = self.attempt(
            lambda: self.choose_aside(view, decision, open_asides), f"aside of {decision.name}"
        )
        return answer

    def choose_aside(
        self, view: Any, decision: Decision, open_asides: Callable[[], Sequence[Aside]]
    ) -> Answer | None:
        """Ask the policy; raise Forfeit if that fails or the aside is not open to it."""
        said = self.put(view, seen_by(decision, self.seat), {"aside": True})
        if "aside" in said and said["aside"] is None:
            return None
        move, fields = read_message(said)
        self.latest.append((f"aside of {decision.name}", shorten(move)))
        if not isinstance(move, str):
            raise Forfeit("reply", f"its reply is not an aside: it returned {shorten(move)}")
        for aside in open_asides():
            if aside.move.name == move:
                try:
                    reason = aside.move.refusal(fields)
                except Exception as error:
                    raise Forfeit("reply", f"its reply is not an aside: {error}") from None
                if reason:
                    clause = "" if aside.rule in reason else f" ({aside.rule})"
                    raise Forfeit("illegal", f"did {shorten(move)}: {reason}{clause}")
                return Answer(move, fields)
        raise Forfeit("illegal", f"did {shorten(move)}, which is not open to it now")

    def put(self, view: Any, decision: Decision, more: Mapping[str, Any]) -> dict[str, Any]:
        """Put a decision to the policy. Return its message; raise Forfeit for a complaint."""
        score, limits = self.score, self.limits
        if score.seconds + score.starting >= limits.match + limits.start:
            raise Forfeit(
                "out of time",
                f"its {limits.match:g} s for the match and {limits.start:g} s to start are used up",
                for_good=True,
            )
        if score.seconds >= limits.match:
            raise Forfeit(
                "out of time", f"its {limits.match:g} s for the match are used up", for_good=True
            )
        if self.number >= limits.asks:
            raise Forfeit("endless", self.endless(), for_good=True)
        if self.process is None:
            self.begin()
        process = self.process
        assert process is not None
        if process.channel.has_more():
            raise Forfeit("cheat", "it sent something when nobody had asked", fatal=True)
        self.number += 1
        desk = QuestionDesk(self.match, self.seat, view, decision, self.shown, self.encoder)
        try:
            ask = desk.encode(decision)
        except TypeError as error:
            raise ClasskitError(
                f"{self.match.game.title} cannot put {decision.name} to a policy in a file: "
                f"{shorten(error)}. Facts are numbers, texts, lists and dicts."
            ) from error
        asked: dict[str, Any] = {
            "number": self.number,
            "ask": ask,
            "chance": view.chance.seed,
            "known": desk.foresee(self.habits.get(decision.name, ())),
            **more,
        }
        if self.has_recall:
            memory = self.match.game.secrecy.memory(self.match.table, self.seat)
            asked["memory"] = desk.encode(memory)
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
            raise Forfeit("cheat", "it answered what nobody had asked", fatal=True)
        self.keep_printed(said)
        if "failed" in said:
            self.complain(said)
        return said

    def endless(self) -> str:
        """Return how often it was asked in a match that is not over, and what it did most."""
        told = f"it was asked {self.number:,} times, and the match is not over"
        if not self.latest:
            return told
        ((decision, move), times), *_ = Counter(self.latest).most_common(1)
        of_all = f"{times:,} of its latest {len(self.latest):,} answers"
        return f"{told}. Most often it answered {move} to {decision} ({of_all})"

    def talk(
        self, message: Any, until: float, serve: Callable[[dict[str, Any]], Any]
    ) -> dict[str, Any]:
        """Send a message, and answer questions until its reply comes."""
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
        """Keep the beginning of what the policy printed."""
        printed = said.get("printed")
        room = self.limits.printed - len(self.score.printed)
        if isinstance(printed, str) and printed and room > 0:
            self.score.printed += printed[:room]

    def complain(self, said: Mapping[str, Any], at_start: bool = False) -> None:
        """Raise Forfeit for what the policy's process says went wrong."""
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
        # inside the room other files do not exist
        if error in ("PermissionError", "FileNotFoundError") or "can't start new thread" in text:
            kind, reason = "cheat", f"{reason} ({FORBIDDEN})"
        raise Forfeit(kind, reason, fatal=fatal, for_good=at_start, lines=lines)


def read_message(said: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Return the move and the fields in a policy's message; raise Forfeit if there are none."""
    fields = said.get("fields", {})
    if "move" not in said or not isinstance(fields, dict):
        raise Forfeit("rubbish", "its message was no answer", fatal=True)
    return said["move"], fields


def seen_by(decision: Decision, seat: str) -> Decision:
    """Return a decision as a seat may know it: another seat's private one has no moves or facts."""
    if decision.seat == seat or not decision.private:
        return decision
    return Decision(decision.seat, decision.name, (), decision.rule, "", private=True)


def names_in(said: Any) -> frozenset[str]:
    """Read a list of names that a process sent; whatever is no name is left out.

    >>> sorted(names_in(["end_turn", 3])), names_in(None)
    (['end_turn'], frozenset())
    """
    names = said if isinstance(said, list) else ()
    return frozenset(name for name in names if isinstance(name, str))
