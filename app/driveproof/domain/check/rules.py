# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules of "Check this drive": its use, its health, firmware, link, TRIM.

Each rule gives fine, odd, bad or unknown; unknown is never rated fine.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from driveproof.domain.check.check import (
    BAD,
    FINE,
    ODD,
    UNKNOWN,
    Finding,
    Found,
    Rating,
    Todo,
    Topic,
)
from driveproof.domain.drive.drive import DRIVE_KINDS, BlockDevice, DeviceKind, Inventory, Media
from driveproof.domain.drive.firmware import FirmwareNews
from driveproof.domain.drive.link import LinkState
from driveproof.domain.health import verdict as health_verdict
from driveproof.domain.health.axes import unbelievable
from driveproof.domain.health.judge import clause
from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import (
    CAUTION,
    EVIDENCE,
    FAILING,
    FAILING_NOW,
    GOOD,
    LINK,
    WORN,
    AxisVerdict,
    Do,
    HealthVerdict,
)
from driveproof.domain.quantity import Bytes, OneOf
from driveproof.domain.statement import Statement
from driveproof.domain.trim.path import BLOCK, PART, PASS, DiscardPath

# Names with the capacity in clear, and two makers whose model numbers begin with it in GB:
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


def identity(device: BlockDevice | None, inventory: Inventory | None) -> tuple[Finding, ...]:
    """Findings about the drive's name, capacity and serial number."""
    if device is None:
        if inventory is None:  # a name would not help
            return (_found(UNKNOWN, Statement(Found.DRIVE_UNKNOWN)),)
        return (_found(UNKNOWN, Statement(Found.DRIVE_UNKNOWN), Todo.NAME_DRIVE),)
    source = inventory.source if inventory else ""
    if device.kind not in DRIVE_KINDS:
        return (_found(UNKNOWN, Statement(Found.NO_DRIVE, name=device.title), source=source),)
    return _capacity(device, source), _serial(device, inventory, source)


def _found(word: Rating, said: Statement, todo: Todo | None = None, source: str = "") -> Finding:
    advice = () if todo is None else (Statement(todo),)
    return Finding(Topic.IDENTITY, word, (said,), advice, source)


def _capacity(device: BlockDevice, source: str) -> Finding:
    name, size = device.title, device.size
    if not size:
        said = Statement(Found.NO_CAPACITY, name=name)
        return _found(UNKNOWN, said, Todo.INSERT_MEDIUM, source)
    values: dict[str, object] = {"name": name, "size": Bytes(size), "bytes": size}
    stated = stated_size(device.model)
    if stated and abs(size - stated) > TOLERANCE * stated:
        said = Statement(Found.CAPACITY_NOT_AS_NAMED, **values, stated=Bytes(stated))
        return _found(ODD, said, Todo.COMPARE_LABEL, source)
    if (
        device.bus in {"usb", "sdio", "mmc"}
        and device.media != Media.HDD
        and size >= DOUBTFUL_SIZE
        and (not device.model.strip() or _NAMELESS.search(f"{device.vendor} {device.model}"))
    ):
        said = Statement(Found.CAPACITY_DOUBTFUL, **values)
        return _found(ODD, said, Todo.TEST_CAPACITY, source)
    if stated:
        return _found(FINE, Statement(Found.CAPACITY_AS_NAMED, **values), source=source)
    said = Statement(Found.CAPACITY_UNSTATED, **values)
    return _found(UNKNOWN, said, Todo.COMPARE_INVOICE, source)


def _serial(device: BlockDevice, inventory: Inventory | None, source: str) -> Finding:
    serial = device.serial.strip()
    if not serial:
        code = Found.NO_SERIAL_BRIDGE if device.bus == "usb" else Found.NO_SERIAL
        return _found(ODD, Statement(code), Todo.CANNOT_TELL_APART, source)
    if _PLACEHOLDERS.match(serial):
        said = Statement(Found.SERIAL_PLACEHOLDER, serial=serial)
        return _found(ODD, said, Todo.COMPARE_SERIAL, source)
    twins = sorted(
        other.path
        for other in (inventory.listed() if inventory else ())
        if other.name != device.name and other.serial.strip() == serial and _apart(device, other)
    )
    if twins:
        said = Statement(Found.SERIAL_SHARED, serial=serial, others=OneOf(tuple(twins)))
        return _found(ODD, said, Todo.ATTACH_DIRECTLY, source)
    return _found(FINE, Statement(Found.SERIAL_UNIQUE, serial=serial), source=source)


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
_LINKED = {Do.CHECK_CABLE, Do.CHECK_PORT}  # said with the link, whose line stands for itself


