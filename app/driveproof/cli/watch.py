# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof watch`: looks after the drives, and says what happened."""

from __future__ import annotations

import os
import shlex
import subprocess
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from driveproof.cli.output import put_next, say
from driveproof.composition.watching import new_news, new_watch
from driveproof.domain.errors import MachineError, UsageError
from driveproof.domain.watch import ALONE, QUIET
from driveproof.export.json import line_of
from driveproof.export.json.watch import event_document
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, message_and_advice
from driveproof.wording.watch import event_text, event_title

if TYPE_CHECKING:
    import argparse

    from driveproof.composition.application import Application
    from driveproof.domain.watch import DriveEvent, Sight
    from driveproof.engine.watch import News

BAD = 1
"""Exit status of `--once` while a drive is failing or an array degraded."""
EXEC_SECONDS = 60.0
"""Seconds that the command of `--exec` may take."""


def watch(
    app: Application,
    arguments: argparse.Namespace,
    pause: Callable[[float], object] = time.sleep,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> int:
    """Look once, or again and again, and return the exit status. Raises DriveproofError.

    `pause` waits so many seconds between two looks.
    """
    command = _command(arguments.execute)
    watching = new_watch(app, gone=arguments.missing, selftest=arguments.selftest, now=now)
    news = None if arguments.quiet else new_news(app)
    while True:
        try:
            with watching.record.turn():
                events = watching.look()
                for event in events:
                    _tell(event, command, now(), as_json=arguments.json)
                try:
                    if news is not None:
                        _show(app, news, events, watching.sights)
                finally:
                    watching.record.keep()
        except MachineError as error:
            if arguments.once:
                raise
            # It may be UDisks2 that restarts: the next look tries again.
            say(message_and_advice(error, Face.TERMINAL))
        if arguments.once:
            return BAD if watching.bad else 0
        pause(arguments.interval)


def _command(text: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise UsageError("{name} failed: {reason}.", name=text, reason=str(error)) from error
    return words


def _show(
    app: Application, news: News, events: Sequence[DriveEvent], sights: Sequence[Sight]
) -> None:
    """On the desktop, what no program of the person has shown there yet."""
    for event in events:
        if event.what in ALONE and event.what not in QUIET:
            app.notify(event_title(event), event_text(event))
    with news.record.turn():
        for event in news.look_at(sights):
            if not app.notify(event_title(event), event_text(event)):
                news.not_shown(event)
        news.keep()


def _tell(event: DriveEvent, command: tuple[str, ...], at: datetime, *, as_json: bool) -> None:
    """In the terminal or the journal, and to the command."""
    title, text = event_title(event), event_text(event)
    if as_json:
        put_next(line_of(event_document(event, at)))
    else:
        say(f"{event.device}: {title}. {text}".strip())
    if command:
        _execute(command, event, title, text)


def _execute(command: tuple[str, ...], event: DriveEvent, title: str, text: str) -> None:
    """Run the command, without a shell; that it failed is said, and the watch goes on."""
    known = {
        "EVENT": event.what.value,
        "DEVICE": event.device,
        "MODEL": event.model,
        "DRIVE": event.key,
        "TITLE": title,
        "MESSAGE": f"{title}. {text}".strip(),
        "VERDICT": event.grade,
        "VERDICT_BEFORE": event.before,
        "TEMPERATURE": event.temperature,
        "LIFE_LEFT": event.life_left,
        "TEST": event.test,
    }
    values = {f"DRIVEPROOF_{name}": "" if one is None else str(one) for name, one in known.items()}
    problem = ""
    try:
        # What it prints goes to standard error: with --json, standard output is the events alone.
        done = subprocess.run(
            command,
            env={**os.environ, **{name: one.replace("\0", "") for name, one in values.items()}},
            stdin=subprocess.DEVNULL,
            stdout=2,
            timeout=EXEC_SECONDS,
            check=False,
        )
        if done.returncode:
            problem = _("status {status}").format(status=done.returncode)
    except subprocess.TimeoutExpired:
        problem = _("no answer")
    except (OSError, ValueError) as error:
        problem = str(error)
    if problem:
        say(_("{name} failed: {reason}.").format(name=command[0], reason=problem))
