"""Sphinx extension: formulas without a script, charts, runnable cells, and offline storage."""

from __future__ import annotations

import json
from typing import Any

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.application import Sphinx

from classkit.site.site_theme import DOCS_POLICY

from . import autodoc_hooks, search_words
from .chart_html import CHART_TAG
from .lessons import FOLDER as LESSONS


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the extension with Sphinx."""
    app.add_config_value("classkit_plotly", "", "html", str)
    app.add_html_math_renderer("mathml", (draw_inline, None), (draw_block, None))
    app.add_config_value("classkit_run", True, "env", bool)
    app.add_config_value("classkit_answers", False, "env", bool)
    app.add_config_value("classkit_answer_pages", [], "env", list)
    autodoc_hooks.setup(app)
    search_words.setup(app)
    app.add_config_value("classkit_alive", {}, "html", dict)
    app.connect("html-page-context", add_policy)
    app.connect("html-page-context", add_charts)
    app.connect("html-page-context", add_cells)
    app.connect("html-page-context", add_offline)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def draw_inline(page: Any, formula: nodes.math) -> None:
    """Write an inline formula as MathML, which browsers display without a script."""
    page.body.append(tex2mathml(formula.astext()))
    raise nodes.SkipNode


def draw_block(page: Any, formula: nodes.math_block) -> None:
    """Write a block formula as MathML."""
    page.body.append(f"<div>{tex2mathml(formula.astext(), as_block=True)}</div>")
    raise nodes.SkipNode


def add_policy(app: Sphinx, page: str, template: str, context: dict[str, Any], source: Any) -> None:
    """Add the content security policy to a page."""
    said = f'<meta http-equiv="Content-Security-Policy" content="{DOCS_POLICY}">'
    context["metatags"] = f"{said}{context.get('metatags', '')}"


def add_charts(app: Sphinx, page: str, template: str, context: dict[str, Any], source: Any) -> None:
    """Add the chart script to a page with charts. It loads the plotly.js of the site."""
    if CHART_TAG in context.get("body", ""):
        plotly = context["pathto"](app.config.classkit_plotly, resource=True)
        app.add_js_file("charts.js", loading_method="defer", **{"data-plotly": plotly})


def add_cells(app: Sphinx, page: str, template: str, context: dict[str, Any], source: Any) -> None:
    """Add the script that runs the cells of a lesson, if the site contains the program for it."""
    alive = app.config.classkit_alive
    if alive and page.startswith(f"{LESSONS}/") and 'class="cell' in context.get("body", ""):
        up = context["pathto"]("../", resource=True)
        told = json.dumps({"up": up, **alive})
        plotly = context["pathto"](app.config.classkit_plotly, resource=True)
        app.add_js_file(
            "lesson.js",
            loading_method="defer",
            **{
                "data-told": told,
                "data-plotly": plotly,
            },
        )


def add_offline(
    app: Sphinx, page: str, template: str, context: dict[str, Any], source: Any
) -> None:
    """Add the script that stores the site in the browser, if the site has tables."""
    if alive := app.config.classkit_alive:
        app.add_js_file(f"../../{alive['offline']}", type="module")  # path relative to _static
