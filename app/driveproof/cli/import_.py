# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof import` and `assign`: other programs' results as runs, and the drive they are of."""

from __future__ import annotations

import argparse

from driveproof.cli.output import print_json, put, say, say_note, terminal
from driveproof.cli.selected import find
from driveproof.cli.usage import conflict, needs
from driveproof.composition.application import Application
from driveproof.composition.drive_names import drive_named
from driveproof.domain.run.run import Run
from driveproof.engine.run.importing import import_files
from driveproof.export.json.history import history_document
from driveproof.export.text.run import run_table
from driveproof.history.assigning import assign
from driveproof.methods import answer_of
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.profile import run_title
from driveproof.wording.run import drive_words


def import_results(app: Application, arguments: argparse.Namespace) -> int:
    """Import the files that the arguments name; 0 when all of them are stored."""
    drive = drive_named(app, arguments.drive) if arguments.drive else None
    imported = import_files(app.history, arguments.files, arguments.label, drive)
    runs = imported.runs
    say_note(app.history.message)
    if arguments.json:
        ids = [run.id for run in runs]
        heads = {head.id: head for head in app.history.heads()}
        kept = [heads[name] for name in ids if name in heads]
        print_json(history_document(kept, app.history.identities()))
    else:
        for run in runs:
            if run.id in imported.known:
                say(_("Already in the history: run {id}").format(id=run.id))
            else:
                say(_("Run {id}: {drive}").format(drive=_named(run), id=run.id))
        if len(runs) == 1:
            put(run_table(runs[0], answer_of(runs[0]), binary=arguments.mib, **terminal()))
    return 0


def assign_results(app: Application, arguments: argparse.Namespace) -> int:
    """Assign imported runs to a drive, or back to what their files say; 0 when that is stored."""
    found = [find(app, word) for word in arguments.runs]
    if bool(arguments.drive) == arguments.as_in_file:
        if arguments.drive:
            raise conflict("--drive", "--as-in-file")
        raise needs("assign", "--drive|--as-in-file")
    drive = drive_named(app, arguments.drive) if arguments.drive else None
    ids = list(dict.fromkeys(run for runs in found for run in runs))
    assign(app.history, ids, drive)
    if arguments.json:
        heads = {head.id: head for head in app.history.heads()}
        kept = [heads[run] for run in ids if run in heads]
        print_json(history_document(kept, app.history.identities()))
        return 0
    for run in ids:
        named = drive_words(app.history.load(run).target)
        say(_("Run {id}: {drive}").format(id=run, drive=named or _("unknown")))
    return 0


def _named(run: Run) -> str:
    named = f"{run_title(run.title, run.profile, run.cache)}, {date_and_time(run.started)}"
    return named if run.source == run.title else f"{named} ({run.source})"
