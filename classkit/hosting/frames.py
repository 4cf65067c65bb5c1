"""Frames of the websocket from a page to its kernel, checked before anything parses them.

Jupyter has two protocols. The newer one (`v1.kernel.websocket.jupyter.org`) writes a message in
parts behind a table of offsets; the older one writes JSON, with such a table if it carries bytes.
Jupyter trusts that table. Here a frame is accepted only if its table fits it exactly, its parts
are well-formed and of a sensible size, and the message is one of the few that a page needs. None
of those runs code.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from typing import Any, Literal

from classkit.engine.record import MAX_BYTES

V1 = "v1.kernel.websocket.jupyter.org"
LARGEST_FRAME = 2 * MAX_BYTES  # an opened record arrives as JSON within JSON
LONGEST_SIDE_PART = 16_000  # header, header of the message answered, metadata; in bytes
LONGEST_WORD = 256
MOST_BUFFERS = 64
DEEPEST = 40

CHANNEL = "shell"  # stdin and control (restarts, debugger) are for programmers
HEADER_WORDS = {"msg_id", "msg_type", "username", "session", "date", "version"}
CONTROL_TARGET = "jupyter.widget.control"  # a page asks through it for the state of all widgets
"""The one comm that a page opens; through `jupyter.widget` it could create widgets."""


class BadFrame(ValueError):
    """A frame that no page of ours sends; its line is closed."""


def checked(frame: str | bytes, subprotocol: str | None) -> bool:
    """Raise BadFrame for a malformed frame. Return True if its message may be passed on.

    A well-formed message of another kind (an extension asking for completions, say) is dropped.

    >>> checked('{"channel": "shell"}', None)
    Traceback (most recent call last):
    classkit.hosting.frames.BadFrame: header is missing
    >>> checked(b"\\xff" * 8, V1)
    Traceback (most recent call last):
    classkit.hosting.frames.BadFrame: too short for its table of offsets
    """
    if len(frame) > LARGEST_FRAME:
        raise BadFrame("too large")
    if subprotocol == V1:
        message = of_v1(frame)
    elif isinstance(frame, bytes):
        message = whole(parsed(cut(frame, 4, "big", least=1, ends=False)[0]))
    else:
        message = whole(parsed(frame))
    return allowed(message)


def of_v1(frame: str | bytes) -> dict[str, Any]:
    """Return the message in a frame of the newer protocol."""
    if isinstance(frame, str):
        raise BadFrame("text where the protocol has bytes")
    channel, *parts = cut(frame, 8, "little", least=6, ends=True)
    header, parent, metadata = (parsed(part, LONGEST_SIDE_PART) for part in parts[:3])
    return whole(
        {
            "channel": text(channel),
            "header": header,
            "parent_header": parent,
            "metadata": metadata,
            "content": parsed(parts[3]),
        }
    )


def cut(
    frame: bytes, width: int, order: Literal["little", "big"], *, least: int, ends: bool
) -> list[bytes]:
    """Return the parts of a frame that begins with a table: a count, then as many offsets.

    Numbers have `width` bytes. There are `least` offsets, or more with buffers. With `ends` the
    last offset is the end of the frame, so there is one part fewer. The parts follow one another
    and fill the frame.
    """
    number = int.from_bytes(frame[:width], order)
    begin = width * (number + 1)
    if len(frame) < begin or len(frame) < width:
        raise BadFrame("too short for its table of offsets")
    if not least <= number <= least + MOST_BUFFERS:
        raise BadFrame("a wrong number of parts")
    offsets = [
        int.from_bytes(frame[width * at : width * (at + 1)], order) for at in range(1, number + 1)
    ]
    if not ends:
        offsets.append(len(frame))
    if offsets[0] != begin or offsets[-1] != len(frame) or offsets != sorted(offsets):
        raise BadFrame("offsets that do not fit the frame")
    return [frame[start:stop] for start, stop in itertools.pairwise(offsets)]


def text(part: bytes) -> str:
    """Decode a part as text."""
    try:
        return part.decode()
    except UnicodeDecodeError:
        raise BadFrame("no text") from None


def parsed(part: str | bytes, longest: int = LARGEST_FRAME) -> dict[str, Any]:
    """Read a part as a JSON object."""
    if len(part) > longest:
        raise BadFrame("a part that is too large")
    try:
        value = json.loads(
            part if isinstance(part, str) else text(part), parse_constant=not_a_number
        )
    except (ValueError, RecursionError):  # numbers of more than 4,300 digits are ValueErrors too
        raise BadFrame("not JSON, or nested too deep") from None
    if not isinstance(value, dict):
        raise BadFrame("not a JSON object")
    look_through(value, DEEPEST)
    return value


def not_a_number(name: str) -> None:
    """Refuse NaN and the infinities, which JSON does not have."""
    raise ValueError(name)


def look_through(value: object, levels: int) -> None:
    """Refuse values nested deeper than `levels`, and lone surrogates (halves of characters).

    >>> look_through([1, [2]], 2)
    >>> look_through([1, [2]], 1)
    Traceback (most recent call last):
    classkit.hosting.frames.BadFrame: nested too deep
    """
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise BadFrame("half a character") from None
    elif isinstance(value, dict | list):
        if levels == 0:
            raise BadFrame("nested too deep")
        for each in (*value, *value.values()) if isinstance(value, dict) else value:
            look_through(each, levels - 1)


def is_word(value: object) -> bool:
    """Return True for a text of moderate length."""
    return isinstance(value, str) and len(value) <= LONGEST_WORD


def whole(message: dict[str, Any]) -> dict[str, Any]:
    """Return the message; raise BadFrame if a part is missing or malformed."""
    message.setdefault("buffers", [])
    for name in ("header", "parent_header", "metadata", "content"):
        if not isinstance(message.get(name), dict):
            raise BadFrame(f"{name} is missing")
    if message["buffers"] != [] or not is_word(message.get("channel")):
        raise BadFrame("no channel, or bytes in the JSON")
    if message.keys() - {"header", "parent_header", "metadata", "content", "channel", "buffers"}:
        raise BadFrame("more than a message has")
    header = message["header"]
    if header.pop("subshell_id", None) is not None:
        raise BadFrame("a shell that no page opens")
    if header.keys() - HEADER_WORDS or not all(map(is_word, header.values())):
        raise BadFrame("a malformed header")
    if not {"msg_id", "msg_type", "session"} <= header.keys():
        raise BadFrame("a header without id, kind or session")
    return message


def asks_for_comms(content: dict[str, Any]) -> bool:
    """Return True for a question which comms there are, of one target or all."""
    return content.keys() <= {"target_name", "target"} and all(
        value is None or is_word(value) for value in content.values()
    )


def speaks_to_a_comm(content: dict[str, Any]) -> bool:
    """Return True for a message to a comm, or its end."""
    return is_word(content.get("comm_id")) and isinstance(content.get("data", {}), dict)


ALLOWED: dict[str, Callable[[dict[str, Any]], bool]] = {
    "kernel_info_request": lambda content: not content,
    "comm_info_request": asks_for_comms,
    "comm_open": lambda content: (
        speaks_to_a_comm(content) and content.get("target_name") == CONTROL_TARGET
    ),
    "comm_msg": speaks_to_a_comm,
    "comm_close": speaks_to_a_comm,
}
"""The messages that pages need, each with the test of its content."""


def allowed(message: dict[str, Any]) -> bool:
    """Return True if a page may send this to its kernel."""
    right = ALLOWED.get(message["header"]["msg_type"])
    return right is not None and message["channel"] == CHANNEL and right(message["content"])
