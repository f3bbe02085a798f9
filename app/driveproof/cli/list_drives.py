# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof list`: all drives at a glance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from driveproof.cli.output import print_json, put, say, say_given_up, terminal
from driveproof.domain.text import shown
from driveproof.system.kernel.answering import BRIEF, ServedMount, silent_mounts
from driveproof.wording.catalogue import _

if TYPE_CHECKING:
    import argparse

    from driveproof.composition.application import Application


def list_drives(app: Application, arguments: argparse.Namespace) -> int:
    """Run the subcommand and return the exit status. Raises DriveproofError."""
    if not arguments.json:  # a program that reads the answer would keep it to itself
        say_given_up(app, known=arguments.dismiss)
    silent = silent_mounts(BRIEF)
    if not arguments.json:
        for mount in silent:
            say(_silence(mount))
    inventory = app.inventory()
    lines = app.drive_lines(inventory)
    if arguments.json:
        from driveproof.export.json.drives import inventory_document  # noqa: PLC0415

        print_json(inventory_document(inventory, lines, silent))
    else:
        from driveproof.export.text.drives import inventory_table  # noqa: PLC0415

        put(inventory_table(inventory, lines, **terminal()))
    return 0


def _silence(mount: ServedMount) -> str:
    return _("{name} does not answer.").format(name=shown(mount.point))
