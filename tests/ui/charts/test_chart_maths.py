# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The ticks of axes, and how samples become lines and cells: without a window."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF, QGuiApplication
from tests.builders import recorded
from tests.builders.contrast import contrast

from driveproof.domain.profile.profile import plan_of
from driveproof.domain.run.histogram import Histogram, bin_index
from driveproof.domain.run.result import rows_of
from driveproof.domain.run.sample import Sample
from driveproof.domain.run.timeline import HEAT_EDGES, Timeline
from driveproof.ui.charts import painting, quantity, ticks
from driveproof.ui.charts.chart_style import for_paper
from driveproof.ui.charts.curve import envelope
from driveproof.ui.charts.frame import spread
from driveproof.ui.charts.heatmap import LEVELS, closed, merged, shade_levels, shades, top_of_scale
from driveproof.ui.charts.plot import drawn
from driveproof.ui.charts.time_chart import LineChart, broken_line
from driveproof.ui.theme.style import DARK, LIGHT
from driveproof.wording.figures import write_range


def sample(time: float, seconds: float = 0.25, **values: object) -> Sample:
    histogram = Histogram.from_bins({"100000": 90, "5000000": 10})
    made = Sample(
        time, seconds, "read", 100, 409600, 400.0, 1638400.0, 1e-4, 1e-4, 1e-4, 5e-3, 5e-3,
        histogram,
    )  # fmt: skip
    return replace(made, **values)


def timeline(repeats: int = 2) -> Timeline:
    return Timeline(("read",), warmup=0.5, seconds=2.0, repeats=repeats)


@given(st.floats(1e-9, 1e15))
def test_a_linear_axis_begins_at_zero_and_ends_just_above_the_data(highest: float) -> None:
    marks = ticks.linear_ticks(highest)
    assert marks[0] == 0
    assert highest * (1 - 1e-9) <= marks[-1] <= highest * 2.5
    assert 3 <= len(marks) <= 5
    steps = np.diff(marks)
    assert np.allclose(steps, steps[0])


@pytest.mark.parametrize("highest", [0, -1, math.nan, math.inf])
def test_a_linear_axis_without_data_is_still_an_axis(highest: float) -> None:
    assert ticks.linear_ticks(highest) == (0.0, 1.0)


def test_round_marks() -> None:
    assert ticks.linear_ticks(420_000) == (0, 250_000, 500_000)
    assert ticks.linear_ticks(1.0) == (0, 0.5, 1.0)


@given(st.floats(-50, 150), st.floats(0, 100))
def test_the_marks_of_a_span_hold_it(low: float, width: float) -> None:
    marks = ticks.span_ticks(low, low + width)
    slack = 1e-6 * max(1.0, abs(low))
    assert marks[0] <= low + slack
    assert marks[-1] >= low + width - slack
    assert 2 <= len(marks) <= 5


@given(st.floats(1e-9, 100), st.floats(1, 1e6))
def test_a_log_axis_has_whole_decades_and_at_least_two(low: float, factor: float) -> None:
    bottom, top = ticks.log_limits(low, low * factor)
    assert bottom <= low * (1 + 1e-6)
    assert top >= low * factor * (1 - 1e-6)
    decades = math.log10(top / bottom)
    assert decades == pytest.approx(round(decades))
    assert decades >= 2 - 1e-9
    assert len(ticks.log_ticks(bottom, top)) <= 5


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(1e-8, "10 ns"), (1e-6, "1 µs"), (1e-4, "100 µs"), (1e-3, "1 ms"), (1.0, "1 s"), (10, "10 s")],
)
def test_log_labels(seconds: float, words: str) -> None:
    assert ticks.latency_label(seconds).replace("\u202f", " ") == words


def test_axis_numbers_share_their_unit() -> None:
    assert [ticks.short_number(v, 5e5) for v in (0, 250_000, 500_000)] == ["0", "250k", "500k"]
    assert ticks.short_number(2_500_000, 1e7) == "2.5M"
    assert ticks.short_number(5_000, 5_000) == "5\u202f000"


def test_time_marks_are_seconds_that_people_count_in() -> None:
    assert ticks.time_ticks(0, 10, 5) == (0, 2, 4, 6, 8, 10)[: len(ticks.time_ticks(0, 10, 5))]
    assert ticks.time_label(3600 * 3) == "3\u202fh"
    assert ticks.time_label(0.5) == "0.5\u202fs"


def test_repeats_follow_each_other_and_the_warm_up_is_where_it_was() -> None:
    line = timeline()
    for order in (1, 2):
        line.begin(order)
        for step in range(1, 11):
            line.add(sample(step * 0.25 - 0.5))
    first, second = line.spans
    assert (first.start, first.counted, first.end) == pytest.approx((0.0, 0.5, 2.5))
    assert (second.start, second.counted, second.end) == pytest.approx((2.5, 3.0, 5.0))
    assert line.length == pytest.approx(5.0)
    assert line.stalls() == ()


