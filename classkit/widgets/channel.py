"""The connection between one widget and its page: numbered messages in both directions.

A page first receives a snapshot, and then the changes to it. The messages are numbered, so a page
that has missed one notices and asks for a new snapshot.

Every action of a page gets exactly one answer. If the answer is lost and the page asks again, the
action is not repeated (``repeats.py``).

Each message names the kernel that sent it. A page that meets a new kernel shows what that kernel
has, and drops the questions that it had asked the old one.

A channel sends only what its own sight may see. This holds for snapshots and for changes alike.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from threading import RLock
from typing import Any, Protocol, TypeAlias

from classkit.charts.hidden_figures import hidden_course
from classkit.engine.errors import ClasskitError, IllegalMove, shorten

from . import loader
from .actions import Action, find, unknown, whole_action
from .branches import MOST
from .collector import collector_waits
from .desk import Desk
from .difference import difference
from .headline import said, told_so_far
from .in_view import InView, keys
from .labels import in_names
from .present import fixed, now
from .repeats import PER_PAGE, Repeats
from .shapes import Detail, Now, Refused, Session, Snapshot, Step
from .sight import Sight
from .timekeeper import Timekeeper
from .turns import TableBusy, Turns, in_turn

Data = dict[str, Any]
Answer: TypeAlias = Mapping[str, object]
Handler: TypeAlias = Callable[[Data], Answer | None]

LOG = logging.getLogger("classkit")

OFTEN, SELDOM = 0.06, 0.4
"""Seconds between two looks at what is played elsewhere: at first, and when it takes long."""
MOST_ASKED = 2**53
"""Pages number what they ask below this: from here on their numbers are no longer exact."""
REST = 120.0
"""So many seconds after the last futures the processes that played them end."""


class Send(Protocol):
    """A function that sends a message to the page."""

    def __call__(self, content: Data, buffers: list[bytes] | None = None) -> None:
        """Send it."""


def not_kept(content: Data) -> Session:
    """Answer a page that asks for the code of this match: it is not kept."""
    return {"kind": "session", "code": "", "problem": None}


def nothing() -> None:
    """Keep nothing, for a table that nobody keeps."""


@contextmanager
def all_or_nothing(desk: Desk, sights: Sequence[Sight]) -> Iterator[Desk]:
    """Give a twin of the desk to work on; the desk becomes the twin once every sight can show it.

    Whatever is raised on the way, also when a page is made ready, leaves the desk as it was.
    """
    twin = desk.twin()
    yield twin
    for sight in sights:
        there = sight.twin(twin)
        fixed(there)
        now(there)
    desk.become(twin)


class Hub:
    """A desk and all channels that show it: what one page does, all pages see."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.turns = Turns()
        """The page and the cells of a notebook may act in different threads: they take turns."""
        self.kernel = secrets.token_hex(4)
        """A mark of this desk, which a kernel started anew does not have."""
        self.channels: list[Channel] = []
        self.watchers: list[Callable[[], None]] = []
        self.lookers: list[Callable[[], None]] = []
        self.loop_ahead: asyncio.AbstractEventLoop | None = None
        """The loop that looks now and then what has come; a subshell's may end with its page."""
        self.timekeeper = Timekeeper(self)
        self.keep: Callable[[], None] = nothing
        """Stores the table before a page sees it: classkit.hosting puts its own in this place.

        It raises where the table has been taken over; what was done last is then undone.
        """

    def sights(self) -> list[Sight]:
        """Return the sights of all pages, each once."""
        return list(dict.fromkeys(channel.sight for channel in self.channels))

    def is_seen(self) -> bool:
        """Return whether a page shows the table."""
        return any(channel.held is not None for channel in self.channels)

    @in_turn
    def do(self, action: Action, arguments: Mapping[str, Any], sight: Sight) -> Any:
        """Carry out an action as a page with this sight may, and note in words what it did.

        Of one that breaks off half-way, such as a step through several answers, what has been done
        is shown.
        """
        if action.plays and self.desk.read_only:
            raise ClasskitError(self.desk.read_only)
        try:
            if action.plays:
                result = self.play(action, arguments)
                for one in self.sights() if action.opens else ():
                    one.cover_open_questions()
                return result
            result = action.run(sight, **arguments)
        except Exception:
            if not action.answers:
                self.show()
            raise
        self.follow_study()
        return result

    def play(self, action: Action, arguments: Mapping[str, Any]) -> Any:
        """Carry out an action that changes the match, for all pages."""
        desk = self.desk
        self.timekeeper.count()
        match, step, told = desk.match, desk.match.step, told_so_far(desk.match)
        whole = all_or_nothing(desk, self.sights()) if action.replaces else nullcontext(desk)
        with whole as there:
            there.notice = ""
            try:
                result = action.run(there, **arguments)
                there.call_time()
            except ClasskitError:
                if desk.match.step != step:  # refused on the way: what was played till then is kept
                    desk.said = said(desk, match, step, told)
                    self.tell(played=True)
                    self.show()
                raise
            there.said = there.notice or made_room(there) or said(there, match, step, told)
        return result

    @in_turn
    def show(self, by: Channel | None = None, reply: Any = None) -> None:
        """Store what changed, then tell all pages; the one that asked gets its answer with it."""
        self.keep()
        for channel in self.channels:
            if channel is not by:
                channel.publish()
        if by is not None:
            by.publish(reply)
        self.timekeeper.look_later()

    @in_turn
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
        looking = self.loop_ahead is not None and self.loop_ahead.is_running()
        if looking or not self.desk.studies.are_running:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            while self.desk.studies.are_running:
                self.desk.gather(wait=True)
            return
        self.loop_ahead = loop
        loop.call_later(OFTEN, self.look_ahead, loop, OFTEN)

    def look_ahead(self, loop: asyncio.AbstractEventLoop, wait: float) -> None:
        """Show what has come, and look again a little later."""
        if not self.turns.is_free():  # the loop answers pages meanwhile, and does not wait
            loop.call_later(wait, self.look_ahead, loop, wait)
            return
        try:
            with self.turns:
                if self.desk.gather(viewers=[sight.viewer for sight in self.sights()]):
                    self.show()
        except Exception:
            LOG.exception("what was played elsewhere could not be shown")
        if self.desk.studies.are_running:
            wait = min(1.3 * wait, SELDOM)
            loop.call_later(wait, self.look_ahead, loop, wait)
            return
        self.loop_ahead = None
        loop.call_later(REST, self.rest)

    def rest(self) -> None:
        """End the processes that play, if nobody needs them now."""
        if not self.desk.studies.are_running:
            from classkit.study.processes import warm_pool

            warm_pool.rest()


