"""A folder that is hidden cannot be read, though it lies among what Python may read."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import jinja2
import nbformat
import pytest

from classkit.sandbox.isolation_probe import get_isolation_layers
from classkit.sandbox.landlock_hiding import exclude_paths

TRIAL = """
import json, os, sys
from pathlib import Path
from classkit.sandbox.resource_limits import ResourceLimits
from classkit.sandbox.isolation import apply_isolation

out = os.fdopen(os.dup(1), "w")  # the shields discard what is printed
wanted, folder, hidden, *tried = json.loads(sys.argv[1])
on = apply_isolation(ResourceLimits(2_000_000_000, 60), Path(folder), wanted, [Path(hidden)])
said = []
for name in tried:
    try:
        said.append(len(Path(name).read_bytes()) > 0)
    except OSError as error:
        said.append(type(error).__name__)
import colorsys, tabnanny  # parts of Python that nobody has needed so far
print(json.dumps([on, said]), file=out, flush=True)
"""


@pytest.mark.parametrize("wanted", [["files"], ["room"], ["files", "room"]])
def test_each_shield_hides_by_itself(wanted: list[str], tmp_path: Path) -> None:
    """What lies beside it is read as before, and Python finds its own parts."""
    if missing := [name for name in wanted if name not in get_isolation_layers()]:
        pytest.skip(f"this system has no {missing}")
    hidden = Path(nbformat.__file__).parent
    inner, beside = hidden / "v4" / "__init__.py", Path(jinja2.__file__)
    told = [wanted, str(tmp_path), str(hidden), *map(str, (inner, hidden / "sign.py", beside))]
    ran = subprocess.run(
        [sys.executable, "-c", TRIAL, json.dumps(told)], capture_output=True, text=True
    )
    on, said = json.loads(ran.stdout or "null") or pytest.fail(ran.stderr)
    assert set(on) == set(wanted)
    assert said[2] is True
    assert all(one in ("PermissionError", "FileNotFoundError") for one in said[:2]), said


def test_what_is_left_covers_all_but_the_hidden(tmp_path: Path) -> None:
    for name in ("lib/a/x", "lib/a/y/deep", "lib/b", "other"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "lib" / "loop").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "lib" / "a" / "file").touch()
    left = exclude_paths([tmp_path / "lib", tmp_path / "other"], [tmp_path / "lib" / "a" / "y"])
    names = {path.relative_to(tmp_path).as_posix() for path in left}
    assert names == {"lib/a/x", "lib/a/file", "lib/b", "other"}
