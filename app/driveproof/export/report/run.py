# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A run as a report: the answer, its figures, its drive's health, its conditions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from driveproof.domain.access import Direction
from driveproof.domain.answer import Answer, headline
from driveproof.domain.expected_answer import TITLE as EXPECTED
from driveproof.domain.expected_answer import expected_answer
from driveproof.domain.expected_speed import Expectation
from driveproof.domain.health.changes import Pair
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.metric import MetricName
from driveproof.domain.rating import ODD
from driveproof.domain.run.certainty import figures_legend, share_within, tells_certainty
from driveproof.domain.run.hosts import hosts_named, on_hosts
from driveproof.domain.run.result import (
    LATENCIES,
    ChartKind,
    Figures,
    charts_of,
    figures_of,
    shows_tests,
    written_data,
)
from driveproof.domain.run.run import CANCELLED, FAILED, METRICS, Repeat, Run, disturbance
from driveproof.domain.run.work import DATA_TITLES
from driveproof.domain.run_cautions import Doubt, notes_of, run_cautions
from driveproof.domain.run_facts import drive_facts, machine_facts, place_facts
from driveproof.export.report.answer import answer_blocks
from driveproof.export.report.document import (
    CommandBlock,
    Drawing,
    FactsBlock,
    Pairs,
    PictureBlock,
    Report,
    ReportBlock,
    Section,
    TableBlock,
    TextBlock,
    footer,
)
from driveproof.export.run_health import run_changes
from driveproof.export.text.command import explanation, shell_command
from driveproof.wording.catalogue import N_, _
from driveproof.wording.dates import clock, date_and_time
from driveproof.wording.errors import Face
from driveproof.wording.figures import spread_text
from driveproof.wording.finding import finding_text
from driveproof.wording.kernel_log import kernel_table, kernel_title
from driveproof.wording.phase import blocks_text, direction_word
from driveproof.wording.profile import run_title, test_names, test_title
from driveproof.wording.run import explanations
from driveproof.wording.say import say_text, say_texts, value_text
from driveproof.wording.table import cell_text, fact_texts
from driveproof.wording.units import (
    format_bandwidth,
    format_duration,
    format_latency,
    format_percent,
    format_size,
    format_temperature,
    iops_number,
)

_COLUMNS = (
    N_("Test"), N_("Direction"), N_("Repeats"), N_("Bandwidth"), "IOPS", N_("Spread"), "p50", "p99",
    N_("Maximum"),
)  # fmt: skip


def measurement(
    run: Run,
    answer: Answer,
    drawings: Sequence[Drawing] = (),
    *,
    binary: bool = False,
    alone: bool = True,
) -> Section:
    """The figures of a run and what its method found, with its pictures; `alone`: with its notes
    and latencies as well, which have sections of their own in the report of a run.
    """
    pictures = [PictureBlock(drawing) for drawing in drawings]
    below = [TextBlock(say_text(note)) for note in notes_of(run)] if alone else []
    if not shows_tests(run):
        blocks = answer_blocks(answer, pictures, binary=binary)
        blocks += [TextBlock(say_text(note), quiet=True) for note in answer.map_notes]
        kinds = {chart.kind for chart in charts_of(run)}
        if {ChartKind.ROWS, ChartKind.BARS} <= kinds:
            blocks += _tests(run, (), binary, alone=alone)
    else:
        blocks = _tests(run, pictures, binary, alone=alone)
        blocks += answer_blocks(answer, binary=binary)
    if not blocks:
        return Section(_("Measurement"), (TextBlock(_("No test was completed.")),))
    return Section(_("Measurement"), (*blocks, *below))


def _tests(
    run: Run, pictures: Sequence[ReportBlock], binary: bool, *, alone: bool
) -> list[ReportBlock]:
    """A row for each test in each direction; `alone` with its latencies."""
    rows: list[tuple[str, ...]] = []
    told = tells_certainty(run)
    for figures in figures_of(run):
        if figures.speeds is None:
            continue
        bandwidth, iops = figures.speeds
        slow = figures.medians((MetricName.P50, MetricName.P99, MetricName.MAX)) if alone else []
        rows.append(
            (
                test_title(figures.title, run.profile, run.environment.drives),
                direction_word(figures.direction),
                str(bandwidth.count),
                format_bandwidth(bandwidth.median, binary=binary),
                iops_number(iops.median),
                _spread(figures),
                *([cell_text(share_within(figures))] if told else ()),
                *("" if median is None else format_latency(median) for median in slow),
            )
        )
        if figures.direction == figures.phase.directions[-1] and figures.mixed:
            rows += _together(figures, run.profile, binary=binary, columns=len(rows[-1]))
    if not rows:
        return []
    blocks: list[ReportBlock] = [*pictures]
    heads = (*map(_, _COLUMNS[:6]), *([_("Within")] if told else ()))
    heads = (*heads, *(map(_, _COLUMNS[6:]) if alone else ()))
    blocks.append(TableBlock(heads, tuple(rows), left=2))
    blocks.append(TextBlock(say_texts(figures_legend(run)), quiet=True))
    return blocks


