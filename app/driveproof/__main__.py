# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the program begins: no subcommand opens the window, and a subcommand never imports Qt."""

from __future__ import annotations

import os
import sys

from driveproof.wording.catalogue import choose_language

# Where Qt can show a window; the last is for those who know that they want something else.
_DISPLAYS = ("WAYLAND_DISPLAY", "DISPLAY", "QT_QPA_PLATFORM")


def main(arguments: list[str] | None = None) -> int:
    """Run Driveproof with the command line's arguments; the exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    choose_language(os.environ)
    theme = _theme(words)
    if theme is not None:
        return _window(theme)
    from driveproof.cli.main import run

    return run(words)


def _theme(words: list[str]) -> str | None:
    """The theme of the window that is asked for, "" for the desktop's, None for a subcommand."""
    match words:
        case []:
            return ""
        case ["--theme", ("light" | "dark") as theme]:
            return theme
        case ["--theme=light" | "--theme=dark"]:
            return words[0].removeprefix("--theme=")
        case _:
            return None


def _window(theme: str) -> int:
    from driveproof.domain.errors import DriveproofError, MachineError

    try:
        if not any(os.environ.get(name) for name in _DISPLAYS):
            raise MachineError(
                "There is no display to open the window on.",
                "Use the command line: 'driveproof --help' lists what it can do.",
            )
        return _open(theme)
    except DriveproofError as error:
        from driveproof.cli.output import say
        from driveproof.wording.errors import Face, message_and_advice

        say(message_and_advice(error, Face.TERMINAL))
        return error.exit_status


def _open(theme: str) -> int:
    from driveproof.composition.root import Application
    from driveproof.domain.errors import MachineError

    try:
        from driveproof.ui.shell.main import open_window
    except ImportError as error:
        raise MachineError(
            f"The window's libraries are missing: {error}.", "'make run' installs them."
        ) from error
    application = Application()
    application.sweep()
    return open_window(application.services(), theme=theme)


if __name__ == "__main__":
    sys.exit(main())
