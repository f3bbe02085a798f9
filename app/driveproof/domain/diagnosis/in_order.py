# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a diagnosis looked at and found in order, with its figures: each cause whose evidence is
known, and that no rule found.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from typing import NamedTuple

from driveproof.domain.check.check import Topic
from driveproof.domain.diagnosis.diagnosis import (
    CAUSE_TITLES,
    Cause,
    DiagnosisEvidence,
    FileLayout,
)
from driveproof.domain.drive.attachment import Performance, UsbDriver
from driveproof.domain.drive.drive import DeviceKind, can_be_written, for_people
from driveproof.domain.finding import Finding
from driveproof.domain.health.verdict import GOOD, TEMPERATURE
from driveproof.domain.quantity import Bytes, Celsius, Plural, Rate, Share
from driveproof.domain.rating import FINE
from driveproof.domain.run.run import KernelLog
from driveproof.domain.say import Coded, Say


class _Look(NamedTuple):
    """What yields the facts of a cause that was not found."""

    cause: Cause
    facts: Callable[[DiagnosisEvidence], Iterator[Say]]


def _of(topic: Topic) -> Callable[[DiagnosisEvidence], Iterator[Say]]:
    """What the check found fine of a topic."""

    def facts(evidence: DiagnosisEvidence) -> Iterator[Say]:
        for finding in evidence.check.findings:
            if finding.topic is topic and finding.word is FINE:
                yield from finding.say

    return facts


def _messages(evidence: DiagnosisEvidence) -> Iterator[Say]:
    if evidence.log not in (None, KernelLog.REFUSED, KernelLog.MISSING):
        yield Say("{text}.", text=Say("none"))


def _heat(evidence: DiagnosisEvidence) -> Iterator[Say]:
    health, verdict = evidence.check.health, evidence.check.verdict
    axis = verdict.axis(TEMPERATURE) if verdict is not None else None
    good = axis is not None and axis.verdict == GOOD
    if good and health is not None and health.temperature is not None:
        yield Say("{text}.", text=Celsius(round(health.temperature)))


def _users(evidence: DiagnosisEvidence) -> Iterator[Say]:
    if evidence.busy is not None:
        yield Say("{text}.", text=Say("{share} of the time", share=Share(evidence.busy)))


def _memory(evidence: DiagnosisEvidence) -> Iterator[Say]:
    if evidence.machine.memory_pressure is not None:
        yield Say(
            "Programs waited for memory: {share} of the last minute.",
            share=Share(evidence.machine.memory_pressure),
        )


def _cpu(evidence: DiagnosisEvidence) -> Iterator[Say]:
    if evidence.machine.cpu_pressure is not None:
        yield Say(
            "Programs waited for the CPU: {share} of the last minute.",
            share=Share(evidence.machine.cpu_pressure),
        )


def _array(evidence: DiagnosisEvidence) -> Iterator[Say]:
    for device in evidence.stack:
        if device.array is not None:
            yield Say("{name} is complete.", name=device.path)


def _options(evidence: DiagnosisEvidence) -> Iterator[Say]:
    if evidence.mount is not None:
        yield Say("Mount options of {path} are OK.", path=evidence.mount.path)


def _space(evidence: DiagnosisEvidence) -> Iterator[Say]:
    for device in evidence.stack:
        size, free = device.filesystem_size, device.free
        written = [one for one in device.mounts if can_be_written(one) and for_people(one.path)]
        if size and free is not None and written:
            share = Share(1 - free / size)
            yield Say(
                "{path} is {share} full ({free} free).",
                path=written[0].path,
                share=share,
                free=Bytes(free),
            )


def pieces(layout: FileLayout) -> Say:
    """In how many pieces a file lies."""
    count = Plural("{count} fragment", "{count} fragments", layout.extents)
    return Say(
        "{path} has {fragments} (average {mean}).",
        path=layout.path,
        fragments=count,
        mean=Bytes(round(layout.mean)),
    )


def _pieces(evidence: DiagnosisEvidence) -> Iterator[Say]:
    layout = evidence.layout
    if layout is not None:
        yield pieces(layout)


def _encryption(evidence: DiagnosisEvidence) -> Iterator[Say]:
    encrypted = any(one.kind == DeviceKind.CRYPT for one in evidence.stack)
    if encrypted and evidence.cipher is not None:
        yield Say("One CPU encrypts {rate} (AES-XTS, 512-bit key).", rate=Rate(evidence.cipher))


def _usb(evidence: DiagnosisEvidence) -> Iterator[Say]:
    drive = evidence.drive
    if drive is not None and drive.attachment.usb_driver is UsbDriver.UAS:
        yield Say("The enclosure uses UAS.")


def _scheduler(evidence: DiagnosisEvidence) -> Iterator[Say]:
    if evidence.drive is not None and evidence.drive.scheduler:
        yield Say("{text}.", text=evidence.drive.scheduler)


def _power(evidence: DiagnosisEvidence) -> Iterator[Say]:
    if evidence.machine.power_profile is not None:
        yield Say("{name}: {text}.", name=Say("Power profile"), text=evidence.machine.power_profile)


def _format(evidence: DiagnosisEvidence) -> Iterator[Say]:
    used = evidence.drive.attachment.format_in_use if evidence.drive is not None else None
    if used is not None and used.performance is not Performance.DEGRADED:
        yield Say("{text}.", text=Bytes(used.data, binary=True))


_LOOKS = (
    _Look(Cause.HEALTH, _of(Topic.HEALTH)),
    _Look(Cause.HOT, _heat),
    _Look(Cause.KERNEL_MESSAGES, _messages),
    _Look(Cause.LINK, _of(Topic.LINK)),
    _Look(Cause.BUSY, _users),
    _Look(Cause.MEMORY, _memory),
    _Look(Cause.CPU, _cpu),
    _Look(Cause.ARRAY, _array),
    _Look(Cause.MOUNT_OPTIONS, _options),
    _Look(Cause.MOUNT_OPTIONS, _of(Topic.MOUNT)),
    _Look(Cause.FULL, _space),
    _Look(Cause.TRIM, _of(Topic.TRIM)),
    _Look(Cause.FRAGMENTED, _pieces),
    _Look(Cause.ENCRYPTION, _encryption),
    _Look(Cause.USB_PROTOCOL, _usb),
    _Look(Cause.SCHEDULER, _scheduler),
    _Look(Cause.POWER_SAVING, _power),
    _Look(Cause.BLOCK_FORMAT, _format),
)


_SUBJECTS = {Cause.FULL: Say("Free space"), Cause.TRIM: Say("TRIM")}
"""The others are called as the cause is."""


def in_order(evidence: DiagnosisEvidence, found: Container[Cause]) -> tuple[Finding, ...]:
    """What is in order, where none of its causes was `found`; a drive that fails, or is to be
    watched, has no health in order.
    """
    looks = (
        (look.cause, tuple(look.facts(evidence))) for look in _LOOKS if look.cause not in found
    )
    return tuple(
        Finding(
            cause,
            said,
            grade=FINE,
            subject=Coded(cause, _SUBJECTS.get(cause, CAUSE_TITLES[cause])),
        )
        for cause, said in looks
        if said
    )
