# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The axes of every drive but media errors: the drive's own verdict, wear, link, temperature and
data quality.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime

from msgspec import structs

from driveproof.domain.drive.link import LinkState
from driveproof.domain.drive.nature import is_virtual_model
from driveproof.domain.health.error_cause import ErrorCause
from driveproof.domain.health.glossary import attribute_title
from driveproof.domain.health.media import Before, faults, in_log, old_crc
from driveproof.domain.health.report import (
    ABORTED,
    ATA,
    NOT_SAID,
    NOW,
    NVME,
    RUNNING,
    SCSI,
    TEST_FAILED,
    Attribute,
    Health,
    SelfTestEntry,
)
from driveproof.domain.health.rest import resting
from driveproof.domain.health.rules import (
    ATA_ROUND_SECONDS,
    ATTRIBUTES,
    COLD,
    HOT_HARD_DISK,
    HOT_NVME,
    HOT_ONLY,
    HOT_SSD,
    NEARLY_USED_UP,
    OLD_SECONDS,
    RECENT_SECONDS,
    USED_UP,
    WHOLE,
    about_heat,
    attribute_word,
    has_limit,
    heat_at_limit,
)
from driveproof.domain.health.self_test_kind import SelfTestKind
from driveproof.domain.health.verdict import (
    AXIS_TITLES,
    CAUTION,
    DATA_QUALITY,
    FAILING,
    GOOD,
    LINK,
    MEDIA_ERRORS,
    SELF_ASSESSMENT,
    TEMPERATURE,
    UNKNOWN,
    WEAR,
    WORN,
    AxisVerdict,
    Grade,
    HealthAxis,
    HealthCode,
    HealthFinding,
    HotFrom,
    finding_of,
    quoted_finding,
    worst_grade,
)
from driveproof.domain.quantity import (
    Age,
    Bytes,
    Celsius,
    Day,
    LifeShare,
    OneOf,
    RunTime,
)
from driveproof.domain.say import Say

SPARE_WARNING = "spare"
_WARNINGS = {
    SPARE_WARNING: Say("Spare blocks are below the threshold"),
    HOT_ONLY: Say("Temperature out of range"),
    "degraded": Say("The drive is no longer reliable"),
    "readonly": Say("The drive has become read-only"),
    "volatile_mem": Say("The power-loss protection has failed"),
    "pmr_readonly": Say("The persistent memory has become read-only"),
}
"""NVMe's critical warnings (NVM Express Base Specification 2.0, figure 207)."""
HEAT: Mapping[str, Say] = {
    HealthCode.HOT: Say("Too hot"),
    HealthCode.COLD: Say("Too cold"),
    HealthCode.OUT_OF_BOUNDS: Say("Temperature out of range"),
    HealthCode.HOT_UNDER_LOAD: Say("Hot under load"),
}


def self_assessment(health: Health) -> AxisVerdict:
    """The drive's own verdict, and its thresholds."""
    if failing := _failing(health):
        failed = finding_of(HealthCode.FAILED, Say("Failed"))
        return AxisVerdict(SELF_ASSESSMENT, FAILING, failed, tuple(failing), health.source)
    said = health.passed is not None or bool(health.warnings) or _has_thresholds(health)
    if not said:
        unsaid = finding_of(
            HealthCode.NO_OWN_VERDICT, Say("The drive does not report whether it fails"), UNKNOWN
        )
        return _unknown(health, SELF_ASSESSMENT, () if health.missing else (unsaid,))
    if health.warnings:  # of heat alone
        warned = Say("The drive warns about its temperature")
        what = finding_of(HealthCode.TEMPERATURE_WARNING, warned)
    elif health.passed is None:
        what = finding_of(HealthCode.NONE_AT_THRESHOLD, Say("No attribute is at its threshold"))
    elif health.kind == NVME:
        what = finding_of(HealthCode.NO_CRITICAL_WARNING, Say("No critical warning"))
    else:
        what = finding_of(HealthCode.NOT_FAILING, Say("The drive reports no failure"))
    if (old := old_self_test(health)) is not None:
        value = structs.replace(old, say=(Say("Self-test failed"),))
        return AxisVerdict(SELF_ASSESSMENT, CAUTION, value, (old, what), health.source)
    passed = finding_of(HealthCode.PASSED, Say("Passed"))
    return AxisVerdict(SELF_ASSESSMENT, GOOD, passed, (what,), health.source)


