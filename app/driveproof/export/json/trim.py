# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The discard path, and a TRIM before and after it runs, as JSON."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Struct, UnsetType, structs

from driveproof.domain.document.finding import FindingDocument, ToDoDocument
from driveproof.domain.document.values import (
    VERSION,
    Bytes,
    Count,
    Document,
    Figure,
    Moment,
    Share,
    about,
    alike,
)
from driveproof.domain.trim.job import (
    Outcome,
    Preview,
    Proof,
    ProofVerdict,
    Tier,
    TrimStatus,
)
from driveproof.domain.trim.path import DiscardPath, PathLayer, PathVerdict, PeriodicTrim
from driveproof.export.json.finding import finding_document, to_do_document
from driveproof.wording.catalogue import in_english
from driveproof.wording.errors import Face, advice, message, message_and_advice
from driveproof.wording.finding import findings_text
from driveproof.wording.say import say_text
from driveproof.wording.trim.path import (
    continuous_fact,
    layer_cost,
    layer_facts,
    layer_question,
    path_notes,
)
from driveproof.wording.trim.session import (
    evidence_text,
)


class TrimMountDocument(Struct, frozen=True, kw_only=True):
    """What is mounted."""

    path: str
    source: str
    filesystem: str | None
    options: tuple[str, ...]
    read_only: bool | None


class PathLayerDocument(Struct, frozen=True, kw_only=True):
    """A layer between the file system and the drive."""

    name: str
    kind: str
    device: str | None
    verdict: PathVerdict
    fact: Annotated[str, about("its findings in a line")]
    findings: tuple[FindingDocument, ...]
    source: Annotated[str, about("where it was read")]
    do: tuple[ToDoDocument, ...]
    cost: str | None
    root: Annotated[str | None, about("what root could read in addition")]


class PeriodicTrimDocument(Struct, frozen=True, kw_only=True):
    """The timer of the system, fstrim.timer."""

    installed: bool | None
    enabled: bool | None
    active: bool | None
    last: Moment | None
    next: Moment | None
    listed: bool | None
    why: str | None
    source: str | None


class PathDocument(Struct, frozen=True, kw_only=True):
    """Whether TRIM gets from the file system to the drive, layer by layer."""

    target: str
    verdict: PathVerdict
    sentence: str
    mount: TrimMountDocument | None
    layers: tuple[PathLayerDocument, ...]
    continuous: bool | None
    continuous_fact: str | None
    periodic: PeriodicTrimDocument | None
    notes: tuple[str, ...]


class TrimStatusDocument(PathDocument, frozen=True, kw_only=True, tag_field="version", tag=VERSION):
    """driveproof trim status"""


class PathVerdictDocument(Struct, frozen=True, kw_only=True):
    """What the path comes to."""

    verdict: PathVerdict
    sentence: str


class FreeRangeDocument(Struct, frozen=True, kw_only=True):
    """A range of free space."""

    start: Bytes
    length: Bytes


class DiscardedDocument(Struct, frozen=True, kw_only=True):
    """What a layer has discarded."""

    name: str
    discarded: Annotated[Count | None, about("bytes; null where the kernel keeps no count")]


class ProofDocument(Struct, frozen=True, kw_only=True):
    """A tier of the proof."""

    tier: Tier
    verdict: ProofVerdict
    evidence: Annotated[str, about("its findings in sentences")]
    findings: tuple[FindingDocument, ...]


class RefusalDocument(Struct, frozen=True, kw_only=True):
    """Why it is refused."""

    status: Count
    message: str
    advice: str


class TrimDocument(Document, frozen=True, kw_only=True):
    """driveproof trim preview, driveproof trim run"""

    target: str
    device: str | None
    filesystem: str | None
    mount_point: str | None
    method: str
    chain: PathVerdictDocument
    ranges: Annotated[Count | None, about("a count")]
    bytes: Count | None
    largest: Bytes | None
    share: Annotated[Figure | None, about("of the file system")]
    estimate: Annotated[bool | None, about("whether bytes is one")]
    source: Annotated[str | None, about("the source")]
    first: tuple[FreeRangeDocument, ...] | None
    picture: Annotated[tuple[Share, ...] | None, about("how free each part is, from begin to end")]
    layers: tuple[DiscardedDocument, ...]
    proof: tuple[ProofDocument, ...]
    will: tuple[str, ...]
    lost: tuple[str, ...]
    notes: tuple[str, ...]
    refused: RefusalDocument | None
    dry_run: Annotated[bool, about("true: a preview, and nothing was changed")]
    status: Annotated[TrimStatus | None, about("null for a preview")]
    started: Moment | UnsetType = UNSET
    seconds: Figure | UnsetType = UNSET
    trimmed: Annotated[Count, about("bytes that came out of the file system")] | UnsetType = UNSET
    reported: Annotated[Count, about("bytes that the file system said")] | UnsetType = UNSET


