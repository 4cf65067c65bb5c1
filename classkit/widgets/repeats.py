"""Requests that a page repeats because no answer came: nothing is carried out twice.

A page numbers its actions: the number's upper part is the page, drawn at random when it opens, the
lower part counts from 1. An answer that gets lost is asked for again under the same number.
"""

from __future__ import annotations

from classkit.engine.errors import ClasskitError

from .shapes import Refused

PER_PAGE = 1_000_000
"""The count of numbers that one page has. Programs use those below, and never repeat a request."""

PAGES, ACTIONS = 16, 64
"""The most pages remembered, and the most actions of each: the latest."""

TOO_OLD = (
    "What was asked came so late that the table no longer knows whether it had been done. Look "
    "where the match stands, and go on from there."
)


class Repeats:
    """The latest actions of each page, and why those were refused that were.

    >>> repeats = Repeats()
    >>> repeats.is_new(7_000_001), repeats.is_new(7_000_001), repeats.is_new(7_000_002)
    (True, False, True)
    >>> repeats.refused(7_000_002, {"kind": "refused", "reason": "There is nothing to take back."})
    >>> repeats.refusal(7_000_001), repeats.refusal(7_000_002)
    (None, {'kind': 'refused', 'reason': 'There is nothing to take back.'})
    """

    def __init__(self) -> None:
        self.pages: dict[int, dict[int, Refused | None]] = {}

    def is_new(self, number: int | None) -> bool:
        """Return whether an action is new, and remember it.

        Raise ClasskitError for an action older than all that are remembered of its page.
        """
        page, count = divmod(number or 0, PER_PAGE)
        if page < 1:
            return True
        actions = self.pages.pop(page, {})
        self.pages[page] = actions  # the page heard of last is the last to be forgotten
        if len(self.pages) > PAGES:
            del self.pages[next(iter(self.pages))]
        if count in actions:
            return False
        if len(actions) == ACTIONS and count < min(actions):
            raise ClasskitError(TOO_OLD)
        actions[count] = None
        if len(actions) > ACTIONS:
            del actions[min(actions)]
        return True

    def refused(self, number: int | None, refusal: Refused) -> None:
        """Note how an action was refused: it is refused again with the same words."""
        page, count = divmod(number or 0, PER_PAGE)
        actions = self.pages.get(page, {})
        if count in actions:
            actions[count] = refusal

    def refusal(self, number: int | None) -> Refused | None:
        """Return how an action was refused; None if it was carried out."""
        page, count = divmod(number or 0, PER_PAGE)
        return self.pages.get(page, {}).get(count)
