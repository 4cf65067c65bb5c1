"""Hosted tables: a session connects one page, its kernel, and the stored match.

A dashboard's notebook has one line, ``open_table("poleconomy", seats=4)``. When Voila serves it,
the table is stored after each step under a code that the page remembers. The page uses the code to
open the table again after a reload, after its kernel was killed, and after a restart of the server.
In an ordinary notebook it is the same as ``classkit.table``.

Everything is stored before the page shows it, so nothing that has been shown is lost. If storing
fails, the page shows a warning. ``table_serialization.py`` defines which data is stored in addition
to the match.
"""

from __future__ import annotations

import json
import logging
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol, Unpack
from urllib.parse import parse_qs

from classkit.engine.errors import ClasskitError, RecordError, truncate_text
from classkit.engine.options import copy_options
from classkit.engine.registry import find, loads
from classkit.widgets import table as make_table

from .homework_action import offer_homework
from .match_store import BRANCHES, MatchStore, NotStored, StoreError, UnknownCode, new_code
from .table_serialization import (
    Data,
    Pool,
    TableSerializer,
    list_branch_hashes,
    read_object,
    restore_table,
    restore_view,
    split_stored_text,
)
from .write_lease import Lease, LeaseLost

if TYPE_CHECKING:
    from classkit.engine.match import Match
    from classkit.widgets.connection_protocol import Handler, Hub
    from classkit.widgets.live_table import Table, TableSettings
    from classkit.widgets.match_controller import MatchController
    from classkit.widgets.page_view import PageView

LOG = logging.getLogger("classkit")


def open_table(game: str, /, **settings: Unpack[TableSettings]) -> Table:
    """Return the table of a dashboard: a new match, or the stored one that the page requests.

    The table is stored only if Voila shows the page. A notebook opens one table, because its page
    remembers only one code.

    Args:
        game: Name of the game for a new match.
        **settings: Settings of a new match, as for ``classkit.table``. The default options
            are those for a class (``Game.classroom_options``).

    Returns:
        The table.

    >>> open_table("poleconomy", seats=3, seed=7).code
    ''
    """
    classroom = find(game).classroom_options
    settings["options"] = {**classroom, **copy_options(settings.get("options"))}
    table = make_table(game, **settings)
    offer_homework(table)
    if not is_in_voila():
        return table
    session = HostedSession(table)
    try:
        session.store = MatchStore()
    except StoreError as error:
        session.code, session.warning = "", str(error)  # the match continues with a warning
    session.start(get_asked_code())
    return table


def is_in_voila() -> bool:
    """Return True if Voila started this kernel, for a page or in advance."""
    return "VOILA_PREHEAT" in os.environ


def get_asked_code() -> str | None:
    """Return the code in the page's URL, or None."""
    found = parse_qs(os.environ.get("QUERY_STRING", "")).get("code")
    return found[0] if found else None


class TableLike(Protocol):
    """The part of a table that a session needs: a widget in a kernel, or the table of a browser."""

    code: str
    read_only: str | None
    hub: Hub
    page_view: PageView

    @property
    def controller(self) -> MatchController:
        """The controller of the table."""

    @property
    def match(self) -> Match:
        """The match on the screen."""

    def send(self, content: Any, buffers: Any = None) -> None:
        """Send a message to the page."""

    def on_action(self, name: str, handler: Handler) -> None:
        """Register ``handler(content)`` for a page action that the table does not define."""


