"""Games of other packages: written into a folder, installed beside classkit, and used there."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from classkit.commands.game_command import write_game

FEW = "2"
"""On how many matches each law is tried here; the games that ship are tried on more."""


@dataclass(frozen=True)
class Package:
    """A package with a game, and the folder into which it is installed."""

    name: str
    folder: Path
    site: Path

    def run(self, *words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        """Run Python with the package installed."""
        return subprocess.run(
            [sys.executable, *words],
            cwd=cwd or self.folder.parent,
            env={**os.environ, "PYTHONPATH": str(self.site), "CLASSKIT_MATCHES": FEW},
            capture_output=True,
            encoding="utf-8",
        )

    def classkit(self, *words: str) -> str:
        """Run a command of classkit that is to go well; return what it prints."""
        done = self.run("-P", "-m", "classkit", *words)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def test(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run the tests of the package."""
        return self.run("-m", "pytest", "-q", "-p", "no:cacheprovider", *words, cwd=self.folder)


def begin(where: Path, name: str) -> Package:
    """Begin a game as `classkit game new` does."""
    return Package(name, write_game(name, where), where / "site")


def install(package: Package) -> None:
    """Install a package as pip does, without asking any index."""
    offline = ("--no-build-isolation", "--no-deps", "--no-index", "--disable-pip-version-check")
    where = ("--target", str(package.site), "--upgrade", str(package.folder))
    done = package.run("-m", "pip", "install", "-q", *offline, *where)
    assert done.returncode == 0, done.stdout + done.stderr
