"""Checks webhooks.json with Python's standard library alone: an implementation that shares nothing with ours.

    python3 verify_webhooks.py      prints how many vectors hold; ends with 1 when one does not

`service_ok` and `standard_ok` say who sent a webhook. A receiver looks at the time, too, and refuses what was sent more than 300
seconds from now, as all of these vectors were.
"""

import base64
import hashlib
import hmac
import json
import pathlib
import sys


def service_ok(headers, body, secret):
    """The X-Service-* headers: hex HMAC-SHA256 over timestamp, nonce and raw body, keyed with the secret as text."""
    signed = f"{headers['x-service-timestamp']}.{headers['x-service-nonce']}.".encode() + body
    expected = "sha256=" + hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, headers["x-service-signature"])


def standard_ok(headers, body, secret):
    """The Standard Webhooks headers: the key is what stands behind whsec_; one good signature of several is enough."""
    key = base64.b64decode(secret.removeprefix("whsec_")) if secret.startswith("whsec_") else secret.encode()
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(expected, given) for given in headers["webhook-signature"].split(" "))


def faults(vector):
    headers, secrets = vector["headers"], vector["secrets"]
    body = base64.b64decode(vector["body_base64"])
    checks = {
        "body and body_base64 agree": vector["body"].encode() == body,
        "X-Service-Signature holds with the newest secret": service_ok(headers, body, secrets[0]),
        "webhook-signature holds with every secret": all(standard_ok(headers, body, each) for each in secrets),
        "webhook-signature has one signature for each": len(headers["webhook-signature"].split(" ")) == len(secrets),
        "another body is refused": not service_ok(headers, body + b" ", secrets[0]),
        "another body is refused by Standard Webhooks": not standard_ok(headers, body + b" ", secrets[0]),
        "another secret is refused": not service_ok(headers, body, secrets[0] + "x"),
        "an older secret does not make X-Service-Signature": not any(service_ok(headers, body, s) for s in secrets[1:]),
    }
    return [name for name, holds in checks.items() if not holds]


if __name__ == "__main__":
    file = pathlib.Path(__file__).with_name("webhooks.json")
    vectors = json.loads(file.read_text(encoding="utf-8"))["vectors"]
    broken = {vector["name"]: faults(vector) for vector in vectors if faults(vector)}
    for name, missing in broken.items():
        print(f"{name}: {', '.join(missing)}", file=sys.stderr)
    print(f"{len(vectors) - len(broken)} of {len(vectors)} vectors hold")
    sys.exit(1 if broken or not vectors else 0)
