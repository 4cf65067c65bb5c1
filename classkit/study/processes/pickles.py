"""Pickles of what is sent to other processes."""

from __future__ import annotations

import io
import pickle
from types import FunctionType
from typing import Any

from classkit.engine.errors import ClasskitError, shorten


class NotSendable(ClasskitError):
    """Something that exists only in this process."""


class ByName(pickle.Pickler):
    """Pickles functions and classes by name.

    It refuses those of a notebook or a script, which another process could not find.
    """

    def reducer_override(self, thing: Any) -> Any:
        """Refuse functions and classes that no module defines."""
        if isinstance(thing, (type, FunctionType)) and thing.__module__ == "__main__":
            raise pickle.PicklingError(f"{thing.__qualname__} is defined in no module")
        return NotImplemented


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
    try:
        sent: bytes = cloudpickle.dumps(thing)
    except Exception as error:
        raise NotSendable(shorten(error, 200)) from error
    return sent
