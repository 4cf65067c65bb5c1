"""Match store. Each match has a code that cannot be guessed.

A store is one private directory (mode 0700), outside the folder that is served. For the code ``C``
it contains ``C.json`` (the match and its surroundings, see ``table_serialization.py``),
``C.branches.json`` (the records of its other branches), ``C.writer`` and ``C.lock`` (the current
writer, see ``write_lease.py``). Matches that nobody plays are moved to the store's trash
(``trash.py``). Their age is measured by the store's own clock (``store_clock.py``).

Anybody who knows a code can open its match, so a code has 128 random bits. Codes are read from
URLs, so they are matched against a pattern before any path is built.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
from pathlib import Path
from tempfile import TemporaryFile

from classkit.engine.errors import ClasskitError, truncate_text
from classkit.engine.serialization import write_atomic

from .store_clock import DAY, StoreClock

CODE_PATTERN = re.compile(r"[A-Za-z0-9_-]{16,32}")
MAX_RECORD_BYTES = 5_000_000
"""Maximum size of a record in bytes."""

MATCH, BRANCHES, WRITER, LOCK = KINDS = (".json", ".branches.json", ".writer", ".lock")
REMOVED_KINDS = (*KINDS, ".table.json")
"""Suffixes of the files removed with a match, including files of earlier versions with names."""
TRASH = "trash"
"""Name of the trash folder in the store."""


class StoreError(ClasskitError):
    """A record cannot currently be read or written. Previously stored data is unchanged."""


class NotStored(StoreError):
    """A match could not be stored because of a system error, such as a full disk."""

    def __init__(self, error: OSError) -> None:
        self.reason = format_error(error)
        super().__init__(
            f"The match could not be stored: {self.reason}. You can play on, and the last stored "
            "state is kept. Save the match from the page, and inform the owner of this server."
        )


class UnknownCode(StoreError):
    """A malformed code, or one without a stored match."""


def new_code() -> str:
    """Return a new code of 22 characters with 128 random bits.

    >>> bool(CODE_PATTERN.fullmatch(new_code()))
    True
    """
    return secrets.token_urlsafe(16)


def check_code(code: object) -> str:
    """Return a well-formed code. Raise UnknownCode for any other text, before a path is built.

    >>> check_code("../../etc/passwd")
    Traceback (most recent call last):
    classkit.hosting.match_store.UnknownCode: '../../etc/passwd' is not the code of a match: ...
    """
    if isinstance(code, str) and CODE_PATTERN.fullmatch(code):
        return code
    raise UnknownCode(
        f"{truncate_text(code)} is not the code of a match: a code has 16 to 32 letters, digits, "
        "- or _. Use the complete link from “Link to this match”."
    )


def get_default_directory() -> Path:
    """Return the directory of records: ``CLASSKIT_DATA``, or the user's data directory."""
    chosen = os.environ.get("CLASSKIT_DATA")
    if chosen:
        return Path(chosen).expanduser().absolute() / "matches"
    from platformdirs import user_data_path  # imported here because only this function needs it

    return user_data_path("classkit", appauthor=False) / "matches"


