-- Instants are RFC 3339 UTC text with milliseconds, as on the wire and as in the embedded store: in this collation they sort
-- as they stand. A booking is stored as the JSON document that the wire shows, with its very text (json, not jsonb).
-- The program opens no document in SQL: a name may hold what PostgreSQL's text cannot, escaped.

-- What the database is at.
CREATE TABLE migrations (
  number integer PRIMARY KEY
);

CREATE DOMAIN instant AS text COLLATE "C";

-- number: in which order rows were made.
CREATE TABLE organizations (
  id text PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  created instant NOT NULL,
  suspended boolean NOT NULL DEFAULT false,
  webhook_url text,
  signing_secret text NOT NULL,
  rate_limit integer NOT NULL CHECK (rate_limit > 0),
  test_allowance integer NOT NULL CHECK (test_allowance >= 0),
  test_confirmed integer NOT NULL DEFAULT 0
);

-- Only a key's SHA-256 is kept (AUT-7).
CREATE TABLE api_keys (
  id text PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY,
  organization_id text NOT NULL REFERENCES organizations (id),
  digest text NOT NULL UNIQUE,
  mode text NOT NULL CHECK (mode IN ('test', 'live')),
  scopes text[] NOT NULL,
  created instant NOT NULL,
  revoked instant
);

-- Signing secrets are sealed by the program. check_value: tells at each opening whether the key is the one that was sealed with.
CREATE TABLE sealing (
  only_row integer PRIMARY KEY CHECK (only_row = 1),
  check_value text NOT NULL
);

-- One row an organization. Not logged: a crash of the database may forget counts of the current window, and nothing else.
-- Half of each page is left free, so that a count moves no row to another page.
CREATE UNLOGGED TABLE rate_windows (
  organization_id text PRIMARY KEY,
  window_start instant NOT NULL,
  calls integer NOT NULL
) WITH (fillfactor = 50);

-- version: raised by every write, compared by every write.  step: how often the provider was set to work.
-- status, expires_at: those of the document, written with it.
CREATE TABLE bookings (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations (id),
  version integer NOT NULL,
  step integer NOT NULL,
  status text NOT NULL,
  expires_at instant,
  document json NOT NULL
);

CREATE INDEX bookings_expiring ON bookings (expires_at) WHERE status = 'requires_action';

CREATE TABLE idempotency_keys (
  organization_id text NOT NULL REFERENCES organizations (id),
  livemode boolean NOT NULL,
  idempotency_key text NOT NULL,
  booking_id text NOT NULL REFERENCES bookings (id),
  PRIMARY KEY (organization_id, livemode, idempotency_key)
);

-- Work the provider still has to be told of: one row a booking, gone when done.
-- changes: what a modification asks for; a run with changes asks the provider to modify.
CREATE TABLE runs (
  booking_id text PRIMARY KEY REFERENCES bookings (id),
  step integer NOT NULL,
  answer json,
  changes json,
  attempt integer NOT NULL DEFAULT 0,
  due_at instant NOT NULL,
  lease_until instant,
  lease_token text
);

CREATE INDEX runs_due ON runs (due_at);

-- payload: the exact text that every attempt sends and signs.
CREATE TABLE events (
  id text PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY,
  organization_id text NOT NULL REFERENCES organizations (id),
  booking_id text NOT NULL REFERENCES bookings (id),
  type text NOT NULL,
  created instant NOT NULL,
  payload text NOT NULL
);

-- attempts_allowed: raised by one where a delivery is sent again by hand (DLV-10).
CREATE TABLE deliveries (
  id text PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY,
  event_id text NOT NULL REFERENCES events (id),
  organization_id text NOT NULL REFERENCES organizations (id),
  state text NOT NULL CHECK (state IN ('pending', 'succeeded', 'abandoned')),
  attempts integer NOT NULL DEFAULT 0,
  attempts_allowed integer NOT NULL DEFAULT 4,
  due_at instant NOT NULL,
  lease_until instant,
  lease_token text
);

-- Each organization's deliveries are claimed by themselves (DLV-9).
CREATE INDEX deliveries_due ON deliveries (organization_id, due_at) WHERE state = 'pending';
CREATE INDEX deliveries_spent ON deliveries (id) WHERE state = 'pending' AND attempts >= attempts_allowed;
CREATE UNIQUE INDEX deliveries_in_order ON deliveries (number);

CREATE TABLE delivery_attempts (
  delivery_id text NOT NULL REFERENCES deliveries (id),
  attempt integer NOT NULL,
  request_headers text,
  started instant NOT NULL,
  duration_ms integer NOT NULL,
  status integer,
  error text,
  answer text,
  PRIMARY KEY (delivery_id, attempt)
);

-- session_reference, card_reference: the card service's own names for the session and for the card it opened.
CREATE TABLE sessions (
  id text PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY,
  organization_id text NOT NULL REFERENCES organizations (id),
  version integer NOT NULL,
  document json NOT NULL,
  session_reference text NOT NULL,
  card_reference text,
  verified_at instant
);

CREATE INDEX sessions_verified ON sessions (organization_id, verified_at) WHERE verified_at IS NOT NULL;
