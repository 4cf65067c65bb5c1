"""Stored branch: the record of an inactive match, and its rows for charts.

It is much smaller than the match, which is replayed when the branch is activated or compared.
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

from classkit.charts.chart_types import MetricRowData
from classkit.charts.redaction import get_history_hidden
from classkit.charts.rows import RowCache, filter_rows, line_metrics
from classkit.engine.errors import ClasskitError, truncate_text
from classkit.engine.events import INSTRUCTOR, Keep
from classkit.engine.game import Game
from classkit.engine.match import Match
from classkit.engine.navigation import StepRanges
from classkit.engine.registry import find, loads
from classkit.engine.serialization import MAX_BYTES, format_record, size_error

Data = dict[str, Any]

LOG = logging.getLogger("classkit")

MAX_SERIES_BYTES = 20_000_000
"""Maximum size of a branch's rows after decompression, in bytes."""


class BranchSeries(NamedTuple):
    """Rows from which charts draw the lines of another branch, one for each turn up to its end.

    Attributes:
        rows: Values of the metrics that are drawn as lines.
        prints: Hash of all charted metrics in each row, to find where two branches diverge.
    """

    rows: list[MetricRowData]
    prints: list[int]


EMPTY_SERIES = BranchSeries([], [])


def build_series(match: Match, viewer: str | None) -> BranchSeries:
    """Return the series of a match that the viewer may see, up to its latest step."""
    latest = match.fork().goto(step=match.last_step) if match.can_redo else match
    rows = RowCache().get_current_rows(latest, viewer)
    drawn = line_metrics(match) - {*get_history_hidden(match, viewer)}
    return BranchSeries(filter_rows(rows, drawn), hash_rows(rows))


def hash_rows(rows: Sequence[MetricRowData]) -> list[int]:
    """Return a hash of each row that is the same in every process.

    >>> hash_rows([{"turn": 1, "values": {"a": 1, "b": 2}}])[0] == hash_rows(
    ...     [{"values": {"b": 2, "a": 1}, "turn": 1}])[0]
    True
    """
    texts = (json.dumps(row, sort_keys=True) for row in rows)
    return [int.from_bytes(blake2b(text.encode(), digest_size=6).digest()) for text in texts]


class StoredBranchData(TypedDict):
    """A stored branch as JSON data. Compressed data is base64-encoded."""

    game: str
    seats: int
    seed: int
    rules: str
    packed: str
    courses: list[str]


