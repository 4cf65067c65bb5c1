"""Short hashes of texts and of the code of functions.

They are the same in all processes of one version of Python.
"""

from __future__ import annotations

import inspect
from functools import lru_cache
from hashlib import blake2b
from types import CodeType

HAS_DOCSTRING: int | None = getattr(inspect, "CO_HAS_DOCSTRING", None)
"""Code flag that marks a docstring, or None in Python versions without this flag."""


def hash_text(text: str) -> str:
    """Return the hash of a text as 16 hexadecimal digits."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


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
