"""Check that the names in the package follow the glossary: one word, one meaning.

``python -m tests.glossary`` prints every name that does not, and exits with 1 if there is one.
``glossary.toml`` holds the words with their meanings, the lists of words that the rules use, and
the exceptions, each with its reason. An exception that is no longer needed is an error, too.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "classkit"
GLOSSARY = Path(__file__).with_name("glossary.toml")
NOT_OURS = ("testing/starter/",)
"""Parts of the package that are templates for somebody else's code."""


class Definition(NamedTuple):
    """A name that a module defines at its top level or in a class."""

    kind: str
    """``class``, ``function``, ``method``, ``property`` or ``constant``."""
    name: str
    """The name; for members ``Class.name``."""
    path: str
    line: int

    @property
    def last(self) -> str:
        """The name without its class."""
        return self.name.rpartition(".")[2]


class Finding(NamedTuple):
    """A name that breaks a rule."""

    rule: str
    name: str
    where: str


def split_words(name: str) -> list[str]:
    """Return the words of a name in lower case.

    >>> split_words("LiveRoom"), split_words("_read_bots"), split_words("MAX_LINES")
    (['live', 'room'], ['read', 'bots'], ['max', 'lines'])
    """
    words: list[str] = []
    for part in name.strip("_").split("_"):
        words += [part] if part.isupper() else re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])", part)
    return [word.lower() for word in words]


class Glossary:
    """The glossary as the rules need it."""

    def __init__(self, content: dict[str, Any]) -> None:
        self.words: dict[str, dict[str, Any]] = content["words"]
        self.allowed: dict[str, str] = content["allowed"]
        self.lists = {name: frozenset(words) for name, words in content["lists"].items()}
        self.replacements = {
            synonym: word for word, entry in self.words.items() for synonym in entry["not"]
        }

    def is_participle(self, word: str) -> bool:
        """Return whether a word is a participle, by its form or by the list."""
        if word in self.lists["not_participles"]:
            return False
        return word in self.lists["participles"] or (len(word) > 4 and word.endswith(("ed", "ing")))

    def find_broken_rules(self, definition: Definition) -> Iterator[str]:
        """Yield the rules that the name of a definition breaks."""
        words = split_words(definition.last)
        if not words:
            return
        prepositions = self.lists["prepositions"]
        if definition.kind in ("function", "method"):
            if len(words) == 1 and self.is_participle(words[0]):
                yield "function is a bare participle"
            elif len(words) == 1 and words[0] in prepositions:
                yield "function is a bare preposition"
            elif words[-1] in prepositions and definition.last not in self.lists["endings"]:
                yield "function ends in a preposition"
        elif definition.kind == "constant" and self.lists["adjectives"].issuperset(words):
            yield "constant is an adjective"
        for word in words:
            if word in self.replacements:
                yield f"the glossary has {self.replacements[word]!r} for {word!r}"

    def find_broken_module_rules(self, stem: str) -> Iterator[str]:
        """Yield the rules that the name of a module breaks."""
        if (
            len(split_words(stem)) == 1
            and stem not in self.lists["same_subject"]
            and (
                self.is_participle(stem)
                or stem in self.lists["adverbs"]
                or stem in self.lists["prepositions"]
            )
        ):
            yield "module is a participle, an adverb or a preposition"


def read_glossary(path: Path = GLOSSARY) -> Glossary:
    """Read the glossary."""
    return Glossary(tomllib.loads(path.read_text(encoding="utf-8")))


def list_definitions(path: Path, root: Path = ROOT) -> Iterator[Definition]:
    """Yield what a module defines at its top level, and the methods of its classes."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    where = path.relative_to(root).as_posix()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield Definition("function", node.name, where, node.lineno)
        elif isinstance(node, ast.ClassDef):
            yield Definition("class", node.name, where, node.lineno)
            for member in node.body:
                if not isinstance(member, ast.FunctionDef | ast.AsyncFunctionDef):
                    continue
                if not member.name.startswith("__"):
                    decorators = map(ast.unparse, member.decorator_list)
                    kind = "property" if any("property" in one for one in decorators) else "method"
                    yield Definition(kind, f"{node.name}.{member.name}", where, member.lineno)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name) and target.id.isupper():
                    yield Definition("constant", target.id, where, node.lineno)


def find_all(glossary: Glossary, package: Path = PACKAGE) -> list[Finding]:
    """Return every name in a package that breaks a rule, allowed or not."""
    root = package.parent
    found: list[Finding] = []
    classes: dict[str, list[str]] = defaultdict(list)
    modules: dict[str, list[str]] = defaultdict(list)
    for path in sorted(package.rglob("*.py")):
        where = path.relative_to(root).as_posix()
        if where.removeprefix(f"{package.name}/").startswith(NOT_OURS):
            continue
        if path.stem not in ("__init__", "__main__"):
            modules[path.stem].append(where)
            for rule in glossary.find_broken_module_rules(path.stem):
                found.append(Finding(rule, path.stem, where))
        for definition in list_definitions(path, root):
            place = f"{where}:{definition.line}"
            if definition.kind == "class":
                classes[definition.name].append(place)
            for rule in glossary.find_broken_rules(definition):
                found.append(Finding(rule, definition.name, place))
    for name, places in classes.items():
        if len(places) > 1:
            found.append(Finding("class in several modules", name, ", ".join(places)))
    for stem, paths in modules.items():
        folders = {Path(path).parent for path in paths}
        if len(folders) > 1 and stem not in glossary.lists["same_subject"]:
            found.append(Finding("module in several packages", stem, ", ".join(paths)))
    return found


def check(glossary: Glossary, package: Path = PACKAGE) -> list[str]:
    """Return a line for each name that breaks a rule unallowed, and for each idle exception."""
    found = find_all(glossary, package)
    used: set[str] = set()
    lines: list[str] = []
    for finding in found:
        reasons = {finding.name, finding.name.rpartition(".")[2]} & set(glossary.allowed)
        used |= reasons
        if not reasons:
            lines.append(f"{finding.where}: {finding.name}: {finding.rule}")
    idle = sorted(set(glossary.allowed) - used)
    return lines + [
        f"{GLOSSARY.name}: {name} is allowed, but no name breaks a rule" for name in idle
    ]


def main() -> int:
    """Print what breaks a rule. Return the exit status."""
    lines = check(read_glossary())
    print("\n".join(lines) or "All names follow the glossary.")
    return bool(lines)


if __name__ == "__main__":
    sys.exit(main())
