# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Requests about a drive's health, and what is stored of the answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.builders.health_drives import NOW, Drives, drive, inventory, judge

from driveproof.domain.drive.endurance import Endurance
from driveproof.domain.drive.link import LinkState
from driveproof.domain.errors import Advice, MachineError, RefusedError
from driveproof.domain.health import judge as health_verdict
from driveproof.domain.health.adapter import AdapterSearch, AdapterType
from driveproof.domain.health.report import (
    TEST_FAILED,
    UDISKS_NVME,
    SelfTestEntry,
    SelfTests,
)
from driveproof.domain.health.rest import Occasion
from driveproof.domain.health.self_test_kind import SelfTestKind
from driveproof.domain.health.snapshot import AFTER, ASKED, OPEN, SnapshotReason
from driveproof.domain.health.verdict import CAUTION, GOOD, UNKNOWN
from driveproof.domain.notes import Note
from driveproof.domain.run.run import Run
from driveproof.engine.health.endurance import read_endurance
from driveproof.engine.health.service import FIRST_LOOK_SECONDS, HealthService
from driveproof.history.store import History
from driveproof.system.udisks.self_test import SmartControl

SDA = drive()
ONE = inventory(SDA)
DAY = 86400


def test_a_look_gives_the_reading_and_its_meaning(service: HealthService, drives: Drives) -> None:
    drives.answers["sda"] = {"temperature": 40.0}
    view = service.look(SDA, ONE)
    assert (view.device, view.identity, view.since) == ("sda", SDA.identity, None)
    assert (view.health.temperature, view.verdict.word) == (40.0, GOOD)
    assert (view.health.serial, view.health.firmware) == ("S-sda", "1.0")
    assert service.snapshots(SDA.identity) == ()


def test_a_drive_that_cannot_be_read_is_unknown_with_the_reason(
    service: HealthService, drives: Drives
) -> None:
    drives.refuses = MachineError("It is gone.", advice=Advice("Plug it in."))
    view = service.look(SDA, ONE)
    assert (str(view.health.missing), str(view.health.advice)) == ("It is gone.", "Plug it in.")
    assert view.verdict.word == UNKNOWN


def test_the_link_is_looked_at_and_may_fail(drives: Drives, history: History) -> None:
    def broken(*_: object) -> LinkState:
        raise OSError("no such file")

    state = LinkState(kind="sata", now="SATA 3 Gb/s")
    assert (
        HealthService(drives, history, judge=judge, link=lambda *_: state).look(SDA, ONE).link
        == state
    )
    assert HealthService(drives, history, judge=judge, link=broken).look(SDA, ONE).link is None


def test_counters_are_compared_with_the_newest_that_is_a_day_old_else_with_the_oldest(
    service: HealthService, drives: Drives
) -> None:
    def look(errors: int, seconds: float) -> tuple[str, int | None]:
        drives.clock.seconds += seconds
        drives.answers["sda"] = {"crc_errors": errors}
        view = service.look(SDA, ONE)
        service.keep(view)
        return view.verdict.word, view.since.health.crc_errors if view.since else None

    assert look(4, 0) == (CAUTION, None)  # never seen before: everything counts
    assert look(4, 60) == (GOOD, 4)
    assert look(6, 3600) == (CAUTION, 4)
    assert look(8, DAY / 2) == (CAUTION, 4)
    assert look(8, DAY) == (CAUTION, 6)
    assert look(8, DAY) == (GOOD, 8)  # for a day, and no longer
    assert look(9, 60) == (CAUTION, 8)


def test_what_a_person_accepted_is_quiet_until_it_grows_again(
    service: HealthService, drives: Drives
) -> None:
    drives.answers["sda"] = {"crc_errors": 4}
    assert service.look(SDA, ONE).verdict.word == CAUTION
    service.acknowledge(SDA.identity, "crc_errors", 4)
    view = service.look(SDA, ONE)
    assert (view.verdict.word, view.acknowledged) == (GOOD, {"crc_errors": 4})
    drives.answers["sda"] = {"crc_errors": 5}
    assert service.look(SDA, ONE).verdict.word == CAUTION


