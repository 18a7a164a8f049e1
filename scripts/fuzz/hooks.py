"""Configures Schemathesis for the sandbox: its keys, its magic values, and the refusals that no schema can predict.

Reads the environment: FUZZ_KEY, the key of an organization with a very high limit; FUZZ_CONTRACT, the contract; FUZZ_FIXTURES, the
folder of its fixtures; FUZZ_URL, the address of the sandbox.
"""

import base64
import datetime
import json
import os
import urllib.request
import zlib

import schemathesis

KEY = os.environ["FUZZ_KEY"]
with open(os.environ["FUZZ_CONTRACT"], encoding="utf-8") as file:
    CONTRACT = json.load(file)
SANDBOX = CONTRACT["x-sandbox"]
REPLAY_HEADER = CONTRACT["x-idempotency"]["replay_header"].lower()

VENUES = {venue["id"]: venue for venue in SANDBOX["venues"]}
ORGANIZATIONS = {f"sk_live_sandbox_{organization['name']}": organization for organization in SANDBOX["organizations"]}
CURSOR = base64.urlsafe_b64encode(b"20").decode().rstrip("=")
# Bookings of earlier responses that require an action, newest last. A link of the contract does not carry the status.
WAITING = []
TOMORROW = datetime.datetime.now(datetime.timezone.utc).date() + datetime.timedelta(days=1)


def choice(case, salt, one_in):
    """Selects one of `one_in` cases. The choice depends only on the case, so that a seed reproduces a run."""
    text = json.dumps([case.method, case.path, case.body if is_object(case) else None, salt], sort_keys=True, default=str)
    return zlib.crc32(text.encode("utf-8", "surrogatepass")) % one_in


def is_object(case):
    return isinstance(case.body, dict)


def operation_of(case):
    return case.operation.definition.raw.get("operationId")


def is_positive(case):
    return case.meta is not None and case.meta.generation.mode.value == "positive"


def phase_of(case):
    return case.meta.phase.name.value if case.meta is not None else ""


# Not cached, because each case may use another key.
@schemathesis.auth(refresh_interval=None)
class Keys:
    """Uses the key of the run. One in twelve generated cases uses a key that the sandbox refuses."""

    def get(self, case, _context):
        # A link leads from one response to the next request, so the organization stays the same within a scenario.
        if phase_of(case) == "fuzzing" and choice(case, "magic", 12) == 0:
            return list(ORGANIZATIONS)[choice(case, "key", len(ORGANIZATIONS))]
        return KEY

    def set(self, case, data, _context):
        case.headers["Authorization"] = f"Bearer {data}"


@schemathesis.hook
def map_case(_context, case):
    """Puts the sandbox's venues, slots and codes into three in four valid requests. The others stay unchanged."""
    # Only a list that returned a cursor accepts it, and it refuses every other one.
    if is_positive(case) and case.query and "cursor" in case.query and choice(case, "cursor", 8) > 0:
        case.query.pop("cursor")
    # An inferred link also carries null, the booking of a request that created none, and the {id} in the path of a logged request.
    if is_positive(case) and "id" in (case.path_parameters or {}) and case.path_parameters["id"] in (None, "{id}", "%7Bid%7D"):
        case.path_parameters["id"] = create_booking()["id"]
    if not is_positive(case) or not is_object(case):
        return case
    # BKG-16 allows 50 people, which the schema of the body does not express.
    if "party" in case.body:
        case.body["party"] = [{"unit": unit["unit"], "quantity": 1} for unit in case.body["party"]]
    # Hardly any random string is a valid cursor, and the service refuses an invalid one before its other checks.
    if "cursor" in case.body and choice(case, "cursor", 8) > 0:
        case.body["cursor"] = CURSOR
    # In the coverage phase each case tests one value, so the case stays unchanged.
    if phase_of(case) == "coverage" or choice(case, "as generated", 4) == 0:
        return case
    operation = operation_of(case)
    body = case.body
    if operation == "createBooking":
        venue = list(VENUES)[choice(case, "venue", len(VENUES))]
        body["venue_id"] = venue
        body["slot_id"] = slot_at(venue)
        body["party_size"] = 1 + choice(case, "party", 8)
        body.pop("party", None)
        # A repeated key returns the same booking, so most cases get a new key.
        if "Idempotency-Key" in case.headers and choice(case, "replay", 4) > 0:
            case.headers["Idempotency-Key"] = f"fuzz {zlib.crc32(json.dumps(body, sort_keys=True).encode())}"
    elif operation == "modifyBooking":
        body.pop("slot_id", None)
        body["party_size"] = 1 + choice(case, "party", 8)
        body.pop("party", None)
        case.path_parameters["id"] = create_booking()["id"]
    elif operation == "searchAvailability":
        body["venue_id"] = list(VENUES)[choice(case, "venue", len(VENUES))]
        body["date"] = TOMORROW.isoformat()
    elif operation == "continueBooking":
        booking = WAITING.pop() if WAITING else create_booking(confirm_later=True)
        action = booking["next_action"]["type"]
        case.path_parameters["id"] = booking["id"]
        case.body = {"type": action, **input_of(booking["next_action"])}
    elif operation == "verifySession":
        body["code"] = SANDBOX["code"]
    return case


