# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules of "Check this drive": its use, its health, firmware, link, TRIM.

Each rule gives fine, odd, bad or unknown; unknown is never rated fine.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec import structs

from driveproof.domain.check.check import CheckCode, CheckFinding, CheckToDo, Topic, checked, to_do
from driveproof.domain.drive.drive import DRIVE_KINDS, BlockDevice, DeviceKind, Inventory, Media
from driveproof.domain.drive.firmware import FirmwareNews
from driveproof.domain.drive.link import LinkState
from driveproof.domain.finding import Finding, ToDo
from driveproof.domain.health import verdict as health_verdict
from driveproof.domain.health.axes import unbelievable
from driveproof.domain.health.judge import clause
from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import (
    AXIS_TITLES,
    CAUTION,
    DATA_QUALITY,
    FAILING,
    FIRMWARE,
    GOOD,
    LINK,
    SELF_ASSESSMENT,
    WORN,
    AxisVerdict,
    HealthToDo,
    HealthVerdict,
)
from driveproof.domain.quantity import Bytes, OneOf, Plural, Share
from driveproof.domain.rating import BAD, FINE, ODD, UNKNOWN, Rating
from driveproof.domain.say import Say
from driveproof.domain.trim.path import BLOCK, COSTS, PART, PASS, QUESTIONS, DiscardPath

# Names with the capacity in clear, and two manufacturers whose model numbers begin with it in GB:
# Crucial (CT1000MX500SSD1) and Seagate (ST4000VN008).
_STATED = re.compile(r"(?<![\d.,])(\d{1,5}(?:\.\d{1,2})?)[ _]?([GT])B(?![a-zA-Z])")
_CODED = (re.compile(r"^CT(\d{3,5})[A-Z]"), re.compile(r"^ST(\d{3,5})[A-Z]{2}"))
# 480 and 512 GB are sold as 500 GB, and a TiB as a TB: less than a tenth away.
TOLERANCE = 0.1
# Sticks that nobody put a name on and that claim this much are the usual shape of a forged one.
DOUBTFUL_SIZE = 512 * 10**9
_NAMELESS = re.compile(r"\b(generic|mass ?storage|flash ?disk|usb ?disk|u ?disk|general)\b", re.I)
_PLACEHOLDERS = re.compile(r"^(?:(.)\1*|0?12345678\w*|DEADBEEF|NONE|N/?A)$", re.I)


def stated_size(model: str) -> int | None:
    """The capacity in bytes that a model name contains; None when it contains none, or several."""
    sizes = {
        round(float(number) * (10**12 if unit == "T" else 10**9))
        for number, unit in _STATED.findall(model)
    }
    if not sizes:
        sizes = {int(found[1]) * 10**9 for code in _CODED if (found := code.match(model))}
    return sizes.pop() if len(sizes) == 1 else None


def identity(device: BlockDevice | None, inventory: Inventory | None) -> tuple[CheckFinding, ...]:
    """Findings about the drive's name, capacity and serial number."""
    if device is None:
        if inventory is None:  # a name would not help
            return (
                _found(
                    UNKNOWN,
                    Finding(CheckCode.DRIVE_UNKNOWN, (Say("This drive could not be identified."),)),
                ),
            )
        return (
            _found(
                UNKNOWN,
                Finding(CheckCode.DRIVE_UNKNOWN, (Say("This drive could not be identified."),)),
                CheckToDo.NAME_DRIVE,
            ),
        )
    source = inventory.source if inventory else ""
    if device.kind not in DRIVE_KINDS:
        return (
            _found(
                UNKNOWN,
                Finding(
                    CheckCode.NO_DRIVE,
                    (Say("{name} has no identity of its own.", name=device.title),),
                ),
                source=source,
            ),
        )
    return _capacity(device, source), _serial(device, inventory, source)


def _found(
    word: Rating, said: Finding, todo: CheckToDo | None = None, source: str = ""
) -> CheckFinding:
    return checked(Topic.IDENTITY, word, said, do=to_do(todo), source=source)


