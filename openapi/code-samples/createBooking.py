import json
import os
from urllib.request import Request, urlopen

request = Request(
    f"{os.environ['BOOKING_BASE_URL']}/v1/bookings",
    method="POST",
    headers={
        "Authorization": f"Bearer {os.environ['BOOKING_API_KEY']}",
        "Idempotency-Key": "order-1041",
        "Content-Type": "application/json",
    },
    data=json.dumps({
        "venue_id": "ven_harbour_table",
        "slot_id": os.environ["SLOT_ID"],  # from the availability search
        "party_size": 2,
        "guest": {"first_name": "Ada", "email": "ada@diner.test"},
    }).encode(),
)
with urlopen(request, timeout=30) as response:
    print(response.status, response.read().decode())
