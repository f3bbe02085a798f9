# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""fio's output in any chunks; foreign output is reported and never crashes the parser."""

from __future__ import annotations

import itertools
import json
import re
import tracemalloc
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.builders.fio_output import CASES, read, text

from driveproof.domain.run.run import CpuTime
from driveproof.domain.run.sample import measured_window
from driveproof.fio import stream as module
from driveproof.fio.stream import BrokenOutputError, FioReport, Stream, cpu_time, read_report

KEYS = ("50", "90", "95", "99", "99.9", "99.99")


def objects(whole: bytes) -> list[bytes]:
    """The objects of an output, found in another way than the reader does."""
    return re.findall(rb"^\{\n.*?\n\}$", whole, re.DOTALL | re.MULTILINE)


def one() -> bytes:
    return objects(text("read-q1"))[-1]


def changed(path: tuple[str | int, ...], value: Any) -> bytes:
    """fio's last object with one value replaced."""
    document = json.loads(one())
    place = document
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return json.dumps(document).encode()


@pytest.mark.parametrize("case", CASES)
def test_every_recorded_object_is_read(case: str) -> None:
    whole = text(case)
    found = objects(whole)
    assert found
    reports, stream = read([whole])
    assert stream.final is not None
    assert stream.final.text == found[-1]
    # A repetition of the last is left out, nothing else is.
    wanted: list[FioReport] = []
    for report in map(read_report, found):
        if not wanted or report.key != wanted[-1].key:
            wanted.append(report)
    assert [report.text for report in reports] == [report.text for report in wanted]
    assert all(report.version == "fio-3.33" for report in reports)


@pytest.mark.parametrize("case", CASES)
def test_counters_only_rise_and_agree_with_the_bins(case: str) -> None:
    reports, _ = read([text(case)])
    for direction in ("read", "write", "trim"):
        counters = [report.snapshot.get(direction) for report in reports]
        for earlier, later in itertools.pairwise(counters):
            assert later.ios >= earlier.ios
            assert later.bytes >= earlier.bytes
            assert later.seconds >= earlier.seconds
            assert (later.histogram.counts >= earlier.histogram.counts).all()
        for counter in counters:
            # fio reads its counters while the jobs go on.
            assert abs(counter.histogram.total - counter.ios) <= 32
            assert counter.ios <= counter.issued <= counter.ios + 32


@pytest.mark.deep
@pytest.mark.parametrize("case", ["layout", "read-jobs4", "full", "note"])
def test_cut_at_every_byte(case: str) -> None:
    whole = text(case)
    expected = [report.key for report in read([whole])[0]]
    # Every cut inside the last object and around it; the others are the same again.
    start = max(0, len(whole) - 9000)
    head = whole[:start]
    for cut in range(start, len(whole), 7 if case != "layout" else 1):
        stream = Stream()
        keys = [report.key for report in stream.feed(head + whole[start:cut])]
        keys += [report.key for report in stream.feed(whole[cut:])]
        keys += [report.key for report in stream.close()]
        assert keys == expected, f"cut at byte {cut}"


@given(
    case=st.sampled_from(CASES),
    cuts=st.lists(st.integers(0, 40_000), max_size=30),
)
def test_any_pieces_give_the_same_reports(case: str, cuts: list[int]) -> None:
    whole = text(case)
    edges = [0, *sorted(min(cut, len(whole)) for cut in cuts), len(whole)]
    pieces = [whole[a:b] for a, b in itertools.pairwise(edges)]
    reports, stream = read(pieces)
    at_once, other = read([whole])
    assert [report.text for report in reports] == [report.text for report in at_once]
    assert stream.messages == other.messages
    assert stream.final is not None and other.final is not None
    assert stream.final.text == other.final.text


def test_byte_by_byte() -> None:
    whole = text("sigterm")
    reports, stream = read(whole[i : i + 1] for i in range(len(whole)))
    assert [r.text for r in reports] == [r.text for r in read([whole])[0]]
    assert stream.messages == ["fio: terminating on signal 15"]


def test_messages_between_objects_are_kept_and_change_nothing() -> None:
    found = objects(text("read-q1"))
    plain, _ = read([b"\n".join(found) + b"\n"])
    mixed = b"note: something\n" + b"\nfio: odd {\n}\n \n".join(found) + b"\nthe end"
    reports, stream = read([mixed])
    assert [report.key for report in reports] == [report.key for report in plain]
    assert stream.messages[0] == "note: something"
    assert stream.messages[-1] == "the end"
    assert "fio: odd {" in stream.messages


