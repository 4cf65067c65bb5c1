"""Imports inside functions, and the modules that their names refer to."""

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
"""Packages that are hashed as a whole or not at all, so imports of them are not followed."""
IMPORT_NAME = opmap["IMPORT_NAME"]


@lru_cache(maxsize=100_000)
def imports(code: CodeType) -> tuple[str, ...]:
    """Return the names that a code object and its nested functions import.

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
    """Yield the modules that an imported name refers to, starting with the enclosing packages.

    User modules are imported if necessary. A module that fails to import is skipped, because it
    cannot be used in a match either. Games of classkit import their drawing code inside functions,
    which does not affect results.
    """
    try:
        words = resolve_name(name, package).split(".")
    except ImportError:  # a relative import beyond the top-level package
        return
    if words[0] in KNOWN or not may_be_own(words[0]):
        return
    for number in range(1, len(words) + 1):
        try:
            module = import_module(".".join(words[:number]))
        except Exception:  # the name is not a module, or importing it fails
            return
        yield module


def may_be_own(package: str) -> bool:
    """Return whether the user may change this package or module, loaded or not."""
    if package in sys.modules:
        return is_own(package)
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        return False
    return spec is not None and not is_installed(spec.origin or "")
