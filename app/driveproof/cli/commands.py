# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The subcommands: each calls the engine, prints one answer, returns the status. A subcommand is
imported when it is run, and with it the part of the program that it needs.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from gettext import NullTranslations
from typing import TYPE_CHECKING

from driveproof.cli.output import say
from driveproof.composition.application import Application
from driveproof.composition.rendering import cannot_draw
from driveproof.domain.errors import DriveproofError
from driveproof.system.kernel.answering import require_answer
from driveproof.wording.catalogue import use
from driveproof.wording.errors import Face, message_and_advice

if TYPE_CHECKING:
    import argparse

    from driveproof.composition.rendering import Draw

# ruff: noqa: PLC0415, PLR0912 - a case for each subcommand, and nothing else


def obey(
    arguments: argparse.Namespace,
    application: Application | None = None,
    draw: Draw | None = None,
) -> int:
    """Run the subcommand: in English where a program reads the answer, errors included.

    Without an application it makes one, which draws with `draw`. Raises
    DriveproofError.
    """
    app = application or Application(draw=draw or cannot_draw)
    app.sweep()
    if not arguments.json:
        return run_subcommand(app, arguments)
    before = use(NullTranslations())  # before anything is worded, in whichever thread
    try:
        return run_subcommand(app, arguments)
    except DriveproofError as error:
        say(message_and_advice(error, Face.TERMINAL))
        return error.exit_status
    finally:
        use(before)


def run_subcommand(app: Application, arguments: argparse.Namespace) -> int:
    """Import the subcommand and run it; the exit status. Raises DriveproofError, first of all for a
    place whose server does not answer.
    """
    for place in _named_places(arguments):
        require_answer(place)
    subcommand: Callable[[Application, argparse.Namespace], int]
    match arguments.command:
        case "list":
            from driveproof.cli.list_drives import list_drives as subcommand
        case "profiles":
            from driveproof.cli.profiles import profiles as subcommand
        case "run" if arguments.against is not None:
            from driveproof.cli.against import measure_against as subcommand
        case "run":
            from driveproof.cli.run import measure as subcommand
        case "history":
            from driveproof.cli.history import history as subcommand
        case "show":
            from driveproof.cli.show import show as subcommand
        case "compare":
            from driveproof.cli.compare_kept import compare_kept as subcommand
        case "export":
            from driveproof.cli.export import export as subcommand
        case "import":
            from driveproof.cli.import_ import import_results as subcommand
        case "assign":
            from driveproof.cli.import_ import assign_results as subcommand
        case "datasheet":
            from driveproof.cli.datasheet import datasheet as subcommand
        case "health":
            from driveproof.cli.health import health as subcommand
        case "selftest":
            from driveproof.cli.selftest import selftest as subcommand
        case "trim":
            from driveproof.cli.trim import trim as subcommand
        case "check":
            from driveproof.cli.check import check as subcommand
        case "diagnose":
            from driveproof.cli.diagnose import diagnose as subcommand
        case "experiment":
            from driveproof.cli.experiment import experiment as subcommand
        case "test":
            from driveproof.cli.drive_test import test as subcommand
        case "watch":
            from driveproof.cli.watch import watch as subcommand
        case "monitor":
            from driveproof.cli.monitor import monitor_here as subcommand
        case "remote":
            from driveproof.cli.remote import remote as subcommand
    return subcommand(app, arguments)


def _named_places(arguments: argparse.Namespace) -> Iterator[str]:
    """What the command line names of this machine that looks like a path."""
    values = vars(arguments)
    if isinstance(values.get("hosts"), str):  # they are those of other hosts
        return
    for value in values.values():
        for one in value if isinstance(value, list | tuple) else (value,):
            if isinstance(one, str | os.PathLike) and (
                os.sep in (word := os.fspath(one)) or word in (".", "..")
            ):
                yield word
