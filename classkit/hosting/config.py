"""Settings of a table server, validated before anything starts."""

from __future__ import annotations

import contextlib
import hmac
import math
import os
import re
import secrets
import socket
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from classkit.engine.errors import ClasskitError, truncate_text
from classkit.engine.fields import Amount

from .data_files import VOILA
from .hub_service import check_hub_service, get_service_token
from .ip_addresses import NetworkSet, get_lan_address, is_loopback
from .machine_resources import CONNECTION_FILE_SHARE, FILES_PER_KERNEL, get_file_limit

PORT = 8866
SELF_TEST_PATH = "self-test"  # of the page below the base URL
TRASH_DAYS = 30.0  # days that a match stays in the trash
KERNEL_MEMORY = (
    64 << 20
)  # bytes of a kernel that plays (see lessons/guide/explanation/measurements.md), with a margin
KERNEL_MEMORY_SHARE = 0.75  # share of the machine's memory available to kernels
BASE_URL = re.compile(r"/([\w.~-]+/)*", re.ASCII)
BASE_URL_REASON = (
    "must begin and end with / and have only letters from a to z, digits and ._~- between, as in "
    "/classkit/"
)
MIN_TOKEN_LENGTH = 16
COOKIE_SECRET_BYTES, MAX_SECRET_BYTES = 32, 4_096
"""Minimum and maximum size of the secret that signs cookies."""
MIN_STRONG_BITS = 128
"""Minimum entropy in bits of a token that needs no limit on guessing."""
ALPHABETS = ((r"\d+", 10), (r"[\da-f]+|[\dA-F]+", 16), (r"[\da-z]+|[\dA-Z]+", 36))
"""Token patterns, and the size of each pattern's alphabet."""
MAX_ALPHABET_SIZE = 64
MIN_DISTINCT_CHARACTERS = 8
"""Minimum number of different characters in a token: a random token is unlikely to have fewer."""
EXTENSIONS = (
    "@voila-dashboards/widgets-manager8",
    "@jupyter-widgets/jupyterlab-manager",
    "anywidget",
)
"""The front-end extensions that a page may load. Other installed extensions are ignored."""


class ServerSettingsError(ClasskitError):
    """The settings do not allow the server to start."""


