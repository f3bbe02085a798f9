# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof health` of fake drives on a bus of their own, and of saved reports."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.builders.made_application import MadeApplication
from tests.fakes.collections_of_drives import ailing, demo
from tests.fakes.made_machine import MadeMachine
from tests.fakes.reports import DATA, as_bytes, nvme, recorded, sas, sata_ssd
from tests.fakes.udisks2 import FakeUDisks2, PrivateBus

from driveproof.cli.main import run
from driveproof.composition.application import Application, Folders
from driveproof.domain.drive.drive import Inventory
from driveproof.domain.health.report import Attribute, Health
from driveproof.domain.health.snapshot import ASKED
from driveproof.system.udisks.client import read_inventory

Words = Callable[..., tuple[int, str, str]]


@pytest.fixture
def say(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Words]:
    def made(bus: str = "", machine: MadeMachine | None = None) -> Words:
        app = MadeApplication(Folders.below(tmp_path / "home"), bus, machine)

        def do(*words: str) -> tuple[int, str, str]:
            status = run(["health", *words], app)
            captured = capsys.readouterr()
            return status, captured.out, captured.err

        return do

    return made


@pytest.fixture
def asked(
    say: Callable[..., Words], bus: PrivateBus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Words]:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", bus.address)
    machine = demo(tmp_path / "sys")
    with FakeUDisks2(bus.address, machine.objects, machine.smart):
        yield say(bus.address, machine)


def saved(folder: Path, report: dict[str, Any]) -> str:
    path = folder / "report.json"
    path.write_bytes(as_bytes(report))
    return str(path)


# drives


def test_a_healthy_drive(asked: Words) -> None:
    status, out, err = asked("/dev/nvme0n1")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert (
        "Samsung SSD 990 PRO 2TB, /dev/nvme0n1, serial S7KHNJ0W512345, firmware 4B2QJXD7" in lines
    )
    assert "Temperature sensor 2" in out


def test_a_type_of_adapter_is_for_usb(asked: Words) -> None:
    status, out, err = asked("/dev/nvme0n1", "--adapter-type", "find")
    assert (status, out) == (2, "")
    assert "/dev/nvme0n1" in err


