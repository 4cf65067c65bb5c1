"""Pinned Pyodide release: downloaded once from the npm registry, or read from a folder."""

from __future__ import annotations

import io
import os
import tarfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from classkit.engine.errors import ClasskitError

VERSION = "314.0.7"
REGISTRY = "https://registry.npmjs.org"
LIBRARY = "python_stdlib.zip"
FILE_HASHES: Mapping[str, str] = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    LIBRARY: "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
}
"""Files of Pyodide in a site -> SHA-256 of each file."""
PACKAGE_WHEELS: Mapping[str, tuple[str, str]] = {
    "numpy": (
        "numpy-2.4.6-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
        "a292c1f5d7d8a2208cd5e94fc467604c131cabcd2fc14fed6eefde121e7fabdf",
    ),
    "pandas": (
        "pandas-3.0.2-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
        "45ff57772cc2f366a8582c7d3097cc4e6676342ecd5a3c08184a43462d5a02ae",
    ),
    "scipy": (
        "scipy-1.18.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
        "17ee329a957863516d1bb6a6aaa0c60576fac027e9cd3d43de27f58b5b599b50",
    ),
    "dateutil": (
        "python_dateutil-2.9.0.post0-py2.py3-none-any.whl",
        "9b13365edf9c188f570baf9c540bbb3029ada2a2dacb9694b3659941693ee9e5",
    ),
    "pytz": (
        "pytz-2026.1.post1-py2.py3-none-any.whl",
        "b8249d6450146e0b61e6d710dc02ebb35a904796c4c2f97fe87d4ac5872db36a",
    ),
    "six": (
        "six-1.17.0-py2.py3-none-any.whl",
        "228c50f73aa7addf2c2ccf2979c256802a59ab69cad8152b31b9443cc8140f42",
    ),
}
"""Module name of each package that lessons import -> the file name of its wheel in the Pyodide
distribution (from ``pyodide-lock.json`` of the same version), and the SHA-256 of the wheel.
"""
MAX_PACKAGE_BYTES = 40_000_000
"""Maximum size of a downloaded package."""


def get_pyodide_files(given: Path | None = None) -> dict[str, bytes]:
    """Return the content of the pinned Pyodide files, by name.

    The files are read from the ``given`` folder, or from the user's cache. The first call without
    ``given`` downloads them into the cache.

    Raises:
        ClasskitError: A file is missing, has a different hash, or cannot be downloaded.
    """
    if given is not None:
        return read_files(given)
    folder = cache_folder()
    try:
        return read_files(folder)
    except ClasskitError:
        fetch_pyodide(folder)
        return read_files(folder)


def read_files(folder: Path) -> dict[str, bytes]:
    """Read the Pyodide files in a folder and check their hashes.

    >>> read_files(Path("nowhere"))
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: nowhere has no pyodide.mjs: a site needs the files of \
pyodide 314.0.7 from the npm registry.
    """
    return {name: read_checked(folder, name) for name in FILE_HASHES}


def read_wheels(folder: Path) -> dict[str, tuple[str, bytes]]:
    """Read the wheels of numpy, pandas, scipy and their dependencies, and check their hashes.

    ``folder`` contains the packages of a Pyodide release. Return the module name of each package ->
    the file name and the content of its wheel.
    """
    return {
        module: (name, read_checked(folder, name, mark))
        for module, (name, mark) in PACKAGE_WHEELS.items()
    }


def read_checked(folder: Path, name: str, mark: str = "") -> bytes:
    """Return the content of a file. Raise ClasskitError if it is missing or its hash differs.

    ``mark`` is the expected SHA-256, by default the one in ``FILE_HASHES``.
    """
    try:
        content = (folder / name).read_bytes()
    except OSError as error:
        raise ClasskitError(
            f"{folder} has no {name}: a site needs the files of pyodide {VERSION} from the npm "
            "registry."
            if name in FILE_HASHES
            else f"{folder} has no {name}: lessons need the packages of pyodide {VERSION}, which "
            f"are in the archive of its release, pyodide-{VERSION}.tar.bz2."
        ) from error
    if sha256(content).hexdigest() != (mark or FILE_HASHES[name]):
        raise ClasskitError(
            f"{folder / name} differs from the file of pyodide {VERSION}. Remove it and download "
            "the package again."
        )
    return content


def cache_folder() -> Path:
    """Return the folder of the Pyodide files in the user's cache."""
    from platformdirs import user_cache_path  # imported here because only this function needs it

    return user_cache_path("classkit", appauthor=False) / f"pyodide-{VERSION}"


def fetch_pyodide(folder: Path) -> None:
    """Download the package from the npm registry and unpack its files into a folder."""
    from urllib.request import urlopen  # imported here because only this function needs it

    registry = os.environ.get("npm_config_registry", REGISTRY).rstrip("/")  # noqa: SIM112
    address = f"{registry}/pyodide/-/pyodide-{VERSION}.tgz"
    try:
        with urlopen(address, timeout=60) as answer:
            packed = answer.read(MAX_PACKAGE_BYTES)
        with tarfile.open(fileobj=io.BytesIO(packed)) as package:
            found = {name: read_member(package, f"package/{name}") for name in FILE_HASHES}
    except (OSError, tarfile.TarError, KeyError, EOFError) as error:
        raise ClasskitError(
            f"Pyodide could not be fetched from {address} ({error}). Fetch that package elsewhere, "
            "unpack it, and name its folder: classkit site OUT --pyodide FOLDER"
        ) from error
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in found.items():
        part = folder / f"{name}.{os.getpid()}.part"
        part.write_bytes(content)
        part.replace(folder / name)


def read_member(package: tarfile.TarFile, name: str) -> bytes:
    """Read one file of a tar archive. Raise KeyError if the file is missing."""
    member = package.extractfile(name)
    if member is None:
        raise KeyError(name)
    return member.read()
