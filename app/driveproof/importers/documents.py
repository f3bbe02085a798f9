# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds the JSON documents in a text, whatever a program printed before and after them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from driveproof.importers.fields import UnfitError, quoted

# Each takes up to some hundred bytes when it is read: three million need half a gigabyte at worst.
MAX_VALUES = 3_000_000
MAX_DOCUMENTS = 10_000

# A message to people does not begin with a brace and then a quoted name.
_BEGIN = re.compile(r'^[ \t]*(?=[{\[]\s{0,80}["{}\[\]])', re.MULTILINE)
_NEXT = re.compile(r"[\s,]*(?=[{\[])")


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is no number of JSON")


_DECODER = json.JSONDecoder(parse_constant=_no_number)


def documents(text: str) -> Iterator[Any]:
    """Every document. Raises UnfitError for one that is broken, cut off or too large."""
    values = text.count(",") + text.count("[") + text.count("{")
    if values > MAX_VALUES:
        raise UnfitError(
            f"It holds about {values} values, and at most {MAX_VALUES} are read.",
            "Import fewer results at a time.",
        )
    place = found = 0
    # The next may begin in the line in which the last one ended.
    while (begin := (found and _NEXT.match(text, place)) or _BEGIN.search(text, place)) is not None:
        try:
            document, place = _DECODER.raw_decode(text, begin.end())
        except json.JSONDecodeError as error:
            line = text.count("\n", 0, min(error.pos, len(text))) + 1
            if not text[error.pos :].strip():
                raise UnfitError(
                    f"Its JSON ends in the middle, in line {line}.", "Save the whole output."
                ) from error
            raise UnfitError(f"Its JSON is broken in line {line}: {error.msg}.") from error
        except RecursionError as error:
            raise UnfitError("Its JSON is nested too deeply.") from error
        except ValueError as error:
            # NaN and Infinity, or more digits than Python turns into a number.
            raise UnfitError(f"Its JSON has a number that is none: {quoted(str(error))}") from error
        found += 1
        if found > MAX_DOCUMENTS:
            raise UnfitError(f"It holds more than {MAX_DOCUMENTS} documents.")
        yield document
