# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sizes, rates and durations are read exactly and written with three digits and a unit."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from driveproof.domain.errors import UsageError
from driveproof.domain.text import visible
from driveproof.domain.units import parse_size
from driveproof.wording.units import (
    NARROW,
    bandwidth_value,
    block_size_text,
    format_bandwidth,
    format_bound,
    format_duration,
    format_iops,
    format_latency,
    format_part,
    format_percent,
    format_share,
    format_size,
    format_size_bound,
    format_taken,
    latency_value,
    three_digits,
)

positive = st.floats(1e-9, 1e15)
SECONDS = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1.0}


def number(text: str) -> float:
    return float(text.replace(NARROW, ""))


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("1G", 2**30), ("1 GiB", 2**30), ("1 GB", 10**9), ("1g", 2**30), ("1 gib", 2**30),
        ("4096", 4096), ("4096 B", 4096), ("4k", 4096), ("1.5G", 3 * 2**29), ("007", 7),
        (" 512 MiB ", 2**29), ("1.001 kB", 1001), ("4.35 GB", 4_350_000_000), ("2T", 2**41),
        ("9007199254740993", 9007199254740993), ("0.5K", 512), ("1,5 GiB", 3 * 2**29),
    ],
)  # fmt: skip
def test_sizes_that_people_write(text: str, size: int) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize(
    "text",
    ["", "0", "0G", "-1", "1X", "1e5", "1 K B", "1iB", "G", "1.G", ".5G", "0.3B", "0.1", "inf",
     "nan", "1.500,5G", "1,500G", "4,000",
     "0x10", "9" * 19, "999999999T", "1\u212a", "\u0663G", "1G\n2", "1GG",
     "1.0000001G"],
)  # fmt: skip
def test_what_is_no_size_is_wrong_usage(text: str) -> None:
    with pytest.raises(UsageError) as raised:
        parse_size(text)
    assert raised.value.exit_status == 2
    assert raised.value.advice


@given(st.text(max_size=12))
@example("1\u212a")
def test_any_text_is_a_size_or_wrong_usage(text: str) -> None:
    try:
        size = parse_size(text)
    except UsageError:
        return
    assert 0 < size < 2**63


@given(
    st.integers(1, 2**20), st.sampled_from(["", "K", "M", "G", "T"]), st.sampled_from(["", "iB"])
)
def test_binary_sizes_are_exact(count: int, letter: str, suffix: str) -> None:
    exponent = ["", "K", "M", "G", "T"].index(letter)
    if letter or not suffix:
        assert parse_size(f"{count}{letter}{suffix}") == count * 1024**exponent


@given(positive)
def test_three_digits_are_right_to_half_a_percent(value: float) -> None:
    shown = number(three_digits(value))
    # 1.00 to 9.99 and 10.0 to 99.9: half of the last digit; below, two digits are shown.
    allowed = 0.06 if value < 1 else 0.0051
    assert shown == pytest.approx(value, rel=allowed)
    if 1 <= value < 99.95:
        assert len(three_digits(value).replace(".", "")) == 3


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (9.994, "9.99"), (9.996, "10.0"), (99.94, "99.9"), (99.96, "100"), (1675.4, "1 675"),
     (float("nan"), "–"), (float("inf"), "–"), (-5, "-5.00")],
)  # fmt: skip
def test_three_digits(value: float, text: str) -> None:
    assert three_digits(value) == text.replace(" ", NARROW)


@given(st.floats(1e-9, 1e4))
def test_a_latency_keeps_its_value(seconds: float) -> None:
    text, unit = latency_value(seconds)
    assert number(text) * SECONDS[unit] == pytest.approx(seconds, rel=0.0051)
    if unit != "s":
        assert number(text) < 1000


@given(positive, st.booleans())
def test_a_bandwidth_keeps_its_value(rate: float, binary: bool) -> None:
    text, unit = bandwidth_value(rate, binary=binary)
    assert unit == ("MiB/s" if binary else "MB/s")
    assert number(text) * (2**20 if binary else 10**6) == pytest.approx(rate, rel=0.06)


def test_mebibytes_are_not_called_megabytes() -> None:
    assert format_bandwidth(2**20 * 1000) == f"1{NARROW}049{NARROW}MB/s"
    assert format_bandwidth(2**20 * 1000, binary=True) == f"1{NARROW}000{NARROW}MiB/s"


@given(st.integers(0, 10**17), st.booleans())
def test_a_size_keeps_its_value_and_stays_short(size: int, binary: bool) -> None:
    *parts, unit = format_size(size, binary=binary).split(NARROW)
    units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"] if binary else ["B", "kB", "MB", "GB", "TB", "PB"]  # fmt: skip # noqa: E501
    shown = float("".join(parts)) * (1024 if binary else 1000) ** units.index(unit)
    assert shown == pytest.approx(size, rel=0.051)
    if unit != units[-1]:
        assert float("".join(parts)) < (1024 if binary else 1000)


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (2_000_398_934_016, "2.0 TB"),
        (999_999, "1.0 MB"),
        (10**9, "1 GB"),
        (0, "0 B"),
        (999, "999 B"),
    ],
)
def test_sizes_as_drives_are_sold(size: int, text: str) -> None:
    assert format_size(size) == text.replace(" ", NARROW)


