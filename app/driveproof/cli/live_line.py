# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One line on a terminal that changes while something goes on."""

from __future__ import annotations

from typing import TextIO

from driveproof.cli.output import printable


class LiveLine:
    """`live` is whether there is a terminal; elsewhere only `say` prints."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.live = stream.isatty()
        self._encoding = getattr(stream, "encoding", None) or "ascii"

    def show(self, text: str) -> None:
        """Replace the live line."""
        if self.live:
            self._write(f"\r\x1b[K{printable(text, self._encoding)}")

    def say(self, text: str) -> None:
        """Print a permanent line."""
        self._write(f"{printable(text, self._encoding)}\n")

    def clear(self) -> None:
        """Erase the live line."""
        if self.live:
            self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        try:
            self._stream.write(text)
            self._stream.flush()
        except OSError:  # the reader has gone: no reason to stop
            self.live = False
