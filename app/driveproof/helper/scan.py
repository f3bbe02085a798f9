# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The position scan: places all over a device, and fio's arguments to read and log each of them.

The caller's side uses the same builder, so the command beside a result is the one that ran.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable
from enum import IntEnum
from functools import partial
from typing import Any, NamedTuple

from driveproof.helper.protocol import HIGHEST, MIB, ErrorName, HelperError, invalid_argument

# fio writes the log of each I/O to PREFIX_lat.log, which is a link to its standard output.
FOLDER = "/run/driveproof-helper"
PREFIX = "scan"
_LINK = f"{PREFIX}_lat.log"
_OUTPUT = "/proc/self/fd/1"


class ScanKind(IntEnum):
    """What is read: zones at equal distances, or single blocks at random offsets."""

    ZONES = 0
    ACCESSES = 1


class Scan(NamedTuple):
    """One pass over a device. Sizes and offsets are bytes.

    A zone is `blocks` consecutive blocks; zones start at `first`, `first + distance`, ... For
    accesses `blocks` is 1, `first` and `distance` are 0, and fio derives the offsets from `seed`.
    The pass is divided into `slices`: fio writes its log at the end of each.
    """

    places: int
    total: int
    slices: int
    block_size: int
    blocks: int
    first: int
    distance: int
    seed: int

    @property
    def zone(self) -> int:
        """The bytes of one place."""
        return self.block_size * self.blocks

    def check(self) -> None:
        """Raises InvalidArgument for the first value out of its limits."""
        for name, (low, high) in BOUNDS.items():
            value = getattr(self, name)
            if not low <= value <= high:
                words = name.replace("_", " ")
                raise invalid_argument(f"The {words} {value} is not within {low} and {high}.")
        if self.slices > self.total:
            raise invalid_argument("There are more slices than places.")
        if self.block_size % 512 or self.first % 512 or self.distance % 512:
            raise invalid_argument("Blocks, offsets and distances are multiples of 512.")
        if self.places == ScanKind.ZONES and self.distance < self.zone:
            raise invalid_argument("The zones overlap.")
        if self.places == ScanKind.ACCESSES and (self.blocks, self.first, self.distance) != (
            1,
            0,
            0,
        ):
            raise invalid_argument("Random accesses have neither zones nor distances.")

    def check_device(self, path: str, size: int, sector: int) -> None:
        """Raises InvalidArgument unless the whole pass fits a device of `size` bytes."""
        end = self.zone
        if self.places == ScanKind.ZONES:
            end += self.first + (self.total - 1) * self.distance
        if end > size:
            raise invalid_argument(f"{path} has {size} bytes: the scan ends beyond it.")
        if any(value % sector for value in (self.block_size, self.first, self.distance)):
            raise invalid_argument(f"{path} works in blocks of {sector} bytes.")

    def wire(self) -> tuple[int, ...]:
        """The struct on the bus."""
        return tuple(self)


BOUNDS = {
    "places": (0, max(ScanKind)),
    "total": (1, 10_000),
    "slices": (1, 50),
    "block_size": (512, 16 * MIB),
    "blocks": (1, 64),
    "first": (0, HIGHEST),
    "distance": (0, 2**56),
    "seed": (0, 2**32 - 1),
}


def scan_of(struct: tuple[Any, ...]) -> Scan:
    """The scan of a call whose signature was checked; raises InvalidArgument."""
    scan = Scan(*struct)
    scan.check()
    return scan


def scan_arguments(
    program: str, scan: Scan, filename: str, size: int, log: str = PREFIX
) -> tuple[str, ...]:
    """fio's arguments for a pass over a device of `size` bytes; `log` is the prefix of its log."""
    words = [
        program,
        f"--filename={filename}",
        # Threads die with fio; forked workers outlive a killed parent.
        "--thread=1",
        "--direct=1",
        "--ioengine=psync",
        "--allow_file_create=0",
        "--fallocate=none",
        "--disk_util=0",
        "--invalidate=0",
        "--readonly",
        "--eta=never",
        "--output-format=json",
        f"--write_lat_log={log}",
        "--log_offset=1",
        # One log for all slices, and no others.
        "--per_job_logs=0",
        "--disable_slat=1",
        "--disable_clat=1",
        f"--bs={scan.block_size}",
    ]
    if scan.places == ScanKind.ZONES:
        words += [
            "--rw=read",
            "--zonemode=strided",
            f"--zonesize={scan.zone}",
            f"--zonerange={scan.zone}",
            f"--zoneskip={scan.distance - scan.zone}",
        ]
    else:
        words += [
            "--rw=randread",
            "--norandommap=1",
            # fio uses a seed of its own unless the run is repeatable (3.33).
            "--randrepeat=0",
            f"--randseed={scan.seed}",
            "--offset=0",
            f"--size={size - size % scan.block_size}",
        ]
    for number in range(scan.slices):
        begin = number * scan.total // scan.slices
        end = (number + 1) * scan.total // scan.slices
        words.append(f"--name=slice-{number + 1}")
        if number:
            words.append("--stonewall")
        if scan.places == ScanKind.ZONES:
            offset = scan.first + begin * scan.distance
            span = (end - begin - 1) * scan.distance + scan.zone
            words += [f"--offset={offset}", f"--size={span}"]
            words.append(f"--io_size={(end - begin) * scan.zone}")
        else:
            words.append(f"--number_ios={end - begin}")
    return tuple(words)


def log_to_output(stack: contextlib.ExitStack) -> str:
    """A prefix for fio's log that leads to its standard output while `stack` is open.

    fio opens its logs by name, and only when a slice has ended. The link is in a folder that only
    root can change, so nobody else controls where it leads. Raises Failed.
    """
    folder = f"{FOLDER}/{os.urandom(16).hex()}"
    try:
        with contextlib.suppress(FileExistsError):
            os.mkdir(FOLDER, 0o700)
        found = os.lstat(FOLDER)
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != 0 or found.st_mode & 0o022:
            raise HelperError(ErrorName.FAILED, f"{FOLDER} is not root's alone.")
        stack.callback(_quietly, partial(os.rmdir, FOLDER))
        os.mkdir(folder, 0o700)
        stack.callback(_quietly, partial(os.rmdir, folder))
        os.symlink(_OUTPUT, f"{folder}/{_LINK}")
        stack.callback(_quietly, partial(os.unlink, f"{folder}/{_LINK}"))
    except OSError as error:
        raise HelperError(ErrorName.FAILED, f"{FOLDER} cannot be used: {error}.") from error
    return f"{folder}/{PREFIX}"


def _quietly(remove: Callable[[], None]) -> None:
    with contextlib.suppress(OSError):  # another scan is still running, or the folder is systemd's
        remove()
