# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A health verdict in sentences: the whole drive, each axis with its rule, and what to do."""

from __future__ import annotations

from enum import Enum

from driveproof.domain import errors
from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.health.self_test_kind import SelfTestKind
from driveproof.domain.health.verdict import (
    CAUTION,
    FAILING,
    GOOD,
    SIGNS,
    UNKNOWN,
    WORN,
    Advice,
    Axis,
    AxisVerdict,
    Cause,
    Code,
    Count,
    Do,
    HealthVerdict,
    Lacking,
    SpareLevel,
)
from driveproof.domain.notes import Note
from driveproof.domain.statement import Statement
from driveproof.domain.text import shown
from driveproof.wording.catalogue import N_, _, ngettext
from driveproof.wording.dates import date_and_time
from driveproof.wording.drive import device_title
from driveproof.wording.errors import Face, advice_text, worded
from driveproof.wording.health.glossary import attribute_title
from driveproof.wording.health.values import (
    celsius,
    counted,
    counter_title,
    day_of,
    joined,
    percent,
    running_time,
    span,
    upper_first,
)
from driveproof.wording.units import format_size, group_digits

_GRADES = {
    GOOD: N_("Good"),
    CAUTION: N_("Caution"),
    WORN: N_("Worn"),
    FAILING: N_("Failing"),
    UNKNOWN: N_("Unknown"),
}
_AXES = {
    Axis.FAILING_NOW: N_("Drive self-assessment"),
    Axis.WEAR: N_("Wear"),
    Axis.MEDIA: N_("Media errors"),
    Axis.LINK: N_("Link"),
    Axis.THERMAL: N_("Temperature"),
    Axis.EVIDENCE: N_("Data quality"),
}
_RULES = {
    Axis.FAILING_NOW: N_(
        "failing when the drive says so itself, when a prefail attribute is at or below its"
        " threshold, when an extended self-test found a part that failed and none has passed since,"
        " or another self-test did in the last 1000 hours of use; caution when an older one failed,"
        " or one that could not say why, and none of its kind has passed since"
    ),
    Axis.WEAR: N_(
        "failing when the spare blocks are below the drive's threshold and it warns of that, or"
        " below half of it; worn from 100 % of the rated life, or when an attribute for what is"
        " left of it is at or below its threshold; caution from 90 %, and for any other attribute"
        " of age at its threshold"
    ),
    Axis.MEDIA: N_(
        "failing from 100 reallocated, pending or uncorrectable sectors of a hard disk on, and with"
        " pending and uncorrectable ones together, unless as many of both are the same sectors;"
        " caution while there are errors that nobody"
        " acknowledged; worn when they have grown since the last snapshot; on SSDs reallocated"
        " sectors are watched when they grow; caution also for errors of sectors in the log of the"
        " last 1000 hours, for errors of the flash, refused writes and repeated internal errors in"
        " the log of an NVMe drive, and on SSDs that are not in smartctl's database when attribute"
        " 5, 187, 197 or 198 is not 0"
    ),
    Axis.LINK: N_(
        "caution when CRC errors have grown since the last snapshot, or when more than one was"
        " first seen less than a day ago and the drive's log does not date them long before, when"
        " the log of an NVMe drive has more than one transfer error, and when the link runs below"
        " what drive and port can do; it is the cable far more often than the drive"
    ),
    Axis.EVIDENCE: N_(
        "caution when something does not fit or is older than an hour; unknown where something is"
        " missing"
    ),
}
_OWN_LIMIT = N_(
    "caution from {limit}, the drive's own warning temperature, when it was above it since the last"
    " snapshot, when the drive warns that it is too hot or too cold, and when an attribute of its"
    " temperature is at its threshold; never worse than that"
)
_OUR_LIMIT = N_(
    "caution from {limit}, a cautious figure for its kind, when it was above it since the last"
    " snapshot, when the drive warns that it is too hot or too cold, and when an attribute of its"
    " temperature is at its threshold; never worse than that"
)
_ADVICE = {
    Do.COPY_AND_REPLACE: N_("Copy what matters now, then replace it."),
    Do.COPY_AND_TEST: N_(
        "Copy what matters now, then run an extended self-test; replace it if that fails or the"
        " errors keep growing."
    ),
    Do.CHECK_COPY_AND_TEST: N_(
        "Make sure that what matters is copied, then run an extended self-test."
    ),
    Do.PLAN_REPLACEMENT: N_("Keep a copy of what matters, and plan to replace it."),
    Do.CHECK_CABLE: N_(
        "Check the data cable and its plugs, and replace the cable if errors go on."
    ),
    Do.CHECK_PORT: N_("Try another port or cable: the link is slower than both ends allow."),
    Do.COOL: N_("Cool it: clear the air vents, check the fans, add a heat sink."),
    Do.WARM: N_("Let it warm up to room temperature before you use it."),
    Do.ASK_HOST: N_("Check the health of the host's own drives."),
    Do.ASK_DIRECTLY: N_("Connect it without an adapter, and ask it again."),
    Do.ASK_OTHERWISE: N_("Ask it in another way."),
    Do.KEEP_COPY: N_("Keep a copy of what matters: nothing says how long this drive will last."),
}
_WARNINGS = {
    "spare": N_("its spare blocks are below its threshold"),
    "temperature": N_("its temperature is out of bounds"),
    "degraded": N_("it is no longer reliable"),
    "readonly": N_("it has become read-only"),
    "volatile_mem": N_("the backup of its cache against power loss has failed"),
    "pmr_readonly": N_("its persistent memory has become read-only"),
}
"""NVMe's critical warnings (NVM Express Base Specification 2.0, figure 207)."""
_HEAT = {
    Cause.HOT: N_("It is too hot now."),
    Cause.COLD: N_("It is too cold now."),
    Cause.OUT_OF_BOUNDS: N_("Its temperature is out of bounds now."),
    Cause.HOT_SINCE: N_("It gets hot under load."),
}
_LACKING = {
    Lacking.VERDICT: N_("the drive's own verdict"),
    Lacking.MEDIA_ERRORS: N_("media errors"),
    Lacking.MEDIUM: N_("errors of the medium"),
    Lacking.WEAR: N_("wear"),
}
_IN_LOG = {
    Code.REFUSED_WRITES: N_("refused writes in its log"),
    Code.INTERNAL_ERRORS: N_("internal errors in its log"),
    Code.TRANSFER_ERRORS: N_("transfer errors in its log"),
}
# Statements without values, as parts of a sentence; those that end with a stop stand alone.
_PLAIN = {
    Code.NOT_REPORTED: N_("not reported"),
    Code.YES: N_("yes"),
    Code.NO: N_("no"),
    Code.SAYS_SO: N_("it says so itself"),
    Code.PREFAIL_NOT_SHOWN: N_("smartctl found a prefail attribute at or below its threshold"),
    Code.SELF_TEST_VALUE: N_("a self-test failed"),
    Code.NO_OWN_VERDICT: N_("the drive does not say whether it is failing."),
    Code.NO_CRITICAL_WARNING: N_("the drive reports no critical warning"),
    Code.NOT_FAILING: N_("the drive says that it is not failing"),
    Code.ONLY_TEMPERATURE_WARNING: N_("the drive warns of its temperature, and of nothing else"),
    Code.NONE_AT_THRESHOLD: N_("no attribute is at its threshold; the drive itself says nothing"),
    Code.SPARE_BELOW_HALF: N_("its spare blocks are below half of its threshold"),
    Code.NO_WEAR_OF_DISKS: N_("hard disks keep no figure of their wear"),
    Code.WEAR_NOT_REPORTED: N_("how much of its rated life is used is not reported"),
    Code.NO_ERRORS: N_("no errors"),
    Code.NO_MEDIUM_ERRORS: N_("no errors of the medium"),
    Code.MEDIUM_NOT_REPORTED: N_("whether the medium has errors is not reported"),
    Code.SLOW_LINK: N_("slower than it could be"),
    Code.FULL_SPEED: N_("full speed"),
    Code.NO_CRC_ERRORS: N_("no CRC errors"),
    Code.LINK_NOT_REPORTED: N_("nothing is known of the link"),
    Code.LINK_NOT_JUDGED: N_("not judged"),
    Code.TEMPERATURE_WARNING: N_("the drive itself warns of it"),
    Code.HOT_UNDER_LOAD: N_("hot under load"),
    Code.TEMPERATURE_NOT_REPORTED: N_("its temperature is not reported"),
    Code.NONE: N_("none"),
    Code.NOT_BELIEVED: N_("not to be believed"),
    Code.PARTIAL: N_("partial"),
    Code.COMPLETE: N_("complete"),
    Code.NO_POWER_CYCLES: N_(
        "Not even the times that it was switched on are counted: this drive, or the adapter before"
        " it, makes its figures up."
    ),
    Code.ALL_ZERO: N_("All its attributes are zero: this drive makes its figures up."),
    Code.NOT_KNOWN: N_("The health of this drive could not be determined."),
    Code.HEALTHY: N_("This drive is healthy."),
    Code.NO_FAULT: N_("The drive itself shows no fault."),
}


