"""The first tutorial of the guide: its hour can be played, and its pictures are those taken."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page

from tests.guide_pictures import FOLDER, MAX_BYTES, compress, play_hour

TEXT = (FOLDER.parent / "first-hour.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"!\[[^\]]+\]\(pictures/([\w-]+)\.png\)", TEXT)


def test_the_hour_is_played_as_the_tutorial_says(page: Page, harness: str) -> None:
    """Each picture of the tutorial is taken, in its order."""
    taken: list[str] = []
    play_hour(page, harness, taken.append)
    assert taken == SHOWN


def test_the_pictures_are_there_and_small(tmp_path: Path) -> None:
    assert sorted(SHOWN) == sorted(path.stem for path in FOLDER.glob("*.png"))
    for path in FOLDER.glob("*.png"):
        assert path.stat().st_size <= MAX_BYTES, path.name


def test_a_picture_keeps_its_size_and_its_colours() -> None:
    import io

    from PIL import Image

    picture = Image.new("RGB", (64, 64), "#c39bd3")
    content = io.BytesIO()
    picture.save(content, "PNG")
    read = Image.open(io.BytesIO(compress(content.getvalue()))).convert("RGB")
    assert (read.size, read.getpixel((5, 5))) == (picture.size, picture.getpixel((5, 5)))
