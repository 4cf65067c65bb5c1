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

from ..code_hashes import GAMES, get_place, hash_definitions, is_in_memory
from ..provenance import join_names, list_loaded_modules, mark_of_kernel, read_module
from .pickling import NotSendable, to_bytes

Play = Callable[[Any], Any]


class CodeMismatch(NotSendable):
    """Raised when a process has different code from the caller."""


class JobPayload(NamedTuple):
    """A callable and the hashes of the caller's code, both pickled."""

    play: bytes
    code: bytes


class CodeHashes(NamedTuple):
    """Hashes of the code with which a job must be played.

    Args:
        modules: Maps each module of the caller to the hashes of its definitions and of its file.
        roots: Places of the game and of the policies.
        kernel: Hash of classkit's kernel.
    """

    modules: dict[str, dict[str, str]]
    roots: list[str]
    kernel: str


verified_hashes: set[bytes] = set()
"""Digests of code hashes that this process has verified. Loaded modules do not change."""


def serialize_job(play: Play) -> bytes:
    """Serialize a job. Raise NotSendable if that is impossible.

    If ``play`` has a method ``roots``, it must return the game and policies that it plays with.
    """
    roots = get_roots(play)
    names = [name for name in list_loaded_modules(roots) if not is_in_memory(name)]
    modules = {name: hash_module(name) for name in names}
    code = CodeHashes(modules, list(map(get_place, roots)), mark_of_kernel())
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
    if other := find_differences(code, roots):
        raise CodeMismatch(describe_differences(other))
    verified_hashes.add(known)
    return play


def load_payload(parcel: JobPayload, modules: Iterable[str] = ()) -> tuple[Play, list[Any]]:
    """Import modules, and return the callable and its roots. Raise CodeMismatch on failure."""
    try:
        for name in modules:
            if not name.startswith(GAMES):  # what a page of a game needs is loaded on demand
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


def hash_module(name: str) -> dict[str, str]:
    """Return the hashes of a loaded module's definitions and of its file, by place."""
    found = hash_definitions(sys.modules[name])
    if not name.startswith(GAMES) and (file := read_module(name)) is not None:
        found[f"{name}:"] = file.hash
    return found


def find_differences(code: CodeHashes, roots: list[Any]) -> list[str]:
    """Return the places whose code or values are missing here or differ from the caller's."""
    places = []
    for name, wanted in code.modules.items():
        here = hash_module(name) if name in sys.modules else wanted
        places += [place for place, mark in wanted.items() if here.get(place) != mark]
    if not places and list(map(get_place, roots)) != code.roots:
        places.append(f"{get_place(roots[0])}.bots")
    return places


def describe_differences(places: list[str]) -> str:
    """Return the error message about differing code. It states the remedy."""
    modules = dict.fromkeys(place.partition(":")[0] for place in places)
    files = [getattr(sys.modules.get(name), "__file__", None) or name for name in modules]
    read = truncate_text(", ".join(dict.fromkeys(PurePath(file).name for file in files)), 100)
    return (
        f"{join_names(places)}: another process, which reads {read}, has "
        "different code there. The code was changed in the file, or in memory, after it was "
        "loaded. To play the version in the file, restart the kernel (and the workers of a "
        "cluster), or reload the module with importlib.reload."
    )
