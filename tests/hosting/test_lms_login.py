"""Students and teachers come from an LMS into rooms, dashboards and notebooks; forgers do not.

The hub has the configuration that `classkit deploy --lti` writes. The LMS is emulated.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any
from urllib.error import HTTPError
from urllib.parse import unquote
from urllib.request import Request, build_opener

import pytest

pytest.importorskip("ltiauthenticator")

from classkit.hosting.config import create_token
from classkit.hosting.lms_login import LMSAuthenticator

from .hubs import PREFIX, Browser, Hub, NoRedirects, open_room, running_hub
from .lms import CALLBACK, INSTRUCTOR, LEARNER, STAFF, Lms, emulated_lms

pytestmark = pytest.mark.skipif(os.name == "nt", reason="JupyterHub does not run on Windows")
MOODLE, CLIENT = "https://moodle.uni.example", "a-client"
TOKEN = create_token()
"""Token of the server, which on 127.0.0.1 works beside the hub's login."""


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Hub, Lms]]:
    """A hub and its LMS."""
    with emulated_lms(MOODLE, CLIENT) as lms:
        edits = {
            'CLIENT_ID = ""': f'CLIENT_ID = "{CLIENT}"',
            "SUGGEST_NAMES = False": "SUGGEST_NAMES = True",
            f"{MOODLE}/mod/lti/auth.php": f"{lms.url}/auth",
            f"{MOODLE}/mod/lti/certs.php": f"{lms.url}/certs",
        }
        folder = tmp_path_factory.mktemp("hub")
        more = f'c.JupyterHub.services[0]["environment"]["CLASSKIT_TOKEN"] = "{TOKEN}"\n'
        with running_hub(folder, "--lti", MOODLE, edits=edits, more=more) as hub:
            yield hub, lms


@pytest.mark.deep
def test_a_class_comes_from_its_course(school: tuple[Hub, Lms]) -> None:
    hub, lms = school
    teacher, student = Browser(hub), Browser(hub)
    desk = lms.launch(teacher, "1", INSTRUCTOR, f"{hub.url}{PREFIX}desk/")
    assert desk.status == 200 and desk.url.endswith(f"{PREFIX}desk/"), desk.way
    code, _ = open_room(teacher)
    phone = lms.launch(student, "2", LEARNER, f"{hub.url}{PREFIX}class/{code}", given_name="Bо; B")
    assert phone.status == 200 and phone.url.endswith(f"{PREFIX}class/{code}"), phone.way
    assert '"name": "B\\u043e; B"' in phone.text
    tables = lms.launch(student, "2", LEARNER, f"{hub.url}{PREFIX}voila/tree")
    assert tables.status == 200 and tables.url.endswith(f"{PREFIX}voila/tree"), tables.way
    assert "This page is for teachers" in student.get(f"{PREFIX}desk/").text
    lab = f"{hub.url}/hub/user-redirect/lab/tree/poleconomy-1-read.ipynb"
    way = unquote(" ".join(lms.launch(student, "2", LEARNER, lab).way))
    assert re.search(r"/user/lms-[0-9a-f]{20}/lab/tree/poleconomy-1-read.ipynb", way), way
    names = {user["name"] for user in users(hub)}
    assert len(names) == 2 and all(re.fullmatch("lms-[0-9a-f]{20}", name) for name in names)
    assert "ada@uni.example" not in (hub.folder / "hub.sqlite").read_bytes().decode("latin-1")


def users(hub: Hub) -> list[dict[str, Any]]:
    """The users that the hub knows."""
    found = hub.ask("users")
    assert isinstance(found, list)
    return found


@pytest.mark.deep
def test_the_role_is_that_of_the_latest_course(school: tuple[Hub, Lms]) -> None:
    hub, lms = school
    for role, status in ((INSTRUCTOR, 200), (STAFF, 403), (LEARNER, 403), (INSTRUCTOR, 200)):
        browser = Browser(hub)
        assert lms.launch(browser, "3", role, f"{hub.url}{PREFIX}desk/").status == status


@pytest.mark.deep
@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example/", "//evil.example/", "https://hub/?next=https://evil.example/",
        "https://hub/?next=%2F%2Fevil.example", "https://evil.example\\@x/", "javascript:alert(1)",
    ],
)  # fmt: skip
def test_a_launch_leads_nowhere_else(target: str, school: tuple[Hub, Lms]) -> None:
    hub, lms = school
    answer = lms.launch(Browser(hub), "4", LEARNER, target)
    assert all(url.startswith(hub.url) for url in answer.way), answer.way


@pytest.mark.deep
def test_the_servers_own_token_works_beside_the_hubs_login(school: tuple[Hub, Lms]) -> None:
    hub, lms = school
    owner, student = Browser(hub), Browser(hub)
    assert owner.get(f"{PREFIX}desk/?token={TOKEN}").status == 200
    assert len(owner.get(f"{PREFIX}desk/").way) == 1, "its cookie"
    assert "/hub/login" in Browser(hub).get(f"{PREFIX}desk/?token={'x' * 32}").url
    assert lms.launch(student, "8", LEARNER, f"{hub.url}{PREFIX}desk/").status == 403
    assert student.get(f"{PREFIX}desk/?token={'x' * 32}").status == 403
    assert student.get(f"{PREFIX}metrics", Authorization=f"Bearer {TOKEN}").status == 200


