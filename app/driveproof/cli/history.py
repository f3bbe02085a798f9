# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof history`: what is kept, and the results of a drive over time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from driveproof.cli.output import print_json, put, terminal
from driveproof.cli.selected import say_history
from driveproof.cli.usage import conflict, needs
from driveproof.composition.drive_names import drive_named
from driveproof.domain.errors import MachineError
from driveproof.export.json.history import history_document
from driveproof.export.json.over_time import over_time_document
from driveproof.export.text.lists import history_table
from driveproof.export.text.over_time import over_time_table
from driveproof.history.checks import Checks
from driveproof.history.earlier import results_over_time

if TYPE_CHECKING:
    import argparse

    from driveproof.composition.application import Application


def history(app: Application, arguments: argparse.Namespace) -> int:
    """Run the subcommand and return the exit status. Raises DriveproofError."""
    if arguments.trend:
        return _over_time(app, arguments)
    drive = drive_named(app, arguments.drive) if arguments.drive else None
    identity = drive.identity if drive is not None else None
    heads = app.history.heads(limit=arguments.limit, identity=identity)
    checks = Checks(app.history).heads(limit=arguments.limit if drive is None else None)
    if drive is not None:
        checks = [one for one in checks if one.identity == identity][: arguments.limit]
    if app.history.unreadable:
        raise MachineError("{text}", text=app.history.message)
    say_history(app)
    if arguments.json:
        print_json(history_document(heads, app.history.identities(), checks))
    else:
        encoding = terminal()["encoding"]
        limit, binary = arguments.limit, arguments.mib
        put(history_table(heads, checks, limit=limit, binary=binary, encoding=encoding))
    return 0


def _over_time(app: Application, arguments: argparse.Namespace) -> int:
    """Print every test of a drive in the order of time."""
    if not arguments.drive:
        raise needs("--trend", "--drive")
    if arguments.limit is not None:
        raise conflict("--trend", "--limit")
    drive = drive_named(app, arguments.drive)
    found = results_over_time(app.history, drive.identity)
    say_history(app)
    if arguments.json:
        print_json(over_time_document(found, drive))
    else:
        encoding = terminal()["encoding"]
        put(over_time_table(found, drive, binary=arguments.mib, encoding=encoding))
    return 0
