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
from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import FAILING, Advice, AxisVerdict, HealthVerdict
from driveproof.domain.notes import Failure, Note
from driveproof.domain.speed import Figure, Pace
from driveproof.domain.statement import Statement
from driveproof.domain.trim.path import DiscardPath, PathLayer, PeriodicTrim
from driveproof.wording.catalogue import N_, _, ngettext
from driveproof.wording.errors import Face, failure_text, message_and_advice, worded
from driveproof.wording.errors import advice_text as errors_advice
from driveproof.wording.health.verdict import (
    advice_sentence,
    axis_detail,
    axis_title,
    axis_value,
    sentence,
    verdict_sentence,
)
from driveproof.wording.run import note_text
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
_INSIDE = {
    Topic.IDENTITY: N_("identity"),
    Topic.USE: N_("use"),
    Topic.HEALTH: N_("health"),
    Topic.FIRMWARE: N_("firmware"),
    Topic.LINK: N_("link"),
    Topic.TRIM: N_("TRIM"),
    Topic.MOUNT: N_("mount options"),
    Topic.SPEED: N_("speed"),
}
_GROUPS = {
    BAD: N_("What is bad"),
    ODD: N_("What is odd"),
    FINE: N_("What is fine"),
    UNKNOWN: N_("What is not known"),
}
_WORDS = {FINE: N_("Fine"), ODD: N_("Odd"), BAD: N_("Bad"), UNKNOWN: N_("Unknown")}

