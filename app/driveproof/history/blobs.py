# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Samples and histograms packed into blobs; the only module of the history that needs numpy.

Format 1. The first byte is the format's number, the rest one zlib stream of consecutive arrays,
little-endian. Every array is stored in byte planes (all first bytes, all second bytes, ...),
because neighbours are alike in their upper bytes and compress well like that.

Histogram: u32 bins; u16 index[bins] (each the distance from the one before, the first from 0); i64
count[bins].

Samples: u32 samples; u32 bins; f64 for each of COLUMNS[samples] (NaN: unknown); i64 ios[samples];
i64 bytes[samples]; u16 used[samples] (bins in use of each sample); u16 index[bins], i64 count[bins]
as above, the distances beginning anew at each sample.
"""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np
import numpy.typing as npt

from driveproof.domain.access import Direction
from driveproof.domain.run.columns import Curve
from driveproof.domain.run.histogram import BIN_COUNT, Histogram
from driveproof.domain.run.sample import Sample
from driveproof.history.documents import SAMPLES, inflate

FORMAT = 1
# As a field of `Sample`; the order is that of the format.
COLUMNS = (
    "time", "seconds", "iops", "bandwidth", "mean", "p50", "p95", "p99", "p999", "temperature",
    "background_bandwidth",
)  # fmt: skip

_DRAWN = COLUMNS[:4]  # what Curve has
MOST_SAMPLES = 2**18
"""Two in a second for a day, the longest phase, are 172,800."""
_DENSEST = 1100  # zlib's best, a little more than 1032 to 1

Array = npt.NDArray[np.int64] | npt.NDArray[np.float64] | npt.NDArray[np.intp]


def pack_histogram(histogram: Histogram) -> bytes:
    """A histogram as a blob."""
    places, amounts = histogram.used
    parts = [
        len(places).to_bytes(4, "little"),
        _planes(np.diff(places, prepend=places.dtype.type(0)), "<u2"),
        _planes(amounts, "<i8"),
    ]
    return _pack(parts)


def unpack_histogram(blob: bytes) -> Histogram:
    """The reverse of `pack_histogram`. Raises ValueError for what is not such a blob."""
    reader = _Reader.of(blob, 4 + BIN_COUNT * 10)
    bins = reader.number()
    index = np.cumsum(reader.array(bins, "<u2").astype(np.int64))
    counts = np.zeros(BIN_COUNT, dtype=np.int64)
    _place(counts, index, reader.array(bins, "<i8"))
    reader.end()
    return Histogram(counts)


def pack_samples(samples: tuple[Sample, ...]) -> bytes:
    """The samples of one direction of one repeat, histograms included, as a blob."""
    used = [sample.histogram.used for sample in samples]
    bins = sum(len(places) for places, _amounts in used)
    parts = [len(samples).to_bytes(4, "little"), bins.to_bytes(4, "little")]
    for name in COLUMNS:
        values = [getattr(sample, name) for sample in samples]
        parts.append(_planes(np.array([np.nan if v is None else v for v in values]), "<f8"))
    parts.append(_planes(np.array([s.ios for s in samples], dtype=np.int64), "<i8"))
    parts.append(_planes(np.array([s.bytes for s in samples], dtype=np.int64), "<i8"))
    parts.append(_planes(np.array([len(places) for places, _amounts in used]), "<u2"))
    index = [np.diff(places, prepend=places.dtype.type(0)) for places, _amounts in used]
    none = [np.zeros(0, dtype=np.int64)]
    parts.append(_planes(np.concatenate(index or none), "<u2"))
    parts.append(_planes(np.concatenate([amounts for _places, amounts in used] or none), "<i8"))
    return _pack(parts)


def unpack_samples(blob: bytes, direction: Direction) -> tuple[Sample, ...]:
    """The reverse of `pack_samples`. Raises ValueError for what is not such a blob."""
    reader = _Reader.of(blob, SAMPLES)
    length, bins = reader.number(), reader.number()
    if length > MOST_SAMPLES:
        raise ValueError(f"{length} samples, more than a day has")
    columns = {name: _values(reader.array(length, "<f8")) for name in COLUMNS}
    ios, size = reader.array(length, "<i8").tolist(), reader.array(length, "<i8").tolist()
    used = reader.array(length, "<u2").astype(np.int64)
    distances, amounts = reader.array(bins, "<u2").astype(np.int64), reader.array(bins, "<i8")
    reader.end()
    if int(used.sum()) != bins:
        raise ValueError("the bins of the samples do not add up")
    histograms = []
    begin = 0
    for end in np.cumsum(used).tolist():
        counts = np.zeros(BIN_COUNT, dtype=np.int64)
        _place(counts, np.cumsum(distances[begin:end]), amounts[begin:end])
        histograms.append(Histogram(counts))
        begin = end
    return tuple(
        Sample(
            direction=direction,
            ios=ios[i],
            bytes=size[i],
            histogram=histograms[i],
            **{name: column[i] for name, column in columns.items()},  # type: ignore[arg-type]
        )
        for i in range(length)
    )


def unpack_curve(blob: bytes) -> Curve:
    """The first columns of `pack_samples`, and no more is decompressed than they need.

    Raises ValueError for what is not such a blob.
    """
    part = _decompressed(blob, 8)
    length = int.from_bytes(part[:4], "little")
    size = len(_DRAWN) * 8 * length
    # Planes are compressed well, but not without limit: a length that cannot be is not believed.
    if size > _DENSEST * len(blob) or length > MOST_SAMPLES:
        raise ValueError("the samples end too early")
    reader = _Reader(_decompressed(blob, 8 + size), 8)
    return Curve(*(reader.array(length, "<f8").astype(np.float64) for _ in _DRAWN))


def _decompressed(blob: bytes, length: int) -> bytes:
    """The first bytes of what is packed."""
    if blob[:1] != bytes([FORMAT]):
        raise ValueError(f"format {blob[:1].hex() or 'none'} of samples is not known")
    try:
        part = zlib.decompressobj().decompress(blob[1:], length)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if len(part) != length:
        raise ValueError("the samples end too early")
    return part


def _values(column: npt.NDArray[Any]) -> list[float | None]:
    return [None if value != value else value for value in column.tolist()]  # noqa: PLR0124


def _place(
    row: npt.NDArray[np.int64], index: npt.NDArray[np.int64], amounts: npt.NDArray[np.int64]
) -> None:
    if len(index) and int(index.max()) >= BIN_COUNT:
        raise ValueError("a latency bin that fio does not have")
    row[index] = amounts


def _planes(array: Array, kind: str) -> bytes:
    whole = np.ascontiguousarray(array.astype(kind))
    return whole.view(np.uint8).reshape(-1, whole.itemsize).T.tobytes()


def _pack(parts: list[bytes]) -> bytes:
    return bytes([FORMAT]) + zlib.compress(b"".join(parts), 6)


class _Reader:
    """Takes numbers and arrays off a blob, one after the other."""

    def __init__(self, data: bytes, place: int = 0) -> None:
        self._data = data
        self._place = place

    @classmethod
    def of(cls, blob: bytes, most: int) -> _Reader:
        """Of everything in a blob, at most so many bytes."""
        if blob[:1] != bytes([FORMAT]):
            raise ValueError(f"format {blob[:1].hex() or 'none'} of samples is not known")
        return cls(inflate(blob[1:], most))

    def _take(self, length: int) -> bytes:
        part = self._data[self._place : self._place + length]
        if len(part) != length:
            raise ValueError("the samples end too early")
        self._place += length
        return part

    def number(self) -> int:
        return int.from_bytes(self._take(4), "little")

    def array(self, length: int, kind: str) -> npt.NDArray[Any]:
        width = np.dtype(kind).itemsize
        planes = np.frombuffer(self._take(length * width), dtype=np.uint8)
        return np.ascontiguousarray(planes.reshape(width, length).T).view(kind).reshape(length)

    def end(self) -> None:
        if self._place != len(self._data):
            raise ValueError("the samples are longer than they should be")
