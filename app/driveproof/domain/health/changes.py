# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What changed in a drive's health between two moments, and which part of it a test was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, Protocol

from driveproof.domain.access import Direction
from driveproof.domain.health.glossary import attribute_title
from driveproof.domain.health.report import COUNTERS, SMARTCTL, Attribute, Health, ValueUnit
from driveproof.domain.health.snapshot import FirmwareChange, HealthSnapshot
from driveproof.domain.notes import sentence_note
from driveproof.domain.quantity import Bytes, OneOf, Quantity
from driveproof.domain.run.run import TargetKind
from driveproof.domain.say import Say

if TYPE_CHECKING:
    from driveproof.domain.run.run import Run, RunHead

Pair = tuple[HealthSnapshot | None, HealthSnapshot | None]
"""A drive before and after a run."""

NUMBERS: Mapping[str, ValueUnit] = {
    "written": ValueUnit.BYTES,
    "read": ValueUnit.BYTES,
    "used": ValueUnit.SHARE,
    "spare": ValueUnit.SHARE,
    "temperature": ValueUnit.CELSIUS,
    "power_on": ValueUnit.SECONDS,
    "power_cycles": ValueUnit.COUNT,
    "unsafe_shutdowns": ValueUnit.COUNT,
    "start_stops": ValueUnit.COUNT,
    "reallocated": ValueUnit.COUNT,
    "pending": ValueUnit.COUNT,
    "uncorrectable": ValueUnit.COUNT,
    "media_errors": ValueUnit.COUNT,
    "spin_retries": ValueUnit.COUNT,
    "end_to_end": ValueUnit.COUNT,
    "command_timeouts": ValueUnit.COUNT,
    "reallocation_events": ValueUnit.COUNT,
    "crc_errors": ValueUnit.COUNT,
    "error_log_entries": ValueUnit.COUNT,
    "warning_seconds": ValueUnit.SECONDS,
    "critical_seconds": ValueUnit.SECONDS,
}
"""The fields of Health that are numbers, in the order in which people read them, with their units.
"""
TITLES: Mapping[str, Say] = {
    "firmware": Say("Firmware"),
    "source": Say("Source"),
    "passed": Say("Drive self-assessment"),
    "warnings": Say("Critical warnings"),
    "written": Say("Data written"),
    "read": Say("Data read"),
    "used": Say("Rated life used"),
    "spare": Say("Spare blocks left"),
    "temperature": Say("Temperature"),
    "power_on": Say("Power-on time"),
    "power_cycles": Say("Power cycles"),
    "start_stops": Say("Motor starts"),
    "warning_seconds": Say("Time above the warning temperature"),
    "critical_seconds": Say("Time above the critical temperature"),
    **COUNTERS,
}
"""The fields of Health whose values are compared, by their names."""
_WIDEST = 6  # changes of one drive in a sentence; the JSON has all of them
Told = Quantity | Say | str | int | None
"""A value of a change, None for none."""


