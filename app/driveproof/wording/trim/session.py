# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A TRIM in words: its progress, and what its evidence says on a face."""

from __future__ import annotations

from collections.abc import Iterable

from driveproof.domain.trim.job import Named, Proof, TrimProgress, TrimStep
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face
from driveproof.wording.finding import findings_text
from driveproof.wording.say import say_text, value_text
from driveproof.wording.units import format_duration, format_size


def progress_words(progress: TrimProgress, expected: int | None) -> str:
    """How many bytes, of how many."""
    if progress.step != TrimStep.TRIMMING:
        return ""
    done = format_size(progress.trimmed)
    if not expected:
        return _("{size} trimmed").format(size=done)
    return _("{size} of {total} trimmed").format(size=done, total=format_size(expected))


def left_words(progress: TrimProgress) -> str:
    """The remaining time, "" where that is not known."""
    if progress.remaining is None:
        return ""
    return _("{time} left").format(time=format_duration(progress.remaining))


def evidence_text(proof: Proof, face: Face = Face.TERMINAL) -> str:
    """What a tier rests on."""
    return findings_text(proof.evidence, face)


def named_texts(facts: Iterable[Named]) -> list[tuple[str, str]]:
    """Values with their names, as rows."""
    return [(say_text(name), value_text(value)) for name, value in facts]
