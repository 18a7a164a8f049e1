"""Verifies the booking service's webhooks (SIG-1..5, EVT-2) with the standard library only."""

import hashlib
import hmac
import json
import re
import time

MAX_HEADER_LENGTH = 4096
MAX_SIGNATURES = 8
TIMESTAMP = re.compile(r"[0-9]{1,12}")
SIGNATURE = re.compile(r"[0-9a-f]{64}")


class Refused(Exception):
    """Raised for a webhook that must not be trusted. Its text is the reason."""


def verify_webhook(body, header, secrets, *, now=None, tolerance=300, future_tolerance=None, max_body_bytes=262144):
    """Returns (event, secret_index, timestamp) of a genuine webhook. Raises Refused for any other request.

    body: the raw bytes of the request. header: the value of Service-Signature, or None. now: Unix seconds.
    """
    if not secrets or not all(secret.strip() for secret in secrets):
        raise ValueError("A signing secret is unset or blank.")
    timestamp, signatures = _parse_header(header)
    if len(body) > max_body_bytes:
        raise Refused("body_too_large")

    signed = timestamp.encode() + b"." + body
    for secret_index, secret in enumerate(secrets):
        expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
        if any([hmac.compare_digest(signature, expected) for signature in signatures]):
            break
    else:
        raise Refused("signature_mismatch")

    age = int(time.time() if now is None else now) - int(timestamp)
    if age > tolerance:
        raise Refused("timestamp_too_old")
    if -age > (tolerance if future_tolerance is None else future_tolerance):
        raise Refused("timestamp_too_new")
    return _parse_event(body), secret_index, int(timestamp)


def _parse_header(header):
    if not header:
        raise Refused("header_missing")
    if len(header) > MAX_HEADER_LENGTH:
        raise Refused("header_malformed")
    timestamps, signatures = [], []
    for part in header.split(","):
        name, _, value = part.strip().partition("=")
        if name == "t":
            timestamps.append(value)
        elif name == "v1" and SIGNATURE.fullmatch(value):
            signatures.append(value)
    if len(timestamps) != 1 or not TIMESTAMP.fullmatch(timestamps[0]) or not signatures:
        raise Refused("header_malformed")
    return timestamps[0], signatures[:MAX_SIGNATURES]


def _parse_event(body):
    try:
        event = json.loads(body.decode("utf-8-sig"))
    except ValueError:
        raise Refused("event_malformed") from None
    fields = event if isinstance(event, dict) else {}
    data = fields.get("data")
    subject = data.get("object") if isinstance(data, dict) else None
    if not isinstance(subject, dict) or not all(isinstance(fields.get(name), str) for name in ("id", "type", "created")):
        raise Refused("event_malformed")
    return event
