# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof diagnose`: why a drive seems slow; progress goes to standard error."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from driveproof.cli.asking import warn_of_failing, warn_of_others
from driveproof.cli.check import CheckProgress, written
from driveproof.cli.early_end import cancelling
from driveproof.cli.output import print_json, put, report_path, say, say_note, terminal
from driveproof.composition.diagnosis import new_diagnosis
from driveproof.composition.rendering import DiagnosisReport
from driveproof.domain.diagnosis.answer import diagnosis_answer
from driveproof.domain.errors import Advice, CancelledError, UsageError
from driveproof.export.json.diagnosis import diagnosis_document
from driveproof.export.text.diagnosis import diagnosis_page
from driveproof.methods import measured_answer
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, message_and_advice

if TYPE_CHECKING:
    import argparse

    from driveproof.composition.application import Application


def diagnose(app: Application, arguments: argparse.Namespace) -> int:
    """Run the subcommand and return the exit status. Raises DriveproofError."""
    if arguments.file and not Path(arguments.file).is_file():
        raise UsageError(
            "{path} is not a file.", path=arguments.file, advice=Advice("Name a file.")
        )
    output = report_path(arguments.output)
    if not arguments.no_measurement:
        warn_of_others(app, arguments.target)
        warn_of_failing(app, arguments.target)
    session = new_diagnosis(
        app,
        arguments.target,
        CheckProgress(sys.stderr, binary=False).tell,
        measure=not arguments.no_measurement,
        file=arguments.file,
    )
    with cancelling(session):
        found = session.run()
    if arguments.json:
        print_json(diagnosis_document(found, measured_answer(found.evidence.check)))
    else:
        put(diagnosis_page(found, **terminal()))
    say_note(app.history.message)
    failure = written(output, partial(app.draw, DiagnosisReport(found)))
    if session.cancelled:
        say(_("Cancelled."))
        return CancelledError.exit_status
    if failure is not None:
        say(message_and_advice(failure, Face.TERMINAL))
        return failure.exit_status
    return int(diagnosis_answer(found).bad)
