"""A hosted table: the bond between one page, its kernel, and the record that is kept.

A dashboard's notebook holds one line, ``open_table("poleconomy", seats=4)``. Served by Voila, the
table is kept in the store as it goes, under a code that the page remembers; the same code opens
it again after a reload, after its kernel was killed, and after the server was started anew. In a
notebook of one's own it is the plain table of ``classkit.table``.

What a record never holds lies beside it: the names of the seats, who plays them, and where on the
timeline the table stands. Going back writes only that: the record keeps what lies ahead until a
new answer replaces it.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from classkit.engine.errors import ClasskitError, RecordError
from classkit.engine.record import dumps, loads

from .lease import Lease, TakenOver
from .store import BESIDE, Store, StoreError, UnknownCode, new_code

if TYPE_CHECKING:
    from classkit.engine.match import Match
    from classkit.widgets.table import Table


def open_table(game: str, /, **settings: Any) -> Table:
    """The table of a dashboard: a new match, or the one whose code the page asks for.

    `game` and `settings` are those of ``classkit.table``; they describe a new match. The table
    is kept only when Voila shows the page; anywhere else this is ``classkit.table``.

    >>> open_table("poleconomy", seats=3, seed=7).code
    ''
    """
    import classkit

    if not is_hosted():
        table: Table = classkit.table(game, **settings)
        return table
    session = Session(Store())
    match = session.resume(asked_code())
    table = classkit.table(game if match is None else match, **settings)
    session.attach(table)
    return table


def is_hosted() -> bool:
    """Whether Voila started this kernel for a page."""
    return os.environ.get("SERVER_SOFTWARE", "").startswith("voila")


def asked_code() -> str | None:
    """The code in the address of the page, if there is one."""
    found = parse_qs(os.environ.get("QUERY_STRING", "")).get("code")
    return found[0] if found else None


class Session:
    """Keeps one table in the store, and opens the match that its page remembers.

    `code` is that of the match kept; '' while none can be. `problem` says, once, why a match that
    was asked for was not opened.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.code = new_code()
        self.lease: Lease | None = None
        self.table: Table | None = None
        self.problem: str | None = None
        self.warning: str | None = None
        self._beside: dict[str, Any] = {}
        self._kept = ""

    # --- opening ----------------------------------------------------------------------------

    def resume(self, code: str | None) -> Match | None:
        """The match stored under `code`; None, with `problem`, when it cannot be opened.

        An unknown code never starts a match under that code: the table gets a fresh one.
        """
        if code is None:
            return None
        try:
            if not self.store.exists(code):
                self.store.read(code)  # says that it is unknown
            lease = Lease(self.store, code)
            text = lease.read()
            match = loads(text)
        except UnknownCode as error:
            self.problem = str(error)
            return None
        except RecordError as error:
            # opened as far as it goes, under a code of its own: the stored one stays as it is
            self.problem = f"{error} The stored match was left as it is."
            return error.match
        except StoreError as error:
            self.problem, self.code = str(error), ""  # the page keeps its code, to try again later
            return None
        self.code, self.lease, self._kept = code, lease, text
        self._beside = read_beside(lease)
        return match

    def attach(self, table: Table) -> None:
        """Keep this table from now on."""
        self.table = table
        table.code = self.code
        self._put_beside()
        table.on_change(self.keep)
        table.on_action("session", self.greet)
        table.on_action("ping", self.look)

    def greet(self, content: dict[str, Any]) -> dict[str, Any]:
        """The page says which match it remembers, and learns which one it has."""
        wanted = content.get("code")
        if wanted and wanted != self.code and self.table is not None and not self._kept:
            match = self.resume(wanted)
            if match is not None:
                self.table.open(match)
                self._put_beside()
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
        table = self.table
        if table is None or not self.code or table.read_only:
            return
        before = self.warning
        try:
            self._write(table)
            self.warning = None
        except TakenOver as taken:
            self._stop_writing(str(taken))
        except ClasskitError as error:
            self.warning = str(error)
        if self.warning != before:
            table.send(self._state())

    def _write(self, table: Table) -> None:
        if self.lease is None:
            self.lease = Lease(self.store, self.code)
        match = table.match
        if match.step == match.last_step or not self._kept:
            text = dumps(match.to_record())
            if text != self._kept:
                self.lease.write(text)
                self._kept = text
        beside = describe_beside(table)
        if beside != self._beside:
            self.lease.write(json.dumps(beside, ensure_ascii=False), BESIDE)
            self._beside = beside

    def _stop_writing(self, why: str) -> None:
        if self.table is not None and not self.table.read_only:
            self.table.read_only = why

    def _state(self) -> dict[str, Any]:
        return {"kind": "session", "code": self.code, "problem": None, "warning": self.warning}

    def _put_beside(self) -> None:
        """Put names, players and place on the timeline back as they were; what is odd is left."""
        table, beside = self.table, self._beside
        if table is None or not beside:
            return
        raise NotImplementedError  # written with the table, see below


def read_beside(lease: Lease) -> dict[str, Any]:
    """What lies beside a record; nothing if it is missing or makes no sense."""
    try:
        found = json.loads(lease.read(BESIDE))
    except (StoreError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def describe_beside(table: Table) -> dict[str, Any]:
    """What a record never holds of a table."""
    raise NotImplementedError
