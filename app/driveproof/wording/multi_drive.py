# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of several drives at once: whether they disturb each other, and what they share."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.run.multi_drive import (
    DriveAtOnce,
    drives_of,
    limit_of,
    sum_alone,
    sum_at_once,
)
from driveproof.domain.run.run import Companion, PathKind, Run, SharedPath
from driveproof.domain.text import shown
from driveproof.wording.catalogue import N_, _
from driveproof.wording.units import format_bandwidth, format_percent

_KINDS = {
    PathKind.USB_HUB: N_("USB hub"),
    PathKind.USB_CONTROLLER: N_("USB controller"),
    PathKind.PORT_MULTIPLIER: N_("SATA port multiplier"),
    PathKind.SATA_CONTROLLER: N_("SATA controller"),
    PathKind.SAS_CONTROLLER: N_("SAS controller"),
    PathKind.RAID_CONTROLLER: N_("RAID controller"),
    PathKind.PCIE_LINK: N_("PCIe link"),
    PathKind.OTHER: N_("path"),
}


def drive_title(run: Run, number: int) -> str:
    """What a drive of a run is called."""
    return companion_title(run.environment.drives, number)


def companion_title(drives: Sequence[Companion], number: int) -> str:
    """What a drive is called: its model, else the folder or device that was named; with its number
    where two are called the same, and by its number alone where it is not known.
    """
    titles = [one.model or one.path for one in drives]
    if not 0 < number <= len(titles):
        return _("Drive {number}").format(number=number)
    title = titles[number - 1]
    if titles.count(title) > 1:
        return _("{drive} ({number})").format(drive=shown(title), number=number)
    return shown(title)


def companion_titles(drives: Sequence[Companion]) -> list[str]:
    """What all of them are called, in their order."""
    return [companion_title(drives, number) for number in range(1, len(drives) + 1)]


def kept_text(drive: DriveAtOnce) -> str:
    """The share of its speed that a drive had at once; "" where unknown."""
    return "" if drive.kept is None else format_percent(drive.kept)


def path_title(path: SharedPath) -> str:
    """What is shared: "USB hub 2-1 (5 Gb/s)"."""
    kind = _(_KINDS[path.kind])
    if not path.name:
        return _("{kind} {place}").format(kind=kind, place=shown(path.place))
    text = _("{kind} {place} ({name})")
    return text.format(kind=kind, place=shown(path.place), name=shown(path.name))


def multi_drive_answer(run: Run, *, binary: bool = False) -> str:
    """Whether the drives disturb each other, and what is the limit; "" where not measured."""
    drives, total = drives_of(run), sum_at_once(run)
    if total is None or any(drive.kept is None for drive in drives):
        return ""
    rate = format_bandwidth(total.median, binary=binary)
    disturbed = [drive for drive in drives if drive.disturbed]
    alone = format_bandwidth(sum_alone(run) or 0.0, binary=binary)
    if not disturbed:
        text = _("All at once: {rate}. They do not slow each other down.")
        if any(drive.slower for drive in drives):
            text = _(
                "All at once: {rate} instead of {alone}. The repeats differ too much to judge."
            )
        return text.format(rate=rate, alone=alone)
    if (limit := limit_of(run)) is not None:
        text = _("All at once: {rate} instead of {alone}, limited by {path}.")
        return text.format(rate=rate, alone=alone, path=path_title(limit))
    text = _("All at once: {rate} instead of {alone}. {drives} were slower.")
    return text.format(rate=rate, alone=alone, drives=_names(run, disturbed))


def _names(run: Run, drives: Sequence[DriveAtOnce]) -> str:
    return ", ".join(drive_title(run, drive.number) for drive in drives)


def multi_drive_notes(run: Run, *, binary: bool = False) -> list[str]:
    """What they share, and how to take the figures."""
    said = []
    for path in run.environment.shared:
        total = sum_at_once(run, path.drives)
        values = {
            "path": path_title(path),
            "drives": ", ".join(drive_title(run, number) for number in path.drives),
            "rate": "–" if total is None else format_bandwidth(total.median, binary=binary),
        }
        if path.ceiling is None:
            text = _("{drives} share {path}: {rate}.")
        else:
            text = _("{drives} share {path}: {rate} of at most {ceiling}.")
            values["ceiling"] = format_bandwidth(path.ceiling, binary=binary)
        said.append(text.format(**values))
    if not run.environment.shared:
        said.append(_("The kernel shows nothing that these drives share."))
    said.append(
        _("A drive is slowed down when it is below 90 % of its speed alone in every repeat.")
    )
    return said
