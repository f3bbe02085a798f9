# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A check's rules: unknown is never fine, and a worse fact never gives a better verdict."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.builders.made_findings import finding, left_out
from tests.fakes import quoted
from tests.fakes.verdicts import made_axis, made_verdict

from driveproof.domain.check import rules as check_rules
from driveproof.domain.check.answer import check_answer
from driveproof.domain.check.check import Check, CheckCode, CheckFinding
from driveproof.domain.check.rules import identity, stated_size
from driveproof.domain.check.speed import speed
from driveproof.domain.drive.drive import BlockDevice, Inventory, Mount
from driveproof.domain.drive.firmware import FirmwareNews
from driveproof.domain.drive.link import LinkState
from driveproof.domain.errors import Advice, MachineError
from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import (
    CAUTION,
    FAILING,
    GOOD,
    WORN,
    AxisVerdict,
    HealthVerdict,
)
from driveproof.domain.notes import Note
from driveproof.domain.rating import BAD, FINE, ODD, UNKNOWN
from driveproof.domain.trim.path import (
    BLOCK,
    PASS,
    DiscardPath,
    LayerCost,
    PathLayer,
    PeriodicTrim,
)
from driveproof.domain.trim.path import UNKNOWN as TRIM_UNKNOWN
from driveproof.domain.trim.stack_rules import allow_discards
from driveproof.system.smart.known_drives import with_what_is_known
from driveproof.wording.finding import finding_text, to_dos_text

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
NEW = Health(
    taken=NOW, source="made", power_on=3600.0, power_cycles=4, written=10**9, used=0.0,
    start_stops=3,
)  # fmt: skip
SSD = BlockDevice(
    path="/dev/sda", name="sda", kind="ata", model="Made SSD 500GB", serial="S3Z9", bus="sata",
    size=500_107_862_016, media="ssd", firmware="1.0",
)  # fmt: skip
DEGREE = {FINE: 0, ODD: 1, BAD: 2}


def not_better(worse: str, than: str) -> bool:
    """A worse fact may leave less known, but never say more in the drive's favour."""
    if worse == UNKNOWN:
        return True
    return (than == UNKNOWN and worse != FINE) or (than in DEGREE and DEGREE[worse] >= DEGREE[than])


def test_a_new_drive_is_as_new_and_what_that_means_is_said() -> None:
    found = check_rules.use(NEW)
    assert found.word == FINE


def test_use_is_odd_only_of_a_drive_that_was_sold_as_new() -> None:
    used = replace(NEW, power_on=3000 * 3600.0)
    found = check_rules.use(used)
    assert (found.word, found.do) == (FINE, ())
    asked = check_rules.use(used, sold_as_new=True)
    assert "seller" in to_dos_text(asked)
    assert check_rules.use(NEW, sold_as_new=True).word == FINE


@pytest.mark.parametrize("sold_as_new", [False, True])
def test_few_hours_with_much_written_contradict_each_other(*, sold_as_new: bool) -> None:
    found = check_rules.use(replace(NEW, written=4000 * 10**12), sold_as_new=sold_as_new)
    assert found.word == ODD and "have been reset" in finding_text(found)
    assert found.do
    restless = check_rules.use(replace(NEW, power_cycles=100_000), sold_as_new=sold_as_new)
    assert "have been reset" in finding_text(restless)


def test_a_system_cloned_on_the_first_day_is_no_fraud() -> None:
    cloned = replace(NEW, power_on=2 * 3600.0, power_cycles=60, written=250 * 10**9)
    assert check_rules.use(cloned).word == FINE
    found = check_rules.use(cloned, sold_as_new=True)
    assert found.word == ODD
    assert "reset" not in finding_text(found)


@pytest.mark.parametrize(
    "health",
    [None, Health(taken=NOW), Health(taken=NOW, missing=Note("It is silent.")),
     Health(taken=NOW, power_cycles=1)],
)  # fmt: skip
def test_without_hours_nothing_is_as_new(health: Health | None) -> None:
    assert check_rules.use(health).word == UNKNOWN


counts = st.none() | st.integers(0, 2**64 - 1)


@given(
    counts, counts, counts, counts,
    st.sampled_from(["power_on", "power_cycles", "written", "start_stops", "used"]),
    st.integers(1, 2**64),
)  # fmt: skip
def test_more_use_is_never_newer(
    hours: int | None, cycles: int | None, written: int | None, starts: int | None,
    field: str, more: int,
) -> None:  # fmt: skip
    health = Health(
        taken=NOW, power_on=hours, power_cycles=cycles, written=written, start_stops=starts
    )
    before = getattr(health, field)
    if before is None or hours == 0 == cycles:  # such a drive makes its figures up
        return
    worse = replace(health, **{field: before + more})
    assert not_better(
        check_rules.use(worse, sold_as_new=True).word,
        check_rules.use(health, sold_as_new=True).word,
    )


