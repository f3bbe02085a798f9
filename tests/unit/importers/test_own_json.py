# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Our own JSON: an exported run is imported unchanged, except for id and source."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest
from tests.builders.exported import json_of, report_of, run_values, table_of
from tests.builders.guided_runs import (
    bad_sectors_run,
    breakdown_run,
    caches_run,
    capacity_run,
    everyday_run,
    file_sizes_run,
    filesystem_run,
    hdparm_run,
    hosts_run,
    iops_at_latency_run,
    load_run,
    mirror_run,
    mixed_run,
    multi_drive_run,
    probe_run,
    recording_run,
    scheduler_run,
)
from tests.builders.imports import MODIFIED, NAMES, read
from tests.builders.long_runs import example_rounds, example_sustained
from tests.builders.old_files import EXAMPLE_FILES, old_data_run
from tests.builders.recorded import finished_run
from tests.builders.recorded_scan import finished_scan
from tests.builders.tasks_done import example_real_life

from driveproof.domain.access import Direction
from driveproof.domain.notes import Note, NoteKind
from driveproof.domain.run.real_life import real_life_rows
from driveproof.domain.run.run import (
    BootTimes,
    Companion,
    Environment,
    Host,
    HostFigures,
    HostRepeat,
    InTurn,
    IoPath,
    KernelMessage,
    Latency,
    MemberStatistics,
    PathKind,
    Role,
    Run,
    SharedPath,
    Target,
    TargetKind,
)
from driveproof.domain.run.stopping_rule import Stopping, StoppingRule, StopReason
from driveproof.domain.say import Title
from driveproof.export.json import values_of
from driveproof.export.json.history import history_document
from driveproof.export.text.forum_run import forum_text
from driveproof.importers.detect import read_results
from driveproof.importers.fields import Unfit, UnfitError
from driveproof.wording.errors import Face, advice

SOURCE = "JSON of Driveproof"


def again(run: Run) -> Run:
    (found,) = read_results(json_of(run).encode(), MODIFIED)
    assert found.id == ""
    return found


def document(run: Run) -> dict[str, Any]:
    """All that is exported of a run, but id and source, and what is reckoned from the rest: the
    median of two numbers that were rounded can differ in its last digit."""
    found = run_values(run)
    found.pop("id")
    found.pop("answer")
    for phase in found["phases"]:
        phase.pop("summary")
    found["environment"].pop("source")
    return found


def assert_equal(run: Run, found: Run) -> None:
    assert document(found) == document(run)
    assert found.source == (run.source or SOURCE)


def test_a_run_with_everything(make_run: Callable[..., Run]) -> None:
    run = make_run(
        label="before",
        remarks="mine",
        cache="cold",
        error=None,
        notes=(Note("one"), Note("two", kind=NoteKind.DOUBT)),
    )
    members = (
        MemberStatistics("sda", Role.BELOW, 1, 2, 3, 4, 5.5, 0.25, 1.5, 2.5, 4.25),
        MemberStatistics("sdb", Role.BESIDE, 0, 0, 0, 0, 1.0),
    )
    phase = run.phases[0]
    figures = HostFigures(100.0, 409600.0, 819200, 200, 2.0, Latency(0.01, 0.008, p99=0.02))
    hosts = (
        HostRepeat("node1", 0.0, {Direction.READ: figures}),
        HostRepeat("node2", None, {}, "silent"),
    )
    first = replace(phase.repeats[0], members=members, disturbed=("stall",), hosts=hosts)
    repeats = (first, *phase.repeats[1:])
    run = replace(run, phases=(replace(phase, repeats=repeats, cache="cold"), *run.phases[1:]))
    found = again(run)
    assert_equal(run, found)
    assert (found.target, found.cache) == (run.target, run.cache)
    assert replace(found.environment, source=None) == run.environment
    assert found.phases[0].repeats[0].members == members
    assert found.phases[0].repeats[0].hosts == hosts


