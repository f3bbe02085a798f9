# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Babel's extractors for texts that are not the argument of a function (babel.cfg)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any, BinaryIO

from babel.messages.extract import extract_python

from driveproof.domain.health.glossary import texts
from driveproof.domain.health.known_firmware import read_faults
from driveproof.domain.health.smart_exceptions import read_exceptions

_Found = tuple[int, str | None, Any, list[str]]


def glossary(
    file: BinaryIO, keywords: Any, comment_tags: Any, options: dict[str, Any]
) -> Iterator[_Found]:
    """The cells of the glossary's tables, and what any module has."""
    yield from extract_python(file, keywords, comment_tags, options)
    yield from ((1, None, text, []) for text in texts() if text)


def profile(
    file: BinaryIO, _keywords: Any, _comment_tags: Any, options: dict[str, Any]
) -> Iterator[_Found]:
    """The texts of a built-in profile."""
    document = tomllib.load(file)
    found = [document.get(key) for key in ("title", "question", "description")]
    found += [phase.get("name") for phase in document.get("phase", ())]
    yield from ((1, None, text, []) for text in found if text)


def firmware(
    file: BinaryIO, _keywords: Any, _comment_tags: Any, options: dict[str, Any]
) -> Iterator[_Found]:
    """The symptoms of faults of firmware."""
    faults = read_faults(file.read().decode("utf-8"))
    yield from ((1, None, fault.symptom, []) for fault in faults)


def exceptions(
    file: BinaryIO, _keywords: Any, _comment_tags: Any, options: dict[str, Any]
) -> Iterator[_Found]:
    """The reasons of false alarms."""
    found = read_exceptions(file.read().decode("utf-8"))
    yield from ((1, None, one.why, []) for one in found)
