# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks are kept whole, found by their ids, and older files are migrated."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.builders.html import check as full_check
from tests.builders.made_findings import finding, left_out

from driveproof.domain.access import Direction
from driveproof.domain.check.check import (
    Check,
    CheckCode,
    CheckFinding,
    CheckToDo,
    LeftOut,
    Topic,
    checked,
)
from driveproof.domain.check.rules import healthiness, trim
from driveproof.domain.check.speed import judged
from driveproof.domain.dashboard import KeptOfDrive
from driveproof.domain.drive.array import ArrayAction, ArrayState
from driveproof.domain.drive.attachment import Attachment, BlockFormat, Performance, UsbDriver
from driveproof.domain.drive.datasheet import Datasheet
from driveproof.domain.drive.drive import BlockDevice, DeviceKind, Mount
from driveproof.domain.drive.firmware import FirmwareNews
from driveproof.domain.errors import Advice, MachineError, Remedy, UsageError
from driveproof.domain.finding import Finding, ToDo
from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.report import Attribute, Health
from driveproof.domain.metric import MetricName
from driveproof.domain.notes import Note
from driveproof.domain.quantity import Bytes, OneOf, Seconds
from driveproof.domain.rating import BAD, FINE, Rating
from driveproof.domain.run.run import Environment, Run, Summary
from driveproof.domain.say import Coded, Say
from driveproof.domain.speed import MeasuredSpeed, Pace
from driveproof.domain.speed_sentences import pace_sentences
from driveproof.domain.trim.path import PASS, DiscardPath, LayerFact, PathLayer, PeriodicTrim
from driveproof.engine.check.kept import enter_figures
from driveproof.engine.run.expected_speed import expected_of
from driveproof.export.json import values_of
from driveproof.export.json.check import check_document
from driveproof.export.text.check import check_page
from driveproof.history.checks import Checks, find_kept, pack_check, unpack_check
from driveproof.history.glance import kept_of
from driveproof.history.store import History
from driveproof.methods import measured_answer

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
MakeRun = Callable[..., Run]
DATA = Path(__file__).resolve().parents[2] / "data"


def check(word: str = "fine", taken: datetime = NOW, **values: Any) -> Check:
    device = BlockDevice(
        path="/dev/sda", name="sda", kind=DeviceKind.ATA, model="Made 1", serial="S1"
    )
    found = (finding("identity", word, "What was found."),)
    given = {"target": "/dev/sda", "device": device, "findings": found, **values}
    return Check(taken=taken, seconds=3.5, **given)