def _capacity(device: BlockDevice, source: str) -> CheckFinding:
    name, size = device.title, device.size
    if not size:
        said = Finding(
            CheckCode.NO_CAPACITY, (Say("{name} does not report a capacity.", name=name),)
        )
        return _found(UNKNOWN, said, CheckToDo.INSERT_MEDIUM, source)
    exact = Say("{size} ({count} bytes)", size=Bytes(size), count=size)
    capacity = Say("{name}: {text}.", name=name, text=exact)
    stated = stated_size(device.model)
    if stated and abs(size - stated) > TOLERANCE * stated:
        named = Say("Its name says {stated}.", stated=Bytes(stated))
        said = Finding(CheckCode.CAPACITY_NOT_AS_NAMED, (capacity, named))
        return _found(ODD, said, CheckToDo.COMPARE_CAPACITY, source)
    if (
        device.bus in {"usb", "sdio", "mmc"}
        and device.media != Media.HDD
        and size >= DOUBTFUL_SIZE
        and (not device.model.strip() or _NAMELESS.search(f"{device.vendor} {device.model}"))
    ):
        forged = Say("No manufacturer; the capacity may be forged.")
        said = Finding(CheckCode.CAPACITY_DOUBTFUL, (capacity, forged))
        return _found(ODD, said, CheckToDo.TEST_CAPACITY, source)
    if stated:
        return _found(FINE, Finding(CheckCode.CAPACITY_AS_NAMED, (capacity,)), source=source)
    said = Finding(CheckCode.CAPACITY_UNSTATED, (capacity,))
    return _found(UNKNOWN, said, CheckToDo.COMPARE_CAPACITY, source)


def _serial(device: BlockDevice, inventory: Inventory | None, source: str) -> CheckFinding:
    serial = device.serial.strip()
    if not serial:
        said = Finding(CheckCode.NO_SERIAL, (Say("No serial number is reported."),))
        return _found(ODD, said, CheckToDo.CANNOT_TELL_APART, source)
    if _PLACEHOLDERS.match(serial):
        said = Finding(
            CheckCode.SERIAL_PLACEHOLDER,
            (Say("The serial number {serial} is a placeholder.", serial=serial),),
        )
        return _found(ODD, said, CheckToDo.COMPARE_SERIAL, source)
    twins = sorted(
        other.path
        for other in (inventory.listed() if inventory else ())
        if other.name != device.name and other.serial.strip() == serial and _apart(device, other)
    )
    if twins:
        said = Finding(
            CheckCode.SERIAL_SHARED,
            (
                Say(
                    "{others} has the same serial number, {serial}.",
                    serial=serial,
                    others=OneOf(tuple(twins)),
                ),
            ),
        )
        return _found(ODD, said, CheckToDo.ATTACH_DIRECTLY, source)
    return _found(
        FINE,
        Finding(
            CheckCode.SERIAL_UNIQUE,
            (Say("The serial number {serial} is unique here.", serial=serial),),
        ),
        source=source,
    )


def _apart(one: BlockDevice, other: BlockDevice) -> bool:
    """Whether two devices are two drives: namespaces and paths of one share its serial number."""
    if one.kind == other.kind == DeviceKind.NVME:
        controller = re.compile(r"^(nvme\d+)")
        mine, theirs = controller.match(one.name), controller.match(other.name)
        return not mine or not theirs or mine[1] != theirs[1]
    if one.wwn and one.wwn == other.wwn:
        return False  # the same drive on two paths
    return other.kind in DRIVE_KINDS


