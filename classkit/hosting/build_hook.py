"""Build hook that adds files to a wheel in addition to the Python package.

Jupyter looks for static files under ``share/jupyter``. ``data_files.py`` next to this file lists
the files to install there. ``plotly.min.js`` is copied from the installed plotly package, so plotly
is a build requirement and no third-party file is committed. A regular wheel also contains the
dashboards and the assignments, which an editable install finds in the checkout. The package
description is README.md without badges and pictures, which are available only in the repository.

Shared files are copied at install time, also for an editable install. `classkit serve` reads the
page modules, and in a checkout the template, from the package itself, so an edited module is served
at the next reload. For JupyterLab and Notebook, run ``pip install -e .`` again; ``classkit doctor``
reports when that is needed.
"""

from __future__ import annotations

import runpy
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

NOTEBOOK_FOLDERS = {
    "lessons/dashboards": "classkit/hosting/dashboards",
    "lessons/assignments": "classkit/assignments/notebooks",
}
"""Maps a folder of notebooks to its path in a wheel."""
JUPYTER_SETTINGS = {
    "classkit/nbconvert.json": "etc/jupyter/jupyter_nbconvert_config.json",
    "classkit/lab.json": "etc/jupyter/jupyter_server_config.d/classkit.json",
}
"""Maps settings files of Jupyter's programs to their paths below the environment's prefix."""
SHIPPED_SUFFIXES = (".ipynb", ".svg")


class SharedData(BuildHookInterface):  # type: ignore[type-arg]  # its parameter says nothing here
    """Adds the shared data files to the wheel being built."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Fill ``build_data`` for the wheel; `version` is "standard" or "editable"."""
        root = Path(self.root)
        # the page bundle is built here, so all shared files are first written to a temporary folder
        self.staged = Path(tempfile.mkdtemp(prefix="classkit-shared-"))
        # run by path: classkit cannot be imported while its wheel is built
        shared = runpy.run_path(str(root / "classkit/hosting/data_files.py"))
        shared["write_data_files"](root / "classkit", self.staged)
        build_data["shared_data"][str(self.staged)] = "share/jupyter"
        for kept, place in JUPYTER_SETTINGS.items():
            build_data["shared_data"][str(root / kept)] = place
        for kept, place in NOTEBOOK_FOLDERS.items():
            if version == "standard" and (root / kept).is_dir():
                for path in sorted((root / kept).glob("*.*")):
                    if path.suffix in SHIPPED_SUFFIXES:
                        build_data["force_include"][str(path)] = f"{place}/{path.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary folder."""
        shutil.rmtree(self.staged, ignore_errors=True)


class PackageDescription(MetadataHookInterface):
    """Sets the package description for an index, which cannot show images of the repository."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the description to README.md without the lines that contain images."""
        lines = Path(self.root, "README.md").read_text(encoding="utf-8").splitlines(keepends=True)
        text = "".join(line for line in lines if not line.startswith(("![", "[![")))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
