# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Follows a TRIM from a mount point, folder or device down to the drives, without root."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from driveproof.domain.drive.drive import Inventory, Mount
from driveproof.domain.errors import Advice, MachineError
from driveproof.domain.text import visible
from driveproof.domain.trim.facts import DeviceFacts
from driveproof.domain.trim.filesystem_rules import (
    backing_layer,
    continuous,
    end_words,
    filesystem_layer,
    in_memory,
    mount_layer,
    sentence,
)
from driveproof.domain.trim.fstrim import TimerFacts
from driveproof.domain.trim.path import PASS, UNKNOWN, DiscardPath, PathLayer, verdict_of
from driveproof.domain.trim.root_report import with_report
from driveproof.domain.trim.stack_rules import ISSUE_DISCARDS, layers_of
from driveproof.system.kernel.devices import device_mounted, name_of, node_at
from driveproof.system.kernel.mounts import PROC_SELF, device_number, mount_of, mount_table
from driveproof.system.kernel.stack import MOST, involved, same_btrfs
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.trim import fstrim_timer
from driveproof.system.trim.facts import FactReader

ETC = Path("/etc")


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

    Nothing is changed and nobody is asked. `inventory` gives the drives their names, `reports`
    (smartctl's, by kernel name) what only root can read. Raises MachineError where there is no
    such target.
    """
    sysfs = sysfs or Sysfs()
    way = _Way(FactReader(sysfs, inventory, etc), sysfs, proc, reports or {})
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
        way.layers += [_shown(filesystem_layer(mount)), _shown(mount_layer(mount))]
    top = way.follow(name) if name else ()
    if mount is not None and not top and verdict_of(tuple(way.layers)) == PASS:
        way.nothing_below()
    layers = tuple(way.layers)
    what = mount.path if mount else way.title(name)
    periodic = None
    goes_on, option = (None, "") if mount is None else continuous(mount)
    if mount is not None and mount.listed:  # of another, fstrim and its timer see something else
        takes = all(facts.takes is not False for facts in top) if top else None
        periodic = fstrim_timer.periodic(mount, mounts, etc, timer(), takes=takes)
    return DiscardPath(
        target=target,
        mount=mount,
        layers=layers,
        verdict=verdict_of(layers),
        sentence=sentence(visible(what), layers, tuple(dict.fromkeys(way.ends))),
        periodic=periodic,
        continuous=goes_on,
        continuous_fact=option,
        notes=(*way.notes, *_notes(mount, name, mounts, sysfs)),
        elsewhere=_elsewhere(mount, mounts),
    )


@dataclass
class _Way:
    """The layers that were found so far."""

    reader: FactReader
    sysfs: Sysfs
    proc: Path
    reports: Mapping[str, object]
    layers: list[PathLayer] = field(default_factory=list)
    ends: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    _seen: dict[str, DeviceFacts] = field(default_factory=dict)

    def follow(self, name: str) -> tuple[DeviceFacts, ...]:
        """Down from a device, and from the others of its btrfs; the facts of these uppermost."""
        before = len(self.ends)
        top = (name, *same_btrfs(name, self.sysfs))
        todo = list(reversed(top))
        done: set[str] = set()
        while todo:
            current = todo.pop()
            if current in done:
                continue
            if len(done) >= MOST:
                self._unknown(f"more than {MOST} devices: the rest was not looked at", current)
                break
            done.add(current)
            todo += reversed(self._step(current))
        if len(self.ends) == before and verdict_of(tuple(self.layers)) == PASS:
            self.nothing_below()
        return tuple(self._facts(one) for one in top)

    def title(self, name: str) -> str:
        """What people call a device."""
        facts = self._facts(name)
        return facts.title or name

    def nothing_below(self) -> None:
        """A way that ends nowhere has not reached a drive."""
        self._unknown("no drive was found below", "")

    def _facts(self, name: str) -> DeviceFacts:
        if name not in self._seen:
            self._seen[name] = self.reader.read(name)
        return self._seen[name]

    def _step(self, name: str) -> list[str]:
        """Add the layers of one device; what is below it."""
        facts = self._facts(name)
        below = [] if facts.gone else list(self.reader.below(name))
        known = tuple(self._facts(one) for one in below[:MOST])
        layers = layers_of(facts, tuple(one for one in known if not one.cache))
        if name in self.reports:
            layers = tuple(with_report(layer, self.reports[name]) for layer in layers)
        self.layers += map(_shown, layers)
        if facts.kind == "lvm" and ISSUE_DISCARDS not in self.notes:
            self.notes.append(ISSUE_DISCARDS)
        if facts.kind == "loop" and facts.backing_file:
            below += self._into_the_file(self.reader.backing_file(name))
        elif not below and not facts.gone and facts.kind not in {"partition", "loop"}:
            self.ends.append(end_words(facts))
        return below

    def _into_the_file(self, file: str) -> list[str]:
        """The file system of a loop device's file, and its device."""
        try:
            real = os.stat(file)  # noqa: PTH116 - of any bytes
            if stat.S_ISBLK(real.st_mode):
                return [name for name in (name_of(real.st_rdev, self.sysfs),) if name]
            mount = mount_of(file, self.proc)
        except (OSError, ValueError, MachineError):  # deleted, or in another mount namespace
            self._unknown(f"{file} cannot be reached, so its file system is not known", "")
            return []
        self.layers.append(_shown(backing_layer(mount, file)))
        if in_memory(mount):
            self.ends.append("memory")
            return []
        name = device_mounted(mount, self.sysfs)
        if name is None:
            if self.layers[-1].verdict == PASS:
                self.nothing_below()
            return []
        return [name, *same_btrfs(name, self.sysfs)]

    def _unknown(self, fact: str, name: str) -> None:
        layer = PathLayer(
            name=f"/dev/{name}" if name else "what is below",
            kind="drive",
            verdict=UNKNOWN,
            fact=fact,
            source="/sys/class/block",
            device=name,
        )
        self.layers.append(_shown(layer))


def _device(target: str, inventory: Inventory | None, sysfs: Sysfs) -> str | None:
    """The kernel name where the target is a block device."""
    if target.startswith("/dev/") and inventory and (known := inventory.get(target)):
        return known.name
    node = node_at(target, sysfs.root)
    if node is None:  # a folder, or nothing: mount_of says which
        return None
    name = name_of(node.number, sysfs)
    if name is None:
        raise MachineError(
            "/sys knows nothing of {target}.",
            target=target,
            advice=Advice("Was it unplugged just now?"),
        )
    return name


def _mount_on(name: str, mounts: tuple[Mount, ...], sysfs: Sysfs) -> Mount | None:
    """A mount of the device itself: one that may be written if there is, then one of all of it."""
    numbers = {sysfs.facts(one).number for one in (name, *same_btrfs(name, sysfs))} - {""}
    found = [mount for mount in mounts if device_number(mount) in numbers]
    return min(found, key=lambda mount: (mount.read_only, mount.root != "/"), default=None)


def _elsewhere(mount: Mount | None, mounts: tuple[Mount, ...]) -> tuple[Mount, ...]:
    """Where else the file system of a mount is seen: all of its mounts have one device number."""
    if mount is None or not mount.number:
        return ()
    return tuple(one for one in mounts if one.number == mount.number and one.path != mount.path)


def _notes(mount: Mount | None, name: str, mounts: tuple[Mount, ...], sysfs: Sysfs) -> list[str]:
    if mount is not None or not name:
        return []
    inside = {
        one.path: None
        for one in mounts
        if (held := device_mounted(one, sysfs))
        and any(one.device == name for one in involved(held, sysfs))
    }
    if not inside:
        return ["It is not mounted: this is the way from the device down."]
    named = ", ".join(visible(path) for path in inside)
    return [f"This is the way from the whole disk down. Mounted from it: {named}."]


def _shown(layer: PathLayer) -> PathLayer:
    """Everything in it may quote foreign bytes."""
    return replace(layer, name=visible(layer.name), fact=visible(layer.fact))
