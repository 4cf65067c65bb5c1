"""A JupyterHub for tests: the configuration that `classkit deploy` writes, as processes here.

Its ports, folders, spawner and logins are others. In front of it is the hub's own proxy
(``CLASSKIT_CHP``, or the program of that name), or else nginx with the same addresses.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPResponse
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener

import psutil
import pytest

from classkit.cli import main
from tests import nginx

PREFIX = "/services/classkit/"
ROOM = '{"game": "economy", "seats": 3, "tables": 1, "options": {}}'
"""The desk's form for a room."""
API_TOKEN = "t" * 40
"""Token of the tests' own service, which may do everything."""
TRIED = """
from jupyterhub.proxy import Proxy
from pathlib import Path

load_subconfig({config!r})

class OtherProxy(Proxy):  # nginx routes
    should_start = False
    routes = {{}}
    async def add_route(self, routespec, target, data):
        self.routes[routespec] = dict(routespec=routespec, target=target, data=data)
    async def delete_route(self, routespec):
        self.routes.pop(routespec, None)
    async def get_all_routes(self):
        return self.routes

folder = {folder!r}
c.JupyterHub.bind_url = "http://127.0.0.1:{front}/"
c.JupyterHub.public_url = "http://127.0.0.1:{front}/"
c.JupyterHub.hub_port = {hub}
c.JupyterHub.db_url = f"sqlite:///{{folder}}/hub.sqlite"
c.JupyterHub.cookie_secret_file = f"{{folder}}/cookie_secret"
c.JupyterHub.spawner_class = "simple"
c.Spawner.cmd = [f"{{folder}}/start-lab"]
c.Spawner.args = ["--allow-root"]
c.Spawner.environment = {{"CLASSKIT_NOTEBOOKS": f"{{folder}}/notebooks"}}
c.SimpleLocalProcessSpawner.home_dir_template = f"{{folder}}/home/{{{{username}}}}"
if {chp!r}:
    c.ConfigurableHTTPProxy.command = [{chp!r}]
    c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{api}"
    c.ConfigurableHTTPProxy.pid_file = f"{{folder}}/proxy.pid"
else:
    c.JupyterHub.proxy_class = OtherProxy
for service in c.JupyterHub.services:
    service.pop("user", None)
    service.pop("cwd", None)
    service["environment"] = {{"CLASSKIT_DATA": f"{{folder}}/data", "PYTHONPATH": {path!r}}}
c.JupyterHub.services.append(dict(name="tests", api_token={token!r}))
c.JupyterHub.load_roles.append(
    dict(name="tests", services=["tests"], scopes=["admin:users", "admin:servers", "tokens",
         "groups", "list:services", "custom:classkit:teach"])
)
{more}
"""


@dataclass
class Hub:
    """A running hub: its address, its process, its folder."""

    url: str
    hub_url: str
    process: subprocess.Popen[bytes]
    folder: Path

    @property
    def log(self) -> str:
        return (self.folder / "hub.log").read_text(encoding="utf-8", errors="replace")

    def ask(self, path: str, method: str = "GET", **sent: object) -> object:
        """Ask the hub's API as an administrator."""
        body = json.dumps(sent).encode() if sent else None
        headers = {"Authorization": f"token {API_TOKEN}"}
        request = Request(f"{self.hub_url}/hub/api/{path}", body, headers, method=method)
        with build_opener().open(request, timeout=120) as answer:
            text = answer.read()
        return json.loads(text) if text else None


@contextmanager
def running_hub(
    folder: Path, *words: str, edits: Mapping[str, str], more: str = ""
) -> Iterator[Hub]:
    """Run a hub that `classkit deploy` has configured, with the edits that its page asks for.

    ``more`` are further lines of the tests' configuration.
    """
    pytest.importorskip("jupyterhub")
    chp = os.environ.get("CLASSKIT_CHP") or shutil.which("configurable-http-proxy")
    program = None if chp else nginx.needed()
    front, hub, port, api = nginx.free_ports(4)
    out = folder / "out"
    words = ("--for", "jupyterhub", "--name", "localhost", "--port", str(port), *words)
    assert main(["deploy", str(out), *words]) == 0
    config = (out / "jupyterhub_config.py").read_text()
    for old, new in edits.items():
        assert config.count(old) == 1
        config = config.replace(old, new)
    (out / "jupyterhub_config.py").write_text(config)
    start = folder / "start-lab"
    start.write_text((out / "start-lab").read_text())
    start.chmod(0o755)
    (folder / "bin").symlink_to(Path(sys.executable).parent)
    for name in ("data", "home"):
        (folder / name).mkdir()
    path = str(Path(__file__).resolve().parents[2])
    tried = folder / "tried.py"
    names = {"config": str(out / "jupyterhub_config.py"), "folder": str(folder), "front": front}
    names |= {"hub": hub, "api": api, "chp": chp, "path": path, "token": API_TOKEN, "more": more}
    tried.write_text(TRIED.format(**names))
    block = (
        f"location / {{ proxy_pass http://127.0.0.1:{hub}; {nginx.GOOD} }} "
        f"location {PREFIX} {{ proxy_pass http://127.0.0.1:{port}; {nginx.GOOD} }}"
    )
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    for name in [name for name in environment if name.startswith("JUPYTER")]:
        del environment[name]
    with ExitStack() as stack:
        if program:
            stack.enter_context(nginx.proxying(program, folder, {front: block}))
        log = stack.enter_context((folder / "hub.log").open("wb"))
        process = subprocess.Popen(
            [sys.executable, "-m", "jupyterhub", "--config", str(tried)],
            cwd=folder, env={**environment, "PYTHONPATH": path}, stdout=log, stderr=log,
        )  # fmt: skip
        try:
            url = f"http://127.0.0.1:{front}"
            found = Hub(url, f"http://127.0.0.1:{hub}", process, folder)
            wait_for(lambda: Browser(found).get(f"{PREFIX}health").status == 200, process, found)
            yield found
        finally:
            stop(process)


