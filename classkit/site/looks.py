"""What the pages of a site share with those of a server: their styles, icon and pictures."""

from __future__ import annotations

from pathlib import Path

from classkit.engine.errors import ClasskitError
from classkit.hosting.config import dashboards
from classkit.hosting.shared import VOILA

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
"""The content security policy of pages and their workers: nothing is loaded from elsewhere."""
POLICY_OF_BOOK = POLICY.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
"""What a page of the book may load: its theme writes scripts into it."""


def shared_look(name: str) -> bytes:
    """Return a file that all pages around tables share.

    In a checkout it lies in the package, in an installed wheel where Jupyter finds it.
    """
    from jupyter_core.paths import jupyter_path

    own = Path(__file__).parents[1] / "hosting" / "template" / "static"
    for folder in (own, *(Path(path) / "static" for path in jupyter_path(*VOILA.split("/")))):
        if (folder / name).is_file():
            return (folder / name).read_bytes()
    raise ClasskitError(f"{name} is missing, which comes with classkit: install classkit again.")


def picture(name: str) -> bytes:
    """Return the picture of a dashboard as SVG, or that of any table where it has none."""
    path = dashboards() / f"{name}.svg"
    return path.read_bytes() if path.is_file() else shared_look(PICTURE)
