# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""fio's JSON in all its forms becomes runs with fio's own numbers; missing values are unknown."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from tests.builders.imports import DATA, MODIFIED, one, read, results

from driveproof.domain.run.run import FAILED, IoPath, Run
from driveproof.domain.run.work import UNKNOWN_WORK
from driveproof.domain.say import Say
from driveproof.importers.detect import read_results
from driveproof.importers.fields import Unfit, UnfitError


def document(name: str) -> dict[str, Any]:
    text = (DATA / name).read_text("utf-8")
    found: dict[str, Any] = json.loads(text[text.index("{") :])
    return found


def reading(changed: object) -> tuple[Run, ...]:
    return read_results(json.dumps(changed).encode(), MODIFIED)


def test_normal_json_has_the_numbers_of_fio() -> None:
    run, kept = one("fio-normal.json"), document("fio-normal.json")
    job = kept["jobs"][0]
    (phase,) = run.phases
    assert (phase.name, phase.title, phase.direction) == ("RND4K Q1T1 mixed", "mixed", "mixed")
    assert (phase.block_size, phase.engine, phase.direct) == (4096, "psync", True)
    for way in ("read", "write"):
        result = phase.repeats[0].directions[way]
        assert result.bandwidth == job[way]["bw_bytes"]
        assert (result.iops, result.ios) == (job[way]["iops"], job[way]["total_ios"])
        assert result.bytes == job[way]["io_bytes"]
        clat = job[way]["clat_ns"]
        assert result.latency.mean == pytest.approx(job[way]["lat_ns"]["mean"] * 1e-9)
        assert result.latency.max == job[way]["lat_ns"]["max"] * 1e-9
        # The middle of a bin, but never above the greatest.
        p999 = min(clat["percentile"]["99.900000"], clat["max"])
        assert result.latency.p999 == pytest.approx(p999 * 1e-9)
        assert result.histogram.total == 0
        assert result.longest_stall is None
        assert result.samples == ()
    assert any("clat" in str(note) for note in run.notes)
    assert run.source == f"fio-{run.environment.fio}" == kept["fio version"]
    assert (run.environment.kernel, run.target.model, run.target.size) == (None, None, None)
    assert abs(run.started.timestamp() - kept["timestamp"]) < 3
    assert run.environment.io_path == IoPath.DIRECT


def test_the_bins_of_json_plus_become_the_histogram() -> None:
    run, job = one("fio-plus.json"), document("fio-plus.json")["jobs"][0]
    result = run.phases[0].repeats[0].directions["read"]
    assert result.histogram.total == job["read"]["total_ios"]
    assert result.latency.p50 == result.histogram.percentile(50)
    assert result.latency.mean == pytest.approx(job["read"]["lat_ns"]["mean"] * 1e-9)
    assert not any("clat" in str(note) for note in run.notes)


def test_jobs_that_only_numjobs_made_are_one_test() -> None:
    run, kept = one("fio-jobs.json"), document("fio-jobs.json")["jobs"]
    assert [job["jobname"] for job in kept] == ["random readers", "random readers", "writer"]
    assert [phase.name for phase in run.phases] == ["RND4K Q4T2 read", "SEQ64K Q8T1 write"]
    read_ = results(run)["RND4K Q4T2 read/read"]
    assert read_.ios == 800 == read_.histogram.total
    assert read_.iops == pytest.approx(sum(job["read"]["iops"] for job in kept))
    assert read_.latency.p99 == read_.histogram.percentile(99)
    assert read_.latency.max == max(job["read"]["lat_ns"]["max"] for job in kept[:2]) * 1e-9


@pytest.mark.parametrize("count", [1, 2])
def test_percentiles_of_several_jobs_are_not_made_up_without_bins(count: int) -> None:
    kept = document("fio-jobs.json")
    for job in kept["jobs"][:count]:
        for way in ("read", "write"):
            job[way]["clat_ns"].pop("bins", None)
    (run,) = reading(kept)
    latency = results(run)["RND4K Q4T2 read/read"].latency
    assert latency.mean is not None
    assert (latency.p50, latency.p99) == (None, None)


def test_a_grouped_report_has_the_same_tests() -> None:
    grouped, apart = one("fio-groups.json"), one("fio-jobs.json")
    assert [p.name for p in grouped.phases] == [p.name for p in apart.phases]
    assert results(grouped)["RND4K Q4T2 read/read"].ios == 800