@dataclass(frozen=True)
class ServerSettings:
    """Settings of one server.

    Attributes:
        folder: The folder of the dashboards (notebooks).
        address: The address to listen on.
        port: The port, or 0 for any free port.
        base_url: The URL path of the server, for use behind a proxy.
        token: The token. None creates one if other machines can reach `address`.
        hub_login: Whether visitors log in by the JupyterHub that runs this server as a service.
        cookie_secret_file: A file with the secret that signs cookies, for several servers behind
            one address. By default it follows from the token, or from the hub's.
        public_names: Host names to accept in addition to this machine's own, such as a proxy's.
        extensions: The front-end extensions that a page may load.
        rest: Seconds until a kernel ends if its connection is lost or no page connects.
        keep_days: Days after which unplayed matches are moved to the trash.
        keep_room_days: Days after which unused rooms are moved to the trash.
        max_kernels: Maximum number of kernels. None allows as many as fit into memory.
        max_kernels_each: Maximum number of kernels per visitor.
        grace: Seconds until a kernel ends after its page was closed.
        framed_by: Sites that may embed tables, such as ``https://moodle.uni.example``.
        proxies: Addresses or networks of trusted proxies.
        class_at: Addresses or networks of classes. Any other address except loopback and proxies
            can use at most three quarters of the kernels.

    >>> ServerSettings(Path("."), address="0.0.0.0").validate_settings().token == ""
    False
    """

    folder: Path
    address: str = "127.0.0.1"
    port: int = PORT
    base_url: str = "/"
    token: str | None = None
    hub_login: bool = False
    cookie_secret_file: Path | None = None
    public_names: tuple[str, ...] = ()
    extensions: tuple[str, ...] = EXTENSIONS
    rest: int = 120
    keep_days: float = 180.0
    keep_room_days: float = 180.0
    max_kernels: int | None = None
    max_kernels_each: int = 6
    grace: int = 15
    framed_by: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    class_at: tuple[str, ...] = ()

    def validate_settings(self) -> ServerSettings:
        """Return the settings with the token, the folder and the number of kernels filled in.

        Raises:
            ServerSettingsError: If a setting is invalid.
        """
        folder = self.folder.expanduser().absolute()
        if not folder.is_dir():
            raise ServerSettingsError(
                f"There is no folder {folder}. Specify the folder that contains the dashboards. "
                "To serve a single notebook, specify its folder."
            )
        check_port(self.port)
        if not BASE_URL.fullmatch(self.base_url):
            raise ServerSettingsError(f"--base-url {BASE_URL_REASON}, not {self.base_url!r}.")
        for option, seconds in (("--rest", self.rest), ("--grace", self.grace)):
            if seconds < 1:
                raise ServerSettingsError(f"{option} must be at least 1 second, not {seconds}.")
        most = count_fitting_kernels() if self.max_kernels is None else self.max_kernels
        for option, number in (
            ("--max-kernels", most),
            ("--max-kernels-each", self.max_kernels_each),
        ):
            if number < 1:
                raise ServerSettingsError(
                    f"{option} must be at least 1, not {number}. Every table needs a kernel."
                )
        for site in self.framed_by:
            if not re.fullmatch(r"https?://[\w.-]+(:\d+)?", site):
                raise ServerSettingsError(
                    "--framed-by must be the address of a site, such as https://moodle.uni.example,"
                    f" not {truncate_text(site)}."
                )
        for proxy in self.proxies:
            check_address(proxy, "a proxy")
        for address in self.class_at:
            check_address(address, "a class")
        for option, what, days in (
            ("--keep-days", "matches", self.keep_days),
            ("--keep-room-days", "rooms", self.keep_room_days),
        ):
            if not days > 0:  # also rejects nan
                raise ServerSettingsError(
                    f"{option} must be more than 0, not {days:g}: otherwise all stored {what} "
                    "would be removed."
                )
        token = self.token
        if self.hub_login:
            check_hub_service(self.base_url)
            if token and not is_loopback(self.address):
                raise ServerSettingsError(
                    f"On {self.address} other computers can reach this server, so use either a "
                    "token or --hub-login. Both together are only for 127.0.0.1."
                )
        if token is None:
            is_open = is_loopback(self.address) or self.hub_login
            token = "" if is_open else create_token()
        elif token and not re.fullmatch(r"[A-Za-z0-9_.~-]+", token):
            raise ServerSettingsError("A token may contain only letters, digits and _ . ~ -")
        elif token and len(token) < MIN_TOKEN_LENGTH:
            raise ServerSettingsError(
                f"The token has {len(token)} characters and could be guessed. Use "
                f"{MIN_TOKEN_LENGTH} or more, or omit --token to create one."
            )
        elif not (token or self.hub_login or is_loopback(self.address)):
            raise ServerSettingsError(
                f"On {self.address} other computers can reach this server, so a token is "
                "required. Omit --token to create and print one."
            )
        if self.cookie_secret_file is not None:
            read_cookie_secret(self.cookie_secret_file)
        names = tuple(name.lower() for name in self.public_names)
        return replace(
            self,
            folder=folder,
            token=token,
            public_names=names,
            max_kernels=most,
            framed_by=tuple(site.lower() for site in self.framed_by),
        )

    @property
    def needs_login(self) -> bool:
        """Whether visitors need a login, by the token or by JupyterHub."""
        return bool(self.token) or self.hub_login

    def get_cookie_secret(self) -> bytes:
        """Return the secret that signs cookies.

        Servers with the same token, or the same file, accept each other's cookies, and a restart
        signs nobody out. A short token could be guessed from a signature, so the secret is random
        then, as it is without a token.

        Raises:
            ServerSettingsError: If the file cannot be used.

        >>> both = [ServerSettings(Path("."), token=create_token()) for _ in range(2)]
        >>> both[0].get_cookie_secret() == both[0].get_cookie_secret()
        True
        >>> both[0].get_cookie_secret() == both[1].get_cookie_secret()
        False
        """
        if self.cookie_secret_file is not None:
            return read_cookie_secret(self.cookie_secret_file)
        token = get_service_token() if self.hub_login else self.token
        if token and is_strong_token(token):
            return hmac.digest(token.encode(), b"classkit: signature of cookies", "sha256")
        return secrets.token_bytes(COOKIE_SECRET_BYTES)

    def build_url(self, port: int, path: str = "") -> str:
        """Return the URL to open. It contains the token if there is one.

        `path` is relative to the base URL.
        """
        host = "localhost" if self.address in ("0.0.0.0", "::", "") else self.address
        host = f"[{host}]" if ":" in host else host
        query = f"?token={self.token}" if self.token else ""
        return f"http://{host}:{port}{self.base_url}{path}{query}"

    def build_self_test_url(self, port: int) -> str:
        """Return the URL at which a teacher tries the network. It needs no token.

        >>> ServerSettings(Path("."), public_names=("uni.example",)).build_self_test_url(8866)
        'https://uni.example/self-test'
        """
        if self.public_names:
            return f"https://{self.public_names[0]}{self.base_url}{SELF_TEST_PATH}"
        address = get_lan_address() if self.address in ("0.0.0.0", "::", "") else self.address
        reachable = replace(self, token="", address=address or self.address)
        return reachable.build_url(port, SELF_TEST_PATH)


