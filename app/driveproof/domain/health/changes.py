# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What changed in a drive's health between two moments, and which part of it a test was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from driveproof.domain.health.report import COUNTERS, Attribute, Health
from driveproof.domain.health.snapshot import FirmwareChange, Snapshot
from driveproof.wording.units import NARROW, format_size, group_digits

if TYPE_CHECKING:
    from driveproof.domain.run.run import Run, RunHead

_HOUR = 3600
_SMARTCTL = "smartctl"

Pair = tuple[Snapshot | None, Snapshot | None]
"""A drive before and after a run."""

# Fields of Health that are numbers, in the order in which people read them: title and unit.
_NUMBERS = (
    ("written", "Data written", "bytes"),
    ("read", "Data read", "bytes"),
    ("used", "Rated life used", "share"),
    ("spare", "Available spare", "share"),
    ("temperature", "Temperature", "celsius"),
    ("power_on", "Power-on time", "seconds"),
    ("power_cycles", "Power cycles", "count"),
    ("unsafe_shutdowns", "Unsafe shutdowns", "count"),
    ("start_stops", "Starts and stops", "count"),
    ("reallocated", "Reallocated sectors", "count"),
    ("pending", "Pending sectors", "count"),
    ("uncorrectable", "Uncorrectable sectors", "count"),
    ("media_errors", "Media errors", "count"),
    ("spin_retries", "Spin retries", "count"),
    ("end_to_end", "End-to-end errors", "count"),
    ("command_timeouts", "Command timeouts", "count"),
    ("reallocation_events", "Reallocation events", "count"),
    ("crc_errors", "CRC errors of the link", "count"),
    ("error_log_entries", "Entries in the error log", "count"),
    ("warning_seconds", "Time above the warning temperature", "seconds"),
    ("critical_seconds", "Time above the critical temperature", "seconds"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One thing that is not as it was.

    `key` is the field's name ("written", "firmware", "attribute 197"), `before` and `after` the
    values in words ("unknown" where nobody said), `text` what happened ("+3", "+11.2 GB, 9.7 GB of
    it by this test"), `amount` the difference in `unit` (as domain.health.Figure), None where there
    is none. `alarming` says that something grew which should not.
    """

    key: str
    title: str
    before: str
    after: str
    text: str = ""
    amount: float | int | None = None
    unit: str = ""
    alarming: bool = False


def changes(
    before: Health, after: Health, *, written_by_test: int | None = None
) -> tuple[Change, ...]:
    """Everything that differs, the most telling first; () when nothing does.

    `written_by_test` are the bytes that a run between the two has written itself.
    """
    found = [
        *_words("firmware", "Firmware", before.firmware, after.firmware),
        *_words("source", "Read by way of", before.source, after.source),
        *_words("passed", "The drive's own verdict", _passed(before), _passed(after)),
        *_words(
            "warnings",
            "Critical warnings",
            ", ".join(before.warnings) or "none",
            ", ".join(after.warnings) or "none",
        ),
    ]
    for name, title, unit in _NUMBERS:
        found += _number(name, title, unit, getattr(before, name), getattr(after, name))
    if not same_source(before, after):  # nobody knows whether anything has grown
        found = [replace(change, alarming=False) for change in found]
    if written_by_test:
        found = [_told_apart(change, written_by_test) for change in found]
    return (*found, *_self_tests(before, after), *_attributes(before, after))


def written_by(run: Run, whole: Callable[[bytes], int | None]) -> int:
    """The bytes that a run wrote, with its test file and warm-ups, as far as it is known.

    `whole` reads from fio's final report what one repeat wrote in all; where there is none, what
    was measured counts.
    """
    total = run.environment.test_file_size or 0 if run.target.kind == "file" and run.phases else 0
    for phase in run.phases:
        for repeat in phase.repeats:
            told = whole(repeat.fio_json) if repeat.fio_json else None
            if told is None:
                write = repeat.directions.get("write")
                told = (write.bytes or 0) if write else 0
            total += told
    return total


def nothing_new(before: Health, after: Health) -> bool:
    """Whether nothing but time went by: the same values, only the clocks have moved on."""
    return _still(before) == _still(after)


def comparable(before: Health, after: Health) -> bool:
    """Whether two readings can be of one drive, and were asked for in the same way.

    Bridges give several drives the same name. Two sources count different things under one name:
    what is between them is no growth.
    """
    names = ((before.serial, after.serial), (before.wwn, after.wwn))
    same = all(one == other for one, other in names if one and other)
    return same and same_source(before, after)


def same_source(before: Health, after: Health) -> bool:
    """Whether both come from one family of sources; a newer smartctl is still smartctl."""
    one, other = source_family(before.source), source_family(after.source)
    return one == other or not (one and other)


def source_family(source: str) -> str:
    """What reads alike: any smartctl is smartctl."""
    return _SMARTCTL if source.startswith(_SMARTCTL) else source


class HasFirmware(Protocol):
    """A snapshot, or anything else that says which firmware there was at a moment."""

    @property
    def taken(self) -> datetime:
        """When."""

    @property
    def firmware(self) -> str:
        """Which; "" when nobody said."""


def firmware_changes(
    snapshots: Iterable[HasFirmware], runs: Iterable[RunHead] = ()
) -> tuple[FirmwareChange, ...]:
    """Each time a drive had another firmware than before, oldest first; `runs` are its runs."""
    seen = [(one.taken, one.firmware.strip()) for one in snapshots]
    seen += [(run.started, (run.firmware or "").strip()) for run in runs]
    found = []
    last = ""
    for at, firmware in sorted(pair for pair in seen if pair[1]):
        if last and firmware != last:
            found.append(FirmwareChange(at, last, firmware))
        last = firmware
    return tuple(found)


def value_text(value: float | int | None, unit: str) -> str:
    """A value in words: "11.2 GB", "3 %", "41 °C", "1 860 h"; "unknown" without one."""
    if value is None:
        return "unknown"
    match unit:
        case "bytes":
            text = format_size(value)
        case "share":
            text = f"{100 * value:.3g}{NARROW}%"
        case "celsius":
            text = f"{value:.0f}{NARROW}°C"
        case "seconds" if abs(value) < _HOUR:
            text = f"{value / 60:.0f}{NARROW}min"
        case "seconds":
            text = f"{group_digits(value / _HOUR)}{NARROW}h"
        case _:
            text = group_digits(value)
    return text


def _words(key: str, title: str, before: str, after: str) -> Iterator[Change]:
    if before and after and before != after:
        yield Change(key=key, title=title, before=before, after=after)


def _passed(health: Health) -> str:
    return {True: "passed", False: "failing", None: ""}[health.passed]


def _number(
    name: str, title: str, unit: str, before: float | int | None, after: float | int | None
) -> Iterator[Change]:
    if before is None or after is None or before == after:
        return
    amount = after - before
    yield Change(
        key=name,
        title=title,
        before=value_text(before, unit),
        after=value_text(after, unit),
        text=_signed(amount, unit),
        amount=amount,
        unit=unit,
        alarming=name in COUNTERS and amount > 0,
    )


def _signed(amount: float | int, unit: str) -> str:
    return ("+" if amount > 0 else "\N{MINUS SIGN}") + value_text(abs(amount), unit)


def _told_apart(change: Change, by_test: int) -> Change:
    """The test's part of the data written. A drive that counts in coarse steps, or compresses,
    may have counted less than the test wrote: then both are said."""
    if change.key != "written" or not change.amount or change.amount < 0:
        return change
    size = format_size(by_test)
    if by_test <= change.amount:
        return replace(change, text=f"{change.text}, {size} of it by this test")
    return replace(change, text=f"{change.text} by the drive's count; this test wrote {size}")


def _self_tests(before: Health, after: Health) -> Iterator[Change]:
    """The entries that are new in the log. Every one has its time, so none is told twice."""
    known = Counter(before.self_tests.entries if before.self_tests else ())
    fresh = Counter(after.self_tests.entries if after.self_tests else ()) - known
    if before.self_tests is None:
        return
    for entry in fresh:
        yield Change(
            key="self_test",
            title=f"Self-test ({entry.kind})",
            before="",
            after=entry.status,
            text=entry.text,
            alarming=entry.status == "failed",
        )


def _attributes(before: Health, after: Health) -> Iterator[Change]:
    """Raw values where both have them, else what UDisks2 made of them, and the maker's figures."""
    known = _by_id(before.attributes)
    for key, now in _by_id(after.attributes).items():
        then = known.get(key)
        if then is None:
            continue
        raw = (then.raw, now.raw)
        if None in raw and then.unit == now.unit:
            raw = (then.pretty, now.pretty)  # type: ignore[assignment]
        one, other = _attribute(then, raw[0]), _attribute(now, raw[1])
        if one == other or None in raw:
            continue
        amount = raw[1] - raw[0]  # type: ignore[operator]
        failed = bool(now.failed) and now.failed != then.failed
        yield Change(
            key=f"attribute {now.id}",
            title=f"{now.id} {now.name}".strip(),
            before=one,
            after=other,
            text=_signed(amount, "") if amount else "",
            amount=amount or None,
            alarming=failed,
        )


def _by_id(attributes: tuple[Attribute, ...]) -> dict[tuple[int, int], Attribute]:
    """By id and how often it was there before: some drives have one twice."""
    count: Counter[int] = Counter()
    found = {}
    for attribute in attributes:
        found[(attribute.id, count[attribute.id])] = attribute
        count[attribute.id] += 1
    return found


def _attribute(attribute: Attribute, raw: float | int | None) -> str:
    words = [] if raw is None else [group_digits(raw)]
    words += [] if attribute.value is None else [f"value {attribute.value}"]
    words += [f"failed {attribute.failed}"] if attribute.failed else []
    return ", ".join(words)


def _still(health: Health) -> Health:
    """The same without what moves by itself: clocks, and attributes but for the maker's verdict."""
    return replace(
        health,
        taken=datetime.min,
        updated=None,
        asleep=False,
        notes=(),
        power_on=None,
        figures=(),
        attributes=tuple(
            replace(one, raw=None, raw_text="", pretty=None) for one in health.attributes
        ),
    )