def rich(run: Run | None = None) -> Check:
    """A check with a value of each kind that checks have."""
    health = Health(
        taken=NOW, source="smartctl", model="Made", power_on=3600.5, written=2**70, passed=True,
        attributes=(Attribute(id=5, name="Reallocated_Sector_Ct", value=100, threshold=10, raw=3),),
        notes=(Note("It has {count}.", count=Bytes(5)),), missing=None, reallocated=3,
    )  # fmt: skip
    verdict = judge_health(health, now=NOW)
    figure = MeasuredSpeed(
        title="SEQ1M Q8", profile="quick", direction=Direction.READ, mixed=False,
        metric=MetricName.BANDWIDTH, summary=Summary(2e8, 1.9e8, 2.1e8, 2), against=3e8,
    )  # fmt: skip
    error = MachineError(
        "{path} is gone.", path=Path("/x"), advice=Advice(Remedy.MOUNT, point="/mnt")
    )
    fact = Finding(LayerFact.READ_ONLY_DEVICE, (Say("read-only"),))
    timer = PeriodicTrim(enabled=False, last=NOW, source="systemd")
    chain = DiscardPath(
        target="/mnt",
        mount=Mount("/mnt", "/dev/sda1", "ext4", ("rw", "a\udcffb")),
        layers=(PathLayer(name="sda", kind="ata", verdict=PASS, facts=(fact,), source="sysfs"),),
        periodic=timer,
    )

    said = Finding(CheckCode.QUOTED, (Say("{text}", text=error),))
    do = (*verdict.advice, ToDo(CheckToDo.QUOTED, Say("{text}", text=Advice("Wait."))))
    others = OneOf(("/dev/sdb", "/dev/sdc"))
    shared = Say("{others} has the same serial number, {serial}.", serial="S", others=others)
    paces = pace_sentences(Pace.TOO_SLOW, (figure,))
    return check(
        findings=(
            checked(Topic.HEALTH, Rating.ODD, said, do=do, source="x"),
            checked(Topic.IDENTITY, Rating.ODD, Finding(CheckCode.SERIAL_SHARED, (shared,))),
            trim(None, chain),
            CheckFinding(
                Pace.TOO_SLOW, (*paces, Say("{stall}", stall=Seconds(1.25))), grade=Rating.ODD,
                topic=Topic.SPEED, run="r", where=Coded("/m", "/m"),
            ),
            *healthiness(health, verdict),
        ),
        health=health, verdict=verdict, chain=chain, run=run,
        firmware=FirmwareNews(current="1", missing=Note("Nothing of {who}.", who="fwupd")),
        left_out=(
            Finding(LeftOut.SPEED, (Say("Speed: {reason}", reason=said.say[0]),)),
            left_out(OSError(5, "Input/output error")),
        ),
    )  # fmt: skip


def test_what_cannot_be_understood_is_left_out(history: History) -> None:
    checks = Checks(history)
    checks.add(check(), "wwn:1")
    history.close()
    change(history, "UPDATE checks SET rating = 'lovely'")
    assert kept_of(history, "wwn:1") == KeptOfDrive() and checks.heads() == []


def test_the_newest_of_a_drive_is_found(history: History) -> None:
    checks = Checks(history)
    assert kept_of(history, "wwn:1") == KeptOfDrive()
    made = checks.add(check(), "wwn:1")
    checks.add(check("bad", NOW - timedelta(days=1)), "wwn:1")
    checks.add(check("bad", NOW + timedelta(days=1)), "wwn:2")
    assert kept_of(history, "wwn:1") == KeptOfDrive(None, NOW, FINE, made)
    assert kept_of(history, "wwn:2").rating == BAD


def change(history: History, statement: str, *values: object) -> None:
    history.close()
    with closing(sqlite3.connect(history.path)) as connection:
        connection.execute(statement, values)
        connection.commit()


def test_a_whole_check_comes_back_as_it_was(history: History, make_run: MakeRun) -> None:
    run = make_run(id="r1")
    history.save(run)
    checks, made = Checks(history), rich(run)
    name = checks.add(made, None)
    found = checks.load(name)
    assert found.run is not None and found.run.id == "r1"
    assert (found.id, found.label, found.word) == (name, "", made.word)
    # An error equals no other; what it says does.
    answer, again = measured_answer(made), replace(found, id="")
    assert values_of(check_document(again, answer)) == values_of(check_document(made, answer))
    assert check_page(replace(found, id="")) == check_page(made)
    for field in ("device", "health", "verdict", "firmware", "chain", "taken", "seconds"):
        assert getattr(found, field) == getattr(made, field), field
    assert found.findings[1:] == made.findings[1:]


def test_the_check_of_the_report_comes_back_as_it_was() -> None:
    made = full_check("word")
    assert unpack_check(pack_check(made)) == made


def packed(document: object) -> bytes:
    return zlib.compress(json.dumps(document).encode())


