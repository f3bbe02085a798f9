# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everyday tasks: files are copied, packed and unpacked, a database is filled, a project built."""
