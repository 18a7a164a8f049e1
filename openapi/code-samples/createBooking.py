import json
import os
from urllib.request import Request, urlopen

slot_id = os.environ["SLOT_ID"]  # from the availability search
request = Request(
    f"{os.environ['BOOKING_BASE_URL']}/v1/bookings",
    method="POST",
    headers={
        "Authorization": f"Bearer {os.environ['BOOKING_API_KEY']}",
        "Idempotency-Key": f"{slot_id}-python",
        "Content-Type": "application/json",
    },
    data=json.dumps({
        "venue_id": "ven_harbour_table",
        "slot_id": slot_id,
        "party_size": 2,
        "guest": {"first_name": "Ada", "email": "ada@diner.test"},
    }).encode(),
)
with urlopen(request, timeout=30) as response:
    print(response.status, response.read().decode())