def _together(
    figures: Figures, profile: str, *, binary: bool, columns: int
) -> list[tuple[str, ...]]:
    """A row for both directions of a mixed test together, which have no latency in common."""
    bandwidth, iops = (
        figures.phase.total(METRICS[name]) for name in (MetricName.BANDWIDTH, MetricName.IOPS)
    )
    if bandwidth is None or iops is None:
        return []
    primary = bandwidth if figures.phase.primary == MetricName.BANDWIDTH else iops
    row = (
        test_title(figures.title, profile),
        _("Together"),
        str(iops.count),
        format_bandwidth(bandwidth.median, binary=binary),
        iops_number(iops.median),
        spread_text(primary) if primary.count > 1 else _("unknown"),
    )
    return [row + ("",) * (columns - len(row))]


def _spread(figures: Figures) -> str:
    primary = figures.primary
    spread = spread_text(primary) if primary and primary.count > 1 else _("unknown")
    return (
        _("{first}, {second}").format(first=spread, second=_("short")) if figures.short else spread
    )


def environment(run: Run) -> Section:
    """The machine and the target as they were."""
    return Section(_("Environment"), (FactsBlock(environment_pairs(run)),))


def environment_pairs(run: Run) -> Pairs:
    """The same as names with their values, as far as they are known."""
    measured = date_and_time(run.started)
    if run.seconds:  # not told by the files of other programs
        measured += f", {format_duration(run.seconds)}"
    return (*known([(_("Run"), run.id), (_("Measured"), measured)]), *surroundings(run))


def surroundings(run: Run) -> Pairs:
    """Of these, what several runs can share: target, place and machine."""
    facts = fact_texts((*place_facts(run), *machine_facts(run)))
    return (*known([(_("Target"), run.target.path)]), *facts)


def commands(run: Run) -> Section | None:
    """The exact command of each test's first repeat; None where nothing was run."""
    called = test_names([run])
    lines = [
        CommandBlock(called[phase.name], shell_command(phase, run.target.path))
        for phase in run.phases
        if phase.command
    ]
    if not lines:
        return None
    how = _("Options in the imported file:")
    how = how if run.source else explanation(run.target)
    return Section(_("Commands"), (TextBlock(how, quiet=True), *lines))


def measured_sections(
    run: Run | None, answer: Answer | None, drawings: Sequence[Drawing] = ()
) -> list[Section]:
    """What a check measured, on which machine and how; none where nothing was measured."""
    if run is None or answer is None or not run.phases:
        return []
    sections = (measurement(run, answer, drawings), environment(run), commands(run))
    return [one for one in sections if one is not None]


def known(pairs: Sequence[tuple[str, str | None]]) -> Pairs:
    """Those with a value."""
    return tuple((name, value) for name, value in pairs if value)


MOST_REPEATS = 300
"""Rows of single repeats in a report; the CSV and the JSON have all of them."""
_WORDS = {CANCELLED: "unknown", FAILED: "bad"}


def run_report(
    run: Run,
    answer: Answer,
    *,
    drawings: Sequence[Drawing] = (),
    health: tuple[Pair, ...] = (),
    expected: tuple[Expectation, ...] = (),
    binary: bool = False,
    version: str = "",
) -> Report:
    """The report; `drawings` are its pictures, `health` is that of its drives, before and after,
    `expected` what its tests can be held against, `version` that of the program that writes the
    report. `binary` writes MiB/s instead of MB/s.
    """
    cautions = tuple(_cautions(run))
    parts = [Section(_("Notes"), cautions) if cautions else None]
    parts.append(measurement(run, answer, drawings, binary=binary, alone=False))
    parts.append(held_against(run, expected, binary=binary))
    parts.append(_kernel(run))
    # Hundreds of tests: their rows are in CSV and JSON.
    many = has_trait(run.method, Trait.MANY_TESTS)
    parts += [] if many else [_latencies(run), _repeats(run, binary)]
    parts += [_changes(run, health), _target(run), environment(run)]
    parts += [] if many else [commands(run)]
    return replace(
        _head(run, answer, binary=binary),
        sections=tuple(part for part in parts if part is not None),
        footer=footer(version, run.id, date_and_time(run.started)),
    )


