-- The comments of migrations/postgres/0001_start.sql apply; those below are about SQLite alone. Instants are RFC 3339 UTC text with
-- milliseconds, which sorts by time.

CREATE TABLE organizations (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  created TEXT NOT NULL,
  suspended INTEGER NOT NULL DEFAULT 0 CHECK (suspended IN (0, 1)),
  webhook_url TEXT,
  signing_secret TEXT NOT NULL,
  prepared_secret TEXT,
  secret_prepared_at TEXT,
  rate_limit INTEGER NOT NULL CHECK (rate_limit > 0),
  test_allowance INTEGER NOT NULL DEFAULT 0 CHECK (test_allowance >= 0),
  test_confirmed INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  digest TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL DEFAULT '',
  last4 TEXT,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  scopes TEXT NOT NULL CHECK (json_valid(scopes)),
  created TEXT NOT NULL,
  last_used_at TEXT,
  revoked_at TEXT
) STRICT;

CREATE INDEX api_keys_of_organization ON api_keys (organization_id, id);

CREATE TABLE access_tokens (
  id TEXT PRIMARY KEY,
  organization_id TEXT,
  digest TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL CHECK (role IN ('viewer', 'developer', 'admin', 'monitoring', 'support', 'operator')),
  name TEXT NOT NULL,
  created TEXT NOT NULL,
  last_used_at TEXT,
  expires_at TEXT,
  revoked_at TEXT,
  CHECK ((organization_id IS NULL) = (role IN ('monitoring', 'support', 'operator')))
) STRICT;

CREATE TABLE members (
  id TEXT PRIMARY KEY,
  organization_id TEXT REFERENCES organizations (id),
  email TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('viewer', 'developer', 'admin', 'support', 'operator')),
  created TEXT NOT NULL,
  signed_in_at TEXT,
  CHECK ((organization_id IS NULL) = (role IN ('support', 'operator')))
) STRICT;

CREATE UNIQUE INDEX members_of_organization ON members (coalesce(organization_id, ''), email);

CREATE INDEX members_by_email ON members (email);

CREATE TABLE dashboard_sessions (
  id TEXT PRIMARY KEY,
  organization_id TEXT,
  digest TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL CHECK (role IN ('viewer', 'developer', 'admin', 'support', 'operator')),
  name TEXT,
  created TEXT NOT NULL,
  signed_in_at TEXT,
  last_used_at TEXT,
  expires_at TEXT NOT NULL,
  member_id TEXT REFERENCES members (id) ON DELETE CASCADE,
  account_digest TEXT,
  flow_digest TEXT UNIQUE,
  CHECK ((organization_id IS NULL) = (role IN ('support', 'operator'))),
  CHECK ((signed_in_at IS NULL) = (last_used_at IS NULL))
) STRICT;