def verdict(word: str, *axes: AxisVerdict) -> HealthVerdict:
    return made_verdict(word, f"It is {word}.", (), axes)


@pytest.mark.parametrize(
    ("word", "expected"),
    [(GOOD, FINE), (CAUTION, ODD), (WORN, ODD), (FAILING, BAD), ("unknown", UNKNOWN)],
)
def test_the_word_of_health_follows_its_verdict(word: str, expected: str) -> None:
    found = check_rules.healthiness(NEW, verdict(word))
    assert [one.word for one in found] == [expected]


def test_each_axis_that_is_not_good_is_told_and_unknown_ones_are_not_fine() -> None:
    axes = (
        made_axis("wear", WORN, "97 % used", "12 TB written", source="log"),
        made_axis("temperature", "unknown", "not told"),
        made_axis("media_errors", GOOD, "none"),
    )
    found = check_rules.healthiness(NEW, verdict(WORN, *axes))
    assert [one.word for one in found] == [ODD, ODD, UNKNOWN]
    assert "97 % used. 12 TB written." in finding_text(found[1])
    assert found[2].code == CheckCode.NOT_REPORTED


def test_the_evidence_is_nothing_that_a_source_tells() -> None:
    alone = made_axis("data_quality", "unknown", "Partial", "not told: wear")
    assert len(check_rules.healthiness(NEW, verdict(GOOD, alone))) == 1
    check_rules.healthiness(NEW, verdict(GOOD, made_axis("wear", "unknown", "Not told"), alone))


def test_counters_that_are_made_up_are_not_as_new() -> None:
    adapter = replace(NEW, power_on=0.0, power_cycles=0, start_stops=None, written=0)
    found = check_rules.use(adapter)
    assert found.word == UNKNOWN
    assert found.code == CheckCode.COUNTERS_UNBELIEVABLE
    assert check_rules.use(replace(NEW, model="QEMU NVMe Ctrl")).word == UNKNOWN


def test_a_drive_that_sleeps_is_not_odd() -> None:
    asleep = replace(
        NEW, kind="ata", passed=True, taken=NOW, updated=NOW - timedelta(hours=3),
        notes=(Note("The drive sleeps and was not woken."),), temperature=30,
    )  # fmt: skip
    found = check_rules.healthiness(asleep, judge_health(asleep, now=NOW))
    assert ODD not in {one.word for one in found}
    (evidence,) = (one for one in found if finding_text(one).startswith("Data quality"))
    assert evidence.word == UNKNOWN and "3\u202fh old" in finding_text(evidence)


def test_a_slow_link_is_no_fault_of_the_health() -> None:
    link = LinkState(
        kind="sata", now="SATA 3 Gb/s", slower=True, meaning=Note("Runs at SATA 3 Gb/s.")
    )
    fit = replace(NEW, kind="ata", passed=True, taken=NOW, updated=NOW, temperature=30)
    found = check_rules.healthiness(fit, judge_health(fit, now=NOW, link=link))
    assert found[0].word == FINE
    assert ODD not in {one.word for one in found}, "the link has a topic of its own"
    crc = replace(fit, crc_errors=41)
    found = check_rules.healthiness(crc, judge_health(crc, now=NOW, link=link))
    assert [one.word for one in found[:2]] == [FINE, ODD]
    silent = replace(fit, passed=None)
    found = check_rules.healthiness(silent, judge_health(silent, now=NOW, link=link))
    assert found[0].word == UNKNOWN


def test_no_figure_is_said_twice() -> None:
    failed = replace(NEW, kind="ata", passed=True, taken=NOW, updated=NOW, pending=2)
    found = check_rules.healthiness(failed, judge_health(failed, now=NOW))
    assert "Media errors: Pending sectors: 2." in [finding_text(one) for one in found]
    bad = replace(failed, passed=False, pending=0)
    found = check_rules.healthiness(bad, judge_health(bad, now=NOW))
    assert [one.word for one in found].count(BAD) == 1


def test_health_that_is_missing_says_why() -> None:
    health = Health(
        taken=NOW, missing=Note("The bridge hides it."), advice=Advice("Attach it directly.")
    )
    (found,) = check_rules.healthiness(health, verdict(GOOD))
    assert found.word == UNKNOWN


