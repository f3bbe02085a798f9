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
_LIMITS = {
    PathKind.USB_HUB: N_(
        "Together they read {rate}: the USB hub they share ({name}) is the limit."
    ),
    PathKind.USB_CONTROLLER: N_(
        "Together they read {rate}: the USB controller they share ({name}) is the limit."
    ),
    PathKind.PORT_MULTIPLIER: N_(
        "Together they read {rate}: the SATA port they share ({name}) is the limit."
    ),
    PathKind.SATA_CONTROLLER: N_(
        "Together they read {rate}: the SATA controller they share ({name}) is the limit."
    ),
    PathKind.SAS_CONTROLLER: N_(
        "Together they read {rate}: the SAS controller they share ({name}) is the limit."
    ),
    PathKind.RAID_CONTROLLER: N_(
        "Together they read {rate}: the RAID controller they share ({name}) is the limit."
    ),
    PathKind.PCIE_LINK: N_(
        "Together they read {rate}: the PCIe link they share ({name}) is the limit."
    ),
    PathKind.OTHER: N_("Together they read {rate}: what they share ({name}) is the limit."),
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
        text = _("Together they read {rate}: they do not disturb each other.")
        if any(drive.slower for drive in drives):
            text = _(
                "Together they read {rate} instead of {alone}. The repeats differ too much to say"
                " whether they disturb each other."
            )
        return text.format(rate=rate, alone=alone)
    limit = limit_of(run)
    if limit is not None and len(limit.drives) == len(drives):
        return _(_LIMITS[limit.kind]).format(rate=rate, name=shown(limit.name))
    if limit is not None:
        text = _(
            "Together they read {rate} instead of {alone}: {path} is the limit of {count} of them."
        )
        path = path_title(limit)
        return text.format(rate=rate, alone=alone, path=path, count=len(limit.drives))
    names = _names(run, disturbed)
    shared = [
        one for one in run.environment.shared if {d.number for d in disturbed} & {*one.drives}
    ]
    if shared:
        text = _(
            "Together they read {rate} instead of {alone}: {drives} lost speed. They share {path},"
            " and were not at its ceiling."
        )
        if shared[0].ceiling is None:
            text = _(
                "Together they read {rate} instead of {alone}: {drives} lost speed. They share"
                " {path}, whose ceiling is not known."
            )
        return text.format(rate=rate, alone=alone, drives=names, path=path_title(shared[0]))
    text = _(
        "Together they read {rate} instead of {alone}: {drives} lost speed, and nothing is known"
        " that they share."
    )
    return text.format(rate=rate, alone=alone, drives=names)


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
            text = _("{drives} share {path}, whose ceiling is not known; they read {rate} on it.")
        else:
            text = _(
                "{drives} share {path}, which carries {ceiling} at best; they read {rate} on it."
            )
            values["ceiling"] = format_bandwidth(path.ceiling, binary=binary)
        said.append(text.format(**values))
    if not run.environment.shared:
        said.append(_("The kernel names nothing that these drives share before the memory."))
    said.append(
        _(
            "Sequential reads of 1 MiB, eight at a time, past the page cache. A drive counts as"
            " disturbed below 90 % of its speed alone, if each repeat at once is slower than each"
            " alone."
        )
    )
    return said
