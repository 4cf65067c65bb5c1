"""Submissions as a learning management system (LMS) downloads them: a zip file, or its folder.

Each system has a pattern for the names of files, which contains what identifies the student:

- Moodle: ``Ada Lovelace_4711_assignsubmission_file_``, a folder or the beginning of a file's name.
  The number identifies the participant in the grading worksheet ("Participant 4711").
- Canvas: ``lovelaceada_LATE_12345_678901_NAME.ipynb``. The first number is the user's ID.
- Blackboard: ``Homework 1_ada_attempt_2026-11-26-17-59-12_NAME.ipynb``, with a text file of the
  same beginning that has the student's name. Only the last attempt counts.

:func:`open_submissions` arranges them as one folder for each student. Files are untrusted: their
number and size are limited, links are left out, and no name leads outside the new folder.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import BinaryIO, NamedTuple, Protocol

from classkit.engine.errors import ClasskitError, truncate_text

from .submission_finder import is_visible

MAX_FILES = 20_000
"""Maximum number of files in a zip file."""
MAX_TOTAL_BYTES = 4_000_000_000
"""Maximum size of all files of a zip file, unpacked."""
MAX_NAME_BYTES = 200
"""Maximum length of a file's or folder's name, below the limit of file systems."""
UNSAFE_CHARACTERS = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]')
"""Matches characters that a file's name must not contain on some system."""

MOODLE_NAME = re.compile(
    r"(?P<name>.+?)_(?P<id>\d+)_assignsubmission_(?P<kind>[a-z]+)_?(?P<rest>.*)", re.DOTALL
)
CANVAS_NAME = re.compile(r"(?P<name>[^_]+)_(?P<late>LATE_)?(?P<id>\d+)_\d+_(?P<rest>.+)", re.DOTALL)
BLACKBOARD_NAME = re.compile(
    r"(?P<column>.+)_(?P<login>[^_]+)_attempt_"
    r"(?P<time>\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d)(?:_(?P<rest>.+)|\.txt)",
    re.DOTALL,
)
BLACKBOARD_STUDENT = re.compile(r"^[^\n:]+: *(?P<name>[^\n]*?) *\((?P<login>[^()\n]+)\) *$", re.M)
"""Matches the first line of Blackboard's text file: "Name: Ada Lovelace (ada)"."""


class Student(NamedTuple):
    """A student as an LMS identifies them.

    Attributes:
        name: Name of the student's folder, by which results call the student.
        id: Number in the LMS; "" where the name identifies the student.
        full_name: Name as the LMS writes it, if it does.
    """

    name: str
    id: str = ""
    full_name: str = ""


@dataclass(frozen=True)
class Submissions:
    """Submissions, arranged as one folder for each student.

    Attributes:
        folder: The folder that contains the students' folders.
        system: "moodle", "canvas" or "blackboard", or "" for folders that a teacher has made.
        students: The students by the name of their folder.
        remarks: Remarks for the teacher, by the name of the student's folder.
    """

    folder: Path
    system: str = ""
    students: Mapping[str, Student] = field(default_factory=dict)
    remarks: Mapping[str, list[str]] = field(default_factory=dict)


class SubmittedFile(NamedTuple):
    """A file of a download: its path, and how it is opened."""

    path: PurePosixPath
    source: FileSource

    @property
    def is_folder_file(self) -> bool:
        """True if the file is in a folder."""
        return len(self.path.parts) > 1


class FileSource(Protocol):
    """Opens a file, and knows when it was modified."""

    def open(self) -> BinaryIO:
        """Open the file."""

    def get_time(self) -> float:
        """Return when the file was last changed, in seconds since 1970, or 0 if unknown."""


class ArrivedFile(NamedTuple):
    """A file of a student: the name that the student gave it, and its content.

    ``time`` is when the LMS received it, if its name says so, or when it was last changed.
    """

    student: Student
    name: PurePosixPath
    source: FileSource
    time: float
    remark: str = ""


