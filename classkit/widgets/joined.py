"""All page modules and styles as one module, ``page.js``: one request instead of some fifty.

Standard library only, and no import of classkit: while a wheel is built this file is run by its
path. Each module becomes a function that gives what it exports, after those that it imports:

    const $basics_dom = (() => { … return { h, setText }; })();
    const $parts_board = (() => { const { h } = $basics_dom; … return { BoardPart }; })();

The modules themselves stay the source, and what tests import. An import or export must begin a line
and have the one form that ``IMPORT`` and ``EXPORT`` describe; long lists of names may be broken.
A library that others have packed to one line imports nothing, and ends with a list of what it
exports, as ``PACKED`` describes.
"""

from __future__ import annotations

import json
import posixpath
import re
from hashlib import blake2b
from pathlib import Path

PAGE = "page.js"
ROOT = "root.js"
"""The module of a widget, which needs all others."""
STYLES = (
    "themes.css",
    "table.css",
    "strip.css",
    "board.css",
    "ask.css",
    "charts.css",
    "panels.css",
    "story.css",
    "contrast.css",
    "room.css",
    "paper.css",
)
"""The style sheets in the folder ``styles``, in the order in which they build on each other."""

IMPORT = re.compile(r"^import (\{[\w,\s]+\}) from '(\.{1,2}/[\w/.-]+\.js)';$", re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
DEFAULT = re.compile(r"^export default (\w+);$", re.MULTILINE)
PACKED = re.compile(r"(?<=[;}])export\{(\w+ as \w+(?:,\w+ as \w+)*)\};\s*\Z")
OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)

HEAD = "/** The page modules of a classkit table, joined; version {version}. */\n"
SAID = re.compile(r"/\*\* .*; version (\w+)\. \*/")
STYLE = """\
if (typeof document !== 'undefined' && !document.getElementById('classkit-style')) {
  const style = document.createElement('style');
  style.id = 'classkit-style';
  style.textContent = %s;
  document.head.append(style);
}
"""


def joined(page: Path, root: str = ROOT) -> str:
    """Return the modules in the folder `page` as one, which puts their style into the browser.

    They are those that the module `root` needs, and it exports by default what that does.
    ValueError names a module whose imports or exports have another form, or that imports itself by
    way of others.
    """
    styles = "\n".join((page / "styles" / name).read_text(encoding="utf-8") for name in STYLES)
    parts = [HEAD.format(version=fingerprint(page)), STYLE % json.dumps(compact(styles))]
    sources = in_order(page, root)
    parts += [enclosed(name, text) for name, text in sources.items()]
    (given,) = DEFAULT.findall(sources[root])
    parts.append(f"export default {variable(root)}.{given};\n")
    return "\n".join(parts)


def compact(styles: str) -> str:
    """Return style sheets as a browser needs them: without comments, indentation and line ends.

    >>> compact("/* A board. */\\n.a {\\n  color: red;\\n  margin: 0 1px;\\n}\\n")
    '.a { color: red; margin: 0 1px; }'
    """
    return " ".join(re.sub(r"/\*.*?\*/", "", styles, flags=re.DOTALL).split())


def fingerprint(page: Path) -> str:
    """Return a hash of all scripts and styles of a page, under which browsers keep it."""
    digest = blake2b(digest_size=6)
    for path in sorted(page.rglob("*.[jc]s*")):
        name = path.relative_to(page).as_posix()
        digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def fingerprint_in(made: Path) -> str:
    """Return the fingerprint of the modules that a joined page was made of; empty without one."""
    with made.open(encoding="utf-8") as lines:
        found = SAID.match(lines.readline())
    return found[1] if found else ""


def in_order(page: Path, root: str = ROOT) -> dict[str, str]:
    """Return the text of each module that `root` needs, after those that it imports itself."""
    order: dict[str, str] = {}

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in order:
            return
        if name in above:
            raise ValueError(f"The page modules import each other in a ring: {name}.")
        text = (page / name).read_text(encoding="utf-8")
        for _, other in IMPORT.findall(text):
            visit(place(name, other), (*above, name))
        order[name] = text

    visit(root, ())
    return order


def enclosed(name: str, text: str) -> str:
    """Return one module as a constant that holds what it exports.

    >>> print(enclosed("c/b.js", "import { a } from '../a.js';\\nexport const b = a;\\n"), end="")
    const $c_b = (() => {
    const { a } = $a;
    const b = a;
    return { b };
    })();
    >>> print(enclosed("d.js", "var e=1;export{e as one};"), end="")
    const $d = (() => {
    var e=1;
    return { one: e };
    })();
    """
    exported = [*EXPORT.findall(text), *DEFAULT.findall(text)]
    if packed := PACKED.search(text):
        pairs = [one.split(" as ") for one in packed[1].split(",")]
        exported += [f"{outside}: {inside}" for inside, outside in pairs]
        text = f"{text[: packed.start()]}\n"
    body = IMPORT.sub(lambda line: f"const {line[1]} = {variable(place(name, line[2]))};", text)
    body = DEFAULT.sub("", EXPORT.sub("", body))
    if other := OTHER.search(body):
        raise ValueError(f"{name} cannot be joined to the other page modules: {other[0]!r}")
    given = ", ".join(exported)
    return f"const {variable(name)} = (() => {{\n{body}return {{ {given} }};\n}})();\n"


def place(module: str, other: str) -> str:
    """Return where a module lies that another one imports, from the folder of all of them.

    >>> place("parts/board.js", "../basics/dom.js")
    'basics/dom.js'
    """
    return posixpath.normpath(posixpath.join(posixpath.dirname(module), other))


def variable(name: str) -> str:
    """Return the name of the constant that holds a module, such as "$parts_board"."""
    return "$" + name.removesuffix(".js").replace("-", "_").replace("/", "_")