class ChangeKind(Enum):
    """What the values of a change are."""

    NUMBER = auto()
    """Numbers in the unit of the change."""
    TEXT = auto()
    """Text of the drive or of the source."""
    VERDICT = auto()
    """The drive's own verdict: true where it passed."""
    WARNINGS = auto()
    """Names of report.CRITICAL_WARNINGS."""
    ATTRIBUTE = auto()
    """Attributes."""
    SELF_TEST = auto()
    """Nothing, and the new entry of the log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthChange:
    """One value that changed.

    `key` is the field's name ("written", "firmware", "attribute 197"), `before` and `after` are the
    values, as `kind` says. `amount` is the difference in `unit`, None where there is none.
    `by_test` are the bytes of it that a test wrote. `alarming` says that a value grew that should
    not.
    """

    key: str
    kind: ChangeKind
    before: Any
    after: Any
    amount: float | int | None = None
    unit: ValueUnit = ValueUnit.UNKNOWN
    by_test: int | None = None
    alarming: bool = False

    @property
    def title(self) -> Say | str:
        """What changed."""
        if self.kind is ChangeKind.ATTRIBUTE:
            return attribute_title(self.after.id, self.after.name)
        if self.kind is ChangeKind.SELF_TEST:
            return Say("Self-test ({kind})", kind=self.after.title)
        return TITLES[self.key]

    @property
    def ends(self) -> tuple[Told, Told]:
        """What it was before and after."""
        if self.kind is ChangeKind.SELF_TEST:
            return None, self.after.word
        return self._told(self.before), self._told(self.after)

    def _told(self, value: Any) -> Told:
        match self.kind:
            case ChangeKind.NUMBER:
                return self.unit.of(value)
            case ChangeKind.VERDICT:
                return Say("Passed") if value else Say("Failed")
            case ChangeKind.WARNINGS:
                return OneOf(value) if value else Say("none")
            case ChangeKind.ATTRIBUTE:
                return _attribute(value)
        return str(value)

    @property
    def difference(self) -> Say | None:
        """By how much it changed, with what the test wrote: more than a drive counts that
        compresses. None where that is no number.
        """
        if self.kind is ChangeKind.SELF_TEST:
            return sentence_note(self.after.text) if self.after.text else None
        if self.amount is None:
            return None
        size = self.unit.of(abs(self.amount))
        said = Say("+{amount}", amount=size) if self.amount > 0 else Say("−{amount}", amount=size)
        if self.by_test is None:
            return said
        by_test = Bytes(self.by_test)
        return Say("{difference} ({size} by this test)", difference=said, size=by_test)

    @property
    def say(self) -> Say:
        """It as a label: "Temperature 38 °C → 61 °C"."""
        title, difference = self.title, self.difference
        before, after = self.ends
        if self.key in {"written", "read"}:
            return Say("{name} {change}", name=title, change=difference)
        if self.unit is ValueUnit.COUNT:
            return Say("{name} {value} ({change})", name=title, value=after, change=difference)
        if before is None:
            return Say("{name}: {text}", name=title, text=after)
        return Say("{name} {before} → {after}", name=title, before=before, after=after)


def changes_say(changes: Iterable[HealthChange], drive: str = "") -> Say | None:
    """The largest changes during a test, None for none; `drive` names the drive where there are
    several.
    """
    said = telling(changes)[:_WIDEST]
    if not said:
        return None
    named = OneOf(tuple(one.say for one in said))
    if drive:
        return Say("Changes of {drive} during the test: {changes}.", drive=drive, changes=named)
    return Say("Changes during the test: {changes}.", changes=named)


def telling(changes: Iterable[HealthChange]) -> tuple[HealthChange, ...]:
    """Without the attributes that are no reason to look: the other values say the same."""
    return tuple(one for one in changes if one.kind is not ChangeKind.ATTRIBUTE or one.alarming)


def health_changes(
    before: Health, after: Health, *, written_by_test: int | None = None
) -> tuple[HealthChange, ...]:
    """Everything that differs, the most telling first; () when nothing does.

    `written_by_test` are the bytes that a run between the two has written itself.
    """
    found = [
        *_plain("firmware", ChangeKind.TEXT, before.firmware or None, after.firmware or None),
        *_plain("source", ChangeKind.TEXT, before.source or None, after.source or None),
        *_plain("passed", ChangeKind.VERDICT, before.passed, after.passed),
        *_plain("warnings", ChangeKind.WARNINGS, before.warnings, after.warnings),
    ]
    for name, unit in NUMBERS.items():
        found += _number(name, unit, getattr(before, name), getattr(after, name))
    if not same_source(before, after):  # it is unknown whether anything has grown
        found = [replace(change, alarming=False) for change in found]
    if written_by_test:
        found = [
            replace(change, by_test=written_by_test)
            if change.key == "written" and (change.amount or 0) > 0
            else change
            for change in found
        ]
    return (*found, *_self_tests(before, after), *_attributes(before, after))


def written_by(run: Run, whole: Callable[[bytes], int | None]) -> int:
    """The bytes that a run wrote, with its test file and warm-ups, as far as known.

    `whole` reads the total of one repeat from fio's final report; without it the measured bytes
    count.
    """
    total = (
        run.environment.test_file_size or 0
        if run.target.kind == TargetKind.FILE and run.phases
        else 0
    )
    for phase in run.phases:
        for repeat in phase.repeats:
            told = whole(repeat.fio_json) if repeat.fio_json else None
            if told is None:
                write = repeat.directions.get(Direction.WRITE)
                told = (write.bytes or 0) if write else 0
            total += told
    return total


def nothing_new(before: Health, after: Health) -> bool:
    """Whether nothing but time went by: the same values, only the clocks have moved on."""
    return _still(before) == _still(after)


def comparable_readings(before: Health, after: Health) -> bool:
    """Whether two readings can be of one drive, and are from the same kind of source.

    Bridges give several drives the same name. Two sources count different things under one name: a
    difference between them is not growth.
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
    return SMARTCTL if source.startswith(SMARTCTL) else source


