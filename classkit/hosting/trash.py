"""Trash of a store: matches that have not been played for a long time, and how to restore them.

``trash/`` in the store's directory is as private as the store. Each purge moves old matches into a
folder there, named after the store's time. They are deleted after TRASH_DAYS by the store's own
clock (``store_clock.py``). While that clock is in doubt, no match is moved or deleted because of
its age.
"""

from __future__ import annotations

import contextlib
import math
import os
import shutil
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from classkit.engine.rulebook_text import format_count

from .config import TRASH_DAYS
from .match_store import (
    CODE_PATTERN,
    MATCH,
    REMOVED_KINDS,
    TRASH,
    MatchStore,
    StoreError,
    UnknownCode,
    format_error,
)
from .store_clock import DAY, DOUBT_SECONDS, HOUR, MAX_SETBACK, ClockStamp, format_date

MIN_CROWD, MIN_CROWD_SHARE = 4, 0.9
"""Number and share of matches that are not moved at first if they become old at the same time."""
ALL_MATCHES = "all"
"""Name for all matches in the trash. It is too short to be a code."""
PARTIAL_SECONDS = HOUR
"""Seconds after which a partially written file counts as abandoned."""


class PurgeResult(NamedTuple):
    """Result of a purge: matches `moved` to the trash and `deleted` from it, or the `refusal`.

    `failure` describes files that could not be processed, for example because of a full disk.
    """

    moved: int = 0
    deleted: int = 0
    refusal: str = ""
    failure: str = ""


