# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of readers of a mirror: how fast each test was, and how many devices served it."""

from __future__ import annotations

from driveproof.domain.run.mirror import MirrorTest, legs_of_run, mirror_tests, mirrored
from driveproof.domain.run.run import Run
from driveproof.domain.run.work import Part
from driveproof.domain.text import shown
from driveproof.wording.catalogue import N_, _
from driveproof.wording.units import format_bandwidth, format_percent

_TITLES = {
    Part.ONE_READER: N_("One reader"),
    Part.ONE_FILE: N_("Two readers of one file"),
    Part.TWO_FILES: N_("Two readers of two files"),
    Part.COPY: N_("Copy"),
}


def mirror_title(test: MirrorTest) -> str:
    """What a test is called."""
    return _(_TITLES[test.part])


def shares_text(test: MirrorTest) -> str:
    """What each device read of it: "sda 52 %, sdb 48 %"; "" where unknown."""
    return ", ".join(
        _("{device} {share}").format(device=shown(leg.device), share=format_percent(leg.share))
        for leg in test.legs
    )


def served_text(run: Run, test: MirrorTest) -> str:
    """How many of the devices served it: "1 of 2 devices"; "" for one, or where unknown."""
    if test.served is None or not mirrored(run):
        return ""
    count = len(legs_of_run(run))
    return _("{served} of {count} devices").format(served=test.served, count=count)


def mirror_answer(run: Run, *, binary: bool = False) -> str:
    """What one reader and two came to, in a few sentences; "" where nothing was measured."""
    tests = {test.part: test for test in mirror_tests(run)}
    rates = {
        part: format_bandwidth(test.rate.median, binary=binary) for part, test in tests.items()
    }
    one = tests.get(Part.ONE_READER)
    if one is None:
        return ""
    said = [_one(run, one, rates[Part.ONE_READER])]
    if Part.ONE_FILE in rates and Part.TWO_FILES in rates:
        said.append(_two(run, tests[Part.TWO_FILES], rates))
    if Part.COPY in rates:
        said.append(_("Copy: {rate}.").format(rate=rates[Part.COPY]))
    return " ".join(said)


def _one(run: Run, test: MirrorTest, rate: str) -> str:
    count = len(legs_of_run(run))
    if test.served is None or not mirrored(run):
        return _("One reader: {rate}.").format(rate=rate)
    text = _("One reader: {rate} ({served} of {count} devices).")
    return text.format(rate=rate, served=test.served, count=count)


def _two(run: Run, test: MirrorTest, rates: dict[Part, str]) -> str:
    values: dict[str, object] = {
        "one": rates[Part.ONE_FILE],
        "two": rates[Part.TWO_FILES],
        "served": test.served,
        "count": len(legs_of_run(run)),
    }
    if test.served is None or not mirrored(run):
        text = _("Two readers: {one} on one file, {two} on two files.")
    else:
        text = _(
            "Two readers: {one} on one file, {two} on two files ({served} of {count} devices)."
        )
    return text.format(**values)


def mirror_notes(run: Run) -> list[str]:
    """How to take the figures."""
    said = [
        _("The shares are of the median repeat. A copy is measured by its writes, including fsync.")
    ]
    array = run.environment.array or ""
    if not mirrored(run):
        said.append(_("All data is on one device."))
    elif array.startswith("btrfs"):
        said.append(
            _(
                "btrfs may serve two readers from the same device in one repeat and from two"
                " in the next."
            )
        )
    return said
