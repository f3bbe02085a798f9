# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One sentence and an exit status where Qt would advise to install itself anew, and abort."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QMessageLogContext, QtMsgType, qFormatLogMessage, qInstallMessageHandler

from driveproof.domain.errors import MachineError
from driveproof.domain.text import visible

_COMMAND_LINE = "Use the command line: 'driveproof --help' lists what it can do."


@contextmanager
def said_clearly() -> Iterator[None]:
    """While the application is made: the process ends with MachineError's status if Qt cannot.

    Qt tells a fatal message and aborts, whatever the message handler does but ending the process.
    Nothing is lost by that: no result is open before there is a window.
    """
    held: list[tuple[str, str]] = []

    def hear(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        if kind == QtMsgType.QtFatalMsg:
            error = no_window([plain for plain, _ in held], text)
            sys.stderr.write(f"driveproof: {error}\n")
            sys.stderr.flush()
            os._exit(error.exit_status)
        held.append((text, qFormatLogMessage(kind, context, text)))

    before = qInstallMessageHandler(hear)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
        for _, line in held:  # it was no failure after all
            if line:
                sys.stderr.write(f"{line}\n")


def no_window(told: list[str], last: str) -> MachineError:
    """Why there is no window, from what Qt told before its last words."""
    for text in told:
        _, found, display = text.partition("could not connect to display ")
        if found:
            name = f"display {visible(display)!r}" if display.strip() else "display"
            return MachineError(
                f"The {name} cannot be reached, or does not let you in.",
                f"Check DISPLAY and WAYLAND_DISPLAY. {_COMMAND_LINE}",
            )
    reason = next((text for text in told if "platform plugin" in text), last.partition("\n")[0])
    return MachineError(
        f"Qt cannot open a window here: {visible(reason.strip()).rstrip('.')}.", _COMMAND_LINE
    )
