# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof experiment` on real file systems: to its verdict, after a kill, and found again."""

from __future__ import annotations

import json
import os
import pty
import shlex
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.builders.deep import deep
from tests.system.machine import SystemBus, run, unmount
from tests.system.measuring import Lab, keep_small_profile, mounted, wait_for

from driveproof.cli.main import run as driveproof
from driveproof.composition.application import Application, Folders
from driveproof.domain.errors import DriveproofError, MachineError, RefusedError
from driveproof.domain.experiment.experiment import ExperimentTarget
from driveproof.domain.run.run import CANCELLED, FAILED, RunStatus
from driveproof.engine.experiment.target import find_again, remember
from driveproof.history.experiments import Experiments
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.udisks.client import read_inventory
from driveproof.wording.errors import Face, message_and_advice

pytestmark = pytest.mark.root


@pytest.fixture
def target(lab: Lab, tmp_path: Path) -> Iterator[Path]:
    lab.command()
    keep_small_profile(lab.folder / ".config/driveproof/profiles")
    with mounted("ext4", tmp_path) as (point, _):
        yield point


@pytest.fixture(scope="module")
def filesystem(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """One for all that is refused before anything is written."""
    with mounted("ext4", tmp_path_factory.mktemp("refused")) as (point, _):
        yield point


def said(done: subprocess.CompletedProcess[str], status: int = 0) -> dict[str, Any]:
    assert done.returncode == status, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def begin(lab: Lab, target: Path, *more: str) -> dict[str, Any]:
    words = ("small", str(target), "--action", "other", *more)
    return said(lab.driveproof("experiment", "new", *words, "--json"))


def go_on(lab: Lab, *more: str) -> dict[str, Any]:
    return said(lab.driveproof("experiment", "continue", *more, "--json"))


def test_from_the_baseline_to_the_verdict(lab: Lab, target: Path) -> None:
    begun = begin(lab, target, "--text", "new cable", "--repeats", "2")
    assert (begun["next"]["step"], begun["repeats"], begun["tests"]) == ("baseline", 2, 1)
    assert begun["plan"]["alphas"] == [0.02, 0.03]
    assert "2 repeats" in begun["notes"][0]  # said before anything is measured
    go_on(lab)
    found = go_on(lab, "--now")
    assert found["next"]["step"] == "action"
    assert found["steps"][2]["note"] is not None  # that it did not wait
    unconfirmed = lab.driveproof("experiment", "continue", "--json")
    assert (unconfirmed.returncode, unconfirmed.stdout) == (4, "")
    assert go_on(lab, "--yes")["next"]["step"] == "after"
    done = go_on(lab, begun["id"][:6])
    (look,) = done["looks"]
    assert (look["alpha"], look["hasty"], look["tests"]) == (0.02, True, 1)
    assert done["status"] == ("open" if look["open"] else "finished")
    while done["status"] == "open":
        assert done["next"]["due"] is not None
        done = go_on(lab, "--now")
    assert done["next"] is None
    comparison = done["comparison"]
    assert done["answer"] is None  # the comparison has it
    (test,) = comparison["answer"]["tables"]["tests"]
    assert test["before_repeats"] == 4
    assert [side["name"] for side in comparison["sides"]] == ["baseline", "after"]
    labels = [run["label"] for side in comparison["sides"] for run in side["runs"]]
    assert labels[:2] == ["new cable: baseline"] * 2
    assert set(labels[2:]) == {"new cable: after"}
    assert {step["state"] for step in done["steps"]} == {"done"}
    lab.nothing_is_left(target)
    # What it says later is what it said then; nothing comes after it.
    assert said(lab.driveproof("experiment", "show", begun["id"], "--json")) == done
    shown = lab.driveproof("experiment", "show", begun["id"])
    first = comparison["answer"]["sentences"][0]["text"].split(":")[0].replace("\u202f", " ")
    assert first in shown.stdout.replace("\n", " ")
    for word in ("continue", "cancel"):
        after = lab.driveproof("experiment", word, begun["id"])
        assert after.returncode == 2
    listed = said(lab.driveproof("experiment", "list", "--json"))["experiments"]
    assert [(one["id"], one["status"]) for one in listed] == [(begun["id"], "finished")]


@pytest.mark.deep
def test_a_wait_ends_with_ctrl_c_and_keeps_its_moment(lab: Lab, target: Path) -> None:
    begin(lab, target, "--repeats", "1")
    due = go_on(lab)["next"]["due"]
    process = lab.start("experiment", "continue", "--json")
    assert process.stderr is not None
    assert process.stderr.readline()  # it waits
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    lab.nothing_is_left(target)
    kept = said(lab.driveproof("experiment", "show", "latest", "--json"))
    assert (kept["next"]["step"], kept["next"]["due"], kept["attempts"]) == ("baseline", due, [])


@pytest.mark.parametrize(("number", "status"), [
    (signal.SIGKILL, FAILED), (signal.SIGINT, CANCELLED)
])  # fmt: skip
def test_ended_in_the_middle_of_the_baseline(
    lab: Lab, target: Path, number: signal.Signals, status: RunStatus
) -> None:
    begin(lab, target, "--repeats", "2", "--seconds", "60", "--baselines", "1")
    process = lab.start("experiment", "continue")
    wait_for(
        "it is being measured", lambda: lab.fios() and Experiments(lab.history()).all()[0].running
    )
    second = lab.driveproof("experiment", "continue")
    assert (second.returncode, "a terminal" in second.stderr) == (4, True)
    process.send_signal(number)
    process.communicate(timeout=60)
    assert process.returncode == (-9 if number == signal.SIGKILL else 130)
    lab.nothing_is_left(target)
    # A minute would be long for a test: the rest with a second a repeat.
    experiments = Experiments(lab.history())
    (experiment,) = experiments.all()
    experiments.save(replace(experiment, profile=replace(experiment.profile, seconds=0.5)))
    assert go_on(lab)["next"]["step"] == "action"
    go_on(lab, "--yes")
    done = go_on(lab)
    if done["status"] == "open":
        done = go_on(lab, "--no-more-runs")
    assert done["status"] == "finished"
    (attempt,) = done["attempts"]
    assert lab.history().load(attempt["run"]).status == status
    assert attempt["run"] not in [*done["sides"]["baseline"], *done["sides"]["after"]]


@pytest.mark.deep
def test_a_run_that_was_whole_when_the_program_was_killed_counts(lab: Lab, target: Path) -> None:
    begin(lab, target, "--repeats", "1", "--baselines", "1")
    baseline = go_on(lab)["sides"]["baseline"]
    experiments = Experiments(lab.history())
    (experiment,) = experiments.all()
    experiments.save(
        replace(
            experiment,
            done=experiment.done[:1],
            running=baseline[0],
            since=experiment.done[1].began,
        )
    )  # as if it was killed there
    found = go_on(lab, "--yes")
    assert found["sides"]["baseline"] == baseline
    assert found["next"]["step"] == "after"  # and the action was acknowledged


def asked(lab: Lab, answer: str | signal.Signals) -> tuple[int, str]:
    """`experiment continue` with a keyboard: its status, and the contents of the screen."""
    leader, follower = pty.openpty()
    screen = ""
    with os.fdopen(leader, "r+b", buffering=0) as keys:
        process = subprocess.Popen(
            lab.command("experiment", "continue"),
            env=lab.environment, stdin=follower, stdout=subprocess.DEVNULL, stderr=follower,
        )  # fmt: skip
        os.close(follower)
        while "Type yes: " not in screen:
            screen += keys.read(4096).decode()
        if isinstance(answer, signal.Signals):
            process.send_signal(answer)
        else:
            keys.write(f"{answer}\n".encode())
        try:
            while data := keys.read(4096):
                screen += data.decode()
        except OSError:  # the other end is gone
            pass
        return process.wait(60), screen


def test_at_a_terminal_somebody_is_asked_whether_it_is_done(lab: Lab, target: Path) -> None:
    begin(lab, target, "--repeats", "1", "--baselines", "1", "--text", "new \x1b[31mcable")
    go_on(lab)
    status, screen = asked(lab, "no")
    assert status == 4
    assert "\x1b[31m" not in screen
    assert asked(lab, signal.SIGINT)[0] == 130
    assert asked(lab, signal.SIGTERM)[0] == -signal.SIGTERM
    assert (
        said(lab.driveproof("experiment", "show", "latest", "--json"))["next"]["step"] == "action"
    )
    assert asked(lab, "yes")[0] == 0
    assert said(lab.driveproof("experiment", "show", "latest", "--json"))["next"]["step"] == "after"


def test_a_run_that_was_deleted_is_missed_at_once(lab: Lab, target: Path) -> None:
    begin(lab, target, "--repeats", "1")
    history = lab.history()
    gone = go_on(lab)["sides"]["baseline"][0]
    history.delete(gone)
    done = lab.driveproof("experiment", "continue")
    assert (done.returncode, gone in done.stderr) == (3, True)
    cancelled = said(lab.driveproof("experiment", "cancel", "latest", "--json"))
    assert (cancelled["status"], cancelled["next"]) == ("cancelled", None)


def access_time(point: Path) -> str:
    (found,) = run("findmnt", "--noheadings", "--output", "VFS-OPTIONS", str(point)).split()
    return found


def do_next(found: dict[str, Any]) -> None:
    """What the person is told to do, word for word."""
    assert found["next"]["by_person"]
    sudo, *words = shlex.split(found["next"]["command"])
    assert sudo == "sudo"
    run(*words)


PROTECTED = "nosuid,nodev,noexec"


@pytest.mark.parametrize("tried", ["noatime", *deep("strictatime")])
def test_a_mount_option_that_the_person_sets_and_sets_back(
    lab: Lab, target: Path, tried: str
) -> None:
    run("mount", "-o", f"remount,bind,{PROTECTED},relatime", str(target))
    before = access_time(target)
    words = ("--action", "mount-options", "--mount-option", tried, "--repeats", "2")
    begun = begin(lab, target, *words)
    assert (begun["mount_option"], begun["own_mount_option"]) == (tried, "relatime")
    assert begun["next"]["command"] is None
    found = go_on(lab)
    for step, following, expected in (
        ("action", "after", before.replace("relatime", tried).replace(",strictatime", "")),
        ("restore", "baseline", before),
    ):
        assert found["next"]["step"] == step
        early = lab.driveproof("experiment", "continue", "--yes")
        assert (early.returncode, found["next"]["command"] in early.stderr) == (4, True)
        do_next(found)
        assert access_time(target) == expected
        found = go_on(lab)
        assert found["next"]["step"] == following
        found = go_on(lab)
    assert access_time(target) == before
    assert found["status"] == "finished"
    assert [step["step"] for step in found["steps"]] == [
        "check", "baseline", "action", "after", "after", "restore", "baseline", "verdict"
    ]  # fmt: skip
    assert [side["name"] for side in found["comparison"]["sides"]] == ["relatime", tried]
    tables = found["comparison"]["answer"]["tables"]
    (differs,) = (one for one in tables["differs"] if one["condition"] == "mount_options")
    assert "relatime" in differs["before"] and "relatime" not in differs["after"]
    warned = {warning["code"] for warning in found["comparison"]["warnings"]}
    assert "condition-differs" not in warned


@pytest.mark.deep
def test_a_mount_option_that_is_not_set_back(lab: Lab, target: Path) -> None:
    """Neither measured as if it was, nor kept quiet about when it is given up."""
    words = ("--action", "mount-options", "--mount-option", "noatime", "--repeats", "2")
    begin(lab, target, *words)
    do_next(go_on(lab))
    go_on(lab)
    run("mount", "-o", "remount,bind,strictatime", str(target))  # as after a reboot
    lost = lab.driveproof("experiment", "continue")
    assert lost.returncode == 4
    run("mount", "-o", "remount,bind,noatime", str(target))
    found = go_on(lab)
    assert found["next"]["step"] == "restore"
    given_up = said(lab.driveproof("experiment", "cancel", "latest", "--json"))
    assert any(found["next"]["command"] in note for note in given_up["notes"])


@pytest.mark.deep
def test_a_mount_option_that_somebody_changes_in_the_middle(lab: Lab, target: Path) -> None:
    words = ("--action", "mount-options", "--mount-option", "noatime", "--repeats", "1")
    begin(lab, target, *words, "--seconds", "2")
    do_next(go_on(lab))
    go_on(lab)
    process = lab.start("experiment", "continue")
    wait_for(
        "it is being measured", lambda: lab.fios() and Experiments(lab.history()).all()[0].running
    )
    run("mount", "-o", "remount,bind,atime,relatime", str(target))
    _, _err = process.communicate(timeout=60)
    assert process.returncode == 4
    shown = said(lab.driveproof("experiment", "show", "latest", "--json"))
    (_attempt,) = shown["attempts"]
    assert (shown["next"]["step"], shown["sides"]["after"]) == ("after", [])


@pytest.mark.parametrize(("words", "status", "why"), [
    (["--action", "scheduler"], 2, "--scheduler NAME"),
    (["--action", "scheduler", "--scheduler", "nonsense"], 3, ""),
    (["--action", "other", "--scheduler", "bfq"], 2, "scheduler"),
    (["--action", "mount-options"], 2, "--mount-option with"),
    (["--action", "mount-options", "--mount-option", "discard"], 2, "invalid choice"),
    (["--action", "mount-options", "--mount-option", "relatime"], 2, "relatime"),
    (["--action", "other", "--mount-option", "noatime"], 2, "mount-options"),
    (["--action", "mount-options", "--mount-option", "noatime", "--baselines", "2"], 2,
     "baselines"),
    (["schedulers", "--action", "other"], 2, "schedulers"),
    (["small", "/nowhere", "--action", "other"], 3, "/nowhere"),
    (["--action", "other", "--size", "500G"], 3, "500 GiB"),
    (["--action", "trim"], 3, "bus"),
    (["small", "", "--action", "other"], 2, ""),
    (["small", "/dev/shm", "--action", "scheduler", "--scheduler", "none"], 3, ""),
    (["--action", "scheduler", "--scheduler", "none", "--baselines", "2"], 2, "baselines"),
    (["hdparm", "--action", "other"], 2, "hdparm"),
    (["scan", "--action", "other", "--seconds", "2"], 2, ""),
])  # fmt: skip
def test_what_cannot_come_to_an_answer_is_not_begun(
    filesystem: Path, lab: Lab, capsys: pytest.CaptureFixture[str],
    words: list[str], status: int, why: str,
) -> None:  # fmt: skip
    app = Application(Folders.below(lab.folder))
    keep_small_profile(app.folders.config / "profiles")
    named = [one for one in words[:2] if not words[0].startswith("-") and not one.startswith("-")]
    basis = [*named, *["small", str(filesystem)][len(named) :]]
    options = words[len(named) :]
    assert driveproof(["experiment", "new", *basis, *options], app) == status
    out, err = capsys.readouterr()
    assert (out, why in err) == ("", True), err
    assert not Experiments(app.history).all()


@pytest.mark.bus
def test_it_is_found_again_by_what_it_is(
    system_bus: SystemBus, loop: Callable[[Path], str], tmp_path: Path
) -> None:
    """Elsewhere, not mounted, gone, and with another in its place."""
    images = {name: tmp_path / name for name in ("ours", "other")}
    points = {name: tmp_path / f"mounted {name}" for name in ("a", "b")}
    for image in images.values():
        with image.open("wb") as file:
            file.truncate(96 * 2**20)
    for point in points.values():
        point.mkdir()
    sysfs = Sysfs()

    def again(held: ExperimentTarget) -> str:
        """Its path; what is said where it is not found."""
        try:
            return find_again(held, read_inventory(system_bus.address), sysfs).path
        except (MachineError, RefusedError) as error:
            return f"{type(error).__name__}: {message_and_advice(error, Face.TERMINAL)}"

    def becomes(held: ExperimentTarget, answer: str) -> None:
        wait_for(answer, lambda: answer in again(held))

    with ExitStack() as stack:
        devices = {name: loop(image) for name, image in images.items()}
        for device in devices.values():
            run("mkfs.ext4", "-q", device)
            # Whoever probed it before it was formatted looks again.
            run("udevadm", "trigger", "--action=change", f"/sys/class/block/{device[5:]}")
        run("mount", devices["ours"], str(points["a"]))
        stack.callback(subprocess.run, ["umount", "-q", str(points["a"])], check=False)
        stack.callback(subprocess.run, ["umount", "-q", str(points["b"])], check=False)
        inside = points["a"] / "inside"
        inside.mkdir()

        def known() -> ExperimentTarget | None:
            try:
                found = remember(str(inside), read_inventory(system_bus.address), sysfs)
            except DriveproofError:
                return None
            return found if found.uuid else None

        held = wait_for("UDisks2 knows the file system", known)
        assert (held.identity, held.inside) == (f"path:{images['ours']}", "inside")
        assert again(held) == str(inside)
        unmount(points["a"])
        becomes(held, "is not mounted")
        run("mount", devices["ours"], str(points["b"]))
        becomes(held, str(points["b"] / "inside"))
        (points["b"] / "inside").rmdir()
        becomes(held, "--moved-to")
        unmount(points["b"])
        run("losetup", "--detach", devices["ours"])
        becomes(held, str(held.drive))  # until the device is gone it is only not mounted
        assert again(held).startswith("MachineError: ")
        run("mount", devices["other"], str(points["a"]))
        inside.mkdir()
        becomes(held, "RefusedError")
        assert str(held.drive) in again(held)
        # Under another name in /dev, as after a reboot.
        os.sync()
        devices["ours"] = loop(images["ours"])
        run("mount", devices["ours"], str(points["b"]))
        (points["b"] / "inside").mkdir()
        becomes(held, str(points["b"] / "inside"))