CREATE INDEX dashboard_sessions_of_member ON dashboard_sessions (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX dashboard_sessions_of_person ON dashboard_sessions (coalesce(member_id, account_digest));
CREATE INDEX dashboard_sessions_of_organization ON dashboard_sessions (organization_id, id);

CREATE TABLE audit_entries (
  organization_id TEXT NOT NULL,
  id TEXT NOT NULL,
  created TEXT NOT NULL,
  actor_kind TEXT NOT NULL,
  actor_id TEXT,
  actor_name TEXT,
  action TEXT NOT NULL,
  target TEXT,
  details TEXT NOT NULL CHECK (json_valid(details)),
  PRIMARY KEY (organization_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX audit_entries_newest ON audit_entries (id || '');

-- seal(text, owner) is a function of the program.
CREATE TABLE sealing (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  check_value TEXT NOT NULL
) STRICT;

INSERT INTO sealing (only_row, check_value) VALUES (1, seal('check', 'check_value'));

CREATE TABLE idempotency_keys (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  livemode INTEGER NOT NULL CHECK (livemode IN (0, 1)),
  idempotency_key TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  PRIMARY KEY (organization_id, livemode, idempotency_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE events (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  type TEXT NOT NULL,
  created TEXT NOT NULL,
  payload TEXT NOT NULL,
  livemode INTEGER CHECK (livemode IN (0, 1)),
  request_id TEXT,
  traceparent TEXT,
  PRIMARY KEY (organization_id, id)
) STRICT;

CREATE INDEX events_of_subject ON events (organization_id, subject_id, id);
CREATE INDEX events_listed ON events (organization_id, livemode, type, id);

CREATE TABLE deliveries (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  event_type TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL CHECK (state IN ('pending', 'succeeded', 'abandoned')),
  attempts INTEGER NOT NULL DEFAULT 0,
  attempts_allowed INTEGER NOT NULL,
  status_class TEXT NOT NULL DEFAULT 'none'
    CHECK (status_class IN ('none', '2xx', '3xx', '4xx', '5xx', 'other', 'no_response')),
  due_at TEXT CHECK (due_at IS NOT NULL OR state <> 'pending'),
  lease_until TEXT,
  lease_token TEXT,
  first_request_headers TEXT CHECK (json_valid(first_request_headers)),
  first_started_at TEXT,
  first_duration_ms INTEGER,
  first_status INTEGER,
  first_error TEXT,
  first_cause TEXT,
  first_answer TEXT,
  first_answer_deleted_at TEXT,
  PRIMARY KEY (organization_id, id)
) STRICT;

-- A last attempt whose outcome a crash lost is found in its organization's turn. No index has `attempts`, which each claim changes.
CREATE INDEX deliveries_due ON deliveries (organization_id, due_at, id) WHERE state = 'pending';
-- A start ends the leases of the previous process without reading every organization.
CREATE INDEX deliveries_leased ON deliveries (lease_token) WHERE lease_token IS NOT NULL;
CREATE INDEX deliveries_listed ON deliveries (organization_id, event_type, state, status_class, id);

CREATE TABLE delivery_attempts (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  delivery_id TEXT NOT NULL,
  attempt INTEGER NOT NULL CHECK (attempt > 1),
  request_headers TEXT CHECK (json_valid(request_headers)),
  started_at TEXT NOT NULL,
  duration_ms INTEGER NOT NULL,
  status INTEGER,
  error TEXT,
  cause TEXT,
  answer TEXT,
  answer_deleted_at TEXT,
  PRIMARY KEY (organization_id, delivery_id, attempt)
) STRICT, WITHOUT ROWID;

CREATE VIEW recorded_attempts AS
  SELECT organization_id, id AS delivery_id, 1 AS attempt, first_request_headers AS request_headers, first_started_at AS started_at,
    first_duration_ms AS duration_ms, first_status AS status, first_error AS error, first_cause AS cause, first_answer AS answer,
    first_answer_deleted_at AS answer_deleted_at
  FROM deliveries WHERE first_started_at IS NOT NULL
  UNION ALL
  SELECT organization_id, delivery_id, attempt, request_headers, started_at, duration_ms, status, error, cause, answer, answer_deleted_at
  FROM delivery_attempts;

CREATE TABLE delivery_queues (
  organization_id TEXT PRIMARY KEY REFERENCES organizations (id),
  next_turn_at TEXT,
  oldest_due_at TEXT,
  slow INTEGER NOT NULL DEFAULT 0 CHECK (slow IN (0, 1)),
  lease_until TEXT,
  lease_token TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX delivery_queues_next ON delivery_queues (slow, next_turn_at) WHERE next_turn_at IS NOT NULL;
CREATE INDEX delivery_queues_oldest ON delivery_queues (oldest_due_at) WHERE oldest_due_at IS NOT NULL;
CREATE INDEX delivery_queues_leased ON delivery_queues (lease_token) WHERE lease_token IS NOT NULL;

CREATE TABLE delivery_counts (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  hour TEXT NOT NULL,
  succeeded INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  abandoned INTEGER NOT NULL DEFAULT 0,
  status_2xx INTEGER NOT NULL DEFAULT 0,
  status_3xx INTEGER NOT NULL DEFAULT 0,
  status_4xx INTEGER NOT NULL DEFAULT 0,
  status_5xx INTEGER NOT NULL DEFAULT 0,
  status_other INTEGER NOT NULL DEFAULT 0,
  no_response INTEGER NOT NULL DEFAULT 0,
  responded_ms INTEGER NOT NULL DEFAULT 0,
  slowest_ms INTEGER NOT NULL DEFAULT 0,
  last_success TEXT,
  failing_since TEXT,
  PRIMARY KEY (organization_id, hour)
) STRICT, WITHOUT ROWID;

CREATE INDEX delivery_counts_by_hour ON delivery_counts (hour);

CREATE TABLE delivery_incidents (
  organization_id TEXT PRIMARY KEY REFERENCES organizations (id),
  failing_since TEXT NOT NULL
) STRICT, WITHOUT ROWID;
