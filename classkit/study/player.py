"""The policy's side: what runs in the process of one policy for one match.

It reads the file, puts a view and a decision before the function ``policy``, and sends what that
returns, or tells what went wrong with the lines of the file that led there. The referee believes
none of it.
"""

from __future__ import annotations

import contextlib
import linecache
import signal
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from types import CodeType, FrameType, ModuleType, TracebackType
from typing import Any

from classkit.engine.errors import UnknownName, shorten
from classkit.engine.luck import Stream
from classkit.engine.requests import Aside, Decision

from .forms import OF_DECISION, Data, make_decision, make_move
from .limits import Limits
from .shields import put_on
from .wire import Channel, Decoder

LONGEST_TEXT = 400
MOST_LINES = 12
RESERVE = 5_000_000
"""Bytes kept free, so that a policy that has eaten all memory can still be told of."""


class TimeIsUp(BaseException):
    """Raised in the policy when its time for one answer is over."""


class PrintedTooMuch(Exception):
    """Raised in the policy when it has printed more than it may."""


class Clock:
    """Ends an answer that takes too long, where the system has such an alarm."""

    def __init__(self) -> None:
        self.has_alarm = hasattr(signal, "setitimer")
        self.held = self.rang = False
        if self.has_alarm:
            signal.signal(signal.SIGALRM, self._ring)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        self.rang = True
        if not self.held:
            raise TimeIsUp

    def start(self, seconds: float) -> None:
        """Ring once, after so many seconds."""
        self.rang = False
        if self.has_alarm:
            signal.setitimer(signal.ITIMER_REAL, seconds)

    def stop(self) -> None:
        """Ring no more."""
        if self.has_alarm:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def hold(self) -> None:
        """Do not interrupt: a message is on its way."""
        self.held = True

    def free(self) -> None:
        """Interrupt again, at once if the time ran out meanwhile."""
        self.held = False
        if self.rang:
            raise TimeIsUp


class Paper:
    """What the policy prints: the first so many characters are kept, and no more accepted."""

    encoding = "utf-8"

    def __init__(self, most: int) -> None:
        self.most, self.text = most, ""

    def write(self, text: str) -> int:
        """Keep the text; PrintedTooMuch when it is more than may be."""
        room = self.most - len(self.text)
        self.text += text[:room]
        if len(text) > room:
            raise PrintedTooMuch(f"more than {self.most:,} characters were printed")
        return len(text)

    def flush(self) -> None:
        """There is nothing to wait for."""

    def isatty(self) -> bool:
        """Nobody sits before it."""
        return False

    def take(self) -> str:
        """What was printed since it was asked last."""
        text, self.text = self.text, ""
        return text


class Questions:
    """Asks the referee, during one answer; what a view said once it says again."""

    def __init__(self, channel: Channel, decoder: Decoder, clock: Clock) -> None:
        self.channel, self.decoder, self.clock = channel, decoder, clock
        self.asked = 0
        self.known: dict[Any, Any] = {}

    def renew(self, known: Sequence[Sequence[Any]]) -> None:
        """Another decision: nothing is known of it but what came with it."""
        decode = self.decoder.decode
        self.known = {(name, tuple(values)): decode(value) for name, values, value in known}

    def ask(self, what: str, **values: Any) -> Any:
        """The referee's answer to a question about the decision that waits."""
        self.asked += 1
        self.clock.hold()
        try:
            self.channel.send({"ask": what, "number": self.asked, **plain(values)})
            while True:
                said = self.channel.receive()
                if said["number"] == self.asked:
                    break
        finally:
            self.clock.free()
        if "error" in said:
            raise make_error(*said["error"])
        return self.decoder.decode(said["value"])

    def recall(self, what: str) -> Any:
        """The same of a question without values; it may have come with the decision."""
        key = (OF_DECISION + what, ())
        if key not in self.known:
            self.known[key] = self.ask(what)
        return self.known[key]

    def read(self, name: str, *values: Any, **named: Any) -> Any:
        """What the view says; asked once for each decision."""
        if named or not all(type(value) in (str, int) for value in values):
            return self.ask("read", name=name, values=values, named=named)
        key = (name, values)
        if key not in self.known:
            self.known[key] = self.ask("read", name=name, values=values, named={})
        said = self.known[key]
        return said.copy() if type(said) in (list, dict) else said


def plain(value: Any) -> Any:
    """Values that a policy passes on as JSON; TypeError for anything else."""
    kind = type(value)
    if kind is str or kind is int or kind is bool or kind is float or value is None:
        return value
    if isinstance(value, Mapping):
        if not all(isinstance(key, str) for key in value):
            raise TypeError("a form has names, so its keys are text")
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset, range)) or hasattr(value, "__next__"):
        return [plain(item) for item in value]
    raise TypeError(f"{shorten(value)} is neither text nor a whole number nor a list of these")


ERRORS = {
    kind.__name__: kind
    for kind in (KeyError, ValueError, TypeError, IndexError, AttributeError, ZeroDivisionError)
}


def make_error(kind: str, text: str) -> Exception:
    """The error that the view raised over there."""
    return ERRORS.get(kind, ValueError)(text)


class RemoteView:
    """The window of one seat, for a policy in a process of its own: it asks the referee.

    Its properties and methods are those of the game's own view.
    """

    def __init__(self, questions: Questions, start: Data, rules: Any) -> None:
        self._questions = questions
        self.seat: str = start["seat"]
        self.seats = tuple(start["seats"])
        self.options = questions.decoder.decode(start["options"])
        self.edition = rules
        self._decision: Decision | None = None
        self._chance: Stream | None = None
        self._counter = 0

    @property
    def chance(self) -> Stream:
        """The policy's own chance: the same again for the same seed, new at every decision."""
        if self._chance is None:
            self._chance = Stream("")
            self._chance._counter = self._counter
        return self._chance

    @property
    def requests(self) -> list[Decision]:
        """What this seat is asked now."""
        decision = self._decision
        return [decision] if decision is not None and decision.seat == self.seat else []

    def __getattr__(self, name: str) -> Any:
        known = [word for word in dir(type(self)) if not word.startswith("_")]
        if name.startswith("_"):
            raise AttributeError(f"a view shows nothing called {name!r}")
        raise AttributeError(str(UnknownName("property of the view", name, known)))

    def __repr__(self) -> str:
        return f"<view of {self.seat}, turn {self.turn}>"


def property_of(name: str) -> Any:
    """A property of the view, asked of the referee."""

    def read(view: RemoteView) -> Any:
        return view._questions.read(name)

    return property(read)


def method_of(name: str) -> Callable[..., Any]:
    """A method of the view, asked of the referee."""

    def read(view: RemoteView, *values: Any, **named: Any) -> Any:
        return view._questions.read(name, *values, **named)

    read.__name__ = name
    return read


def make_view(questions: Questions, start: Data, rules: Any) -> RemoteView:
    """The view of this match: with the properties and methods that the game's view has."""
    own = set(dir(RemoteView)) | {"seat", "seats", "options", "edition"}
    body: Data = {name: property_of(name) for name in start["properties"] if name not in own}
    body |= {name: method_of(name) for name in start["methods"] if name not in own}
    kind = type(start["view"], (RemoteView,), body)
    return kind(questions, start, rules)  # type: ignore[no-any-return]  # it is one


# --- one match -----------------------------------------------------------------------------------


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
