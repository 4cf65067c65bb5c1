"""What the book adds to Sphinx: formulas without a script, charts, and the cells of lessons."""

from __future__ import annotations

import json
from typing import Any

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.addnodes import desc_signature, pending_xref
from sphinx.application import Sphinx

from classkit.site.looks import POLICY_OF_BOOK

from .charts import PLACE
from .lessons import FOLDER as LESSONS

OF_CLASSKIT = ("Table",)
"""Names of ``classkit`` that other modules use for types of their own."""


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the parts to a book."""
    app.add_config_value("classkit_plotly", "", "html", str)
    app.add_html_math_renderer("mathml", (draw_inline, None), (draw_block, None))
    app.connect("doctree-read", name_in_full)
    app.add_config_value("classkit_alive", {}, "html", dict)
    app.connect("html-page-context", add_policy)
    app.connect("html-page-context", add_charts)
    app.connect("html-page-context", add_cells)
    app.connect("html-page-context", add_offline)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def name_in_full(app: Sphinx, page: nodes.document) -> None:
    """Resolve the short name of a type to the type of that name described on the same page.

    Several types are called ``Table`` or ``Part``. On other pages a name in ``OF_CLASSKIT`` means
    the one of ``classkit``.
    """
    described = {
        name.rpartition(".")[2]: name
        for signature in page.findall(desc_signature)
        for name in signature["ids"][:1]
    }
    for reference in page.findall(pending_xref):
        name = reference.get("reftarget", "")
        if reference.get("refdomain") == "py" and name in (*described, *OF_CLASSKIT):
            reference["reftarget"] = described.get(name, f"classkit.{name}")


def draw_inline(page: Any, formula: nodes.math) -> None:
    """Write a formula of a line as MathML, which browsers draw by themselves."""
    page.body.append(tex2mathml(formula.astext()))
    raise nodes.SkipNode


def draw_block(page: Any, formula: nodes.math_block) -> None:
    """Write a formula of its own lines as MathML."""
    page.body.append(f"<div>{tex2mathml(formula.astext(), as_block=True)}</div>")
    raise nodes.SkipNode


def add_policy(app: Sphinx, page: str, template: str, context: dict[str, Any], source: Any) -> None:
    """Let a page load nothing from elsewhere, nor its worker."""
    said = f'<meta http-equiv="Content-Security-Policy" content="{POLICY_OF_BOOK}">'
    context["metatags"] = f"{said}{context.get('metatags', '')}"


def add_charts(app: Sphinx, page: str, template: str, context: dict[str, Any], source: Any) -> None:
    """Let a page that has charts draw them by the plotly.js of the site."""
    if PLACE in context.get("body", ""):
        plotly = context["pathto"](app.config.classkit_plotly, resource=True)
        app.add_js_file("charts.js", loading_method="defer", **{"data-plotly": plotly})


def add_cells(app: Sphinx, page: str, template: str, context: dict[str, Any], source: Any) -> None:
    """Let the cells of a lesson run in its page, if the site has what they run in."""
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
    """Let any page of the book start storing the site in the browser, if the site has tables."""
    if alive := app.config.classkit_alive:
        app.add_js_file(f"../../{alive['offline']}", type="module")  # seen from its folder _static
