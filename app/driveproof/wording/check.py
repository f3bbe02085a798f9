# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A check in words: the verdict in a sentence, its findings, and what to do about them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from driveproof.domain import errors
from driveproof.domain.check.check import (
    BAD,
    FINE,
    ODD,
    TOPICS,
    UNKNOWN,
    Check,
    Finding,
    Found,
    LeftOut,
    Rating,
    Todo,
    Topic,
)
from driveproof.domain.errors import DriveproofError
from driveproof.domain.finding import ToDo
from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import FAILING, AxisVerdict, HealthVerdict
from driveproof.domain.notes import Failure, Note
from driveproof.domain.say import Say
from driveproof.domain.speed import Figure, Pace
from driveproof.domain.statement import Statement
from driveproof.domain.trim.path import DiscardPath, PathLayer, PeriodicTrim
from driveproof.wording.catalogue import N_, _, ngettext
from driveproof.wording.errors import Face, failure_text, message_and_advice
from driveproof.wording.errors import advice_text as errors_advice
from driveproof.wording.finding import stopped, to_do_text
from driveproof.wording.health.verdict import axis_text, axis_title, verdict_sentence
from driveproof.wording.run import note_text
from driveproof.wording.say import say_text, worded
from driveproof.wording.speed import pace_sentence, pace_text
from driveproof.wording.trim.path import (
    layer_cost,
    layer_remedy,
    path_sentence,
    root_questions,
    timer_reason,
)
from driveproof.wording.units import (
    NARROW,
    format_size,
    group_digits,
)

_TITLES = {
    Topic.IDENTITY: N_("Identity"),
    Topic.USE: N_("Use"),
    Topic.HEALTH: N_("Health"),
    Topic.FIRMWARE: N_("Firmware"),
    Topic.LINK: N_("Link"),
    Topic.TRIM: N_("TRIM"),
    Topic.MOUNT: N_("Mount options"),
    Topic.SPEED: N_("Speed"),
}