def test_what_came_anew_after_it_had_gone_is_told_anew(drives: Drives, history: History) -> None:
    service = HealthService(
        drives, history, judge=health_verdict.judge_health, now=drives.clock.now
    )
    drives.answers["sda"] = {"passed": True, "pending": 5}
    service.acknowledge(SDA.identity, "pending", 5)
    assert service.look(SDA, ONE).verdict.word == GOOD
    drives.answers["sda"] = {"passed": True, "pending": 0}  # the drive has replaced them
    assert service.look(SDA, ONE).verdict.word == GOOD
    drives.answers["sda"] = {"passed": True, "pending": 4}  # others, which nobody has seen
    view = service.look(SDA, ONE)
    assert (view.verdict.word, view.acknowledged) == (CAUTION, {"pending": 0})


def test_a_whole_look_is_kept_and_a_history_that_fails_costs_no_answer(
    service: HealthService, drives: Drives, history: History, tmp_path: Path
) -> None:
    view = service.look_whole(SDA, ONE)
    (kept,) = service.snapshots(SDA.identity)
    assert (kept.reason, kept.health, kept.firmware) == (ASKED, view.health, "1.0")
    (tmp_path / "no").mkdir()
    broken = HealthService(drives, History(tmp_path / "no"), judge=judge, now=drives.clock.now)
    (note,) = broken.look_whole(SDA, ONE).health.notes
    assert "reason" in note.values
    drives.refuses = RefusedError("You may not.")
    with pytest.raises(RefusedError):
        service.look_whole(SDA, ONE)


def test_no_type_of_adapter_is_tried_while_the_drive_is_measured(
    service: HealthService, drives: Drives, history: History, tmp_path: Path
) -> None:
    service.leave_alone(["sda"])
    with pytest.raises(RefusedError):
        service.look_whole(SDA, ONE, AdapterSearch.FIND)
    service.look_whole(SDA, ONE)
    service.ask_again(["sda"])
    service.look_whole(SDA, ONE, AdapterSearch.FIND)
    assert drives.wishes == [None, AdapterSearch.FIND]
    busy = HealthService(drives, history, judge=judge, elsewhere=lambda path: path == SDA.path)
    with pytest.raises(RefusedError):
        busy.look_whole(SDA, ONE, AdapterType.SAT)
    busy.look_whole(SDA, ONE)


def test_no_self_test_is_sent_where_the_adapter_passes_on_none(
    service: HealthService, drives: Drives
) -> None:
    drives.adapter = AdapterType.SNTASMEDIA
    stick = drive("sdb", kind="usb")
    with pytest.raises(MachineError, match="NVMe"):
        service.abort_self_test(stick)


@pytest.mark.parametrize("kind", ["ata", "loop"])
def test_what_would_not_be_found_again_is_not_kept(
    service: HealthService, drives: Drives, kind: str
) -> None:
    device = drive(kind=kind, serial="")
    view = service.look_whole(device, inventory(device))
    assert view.health.notes == ()
    assert service.snapshots(device.identity) == ()
    with pytest.raises(MachineError, match="sda"):
        service.keep(view)
    assert not view.may_be_kept
    with pytest.raises(MachineError, match="sda"):
        service.acknowledge(view.identity, "crc_errors", 4)
    assert service.kept.acknowledged(view.identity) == {}
    drives.answers["sda"] = {"missing": Note("It does not say.")}
    with pytest.raises(MachineError):
        service.keep(service.look(device, inventory(device)))


def kept(service: HealthService, drives: Drives, **facts: Any) -> None:
    """Store a reading with these `facts`, and let a day pass."""
    view = service.look(SDA, ONE)
    health = replace(view.health, **facts)
    service.keep(replace(view, health=health))
    drives.clock.seconds += DAY + 1


