"""A provider for Booking Service, with Python's standard library only (3.8 or newer).

It implements openapi/provider.yaml for two venues, each with one table at 18:00, 19:00, 20:00 and 21:00 UTC. SQLite keeps
every reference, so that a repeated request has its effect once, also after a restart. Copy it and replace the tables by your
own records.

It serves one mode and refuses the other. A test key must never take a table from a guest, so run one process for each mode, with
records and a secret of its own.

    PROVIDER_SECRET=... python3 provider.py --mode test --port 7430 --data test-bookings.db
"""

import argparse
import datetime
import hashlib
import hmac
import json
import os
import re
import sqlite3
import time
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

VENUES = [
    {"id": "ven_corner_cafe", "name": "Corner Café", "city": "Ghent", "country": "BE"},
    {"id": "ven_corner_garden", "name": "Corner Garden", "city": "Bruges", "country": "BE"},
]
HOURS = [18, 19, 20, 21]
MAX_PARTY = 8
# In the minor unit of the currency: 30.00 EUR.
PRICE = {"amount": 3000, "currency": "EUR", "per": "person"}
MAX_BODY_BYTES = 65_536
TOLERANCE_SECONDS = 300

SCHEMA = """
CREATE TABLE IF NOT EXISTS outcomes (reference TEXT PRIMARY KEY, outcome TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS bookings (id TEXT PRIMARY KEY, slot_id TEXT, party_size INTEGER);
CREATE UNIQUE INDEX IF NOT EXISTS one_booking_a_slot ON bookings (slot_id) WHERE slot_id IS NOT NULL;
"""


class Refusal(Exception):
    """A documented refusal: a status and an error_code."""

    def __init__(self, status, error_code, error):
        super().__init__(error)
        self.status = status
        self.body = {"error": error, "error_code": error_code}


