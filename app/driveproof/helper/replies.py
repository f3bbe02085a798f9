# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Replies to calls: values, errors, and the interfaces that every object on the bus has."""

from __future__ import annotations

import contextlib
from typing import Any

from jeepney import new_error, new_method_return
from jeepney.low_level import Message

from driveproof.helper.protocol import API_VERSION, INTERFACE, HelperError
from driveproof.helper.wire import Incoming, Wire

XML = """\
<!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
<node>
 <interface name="io.github.driveproof.Helper1">
  <property name="ApiVersion" type="u" access="read"/>
  <method name="StartReadTest">
   <arg name="device" type="(stt)" direction="in"/>
   <arg name="phase" type="(uuutuuubtuttuu)" direction="in"/>
   <arg name="offset" type="t" direction="in"/>
   <arg name="length" type="t" direction="in"/>
   <arg name="job" type="o" direction="out"/>
   <arg name="output" type="h" direction="out"/>
  </method>
  <method name="StartWriteTest">
   <arg name="device" type="(stt)" direction="in"/>
   <arg name="phase" type="(uuutuuubtuttuu)" direction="in"/>
   <arg name="offset" type="t" direction="in"/>
   <arg name="length" type="t" direction="in"/>
   <arg name="job" type="o" direction="out"/>
   <arg name="output" type="h" direction="out"/>
  </method>
  <method name="StartScan">
   <arg name="device" type="(stt)" direction="in"/>
   <arg name="scan" type="(uuututtt)" direction="in"/>
    <arg name="job" type="o" direction="out"/>
    <arg name="output" type="h" direction="out"/>
   </method>
  <method name="StartReadCheck">
   <arg name="device" type="(stt)" direction="in"/>
   <arg name="offset" type="t" direction="in"/>
   <arg name="length" type="t" direction="in"/>
   <arg name="job" type="o" direction="out"/>
   <arg name="output" type="h" direction="out"/>
  </method>
  <method name="StartFill">
   <arg name="device" type="(stt)" direction="in"/>
   <arg name="offset" type="t" direction="in"/>
   <arg name="length" type="t" direction="in"/>
   <arg name="number" type="t" direction="in"/>
   <arg name="job" type="o" direction="out"/>
   <arg name="output" type="h" direction="out"/>
  </method>
  <method name="StartReadBack">
   <arg name="device" type="(stt)" direction="in"/>
   <arg name="offset" type="t" direction="in"/>
   <arg name="length" type="t" direction="in"/>
   <arg name="number" type="t" direction="in"/>
   <arg name="job" type="o" direction="out"/>
   <arg name="output" type="h" direction="out"/>
  </method>
  <method name="StartProbe">
   <arg name="device" type="(stt)" direction="in"/>
   <arg name="offset" type="t" direction="in"/>
   <arg name="length" type="t" direction="in"/>
   <arg name="number" type="t" direction="in"/>
   <arg name="job" type="o" direction="out"/>
   <arg name="output" type="h" direction="out"/>
  </method>
  <method name="HoldForReading">
   <arg name="device" type="(stt)" direction="in"/>
  </method>
  <method name="HoldDevice">
   <arg name="device" type="(stt)" direction="in"/>
   <arg name="offset" type="t" direction="in"/>
   <arg name="length" type="t" direction="in"/>
  </method>
  <method name="HoldToDiscard">
   <arg name="device" type="(stt)" direction="in"/>
   <arg name="offset" type="t" direction="in"/>
   <arg name="length" type="t" direction="in"/>
  </method>
  <method name="ReleaseDevice"/>
  <method name="StartDiscard">
   <arg name="device" type="(stt)" direction="in"/>
   <arg name="offset" type="t" direction="in"/>
   <arg name="length" type="t" direction="in"/>
   <arg name="job" type="o" direction="out"/>
   <arg name="output" type="h" direction="out"/>
  </method>
  <method name="StartDiscardUnwritten">
   <arg name="device" type="(stt)" direction="in"/>
   <arg name="offset" type="t" direction="in"/>
   <arg name="length" type="t" direction="in"/>
   <arg name="written" type="t" direction="in"/>
   <arg name="beside" type="t" direction="in"/>
   <arg name="job" type="o" direction="out"/>
   <arg name="output" type="h" direction="out"/>
  </method>
  <method name="StartTrim">
   <arg name="device" type="(stt)" direction="in"/>
   <arg name="start" type="t" direction="in"/>
   <arg name="length" type="t" direction="in"/>
   <arg name="job" type="o" direction="out"/>
   <arg name="output" type="h" direction="out"/>
  </method>
  <method name="ReadSmart">
   <arg name="device" type="(stt)" direction="in"/>
   <arg name="job" type="o" direction="out"/>
   <arg name="output" type="h" direction="out"/>
  </method>
  <method name="StartSelfTest">
   <arg name="device" type="(stt)" direction="in"/>
   <arg name="test" type="u" direction="in"/>
   <arg name="job" type="o" direction="out"/>
   <arg name="output" type="h" direction="out"/>
  </method>
  <method name="StartHdparm">
   <arg name="device" type="(stt)" direction="in"/>
   <arg name="test" type="u" direction="in"/>
   <arg name="job" type="o" direction="out"/>
   <arg name="output" type="h" direction="out"/>
  </method>
  <method name="StartTrace">
   <arg name="device" type="(stt)" direction="in"/>
   <arg name="seconds" type="u" direction="in"/>
   <arg name="job" type="o" direction="out"/>
   <arg name="output" type="h" direction="out"/>
  </method>
  <method name="DropCaches">
   <arg name="caches" type="u" direction="in"/>
   <arg name="job" type="o" direction="out"/>
   <arg name="output" type="h" direction="out"/>
  </method>
  <method name="SetScheduler">
   <arg name="device" type="(stt)" direction="in"/>
   <arg name="name" type="s" direction="in"/>
  </method>
  <method name="SetMountOption">
   <arg name="device" type="(stt)" direction="in"/>
   <arg name="mount" type="u" direction="in"/>
   <arg name="option" type="u" direction="in"/>
  </method>
  <method name="Cancel">
   <arg name="job" type="o" direction="in"/>
  </method>
  <signal name="Finished">
   <arg name="job" type="o"/>
   <arg name="exit_status" type="i"/>
   <arg name="reason" type="s"/>
   <arg name="words" type="s"/>
  </signal>
 </interface>
</node>
"""