@pytest.mark.parametrize("traced", [True, False])
def test_a_recording(traced: bool) -> None:
    run = recording_run(traced=traced)
    found = again(run)
    assert_equal(run, found)
    assert found.phases[0].repeats[0].observed == run.phases[0].repeats[0].observed
    assert found.method == "record"


def test_everyday_tasks_come_back() -> None:
    run = example_real_life(another=True)
    found = again(run)
    assert [one.task for one in found.phases[1].repeats] == [
        one.task for one in run.phases[1].repeats
    ]
    assert [row.drive for row in real_life_rows(found)] == pytest.approx(
        [row.drive for row in real_life_rows(run)]
    )
    assert found.environment.boot == run.environment.boot


@pytest.mark.parametrize(
    "made",
    [
        mixed_run, scheduler_run, filesystem_run, hdparm_run, file_sizes_run, everyday_run,
        capacity_run, probe_run, caches_run, mirror_run, breakdown_run, multi_drive_run,
        recording_run, bad_sectors_run, iops_at_latency_run, example_sustained, example_rounds,
        example_real_life, finished_scan, old_data_run,
    ],
    ids=lambda made: made.__name__,
)  # fmt: skip
def test_every_face_reads_the_same(made: Callable[[], Run]) -> None:
    run, found = made(), again(made())
    source = run.environment.source
    found = replace(found, id=run.id, environment=replace(found.environment, source=source))
    assert titles(found) == titles(run)
    assert table_of(found, details=True) == table_of(run, details=True)
    assert forum_text(found) == forum_text(run)
    assert report_of(found) == report_of(run)


def titles(run: Run) -> list[Title | str]:
    return [phase.title for phase in run.phases]


def test_titles_come_back() -> None:
    """Also where the last digit of a figure, of which JSON has ten, decides what is said."""
    for run in (load_run(), hosts_run(scale=True)):
        assert titles(again(run)) == titles(run)


@pytest.mark.parametrize("kind", [Environment, Target])
def test_every_field_comes_back(make_run: Callable[..., Run], kind: type) -> None:
    """A field that is new in the run has to be read, too."""
    made: dict[str, Any] = {
        "str": "word", "int": 7, "float": 2.5, "bool": True, "tuple": ("a", "b"),
        "IoPath": IoPath.MEMORY, "TargetKind": TargetKind.DEVICE,
        "FileAges": EXAMPLE_FILES,
        "BootTimes": BootTimes(5.0, None, 1.5, 2.5, 7.0),
        "Companion": Companion("/mnt/log", "/dev/sdb", "Log drive", "L1", "sdb"),
    }  # fmt: skip
    values: dict[str, Any] = {
        field.name: made[re.match(r"\w+", str(field.type))[0]]  # type: ignore[index]
        for field in fields(kind)
        if field.name not in ("in_turn", "stopping_rule")
    }
    if kind is Target:
        values["in_file"] = ("wwn:b", "model", None, "b")
    if kind is Environment:
        values["fill"] = 0.5
        values["latency_cap"] = ("p99", 0.02)
        values["stopping_rule"] = StoppingRule(3, 6, 10**9, 5 * 10**8)
        values["kernel_messages"] = (KernelMessage(1.5, "reset", "ata3: hard resetting link", 2),)
        values["hosts"] = (
            Host("node1", "3.33", "6.1", 4, 2**32, "nfs4", "nas:/x", 2**30, -0.25, "died", "Cut."),
            Host("node2"),
        )
        values["drives"] = (Companion("/mnt", "/dev/sda", "A drive", "S1", "sda"), Companion("/b"))
        values["in_turn"] = InTurn("0abc", 1, 7, "0110")
        values["shared"] = (SharedPath(PathKind.USB_HUB, "5 Gb/s", "2-1", 500_000_000, (1, 2)),)
    name = kind.__name__.lower()
    run = replace(make_run(), **{name: kind(**values)})
    assert getattr(again(run), name) == getattr(run, name)


