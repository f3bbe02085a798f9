# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The JSON Schema of our documents, made from them: `make reference` writes it."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

from driveproof.domain.document.comparison import CompareDocument
from driveproof.domain.document.run import RunDocument, RunsDocument
from driveproof.domain.document.values import MAX_COUNT, MAX_FIGURE, MAX_TEXT, VERSION
from driveproof.export.json.check import CheckDocument, ChecksDocument
from driveproof.export.json.check_comparison import CompareChecksDocument
from driveproof.export.json.diagnosis import DiagnoseDocument
from driveproof.export.json.drive_test import DriveTestDocument, DriveTestsDocument
from driveproof.export.json.drives import ListDocument
from driveproof.export.json.experiment import ExperimentDocument, ExperimentsDocument
from driveproof.export.json.health import HealthDocument
from driveproof.export.json.history import HistoryDocument
from driveproof.export.json.live import MonitorDocument
from driveproof.export.json.over_time import HistoryTrendDocument
from driveproof.export.json.profiles import ProfilesDocument
from driveproof.export.json.self_tests import SelftestDocument
from driveproof.export.json.small import DatasheetDocument, FilesDocument
from driveproof.export.json.trim import TrimDocument, TrimStatusDocument
from driveproof.export.json.watch import WatchDocument

DOCUMENTS = (
    ListDocument,
    ProfilesDocument,
    RunDocument,
    RunsDocument,
    HistoryDocument,
    HistoryTrendDocument,
    DatasheetDocument,
    SelftestDocument,
    FilesDocument,
    HealthDocument,
    CheckDocument,
    ChecksDocument,
    DiagnoseDocument,
    CompareDocument,
    CompareChecksDocument,
    ExperimentDocument,
    ExperimentsDocument,
    DriveTestDocument,
    DriveTestsDocument,
    TrimStatusDocument,
    TrimDocument,
    WatchDocument,
    MonitorDocument,
)
"""What a command with --json prints, or `export` writes."""
_ABOUT = (
    "Every document has version 1 and is one of $defs named in anyOf. Sizes are bytes, bandwidth"
    " bytes per second, times and latencies seconds, temperatures degrees Celsius, dates RFC 3339."
    " What is unknown is null, never 0. Every key that is required here is always there. New keys"
    " may come within a version, at any depth: additionalProperties is left open on purpose, and a"
    " reader ignores what it does not know."
)
_READ = (MAX_COUNT, MAX_FIGURE, MAX_TEXT)
"""Bounds of what this version reads, which say nothing of what there may be."""
_AT = {"const": VERSION, "description": "Becomes 2 when a key vanishes or changes its meaning."}


def schema_text() -> str:
    """The file: what fits into a line has one."""
    return _lines(schema(), "") + "\n"


def _lines(value: Any, indent: str) -> str:
    whole = json.dumps(value)
    if len(indent + whole) <= 120 or not isinstance(value, (dict, list)):
        return whole
    inner = f"{indent}  "
    if isinstance(value, list):
        rows, (begin, end) = [_lines(one, inner) for one in value], "[]"
    else:
        rows = [f"{json.dumps(name)}: {_lines(one, inner)}" for name, one in value.items()]
        begin, end = "{}"
    return f"{begin}\n{inner}" + f",\n{inner}".join(rows) + f"\n{indent}{end}"


def schema() -> dict[str, Any]:
    """Each part is in $defs under the name of its Struct: RunDocument is run."""
    named, parts = msgspec.json.schema_components(DOCUMENTS, ref_template="{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:io.github.driveproof.Driveproof:schema:1",
        "title": "Driveproof's JSON, version 1",
        "description": _ABOUT,
        "anyOf": [_plain(one, parts) for one in named],
        "$defs": {
            _name(name): _plain(part, parts)
            for name, part in sorted(parts.items())
            if "enum" not in part
        },
    }


def _name(name: str) -> str:
    """Raises ValueError for two parts with one name, which msgspec tells by their modules."""
    if "." in name:
        raise ValueError(f"a part with the name of another one: {name}")
    words = re.findall(r"[A-Z][a-z0-9]*", name.removesuffix("Document"))
    return "_".join(words).lower()


def _plain(part: Any, parts: dict[str, Any]) -> Any:
    """With references to our names, words where they are used, and null beside the other type."""
    if isinstance(part, list):
        return [_plain(one, parts) for one in part]
    if not isinstance(part, dict):
        return part
    found = {
        name: _plain(one, parts)
        for name, one in part.items()
        if not (name == "title" and isinstance(one, str)) and one not in _READ
    }
    if "description" in found and isinstance(found["description"], str):
        found["description"] = " ".join(found["description"].split())
    words = parts.get(found.get("$ref", ""), {}).get("enum")
    if words:
        found = {"type": "string", "enum": words, **found}
        del found["$ref"]
    elif "$ref" in found:
        found["$ref"] = f"#/$defs/{_name(found['$ref'])}"
    if "prefixItems" in found:  # of one type each: minItems and maxItems say how many
        found["items"] = found.pop("prefixItems")[0]
    match found.get("anyOf"):
        case [{"type": str(kind)} as one, {"type": "null"}]:
            del found["anyOf"]
            found = {**one, **found, "type": [kind, "null"]}
            if "enum" in found:
                found["enum"] = [*found["enum"], None]
    if found.get("properties", {}).get("version") == {"enum": [VERSION]}:
        found["properties"]["version"] = _AT
    return found
