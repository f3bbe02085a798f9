# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Guided runs in words and tables: hdparm beside fio, schedulers against the device's own."""

from __future__ import annotations

from dataclasses import dataclass

from driveproof.domain.comparison.difference import TENFOLD, Difference, Verdict, repeats_needed
from driveproof.domain.comparison.scheduler_table import SchedulerTest, scheduler_tests
from driveproof.domain.profile.generated import THROUGH_CACHE
from driveproof.domain.run.run import (
    FEWEST_SAMPLES,
    METRICS,
    SHORT_SECONDS,
    PhaseResult,
    Run,
    Summary,
)
from driveproof.domain.text import visible
from driveproof.export.text.layout import table, widest, wrapped
from driveproof.wording.comparison.verdicts import could_see_text, judged_text, no_claim_text
from driveproof.wording.units import (
    NARROW,
    bandwidth_value,
    format_bandwidth,
    format_iops,
    group_digits,
)

WHY = (
    "Past the page cache both do the same, one read of 2 MiB after the other from the start of the"
    " device: there they differ by chance and by time, because hdparm stops after 3 s or at the end"
    " of the device, while fio keeps to its seconds and begins again at the end. Through the page"
    " cache the kernel reads ahead and copies everything once, which can be slower than the drive"
    " by itself, or faster. hdparm -T does not read the drive at all: that is memory and processor."
    " With one read at a time a fast drive shows less than it can: the quick check has tests with"
    " many."
)
UNITS = "hdparm prints MiB/s and calls them MB/s (its source counts 2 MiB a read)"


@dataclass(frozen=True, slots=True)
class HdparmRow:
    """One way to read, by hdparm and by fio; None where it was not measured."""

    title: str
    hdparm: PhaseResult | None
    fio: PhaseResult | None


def is_hdparm(run: Run) -> bool:
    """Whether it is a run of hdparm beside fio."""
    return any(phase.engine == "hdparm" for phase in run.phases)


def beside_fio(run: Run) -> bool:
    """Whether fio's figures stand beside hdparm's, which they do not where only it was imported."""
    return not run.source or any(phase.engine != "hdparm" for phase in run.phases)


def is_schedulers(run: Run) -> bool:
    """Whether it is a run under several schedulers."""
    return any(phase.scheduler is not None for phase in run.phases)


def hdparm_rows(run: Run) -> tuple[HdparmRow, ...]:
    """What belongs side by side."""
    timings = {phase.name: phase for phase in run.phases if phase.engine == "hdparm"}
    tests = [phase for phase in run.phases if phase.engine != "hdparm"]
    direct = next((phase for phase in tests if phase.direct), None)
    buffered = next((phase for phase in tests if not phase.direct), None)
    rows = (
        HdparmRow("Past the page cache", timings.get("hdparm -t --direct"), direct),
        HdparmRow("Through the page cache", timings.get("hdparm -t"), buffered),
        HdparmRow("From memory", timings.get("hdparm -T"), None),
    )
    return tuple(row for row in rows if row.hdparm or row.fio)


def bandwidth_of(phase: PhaseResult | None) -> Summary | None:
    """Median and spread in bytes a second."""
    return phase.summary("read", METRICS["bandwidth"]) if phase else None


def read_again(run: Run) -> bool:
    """Whether fio read more through the page cache than the device holds: from memory, then."""
    size = run.target.size
    return bool(size) and any(
        (found.bytes or 0) > (size or 0)
        for phase in run.phases
        if phase.engine != "hdparm" and THROUGH_CACHE in phase.name
        for repeat in phase.repeats
        for found in repeat.directions.values()
    )


READ_AGAIN = (
    "The device is so small that fio came to its end and began again: through the page cache, what"
    " it read then came from memory."
)