def test_only_what_is_a_check_is_read() -> None:
    kept = json.loads(zlib.decompress(pack_check(rich())))
    assert unpack_check(packed(kept)).target == "/dev/sda"
    finding = kept["findings"][0]
    said = finding["say"][0]
    for bad in (
        None, [], {}, finding,
        {**kept, "taken": "yesterday"},
        {**kept, "taken": "2026-01-01T00:00:00"},
        {**kept, "seconds": "3"},
        {**kept, "seconds": True},
        {**kept, "findings": None},
        {**kept, "findings": [said]},
        {one: kept[one] for one in kept if one != "target"},
        {**kept, "device": {"type": "os.system", "value": {}}},
        *({**kept, "left_out": [bad]} for bad in (
            None, [], "QUOTED", {"code": 3, "say": []}, {"code": "quoted", "say": "text"},
            {"code": "quoted", "say": [{"key": 3}]},
        )),
    ):  # fmt: skip
        with pytest.raises(ValueError):
            unpack_check(packed(bad))
    for bytes_ in (b"", b"x", packed(kept)[:-3], zlib.compress(b'{"taken": NaN}'), None):
        with pytest.raises(ValueError):
            unpack_check(bytes_)
    deep = packed(
        {**kept, "left_out": [{"code": "quoted", "say": [{"key": "{a}", "values": {"a": 7}}]}]}
    )
    for levels in (900, 20_000):
        nested = b"[" * levels + b"]" * levels
        with pytest.raises(ValueError, match="deep"):
            unpack_check(zlib.compress(zlib.decompress(deep).replace(b'"a": 7', b'"a": ' + nested)))
    with pytest.raises(ValueError, match="bytes"):
        unpack_check(zlib.compress(b" " * 10_000_000))


def test_an_array_and_how_a_drive_is_attached_come_back() -> None:
    used = BlockFormat(512, 0, Performance.GOOD)
    attached = Attachment(
        usb_driver=UsbDriver.UAS, formats=(used, BlockFormat(4096, 8)), format_in_use=used,
        sata_power="min_power", aspm=("L1",), apst=100000, apm=False, standby=5.0,
    )  # fmt: skip
    device = BlockDevice(
        path="/dev/md0", name="md0", kind="md", attachment=attached,
        array=ArrayState(kind="md", wanted=2, active=1, action=ArrayAction.RECOVER, progress=0.5),
    )  # fmt: skip
    kept = check(device=device)
    assert unpack_check(pack_check(kept)).device == device


def test_a_field_that_came_later_has_its_default() -> None:
    document = json.loads(zlib.decompress(pack_check(check())))
    del document["device"]["rotation_rate"]
    assert unpack_check(packed(document)) == check()


def test_a_check_that_cannot_be_read_is_listed_and_said(history: History) -> None:
    checks = Checks(history)
    name = checks.add(check(), "wwn:1")
    change(history, "UPDATE checks SET document = ?", b"nonsense")
    assert [head.id for head in checks.heads()] == [name]
    with pytest.raises(MachineError, match="cannot be read"):
        checks.load(name)


def test_a_check_and_its_run_stand_for_themselves(history: History, make_run: MakeRun) -> None:
    run = make_run(id="r1")
    history.save(run)
    checks = Checks(history)
    name, other = checks.add(check(run=run), None), checks.add(check(run=run), None)
    history.delete("r1")
    found = checks.load(name)
    assert found.run is None
    assert found.left_out == (
        Finding(LeftOut.RUN_DELETED, (Say("Its run {run} is not in the history.", run="r1"),)),
    )
    history.save(run)
    again = checks.load(name)
    assert again.run is not None and (again.run.id, again.left_out) == ("r1", ())
    checks.delete(name)
    assert history.load("r1").id == "r1"
    assert [head.id for head in checks.heads()] == [other]
    with pytest.raises(MachineError, match=name):
        checks.load(name)
    with pytest.raises(MachineError, match=name):
        checks.delete(name)