def _failing(health: Health) -> list[HealthFinding]:
    """Why the drive is failing; [] when nothing says that it is."""
    reasons = []
    for word in health.warnings:
        if word != HOT_ONLY:
            said = _WARNINGS.get(word) or Say("Critical warning “{warning}”", warning=word)
            reasons.append(finding_of(HealthCode.CRITICAL_WARNING, said, FAILING))
    if health.passed is False and not health.warnings:
        said = Say("Reported by the drive itself")
        reasons.append(finding_of(HealthCode.SAYS_SO, said, FAILING))
    at_threshold = [row for row in health.attributes if attribute_word(row) == FAILING]
    reasons += map(_at_threshold, at_threshold)
    # smartctl saw a prefail attribute at its threshold that no table shows
    shown = any(row.prefail and row.failed == NOW for row in health.attributes)
    if health.prefail_reached and not shown:
        reasons.append(finding_of(HealthCode.PREFAIL_NOT_SHOWN, Say("At its threshold"), FAILING))
    if (test := failing_test(health)) is not None:
        said = Say("Self-test failed")
        if test.text:
            said = Say("The last self-test failed: “{text}”", text=test.text)
        reasons.append(finding_of(HealthCode.SELF_TEST, said, FAILING))
    return reasons


def old_self_test(health: Health) -> HealthFinding | None:
    """A self-test that failed and does not make the drive failing; None without one."""
    if old_failure(health) is None:
        return None
    said = Say("An older self-test failed, and none of its kind has passed since.")
    return finding_of(HealthCode.OLD_SELF_TEST, said, CAUTION)


def wear(health: Health) -> AxisVerdict:
    """The used share of a drive's rated life."""
    used, spare, least = health.used, health.spare, health.spare_threshold
    aged = [
        row
        for row in health.attributes
        if not row.prefail and row.failed == NOW and not about_heat(row)
    ]
    spare_word = _spare(health)
    used_word = GOOD if used is None or used < NEARLY_USED_UP else CAUTION
    if used is not None and used >= USED_UP:
        used_word = WORN
    at_threshold = tuple(map(_at_threshold, aged))
    details = []
    if health.written is not None:
        size = Bytes(round(health.written))
        details.append(finding_of(HealthCode.WRITTEN, Say("{size} written", size=size)))
    if health.power_on is not None:
        time = RunTime(health.power_on)
        details.append(finding_of(HealthCode.RUN_TIME, Say("Powered on for {time}", time=time)))
    if spare is not None:
        share = LifeShare(spare)
        said = Say("Spare {share}", share=share)
        if least is not None:
            said = Say(
                "Spare {share}, threshold {threshold}", share=share, threshold=LifeShare(least)
            )
        details.append(finding_of(HealthCode.SPARE, said, spare_word))
    details += at_threshold
    word = worst_grade((GOOD, spare_word, used_word, *(one.grade for one in at_threshold)))
    source = ""
    share_used = None
    if used is not None:
        said = Say("{share} used", share=LifeShare(used))
        share_used = finding_of(HealthCode.USED, said, used_word, attribute=health.used_attribute)
    if share_used is not None and used_word not in {GOOD, word}:
        details.append(share_used)
    if share_used is not None and used_word == word:
        value, source = share_used, health.used_source
    elif spare is not None and spare_word == word:
        value = finding_of(
            HealthCode.SPARE, Say("Spare {share}", share=LifeShare(spare)), spare_word
        )
        if spare_word != GOOD:
            below = Say("Spare {share}, below the threshold", share=LifeShare(spare))
            value = finding_of(HealthCode.SPARE_BELOW, below, spare_word)
    elif aged:
        names = OneOf(tuple(attribute_title(row.id, row.name) for row in aged))
        value = finding_of(
            HealthCode.THRESHOLD, Say("At its threshold: {names}", names=names), word
        )
    else:
        return _unknown(health, WEAR, tuple(details))
    return AxisVerdict(WEAR, word, value, tuple(details), source or health.source)


