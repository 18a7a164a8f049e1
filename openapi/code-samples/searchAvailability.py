import json
import os
from urllib.request import Request, urlopen

request = Request(
    f"{os.environ['BOOKING_BASE_URL']}/v1/availability/search",
    method="POST",
    headers={
        "Authorization": f"Bearer {os.environ['BOOKING_API_KEY']}",
        "Content-Type": "application/json",
    },
    data=json.dumps({
        "venue_id": "ven_harbour_table",
        "date": os.environ["DAY"],
        "party_size": 2,
    }).encode(),
)
with urlopen(request, timeout=30) as response:
    print(response.status, response.read().decode())
