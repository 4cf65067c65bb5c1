"""Search for the random generators that a game and its policies store.

The search starts at the functions of an object and continues to the module variables that they use,
to the functions and classes among these, and so on. It stays within the user's modules and the
object's own package. The names of the places are part of the seeds of a study.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from functools import cached_property
from importlib import import_module
from os import PathLike
from types import FunctionType, ModuleType
from typing import Any

from .code_hashes import (
    SIMPLE_TYPES,
    get_fixed_parts,
    get_items,
    get_packages,
    get_pickled_parts,
    get_place,
    is_counted,
    is_dunder,
    is_frozen,
    is_generator,
    is_own,
    iter_captured,
    list_imports,
    list_used_names,
)

DATA = {"numpy", "pandas"}
MAX_DEPTH = 4
"""Maximum depth of the search inside objects of foreign types."""


def find_stored_generators(roots: Iterable[Any]) -> dict[str, Any]:
    """Return the random generators that these objects reach, by place, such as "helper:RNG".

    >>> from random import Random
    >>> def lucky(view, decision, rng=Random(5)):
    ...     return decision.default
    >>> list(find_stored_generators([lucky]))
    ['classkit.study.stored_generators:lucky.rng']
    """
    roots = list(roots)
    search = GeneratorSearch({name for root in roots for name in get_packages(root)})
    for root in roots:
        search.inside = 1
        search.note(get_place(root), root)
    search.inside = 0
    while search.waiting:
        search.visit_globals(search.waiting.pop())
    return dict(sorted(search.found.items()))


class GeneratorSearch:
    """A search in the user's modules and in ``packages``, which the user may have installed."""

    def __init__(self, packages: set[str]) -> None:
        self.packages, self.found = packages, dict[str, Any]()
        self.places: dict[str, Any] = {}
        """Maps a place to the value found there."""
        self.seen: dict[int, Any] = {}
        self.looked: set[tuple[str, tuple[str, ...]]] = set()
        """Modules and the names looked up in them, to stop at circular imports."""
        self.waiting: list[FunctionType] = []
        """Functions whose module variables have not been visited yet."""
        self.inside = 0
        """Depth of the search inside an object's contents."""

    def is_own(self, module: Any) -> bool:
        name = module if isinstance(module, str) else ""
        return is_own(name) or name.partition(".")[0] in self.packages

    def note(self, place: str, value: Any, names: tuple[str, ...] = ()) -> None:
        """Visit the value of a variable, attribute or class member, and these names of a module.

        A place has a number if another value has that place already.
        """
        number, free = 1, place
        while free in self.places and self.places[free] is not value:
            number += 1
            free = f"{place} {number}"
        is_new = free not in self.places
        self.places[free] = value
        if isinstance(value, ModuleType):
            self.visit_module(value, names)
        elif is_new:
            self.visit(free, value)

    def visit_module(self, module: ModuleType, names: tuple[str, ...]) -> None:
        looked = (module.__name__, names)
        if looked in self.looked or not self.is_own(module.__name__):
            return
        self.looked.add(looked)
        for name in names:
            if name in vars(module) and not is_dunder(name):
                self.note(f"{module.__name__}:{name}", vars(module)[name], names)

    def visit(self, place: str, value: Any) -> None:
        """Visit everything that a value reaches, once."""
        if type(value) in SIMPLE_TYPES or id(value) in self.seen:
            return
        self.seen[id(value)] = value
        if is_generator(value):
            self.found[place] = value
        elif isinstance(value, FunctionType):
            for name, held in iter_captured(value):
                self.visit(f"{place}.{name}", held)
            if self.is_own(value.__globals__.get("__name__", "")):
                self.waiting.append(value)  # not recursive: chains may be long
        elif isinstance(value, type):
            self.visit_class(value)
        elif (parts := get_fixed_parts(value) or get_items(value)) is not None:
            for number, part in enumerate(parts):
                self.visit(f"{place}[{number}]", part)
        elif not isinstance(value, (ModuleType, PathLike)):
            self.visit_object(place, value)

    def visit_class(self, kind: type[Any]) -> None:
        self.seen[id(kind)] = kind
        for one in (*kind.__mro__, *type(kind).__mro__) if self.is_own(kind.__module__) else ():
            if not self.is_own(one.__module__):
                continue
            before, self.inside = self.inside, 0
            for name, member in sorted(vars(one).items(), key=lambda pair: pair[0]):
                if is_counted(name, member):
                    self.note(f"{one.__module__}:{one.__qualname__}.{name}", member)
            self.inside = before

    def visit_object(self, place: str, value: Any) -> None:
        kind = type(value)
        self.visit_class(kind)
        is_kernel = get_place(kind).startswith("classkit.") and not self.is_own(kind.__module__)
        if is_frozen(value):
            for one in fields(kind):
                self.visit(f"{place}.{one.name}", getattr(value, one.name, None))
        elif (is_kernel and not self.inside) or get_packages(kind) & DATA:
            return  # a game, which is read during play, or a table of data
        elif self.is_own(kind.__module__) or self.inside <= MAX_DEPTH:
            held = get_attributes(value)
            self.inside += 1
            for name, part in held.items():
                self.note(f"{place}.{name}", part)
            self.visit(f"{place}()", get_pickled_parts(value, bool(held)))
            self.inside -= 1

    def visit_globals(self, function: FunctionType) -> None:
        """Visit the names of its own and imported modules that a function uses."""
        names, own = list_used_names(function.__code__), function.__globals__
        for name in names:
            if name in own and not is_dunder(name):
                self.note(f"{own.get('__name__', '')}:{name}", own[name], names)
        for imported in iter_imported(function):
            self.visit_module(imported, names)


def get_attributes(value: Any) -> dict[str, Any]:
    """Return the instance attributes. Cached properties are left out."""
    slots = [vars(kind).get("__slots__", ()) for kind in type(value).__mro__]
    names = [name for one in slots for name in ([one] if isinstance(one, str) else one)]
    held = {name: getattr(value, name) for name in names if hasattr(value, name)}
    held |= getattr(value, "__dict__", {})
    return {
        name: held[name]
        for name in sorted(held)
        if not isinstance(getattr(type(value), name, None), cached_property)
    }


def iter_imported(function: FunctionType) -> Iterator[ModuleType]:
    """Yield the user's modules that a function imports when it is called. They are loaded now.

    A module that fails to import is skipped, because it cannot be used in a match either.
    """
    for name in list_imports(function.__code__, function.__globals__.get("__package__") or ""):
        words = name.split(".")
        try:
            if words[0] != "classkit" and is_own(words[0]):
                for number in range(1, len(words) + 1):
                    yield import_module(".".join(words[:number]))
        except Exception:  # the name is no module, or importing it fails
            continue
