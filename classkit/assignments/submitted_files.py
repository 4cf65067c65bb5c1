"""Files of a download: in a zip file or a folder, untrusted, and limited in number and size.

A file that must not be opened, such as a link, is listed with the reason, so that its student does
not vanish from the results.
"""

from __future__ import annotations

import os
import re
import shutil
import zipfile
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import BinaryIO, NamedTuple, Protocol

from classkit.engine.errors import ClasskitError, truncate_text

from .notebook_file import MAX_WHOLE_BYTES
from .plain_data import to_one_line
from .submission_finder import is_visible

MAX_FILES = 20_000
"""Maximum number of files in a zip file."""
MAX_TOTAL_BYTES = 4_000_000_000
"""Maximum size of all files of a zip file, unpacked. The largest ones above it are not opened."""
MAX_NAME_BYTES = 200
"""Maximum length of a file's or folder's name, below the limit of file systems."""
UNSAFE_CHARACTERS = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]')
"""Matches characters that a file's name must not contain on some system."""
UTF_8_FLAG = 0x800
"""Flag of a zip file's entry whose name is in UTF-8."""


class FileSource(Protocol):
    """Opens a file, and knows when it was modified."""

    def open(self) -> BinaryIO:
        """Open the file."""

    def get_time(self) -> float:
        """Return when the file was last changed, in seconds since 1970, or 0 if unknown."""


class SubmittedFile(NamedTuple):
    """A file of a download: its path, how it is opened, and why it must not be opened, or ""."""

    path: PurePosixPath
    source: FileSource
    problem: str = ""

    @property
    def is_folder_file(self) -> bool:
        """True if the file is in a folder."""
        return len(self.path.parts) > 1


class DiskFile(NamedTuple):
    """A file on disk."""

    path: Path

    def open(self) -> BinaryIO:
        return self.path.open("rb")

    def get_time(self) -> float:
        return self.path.stat().st_mtime


class ZippedFile(NamedTuple):
    """A file in a zip file."""

    archive: zipfile.ZipFile
    entry: zipfile.ZipInfo

    def open(self) -> BinaryIO:
        if self.entry.flag_bits & 1:
            raise ClasskitError(
                f"{truncate_text(self.entry.filename)} is encrypted. Unpack the zip file with its "
                "password, and pass the folder."
            )
        return self.archive.open(self.entry)  # type: ignore[return-value]  # it reads bytes

    def get_time(self) -> float:
        try:
            return datetime(*self.entry.date_time).timestamp()
        except (ValueError, OverflowError):
            return 0.0


def list_disk_files(folder: Path) -> list[SubmittedFile]:
    """Return the visible files in a folder and its subfolders. Links are not followed."""
    found = []
    for one in sorted(folder.rglob("*")):
        path = PurePosixPath(one.relative_to(folder).as_posix())
        if all(map(is_visible, path.parts)) and (one.is_symlink() or one.is_file()):
            problem = describe_link(path) if one.is_symlink() else ""
            found.append(SubmittedFile(path, DiskFile(one), problem))
    return found


def list_zipped_files(archive: zipfile.ZipFile, name: str) -> list[SubmittedFile]:
    """Return the files in a zip file except those that macOS adds."""
    entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    if len(entries) > MAX_FILES:
        raise ClasskitError(
            f"{name} contains {len(entries):,} files. The limit is {MAX_FILES:,}. Download the "
            "submissions in several parts."
        )
    found = []
    left = MAX_TOTAL_BYTES
    problems: dict[int, str] = {}
    for place, entry in sorted(enumerate(entries), key=lambda pair: pair[1].file_size):
        if entry.file_size > min(left, MAX_WHOLE_BYTES):
            is_alone = entry.file_size > MAX_WHOLE_BYTES
            limit = f"{(MAX_WHOLE_BYTES if is_alone else MAX_TOTAL_BYTES) / 1e6:,.0f} MB"
            problems[place] = (
                f"has {entry.file_size / 1e6:,.0f} MB; the limit is {limit}"
                f"{'' if is_alone else ' for all files'}: ask for a smaller file"
            )
        else:
            left -= entry.file_size
    for place, entry in enumerate(entries):
        parts = PurePosixPath(read_entry_name(entry).replace("\\", "/")).parts
        path = PurePosixPath(*(part for part in parts if part not in ("..", "/", "//")))
        if not path.parts or not all(map(is_visible, path.parts)):
            continue
        problem = f"{path.name} {problems[place]}" if place in problems else ""
        if ".." in parts:
            problem = f"the path of {path.name} contains '..': ask for the file again"
        elif (entry.external_attr >> 16) & 0o170000 == 0o120000:
            problem = describe_link(path)
        found.append(SubmittedFile(path, ZippedFile(archive, entry), to_one_line(problem)))
    return found


def describe_link(path: PurePosixPath) -> str:
    """Return the reason why a link is not opened.

    >>> describe_link(PurePosixPath("ada/opoly-read.ipynb"))
    'opoly-read.ipynb is a link: replace it with a copy of the file'
    """
    return to_one_line(f"{path.name} is a link: replace it with a copy of the file")


def read_entry_name(entry: zipfile.ZipInfo) -> str:
    """Return the name of an entry. Some programs write UTF-8 without the flag that says so.

    >>> entry = zipfile.ZipInfo("J\u251c\u255drgen")
    >>> read_entry_name(entry)
    'J\u00fcrgen'
    """
    if entry.flag_bits & UTF_8_FLAG:
        return entry.filename
    try:
        return entry.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return entry.filename


def make_safe_name(name: str) -> str:
    """Return a name that is valid on every file system and leads nowhere else.

    >>> make_safe_name("../a:b"), make_safe_name(".."), make_safe_name("x" * 300 + ".ipynb")[-8:]
    ('.._a_b', '_', 'xx.ipynb')
    """
    safe = UNSAFE_CHARACTERS.sub("_", name).strip()
    if not safe.strip("."):
        return "_"
    stem, dot, ending = safe.rpartition(".")
    while len(safe.encode("utf-8", "replace")) > MAX_NAME_BYTES:
        stem, safe = (stem[:-1], f"{stem[:-1]}{dot}{ending}") if stem else ("", safe[:-1])
    return safe


def write_copy(source: FileSource, folder: Path, parts: Iterable[str], time: float = 0.0) -> None:
    """Copy a file to a path in a folder, and keep its modification time.

    A number is added to the name of a file or folder if the name is taken. Two names may differ
    only in characters that were replaced, and one name may be both a file and a folder.
    """
    *above, name = map(make_safe_name, parts)
    for part in above:
        folder = find_free_path(folder / part, lambda path: path.is_dir())
        folder.mkdir(exist_ok=True)
    to = find_free_path(folder / name, lambda path: False)
    with source.open() as read, to.open("xb") as written:
        shutil.copyfileobj(read, written)
    changed = time or source.get_time()
    os.utime(to, (changed, changed))


def find_free_path(path: Path, may_exist: Callable[[Path], bool]) -> Path:
    """Return the path, with a number in its name if something else is there."""
    free, number = path, 1
    while free.exists() and not may_exist(free):
        number += 1
        free = path.with_name(f"{path.stem} ({number}){path.suffix}")
    return free
