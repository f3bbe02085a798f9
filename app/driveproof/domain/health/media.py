# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The medium, the link and the heat: axes that are judged by what has changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from driveproof.domain.drive.link import LinkState
from driveproof.domain.health.phrases import (
    at_threshold,
    celsius,
    counted,
    day,
    joined,
    running_time,
    span,
)
from driveproof.domain.health.report import ATA, NVME, SCSI, Health
from driveproof.domain.health.rules import (
    ATTRIBUTES,
    COLD,
    DISK,
    FLASH,
    HOT_HARD_DISK,
    HOT_NVME,
    HOT_ONLY,
    HOT_SSD,
    UNREADABLE,
    heat_at_limit,
)
from driveproof.domain.health.unjudged_signs import Trace, old_crc, traces
from driveproof.domain.health.verdict import (
    FAILING,
    GOOD,
    LINK,
    THERMAL,
    UNKNOWN,
    WATCH,
    WORN,
    AxisVerdict,
    Cause,
    Reason,
    worst,
)
from driveproof.domain.health.verdict import (
    MEDIA as MEDIA_AXIS,
)

_RULE_MEDIA = (
    "failing from 100 reallocated, pending or uncorrectable sectors of a hard disk on, and with"
    " pending and uncorrectable ones together; watch while there are errors that nobody"
    " acknowledged; worn when they have grown since the last snapshot; on SSDs reallocated sectors"
    " are watched when they grow; watch also for errors of sectors in the log of the last 1000"
    " hours, and on SSDs that are not in smartctl's database when attribute 5, 187, 197 or 198 is"
    " not 0"
)
_RULE_LINK = (
    "watch when CRC errors have grown since the last snapshot, or were first seen less than a day"
    " ago and the drive's log does not date them long before, and when the link runs below what"
    " drive and port can do; it is the cable far more often than the drive"
)

_ONCE = "caused by a cable once; only growth matters"
_QUIET = timedelta(days=1)  # as long as growth is told: engine/health/service.py, HealthDesk

SLOW_LINK = "Slower than it could be"
"""The value of the link's axis where nothing else is wrong with it."""


@dataclass(frozen=True, slots=True)
class Before:
    """What a counter is compared with: the snapshot before, and what the person has accepted."""

    since: Health | None
    acknowledged: Mapping[str, int]
    now: datetime

    def grown(self, counter: str, value: int) -> int:
        """By how much it has grown since the snapshot; 0 when it has not or nobody knows."""
        then = self._then(counter)
        return max(0, value - then) if then is not None else 0

    def quiet(self, counter: str, value: int) -> bool:
        """Whether it has not grown for a day or longer: a look just before says nothing of that."""
        since = self.since
        if since is None or self._then(counter) is None or self.grown(counter, value):
            return False
        return self.now - since.taken >= _QUIET

    def accepted(self, counter: str, value: int) -> bool:
        """Whether the person has seen this value, or a larger one."""
        return value <= self.acknowledged.get(counter, 0)

    def day(self) -> str:
        """When the snapshot was: "2 March"."""
        if self.since is None:
            return ""
        named = day(self.since.taken, self.now)
        return f"{self.since.taken.astimezone():%H:%M}" if named == "today" else named

    def _then(self, counter: str) -> int | None:
        return None if self.since is None else getattr(self.since, counter)


def growth_words(before: Before, counter: str, value: int) -> str:
    """A counter as people say it: "3 media errors", "3 media errors more since 2 March"."""
    grown = before.grown(counter, value)
    if not grown:
        return counted(counter, value)
    if grown == value:
        return f"{counted(counter, value)} since {before.day()}"
    return f"{counted(counter, grown)} more since {before.day()}, {value} in all"


def media(health: Health, before: Before) -> AxisVerdict:
    """Sectors and cells that could not be read, and what moves or carries them."""
    values = _values(health)
    others = traces(health)
    if not values and not others:
        reason = health.missing or "Whether the medium has errors was not told"
        return _axis(health, MEDIA_AXIS, UNKNOWN, "Not told", reason, _RULE_MEDIA)
    reasons: list[Reason] = []
    # The most alarming is said first.
    heard: dict[str, list[str]] = {FAILING: [], WORN: [], WATCH: []}
    quiet: list[str] = []
    for name, value in values.items():
        if not value:
            continue
        said = growth_words(before, name, value)
        found = _media_reason(health, before, name, value, values)
        if before.accepted(name, value):
            quiet.append(f"{said} (accepted)")
        elif found is None:
            quiet.append(said)
        else:
            heard[found.word].append(said)
            reasons.append(found)
    loud = [said for one in heard.values() for said in one]
    watched = [one for one in others if not _trace_accepted(health, before, one)]
    reasons += [Reason(one.cause, WATCH, one.attribute, one.counter) for one in watched]
    quiet += [
        f"{one.value[:1].lower()}{one.value[1:]} (accepted)" for one in others if one not in watched
    ]
    entries = max(health.error_log_entries or 0, len(health.errors))
    nothing = "No errors of the medium" if entries else "No errors"
    shown = [*loud, *(one.value for one in watched), *quiet, nothing][0]
    none = [counted(name, 0) for name, value in values.items() if not value]
    counts = _upper(joined([*loud, *quiet]) or ("" if watched else joined(none)))
    logged = counted("error_log_entries", entries) if entries and not others else ""
    parts = (counts, *(one.sentence for one in watched), logged)
    axis = _axis(
        health, MEDIA_AXIS, worst((GOOD, *(one.word for one in reasons))),
        _upper(shown.partition(", ")[0]), ". ".join(part for part in parts if part), _RULE_MEDIA,
        counters=tuple(name for name, value in values.items() if value)
        + tuple(one.counter for one in others if one.counter and getattr(health, one.counter)),
    )  # fmt: skip
    return replace(axis, reasons=tuple(reasons))


