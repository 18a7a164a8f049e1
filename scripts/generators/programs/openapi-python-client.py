"""Makes and reads a booking, and reads what a later version sends, with what openapi-python-client makes."""
import sys

from client import AuthenticatedClient
from client.api.bookings import create_booking, get_booking
from client.models import CreateBooking, Guest

url, key, later_url, slot_id = sys.argv[1:]
service = AuthenticatedClient(base_url=url, token=key)
later = AuthenticatedClient(base_url=later_url, token=key)

guest = Guest(first_name="Ada", email="ada@diner.test")
body = CreateBooking(venue_id="ven_harbour_table", slot_id=slot_id, party_size=2, guest=guest)
made = create_booking.sync(client=service, body=body)
print("made", made.id)
print("read", get_booking.sync(made.id, client=service).id)


def read(last: str):
    return get_booking.sync("bkg_" + last * 32, client=later)


print("field", read("1").party_size)
print("code", read("2").error_code)
print("action", read("3").next_action.type_)
print("destination", read("4").next_action.destination)
print("refused", read("5").error_code)
