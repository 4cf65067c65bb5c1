"""A server refuses to serve with a Tornado that would read frames without charging for them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tornado.websocket import WebSocketProtocol13

from classkit.hosting.config import ServerSettingsError
from classkit.hosting.kernel_websocket import ThrottledProtocol, check_frames_are_charged


def test_the_installed_tornado_is_charged() -> None:
    asyncio.run(check_frames_are_charged())


async def read_directly(self: Any) -> None:
    """Read a frame as another Tornado might: not by the method that charges."""
    await self.stream.read_bytes(11)
    self._fragmented_message_buffer = bytearray(b"hello")


async def keep_elsewhere(self: Any) -> None:
    """Keep the fragments under another name."""
    await self._read_bytes(11)
    self.fragments = b"hello"


async def fail(self: Any) -> None:
    raise AttributeError("no such method")


@pytest.mark.parametrize("receive", [read_directly, keep_elsewhere, fail])
def test_another_way_of_reading_is_refused(receive: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WebSocketProtocol13, "_receive_frame", receive)
    with pytest.raises(ServerSettingsError, match=r"no visitor would be limited.*pip install"):
        asyncio.run(check_frames_are_charged())


def test_a_class_that_charges_nothing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(ThrottledProtocol, "_read_bytes")
    with pytest.raises(ServerSettingsError):
        asyncio.run(check_frames_are_charged())
