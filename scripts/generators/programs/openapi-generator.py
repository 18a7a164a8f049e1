"""Makes and reads a booking, and reads what a later version sends, with what openapi-generator makes for Python."""
import sys

import openapi_client as api

url, key, later_url, slot_id = sys.argv[1:]


def bookings(host: str) -> api.BookingsApi:
    return api.BookingsApi(api.ApiClient(api.Configuration(host=host, access_token=key)))


service, later = bookings(url), bookings(later_url)
guest = api.Guest(first_name="Ada", email="ada@diner.test")
made = service.create_booking(
    api.CreateBooking(venue_id="ven_harbour_table", slot_id=slot_id, party_size=2, guest=guest)
)
print("made", made.id)
print("read", service.get_booking(made.id).id)


def read(last: str) -> api.Booking:
    return later.get_booking("bkg_" + last * 32)


print("field", read("1").party_size)
print("code", read("2").error_code)
print("action", read("3").next_action.type)
print("destination", read("4").next_action.destination)
try:
    read("5")
except api.exceptions.NotFoundException as refused:
    print("refused", refused.data.error_code)
