# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One run as tables for the terminal."""

from __future__ import annotations

from driveproof.domain.access import COLD, DIRECTIONS, WARM, Direction
from driveproof.domain.answer import Answer
from driveproof.domain.health.changes import Pair
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.metric import MetricName, metrics_of
from driveproof.domain.run.certainty import (
    certainty_in_run,
    figures_legend,
    share_within,
)
from driveproof.domain.run.hosts import hosts_named, on_hosts
from driveproof.domain.run.members import role_title, typical
from driveproof.domain.run.result import (
    LATENCIES,
    Figures,
    figures_of,
    rows_of,
    shows_tests,
    written_data,
)
from driveproof.domain.run.run import (
    FINISHED,
    METRICS,
    STATUS_TITLES,
    WRITE_CACHE_EXHAUSTED,
    PhaseResult,
    Run,
    disturbance,
)
from driveproof.domain.run.work import DATA_TITLES
from driveproof.domain.run_cautions import disturbances, notes_of
from driveproof.domain.say import Title
from driveproof.domain.text import visible
from driveproof.domain.title import mixed_title
from driveproof.export.run_health import health_lines
from driveproof.export.text.answer import answer_lines, block_lines, note_lines, table_lines
from driveproof.export.text.command import explanation, shell_command
from driveproof.export.text.layout import (
    WIDTH,
    TextLayout,
    columns_of,
    cut,
    one_line,
    widest,
)
from driveproof.wording import live
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.errors import Face, failure_text
from driveproof.wording.figures import (
    metric_titles,
    spread_text,
    write_metric,
)
from driveproof.wording.finding import finding_text
from driveproof.wording.kernel_log import kernel_table, kernel_title
from driveproof.wording.phase import (
    direction_title,
    direction_word,
    limit_texts,
)
from driveproof.wording.profile import run_title, test_names, test_title
from driveproof.wording.say import say_text, say_texts, value_text
from driveproof.wording.table import cell_text
from driveproof.wording.units import (
    NARROW,
    format_duration,
    format_latency,
    format_size,
    group_digits,
    repeats_text,
)


def run_table(
    run: Run,
    answer: Answer,
    *,
    binary: bool = False,
    commands: bool = False,
    details: bool = False,
    width: int | None = None,
    encoding: str = "utf-8",
    health: tuple[Pair, ...] = (),
    expected: Answer | None = None,
) -> str:
    """One run: its identity, what its method found, its tests, and the notes.

    `binary` writes MiB/s instead of MB/s, `commands` adds the exact fio commands, `details` every
    metric with its lowest and highest repeat. Reads and writes are side by side where `width`
    columns hold them (None: any number). `health` is that of its drives, before and after,
    `expected` whether it is as fast as it should be. Foreign text cannot move the cursor, and only
    characters of `encoding` are used.
    """
    layout = TextLayout(
        WIDTH if width is None else width, 10_000 if width is None else width, encoding, binary
    )
    lines = [*_head(run, layout.room), "", *_figures(run, layout, answer, details=details)]
    if details:
        lines += _details(run, layout)
        if run.error is not None and run.error.details:
            words = _("Output of the failed program: {words}")
            lines += ["", *layout.wrapped(words.format(words=visible(run.error.details)))]
    lines += _expected_lines(expected, layout)
    lines += _kernel_lines(run, layout)
    said = [*health_lines(run, health), *(_("Note: {note}").format(note=n) for n in _notes(run))]
    if run.remarks:
        said.append(_("Note: {note}").format(note=visible(run.remarks)))
    for text in said:
        lines += layout.wrapped(text, indent="  ")
    commands = commands and any(phase.command for phase in run.phases)
    if commands:
        how = _("Options in the imported file:") if run.source else explanation(run.target)
        lines += ["", *layout.wrapped(how)]
        called = test_names([run])
        for phase in run.phases:
            lines += [
                f"  {one_line(called[phase.name])}",
                f"    {visible(shell_command(phase, run.target.path))}",
            ]
    return layout.text(lines)


def _kernel_lines(run: Run, layout: TextLayout) -> list[str]:
    """What the kernel reported, between empty lines; none where it reported nothing."""
    messages = run.environment.kernel_messages
    if not messages:
        return []
    return ["", kernel_title(), *layout.table(kernel_table(messages)), ""]


def _expected_lines(answer: Answer | None, layout: TextLayout) -> list[str]:
    """The section "As fast as it should be?", between empty lines; none without a test."""
    if answer is None or not answer.measured:
        return []
    lines = [""]
    for table in answer.tables:
        lines += [say_text(table.title), *table_lines(table, layout)]
    for one in (*answer.sentences, *answer.notes):
        lines += layout.wrapped(say_text(one, binary=layout.binary), indent="  ")
    return [*lines, ""]


