# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Our values as JSON documents, as json-and-csv.md describes them."""

VERSION = 1
"""Of every document."""
