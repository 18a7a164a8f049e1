"""Makes and reads a booking, and reads what a later version sends, with the models of datamodel-code-generator."""
import json
import sys
import urllib.error
import urllib.request

from models import Booking, CodedError, CreateBooking

url, key, later_url, slot_id = sys.argv[1:]


def call(address: str, body: str | None = None) -> str:
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    request = urllib.request.Request(address, body.encode() if body else None, headers)
    return urllib.request.urlopen(request).read().decode()


order = {
    "venue_id": "ven_harbour_table",
    "slot_id": slot_id,
    "party_size": 2,
    "guest": {"first_name": "Ada", "email": "ada@example.com"},
}
sent = CreateBooking.model_validate(order).model_dump_json(exclude_none=True)
made = Booking.model_validate_json(call(f"{url}/v1/bookings", sent))
print("made", made.id.root)
print("read", Booking.model_validate_json(call(f"{url}/v1/bookings/{made.id.root}")).id.root)


def read(last: str) -> Booking:
    return Booking.model_validate_json(call(f"{later_url}/v1/bookings/bkg_{last * 32}"))


print("field", read("1").party_size.root)
print("code", read("2").error_code.root)
print("action", read("3").next_action.type)
print("destination", read("4").next_action.destination)
try:
    read("5")
except urllib.error.HTTPError as refused:
    print("refused", CodedError.model_validate(json.loads(refused.read())).error_code.root)
