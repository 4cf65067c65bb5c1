"""A hosted table: the session that joins one page, its kernel, and the stored record.

A dashboard's notebook holds one line, ``open_table("poleconomy", seats=4)``. Served by Voila, the
table is kept in the store as it goes, under a code that the page remembers; the same code opens
it again after a reload, after its kernel was killed, and after a restart of the server. In an
ordinary notebook it is the plain table of ``classkit.table``.

Everything is stored before a page is told of it, so what has been seen is never lost.
``stored_desk.py`` says what is stored besides the match.
"""

from __future__ import annotations

import json
import logging
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol, Unpack
from urllib.parse import parse_qs

from classkit.engine.errors import ClasskitError, RecordError, shorten
from classkit.engine.registry import loads
from classkit.widgets import table as make_table

from .homework_action import offer_homework
from .lease import Lease, TakenOver
from .store import BRANCHES, NotStored, Store, StoreError, UnknownCode, new_code
from .stored_desk import (
    Data,
    Pool,
    StoredDesk,
    branches_named_in,
    read_object,
    restore,
    restore_sight,
    split_stored,
)

if TYPE_CHECKING:
    from classkit.engine.match import Match
    from classkit.widgets.channel import Handler, Hub
    from classkit.widgets.desk import Desk
    from classkit.widgets.live import Table, TableSettings
    from classkit.widgets.sight import Sight

LOG = logging.getLogger("classkit")


def open_table(game: str, /, **settings: Unpack[TableSettings]) -> Table:
    """Return the table of a dashboard: a new match, or the one whose code the page asks for.

    `game` and `settings` are those of ``classkit.table`` and describe a new match. The table is
    stored only when Voila shows the page; anywhere else this is ``classkit.table``. One notebook
    opens one table, because its page remembers one code.

    >>> open_table("poleconomy", seats=3, seed=7).code
    ''
    """
    table = make_table(game, **settings)
    offer_homework(table)
    if not is_hosted():
        return table
    session = Session(table)
    try:
        session.store = Store()
    except StoreError as error:
        session.code, session.warning = "", str(error)  # the match goes on with a warning
    session.start(asked_code())
    return table


def is_hosted() -> bool:
    """Return True if Voila started this kernel, for a page or ahead of one."""
    return "VOILA_PREHEAT" in os.environ


def asked_code() -> str | None:
    """Return the code in the address of the page, if there is one."""
    found = parse_qs(os.environ.get("QUERY_STRING", "")).get("code")
    return found[0] if found else None


class Shown(Protocol):
    """What a session knows of its table: a widget in a kernel, or the table of a browser."""

    code: str
    read_only: str | None
    hub: Hub
    sight: Sight

    @property
    def desk(self) -> Desk:
        """The desk behind the table."""

    @property
    def match(self) -> Match:
        """The match on the screen."""

    def send(self, content: Any, buffers: Any = None) -> None:
        """Send a message to the page."""

    def on_action(self, name: str, handler: Handler) -> None:
        """Let ``handler(content)`` answer an action of the page that the table does not know."""


