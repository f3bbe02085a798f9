# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What may be changed between the sides, as data: one more is one more line of the list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from driveproof.domain.drive.drive import Inventory
from driveproof.domain.experiment.experiment import FIRMWARE, MOUNT_OPTIONS, OTHER, SCHEDULER, TRIM
from driveproof.ui.experiment import wording as words
from driveproof.ui.experiment.forecast import mount_options, schedulers
from driveproof.wording.catalogue import _


@dataclass(frozen=True)
class Offer:
    """What can be tried instead of what is set now; `why_not` says why there is nothing."""

    own: str = ""
    others: tuple[str, ...] = ()
    why_not: str = ""


@dataclass(frozen=True)
class ActionChoice:
    """One thing to change, and who does it. What is asked besides: the person's own words, where
    there is an `example` of them; or which state to try, where `state` names the field of a wish
    that takes it (and "own_" before it that of an experiment), and `offer(path, inventory)` what
    there is.
    """

    action: str
    title: str
    how: str
    example: str = ""
    state: str = ""
    offer: Callable[[str, Inventory], Offer] | None = None


def _schedulers(path: str, inventory: Inventory) -> Offer:
    disk, own, others = schedulers(path, inventory)
    return Offer(own, others, "" if others else words.no_scheduler(disk, own))


def _mount_options(path: str, inventory: Inventory) -> Offer:
    own, others = mount_options(path, inventory)
    return Offer(own, others, "" if others else words.no_mount_option(path))


def choices() -> tuple[ActionChoice, ...]:
    """All of them, in the order in which they are offered."""
    return (
        ActionChoice(
            TRIM,
            _("&TRIM"),
            _("Driveproof trims the free space, after a preview and a yes."),
        ),
        ActionChoice(
            SCHEDULER,
            _("&I/O scheduler"),
            _("Driveproof switches to and fro, and sets yours again at the end."),
            state="scheduler",
            offer=_schedulers,
        ),
        ActionChoice(
            MOUNT_OPTIONS,
            _("Mount &option"),
            _("Driveproof remounts to and fro, and sets yours again at the end."),
            state="mount_option",
            offer=_mount_options,
        ),
        ActionChoice(
            FIRMWARE,
            _("Firm&ware"),
            _("You update it; Driveproof waits for days, and notices it."),
            _("for example: 4B2QEXM7 to 5B2QEXM7"),
        ),
        ActionChoice(
            OTHER,
            _("So&mething else"),
            _("You change it: a cable, a slot, a kernel, a setting."),
            _("for example: a new cable"),
        ),
    )
