# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of repeated reading: when it stops getting faster, and who served the bytes."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.run.caches import Readings, from_memory, partly, readings_of, served_by
from driveproof.domain.run.run import PhaseResult, Run
from driveproof.domain.text import shown
from driveproof.wording.catalogue import _
from driveproof.wording.units import format_bandwidth, format_percent

_MOST = 3  # devices in a line


def way_title(*, direct: bool) -> str:
    """How the data were read."""
    return _("Direct I/O") if direct else _("Page cache")


def caches_answer(run: Run, *, binary: bool = False) -> str:
    """What reading again brings, a sentence for each way; "" where nothing was measured."""
    return " ".join(said for each in readings_of(run) if (said := _answer(each, binary=binary)))


def _answer(readings: Readings, *, binary: bool) -> str:
    number, first = readings.settled, readings.speeds[0] if readings.speeds else None
    if number is None or first is None:
        return ""
    values = {
        "first": format_bandwidth(first, binary=binary),
        "last": format_bandwidth(readings.speeds[number - 1] or 0.0, binary=binary),
        "number": number,
    }
    if number == 1 and readings.direct:
        text = _("Direct I/O: {first}. Reading again is not faster.")
    elif number == 1:
        text = _("Page cache: {first}. Reading again is not faster.")
    elif readings.direct:
        text = _("Direct I/O: {first}, from reading {number} on {last}.")
    else:
        text = _("Page cache: {first}, from reading {number} on {last}.")
    return text.format(**values)


def detached_words(bcaches: Sequence[str]) -> str:
    """What is changed between two measurements that show what a cache is worth; the command of a
    bcache is in it.
    """
    if not bcaches:
        return _("The cache is detached")
    return _("The cache is detached: {command}").format(
        command=f"echo 1 | sudo tee /sys/block/{bcaches[0]}/bcache/detach"
    )


def served_text(phase: PhaseResult) -> str:
    """Who served the bytes: "memory 100 %", "sdb 61 %, nvme0n1 39 %"; "" where unknown."""
    memory = from_memory(phase)
    parts = [
        _("{device} {share}").format(device=shown(one.device), share=format_percent(one.share))
        for one in served_by(phase)[:_MOST]
    ]
    if memory is not None and not phase.direct and memory >= 0.005:
        parts.insert(0, _("memory {share}").format(share=format_percent(memory)))
    return ", ".join(parts)


def cache_notes(run: Run) -> list[str]:
    """How to take the figures."""
    said = [
        _(
            "A block cache shows as a change of device; a cache inside the drive only as"
            " a change of speed."
        )
    ]
    if partly(run):
        said.append(_("A reading was cut short by its time limit."))
    return said
