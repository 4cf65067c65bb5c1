"""The build hook: adds to a wheel what it carries besides the Python package.

Jupyter looks for static files under ``share/jupyter``; ``shared.py`` beside this file lists what
goes there. ``plotly.min.js`` is copied from the installed plotly package, so plotly is a build
requirement and no third-party file is committed. A real wheel also gets the dashboards and the
assignments, which an editable install finds in the checkout. The description of the package is
README.md without its picture, which only the repository can show.

Shared files are copied at install time, also for an editable install. `classkit serve` reads the
page modules, and in a checkout the template, from the package itself, so that an edited module is
served at the next reload. JupyterLab and Notebook get it after ``pip install -e .``; ``classkit
doctor`` says when that is due.
"""

from __future__ import annotations

import runpy
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

LESSONS = {
    "lessons/dashboards": "classkit/hosting/dashboards",
    "lessons/assignments": "classkit/assignments/notebooks",
}
"""Folder of notebooks -> where a wheel has them."""
SETTINGS = "classkit/nbconvert.json"
"""How a page of a notebook is written."""
READERS = ("jupyter_nbconvert_config.json", "jupyter_server_config.d/classkit.json")
"""Where nbconvert looks for its settings, and the server that exports what JupyterLab shows."""
SHIPPED = (".ipynb", ".svg")


class SharedData(BuildHookInterface):  # type: ignore[type-arg]  # its parameter says nothing here
    """Adds the shared data to the wheel that is being built."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Fill ``build_data`` for the wheel; `version` is "standard" or "editable"."""
        root = Path(self.root)
        # the page is made only here, so the whole tree is laid out in a folder of its own first
        self.staged = Path(tempfile.mkdtemp(prefix="classkit-shared-"))
        share = self.staged / "share"
        # by path: while a wheel is built, classkit itself cannot be imported yet
        shared = runpy.run_path(str(root / "classkit/hosting/shared.py"))
        shared["lay_out"](root / "classkit", share)
        build_data["shared_data"][str(share)] = "share/jupyter"
        for place in READERS:
            copied = self.staged / Path(place).name
            build_data["shared_data"][shutil.copy(root / SETTINGS, copied)] = f"etc/jupyter/{place}"
        for kept, place in LESSONS.items():
            if version == "standard" and (root / kept).is_dir():
                for path in sorted((root / kept).glob("*.*")):
                    if path.suffix in SHIPPED:
                        build_data["force_include"][str(path)] = f"{place}/{path.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the folder that was laid out."""
        shutil.rmtree(self.staged, ignore_errors=True)


class Description(MetadataHookInterface):
    """Describes the package to an index, which has no pictures of the repository."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the description: README.md without the lines that are pictures of our own."""
        lines = Path(self.root, "README.md").read_text(encoding="utf-8").splitlines(keepends=True)
        text = "".join(line for line in lines if "](.github/" not in line)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
