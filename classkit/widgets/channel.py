"""The line between one widget and its page: numbered messages, one for each step.

A page first gets a snapshot, then patches; each message carries the next number, so that a page
that missed one notices and asks for a new snapshot. Every action of a page is answered by exactly
one message, whatever happens.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from classkit.engine.errors import ClasskitError, shorten

from . import loader
from .actions import Action, find
from .course import hidden_course
from .desk import Desk
from .patch import difference, grouped, short_lines
from .present import fixed, last_news, now, said
from .rows import thin

Data = dict[str, Any]
Handler = Callable[[Data], Data | None]

LOG = logging.getLogger("classkit")

OFTEN, SELDOM = 0.06, 0.4
"""Seconds between two looks at what is played elsewhere: at first, and when it takes long."""
REST = 120.0
"""So many seconds after the last futures the processes that played them end."""


class Send(Protocol):
    """How a message reaches the page."""

    def __call__(self, content: Data, buffers: list[bytes] | None = None) -> None:
        """Send it."""


def not_kept(content: Data) -> Data:
    """What a page is told that asks under which code this match is kept."""
    return {"kind": "session", "code": "", "problem": None}


class Hub:
    """A desk and all channels that show it: what one page does, all pages see."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.channels: list[Channel] = []
        self.watchers: list[Callable[[], None]] = []
        self.lookers: list[Callable[[], None]] = []
        self.looks_ahead = False

    def do(self, action: Action, arguments: Mapping[str, Any]) -> Any:
        """Carry out an action on the desk, and note in words what it did."""
        desk = self.desk
        if action.plays and desk.read_only:
            raise ClasskitError(desk.read_only)
        if not action.plays:
            result = action.run(desk, **arguments)
            self.follow_study()
            return result
        match, step, news = desk.match, desk.match.step, last_news(desk)
        desk.notice = ""
        result = action.run(desk, **arguments)
        desk.said = desk.notice or said(desk, match, step, news)
        return result

    def show(self, by: Channel | None = None, reply: Any = None) -> None:
        """Tell all pages what changed; the one that asked gets its answer with it."""
        for channel in self.channels:
            if channel is not by:
                channel.publish()
        if by is not None:
            by.publish(reply)

    def tell(self, played: bool) -> None:
        """Tell those who watch from the kernel: after every change, and after every play."""
        for look in list(self.lookers):
            look()
        if played:
            for watch in list(self.watchers):
                watch()

    # --- what is played elsewhere ---------------------------------------------

    def follow_study(self) -> None:
        """Look now and then what has come, as long as something is under way.

        The kernel's own loop looks, between one message of the page and the next. A plain program
        has none: there it is waited for.
        """
        if self.looks_ahead or not self.desk.is_studying:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            while self.desk.is_studying:
                self.desk.gather(wait=True)
            return
        self.looks_ahead = True
        loop.call_later(OFTEN, self.look_ahead, loop, OFTEN)

    def look_ahead(self, loop: asyncio.AbstractEventLoop, wait: float) -> None:
        """Show what has come, and look again a little later."""
        try:
            if self.desk.gather():
                self.show()
        except Exception:
            LOG.exception("what was played elsewhere could not be shown")
        if self.desk.is_studying:
            wait = min(1.3 * wait, SELDOM)
            loop.call_later(wait, self.look_ahead, loop, wait)
            return
        self.looks_ahead = False
        loop.call_later(REST, self.rest)

    def rest(self) -> None:
        """End the processes that play, if nobody needs them now."""
        if not self.desk.is_studying:
            from classkit.study.processes import standing

            standing.rest()


