"""The settings of a server of tables, checked before anything starts."""

from __future__ import annotations

import contextlib
import math
import re
import secrets
import socket
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from classkit.engine.errors import ClasskitError, shorten
from classkit.engine.fields import Amount

from .addresses import Networks, is_loopback
from .machine import FILES_OF_A_KERNEL, FOR_CONNECTIONS, files_allowed
from .shared import VOILA

PORT = 8866
TRASH_DAYS = 30.0  # that a match which nobody played for long stays in the trash
KERNEL_MEMORY = 64 << 20  # bytes of a kernel that plays (see README), and a little more
FOR_KERNELS = 0.75  # the share of the machine's memory that kernels may take
SHORTEST_TOKEN = 16
STRONG = 128
"""Bits of a token that needs no limit on guessing."""
ALPHABETS = ((r"\d+", 10), (r"[\da-f]+|[\dA-F]+", 16), (r"[\da-z]+|[\dA-Z]+", 36))
"""Patterns of tokens, and the number of characters that each draws from."""
ALL_CHARACTERS = 64
FEW_CHARACTERS = 8
"""A token with fewer different characters was not drawn at random from an alphabet."""
EXTENSIONS = (
    "@voila-dashboards/widgets-manager8",
    "@jupyter-widgets/jupyterlab-manager",
    "anywidget",
)
"""The front-end extensions a page may load; others installed for JupyterLab stay out."""


class ServingError(ClasskitError):
    """Settings with which a server cannot be started."""


@dataclass(frozen=True)
class Serving:
    """The settings of one server: what it serves, where, and to whom.

    `folder` holds the dashboards (notebooks). `port` 0 takes any free one. With `token` None a
    token is made if other machines can reach `address`. `public_names` are the host names of a
    proxy on this machine, `base_url` is its path. Records not written to for `keep_days` days are
    removed.

    At most `max_kernels` kernels run at a time (None: as many as fit into memory), and at most
    `max_kernels_each` of one visitor. A kernel is ended `grace` seconds after its page was closed,
    and `rest` seconds after the line to its page was lost. Pages of the sites in `framed_by`, such
    as ``https://moodle.uni.example``, may embed tables. One address has three quarters of all
    kernels at most, unless it is in `class_at`.

    >>> Serving(Path("."), address="0.0.0.0").checked().token == ""
    False
    """

    folder: Path
    address: str = "127.0.0.1"
    port: int = PORT
    base_url: str = "/"
    token: str | None = None
    public_names: tuple[str, ...] = ()
    extensions: tuple[str, ...] = EXTENSIONS
    rest: int = 120
    keep_days: float = 180.0
    max_kernels: int | None = None
    max_kernels_each: int = 6
    grace: int = 15
    framed_by: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    class_at: tuple[str, ...] = ()

    def checked(self) -> Serving:
        """Return these settings with token and paths filled in; ServingError if one is wrong."""
        folder = self.folder.expanduser().absolute()
        if not folder.is_dir():
            raise ServingError(
                f"There is no folder {folder}. Name the folder that holds the dashboards; a single "
                "notebook is served by naming its folder."
            )
        check_port(self.port)
        if not re.fullmatch(r"/([\w.~-]+/)*", self.base_url):
            raise ServingError(
                f"The base address {self.base_url!r} must begin and end with /, as in /classkit/."
            )
        if min(self.rest, self.grace) < 1:
            raise ServingError(
                "The seconds that a kernel without a page may rest must be 1 or more, not "
                f"{min(self.rest, self.grace)}."
            )
        most = fitting_kernels() if self.max_kernels is None else self.max_kernels
        if min(most, self.max_kernels_each) < 1:
            raise ServingError(
                "The largest number of kernels must be 1 or more, not "
                f"{min(most, self.max_kernels_each)}: every table needs one."
            )
        for site in self.framed_by:
            if not re.fullmatch(r"https?://[\w.-]+(:\d+)?", site):
                raise ServingError(
                    "A site that may show tables inside its pages must be an address such as "
                    f"https://moodle.uni.example, not {shorten(site)}."
                )
        for proxy in self.proxies:
            check_address(proxy, "a proxy")
        for address in self.class_at:
            check_address(address, "a class")
        if not self.keep_days > 0:  # nan is not above 0 either
            raise ServingError(
                f"The days for which stored matches are kept must be more than 0, not "
                f"{self.keep_days:g}: every one of them would be removed."
            )
        token = self.token
        if token is None:
            token = "" if is_loopback(self.address) else secrets.token_urlsafe(24)
        elif token and not re.fullmatch(r"[A-Za-z0-9_.~-]+", token):
            raise ServingError("A token is made of letters, digits and _ . ~ - only.")
        elif token and len(token) < SHORTEST_TOKEN:
            raise ServingError(
                f"The token has {len(token)} characters and could be guessed: take "
                f"{SHORTEST_TOKEN} or more, or leave the option out and one is made."
            )
        elif not token and not is_loopback(self.address):
            raise ServingError(
                f"On {self.address} other machines can reach this server, so a token is required. "
                "Leave the option out and one is made and printed."
            )
        names = tuple(name.lower() for name in self.public_names)
        return replace(
            self,
            folder=folder,
            token=token,
            public_names=names,
            max_kernels=most,
            framed_by=tuple(site.lower() for site in self.framed_by),
        )

    def url(self, port: int, path: str = "") -> str:
        """Return the address to open, with the token if any; `path` is relative to the base."""
        host = "localhost" if self.address in ("0.0.0.0", "::", "") else self.address
        host = f"[{host}]" if ":" in host else host
        query = f"?token={self.token}" if self.token else ""
        return f"http://{host}:{port}{self.base_url}{path}{query}"


