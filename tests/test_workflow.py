"""The workflow that tests each change elsewhere: it can be read, and says what README promises."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml

import classkit
from classkit.cli import build_parser
from tests import __main__ as everything
from tests import browser_binary, nginx, postgres, system_packages
from tests.system_packages import NO_INSTALL

ROOT = Path(__file__).parent.parent


def test_it_runs_the_command_of_readme_on_every_system() -> None:
    text = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    (job,) = yaml.safe_load(text)["jobs"].values()
    matrix = job["strategy"]["matrix"]
    assert {name.split("-")[0] for name in matrix["system"]} == {"ubuntu", "macos", "windows"}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["requires-python"] == f">={matrix['python'][0]}"
    assert [*map(numbers, matrix["python"])] == sorted(map(numbers, matrix["python"]))
    commands = " && ".join(step["run"].split(" ${{")[0] for step in job["steps"] if "run" in step)
    assert commands in (ROOT / "README.md").read_text(encoding="utf-8")
    for left_out in matrix["include"]:
        for word in left_out["without"].split():
            assert (ROOT / word.removeprefix("--ignore=")).is_dir(), word
            assert left_out["system"].startswith("windows"), "elsewhere everything is run"


def test_the_laws_are_tried_in_full_every_night() -> None:
    text = (ROOT / ".github" / "workflows" / "nightly.yml").read_text(encoding="utf-8")
    (job,) = yaml.safe_load(text)["jobs"].values()
    assert job["steps"][-1]["run"] == "python -m tests --deep"
    assert "cron:" in text


def test_actions_are_pinned_by_the_hash_of_their_commit() -> None:
    """A tag can be moved to other code; the comment names the version that the hash has."""
    used = [
        line.partition("uses:")[2].strip()
        for path in sorted((ROOT / ".github" / "workflows").glob("*.y*ml"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if "uses:" in line
    ]
    assert used
    for action in used:
        assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action
    named = {action.partition("@")[0] for action in used}
    assert len(set(used)) == len(named), "every workflow uses an action in the same version"


def numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def test_a_fork_publishes_its_own_pages_with_the_command_of_readme() -> None:
    told = yaml.safe_load((ROOT / ".github" / "workflows" / "pages.yml").read_text("utf-8"))
    (job,) = told["jobs"].values()
    install, build = (step["run"] for step in job["steps"] if "run" in step)
    extra = install.partition("[")[2].partition("]")[0]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert extra in project["optional-dependencies"]
    chosen = build_parser().parse_args(build.split()[1:])
    assert chosen.command == "site" and not chosen.answers
    (upload,) = (step for step in job["steps"] if "upload-pages" in step.get("uses", ""))
    assert upload["with"]["path"] == str(chosen.out)
    assert told["permissions"] == {"contents": "read", "pages": "write", "id-token": "write"}
    for text in ("README.md", "lessons/guide/how-to/publish-a-site.md"):
        assert build in (ROOT / text).read_text(encoding="utf-8")


def test_the_checks_before_a_commit_can_be_read() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    assert [hook["id"] for repo in hooks["repos"] for hook in repo["hooks"]]


def test_a_browser_is_found_where_windows_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is on no PATH there."""
    chrome = tmp_path / "chrome.exe"
    chrome.touch()
    monkeypatch.delenv("CLASSKIT_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", os.fspath(tmp_path / "nothing"))
    monkeypatch.setenv("BROWSERS", os.fspath(tmp_path))
    monkeypatch.setattr(browser_binary, "PLACES", ("$BROWSERS/none.exe", "$BROWSERS/chrome.exe"))
    assert browser_binary.find() == os.fspath(chrome)


