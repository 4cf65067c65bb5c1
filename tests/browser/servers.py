"""Jupyter servers for browser tests: Voila as `classkit serve` starts it, JupyterLab, Notebook."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import nbformat

from classkit.hosting.data_files import write_data_files

PACKAGE = Path(__file__).parents[2] / "classkit"

TABLE = """\
import classkit
table = classkit.table(
    "poleconomy", seats=["Ada", "Bo", "Cy", "Di"], seed=7, bots="passive", options={"game": 1}
)
table
"""

BUSY = """\
import os, time
from classkit.widgets.actions import ACTIONS, WORD, Action
def work(desk, label):
    while not os.path.exists("enough"):
        time.sleep(0.05)
ACTIONS["bookmark"] = Action(work, maybe={"label": WORD})
"""
"""A kernel that is busy as soon as somebody marks a turn, until there is a file "enough".

This cell stands before the table's: nobody can mark a turn that it does not hold up."""


UNBUILT = {"page_config_data": {"buildAvailable": False, "buildCheck": False}}
"""JupyterLab asks Node.js each time it is opened whether it is to be built anew: here it is not."""


@dataclass(frozen=True)
class Place:
    """Where notebooks are shown: the base address, the kind of page, the folder served."""

    url: str
    kind: str
    folder: Path

    def address(self, notebook: str) -> str:
        """The page of a notebook."""
        paths = {
            "voila": f"voila/render/{notebook}",
            "lab": f"lab/tree/{notebook}?reset",
            "notebook": f"notebooks/{notebook}",
        }
        return self.url + paths[self.kind]

    def write(self, name: str, *cells: str) -> str:
        """Put a notebook with these cells into the folder; gives its name.

        One that begins with a tag is text.
        """
        made = (nbformat.v4.new_code_cell, nbformat.v4.new_markdown_cell)
        book = nbformat.v4.new_notebook(cells=[made[cell[0] == "<"](cell) for cell in cells])
        book.metadata["kernelspec"] = {
            "name": "python3", "display_name": "Python 3", "language": "python"
        }  # fmt: skip
        nbformat.write(book, self.folder / name)
        return name


@contextlib.contextmanager
def started(command: list[str], ready: str, folder: Path, **environment: str) -> Iterator[str]:
    """A server in a process group of its own; gives the address it prints, once it answers."""
    with tempfile.NamedTemporaryFile() as told:  # a pipe that nobody reads would stop it one day
        process = subprocess.Popen(
            command,
            cwd=folder,
            stdout=told,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            env={**os.environ, **environment},
        )
        try:
            yield answering(process, Path(told.name), ready)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=120)


def answering(process: subprocess.Popen[bytes], told: Path, ready: str) -> str:
    """The address that a server has printed, as soon as it takes connections there."""
    end = time.monotonic() + 300
    while time.monotonic() < end and process.poll() is None:
        if found := re.search(ready, told.read_text(errors="replace")):
            port = urlsplit(found[1]).port or 80
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", port), timeout=5).close()
                return found[1]
        time.sleep(0.1)
    raise AssertionError("the server did not start:\n" + told.read_text(errors="replace"))


@contextlib.contextmanager
def voila(folder: Path, data: Path) -> Iterator[Place]:
    """Voila with the package's own settings."""
    command = [sys.executable, "-m", "classkit", "serve", os.fspath(folder), "--port", "0"]
    with started(command, r"(http://\S+)", folder, CLASSKIT_DATA=os.fspath(data)) as url:
        yield Place(url, "voila", folder)


@contextlib.contextmanager
def jupyter(folder: Path, data: Path) -> Iterator[Place]:
    """JupyterLab as it comes, without a token.

    The page that it serves is that of this checkout, as if it had just been installed.
    """
    write_data_files(PACKAGE, data / "share")
    command = [
        sys.executable, "-m", "jupyterlab",
        "--no-browser", "--ServerApp.port=0", "--ServerApp.token=", "--allow-root",
        "--ServerApp.disable_check_xsrf=True", f"--ServerApp.root_dir={folder}",
        "--LabApp.collaborative=False", "--LabApp.expose_app_in_browser=True",
        "--ServerApp.log_level=INFO", f"--ServerApp.tornado_settings={UNBUILT}",
    ]  # fmt: skip
    quiet = {
        "JUPYTER_PATH": os.fspath(data / "share"),
        "JUPYTER_CONFIG_DIR": os.fspath(data / "config"),
        "JUPYTERLAB_SETTINGS_DIR": os.fspath(data / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": os.fspath(data / "workspaces"),
        "JUPYTER_RUNTIME_DIR": os.fspath(data / "runtime"),
    }
    with started(command, r"(http://127\.0\.0\.1:\d+/)", folder, **quiet) as url:
        yield Place(url, "lab", folder)
