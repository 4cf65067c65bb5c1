"""The page modules joined to one: every one of them, in an order in which it runs."""

from __future__ import annotations

import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from classkit.hosting.frontend_bundle import BUNDLES, PHONE, TEACHER
from classkit.site.tables import ROOT
from classkit.widgets.asset_loader import PAGE_FOLDER
from classkit.widgets.js_bundler import (
    STYLE_SHEETS,
    bundle_page,
    hash_page,
    read_bundle_hash,
    sort_modules,
)

PREACT = "72284e8e9079c87817145df1110f74e8a2aa040b2fc384922e18dfcb46fc1fd7"

RUN = """\
const styles = [], made = [];
globalThis.HTMLElement = class {};
globalThis.document = {
  getElementById: () => null,
  createElement: () => ({}),
  head: { append: (one) => styles.push(one) },
};
globalThis.customElements = { get: () => undefined, define: (name) => made.push(name) };
const { default: createTable } = await import(process.argv[1]);
const table = createTable();
console.log(typeof table.initialize, typeof table.render, styles.length, ...made);
"""


def test_each_module_comes_once_after_those_that_it_needs() -> None:
    order = list(sort_modules(PAGE_FOLDER))
    assert order[-1] == "root.js" and len(order) == len(set(order))
    assert (
        order.index("basics/dom.js") < order.index("parts/board.js") < order.index("parts/table.js")
    )


def test_every_module_is_in_the_page() -> None:
    """But the loader, which asks for it, and what is there for its types alone."""
    modules = {path.relative_to(PAGE_FOLDER).as_posix() for path in PAGE_FOLDER.rglob("*.js")}
    joint = {
        name
        for root in (*BUNDLES.values(), ROOT, "film.js")
        for name in sort_modules(PAGE_FOLDER, root)
    }
    assert joint == modules - {"loader.js", "types.js"}


def test_a_page_knows_one_line_alone() -> None:
    """That of a widget has no worker, and that of a site nothing of Jupyter."""
    widget, site = set(sort_modules(PAGE_FOLDER)), set(sort_modules(PAGE_FOLDER, ROOT))
    assert widget - site >= {"wire/comm.js", "wire/connection.js", "wire/notebook.js"}
    assert {name for name in site - widget if not name.startswith("lesson/")} == {
        "wire/worker.js",
        ROOT,
    }
    for room in (PHONE, TEACHER):
        assert not {"wire/comm.js", "wire/worker.js"} & set(sort_modules(PAGE_FOLDER, room))


def test_every_style_is_in_the_page() -> None:
    page = bundle_page(PAGE_FOLDER)
    for path in PAGE_FOLDER.rglob("*.css"):
        first = re.search(r"^ *(\.[\w-]+)", path.read_text("utf-8"), re.MULTILINE)
        assert first and first[1] in page, path.name


