"""A card service for Booking Service, with Python's standard library only (3.8 or newer).

It implements openapi/card-service.yaml. A person approves a payment at its page. Nothing is charged: copy it, and put the requests to
the company that processes your payments where the records change. SQLite keeps every payment, so that a repeated request has its
effect once, also after a restart.

It serves one mode and refuses the other. Run one process for each mode, with records and a secret of its own.

    CARD_SERVICE_SECRET=... python3 card_service.py --mode test --port 7431 --data test-payments.db
"""

import argparse
import datetime
import hashlib
import hmac
import html
import json
import os
import re
import secrets
import sqlite3
import time
import urllib.parse
import urllib.request
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

CURRENCIES = ["EUR", "USD"]
CARDS = {"card_1": {"brand": "visa", "last4": "4242", "exp_month": 4, "exp_year": 2030}}
OWNERS = {"ada@diner.test": "card_1"}
MAX_BODY_BYTES = 65_536
TOLERANCE_SECONDS = 300

SCHEMA = """
CREATE TABLE IF NOT EXISTS payments (
  id TEXT PRIMARY KEY,
  reference TEXT NOT NULL UNIQUE,
  organization_id TEXT NOT NULL,
  booking_id TEXT NOT NULL,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  description TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'requires_approval',
  error_code TEXT,
  amount_refunded INTEGER NOT NULL DEFAULT 0
);
"""

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>{title}</title>
<h1>{title}</h1>
<p>{description}: {amount}</p>
{action}
</html>
"""

BUTTONS = """<form method="post">
<button name="decision" value="approved">Approve</button>
<button name="decision" value="declined">Decline</button>
</form>"""


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


class CardService:
    """The operations. Each runs in a transaction, so that requests at once have their effects one after the other."""

    def __init__(self, livemode, address):
        self.livemode = livemode
        self.address = address

    def page_of(self, payment_id):
        return f"{self.address}/pay/{payment_id}"

    def open_payment(self, db, request):
        reference = request["reference"]
        row = db.execute("SELECT id FROM payments WHERE reference = ?", (reference,)).fetchone()
        if not row:
            if request["currency"] not in CURRENCIES:
                raise Refusal(422, "payment_setup_failed", f"Payments in {request['currency']} are not possible.")
            # The address of the page cannot be guessed.
            payment_id = f"pay_{secrets.token_hex(16)}"
            fields = ("organization_id", "booking_id", "amount", "currency", "description", "expires_at")
            values = (payment_id, reference, *(request[field] for field in fields))
            names = ", ".join(("id", "reference", *fields))
            db.execute(f"INSERT INTO payments ({names}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
            row = (payment_id,)
        return {"payment_reference": row[0], "url": self.page_of(row[0])}

    def find(self, db, request):
        """Returns the payment of the request, which names its booking, amount and currency as it was opened."""
        given = request["payment"]
        payment = self.load(db, given["payment_reference"])
        if not payment:
            raise Refusal(404, "not_found", "No payment has this reference.")
        for field in ("booking_id", "amount", "currency"):
            if given[field] != payment[field]:
                raise Refusal(400, "invalid_request", f"The {field} is not that of the payment.")
        return payment

    def load(self, db, payment_id):
        """Returns a payment. One that was not approved in time ends here."""
        payment = db.execute("SELECT * FROM payments WHERE id = ?", (payment_id,)).fetchone()
        if payment and payment["status"] == "requires_approval" and has_passed(payment["expires_at"]):
            self.update(db, payment_id, status="voided", error_code="payment_approval_expired")
            payment = db.execute("SELECT * FROM payments WHERE id = ?", (payment_id,)).fetchone()
        return payment

    def update(self, db, payment_id, **fields):
        names = ", ".join(f"{name} = ?" for name in fields)
        db.execute(f"UPDATE payments SET {names} WHERE id = ?", (*fields.values(), payment_id))

    def reading(self, db, payment_id):
        payment = self.load(db, payment_id)
        status = payment["status"]
        if status == "requires_approval":
            return {"status": status, "url": self.page_of(payment_id)}
        if status == "voided":
            return {"status": status, "error_code": payment["error_code"]}
        amounts = {"status": status, "amount": payment["amount"], "currency": payment["currency"]}
        return {**amounts, "amount_refunded": payment["amount_refunded"]} if status == "captured" else amounts

    def read_payment(self, db, request):
        return self.reading(db, self.find(db, request)["id"])

    def capture_payment(self, db, request):
        payment = self.find(db, request)
        if payment["status"] == "authorized":
            self.update(db, payment["id"], status="captured")
        return self.reading(db, payment["id"])

    def void_payment(self, db, request):
        payment = self.find(db, request)
        if payment["status"] in ("requires_approval", "authorized"):
            self.update(db, payment["id"], status="voided", error_code="payment_approval_expired")
        return self.reading(db, payment["id"])

    def refund_payment(self, db, request):
        payment, total = self.find(db, request), request["amount_refunded"]
        if total > payment["amount"] or payment["status"] != "captured":
            raise Refusal(400, "invalid_request", "The refund is above the captured amount.")
        if total > payment["amount_refunded"]:
            self.update(db, payment["id"], amount_refunded=total)
        return self.reading(db, payment["id"])

    def simulate_approval(self, db, request):
        if self.livemode:
            raise Refusal(404, "not_found", "Only a test side simulates approvals.")
        payment = self.find(db, request)
        self.decide(db, payment["id"], request["decision"])
        return self.reading(db, payment["id"])

    def decide(self, db, payment_id, decision):
        """The person approves or declines. Does nothing if the payment is no longer open."""
        payment = self.load(db, payment_id)
        if not payment or payment["status"] != "requires_approval":
            return
        if decision == "approved":
            self.update(db, payment_id, status="authorized")
        else:
            self.update(db, payment_id, status="voided", error_code="payment_declined")

    def find_card(self, _db, request):
        return {"card_reference": OWNERS.get(request["destination"])}

    def read_card(self, _db, request):
        card = CARDS.get(request["card_reference"])
        if not card:
            raise Refusal(409, "reconnect_required", "The card is not linked any more.")
        return card

    def page(self, db, payment_id):
        """Returns the page of a payment, or None."""
        payment = self.load(db, payment_id)
        if not payment:
            return None
        titles = {"requires_approval": "Approve the payment", "voided": "The payment has ended"}
        action = BUTTONS if payment["status"] == "requires_approval" else ""
        amount = f"{payment['amount'] / 100:.2f} {payment['currency']}"
        title = titles.get(payment["status"], "The payment is approved")
        return PAGE.format(title=title, description=html.escape(payment["description"]), amount=amount, action=action)


def has_passed(instant):
    return datetime.datetime.fromisoformat(instant.replace("Z", "+00:00")) <= datetime.datetime.now(datetime.timezone.utc)


OPERATIONS = {
    "/payments/open": ("openPayment", CardService.open_payment),
    "/payments/read": ("readPayment", CardService.read_payment),
    "/payments/capture": ("capturePayment", CardService.capture_payment),
    "/payments/void": ("voidPayment", CardService.void_payment),
    "/payments/refund": ("refundPayment", CardService.refund_payment),
    "/payments/simulate-approval": ("simulateApproval", CardService.simulate_approval),
    "/cards/find": ("findCard", CardService.find_card),
    "/cards/read": ("readCard", CardService.read_card),
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Seconds that a connection may be idle.
    timeout = 60
    # A response is sent in two parts: without this, the second would wait for the acknowledgement of the first.
    disable_nagle_algorithm = True

    def do_GET(self):
        if self.path.startswith("/pay/"):
            self.respond_with_page(None)
        else:
            self.send_error(501)

    def do_POST(self):
        if self.path.startswith("/pay/"):
            form = urllib.parse.parse_qs(self.read_body().decode(errors="replace"))
            self.respond_with_page(form.get("decision", [""])[0])
            return
        try:
            self.respond(200, json.dumps(self.run_operation()), "application/json")
        except Refusal as refusal:
            self.respond(refusal.status, json.dumps(refusal.body), "application/json")
        except (KeyError, TypeError, ValueError):
            body = {"error": "The body does not match the contract.", "error_code": "invalid_request"}
            self.respond(400, json.dumps(body), "application/json")
        except Exception as error:  # The service sends the request again later.
            self.log_error("%r", error)
            body = {"error": "The card service failed.", "error_code": "internal_error"}
            self.respond(500, json.dumps(body), "application/json")

    def run_operation(self):
        body = self.read_body()
        verify(self.server.secret, self.headers.get("Service-Signature"), body, time.time())
        if self.path not in OPERATIONS:
            raise Refusal(404, "not_found", "The card service has no such operation.")
        operation, run = OPERATIONS[self.path]
        request = json.loads(body)
        # The signature covers the body, so the body names the operation.
        if request["operation"] != operation:
            raise Refusal(400, "invalid_request", f"The operation of the body is not {operation}.")
        if request["livemode"] is not self.server.service.livemode:
            raise Refusal(400, "invalid_request", "The request is of the mode that this card service does not serve.")
        return self.in_transaction(lambda db: run(self.server.service, db, request))

    def respond_with_page(self, decision):
        payment_id, service = self.path.replace("/pay/", "", 1), self.server.service

        def show(db):
            if decision in ("approved", "declined"):
                service.decide(db, payment_id, decision)
            return service.page(db, payment_id)

        page = self.in_transaction(show)
        if page and decision and self.server.events:
            self.send_event(payment_id)
        self.respond(200 if page else 404, page or "There is no such payment.", "text/html; charset=utf-8")

    def send_event(self, payment_id):
        """Reports that the payment has changed. If it fails, the service reads the payment before the approval ends."""
        row = self.in_transaction(
            lambda db: db.execute("SELECT organization_id, booking_id FROM payments WHERE id = ?", (payment_id,)).fetchone()
        )
        event = {"operation": "paymentChanged", "event_id": secrets.token_hex(8), "livemode": self.server.service.livemode}
        body = json.dumps({**event, **dict(row)}).encode()
        now = int(time.time())
        digest = hmac.new(self.server.secret, f"{now}.".encode() + body, hashlib.sha256).hexdigest()
        headers = {"Content-Type": "application/json", "Service-Signature": f"t={now},v1={digest}"}
        try:
            urllib.request.urlopen(urllib.request.Request(self.server.events, body, headers), timeout=5).close()
        except OSError as error:
            self.log_error("%r", error)

    def in_transaction(self, run):
        with closing(sqlite3.connect(self.server.data, isolation_level=None, timeout=20)) as db:
            db.row_factory = sqlite3.Row
            db.execute("BEGIN IMMEDIATE")
            try:
                result = run(db)
                db.execute("COMMIT")
                return result
            except BaseException:
                db.execute("ROLLBACK")
                raise

    def read_body(self):
        length = int(self.headers.get("Content-Length") or -1)
        if not 0 <= length <= MAX_BODY_BYTES:
            self.close_connection = True
            raise Refusal(400, "invalid_request", "The body has no length, or it is too long.")
        return self.rfile.read(length)

    def respond(self, status, text, content_type):
        content = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def send_error(self, code, message=None, explain=None):
        """Responds to other methods with 405, not with the 501 of Python."""
        self.close_connection = True
        if code != 501:
            return super().send_error(code, message, explain)
        self.send_response(405)
        self.send_header("Allow", "GET, POST" if self.path.startswith("/pay/") else "POST")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_args):
        """Logs no request: its body contains the guest, and the address of a page approves a payment."""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=7431)
    parser.add_argument("--data", default="payments.db")
    parser.add_argument("--mode", choices=["test", "live"], default="test")
    parser.add_argument("--events", help="the address of /payment-events of the service")
    options = parser.parse_args()
    secret = os.environ.get("CARD_SERVICE_SECRET", "").strip()
    if not secret:
        raise SystemExit("CARD_SERVICE_SECRET is not set. Set it to the secret of this side in providers.yaml.")
    with closing(sqlite3.connect(options.data)) as db:
        db.executescript(SCHEMA)
    server = ThreadingHTTPServer(("127.0.0.1", options.port), Handler)
    server.daemon_threads = True
    server.secret = secret.encode()
    server.data = options.data
    server.events = options.events
    address = f"http://127.0.0.1:{server.server_address[1]}"
    server.service = CardService(options.mode == "live", address)
    print(f"The card service listens at {address}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