def use(health: Health | None, *, sold_as_new: bool = False) -> Finding:
    """How much the drive was used: a plain fact, and odd only of one that was `sold_as_new`, or
    where its counters contradict each other.
    """
    if health is None or not health.known:
        return _no_health(Topic.USE, health, Found.USE_NOT_KNOWN)
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

    def found(word: Rating, *said: Statement, advice: tuple[Statement, ...] = ()) -> Finding:
        return Finding(Topic.USE, word, said, advice, health.source)

    if not within:
        return found(UNKNOWN, Statement(Found.NO_COUNTERS))
    if why := unbelievable(health):
        return found(UNKNOWN, Statement(Found.COUNTERS_UNBELIEVABLE, health=health, why=why.say[0]))
    if all(within):
        unknown = health.power_on is None
        code = Found.AS_NEW_HOURS_UNKNOWN if unknown else Found.AS_NEW
        return found(UNKNOWN if unknown else FINE, Statement(code, health=health))
    contradicts = (Statement(Found.COUNTERS_SET_BACK),) if _impossible(health) else ()
    if sold_as_new:
        said = (
            Statement(Found.NOT_NEW, health=health),
            *contradicts,
        )
        return found(ODD, *said, advice=(Statement(Todo.ASK_SELLER),))
    doubt = (Statement(Todo.COUNTERS_DOUBTFUL),) if contradicts else ()
    used = Statement(Found.USED, health=health)
    return found(ODD if contradicts else FINE, used, *contradicts, advice=doubt)


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


def _no_health(topic: Topic, health: Health | None, about: Found) -> Finding:
    if health is None:
        return Finding(topic, UNKNOWN, (Statement(about, reason=""),))
    # Said once.
    advice = _quoted(health.advice) if topic is Topic.HEALTH else ()
    said = (Statement(about, reason=health.missing),)
    return Finding(topic, UNKNOWN, said, advice, health.source)


def _quoted(text: object) -> tuple[Statement, ...]:
    return (Statement(Todo.QUOTED, text=text),) if text else ()


def healthiness(health: Health | None, verdict: HealthVerdict | None) -> tuple[Finding, ...]:
    """The verdict in a line, and each axis of it that is not good in one of its own; only these
    where the verdict says no more than they do.
    """
    if health is None or verdict is None or not health.known:
        return (_no_health(Topic.HEALTH, health, Found.HEALTH_NOT_KNOWN),)
    word = _HEALTH_WORDS.get(_of_the_drive(health, verdict), UNKNOWN)
    does = [one for one in verdict.advice if one.code not in _LINKED and word != FINE]
    advice = tuple(Statement(Todo.HEALTH_ADVICE, advice=one) for one in does)
    shown = [
        axis
        for axis in verdict.axes
        if axis.verdict in _HEALTH_WORDS and axis.verdict != GOOD and not _said(axis)
    ]
    found = [
        Finding(
            Topic.HEALTH,
            _axis_word(axis),
            (Statement(Found.HEALTH_AXIS, axis=axis),),
            _cable(axis, verdict),
            axis.source,
        )
        for axis in shown
    ]
    if _repeats(verdict, shown):
        found[0] = replace(found[0], advice=(*advice, *found[0].advice))
    else:
        said = (Statement(Found.HEALTH_VERDICT, verdict=verdict),)
        found.insert(0, Finding(Topic.HEALTH, word, said, advice, health.source))
    # The evidence is no figure of the drive that a source could report: the figures add up to it.
    unknown = tuple(
        axis.axis
        for axis in verdict.axes
        if axis.verdict not in _HEALTH_WORDS and axis.axis != EVIDENCE
    )
    if unknown and word != UNKNOWN:
        said = (Statement(Found.NOT_REPORTED, axes=unknown),)
        found.append(Finding(Topic.HEALTH, UNKNOWN, said, _quoted(health.advice), health.source))
    return tuple(found)


def _repeats(verdict: HealthVerdict, shown: Sequence[AxisVerdict]) -> bool:
    """Whether the sentence of the verdict only joins what these axes say."""
    own = [one for axis in shown for one in clause(axis)]
    return bool(verdict.summary) and all(one in own for one in verdict.summary)


def _of_the_drive(health: Health, verdict: HealthVerdict) -> str:
    """The word of the verdict, but for a cable or port that is alone in being odd: the sentence
    calls the drive healthy then, and the link has a finding of its own.
    """
    odd = {axis.axis for axis in verdict.axes if axis.verdict in {CAUTION, WORN, FAILING}}
    if verdict.word != CAUTION or odd - {EVIDENCE} != {LINK}:
        return verdict.word
    failing = verdict.axis(FAILING_NOW)
    return GOOD if failing and failing.verdict == GOOD and not unbelievable(health) else UNKNOWN


def _cable(axis: AxisVerdict, verdict: HealthVerdict) -> tuple[Statement, ...]:
    """What to do about errors of the link; a slow one has a topic of its own."""
    does = [one for one in verdict.advice if one.code is Do.CHECK_CABLE and axis.axis == LINK]
    return tuple(Statement(Todo.HEALTH_ADVICE, advice=one) for one in does)


def _said(axis: AxisVerdict) -> bool:
    """Whether another line says it: the sentence of a drive that fails, the topic of its link."""
    return axis.value.code == health_verdict.Found.SLOW_LINK or (axis.axis, axis.verdict) == (
        FAILING_NOW,
        FAILING,
    )


