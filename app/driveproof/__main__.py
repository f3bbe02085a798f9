# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the program begins: without a subcommand it opens the window, with the files or the folder
that are named, and a subcommand never imports Qt.

It imports Qt after all where a chart or a report is to be drawn, and only then.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from driveproof.cli.early_end import ending_on_ctrl_c

with ending_on_ctrl_c():
    from driveproof.cli.arguments import COMMANDS
    from driveproof.cli.front import in_child
    from driveproof.cli.main import run
    from driveproof.cli.output import say
    from driveproof.domain.errors import Advice, DriveproofError, MachineError, Remedy
    from driveproof.wording.catalogue import choose_language
    from driveproof.wording.errors import Face, message_and_advice

if TYPE_CHECKING:
    from driveproof.composition.rendering import Drawn

# Where Qt can show a window; the last is for those who know that they want something else.
_DISPLAYS = ("WAYLAND_DISPLAY", "DISPLAY", "QT_QPA_PLATFORM")


def main(arguments: list[str] | None = None) -> int:
    """Run Driveproof with the command line's arguments; the exit status. Without any, with those
    that the process was started with, and a subcommand then works in a child (cli/front.py).
    """
    words = sys.argv[1:] if arguments is None else arguments
    choose_language(os.environ)
    asked = _asked(words)
    if asked is None:
        work = partial(run, words, draw=_draw)
        return work() if arguments is not None else in_child(work, words)
    try:
        with ending_on_ctrl_c():  # until the window handles it
            return _window(*asked)
    except DriveproofError as error:
        say(message_and_advice(error, Face.TERMINAL))
        return error.exit_status


def _asked(words: list[str]) -> tuple[str, list[str]] | None:
    """The theme of the window that is asked for ("" for the desktop's) and what to open in it; None
    for a subcommand.
    """
    theme, paths = "", words
    match words:
        case ["--theme", ("light" | "dark") as theme, *paths]:
            pass
        case ["--theme=light" | "--theme=dark", *paths]:
            theme = words[0].removeprefix("--theme=")
    if paths and (paths[0] in COMMANDS or not all(map(_is_path, paths))):
        return None
    return theme, [os.path.abspath(path) for path in paths]  # noqa: PTH100 - any string will do


def _is_path(word: str) -> bool:
    """Whether a word is a file or a folder to open, and no misspelt subcommand."""
    if word.startswith("-"):
        return False
    return os.sep in word or os.path.lexists(word)


def _window(theme: str, paths: list[str]) -> int:
    if not any(os.environ.get(name) for name in _DISPLAYS):
        raise MachineError(
            "There is no display.",
            advice=Advice(Remedy.USE_TERMINAL),
        )
    try:
        # Qt, for the window only, and what the arguments are read without.
        from driveproof.composition.application import Application  # noqa: PLC0415
        from driveproof.composition.services import Services  # noqa: PLC0415
        from driveproof.ui.shell.main import open_window  # noqa: PLC0415
    except ImportError as error:
        raise _missing(error) from error
    application = Application()
    application.sweep()
    return open_window(Services(application), theme=theme, paths=paths)


def _draw(drawn: Drawn, path: Path, file_format: str = "", *, binary: bool = False) -> None:
    try:
        with ending_on_ctrl_c():
            from driveproof.ui.offscreen import draw  # noqa: PLC0415 - Qt, when it draws
    except ImportError as error:
        raise _missing(error) from error
    draw(drawn, path, file_format, binary=binary)


def _missing(error: ImportError) -> MachineError:
    return MachineError(
        "The libraries of the window are missing: {error}.",
        error=str(error),
        advice=Advice("Run 'make run'."),
    )


if __name__ == "__main__":
    sys.exit(main())
