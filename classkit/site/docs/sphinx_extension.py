"""Sphinx extension: formulas without a script, charts, runnable cells, and offline storage."""

from __future__ import annotations

import ast
import inspect
import json
from importlib import import_module
from itertools import pairwise
from types import ModuleType
from typing import Any

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.addnodes import desc_signature, pending_xref
from sphinx.application import Sphinx

from classkit.site.site_theme import DOCS_POLICY

from .chart_html import CHART_TAG
from .lessons import FOLDER as LESSONS

PUBLIC_NAMES = ("Table",)
"""Names of ``classkit`` that references without a module resolve to."""


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the extension with Sphinx."""
    app.add_config_value("classkit_plotly", "", "html", str)
    app.add_html_math_renderer("mathml", (draw_inline, None), (draw_block, None))
    app.add_config_value("classkit_run", True, "env", bool)
    app.add_config_value("classkit_answers", False, "env", bool)
    app.add_config_value("classkit_answer_pages", [], "env", list)
    app.connect("autodoc-process-docstring", describe_assignment)
    app.connect("doctree-read", resolve_names)
    app.add_config_value("classkit_alive", {}, "html", dict)
    app.connect("html-page-context", add_policy)
    app.connect("html-page-context", add_charts)
    app.connect("html-page-context", add_cells)
    app.connect("html-page-context", add_offline)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def describe_assignment(
    app: Sphinx, kind: str, name: str, thing: Any, options: Any, lines: list[str]
) -> None:
    """Describe a name by the docstring below its assignment, also where it is imported."""
    if kind == "data":
        module, _, attribute = name.rpartition(".")
        lines[:] = [*get_assignment_docstring(import_module(module), attribute).splitlines(), ""]


def get_assignment_docstring(module: ModuleType, name: str) -> str:
    """Return the docstring below the assignment of a name.

    Sphinx finds it only in the module that assigns the name, so imports are followed.

    >>> get_assignment_docstring(import_module("classkit"), "Until")
    'How far to go.'
    """
    body = ast.parse(inspect.getsource(module)).body
    for node, after in pairwise([*body, ast.Pass()]):
        if isinstance(node, ast.ImportFrom) and name in (
            one.asname or one.name for one in node.names
        ):
            place = f"{'.' * node.level}{node.module}"
            return get_assignment_docstring(import_module(place, module.__package__), name)
        if get_assigned_name(node) == name and isinstance(after, ast.Expr):
            return inspect.cleandoc(str(ast.literal_eval(after.value)))
    return ""


def get_assigned_name(node: ast.stmt) -> str:
    """Return the name that a statement assigns; "" if it is no assignment."""
    if isinstance(node, ast.Assign):
        return ast.unparse(node.targets[0])
    return ast.unparse(node.target) if isinstance(node, ast.AnnAssign) else ""


def resolve_names(app: Sphinx, page: nodes.document) -> None:
    """Resolve a type without a module to the type of this name that the same page describes.

    If the page describes no such type, a name in ``PUBLIC_NAMES`` means the one of ``classkit``.
    """
    described = {
        name.rpartition(".")[2]: name
        for signature in page.findall(desc_signature)
        for name in signature["ids"][:1]
    }
    for reference in page.findall(pending_xref):
        name = reference.get("reftarget", "")
        if reference.get("refdomain") == "py" and name in (*described, *PUBLIC_NAMES):
            reference["reftarget"] = described.get(name, f"classkit.{name}")


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
    """Add the chart script to a page with charts; it loads the plotly.js of the site."""
    if CHART_TAG in context.get("body", ""):
        plotly = context["pathto"](app.config.classkit_plotly, resource=True)
        app.add_js_file("charts.js", loading_method="defer", **{"data-plotly": plotly})


def add_cells(app: Sphinx, page: str, template: str, context: dict[str, Any], source: Any) -> None:
    """Add the script that runs the cells of a lesson, if the site has the program for it."""
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
        app.add_js_file(f"../../{alive['offline']}", type="module")  # relative to _static
