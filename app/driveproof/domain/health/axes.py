# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Five of the six axes: the drive's own verdict, wear, link, temperature and evidence."""

from __future__ import annotations

from datetime import datetime

from driveproof.domain.drive.link import LinkState
from driveproof.domain.drive.nature import is_virtual_model
from driveproof.domain.health.media import Before, faults, log_accepted, old_crc
from driveproof.domain.health.nvme_status import NvmeFault
from driveproof.domain.health.report import ATA, NOW, NVME, SCSI, Attribute, Health
from driveproof.domain.health.rules import (
    ATTRIBUTES,
    COLD,
    HOT_HARD_DISK,
    HOT_NVME,
    HOT_ONLY,
    HOT_SSD,
    NEARLY_USED_UP,
    OLD_SECONDS,
    USED_UP,
    WHOLE,
    about_heat,
    attribute_word,
    has_limit,
    heat_at_limit,
    of_life,
)
from driveproof.domain.health.self_tests import failing_test, old_failure
from driveproof.domain.health.verdict import (
    CAUTION,
    EVIDENCE,
    FAILING,
    FAILING_NOW,
    GOOD,
    LINK,
    THERMAL,
    UNKNOWN,
    WEAR,
    WORN,
    Axis,
    AxisVerdict,
    Cause,
    Code,
    Grade,
    HotFrom,
    Lacking,
    Moment,
    Reason,
    SpareLevel,
    given,
    worst,
)
from driveproof.domain.statement import Statement

SPARE_WARNING = "spare"


def failing_now(health: Health) -> AxisVerdict:
    """The drive's own verdict, and its thresholds."""
    failing = _failing(health)
    warnings = [word for word in health.warnings if word != HOT_ONLY]
    if failing:
        return AxisVerdict(
            FAILING_NOW,
            FAILING,
            Statement(Code.YES),
            tuple(statement for statement, _ in failing),
            health.source,
            reasons=tuple(reason for _, reason in failing),
        )
    said = health.passed is not None or bool(health.warnings) or _has_thresholds(health)
    if not said:
        unsaid = () if health.missing else (Statement(Code.NO_OWN_VERDICT),)
        return _unknown(health, FAILING_NOW, unsaid)
    what = Code.NO_CRITICAL_WARNING if health.kind == NVME else Code.NOT_FAILING
    if health.warnings and not warnings:
        what = Code.ONLY_TEMPERATURE_WARNING
    elif health.passed is None:
        what = Code.NONE_AT_THRESHOLD
    if (old := old_self_test(health)) is not None:
        return AxisVerdict(
            FAILING_NOW,
            CAUTION,
            Statement(Code.SELF_TEST_VALUE),
            (old, Statement(what)),
            health.source,
            reasons=(Reason(Cause.SELF_TEST, CAUTION),),
        )
    return AxisVerdict(FAILING_NOW, GOOD, Statement(Code.NO), (Statement(what),), health.source)


def _failing(health: Health) -> list[tuple[Statement, Reason]]:
    """Why the drive is failing, said and as a code; [] when nothing says that it is."""
    found = [
        (
            Statement(Code.CRITICAL_WARNING, warning=word),
            Reason(Cause.CRITICAL_WARNING, FAILING),
        )
        for word in health.warnings
        if word != HOT_ONLY
    ]
    if health.passed is False and not health.warnings:
        found.append((Statement(Code.SAYS_SO), Reason(Cause.SAYS_SO, FAILING)))
    for row in health.attributes:
        if attribute_word(row) == FAILING:
            statement = Statement(
                Code.PREFAIL_AT_THRESHOLD,
                attribute=row.id,
                name=row.name,
                value=row.value,
                threshold=row.threshold,
            )
            found.append((statement, Reason(Cause.THRESHOLD, FAILING, row.id)))
    # smartctl saw a prefail attribute at its threshold that no table shows
    shown = any(row.prefail and row.failed == NOW for row in health.attributes)
    if health.prefail_reached and not shown:
        found.append((Statement(Code.PREFAIL_NOT_SHOWN), Reason(Cause.THRESHOLD, FAILING)))
    if (test := failing_test(health)) is not None:
        statement = Statement(Code.SELF_TEST_FAILED, kind=test.kind, text=test.text)
        found.append((statement, Reason(Cause.SELF_TEST, FAILING)))
    return found


