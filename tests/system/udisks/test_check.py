# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof check` on a real file system over a loop device, as an unprivileged user."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.system.forked import Forking
from tests.system.machine import FORKING, NOBODY, PROJECT, SystemBus, run, unmount

pytestmark = [pytest.mark.root, pytest.mark.bus]

TOPICS = {"identity", "use", "health", "firmware", "link", "trim", "speed"}


@pytest.fixture
def mounted(open_folder: Path, tmp_path: Path, loop: Callable[[Path], str]) -> Iterator[Path]:
    """An ext4 of 512 MiB in which every user may write."""
    image = tmp_path / "check.img"
    with image.open("wb") as file:
        file.truncate(512 * 2**20)
    device = loop(image)
    run("mkfs.ext4", "-q", device)
    folder = open_folder / "checked"
    folder.mkdir()
    run("mount", device, str(folder))
    folder.chmod(0o777)
    try:
        yield folder
    finally:
        unmount(folder)
        folder.rmdir()


@pytest.fixture
def home(open_folder: Path) -> Path:
    folder = open_folder / "home-of-nobody"
    folder.mkdir(exist_ok=True)
    os.chown(folder, NOBODY, NOBODY)
    return folder


@pytest.fixture
def hasty_quick(launcher: Path, open_folder: Path) -> Iterator[None]:
    """The quick profile with the shortest possible tests: every step of it, and no more; in a copy
    of the program.
    """
    copy = open_folder / "hasty"
    shutil.copytree(
        PROJECT / "app/driveproof", copy / "driveproof",
        ignore=lambda _folder, _names: {"resources"},
    )  # fmt: skip
    shutil.copytree(PROJECT / "resources", copy / "driveproof/resources")
    path = copy / "driveproof/resources/profiles/quick.toml"
    text = path.read_text("utf-8")
    hasty = re.sub("^seconds = 1$", "seconds = 0.3", text, flags=re.MULTILINE)
    hasty = re.sub(r"^warmup = 0\.25$", "warmup = 0", hasty, flags=re.MULTILINE)
    assert hasty.count("warmup = 0\n") == 4
    hasty = re.sub("^max_repeats = 6$", "max_repeats = 4", hasty, flags=re.MULTILINE)
    path.write_text(re.sub(r"^pause = 0\.5$", "pause = 0.1", hasty, flags=re.MULTILINE), "utf-8")
    usual = FORKING[launcher]
    with contextlib.closing(Forking(copy, usual.python)) as FORKING[launcher]:
        yield
    FORKING[launcher] = usual
    shutil.rmtree(copy)


def check(bus: SystemBus, home: Path, *arguments: str) -> subprocess.Popen[str]:
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "DBUS_SYSTEM_BUS_ADDRESS": bus.address,
    }
    return FORKING[bus.launcher].start(
        ("check", *arguments), env=environment, cwd="/", user=NOBODY, group=NOBODY, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


@pytest.mark.usefixtures("hasty_quick")
def test_a_mount_point_is_checked_without_any_right(
    system_bus: SystemBus, mounted: Path, home: Path
) -> None:
    report = home / "report.html"
    process = check(system_bus, home, str(mounted), "--json", "--output", str(report))
    out, err = process.communicate(timeout=280)
    assert process.returncode == 0, err
    document = json.loads(out)
    assert (document["version"], document["target"]) == (1, str(mounted))
    findings = document["answer"]["findings"]["found"]
    assert {finding["subject"] for finding in findings} == TOPICS
    assert document["device"]["kind"] == "loop"
    words = {finding["subject"]: finding["grade"] for finding in findings}
    assert {words[topic] for topic in ("identity", "use", "health", "firmware")} == {"unknown"}
    assert document["trim"]["answer"]["findings"]["layers"]
    assert document["trim"]["verdict"] in {"pass", "unknown"}
    kept = document["run"]
    assert (kept["profile"], kept["status"]) == ("quick", "finished")
    assert kept["label"].startswith("check ")
    assert {phase["direction"] for phase in kept["phases"]} == {"read", "write"}
    rule = kept["stopping_rule"]
    assert (rule["minimum"], rule["maximum"]) == (3, 4)
    assert [path.name for path in mounted.iterdir()] == ["lost+found"]
    page = report.read_text("utf-8")
    assert page.startswith("<!DOCTYPE html>") and "<svg" in page and "<script" not in page
    listed = system_bus.driveproof_as_nobody("history", "--json", home=home)
    found = json.loads(listed.stdout)
    assert kept["id"] in {one["id"] for one in found["runs"]}
    assert (document["id"], kept["id"]) in {(one["id"], one["run"]) for one in found["checks"]}
    shown = system_bus.driveproof_as_nobody("show", document["id"], "--json", home=home)
    assert json.loads(shown.stdout) == document


@pytest.mark.deep
def test_a_device_is_checked_by_what_it_tells(
    system_bus: SystemBus, mounted: Path, home: Path
) -> None:
    device = run("findmnt", "--noheadings", "--output=SOURCE", str(mounted)).strip()
    report = home / "report.pdf"
    process = check(system_bus, home, device, "--no-measurement", "--output", str(report))
    out, err = process.communicate(timeout=100)
    assert process.returncode == 0, err
    assert device in out
    assert report.read_bytes().startswith(b"%PDF")


@pytest.mark.usefixtures("hasty_quick")
def test_an_interrupt_gives_what_there_is(system_bus: SystemBus, mounted: Path, home: Path) -> None:
    process = check(system_bus, home, str(mounted), "--json")
    assert process.stderr is not None
    for line in process.stderr:
        if line.startswith("Round 2 of 3."):  # each test was measured once
            process.send_signal(signal.SIGINT)
            break
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    document = json.loads(out)
    assert document["id"] is None  # it is not kept; its run is
    assert document["run"]["status"] == "cancelled" and document["run"]["phases"]
    assert document["answer"]["findings"]["skipped"]
    assert [path.name for path in mounted.iterdir()] == ["lost+found"]


@pytest.mark.parametrize("target", ["/dev/not-there", "/not/there"])
def test_what_is_not_there_is_said(system_bus: SystemBus, home: Path, target: str) -> None:
    process = check(system_bus, home, target, "--json")
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (3, ""), err
    assert target in err and "Traceback" not in err
