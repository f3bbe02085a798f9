# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The state of an array: which members work, and whether it is resynced, checked or balanced."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from driveproof.domain.quantity import Bytes, OneOf, Quantity, Rate, Seconds, Share
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


ACTION_TITLES = {
    ArrayAction.RESYNC: Say("Resync"),
    ArrayAction.RECOVER: Say("Recovery"),
    ArrayAction.CHECK: Say("Check"),
    ArrayAction.REPAIR: Say("Repair"),
    ArrayAction.RESHAPE: Say("Reshape"),
    ArrayAction.BALANCE: Say("Balance"),
    ArrayAction.REPLACE: Say("Device replacement"),
    ArrayAction.REMOVE: Say("Device removal"),
}


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
    def title(self) -> Say | None:
        """Its state in a word, without what it does; None where its members are not known."""
        if self.broken:
            return Say("Failed")
        if self.degraded:
            return Say("Degraded")
        if self.mismatches:
            return Say("Members differ")
        return None if self.active is None else Say("OK")

    @property
    def brief(self) -> OneOf:
        """Its state in a few words: "Degraded (1 of 2), Recovery 42 %"."""
        return self._in_words(self.facts[: self.progress is not None])

    @property
    def line(self) -> OneOf:
        """The same, and how fast its action is and how long it will take."""
        return self._in_words(self.facts)

    @property
    def facts(self) -> tuple[Quantity | Say, ...]:
        """How far its action is, how fast, and how long it will take: "42 %, 98 MB/s, 3 min
        left".
        """
        known = (
            None if self.progress is None else Share(self.progress),
            None if self.speed is None else Rate(self.speed),
            None
            if self.seconds_left is None
            else Say("{time} left", time=Seconds(self.seconds_left)),
        )
        return tuple(one for one in known if one is not None)

    def _in_words(self, facts: Sequence[Quantity | Say]) -> OneOf:
        said: list[Quantity | Say] = []
        if self.broken:
            said.append(Say("Failed"))
        elif self.degraded:
            said.append(
                Say("Degraded ({active} of {wanted})", active=self.active, wanted=self.wanted)
            )
        if self.action is not None:
            title = ACTION_TITLES[self.action]
            first = Say("{first} {second}", first=title, second=facts[0]) if facts else title
            said += [first, *facts[1:]]
        if not said and self.active is not None:
            said.append(Say("OK"))
        return OneOf(tuple(said))

    @property
    def sentences(self) -> tuple[Say, ...]:
        """Its state in sentences, with how fast its action is and how long it will take."""
        said = []
        if self.broken:
            said.append(Say("The array has failed."))
        elif self.degraded:
            said.append(Say("The array is degraded."))
        if self.members is not None:
            said.append(self.members)
        if self.action is not None:
            facts = OneOf(self.facts) if self.facts else Say("waiting")
            said.append(Say("{name}: {text}.", name=ACTION_TITLES[self.action], text=facts))
        elif self.mismatches:
            said.append(Say("Members differ in {size}.", size=Bytes(self.mismatches)))
        return tuple(said)

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
