"""The policy's side: the code that runs in the process of one policy for one match.

It reads the file, calls the function ``policy`` with a view and a decision, and sends what that
returns, or else the error with the lines of the file that led there. The referee trusts none of it.
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

from classkit.engine.errors import meant_by, shorten
from classkit.engine.generators import GlobalGenerators
from classkit.engine.moves import Move
from classkit.engine.requests import Aside, Decision
from classkit.sandbox.shields import put_on
from classkit.sandbox.wire import Channel

from .limits import Limits, bounds_of
from .remote_view import Data, RefereeLine, RemoteView, json_values
from .watch import Clock, Paper, PrintedTooMuch, TimeIsUp

LONGEST_TEXT = 400
MOST_LINES = 12
RESERVE = 5_000_000
"""Bytes kept free, so that a policy that has used up all memory can still be reported."""


class Player:
    """One policy in one match."""

    def __init__(self, channel: Channel, start: Data, rules: Any) -> None:
        self.channel, self.limits = channel, Limits(**start["limits"])
        self.file = start["file"]
        self.clock = Clock()
        self.paper = Paper(self.limits.printed)
        self.line = RefereeLine(channel, rules, self.clock)
        self.view = RemoteView(self.line, start, rules)
        self.module = ModuleType("policy")
        self.module.__file__ = self.file
        self.reserve = bytearray(RESERVE)
        self.traces = bool(start["traces"])
        self.returned: list[list[Any]] = []
        self.generators = GlobalGenerators()

    def load(self, source: str) -> Data:
        """Run the file. Return what it offers, or what is wrong with it."""
        lines = source.splitlines(keepends=True)
        linecache.cache[self.file] = (len(source), None, lines, self.file)
        self.clock.start(self.limits.start)
        try:
            code: CodeType = compile(source, self.file, "exec")
            sys.modules["policy"] = self.module
            exec(code, self.module.__dict__)
            self.find_policy()
            beside_own = [str(name) for name in self.offered("beside_own") or ()]
        except SyntaxError as error:
            line = (error.text or "").strip()
            at = [[error.lineno or 0, "", line]] if error.filename == self.file else []
            return self.failed(error, at or self.lines(error.__traceback__), "syntax")
        except BaseException as error:
            return self.failed(error)
        finally:
            self.clock.stop()
        return {
            "ready": True,
            "aside": callable(self.offered("aside")),
            "beside_own": beside_own,
            "recall": callable(self.offered("recall")),
            "printed": self.paper.take(),
        }

    def find_policy(self) -> None:
        """Check that the file has a policy that can be asked; instantiate a class of policies."""
        policy = self.module.__dict__.get("policy")
        if isinstance(policy, type):
            policy = self.module.__dict__["policy"] = policy()
        if policy is None or not callable(policy):
            raise NoPolicy("no function" if policy is None else "something else than a function")
        if inspect.iscoroutinefunction(policy):
            raise NoPolicy("an async function", self.first_line(policy))
        if inspect.isgeneratorfunction(policy):
            raise NoPolicy("a function with yield in place of return", self.first_line(policy))
        try:
            parameters = inspect.signature(policy)
        except (TypeError, ValueError):  # a callable in C has no signature: try it
            return
        try:
            parameters.bind(None, None)
        except TypeError:
            raise NoPolicy(
                "a function with other parameters than (view, decision)", self.first_line(policy)
            ) from None

    def first_line(self, policy: Any) -> list[list[Any]]:
        """Return the line of the file in which a function begins."""
        function = (
            policy if isinstance(policy, FunctionType) else vars(type(policy)).get("__call__")
        )
        code = getattr(function, "__code__", None)
        if not isinstance(code, CodeType) or code.co_filename != self.file:
            return []
        text = linecache.getline(self.file, code.co_firstlineno).strip()
        return [[code.co_firstlineno, "", text[:200]]]

    def offered(self, name: str) -> Any:
        """Return what a policy may offer, from itself if it is an object, or from the file."""
        policy = self.module.__dict__.get("policy")
        return getattr(policy, name, None) or self.module.__dict__.get(name)

    def answer(self, asked: Data) -> Data:
        self.line.renew(asked["known"])
        view = self.view
        view._renew_chance(asked["chance"])
        try:
            self.reserve = self.reserve or bytearray(RESERVE)
            self.returned = []
            self.clock.start(self.limits.answer)
            decision = self.line.decode(asked["ask"])
            view._decision = decision
            reply = self.generators.ask(asked["chance"], self.ask_policy, asked, decision)
            if self.generators.numpy_came:
                view._renew_chance(asked["chance"])
                reply = self.generators.ask(asked["chance"], self.ask_policy, asked, decision)
            if reply is None and asked.get("aside"):
                return {"aside": None, "printed": self.paper.take()}
            self.clock.stop()
            return {**read_reply(reply), "lines": self.returned, "printed": self.paper.take()}
        except BaseException as error:
            self.clock.stop()
            return self.failed(error)

    def ask_policy(self, asked: Data, decision: Decision) -> Any:
        """Return the policy's reply, and note the line it came from if the referee wants it."""
        if "memory" in asked:
            self.offered("recall")(self.line.decode(asked["memory"]))
        if asked.get("aside"):
            return self.offered("aside")(self.view, decision, self.open_asides)
        if not self.traces:
            return self.module.policy(self.view, decision)
        sys.setprofile(self.note_return)
        try:
            return self.module.policy(self.view, decision)
        finally:
            sys.setprofile(None)

    def note_return(self, frame: FrameType, event: str, value: Any) -> None:
        """Remember the line of the policy's file from which a function returned last."""
        if event == "return" and frame.f_code.co_filename == self.file:
            text = linecache.getline(self.file, frame.f_lineno).strip()
            self.returned = [[frame.f_lineno, frame.f_code.co_name[:80], text[:200]]]

    def open_asides(self) -> Sequence[Aside]:
        """Return the asides open to this seat now."""
        asides: Sequence[Aside] = self.line.call("asides")
        return asides

    def failed(
        self, error: BaseException, lines: list[list[Any]] | None = None, kind: str = ""
    ) -> Data:
        """Return the message about an error, with the lines of the policy's file."""
        self.reserve = bytearray()
        kinds: list[tuple[type[BaseException], str]] = [
            (TimeIsUp, "slow"), (PrintedTooMuch, "printed"), (MemoryError, "memory"),
            (BadReply, "reply"), (ImportError, "import"), (NoPolicy, "no policy"),
        ]  # fmt: skip
        found = next((word for one, word in kinds if isinstance(error, one)), "exception")
        text = ""
        with contextlib.suppress(Exception):  # the error class may be the policy's own
            text = str(error)[:LONGEST_TEXT]
        if isinstance(error, SyntaxError):
            text = str(error.msg)
        elif found == "exception":
            text += suggestion(error)
        return {
            "failed": kind or found,
            "error": type(error).__name__[:80],
            "text": text,
            "lines": lines or self.lines_of(error, found),
            "printed": self.paper.take(),
        }

    def lines_of(self, error: BaseException, found: str) -> list[list[Any]]:
        """Return the lines of the policy's file that belong to an error."""
        if isinstance(error, NoPolicy):
            return error.lines
        return self.returned if found == "reply" else self.lines(error.__traceback__)

    def lines(self, trace: TracebackType | None) -> list[list[Any]]:
        """Return the lines of the policy's file that led to an error, the last one last."""
        found = [
            [frame.lineno or 0, frame.name[:80], (frame.line or "")[:200]]
            for frame in traceback.extract_tb(trace, limit=-200)
            if frame.filename == self.file
        ]
        return found[-MOST_LINES:]


