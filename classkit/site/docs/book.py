"""The book that Sphinx makes of the sources: its settings and its looks."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from classkit.site.looks import ICON, shared_look
from classkit.version import __version__

from .shelf import FILES

STYLE = Path(__file__).parent / "style"
LIGHT = {
    "color-brand-primary": "#0b4f8a",
    "color-brand-content": "#0b4f8a",
    "color-brand-visited": "#5b3f86",
    "color-foreground-primary": "#17202a",
    "color-foreground-secondary": "#46515e",
    "color-foreground-muted": "#46515e",
    "color-background-primary": "#ffffff",
    "color-background-secondary": "#eef0ee",
    "color-background-hover": "#e8eef4",
    "color-background-border": "#d6dade",
}
"""The colours of the light table (``widgets/page/styles/themes.css``), as furo names them."""
DARK = {
    "color-brand-primary": "#8cc4f5",
    "color-brand-content": "#8cc4f5",
    "color-brand-visited": "#c9a9f0",
    "color-foreground-primary": "#eef2f6",
    "color-foreground-secondary": "#b4bfca",
    "color-foreground-muted": "#b4bfca",
    "color-background-primary": "#1a2129",
    "color-background-secondary": "#11161c",
    "color-background-hover": "#2a3541",
    "color-background-border": "#38434f",
}
"""Those of the dark table."""
LETTERS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif'
NUMBERED = 3
"""Headings down to this level can be linked to."""


def settings(plotly: str, beside: Path, alive: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of Sphinx.

    ``plotly`` is the address of plotly.js from the folder of the book, ``beside`` a folder of files
    that go into the book as they are. ``alive`` is what runs the cells of lessons; empty if nothing
    does.
    """
    letters = {"font-stack": LETTERS}
    return {
        "project": "classkit",
        "copyright": "The classkit authors",
        "release": __version__,
        "extensions": ["sphinx.ext.autodoc", "myst_nb", f"{__package__}.extension"],
        "exclude_patterns": [f"{FILES}/*"],
        "classkit_plotly": plotly,
        "classkit_alive": dict(alive),
        "nb_execution_mode": "off",  # lessons are run before, and kept
        "nb_ipywidgets_js": {},  # nothing is fetched for widgets
        "myst_enable_extensions": ["deflist"],  # a $ is a dollar and begins no formula
        "myst_heading_anchors": NUMBERED,
        "suppress_warnings": ["misc.highlighting_failure"],  # such code is shown without colours
        "default_role": "py:obj",
        "autodoc_member_order": "bysource",
        "autodoc_typehints": "signature",
        "autodoc_preserve_defaults": True,
        "autodoc_class_signature": "mixed",
        "python_use_unqualified_type_names": True,
        "python_maximum_signature_line_length": 80,
        "toc_object_entries_show_parents": "hide",
        "html_theme": "furo",
        "html_title": "classkit",
        "html_static_path": [str(STYLE)],
        "html_favicon": ICON,
        "html_css_files": ["docs.css"],
        "html_extra_path": [str(beside)],
        "html_math_renderer": "mathml",
        "html_copy_source": False,
        "html_show_sourcelink": False,
        "html_domain_indices": False,
        "html_theme_options": {
            "light_css_variables": LIGHT | letters,
            "dark_css_variables": DARK | letters,
        },
    }


def bind(
    sources: Path, out: Path, plotly: str, beside: Path, work: Path, alive: Mapping[str, Any]
) -> str:
    """Make the book of the sources in the folder ``out``, and return what Sphinx warns of.

    ``work`` is a folder for what Sphinx keeps in between.
    """
    from sphinx.application import Sphinx
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    (sources / ICON).write_bytes(shared_look(ICON))
    warned = io.StringIO()
    with patch_docutils(), docutils_namespace():
        app = Sphinx(
            srcdir=sources,
            confdir=None,
            outdir=out,
            doctreedir=work,
            buildername="html",
            confoverrides=settings(plotly, beside, alive),
            status=None,
            warning=warned,
            freshenv=True,
        )
        app.build()
    return warned.getvalue()
