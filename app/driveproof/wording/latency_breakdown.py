# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of a latency breakdown: what of a latency is ours, and who slept in a pause."""

from __future__ import annotations

from driveproof.domain.run.latency_breakdown import LatencyBreakdown, Share, Woken, breakdown_of
from driveproof.domain.run.run import Run
from driveproof.domain.run.work import Part
from driveproof.domain.text import shown
from driveproof.wording.attachment import power_text, processor_sleep
from driveproof.wording.catalogue import N_, _
from driveproof.wording.units import NARROW, format_latency, format_percent

_PARTS = {
    Part.NO_IO: N_("Without I/O"),
    Part.MEMORY: N_("From memory"),
    Part.DRIVE: N_("From the drive"),
    Part.AWAKE: N_("From the drive"),
}


def pause_text(seconds: float) -> str:
    """A pause: "0.1 s"."""
    return f"{seconds:g}{NARROW}s"


def breakdown_title(part: Part, pause: float = 0.0) -> str:
    """What a test is called."""
    if not pause:
        return _(_PARTS[part])
    if part is Part.AWAKE:
        text = _("From the drive after {pause}, CPU awake")
        return text.format(pause=pause_text(pause))
    return _("From the drive after {pause}").format(pause=pause_text(pause))


def share_title(share: Share) -> str:
    """The same of a test that was measured."""
    return breakdown_title(share.part, share.pause)


def latency_text(share: Share) -> str:
    """Its latency, "–" where it is not known."""
    found = share.latency
    return "–" if found is None else format_latency(found.median)


def processor_text(share: Share) -> str:
    """The processor time of one read: "0.9 µs + 4.1 µs"; "" where it is not known."""
    spent = share.processor
    return "" if spent is None else " + ".join(map(format_latency, spent))


def breakdown_heads() -> tuple[str, ...]:
    """Above the columns of `breakdown_rows`."""
    return (
        _("One 4 KiB read"), _("Time"), _("Slowest"), _("Reads"), _("CPU, fio + kernel"),
        _("Slept"),
    )  # fmt: skip


def breakdown_rows(breakdown: LatencyBreakdown) -> tuple[tuple[str, ...], ...]:
    """A row for each test: what one read takes, the slowest, how many were timed, processor."""
    return tuple(
        (
            share_title(one),
            latency_text(one),
            "" if one.part is Part.NO_IO or one.longest is None else format_latency(one.longest),
            str(one.reads),
            processor_text(one),
            woken_text(breakdown, one),
        )
        for one in breakdown.shares
        if one.latency is not None
    )


def woken_text(breakdown: LatencyBreakdown, share: Share) -> str:
    """What slept in the pause of a test, in a word; "" where there was none."""
    if share.part is not Part.DRIVE or not share.pause:
        return ""
    return {
        Woken.NOTHING: _("nothing"),
        Woken.PROCESSOR: _("CPU"),
        Woken.DRIVE: _("drive or link"),
        Woken.UNKNOWN: _("unknown"),
        None: "",
    }[breakdown.woken(share.pause)]


def breakdown_answer(run: Run) -> str:
    """What of a read is ours, and what a pause costs; "" where not measured."""
    breakdown = breakdown_of(run)
    if breakdown is None:
        return ""
    return " ".join(filter(None, (_ours(breakdown), _pauses(breakdown))))


def _ours(breakdown: LatencyBreakdown) -> str:
    drive, ours = breakdown.seconds(Part.DRIVE), breakdown.ours
    if drive is None:
        return ""
    if ours is None:
        return _("A read takes {drive}.").format(drive=format_latency(drive))
    values = {"drive": format_latency(drive), "share": format_percent(ours)}
    if breakdown.set_by_processor:
        text = _("A read takes {drive}. {share} of it is this machine's CPU, which is the limit.")
    else:
        text = _("A read takes {drive}; {share} of it is this machine.")
    return text.format(**values)


def _pauses(breakdown: LatencyBreakdown) -> str:
    pauses = breakdown.pauses
    if not pauses:
        return ""
    late = breakdown.first_late
    if late is None:
        text = _("The first read after pauses of up to {pause} is not slower.")
        return text.format(pause=pause_text(pauses[-1]))
    usual, after = breakdown.seconds(Part.DRIVE), breakdown.seconds(Part.DRIVE, late)
    last = [pause for pause in pauses if breakdown.woken(pause) is breakdown.woken(late)][-1]
    values = {
        "pause": pause_text(late),
        "latency": format_latency(after or 0.0),
        "usual": format_latency(usual or 0.0),
    }
    if breakdown.woken(late) is Woken.PROCESSOR:
        text = _(
            "After {pause} of idle the first read takes {latency} instead of {usual}:"
            " the CPU was asleep."
        )
    elif breakdown.woken(late) is Woken.UNKNOWN:
        text = _("After {pause} of idle the first read takes {latency} instead of {usual}.")
    else:
        text = _(
            "After {pause} of idle the first read takes {latency} instead of {usual}:"
            " the drive or its link was asleep."
        )
    said = text.format(**values)
    most = breakdown.seconds(Part.DRIVE, last)
    if last > late and most is not None and after is not None and most > 1.5 * after:
        said += " " + _("After {pause}: {latency}.").format(
            pause=pause_text(last), latency=format_latency(most)
        )
    return said


def breakdown_repeated(run: Run) -> bool:
    """Whether the reads of the drive have more than one repeat."""
    breakdown = breakdown_of(run)
    share = None if breakdown is None else breakdown.of(Part.DRIVE)
    return share is None or share.repeated


def breakdown_notes(run: Run) -> list[str]:
    """What may sleep here, and how to take the figures."""
    env = run.environment
    said = []
    if env.link_power:
        said.append(
            _("Power saving of drive and link: {settings}.").format(
                settings=power_text(env.link_power)
            )
        )
    if env.cpu_idle:
        said.append(
            _("Deepest CPU idle state: {state}.").format(state=shown(processor_sleep(env.cpu_idle)))
        )
    if env.governor:
        said.append(_("CPU frequency governor: {name}.").format(name=shown(env.governor)))
    if not breakdown_repeated(run):
        said.append(_("At least two repeats are needed to identify the cause of the latency."))
    said.append(_("Times are medians. “Without I/O” is fio's own overhead per request."))
    return said
