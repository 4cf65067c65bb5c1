"""What a game or a policy plays with, as it is in memory: the code and values that it can reach.

From a thing its functions are reached, the globals that these name, the functions and classes among
them, and so on, as far as modules are own (:mod:`.user_modules`) or of the thing's own package.
Comments, the text of docstrings and the places of lines do not count. What functions write
themselves as they are played (:mod:`.mutable_globals`) counts as its file states it, and not as it
has become: a memo is no change. Where they write entries of a dict, its others count as they are.
Everything is told by a mark (:mod:`.hashing`). Whatever would be written into a pickle of an object
is seen in it; a generator of chance is no value but noted for itself, to be seeded.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from os import PathLike
from types import (
    CodeType,
    FunctionType,
    GetSetDescriptorType,
    MappingProxyType,
    MemberDescriptorType,
    MethodType,
    ModuleType,
)
from typing import Any

from .hashing import hash_code, hash_text
from .imports import KNOWN, find_modules, imports
from .mutable_globals import MAKING, Key, attributes_written, find_written_names, globals_written
from .source_hashes import mark_stated
from .user_modules import GAMES, is_own

MAX_DEPTH = 4
"""The levels of a policy's contents that are compared within objects of other people's types."""
MAX_NAMES = 3
"""The most places named in a sentence."""
SIMPLE_TYPES = (type(None), bool, int, float, complex, str, bytes, type(...), range)
CHANGING = (list, dict, set, bytearray, deque)
"""The types that change in place: such a value may be a constant or a memory."""
SLOTS = (GetSetDescriptorType, MemberDescriptorType)
"""The types by which a class describes an attribute stored in a slot."""


@dataclass
class ReachableCode:
    """What some things reach, each under its place, "helper:PRICE".

    ``code`` holds the marks of functions and of values that nobody can change in place; ``held``
    those of what lists, dicts, sets and objects hold, with "" for nothing. What the code writes
    itself is in ``code`` as its file states it, and in neither where no file does. ``modules`` are
    the own modules in which something was met, and ``roots`` the places of the things themselves.
    ``generators`` are those of chance, and ``unseen`` the places of what may change unnoticed.
    """

    code: dict[str, str] = field(default_factory=dict)
    held: dict[str, str] = field(default_factory=dict)
    modules: set[str] = field(default_factory=set)
    roots: list[str] = field(default_factory=list)
    generators: dict[str, Any] = field(default_factory=dict)
    unseen: set[str] = field(default_factory=set)

    @property
    def marks(self) -> dict[str, str]:
        """The marks of everything, by place."""
        return {**self.code, **self.held}


def find_reachable(things: Iterable[Any]) -> ReachableCode:
    """Return what these things reach, also through imports inside functions.

    An own module that a function imports when it is called is loaded for this. A module whose name
    is worked out as the function runs is not found.

    >>> from classkit.engine.registry import find
    >>> found = find_reachable([find("poleconomy")])
    >>> found.roots, "classkit.games.poleconomy.game:PoleconomyGame.set_up" in found.code
    (['classkit.games.poleconomy.game:PoleconomyGame()'], True)
    """
    things = list(things)
    walk = CodeWalker({name for thing in things for name in get_packages(thing)} - KNOWN)
    for thing in things:
        walk.inside, walk.is_copied = 1, callable(thing)
        walk.found.roots.append(walk.note(get_place(thing), thing))
        walk.inside, walk.is_copied = 0, False
    walk.run_walk()
    walk.drop_memos()
    return walk.found


def get_place(thing: Any) -> str:
    """Return the place of a function or class, or of the class of an object: "module:Class()"."""
    name, kind = getattr(thing, "__qualname__", None), type(thing)
    if not isinstance(name, str):
        return f"{kind.__module__}:{kind.__qualname__}()"
    return f"{getattr(thing, '__module__', None)}:{name}"


def name_of_place(place: str) -> str:
    """Return what people call a place.

    >>> name_of_place("helper:PRICE"), name_of_place("__main__:mine")
    ('PRICE of helper', 'mine')
    """
    module, _, name = place.partition(":")
    return name if module == "__main__" else f"{name} of {module}"


def get_module_name(kind: type[Any]) -> str:
    """Return the name of the module that defines a class; empty for some of compiled code."""
    module = kind.__module__
    return module if isinstance(module, str) else ""


def is_of_kernel(module: str) -> bool:
    """Return whether a module is one of classkit's kernel, which is marked as a whole."""
    return module.startswith("classkit.") and not module.startswith(GAMES)


