# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Firmware that is known to fail: which drives have it, and what that says of their health."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import Literal

import msgspec

from driveproof.domain.codec import Decoder
from driveproof.domain.errors import Advice, Remedy
from driveproof.domain.finding import ToDo
from driveproof.domain.health.kernel_quirks import KernelQuirk
from driveproof.domain.health.verdict import (
    CAUTION,
    FAILING,
    FIRMWARE,
    GOOD,
    AxisVerdict,
    Grade,
    HealthCode,
    HealthFinding,
    HealthToDo,
    finding_of,
    worst_grade,
)
from driveproof.domain.notes import Note, sentence_note
from driveproof.domain.quantity import Age
from driveproof.domain.say import Say

_HOUR = 3600.0
_FAULT = Say("Known fault")


class FirmwareEffect(StrEnum):
    """What the fault does; the words of resources/firmware.toml and of JSON."""

    BROKEN = "broken"
    """It has happened: the drive reports itself as lost."""
    FAILS = "fails"
    LOSES_DATA = "loses-data"
    WEARS = "wears"
    DISCONNECTS = "disconnects"
    HANGS = "hangs"
    SLOWS = "slows"
    WARNED = "warned"
    """smartctl's drive database warns of it, in its own words."""


class FirmwareUpdate(StrEnum):
    """How the firmware can be updated."""

    IMAGE = "image"
    WINDOWS = "windows"
    SERVER = "server"
    MANUFACTURER = "manufacturer"
    """The manufacturer knows how."""
    REPLACE = "replace"
    """Not at all."""


_EFFECTS: Mapping[FirmwareEffect, tuple[Grade, Say]] = {
    FirmwareEffect.BROKEN: (FAILING, Say("The firmware has failed.")),
    FirmwareEffect.FAILS: (CAUTION, Say("This firmware is known to make drives fail.")),
    FirmwareEffect.LOSES_DATA: (CAUTION, Say("This firmware is known to lose data.")),
    FirmwareEffect.WEARS: (CAUTION, Say("This firmware is known to wear out drives early.")),
    FirmwareEffect.DISCONNECTS: (CAUTION, Say("This firmware is known to switch off the drive.")),
    FirmwareEffect.HANGS: (CAUTION, Say("This firmware is known to make drives hang.")),
    FirmwareEffect.SLOWS: (CAUTION, Say("This firmware is known to slow drives down.")),
    FirmwareEffect.WARNED: (CAUTION, Say("smartctl's drive database warns about this drive.")),
}
"""Each with the least alarming grade that the drive can have."""
_MEASURE = ToDo(HealthToDo.MEASURE_UPDATE, Say("{text}", text=Advice(Remedy.MEASURE_UPDATE)))
_UPDATES: Mapping[FirmwareUpdate, Say] = {
    FirmwareUpdate.IMAGE: Say(
        "Back up your data, then update the firmware with the manufacturer's bootable image."
    ),
    FirmwareUpdate.WINDOWS: Say(
        "Back up your data, then update the firmware with the manufacturer's program for Windows."
    ),
    FirmwareUpdate.SERVER: Say(
        "Back up your data, then update the firmware with the server manufacturer's tool."
    ),
    FirmwareUpdate.MANUFACTURER: Say(
        "Back up your data, then look for newer firmware at the manufacturer."
    ),
    FirmwareUpdate.REPLACE: Say(
        "Do not write to the drive if you need its data: ask a data recovery service. Then replace"
        " the drive."
    ),
}


