"""A trial kernel: started as the server starts one, asked for a new match, and ended."""

from __future__ import annotations

import logging
import os
import tempfile
import uuid
from pathlib import Path
from typing import Any

from classkit.engine.errors import ClasskitError
from classkit.startup import leave_out_address_grammars

from .config import Serving

PATIENCE = 60
"""Seconds that a start may take; a cold one on a slow machine takes ten."""
ASKED = """
import classkit
from classkit.engine.registry import usable_games
print(classkit.new(usable_games()[0]).turn)
"""


class KernelFailed(ClasskitError):
    """A kernel that did not start or answer; ``remedy`` says what to do."""

    def __init__(self, why: str, remedy: str) -> None:
        super().__init__(why)
        self.remedy = remedy


def try_kernel() -> str:
    """Start a kernel and ask it. Return how it was reached; raise KernelFailed if it was not."""
    leave_out_address_grammars()
    from .machine import CONNECTION_PREFIX, connections, folders_to_write
    from .server import settings

    transport, folder = connections()
    config = settings(Serving(Path(folder)))
    with (
        folders_to_write(),
        tempfile.TemporaryDirectory(prefix=CONNECTION_PREFIX, dir=folder) as private,
        tempfile.TemporaryFile() as complaints,
    ):
        from jupyter_client.manager import KernelManager

        from .server import OwnKernels

        manager = KernelManager(
            config=config,
            kernel_spec_manager=OwnKernels(),
            log=logging.Logger("kernel on trial", logging.CRITICAL),  # failures are reported below
            connection_file=os.path.join(private, f"kernel-{uuid.uuid4()}.json"),
        )
        try:
            manager.start_kernel(stdout=complaints, stderr=complaints)
            ask(manager)
        except Exception as error:  # of any kind: this exists to find it
            complaints.seek(0)
            lines = complaints.read().decode("utf-8", "replace").split("\n")
            said = next((line.strip() for line in reversed(lines) if line.strip()), "")
            raise KernelFailed(
                f"no kernel answers: {said or error}",
                "Set TMPDIR to a folder of your own with a short name, such as /tmp, and HOME to "
                "one that you may write to; then look again.",
            ) from error
        finally:
            if manager.has_kernel:
                manager.shutdown_kernel(now=True)
            manager.cleanup_resources()
    where = f"sockets in {folder}" if transport == "ipc" else "ports of this machine"
    return f"answers by {where}"


def ask(manager: Any) -> None:
    """Let the kernel make a match; raise ClasskitError with its message if it cannot."""
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=PATIENCE)
        reply = client.execute_interactive(
            ASKED, timeout=PATIENCE, output_hook=lambda message: None, allow_stdin=False
        )
        content = reply["content"]
        if content["status"] != "ok":
            raise ClasskitError(f"{content.get('ename')}: {content.get('evalue')}")
    finally:
        client.stop_channels()
