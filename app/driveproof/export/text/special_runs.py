# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Guided runs as tables for the terminal: a scan, hdparm, schedulers, a surface, a check."""

from __future__ import annotations

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.comparison.variant_table import base_of, variant_tests
from driveproof.domain.metric import MetricName
from driveproof.domain.run.area_map import map_of
from driveproof.domain.run.caches import bandwidth as read_bandwidth
from driveproof.domain.run.caches import readings_of
from driveproof.domain.run.cap import capacities_of
from driveproof.domain.run.everyday import bandwidth as write_bandwidth
from driveproof.domain.run.everyday import everyday_rows, iops, processes
from driveproof.domain.run.operation_map import maps_of
from driveproof.domain.run.result import Figures, Kind, kind_of
from driveproof.domain.run.run import METRICS, Run, Summary
from driveproof.domain.run.special_runs import (
    beside_fio,
    hdparm_rows,
    positions_of,
    read_again,
    speeds,
)
from driveproof.domain.run.steady_state import steady_of
from driveproof.domain.run.sustained import sustained_of
from driveproof.domain.text import visible
from driveproof.export.text.layout import table, widest, wrapped
from driveproof.wording.areas import (
    bad_heads,
    bad_rows,
    check_answer,
    more_text,
    places_text,
    totals_rows,
)
from driveproof.wording.caches import cache_notes, caches_answer, served_text
from driveproof.wording.caches import way_title as cache_way_title
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.everyday import (
    asynchronous,
    factor_text,
    fsync_text,
    heads,
    meaning,
    memory_text,
)
from driveproof.wording.everyday import way_title as flush_way_title
from driveproof.wording.figures import percent, spread_text, write_metric
from driveproof.wording.filesystems import cost_heads, cost_meaning, cost_rows
from driveproof.wording.load import curve_of, load_figures, load_notes, load_table
from driveproof.wording.long_runs import (
    long_answer,
    long_explanations,
    long_facts,
    round_rows,
    stretch_rows,
)
from driveproof.wording.operation_map import axes_text, figure_text, map_title, no_claim, rough_text
from driveproof.wording.profile import test_title
from driveproof.wording.special_runs import (
    bandwidth_of,
    detectable_words,
    difference_words,
    hdparm_units,
    judgement,
    no_variant_claim,
    printed,
    read_again_text,
    way_title,
    why_they_differ,
)
from driveproof.wording.units import (
    NARROW,
    bandwidth_value,
    block_size_text,
    format_bandwidth,
    format_latency,
    format_size,
    group_digits,
)
from driveproof.wording.worst_case import capacity_table, worst_answer, worst_notes
from driveproof.wording.worst_case import way_title as way_title_of


def hdparm_table(run: Run, *, binary: bool, width: int, room: int, encoding: str) -> list[str]:
    """hdparm's figures beside fio's, and why they differ.

    Sentences have `width` columns, and the table loses its last ones where it needs more than
    `room`.
    """
    unit = "MiB/s" if binary else "MB/s"
    rows: list[tuple[str, ...]] = [
        (_("Sequential read, 2 MiB"), f"hdparm {unit}", _("spread"), f"fio {unit}", _("spread"),
         _("fio to hdparm"), _("hdparm printed")),
    ]  # fmt: skip
    again = read_again(run)
    for row in hdparm_rows(run):
        timing, test = bandwidth_of(row.hdparm), bandwidth_of(row.fio)
        rows.append(
            (
                f"{way_title(row.way)}{f' ({row.hdparm.name})' if row.hdparm else ''}",
                _value(timing, binary),
                spread_text(timing),
                _value(test, binary),
                spread_text(test),
                ""
                if again and row.fio and not row.fio.direct
                else percent(test.median / timing.median - 1)
                if timing and test
                else "",
                printed(timing) if timing else "",
            )
        )
    lines = fitting(rows, (7, 6, 5, 4), (0,), room, encoding)
    why = [why_they_differ()] if beside_fio(run) else []
    for text in (hdparm_units(), *why, *([read_again_text()] if again else [])):
        lines += ["", *wrapped(text, width, encoding=encoding)]
    return lines


def _value(summary: Summary | None, binary: bool) -> str:
    return bandwidth_value(summary.median, binary=binary)[0] if summary else ""


def fitting(
    rows: list[tuple[str, ...]],
    counts: tuple[int, ...],
    left: tuple[int, ...],
    room: int,
    encoding: str,
) -> list[str]:
    """A table of as many of the first columns as there is room for, of the numbers in `counts`."""
    for count in counts:
        lines = table([row[:count] for row in rows], left, encoding=encoding)
        if widest(lines) <= room:
            break
    return lines