def stop(process: subprocess.Popen[bytes]) -> None:
    """Stop a hub, and the JupyterLabs of students, which would outlive it."""
    children = []
    with suppress(psutil.NoSuchProcess):
        children = psutil.Process(process.pid).children(recursive=True)
    process.terminate()
    process.wait(60)
    for child in children:
        with suppress(psutil.NoSuchProcess):
            child.kill()


def wait_for(is_so: Callable[[], bool], process: subprocess.Popen[bytes], hub: Hub) -> None:
    """Wait until something is so; fails with the hub's log."""
    end = time.monotonic() + 120
    while True:
        assert process.poll() is None, hub.log[-3000:]
        try:
            if is_so():
                return
        except OSError:
            pass
        assert time.monotonic() < end, hub.log[-3000:]
        time.sleep(0.1)


class NoRedirects(HTTPRedirectHandler):
    """Leaves redirects to the browser below, which keeps a list of them."""

    def redirect_request(self, *_: object) -> None:
        return None


@dataclass
class Answer:
    """An answer, and the addresses that led to it."""

    status: int
    url: str
    text: str
    response: HTTPResponse
    way: list[str] = field(default_factory=list)


class Browser:
    """A browser without scripts: it keeps cookies, follows redirects, and sends forms."""

    def __init__(self, hub: Hub) -> None:
        self.hub, self.jar = hub, CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.jar), NoRedirects())

    def get(self, path: str, form: Mapping[str, str] | None = None, **headers: str) -> Answer:
        """Ask for a page, or send a form, and follow where it leads."""
        url = path if path.startswith("http") else f"{self.hub.url}{path}"
        way: list[str] = []
        body = urlencode(form).encode() if form is not None else None
        named = {"Accept": "text/html", "Sec-Fetch-Mode": "navigate", **headers}
        while len(way) < 15:
            way.append(url)
            try:
                response = self.opener.open(Request(url, body, named), timeout=120)
            except HTTPError as error:
                response = error
            with response:
                text = response.read().decode(errors="replace")
            if response.status not in (301, 302, 303, 307):
                return Answer(response.status, url, text, response, way)
            place, body = response.headers["Location"], None
            url = place if place.startswith("http") else f"{self.hub.url}{place}"
            if not url.startswith(self.hub.url):
                return Answer(response.status, url, text, response, [*way, url])
        raise AssertionError(f"too many redirects: {way}")

    def cookie(self, name: str) -> str:
        """The value of a cookie, or ""."""
        return next((one.value or "" for one in self.jar if one.name == name), "")

    def log_in(self, name: str, page: Answer | None = None) -> Answer:
        """Fill in the hub's form, by default after asking for it."""
        page = page or self.get("/hub/login")
        action = re.search(r'action="([^"]*/login[^"]*)"', page.text)
        xsrf = re.search(r'name="_xsrf" value="([^"]*)"', page.text)
        assert action and xsrf, page.text[-2000:]
        form = {"username": name, "password": "", "_xsrf": xsrf[1]}
        return self.get(action[1].replace("&amp;", "&"), form)


def open_room(teacher: Browser) -> tuple[str, str]:
    """Open a room by the desk's form. Return its code and its desk."""
    desk = teacher.get(f"{PREFIX}desk/")
    xsrf = re.search(r'"xsrf": "([^"]+)"', desk.text)
    assert xsrf, desk.text[-2000:]
    opened = teacher.get(f"{PREFIX}desk/", {"asked": ROOM, "_xsrf": xsrf[1]})
    assert opened.status == 200, opened.text[-500:]
    return urlsplit(opened.url).path.rpartition("/")[2], opened.text