def test_a_shorter_warm_up_moves_nothing_into_the_shade() -> None:
    line = timeline(1)
    line.begin(1)
    line.add(sample(0.05, 0.25))  # counting began 0.2 s after the start
    assert line.spans[0].counted == pytest.approx(0.2)


def test_a_late_snapshot_is_a_stall_and_breaks_the_line() -> None:
    line = timeline(1)
    line.begin(1)
    for time, seconds in ((-0.25, 0.25), (0.0, 0.25), (1.5, 1.5), (1.75, 0.25), (2.0, 0.25)):
        line.add(sample(time, seconds))
    assert line.stalls()[0] == pytest.approx((0.5, 2.0))
    assert len(line.stalls()) == 1
    assert line.longest_stall() == pytest.approx((1.5, 0.5))
    x, y = broken_line(line.tracks["read"], "iops")
    gap = x[np.isnan(y)]
    assert gap.max() == pytest.approx(2.0)
    assert np.all(np.diff(x) >= 0)


def test_a_stall_shows_while_it_lasts() -> None:
    line = timeline(1)
    line.begin(1)
    line.add(sample(-0.25))
    line.stall(0.75)
    assert line.stalls()[0] == pytest.approx((0.25, 1.0))
    line.add(sample(0.75, 1.0))
    assert line.waiting is None


def test_a_sliver_at_the_end_is_no_spike() -> None:
    line = timeline(1)
    line.begin(1)
    for step in range(4):
        line.add(sample(step * 0.25 - 0.25))
    line.add(sample(0.51, 0.01, iops=90_000.0))
    values = line.tracks["read"].column("iops")
    assert len(values) == 4
    assert values[-1] == pytest.approx((400 * 0.25 + 90_000 * 0.01) / 0.26)
    assert line.tracks["read"].heat()[-1].sum() == 200
    assert line.spans[0].end == pytest.approx(1.01)


def test_foreign_io_is_told_only_above_the_murmur() -> None:
    line = timeline(1)
    line.begin(1)
    line.add(sample(-0.25, background_bandwidth=1e5))
    line.add(sample(0.0, background_bandwidth=5e7))
    assert [rate for _start, _end, rate in line.foreign()] == [5e7]


def test_foreign_io_of_samples_in_a_row_is_one_strip(qapp: QGuiApplication) -> None:
    line = timeline(1)
    line.begin(1)
    for step in range(6):
        line.add(sample(step * 0.25 - 0.25, background_bandwidth=0.0 if step == 3 else 5e7))
    assert len(line.foreign()) == 5
    chart = LineChart(line, quantity.iops())
    with drawn(chart, QRectF(0, 0, 640, 200), for_paper()) as plot:
        assert [name for name in plot.drawn if "foreign" in name] == ["foreign 0", "foreign 1"]


@given(st.floats(0.1, 1e6), st.floats(0, 1), st.floats(80, 1000))
def test_a_line_of_words_fits_above_the_data(top: float, share: float, height: float) -> None:
    highest = top * share
    found = ticks.headroom(0.0, top, highest, height)
    assert found >= top
    assert (found - highest) / found * height >= min(ticks.WORDS, height * (1 - share)) - 1e-6
    if (top - highest) / top * height >= ticks.WORDS:
        assert found == pytest.approx(top)


def test_a_low_plot_belongs_to_its_data() -> None:
    assert ticks.headroom(0.0, 10.0, 10.0, 60.0) == 10.0


def test_heat_rows_keep_every_io() -> None:
    line = timeline(1)
    line.begin(1)
    line.add(sample(-0.25))
    heat = line.tracks["read"].heat()
    assert heat.shape == (1, len(HEAT_EDGES) - 1)
    assert heat.sum() == 100
    rows = np.flatnonzero(heat[0])
    for row, latency in zip(rows, (1e-4, 5e-3), strict=True):
        assert HEAT_EDGES[row] <= latency * 1.01
        assert HEAT_EDGES[row + 1] >= latency * 0.99


@given(st.lists(st.integers(0, 10**12), min_size=1, max_size=50))
def test_rebinning_loses_nothing_at_any_latency(latencies: list[int]) -> None:
    counts = np.zeros_like(Histogram.empty().counts)
    for nanoseconds in latencies:
        counts[bin_index(nanoseconds)] += 1
    assert Histogram(counts).rebin(HEAT_EDGES).sum() == len(latencies)


def test_a_rare_slow_io_is_still_seen() -> None:
    counts = np.zeros((2, 5), dtype=np.int64)
    counts[0, 0], counts[0, 4] = 999_999, 1
    levels = shade_levels(counts, top_of_scale(999_999))
    assert levels[0, 0] == LEVELS
    assert levels[0, 4] == 1
    assert not levels[1].any()  # an interval without an I/O has no cell
    for colors in (LIGHT, DARK):
        for color in (colors.read, colors.write):
            faintest, *_others, darkest = shades(color, colors.page)
            assert contrast(faintest, colors.page) > 1.6  # a single I/O
            assert contrast(darkest, colors.page) > 2 * contrast(faintest, colors.page)


