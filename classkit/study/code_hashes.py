"""Hashes of texts, and of the functions, classes and values that this process has loaded.

They are the same in all processes of one version of Python. Comments, docstrings and line numbers
do not matter.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from dis import get_instructions
from enum import Enum
from functools import cache, cached_property, lru_cache
from hashlib import blake2b
from importlib.util import find_spec, resolve_name
from pathlib import PurePath
from random import Random, SystemRandom
from sysconfig import get_path
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
from weakref import WeakKeyDictionary

from classkit.engine.game import Game
from classkit.engine.match import Match

GAMES = "classkit.games."
KNOWN = {"classkit", *sys.stdlib_module_names} - {"__main__"}
"""Packages that are hashed as a whole or not at all."""
INSTALLED = {"site-packages", "dist-packages"}
"""Folders into which packages are installed."""
HAS_DOCSTRING: int | None = getattr(inspect, "CO_HAS_DOCSTRING", None)
"""Code flag that marks a docstring, or None in Python versions without this flag."""
PYTEST = {"@pytest_ar", "@py_builtins"}
"""Names in functions whose ``assert`` statements pytest has rewritten."""
SIMPLE_TYPES = (type(None), bool, int, float, complex, str, bytes, type(...), range)


def hash_text(text: str) -> str:
    """Return the hash of a text as 16 hexadecimal digits."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


# --- modules and places ---------------------------------------------------------------------------


def is_own(name: str) -> bool:
    """Return whether the user may change the module with this name. The games of classkit count.

    >>> is_own("json"), is_own("classkit.engine.match"), is_own("classkit.games.opoly.game")
    (False, False, True)
    """
    top = name.partition(".")[0]
    if top in KNOWN or top == "__main__":
        return top == "__main__" or name.startswith(GAMES)
    spec = getattr(sys.modules.get(top), "__spec__", None)
    if spec is None and top not in sys.modules:
        spec = find_spec(top) if top else None
        if spec is None:
            return False
    if spec is None:  # created in memory, like the cells of a notebook
        return True
    return not is_installed(spec.origin or next(iter(spec.submodule_search_locations or ()), ""))


@cache
def is_installed(file: str) -> bool:
    """Return whether a file belongs to Python's library or to an installed package."""
    path = PurePath(file)
    library = (get_path("stdlib"), get_path("platstdlib"))
    return bool(INSTALLED & set(path.parts)) or any(path.is_relative_to(one) for one in library)


def is_in_memory(name: str) -> bool:
    """Return whether a module is a notebook, or another module without a file of its own.

    A script counts, because changing the rest of it does not change the policies in it.
    """
    module = sys.modules.get(name)
    return name == "__main__" or (is_own(name) and getattr(module, "__spec__", None) is None)


def get_place(thing: Any) -> str:
    """Return the place of a function or class. For an object: "module:Class()"."""
    name, kind = getattr(thing, "__qualname__", None), type(thing)
    if not isinstance(name, str):
        return f"{kind.__module__}:{kind.__qualname__}()"
    return f"{getattr(thing, '__module__', None)}:{name}"


def get_packages(thing: Any) -> set[str]:
    """Return the names of the packages that define an object, its class and its bases."""
    kind = thing if isinstance(thing, type) else type(thing)
    places = {get_place(one).partition(":")[0] for one in (thing, *kind.__mro__)}
    return {place.partition(".")[0] for place in places} - KNOWN


