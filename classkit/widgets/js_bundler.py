"""Bundler that joins all page modules and styles into ``page.js``: one request instead of fifty.

It uses only the standard library and no module of classkit, because the wheel build runs this file
by path. Each module becomes a function that returns its exports, after the modules it imports:

    const $basics_dom = (() => { … return { h, setText }; })();
    const $parts_board = (() => { const { h } = $basics_dom; … return { BoardPart }; })();

Tests import the original modules. An import or export must start a line and match
``IMPORT_PATTERN`` or ``EXPORT_PATTERN``; long lists of names may span several lines. A minified
library imports nothing and ends with a list of exports; see ``PACKED_EXPORT``.
"""

from __future__ import annotations

import base64
import json
import posixpath
import re
from hashlib import blake2b
from pathlib import Path

PAGE_FILE = "page.js"
ROOT_MODULE = "root.js"
"""The entry point, which imports all other modules."""
STYLE_SHEETS = (
    "tokens.css",
    "table.css",
    "stage.css",
    "head.css",
    "desk.css",
    "board.css",
    "ask.css",
    "forms.css",
    "nested.css",
    "charts.css",
    "panels.css",
    "hall.css",
    "motion.css",
    "story.css",
    "ending.css",
    "apart.css",
    "contrast.css",
    "room.css",
    "class.css",
    "wall.css",
    "seatmap.css",
    "podium.css",
    "phonecase.css",
    "phonewait.css",
    "lobby.css",
    "phone.css",
    "paper.css",
)
"""The style sheets in the ``styles`` folder, in cascade order."""

FONT_PATTERN = re.compile(r"url\(\.\./(fonts/[\w.-]+\.woff2)\)")
"""A font in a style sheet. Its path is relative to the ``styles`` folder."""

IMPORT_PATTERN = re.compile(r"^import (\{[\w,\s]+\}) from '(\.{1,2}/[\w/.-]+\.js)';$", re.MULTILINE)
EXPORT_PATTERN = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
DEFAULT_EXPORT = re.compile(r"^export default (\w+);$", re.MULTILINE)
PACKED_EXPORT = re.compile(r"(?<=[;}])export\{(\w+ as \w+(?:,\w+ as \w+)*)\};\s*\Z")
UNSUPPORTED_PATTERN = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)

BUNDLE_HEADER = "/** The page modules of a classkit table, joined; version {version}. */\n"
HEADER_PATTERN = re.compile(r"/\*\* .*; version (\w+)\. \*/")
STYLE_SCRIPT = """\
if (typeof document !== 'undefined' && !document.getElementById('classkit-style')) {
  const style = document.createElement('style');
  style.id = 'classkit-style';
  style.textContent = %s;
  document.head.append(style);
}
"""


def bundle_page(page: Path, root: str = ROOT_MODULE) -> str:
    """Bundle all styles and the modules in the `page` folder that the module `root` needs.

    The bundle has the default export of `root`. Raises ValueError if a module has an unsupported
    import or export, or if imports are circular.
    """
    styles = "\n".join(
        (page / "styles" / name).read_text(encoding="utf-8") for name in STYLE_SHEETS
    )
    parts = [
        BUNDLE_HEADER.format(version=hash_page(page)),
        STYLE_SCRIPT % json.dumps(embed_fonts(minify_styles(styles), page)),
    ]
    sources = sort_modules(page, root)
    parts += [wrap_module(name, text) for name, text in sources.items()]
    (given,) = DEFAULT_EXPORT.findall(sources[root])
    parts.append(f"export default {variable_name(root)}.{given};\n")
    return "\n".join(parts)


def minify_styles(styles: str) -> str:
    """Remove comments, indentation and line ends from style sheets.

    >>> minify_styles("/* A board. */\\n.a {\\n  color: red;\\n  margin: 0 1px;\\n}\\n")
    '.a { color: red; margin: 0 1px; }'
    """
    return " ".join(re.sub(r"/\*.*?\*/", "", styles, flags=re.DOTALL).split())


def embed_fonts(styles: str, page: Path) -> str:
    """Replace the URLs of fonts in style sheets with data URLs that contain the fonts."""

    def embed(found: re.Match[str]) -> str:
        data = base64.b64encode((page / found[1]).read_bytes()).decode("ascii")
        return f"url(data:font/woff2;base64,{data})"

    return FONT_PATTERN.sub(embed, styles)


def hash_page(page: Path) -> str:
    """Return a hash of all scripts and styles of a page, used as a version for browser caches."""
    digest = blake2b(digest_size=6)
    for path in sorted(page.rglob("*.[jc]s*")):
        name = path.relative_to(page).as_posix()
        digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def read_bundle_hash(made: Path) -> str:
    """Return the hash in the header of a bundle, or '' if it has none."""
    with made.open(encoding="utf-8") as lines:
        found = HEADER_PATTERN.match(lines.readline())
    return found[1] if found else ""


def sort_modules(page: Path, root: str = ROOT_MODULE) -> dict[str, str]:
    """Return the source of each module that `root` needs, in import order."""
    order: dict[str, str] = {}

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in order:
            return
        if name in above:
            raise ValueError(f"The page modules have circular imports: {name}.")
        text = (page / name).read_text(encoding="utf-8")
        for _, other in IMPORT_PATTERN.findall(text):
            visit(resolve_path(name, other), (*above, name))
        order[name] = text

    visit(root, ())
    return order


def wrap_module(name: str, text: str) -> str:
    """Return a module as a constant that contains its exports.

    >>> text = "import { a } from '../a.js';\\nexport const b = a;\\n"
    >>> print(wrap_module("c/b.js", text), end="")
    const $c_b = (() => {
    const { a } = $a;
    const b = a;
    return { b };
    })();
    >>> print(wrap_module("d.js", "var e=1;export{e as one};"), end="")
    const $d = (() => {
    var e=1;
    return { one: e };
    })();
    """
    exported = [*EXPORT_PATTERN.findall(text), *DEFAULT_EXPORT.findall(text)]
    if packed := PACKED_EXPORT.search(text):
        pairs = [one.split(" as ") for one in packed[1].split(",")]
        exported += [f"{outside}: {inside}" for inside, outside in pairs]
        text = f"{text[: packed.start()]}\n"
    body = IMPORT_PATTERN.sub(
        lambda line: f"const {line[1]} = {variable_name(resolve_path(name, line[2]))};", text
    )
    body = DEFAULT_EXPORT.sub("", EXPORT_PATTERN.sub("", body))
    if other := UNSUPPORTED_PATTERN.search(body):
        raise ValueError(f"{name} cannot be bundled with the other page modules: {other[0]!r}")
    given = ", ".join(exported)
    return f"const {variable_name(name)} = (() => {{\n{body}return {{ {given} }};\n}})();\n"


def resolve_path(module: str, other: str) -> str:
    """Return the path of an imported module, relative to the page folder.

    >>> resolve_path("parts/board.js", "../basics/dom.js")
    'basics/dom.js'
    """
    return posixpath.normpath(posixpath.join(posixpath.dirname(module), other))


def variable_name(name: str) -> str:
    """Return the name of the constant for a module, such as "$parts_board"."""
    return "$" + name.removesuffix(".js").replace("-", "_").replace("/", "_")
