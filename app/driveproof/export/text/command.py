# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""fio's command of a test in a form that can be pasted into a shell."""

from __future__ import annotations

import shlex

from driveproof.domain.run.hdparm import is_timing
from driveproof.domain.run.run import PhaseResult, Target, TargetKind
from driveproof.wording.catalogue import _

NAME = "fio-test-file"
_NAMELESS = "--filename=/proc/self/fd/"


def explanation(target: Target) -> str:
    """What to know before the commands of a run are repeated by hand."""
    if target.kind == TargetKind.FILE:
        return _(
            "Commands of each test's first repeat. They create {name}, which you remove."
        ).format(name=NAME)
    return _("Commands of each test's first repeat. They need root.")


def shell_command(phase: PhaseResult, folder: str) -> str:
    """The command of the first repeat, but with a test file that has a name.

    The nameless file is reached through a descriptor of ours (`/proc/self/fd/N`), which is another
    file in another process; so fio is told to create one in `folder`, or one for each job. The
    shell changes into that folder first: in a file name, fio interprets a colon, a semicolon and a
    hash. The command of a run on a device names the device, and is left unchanged.
    """
    nameless = sum(word.startswith(_NAMELESS) for word in phase.command)
    if is_timing(phase) or not nameless:
        return shlex.join(phase.command)
    words: list[str] = []
    for word in phase.command:
        if word.startswith(_NAMELESS):
            number = sum(one.startswith("--filename=") for one in words) + 1
            words.append(f"--filename={NAME}-{number}" if nameless > 1 else f"--filename={NAME}")
        elif word != "--allow_file_create=0":
            words.append(word)
    return f"cd {shlex.quote(folder)} && {shlex.join(words)}"