def old_self_test(health: Health) -> Statement | None:
    """A self-test that failed and does not make the drive failing; None without one."""
    test = old_failure(health)
    if test is None:
        return None
    return Statement(Code.OLD_SELF_TEST_FAILED, kind=test.kind, text=test.text, at=test.at)


def wear(health: Health) -> AxisVerdict:
    """The used share of a drive's rated life."""
    used, spare, least = health.used, health.spare, health.spare_threshold
    aged = [
        row
        for row in health.attributes
        if not row.prefail and row.failed == NOW and not about_heat(row)
    ]
    details = []
    if health.written is not None:
        details.append(Statement(Code.WRITTEN, size=health.written))
    if health.power_on is not None:
        details.append(Statement(Code.RUN_TIME, seconds=health.power_on))
    if spare is not None:
        details.append(Statement(Code.SPARE, share=spare, threshold=least))
    details += [_at_threshold(row) for row in aged]
    if used is None and spare is None and not aged:
        return _unknown(health, WEAR, tuple(details))
    spare_word, level = _spare(health)
    used_word = GOOD if used is None or used < NEARLY_USED_UP else CAUTION
    if used is not None and used >= USED_UP:
        used_word = WORN
    aged_word = WORN if any(map(of_life, aged)) else CAUTION if aged else GOOD
    word = worst((spare_word, used_word, aged_word))
    source = ""
    if used is not None and used_word == word:
        value, source = Statement(Code.USED, share=used), health.used_source
    elif spare is not None and spare_word == word:
        value = Statement(Code.SPARE_VALUE, share=spare, below=level)
    else:
        value = Statement(
            Code.NAMES_AT_THRESHOLD,
            attributes=tuple(row.id for row in aged),
            names=tuple(row.name for row in aged),
        )
    reasons = [Reason(Cause.USED, used_word, health.used_attribute)]
    reasons += [Reason(Cause.SPARE, spare_word)]
    reasons += [Reason(Cause.THRESHOLD, attribute_word(row), row.id) for row in aged]
    return AxisVerdict(
        WEAR,
        word,
        value,
        tuple(details),
        source or health.source,
        reasons=tuple(one for one in reasons if one.word != GOOD),
    )


def _spare(health: Health) -> tuple[Grade, SpareLevel]:
    """The grade of the spare blocks, and how they compare with the drive's threshold.

    "Below the threshold" sets the critical warning (NVM Express Base Specification 2.0, figure
    207): where the drive does not warn, its threshold has another meaning, and only less than half
    of it counts as a reason (our own choice). A threshold of 0 is no threshold, and one of 100 % or
    more would condemn a drive that has used none of its spare.
    """
    spare, least = health.spare, health.spare_threshold
    if spare is None or not least or least >= WHOLE or spare >= least:
        return GOOD, SpareLevel.ENOUGH
    if SPARE_WARNING in health.warnings:
        return FAILING, SpareLevel.BELOW
    return (FAILING, SpareLevel.BELOW_HALF) if spare < least / 2 else (GOOD, SpareLevel.ENOUGH)


def spare_failing(health: Health) -> Statement | None:
    """That the spare blocks make a drive failing; None where they do not, or where the drive's own
    warning covers it.
    """
    _, level = _spare(health)
    return Statement(Code.SPARE_BELOW_HALF) if level is SpareLevel.BELOW_HALF else None


