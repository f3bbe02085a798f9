# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof show`: one result, or a kept check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from driveproof.cli.output import print_json, put, say, terminal
from driveproof.cli.selected import find_kept
from driveproof.domain.expected_answer import expected_answer
from driveproof.engine.run.expected_speed import expected_of
from driveproof.export.json.run import run_document
from driveproof.export.text.run import run_table
from driveproof.methods import answer_of
from driveproof.wording.catalogue import _

if TYPE_CHECKING:
    import argparse

    from driveproof.composition.application import Application


def show(app: Application, arguments: argparse.Namespace) -> int:
    """Run the subcommand and return the exit status. Raises DriveproofError."""
    found, checks = find_kept(app, arguments.run)
    if len(checks or found) > 1:
        say(_("The newest of several results with this label:"))
    if checks:
        from driveproof.cli.kept_check import show_check  # noqa: PLC0415

        return show_check(app, checks[0], as_json=arguments.json)
    kept = app.history.load(found[0])
    if arguments.json:
        health, expected = app.run_health(kept.id), expected_of(kept, app.history)
        print_json(run_document(kept, answer_of(kept), health, expected))
    else:
        put(
            run_table(
                kept,
                answer_of(kept),
                binary=arguments.mib,
                commands=arguments.commands,
                details=arguments.details,
                health=app.run_health(kept.id),
                expected=expected_answer(kept, expected_of(kept, app.history)),
                **terminal(),
            )
        )
    return 0
