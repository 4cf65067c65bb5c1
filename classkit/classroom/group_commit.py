"""Group commit: stores actions at several tables in one transaction, then confirms them.

Storing takes a few milliseconds, mostly because of the disk. An action at a table is first checked
and played. Then it waits here with the actions at other tables, until all of them are stored
together. Pages are notified only after the action is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from classkit.widgets.gc_pause import pause_collector

from .database_timeouts import RoomStoreError
from .room_events import StoredEvent, VersionConflict
from .room_store import RoomStore, RowGroup


class PendingAction(NamedTuple):
    """An action that has been played but not stored yet.

    ``confirm`` is called with its rows once they are stored, and ``reject`` with the reason if they
    are not.
    """

    group: RowGroup
    confirm: Callable[[list[StoredEvent]], None]
    reject: Callable[[VersionConflict | RoomStoreError], None]


class GroupCommit:
    """The actions at the tables of a room that are stored together.

    >>> from .room_events import NewEvent
    >>> store = RoomStore("sqlite://")
    >>> _ = store.append_rows("ABC234", 0, 0, [NewEvent("opened", {})])
    >>> commit = GroupCommit(store)
    >>> with commit.collect():
    ...     for place in (1, 2):
    ...         group = RowGroup("ABC234", place, 0, [NewEvent("entry", {})])
    ...         said = lambda rows, at=place: print(f"table {at} has stored {len(rows)} row")
    ...         commit.add_action(PendingAction(group, said, print))
    ...     commit.is_pending(2), commit.is_pending(3)
    (True, False)
    table 1 has stored 1 row
    table 2 has stored 1 row
    """

    def __init__(self, store: RoomStore) -> None:
        self.store, self.is_open = store, False
        """Whether actions are collected. Otherwise each is stored by itself, immediately."""
        self.pending: list[PendingAction] = []

    @contextmanager
    def collect(self) -> Iterator[None]:
        """Collect the actions in this block, and store them at its end."""
        self.is_open = True
        try:
            yield
        finally:
            self.store_pending()
            self.is_open = False

    def add_action(self, action: PendingAction) -> None:
        """Add an action at a table that has no pending action."""
        self.pending.append(action)

    def is_pending(self, place: int) -> bool:
        """Return True if a table has an action that is not stored yet."""
        return any(one.group.place == place for one in self.pending)

    def store_pending(self) -> None:
        """Store all pending actions, and confirm or reject each."""
        pending, self.pending = self.pending, []
        if not pending:
            return
        was_open, self.is_open = self.is_open, False  # retries are stored on their own
        results = self.store.append_groups([one.group for one in pending])
        with pause_collector():
            for action, found in zip(pending, results, strict=True):
                if isinstance(found, list):
                    action.confirm(found)
                else:
                    action.reject(found)
        self.is_open = was_open
