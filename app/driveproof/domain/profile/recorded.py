# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A profile of what a computer really does: the requests of a recording as a test of fio's."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.errors import Advice, Remedy, UsageError
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.shipped import ProfileGroup
from driveproof.domain.run.observed import Requested, Requests
from driveproof.domain.run.recording import recorded_of
from driveproof.domain.run.run import Role, Run
from driveproof.domain.run.work import IoOptions

LEAST = 100
"""Fewer reads and writes are no habit of anything."""
SIZES = 12
"""Sizes of one direction that a profile names: the commonest."""
LARGEST = 16 * 2**20
SIZE = 4 * 2**30
"""Of the test file: how much of a drive is in use at all is not recorded."""
SECONDS, LIMIT = 10.0, 2**30
DEEPEST = 64
_UNIT = 4096
_RARE = 0.005
"""A direction with a smaller share of the requests is left out."""
_SELDOM = 1000
"""With more writes than this for each flush there is none."""
_EVEN = 45
"""Where half of the bytes are in so many percent of the drive or more, they are everywhere."""
_ZONES = (0.5, 0.9)


def counted_requests(run: Run) -> tuple[Requests, float | None]:
    """The requests of a recording, and the mean number in flight while any was, by the kernel's
    counters. Raises UsageError where they were not counted.
    """
    found = recorded_of(run)
    if found is None or found.requests is None:
        raise UsageError(
            "The requests were not recorded.",
            advice=Advice(Remedy.COUNT_REQUESTS),
        )
    target = next((one for one in found.repeat.members if one.role is Role.TARGET), None)
    if target is None or target.queued is None or not target.busy:
        return found.requests, None
    return found.requests, target.queued / target.busy


def recorded_profile(
    requests: Requests, *, title: str, question: str, test: str, queue: float | None = None
) -> Profile:
    """A list of one test, which keeps the sizes of reads and writes, their shares, how many follow
    one another, how many are in flight, how often a flush comes, and how concentrated they are.

    `test` is what the test is called, `queue` the mean number in flight while any was, by the
    kernel's counters: it counts where too many requests were not seen. The profile has no name of a
    file yet. Raises UsageError for a recording with fewer than LEAST reads and writes.
    """
    if requests.count < LEAST:
        raise UsageError(
            "{count} requests are too few for a profile; the minimum is {least}.",
            count=requests.count,
            least=LEAST,
            advice=Advice("Record for longer."),
        )
    share = requests.read.count / requests.count
    if share < _RARE:
        direction = Direction.WRITE
    else:
        direction = Direction.READ if share > 1 - _RARE else Direction.MIXED
    ways = {Direction.READ: (requests.read,), Direction.WRITE: (requests.write,)}.get(
        direction, (requests.read, requests.write)
    )
    splits = [_percent(_rounded(way)) for way in ways]
    largest = max(size for split in splits for size, _share in split)
    phase = Phase(
        title=test,
        direction=direction,
        pattern=Pattern.RANDOM,
        block_size=largest,
        queue_depth=_depth(requests, queue),
        seconds=SECONDS,
        limit=None if direction == Direction.READ else LIMIT,
        read_share=min(99, max(1, round(100 * share))),
        asked=_asked(requests, direction, splits, ways),
    )
    return Profile(
        name="",
        title=title,
        question=question,
        phases=(phase,),
        size=SIZE,
        group=ProfileGroup.OWN,
    )


def _asked(
    requests: Requests,
    direction: Direction,
    splits: Sequence[Sequence[tuple[int, int]]],
    ways: Sequence[Requested],
) -> IoOptions:
    sizes = ["" if len(split) == 1 else _split(split) for split in splits]
    if len(splits) > 1 and (any(sizes) or splits[0] != splits[1]):
        sizes = [_split(split) for split in splits]
    elif direction == Direction.WRITE:  # fio's first value is that of reads
        sizes = [sizes[0], sizes[0]] if sizes[0] else [""]
    block_sizes = f"bssplit={','.join(sizes)}" if any(sizes) else ""
    flushes, writes = requests.flushes, requests.write.count
    seldom = not flushes or direction == Direction.READ or writes > _SELDOM * flushes
    return IoOptions(
        block_sizes=block_sizes,
        order=_order(requests, direction, ways),
        fsync=0 if seldom else max(1, round(writes / flushes)),
    )


def _rounded(way: Requested) -> list[tuple[int, int]]:
    """Sizes in whole blocks of any drive of today, with their counts."""
    found: dict[int, int] = {}
    for size, count in way.sizes:
        whole = min(max(_UNIT, round(size / _UNIT) * _UNIT), LARGEST)
        found[whole] = found.get(whole, 0) + count
    return sorted(found.items(), key=lambda pair: -pair[1])[:SIZES]


def _percent(sizes: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Shares in whole percent that are 100 together, by rising size, without those below one."""
    total = sum(count for _size, count in sizes)
    exact = [(size, 100 * count / total) for size, count in sizes]
    found = {size: int(share) for size, share in exact}
    by_rest = sorted(exact, key=lambda pair: pair[1] - int(pair[1]), reverse=True)
    for size, _share in by_rest[: 100 - sum(found.values())]:
        found[size] += 1
    return sorted((size, share) for size, share in found.items() if share)


def _split(sizes: Sequence[tuple[int, int]]) -> str:
    return ":".join(f"{size // 1024}k/{share}" for size, share in sizes)


def _order(requests: Requests, direction: Direction, ways: Sequence[Requested]) -> str:
    """How many are random, and how the bytes lie on the drive."""
    random = [round(100 * (1 - way.sequential / way.count)) for way in ways]
    if direction == Direction.WRITE:
        random = [random[0], random[0]]
    parts = [f"random_distribution=zoned:{zones}"] if (zones := _zoned(requests)) else []
    if any(share < 100 for share in random):
        parts.append(f"percentage_random={','.join(map(str, random))}")
    return " ".join(parts)


def _zoned(requests: Requests) -> str:
    """Shares of the bytes and of the drive, the busiest first: "50/3:40/12:10/85"; "" where they
    are everywhere alike.
    """
    pairs = zip(requests.read.regions, requests.write.regions, strict=True)
    parts = sorted((read + written for read, written in pairs), reverse=True)
    total = sum(parts)
    if not total:
        return ""
    cuts: list[tuple[int, int]] = []
    seen = 0
    for number, part in enumerate(parts, start=1):
        seen += part
        if len(cuts) < len(_ZONES) and seen >= _ZONES[len(cuts)] * total:
            cuts.append((number, seen))
    ends = [(0, 0), *cuts, (len(parts), total)]
    zones = []
    for (first, before), (last, after) in pairwise(ends):
        if last > first:
            share = max(1, round(100 * (after - before) / total))  # a place that nobody comes to
            zones.append([share, max(1, round(100 * (last - first) / len(parts)))])
    zones[0][0] += 100 - sum(share for share, _size in zones)
    zones[-1][1] += 100 - sum(size for _share, size in zones)
    if zones[0][1] >= _EVEN or len(zones) < 2 or zones[-1][1] < 1:
        return ""
    return ":".join(f"{share}/{size}" for share, size in zones)


def _depth(requests: Requests, queue: float | None) -> int:
    """The mean number in flight; each power of two stands for all below the next."""
    total = sum(count for _depth, count in requests.depths)
    if not requests.depths_known or not total:
        return min(DEEPEST, max(1, round(queue or 1)))
    mean = sum((3 * depth - 1) / 2 * count for depth, count in requests.depths) / total
    return min(DEEPEST, max(1, round(mean)))
