# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules of "Check this drive": is it new, its health, firmware, link, TRIM.

Each rule gives fine, odd, bad or unknown; unknown is never rated fine.
"""

from __future__ import annotations

from collections.abc import Mapping

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
from driveproof.domain.drive.drive import BlockDevice, Media
from driveproof.domain.drive.firmware import FirmwareNews
from driveproof.domain.drive.link import LinkState
from driveproof.domain.health.axes import unbelievable
from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import (
    EVIDENCE,
    FAILING,
    FAILING_NOW,
    GOOD,
    LINK,
    WATCH,
    WORN,
    AxisVerdict,
    Code,
    Do,
    HealthVerdict,
)
from driveproof.domain.statement import Statement
from driveproof.domain.trim.path import BLOCK, PASS, DiscardPath

# What "new" means. Makers test a drive for some hours and put it through some starts before they
# sell it; a system that came with the computer, or was copied, is some tens of gigabytes. No
# standard says so: the limits are ours, and are told with every answer.
NEW_SECONDS = 24 * 3600.0
NEW_CYCLES = 50
NEW_WRITTEN = 100 * 10**9
NEW_USED = 0.01
FASTEST = 16e9  # bytes a second: what PCIe 5.0 x4 carries, more than any drive takes
LEAST_CYCLE = 60  # seconds that a start takes at least
_HEALTH_WORDS: Mapping[str, Rating] = {GOOD: FINE, WATCH: ODD, WORN: ODD, FAILING: BAD}
_LINKED = {Do.CHECK_CABLE, Do.CHECK_PORT}  # said with the link, whose line stands for itself


def newness(health: Health | None) -> Finding:
    """Whether the drive's counters are those of a new one."""
    if health is None or not health.known:
        return _no_health(Topic.NEW, health, Found.NEW_NOT_KNOWN)
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
        return Finding(Topic.NEW, word, said, advice, health.source)

    if not within:
        return found(UNKNOWN, Statement(Found.NO_COUNTERS))
    if why := unbelievable(health):
        return found(UNKNOWN, Statement(Found.COUNTERS_UNBELIEVABLE, health=health, why=why))
    means = Statement(Found.WHAT_NEW_MEANS)
    if all(within):
        if health.power_on is None:
            return found(UNKNOWN, Statement(Found.AS_NEW_HOURS_UNKNOWN, health=health), means)
        return found(FINE, Statement(Found.AS_NEW, health=health), means)
    contradicts = (Statement(Found.COUNTERS_SET_BACK),) if _impossible(health) else ()
    said = (Statement(Found.NOT_NEW, health=health), *contradicts, means)
    return found(ODD, *said, advice=(Statement(Todo.ASK_SELLER),))


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
    """The verdict in a line, and each axis of it that is not good in one of its own."""
    if health is None or verdict is None or not health.known:
        return (_no_health(Topic.HEALTH, health, Found.HEALTH_NOT_KNOWN),)
    word = _HEALTH_WORDS.get(_of_the_drive(health, verdict), UNKNOWN)
    does = [one for one in verdict.advice if one.code not in _LINKED and word != FINE]
    advice = tuple(Statement(Todo.HEALTH_ADVICE, advice=one) for one in does)
    said = (Statement(Found.HEALTH_VERDICT, verdict=verdict),)
    found = [Finding(Topic.HEALTH, word, said, advice, health.source)]
    found += [
        Finding(
            Topic.HEALTH,
            _axis_word(axis),
            (Statement(Found.HEALTH_AXIS, axis=axis),),
            _cable(axis, verdict),
            axis.source,
        )
        for axis in verdict.axes
        if axis.verdict in _HEALTH_WORDS and axis.verdict != GOOD and not _said(axis)
    ]
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


def _of_the_drive(health: Health, verdict: HealthVerdict) -> str:
    """The word of the verdict, but for a cable or port that is alone in being odd: the sentence
    calls the drive healthy then, and the link has a finding of its own.
    """
    odd = {axis.axis for axis in verdict.axes if axis.verdict in {WATCH, WORN, FAILING}}
    if verdict.word != WATCH or odd - {EVIDENCE} != {LINK}:
        return verdict.word
    failing = verdict.axis(FAILING_NOW)
    return GOOD if failing and failing.verdict == GOOD and not unbelievable(health) else UNKNOWN


def _cable(axis: AxisVerdict, verdict: HealthVerdict) -> tuple[Statement, ...]:
    """What to do about errors of the link; a slow one has a topic of its own."""
    does = [one for one in verdict.advice if one.code is Do.CHECK_CABLE and axis.axis == LINK]
    return tuple(Statement(Todo.HEALTH_ADVICE, advice=one) for one in does)


def _said(axis: AxisVerdict) -> bool:
    """Whether another line says it: the sentence of a drive that fails, the topic of its link."""
    return axis.value.code is Code.SLOW_LINK or (axis.axis, axis.verdict) == (FAILING_NOW, FAILING)


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
    if device is not None and device.media == Media.HDD and chain.verdict != PASS:
        return Finding(Topic.TRIM, FINE, (Statement(Found.HARD_DISK),), (), source)
    path = Statement(Found.PATH, path=chain)
    if chain.verdict == BLOCK:
        layer = next(layer for layer in chain.layers if layer.verdict == BLOCK)
        change = Statement(Todo.CHANGE_LAYER, layer=layer)
        return Finding(Topic.TRIM, ODD, (path,), (change,), layer.source)
    if chain.verdict != PASS:
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
