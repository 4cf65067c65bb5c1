"""A match that is kept and not on the screen: its record, and what charts draw of it.

It is small however long the match was, and the match is played again when somebody looks at it.
"""

from __future__ import annotations

import json
import logging
import zlib
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any, NamedTuple, TypedDict

from classkit.charts.hidden_figures import hidden_course
from classkit.charts.rows import Rows, line_metrics, only
from classkit.charts.shapes import Row
from classkit.engine.errors import ClasskitError, shorten
from classkit.engine.game import Game
from classkit.engine.log import INSTRUCTOR, Keep
from classkit.engine.match import Match
from classkit.engine.record import MAX_BYTES, dumps, too_large
from classkit.engine.registry import find, loads
from classkit.engine.strides import Strides

Data = dict[str, Any]

LOG = logging.getLogger("classkit")

MOST_DRAWN = 20_000_000
"""The most bytes of a branch's rows once they are unpacked."""


class Course(NamedTuple):
    """The lines that charts draw of a branch beside another: a row for each turn, to its end.

    ``rows`` hold the figures that are drawn as lines; ``prints`` has for each of them a fingerprint
    of all figures on charts, which tells where two branches part.
    """

    rows: list[Row]
    prints: list[int]


NOTHING = Course([], [])


def course_of(match: Match, viewer: str | None) -> Course:
    """Return the course of a match as a viewer may see it."""
    latest = match.fork().goto(step=match.last_step) if match.can_redo else match
    rows = Rows().upto_now(latest, viewer)
    drawn = line_metrics(match) - {*hidden_course(match, viewer)}
    return Course(only(rows, drawn), fingerprints(rows))


def fingerprints(rows: Sequence[Row]) -> list[int]:
    """Return a number for each row: the same for equal rows, in every process.

    >>> fingerprints([{"turn": 1, "values": {"a": 1, "b": 2}}])[0] == fingerprints(
    ...     [{"values": {"b": 2, "a": 1}, "turn": 1}])[0]
    True
    """
    texts = (json.dumps(row, sort_keys=True) for row in rows)
    return [int.from_bytes(blake2b(text.encode(), digest_size=6).digest()) for text in texts]


class BranchKept(TypedDict):
    """A stored branch as JSON data: what is packed is in base64."""

    game: str
    seats: int
    seed: int
    rules: str
    packed: str
    courses: list[str]