def grade_title(grade: str) -> str:
    """The name of the grade of a drive or an axis."""
    return _(_GRADES.get(grade, _GRADES[UNKNOWN]))  # type: ignore[call-overload]


def axis_title(axis: str) -> str:
    """The name of an axis."""
    return _(_AXES[axis]) if axis in _AXES else shown(axis)  # type: ignore[index]


def verdict_sentence(verdict: HealthVerdict) -> str:
    """The verdict on the whole drive in a sentence or two; "" where there is none."""
    return " ".join(sentence(one) for one in verdict.summary)


def verdict_of_drive(verdict: HealthVerdict, device: BlockDevice, drive: BlockDevice) -> str:
    """The verdict about a drive below a device; it names the drive unless that is the device."""
    said = shown(verdict_sentence(verdict))
    if drive.name == device.name:
        return said
    return _("This is on {drive}. {verdict}").format(drive=shown(device_title(drive)), verdict=said)


def risk_of_load() -> str:
    """What a measurement may do to a failing drive."""
    return _(
        "A measurement keeps the drive busy, and may be the last thing that it does."
        " Copy what matters first."
    )


def verdict_sentences(verdict: HealthVerdict, face: Face = Face.TERMINAL) -> tuple[str, ...]:
    """What else is worth saying, each a whole sentence."""
    return tuple(text for one in verdict.more if (text := sentence(one, face)))


