# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words: turns codes and values into sentences, numbers, units, dates and durations for people."""
