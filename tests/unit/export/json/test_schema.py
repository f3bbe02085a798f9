# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The JSON Schema: real documents match it, it describes every key, and it allows no 0 for
unknown.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.builders.chains import CHAIN
from tests.builders.compared_runs import STEADY, phase, run, times
from tests.builders.experiments import NOW, experiment
from tests.builders.exported import compared_document, compared_values, run_values
from tests.builders.guided_runs import (
    capacity_run,
    iops_at_latency_run,
    load_run,
    mirror_run,
    recording_run,
)
from tests.builders.html import check
from tests.builders.imports import DATA, NAMES, read
from tests.builders.inventories import INVENTORY, LINE
from tests.builders.long_runs import example_rounds, example_sustained
from tests.builders.recorded import finished_run
from tests.builders.recorded_scan import finished_scan
from tests.builders.run_pairs import pair
from tests.builders.schema import SCHEMA, fits, validator
from tests.builders.tasks_done import example_real_life
from tests.builders.trim_outcomes import OUTCOME, PREVIEW
from tests.fakes.made_looks import looked
from tests.fakes.reports import ALL, as_bytes
from tests.pseudo import spoken

from driveproof.cli import main as cli
from driveproof.composition.application import Application, Folders
from driveproof.domain.check.between import compare_checks
from driveproof.domain.comparison.comparison import compare_sides
from driveproof.domain.comparison.health_over_runs import HealthSpan
from driveproof.domain.comparison.margin import margin
from driveproof.domain.comparison.matching import Side
from driveproof.domain.diagnosis.diagnosis import DiagnosisEvidence, FileLayout, Machine
from driveproof.domain.diagnosis.rules import diagnose
from driveproof.domain.drive.link import LinkState
from driveproof.domain.errors import Advice, RefusedError
from driveproof.domain.experiment.action import ACTIONS
from driveproof.domain.experiment.experiment import Experiment
from driveproof.domain.health.answer import RatedHealth
from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.kept_tests import begun_test, self_test_durations, settled_tests
from driveproof.domain.health.saved_report import SavedReport
from driveproof.domain.notes import Note, sentence_failure
from driveproof.domain.run.kernel_messages import Trouble
from driveproof.domain.run.run import KernelLog, KernelMessage, Run
from driveproof.domain.watch import Sight, happened
from driveproof.export.json import values_of
from driveproof.export.json.check import check_document, checks_json
from driveproof.export.json.check_comparison import check_comparison_document
from driveproof.export.json.diagnosis import diagnosis_document
from driveproof.export.json.drives import inventory_document
from driveproof.export.json.experiment import experiment_document, experiments_document
from driveproof.export.json.health import health_document, reports_document
from driveproof.export.json.run import runs_document
from driveproof.export.json.self_tests import self_test_document
from driveproof.export.json.trim import chain_document, outcome_document, preview_document
from driveproof.export.json.watch import event_document
from driveproof.export.run_health import run_changes
from driveproof.history.checks import Checks
from driveproof.methods import answer_of, measured_answer
from driveproof.system.smart.smartctl import parse_report

DOCUMENTS = {one["$ref"].rpartition("/")[2] for one in SCHEMA["anyOf"]}


@pytest.fixture(autouse=True)
def language() -> Iterator[None]:
    """JSON documents are English in every language."""
    with spoken():
        yield


def test_it_is_a_schema_that_says_what_it_is_of() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert set(SCHEMA["$defs"]) >= DOCUMENTS
    for name in DOCUMENTS:
        assert SCHEMA["$defs"][name]["properties"]["version"]["const"] == 1
        assert "version" in SCHEMA["$defs"][name]["required"]


def test_everything_that_is_defined_is_used_and_the_other_way_round() -> None:
    used = set(re.findall(r'"#/\$defs/(\w+)"', json.dumps(SCHEMA)))
    assert used == set(SCHEMA["$defs"])


RUNS: dict[str, Callable[[], Run]] = {
    "tests": finished_run,
    "scan": finished_scan,
    "load curve": load_run,
    "sustained": example_sustained,
    "steady": example_rounds,
    "IOPS at latency": iops_at_latency_run,
    "real life": lambda: example_real_life(another=True),
    "mirror": mirror_run,
    "capacity": capacity_run,
}


@pytest.mark.parametrize("name", RUNS)
def test_a_run(name: str) -> None:
    found = RUNS[name]()
    fits("run", run_values(found))
    fits("run", run_values(found, (pair(found),)))
    before, after = pair(found)
    two = ((before, None), (None, after))
    fits("run", run_values(found, two))


def test_several_runs(make_run: Callable[..., Run]) -> None:
    found = finished_run()
    fits(
        "runs", runs_document([(one, answer_of(one), (pair(one),)) for one in (found, make_run())])
    )