def advice_sentence(advice: Advice, face: Face = Face.TERMINAL) -> str:
    """One thing to do; "" where the face leaves no choice."""
    if isinstance(advice.given, errors.Advice):
        return advice_text(advice.given, face)
    if isinstance(advice.given, Note):
        return worded(advice.given.key, advice.given.values)
    return advice.given or _(_ADVICE[advice.code])


def axis_value(axis: AxisVerdict) -> str:
    """The short text beside the name of an axis: "3 % used"."""
    return upper_first(_short(axis.value))


def axis_detail(axis: AxisVerdict) -> str:
    """What is behind the value: "11.4 TB written; it has run for 1 860 hours"; "" for nothing."""
    match axis.axis:
        case Axis.EVIDENCE:
            return _evidence(axis)
        case Axis.MEDIA:
            return ". ".join(upper_first(clause(one)) for one in axis.details)
    clauses = [clause(one) for one in axis.details]
    inner = [one.rstrip(".") for one in clauses[:-1]]
    return upper_first("; ".join([*inner, *clauses[-1:]]))


def axis_rule(axis: AxisVerdict) -> str:
    """When the grade of this axis changes."""
    if axis.hot_from is None:
        return _(_RULES[axis.axis]) if axis.axis in _RULES else ""
    text = _(_OWN_LIMIT) if axis.hot_from.own else _(_OUR_LIMIT)
    return text.format(limit=celsius(axis.hot_from.celsius))


def _evidence(axis: AxisVerdict) -> str:
    facts = [clause(one) for one in axis.details if one.code in {Code.SOURCE, Code.LACKING}]
    others = [one for one in axis.details if one.code not in {Code.SOURCE, Code.LACKING}]
    if not others:
        return "; ".join(facts)
    notes = " ".join(clause(one) for one in others)
    return f"{'; '.join(facts)}. {notes}".strip(" .") + "."


def sentence(statement: Statement, face: Face = Face.TERMINAL) -> str:
    """A statement as a whole sentence."""
    if statement.code is Code.GIVEN:
        return _given(statement["text"], face)
    text = upper_first(clause(statement))
    return text if text.endswith(".") else f"{text}."