def run_picture(
    run: Run, answer: Answer, drawings: Sequence[Drawing], *, binary: bool = False
) -> Report:
    """What a picture of a run says: the answer, its charts, and how it was measured."""
    notes = explanations(run, answer, binary=binary)
    blocks: tuple[ReportBlock, ...] = (
        *_cautions(run),
        *map(PictureBlock, drawings),
        *(TextBlock(text, quiet=True) for text in notes),
    )
    return replace(
        _head(run, answer, binary=binary),
        sections=(Section("", blocks),),
        footer=" · ".join(_conditions(run)),
    )


def _head(run: Run, answer: Answer, *, binary: bool) -> Report:
    """What was measured, and what came out."""
    title = run_title(run.title, run.profile, run.cache)
    hosts = say_text(hosts_named(run)) if on_hosts(run) else ""
    return Report(
        title=hosts or run.target.model or run.target.device or run.target.path or title,
        headline=say_texts(headline(run, answer), binary=binary),
        word=_WORDS.get(run.status, ""),
        subject=tuple(line for line in (_subject(run), run.remarks) if line),
    )


def _cautions(run: Run) -> Iterator[TextBlock]:
    """What to keep in mind with the figures, the most serious first."""
    for one in run_cautions(run):
        yield TextBlock(
            finding_text(one, Face.WINDOW), word=ODD if one.grade == Doubt.DOUBT else ""
        )


def _conditions(run: Run) -> Iterator[str]:
    """With what it was measured, and how to read its charts."""
    env = run.environment
    yield f"Driveproof {env.driveproof or ''}".strip()
    if env.fio:
        yield env.fio if env.fio.startswith("fio") else f"fio {env.fio}"
    if env.kernel:
        yield _("Linux {version}").format(version=env.kernel)
    if env.link:
        yield env.link
    if env.scheduler:
        yield _("scheduler {scheduler}").format(scheduler=env.scheduler)
    if env.test_file_size:
        yield _("test file {size}").format(size=format_size(env.test_file_size, binary=True))
    if env.fill is not None:
        yield _("file system {share} full").format(share=format_percent(env.fill))
    if env.temperature_before is not None and env.temperature_after is not None:
        yield f"{env.temperature_before:.0f} → {format_temperature(env.temperature_after)}"
    kinds = {each.kind for each in charts_of(run)}
    bars = kinds & {ChartKind.BARS, ChartKind.ROWS}
    if bars and any(len(phase.repeats) > 1 for phase in run.phases):
        yield _("bars: median, lines: minimum to maximum")
    if ChartKind.CURVES in kinds:
        yield _("latency: darker cells have more I/Os")


def _subject(run: Run) -> str:
    target = run.target
    where = target.path
    if target.filesystem:
        where = _("{filesystem} on {path}").format(filesystem=target.filesystem, path=where)
    parts = (
        run_title(run.title, run.profile, run.cache),
        _("firmware {firmware}").format(firmware=target.firmware) if target.firmware else "",
        format_size(target.size) if target.size else "",
        where,
        date_and_time(run.started),
        f"“{run.label}”" if run.label else "",
    )
    return " · ".join(part for part in parts if part)


def _latencies(run: Run) -> Section | None:
    """Every percentile of every test; None where no latency is known."""
    rows = []
    for figures in figures_of(run):
        found = figures.medians((*LATENCIES, MetricName.LONGEST_STALL))
        if any(median is not None for median in found[:-1]):
            cells = ["–" if median is None else _latency(median) for median in found]
            title = test_title(figures.title, run.profile, run.environment.drives)
            rows.append((title, direction_word(figures.direction), *cells))
    if not rows:
        return None
    heads = (_("Test"), _("Direction"), _("Mean"))
    columns = (*heads, "p50", "p95", "p99", "p99.9", _("Maximum"), _("Stall"))
    table = TableBlock(columns, tuple(rows), left=2)
    words = TextBlock(
        _("Medians. Stall: longest time without an answer."),
        quiet=True,
    )
    return Section(_("Latency"), (table, words))


