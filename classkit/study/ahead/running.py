"""A study while it runs: play its futures one by one, wait for all, or cancel."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from html import escape
from typing import Any, Self

from ..processes import warm_pool
from .future import Outcome, Scenario

LATER = 1.0
"""Seconds after which a progress bar appears."""


class Running:
    """A number of futures, as far as they have been played: ``jobs``, which ``scenario`` plays.

    ``wanted`` counts those to play, ``done`` those played. Iterating plays them and yields this
    object after each; leaving the loop pauses them, and :meth:`cancel` ends them for good.
    """

    def __init__(
        self,
        jobs: Sequence[Any],
        scenario: Scenario,
        processes: int | None,
    ) -> None:
        self.jobs, self.scenario = jobs, scenario
        self.wanted, self.cancelled = len(jobs), False
        self.failure: BaseException | None = None
        """Why one of them could not be played: whoever waits for the rest is told."""
        self.came: dict[int, Any] = {}
        """What is kept of each future that has been played, by its number."""
        self.source: Generator[tuple[int, Outcome]] = warm_pool.run(jobs, scenario, processes)
        """The generator that plays them, for callers that use :meth:`take` themselves."""

    def take(self, number: int, outcome: Outcome) -> None:
        """Note a future that has been played."""
        self.came[number] = self.keep(outcome)

    def keep(self, outcome: Outcome) -> Any:
        """Return what is kept of a future."""
        return outcome

    @property
    def done(self) -> int:
        """The number of futures played."""
        return len(self.came)

    def __iter__(self) -> Iterator[Self]:
        while self.play_next():
            yield self

    def play_next(self) -> bool:
        """Wait for one more future. Return False if there is none."""
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
        self.take(*found)
        return True

    def wait(self, progress: bool | None = None) -> Self:
        """Play all that are left. ``progress`` shows a bar, by default if it takes a while."""
        if self.cancelled or self.done == self.wanted:
            return self
        from tqdm.auto import tqdm

        with tqdm(
            total=self.wanted,
            initial=self.done,
            unit=" futures",
            delay=LATER,
            leave=False,
            disable=None if progress is None else not progress,
        ) as bar:
            for _ in self:
                bar.update()
        return self

    def sentence(self, wait: bool = True) -> str:
        """Say what has been found; empty before there is something to say."""
        raise NotImplementedError

    def lines(self) -> list[dict[str, str]]:
        """Return what has been found so far as the lines of a table for people."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        """Show a notebook what has been found so far; it plays nothing."""
        import pandas as pd

        told = (
            self.sentence(wait=False) or f"{self.done} of {self.wanted} futures have been played."
        )
        table = pd.DataFrame(self.lines())
        shown = "" if table.empty else table.to_html(index=False, border=0)
        return f"<p>{escape(told)}</p>{shown}"

    def cancel(self) -> Self:
        """Play no more, and keep what has been played."""
        self.cancelled = True
        self.source.close()
        return self
