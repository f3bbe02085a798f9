# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A check: a failure becomes a finding, and a cancelled check returns its partial result."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.builders.made_findings import finding, left_out
from tests.fakes.verdicts import made_verdict

from driveproof.domain.check.check import OF_A_DRIVE, OF_A_SHARE, TOPICS, Check, CheckFinding
from driveproof.domain.codec import encode
from driveproof.domain.drive.drive import BlockDevice, Inventory, Mount
from driveproof.domain.drive.firmware import FirmwareNews
from driveproof.domain.drive.link import LinkState
from driveproof.domain.drive.network_folder import network_folder
from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.errors import Advice, CancelledError, MachineError
from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import GOOD
from driveproof.domain.profile.profile import Profile
from driveproof.domain.rating import FINE, ODD, UNKNOWN
from driveproof.domain.run.run import CANCELLED, Environment, Run, Target
from driveproof.domain.trim.path import BLOCK, PASS, DiscardPath, PathLayer
from driveproof.engine.check.session import CheckParts, CheckSession, TopicBegun, TopicsPlanned
from driveproof.engine.check.target import Subject, subject_of
from driveproof.engine.health.view import HealthView
from driveproof.engine.run.profiles import Profiles
from driveproof.export.json.check import check_document
from driveproof.export.text.check import check_page
from driveproof.methods import measured_answer
from driveproof.wording.finding import finding_text

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
QUICK = Profiles().find("quick").for_drive(SpeedClass.OTHER)


class Nothing:
    """A measurement that ends as requested."""

    def __init__(self, end: Callable[[], Run]) -> None:
        self.end = end
        self.cancelled = threading.Event()

    def run(self) -> Run:
        return self.end()

    def cancel(self) -> None:
        self.cancelled.set()


def kept_run(status: str = "finished") -> Run:
    return Run("r1", "quick", "fio", "Quick", status, NOW, 1.0, Target("/x", "file"), Environment())


def parts(inventory: Inventory | None, **given: Any) -> CheckParts:
    return CheckParts(
        inventory=lambda: inventory,
        quick=lambda: QUICK,
        measure=given.pop("measure", lambda *_: Nothing(kept_run)),
        **given,
    )


def drive_with(folder: Path) -> Inventory:
    mount = Mount(str(folder), "/dev/made1", "ext4")
    drive = BlockDevice(
        path="/dev/made", name="made", kind="ata", model="Made 500GB", serial="S1", bus="sata",
        size=500 * 10**9, media="ssd", firmware="2.0", children=("made1",),
    )  # fmt: skip
    part = BlockDevice(
        path="/dev/made1", name="made1", kind="partition", partition_of="made", parents=("made",),
        size=499 * 10**9, mounts=(mount,),
    )  # fmt: skip
    return Inventory((drive, part), "made")


def session_of(inventory: Inventory, made: CheckParts, tell: Any, **more: Any) -> CheckSession:
    """A check of the fake drive, which has no node in /dev to be found by."""
    (place,) = inventory.mount_points()
    subject = Subject(place, inventory.get("made"), (place,), place, QUICK)
    return CheckSession(place, made, tell, find=lambda *_: subject, **more)


def words(check: Check) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {topic: [] for topic in TOPICS}
    for one in check.findings:
        found[one.topic].append(one.word)
    return found


def test_a_folder_without_a_drive_is_unknown_and_still_measured(tmp_path: Path) -> None:
    asked: list[tuple[Profile, str, str]] = []

    def measure(profile: Profile, path: str, _: object, label: str) -> Nothing:
        asked.append((profile, path, label))
        return Nothing(kept_run)

    check = CheckSession(str(tmp_path), parts(None, measure=measure), lambda _: None).run()
    assert {finding.topic for finding in check.findings} == set(OF_A_DRIVE)
    assert {word for each in words(check).values() for word in each} == {UNKNOWN}
    ((profile, path, label),) = asked
    assert path == str(tmp_path) and re.fullmatch(r"check \d{4}-\d\d-\d\d \d\d:\d\d", label)
    here = QUICK.for_drive(SpeedClass.OTHER, profile.filesystem)
    assert profile == here.customized(size=profile.size) and profile.most > profile.repeats


def test_what_the_history_refuses_says_why(tmp_path: Path) -> None:
    """It was lost without a word."""

    def keep(_check: Check, _inventory: Inventory | None) -> str:
        raise MachineError("The disk is full.", advice=Advice("Make room."))

    check = CheckSession(str(tmp_path), parts(None, keep=keep), lambda _: None).run()
    assert (check.id, str(check.unkept)) == ("", "The disk is full. Make room.")
    kept = parts(None, keep=lambda _check, _inventory: "c1")
    check = CheckSession(str(tmp_path), kept, lambda _: None).run()
    assert (check.id, check.unkept) == ("c1", None)