def link_axis(health: Health, before: Before, state: LinkState | None) -> AxisVerdict:
    """The way from the drive to the machine."""
    crc = health.crc_errors
    words: list[Grade] = []
    details: list[Statement] = []
    sources = [health.source] if crc is not None else []
    value: Statement | None = None
    reasons: list[Reason] = []
    if state is not None and state.slower is not None:
        words.append(CAUTION if state.slower else GOOD)
        reasons += [Reason(Cause.SLOW_LINK, CAUTION)] if state.slower else []
        value = Statement(Code.SLOW_LINK if state.slower else Code.FULL_SPEED)
    if state is not None:
        if state.meaning is not None:
            details.append(Statement(Code.LINK, meaning=state.meaning))
        elif state.now:
            details.append(Statement(Code.GIVEN, text=state.now))
        sources.append(state.source)
    if crc is not None:
        word = _crc_word(health, before, crc)
        words.append(word)
        details.append(_crc(health, before, crc))
        if word != GOOD:
            attribute = ATTRIBUTES["crc_errors"] if health.kind == ATA else None
            reasons.append(Reason(Cause.CRC, word, attribute, "crc_errors"))
            value = Statement(Code.COUNT, count=before.count("crc_errors", crc))
        counted = Statement(Code.COUNT, count=before.count("crc_errors", crc))
        value = value or (counted if crc else Statement(Code.NO_CRC_ERRORS))
    if transfers := faults(health, NvmeFault.TRANSFER):
        accepted = log_accepted(health, before)
        statement = Statement(Code.TRANSFER_ERRORS, number=transfers, accepted=accepted)
        details.append(statement)
        sources.append(health.source)
        # one alone is repeated and forgotten, as a CRC error is
        if transfers > 1 and not accepted:
            words.append(CAUTION)
            reasons.append(Reason(Cause.ERROR_LOG, CAUTION, counter="error_log_entries"))
            value = statement
    if value is None:
        if details:
            # It is known, and what would be its best is not.
            unjudged = Statement(Code.LINK_NOT_JUDGED)
            source = " and ".join(name for name in sources if name) or health.source
            return AxisVerdict(LINK, UNKNOWN, unjudged, tuple(details), source)
        return _unknown(health, LINK)
    return AxisVerdict(
        LINK,
        worst(tuple(words)),
        value,
        tuple(details),
        " and ".join(dict.fromkeys(name for name in sources if name)),
        (
            *(["crc_errors"] if crc else []),
            *(one.counter for one in reasons if one.counter == "error_log_entries"),
        ),
        tuple(reasons),
    )


def _crc_word(health: Health, before: Before, value: int) -> Grade:
    if not value or before.accepted("crc_errors", value) or before.quiet("crc_errors", value):
        return GOOD
    if before.grown("crc_errors", value):
        return CAUTION
    return GOOD if value == 1 or old_crc(health) is not None else CAUTION


def _crc(health: Health, before: Before, value: int) -> Statement:
    count = before.count("crc_errors", value)
    if not value:
        return Statement(Code.NO_CRC_ERRORS)
    if count.accepted:
        return Statement(Code.COUNT, count=count)
    if before.quiet("crc_errors", value):
        return Statement(Code.CRC_QUIET, count=count, since=before.moment())
    if value == 1 and not count.grown:
        return Statement(Code.CRC_ONCE, count=count)
    old = old_crc(health)
    if old is not None and old.at is not None and not count.grown:
        return Statement(Code.CRC_OLD, count=count, at=old.at)
    return Statement(Code.CRC_CABLE, count=count)


def thermal(health: Health, before: Before) -> AxisVerdict:
    """How hot it is, and how hot it has been since the last snapshot."""
    hot_from = _hot_from(health)
    limit = hot_from.celsius
    temperature, spent = health.temperature, health.warning_seconds
    then = before.since.warning_seconds if before.since is not None else None
    added = max(0.0, spent - then) if spent is not None and then is not None else 0.0
    warned = HOT_ONLY in health.warnings
    details = []
    if temperature is not None:
        details.append(Statement(Code.TEMPERATURE, celsius=temperature, cause=None))
    if warned:
        details.append(Statement(Code.TEMPERATURE_WARNING))
    if added:
        since = before.moment()
        details.append(Statement(Code.HOT_SINCE, seconds=added, limit=limit, since=since))
    elif spent:
        details.append(Statement(Code.HOT_IN_LIFE, seconds=spent, limit=limit))
    critical = health.temperature_critical
    if temperature is not None and critical is not None and temperature >= critical:
        details.append(Statement(Code.AT_CRITICAL, limit=critical))
    at_limit = [row for row in health.attributes if heat_at_limit(row)]
    details += [_at_threshold(row) for row in at_limit]
    reason: Reason | None = None
    if (cause := _out_of_bounds(temperature, limit, warned=warned)) is not None:
        value = Statement(Code.TEMPERATURE, celsius=temperature, cause=cause)
        reason = Reason(cause, CAUTION)
    elif at_limit:
        value = Statement(
            Code.NAMES_AT_THRESHOLD, attributes=(at_limit[0].id,), names=(at_limit[0].name,)
        )
        reason = Reason(Cause.HOT, CAUTION, at_limit[0].id)
    elif added:
        value = Statement(Code.HOT_UNDER_LOAD)
        reason = Reason(Cause.HOT_SINCE, CAUTION)
    elif temperature is None:
        value = Statement(Code.NOT_REPORTED)
    else:
        value = Statement(Code.TEMPERATURE, celsius=temperature, cause=None)
    word = CAUTION if reason else UNKNOWN if temperature is None else GOOD
    return AxisVerdict(
        THERMAL,
        word,
        value,
        tuple(details),
        health.source,
        reasons=(reason,) if reason else (),
        hot_from=hot_from,
    )


