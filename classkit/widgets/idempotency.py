"""Detection of repeated requests, so that each action of a page runs only once.

A page numbers its actions: NUMBERS_PER_PAGE times a page number, chosen at random when the page
opens, plus a count from 1. If a reply is lost, the page repeats the request with the same number.
"""

from __future__ import annotations

from classkit.engine.errors import ClasskitError

from .wire_types import RefusalMessage

NUMBERS_PER_PAGE = 1_000_000
"""Size of one page's number range. Programs use smaller numbers and never repeat one."""

MAX_PAGES, MAX_ACTIONS = 16, 64
"""Maximum number of pages remembered, and of actions for each. The oldest are dropped."""

TOO_OLD_MESSAGE = (
    "The request arrived so late that the table no longer knows whether it was carried out. "
    "Check the state of the match, and continue from there."
)


class RequestHistory:
    """Latest actions of each page, and the messages of refused actions.

    >>> repeats = RequestHistory()
    >>> repeats.is_new(7_000_001), repeats.is_new(7_000_001), repeats.is_new(7_000_002)
    (True, False, True)
    >>> refusal = {"kind": "refused", "reason": "There is nothing to take back."}
    >>> repeats.record_refusal(7_000_002, refusal)
    >>> repeats.get_refusal(7_000_001), repeats.get_refusal(7_000_002)
    (None, {'kind': 'refused', 'reason': 'There is nothing to take back.'})
    """

    def __init__(self) -> None:
        self.pages: dict[int, dict[int, RefusalMessage | None]] = {}

    def is_new(self, number: int | None) -> bool:
        """Return whether an action is new, and remember it.

        Actions without a page number are always new.

        Raises:
            ClasskitError: The action is older than all remembered actions of its page, so it is
                unknown whether it was run.
        """
        page, count = divmod(number or 0, NUMBERS_PER_PAGE)
        if page < 1:
            return True
        actions = self.pages.pop(page, {})
        self.pages[page] = actions  # moves the page to the end, since the first one is dropped
        if len(self.pages) > MAX_PAGES:
            del self.pages[next(iter(self.pages))]
        if count in actions:
            return False
        if len(actions) == MAX_ACTIONS and count < min(actions):
            raise ClasskitError(TOO_OLD_MESSAGE)
        actions[count] = None
        if len(actions) > MAX_ACTIONS:
            del actions[min(actions)]
        return True

    def record_refusal(self, number: int | None, refusal: RefusalMessage) -> None:
        """Store the refusal of an action, to return it again if the page repeats the request."""
        page, count = divmod(number or 0, NUMBERS_PER_PAGE)
        actions = self.pages.get(page, {})
        if count in actions:
            actions[count] = refusal

    def get_refusal(self, number: int | None) -> RefusalMessage | None:
        """Return the refusal of an action, or None if it was run or is not remembered."""
        page, count = divmod(number or 0, NUMBERS_PER_PAGE)
        return self.pages.get(page, {}).get(count)
