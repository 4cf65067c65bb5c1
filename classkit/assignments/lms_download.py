"""Submissions as a learning management system (LMS) downloads them: a zip file, or its folder.

Each system has a pattern for the names of files, which contains what identifies the student:

- Moodle: ``Ada Lovelace_4711_assignsubmission_file_``, a folder or the beginning of a file's name.
  The number identifies the participant in the grading worksheet ("Participant 4711"). If the names
  are hidden, all students are called "Participant", or a translation of it.
- Canvas: ``lovelaceada_LATE_12345_678901_NAME.ipynb``. The first number is the user's ID. A text
  or a link is ``lovelaceada_12345_text.html`` or ``lovelaceada_12345_link.html``. An anonymous
  submission is ``anon_a1B2c_678901_NAME.ipynb``. Names of students and groups may contain "_", and
  some servers write "late". Canvas's files do not have the time of submission.
- Blackboard: ``Homework 1_ada_attempt_2026-11-26-17-59-12_NAME.ipynb``, with a text file of the
  same beginning that has the student's name. Only the last attempt with a file counts.

:func:`open_submissions` arranges them as one folder for each student. Files are untrusted
(:mod:`.submitted_files`). A student whose files cannot be read gets a folder and a problem.
"""

from __future__ import annotations

import errno
import lzma
import re
import struct
import tempfile
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from itertools import takewhile
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from unicodedata import normalize

from classkit.engine.errors import ClasskitError

from .submitted_files import (
    MAX_NAME_BYTES,
    FileSource,
    SubmittedFile,
    list_disk_files,
    list_zipped_files,
    make_safe_name,
    write_copy,
)