_FOUND = {
    Found.QUOTED: "{text}",
    Found.DRIVE_UNKNOWN: N_("This drive could not be identified."),
    Found.SHARE: N_("{source}, over {title}."),
    Found.WAY_UNKNOWN: N_("Unknown."),
    Found.SAME_MACHINE: N_("The server is this computer."),
    Found.WIRELESS: N_("{name} is wireless; its speed varies."),
    Found.INTERFACE_SPEED_UNKNOWN: N_("{name}: unknown speed."),
    Found.INTERFACE: N_("{name}: {carries}."),
    Found.ROUND_TRIP: N_("Round-trip time to the server: {time} (mean)."),
    Found.SENT_AGAIN: N_("Retransmissions during the check: {count} ({share})."),
    Found.OPTIONS: N_("Mounted with {options}."),
    Found.OPTIONS_UNKNOWN: N_("Unknown."),
    Found.OPTION_SYNC: N_("{option}: every write waits for the server."),
    Found.OPTION_NO_ATTRIBUTES: N_("{option}: file attributes are not cached."),
    Found.OPTION_SMALL: N_("{option}: small requests limit the bandwidth."),
    Found.OPTION_SOFT: N_("{option}: writes can be lost when the server does not respond."),
    Found.OPTION_UDP: N_("{option}: a lost packet repeats the whole request."),
    Found.OPTION_OLD: N_("{option}: an old and slow protocol version."),
    Found.NO_DRIVE: N_("{name} has no identity of its own."),
    Found.NO_CAPACITY: N_("{name} does not report a capacity."),
    Found.CAPACITY_NOT_AS_NAMED: N_("{name}: {size} ({bytes} bytes), but its name says {stated}."),
    Found.CAPACITY_DOUBTFUL: N_(
        "{name}: {size} ({bytes} bytes), no manufacturer; the capacity may be forged."
    ),
    Found.CAPACITY_AS_NAMED: N_("{name}: {size} ({bytes} bytes)."),
    Found.CAPACITY_UNSTATED: N_("{name}: {size} ({bytes} bytes)."),
    Found.NO_SERIAL: N_("No serial number is reported."),
    Found.NO_SERIAL_BRIDGE: N_("No serial number is reported."),
    Found.SERIAL_PLACEHOLDER: N_("The serial number {serial} is a placeholder."),
    Found.SERIAL_SHARED: N_("{others} has the same serial number, {serial}."),
    Found.SERIAL_UNIQUE: N_("The serial number {serial} is unique here."),
    Found.NO_COUNTERS: N_("The drive reports no counters."),
    Found.COUNTERS_SET_BACK: N_("The counters may have been reset."),
    Found.REVISION_UNKNOWN: N_("Unknown."),
    Found.NEWER_NOT_ASKED: N_("{revision}; updates are unknown."),
    Found.NEWER_UNKNOWN: N_("{revision}; updates are unknown: {reason}"),
    Found.NOT_LISTED: N_("{revision}; updates are unknown."),
    Found.NEWER_FIRMWARE: N_("{revision}; {newest} is available."),
    Found.NEWER_FIRMWARE_URGENT: N_("{revision}; {newest} is available (urgency: {urgency})."),
    Found.NEWEST_FIRMWARE: N_("{revision}; fwupd lists no update."),
    Found.LINK_UNKNOWN: N_("Unknown."),
    Found.BEST_LINK_UNKNOWN: N_("{now}; the maximum is unknown."),
    Found.SLOWER_LINK: N_("{now}, below the maximum."),
    Found.SLOWER_LINK_THAN: N_("{now}; {best} is possible."),
    Found.FULL_SPEED: N_("{now}, full speed."),
    Found.PATH_UNKNOWN: N_("Unknown."),
    Found.HARD_DISK: N_("Hard disks do not need TRIM."),
    Found.SENT_UNKNOWN: N_("Whether TRIM runs is unknown."),
    Found.SENT_PERIODICALLY: N_("TRIM runs periodically."),
    Found.NOT_MEASURED: N_("Nothing was measured."),
    Found.STALLED: N_("The drive did not respond for {stall}."),
    Found.NOTHING_WHOLE: N_("Nothing was measured."),
    Found.OTHER_USER: N_("Other programs used the drive."),
}
_TODO = {
    Todo.LOOK_AT_SERVER: N_("Check its drives on the server."),
    Todo.TRY_A_CABLE: N_("Compare with a cable."),
    Todo.CABLE_AND_SWITCH: N_("Try another cable and switch port."),
    Todo.SHORTER_WAY: N_("Look for Wi-Fi, a VPN, power saving or a busy server."),
    Todo.DROP_OPTION: N_("Mount it without {option} unless it is needed."),
    Todo.MOUNT_HARD: N_("Mount it with hard instead of {option}."),
    Todo.NEWER_PROTOCOL: N_("Mount it without {option} unless it is needed."),
    Todo.QUOTED: "{text}",
    Todo.REPAIR: "{text}",
    Todo.NAME_DRIVE: N_("Name the drive, such as /dev/sda."),
    Todo.INSERT_MEDIUM: N_("Insert a medium."),
    Todo.COMPARE_LABEL: N_("Compare the label and the invoice."),
    Todo.TEST_CAPACITY: N_(
        "Run the profile “Capacity check”, which writes and reads the whole capacity."
    ),
    Todo.COMPARE_INVOICE: N_("Compare the label and the invoice."),
    Todo.CANNOT_TELL_APART: N_("It cannot be told apart from others of this model."),
    Todo.COMPARE_SERIAL: N_("Compare the label and the invoice."),
    Todo.ATTACH_DIRECTLY: N_("Attach the drive without an adapter and compare the label."),
    Todo.ASK_SELLER: N_("Ask the seller."),
    Todo.COUNTERS_DOUBTFUL: N_("Do not rely on its counters. Ask the seller."),
    Todo.LOOK_AT_MAKER: N_("Look for updates on the manufacturer's website."),
    Todo.UPDATE_FIRMWARE: N_("Read the release notes, back up, then update with fwupdmgr."),
    Todo.OTHER_PORT: N_("Try another port, slot or cable."),
    Todo.SEAT_CABLE: N_("Reseat or replace the data cable."),
    Todo.ENABLE_TIMER: N_("Run: systemctl enable --now fstrim.timer"),
    Todo.MEASURE_LOOK_AT_HEALTH: N_("Measure again, and check its health."),
    Todo.MEASURE_ALONE: N_("Measure again while nothing else uses the drive."),
    Todo.FULL_LINK_FIRST: N_("Fix the link speed, then measure again."),
    Todo.MEASURE_AGAIN: N_("Measure again with more repeats."),
    Todo.FIND_OUT_WHY: N_(
        "Run TRIM, let it cool down, and measure again; or run “Why is it slow?”."
    ),
    Todo.SEE_WHAT_DIFFERS: N_("Compare the runs {before} and {after}."),
    Todo.ENTER_MAKERS_FIGURES: N_("Enter the values of its data sheet."),
    Todo.CHECK_ENTERED_FIGURE: N_("Compare the entered value with the data sheet."),
    Todo.PAST_MEMORY: N_("Use a test file larger than memory."),
}
_LEFT_OUT = {
    LeftOut.QUOTED: "{text}",
    LeftOut.SEVERAL_DRIVES: N_("It is on {count} drives: {names}. Check each."),
    LeftOut.NOT_ASKED_FOR: N_("Nothing was measured."),
    LeftOut.CANCELLED_BEFORE: N_("Cancelled before anything was changed."),
    LeftOut.NOT_WRITABLE: N_("You do not have permission to use {path}."),
    LeftOut.NOT_MEASURABLE: N_("{folder} cannot be measured: {error}"),
    LeftOut.NO_ROOM: N_("{folder} has too little free space ({free})."),
    LeftOut.NO_MEDIUM: N_("It contains no medium."),
    LeftOut.ENDED_LATE: N_("The measurement was stopped after {limit}."),
    LeftOut.CANCELLED: N_("Cancelled; completed tests are shown."),
    LeftOut.RUN_DELETED: N_("Its run {run} is not in the history."),
}


