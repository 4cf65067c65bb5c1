"""Files of films: what is in them, and what is said where one cannot be written."""

from __future__ import annotations

import io
from pathlib import Path

import av
import pytest
from PIL import Image, ImageSequence

import classkit
from classkit.cli import main
from classkit.engine.errors import ClasskitError
from classkit.site import film_files, film_page
from classkit.site.film_files import check_film, encode_gif, encode_webm
from classkit.site.film_page import BROWSER_VARIABLE, FilmFrame, build_snapshot, find_browser

SIZE = (640, 400)
COLOURS = [(16, 32, 43), (185, 211, 228), (224, 122, 117)]


def make_frames() -> list[FilmFrame]:
    """Three plain pictures with a line in another colour: two short ones, and the end."""
    made = []
    for colour, seconds in zip(COLOURS, (0.125, 0.125, 2), strict=True):
        picture = Image.new("RGB", SIZE, colour)
        picture.paste((255, 255, 255), (0, 10, SIZE[0], 13))
        made.append(FilmFrame(to_png(picture), seconds))
    return made


def to_png(picture: Image.Image) -> bytes:
    content = io.BytesIO()
    picture.save(content, "PNG")
    return content.getvalue()


def test_a_gif_has_each_picture_in_its_own_colours_for_as_long_as_it_is_shown() -> None:
    with Image.open(io.BytesIO(encode_gif(make_frames()))) as film:
        frames = [
            (one.convert("RGB"), one.info["duration"]) for one in ImageSequence.Iterator(film)
        ]
    assert [frame.getpixel((5, 50)) for frame, _ in frames] == COLOURS
    assert [frame.getpixel((5, 11)) for frame, _ in frames] == [(255, 255, 255)] * 3
    assert [seconds for _, seconds in frames] == [120, 130, 2000]


def test_a_video_has_each_picture_for_as_long_as_it_is_shown() -> None:
    content = encode_webm([FilmFrame(one.picture, one.seconds * 4) for one in make_frames()], SIZE)
    with av.open(io.BytesIO(content), "r") as film:
        found = [
            frame.to_image().getpixel((300, 200))  # type: ignore[no-untyped-call]
            for frame in film.decode(video=0)
        ]
    assert len(found) == round(25 * 0.5) * 2 + 25 * 8
    assert all(abs(a - b) < 12 for a, b in zip(found[-1], COLOURS[-1], strict=True))


@pytest.mark.parametrize(
    ("name", "size", "told"),
    [
        ("film.mp4", SIZE, "only .gif and .webm are supported. Name the file film.gif"),
        ("film.gif", (10, 10), "cannot have the size 10x10. Choose one from 640x400 to 1920x1080"),
        ("film.webm", (961, 541), "cannot have the size 961x541. Choose even numbers."),
    ],
)
def test_a_film_that_cannot_be_written_is_refused_first(
    name: str, size: tuple[int, int], told: str
) -> None:
    with pytest.raises(ClasskitError, match=told.replace(".", r"\.")):
        check_film(Path(name), size)


@pytest.mark.parametrize(("name", "package"), [("film.gif", "Pillow"), ("film.webm", "PyAV")])
def test_a_missing_package_is_told_with_its_remedy(
    name: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(film_files, "find_spec", lambda name: None)
    with pytest.raises(ClasskitError, match=f"{package}, which is not installed here"):
        check_film(Path(name), SIZE)
    monkeypatch.setattr(film_page, "find_spec", lambda name: None)
    with pytest.raises(ClasskitError, match=r"Playwright.*pip install 'classkit\[film\]'"):
        film_page.require_playwright()


def test_a_missing_browser_is_told_with_its_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(BROWSER_VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ClasskitError, match=r"none was found here.*playwright install chromium"):
        find_browser(str(tmp_path / "chrome"))
    own = tmp_path / "chrome"
    own.touch()
    assert find_browser(str(own)) == str(own), "Playwright's"
    monkeypatch.setenv(BROWSER_VARIABLE, "/opt/other/chromium")
    assert find_browser(str(own)) == "/opt/other/chromium", "the one that somebody named"


def test_a_film_has_all_charts_of_the_end_and_shows_no_secrets() -> None:
    match = classkit.new("poleconomy", seats=3, seed=3, options={"game": 2}).play(until="end")
    now = build_snapshot(match, "dark")["now"]
    assert {*now["end"]["courses"], *now["end"]["below"]} == now["charts"].keys()
    assert (now["seen_as"], now["theme"]) == ("everybody", "dark")


# --- the command ---------------------------------------------


def save_match(path: Path, turns: int | None = None) -> Path:
    match = classkit.new("economicon", seats=2, seed=1)
    if turns is None:
        match.play(until="end")
    else:
        for _ in range(turns):
            match.play(until="turn")
    match.save(path)
    return path


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--film", "film.avi"], "only .gif and .webm are supported"),
        (["--film", "film.gif", "--film-size", "large"], "must be WIDTHxHEIGHT, as in 960x540"),
        (["--film", "nowhere/film.gif"], "there is no folder nowhere"),
        (["--film", "film.gif"], "This match is not over: a film shows a whole match"),
    ],
)
def test_the_command_says_why_there_is_no_film(
    words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    record = save_match(tmp_path / "begun.json", turns=2)
    assert main(["export", str(record), *words]) == 1
    said = capsys.readouterr()
    assert told in said.err and "Traceback" not in said.err
    assert not list(tmp_path.glob("film*"))


def test_the_command_refuses_what_is_no_saved_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "other.json"
    record.write_text('{"classkit": 1, "game": ["x"]}')
    assert main(["export", str(record), "--film", str(tmp_path / "film.gif")]) == 1
    said = capsys.readouterr().err
    assert "Traceback" not in said and not (tmp_path / "film.gif").exists()


def test_a_file_that_cannot_be_written_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(film_files, "record_frames", lambda *given: [])
    monkeypatch.setattr(film_files, "encode_gif", lambda frames: b"GIF89a")
    with pytest.raises(ClasskitError, match=r"film\.gif cannot be written: No such file"):
        film_files.write_film(classkit.new("economy", seed=1), tmp_path / "none" / "film.gif")
