"""What is measured in a match of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from ..metrics import GivesAway, Metric
from ..question_brief import ReturnSample, SampledMatch
from .rules import GameRules, T


class GameAnalytics(GameRules[T]):
    """What is measured in a match of the game.

    Attributes:
        metrics: The metrics of the game.

    Example:
        >>> from classkit.engine.registry import find
        >>> "net_worth" in [metric.key for metric in find("poleconomy").metrics]
        True
    """

    metrics: ClassVar[tuple[Metric, ...]] = ()
    gives_away: ClassVar[Mapping[str, GivesAway]] = {}
    """Displays, other than its chart, that reveal a metric, by key; hidden while a class predicts
    it.
    """
    starting_facts: ClassVar[tuple[Metric, ...]] = ()
    """Facts about the opening that studies use for comparisons: metrics with the window "the
    opening".

    They are computed at the start of the first turn. Their keys must differ from the keys of the
    metrics.
    """
    barring_events: ClassVar[frozenset[str]] = frozenset()
    """Events that can bar a seat from winning (:attr:`Standing.held_back`)."""
    repricing_events: ClassVar[frozenset[str]] = frozenset()
    """Events that change how the value of items is computed, such as a new peg."""

    def active_metrics(self, table: T) -> tuple[Metric, ...]:
        """Return the metrics for this state, which are all metrics by default.

        Override this if they depend on options. A subclass may declare additional metrics
        (:func:`.metrics.filter_declared`).

        Args:
            table: The current state.

        Returns:
            The metrics, in the order of the game.
        """
        return self.metrics

    @property
    def custom_metrics(self) -> tuple[str, ...]:
        """Keys of the metrics that are missing from the game registered under this name.

        Records list these keys because the registered game does not define the metrics.
        """
        named = next(kind for kind in type(self).__mro__ if "name" in vars(kind))
        if self.metrics is named.metrics:  # type: ignore[attr-defined]  # a class with a name is a game
            return ()
        known = {metric.key: metric for metric in named.metrics}  # type: ignore[attr-defined]  # the same
        return tuple(metric.key for metric in self.metrics if known.get(metric.key) != metric)

    def list_price(self, table: T, unit: str) -> int | None:
        """Return the fixed price of a title in this state, or None if it does not have one.

        Args:
            table: The current state.
            unit: The title.

        Returns:
            The price in the unit of money, or None.
        """
        return None

    def collapse_metrics(self, table: T) -> tuple[str, str] | None:
        """Return two metrics that explain why a match ended without a winner, or None.

        The first metric grew until the match ended, and events report it (``told_by``). Losses in
        the second metric caused this growth. Turning points describe both.
        """
        return None

    def sample_returns(self, match: SampledMatch) -> Iterable[ReturnSample]:
        """Return samples of what items earned in a finished match.

        ``python -m tests.usual_returns`` averages the samples over many matches between bots and
        writes ``presentation/usual_returns.json`` in the game's package.
        """
        return ()
