"""All page modules and styles as one module, ``page.js``: one request instead of some seventy.

Standard library only, and no import of classkit: while a wheel is built this file is run by its
path. Each module becomes a function that gives what it exports, after those that it imports:

    const $dom = (() => { … return { h, setText }; })();
    const $board = (() => { const { h } = $dom; … return { BoardPart }; })();

The modules themselves stay the source, and what tests import. A line of import or export must
stand at the beginning of a line and have the one form that ``IMPORT`` and ``EXPORT`` describe.
"""

from __future__ import annotations

import json
import re
from hashlib import blake2b
from pathlib import Path

PAGE = "page.js"
ROOT = "root.js"
STYLES = ("themes.css", "table.css", "parts.css", "board.css")

IMPORT = re.compile(r"^import (\{ [\w, ]+ \}) from '\./([\w-]+\.js)';$", re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
DEFAULT = re.compile(r"^export default (\w+);$", re.MULTILINE)
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


def joined(static: Path) -> str:
    """The page modules in the folder `static` as one module, which puts their style into the page.

    It exports by default what ``root.js`` does. ValueError names a module whose imports or exports
    have another form, or that imports itself by way of others.
    """
    styles = "\n".join((static / name).read_text(encoding="utf-8") for name in STYLES)
    parts = [HEAD.format(version=fingerprint(static)), STYLE % json.dumps(styles)]
    sources = in_order(static)
    parts += [enclosed(name, text) for name, text in sources.items()]
    (root,) = DEFAULT.findall(sources[ROOT])
    parts.append(f"export default {variable(ROOT)}.{root};\n")
    return "\n".join(parts)


def fingerprint(static: Path) -> str:
    """What tells this version of a page from others: browsers keep it under an address with it."""
    digest = blake2b(digest_size=6)
    for path in sorted(static.glob("*.[jc]s*")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def fingerprint_in(page: Path) -> str:
    """The fingerprint of the modules that a joined page was made of; empty where it has none."""
    with page.open(encoding="utf-8") as lines:
        found = SAID.match(lines.readline())
    return found[1] if found else ""


def in_order(static: Path) -> dict[str, str]:
    """The text of each module that ``root.js`` needs, each after those that it imports itself."""
    order: dict[str, str] = {}

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in order:
            return
        if name in above:
            raise ValueError(f"The page modules import each other in a ring: {name}.")
        text = (static / name).read_text(encoding="utf-8")
        for _, other in IMPORT.findall(text):
            visit(other, (*above, name))
        order[name] = text

    visit(ROOT, ())
    return order


def enclosed(name: str, text: str) -> str:
    """One module as a constant that holds what it exports.

    >>> print(enclosed("b.js", "import { a } from './a.js';\\nexport const b = a;\\n"), end="")
    const $b = (() => {
    const { a } = $a;
    const b = a;
    return { b };
    })();
    """
    exported = [*EXPORT.findall(text), *DEFAULT.findall(text)]
    body = IMPORT.sub(lambda line: f"const {line[1]} = {variable(line[2])};", text)
    body = DEFAULT.sub("", EXPORT.sub("", body))
    if other := OTHER.search(body):
        raise ValueError(f"{name} cannot be joined to the other page modules: {other[0]!r}")
    given = ", ".join(exported)
    return f"const {variable(name)} = (() => {{\n{body}return {{ {given} }};\n}})();\n"


def variable(name: str) -> str:
    """The constant that holds a module."""
    return "$" + name.removesuffix(".js").replace("-", "_")