def topic_title(topic: Topic) -> str:
    """The name of a topic."""
    return _(_TITLES[topic])


# The verdict


def headline(check: Check) -> str:
    """The verdict in a sentence, and that of its speed where that was measured. For a failing
    drive, the advice comes first.
    """
    if check.word is BAD:
        verdict = check.verdict
        does = verdict.advice[:1] if verdict is not None and verdict.word == FAILING else ()
        return " ".join([*map(to_do_text, does), _("The drive is failing.")])
    speed = next((one for one in check.findings if one.topic is Topic.SPEED), None)
    said = "" if speed is None else speed_sentence(speed)
    if check.word is ODD:
        topics = _topics(of_word(check, ODD))
        found = ngettext(
            "1 item needs attention: {topics}.",
            "{count} items need attention: {topics}.",
            len(topics),
        ).format(count=len(topics), topics=topic_list(topics))
    elif check.word is FINE:
        known = _topics(of_word(check, FINE))
        blank = [topic for topic in _topics(of_word(check, UNKNOWN)) if topic not in known]
        if said and Topic.SPEED in blank:
            blank.remove(Topic.SPEED)  # its own sentence says why
        found = _("No problems found.")
        if blank:
            found = _("No problems found. Unknown: {topics}.").format(topics=topic_list(blank))
    elif fine := of_word(check, FINE):
        found = _("No rating: the drive is unknown. No problems with: {topics}.")
        found = found.format(topics=topic_list(_topics(fine)))
    elif check.run is not None and check.run.phases:
        found = _("The results could not be judged.")
    else:
        found = _("Nothing could be checked.")
    return " ".join(filter(None, (found, said)))


