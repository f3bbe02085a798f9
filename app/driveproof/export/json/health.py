# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's health as JSON: what is not known is null."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Struct

from driveproof.domain.document.answer import AnswerDocument
from driveproof.domain.document.finding import ToDoDocument
from driveproof.domain.document.values import (
    VERSION,
    Bytes,
    Celsius,
    Count,
    Figure,
    Moment,
    Seconds,
    Share,
    about,
    alike,
)
from driveproof.domain.drive.attachment import UsbDriver
from driveproof.domain.health.adapter import AdapterType, FoundBy, Outcome, UsbSmart
from driveproof.domain.health.answer import RatedHealth, health_answer
from driveproof.domain.health.report import Attribute, Health, SelfTests, SelfTestStatus
from driveproof.domain.health.saved_report import SavedReport, worst_first
from driveproof.domain.health.verdict import UNKNOWN, Grade
from driveproof.export.json.answer import answer_document
from driveproof.export.json.drives import UsbAdapterDocument, usb_adapter_document
from driveproof.export.json.finding import to_do_document
from driveproof.export.text.adapter import adapter_text
from driveproof.wording.catalogue import in_english
from driveproof.wording.errors import Face, advice_text
from driveproof.wording.run import note_text


class AttributeDocument(Struct, frozen=True, kw_only=True):
    """A SMART attribute."""

    id: Count
    name: str
    value: int | None
    worst: int | None
    threshold: int | None
    raw: int | None
    raw_text: str | None
    pretty: float | None
    unit: str | None
    type: Annotated[str | None, about("prefail, old-age")]
    online: bool | None
    flags: int | str | None
    judged: bool
    failed: Annotated[str | None, about("now, past")]


class HealthValueDocument(Struct, frozen=True, kw_only=True):
    """A value that the drive reports, beside its attributes."""

    key: str
    title: str
    value: float | None
    unit: Annotated[str, about("bytes, seconds, celsius, count, share")]


class LoggedErrorDocument(Struct, frozen=True, kw_only=True):
    """A line of the drive's error log."""

    number: Count | None
    text: str
    at: Annotated[Figure | None, about("seconds of its life")]
    lba: Count | None
    code: Annotated[
        Count | None, about("NVMe: the status code type times 256, and the status code")
    ]


class SelfTestStateDocument(Struct, frozen=True, kw_only=True):
    """What self-tests the drive can do, and the running one."""

    kinds: tuple[str, ...]
    running: bool | None
    kind: str | None
    remaining: Annotated[Figure | None, about("a share")]
    seconds: dict[str, Figure | None]


class LoggedTestDocument(Struct, frozen=True, kw_only=True):
    """A line of the drive's log of self-tests."""

    kind: str
    status: SelfTestStatus
    text: str
    at: Annotated[Figure | None, about("seconds of its life")]
    lba: Count | None


class AdapterAttemptDocument(Struct, frozen=True, kw_only=True):
    """A type of adapter that was used with this drive, and what came of it."""

    type: AdapterType
    outcome: Outcome
    words: Annotated[str | None, about("smartctl's own, where it failed")]
    model: Annotated[str | None, about("of the drive that answered")]


class AdapterDocument(UsbAdapterDocument, frozen=True, kw_only=True):
    """The USB adapter of a drive, and how SMART gets through it."""

    driver: UsbDriver | None
    type: Annotated[AdapterType | None, about("what smartctl was told for this reading: -d TYPE")]
    found: Annotated[FoundBy | None, about("how the type became known")]
    database: Annotated[
        tuple[str, ...],
        about("the types that smartctl's drive database has; several where it cannot tell"),
    ]
    ata: Annotated[bool, about("whether udev has read the identity of an ATA drive through it")]
    blocked: Annotated[bool, about("whether Linux refuses ATA commands to it now")]
    attempts: tuple[AdapterAttemptDocument, ...]
    entry: Annotated[
        str | None, about("a text for smartmontools, where its drive database lacks the adapter")
    ]


