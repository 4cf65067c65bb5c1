"""Compression of long messages to the page.

Prices of a whole board, an auction with twenty bids, or the news of a round are repetitive and
compress well. Short messages are sent uncompressed.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .connection_protocol import MessageSender

COMPRESSION_THRESHOLD = 1_800
"""Messages with more characters than this are compressed.

Jupyter itself adds about 1,800 bytes to each message.
"""

PLAIN_KEYS = ("kind", "seq", "reply")
"""Keys that are never compressed, for code that only checks a message's kind and recipient."""


def with_compression(send: MessageSender) -> MessageSender:
    """Return ``send`` with compression: the keys of a long message become one compressed buffer.

    :data:`PLAIN_KEYS` are not compressed. Messages that already have buffers are sent unchanged.

    >>> def show(content, buffers=None):
    ...     print(content, [gzip.decompress(one)[:13] for one in buffers or []])
    >>> with_compression(show)({"kind": "step", "seq": 2, "reply": 7, "change": {}})
    {'kind': 'step', 'seq': 2, 'reply': 7, 'change': {}} []
    >>> with_compression(show)({"kind": "step", "seq": 3, "reply": 8, "change": "a" * 2000})
    {'kind': 'step', 'seq': 3, 'reply': 8, 'packed': True} [b'{"change":"aa']
    """

    def sent(content: dict[str, Any], buffers: list[bytes] | None = None) -> None:
        if not buffers:
            inside = {name: value for name, value in content.items() if name not in PLAIN_KEYS}
            text = json.dumps(inside, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
            if len(text) > COMPRESSION_THRESHOLD:
                outside = {name: content[name] for name in PLAIN_KEYS if name in content}
                packed = gzip.compress(text.encode(), 9, mtime=0)
                send({**outside, "packed": True}, [packed])
                return
        send(content, buffers)

    return sent


def decompress_message(content: dict[str, Any], buffers: Sequence[bytes]) -> dict[str, Any]:
    """Return a decompressed message. An uncompressed message is returned unchanged.

    >>> told = {"kind": "step", "change": "a" * 2000}
    >>> with_compression(lambda *sent: print(decompress_message(*sent) == told))(told)
    True
    """
    if not content.get("packed"):
        return content
    inside: dict[str, Any] = json.loads(gzip.decompress(buffers[0]))
    return {name: value for name, value in content.items() if name != "packed"} | inside
