"""Exporter that writes slides as a single HTML page that works offline.

``classkit lesson slides`` uses this exporter. nbconvert's own slides load reveal.js from another
server. This exporter includes reveal.js from the package sphinx-revealjs (the extra ``slides``) in
the page.
"""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from nbconvert.exporters import SlidesExporter
from traitlets import default
from traitlets.config import Config

from .engine.errors import ClasskitError
from .handout import Pictures
from .notebook_preprocessors import OneChartEach, Unfolded

REVEAL_PACKAGE = "sphinx_revealjs"
"""The package that contains reveal.js."""
REVEAL_PATH = "_static/revealjs"
"""The folder of reveal.js in that package."""
LINK_PATTERN = re.compile(r'<link[^>]* href="REVEAL/([^"]+)"[^>]*>')
"""Matches a link to a style sheet of reveal.js."""
IMPORT_PATTERN = re.compile(r"@import[^;]+;")
"""Matches the line of a theme that loads a web font. Without it, the page uses the system's font.
"""
PAGE_TEMPLATE = """{% extends 'index.html.j2' %}
{%- block html_head_js -%}{%- endblock -%}
{%- block jupyter_widgets -%}{%- endblock -%}
{%- block html_head_js_mathjax -%}{%- endblock -%}
{%- block footer_js -%}SCRIPTS{%- endblock -%}
"""
"""nbconvert's template for slides, without the scripts that it would load from other servers."""
SCRIPTS = ("dist/reveal.js", "plugin/notes/notes.js")
INIT_SCRIPT = "Reveal.initialize({settings});"
REVEAL_SETTINGS = {
    "width": 1280,
    "height": 720,
    "controls": True,
    "progress": True,
    "history": True,
}
SCROLL_SCRIPT = """
const lower = () => {
  for (const one of document.querySelectorAll('.reveal section.present:not(.stack)')) {
    if (one.scrollHeight > 684) Object.assign(one.style, {height: '684px', overflowY: 'auto'});
  }
};
Reveal.on('ready', lower);
Reveal.on('slidechanged', lower);
"""
"""Makes slides scrollable if they are higher than the screen."""


def find_reveal() -> Path:
    """Return the folder of reveal.js, or raise ClasskitError if it is not installed."""
    found = find_spec(REVEAL_PACKAGE)
    for place in (found and found.submodule_search_locations) or ():
        folder = Path(place) / REVEAL_PATH
        if (folder / SCRIPTS[0]).is_file():
            return folder
    raise ClasskitError(
        "Slides need the package sphinx-revealjs, which contains reveal.js: pip install "
        "'classkit[slides]'."
    )


class OneShow(SlidesExporter):
    """Exporter that writes a notebook as slides in a single page that works offline."""

    @property
    def default_config(self) -> Config:
        """Return settings of nbconvert's slides exporter, including classkit's preprocessors."""
        own = {
            "OneShow": {
                "preprocessors": [Unfolded, Pictures, OneChartEach],
                "exclude_input_prompt": True,
                "exclude_output_prompt": True,
                "exclude_input": True,
                "reveal_theme": "white",
                "reveal_url_prefix": "REVEAL",
            },
            "Pictures": {"alone": True},
        }
        config = Config(own)
        config.merge(super().default_config)
        return config

    @default("raw_template")
    def _raw_template_default(self) -> str:
        return PAGE_TEMPLATE

    def from_notebook_node(self, nb: Any, resources: Any = None, **kw: Any) -> Any:
        """Return the page with inlined scripts and styles of reveal.js."""
        folder = find_reveal()
        page, resources = super().from_notebook_node(nb, resources, **kw)
        page = LINK_PATTERN.sub(lambda link: f"<style>{read_style(folder / link[1])}</style>", page)
        return page.replace("SCRIPTS", "\n".join(build_scripts(folder)), 1), resources


def read_style(path: Path) -> str:
    """Return a style sheet without imports from other servers."""
    return IMPORT_PATTERN.sub("", path.read_text(encoding="utf-8"))


def build_scripts(folder: Path) -> list[str]:
    """Return the script elements for reveal.js, the speaker's notes, and the start script."""
    programs = [(folder / name).read_text(encoding="utf-8") for name in SCRIPTS]
    settings = json.dumps(REVEAL_SETTINGS)[:-1] + ", plugins: [RevealNotes]}"
    begin = INIT_SCRIPT.replace("{settings}", settings) + SCROLL_SCRIPT
    return [f"<script>{program}</script>" for program in (*programs, begin)]
