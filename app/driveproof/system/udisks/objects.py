# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""UDisks2's objects as last reported, kept up to date by its signals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

UDISKS_ROOT = "/org/freedesktop/UDisks2"
UDISKS_PREFIX = "org.freedesktop.UDisks2."

Properties = Mapping[str, Any]
Variants = Mapping[str, tuple[str, Any]]

_NOTHING: Properties = {}


class ObjectTree:
    """Objects by path; interfaces by name without the common prefix.

    The service's data may be incomplete: any property or object can be missing.
    """

    def __init__(self) -> None:
        self._objects: dict[str, dict[str, dict[str, Any]]] = {}
        self._users: dict[str, set[str]] = defaultdict(set)

    def load(self, managed: Mapping[str, Mapping[str, Variants]]) -> None:
        """Replace everything with a reply to GetManagedObjects."""
        self._objects.clear()
        self._users.clear()
        for path, interfaces in managed.items():
            self.add(path, interfaces)

    def add(self, path: str, interfaces: Mapping[str, Variants]) -> set[str]:
        """InterfacesAdded; returns the paths of the block objects that this may change."""
        known = self._objects.setdefault(path, {})
        for interface, variants in interfaces.items():
            if interface.startswith(UDISKS_PREFIX):
                known[interface[len(UDISKS_PREFIX) :]] = {k: v[1] for k, v in variants.items()}
        self._note_users(path)
        return self.affected(path)

    def remove(self, path: str, interfaces: list[str]) -> set[str]:
        """InterfacesRemoved; returns the paths of the block objects that this may change."""
        affected = self.affected(path)
        known = self._objects.get(path, {})
        for interface in interfaces:
            known.pop(interface.removeprefix(UDISKS_PREFIX), None)
        if not known:
            self._objects.pop(path, None)
        return affected

    def change(self, path: str, interface: str, changed: Variants) -> set[str]:
        """PropertiesChanged; returns the paths of the block objects that this may change."""
        known = self._objects.get(path, {}).get(interface.removeprefix(UDISKS_PREFIX))
        if known is None:
            return set()  # gone, or not reported yet: the object arrives with all its properties
        before = self.affected(path)
        known.update({key: variant[1] for key, variant in changed.items()})
        self._note_users(path)
        return before | self.affected(path)

    def get(self, path: str, interface: str) -> Properties:
        """The properties of one interface; empty where there is none."""
        return self._objects.get(path, {}).get(interface, _NOTHING)

    def has(self, path: str, interface: str) -> bool:
        """Whether an object has this interface."""
        return interface in self._objects.get(path, {})

    def blocks(self) -> Iterator[str]:
        """Paths of all block objects."""
        return (path for path, interfaces in self._objects.items() if "Block" in interfaces)

    def physical_volumes(self, group: str) -> int:
        """How many block objects are physical volumes of a VolumeGroup object."""
        return sum(
            self.get(path, "PhysicalVolume").get("VolumeGroup") == group for path in self.blocks()
        )

    def members(self, raid: str) -> list[str]:
        """Paths of the block objects that are parts of an MDRaid object."""
        return sorted(
            path
            for path in self._users.get(raid, ())
            if self.get(path, "Block").get("MDRaidMember") == raid
        )

    @property
    def version(self) -> str:
        """Version of the service; "" where it reports none."""
        return str(self.get(f"{UDISKS_ROOT}/Manager", "Manager").get("Version", ""))

    def affected(self, path: str) -> set[str]:
        """The block objects whose data depend on this object."""
        if self.has(path, "Block"):
            block = self.get(path, "Block")
            others = self._users.get(str(block.get("MDRaidMember", "/")), ())
            return {path, *(other for other in others if self.has(other, "Block"))}
        return {user for user in self._users.get(path, ()) if self.has(user, "Block")}

    def _note_users(self, path: str) -> None:
        block = self.get(path, "Block")
        for key in ("Drive", "MDRaid", "MDRaidMember", "CryptoBackingDevice"):
            target = block.get(key, "/")
            if target != "/":
                self._users[target].add(path)
        volume = self.get(path, "LogicalVolume")
        if (user := str(volume.get("BlockDevice", "/"))) != "/":
            self._users[path].add(user)
            self._users[str(volume.get("VolumeGroup", "/"))].add(user)
