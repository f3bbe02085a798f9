# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The fast conversion from fio's bins to a histogram equals the slow one, and is as strict."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from driveproof.domain.run.histogram import BIN_COUNT, Histogram, bin_index

JOBS16 = Path(__file__).resolve().parents[3] / "data" / "jobs16.json.gz"


def counted(bins: dict[str, int]) -> list[int]:
    counts = [0] * BIN_COUNT
    for key, count in bins.items():
        counts[bin_index(int(key))] += count
    return counts


def test_recorded_bins_are_counted_where_they_belong() -> None:
    text = gzip.decompress(JOBS16.read_bytes()).decode()
    first = text[: text.index("\n}\n") + 2]
    jobs = json.loads(first)["jobs"]
    assert len(jobs) == 16
    for job in jobs:
        bins = job["read"]["lat_ns"]["bins"]
        assert sum(bins.values()) > 100
        assert Histogram.from_bins(bins).counts.tolist() == counted(bins)


@pytest.mark.parametrize(
    "bins",
    [
        {},
        {"0": 1, "127": 2, "129": 3},
        {"129": 1, "128": 2},  # two keys of one bin: only one is a key that fio prints
        {"1000003": 4, "7": 5},
        {"1": 2**63 - 1},
        {"9" * 18: 1},
    ],
)
def test_any_key_inside_a_bin_counts(bins: dict[str, int]) -> None:
    assert Histogram.from_bins(bins).counts.tolist() == counted(bins)


@pytest.mark.parametrize("count", [-1, 1.5, 2**63, 10**30, None, "3", [1], [1, 2], {}])
@pytest.mark.parametrize("key", ["1", "129", "1000003"])
def test_what_is_no_count_is_refused(key: str, count: Any) -> None:
    for bins in ({key: count}, {"3": 1, key: count}, {key: count, "3": 1}):
        with pytest.raises((ValueError, TypeError)):
            Histogram.from_bins(bins)


@pytest.mark.parametrize("key", ["-1", "x", "", "1.5"])
def test_what_is_no_latency_is_refused(key: str) -> None:
    with pytest.raises(ValueError):
        Histogram.from_bins({key: 1, "3": 1})


def test_a_bin_without_an_io_counts_nothing() -> None:
    assert not np.any(Histogram.from_bins({"1": 0, "129": 0}).counts)