# What "new" means. Makers test a drive for some hours and put it through some starts before they
# sell it; a system that came with the computer, or was copied, is some tens of gigabytes. No
# standard says so: the limits are ours, and are told with every answer.
NEW_SECONDS = 24 * 3600.0
NEW_CYCLES = 50
NEW_WRITTEN = 100 * 10**9
NEW_USED = 0.01
FASTEST = 16e9  # bytes a second: what PCIe 5.0 x4 carries, more than any drive takes
LEAST_CYCLE = 60  # seconds that a start takes at least
_HEALTH_WORDS: Mapping[str, Rating] = {GOOD: FINE, CAUTION: ODD, WORN: ODD, FAILING: BAD}
_LINKED = {
    HealthToDo.CHECK_CABLE,
    HealthToDo.CHECK_PORT,
}  # said with the link, whose line stands for itself


def use(  # noqa: PLR0911 - one for each case
    health: Health | None, *, sold_as_new: bool = False
) -> CheckFinding:
    """How much the drive was used: a plain fact, and odd only of one that was `sold_as_new`, or
    where its counters contradict each other.
    """
    if health is None or not health.known:
        return _no_health(Topic.USE, health, CheckCode.USE_NOT_KNOWN)
    within = [
        value <= most
        for value, most in (
            (health.power_on, NEW_SECONDS),
            (health.power_cycles, NEW_CYCLES),
            (health.start_stops, NEW_CYCLES),
            (health.written, NEW_WRITTEN),
            (health.used, NEW_USED),
        )
        if value is not None
    ]

    def found(word: Rating, *said: Finding, do: tuple[ToDo, ...] = ()) -> CheckFinding:
        return checked(Topic.USE, word, *said, do=do, source=health.source)

    if not within:
        said = Finding(CheckCode.NO_COUNTERS, (Say("The drive reports no counters."),))
        return found(UNKNOWN, said)
    facts = _counters(health)
    if why := unbelievable(health):
        reported = Say("The drive reports {facts}.", facts=facts)
        return found(UNKNOWN, Finding(CheckCode.COUNTERS_UNBELIEVABLE, (reported, *why.say)))
    if all(within):
        if health.power_on is None:
            new = Say("As new: {facts}; power-on hours are not reported.", facts=facts)
            return found(UNKNOWN, Finding(CheckCode.AS_NEW_HOURS_UNKNOWN, (new,)))
        return found(FINE, Finding(CheckCode.AS_NEW, (Say("As new: {facts}.", facts=facts),)))
    used = Say("Used: {facts}.", facts=facts)
    contradicts = _impossible(health)
    reset = Finding(CheckCode.COUNTERS_SET_BACK, (Say("The counters may have been reset."),))
    rest = (reset,) if contradicts else ()
    if sold_as_new:
        ask = ToDo(CheckToDo.ASK_SELLER, Say("Ask the seller."))
        return found(ODD, Finding(CheckCode.NOT_NEW, (used,)), *rest, do=(ask,))
    if contradicts:
        doubt = Say("Do not rely on its counters. Ask the seller.")
        do = (ToDo(CheckToDo.COUNTERS_DOUBTFUL, doubt),)
        return found(ODD, Finding(CheckCode.USED, (used,)), reset, do=do)
    return found(FINE, Finding(CheckCode.USED, (used,)))


def _counters(health: Health) -> OneOf:
    """The counters of its use that a drive reports."""
    told = []
    if health.power_on is not None:
        hours = round(health.power_on / 3600)
        told.append(
            Say("{text}", text=Plural("{count} power-on hour", "{count} power-on hours", hours))
        )
    if health.power_cycles is not None:
        told.append(Say("{count} power cycles", count=health.power_cycles))
    if health.start_stops is not None:
        told.append(Say("{count} start/stop cycles", count=health.start_stops))
    if health.written is not None:
        told.append(Say("{size} written", size=Bytes(round(health.written))))
    if health.used is not None:
        told.append(Say("{share} used", share=Share(health.used)))
    return OneOf(tuple(told))


def _impossible(health: Health) -> bool:
    """Whether the counters contradict each other; a clone on its first day does not count.

    Drives report whole hours, so up to one more may have passed.
    """
    if health.power_on is None:
        return False
    longest = health.power_on + 3600
    return (health.written or 0) / longest > FASTEST or (
        health.power_cycles or 0
    ) > longest / LEAST_CYCLE