class BadReply(Exception):
    """The policy returned something that is not an answer."""


class NoPolicy(Exception):
    """The file has no policy that can be asked; tells what it has instead, and in which line."""

    def __init__(self, text: str, lines: list[list[Any]] | None = None) -> None:
        self.lines = lines or []
        super().__init__(text)


def suggestion(error: BaseException) -> str:
    """Suggest what was probably meant if a decision or a move has no such property.

    >>> suggestion(AttributeError("...", name="nmae", obj=Move("yes")))
    ". Did you mean 'name'?"
    """
    if not isinstance(error, AttributeError) or not isinstance(error.obj, (Decision, Move)):
        return ""
    known = [name for name in dir(error.obj) if not name.startswith("_")]
    meant = meant_by(str(error.name)[:80], known)
    return f". Did you mean {meant!r}?" if meant else ""


def read_reply(reply: Any) -> Data:
    """Convert a policy's reply to a message: the name of a move, or the name and its fields."""
    if isinstance(reply, tuple) and len(reply) == 2 and isinstance(reply[1], Mapping):
        try:
            return {"move": json_values(reply[0]), "fields": json_values(reply[1])}
        except TypeError as error:
            raise BadReply(str(error)) from None
    if isinstance(reply, (str, int)):
        return {"move": json_values(reply) if type(reply) in (str, int, bool) else str(reply)}
    if isinstance(reply, Move):
        raise BadReply(f"it returned the move {shorten(reply)}: its name is the answer, move.name")
    raise BadReply(f"it returned {'nothing (None)' if reply is None else shorten(reply)}")


def play(channel: Channel, start: Data, rules: Any) -> None:
    """Play one match: read the file, then answer until the referee hangs up."""
    player = Player(channel, start, rules)
    player.generators.seed(start["random"])
    sys.stdout = sys.stderr = player.paper
    channel.send({"shields": put_on(bounds_of(player.limits), wanted=start["shields"])})
    channel.send(player.load(channel.receive()["source"]))
    while True:
        asked = channel.receive()
        channel.send({"number": asked["number"], **player.answer(asked)})
