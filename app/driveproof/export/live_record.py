# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what the live monitor sees into a CSV file, line by line."""

from __future__ import annotations

import contextlib
from pathlib import Path

from driveproof.domain.errors import Advice, MachineError, UsageError
from driveproof.domain.live import LiveSample
from driveproof.export.csv.run import csv_number, csv_safe, csv_text
from driveproof.wording.catalogue import in_english

COLUMNS = (
    "time",
    "seconds",
    "device",
    "role",
    "read_bytes_per_second",
    "written_bytes_per_second",
    "read_iops",
    "write_iops",
    "request_bytes",
    "queue_depth",
    "read_wait_seconds",
    "write_wait_seconds",
    "utilization",
    "temperature_celsius",
)


@in_english()
def live_head() -> str:
    """The first line."""
    return csv_text(COLUMNS, ())


@in_english()
def live_rows(sample: LiveSample) -> str:
    """The lines of one sample, in RFC 4180's form; what is unknown is empty."""
    rows = [
        (
            sample.at.astimezone().isoformat(timespec="milliseconds"),
            csv_number(sample.seconds),
            csv_safe(one.device),
            one.role,
            *map(
                csv_number,
                (
                    one.read_bandwidth,
                    one.write_bandwidth,
                    one.read_iops,
                    one.write_iops,
                    one.request,
                    one.queue,
                    one.read_wait,
                    one.write_wait,
                    one.busy,
                    sample.temperatures.get(one.device),
                ),
            ),
        )
        for one in sample.devices
    ]
    return csv_text((), rows).partition("\r\n")[2]


class LiveRecord:
    """A file that has whole lines at any time; close it at the end.

    Raises UsageError for a file that exists, unless it is to be replaced, and MachineError where it
    cannot be written.
    """

    def __init__(self, path: str, *, replace: bool = False) -> None:
        self.path = path
        try:
            self._file = Path(path).open(  # noqa: SIM115 - closed by close()
                "w" if replace else "x", encoding="utf-8", newline=""
            )
        except FileExistsError as error:
            raise UsageError(
                "{path} exists already.", path=path, advice=Advice("Choose another name.")
            ) from error
        except OSError as error:
            raise self._unwritable(error) from error
        try:
            self._write(live_head())
        except MachineError:
            self.close()
            raise

    def add(self, sample: LiveSample) -> None:
        """Write the lines of a sample. Raises MachineError."""
        self._write(live_rows(sample))

    def close(self) -> None:
        """End the file."""
        with contextlib.suppress(OSError):  # what could not be written was said by then
            self._file.close()

    def _write(self, text: str) -> None:
        try:
            self._file.write(text)
            self._file.flush()
        except OSError as error:
            raise self._unwritable(error) from error

    def _unwritable(self, error: OSError) -> MachineError:
        return MachineError(
            "{path} cannot be written: {reason}.",
            path=self.path,
            reason=error.strerror or str(error),
        )
