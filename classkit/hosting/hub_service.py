"""Environment of a server that runs as a service of JupyterHub. The hub sets these variables."""

from __future__ import annotations

import os
from importlib.util import find_spec

from classkit.engine.errors import ClasskitError

API_TOKEN, PREFIX = "JUPYTERHUB_API_TOKEN", "JUPYTERHUB_SERVICE_PREFIX"
OTHERS = ("JUPYTERHUB_SERVICE_NAME", "JUPYTERHUB_API_URL", "JUPYTERHUB_CLIENT_ID")
NEEDED = (API_TOKEN, PREFIX, *OTHERS)
"""Variables that identify a service to the hub."""


def get_service_prefix() -> str:
    """Return the path at which the hub publishes this service, or '' without a hub."""
    return os.environ.get(PREFIX, "")


def get_service_token() -> str:
    """Return the token with which this service asks the hub."""
    return os.environ.get(API_TOKEN, "")


def check_hub_service(base_url: str) -> None:
    """Check that the hub's login can be used.

    Raises:
        ClasskitError: If a variable or JupyterHub's package is missing, or the hub publishes this
            server at another path.

    >>> check_hub_service("/")
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: --hub-login works only for a service of JupyterHub, ...
    """
    if missing := [name for name in NEEDED if not os.environ.get(name)]:
        raise ClasskitError(
            "--hub-login works only for a service of JupyterHub, which sets the environment. "
            f"Missing: {', '.join(missing)}. To write the hub's configuration, run: classkit "
            "deploy OUT --for jupyterhub --name HOST"
        )
    if base_url != (prefix := get_service_prefix()):
        raise ClasskitError(
            f"JupyterHub publishes this server at {prefix}, not at {base_url}. Leave out "
            "--base-url."
        )
    if find_spec("jupyterhub") is None:
        raise ClasskitError("--hub-login needs JupyterHub's package: pip install 'classkit[hub]'")
