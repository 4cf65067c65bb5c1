"""What the style sheets of the page may ask for, so that a step stays quick."""

from __future__ import annotations

import re

from classkit.widgets.asset_loader import PAGE_FOLDER
from classkit.widgets.js_bundler import STYLE_SHEETS

TEMPLATE = PAGE_FOLDER.parents[1] / "hosting" / "template"

WITHIN = re.compile(r":has\(((?:[^()]|\([^()]*\))*)\)")
CLASSES = re.compile(r"(?:\s*[>+~]?\s*(?:\.[\w-]+)+)+")


def test_has_asks_for_nothing_but_classes() -> None:
    """A class comes and goes seldom; children, texts and `hidden` do so at every step.

    A rule that asks for these in `:has()` makes the browser style anew all that lies in what it may
    apply to: 1,880 of 2,500 elements at each step of Poleconomy, 30 of its 71 ms, where 54 elements
    and 3 ms are enough.
    """
    asked = {
        f"{name}: :has({within})"
        for name in STYLE_SHEETS
        for within in WITHIN.findall((PAGE_FOLDER / "styles" / name).read_text(encoding="utf-8"))
        if not CLASSES.fullmatch(within)
    }
    assert not asked


def test_a_kind_of_field_that_follows_the_guide_has_the_look_of_fields() -> None:
    """No class of the example is one that another part has: its height was that of a bar, 4 px."""
    guide = (PAGE_FOLDER / "README.md").read_text(encoding="utf-8")
    example = (
        guide.partition("its name in the `KINDS`")[2].partition("```js")[2].partition("```")[0]
    )
    classes = {name for found in re.findall(r'class="([^"]+)"', example) for name in found.split()}
    assert classes
    for path in (PAGE_FOLDER / "styles").glob("*.css"):
        if path.name not in {"table.css", "ask.css", "forms.css", "nested.css"}:
            styles = path.read_text(encoding="utf-8")
            own = re.findall(r"^\.classkit \.([\w-]+) \{", styles, re.MULTILINE)
            assert not classes.intersection(own), path.name


def test_no_line_of_the_page_is_longer_than_120_letters() -> None:
    """A library and its licences lie there as they came."""
    pages = [*PAGE_FOLDER.rglob("*.js"), *PAGE_FOLDER.rglob("*.css"), *TEMPLATE.rglob("*.css")]
    long = [
        f"{path.name}:{number}: {len(line)}"
        for path in pages
        if PAGE_FOLDER / "preact" not in path.parents
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 120
    ]
    assert not long


def test_style_sheets_have_one_declaration_a_line() -> None:
    crowded = [
        f"{path.name}:{number}"
        for path in [*(PAGE_FOLDER / "styles").glob("*.css"), *TEMPLATE.rglob("*.css")]
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(r";\s*[\w-]+:", line)
    ]
    assert not crowded
