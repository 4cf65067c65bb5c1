"""Detection of network drives, on which SQLite cannot lock its files reliably."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

import psutil

NETWORK_FILE_SYSTEMS = frozenset(
    {
        "9p", "afpfs", "afs", "beegfs", "blobfuse2", "ceph", "ceph-fuse", "cephfs", "cifs",
        "davfs", "davfs2", "gcsfuse", "gfs2", "glusterfs", "goofys", "google-drive-ocamlfuse",
        "gpfs", "juicefs", "lustre", "mountpoint-s3", "ncpfs", "nfs", "nfs3", "nfs4", "ocfs2",
        "prl_fs", "rclone", "s3fs", "smb2", "smb3", "smbfs", "sshfs", "vboxsf", "virtiofs",
        "vmhgfs", "vmhgfs-fuse", "webdav",
    }
)  # fmt: skip
"""Names of file systems that several machines can open, without the prefix "fuse.".

They include folders that a virtual machine shares with its host.
"""


class MountedDrive(Protocol):
    """A drive as psutil describes it."""

    mountpoint: str
    fstype: str
    opts: str


def find_network_drive(path: Path, drives: Iterable[MountedDrive] | None = None) -> str:
    """Return the file system of the network drive that contains a path, or "" for a local drive.

    Args:
        path: A file or folder, which need not exist.
        drives: The mounted drives, by default those of this machine.

    Example:
        >>> from types import SimpleNamespace as Drive
        >>> root = Drive(mountpoint="/", fstype="ext4", opts="rw")
        >>> home = Drive(mountpoint="/home", fstype="nfs4", opts="rw")
        >>> find_network_drive(Path("/home/ada/rooms.sqlite"), [root, home])
        'nfs4'
        >>> find_network_drive(Path("/homes/rooms.sqlite"), [root, home])
        ''
    """
    if drives is None:
        drives = psutil.disk_partitions(all=True)
    place = path.expanduser().resolve()
    holders = [drive for drive in drives if place.is_relative_to(drive.mountpoint)]
    if not holders:
        return ""
    # a drive hides those mounted earlier at the same place, such as autofs, which mounts it
    drive = max(reversed(holders), key=lambda one: len(one.mountpoint))
    kind = drive.fstype.lower().removeprefix("fuse.")
    if kind in NETWORK_FILE_SYSTEMS or "remote" in drive.opts.split(","):  # Windows: "rw,remote"
        return kind or "network"
    return ""