def test_another_source_is_not_taken_for_growth(service: HealthService, drives: Drives) -> None:
    kept(service, drives, source="smartctl 7.3", media_errors=2)
    drives.answers["sda"] = {"media_errors": 7}
    kept(service, drives, source=UDISKS_NVME, media_errors=0)
    assert service.look(SDA, ONE).since is None  # of neither of both
    whole = service.look_whole(SDA, ONE)
    assert whole.since is not None
    assert whole.since.health.media_errors == 2
    kept(service, drives, media_errors=5)
    kept(service, drives, source=UDISKS_NVME, media_errors=0)
    since = service.look(SDA, ONE).since
    assert since is not None
    assert since.health.media_errors == 5


def test_a_counter_is_compared_with_the_newest_that_knew_it(
    service: HealthService, drives: Drives
) -> None:
    drives.answers["sda"] = {"media_errors": 7, "crc_errors": 1}
    kept(service, drives, media_errors=None)
    kept(service, drives, media_errors=5)
    kept(service, drives, media_errors=6, crc_errors=None)
    kept(service, drives, media_errors=None, crc_errors=None)
    since = service.look(SDA, ONE).since
    assert since is not None
    assert since.health.media_errors == 5
    drives.answers["sda"] = {"media_errors": 7, "crc_errors": 1, "pending": 3}
    since = service.look(SDA, ONE).since  # nobody ever knew of those: of them no growth is claimed
    assert since is not None
    assert (since.health.media_errors, since.health.pending) == (5, None)


@pytest.mark.parametrize(
    ("warm", "reasons", "believed"),
    [
        ([33, 33, 33, 33], [OPEN, OPEN, OPEN, AFTER], False),
        ([33, None, 33, 33, 33], [OPEN, OPEN, OPEN, OPEN, AFTER], False),
        ([33, 33, 33, 33], [OPEN] * 4, True),  # never under load
        ([33, 33, 33], [OPEN, OPEN, AFTER], True),
        ([34, 33, 33, 33, 33], [OPEN, OPEN, OPEN, OPEN, AFTER], True),
        ([40, 40, 40, 40], [OPEN, OPEN, OPEN, AFTER], True),
    ],
)
def test_a_temperature_that_never_changes_is_none(
    service: HealthService,
    drives: Drives,
    warm: list[float | None],
    reasons: list[SnapshotReason],
    *,
    believed: bool,
) -> None:
    health = service.look(SDA, ONE).health
    for celsius, reason in zip(warm, reasons, strict=True):
        one = replace(health, temperature=celsius, taken=drives.clock.now())
        service.kept.add(SDA.identity, one, reason)
        drives.clock.seconds += DAY / 2
    drives.answers["sda"] = {"temperature": 33.0}
    view = service.look(SDA, ONE)
    assert view.health.temperature == (33 if believed else None)
    assert len(view.health.notes) == (not believed)


def test_what_several_drives_may_be_is_neither_kept_nor_accepted(service: HealthService) -> None:
    twins = [drive("sda", wwn="1"), drive("sdb", wwn="1")]
    view = service.look(twins[0], inventory(*twins))
    assert not view.may_be_kept
    for ask in (lambda: service.keep(view), lambda: service.acknowledge("wwn:1", "crc_errors", 4)):
        with pytest.raises(MachineError, match="Several drives"):
            ask()
    assert service.look(SDA, ONE).may_be_kept


def test_another_drive_in_its_place_is_not_compared(service: HealthService, drives: Drives) -> None:
    device = drive(wwn="1")  # the number of a bridge: the drive behind it says its own
    drives.answers["sda"] = {"serial": "A", "crc_errors": 1}
    service.keep(service.look(device, inventory(device)))
    drives.answers["sda"] = {"serial": "B", "crc_errors": 2}
    assert service.look(device, inventory(device)).since is None


def test_changes_of_firmware_come_from_what_was_kept_and_measured(
    service: HealthService, drives: Drives, history: History, make_run: Callable[..., Run]
) -> None:
    service.keep(service.look(SDA, ONE))
    drives.clock.seconds += DAY
    updated = replace(SDA, firmware="2.0")
    service.keep(service.look(updated, inventory(updated)))
    target = {"drive": SDA.identity, "firmware": "0.9"}
    history.save(make_run(target=target, started=NOW.replace(year=2025)))
    changes = service.look(updated, inventory(updated)).firmware_changes
    assert [(one.before, one.after) for one in changes] == [("0.9", "1.0"), ("1.0", "2.0")]