def held_against(
    run: Run, expected: Sequence[Expectation], *, binary: bool = False
) -> Section | None:
    """The answer to what the tests were held against; None without one."""
    if not expected:
        return None
    answer = expected_answer(run, expected)
    said = (TextBlock(say_text(one, binary=binary)) for one in answer.sentences)
    return Section(say_text(EXPECTED), (*said, *answer_blocks(answer, binary=binary)))


def _kernel(run: Run) -> Section | None:
    """What the kernel reported about the drive meanwhile; None where it reported nothing."""
    if not run.environment.kernel_messages:
        return None
    heads, *rows = kernel_table(run.environment.kernel_messages)
    return Section(kernel_title(), (TableBlock(heads, tuple(rows), left=4),))


def _latency(seconds: float) -> str:
    return format_latency(seconds) if seconds else "–"


def _repeats(run: Run, binary: bool) -> Section | None:
    """Each repeat, with what disturbed it; None where every test has only one."""
    if all(len(phase.repeats) < 2 for phase in run.phases):
        return None
    rows = [
        (
            test_title(figures.title, run.profile, run.environment.drives),
            direction_word(figures.direction),
            str(repeat.order),
            *_repeat(repeat, figures.direction, binary),
        )
        for figures in figures_of(run)
        for repeat in figures.phase.repeats
        if figures.direction in repeat.directions
    ]
    heads = (_("Test"), _("Direction"), _("Repeat"), _("Bandwidth"))
    columns = (*heads, "IOPS", "p99", _("Affected by"))
    blocks: list[ReportBlock] = [TableBlock(columns, tuple(rows[:MOST_REPEATS]), left=2)]
    if len(rows) > MOST_REPEATS:
        text = _("All repeats are in CSV and JSON.")
        blocks.append(TextBlock(text, quiet=True))
    return Section(_("Each repeat"), tuple(blocks))


def _repeat(repeat: Repeat, direction: Direction, binary: bool) -> tuple[str, ...]:
    result = repeat.directions[direction]
    slow = result.latency.p99
    return (
        format_bandwidth(result.bandwidth, binary=binary),
        iops_number(result.iops),
        "–" if slow is None else format_latency(slow),
        ", ".join(value_text(disturbance(word)) for word in repeat.disturbed) or "–",
    )


def _changes(run: Run, health: tuple[Pair, ...]) -> Section | None:
    """The drives' health before and after; None where nothing was kept."""
    blocks: list[ReportBlock] = []
    for pair in health:
        before, after = pair
        one = before or after
        if one is None:
            continue
        if len(health) > 1:
            blocks.append(TextBlock(one.identity))
        if before is None or after is None:
            blocks.append(TextBlock(_("Not both readings are available."), quiet=True))
            continue
        rows = tuple(
            tuple(map(cell_text, (one.title, *one.ends, one.difference)))
            for one in run_changes(run, pair, alone=len(health) == 1)
        )
        if rows:
            heads = (_("Value"), _("Before"), _("After"), _("Change"))
            blocks.append(TableBlock(heads, rows, left=4))
        else:
            blocks.append(TextBlock(_("No changes.")))
        text = _("Read at {before} and {after}. Source: {source}").format(
            before=clock(before.taken, seconds=True),
            after=clock(after.taken, seconds=True),
            source=after.health.source,
        )
        blocks.append(TextBlock(text, quiet=True))
    if not blocks:
        return None
    return Section(_("Health before and after"), tuple(blocks))


def _written(run: Run) -> str | None:
    """The kinds of data, each with its tests where there is more than one."""
    tests: dict[str, list[str]] = {}
    called = test_names([run])
    for phase in run.phases:
        if (data := written_data(phase)) is not None:
            words = say_text(DATA_TITLES[data])
            tests.setdefault(words, []).append(called[phase.name])
    if len(tests) < 2:
        return next(iter(tests), None)
    return "; ".join(f"{kind} ({', '.join(names)})" for kind, names in tests.items())


def _target(run: Run) -> Section | None:
    phases = sorted(run.phases, key=lambda phase: phase.block_size)
    sizes = dict.fromkeys(blocks_text(phase) or _("unknown") for phase in phases)
    tests = known([(_("Block size"), ", ".join(sizes)), (_("Data written"), _written(run))])
    pairs = (*fact_texts(drive_facts(run)), *tests)
    title = _("Measurement") if on_hosts(run) else _("The drive")
    return Section(title, (FactsBlock(pairs),)) if pairs else None
