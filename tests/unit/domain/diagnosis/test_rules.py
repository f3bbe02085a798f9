# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules of "Why slow?": each cause alone, three together, and none on a sound machine."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.evidence import (
    FULL_SPEED,
    HOME,
    MOUNT,
    NOW,
    QUICK_ENOUGH,
    SLOW,
    SOUND,
    SSD,
    check,
)
from tests.builders.guided_runs import breakdown_run
from tests.builders.made_findings import finding, left_out
from tests.fakes import quoted
from tests.fakes.verdicts import made_axis, made_verdict

from driveproof.domain.check import rules as check_rules
from driveproof.domain.check.check import CheckFinding, Topic
from driveproof.domain.diagnosis.answer import diagnosis_answer
from driveproof.domain.diagnosis.diagnosis import (
    CAUSE_TITLES,
    Breakdown,
    Cause,
    Conclusion,
    Diagnosis,
    DiagnosisEvidence,
    FileLayout,
    Machine,
    Weight,
)
from driveproof.domain.diagnosis.rules import RULES, diagnose
from driveproof.domain.drive.array import ArrayAction, ArrayState
from driveproof.domain.drive.attachment import Attachment, BlockFormat, Performance, UsbDriver
from driveproof.domain.drive.drive import BlockDevice, DeviceKind, Media, Mount, QueueLimits
from driveproof.domain.drive.link import LinkState
from driveproof.domain.finding import Finding
from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import (
    CAUTION,
    FAILING,
    MEDIA_ERRORS,
    SELF_ASSESSMENT,
    TEMPERATURE,
)
from driveproof.domain.ongoing import Ongoing, OngoingWork, StartedIn
from driveproof.domain.rating import BAD, ODD, UNKNOWN
from driveproof.domain.run.kernel_messages import Trouble
from driveproof.domain.run.latency_breakdown import breakdown_of
from driveproof.domain.run.observed import Writer, WriterKind
from driveproof.domain.run.run import KernelLog, KernelMessage
from driveproof.domain.speed import Pace
from driveproof.domain.trim.path import BLOCK, DiscardPath, PathLayer
from driveproof.domain.trim.stack_rules import allow_discards
from driveproof.wording.finding import finding_text

HEALTH = Health(taken=NOW, source="made")
DISK = replace(SSD, media=Media.HDD)
NVME = replace(SSD, kind=DeviceKind.NVME, bus="nvme", scheduler="none")


def asked(evidence: DiagnosisEvidence) -> Diagnosis:
    return diagnose(evidence, NOW)


def found_in(found: Diagnosis, key: str) -> tuple[Finding, ...]:
    return next(one.findings for one in diagnosis_answer(found).findings if one.key == key)


def message(kind: Trouble, times: int = 1) -> KernelMessage:
    return KernelMessage(1.0, kind, f"sda: {kind}", times)


def of_health(axis: str, word: str) -> DiagnosisEvidence:
    """What a check says of a drive with one axis that is not good."""
    verdict = made_verdict(word, "Not well.", axes=(made_axis(axis, word),))
    found = check_rules.healthiness(HEALTH, verdict)
    return replace(SOUND, check=check(*found, QUICK_ENOUGH, health=HEALTH, verdict=verdict))


def of_link(state: LinkState) -> DiagnosisEvidence:
    return replace(SOUND, check=check(*check_rules.connection(state), QUICK_ENOUGH, link=state))


def of_drive(drive: BlockDevice) -> DiagnosisEvidence:
    return replace(SOUND, check=check(QUICK_ENOUGH, device=drive), stack=(HOME, drive))


def mounted(*options: str) -> DiagnosisEvidence:
    return replace(SOUND, mount=replace(MOUNT, options=options))


def filled(free: int) -> DiagnosisEvidence:
    return replace(SOUND, stack=(replace(HOME, free=free), SSD))


def blocked() -> DiagnosisEvidence:
    remedy = allow_discards("v")
    layer = PathLayer(
        name="vault", kind="crypt", verdict=BLOCK, facts=quoted.fact("no flag"), source="/sys",
        remedy=remedy,
    )  # fmt: skip
    chain = DiscardPath(target="/home", mount=MOUNT, start="/home", layers=(layer,))
    found = check_rules.trim(SSD, chain)
    return replace(SOUND, check=check(found, QUICK_ENOUGH, chain=chain))


