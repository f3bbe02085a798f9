# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a file whole or not at all, and never into what is no file."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path

from driveproof.domain.errors import MachineError


def write_whole(target: Path, write: Callable[[Path], None]) -> None:
    """Let `write` make a neighbour of `target`, and put it in its place when all went well.

    Raises MachineError when it cannot be written, or when something else than a file is there: a
    device or a pipe is not replaced by a picture.
    """
    advice = "Choose another name or folder."
    if target.exists() and not target.is_file():
        raise MachineError(f"{target} is there already and is not a file.", advice)
    real = target.resolve()  # a link to a file is written through, not replaced
    part = real.with_name(f".{real.name[:200]}.{secrets.token_hex(4)}.part")
    try:
        with part.open("xb"):  # says why, where another library would only say that it failed
            pass
        write(part)
        part.replace(real)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise MachineError(f"{target} cannot be written: {error.strerror}.", advice) from error
    except BaseException:
        part.unlink(missing_ok=True)
        raise
