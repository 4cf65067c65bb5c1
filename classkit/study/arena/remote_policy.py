"""Client for a policy in another process. A match uses it like any other policy.

Messages from the process are never trusted. If something goes wrong, :class:`RemotePolicy` records
a :class:`PolicyFailure` with the reason and answers with the default, and the match continues.

Each policy has its own process. One process with a subinterpreter for each policy would save 5 % of
a match's time (11 ms per process; a match of four in Economy takes 740 ms), but students could read
each other's memory, use up each other's limits and end each other's policies.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from time import monotonic
from typing import Any

from classkit.engine.decisions import Aside, Decision
from classkit.engine.errors import ClasskitError, IllegalMove, truncate_text
from classkit.engine.match import Match
from classkit.engine.moves import Answer
from classkit.engine.policy import read_reply
from classkit.engine.randomness import RandomStream, hash_key
from classkit.sandbox.fork_client import ForkedProcess, ForkServer
from classkit.sandbox.isolation import ISOLATION_LAYERS
from classkit.sandbox.json_socket import BadMessage, ConnectionClosed, ReceiveTimeout
from classkit.sandbox.process import ProcessStartError

from .failures import (
    PolicyFailure,
    PolicyForfeit,
    PolicyStats,
    SourceLine,
    read_source_lines,
    sanitize_text,
)
from .limits import Limits
from .view_rpc_server import ViewCall, ViewRpcServer, list_members
from .wire_pickle import Encoder

GRACE_SECONDS = 0.3
"""Seconds that the process has after a timeout to report the line that it was executing."""
LATEST_COUNT = 1_000
"""Number of recent answers used to describe a policy whose match does not end."""
FORBIDDEN_TEXT = "a policy may not use files, processes, threads or the network"


class RemotePolicy:
    """A policy that runs in its own process. Call :meth:`close` at the end of the match.

    Args:
        name: Name used in logs.
        source: Text of the policy's file.
        match: Match that the policy plays.
        seat: Seat of the policy.
        starter: Fork server that starts the policy's processes.
        limits: Limits on time and resources.
        file: Name of the file in messages.
        shields: Isolation layers to apply.
        traces: True to report the line that each answer came from.
    """

    def __init__(
        self,
        name: str,
        source: str,
        match: Match,
        seat: str,
        starter: ForkServer,
        limits: Limits,
        *,
        file: str = "policy.py",
        shields: Sequence[str] = ISOLATION_LAYERS,
        traces: bool = False,
    ) -> None:
        self.__name__ = name
        self.source, self.file, self.match, self.seat = source, file, match, seat
        self.starter, self.limits, self.shields = starter, limits, tuple(shields)
        self.stats = PolicyStats()
        self.encoder = Encoder(match.edition.rules)
        self.process: ForkedProcess | None = None
        self.starts = self.number = 0
        self.latest: deque[tuple[str, str]] = deque(maxlen=LATEST_COUNT)
        """The policy's latest answers and asides, each with its decision."""
        self.has_recall = False
        self.aside: Callable[..., Answer | None] | None = None
        """Function that returns an aside for an open decision, or None if the policy has none."""
        self.beside_own: frozenset[str] = frozenset()
        """The seat's own decisions during which it may take asides, or empty for all of them."""
        self.prefetched_calls: dict[str, tuple[ViewCall, ...]] = {}
        """Maps a decision to the view members read last time, which are prefetched next time."""
        view = match.view(seat)
        self.properties, self.methods = list_members(view)
        self.shown_members = frozenset(self.properties), frozenset(self.methods)
        luck = RandomStream(f"random of {seat}", hash_key(f"{match.seed}|")).next_bits()
        self.start_message = {
            "file": file, "limits": asdict(limits),
            "shields": list(self.shields), "random": luck,
            "seat": seat, "seats": list(match.seats), "view": type(view).__name__,
            "traces": traces, "options": self.encoder.encode(match.options),
            "properties": self.properties, "methods": self.methods,
        }  # fmt: skip

    # --- the process ------------------------------------------------------------------------

    def open(self) -> RemotePolicy:
        """Start the process before the match, to find out which optional methods the policy has."""
        self.try_action(self.start_process, "start")
        return self

    def start_process(self) -> None:
        """Start the process and load the file. Raise PolicyForfeit after too many restarts."""
        if self.starts > self.limits.restarts:
            raise PolicyForfeit("out", f"it had to be restarted {self.limits.restarts} times")
        self.starts += 1
        begun = monotonic()
        try:
            self.launch_process()
        finally:
            self.stats.starting += monotonic() - begun

    def launch_process(self) -> None:
        """Start a process, read its isolation layers, and have it load the file."""
        try:
            self.process = self.starter.start(self.limits.reply)
        except ProcessStartError as error:
            raise PolicyForfeit("start", str(error), fatal=True) from None
        until = monotonic() + self.limits.start + GRACE_SECONDS
        # the process reports its isolation layers before it receives any of the policy's code
        shields = self.exchange_messages(self.start_message, until, lambda asked: None).get(
            "shields"
        )
        on = set(shields) if isinstance(shields, list) else set()
        if self.process.room:
            on.add("room")
        self.stats.shields = tuple(name for name in ISOLATION_LAYERS if name in on)
        said = self.exchange_messages({"source": self.source}, until, lambda asked: None)
        if "failed" in said:
            self.raise_complaint(said, at_start=True)
        if said.get("ready") is not True:
            raise PolicyForfeit("rubbish", "it sent an invalid handshake", fatal=True)
        self.has_recall = bool(said.get("recall"))
        self.aside = self.take_aside if said.get("aside") else None
        self.beside_own = read_names(said.get("beside_own"))

    def end(self, hung_up: bool = False) -> str:
        """End the process.

        If it had already ended by itself, return how, or else an empty string.
        """
        process, self.process = self.process, None
        return process.end(hung_up) if process is not None else ""

    def close(self) -> None:
        """End the process at the end of the match."""
        self.end()

    # --- one answer ---------------------------------------------------------------------------

    def __call__(self, view: Any, decision: Decision) -> Answer:
        """Return the policy's answer, or the default if it forfeits."""
        score = self.stats
        score.answers += 1
        score.asked[decision.name] = score.asked.get(decision.name, 0) + 1
        answer: Answer | None = None
        if not score.out:
            answer = self.try_action(lambda: self.ask_decision(view, decision), decision.name)
        if answer is None:
            score.forfeits += 1
            return decision.default
        if answer == decision.default:
            score.defaults += 1
            score.by_default[decision.name] = score.by_default.get(decision.name, 0) + 1
        score.log.append((self.match.turn, decision.name, answer))
        return answer

    def try_action(self, what: Callable[[], Any], decision: str) -> Any:
        """Call ``what``. On a forfeit, record the failure and return None."""
        try:
            return what()
        except PolicyForfeit as forfeit:
            if forfeit.kind == "out":
                self.stats.out = forfeit.reason
                return None
            ended = self.end(forfeit.kind == "crash") if forfeit.fatal else ""
            kind, reason = forfeit.kind, forfeit.reason
            if kind == "crash" and ended:
                reason = f"{reason}: {ended}"
            self.note_failure(kind, reason, decision, forfeit.lines)
            if forfeit.for_good:
                self.stats.out = reason  # a new process would fail in the same way
                self.end()
        return None

    def note_failure(
        self, kind: str, reason: str, decision: str, lines: Sequence[SourceLine] = ()
    ) -> None:
        """Record a failure.

        After too many failures, the default answers for the rest of the match.
        """
        failure = PolicyFailure(
            kind, sanitize_text(reason), decision, self.seat, self.match.turn, self.match.seed,
            tuple(lines),
        )  # fmt: skip
        self.stats.failures.append(failure)
        if len(self.stats.failures) >= self.limits.failures and not self.stats.out:
            self.stats.out = f"it failed {self.limits.failures} times"
            self.end()

    def ask_decision(self, view: Any, decision: Decision) -> Answer:
        """Ask the policy for an answer.

        Raise PolicyForfeit if that fails or the answer is illegal.
        """
        said = self.send_decision(view, decision, {})
        move, fields = read_message(said)
        self.latest.append((decision.name, truncate_text(move)))
        try:
            reply = (move, fields) if "fields" in said else move
            return read_reply(reply, decision)
        except IllegalMove as error:
            told = f"it answered {truncate_text(move)}"
            if fields:
                told += f" with {truncate_text(fields)}"
            lines = read_source_lines(said.get("lines"))
            raise PolicyForfeit("illegal", f"{told}: {error.reason}", lines=lines) from None
        except Exception as error:
            lines = read_source_lines(said.get("lines"))
            raise PolicyForfeit(
                "reply", f"its reply is not an answer: {error}", lines=lines
            ) from None

    def take_aside(
        self, view: Any, decision: Decision, open_asides: Callable[[], Sequence[Aside]]
    ) -> Answer | None:
        """Return a completed aside, or None if the policy takes none or forfeits."""
        if self.stats.out:
            return None
        answer: Answer | None = self.try_action(
            lambda: self.ask_aside(view, decision, open_asides), f"aside of {decision.name}"
        )
        return answer

    def ask_aside(
        self, view: Any, decision: Decision, open_asides: Callable[[], Sequence[Aside]]
    ) -> Answer | None:
        """Ask the policy for an aside.

        Raise PolicyForfeit if that fails or the aside is not open.
        """
        said = self.send_decision(view, redact_decision(decision, self.seat), {"aside": True})
        if "aside" in said and said["aside"] is None:
            return None
        move, fields = read_message(said)
        self.latest.append((f"aside of {decision.name}", truncate_text(move)))
        if not isinstance(move, str):
            raise PolicyForfeit(
                "reply", f"its reply is not an aside: it returned {truncate_text(move)}"
            )
        for aside in open_asides():
            if aside.move.name == move:
                try:
                    reason = aside.move.refusal(fields)
                except Exception as error:
                    raise PolicyForfeit("reply", f"its reply is not an aside: {error}") from None
                if reason:
                    clause = "" if aside.rule in reason else f" ({aside.rule})"
                    raise PolicyForfeit(
                        "illegal", f"it did {truncate_text(move)}: {reason}{clause}"
                    )
                return Answer(move, fields)
        raise PolicyForfeit("illegal", f"it did {truncate_text(move)}, which is not possible now")

    def send_decision(
        self, view: Any, decision: Decision, more: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Send a decision to the policy, and return the policy's message."""
        score, limits = self.stats, self.limits
        if score.seconds + score.starting >= limits.match + limits.start:
            raise PolicyForfeit(
                "out of time",
                f"its {limits.match:g} s for the match and {limits.start:g} s to start are used up",
                for_good=True,
            )
        if score.seconds >= limits.match:
            raise PolicyForfeit(
                "out of time", f"its {limits.match:g} s for the match are used up", for_good=True
            )
        if self.number >= limits.asks:
            raise PolicyForfeit("endless", self.describe_endless(), for_good=True)
        if self.process is None:
            self.start_process()
        process = self.process
        assert process is not None
        if process.channel.has_pending_bytes():
            raise PolicyForfeit("cheat", "it sent an unexpected message", fatal=True)
        self.number += 1
        desk = ViewRpcServer(
            self.match, self.seat, view, decision, self.shown_members, self.encoder
        )
        try:
            ask = desk.encode(decision)
        except TypeError as error:
            raise ClasskitError(
                f"{self.match.game.title} cannot send {decision.name} to a policy in a file: "
                f"{truncate_text(error)}. Facts must be numbers, strings, lists and dicts."
            ) from error
        asked: dict[str, Any] = {
            "number": self.number,
            "ask": ask,
            "chance": view.chance.seed,
            "known": desk.prefetch_answers(self.prefetched_calls.get(decision.name, ())),
            **more,
        }
        if self.has_recall:
            memory = self.match.game.secrecy.get_memory(self.match.table, self.seat)
            asked["memory"] = desk.encode(memory)
        begun = monotonic()
        try:
            until = begun + min(limits.answer, limits.match - score.seconds) + GRACE_SECONDS
            said = self.exchange_messages(asked, until, desk.answer_call)
        finally:
            self.prefetched_calls[decision.name] = tuple(desk.calls_made)
            took = monotonic() - begun
            score.seconds += took
            if took > score.slowest:
                score.slowest, score.slowest_at = took, decision.name
        if said.get("number") != self.number:
            raise PolicyForfeit("cheat", "it answered an unknown question", fatal=True)
        self.save_printed(said)
        if "failed" in said:
            self.raise_complaint(said)
        return said

    def describe_endless(self) -> str:
        """Return a sentence with the number of decisions and the policy's most frequent answer."""
        told = f"it was asked {self.number:,} times, and the match is not over"
        if not self.latest:
            return told
        ((decision, move), times), *_ = Counter(self.latest).most_common(1)
        of_all = f"{times:,} of its latest {len(self.latest):,} answers"
        return f"{told}. Most often it answered {move} to {decision} ({of_all})"

    def exchange_messages(
        self, message: Any, until: float, serve: Callable[[dict[str, Any]], Any]
    ) -> dict[str, Any]:
        """Send a message, then serve reads of the view until the reply arrives."""
        process = self.process
        assert process is not None
        reads = 0
        try:
            process.channel.send(message, until)
            while True:
                said = process.channel.receive(until)
                if not isinstance(said, dict):
                    raise BadMessage("a malformed message")
                if "ask" not in said:
                    return said
                reads += 1
                if reads > self.limits.reads:
                    raise PolicyForfeit(
                        "reads", f"it read its view more than {self.limits.reads:,} times",
                        fatal=True,
                    )  # fmt: skip
                process.channel.send(serve(said), until)
        except ReceiveTimeout:
            raise PolicyForfeit(
                "slow", f"no answer within {self.limits.answer:g} s", fatal=True
            ) from None
        except ConnectionClosed:
            raise PolicyForfeit("crash", "its process ended", fatal=True) from None
        except BadMessage as error:
            raise PolicyForfeit("rubbish", f"it sent {error}", fatal=True) from None

    def save_printed(self, said: Mapping[str, Any]) -> None:
        """Append printed text to the statistics, up to the limit."""
        printed = said.get("printed")
        room = self.limits.printed - len(self.stats.printed)
        if isinstance(printed, str) and printed and room > 0:
            self.stats.printed += printed[:room]

    def raise_complaint(self, said: Mapping[str, Any], at_start: bool = False) -> None:
        """Raise PolicyForfeit for a failure that the policy's process reported."""
        kind, text = str(said.get("failed")), sanitize_text(said.get("text", ""))
        error, lines = (
            sanitize_text(said.get("error", ""), 80),
            read_source_lines(said.get("lines")),
        )
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
            raise PolicyForfeit("rubbish", "it reported an unknown error", fatal=True)
        if kind == "import" and not at_start:
            kind = "exception"
        fatal = at_start or kind in ("memory", "printed")
        reason = reasons[kind]
        # the sandbox hides all other files
        if error in ("PermissionError", "FileNotFoundError") or "can't start new thread" in text:
            kind, reason = "cheat", f"{reason} ({FORBIDDEN_TEXT})"
        raise PolicyForfeit(kind, reason, fatal=fatal, for_good=at_start, lines=lines)


def read_message(said: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Return the move and fields in a policy's message. Raise PolicyForfeit if there is no move."""
    fields = said.get("fields", {})
    if "move" not in said or not isinstance(fields, dict):
        raise PolicyForfeit("rubbish", "its message was not an answer", fatal=True)
    return said["move"], fields


def redact_decision(decision: Decision, seat: str) -> Decision:
    """Return the decision. Moves and facts are left out if it is private to another seat."""
    if decision.seat == seat or not decision.private:
        return decision
    return Decision(decision.seat, decision.name, (), decision.rule, "", private=True)


def read_names(said: Any) -> frozenset[str]:
    """Read a list of names from a process. Anything else is ignored.

    >>> sorted(read_names(["end_turn", 3])), read_names(None)
    (['end_turn'], frozenset())
    """
    names = said if isinstance(said, list) else ()
    return frozenset(name for name in names if isinstance(name, str))