def _axis_word(axis: AxisVerdict) -> Rating:
    """Evidence that is old or in part, as of a drive that sleeps, is no fault of the drive."""
    return UNKNOWN if axis.axis == EVIDENCE else _HEALTH_WORDS[axis.verdict]


def firmware(device: BlockDevice | None, news: FirmwareNews | None) -> Finding:
    """Which revision it runs, and whether a newer one is known."""
    revision = (news.current if news else "") or (device.firmware if device else "")

    def found(word: Rating, code: Found, *advice: Todo, **values: object) -> Finding:
        said = (Statement(code, revision=revision, **values),)
        source = "fwupd" if revision and news is not None else ""
        return Finding(Topic.FIRMWARE, word, said, tuple(map(Statement, advice)), source)

    if not revision:
        return found(UNKNOWN, Found.REVISION_UNKNOWN)
    if news is None:
        return found(UNKNOWN, Found.NEWER_NOT_ASKED)
    if news.missing:
        return found(UNKNOWN, Found.NEWER_UNKNOWN, Todo.LOOK_AT_MAKER, reason=news.missing)
    if not news.known:
        return found(UNKNOWN, Found.NOT_LISTED, Todo.LOOK_AT_MAKER)
    if news.newest and news.newest != revision:
        code = Found.NEWER_FIRMWARE_URGENT if news.urgency else Found.NEWER_FIRMWARE
        todo = Todo.UPDATE_FIRMWARE
        return found(ODD, code, todo, newest=news.newest, urgency=news.urgency)
    return found(FINE, Found.NEWEST_FIRMWARE)


def connection(state: LinkState | None) -> tuple[Finding, ...]:
    """Whether the link runs as fast as drive and port can."""

    def found(word: Rating, code: Found, todo: Todo | None = None, **values: object) -> Finding:
        said, source = Statement(code, **values), ""
        advice: tuple[Statement, ...] = () if todo is None else (Statement(todo),)
        if state is not None:
            if state.meaning is not None and code is not Found.LINK_ERRORS:
                said = Statement(Found.QUOTED, text=state.meaning)
            if state.advice is not None and code is not Found.LINK_ERRORS:
                advice = _quoted(state.advice)
            source = state.source
        return Finding(Topic.LINK, word, (said,), advice, source)

    if state is None or not state.now:
        return (found(UNKNOWN, Found.LINK_UNKNOWN),)
    if state.slower is None:
        one = found(UNKNOWN, Found.BEST_LINK_UNKNOWN, now=state.now)
    elif state.slower:
        code = Found.SLOWER_LINK_THAN if state.best else Found.SLOWER_LINK
        one = found(ODD, code, Todo.OTHER_PORT, now=state.now, best=state.best)
    else:
        one = found(FINE, Found.FULL_SPEED, now=state.now)
    if not state.errors:
        return (one,)
    return one, found(ODD, Found.LINK_ERRORS, Todo.SEAT_CABLE, count=state.errors)


def trim(device: BlockDevice | None, chain: DiscardPath | None) -> Finding:
    """Whether a TRIM reaches the flash, and whether one is sent."""
    if chain is None:
        return Finding(Topic.TRIM, UNKNOWN, (Statement(Found.PATH_UNKNOWN),))
    source = next((layer.source for layer in chain.layers if layer.verdict != PASS), "")
    verdict = chain.verdict_for(device.name) if device is not None else chain.verdict
    if device is not None and device.media == Media.HDD and verdict != PASS:
        return Finding(Topic.TRIM, FINE, (Statement(Found.HARD_DISK),), (), source)
    path = Statement(Found.PATH, path=chain)
    if verdict in {BLOCK, PART}:
        layer = next(layer for layer in chain.layers if layer.verdict == BLOCK)
        change = Statement(Todo.CHANGE_LAYER, layer=layer)
        return Finding(Topic.TRIM, ODD, (path,), (change,), layer.source)
    if verdict != PASS:
        asks = any(layer.root for layer in chain.layers)
        advice = (Statement(Todo.ASK_AS_ROOT, path=chain),) if asks else ()
        return Finding(Topic.TRIM, UNKNOWN, (path,), advice, source)
    return _sent(chain, path)


def _sent(chain: DiscardPath, path: Statement) -> Finding:
    """Of a path that lets TRIM through: whether one is sent."""
    source = chain.layers[-1].source if chain.layers else ""
    if chain.mount is None or chain.continuous:
        return Finding(Topic.TRIM, FINE, (path,), (), source)
    timer = chain.periodic
    if timer is None or timer.enabled is None:
        return Finding(Topic.TRIM, UNKNOWN, (path, Statement(Found.SENT_UNKNOWN)), (), source)
    if timer.enabled and timer.listed is not False:
        said = (path, Statement(Found.SENT_PERIODICALLY))
        return Finding(Topic.TRIM, FINE, said, (), timer.source)
    advice = () if timer.enabled else (Statement(Todo.ENABLE_TIMER),)
    said = (path, Statement(Found.NOT_SENT, timer=timer))
    return Finding(Topic.TRIM, ODD, said, advice, timer.source)