@pytest.fixture
def nothing_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """A Debian without Chromium, PostgreSQL and nginx. Gives what was run to install them."""
    asked: list[list[str]] = []

    def record(command: list[str], **_: Any) -> SimpleNamespace:
        asked.append([str(word) for word in command])
        return SimpleNamespace(returncode=0)

    monkeypatch.delenv("CI", raising=False)
    monkeypatch.delenv(NO_INSTALL, raising=False)
    monkeypatch.setattr(system_packages.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(system_packages.subprocess, "run", record)
    for module in (browser_binary, postgres, nginx):
        monkeypatch.setattr(module, "find", lambda: None)
    return asked


def test_a_system_package_is_named_with_its_reason_before_it_is_installed(
    nothing_installed: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    browser_binary.find_or_install()
    postgres.find_or_install()
    nginx.find_or_install()
    said = capsys.readouterr().out
    assert "package 'chromium' with apt-get, because the browser tests drive" in said
    assert "package 'postgresql' with apt-get, because rooms" in said
    assert "package 'nginx' with apt-get, because servers" in said
    assert said.count("python -m tests --no-install") == 3
    installed = [words[-1] for words in nothing_installed if "install" in words]
    assert installed == ["chromium"] * 2 + ["postgresql", "nginx"], "Playwright's after Debian's"


def test_without_installing_what_needs_a_package_is_skipped_by_name(
    nothing_installed: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(NO_INSTALL, "1")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.skip.Exception, match="browser tests need Chromium"):
        browser_binary.needed()
    with pytest.raises(pytest.skip.Exception, match="No PostgreSQL is installed"):
        postgres.needed()
    with pytest.raises(pytest.skip.Exception, match="No nginx is installed"):
        nginx.needed()
    assert nothing_installed == []


def test_in_the_workflow_a_missing_package_fails(
    nothing_installed: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="browser tests need Chromium"):
        browser_binary.needed()


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """What `python -m tests` would run, by name. Nothing is run."""
    asked: dict[str, list[str]] = {}

    def record(name: str, command: list[str], **_: bool) -> everything.Result:
        asked[name] = command
        return everything.Result(name, passed=True, seconds=0)

    monkeypatch.setattr(everything, "run", record)
    monkeypatch.setattr(everything.browser_binary, "find_or_install", lambda: "/usr/bin/chromium")
    monkeypatch.setattr(everything.postgres, "find_or_install", lambda: "/usr/bin/postgres")
    return asked


def test_the_fast_run_leaves_out_types_and_every_other_program(
    commands: dict[str, list[str]],
) -> None:
    assert everything.main(["--fast", "-k", "auction"]) == 0
    assert list(commands) and "types" not in commands
    assert commands["tests"][-2:] == ["-k", "auction"] and "--fast" not in commands["tests"]
    assert set(everything.FAST) <= set(commands["tests"])
    assert all((ROOT / place).exists() for place in everything.FAST)


def test_without_a_word_everything_is_run(commands: dict[str, list[str]]) -> None:
    assert everything.main([]) == 0
    assert {"style", "format", "types", "names", "imports", "page", "tests"} <= set(commands)
    assert not [word for word in commands["tests"] if word.startswith("tests/")]


CHANGELOG = (ROOT / "lessons" / "CHANGELOG.md").read_text(encoding="utf-8")
CHANGELOG_MAX_LINES = 40


def test_one_version_stands_everywhere_and_the_changelog_begins_with_it() -> None:
    stated = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    newest = next(line for line in CHANGELOG.splitlines() if line.startswith("## "))
    version, _, day = newest.removeprefix("## ").partition(" - ")
    assert version == classkit.__version__ == stated["project"]["version"]
    citation = yaml.safe_load((ROOT / ".github" / "CITATION.cff").read_text(encoding="utf-8"))
    assert version == citation["version"]
    assert re.fullmatch(r"unreleased|\d{4}-\d\d-\d\d", day)


def test_the_changelog_keeps_its_form() -> None:
    """One line an entry, by kind, the newest version first, and short enough to be read."""
    versions = re.split(r"^## ", CHANGELOG, flags=re.MULTILINE)[1:]
    numbered = [numbers(one.split()[0]) for one in versions]
    assert numbered == sorted(numbered, reverse=True)
    for one in versions:
        heading, *lines = one.strip().splitlines()
        assert len(lines) < CHANGELOG_MAX_LINES, heading
        kinds = [line.removeprefix("### ") for line in lines if line.startswith("### ")]
        assert kinds == [kind for kind in ("Added", "Changed", "Fixed") if kind in kinds]
        entries = [line for line in lines if line and not line.startswith("### ")]
        assert all(line.startswith("- ") and line.endswith(".") for line in entries), heading
