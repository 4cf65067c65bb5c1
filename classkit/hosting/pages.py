"""The joined page module, which the server makes from the page's modules and keeps up to date.

An edited module reaches the page at its next reload, like everything that `classkit serve` reads
from the package itself.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from voila.static_file_handler import MultiStaticFileHandler

from classkit.widgets.joined import PAGE, ROOT, fingerprint, joined
from classkit.widgets.present import plotly_version

from .shared import PLOTLY, plotly

FOLDERS = "classkit-page-"

PHONE, TEACHER, START = "phone.js", "teacher.js", "start.js"
PAGES = {PAGE: ROOT, PHONE: PHONE, TEACHER: TEACHER, START: START}
"""The joined modules that are served, each with the module that needs the others."""
STATIC = "voila/templates/classkit/static"
"""Where they are served, below the server's base address."""

BYTES = 5_800_000
"""What a browser reads, unpacked, before a table is drawn: Voila, the widgets, and our page.

Most of it is Voila's. The outline of a page says by it how much has come.
"""


class JoinedPage:
    """A folder of the server's own with ``page.js`` and plotly.js in it."""

    def __init__(self, modules: Path) -> None:
        self.modules = modules
        self.folder = Path(tempfile.mkdtemp(prefix=FOLDERS))
        (self.folder / PLOTLY).write_bytes(plotly())
        self.seen: list[tuple[str, int]] = []
        self.version = ""
        self.fresh()  # which takes longer than any page may wait for another

    def fresh(self) -> str:
        """Join the modules again if one was edited. Return the version of the joined page."""
        seen = sorted(
            (str(file), file.stat().st_mtime_ns) for file in self.modules.rglob("*.[jc]s*")
        )
        if seen != self.seen:
            for made, root in PAGES.items():
                (self.folder / made).write_bytes(joined(self.modules, root).encode())
            self.seen, self.version = seen, fingerprint(self.modules)
        return self.version

    def told(self, config: dict[str, Any], **_about: Any) -> dict[str, Any]:
        """Return Voila's settings of a page, with what its table needs and the bytes of all that.

        The template lets the browser fetch the page module while the kernel starts, and that
        module the charts' library.
        """
        return {
            **config,
            "classkitPage": self.fresh(),
            "classkitPlotly": f"{PLOTLY}?v={plotly_version()}",
            "classkitBytes": BYTES,
        }

    def of_rooms(self) -> dict[str, str]:
        """Return the addresses of what the pages of rooms load, below the server's base."""
        version = self.fresh()
        return {
            "phone": f"{STATIC}/{PHONE}?v={version}",
            "teacher": f"{STATIC}/{TEACHER}?v={version}",
            "start": f"{STATIC}/{START}?v={version}",
            "plotly": f"{STATIC}/{PLOTLY}?v={plotly_version()}",
        }

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


class PageFiles(MultiStaticFileHandler):  # type: ignore[misc]  # voila ships no types
    """Static files of the pages: cached if the address names a version, else checked again."""

    def initialize(self, page: JoinedPage, paths: list[str]) -> None:
        """Serve from the folder of `page`, then from `paths` in turn."""
        if self.request.path.rpartition("/")[2] in PAGES:  # to look at all modules takes 1 ms
            page.fresh()
        super().initialize(paths=[str(page.folder), *paths])

    def set_extra_headers(self, path: str) -> None:
        """Keep a file without ``?v=`` from outliving an update in a browser's cache."""
        if "v" not in self.request.arguments:
            self.set_header("Cache-Control", "no-cache")
