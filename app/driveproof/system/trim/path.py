# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Follows the discard path from a mount point, folder or device down to the drives.

It needs no root; `read_discard_path_as_root` adds the drives' own reports through the helper.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from driveproof.domain.drive.drive import DeviceKind, Inventory, Mount
from driveproof.domain.errors import Advice, MachineError
from driveproof.domain.finding import Finding
from driveproof.domain.health.adapter import known_types
from driveproof.domain.quantity import OneOf
from driveproof.domain.say import Say
from driveproof.domain.trim.drive_rules import end_of, with_report
from driveproof.domain.trim.facts import DeviceFacts
from driveproof.domain.trim.filesystem_rules import (
    backing_layer,
    continuous,
    filesystem_layer,
    in_memory,
    mount_layer,
)
from driveproof.domain.trim.fstrim import TimerFacts
from driveproof.domain.trim.path import (
    BLOCK,
    IN_REPORT,
    PART,
    PASS,
    UNKNOWN,
    Branch,
    DiscardPath,
    EndKind,
    LayerFact,
    LayerKind,
    LayerTitle,
    PathEnd,
    PathLayer,
    PathNote,
    ends_of,
    reach_of,
    verdict_of,
)
from driveproof.domain.trim.stack_rules import layers_of
from driveproof.system.helper.client import Helper, WireAdapter, claim_device
from driveproof.system.kernel.devices import device_mounted, name_of, node_at
from driveproof.system.kernel.mounts import PROC_SELF, device_number, mount_of, mount_table
from driveproof.system.kernel.stack import MOST_DEVICES, devices_involved, same_btrfs
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.trim import fstrim_timer
from driveproof.system.trim.facts import FactReader

ETC = Path("/etc")
_LARGEST_REPORT = 16 * 2**20


def read_discard_path(
    target: str,
    inventory: Inventory | None = None,
    *,
    sysfs: Sysfs | None = None,
    proc: Path = PROC_SELF,
    etc: Path = ETC,
    timer: Callable[[], TimerFacts] = fstrim_timer.read_timer,
    reports: Mapping[str, object] | None = None,
) -> DiscardPath:
    """Every layer from `target` (a mount point, a folder or file in one, a device) to the drives.

    Changes nothing and prompts nobody. `inventory` supplies the drives' names, `reports`
    (smartctl's, by kernel name) what only root can read. Raises MachineError where the target does
    not exist.
    """
    sysfs = sysfs or Sysfs()
    walk = _Walk(FactReader(sysfs, inventory, etc), sysfs, proc, reports or {})
    device = _device(target, inventory, sysfs)
    mounts = mount_table(proc)
    mount: Mount | None
    if device is None:
        mount = mount_of(target, proc)
        if in_memory(mount) or (name := device_mounted(mount, sysfs)) is None:
            name = ""
    else:
        mount, name = _mount_on(device, mounts, sysfs), device
    if mount is not None:
        walk.layers += [filesystem_layer(mount), mount_layer(mount)]
    above = verdict_of(tuple(walk.layers)) if walk.layers else PASS
    top = walk.follow(name) if name else ()
    if mount is not None and not top and verdict_of(tuple(walk.layers)) == PASS:
        walk.nothing_below()
    periodic = None
    goes_on, option = (None, "") if mount is None else continuous(mount)
    if mount is not None and mount.listed:  # fstrim and its timer see another table otherwise
        takes = all(facts.takes is not False for facts in top) if top else None
        periodic = fstrim_timer.periodic(mount, mounts, etc, timer(), takes=takes)
    walk.tree[""] = Branch(above, below=tuple(facts.name for facts in top))
    ends = ends_of(walk.tree, "")
    unreached = tuple(end for end, word in ends.items() if word == BLOCK)
    reach = reach_of(ends, tuple(walk.layers))
    return DiscardPath(
        target=target,
        mount=mount,
        layers=tuple(walk.layers),
        start=mount.path if mount else walk.title(name),
        ends=tuple(ends),
        unreached=unreached if reach == PART else (),
        reach=reach,
        periodic=periodic,
        continuous=goes_on,
        continuous_option=option,
        notes=(*walk.notes, *_notes(mount, name, mounts, sysfs)),
        elsewhere=_elsewhere(mount, mounts),
    )


