# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The state of an array: which members work, and whether it is resynced, checked or balanced."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from driveproof.domain.say import Say


class ArrayAction(StrEnum):
    """What an array does besides serving, in the kernel's words.

    The first five are md's sync_action, the others are btrfs's exclusive_operation.
    """

    RESYNC = "resync"
    RECOVER = "recover"
    CHECK = "check"
    REPAIR = "repair"
    RESHAPE = "reshape"
    BALANCE = "balance"
    REPLACE = "device replace"
    REMOVE = "device remove"


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrayState:
    """An array at one moment; None is unknown.

    `wanted` members make it whole, `active` of them work. `progress` of its action is a share
    from 0 to 1, `speed` bytes a second of each member, `seconds_left` as the present speed has it.
    `mismatches` are the bytes in which the last check found members to differ.
    """

    kind: str
    """"md", "btrfs" or "lvm", whose members are the physical volumes of its group."""
    wanted: int | None = None
    active: int | None = None
    broken: bool = False
    """The kernel gave it up: more members failed than it can do without."""
    action: ArrayAction | None = None
    progress: float | None = None
    speed: float | None = None
    seconds_left: float | None = None
    mismatches: int | None = None

    @property
    def degraded(self) -> bool:
        """Whether members are missing."""
        return self.broken or bool(self.missing)

    @property
    def missing(self) -> int | None:
        """How many members do not work."""
        if self.wanted is None or self.active is None:
            return None
        return max(0, self.wanted - self.active)

    @property
    def lost(self) -> bool:
        """Whether members are missing and nothing replaces them."""
        return self.broken or (self.degraded and self.action is None)

    @property
    def doubtful(self) -> bool:
        """Whether its data lack their redundancy, or members were found to differ."""
        unequal = {ArrayAction.RESYNC, ArrayAction.RECOVER, ArrayAction.REPAIR}
        return self.degraded or bool(self.mismatches) or self.action in unequal

    @property
    def members(self) -> Say | None:
        """How many of its members work, where its state is said already; None if unknown."""
        if self.broken:
            return Say("Too many members are missing.")
        if self.active is None and not self.degraded:
            return None
        active = self.active if self.degraded else self.wanted
        return Say("{active} of {wanted} members work.", active=active, wanted=self.wanted)

    @property
    def notable(self) -> bool:
        """Whether there is anything to say of it beyond its being whole."""
        return self.degraded or self.action is not None or bool(self.mismatches)


def is_news(before: ArrayState, now: ArrayState) -> bool:
    """Whether somebody who saw `before` should hear of `now`: members, the action, or what a check
    found. The progress alone is none; nor is another array under the same name.
    """
    if before.kind != now.kind or before.wanted != now.wanted:
        return False
    return _telling(before) != _telling(now)


def _telling(state: ArrayState) -> tuple[object, ...]:
    return state.active, state.broken, state.action, bool(state.mismatches)
