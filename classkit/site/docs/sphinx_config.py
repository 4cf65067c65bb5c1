"""Sphinx build of the documentation: settings, colours, fonts."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from classkit.site.site_theme import ICON, read_shared_file
from classkit.version import __version__

from .source_tree import FILES

STYLE = Path(__file__).parent / "style"
LIGHT_COLOURS = {
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
"""Colours of the light theme (``widgets/page/styles/tokens.css``), by their furo names."""
DARK_COLOURS = {
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
"""Colours of the dark theme."""
FONT_STACK = (
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif'
)
ANCHOR_LEVELS = 3
"""Lowest level of headings that links can lead to."""


def get_settings(plotly: str, beside: Path, alive: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of Sphinx.

    ``plotly`` is the address of plotly.js, relative to the output folder. ``beside`` is a folder of
    files that are copied unchanged. ``alive`` contains the addresses of the scripts that run cells
    of lessons; empty if cells cannot be run.
    """
    letters = {"font-stack": FONT_STACK}
    return {
        "project": "classkit",
        "copyright": "The classkit authors",
        "release": __version__,
        "extensions": [
            "sphinx.ext.autodoc",
            "sphinx.ext.napoleon",
            "myst_nb",
            f"{__package__}.sphinx_extension",
        ],
        "napoleon_numpy_docstring": False,
        "exclude_patterns": [f"{FILES}/*"],
        "classkit_plotly": plotly,
        "classkit_alive": dict(alive),
        "nb_execution_mode": "off",  # lessons are executed beforehand
        "nb_ipywidgets_js": {},  # no scripts for widgets
        "myst_enable_extensions": ["deflist"],  # no dollarmath: a $ is a dollar
        "myst_heading_anchors": ANCHOR_LEVELS,
        "suppress_warnings": ["misc.highlighting_failure"],  # unknown code is shown without colours
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
            "light_css_variables": LIGHT_COLOURS | letters,
            "dark_css_variables": DARK_COLOURS | letters,
        },
    }


def build_book(
    sources: Path, out: Path, plotly: str, beside: Path, work: Path, alive: Mapping[str, Any]
) -> str:
    """Build the HTML pages of the sources into ``out`` and return the warnings of Sphinx.

    ``work`` is a folder for intermediate files.
    """
    from sphinx.application import Sphinx
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    (sources / ICON).write_bytes(read_shared_file(ICON))
    warned = io.StringIO()
    with patch_docutils(), docutils_namespace():
        app = Sphinx(
            srcdir=sources,
            confdir=None,
            outdir=out,
            doctreedir=work,
            buildername="html",
            confoverrides=get_settings(plotly, beside, alive),
            status=None,
            warning=warned,
            freshenv=True,
        )
        app.build()
    return warned.getvalue()
