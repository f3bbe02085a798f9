# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One sentence and an exit status where Qt would give useless advice and abort."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QMessageLogContext, QtMsgType, qFormatLogMessage, qInstallMessageHandler

from driveproof.domain.errors import Advice, MachineError, Remedy
from driveproof.domain.text import visible
from driveproof.wording.errors import Face, message_and_advice


@contextmanager
def said_clearly() -> Iterator[None]:
    """While the application is created: end the process with MachineError's status if Qt fails.

    Qt reports a fatal message and then aborts, unless the message handler ends the process. Nothing
    is lost by that: no result is open before there is a window.
    """
    held: list[tuple[str, str]] = []

    def hear(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        if kind == QtMsgType.QtFatalMsg:
            error = no_window([plain for plain, _ in held], text)
            said = message_and_advice(error, Face.TERMINAL)
            sys.stderr.write(f"driveproof: {said}\n")
            sys.stderr.flush()
            os._exit(error.exit_status)
        held.append((text, qFormatLogMessage(kind, context, text)))

    before = qInstallMessageHandler(hear)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
        for _, line in held:  # it did not fail after all
            if line:
                sys.stderr.write(f"{line}\n")


def no_window(told: list[str], last: str) -> MachineError:
    """Why there is no window, from Qt's messages before its last one."""
    for text in told:
        _, found, display = text.partition("could not connect to display ")
        if found:
            name = f"display {visible(display)!r}" if display.strip() else "display"
            return MachineError(
                "The {name} cannot be reached, or does not let you in.",
                name=name,
                advice=Advice("Check DISPLAY and WAYLAND_DISPLAY, or use the command line."),
            )
    reason = next((text for text in told if "platform plugin" in text), last.partition("\n")[0])
    return MachineError(
        "Qt cannot open a window here: {reason}.",
        reason=reason.strip().rstrip("."),
        advice=Advice(Remedy.USE_TERMINAL),
    )
