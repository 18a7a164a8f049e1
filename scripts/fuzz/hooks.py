"""What Schemathesis is told about the sandbox: its keys, its magic values, and the refusals that no schema can foretell.

Reads the environment: FUZZ_KEY, the key of an organization without a limit that matters; FUZZ_CONTRACT, the contract.
"""

import base64
import datetime
import json
import os
import zlib

import schemathesis

KEY = os.environ["FUZZ_KEY"]
with open(os.environ["FUZZ_CONTRACT"], encoding="utf-8") as file:
    SANDBOX = json.load(file)["x-sandbox"]

VENUES = {venue["id"]: venue for venue in SANDBOX["venues"]}
ORGANIZATIONS = {f"sk_live_sandbox_{organization['name']}": organization for organization in SANDBOX["organizations"]}
CURSOR = base64.urlsafe_b64encode(b"20").decode().rstrip("=")
# Bookings that were seen, by status, newest last: a link tells only that there is one.
SEEN = {"requires_action": [], "confirmed": []}
TOMORROW = datetime.datetime.now(datetime.timezone.utc).date() + datetime.timedelta(days=1)


def choice(case, salt, one_in):
    """Whether this case is one in so many; the case alone decides, so that a seed gives the same run again."""
    text = json.dumps([case.method, case.path, case.body if is_object(case) else None, salt], sort_keys=True, default=str)
    return zlib.crc32(text.encode("utf-8", "surrogatepass")) % one_in


def is_object(case):
    return isinstance(case.body, dict)


def is_positive(case):
    return case.meta is not None and case.meta.generation.mode.value == "positive"


def phase_of(case):
    return case.meta.phase.name.value if case.meta is not None else ""


# Asked anew for each case, as each case may call with another key.
@schemathesis.auth(refresh_interval=None)
class Keys:
    """Calls with the key of the run; one in twelve generated cases with a key that the sandbox refuses somehow."""

    def get(self, case, _context):
        # Links lead from one answer to the next: within a scenario the organization stays the same.
        if phase_of(case) == "fuzzing" and choice(case, "magic", 12) == 0:
            return list(ORGANIZATIONS)[choice(case, "key", len(ORGANIZATIONS))]
        return KEY

    def set(self, case, data, _context):
        case.headers["Authorization"] = f"Bearer {data}"


@schemathesis.hook
def map_case(_context, case):
    """Three in four right requests name what the sandbox has; the others stay as they were generated."""
    if not is_positive(case) or not is_object(case):
        return case
    # Hardly any other cursor is one, and a search with a wrong one is refused before anything else is seen of it.
    if "cursor" in case.body and choice(case, "cursor", 8) > 0:
        case.body["cursor"] = CURSOR
    # In the coverage phase each case has one value to try: it stays.
    if phase_of(case) == "coverage" or choice(case, "as generated", 4) == 0:
        return case
    operation = case.operation.definition.raw.get("operationId")
    body = case.body
    if operation == "createBooking":
        venue = list(VENUES)[choice(case, "venue", len(VENUES))]
        body["venue_id"] = venue
        body["slot_id"] = slot_at(venue)
        body["party_size"] = 1 + choice(case, "party", 8)
        # The same key again is the same booking again, and little else would be seen.
        if "Idempotency-Key" in case.headers and choice(case, "replay", 4) > 0:
            case.headers["Idempotency-Key"] = f"fuzz {zlib.crc32(json.dumps(body, sort_keys=True).encode())}"
    elif operation == "modifyBooking":
        body.pop("slot_id", None)
        body["party_size"] = 1 + choice(case, "party", 8)
        if SEEN["confirmed"]:
            case.path_parameters["id"] = SEEN["confirmed"].pop()["id"]
    elif operation == "searchAvailability":
        body["venue_id"] = list(VENUES)[choice(case, "venue", len(VENUES))]
        body["date"] = TOMORROW.isoformat()
    elif operation == "continueBooking" and SEEN["requires_action"]:
        booking = SEEN["requires_action"].pop()
        answer = booking["next_action"]["type"]
        case.path_parameters["id"] = booking["id"]
        case.body = {"type": answer, **({"code": SANDBOX["code"]} if answer == "enter_code" else {})}
    elif operation == "verifySession":
        body["code"] = SANDBOX["code"]
    return case


@schemathesis.hook
def after_call(_context, case, response):
    if case.headers.get("Authorization") == f"Bearer {KEY}" and response.status_code in (200, 201):
        answer = answer_of(response)
        if answer.get("object") == "booking" and answer.get("status") in SEEN:
            SEEN[answer["status"]].append(answer)


def answer_of(response):
    """The object that was answered; an empty one where it is none, which the checks tell."""
    try:
        answer = response.json()
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) else {}


def slot_at(venue):
    hour = SANDBOX["opening_hours_utc"][0]
    return f"slt_{venue.removeprefix(SANDBOX['venue_id_prefix'])}_{TOMORROW:%Y%m%d}T{hour:02}00"


@schemathesis.hook
def filter_failure(_context, failure, case, response):
    """Drops what is no failure, known by its own answer."""
    answer = answer_of(response)
    if type(failure).__name__ == "RejectedPositiveData":
        # A cursor is opaque: which ones there are is known by the searches that gave them, not by a schema.
        details = [(detail["path"], detail["message"]) for detail in answer.get("details", [])]
        return details != [("/cursor", "is not a next_cursor of this search")]
    if type(failure).__name__ == "ServerError":
        return answer.get("error_code") not in failures_asked_for(case)
    return True


def failures_asked_for(case):
    """The 5xx codes that the sandbox answers this call with, by contract: no other one is right."""
    body = case.body if is_object(case) else {}
    venue = VENUES.get(str(body.get("venue_id")), {})
    organization = ORGANIZATIONS.get(str(case.headers.get("Authorization")).removeprefix("Bearer "), {})
    return {
        SANDBOX["search_queries"].get(str(body.get("query"))),
        venue.get("availability_error"),
        venue.get("payment_refusal"),
        "service_unavailable" if venue.get("fault") == "unreachable" else None,
        "billing_check_unavailable" if organization.get("billing") == "unavailable" else None,
        "entitlement_check_unavailable" if organization.get("entitlement") == "unavailable" else None,
    } - {None}
