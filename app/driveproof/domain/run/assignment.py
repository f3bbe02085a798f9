# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An imported run that a person assigned to a drive; what its file says of the drive is kept."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from driveproof.domain.run.run import Target


class KnownDrive(NamedTuple):
    """A drive as runs name it; `identity` as `Target.identity`."""

    identity: str
    model: str | None = None
    serial: str | None = None
    wwn: str | None = None


def assigned(target: Target, drive: KnownDrive | None) -> Target:
    """The target as a part of another drive, or (None) as its file has it.

    Firmware, size and everything else stay as the file has them, known or not.
    """
    kept = target.in_file or (target.drive, target.model, target.serial, target.wwn)
    if drive is None:
        named = KnownDrive(*kept)  # type: ignore[arg-type]  # the file may name no drive
        return replace(
            target,
            drive=named.identity,
            model=named.model,
            serial=named.serial,
            wwn=named.wwn,
            in_file=(),
        )
    return replace(
        target,
        drive=drive.identity,
        model=drive.model,
        serial=drive.serial,
        wwn=drive.wwn,
        in_file=kept,
    )


def words_in_file(target: Target) -> tuple[str, ...] | None:
    """What the file of an assigned run says of the drive: model and serial number, as far as it
    does. None for a run that nobody assigned.
    """
    if not target.in_file:
        return None
    _identity, model, serial, wwn = target.in_file
    return tuple(word for word in (model, serial or wwn) if word)