@pytest.mark.parametrize("name", ALL)
def test_self_tests(name: str) -> None:
    health = parse_report(as_bytes(ALL[name]()), name, taken=NOW)
    kept = (begun_test("", None, NOW), *settled_tests((), health))
    made = values_of(
        self_test_document(health, kept, self_test_durations(health), NOW, device="/dev/sda")
    )
    fits("selftest", made)


def test_an_event_of_the_watch() -> None:
    known, _ = happened(None, Sight(key="a", device="/dev/a", model="A", life_left=0.3))
    _, (event,) = happened(known, Sight(key="a", device="/dev/a", model="A", life_left=0.2))
    fits("watch", event_document(event, NOW))


def test_a_run_of_which_little_is_known(make_run: Callable[..., Run]) -> None:
    fits("run", run_values(make_run(status="failed", error=sentence_failure("x"), label="y")))
    fits("run", run_values(replace(make_run(), phases=(), seconds=0.0)))
    for found in (recording_run(), recording_run(traced=False)):
        fits("run", run_values(found))


@pytest.mark.parametrize("name", NAMES)
def test_an_imported_run_has_null_for_what_its_file_does_not_tell(name: str) -> None:
    for found in read(name):
        fits("run", run_values(found))


@pytest.mark.parametrize("make", ALL.values(), ids=ALL)
def test_health(make: Callable[[], Any]) -> None:
    health = parse_report(as_bytes(make()), "x")
    rated = RatedHealth(health, judge_health(health))
    fits("health", health_document(rated, device="/dev/sda"))
    fits("health", health_document(rated))


def test_several_reports_in_a_file() -> None:
    made = [parse_report(as_bytes(make()), "x") for make in list(ALL.values())[:3]]
    reports = [
        SavedReport("x", one, judge_health(one), place, 3) for place, one in enumerate(made, 1)
    ]
    fits("health", reports_document(reports))


def test_the_list_and_the_way_of_a_trim() -> None:
    fits("list", inventory_document(INVENTORY))
    fits("list", inventory_document(INVENTORY, (LINE,)))
    fits("trim_status", chain_document(CHAIN))
    fits("trim_status", chain_document(replace(CHAIN, mount=None, periodic=None)))


def test_a_trim() -> None:
    fits("trim", preview_document(PREVIEW))
    refused = replace(
        PREVIEW, mount=None, free=None, refusal=RefusedError("No.", advice=Advice("Do that."))
    )
    fits("trim", preview_document(refused))
    fits("trim", outcome_document(OUTCOME))


def test_a_check() -> None:
    health = parse_report(as_bytes(next(iter(ALL.values()))()), "x")
    whole = replace(check("A drive", finished_run()), health=health, verdict=judge_health(health),
                    chain=CHAIN)  # fmt: skip
    fits("check", check_document(whole, measured_answer(whole)))
    bare = replace(whole, device=None, health=None, verdict=None, chain=None,
                   link=LinkState())  # fmt: skip
    fits("check", check_document(bare, measured_answer(bare)))
    fits("check", check_document(replace(whole, verdict=None, link=None, run=None, id="x"), None))
    several = checks_json((one, measured_answer(one), ()) for one in (whole, bare))
    fits("checks", json.loads(several))
    fits("compare_checks", check_comparison_document(compare_checks(whole, bare)))
    one, two = run(phase(STEADY), id="a"), run(phase(times(0.8)), id="b", days=1)
    measured = compare_sides((Side("a", (one,)), Side("b", (two,))))
    worse = replace(health, reallocated=10**3, firmware="2")
    both = compare_checks(whole, replace(whole, health=worse), measured)
    assert both.counters
    fits("compare_checks", check_comparison_document(both, margin=margin(measured, 0.05)))


def test_a_diagnosis() -> None:
    health = parse_report(as_bytes(next(iter(ALL.values()))()), "x")
    checked = replace(check("A drive", finished_run()), health=health, verdict=judge_health(health))
    message = KernelMessage(1.0, Trouble.RESET, "ata3: hard resetting link", 3)
    evidence = DiagnosisEvidence(
        check=checked, log=KernelLog.KMSG, messages=(message,), busy=0.7, cipher=1e9,
        machine=Machine(memory_pressure=0.5), layout=FileLayout("/a", 10**6, 500),
    )  # fmt: skip
    document = values_of(
        diagnosis_document(diagnose(evidence, checked.taken), measured_answer(checked))
    )
    assert len(document["answer"]["findings"]["causes"]) > 3
    fits("diagnose", document)
    nothing = DiagnosisEvidence(
        check=replace(checked, health=None, verdict=None, run=None, findings=())
    )
    fits("diagnose", diagnosis_document(diagnose(nothing, checked.taken), None))