def _short(statement: Statement) -> str:
    """A statement as the value of an axis."""
    match statement.code:
        case Code.COUNT:
            return _count(statement["count"], in_all=False)
        case Code.UNKNOWN_ATTRIBUTES:
            numbers = [str(number) for number, *_rest in statement["attributes"]]
            return ngettext(
                "attribute {numbers} is not 0", "attributes {numbers} are not 0", len(numbers)
            ).format(numbers=joined(numbers))
        case Code.LOGGED_ERRORS:
            return _logged(accepted=statement["accepted"])
        case Code.REFUSED_WRITES | Code.INTERNAL_ERRORS | Code.TRANSFER_ERRORS as code:
            text = _(_IN_LOG[code])
            accepted = statement["accepted"]
            return _("{counter} (accepted)").format(counter=text) if accepted else text
    return clause(statement)


def _logged(*, accepted: bool) -> str:
    return _("recent errors in its log (accepted)") if accepted else _("recent errors in its log")


def clause(statement: Statement) -> str:
    """A statement as a part of a sentence: lower case, and no stop at its end.

    What another source gave, and what is only said alone, is a sentence already.
    """
    code = statement.code
    if code is Code.GIVEN:
        return _given(statement["text"])
    if code in _PLAIN:
        return _(_PLAIN[code])
    for words in (_of_failing, _of_wear, _of_media, _of_link, _of_temperature, _of_evidence):
        if text := words(statement):
            return text
    return _of_drive(statement)


def _given(given: Note | errors.Advice | str, face: Face = Face.TERMINAL) -> str:
    if isinstance(given, errors.Advice):
        return advice_text(given, face)
    return worded(given.key, given.values) if isinstance(given, Note) else given


def _of_failing(one: Statement) -> str:
    match one.code:
        case Code.CRITICAL_WARNING if one["warning"] in _WARNINGS:
            warning = one["warning"]  # within _() Babel before 2.19 takes "warning" for a text
            return _(_WARNINGS[warning])
        case Code.CRITICAL_WARNING:
            return _("it warns of “{warning}”").format(warning=one["warning"])
        case Code.PREFAIL_AT_THRESHOLD:
            text = _("“{name}” (attribute {number}) is at {value}, its threshold is {threshold}")
            name = attribute_title(one["attribute"], one["name"])
            values = _only(one, "value", "threshold")
            return text.format(name=name, number=one["attribute"], **values)
        case Code.SELF_TEST_FAILED:
            return _last_self_test(one["kind"], one["text"])
        case Code.OLD_SELF_TEST_FAILED:
            return _old_self_test(one["kind"], one["text"], one["at"])
    return ""


def _only(one: Statement, *names: str) -> dict[str, object]:
    return {name: one[name] for name in names}


def _last_self_test(kind: str, text: str) -> str:
    match bool(kind), bool(text):
        case True, True:
            said = _("its last {kind} self-test failed (“{text}”)")
        case True, False:
            said = _("its last {kind} self-test failed")
        case False, True:
            said = _("its last self-test failed (“{text}”)")
        case _neither:
            said = _("its last self-test failed")
    return said.format(kind=kind, text=text)


def _old_self_test(kind: str, text: str, at: float | None) -> str:
    when = _("the drive does not say when")
    if at is not None:
        when = _("after {time}").format(time=running_time(at))
    match kind:
        case "":
            said = _("a self-test failed{words} {when}, and none has passed since")
        case SelfTestKind.SHORT:
            said = _(
                "a short self-test failed{words} {when}, and none of its kind has passed since"
            )
        case SelfTestKind.EXTENDED:
            said = _(
                "an extended self-test failed{words} {when}, and none of its kind has passed since"
            )
        case _other:
            said = _(
                "a self-test ({kind}) failed{words} {when}, and none of its kind has passed since"
            )
    words = _(" (“{text}”)").format(text=text) if text else ""
    return said.format(kind=kind, words=words if at is not None else f"{words},", when=when)