def _spare(health: Health) -> Grade:
    """The grade of the spare blocks.

    "Below the threshold" sets the critical warning (NVM Express Base Specification 2.0, figure
    207): where the drive does not warn, its threshold has another meaning, and only less than half
    of it counts as a reason (our own choice). A threshold of 0 is no threshold, and one of 100 % or
    more would condemn a drive that has used none of its spare.
    """
    spare, least = health.spare, health.spare_threshold
    if spare is None or not least or least >= WHOLE or spare >= least:
        return GOOD
    return FAILING if SPARE_WARNING in health.warnings or spare < least / 2 else GOOD


def spare_failing(health: Health) -> HealthFinding | None:
    """That the spare blocks make a drive failing; None where they do not, or where the drive's own
    warning covers it.
    """
    if _spare(health) != FAILING or SPARE_WARNING in health.warnings:
        return None
    return finding_of(HealthCode.SPARE, _WARNINGS[SPARE_WARNING], FAILING)


def link_axis(health: Health, before: Before, state: LinkState | None) -> AxisVerdict:
    """The way from the drive to the machine."""
    crc = _crc(health, before)
    details: list[HealthFinding] = []
    sources = []
    values: list[HealthFinding] = []
    if state is not None:
        if state.slower:
            values.append(finding_of(HealthCode.SLOW_LINK, Say("Below full speed"), CAUTION))
        elif state.slower is not None:
            values.append(finding_of(HealthCode.FULL_SPEED, Say("Full speed")))
        if state.meaning is not None:
            details.append(quoted_finding(state.meaning))
        elif state.now:
            details.append(finding_of(HealthCode.LINK, Say("{text}", text=state.now)))
        sources.append(state.source)
    if crc is not None:
        details.append(crc)
        short = crc
        if health.crc_errors:
            count = before.count("crc_errors", health.crc_errors, short=True)
            short = structs.replace(crc, say=(count,))
        values.append(short)
        sources.insert(0, health.source)
    if (transfers := faults(health, ErrorCause.TRANSFER)) > 0:
        said = Say("Transfer errors in the error log: {count}", count=transfers)
        # one alone is repeated and forgotten, as a CRC error is
        grade = CAUTION if transfers > 1 else GOOD
        failed = in_log(health, before, HealthCode.TRANSFER_ERRORS, said, grade)
        details.append(failed)
        sources.append(health.source)
        if failed.grade != GOOD:
            values.append(failed)
    if (given_up := faults(health, ErrorCause.HOST)) > 0:
        said = Say(
            "Commands that the computer stopped waiting for: {count}; its log says why",
            count=given_up,
        )
        details.append(finding_of(HealthCode.GIVEN_UP, said))
        sources.append(health.source)
    source = " and ".join(dict.fromkeys(name for name in sources if name))
    if not values:
        if not details:
            return _unknown(health, LINK)
        # It is known, and what would be its best is not.
        unjudged = finding_of(HealthCode.LINK_NOT_JUDGED, Say("Maximum unknown"), UNKNOWN)
        return AxisVerdict(LINK, UNKNOWN, unjudged, tuple(details), source or health.source)
    word = worst_grade(tuple(one.grade for one in values))
    # the last reason, or the first of what is fine
    value = next((one for one in reversed(values) if one.grade != GOOD), values[0])
    loud = (one.counter for one in values if one.counter == "error_log_entries")
    counters = (*(["crc_errors"] if health.crc_errors else []), *loud)
    return AxisVerdict(LINK, word, value, tuple(details), source, counters)


