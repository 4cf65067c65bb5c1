"""A probe kernel, started like any of the server's kernels.

It is asked to create a match, and then shut down.
"""

from __future__ import annotations

import logging
import os
import tempfile
import uuid
from pathlib import Path
from typing import Any

from classkit.engine.errors import ClasskitError
from classkit.process_startup import block_address_grammars

from .config import ServerSettings

START_SECONDS = 60
"""Maximum number of seconds for starting. A cold start on a slow machine takes ten."""
PROBE_CODE = """
import classkit
from classkit.engine.registry import usable_games
print(classkit.new(usable_games()[0]).turn)
"""


class KernelFailed(ClasskitError):
    """A kernel failed to start or respond. ``remedy`` states what to do."""

    def __init__(self, why: str, remedy: str) -> None:
        super().__init__(why)
        self.remedy = remedy


def probe_kernel() -> str:
    """Start a kernel and test it. Return how it was reached.

    Raises:
        KernelFailed: If it failed to start or respond.
    """
    block_address_grammars()
    from .machine_resources import CONNECTION_PREFIX, choose_transport, provide_writable_folders
    from .voila_app import build_config

    transport, folder = choose_transport()
    config = build_config(ServerSettings(Path(folder)))
    with (
        provide_writable_folders(),
        tempfile.TemporaryDirectory(prefix=CONNECTION_PREFIX, dir=folder) as private,
        tempfile.TemporaryFile() as complaints,
    ):
        from jupyter_client.manager import KernelManager

        from .voila_app import CurrentPythonKernels

        manager = KernelManager(
            config=config,
            kernel_spec_manager=CurrentPythonKernels(),
            log=logging.Logger("kernel on trial", logging.CRITICAL),  # failures are reported below
            connection_file=os.path.join(private, f"kernel-{uuid.uuid4()}.json"),
        )
        try:
            manager.start_kernel(stdout=complaints, stderr=complaints)
            run_probe(manager)
        except Exception as error:  # any error: the purpose of the probe is to find it
            complaints.seek(0)
            lines = complaints.read().decode("utf-8", "replace").split("\n")
            said = next((line.strip() for line in reversed(lines) if line.strip()), "")
            raise KernelFailed(
                f"the kernel does not respond: {said or error}",
                "Set TMPDIR to a writable folder with a short path, such as /tmp, and HOME to a "
                "writable folder. Then check again.",
            ) from error
        finally:
            if manager.has_kernel:
                manager.shutdown_kernel(now=True)
            manager.cleanup_resources()
    where = f"sockets in {folder}" if transport == "ipc" else "local ports"
    return f"responds over {where}"


def run_probe(manager: Any) -> None:
    """Ask the kernel to create a match. Raise ClasskitError with its message if it cannot."""
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=START_SECONDS)
        reply = client.execute_interactive(
            PROBE_CODE, timeout=START_SECONDS, output_hook=lambda message: None, allow_stdin=False
        )
        content = reply["content"]
        if content["status"] != "ok":
            raise ClasskitError(f"{content.get('ename')}: {content.get('evalue')}")
    finally:
        client.stop_channels()