def test_a_client_says_what_its_servers_did() -> None:
    run = one("fio-client.json")
    assert [phase.title for phase in run.phases] == [
        "random readers on 127.0.0.1",
        "writer on 127.0.0.1",
    ]
    assert results(run)["RND4K Q4T2 read/read"].ios == 800


def test_three_runs_in_one_file_are_three() -> None:
    runs = read("fio-three.json")
    assert len(runs) == 3
    assert runs[0].started < runs[1].started < runs[2].started


def test_of_snapshots_the_last_is_the_run() -> None:
    text = (DATA / "fio-snapshots.json").read_text("utf-8")
    assert text.count('"fio version"') > 3
    result = one("fio-snapshots.json").phases[0].repeats[0].directions["read"]
    last = json.loads(text[text.rindex("\n{") :])["jobs"][0]["read"]
    assert (result.ios, result.bytes) == (last["total_ios"], last["io_bytes"])


def test_jobs_that_failed_without_io_are_no_result() -> None:
    with pytest.raises(UnfitError) as raised:
        read("fio-failed.json")
    assert raised.value.code is Unfit.NO_RESULT


def test_a_job_that_failed_later_makes_a_failed_run() -> None:
    kept = document("fio-normal.json")
    kept["jobs"][0]["error"] = 5
    (run,) = reading(kept)
    assert run.status == FAILED and run.error.what.values["number"] == 5


def test_output_for_people_is_told_from_json() -> None:
    with pytest.raises(UnfitError) as raised:
        read("fio-people.txt")
    assert raised.value.code is Unfit.UNSUPPORTED
    assert "--output-format=json+" in str(raised.value.advice)


def test_without_options_nothing_is_guessed() -> None:
    kept = document("fio-normal.json")
    del kept["jobs"][0]["job options"]
    (run,) = reading(kept)
    assert run.environment.io_path is None
    assert run.phases[0].engine == ""
    assert run.phases[0].command == ()
    (phase,) = run.phases
    assert phase.block_size == 4096  # by what was moved
    assert (phase.pattern, phase.queue_depth, phase.jobs, phase.work) == ("", 0, 0, UNKNOWN_WORK)
    assert phase.name == "4K mixed"
    assert any("job options" in note.key for note in run.notes)


def test_without_options_equal_names_are_not_one_test() -> None:
    """Several jobs of one name may be what numjobs made, and may be not."""
    kept = document("fio-jobs.json")
    kept.pop("global options", None)
    for job in kept["jobs"]:
        del job["job options"]
    (run,) = reading(kept)
    assert len(run.phases) == len(kept["jobs"])
    assert {phase.jobs for phase in run.phases} == {0}


def test_what_went_through_the_cache_is_said() -> None:
    kept = document("fio-normal.json")
    del kept["jobs"][0]["job options"]["direct"]
    (run,) = reading(kept)
    assert run.environment.io_path == IoPath.BUFFERED


def test_fio_2_counts_in_kib_and_microseconds() -> None:
    old = {
        "fio version": "fio-2.16",
        "timestamp": 1500000000,
        "jobs": [
            {
                "jobname": "old",
                "job options": {"rw": "randread", "iodepth": "16", "bs": "4k"},
                "read": {
                    "io_bytes": 4000,
                    "bw": 2000,
                    "iops": 500.0,
                    "runtime": 2000,
                    "total_ios": 1000,
                    "clat": {
                        "mean": 100.5,
                        "max": 900,
                        "percentile": {"50.000000": 90, "99.000000": 800},
                        "bins": {"FIO_IO_U_PLAT_BITS": 6, "90": 600, "200": 400},
                    },
                    "lat": {"mean": 101.0, "max": 901},
                },
            }
        ],
    }
    (run,) = reading(old)
    result = results(run)["RND4K Q16T1 read/read"]
    assert (result.bytes, result.bandwidth) == (4000 * 1024, 2000 * 1024)
    assert result.latency.mean == pytest.approx(101e-6)
    assert result.latency.max == pytest.approx(901e-6)
    assert result.latency.p50 == pytest.approx(90e-6)
    assert result.histogram.total == 1000
    # Bin 90 is 90 us, bin 200 is the middle of 288 to 291 us: 2 bits of error, 8 of 64.
    assert result.histogram.percentile(50) == pytest.approx(90e-6, rel=0.02)
    assert result.histogram.percentile(99) == pytest.approx(290e-6, rel=0.02)
    assert run.started.timestamp() == 1500000000 - 2


