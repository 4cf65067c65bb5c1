"""Every attack is beaten by the shields that stand against it, each time by one of them alone."""

from __future__ import annotations

import errno
import os
import secrets
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import psutil
import pytest

from classkit.sandbox.isolation import ISOLATION_LAYERS
from classkit.sandbox.isolation_probe import get_isolation_layers
from classkit.sandbox.linux_syscalls import get_machine
from classkit.sandbox.process import SandboxProcess

from .attacks import CHANGES, attacks

pytestmark = pytest.mark.skipif(
    get_machine() != "x86_64", reason="calls are made by the numbers of Linux on x86-64"
)

PATIENCE = 120.0
REFUSED = {errno.EPERM, errno.EACCES, errno.ENOSYS, errno.ENOENT, errno.EROFS}
BY_CALLS = {errno.EPERM, errno.ENOSYS}
ALL = attacks()
SETTINGS = {
    "all": ISOLATION_LAYERS,
    "no room": ("limits", "files", "calls"),
    "calls alone": ("calls",),
}
"""Shields that are wanted; each system has some of them, and each has to hold by itself."""
WAYS = [(kind, setting) for kind in ("computing", "working") for setting in SETTINGS]
TRIED = [
    (kind, setting, name)
    for kind, setting in WAYS
    for name, attack in ALL.items()
    if kind in attack.kinds and attack.by & {*SETTINGS[setting]}
]


