"""Files that the pages of sites and servers share, and the security policy of a site."""

from __future__ import annotations

from pathlib import Path

from classkit.engine.errors import ClasskitError
from classkit.hosting.config import find_dashboard_folder
from classkit.hosting.data_files import VOILA

STYLES, ICON, PICTURE = "pages.css", "icon.svg", "table.svg"

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "worker-src 'self' blob:",
        "connect-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
"""Content security policy of pages and their workers: nothing is loaded from other origins."""
DOCS_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
"""Content security policy of the documentation, whose theme uses inline scripts."""


def read_shared_file(name: str) -> bytes:
    """Return the content of a file that all pages share.

    In a checkout, the file is in the package; an installed wheel has it in a Jupyter data folder.
    """
    from jupyter_core.paths import jupyter_path

    own = Path(__file__).parents[1] / "hosting" / "template" / "static"
    for folder in (own, *(Path(path) / "static" for path in jupyter_path(*VOILA.split("/")))):
        if (folder / name).is_file():
            return (folder / name).read_bytes()
    raise ClasskitError(f"{name} is missing from this installation. Reinstall classkit.")


def read_picture(name: str) -> bytes:
    """Return the picture of a dashboard as SVG, or the default picture if it has none."""
    path = find_dashboard_folder() / f"{name}.svg"
    return path.read_bytes() if path.is_file() else read_shared_file(PICTURE)