class Trash:
    """The trash of one store.

    >>> import tempfile
    >>> from classkit.hosting.match_store import new_code
    >>> store, code = MatchStore(tempfile.mkdtemp()), new_code()
    >>> store.write(code, '{"classkit": 1}')
    >>> trash = Trash(store)
    >>> trash.move_matches([code]), store.has_match(code), trash.list_codes() == [code]
    (1, False, True)
    >>> trash.restore_matches(code), store.read(code)
    (1, '{"classkit": 1}')
    """

    def __init__(self, store: MatchStore) -> None:
        self.store, self.directory = store, store.directory / TRASH

    # --- purging ----------------------------------------------------------------------------

    def purge(self, days: float) -> PurgeResult:
        """Move matches not played for a number of days to the trash, and delete expired ones.

        Expired matches are deleted first, which makes room on a full disk. Files that cannot be
        moved or deleted are skipped. Nothing is done while the clock is in doubt, or if nearly all
        matches are old at the same time. With 0 days all matches are moved, regardless of the
        clock, and nothing is deleted from the trash.
        """
        old = self.store.list_old_matches(days)
        if not days:
            moved, failure = self.move_old(old, math.inf)
            return PurgeResult(moved, failure=failure)
        if refusal := self.get_refusal() or self.get_crowd_refusal(old):
            return PurgeResult(refusal=refusal)
        now = self.update_stamp().time
        self.reset_future_times(now)
        deleted, undeleted = self.delete_expired(TRASH_DAYS)
        moved, unmoved = self.move_old(old, now - days * DAY)
        return PurgeResult(moved, deleted, failure=" ".join(filter(None, (undeleted, unmoved))))

    def move_old(self, codes: list[str], limit: float) -> tuple[int, str]:
        """Move matches, and orphans from before `limit`. Return how many matches, and any error."""
        moved = 0
        try:
            moved = self.move_matches(codes)
            self.move_leftovers(limit)
        except StoreError as error:
            return moved, str(error)
        return moved, ""

    def update_stamp(self) -> ClockStamp:
        """Read the machine's clock. Return the store's stamp."""
        return self.store.clock.update_stamp(self.store.list_times)

    def trust_clock(self) -> None:
        """Accept the machine's clock and many old matches, because the user confirmed them."""
        stamp = self.update_stamp().accept_clock(self.store.clock.wall())
        self.store.clock.write_stamp(replace(stamp, crowd_since=stamp.time - DOUBT_SECONDS))

    def get_refusal(self) -> str:
        """Return why nothing is removed by age now, or '' if removal is allowed."""
        doubt = self.update_stamp().describe_doubt()
        return doubt and (
            f"No old match was removed, because {doubt}. If it is wrong, set it. If it is right, "
            "confirm it with: classkit purge --trust-clock; otherwise it is trusted after "
            f"{DOUBT_SECONDS / DAY:.0f} days. A jump of the clock does not make matches older."
        )

    def get_crowd_refusal(self, old: list[str]) -> str:
        """Return why nearly all matches are not removed together, or '' if removal is allowed.

        They are removed a week later.
        """
        clock, stamp, count = self.store.clock, self.update_stamp(), self.store.count_matches()
        if len(old) < MIN_CROWD or len(old) < MIN_CROWD_SHARE * count:
            if stamp.crowd_since is not None:
                clock.write_stamp(replace(stamp, crowd_since=None))
            return ""
        if stamp.crowd_since is None:
            stamp = replace(stamp, crowd_since=stamp.time)
            clock.write_stamp(stamp)
        assert stamp.crowd_since is not None
        left = DOUBT_SECONDS - (stamp.time - stamp.crowd_since)
        if left <= 0:
            return ""
        return (
            f"No old match was removed, because {len(old)} of {count} are old at the same time. "
            f"The clock of this machine shows {format_date(clock.wall())}. If it is wrong, set "
            "it. If it is right, confirm it with: classkit purge --trust-clock; otherwise they "
            f"are moved to the trash in {left / DAY:.0f} days."
        )

    def reset_future_times(self, now: float) -> None:
        """Restart the age of matches whose time is in the future."""
        for code, time in self.store.list_files().items():
            if time > now + MAX_SETBACK:
                self.store.set_time(self.store.get_path(code), now)

    def move_matches(self, codes: list[str]) -> int:
        """Move matches with all their files to the trash. Return their number."""
        names = [code + kind for code in codes for kind in REMOVED_KINDS]
        moved = self.move_files(names) if codes else set[str]()
        return sum(code + MATCH in moved for code in codes)

    def move_leftovers(self, limit: float) -> None:
        """Move orphans from before `limit`, and delete incomplete files of killed processes."""
        stamp, alone = self.update_stamp(), []
        written = -math.inf if stamp.is_in_doubt else min(limit, stamp.time - PARTIAL_SECONDS)
        for path in list(self.store.directory.iterdir()):
            with contextlib.suppress(OSError):
                time = path.stat().st_mtime
                if path.name.startswith("."):
                    if time < written and path.is_file():
                        path.unlink()
                elif self.is_orphan(path.name) and time < limit:
                    alone.append(path.name)
        if alone:
            self.move_files(alone)

    def is_orphan(self, name: str) -> bool:
        """Return True for a file of a match that no longer exists."""
        code, kind, rest = name.partition(".")
        beside = kind + rest in REMOVED_KINDS and kind + rest != MATCH
        return bool(beside and CODE_PATTERN.fullmatch(code) and not self.store.has_match(code))

    def move_files(self, names: list[str]) -> set[str]:
        """Move files of the store to a folder for the current time. Return the names moved.

        The match itself is moved first: as long as it is in the store, it has all its files. Files
        left by a killed process are moved by the next purge.
        """
        folder, moved = self.directory / f"{self.update_stamp().time:.0f}", set[str]()
        try:
            for one in (self.directory, folder):
                one.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise StoreError(
                f"Matches cannot be moved to {self.directory}: {format_error(error)}. They were "
                "not removed."
            ) from error
        for name in names:
            with contextlib.suppress(OSError):  # missing, or moved by another process
                os.replace(self.store.directory / name, folder / name)
                moved.add(name)
        return moved

    # --- contents ----------------------------------------------------------------------

    def list_codes(self) -> list[str]:
        """Return the codes of the matches in the trash."""
        found = set()
        for folder in self.store.list_purges():
            found |= {path.name.removesuffix(MATCH) for path in folder.glob(f"*{MATCH}")}
        return sorted(code for code in found if CODE_PATTERN.fullmatch(code))

    def restore_matches(self, code: str) -> int:
        """Restore a match, or all matches for ``all``. Return their number.

        Their age restarts. ``all`` skips matches that have been stored again.

        Raises:
            UnknownCode: If the match is not in the trash.
            StoreError: If another match has been stored under its code since.
        """
        codes = self.list_codes()
        if code != ALL_MATCHES and code not in codes:
            self.store.get_path(code)  # raises UnknownCode for a malformed code
            raise UnknownCode(
                f"The match {code} is not in the trash of {self.store.directory}. A match stays "
                f"there for {TRASH_DAYS:.0f} days."
            )
        if code != ALL_MATCHES and self.store.has_match(code):
            raise StoreError(
                f"The match {code} is stored again, so the one in the trash was not restored."
            )
        wanted = [
            one for one in codes if code in (ALL_MATCHES, one) and not self.store.has_match(one)
        ]
        return sum(map(self.restore_match, wanted))

    def restore_match(self, code: str) -> bool:
        """Restore the newest match stored under a code. Return True if it is in the store.

        Its other files may have been moved by a later purge.
        """
        now, found = self.update_stamp().time, dict[str, Path]()
        for folder in self.store.list_purges():
            for kind in REMOVED_KINDS:
                if (folder / (code + kind)).is_file():
                    found.setdefault(kind, folder / (code + kind))
            if MATCH in found:
                break
        for kind in sorted(found if MATCH in found else (), key=is_match_file):
            with contextlib.suppress(OSError):
                self.store.set_time(found[kind], now)
                os.replace(found[kind], self.store.directory / found[kind].name)
        return self.store.has_match(code)

    def empty_trash(self) -> int:
        """Delete everything in the trash. Return the number of matches.

        Raises:
            StoreError: If some files remain.
        """
        gone, failure = self.delete_expired()
        if failure:
            raise StoreError(failure)
        return gone

    def delete_expired(self, days: float = 0.0) -> tuple[int, str]:
        """Delete folders that have been in the trash for a number of days, or all folders for 0.

        Return the number of matches, and a sentence on files that could not be deleted.
        """
        now, gone, failure = self.update_stamp().time, 0, ""
        for folder, moved in self.store.list_purges().items():
            if days and now - moved < days * DAY:
                continue
            try:
                count = count_matches(folder)
                shutil.rmtree(folder)
            except OSError as error:
                failure = f"The trash in {folder} cannot be emptied: {format_error(error)}."
            else:
                gone += count
        return gone, failure


def is_match_file(name: str) -> bool:
    """Return True for the main file of a match, or for its suffix alone."""
    return CODE_PATTERN.fullmatch(name.removesuffix(MATCH)) is not None or name == MATCH


def count_matches(folder: Path) -> int:
    """Return the number of matches in a folder of the trash."""
    return sum(is_match_file(path.name) for path in folder.iterdir())


def describe_purge(done: PurgeResult, days: float) -> str:
    """Describe the result of a purge in a sentence or two, or return '' if nothing was done."""
    told = []
    if done.moved:
        age = f" not played for more than {days:g} days" if days else ""
        told.append(
            f"Moved {format_count(done.moved, 'match', 'matches')}{age} to the trash, where "
            f"{'it stays' if done.moved == 1 else 'they stay'} for {TRASH_DAYS:.0f} days. To "
            "restore: classkit purge --restore=CODE (or =all)."
        )
    if done.deleted:
        told.append(f"Deleted {format_count(done.deleted, 'match', 'matches')} from the trash.")
    return done.refusal or " ".join(told)
