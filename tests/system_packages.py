"""System packages that tests need besides Python's: installed on request, each with its reason."""

from __future__ import annotations

import os
import shutil
import subprocess

NO_INSTALL = "CLASSKIT_NO_INSTALL"
"""Environment variable that forbids installing; ``python -m tests --no-install`` sets it."""


def may_install() -> bool:
    """Return True if system packages may be installed."""
    return not os.environ.get(NO_INSTALL)


def install_debian_package(package: str, reason: str) -> bool:
    """Install a package with apt-get, and say so first. Return True if it was installed.

    Args:
        package: Name of the package.
        reason: What needs it, to follow "because".
    """
    is_root = os.name == "posix" and os.geteuid() == 0
    if not may_install() or not shutil.which("apt-get"):
        return False
    if not is_root and not shutil.which("sudo"):
        return False
    print(
        f"Installing the system package {package!r} with apt-get, because {reason}. To prevent "
        "this, run: python -m tests --no-install",
        flush=True,
    )
    prefix = [] if is_root else ["sudo", "-n"]
    subprocess.run([*prefix, "apt-get", "-q", "update"], check=False)
    command = [*prefix, "apt-get", "-q", "install", "-y", "--no-install-recommends", package]
    return subprocess.run(command, check=False).returncode == 0
