# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof check`: a drive on one page; progress goes to standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from driveproof.cli.asking import warn_of_failing, warn_of_others, warn_of_unkept
from driveproof.cli.early_end import cancelling
from driveproof.cli.output import print_json, put, report_path, say, say_note, terminal
from driveproof.cli.run import RunProgressLine
from driveproof.composition.check import new_check
from driveproof.composition.rendering import CheckReport
from driveproof.domain.check.answer import check_answer
from driveproof.domain.check.check import TOPIC_TITLES, CheckFinding
from driveproof.domain.errors import CancelledError, DriveproofError, MachineError
from driveproof.engine.check.session import CheckEvent, TopicBegun, TopicsPlanned
from driveproof.engine.run.expected_speed import expected_of
from driveproof.export.json.check import check_document
from driveproof.export.text.check import check_page
from driveproof.methods import measured_answer
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, message_and_advice, unkept_check_text
from driveproof.wording.say import say_text

if TYPE_CHECKING:
    import argparse

    from driveproof.composition.application import Application


class CheckProgress(RunProgressLine):
    """Prints the progress of a check and of its measurement."""

    def tell(self, event: CheckEvent) -> None:
        """Print an event of the check."""
        if isinstance(event, TopicBegun):
            self.line(_("Checking: {topic}").format(topic=say_text(TOPIC_TITLES[event.topic])))
        elif not isinstance(event, CheckFinding | TopicsPlanned):
            self(event)


def check(app: Application, arguments: argparse.Namespace) -> int:
    """Run the subcommand and return the exit status. Raises DriveproofError."""
    output = report_path(arguments.output)
    if not arguments.no_measurement:
        warn_of_others(app, arguments.target)
        warn_of_failing(app, arguments.target)
    warn_of_unkept(app)
    session = new_check(
        app,
        arguments.target,
        CheckProgress(sys.stderr, binary=False).tell,
        measure=not arguments.no_measurement,
        label=arguments.label,
        sold_as_new=arguments.new,
    )
    with cancelling(session):
        found = session.run()
    expected = expected_of(found.run, app.history) if found.run is not None else ()
    if arguments.json:
        print_json(check_document(found, measured_answer(found), expected))
    else:
        put(check_page(found, expected, **terminal()))
    unkept = unkept_check_text(found.unkept, Face.TERMINAL)
    if not unkept:  # else it has the same reason
        say_note(app.history.message)
    failure = written(output, partial(app.draw, CheckReport(found, expected)))
    if session.cancelled:
        say(_("Cancelled."))
        return CancelledError.exit_status
    if failure is not None:
        say(message_and_advice(failure, Face.TERMINAL))
        return failure.exit_status
    if unkept:
        say(unkept)
    if check_answer(found).bad:
        return 1
    return MachineError.exit_status if unkept else 0


def written(output: Path | None, write: Callable[[Path], None]) -> DriveproofError | None:
    """Write the report; an error in writing follows the answer and does not replace it."""
    if output is None:
        return None
    try:
        write(output)
    except DriveproofError as error:
        return error
    say(_("{path} is written.").format(path=output))
    return None