@contextmanager
def open_submissions(path: Path) -> Iterator[Submissions]:
    """Open a zip file or a folder of submissions, as one folder for each student.

    Folders that are named after students are used as they are. What an LMS has named by one of its
    patterns is copied into a temporary folder.

    Raises:
        ClasskitError: If there is no such file or folder, or the zip file is damaged or too large.
    """
    if path.is_dir():
        found = [
            SubmittedFile(PurePosixPath(one.relative_to(path).as_posix()), DiskFile(one))
            for one in sorted(path.rglob("*"))
            if one.is_file() and not one.is_symlink()
        ]
        if not recognize_system(found):
            yield Submissions(path)
            return
        with tempfile.TemporaryDirectory(prefix="classkit-submissions-") as folder:
            yield arrange_files(found, Path(folder))
        return
    if not path.is_file():
        raise ClasskitError(f"There is no folder or zip file with submissions at {path}.")
    try:
        with (
            zipfile.ZipFile(path) as archive,
            tempfile.TemporaryDirectory(prefix="classkit-submissions-") as folder,
        ):
            yield arrange_files(list_zipped_files(archive, path.name), Path(folder))
    except (zipfile.BadZipFile, NotImplementedError, EOFError) as error:
        raise ClasskitError(
            f"{path.name} is not a complete zip file ({error}). Download it again, or pass the "
            "folder with its contents."
        ) from error


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


def list_zipped_files(archive: zipfile.ZipFile, name: str) -> list[SubmittedFile]:
    """Return the files in a zip file except links and files that macOS adds."""
    entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    size = sum(entry.file_size for entry in entries)
    if len(entries) > MAX_FILES or size > MAX_TOTAL_BYTES:
        raise ClasskitError(
            f"{name} contains {len(entries):,} files ({size / 1e6:,.0f} MB). The limit is "
            f"{MAX_FILES:,} files and {MAX_TOTAL_BYTES / 1e6:,.0f} MB. Unpack the zip file and "
            "pass the folder."
        )
    found = []
    for entry in entries:
        path = PurePosixPath(entry.filename.replace("\\", "/"))
        is_link = (entry.external_attr >> 16) & 0o170000 == 0o120000
        if not is_link and path.parts and all(map(is_visible, path.parts)):
            found.append(SubmittedFile(path, ZippedFile(archive, entry)))
    return found


def recognize_system(files: list[SubmittedFile]) -> str:
    """Return the LMS whose patterns the names follow, or "" for folders that a teacher has made."""
    files = remove_wrapper(files)
    names = {one.path.parts[0] for one in files}
    flat = {one.path.name for one in files if not one.is_folder_file}
    counts = {
        "moodle": sum(bool(MOODLE_NAME.fullmatch(name)) for name in names),
        "blackboard": sum(bool(BLACKBOARD_NAME.fullmatch(name)) for name in flat),
        "canvas": sum(bool(CANVAS_NAME.fullmatch(name)) for name in flat),
    }
    system = max(counts, key=lambda name: counts[name])
    return system if counts[system] else ""


def remove_wrapper(files: list[SubmittedFile]) -> list[SubmittedFile]:
    """Return the files without a folder around all of them, such as ``submissions/``."""
    while files:
        tops = {one.path.parts[0] for one in files}
        below = {one.path.parts[1] for one in files if one.is_folder_file}
        is_named = any(map(matches_pattern, below))
        is_deep = all(len(one.path.parts) > 2 for one in files)
        if len(tops) > 1 or any(map(matches_pattern, tops)) or not (is_named or is_deep):
            return files
        files = [SubmittedFile(PurePosixPath(*one.path.parts[1:]), one.source) for one in files]
    return files


def matches_pattern(name: str) -> bool:
    """Return True if an LMS may have made the name of a file or folder.

    >>> matches_pattern("Ada Lovelace_4711_assignsubmission_file_"), matches_pattern("ada")
    (True, False)
    """
    return any(one.fullmatch(name) for one in (MOODLE_NAME, CANVAS_NAME, BLACKBOARD_NAME))


def arrange_files(files: list[SubmittedFile], folder: Path) -> Submissions:
    """Write the files into one folder for each student, and return who they are."""
    system = recognize_system(files)
    files = remove_wrapper(files)
    if not system:
        for one in files:
            write_copy(one.source, folder.joinpath(*map(make_safe_name, one.path.parts)))
        return Submissions(folder)
    readers = {"moodle": read_moodle, "canvas": read_canvas, "blackboard": read_blackboard}
    arrived, strays = readers[system](files)
    names = name_folders([one.student for one in arrived])
    remarks: dict[str, list[str]] = {}
    for file in arrived:
        name = names[file.student]
        parts = map(make_safe_name, file.name.parts)
        write_copy(file.source, folder.joinpath(name, *parts), file.time)
        if file.remark and file.remark not in remarks.setdefault(name, []):
            remarks[name].append(file.remark)
    for stray in strays:
        write_copy(stray.source, folder.joinpath(*map(make_safe_name, stray.path.parts)))
    students = {name: student._replace(name=name) for student, name in names.items()}
    return Submissions(folder, system, students, remarks)


