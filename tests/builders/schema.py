# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a document fits the JSON Schema of the code; that the file in resources is the same is
what tests/unit/test_reference.py compares.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker
from tests.pseudo import BEGIN

from driveproof.export.json import text_of
from driveproof.export.json.schema import schema_text

SCHEMA: dict[str, Any] = json.loads(schema_text())


def closed(schema: Any) -> Any:
    """The schema without room for keys that it does not describe."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: closed(value) for key, value in schema.items()}
    if isinstance(schema.get("properties"), dict) and schema.get("type") != "string":
        found.setdefault("additionalProperties", False)
    return found


CLOSED = closed(SCHEMA)


def strings(value: Any) -> Iterator[str]:
    """Every text in a document."""
    match value:
        case str():
            yield value
        case dict():
            yield from strings(list(value.values()))
        case list():
            for one in value:
                yield from strings(one)


def validator(name: str, *, strict: bool = True) -> Draft202012Validator:
    whole = CLOSED if strict else SCHEMA
    return Draft202012Validator(
        {"$ref": f"#/$defs/{name}", "$defs": whole["$defs"]}, format_checker=FormatChecker()
    )


def fits(name: str, document: Any) -> None:
    """As it is printed and read again, with every key described."""
    again = json.loads(text_of(document))
    translated = [text for text in strings(again) if BEGIN in text]
    assert not translated
    errors = [
        f"{'/'.join(map(str, error.absolute_path))}: {error.message[:300]}"
        for error in validator(name).iter_errors(again)
    ]
    assert not errors, errors[:5]
