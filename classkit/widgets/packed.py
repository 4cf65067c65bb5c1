"""Long messages to the page, compressed: a step has its few kilobytes whatever happened in it.

Prices that change on a whole board, an auction with twenty bids or the news of a round are written
in words and figures that repeat each other. What is short anyway goes as it is, since a page reads
that at once.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .channel import Send

LONG = 1_800
"""Messages of more characters are compressed. Jupyter adds some 1,800 bytes to each."""

OUTSIDE = ("kind", "seq", "reply")
"""The parts of a message that stay readable, for those who only check whom it is for."""


def packing(send: Send) -> Send:
    """Wrap ``send``: what is long goes as one compressed buffer, beside what stays outside.

    >>> def show(content, buffers=None):
    ...     print(content, [gzip.decompress(one)[:13] for one in buffers or []])
    >>> packing(show)({"kind": "step", "seq": 2, "reply": 7, "change": {}})
    {'kind': 'step', 'seq': 2, 'reply': 7, 'change': {}} []
    >>> packing(show)({"kind": "step", "seq": 3, "reply": 8, "change": "a" * 2000})
    {'kind': 'step', 'seq': 3, 'reply': 8, 'packed': True} [b'{"change":"aa']
    """

    def sent(content: dict[str, Any], buffers: list[bytes] | None = None) -> None:
        if not buffers:
            inside = {name: value for name, value in content.items() if name not in OUTSIDE}
            text = json.dumps(inside, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
            if len(text) > LONG:
                outside = {name: content[name] for name in OUTSIDE if name in content}
                packed = gzip.compress(text.encode(), 9, mtime=0)
                send({**outside, "packed": True}, [packed])
                return
        send(content, buffers)

    return sent


def unpacked(content: dict[str, Any], buffers: Sequence[bytes]) -> dict[str, Any]:
    """Return a message as it was before it was packed; what was not packed is given back.

    >>> told = {"kind": "step", "change": "a" * 2000}
    >>> packing(lambda *sent: print(unpacked(*sent) == told))(told)
    True
    """
    if not content.get("packed"):
        return content
    inside: dict[str, Any] = json.loads(gzip.decompress(buffers[0]))
    return {name: value for name, value in content.items() if name != "packed"} | inside
