"""The policy's side: what runs in the process of one policy for one match.

It reads the file, puts a view and a decision before the function ``policy``, and sends what that
returns, or tells what went wrong with the lines of the file that led there. The referee believes
none of it.
"""

from __future__ import annotations

import contextlib
import linecache
import sys
import traceback
from collections.abc import Mapping, Sequence
from types import CodeType, FrameType, ModuleType, TracebackType
from typing import Any

from classkit.engine.errors import shorten
from classkit.engine.requests import Aside, Decision

from .forms import Data, make_decision, make_move
from .limits import Limits
from .remote_view import Questions, RemoteView, make_view, plain
from .shields import put_on
from .watch import Clock, Paper, PrintedTooMuch, TimeIsUp
from .wire import Channel, Decoder

LONGEST_TEXT = 400
MOST_LINES = 12
RESERVE = 5_000_000
"""Bytes kept free, so that a policy that has eaten all memory can still be told of."""


class Player:
    """One policy in one match."""

    def __init__(self, channel: Channel, start: Data, rules: Any) -> None:
        self.channel, self.limits = channel, Limits(**start["limits"])
        self.file = start["file"]
        self.clock = Clock()
        self.paper = Paper(self.limits.printed)
        decoder = Decoder(rules)
        self.questions = Questions(channel, decoder, self.clock)
        self.view = make_view(self.questions, start, rules)
        self.module = ModuleType("policy")
        self.module.__file__ = self.file
        self.reserve = bytearray(RESERVE)
        self.traces = bool(start["traces"])
        self.returned: list[list[Any]] = []

    def load(self, source: str) -> Data:
        """Read the file: what it offers, or what is wrong with it."""
        lines = source.splitlines(keepends=True)
        linecache.cache[self.file] = (len(source), None, lines, self.file)
        self.clock.start(self.limits.start)
        try:
            code: CodeType = compile(source, self.file, "exec")
            sys.modules["policy"] = self.module
            exec(code, self.module.__dict__)
        except SyntaxError as error:
            line = (error.text or "").strip()
            at = [[error.lineno or 0, "", line]] if error.filename == self.file else []
            return self.failed(error, at or self.lines(error.__traceback__), "syntax")
        except BaseException as error:
            return self.failed(error)
        finally:
            self.clock.stop()
        policy = self.module.__dict__.get("policy")
        if not callable(policy):
            what = "no function" if policy is None else "something else than a function"
            return {"failed": "no policy", "text": what, "lines": [], "printed": self.paper.take()}
        return {
            "ready": True,
            "aside": callable(self.offered("aside")),
            "recall": callable(self.offered("recall")),
            "printed": self.paper.take(),
        }

    def offered(self, name: str) -> Any:
        """``aside`` or ``recall``: of the policy where that is an object, or of the file."""
        policy = self.module.__dict__.get("policy")
        return getattr(policy, name, None) or self.module.__dict__.get(name)

    def answer(self, asked: Data) -> Data:
        """One answer, as what is sent back."""
        self.questions.renew(asked["known"])
        view = self.view
        view._chance, view._counter = None, asked["chance"]
        try:
            self.reserve = self.reserve or bytearray(RESERVE)
            self.returned = []
            self.clock.start(self.limits.answer)
            decision = make_decision(self.questions, self.questions.decoder.decode(asked["ask"]))
            view._decision = decision
            if "memory" in asked:
                self.offered("recall")(self.questions.decoder.decode(asked["memory"]))
            if asked.get("aside"):
                reply = self.offered("aside")(view, decision, self.open_asides)
                if reply is None:
                    return {"aside": None, "printed": self.paper.take()}
            else:
                reply = self.ask_policy(view, decision)
            self.clock.stop()
            return {**read_reply(reply), "lines": self.returned, "printed": self.paper.take()}
        except BaseException as error:
            self.clock.stop()
            return self.failed(error)

    def ask_policy(self, view: RemoteView, decision: Decision) -> Any:
        """What the policy returns; where it returned is noted if the referee wants to know."""
        if not self.traces:
            return self.module.policy(view, decision)
        sys.setprofile(self.note_return)
        try:
            return self.module.policy(view, decision)
        finally:
            sys.setprofile(None)

    def note_return(self, frame: FrameType, event: str, value: Any) -> None:
        """Remember the line of the policy's file from which a function returned last."""
        if event == "return" and frame.f_code.co_filename == self.file:
            text = linecache.getline(self.file, frame.f_lineno).strip()
            self.returned = [[frame.f_lineno, frame.f_code.co_name[:80], text[:200]]]

    def open_asides(self) -> Sequence[Aside]:
        """The asides open to this seat now."""
        listed = self.questions.ask("asides")
        return [
            Aside(
                form["seat"],
                make_move(self.questions, form["move"], {"aside": place}),
                no_flow,
                form["rule"],
                form["private"],
            )
            for place, form in enumerate(listed)
        ]

    def failed(
        self, error: BaseException, lines: list[list[Any]] | None = None, kind: str = ""
    ) -> Data:
        """What went wrong, with the lines of the policy's own file."""
        self.reserve = bytearray()
        trace = error.__traceback__
        kinds: list[tuple[type[BaseException], str]] = [
            (TimeIsUp, "slow"), (PrintedTooMuch, "printed"), (MemoryError, "memory"),
            (BadReply, "reply"), (ImportError, "import"),
        ]  # fmt: skip
        found = next((word for one, word in kinds if isinstance(error, one)), "exception")
        text = ""
        with contextlib.suppress(Exception):  # the error may be of the policy's own make
            text = str(error)[:LONGEST_TEXT]
        if isinstance(error, SyntaxError):
            text = str(error.msg)
        return {
            "failed": kind or found,
            "error": type(error).__name__[:80],
            "text": text,
            "lines": self.returned if found == "reply" else lines or self.lines(trace),
            "printed": self.paper.take(),
        }

    def lines(self, trace: TracebackType | None) -> list[list[Any]]:
        """The lines of the policy's file on the way to an error, the last one last."""
        found = [
            [frame.lineno or 0, frame.name[:80], (frame.line or "")[:200]]
            for frame in traceback.extract_tb(trace, limit=-200)
            if frame.filename == self.file
        ]
        return found[-MOST_LINES:]


class BadReply(Exception):
    """The policy returned what is no answer."""


def read_reply(reply: Any) -> Data:
    """What a policy returned, as what is sent: the name of a move, or that and its fields."""
    if isinstance(reply, tuple) and len(reply) == 2 and isinstance(reply[1], Mapping):
        try:
            return {"move": plain(reply[0]), "fields": plain(reply[1])}
        except TypeError as error:
            raise BadReply(str(error)) from None
    if isinstance(reply, (str, int)):
        return {"move": plain(reply) if type(reply) in (str, int, bool) else str(reply)}
    raise BadReply(f"it returned {'nothing (None)' if reply is None else shorten(reply)}")


def no_flow(*_: Any, **__: Any) -> Any:
    """Asides are carried out by the referee alone."""
    raise TypeError("an aside is returned, not run")


def play(channel: Channel, start: Data, rules: Any) -> None:
    """Play one match: read the file, then answer until the referee hangs up."""
    if start["random"] is not None:
        import random

        random.seed(start["random"])
    player = Player(channel, start, rules)
    sys.stdout = sys.stderr = player.paper
    shields = put_on(player.limits, tuple(start["shields"]))
    channel.send({**player.load(start["source"]), "shields": shields})
    while True:
        asked = channel.receive()
        channel.send({"number": asked["number"], **player.answer(asked)})
