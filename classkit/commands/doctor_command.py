"""`classkit doctor`: checks an installation or a published server, and names remedies."""

from __future__ import annotations

import argparse
import json
import logging
from typing import TYPE_CHECKING

from classkit.engine.errors import ClasskitError
from classkit.hosting.config import PORT, check_port

from .command_options import add_option

if TYPE_CHECKING:
    from classkit.hosting.installation_checks import Finding

LOAD_SECONDS, MAX_LOAD_SECONDS = 60, 120


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand to the parser."""
    parser = parsers.add_parser(
        "doctor",
        help="check this installation or a published server, and suggest repairs",
        description="Check versions, front ends, templates, ports, the match store and "
        "isolation. With --at, check a published server from outside instead: its page, cookie, "
        "websocket, largest messages, prefix and clock, and a minute of load.",
    )
    add_option(parser, "--port", "port to check", PORT)
    add_option(
        parser,
        "--at",
        "address of a published server, such as https://games.uni.example/econ/; no token is "
        "needed",
        unit="URL",
    )
    add_option(
        parser,
        "--seconds",
        f"with --at: seconds of load from another process, at most {MAX_LOAD_SECONDS}; 0 for none",
        LOAD_SECONDS,
        unit="N",
    )
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Print the findings. Return 0 if there is no problem."""
    if chosen.at is not None:
        return check_published(chosen)
    from classkit.hosting.installation_checks import run_checks

    check_port(chosen.port)
    findings = run_checks(chosen.port)
    return print_findings(findings, chosen.json, "To open a table: classkit demo")


def check_published(chosen: argparse.Namespace) -> int:
    """Check a published server, and print each finding as soon as it is known."""
    from classkit.hosting.outside_checks import run_outside_checks

    if not 0 <= chosen.seconds <= MAX_LOAD_SECONDS:
        raise ClasskitError(
            f"--seconds must be from 0 to {MAX_LOAD_SECONDS}, not {chosen.seconds}."
        )
    logging.getLogger("tornado").setLevel(logging.ERROR)  # findings tell what it would warn of
    findings: list[Finding] = []

    def tell(finding: Finding) -> None:
        findings.append(finding)
        if not chosen.json:
            print_finding(finding)

    run_outside_checks(chosen.at, chosen.seconds, tell)
    return print_summary(findings, chosen.json, "Phones can join a class there.")


def print_findings(findings: list[Finding], as_json: bool, good_words: str) -> int:
    """Print all findings and the summary. Return 1 if there is a problem."""
    if not as_json:
        for finding in findings:
            print_finding(finding)
    return print_summary(findings, as_json, good_words)


def print_finding(finding: Finding) -> None:
    """Print one finding, and its remedy below it."""
    mark = "skipped" if finding.is_skipped else "ok     " if finding.good else "PROBLEM"
    by = f" (refused by {finding.refused_by})" if finding.refused_by else ""
    print(f"{mark}  {finding.what}{by}: {finding.found}", flush=True)
    if finding.remedy:
        first, *others = finding.remedy.splitlines()
        print(f"         -> {first}")
        for line in others:
            print(f"            {line}")


def print_summary(findings: list[Finding], as_json: bool, good_words: str) -> int:
    """Print the number of problems, or everything as JSON. Return 1 if there is a problem."""
    wrong = sum(not finding.good for finding in findings)
    if as_json:
        print(json.dumps([finding._asdict() for finding in findings], indent=1))
    else:
        print(f"\n{wrong} problems." if wrong else f"\nNo problems found. {good_words}")
    return 1 if wrong else 0
