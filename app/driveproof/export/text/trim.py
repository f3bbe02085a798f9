# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A TRIM as text for the terminal, in the style that users of wiper.sh know."""

from __future__ import annotations

import shlex

from driveproof.domain.trim.free_space import FreeSpace
from driveproof.domain.trim.job import CANCELLED, Outcome, Preview, Progress
from driveproof.export.text.layout import WIDTH, one_line, plain, wrapped
from driveproof.wording.trim import free_words, sectors
from driveproof.wording.units import format_duration, format_percent, format_size

_LABEL = 10
_INDENT = "  "
_STEPS = {
    "mounting": "Mounting it",
    "unmounting": "Unmounting it",
    "marking": "Writing a marked file of 4 MiB and deleting it",
    "looking": "Looking where it is free",
    "trimming": "Trimming",
    "settling": "Waiting until the counters have settled",
}


def preview_text(
    preview: Preview, *, commit: bool = False, width: int | None = None, encoding: str = "utf-8"
) -> str:
    """What would be done, or with `commit` what is about to be; safe to print."""
    columns = width or WIDTH
    lines = []
    for label, words in _head(preview, commit=commit):
        first, *rest = wrapped(one_line(words), columns - _LABEL - 2, encoding=encoding)
        lines.append(plain(f"{label:<{_LABEL}}: {first}", encoding))
        lines += [plain(" " * (_LABEL + 2) + line, encoding) for line in rest]
    for note in preview.notes:
        lines += wrapped(one_line(note), columns, encoding=encoding)
    if not commit:
        lines.append(plain(f"(dry-run) {trimming_words(preview)}", encoding))
    if preview.refusal is not None:
        lines += wrapped(one_line(str(preview.refusal)), columns, encoding=encoding)
        return "\n".join(lines)
    if not commit:
        what = preview.mount.path if preview.mount else preview.device or preview.target
        lines.append(
            plain(one_line(f"To do it: driveproof trim run {shlex.quote(what)}"), encoding)
        )
        return "\n".join(lines)
    for sentence in (*preview.will, *preview.lost):
        lines += ["", *wrapped(one_line(sentence), columns, encoding=encoding)]
    return "\n".join(lines)


def trimming_words(preview: Preview) -> str:
    """The line of wiper.sh."""
    free = preview.free
    if preview.mount is not None and not preview.device:
        return "trimming nothing: there is no device below it"
    if free is None:
        if preview.refusal is not None:
            return "trimming nothing"
        return "trimming an unknown number of sectors: it is not mounted"
    if free.estimate:
        why = free.why or "nobody tells its ranges"
        return f"trimming about {sectors(free.bytes)} sectors (an estimate: {one_line(why)})"
    if free.bytes and free.fitting == 0:
        return "trimming nothing: every free range is too short for the device"
    noun = "range" if free.ranges == 1 else "ranges"
    return f"trimming {sectors(free.bytes)} sectors from {free.ranges} {noun}"


def progress_text(progress: Progress) -> str:
    """One line about what is done now."""
    words = _STEPS.get(progress.step, progress.step)
    if progress.step != "trimming":
        return words
    if progress.share is not None:
        words += f"  {format_percent(progress.share)}"
    words += f"  {format_size(progress.trimmed)} trimmed"
    if progress.remaining is not None:
        words += f"  {format_duration(progress.remaining)} left"
    return words


def outcome_text(outcome: Outcome, *, width: int | None = None, encoding: str = "utf-8") -> str:
    """What came of it, with what every layer counted and what that proves."""
    columns = width or WIDTH
    done = "trimmed" if outcome.status != CANCELLED else "cancelled after"
    lines = [
        f"{done} {sectors(outcome.discarded)} sectors ({format_size(outcome.discarded)}) in"
        f" {format_duration(outcome.seconds)}"
    ]
    for layer in outcome.layers:
        count = "not counted" if layer.discarded is None else f"{sectors(layer.discarded)} sectors"
        lines.append(f"{_INDENT}{one_line(layer.name):<12} {count}")
    lines = [plain(line, encoding) for line in lines]
    for proof in outcome.proof:
        lines += ["", plain(f"{proof.tier}: {proof.verdict}", encoding)]
        words = wrapped(one_line(proof.evidence), columns - len(_INDENT), encoding=encoding)
        lines += [_INDENT + line for line in words]
    for note in outcome.notes:
        lines += wrapped(one_line(note), columns, encoding=encoding)
    return "\n".join(lines)


def _head(preview: Preview, *, commit: bool) -> list[tuple[str, str]]:
    where = f"mounted at {preview.mount.path}" if preview.mount else "not mounted"
    kind = preview.filesystem or "no file system"
    rows = [
        ("target", f"{preview.device or preview.target} ({kind}, {where})"),
        ("method", preview.method),
        ("mode", "commit" if commit else "dry run, nothing is changed"),
        ("way", preview.chain.sentence),
    ]
    if preview.free is not None:
        rows.append(("free", _free(preview.free)))
    return rows


def _free(free: FreeSpace) -> str:
    words = [free_words(free)]
    if free.share is not None:
        words.append(f"{format_percent(free.share)} of the file system")
    if free.largest:
        words.append(f"the largest has {format_size(free.largest)}")
    return ", ".join(words)
