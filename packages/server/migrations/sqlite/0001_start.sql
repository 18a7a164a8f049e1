-- The comments of migrations/postgres/0001_start.sql apply; those below are about SQLite alone.

-- Only status and expires_at are generated from the document: each index with a generated column parses the document again at
-- each write.
CREATE TABLE bookings (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  step INTEGER NOT NULL,
  livemode INTEGER NOT NULL CHECK (livemode IN (0, 1)),
  document TEXT NOT NULL CHECK (json_valid(document)),
  status TEXT NOT NULL GENERATED ALWAYS AS (document ->> '$.status') STORED,
  expires_at TEXT GENERATED ALWAYS AS (document ->> '$.expires_at') STORED,
  expiry_lease_until TEXT,
  provider TEXT,
  created TEXT,
  confirmation_code TEXT,
  payment_status TEXT,
  payment_unsettled INTEGER CHECK (payment_unsettled IN (0, 1)),
  PRIMARY KEY (organization_id, id)
) STRICT;

CREATE INDEX bookings_expiring ON bookings (expires_at) WHERE status = 'requires_action';
CREATE INDEX bookings_listed ON bookings (organization_id, livemode, status, created, id);
CREATE INDEX bookings_by_confirmation ON bookings (organization_id, confirmation_code, created, id)
  WHERE confirmation_code IS NOT NULL;
CREATE INDEX bookings_with_payment ON bookings (organization_id, payment_unsettled, payment_status, created, id)
  WHERE payment_status IS NOT NULL;

CREATE TABLE runs (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  booking_id TEXT NOT NULL,
  provider TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
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
  last_error TEXT,
  pending_step INTEGER,
  request_id TEXT,
  traceparent TEXT,
  PRIMARY KEY (organization_id, booking_id, provider),
  FOREIGN KEY (organization_id, booking_id) REFERENCES bookings (organization_id, id)
) STRICT;

CREATE INDEX runs_ready ON runs (provider, organization_id, due_at) WHERE ready = 1;
CREATE INDEX runs_waiting ON runs (due_at) WHERE ready = 0 AND lease_until IS NULL;
CREATE INDEX runs_leased ON runs (lease_until) WHERE ready = 0 AND lease_until IS NOT NULL;
CREATE INDEX runs_stuck
  ON runs (CASE WHEN pending_step = step THEN began ELSE failing_since END, organization_id, booking_id,
    CASE WHEN provider = '@card-service' THEN 1 ELSE 0 END)
  WHERE failing_since IS NOT NULL OR pending_step = step;

CREATE TABLE booking_calls (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  booking_id TEXT NOT NULL,
  calls TEXT NOT NULL CHECK (json_valid(calls)),
  recorded INTEGER NOT NULL,
  latest TEXT NOT NULL,
  PRIMARY KEY (organization_id, booking_id)
) STRICT;

CREATE INDEX booking_calls_latest ON booking_calls (latest);

CREATE TABLE booking_reads (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  booking_id TEXT NOT NULL,
  provider TEXT NOT NULL,
  mode TEXT NOT NULL,
  cause TEXT NOT NULL CHECK (cause IN ('event', 'sweep')),
  due_at TEXT NOT NULL,
  failures INTEGER NOT NULL,
  version INTEGER NOT NULL,
  lease_until TEXT,
  PRIMARY KEY (organization_id, booking_id),
  FOREIGN KEY (organization_id, booking_id) REFERENCES bookings (organization_id, id)
) STRICT;

CREATE INDEX booking_reads_due ON booking_reads (provider, mode, cause, due_at);
-- An expression, so that no claim reads the due rows of all providers in this order.
CREATE INDEX booking_reads_next ON booking_reads (due_at || '');

CREATE TABLE sessions (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  document TEXT NOT NULL CHECK (json_valid(document)),
  code TEXT,
  destination TEXT,
  expires_at TEXT NOT NULL,
  card_reference TEXT,
  verified_at TEXT,
  PRIMARY KEY (organization_id, id)
) STRICT;

CREATE INDEX sessions_verified ON sessions (organization_id, verified_at, id) WHERE verified_at IS NOT NULL;
CREATE INDEX sessions_code ON sessions (organization_id, expires_at) WHERE code IS NOT NULL;

CREATE TABLE session_creations (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  destination TEXT NOT NULL,
  recent TEXT NOT NULL CHECK (json_valid(recent)),
  latest TEXT NOT NULL,
  PRIMARY KEY (organization_id, destination)
) STRICT;

CREATE INDEX session_creations_latest ON session_creations (organization_id, latest);

CREATE TABLE requests (
  organization_id TEXT NOT NULL,
  mode TEXT NOT NULL,
  position TEXT NOT NULL,
  id TEXT,
  created TEXT NOT NULL,
  operation TEXT NOT NULL,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  status INTEGER,
  error_code TEXT,
  key_id TEXT NOT NULL,
  idempotency_key TEXT,
  booking_id TEXT,
  latency_ms INTEGER NOT NULL,
  PRIMARY KEY (organization_id, mode, position)
) STRICT, WITHOUT ROWID;

-- The ids that callers chose. Of all others, the position is the id.
CREATE INDEX requests_by_id ON requests (organization_id, id, mode, position) WHERE id IS NOT NULL;
CREATE INDEX requests_with_fault ON requests (position) WHERE status >= 500;
CREATE INDEX requests_failed ON requests (organization_id, mode, position) WHERE status >= 400;
CREATE INDEX requests_by_key ON requests (organization_id, idempotency_key, mode, position) WHERE idempotency_key IS NOT NULL;
CREATE INDEX requests_by_booking ON requests (organization_id, booking_id, position)
  WHERE booking_id IS NOT NULL AND (method <> 'GET' OR status IS NULL OR status >= 400);
