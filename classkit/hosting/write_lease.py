"""Lease on a match: the newest page writes it, and older pages become read-only.

A lease is a token in the file ``CODE.writer``. Taking over replaces the token. Every write first
checks that the file still contains the writer's own token. Both happen under one lock, which the
system releases when its holder dies, so a page that has lost its match can never write again.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterator

from classkit.engine.serialization import write_atomic
from classkit.platform_features import file_lock

from .match_store import LOCK, MATCH, WRITER, MatchStore, NotStored, StoreError

LOCK_SECONDS = 10.0
"""Seconds to wait for another process that is writing."""


class LeaseLost(StoreError):
    """A newer page has taken over the match."""

    def __init__(self) -> None:
        super().__init__(
            "This match was opened on a newer page, and is played there now. Reload this page to "
            "take it back."
        )


class Lease:
    """The right to write one match, taken over from the previous page.

    `store` and `code` identify the match. Raises UnknownCode for a malformed code, StoreError if
    the directory cannot be written to.

    >>> import tempfile
    >>> from classkit.hosting.match_store import MatchStore, new_code
    >>> store, code = MatchStore(tempfile.mkdtemp()), new_code()
    >>> older = Lease(store, code)
    >>> older.write("first")
    >>> newer = Lease(store, code)
    >>> newer.read()
    'first'
    >>> older.write("second")
    Traceback (most recent call last):
    classkit.hosting.write_lease.LeaseLost: This match was opened on a newer page, ...
    """

    def __init__(self, store: MatchStore, code: str) -> None:
        self.store, self.code = store, code
        self.token = secrets.token_hex(16).encode()
        with self._hold_lock():
            try:
                write_atomic(store.get_path(code, WRITER), self.token)
            except OSError as error:
                raise NotStored(error) from error

    @property
    def is_held(self) -> bool:
        """True until a newer page has replaced the token in the file.

        A file that is temporarily unreadable does not end the lease.
        """
        try:
            return self.store.get_path(self.code, WRITER).read_bytes() == self.token
        except OSError:
            return True

    def read(self, kind: str = MATCH) -> str:
        """Return the stored text, waiting while another process writes."""
        with self._hold_lock():
            return self.store.read(self.code, kind)

    def write(self, text: str, kind: str = MATCH) -> None:
        """Store the text.

        Raises:
            LeaseLost: If a newer page has taken over the match.
            StoreError: As for `MatchStore.write`.
        """
        with self._hold_lock():
            if not self.is_held:
                raise LeaseLost
            self.store.write(self.code, text, kind)

    @contextlib.contextmanager
    def _hold_lock(self) -> Iterator[None]:
        with contextlib.ExitStack() as held:
            try:
                held.enter_context(file_lock(self.store.get_path(self.code, LOCK), LOCK_SECONDS))
            except TimeoutError:
                raise StoreError(
                    f"Another page has been writing this match for {LOCK_SECONDS:.0f} seconds. "
                    "Nothing is lost; try again in a moment."
                ) from None
            except OSError as error:
                raise NotStored(error) from error
            yield
