"""The Python reference: every public name, documented in full, without what tools leave behind."""

from __future__ import annotations

import ast
import builtins
import inspect
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import resolve_name
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest

import classkit
from classkit import assignments, frames, lessons, study, widgets
from classkit.engine.errors import IllegalMove
from classkit.site.docs.autodoc_hooks import annotation_text, lacks_constructor
from classkit.site.docs.source_tree import GUIDE
from tests.site.raised_errors import find_raised

ROOT = Path(__file__).parents[2]
PAGES = ROOT / GUIDE / "reference"
DIRECTIVE = re.compile(r"^\.\. (?:auto)?(\w+):: (classkit[\w.]*)\n((?:   :.*\n)*)", re.MULTILINE)
SECTION = re.compile(r"(Args|Attributes|Returns|Yields|Raises|Example|Examples|Note):")
ENTRY = re.compile(r"    \*{0,2}(\w+)(?: \([^)]*\))?:")

NEVER_RAISED = {
    ("classkit.classroom.room_archive.RoomArchive.frames", "UnknownName"),
    ("classkit.Match.back", "ClasskitError"),
    ("classkit.Match.forward", "ClasskitError"),
    ("classkit.Match.play", "NothingToDo"),
    ("classkit.engine.editions.Editions.titles", "UnknownName"),
}
"""Errors that a call prevents by asking beforehand."""


class Listed(NamedTuple):
    """A public object as a page lists it."""

    page: str
    kind: str
    name: str
    hidden: frozenset[str]
    """Members that the page leaves out."""
    inherits: bool
    """The page lists inherited members too."""

    @property
    def thing(self) -> Any:
        """The object."""
        return find_object(self.name)


def find_object(name: str) -> Any:
    """Return the object of a dotted name."""
    module, _, last = name.rpartition(".")
    return getattr(import_module(module), last)


def list_public() -> list[Listed]:
    """Return what the pages of the reference list."""
    found = []
    for path in sorted(PAGES.glob("*.rst")):
        for kind, name, options in DIRECTIVE.findall(path.read_text(encoding="utf-8")):
            hidden = re.search(r":exclude-members: (.*)", options)
            left_out = frozenset(hidden[1].split(", ")) if hidden else frozenset()
            inherits = ":inherited-members:" in options
            found.append(Listed(path.stem, kind, name, left_out, inherits))
    return found


PUBLIC = list_public()
DOCUMENTED = [one for one in PUBLIC if one.kind not in ("data", "type")]


def test_what_packages_export_is_on_a_page() -> None:
    listed = {one.name for one in PUBLIC}
    public = [f"classkit.{name}" for name in dir(classkit) if name != "study"]
    for module in (widgets, study, frames, lessons, assignments):
        public += [f"{module.__name__}.{name}" for name in module.__all__]
    assert [name for name in public if name not in listed] == []


def test_members_that_pages_leave_out_exist() -> None:
    inherited = {one.name for one in PUBLIC if one.page == "fields"}
    lost = [
        f"{one.name}.{member}"
        for one in PUBLIC
        for member in one.hidden
        if one.name not in inherited and not hasattr(one.thing, member)
        and member not in getattr(one.thing, "__annotations__", {})
        and f"self.{member}" not in inspect.getsource(one.thing)
    ]  # fmt: skip
    assert lost == []


