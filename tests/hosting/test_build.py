"""What is shipped: a wheel and a source distribution, built from this checkout."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import tarfile
import zipfile
from collections import defaultdict
from email import message_from_bytes
from email.message import Message
from importlib import import_module
from importlib.metadata import distribution
from pathlib import Path
from types import SimpleNamespace

import pytest
from traitlets.config import Config

ROOT = Path(__file__).parents[2]
SHARED = "share/jupyter/voila/templates/classkit"
SMALL = 1_000
"""Bytes below which a file may lie somewhere twice."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files in a wheel of this checkout, shared data by their place below the prefix.

    It is built with the tools installed: nothing is downloaded.
    """
    from hatchling.builders.wheel import WheelBuilder

    folder = tmp_path_factory.mktemp("wheel")
    (path,) = WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"])
    with zipfile.ZipFile(path) as opened:
        return {
            re.sub(r".*\.data/data/", "", name): opened.read(name) for name in opened.namelist()
        }


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files in the source distribution."""
    from hatchling.builders.sdist import SdistBuilder

    (path,) = SdistBuilder(str(ROOT)).build(directory=str(tmp_path_factory.mktemp("sdist")))
    found: dict[str, bytes] = {}
    with tarfile.open(path) as opened:
        for member in opened.getmembers():
            if content := opened.extractfile(member):
                found[member.name.partition("/")[2]] = content.read()
    return found


def test_jupyterlab_exports_charts_too(wheel: dict[str, bytes]) -> None:
    """Its "Save and Export" is made by its server, which loads what adds nbconvert's settings."""
    told = json.loads(wheel["etc/jupyter/jupyter_server_config.d/classkit.json"])
    (name,) = told["ServerApp"]["jpserver_extensions"]
    module = import_module(name)
    assert module._jupyter_server_extension_points() == [{"module": name}]
    server = SimpleNamespace(config=Config({"HTMLExporter": {"preprocessors": ["a.Host"]}}))
    for _ in range(2):
        module._load_jupyter_server_extension(server)
    wanted = json.loads(wheel["etc/jupyter/jupyter_nbconvert_config.json"])["HTMLExporter"]
    assert server.config.HTMLExporter.preprocessors == ["a.Host", *wanted["preprocessors"]]


def test_nbconvert_is_told_how_to_draw_what_a_table_and_a_chart_are(
    wheel: dict[str, bytes],
) -> None:
    told = json.loads(wheel["etc/jupyter/jupyter_nbconvert_config.json"])
    (name,) = told["HTMLExporter"]["preprocessors"]
    module, _, of = name.rpartition(".")
    assert hasattr(import_module(module), of)


@pytest.fixture(scope="module")
def about(wheel: dict[str, bytes]) -> Message:
    """The metadata of the wheel."""
    return message_from_bytes(next(wheel[name] for name in wheel if name.endswith("/METADATA")))


def test_a_wheel_carries_template_pages_plotly_and_dashboards(wheel: dict[str, bytes]) -> None:
    for name in ("index.html.j2", "static/plotly.min.js", "static/page.js", "static/icon.svg"):
        assert f"{SHARED}/{name}" in wheel
    assert json.loads(wheel[f"{SHARED}/conf.json"])["base_template"] == "lab"
    assert "classkit/hosting/dashboards/poleconomy.ipynb" in wheel
    assert "classkit/hosting/dashboards/poleconomy.svg" in wheel
    assignments = [name for name in wheel if name.startswith("classkit/assignments/notebooks/")]
    assert len(assignments) == 10 and all(name.endswith(".ipynb") for name in assignments)
    assert "classkit/py.typed" in wheel
    assert "classkit/games/poleconomy/rules.md" in wheel


def test_the_wheel_names_command_and_game(wheel: dict[str, bytes]) -> None:
    text = next(wheel[name] for name in wheel if name.endswith("entry_points.txt")).decode()
    assert "classkit = classkit.cli:main" in text
    assert "poleconomy = classkit.games.poleconomy:GAME" in text


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_nothing_is_shipped_twice(kind: str, request: pytest.FixtureRequest) -> None:
    files: dict[str, bytes] = request.getfixturevalue(kind)
    print(f"{kind}: {len(files)} files, {sum(map(len, files.values())):,} bytes unpacked")
    places = defaultdict(list)
    for name, content in files.items():
        if len(content) > SMALL:
            places[hashlib.sha256(content).digest()].append(name)
    # a licence lies beside what it is for, and where installers look for licences
    twice = [names for names in places.values() if len(names) > 1]
    assert all(name.endswith("/OGL.txt") for names in twice for name in names)
    assert sum(name.endswith("plotly.min.js") for name in files) == (kind == "wheel")
    assert not [name for name in files if name.startswith(".github/")]