class MatchStore:
    """The records in one private directory.

    `directory` is created with mode 0700 if it is missing. A directory that other users can read is
    refused (StoreError), because the codes in it open matches.

    >>> import tempfile
    >>> store = MatchStore(tempfile.mkdtemp())
    >>> code = new_code()
    >>> store.write(code, '{"classkit": 1}')
    >>> store.read(code)
    '{"classkit": 1}'
    """

    def __init__(self, directory: str | os.PathLike[str] | None = None) -> None:
        self.directory = Path(directory) if directory is not None else get_default_directory()
        try:
            self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            mode = self.directory.stat().st_mode
        except OSError as error:
            raise StoreError(
                f"Matches cannot be stored in {self.directory}: {format_error(error)}. Set "
                "CLASSKIT_DATA to a writable directory."
            ) from error
        if os.name == "posix" and mode & 0o077:
            raise StoreError(
                f"Other users can read {self.directory}, where matches are stored. Protect it "
                f"with: chmod 700 {self.directory}"
            )
        self.clock = StoreClock(self.directory)

    def get_path(self, code: str, kind: str = MATCH) -> Path:
        """Return the path for a code. Raise UnknownCode if the code is malformed."""
        return self.directory / (check_code(code) + kind)

    def has_match(self, code: str) -> bool:
        """Return True if a record is stored under this code."""
        return self.get_path(code).is_file()

    def read(self, code: str, kind: str = MATCH) -> str:
        """Return the text stored under a code.

        Raises:
            UnknownCode: If no text is stored under the code.
            StoreError: If the text is damaged or cannot be read.
        """
        path = self.get_path(code, kind)
        try:
            with path.open("rb") as file:
                data = file.read(MAX_RECORD_BYTES + 1)
        except FileNotFoundError:
            if any(self.directory.glob(f"{TRASH}/*/{code}{MATCH}")):
                raise UnknownCode(
                    "Nobody has played this match for a long time, so it is in the trash of this "
                    "server. The owner of the server can restore it with: classkit purge "
                    f"--restore={code}"
                ) from None
            raise UnknownCode(
                "No match is stored here under this code. It may have been started on another "
                "server, or removed because nobody played it for a long time. Nothing was "
                "changed."
            ) from None
        except OSError as error:
            raise StoreError(f"The stored match cannot be read: {format_error(error)}.") from error
        if len(data) > MAX_RECORD_BYTES:
            raise StoreError(
                f"The stored match is larger than {MAX_RECORD_BYTES // 1_000_000} MB and cannot "
                "be opened."
            )
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            raise StoreError("The stored match is damaged: it is not text.") from None

    def write(self, code: str, text: str, kind: str = MATCH) -> None:
        """Store `text` under a code atomically.

        The text is written to a new file and flushed to disk. The new file then replaces the old
        one.

        Raises:
            StoreError: If the disk is full, or for any other failure. The earlier text is
                unchanged.
        """
        path = self.get_path(code, kind)
        data = text.encode("utf-8")
        if len(data) > MAX_RECORD_BYTES:
            raise StoreError(
                f"The match is larger than {MAX_RECORD_BYTES // 1_000_000} MB and is no longer "
                "stored. You can play on; save it from the page. The last stored state is kept."
            )
        stamp = self.clock.update_stamp(self.list_times)
        try:
            write_atomic(path, data)
        except OSError as error:
            raise NotStored(error) from error
        if abs(stamp.time - self.clock.wall()) > 1:
            self.set_time(path, stamp.time)

    def check_writable(self) -> None:
        """Write and remove a small file. Raise StoreError if that fails."""
        try:
            with TemporaryFile(dir=self.directory) as file:
                file.write(b"classkit")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise NotStored(error) from error

    def set_time(self, path: Path, time: float) -> None:
        """Set the modification time of a file to the store's time."""
        with contextlib.suppress(OSError):  # otherwise the file keeps the machine's time
            os.utime(path, (time, time))

    def list_files(self) -> dict[str, float]:
        """Return the code of each match and the time of its file."""
        found = {}
        for path in list(self.directory.iterdir()):
            code = path.name.removesuffix(MATCH)
            with contextlib.suppress(OSError):  # another process may be removing it
                if code != path.name and CODE_PATTERN.fullmatch(code):
                    found[code] = path.stat().st_mtime
        return found

    def list_times(self) -> list[float]:
        """Return the times of all match files, and of the purges in the trash."""
        return [*self.list_files().values(), *self.list_purges().values()]

    def list_purges(self) -> dict[Path, float]:
        """Return the trash folders and their store times, newest first."""
        found = {}
        with contextlib.suppress(OSError):
            for path in (self.directory / TRASH).iterdir():
                if path.name.isdecimal() and path.is_dir() and not path.is_symlink():
                    found[path] = float(path.name)
        return dict(sorted(found.items(), key=lambda one: -one[1]))

    def count_matches(self) -> int:
        """Return the number of stored matches."""
        return len(self.list_files())

    def list_old_matches(self, days: float) -> list[str]:
        """Return the codes of matches not written to for a number of days, by the store's clock.

        With 0 days, return all matches.
        """
        limit = self.clock.update_stamp(self.list_times).time - days * DAY
        return sorted(code for code, time in self.list_files().items() if time < limit or not days)


def format_error(error: OSError) -> str:
    """Return the system's reason in a few words, such as "no space left on device"."""
    text = error.strerror or str(error) or type(error).__name__
    return text[:1].lower() + text[1:]