class HostedSession:
    """Stores one table, and opens the match that its page remembers.

    Attributes:
        code: The code of the stored match; '' while it cannot be stored.
        problem: Why a match was not opened; shown once.
        warning: Why the table is not stored; shown until it can be stored again.
    """

    def __init__(self, table: TableLike, store: MatchStore | None = None) -> None:
        self.table, self.store = table, store
        self.code = new_code()
        self.lease: Lease | None = None
        self.problem: str | None = None
        self.warning: str | None = None
        self.is_stopped = False
        self._serializer = TableSerializer()
        self._has_greeted = False
        self._saved_text = ""
        self._saved_pool: Pool = {}

    def start(self, code: str | None) -> None:
        """Open the match with this code, if any, and store the table from now on."""
        if code is not None:
            self.resume_match(code)
        self.table.code = self.code
        self.table.hub.save_table = self.save_state
        self.table.on_action("session", self.on_hello)
        self.table.on_action("ping", self.check_lease)

    # --- opening ----------------------------------------------------------------------------

    def resume_match(self, code: str) -> None:
        """Open the match stored under `code`, or set `problem`.

        An unknown code is not reused: the new match is stored under the table's own code.
        """
        if self.store is None:
            self.problem = self.warning
            return
        try:
            self.store.read(code)  # before taking the lease, so that an unknown code leaves no file
            lease = Lease(self.store, code)
            text = lease.read()
            surroundings, record = split_stored_text(text)
            match = loads(record, game=self.table.controller.match.game)
            pool = self._read_pool(lease)
        except UnknownCode as error:
            self.problem = str(error)
            return
        except StoreError as error:
            # the match may become readable again, so the page keeps the code and nothing is stored
            self.problem, self.code = str(error), ""
            if isinstance(error, NotStored):
                self.problem = (
                    f"Your match cannot be opened now: {error.reason}. No data is lost. Reload "
                    "this page later, and inform the owner of this server. Anything played here "
                    "until then is not stored."
                )
            return
        except RecordError as error:
            # open the part that can be replayed under a new code; the stored match is unchanged
            self.problem = f"{error} The stored match was not changed."
            if error.match is not None:
                stopped = self.problem
                if self._replace_match(error.match, {}, {}):
                    self.problem = stopped
                    self._show_match()
            return
        if not self._replace_match(match, surroundings, pool):
            self.code = ""  # the page keeps its code, and nothing is stored under another one
            return
        self.code, self.lease, self.problem = code, lease, None
        self._saved_text, self._saved_pool = text, pool
        self._show_match()

    def _replace_match(self, match: Match, surroundings: Data, pool: Pool) -> bool:
        """Put a match on the table. Return False if it cannot be shown.

        In that case `problem` contains the reason, and the table is unchanged.
        """
        from classkit.widgets.connection_protocol import match_transaction

        sight = self.table.page_view
        looks = sight.clone(self.table.controller)
        try:
            with match_transaction(self.table.controller, [looks]) as twin:
                restore_table(twin, match, surroundings, pool)
                looks.controller = twin
                restore_view(looks, surroundings)
        except Exception as error:
            LOG.exception("a stored match could not be put on the table")
            self.problem = (
                "The stored match cannot be shown: an error inside classkit "
                f"({type(error).__name__}: {truncate_text(error, 120)}). "
                "The stored match was not changed."
            )
            return False
        sight.adopt_state(looks)
        return True

    def _show_match(self) -> None:
        """Show the opened match on all pages."""
        self.table.hub.publish_all()
        self.table.hub.notify_listeners(played=False)

    def _read_pool(self, lease: Lease) -> Pool:
        """Return the stored branches of a match, or an empty pool if the file does not exist.

        Raises:
            StoreError: If they cannot be read now. Otherwise the table would be stored without
                them.
        """
        try:
            return read_object(lease.read(BRANCHES))
        except UnknownCode:
            return {}

    def on_hello(self, content: dict[str, Any]) -> dict[str, Any]:
        """Answer the hello message of a page with the state of the session.

        If nothing is stored yet, the match that the page remembers is opened first.
        """
        wanted = content.get("code")
        if wanted is not None and wanted != self.code and not self._saved_text and not self.problem:
            self.resume_match(wanted)
            self.table.code = self.code
        self._has_greeted = True
        with suppress(LeaseLost):  # the table informs the page
            self.save_state()
        problem, self.problem = self.problem, None
        return self._build_state() | {"problem": problem}

    def check_lease(self, content: dict[str, Any]) -> None:
        """At each ping, stop storing and inform the page if a newer page has taken the match."""
        if self.lease is not None and not self.lease.is_held:
            self._stop_writing(str(LeaseLost()))

    # --- storing ----------------------------------------------------------------------------

    def save_state(self) -> None:
        """Store the table before it is shown.

        If it cannot be stored, the table warns and the match continues. If a newer page has taken
        the match, the last step, which has not been shown, is undone and LeaseLost is raised.
        """
        if self.store is None or not self.code or self.table.read_only or self._is_replaceable():
            return
        before = self.warning
        try:
            if self.lease is None:
                self.lease = Lease(self.store, self.code)
            self._save_changes(self.lease)
            self.warning = self._serializer.get_warning()
        except LeaseLost as taken:
            self._restore_saved()
            self._stop_writing(str(taken))
            raise
        except ClasskitError as error:
            self.warning = str(error)
        if self.warning != before:
            self.table.send(self._build_state())

    def force_save(self) -> None:
        """Store the unchanged table again, because the store has changed."""
        self._saved_text, self._saved_pool = "", {}
        with suppress(LeaseLost):  # the table informs the page
            self.save_state()

    def _is_replaceable(self) -> bool:
        """Return True until the match has moves or a page has sent the code that it remembers."""
        return not (self._has_greeted or self._saved_text or self.table.match.last_step)

    def _save_changes(self, lease: Lease) -> None:
        """Store any new branches that the match refers to, and then the match if it has changed."""
        text, pool = self._serializer.dump_text(self.table.page_view), self._serializer.pool
        if text == self._saved_text:
            return
        if not pool.keys() <= self._saved_pool.keys():
            # keep the branches that the stored match refers to until the new match is written
            named = list_branch_hashes(self._saved_text)
            both = {key: kept for key, kept in self._saved_pool.items() if key in named} | pool
            lease.write(json.dumps(both, ensure_ascii=False), BRANCHES)
            self._saved_pool = both
        lease.write(text)
        self._saved_text = text

    def _restore_saved(self) -> None:
        """Restore the last stored state, which the newer page has opened.

        If something could not be stored, the table is unchanged, because it has the only copy.
        """
        if self.warning is None and self._saved_text:
            surroundings, record = split_stored_text(self._saved_text)
            match = loads(record, game=self.table.controller.match.game)
            restore_table(self.table.controller, match, surroundings, self._saved_pool)
            restore_view(self.table.page_view, surroundings)

    def _stop_writing(self, why: str) -> None:
        if not self.table.read_only:
            self.table.read_only = why
            self.is_stopped = True
            self.table.send(self._build_state())

    def _build_state(self) -> dict[str, Any]:
        return {
            "kind": "session",
            "code": self.code,
            "problem": None,
            "warning": self.warning,
            "stopped": self.is_stopped,
        }
