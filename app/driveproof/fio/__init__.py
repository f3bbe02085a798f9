# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Speaks fio: phases to arguments, bytes to snapshots, and its own files."""
