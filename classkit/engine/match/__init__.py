"""The :class:`Match`: what it is now, its past, its record, and what is done with it."""

from .match import Match, SeenMatch

__all__ = ["Match", "SeenMatch"]
