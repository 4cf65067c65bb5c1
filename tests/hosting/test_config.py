"""What a host may choose, and what is refused before anything starts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from classkit.hosting.config import ServerSettings, ServerSettingsError, find_dashboard_folder
from classkit.hosting.data_files import (
    build_data_files,
    find_plotly_script,
    stale_files,
    write_data_files,
)
from classkit.hosting.ip_addresses import is_loopback
from classkit.widgets.js_bundler import bundle_page

PACKAGE = Path(__file__).parents[2] / "classkit"


@pytest.mark.parametrize("address", ["0.0.0.0", "::", "192.168.1.7", "example.org", ""])
def test_a_token_is_required_on_any_address_but_loopback(address: str, tmp_path: Path) -> None:
    assert not is_loopback(address)
    made = ServerSettings(tmp_path, address=address).validate_settings()
    assert made.token and len(made.token) >= 32
    assert f"token={made.token}" in made.build_url(8866)
    with pytest.raises(ServerSettingsError, match="token is required"):
        ServerSettings(tmp_path, address=address, token="").validate_settings()
    with pytest.raises(ServerSettingsError, match="could be guessed"):
        ServerSettings(tmp_path, address=address, token="short").validate_settings()


@pytest.mark.parametrize("address", ["localhost", "127.0.0.1", "127.8.9.10", "::1"])
def test_this_machine_alone_needs_no_token(address: str, tmp_path: Path) -> None:
    assert ServerSettings(tmp_path, address=address).validate_settings().token == ""


def test_tokens_made_differ(tmp_path: Path) -> None:
    serving = ServerSettings(tmp_path, address="0.0.0.0")
    assert serving.validate_settings().token != serving.validate_settings().token


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"folder": Path("/no/such/folder")}, "There is no folder"),
        ({"port": 70_000}, "port must be a whole number from 0 to 65,535, not 70,000"),
        ({"base_url": "econ"}, "begin and end with /"),
        ({"base_url": "/a//b/"}, "begin and end with /"),
        ({"token": "with space and signs"}, "letters, digits"),
        ({"rest": 0}, "must be at least 1 second"),
        ({"rest": -4}, "must be at least 1 second"),
        ({"keep_days": -1}, "would be removed"),
        ({"keep_days": 0}, "would be removed"),
        ({"keep_days": float("nan")}, "would be removed"),
    ],
)
def test_what_cannot_be_served_is_refused(
    wrong: dict[str, object], said: str, tmp_path: Path
) -> None:
    with pytest.raises(ServerSettingsError, match=said):
        ServerSettings(**{"folder": tmp_path, **wrong}).validate_settings()  # type: ignore[arg-type]  # on purpose


def test_addresses_to_open(tmp_path: Path) -> None:
    serving = ServerSettings(tmp_path, address="::1", base_url="/econ/").validate_settings()
    assert serving.build_url(8866, "voila/tree") == "http://[::1]:8866/econ/voila/tree"


def test_the_dashboards_are_found() -> None:
    assert {path.stem for path in find_dashboard_folder().glob("*.ipynb")} >= {
        "economicon", "economy", "poleconomy"
    }  # fmt: skip


def test_every_dashboard_has_its_picture_and_its_words_on_the_index() -> None:
    """What comes with classkit is introduced by name; only a host's own show their file's name."""
    index = (PACKAGE / "hosting/template/tree.html").read_text("utf-8")
    for book in find_dashboard_folder().glob("*.ipynb"):
        assert book.with_suffix(".svg").is_file(), f"{book.stem} has no picture"
        card = re.search(rf'"{book.stem}": {{\s+"title": "(.+)",\s+"text": "(.+)"', index)
        assert card and len(card[2]) > 100, f"the index says nothing about {book.stem}"
        assert f'open_table("{book.stem.partition("-")[0]}"' in book.read_text("utf-8").replace(
            '\\"', '"'
        )


def test_what_is_shared_is_laid_out_and_compared(tmp_path: Path) -> None:
    assert stale_files(PACKAGE, tmp_path), "nothing is there yet"
    write_data_files(PACKAGE, tmp_path)
    assert stale_files(PACKAGE, tmp_path) == []
    (tmp_path / "voila/templates/classkit/index.html.j2").write_text("edited")
    assert stale_files(PACKAGE, tmp_path) == ["voila/templates/classkit/index.html.j2"]


def test_the_page_and_plotly_lie_in_one_place() -> None:
    places = build_data_files(PACKAGE)
    page = places["voila/templates/classkit/static/page.js"]
    assert page.decode() == bundle_page(PACKAGE / "widgets/page")
    assert sum(place.endswith("plotly.min.js") for place in places) == 1
    assert find_plotly_script().stat().st_size > 1_000_000


def test_nothing_in_template_or_page_modules_names_another_server() -> None:
    """No CDN, no fonts from elsewhere: the only addresses are names of XML namespaces."""
    for place, content in build_data_files(PACKAGE).items():
        if place.endswith("plotly.min.js"):
            continue
        text = content.decode().replace("http://www.w3.org/2000/svg", "")
        text = text.replace("http://www.w3.org/1999/xlink", "")
        assert "http://" not in text and "https://" not in text, place