def read_discard_path_as_root(
    target: str, inventory: Inventory | None, helper: Helper, **places: Any
) -> DiscardPath:
    """The path with the drives' reports; prompts at most once per drive.

    `places` are those of `read_discard_path`. A drive that does not answer leaves a note. Raises
    DriveproofError: no such target, no helper, not authorized.
    """
    path = read_discard_path(target, inventory, **places)
    drives = [layer for layer in path.layers if layer.root in IN_REPORT]
    if not drives:
        return replace(
            path,
            notes=(
                *path.notes,
                Finding(
                    PathNote.NOTHING_IN_REPORTS, (Say("The drive's own report adds nothing here."),)
                ),
            ),
        )
    helper.check()
    reports: dict[str, object] = {}
    silent = []
    for layer in drives:
        try:
            reports[layer.device] = report_of(helper, layer.device, places.get("sysfs") or Sysfs())
        except MachineError as error:
            silent.append(
                Finding(
                    PathNote.NO_REPORT,
                    (Say("{name} gave no report: {error}", name=layer.name, error=error),),
                )
            )
        except (ValueError, RecursionError, OSError):
            silent.append(
                Finding(
                    PathNote.NOTHING_SENT, (Say("{name} does not report TRIM.", name=layer.name),)
                )
            )
    path = read_discard_path(target, inventory, **places, reports=reports)
    silent += [
        Finding(PathNote.REPORT_SILENT, (Say("{name} does not report TRIM.", name=layer.name),))
        for layer in path.layers
        if layer.device in reports and layer.root in IN_REPORT
    ]
    return replace(path, notes=(*path.notes, *silent))


def report_of(helper: Helper, name: str, sysfs: Sysfs) -> object:
    """smartctl's report on a device; its exit status describes the drive and is ignored here.
    Behind a USB adapter with the type that the machine knows: smartctl's own guess may be one that
    resets the drive.

    Raises DriveproofError, and ValueError for invalid JSON.
    """
    # Only who reads as root needs what reads smartctl's answers.
    from driveproof.system.smart.usb_adapters import machine_knows  # noqa: PLC0415

    facts = sysfs.facts(name)
    smart = machine_knows(facts.attachment, facts.number)
    known = known_types(smart) if smart is not None else ()
    adapter = WireAdapter[known[0][0].name] if known else WireAdapter.AUTO
    job = helper.read_smart(claim_device(f"/dev/{name}"), adapter)
    try:
        with os.fdopen(job.output, "rb") as output:
            text = output.read(_LARGEST_REPORT)
        job.wait()
    finally:
        job.close()
    return json.loads(text)


