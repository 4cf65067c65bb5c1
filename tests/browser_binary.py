"""The Chromium that the browser tests drive: the one installed, else one that is installed now."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"%ProgramFiles%\Google\Chrome\Application\chrome.exe",
    r"%ProgramFiles(x86)%\Google\Chrome\Application\chrome.exe",
    r"%LocalAppData%\Google\Chrome\Application\chrome.exe",
)
"""Where macOS and Windows have it, who put it on no PATH."""
INSTALLERS = (
    [sys.executable, "-m", "playwright", "install", "--with-deps", "chromium"],
    ["apt-get", "install", "-y", "-q", "chromium"],
    ["sudo", "-n", "apt-get", "install", "-y", "-q", "chromium"],
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
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


def find_or_install() -> str:
    """As :func:`find`; when there is none, the usual installers are tried in turn."""
    if found := find():
        return found
    if shutil.which("apt-get"):
        prefix = [] if os.geteuid() == 0 else ["sudo", "-n"]
        subprocess.run([*prefix, "apt-get", "update", "-q"], check=False)
    for command in sorted(INSTALLERS, key=lambda line: line[0] == sys.executable):
        installed = shutil.which(command[0]) and not subprocess.run(command, check=False).returncode
        if installed and (found := find()):
            return found
    raise SystemExit(
        "The browser tests need Chromium and none could be installed. Install the package "
        "'chromium' of your system, or set CLASSKIT_CHROMIUM to the path of one, and run again."
    )
