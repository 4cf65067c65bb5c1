"""One writer per match: the newest page takes over, the older one turns read-only.

A lease is a token in the file ``CODE.writer``. Taking over puts a new token there; every write
first checks that the token is still its own. Both happen under one lock, which the system releases
when its holder dies, so a page that lost its match can never write again, not even once.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterator

from classkit.abilities import locked
from classkit.engine.record import write_whole

from .store import LOCK, MATCH, WRITER, NotStored, Store, StoreError

WAIT = 10.0
"""Seconds to wait for another process that is writing."""


class TakenOver(StoreError):
    """This match now belongs to a newer page."""

    def __init__(self) -> None:
        super().__init__(
            "This match was opened on a newer page, and is played there now. "
            "Loaded again, this page takes it back."
        )


class Lease:
    """The right to write one match, taken from the page that had it before.

    `store` and `code` name the match. Raises UnknownCode for a malformed code, StoreError if the
    directory cannot be written to.

    >>> import tempfile
    >>> from classkit.hosting.store import Store, new_code
    >>> store, code = Store(tempfile.mkdtemp()), new_code()
    >>> older = Lease(store, code)
    >>> older.write("first")
    >>> newer = Lease(store, code)
    >>> newer.read()
    'first'
    >>> older.write("second")
    Traceback (most recent call last):
    classkit.hosting.lease.TakenOver: This match was opened on a newer page, ...
    """

    def __init__(self, store: Store, code: str) -> None:
        self.store, self.code = store, code
        self.token = secrets.token_hex(16).encode()
        with self._locked():
            try:
                write_whole(store.path(code, WRITER), self.token)
            except OSError as error:
                raise NotStored(error) from error

    @property
    def held(self) -> bool:
        """True while this is the newest page: until another token stands in the file.

        A file that cannot be read right now does not end the lease.
        """
        try:
            return self.store.path(self.code, WRITER).read_bytes() == self.token
        except OSError:
            return True

    def read(self, kind: str = MATCH) -> str:
        """Return the stored text, waiting while somebody writes."""
        with self._locked():
            return self.store.read(self.code, kind)

    def write(self, text: str, kind: str = MATCH) -> None:
        """Store the text. Raise TakenOver if a newer page has the match, else as `Store.write`."""
        with self._locked():
            if not self.held:
                raise TakenOver
            self.store.write(self.code, text, kind)

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        with contextlib.ExitStack() as held:
            try:
                held.enter_context(locked(self.store.path(self.code, LOCK), WAIT))
            except TimeoutError:
                raise StoreError(
                    f"Another page has been writing this match for {WAIT:.0f} seconds. "
                    "Nothing is lost; try again in a moment."
                ) from None
            except OSError as error:
                raise NotStored(error) from error
            yield