def test_a_known_fault_of_the_firmware_is_said_of_a_silent_drive() -> None:
    silent = Health(
        taken=NOW, missing=Note("The bridge hides it."), model="Samsung SSD 980 PRO 1TB",
        firmware="3B2QGXA7",
    )  # fmt: skip
    health = with_what_is_known(silent)
    missing, fault = check_rules.healthiness(health, judge_health(health, now=NOW))
    assert (missing.word, fault.word, fault.code) == (UNKNOWN, ODD, "firmware")
    assert [one.code for one in fault.do] == ["update-firmware", "measure-update"]


def test_what_linux_avoids_is_no_finding_of_a_silent_drive() -> None:
    silent = Health(taken=NOW, missing=Note("The bridge hides it."), model="KINGSTON SA2000M8")
    health = with_what_is_known(silent)
    (found,) = check_rules.healthiness(health, judge_health(health, now=NOW))
    assert (bool(health.kernel_quirks), found.word) == (True, UNKNOWN)


@pytest.mark.parametrize(
    ("news", "word"),
    [
        (None, UNKNOWN),
        (FirmwareNews(current="1.0", missing=Note("Nobody knows.")), UNKNOWN),
        (FirmwareNews(current="1.0", known=False), UNKNOWN),
        (FirmwareNews(current="1.0", known=True), FINE),
        (FirmwareNews(current="1.0", known=True, newest="1.0"), FINE),
        (FirmwareNews(current="1.0", known=True, newest="1.1", urgency="high"), ODD),
    ],
)
def test_not_listed_is_not_up_to_date(news: FirmwareNews | None, word: str) -> None:
    found = check_rules.firmware(SSD, news)
    assert found.word == word and "1.0" in finding_text(found)
    assert check_rules.firmware(None, None).word == UNKNOWN


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (None, [UNKNOWN]),
        (LinkState(), [UNKNOWN]),
        (LinkState(now="SATA 6 Gb/s"), [UNKNOWN]),
        (LinkState(now="SATA 6 Gb/s", slower=False), [FINE]),
        (LinkState(now="SATA 3 Gb/s", slower=True, best="SATA 6 Gb/s"), [ODD]),
        (LinkState(now="SATA 6 Gb/s", slower=False, errors=3), [FINE, ODD]),
        (LinkState(now="SATA 6 Gb/s", slower=False, errors=0), [FINE]),
    ],
)
def test_a_link_is_fine_only_when_it_is_known_to_be(
    state: LinkState | None, words: list[str]
) -> None:
    assert [found.word for found in check_rules.connection(state)] == words


def test_a_link_without_a_speed_says_what_is_known_of_it() -> None:
    why, what = Note("Not reported."), Note("Try another port.")
    (found,) = check_rules.connection(LinkState(meaning=why, advice=what))
    assert [one.values["text"] for one in found.say] == [why]
    assert [one.say.values["text"] for one in found.do] == [what]


MOUNT = Mount("/home", "/dev/sda1", "ext4")


def chain(word: str, **more: object) -> DiscardPath:
    layers = (
        PathLayer(name="vault", kind="crypt", verdict=word, facts=quoted.fact("no flag"),
                  source="/sys", remedy=allow_discards("v"),
                  cost=LayerCost.PARITY),
    )  # fmt: skip
    return DiscardPath(target="/home", mount=MOUNT, layers=layers, start="/home", **more)  # type: ignore[arg-type]


ON = PeriodicTrim(enabled=True, listed=True)


@pytest.mark.parametrize(
    ("made", "word"),
    [
        (None, UNKNOWN),
        (chain(TRIM_UNKNOWN, periodic=ON), UNKNOWN),
        (chain(BLOCK, periodic=ON), ODD),
        (chain(PASS, periodic=ON), FINE),
        (chain(PASS, continuous=True), FINE),
        (chain(PASS), UNKNOWN),
        (chain(PASS, periodic=PeriodicTrim()), UNKNOWN),
        (chain(PASS, periodic=PeriodicTrim(enabled=False)), ODD),
        (chain(PASS, periodic=PeriodicTrim(enabled=True, listed=False)), ODD),
    ],
)
def test_trim_has_to_pass_and_to_be_sent(made: DiscardPath | None, word: str) -> None:
    assert check_rules.trim(SSD, made).word == word


def test_a_block_says_what_would_change_it_and_a_hard_disk_needs_none() -> None:
    found = check_rules.trim(SSD, chain(BLOCK))
    assert "--allow-discards" in to_dos_text(found)
    assert check_rules.trim(replace(SSD, media="hdd"), chain(BLOCK)).word == FINE


