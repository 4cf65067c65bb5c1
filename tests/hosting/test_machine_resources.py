"""Machines unlike ours: no home to write to, and temporary folders with long names."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from classkit.hosting import machine_resources
from classkit.hosting.installation_checks import check_home, check_kernel
from classkit.hosting.machine_resources import (
    can_hold_sockets,
    choose_transport,
    provide_writable_folders,
)

LINUX = sys.platform == "linux"


@pytest.fixture
def long_folder(tmp_path: Path) -> Path:
    """A folder whose name leaves no room for the name of a socket."""
    folder = tmp_path / ("a-temporary-folder-as-some-clusters-have-it-" * 2)
    folder.mkdir()
    return folder


@pytest.fixture
def no_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home in which nothing can be made, as service accounts have it."""
    nowhere = tmp_path / "home"
    nowhere.write_text("a file and no folder", encoding="utf-8")
    monkeypatch.setenv("HOME", str(nowhere))
    monkeypatch.setenv("USERPROFILE", str(nowhere))
    for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR",
                 "XDG_DATA_HOME", "CLASSKIT_DATA"):  # fmt: skip
        monkeypatch.delenv(name, raising=False)
    return nowhere


def test_a_table_works_without_a_home_and_with_a_long_temporary_folder(
    no_home: Path, long_folder: Path
) -> None:
    """Server, page, kernel and ten turns; nothing stays behind."""
    ran = subprocess.run(
        [sys.executable, "-m", "classkit", "demo", "--check"],
        env={**os.environ, "TMPDIR": str(long_folder)},
        capture_output=True,
        encoding="utf-8",
    )
    assert ran.stdout.startswith("ok: "), ran.stdout + ran.stderr
    assert list(long_folder.iterdir()) == []


@pytest.mark.skipif(not LINUX, reason="elsewhere kernels are reached by ports in any case")
@pytest.mark.parametrize("encoding", ["ascii", "iso-8859-1"])
def test_kernels_have_no_sockets_where_the_locale_misreads_the_folder(
    monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    """They name them in UTF-8: under another locale that would be another folder, or none."""
    with tempfile.TemporaryDirectory(prefix="\N{LATIN SMALL LETTER U WITH DIAERESIS}") as folder:
        assert can_hold_sockets(folder)
        monkeypatch.setattr(os, "fsencode", lambda name: name.encode(encoding, "surrogateescape"))
        name = folder.encode().decode(encoding, "surrogateescape")  # as Python then has it
        assert os.fsencode(name) == folder.encode()
        assert not can_hold_sockets(name)


@pytest.mark.skipif(not LINUX, reason="elsewhere kernels are reached by ports in any case")
def test_sockets_go_where_their_names_fit(
    long_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert can_hold_sockets("/tmp") and not can_hold_sockets(str(long_folder))
    assert not can_hold_sockets(str(tmp_path / "nowhere"))
    monkeypatch.setattr("tempfile.tempdir", str(long_folder))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(long_folder))
    assert choose_transport() == ("ipc", "/tmp")
    monkeypatch.setattr(machine_resources, "can_hold_sockets", lambda folder: False)
    assert choose_transport() == ("tcp", str(long_folder))


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
def test_a_server_may_have_as_many_files_open_as_the_system_grants() -> None:
    """A thousand, with which most begin, are used up by one visitor with a thousand connections."""
    ran = subprocess.run(
        [
            sys.executable,
            "-c",
            "import resource\n"
            "from classkit.hosting.machine_resources import MAX_FILES, raise_file_limit\n"
            "most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]\n"
            "resource.setrlimit(resource.RLIMIT_NOFILE, (256, most))\n"
            "raise_file_limit()\n"
            "now = resource.getrlimit(resource.RLIMIT_NOFILE)[0]\n"
            "assert now == MAX_FILES or now == most, now\n",
        ],
        capture_output=True,
        encoding="utf-8",
    )
    assert ran.returncode == 0, ran.stderr


def test_a_number_that_is_no_port_is_said() -> None:
    for port in ("-1", "99999"):
        ran = subprocess.run(
            [sys.executable, "-m", "classkit", "doctor", "--port", port],
            capture_output=True,
            encoding="utf-8",
        )
        assert (ran.returncode, ran.stderr.count("\n")) == (1, 1), ran.stderr
        assert f"from 0 to 65,535, not {int(port):,}" in ran.stderr


def test_private_folders_stand_in_for_a_home(no_home: Path) -> None:
    """While they are needed; what is installed in the home is found as before."""
    before = dict(os.environ)
    with provide_writable_folders() as sentences:
        data = Path(os.environ["CLASSKIT_DATA"])
        assert "until this server stops. Set CLASSKIT_DATA" in sentences[-1]
        for name in ("JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"):
            assert Path(os.environ[name]).parent == data.parent
        assert data.parent.stat().st_mode & 0o077 == 0 or os.name == "nt"
        assert str(no_home) in os.environ["JUPYTER_PATH"]
        assert machine_resources.find_unwritable_folders() == {}
    assert dict(os.environ) == before and not data.parent.exists()
    assert "cannot be written to" in check_home().found and str(no_home) in check_home().found


def test_what_a_killed_server_left_goes_at_the_next_start(
    tmp_path: Path, no_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    script = (
        "import os\nfrom classkit.hosting.machine_resources import provide_writable_folders\n"
        "with provide_writable_folders():\n    os._exit(0)"
    )
    subprocess.run(
        [sys.executable, "-c", script], env={**os.environ, "TMPDIR": str(tmp_path)}, check=True
    )
    (left,) = tmp_path.glob(f"{machine_resources.HOME_PREFIX}*")
    with provide_writable_folders():
        assert not left.exists()
        with provide_writable_folders():
            assert len([*tmp_path.glob(f"{machine_resources.HOME_PREFIX}*")]) == 1, "it is in use"
    assert [*tmp_path.glob(f"{machine_resources.HOME_PREFIX}*")] == []


def test_a_home_that_can_be_written_is_left_alone(
    tmp_path: Path, no_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "own"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "own"))
    before = dict(os.environ)
    with provide_writable_folders() as sentences:
        assert sentences == [] and dict(os.environ) == before


@pytest.mark.skipif(not LINUX, reason="elsewhere kernels are reached by ports in any case")
def test_the_doctor_starts_a_kernel_as_the_server_does(
    long_folder: Path, no_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It works here; where the server's way does not, that is said, and what to do."""
    assert check_kernel().good, check_kernel()
    for part in ("machine_resources", "voila_app"):
        monkeypatch.setattr(
            f"classkit.hosting.{part}.choose_transport", lambda: ("ipc", str(long_folder))
        )
    found = check_kernel()
    assert not found.good and "File name too long" in found.found
    assert "Set TMPDIR to a writable folder with a short path" in found.remedy
