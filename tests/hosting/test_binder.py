"""The Binder environment: pinned, whole, and read by the tool that builds it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import hatchling.build
import pytest

ROOT = Path(__file__).parents[2]
BINDER = ROOT / "binder"


@pytest.fixture(scope="module")
def dockerfile(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What Binder's own tool makes of this folder; it needs no engine to say so."""
    seen = tmp_path_factory.mktemp("checkout")
    for name in ("binder", "pyproject.toml"):
        os.symlink(ROOT / name, seen / name)
    command = ["-m", "repo2docker", "--no-build", "--no-run", "--debug", str(seen)]
    told = subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, timeout=600, check=True
    )
    return told.stdout + told.stderr


def test_binder_installs_the_pins_and_runs_our_two_scripts(dockerfile: str) -> None:
    steps = [
        'pip install --no-cache-dir -r "binder/requirements.txt"',
        "RUN ./binder/postBuild",
        "binder/start",
    ]
    places = [dockerfile.index(step) for step in steps]
    assert places[0] < places[1]
    assert "environment-2epy-2d3-2e11" in dockerfile  # the Python the pins were tried with


def test_a_new_commit_reinstalls_nothing_but_the_project(dockerfile: str) -> None:
    """The pins are a layer of their own, made before the sources are copied."""
    steps = [
        'pip install --no-cache-dir -r "binder/requirements.txt"',
        "src/ ${REPO_DIR}/\n",
        "RUN ./binder/postBuild",
    ]
    places = [dockerfile.rindex(step) for step in steps]
    assert places == sorted(places), "a layer below the sources is made anew by each commit"


def test_every_version_is_pinned_and_nothing_classkit_needs_is_missing() -> None:
    lines = (BINDER / "requirements.txt").read_text(encoding="utf-8").splitlines()
    wanted = [line for line in lines if line and not line.startswith("#")]
    pinned = {}
    for line in wanted:
        found = re.fullmatch(r"([\w.-]+)==(\d[\w.]*)", line)
        assert found, f"{line} is not pinned"
        pinned[found[1].lower().replace("_", "-")] = found[2]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]
    # the project is built in place, and nothing is fetched for that
    assert "notebook" not in pinned, "the addresses of the guide open JupyterLab and Voila"
    lab = [line for line in extras["lab"] if line.startswith("jupyterlab")]
    needed = [*project["dependencies"], *lab, *extras["study"], *build["requires"]]
    needed += hatchling.build.get_requires_for_build_editable()
    for line in needed:
        name = re.match(r"[\w.-]+", line)
        assert name and name[0].lower().replace("_", "-") in pinned, line


def test_post_build_writes_settings_that_servers_can_read(tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "pip").write_text('#!/bin/sh\necho "pip $*"\n')  # these tests use what is installed
    (tools / "pip").chmod(0o755)
    told = run("binder/postBuild", tmp_path, tools=tools)
    assert "pip install --no-cache-dir --no-deps --no-build-isolation -e ." in told
    settings = {
        path.name: json.loads(path.read_text()) for path in (tmp_path / ".jupyter").rglob("*.json")
    }
    assert settings["voila.json"]["VoilaConfiguration"]["template"] == "classkit"
    assert settings["jupyter_server_config.json"]["MappingKernelManager"]["cull_connected"] is False


def test_jupyterlab_does_not_ask_for_news(tmp_path: Path) -> None:
    """Its server reads our settings as defaults, and its schema has these settings."""
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "pip").write_text("#!/bin/sh\n")
    (tools / "pip").chmod(0o755)
    run("binder/postBuild", tmp_path, tools=tools)
    ask = (
        "import json; from jupyterlab.commands import get_app_dir; from pathlib import Path;"
        "from jupyterlab_server.settings_utils import get_settings;"
        "app = Path(get_app_dir());"
        "found, _ = get_settings(app, app / 'schemas', app / 'settings', "
        "schema_name='@jupyterlab/apputils-extension:notification');"
        "kinds = found['schema']['properties'];"
        "print(json.dumps({name: kinds[name]['default'] for name in kinds}))"
    )
    told = json.loads(run("binder/start", tmp_path, sys.executable, "-c", ask))
    assert told["fetchNews"] == "false" and told["checkForUpdates"] is False


def test_start_hands_over_and_says_that_binder_forgets(tmp_path: Path) -> None:
    show = [sys.executable, "-c", "import os; print(os.environ['CLASSKIT_FORGETS'])"]
    assert run("binder/start", tmp_path, *show).strip() == "Binder"


def test_the_guides_addresses_open_what_is_there_and_no_solutions() -> None:
    """Each address leads to a file, the dashboard's through Voila, and to no solutions."""
    page = (ROOT / "lessons/guide/how-to/use-binder.md").read_text(encoding="utf-8")
    opened = re.findall(r"mybinder\.org/v2/gh/OWNER/NAME/HEAD\?urlpath=([^\s`]+)", page)
    lecture, assignment, dashboard = opened
    for address, start in ((lecture, "lab/tree/"), (assignment, "lab/tree/"),
                           (dashboard, "voila/render/")):  # fmt: skip
        assert address.startswith(start) and (ROOT / address.removeprefix(start)).is_file()
    text = (ROOT / assignment.removeprefix("lab/tree/")).read_text(encoding="utf-8")
    assert "nbgrader" in text and "SOLUTION" not in text and "sheet.answer" not in text


def test_no_address_is_named_that_is_not_ours() -> None:
    """Nobody owns an address of the project yet: what links to one is OWNER/NAME."""
    address = re.compile(
        rb"(?:github\.com|gitlab\.com|mybinder\.org/v2/gh)/(?!OWNER/)[\w-]+/classkit"
    )
    folders = [ROOT / name for name in ("classkit", "lessons", "binder", "tests")]
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    files += [ROOT / "README.md", ROOT / "pyproject.toml"]
    assert [path for path in files if address.search(path.read_bytes())] == []


def test_the_pins_are_what_the_project_asks_for() -> None:
    """No pin lies below what pyproject.toml requires."""
    from packaging.requirements import Requirement

    text = (BINDER / "requirements.txt").read_text(encoding="utf-8")
    pins = dict(re.findall(r"^([\w.-]+)==(\S+)$", text, re.MULTILINE))
    pins = {name.lower().replace("_", "-"): version for name, version in pins.items()}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    lab = [line for line in extras["lab"] if line.startswith("jupyterlab")]
    for line in [*project["dependencies"], *lab, *extras["study"]]:
        wanted = Requirement(line)
        assert wanted.specifier.contains(pins[wanted.name.lower()]), line


def run(script: str, home: Path, *words: str, tools: Path | None = None) -> str:
    """Run one of our scripts as Binder does: executable, in the checkout, at somebody's home.

    What lies in the folder ``tools`` is found before any command of the same name.
    """
    assert os.access(ROOT / script, os.X_OK)
    first = [tools] if tools else []
    path = os.pathsep.join(map(str, [*first, Path(sys.executable).parent, os.environ["PATH"]]))
    told = subprocess.run(
        [f"./{script}", *words],
        cwd=ROOT,
        env={**os.environ, "HOME": str(home), "PATH": path},
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    return told.stdout
