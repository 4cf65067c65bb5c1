"""Jupyter servers for browser tests: Voila as `classkit serve` starts it, JupyterLab, Notebook."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import nbformat

TABLE = """\
import classkit
table = classkit.table("poleconomy", seats=["Ada", "Bo", "Cy", "Di"], seed=7, bots="default")
table
"""


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
        """Put a notebook with these cells into the folder; gives its name."""
        book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
        book.metadata["kernelspec"] = {
            "name": "python3", "display_name": "Python 3", "language": "python"
        }  # fmt: skip
        nbformat.write(book, self.folder / name)
        return name


@contextlib.contextmanager
def started(command: list[str], ready: str, folder: Path, **environment: str) -> Iterator[str]:
    """A server in a process group of its own; gives the address it prints."""
    process = subprocess.Popen(
        command,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        env={**os.environ, **environment},
    )
    lines: list[str] = []
    try:
        assert process.stdout is not None
        while line := process.stdout.readline():
            lines.append(line)
            if found := re.search(ready, line):
                yield found[1]
                return
        raise AssertionError("the server did not start:\n" + "".join(lines))
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.communicate(timeout=20)


@contextlib.contextmanager
def voila(folder: Path, data: Path) -> Iterator[Place]:
    """Voila with the package's own settings."""
    command = [sys.executable, "-m", "classkit", "serve", os.fspath(folder), "--port", "0"]
    with started(command, r"(http://\S+)", folder, CLASSKIT_DATA=os.fspath(data)) as url:
        yield Place(url, "voila", folder)


@contextlib.contextmanager
def jupyter(folder: Path, data: Path, kind: str) -> Iterator[Place]:
    """JupyterLab ("lab") or Notebook 7 ("notebook") as they come, without a token."""
    command = [
        sys.executable, "-m", f"jupyter{'lab' if kind == 'lab' else '_server'}",
        "--no-browser", "--ServerApp.port=0", "--ServerApp.token=", "--allow-root",
        "--ServerApp.disable_check_xsrf=True", f"--ServerApp.root_dir={folder}",
        "--LabApp.collaborative=False", "--ServerApp.log_level=INFO",
    ]  # fmt: skip
    if kind == "notebook":
        command[2] = "notebook"
    quiet = {
        "JUPYTER_CONFIG_DIR": os.fspath(data / "config"),
        "JUPYTERLAB_SETTINGS_DIR": os.fspath(data / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": os.fspath(data / "workspaces"),
        "JUPYTER_RUNTIME_DIR": os.fspath(data / "runtime"),
    }
    with started(command, r"(http://(?:localhost|127\.0\.0\.1):\d+/)", folder, **quiet) as url:
        yield Place(url, kind, folder)