_FOUND = {
    Found.QUOTED: N_("{text}"),
    Found.DRIVE_UNKNOWN: N_("This drive could not be identified."),
    Found.SHARE: N_("{source}, over {title}."),
    Found.WAY_UNKNOWN: N_("Which network interface leads to {server} is not known."),
    Found.SAME_MACHINE: N_("The server is this machine: no network is in between."),
    Found.WIRELESS: N_(
        "{name} is wireless: its speed changes from moment to moment, and is not reported here."
    ),
    Found.INTERFACE_SPEED_UNKNOWN: N_("{name} leads to the server, and does not report its speed."),
    Found.INTERFACE: N_("{name} leads to the server, and carries {carries}."),
    Found.ROUND_TRIP: N_(
        "The server answers a request without data within {time} (mean of this check)."
    ),
    Found.SENT_AGAIN: N_("Requests sent again during this check: {count} ({share})."),
    Found.OPTIONS: N_("Mounted with {options}."),
    Found.OPTIONS_UNKNOWN: N_("This mount does not report its options."),
    Found.OPTION_SYNC: N_("Mounted with {option}: each write waits until the server has it."),
    Found.OPTION_NO_ATTRIBUTES: N_(
        "Mounted with {option}: the client asks the server for the attributes of a file each time."
    ),
    Found.OPTION_SMALL: N_(
        "Mounted with {option}: requests are so small that round trips limit the bandwidth."
    ),
    Found.OPTION_SOFT: N_(
        "Mounted with {option}: if the server does not answer in time, a write fails and its data"
        " is lost."
    ),
    Found.OPTION_UDP: N_("Mounted with {option}: a lost packet repeats the whole request."),
    Found.OPTION_OLD: N_("Mounted with {option}, an old version of the protocol, which is slow."),
    Found.NO_DRIVE: N_("{name} is no drive with a name, a serial number and a firmware."),
    Found.NO_CAPACITY: N_("{name} does not report a capacity."),
    Found.CAPACITY_NOT_AS_NAMED: N_(
        "{name} has {size} ({bytes} bytes), and its name says {stated}."
    ),
    Found.CAPACITY_DOUBTFUL: N_(
        "{name} says that it has {size} ({bytes} bytes), and no maker's name: forged capacities"
        " look like this."
    ),
    Found.CAPACITY_AS_NAMED: N_("{name} has {size} ({bytes} bytes), as its name says."),
    Found.CAPACITY_UNSTATED: N_(
        "{name} has {size} ({bytes} bytes); its name does not say how much it should be."
    ),
    Found.NO_SERIAL: N_("No serial number is reported."),
    Found.NO_SERIAL_BRIDGE: N_("No serial number is reported through this bridge."),
    Found.SERIAL_PLACEHOLDER: N_("The serial number {serial} is a placeholder."),
    Found.SERIAL_SHARED: N_("The serial number {serial} is also that of {others}."),
    Found.SERIAL_UNIQUE: N_("The serial number is {serial}, and no other drive here has it."),
    Found.NO_COUNTERS: N_("How much it was used is unknown: the drive reports no usage counters."),
    Found.COUNTERS_SET_BACK: N_(
        "The power-on hours do not match: the counters may have been reset."
    ),
    Found.REVISION_UNKNOWN: N_("The firmware's revision is not reported."),
    Found.NEWER_NOT_ASKED: N_("Firmware {revision}; a newer one was not looked for."),
    Found.NEWER_UNKNOWN: N_(
        "Firmware {revision}; cannot tell whether there is a newer one: {reason}"
    ),
    Found.NOT_LISTED: N_(
        "Firmware {revision}; fwupd does not list this drive. Not being listed is not being up to"
        " date."
    ),
    Found.NEWER_FIRMWARE: N_("Firmware {revision}; {newest} is out."),
    Found.NEWER_FIRMWARE_URGENT: N_("Firmware {revision}; {newest} is out, urgency {urgency}."),
    Found.NEWEST_FIRMWARE: N_("Firmware {revision}, and fwupd knows none newer for it."),
    Found.LINK_UNKNOWN: N_("Its link is unknown."),
    Found.BEST_LINK_UNKNOWN: N_("{now}; cannot tell whether more is possible."),
    Found.SLOWER_LINK: N_("It runs at {now}, slower than it could."),
    Found.SLOWER_LINK_THAN: N_("It runs at {now}, and {best} is possible."),
    Found.FULL_SPEED: N_("{now}, full speed."),
    Found.PATH_UNKNOWN: N_("Cannot tell whether TRIM reaches it."),
    Found.HARD_DISK: N_("It is a hard disk, which needs no TRIM."),
    Found.SENT_UNKNOWN: N_("Cannot tell whether one is sent."),
    Found.SENT_PERIODICALLY: N_("It is sent periodically."),
    Found.NOT_MEASURED: N_("It was not measured."),
    Found.STALLED: N_("It gave no answer for {stall} in the middle of the measurement."),
    Found.NOTHING_WHOLE: N_("Nothing was measured to its end."),
    Found.OTHER_USER: N_("Something else used the drive."),
}
_TODO = {
    Todo.LOOK_AT_SERVER: N_("Check health, firmware and TRIM of its drives on the server."),
    Todo.TRY_A_CABLE: N_("Compare with a cable."),
    Todo.CABLE_AND_SWITCH: N_("Try another cable and another port of the switch."),
    Todo.SHORTER_WAY: N_(
        "Look for what is in between: Wi-Fi, a VPN, a power-saving interface, a busy server."
    ),
    Todo.DROP_OPTION: N_("Mount it without {option}, unless something needs it."),
    Todo.MOUNT_HARD: N_("Mount it with hard in place of {option} where programs write."),
    Todo.NEWER_PROTOCOL: N_("Mount it without {option}: client and server choose the newest."),
    Todo.QUOTED: N_("{text}"),
    Todo.REPAIR: N_("{text}"),
    Todo.NAME_DRIVE: N_("Name the drive itself, such as /dev/sda."),
    Todo.INSERT_MEDIUM: N_("Is there a medium?"),
    Todo.COMPARE_LABEL: N_(
        "Compare the label and the invoice; an area may be hidden, or the name forged."
    ),
    Todo.TEST_CAPACITY: N_(
        "Only writing all of it and reading it back proves a capacity: run the profile “Capacity"
        " check” before you trust it."
    ),
    Todo.COMPARE_INVOICE: N_("Compare it with the label or the invoice."),
    Todo.CANNOT_TELL_APART: N_("It cannot be distinguished from another drive of its kind."),
    Todo.COMPARE_SERIAL: N_("Makers give each drive its own; compare the label."),
    Todo.ATTACH_DIRECTLY: N_(
        "Cheap bridges hide the drive's own, and forged drives share one: attach it directly and"
        " compare the label."
    ),
    Todo.ASK_SELLER: N_("Ask the seller: a drive that is sold as new has not been used."),
    Todo.COUNTERS_DOUBTFUL: N_(
        "Do not rely on its counters. If you bought it recently, ask the seller where it comes"
        " from."
    ),
    Todo.LOOK_AT_MAKER: N_("Look for newer firmware on the maker's site, for exactly this model."),
    Todo.UPDATE_FIRMWARE: N_(
        "Read its notes, make a backup, then install it with fwupdmgr; measure before and after."
    ),
    Todo.OTHER_PORT: N_("Try another port, slot or cable."),
    Todo.SEAT_CABLE: N_("Reseat or replace the cable, then see whether the number still grows."),
    Todo.ENABLE_TIMER: N_("Switch it on with: systemctl enable --now fstrim.timer"),
    Todo.MEASURE_LOOK_AT_HEALTH: N_("Measure again; look at its health."),
    Todo.MEASURE_ALONE: N_("Measure again while nothing else runs."),
    Todo.FULL_LINK_FIRST: N_("The drive may be faster: bring the link to its full speed first."),
    Todo.MEASURE_AGAIN: N_("Measure again, with more repeats."),
    Todo.FIND_OUT_WHY: N_(
        "Measure again when it is cool and idle, after a TRIM. “Why is it slow?” (driveproof"
        " diagnose) looks for the cause."
    ),
    Todo.SEE_WHAT_DIFFERS: N_("See what else differs between the runs {before} and {after}."),
    Todo.ENTER_MAKERS_FIGURES: N_(
        "The maker's figures of this model would decide it: enter them beside a result, or with"
        " driveproof datasheet."
    ),
    Todo.CHECK_ENTERED_FIGURE: N_("Compare the figure that was entered with the data sheet."),
    Todo.PAST_MEMORY: N_(
        "Measure with a test file that is larger than the memory, and on the machine itself rather"
        " than in a virtual one."
    ),
}
_LEFT_OUT = {
    LeftOut.QUOTED: N_("{text}"),
    LeftOut.SEVERAL_DRIVES: N_("It lies on {count} drives: {names}. Check each of them as well."),
    LeftOut.NOT_ASKED_FOR: N_("The measurement was left out, as asked."),
    LeftOut.CANCELLED_BEFORE: N_("It was cancelled before anything was measured."),
    LeftOut.NOT_WRITABLE: N_("You do not have permission to write to {folder}."),
    LeftOut.NOT_MEASURABLE: N_("{folder} cannot be measured: {error}"),
    LeftOut.NO_ROOM: N_("{folder} has too little room for a test file: {free} are free."),
    LeftOut.NO_MEDIUM: N_("There is no medium in it."),
    LeftOut.ENDED_LATE: N_(
        "The measurement was ended after {limit}: this drive takes longer for it."
    ),
    LeftOut.CANCELLED: N_("The measurement was cancelled; what it had is shown."),
    LeftOut.RUN_DELETED: N_("Its measurement, run {run}, is not in the history."),
}


