"""Pickling of functions and jobs for other processes."""

from __future__ import annotations

import io
import pickle
import sys
from importlib import import_module
from types import FunctionType
from typing import Any

from classkit.engine.errors import ClasskitError, truncate_text


class NotSendable(ClasskitError):
    """Raised when an object cannot be sent to another process."""


SHARED_GENERATORS = (("random", "_inst"), ("numpy.random.mtrand", "_rand"))
"""Global random generators as (module, name). Each match seeds them."""


def get_shared_generator(module: str, name: str) -> Any:
    """Return the global generator with this name in this process."""
    return getattr(import_module(module), name)


def reduce_shared(thing: Any) -> Any:
    """Pickle a global generator by name, so that the receiving process uses its own.

    A copy would never be seeded, and would yield the same numbers in every match.
    """
    for module, name in SHARED_GENERATORS:
        if module in sys.modules and thing is getattr(sys.modules[module], name, None):
            return get_shared_generator, (module, name)
    return NotImplemented


class NamePickler(pickle.Pickler):
    """Pickler that sends functions and classes by name and rejects those in ``__main__``."""

    def reducer_override(self, thing: Any) -> Any:
        """Raise PicklingError for functions and classes of ``__main__``."""
        if isinstance(thing, (type, FunctionType)) and thing.__module__ == "__main__":
            raise pickle.PicklingError(f"{thing.__qualname__} is not defined in a module")
        return reduce_shared(thing)


def to_bytes(thing: Any) -> bytes:
    """Pickle an object for another process with the same code.

    Functions of notebooks, closures and lambdas require the package cloudpickle, which is part of
    ``classkit[study]`` and ``classkit[dask]``. On failure, raises NotSendable with the reason.

    >>> import math, pickle
    >>> pickle.loads(to_bytes((math.sqrt, 4)))[1]
    4
    """
    stream = io.BytesIO()
    try:
        NamePickler(stream, protocol=pickle.HIGHEST_PROTOCOL).dump(thing)
        return stream.getvalue()
    except Exception as error:
        reason: Exception = error
    try:
        import cloudpickle
    except ImportError:
        raise NotSendable(
            f"{truncate_text(reason, 200)}; installing cloudpickle (classkit[study]) may help."
        ) from reason

    class Whole(cloudpickle.Pickler):  # type: ignore[misc, unused-ignore]
        """Pickler that sends functions and classes of ``__main__`` by value."""

        def reducer_override(self, thing: Any) -> Any:
            reduced = reduce_shared(thing)
            return super().reducer_override(thing) if reduced is NotImplemented else reduced

    stream = io.BytesIO()
    try:
        Whole(stream, protocol=pickle.HIGHEST_PROTOCOL).dump(thing)
    except Exception as error:
        raise NotSendable(truncate_text(error, 200)) from error
    return stream.getvalue()