@dataclass(frozen=True, slots=True, eq=False)
class StoredBranch:
    """A match as its compressed record and two series, for everybody and for the instructor.

    ``courses`` are the compressed series, or None if the match must be replayed to compute them.
    ``known`` is the game object, for games that are not installed.
    """

    game: str
    seats: int
    seed: int
    rules: str
    """The version of the rules with which the series were computed."""
    record: bytes
    courses: tuple[bytes, bytes] | None
    known: Game[Any] | None = None
    keep: Keep | None = None
    strides: StepRanges | None = None
    """The ranges of steps played together, which Back undoes. A record does not contain them."""

    @classmethod
    def from_match(cls, match: Match) -> StoredBranch:
        """Return a match as a stored branch.

        Raises:
            RecordError: The record is too large.
        """
        game = match.game
        text = format_record(match.to_record()).encode()
        if len(text) > MAX_BYTES:
            raise size_error(len(text))
        return cls(
            game=game.name,
            seats=len(match.seats),
            seed=match.seed,
            rules=game.rules_version,
            record=zlib.compress(text),
            courses=build_viewer_series(match),
            known=game,
            keep=match.keep,
            strides=match.step_ranges.copy(),
        )

    @property
    def seed_key(self) -> tuple[str, int, int]:
        """The game, number of seats and seed, which must be equal for branches on one chart."""
        return self.game, self.seats, self.seed

    @property
    def content_hash(self) -> str:
        """Hash of the content, used as the key of the branch in storage."""
        parts = (f"{self.seed_key} {self.rules}".encode(), self.record, *(self.courses or ()))
        return blake2b(b"".join(parts), digest_size=16).hexdigest()

    @property
    def stored_size(self) -> int:
        """Approximate size in storage, in characters."""
        return 4 * sum(map(len, (self.record, *dict.fromkeys(self.courses or ())))) // 3

    def replay_match(self) -> Match:
        """Return the match, replayed from its record.

        Raises:
            RecordError: The record no longer agrees with the rules.
        """
        text = decompress(self.record, MAX_BYTES)
        match = loads(text, keep=self.keep, game=self.known)
        if self.strides is not None:
            match.step_ranges.copy_ranges(self.strides)
        return match

    def get_series(self, viewer: str | None) -> BranchSeries | None:
        """Return the series for this viewer, or None if it is missing or damaged."""
        if self.courses is None:
            return None
        return parse_series(self.courses[viewer == INSTRUCTOR])

    def with_series(self) -> StoredBranch:
        """Return the branch with series from a replay. They are empty if the replay fails."""
        rules = self.rules
        try:
            match = self.replay_match()
            courses, rules = build_viewer_series(match), match.game.rules_version
        except Exception as error:  # a damaged branch must not prevent the table from being shown
            LOG.warning("a branch of %s cannot be drawn: %s", self.game, truncate_text(error, 200))
            courses = (compress_series(EMPTY_SERIES), compress_series(EMPTY_SERIES))
        return replace(self, courses=courses, rules=rules)

    # --- storage ---------------------------------------------

    def to_json(self) -> StoredBranchData:
        """Return the stored branch as JSON data."""
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
    def from_json(cls, stated: Data, known: Game[Any]) -> StoredBranch:
        """Restore a branch from the output of :meth:`to_json`. Raise an error for invalid data.

        The record is not replayed here, so it may still be invalid. The series are dropped if they
        were computed with another version of the rules.
        """
        game, rules, seats, seed = (stated[key] for key in ("game", "rules", "seats", "seed"))
        texts, numbers = {type(game), type(rules)}, {type(seats), type(seed)}
        if texts != {str} or numbers != {int}:
            raise ValueError("This is not a branch.")
        record = b64decode(stated["packed"], validate=True)
        decompress(record, MAX_BYTES)
        found = [b64decode(course, validate=True) for course in stated["courses"]]
        here = known if known.name == game else None
        courses = (
            (found[0], found[-1]) if found and rules == find_rules_version(game, here) else None
        )
        return cls(game, seats, seed, rules, record, courses, here)


def find_rules_version(game: str, known: Game[Any] | None) -> str | None:
    """Return the installed version of a game's rules, or None for an unknown game."""
    try:
        return (known or find(game)).rules_version
    except ClasskitError:
        return None


def build_viewer_series(match: Match) -> tuple[bytes, bytes]:
    """Return the compressed series for everybody and for the instructor.

    Both are the same object if the match is at its latest step and no history is hidden.
    """
    whole = compress_series(build_series(match, INSTRUCTOR))
    latest_hides = match.can_redo or get_history_hidden(match, None)
    return (compress_series(build_series(match, None)) if latest_hides else whole, whole)


def compress_series(course: BranchSeries) -> bytes:
    """Return a series as compressed JSON."""
    return zlib.compress(json.dumps(course).encode())


def parse_series(packed: bytes) -> BranchSeries | None:
    """Return a series from compressed JSON, or None for invalid data.

    >>> series = BranchSeries([{"turn": 1, "round": 1, "values": {"cash": 5}}], [7])
    >>> parse_series(compress_series(series))
    BranchSeries(rows=[{'turn': 1, 'round': 1, 'values': {'cash': 5}}], prints=[7])
    >>> parse_series(b"no")
    """
    try:
        rows, prints = json.loads(decompress(packed, MAX_SERIES_BYTES), parse_constant=int)
        sound = len(rows) == len(prints) and all(
            type(row["turn"]) is int and isinstance(row["values"], dict) for row in rows
        )
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return BranchSeries(rows, prints) if sound else None


def decompress(packed: bytes, most: int) -> bytes:
    """Return the decompressed data.

    Raises:
        ValueError: The data is invalid, or has more than ``most`` bytes.

    >>> decompress(zlib.compress(b"x" * 1_000_000), 1_000)
    Traceback (most recent call last):
    ValueError: This branch is too large after decompression.
    """
    reader = zlib.decompressobj()
    try:
        content = reader.decompress(packed, most + 1)
    except zlib.error:
        raise ValueError("The data of this branch is damaged.") from None
    if len(content) > most:
        raise ValueError("This branch is too large after decompression.")
    return content
