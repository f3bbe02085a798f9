# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a check answers: its findings, and what its measurement was held against."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import structs

from driveproof.domain.answer import Answer
from driveproof.domain.attachment import attachment_facts
from driveproof.domain.check.check import TOPIC_TITLES, Check, CheckFinding, CheckToDo, Topic
from driveproof.domain.drive.drive import BUS_TITLES, KIND_TITLES, BlockDevice
from driveproof.domain.drive.link import LinkState
from driveproof.domain.expected_answer import expected_answer
from driveproof.domain.expected_speed import Expectation
from driveproof.domain.figure import Block, Cell, Fact, Facts, Findings, Text
from driveproof.domain.finding import RATINGS
from driveproof.domain.health.answer import axes, rules_table
from driveproof.domain.health.facts import reported_facts
from driveproof.domain.quantity import Rate
from driveproof.domain.rating import BAD, FINE, ODD, UNKNOWN
from driveproof.domain.say import Coded, Say
from driveproof.domain.trim.answer import layers

FOUND = "found"
"""The key of the findings of a check."""


def check_answer(check: Check, expected: Sequence[Expectation] = ()) -> Answer:
    """Its findings, what needs attention first, each with what to do about it; bad where one is.
    `expected` is what the tests of its measurement can be held against.
    """
    return Answer(
        check.say,
        (
            found_block(check.findings),
            *held_blocks(check, expected),
            Findings("skipped", Say("Skipped, and notes"), check.left_out),
        ),
        bad=check.word is BAD,
    )


def found_block(findings: Iterable[CheckFinding]) -> Findings:
    """What a check found, also until now; what needs attention first."""
    found = sorted(findings, key=_place)
    return Findings(FOUND, Say("Findings"), tuple(map(as_found, found)), RATINGS)


def _place(finding: CheckFinding) -> tuple[int, bool]:
    """Of what is unknown, what has to be repaired before it can be known comes first."""
    repaired = any(one.code == CheckToDo.REPAIR for one in finding.do)
    return (BAD, ODD, FINE, UNKNOWN).index(finding.word), not repaired


def detail_blocks(check: Check) -> tuple[Block, ...]:
    """What its findings rest on, for a report: the drive, each axis of its health with its rules,
    each of its values, and each layer of the discard path.
    """
    blocks: list[Block] = []
    if check.device is not None:
        blocks.append(_drive(check.device, check.link))
    if check.verdict is not None:
        blocks += (axes(check.verdict), rules_table(check.verdict))
    if check.health is not None:
        blocks.append(reported_facts(check.health))
    if check.chain is not None:
        blocks.append(structs.replace(layers(check.chain), title=TOPIC_TITLES[Topic.TRIM]))
    return tuple(blocks)


def _drive(device: BlockDevice, link: LinkState | None) -> Facts:
    """Which drive it is, and how it is attached and set up; what is not known is left out."""
    facts: list[tuple[str, Say, Cell]] = [
        ("model", Say("Model"), device.model),
        ("vendor", Say("Vendor"), device.vendor),
        ("serial", Say("Serial number"), device.serial),
        ("wwn", Say("WWN"), device.wwn),
        ("firmware", Say("Firmware"), device.firmware),
        ("size", Say("Capacity"), Say("{count} bytes", count=device.size) if device.size else None),
        ("bus", Say("Bus"), BUS_TITLES.get(device.bus) or KIND_TITLES.get(device.kind)),
    ]
    found = [Fact(*one) for one in facts if one[-1]]
    found += attachment_facts(device)
    if link is not None:
        now = (
            ("link", Say("Link"), link.now),
            ("best_link", Say("Fastest link"), link.best),
            ("ceiling", Say("Link bandwidth"), Rate(link.ceiling) if link.ceiling else None),
        )
        found += [Fact(*one) for one in now if one[-1]]
    return Facts(tuple(found), Say("The drive"))


def as_found(finding: CheckFinding) -> CheckFinding:
    """A finding among others: with the name of its topic, and the run that it is from."""
    source = Say("quick benchmark, run {run}", run=finding.run) if finding.run else finding.source
    topic = Coded(finding.topic, TOPIC_TITLES[finding.topic])
    return structs.replace(finding, subject=topic, source=source)


def held_blocks(check: Check, expected: Sequence[Expectation]) -> tuple[Block, ...]:
    """What the tests of its measurement are held against, or why against nothing. The verdict and
    what to do are a finding.
    """
    if check.run is None or not expected:
        return ()
    held = expected_answer(check.run, expected)
    return held.blocks or tuple(map(Text, held.sentences[:1]))
