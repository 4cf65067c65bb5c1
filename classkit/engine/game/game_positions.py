"""Positions from which a match of the game can start."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ..errors import PositionError
from ..schema import PositionSchema
from .rules import GameRules, T


class GamePositions(GameRules[T]):
    """Positions from which a match of the game can start.

    Example:
        >>> from classkit.engine.registry import find
        >>> find("poleconomy").has_positions
        True
    """

    example_position: ClassVar[Mapping[str, Any]] = {}
    """An example position, for three seats and the default options."""

    @property
    def has_positions(self) -> bool:
        """True if a match may start from a position, because the game overrides :meth:`place`."""
        return type(self).place is not GamePositions.place

    def place(self, table: T, facts: Mapping[str, Any]) -> None:
        """Change the state after set-up into the position that the facts describe.

        Args:
            table: State just after set-up.
            facts: The facts of the position, by name.

        Raises:
            PositionError: A fact is unknown, has a value that is not allowed, or contradicts
                another.
        """
        if facts:
            raise PositionError(next(iter(facts)), f"{self.title} does not support positions.")

    def position(self, table: T) -> dict[str, Any]:
        """Return facts from which :meth:`place` can create an equivalent state.

        Args:
            table: The current state.

        Returns:
            The facts, by name.
        """
        return {}

    def fact_kinds(self, table: T) -> PositionSchema | None:
        """Return the classes that declare the facts :meth:`place` accepts.

        Return None if the game parses positions itself or does not support them.

        Args:
            table: The current state.

        Returns:
            The classes, or None.
        """
        return None
