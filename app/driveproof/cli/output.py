# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The terminal's width and encoding, and how text and JSON are printed."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.notes import Note
from driveproof.domain.quantity import OneOf
from driveproof.domain.text import visible
from driveproof.export.files import write_data
from driveproof.export.json import text_of
from driveproof.export.text.layout import plain
from driveproof.wording.catalogue import _
from driveproof.wording.say import worded
from driveproof.wording.units import NARROW

if TYPE_CHECKING:
    from driveproof.composition.application import Application


class Terminal(TypedDict):
    """What a table has to fit: columns (None for a file or a pipe) and encoding."""

    width: int | None
    encoding: str


def terminal() -> Terminal:
    """The terminal that reads standard output."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    return {"width": width, "encoding": sys.stdout.encoding or "ascii"}


def printable(text: str, encoding: str = "utf-8") -> str:
    """A sentence with foreign names made safe: it cannot move the cursor or fail to encode."""
    return plain(visible(text.replace(NARROW, " ")), encoding)


def say(text: str) -> None:
    """Print a message on standard error; a missing reader is not an error."""
    with contextlib.suppress(OSError):
        print(f"driveproof: {printable(text, sys.stderr.encoding or 'ascii')}", file=sys.stderr)


def say_note(note: Note | None) -> None:
    """The same with a note, where there is one."""
    if note is not None:
        say(worded(note.key, note.values))


def plain_lines(text: str) -> str:
    """A text of several lines, limited to what the terminal can show."""
    encoding = sys.stdout.encoding or "ascii"
    return "".join(f"{plain(line, encoding)}\n" for line in text.splitlines())


REPORTS = (".html", ".pdf")


def report_path(output: str | None, endings: Sequence[str] = REPORTS) -> Path | None:
    """The path of `--output`, whose suffix gives the format; None without the option.

    Raises UsageError for an unknown suffix, before any work starts.
    """
    if not output:
        return None
    if Path(output).suffix.lower() not in endings:
        raise UsageError(
            "The name '{output}' does not show the format.",
            output=output,
            advice=Advice("Choose one of: {options}.", options=OneOf(tuple(endings))),
        )
    return Path(output)


def put(text: str, end: str = "\n") -> None:
    """Print the answer on standard output.

    A reader that has gone (`| head`) is not an error: the exit status stays that of the answer.
    """
    try:
        put_next(text, end)
    except BrokenPipeError:
        forget_output()


def put_next(text: str, end: str = "\n") -> None:
    """Print one of any number of answers. Raises BrokenPipeError where nobody reads them any more,
    which ends the command.
    """
    print(text, end=end, flush=True)


def forget_output() -> None:
    """Keep Python from flushing at exit what no reader takes."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def write_text(text: str, output: str) -> None:
    """Write a text into a file, whole or not at all; "-" is standard output."""
    if output == "-":
        sys.stdout.write(text)
        return
    write_data(Path(output), text)


def print_json(document: object) -> None:
    """Print the one document of `--json`."""
    put(text_of(document), end="")


def say_given_up(app: Application, *, known: bool = False) -> None:
    """Say which devices a killed run has left formatted; with `known` for the last time."""
    notes = app.given_up()
    for note in notes:
        say_note(note)
    if notes and known:
        app.given_up_devices.acknowledge()
    elif notes:
        say(_("To dismiss this: driveproof list --dismiss"))
