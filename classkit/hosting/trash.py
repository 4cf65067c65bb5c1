"""Trash of a store: where matches go that nobody played for long, and how they come back.

``trash/`` in the store's directory is as private as the store. Each purge moves what is old into a
folder there, whose name is the store's time; nothing is deleted before it has been there for
TRASH_DAYS by the store's own clock (``store_clock.py``). While that clock is in doubt, nothing is
moved and nothing deleted.
"""

from __future__ import annotations

import contextlib
import math
import os
import shutil
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from classkit.engine.words import how_many

from .config import TRASH_DAYS
from .store import CODE, MATCH, REMOVED, TRASH, Store, StoreError, UnknownCode, reason
from .store_clock import DAY, DOUBT_LASTS, HOUR, SLACK, Stamp, date_of

CROWD, CROWD_SHARE = 4, 0.9
"""So many matches that are old at once, and such a share of all, are looked at twice."""
EVERY = "all"
"""Stands for all matches in the trash; too short for a code."""
PART_LASTS = HOUR
"""Seconds for which a file may be half written."""


class Purge(NamedTuple):
    """What a purge did: matches `moved` to the trash, `deleted` from it, or why it did nothing.

    `failure` says what could not be done, as on a full disk.
    """

    moved: int = 0
    deleted: int = 0
    refusal: str = ""
    failure: str = ""


