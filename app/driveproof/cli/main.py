# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line: reads the arguments, has the subcommand run, returns the exit status."""

from __future__ import annotations

import errno
import os
import re
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from driveproof.cli.arguments import parse
from driveproof.cli.early_end import ending_on_ctrl_c
from driveproof.cli.output import forget_output, say
from driveproof.domain.errors import CancelledError, DriveproofError, MachineError
from driveproof.wording.catalogue import N_, _
from driveproof.wording.errors import Face, error_lines

if TYPE_CHECKING:
    from driveproof.composition.application import Application
    from driveproof.composition.rendering import Draw

# sysexits.h: an internal error. 1 is taken: "done, and the answer is bad".
BUG = 70
BUG_ADVICE = N_("This is a bug in Driveproof. Please report it.")
_OUTPUT_FAULTS = {errno.ENOSPC, errno.EIO, errno.EFBIG, errno.EDQUOT}


def run(  # noqa: PLR0911 - one for each way to end
    words: list[str],
    application: Application | None = None,
    draw: Draw | None = None,
) -> int:
    """Run the command line and return its exit status.

    Without an application it makes one, which draws with `draw`.
    """
    try:
        _encode_anything()
        arguments = parse(_with_negatives(words))
        # Four fifths of a start: who asks for help, or is refused, needs none of it.
        with ending_on_ctrl_c():
            from driveproof.cli.commands import obey  # noqa: PLC0415

        status = obey(arguments, application, draw)
        sys.stdout.flush()
        return status
    except DriveproofError as error:
        for line in error_lines(error, Face.TERMINAL):
            say(line)
        return error.exit_status
    except KeyboardInterrupt:
        say(_("Cancelled."))
        return CancelledError.exit_status
    except BrokenPipeError:
        # The reader has closed the pipe (`| head`): not an error.
        forget_output()
        return 0
    except Exception as error:  # noqa: BLE001 - the last place: what comes here is a bug, and shown
        if isinstance(error, OSError) and error.errno in _OUTPUT_FAULTS and not error.filename:
            forget_output()
            say(
                _("{path} cannot be written: {reason}.").format(
                    reason=error.strerror, path="stdout"
                )
            )
            return MachineError.exit_status
        from driveproof.domain.run.failed_io import vanished  # noqa: PLC0415

        if (known := vanished(error)) is not None:
            for line in error_lines(known, Face.TERMINAL):
                say(line)
            return known.exit_status
        traceback.print_exc()
        say(_(BUG_ADVICE))
        return BUG


def _with_negatives(words: list[str]) -> list[str]:
    """Turn `--size -1G` into `--size=-1G`: argparse takes the value for an option and reports
    nothing.
    """
    joined: list[str] = []
    for word in words:
        if joined and re.fullmatch(r"-\d.*", word) and re.fullmatch(r"--[a-z-]+", joined[-1]):
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined


def _encode_anything() -> None:
    """Escape characters of foreign names that the terminal's encoding lacks; never fail.

    Python has no stream at all where the shell closed it (`>&-`).
    """
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - until the end
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