@dataclass(frozen=True, slots=True, eq=False)
class StoredBranch:
    """A match as its record, compressed, and its courses: for everybody, and for the instructor.

    ``courses`` are None where they have still to be found by playing the match again; ``known`` is
    the game itself, which need not be one that is installed.
    """

    game: str
    seats: int
    seed: int
    rules: str
    """The version of the rules that the courses are of."""
    record: bytes
    courses: tuple[bytes, bytes] | None
    known: Game[Any] | None = None
    keep: Keep | None = None
    strides: Strides | None = None
    """The strides taken in it, by which Back goes; a record does not hold them."""

    @classmethod
    def of(cls, match: Match) -> StoredBranch:
        """Store a match; RecordError if it is longer than a record may be."""
        game = match.game
        text = dumps(match.to_record()).encode()
        if len(text) > MAX_BYTES:
            raise too_large(len(text))
        return cls(
            game=game.name,
            seats=len(match.seats),
            seed=match.seed,
            rules=game.rules_version,
            record=zlib.compress(text),
            courses=courses_of(match),
            known=game,
            keep=match.keep,
            strides=match.strides.copy(),
        )

    @property
    def luck(self) -> tuple[str, int, int]:
        """The game, the number of seats and the seed, which branches on one chart must share."""
        return self.game, self.seats, self.seed

    @property
    def key(self) -> str:
        """A fingerprint, under which it is stored."""
        parts = (f"{self.luck} {self.rules}".encode(), self.record, *(self.courses or ()))
        return blake2b(b"".join(parts), digest_size=16).hexdigest()

    @property
    def size(self) -> int:
        """The approximate number of characters that it takes in the store."""
        return 4 * sum(map(len, (self.record, *dict.fromkeys(self.courses or ())))) // 3

    def play_again(self) -> Match:
        """Play the very same match; RecordError where the rules no longer agree with it."""
        text = unpack(self.record, MAX_BYTES)
        match = loads(text, keep=self.keep, game=self.known)
        if self.strides is not None:
            match.strides.take_over(self.strides)
        return match

    def course(self, viewer: str | None) -> Course | None:
        """Return what charts draw of it for this viewer; None if that is not known."""
        if self.courses is None:
            return None
        return read_course(self.courses[viewer == INSTRUCTOR])

    def with_courses(self) -> StoredBranch:
        """Add its courses, for which it is played again; none where it cannot be."""
        rules = self.rules
        try:
            match = self.play_again()
            courses, rules = courses_of(match), match.game.rules_version
        except Exception as error:  # a branch beside must not keep the table from being shown
            LOG.warning("a branch of %s cannot be drawn: %s", self.game, shorten(error, 200))
            courses = (pack(NOTHING), pack(NOTHING))
        return replace(self, courses=courses, rules=rules)

    # --- in the store ---------------------------------------------

    def plain(self) -> BranchKept:
        """Return the same as JSON data."""
        courses = [b64encode(course).decode() for course in dict.fromkeys(self.courses or ())]
        return {
            "game": self.game,
            "seats": self.seats,
            "seed": self.seed,
            "rules": self.rules,
            "packed": b64encode(self.record).decode(),
            "courses": courses,
        }

    @classmethod
    def read(cls, stated: Data, known: Game[Any]) -> StoredBranch:
        """Read what :meth:`plain` wrote; raise an error for anything that makes no sense.

        Nothing is played: a record is judged when somebody looks at it.
        """
        game, rules, seats, seed = (stated[key] for key in ("game", "rules", "seats", "seed"))
        texts, numbers = {type(game), type(rules)}, {type(seats), type(seed)}
        if texts != {str} or numbers != {int}:
            raise ValueError("This is no branch.")
        record = b64decode(stated["packed"], validate=True)
        unpack(record, MAX_BYTES)
        found = [b64decode(course, validate=True) for course in stated["courses"]]
        here = known if known.name == game else None
        courses = (found[0], found[-1]) if found and rules == version(game, here) else None
        return cls(game, seats, seed, rules, record, courses, here)


def version(game: str, known: Game[Any] | None) -> str | None:
    """Return the version of a game's rules here; None where there is no such game."""
    try:
        return (known or find(game)).rules_version
    except ClasskitError:
        return None


def courses_of(match: Match) -> tuple[bytes, bytes]:
    """Return the courses of a match for everybody and the instructor; one where they are equal."""
    whole = pack(course_of(match, INSTRUCTOR))
    latest_hides = match.can_redo or hidden_course(match, None)
    return (pack(course_of(match, None)) if latest_hides else whole, whole)


def pack(course: Course) -> bytes:
    """Return a course as compressed JSON."""
    return zlib.compress(json.dumps(course).encode())


def read_course(packed: bytes) -> Course | None:
    """Return a course from its few bytes; None where they make no sense.

    >>> read_course(pack(Course([{"turn": 1, "round": 1, "values": {"cash": 5}}], [7])))
    Course(rows=[{'turn': 1, 'round': 1, 'values': {'cash': 5}}], prints=[7])
    >>> read_course(b"no")
    """
    try:
        rows, prints = json.loads(unpack(packed, MOST_DRAWN), parse_constant=int)
        sound = len(rows) == len(prints) and all(
            type(row["turn"]) is int and isinstance(row["values"], dict) for row in rows
        )
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return Course(rows, prints) if sound else None


def unpack(packed: bytes, most: int) -> bytes:
    """Unpack what was compressed; ValueError if it has more than ``most`` bytes.

    >>> unpack(zlib.compress(b"x" * 1_000_000), 1_000)
    Traceback (most recent call last):
    ValueError: This is too long once it is unpacked.
    """
    reader = zlib.decompressobj()
    try:
        content = reader.decompress(packed, most + 1)
    except zlib.error:
        raise ValueError("This cannot be unpacked.") from None
    if len(content) > most:
        raise ValueError("This is too long once it is unpacked.")
    return content
