"""The connection between one widget and its page: numbered messages in both directions.

A page first receives a snapshot, then changes to it. The messages are numbered, so a page that has
missed a message notices and requests a new snapshot.

Every action of a page gets exactly one reply. If a reply is lost and the page repeats the request,
the action does not run again (``idempotency.py``).

Each message names the kernel that sent it. A page that connects to a new kernel shows that kernel's
state and drops the requests that it had sent to the old one.

A channel sends only what its own page view may show, in snapshots and in changes.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from threading import RLock
from typing import Any, Protocol, TypeAlias

from classkit.charts.redaction import get_history_hidden
from classkit.engine.errors import ClasskitError, IllegalMove, truncate_text
from classkit.engine.events import INSTRUCTOR
from classkit.engine.id_names import replace_ids

from . import asset_loader
from .action_summary import record_moment, summarize_action
from .actions import Action, get_action, parse_message, unknown_action_error
from .branches import MAX_BRANCHES
from .clock_driver import ClockDriver
from .gc_pause import pause_collector
from .hall import HALL, HallView, tag_messages
from .idempotency import NUMBERS_PER_PAGE, RequestHistory
from .json_diff import diff_json
from .match_controller import MatchController
from .page_view import PageView
from .state_snapshot import build_constants, build_state
from .table_lock import TableBusy, TableLock, with_table_lock
from .visible_charts import VisibleCharts, parse_chart_keys
from .wire_types import (
    DetailMessage,
    RefusalMessage,
    SessionMessage,
    SnapshotMessage,
    StateData,
    StepMessage,
)

Data = dict[str, Any]
HandlerReply: TypeAlias = Mapping[str, object]
Handler: TypeAlias = Callable[[Data], HandlerReply | None]

LOG = logging.getLogger("classkit")

POLL_MIN, POLL_MAX = 0.06, 0.4
"""Minimum and maximum interval between two polls of running simulations, in seconds."""
MAX_REQUEST_ID = 2**53
"""Exclusive limit of request ids: JavaScript numbers are not exact from here on."""
POOL_IDLE = 120.0
"""Seconds after the last simulation until its worker processes are stopped."""


class MessageSender(Protocol):
    """A function that sends a message to the page."""

    def __call__(self, content: Data, buffers: list[bytes] | None = None) -> None:
        """Send the message."""


def no_session(content: Data) -> SessionMessage:
    """Reply to a page that requests the code of a match that is not stored."""
    return {"kind": "session", "code": "", "problem": None}


def no_operation() -> None:
    """Do nothing: the table is not stored."""


@contextmanager
def match_transaction(
    controller: MatchController, sights: Sequence[PageView]
) -> Iterator[MatchController]:
    """Yield a copy of the controller.

    The controller adopts the copy's state if all views can show it.

    Any exception, including one raised while building the state for a page, leaves the controller
    unchanged.
    """
    twin = controller.clone()
    yield twin
    for sight in sights:
        there = sight.clone(twin)
        build_constants(there)
        build_state(there)
    controller.adopt_state(twin)


class Hub:
    """A controller and its pages' channels. A change on one page appears on all pages."""

    def __init__(self, desk: MatchController) -> None:
        self.controller = desk
        self.access_lock = TableLock()
        """Pages and cells of a notebook may act in different threads: one at a time."""
        self.kernel_id = secrets.token_hex(4)
        """Random id, by which pages notice that the kernel was restarted."""
        self.channels: list[Channel] = []
        self.play_listeners: list[Callable[[], None]] = []
        self.change_listeners: list[Callable[[], None]] = []
        self.polling_loop: asyncio.AbstractEventLoop | None = None
        """The event loop that polls simulations. A subshell's loop may end with its page."""
        self.clock_driver = ClockDriver(self)
        self.save_table: Callable[[], None] = no_operation
        """Stores the table before a page sees the change. Replaced by classkit.hosting.

        It raises if another process has taken over the table; the last action is then undone.
        """

    def page_views(self) -> list[PageView]:
        """Return the distinct views of all pages."""
        return list(dict.fromkeys(channel.page_view for channel in self.channels))

    def is_displayed(self) -> bool:
        """Return whether a page shows the table."""
        return any(channel.sent_state is not None for channel in self.channels)

    @with_table_lock
    def run_action(self, action: Action, arguments: Mapping[str, Any], sight: PageView) -> Any:
        """Run an action for a page view, and summarize its effect.

        If an action fails partway, such as a step through several answers, the completed part is
        shown.
        """
        if action.plays and self.controller.read_only:
            raise ClasskitError(self.controller.read_only)
        try:
            if action.plays:
                result = self.run_match_action(action, arguments)
                for one in self.page_views() if action.opens else ():
                    one.cover_open_questions()
                return result
            result = action.run(sight, **arguments)
        except Exception:
            if not action.answers:
                self.publish_all()
            raise
        self.start_polling()
        return result

    def run_match_action(self, action: Action, arguments: Mapping[str, Any]) -> Any:
        """Run an action that changes the match."""
        desk = self.controller
        self.clock_driver.update_clock()
        before = record_moment(desk)
        whole = match_transaction(desk, self.page_views()) if action.replaces else nullcontext(desk)
        with whole as there:
            there.notice = ""
            try:
                result = action.run(there, **arguments)
                there.end_on_timeout()
            except ClasskitError:
                if desk.match.step != before.step:  # moves played before the refusal are kept
                    desk.summary = summarize_action(desk, before)
                    self.notify_listeners(played=True)
                    self.publish_all()
                raise
            there.summary = (
                there.notice or evicted_message(there) or summarize_action(there, before)
            )
        return result

    @with_table_lock
    def publish_all(self, by: Channel | None = None, reply: Any = None) -> None:
        """Store the table, then update all pages. The update for page ``by`` includes its reply."""
        self.save_table()
        self.send_changes(by, reply)

    def send_changes(self, by: Channel | None = None, reply: Any = None) -> None:
        """Update all pages of the stored table. The update for page ``by`` includes its reply."""
        with self.controller.keep_results():
            for channel in self.channels:
                if channel is not by:
                    channel.publish_change()
            if by is not None:
                by.publish_change(reply)
        self.clock_driver.schedule_check()

    @with_table_lock
    def notify_listeners(self, played: bool) -> None:
        """Call the change listeners in the kernel and, if ``played``, the play listeners."""
        for look in list(self.change_listeners):
            look()
        if played:
            for watch in list(self.play_listeners):
                watch()

    # --- simulations in other processes ---------------------------------------------

    def start_polling(self) -> None:
        """Poll the running simulations in the kernel's event loop.

        Without an event loop, as in a plain script, wait until the simulations are done.
        """
        looking = self.polling_loop is not None and self.polling_loop.is_running()
        if looking or not self.controller.studies.is_running:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            while self.controller.studies.is_running:
                self.controller.collect_outcomes(wait=True)
            return
        self.polling_loop = loop
        loop.call_later(POLL_MIN, self.poll_study, loop, POLL_MIN)

    def poll_study(self, loop: asyncio.AbstractEventLoop, wait: float) -> None:
        """Publish new results, and schedule the next poll."""
        if not self.access_lock.is_free():  # the loop must reply to pages meanwhile
            loop.call_later(wait, self.poll_study, loop, wait)
            return
        try:
            with self.access_lock:
                if self.controller.collect_outcomes(
                    viewers=[sight.viewer for sight in self.page_views()]
                ):
                    self.publish_all()
        except Exception:
            LOG.exception("changes made elsewhere could not be shown")
        if self.controller.studies.is_running:
            wait = min(1.3 * wait, POLL_MAX)
            loop.call_later(wait, self.poll_study, loop, wait)
            return
        self.polling_loop = None
        loop.call_later(POOL_IDLE, self.release_pool)

    def release_pool(self) -> None:
        """Stop the worker processes of simulations if they are idle."""
        if not self.controller.studies.is_running:
            from classkit.study.processes import warm_pool

            warm_pool.end_pool()


