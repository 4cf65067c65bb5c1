"""Writer of film files: GIF (Pillow) and WebM (PyAV)."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from importlib.util import find_spec
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, cast

from classkit.engine.errors import ClasskitError
from classkit.widgets.page_view import Theme

from .film_page import REMEDY, FilmFrame, record_frames

if TYPE_CHECKING:
    from PIL.Image import Image

    from classkit.engine.match import Match

Colour: TypeAlias = tuple[int, int, int]

SIZE = (960, 540)
"""Default size of a film in pixels."""
MIN_SIZE, MAX_SIZE = (640, 400), (1920, 1080)
RATES = {".gif": 8, ".webm": 25}
"""Frames per second by suffix: more for smooth motion in a video, fewer for a small GIF."""
COLOURS, LEAST_DISTANCE = 96, 20
"""Number of colours of a GIF, and the minimum distance between two of them (0 to 765)."""
SAMPLES, MOST_FREQUENT = 6, 4_000
"""Number of pictures whose colours are counted, and of frequent colours considered."""
VIDEO_QUALITY = "28"
"""Constant quality of a video (0 is lossless, 63 the worst)."""


def write_film(
    match: Match, path: Path, size: tuple[int, int] = SIZE, theme: Theme = "light"
) -> None:
    """Record the film of a finished match and write it as GIF or WebM.

    Args:
        match: A match that is over.
        path: The file. Its suffix determines the file type.
        size: Width and height in pixels.
        theme: Theme of the page.

    Raises:
        ClasskitError: The match is not over, or a requirement of films is missing.
    """
    check_film(path, size)
    frames = record_frames(match, size, RATES[path.suffix.lower()], theme)
    content = encode_gif(frames) if path.suffix.lower() == ".gif" else encode_webm(frames, size)
    try:
        path.write_bytes(content)
    except OSError as error:
        raise ClasskitError(f"{path} cannot be written: {error.strerror or error}.") from error


def check_film(path: Path, size: tuple[int, int]) -> None:
    """Raise ClasskitError if a film cannot be written to this file. Called before recording."""
    suffix = path.suffix.lower()
    if suffix not in RATES:
        raise ClasskitError(
            f"A film cannot be written as {path.name}: only .gif and .webm are supported. Name the "
            "file film.gif, for example."
        )
    if not all(low <= one <= high for one, low, high in zip(size, MIN_SIZE, MAX_SIZE, strict=True)):
        low, high = ("x".join(map(str, one)) for one in (MIN_SIZE, MAX_SIZE))
        raise ClasskitError(
            f"A film cannot have the size {size[0]}x{size[1]}. Choose one from {low} to {high}."
        )
    if suffix == ".webm" and any(one % 2 for one in size):
        raise ClasskitError(
            f"A video cannot have the size {size[0]}x{size[1]}. Choose even numbers."
        )
    package, module = ("Pillow", "PIL") if suffix == ".gif" else ("PyAV", "av")
    if find_spec(module) is None:
        raise ClasskitError(
            f"{suffix[1:].upper()} files are written by {package}, which is not installed here. "
            f"{REMEDY}"
        )


def encode_gif(frames: Iterable[FilmFrame]) -> bytes:
    """Return frames as a repeating GIF.

    All frames share one palette, without dithering: unchanged parts have the same pixels in each
    frame, so each frame stores only the changes.
    """
    from PIL import Image

    recorded = [(read_picture(frame), frame.seconds) for frame in frames]
    palette = build_palette([picture for picture, _ in recorded])
    first, *others = (
        picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture, _ in recorded
    )
    made = io.BytesIO()
    first.save(
        made, "GIF", save_all=True, append_images=others, loop=0, optimize=False, disposal=1,
        duration=round_durations(seconds for _, seconds in recorded),
    )  # fmt: skip
    return made.getvalue()


def build_palette(pictures: Sequence[Image]) -> Image:
    """Return an image whose palette has the most frequent colours in a sample of the pictures.

    A page consists of a few plain colours, which the palette contains, and of shades at the edges
    of lines and letters. A colour too similar to a more frequent one is omitted.
    """
    from PIL import Image

    counts: Counter[Colour] = Counter()
    for picture in (*pictures[:: max(1, len(pictures) // SAMPLES)], pictures[-1]):
        for count, colour in picture.getcolors(picture.width * picture.height) or []:
            counts[cast("Colour", colour)] += count
    chosen: list[Colour] = []
    for colour, _ in counts.most_common(MOST_FREQUENT):
        if all(measure_distance(colour, one) >= LEAST_DISTANCE for one in chosen):
            chosen.append(colour)
        if len(chosen) == COLOURS:
            break
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in chosen for part in colour])
    return palette


def measure_distance(one: Sequence[int], other: Sequence[int]) -> int:
    """Return the distance between two colours: the sum of their component differences."""
    return sum(abs(own - its) for own, its in zip(one, other, strict=True))


def round_durations(seconds: Iterable[float]) -> list[int]:
    """Round durations to hundredths of a second, as GIF requires. Return milliseconds.

    The rounding error of each duration is carried to the next, so that the total stays the same.

    >>> round_durations([0.125, 0.125, 2])
    [120, 130, 2000]
    """
    ends = [round(100 * end) for end in accumulate(seconds)]
    return [10 * (end - start) for start, end in pairwise([0, *ends])]


def read_picture(frame: FilmFrame) -> Image:
    from PIL import Image

    return Image.open(io.BytesIO(frame.picture)).convert("RGB")


def encode_webm(frames: Iterable[FilmFrame], size: tuple[int, int]) -> bytes:
    """Return frames as a WebM video (VP9) of constant quality."""
    import av

    rate, made = RATES[".webm"], io.BytesIO()
    with av.open(made, "w", format="webm") as container:
        stream = container.add_stream("libvpx-vp9", rate=rate)
        stream.width, stream.height, stream.pix_fmt = *size, "yuv420p"
        stream.options = {
            "crf": VIDEO_QUALITY,
            "b": "0",
            "deadline": "realtime",
            "cpu-used": "6",
            "row-mt": "1",
        }
        stream.time_base = Fraction(1, rate)
        number = 0
        for frame in frames:
            picture = av.VideoFrame.from_image(read_picture(frame))  # type: ignore[no-untyped-call]
            for _ in range(max(1, round(frame.seconds * rate))):
                picture.pts, number = number, number + 1
                container.mux(stream.encode(picture))
        container.mux(stream.encode())
    return made.getvalue()
