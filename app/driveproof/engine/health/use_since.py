# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether drives did I/O since UDisks2 read their health, as the kernel counts it: no drive is
asked. The window and every watch of a person share what they know of it.
"""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from driveproof.domain.codec import DecodeError, Decoder, encode
from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.errors import DriveproofError
from driveproof.export.files import write_data
from driveproof.system.kernel.small_files import boot_id
from driveproof.system.kernel.sysfs import SYS, Sysfs


@dataclass(frozen=True, slots=True)
class UseMark:
    """What the kernel had counted when this reading of a drive was first seen.

    `identity` is the drive's, `updated` the time of the reading in seconds since 1970, `ios` the
    reads and writes that had ended since the drive appeared, in the boot with this id.
    """

    boot: str
    identity: str
    updated: float
    ios: int


_MARKS: Decoder[dict[str, UseMark]] = Decoder(dict[str, UseMark], 2**20)


class UseSince:
    """`file` is where the programs of a person meet, best one in memory; without it only this
    program knows. SMART commands are none of the I/Os that the kernel counts.
    """

    def __init__(self, file: Path | None = None, root: Path = SYS) -> None:
        self._file = file
        self._sysfs = Sysfs(root)
        self._marks: dict[str, UseMark] = {}
        self._lock = threading.Lock()

    def used(self, device: BlockDevice, updated: datetime | None) -> bool | None:
        """Whether there was I/O since the reading of `updated`; None where nobody counted then."""
        mark = self._now(device, updated)
        if mark is None:
            return None
        with self._lock:
            self._read()
            known = self._marks.get(device.name)
        if known is None or (known.boot, known.identity, known.updated) != (
            mark.boot, mark.identity, mark.updated
        ):  # fmt: skip
            return None
        return known.ios != mark.ios

    def note(self, device: BlockDevice, updated: datetime | None) -> None:
        """Remember what is counted now, unless this reading was already seen."""
        mark = self._now(device, updated)
        if mark is None:
            return
        with self._lock:
            self._read()
            known = self._marks.get(device.name)
            if known is not None and (known.boot, known.identity, known.updated) == (
                mark.boot, mark.identity, mark.updated
            ):  # fmt: skip
                return
            self._marks[device.name] = mark
            if self._file is not None:
                with suppress(OSError, DriveproofError):  # then this program alone knows
                    self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                    write_data(self._file, encode(self._marks))

    def _now(self, device: BlockDevice, updated: datetime | None) -> UseMark | None:
        counted = self._sysfs.read_stat(device.name)
        if updated is None or counted is None:
            return None
        ios = counted.reads + counted.writes
        return UseMark(boot_id(), device.identity, updated.timestamp(), ios)

    def _read(self) -> None:
        if self._file is not None:
            with suppress(OSError, DecodeError):
                self._marks = _MARKS.decode(self._file.read_bytes())
