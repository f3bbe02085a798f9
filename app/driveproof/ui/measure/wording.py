# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a measurement will do and what it costs, in words, before it is started."""

from __future__ import annotations

from enum import Enum, auto

from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.experiment.defaults import claim_needs
from driveproof.domain.profile.expected_cost import Rates, Source, expected
from driveproof.domain.profile.for_device import needs_device, overwriting, readable
from driveproof.domain.profile.profile import TESTS, Profile
from driveproof.domain.quantity import Phrase
from driveproof.wording.catalogue import _
from driveproof.wording.experiment import repeats_text
from driveproof.wording.units import format_bound, format_size_bound


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
            "{profile} looks at a drive itself, and a folder is chosen.",
            profile=Phrase(profile.title),
            advice=Advice('Choose a device below "Where?".'),
        )
    return profile


def costs(profile: Profile, way: Way, rates: Rates | None = None) -> list[str]:
    """Two lines on a card: what it costs, and what becomes of the target. With the `rates` of its
    drive what is expected comes first, and what it is at most second.
    """
    if needs_device(profile):
        time = _("at most {0}, writes nothing").format(format_bound(profile.seconds))
        return [time, _("reads the device itself, asks for a password")]
    try:
        chosen = for_way(profile, way)
    except UsageError:
        if way is Way.READ:
            words = _("has no test that reads")
            return [words, _("choose a folder, or to write as well")]
        words = _("has no test that may overwrite a device")
        return [words, _("choose to read only")]
    time = _("at most {0}").format(format_bound(chosen.seconds))
    written = chosen.bytes_written
    if way is Way.READ:
        kept = _("read only: what is on the device stays")
        left = len(profile.phases) - len(chosen.phases)
        if left:
            words = _("{0}, {1} of its {2} tests")
            return [words.format(time, len(chosen.phases), len(profile.phases)), kept]
        return [_("{0}, writes nothing").format(time), kept]
    found = expected(chosen, rates)
    if found is not None:
        words = _("about {0}, {1}")
        time = words.format(format_bound(found.seconds), time)
    if written is None:
        wear = _("writes without a limit")
    elif found is not None and found.bytes_written < written:
        wear = _("writes about {0}, at most {1}").format(
            format_size_bound(found.bytes_written), format_size_bound(written)
        )
    elif way is Way.OVERWRITE or any(phase.writes for phase in profile.phases):
        wear = _("writes at most {0}").format(format_size_bound(written))
    else:
        wear = _("writes the test file only, {0}").format(format_size_bound(written))
    safe = (
        _("destroys what is on the device")
        if way is Way.OVERWRITE
        else _("safe: your files stay as they are")
    )
    return [f"{time}; {wear}" if found is not None else f"{time}, {wear}", safe]


def claim(profile: Profile) -> str:
    """The line on a card that says how often is measured, and whether that allows a claim."""
    needed = claim_needs(profile)
    if needed is None:
        return _("each place once: no claim")
    repeats = repeats_text(profile.repeats)
    if profile.repeats >= needed:
        return _("{0}: enough to claim a difference").format(repeats)
    return _("{0}: too few for a claim, which takes {1}").format(repeats, needed)


def source(profile: Profile, rates: Rates | None) -> str:
    """From what the expectation on a card comes, as a sentence; "" where there is none."""
    found = expected(profile, rates)
    if found is None:
        return ""
    return {
        Source.RUNS: _("Expected as this drive's last runs went."),
        Source.LINK: _("Expected of a drive as fast as its link."),
        Source.DISK: _("Expected of a hard disk."),
    }[found.source]


def promise(profile: Profile, way: Way, rates: Rates | None = None) -> str:
    """The text of the button: what happens when it is pressed, as far as it can be expected."""
    tests, time = len(profile.phases), format_bound(profile.seconds)
    found = expected(profile, rates) if way is Way.FOLDER else None
    if found is not None:
        words = (
            _("&Measure 1 test, about {1}, writes about {2}")
            if tests == 1
            else _("&Measure {0} tests, about {1}, writes about {2}")
        )
        amount = format_size_bound(found.bytes_written)
        return words.format(tests, format_bound(found.seconds), amount)
    if profile.kind != TESTS:
        return _("Rea&d the device, at most {0}, asks for a password").format(time)
    if way is Way.READ:
        words = (
            _("Rea&d 1 test, at most {1}, asks for a password")
            if tests == 1
            else _("Rea&d {0} tests, at most {1}, asks for a password")
        )
        return words.format(tests, time)
    if way is Way.OVERWRITE:
        words = (
            _("Overwri&te with 1 test, at most {1}…")
            if tests == 1
            else _("Overwri&te with {0} tests, at most {1}…")
        )
    else:
        words = (
            _("&Measure 1 test, at most {1}")
            if tests == 1
            else _("&Measure {0} tests, at most {1}")
        )
    words = words.format(tests, time)
    written = profile.bytes_written
    if written is None or way is Way.OVERWRITE:
        return words
    return _("{0}, writes at most {1}").format(words, format_size_bound(written))
