"""The names of ``classkit.study``: each is there, and loaded only when asked for."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from classkit import study


def test_types_and_names_agree() -> None:
    """What type checkers are told is what is there."""
    source = ast.parse(Path(study.__file__).read_text(encoding="utf-8"))
    told = next(node for node in source.body if isinstance(node, ast.If))
    imports = [node for node in told.body if isinstance(node, ast.ImportFrom)]
    places = {alias.name: f".{node.module}" for node in imports for alias in node.names}
    assert places == study.EXPORT_MODULES
    for name in study.__all__:
        assert getattr(study, name).__name__ == name
    with pytest.raises(AttributeError, match="no attribute 'simulation'"):
        study.simulation  # noqa: B018  # asking is all


def test_nothing_is_loaded_before_it_is_asked_for() -> None:
    script = (
        "import sys\nfrom classkit import study\n"
        "print([name for name in sys.modules if name.startswith('classkit.study.')])\n"
        "print(study.simulate.__name__)"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["[]", "simulate"]