def test_curves_and_histograms_come_back_whole(make_run: Callable[..., Run]) -> None:
    run = make_run()
    for phase, other in zip(run.phases, again(run).phases, strict=True):
        for repeat, same in zip(phase.repeats, other.repeats, strict=True):
            for way, result in repeat.directions.items():
                its = same.directions[way]
                assert (its.histogram.counts == result.histogram.counts).all()
                assert len(its.samples) == len(result.samples)
                for sample, sames in zip(result.samples, its.samples, strict=True):
                    assert (sames.histogram.counts == sample.histogram.counts).all()
                    assert (sames.ios, sames.bytes) == (sample.ios, sample.bytes)
                    assert sames.p999 == pytest.approx(sample.p999)
                    assert sames.seconds == pytest.approx(sample.seconds)


def test_how_certain_a_test_became_comes_back(make_run: Callable[..., Run]) -> None:
    kept = (Stopping(0.04, StopReason.CERTAIN), Stopping(None, StopReason.CANCELLED))
    made = make_run()
    phases = tuple(
        replace(phase, stopping=one) for phase, one in zip(made.phases, kept, strict=False)
    )
    found = again(replace(made, phases=phases))
    assert [phase.stopping for phase in found.phases] == list(kept[: len(phases)])


def test_a_measured_run() -> None:
    run = finished_run()
    assert_equal(run, again(run))


def test_tests_of_several_block_sizes_come_back() -> None:
    run = finished_run()
    several = tuple(
        replace(phase, block_size=0, work=replace(phase.work, block_sizes="bsrange=4k-512k"))
        for phase in run.phases
    )
    run = replace(run, phases=several)
    assert document(again(run)) == document(run)
    unknown = tuple(replace(phase, block_size=0) for phase in finished_run().phases)
    with pytest.raises(UnfitError):
        again(replace(run, phases=unknown))


def test_a_scan() -> None:
    run = finished_scan()
    found = again(run)
    assert_equal(run, found)
    positions = [
        r.positions for p in found.phases for x in p.repeats for r in x.directions.values()
    ]
    assert [len(some) for some in positions] == [100, 1000]


@pytest.mark.parametrize("name", NAMES)
def test_an_imported_run_goes_out_and_comes_back_with_its_source(name: str) -> None:
    for run in read(name):
        assert_equal(run, again(run))


def test_several_in_one_file(make_run: Callable[..., Run]) -> None:
    runs = [make_run(label=label) for label in ("a", "b", "c")]
    one_list = {"version": 1, "runs": [run_values(run) for run in runs]}
    behind = "".join(json_of(run) for run in runs)
    listed = [run_values(run) for run in runs]
    for text in (json.dumps(one_list), behind, json.dumps(listed)):
        found = read_results(text.encode(), MODIFIED)
        assert [run.label for run in found] == ["a", "b", "c"]
        assert_equal(runs[1], found[1])


@pytest.mark.parametrize("left_out", [True, False])
def test_what_is_not_read_may_be_missing_or_anything(
    make_run: Callable[..., Run], left_out: bool
) -> None:
    run = make_run()
    found = run_values(run)
    phases = found["phases"]
    repeats = [repeat for phase in phases for repeat in phase["repeats"]]
    unread = {
        "id error_details health answer scale speed expected capacity": [found],
        "identity short summary total": phases,
        "time_in_io set_by queue_not_reached": [phase["limits"] for phase in phases],
        "counted": repeats,
        "short": [one[way] for one in repeats for way in ("read", "write", "trim") if way in one],
    }
    for names, parts in unread.items():
        for name in names.split():
            for part in parts:
                if left_out:
                    part.pop(name, None)
                else:
                    part[name] = ["of a newer version"]
    (loaded,) = read_results(json.dumps(found).encode(), MODIFIED)
    assert_equal(run, loaded)


def test_a_stray_byte_of_a_path_comes_back(make_run: Callable[..., Run]) -> None:
    run = make_run(target={"path": "/mnt/\udcff\nname"})
    assert again(run).target.path == "/mnt/\udcff\nname"


