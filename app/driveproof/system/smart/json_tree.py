# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lookups by name in a foreign JSON document: what is missing or malformed is None, not an
error.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_MOST_ROWS = 4096  # of one table: no drive's log has as many, and a page must not hang


class Tree:
    """One value of a document, as `value`."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __getitem__(self, name: str) -> Tree:
        return Tree(self.value.get(name)) if isinstance(self.value, dict) else _NONE

    def __bool__(self) -> bool:
        return self.value is not None

    def at(self, path: str) -> Any:
        """The value at a path such as "temperature.current"; None where there is none."""
        tree = self
        for name in path.split("."):
            tree = tree[name]
        return tree.value

    def rows(self) -> Iterator[Tree]:
        """The objects of a list; other entries are skipped."""
        if isinstance(self.value, list):
            yield from (Tree(row) for row in self.value[:_MOST_ROWS] if isinstance(row, dict))

    def named(self, prefix: str) -> Iterator[tuple[str, Tree]]:
        """The members whose names begin with a prefix."""
        if isinstance(self.value, dict):
            for name, value in self.value.items():
                if isinstance(name, str) and name.startswith(prefix):
                    yield name, Tree(value)


_NONE = Tree(None)
