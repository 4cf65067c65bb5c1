"""Execution of a futures study: step by step, to the end, or until cancelled."""

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
    """Futures that are played on demand. ``plan`` plays each of the ``jobs``.

    ``wanted`` is the number of futures, and ``done`` the number played so far. Iterating plays the
    futures and yields this object after each. Leaving the loop pauses playing, and :meth:`cancel`
    stops it.
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
        """Error of a failed future, which is raised again for callers that wait for the rest."""
        self.results: dict[int, Any] = {}
        """Maps the number of a played future to its result."""
        self.source: Generator[tuple[int, FutureOutcome]] = warm_pool.run(jobs, scenario, processes)
        """Generator that plays the futures, for callers that use :meth:`record_outcome`."""

    def record_outcome(self, number: int, outcome: FutureOutcome) -> None:
        """Store the outcome of a future."""
        self.results[number] = self.extract_result(outcome)

    def extract_result(self, outcome: FutureOutcome) -> Any:
        """Return the part of an outcome that is stored."""
        return outcome

    @property
    def done(self) -> int:
        """Number of futures played."""
        return len(self.results)

    def __iter__(self) -> Iterator[Self]:
        while self.play_next():
            yield self

    def play_next(self) -> bool:
        """Play the next future, or wait until another process has played it.

        Returns:
            True if a future was played; False if all futures have been played.
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

        Args:
            progress: True to show a progress bar. By default, it appears if playing takes more than
                a few seconds.

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
        """Describe the result in a sentence.

        Args:
            wait: Play the remaining futures first.

        Returns:
            The sentence, or an empty string before the first results.
        """
        raise NotImplementedError

    def build_display_rows(self) -> list[dict[str, str]]:
        """Return the results so far as rows of a display table."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        """Show the results so far in a notebook. No futures are played."""
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
