# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What "Check this drive" makes of what was read: is it new, its health, firmware, link, TRIM.

Each rule gives fine, odd, bad or unknown; what is not known is never fine.
"""

from __future__ import annotations

from collections.abc import Mapping

from driveproof.domain.check.check import BAD, FINE, ODD, UNKNOWN, Finding
from driveproof.domain.drive.drive import BlockDevice
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
from driveproof.domain.text import visible
from driveproof.domain.trim.path import BLOCK, PASS, DiscardPath
from driveproof.wording.errors import Face, advice_text
from driveproof.wording.health.verdict import (
    advice_sentence,
    axis_detail,
    axis_title,
    axis_value,
    sentence,
    verdict_sentence,
)
from driveproof.wording.run import note_text
from driveproof.wording.trim.path import (
    layer_cost,
    layer_remedy,
    path_sentence,
    root_questions,
    timer_reason,
)
from driveproof.wording.units import NARROW, format_size, group_digits

# What "new" means. Makers test a drive for some hours and put it through some starts before they
# sell it; a system that came with the computer, or was copied, is some tens of gigabytes. No
# standard says so: the limits are ours, and are told with every answer.
NEW_SECONDS = 24 * 3600.0
NEW_CYCLES = 50
NEW_WRITTEN = 100 * 10**9
NEW_USED = 0.01
FASTEST = 16e9  # bytes a second: what PCIe 5.0 x4 carries, more than any drive takes
LEAST_CYCLE = 60  # seconds that a start takes at least
NEW_MEANS = (
    "New means here: at most 24 hours powered on, 50 power cycles or starts,"
    f" 100{NARROW}GB written and 1{NARROW}% of its rated life used."
)
_HEALTH_WORDS: Mapping[str, str] = {GOOD: FINE, WATCH: ODD, WORN: ODD, FAILING: BAD}
_LINKED = {Do.CHECK_CABLE, Do.CHECK_PORT}  # said with the link, whose line stands for itself


def newness(health: Health | None) -> Finding:
    """Whether the drive's counters are those of a new one."""
    if health is None or not health.known:
        return _no_health("new", health, "Whether it is new, is not known")
    told: list[tuple[str, bool]] = []
    if health.power_on is not None:
        hours = group_digits(health.power_on / 3600)
        unit = "hour" if hours == "1" else "hours"
        told.append((f"{hours} {unit} powered on", health.power_on <= NEW_SECONDS))
    if health.power_cycles is not None:
        cycles = health.power_cycles
        told.append((f"{group_digits(cycles)} power cycles", cycles <= NEW_CYCLES))
    if health.start_stops is not None:
        starts = health.start_stops
        told.append((f"{group_digits(starts)} starts of its motor", starts <= NEW_CYCLES))
    if health.written is not None:
        told.append((f"{format_size(health.written)} written", health.written <= NEW_WRITTEN))
    if health.used is not None:
        told.append((f"{_percent(health.used)} of its rated life used", health.used <= NEW_USED))
    if not told:
        text = "Whether it is new, is not known: the drive tells no counters of its use."
        return Finding("new", UNKNOWN, text, "", health.source)
    facts = ", ".join(text for text, _ in told)
    if lie := unbelievable(health):
        text = f"Whether it is new, is not known: {facts}. {sentence(lie)}"
        return Finding("new", UNKNOWN, text, "", health.source)
    if all(within for _, within in told):
        if health.power_on is None:
            text = f"{facts}: as new, but nobody says how long it was powered on. {NEW_MEANS}"
            return Finding("new", UNKNOWN, text, "", health.source)
        return Finding("new", FINE, f"As new: {facts}. {NEW_MEANS}", "", health.source)
    contradicts = ""
    if _impossible(health):
        contradicts = " The hours do not fit to that: the counters may have been set back."
    return Finding(
        "new",
        ODD,
        f"Not new: {facts}.{contradicts} {NEW_MEANS}",
        "This is as it should be for a drive that you have used, or bought as used. If it was sold"
        " as new, ask the seller.",
        health.source,
    )