def test_messages_are_bounded_in_number_and_length() -> None:
    stream = Stream()
    for _ in range(1000):
        assert not list(stream.feed(b"\xff" * 5000 + b"\n"))
    assert len(stream.messages) == module.MAX_MESSAGES
    assert max(map(len, stream.messages)) <= 500


def test_an_exact_repetition_is_dropped_but_is_the_final_one() -> None:
    first, last = objects(text("read-q1"))[1:3]
    repeated = last.replace(b'"timestamp_ms" : 1', b'"timestamp_ms" : 2')
    assert repeated != last
    reports, stream = read([b"\n".join([first, last, repeated, b""])])
    assert [report.text for report in reports] == [first, last]
    assert stream.final is not None
    assert stream.final.text == repeated


def test_an_output_that_ends_within_an_object_gives_what_was_whole() -> None:
    whole = text("read-q1")
    last = objects(whole)[-1]
    reports, _ = read([whole[: whole.rindex(last) + len(last) // 2]])
    assert [r.text for r in reports] == objects(whole)[: len(reports)]
    assert len(reports) == len(objects(whole)) - 1


@pytest.mark.parametrize("case", ["read-q1", "read-jobs4", "mixed-q4", "write-q8-limit"])
def test_percentiles_are_those_that_fio_prints(case: str) -> None:
    final = read([text(case)])[1].final
    assert final is not None
    job = json.loads(final.text)["jobs"][0]
    compared = 0
    for direction, counters in final.snapshot.directions.items():
        printed = job[direction]["lat_ns"]["percentile"]
        for key in KEYS:
            ours = counters.histogram.percentile(float(key))
            assert ours is not None
            # fio prints the middle of the bin; its own percentiles are cut to whole nanoseconds.
            assert ours * 1e9 == pytest.approx(printed[f"{float(key):.6f}"], rel=1e-3, abs=1)
            compared += 1
    assert compared >= len(KEYS)


def test_the_window_after_a_warm_up_is_the_difference() -> None:
    reports, _ = read([text("read-q1")])
    earlier, later = (reports[i].snapshot.get("read") for i in (0, -1))
    part = measured_window(earlier, later)
    assert part.ios == later.ios - earlier.ios > 0
    assert part.mean == pytest.approx(part.histogram.mean(), rel=0.02)
    assert part.maximum is not None and part.maximum <= later.latency_max


def test_a_failed_fio_is_read_with_its_error() -> None:
    final = read([text("full")])[1].final
    assert final is not None
    assert final.error == 28


WRONG = [
    b"{\n}",
    b'{\n"jobs" : []\n}',
    b'{\n"jobs" : {}\n}',
    b'{\n"jobs" : 3\n}',
    b'{\n"jobs" : [3]\n}',
    b'{\n"jobs" : "text"\n}',
    b'{\n"jobs" : [[]]\n}',
    b"{\n\xff\xfe\n}",
    b'{\n"jobs" : ' + b"[" * 200_000 + b"\n}",
    b'{\n"a" : ' * 50_000 + b"\n}",
    b'{\n"jobs" : [' + b"{}," * 5000 + b"{}]\n}",
    changed(("jobs", 0, "read", "total_ios"), -1),
    changed(("jobs", 0, "read", "total_ios"), 2**63),
    changed(("jobs", 0, "read", "total_ios"), float("nan")),
    changed(("jobs", 0, "read", "total_ios"), float("inf")),
    changed(("jobs", 0, "read", "total_ios"), [1]),
    changed(("jobs", 0, "read", "io_bytes"), -4096),
    changed(("jobs", 0, "read", "io_bytes"), 10**400),
    changed(("jobs", 0, "read", "runtime"), -1),
    changed(("jobs", 0, "read", "runtime"), 1e300),
    changed(("jobs", 0, "read", "lat_ns"), [1, 2]),
    changed(("jobs", 0, "read", "lat_ns", "mean"), float("nan")),
    changed(("jobs", 0, "read", "lat_ns", "max"), -5),
    changed(("jobs", 0, "read", "lat_ns", "max"), 10**400),
    changed(("jobs", 0, "read", "lat_ns", "N"), "many"),
    changed(("jobs", 0, "read", "lat_ns", "bins"), [1]),
    changed(("jobs", 0, "read", "lat_ns", "bins"), {"-5": 1}),
    changed(("jobs", 0, "read", "lat_ns", "bins"), {"five": 1}),
    changed(("jobs", 0, "read", "lat_ns", "bins"), {"1000": -1}),
    changed(("jobs", 0, "read", "lat_ns", "bins"), {"1000": 1.5}),
    changed(("jobs", 0, "read", "lat_ns", "bins"), {"1000": 2**62, "1001": 2**62}),
    changed(("jobs", 0, "read", "lat_ns", "bins"), {"1000": [1]}),
    changed(("jobs", 0, "error"), "bad"),
    changed(("jobs", 0, "error"), float("inf")),
    changed(("jobs", 0, "total_err"), -1),
]


@pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")
@pytest.mark.parametrize("broken", WRONG, ids=lambda data: f"{data[-60:]!r}")
def test_what_is_no_report_of_fio_is_said(broken: bytes) -> None:
    with pytest.raises(BrokenOutputError) as caught:
        read_report(broken)
    assert len(str(caught.value)) < 300
    assert "\n" not in str(caught.value)


def test_unknown_keys_do_no_harm() -> None:
    document = json.loads(one())
    document["new"] = {"in": "fio 9"}
    document["jobs"][0]["read"]["new"] = [1]
    assert read_report(json.dumps(document).encode()).key == read_report(one()).key


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from([2**53, 2**63, -(2**63), 10**30]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
places = st.sampled_from(
    [
        ("jobs",),
        ("jobs", 0),
        ("fio version",),
        *(("jobs", 0, key) for key in ("read", "write", "trim", "error", "total_err")),
        *(("jobs", 0, "read", key) for key in ("total_ios", "io_bytes", "runtime", "lat_ns")),
        *(("jobs", 0, "read", "lat_ns", key) for key in ("N", "mean", "max", "bins")),
    ]
)


@pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")
@given(path=places, value=json_values)
@example(path=("jobs", 0, "read", "lat_ns", "bins"), value={"1": True})
def test_any_value_anywhere_is_read_or_refused(path: tuple[str | int, ...], value: Any) -> None:
    try:
        report = read_report(changed(path, value))
    except BrokenOutputError:
        return
    for counters in report.snapshot.directions.values():
        assert 0 <= counters.ios <= module.MAX_COUNT
        assert 0 <= counters.bytes <= module.MAX_COUNT
        assert counters.seconds >= 0
        assert 0 <= counters.latency_sum < float("inf")
        assert (counters.histogram.counts >= 0).all()


@given(st.lists(st.binary(max_size=200) | st.sampled_from([b"{\n", b"}\n", b"\n}\n", b'"jobs"'])))
def test_any_bytes_are_read_or_refused(pieces: list[bytes]) -> None:
    stream = Stream()
    try:
        for piece in pieces:
            list(stream.feed(piece))
        list(stream.close())
    except BrokenOutputError:
        return
    assert len(stream.messages) <= module.MAX_MESSAGES


@pytest.mark.parametrize("start", [b"{\n", b"{\n  ", b"", b"x"])
def test_an_output_without_end_is_refused_before_it_fills_the_memory(start: bytes) -> None:
    stream = Stream()
    list(stream.feed(start))
    chunk = b"a" * 2**20
    tracemalloc.start()
    try:
        fed = 0
        with pytest.raises(BrokenOutputError):
            while fed < 4 * module.MAX_OBJECT:
                list(stream.feed(chunk))
                fed += len(chunk)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert fed <= module.MAX_OBJECT + len(chunk)
    assert peak < 4 * module.MAX_OBJECT


def test_what_is_on_its_way_is_not_done() -> None:
    """With eight requests on their way, fio's `total_ios` is eight ahead until the end."""
    reports, _ = read([text("write-q8-limit")])
    ahead = [c.issued - c.ios for c in (report.snapshot.get("write") for report in reports)]
    assert max(ahead[:-1]) > 4
    assert ahead[-1] == 0


def test_cpu_time_is_that_of_each_io() -> None:
    job = {"job_runtime": 2000, "usr_cpu": 25.0, "sys_cpu": 50.0, "read": {"total_ios": 1000}}
    two = {**job, "write": {"total_ios": 3000}}
    found = cpu_time(json.dumps({"jobs": [job, two]}).encode())
    assert found == CpuTime(pytest.approx(0.0002), pytest.approx(0.0004))


@pytest.mark.parametrize(
    "changed", [{"usr_cpu": None}, {"sys_cpu": -1}, {"read": {"total_ios": 0}}, {"usr_cpu": 1e999}]
)
def test_cpu_time_that_is_not_reported(changed: dict[str, object]) -> None:
    job = {"job_runtime": 2000, "usr_cpu": 25.0, "sys_cpu": 50.0, "read": {"total_ios": 1000}}
    assert cpu_time(json.dumps({"jobs": [{**job, **changed}]}).encode()) is None
