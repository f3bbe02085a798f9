# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof run --against`: two drives in turn, and the comparison of both."""

from __future__ import annotations

import argparse
import sys

from driveproof.cli.asking import warn_of_failing, warn_of_others, warn_of_unkept
from driveproof.cli.early_end import cancelling
from driveproof.cli.output import print_json, put, say, say_given_up, say_note, terminal
from driveproof.cli.run import RunProgressLine, asked_profile, options_of, refuse_size
from driveproof.cli.usage import conflict
from driveproof.composition.application import Application
from driveproof.composition.measuring import new_against
from driveproof.domain.errors import CancelledError, DriveproofError
from driveproof.domain.profile_cost import later_compared
from driveproof.domain.run.in_turn import run_outcome
from driveproof.domain.run.run import CANCELLED, FINISHED, Run
from driveproof.engine.comparison.reading import ComparisonRequest, gather
from driveproof.export.json.comparison import comparison_document
from driveproof.export.json.run import runs_document
from driveproof.export.text.comparison import comparison_table
from driveproof.export.text.run import run_table
from driveproof.methods import answer_of
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, message_and_advice
from driveproof.wording.say import say_text

# With two drives in turn these have no meaning: one drive is written to, or one file is kept.
_ALONE = ("overwrite_device", "trim_after", "yes", "beside", "hosts", "scaling",
          "copy_from", "log_target")  # fmt: skip
_OPTIONS = {"beside": "--also"}


def measure_against(app: Application, arguments: argparse.Namespace) -> int:
    """Measure both drives and print their comparison; 0 done, 130 cancelled, else the status of
    the failure. Raises UsageError for options that are about one drive.
    """
    say_given_up(app)
    for name in _ALONE:
        if getattr(arguments, name):
            option = _OPTIONS.get(name, f"--{name.replace('_', '-')}")
            raise conflict(option, "--against")
    paths = (arguments.target, arguments.against)
    refuse_size(arguments.size, paths)
    for path in paths:
        warn_of_others(app, path)
        warn_of_failing(app, path)
    warn_of_unkept(app)
    profile = asked_profile(app, arguments)
    if few := later_compared(profile.repeats, len(profile.phases)):
        say(say_text(few))
    session = new_against(
        app,
        profile,
        paths,
        RunProgressLine(sys.stderr, binary=arguments.mib),
        options_of(arguments),
    )
    with cancelling(session):
        runs = session.run()
    say_note(app.history.message)
    if all(run.status == FINISHED for run in runs) and not any(session.failures):
        return _compared(app, arguments, runs)
    return _apart(app, arguments, runs, session.failures)


def _compared(app: Application, arguments: argparse.Namespace, runs: tuple[Run, ...]) -> int:
    found = gather(app.history, ComparisonRequest(tuple(run.id for run in runs)))
    told = found.comparison, found.answer, found.spans
    if arguments.json:
        print_json(comparison_document(*told))
    else:
        options = {"binary": arguments.mib, "details": arguments.details}
        put(comparison_table(*told, **options, **terminal()))
        for run in runs:
            say(say_text(run_outcome(run)))
    return 0


def _apart(
    app: Application,
    arguments: argparse.Namespace,
    runs: tuple[Run, ...],
    failures: tuple[DriveproofError | None, ...],
) -> int:
    """Not both have come to their end: what there is of each, and why."""
    if arguments.json:
        kept = (run for run in runs if run.phases)
        print_json(runs_document((run, answer_of(run), app.run_health(run.id)) for run in kept))
    for run in runs:
        if run.phases and not arguments.json:
            options = {"binary": arguments.mib, "details": arguments.details}
            health = app.run_health(run.id)
            put(run_table(run, answer_of(run), health=health, **options, **terminal()))
    for run, failure in zip(runs, failures, strict=True):
        say(say_text(run_outcome(run)))
        if failure is not None:
            say(message_and_advice(failure, Face.TERMINAL))
    failed = next(filter(None, failures), None)
    if failed is not None:
        return failed.exit_status
    if any(run.status == CANCELLED for run in runs):
        say(_("Cancelled. The results so far are saved."))
    return CancelledError.exit_status