MOODLE_NAME = re.compile(
    r"(?P<name>.+?)_(?P<id>\d+)_assignsubmission_(?P<kind>[a-z]+)_?(?P<rest>.*)", re.DOTALL
)
CANVAS_FILE = r"(?:\d+_(?P<rest>.+)|(?P<text>(?:text|link)\.html?))"
CANVAS_NAME = re.compile(
    rf"(?P<name>.+?)_(?P<late>LATE_|late_)?(?P<id>\d+)_{CANVAS_FILE}", re.DOTALL
)
CANVAS_ANONYMOUS = re.compile(
    rf"(?P<name>anon_(?P<late>LATE_)?(?P<code>[A-Za-z0-9]{{5}}))_(?P<later>LATE_)?{CANVAS_FILE}",
    re.DOTALL,
)
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
        is_anonymous: True if the LMS hides who the student is.
    """

    name: str
    id: str = ""
    full_name: str = ""
    is_anonymous: bool = False


@dataclass(frozen=True)
class Submissions:
    """Submissions, arranged as one folder for each student.

    Attributes:
        folder: The folder that contains the students' folders.
        system: "moodle", "canvas" or "blackboard", or "" for folders that a teacher has made.
        students: The students by the name of their folder.
        remarks: Remarks for the teacher, by the student's folder name.
        problems: Why a student's file could not be read, by the student's folder name.
        late: Names of the folders of students whom the LMS marked as late.
    """

    folder: Path
    system: str = ""
    students: Mapping[str, Student] = field(default_factory=dict)
    remarks: Mapping[str, list[str]] = field(default_factory=dict)
    problems: Mapping[str, str] = field(default_factory=dict)
    late: frozenset[str] = frozenset()

    @property
    def has_times(self) -> bool:
        """True if the files have the times of submission. Canvas writes when it made the zip."""
        return self.system != "canvas"


class ArrivedFile(NamedTuple):
    """A file of a student: the name that the student gave it, and its content.

    ``time`` is when the LMS received it, if its name says so, or when it was last changed.
    ``problem`` is the reason why it must not be opened, or "".
    """

    student: Student
    name: PurePosixPath
    source: FileSource
    time: float
    remark: str = ""
    problem: str = ""
    is_late: bool = False


@contextmanager
def open_submissions(path: Path) -> Iterator[Submissions]:
    """Open a zip file or a folder of submissions, as one folder for each student.

    Folders that are named after students are used as they are. What an LMS has named by one of its
    patterns is copied into a temporary folder.

    Raises:
        ClasskitError: If there is no such file or folder, or the zip file is damaged or too large.
    """
    if not path.exists():
        raise ClasskitError(f"There is no folder or zip file with submissions at {path}.")
    with ExitStack() as stack:
        if path.is_dir():
            files = list_disk_files(path)
            if not recognize_system(files):
                yield Submissions(path)
                return
            folder = stack.enter_context(make_temporary_folder())
            arranged = arrange_files(files, folder)
        else:
            folder = stack.enter_context(make_temporary_folder())
            arranged = unpack_submissions(path, folder)
        yield arranged


@contextmanager
def make_temporary_folder() -> Iterator[Path]:
    """Make a folder that is deleted at the end."""
    with tempfile.TemporaryDirectory(prefix="classkit-submissions-") as folder:
        yield Path(folder)


def unpack_submissions(path: Path, folder: Path) -> Submissions:
    """Arrange the files of a zip file in a new folder."""
    try:
        with zipfile.ZipFile(path) as archive:
            return arrange_files(list_zipped_files(archive, path.name), folder)
    except ClasskitError:  # the file is encrypted or has too many entries
        raise
    except ZIP_ERRORS as error:
        if isinstance(error, OSError) and error.errno not in (None, errno.EINVAL):
            raise ClasskitError(f"{path} cannot be unpacked ({error.strerror}).") from error
        raise ClasskitError(
            f"{path.name} is not a complete zip file ({error}). Download it again, or pass the "
            "folder with its contents."
        ) from error


ZIP_ERRORS = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError),
    *(NotImplementedError, RuntimeError, ValueError, struct.error),
)
"""Errors that :mod:`zipfile` raises for a damaged file."""


def recognize_system(files: list[SubmittedFile]) -> str:
    """Return the LMS whose patterns the names follow, or "" for folders that a teacher has made."""
    files = remove_wrapper(files)
    names = {one.path.parts[0] for one in files}
    folders = {one.path.parts[0] for one in files if one.is_folder_file}
    flat = {one.path.name for one in files if not one.is_folder_file}
    counts = {
        "moodle": sum(bool(MOODLE_NAME.fullmatch(name)) for name in names),
        "blackboard": sum(bool(BLACKBOARD_NAME.fullmatch(name)) for name in flat),
        "canvas": sum(bool(match_canvas_name(name)) for name in flat),
    }
    if counts["canvas"] <= len(folders):
        counts["canvas"] = 0  # "grades_2026_11_26.csv" next to folders is no submission
    system = max(counts, key=lambda name: counts[name])
    return system if counts[system] else ""


def match_canvas_name(name: str) -> re.Match[str] | None:
    """Match a name that Canvas may have made.

    >>> match_canvas_name("lovelaceada_12345_link.html")["id"]
    '12345'
    >>> match_canvas_name("anon_a1B2c_12345_x.ipynb")["name"]
    'anon_a1B2c'
    """
    return CANVAS_ANONYMOUS.fullmatch(name) or CANVAS_NAME.fullmatch(name)


def remove_wrapper(files: list[SubmittedFile]) -> list[SubmittedFile]:
    """Return the files without a folder around all of them, such as ``submissions/``."""
    while files:
        tops = {one.path.parts[0] for one in files}
        is_named = any(matches_pattern(one.path.parts[1:]) for one in files)
        is_deep = all(len(one.path.parts) > 2 for one in files)
        is_top_named = any(matches_pattern(one.path.parts) for one in files)
        if len(tops) > 1 or is_top_named or not (is_named or is_deep):
            return files
        files = [one._replace(path=PurePosixPath(*one.path.parts[1:])) for one in files]
    return files


def matches_pattern(parts: Sequence[str]) -> bool:
    """Return True if an LMS may have made the first part of a path. Only Moodle makes folders.

    >>> matches_pattern(["Ada_4711_assignsubmission_file_", "x.ipynb"])
    True
    >>> matches_pattern(["ada_501_9001_x.ipynb"]), matches_pattern(["a_101_26_week", "x.ipynb"])
    (True, False)
    """
    if not parts or MOODLE_NAME.fullmatch(parts[0]):
        return bool(parts)
    return len(parts) == 1 and bool(
        match_canvas_name(parts[0]) or BLACKBOARD_NAME.fullmatch(parts[0])
    )


def arrange_files(files: list[SubmittedFile], folder: Path) -> Submissions:
    """Write the files into one folder for each student, and return who they are."""
    system = recognize_system(files)
    files = remove_wrapper(files)
    remarks: dict[str, list[str]] = {}
    problems: dict[str, str] = {}

    def write(source: FileSource, parts: Sequence[str], problem: str, time: float = 0.0) -> None:
        if not problem:
            write_copy(source, folder, parts, time)
        elif len(parts) > 1:
            name = make_safe_name(parts[0])
            (folder / name).mkdir(exist_ok=True)
            problems.setdefault(name, problem)

    if not system:
        for one in files:
            write(one.source, one.path.parts, one.problem)
        return Submissions(folder, problems=problems)
    readers = {"moodle": read_moodle, "canvas": read_canvas, "blackboard": read_blackboard}
    arrived, strays = readers[system](files)
    names = name_folders([one.student for one in arrived])
    for file in arrived:
        name = names[file.student]
        write(file.source, (name, *file.name.parts), file.problem, file.time)
        if file.remark and file.remark not in remarks.setdefault(name, []):
            remarks[name].append(file.remark)
    for stray in strays:
        if not stray.problem:  # its folder would look like a student
            write(stray.source, stray.path.parts, "")
    students = {name: student._replace(name=name) for student, name in names.items()}
    late = frozenset(names[file.student] for file in arrived if file.is_late)
    return Submissions(folder, system, students, remarks, problems, late)


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
        time = 0.0 if one.problem else one.source.get_time()
        arrived.append(ArrivedFile(student, name, one.source, time, problem=one.problem))
    names = {file.student.name for file in arrived}
    are_hidden = len(names) == 1 < len({file.student.id for file in arrived})
    if are_hidden or all(map(MOODLE_HIDDEN_NAME.fullmatch, names)):
        arrived = [
            file._replace(student=file.student._replace(full_name="", is_anonymous=True))
            for file in arrived
        ]
    return arrived, strays


MOODLE_HIDDEN_NAME = re.compile("(?:.*-)?Participant")
"""Matches what Moodle writes for a hidden name, after the name of a group if there are groups."""


def read_canvas(files: list[SubmittedFile]) -> ReadFiles:
    """Read the names of a download from Canvas."""
    arrived, strays = [], []
    for one in files:
        found = match_canvas_name(one.path.name)
        if found is None or one.is_folder_file:
            strays.append(one)
            continue
        groups = found.groupdict()
        is_late = bool(groups["late"] or groups.get("later"))
        remark = "Canvas marked it as late" if is_late else ""
        is_anonymous = "code" in groups
        student = Student(
            f"anon_{groups['code']}" if is_anonymous else groups["name"],
            groups.get("id", ""),
            is_anonymous=is_anonymous,
        )
        name = PurePosixPath(groups["rest"] or groups["text"])
        arrived.append(ArrivedFile(student, name, one.source, 0.0, remark, one.problem, is_late))
    return arrived, strays


def read_blackboard(files: list[SubmittedFile]) -> ReadFiles:
    """Read the names of a download from Blackboard.

    Only a student's last attempt with a file is kept, or the text of a student who sent no file.
    """
    attempts: dict[str, dict[str, list[tuple[re.Match[str], SubmittedFile]]]] = {}
    logins = read_blackboard_logins(files)
    column = find_blackboard_column(files)
    full_names: dict[str, str] = {}
    strays = []
    for one in files:
        found = BLACKBOARD_NAME.fullmatch(one.path.name)
        if found is None or one.is_folder_file:
            strays.append(one)
            continue
        start = get_blackboard_start(found)
        own = start.removeprefix(column) if column else found["login"]
        login, full_names[login] = logins.get(start, (own, ""))
        attempts.setdefault(login, {}).setdefault(found["time"], []).append((found, one))
    arrived = []
    for login, by_time in attempts.items():
        with_files = [when for when, sent in by_time.items() if any(one["rest"] for one, _ in sent)]
        last = max(with_files or by_time)
        remark = ""
        if len(by_time) > 1:
            which = "the last one" if last == max(by_time) else "the last one with a file"
            remark = f"{len(by_time)} attempts: {which} was marked"
        time = parse_blackboard_time(last)
        student = Student(login, login, full_names[login])
        arrived += [
            ArrivedFile(student, PurePosixPath(found["rest"] or "text.txt"), one.source, time,
                        remark, one.problem)
            for found, one in by_time[last]
            if found["rest"] or not with_files
        ]  # fmt: skip
    return arrived, strays


def read_blackboard_logins(files: list[SubmittedFile]) -> dict[str, tuple[str, str]]:
    """Return the user name and the full name in each text file of Blackboard, by its start."""
    logins = {}
    for one in files:
        found = BLACKBOARD_NAME.fullmatch(one.path.name)
        if found is None or found["rest"] or one.problem:
            continue
        with one.source.open() as file:
            content = file.read(2_000)
        encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
        text = content.decode(encoding, "replace").replace("\r\n", "\n")
        if student := BLACKBOARD_STUDENT.search(text):
            start = get_blackboard_start(found)
            logins[start] = (student["login"].strip(), student["name"].strip())
    return logins


def get_blackboard_start(found: re.Match[str]) -> str:
    """Return the start of a name, which is the same for all attempts of a student."""
    return f"{found['column']}_{found['login']}"


def find_blackboard_column(files: list[SubmittedFile]) -> str:
    """Return what is before the user name in the name of every file.

    A column and a user name may contain "_", so the column is what the files of all students have
    in common. One student's file says less: the user name is what follows the last "_".
    """
    named = [found for one in files if (found := BLACKBOARD_NAME.fullmatch(one.path.name))]
    words = [get_blackboard_start(found).split("_")[:-1] for found in named]
    shared = takewhile(lambda column: len({*column}) == 1, zip(*words, strict=False))
    return "".join(f"{word}_" for word, *_ in shared)


def parse_blackboard_time(text: str) -> float:
    """Return a time of submission in seconds since 1970, or 0 if there is no such time.

    >>> parse_blackboard_time("2026-02-30-12-00-00")
    0.0
    """
    try:
        return datetime.strptime(text, "%Y-%m-%d-%H-%M-%S").timestamp()
    except (ValueError, OverflowError):
        return 0.0


def name_folders(students: list[Student]) -> dict[Student, str]:
    """Return a distinct folder name for each student. Namesakes get their numbers.

    >>> one, other = Student("Ada", "1"), Student("Ada", "2")
    >>> list(name_folders([one, other, one]).values())
    ['Ada (1)', 'Ada (2)']
    """
    distinct = dict.fromkeys(students)
    taken = Counter(fold_path(make_safe_name(student.name)) for student in distinct)
    names = {}
    for student in distinct:
        name = make_safe_name(student.name)
        if taken[fold_path(name)] > 1:
            number = f" ({student.id})"
            while len((name + number).encode("utf-8", "replace")) > MAX_NAME_BYTES:
                name = name[:-1]
            name = make_safe_name(name + number)
        names[student] = name
    return names


def fold_path(name: str) -> str:
    """Return a form in which names are equal if they may be one folder, as on macOS."""
    return normalize("NFC", name).casefold()
