# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof datasheet`: what the manufacturer promises, entered from the data sheet."""

from __future__ import annotations

import argparse
from dataclasses import replace

from driveproof.cli.output import plain_lines, print_json, put
from driveproof.cli.usage import conflict, option
from driveproof.composition.application import Application
from driveproof.composition.drive_names import drive_named
from driveproof.domain.document.values import alike
from driveproof.domain.drive.datasheet import Datasheet
from driveproof.domain.errors import MachineError
from driveproof.domain.text import shown
from driveproof.engine.check.kept import enter_figures
from driveproof.export.json.small import DatasheetDocument
from driveproof.history.datasheet import Datasheets
from driveproof.wording.catalogue import _
from driveproof.wording.datasheet import datasheet_rows


def datasheet(app: Application, arguments: argparse.Namespace) -> int:
    """Show, enter or remove the manufacturer's figures of a drive's model; 0 when that is done."""
    drive = drive_named(app, arguments.drive)
    if not drive.model:
        raise MachineError("{drive} does not report its model.", drive=arguments.drive)
    names = ("read", "write", "random_read", "random_write", "endurance")
    given = {name: value for name in names if (value := getattr(arguments, name)) is not None}
    if arguments.remove and given:
        raise conflict("--remove", option(next(iter(given))))
    figures = Datasheets(app.history)
    found = Datasheet() if arguments.remove else replace(figures.of(drive.model), **given)
    if arguments.remove or given:
        enter_figures(app.history, drive.model, found)
    if arguments.json:
        print_json(alike(DatasheetDocument, found, model=drive.model))
        return 0
    lines = [f"{name}: {value}" for name, value in datasheet_rows(found)]
    none = _("No rated values were entered.")
    put(plain_lines("\n".join([shown(drive.model), *(lines or [none])])), end="")
    return 0