class HasFirmware(Protocol):
    """A snapshot, or anything else that says which firmware there was at a moment."""

    @property
    def taken(self) -> datetime:
        """When."""

    @property
    def firmware(self) -> str:
        """Which test; "" when unknown."""


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


def _plain(key: str, kind: ChangeKind, before: Any, after: Any) -> Iterator[HealthChange]:
    if before is not None and after is not None and before != after:
        yield HealthChange(key=key, kind=kind, before=before, after=after)


def _number(
    name: str, unit: ValueUnit, before: float | int | None, after: float | int | None
) -> Iterator[HealthChange]:
    if before is None or after is None or before == after:
        return
    amount = after - before
    yield HealthChange(
        key=name,
        kind=ChangeKind.NUMBER,
        before=before,
        after=after,
        amount=amount,
        unit=unit,
        alarming=name in COUNTERS and amount > 0,
    )


def _self_tests(before: Health, after: Health) -> Iterator[HealthChange]:
    """The entries that are new in the log. Each has its time, so none is found twice."""
    known = Counter(before.self_tests.entries if before.self_tests else ())
    fresh = Counter(after.self_tests.entries if after.self_tests else ()) - known
    if before.self_tests is None:
        return
    for entry in fresh:
        yield HealthChange(
            key="self_test",
            kind=ChangeKind.SELF_TEST,
            before=None,
            after=entry,
            alarming=entry.status == "failed",
        )


def _attributes(before: Health, after: Health) -> Iterator[HealthChange]:
    """Raw values where both have them, otherwise UDisks2's interpretation of them, and the
    manufacturer's figures.
    """
    known = _by_id(before.attributes)
    for key, now in _by_id(after.attributes).items():
        then = known.get(key)
        if then is None:
            continue
        raw = (then.raw, now.raw)
        if None in raw and then.unit == now.unit:
            raw = (then.pretty, now.pretty)  # type: ignore[assignment]
        same = (then.value, then.failed) == (now.value, now.failed)
        if None in raw or (same and raw[0] == raw[1]):
            continue
        amount = raw[1] - raw[0]  # type: ignore[operator]
        yield HealthChange(
            key=f"attribute {now.id}",
            kind=ChangeKind.ATTRIBUTE,
            before=then,
            after=now,
            amount=amount or None,
            alarming=bool(now.failed) and now.failed != then.failed,
        )


def _attribute(row: Attribute) -> OneOf | None:
    raw = row.pretty if row.raw is None else row.raw
    words: list[object] = [] if raw is None else [round(raw)]
    if row.value is not None:
        words.append(Say("normalized {value}", value=row.value))
    if row.failed:
        words.append(Say("at its threshold"))
    return OneOf(tuple(words)) if words else None


def _by_id(attributes: tuple[Attribute, ...]) -> dict[tuple[int, int], Attribute]:
    """By id and how often it was there before: some drives have one twice."""
    count: Counter[int] = Counter()
    found = {}
    for attribute in attributes:
        found[(attribute.id, count[attribute.id])] = attribute
        count[attribute.id] += 1
    return found


def _still(health: Health) -> Health:
    """The same without what moves by itself: clocks, and attributes but for the manufacturer's
    verdict.
    """
    return replace(
        health,
        taken=datetime.min,
        updated=None,
        asleep=False,
        at_rest=False,
        notes=(),
        unread=(),
        power_on=None,
        figures=(),
        attributes=tuple(
            replace(one, raw=None, raw_text="", pretty=None) for one in health.attributes
        ),
    )