def _out_of_bounds(temperature: float | None, limit: float, *, warned: bool) -> Cause | None:
    """What is wrong with a temperature; None for nothing.

    The drive's own warning says too hot or too cold (NVM Express Base Specification 2.0, figure
    207), and not which.
    """
    if temperature is not None and temperature >= limit:
        return Cause.HOT
    if not warned:
        return None
    if temperature is not None and temperature <= COLD:
        return Cause.COLD
    return Cause.OUT_OF_BOUNDS


def _hot_from(health: Health) -> HotFrom:
    """From how many degrees Celsius on it is hot."""
    if health.temperature_warning is not None:
        return HotFrom(health.temperature_warning, own=True)
    if health.kind == NVME:
        return HotFrom(HOT_NVME, own=False)
    return HotFrom(HOT_HARD_DISK if health.rotational else HOT_SSD, own=False)


def evidence(health: Health, now: datetime, *, saved: bool = False) -> AxisVerdict:
    """How much of what could be known is known, how old it is, and whether it can be believed.

    Of a saved report the day and the year are said, if it has them, and its age is not judged.
    """
    if (missing := given(health.missing)) is not None:
        return AxisVerdict(EVIDENCE, UNKNOWN, Statement(Code.NONE), (missing,), health.source)
    if (doubt := unbelievable(health)) is not None:
        not_believed = Statement(Code.NOT_BELIEVED)
        return AxisVerdict(EVIDENCE, UNKNOWN, not_believed, (doubt,), health.source)
    read = health.updated or health.taken
    age = 0.0 if saved else (now - read).total_seconds()
    lacking = _lacking(health)
    if age >= OLD_SECONDS:
        word, value = CAUTION, Statement(Code.AGE, seconds=age)
    elif health.notes or health.unread:
        word, value = CAUTION, Statement(Code.PARTIAL)
    elif lacking:  # no reason to worry: UDisks2 reports no wear of any SATA drive
        word, value = UNKNOWN, Statement(Code.PARTIAL)
    else:
        word, value = GOOD, Statement(Code.COMPLETE)
    details = []
    if health.source:
        moment = None if saved else Moment(read, now)
        when = health.updated if saved else None
        details.append(Statement(Code.SOURCE, source=health.source, read=moment, saved=when))
    if lacking:
        details.append(Statement(Code.LACKING, what=lacking))
    details += [Statement(Code.GIVEN, text=note) for note in (*health.unread, *health.notes)]
    return AxisVerdict(EVIDENCE, word, value, tuple(details), health.source)


def unbelievable(health: Health) -> Statement | None:
    """Why the drive's values are not its own; None when nothing speaks against them."""
    if is_virtual_model(health.model):
        return Statement(Code.VIRTUAL_DRIVE, model=health.model)
    if health.power_on == 0 and health.power_cycles == 0:
        return Statement(Code.NO_POWER_CYCLES)
    rows = health.attributes
    if len(rows) > 1 and not any(row.value or row.worst or row.raw or row.pretty for row in rows):
        return Statement(Code.ALL_ZERO)
    return None


def _lacking(health: Health) -> tuple[Lacking, ...]:
    lacking = []
    if health.passed is None:
        lacking.append(Lacking.VERDICT)
    if health.kind == NVME and health.media_errors is None:
        lacking.append(Lacking.MEDIA_ERRORS)
    counters = (health.reallocated, health.pending, health.media_errors)
    if health.kind == ATA and all(counter is None for counter in counters):
        lacking.append(Lacking.MEDIUM)
    if health.kind in {ATA, NVME, SCSI} and health.used is None and health.rotational is False:
        lacking.append(Lacking.WEAR)
    return tuple(lacking)


def _has_thresholds(health: Health) -> bool:
    return any(row.prefail and has_limit(row.threshold) for row in health.attributes)


def _at_threshold(row: Attribute) -> Statement:
    return Statement(Code.AT_THRESHOLD, attribute=row.id, name=row.name)


def _unknown(health: Health, axis: Axis, details: tuple[Statement, ...] = ()) -> AxisVerdict:
    """An axis of which nothing is reported, and why, where that is known."""
    reason = given(health.missing)
    said = details if reason is None else (reason, *details)
    return AxisVerdict(axis, UNKNOWN, Statement(Code.NOT_REPORTED), said, health.source)
