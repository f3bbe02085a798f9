# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What was found and what to do about it in our JSON, the same of every subject."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Struct, UnsetType

from driveproof.domain.document.values import about


class ToDoDocument(Struct, frozen=True, kw_only=True):
    """One thing to do."""

    code: Annotated[str, about("its name for scripts; more may come")]
    say: Annotated[str, about("the sentence")]


class PartDocument(Struct, frozen=True, kw_only=True):
    """One of several findings that are one together."""

    code: Annotated[str, about("its name for scripts; more may come")]
    grade: Annotated[str | None, about("how bad it is; null where it is not weighed by itself")]
    say: Annotated[str, about("the sentence")]
    counter: Annotated[str, about("the key of the value that counts it")] | UnsetType = UNSET
    attribute: Annotated[int, about("the number of the SMART attribute")] | UnsetType = UNSET


class FindingDocument(Struct, frozen=True, kw_only=True):
    """One thing that was found."""

    subject: (
        Annotated[str | int, about("what it is about, where it stands among others")] | UnsetType
    ) = UNSET
    title: Annotated[str, about("the name of its subject for people")] | UnsetType = UNSET
    where: (
        Annotated[str | int, about("the folder, the kind of the layer, the part of the machine")]
        | UnsetType
    ) = UNSET
    code: Annotated[str, about("its name for scripts; more may come")]
    grade: Annotated[
        str | None,
        about("how bad it is, in the words of its subject; null where it is not weighed by itself"),
    ]
    say: Annotated[str, about("the sentence")]
    do: Annotated[tuple[ToDoDocument, ...], about("what to do about it, the most urgent first")]
    source: Annotated[
        str | None, about("where it was read; null where that is said above it, or unknown")
    ]
    parts: (
        Annotated[
            tuple[PartDocument, ...],
            about(
                "the findings that it joins: the facts of a layer or proof, the details of an axis"
            ),
        ]
        | UnsetType
    ) = UNSET