def may_be_watched(place: str) -> bool:
    """Return whether people look for a place among what is watched: a name of their own."""
    return not place.startswith("classkit.") and not is_dunder(place.rpartition(".")[2])


def join_names(names: Iterable[str]) -> str:
    """List names for a sentence, the first few of them.

    >>> join_names("ABCDE")
    'A, B, C and 2 more'
    """
    told = list(names)
    more = f" and {len(told) - MAX_NAMES} more" if len(told) > MAX_NAMES else ""
    return f"{', '.join(told[:MAX_NAMES])}{more}"


def get_packages(thing: Any) -> set[str]:
    """Return the names of the packages that define a thing, or its class and its bases."""
    kind = thing if isinstance(thing, type) else type(thing)
    return {get_place(one).partition(":")[0].partition(".")[0] for one in (thing, *kind.__mro__)}


class CodeWalker:
    """A walk through what things reach; the ``packages`` of the things themselves are own."""

    def __init__(self, packages: set[str]) -> None:
        self.packages, self.found = packages, ReachableCode()
        self.met: dict[str, Any] = {}
        """Place -> what was met there."""
        self.texts: dict[int, str] = {}
        self.kept: list[Any] = []
        """What has a text, kept so that nothing else gets its id."""
        self.looked: set[tuple[str, tuple[str, ...]]] = set()
        """Modules, and the names that were looked for in them: modules may import each other."""
        self.waiting: list[tuple[FunctionType, str]] = []
        """Functions whose globals are to be noted, and the modules of these."""
        self.inside = 0
        """How deep the walk is in what an object holds; whoever asks holds the things."""
        self.is_copied = False
        """Whether the walk is in what a policy holds, which each match begins with a copy of."""
        self.memories: set[str] = set()
        """The places that functions write themselves."""
        self.writers: list[tuple[str, str]] = []
        """Places of attributes, each with the name of a method that writes it when it is called."""
        self.named: set[str] = set()
        """The names that occur in the functions met, but for those that make objects."""
        self.written: set[int] = set()
        """The ids of lists, dicts, sets and the like that functions write, whatever their names."""
        self.entries: dict[int, set[Key]] = {}
        """The ids of dicts, each with the keys of those entries that functions write."""

    def run_walk(self) -> None:
        """Note what the functions met use, until nothing new is met."""
        while self.waiting:
            function, module = self.waiting.pop()
            self.globals(function, module)

    def drop_memos(self) -> None:
        """Count what functions write, and what may change unnoticed, as their files state it."""
        self.found.unseen = {place for place in self.found.unseen if may_be_watched(place)}
        self.memories |= {place for place, method in self.writers if method in self.named}
        self.memories |= set(self.entries_met())
        for place, value in list(self.met.items()):
            keys = self.entries.get(id(value), set())
            is_memory = self.is_memory(place) or id(value) in self.written
            if not (keys or is_memory or place in self.found.unseen):
                continue
            if keys or is_memory:
                self.found.code.pop(place, None)
                self.found.held.pop(place, None)
            stated = mark_stated(*place.split(" ")[0].split(":"))
            if is_memory:
                self.found.unseen |= {place} if may_be_watched(place) else set()
            elif keys:
                rest = {key: part for key, part in value.items() if key not in keys}
                stated = hash_text(f"{stated} {self.text(place, rest)}")
            if stated:
                self.found.code[place] = stated

    def entries_met(self) -> Iterator[str]:
        """Yield the places of the dict entries that functions write.

        Keys and values of a dict are numbered in turn, so a value has an odd number.
        """
        for place, value in self.met.items():
            if keys := self.entries.get(id(value)):
                for number, key in enumerate(value):
                    if key in keys:
                        yield f"{place}[{2 * number + 1}]"

    def is_memory(self, place: str) -> bool:
        """Return whether functions write the value at a place, or one that contains it."""
        place = place.partition(" ")[0]
        while place and place not in self.memories:
            place = place[: max(place.rfind("."), place.rfind("["), 0)]
        return bool(place)

    def is_own(self, module: str) -> bool:
        """Return whether it matters here what a module holds."""
        return is_own(module) or module.partition(".")[0] in self.packages

    def note(self, place: str, value: Any, names: tuple[str, ...] = ()) -> str:
        """Note a value and all that it reaches. Return its place, numbered if it was taken."""
        number, free = 1, place
        while free in self.met and self.met[free] is not value:
            number += 1
            free = f"{place} {number}"
        if isinstance(value, ModuleType):
            self.visit_module(value, names)
        if free in self.met:
            return free
        self.met[free] = value
        is_empty = type(value) in CHANGING and not value
        mark = "" if is_empty else hash_text(self.text(free, value))
        changes = self.inside or isinstance(value, CHANGING)
        (self.found.held if changes else self.found.code)[free] = mark
        return free

    def visit_module(self, module: ModuleType, names: tuple[str, ...]) -> None:
        """Note those of the names that a module has, if it is own."""
        looked = (module.__name__, names)
        if looked in self.looked or not self.is_own(module.__name__):
            return
        self.looked.add(looked)
        self.found.modules.add(module.__name__)
        for name in names:
            if name in vars(module) and not is_dunder(name):
                self.note(f"{module.__name__}:{name}", vars(module)[name], names)

    def text(self, place: str, value: Any) -> str:
        """Return a text that tells a value from others, and note what it reaches."""
        if type(value) in SIMPLE_TYPES:
            return f"{type(value).__name__} {value!r}"
        if id(value) not in self.texts:
            self.texts[id(value)] = "itself"  # if it holds itself
            self.kept.append(value)
            if is_generator(value):
                self.found.generators[place] = value
            self.texts[id(value)] = self.describe(place, value)
        return self.texts[id(value)]

    def describe(self, place: str, value: Any) -> str:
        """Return the text of anything but a simple value."""
        if isinstance(value, FunctionType):
            return self.function(place, value)
        if isinstance(value, type):
            return self.kind(value)
        if isinstance(value, ModuleType):
            return f"module {value.__name__}"
        parts = get_parts(value)
        if parts is None:
            return self.thing(place, value)
        inner = [self.text(f"{place}[{n}]", part) for n, part in enumerate(parts)]
        if isinstance(value, (set, frozenset)):
            inner.sort()  # they have no order of their own
        return f"{type(value).__qualname__} [{'; '.join(inner)}]"

    def function(self, place: str, function: FunctionType) -> str:
        """Return the text of a function: its code, its defaults and what it has captured."""
        code, module = function.__code__, function.__globals__.get("__name__", "")
        is_own = self.is_own(module)
        texts = [f"{module}:{function.__qualname__}"]
        if is_own or self.inside:
            texts = [hash_code(code)]
        held = dict(iter_captured_values(function))
        written = names_written([function, *held.values()]) if self.may_write(module) else ()
        for name, value in held.items():
            text = self.text(f"{place}.{name}", value)
            texts.append(f"{name} = {'written here' if name in written else text}")
        self.found.unseen |= {f"{place}.{name}" for name in held if name in written}
        if is_own:
            self.found.modules.add(module)
            self.waiting.append((function, module))  # one after the other: chains may be long
        return f"function [{'; '.join(texts)}]"

    def globals(self, function: FunctionType, module: str) -> None:
        """Note what a function uses of its module, and of modules that it imports itself."""
        names = list_used_names(function.__code__)
        if function.__name__ not in MAKING:
            self.named.update(names)
        for name in names:
            if name in function.__globals__ and not is_dunder(name):
                self.note(f"{module}:{name}", function.__globals__[name], names)
        written = globals_written(function, module) if self.may_write(module) else ()
        for place, value, key in written:
            if key is not None:
                self.entries.setdefault(id(value), set()).add(key)
                continue
            self.memories.add(place)
            if isinstance(value, CHANGING):
                self.written.add(id(value))
        package = function.__globals__.get("__package__") or ""
        for name in imports(function.__code__):
            for imported in find_modules(name, package):
                self.visit_module(imported, names)

    def may_write(self, module: str) -> bool:
        """Return whether a module may have memories: the games of classkit have none."""
        return self.is_own(module) and not module.startswith(GAMES)

    def kind(self, kind: type[Any]) -> str:
        """Return the text of a class: its members and those of its bases, if they are own."""
        texts = [f"{get_module_name(kind)}:{kind.__qualname__}"]
        written = self.attributes_written(kind)
        bases = (*kind.__mro__, *type(kind).__mro__) if self.is_own(get_module_name(kind)) else ()
        for one in bases:
            if not self.is_own(get_module_name(one)):
                continue
            self.found.modules.add(get_module_name(one))
            for name, member in sorted(vars(one).items()):
                if is_counted(name, member):
                    place = f"{get_module_name(one)}:{one.__qualname__}.{name}"
                    if name in written:
                        self.memories.add(place)
                    before = self.inside, self.is_copied
                    self.inside, self.is_copied = 0, False
                    self.note(place, member)
                    self.inside, self.is_copied = before
                    texts.append(name)
        return f"class [{'; '.join(texts)}]"

    def attributes_written(self, kind: type[Any]) -> dict[str, set[str]]:
        """Return the attributes that the methods of a class and of its own bases write.

        Each comes with the names of these methods.
        """
        found: dict[str, set[str]] = {}
        for one in kind.__mro__:
            for name, method in (
                attributes_written(one) if self.may_write(get_module_name(one)) else ()
            ):
                found.setdefault(name, set()).add(method)
        return found

    def thing(self, place: str, value: Any) -> str:
        """Return the text of an object: its type, and what it holds if that counts."""
        kind = type(value)
        texts = [self.kind(kind)]
        if is_generator(value):  # seeded for each match, wherever it stands now
            pass
        elif isinstance(value, PathLike):  # where a module lies is no part of its code
            texts += [str(value)] if self.inside else []
        elif is_dataclass(kind) and kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            held = {one.name: getattr(value, one.name, None) for one in fields(kind)}
            texts += [f"{name} = {self.text(f'{place}.{name}', held[name])}" for name in held]
        elif (told := get_array_content(value)) is not None:
            texts.append(told)
        elif (
            is_of_kernel(get_module_name(kind)) and not self.inside
        ):  # it reads the rest as it plays
            pass
        elif self.is_own(get_module_name(kind)) or self.inside <= MAX_DEPTH:
            texts.append(self.content(place, value))
        else:
            self.found.unseen.add(place)
        return f"object [{'; '.join(texts)}]"

    def content(self, place: str, value: Any) -> str:
        """Note the attributes of an object. Return the text of what a pickle holds besides."""
        held = attributes(value)
        written = {} if self.is_copied else self.attributes_written(type(value))
        self.inside += 1
        for name in held:
            self.writers += [(f"{place}.{name}", method) for method in written.get(name, ())]
            self.note(f"{place}.{name}", held[name])
        inner = get_pickled_state(value, bool(held))
        if inner is None and not held:
            self.found.unseen.add(place)
        text = self.text(f"{place}()", inner or [])
        self.inside -= 1
        return text