def _impossible(health: Health) -> bool:
    """Whether the counters cannot all be true; a clone on the first day is nothing of the kind.

    Drives tell whole hours, so one more may have passed.
    """
    if health.power_on is None:
        return False
    longest = health.power_on + 3600
    return (health.written or 0) / longest > FASTEST or (
        health.power_cycles or 0
    ) > longest / LEAST_CYCLE


def _percent(share: float) -> str:
    return f"{100 * share:.0f}{NARROW}%"


def _no_health(topic: str, health: Health | None, about: str) -> Finding:
    if health is None:
        return Finding(topic, UNKNOWN, f"{about}: its health is not reported.")
    why = note_text(health.missing) or "its health is not reported."
    text = f"{about}: {why[:1].lower()}{why[1:]}" if why[:2].istitle() else f"{about}: {why}"
    advice = _advice_on(health) if topic == "health" else ""  # said once
    return Finding(topic, UNKNOWN, text, advice, health.source)


def _advice_on(health: Health) -> str:
    return advice_text(health.advice, Face.TERMINAL)


def healthiness(health: Health | None, verdict: HealthVerdict | None) -> tuple[Finding, ...]:
    """The verdict in a line, and each axis of it that is not good in one of its own."""
    if health is None or verdict is None or not health.known:
        return (_no_health("health", health, "How healthy it is, is not known"),)
    word = _HEALTH_WORDS.get(_of_the_drive(health, verdict), UNKNOWN)
    advice = ""
    if word != FINE:
        does = [one for one in verdict.advice if one.code not in _LINKED]
        advice = " ".join(map(advice_sentence, does))
    found = [Finding("health", word, verdict_sentence(verdict), advice, health.source)]
    found += [
        Finding("health", _axis_word(axis), _axis_text(axis), _cable(axis, verdict), axis.source)
        for axis in verdict.axes
        if axis.verdict in _HEALTH_WORDS and axis.verdict != GOOD and not _said(axis)
    ]
    # the evidence is no figure of the drive that a source could tell: it is what they add up to
    unknown = [
        axis for axis in verdict.axes if axis.verdict not in _HEALTH_WORDS and axis.axis != EVIDENCE
    ]
    if unknown and word != UNKNOWN:
        names = ", ".join(axis_title(axis.axis).lower() for axis in unknown)
        text = f"Not told by this source: {names}."
        found.append(Finding("health", UNKNOWN, text, _advice_on(health), health.source))
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


def _cable(axis: AxisVerdict, verdict: HealthVerdict) -> str:
    """What to do about errors of the link; a slow one has a topic of its own."""
    does = [advice_sentence(one) for one in verdict.advice if one.code is Do.CHECK_CABLE]
    return " ".join(does) if axis.axis == LINK else ""


def _said(axis: AxisVerdict) -> bool:
    """Whether another line says it: the sentence of a drive that fails, the topic of its link."""
    return axis.value.code is Code.SLOW_LINK or (axis.axis, axis.verdict) == (FAILING_NOW, FAILING)


def _axis_word(axis: AxisVerdict) -> str:
    """Evidence that is old or in part, as of a drive that sleeps, is no fault of the drive."""
    return UNKNOWN if axis.axis == EVIDENCE else _HEALTH_WORDS[axis.verdict]


def _axis_text(axis: AxisVerdict) -> str:
    """The value and the detail, which often begins with the same words."""
    value, detail = axis_value(axis), axis_detail(axis)
    parts = [detail] if detail.startswith(value) else [value, detail]
    text = "; ".join(part for part in parts if part)
    return f"{axis_title(axis.axis)}: {text}".rstrip(".") + "."