class FirmwareFault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fault of firmware, and the drives that have it (resources/firmware.toml).

    `models` and `firmware` are shell patterns of what the drive reports, as the Linux kernel
    matches its own lists (libata-core.c). `before` is a version: older ones of the same length have
    the fault. Without either, all have it.
    """

    models: tuple[str, ...]
    effect: FirmwareEffect
    symptom: str
    update: FirmwareUpdate
    source: str
    quality: Literal["a", "b"]
    """"a": the manufacturer, or a project that works round it; "b": the press, several reports."""
    firmware: tuple[str, ...] = ()
    before: str = ""
    hours: int | None = None
    """Hours of use at which it happens."""
    fixed_in: str = ""

    def of(self, model: str, firmware: str) -> bool:
        """Whether a drive has it."""
        if not any(fnmatchcase(model, pattern) for pattern in self.models):
            return False
        older = len(firmware) == len(self.before) and firmware < self.before
        if older or any(fnmatchcase(firmware, pattern) for pattern in self.firmware):
            return bool(firmware)
        return not (self.firmware or self.before)

    @property
    def grade(self) -> Grade:
        """The least alarming grade that a drive with it can have."""
        return _EFFECTS[self.effect][0]

    @property
    def to_do(self) -> ToDo:
        """What to do about it."""
        broken = self.effect is FirmwareEffect.BROKEN
        code = HealthToDo.STOP_WRITING if broken else HealthToDo.UPDATE_FIRMWARE
        return ToDo(code, _UPDATES[self.update])

    @property
    def can_be_updated(self) -> bool:
        """Whether there is something to measure before and after; an update that is only supposed
        to be there is not.
        """
        return self.update not in {FirmwareUpdate.REPLACE, FirmwareUpdate.MANUFACTURER}

    @property
    def note(self) -> Note:
        """What is known, in one sentence or two, for who is about to update the firmware."""
        if not self.fixed_in:
            return Note("Known fault: {text}", text=sentence_note(self.symptom))
        return Note(
            "Known fault: {text} Firmware {version} has a fix.",
            text=sentence_note(self.symptom),
            version=self.fixed_in,
        )


_TABLE: Decoder[tuple[FirmwareFault, ...]] = Decoder(tuple[FirmwareFault, ...], 2**20)


def read_faults(text: str) -> tuple[FirmwareFault, ...]:
    """The faults of a file as resources/firmware.toml. Raises ValueError for a broken one."""
    faults = _TABLE.convert(tomllib.loads(text)["firmware"])
    for one in faults:
        if not (one.models and one.symptom and one.source and (one.hours is None or one.hours > 0)):
            raise ValueError(f"{one}: a fault has models, a symptom, a source and no hour 0")
    return faults


def faults_of(
    model: str, firmware: str, known: Iterable[FirmwareFault]
) -> tuple[FirmwareFault, ...]:
    """Those that a drive has, the most alarming first."""
    found = [fault for fault in known if fault.of(model.strip(), firmware.strip())]
    return tuple(sorted(found, key=lambda fault: list(FirmwareEffect).index(fault.effect)))


def warned_fault(model: str, warning: str) -> FirmwareFault:
    """What smartctl's drive database says about a drive, which its JSON leaves out."""
    return FirmwareFault(
        models=(model or "*",),
        effect=FirmwareEffect.WARNED,
        symptom=warning,
        update=FirmwareUpdate.MANUFACTURER,
        source="smartctl",
        quality="a",
    )


def firmware_axis(
    faults: Sequence[FirmwareFault],
    quirks: Sequence[KernelQuirk],
    firmware: str,
    power_on: float | None,
) -> AxisVerdict:
    """What is known of a drive's firmware: faults, and those that Linux avoids, which rate nothing.
    `power_on` is how many seconds it was switched on.
    """
    grade = worst_grade((GOOD, *(fault.grade for fault in faults)))
    named = Say("Linux avoids a known fault")
    if faults:
        named = Say("Known fault in {version}", version=firmware) if firmware else _FAULT
    value = finding_of(HealthCode.FIRMWARE_VERSION, named, grade)
    details = (
        *(_finding(fault, power_on) for fault in faults),
        *(finding_of(HealthCode.AVOIDED_FAULT, quirk.say) for quirk in quirks),
    )
    sources = "; ".join(
        dict.fromkeys([*(one.source for one in faults), *(one.source for one in quirks)])
    )
    return AxisVerdict(FIRMWARE, grade, value, details, sources)


def _finding(fault: FirmwareFault, power_on: float | None) -> HealthFinding:
    grade, effect = _EFFECTS[fault.effect]
    said = [effect, sentence_note(fault.symptom)]
    if fault.hours is not None and power_on is not None:
        left = fault.hours * _HOUR - power_on
        said.append(
            Say("It has {time} of use left until then.", time=Age(left))
            if left > 0
            else Say("It has been used for longer than that.")
        )
    if fault.fixed_in:
        said.append(Say("Firmware {version} has a fix.", version=fault.fixed_in))
    do = (_MEASURE,) if fault.can_be_updated else ()
    return HealthFinding(HealthCode.KNOWN_FAULT, tuple(said), grade, do=do)
