"""A record as lines of text in a notebook, so that a student needs only one file."""

from __future__ import annotations

import base64
import textwrap
import zlib

from classkit.engine.errors import RecordError
from classkit.engine.match import Match
from classkit.engine.record import MAX_BYTES, dumps, too_large
from classkit.engine.registry import loads
from classkit.widgets.records import record_to_hand_on

WIDTH = 100


def packed(match: Match) -> str:
    """Return the record of a match as lines of text, without the luck to come if it is not over.

    >>> import classkit
    >>> text = packed(classkit.new("poleconomy", seats=3, seed=7).play(until="turn"))
    >>> unpacked(text).turn
    2
    """
    small = zlib.compress(dumps(record_to_hand_on(match)).encode(), 9)
    return "\n".join(textwrap.wrap(base64.b64encode(small).decode(), WIDTH))


def unpacked(text: str) -> Match:
    """Return the match in such a text. Raise RecordError with the reason if there is none.

    The text may come from anybody: it is limited and checked like a record.
    """
    if not isinstance(text, str) or len(text) > 2 * MAX_BYTES:
        raise RecordError(
            "This is not the match of a homework: give the text as it stands in the notebook."
        )
    try:
        unzip = zlib.decompressobj()
        data = unzip.decompress(base64.b64decode(text, validate=False), MAX_BYTES + 1)
    except (ValueError, zlib.error):  # not base64, or nothing packed in it
        raise RecordError(
            "The match in this homework is damaged: download the homework again."
        ) from None
    if len(data) > MAX_BYTES:
        raise too_large(len(data))
    return loads(data)
