# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of a recording: what a drive did by itself, who wrote, what that comes to in a year."""

from __future__ import annotations

from driveproof.domain.errors import Advice, Remedy, UsageError
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.recorded import recorded_profile
from driveproof.domain.run.observed import Requested, Requests, Writer, WriterKind, shares
from driveproof.domain.run.recording import (
    SETTLED,
    SLEEPS_AFTER,
    Recorded,
    recorded_of,
)
from driveproof.domain.run.run import Role, Run
from driveproof.domain.text import shown
from driveproof.wording.catalogue import N_, _, ngettext
from driveproof.wording.dates import date
from driveproof.wording.units import (
    block_size_text,
    format_duration,
    format_latency,
    format_percent,
    format_size,
    group_digits,
)

Facts = list[tuple[str, str]]
_TITLE = N_("Recording")
"""Of its one test (domain/profile/recording.py)."""
_NAMED = 3
"""Sizes of requests that a sentence names."""


def recording_answer(run: Run) -> str:
    """What the drive did, who wrote most, and how long it was quiet, in a few sentences."""
    found = recorded_of(run)
    if found is None:
        return ""
    said = [
        _("{read} read and {written} written in {duration}.").format(
            duration=format_duration(found.seconds),
            read=format_size(found.read),
            written=format_size(found.written),
        )
    ]
    if writer := found.most:
        said.append(_most(writer, found))
    said.append(_quiet(found))
    return " ".join(said)


def _most(writer: Writer, found: Recorded) -> str:
    share = format_percent(writer.written_bytes / found.counted)
    return _("Largest writer: {writer} ({share}).").format(writer=writer_name(writer), share=share)


def _quiet(found: Recorded) -> str:
    if found.observed.quiet >= found.seconds - 1:
        return _("The drive was idle.")
    return _("Longest idle time: {duration}.").format(
        duration=format_duration(found.observed.longest_quiet)
    )


def writer_name(writer: Writer) -> str:
    """What a writer is called."""
    if writer.kind == WriterKind.REST:
        return _("kernel and others")
    return shown(writer.name)


def recording_facts(run: Run) -> Facts:
    """Per hour and per year, beside the endurance, and whether the drive could sleep."""
    found = recorded_of(run)
    if found is None:
        return []
    hour, year = 3600.0, 365.0 * 86400.0
    facts = [
        (
            _("Per hour"),
            _("{read} read, {written} written").format(
                read=format_size(found.rate(found.read, hour)),
                written=format_size(found.rate(found.written, hour)),
            ),
        ),
        (_("Per year at this rate"), _written_a_year(found, found.rate(found.written, year))),
        (
            _("Busy"),
            _("{share} of the time").format(share=format_percent(found.busy, figures=2))
            if found.busy is not None
            else "–",
        ),
        (
            _("Idle"),
            _("{share} of the time, longest {duration}").format(
                share=format_percent(found.observed.quiet / found.seconds),
                duration=format_duration(found.observed.longest_quiet),
            ),
        ),
    ]
    waits = [
        _("{latency} per read").format(latency=format_latency(found.read_wait))
        if found.read_wait is not None
        else "",
        _("{latency} per write").format(latency=format_latency(found.write_wait))
        if found.write_wait is not None
        else "",
    ]
    if any(waits):
        facts.append((_("Latency, mean"), ", ".join(filter(None, waits))))
    if found.observed.flushes is not None:
        facts.append((_("Flushes"), group_digits(found.observed.flushes)))
    if found.observed.discarded_bytes:
        facts.append((_("Discarded"), format_size(found.observed.discarded_bytes)))
    if found.observed.rotational:
        facts.append((_("Sleep"), _sleep(found)))
    return facts + request_facts(found.requests)


def _written_a_year(found: Recorded, year: float) -> str:
    written = _("{size} written").format(size=format_size(year))
    if found.observed.life and year:
        return _("{written}, {share} of its rated {life}").format(
            written=written,
            share=format_percent(year / found.observed.life, figures=2),
            life=format_size(found.observed.life),
        )
    return written


def _sleep(found: Recorded) -> str:
    if found.observed.longest_quiet >= SLEEPS_AFTER:
        return _("possible")
    if found.seconds < 2 * SLEEPS_AFTER:
        return _("unknown (record at least {least})").format(
            least=format_duration(2 * SLEEPS_AFTER)
        )
    return _("no")


