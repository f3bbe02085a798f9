# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's health data, from any source."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from driveproof.domain.codec import When
from driveproof.domain.errors import Advice
from driveproof.domain.health.adapter import UsbSmart
from driveproof.domain.health.kernel_quirks import KernelQuirk
from driveproof.domain.health.known_firmware import FirmwareFault
from driveproof.domain.health.self_test_kind import SelfTestKind, test_title
from driveproof.domain.notes import Note, sentence_note
from driveproof.domain.quantity import (
    Bytes,
    Celsius,
    LifeShare,
    OneOf,
    Plural,
    Quantity,
    RunTime,
    Seconds,
)
from driveproof.domain.say import Say


class HealthKind(StrEnum):
    """Whose values a drive reports; UNKNOWN where nothing says it."""

    ATA = "ata"
    NVME = "nvme"
    SCSI = "scsi"
    UNKNOWN = ""


ATA, NVME, SCSI = HealthKind.ATA, HealthKind.NVME, HealthKind.SCSI


class ThresholdState(StrEnum):
    """Whether an attribute is at or below its threshold now, or its worst value was."""

    NOW = "now"
    PAST = "past"
    NEVER = ""


NOW, PAST = ThresholdState.NOW, ThresholdState.PAST

# Where values come from; shown to people as they are.
UDISKS_ATA = "UDisks2 (ATA SMART)"
UDISKS_NVME = "UDisks2 (NVMe health log)"
SMARTCTL = "smartctl"
"""The beginning of a source: a version may follow."""

_DAY = 86400.0
_FLAGS = ((0x01, "P"), (0x02, "O"), (0x04, "S"), (0x08, "R"), (0x10, "C"), (0x20, "K"))
"""The letters of an attribute's flags (last defined in ATA-3), by their bit."""

CRITICAL_WARNINGS = ("spare", "temperature", "degraded", "readonly", "volatile_mem", "pmr_readonly")
"""NVMe's critical warnings in the order of their bits (NVM Express Base Specification 2.0, figure
207), by the names that UDisks2 has for them.
"""