@pytest.mark.parametrize(
    "listed", [one for one in PUBLIC if one.kind == "type"], ids=lambda listed: listed.name
)
def test_type_aliases_are_those_of_the_code(listed: Listed) -> None:
    written = re.search(
        rf"^\.\. type:: {re.escape(listed.name)}\n   :canonical: (.*)$",
        (PAGES / f"{listed.page}.rst").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    module, _, name = listed.name.rpartition(".")
    assert written and ast.unparse(ast.parse(written[1])) == find_alias(module, name)


def find_alias(module: str, name: str) -> str:
    """Return what a type alias stands for, as the module that assigns it writes it.

    >>> find_alias("classkit", "Until")
    "Literal['decision', 'turn', 'round', 'end']"
    """
    for node in ast.parse(inspect.getsource(import_module(module))).body:
        if isinstance(node, ast.ImportFrom) and name in [one.name for one in node.names]:
            package = import_module(module).__package__
            return find_alias(resolve_name("." * node.level + (node.module or ""), package), name)
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if ast.unparse(target) == name:
                return ast.unparse(UnquotedTypes().visit(node.value))
    raise LookupError(name)


class UnquotedTypes(ast.NodeTransformer):
    """Replaces types in quotation marks by the types, except for the values of a Literal."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:  # named by ast
        return node if ast.unparse(node.value) == "Literal" else self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:  # named by ast
        return ast.parse(node.value, mode="eval").body if isinstance(node.value, str) else node


@pytest.mark.parametrize("listed", DOCUMENTED, ids=lambda listed: listed.name)
def test_docstrings_are_complete(listed: Listed) -> None:
    assert list(find_gaps(listed)) == []


def find_gaps(listed: Listed) -> Iterator[str]:
    """Yield what the docstrings of an object and of its members do not say."""
    thing, name = listed.thing, listed.name
    sections = read_sections(thing)
    if not sections[""]:
        yield f"{name}: no docstring"
    example = sections.get("Example", sections.get("Examples", []))
    if not any(">>>" in line for line in example) and not is_without_example(thing):
        yield f"{name}: no Example that runs"
    if any("+SKIP" in line for line in example):
        yield f"{name}: the Example is skipped"
    if not inspect.isclass(thing):
        yield from find_call_gaps(name, thing)
        return
    if not lacks_constructor(name, thing):
        yield from find_parameter_gaps(name, thing, sections)
    yield from find_field_gaps(listed, sections)
    for member, value in list_members(listed):
        if member.startswith("_") or member in listed.hidden:
            continue
        function = getattr(value, "__func__", value)
        where = f"{name}.{member}"
        if inspect.isfunction(function):
            yield from find_call_gaps(where, function, thing)
        elif (hasattr(value, "fget") or hasattr(value, "attrname")) and not inspect.getdoc(value):
            yield f"{where}: no docstring"


def find_field_gaps(listed: Listed, sections: dict[str, list[str]]) -> Iterator[str]:
    """Yield the annotated attributes of a class that no docstring describes."""
    body = [*ast.parse(inspect.getsource(listed.thing)).body[0].body, ast.Pass()]  # type: ignore[attr-defined]  # a class
    described = {
        ast.unparse(node.target)
        for node, after in pairwise(body)
        if isinstance(node, ast.AnnAssign)
        and isinstance(after, ast.Expr)
        and isinstance(after.value, ast.Constant)
    }
    described |= {*read_entries(sections.get("Args", [])), *listed.hidden}
    described |= {*read_entries(sections.get("Attributes", []))}
    for field in inspect.get_annotations(listed.thing):
        is_property = isinstance(vars(listed.thing).get(field), property)
        if not field.startswith("_") and field not in described and not is_property:
            yield f"{listed.name}: no entry for {field}"


def list_members(listed: Listed) -> Iterator[tuple[str, Any]]:
    """Yield the members of a class, and those of its base classes if the page shows them."""
    members: dict[str, Any] = {}
    for base in listed.thing.__mro__ if listed.inherits else [listed.thing]:
        if base.__module__.startswith("classkit"):
            members = {**vars(base), **members}
    yield from members.items()


def test_types_in_signatures_have_an_entry() -> None:
    """Parameters, results and attributes name types that a reader can look up."""
    listed = {one.name.rpartition(".")[2] for one in PUBLIC}
    found = {name: where for one in DOCUMENTED for where, name in find_types(one)}
    assert {name: where for name, where in found.items() if name not in listed} == {}


def test_errors_that_calls_raise_have_an_entry() -> None:
    listed = {one.name.rpartition(".")[2] for one in PUBLIC}
    found = {name: where for one in DOCUMENTED for where, name in find_named_errors(one)}
    assert {name: where for name, where in found.items() if name not in listed} == {}


def find_named_errors(listed: Listed) -> Iterator[tuple[str, str]]:
    """Yield each error of classkit that the docstrings of an object name, with the place."""
    places = {listed.name: listed.thing}
    if inspect.isclass(listed.thing):
        for member, value in list_members(listed):
            if is_shown(listed, member):
                places[f"{listed.name}.{member}"] = getattr(value, "__func__", value)
    for where, thing in places.items():
        for error in read_entries(read_sections(thing).get("Raises", [])):
            if not hasattr(builtins, error):
                yield where, error


def find_types(listed: Listed) -> Iterator[tuple[str, str]]:
    """Yield each type of classkit that an object and its members name, with the place."""
    thing, name = listed.thing, listed.name
    places = [] if lacks_constructor(name, thing) else [(name, thing, read_annotations(thing))]
    if inspect.isclass(thing):
        for member, value in list_members(listed):
            call = getattr(value, "fget", None) or getattr(value, "func", None)
            call = call or getattr(value, "__func__", value)
            if inspect.isfunction(call) and is_shown(listed, member):
                places.append((f"{name}.{member}", call, read_annotations(call)))
        for member, annotation in inspect.get_annotations(thing).items():
            if is_shown(listed, member):
                places.append((f"{name}.{member}", thing, [annotation]))
    for where, owner, types in places:
        for one in types:
            for word in list_names(annotation_text(one)):
                if is_own_type(owner.__module__, word):
                    yield where, word.rpartition(".")[2]


def is_shown(listed: Listed, member: str) -> bool:
    """Return whether a page shows a member."""
    return not member.startswith("_") and member not in listed.hidden


def read_annotations(call: Any) -> list[Any]:
    """Return the annotations of the public parameters and of the result of a call."""
    try:
        signature = inspect.signature(call)
    except (TypeError, ValueError):
        return []
    shown = [one for one in signature.parameters.values() if not one.name.startswith("_")]
    return [*(one.annotation for one in shown), signature.return_annotation]


def list_names(annotation: str) -> list[str]:
    """Return the dotted names in an annotation, but not the values of a Literal.

    >>> list_names('dict[str, rollouts.Fans | None] | Literal["round"]')
    ['dict', 'str', 'rollouts.Fans']
    """
    tree = UnquotedTypes().visit(ast.parse(annotation or "None", mode="eval"))
    nodes = [node for node in ast.walk(tree) if isinstance(node, (ast.Name, ast.Attribute))]
    names = {ast.unparse(node) for node in nodes}
    parts = {ast.unparse(node.value) for node in nodes if isinstance(node, ast.Attribute)}
    return sorted(names - parts - {"Literal"}, key=annotation.index)


def is_own_type(module: str, name: str) -> bool:
    """Return whether a name in a module means a class or a type alias of classkit.

    >>> is_own_type("classkit.engine.views", "Event"), is_own_type("classkit.engine.views", "Any")
    (True, False)
    """
    first = name.partition(".")[0]
    value = vars(import_module(module)).get(first)
    return first not in list_foreign(module) and not isinstance(value, TypeVar)


@cache
def list_foreign(module: str) -> frozenset[str]:
    """Return the names in a module that Python or another package defines."""
    imports = [
        node
        for node in ast.walk(ast.parse(inspect.getsource(import_module(module))))
        if isinstance(node, ast.Import)
        or (isinstance(node, ast.ImportFrom) and not node.level and node.module
            and node.module.partition(".")[0] != "classkit")
    ]  # fmt: skip
    names = {(one.asname or one.name).partition(".")[0] for node in imports for one in node.names}
    return frozenset(names | {*dir(builtins)})


def is_without_example(thing: Any) -> bool:
    """Return whether an object needs no example: exceptions are raised, not called."""
    return inspect.isclass(thing) and issubclass(thing, Exception)


def sell(unit: str, price: int) -> str:  # noqa: D417 # the gaps are what is tested
    """Sell a unit.

    Args:
        unit: What is sold.
    """
    raise IllegalMove(f"{unit} costs {price}.")


def test_gaps_are_found() -> None:
    assert list(find_call_gaps("sell", sell)) == [
        "sell: no entry for price", "sell: no Returns", "sell: no Raises for IllegalMove",
    ]  # fmt: skip


def find_call_gaps(name: str, call: Any, owner: type | None = None) -> Iterator[str]:
    """Yield what the docstring of a function or method does not say."""
    sections = read_sections(call)
    if not sections[""]:
        yield f"{name}: no docstring"
    yield from find_parameter_gaps(name, call, sections)
    result = inspect.signature(call).return_annotation
    returns = result not in (None, "None", "Never", inspect.Signature.empty)
    if returns and not {"Returns", "Yields"} & sections.keys():
        yield f"{name}: no Returns"
    documented = set(read_entries(sections.get("Raises", [])))
    for error in find_raised(call, owner):
        bases = {base.__name__ for base in error.__mro__}
        if not bases & documented and (name, error.__name__) not in NEVER_RAISED:
            yield f"{name}: no Raises for {error.__name__}"


def find_parameter_gaps(name: str, call: Any, sections: dict[str, list[str]]) -> Iterator[str]:
    """Yield the parameters that the sections do not describe."""
    lines = sections.get("Args", []) + sections.get("Attributes", [])
    known = {"self", "cls", "_cls", *read_entries(lines)}
    try:
        parameters = inspect.signature(call).parameters.values()
    except ValueError:
        return
    if is_without_example(call):
        return
    for one in parameters:
        if one.name not in known and one.annotation != "Never":
            yield f"{name}: no entry for {one.name}"


def read_sections(thing: Any) -> dict[str, list[str]]:
    """Return the sections of a docstring by heading; the text above them by ""."""
    sections: dict[str, list[str]] = {"": []}
    heading = ""
    for line in (inspect.getdoc(thing) or "").splitlines():
        if found := SECTION.fullmatch(line):
            heading = found[1]
            sections[heading] = []
        elif heading and line and not line.startswith(" "):
            heading = ""
        else:
            sections[heading].append(line)
    return sections


def read_entries(lines: list[str]) -> list[str]:
    """Return the names that the lines of a section describe.

    >>> read_entries(["    one: The first.", "        It is long.", "    **rest: The others."])
    ['one', 'rest']
    """
    return [found[1] for line in lines if (found := ENTRY.match(line))]