def test_the_first_versions_of_fio_2_count_no_ios() -> None:
    """As fio 2.0.13 prints it: neither options nor total_ios, percentiles in microseconds."""
    part = {
        "io_bytes": 393216, "bw": 6553, "iops": 1638.40, "runtime": 60000,
        "slat": {"min": 0, "max": 0, "mean": 0.00, "stddev": 0.00},
        "clat": {
            "min": 92, "max": 30101, "mean": 606.17, "stddev": 220.4,
            "percentile": {"1.000000": 300, "50.000000": 588, "95.000000": 812, "99.000000": 1096,
                           "0.00": 0},
        },
        "lat": {"min": 93, "max": 30102, "mean": 606.61, "stddev": 220.5},
        "bw_min": 5000, "bw_max": 7000, "bw_agg": 100.00, "bw_mean": 6553.0, "bw_dev": 90.0,
    }  # fmt: skip
    nothing = {**part, "io_bytes": 0, "bw": 0, "iops": 0.0, "runtime": 0}
    job = {"jobname": "randread-q32", "groupid": 0, "error": 0, "read": part, "write": nothing}
    (run,) = reading({"fio version": "fio-2.0.13", "jobs": [job]})
    (phase,) = run.phases
    # Nothing is taken from the name of the job.
    assert (phase.name, phase.title, phase.direction) == ("read", "randread-q32", "read")
    assert (phase.pattern, phase.block_size, phase.queue_depth) == ("", 0, 0)
    result = phase.repeats[0].directions["read"]
    assert (result.iops, result.bandwidth, result.ios) == (1638.4, 6553 * 1024, None)
    assert result.bytes == 393216 * 1024
    assert result.latency.p99 == pytest.approx(1096e-6)
    told = {**job, "job options": {"rw": "randread", "bs": "4k", "iodepth": "32"}}
    (run,) = reading({"fio version": "fio-2.0.13", "jobs": [told]})
    assert run.phases[0].name == "RND4K Q32T1 read"


def blocked(scale: float, lat: str, clat: str) -> dict[str, Any]:
    """A write whose submission blocks, as of libaio through the page cache: 1 ms of it, and 2 us of
    the completion, in units of `scale` nanoseconds.
    """
    part = {
        "io_bytes": 4096000, "io_kbytes": 4000, "bw": 4000, "iops": 1000.0, "runtime": 1000,
        "total_ios": 1000,
        clat: {"mean": 2000 / scale, "max": 9000 / scale, "N": 1000,
               "percentile": {"50.000000": 2000 / scale, "99.000000": 8000 / scale}},
        lat: {"mean": 1002000 / scale, "max": 5009000 / scale, "N": 1000},
    }  # fmt: skip
    options = {"rw": "randwrite", "bs": "4k", "ioengine": "libaio", "iodepth": "4"}
    return {
        "fio version": "fio-3.28" if scale == 1 else "fio-2.16",
        "jobs": [{"jobname": "a", "job options": options, "write": part}],
    }


@pytest.mark.parametrize(("scale", "lat", "clat"), [(1, "lat_ns", "clat_ns"), (1e3, "lat", "clat")])
def test_a_latency_is_not_that_of_the_completion_alone(scale: float, lat: str, clat: str) -> None:
    kept = blocked(scale, lat, clat)
    (run,) = reading(kept)
    latency = run.phases[0].repeats[0].directions["write"].latency
    assert latency.mean == pytest.approx(1.002e-3)
    assert latency.max == pytest.approx(5.009e-3)
    # The percentiles are of 2 us: beside a mean of 1 ms they would be taken for the same latency's.
    assert latency.p50 is latency.p99 is None
    assert any("submission" in note.key for note in run.notes)
    part = kept["jobs"][0]["write"]
    part[lat] = {**part[clat], "mean": part[clat]["mean"] * 1.05}
    del part[lat]["percentile"]
    (run,) = reading(kept)
    latency = run.phases[0].repeats[0].directions["write"].latency
    assert (latency.mean, latency.p50) == (pytest.approx(2.1e-6), pytest.approx(2e-6))
    assert any(note.key.startswith("Percentiles are of") for note in run.notes)
    del part[lat]
    (run,) = reading(kept)
    assert run.phases[0].repeats[0].directions["write"].latency.mean == pytest.approx(2e-6)
    assert any(note.key.startswith("Latencies are") for note in run.notes)
    part[lat] = {"mean": 1002000 / scale, "max": 5009000 / scale, "percentile": {"50.000000": 7}}
    (run,) = reading(kept)
    assert run.phases[0].repeats[0].directions["write"].latency.p50 is not None
    assert not any("clat" in note.key for note in run.notes)