def test_everything_that_fails_says_why_and_nothing_is_raised(tmp_path: Path) -> None:
    def fails(*_: object) -> Any:
        raise MachineError("It is asleep.", advice=Advice("Wake it."))

    def breaks(*_: object) -> Any:
        raise ZeroDivisionError("oops")

    inventory = drive_with(tmp_path)
    made = parts(
        inventory, look=fails, firmware=breaks, link=breaks, chain=fails,
        measure=lambda *_: Nothing(fails),
    )  # fmt: skip
    check = session_of(inventory, made, lambda _: None).run()
    found = {one.topic: one for one in check.findings}
    assert "oops" in finding_text(found["firmware"])
    assert found["trim"].word == UNKNOWN and "It is asleep." in finding_text(found["trim"])
    assert finding_text(found["speed"]) == "It is asleep. Wake it."


def test_what_is_well_is_fine(tmp_path: Path) -> None:
    health = Health(taken=NOW, source="made", power_on=3600.0, power_cycles=3)
    view = HealthView(
        device="made", identity="x", health=health, verdict=made_verdict(GOOD, "It is healthy.")
    )
    loads: list[bool] = []

    def link(_device: object, _inventory: object, under_load: bool) -> LinkState:
        loads.append(under_load)
        return LinkState(kind="sata", now="SATA 6 Gb/s", slower=False)

    chain = DiscardPath(
        target="/",
        mount=None,
        layers=(PathLayer(name="x", kind="drive", verdict=PASS, facts=(), source=""),),
    )
    inventory = drive_with(tmp_path)
    made = parts(
        inventory, look=lambda *_: view, link=link, chain=lambda *_: chain,
        firmware=lambda _: FirmwareNews(current="2.0", known=True),
    )  # fmt: skip
    told: list[object] = []
    check = session_of(inventory, made, told.append).run()
    for topic in ("use", "health", "firmware", "link", "trim"):
        assert words(check)[topic] == [FINE], topic
    assert words(check)["speed"] == [UNKNOWN]
    assert check.word == FINE and check.verdict == view.verdict
    assert [event.topic for event in told if isinstance(event, TopicBegun)] == list(OF_A_DRIVE)
    assert [one for one in told if isinstance(one, CheckFinding)] == list(check.findings)
    assert loads == [False]
    encode(check_document(check, measured_answer(check)))
    page = check_page(check)
    assert page.isprintable() is False


def test_a_drive_that_never_answers_holds_nothing_up(tmp_path: Path) -> None:
    released = threading.Event()

    def hangs(*_: object) -> Any:
        released.wait(30)
        raise MachineError("too late")

    inventory = drive_with(tmp_path)
    made = parts(inventory, look=hangs)
    check = session_of(inventory, made, lambda _: None, timeout=0.2).run()
    released.set()
    health = next(one for one in check.findings if one.topic == "health")
    assert "does not answer" in finding_text(health)
    assert words(check)["speed"] == [UNKNOWN]


@pytest.mark.parametrize("topic", OF_A_DRIVE)
def test_a_cancel_at_any_step_gives_what_there_is(topic: str, tmp_path: Path) -> None:
    inventory = drive_with(tmp_path)

    def observe(event: object) -> None:
        if isinstance(event, TopicBegun) and event.topic == topic:
            session.cancel()

    measured: list[Nothing] = []

    def measure(*_: object) -> Nothing:
        measured.append(Nothing(lambda: kept_run(CANCELLED)))
        return measured[-1]

    session = session_of(inventory, parts(inventory, measure=measure), observe)
    if topic == "identity":  # nothing is known yet: there is nothing to give
        with pytest.raises(CancelledError):
            session.run()
        return
    check = session.run()
    # What was read before is judged all the same.
    known = {finding.topic for finding in check.findings}
    assert known == set(OF_A_DRIVE[: OF_A_DRIVE.index(topic)]) | ({"health", "speed"} & {topic})
    assert session.cancelled and check.left_out
    assert [one.cancelled.is_set() for one in measured] == [True] * (topic == "speed")


def test_without_measurement_that_is_said(tmp_path: Path) -> None:
    def never(*_: object) -> Any:
        raise AssertionError("it was measured")

    check = CheckSession(
        str(tmp_path), parts(None, measure=never), lambda _: None, measure=False
    ).run()
    assert words(check)["speed"] == [UNKNOWN]
    assert check.run is None


def test_what_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(MachineError, match="does not exist"):
        CheckSession(str(tmp_path / "none"), parts(None), lambda _: None).run()


