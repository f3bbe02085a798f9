# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What hdparm, a mirror, caches and several drives are said to have found, word for word."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.guided_runs import (
    caches_run,
    file_sizes_run,
    hdparm_run,
    mirror_run,
    multi_drive_run,
)

from driveproof.domain.run.run import Run
from driveproof.methods import answer_of
from driveproof.wording.say import say_text, say_texts
from driveproof.wording.units import NARROW

CACHES, DRIVES = caches_run(), multi_drive_run()
SHORT = replace(CACHES, environment=replace(CACHES.environment, test_file_size=2**40))
APART = replace(DRIVES, environment=replace(DRIVES.environment, shared=()))


@pytest.mark.parametrize(
    ("run", "sentences", "notes"),
    [
        (
            file_sizes_run(),
            "Writes up to 3 944 MB/s (records of 16 MiB, file of 64 MiB). Reads up to 1 986 MB/s"
            " (records of 16 MiB, file of 256 MiB).",
            ["Lines: file size. Columns: record size.", "Not made for comparisons."],
        ),
        (
            hdparm_run(),
            "Direct: hdparm 524 MB/s, fio 577 MB/s. Buffered: hdparm 419 MB/s, fio 210 MB/s.",
            [
                "Direct: both read the same way and differ only by chance. Page cache: the kernel"
                " reads ahead and copies. -T: CPU and memory, not the drive.",
                "hdparm's MB/s are MiB/s.",
            ],
        ),
        (
            mirror_run(),
            "One reader: 210 MB/s (1 of 2 devices). Two readers: 190 MB/s on one file, 405 MB/s on"
            " two files (2 of 2 devices). Copy: 96.0 MB/s.",
            [
                "The shares are of the median repeat. A copy is measured by its writes, including"
                " fsync.",
                "btrfs may serve two readers from the same device in one repeat and from two in"
                " the next.",
            ],
        ),
        (
            mirror_run(legs=()),
            "One reader: 210 MB/s. Two readers: 190 MB/s on one file, 405 MB/s on two files."
            " Copy: 96.0 MB/s.",
            [
                "The shares are of the median repeat. A copy is measured by its writes, including"
                " fsync.",
                "All data is on one device.",
            ],
        ),
        (
            SHORT,
            "Direct I/O: 5.00 MB/s, from reading 2 on 300 MB/s. Page cache: 280 MB/s, from reading"
            " 2 on 4 000 MB/s.",
            [
                "A block cache shows as a change of device; a cache inside the drive only as a"
                " change of speed.",
                "A reading was cut short by its time limit.",
            ],
        ),
        (
            DRIVES,
            "All at once: 3 803 MB/s instead of 4 249 MB/s, limited by USB hub 2-1 (5 Gb/s).",
            [
                "Portable SSD A, Portable SSD B share USB hub 2-1 (5 Gb/s): 423 MB/s of at most"
                " 450 MB/s.",
                "A drive is slowed down when it is below 90 % of its speed alone in every repeat.",
            ],
        ),
        (
            APART,
            "All at once: 3 803 MB/s instead of 4 249 MB/s. Portable SSD A, Portable SSD B were"
            " slower.",
            [
                "The kernel shows nothing that these drives share.",
                "A drive is slowed down when it is below 90 % of its speed alone in every repeat.",
            ],
        ),
    ],
    ids=["file sizes", "hdparm", "mirror", "one disk", "caches", "shared path", "no shared path"],
)
def test_an_answer_and_its_notes(run: Run, sentences: str, notes: list[str]) -> None:
    found = answer_of(run)
    assert found is not None
    said = [say_texts(found.sentences), *map(say_text, found.notes)]
    assert [text.replace(NARROW, " ") for text in said] == [sentences, *notes]
