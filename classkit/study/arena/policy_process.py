"""Main program of a policy's process, which plays one match.

It runs the policy's file, calls ``policy(view, decision)`` for each decision, and sends the reply
to the referee. If the policy raises an error, the process sends the error with the relevant lines
of the file. The referee does not trust these messages.
"""

from __future__ import annotations

import contextlib
import inspect
import linecache
import sys
import traceback
from collections.abc import Mapping, Sequence
from types import CodeType, FrameType, FunctionType, ModuleType, TracebackType
from typing import Any

from classkit.engine.decisions import Aside, Decision
from classkit.engine.errors import closest_match, truncate_text
from classkit.engine.global_random import GlobalGenerators
from classkit.engine.moves import Move
from classkit.sandbox.isolation import apply_isolation
from classkit.sandbox.json_socket import JsonChannel

from .limits import Limits, get_resource_limits
from .view_rpc_client import Data, RemoteView, ViewRpcClient, to_json
from .watchdog import LimitedOutput, PrintLimitExceeded, TimeLimitExceeded, WatchdogTimer

MAX_TEXT_LENGTH = 400
MAX_LINES = 12
RESERVE_BYTES = 5_000_000
"""Memory reserve in bytes, released so that an out-of-memory failure can still be reported."""


class PolicyRunner:
    """Runs one policy in one match."""

    def __init__(self, channel: JsonChannel, start: Data, rules: Any) -> None:
        self.channel, self.limits = channel, Limits(**start["limits"])
        self.file = start["file"]
        self.clock = WatchdogTimer()
        self.paper = LimitedOutput(self.limits.printed)
        self.line = ViewRpcClient(channel, rules, self.clock)
        self.view = RemoteView(self.line, start, rules)
        self.module = ModuleType("policy")
        self.module.__file__ = self.file
        self.reserve = bytearray(RESERVE_BYTES)
        self.traces = bool(start["traces"])
        self.returned: list[list[Any]] = []
        self.generators = GlobalGenerators()

    def load_policy(self, source: str) -> Data:
        """Run the file.

        Return a message that lists its optional functions or reports its failure.
        """
        lines = source.splitlines(keepends=True)
        linecache.cache[self.file] = (len(source), None, lines, self.file)
        self.clock.start(self.limits.start)
        try:
            code: CodeType = compile(source, self.file, "exec")
            sys.modules["policy"] = self.module
            exec(code, self.module.__dict__)
            self.find_policy()
            beside_own = [str(name) for name in self.get_offer("beside_own") or ()]
        except SyntaxError as error:
            line = (error.text or "").strip()
            at = [[error.lineno or 0, "", line]] if error.filename == self.file else []
            return self.report_failure(
                error, at or self.list_trace_lines(error.__traceback__), "syntax"
            )
        except BaseException as error:
            return self.report_failure(error)
        finally:
            self.clock.stop()
        return {
            "ready": True,
            "aside": callable(self.get_offer("aside")),
            "beside_own": beside_own,
            "recall": callable(self.get_offer("recall")),
            "printed": self.paper.take_text(),
        }

    def find_policy(self) -> None:
        """Check that the file has a callable policy. If the policy is a class, instantiate it."""
        policy = self.module.__dict__.get("policy")
        if isinstance(policy, type):
            policy = self.module.__dict__["policy"] = policy()
        if policy is None or not callable(policy):
            raise PolicyMissing(
                "no function" if policy is None else "something other than a function"
            )
        if inspect.iscoroutinefunction(policy):
            raise PolicyMissing("an async function", self.get_first_line(policy))
        if inspect.isgeneratorfunction(policy):
            raise PolicyMissing(
                "a generator function (it uses yield instead of return)",
                self.get_first_line(policy),
            )
        try:
            parameters = inspect.signature(policy)
        except (TypeError, ValueError):  # a callable in C may have no signature
            return
        try:
            parameters.bind(None, None)
        except TypeError:
            raise PolicyMissing(
                "a function whose parameters are not (view, decision)",
                self.get_first_line(policy),
            ) from None

    def get_first_line(self, policy: Any) -> list[list[Any]]:
        """Return the first line of a function, or an empty list if it is not from the file."""
        function = (
            policy if isinstance(policy, FunctionType) else vars(type(policy)).get("__call__")
        )
        code = getattr(function, "__code__", None)
        if not isinstance(code, CodeType) or code.co_filename != self.file:
            return []
        text = linecache.getline(self.file, code.co_firstlineno).strip()
        return [[code.co_firstlineno, "", text[:200]]]

    def get_offer(self, name: str) -> Any:
        """Return an attribute of the policy, or else of its file, or None if neither has it."""
        policy = self.module.__dict__.get("policy")
        return getattr(policy, name, None) or self.module.__dict__.get(name)

    def answer_decision(self, asked: Data) -> Data:
        """Return a message with the policy's answer or aside, or with its failure."""
        self.line.begin_decision(asked["known"])
        view = self.view
        view._renew_chance(asked["chance"])
        try:
            self.reserve = self.reserve or bytearray(RESERVE_BYTES)
            self.returned = []
            self.clock.start(self.limits.answer)
            decision = self.line.decode(asked["ask"])
            view._decision = decision
            reply = self.generators.call_seeded(asked["chance"], self.ask_policy, asked, decision)
            if self.generators.numpy_came:  # imported unseeded: repeat the call
                view._renew_chance(asked["chance"])
                reply = self.generators.call_seeded(
                    asked["chance"], self.ask_policy, asked, decision
                )
            if reply is None and asked.get("aside"):
                return {"aside": None, "printed": self.paper.take_text()}
            self.clock.stop()
            return {
                **encode_reply(reply),
                "lines": self.returned,
                "printed": self.paper.take_text(),
            }
        except BaseException as error:
            self.clock.stop()
            return self.report_failure(error)

    def ask_policy(self, asked: Data, decision: Decision) -> Any:
        """Return the policy's reply.

        If the referee requests traces, record the line that returned it.
        """
        if "memory" in asked:
            self.get_offer("recall")(self.line.decode(asked["memory"]))
        if asked.get("aside"):
            return self.get_offer("aside")(self.view, decision, self.list_asides)
        if not self.traces:
            return self.module.policy(self.view, decision)
        sys.setprofile(self.note_return)
        try:
            return self.module.policy(self.view, decision)
        finally:
            sys.setprofile(None)

    def note_return(self, frame: FrameType, event: str, value: Any) -> None:
        """Record the line of the policy's file where a function last returned."""
        if event == "return" and frame.f_code.co_filename == self.file:
            text = linecache.getline(self.file, frame.f_lineno).strip()
            self.returned = [[frame.f_lineno, frame.f_code.co_name[:80], text[:200]]]

    def list_asides(self) -> Sequence[Aside]:
        """Return the asides open to this seat now."""
        asides: Sequence[Aside] = self.line.call_function("asides")
        return asides

    def report_failure(
        self, error: BaseException, lines: list[list[Any]] | None = None, kind: str = ""
    ) -> Data:
        """Return a message that reports an error and the relevant lines of the policy's file."""
        self.reserve = bytearray()
        kinds: list[tuple[type[BaseException], str]] = [
            (TimeLimitExceeded, "slow"), (PrintLimitExceeded, "printed"), (MemoryError, "memory"),
            (BadReply, "reply"), (ImportError, "import"), (PolicyMissing, "no policy"),
        ]  # fmt: skip
        found = next((word for one, word in kinds if isinstance(error, one)), "exception")
        text = ""
        with contextlib.suppress(Exception):  # str() may fail for the policy's own error class
            text = str(error)[:MAX_TEXT_LENGTH]
        if isinstance(error, SyntaxError):
            text = str(error.msg)
        elif found == "exception":
            text += suggest_name(error)
        return {
            "failed": kind or found,
            "error": type(error).__name__[:80],
            "text": text,
            "lines": lines or self.get_error_lines(error, found),
            "printed": self.paper.take_text(),
        }

    def get_error_lines(self, error: BaseException, found: str) -> list[list[Any]]:
        """Return the lines of the policy's file that caused an error."""
        if isinstance(error, PolicyMissing):
            return error.lines
        return self.returned if found == "reply" else self.list_trace_lines(error.__traceback__)

    def list_trace_lines(self, trace: TracebackType | None) -> list[list[Any]]:
        """Return the lines of the policy's file in a traceback, innermost last."""
        found = [
            [frame.lineno or 0, frame.name[:80], (frame.line or "")[:200]]
            for frame in traceback.extract_tb(trace, limit=-200)
            if frame.filename == self.file
        ]
        return found[-MAX_LINES:]