def verify(secret, header, body, now):
    """Raises a Refusal unless the header is a signature of these bytes that is at most five minutes old."""
    match = re.fullmatch(r"t=([0-9]{1,12}),v1=([0-9a-f]{64})", header or "")
    if not match:
        raise Refusal(401, "unauthorized", "The Service-Signature header is missing or malformed.")
    signed = match[1].encode() + b"." + body
    expected = hmac.new(secret, signed, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(expected, match[2]):
        raise Refusal(401, "unauthorized", "The signature does not match the body.")
    if abs(now - int(match[1])) > TOLERANCE_SECONDS:
        raise Refusal(401, "unauthorized", "The signature is too old or too early.")


def page(items, request):
    """Returns one page. The cursor is the position of the next item."""
    cursor = request.get("cursor", "0")
    start = int(cursor) if re.fullmatch(r"[0-9]{1,6}", cursor) else -1
    if not 0 <= start <= len(items) or ("cursor" in request and start == 0):
        raise Refusal(400, "invalid_request", "The cursor is not a next_cursor of this search.")
    end = start + request["limit"]
    has_more = end < len(items)
    next_cursor = str(end) if has_more else None
    return {"object": "list", "data": items[start:end], "has_more": has_more, "next_cursor": next_cursor}


def search_venues(_db, request):
    def matches(venue):
        fields = (("query", "name"), ("city", "city"), ("country", "country"))
        return all(request.get(criterion, "").lower() in venue[field].lower() for criterion, field in fields)

    return page([venue for venue in VENUES if matches(venue)], request)


def slots_of(venue_id, date):
    """Returns every future slot of a venue on a day, free or not."""
    if not any(venue["id"] == venue_id for venue in VENUES):
        return []
    day = datetime.datetime.fromisoformat(date).replace(tzinfo=datetime.timezone.utc)
    now = datetime.datetime.now(datetime.timezone.utc)
    starts = [day + datetime.timedelta(hours=hour) for hour in HOURS]
    place = venue_id[len("ven_"):]
    return [
        {
            "id": f"slt_{place}_{start:%Y%m%dT%H%M}",
            "starts_at": f"{start:%Y-%m-%dT%H:%M:%S}.000Z",
            "duration_minutes": 90,
            "min_party_size": 1,
            "max_party_size": MAX_PARTY,
            "price": PRICE,
        }
        for start in starts
        if start > now
    ]


def is_free(db, slot_id, booking_id=""):
    """Returns whether no other booking has the slot."""
    row = db.execute("SELECT id FROM bookings WHERE slot_id = ? AND id <> ?", (slot_id, booking_id)).fetchone()
    return row is None


def is_offered(db, venue_id, slot_id, party_size, booking_id=""):
    match = re.fullmatch(r"slt_\w+_([0-9]{4})([0-9]{2})([0-9]{2})T[0-9]{4}", slot_id)
    if not match or party_size > MAX_PARTY:
        return False
    try:
        slots = slots_of(venue_id, f"{match[1]}-{match[2]}-{match[3]}")
    except ValueError:
        return False
    return any(slot["id"] == slot_id for slot in slots) and is_free(db, slot_id, booking_id)


def search_availability(db, request):
    if not any(venue["id"] == request["venue_id"] for venue in VENUES):
        raise Refusal(404, "not_found", "The provider has no such venue.")
    slots = slots_of(request["venue_id"], request["date"]) if request["party_size"] <= MAX_PARTY else []
    return page([slot for slot in slots if is_free(db, slot["id"])], request)


def total_of(party_size):
    return {"amount": PRICE["amount"] * party_size, "currency": PRICE["currency"]}


def check_request(db, request):
    if not is_offered(db, request["venue_id"], request["slot_id"], request["party_size"]):
        raise Refusal(409, "slot_not_offered", "The venue does not offer this slot.")
    if request["venue_id"] == "ven_corner_garden" and "last_name" not in request["guest"]:
        raise Refusal(422, "missing_last_name", "The garden needs a last name.")
    return {"at_once": True, "price": total_of(request["party_size"])}


def once(decide):
    """Makes an operation idempotent by its reference: the outcome is stored in the transaction that has the effect."""

    def run(db, request):
        # A booking has one release, whose reference is the id of the booking.
        reference = request.get("reference", request["booking"]["id"])
        row = db.execute("SELECT outcome FROM outcomes WHERE reference = ?", (reference,)).fetchone()
        if row:
            return json.loads(row[0])
        outcome = decide(db, request)
        db.execute("INSERT INTO outcomes VALUES (?, ?)", (reference, json.dumps(outcome)))
        return outcome

    return run


@once
def book(db, request):
    booking = request["booking"]
    known = db.execute("SELECT slot_id FROM bookings WHERE id = ?", (booking["id"],)).fetchone()
    if known:
        # It was released before this request arrived.
        return {"outcome": "failed", "error_code": "provider_failed", "error_message": "The booking was released."}
    if not is_offered(db, booking["venue_id"], booking["slot_id"], booking["party_size"]):
        return {"outcome": "failed", "error_code": "slot_not_offered"}
    row = (booking["id"], booking["slot_id"], booking["party_size"])
    db.execute("INSERT INTO bookings VALUES (?, ?, ?)", row)
    return {"outcome": "confirmed", "confirmation_code": f"CRN-{booking['id'][len('bkg_'):].upper()}"}


@once
def modify(db, request):
    booking, changes = request["booking"], request["changes"]
    known = db.execute("SELECT slot_id FROM bookings WHERE id = ?", (booking["id"],)).fetchone()
    slot_id = changes.get("slot_id", booking["slot_id"])
    party_size = changes.get("party_size", booking["party_size"])
    if not known or known[0] is None:
        return {"outcome": "refused", "message": "The provider has no such booking."}
    if not is_offered(db, booking["venue_id"], slot_id, party_size, booking["id"]):
        return {"outcome": "refused", "message": "The venue does not offer this slot to this party."}
    db.execute("UPDATE bookings SET slot_id = ?, party_size = ? WHERE id = ?", (slot_id, party_size, booking["id"]))
    return {"outcome": "modified", "price": total_of(party_size)}


def refund_of(slot_id, party_size):
    """A cancellation is free of charge until a day before. Later, nothing is returned."""
    start = datetime.datetime.strptime(slot_id[-13:], "%Y%m%dT%H%M").replace(tzinfo=datetime.timezone.utc)
    left = start - datetime.datetime.now(datetime.timezone.utc)
    return total_of(party_size if left > datetime.timedelta(days=1) else 0)


@once
def release(db, request):
    booking_id = request["booking"]["id"]
    known = db.execute("SELECT slot_id, party_size FROM bookings WHERE id = ?", (booking_id,)).fetchone()
    # The row stays, without a slot: a late book of this booking finds it.
    db.execute(
        "INSERT INTO bookings VALUES (?, NULL, NULL) ON CONFLICT (id) DO UPDATE SET slot_id = NULL",
        (booking_id,),
    )
    return {"refund": refund_of(*known)} if known and known[0] else {}


OPERATIONS = {
    "/venues/search": ("searchVenues", search_venues),
    "/availability/search": ("searchAvailability", search_availability),
    "/bookings/check": ("checkRequest", check_request),
    "/bookings/book": ("book", book),
    "/bookings/modify": ("modify", modify),
    "/bookings/release": ("release", release),
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Seconds that a connection may be idle.
    timeout = 60
    # A response is sent in two parts: without this, the second would wait for the acknowledgement of the first.
    disable_nagle_algorithm = True

    def do_POST(self):
        try:
            self.respond(*self.handle_operation())
        except Refusal as refusal:
            self.respond(refusal.status, refusal.body)
        except Exception as error:  # The service sends the request again later.
            self.log_error("%r", error)
            self.respond(500, {"error": "The provider failed.", "error_code": "internal_error"})

    def handle_operation(self):
        length = int(self.headers.get("Content-Length") or -1)
        if not 0 <= length <= MAX_BODY_BYTES:
            self.close_connection = True
            raise Refusal(400, "invalid_request", "The body has no length, or it is too long.")
        body = self.rfile.read(length)
        verify(self.server.secret, self.headers.get("Service-Signature"), body, time.time())
        if self.path not in OPERATIONS:
            raise Refusal(404, "not_found", "The provider has no such operation.")
        operation, run = OPERATIONS[self.path]
        try:
            request = json.loads(body)
        except ValueError:
            raise Refusal(400, "invalid_request", "The body is not JSON.") from None
        # The signature covers the body, so the body names the operation.
        if not isinstance(request, dict) or request.get("operation") != operation:
            raise Refusal(400, "invalid_request", f"The operation of the body is not {operation}.")
        if request.get("livemode") is not self.server.livemode:
            raise Refusal(400, "invalid_request", "The request is of the mode that this provider does not serve.")
        with closing(sqlite3.connect(self.server.data, isolation_level=None, timeout=20)) as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                result = run(db, request)
                db.execute("COMMIT")
            except BaseException:
                db.execute("ROLLBACK")
                raise
        return (204, None) if result is None else (200, result)

    def respond(self, status, body):
        content = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        if body is not None:
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def send_error(self, code, message=None, explain=None):
        """Responds to other methods with 405, not with the 501 of Python."""
        self.close_connection = True
        if code != 501:
            return super().send_error(code, message, explain)
        self.send_response(405)
        self.send_header("Allow", "POST")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_args):
        """Logs no request: its path says little, and its body contains the guest."""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=7430)
    parser.add_argument("--data", default="bookings.db")
    parser.add_argument("--mode", choices=["test", "live"], default="test")
    options = parser.parse_args()
    secret = os.environ.get("PROVIDER_SECRET", "").strip()
    if not secret:
        raise SystemExit("PROVIDER_SECRET is not set. Set it to the secret of this supplier in providers.yaml.")
    with closing(sqlite3.connect(options.data)) as db:
        db.executescript(SCHEMA)
    server = ThreadingHTTPServer(("127.0.0.1", options.port), Handler)
    server.daemon_threads = True
    server.secret = secret.encode()
    server.data = options.data
    server.livemode = options.mode == "live"
    print(f"The provider listens at http://127.0.0.1:{server.server_address[1]}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