def topic_title(topic: Topic) -> str:
    """The name of a topic."""
    return _(_TITLES[topic])


def group_title(word: Rating) -> str:
    """The head over the findings with this word."""
    return _(_GROUPS[word])


def rating_text(word: Rating) -> str:
    """The word beside a mark."""
    return _(_WORDS[word])


# The verdict


def headline(check: Check) -> str:
    """The verdict in a sentence, and that of its speed where that was measured. For a failing
    drive, the advice comes first.
    """
    if check.word is BAD:
        verdict = check.verdict
        does = verdict.advice[:1] if verdict is not None and verdict.word == FAILING else ()
        return " ".join([*map(advice_sentence, does), _("This drive is failing.")])
    speed = next((one for one in check.findings if one.topic is Topic.SPEED), None)
    said = "" if speed is None else speed_sentence(speed)
    if check.word is ODD:
        topics = _topics(of_word(check, ODD))
        found = ngettext(
            "One thing is odd: {topics}.",
            "{count} things are odd: {topics}.",
            len(topics),
        ).format(count=len(topics), topics=topic_list(topics))
    elif check.word is FINE:
        known = _topics(of_word(check, FINE))
        blank = [topic for topic in _topics(of_word(check, UNKNOWN)) if topic not in known]
        if said and Topic.SPEED in blank:
            blank.remove(Topic.SPEED)  # its own sentence says why
        found = _("Nothing odd was found.")
        if blank:
            found = _("Nothing odd was found; not known: {topics}.").format(
                topics=topic_list(blank)
            )
    elif check.run is not None and check.run.phases:
        found = _("It was measured, but nothing could be judged.")
    else:
        found = _("Nothing could be found out.")
    return " ".join(filter(None, (found, said)))