def _no_health(topic: Topic, health: Health | None, about: CheckCode) -> CheckFinding:
    unknown = Finding(about, (Say("Unknown."),))
    if health is None:
        return checked(topic, UNKNOWN, unknown)
    if health.missing:
        unknown = Finding(about, (Say("{text}", text=health.missing),))
    # Said once.
    do = _quoted(health.advice) if topic is Topic.HEALTH else ()
    return checked(topic, UNKNOWN, unknown, do=do, source=health.source)


def _quoted(text: object) -> tuple[ToDo, ...]:
    return (ToDo(CheckToDo.QUOTED, Say("{text}", text=text)),) if text else ()


def healthiness(health: Health | None, verdict: HealthVerdict | None) -> tuple[CheckFinding, ...]:
    """The verdict in a line, and each axis of it that is not good in one of its own; only these
    where the verdict says no more than they do.
    """
    if health is None or verdict is None or not health.known:
        silent = _no_health(Topic.HEALTH, health, CheckCode.HEALTH_NOT_KNOWN)
        faulty = verdict.axis(FIRMWARE) if verdict is not None else None
        if verdict is None or faulty is None or faulty.verdict == GOOD:
            return (silent,)
        fault = checked(
            Topic.HEALTH,
            _axis_word(faulty),
            _of_axis(faulty),
            do=(*verdict.advice, *_of_faults(faulty)),
            source=faulty.source,
        )
        return (silent, fault)
    word = _HEALTH_WORDS.get(_of_the_drive(health, verdict), UNKNOWN)
    do = tuple(one for one in verdict.advice if one.code not in _LINKED and word != FINE)
    shown = [
        axis
        for axis in verdict.axes
        if axis.verdict in _HEALTH_WORDS and axis.verdict != GOOD and not _said(axis)
    ]
    found = [
        checked(
            Topic.HEALTH,
            _axis_word(axis),
            _of_axis(axis),
            do=(*_cable(axis, verdict), *_of_faults(axis)),
            source=axis.source,
        )
        for axis in shown
    ]
    if _repeats(verdict, shown):
        found[0] = structs.replace(found[0], do=(*do, *found[0].do))
    else:
        said = Finding(
            CheckCode.HEALTH_VERDICT, tuple(one for each in verdict.summary for one in each.say)
        )
        found.insert(0, checked(Topic.HEALTH, word, said, do=do, source=health.source))
    # The evidence is no figure of the drive that a source could report: the figures add up to it.
    unknown = tuple(
        AXIS_TITLES[axis.axis]
        for axis in verdict.axes
        if axis.verdict not in _HEALTH_WORDS and axis.axis != DATA_QUALITY
    )
    if unknown and word != UNKNOWN:
        said = Finding(CheckCode.NOT_REPORTED, (Say("Not reported: {axes}", axes=OneOf(unknown)),))
        do = _quoted(health.advice)
        found.append(checked(Topic.HEALTH, UNKNOWN, said, do=do, source=health.source))
    return tuple(found)


def _of_axis(axis: AxisVerdict) -> Finding:
    """What is said of an axis, which is its code."""
    details = axis.details if axis.value_in_details else (axis.value, *axis.details)
    first, *rest = (one for each in details for one in each.say)
    named = Say("{name}: {text}", name=AXIS_TITLES[axis.axis], text=first)
    return Finding(axis.axis, (named, *rest))


def _repeats(verdict: HealthVerdict, shown: Sequence[AxisVerdict]) -> bool:
    """Whether the sentence of the verdict only joins what these axes say."""
    own = [one for axis in shown for one in clause(axis)]
    return bool(verdict.summary) and all(one in own for one in verdict.summary)