def _of_wear(one: Statement) -> str:
    said = ""
    match one.code:
        case Code.WRITTEN:
            said = _("{size} written").format(size=format_size(one["size"]))
        case Code.RUN_TIME:
            said = _("it has run for {time}").format(time=running_time(one["seconds"]))
        case Code.SPARE:
            said = _spare(one["share"], one["threshold"])
        case Code.AT_THRESHOLD:
            text = _("“{name}” (attribute {number}) is at its threshold")
            name = attribute_title(one["attribute"], one["name"])
            said = text.format(name=name, number=one["attribute"])
        case Code.NAMES_AT_THRESHOLD:
            names = list(map(attribute_title, one["attributes"], one["names"]))
            said = ngettext(
                "at its threshold: {names}", "at their thresholds: {names}", len(names)
            ).format(names=joined(names))
        case Code.USED:
            said = _("{share} used").format(share=percent(one["share"]))
        case Code.LIFE_USED:
            said = _("{share} of its rated life used").format(share=percent(one["share"]))
        case Code.SPARE_VALUE:
            texts = {
                SpareLevel.ENOUGH: _("spare {share}"),
                SpareLevel.BELOW: _("spare {share}, below its threshold"),
                SpareLevel.BELOW_HALF: _("spare {share}, below half of its threshold"),
            }
            said = texts[one["below"]].format(share=percent(one["share"]))
    return said


def _spare(share: float, threshold: float | None) -> str:
    if threshold is None:
        return _("spare {share}").format(share=percent(share))
    text = _("spare {share}, threshold {threshold}")
    if threshold >= 1:
        text = _("spare {share}, threshold {threshold} (ignored: no drive could stay above it)")
    return text.format(share=percent(share), threshold=percent(threshold))


def _of_media(one: Statement) -> str:
    said = ""
    match one.code:
        case Code.COUNT:
            said = _count(one["count"])
        case Code.COUNTS:
            said = joined([_listed(each) for each in one["statements"]])
        case Code.HAS_COUNTS:
            counts = joined([clause(each) for each in one["statements"]])
            said = _("it has {counts}").format(counts=counts)
        case Code.ERROR_LOG_ENTRIES:
            said = counted("error_log_entries", one["number"])
        case Code.UNKNOWN_ATTRIBUTES:
            said = _unknown_attributes(one["attributes"])
        case Code.LOGGED_ERRORS:
            said = _logged_errors(one["number"], one["at"], one["text"])
        case Code.REFUSED_WRITES | Code.INTERNAL_ERRORS | Code.HARMLESS_ENTRIES:
            said = _failed_commands(one.code, one["number"])
    return said


def _failed_commands(code: Enum, number: int) -> str:
    """Entries in the error log of an NVMe drive, by what made the commands fail."""
    if code is Code.HARMLESS_ENTRIES:
        return _("{entries}: requests that this drive does not know, and no fault of it").format(
            entries=counted("error_log_entries", number)
        )
    if code is Code.REFUSED_WRITES:
        text = ngettext(
            "{count} write in its error log was refused because its range is read-only: the drive"
            " may take no more data",
            "{count} writes in its error log were refused because their range is read-only: the"
            " drive may take no more data",
            number,
        )
    else:
        text = ngettext(
            "{count} internal error of its firmware in its error log",
            "{count} internal errors of its firmware in its error log",
            number,
        )
    return text.format(count=group_digits(number))


def _listed(one: Statement) -> str:
    """A statement among others: what the log or unknown attributes say is said in short."""
    return _short(one) if one.code in SIGNS else clause(one)


def _count(count: Count, *, in_all: bool = True) -> str:
    """A counter as people say it: "3 media errors", "3 media errors more since 2 Mar, 8 in all"."""
    if not count.grown or count.since is None:
        text = counted(count.counter, count.value)
    else:
        grown, day = counted(count.counter, count.grown), day_of(*count.since)
        if count.grown == count.value:
            text = _("{counter} since {day}").format(counter=grown, day=day)
        elif in_all:
            text = _("{counter} more since {day}, {total} in all")
            text = text.format(counter=grown, day=day, total=count.value)
        else:
            text = _("{counter} more since {day}").format(counter=grown, day=day)
    return _("{counter} (accepted)").format(counter=text) if count.accepted else text


def _unknown_attributes(attributes: tuple[tuple[int, str, int], ...]) -> str:
    text = _("attribute {number} ({name}) is {value}")
    said = [
        text.format(number=number, name=counter_title(counter), value=group_digits(value))
        for number, counter, value in attributes
    ]
    return ngettext(
        "{attributes}; this drive is not in smartctl's database, so that is what this number"
        " usually means, and not certain",
        "{attributes}; this drive is not in smartctl's database, so that is what these numbers"
        " usually mean, and not certain",
        len(said),
    ).format(attributes=joined(said))


