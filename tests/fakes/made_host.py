# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A fake machine with mounts, on which discard paths are followed: its kernel's data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.fakes.made_machine import Made, MadeMachine

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.finding import Finding
from driveproof.domain.say import Say
from driveproof.domain.trim.fstrim import TimerFacts
from driveproof.domain.trim.path import DiscardPath, PathLayer, TimerReason
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.trim.path import read_discard_path

NO_SYSTEMD = TimerFacts(
    why=Finding(TimerReason.NO_ANSWER, (Say("{name} does not answer.", name="systemd"),))
)


class MadeHost:
    """Devices by `machine`, mounts by `mount`; `chain` follows from one of them."""

    def __init__(self, folder: Path) -> None:
        self.machine = MadeMachine(folder / "sys")
        self.proc = folder / "proc"
        self.etc = folder / "etc"
        self._folder = folder
        self._mounts: list[str] = []
        for place in (self.proc, self.etc):
            place.mkdir(parents=True)

    def mount(
        self,
        made: Made | None,
        name: str,
        kind: str = "ext4",
        options: str = "rw,relatime",
        *,
        source: str = "",
        number: str = "",
    ) -> Path:
        """Mount a device on an existing folder; without a device, a file system like tmpfs."""
        point = self._folder / "mnt" / name
        point.mkdir(parents=True)
        device = source or (f"/dev/{made.name}" if made else kind)
        number = number or (self.file(made, "dev").read_text("ascii").strip() if made else "0:99")
        self._mounts.append(
            f"{90 + len(self._mounts)} 1 {number} / {point} {options} shared:1 - {kind} {device} "
            f"{options.split(',', maxsplit=1)[0]}"
        )
        (self.proc / "mountinfo").write_text("\n".join(self._mounts) + "\n", "utf-8")
        return point

    def chain(self, target: Path | str, timer: TimerFacts = NO_SYSTEMD, **more: Any) -> DiscardPath:
        """The discard path from a mount point."""
        return read_discard_path(
            str(target),
            sysfs=Sysfs(self.machine.root),
            proc=self.proc,
            etc=self.etc,
            timer=lambda: timer,
            **more,
        )

    def from_device(self, made: Made, title: str = "") -> DiscardPath:
        """The discard path from a device, which need not be in this machine's /dev."""
        path = f"/dev/{made.name}"
        known = BlockDevice(path=path, name=made.name, model=title)
        return self.chain(path, inventory=Inventory((known,)))

    # what else is below /sys

    def file(self, made: Made, path: str) -> Path:
        """A file of a device, in an existing folder."""
        place = (self.machine.root / "class" / "block" / made.name).resolve() / path
        place.parent.mkdir(parents=True, exist_ok=True)
        return place

    def set(self, made: Made, path: str, value: object) -> None:
        """Write a file of a device, like "queue/discard_max_bytes"."""
        self.file(made, path).write_text(f"{value}\n", "utf-8")

    def no_discard(self, made: Made) -> None:
        """The kernel's values for a queue without discard."""
        for key in ("discard_max_bytes", "discard_max_hw_bytes", "discard_granularity"):
            self.set(made, f"queue/{key}", 0)

    def provisioning(self, made: Made, mode: str) -> None:
        """How the kernel would send a TRIM to a SCSI disk."""
        self.set(made, "device/scsi_disk/1:0:0:0/provisioning_mode", mode)

    def adapter(self, made: Made, vendor: str, product: str, commands: int | None = None) -> None:
        """The USB ids of a drive; `commands` is byte 5 of its VPD page B2h, where Linux has it."""
        place = self.file(made, "x").parent
        device = next(one for one in place.parents if (one / "speed").exists())
        ids = {"idVendor": vendor, "idProduct": product, "bcdDevice": "0100"}
        for key, value in ids.items():
            (device / key).write_text(f"{value}\n", "ascii")
        if commands is not None:
            page = bytes([0, 0xB2, 0, 4, 0, commands, 0, 0])
            self.file(made, "device/vpd_pgb2").write_bytes(page)

    def rule(self, name: str, text: str) -> None:
        """A file of local udev rules."""
        folder = self.etc / "udev" / "rules.d"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")

    def ata(self, port: int, trim: str, words: dict[int, int], folder: str = "") -> None:
        """libata's data of the drive at a port; `words` of its IDENTIFY."""
        place = self.machine.root / "class" / "ata_device" / (folder or f"dev{port}.0")
        place.mkdir(parents=True)
        (place / "trim").write_text(f"{trim}\n", "ascii")
        every = [words.get(index, 0) for index in range(256)]
        # Eight words per line, as libata-transport.c writes them.
        lines = [" ".join(f"{word:04x}" for word in every[at : at + 8]) for at in range(0, 256, 8)]
        (place / "id").write_text("\n".join(lines) + "\n", "ascii")

    def parameter(self, module: str, name: str, value: str) -> None:
        """A parameter of a kernel module."""
        place = self.machine.root / "module" / module / "parameters" / name
        place.parent.mkdir(parents=True)
        place.write_text(f"{value}\n", "ascii")


def words_of(chain: DiscardPath) -> list[tuple[str, str]]:
    """Kind and verdict of every layer, from top to bottom."""
    return [(layer.kind, layer.verdict) for layer in chain.layers]


def layer_of(chain: DiscardPath, kind: str) -> PathLayer:
    """The first layer of a kind."""
    return next(layer for layer in chain.layers if layer.kind == kind)
