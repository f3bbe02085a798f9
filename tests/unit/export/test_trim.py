# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A TRIM as text and as JSON: the numbers, the usual terms, and no foreign control characters."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from tests.builders.trim_outcomes import MIB, OUTCOME, PREVIEW

from driveproof.domain.drive.drive import Mount
from driveproof.domain.errors import Advice, RefusedError
from driveproof.domain.trim.free_counter import counted
from driveproof.domain.trim.free_space import STATVFS, EstimateReason, FreeSpace
from driveproof.domain.trim.job import (
    SETTLING,
    TRIMMING,
    LayerCount,
    TrimProgress,
    TrimStatus,
)
from driveproof.export.json import values_of
from driveproof.export.json.trim import outcome_document, preview_document
from driveproof.export.text.trim import (
    outcome_text,
    preview_text,
    progress_text,
)


def test_a_preview() -> None:
    text = preview_text(PREVIEW)
    assert "driveproof trim run '/mnt/" in text
    assert "19 %" in text and "8.4 MB" in text
    assert "\x1b" not in text and "\\x1b" in text


def test_a_commit_says_what_follows() -> None:
    text = preview_text(PREVIEW, commit=True)
    assert "dry" not in text
    assert "12.6" in text


def test_what_cannot_be_says_why() -> None:
    text = preview_text(
        replace(PREVIEW, refusal=RefusedError("It may not.", advice=Advice("Do that.")))
    )
    assert "It may not. Do that." in text and "To do it" not in text


def test_what_to_type_can_be_pasted() -> None:
    mount = Mount("/media/My Disk", "/dev/sda1", "ext4")
    text = preview_text(replace(PREVIEW, target="/media/My Disk/folder", mount=mount))
    assert text.endswith("driveproof trim run '/media/My Disk'")
    text = preview_text(replace(PREVIEW, target="/dev/sda1", mount=None, free=None))
    assert text.endswith("driveproof trim run /dev/sda1")


@pytest.mark.parametrize(
    ("free", "words"),
    [
        (FreeSpace(bytes=MIB, total=MIB, source=STATVFS, why=EstimateReason.CANNOT_TELL),
         "about 1.0 MB"),
        (counted([(0, 512)], 512, 512), "512 B, 100 % of 512 B"),
        (None, "FITRIM"),
    ],
)  # fmt: skip
def test_kinds_of_free_space(free: FreeSpace | None, words: str) -> None:
    assert words in preview_text(replace(PREVIEW, free=free))


def test_an_outcome_has_every_count_and_proof() -> None:
    text = outcome_text(OUTCOME, encoding="ascii")
    assert text.isascii()
    lines = [line.split() for line in text.splitlines()]
    assert ["sda1", "12.6", "MB"] in lines and any(line[:1] == ["sda"] for line in lines)
    assert "proved" in text and "Counted." in text and text.endswith("A note.")
    assert outcome_text(replace(OUTCOME, status=TrimStatus.CANCELLED)) != text


def test_what_xfs_says_is_not_what_it_discarded() -> None:
    counts = (LayerCount("sda1", 5 * MIB, top=True),)
    of_xfs = replace(OUTCOME, preview=replace(PREVIEW, filesystem="xfs"), layers=counts)
    assert (OUTCOME.discarded, of_xfs.discarded) == (12 * MIB, 5 * MIB)
    document = values_of(outcome_document(of_xfs))
    assert (document["trimmed"], document["reported"]) == (5 * MIB, 12 * MIB)
    unknown = replace(of_xfs, layers=(LayerCount("sda1", None, top=True),))
    assert unknown.discarded == 12 * MIB


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        (TrimProgress(step=SETTLING), ""),
        (
            TrimProgress(step=TRIMMING, share=0.25, trimmed=10**9, remaining=61),
            "25 %  1 GB trimmed",
        ),
        (TrimProgress(step=TRIMMING, share=0.25, trimmed=10**9, remaining=61), "1 min 1 s left"),
        (TrimProgress(step=TRIMMING), "0 B trimmed"),
    ],
)
def test_progress(progress: TrimProgress, words: str) -> None:
    assert words in progress_text(progress).replace("\u202f", " ")


def test_documents() -> None:
    preview = values_of(preview_document(PREVIEW))
    assert json.loads(json.dumps(preview, allow_nan=False)) == preview
    assert (preview["version"], preview["ranges"], preview["bytes"]) == (1, 2, 12 * MIB)
    assert preview["first"][1] == {"start": 16 * MIB, "length": 4 * MIB}
    assert len(preview["picture"]) == 256 and preview["dry_run"] is True
    done = values_of(outcome_document(OUTCOME))
    assert json.loads(json.dumps(done, allow_nan=False)) == done
    answer = done["answer"]
    assert answer["tables"]["layers"][1] == {"layer": "sda", "discarded": None}
    (proof,) = answer["findings"]["proof"]
    assert (proof["subject"], proof["grade"], proof["code"]) == ("accepted", "proved", "quote")
    assert set(preview) <= set(done)
    nothing = values_of(preview_document(replace(PREVIEW, free=None, mount=None)))
    assert nothing["ranges"] is nothing["bytes"] is nothing["mount_point"] is None
