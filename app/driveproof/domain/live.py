# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What devices do without a test: a sample for each interval, and what they come to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from driveproof.domain.quantity import Bytes, Celsius, Range, Rate, Seconds
from driveproof.domain.run.members import Activity
from driveproof.domain.say import Say

WATCHED = 2.0
"""Seconds in which it is watched who uses the drive."""


@dataclass(frozen=True, slots=True)
class LiveSample:
    """The `seconds` before `at`: the rates of the watched device first, then of all that serve it.

    `temperatures` are degrees Celsius by kernel name, of the drives that were read.
    """

    at: datetime
    seconds: float
    devices: tuple[Activity, ...]
    temperatures: Mapping[str, float] = field(default_factory=dict)

    @property
    def device(self) -> Activity:
        """The watched device."""
        return self.devices[0]


@dataclass(frozen=True, slots=True)
class LiveTotals:
    """What the watched device did in all `samples`: bytes, the highest rates (bytes a second, I/Os
    a second), and the lowest and highest temperature of a drive that serves it (degrees Celsius).
    """

    samples: int = 0
    seconds: float = 0.0
    read_bytes: float = 0.0
    written_bytes: float = 0.0
    most_read: float = 0.0
    most_written: float = 0.0
    most_iops: float = 0.0
    coolest: float | None = None
    hottest: float | None = None

    @property
    def sentences(self) -> tuple[Say, ...]:
        """What it did, and how warm its drives were."""
        time = Seconds(self.seconds)
        said = Say("{duration}: nothing was read or written.", duration=time)
        if self.most_iops:
            said = Say(
                "{duration}: read {read} (up to {most_read}), written {written} (up to"
                " {most_written}), up to {iops}.",
                duration=time,
                read=Bytes(round(self.read_bytes)),
                most_read=Rate(self.most_read),
                written=Bytes(round(self.written_bytes)),
                most_written=Rate(self.most_written),
                iops=Rate(self.most_iops, ios=True),
            )
        if self.coolest is None or self.hottest is None:
            return (said,)
        degrees = Range(Celsius(self.coolest), Celsius(self.hottest))
        return said, Say("Temperature: {degrees}.", degrees=degrees)

    def with_sample(self, sample: LiveSample) -> LiveTotals:
        """The same with one more sample."""
        found, degrees = sample.device, sample.temperatures.values()
        return LiveTotals(
            self.samples + 1,
            self.seconds + sample.seconds,
            self.read_bytes + found.read_bandwidth * sample.seconds,
            self.written_bytes + found.write_bandwidth * sample.seconds,
            max(self.most_read, found.read_bandwidth),
            max(self.most_written, found.write_bandwidth),
            max(self.most_iops, found.read_iops + found.write_iops),
            min((*degrees, *([] if self.coolest is None else [self.coolest])), default=None),
            max((*degrees, *([] if self.hottest is None else [self.hottest])), default=None),
        )
