# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A foreign JSON document, looked into by name: what is not there, or not what it should be, is
None and never an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_MOST_ROWS = 4096  # of one table: no log of a drive has as many, and a page must not hang


class Tree:
    """One value of a document; `value` is it itself."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __getitem__(self, name: str) -> Tree:
        return Tree(self.value.get(name)) if isinstance(self.value, dict) else _NONE

    def __bool__(self) -> bool:
        return self.value is not None

    def at(self, path: str) -> Any:
        """The value at "temperature.current"; None where there is none."""
        tree = self
        for name in path.split("."):
            tree = tree[name]
        return tree.value

    def rows(self) -> Iterator[Tree]:
        """The objects of a list; whatever else is in it is passed over."""
        if isinstance(self.value, list):
            yield from (Tree(row) for row in self.value[:_MOST_ROWS] if isinstance(row, dict))

    def named(self, prefix: str) -> Iterator[tuple[str, Tree]]:
        """The members whose names begin so."""
        if isinstance(self.value, dict):
            for name, value in self.value.items():
                if isinstance(name, str) and name.startswith(prefix):
                    yield name, Tree(value)


_NONE = Tree(None)
