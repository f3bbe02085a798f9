# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the program begins: no subcommand opens the window, and a subcommand never imports Qt."""

from __future__ import annotations

import os
import sys

# Where Qt can show a window; the last is for those who know that they want something else.
_DISPLAYS = ("WAYLAND_DISPLAY", "DISPLAY", "QT_QPA_PLATFORM")


def main(arguments: list[str] | None = None) -> int:
    """Run Driveproof with the command line's arguments; the exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    if not words or words[0] in {"--theme", "-platform"} or words[0].startswith("--theme="):
        return _window(words)
    from driveproof.cli import run

    return run(words)


def _window(words: list[str]) -> int:
    from driveproof.application import Application

    theme = ""
    for position, word in enumerate(words):
        if word == "--theme" and position + 1 < len(words):
            theme = words[position + 1]
        elif word.startswith("--theme="):
            theme = word.removeprefix("--theme=")
    if words and theme not in {"light", "dark"}:
        from driveproof.cli import run

        return run(words)
    from driveproof.domain.errors import DriveproofError, MachineError

    try:
        if not any(os.environ.get(name) for name in _DISPLAYS):
            raise MachineError(
                "There is no display to open the window on.",
                "Use the command line: 'driveproof --help' lists what it can do.",
            )
        application = Application()
        application.sweep()
        from driveproof.ui.main import open_window

        return open_window(application.services(), theme=theme)
    except DriveproofError as error:
        print(f"driveproof: {error}", file=sys.stderr)  # noqa: T201 - there is no window to say it in
        return error.exit_status


if __name__ == "__main__":
    sys.exit(main())
