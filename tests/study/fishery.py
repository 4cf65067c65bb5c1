"""A game of one's own: the starter, installed in a folder as `pip install -e` would do it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from classkit.commands.game_command import write_game

ENTRY = "[classkit.games]\nfishery = fishery:GAME\n"
UNCOMPILED = {"PYTHONDONTWRITEBYTECODE": "1"}
ABOUT = "Metadata-Version: 2.1\nName: fishery\nVersion: 0.1.0\n"


class Fishery:
    """The package in a folder of its own, in which commands and programs run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.package = write_game("fishery", folder) / "fishery"
        about = self.package.parent / "fishery-0.1.0.dist-info"
        about.mkdir()
        (about / "entry_points.txt").write_text(ENTRY)
        (about / "METADATA").write_text(ABOUT)

    def write(self, name: str, text: str) -> None:
        """Write a module beside the package."""
        (self.folder / name).write_text(text)

    def edit(self, old: str, new: str, file: str = "game.py") -> None:
        """Replace something in a file of the game."""
        path = self.package / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run Python with these arguments; it keeps nothing compiled, as edits follow at once.

        Python takes a file for unchanged that has the same second and the same length.
        """
        paths = [str(self.package.parent), str(self.folder), *filter(None, sys.path)]
        return subprocess.run(
            [sys.executable, *words], cwd=self.folder, capture_output=True, text=True, timeout=600,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), **UNCOMPILED},
        )  # fmt: skip

    def simulate(self, *words: str) -> str:
        """Simulate ten matches into runs.csv, and return what the command says."""
        usual = ["simulate", "fishery", "--seats", "2", "--quiet", "--out", "runs.csv"]
        return said(self.run("-m", "classkit", *usual, "--matches", "10", *words))

    def program(self, text: str) -> str:
        """Run a program, and return what it prints and warns of."""
        self.write("program.py", text)
        return said(self.run("program.py"))


def said(ran: subprocess.CompletedProcess[str]) -> str:
    return f"{ran.stdout}{ran.stderr}".strip()
