"""The files of a deployment, written from templates."""

from __future__ import annotations

import os
import re
from dataclasses import asdict, dataclass, field
from importlib.resources import files
from pathlib import Path

from classkit.engine.errors import ClasskitError, truncate_text
from classkit.jinja_templates import render_template
from classkit.version import __version__

from ..config import BASE_URL, BASE_URL_REASON, check_port, create_token
from .lms_endpoints import LmsEndpoints

HOST_NAME = re.compile(
    r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*"
)
SECRET_FILES = ("classkit.env", "database.env")
"""Files that only their owner may read."""
MAX_SERVERS = 20


@dataclass(frozen=True)
class Deployment:
    """What the files of a deployment have in common.

    Attributes:
        name: The host name under which visitors reach the server.
        base_url: The path below it.
        port: The port on which the server listens behind its proxy.
        token: The token of the teachers.
        lms: The LMS from which students come, or None.
        servers: How many servers share the visitors (containers only).
        database_password: The password of the database (containers only).
        version: The version of classkit to install.
    """

    name: str
    base_url: str
    port: int
    token: str
    lms: LmsEndpoints | None = None
    servers: int = 2
    database_password: str = field(default_factory=create_token)
    version: str = __version__

    @classmethod
    def create(
        cls, name: str, base_url: str, port: int, lms: str | None = None, servers: int = 2
    ) -> Deployment:
        """Check the settings, and create a token and a password.

        Raises:
            ClasskitError: If a setting is invalid.

        >>> Deployment.create("Games.uni.example", "/", 8866).name
        'games.uni.example'
        """
        if not HOST_NAME.fullmatch(name.lower()):
            raise ClasskitError(
                "--name must be the host name under which visitors reach the server, such as "
                f"games.uni.example, not {truncate_text(name)}."
            )
        if not BASE_URL.fullmatch(base_url):
            raise ClasskitError(f"--base-url {BASE_URL_REASON}, not {truncate_text(base_url)}.")
        check_port(port)
        if not 1 <= servers <= MAX_SERVERS:
            raise ClasskitError(f"--servers must be from 1 to {MAX_SERVERS}, not {servers}.")
        endpoints = None if lms is None else LmsEndpoints.parse(lms)
        return cls(name.lower(), base_url, port, create_token(), endpoints, servers)


def write_deployment(kind: str, deployment: Deployment, folder: Path) -> list[Path]:
    """Write the files of a kind of deployment into a new folder, and return their paths.

    Raises:
        ClasskitError: If the folder exists already, or cannot be written.
    """
    package = f"{__package__}.{kind.replace('-', '_')}"
    names = sorted(file.name for file in files(package).iterdir() if file.name.endswith(".j2"))
    try:
        folder.mkdir(parents=True)
        written = []
        for name in names:
            path = folder / name.removesuffix(".j2")
            text = render_template(package, name, **asdict(deployment))
            mode = 0o600 if path.name in SECRET_FILES else 0o644
            with os.fdopen(
                os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w", encoding="utf-8"
            ) as file:
                file.write(f"{text}\n")
            written.append(path)
    except FileExistsError as error:
        raise ClasskitError(f"{folder} already exists. Choose another folder.") from error
    except OSError as error:
        raise ClasskitError(f"{folder} cannot be written: {error.strerror}.") from error
    return written
