# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the terminal at the other end can show, and how a sentence is said there."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypedDict

from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.text import visible
from driveproof.export.text.layout import plain
from driveproof.wording.units import NARROW


class Terminal(TypedDict):
    """What a table has to fit into: columns (None when a file or a pipe reads), encoding."""

    width: int | None
    encoding: str


def terminal() -> Terminal:
    """Who reads standard output."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    return {"width": width, "encoding": sys.stdout.encoding or "ascii"}


def printable(text: str, encoding: str = "utf-8") -> str:
    """A sentence that may quote foreign names: it cannot move the cursor, or fail to be encoded."""
    return plain(visible(text.replace(NARROW, " ")), encoding)


def say(text: str) -> None:
    """A message to the person, on standard error; nobody listening there is no failure."""
    with contextlib.suppress(OSError):
        print(f"driveproof: {printable(text, sys.stderr.encoding or 'ascii')}", file=sys.stderr)


def plain_lines(text: str) -> str:
    """A text of several lines in what the terminal can show."""
    encoding = sys.stdout.encoding or "ascii"
    return "".join(f"{plain(line, encoding)}\n" for line in text.splitlines())


REPORTS = (".html", ".pdf")


def report_path(output: str | None, endings: Sequence[str] = REPORTS) -> Path | None:
    """The file of `--output`, whose ending says what it shall be; None without one.

    Raises UsageError for another ending, before anything is done.
    """
    if not output:
        return None
    if Path(output).suffix.lower() not in endings:
        known = f"{', '.join(endings[:-1])} or {endings[-1]}"
        raise UsageError(
            "'{output}' does not say what it shall be.",
            output=output,
            advice=Advice("Name a file that ends in {known}.", known=known),
        )
    return Path(output)


def put(text: str) -> None:
    """The answer, on standard output. Whoever read us may have gone (`| head`): nothing is wrong
    then, and the exit status is still that of the answer.
    """
    try:
        print(text)
        sys.stdout.flush()
    except BrokenPipeError:
        forget_output()


def forget_output() -> None:
    """Python must not try again at its end to write what nobody takes."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_json(document: dict[str, Any]) -> None:
    """The one document of `--json`."""
    put(json.dumps(document, indent=2, allow_nan=False))