def _crc(  # noqa: PLR0911 - one for each case
    health: Health, before: Before
) -> HealthFinding | None:
    """The errors of the cable, None where the drive does not count them."""
    value = health.crc_errors
    if value is None:
        return None
    attribute = ATTRIBUTES["crc_errors"] if health.kind == ATA else None

    def crc(code: HealthCode, said: Say, grade: Grade = GOOD) -> HealthFinding:
        return finding_of(code, said, grade, attribute=attribute, counter="crc_errors")

    if not value:
        return crc(HealthCode.NO_ERRORS, Say("No errors"))
    count, grown = before.count("crc_errors", value), before.grown("crc_errors", value)
    if before.accepted("crc_errors", value):
        return crc(HealthCode.COUNT, count)
    if before.quiet("crc_errors", value):
        day = before.day()
        return crc(HealthCode.CRC_QUIET, Say("{counter}, none since {day}", counter=count, day=day))
    if value == 1 and not grown:
        return crc(HealthCode.CRC_ONCE, Say("{counter}, without data loss", counter=count))
    old = old_crc(health)
    if old is not None and old.at is not None and not grown:
        said = Say("{counter}, the last after {time} of use", counter=count, time=RunTime(old.at))
        return crc(HealthCode.CRC_OLD, said)
    said = Say("{counter}, usually caused by the cable", counter=count)
    return crc(HealthCode.CRC, said, CAUTION)


def temperature_axis(health: Health, before: Before) -> AxisVerdict:
    """How hot it is, and how hot it has been since the last snapshot."""
    hot_from = _hot_from(health)
    limit = Celsius(hot_from.celsius)
    temperature, spent = health.temperature, health.warning_seconds
    then = before.since.warning_seconds if before.since is not None else None
    added = max(0.0, spent - then) if spent is not None and then is not None else 0.0
    warned = HOT_ONLY in health.warnings
    now = Say("Not reported")
    details = []
    if temperature is not None:
        now = Say("{text}", text=Celsius(temperature))
        details.append(finding_of(HealthCode.TEMPERATURE, now))
    if warned:
        said = Say("The drive warns about its temperature")
        details.append(finding_of(HealthCode.TEMPERATURE_WARNING, said))
    if added:
        said = Say(
            "{time} above {limit} since {day}", time=Age(added), limit=limit, day=before.day()
        )
        details.append(finding_of(HealthCode.HOT_SINCE, said))
    elif spent:
        said = Say("{time} above {limit}", time=Age(spent), limit=limit)
        details.append(finding_of(HealthCode.HOT_IN_LIFE, said))
    critical = health.temperature_critical
    if temperature is not None and critical is not None and temperature >= critical:
        said = Say("Critical temperature: {limit}", limit=Celsius(critical))
        details.append(finding_of(HealthCode.AT_CRITICAL, said))
    at_limit = [_at_threshold(row) for row in health.attributes if heat_at_limit(row)]
    details += at_limit
    if (cause := _out_of_bounds(temperature, hot_from.celsius, warned=warned)) is not None:
        said = HEAT[cause]
        if temperature is not None:
            said = Say("{name}: {text}", name=said, text=Celsius(temperature))
        value = finding_of(cause, said, CAUTION)
    elif at_limit:
        value = at_limit[0]
    elif added:
        value = finding_of(HealthCode.HOT_UNDER_LOAD, HEAT[HealthCode.HOT_UNDER_LOAD], CAUTION)
    elif temperature is None:
        value = finding_of(HealthCode.NOT_REPORTED, now, UNKNOWN)
    else:
        value = finding_of(HealthCode.TEMPERATURE, now)
    word = value.grade
    return AxisVerdict(TEMPERATURE, word, value, tuple(details), health.source, hot_from=hot_from)


def _out_of_bounds(temperature: float | None, limit: float, *, warned: bool) -> HealthCode | None:
    """What is wrong with a temperature; None for nothing.

    The drive's own warning says too hot or too cold (NVM Express Base Specification 2.0, figure
    207), and not which.
    """
    if temperature is not None and temperature >= limit:
        return HealthCode.HOT
    if not warned:
        return None
    if temperature is not None and temperature <= COLD:
        return HealthCode.COLD
    return HealthCode.OUT_OF_BOUNDS