def test_a_full_file_system_is_not_measured(tmp_path: Path) -> None:
    subject = subject_of(str(tmp_path), None, QUICK)
    assert subject.profile is not None and subject.profile.size <= QUICK.size
    assert subject.writes == subject.profile.bytes_written
    # A folder below /dev is written to like any other.
    assert replace(subject, place="/dev/shm").writes == subject.writes
    file = tmp_path / "file"
    file.touch()
    subject = subject_of(str(file), None, QUICK)
    assert subject.profile is None and subject.why_not


def made_on(folder: Path, *paths: str) -> Inventory:
    """A drive with these mount points, each on a partition of its own."""
    names = [f"made{n}" for n, _ in enumerate(paths, 1)]
    parts = tuple(
        BlockDevice(
            path=f"/dev/{name}", name=name, kind="partition", partition_of="made",
            parents=("made",), mounts=(Mount(str(folder / path), name, "ext4"),),
        )
        for name, path in zip(names, paths, strict=True)
    )  # fmt: skip
    drive = BlockDevice(
        path="/dev/made", name="made", kind="nvme", size=10**12, media="ssd", children=tuple(names)
    )
    return Inventory((drive, *parts), "made")


def test_a_device_is_measured_where_one_may_write_and_else_read(tmp_path: Path) -> None:
    (tmp_path / "open").mkdir()
    inventory = made_on(tmp_path, "closed", "open")
    subject = subject_of("/dev/made", inventory, QUICK)
    assert subject.place == str(tmp_path / "open") and subject.writes > 0
    # What the file system writes of its own is part of what is announced.
    assert subject.profile is not None and subject.profile.filesystem == "ext4"
    assert subject.drive is not None and subject.drive.name == "made"
    assert subject.chains == (str(tmp_path / "closed"), str(tmp_path / "open"))
    read = subject_of("/dev/made", made_on(tmp_path, "closed"), QUICK)
    assert (read.place, read.writes) == ("/dev/made", 0)
    machine = made_on(Path("/"), "boot/efi")
    assert subject_of("/dev/made", machine, QUICK).chains == ("/dev/made",)


def test_the_chain_that_lets_the_least_through_decides(tmp_path: Path) -> None:
    def follow(target: str, _: object) -> DiscardPath:
        verdict = BLOCK if target.endswith("vault") else PASS
        layer = PathLayer(name="x", kind="crypt", verdict=verdict, facts=(), source="")
        return DiscardPath(target=target, mount=None, layers=(layer,))

    inventory = made_on(tmp_path, "one", "vault", "two")
    chains = tuple(inventory.mount_points())
    subject = Subject("/dev/made", inventory.get("made"), chains, "", None, left_out("No medium."))
    made = parts(inventory, chain=follow)
    check = CheckSession("/dev/made", made, lambda _: None, find=lambda *_: subject).run()
    assert words(check)["trim"] == [FINE, ODD, FINE]
    assert check.chain is not None and check.chain.target.endswith("vault")
    sentences = [finding_text(one) for one in check.findings if one.topic == "trim"]
    assert f"{tmp_path}/vault" in sentences[1]


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_foreign_words_cannot_move_the_cursor(encoding: str) -> None:
    device = BlockDevice(path="/dev/x", name="x", model="\x1b[2J\u202egnp<b>", size=1)
    odd = finding("identity", ODD, "A\x1b[31mred\nline.", "Do\tit.", "\x07")
    check = Check(
        taken=NOW, seconds=1.0, target="/\x1b", device=device, findings=(odd,),
        left_out=(left_out("\x1b"),),
    )  # fmt: skip
    page = check_page(check, width=60, encoding=encoding)
    assert not set(page) & {"\x1b", "\u202e", "\x07", "\t"}
    assert max(map(len, page.splitlines())) <= 60
    page.encode(encoding)


def test_a_folder_of_a_server_is_checked_as_one(tmp_path: Path) -> None:
    """It was "odd: TRIM", "not identified", "cannot tell whether it is new"."""
    mount = Mount(str(tmp_path), "nas:/srv", "nfs4", ("rw", "vers=4.2", "soft"))
    subject = Subject(str(tmp_path), None, (), str(tmp_path), QUICK, network=network_folder(mount))
    told: list[object] = []
    session = CheckSession(str(tmp_path), parts(None), told.append, find=lambda *_: subject)
    check = session.run()
    assert {one.topic for one in check.findings} == set(OF_A_SHARE)
    assert words(check)["mount"] == [ODD]
    assert [one.topics for one in told if isinstance(one, TopicsPlanned)] == [OF_A_SHARE]
    assert check.chain is None and not check.left_out[:-1]