class Channel:
    """The messages of one widget."""

    def __init__(self, hub: Hub, send: Send) -> None:
        self.hub, self.send = hub, send
        self.seq = 0
        self.held: Data | None = None
        self.held_match: tuple[Any, ...] = ()
        # a table that nobody keeps: classkit.hosting puts its own answer in this place
        self.handlers: dict[str, Handler] = {"session": not_kept}
        hub.channels.append(self)

    # --- to the page ---------------------------------------------

    def number(self, content: Data, reply: Any) -> Data:
        """A message with the next number."""
        self.seq += 1
        return {**content, "seq": self.seq, "reply": reply}

    def publish(self, reply: Any = None) -> None:
        """Send what changed; nothing if nobody asked and nothing did, or no page is there yet."""
        if self.held is None:
            if reply is not None:
                self.snapshot(reply)
            return
        if self.held_match != self.match_shown():
            self.snapshot(reply)
            return
        desk = self.hub.desk
        patch, held = difference(self.held, now(desk), forget=desk.has_secrets)
        if patch or reply is not None:
            message = self.number({"kind": "step", "patch": patch}, reply)
            self.held = held
            self.send(message)

    def match_shown(self) -> tuple[Any, ...]:
        """What ``fixed`` depends on, and who looks: when it changes, the page needs a snapshot."""
        desk = self.hub.desk
        match = desk.match
        edition = match.edition
        return (
            match.game,
            match.seats,
            edition.id if edition.built_in else id(edition),
            *match.options.items(),
            *desk.own_bots,
            desk.seen_as,
            desk.has_secrets,
            hidden_course(match, desk.viewer),
        )

    def snapshot(self, reply: Any = None) -> None:
        """Send the whole present."""
        self.held_match = self.match_shown()
        present = now(self.hub.desk)
        self.held = present
        board = {key: value for key, value in present["board"].items() if key != "looks"}
        thinned = {
            **present,
            "news": short_lines(present["news"]),
            "board": {**board, "looks": {}, **grouped(present["board"]["looks"])},
            "chart": {"rows": thin(present["chart"]["rows"])},
        }
        self.send(
            self.number({"kind": "snapshot", "fixed": fixed(self.hub.desk), "now": thinned}, reply)
        )

    def refuse(self, reply: Any, reason: str) -> None:
        """Say why an action was not carried out."""
        self.send(self.number({"kind": "refused", "reason": reason}, reply))

    # --- from the page ---------------------------------------------

    def receive(self, content: Any) -> None:
        """Answer one message of the page; whatever is wrong with it, the match goes on."""
        reply = content.get("id") if isinstance(content, Mapping) else None
        reply = reply if type(reply) is int else None
        try:
            self.answer(content, reply)
        except ClasskitError as error:
            self.refuse(reply, str(error))
        except Exception as error:
            LOG.exception("an action of the page failed")
            self.refuse(
                reply,
                f"This did not work: an error inside classkit ({type(error).__name__}: "
                f"{shorten(error, 120)}). The match is still here; another step may go well.",
            )

    def answer(self, content: Any, reply: int | None) -> None:
        """Carry out what the page asked for."""
        if not isinstance(content, Mapping):
            raise ClasskitError("The page sent something that is no action.")
        name = content.get("do")
        if isinstance(name, str) and name in self.handlers:
            answer = self.handlers[name](dict(content))
            if answer is not None:
                self.send({**answer, "reply": reply})
        if name == "ping":
            self.send({"kind": "pong", "reply": reply})
        elif name == "snapshot":
            self.snapshot(reply)
        elif name == "modules":
            self.send({"kind": "modules", "reply": reply}, [loader.packed_page()])
        elif name == "plotly":
            message = self.number({"kind": "detail", "what": "plotly", "data": {}}, reply)
            self.send(message, [loader.packed_plotly()])
        elif name not in self.handlers:
            self.act(find(name), dict(content), reply)

    def act(self, action: Action, content: Data, reply: int | None) -> None:
        """Carry out an action of the table and send its one answer."""
        result = self.hub.do(action, action.arguments(content))
        if action.answers:
            detail = {"kind": "detail", "what": action.answers, "data": result}
            self.send(self.number(detail, reply))
            return
        self.hub.show(self, reply)
        self.hub.tell(action.plays)
