# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The verdict of speed in words, and who may say slower and faster."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.builders.evidence import FIGURE, SLOW, check

import driveproof
from driveproof.domain.check.check import FINE, ODD, UNKNOWN, Finding, Found, Topic
from driveproof.domain.speed import Pace
from driveproof.domain.statement import Statement
from driveproof.wording.check import headline
from driveproof.wording.speed import figure_text, pace_sentence, pace_text, pace_word

BANDWIDTH = replace(FIGURE, metric="bandwidth", ratio=0.6, run="r0")


def plain(text: str) -> str:
    return text.replace("\u202f", " ")


@pytest.mark.parametrize("pace", Pace)
def test_every_pace_has_its_words(pace: Pace) -> None:
    texts = [
        pace_sentence(pace, "sata-ssd"),
        pace_word(pace),
        *(pace_text(pace, (BANDWIDTH,) * count, "sata-ssd") for count in (1, 2, 5)),
        pace_text(pace, (BANDWIDTH,), "sata-ssd", measured=False),
    ]
    assert all(text and "{" not in text for text in texts)
    assert all(re.search("slower|faster", text) is None or pace is Pace.SLOWER for text in texts)


def test_sentences() -> None:
    assert plain(figure_text(FIGURE)) == "4K read 100 IOPS (median of 2, 99.0 to 101 IOPS)"
    assert plain(pace_text(Pace.BEYOND_LINK, (replace(FIGURE, against=5.5e8),))) == (
        "4K read 100 IOPS (median of 2, 99.0 to 101 IOPS): impossible through a link that carries"
        " 550 MB/s. Likely the page cache, or the memory of a host or of an enclosure, answered in"
        " place of the drive."
    )
    assert plain(pace_text(Pace.SLOWER, (replace(FIGURE, ratio=0.6, run="ab12"),))) == (
        "4K read 100 IOPS (median of 2, 99.0 to 101 IOPS): 40 % slower than in run ab12."
    )
    assert plain(pace_text(Pace.OPEN, (FIGURE,) * 5)).endswith(
        "; and 2 more tests: cannot tell whether that is as fast as it should be."
    )
    assert pace_text(Pace.OPEN, (FIGURE,) * 5, measured=False).startswith("5 tests: ")
    assert pace_text(Pace.IN_CLASS, (FIGURE,), "nvme-4", measured=False) == (
        "4K read: where NVMe SSDs on PCIe 4.0 lie."
    )
    assert pace_sentence(Pace.BELOW_CLASS, "nvme-9").endswith("below where nvme-9 lie.")


def test_the_headline_has_the_verdict_of_speed() -> None:
    other = Finding(Topic.LINK, FINE, (Statement(Found.FULL_SPEED, now="SATA"),))
    blank = Finding(Topic.FIRMWARE, UNKNOWN, (Statement(Found.REVISION_UNKNOWN),))

    def of(pace: Pace, word: object) -> Finding:
        said = Statement(Found.PACE, pace=pace, figures=(FIGURE,), drives="sata-ssd")
        return Finding(Topic.SPEED, word, (said,))  # type: ignore[arg-type]

    assert headline(check(other, SLOW)) == (
        "1 item needs attention: Speed. Its speed is far below what any such drive reaches."
    )
    assert headline(check(other, blank, of(Pace.BELOW_CLASS, UNKNOWN))) == (
        "No problems found. Unknown: Firmware. Whether it is as fast as it should be is"
        " not known: it is below where SATA SSDs lie."
    )
    assert headline(check(other, of(Pace.AS_PROMISED, FINE))) == (
        "No problems found. What can be judged of its speed is as its maker promises."
    )
    assert headline(check(other, of(Pace.BELOW_MAKER, ODD))).endswith(
        "Its speed is below what its maker promises."
    )


# Who claims that something is slower or faster: Compare and what it judges; and what speaks of a
# link, of one test beside another in a run, or of what is possible, and not of a drive's change.
CLAIMING = {
    "wording/comparison/cautions.py", "wording/comparison/cells.py",
    "wording/comparison/headline.py", "wording/comparison/verdicts.py",
    "wording/special_runs.py",  # schedulers and file systems, by the same rules
    "wording/speed.py",  # what Compare said
    "cli/arguments.py", "cli/compare.py",  # --fail-if-slower
}  # fmt: skip
OF_SOMETHING_ELSE = {
    "domain/drive/link_rules.py", "ui/overview/facts.py", "wording/check.py",
    "wording/health/verdict.py", "wording/kernel_log.py", "wording/long_runs.py",
    "wording/phase.py", "wording/run.py",  # the link
    "engine/run/findings.py",  # what limits a figure: the drive may be faster
    "engine/hosts/fleet.py", "engine/run/device.py",  # data that comes, an answer without looking
    "wording/diagnosis.py",  # another drive would not help
    "wording/multi_drive.py",  # how the rule of that test is explained
    "wording/trim/session.py",  # what a TRIM is for
}  # fmt: skip


@pytest.mark.deep
def test_only_compare_says_slower_and_faster() -> None:
    room = Path(driveproof.__file__).parent
    found = set()
    for path in sorted(room.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id not in {"_", "N_", "ngettext", "pgettext", "Note", "MachineError"}:
                continue
            texts = [one.value for one in node.args if isinstance(one, ast.Constant)]
            if any(re.search(r"\b(slower|faster)\b", str(text)) for text in texts):
                found.add(str(path.relative_to(room)))
    assert found - CLAIMING - OF_SOMETHING_ELSE == set()
