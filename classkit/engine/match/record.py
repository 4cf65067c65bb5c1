"""A match as data: records, positions and points."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, NoReturn

from ..access import exclusive, read_only
from ..errors import ClasskitError, NothingToDo, RecordError, truncate_text
from ..positions import Point, build_position
from ..serialization import list_entries, record_text, save_record
from ..untrusted_input import to_builtin
from .past_queries import PastQueries


class MatchRecord(PastQueries):
    """A match that can be saved, and from which others can start."""

    def __eq__(self, other: object) -> bool:
        """Return True if the other match has the same record, including the steps ahead.

        Matches are mutable, so they cannot be members of a set or keys of a dict.

        >>> import classkit
        >>> one = classkit.new("poleconomy", seats=3, seed=7)
        >>> other = classkit.new("poleconomy", seats=3, seed=7)
        >>> one == other, one.play(until="turn") == other
        (True, False)
        """
        if self is other:
            return True
        if not isinstance(other, MatchRecord):
            return NotImplemented
        ours, theirs = self._timeline, other._timeline
        if self._record_head() != other._record_head() or list_entries(ours) != list_entries(
            theirs
        ):
            return False
        if ours.has_opening_row and theirs.has_opening_row:
            return True
        return self.digest() == other.digest()  # the past of a match from a point is missing

    __hash__ = None  # type: ignore[assignment]  # mutable, as a list is

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a match cannot be pickled. Use m.save(path) here and classkit.load(path) in the "
            "other process; classkit.study already plays many matches on all cores."
        )

    # --- records and positions --------------------------------------------------------------

    @read_only
    def position(self) -> dict[str, Any]:
        """Return the current turn as a position: facts at the start of the turn, and answers since.

        A match started from the position continues under the same rules. A position does not
        contain the past: charts of the new match begin here, and its random outcomes are its own.
        To restore a match exactly, use a record or a point.

        Returns:
            The position as JSON data, for ``classkit.new(..., position=...)``.

        Raises:
            PositionError: The match is in set-up or over.
            RuleError: A rule failed while the match was replayed.
        """
        with self._replay_guard():
            return build_position(self._timeline)

    @read_only
    def point(self) -> Point:
        """Return the current point, from which other matches can continue (:meth:`Match.at`).

        The point includes an unfinished turn, asides and sealed answers. It does not include later
        steps.

        Raises:
            NothingToDo: The match is over.
        """
        if self.is_over:
            raise NothingToDo("The match is over: no match can continue from here.")
        line = self._timeline
        start, entries = line.copy_start_state(), tuple(line.entries_here())
        return Point(self.game, self.seats, self.edition, self.options, start, entries)

    @read_only
    def to_record(self) -> dict[str, Any]:
        """Return the record as JSON data. It contains everything needed to replay the match.

        The record includes later steps. If you went back, ``at`` is the current step.

        Returns:
            The record as built-in types (dicts, lists, texts and numbers).

        Raises:
            RecordError: The match started from a point, so its past is missing.
            RuleError: A rule failed while the match was replayed.
        """
        self._require_history()
        with self._replay_guard():
            self._timeline.compute_hashes()
        return self._record()

    @read_only
    def record_text(self) -> str:
        """Return the contents of a record file.

        Earlier turns are cached, so calling this after every step formats only the current turn.

        Returns:
            The record in JSON.

        Raises:
            RecordError: The match started from a point, so its past is missing.
            RuleError: A rule failed while the match was replayed.

        Example:
            >>> import classkit
            >>> classkit.new("opoly", seats=3, seed=7).record_text()[:17]
            '{\\n "classkit": 1,'
        """
        self._require_history()
        with self._replay_guard():
            self._timeline.compute_hashes()
        return record_text(self._record_head(), self._timeline)

    refuse_unreadable: ClassVar[Callable[[MatchRecord, str], None]]
    """Raises an error if a record could not be opened. The package sets it, because what opens
    matches imports this module.
    """

    def _require_history(self) -> None:
        """Raise an error if the match started from a point and so cannot be recorded."""
        if not self._timeline.has_opening_row:
            raise RecordError(
                "This match started from a point, so its record would be incomplete: save and "
                "continue the match in which the point was made instead."
            )

    @exclusive
    def save(self, path: str | Path) -> Path:
        """Write the record to a file, and the names of seats to a separate file next to it.

        Before writing, this method checks that :func:`classkit.load` can open the record. An
        existing file is replaced only after the new file is complete.

        Args:
            path: File to write.

        Returns:
            The path.

        Raises:
            RecordError: The record could not be opened again, or the file cannot be written.
            ClasskitError: A folder in the path does not exist.
        """
        path = to_builtin(path)
        if not isinstance(path, (str, Path)) or "\0" in str(path) or not Path(path).name:
            raise ClasskitError(f"path must be the name of a file, not {truncate_text(path)}.")
        text = self.record_text()
        self.refuse_unreadable(text)
        return save_record(text, self.names, Path(path))
