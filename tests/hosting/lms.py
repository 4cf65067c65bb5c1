"""An emulated LMS: it signs who comes, by LTI 1.3, and shows its keys. Its word can be forged."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm

from .hubs import Answer, Browser

CLAIM = "https://purl.imsglobal.org/spec/lti/claim"
ROLE = "http://purl.imsglobal.org/vocab/lis/v2"
LEARNER, INSTRUCTOR = f"{ROLE}/membership#Learner", f"{ROLE}/membership#Instructor"
STAFF = f"{ROLE}/institution/person#Instructor"
"""Who teaches at the institution, and is a learner in this course."""
LOGIN, CALLBACK = "/hub/lti13/oauth_login", "/hub/lti13/oauth_callback"


@dataclass
class Lms:
    """An LMS with a key, at an address of this machine."""

    issuer: str
    client_id: str
    url: str = ""
    key: rsa.RSAPrivateKey = field(
        default_factory=lambda: rsa.generate_private_key(public_exponent=65537, key_size=2048)
    )

    def keys(self) -> dict[str, Any]:
        """The public keys, as LMSs publish them."""
        key = json.loads(RSAAlgorithm.to_jwk(self.key.public_key()))
        return {"keys": [{**key, "kid": "one", "alg": "RS256", "use": "sig"}]}

    def claims(self, sub: str, role: str, nonce: str, **more: Any) -> dict[str, Any]:
        """What a launch states about a person."""
        now = int(time.time())
        stated = {
            "iss": self.issuer, "aud": self.client_id, "sub": sub, "nonce": nonce,
            "iat": now, "exp": now + 300, "given_name": "Ada", "email": "ada@uni.example",
            f"{CLAIM}/message_type": "LtiResourceLinkRequest", f"{CLAIM}/version": "1.3.0",
            f"{CLAIM}/deployment_id": "1", f"{CLAIM}/roles": [role],
            f"{CLAIM}/target_link_uri": "https://hub.example/",
            f"{CLAIM}/resource_link": {"id": "1"},
        }  # fmt: skip
        return {**stated, **more}

    def sign(self, claims: dict[str, Any], **options: Any) -> str:
        """Sign claims, as this LMS or as a forger does."""
        chosen: dict[str, Any] = {"key": self.key, "algorithm": "RS256", **options}
        return jwt.encode(claims, headers={"kid": "one"}, **chosen)

    def link(self, sub: str, role: str, target: str) -> str:
        """The hub's address to which a course leads somebody, for a page of the hub."""
        words = {"iss": self.issuer, "login_hint": f"{sub} {role}", "client_id": self.client_id}
        words |= {"target_link_uri": target, "lti_message_hint": "course"}
        return f"{LOGIN}?{urlencode(words)}"

    def confirm(self, request: dict[str, str]) -> str:
        """The page by which the LMS sends a browser back to the hub, as LMSs do."""
        sub, role = request["login_hint"].split()
        fields = {"state": request["state"]}
        fields["id_token"] = self.sign(self.claims(sub, role, request["nonce"]))
        hidden = (f'<input type="hidden" name="{k}" value="{v}">' for k, v in fields.items())
        return (
            f'<form method="post" action="{request["redirect_uri"]}">{"".join(hidden)}</form>'
            "<script>document.forms[0].submit()</script>"
        )

    def start(self, browser: Browser, target: str) -> dict[str, str]:
        """Follow a link in the LMS to the hub, which sends the browser back with a request."""
        asked = browser.get(self.link("7", LEARNER, target))
        assert asked.url.startswith(f"{self.url}/auth?"), (asked.url, asked.text[-500:])
        request = dict(parse_qsl(urlsplit(asked.url).query))
        assert request["redirect_uri"] == f"{browser.hub.url}{CALLBACK}"
        assert (request["response_mode"], request["client_id"]) == ("form_post", self.client_id)
        return request

    def launch(self, browser: Browser, sub: str, role: str, target: str, **more: Any) -> Answer:
        """Send somebody to a page of the hub."""
        request = self.start(browser, target)
        token = self.sign(self.claims(sub, role, request["nonce"], **more))
        return browser.get(CALLBACK, {"state": request["state"], "id_token": token})


@contextmanager
def emulated_lms(issuer: str, client_id: str) -> Iterator[Lms]:
    """Run an LMS that shows its keys, and confirms who comes."""
    lms = Lms(issuer, client_id)
    keys = json.dumps(lms.keys()).encode()

    class Pages(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            query = dict(parse_qsl(urlsplit(self.path).query))
            self.send_response(200)
            self.send_header("Content-Type", "text/html" if query else "application/json")
            self.end_headers()
            self.wfile.write(lms.confirm(query).encode() if query else keys)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Pages) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        lms.url = f"http://localhost:{server.server_port}"  # another site than the hub's
        yield lms
        server.shutdown()
