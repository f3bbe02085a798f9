# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The JSON that scripts rely on: its names, its units, and that it is always valid JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from tests.builders.exported import json_of, run_values

from driveproof.domain.notes import Note
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import DirectionResult, Latency, PhaseResult, Repeat, Run, RunHead
from driveproof.export.json import values_of
from driveproof.export.json.history import history_document
from driveproof.export.json.profiles import profiles_document
from driveproof.wording.profile import test_names as called

MakeRun = Callable[..., Run]


def parsed(run: Run) -> dict[str, Any]:
    def never(word: str) -> None:
        raise AssertionError(word)

    text = json_of(run)
    assert text.isascii()
    document: dict[str, Any] = json.loads(text, parse_constant=never)
    return document


def test_the_names_are_those_that_scripts_rely_on(make_run: MakeRun) -> None:
    document = parsed(make_run())
    assert document["version"] == 1
    assert {
        "id", "profile", "label", "status", "started", "seconds", "target", "environment",
        "phases", "title", "notes", "error", "remarks",
    } <= set(document)  # fmt: skip
    assert {
        "path", "kind", "device", "model", "serial", "firmware", "size", "filesystem",
        "mount_options", "stack",
    } <= set(document["target"])  # fmt: skip
    assert {
        "kernel", "fio", "scheduler", "power_profile", "temperature_before",
        "temperature_after", "fill", "io_path",
    } <= set(document["environment"])  # fmt: skip
    phase = document["phases"][0]
    assert {
        "name", "direction", "pattern", "block_size", "queue_depth", "jobs", "engine",
        "direct", "command", "repeats",
    } <= set(phase)  # fmt: skip
    repeat = phase["repeats"][1]
    assert repeat["order"] == 2
    assert repeat["affected_by"] == ["another program wrote"]
    read = repeat["read"]
    assert set(read["latency"]) == {"mean", "p50", "p95", "p99", "p99.9", "max"}
    assert {"time", "iops", "bandwidth", "p50", "p99", "temperature"} <= set(read["samples"])
    assert len({len(column) for column in read["samples"].values()}) == 1
    assert read["samples"]["temperature"][2] is None


def test_the_numbers_are_those_of_the_run(make_run: MakeRun) -> None:
    run = make_run()
    document = parsed(run)
    for phase, shown in zip(run.phases, document["phases"], strict=True):
        for repeat, part in zip(phase.repeats, shown["repeats"], strict=True):
            for direction, result in repeat.directions.items():
                numbers = part[direction]
                assert numbers["iops"] == pytest.approx(result.iops, rel=1e-9)
                assert numbers["bytes"] == result.bytes
                assert numbers["latency"]["p99.9"] == pytest.approx(result.latency.p999)
                edges, counts = numbers["histogram"]["edges"], numbers["histogram"]["counts"]
                assert len(edges) == len(counts) + 1
                assert edges == sorted(edges)
                assert sum(counts) == result.histogram.total == result.ios
                assert counts[0] > 0
                assert counts[-1] > 0
                assert edges[0] <= result.latency.p50 <= edges[-1]
    assert {"read", "write"} <= set(document["phases"][-1]["repeats"][0])  # mixed
    moment = datetime.fromisoformat(document["started"])
    assert moment.utcoffset() is not None
    assert abs((moment - run.started).total_seconds()) < 0.001


def test_what_is_unknown_is_null_and_nothing_is_nan(make_run: MakeRun) -> None:
    nothing = DirectionResult(float("nan"), float("inf"), 0, 0, 0.0, Latency())
    phase = replace(make_run().phases[0], repeats=(Repeat(order=1, directions={"read": nothing}),))
    document = parsed(make_run(phases=(phase,), target={"model": None, "size": None}))
    read = document["phases"][0]["repeats"][0]["read"]
    assert (read["iops"], read["bandwidth"], read["histogram"]) == (None, None, None)
    assert set(read["latency"].values()) == {None}
    assert read["samples"]["time"] == []
    assert (document["target"]["model"], document["target"]["size"]) == (None, None)
    assert document["environment"]["scheduler"] is None


def test_its_sentences_call_the_tests_as_the_window_does(make_run: MakeRun) -> None:
    """After an import they spoke of stable names that stand nowhere else."""
    (phase, *_rest) = make_run().phases
    title = called([make_run()])[phase.name]
    run = make_run(notes=(Note("{test} ended early.", test=phase.name),))
    assert title != phase.name
    assert [one["text"] for one in parsed(run)["notes"]] == [f"{title} ended early."]


def test_any_text_stays_json(make_run: MakeRun) -> None:
    text = 'a\0"\\\n\x1b\udcff\u2028'
    document = parsed(make_run(label=text, notes=(Note(text),), target={"path": text}))
    assert (document["label"], document["notes"]) == (text, [{"text": text, "kind": ""}])
    assert document["target"]["path"] == text


def test_the_list_of_runs(make_run: MakeRun) -> None:
    run = make_run()
    head = RunHead(
        id=run.id, profile="quick", title="Quick benchmark", status="finished", started=run.started,
        seconds=131.5, label="x", path="/", device=None, identity="wwn:1", model=None,
        firmware=None, filesystem="ext4", figures=(("SEQ1M Q8T1 read", "read", "bandwidth", 1e9),),
    )  # fmt: skip
    document = json.loads(json.dumps(values_of(history_document([head])), allow_nan=False))
    assert document["version"] == 1
    (shown,) = document["runs"]
    assert (shown["id"], shown["identity"], shown["device"]) == (run.id, "wwn:1", None)
    figure = {"phase": "SEQ1M Q8T1 read", "direction": "read", "metric": "bandwidth", "median": 1e9}
    assert shown["values"] == [{**figure, "identity": None}]
    (shown,) = values_of(history_document([head], {(run.id, "SEQ1M Q8T1 read"): "one"}))["runs"]
    assert shown["values"] == [{**figure, "identity": "one"}]
    assert values_of(history_document([])) == {"version": 1, "runs": []}


def test_the_profiles() -> None:
    phases = (
        Phase("", "read", "random", 4096, 1),
        Phase("", "write", "random", 4096, 1, limit=2**31),
    )
    profile = Profile("own", "Own", "How?", phases, size=2**30, repeats=5, pause=1.0)
    document = values_of(profiles_document([profile, replace(profile, phases=(phases[0],))]))
    assert document["version"] == 1
    first, second = document["profiles"]
    assert set(first) >= {
        "name", "title", "question", "seconds", "bytes_written", "root", "destructive",
    }  # fmt: skip
    assert first["bytes_written"] == 2**30 + 5 * 2**31
    assert second["bytes_written"] == 2**30
    assert first["seconds"] > second["seconds"] > 0
    assert (first["root"], first["destructive"]) == (False, False)


def test_every_repeat_of_a_phase_is_there(
    make_run: MakeRun, quick_phases: tuple[PhaseResult, ...]
) -> None:
    shown = run_values(make_run())["phases"]
    assert [len(phase["repeats"]) for phase in shown] == [2] * 8 + [3]
    assert [phase["name"] for phase in shown] == [phase.name for phase in quick_phases]
