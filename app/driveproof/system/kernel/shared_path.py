# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What several drives share on their way to the memory, from their places below /sys/devices.

A place names everything on the way: PCI bridges, the controller, then a USB hub or an ATA port.
Sources: PCI classes are those of the PCI Code and ID Assignment Specification; ceilings are those
of domain/drive/link_rules.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from pathlib import Path

from driveproof.domain.drive.link_rules import SATA_CEILINGS, USB_CEILINGS, PcieLink, pcie_link
from driveproof.domain.run.run import PathKind, SharedPath
from driveproof.system.kernel import links
from driveproof.system.kernel.small_files import float_in, text_in
from driveproof.system.kernel.sysfs import Sysfs

_PCI = re.compile(r"[0-9a-f]{4,}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]")
_USB = re.compile(r"\d+-[\d.]+")
_ATA = re.compile(r"ata(\d+)")
_CONTROLLERS = {
    0x0C03: PathKind.USB_CONTROLLER,
    0x0101: PathKind.SATA_CONTROLLER,
    0x0106: PathKind.SATA_CONTROLLER,
    0x0107: PathKind.SAS_CONTROLLER,
    0x0100: PathKind.SAS_CONTROLLER,
    0x0104: PathKind.RAID_CONTROLLER,
    0x0604: PathKind.PCIE_LINK,
}


def shared_paths(names: Sequence[str | None], sysfs: Sysfs) -> tuple[SharedPath, ...]:
    """For each group of at least two of these drives (kernel names, None: unknown) the narrowest
    thing that they share, the largest group first; numbers of drives are from 1.

    Reads a few small files; raises nothing.
    """
    chains = [() if name is None else _chain(name, sysfs) for name in names]
    found: dict[tuple[int, ...], list[SharedPath]] = {}
    for number, chain in enumerate(chains, start=1):
        for depth in range(1, len(chain) + 1):
            start = chain[:depth]
            group = tuple(n for n, other in enumerate(chains, 1) if other[:depth] == start)
            if len(group) < 2 or group[0] != number:
                continue
            one = _path_at(start, chain, group, sysfs)
            if one is not None:
                found.setdefault(group, []).append(one)
    narrowest = [_narrowest(paths) for _group, paths in found.items()]
    return tuple(sorted(narrowest, key=lambda path: (-len(path.drives), path.drives)))


def _narrowest(paths: Sequence[SharedPath]) -> SharedPath:
    """The least ceiling that is known; without any the nearest to the drives, which names most."""
    known = [path for path in paths if path.ceiling]
    return min(known, key=lambda path: path.ceiling or 0) if known else paths[-1]


def _chain(name: str, sysfs: Sysfs) -> tuple[str, ...]:
    """The folders of a drive below /sys/devices, from the root on."""
    disk = sysfs.disk_of(name)
    controller = links.nvme_controller(sysfs.root, disk)
    place = controller or sysfs.root / "class" / "block" / disk
    try:
        real = place.resolve(strict=True)
        below = real.relative_to((sysfs.root / "devices").resolve())
    except (OSError, ValueError, RuntimeError):
        return ()
    return tuple(takewhile(lambda part: part != "block", below.parts))


def _path_at(
    start: tuple[str, ...], chain: tuple[str, ...], group: tuple[int, ...], sysfs: Sysfs
) -> SharedPath | None:
    """What the folder at the end of `start` is, if drives can share it."""
    last = start[-1]
    folder = sysfs.root.joinpath("devices", *start)
    if _USB.fullmatch(last):
        speed = float_in(folder / "speed")
        name = "" if speed is None else _gigabits(speed)
        return SharedPath(PathKind.USB_HUB, name, last, _usb_ceiling(speed), group)
    if match := _ATA.fullmatch(last):
        speed = _sata_speed(sysfs, match[1])
        name = f"SATA {speed:g} Gb/s" if speed else ""
        ceiling = SATA_CEILINGS.get(speed) if speed else None
        return SharedPath(PathKind.PORT_MULTIPLIER, name, last, ceiling, group)
    if _PCI.fullmatch(last):
        return _pci(folder, last, chain[len(start) :], group)
    return None


def _pci(
    folder: Path, address: str, beyond: tuple[str, ...], group: tuple[int, ...]
) -> SharedPath | None:
    kind = _CONTROLLERS.get(_class(folder))
    if kind is None or not beyond:
        return None
    link = _link(folder)
    if link is None and kind is PathKind.PCIE_LINK:
        return None  # a bridge within the chip set has no link of its own
    name, ceiling = ("", None) if link is None else (link.name, link.ceiling)
    return SharedPath(kind, name, address, ceiling, group)


def _link(folder: Path) -> PcieLink | None:
    """The best that both ends of a PCIe link can: an idle one shows less than it is."""
    link = pcie_link(text_in(folder / "max_link_speed"), text_in(folder / "max_link_width"))
    now = pcie_link(text_in(folder / "current_link_speed"), text_in(folder / "current_link_width"))
    if link is None or now is None:
        return now
    # Lanes do not come and go with the load: those that are in use are what there is.
    link = PcieLink(link.rate, min(link.lanes, now.lanes))
    others = list(_other_ends(folder))
    return link.with_(others[0]) if others else link


def _other_ends(folder: Path) -> Iterator[PcieLink]:
    """The device at the lower end of a bridge's link, the port above any other device."""
    if _class(folder) == 0x0604:
        try:
            below = sorted(entry.name for entry in folder.iterdir() if _PCI.fullmatch(entry.name))
        except OSError:
            return
        ends = [folder / name for name in below]
    else:
        ends = [folder.parent]
    for end in ends:
        link = pcie_link(text_in(end / "max_link_speed"), text_in(end / "max_link_width"))
        if link is not None:
            yield link


def _class(folder: Path) -> int:
    """Class and subclass: 0x0106 of "0x010601"."""
    try:
        return int(text_in(folder / "class"), 16) >> 8
    except ValueError:
        return 0


def _sata_speed(sysfs: Sysfs, port: str) -> float | None:
    text = text_in(sysfs.root / "class" / "ata_link" / f"link{port}" / "sata_spd")
    try:
        return float(text.split()[0])
    except (ValueError, IndexError):
        return None


def _usb_ceiling(speed: float | None) -> int | None:
    return None if speed is None else USB_CEILINGS.get(int(speed))


def _gigabits(megabits: float) -> str:
    return f"{megabits / 1000:g} Gb/s" if megabits >= 1000 else f"{megabits:g} Mb/s"