def _hot_from(health: Health) -> HotFrom:
    """From how many degrees Celsius on it is hot."""
    if health.temperature_warning is not None:
        return HotFrom(health.temperature_warning, own=True)
    if health.kind == NVME:
        return HotFrom(HOT_NVME, own=False)
    return HotFrom(HOT_HARD_DISK if health.rotational else HOT_SSD, own=False)


def data_quality(health: Health, now: datetime, *, saved: bool = False) -> AxisVerdict:
    """How much of what could be known is known, how old it is, and whether it can be believed.

    Of a saved report the day and the year are said, if it has them, and its age is not judged.
    """
    notes = tuple(map(quoted_finding, (*health.unread, *health.notes)))
    if health.missing:
        none = finding_of(HealthCode.NONE, Say("No data"), UNKNOWN)
        missing = quoted_finding(health.missing)
        return AxisVerdict(DATA_QUALITY, UNKNOWN, none, (missing, *notes), health.source)
    if (doubt := unbelievable(health)) is not None:
        not_believed = finding_of(HealthCode.NOT_BELIEVED, Say("Invalid values"), UNKNOWN)
        return AxisVerdict(DATA_QUALITY, UNKNOWN, not_believed, (doubt, *notes), health.source)
    read = health.updated or health.taken
    age = 0.0 if saved else (now - read).total_seconds()
    lacking = _lacking(health)
    why_old = None if saved else resting(health, now)
    if why_old is not None:  # no reason to worry: a disk may sleep for days
        value = finding_of(HealthCode.AGE, Say("{time} old", time=Age(age)))
    elif age >= OLD_SECONDS:
        value = finding_of(HealthCode.AGE, Say("{time} old", time=Age(age)), CAUTION)
    elif health.notes or health.unread:
        value = finding_of(HealthCode.PARTIAL, Say("Partial"), CAUTION)
    elif lacking:  # no reason to worry: UDisks2 reports no wear of any SATA drive
        value = finding_of(HealthCode.PARTIAL, Say("Partial"), UNKNOWN)
    else:
        value = finding_of(HealthCode.COMPLETE, Say("Complete"))
    details = []
    if health.source:
        when = health.updated if saved else read
        said = Say("{text}", text=health.source)
        if when is not None:
            day = Day(when, None if saved else now)
            said = Say("{first}, {second}", first=health.source, second=day)
        details.append(finding_of(HealthCode.SOURCE, said))
    if why_old is not None:
        details.append(finding_of(HealthCode.RESTING, why_old))
    if lacking:
        said = Say("Not reported: {axes}", axes=OneOf(lacking))
        details.append(finding_of(HealthCode.LACKING, said))
    details += notes
    return AxisVerdict(DATA_QUALITY, value.grade, value, tuple(details), health.source)


def unbelievable(health: Health) -> HealthFinding | None:
    """Why the drive's values are not its own; None when nothing speaks against them."""
    if is_virtual_model(health.model):
        said = Say("Virtual drive ({model}): its health values are not real.", model=health.model)
        return finding_of(HealthCode.VIRTUAL_DRIVE, said, UNKNOWN)
    invalid = Say("The values look invalid, perhaps because of an adapter.")
    if health.power_on == 0 and health.power_cycles == 0:
        return finding_of(HealthCode.NO_POWER_CYCLES, invalid, UNKNOWN)
    rows = health.attributes
    if len(rows) > 1 and not any(row.value or row.worst or row.raw or row.pretty for row in rows):
        return finding_of(HealthCode.ALL_ZERO, invalid, UNKNOWN)
    return None


def _lacking(health: Health) -> tuple[Say, ...]:
    """The names of the axes of which the source does not report all."""
    lacking = []
    if health.passed is None:
        lacking.append(SELF_ASSESSMENT)
    counters = (health.reallocated, health.pending, health.media_errors)
    unread = health.kind == ATA and all(counter is None for counter in counters)
    if unread or (health.kind == NVME and health.media_errors is None):
        lacking.append(MEDIA_ERRORS)
    if health.kind in {ATA, NVME, SCSI} and health.used is None and health.rotational is False:
        lacking.append(WEAR)
    return tuple(AXIS_TITLES[axis] for axis in lacking)