ReadFiles = tuple[list[ArrivedFile], list[SubmittedFile]]
"""The files of students, and those that no student has sent."""


def read_moodle(files: list[SubmittedFile]) -> ReadFiles:
    """Read the students' names in a Moodle download, which may have folders."""
    arrived, strays = [], []
    for one in files:
        top, *below = one.path.parts
        found = MOODLE_NAME.fullmatch(top)
        if found is None:
            strays.append(one)
            continue
        student = Student(found["name"].strip(), found["id"], found["name"].strip())
        name = PurePosixPath(*below) if below else PurePosixPath(found["rest"] or top)
        arrived.append(ArrivedFile(student, name, one.source, one.source.get_time()))
    return arrived, strays


def read_canvas(files: list[SubmittedFile]) -> ReadFiles:
    """Read the names of a download from Canvas."""
    arrived, strays = [], []
    for one in files:
        found = CANVAS_NAME.fullmatch(one.path.name)
        if found is None or one.is_folder_file:
            strays.append(one)
            continue
        remark = "Canvas marked it as late" if found["late"] else ""
        student = Student(found["name"], found["id"])
        name = PurePosixPath(found["rest"])
        arrived.append(ArrivedFile(student, name, one.source, one.source.get_time(), remark))
    return arrived, strays


def read_blackboard(files: list[SubmittedFile]) -> ReadFiles:
    """Read the names of a download from Blackboard; only a student's last attempt is kept."""
    attempts: dict[str, dict[str, list[tuple[re.Match[str], SubmittedFile]]]] = {}
    logins = read_blackboard_logins(files)
    full_names: dict[str, str] = {}
    strays = []
    for one in files:
        found = BLACKBOARD_NAME.fullmatch(one.path.name)
        if found is None or one.is_folder_file:
            strays.append(one)
            continue
        start = one.path.name[: found.end("time")]
        login, full_names[login] = logins.get(start, (found["login"], ""))
        attempts.setdefault(login, {}).setdefault(found["time"], []).append((found, one))
    arrived = []
    for login, by_time in attempts.items():
        last = max(by_time)
        remark = f"{len(by_time)} attempts: the last one was marked" if len(by_time) > 1 else ""
        time = datetime.strptime(last, "%Y-%m-%d-%H-%M-%S").timestamp()
        student = Student(login, login, full_names[login])
        arrived += [
            ArrivedFile(student, PurePosixPath(found["rest"]), one.source, time, remark)
            for found, one in by_time[last]
            if found["rest"]
        ]
    return arrived, strays


def read_blackboard_logins(files: list[SubmittedFile]) -> dict[str, tuple[str, str]]:
    """Return the user name and the full name in each text file of Blackboard, by its beginning."""
    logins = {}
    for one in files:
        found = BLACKBOARD_NAME.fullmatch(one.path.name)
        if found is None or found["rest"]:
            continue
        with one.source.open() as file:
            text = file.read(2_000).decode("utf-8-sig", "replace").replace("\r\n", "\n")
        if student := BLACKBOARD_STUDENT.search(text):
            start = one.path.name[: found.end("time")]
            logins[start] = (student["login"].strip(), student["name"].strip())
    return logins


def name_folders(students: list[Student]) -> dict[Student, str]:
    """Return a distinct folder name for each student; two of the same name get their numbers.

    >>> one, other = Student("Ada", "1"), Student("Ada", "2")
    >>> list(name_folders([one, other, one]).values())
    ['Ada (1)', 'Ada (2)']
    """
    distinct = dict.fromkeys(students)
    taken = Counter(make_safe_name(student.name).casefold() for student in distinct)
    return {
        student: (
            make_safe_name(student.name)
            if taken[make_safe_name(student.name).casefold()] == 1
            else make_safe_name(f"{student.name} ({student.id})")
        )
        for student in distinct
    }


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


def write_copy(source: FileSource, to: Path, time: float = 0.0) -> None:
    """Copy a file and keep its modification time."""
    to.parent.mkdir(parents=True, exist_ok=True)
    number = 1
    while to.exists():  # names that differ only in characters that were replaced
        number += 1
        to = to.with_name(f"{to.stem} ({number}){to.suffix}")
    with source.open() as read, to.open("xb") as written:
        shutil.copyfileobj(read, written)
    changed = time or source.get_time()
    os.utime(to, (changed, changed))
