# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The privileged helper: a D-Bus system service that does what needs root, and nothing else."""