@pytest.mark.parametrize(
    ("model", "size"),
    [
        ("Samsung SSD 990 PRO 2TB", 2 * 10**12),
        ("CT1000MX500SSD1", 10**12),
        ("ST4000VN008-2DR166", 4 * 10**12),
        ("SanDisk 64 GB", 64 * 10**9),
        ("Bridge 6Gb/s", None),
        ("1TB or 2TB", None),
        ("WDC WD40EFRX", None),
        ("", None),
    ],
)
def test_a_name_may_tell_the_capacity(model: str, size: int | None) -> None:
    assert stated_size(model) == size


def test_a_capacity_that_the_name_does_not_say_is_odd() -> None:
    everything = Inventory((SSD,), "made")
    assert [found.word for found in identity(SSD, everything)] == [FINE, FINE]
    small = replace(SSD, size=32 * 10**9)
    assert identity(small, everything)[0].word == ODD
    nameless = replace(SSD, model="Made SSD")
    assert identity(nameless, everything)[0].word == UNKNOWN
    stick = replace(SSD, model="USB DISK", bus="usb", kind="usb", media="", size=2 * 10**12)
    found = identity(stick, everything)[0]
    assert found.word == ODD and "forged" in finding_text(found)


@pytest.mark.parametrize("serial", ["", "   ", "0000000000", "123456789012", "DEADBEEF"])
def test_a_serial_number_that_is_none_is_odd(serial: str) -> None:
    assert identity(replace(SSD, serial=serial), None)[1].word == ODD


def test_two_drives_with_one_serial_number_are_odd_but_not_one_seen_twice() -> None:
    twin = replace(SSD, name="sdb", path="/dev/sdb")
    found = identity(SSD, Inventory((SSD, twin), "made"))[1]
    assert found.word == ODD and "/dev/sdb" in finding_text(found)
    one, two = (replace(SSD, wwn="0x5", name=name, path=f"/dev/{name}") for name in ("sda", "sdb"))
    assert identity(one, Inventory((one, two), "made"))[1].word == FINE
    spaces = [
        replace(SSD, kind="nvme", name=name, path=f"/dev/{name}") for name in ("nvme0n1", "nvme0n2")
    ]
    assert identity(spaces[0], Inventory(tuple(spaces), "made"))[1].word == FINE


def test_no_drive_is_unknown() -> None:
    loop = BlockDevice(path="/dev/loop0", name="loop0", kind="loop", size=10**9)
    assert [found.word for found in identity(loop, Inventory((loop,)))] == [UNKNOWN]
    assert [found.word for found in identity(None, None)] == [UNKNOWN]


def check(*findings: CheckFinding) -> Check:
    return Check(taken=NOW, seconds=1.0, target="/home", device=SSD, findings=findings)


def test_the_headline_says_what_is_odd() -> None:
    finding("trim", FINE, "So.")
    slow = finding("link", ODD, "Slow.", "Another port.")
    blank = finding("speed", UNKNOWN, "Nothing.", "Measure.")
    bad = finding("health", BAD, "Failing.", "Copy it.")
    assert advised(blank, slow, bad) == [
        "Copy it.", "Another port.", "Measure.",
    ]  # fmt: skip


def advised(*found: CheckFinding) -> list[str]:
    """What to do, in the order in which the answer has it."""
    (findings, _left_out) = check_answer(check(*found)).findings
    return [to_dos_text(one) for one in findings.findings]


def test_what_has_to_be_repaired_first_is_first() -> None:
    """No fio: to install it comes before what else is not known, and after what is bad."""
    error = MachineError("No tool.", advice=Advice("Get it."))
    (nothing,) = speed(None, (), left_out(error))
    unknown = finding("identity", UNKNOWN, "Nothing.", "Name it.")
    bad = finding("health", BAD, "Failing.", "Copy it.")
    assert advised(unknown, nothing, bad) == [
        "Copy it.", "No tool. Get it.", "Name it.",
    ]  # fmt: skip
    no_advice = left_out(MachineError("No."))
    for why in (no_advice, left_out("Not asked."), None):
        (other,) = speed(None, (), why)
        assert other.do == ()


@pytest.mark.parametrize(("device", "word"), [(SSD, FINE), (None, UNKNOWN)])
def test_nothing_is_fine_of_a_drive_that_is_unknown(device: BlockDevice | None, word: str) -> None:
    known = finding("trim", FINE, "It passes.")
    findings = (*identity(device, None), known)
    made = Check(taken=NOW, seconds=1.0, target="/data", device=device, findings=findings)
    assert made.word is word
    assert not identity(None, None)[0].do  # a name would not help
    assert identity(None, Inventory())[0].do
