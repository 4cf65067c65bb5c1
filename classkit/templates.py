"""Pages for others' browsers, filled in from templates beside the code that fills them in."""

from __future__ import annotations

from typing import Any


def fill_in(package: str, template: str, **facts: Any) -> str:
    """Return a template of a package with these facts; texts are shown as text, never as HTML."""
    import jinja2  # needed only here

    pages = jinja2.Environment(
        loader=jinja2.PackageLoader(package, ""),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    return pages.get_template(template).render(facts)
