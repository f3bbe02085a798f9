# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The guided profiles as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, isfinite
from typing import Annotated

from msgspec import Meta, Struct, field

from driveproof.domain.document.values import Count, Document, Figure, Positive, about
from driveproof.domain.profile.estimate import ExpectationSource, Expected, Rates, expected_cost
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.shipped import ProfileGroup
from driveproof.domain.profile_cost import claim_needs
from driveproof.wording.catalogue import in_english


class ExpectedDocument(Struct, frozen=True, kw_only=True):
    """On the drive of --drive; null where nothing tells."""

    seconds: Figure
    seconds_range: (
        Annotated[
            tuple[Figure, ...],
            Meta(
                description="the fewest and the most, where they depend on an unmeasured drive",
                min_length=2,
                max_length=2,
            ),
        ]
        | None
    )
    bytes_written: Count
    source: Annotated[ExpectationSource, about("class: what drives of its kind usually do")] = (
        field(name="from")
    )


class ProfileDocument(Struct, frozen=True, kw_only=True):
    """What a person chooses to have measured."""

    name: str
    title: str
    question: str
    seconds: Annotated[Figure | None, about("upper bound")]
    bytes_written: Annotated[Count | None, about("upper bound; null: no bound")]
    expected: ExpectedDocument | None
    method: Annotated[str, about("how it measures")]
    group: ProfileGroup
    root: bool
    destructive: bool
    size: Annotated[Count | None, about("bytes of the test file")]
    cache: str
    repeats: Annotated[Positive, about("always done")]
    max_repeats: Annotated[Positive, about("of a test that is not certain by then")]
    budget: Annotated[
        Count | None,
        about("bytes that the run may write, the test file included; null: what its tests may"),
    ]
    repeats_for_claim: (
        Annotated[int, Meta(ge=3, description="repeats that a run needs for a comparison")] | None
    )
    claim_possible: bool
    phases: tuple[Annotated[str, about("names")], ...]


class ProfilesDocument(Document, frozen=True, kw_only=True):
    """driveproof profiles"""

    profiles: tuple[ProfileDocument, ...]


@in_english()
def profiles_document(profiles: Iterable[Profile], rates: Rates | None = None) -> ProfilesDocument:
    """As `profiles --json` prints them; `seconds` and `bytes_written` are upper bounds,
    `expected` what is probable on the target with these `rates`.
    """
    return ProfilesDocument(
        profiles=tuple(
            ProfileDocument(
                name=profile.name,
                title=profile.title,
                question=profile.question,
                seconds=_bound(profile.seconds),
                bytes_written=profile.bytes_written,
                expected=_expected(expected_cost(profile, rates)),
                method=profile.method,
                group=profile.group,
                root=profile.needs_root,
                destructive=profile.destructive,
                size=profile.size,
                cache=profile.cache,
                repeats=profile.repeats,
                max_repeats=profile.most,
                budget=profile.budget,
                repeats_for_claim=claim_needs(profile),
                claim_possible=profile.repeats >= (claim_needs(profile) or inf),
                phases=tuple(phase.name for phase in profile.phases),
            )
            for profile in profiles
        ),
    )


def _bound(seconds: float) -> float | None:
    return round(seconds, 3) if isfinite(seconds) else None


def _expected(found: Expected | None) -> ExpectedDocument | None:
    if found is None:
        return None
    return ExpectedDocument(
        seconds=round(found.seconds, 3),
        seconds_range=None
        if found.sure
        else (
            round(found.fewest, 3),
            round(found.most, 3),
        ),
        bytes_written=found.bytes_written,
        source=found.source,
    )
