"""Drives of other machines, on which the rooms' database could be damaged."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from classkit.hosting import installation_checks, network_drives
from classkit.hosting.network_drives import find_network_drive


def mount(mountpoint: str, fstype: str, opts: str = "rw") -> Any:
    return SimpleNamespace(mountpoint=mountpoint, fstype=fstype, opts=opts)


DRIVES = [
    mount("/", "ext4"),
    mount("/home", "nfs4"),
    mount("/home/local", "xfs"),
    mount("/mnt/share", "cifs"),
    mount("/mnt/laptop", "fuse.sshfs"),
    mount("/run/user", "tmpfs"),
    mount("/mnt/letter", "", "rw,remote"),
]


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/srv/rooms.sqlite", ""),
        ("/home/ada/rooms.sqlite", "nfs4"),
        ("/home/local/rooms.sqlite", ""),
        ("/homework/rooms.sqlite", ""),
        ("/mnt/share/x", "cifs"),
        ("/mnt/laptop/x", "sshfs"),
        ("/mnt/letter/x", "network"),
        ("/run/user/1/x", ""),
    ],
)
def test_the_innermost_drive_decides(path: str, kind: str) -> None:
    assert find_network_drive(Path(path), DRIVES) == kind


def test_this_machine_can_be_asked(tmp_path: Path) -> None:
    assert isinstance(find_network_drive(tmp_path), str)


def test_the_doctor_warns_of_rooms_on_a_network_drive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CLASSKIT_ROOMS", raising=False)
    monkeypatch.setenv("CLASSKIT_DATA", str(tmp_path / "matches"))
    drives = [mount("/", "ext4"), mount(str(tmp_path.resolve()), "nfs")]
    monkeypatch.setattr(network_drives.psutil, "disk_partitions", lambda all: drives)
    finding = installation_checks.check_rooms()
    assert not finding.good
    assert "on a network drive (nfs)" in finding.found
    assert "CLASSKIT_ROOMS to a PostgreSQL" in finding.remedy
    drives.pop()
    assert installation_checks.check_rooms().good


def test_what_an_automounter_has_mounted_counts() -> None:
    """With systemd, autofs and the network drive have the same place; the later one is on top."""
    drives = [mount("/", "ext4"), mount("/home", "autofs"), mount("/home", "nfs4")]
    assert find_network_drive(Path("/home/ada/x"), drives) == "nfs4"
    assert find_network_drive(Path("/home/ada/x"), [*drives, mount("/home", "xfs")]) == ""


@pytest.mark.parametrize(
    "kind",
    ["fuse.rclone", "fuse.s3fs", "fuse.davfs2", "fuse.cephfs", "fuse.juicefs", "vboxsf", "prl_fs",
     "fuse.vmhgfs-fuse", "fuse.gcsfuse"],
)  # fmt: skip
def test_clouds_and_folders_of_a_host_are_network_drives(kind: str) -> None:
    drives = [mount("/", "ext4"), mount("/data", kind)]
    assert find_network_drive(Path("/data/x"), drives) == kind.removeprefix("fuse.")
