"""HTML pages rendered from Jinja templates stored next to the code of their package."""

from __future__ import annotations

from typing import Any


def render_template(package: str, template: str, **facts: Any) -> str:
    """Render a template of a package, escaping all strings."""
    import jinja2  # only needed here

    pages = jinja2.Environment(
        loader=jinja2.PackageLoader(package, ""),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    return pages.get_template(template).render(facts)