def _figures(run: Run, layout: TextLayout, answer: Answer, *, details: bool) -> list[str]:
    """What was measured, as tables that suit its method."""
    if not shows_tests(run):
        return answer_lines(answer, layout, details=details)
    if not any(figures.speeds for figures in figures_of(run)):
        return [_("Nothing was measured."), *note_lines(answer, layout)]
    latencies = _latencies(run, layout)
    legend = layout.wrapped(_legend(run, layout))
    lines = [*_speeds(run, layout), "", *latencies, *([""] if latencies else []), *legend]
    more = block_lines(answer, layout, details=details)
    return [*lines, *more, *([""] if more else [])]


def _head(run: Run, width: int) -> list[str]:
    target, environment = run.target, run.environment
    unknown = say_text(hosts_named(run)) if on_hosts(run) else _("Unknown drive")
    drive = [target.model or target.device or unknown]
    if target.firmware:
        drive.append(_("firmware {firmware}").format(firmware=target.firmware))
    drive += [format_size(target.size)] if target.size else []
    where = target.path or ""
    if target.filesystem:
        text = _("{filesystem} on {path}")
        where = text.format(filesystem=target.filesystem, path=target.path)
    state = (
        ""
        if run.status == FINISHED
        else f", {value_text(STATUS_TITLES.get(run.status, run.status))}"
    )
    used = [f"fio {environment.fio.removeprefix('fio-')}"] if environment.fio else []
    used += [f"Linux {environment.kernel}"] if environment.kernel else []
    if environment.scheduler:
        used.append(_("scheduler {scheduler}").format(scheduler=environment.scheduler))
    when = date_and_time(run.started)
    when += f", {format_duration(run.seconds)}" if run.seconds else ""
    label = f' "{visible(run.label)}"' if run.label else ""
    lines = [
        f"{run_title(run.title, run.profile, run.cache)}{state}{label}",
        one_line(
            ", ".join(filter(None, dict.fromkeys([*drive, where])))
        ),  # a device is its own path
        # Translators: {id} is that of the run, with its date, fio, Linux and scheduler.
        _("Run {id}").format(id=", ".join((visible(run.id), when, *map(visible, used)))),
    ]
    lines = [cut(line, max(width, 40)) for line in lines]
    if run.error is not None:
        lines.append(visible(failure_text(run.error, Face.TERMINAL)))
    return lines


def _title(phase: PhaseResult, run: Run) -> str:
    return one_line(_words(mixed_title(phase.title, phase.direction), run))


def _words(title: Title | str, run: Run) -> str:
    return test_title(title, run.profile, run.environment.drives)


def _speeds(run: Run, layout: TextLayout) -> list[str]:
    """Bandwidth, spread and IOPS; reads and writes side by side, as in other benchmark tools."""
    seen = {figures.direction for figures in figures_of(run)}
    used = [way for way in DIRECTIONS if way in seen]
    blocks = [_block(run, way, layout) for way in used]
    together = []
    if any(phase.direction == Direction.MIXED for phase in run.phases):
        together = [_together(run, layout)]
    titles = ([one_line(_words(row.title, run))] for row in rows_of(run.phases))
    names = layout.table([[""], [_("Test")], *titles])
    names = [name + " " * (widest(names) - columns_of(name)) for name in names]

    def beside(*some: list[str]) -> list[str]:
        return ["   ".join(parts).rstrip() for parts in zip(names, *some, strict=True)]

    whole = beside(*blocks, *together)
    if layout.fits(whole):
        return whole
    pair = [beside(*blocks)]
    pair = pair if layout.fits(pair[0]) else [beside(block) for block in blocks]
    below = [*pair, *(beside(block) for block in together)]
    return [line for lines in below for line in ("", *lines)][1:]


def _block(run: Run, direction: Direction, layout: TextLayout) -> list[str]:
    """The columns of one direction, a line for each test and two for the heading."""
    rows: list[tuple[str, ...]] = []
    of_them = [one for one in figures_of(run) if one.direction == direction]
    told = any(share_within(one) is not None for one in of_them)
    heads = (layout.unit, _("Spread"), *([_("Within")] if told else ()), "IOPS")
    for row in rows_of(run.phases):
        phase = row.phases.get(direction)
        figures = Figures(phase, direction) if phase is not None else None
        if figures is None or figures.speeds is None:
            rows.append(("",) * len(heads))
            continue
        bandwidth, iops = figures.speeds
        spread = spread_text(figures.primary)
        spread = (
            _("{first}, {second}").format(first=spread, second=_("short"))
            if figures.short
            else spread
        )
        rows.append(
            (
                layout.rate(bandwidth.median),
                spread,
                *([cell_text(share_within(figures))] if told else ()),
                group_digits(iops.median),
            )
        )
    lines = layout.table([heads, *rows], ())
    width = widest(lines)
    return [direction_title(direction).rjust(width), *(line.ljust(width) for line in lines)]


def _together(run: Run, layout: TextLayout) -> list[str]:
    """The columns of both directions of mixed tests together."""
    rows = []
    for row in rows_of(run.phases):
        iops, bandwidth = row.total(MetricName.IOPS), row.total(MetricName.BANDWIDTH)
        if iops is None or bandwidth is None:
            rows.append(("", "", ""))
            continue
        primary = bandwidth if row.primary == MetricName.BANDWIDTH else iops
        rows.append(
            (layout.rate(bandwidth.median), spread_text(primary), group_digits(iops.median))
        )
    lines = layout.table([(layout.unit, _("Spread"), "IOPS"), *rows], ())
    width = widest(lines)
    return [_("Together").rjust(width), *(line.ljust(width) for line in lines)]