def hdparm_table(run: Run, *, binary: bool, width: int, room: int, encoding: str) -> list[str]:
    """hdparm's figures beside fio's, and why they differ.

    Sentences have `width` columns, and the table loses its last ones where it needs more than
    `room`.
    """
    unit = "MiB/s" if binary else "MB/s"
    rows: list[tuple[str, ...]] = [
        ("Sequential read, 2 MiB", f"hdparm {unit}", "spread", f"fio {unit}", "spread",
         "fio to hdparm", "hdparm printed"),
    ]  # fmt: skip
    again = read_again(run)
    for row in hdparm_rows(run):
        timing, test = bandwidth_of(row.hdparm), bandwidth_of(row.fio)
        rows.append(
            (
                f"{row.title}{f' ({row.hdparm.name})' if row.hdparm else ''}",
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
    lines = _fitting(rows, (7, 6, 5, 4), (0,), room, encoding)
    why = [WHY] if beside_fio(run) else []
    for text in (f"{UNITS}.", *why, *([READ_AGAIN] if again else [])):
        lines += ["", *wrapped(text, width, encoding=encoding)]
    return lines


def printed(timing: Summary) -> str:
    """The figure as hdparm wrote it: MiB/s under the name of MB/s."""
    return f"{timing.median / 2**20:.2f} MB/sec"


def _value(summary: Summary | None, binary: bool) -> str:
    return bandwidth_value(summary.median, binary=binary)[0] if summary else ""


SHORT_WORDS = (
    f"Short: less than {SHORT_SECONDS:g} s or {FEWEST_SAMPLES} snapshots of a repeat were counted,"
    " so the next one may differ."
)
"""Below figures beside which stands "short"."""


def spread_text(summary: Summary | None) -> str:
    """Least and greatest of the repeats against their median, in percent: "-2 +1 %"."""
    if summary is None:
        return ""
    if summary.count < 2 or not summary.median:
        return "one repeat" if summary.count == 1 else ""
    low = round((summary.low / summary.median - 1) * 100)
    high = round((summary.high / summary.median - 1) * 100)
    return f"{low:+d} {high:+d} %" if low or high else "±0 %"


def percent(share: float) -> str:
    """A change with its sign: "+4.2 %", "-31 %"; "×14" from ten times on."""
    if share >= TENFOLD:
        return f"×{1 + share:.0f}" if share < 999.5 else "over ×1000"
    value = 100 * share
    text = f"{value:+.1f}" if abs(value) < 9.95 else f"{value:+.0f}"
    return f"{'±0.0' if text in ('+0.0', '-0.0') else text}{NARROW}%"


def interval_text(low: float | None, high: float | None) -> str:
    """An interval of ratios as changes: "+1.2 % to +4.1 %"; "" for none.

    One that leaves out "no change" never looks as if it did not: "above 0 % to +4.1 %".
    """
    if low is None or high is None:
        return ""
    texts = [percent(low - 1), percent(high - 1)]
    if not low <= 1 <= high:
        near = "above" if low > 1 else "below"
        texts = [text.replace("±0.0", f"{near} 0") for text in texts]
    return " to ".join(texts)


def difference_words(difference: Difference | None) -> tuple[str, str, str]:
    """A difference as change, interval and verdict; empty for the device's own scheduler."""
    if difference is None:
        return "", "", ""
    interval = interval_text(difference.low, difference.high)
    return percent(difference.change), interval, verdict_words(difference)


def verdict_words(difference: Difference) -> str:
    """What may be said: "faster", "hint, repeat it", "no detectable change"."""
    return judged_text(difference.verdict, difference)


def detectable_words(difference: Difference | None) -> str:
    """The change that would have been seen: "4.1 %", "factor of 2.4", "not even tenfold"; empty
    where nothing could be."""
    verdict = difference.verdict if difference else None
    return could_see_text(verdict, difference).removeprefix("a ")


def _fitting(
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


def scheduler_table(run: Run, *, binary: bool, width: int, room: int, encoding: str) -> list[str]:
    """Each test under each scheduler, and its difference to the device's own.

    Without the intervals where the tables would need more than `room` columns.
    """
    own = run.environment.scheduler or ""
    lines: list[str] = []
    for test in scheduler_tests(run):
        rows: list[tuple[str, ...]] = [
            (visible(test.name), "median", "spread", f"against {visible(own)}", "", "95 % interval",
             "could see")
        ]  # fmt: skip
        for cell in test.cells:
            change, interval, verdict = difference_words(cell.difference)
            name = visible(cell.scheduler)
            rows.append(
                (
                    f"  {name}{' (its own)' if cell.scheduler == own else ''}",
                    metric_text(test, cell.summary.median, binary=binary),
                    spread_text(cell.summary),
                    change,
                    verdict,
                    interval,
                    detectable_words(cell.difference),
                )
            )
        lines += [*_fitting(rows, (7, 6, 5), (0, 4), room, encoding), ""]
    text = f"{judgement(run)} A smaller change than it could see would have gone unnoticed."
    if silence := no_scheduler_claim(run):
        text = f"{silence} {text}"
    return [*lines, *wrapped(text, width, encoding=encoding)]


def metric_text(test: SchedulerTest, value: float, *, binary: bool) -> str:
    """The metric that decides, with its unit."""
    if test.metric == "bandwidth":
        return format_bandwidth(value, binary=binary)
    return format_iops(value)


def judgement(run: Run) -> str:
    """How the differences were judged, and from how many repeats."""
    tests = scheduler_tests(run)
    counts = sorted({cell.summary.count for test in tests for cell in test.cells})
    judged = sum(cell.difference is not None for test in tests for cell in test.cells)
    if not counts or not judged:
        return "There is nothing to compare: the device's own scheduler or all others are missing."
    many = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    return (
        f"Medians of {many} repeats. Changes are Hodges-Lehmann estimates with exact intervals;"
        f" faster and slower are said only where the exact Mann-Whitney test, after Holm over all"
        f" {group_digits(judged)} differences, leaves less than 5 % chance of any false claim, and"
        " the change is above 1.2 %."
    )


def scheduler_answer(run: Run) -> str:
    """The answer in a sentence: what is faster or slower than the device's own, if anything is."""
    own = run.environment.scheduler or "the device's own"
    found: dict[Verdict, list[str]] = {}
    for test in scheduler_tests(run):
        for cell in test.cells:
            if cell.difference is not None:
                said = f"{cell.scheduler} in {test.title} ({percent(cell.difference.change)})"
                found.setdefault(cell.difference.verdict, []).append(said)
    if not found:
        return "Not enough was measured to compare schedulers."
    parts = [
        f"{verdict.value} than {own}: {_some(found[verdict])}"
        for verdict in (Verdict.FASTER, Verdict.SLOWER)
        if verdict in found
    ]
    silence = no_scheduler_claim(run)
    answer = ""
    if parts:
        answer = "; ".join(parts)
        answer = f"{answer[0].upper()}{answer[1:]}."
    elif Verdict.HINT in found:
        answer = f"Hints only, repeat it: {_some(found[Verdict.HINT])}, against {own}."
    elif Verdict.SAME in found and not silence:
        answer = f"No scheduler is detectably faster or slower than {own}."
    return " ".join(filter(None, (answer, silence)))


def no_scheduler_claim(run: Run) -> str:
    """That no scheduler could be told from the device's own, of all differences or of some, and
    why; "" where each could."""
    silent = []
    judged = 0
    for test in scheduler_tests(run):
        own = next((c for c in test.cells if c.scheduler == run.environment.scheduler), None)
        for cell in test.cells:
            if cell.difference is None:
                continue
            judged += 1
            if cell.difference.silence is not None:
                counts = own.summary.count if own else 0, cell.summary.count
                silent.append((cell.difference.silence, counts))
    return no_claim_text(silent, judged, repeats_needed(judged), "difference")


def _some(names: list[str], most: int = 4) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def hdparm_answer(run: Run, *, binary: bool = False) -> str:
    """The answer in a sentence: what both say of the drive."""
    parts = []
    for row in hdparm_rows(run):
        timing, test = bandwidth_of(row.hdparm), bandwidth_of(row.fio)
        said = [
            f"{format_bandwidth(summary.median, binary=binary)} by {name}"
            for name, summary in (("hdparm", timing), ("fio", test))
            if summary
        ]
        parts.append(f"{row.title[0].lower()}{row.title[1:]} {' and '.join(said)}")
    drive = [part for part in parts if not part.startswith("from memory")] or parts
    if not drive:
        return "Nothing was measured."
    answer = "; ".join(drive)
    return f"Reads {answer}."