def made_room(desk: Desk) -> str:
    """Return which branches gave way, once; an empty text if none did."""
    gone, desk.branches.gave_way = desk.branches.gave_way, ()
    if not gone:
        return ""
    named = desk.say.listing([f"“{title}”" for title in gone])
    return f"{named} gave way: {MOST} branches are kept. One with a name or a bookmark stays."


def page_of(reply: int | None) -> int:
    """Return which page asks: the upper part of the numbers of its actions."""
    return (reply or 0) // PER_PAGE


class Channel:
    """The messages of one widget, and the sight for which they are made."""

    def __init__(self, hub: Hub, send: Send, sight: Sight | None = None) -> None:
        self.hub, self.send = hub, send
        self.sight = sight or Sight(hub.desk)
        self.seq = 0
        self.sending = RLock()
        self.held: Now | None = None
        self.held_match: tuple[Any, ...] = ()
        # a table that nobody keeps: classkit.hosting puts its own answer in this place
        self.handlers: dict[str, Handler] = {"session": not_kept}
        self.repeats = Repeats()
        self.in_view = InView()
        self.handled: dict[str, tuple[int | None, Answer | None]] = {}
        hub.channels.append(self)

    # --- to the page ---------------------------------------------

    def tell(
        self, content: Mapping[str, object], reply: Any, buffers: list[bytes] | None = None
    ) -> None:
        """Send a message with the next number.

        A thread that is refused does so outside its turn: it numbers and sends in one go, so that
        no number is given twice, and messages are sent in the order of their numbers.
        """
        with self.sending:
            self.seq += 1
            message = {**content, "seq": self.seq, "reply": reply, "kernel": self.hub.kernel}
            if buffers is None:
                self.send(message)
            else:
                self.send(message, buffers)

    def publish(self, reply: Any = None, once: Collection[str] = ()) -> None:
        """Send what changed; nothing if nobody asked and nothing did, or no page is there yet.

        Charts in ``once`` are filled this time, whether they are in view or not.
        """
        if self.held is None:
            if reply is not None:
                self.snapshot(reply)
            return
        if self.held_match != self.match_shown():
            self.snapshot(reply)
            return
        present = self.present(once)
        change = difference(self.held, present)
        if change or reply is not None:
            self.held = present
            step: Step = {"kind": "step", "change": change or {}}
            self.tell(step, reply)

    def present(self, once: Collection[str] = ()) -> Now:
        """Return the present for this page. A chart that went out of view stays as it was told."""
        present = self.look(self.in_view.charts | {*once})
        before = self.held["charts"] if self.held else {}
        absent, filled = present["absent"], present["charts"]
        kept = {key: one for key, one in before.items() if key not in absent}
        present["charts"] = {**kept, **filled}
        return present

    def look(self, charts: Collection[str]) -> Now:
        """Return the present through the eyes of this page, with these charts filled."""
        return now(self.sight, charts, self.in_view.numbers)

    def match_shown(self) -> tuple[Any, ...]:
        """Return all that ``fixed`` depends on, and the viewer: a change needs a snapshot."""
        desk = self.hub.desk
        match = desk.match
        edition = match.edition
        return (
            match.game,
            match.seats,
            edition.id if edition.built_in else id(edition),
            *match.options.items(),
            *desk.own_bots,
            self.sight.seen_as,
            desk.has_secrets,
            hidden_course(match, self.sight.viewer),
        )

    def snapshot(self, reply: Any = None) -> None:
        """Send the whole present."""
        self.held_match = self.match_shown()
        self.held = self.look(self.in_view.charts)
        whole: Snapshot = {"kind": "snapshot", "fixed": fixed(self.sight), "now": self.held}
        self.tell(whole, reply)

    def refuse(self, reply: Any, reason: str, offer: Data | None = None) -> None:
        """Say why an action was not carried out, and what may be done instead, if anything.

        It is remembered: asked for again, it is refused with the same words.
        """
        refusal: Refused = {"kind": "refused", "reason": reason}
        if offer is not None:
            refusal["offer"] = offer
        self.repeats.refused(reply, refusal)
        self.tell(refusal, reply)

    # --- from the page ---------------------------------------------

    def receive(self, content: Any, files: Sequence[bytes] = ()) -> None:
        """Answer one message of the page; whatever is wrong with it, the match goes on.

        A file that a page opens comes beside the message, as bytes.
        """
        reply = content.get("id") if isinstance(content, Mapping) else None
        reply = reply if type(reply) is int and 0 <= reply < MOST_ASKED else None
        asks = isinstance(content, Mapping) and content.get("do") == "ping"
        if asks and not self.hub.turns.is_free():  # the kernel is there, though a cell runs
            self.pong(reply)
            return
        try:
            with self.hub.turns, collector_waits():
                self.hub.timekeeper.heard()
                self.answer(whole_action(content, files), reply)
        except TableBusy as error:  # nothing was tried: asked again, it is tried
            self.tell({"kind": "refused", "reason": str(error)}, reply)
        except IllegalMove as error:  # the rules speak in ids
            self.refuse(reply, in_names(self.sight.brief, str(error)))
        except ClasskitError as error:
            self.refuse(reply, str(error), getattr(error, "offer", None))
        except Exception as error:
            LOG.exception("an action of the page failed")
            self.refuse(
                reply,
                f"This did not work: an error inside classkit ({type(error).__name__}: "
                f"{shorten(error, 120)}). The match is still here; another step may go well.",
            )

    def answer(self, content: Data, reply: int | None) -> None:
        """Carry out what the page asked for."""
        name = content.get("do")
        if not isinstance(name, str):
            raise unknown(name)
        if name in self.handlers:
            answer = self.handle(name, content, reply)
            if answer is not None:
                self.send({**answer, "reply": reply})
        if name == "ping":
            self.pong(reply)
        elif name == "snapshot":
            self.in_view.forget_others(page_of(reply))
            self.snapshot_kept(reply)
        elif name == "charts":
            self.in_view.shows(page_of(reply), content)
            self.publish(reply, keys(content, "once"))
        elif name == "leave":
            self.held = None  # nobody looks at this page: it is told nothing until it asks again
        elif name == "modules":
            self.send({"kind": "modules", "reply": reply}, [loader.packed_page()])
        elif name == "plotly":
            drawn: Detail = {"kind": "detail", "what": "plotly", "data": {}}
            self.tell(drawn, reply, [loader.packed_plotly()])
        elif name not in self.handlers:
            self.act_once(find(name), content, reply)

    def pong(self, reply: int | None) -> None:
        """Say that the kernel is there, with the number of the latest message.

        A page that has not had that message notices.
        """
        self.send({"kind": "pong", "reply": reply, "at": self.seq, "kernel": self.hub.kernel})

    def handle(self, name: str, content: Data, reply: int | None) -> Answer | None:
        """Return what a handler answers, or its last answer if a page asks again."""
        number, answer = self.handled.get(name, (None, None))
        if reply is not None and reply >= PER_PAGE and number == reply:
            return answer
        answer = self.handlers[name](content)
        self.handled[name] = (reply, answer)
        return answer

    def act_once(self, action: Action, content: Data, reply: int | None) -> None:
        """Carry out an action of the table, unless that was done before or is not for this kernel.

        What only looks is answered anew each time. Else a page that asks again learns where the
        match stands now: by then other messages may have been lost to it as well.
        """
        kernel = content.pop("kernel", self.hub.kernel)
        if action.answers:
            self.act(action, content, reply)
        elif kernel != self.hub.kernel:
            # it was asked of a kernel that is gone, and may be in the match that was restored here
            self.snapshot_kept(reply)
        elif self.repeats.is_new(reply):
            self.act(action, content, reply)
        elif refusal := self.repeats.refusal(reply):
            self.tell(refusal, reply)
        else:
            self.snapshot_kept(reply)

    def snapshot_kept(self, reply: int | None) -> None:
        """Store the table, then send the whole present."""
        with suppress(ClasskitError):  # taken over: the snapshot says so
            self.hub.keep()
        self.snapshot(reply)

    def act(self, action: Action, content: Data, reply: int | None) -> None:
        """Carry out an action of the table and send its one answer."""
        arguments = action.arguments(content)
        if action.guard is not None:
            action.guard(self.sight, arguments)
        result = self.hub.do(action, arguments, self.sight)
        if action.answers:
            detail: Detail = {"kind": "detail", "what": action.answers, "data": result}
            self.tell(detail, reply)
            return
        self.hub.show(self, reply)
        self.hub.tell(action.plays)