_RANGES = 100
"""The number of first ranges that are listed one by one."""


@in_english()
def chain_document(chain: DiscardPath) -> TrimStatusDocument:
    """Of `driveproof trim status`."""
    return alike(TrimStatusDocument, path_document(chain))


@in_english()
def path_document(chain: DiscardPath) -> PathDocument:
    """The path inside another document; what is unknown is null."""
    mount = chain.mount
    return PathDocument(
        target=chain.target,
        verdict=chain.verdict,
        sentence=say_text(chain.say),
        mount=None
        if mount is None
        else alike(
            TrimMountDocument,
            mount,
            source=mount.source or None,
            filesystem=mount.filesystem or None,
        ),
        layers=tuple(map(_layer, chain.layers)),
        continuous=chain.continuous,
        continuous_fact=continuous_fact(chain) or None,
        periodic=None if chain.periodic is None else _periodic(chain.periodic),
        notes=tuple(path_notes(chain)),
    )


@in_english()
def preview_document(preview: Preview) -> TrimDocument:
    """Of `driveproof trim preview`; nothing has been discarded."""
    free, refused = preview.free, preview.refusal
    return TrimDocument(
        target=preview.target,
        device=preview.device or None,
        filesystem=preview.filesystem or None,
        mount_point=preview.mount.path if preview.mount else None,
        method=say_text(preview.method),
        chain=PathVerdictDocument(
            verdict=preview.chain.verdict, sentence=say_text(preview.chain.say)
        ),
        ranges=free.ranges if free else None,
        bytes=free.bytes if free else None,
        largest=free.largest if free else None,
        share=free.share if free else None,
        estimate=free.estimate if free else None,
        source=free.source if free else None,
        first=tuple(
            FreeRangeDocument(start=start, length=length) for start, length in free.first[:_RANGES]
        )
        if free
        else None,
        picture=tuple(round(share, 4) for share in free.bins) if free else None,
        layers=tuple(DiscardedDocument(name=name, discarded=0) for name in preview.layers),
        proof=(),
        will=tuple(map(say_text, preview.will)),
        lost=tuple(map(say_text, preview.chain.lost)),
        notes=tuple(map(say_text, preview.notes)),
        refused=None
        if refused is None
        else RefusalDocument(
            status=refused.exit_status,
            message=message(refused),
            advice=advice(refused, Face.TERMINAL),
        ),
        dry_run=True,
        status=None,
    )


@in_english()
def outcome_document(outcome: Outcome) -> TrimDocument:
    """Of `driveproof trim run`."""
    planned = preview_document(outcome.preview)
    problems = (message_and_advice(error, Face.TERMINAL) for error in outcome.problems)
    return structs.replace(
        planned,
        dry_run=False,
        status=outcome.status,
        started=outcome.started.isoformat(),
        seconds=outcome.seconds,
        trimmed=outcome.discarded,
        reported=outcome.trimmed,
        layers=tuple(alike(DiscardedDocument, layer) for layer in outcome.layers),
        proof=tuple(map(_proof, outcome.proof)),
        notes=(*planned.notes, *problems),
    )


def _proof(proof: Proof) -> ProofDocument:
    return ProofDocument(
        tier=proof.tier,
        verdict=proof.verdict,
        evidence=evidence_text(proof),
        findings=tuple(map(finding_document, proof.evidence)),
    )


def _layer(layer: PathLayer) -> PathLayerDocument:
    return PathLayerDocument(
        name=say_text(layer.label),
        kind=layer.kind,
        device=layer.device or None,
        verdict=layer.verdict,
        fact=layer_facts(layer),
        findings=tuple(map(finding_document, layer.facts)),
        source=layer.source,
        do=() if layer.remedy is None else (to_do_document(layer.remedy),),
        cost=layer_cost(layer) or None,
        root=layer_question(layer) or None,
    )


def _periodic(periodic: PeriodicTrim) -> PeriodicTrimDocument:
    return alike(
        PeriodicTrimDocument,
        periodic,
        last=None if periodic.last is None else periodic.last.isoformat(),
        next=None if periodic.next is None else periodic.next.isoformat(),
        why=findings_text(periodic.why) or None,
        source=periodic.source or None,
    )