def speed_sentence(finding: Finding) -> str:
    """The verdict of speed in a sentence, "" where nothing was measured."""
    first = finding.said[0]
    if first.code is not Found.PACE:
        return ""
    return pace_sentence(cast(Pace, first["pace"]), str(first["drives"]))


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
    """The topics inside a sentence: "health, link and speed"."""
    words = [_(_INSIDE[topic]) for topic in topics]
    if len(words) < 2:
        return "".join(words)
    return _("{names} and {last}").format(names=", ".join(words[:-1]), last=words[-1])


# A finding


def finding_text(finding: Finding, face: Face = Face.TERMINAL) -> str:
    """What was found, in one sentence or several."""
    text = " ".join(found_text(one, face) for one in finding.said)
    if not finding.where:
        return text
    return _("{path}: {text}").format(path=worded("{path}", {"path": finding.where}), text=text)


def advice_text(finding: Finding) -> str:
    """What to do about it, "" for nothing."""
    return " ".join(map(todo_text, finding.advice))


def source_text(finding: Finding) -> str:
    """Where it is from, "" where that is not known."""
    if finding.run:
        return _("quick measurement, run {run}").format(run=finding.run)
    return finding.source


def left_out_text(one: Statement, face: Face = Face.TERMINAL) -> str:
    """What was not looked at, and why; or a note."""
    values = one.values
    match one.code:
        case LeftOut.TOPIC_CANCELLED:
            topic = topic_title(cast(Topic, values["topic"]))
            return _("{topic}: cancelled before it was looked at.").format(topic=topic)
        case LeftOut.SPEED:
            why = cast("Statement | None", values["why"])
            text = _("nothing measured.") if why is None else left_out_text(why, face)
            return _("Speed: {reason}").format(reason=text)
        case LeftOut.FAILED:
            text = str(_readable(values, face)["error"] or _("no reason is known."))
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


def found_text(  # noqa: PLR0911, PLR0912 - one for each kind
    one: Statement, face: Face = Face.TERMINAL
) -> str:
    """One statement of a finding, in a sentence."""
    values = one.values
    match one.code:
        case Found.USE_NOT_KNOWN:
            return _because(_("How much it was used is unknown"), _reason(values["reason"]))
        case Found.HEALTH_NOT_KNOWN:
            return _because(_("Its health is unknown"), _reason(values["reason"]))
        case Found.COUNTERS_UNBELIEVABLE:
            text = _("How much it was used is unknown: it reports {facts}. {why}")
            why = sentence(cast(Statement, values["why"]))
            return text.format(facts=_use(cast(Health, values["health"])), why=why)
        case Found.AS_NEW_HOURS_UNKNOWN | Found.AS_NEW | Found.USED | Found.NOT_NEW as code:
            text = {
                Found.AS_NEW: _("As new: {facts}."),
                Found.USED: _("Used: {facts}."),
                Found.NOT_NEW: _("Not new: {facts}."),
            }.get(code, _("{facts}: as new, but the hours powered on are not reported."))
            return text.format(facts=_use(cast(Health, values["health"])))
        case Found.WHAT_NEW_MEANS:
            return _(
                "New means here: at most 24 hours powered on, 50 power cycles or starts, {written}"
                " written and {used} of its rated life used."
            ).format(written=f"100{NARROW}GB", used=f"1{NARROW}%")
        case Found.HEALTH_VERDICT:
            return verdict_sentence(cast(HealthVerdict, values["verdict"]))
        case Found.HEALTH_AXIS:
            return _axis(cast(AxisVerdict, values["axis"]))
        case Found.NOT_REPORTED:
            axes = cast("tuple[str, ...]", values["axes"])
            names = ", ".join(axis_title(axis).lower() for axis in axes)
            return _("Not reported by this source: {axes}.").format(axes=names)
        case Found.LINK_ERRORS:
            count = cast(int, values["count"])
            return ngettext(
                "The kernel counted {count} link error since the start.",
                "The kernel counted {count} link errors since the start.",
                count,
            ).format(count=group_digits(count))
        case Found.PATH:
            return path_sentence(cast(DiscardPath, values["path"]))
        case Found.PACE:
            figures = cast("tuple[Figure, ...]", values["figures"])
            return pace_text(cast(Pace, values["pace"]), figures, str(values["drives"]))
        case Found.NOT_SENT:
            return _not_sent(cast(PeriodicTrim, values["timer"]))
        case Found() as code:
            return worded(_FOUND[code], _readable(values, face))
        case _other:
            return left_out_text(one, face)


