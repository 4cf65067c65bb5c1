"""The code and values that a game or a policy can reach in memory.

The search starts at the functions of an object and continues to the globals that they use, to the
functions and classes among these, and so on. It stays within user modules (:mod:`.user_modules`)
and the object's own package. Comments, docstrings and line numbers are ignored.

Variables that functions write at run time (:mod:`.mutable_globals`) are hashed by their initial
value in the file, because filling a cache is not a change of the code. If functions write only
entries of a dict, only these entries are excluded. Values are compared by hash (:mod:`.hashing`),
and objects are hashed in pickled form. Random generators are recorded separately, so that they can
be seeded.
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
"""Maximum depth to which a policy's contents are compared inside objects of foreign types."""
MAX_NAMES = 3
"""Maximum number of places named in a sentence."""
SIMPLE_TYPES = (type(None), bool, int, float, complex, str, bytes, type(...), range)
CHANGING = (list, dict, set, bytearray, deque)
"""Mutable types, whose values may be constants or caches."""
SLOTS = (GetSetDescriptorType, MemberDescriptorType)
"""Types of the descriptors for attributes stored in slots."""


@dataclass
class ReachableCode:
    """Everything that some objects can reach, by place, such as "helper:PRICE".

    ``code`` has the hashes of functions and of immutable values. ``held`` has content hashes of
    lists, dicts, sets and objects, or "" for empty ones. A variable that the code writes itself is
    in ``code`` with its initial value from the file, or omitted if the file has none. ``modules``
    are the user modules that were visited, ``roots`` the places of the objects where the search
    started, ``generators`` the random generators, and ``unseen`` the places whose changes cannot be
    detected.
    """

    code: dict[str, str] = field(default_factory=dict)
    held: dict[str, str] = field(default_factory=dict)
    modules: set[str] = field(default_factory=set)
    roots: list[str] = field(default_factory=list)
    generators: dict[str, Any] = field(default_factory=dict)
    unseen: set[str] = field(default_factory=set)

    @property
    def marks(self) -> dict[str, str]:
        """All hashes, by place."""
        return {**self.code, **self.held}


def find_reachable(things: Iterable[Any]) -> ReachableCode:
    """Return the code and values that these objects reach, including imports inside functions.

    User modules that a function imports when it is called are loaded immediately. A module whose
    name is computed at run time is not found.

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
    """Return the place of a function or class. For an object: "module:Class()"."""
    name, kind = getattr(thing, "__qualname__", None), type(thing)
    if not isinstance(name, str):
        return f"{kind.__module__}:{kind.__qualname__}()"
    return f"{getattr(thing, '__module__', None)}:{name}"


def name_of_place(place: str) -> str:
    """Format a place for use in a sentence.

    >>> name_of_place("helper:PRICE"), name_of_place("__main__:mine")
    ('PRICE of helper', 'mine')
    """
    module, _, name = place.partition(":")
    return name if module == "__main__" else f"{name} of {module}"


def get_module_name(kind: type[Any]) -> str:
    """Return the module name of a class, or "" for some compiled classes."""
    module = kind.__module__
    return module if isinstance(module, str) else ""


def is_of_kernel(module: str) -> bool:
    """Return whether a module belongs to classkit's kernel, which is hashed as a whole."""
    return module.startswith("classkit.") and not module.startswith(GAMES)


def may_be_watched(place: str) -> bool:
    """Return whether to name a place in messages: not classkit's own, and not a dunder name."""
    return not place.startswith("classkit.") and not is_dunder(place.rpartition(".")[2])


def join_names(names: Iterable[str]) -> str:
    """Join the first MAX_NAMES names for use in a sentence.

    >>> join_names("ABCDE")
    'A, B, C and 2 more'
    """
    told = list(names)
    more = f" and {len(told) - MAX_NAMES} more" if len(told) > MAX_NAMES else ""
    return f"{', '.join(told[:MAX_NAMES])}{more}"


def get_packages(thing: Any) -> set[str]:
    """Return the names of the packages that define an object, its class and its bases."""
    kind = thing if isinstance(thing, type) else type(thing)
    return {get_place(one).partition(":")[0].partition(".")[0] for one in (thing, *kind.__mro__)}


