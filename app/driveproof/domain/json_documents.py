# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds the JSON documents in a text: below a command, between messages, in a fence, in a row."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from enum import Enum, auto
from typing import Any

# A message to people does not begin with a brace and then a quoted name.
_BEGIN = re.compile(r'^[ \t]*(?=[{\[]\s{0,80}["{}\[\]])', re.MULTILINE)
_NEXT = re.compile(r"[\s,]*(?=[{\[])")


class JsonFault(Enum):
    """What is wrong with a document."""

    CUT_OFF = auto()
    SYNTAX = auto()
    NESTED = auto()
    NUMBER = auto()
    """NaN, Infinity, or more digits than Python turns into a number."""


class BrokenDocumentError(ValueError):
    """A document that cannot be read; `line` and `column` count from 1, 0 where not known."""

    def __init__(
        self, kind: JsonFault, reason: str = "", *, line: int = 0, column: int = 0
    ) -> None:
        super().__init__(reason)
        self.kind, self.reason, self.line, self.column = kind, reason, line, column


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is no number of JSON")


def documents(
    text: str,
    *,
    hook: Callable[[dict[str, Any]], Any] | None = None,
    infinite: bool = False,
) -> Iterator[Any]:
    """Every document in its order; `hook` is JSONDecoder's `object_hook`.

    `infinite` takes NaN and Infinity for the floats that they are. Raises BrokenDocumentError for a
    document that cannot be read.
    """
    decoder = json.JSONDecoder(parse_constant=None if infinite else _no_number, object_hook=hook)
    place = found = 0
    # The next may begin in the line in which the last one ended.
    while (begin := (found and _NEXT.match(text, place)) or _BEGIN.search(text, place)) is not None:
        try:
            document, place = decoder.raw_decode(text, begin.end())
        except json.JSONDecodeError as error:
            at = min(error.pos, len(text))
            line = text.count("\n", 0, at) + 1
            column = at - text.rfind("\n", 0, at)
            kind = JsonFault.SYNTAX if text[error.pos :].strip() else JsonFault.CUT_OFF
            raise BrokenDocumentError(kind, error.msg, line=line, column=column) from error
        except RecursionError as error:
            raise BrokenDocumentError(JsonFault.NESTED) from error
        except ValueError as error:
            raise BrokenDocumentError(JsonFault.NUMBER, str(error)) from error
        found += 1
        yield document