def test_endurance_is_that_of_what_was_kept_last_else_it_is_read(
    service: HealthService, drives: Drives
) -> None:
    assert read_endurance(service, SDA, ONE) is None
    drives.answers["sda"] = {"used": 0.1, "written": 10**13}
    assert read_endurance(service, SDA, ONE) == Endurance(written=10**13, used=0.1)
    assert drives.asked[-1] == ("sda", Occasion.LISTED)  # what is known already is enough
    assert read_endurance(service, SDA, ONE, ask=False) is None
    service.keep(service.look(SDA, ONE))
    drives.answers["sda"] = {}
    assert read_endurance(service, SDA, ONE) == Endurance(written=10**13, used=0.1)
    part = drive("sda1", kind="partition", partition_of="sda", parents=("sda",), serial="")
    assert read_endurance(service, part, inventory(SDA, part)) == Endurance(
        written=10**13, used=0.1
    )


def test_a_self_test_of_no_device_is_refused(service: HealthService) -> None:
    with pytest.raises(MachineError, match="no-such-drive"):
        service.start_self_test(drive("no-such-drive"), SelfTestKind.SHORT)
    with pytest.raises(MachineError, match="no-such-drive"):
        service.abort_self_test(drive("no-such-drive"))


class Control(SmartControl):
    """UDisks2 that has self-tests of every drive."""

    def start(
        self, object_path: str, path: str, kind: str, *, nvme: bool, ask: bool = True
    ) -> bool:
        return True


def test_a_begun_test_ends_with_a_later_reading_also_after_a_restart(
    drives: Drives, history: History
) -> None:
    pauses: list[float] = []

    def restarted() -> HealthService:
        return HealthService(
            drives, history, judge=judge, control=Control(), now=drives.clock.now,
            pause=pauses.append,
        )  # fmt: skip

    restarted().start_self_test(SDA, SelfTestKind.EXTENDED)
    assert pauses == [FIRST_LOOK_SECONDS]
    drives.clock.seconds += 60
    drives.answers["sda"] = {"self_tests": SelfTests(running=True, remaining=0.5)}
    (one,) = restarted().look(SDA, ONE).self_tests
    assert (one.entry.kind, one.running, one.ours) == ("extended", True, True)
    drives.clock.seconds += 3600
    drives.answers["sda"] = {
        "self_tests": SelfTests(entries=(SelfTestEntry(kind="", status=TEST_FAILED, text="x"),)),
        "power_on": 7200.0,
    }
    (one,) = restarted().look(SDA, ONE).self_tests
    assert (one.entry.kind, one.entry.status, one.entry.at) == ("extended", TEST_FAILED, 7200.0)
    assert one.ended == NOW + timedelta(seconds=3660)


def test_of_drives_that_share_their_identity_no_test_is_kept(
    drives: Drives, history: History
) -> None:
    service = HealthService(
        drives, history, judge=judge, control=Control(), now=drives.clock.now, pause=id
    )
    twin = drive("sdb", serial=SDA.serial)
    both = inventory(SDA, twin)
    drives.answers["sda"] = {"self_tests": SelfTests(running=True)}
    assert service.look(SDA, both).self_tests == ()
    service.start_self_test(SDA, SelfTestKind.SHORT)
    assert service.tests.of(SDA.identity) == ()


def test_how_long_a_test_takes_is_known_from_an_earlier_whole_reading(
    drives: Drives, history: History
) -> None:
    service = HealthService(drives, history, judge=judge, now=drives.clock.now)
    drives.answers["sda"] = {
        "passed": True,
        "self_tests": SelfTests(kinds=("short",), seconds=(("short", 120.0),)),
    }
    service.look_whole(SDA, ONE)
    drives.answers["sda"] = {"self_tests": SelfTests(kinds=("short",))}
    again = HealthService(drives, history, judge=judge, now=drives.clock.now)
    assert again.look(SDA, ONE).test_seconds == {"short": 120.0}
