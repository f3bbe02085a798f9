# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Histograms count like fio: its bins, its percentiles, and exact differences."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from driveproof.domain.run.histogram import BIN_COUNT, EDGES, VALUES, Histogram, bin_index

RECORDED = sorted((Path(__file__).parents[3] / "data" / "phases").glob("*.json.gz"))

LAST = 2**34 - 1  # nanoseconds that have a bin of their own, 17 s
nanoseconds = st.integers(0, LAST)
bins = st.dictionaries(st.integers(0, BIN_COUNT - 1), st.integers(1, 2**40), max_size=30)
histograms = bins.map(lambda used: Histogram.from_sparse(tuple(used.items())))


def documents(path: Path) -> Iterator[dict[str, Any]]:
    """The objects that fio printed one behind the other."""
    text = gzip.decompress(path.read_bytes()).decode()
    decoder = json.JSONDecoder()
    place = text.find("{\n")
    while place >= 0:
        document, end = decoder.raw_decode(text, place)
        yield document
        place = text.find("{\n", end)


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.name.split(".")[0])
def test_percentiles_are_those_that_fio_prints(path: Path) -> None:
    every = [
        job[direction]["lat_ns"]
        for document in documents(path)
        for job in document["jobs"]
        for direction in ("read", "write", "trim")
    ]
    found = [latency for latency in every if latency.get("bins") and latency.get("percentile")]
    assert found
    for latency in found:
        histogram = Histogram.from_bins(latency["bins"])
        # fio ranks by its count of I/Os, which in a live snapshot is some behind the bins.
        ahead = latency["N"] / histogram.total
        assert 0.999 < ahead <= 1
        for percent, expected in latency["percentile"].items():
            value = histogram.percentile(float(percent) * ahead)
            assert value is not None
            assert round(value * 1e9) == expected, percent
        assert histogram.mean() == pytest.approx(latency["mean"] * 1e-9, rel=1 / 128)
        highest = histogram.highest()
        assert highest is not None
        assert latency["max"] * 1e-9 == pytest.approx(highest, rel=1 / 32)
    assert sum(latency["bins"].values()) == latency["N"], "its end needs no allowance"


@given(nanoseconds)
@example(0)
@example(127)
@example(128)
@example(LAST)
def test_a_latency_lies_within_its_bin(value: int) -> None:
    place = bin_index(value)
    assert round(EDGES[place] * 1e9) <= value < round(EDGES[place + 1] * 1e9)
    assert VALUES[place] * 1e9 == pytest.approx(value, rel=1 / 64, abs=0.01)


@given(st.integers(0, 2**80))
def test_every_latency_has_a_bin(value: int) -> None:
    assert 0 <= bin_index(value) < BIN_COUNT


@given(nanoseconds, nanoseconds)
def test_bins_keep_the_order(one: int, other: int) -> None:
    low, high = sorted((one, other))
    assert bin_index(low) <= bin_index(high)


def test_edges_rise() -> None:
    assert len(EDGES) == BIN_COUNT + 1
    assert bool((np.diff(EDGES) > 0).all())


@given(st.lists(nanoseconds, min_size=1, max_size=200), st.floats(0.01, 100))
def test_a_percentile_is_that_of_the_sorted_latencies(values: list[int], percent: float) -> None:
    histogram = Histogram.from_sparse(tuple((bin_index(value), 1) for value in values))
    rank = max(1, int(np.ceil(percent / 100 * len(values) - 1e-9)))
    exact = sorted(values)[rank - 1]
    found = histogram.percentile(percent)
    assert found is not None
    assert found * 1e9 == pytest.approx(exact, rel=1 / 64, abs=0.01)


@given(histograms, histograms)
def test_sums_and_differences_are_exact(one: Histogram, other: Histogram) -> None:
    total = one + other
    assert total.total == one.total + other.total
    assert (total - one).sparse() == other.sparse()
    assert (one - total).total == 0


@given(histograms)
def test_sparse_comes_back(histogram: Histogram) -> None:
    assert Histogram.from_sparse(histogram.sparse()).sparse() == histogram.sparse()


@given(histograms, st.lists(st.floats(1e-9, 20), min_size=2, max_size=20, unique=True))
def test_rebinning_loses_nothing(histogram: Histogram, edges: list[float]) -> None:
    counts = histogram.rebin(np.array(sorted(edges)))
    assert len(counts) == len(edges) - 1
    assert counts.sum() == histogram.total


def test_an_empty_histogram_knows_nothing() -> None:
    empty = Histogram.empty()
    assert empty.percentiles((50, 99)) == (None, None)
    assert (empty.mean(), empty.highest(), empty.total) == (None, None, 0)


@pytest.mark.parametrize(
    "wrong",
    [{"-1": 1}, {"x": 1}, {"1.5": 1}, {"1": -1}, {"1": 1.5}, {"1": "1"}, {"1": None}, {"1": 2**63}],
)
def test_wrong_bins_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        Histogram.from_bins(wrong)


@pytest.mark.parametrize("index", [-1, BIN_COUNT])
def test_a_bin_that_fio_does_not_have_is_refused(index: int) -> None:
    with pytest.raises(IndexError):
        Histogram.from_sparse(((index, 1),))


def test_only_the_bins_in_use_are_kept() -> None:
    """A run of a day has 172,800 samples: whole histograms would be 2.5 GB of zeros."""
    kept = Histogram.from_sparse(((5, 1), (1000, 2), (BIN_COUNT - 1, 3)))
    places, amounts = kept.used
    assert (places.tolist(), amounts.tolist()) == ([5, 1000, BIN_COUNT - 1], [1, 2, 3])
    assert places.nbytes + amounts.nbytes == 3 * (2 + 8)
    assert not hasattr(kept, "__dict__")