def array(state: ArrayState) -> DiagnosisEvidence:
    device = BlockDevice(path="/dev/md0", name="md0", kind=DeviceKind.MD, array=state)
    return replace(SOUND, stack=(device, HOME, SSD))


CRYPT = BlockDevice(path="/dev/mapper/home", name="dm-0", kind=DeviceKind.CRYPT)
ONGOING = Ongoing(
    pid=7, work=OngoingWork.TRIM, started_in=StartedIn.TERMINAL, path="/home",
    devices=frozenset({"sda"})
)  # fmt: skip
HALVED = replace(FULL_SPEED, now="SATA 3 Gb/s", ceiling=300_000_000, slower=True)
WHOLE = ArrayState(kind="md", wanted=2, active=2)


def slept(what: str) -> Breakdown:
    """A latency breakdown of the drive in which this slept in the pauses."""
    found = breakdown_of(breakdown_run(what))
    assert found is not None
    return Breakdown(found, NOW)


EXPLAINS, LIKELY, MINOR = Weight
ALONE = [
    (Cause.FAILING, EXPLAINS, of_health(SELF_ASSESSMENT, FAILING)),
    (Cause.KERNEL_MESSAGES, EXPLAINS, replace(SOUND, messages=(message(Trouble.IO_ERROR),))),
    (Cause.KERNEL_MESSAGES, LIKELY, replace(SOUND, messages=(message(Trouble.RESET),))),
    (Cause.KERNEL_MESSAGES, EXPLAINS, replace(SOUND, messages=(message(Trouble.RESET, 3),))),
    (Cause.HEALTH, LIKELY, of_health(MEDIA_ERRORS, CAUTION)),
    (Cause.HOT, LIKELY, of_health(TEMPERATURE, CAUTION)),
    (Cause.LINK, EXPLAINS, of_link(HALVED)),
    (Cause.LINK, LIKELY, of_link(replace(FULL_SPEED, errors=12))),
    (Cause.ARRAY, LIKELY, array(replace(WHOLE, action=ArrayAction.RESYNC, progress=0.4))),
    (Cause.ARRAY, LIKELY, array(replace(WHOLE, active=1))),
    (Cause.BUSY, LIKELY, replace(SOUND, busy=0.3)),
    (Cause.BUSY, EXPLAINS, replace(SOUND, busy=0.8)),
    (Cause.BUSY, EXPLAINS, replace(SOUND, works=(ONGOING,))),
    (Cause.MEMORY, EXPLAINS, replace(SOUND, machine=Machine(memory_pressure=0.4))),
    (Cause.CPU, LIKELY, replace(SOUND, machine=Machine(cpu_pressure=0.9))),
    (Cause.MOUNT_OPTIONS, EXPLAINS, mounted("rw", "sync")),
    (Cause.MOUNT_OPTIONS, LIKELY, mounted("rw", "data=journal")),
    (Cause.MOUNT_OPTIONS, LIKELY, mounted("compress-force=zstd:15")),
    (Cause.FULL, LIKELY, filled(2 * 10**10)),
    (Cause.FULL, MINOR, filled(8 * 10**10)),
    (Cause.TRIM, LIKELY, blocked()),
    (Cause.FRAGMENTED, LIKELY, replace(SOUND, layout=FileLayout("/home/mail", 10**8, 20_000))),
    (
        Cause.FRAGMENTED, EXPLAINS,
        replace(of_drive(DISK), layout=FileLayout("/home/vm", 10**9, 5000)),
    ),
    (Cause.ENCRYPTION, LIKELY, replace(SOUND, stack=(CRYPT, HOME, SSD), cipher=2e8)),
    (Cause.ENCRYPTION, MINOR, replace(SOUND, stack=(CRYPT, HOME, SSD), cipher=5e8)),
    (Cause.SHINGLED, LIKELY, of_drive(replace(DISK, limits=QueueLimits(zoned="host-aware")))),
    (Cause.SHINGLED, LIKELY, of_drive(replace(DISK, limits=QueueLimits(discard_max_bytes=1)))),
    (Cause.USB_PROTOCOL, MINOR, of_drive(
        replace(SSD, bus="usb", attachment=Attachment(usb_driver=UsbDriver.BOT))
    )),
    (Cause.SCHEDULER, MINOR, of_drive(replace(NVME, scheduler="bfq"))),
    (Cause.SCHEDULER, MINOR, of_drive(replace(DISK, scheduler="none"))),
    (Cause.POWER_SAVING, MINOR, of_drive(
        replace(SSD, attachment=Attachment(sata_power="min_power"))
    )),
    (Cause.POWER_SAVING, MINOR, of_drive(
        replace(NVME, attachment=Attachment(aspm=("L1",), aspm_policy="powersupersave"))
    )),
    (Cause.POWER_SAVING, LIKELY, of_drive(replace(DISK, attachment=Attachment(standby=300.0)))),
    (Cause.POWER_SAVING, MINOR, replace(SOUND, machine=Machine(power_profile="low-power"))),
    (Cause.POWER_SAVING, MINOR, replace(SOUND, breakdown=slept("drive"))),
    (Cause.POWER_SAVING, MINOR, replace(SOUND, breakdown=slept("cpu"))),
    (Cause.BLOCK_FORMAT, MINOR, of_drive(
        replace(NVME, attachment=Attachment(
            format_in_use=BlockFormat(512, performance=Performance.DEGRADED)
        ))
    )),
]  # fmt: skip