def unsigned(lms: Lms, claims: dict[str, Any]) -> str:
    """A token without a signature."""
    parts = ({"alg": "none", "typ": "JWT", "kid": "one"}, claims)
    told = [base64.urlsafe_b64encode(json.dumps(part).encode()).decode() for part in parts]
    return ".".join(part.rstrip("=") for part in told) + "."


FORGERIES: dict[str, Callable[[Lms, dict[str, Any]], str]] = {
    "another key": lambda lms, claims: Lms("", "").sign(claims),
    "no signature": unsigned,
    "a secret": lambda lms, claims: lms.sign(claims, key="s" * 40, algorithm="HS256"),
    "another issuer": lambda lms, claims: lms.sign({**claims, "iss": "https://evil.example"}),
    "another tool": lambda lms, claims: lms.sign({**claims, "aud": "another"}),
    "expired": lambda lms, claims: lms.sign({**claims, "exp": claims["iat"] - 1}),
    "old": lambda lms, claims: lms.sign({**claims, "iat": claims["iat"] - 100_000}),
    "another nonce": lambda lms, claims: lms.sign({**claims, "nonce": "guessed"}),
    "nobody": lambda lms, claims: lms.sign({**claims, "sub": ""}),
    "rubbish": lambda lms, claims: "a.b.c",
}


@pytest.mark.deep
@pytest.mark.parametrize("kind", FORGERIES)
def test_forged_launches_let_nobody_in(kind: str, school: tuple[Hub, Lms]) -> None:
    hub, lms = school
    browser = Browser(hub)
    request = lms.start(browser, f"{hub.url}{PREFIX}desk/")
    token = FORGERIES[kind](lms, lms.claims("5", INSTRUCTOR, request["nonce"]))
    answer = browser.get(CALLBACK, {"state": request["state"], "id_token": token})
    assert 400 <= answer.status < 500, (answer.status, answer.way)
    assert "/hub/login" in browser.get(f"{PREFIX}desk/").url


@pytest.mark.deep
def test_a_launch_works_once_and_in_its_browser_only(school: tuple[Hub, Lms]) -> None:
    hub, lms = school
    browser, thief = Browser(hub), Browser(hub)
    request = lms.start(browser, f"{hub.url}{PREFIX}desk/")
    token = lms.sign(lms.claims("6", INSTRUCTOR, request["nonce"]))
    form = {"state": request["state"], "id_token": token}
    assert thief.get(CALLBACK, form).status == 400
    own = lms.start(thief, f"{hub.url}{PREFIX}desk/")
    assert thief.get(CALLBACK, {**form, "state": own["state"]}).status == 400
    assert browser.get(CALLBACK, form).status == 200
    assert browser.get(CALLBACK, form).status == 400


@pytest.mark.deep
def test_browsers_return_the_cookies_of_a_login_to_a_form_of_another_site(
    school: tuple[Hub, Lms],
) -> None:
    hub, lms = school
    for protocol, kept in (("https", True), ("http", False)):
        address = f"{hub.hub_url}{lms.link('7', LEARNER, 'https://hub.example/')}"
        request = Request(address, headers={"X-Forwarded-Proto": protocol})
        with pytest.raises(HTTPError) as redirected:
            build_opener(NoRedirects()).open(request, timeout=60)
        cookies = redirected.value.headers.get_all("Set-Cookie") or []
        started = [one for one in cookies if one.startswith("lti13")]
        assert len(started) == 2 and all("HttpOnly" in one for one in started)
        assert all(("SameSite=None" in one and "Secure" in one) == kept for one in started)


def authenticate(keeper: LMSAuthenticator, **claims: Any) -> tuple[Any, list[str]]:
    """The hub's user for the claims of an LMS, and the cookies that are set."""
    cookies: list[str] = []
    handler = SimpleNamespace(
        base_url="/econ/",
        request=SimpleNamespace(protocol="http", headers={"X-Forwarded-Proto": "https,http"}),
        add_header=lambda name, value: cookies.append(value),
    )
    return asyncio.run(keeper.authenticate(handler, claims)), cookies


def test_people_get_names_of_their_own_and_teachers_the_group() -> None:
    """The deep tests show the same by launches at a hub."""
    claim = "https://purl.imsglobal.org/spec/lti/claim/roles"
    keeper = LMSAuthenticator()
    teacher, cookies = authenticate(
        keeper, iss=MOODLE, sub="1", given_name="Ada", **{claim: [INSTRUCTOR]}
    )
    staff, _ = authenticate(keeper, iss=MOODLE, sub="root", **{claim: [STAFF, LEARNER]})
    other, _ = authenticate(keeper, iss="https://other.example", sub="1")
    assert [user["groups"] for user in (teacher, staff, other)] == [["classkit-teachers"], [], []]
    assert len({user["name"] for user in (teacher, staff, other)}) == 3
    assert all(re.fullmatch("lms-[0-9a-f]{20}", user["name"]) for user in (teacher, staff, other))
    assert not cookies, "names are suggested only if the teacher wants it"
    assert authenticate(keeper, iss=MOODLE)[0] is None, "an anonymous launch"


def test_a_name_is_suggested_to_the_rooms_alone() -> None:
    keeper = LMSAuthenticator(suggest_names=True)
    _, (cookie,) = authenticate(keeper, iss=MOODLE, sub="1", given_name="Ada\r\nX: y")
    assert cookie == (
        "classkit_name=Ada%0D%0AX%3A%20y; Path=/econ/services/classkit/class/; "
        "HttpOnly; SameSite=Lax; Secure"
    )
