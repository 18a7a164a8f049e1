-- organization_id begins every primary key, and every statement names it (decision 039).
-- Rows of bookings and idempotency keys are never deleted, and one transaction inserts an event, its deliveries and their
-- booking, so these tables do not refer to each other: a reference needs an index, and deleting old history would search it.

CREATE TABLE new_bookings (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  step INTEGER NOT NULL,
  livemode INTEGER NOT NULL CHECK (livemode IN (0, 1)),
  document TEXT NOT NULL CHECK (json_valid(document)),
  status TEXT NOT NULL GENERATED ALWAYS AS (document ->> '$.status') STORED,
  expires_at TEXT GENERATED ALWAYS AS (document ->> '$.expires_at') STORED,
  PRIMARY KEY (organization_id, id)
) STRICT;
INSERT INTO new_bookings (organization_id, id, version, step, livemode, document)
SELECT organization_id, id, version, step, livemode, document FROM bookings ORDER BY rowid;

CREATE TABLE new_idempotency_keys (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  livemode INTEGER NOT NULL CHECK (livemode IN (0, 1)),
  idempotency_key TEXT NOT NULL,
  booking_id TEXT NOT NULL,
  PRIMARY KEY (organization_id, livemode, idempotency_key)
) STRICT, WITHOUT ROWID;
INSERT INTO new_idempotency_keys (organization_id, livemode, idempotency_key, booking_id)
SELECT organization_id, livemode, idempotency_key, booking_id FROM idempotency_keys;

CREATE TABLE new_runs (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  booking_id TEXT NOT NULL,
  provider TEXT NOT NULL,
  step INTEGER NOT NULL,
  answer TEXT CHECK (json_valid(answer)),
  changes TEXT CHECK (json_valid(changes)),
  attempt INTEGER NOT NULL DEFAULT 0,
  ready INTEGER NOT NULL CHECK (ready IN (0, 1)),
  due_at TEXT NOT NULL,
  lease_until TEXT,
  lease_token TEXT,
  began TEXT NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0,
  failing_since TEXT,
  PRIMARY KEY (organization_id, booking_id),
  FOREIGN KEY (organization_id, booking_id) REFERENCES new_bookings (organization_id, id)
) STRICT;
INSERT INTO new_runs (organization_id, booking_id, provider, step, answer, changes, attempt, ready, due_at, lease_until,
  lease_token, began, failures, failing_since)
SELECT organization_id, booking_id, provider, step, answer, changes, attempt, ready, due_at, lease_until,
  lease_token, began, failures, failing_since
FROM runs ORDER BY rowid;

CREATE TABLE new_events (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id TEXT NOT NULL,
  booking_id TEXT NOT NULL,
  type TEXT NOT NULL,
  created TEXT NOT NULL,
  payload TEXT NOT NULL,
  PRIMARY KEY (organization_id, id)
) STRICT;
INSERT INTO new_events (organization_id, id, booking_id, type, created, payload)
SELECT organization_id, id, booking_id, type, created, payload FROM events ORDER BY rowid;

CREATE TABLE new_delivery_attempts (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  delivery_id TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  started TEXT NOT NULL,
  duration_ms INTEGER NOT NULL,
  status INTEGER,
  error TEXT,
  answer TEXT,
  request_headers TEXT CHECK (json_valid(request_headers)),
  PRIMARY KEY (organization_id, delivery_id, attempt)
) STRICT, WITHOUT ROWID;
INSERT INTO new_delivery_attempts
  (organization_id, delivery_id, attempt, started, duration_ms, status, error, answer, request_headers)
SELECT d.organization_id, a.delivery_id, a.attempt, a.started, a.duration_ms, a.status, a.error, a.answer, a.request_headers
FROM delivery_attempts a JOIN deliveries d ON d.id = a.delivery_id;

CREATE TABLE new_deliveries (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'succeeded', 'abandoned')),
  attempts INTEGER NOT NULL DEFAULT 0,
  attempts_allowed INTEGER NOT NULL,
  due_at TEXT NOT NULL,
  lease_until TEXT,
  lease_token TEXT,
  PRIMARY KEY (organization_id, id)
) STRICT;
INSERT INTO new_deliveries
  (organization_id, id, event_id, state, attempts, attempts_allowed, due_at, lease_until, lease_token)
SELECT organization_id, id, event_id, state, attempts, attempts_allowed, due_at, lease_until, lease_token
FROM deliveries ORDER BY rowid;

CREATE TABLE new_sessions (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  document TEXT NOT NULL CHECK (json_valid(document)),
  session_reference TEXT NOT NULL,
  card_reference TEXT,
  verified_at TEXT,
  PRIMARY KEY (organization_id, id)
) STRICT;
INSERT INTO new_sessions (organization_id, id, version, document, session_reference, card_reference, verified_at)
SELECT organization_id, id, version, document, session_reference, card_reference, verified_at FROM sessions ORDER BY rowid;

-- Referring tables first.
DROP TABLE delivery_attempts;
DROP TABLE deliveries;
DROP TABLE events;
DROP TABLE runs;
DROP TABLE idempotency_keys;
DROP TABLE bookings;
DROP TABLE sessions;
ALTER TABLE new_bookings RENAME TO bookings;
ALTER TABLE new_idempotency_keys RENAME TO idempotency_keys;
ALTER TABLE new_runs RENAME TO runs;
ALTER TABLE new_events RENAME TO events;
ALTER TABLE new_deliveries RENAME TO deliveries;
ALTER TABLE new_delivery_attempts RENAME TO delivery_attempts;
ALTER TABLE new_sessions RENAME TO sessions;

CREATE INDEX bookings_expiring ON bookings (expires_at) WHERE status = 'requires_action';
CREATE INDEX runs_ready ON runs (provider, organization_id, due_at) WHERE ready = 1;
CREATE INDEX runs_waiting ON runs (due_at) WHERE ready = 0 AND lease_until IS NULL;
CREATE INDEX runs_leased ON runs (lease_until) WHERE ready = 0 AND lease_until IS NOT NULL;
-- Ids begin with the time and rise within a process, so they also order rows of the same moment.
CREATE INDEX deliveries_due ON deliveries (organization_id, due_at, id) WHERE state = 'pending';
CREATE INDEX deliveries_spent ON deliveries (id) WHERE state = 'pending' AND attempts >= attempts_allowed;
CREATE INDEX deliveries_leased ON deliveries (lease_token) WHERE lease_token IS NOT NULL;
CREATE INDEX sessions_verified ON sessions (organization_id, verified_at, id) WHERE verified_at IS NOT NULL;
DROP INDEX session_creations_latest;
CREATE INDEX session_creations_latest ON session_creations (organization_id, latest);
-- A reference needs an index of the same columns.
CREATE INDEX api_keys_of_organization ON api_keys (organization_id);
