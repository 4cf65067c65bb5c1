"""Slides as one page that asks no other server: reveal.js and the charts are in it.

``classkit lesson slides`` writes it. nbconvert's own page of slides fetches reveal.js from others;
here it is taken from the package sphinx-revealjs, which carries it (the extra ``slides``).
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
from .slides import OneChartEach, Unfolded

CARRIER = "sphinx_revealjs"
"""The package that carries reveal.js."""
REVEAL = "_static/revealjs"
"""Where it lies in that package."""
LINKED = re.compile(r'<link[^>]* href="REVEAL/([^"]+)"[^>]*>')
"""Matches a link to a style sheet of reveal.js."""
FETCHED = re.compile(r"@import[^;]+;")
"""Matches the line of a theme that fetches its letters; the reader's own are shown without it."""
SHOW = """{% extends 'index.html.j2' %}
{%- block html_head_js -%}{%- endblock -%}
{%- block jupyter_widgets -%}{%- endblock -%}
{%- block html_head_js_mathjax -%}{%- endblock -%}
{%- block footer_js -%}SCRIPTS{%- endblock -%}
"""
"""nbconvert's page of slides without what it fetches from others."""
SCRIPTS = ("dist/reveal.js", "plugin/notes/notes.js")
BEGIN = "Reveal.initialize({settings});"
SETTINGS = {"width": 1280, "height": 720, "controls": True, "progress": True, "history": True}
LOWER = """
const lower = () => {
  for (const one of document.querySelectorAll('.reveal section.present:not(.stack)')) {
    if (one.scrollHeight > 684) Object.assign(one.style, {height: '684px', overflowY: 'auto'});
  }
};
Reveal.on('ready', lower);
Reveal.on('slidechanged', lower);
"""
"""Lets a slide that is higher than the screen be scrolled."""


def reveal_folder() -> Path:
    """Return where reveal.js lies; ClasskitError with the remedy where nothing carries it."""
    found = find_spec(CARRIER)
    for place in (found and found.submodule_search_locations) or ():
        folder = Path(place) / REVEAL
        if (folder / SCRIPTS[0]).is_file():
            return folder
    raise ClasskitError(
        "Slides need reveal.js, which the package sphinx-revealjs carries and is not installed: "
        "pip install 'classkit[slides]'."
    )


class OneShow(SlidesExporter):
    """Writes a notebook as slides in one page that needs no network."""

    @property
    def default_config(self) -> Config:
        """Return the settings of nbconvert's slides, and what draws and divides the charts."""
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
        return SHOW

    def from_notebook_node(self, nb: Any, resources: Any = None, **kw: Any) -> tuple[str, Any]:
        """Return the page, with reveal.js and its styles in place of links to them."""
        folder = reveal_folder()
        page, resources = super().from_notebook_node(nb, resources, **kw)
        page = LINKED.sub(lambda link: f"<style>{style(folder / link[1])}</style>", page)
        return page.replace("SCRIPTS", "\n".join(scripts(folder)), 1), resources


def style(path: Path) -> str:
    """Return a style sheet without what it would fetch."""
    return FETCHED.sub("", path.read_text(encoding="utf-8"))


def scripts(folder: Path) -> list[str]:
    """Return the scripts of the show: reveal.js, the speaker's notes, and what begins it."""
    programs = [(folder / name).read_text(encoding="utf-8") for name in SCRIPTS]
    settings = json.dumps(SETTINGS)[:-1] + ", plugins: [RevealNotes]}"
    begin = BEGIN.replace("{settings}", settings) + LOWER
    return [f"<script>{program}</script>" for program in (*programs, begin)]
