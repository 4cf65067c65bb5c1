"""Frames of the websocket from a page to its kernel, judged by the little of them that is read.

A frame of Jupyter's protocol ``v1.kernel.websocket.jupyter.org`` is a table of offsets with its
parts behind it: channel, header, header of the message answered, metadata, content, and then bytes
as they are. Jupyter trusts that table. Here a frame is passed on only if its table fits it exactly,
each part is as short as its kind of message needs, and the message is one of the few that a page
needs. None of those runs code.

What is not judged is not parsed. The header is short, and so is the content of what a page asks or
opens. What it says to a widget goes to the kernel as the bytes it came in: a few kilobytes of JSON,
and beside it a file, such as a record that is opened, which nobody has to look through.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from typing import Any, NamedTuple

from classkit.engine.record import MAX_BYTES

V1 = "v1.kernel.websocket.jupyter.org"

LONGEST_NOTE = 2_000
"""Bytes of a header, of metadata, and of a content that is judged; pages send some 200."""
LONGEST_SAID = 64_000
"""Bytes of JSON that a page says to a widget; most are 150, the longest form has 20,000."""
LARGEST_FILES = MAX_BYTES
"""Bytes that go beside the JSON; a record that is opened has as many."""
MOST_FILES = 64
LARGEST_FRAME = LARGEST_FILES + LONGEST_SAID + 4 * LONGEST_NOTE
LONGEST_WORD = 256

CHANNEL = "shell"  # stdin and control (restarts, debugger) are for programmers
HEADER_WORDS = {"msg_id", "msg_type", "username", "session", "date", "version"}
CONTROL_TARGET = "jupyter.widget.control"  # a page asks through it for the state of all widgets
"""The one comm that a page opens; through `jupyter.widget` it could create widgets."""


class BadFrame(ValueError):
    """A frame that no page of ours sends; its line is closed."""


class Kind(NamedTuple):
    """A kind of message that pages need: how many bytes it may have, and how it is judged.

    ``fits`` tests the parsed content; without it the content is passed on unread.
    """

    content: int = LONGEST_NOTE
    files: int = 0
    fits: Callable[[dict[str, Any]], bool] | None = None


def checked(frame: str | bytes) -> bool:
    """Raise BadFrame for a malformed frame. Return True if its message may be passed on.

    A well-formed message of another kind (an extension asking for completions, say) is dropped.

    >>> checked(b"\\xff" * 8)
    Traceback (most recent call last):
    classkit.hosting.frames.BadFrame: too short for its table of offsets
    """
    if isinstance(frame, str):
        raise BadFrame("text where the protocol has bytes")
    channel, header, parent, metadata, content, *files = cut(frame)
    kind = KINDS.get(kind_of(header))
    if kind is None or channel != CHANNEL.encode():
        return False
    if max(len(parent), len(metadata)) > LONGEST_NOTE or len(content) > kind.content:
        raise BadFrame("a part that is too large")
    if sum(map(len, files)) > kind.files:
        raise BadFrame("more bytes beside the message than there may be")
    return kind.fits is None or kind.fits(parsed(content))


def cut(frame: bytes) -> list[bytes]:
    """Return the parts of a frame: channel, header, parent's header, metadata, content, files.

    The table in front has a count, then as many offsets, each of 8 bytes; the last offset is the
    end of the frame. The parts follow one another and fill the frame.
    """
    if len(frame) > LARGEST_FRAME:
        raise BadFrame("too large")
    number = int.from_bytes(frame[:8], "little")
    begin = 8 * (number + 1)
    if len(frame) < begin:
        raise BadFrame("too short for its table of offsets")
    if not 6 <= number <= 6 + MOST_FILES:
        raise BadFrame("a wrong number of parts")
    offsets = [
        int.from_bytes(frame[8 * at : 8 * (at + 1)], "little") for at in range(1, number + 1)
    ]
    if offsets[0] != begin or offsets[-1] != len(frame) or offsets != sorted(offsets):
        raise BadFrame("offsets that do not fit the frame")
    return [frame[start:stop] for start, stop in itertools.pairwise(offsets)]


def tells_done(frame: str | bytes) -> bool:
    """Return True if a kernel says that it is done with a message.

    >>> parts = [b"iopub", b"{}", b"{}", b"{}", b'{"execution_state": "idle"}']
    >>> ends = [56, *itertools.accumulate(map(len, parts), initial=56)][1:]
    >>> frame = b"".join(number.to_bytes(8, "little") for number in [6, *ends]) + b"".join(parts)
    >>> tells_done(frame), tells_done(b"idle")
    (True, False)
    """
    if isinstance(frame, str) or len(frame) > 4 * LONGEST_NOTE or b'"idle"' not in frame:
        return False
    try:
        content = cut(frame)[4]
        return parsed(content).get("execution_state") == "idle"
    except BadFrame:
        return False


def kind_of(part: bytes) -> str:
    """Return the kind of message that a header announces; BadFrame if it is malformed."""
    header = parsed(part)
    if header.pop("subshell_id", None) is not None:
        raise BadFrame("a shell that no page opens")
    if header.keys() - HEADER_WORDS or not all(map(is_word, header.values())):
        raise BadFrame("a malformed header")
    if not {"msg_id", "msg_type", "session"} <= header.keys():
        raise BadFrame("a header without id, kind or session")
    kind: str = header["msg_type"]
    return kind


def parsed(part: bytes) -> dict[str, Any]:
    """Read a short part as a JSON object in which each name stands once.

    >>> parsed(b'{"msg_type": "comm_msg", "msg_type": "execute_request"}')
    Traceback (most recent call last):
    classkit.hosting.frames.BadFrame: a name that stands twice
    """
    if len(part) > LONGEST_NOTE:
        raise BadFrame("a part that is too large")
    try:
        value = json.loads(part.decode(), object_pairs_hook=once_each)
    except BadFrame:
        raise
    except (ValueError, RecursionError):  # numbers of more than 4,300 digits are ValueErrors too
        raise BadFrame("not JSON, or nested too deep") from None
    if not isinstance(value, dict):
        raise BadFrame("not a JSON object")
    return value


def once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the pairs as a dict. Of a name that stands twice, the kernel may read the other."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadFrame("a name that stands twice")
    return found


def is_word(value: object) -> bool:
    """Return True for a text of moderate length, without halves of characters."""
    return isinstance(value, str) and len(value) <= LONGEST_WORD and value.isprintable()


def asks_for_comms(content: dict[str, Any]) -> bool:
    """Return True for a question which comms there are, of one target or all."""
    return content.keys() <= {"target_name", "target"} and all(
        value is None or is_word(value) for value in content.values()
    )


def opens_control(content: dict[str, Any]) -> bool:
    """Return True for the one comm that a page opens."""
    return is_word(content.get("comm_id")) and content.get("target_name") == CONTROL_TARGET


KINDS = {
    "kernel_info_request": Kind(fits=lambda content: not content),
    "comm_info_request": Kind(fits=asks_for_comms),
    "comm_open": Kind(fits=opens_control),
    "comm_msg": Kind(LONGEST_SAID, LARGEST_FILES),
    "comm_close": Kind(),
}
"""The messages that pages need."""
