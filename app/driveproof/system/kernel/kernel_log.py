# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the kernel's log from a moment on: /dev/kmsg, or the journal where that may not be read."""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from driveproof.domain.run.kernel_messages import LogLine
from driveproof.domain.run.run import KernelLog
from driveproof.system.kernel.sysfs import SYS

KMSG = Path("/dev/kmsg")
JOURNALCTL = "journalctl"
JOURNAL_SECONDS = 5.0
"""How long the journal may take at the end of a run."""
MOST_LINES = 20_000
_RECORD = 8192  # PRINTK_MESSAGE_MAX is 2048; a shorter buffer than the record gives EINVAL
_FACILITY_KERNEL = 0


class KernelLogReader:
    """What the kernel logs after `begin`; `news` as often as one likes, `read` once,
    `close` always.

    /dev/kmsg needs CAP_SYSLOG where `kernel.dmesg_restrict` is set, as on Debian and Ubuntu; the
    journal of the kernel the group adm or systemd-journal (Documentation/ABI/testing/dev-kmsg,
    systemd-journald.service(8)).
    """

    def __init__(self, kmsg: Path = KMSG, journalctl: str = JOURNALCTL) -> None:
        self._kmsg, self._journalctl = kmsg, journalctl
        self._file: int | None = None
        self._lines: list[LogLine] = []
        self._begun = datetime.now(UTC)

    def begin(self, *, since_start: bool = False) -> None:
        """Start here: what was logged before is of no interest, or only with `since_start`."""
        self._begun = _started() if since_start else datetime.now(UTC)
        with suppress(OSError):
            self._file = os.open(self._kmsg, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
            os.lseek(self._file, 0, os.SEEK_SET if since_start else os.SEEK_END)

    def close(self) -> None:
        """Read nothing more."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def read(self, *, hurry: bool = False) -> tuple[KernelLog | None, tuple[LogLine, ...]]:
        """Where the lines since `begin` are from, and these lines, oldest first.

        `hurry`: somebody waits for the end, and the journal is not asked; None says so.
        """
        if self._file is not None:
            self.news()
            return KernelLog.KMSG, tuple(self._lines)
        if hurry:
            return None, ()
        return self._journal()

    def news(self) -> tuple[LogLine, ...]:
        """The lines since the last time, for a look meanwhile; `read` has them as well.

        Only of /dev/kmsg, which answers at once from memory: the journal is read from a disk,
        perhaps from the one that is being measured.
        """
        if self._file is None:
            return ()
        found = tuple(self._records(self._file))
        self._lines += found[: MOST_LINES - len(self._lines)]
        return found

    def _records(self, file: int) -> Iterator[LogLine]:
        """The records of /dev/kmsg; one read gives one record."""
        now, clock = datetime.now(UTC), time.monotonic()
        for _ in range(MOST_LINES):
            try:
                record = os.read(file, _RECORD)
            except BlockingIOError:
                return
            except BrokenPipeError:  # what was overwritten is skipped: the next read is the oldest
                continue
            except OSError:
                return
            if not record:
                return
            found = _of_kmsg(record, now, clock)
            if found is not None:
                yield found

    def _journal(self) -> tuple[KernelLog, tuple[LogLine, ...]]:
        since = f"--since=@{int(self._begun.timestamp())}"
        found = self._asked(since, f"--lines={MOST_LINES}")
        if found is None:
            return KernelLog.MISSING, ()
        if found:
            return KernelLog.JOURNAL, tuple(one for one in found if one.at >= self._begun)
        # Nothing since: because nothing was said, or because nothing may be read?
        any_line = self._asked("--boot", "--lines=1")
        return (KernelLog.JOURNAL if any_line else KernelLog.REFUSED), ()

    def _asked(self, *options: str) -> list[LogLine] | None:
        """The journal's lines of the kernel; None where there is no journal to ask."""
        command = [
            self._journalctl, "--dmesg", "--output=json", "--no-pager", "--quiet",
            "--output-fields=MESSAGE", *options,
        ]  # fmt: skip
        try:
            done = subprocess.run(
                command, capture_output=True, timeout=JOURNAL_SECONDS, check=False
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        return [line for text in done.stdout.splitlines() if (line := _of_journal(text))]


def _started() -> datetime:
    """When the machine started, by the clock that also counts while it is suspended."""
    return datetime.now(UTC) - timedelta(seconds=time.clock_gettime(time.CLOCK_BOOTTIME))


def since_start(
    kmsg: Path = KMSG, journalctl: str = JOURNALCTL
) -> tuple[KernelLog, tuple[LogLine, ...]]:
    """Where the kernel's lines since the machine started are from, and these lines, oldest first.

    /dev/kmsg has what its ring buffer still holds; the journal is asked where it may not be read.
    """
    reader = KernelLogReader(kmsg, journalctl)
    reader.begin(since_start=True)
    try:
        log, lines = reader.read()
    finally:
        reader.close()
    return log or KernelLog.MISSING, lines


def _of_kmsg(record: bytes, now: datetime, clock: float) -> LogLine | None:
    """A record: "priority,sequence,microseconds,flags[,...];text", then lines that begin with " ".

    The microseconds are of the clock that printk uses: nearly CLOCK_MONOTONIC.
    """
    head, _, rest = record.partition(b";")
    numbers = head.split(b",")
    try:
        priority, stamp = int(numbers[0]), int(numbers[2])
    except (ValueError, IndexError):
        return None
    if priority >> 3 != _FACILITY_KERNEL:  # anybody with root may write here
        return None
    text = rest.split(b"\n", 1)[0].decode("utf-8", "replace")
    at = now - timedelta(seconds=max(clock - stamp / 1e6, 0.0))
    return LogLine(at, text.strip())


def _of_journal(text: bytes) -> LogLine | None:
    try:
        entry = json.loads(text)
        message, stamp = entry["MESSAGE"], int(entry["__REALTIME_TIMESTAMP"])
        at = datetime.fromtimestamp(stamp / 1e6, UTC)
    except (ValueError, KeyError, TypeError, OverflowError, OSError):
        return None
    return LogLine(at, message.strip()) if isinstance(message, str) else None


_USB = re.compile(r"^\d+-\d+(?:\.\d+)*$")
_PCI = re.compile(r"^[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-9a-f]$")


def names_in_log(device: str, root: Path = SYS) -> frozenset[str]:
    """The names by which the kernel's log calls a block device and the way to it.

    "sda", its disk, the SCSI address, the ATA port or the USB port; an NVMe drive's controller and
    PCI address, which no other drive shares; an eMMC's or SD card's host.
    """
    names = {device}
    try:
        parts = (root / "class/block" / device).resolve(strict=True).parts
    except OSError:
        return frozenset(names)
    below = parts[parts.index("devices") + 1 :] if "devices" in parts else ()
    nvme = any(re.fullmatch(r"nvme\d+", part) for part in below)
    for part in below:
        if re.fullmatch(r"ata\d+|\d+:\d+:\d+:\d+|nvme\d+|mmc\d+(?::[0-9a-f]+)?|virtio\d+", part):
            names.add(part)
        elif _USB.match(part):
            names.add(f"usb {part}")
        elif re.fullmatch(r"host\d+", part) and any(map(_USB.match, below)):
            names.add(f"scsi {part}")
        elif nvme and _PCI.match(part):
            names.add(part)
    disks = (part for part in below[-2:] if (root / "class/block" / part).exists())
    return frozenset({*names, *disks})