def _logged_errors(number: int, at: float | None, text: str) -> str:
    if at is None:
        return ngettext(
            "{count} recent error of sectors in its log, the newest: “{text}”",
            "{count} recent errors of sectors in its log, the newest: “{text}”",
            number,
        ).format(count=group_digits(number), text=text)
    return ngettext(
        "{count} recent error of sectors in its log, the newest after {time}: “{text}”",
        "{count} recent errors of sectors in its log, the newest after {time}: “{text}”",
        number,
    ).format(count=group_digits(number), time=running_time(at), text=text)


def _of_link(one: Statement) -> str:
    match one.code:
        case Code.LINK:
            return worded(one["meaning"].key, one["meaning"].values).rstrip(".")
        case Code.CRC_QUIET:
            text = _(
                "{counter} in its life, none since {day}: caused by a cable once; only growth"
                " matters"
            )
            return text.format(counter=_count(one["count"]), day=day_of(*one["since"]))
        case Code.CRC_OLD:
            text = _(
                "{counter} in its life, the newest in its log after {time}: caused by a cable once;"
                " only growth matters"
            )
            return text.format(counter=_count(one["count"]), time=running_time(one["at"]))
        case Code.TRANSFER_ERRORS:
            return ngettext(
                "{count} transfer error between drive and computer in its error log",
                "{count} transfer errors between drive and computer in its error log",
                one["number"],
            ).format(count=group_digits(one["number"]))
        case Code.CRC_ONCE | Code.CRC_CABLE:
            text = _("{counter}: look at the cable and its plugs first")
            if one.code is Code.CRC_ONCE:
                text = _(
                    "{counter} in its life: the data were sent again, and none were lost; only"
                    " growth matters"
                )
            return text.format(counter=_count(one["count"]))
    return ""


def _of_temperature(one: Statement) -> str:
    match one.code:
        case Code.TEMPERATURE:
            return _temperature(one["celsius"], one["cause"])
        case Code.HOT_SINCE:
            return _("{time} above {limit} since {day}").format(
                time=span(one["seconds"]),
                limit=celsius(one["limit"]),
                day=day_of(*one["since"]),
            )
        case Code.HOT_IN_LIFE:
            return _("{time} above {limit} in its life").format(
                time=span(one["seconds"]), limit=celsius(one["limit"])
            )
        case Code.AT_CRITICAL:
            text = _("that is its critical temperature ({limit})")
            return text.format(limit=celsius(one["limit"]))
        case Code.HEAT:
            cause = one["cause"]
            return _(_HEAT[cause])
    return ""


def _temperature(degrees: float | None, cause: Cause | None) -> str:
    states = {
        Cause.HOT: _("too hot"),
        Cause.COLD: _("too cold"),
        Cause.OUT_OF_BOUNDS: _("out of its bounds"),
    }
    if cause is None:
        return celsius(degrees or 0)
    if degrees is None:
        return states[cause]
    text = _("{temperature}, {state}")
    return text.format(temperature=celsius(degrees), state=states[cause])


def _of_evidence(one: Statement) -> str:
    match one.code:
        case Code.AGE:
            return _("{time} old").format(time=span(one["seconds"]))
        case Code.SOURCE:
            return _source(one)
        case Code.LACKING:
            lacking = joined([_(_LACKING[each]) for each in one["what"]])
            return _("not reported: {values}").format(values=lacking)
        case Code.VIRTUAL_DRIVE:
            text = _("This is a virtual drive ({model}): what it says of its health is made up.")
            return text.format(model=one["model"])
    return ""


def _source(one: Statement) -> str:
    source, read, saved = one["source"], one["read"], one["saved"]
    if read is not None:
        return _("{source}, {moment}").format(source=source, moment=day_of(*read))
    if saved is not None:
        text = _("{source}, saved on {moment}")
        return text.format(source=source, moment=date_and_time(saved))
    return str(source)


def _of_drive(one: Statement) -> str:
    match one.code:
        case Code.FAILING:
            reasons = joined([clause(each) for each in one["reasons"]])
            return _("This drive is failing: {reasons}.").format(reasons=reasons)
        case Code.FOUND:
            return ", ".join(_listed(each) for each in one["statements"])
        case Code.DETAILS:
            return axis_detail(one["axis"])
    raise ValueError(f"no words for {one.code}")
