# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof import`: stores other programs' results as runs of the history."""

from __future__ import annotations

import argparse

from driveproof.cli.output import print_json, say, terminal
from driveproof.composition.root import Application
from driveproof.domain.run.run import Run
from driveproof.export.json.run import history_document
from driveproof.export.text.run import run_table
from driveproof.wording.catalogue import _
from driveproof.wording.dates import stamp
from driveproof.wording.profile import run_title


def import_results(app: Application, arguments: argparse.Namespace) -> int:
    """Import the files that the arguments name; 0 when all of them are stored."""
    runs = app.import_files(arguments.files, arguments.label)
    if app.history.message:
        say(app.history.message)
    if arguments.json:
        ids = [run.id for run in runs]
        heads = {head.id: head for head in app.history.heads()}
        kept = [heads[name] for name in ids if name in heads]
        print_json(history_document(kept, app.history.identities()))
    else:
        for run in runs:
            say(_("{result} is kept as run {id}.").format(result=_named(run), id=run.id))
        if len(runs) == 1:
            print(run_table(runs[0], binary=arguments.mib, **terminal()))
    return 0


def _named(run: Run) -> str:
    named = _("{title} of {date}").format(
        title=run_title(run.title, run.profile, run.cache), date=stamp(run.started)
    )
    return named if run.source == run.title else f"{named} ({run.source})"
