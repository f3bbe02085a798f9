# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What `run` prints of long tests while they go on, where nobody watches a terminal."""

from __future__ import annotations

import io
from dataclasses import replace

from tests.builders.guided_runs import mirror_run, multi_drive_run
from tests.builders.long_events import told
from tests.builders.long_runs import (
    example_rounds,
    example_rounds_profile,
    example_sustained,
    example_sustained_profile,
)

from driveproof.cli.run import RunProgressLine
from driveproof.domain.profile.profile import Profile, with_drives
from driveproof.domain.run.run import CUT_SHORT, Run
from driveproof.engine.run.profiles import Profiles


class Utf8(io.StringIO):
    """A stream as a terminal's is, which takes every character."""

    encoding = "utf-8"


def printed(run: Run, profile: Profile) -> list[str]:
    stream = Utf8()
    progress = RunProgressLine(stream, binary=False)
    for event in told(run, profile):
        progress(event)
    return stream.getvalue().replace("\u202f", " ").splitlines()


def test_a_lasting_change_is_a_line_and_said_once() -> None:
    lines = printed(example_sustained(), example_sustained_profile())
    changes = [line for line in lines if line.startswith("After ")]
    whole = [index for index, line in enumerate(lines) if line.startswith("Sustained write")]
    assert lines.index(changes[0]) < whole[-1], "before the test has ended"
    assert changes[0].startswith("After 20")
    assert len(changes) == len(set(changes)) <= 3  # one in each of the three writes


def test_a_round_has_a_line_with_both_numbers() -> None:
    lines = printed(example_rounds(), example_rounds_profile())
    rounds = [line for line in lines if line.startswith("Round ")]
    assert rounds[5].startswith("Round 6: 27 000 IOPS.")
    assert len(rounds) == len(example_rounds().phases[1].repeats)


def test_a_round_that_was_cut_short_is_none() -> None:
    """A drive that is pulled out in the first round: there is no newest round to tell of."""
    run = example_rounds()
    fill, rounds = run.phases
    first = replace(rounds.repeats[0], disturbed=(CUT_SHORT,))
    lines = printed(
        replace(run, phases=(fill, replace(rounds, repeats=(first,)))), example_rounds_profile()
    )
    assert not [line for line in lines if "judged together" in line]


def test_each_drive_is_called_by_its_own_name() -> None:
    profile = with_drives(Profiles().find("multi-drive"), (False, False, True))
    lines = printed(multi_drive_run(), profile)
    assert any(line.startswith("Portable SSD A · alone: 431 MB/s") for line in lines)
    assert any(line.startswith("Example NVMe SSD · all at once: ") for line in lines)
    assert not any("Drive 1" in line for line in lines)


def test_a_copy_is_a_copy() -> None:
    lines = printed(mirror_run(), Profiles().find("mirror"))
    assert any(line.startswith("Copy: ") for line in lines)
