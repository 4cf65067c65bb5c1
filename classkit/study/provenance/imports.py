"""Imports inside functions, and the modules to which their names refer."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dis import Instruction, get_instructions, opmap
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec, resolve_name
from types import CodeType, ModuleType

from .user_modules import is_installed, is_own

KNOWN = {"classkit", *sys.stdlib_module_names} - {"__main__"}
"""Packages that are examined as a whole, or not at all."""
IMPORT_NAME = opmap["IMPORT_NAME"]


@lru_cache(maxsize=100_000)
def imports(code: CodeType) -> tuple[str, ...]:
    """Return the names that some code imports, including functions inside it.

    >>> def shut():
    ...     import os.path
    ...     from ..provenance import user_modules
    >>> imports(shut.__code__)
    ('..provenance', '..provenance.user_modules', 'os.path')
    """
    names: set[str] = set()
    steps: list[Instruction] = []
    if IMPORT_NAME in code.co_code[::2]:
        steps = [step for step in get_instructions(code) if step.opname != "EXTENDED_ARG"]
    for level, given, step in zip(steps, steps[1:], steps[2:], strict=False):
        if step.opname == "IMPORT_NAME":
            module = "." * level.argval + step.argval
            parted = module if module.endswith(".") else f"{module}."
            names |= {module, *(f"{parted}{name}" for name in given.argval or ())}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= set(imports(constant))
    return tuple(sorted(names))


def find_modules(name: str, package: str) -> Iterator[ModuleType]:
    """Yield the modules to which a name in an import refers, the enclosing packages first.

    User modules are loaded. Modules that cannot be loaded are skipped, because they cannot be
    played. Games of classkit import their drawing code in this way, which does not affect results.
    """
    try:
        words = resolve_name(name, package).split(".")
    except ImportError:  # it leads out of its package
        return
    if words[0] in KNOWN or not may_be_own(words[0]):
        return
    for number in range(1, len(words) + 1):
        try:
            module = import_module(".".join(words[:number]))
        except Exception:  # a name inside a module, or a module that fails
            return
        yield module


def may_be_own(package: str) -> bool:
    """Return whether a package or module, loaded or not, is one that its user may change."""
    if package in sys.modules:
        return is_own(package)
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        return False
    return spec is not None and not is_installed(spec.origin or "")
