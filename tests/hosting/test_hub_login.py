"""A server as a service of JupyterHub: who comes in, who leads rooms, and what strangers try.

The hub has the configuration that `classkit deploy` writes. It runs once for all tests here.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
import websocket
from tornado.web import HTTPError

from classkit.engine.errors import ClasskitError
from classkit.hosting.config import ServerSettings, ServerSettingsError, create_token

from .hubs import PREFIX, ROOM, Browser, Hub, open_room, running_hub, wait_for

pytestmark = pytest.mark.skipif(os.name == "nt", reason="JupyterHub does not run on Windows")
pytest.importorskip("jupyterhub")
DUMMY = 'c.JupyterHub.authenticator_class = "dummy"\n'
TEACHER, STUDENT = "ada", "bob"
NO_TEACHER = "This page is for teachers"


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    edits = {"TEACHERS = []": f'TEACHERS = ["{TEACHER}"]'}
    with running_hub(tmp_path_factory.mktemp("hub"), edits=edits, more=DUMMY) as running:
        yield running


def come_in(hub: Hub, name: str, path: str) -> Browser:
    """A browser that is sent from a page to the hub, logs in there, and is back on the page."""
    browser = Browser(hub)
    asked = browser.get(path)
    assert "/hub/login" in asked.url, asked.way
    back = browser.log_in(name, asked)
    assert urlsplit(back.url).path == path, back.way
    return browser


def test_a_teacher_opens_a_room_and_a_phone_needs_no_login(hub: Hub) -> None:
    teacher = come_in(hub, TEACHER, f"{PREFIX}desk/")
    desk = teacher.get(f"{PREFIX}desk/")
    assert desk.status == 200 and len(desk.way) == 1, "the login lasts"
    code, room = open_room(teacher)
    assert f"{hub.url}{PREFIX}class/{code}" in room, "the address that phones scan"
    phone = Browser(hub).get(f"{PREFIX}class/{code}")
    assert phone.status == 200 and len(phone.way) == 1
    for browser, status in ((teacher, 101), (come_in(hub, STUDENT, f"{PREFIX}voila/tree"), 403)):
        cookies = "; ".join(f"{one.name}={one.value}" for one in browser.jar)
        line = f"{hub.url}{PREFIX}desk/{code}/line".replace("http", "ws", 1)
        assert opening_status(line, cookie=cookies, origin=hub.url) == status
    assert opening_status(line, origin=hub.url) == 403


def opening_status(line: str, **options: Any) -> int:
    """The status with which a server answers a websocket."""
    try:
        websocket.create_connection(line, timeout=60, **options).close()
    except websocket.WebSocketBadStatusException as error:
        return int(error.status_code)
    return 101


def test_a_form_without_its_secret_opens_no_room(hub: Hub) -> None:
    """Jupyter's own check is in force: the hub's client would have replaced it."""
    teacher = come_in(hub, TEACHER, f"{PREFIX}desk/")
    for xsrf in ("", "2|forged|forged|1"):
        assert teacher.get(f"{PREFIX}desk/", {"asked": ROOM, "_xsrf": xsrf}).status == 403


def test_a_student_plays_and_is_told_why_the_desk_stays_closed(hub: Hub) -> None:
    student = come_in(hub, STUDENT, f"{PREFIX}voila/tree")
    refused = student.get(f"{PREFIX}desk/")
    assert refused.status == 403
    assert NO_TEACHER in refused.text and STUDENT in refused.text
    for path in ("desk/ABC2345", "desk/ABC2345/export/file", "desk/ABC2345/export/notebook"):
        assert NO_TEACHER in student.get(f"{PREFIX}{path}").text
    xsrf = student.cookie("_xsrf")
    assert NO_TEACHER in student.get(f"{PREFIX}desk/", {"asked": "{}", "_xsrf": xsrf}).text


def test_a_logout_at_the_hub_is_a_logout_here(hub: Hub) -> None:
    """Also for a browser that keeps the cookie of this server."""
    teacher = come_in(hub, TEACHER, f"{PREFIX}desk/")
    kept = "; ".join(f"{one.name}={one.value}" for one in teacher.jar if "username" in one.name)
    teacher.get("/hub/logout")
    assert "/hub/login" in teacher.get(f"{PREFIX}desk/").url
    assert "/hub/login" in Browser(hub).get(f"{PREFIX}desk/", Cookie=kept).url


def test_only_who_has_started_a_login_can_complete_it(hub: Hub) -> None:
    """Otherwise a stranger could log others in as somebody else."""
    start = Browser(hub).get(f"{PREFIX}login")
    state = parse_qs(urlsplit(start.way[1]).query)["state"][0]
    callback = f"{PREFIX}oauth_callback"
    for query in ("", f"?code=x&state={state}", "?code=x&state=", "?state=%C3%A4&code=x"):
        victim = Browser(hub)
        victim.get(f"{PREFIX}login")  # has started another one
        answer = victim.get(f"{callback}{query}")
        assert answer.status == 403 and "The login was not completed" in answer.text
        assert not [one for one in victim.jar if one.name.startswith("username")]
    starter = Browser(hub)
    begun = starter.get(f"{PREFIX}login")
    state = parse_qs(urlsplit(begun.way[1]).query)["state"][0]
    answer = starter.get(f"{callback}?code=guessed&state={state}")
    assert answer.status == 403 and "JupyterHub did not confirm it" in answer.text
    answer = starter.get(f"{callback}?code=guessed&state={state}")
    assert "It was started in another window" in answer.text, "a state is used once"


@pytest.mark.parametrize(
    "wanted",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example",
        "https:evil.example",
        "/hub/",
        f"{PREFIX}\r\nSet-Cookie: a=b",
        f"{PREFIX}{'a' * 2_000}",
    ],
    ids=["site", "same-scheme", "backslash", "no-slashes", "hub", "header", "long"],
)
def test_a_login_leads_nowhere_else(hub: Hub, wanted: str) -> None:
    browser = Browser(hub)
    back = browser.log_in(STUDENT, browser.get(f"{PREFIX}login?next={quote(wanted)}"))
    assert back.url.startswith(f"{hub.url}{PREFIX}"), back.way
    again = browser.get(f"{PREFIX}login?next={quote(wanted)}")
    assert again.url.startswith(f"{hub.url}{PREFIX}"), again.way


def test_metrics_are_for_tokens_of_teachers_and_services(hub: Hub) -> None:
    def status(token: str) -> int:
        given = {"Authorization": f"Bearer {token}"} if token else {}
        return Browser(hub).get(f"{PREFIX}metrics", **given).status

    made = [hub.ask(f"users/{name}/tokens", "POST", note="test") for name in (TEACHER, STUDENT)]
    tokens = [str(one["token"]) for one in made if isinstance(one, dict)]
    assert [status(token) for token in (*tokens, "forged", "")] == [200, 403, 403, 403]
    answer = Browser(hub).get(f"{PREFIX}desk/", Authorization=f"Bearer {tokens[0]}")
    assert answer.status == 200
    assert "username" not in str(answer.response.headers), "a program gets no cookie"


@pytest.mark.deep
def test_a_student_gets_a_lab_with_the_notebooks_and_keeps_changes(hub: Hub) -> None:
    """As far as the hub waits for it: until JupyterLab answers."""
    notebooks, home = hub.folder / "notebooks", hub.folder / "home" / STUDENT
    notebooks.mkdir()
    for name in ("new.ipynb", "changed.ipynb"):
        (notebooks / name).write_text("{}")
    home.mkdir()
    (home / "changed.ipynb").write_text("mine")
    hub.ask(f"users/{STUDENT}/server", "POST")

    def is_ready() -> bool:
        user = hub.ask(f"users/{STUDENT}")
        return isinstance(user, dict) and user["server"] is not None

    wait_for(is_ready, hub.process, hub)
    assert (home / "new.ipynb").read_text() == "{}"
    assert (home / "changed.ipynb").read_text() == "mine"
    hub.ask(f"users/{STUDENT}/server", "DELETE")


def test_a_role_that_is_taken_away_ends_with_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """And a hub that does not respond lets nobody in, and says so."""
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    from classkit.hosting.hub_login import TEACHER_SCOPE, HubIdentityProvider

    keeper = HubIdentityProvider(token="")
    access = "access:services!service=classkit"
    answers: list[Any] = [
        {"name": "ada", "scopes": [access, TEACHER_SCOPE]},
        {"name": "ada", "scopes": [access]},
        {"name": "ada", "scopes": [TEACHER_SCOPE]},  # of another service
        None,
        HTTPError(500),
    ]

    async def user_for_token(*_: object, **__: object) -> Any:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(keeper.hub, "user_for_token", user_for_token)
    handler = SimpleNamespace(get_cookie=lambda *_: "")
    found = [asyncio.run(keeper.find_user("a token", handler)) for _ in range(4)]
    assert [user and user.is_teacher for user in found] == [True, False, None, None]
    assert "a token" not in repr(found), "nothing that is logged contains it"
    with pytest.raises(HTTPError, match="503"):
        asyncio.run(keeper.find_user("a token", handler))


ENVIRONMENT = {
    "JUPYTERHUB_API_TOKEN": create_token(),
    "JUPYTERHUB_SERVICE_PREFIX": PREFIX,
    "JUPYTERHUB_SERVICE_NAME": "classkit",
    "JUPYTERHUB_API_URL": "http://127.0.0.1:9/hub/api",
    "JUPYTERHUB_CLIENT_ID": "service-classkit",
}


def test_settings_of_a_service_are_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    serving = ServerSettings(tmp_path, base_url=PREFIX, hub_login=True)
    with pytest.raises(ClasskitError, match="Missing: JUPYTERHUB_API_TOKEN, "):
        serving.validate_settings()
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    assert serving.validate_settings().token == ""
    assert serving.get_cookie_secret() == serving.get_cookie_secret(), "a restart keeps logins"
    for changes, told in (
        ({"base_url": "/econ/"}, "JupyterHub publishes this server at /services/classkit/"),
        ({"address": "0.0.0.0", "token": create_token()}, "Both together are only for 127.0.0.1"),
    ):
        with pytest.raises((ServerSettingsError, ClasskitError), match=told):
            ServerSettings(
                tmp_path, **{"base_url": PREFIX, "hub_login": True, **changes}
            ).validate_settings()
    both = ServerSettings(tmp_path, base_url=PREFIX, hub_login=True, token=create_token())
    assert both.validate_settings().needs_login
    open_to_all = ServerSettings(tmp_path, base_url=PREFIX, hub_login=True, address="0.0.0.0")
    assert open_to_all.validate_settings().token == "", "the hub's login suffices"


def test_a_server_without_the_hubs_login_loads_nothing_of_it() -> None:
    told = "import sys, classkit.hosting.voila_app; assert 'jupyterhub' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", told], check=False).returncode == 0