class CodeWalker:
    """Walks through reachable code. ``packages`` are examined in addition to user modules."""

    def __init__(self, packages: set[str]) -> None:
        self.packages, self.found = packages, ReachableCode()
        self.met: dict[str, Any] = {}
        """Maps a place to the value found there."""
        self.texts: dict[int, str] = {}
        self.kept: list[Any] = []
        """Values that have a text. References are kept so that ids are not reused."""
        self.looked: set[tuple[str, tuple[str, ...]]] = set()
        """Modules and the names looked up in them, to stop at circular imports."""
        self.waiting: list[tuple[FunctionType, str]] = []
        """Functions whose globals have not been visited yet, with their modules."""
        self.inside = 0
        """Depth of the walk inside an object's contents. The caller keeps the objects alive."""
        self.is_copied = False
        """True if the walk is inside a policy, which is copied for each match."""
        self.memories: set[str] = set()
        """Places whose values are written by functions."""
        self.writers: list[tuple[str, str]] = []
        """Places of attributes, each with the name of a method that writes the attribute."""
        self.named: set[str] = set()
        """Names used in the visited functions, except in constructors."""
        self.written: set[int] = set()
        """Ids of mutable containers that functions write, under any name."""
        self.entries: dict[int, set[Key]] = {}
        """Maps the ids of dicts to the keys of the entries that functions write."""

    def run_walk(self) -> None:
        """Visit everything that the visited functions use, until nothing new is found."""
        while self.waiting:
            function, module = self.waiting.pop()
            self.globals(function, module)

    def drop_memos(self) -> None:
        """Replace values that change at run time with their initial values from the files."""
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

        Keys and values of a dict are numbered alternately, so values have odd numbers.
        """
        for place, value in self.met.items():
            if keys := self.entries.get(id(value)):
                for number, key in enumerate(value):
                    if key in keys:
                        yield f"{place}[{2 * number + 1}]"

    def is_memory(self, place: str) -> bool:
        """Return whether functions write the value at a place or a container of that value."""
        place = place.partition(" ")[0]
        while place and place not in self.memories:
            place = place[: max(place.rfind("."), place.rfind("["), 0)]
        return bool(place)

    def is_own(self, module: str) -> bool:
        """Return True if changes to a module affect the fingerprint."""
        return is_own(module) or module.partition(".")[0] in self.packages

    def note(self, place: str, value: Any, names: tuple[str, ...] = ()) -> str:
        """Record a value and everything that it reaches.

        Return its place, with a number if another value has that place already.
        """
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
        """Record these names of a module, unless the module is outside the search."""
        looked = (module.__name__, names)
        if looked in self.looked or not self.is_own(module.__name__):
            return
        self.looked.add(looked)
        self.found.modules.add(module.__name__)
        for name in names:
            if name in vars(module) and not is_dunder(name):
                self.note(f"{module.__name__}:{name}", vars(module)[name], names)

    def text(self, place: str, value: Any) -> str:
        """Return a text that identifies a value, and record everything that it reaches."""
        if type(value) in SIMPLE_TYPES:
            return f"{type(value).__name__} {value!r}"
        if id(value) not in self.texts:
            self.texts[id(value)] = "itself"  # for values that contain themselves
            self.kept.append(value)
            if is_generator(value):
                self.found.generators[place] = value
            self.texts[id(value)] = self.describe(place, value)
        return self.texts[id(value)]

    def describe(self, place: str, value: Any) -> str:
        """Return the text that identifies a value of a compound type."""
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
            inner.sort()  # sets are unordered
        return f"{type(value).__qualname__} [{'; '.join(inner)}]"

    def function(self, place: str, function: FunctionType) -> str:
        """Return the text of a function: its code, its defaults and its captured variables."""
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
            self.waiting.append((function, module))  # not recursive: chains may be long
        return f"function [{'; '.join(texts)}]"

    def globals(self, function: FunctionType, module: str) -> None:
        """Record the names of its own and imported modules that a function uses."""
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
        """Return whether a module may contain caches. The games of classkit do not."""
        return self.is_own(module) and not module.startswith(GAMES)

    def kind(self, kind: type[Any]) -> str:
        """Return the text of a class: its members, and the members of its examined bases."""
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
        """Return the attributes that a class's methods write, and the names of these methods.

        The methods of examined base classes are included.
        """
        found: dict[str, set[str]] = {}
        for one in kind.__mro__:
            for name, method in (
                attributes_written(one) if self.may_write(get_module_name(one)) else ()
            ):
                found.setdefault(name, set()).add(method)
        return found

    def thing(self, place: str, value: Any) -> str:
        """Return the text of an object: its type, and its contents if they are compared."""
        kind = type(value)
        texts = [self.kind(kind)]
        if is_generator(value):  # reseeded for each match, so its current state does not matter
            pass
        elif isinstance(value, PathLike):  # the location of a module is not part of its code
            texts += [str(value)] if self.inside else []
        elif is_dataclass(kind) and kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            held = {one.name: getattr(value, one.name, None) for one in fields(kind)}
            texts += [f"{name} = {self.text(f'{place}.{name}', held[name])}" for name in held]
        elif (told := get_array_content(value)) is not None:
            texts.append(told)
        elif (
            is_of_kernel(get_module_name(kind)) and not self.inside
        ):  # a kernel object, whose contents are read during play
            pass
        elif self.is_own(get_module_name(kind)) or self.inside <= MAX_DEPTH:
            texts.append(self.content(place, value))
        else:
            self.found.unseen.add(place)
        return f"object [{'; '.join(texts)}]"

    def content(self, place: str, value: Any) -> str:
        """Record the attributes of an object. Return the text of its remaining pickled contents."""
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
    """Return the parts of a container, method or wrapper, or None if there are none."""
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
    """Return the pickled contents of an object without its attributes.

    Return None for objects that cannot be pickled, such as locks, and for iterators, which change
    with each use.
    """
    if isinstance(value, Iterator):
        return None
    try:
        reduced = value.__reduce_ex__(4)
        if isinstance(reduced, str):  # pickled by name
            return [reduced]
        make, given, state, items, pairs = [*reduced, None, None, None][:5]
        kept = [None if has_attributes else state, list(items or ()), list(pairs or ())]
        return [getattr(make, "__name__", ""), *given, *kept]
    except Exception:  # user code may raise anything
        return None


def is_generator(value: Any) -> bool:
    """Return whether a value is a Python or numpy random generator that can be seeded."""
    if isinstance(value, random.Random):
        return not isinstance(value, random.SystemRandom)
    kind = type(value)
    is_numpy = kind.__module__.startswith("numpy.random")
    return is_numpy and kind.__name__ in ("Generator", "RandomState")


def iter_captured_values(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """Yield the defaults and captured variables of a function, by name."""
    code, defaults = function.__code__, function.__defaults__ or ()
    names = code.co_varnames[code.co_argcount - len(defaults) : code.co_argcount]
    yield from zip(names, defaults, strict=True)
    yield from (function.__kwdefaults__ or {}).items()
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            yield name, cell.cell_contents
        except ValueError:  # the cell is still empty
            yield name, None


def names_written(functions: Iterable[Any]) -> set[str]:
    """Return the captured names that at least one of these functions writes."""
    codes = [one.__code__ for one in functions if isinstance(one, FunctionType)]
    return {name.partition(".")[0] for code in codes for name in find_written_names(code)}


def attributes(value: Any) -> dict[str, Any]:
    """Return the instance attributes. Cached properties are left out."""
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
    """Return the names of slots. A single slot may be a string instead of a tuple."""
    return [slots] if isinstance(slots, str) else [name for name in slots if not is_dunder(name)]


def get_array_content(value: Any) -> str | None:
    """Return the content of plain numpy or pandas data, or None for any other value."""
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
    """Return the content of a pandas frame, series or index. Other objects return their text."""
    from pandas import DataFrame, Index, Series
    from pandas.util import hash_pandas_object

    if not isinstance(value, (DataFrame, Series, Index)):
        return repr(value)
    head = value.dtypes.to_dict() if isinstance(value, DataFrame) else value.name
    try:
        rows = blake2b(hash_pandas_object(value).to_numpy().tobytes()).hexdigest()
    except TypeError:  # the table contains unhashable values, such as lists
        rows = repr(value.to_dict() if hasattr(value, "to_dict") else list(value))
    return f"{head!r} {value.shape} {rows}"


def is_counted(name: str, member: Any) -> bool:
    """Return whether a class member is compared: code, or a value written by the author."""
    if isinstance(member, SLOTS) or name == "_abc_impl":  # added by Python
        return False
    return not is_dunder(name) or isinstance(member, (FunctionType, classmethod, staticmethod))


def is_dunder(name: str) -> bool:
    """Return whether this is a dunder name."""
    return name.startswith("__") and name.endswith("__")


@lru_cache(maxsize=100_000)
def list_used_names(code: CodeType) -> tuple[str, ...]:
    """Return the names that a code object and its nested functions use, in order."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= set(list_used_names(constant))
    return tuple(sorted(names))
