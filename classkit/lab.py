"""What classkit tells the server of JupyterLab: how charts and tables are exported.

"Save and Export Notebook As" is nbconvert within the server, which reads no settings of nbconvert.
``lab.json`` beside this file, installed among the server's settings, has it load this module.
"""

from __future__ import annotations

from typing import Any

PICTURES = "classkit.handout.Pictures"


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "classkit.lab"}]


def _load_jupyter_server_extension(server: Any) -> None:
    """Have pages of notebooks drawn as nbconvert draws them, beside what the host has set."""
    settings = server.config.HTMLExporter
    named = list(settings.get("preprocessors") or ())
    if PICTURES not in named:
        settings.preprocessors = [*named, PICTURES]