def get_parts(value: Any) -> Iterable[Any] | None:
    """Return the parts of a container, method or wrapper; None for a value without parts."""
    if type(value) in (dict, MappingProxyType):
        return [part for pair in value.items() for part in pair]
    if type(value) is list or isinstance(value, (tuple, set, frozenset)):
        return value
    if isinstance(value, (staticmethod, classmethod)):
        return [value.__func__]
    if isinstance(value, MethodType):
        return [value.__func__, value.__self__]
    if isinstance(value, property):
        return [value.fget, value.fset, value.fdel]
    if isinstance(value, cached_property):
        return [value.func]
    wrapped = getattr(value, "__dict__", {}).get("__wrapped__")
    return [wrapped] if isinstance(wrapped, FunctionType) else None


def get_pickled_state(value: Any, has_attributes: bool) -> list[Any] | None:
    """Return what a pickle of an object holds; None where there can be none, as of a lock.

    Its attributes are left out. An iterator is somewhere else after each use, and has none either.
    """
    if isinstance(value, Iterator):
        return None
    try:
        reduced = value.__reduce_ex__(4)
        if isinstance(reduced, str):  # it is found by its name
            return [reduced]
        make, given, state, items, pairs = [*reduced, None, None, None][:5]
        kept = [None if has_attributes else state, list(items or ()), list(pairs or ())]
        return [getattr(make, "__name__", ""), *given, *kept]
    except Exception:  # its author's code may raise anything
        return None


