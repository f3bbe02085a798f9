# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A scan by position: samples from the beginning to the end of a device, then random accesses."""
