"""Jupyter server extension that sets how JupyterLab exports charts and tables.

"Save and Export Notebook As" runs nbconvert inside the server, where nbconvert's own configuration
files are not read. ``lab.json``, installed with the server's settings, enables this extension.
"""

from __future__ import annotations

from typing import Any

PREPROCESSOR_NAME = "classkit.handout.Pictures"


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "classkit.jupyterlab_config"}]


def _load_jupyter_server_extension(server: Any) -> None:
    """Add the preprocessor that ``nbconvert.json`` configures for nbconvert itself."""
    settings = server.config.HTMLExporter
    named = list(settings.get("preprocessors") or ())
    if PREPROCESSOR_NAME not in named:
        settings.preprocessors = [*named, PREPROCESSOR_NAME]
