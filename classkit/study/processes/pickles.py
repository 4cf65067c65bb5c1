"""Pickles of what is sent to other processes."""

from __future__ import annotations

import io
import pickle
import sys
from importlib import import_module
from types import FunctionType
from typing import Any

from classkit.engine.errors import ClasskitError, shorten


class NotSendable(ClasskitError):
    """Something that exists only in this process."""


SHARED = (("random", "_inst"), ("numpy.random.mtrand", "_rand"))
"""The generators that a whole process shares, as modules and names; each match seeds them anew."""


def shared(module: str, name: str) -> Any:
    """Return the generator that this process shares under a name."""
    return getattr(import_module(module), name)


def by_name_if_shared(thing: Any) -> Any:
    """Send a shared generator by name, so that ``random.randrange`` draws there from the one there.

    A copy would draw the same in every match, since nobody seeds it.
    """
    for module, name in SHARED:
        if module in sys.modules and thing is getattr(sys.modules[module], name, None):
            return shared, (module, name)
    return NotImplemented


class ByName(pickle.Pickler):
    """Pickles functions and classes by name.

    It refuses those of a notebook or a script, which another process could not find.
    """

    def reducer_override(self, thing: Any) -> Any:
        """Refuse functions and classes that no module defines."""
        if isinstance(thing, (type, FunctionType)) and thing.__module__ == "__main__":
            raise pickle.PicklingError(f"{thing.__qualname__} is defined in no module")
        return by_name_if_shared(thing)


def to_bytes(thing: Any) -> bytes:
    """Return bytes from which another process with the same code rebuilds the thing.

    Functions of notebooks, closures and lambdas need the package cloudpickle, which comes with
    ``classkit[study]`` and ``classkit[dask]``. Raises NotSendable with the reason if it fails.

    >>> import math, pickle
    >>> pickle.loads(to_bytes((math.sqrt, 4)))[1]
    4
    """
    stream = io.BytesIO()
    try:
        ByName(stream, protocol=pickle.HIGHEST_PROTOCOL).dump(thing)
        return stream.getvalue()
    except Exception as error:
        reason: Exception = error
    try:
        import cloudpickle
    except ImportError:
        raise NotSendable(
            f"{shorten(reason, 200)}; with the package cloudpickle (classkit[study]) it may go."
        ) from reason

    class Whole(cloudpickle.Pickler):  # type: ignore[misc, unused-ignore]
        """Pickles functions and classes of a notebook or a script as they are."""

        def reducer_override(self, thing: Any) -> Any:
            reduced = by_name_if_shared(thing)
            return super().reducer_override(thing) if reduced is NotImplemented else reduced

    stream = io.BytesIO()
    try:
        Whole(stream, protocol=pickle.HIGHEST_PROTOCOL).dump(thing)
    except Exception as error:
        raise NotSendable(shorten(error, 200)) from error
    return stream.getvalue()
