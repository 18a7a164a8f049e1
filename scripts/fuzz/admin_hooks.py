"""Configures Schemathesis for the admin server of a sandbox: ids that exist, and the refusals that no schema can predict.

Reads the environment: FUZZ_ORGANIZATION, the id of an organization of the sandbox.
"""

import json
import os
import urllib.error
import urllib.request
import zlib

import schemathesis

ORGANIZATION = os.environ["FUZZ_ORGANIZATION"]
# The newest id in the responses, by the path parameter that takes it. The organization's booking has one delivery with one attempt.
SEEN = {"access_token_id": None, "delivery_id": None, "booking_id": None, "key_id": None, "attempt": "1"}


def choice(case, salt, one_in):
    """Selects one of `one_in` cases. The choice depends only on the case, so that a seed reproduces a run."""
    text = json.dumps([case.method, case.path, salt, str(case.path_parameters)], sort_keys=True, default=str)
    return zlib.crc32(text.encode("utf-8", "surrogatepass")) % one_in


def is_positive(case):
    return case.meta is not None and case.meta.generation.mode.value == "positive"


@schemathesis.hook
def map_case(_context, case):
    """Puts ids that exist into most valid requests, and keeps an advance of the clock short: 31 days take minutes."""
    if not is_positive(case):
        return case
    parameters = case.path_parameters or {}
    for name, found in {"organization_id": ORGANIZATION, **SEEN}.items():
        # The ids of SEEN belong to this organization. Another one that has just created something has none of them.
        is_other = parameters.get("organization_id") not in (None, ORGANIZATION)
        if name != "organization_id" and is_other and parameters.get(name) is not None:
            continue
        # An inferred link also carries null, for example the organization of an operator's session, which no path can contain.
        if name in parameters and found is not None and (parameters[name] is None or choice(case, name, 4) > 0):
            parameters[name] = found
    # Hardly any id is a cursor that its list returned, and a list refuses every other one.
    if case.query and "cursor" in case.query and choice(case, "cursor", 8) > 0:
        case.query.pop("cursor")
    operation = case.operation.definition.raw.get("operationId")
    body = case.body
    if operation == "advanceSandboxClock" and isinstance(body, dict) and isinstance(body.get("ms"), int):
        body["ms"] = min(body["ms"], 60_000)
    if isinstance(body, dict) and body.get("organization_id") is not None and choice(case, "body", 2) == 0:
        body["organization_id"] = ORGANIZATION
    return case


@schemathesis.hook
def before_call(_context, case, _kwargs):
    """Prepares a secret, or invites a member, before the operations that need one: hardly any other case leaves one behind."""
    operation = case.operation.definition.raw.get("operationId")
    if not is_positive(case):
        return
    if operation in ("activateSigningSecret", "discardPreparedSecret"):
        post(f"/organizations/{ORGANIZATION}/signing-secret/prepare")
    if operation == "changeOperatorMemberRole" and choice(case, "member_id", 4) > 0:
        invited = post("/operator/members", {"email": "grace@bookings.example", "role": "support"})
        case.path_parameters["member_id"] = invited["member"]["id"]


def post(path, body=None):
    """Returns the response. Empty after a refusal: with 409, a secret is already prepared."""
    headers = {"Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(os.environ["FUZZ_URL"] + path, data, headers if data else {}, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=120) as response:
            return json.load(response)
    except urllib.error.HTTPError as refused:
        refused.close()
        return {}


@schemathesis.hook
def after_call(_context, _case, response):
    note_ids(body_of(response))


def note_ids(body):
    """Keeps the newest ids of a response."""
    token = body.get("access_token")
    if isinstance(token, dict):
        SEEN["access_token_id"] = token.get("id")
    for row in body.get("data") or []:
        if row.get("object") == "delivery" and row.get("state") != "pending":
            SEEN.update(delivery_id=row["id"], booking_id=row["booking_id"])
        if row.get("object") == "api_key":
            SEEN["key_id"] = row["id"]


def body_of(response):
    """The JSON object in the response. Empty if the body is not an object; the checks report that."""
    try:
        body = response.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


# The delivery that the service has before the first case.
with urllib.request.urlopen(f"{os.environ['FUZZ_URL']}/organizations/{ORGANIZATION}/deliveries", timeout=120) as listed:
    note_ids(json.load(listed))


@schemathesis.hook
def filter_failure(_context, failure, case, response):
    """Drops failures that the contract allows. The response body identifies them."""
    if type(failure).__name__ != "RejectedPositiveData":
        return True
    error = str(body_of(response).get("error"))
    allowed = (
        # Only the name system decides whether a URL leads to a public address.
        "Webhooks ",
        "The host of ",
        "The webhook URL ",
        # Rules about two fields at once: a token has an organization or the role operator, and so on.
        "An operator has no organization",
        "The role ",
        "Name exactly one of ",
        "The time has ",
        # Only the list that returned a cursor accepts it.
        "The cursor is not a next_cursor",
    )
    return not error.startswith(allowed)
