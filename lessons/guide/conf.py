"""Sphinx configuration of the documentation: ``sphinx-build lessons/guide OUT``.

The pages in this folder are files. Pages that are made from other files or from the code (lessons,
rules, games, commands) are written beside them before Sphinx reads the folder.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from classkit.version import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

REPOSITORY = Path(__file__).parents[2]
DOCS = REPOSITORY / "classkit" / "site" / "docs"

project = "classkit"
copyright = "The classkit authors"
release = __version__
extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "myst_nb",
    "classkit.site.docs.sphinx_extension",
]
exclude_patterns = ["_build", "_extra", "files"]
suppress_warnings = [
    "misc.highlighting_failure",  # unknown code is shown without colours
    "toc.excluded",  # pages with answers may be left out
]

classkit_run = True
"""Run the lessons, to show the output of their cells."""
classkit_answers = False
"""Include pages with answers: plans of lessons, and the pages in ``classkit_answer_pages``."""
classkit_answer_pages = [
    "how-to/set-a-sheet-that-counts",
    "reference/answer-key",
]
"""Pages of this folder that students should not read."""

classkit_search_words = {
    "games/opoly": ["monopoly", "auction game", "real estate"],
    "games/poleconomy": ["inflation game", "politics game"],
    "games/economicon": ["currency game", "exchange rate game"],
    "games/economy": ["takeover game", "memory game"],
    "games/index": ["games", "which game", "rules", "options", "number of players"],
    "lessons/index": ["lessons", "which lesson", "syllabus", "guest lecture", "learning outcomes"],
    "assignments": ["worksheet", "assignments", "exercises"],
    "commands/index": ["command line", "terminal", "shell"],
    "changelog": ["what is new", "release notes", "upgrade"],
    "architecture": ["source code", "where do I change"],
}
"""Search words of generated pages; a page of this folder has its own in a comment."""

nb_execution_mode = "off"  # lessons are executed beforehand
nb_ipywidgets_js: dict[str, dict[str, str]] = {}  # no scripts for widgets
myst_enable_extensions = ["deflist"]  # no dollarmath: a $ is a dollar
myst_heading_anchors = 3

napoleon_numpy_docstring = False
napoleon_attr_annotations = False  # autodoc_hooks.py shows types of attributes
default_role = "py:obj"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
autodoc_class_signature = "mixed"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80
toc_object_entries_show_parents = "hide"

LIGHT_COLOURS = {  # of widgets/page/styles/tokens.css, by their names in furo
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
FONTS = {
    "font-stack": 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", '
    "sans-serif"
}

html_theme = "furo"
html_title = "classkit"
html_static_path = [str(DOCS / "style")]
html_css_files = ["docs.css"]
html_favicon = str(REPOSITORY / "classkit" / "hosting" / "template" / "static" / "icon.svg")
html_math_renderer = "mathml"
html_copy_source = False
html_show_sourcelink = False
html_domain_indices = False
html_theme_options = {
    "light_css_variables": LIGHT_COLOURS | FONTS,
    "dark_css_variables": DARK_COLOURS | FONTS,
}


def setup(app: Sphinx) -> None:
    """Write the generated pages before Sphinx reads this folder."""
    app.connect("config-inited", write_pages)


def write_pages(app: Sphinx, config: Config) -> None:
    """Write the generated pages into the source folder."""
    from classkit.cli import build_parser
    from classkit.site import docs

    docs.write_generated_pages(app, REPOSITORY, build_parser())