def request_facts(requests: Requests | None) -> Facts:
    """The requests in words: sizes, order, depth, and what was not seen."""
    if requests is None:
        return []
    facts = []
    for title, found in (
        (_("Sizes of reads"), requests.read),
        (_("Sizes of writes"), requests.write),
    ):
        if found.count:
            facts.append((title, sizes_text(found)))
    for title, found in (
        (_("Sequential reads"), requests.read),
        (_("Sequential writes"), requests.write),
    ):
        if found.count:
            facts.append((title, format_percent(found.sequential / found.count)))
    if requests.write.count:
        waited = requests.write.sync / requests.write.count
        facts.append((_("Synchronous writes"), format_percent(waited)))
    if requests.depths and not requests.depths_known:
        facts.append((_("Requests in flight"), _("unknown")))
    elif requests.depths:
        alone = sum(count for depth, count in requests.depths if depth == 1)
        total = sum(count for _depth, count in requests.depths)
        facts.append(
            (
                _("Requests in flight"),
                _("{share} one at a time, at most {most} at once").format(
                    share=format_percent(alone / total), most=2 * requests.depths[-1][0]
                ),
            )
        )
    if requests.lost:
        facts.append((_("Not recorded"), lost_text(requests)))
    return facts


def sizes_text(found: Requested) -> str:
    """The commonest sizes with their shares: "4 KiB 73 %, 64 KiB 8 %"."""
    most = sorted(shares(found), key=lambda pair: -pair[1])[:_NAMED]
    return ", ".join(f"{block_size_text(size)} {format_percent(share)}" for size, share in most)


def lost_text(requests: Requests) -> str:
    """How many requests came too fast to be counted."""
    return ngettext(
        "{count} request",
        "{count} requests",
        requests.lost,
    ).format(count=group_digits(requests.lost))


def recording_notes(run: Run) -> list[str]:
    """How to take the figures."""
    found = recorded_of(run)
    if found is None:
        return []
    said = []
    if found.seconds < SETTLED:
        said.append(
            _("Record at least {least}: background tasks may run hourly.").format(
                least=format_duration(SETTLED)
            )
        )
    if not found.observed.grouped:
        said.append(_("Services are unknown: set DefaultIOAccounting=yes in system.conf."))
    if found.processes:
        said.append(_("Only your processes are known; they may have written to another drive."))
    if found.requests is None:
        said.append(_("Request sizes were not recorded."))
    elif found.partly_counted:
        said.append(
            _("Requests were recorded for {counted} of {whole}.").format(
                counted=format_duration(found.requests.seconds),
                whole=format_duration(found.seconds),
            )
        )
    return said


def writer_heads() -> tuple[str, ...]:
    """The heads of the table of writers."""
    return _("Who"), _("What"), _("Written"), _("Share"), _("Read")


def writer_rows(run: Run, most: int = 12) -> list[tuple[str, ...]]:
    """A row for each writer: who, what kind, written, share of what all wrote, read."""
    found = recorded_of(run)
    if found is None:
        return []
    kinds = {
        WriterKind.GROUP: _("service or program"),
        WriterKind.REST: _("no group"),
        WriterKind.PROCESS: _("process, on any drive"),
    }
    groups = [one for one in found.observed.writers if one.kind != WriterKind.PROCESS]
    rows: list[tuple[str, ...]] = []
    for one in (*groups[:most], *found.processes[: most // 2]):
        known = one.kind in tuple(WriterKind)
        share = one.written_bytes / found.counted if found.counted else None
        rows.append(
            (
                writer_name(one),
                kinds[WriterKind(one.kind)] if known else "",
                format_size(one.written_bytes),
                format_percent(share) if share is not None and one in groups else "",
                format_size(one.read_bytes),
            )
        )
    return rows


def profile_from(run: Run, title: str = "") -> Profile:
    """A profile of a recording's requests, called `title`. Raises UsageError where they were not
    counted, or are too few.
    """
    found = recorded_of(run)
    if found is None or found.requests is None:
        raise UsageError(
            "The requests were not recorded.",
            advice=Advice(Remedy.COUNT_REQUESTS),
        )
    device = found.requests.device
    return recorded_profile(
        found.requests,
        title=title or _("As on {device}, {date}").format(device=device, date=date(run.started)),
        question=_("How fast is a drive with the load of {device}?").format(device=device),
        test=_("As recorded"),
        queue=_queue(found),
    )


def _queue(found: Recorded) -> float | None:
    """The mean number of requests in flight while there was any, by the kernel's counters."""
    target = next((one for one in found.repeat.members if one.role is Role.TARGET), None)
    if target is None or target.queued is None or not target.busy:
        return None
    return target.queued / target.busy


def profile_keeps() -> str:
    """What a profile from a recording keeps of it, and what it loses."""
    return _("Replays the mix of the recording without its pauses and positions.")
