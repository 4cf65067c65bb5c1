"""`classkit doctor`: checks an installation, and names a remedy for each problem."""

from __future__ import annotations

import argparse
import json

from classkit.hosting.config import PORT, check_port

from .command_options import add_option


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand to the parser."""
    parser = parsers.add_parser(
        "doctor",
        help="check this installation, and suggest repairs",
        description="Check versions, front ends, templates, ports, the store of matches, and "
        "isolation.",
    )
    add_option(parser, "--port", "port to check", PORT)
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Print the findings. Return 0 if there is no problem."""
    from classkit.hosting.installation_checks import run_checks

    check_port(chosen.port)

    findings = run_checks(chosen.port)
    if chosen.json:
        print(json.dumps([finding._asdict() for finding in findings], indent=1))
    else:
        for finding in findings:
            mark = "ok     " if finding.good else "PROBLEM"
            print(f"{mark}  {finding.what}: {finding.found}")
            if finding.remedy:
                print(f"         -> {finding.remedy}")
    wrong = sum(not finding.good for finding in findings)
    if not chosen.json:
        print(
            f"\n{wrong} problems."
            if wrong
            else "\nNo problems found. To open a table: classkit demo"
        )
    return 1 if wrong else 0