def test_a_list_of_runs_has_nothing_measured_in_it() -> None:
    text = json.dumps(values_of(history_document([]))).replace("[]", '[{"id": "x"}]')
    with pytest.raises(UnfitError) as raised:
        read_results(text.encode(), MODIFIED)
    assert raised.value.code is Unfit.NO_RESULT
    assert "show RUN --json" in advice(raised.value, Face.TERMINAL)


def test_of_a_newer_version_is_said(make_run: Callable[..., Run]) -> None:
    text = json_of(make_run()).replace('"version": 1', '"version": 2')
    with pytest.raises(UnfitError) as raised:
        read_results(text.encode(), MODIFIED)
    assert raised.value.code is Unfit.UNSUPPORTED


@pytest.mark.parametrize(
    ("path", "value", "wrong"),
    [
        (("status",), "running", "status"),
        (("started",), "yesterday", "started"),
        (("started",), "0001-01-01T00:00:00", "started"),
        (("target", "kind"), "floppy", "target.kind"),
        (("phases", 0, "direction"), "up", "phases[0].direction"),
        (("phases", 0, "queue_depth"), 1.5, "phases[0].queue_depth"),
        (("phases", 0, "repeats", 0, "read", "iops"), -3, "phases[0].repeats[0].read.iops"),
        (("phases", 0, "repeats", 0, "read", "samples", "iops"), [1], Unfit.INVALID),
        (
            ("phases", 0, "repeats", 0, "read", "histogram", "edges"),
            [1],
            "phases[0].repeats[0].read.histogram.edges",
        ),
        (
            ("phases", 0, "repeats", 0, "read", "histogram", "counts", 0),
            -1,
            "phases[0].repeats[0].read.histogram.counts[0]",
        ),
        (("notes",), [{"text": "x"}], "notes[0].kind"),
    ],
)
def test_what_cannot_be_is_named(
    make_run: Callable[..., Run], path: tuple[Any, ...], value: object, wrong: Unfit | str
) -> None:
    found: Any = run_values(make_run())
    here = found
    for step in path[:-1]:
        here = here[step]
    here[path[-1]] = value
    with pytest.raises(UnfitError) as raised:
        read_results(json.dumps(found).encode(), MODIFIED)
    assert wrong in (raised.value.code, str(raised.value.values.get("name")))


def nested(levels: int) -> dict[str, Any]:
    """A message with others in so many levels."""
    inner = {"a": nested(levels - 1)} if levels else {}
    return {"key": "{a}", "values": inner, "whole": True}


@pytest.mark.parametrize(
    "message",
    [
        {"key": "{a}", "values": {"b": "x"}, "whole": True},
        {"key": "{a.__class__}", "values": {"a": "x"}, "whole": True},
        {"key": "{a:>999999999}", "values": {"a": "x"}, "whole": True},
        {
            "key": "{a}",
            "values": {"a": {"type": "Plural", "one": "{b}", "many": "", "number": 1}},
            "whole": True,
        },
        {
            "key": "{a}",
            "values": {"a": {"type": "Day", "at": "0001-01-01T00:00:00+14:00"}},
            "whole": True,
        },
        nested(300),
        "Reading 1",
    ],
    ids=lambda one: str(one)[:40],
)
def test_a_title_that_cannot_be_worded(make_run: Callable[..., Run], message: object) -> None:
    found: Any = run_values(make_run())
    found["phases"][0]["title_message"] = message
    with pytest.raises(UnfitError) as raised:
        read_results(json.dumps(found).encode(), MODIFIED)
    assert raised.value.code is Unfit.INVALID


@pytest.mark.parametrize("bins", ["1:2:3", "5000:1", "-1:4", "1", "1:99999999999999999", "a:b"])
def test_bins_that_are_none(make_run: Callable[..., Run], bins: str) -> None:
    found: Any = run_values(make_run())
    found["phases"][0]["repeats"][0]["read"]["samples"]["bins"][0] = bins
    with pytest.raises(UnfitError) as raised:
        read_results(json.dumps(found).encode(), MODIFIED)
    assert raised.value.code is Unfit.INVALID
