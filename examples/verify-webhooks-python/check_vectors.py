"""Checks verify_webhook against the golden vectors.

Run     python3 examples/verify-webhooks-python/check_vectors.py
Prints  each vector with another verdict, then the number of vectors. Exits 1 if a verdict differs.
"""

import base64
import json
import pathlib
import sys

from verify_webhook import Refused, verify_webhook

VECTORS = pathlib.Path(__file__).parents[2] / "packages/webhooks/vectors/signatures.json"


def body_of(parts):
    return b"".join(
        (part["utf8"].encode() if "utf8" in part else base64.b64decode(part["base64"])) * part.get("times", 1)
        for part in parts
    )


def verdict_on(vector):
    try:
        _, secret_index, timestamp = verify_webhook(
            body_of(vector["body"]), vector["header"], vector["secrets"], now=vector["now"], **vector.get("options", {})
        )
    except Refused as refused:
        return {"ok": False, "reason": str(refused)}
    return {"ok": True, "secret_index": secret_index, "timestamp": timestamp}


vectors = json.loads(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else VECTORS).read_text("utf-8"))["vectors"]
wrong = [vector for vector in vectors if verdict_on(vector) != vector["expect"]]
for vector in wrong:
    print(f"{vector['name']}: expected {vector['expect']}, got {verdict_on(vector)}")
print(f"{len(vectors) - len(wrong)} of {len(vectors)} vectors pass")
sys.exit(1 if wrong or not vectors else 0)
