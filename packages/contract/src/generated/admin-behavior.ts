// Written from openapi/admin/behavior/. Edit that, then run: npm run generate

export const adminRoles = {
  "viewer": {
    "organization": true,
    "includes": [],
    "may": "Read settings, deliveries, bookings, usage and statistics."
  },
  "developer": {
    "organization": true,
    "includes": [
      "viewer"
    ],
    "may": "Send test events and resend deliveries."
  },
  "admin": {
    "organization": true,
    "includes": [
      "viewer",
      "developer"
    ],
    "may": "Change settings, manage API keys, reveal and rotate the signing secret, invite members and end their sessions, and read the audit log."
  },
  "monitoring": {
    "organization": false,
    "includes": [],
    "may": "Read the metrics and the state of the providers."
  },
  "support": {
    "organization": false,
    "includes": [
      "viewer",
      "developer",
      "monitoring"
    ],
    "may": "List the organizations and the stuck bookings."
  },
  "operator": {
    "organization": false,
    "includes": [
      "viewer",
      "developer",
      "admin",
      "monitoring",
      "support"
    ],
    "may": "Manage all organizations, the members of the operator, access tokens and the sandbox."
  }
} as const;

export const adminErrors = {
  "invalid_request": {
    "status": 400,
    "message": "The request does not match the contract.",
    "action": "Fix the field that the message names."
  },
  "unauthorized": {
    "status": 401,
    "message": "The access token is missing, unknown, revoked or expired.",
    "action": "Send a valid token in the header Authorization: Bearer adm_... In the dashboard, sign in again."
  },
  "invalid_link": {
    "status": 401,
    "message": "The sign-in link is unknown, expired or already used.",
    "action": "Ask an operator for a new link. The command booking-service dashboard link prints one."
  },
  "sign_in_failed": {
    "status": 401,
    "message": "The sign-in did not complete. It was started in another browser, took too long, was used before, or the issuer refused it.",
    "action": "Start the sign-in again on the page of the dashboard. The log of the service has the reason."
  },
  "forbidden": {
    "status": 403,
    "message": "The role of the caller does not allow this operation.",
    "action": "Use a caller with the role that the operation needs, or an address of this computer as the host."
  },
  "not_admitted": {
    "status": 403,
    "message": "Your account has no access to this dashboard.",
    "action": "Ask the people who run the service for access. They map a claim of your account to a role."
  },
  "not_found": {
    "status": 404,
    "message": "The resource does not exist.",
    "action": "Check the id and the path. A member finds only resources of its own organization."
  },
  "method_not_allowed": {
    "status": 405,
    "message": "This path does not support the method.",
    "action": "Use a method of the header Allow."
  },
  "invalid_state": {
    "status": 409,
    "message": "The current state does not allow this operation.",
    "action": "Read the resource, and decide again."
  },
  "booking_in_progress": {
    "status": 409,
    "message": "The booking is in progress, so its personal data is still needed.",
    "action": "Wait until the booking and the attempts of its webhooks have ended, or cancel it. Then erase it."
  },
  "removed": {
    "status": 410,
    "message": "The resource was removed because of its age.",
    "action": "Ask for a newer one. Old events are removed with their deliveries."
  },
  "payload_too_large": {
    "status": 413,
    "message": "The request body is larger than 4096 bytes.",
    "action": "Send a smaller body."
  },
  "unsupported_media_type": {
    "status": 415,
    "message": "The request body must be JSON in UTF-8.",
    "action": "Send Content-Type: application/json."
  },
  "rate_limited": {
    "status": 429,
    "message": "Too many requests. Wait for as long as Retry-After states.",
    "action": "Wait for as long as the header Retry-After states, or for an hour after too many mails."
  },
  "internal_error": {
    "status": 500,
    "message": "The operation failed. See the log for the reason.",
    "action": "Read the log of the service."
  },
  "service_unavailable": {
    "status": 503,
    "message": "The database is not available.",
    "action": "Try again later. GET /readyz names the reason."
  },
  "mail_failed": {
    "status": 502,
    "message": "The member is in the list, but the mail server did not accept the invitation.",
    "action": "Invite the person again. The log of the service has the reason."
  },
  "issuer_unavailable": {
    "status": 503,
    "message": "The issuer that signs you in does not respond as it should.",
    "action": "Try again later. The log of the service has the reason."
  }
} as const;

export const adminLimits = {
  "max_body_bytes": 4096,
  "calls": {
    "units": 3000,
    "in_progress": 8
  },
  "default_page": 50,
  "resent_deliveries": 2000,
  "counted_deliveries": 10000,
  "reconciled_payments": 20,
  "timeline_events": 20,
  "timeline_requests": 20,
  "booking_calls": 20,
  "statistics": {
    "hours": 24,
    "days": 30,
    "max": 48
  },
  "dashboard": {
    "link_seconds": 900,
    "idle_seconds": 43200,
    "issuer_seconds": 600,
    "issuer_sign_ins": 8,
    "issuer_response_bytes": 65536,
    "session_seconds": 604800
  },
  "members": {
    "of_organization": 200,
    "invitation_seconds": 604800,
    "invitations_of_organization": 50,
    "invitations_of_address": 5,
    "mails_of_address": 5,
    "requests_of_source": 60
  },
  "received_webhooks": 200,
  "fault_delay_seconds": 5,
  "request_counts": {
    "hours": 24,
    "requests": 20000
  },
  "stalled_ticks": 3,
  "counted_work": 1000,
  "search_results": 20,
  "search_digest_characters": 12
} as const;