@pytest.mark.parametrize("wrapped", ["list", "list of one", "after text", "one by one"])
def test_runs_however_they_are_put_together(wrapped: str) -> None:
    one_, other = document("fio-normal.json"), document("fio-plus.json")
    texts = {
        "list": json.dumps([one_, other], indent=1),
        "list of one": json.dumps([one_]) + "\n" + json.dumps([other]),
        "after text": f"$ fio a\nnote: both\n{json.dumps(one_)}\nDone.\n{json.dumps(other)}\nbye",
        "one by one": json.dumps(one_) + json.dumps(other),
    }
    runs = read_results(texts[wrapped].encode(), MODIFIED)
    assert [_figures(run) for run in runs] == [_figures(reading(each)[0]) for each in (one_, other)]


def _figures(run: Run) -> list[tuple[str, float]]:
    return [(name, result.iops) for name, result in results(run).items()]


def test_what_is_reduced_is_read_for_what_it_has() -> None:
    """As scripts leave it: a few figures of each job."""
    kept = document("fio-normal.json")
    for way in ("read", "write"):
        part = kept["jobs"][0][way]
        kept["jobs"][0][way] = {
            name: part[name] for name in ("io_bytes", "io_kbytes", "total_ios", "runtime")
        }
    (run,) = reading({"fio version": kept["fio version"], "jobs": kept["jobs"]})
    result = run.phases[0].repeats[0].directions["read"]
    assert result.bytes is not None
    assert result.seconds is not None
    assert result.bandwidth == pytest.approx(result.bytes / result.seconds)
    assert result.latency.mean is None
    assert Say("latencies") in run.notes[0].values["missing"].names
    del kept["jobs"][0]["read"]["runtime"]
    with pytest.raises(UnfitError):
        reading({"fio version": kept["fio version"], "jobs": kept["jobs"]})


def test_reads_and_trims_of_one_job_are_two_tests() -> None:
    kept = document("fio-normal.json")
    kept["jobs"][0]["trim"] = kept["jobs"][0].pop("write")
    (run,) = reading(kept)
    assert [phase.direction for phase in run.phases] == ["read", "trim"]


def test_the_same_settings_twice_are_told_apart() -> None:
    kept = document("fio-normal.json")
    other = json.loads(json.dumps(kept["jobs"][0]))
    other["jobname"], other["groupid"] = "again", 1
    kept["jobs"].append(other)
    (run,) = reading(kept)
    assert [phase.name for phase in run.phases] == [
        "RND4K Q1T1 mixed · mixed",
        "RND4K Q1T1 mixed · again",
    ]


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"iops": -1}, "jobs[0].read.iops"),
        ({"iops": 1e300}, "jobs[0].read.iops"),
        ({"total_ios": 2**70}, "jobs[0].read.total_ios"),
        ({"io_bytes": "many"}, "jobs[0].read.io_bytes"),
        ({"clat_ns": {"bins": {"1\x1b[2J": 1}}}, "jobs[0].read.clat_ns.bins"),
        ({"clat_ns": {"bins": {"5": 2**60}}}, "jobs[0].read.clat_ns.bins.5"),
        ({"clat_ns": []}, "jobs[0].read.clat_ns"),
    ],
)
def test_what_cannot_be_is_named(change: dict[str, Any], wrong: Unfit | str) -> None:
    kept = document("fio-normal.json")
    kept["jobs"][0]["read"] |= change
    with pytest.raises(UnfitError) as raised:
        reading(kept)
    assert wrong in (raised.value.code, str(raised.value.values.get("name")))


def test_a_file_that_was_cut_off_is_refused_whole() -> None:
    data = (DATA / "fio-three.json").read_bytes()
    with pytest.raises(UnfitError) as raised:
        read_results(data[: len(data) - 400], MODIFIED)
    assert raised.value.code is Unfit.INCOMPLETE


def test_the_date_is_that_of_the_begin() -> None:
    kept = document("fio-normal.json")
    kept["jobs"][0]["elapsed"] = 60
    (run,) = reading(kept)
    (before,) = read("fio-normal.json")
    assert before.started - run.started == timedelta(seconds=59)
    assert run.seconds == 60