def test_licences_are_named_and_enclosed(wheel: dict[str, bytes], about: Message) -> None:
    """Its own, those of what it carries (plotly.js, preact, htm, fonts), and Economicon's."""
    licences = "BSD-3-Clause AND MIT AND Apache-2.0 AND OFL-1.1 AND LicenseRef-OGL-1.0a"
    assert about["License-Expression"] == licences
    texts = {
        name: next(text for file, text in wheel.items() if file.endswith(f"licenses/{name}"))
        for name in about.get_all("License-File", [])
    }
    assert len(texts) == 7
    plotly = distribution("plotly").read_text("licenses/LICENSE.txt") or ""
    ours = texts["classkit/hosting/plotly.js-LICENSE.txt"].decode()
    years = re.compile(r"\(c\) [\d-]+")
    assert "Plotly Technologies Inc." in ours and "Permission is hereby granted" in ours
    assert years.sub("", ours).split() == years.sub("", plotly).split()
    assert b"Redistribution and use" in texts["LICENSE"]
    open_game = texts["classkit/games/economicon/OGL.txt"].decode()
    assert open_game.startswith("OPEN GAME LICENSE Version 1.0a")
    assert re.findall(r"^(\d+)\. ", open_game, re.MULTILINE) == [str(n) for n in range(1, 16)]
    assert "Economicon, play-test rules v0.1, Copyright 2019, Blake (blake-cooper.com)" in open_game
    preact = texts["classkit/widgets/page/preact/preact-LICENSE.txt"].decode()
    assert "Jason Miller" in preact and "Permission is hereby granted" in preact
    htm = texts["classkit/widgets/page/preact/htm-LICENSE.txt"].decode()
    assert "Apache License" in htm and "Copyright 2018 Google Inc." in htm
    for font in ("source-sans-3", "barlow"):
        text = texts[f"classkit/widgets/page/fonts/{font}-LICENSE.txt"].decode()
        assert "SIL OPEN FONT LICENSE Version 1.1" in text.replace("\n", " ")
    assert b"Licensed under the MIT license" in wheel[f"{SHARED}/static/plotly.min.js"][:300]


def test_the_description_shows_no_picture_that_is_not_there(about: Message) -> None:
    """An index has none of the repository's pictures and badges; the other lines are README's."""
    described = about.get_payload(decode=True)
    assert isinstance(described, bytes)
    lines = described.decode().strip().splitlines()
    readme = (ROOT / "README.md").read_text(encoding="utf-8").strip().splitlines()
    left_out = [line for line in readme if line not in lines]
    assert left_out and all(line.startswith(("![", "[![")) for line in left_out)
    pictures = re.findall(r"\]\((\.github/[^)]+)\)", "\n".join(left_out))
    assert pictures and all((ROOT / picture).is_file() for picture in pictures)
    assert "](.github/CONTRIBUTING.md)" in described.decode()


def test_an_installed_wheel_finds_what_it_serves(wheel: dict[str, bytes], tmp_path: Path) -> None:
    """Laid out as `pip install --target` does, the template is that of this very wheel."""
    for name, content in wheel.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    script = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from classkit.hosting.config import find_template_folder\n"
        "from classkit.hosting.installation_checks import PACKAGE\n"
        "from classkit.hosting.data_files import stale_files\n"
        "print(find_template_folder(), stale_files(PACKAGE, find_template_folder().parents[2]))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=tmp_path
    )
    assert ran.stdout.strip() == f"{tmp_path / SHARED} []", ran.stderr


def test_what_is_open_game_content_says_so(wheel: dict[str, bytes]) -> None:
    """Rules, sheet, edition and cards carry the notice of their licence, which lies beside them."""
    folder = "classkit/games/economicon"
    named = [f"{folder}/rules.md", f"{folder}/game.py"]
    editions = [name for name in wheel if name.startswith(folder) and name.endswith(".toml")]
    assert len(editions) == 3
    for name in [*named, *editions]:
        text = " ".join(wheel[name].decode().replace('"', " ").split())
        assert "Open Game Content" in text and "Open Game License 1.0a" in text, name
    assert any(name.endswith("licenses/classkit/games/economicon/OGL.txt") for name in wheel)