def is_generator(value: Any) -> bool:
    """Return whether a value is a generator of Python's or of numpy's that can be seeded."""
    if isinstance(value, random.Random):
        return not isinstance(value, random.SystemRandom)
    kind = type(value)
    is_numpy = kind.__module__.startswith("numpy.random")
    return is_numpy and kind.__name__ in ("Generator", "RandomState")


def iter_captured_values(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """Yield the defaults of a function, and the variables that it has captured, by name."""
    code, defaults = function.__code__, function.__defaults__ or ()
    names = code.co_varnames[code.co_argcount - len(defaults) : code.co_argcount]
    yield from zip(names, defaults, strict=True)
    yield from (function.__kwdefaults__ or {}).items()
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            yield name, cell.cell_contents
        except ValueError:  # not filled yet
            yield name, None


def names_written(functions: Iterable[Any]) -> set[str]:
    """Return the names of what any of these functions writes of what all of them have captured."""
    codes = [one.__code__ for one in functions if isinstance(one, FunctionType)]
    return {name.partition(".")[0] for code in codes for name in find_written_names(code)}


def attributes(value: Any) -> dict[str, Any]:
    """Return what an object holds, without what its class computes once."""
    kinds = type(value).__mro__
    slots = [name for kind in kinds for name in read_slot_names(vars(kind).get("__slots__", ()))]
    held = {name: getattr(value, name) for name in slots if hasattr(value, name)}
    held |= getattr(value, "__dict__", {})
    return {
        name: held[name]
        for name in sorted(held)
        if not isinstance(getattr(type(value), name, None), cached_property)
    }


def read_slot_names(slots: Any) -> list[str]:
    """Return the names of slots, of which a single one may stand alone."""
    return [slots] if isinstance(slots, str) else [name for name in slots if not is_dunder(name)]


def get_array_content(value: Any) -> str | None:
    """Return the content of plain data of numpy or pandas; None of anything else."""
    if type(value).__module__.partition(".")[0] == "pandas":
        return content_of_table(value)
    try:
        view = memoryview(value)
    except (TypeError, ValueError):
        return None
    if "O" in view.format:
        return None
    return f"{view.format} {view.shape} {blake2b(view.tobytes()).hexdigest()}"


def content_of_table(value: Any) -> str:
    """Return the content of a frame, series or index of pandas; of its other things, the text."""
    from pandas import DataFrame, Index, Series
    from pandas.util import hash_pandas_object

    if not isinstance(value, (DataFrame, Series, Index)):
        return repr(value)
    head = value.dtypes.to_dict() if isinstance(value, DataFrame) else value.name
    try:
        rows = blake2b(hash_pandas_object(value).to_numpy().tobytes()).hexdigest()
    except TypeError:  # it holds what has no hash, such as lists
        rows = repr(value.to_dict() if hasattr(value, "to_dict") else list(value))
    return f"{head!r} {value.shape} {rows}"


def is_counted(name: str, member: Any) -> bool:
    """Return whether a member of a class counts: its code, and what its author wrote there."""
    if isinstance(member, SLOTS) or name == "_abc_impl":  # Python's own
        return False
    return not is_dunder(name) or isinstance(member, (FunctionType, classmethod, staticmethod))


def is_dunder(name: str) -> bool:
    """Return whether a name is one of Python's own."""
    return name.startswith("__") and name.endswith("__")


@lru_cache(maxsize=100_000)
def list_used_names(code: CodeType) -> tuple[str, ...]:
    """Return the names that some code uses, in order, those of functions inside it too."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= set(list_used_names(constant))
    return tuple(sorted(names))