@pytest.mark.parametrize(("size", "text"), [(4096, "4 KiB"), (2**20, "1 MiB"), (512, "512 B")])
def test_block_sizes(size: int, text: str) -> None:
    assert block_size_text(size) == text.replace(" ", NARROW)


@pytest.mark.parametrize(
    ("iops", "text"),
    [(25_300, "25 300 IOPS"), (409_123, "409k IOPS"), (99_949, "99 949 IOPS"),
     (99_950, "100k IOPS"), (1_020_000, "1 020k IOPS"), (9_994_999, "9 995k IOPS"),
     (9_995_000, "10.0M IOPS"), (26_690_000, "26.7M IOPS"), (9.9e8, "990M IOPS"), (0, "0 IOPS"),
     (12.34, "12.3 IOPS"), (float("nan"), "– IOPS")],
)  # fmt: skip
def test_iops(iops: float, text: str) -> None:
    assert format_iops(iops) == text.replace(" ", NARROW)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(76e-6, "76.0 µs"), (0.99949e-3, "999 µs"), (0.9996e-3, "1.00 ms"), (9.996e-7, "1.00 µs"),
     (2.5, "2.50 s"), (0, "0 ns")],
)  # fmt: skip
def test_latencies(seconds: float, text: str) -> None:
    assert format_latency(seconds) == text.replace(" ", NARROW)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0 s"), (-3, "0 s"), (59.4, "59 s"), (59.6, "1 min"), (72, "1 min 12 s"),
     (3599.7, "1 h"), (7500, "2 h 5 min")],
)  # fmt: skip
def test_durations(seconds: float, text: str) -> None:
    assert format_duration(seconds).replace(NARROW, " ") == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "less than a second"), (0.99, "less than a second"), (1, "1 s"), (72, "1 min 12 s")],
)
def test_what_was_fast_took_no_zero_seconds(seconds: float, text: str) -> None:
    assert format_taken(seconds).replace(NARROW, " ") == text


@given(st.floats(0, 10**6))
def test_a_bound_is_never_too_low(seconds: float) -> None:
    text, unit = format_bound(seconds).split(NARROW)
    assert float(text) * {"s": 1, "min": 60, "h": 3600}[unit] >= seconds


@given(st.integers(1, 10**16))
def test_a_bound_of_bytes_is_at_most_one_percent_too_low(size: int) -> None:
    *parts, unit = format_size_bound(size).split(NARROW)
    shown = float("".join(parts)) * 1000 ** ["B", "kB", "MB", "GB", "TB", "PB"].index(unit)
    assert shown >= size * 0.99
    assert shown <= size * 1.12


def test_a_bound_is_not_below_the_rounded_size() -> None:
    """A device of 500 GB was to be overwritten with "at most 496 GB"."""
    assert format_size_bound(500_107_862_016) == f"500{NARROW}GB" == format_size(500_107_862_016)
    assert format_size_bound(44_400_000_000) == f"44{NARROW}GB"
    assert format_size_bound(44_600_000_000) == f"45{NARROW}GB"


def test_the_bounds_of_the_quick_profile() -> None:
    assert format_bound(166.8) == f"3{NARROW}min"
    assert format_size_bound(44_023_414_784) == f"44{NARROW}GB"


@given(st.text())
def test_visible_text_is_printable_and_says_everything(text: str) -> None:
    shown = visible(text)
    assert shown.isprintable()
    if text.isprintable():
        assert shown == text


def test_visible_escapes_what_moves_a_cursor() -> None:
    assert visible("a\x1b[31m\n\0\udcff\u202e") == r"a\x1b[31m\n\x00\udcff\u202e"
    assert re.fullmatch(r"[ -~]+", visible("\x07\x9b"))


@pytest.mark.parametrize(
    ("share", "percent", "share_text"),
    [
        (0.0, "0 %", "0.0 %"),
        (0.0421, "4 %", "4.2 %"),
        (0.0994, "10 %", "9.9 %"),
        (0.0996, "10 %", "10 %"),
        (0.317, "32 %", "32 %"),
        (1.0, "100 %", "100 %"),
    ],
)
def test_a_share_in_percent(share: float, percent: str, share_text: str) -> None:
    assert format_percent(share).replace(NARROW, " ") == percent
    assert format_share(share).replace(NARROW, " ") == share_text


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.5, "50.0 %"), (0.9987, "99.87 %"), (0.999999, "99.999 %"), (1.0, "100 %")],
)
def test_a_part_is_not_all_as_long_as_one_is_missing(share: float, text: str) -> None:
    assert format_part(share).replace(NARROW, " ") == text