class Session:
    """Stores one table, and opens the match that its page remembers.

    `code` is the code of the stored match; '' while none can be stored. `problem` says, once, why
    a match was not opened; `warning` says, as long as it holds, why the table is not stored.
    """

    def __init__(self, table: Shown, store: Store | None = None) -> None:
        self.table, self.store = table, store
        self.code = new_code()
        self.lease: Lease | None = None
        self.problem: str | None = None
        self.warning: str | None = None
        self.stopped = False
        self._stored_desk = StoredDesk()
        self._greeted = False
        self._kept = ""
        self._kept_pool: Pool = {}

    def start(self, code: str | None) -> None:
        """Open the match of this code, if there is one, and store the table from now on."""
        if code is not None:
            self.resume(code)
        self.table.code = self.code
        self.table.hub.keep = self.keep
        self.table.on_action("session", self.greet)
        self.table.on_action("ping", self.look)

    # --- opening ----------------------------------------------------------------------------

    def resume(self, code: str) -> None:
        """Put the match stored under `code` on the table, or note as `problem` why not.

        An unknown code never starts a match under that code; the table keeps its own.
        """
        if self.store is None:
            self.problem = self.warning
            return
        try:
            self.store.read(code)  # before taking the lease: an unknown code leaves no trace
            lease = Lease(self.store, code)
            text = lease.read()
            surroundings, record = split_stored(text)
            match = loads(record, game=self.table.desk.match.game)
            pool = self._read_pool(lease)
        except UnknownCode as error:
            self.problem = str(error)
            return
        except StoreError as error:
            # perhaps only now: the page keeps the code, and this table is not stored under another
            self.problem, self.code = str(error), ""
            if isinstance(error, NotStored):
                self.problem = (
                    f"Your match cannot be opened now: {error.reason}. Nothing of it is lost. "
                    "Reload this page in a while, and tell whoever runs this server. What is "
                    "played here until then is not stored."
                )
            return
        except RecordError as error:
            # open what can be replayed, under a code of its own: the stored one stays as it is
            self.problem = f"{error} What is stored was left as it is."
            if error.match is not None:
                stopped = self.problem
                if self._put(error.match, {}, {}):
                    self.problem = stopped
                    self._show()
            return
        if not self._put(match, surroundings, pool):
            self.code = ""  # the page keeps the code, and this table is not stored under another
            return
        self.code, self.lease, self.problem = code, lease, None
        self._kept, self._kept_pool = text, pool
        self._show()

    def _put(self, match: Match, surroundings: Data, pool: Pool) -> bool:
        """Put a match on the table. Return False if it cannot be shown.

        Then `problem` says why, and the table is as it was.
        """
        from classkit.widgets.channel import all_or_nothing

        sight = self.table.sight
        looks = sight.twin(self.table.desk)
        try:
            with all_or_nothing(self.table.desk, [looks]) as twin:
                restore(twin, match, surroundings, pool)
                looks.desk = twin
                restore_sight(looks, surroundings)
        except Exception as error:
            LOG.exception("a stored match could not be put on the table")
            self.problem = (
                "The stored match cannot be shown: an error inside classkit "
                f"({type(error).__name__}: {shorten(error, 120)}). "
                "What is stored was left as it is."
            )
            return False
        sight.become(looks)
        return True

    def _show(self) -> None:
        """Show the opened match on all pages."""
        self.table.hub.show()
        self.table.hub.tell(played=False)

    def _read_pool(self, lease: Lease) -> Pool:
        """Return the stored branches of a match; nothing if there is no such file.

        Raises StoreError if they cannot be read now, because the table would then be stored
        without them.
        """
        try:
            return read_object(lease.read(BRANCHES))
        except UnknownCode:
            return {}

    def greet(self, content: dict[str, Any]) -> dict[str, Any]:
        """Answer a page that says which match it remembers with the one it has."""
        wanted = content.get("code")
        if wanted is not None and wanted != self.code and not self._kept and not self.problem:
            self.resume(wanted)
            self.table.code = self.code
        self._greeted = True
        with suppress(TakenOver):  # the table tells the page
            self.keep()
        problem, self.problem = self.problem, None
        return self._state() | {"problem": problem}

    def look(self, content: dict[str, Any]) -> None:
        """Tell this page, at every ping, if a newer one has the match."""
        if self.lease is not None and not self.lease.held:
            self._stop_writing(str(TakenOver()))

    # --- keeping ----------------------------------------------------------------------------

    def keep(self) -> None:
        """Store the table as it is, before it is shown.

        If it cannot be stored, the table warns and the match goes on. If a newer page has the
        match, the last step, which nobody has seen, is undone and TakenOver is raised.
        """
        if self.store is None or not self.code or self.table.read_only or self._may_be_exchanged():
            return
        before = self.warning
        try:
            if self.lease is None:
                self.lease = Lease(self.store, self.code)
            self._write(self.lease)
            self.warning = self._stored_desk.warning()
        except TakenOver as taken:
            self._undo()
            self._stop_writing(str(taken))
            raise
        except ClasskitError as error:
            self.warning = str(error)
        if self.warning != before:
            self.table.send(self._state())

    def write_again(self) -> None:
        """Store the unchanged table once more, because the store has changed."""
        self._kept, self._kept_pool = "", {}
        with suppress(TakenOver):  # the table tells the page
            self.keep()

    def _may_be_exchanged(self) -> bool:
        """Return True while nothing is played and no page has said which match it remembers."""
        return not (self._greeted or self._kept or self.table.match.last_step)

    def _write(self, lease: Lease) -> None:
        """Store what has changed: one file for each step, and before it the branches it names."""
        text, pool = self._stored_desk.text(self.table.sight), self._stored_desk.pool
        if text == self._kept:
            return
        if not pool.keys() <= self._kept_pool.keys():
            # keep the branches that the stored match names: it counts until the new one is written
            named = branches_named_in(self._kept)
            both = {key: kept for key, kept in self._kept_pool.items() if key in named} | pool
            lease.write(json.dumps(both, ensure_ascii=False), BRANCHES)
            self._kept_pool = both
        lease.write(text)
        self._kept = text

    def _undo(self) -> None:
        """Put the last stored state, which the newer page has opened, back on the table.

        Leave the table alone if something could not be stored: only this table has it.
        """
        if self.warning is None and self._kept:
            surroundings, record = split_stored(self._kept)
            match = loads(record, game=self.table.desk.match.game)
            restore(self.table.desk, match, surroundings, self._kept_pool)
            restore_sight(self.table.sight, surroundings)

    def _stop_writing(self, why: str) -> None:
        if not self.table.read_only:
            self.table.read_only = why
            self.stopped = True
            self.table.send(self._state())

    def _state(self) -> dict[str, Any]:
        return {
            "kind": "session",
            "code": self.code,
            "problem": None,
            "warning": self.warning,
            "stopped": self.stopped,
        }
