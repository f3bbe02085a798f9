# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Kept checks in `driveproof show` and `driveproof export`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from driveproof.cli.output import print_json, put, terminal, write_text
from driveproof.cli.usage import conflict, option
from driveproof.composition.application import Application
from driveproof.composition.rendering import CheckReport
from driveproof.domain.errors import Advice, Remedy, UsageError
from driveproof.domain.quantity import OneOf
from driveproof.engine.check.kept import kept_check
from driveproof.export.json.check import check_document, check_json, checks_json
from driveproof.export.text.check import check_page
from driveproof.methods import measured_answer

FORMATS = ("html", "pdf", "json", "text")
"""What a check is exported as."""
_OF_RUNS = ("answer", "samples", "devices", "areas", "per_host", "chart", "scale", "forum")


def show_check(app: Application, check_id: str, *, as_json: bool) -> int:
    """Print a check as `driveproof check` did; returns 0, however the check rated the drive."""
    check, expected = kept_check(app.history, check_id)
    if as_json:
        print_json(check_document(check, measured_answer(check), expected))
    else:
        put(check_page(check, expected, **terminal()))
    return 0


def fitting(arguments: argparse.Namespace, ids: Sequence[str]) -> None:
    """Raises UsageError for a format or an option that is for runs alone, or for several."""
    if len(ids) > 1 and arguments.format in {"html", "pdf"}:
        raise UsageError(
            "{format} shows one result, not {count}.",
            count=len(ids),
            format=arguments.format,
            advice=Advice(Remedy.ONE_AFTER_THE_OTHER),
        )
    for word in (*map(option, filter(partial(getattr, arguments), _OF_RUNS)), arguments.format):
        if word not in FORMATS:
            formats = Advice("Choose one of: {options}.", options=OneOf(FORMATS))
            raise conflict(word, ids[0], formats)


def write_checks(app: Application, ids: Sequence[str], output: str, file_format: str) -> None:
    """Write checks into a file; several are wrapped as JSON, or stand one below the other."""
    checks = [kept_check(app.history, one) for one in ids]
    if file_format == "json":
        told = [(check, measured_answer(check), expected) for check, expected in checks]
        write_text(check_json(*told[0]) if len(told) == 1 else checks_json(told), output)
    elif file_format == "text":
        write_text("\n\n".join(f"{check_page(*one)}\n" for one in checks), output)
    else:
        app.draw(CheckReport(*checks[0]), Path(output), file_format)