def input_of(action):
    if action["type"] == "enter_code":
        return {"code": SANDBOX["code"]}
    if action["type"] != "answer_questions":
        return {}
    required = [question for question in action["questions"] if question["required"]]
    return {"answers": {each["id"]: each.get("options", [{"value": "any"}])[0]["value"] for each in required}}


@schemathesis.hook
def before_add_examples(context, examples):
    """Adds the requests of the fixtures that may succeed. fuzz-report.ts checks that each was sent."""
    operation = context.operation
    with open(f"{os.environ['FUZZ_FIXTURES']}/{operation.definition.raw['operationId']}.json", encoding="utf-8") as file:
        fixtures = json.load(file)
    for request in [fixture["request"] for status in fixtures if status < "300" for fixture in fixtures[status]]:
        body = {"body": request["body"], "media_type": "application/json"} if "body" in request else {}
        headers = {**request["headers"], "Authorization": f"Bearer {KEY}"}
        parameters = {"path_parameters": request["path_parameters"], "query": request["query"], "headers": headers}
        case = operation.Case(**parameters, **body)
        # Schemathesis would take the key for a random one, which the service must refuse.
        case._has_explicit_auth = True
        examples.append(case)


@schemathesis.hook
def after_call(_context, case, response):
    if case.headers.get("Authorization") == f"Bearer {KEY}" and response.status_code in (200, 201):
        body = body_of(response)
        if body.get("object") == "booking" and body.get("status") == "requires_action":
            WAITING.append(body)


def body_of(response):
    """The JSON object in the response. Empty if the body is not an object; the checks report that."""
    try:
        body = response.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def create_booking(**fields):
    """Creates a booking at a venue that confirms it in the response, and lets it be modified."""
    venue = next(
        name
        for name, venue in VENUES.items()
        if venue.get("at_once") and venue["ends"] == "confirmed" and "modification" not in venue
    )
    guest = {"first_name": "Ada", "email": "ada@diner.test"}
    body = {"venue_id": venue, "slot_id": slot_at(venue), "party_size": 2, "guest": guest, **fields}
    request = urllib.request.Request(
        f"{os.environ['FUZZ_URL']}/v1/bookings",
        data=json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


def slot_at(venue):
    hour = SANDBOX["opening_hours_utc"][0]
    return f"slt_{venue.removeprefix(SANDBOX['venue_id_prefix'])}_{TOMORROW:%Y%m%d}T{hour:02}00"


@schemathesis.hook
def filter_failure(_context, failure, case, response):
    """Drops failures that the contract allows. The response body identifies them."""
    body = body_of(response)
    if type(failure).__name__ == "RejectedPositiveData":
        # A cursor is opaque: only the search or list that returned it defines which cursors are valid, not a schema. No schema expresses
        # the sum of a party (BKG-16).
        details = [(detail["path"].lstrip("/"), detail["message"][:16]) for detail in body.get("details", [])]
        return details not in [[("cursor", "is not a next_cu")], [("party", "must have at mos")]]
    if type(failure).__name__ == "AcceptedNegativeData":
        # A replay returns the booking before the service reads the body (IDM-7).
        return response.headers.get(REPLAY_HEADER) != ["true"]
    if type(failure).__name__ == "ServerError":
        return body.get("error_code") not in expected_server_errors(case)
    return True


def expected_server_errors(case):
    """The 5xx codes that the contract's sandbox values produce for this request. Any other 5xx is a failure."""
    body = case.body if is_object(case) else {}
    venue = VENUES.get(str(body.get("venue_id")), {})
    organization = ORGANIZATIONS.get(str(case.headers.get("Authorization")).removeprefix("Bearer "), {})
    return {
        SANDBOX["search_queries"].get(str(body.get("query"))),
        venue.get("availability_error"),
        venue.get("payment_refusal"),
        "payment_setup_failed" if venue.get("price") == "none" else None,
        "service_unavailable" if venue.get("fault") == "unreachable" else None,
        "billing_check_unavailable" if organization.get("billing") == "unavailable" else None,
        "entitlement_check_unavailable" if organization.get("entitlement") == "unavailable" else None,
    } - {None}
