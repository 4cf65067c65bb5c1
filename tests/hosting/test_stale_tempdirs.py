"""What killed servers leave is swept away, and nothing else."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from pathlib import Path

import psutil
import pytest

from classkit.hosting import machine_resources
from classkit.hosting.frontend_bundle import FOLDER_PREFIX
from classkit.hosting.stale_tempdirs import (
    LOCK_FILE,
    lock_folder,
    remove_stale_folders,
    save_connections_folder,
)

from .dashboards import write_page
from .serving import serving
from .visitor import open_page


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def left_behind(temporary: Path, name: str) -> Path:
    folder = temporary / f"{FOLDER_PREFIX}{name}"
    folder.mkdir()
    (folder / LOCK_FILE).touch()
    return folder


def test_only_folders_of_dead_servers_are_removed(temporary: Path) -> None:
    dead, living, unclaimed = (left_behind(temporary, name) for name in ("a", "b", "c"))
    connections = temporary / "voila_abc"
    connections.mkdir()
    save_connections_folder(dead, str(connections))
    alive = lock_folder(living)
    (unclaimed / LOCK_FILE).unlink()  # a server that is starting at this moment
    other = temporary / "voila_other"  # somebody's Voila
    other.mkdir()
    assert remove_stale_folders(FOLDER_PREFIX) == 1
    assert not dead.exists() and not connections.exists()
    assert living.exists() and unclaimed.exists() and other.exists()
    alive.release()
    assert remove_stale_folders(FOLDER_PREFIX) == 1


def test_a_note_leads_to_nothing_but_a_folder_of_kernels(temporary: Path) -> None:
    mine = temporary / "mine"
    mine.mkdir()
    (temporary / "voila_link").symlink_to(mine)
    for name, noted in (("a", mine), ("b", temporary / "voila_link"), ("c", Path("/"))):
        save_connections_folder(left_behind(temporary, name), str(noted))
    (temporary / f"{FOLDER_PREFIX}link").symlink_to(mine)
    assert remove_stale_folders(FOLDER_PREFIX) == 3
    assert mine.exists()


def test_folders_in_place_of_a_home_are_swept_too(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Matches lie in them. The server whose folder it is may be starting at this moment."""
    nowhere = temporary / "home"
    nowhere.write_text("no folder")
    monkeypatch.setenv("HOME", str(nowhere))
    monkeypatch.setenv("USERPROFILE", str(nowhere))
    monkeypatch.delenv("CLASSKIT_DATA", raising=False)
    dead = temporary / f"{machine_resources.HOME_PREFIX}dead"
    dead.mkdir()
    (dead / LOCK_FILE).touch()
    with machine_resources.provide_writable_folders():
        remove_stale_folders(machine_resources.HOME_PREFIX)  # by the next server
        (own,) = temporary.glob(f"{machine_resources.HOME_PREFIX}*")
        assert (own / LOCK_FILE).is_file()
    assert list(temporary.iterdir()) == [nowhere]


def test_the_note_of_a_folder_may_have_any_name(temporary: Path) -> None:
    """Also one that the terminal's encoding lacks."""
    connections = temporary / os.fsdecode(b"\xfc\xff") / "voila_abc"
    connections.mkdir(parents=True)
    save_connections_folder(left_behind(temporary, "a"), str(connections))
    assert remove_stale_folders(FOLDER_PREFIX) == 1
    assert not connections.exists()


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="there is no such signal")
def test_a_terminal_that_is_closed_ends_its_server_whole(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    write_page(folder, "page", "1")
    temporary = Path(tempfile.mkdtemp(prefix="t-"))
    request.addfinalizer(lambda: shutil.rmtree(temporary))
    with serving(tmp_path / "data", str(folder), TMPDIR=os.fspath(temporary)) as server:
        open_page(server, "page.ipynb")
        kernels = server.kernels()
        server.process.send_signal(signal.SIGHUP)
        assert server.process.wait(timeout=60) == 0
        assert not psutil.wait_procs(kernels, timeout=60)[1]
    assert not list(temporary.iterdir())


def test_the_next_server_sweeps_after_one_that_was_killed(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Which leaves no kernel either: kernels notice that their server is gone."""
    folder = tmp_path / "pages"
    folder.mkdir()
    write_page(folder, "page", "1")
    words = (str(folder),)
    temporary = Path(tempfile.mkdtemp(prefix="t-"))  # a short name: sockets lie in it
    request.addfinalizer(lambda: shutil.rmtree(temporary))
    nowhere = tmp_path / "home"
    nowhere.write_text("no folder")
    where = {"TMPDIR": os.fspath(temporary), "HOME": os.fspath(nowhere)}
    for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"):
        where[name] = os.fspath(nowhere / name)
    with serving(tmp_path / "data", *words, **where) as server:
        open_page(server, "page.ipynb")
        kernels = server.kernels()
        server.process.send_signal(signal.SIGKILL)
        server.process.wait(timeout=60)
        assert list(temporary.glob(f"{FOLDER_PREFIX}*"))
        assert list(temporary.glob("voila_*"))
        assert list(temporary.glob(f"{machine_resources.HOME_PREFIX}*"))
        assert not psutil.wait_procs(kernels, timeout=120)[1]
    with serving(tmp_path / "data", *words, **where):
        assert len(list(temporary.glob(f"{FOLDER_PREFIX}*"))) == 1, "its own"
        assert len(list(temporary.glob("voila_*"))) == 1, "its own"
        assert len(list(temporary.glob(f"{machine_resources.HOME_PREFIX}*"))) == 1, "its own"
    assert not list(temporary.iterdir())
