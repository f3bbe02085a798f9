# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps out of the start what PySide6 loads only for people who develop with it."""

from __future__ import annotations

import builtins
import linecache
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from importlib.abc import Loader  # it brings archives and temporary files

STUB_MAKER = "shibokensupport.signature.lib.pyi_generator"


@contextmanager
def stub_maker_later() -> Iterator[None]:
    """While PySide6 is imported: its module that writes .pyi files waits until it is used.

    PySide6 imports it in every program, with argparse, logging and the compiling of its patterns:
    10 ms and 0.7 MB, for what only its own command line asks. What it is asked for is there all
    the same. A PySide6 without such a module, or with it in an archive, goes its own way.
    """
    finder = _Finder()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


class _Finder:
    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != STUB_MAKER:
            return None
        found = PathFinder.find_spec(name, path, target)
        if found is None or found.loader is None:
            return None
        return ModuleSpec(name, cast("Loader", _Later(found.loader)), origin=found.origin)


class _Later:
    """Runs a module when the first of its names is asked for."""

    def __init__(self, loader: Loader) -> None:
        self._loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None  # an ordinary one

    def exec_module(self, module: ModuleType) -> None:
        def fill(name: str) -> Any:
            if name.startswith("__"):  # what the import system looks for
                raise AttributeError(name)
            vars(module).pop("__getattr__", None)
            self._loader.exec_module(module)
            return getattr(module, name)

        vars(module)["__getattr__"] = fill  # PEP 562


def import_as_before() -> None:
    """Take PySide6's hook out of the import statement.

    It reads and keeps the source of whatever is imported, to see whether that could use snake_case
    names (`from __feature__ import ...`), which we never do: 10 ms and 2.5 MB.
    """
    original = getattr(builtins, "__orig_import__", None)
    if original is not None:
        builtins.__import__ = original
        linecache.clearcache()
