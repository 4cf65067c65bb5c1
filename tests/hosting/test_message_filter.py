"""What comes in by a websocket is judged by the little of it that is read."""

from __future__ import annotations

import contextlib
import json
import random
import struct
from typing import Any

import pytest

from classkit.engine.serialization import MAX_BYTES
from classkit.hosting import message_filter
from classkit.hosting.message_filter import (
    MAX_CONTENT,
    MAX_FRAME_BYTES,
    MAX_HEADER,
    BadFrame,
    is_allowed,
)

from .classroom import HEAVY, REFUSED, heavy_frame, said_to
from .visitor import in_v1, message

COMM = {"comm_id": "c" * 32, "data": {"method": "custom", "content": {"do": "step"}}}


def le(*numbers: int) -> bytes:
    return b"".join(number.to_bytes(8, "little") for number in numbers)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many characters were parsed, each time that something was."""
    sizes: list[int] = []

    def noted(text: str, **how: Any) -> Any:
        sizes.append(len(text))
        return json.loads(text, **how)

    monkeypatch.setattr(message_filter, "json", type("Noted", (), {"loads": staticmethod(noted)}))
    return sizes


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("kernel_info_request", {}),
        ("comm_info_request", {"target_name": "jupyter.widget"}),
        ("comm_open", {**COMM, "target_name": "jupyter.widget.control"}),
        ("comm_msg", COMM),
        ("comm_close", COMM),
    ],
)
def test_what_pages_say_is_passed_on(kind: str, content: dict[str, Any]) -> None:
    assert is_allowed(in_v1(message(kind, content)))


@pytest.mark.parametrize("channel", ["shell", "control", "stdin", "iopub", "nonsense"])
def test_nothing_that_runs_or_reads_code_is_passed_on(channel: str) -> None:
    for kind in (
        "execute_request", "inspect_request", "complete_request", "history_request",
        "is_complete_request", "debug_request", "shutdown_request", "interrupt_request",
        "input_reply", "usage_request", "create_subshell_request", "list_subshell_request",
        "connect_request", "apply_request", "clear_request", "abort_request", "EXECUTE_REQUEST",
    ):  # fmt: skip
        assert not is_allowed(in_v1(message(kind, {"code": "1"}, channel))), kind


@pytest.mark.parametrize("channel", ["control", "stdin", "iopub"])
def test_pages_speak_on_one_channel(channel: str) -> None:
    assert not is_allowed(in_v1(message("comm_msg", COMM, channel)))
    assert not is_allowed(in_v1(message("kernel_info_request", {}, channel)))


@pytest.mark.parametrize("target", ["jupyter.widget", "elsewhere", "", None, 7, ["a"]])
def test_comms_are_opened_to_one_target(target: object) -> None:
    """`jupyter.widget` would make widgets of any registered class in the kernel."""
    assert not is_allowed(in_v1(message("comm_open", {**COMM, "target_name": target})))


# --- what is not judged is not parsed ------------------------------------------------------------


@pytest.mark.parametrize("shape", HEAVY)
def test_what_is_said_to_a_widget_is_never_parsed(shape: str, read: list[int]) -> None:
    """Whatever its shape: it goes on as it came, or is refused for its size."""
    if shape in REFUSED:
        with pytest.raises(BadFrame, match="too large"):
            is_allowed(heavy_frame("c" * 32, shape))
    else:
        assert is_allowed(heavy_frame("c" * 32, shape))
    assert len(read) <= 1 and sum(read) <= MAX_HEADER, "the header, and nothing else"


@pytest.mark.parametrize("kind", ["kernel_info_request", "comm_info_request", "comm_open"])
def test_what_is_judged_is_short(kind: str, read: list[int]) -> None:
    for content in (b"[" * 900_000, b'{"a":"' + b"x" * MAX_HEADER + b'"}'):
        with pytest.raises(BadFrame, match="too large"):
            is_allowed(in_v1(message(kind), content=content))
    assert sum(read) <= 2 * MAX_HEADER, "the headers"


def test_each_kind_of_message_has_a_largest_size() -> None:
    text = b'"' + b"x" * (MAX_CONTENT - 200) + b'"'
    assert is_allowed(said_to("c" * 32, text))
    assert is_allowed(said_to("c" * 32, b"{}", b"x" * MAX_BYTES)), "the largest record is opened"
    for large in (
        said_to("c" * 32, b'"' + b"x" * MAX_CONTENT + b'"'),
        said_to("c" * 32, b"{}", b"x" * (MAX_BYTES + 1)),
        said_to("c" * 32, b"{}", b"x" * MAX_BYTES, b"x"),
        said_to("c" * 32, b"{}", *[b""] * 65),
        in_v1({**message("comm_close", COMM), "buffers": [b"x"]}),
        in_v1({**message("kernel_info_request"), "buffers": [b"x"]}),
        in_v1(message("comm_close"), content=text),
        in_v1(message("comm_msg", COMM), metadata=b'{"a":"' + b"x" * MAX_HEADER + b'"}'),
        in_v1(message("comm_msg", COMM), parent_header=b"[" * (MAX_HEADER + 1)),
        in_v1(message("comm_msg", COMM), header=b'{"a":"' + b"x" * MAX_HEADER + b'"}'),
        b"x" * (MAX_FRAME_BYTES + 1),
    ):
        with pytest.raises(BadFrame):
            is_allowed(large)


# --- frames that are none ------------------------------------------------------------------------

good = in_v1(message("comm_msg", COMM))
numbers = struct.unpack("<7Q", good[:56])


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        b"\xff",
        b"\xff" * 8,
        b"\xff" * 800,
        le(0),
        le(1, 16),
        le(7) + le(*[2**63] * 7),
        le(2**64 - 1, 8),
        le(numbers[0], *numbers[1:6], numbers[6] + 1) + good[56:],  # ends behind the frame
        le(numbers[0], *numbers[1:6], numbers[6] - 1) + good[56:],  # ends before it
        le(numbers[0], numbers[1] - 8, *numbers[2:]) + good[56:],  # begins in the table
        le(numbers[0], *numbers[1:3], numbers[4], numbers[3], *numbers[5:]) + good[56:],
        good + b"\0",
        good[:-1],
        le(80, *[8 * 81] * 80),
        good.decode(errors="replace"),
        json.dumps(message("comm_msg", COMM)),  # as an older protocol of Jupyter has it
        "",
    ],
)
def test_tables_that_do_not_fit(frame: str | bytes) -> None:
    with pytest.raises(BadFrame):
        is_allowed(frame)


HEADER = message("comm_msg")["header"]


@pytest.mark.parametrize(
    "header",
    [
        None,
        [],
        "comm_msg",
        {},
        {**HEADER, "subshell_id": "another"},
        {**HEADER, "msg_id": ["a"]},
        {**HEADER, "msg_type": ["comm_msg"]},
        {**HEADER, "msg_type": None},
        {**HEADER, "more": "a"},
        {**HEADER, "session": "s" * 300},
        {**HEADER, "username": "\ud800"},
        {**HEADER, "date": "a\nb"},
        {name: value for name, value in HEADER.items() if name != "session"},
    ],
)
def test_headers_that_are_none(header: object) -> None:
    with pytest.raises(BadFrame):
        is_allowed(in_v1({**message("comm_msg", COMM), "header": header}))


@pytest.mark.parametrize(
    "part",
    [
        b"",
        b"7",
        b"\xff\xfe",
        b"[" * 1_900,
        b'{"a":' * 300 + b"1" + b"}" * 300,
        b'{"a": NaN',
        b'{"msg_id": ' + b"9" * 1_900 + b"}",
        b'{"' + b'"\\' * 900,
        json.dumps(HEADER).encode()[:-1] + b', "msg_type": "comm_msg"}',
        json.dumps(HEADER).encode()[:-1] + b', "msg_type": "execute_request"}',
    ],
)
def test_parts_that_are_none(part: bytes) -> None:
    """Of a name that stands twice, the kernel might read the other."""
    with pytest.raises(BadFrame):
        is_allowed(in_v1(message("comm_msg", COMM), header=part))
    with pytest.raises(BadFrame):
        is_allowed(
            in_v1(message("comm_open"), content=part[:-1] + b', "comm_id": "a", "comm_id": 1}')
        )


def test_whatever_comes_is_taken_or_refused(deep: bool, read: list[int]) -> None:
    """Random bytes, and good frames with a few bytes changed."""
    chance = random.Random(7)
    for _ in range(100_000 if deep else 4_000):
        data = bytearray(in_v1(message("comm_msg", COMM)))
        if chance.random() < 0.3:
            data = bytearray(chance.randbytes(chance.randrange(200)))
        for _ in range(chance.randrange(4)):
            if data:
                data[chance.randrange(len(data))] = chance.choice([0, 1, 127, 255, 34, 123])
        with contextlib.suppress(BadFrame):
            assert is_allowed(bytes(data)) in (True, False)
    assert max(read) <= MAX_HEADER
