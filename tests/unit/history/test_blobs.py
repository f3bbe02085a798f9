# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Packed samples are restored to the last bit, and anything else is rejected."""

from __future__ import annotations

import zlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driveproof.domain.run.histogram import BIN_COUNT, Histogram
from driveproof.domain.run.run import Run
from driveproof.domain.run.sample import Sample
from driveproof.history.blobs import (
    pack_histogram,
    pack_samples,
    unpack_histogram,
    unpack_samples,
)

numbers = st.floats(allow_nan=False)
maybe = st.none() | numbers
counts = st.integers(0, 2**63 - 1)
histograms = st.dictionaries(st.integers(0, BIN_COUNT - 1), st.integers(1, 2**40), max_size=20).map(
    lambda bins: Histogram.from_sparse(tuple(bins.items()))
)
samples = st.builds(
    Sample,
    time=numbers,
    seconds=numbers,
    direction=st.just("write"),
    ios=counts,
    bytes=counts,
    iops=numbers,
    bandwidth=numbers,
    mean=maybe,
    p50=maybe,
    p95=maybe,
    p99=maybe,
    p999=maybe,
    histogram=histograms,
    temperature=maybe,
    background_bandwidth=maybe,
)


def plain(sample: Sample) -> tuple[object, ...]:
    return tuple(
        value.sparse() if isinstance(value, Histogram) else value
        for value in (getattr(sample, name) for name in Sample.__dataclass_fields__)
    )


@given(histograms)
def test_a_histogram_comes_back(histogram: Histogram) -> None:
    assert unpack_histogram(pack_histogram(histogram)).sparse() == histogram.sparse()


@given(st.lists(samples, max_size=4))
def test_samples_come_back(several: list[Sample]) -> None:
    back = unpack_samples(pack_samples(tuple(several)), "write")
    assert [plain(sample) for sample in back] == [plain(sample) for sample in several]


@given(st.binary(max_size=200), st.booleans())
def test_anything_else_is_refused(data: bytes, packed: bool) -> None:
    blob = b"\x01" + zlib.compress(data) if packed else data
    for unpack in (unpack_histogram, lambda raw: unpack_samples(raw, "read")):
        try:
            found = unpack(blob)
        except ValueError:
            continue
        # What passes must be a blob of its own: empty, or bins that fio has.
        assert found is not None
        assert len(data) in (4, 8) or len(data) >= 14


@pytest.mark.parametrize("cut", [0, 1, 2, 20, -1])
def test_a_cut_blob_is_refused(make_run: Callable[..., Run], cut: int) -> None:
    result = make_run().phases[0].repeats[0].directions["read"]
    with pytest.raises(ValueError, match=r"."):
        unpack_samples(pack_samples(result.samples)[:cut], "read")
    with pytest.raises(ValueError, match=r"."):
        unpack_histogram(pack_histogram(result.histogram)[:cut])


def test_a_run_stays_small(make_run: Callable[..., Run]) -> None:
    result = make_run().phases[2].repeats[0].directions["read"]
    in_memory = sum(sample.histogram.counts.nbytes for sample in result.samples)
    assert len(pack_samples(result.samples)) < in_memory / 30
