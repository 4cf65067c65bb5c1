"""Addresses at which an LMS answers logins by LTI 1.3."""

from __future__ import annotations

import re
from dataclasses import dataclass

from classkit.engine.errors import ClasskitError, truncate_text

LMS_ADDRESS = re.compile(
    r"https://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?(/[\w.~-]+)*/?", re.ASCII
)
CANVAS = "canvas"


@dataclass(frozen=True)
class LmsEndpoints:
    """The addresses of one LMS.

    Attributes:
        issuer: The address by which the LMS identifies itself.
        authorize_url: Where the LMS confirms who a visitor is.
        jwks_endpoint: The public keys with which the LMS signs.
    """

    issuer: str
    authorize_url: str
    jwks_endpoint: str

    @classmethod
    def parse(cls, lms: str) -> LmsEndpoints:
        """Return the addresses of Canvas, or of the Moodle at an address.

        Raises:
            ClasskitError: If `lms` is neither.

        >>> LmsEndpoints.parse("https://moodle.uni.example/").jwks_endpoint
        'https://moodle.uni.example/mod/lti/certs.php'
        """
        if lms == CANVAS:
            sso = "https://sso.canvaslms.com/api/lti"
            return cls(
                "https://canvas.instructure.com",
                f"{sso}/authorize_redirect",
                f"{sso}/security/jwks",
            )
        if not LMS_ADDRESS.fullmatch(lms):
            raise ClasskitError(
                "--lti must be canvas, or the address of a Moodle, such as "
                f"https://moodle.uni.example, not {truncate_text(lms)}."
            )
        moodle = lms.rstrip("/")
        return cls(moodle, f"{moodle}/mod/lti/auth.php", f"{moodle}/mod/lti/certs.php")
