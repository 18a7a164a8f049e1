// Written from openapi/behavior/delivery.yaml. Edit that, then run: npm run generate

export const delivery = {
  "cadence_seconds": 30,
  "timeout_seconds": 10,
  "max_attempts": 4,
  "retry_delays_seconds": [
    30,
    120,
    600
  ],
  "success": "2xx",
  "max_answer_bytes": 65536,
  "kept_answer_bytes": 1024,
  "max_interim_responses": 8,
  "max_head_bytes": 16384,
  "retention_days": 30,
  "signature": {
    "header": "Service-Signature",
    "scheme": "v1",
    "algorithm": "HMAC-SHA256",
    "tolerance_seconds": 300
  },
  "headers": {
    "ServiceSignature": {
      "name": "Service-Signature",
      "required": true,
      "description": "`t=<unix seconds>,v1=<hex>`, where v1 is the lowercase hex HMAC-SHA256 of `<t>.<raw body>` keyed with the organization's signing secret. Each attempt has its own signature. Verify it over the raw bytes, before parsing.",
      "schema": {
        "type": "string",
        "minLength": 70,
        "maxLength": 200,
        "pattern": "^t=[0-9]{1,12},v1=[0-9a-f]{64}$"
      },
      "example": "t=1795253400,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd"
    },
    "TraceParent": {
      "name": "traceparent",
      "required": false,
      "description": "The trace of the request that caused the event, as [W3C Trace Context](https://www.w3.org/TR/trace-context/) defines it. Sent if the caller of that request sent one, or if the service traces its work. No signature covers it.",
      "schema": {
        "type": "string",
        "minLength": 55,
        "maxLength": 55,
        "pattern": "^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$"
      },
      "example": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    }
  },
  "attempt_causes": {
    "dns_not_found": {
      "meaning": "The host name has no address.",
      "fix": "Check the host name in the webhook URL and its DNS records."
    },
    "dns_failed": {
      "meaning": "The host name could not be resolved.",
      "fix": "Check the name servers of the host."
    },
    "dns_timeout": {
      "meaning": "The name servers of the host did not respond in time.",
      "fix": "Check the name servers of the host."
    },
    "address_refused": {
      "meaning": "The host leads to an address that is not public.",
      "fix": "Change the webhook URL, or the DNS records of its host."
    },
    "connection_refused": {
      "meaning": "The host refused the connection.",
      "fix": "Check that the endpoint runs and that the URL has its port."
    },
    "host_unreachable": {
      "meaning": "There is no route to the host.",
      "fix": "Check that the address of the host can be reached from the internet."
    },
    "connect_timeout": {
      "meaning": "The host did not accept the connection in time.",
      "fix": "Check that a firewall does not drop connections to this port."
    },
    "connection_reset": {
      "meaning": "The connection was closed before the response.",
      "fix": "The log of the endpoint, or of the proxy before it, has the reason."
    },
    "connection_failed": {
      "meaning": "The connection failed.",
      "fix": "Check the webhook URL and that the endpoint runs."
    },
    "sender_failed": {
      "meaning": "The service could not open a connection to the outside.",
      "fix": "The endpoint is not the cause. The log of the service has the reason, for its operator."
    },
    "tls_certificate_expired": {
      "meaning": "The certificate has expired.",
      "fix": "Renew the certificate of the endpoint."
    },
    "tls_certificate_not_yet_valid": {
      "meaning": "The certificate is not valid yet.",
      "fix": "Check when the certificate becomes valid, and the clock of its issuer."
    },
    "tls_name_mismatch": {
      "meaning": "The certificate is for another name.",
      "fix": "Use a certificate for the host name in the webhook URL."
    },
    "tls_untrusted": {
      "meaning": "The certificate is not trusted.",
      "fix": "Use a certificate of a public certificate authority, and send its intermediate certificates."
    },
    "tls_failed": {
      "meaning": "The TLS handshake failed.",
      "fix": "Check that this port speaks TLS 1.2 or later."
    },
    "tls_timeout": {
      "meaning": "The TLS handshake took too long.",
      "fix": "Check that this port speaks TLS and that the endpoint is not overloaded."
    },
    "response_timeout": {
      "meaning": "The response was not complete in time.",
      "fix": "Respond first, and do the work afterwards."
    },
    "response_flood": {
      "meaning": "The receiver sent too much before its response.",
      "fix": "Respond with a short head and without more interim responses."
    },
    "response_incomplete": {
      "meaning": "The connection was closed inside the response.",
      "fix": "Check that Content-Length is the length of the body."
    },
    "malformed_response": {
      "meaning": "The response is not valid HTTP.",
      "fix": "Check that the URL leads to an HTTP server, and the head that it sends."
    }
  }
} as const;
