# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof trim preview` and `run`: what would be trimmed, and trimming once confirmed."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from driveproof.cli.asking import ask, can_ask, warn_of_others
from driveproof.cli.early_end import cancelling
from driveproof.cli.live_line import LiveLine
from driveproof.cli.output import print_json, put, say, say_note, terminal
from driveproof.composition.trim import TrimService
from driveproof.domain.errors import Advice, CancelledError, RefusedError, Remedy
from driveproof.domain.trim.answer import outcome_answer
from driveproof.domain.trim.job import (
    TRIMMING,
    Preview,
    TrimProgress,
    TrimStatus,
)
from driveproof.export.json.trim import outcome_document, preview_document
from driveproof.export.text.trim import outcome_text, preview_text, progress_text
from driveproof.wording.catalogue import _

if TYPE_CHECKING:
    import argparse

    from driveproof.composition.application import Application

BAD = 1
"""Exit status: done, and the answer is bad."""


def preview(app: Application, arguments: argparse.Namespace) -> int:
    """Print what a TRIM would do; 1 where it is not possible. Raises DriveproofError."""
    found = TrimService(app).session(arguments.target, TrimProgressLine(sys.stderr)).preview()
    if arguments.json:
        print_json(preview_document(found))
    else:
        put(preview_text(found, **terminal()))
    return BAD if found.refusal else 0


def run(app: Application, arguments: argparse.Namespace) -> int:
    """Trim; 130 when cancelled, 1 where it certainly did not reach the drive. Raises
    DriveproofError.
    """
    line = TrimProgressLine(sys.stderr)
    session = TrimService(app).session(arguments.target, line, proof=arguments.proof)
    found = session.preview()
    if found.refusal is not None:
        raise found.refusal
    if arguments.yes or not can_ask():
        _named_itself(found)
    confirm(found, yes=arguments.yes)
    warn_of_others(app, arguments.target)
    try:
        with cancelling(session):
            outcome = session.run()
    finally:
        line.clear()
    if arguments.json:
        print_json(outcome_document(outcome))
    else:
        put(outcome_text(outcome, **terminal()))
    say_note(app.history.message)
    if outcome.status == TrimStatus.CANCELLED:
        say(_("Cancelled; part of it may be trimmed."))
        return CancelledError.exit_status
    return BAD if outcome_answer(outcome).bad else 0


def _named_itself(found: Preview) -> None:
    """Raises RefusedError unless the target is a mount point or a device.

    A folder whose disk is not mounted lies on another file system, and without a question nobody
    would notice that.
    """
    if found.mount is None or os.path.realpath(found.target) == found.place:
        return
    if Path(found.target).is_block_device():
        return
    raise RefusedError(
        "{folder} is a folder; the file system is at {mount}.",
        folder=found.target,
        mount=found.place,
        advice=Advice(
            "Run: {command}",
            command=f"driveproof trim run {shlex.quote(found.place)} --yes",
        ),
    )


class TrimProgressLine(LiveLine):
    """Prints the progress of a TRIM: one live line on a terminal, a line per step elsewhere."""

    def __call__(self, progress: TrimProgress) -> None:
        """Print the progress."""
        if self.live:
            self.show(progress_text(progress))
        elif progress.step != TRIMMING:
            self.say(progress_text(progress))


def confirm(found: Preview, *, yes: bool) -> None:
    """Print what will happen and ask. Raises RefusedError without a yes."""
    line = TrimProgressLine(sys.stderr)
    encoding = sys.stderr.encoding or "ascii"
    for text in preview_text(found, commit=True, encoding=encoding).split("\n"):
        line.say(text)
    if yes:
        return
    if not can_ask():
        raise RefusedError("Not confirmed. Nothing was changed.", advice=Advice(Remedy.CONFIRM))
    part = found.mount is not None and found.mount.root != "/"
    what = _("all of {device}").format(device=found.device) if part else found.place
    question = _("TRIM {path}?").format(path=what)
    if ask(_("{question} Type {word}: ").format(question=question, word="yes")).strip() != "yes":
        raise RefusedError("Not confirmed. Nothing was changed.")
