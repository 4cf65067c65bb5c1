"""A hosted table: the bond between one page, its kernel, and the record that is kept.

A dashboard's notebook holds one line, ``open_table("poleconomy", seats=4)``. Served by Voila, the
table is kept in the store as it goes, under a code that the page remembers; the same code opens
it again after a reload, after its kernel was killed, and after the server was started anew. In a
notebook of one's own it is the plain table of ``classkit.table``.

What a record never holds lies beside it, see ``beside.py``.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from classkit.engine.errors import ClasskitError, RecordError
from classkit.engine.record import dumps
from classkit.engine.replay import loads

from .beside import Beside, read, restore
from .lease import Lease, TakenOver
from .store import BESIDE, RECORD, Store, StoreError, UnknownCode, new_code

if TYPE_CHECKING:
    from classkit.engine.match import Match
    from classkit.widgets.live import Table


def open_table(game: str, /, **settings: Any) -> Table:
    """The table of a dashboard: a new match, or the one whose code the page asks for.

    `game` and `settings` are those of ``classkit.table``; they describe a new match. The table
    is kept only when Voila shows the page; anywhere else this is ``classkit.table``. One notebook
    opens one table: its page remembers one code.

    >>> open_table("poleconomy", seats=3, seed=7).code
    ''
    """
    import classkit

    if not is_hosted():
        table: Table = classkit.table(game, **settings)
        return table
    table = classkit.table(game, **settings)
    session = Session(table)
    try:
        session.store = Store()
    except StoreError as error:
        session.code, session.warning = "", str(error)  # played all the same, and said
    session.start(asked_code())
    return table


def is_hosted() -> bool:
    """Whether Voila started this kernel for a page, or ahead of one."""
    return "VOILA_PREHEAT" in os.environ


def asked_code() -> str | None:
    """The code in the address of the page, if there is one."""
    found = parse_qs(os.environ.get("QUERY_STRING", "")).get("code")
    return found[0] if found else None


class Session:
    """Keeps one table in the store, and opens the match that its page remembers.

    `code` is that of the match kept; '' while none can be. `problem` says, once, why a match that
    was asked for was not opened; `warning`, as long as it holds, why the table is not being kept.
    """

    def __init__(self, table: Table, store: Store | None = None) -> None:
        self.table, self.store = table, store
        self.code = new_code()
        self.lease: Lease | None = None
        self.problem: str | None = None
        self.warning: str | None = None
        self._beside = Beside()
        self._kept: dict[str, str] = {}

    def start(self, code: str | None) -> None:
        """Open the match of this code, if there is one, and keep the table from now on."""
        if code is not None:
            self.resume(code)
        self.table.code = self.code
        self.table.on_change(self.keep)
        self.table.on_action("session", self.greet)
        self.table.on_action("ping", self.look)

    # --- opening ----------------------------------------------------------------------------

    def resume(self, code: str) -> None:
        """Put the match stored under `code` on the table, or note as `problem` why not.

        An unknown code never starts a match under that code: the table goes on under its own.
        """
        if self.store is None:
            self.problem = self.warning
            return
        try:
            self.store.read(code)  # before the pen is taken: an unknown code leaves no trace
            lease = Lease(self.store, code)
            text = lease.read()
            match = loads(text)
        except UnknownCode as error:
            self.problem = str(error)
            return
        except StoreError as error:
            # perhaps only now: the page keeps the code, and this table is not kept under another
            self.problem, self.code = str(error), ""
            return
        except RecordError as error:
            # as far as it goes, under a code of its own: the stored one stays as it is
            self.problem = f"{error} What is stored was left as it is."
            if error.match is not None:
                self._put(error.match, "")
            return
        beside = self._read_beside(lease)
        self._put(match, beside)
        self.code, self.lease, self.problem = code, lease, None
        self._kept = {RECORD: text, BESIDE: beside}

    def _put(self, match: Match, beside: str) -> None:
        """Put a match on the table and show it to whoever looks."""
        restore(self.table.desk, match, read(beside))
        self.table.hub.show()
        self.table.hub.tell(played=False)

    def _read_beside(self, lease: Lease) -> str:
        try:
            return lease.read(BESIDE)
        except StoreError:
            return ""

    def greet(self, content: dict[str, Any]) -> dict[str, Any]:
        """The page says which match it remembers, and learns which one it has."""
        wanted = content.get("code")
        if wanted is not None and wanted != self.code and not self._kept and not self.problem:
            self.resume(wanted)
            self.table.code = self.code
        self.keep()
        problem, self.problem = self.problem, None
        return self._state() | {"problem": problem}

    def look(self, content: dict[str, Any]) -> None:
        """At every ping: tell this page when a newer one has the match."""
        if self.lease is not None and not self.lease.held:
            self._stop_writing(str(TakenOver()))

    # --- keeping ----------------------------------------------------------------------------

    def keep(self) -> None:
        """Store the table as it is. What cannot be stored is said, and the match goes on."""
        if self.store is None or not self.code or self.table.read_only:
            return
        before = self.warning
        try:
            if self.lease is None:
                self.lease = Lease(self.store, self.code)
            self._write(RECORD, dumps(self.table.match.to_record()))
            beside = self._beside.describe(self.table.desk)
            self._write(BESIDE, json.dumps(beside, ensure_ascii=False))
            self.warning = None
        except TakenOver as taken:
            self._stop_writing(str(taken))
        except ClasskitError as error:
            self.warning = str(error)
        if self.warning != before:
            self.table.send(self._state())

    def _write(self, kind: str, text: str) -> None:
        """Store a text unless it is the one stored last."""
        if self.lease is not None and self._kept.get(kind) != text:
            self.lease.write(text, kind)
            self._kept[kind] = text

    def _stop_writing(self, why: str) -> None:
        if not self.table.read_only:
            self.table.read_only = why

    def _state(self) -> dict[str, Any]:
        return {"kind": "session", "code": self.code, "problem": None, "warning": self.warning}
