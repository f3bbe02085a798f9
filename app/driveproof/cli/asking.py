# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Questions to the person at the terminal: on standard error, so that the answer stays apart."""

from __future__ import annotations

import sys

from driveproof.cli.output import printable, say
from driveproof.composition.application import Application
from driveproof.composition.drive_facts import failing
from driveproof.domain.errors import Advice, RefusedError
from driveproof.domain.health.verdict import RISK_OF_LOAD
from driveproof.domain.ongoing import EACH_DISTURBS
from driveproof.history.errors import not_kept
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, message_and_advice
from driveproof.wording.say import say_text, say_texts


def can_ask() -> bool:
    """Whether somebody can read a question and answer it."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()


def tell(text: str, end: str = "\n") -> None:
    """Print what the question is about."""
    sys.stderr.write(printable(text, sys.stderr.encoding or "ascii") + end)
    sys.stderr.flush()


def ask(question: str) -> str:
    """The line that the person types; "" at the end of the input."""
    tell(question, end="")
    return sys.stdin.readline()


def agrees(question: str) -> bool:
    """Whether the answer to a question is yes; anything else is no."""
    return ask(f"{question} [y/N] ").strip().casefold() in {"y", "yes"}


def warn_of_others(app: Application, target: str) -> None:
    """Say that another process works on a drive below the target, and ask on a terminal whether to
    go on.

    Raises RefusedError for a no, and where nobody can answer.
    """
    found = app.works.disturbing(target)
    if found is None:
        return
    if not can_ask():
        raise RefusedError(
            "{text}",
            text=say_texts((*found.says, EACH_DISTURBS)),
            advice=Advice("Wait for it to end (process {pid}).", pid=str(found.pid)),
        )
    say(say_texts((*found.says, EACH_DISTURBS)))
    if not agrees(_("Continue anyway?")):
        raise RefusedError("Not confirmed. Nothing was changed.")


def warn_of_unkept(app: Application) -> None:
    """Say before a measurement that the history could not keep its result."""
    refusal = app.history.refusal()
    if refusal is not None:
        say(message_and_advice(not_kept(refusal), Face.TERMINAL))


def warn_of_failing(app: Application, target: str, *, yes: bool = False) -> None:
    """Say that a drive below the target is failing, and ask on a terminal whether to load it.

    Where nobody can answer, or somebody has said `yes`, the warning is all: a script has decided.
    Raises RefusedError for a no.
    """
    said = failing(app, target)
    if not said:
        return
    say(f"{said} {say_text(RISK_OF_LOAD)}")
    if not yes and can_ask() and not agrees(_("Continue anyway?")):
        raise RefusedError("Not confirmed. Nothing was changed.")