def read_cookie_secret(file: Path) -> bytes:
    """Return the content of a secret file, or raise ServerSettingsError."""
    try:
        with file.expanduser().open("rb") as opened:
            mode, secret = os.fstat(opened.fileno()).st_mode, opened.read(MAX_SECRET_BYTES).strip()
    except OSError as error:
        raise ServerSettingsError(
            f"The cookie secret in {file} cannot be read: {error.strerror}. Create it with: "
            f"openssl rand -hex 32 > {file}"
        ) from error
    if os.name == "posix" and mode & 0o007:
        raise ServerSettingsError(
            f"Other users can read {file}, which holds the cookie secret. Protect it with: chmod "
            f"o= {file}"
        )
    if len(secret) < COOKIE_SECRET_BYTES:
        raise ServerSettingsError(
            f"The cookie secret in {file} has {len(secret)} bytes and could be guessed. At least "
            f"{COOKIE_SECRET_BYTES} are needed: openssl rand -hex 32 > {file}"
        )
    return secret


def create_token() -> str:
    """Return a random token that cannot be guessed.

    >>> is_strong_token(create_token())
    True
    """
    return secrets.token_urlsafe(24)


def estimate_token_bits(token: str) -> float:
    """Return the entropy of a token in bits, assuming that it was generated at random.

    >>> tokens = ("0123456789abcdef" * 2, "a-short-token-19", "a" * 40)
    >>> [int(estimate_token_bits(token)) for token in tokens]
    [128, 96, 0]
    """
    different = len({*token})
    if different < MIN_DISTINCT_CHARACTERS:
        return len(token) * math.log2(max(different, 1))
    size = next((n for drawn, n in ALPHABETS if re.fullmatch(drawn, token)), MAX_ALPHABET_SIZE)
    return len(token) * math.log2(size)


def is_strong_token(token: str) -> bool:
    """Return True if a token has at least MIN_STRONG_BITS, so that guesses need no limit."""
    return estimate_token_bits(token) >= MIN_STRONG_BITS


def check_port(port: int) -> None:
    """Raise ServerSettingsError unless the number is a valid port."""
    if reason := Amount(0, 65535).refuse(port):
        raise ServerSettingsError(f"port {reason}")


def check_address(stated: str, whose: str) -> None:
    """Raise ServerSettingsError unless the text is an IP address or network."""
    try:
        everybody = any(network.prefixlen == 0 for network in NetworkSet([stated]).networks)
    except ValueError:
        raise ServerSettingsError(
            f"{whose.capitalize()} must be an address, such as 10.8.0.7, or a network, such as "
            f"10.8.0.0/16, not {truncate_text(stated)}."
        ) from None
    if everybody:
        raise ServerSettingsError(
            f"{stated} includes every address, so any visitor could pass for {whose}. Specify the "
            f"address of {whose}."
        )


def count_fitting_kernels() -> int:
    """Return the number of kernels that memory and open files allow, at least 2."""
    import psutil

    memory = psutil.virtual_memory().total
    with contextlib.suppress(OSError, ValueError):  # "max" means no limit
        memory = min(memory, int(Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii")))
    files = get_file_limit() * (1 - CONNECTION_FILE_SHARE)
    return max(2, int(min(memory * KERNEL_MEMORY_SHARE / KERNEL_MEMORY, files / FILES_PER_KERNEL)))


def find_dashboard_folder() -> Path:
    """Return the folder of the dashboards that are included in classkit.

    An installed wheel has them in the package, a checkout in ``lessons/dashboards``.
    """
    here = Path(__file__).parent
    for folder in (here / "dashboards", here.parents[1] / "lessons" / "dashboards"):
        if folder.is_dir():
            return folder
    raise ServerSettingsError(
        "The dashboards included in classkit are missing. Reinstall classkit, or specify your "
        "own folder."
    )


def find_template_folder() -> Path:
    """Return the folder of the page template.

    In a checkout it is in the package. A wheel installs it in Jupyter's data folder.

    >>> (find_template_folder() / "index.html.j2").is_file()
    True
    """
    from jupyter_core.paths import jupyter_path

    here = Path(__file__).parent
    beside = here.parents[1] / "share" / "jupyter" / VOILA  # for pip install --target
    own = Path(sys.prefix, "share", "jupyter", VOILA)
    for folder in (here / "template", beside, own, *map(Path, jupyter_path(VOILA))):
        if (folder / "index.html.j2").is_file():
            return folder
    raise ServerSettingsError(
        "The page template is missing. Reinstall classkit: pip install --force-reinstall "
        "--no-deps classkit"
    )


def is_port_free(port: int) -> bool:
    """Return True if a server could bind the port on 127.0.0.1 now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
