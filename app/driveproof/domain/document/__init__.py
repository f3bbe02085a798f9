# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Our own JSON as values: what is written, what is read again, and what the schema is made from."""