def media_failing(health: Health, before: Before) -> str:
    """The counts that make a drive failing, as a part of a sentence; "" for none."""
    values = _values(health)
    counts = [
        growth_words(before, name, value)
        for name, value in values.items()
        if (found := _media_reason(health, before, name, value, values)) and found.word == FAILING
    ]
    return f"it has {joined(counts)}" if counts else ""


def media_sentences(health: Health, before: Before) -> tuple[str, ...]:
    """What is to be watched of the medium and is no counter of it, as whole sentences."""
    return tuple(
        f"{one.sentence}." for one in traces(health) if not _trace_accepted(health, before, one)
    )


def _trace_accepted(health: Health, before: Before, trace: Trace) -> bool:
    """Whether the person has accepted the counter that it can be accepted by."""
    value: int | None = getattr(health, trace.counter) if trace.counter else None
    return bool(value and before.accepted(trace.counter, value))


def _values(health: Health) -> dict[str, int]:
    """The counters that are told. Reallocation events only where the sectors are not: they are the
    same, counted in another way."""
    values = {name: getattr(health, name) for name in DISK}
    if values["reallocated"]:
        values["reallocation_events"] = None
    return {name: value for name, value in values.items() if value is not None}


def _is_loud(before: Before, name: str, value: int | None) -> bool:
    return bool(value) and not before.accepted(name, value or 0)


def _media_reason(
    health: Health, before: Before, name: str, value: int, values: Mapping[str, int]
) -> Reason | None:
    """What a counter gives its axis, with its cause; None for nothing."""
    if not value or before.accepted(name, value):
        return None
    bounds = (DISK if health.rotational else FLASH)[name]
    attribute = ATTRIBUTES[name] if health.kind == ATA else None
    words = {
        Cause.COUNT: GOOD if bounds.watch is None or value < bounds.watch else WATCH,
        Cause.GROWN: bounds.grown if before.grown(name, value) else GOOD,
        Cause.TOGETHER: GOOD,
    }
    if bounds.failing is not None and value >= bounds.failing:
        words[Cause.COUNT] = FAILING
    pair = UNREADABLE[SCSI if health.kind == SCSI else ATA]
    if name in pair and all(_is_loud(before, one, values.get(one)) for one in pair):
        words[Cause.TOGETHER] = FAILING
    word = worst(tuple(words.values()))
    if word == GOOD:
        return None
    cause = next(cause for cause, one in words.items() if one == word)
    return Reason(cause, word, attribute, name)


def link_axis(health: Health, before: Before, state: LinkState | None) -> AxisVerdict:
    """The way from the drive to the machine."""
    crc = health.crc_errors
    words, parts, source = [], [], [health.source] if crc is not None else []
    value = ""
    reasons: list[Reason] = []
    if state is not None and state.slower is not None:
        words.append(WATCH if state.slower else GOOD)
        reasons += [Reason(Cause.SLOW_LINK, WATCH)] if state.slower else []
        value = SLOW_LINK if state.slower else "Full speed"
    if state is not None:
        said = state.sentence or state.now
        parts += [said.rstrip(".")] if said else []
        source.append(state.source)
    if crc is not None:
        word = _crc_word(health, before, crc)
        words.append(word)
        parts.append(_crc_words(health, before, crc))
        if word != GOOD:
            attribute = ATTRIBUTES["crc_errors"] if health.kind == ATA else None
            reasons.append(Reason(Cause.CRC, word, attribute, "crc_errors"))
        if word != GOOD:
            value = _upper(growth_words(before, "crc_errors", crc).partition(", ")[0])
        value = value or "No CRC errors"
    detail = _upper("; ".join(part for part in parts if part))
    if not words:
        reason = detail or health.missing or "Nothing is told of the link"
        return _axis(health, LINK, UNKNOWN, "Not told", reason, _RULE_LINK)
    return AxisVerdict(
        LINK, worst(tuple(words)), value, detail, _RULE_LINK,
        " and ".join(dict.fromkeys(name for name in source if name)),
        ("crc_errors",) if crc else (), tuple(reasons),
    )  # fmt: skip