class World(NamedTuple):
    """What lies outside, and the names by which attacks know it."""

    victim: subprocess.Popen[bytes]
    folder: Path
    names: dict[str, Any]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A process, a file, sockets: all of the same user."""
    folder = tmp_path_factory.mktemp("outside")
    (folder / "secret.txt").write_text("mine")
    (folder / "link").symlink_to("secret.txt")
    shared = Path("/dev/shm") / f"classkit-test-{secrets.token_hex(8)}"
    shared.write_text("mine")
    abstract = f"\0classkit-test-{secrets.token_hex(8)}"
    short = tempfile.mkdtemp(prefix="ck")  # paths of sockets end at 107 bytes
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.socket(socket.AF_UNIX) as door,
        socket.socket(socket.AF_UNIX) as other_door,
        subprocess.Popen(["sleep", "600"]) as victim,
    ):
        door.bind(f"{short}/door")
        other_door.bind(abstract)
        for one in (door, other_door):
            one.listen()
        yield World(
            victim,
            folder,
            {
                "victim": victim.pid, "parent": os.getpid(), "folder": str(folder),
                "secret": str(folder / "secret.txt"), "shared": str(shared),
                "port": server.getsockname()[1], "door": f"{short}/door", "abstract": abstract,
                "package": str(Path(os.__file__).parent),
            },
        )  # fmt: skip
        victim.kill()
    shared.unlink()
    Path(short, "door").unlink()
    Path(short).rmdir()


def try_out(
    codes: dict[str, str], kind: str, shields: tuple[str, ...], names: dict[str, Any],
    keeper: bool = False,
) -> tuple[list[str], dict[str, Any]]:  # fmt: skip
    """Run lines in a sandbox: the shields that were on, and what came of each."""
    with tempfile.TemporaryDirectory(prefix="classkit-test-") as folder:
        process = SandboxProcess("tests.sandbox.inside", folder, longest=1_000_000)
        until = monotonic() + PATIENCE
        told = {
            "kind": kind, "shields": shields, "attacks": codes, "names": names, "keeper": keeper,
        }  # fmt: skip
        try:
            process.channel.send(told, until)
            on = process.channel.receive(until)["shields"]
            found = {}
            while "done" not in (said := process.channel.receive(until)):
                found[said.pop("name")] = said
        finally:
            process.end(10.0 if keeper else 0.0)
    return on, found


@pytest.fixture(scope="module")
def came_of(world: World) -> dict[tuple[str, str], tuple[list[str], dict[str, Any]]]:
    """What came of all attacks, tried one after the other in one process for each way."""
    return {
        way: try_out(
            {name: ALL[name].code for kind, setting, name in TRIED if (kind, setting) == way},
            way[0],
            SETTINGS[way[1]],
            world.names,
        )
        for way in WAYS
    }


@pytest.mark.parametrize("way", WAYS, ids="-".join)
def test_the_shields_that_this_system_has_are_on(way: tuple[str, str], came_of: Any) -> None:
    on, _ = came_of[way]
    assert sorted(on) == sorted(name for name in SETTINGS[way[1]] if name in get_isolation_layers())


@pytest.mark.parametrize("way", WAYS, ids="-".join)
def test_every_attack_is_refused_by_the_system(way: tuple[str, str], came_of: Any) -> None:
    on, found = came_of[way]
    assert len(found) > 50
    not_refused = {
        name: said
        for name, said in found.items()
        if ALL[name].by & {*on} and not is_refused(said, ALL[name].by == {"calls"})
    }
    assert not_refused == {}


def is_refused(said: dict[str, Any], by_calls: bool) -> bool:
    """Whether lines ended in an error of the system, and not in one of their own."""
    if "can't start new thread" in said.get("text", ""):
        return True
    return said.get("number") in (BY_CALLS if by_calls else REFUSED)


def test_at_work_it_is_told_that_modes_and_times_were_set_and_they_are_not(world: World) -> None:
    before = (world.folder / "secret.txt").stat()
    _, found = try_out(CHANGES, "working", SETTINGS["no room"], world.names)
    after = (world.folder / "secret.txt").stat()
    if "calls" in get_isolation_layers():
        assert [said for said in found.values() if "error" in said] == []
    assert (after.st_mode, after.st_mtime) == (before.st_mode, before.st_mtime)


def test_nothing_outside_has_changed(world: World, came_of: Any) -> None:
    assert world.victim.poll() is None
    assert psutil.Process(world.victim.pid).status() == psutil.STATUS_SLEEPING
    assert psutil.Process(world.victim.pid).nice() == psutil.Process().nice()
    assert sorted(path.name for path in world.folder.iterdir()) == ["link", "secret.txt"]
    secret = world.folder / "secret.txt"
    assert secret.read_text() == "mine"
    assert secret.stat().st_mode & 0o777 == 0o644 and secret.stat().st_mtime > 1
    for place in (Path(os.__file__).parent, Path("/tmp"), Path("/dev/shm")):
        assert not list(place.glob("evil*"))


def test_every_attack_is_tried_by_whom_it_is_for() -> None:
    assert len(ALL) > 100
    assert {name for *_, name in TRIED} == set(ALL)


# --- what it may use up --------------------------------------------------------------------------

GREED = {
    "memory": ("x = bytearray(4_000_000_000)", "MemoryError"),
    "files open": ("x = [open('/dev/null') for _ in range(9_999)]", "OSError"),
    "numbers of files": ("x = [os.dup(line) for _ in range(9_999)]", "OSError"),
    "stack": ("def f(n): return f(n + 1)\nf(0)", "RecursionError"),
}


@pytest.mark.parametrize("kind", ["computing", "working"])
def test_what_it_uses_up_ends_at_its_limit(kind: str) -> None:
    _, found = try_out(
        {name: code for name, (code, _) in GREED.items()}, kind, ISOLATION_LAYERS, {}
    )
    assert {name: said["error"] for name, said in found.items()} == {
        name: error for name, (_, error) in GREED.items()
    }


DISK = """
import os
os.mkdir('many')
for n in range({files}):
    with open(f'many/{{n}}', 'wb') as file:
        file.write(b'x' * {size})
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has keepers and rooms")
@pytest.mark.parametrize(
    "shields", [ISOLATION_LAYERS, ("limits", "files", "calls")], ids=["room", "none"]
)
@pytest.mark.parametrize(("files", "size"), [(100_000, 0), (400, 3_900_000)], ids=["many", "large"])
def test_it_does_not_fill_the_disk(shields: tuple[str, ...], files: int, size: int) -> None:
    """In a room the room is full; elsewhere its keeper ends it."""
    from classkit.sandbox.json_socket import ConnectionClosed

    code = DISK.format(files=files, size=size) + "import time; time.sleep(60)"
    try:
        on, found = try_out({"disk": code}, "working", shields, {}, keeper=True)
    except ConnectionClosed:
        return  # ended by its keeper
    assert "room" in on and found["disk"]["number"] == errno.ENOSPC


def test_a_file_that_grows_ends_at_its_limit() -> None:
    code = "with open('one', 'wb') as file:\n    file.write(bytes(9_000_000))"
    _, found = try_out({"file": code}, "working", ISOLATION_LAYERS, {})
    assert found["file"]["number"] == errno.EFBIG


def test_nothing_is_left_for_the_next() -> None:
    """Each has a folder of its own, empty at the beginning."""
    code = "open('left', 'w').write('x'); value = os.listdir('.')"
    for _ in range(2):
        _, found = try_out({"leave": code}, "working", ISOLATION_LAYERS, {})
        assert found["leave"]["value"] == "['left']"


def test_it_has_none_of_its_parents_files_nor_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLASSKIT_TOKEN", "secret")
    code = """
value = sorted(name for name in os.environ if name.startswith('CLASSKIT'))
for n in range(3, 200):
    try: os.fstat(n)
    except OSError: continue
    if n != line: value.append(n)
"""
    with open(__file__) as one:
        os.set_inheritable(one.fileno(), True)
        _, found = try_out({"look": code}, "computing", ISOLATION_LAYERS, {})
    assert found["look"]["value"] == "[]"