def _latencies(run: Run, layout: TextLayout) -> list[str]:
    """A line for each test and direction; without p95 where it would not fit."""
    heads = {MetricName.MEAN: _(MetricName.MEAN), MetricName.MAX: _(MetricName.MAX)}
    rows: list[tuple[str, ...]] = [
        (_("Latency"), "", *(heads.get(name, name) for name in LATENCIES))
    ]
    for figures in figures_of(run):
        found = figures.medians(LATENCIES)
        if any(median is not None for median in found):
            cells = ["" if median is None else format_latency(median) for median in found]
            rows.append((_title(figures.phase, run), direction_word(figures.direction), *cells))
    dropped = (2 + LATENCIES.index(MetricName.P95),)
    return layout.fitting(rows, (0, 1), dropped) if len(rows) > 1 else []


def _legend(run: Run, layout: TextLayout) -> str:
    return say_texts(figures_legend(run))


def _details(run: Run, layout: TextLayout) -> list[str]:
    """Every metric of every test: median, least, greatest; and what the devices below did."""
    lines = []
    for phase in run.phases:
        for direction in phase.directions:
            rows: list[tuple[str, ...]] = [
                ("", _("Median"), _("Minimum"), _("Maximum"), _("Spread"))
            ]
            for name in metrics_of(phase.pattern):
                summary = phase.summary(direction, METRICS[name])
                if summary is not None:
                    values = (summary.median, summary.low, summary.high)
                    cells = [write_metric(name, value, binary=layout.binary) for value in values]
                    spread = spread_text(summary) if summary.median else ""
                    rows.append((f"  {metric_titles()[name]}", *cells, spread))
            if len(rows) > 1:
                used = [
                    visible(phase.engine),
                    _("direct I/O") if phase.direct else _("buffered I/O"),
                ]
                used += [_("cold cache")] if phase.cache == COLD else []
                used += [_("warm cache")] if phase.cache == WARM else []
                used += (
                    [] if (data := written_data(phase)) is None else [say_text(DATA_TITLES[data])]
                )
                used += [_("without copy-on-write")] if phase.work.nocow else []
                used += (visible(text.replace(NARROW, " ")) for text in limit_texts(phase))
                counted = sum(repeat.counts for repeat in phase.repeats)
                used.append(cell_text(certainty_in_run(phase)) or repeats_text(counted))
                words = test_title(phase.title, run.profile, run.environment.drives)
                title = f"{phase.name}: {words}"
                if direction not in phase.name:
                    title += f", {direction_word(direction)}"
                lines += ["", one_line(title)]
                lines.append(f"  {', '.join(used)}")
                lines += layout.table(rows)
        lines += member_lines(phase, layout)
    return [*lines, ""]


def _notes(run: Run) -> list[str]:
    notes = [say_text(note).replace(NARROW, " ") for note in notes_of(run)]
    if has_trait(run.method, Trait.MANY_TESTS):  # a sentence for each kind
        return [*notes, *(one_line(finding_text(one)) for one in disturbances(run))]
    called = test_names([run])
    for phase in run.phases:
        # Of a write cache a note of its own tells.
        affected = [{*repeat.disturbed} - {WRITE_CACHE_EXHAUSTED} for repeat in phase.repeats]
        words = sorted(set().union(*affected))
        if words:
            count = sum(map(bool, affected))
            notes.append(
                _("{test}: {count} of {repeats} affected ({words}).").format(
                    test=called[phase.name],
                    count=count,
                    repeats=repeats_text(len(phase.repeats)),
                    words=visible(", ".join(value_text(disturbance(word)) for word in words)),
                )
            )
        results = [r for repeat in phase.repeats for r in repeat.directions.values()]
        stalls = [r.longest_stall or 0.0 for r in results]
        if stalls and max(stalls) > 0:
            text = _("{test}: longest stall {duration}.")
            longest = format_latency(max(stalls))
            notes.append(text.format(test=called[phase.name], duration=longest))
    return notes


def member_lines(phase: PhaseResult, layout: TextLayout) -> list[str]:
    """A line for each device, medians of the repeats; none where there is only one device."""
    found = typical(phase)
    if len(found) < 2:
        return []
    rows = [("  " + _("Device"), "", *live.columns(binary=layout.binary))]
    rows += [
        (
            f"  {visible(each.device)}",
            say_text(role_title(each.role)),
            *live.figures(each, binary=layout.binary),
        )
        for each in found
    ]
    # Each rate beside its IOPS; the temperature is that of a moment.
    order = (0, 1, 2, 4, 3, 5, 6, 7, 8, 9, 10)
    return layout.table([[row[place] for place in order] for row in rows], (0, 1))