def _of_the_drive(health: Health, verdict: HealthVerdict) -> str:
    """The word of the verdict, but for a cable or port that is alone in being odd: the sentence
    calls the drive healthy then, and the link has a finding of its own.
    """
    odd = {axis.axis for axis in verdict.axes if axis.verdict in {CAUTION, WORN, FAILING}}
    if verdict.word != CAUTION or odd - {DATA_QUALITY} != {LINK}:
        return verdict.word
    failing = verdict.axis(SELF_ASSESSMENT)
    return GOOD if failing and failing.verdict == GOOD and not unbelievable(health) else UNKNOWN


def _cable(axis: AxisVerdict, verdict: HealthVerdict) -> tuple[ToDo, ...]:
    """What to do about errors of the link; a slow one has a topic of its own."""
    of_link = axis.axis == LINK
    return tuple(one for one in verdict.advice if one.code == HealthToDo.CHECK_CABLE and of_link)


def _of_faults(axis: AxisVerdict) -> tuple[ToDo, ...]:
    """What the findings of an axis add to the advice on the whole drive."""
    return tuple(dict.fromkeys(do for one in axis.details for do in one.do))


def _said(axis: AxisVerdict) -> bool:
    """Whether another line says it: the sentence of a drive that fails, the topic of its link."""
    return axis.value.code == health_verdict.HealthCode.SLOW_LINK or (axis.axis, axis.verdict) == (
        SELF_ASSESSMENT,
        FAILING,
    )


def _axis_word(axis: AxisVerdict) -> Rating:
    """Evidence that is old or in part, as of a drive that sleeps, is no fault of the drive."""
    return UNKNOWN if axis.axis == DATA_QUALITY else _HEALTH_WORDS[axis.verdict]


def firmware(device: BlockDevice | None, news: FirmwareNews | None) -> CheckFinding:
    """Which revision it runs, and whether a newer one is known."""
    revision = (news.current if news else "") or (device.firmware if device else "")

    def found(
        word: Rating, code: CheckCode, said: Say, todo: CheckToDo | None = None
    ) -> CheckFinding:
        source = "fwupd" if revision and news is not None else ""
        return checked(Topic.FIRMWARE, word, Finding(code, (said,)), do=to_do(todo), source=source)

    unknown = Say("{revision}; updates are unknown.", revision=revision)
    if not revision:
        return found(UNKNOWN, CheckCode.REVISION_UNKNOWN, Say("Unknown."))
    if news is None:
        return found(UNKNOWN, CheckCode.NEWER_NOT_ASKED, unknown)
    if news.missing:
        why = Say(
            "{revision}; updates are unknown: {reason}", revision=revision, reason=news.missing
        )
        return found(UNKNOWN, CheckCode.NEWER_UNKNOWN, why, CheckToDo.LOOK_AT_MANUFACTURER)
    if not news.known:
        return found(UNKNOWN, CheckCode.NOT_LISTED, unknown, CheckToDo.LOOK_AT_MANUFACTURER)
    if news.newest and news.newest != revision:
        newer = Say("{revision}; {newest} is available.", revision=revision, newest=news.newest)
        code = CheckCode.NEWER_FIRMWARE
        if news.urgency:
            code = CheckCode.NEWER_FIRMWARE_URGENT
            newer = Say(
                "{revision}; {newest} is available (urgency: {urgency}).",
                revision=revision,
                newest=news.newest,
                urgency=news.urgency,
            )
        return found(ODD, code, newer, CheckToDo.UPDATE_FIRMWARE)
    listed = Say("{revision}; fwupd lists no update.", revision=revision)
    return found(FINE, CheckCode.NEWEST_FIRMWARE, listed)


