# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a rate changes for good: the change points of bytes written over time."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

BINS = 120
"""Parts of equal bytes that a line is searched in: a cache that is 5 % of the bytes has six of
them, however short the time that it lasted.
"""
LEAST = 4
"""Parts that a stretch has at least."""
STEP = 0.2
"""Neighbours whose rates differ by less than this share are one stretch."""
_QUIET = 0.02  # a line is never taken for quieter than this (standard deviation of the logarithms)
_PENALTY = 8.0  # of a further change, in variances times ln(BINS)
_SURE = 3.5  # standard errors between the rates on both sides of a change
_SMOOTH = 1.1  # how much worse a smooth curve may fit than the steps, and still is the answer
_NEAR = 2  # parts on each side of a change within which its true place is looked for
_SAMPLES = 8  # the same in snapshots, where the parts are shorter
_FAR = 6  # a difference over more than this part of a line may be that of a step
_OWN = 3  # snapshots that a stretch between two others has at least

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a line with one rate: from one change to the next, in bytes and seconds."""

    begin: float
    end: float
    began: float
    ended: float

    @property
    def bytes(self) -> float:
        """What was written in it."""
        return self.end - self.begin

    @property
    def seconds(self) -> float:
        """How long it lasted."""
        return self.ended - self.began

    @property
    def rate(self) -> float:
        """Its bytes over its time, which is no mean of rates."""
        return self.bytes / self.seconds if self.seconds > 0 else 0.0


def stretches(seconds: ArrayLike, written: ArrayLike) -> tuple[Stretch, ...]:
    """The parts of a line that have one rate each, at least one unless nothing was written.

    `seconds` and `written` (bytes) are counters that only grow, and begin at what was before the
    first sample. Method: the logarithm of the rate over equal bytes, freed of single dips by a
    running median; optimal partitioning with squared errors and a penalty a change (Jackson et al.
    2005) in units of the noise, which is the largest robust deviation of differences near and far,
    so that correlated noise is no change; one smooth curve where that fits as well (the zones of a
    hard disk); neighbours alike merged; what remains must stand out from the noise of its own
    neighbours. The place is then sought in the snapshots, and within one of them.
    """
    time, size = _growing(seconds, written)
    if len(size) < 2:
        return ()
    whole = (size[0], size[-1])
    bins = min(BINS, max(len(size) // 2, 2 * LEAST))
    edges = np.linspace(*whole, bins + 1)
    logs = np.log(np.maximum(np.diff(edges) / np.diff(np.interp(edges, size, time)), 1.0))
    smooth = logs.copy()
    smooth[1:-1] = np.median(np.stack([logs[:-2], logs[1:-1], logs[2:]]), 0)
    noise = max(_noise(smooth), _QUIET)
    cuts = _partition(smooth, _PENALTY * noise**2 * np.log(bins))
    if len(cuts) > 2 and _is_curve(smooth, cuts):
        cuts = [0, bins]
    places = [float(edges[cut]) for cut in cuts]
    for _round in range(2):  # a place moves the rates that the next place is found with
        places = _refined(_merged(places, size, time, smooth), size, time)
    places = _merged(_without_mixtures(places, size), size, time, smooth)
    moments = np.interp(places, size, time)
    return tuple(
        Stretch(begin, end, float(began), float(ended))
        for (begin, end), (began, ended) in zip(pairwise(places), pairwise(moments), strict=True)
    )


def _growing(seconds: ArrayLike, written: ArrayLike) -> tuple[Floats, Floats]:
    """The counters without snapshots in which nothing moved: a stall is part of the next one."""
    time = np.asarray(seconds, dtype=np.float64)
    size = np.asarray(written, dtype=np.float64)
    if not len(size):
        return time, size
    grown = np.concatenate([[True], np.diff(np.maximum.accumulate(size)) > 0])
    time, size = time[grown], size[grown]
    later = np.concatenate([[True], np.diff(np.maximum.accumulate(time)) > 0])
    return time[later], size[later]


def _noise(logs: Floats) -> float:
    """The standard deviation, from differences at several distances: a step is in few of them."""
    lags = [lag for lag in (1, 5, 9) if lag == 1 or lag * _FAR <= len(logs)]
    found = [np.median(np.abs(logs[lag:] - logs[:-lag])) for lag in lags]
    return float(max(found)) / 0.6745 / 2**0.5


def _partition(logs: Floats, penalty: float) -> list[int]:
    """The cuts (0 and the end included) of least squared error plus `penalty` a stretch."""
    count = len(logs)
    one = np.concatenate([[0.0], np.cumsum(logs)])
    two = np.concatenate([[0.0], np.cumsum(logs * logs)])
    best = np.full(count + 1, np.inf)
    best[0] = -penalty
    before = np.zeros(count + 1, dtype=np.int64)
    for end in range(LEAST, count + 1):
        begin = np.array([0, *range(LEAST, end - LEAST + 1)])
        error = two[end] - two[begin] - (one[end] - one[begin]) ** 2 / (end - begin)
        cost = best[begin] + error + penalty
        best[end] = cost.min()
        before[end] = begin[cost.argmin()]
    cuts = [count]
    while cuts[0]:
        cuts.insert(0, int(before[cuts[0]]))
    return cuts


def _is_curve(logs: Floats, cuts: list[int]) -> bool:
    """Whether one smooth curve fits as well as the steps: a line, or a parabola where the steps are
    a staircase.
    """
    at = np.linspace(-1.0, 1.0, len(logs))
    curve = logs - np.polyval(np.polyfit(at, logs, min(len(cuts) - 2, 2)), at)
    steps = np.concatenate([logs[a:b] - logs[a:b].mean() for a, b in pairwise(cuts)])
    return float((curve**2).sum()) <= _SMOOTH * float((steps**2).sum())


def _merged(places: list[float], size: Floats, time: Floats, logs: Floats) -> list[float]:
    """Without changes that are small, or that the noise around them explains."""
    places = list(places)
    while len(places) > 2:
        rates = np.diff(places) / np.diff(np.interp(places, size, time))
        change = np.abs(np.diff(np.log(np.maximum(rates, 1.0))))
        weakest = int(change.argmin())
        if change[weakest] >= np.log1p(STEP):
            doubts = _doubts(places, size, time, logs)
            weakest = int((change / doubts).argmin())
            if change[weakest] / doubts[weakest] >= _SURE:
                break
        places.pop(weakest + 1)
    return places


def _doubts(places: list[float], size: Floats, time: Floats, logs: Floats) -> Floats:
    """The standard error of each change, from the spread in the stretches on both sides.

    Of a stretch the parts or the snapshots are taken, of which there are fewer: a fast one is few
    snapshots in many parts, a slow one the reverse. Those at its ends belong to two stretches. It
    is no surer than the snapshots of the whole line allow.
    """
    edges = np.round((np.asarray(places) - size[0]) / (size[-1] - size[0]) * len(logs)).astype(int)
    raw = np.log(np.maximum(np.diff(size) / np.diff(time), 1.0))
    at = np.minimum(np.searchsorted(size, places), len(raw))
    left = np.concatenate([raw[a:b] - np.median(raw[a:b]) for a, b in pairwise(at) if b > a])
    usual = (float(np.median(np.abs(left))) / 0.6745) ** 2
    errors = []
    for index in range(len(places) - 1):
        parts = logs[edges[index] : edges[index + 1]]
        inside = raw[at[index] : at[index + 1]]
        own = _squared_error((parts if len(parts) < len(inside) else inside)[1:-1])
        errors.append(max(own, usual / max(len(inside), 1)))
    return np.asarray(np.maximum(np.sqrt(np.add(errors[:-1], errors[1:])), _QUIET / 10))


def _squared_error(values: Floats) -> float:
    """The variance of the mean of neighbouring, correlated values."""
    count = len(values)
    if count < 2:
        return 0.0
    left = values - values.mean()
    total = float((left**2).sum())
    near = float((left[1:] * left[:-1]).sum()) / total if total > 0 else 0.0
    near = min(max(near, 0.0), 0.9)
    variance = max(total / (count - 1), _QUIET**2)
    return variance * (1 + near) / (1 - near) / count


def _refined(places: list[float], size: Floats, time: Floats) -> list[float]:
    """Each change where the snapshots have it.

    The rates on both sides are given; the snapshot in which the change falls is a mixture of both,
    and says by its rate where in it.
    """
    part = (size[-1] - size[0]) / BINS
    found = list(places)
    for index in range(1, len(places) - 1):
        low, place, high = found[index - 1], places[index], places[index + 1]
        first_at, at, last_at = np.interp([low, place, high], size, time)
        if not first_at < at < last_at:
            continue
        before, after = (place - low) / (at - first_at), (high - place) / (last_at - at)
        middle = int(np.searchsorted(size, place))
        first = min(int(np.searchsorted(size, place - _NEAR * part)), middle - _SAMPLES)
        last = max(int(np.searchsorted(size, place + _NEAR * part)), middle + _SAMPLES)
        first = max(first, int(np.searchsorted(size, low)), 0)
        last = min(last, int(np.searchsorted(size, high)), len(size) - 1)
        if last - first >= 2:
            found[index] = _place(size[first : last + 1], time[first : last + 1], before, after)
    return found


def _without_mixtures(places: list[float], size: Floats) -> list[float]:
    """Without stretches between two others that hardly any snapshot lies in: the rate of a snapshot
    in which another one ends is that of neither.
    """
    found = list(places)
    index = 1
    while index < len(found) - 2:
        inside = np.searchsorted(size, found[index + 1]) - np.searchsorted(size, found[index])
        if inside < _OWN:
            found.pop(index)
        else:
            index += 1
    return found


def _place(size: Floats, time: Floats, before: float, after: float) -> float:
    """The bytes at which a rate changes from `before` to `after`, most likely."""
    moved, lasted = np.diff(size), np.diff(time)
    logs = np.log(np.maximum(moved / lasted, 1.0))
    ahead = np.concatenate([[0.0], np.cumsum((logs - np.log(before)) ** 2)])
    behind = np.concatenate([[0.0], np.cumsum(((logs - np.log(after)) ** 2)[::-1])])[::-1]
    low, high = sorted((np.log(before), np.log(after)))
    mixed = (logs - np.clip(logs, low, high)) ** 2
    best = int((ahead[:-1] + mixed + behind[1:]).argmin())
    share = (moved[best] - after * lasted[best]) / (before - after)
    share = min(max(share, 0.0), lasted[best])
    return float(min(size[best] + before * share, size[best + 1]))
