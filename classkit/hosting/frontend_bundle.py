"""The bundled page module. The server builds it from the page's modules and keeps it up to date.

An edited module is served at the next reload, like everything that `classkit serve` reads from the
package itself.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from tornado.web import StaticFileHandler

from classkit.widgets.js_bundler import PAGE_FILE, ROOT_MODULE, bundle_page, hash_page
from classkit.widgets.state_snapshot import get_plotly_version

from .config import find_template_folder
from .data_files import PLOTLY, build_plotly_script

FOLDER_PREFIX = "classkit-page-"

PHONE, TEACHER, START, SELF_TEST = "phone.js", "teacher.js", "start.js", "self-test.js"
BUNDLES = {
    PAGE_FILE: ROOT_MODULE,
    PHONE: PHONE,
    TEACHER: TEACHER,
    START: START,
    SELF_TEST: "selftest.js",
}
"""The bundles served, each with its root module."""
STATIC_PATH = "voila/templates/classkit/static"
"""Path of the bundles below the server's base URL."""

PAGE_BYTES = 5_800_000
"""Bytes that a browser loads, uncompressed, before a table is drawn: Voila, widgets, and our page.

Most of them belong to Voila. The page shows its loading progress as a share of this number.
"""


class FrontendBundle:
    """A temporary folder of the server that contains ``page.js`` and plotly.js."""

    def __init__(self, modules: Path) -> None:
        self.modules = modules
        self.folder = Path(tempfile.mkdtemp(prefix=FOLDER_PREFIX))
        (self.folder / PLOTLY).write_bytes(build_plotly_script())
        self.seen: list[tuple[str, int]] = []
        self.version = ""
        self.built: set[str] = set()
        self.rebuild_if_changed()

    def rebuild_if_changed(self) -> str:
        """Return the version of the bundles. If a module was edited, all are rebuilt."""
        seen = sorted(
            (str(file), file.stat().st_mtime_ns) for file in self.modules.rglob("*.[jc]s*")
        )
        if seen != self.seen:
            self.built.clear()
            self.seen, self.version = seen, hash_page(self.modules)
        return self.version

    def build_bundle(self, name: str) -> None:
        """Write a bundle, unless it is up to date. The first request for it waits 50 ms."""
        self.rebuild_if_changed()
        if name not in self.built:
            text = bundle_page(self.modules, BUNDLES[name])
            (self.folder / name).write_bytes(text.encode())
            self.built.add(name)

    def build_page_config(self, config: dict[str, Any], **_about: Any) -> dict[str, Any]:
        """Return Voila's page settings, extended with a table's settings and the size in bytes.

        With these, the browser fetches the page module while the kernel starts, and the module
        fetches the chart library.
        """
        return {
            **config,
            "classkitPage": self.rebuild_if_changed(),
            "classkitPlotly": f"{PLOTLY}?v={get_plotly_version()}",
            "classkitBytes": PAGE_BYTES,
        }

    def get_room_assets(self) -> dict[str, str]:
        """Return the URLs of room page assets, below the server's base URL."""
        version = self.rebuild_if_changed()
        return {
            "phone": f"{STATIC_PATH}/{PHONE}?v={version}",
            "teacher": f"{STATIC_PATH}/{TEACHER}?v={version}",
            "start": f"{STATIC_PATH}/{START}?v={version}",
            "self_test": f"{STATIC_PATH}/{SELF_TEST}?v={version}",
            "plotly": f"{STATIC_PATH}/{PLOTLY}?v={get_plotly_version()}",
        }

    def remove_folder(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


class BundleFileHandler(StaticFileHandler):
    """Serves the pages' static files.

    They are cached if the URL has a version, and revalidated otherwise.
    """

    def initialize(  # type: ignore[override]  # Tornado's own handlers add options here, too
        self, page: FrontendBundle, paths: list[str]
    ) -> None:
        """Serve files from the folder of `page`, then from `paths` in order."""
        name = self.request.path.rpartition("/")[2]
        if name in BUNDLES:  # only for bundles, because checking all modules takes 1 ms
            page.build_bundle(name)
        self.roots = [str(page.folder), *paths]
        super().initialize(path=self.roots[0])

    def get_absolute_path(self, root: str, path: str) -> str:  # type: ignore[override]  # as Voila's
        """Return the path of a file in the first folder that has it."""
        found = [os.path.abspath(os.path.join(folder, path)) for folder in self.roots]
        at = next((at for at, file in enumerate(found) if os.path.exists(file)), 0)
        self.root = self.roots[at]  # Tornado checks that the file is in it
        return found[at]

    def set_extra_headers(self, path: str) -> None:
        """Prevent browsers from caching a file without ``?v=`` beyond an update."""
        if "v" not in self.request.arguments:
            self.set_header("Cache-Control", "no-cache")


def build_static_route(base_url: str, page: FrontendBundle, others: list[str]) -> tuple[Any, ...]:
    """Return the URL pattern and handler for the pages' static files.

    Args:
        base_url: The server's base address.
        page: The bundle.
        others: Folders of the templates on which classkit's is based.
    """
    folders = [os.fspath(find_template_folder() / "static"), *others]
    return f"{base_url}{STATIC_PATH}/(.*)", BundleFileHandler, {"page": page, "paths": folders}
