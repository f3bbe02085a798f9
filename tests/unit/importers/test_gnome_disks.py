# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Saved benchmarks of GNOME Disks, as GLib encodes them, become position scans."""

from __future__ import annotations

import struct
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.builders.imports import DATA, MODIFIED, one

from driveproof.domain.errors import DriveproofError
from driveproof.importers.detect import read_results
from driveproof.importers.fields import Unfit, UnfitError
from driveproof.importers.gnome_disks import vardict

READ = "gnome-disks-read.gnome-disks-benchmark"
SIZE = 500107862016


def test_samples_become_positions() -> None:
    run = one(READ)
    assert run.method == "scan"
    rates, times = run.phases
    places = rates.repeats[0].directions["read"].positions
    assert len(places) == 100
    assert places[1].offset == SIZE // 100 & ~4095
    assert places[1].bytes / places[1].seconds == pytest.approx(539e6)
    assert len(times.repeats[0].directions["read"].positions) == 1000
    assert times.repeats[0].directions["read"].latency.mean == pytest.approx(80e-6, rel=1e-3)
    assert run.started == datetime(2024, 1, 6, 5, 41, 48, 123456, tzinfo=UTC)
    assert (run.target.size, run.target.model, run.target.path) == (SIZE, None, "")
    assert run.source == "GNOME Disks"


def test_what_gnome_disks_itself_has_saved() -> None:
    """It showed 2.6 GB/s, 358.4 MB/s and 0.04 ms of it (tests/data/record/gnome-disks.sh)."""
    run = one("gnome-disks-43.gnome-disks-benchmark")
    read, write, access = (next(iter(p.repeats[0].directions.values())) for p in run.phases)
    assert run.target.size == 1500 * 2**20
    assert [len(part.positions) for part in (read, write, access)] == [100, 100, 1000]
    rates = [place.bytes / place.seconds for place in write.positions]
    assert sum(rates) / len(rates) == pytest.approx(358.4e6, abs=0.05e6)
    assert write.bandwidth < 358.4e6
    assert access.latency.mean == pytest.approx(0.04e-3, abs=0.005e-3)


def test_its_write_pass_is_a_test_of_its_own() -> None:
    run = one("gnome-disks-write.gnome-disks-benchmark")
    assert [phase.direction for phase in run.phases] == ["read", "write", "read"]
    read, write = (run.phases[n].repeats[0] for n in (0, 1))
    ratio = write.directions["write"].bandwidth / read.directions["read"].bandwidth
    assert ratio == pytest.approx(0.9)


def test_every_entry_is_decoded() -> None:
    kept = vardict((DATA / READ).read_bytes())
    assert {name: kind for name, (kind, _) in kept.items()} == {
        "version": "i",
        "timestamp-usec": "x",
        "device-size": "t",
        "sample-size": "t",
        "read-samples": "a(td)",
        "write-samples": "a(td)",
        "access-time-samples": "a(td)",
    }


def changed(old: bytes, new: bytes) -> bytes:
    data = (DATA / READ).read_bytes()
    assert data.count(old) == 1 and len(old) == len(new)
    return data.replace(old, new)


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        (changed(struct.pack("<Q", SIZE), struct.pack("<Q", 2**60)), "device-size"),
        (changed(struct.pack("<Q", SIZE), struct.pack("<Q", 4096)), "read-samples"),
        (changed(struct.pack("<d", 539e6), struct.pack("<d", float("nan"))), "read-samples"),
        (changed(struct.pack("<d", 539e6), struct.pack("<d", float("inf"))), "read-samples"),
        (changed(struct.pack("<d", 539e6), struct.pack("<d", -1.0)), "read-samples"),
        (changed(struct.pack("<q", 1704519708123456), struct.pack("<q", -5)), "Date"),
        (changed(b"version\0\1", b"version\0\2"), "version"),
        (changed(b"device-size", b"device-sice"), Unfit.INCOMPLETE),
        ((DATA / READ).read_bytes()[:-1], Unfit.INCOMPLETE),
        ((DATA / READ).read_bytes()[:9000], Unfit.INCOMPLETE),
    ],
)
def test_what_cannot_be_is_named(data: bytes, wrong: Unfit | str) -> None:
    with pytest.raises(UnfitError) as raised:
        read_results(data, MODIFIED)
    assert wrong in (raised.value.code, str(raised.value.values.get("name")))


@given(st.binary(max_size=400))
def test_any_bytes_as_a_dictionary(data: bytes) -> None:
    try:
        vardict(data)
    except DriveproofError as error:
        assert error.message