def _reason(reason: object) -> str:
    """Why a drive's health is not known, "" for no reason."""
    return note_text(reason) if isinstance(reason, Note) else ""


def _because(about: str, reason: str) -> str:
    """That something is not known, and why: the reason is a sentence of its own."""
    why = reason or _("its health was not read.")
    # A name or an abbreviation at its beginning keeps its capital.
    small = f"{why[:1].lower()}{why[1:]}" if why[:2].istitle() else why
    return f"{about}: {small}"


def _use(health: Health) -> str:
    """The counters of its use that a drive reports."""
    told = []
    if health.power_on is not None:
        hours = health.power_on / 3600
        number = group_digits(hours)
        text = ngettext("{count} hour powered on", "{count} hours powered on", round(hours))
        told.append(text.format(count=number))
    if health.power_cycles is not None:
        told.append(_("{count} power cycles").format(count=group_digits(health.power_cycles)))
    if health.start_stops is not None:
        text = _("{count} starts of its motor")
        told.append(text.format(count=group_digits(health.start_stops)))
    if health.written is not None:
        told.append(_("{size} written").format(size=format_size(health.written)))
    if health.used is not None:
        told.append(_("{share} of its rated life used").format(share=_percent(health.used)))
    return ", ".join(told)


def _percent(share: float) -> str:
    return f"{100 * share:.0f}{NARROW}%"


def _axis(axis: AxisVerdict) -> str:
    """The value and the detail, which often begins with the same words."""
    value, detail = axis_value(axis), axis_detail(axis)
    text = detail if axis.value_in_details or value in detail else f"{value}. {detail}".rstrip()
    return f"{axis_title(axis.axis)}: {text}"


def _not_sent(timer: PeriodicTrim) -> str:
    why = timer_reason(timer)
    if not why:
        why = _("this mount is not in its list") if timer.enabled else _("the timer is off")
    return _("But it is not sent: {reason}.").format(reason=why.rstrip("."))


def todo_text(one: Statement) -> str:
    """One piece of advice of a finding, "" for none of a check."""
    match one.code:
        case Todo.HEALTH_ADVICE:
            return advice_sentence(cast(Advice, one.values["advice"]))
        case Todo.CHANGE_LAYER:
            layer = cast(PathLayer, one.values["layer"])
            remedy, costs = layer_remedy(layer), layer_cost(layer)
            if not (remedy and costs):
                return remedy
            return _("{remedy} What that costs: {costs}").format(remedy=remedy, costs=costs)
        case Todo.ASK_AS_ROOT:
            return next(iter(root_questions(cast(DiscardPath, one.values["path"]))), "")
        case Todo() as code:
            values = dict(one.values)
            if isinstance(quoted := values.get("text"), errors.Advice):
                values["text"] = errors_advice(quoted, Face.TERMINAL)
            return worded(_TODO[code], _readable(values, Face.TERMINAL))
        case _other:
            return ""
