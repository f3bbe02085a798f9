# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of the long guided runs: a sustained write, and the way to a steady state."""

from __future__ import annotations

from driveproof.domain.run.run import Run
from driveproof.domain.run.steady_state import (
    MOST_RANGE,
    MOST_SLOPE,
    WINDOW,
    Steady,
    Window,
    steady_of,
)
from driveproof.domain.run.sustained import Change, Fall, Sustained, sustained_of
from driveproof.domain.zones import Zones
from driveproof.wording.catalogue import N_, _, ngettext
from driveproof.wording.units import (
    NARROW,
    format_bandwidth,
    format_duration,
    format_iops,
    format_percent,
    format_size,
    format_temperature,
)

Facts = list[tuple[str, str]]
_TITLES = (N_("Write after a pause"), N_("Random write at the end"))
"""Of tests that are known only while it runs (domain/profile/sustained.py)."""


def long_answer(run: Run, *, binary: bool = False) -> str:
    """The answer in a sentence; "" for any other run."""
    written = sustained_of(run)
    if written is not None:
        return _sustained(written, binary=binary)
    rounds = steady_of(run)
    return "" if rounds is None else _steady(rounds)


def _sustained(found: Sustained, *, binary: bool) -> str:
    if found.cache is not None:
        return _("Write cache {size}: {fast} until it is full, then {slow}.").format(
            size=format_size(found.cache.size),
            fast=format_bandwidth(found.cache.within, binary=binary),
            slow=format_bandwidth(found.cache.after, binary=binary),
        )
    first, last = (format_bandwidth(one, binary=binary) for one in (found.first, found.last))
    size = format_size(found.written)
    texts = {
        Fall.HEAT: _("Throttled by heat: from {first} to {last}."),
        Fall.RETURNS: _(
            "Slower and recovered within {size}: likely heat or other work of the drive."
        ),
        Fall.LINK: _("The link became slower: from {first} to {last}."),
        Fall.POSITION: _("Falls evenly from {first} to {last} within {size}, as on hard disks."),
    }
    text = texts.get(found.fall, _("{rate} throughout {size}: the write cache was not filled."))
    whole = found.written / found.line.seconds[-1] if found.line.seconds[-1] else 0.0
    return text.format(
        size=size, first=first, last=last, rate=format_bandwidth(whole, binary=binary)
    )


def _steady(found: Steady) -> str:
    window = found.reached
    if window is not None:
        return _("Steady at {iops}, in rounds {first} to {last}.").format(
            iops=format_iops(window.mean), first=window.first, last=window.last
        )
    count = len(found.rounds)
    if found.newest is None:
        return ngettext(
            "{count} of {wanted} rounds.",
            "{count} of {wanted} rounds.",
            count,
        ).format(count=count, wanted=WINDOW)
    return _("Not steady after {count} rounds (last five: range {range}, slope {slope}).").format(
        count=count,
        range=format_percent(found.newest.range),
        slope=format_percent(found.newest.excursion),
    )


def long_facts(run: Run, *, binary: bool = False) -> Facts:
    """The figures of such a run, as names and values."""
    written = sustained_of(run)
    if written is not None:
        return _sustained_facts(written, binary=binary)
    rounds = steady_of(run)
    return [] if rounds is None else _steady_facts(rounds, binary=binary)


def _sustained_facts(found: Sustained, *, binary: bool) -> Facts:
    facts = []
    if found.cache is not None:
        facts = [
            (_("Write cache"), format_size(found.cache.size)),
            (_("Speed in it"), format_bandwidth(found.cache.within, binary=binary)),
            (_("Speed after it"), format_bandwidth(found.cache.after, binary=binary)),
        ]
    else:
        facts = [
            (_("First tenth"), format_bandwidth(found.first, binary=binary)),
            (_("Last tenth"), format_bandwidth(found.last, binary=binary)),
        ]
    for one in found.recoveries:
        share = format_percent(min(one.share, 1.0))
        least = _("at least {size}, {share} of it") if one.all else _("{size}, {share} of it")
        facts.append(
            (
                _("After a pause of {duration}").format(duration=format_duration(one.pause)),
                least.format(size=format_size(one.bytes), share=share),
            )
        )
    facts.append((_("Written"), format_size(found.written)))
    if found.hottest is not None:
        facts.append((_("Hottest"), format_temperature(found.hottest)))
    if found.shingled is not None:
        words = _("collapsed") if found.shingled else _("did not collapse")
        facts.append((_("Random writes at the end"), words))
    if found.zones is not None or found.shingled:
        facts.append((_("Shingled tracks (SMR)"), _shingled(found)))
    return facts


