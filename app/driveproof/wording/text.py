# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Foreign text in our own. Goes: domain/text.py has it."""

from driveproof.domain.text import shown

__all__ = ["shown"]