def _crc_word(health: Health, before: Before, value: int) -> str:
    if not value or before.accepted("crc_errors", value) or before.quiet("crc_errors", value):
        return GOOD
    return WATCH if before.grown("crc_errors", value) or old_crc(health) is None else GOOD


def _crc_words(health: Health, before: Before, value: int) -> str:
    if not value:
        return "no CRC errors on the way"
    said = growth_words(before, "crc_errors", value)
    if before.accepted("crc_errors", value):
        return f"{said} (accepted)"
    if before.quiet("crc_errors", value):
        return f"{said} in its life, none since {before.day()}: {_ONCE}"
    old = old_crc(health)
    if old is not None and old.at is not None and not before.grown("crc_errors", value):
        return f"{said} in its life, the newest in its log after {running_time(old.at)}: {_ONCE}"
    return f"{said}: look at the cable and its plugs first"


def thermal(health: Health, before: Before) -> AxisVerdict:
    """How hot it is, and how hot it has been since the last snapshot."""
    limit, named = hot_from(health)
    whose = "the drive's own warning temperature" if named else "a cautious figure for its kind"
    rule = (
        f"watch from {celsius(limit)}, {whose}, when it was above it since the last snapshot, when"
        " the drive warns that it is too hot or too cold, and when an attribute of its temperature"
        " is at its threshold; never worse than that"
    )
    temperature, spent = health.temperature, health.warning_seconds
    then = before.since.warning_seconds if before.since is not None else None
    added = max(0.0, spent - then) if spent is not None and then is not None else 0.0
    warned = HOT_ONLY in health.warnings
    parts = [] if temperature is None else [f"{celsius(temperature)} now"]
    if warned:
        parts.append("the drive itself warns of it")
    if added:
        parts.append(f"{span(added)} above {celsius(limit)} since {before.day()}")
    elif spent:
        parts.append(f"{span(spent)} above {celsius(limit)} in its life")
    critical = health.temperature_critical
    if temperature is not None and critical is not None and temperature >= critical:
        parts.append(f"that is its critical temperature ({celsius(critical)})")
    at_limit = [row for row in health.attributes if heat_at_limit(row)]
    parts += [at_threshold(row) for row in at_limit]
    detail = _upper("; ".join(parts))
    if (found := _out_of_bounds(temperature, limit, warned=warned)) is not None:
        words, cause = found
        value = _upper(words) if temperature is None else f"{celsius(temperature)}, {words}"
        axis = _axis(health, THERMAL, WATCH, value, detail, rule)
        return replace(axis, reasons=(Reason(cause, WATCH),))
    if at_limit:
        value = f"At its threshold: {at_limit[0].name}"
        axis = _axis(health, THERMAL, WATCH, value, detail, rule)
        return replace(axis, reasons=(Reason(Cause.HOT, WATCH, at_limit[0].id),))
    if added:
        axis = _axis(health, THERMAL, WATCH, "Hot under load", detail, rule)
        return replace(axis, reasons=(Reason(Cause.HOT_SINCE, WATCH),))
    if temperature is None:
        reason = detail or "Nobody tells its temperature"
        return _axis(health, THERMAL, UNKNOWN, "Not told", reason, rule)
    return _axis(health, THERMAL, GOOD, celsius(temperature), detail, rule)


def _out_of_bounds(
    temperature: float | None, limit: float, *, warned: bool
) -> tuple[str, Cause] | None:
    """What is wrong with a temperature, in words and as a code; None for nothing.

    The drive's own warning says too hot or too cold (NVM Express Base Specification 2.0, figure
    207), and not which.
    """
    if temperature is not None and temperature >= limit:
        return "too hot", Cause.HOT
    if not warned:
        return None
    if temperature is not None and temperature <= COLD:
        return "too cold", Cause.COLD
    return "out of its bounds", Cause.OUT_OF_BOUNDS


def hot_from(health: Health) -> tuple[float, bool]:
    """From how many degrees Celsius on it is hot, and whether the drive says so itself."""
    if health.temperature_warning is not None:
        return health.temperature_warning, True
    if health.kind == NVME:
        return HOT_NVME, False
    return (HOT_HARD_DISK if health.rotational else HOT_SSD), False


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _axis(  # noqa: PLR0917 - the fields of an AxisVerdict, in their order
    health: Health,
    axis: str,
    word: str,
    value: str,
    detail: str,
    rule: str,
    counters: tuple[str, ...] = (),
) -> AxisVerdict:
    return AxisVerdict(axis, word, value, detail, rule, health.source, counters)