def _shingled(found: Sustained) -> str:
    """What the kernel reports and what random writes showed, as one answer."""
    if found.zones in (Zones.HOST_MANAGED, Zones.HOST_AWARE):
        return _("yes")
    unsure = found.zones is not None and found.shingled is False
    return _("possible") if unsure else _("probable")


def _steady_facts(found: Steady, *, binary: bool) -> Facts:
    facts = [(_("Rounds"), f"{len(found.rounds)}")]
    window = found.reached or found.newest
    if window is not None:
        facts += [
            (_("Judged"), _("rounds {first} to {last}").format(
                first=window.first, last=window.last)),
            (_("Mean"), format_iops(window.mean)),
            (_("Range"), _of(window.range, MOST_RANGE)),
            (_("Slope"), _of(window.excursion, MOST_SLOPE)),
        ]  # fmt: skip
    if found.preconditioned is not None:
        facts.append((_("Filling"), format_bandwidth(found.preconditioned, binary=binary)))
    return facts


def _of(value: float, most: float) -> str:
    return _("{value}, at most {most}").format(
        value=format_percent(value), most=format_percent(most)
    )


def change_text(change: Change, *, binary: bool = False) -> str:
    """A change of the speed of a write that goes on, as far as it is known."""
    return _("After {size}: from {before} to {after}.").format(
        size=format_size(change.place),
        before=format_bandwidth(change.before, binary=binary),
        after=format_bandwidth(change.after, binary=binary),
    )


def round_text(found: Steady) -> str:
    """The newest round and what the criterion says of the rounds until then."""
    text = _("Round {number}: {iops}.").format(
        number=len(found.rounds), iops=format_iops(found.rounds[-1])
    )
    return f"{text} {criterion_text(found)}"


def criterion_text(found: Steady) -> str:
    """Both numbers of the newest rounds, beside what they may be at most."""
    window, count = found.newest, len(found.rounds)
    if window is None:
        return ngettext(
            "{count} of {wanted} rounds.",
            "{count} of {wanted} rounds.",
            count,
        ).format(count=count, wanted=WINDOW)
    text = (
        _("Steady: range {range}, slope {slope}.")
        if window.steady
        else _("Not steady yet: range {range}, slope {slope}.")
    )
    return text.format(range=_of(window.range, MOST_RANGE), slope=_of(window.excursion, MOST_SLOPE))


def stretch_rows(found: Sustained, *, binary: bool = False) -> list[tuple[str, ...]]:
    """The parts of a sustained write as a table, its first row the heads."""
    rows: list[tuple[str, ...]] = [(_("From"), _("To"), _("Duration"), _("Speed"))]
    rows += [
        (
            format_size(one.begin),
            format_size(one.end),
            format_duration(one.seconds),
            format_bandwidth(one.rate, binary=binary),
        )
        for one in found.stretches
    ]
    return rows


def round_rows(found: Steady) -> list[tuple[str, ...]]:
    """The rounds as a table, its first row the heads: both numbers of each."""
    rows: list[tuple[str, ...]] = [(_("Round"), "IOPS", _("Range"), _("Slope"), "")]
    for number, (value, window) in enumerate(
        zip(found.rounds, found.windows, strict=True), start=1
    ):
        rows.append(
            (f"{number}", format_iops(value).removesuffix(f"{NARROW}IOPS"), *_numbers(window))
        )
    return rows


def _numbers(window: Window | None) -> tuple[str, str, str]:
    if window is None:
        return "", "", ""
    steady = _("steady") if window.steady else ""
    return format_percent(window.range), format_percent(window.excursion), steady


def long_explanations(run: Run) -> list[str]:
    """What to know about such a result, in sentences."""
    written = sustained_of(run)
    if written is not None:
        texts = [text for text in (_explained(written),) if text]
        if written.pauses_left_out:
            texts.append(_("Recovery after a pause was not measured."))
        return [*texts, _("Not made for comparisons.")]
    rounds = steady_of(run)
    if rounds is None:
        return []
    if not rounds.short:
        return []
    text = _("Short rounds: {duration} instead of one minute.")
    return [text.format(duration=format_duration(rounds.seconds))]


def _explained(found: Sustained) -> str:
    if found.fall is not Fall.NONE:
        return ""
    return _("The speed did not fall. Write more.")
