"""Runs a program under a filter of system calls and address families, as systemd sets it for a unit. Refused calls fail with EPERM.

Usage: run-filtered.py '["read", "write", …]' '["AF_INET", …]' PROGRAM [ARGUMENT …]
"""

import ctypes
import errno
import json
import os
import socket
import sys

ALLOW = 0x7FFF0000
REFUSE = 0x00050000 | errno.EPERM
EQUAL = 4
UNKNOWN = -1  # newer than the library


class Comparison(ctypes.Structure):
    _fields_ = [("argument", ctypes.c_uint), ("operator", ctypes.c_int), ("value", ctypes.c_uint64), ("other", ctypes.c_uint64)]


library = ctypes.CDLL("libseccomp.so.2")
library.seccomp_init.restype = ctypes.c_void_p
filtered = ctypes.c_void_p(library.seccomp_init(ctypes.c_uint32(REFUSE)))


def allow(call, *comparisons):
    number = library.seccomp_syscall_resolve_name(call.encode())
    if number == UNKNOWN:
        return
    rule = (Comparison * len(comparisons))(*comparisons)
    status = library.seccomp_rule_add_array(filtered, ctypes.c_uint32(ALLOW), number, len(comparisons), rule)
    # A call of another processor has no number here.
    if status != 0 and number > 0:
        sys.exit(f"libseccomp refused a rule for {call}: {os.strerror(-status)}")


for each in json.loads(sys.argv[1]):
    if each != "socket":
        allow(each)
for family in json.loads(sys.argv[2]):
    allow("socket", Comparison(0, EQUAL, getattr(socket, family), 0))
if library.seccomp_load(filtered) != 0:
    sys.exit("The system refused the filter.")
os.execv(sys.argv[3], sys.argv[3:])
