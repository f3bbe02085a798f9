# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the command line says of devices that a killed run has left formatted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from driveproof.cli.output import say, say_note
from driveproof.wording.catalogue import _

if TYPE_CHECKING:
    from driveproof.composition.application import Application


def say_given_up(app: Application, *, known: bool = False) -> None:
    """With `known` for the last time."""
    notes = app.given_up()
    for note in notes:
        say_note(note)
    if notes and known:
        app.given_up_devices.acknowledge()
    elif notes:
        say(_("To dismiss this: driveproof list --dismiss"))