def speed_sentence(finding: Finding) -> str:
    """The verdict of speed in a sentence, "" where nothing was measured."""
    first = finding.said[0]
    if first.code is not Found.PACE:
        return ""
    return pace_sentence(cast(Pace, first["pace"]))


def of_word(check: Check, word: Rating) -> tuple[Finding, ...]:
    """The findings with this word, in the order of the topics."""
    return tuple(finding for finding in check.findings if finding.word is word)


def to_do(check: Check) -> tuple[Finding, ...]:
    """The findings with something to do, each advice once: bad first, and unknown last, of which
    what has to be repaired before it can be known comes first.
    """
    found: dict[tuple[Topic, str], Finding] = {}
    for word in (BAD, ODD, FINE, UNKNOWN):
        for finding in sorted(of_word(check, word), key=_urgency):
            if advice := advice_text(finding):
                found.setdefault((finding.topic, advice), finding)
    return tuple(found.values())


def _urgency(finding: Finding) -> bool:
    return all(one.code is not Todo.REPAIR for one in finding.advice)


def ordered(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """The findings in the order of their topics."""
    return tuple(sorted(findings, key=lambda finding: TOPICS.index(finding.topic)))


def _topics(findings: Iterable[Finding]) -> list[Topic]:
    return list(dict.fromkeys(finding.topic for finding in findings))


def topic_list(topics: Sequence[Topic]) -> str:
    """The topics inside a sentence: "Health, Link and Speed"."""
    words = [topic_title(topic) for topic in topics]
    if len(words) < 2:
        return "".join(words)
    return _("{first} and {last}").format(first=", ".join(words[:-1]), last=words[-1])


# A finding


def finding_text(finding: Finding, face: Face = Face.TERMINAL) -> str:
    """What was found, in one sentence or several."""
    text = " ".join(found_text(one, face) for one in finding.said)
    if not finding.where:
        return text
    return _("{name}: {text}").format(name=worded("{path}", {"path": finding.where}), text=text)


def advice_text(finding: Finding) -> str:
    """What to do about it, "" for nothing."""
    return " ".join(map(todo_text, finding.advice))


def source_text(finding: Finding) -> str:
    """Where it is from, "" where that is not known."""
    if finding.run:
        return _("quick benchmark, run {run}").format(run=finding.run)
    return finding.source


def left_out_text(one: Statement, face: Face = Face.TERMINAL) -> str:
    """What was not looked at, and why; or a note."""
    values = one.values
    match one.code:
        case LeftOut.TOPIC_CANCELLED:
            topic = topic_title(cast(Topic, values["topic"]))
            return _("{topic}: cancelled.").format(topic=topic)
        case LeftOut.SPEED:
            why = cast("Statement | None", values["why"])
            text = _("Nothing was measured.") if why is None else left_out_text(why, face)
            return _("Speed: {reason}").format(reason=text)
        case LeftOut.FAILED:
            text = str(_readable(values, face)["error"] or _("Unknown."))
            return _("The measurement failed: {reason}").format(reason=text)
        case LeftOut() as code:
            return worded(_LEFT_OUT[code], _readable(values, face))
        case _other:
            return found_text(one, face)


def _readable(values: object, face: Face) -> dict[str, object]:
    """With errors worded for a face."""
    found = dict(cast("dict[str, object]", values))
    for name, value in found.items():
        if isinstance(value, (DriveproofError, OSError)):
            found[name] = message_and_advice(value, face)
        elif isinstance(value, Failure):
            found[name] = failure_text(value, face)
    return found


def found_text(  # noqa: PLR0911 - one for each kind
    one: Statement, face: Face = Face.TERMINAL
) -> str:
    """One statement of a finding, in a sentence."""
    values = one.values
    match one.code:
        case Found.USE_NOT_KNOWN | Found.HEALTH_NOT_KNOWN:
            return _reason(values["reason"]) or _("Unknown.")
        case Found.COUNTERS_UNBELIEVABLE:
            text = _("The drive reports {facts}. {why}")
            why = stopped(say_text(cast(Say, values["why"])))
            return text.format(facts=_use(cast(Health, values["health"])), why=why)
        case Found.AS_NEW_HOURS_UNKNOWN | Found.AS_NEW | Found.USED | Found.NOT_NEW as code:
            text = {
                Found.AS_NEW: _("As new: {facts}."),
                Found.USED: _("Used: {facts}."),
                Found.NOT_NEW: _("Used: {facts}."),
            }.get(code, _("As new: {facts}; power-on hours are not reported."))
            return text.format(facts=_use(cast(Health, values["health"])))
        case Found.HEALTH_VERDICT:
            return verdict_sentence(cast(HealthVerdict, values["verdict"]))
        case Found.HEALTH_AXIS:
            return _axis(cast(AxisVerdict, values["axis"]))
        case Found.NOT_REPORTED:
            axes = cast("tuple[str, ...]", values["axes"])
            names = ", ".join(axis_title(axis) for axis in axes)
            return _("Not reported: {axes}").format(axes=names)
        case Found.LINK_ERRORS:
            count = cast(int, values["count"])
            return ngettext(
                "{count} link error since boot.",
                "{count} link errors since boot.",
                count,
            ).format(count=group_digits(count))
        case Found.PATH:
            return path_sentence(cast(DiscardPath, values["path"]))
        case Found.PACE:
            figures = cast("tuple[Figure, ...]", values["figures"])
            return pace_text(cast(Pace, values["pace"]), figures)
        case Found.NOT_SENT:
            return _not_sent(cast(PeriodicTrim, values["timer"]))
        case Found() as code:
            return worded(_FOUND[code], _readable(values, face))
        case _other:
            return left_out_text(one, face)


def _reason(reason: object) -> str:
    """Why a drive's health is not known, "" for no reason."""
    return note_text(reason) if isinstance(reason, Note) else ""


def _use(health: Health) -> str:
    """The counters of its use that a drive reports."""
    told = []
    if health.power_on is not None:
        hours = health.power_on / 3600
        number = group_digits(hours)
        text = ngettext("{count} power-on hour", "{count} power-on hours", round(hours))
        told.append(text.format(count=number))
    if health.power_cycles is not None:
        told.append(_("{count} power cycles").format(count=group_digits(health.power_cycles)))
    if health.start_stops is not None:
        text = _("{count} start/stop cycles")
        told.append(text.format(count=group_digits(health.start_stops)))
    if health.written is not None:
        told.append(_("{size} written").format(size=format_size(health.written)))
    if health.used is not None:
        told.append(_("{share} used").format(share=_percent(health.used)))
    return ", ".join(told)


def _percent(share: float) -> str:
    return f"{100 * share:.0f}{NARROW}%"


def _axis(axis: AxisVerdict) -> str:
    return f"{axis_title(axis.axis)}: {axis_text(axis)}"


def _not_sent(timer: PeriodicTrim) -> str:
    said = (_("Automatic TRIM does not run."), timer_reason(timer))
    return " ".join(filter(None, said))


def todo_text(one: Statement) -> str:
    """One piece of advice of a finding, "" for none of a check."""
    match one.code:
        case Todo.HEALTH_ADVICE:
            return to_do_text(cast(ToDo, one.values["advice"]))
        case Todo.CHANGE_LAYER:
            layer = cast(PathLayer, one.values["layer"])
            remedy = layer_remedy(layer)
            return f"{remedy} {layer_cost(layer)}".rstrip() if remedy else ""
        case Todo.ASK_AS_ROOT:
            return next(iter(root_questions(cast(DiscardPath, one.values["path"]))), "")
        case Todo() as code:
            values = dict(one.values)
            if isinstance(quoted := values.get("text"), errors.Advice):
                values["text"] = errors_advice(quoted, Face.TERMINAL)
            return worded(_TODO[code], _readable(values, Face.TERMINAL))
        case _other:
            return ""
