# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Mixes of block sizes where the smallest cannot go past the page cache."""

from __future__ import annotations

from dataclasses import replace

import pytest

from driveproof.domain.profile.least_block import USUAL_BLOCK, smallest, with_least_block
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.profile_file import read_profile
from driveproof.engine.run.profiles import Profiles
from driveproof.wording.run import note_text

HEAD = """title = "T"
question = "Q?"
size = "16 MiB"
[[phase]]
name = "Mix"
directions = ["mixed"]
pattern = "random"
queue_depth = 2
seconds = 1
"""


def mix(block: str, sizes: str) -> Profile:
    """A profile of one test with this mix."""
    more = f'block_size = "{block}"\nblock_sizes = "{sizes}"'
    return read_profile(HEAD + more, "mine", "mine.toml")


@pytest.mark.parametrize(
    ("block", "sizes", "least", "raised"),
    [
        ("8 KiB", "bssplit=512/10:4k/60:8k/30", 512, "bssplit=512/10:4k/60:8k/30"),
        ("8 KiB", "bssplit=512/10:4k/60:8k/30", 4096, "bssplit=4k/70:8k/30"),
        ("8 KiB", "bssplit=512/10:1k/20:1536/5:8k/65", 1024, "bssplit=1k/30:2k/5:8k/65"),
        ("4 KiB", "bssplit=512/:4k/50,4k/40:4096/60", 4096, "bssplit=4k/:4k/50,4k/40:4096/60"),
        ("1 KiB", "bssplit=512/50:1k/50", 4096, "bssplit=4k/100"),
        ("8 KiB", "bsrange=512-8k", 4096, "bsrange=512-8k"),
    ],
)
def test_small_blocks_become_the_next_multiple(
    block: str, sizes: str, least: int, raised: str
) -> None:
    profile = mix(block, sizes)
    found, notes = with_least_block(profile, least)
    (phase,) = found.phases
    assert phase.asked.block_sizes == raised
    assert bool(notes) == (sizes != raised)
    assert phase.block_size >= profile.phases[0].block_size
    assert (found == profile) == (sizes == raised)


def test_what_was_changed_is_said_and_is_another_test() -> None:
    profile = Profiles().find("workload-endurance")
    found, (note,) = with_least_block(profile, 4096)
    assert "4 KiB" in note_text(note).replace("\u202f", " ").replace("\u00a0", " ")
    assert found.phases[0].asked.block_sizes == "bssplit=4k/77:8k/10:16k/7:32k/3:64k/3"
    assert found.phases[0].name != profile.phases[0].name


def test_the_smallest_block_of_all_mixes() -> None:
    assert smallest(Profiles().find("workload-fileserver")) == 512
    assert smallest(Profiles().find("quick")) == USUAL_BLOCK
    other = mix("16 KiB", "bssplit=8k/50:16k/50")
    assert smallest(other) == USUAL_BLOCK
    both = replace(other, phases=(*other.phases, *mix("1 KiB", "bssplit=1k/100").phases))
    assert smallest(both) == 1024