def test_what_was_deleted_comes_back_as_it_was(history: History, make_run: MakeRun) -> None:
    checks = Checks(history)
    history.save(run := make_run(id="r1"))
    name = checks.add(check(label="before", run=run), "wwn:1")
    other = checks.add(check(taken=NOW + timedelta(1)), "wwn:1")
    history.delete("r1")
    kept, heads = checks.load(name), checks.heads()
    with pytest.raises(MachineError):
        checks.delete(name, "nothing")
    assert checks.heads() == heads
    deleted = checks.delete(name, other)
    assert [one.id for one in deleted] == [name, other] and checks.heads() == []
    checks.restore(deleted)
    assert checks.heads() == heads and checks.load(name) == kept


def test_they_are_listed_newest_first_and_filtered(history: History) -> None:
    checks = Checks(history)
    old = checks.add(check(taken=NOW - timedelta(days=1), label="Before"), "wwn:1")
    new = checks.add(check("bad", label="After", target="/mnt"), None)
    heads = checks.heads()
    assert [head.id for head in heads] == [new, old]
    assert (heads[0].identity, heads[1].identity) == (None, "wwn:1")
    assert (heads[0].rating, heads[0].target, heads[0].model) == (BAD, "/mnt", "Made 1")
    assert heads[0].taken == NOW
    assert [head.id for head in checks.heads(limit=1)] == [new]
    assert [head.id for head in checks.heads(identity="wwn:1")] == [old]
    assert [head.id for head in checks.heads(text="made BEFORE")] == [old]
    assert checks.heads(text="made nothing") == []
    checks.set_label(new, "Later")
    assert [head.label for head in checks.heads(label="Later")] == ["Later"]
    with pytest.raises(MachineError):
        checks.set_label("nothing", "x")


def test_words_select_runs_or_checks(history: History, make_run: MakeRun) -> None:
    checks = Checks(history)
    history.save(make_run(id="1aaaaaaaa", label="both"))
    name = checks.add(check(label="both", taken=datetime(2027, 11, 21, tzinfo=UTC)), None)
    assert find_kept(history, name) == find_kept(history, name[:5].upper()) == ((), (name,))
    assert find_kept(history, "1a") == (("1aaaaaaaa",), ())
    assert find_kept(history, "latest") == (("1aaaaaaaa",), ())
    assert find_kept(history, "label:both") == (("1aaaaaaaa",), ())
    checks.set_label(name, "mine")
    assert find_kept(history, "label:mine") == ((), (name,))
    for word in ("nothing", "label:nothing"):
        with pytest.raises(MachineError):
            find_kept(history, word)
    history.save(make_run(id=f"{name[:3]}zzzzzz"))
    with pytest.raises(UsageError, match=name):
        find_kept(history, name[:3])
    assert find_kept(history, name).checks == (name,)
    other = checks.add(check(taken=datetime(2027, 11, 21, tzinfo=UTC)), None)
    assert name[:6] == other[:6]
    with pytest.raises(UsageError, match=name):
        find_kept(history, name[:6])
    history.delete("1aaaaaaaa")
    with pytest.raises(UsageError):
        find_kept(history, " ")


def test_the_makers_figures_judge_kept_checks_anew(
    history: History, make_run: Callable[..., Run]
) -> None:
    """The page of such a check would say another rating than the list."""
    state = Environment(link="PCIe 4.0 x4", link_ceiling=7_480_000_000, link_slower=False)
    run = make_run(
        target={"model": "Example", "drive": "wwn:x", "drive_class": "nvme-4"},
        environment=state,
    )
    history.save(run)
    device = BlockDevice(path="/dev/nvme0n1", name="nvme0n1", kind="nvme", model="Example")
    made = check(run=run, device=device)
    checks = Checks(history)
    kept = checks.add(judged(made, expected_of(run, history)), "wwn:x")
    assert [head.rating for head in checks.heads()] == [Rating.FINE]
    enter_figures(history, "Example", Datasheet(read=10**12))
    assert [head.rating for head in checks.heads()] == [Rating.ODD]
    assert checks.load(kept).word is Rating.ODD
    enter_figures(history, "Example", Datasheet())
    assert [head.rating for head in checks.heads()] == [Rating.FINE]
