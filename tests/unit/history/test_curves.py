# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs that are read for drawing equal runs that are read completely."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.builders.recorded import finished_run

from driveproof.domain.errors import MachineError
from driveproof.history.blobs import pack_samples, unpack_curve
from driveproof.history.curves import CurveKey, load_drawn
from driveproof.history.store import History

pytestmark = pytest.mark.deep


def test_the_same_run_with_its_samples_as_columns(tmp_path: Path) -> None:
    whole = finished_run()
    history = History(tmp_path / "history.sqlite")
    history.save(whole)
    run, curves = load_drawn(history, whole.id)
    history.close()
    count = 0
    for number, phase in enumerate(whole.phases):
        for at, repeat in enumerate(phase.repeats):
            for way, result in repeat.directions.items():
                count += 1
                curve = curves[CurveKey(number, at, way)]
                for name in ("time", "seconds", "iops", "bandwidth"):
                    expected = [getattr(sample, name) for sample in result.samples]
                    assert getattr(curve, name).tolist() == expected
                mine = run.phases[number].repeats[at].directions[way]
                assert mine.samples == ()
                assert (mine.iops, mine.latency) == (result.iops, result.latency)
                assert mine.histogram.counts.tolist() == result.histogram.counts.tolist()
    assert len(curves) == count > 0
    assert replace(run, phases=()) == replace(whole, phases=())


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    history = History(tmp_path / "history.sqlite")
    history.save(finished_run(id="here"))
    with pytest.raises(MachineError, match="gone"):
        load_drawn(history, "gone")
    history.keep(lambda connection: connection.execute("UPDATE results SET samples = x'0102'"))
    with pytest.raises(MachineError, match="cannot be read"):
        load_drawn(history, "here")
    history.close()


def test_no_samples() -> None:
    assert len(unpack_curve(pack_samples(())).time) == 0


@given(st.binary(max_size=60) | st.binary(max_size=60).map(lambda tail: b"\x01" + tail))
def test_any_bytes(blob: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        unpack_curve(blob)


@given(st.data())
def test_a_damaged_blob_gives_a_curve_or_a_value_error(data: st.DataObject) -> None:
    result = finished_run().phases[0].repeats[0].directions["read"]
    blob = bytearray(pack_samples(result.samples))
    place = data.draw(st.integers(0, len(blob) - 1))
    blob[place] ^= data.draw(st.integers(1, 255))
    end = data.draw(st.integers(0, len(blob)))
    try:
        curve = unpack_curve(bytes(blob[:end]))
    except ValueError:
        return
    assert len(curve.time) == len(curve.bandwidth)