def firmware(device: BlockDevice | None, news: FirmwareNews | None) -> Finding:
    """Which revision it runs, and whether a newer one is known."""
    revision = (news.current if news else "") or (device.firmware if device else "")
    if not revision:
        return Finding("firmware", UNKNOWN, "The firmware's revision is not told.", "")
    has = f"Firmware {visible(revision)}"
    if news is None:
        return Finding("firmware", UNKNOWN, f"{has}; nobody was asked for a newer one.")
    if news.missing:
        text = f"{has}; whether there is a newer one is not known: {news.missing}"
        return Finding("firmware", UNKNOWN, text, _LOOK, "fwupd")
    if not news.known:
        text = f"{has}; fwupd does not list this drive. Not being listed is not being up to date."
        return Finding("firmware", UNKNOWN, text, _LOOK, "fwupd")
    if news.newest and news.newest != revision:
        urgent = f", urgency {visible(news.urgency)}" if news.urgency else ""
        return Finding(
            "firmware",
            ODD,
            f"{has}; {visible(news.newest)} is out{urgent}.",
            "Read its notes, make a backup, then install it with fwupdmgr; measure before and"
            " after.",
            "fwupd",
        )
    return Finding("firmware", FINE, f"{has}, and fwupd knows none newer for it.", "", "fwupd")


_LOOK = "Look at the maker's pages for this very model."


def connection(state: LinkState | None) -> tuple[Finding, ...]:
    """Whether the link runs as fast as drive and port can."""
    if state is None or not state.now:
        text = state.sentence if state and state.sentence else "How it is connected is not known."
        source = state.source if state else ""
        return (Finding("link", UNKNOWN, text, state.advice if state else "", source),)
    if state.slower is None:
        text = state.sentence or f"{state.now}; whether more is possible is not known."
        found = Finding("link", UNKNOWN, text, state.advice, state.source)
    elif state.slower:
        best = f", and {state.best} is possible" if state.best else ", slower than it could"
        text = state.sentence or f"It runs at {state.now}{best}."
        advice = state.advice or "Try another port, slot or cable."
        found = Finding("link", ODD, text, advice, state.source)
    else:
        text = state.sentence or f"{state.now}, full speed."
        found = Finding("link", FINE, text, state.advice, state.source)
    if not state.errors:
        return (found,)
    count = "1 link error" if state.errors == 1 else f"{group_digits(state.errors)} link errors"
    text = f"The kernel counted {count} since the start."
    advice = "Seat the cable anew or replace it, then look whether the number grows."
    return found, Finding("link", ODD, text, advice, state.source)


def trim(device: BlockDevice | None, chain: DiscardPath | None) -> Finding:
    """Whether a TRIM reaches the flash, and whether one is sent."""
    if chain is None:
        return Finding("trim", UNKNOWN, "Whether TRIM reaches it is not known.")
    source = next((layer.source for layer in chain.layers if layer.verdict != PASS), "")
    if device is not None and device.media == "hdd" and chain.verdict != PASS:
        text = "It is a hard disk, which needs no TRIM."
        return Finding("trim", FINE, text, "", source)
    if chain.verdict == BLOCK:
        layer = next(layer for layer in chain.layers if layer.verdict == BLOCK)
        remedy, costs = layer_remedy(layer), layer_cost(layer)
        cost = f" What that costs: {costs}" if remedy and costs else ""
        return Finding("trim", ODD, path_sentence(chain), f"{remedy}{cost}", layer.source)
    if chain.verdict != PASS:
        root = next(iter(root_questions(chain)), "")
        return Finding("trim", UNKNOWN, path_sentence(chain), root, source)
    return _sent(chain)


def _sent(chain: DiscardPath) -> Finding:
    """Of a chain that lets TRIM through: whether one is sent."""
    source = chain.layers[-1].source if chain.layers else ""
    if chain.mount is None or chain.continuous:
        return Finding("trim", FINE, path_sentence(chain), "", source)
    timer = chain.periodic
    if timer is None or timer.enabled is None:
        text = f"{path_sentence(chain)} Whether one is sent is not known."
        return Finding("trim", UNKNOWN, text, "", source)
    if timer.enabled and timer.listed is not False:
        return Finding(
            "trim", FINE, f"{path_sentence(chain)} It is sent periodically.", "", timer.source
        )
    why = timer_reason(timer) or (
        "the timer is off" if not timer.enabled else "this mount is not in its list"
    )
    text = f"{path_sentence(chain)} But it is not sent: {why.rstrip('.')}."
    advice = "" if timer.enabled else "Switch it on with: systemctl enable --now fstrim.timer"
    return Finding("trim", ODD, text, advice, timer.source)
