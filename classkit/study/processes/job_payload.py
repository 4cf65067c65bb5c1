"""Serialized jobs for worker processes, with hashes of the code that must play them.

Worker processes load modules from files. In a notebook, however, a module may be older than its
file or may have been changed in memory, and a reused process may have loaded an old version. Each
process therefore compares its own code with the caller's before it plays a job.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Iterable
from hashlib import blake2b
from importlib import import_module
from pathlib import PurePath
from typing import Any, NamedTuple

from classkit.engine.errors import truncate_text

from ..provenance.reachable_code import ReachableCode, find_reachable, join_names, name_of_place
from ..provenance.self_mutation import effective_hashes
from ..provenance.source_hashes import mark_of_kernel
from .pickling import NotSendable, to_bytes

Play = Callable[[Any], Any]
MAIN = "__main__"
"""Module of a notebook, whose functions are sent by value."""
UNNAMED_PARTS = ("<locals>", "<lambda>")
"""Parts of a qualified name that mark functions sent by value, since they cannot be imported."""


class CodeMismatch(NotSendable):
    """Raised when a process has different code from the caller."""


class JobPayload(NamedTuple):
    """A callable and the hashes of the caller's code, both pickled."""

    play: bytes
    code: bytes


class CodeHashes(NamedTuple):
    """Hashes of the code with which a job must be played.

    Args:
        modules: Names of the modules to import first.
        marks: Maps the place of a function, class or value to its hash.
        kernel: Hash of classkit's kernel.
    """

    modules: tuple[str, ...]
    marks: dict[str, str]
    kernel: str


verified_hashes: set[bytes] = set()
"""Digests of code hashes that this process has verified. Loaded modules do not change."""


def serialize_job(play: Play) -> bytes:
    """Serialize a job. Raise NotSendable if that is impossible.

    If ``play`` has a method ``roots``, it must return the game and policies that it plays with.
    """
    found = find_reachable(get_roots(play))
    counted = effective_hashes(found)
    marks = {place: mark for place, mark in counted.items() if not is_sent_by_value(place)}
    modules = tuple(sorted(name for name in found.modules if has_file(name)))
    code = CodeHashes(modules, marks, mark_of_kernel())
    return pickle.dumps(JobPayload(to_bytes(play), pickle.dumps(code)))


def deserialize_job(message: bytes) -> Play:
    """Return the callable. Raise CodeMismatch if this process has different code."""
    parcel = JobPayload(*pickle.loads(message))
    if (known := blake2b(parcel.code).digest()) in verified_hashes:
        return load_payload(parcel)[0]
    code = CodeHashes(*pickle.loads(parcel.code))
    if code.kernel != mark_of_kernel():
        raise CodeMismatch(
            "The playing process has a different classkit: its files have changed since it "
            "was loaded, or another version is installed there. Restart the kernel, or "
            "install the same version."
        )
    play, roots = load_payload(parcel, code.modules)
    if other := find_differences(code, find_reachable(roots)):
        raise CodeMismatch(describe_differences(other))
    verified_hashes.add(known)
    return play


def load_payload(parcel: JobPayload, modules: Iterable[str] = ()) -> tuple[Play, list[Any]]:
    """Import modules, and return the callable and its roots. Raise CodeMismatch on failure."""
    try:
        for name in modules:
            import_module(name)
        play: Play = pickle.loads(parcel.play)
        return play, get_roots(play)
    except Exception as error:
        raise CodeMismatch(
            f"another process cannot load the code to play ({type(error).__name__}: "
            f"{truncate_text(str(error), 200)}). Move it to a module that every process can "
            "import."
        ) from error


def get_roots(play: Play) -> list[Any]:
    """Return the game and policies of a callable. By default, that is the callable itself."""
    roots = getattr(play, "roots", None)
    return list(roots()) if callable(roots) else [play]


def is_sent_by_value(place: str) -> bool:
    """Return True if the function at a place is sent by value, so that it need not be compared.

    >>> [is_sent_by_value(one) for one in ("__main__:mine", "m:make.<locals>.mine", "m:mine")]
    [True, True, False]
    """
    return place.startswith(f"{MAIN}:") or any(name in place for name in UNNAMED_PARTS)


def has_file(name: str) -> bool:
    """Return True if another process can import the module with this name."""
    return name != MAIN and getattr(sys.modules.get(name), "__spec__", None) is not None


def find_differences(code: CodeHashes, here: ReachableCode) -> list[str]:
    """Return the places whose code or values are missing here or differ from the caller's.

    A list or dict that is empty at first (hash "") is ignored, because it is a cache filled during
    play.
    """
    marks = here.marks
    return [place for place, mark in code.marks.items() if marks.get(place) not in (mark, "")]


def describe_differences(places: list[str]) -> str:
    """Return the error message about differing code. It states the remedy."""
    modules = dict.fromkeys(place.partition(":")[0] for place in places)
    files = [getattr(sys.modules.get(name), "__file__", None) or name for name in modules]
    read = truncate_text(", ".join(dict.fromkeys(PurePath(file).name for file in files)), 100)
    return (
        f"{join_names(map(name_of_place, places))}: another process, which reads {read}, has "
        "different code there. The code was changed in the file, or in memory, after it was "
        "loaded. To play the version in the file, restart the kernel (and the workers of a "
        "cluster), or reload the module with importlib.reload."
    )
