# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Findings as JSON, the same of every subject."""

from __future__ import annotations

from typing import Any

from driveproof.domain.finding import Finding, ToDo
from driveproof.wording.catalogue import in_english
from driveproof.wording.finding import finding_text, to_do_text


@in_english()
def finding_values(finding: Finding) -> dict[str, Any]:
    """A finding: what it is called, how bad it is, the sentence, what to do, and the source."""
    return {
        "code": finding.code,
        "grade": finding.grade,
        "say": finding_text(finding),
        "do": [to_do_values(one) for one in finding.do],
        "source": finding.source or None,
    }


@in_english()
def to_do_values(one: ToDo) -> dict[str, Any]:
    """One thing to do."""
    return {"code": one.code, "say": to_do_text(one)}