def test_it_runs(tmp_path: Path) -> None:
    """Node runs the joined module: all elements are defined, and it makes a table."""
    page = tmp_path / "page.mjs"
    page.write_text(bundle_page(PAGE_FOLDER), encoding="utf-8")
    command = [sys.executable, "-m", "tests.node", "--input-type=module", "-e", RUN, str(page)]
    ran = subprocess.run(command, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    said = ran.stdout.split()
    assert said[:3] == ["function", "function", "1"]
    defined = {
        name
        for text in sort_modules(PAGE_FOLDER).values()
        for name in re.findall(r"^define\('([\w-]+)'", text, re.MULTILINE)
    }
    assert set(said[3:]) == defined and "classkit-table" in defined


def test_the_page_says_which_modules_it_was_made_of(tmp_path: Path) -> None:
    """So a copy that is older than the package is known as such."""
    page = tmp_path / "page.js"
    page.write_text(bundle_page(PAGE_FOLDER), encoding="utf-8")
    assert read_bundle_hash(page) == hash_page(PAGE_FOLDER)
    page.write_text("/** another page */\n")
    assert read_bundle_hash(page) == ""


def test_room_and_type_are_of_one_scale() -> None:
    """What stands around the stage takes both from the tokens of the themes."""
    own = re.compile(r"(?:gap|padding[a-z-]*|margin[a-z-]*): [^;}]*(?<![\d.])(?:[2-9]|\d\d)px")
    sizes = re.compile(r"font-size: 0\.\d+em")
    names = ("ask", "board", "charts", "desk", "head", "stage", "story", "table")
    for name in (f"{name}.css" for name in names):
        (sheet,) = PAGE_FOLDER.rglob(name)
        rules = re.sub(r"calc\([^;]*", "", sheet.read_text("utf-8"))
        assert own.findall(rules) + sizes.findall(rules) == [], name


def test_the_pages_of_the_tests_have_every_style_in_its_order() -> None:
    sheet = (Path(__file__).parents[1] / "page/styles.css").read_text("utf-8")
    assert re.findall(r"styles/([\w.]+)'", sheet) == list(STYLE_SHEETS)


def test_a_class_is_styled_in_one_sheet() -> None:
    """Two parts that give one name to two things would style each other's."""
    sheets: dict[str, set[str]] = {}
    for path in PAGE_FOLDER.rglob("*.css"):
        alone = r"(?<!,\n)^\.classkit (\.[\w-]+) \{"
        for name in re.findall(alone, path.read_text("utf-8"), re.MULTILINE):
            sheets.setdefault(name, set()).add(path.name)
    assert {name: where for name, where in sheets.items() if len(where) > 1} == {}


def test_no_rule_is_written_twice_for_a_part_within_a_table_and_alone() -> None:
    """What a part holds is the same in both: only the part itself is named in both ways."""
    for path in PAGE_FOLDER.rglob("*.css"):
        rules = re.findall(r"^ *(\.classkit[^{]+)\{", path.read_text("utf-8"), re.MULTILINE)
        for selectors in (re.split(r",\s*(?=\.classkit)", rule.strip()) for rule in rules):
            within = {re.sub(r"^\.classkit ", ".classkit", one) for one in selectors}
            names = [one for one in within if " " in one or "[" in one]
            doubled = len(within) < len(selectors) and names
            assert not doubled, f"{path.name}: {selectors[0]}"


def test_the_library_is_the_one_that_was_published() -> None:
    """``htm/preact/standalone.module.js`` of htm 3.1.1, byte for byte: nobody has touched it."""
    library = (PAGE_FOLDER / "preact/standalone.js").read_bytes()
    assert sha256(library).hexdigest() == PREACT
    code, _, _ = library.decode().rpartition("export{")
    assert code in bundle_page(PAGE_FOLDER), (
        "the page carries it as it is, but for its line of exports"
    )


def folder(place: Path, **modules: str) -> Path:
    """A folder of modules, with styles that say nothing."""
    for name in STYLE_SHEETS:
        (place / "styles").mkdir(exist_ok=True)
        (place / "styles" / name).write_text("")
    for name, text in modules.items():
        (place / f"{name}.js").write_text(text)
    return place


def test_a_ring_of_imports_is_refused(tmp_path: Path) -> None:
    here = folder(
        tmp_path,
        root="import { a } from './other.js';\nexport default a;\n",
        other="import { b } from './root.js';\nexport const a = 1;\n",
    )
    with pytest.raises(ValueError, match=r"circular imports: root\.js"):
        bundle_page(here)


@pytest.mark.parametrize(
    "line", ["export * from './other.js';", "import * as o from './other.js';", "export { a };"]
)
def test_another_form_of_import_or_export_is_refused(tmp_path: Path, line: str) -> None:
    here = folder(tmp_path, root=f"const a = 1;\n{line}\nexport default a;\n")
    with pytest.raises(ValueError, match=r"root\.js cannot be bundled"):
        bundle_page(here)
