"""Filter for websocket messages from a page to its kernel. It parses only short parts of them.

A frame of Jupyter's protocol ``v1.kernel.websocket.jupyter.org`` is a table of offsets followed by
its parts: channel, header, parent header, metadata, content, and binary buffers. Jupyter trusts
that table. Here a frame is accepted only if its table fits exactly, each part is within the limit
for its kind of message, and the message is one of the few that pages need. None of these messages
run code.

Parts that are not checked are not parsed. The header is short, and so is the content of comm
requests. Messages to widgets are forwarded as bytes: a few kilobytes of JSON, and possibly a file,
such as a record to open.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from typing import Any, NamedTuple

from classkit.engine.serialization import MAX_BYTES

PROTOCOL_V1 = "v1.kernel.websocket.jupyter.org"

MAX_HEADER = 2_000
"""Maximum size in bytes of a header, of metadata, and of checked content. Pages send about 200."""
MAX_CONTENT = 64_000
"""Maximum size of a widget message's JSON, in bytes. Most have 150 bytes, the longest form 20,000.
"""
MAX_FILE_BYTES = MAX_BYTES
"""Maximum size of a message's buffers in bytes, the same as for a record."""
MAX_FILES = 64
MAX_FRAME_BYTES = MAX_FILE_BYTES + MAX_CONTENT + 4 * MAX_HEADER
MAX_ROOM_FRAME_BYTES = 64_000
"""Maximum size in bytes of a frame from a page of a room, which opens no files."""
MAX_WORD_LENGTH = 256

SHELL_CHANNEL = "shell"  # stdin and control (restarts, debugger) are for programmers
HEADER_WORDS = {"msg_id", "msg_type", "username", "session", "date", "version"}
CONTROL_TARGET = "jupyter.widget.control"  # pages request the state of all widgets with it
"""The only comm that a page may open. Through `jupyter.widget` it could create widgets."""


class BadFrame(ValueError):
    """A frame that none of our pages send. Its connection is closed."""


class MessageKind(NamedTuple):
    """An allowed kind of message: its maximum sizes and its check.

    ``is_valid`` tests the parsed content. If it is None, the content is forwarded unparsed.
    """

    content: int = MAX_HEADER
    files: int = 0
    is_valid: Callable[[dict[str, Any]], bool] | None = None


def is_allowed(frame: str | bytes) -> bool:
    """Return True if a message may be forwarded.

    A well-formed message of another kind (such as a completion request of an extension) is dropped.

    Raises:
        BadFrame: If the frame is malformed.

    >>> is_allowed(b"\\xff" * 8)
    Traceback (most recent call last):
    classkit.hosting.message_filter.BadFrame: the frame is too short for its table of offsets
    """
    if isinstance(frame, str):
        raise BadFrame("the frame is text, but the protocol requires bytes")
    channel, header, parent, metadata, content, *files = split_frame(frame)
    kind = ALLOWED_MESSAGES.get(parse_message_type(header))
    if kind is None or channel != SHELL_CHANNEL.encode():
        return False
    if max(len(parent), len(metadata)) > MAX_HEADER or len(content) > kind.content:
        raise BadFrame("a part is too large")
    if sum(map(len, files)) > kind.files:
        raise BadFrame("the buffers are too large")
    return kind.is_valid is None or kind.is_valid(parse_frame(content))


def split_frame(frame: bytes) -> list[bytes]:
    """Return the parts of a frame: channel, header, parent header, metadata, content, buffers.

    The frame starts with a count, followed by that number of 8-byte offsets. The last offset is the
    end of the frame. The parts are contiguous and fill the frame.
    """
    if len(frame) > MAX_FRAME_BYTES:
        raise BadFrame("the frame is too large")
    number = int.from_bytes(frame[:8], "little")
    begin = 8 * (number + 1)
    if len(frame) < begin:
        raise BadFrame("the frame is too short for its table of offsets")
    if not 6 <= number <= 6 + MAX_FILES:
        raise BadFrame("the number of parts is wrong")
    offsets = [
        int.from_bytes(frame[8 * at : 8 * (at + 1)], "little") for at in range(1, number + 1)
    ]
    if offsets[0] != begin or offsets[-1] != len(frame) or offsets != sorted(offsets):
        raise BadFrame("the offsets do not fit the frame")
    return [frame[start:stop] for start, stop in itertools.pairwise(offsets)]


def is_idle_status(frame: str | bytes) -> bool:
    """Return True if a kernel reports that it has finished a message.

    >>> parts = [b"iopub", b"{}", b"{}", b"{}", b'{"execution_state": "idle"}']
    >>> ends = [56, *itertools.accumulate(map(len, parts), initial=56)][1:]
    >>> frame = b"".join(number.to_bytes(8, "little") for number in [6, *ends]) + b"".join(parts)
    >>> is_idle_status(frame), is_idle_status(b"idle")
    (True, False)
    """
    if isinstance(frame, str) or len(frame) > 4 * MAX_HEADER or b'"idle"' not in frame:
        return False
    try:
        content = split_frame(frame)[4]
        return parse_frame(content).get("execution_state") == "idle"
    except BadFrame:
        return False


def parse_message_type(part: bytes) -> str:
    """Return the message type in a header. Raise BadFrame if it is malformed."""
    header = parse_frame(part)
    if header.pop("subshell_id", None) is not None:
        raise BadFrame("the message is for a subshell, which no page opens")
    if header.keys() - HEADER_WORDS or not all(map(is_word, header.values())):
        raise BadFrame("the header is malformed")
    if not {"msg_id", "msg_type", "session"} <= header.keys():
        raise BadFrame("the header has no id, type or session")
    kind: str = header["msg_type"]
    return kind


def parse_frame(part: bytes) -> dict[str, Any]:
    """Parse a short part as a JSON object with unique keys.

    >>> parse_frame(b'{"msg_type": "comm_msg", "msg_type": "execute_request"}')
    Traceback (most recent call last):
    classkit.hosting.message_filter.BadFrame: a name is duplicated
    """
    if len(part) > MAX_HEADER:
        raise BadFrame("a part is too large")
    try:
        value = json.loads(part.decode(), object_pairs_hook=reject_duplicate_keys)
    except BadFrame:
        raise
    except (ValueError, RecursionError):  # also raised for numbers of more than 4,300 digits
        raise BadFrame("a part is not valid JSON, or is nested too deeply") from None
    if not isinstance(value, dict):
        raise BadFrame("a part is not a JSON object")
    return value


def reject_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the pairs as a dict. Raise BadFrame for duplicate keys, which are ambiguous."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadFrame("a name is duplicated")
    return found


def is_word(value: object) -> bool:
    """Return True for text of moderate length without lone surrogates."""
    return isinstance(value, str) and len(value) <= MAX_WORD_LENGTH and value.isprintable()


def is_comm_query(content: dict[str, Any]) -> bool:
    """Return True for a query of the open comms, for one target or all."""
    return content.keys() <= {"target_name", "target"} and all(
        value is None or is_word(value) for value in content.values()
    )


def is_control_open(content: dict[str, Any]) -> bool:
    """Return True for the only comm that a page may open."""
    return is_word(content.get("comm_id")) and content.get("target_name") == CONTROL_TARGET


ALLOWED_MESSAGES = {
    "kernel_info_request": MessageKind(is_valid=lambda content: not content),
    "comm_info_request": MessageKind(is_valid=is_comm_query),
    "comm_open": MessageKind(is_valid=is_control_open),
    "comm_msg": MessageKind(MAX_CONTENT, MAX_FILE_BYTES),
    "comm_close": MessageKind(),
}
"""The messages that pages need."""