def connection(state: LinkState | None) -> tuple[CheckFinding, ...]:
    """Whether the link runs as fast as drive and port can."""
    if state is None or not state.now:
        state = state or LinkState()
        said = Say("Unknown.") if state.meaning is None else Say("{text}", text=state.meaning)
        unknown = Finding(CheckCode.LINK_UNKNOWN, (said,))
        do = _quoted(state.advice)
        return (checked(Topic.LINK, UNKNOWN, unknown, do=do, source=state.source),)
    now, do = state.now, to_do(None)
    if state.slower is None:
        word, code = UNKNOWN, CheckCode.BEST_LINK_UNKNOWN
        said = Say("Runs at {now}; the maximum is unknown.", now=now)
    elif state.slower:
        word, code, do = ODD, CheckCode.SLOWER_LINK, to_do(CheckToDo.OTHER_PORT)
        said = Say("{now}, below the maximum.", now=now)
        if state.best:
            said = Say("Runs at {now}; {best} is possible.", now=now, best=state.best)
    else:
        word, code = FINE, CheckCode.FULL_SPEED
        said = Say("Runs at {now}, the maximum.", now=now)
    if state.meaning is not None:
        said = Say("{text}", text=state.meaning)
    do = _quoted(state.advice) or do
    one = checked(Topic.LINK, word, Finding(code, (said,)), do=do, source=state.source)
    if not state.errors:
        return (one,)
    errors = Finding(
        CheckCode.LINK_ERRORS, (Say("Link errors since startup: {count}.", count=state.errors),)
    )
    cable = to_do(CheckToDo.SEAT_CABLE)
    return one, checked(Topic.LINK, ODD, errors, do=cable, source=state.source)


def trim(device: BlockDevice | None, chain: DiscardPath | None) -> CheckFinding:
    """Whether a TRIM reaches the flash, and whether one is sent."""
    if chain is None:
        return checked(Topic.TRIM, UNKNOWN, Finding(CheckCode.PATH_UNKNOWN, (Say("Unknown."),)))
    source = next((layer.source for layer in chain.layers if layer.verdict != PASS), "")
    verdict = chain.verdict_for(device.name) if device is not None else chain.verdict
    if device is not None and device.media == Media.HDD and verdict != PASS:
        disk = Finding(CheckCode.HARD_DISK, (Say("Hard disks do not need TRIM."),))
        return checked(Topic.TRIM, FINE, disk, source=source)
    path = Finding(CheckCode.PATH, (chain.say,))
    if verdict in {BLOCK, PART}:
        layer = next(layer for layer in chain.layers if layer.verdict == BLOCK)
        do: tuple[ToDo, ...] = (layer.remedy,) if layer.remedy else ()
        if do and layer.cost:
            do = (*do, ToDo(layer.cost, COSTS[layer.cost]))
        return checked(Topic.TRIM, ODD, path, do=do, source=layer.source)
    if verdict != PASS:
        roots = [layer.root for layer in chain.layers if layer.root][:1]
        do = tuple(ToDo(CheckToDo.ASK_AS_ROOT, QUESTIONS[root]) for root in roots)
        return checked(Topic.TRIM, UNKNOWN, path, do=do, source=source)
    return _sent(chain, path)


def _sent(chain: DiscardPath, path: Finding) -> CheckFinding:
    """Of a path that lets TRIM through: whether one is sent."""
    source = chain.layers[-1].source if chain.layers else ""
    if chain.mount is None or chain.continuous:
        return checked(Topic.TRIM, FINE, path, source=source)
    timer = chain.periodic
    if timer is None or timer.enabled is None:
        unknown = Finding(CheckCode.SENT_UNKNOWN, (Say("Whether TRIM runs is unknown."),))
        return checked(Topic.TRIM, UNKNOWN, path, unknown, source=source)
    if timer.enabled and timer.listed is not False:
        sent = Finding(CheckCode.SENT_PERIODICALLY, (Say("TRIM runs periodically."),))
        return checked(Topic.TRIM, FINE, path, sent, source=timer.source)
    why = tuple(one for each in timer.why for one in each.say)
    not_sent = Finding(CheckCode.NOT_SENT, (Say("Automatic TRIM does not run."), *why))
    enable = ToDo(CheckToDo.ENABLE_TIMER, Say("Run: systemctl enable --now fstrim.timer"))
    do = () if timer.enabled else (enable,)
    return checked(Topic.TRIM, ODD, path, not_sent, do=do, source=timer.source)