def bits_of(token: str) -> float:
    """Return the bits of a token, if it was drawn at random.

    >>> [int(bits_of(token)) for token in ("0123456789abcdef" * 2, "a-short-token-19", "a" * 40)]
    [128, 96, 0]
    """
    different = len({*token})
    if different < FEW_CHARACTERS:
        return len(token) * math.log2(max(different, 1))
    size = next((n for drawn, n in ALPHABETS if re.fullmatch(drawn, token)), ALL_CHARACTERS)
    return len(token) * math.log2(size)


def is_strong(token: str) -> bool:
    """Return whether nobody can guess a token, at whatever rate."""
    return bits_of(token) >= STRONG


def check_port(port: int) -> None:
    """Raise ServingError for a number that is no port."""
    if reason := Amount(0, 65535).refuse(port):
        raise ServingError(f"port {reason}")


def check_address(stated: str, whose: str) -> None:
    """Raise ServingError unless this is the address or the network of somebody."""
    try:
        everybody = any(network.prefixlen == 0 for network in Networks([stated]).networks)
    except ValueError:
        raise ServingError(
            f"{whose.capitalize()} must be an address, such as 10.8.0.7, or a network, such as "
            f"10.8.0.0/16, not {shorten(stated)}."
        ) from None
    if everybody:
        raise ServingError(
            f"{stated} is every address there is: any visitor could then pass for {whose}. Name "
            f"the address of {whose}."
        )


def fitting_kernels() -> int:
    """Return how many kernels this machine or container has memory and open files for."""
    import psutil

    memory = psutil.virtual_memory().total
    with contextlib.suppress(OSError, ValueError):  # "max" is no number: no limit
        memory = min(memory, int(Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii")))
    files = files_allowed() * (1 - FOR_CONNECTIONS)
    return max(2, int(min(memory * FOR_KERNELS / KERNEL_MEMORY, files / FILES_OF_A_KERNEL)))


def dashboards() -> Path:
    """Return the folder of the dashboards that come with classkit.

    In an installed wheel they lie in the package, in a checkout in ``lessons/dashboards``.
    """
    here = Path(__file__).parent
    for folder in (here / "dashboards", here.parents[1] / "lessons" / "dashboards"):
        if folder.is_dir():
            return folder
    raise ServingError(
        "The dashboards that come with classkit are missing. Install classkit again, or name a "
        "folder of your own."
    )


def template_folder() -> Path:
    """Return the folder of the pages' template.

    In a checkout it lies in the package, after installing a wheel where Jupyter looks for it.

    >>> (template_folder() / "index.html.j2").is_file()
    True
    """
    from jupyter_core.paths import jupyter_path

    here = Path(__file__).parent
    beside = here.parents[1] / "share" / "jupyter" / VOILA  # pip install --target
    own = Path(sys.prefix, "share", "jupyter", VOILA)
    for folder in (here / "template", beside, own, *map(Path, jupyter_path(VOILA))):
        if (folder / "index.html.j2").is_file():
            return folder
    raise ServingError(
        "The pages' template is missing. Install classkit again: pip install --force-reinstall "
        "--no-deps classkit"
    )


def is_free(port: int) -> bool:
    """Return True if a server on this machine could take the port now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