@given(st.integers(0, 10**9))
def test_the_scale_of_a_heat_map_ends_at_a_round_number(most: int) -> None:
    top = top_of_scale(most)
    assert max(10, most) <= top <= max(10, 2.5 * most)
    assert str(top).rstrip("0") in ("1", "2", "5")


@given(st.lists(st.floats(0, 100), max_size=6))
def test_direct_labels_stay_apart_in_the_order_of_their_lines(lines: list[float]) -> None:
    placed = spread(lines, (0.0, 100.0), 14.0)
    order = sorted(range(len(lines)), key=lambda at: placed[at])
    assert [lines[at] for at in order] == sorted(lines)
    ordered = [placed[at] for at in order]
    assert all(b - a >= 14.0 - 1e-6 for a, b in pairwise(ordered))
    assert all(-1e-6 <= y <= 100 + 1e-6 for y in placed)


def test_direct_labels_move_as_little_as_they_must() -> None:
    assert spread([20.0, 60.0], (0.0, 100.0), 14.0) == [20.0, 60.0]
    assert spread([46.0, 50.0], (0.0, 100.0), 14.0) == [41.0, 55.0]  # neither is pushed off alone
    assert spread([97.0, 98.0], (0.0, 100.0), 14.0) == [86.0, 100.0]
    assert spread([50.0, 50.0], (0.0, 100.0), 14.0) == [57.0, 43.0]  # p50, p99


def test_short_gaps_between_snapshots_are_no_gaps() -> None:
    start, end = np.array([0.0, 1.01, 3.0]), np.array([1.0, 2.0, 4.0])
    assert list(closed(start, end, 0.1)) == [1.01, 2.0, 4.0]


def test_columns_that_are_put_together_keep_their_ios_and_their_time() -> None:
    start = np.arange(10.0)
    counts = np.arange(20).reshape(10, 2)
    left, right, together = merged(start, start + 1, counts, 4)
    assert len(left) <= 4
    assert together.sum() == counts.sum()
    assert (left[0], right[-1]) == (0.0, 10.0)


def test_the_envelope_keeps_peaks_and_at_most_two_points_a_column() -> None:
    x = np.arange(100_000, dtype=float)
    y = np.zeros(100_000)
    y[54_321], y[1_234] = 7.0, -3.0
    xs, ys = envelope(x, y, 0, 100_000, 500)
    assert len(xs) == len(ys) == 1000
    assert (ys.max(), ys.min()) == (7.0, -3.0)
    assert np.all(np.diff(xs) >= 0)


def test_the_envelope_leaves_few_points_alone() -> None:
    x, y = np.arange(10.0), np.arange(10.0)
    xs, ys = envelope(x, y, 2.5, 6.5, 100)
    assert list(xs) == [2, 3, 4, 5, 6, 7]
    assert list(ys) == list(xs)


def test_read_and_write_of_a_test_are_one_row() -> None:
    rows = rows_of(recorded.finished_run().phases)
    assert len({row.title for row in rows}) == len(rows) == 3
    assert all(set(row.phases) == {"read", "write"} for row in rows)
    plan = plan_of(recorded.PROFILE.phases)
    assert [cells for _title, cells in plan] == [
        {"read": 0, "write": 1},
        {"read": 2, "write": 3},
        {"read": 4, "write": 4},
    ]


def test_one_repeat_has_no_spread() -> None:
    run = recorded.finished_run()
    phase = run.phases[2]
    row = rows_of([phase])[0]
    summary = row.summary("read")
    assert summary is not None
    assert " to " in write_range("iops", summary)
    alone = rows_of([replace(phase, repeats=phase.repeats[:1])])[0].summary("read")
    assert alone is not None
    assert write_range("iops", alone) == ""


def test_names_that_begin_alike_stay_apart(qapp: QGuiApplication) -> None:
    font = qapp.font()
    names = ["before", "firmware 2.0, plain", "firmware 2.0, noatime"]
    wide = QFontMetricsF(font).horizontalAdvance(names[2])
    assert painting.elided_apart(names, font, wide + 1) == names
    cut = painting.elided_apart(names, font, wide / 2)
    assert (
        len(set(cut)) == 3 and cut[0] == "before" and cut[1].endswith("n") and cut[2].endswith("e")
    )
    room = QFontMetricsF(font).horizontalAdvance("s…") + 1
    assert painting.elided_apart(["same", "same"], font, room)[0].endswith("…")
    each = (wide + 60) / 3
    room = painting.shared_room(["a", "b", names[2]], font, each)
    assert each < room < wide + 60  # what the short ones leave
    assert painting.shared_room(["a", "b"], font, each) == each
    assert painting.shared_room([], font, 10.0) == 10.0