def test_a_comparison() -> None:
    one = run(phase(STEADY), phase(STEADY, direction="mixed"), id="a")
    two = run(phase(times(0.8), disturbed={1: ("background I/O",)}), id="b", days=1,
              target={"firmware": "2"}, environment={"scheduler": "bfq", "fill": 0.7})  # fmt: skip
    found = compare_sides((Side("a", (one,)), Side("b", (two,))))
    before, after = pair(one)
    assert before and after
    span = HealthSpan("wwn:1", before, after, run_changes(one, (before, after)))
    fits("compare", compared_values(found, (span,), margin=margin(found, 0.05)))
    few = compare_sides((Side("a", (run(phase(STEADY[:2])),)), Side("b", (run(),))))
    fits("compare", compared_values(few))


def test_a_session() -> None:
    def judged(one: Experiment) -> Experiment:
        while one.status == "open":
            stage = one.require_open()
            run_id = f"r{len(one.done)}"
            if stage.measures:
                one = one.begun(run_id, NOW).measured(run_id, NOW, Note("note"))
            else:
                one = looked(one, left=1) if stage.step == "verdict" else one.acted(NOW)
        return one

    sides = (Side("a", (run(phase(STEADY), id="a"),)), Side("b", (run(phase(STEADY), id="b"),)))
    document = compared_document(compare_sides(sides))
    experiments = [experiment(action).checked(NOW) for action in ACTIONS]
    for one in experiments:
        fits("experiment", experiment_document(one))
        fits("experiment", experiment_document(one.begun("r", NOW).cancelled()))
        fits("experiment", experiment_document(judged(one), document))
    bare = replace(experiments[0].target, identity=None, model=None, serial=None, mount_point=None)
    fits("experiment", experiment_document(replace(experiments[0], text="", target=bare)))
    fits("experiments", experiments_document(experiments))


def test_what_the_command_line_prints(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], make_run: Callable[..., Run]
) -> None:
    app = Application(Folders.below(tmp_path))
    new = {"firmware": "2.0"}
    app.history.save(
        make_run(),
        run(phase(STEADY), id="0aaaaaaaa", target={"serial": "S1"}),
        run(phase(STEADY), id="0bbbbbbbb", days=1, target={"serial": "S1"} | new),
    )

    def printed(*words: str) -> Any:
        assert cli.run([*words, "--json"], app) == 0
        return json.loads(capsys.readouterr().out)

    fits("profiles", printed("profiles"))
    fits("run", printed("show", "latest"))
    fits("history", printed("import", str(DATA / "hdparm.txt"), str(DATA / "fio-plus.json")))
    Checks(app.history).add(check("A drive"), None)
    fits("history", printed("history"))
    fits("history_trend", printed("history", "--drive", "S1", "--trend"))
    fits("compare", printed("compare", "latest", "latest"))
    fits("datasheet", printed("datasheet", "S1", "--endurance", "300TB"))
    fits("experiments", printed("experiment", "list"))
    output = str(tmp_path / "x.csv")
    fits("files", printed("export", "latest", output, "--format", "csv"))
    fits("run", json.loads(_exported(app, tmp_path)))


def _exported(app: Application, folder: Path) -> str:
    path = folder / "run.json"
    assert cli.run(["export", "latest", str(path), "--format", "json"], app) == 0
    return path.read_text()


def _mutated(path: tuple[str | int, ...], value: object) -> Any:
    document = json.loads(json.dumps(run_values(finished_run())))
    place: Any = document
    for step in path[:-1]:
        place = place[step]
    if value is KeyError:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return document


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("version",), 2),
        (("target", "size"), 0),
        (("target", "size"), "2 TB"),
        (("status",), "done"),
        (("started",), KeyError),
        (("environment", "fill"), 40),
        (("phases", 0, "pattern"), "zigzag"),
        (("phases", 0, "repeats", 0, "order"), 0),
        (("phases", 0, "repeats", 0, "read", "latency", "p99"), "fast"),
        (("phases", 0, "repeats", 0, "read", "bandwidth"), -1),
        (("phases", 0, "repeats", 0, "read", "histogram", "edges"), [1]),
    ],
)
def test_what_is_wrong_does_not_fit(path: tuple[str | int, ...], value: object) -> None:
    assert not validator("run", strict=False).is_valid(_mutated(path, value))


def test_readers_have_to_expect_new_keys() -> None:
    document = json.loads(json.dumps(run_values(finished_run())))
    tables = document["answer"]["tables"]
    for place in list(_objects(document)):
        place["of a later version"] = [] if place is tables else 1
    assert validator("run", strict=False).is_valid(document)
    assert not validator("run").is_valid(document)


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from _objects(part)


def test_a_document_is_known_by_its_keys() -> None:
    """Each matches only its own definition: a reader recognizes the document by its keys."""
    document = json.loads(json.dumps(run_values(finished_run())))
    known = [name for name in DOCUMENTS if validator(name, strict=False).is_valid(document)]
    assert known == ["run"]
    other = copy.deepcopy(document)
    del other["phases"]
    assert not any(validator(name, strict=False).is_valid(other) for name in DOCUMENTS)
