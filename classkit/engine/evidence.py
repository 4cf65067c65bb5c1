"""Evidence of a sentence: the events and the ledger rows that it was built from."""

from __future__ import annotations

from typing import NamedTuple


class Evidence(NamedTuple):
    """Numbers of events and ledger rows of a match, both counted from 1.

    Event ``n`` is ``match.events[n - 1]``, row ``n`` is ``match.transfers[n - 1]``. Numbers are
    public; the events and rows are redacted for a viewer when they are shown.

    Args:
        events: Numbers of events, in the order in which they happened.
        transfers: Numbers of ledger rows, in the order in which they happened.

    Example:
        >>> Evidence((3,), (7, 8)) | Evidence((2, 3), (8,))
        Evidence(events=(2, 3), transfers=(7, 8))
    """

    events: tuple[int, ...] = ()
    transfers: tuple[int, ...] = ()

    def __or__(self, other: object) -> Evidence:
        """Return the evidence of two sentences, each number once."""
        if not isinstance(other, Evidence):
            return NotImplemented
        return Evidence(
            tuple(sorted({*self.events, *other.events})),
            tuple(sorted({*self.transfers, *other.transfers})),
        )


class Statement(NamedTuple):
    """A finished sentence with its evidence.

    Args:
        text: The sentence, as a reader gets it.
        evidence: Everything that it reports. Names, amounts and causes come from here only.
    """

    text: str
    evidence: Evidence = Evidence()