class Trash:
    """The trash of one store.

    >>> import tempfile
    >>> from classkit.hosting.store import new_code
    >>> store, code = Store(tempfile.mkdtemp()), new_code()
    >>> store.write(code, '{"classkit": 1}')
    >>> trash = Trash(store)
    >>> trash.take([code]), store.exists(code), trash.codes() == [code]
    (1, False, True)
    >>> trash.restore(code), store.read(code)
    (1, '{"classkit": 1}')
    """

    def __init__(self, store: Store) -> None:
        self.store, self.directory = store, store.directory / TRASH

    # --- purging ----------------------------------------------------------------------------

    def purge(self, days: float) -> Purge:
        """Move matches not played for so many days to the trash, and delete what is old there.

        Refuse while the clock is in doubt, or if nearly all matches are old at once. With 0 days
        all matches are moved, whatever the clock shows, and nothing is deleted.

        The trash is emptied first, which makes room on a full disk. What cannot be moved or
        deleted stays, and the rest is done all the same.
        """
        old = self.store.older_than(days)
        if not days:
            moved, failure = self.take_all(old, math.inf)
            return Purge(moved, failure=failure)
        if refusal := self.refusal() or self.crowd_refusal(old):
            return Purge(refusal=refusal)
        now = self.sight().time
        self.settle(now)
        deleted, undeleted = self.delete(TRASH_DAYS)
        moved, unmoved = self.take_all(old, now - days * DAY)
        return Purge(moved, deleted, failure=" ".join(filter(None, (undeleted, unmoved))))

    def take_all(self, codes: list[str], limit: float) -> tuple[int, str]:
        """Move matches, and leftovers from before `limit`. Return how many, and what failed."""
        moved = 0
        try:
            moved = self.take(codes)
            self.take_leftovers(limit)
        except StoreError as error:
            return moved, str(error)
        return moved, ""

    def sight(self) -> Stamp:
        """Take note of the machine's clock. Return the store's stamp."""
        return self.store.clock.sight(self.store.times)

    def trust_clock(self) -> None:
        """Take the machine's clock for right, because somebody has said so."""
        stamp = self.sight().believed(self.store.clock.wall())
        self.store.clock.keep(replace(stamp, crowd_since=stamp.time - DOUBT_LASTS))

    def refusal(self) -> str:
        """Return why nothing is removed by age now; '' if it is."""
        doubt = self.sight().doubt()
        return doubt and (
            f"No old match was removed, because {doubt}. If it is wrong, set it. If it is right, "
            "say so with: classkit purge --trust-clock; without that, it is believed after "
            f"{DOUBT_LASTS / DAY:.0f} days. A jump of the clock makes no match older."
        )

    def crowd_refusal(self, old: list[str]) -> str:
        """Return why nearly all matches are not removed at once; '' if they are, or are few.

        A week later they are.
        """
        clock, stamp, count = self.store.clock, self.sight(), self.store.count()
        if len(old) < CROWD or len(old) < CROWD_SHARE * count:
            if stamp.crowd_since is not None:
                clock.keep(replace(stamp, crowd_since=None))
            return ""
        if stamp.crowd_since is None:
            stamp = replace(stamp, crowd_since=stamp.time)
            clock.keep(stamp)
        assert stamp.crowd_since is not None
        left = DOUBT_LASTS - (stamp.time - stamp.crowd_since)
        if left <= 0:
            return ""
        return (
            f"No old match was removed, because nearly all are old at once: {len(old)} of {count}. "
            f"The clock of this machine shows {date_of(clock.wall())}. If it is wrong, set it. If "
            "it is right, say so with: classkit purge --trust-clock; without that, they go to the "
            f"trash in {left / DAY:.0f} days."
        )

    def settle(self, now: float) -> None:
        """Let the age of matches that lie in the future begin now."""
        for code, time in self.store.files().items():
            if time > now + SLACK:
                self.store.set_time(self.store.path(code), now)

    def take(self, codes: list[str]) -> int:
        """Move matches to the trash, with all that is beside them. Return how many."""
        names = [code + kind for code in codes for kind in REMOVED]
        moved = self.move(names) if codes else set[str]()
        return sum(code + MATCH in moved for code in codes)

    def take_leftovers(self, limit: float) -> None:
        """Move files of matches that are gone, and delete what a killed process began to write."""
        stamp, alone = self.sight(), []
        written = -math.inf if stamp.in_doubt else min(limit, stamp.time - PART_LASTS)
        for path in list(self.store.directory.iterdir()):
            with contextlib.suppress(OSError):
                time = path.stat().st_mtime
                if path.name.startswith("."):
                    if time < written and path.is_file():
                        path.unlink()
                elif self.stands_alone(path.name) and time < limit:
                    alone.append(path.name)
        if alone:
            self.move(alone)

    def stands_alone(self, name: str) -> bool:
        """Return True for a file of a match that is no longer there."""
        code, kind, rest = name.partition(".")
        beside = kind + rest in REMOVED and kind + rest != MATCH
        return bool(beside and CODE.fullmatch(code) and not self.store.exists(code))

    def move(self, names: list[str]) -> set[str]:
        """Move files of the store to a folder of now. Return the names of those that were there.

        The match itself stands first among its files: as long as it is in the store, it has all
        that belongs to it. What a killed process leaves there follows with the next purge.
        """
        folder, moved = self.directory / f"{self.sight().time:.0f}", set[str]()
        try:
            for one in (self.directory, folder):
                one.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise StoreError(
                f"Matches cannot be moved to {self.directory}: {reason(error)}. They stay stored."
            ) from error
        for name in names:
            with contextlib.suppress(OSError):  # not there, or another process was quicker
                os.replace(self.store.directory / name, folder / name)
                moved.add(name)
        return moved

    # --- what is there ----------------------------------------------------------------------

    def codes(self) -> list[str]:
        """Return the codes of the matches in the trash."""
        found = set()
        for folder in self.store.purges():
            found |= {path.name.removesuffix(MATCH) for path in folder.glob(f"*{MATCH}")}
        return sorted(code for code in found if CODE.fullmatch(code))

    def restore(self, code: str) -> int:
        """Bring a match back, or all of them for ``all``. Return how many.

        Its age begins now. Raise UnknownCode if it is not there, and StoreError if another match
        has been stored under the code since.
        """
        codes = self.codes()
        if code != EVERY and code not in codes:
            self.store.path(code)  # UnknownCode for a malformed one
            raise UnknownCode(
                f"The match {code} is not in the trash of {self.store.directory}. A match stays "
                f"there for {TRASH_DAYS:.0f} days."
            )
        if code != EVERY and self.store.exists(code):
            raise StoreError(f"The match {code} is stored again; that in the trash stays there.")
        wanted = [one for one in codes if code in (EVERY, one) and not self.store.exists(one)]
        return sum(map(self.bring_back, wanted))

    def bring_back(self, code: str) -> bool:
        """Move the newest of what was stored under a code back. Return whether it is there.

        What belongs to it may have followed with a later purge.
        """
        now, found = self.sight().time, dict[str, Path]()
        for folder in self.store.purges():
            for kind in REMOVED:
                if (folder / (code + kind)).is_file():
                    found.setdefault(kind, folder / (code + kind))
            if MATCH in found:
                break
        for kind in sorted(found if MATCH in found else (), key=is_match):
            with contextlib.suppress(OSError):
                self.store.set_time(found[kind], now)
                os.replace(found[kind], self.store.directory / found[kind].name)
        return self.store.exists(code)

    def empty(self) -> int:
        """Delete all that is in the trash. Return how many matches; StoreError if some stay."""
        gone, failure = self.delete()
        if failure:
            raise StoreError(failure)
        return gone

    def delete(self, days: float = 0.0) -> tuple[int, str]:
        """Delete what has been in the trash for so many days.

        Return how many matches, and what could not be deleted as a sentence.
        """
        now, gone, failure = self.sight().time, 0, ""
        for folder, moved in self.store.purges().items():
            if days and now - moved < days * DAY:
                continue
            try:
                count = matches_in(folder)
                shutil.rmtree(folder)
            except OSError as error:
                failure = f"The trash in {folder} cannot be emptied: {reason(error)}."
            else:
                gone += count
        return gone, failure


def is_match(name: str) -> bool:
    """Return True for the file, or the kind of file, of a match itself."""
    return CODE.fullmatch(name.removesuffix(MATCH)) is not None or name == MATCH


def matches_in(folder: Path) -> int:
    """Return the number of matches in a folder of the trash."""
    return sum(is_match(path.name) for path in folder.iterdir())


def describe(done: Purge, days: float) -> str:
    """Return what a purge did as a sentence or two; '' for nothing."""
    told = []
    if done.moved:
        age = f" not played for more than {days:g} days" if days else ""
        told.append(
            f"Moved {how_many(done.moved, 'match', 'matches')}{age} to the trash, where "
            f"{'it stays' if done.moved == 1 else 'they stay'} for {TRASH_DAYS:.0f} days. Bring "
            "back: classkit purge --restore=CODE (or =all)."
        )
    if done.deleted:
        told.append(f"Deleted {how_many(done.deleted, 'match', 'matches')} from the trash.")
    return done.refusal or " ".join(told)