def evicted_message(controller: MatchController) -> str:
    """Return a sentence about branches dropped since the last call, or ''."""
    gone, controller.branches.evicted_titles = controller.branches.evicted_titles, ()
    if not gone:
        return ""
    named = controller.say.format_list([f"“{title}”" for title in gone])
    return (
        f"Dropped {named}, since at most {MAX_BRANCHES} branches are kept. Branches with a name "
        "or a bookmark are never dropped."
    )


def list_constants(desk: MatchController, viewer: str | None) -> tuple[Any, ...]:
    """Return the inputs of ``build_constants`` that all pages except the instructor's share."""
    match = desk.match
    edition = match.edition
    return (
        match.game,
        match.seats,
        edition.id if edition.built_in else id(edition),
        *match.options.items(),
        *desk.own_bots,
        desk.has_secrets,
        get_history_hidden(match, viewer),
    )


def get_page_id(reply: int | None) -> int:
    """Return the id of a page: the upper part of its request ids."""
    return (reply or 0) // NUMBERS_PER_PAGE


class Channel:
    """The messages of one widget, for one page view."""

    def __init__(self, hub: Hub, send: MessageSender, sight: PageView | None = None) -> None:
        self.hub, self.send = hub, send
        self.page_view = sight or PageView(hub.controller)
        self.seq = 0
        self.send_lock = RLock()
        self.sent_state: StateData | None = None
        self.sent_constants_key: tuple[Any, ...] = ()
        # for a table that is not stored; replaced by classkit.hosting
        self.handlers: dict[str, Handler] = {"session": no_session}
        self.request_history = RequestHistory()
        self.visible_charts = VisibleCharts()
        self.handler_replies: dict[str, tuple[int | None, HandlerReply | None]] = {}
        self.hall: Channel | None = None
        hub.channels.append(self)

    def close(self) -> None:
        """Stop sending to this page and to the hall's view that it has opened."""
        self.sent_state = None
        if self in self.hub.channels:
            self.hub.channels.remove(self)
        if self.hall is not None:
            self.hall.close()

    def open_hall(self) -> Channel | None:
        """Return a new channel for the hall's view, which shares this page's connection.

        Returns None if this page may not open a hall's view.
        """
        return Channel(self.hub, tag_messages(self.send), HallView(self.page_view))

    # --- to the page ---------------------------------------------

    def send_numbered(
        self, content: Mapping[str, object], reply: Any, buffers: list[bytes] | None = None
    ) -> None:
        """Send a message with the next sequence number.

        Refusals are sent without the table's lock, so a separate lock makes numbering and sending
        atomic: numbers are unique, and messages are sent in order.
        """
        with self.send_lock:
            self.seq += 1
            message = {**content, "seq": self.seq, "reply": reply, "kernel": self.hub.kernel_id}
            if buffers is None:
                self.send(message)
            else:
                self.send(message, buffers)

    def publish_change(self, reply: Any = None, once: Collection[str] = ()) -> None:
        """Send the changes since the last message, if there are any or a page waits for a reply.

        Charts in ``once`` are included in this update even if they are not visible.
        """
        if self.sent_state is None:
            if reply is not None:
                self.send_snapshot(reply)
            return
        if self.sent_constants_key != self.constants_key():
            self.send_snapshot(reply)
            return
        before, self.sent_state = self.sent_state, self.update_state(once)
        self.send_change(before, self.sent_state, reply)

    def send_change(self, before: StateData, now: StateData, reply: Any = None) -> None:
        """Send the difference of two states, if there is one or a page waits for a reply."""
        change = diff_json(before, now)
        if change or reply is not None:
            step: StepMessage = {"kind": "step", "change": change or {}}
            self.send_numbered(step, reply)

    def update_state(self, once: Collection[str] = ()) -> StateData:
        """Return the current state for this page. Invisible charts retain their previous data."""
        present = self.build_page_state(self.visible_charts.charts | {*once})
        before = self.sent_state["charts"] if self.sent_state else {}
        absent, filled = present["absent"], present["charts"]
        if filled or not absent.keys().isdisjoint(before):
            kept = {key: one for key, one in before.items() if key not in absent}
            present["charts"] = {**kept, **filled}
        else:
            present["charts"] = before
        return present

    def build_page_state(self, charts: Collection[str]) -> StateData:
        """Return the current state for this page, and the data of these charts."""
        return build_state(self.page_view, charts, self.visible_charts.numbers)

    def constants_key(self) -> tuple[Any, ...]:
        """Return the inputs of ``build_constants``. If they change, a snapshot is needed."""
        desk, viewer = self.hub.controller, self.page_view.viewer
        shared = desk.compute_once(
            ("constants", viewer == INSTRUCTOR), lambda: list_constants(desk, viewer)
        )
        return self.page_view.seen_as, shared

    def send_snapshot(self, reply: Any = None) -> None:
        """Send the whole current state."""
        with self.hub.controller.keep_results():
            self.sent_constants_key = self.constants_key()
            self.sent_state = self.build_page_state(self.visible_charts.charts)
            whole: SnapshotMessage = {
                "kind": "snapshot",
                "fixed": build_constants(self.page_view),
                "now": self.sent_state,
            }
        self.send_numbered(whole, reply)

    def send_refusal(self, reply: Any, reason: str, offer: Data | None = None) -> None:
        """Send the reason why an action was refused, and an alternative if there is one.

        The refusal is stored, so a repeated request gets the same reply.
        """
        refusal: RefusalMessage = {"kind": "refused", "reason": reason}
        if offer is not None:
            refusal["offer"] = offer
        self.request_history.record_refusal(reply, refusal)
        self.send_numbered(refusal, reply)

    # --- from the page ---------------------------------------------

    def receive_message(self, content: Any, files: Sequence[bytes] = ()) -> None:
        """Answer one message from the page. Errors are sent to the page and never raised.

        A file opened on the page is passed in ``files``, as bytes. Messages from the hall's view
        are passed on to its own channel.
        """
        if isinstance(content, Mapping) and content.get("view") == HALL:
            self.hall = self.hall or self.open_hall()
            content = {name: value for name, value in content.items() if name != "view"}
            if self.hall is not None:
                self.hall.receive_message(content, files)
                return
        reply = content.get("id") if isinstance(content, Mapping) else None
        reply = reply if type(reply) is int and 0 <= reply < MAX_REQUEST_ID else None
        asks = isinstance(content, Mapping) and content.get("do") == "ping"
        if asks and not self.hub.access_lock.is_free():  # a cell runs, but the kernel is alive
            self.send_pong(reply)
            return
        self.report_errors(
            lambda: self.dispatch_message(parse_message(content, files), reply), reply
        )

    def report_errors(self, run: Callable[[], None], reply: int | None) -> None:
        """Run a function for a page. Errors are sent to the page and never raised."""
        try:
            with self.hub.access_lock, pause_collector():
                self.hub.clock_driver.note_page()
                run()
        except TableBusy as error:  # nothing was run, so a repeated request may run it
            self.send_numbered({"kind": "refused", "reason": str(error)}, reply)
        except IllegalMove as error:  # the rules use ids
            self.send_refusal(reply, replace_ids(self.page_view.brief_say, str(error)))
        except ClasskitError as error:
            self.send_refusal(reply, str(error), getattr(error, "offer", None))
        except Exception as error:
            LOG.exception("an action of the page failed")
            self.send_refusal(
                reply,
                f"This did not work because of an error inside classkit ({type(error).__name__}: "
                f"{truncate_text(error, 120)}). The match is still here; try another step.",
            )

    def dispatch_message(self, content: Data, reply: int | None) -> None:
        """Run the action requested by the page."""
        name = content.get("do")
        if not isinstance(name, str):
            raise unknown_action_error(name)
        if name in self.handlers:
            answer = self.call_handler(name, content, reply)
            if answer is not None:
                self.send({**answer, "reply": reply})
        if name == "ping":
            self.send_pong(reply)
        elif name == "snapshot":
            self.visible_charts.forget_other_pages(get_page_id(reply))
            self.save_and_send(reply)
        elif name == "charts":
            self.visible_charts.set_page(get_page_id(reply), content)
            self.publish_change(reply, parse_chart_keys(content, "once"))
        elif name == "leave":
            self.sent_state = None  # the page is hidden: send nothing until it asks again
        elif name == "modules":
            self.send({"kind": "modules", "reply": reply}, [asset_loader.compressed_page()])
        elif name == "plotly":
            drawn: DetailMessage = {"kind": "detail", "what": "plotly", "data": {}}
            self.send_numbered(drawn, reply, [asset_loader.compressed_plotly()])
        elif name not in self.handlers:
            self.run_once(get_action(name), content, reply)

    def send_pong(self, reply: int | None) -> None:
        """Confirm that the kernel is running. The reply has the number of the latest message.

        The page compares the number to detect a missed message.
        """
        self.send({"kind": "pong", "reply": reply, "at": self.seq, "kernel": self.hub.kernel_id})

    def call_handler(self, name: str, content: Data, reply: int | None) -> HandlerReply | None:
        """Return the reply of a handler, or its previous reply if a page repeats the request."""
        number, answer = self.handler_replies.get(name, (None, None))
        if reply is not None and reply >= NUMBERS_PER_PAGE and number == reply:
            return answer
        answer = self.handlers[name](content)
        self.handler_replies[name] = (reply, answer)
        return answer

    def run_once(self, action: Action, content: Data, reply: int | None) -> None:
        """Run an action of the table, unless it was run before or was sent to another kernel.

        Read-only actions run again each time. For other actions, a repeated request gets a
        snapshot, since the page may have lost other messages as well.
        """
        kernel = content.pop("kernel", self.hub.kernel_id)
        if action.answers:
            self.run_action(action, content, reply)
        elif kernel != self.hub.kernel_id:
            # the request was sent to an earlier kernel, and may be part of the restored match
            self.save_and_send(reply)
        elif self.request_history.is_new(reply):
            self.run_action(action, content, reply)
        elif refusal := self.request_history.get_refusal(reply):
            self.send_numbered(refusal, reply)
        else:
            self.save_and_send(reply)

    def save_and_send(self, reply: int | None) -> None:
        """Store the table, then send a snapshot."""
        with suppress(ClasskitError):  # the snapshot reports that the table was taken over
            self.hub.save_table()
        self.send_snapshot(reply)

    def run_action(self, action: Action, content: Data, reply: int | None) -> None:
        """Run an action of the table and send its only reply."""
        arguments = action.parse_arguments(content)
        if action.guard is not None:
            action.guard(self.page_view, arguments)
        result = self.hub.run_action(action, arguments, self.page_view)
        if action.answers:
            detail: DetailMessage = {"kind": "detail", "what": action.answers, "data": result}
            self.send_numbered(detail, reply)
            return
        self.hub.publish_all(self, reply)
        self.hub.notify_listeners(action.plays)