@pytest.mark.parametrize(
    "evidence", [SOUND, of_drive(DISK), of_drive(NVME), DiagnosisEvidence(check=check())]
)
def test_nothing_is_found_on_a_sound_machine(evidence: DiagnosisEvidence) -> None:
    assert asked(evidence).reasons == ()


@pytest.mark.parametrize(("cause", "weight", "evidence"), ALONE)
def test_each_cause_alone(cause: Cause, weight: Weight, evidence: DiagnosisEvidence) -> None:
    found = asked(evidence)
    assert [(one.cause, one.weight) for one in found.reasons] == [(cause, weight)]
    (reason,) = found.reasons
    assert reason.say and reason.source and reason.subject
    if not evidence.works:
        assert reason.do
    if weight is not MINOR:
        assert CAUSE_TITLES[cause] in found.say[-1].values.values()


@pytest.mark.parametrize(
    "mount",
    [
        Mount("/boot/efi", "/dev/sda2", "vfat"),
        Mount("/snap/core/1", "/dev/loop0", "squashfs"),
        Mount("/mnt", "/dev/sda2", "ext4", read_only=True),
    ],
)
def test_what_nobody_writes_to_may_be_full(mount: Mount) -> None:
    other = BlockDevice(
        path="/dev/sda2", name="sda2", mounts=(mount,), filesystem_size=10**9, free=0
    )
    assert asked(replace(SOUND, stack=(HOME, other, SSD))).reasons == ()


def test_a_full_file_system_is_named_by_its_own_mount_point() -> None:
    data = replace(MOUNT, path="/data")
    other = BlockDevice(
        path="/dev/sda2", name="sda2", mounts=(data,), filesystem_size=10**9, free=0
    )
    (reason,) = asked(replace(SOUND, stack=(HOME, other, SSD))).reasons
    assert finding_text(reason).startswith("/data is 100")


def test_a_failing_drive_is_said_by_what_is_bad() -> None:
    odd = finding("health", ODD, "Odd.")
    bad = finding("health", BAD, "Bad.")
    (reason,) = asked(replace(SOUND, check=check(odd, bad, QUICK_ENOUGH))).reasons
    assert (reason.cause, reason.say) == (Cause.FAILING, bad.say)


def test_every_rule_is_tried() -> None:
    assert {cause for cause, _, _ in ALONE} == {rule.cause for rule in RULES} == set(Cause)


def test_three_together_in_the_order_of_their_weight() -> None:
    three = replace(filled(8 * 10**10), mount=replace(MOUNT, options=("sync",)), busy=0.3)
    found = asked(three)
    assert [one.cause for one in found.reasons] == [
        Cause.MOUNT_OPTIONS, Cause.BUSY, Cause.FULL
    ]  # fmt: skip