def variant_lines(run: Run, *, binary: bool, width: int, room: int, encoding: str) -> list[str]:
    """Each test under each scheduler or on each file system, and its difference to the device's
    own or to the first.

    Without the intervals where the tables would need more than `room` columns.
    """
    own, named = base_of(run), kind_of(run) is Kind.SCHEDULERS
    lines: list[str] = []
    for test in variant_tests(run):
        rows: list[tuple[str, ...]] = [
            (visible(test.name), _("median"), _("spread"),
             _("against {base}").format(base=visible(own)), "", _("95 % interval"),
             _("could see"))
        ]  # fmt: skip
        for cell in test.cells:
            change, interval, verdict = difference_words(cell.difference)
            name = visible(cell.variant)
            if named and cell.variant == own:
                name = _("{scheduler} (its own)").format(scheduler=name)
            rows.append(
                (
                    f"  {name}",
                    write_metric(test.metric, cell.summary.median, binary=binary),
                    spread_text(cell.summary),
                    change,
                    verdict,
                    interval,
                    detectable_words(cell.difference),
                )
            )
        lines += [*fitting(rows, (7, 6, 5), (0, 4), room, encoding), ""]
    if costs := cost_rows(run):
        lines += [*table([cost_heads(), *costs], range(1), encoding=encoding), ""]
    unseen = _("A smaller change than it could see would have gone unnoticed.")
    text = f"{judgement(run)} {unseen}"
    if silence := no_variant_claim(run):
        text = f"{silence} {text}"
    meaning = ["", *wrapped(cost_meaning(), width, encoding=encoding)] if costs else []
    return [*lines, *wrapped(text, width, encoding=encoding), *meaning]


def surface_lines(run: Run, *, binary: bool, width: int, room: int, encoding: str) -> list[str]:
    """A grid for each file operation: a line for each file size, a column for each record size."""
    unit = "MiB/s" if binary else "MB/s"
    lines: list[str] = []
    for found in maps_of(run.phases):
        title = f"{map_title(found)}, {unit}"
        rows: list[tuple[str, ...]] = [(title, *map(block_size_text, found.records))]
        for size in found.sizes:
            cells = [figure_text(found, size, record, binary=binary) for record in found.records]
            rows.append((f"  {block_size_text(size)}", *cells))
        lines += [*table(rows, encoding=encoding), ""]
    text = " ".join(filter(None, (axes_text(), no_claim(run), rough_text(run))))
    return [*lines, *wrapped(text, width, encoding=encoding)]


def load_lines(run: Run, *, binary: bool, width: int, room: int, encoding: str) -> list[str]:
    """A line for each depth, then the marked points and how to read it."""
    curve = curve_of(run)
    rows = load_table(curve)
    lines: list[str] = []
    for left_out in ((), (3,), (3, 6), (3, 6, 8), (3, 6, 8, 9)):  # spread, p95, p99.9, processor
        some = [
            tuple(cell for place, cell in enumerate(row) if place not in left_out) for row in rows
        ]
        lines = table(some, (len(some[0]) - 1,), encoding=encoding)
        if widest(lines) <= room:
            break
    figures = [(one.title, one.iops, one.detail) for one in load_figures(curve)]
    lines += ["", *table(figures, (0, 2), encoding=encoding), ""]
    return [*lines, *wrapped(" ".join(load_notes(run)), width, encoding=encoding)]


def worst_case_lines(run: Run, *, binary: bool, width: int, room: int, encoding: str) -> list[str]:
    """The answer, then a table of depths for each direction."""
    lines = [*wrapped(worst_answer(run), width, encoding=encoding), ""]
    for one in capacities_of(run):
        rows = capacity_table(one)
        for left_out in ((), (2,), (2, 5), (2, 5, 7)):  # spread, p95, p99.9
            some = [
                tuple(cell for place, cell in enumerate(row) if place not in left_out)
                for row in rows
            ]
            made = table(some, (len(some[0]) - 1,), encoding=encoding)
            if widest(made) <= room:
                break
        lines += [way_title_of(one.direction), *made, ""]
    return [*lines, *wrapped(" ".join(worst_notes(run)), width, encoding=encoding)]


def long_lines(run: Run, *, binary: bool, width: int, encoding: str) -> list[str]:
    """A sustained write with its parts, or the rounds on the way to a steady state."""
    written, rounds = sustained_of(run), steady_of(run)
    lines = [*wrapped(long_answer(run, binary=binary), width, encoding=encoding), ""]
    facts = [(f"  {name}", value) for name, value in long_facts(run, binary=binary)]
    lines += [*table(facts, (0, 1), encoding=encoding), ""]
    if written is not None:
        lines += [*table(stretch_rows(written, binary=binary), (), encoding=encoding), ""]
    if rounds is not None and rounds.rounds:
        lines += [*table(round_rows(rounds), (4,), encoding=encoding), ""]
    return [*lines, *wrapped(" ".join(long_explanations(run)), width, encoding=encoding)]


_SCAN_LATENCIES = (MetricName.MEAN, MetricName.P50, MetricName.P95, MetricName.P99, MetricName.MAX)