_PROPERTIES = "org.freedesktop.DBus.Properties"
_UNKNOWN_METHOD = "org.freedesktop.DBus.Error.UnknownMethod"
_INVALID_ARGS = "org.freedesktop.DBus.Error.InvalidArgs"


class Replier:
    """Sends replies to the callers that want one."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def answer(
        self, call: Incoming, signature: str | None, body: tuple[Any, ...], *descriptors: int
    ) -> None:
        """Send a method's values; `descriptors` are those in the body."""
        if call.wants_reply:
            reply = new_method_return(Message(call.header, ()), signature, body)
            self._wire.send(reply, *descriptors)

    def refuse(self, call: Incoming, error: HelperError) -> None:
        """Send one of our own errors."""
        self._error(call, error.name.on_bus, error.text)

    def standard(self, call: Incoming) -> None:
        """Answer the methods of the standard interfaces; anything else does not exist."""
        with contextlib.suppress(ValueError):
            match call.interface, call.member:
                case "org.freedesktop.DBus.Peer", "Ping":
                    self.answer(call, None, ())
                    return
                case "org.freedesktop.DBus.Introspectable", "Introspect":
                    self.answer(call, "s", (XML,))
                    return
                case "org.freedesktop.DBus.Properties", "Get":
                    if call.body("ss") == (INTERFACE, "ApiVersion"):
                        self.answer(call, "v", (("u", API_VERSION),))
                        return
                case "org.freedesktop.DBus.Properties", "GetAll":
                    mine = call.body("s") == (INTERFACE,)
                    values = {"ApiVersion": ("u", API_VERSION)} if mine else {}
                    self.answer(call, "a{sv}", (values,))
                    return
        name = _INVALID_ARGS if call.interface == _PROPERTIES else _UNKNOWN_METHOD
        self._error(call, name, "There is nothing of this name.")

    def _error(self, call: Incoming, name: str, text: str) -> None:
        if call.wants_reply:
            self._wire.send(new_error(Message(call.header, ()), name, "s", (text,)))
