"""What comes in by a websocket is checked before anything parses it (issue 15, item 11)."""

from __future__ import annotations

import contextlib
import json
import random
import struct
import time
from collections.abc import Callable
from typing import Any

import pytest

from classkit.hosting.allowance import Allowance
from classkit.hosting.frames import LARGEST_FRAME, V1, BadFrame, checked

from .visitor import in_older_binary, in_older_text, in_v1, message

Form = tuple[Callable[[dict[str, Any]], "str | bytes"], "str | None"]
FORMS: list[Form] = [(in_v1, V1), (in_older_text, None), (in_older_binary, None)]
COMM = {"comm_id": "c" * 32, "data": {"method": "custom", "content": {"do": "step"}}}


def le(*numbers: int) -> bytes:
    return b"".join(number.to_bytes(8, "little") for number in numbers)


def deep(levels: int) -> str:
    return '{"comm_id": "c", "data": ' + '{"a":' * levels + "1" + "}" * levels + "}"


@pytest.mark.parametrize(("form", "protocol"), FORMS)
def test_what_pages_say_is_passed_on(form: Callable[..., Any], protocol: str | None) -> None:
    for kind, content in (
        ("kernel_info_request", {}),
        ("comm_info_request", {"target_name": "jupyter.widget"}),
        ("comm_open", {**COMM, "target_name": "jupyter.widget.control"}),
        ("comm_msg", COMM),
        ("comm_close", COMM),
    ):
        assert checked(form(message(kind, content)), protocol), kind


@pytest.mark.parametrize("channel", ["shell", "control", "stdin", "iopub", "nonsense"])
@pytest.mark.parametrize(("form", "protocol"), FORMS)
def test_nothing_that_runs_or_reads_code_is_passed_on(
    form: Callable[..., Any], protocol: str | None, channel: str
) -> None:
    for kind in (
        "execute_request", "inspect_request", "complete_request", "history_request",
        "is_complete_request", "debug_request", "shutdown_request", "interrupt_request",
        "input_reply", "usage_request", "create_subshell_request", "list_subshell_request",
        "connect_request", "apply_request", "clear_request", "abort_request", "EXECUTE_REQUEST",
    ):  # fmt: skip
        assert not checked(form(message(kind, {"code": "1"}, channel)), protocol), kind


@pytest.mark.parametrize("channel", ["control", "stdin", "iopub"])
@pytest.mark.parametrize(("form", "protocol"), FORMS)
def test_pages_speak_on_one_channel(
    form: Callable[..., Any], protocol: str | None, channel: str
) -> None:
    assert not checked(form(message("comm_msg", COMM, channel)), protocol)
    assert not checked(form(message("kernel_info_request", {}, channel)), protocol)


@pytest.mark.parametrize("target", ["jupyter.widget", "elsewhere", "", None, 7])
def test_comms_are_opened_to_one_target(target: object) -> None:
    """`jupyter.widget` would make widgets of any registered class in the kernel."""
    assert not checked(in_v1(message("comm_open", {**COMM, "target_name": target})), V1)


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
        in_v1({**message("comm_msg", COMM), "channel": "ÿ" * 300}),
    ],
)
def test_tables_of_the_newer_protocol_that_do_not_fit(frame: str | bytes) -> None:
    with pytest.raises(BadFrame):
        checked(frame, V1)


older = in_older_binary(message("comm_msg", COMM))


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        b"\x7f",
        b"\x7f\xff\xff\xff",  # Jupyter makes a format of 2 GB of it
        b"\xff\xff\xff\xff",
        b"\0\0\0\0",
        b"\0\0\0\1\xff\xff\xff\xff",
        b"\0\0\0\1\0\0\0\4{}",
        older[:4] + b"\0\0\0\0" + older[8:],
        older[:8] + b"\xff\xff\xff\xff" + older[12:],
        struct.pack("!II", 1, 8) + b"[1]",
    ],
)
def test_tables_of_the_older_protocol_that_do_not_fit(frame: bytes) -> None:
    with pytest.raises(BadFrame):
        checked(frame, None)


def changed(**parts: Any) -> dict[str, Any]:
    return {**message("comm_msg", COMM), **parts}


@pytest.mark.parametrize(
    "said",
    [
        changed(header=None),
        changed(header={}),
        changed(header={**message("x")["header"], "subshell_id": "another"}),
        changed(header={**message("x")["header"], "msg_id": ["a"]}),
        changed(header={**message("x")["header"], "more": "a"}),
        changed(header={**message("x")["header"], "session": "s" * 300}),
        changed(parent_header=[]),
        changed(metadata="a"),
        changed(content=[1]),
        changed(channel=None),
        changed(buffers=["a"]),
        changed(more=1),
        {},
    ],
)
def test_messages_that_are_none(said: dict[str, Any]) -> None:
    with pytest.raises(BadFrame):
        checked(json.dumps(said), None)


@pytest.mark.parametrize(
    "content",
    [
        deep(60),
        deep(100_000),
        "[" * 100_000,
        '{"comm_id": "c", "data": {"a": ' + "9" * 5_000 + "}}",
        '{"comm_id": "c", "data": {"a": NaN}}',
        '{"comm_id": "c", "data": {"a": "\\ud800"}}',
        '{"' + '"\\' * 40_000,
        "",
        "7",
    ],
)
def test_contents_that_are_none(content: str) -> None:
    whole = json.dumps(message("comm_msg")).replace('"content": {}', f'"content": {content}')
    with pytest.raises(BadFrame):
        checked(whole, None)


def test_a_frame_has_a_largest_size() -> None:
    with pytest.raises(BadFrame):
        checked("x" * (LARGEST_FRAME + 1), None)
    with pytest.raises(BadFrame):
        checked(in_v1(changed(metadata={"a": "x" * 20_000})), V1)
    record = {"comm_id": "c", "data": {"text": "x" * 5_000_000}}
    assert checked(in_v1(message("comm_msg", record)), V1), "the largest record that is opened"


def test_whatever_comes_is_taken_or_refused_and_soon(deep: bool) -> None:
    """Random bytes, and good frames with a few bytes changed."""
    chance = random.Random(7)
    begun = time.process_time()
    rounds = 100_000 if deep else 4_000
    for _ in range(rounds):
        form, protocol = chance.choice(FORMS)
        frame = form(message("comm_msg", COMM))
        data = bytearray(frame.encode() if isinstance(frame, str) else frame)
        if chance.random() < 0.3:
            data = bytearray(chance.randbytes(chance.randrange(200)))
        for _ in range(chance.randrange(4)):
            if data:
                data[chance.randrange(len(data))] = chance.choice([0, 1, 127, 255, 34, 123])
        sent: str | bytes = bytes(data)
        if form is in_older_text:
            sent = bytes(data).decode(errors="replace")
        with contextlib.suppress(BadFrame):
            assert checked(sent, protocol) in (True, False)
    assert time.process_time() - begun < rounds * 0.02, "one of them cost more than it may"


def test_an_allowance_comes_back_with_time() -> None:
    allowance = Allowance(a_second=10, at_once=5, now=0)
    assert all(allowance.covers(1, now=0) for _ in range(5))
    assert not allowance.covers(1, now=0)
    assert allowance.covers(4, now=10), "not more than it holds"
    assert not allowance.covers(2, now=10)
