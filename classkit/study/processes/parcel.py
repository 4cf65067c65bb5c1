"""What a process is sent: what it is to play, and the marks of the code with which it must play it.

A process loads modules from their files. In a notebook a module may be older than its file, or
changed in memory, and a process that stays may hold what was loaded long ago. So each compares what
it has loaded with what the caller has, before it plays anything.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Iterable
from hashlib import blake2b
from importlib import import_module
from pathlib import PurePath
from typing import Any, NamedTuple

from classkit.engine.errors import shorten

from ..code.own_doing import marks_that_count
from ..code.reach import Reach, listed, name_of_place, reach
from ..code.sources import mark_of_kernel
from .pickles import NotSendable, to_bytes

Play = Callable[[Any], Any]
MAIN = "__main__"
"""The module of a notebook, whose functions are sent whole."""
UNNAMED = ("<locals>", "<lambda>")
"""What stands in the place of a function that no module has under its name: it is sent whole."""


class OtherCode(NotSendable):
    """Another process has, or loads, other code than the caller."""


class Parcel(NamedTuple):
    """Something to play, and the code that the caller has for it; both as bytes."""

    play: bytes
    code: bytes


class Code(NamedTuple):
    """The code with which something is to be played.

    ``modules`` are the names of modules, ``marks`` those of what is reached in them, by place, and
    ``kernel`` is the mark of classkit's own kernel.
    """

    modules: tuple[str, ...]
    marks: dict[str, str]
    kernel: str


found_the_same: set[bytes] = set()
"""Hashes of the code that this process was sent and has too: modules stay as they were loaded."""


def pack(play: Play) -> bytes:
    """Return the bytes to send; raise NotSendable if there can be none.

    What plays may have a method ``roots`` that lists what it plays with: the game and the policies.
    """
    found = reach(roots_of(play))
    counted = marks_that_count(found)
    marks = {place: mark for place, mark in counted.items() if not is_sent_whole(place)}
    modules = tuple(sorted(name for name in found.modules if has_file(name)))
    code = Code(modules, marks, mark_of_kernel())
    return pickle.dumps(Parcel(to_bytes(play), pickle.dumps(code)))


def unpack(message: bytes) -> Play:
    """Return what is to be played; raise OtherCode unless it is here what it is for the caller."""
    parcel = Parcel(*pickle.loads(message))
    if (known := blake2b(parcel.code).digest()) in found_the_same:
        return load(parcel)[0]
    code = Code(*pickle.loads(parcel.code))
    if code.kernel != mark_of_kernel():
        raise OtherCode(
            "classkit itself is another in the process that is to play: its files have changed "
            "since it was loaded, or another classkit is installed there. Restart the kernel, or "
            "install the same."
        )
    play, roots = load(parcel, code.modules)
    if other := differing(code, reach(roots)):
        raise OtherCode(in_words(other))
    found_the_same.add(known)
    return play


def load(parcel: Parcel, modules: Iterable[str] = ()) -> tuple[Play, list[Any]]:
    """Load modules. Return what is to be played and its roots; OtherCode if that fails here."""
    try:
        for name in modules:
            import_module(name)
        play: Play = pickle.loads(parcel.play)
        return play, roots_of(play)
    except Exception as error:
        raise OtherCode(
            "another process cannot load what is to be played "
            f"({type(error).__name__}: {shorten(str(error), 200)}). Put it into a module of its "
            "own that every process can import."
        ) from error


def roots_of(play: Play) -> list[Any]:
    """Return what something plays with."""
    roots = getattr(play, "roots", None)
    return list(roots()) if callable(roots) else [play]


def is_sent_whole(place: str) -> bool:
    """Return whether something travels as it is, so that nothing else can be found there.

    >>> [is_sent_whole(one) for one in ("__main__:mine", "m:make.<locals>.mine", "m:mine")]
    [True, True, False]
    """
    return place.startswith(f"{MAIN}:") or any(name in place for name in UNNAMED)


def has_file(name: str) -> bool:
    """Return whether another process may import the module of this name."""
    return name != MAIN and getattr(sys.modules.get(name), "__spec__", None) is not None


def differing(code: Code, here: Reach) -> list[str]:
    """Return the places whose code or values differ here from the caller's, or are missing.

    A list or dict that begins empty is a memory, which fills as matches are played.
    """
    marks = here.marks
    return [place for place, mark in code.marks.items() if marks.get(place) not in (mark, "")]


def in_words(places: list[str]) -> str:
    """Say what differs in this process from the caller, and what to do about it."""
    modules = dict.fromkeys(place.partition(":")[0] for place in places)
    files = [getattr(sys.modules.get(name), "__file__", None) or name for name in modules]
    read = shorten(", ".join(dict.fromkeys(PurePath(file).name for file in files)), 100)
    return (
        f"{listed(map(name_of_place, places))}: another process, which reads {read}, finds "
        "something else there. It was changed in the file, or in memory, after it had been loaded. "
        "Restart the kernel (and the workers of a cluster), or load the module again with "
        "importlib.reload, to play what the file says."
    )