class ReadingDocument(Struct, frozen=True, kw_only=True):
    """All that a drive reported at one moment, with its rating."""

    verdict: Grade
    answer: Annotated[
        AnswerDocument | None,
        about(
            "null where nothing was rated; its findings are reasons and axes, its tables"
            " attributes, values (of another log), self_tests, errors, and the rules of the rating"
        ),
    ]
    do: Annotated[
        tuple[ToDoDocument, ...],
        about("what to do, the most urgent first; empty for a drive that is good"),
    ]
    model: str | None
    serial: str | None
    wwn: str | None
    firmware: str | None
    source: str | None
    kind: str | None
    missing: Annotated[str | None, about("why nothing is known")]
    advice: str | None
    adapter: Annotated[AdapterDocument | None, about("null where the drive is behind none")]
    taken: Moment
    updated: Moment | None
    asleep: Annotated[bool | None, about("it sleeps and was not woken: its last values")]
    at_rest: Annotated[bool | None, about("not asked, as nothing has used it since `updated`")]
    rotational: bool | None
    notes: tuple[str, ...]
    unread: Annotated[tuple[str, ...], about("what the source announces and could not be read")]
    warnings: Annotated[tuple[str, ...], about("NVMe's critical warnings")]
    passed: Annotated[bool | None, about("the drive's own verdict")]
    temperature: Celsius | None
    temperature_warning: Celsius | None
    temperature_critical: Celsius | None
    warning_seconds: Figure | None
    critical_seconds: Figure | None
    power_on: Seconds | None
    power_cycles: Count | None
    unsafe_shutdowns: Count | None
    start_stops: Count | None
    written: Bytes | None
    read: Bytes | None
    used: Annotated[Figure | None, about("a share; may be above 1")]
    spare: Annotated[Figure | None, about("a share")]
    spare_threshold: Annotated[Figure | None, about("a share")]
    reallocated: Count | None
    pending: Count | None
    uncorrectable: Count | None
    media_errors: Count | None
    spin_retries: Count | None
    end_to_end: Count | None
    command_timeouts: Count | None
    reallocation_events: Count | None
    crc_errors: Count | None
    error_log_entries: Count | None
    used_source: str | None
    life_left: Annotated[Share | None, about("the share of its rated life that is left")]
    written_per_day: Annotated[
        Figure | None, about("bytes in 24 hours of running, over its whole life")
    ]
    capacity: Bytes | None
    interface: Annotated[str | None, about("what it is made for")]
    link: Annotated[str | None, about("what it runs at now")]
    rotation_rate: Annotated[
        Count | None, about("revolutions per minute, 0 for a drive that does not turn")
    ]
    attributes: tuple[AttributeDocument, ...]
    values: tuple[HealthValueDocument, ...]
    errors: tuple[LoggedErrorDocument, ...]
    self_test: SelfTestStateDocument | None
    self_tests: tuple[LoggedTestDocument, ...]


class HealthDocument(ReadingDocument, frozen=True, kw_only=True, tag_field="version", tag=VERSION):
    """driveproof health"""

    reports: Annotated[
        tuple[HealthDocument, ...],
        about(
            "every report of a file that holds several, in its order; the document is that of the"
            " worst"
        ),
    ]
    device: Annotated[str | None, about("null for a saved report")]


@in_english()
def health_document(
    rated: RatedHealth,
    *,
    device: str | None = None,
    reports: Sequence[HealthDocument] = (),
) -> HealthDocument:
    """The document of `driveproof health --json`; `device` is None for a saved report. `reports`
    are the documents of all reports of a file that has more than one, () otherwise.
    """
    reading = reading_document(rated.health, rated)
    return alike(HealthDocument, reading, device=device, reports=tuple(reports))


@in_english()
def reports_document(reports: Sequence[SavedReport]) -> HealthDocument:
    """The same for a file with several reports: the worst, and all of them as `reports`, in the
    order of the file.
    """
    documents = [health_document(one.rated) for one in reports]
    worst = worst_first(reports)[0]
    return health_document(worst.rated, reports=documents)


@in_english()
def reading_document(health: Health, rated: RatedHealth | None = None) -> ReadingDocument:
    """All reported values, and what they come to where they are rated."""
    tests = health.self_tests
    texts = ("model", "serial", "wwn", "firmware", "source", "kind", "used_source", "interface")
    return alike(
        ReadingDocument,
        health,
        verdict=UNKNOWN if rated is None else rated.verdict.word,
        answer=None if rated is None else answer_document(health_answer(rated)),
        do=() if rated is None else tuple(map(to_do_document, rated.verdict.advice)),
        adapter=None if health.adapter is None else _adapter(health, health.adapter),
        taken=health.taken.isoformat(),
        updated=None if health.updated is None else health.updated.isoformat(),
        missing=note_text(health.missing) or None,
        advice=advice_text(health.advice, Face.TERMINAL) or None,
        notes=tuple(map(note_text, health.notes)),
        unread=tuple(map(note_text, health.unread)),
        link=(rated.link if rated is not None else "") or health.link_now or None,
        attributes=tuple(map(_attribute, health.attributes)),
        values=tuple(
            alike(HealthValueDocument, one, unit=one.unit.value) for one in health.figures
        ),
        errors=tuple(alike(LoggedErrorDocument, entry) for entry in health.errors),
        self_test=None if tests is None else _self_test(tests),
        self_tests=tuple(alike(LoggedTestDocument, one) for one in tests.entries) if tests else (),
        **{name: getattr(health, name) or None for name in texts},
    )


def _adapter(health: Health, smart: UsbSmart) -> AdapterDocument:
    usb = usb_adapter_document(smart.adapter)
    return alike(
        AdapterDocument,
        smart,
        vendor=usb.vendor,
        product=usb.product,
        release=usb.release,
        name=usb.name,
        attempts=tuple(
            alike(AdapterAttemptDocument, one, words=one.words or None, model=one.model or None)
            for one in smart.attempts
        ),
        entry=adapter_text(health) or None,
    )


def _attribute(row: Attribute) -> AttributeDocument:
    return alike(
        AttributeDocument,
        row,
        raw_text=row.raw_text or None,
        unit=row.unit.value or None,
        type=None if row.prefail is None else "prefail" if row.prefail else "old-age",
        judged=row.named or row.counted,
        failed=row.failed or None,
    )


def _self_test(tests: SelfTests) -> SelfTestStateDocument:
    return alike(SelfTestStateDocument, tests, kind=tests.kind or None, seconds=dict(tests.seconds))
