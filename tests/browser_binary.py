"""The Chromium that the browser tests drive: the one installed, else one that is installed now."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.system_packages import install_debian_package, may_install

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"%ProgramFiles%\Google\Chrome\Application\chrome.exe",
    r"%ProgramFiles(x86)%\Google\Chrome\Application\chrome.exe",
    r"%LocalAppData%\Google\Chrome\Application\chrome.exe",
)
"""Where macOS and Windows have it, who put it on no PATH."""
REASON = "the browser tests drive a Chromium"
WHY_NOT = (
    "The browser tests need Chromium, and none is installed here. Install your system's package "
    "'chromium', or set CLASSKIT_CHROMIUM to the path of one."
)


def find() -> str | None:
    """The path of a Chromium: ``CLASSKIT_CHROMIUM``, one installed, or Playwright's own."""
    stated = os.environ.get("CLASSKIT_CHROMIUM")
    if stated:
        return stated
    for name in NAMES:
        if found := shutil.which(name):
            return found
    for place in map(os.path.expandvars, PLACES):
        if os.path.isfile(place):
            return place
    return find_own()


@cache
def find_own() -> str | None:
    """The path of Playwright's own Chromium. Asked in another process: here a loop may run."""
    command = (
        "from playwright.sync_api import sync_playwright as start\n"
        "with start() as p: print(p.chromium.executable_path)"
    )
    asked = [sys.executable, "-c", command]
    own = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()
    return own if Path(own).exists() else None


def find_or_install() -> str | None:
    """As :func:`find`; if there is none, Debian's package is installed, else Playwright's own."""
    if (found := find()) or not may_install():
        return found
    if install_debian_package("chromium", REASON) and (found := find()):
        return found
    print(f"Downloading Playwright's Chromium, because {REASON}.", flush=True)
    command = [sys.executable, "-m", "playwright", "install", "--with-deps", "chromium"]
    subprocess.run(command, check=False)
    find_own.cache_clear()
    return find()


def needed() -> str:
    """The path of a Chromium; without one the test fails, or is skipped with ``--no-install``."""
    found = find_or_install()
    if not found and not may_install():
        pytest.skip(WHY_NOT)
    if not found:
        pytest.fail(WHY_NOT)
    return found