def scan_lines(run: Run, *, binary: bool, encoding: str) -> list[str]:
    """The two tests as tables, each with how many places it read."""
    lines: list[str] = []
    for phase in run.phases:
        found = positions_of(phase)
        if not len(found):
            continue
        many = ngettext("{count} place of {size}", "{count} places of {size}", len(found)).format(
            count=group_digits(len(found)), size=format_size(found[0].bytes, binary=True)
        )
        sequential = phase.pattern == Pattern.SEQUENTIAL
        if sequential:
            average = phase.summary(phase.direction, METRICS[MetricName.BANDWIDTH])
            rates = speeds(found)
            values = [average.median if average else None, min(rates), max(rates)] if rates else []
            names: tuple[str, ...] = (_("average"), _("least"), _("greatest"))
            cells = [
                "" if value is None else format_bandwidth(value, binary=binary) for value in values
            ]
        else:
            names = (_("mean"), "p50", "p95", "p99", _("max"))
            medians = Figures(phase, phase.direction).medians(_SCAN_LATENCIES)
            cells = ["" if median is None else format_latency(median) for median in medians]
        if cells:
            title = test_title(phase.title, run.profile)
            lines += [*([""] if lines else []), *table([(title, *names), (f"  {many}", *cells)],
                                                       encoding=encoding)]  # fmt: skip
    return lines


MOST_BAD = 40
"""Bad places in a list on a terminal."""


def check_lines(run: Run, *, binary: bool, width: int, encoding: str) -> list[str]:
    """The answer of a check, what is in which state, the bad places, and the speeds."""
    found = map_of(run)
    lines = wrapped(check_answer(run), width, encoding=encoding)
    if found is not None and found.areas:
        rows = totals_rows(found)
        lines += ["", *table([(_("State"), _("Size"), _("Share")), *rows], encoding=encoding)]
        if bad := bad_rows(found.areas, MOST_BAD):
            lines += ["", *table([bad_heads(), *bad], (0, 2, 3), encoding=encoding)]
            lines += wrapped(more_text(found.areas, MOST_BAD), width, encoding=encoding)
            lines += wrapped(places_text(found), width, encoding=encoding)
    return [*lines, "", *scan_lines(run, binary=binary, encoding=encoding)]


def caches_lines(run: Run, *, binary: bool, width: int, encoding: str) -> list[str]:
    """A line for each reading: its speed, its latency, and who served the bytes."""
    unit = "MiB/s" if binary else "MB/s"
    rows: list[tuple[str, ...]] = [("", unit, _("spread"), "p50", _("served by"))]
    for way in readings_of(run):
        rows.append((cache_way_title(direct=way.direct), "", "", "", ""))
        for phase in way.phases:
            rate, p50 = (
                read_bandwidth(phase),
                phase.summary(Direction.READ, lambda r: r.latency.p50),
            )
            if rate is None:
                continue
            rows.append(
                (
                    _("  reading {number}").format(number=phase.work.reading),
                    bandwidth_value(rate.median, binary=binary)[0],
                    spread_text(rate),
                    "" if p50 is None else format_latency(p50.median),
                    visible(served_text(phase).replace(NARROW, " ")),
                )
            )
    lines = table(rows, (0, 4), encoding=encoding)
    for text in (caches_answer(run, binary=binary), *cache_notes(run)):
        if text:
            lines += ["", *wrapped(text.replace(NARROW, " "), width, encoding=encoding)]
    return lines


def everyday_lines(run: Run, *, binary: bool, width: int, room: int, encoding: str) -> list[str]:
    """Two lines for each test: with one fsync at its end, and with one after each write."""
    unit = "MiB/s" if binary else "MB/s"
    rows: list[tuple[str, ...]] = [
        ("", unit, "IOPS", _("spread"), *heads(), _("each process, {unit}").format(unit=unit), "")
    ]
    for row in everyday_rows(run):
        rows.append((visible(test_title(row.title, run.profile).replace(NARROW, " ")),))
        for phase in row.phases:
            rate, ios = write_bandwidth(phase), iops(phase)
            if rate is None or ios is None:
                continue
            each = bool(phase.work.fsync)
            parts = processes(phase)
            rows.append(
                (
                    f"  {flush_way_title(each=each)}",
                    bandwidth_value(rate.median, binary=binary)[0],
                    group_digits(ios.median),
                    spread_text(rate),
                    fsync_text(phase),
                    memory_text(phase),
                    _("{slowest} to {fastest}").format(
                        slowest=bandwidth_value(parts[0], binary=binary)[0],
                        fastest=bandwidth_value(parts[1], binary=binary)[0],
                    )
                    if parts
                    else "",
                    factor_text(row) if each else "",
                )
            )
    full = [row + ("",) * (len(rows[0]) - len(row)) for row in rows]
    lines = fitting(full, (8, 7, 6), (0,), room, encoding)
    for text in (meaning(), *([asynchronous()] if any(p.queue_depth > 1 for p in run.phases)
                              else [])):  # fmt: skip
        lines += ["", *wrapped(text, width, encoding=encoding)]
    return lines
