# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a measurement will do and what it costs, in words, before it is started."""

from __future__ import annotations

from enum import Enum, auto

from PySide6.QtCore import QCoreApplication

from driveproof.domain.device_profile import needs_device, overwriting, readable
from driveproof.domain.errors import UsageError
from driveproof.domain.plan_proposal import claim_needs, counted_repeats
from driveproof.domain.profile import TESTS, Profile
from driveproof.domain.units import format_bound, format_size_bound

translate = QCoreApplication.translate


class Way(Enum):
    """How a target is treated."""

    FOLDER = auto()
    READ = auto()
    OVERWRITE = auto()


def for_way(profile: Profile, way: Way) -> Profile:
    """What of a profile runs; raises UsageError when nothing does."""
    match way:
        case Way.READ:
            return readable(profile)
        case Way.OVERWRITE:
            return overwriting(profile)
    if needs_device(profile):
        raise UsageError(
            translate("Measure", "{0} looks at a drive itself, and a folder is chosen.").format(
                profile.title
            ),
            translate("Measure", 'Choose a device below "Where?".'),
        )
    return profile


def costs(profile: Profile, way: Way) -> list[str]:
    """Two lines on a card: what it costs at most, and what becomes of the target."""
    if needs_device(profile):
        time = translate("Measure", "at most {0}, writes nothing").format(
            format_bound(profile.seconds)
        )
        return [time, translate("Measure", "reads the device itself, asks for a password")]
    try:
        chosen = for_way(profile, way)
    except UsageError:
        if way is Way.READ:
            words = translate("Measure", "has no test that reads")
            return [words, translate("Measure", "choose a folder, or to write as well")]
        words = translate("Measure", "has no test that may overwrite a device")
        return [words, translate("Measure", "choose to read only")]
    time = translate("Measure", "at most {0}").format(format_bound(chosen.seconds))
    written = chosen.bytes_written
    if way is Way.READ:
        kept = translate("Measure", "read only: what is on the device stays")
        left = len(profile.phases) - len(chosen.phases)
        if left:
            words = translate("Measure", "{0}, {1} of its {2} tests")
            return [words.format(time, len(chosen.phases), len(profile.phases)), kept]
        return [translate("Measure", "{0}, writes nothing").format(time), kept]
    if written is None:
        wear = translate("Measure", "writes without a limit")
    elif way is Way.OVERWRITE or any(phase.writes for phase in profile.phases):
        wear = translate("Measure", "writes at most {0}").format(format_size_bound(written))
    else:
        wear = translate("Measure", "writes the test file only, {0}").format(
            format_size_bound(written)
        )
    safe = (
        translate("Measure", "destroys what is on the device")
        if way is Way.OVERWRITE
        else translate("Measure", "safe: your files stay as they are")
    )
    return [f"{time}, {wear}", safe]


def claim(profile: Profile) -> str:
    """The line on a card that says how often is measured, and whether that allows a claim."""
    needed = claim_needs(profile)
    if needed is None:
        return translate("Measure", "each place once: no claim")
    repeats = counted_repeats(profile.repeats)
    if profile.repeats >= needed:
        return translate("Measure", "{0}: enough to claim a difference").format(repeats)
    return translate("Measure", "{0}: too few for a claim, which takes {1}").format(repeats, needed)


def promise(profile: Profile, way: Way) -> str:
    """The text of the button: what happens when it is pressed."""
    tests, time = len(profile.phases), format_bound(profile.seconds)
    if profile.kind != TESTS:
        return translate("Measure", "Rea&d the device, at most {0}, asks for a password").format(
            time
        )
    if way is Way.READ:
        words = (
            translate("Measure", "Rea&d 1 test, at most {1}, asks for a password")
            if tests == 1
            else translate("Measure", "Rea&d {0} tests, at most {1}, asks for a password")
        )
        return words.format(tests, time)
    if way is Way.OVERWRITE:
        words = (
            translate("Measure", "Overwri&te with 1 test, at most {1}…")
            if tests == 1
            else translate("Measure", "Overwri&te with {0} tests, at most {1}…")
        )
    else:
        words = (
            translate("Measure", "&Measure 1 test, at most {1}")
            if tests == 1
            else translate("Measure", "&Measure {0} tests, at most {1}")
        )
    words = words.format(tests, time)
    written = profile.bytes_written
    if written is None or way is Way.OVERWRITE:
        return words
    return translate("Measure", "{0}, writes at most {1}").format(words, format_size_bound(written))
