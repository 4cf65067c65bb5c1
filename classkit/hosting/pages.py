"""The joined page module as the server of tables lays it out: made from the modules, kept in step.

An edited module is in the page at its next reload, as everything that `classkit serve` reads from
the package itself.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from voila.static_file_handler import MultiStaticFileHandler

from classkit.widgets.joined import PAGE, fingerprint, joined

FOLDERS = "classkit-page-"


class JoinedPage:
    """A folder of the server's own with ``page.js`` in it."""

    def __init__(self, modules: Path) -> None:
        self.modules = modules
        self.folder = Path(tempfile.mkdtemp(prefix=FOLDERS))
        self.seen: list[tuple[str, int]] = []
        self.version = ""

    def fresh(self) -> str:
        """Join the modules anew if one was edited; the version of what the folder holds."""
        seen = sorted(
            (str(file), file.stat().st_mtime_ns) for file in self.modules.rglob("*.[jc]s*")
        )
        if seen != self.seen:
            (self.folder / PAGE).write_bytes(joined(self.modules).encode())
            self.seen, self.version = seen, fingerprint(self.modules)
        return self.version

    def told(self, config: dict[str, Any], **_about: Any) -> dict[str, Any]:
        """Voila's settings of a page, with the version that it is going to need.

        The template has the browser fetch it while the kernel starts.
        """
        return {**config, "classkitPage": self.fresh()}

    def remove(self) -> None:
        """Take the folder away."""
        shutil.rmtree(self.folder, ignore_errors=True)


class PageFiles(MultiStaticFileHandler):  # type: ignore[misc]  # voila ships no types
    """Static files of the pages: kept by version where one is asked for, else looked at anew."""

    def initialize(self, page: JoinedPage, paths: list[str]) -> None:
        """`paths` are looked through in turn, the folder of `page` before them."""
        page.fresh()
        super().initialize(paths=[str(page.folder), *paths])

    def set_extra_headers(self, path: str) -> None:
        """A file without ``?v=`` must not outlive an update in some browser's cache."""
        if "v" not in self.request.arguments:
            self.set_header("Cache-Control", "no-cache")
