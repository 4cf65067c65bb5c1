"""`classkit doctor` looks at what an installation needs."""

from __future__ import annotations

import tomllib
from pathlib import Path

from packaging.requirements import Requirement

from classkit.hosting.installation_checks import check_packages

ROOT = Path(__file__).resolve().parents[2]


def test_every_required_package_is_checked_and_no_extra() -> None:
    """Also those that a browser's Python does without."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {Requirement(line).name for line in project["dependencies"]}
    found = {finding.what: finding for finding in check_packages()}
    assert found.keys() == needed
    assert all(finding.good for finding in found.values()), found