def is_dunder(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


# --- code -----------------------------------------------------------------------------------------


@lru_cache(maxsize=100_000)
def hash_code(code: CodeType) -> str:
    """Return the hash of a function's code, ignoring its position in the file.

    >>> def one(x):
    ...     '''Add one.'''
    ...     return x + 1
    >>> def two(x):
    ...     '''Say it otherwise.'''
    ...     return x + 1
    >>> hash_code(one.__code__) == hash_code(two.__code__)
    True
    """
    lines = [code.co_code.hex(), code.co_exceptiontable.hex()]
    shape = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    lines += map(repr, (shape, code.co_names, code.co_varnames, code.co_freevars))
    constants = list(code.co_consts)
    if has_docstring(code):
        constants[0] = "docstring"
    for constant in constants:
        if isinstance(constant, CodeType):
            lines.append(hash_code(constant))
        elif isinstance(constant, frozenset):  # sets are unordered
            lines.append(repr(sorted(map(repr, constant))))
        else:
            lines.append(repr(constant))
    return hash_text("\n".join(lines))


def has_docstring(code: CodeType) -> bool:
    """Return whether the first constant of a code object is a docstring."""
    if HAS_DOCSTRING is not None:
        return bool(code.co_flags & HAS_DOCSTRING)
    is_def = bool(code.co_flags & inspect.CO_OPTIMIZED) and not code.co_name.startswith("<")
    return is_def and bool(code.co_consts) and isinstance(code.co_consts[0], str)


def iter_codes(code: CodeType) -> Iterator[CodeType]:
    """Yield a code object and those of the functions inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from iter_codes(constant)


@lru_cache(maxsize=100_000)
def list_used_names(code: CodeType) -> tuple[str, ...]:
    """Return the names that a code object and its nested functions use, in order."""
    return tuple(sorted({name for one in iter_codes(code) for name in one.co_names}))


@lru_cache(maxsize=100_000)
def list_assigned(code: CodeType, instruction: str) -> tuple[str, ...]:
    """Return the names that code and its nested functions assign with such an instruction."""
    steps = (step for one in iter_codes(code) for step in get_instructions(one))
    return tuple({step.argval for step in steps if step.opname == instruction})


@lru_cache(maxsize=100_000)
def list_imports(code: CodeType, package: str) -> tuple[str, ...]:
    """Return the modules that a function of a package imports, and the names imported from them.

    >>> def shut():
    ...     import os.path
    ...     from ..rollouts import single_future
    >>> list_imports(shut.__code__, "classkit.study")
    ('classkit.rollouts', 'classkit.rollouts.single_future', 'os.path')
    """
    names: set[str] = set()
    for one in iter_codes(code):
        steps = [step for step in get_instructions(one) if step.opname != "EXTENDED_ARG"]
        for level, given, step in zip(steps, steps[1:], steps[2:], strict=False):
            if step.opname == "IMPORT_NAME":
                names |= resolve_import(step.argval, given.argval or (), level.argval, package)
    return tuple(sorted(names))


def resolve_import(module: str, names: Iterable[str], level: int, package: str) -> set[str]:
    """Return the full names of a module and of what is imported from it."""
    try:
        base = resolve_name("." * level + module, package)
    except ImportError:  # beyond the top-level package
        return set()
    return {base, *(f"{base}.{name}" for name in names)}


# --- values ---------------------------------------------------------------------------------------


Met = dict[int, tuple[Any, str]]
"""Maps the ids of described values to the values and their texts."""
first_seen: WeakKeyDictionary[Any, tuple[str, Met]] = WeakKeyDictionary()
"""Texts of what functions have captured and classes hold, as it was when they were first used."""


def describe(value: Any, met: Met, *, whole: bool = True) -> str:
    """Return a text that identifies a value, and add the values in it to ``met``.

    A function or class is read once, so that a cache which it fills later is no change.

    Args:
        value: The value.
        met: Values described before.
        whole: Describe the contents of mutable values too. Otherwise, of a list, a dict or an
            object only the type counts, and of a class only the name.

    >>> describe(3, {}), describe({"level": [3]}, {}) == describe({"level": [5]}, {})
    ('3', False)
    """
    if type(value) in SIMPLE_TYPES:
        return repr(value)
    if id(value) not in met:
        met[id(value)] = value, "itself"  # for values that contain themselves
        met[id(value)] = value, hash_text(describe_parts(value, met, whole))
    return met[id(value)][1]


def describe_parts(value: Any, met: Met, whole: bool) -> str:
    """Return the text of a value that is not simple."""
    if isinstance(value, ModuleType):
        return f"module {value.__name__}"
    parts, kind = get_parts(value, whole), type(value)
    if not isinstance(value, (FunctionType, type)):
        place = describe(kind, met) if whole else get_place(kind)
    elif whole:
        text, inner = read_holder(value, parts)
        met |= {key: one for key, one in inner.items() if key not in met}
        return f"{get_place(value)} {text}"
    else:
        place = get_place(value)
    texts = [describe(part, met, whole=whole) for part in parts]
    if isinstance(value, (set, frozenset)):
        texts.sort()  # sets are unordered
    return f"{place} {texts}"


def read_holder(holder: Any, parts: Iterable[Any]) -> tuple[str, Met]:
    """Return the text of what a function or class holds, as it was when it was first used."""
    if holder not in first_seen:
        first_seen[holder] = "itself", {}  # for a function that has captured itself
        whole, met = isinstance(holder, FunctionType) or is_in_memory(holder.__module__), Met()
        first_seen[holder] = f"{[describe(part, met, whole=whole) for part in parts]}", met
    return first_seen[holder]


def get_parts(value: Any, whole: bool) -> Iterable[Any]:
    """Return the parts of a value that count."""
    if isinstance(value, FunctionType):
        held = [one for name, one in iter_captured(value) if name != "__class__"]
        is_local = "<" in value.__qualname__  # its place does not tell it from another one
        is_code = is_local or is_own(value.__globals__.get("__name__", ""))
        return [hash_code(value.__code__), *held] if is_code else held
    if isinstance(value, type):
        if not whole or not is_own(value.__module__):
            return []
        named = {name: one for name, one in vars(value).items() if is_counted(name, one)}
        return [*(part for name in sorted(named) for part in (name, named[name])), *value.__bases__]
    if (parts := get_fixed_parts(value)) is not None:
        return parts
    if isinstance(value, Enum):
        return [value.name]
    if is_frozen(value):
        return [getattr(value, one.name, None) for one in fields(value)]
    if not whole or is_generator(value) or isinstance(value, (Game, Match)):
        return []
    return get_pickled_parts(value) if (items := get_items(value)) is None else items


def get_fixed_parts(value: Any) -> Iterable[Any] | None:
    """Return the parts of a tuple, a method or a wrapper of a function, or None for others."""
    if isinstance(value, (tuple, frozenset)):
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


def get_items(value: Any) -> Iterable[Any] | None:
    """Return the items of a list, set or dict, or None for other types."""
    if type(value) in (dict, MappingProxyType):
        return [part for pair in value.items() for part in pair]
    return value if type(value) is list or isinstance(value, set) else None


def is_frozen(value: Any) -> bool:
    """Return whether a value is an instance of a frozen dataclass."""
    kind = type(value)
    return is_dataclass(kind) and kind.__dataclass_params__.frozen  # type: ignore[attr-defined]


def get_pickled_parts(value: Any, has_attributes: bool = False) -> list[Any]:
    """Return what :mod:`pickle` would store of an object, on request without its attributes.

    The list is empty for objects that cannot be pickled, such as locks, and for iterators, which
    change with each use.
    """
    if isinstance(value, Iterator):
        return []
    try:
        reduced = value.__reduce_ex__(4)
        if isinstance(reduced, str):  # pickled by name
            return [reduced]
        make, given, state, items, pairs = [*reduced, None, None, None][:5]
        kept = [None if has_attributes else state, list(items or ()), list(pairs or ())]
        return [getattr(make, "__name__", ""), *given, *kept]
    except Exception:  # user code may raise anything
        return []


def is_generator(value: Any) -> bool:
    """Return whether a value is a Python or numpy random generator that can be seeded."""
    if isinstance(value, Random):
        return not isinstance(value, SystemRandom)
    kind = type(value)
    is_numpy = kind.__module__.startswith("numpy.random")
    return is_numpy and kind.__name__ in ("Generator", "RandomState")


def iter_captured(function: FunctionType) -> Iterator[tuple[str, Any]]:
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


def get_function(member: Any) -> FunctionType | None:
    """Return the function of a method, a property or a wrapper, or None."""
    parts = () if isinstance(member, (tuple, frozenset)) else get_fixed_parts(member) or ()
    return next((one for one in (member, *parts) if isinstance(one, FunctionType)), None)


def is_counted(name: str, member: Any) -> bool:
    """Return whether a class member is compared: code, or a value written by the author."""
    if isinstance(member, (GetSetDescriptorType, MemberDescriptorType)) or name == "_abc_impl":
        return False  # added by Python
    return not is_dunder(name) or get_function(member) is not None


def hash_definitions(module: ModuleType) -> dict[str, str]:
    """Return the hashes of the functions, methods and constants of a loaded module, by place.

    Of a list, a dict or an object only the type counts, because it may be a cache. Variables that
    functions of the module assign are left out, and so are numbers of classes, as counters, and
    functions that pytest has rewritten in this process alone.
    """
    own = module.__name__
    variables: dict[str, Any] = {}
    members: dict[str, Any] = {}
    for name, value in list(vars(module).items()):
        is_code = isinstance(value, (FunctionType, type))
        if is_code and value.__module__ != own:  # imported, or replaced by somebody
            variables[name] = get_place(value)
        elif isinstance(value, type):
            members |= {f"{name}.{key}": one for key, one in list(vars(value).items())}
        elif not isinstance(value, ModuleType):
            variables[name] = value
    codes = set[CodeType]()
    if not own.startswith(GAMES):  # they assign nothing
        for group in (variables, members):
            for name, value in list(group.items()):
                if (function := get_function(value)) is not None:
                    codes.add(function.__code__)
                    if not PYTEST.isdisjoint(list_used_names(function.__code__)):
                        del group[name]
    found = {}
    for group, instruction in ((variables, "STORE_GLOBAL"), (members, "STORE_ATTR")):
        assigned = {name for code in codes for name in list_assigned(code, instruction)}
        for name, value in group.items():
            last = name.rpartition(".")[2]
            is_counter = last in assigned and (
                group is variables or isinstance(value, (int, float))
            )
            if is_counted(last, value) and not is_counter:
                found[f"{own}:{name}"] = hash_text(describe(value, {}, whole=False))
    return found