def test_a_usb_adapter_that_nothing_knows(
    say: Callable[..., Words], bus: PrivateBus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No command is sent to it, and no password asked for, until a person wants that."""
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", bus.address)
    machine = MadeMachine(tmp_path / "sys", "2.11.0")
    machine.usb("sdb", "Disk", 500 * 10**9, 1, adapter="fffe:0001:0100")
    with FakeUDisks2(bus.address, machine.objects, machine.smart):
        words = say(bus.address, machine)
        for more in ((), ("--as-admin",)):
            status, out, _ = words("/dev/sdb", "--json", *more)
            document = json.loads(out)
            assert (status, document["verdict"]) == (0, "unknown")
            adapter = document["adapter"]
            assert [adapter[name] for name in ("vendor", "product", "release")] == [
                "fffe", "0001", "0100",
            ]  # fmt: skip
            assert (adapter["type"], adapter["attempts"], adapter["entry"]) == (None, [], None)
            assert "--adapter-type find" in document["advice"]


def test_as_json(asked: Words) -> None:
    status, out, _ = asked("/dev/sda", "--json")
    told = json.loads(out)
    assert (status, told["version"], told["device"]) == (0, 1, "/dev/sda")
    assert (told["verdict"], told["source"]) == ("good", "UDisks2 (ATA SMART)")
    axes = told["answer"]["findings"]["axes"]
    assert [axis["subject"] for axis in axes] == [
        "self_assessment", "wear", "media_errors", "link", "temperature", "data_quality",
    ]  # fmt: skip
    assert axes[0]["grade"] == "good" and told["source"]
    assert {one.get("counter") for one in axes[2]["parts"]} >= {"reallocated", "pending"}
    units = {row["id"]: row["unit"] for row in told["answer"]["tables"]["attributes"]}
    assert (units[9], units[194]) == ("seconds", "celsius")
    assert {rule["axis"] for rule in told["answer"]["tables"]["rules"]} >= {"wear", "media_errors"}
    # What is not reported is null, and never 0.
    assert (told["used"], told["written"], told["spare"], told["missing"]) == (None,) * 4
    assert (told["temperature"], told["power_on"], told["crc_errors"]) == (29.0, 15120000.0, 0)
    row = next(row for row in told["attributes"] if row["id"] == 5)
    assert (row["type"], row["raw"], row["pretty"], row["judged"]) == ("prefail", None, 0, True)


def test_a_mount_point_and_a_partition_are_of_their_drive(asked: Words) -> None:
    for word in ("/games", "/dev/sda1", "sda1"):
        status, out, err = asked(word)
        assert status == 0
        assert "CT1000MX500SSD1, /dev/sda" in out
        assert err.count("\n") == 1 and "/dev/sda1" in err
    _, out, _ = asked("/home")
    assert "Samsung SSD 990 PRO 2TB, /dev/nvme0n1" in out


def test_a_raid_names_its_drives(asked: Words) -> None:
    status, out, _ = asked("/srv/backup")
    assert status == 0
    assert "/dev/sdb (WDC WD40EFRX-68N32N0) and /dev/sdc" in " ".join(out.split())


def test_what_has_no_health_says_why(asked: Words) -> None:
    said = [asked(word)[:2] for word in ("/dev/loop0", "/dev/zram0", "/dev/sdd")]
    assert all(status == 0 and out for status, out in said)
    assert "USB" in said[2][1]


def test_every_state(
    say: Callable[..., Words], bus: PrivateBus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", bus.address)
    monkeypatch.setattr("driveproof.engine.health.reader.READ_SECONDS", 0.5)
    machine = ailing(tmp_path / "sys")
    machine.smart[next(path for path in machine.smart if "sde" in path)].delay = 0.0
    seen = {}
    with FakeUDisks2(bus.address, machine.objects, machine.smart):
        do = say(bus.address, machine)
        for device in ("sda", "sdb", "sdc", "sdd", "sdf", "nvme0n1", "nvme1n1", "nvme2n1"):
            status, out, _ = do(f"/dev/{device}", "--json")
            seen[device] = status, json.loads(out)["verdict"] if out else None
    assert seen == {
        "sda": (0, "good"), "sdb": (0, "caution"), "sdc": (1, "failing"), "sdd": (0, "good"),
        "sdf": (3, None), "nvme0n1": (0, "good"), "nvme1n1": (0, "worn"),
        "nvme2n1": (1, "failing"),
    }  # fmt: skip


def test_a_device_that_is_not_there(asked: Words) -> None:
    status, out, err = asked("/dev/nope\x1b[2J")
    assert (status, out) == (3, "")
    assert err.startswith("driveproof: /dev/nope\\x1b[2J ")


def test_no_bus_at_all(say: Callable[..., Words], tmp_path: Path) -> None:
    class Busless(MadeApplication):
        def inventory(self) -> Inventory:
            return read_inventory(f"unix:path={tmp_path}/none")

    assert run(["health", "/dev/sda"], Busless(Folders.below(tmp_path), "", None)) == 3


# saved reports


@pytest.mark.parametrize(
    ("report", "status", "value"),
    [
        (nvme(), 0, "3 %"),
        (sata_ssd(), 1, "Completed: read failure"),
        (sas(), 0, "2"),
        (recorded("stick"), 0, "USB"),
        (recorded("nvme-warning"), 1, ""),
        (recorded("nvme"), 0, "%"),
    ],
    ids=["nvme", "sata", "sas", "stick", "warning", "virtual"],
)
def test_a_saved_report(
    say: Callable[..., Words], tmp_path: Path, report: dict[str, Any], status: int, value: str
) -> None:
    report = json.loads(json.dumps(report))
    tests = report.get("ata_smart_self_test_log", {}).get("extended", {}).get("table", [])
    del tests[:1]  # the short one that has passed since
    got, out, err = say()("--report", saved(tmp_path, report))
    assert (got, err) == (status, "")
    assert value in " ".join(out.split())


@pytest.mark.parametrize(
    "report",
    [recorded("nvme-warning"), nvme(), recorded("nvme"), recorded("stick")],
    ids=["failing", "caution", "virtual", "stick"],
)
def test_the_first_line_is_the_verdict_and_what_to_do(
    say: Callable[..., Words], tmp_path: Path, report: dict[str, Any]
) -> None:
    _, out, _ = say()("--report", saved(tmp_path, report), "--json")
    told = json.loads(out)
    assert told["do"][0]["code"]
    sentences = told["answer"]["sentences"]
    _, out, _ = say()("--report", saved(tmp_path, report))
    first = " ".join(one["text"] for one in sentences)
    assert " ".join(out.split()).startswith(" ".join(first.split()))


def test_several_reports_in_a_file(say: Callable[..., Words], tmp_path: Path) -> None:
    path = tmp_path / "reports.json"
    made = [nvme(), recorded("nvme-warning"), recorded("stick")]
    path.write_text("\n".join(map(json.dumps, made)), "utf-8")
    status, out, err = say()("--report", str(path))
    assert (status, err) == (1, "")
    heads = [line for line in out.splitlines() if line.startswith("== ")]
    assert heads == [f"== Report {number} of 3 ==" for number in (2, 1, 3)]
    _, out, _ = say()("--report", str(path), "--json")
    told = json.loads(out)
    assert told["verdict"] == "failing"
    assert [one["verdict"] for one in told["reports"]] == ["caution", "failing", "unknown"]
    assert [one["reports"] for one in told["reports"]] == [[], [], []]


@pytest.mark.parametrize("ending", [".txt", ".json"])
def test_several_reports_in_an_output(
    say: Callable[..., Words], tmp_path: Path, ending: str
) -> None:
    path, output = tmp_path / "reports.json", tmp_path / f"out{ending}"
    path.write_text(json.dumps([nvme(), sas()]), "utf-8")
    status, out, err = say()("--report", str(path), "--output", str(output), "--json")
    assert (status, err) == (0, f"driveproof: {output} is written.\n")
    words = output.read_text("utf-8")
    assert json.loads(words) == json.loads(out) if ending == ".json" else "== Report 2" in words


@pytest.mark.parametrize("ending", [".html", ".pdf", ".csv"])
def test_a_report_of_one_drive_has_no_room_for_several(
    say: Callable[..., Words], tmp_path: Path, ending: str
) -> None:
    path, output = tmp_path / "reports.json", tmp_path / f"out{ending}"
    path.write_text(json.dumps([nvme(), sas()]), "utf-8")
    status, out, err = say()("--report", str(path), "--output", str(output))
    assert (status, out) == (3, "")
    assert ending in err
    assert not output.exists()


def test_what_people_look_for_first(say: Callable[..., Words], tmp_path: Path) -> None:
    path = DATA / "text" / "sata-ssd-x.txt"
    _, out, _ = say()("--report", str(path))
    words = " ".join(out.split())
    for said in ("88 %", "4 200 h", "10.8 TB", "61.4 GB", "812", "500 GB", "SATA 3.1, 6.0 Gb/s"):
        assert said in words
    _, out, _ = say()("--report", str(path), "--json")
    told = json.loads(out)
    assert (told["life_left"], told["capacity"], told["rotation_rate"]) == (0.88, 500107862016, 0)
    assert (told["interface"], told["link"]) == ("SATA 3.1, 6.0 Gb/s", "6.0 Gb/s")
    assert told["written_per_day"] == told["written"] / (told["power_on"] / 86400)


def test_the_values_in_a_file(say: Callable[..., Words], tmp_path: Path) -> None:
    path = DATA / "text" / "disk-failed-a.txt"
    table, document, text = (tmp_path / f"values{ending}" for ending in (".csv", ".json", ".txt"))
    for output in (table, document, text):
        status, _out, err = say()("--report", str(path), "--output", str(output))
        assert err == f"driveproof: {output} is written.\n"
        assert status == 1
    rows = list(csv.DictReader(io.StringIO(table.read_text("utf-8"))))
    row = next(row for row in rows if row["id"] == "197")
    assert (row["name"], row["verdict"]) == ("Current_Pending_Sector", "failing")
    assert int(row["raw_hex"], 16) == int(row["raw"])
    assert row["since"] == ""
    told = json.loads(document.read_text("utf-8"))
    listed = [int(one["id"]) for one in rows if one["table"] == "attributes"]
    assert [one["id"] for one in told["attributes"]] == listed
    assert all(one["trend"] is None for one in told["answer"]["tables"]["attributes"])
    assert "Current_Pending_Sector" in text.read_text("utf-8")
    status, _, err = say()("--report", str(path), "--output", str(tmp_path / "values.doc"))
    assert (status, ".html, .pdf, .txt, .json, .csv" in err) == (2, True)


def test_what_moved_since_the_oldest_kept_reading(asked: Words, tmp_path: Path) -> None:
    app = Application(Folders.below(tmp_path / "home"))
    told = json.loads(asked("/dev/sda", "--json")[1])
    drive = next(one for one in app.inventory().devices if one.name == "sda")
    rows = tuple(
        Attribute(id=row["id"], name=row["name"], pretty=row["pretty"], unit=row["unit"] or "")
        for row in told["attributes"]
    )
    month = datetime.now(UTC) - timedelta(days=70)
    older = Health(
        taken=month, kind="ata", source=told["source"],
        attributes=tuple(replace(row, pretty=row.pretty - 12) if row.id == 12 else row
                         for row in rows),
    )  # fmt: skip
    app.health_service.kept.add(drive.identity, older, ASKED)
    _, out, _ = asked("/dev/sda")
    assert "800 → 812" in out.replace("\u202f", " ")
    told = json.loads(asked("/dev/sda", "--json")[1])
    (row,) = (one for one in told["answer"]["tables"]["attributes"] if one["id"] == 12)
    assert (row["trend"]["first"], row["trend"]["last"]) == (800, 812)
    assert datetime.fromisoformat(row["since"]).date() == month.date()


def test_rows_that_are_a_reason_are_marked(say: Callable[..., Words]) -> None:
    path = DATA / "text" / "disk-failed-a.txt"
    _, out, _ = say()("--report", str(path))
    (row,) = [line for line in out.splitlines() if "Current_Pending_Sector" in line]
    assert row.startswith("197  Pending sectors ") and "Failing" in row
    assert "197 Pending sectors (" in out
    _, out, _ = say()("--report", str(path), "--json")
    table = json.loads(out)["answer"]["tables"]["attributes"]
    rows = {row["id"]: row for row in table}
    assert (rows[5]["verdict"], rows[9]["verdict"]) == ("failing", None)
    assert rows[5]["title"] == "Reallocated sectors"
    assert rows[5]["explanation"]


def test_a_live_drive_tells_its_capacity_and_link(asked: Words) -> None:
    _, out, _ = asked("/dev/sda", "--json")
    told = json.loads(out)
    assert told["capacity"]
    assert told["interface"]


def test_a_reader_that_goes_does_not_change_the_answer(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)  # as `| head` does once it has enough
    report = saved(tmp_path, recorded("nvme-warning"))
    words = [sys.executable, "-m", "driveproof", "health", "--report", report]
    places = {name: str(tmp_path) for name in ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")}
    try:
        done = subprocess.run(
            words, stdout=writing, stderr=subprocess.PIPE, env=os.environ | places, check=False
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")


def test_no_output_at_all_is_no_fault(tmp_path: Path) -> None:
    report = saved(tmp_path, recorded("nvme-warning"))
    words = [sys.executable, "-m", "driveproof", "health", "--report", report]
    places = {name: str(tmp_path) for name in ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")}
    closed = ["sh", "-c", 'exec "$@" >&-', "sh", *words]
    done = subprocess.run(closed, stderr=subprocess.PIPE, env=os.environ | places, check=False)
    assert (done.returncode, done.stderr) == (1, b"")


def test_standard_input(say: Callable[..., Words], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(as_bytes(nvme()))))
    status, out, _ = say()("--report", "-", "--json")
    assert (status, json.loads(out)["device"]) == (0, None)


def test_no_standard_input(say: Callable[..., Words], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    status, _, err = say()("--report", "-")
    assert status == 3
    assert err.startswith("driveproof: Standard input cannot be read: ")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_report_of_another_system(
    say: Callable[..., Words], tmp_path: Path, encoding: str
) -> None:
    path = tmp_path / "report.json"
    path.write_bytes(as_bytes(nvme()).decode().encode(encoding))
    status, out, err = say()("--report", str(path))
    assert (status, err) == (0, "")
    assert "rated life" in out


def test_an_old_report_is_of_its_own_time(say: Callable[..., Words], tmp_path: Path) -> None:
    report = nvme() | {"local_time": {"time_t": 1_500_000_000}}
    _, out, _ = say()("--report", saved(tmp_path, report), "--json")
    told = json.loads(out)
    assert told["taken"] == "2017-07-14T02:40:00+00:00"
    assert "14 Jul 2017, " in told["answer"]["findings"]["axes"][-1]["say"]


def test_a_report_of_no_time_is_of_no_day(say: Callable[..., Words], tmp_path: Path) -> None:
    report = nvme()
    del report["local_time"]
    _, out, _ = say()("--report", saved(tmp_path, report), "--json")
    told = json.loads(out)
    assert told["updated"] is None
    assert told["answer"]["findings"]["axes"][-1]["say"].endswith("smartctl 7.4.")


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"\xff" * 99, b"smartctl 7.3"])
def test_what_is_no_report(say: Callable[..., Words], tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "report.json"
    path.write_bytes(data)
    status, out, err = say()("--report", str(path))
    assert (status, out) == (3, "")
    assert err.startswith(f"driveproof: {path} ")
    assert "sudo smartctl -x -j" in err


def test_a_report_that_cannot_be_read(say: Callable[..., Words], tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path, "a\0b"):
        status, out, err = say()("--report", str(path))
        assert (status, out) == (3, "")
        assert "cannot be read" in err


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("/dev/sda", "--report", "x"),
        ("--report", "x", "--as-admin"),
        ("--report", "x", "--adapter-type", "sat"),
        ("/dev/sda", "--adapter-type", "jms56x,0"),  # it would write to the volume
        ("/dev/sda", "--adapter-type", "scsi"),
        ("/dev/sda", "--adapter-type"),
    ],
    ids=str,
)
def test_wrong_usage(say: Callable[..., Words], words: tuple[str, ...]) -> None:
    status, out, err = say()(*words)
    assert (status, out) == (2, "")
    assert err.startswith("driveproof: ")


def test_hostile_names_do_not_move_the_cursor(say: Callable[..., Words], tmp_path: Path) -> None:
    report = sata_ssd()
    evil = "\x1b[2J\u202e<b>"
    report |= {"model_name": evil, "serial_number": evil}
    for row in report["ata_smart_attributes"]["table"]:
        row["name"] = evil
        row["raw"]["string"] = evil
    for row in report["ata_smart_self_test_log"]["extended"]["table"]:
        row["status"]["string"] = row["type"]["string"] = evil
    report["smartctl"]["messages"] = [{"string": evil, "severity": "warning"}]
    _, out, _ = say()("--report", saved(tmp_path, report))
    assert "\x1b" not in out
    assert "\u202e" not in out


def test_recordings_are_all_printed(say: Callable[..., Words]) -> None:
    for path in sorted(DATA.glob("*.json")):
        for more in ((), ("--json",)):
            status, out, _ = say()("--report", str(path), *more)
            assert status in {0, 1}
            assert out.startswith("{") is bool(more)
