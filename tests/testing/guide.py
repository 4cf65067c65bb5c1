"""What the guide to making a game changes, block by block, carried out as a reader would."""

from __future__ import annotations

import re
from pathlib import Path

GUIDE = Path(__file__).parents[2] / "lessons" / "guide" / "tutorials" / "own-game.md"
FILES = re.compile(r"`((?:lemonade|tests)/[\w/-]+\.(?:py|md|toml))`")
BLOCK = re.compile(r"^```diff\n(.*?)^```$", re.M | re.S)


def follow(folder: Path, text: str = GUIDE.read_text(encoding="utf-8")) -> int:
    """Change the game in a folder as the guide says; return how many blocks there were."""
    done = 0
    for block in BLOCK.finditer(text):
        *_, named = FILES.findall(text[: block.start()])
        change(folder / named, block[1])
        done += 1
    return done


def change(path: Path, block: str) -> None:
    """Replace old lines by new ones. New lines alone go to the end, or into a new file."""
    lines = block.splitlines(keepends=True)
    old = "".join(line[1:] for line in lines if line[0] in " -")
    new = "".join(line[1:] for line in lines if line[0] in " +")
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    if old:
        assert text.count(old) == 1, f"{path.name} has this {text.count(old)} times:\n{old}"
        text = text.replace(old, new)
    else:
        text += new
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