@dataclass
class _Walk:
    """The layers found so far."""

    reader: FactReader
    sysfs: Sysfs
    proc: Path
    reports: Mapping[str, object]
    layers: list[PathLayer] = field(default_factory=list)
    tree: dict[str, Branch] = field(default_factory=dict)
    """The devices by their kernel names."""
    notes: list[Finding] = field(default_factory=list)
    _seen: dict[str, DeviceFacts] = field(default_factory=dict)

    def follow(self, name: str) -> tuple[DeviceFacts, ...]:
        """Follow a device and the others of its btrfs downwards; returns the facts of these top
        devices.
        """
        top = (name, *same_btrfs(name, self.sysfs))
        todo = list(reversed(top))
        done: set[str] = set()
        while todo:
            current = todo.pop()
            if current in done:
                continue
            if len(done) >= MOST_DEVICES:
                self._unknown(
                    Finding(
                        LayerFact.TOO_MANY_DEVICES,
                        (Say("more than {count} devices; not all examined", count=MOST_DEVICES),),
                    ),
                    current,
                )
                break
            done.add(current)
            todo += reversed(self._step(current))
        ended = any(branch.end is not None for branch in self.tree.values())
        if not ended and verdict_of(tuple(self.layers)) == PASS:
            self.nothing_below()
        return tuple(self._facts(one) for one in top)

    def title(self, name: str) -> str:
        """What people call a device."""
        facts = self._facts(name)
        return facts.title or name

    def nothing_below(self) -> None:
        """Note that the path ended before it reached a drive."""
        self._unknown(Finding(LayerFact.NO_DRIVE_BELOW, (Say("no drive was found below"),)))

    def _facts(self, name: str) -> DeviceFacts:
        if name not in self._seen:
            self._seen[name] = self.reader.read(name)
        return self._seen[name]

    def _step(self, name: str) -> list[str]:
        """Add the layers of one device; returns what is below it."""
        facts, start = self._facts(name), len(self.layers)
        end: PathEnd | None = None
        below = [] if facts.gone else list(self.reader.below(name))
        known = tuple(self._facts(one) for one in below[:MOST_DEVICES])
        layers = layers_of(facts, tuple(one for one in known if not one.cache))
        if name in self.reports:
            layers = tuple(with_report(layer, self.reports[name]) for layer in layers)
        self.layers += layers
        if facts.kind == DeviceKind.LOOP and facts.backing_file:
            further, end = self._into_the_file(self.reader.backing_file(name))
            below += further
        elif (
            not below
            and not facts.gone
            and facts.kind not in {DeviceKind.PARTITION, DeviceKind.LOOP}
        ):
            end = end_of(facts)
        verdict = verdict_of(tuple(self.layers[start:]))
        self.tree[name] = Branch(verdict, end, tuple(below), facts.kind == DeviceKind.MULTIPATH)
        return below

    def _into_the_file(self, file: str) -> tuple[list[str], PathEnd | None]:
        """Add the file system of a loop device's file; returns its devices, or where it ends."""
        try:
            real = os.stat(file)  # noqa: PTH116 - of any bytes
            if stat.S_ISBLK(real.st_mode):
                return [name for name in (name_of(real.st_rdev, self.sysfs),) if name], None
            mount = mount_of(file, self.proc)
        except (OSError, ValueError, MachineError):  # deleted, or in another mount namespace
            self._unknown(
                Finding(LayerFact.FILE_UNREACHABLE, (Say("{file} cannot be reached", file=file),))
            )
            return [], None
        self.layers.append(backing_layer(mount, file))
        if in_memory(mount):
            return [], PathEnd(EndKind.MEMORY)
        name = device_mounted(mount, self.sysfs)
        if name is None:
            if self.layers[-1].verdict == PASS:
                self.nothing_below()
            return [], None
        return [name, *same_btrfs(name, self.sysfs)], None

    def _unknown(self, fact: Finding, name: str = "") -> None:
        self.layers.append(
            PathLayer(
                name=f"/dev/{name}",
                title=LayerTitle.NAME if name else LayerTitle.BELOW,
                kind=LayerKind.DRIVE,
                verdict=UNKNOWN,
                facts=(fact,),
                source="/sys/class/block",
                device=name,
            )
        )


def _device(target: str, inventory: Inventory | None, sysfs: Sysfs) -> str | None:
    """The kernel name if the target is a block device."""
    if target.startswith("/dev/") and inventory and (known := inventory.get(target)):
        return known.name
    node = node_at(target, sysfs.root)
    if node is None:  # a folder, or missing: mount_of reports which
        return None
    name = name_of(node.number, sysfs)
    if name is None:
        raise MachineError(
            "{path} does not exist.",
            path=target,
            advice=Advice("Check that it is connected."),
        )
    return name


def _mount_on(name: str, mounts: tuple[Mount, ...], sysfs: Sysfs) -> Mount | None:
    """A mount of the device itself: preferably a writable one, then one of the whole file
    system.
    """
    numbers = {sysfs.facts(one).number for one in (name, *same_btrfs(name, sysfs))} - {""}
    found = [mount for mount in mounts if device_number(mount) in numbers]
    return min(found, key=lambda mount: (mount.read_only, mount.root != "/"), default=None)


def _elsewhere(mount: Mount | None, mounts: tuple[Mount, ...]) -> tuple[Mount, ...]:
    """Where else the file system of a mount is mounted: all have one device number."""
    if mount is None or not mount.number:
        return ()
    return tuple(one for one in mounts if one.number == mount.number and one.path != mount.path)


def _notes(
    mount: Mount | None, name: str, mounts: tuple[Mount, ...], sysfs: Sysfs
) -> list[Finding]:
    if mount is not None or not name:
        return []
    inside = {
        one.path: None
        for one in mounts
        if (held := device_mounted(one, sysfs))
        and any(one.device == name for one in devices_involved(held, sysfs))
    }
    if not inside:
        return [
            Finding(PathNote.NOT_MOUNTED, (Say("Not mounted: the path begins at the device."),))
        ]
    return [
        Finding(
            PathNote.WHOLE_DISK,
            (
                Say(
                    "The path begins at the whole disk. Mounted from it: {mounts}.",
                    mounts=OneOf(tuple(inside)),
                ),
            ),
        )
    ]