def _has_thresholds(health: Health) -> bool:
    return any(row.prefail and has_limit(row.threshold) for row in health.attributes)


def _at_threshold(row: Attribute) -> HealthFinding:
    name = attribute_title(row.id, row.name)
    # Translators: {names} are SMART attributes
    said = Say("At its threshold: {names}", names=name)
    return finding_of(HealthCode.THRESHOLD, said, attribute_word(row), attribute=row.id)


def _unknown(
    health: Health, axis: HealthAxis, details: tuple[HealthFinding, ...] = ()
) -> AxisVerdict:
    """An axis of which nothing is reported, and why, where that is known."""
    if health.missing:
        details = (quoted_finding(health.missing), *details)
    unsaid = finding_of(HealthCode.NOT_REPORTED, Say("Not reported"), UNKNOWN)
    return AxisVerdict(axis, UNKNOWN, unsaid, details, health.source)


# Results that name a part of the drive that failed, in the words of smartctl and of UDisks2's
# readers: ATA's 4 to 8 (a test element, the electronics, the servo, reading, handling damage),
# NVMe's 6 and 7 and SCSI's 4 to 7 (segments).
_PART_FAILED = re.compile(
    r"\b(read|element|segments?|servo|electrical|electronics|handling)\b"
    r"|\bunknown failure\b|\bunknown (place|part)\b|^failed$",
    re.IGNORECASE,
)
# Results that may as well be a test that never ran to its end: ATA's 3, NVMe's 5, SCSI's 3.
_NOT_ENDED = re.compile(r"\bfatal\b|\bunknown (test )?error\b|\bnot be completed\b", re.IGNORECASE)


def failing_test(health: Health) -> SelfTestEntry | None:
    """The self-test that makes a drive failing: a part failed in it, and no later test that covers
    the same part has passed.

    An extended test counts until an extended one has passed; an old one no longer, once any other
    has passed. Any other test counts while it is recent. None where there is none.
    """
    for number, (entry, newest) in enumerate(_failures(health)):
        if not found_a_part(entry):
            continue
        recent = _recent(entry, health, first=number == 0)
        if (newest or recent) if entry.kind == SelfTestKind.EXTENDED else (newest and recent):
            return entry
    return None


def old_failure(health: Health) -> SelfTestEntry | None:
    """The newest self-test that failed and does not make the drive failing.

    None where there is none, and where another one makes it failing.
    """
    failures = _failures(health)
    return None if not failures or failing_test(health) is not None else failures[0][0]


def found_a_part(entry: SelfTestEntry) -> bool:
    """Whether the drive's text, or a sector, says what failed."""
    if _NOT_ENDED.search(entry.text):
        return False
    return entry.lba is not None or bool(_PART_FAILED.search(entry.text))


def _failures(health: Health) -> list[tuple[SelfTestEntry, bool]]:
    """The failed ones that no later one has cleared, newest first, and whether none at all has
    passed since.

    An extended one that passed clears all, any other its own kind (as smartctl counts them:
    smartctl(8), exit status bit 7).
    """
    found: list[tuple[SelfTestEntry, bool]] = []
    cleared: set[str] = set()
    for entry in health.self_tests.entries if health.self_tests else ():
        if entry.status == TEST_FAILED:
            if entry.kind not in cleared:
                found.append((entry, not cleared))
        elif entry.status not in {ABORTED, RUNNING, NOT_SAID}:
            if entry.kind == SelfTestKind.EXTENDED:
                break
            cleared.add(entry.kind)
    return found


def _recent(entry: SelfTestEntry, health: Health, *, first: bool) -> bool:
    """Whether it failed within RECENT_SECONDS of use; the newest one where times are unknown."""
    if entry.at is None or health.power_on is None:
        return first
    age = health.power_on - entry.at
    if health.kind == ATA and age > 0:
        age %= ATA_ROUND_SECONDS
    return age <= RECENT_SECONDS