def test_who_uses_a_busy_drive_is_named() -> None:
    group = Writer(WriterKind.GROUP, "backup.service", 30_000_000, 10_000_000)
    (reason,) = asked(replace(SOUND, busy=0.8, users=(group,))).reasons
    assert reason.do
    process = Writer(WriterKind.PROCESS, "tar", 2_000_000, 0)
    (reason,) = asked(replace(SOUND, busy=0.8, users=(process,))).reasons
    said = finding_text(reason).replace("\u202f", " ")
    assert "tar 1.00 MB/s." in said
    assert not asked(replace(SOUND, users=(group,))).reasons  # it does little


def test_what_slept_is_said_with_its_run() -> None:
    (reason,) = asked(replace(SOUND, breakdown=slept("drive"))).reasons
    said = finding_text(reason).replace("\u202f", " ")
    assert "24 Nov 2026" in said
    assert not asked(replace(SOUND, breakdown=slept("nothing"))).reasons


PRESSED = Machine(cpu_pressure=0.9)


def test_a_busy_machine_alone_does_not_clear_the_drive() -> None:
    """One likely "processors are busy" gave "It is not the drive: the machine is the cause."."""
    unmeasured = asked(replace(SOUND, check=check(), machine=PRESSED))
    assert (unmeasured.conclusion, unmeasured.slow) == (Conclusion.CAUSES, None)
    slow = asked(replace(SOUND, check=check(SLOW), machine=PRESSED))
    assert (slow.conclusion, slow.slow) == (Conclusion.CAUSES, True)
    measured = asked(replace(SOUND, machine=PRESSED))
    assert (measured.conclusion, measured.slow) == (Conclusion.NOT_THE_DRIVE, False)
    also = replace(SOUND, machine=PRESSED, messages=(message(Trouble.RESET),))
    assert asked(also).conclusion is Conclusion.CAUSES  # one of them is of its connection


def test_what_is_in_order_is_told_with_its_figure() -> None:
    found = asked(SOUND)
    told = {one.code: finding_text(one) for one in found.in_order}
    assert "2\u202f%" in told[Cause.BUSY]
    assert "1\u202f%" in told[Cause.MEMORY] and "10\u202f%" in told[Cause.CPU]
    assert Cause.KERNEL_MESSAGES in told and "mq-deadline" in told[Cause.SCHEDULER]
    assert Cause.ENCRYPTION not in told  # nothing is encrypted
    assert all("{" not in text for text in told.values())


@pytest.mark.parametrize(("cause", "_weight", "evidence"), ALONE)
def test_what_was_found_is_not_in_order(
    cause: Cause, _weight: Weight, evidence: DiagnosisEvidence
) -> None:
    assert cause not in {one.code for one in asked(evidence).in_order}


def test_what_was_not_looked_at_is_not_in_order() -> None:
    nothing = asked(DiagnosisEvidence(check=check())).in_order
    assert [one.code for one in nothing] == [Cause.SCHEDULER]  # the list of drives has it
    refused = asked(replace(SOUND, log=KernelLog.REFUSED))
    assert Cause.KERNEL_MESSAGES not in {one.code for one in refused.in_order}


def test_fast_and_without_a_cause_is_not_the_drive() -> None:
    assert (asked(SOUND).conclusion, asked(SOUND).slow) == (Conclusion.NOT_THE_DRIVE, False)


def test_without_a_measurement_nothing_is_claimed() -> None:
    found = asked(replace(SOUND, check=check()))
    assert (found.conclusion, found.slow) == (Conclusion.NOTHING_FOUND, None)


def test_the_verdict_of_speed_is_no_cause() -> None:
    found = asked(replace(SOUND, check=check(SLOW)))
    assert (found.conclusion, found.slow, found.reasons) == (Conclusion.UNEXPLAINED, True, ())
    (measured,) = found_in(found, "measured")
    assert (measured.code, measured.grade) == (Pace.TOO_SLOW, ODD)


def test_what_nothing_says_is_neither_slow_nor_fast() -> None:
    """Less than half of an earlier run in two repeats was "slow"; Compare claims nothing then."""
    unknown = CheckFinding(Pace.OPEN, (), grade=UNKNOWN, topic=Topic.SPEED)
    found = asked(replace(SOUND, check=check(unknown)))
    assert (found.conclusion, found.slow) == (Conclusion.NOTHING_FOUND, None)


def test_what_a_check_left_out_is_passed_on() -> None:
    kept = left_out("Not asked.")
    one = replace(check(), left_out=(kept,))
    assert asked(replace(SOUND, check=one)).left_out == (kept,)
