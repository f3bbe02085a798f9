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
            "Direct I/O: hdparm 524 MB/s, fio 577 MB/s. Page cache: hdparm 419 MB/s, fio 210 MB/s.",
            ["hdparm's MB/s are MiB/s."],
        ),
        (
            mirror_run(),
            "One reader: 210 MB/s. Two readers: 190 MB/s on one file, 405 MB/s on two files."
            " Copy: 96.0 MB/s.",
            [],
        ),
        (
            mirror_run(legs=()),
            "One reader: 210 MB/s. Two readers: 190 MB/s on one file, 405 MB/s on two files."
            " Copy: 96.0 MB/s.",
            ["All data is on one device."],
        ),
        (
            SHORT,
            "Direct I/O: 5.00 MB/s, from reading 2 on 300 MB/s. Page cache: 280 MB/s, from reading"
            " 2 on 4 000 MB/s.",
            ["A reading was cut short by its time limit."],
        ),
        (
            DRIVES,
            "All at once: 3 803 MB/s instead of 4 249 MB/s, limited by USB hub 2-1 (5 Gb/s).",
            [
                "Portable SSD A, Portable SSD B share USB hub 2-1 (5 Gb/s): 423 MB/s of at most"
                " 450 MB/s.",
            ],
        ),
        (
            APART,
            "All at once: 3 803 MB/s instead of 4 249 MB/s. Slower: Portable SSD A, Portable SSD"
            " B.",
            [
                "The kernel shows nothing that these drives share.",
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
