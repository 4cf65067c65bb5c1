"""Execution of a study of futures: one by one, all, or until cancelled."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from html import escape
from typing import Any, Self

from classkit.deprecation import warn_about_members

from ..processes import warm_pool
from .single_future import FutureOutcome, RolloutPlan

PROGRESS_DELAY = 1.0
"""Seconds after which a progress bar appears."""


@warn_about_members
class RolloutRun:
    """Futures that are played on demand: ``plan`` plays each of the ``jobs``.

    ``wanted`` is the number of futures, ``done`` the number played. Iterating plays them and yields
    this object after each. Leaving the loop pauses them, and :meth:`cancel` ends them.
    """

    def __init__(
        self,
        jobs: Sequence[Any],
        scenario: RolloutPlan,
        processes: int | None,
    ) -> None:
        self.jobs, self.plan = jobs, scenario
        self.wanted, self.cancelled = len(jobs), False
        self.failure: BaseException | None = None
        """The error of a future that failed, raised for callers that wait for the rest."""
        self.results: dict[int, Any] = {}
        """Number of a played future -> its result."""
        self.source: Generator[tuple[int, FutureOutcome]] = warm_pool.run(jobs, scenario, processes)
        """The generator that plays them, for callers that use :meth:`record_outcome` themselves."""

    def record_outcome(self, number: int, outcome: FutureOutcome) -> None:
        """Store the outcome of a future."""
        self.results[number] = self.extract_result(outcome)

    def extract_result(self, outcome: FutureOutcome) -> Any:
        """Return the part of an outcome that is stored."""
        return outcome

    @property
    def done(self) -> int:
        """The number of futures played."""
        return len(self.results)

    def __iter__(self) -> Iterator[Self]:
        while self.play_next():
            yield self

    def play_next(self) -> bool:
        """Wait for one more future. Return False if none is left.

        Returns:
            True if a future was played.
        """
        if self.cancelled:
            return False
        if self.failure is not None:
            raise self.failure
        try:
            found = next(self.source, None)
        except Exception as error:
            self.failure = error
            raise
        if found is None:
            return False
        self.record_outcome(*found)
        return True

    def wait(self, progress: bool | None = None) -> Self:
        """Play the remaining futures.

        ``progress`` shows a bar, by default if it takes more than a few seconds.

        Args:
            progress: Show a progress bar. By default it appears if playing takes more than a few
                seconds.

        Returns:
            This object, with all results.
        """
        if self.cancelled or self.done == self.wanted:
            return self
        from tqdm.auto import tqdm

        with tqdm(
            total=self.wanted,
            initial=self.done,
            unit=" futures",
            delay=PROGRESS_DELAY,
            leave=False,
            disable=None if progress is None else not progress,
        ) as bar:
            for _ in self:
                bar.update()
        return self

    def sentence(self, wait: bool = True) -> str:
        """Return the result as a sentence; empty before the first results.

        Args:
            wait: Play the remaining futures first.

        Returns:
            The sentence.
        """
        raise NotImplementedError

    def build_display_rows(self) -> list[dict[str, str]]:
        """Return the results so far as the rows of a table for display."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        """Show the results so far in a notebook, without playing anything."""
        import pandas as pd

        told = (
            self.sentence(wait=False) or f"{self.done} of {self.wanted} futures have been played."
        )
        table = pd.DataFrame(self.build_display_rows())
        shown = "" if table.empty else table.to_html(index=False, border=0)
        return f"<p>{escape(told)}</p>{shown}"

    def cancel(self) -> Self:
        """Stop playing, and keep the futures played so far.

        Returns:
            This object, with the results so far.
        """
        self.cancelled = True
        self.source.close()
        return self
