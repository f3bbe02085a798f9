#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records what smartctl and UDisks2 say of the guest's drives, into tests/data; by hand, as root:

    .venv/bin/python -m tests.hardware.record

`smartctl -x -j` goes to tests/data/smart/qemu-DRIVE.json, UDisks2's objects and SMART attributes to
tests/data/udisks/qemu-*.json, as busctl writes them: with the D-Bus type of each value. The NVMe
drive is recorded again with a critical warning.
"""

from __future__ import annotations

import json
from typing import Any

from tests.hardware.guest import Guest
from tests.hardware.image import PROJECT, image
from tests.hardware.machine import DISK, NVME, SSD, STICK

DATA = PROJECT / "tests" / "data"
RECORDED = (NVME, SSD, DISK, STICK)
UDISKS = "/org/freedesktop/UDisks2"


def busctl(guest: Guest, path: str, interface: str, method: str, *arguments: str) -> Any:
    """The reply's first value."""
    said = guest.run(
        "busctl", "--system", "--json=short", "call", "org.freedesktop.UDisks2", path,
        f"org.freedesktop.{interface}", method, *arguments,
    )  # fmt: skip
    assert said.status == 0, said.err
    data = json.loads(said.out)["data"] if said.out else [None]
    return data[0] if data else None


def keep(folder: str, name: str, document: dict[str, Any]) -> None:
    path = DATA / folder / f"qemu-{name}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(_lines(document), "utf-8")
    print(f"{path.relative_to(PROJECT)}: {path.stat().st_size} bytes")


def _lines(document: dict[str, Any]) -> str:
    """A line for each top-level key, so that git shows what changed."""
    rows = (
        f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}"
        for key, value in document.items()
    )
    return "{\n" + ",\n".join(rows) + "\n}\n"


def smartctl(guest: Guest, device: str, name: str) -> None:
    said = guest.run("smartctl", "-x", "-j", device)
    keep("smart", name, json.loads(said.out))


def objects(guest: Guest) -> dict[str, Any]:
    """Those of the tested drives only, without the guest's own disks."""
    every = busctl(guest, UDISKS, "DBus.ObjectManager", "GetManagedObjects")
    return {
        path: interfaces
        for path, interfaces in sorted(every.items())
        if ("/drives/" in path or "/block_devices/" in path)
        and "/block_devices/vd" not in path
        and "VirtIO" not in path
    }


def attributes(guest: Guest, drive: str, interface: str, name: str) -> None:
    path = f"{UDISKS}/drives/{drive}"
    busctl(guest, path, f"UDisks2.{interface}", "SmartUpdate", "a{sv}", "0")
    said = busctl(guest, path, f"UDisks2.{interface}", "SmartGetAttributes", "a{sv}", "0")
    keep("udisks", name, {"attributes": said})


def main() -> None:
    with image() as made:
        guest = Guest(made)
    try:
        guest.wait()
        found = objects(guest)
        paths = {}
        for drive in RECORDED:
            for path in found:
                if drive.serial in path and "/drives/" in path:
                    paths[drive.name] = path.rsplit("/", 1)[1]
        for drive in RECORDED:
            smartctl(guest, guest.device(drive), drive.name)
        attributes(guest, paths[NVME.name], "NVMe.Controller", "nvme-attributes")
        attributes(guest, paths[SSD.name], "Drive.Ata", "ssd-attributes")
        keep("udisks", "objects", objects(guest))
        guest.set(NVME, "smart_critical_warning", 4)
        smartctl(guest, "/dev/nvme0", "nvme-warning")
        attributes(guest, paths[NVME.name], "NVMe.Controller", "nvme-warning-attributes")
        keep(
            "udisks",
            "warning-objects",
            {k: v for k, v in objects(guest).items() if paths[NVME.name] in k},
        )
    finally:
        guest.close()


if __name__ == "__main__":
    main()