class BadReply(Exception):
    """Raised when the policy returned something that is not an answer."""


class PolicyMissing(Exception):
    """Raised when the file has no callable policy. ``text`` describes the object found instead."""

    def __init__(self, text: str, lines: list[list[Any]] | None = None) -> None:
        self.lines = lines or []
        super().__init__(text)


def suggest_name(error: BaseException) -> str:
    """Suggest a similar name for an attribute that a decision or a move does not have.

    >>> suggest_name(AttributeError("...", name="nmae", obj=Move("yes")))
    ". Did you mean 'name'?"
    """
    if not isinstance(error, AttributeError) or not isinstance(error.obj, (Decision, Move)):
        return ""
    known = [name for name in dir(error.obj) if not name.startswith("_")]
    meant = closest_match(str(error.name)[:80], known)
    return f". Did you mean {meant!r}?" if meant else ""


def encode_reply(reply: Any) -> Data:
    """Convert a policy's reply to a message with the name of a move and its fields, if any.

    Raises:
        BadReply: If the reply is not an answer.
    """
    if isinstance(reply, tuple) and len(reply) == 2 and isinstance(reply[1], Mapping):
        try:
            return {"move": to_json(reply[0]), "fields": to_json(reply[1])}
        except TypeError as error:
            raise BadReply(str(error)) from None
    if isinstance(reply, (str, int)):
        return {"move": to_json(reply) if type(reply) in (str, int, bool) else str(reply)}
    if isinstance(reply, Move):
        raise BadReply(
            f"it returned the move {truncate_text(reply)}: its name is the answer, move.name"
        )
    raise BadReply(f"it returned {'nothing (None)' if reply is None else truncate_text(reply)}")


def play_match(channel: JsonChannel, start: Data, rules: Any) -> None:
    """Play one match: load the policy, then answer until the referee closes the connection."""
    player = PolicyRunner(channel, start, rules)
    player.generators.begin_decision(start["random"])
    sys.stdout = sys.stderr = player.paper
    channel.send(
        {"shields": apply_isolation(get_resource_limits(player.limits), wanted=start["shields"])}
    )
    channel.send(player.load_policy(channel.receive()["source"]))
    while True:
        asked = channel.receive()
        channel.send({"number": asked["number"], **player.answer_decision(asked)})
