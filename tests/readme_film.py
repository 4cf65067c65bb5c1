"""The moving picture of README: the film of a match in some seven seconds.

``python -m tests.readme_film`` records it in Chromium, and writes ``.github/film.gif``.
"""

from __future__ import annotations

from pathlib import Path

import classkit
from classkit.site.film_files import SIZE, encode_gif
from classkit.site.film_page import record_frames

PICTURE = Path(__file__).parent.parent / ".github" / "film.gif"
RATE = 4
"""Frames per second of the film that is recorded, which is then shown faster."""
SECONDS = 7.5


def main() -> None:
    """Record the film of a match of Poleconomy, Game 2."""
    match = classkit.new("poleconomy", seats=4, seed=39, options={"game": 2})
    match.play(until="end")
    frames = list(record_frames(match, SIZE, RATE, "light"))
    faster = SECONDS / sum(frame.seconds for frame in frames)
    content = encode_gif(frame._replace(seconds=frame.seconds * faster) for frame in frames)
    PICTURE.write_bytes(content)


if __name__ == "__main__":
    main()