class ValueUnit(StrEnum):
    """What the number of an attribute or a figure counts."""

    COUNT = "count"
    BYTES = "bytes"
    SECTORS = "sectors"
    SECONDS = "seconds"
    CELSIUS = "celsius"
    SHARE = "share"
    """0.03 for 3 %."""
    UNKNOWN = ""
    """A bare number on a scale of the manufacturer's, or only text."""

    def of(self, number: float) -> Quantity | int:
        """A number as a value with its unit; drives count long times in hours."""
        match self:
            case ValueUnit.BYTES:
                return Bytes(round(number))
            case ValueUnit.SECONDS:
                return RunTime(number) if abs(number) >= 2 * _DAY else Seconds(number)
            case ValueUnit.CELSIUS:
                return Celsius(number)
            case ValueUnit.SHARE:
                return LifeShare(number)
            case ValueUnit.SECTORS:
                return Plural("{count} sector", "{count} sectors", int(number))
        return round(number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """One row of the SMART table of an ATA drive; None where unknown.

    `value`, `worst` and `threshold` are the manufacturer's normalized figures. `raw` is the 48-bit
    number, `raw_text` how smartctl's drive database reads it; `pretty` is UDisks2's interpretation,
    in `unit`. `named` says whether a drive database knows its meaning on this very drive: otherwise
    it is shown and not judged.
    """

    id: int
    name: str
    value: int | None = None
    worst: int | None = None
    threshold: int | None = None
    raw: int | None = None
    raw_text: str = ""
    pretty: float | None = None
    unit: ValueUnit = ValueUnit.UNKNOWN
    prefail: bool | None = None
    online: bool | None = None
    flags: int | None = None
    named: bool = True
    failed: ThresholdState = ThresholdState.NEVER
    counted: bool = False
    """Whether its raw value counts by what every manufacturer of hard disks uses it for, though no
    database knows this drive."""
    reported: bool = True
    """False where the raw value is all ones: the drive does not report it."""

    @property
    def raw_value(self) -> Quantity | Say | str | int | None:
        """The raw value as its source interpreted it; None without one.

        A figure without a unit is none: UDisks2 says 0 of an attribute that it does not know.
        """
        if not self.reported:
            return Say("Not reported")
        if self.raw_text:
            return self.raw_text
        if self.pretty is not None and self.raw_unit is not ValueUnit.UNKNOWN:
            return self.raw_unit.of(self.pretty)
        return self.raw

    @property
    def raw_unit(self) -> ValueUnit:
        """The unit of the raw value; UNKNOWN where it is as the drive wrote it."""
        read = self.reported and not self.raw_text
        known = read and self.pretty is not None and math.isfinite(self.pretty)
        return self.unit if known else ValueUnit.UNKNOWN

    @property
    def flag_letters(self) -> str:
        """The letters of `smartctl --format=brief`: "PO--CK"; "" where the flags are unknown."""
        if self.flags is None:
            return ""
        return "".join(letter if self.flags & bit else "-" for bit, letter in _FLAGS)

    @property
    def raw_hex(self) -> str:
        """The 48 bits of the raw value as hexadecimal digits; "" where they are unknown."""
        return "" if self.raw is None or self.raw < 0 else f"0x{self.raw:012X}"


@dataclass(frozen=True, slots=True, kw_only=True)
class LogValue:
    """One line of a log that is no ATA attribute: NVMe's health log, ATA device statistics, SCSI.

    `key` is the source's own name ("percentage_used"), `text` what it says in words.
    """

    key: str
    title: str
    value: float | int | None = None
    unit: ValueUnit = ValueUnit.COUNT
    text: str = ""

    @property
    def quantity(self) -> Quantity | str | int | None:
        """The value with its unit, else what it says in words; None without either."""
        if self.value is None or not math.isfinite(self.value):
            return self.text or None
        return self.unit.of(self.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class FlashWrites:
    """What a drive counts as written to its flash, beside what the host had it write, in the same
    unit. Only their growth together means something: some counters began later than others.
    """

    flash: int
    host: int
    unit: int | None = None
    """Bytes of one; None for pages, whose size the drive does not say."""


class SelfTestStatus(StrEnum):
    """How a self-test ended, or that it runs."""

    PASSED = "passed"
    FAILED = "failed"
    ABORTED = "aborted"
    RUNNING = "running"
    NOT_SAID = "unknown"


PASSED, TEST_FAILED, ABORTED, RUNNING, NOT_SAID = SelfTestStatus
_RESULTS: Mapping[SelfTestStatus, Say] = {
    PASSED: Say("Passed"),
    TEST_FAILED: Say("Failed"),
    ABORTED: Say("Aborted"),
    RUNNING: Say("Running"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfTestEntry:
    """One line of the self-test log. `at` is the drive's age in seconds when it ended."""

    kind: str
    """A SelfTestKind, or the drive's own words."""
    status: SelfTestStatus
    text: str = ""
    """The drive's own words, or a gettext key."""
    at: float | None = None
    lba: int | None = None
    """The first sector that failed."""

    @property
    def title(self) -> Say | str:
        """Which test it was."""
        return test_title(self.kind)

    @property
    def word(self) -> Say:
        """How it ended, in a word; in the drive's own words where no other is known."""
        own = sentence_note(self.text) if self.text else Say("Unknown")
        return _RESULTS.get(self.status, own)

    @property
    def result(self) -> Say:
        """How it ended, with the drive's own words if they say more."""
        word = self.word
        if self.status == PASSED or self.text.casefold() in {"", word.key.casefold()}:
            return word
        return Say("{name}: {text}", name=word, text=sentence_note(self.text))


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfTests:
    """What self-tests the drive can do and did; newest entry first."""

    kinds: tuple[SelfTestKind, ...] = ()
    """Those it can do, () for none or unknown."""
    running: bool = False
    kind: str = ""
    """Which one runs, "" where that is not reported."""
    remaining: float | None = None
    """The share that is still to do, 1 to 0."""
    seconds: tuple[tuple[str, float], ...] = ()
    """How long the drive says that each kind takes."""
    entries: tuple[SelfTestEntry, ...] = ()
    passed: bool = False
    """Whether a source without a log says that the last one passed, or that there was none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorEntry:
    """One line of the drive's error log. `at` is the drive's age in seconds."""

    number: int | None = None
    text: str = ""
    at: float | None = None
    lba: int | None = None
    code: int | None = None
    """NVMe's status: its type in the upper three bits, its code in the lower eight."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """All health data at one moment; None and () where unknown, never 0 or False instead.

    Times in seconds, sizes in bytes, shares from 0 to 1 (`used` may be above 1: the NVMe
    specification lets it go to 2.55), temperatures in degrees Celsius.
    """

    taken: When
    source: str = ""
    """UDISKS_ATA, UDISKS_NVME, "smartctl 7.3" ..., "" when there is none."""
    kind: HealthKind = HealthKind.UNKNOWN
    missing: Note | None = None
    """Why nothing (or nearly nothing) is known; None when something is."""
    advice: Advice | None = None
    """What to do about `missing` or `unread`, None for nothing."""
    notes: tuple[Note, ...] = ()
    """Notes on the evidence: its age, and what was left out."""
    adapter: UsbSmart | None = None
    """Of a drive behind USB: how SMART gets through its adapter, where that is known."""
    unread: tuple[Note, ...] = ()
    """What the source announces and could not be read: errors may stand there."""
    asleep: bool = False
    """It sleeps, and was not woken to be read: these are its last values."""
    at_rest: bool = False
    """It was not asked, as nothing has used it since `updated`: it may want to sleep."""
    updated: When | None = None
    """When the drive was last queried, where the source reports it (UDisks2's SmartUpdated)."""

    model: str = ""
    serial: str = ""
    wwn: str = ""
    firmware: str = ""
    firmware_faults: tuple[FirmwareFault, ...] = ()
    """Known faults of its firmware, the most alarming first."""
    kernel_quirks: tuple[KernelQuirk, ...] = ()
    """Faults of it that Linux avoids by itself."""
    rotational: bool | None = None
    rotation_rate: int | None = None
    """Turns a minute, 0 for a drive that does not turn."""
    capacity: int | None = None
    interface: str = ""
    """The interface of the drive: "SATA 3.1, 6.0 Gb/s", "NVMe 1.4", "SAS (SPL-4)"."""
    link_now: str = ""
    """Its current speed, where the source reports it: "3.0 Gb/s"."""

    passed: bool | None = None
    """The drive's own verdict (SMART status; no critical warning on NVMe)."""
    prefail_reached: bool = False
    """smartctl's exit status says that a prefail attribute is at or below its threshold (bit 4)."""
    warnings: tuple[str, ...] = ()
    """NVMe's critical warnings by their UDisks2 names: spare, temperature, degraded, readonly,
    volatile_mem, pmr_readonly."""

    temperature: float | None = None
    temperature_warning: float | None = None
    temperature_critical: float | None = None
    warning_seconds: float | None = None
    """Time spent above the drive's warning temperature in its life."""
    critical_seconds: float | None = None

    power_on: float | None = None
    power_cycles: int | None = None
    unsafe_shutdowns: int | None = None
    start_stops: int | None = None
    written: int | None = None
    read: int | None = None
    flash_writes: FlashWrites | None = None
    """None where the drive does not count what goes to its flash."""

    used: float | None = None
    used_source: str = ""
    """Where `used` is from: "Percentage Used of the device statistics", an attribute's name."""
    used_attribute: int | None = None
    """The id of the attribute that gave `used`, None where it is from no attribute."""
    spare: float | None = None
    spare_threshold: float | None = None

    reallocated: int | None = None
    pending: int | None = None
    uncorrectable: int | None = None
    media_errors: int | None = None
    spin_retries: int | None = None
    end_to_end: int | None = None
    """Errors on the way inside of the drive (attribute 184)."""
    command_timeouts: int | None = None
    reallocation_events: int | None = None
    crc_errors: int | None = None
    error_log_entries: int | None = None

    attributes: tuple[Attribute, ...] = ()
    figures: tuple[LogValue, ...] = ()
    errors: tuple[ErrorEntry, ...] = ()
    self_tests: SelfTests | None = None
    """None where this source does not report self-tests at all."""

    @property
    def by_smartctl(self) -> bool:
        """Whether smartctl read it, with all that only root may read; `source` has its version."""
        return self.source.startswith(SMARTCTL)

    @property
    def known(self) -> bool:
        """Whether the drive said anything of its health."""
        return not self.missing

    @property
    def life_left(self) -> float | None:
        """The share of its rated life that is left, from 1 to 0; None where it is not reported."""
        return None if self.used is None else max(0.0, 1 - self.used)

    @property
    def written_per_day(self) -> float | None:
        """Bytes written in 24 hours of running, over its whole life; None where unknown, or where
        it has run for less than a day: drives count whole hours.
        """
        if self.written is None or self.power_on is None or self.power_on < _DAY:
            return None
        return self.written / (self.power_on / _DAY)


# Counters that only grow in a drive's life, by the name of their field: they are judged by their
# growth since the last snapshot, and a person may acknowledge a value of theirs.
COUNTERS: Mapping[str, Say] = {
    "reallocated": Say("Reallocated sectors"),
    "pending": Say("Pending sectors"),
    "uncorrectable": Say("Uncorrectable sectors"),
    "media_errors": Say("Media errors"),
    "spin_retries": Say("Spin retries"),
    "end_to_end": Say("End-to-end errors"),
    "command_timeouts": Say("Command timeouts"),
    "reallocation_events": Say("Reallocation events"),
    "crc_errors": Say("Link CRC errors"),
    "error_log_entries": Say("Error log entries"),
    "unsafe_shutdowns": Say("Unexpected power losses"),
}
"""Each with its name, in the plural."""


def counted(values: Iterable[tuple[str, int]]) -> OneOf:
    """Counters with their values: "Media errors: 3, Link CRC errors: 2"."""
    return OneOf(tuple(Say("{name}: {text}", name=COUNTERS[one], text=n) for one, n in values))
