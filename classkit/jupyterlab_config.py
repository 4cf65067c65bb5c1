"""Jupyter server extension that configures the export of charts and tables in JupyterLab.

"Save and Export Notebook As" runs nbconvert inside the server, which does not read nbconvert's own
configuration files. ``lab.json``, which is installed with the server's settings, enables this
extension.
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
