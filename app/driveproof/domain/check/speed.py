# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a quick measurement says of a drive, and what its spread does not allow to be said.

A word is only given where the slowest and the fastest repeat agree on it.
"""

from __future__ import annotations

from dataclasses import replace

from driveproof.domain.check.check import FINE, ODD, UNKNOWN, Check, Finding
from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.drive.link import LIMITED, LinkState
from driveproof.domain.run.run import DIRECT, FINISHED, METRICS, PhaseResult, Run, Summary
from driveproof.wording.units import format_bandwidth, format_duration, format_iops

TOPIC = "speed"

# Rules of ours, far below what any such drive of the last ten years does when it is well.
LEAST_SHARE = {"sata": 0.5, "pcie": 0.15}
"""Sequential reads of a solid-state drive, as a share of what its link carries."""
LEAST_DISK = 30e6
"""Sequential reads of a hard disk, bytes a second."""
LEAST_RANDOM = 1000.0
"""Random reads of 4 KiB one after the other on a solid-state drive, a second."""
WIDE = 0.5
"""Repeats that differ by more than this share of their median support no sentence."""
LONG_STALL = 1.0
"""Seconds without any answer that people notice."""


def speed(
    run: Run | None, device: BlockDevice | None, link: LinkState | None, why_not: str = ""
) -> tuple[Finding, ...]:
    """A finding for each test that says something; `why_not` where there is no measurement."""
    if run is None or not run.phases:
        text = why_not or (run.error if run and run.error else "") or "It was not measured."
        return (Finding(TOPIC, UNKNOWN, text),)
    source = f"quick measurement, run {run.id}"
    if run.environment.io_path != DIRECT:
        text = "The measurement went through memory and says little about the drive."
        return (Finding(TOPIC, UNKNOWN, text, "", source),)
    found = [
        finding
        for phase in run.phases
        for direction in phase.directions
        if (finding := _phase(phase, direction, device, link, source)) is not None
    ]
    stall = max(
        (
            one.longest_stall or 0.0
            for p in run.phases
            for r in p.repeats
            for one in r.directions.values()
        ),
        default=0.0,
    )
    if stall >= LONG_STALL:
        text = f"It gave no answer for {format_duration(stall)} in the middle of the measurement."
        found.append(Finding(TOPIC, ODD, text, "Measure again; look at its health.", source))
    return tuple(found) or (
        Finding(TOPIC, UNKNOWN, "Nothing was measured to its end.", "", source),
    )


def completed(check: Check, later: Run) -> Check:
    """The check with the rounds of `later`, which were left out of it: one run of all of them."""
    run, left = check.run, check.left
    if run is None or left is None or later.status != FINISHED:
        return check
    more = {phase.name: phase for phase in later.phases}
    phases = []
    for phase in run.phases:
        others = more[phase.name].repeats if phase.name in more else ()
        repeats = tuple(replace(one, order=one.order + left.done) for one in others)
        phases.append(replace(phase, repeats=(*phase.repeats, *repeats)))
    whole = replace(
        run,
        phases=tuple(phases),
        repeats_planned=left.done + left.rounds,
        seconds=run.seconds + later.seconds,
    )
    rest = tuple(finding for finding in check.findings if finding.topic != TOPIC)
    said = f"The other {left.rounds} rounds are run {later.id}, with the same label."
    left_out = tuple(one for one in check.left_out if one != left.sentence)
    return replace(
        check,
        run=whole,
        left=None,
        findings=(*rest, *speed(whole, check.device, check.link)),
        left_out=(*left_out, said),
    )


def _phase(
    phase: PhaseResult,
    direction: str,
    device: BlockDevice | None,
    link: LinkState | None,
    source: str,
) -> Finding | None:
    """Sequential transfers with many requests, and single random reads: what people feel."""
    sequential = phase.pattern == "sequential" and phase.queue_depth > 1
    single = phase.pattern == "random" and phase.queue_depth * phase.jobs == 1
    if not sequential and not (single and direction == "read"):
        return None
    summary = phase.summary(direction, METRICS[phase.primary])
    if summary is None:
        return None
    figure = (
        f"Sequential {direction}s {format_bandwidth(summary.median)}"
        if sequential
        else f"Single random {direction}s {format_iops(summary.median)}"
    )
    disturbed = any(repeat.disturbed for repeat in phase.repeats)
    if summary.count < 2 or summary.spread is None:
        return Finding(
            TOPIC, UNKNOWN, f"{figure}, one repeat: its spread is not known.", "", source
        )
    figure += f" (median of {summary.count}, {_range(summary, sequential=sequential)})"
    if summary.spread > WIDE:
        other = " Something else used the drive." if disturbed else ""
        text = f"{figure}: the repeats differ too much to say more.{other}"
        return Finding(TOPIC, UNKNOWN, text, "Measure again while nothing else runs.", source)
    if sequential:
        least = _least(device, link) if direction == "read" else None
        return _sequential(figure, summary, link, least, source)
    return _single(figure, summary, device, source)


def _range(summary: Summary, *, sequential: bool) -> str:
    write = format_bandwidth if sequential else format_iops
    return f"{write(summary.low)} to {write(summary.high)}"


def _sequential(
    figure: str, summary: Summary, link: LinkState | None, least: float | None, source: str
) -> Finding:
    ceiling = link.ceiling if link else None
    if link is not None and ceiling and summary.low >= LIMITED * ceiling:
        text = f"{figure}: limited by the bus, which carries {format_bandwidth(ceiling)}."
        advice = ""
        if link.slower:
            advice = "The drive may be faster: bring the link to its full speed first."
        elif link.slower is False and link.kind in LEAST_SHARE:
            return Finding(TOPIC, FINE, text, "", source)
        return Finding(TOPIC, UNKNOWN, text, advice, source)
    if least is None:
        text = f"{figure}; there is no rule to judge that by."
        return Finding(TOPIC, UNKNOWN, text, "", source)
    if summary.high < least:
        text = f"{figure}: a drive like this on this link reads {format_bandwidth(least)} or more."
        advice = "Measure again when it is cool and idle; look at its health and at its TRIM."
        return Finding(TOPIC, ODD, text, advice, source)
    if summary.low < least:
        return Finding(TOPIC, UNKNOWN, f"{figure}: too unsteady to be judged.", "", source)
    text = f"{figure}, above the {format_bandwidth(least)} that any such drive should reach."
    return Finding(TOPIC, FINE, text, "", source)


def _least(device: BlockDevice | None, link: LinkState | None) -> float | None:
    if device is not None and device.media == "hdd":
        return LEAST_DISK
    if device is None or device.media != "ssd" or link is None or not link.ceiling:
        return None
    share = LEAST_SHARE.get(link.kind)
    return None if share is None else share * link.ceiling


def _single(figure: str, summary: Summary, device: BlockDevice | None, source: str) -> Finding:
    if device is None or device.media != "ssd":
        text = f"{figure}; there is no rule to judge that by."
        return Finding(TOPIC, UNKNOWN, text, "", source)
    if summary.high < LEAST_RANDOM:
        text = f"{figure}: any solid-state drive answers {format_iops(LEAST_RANDOM)} or more."
        return Finding(TOPIC, ODD, text, "Measure again when it is cool and idle.", source)
    if summary.low < LEAST_RANDOM:
        return Finding(TOPIC, UNKNOWN, f"{figure}: too unsteady to be judged.", "", source)
    text = f"{figure}, as a solid-state drive should answer."
    return Finding(TOPIC, FINE, text, "", source)
