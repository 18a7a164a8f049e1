-- The tables. The functions are in src/store, one file each.
-- Instants are RFC 3339 UTC text with milliseconds, as on the wire: in this collation they sort by time. A booking is stored as
-- the JSON document of the wire, with its exact text (json, not jsonb). No statement reads inside a document: a name in it may
-- hold \u0000, which no operator of json takes.
-- organization_id begins every primary key, and every statement names it. Rows of bookings and idempotency keys are never
-- deleted, and one function inserts an event, its deliveries and their booking, so these tables do not refer to each other: a
-- reference needs an index, and deleting old history would search it.

-- functions: the digest of the functions in the database, in the row of the newest migration.
CREATE TABLE migrations (
  number integer PRIMARY KEY,
  functions text
);

CREATE DOMAIN instant AS text COLLATE "C";

-- number: the order of creation. prepared_secret: the next signing secret (ORG-5). Both secrets are sealed by the program.
CREATE TABLE organizations (
  id text PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  created instant NOT NULL,
  suspended boolean NOT NULL DEFAULT false,
  webhook_url text,
  signing_secret text NOT NULL,
  prepared_secret text,
  secret_prepared instant,
  rate_limit integer NOT NULL CHECK (rate_limit > 0),
  test_allowance integer NOT NULL CHECK (test_allowance >= 0),
  test_confirmed integer NOT NULL DEFAULT 0
);

-- Only a key's SHA-256 is stored (AUT-7).
CREATE TABLE api_keys (
  id text PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY,
  organization_id text NOT NULL REFERENCES organizations (id),
  digest text NOT NULL UNIQUE,
  name text NOT NULL DEFAULT '',
  last4 text,
  mode text NOT NULL CHECK (mode IN ('test', 'live')),
  scopes text[] NOT NULL,
  created instant NOT NULL,
  last_used instant,
  revoked instant
);

CREATE INDEX api_keys_of_organization ON api_keys (organization_id, id);

-- Callers of the admin contract. A token is found by its digest. A member's token names its organization; that of an operator has
-- none. A distributed database has this table on every node, like api_keys and dashboard_sessions.
CREATE TABLE access_tokens (
  id text PRIMARY KEY,
  organization_id text,
  digest text NOT NULL UNIQUE,
  role text NOT NULL CHECK (role IN ('viewer', 'developer', 'admin', 'monitoring', 'support', 'operator')),
  name text NOT NULL,
  created instant NOT NULL,
  last_used instant,
  expires instant,
  revoked instant,
  CHECK ((organization_id IS NULL) = (role IN ('monitoring', 'support', 'operator')))
);

-- The access of people to the dashboard. A row begins as a sign-in link and becomes a session when the link is used: then the
-- digest of the session's token replaces that of the link. Rows are removed by a sign-out, by a revocation, and some time after
-- they expire.
CREATE TABLE dashboard_sessions (
  id text PRIMARY KEY,
  organization_id text,
  digest text NOT NULL UNIQUE,
  role text NOT NULL CHECK (role IN ('viewer', 'developer', 'admin', 'operator')),
  name text,
  created instant NOT NULL,
  signed_in instant,
  last_used instant,
  expires instant NOT NULL,
  CHECK ((organization_id IS NULL) = (role = 'operator')),
  CHECK ((signed_in IS NULL) = (last_used IS NULL))
);

-- The log of actions. Rows are only inserted: no statement updates or deletes one, and retention leaves them. An action on the
-- whole service has the empty text as its organization.
CREATE TABLE audit_entries (
  organization_id text NOT NULL,
  id text NOT NULL,
  created instant NOT NULL,
  actor_kind text NOT NULL,
  actor_id text,
  actor_name text,
  action text NOT NULL,
  target text,
  details json NOT NULL,
  PRIMARY KEY (organization_id, id)
);

-- The operator reads the entries of all organizations in order of time. The index is on an expression, so that no plan reads the
-- entries of one organization in this order and filters those of all others.
CREATE INDEX audit_entries_newest ON audit_entries ((id || ''));

-- check_value: tested at each opening. It opens only with the key that sealed the signing secrets.
CREATE TABLE sealing (
  only_row integer PRIMARY KEY CHECK (only_row = 1),
  check_value text NOT NULL
);

-- One row for each organization. Not logged: a crash of the database loses the counts of the current window, and nothing else.
-- Half of each page is free, so that a count does not move a row to another page. Here and in the queues below, few rows change
-- all the time: they are vacuumed after a number of changes, and without pauses.
CREATE UNLOGGED TABLE rate_windows (
  organization_id text PRIMARY KEY,
  window_start instant NOT NULL,
  calls integer NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

-- version: every write raises and compares it. step: the number of times that the provider was started.
-- livemode, status, expires_at, provider, created, confirmation_code: copies from the document, for conditions and order.
-- expiry_lease_until: expired bookings are claimed in batches. It needs no index: a claim passes at most the claims under way.
-- A fifth of a large table would be too many dead rows between two vacuums: the index of expiring bookings leads to each.
CREATE TABLE bookings (
  organization_id text NOT NULL REFERENCES organizations (id),
  id text NOT NULL,
  version integer NOT NULL,
  step integer NOT NULL,
  livemode boolean NOT NULL,
  status text NOT NULL,
  expires_at instant,
  expiry_lease_until instant,
  provider text,
  created instant,
  confirmation_code text,
  document json NOT NULL,
  PRIMARY KEY (organization_id, id)
) WITH (autovacuum_vacuum_scale_factor = 0.02);

CREATE INDEX bookings_expiring ON bookings (expires_at) WHERE status = 'requires_action';

-- The indexes of lists. Every filter is an equality on the first columns, and the last columns are the order of the list, so a page
-- reads only a few rows more than it returns. The last column is `id COLLATE "C"`, and so is the order of the list. No other index
-- has this order. Without it the planner could read a list in the order of another index and filter the rows: its statistics may
-- say that all deliveries have one state, while a list is about the few that have another.
CREATE INDEX bookings_listed ON bookings (organization_id, livemode, status, created, id);
CREATE INDEX bookings_of_provider ON bookings (organization_id, provider, livemode, status, created, id COLLATE "C");
CREATE INDEX bookings_by_confirmation ON bookings (organization_id, confirmation_code, created, id COLLATE "C")
  WHERE confirmation_code IS NOT NULL;

CREATE TABLE idempotency_keys (
  organization_id text NOT NULL REFERENCES organizations (id),
  livemode boolean NOT NULL,
  idempotency_key text NOT NULL,
  subject_id text NOT NULL,
  PRIMARY KEY (organization_id, livemode, idempotency_key)
);

-- The work at providers: one row for each booking with work, deleted when it is done. Each organization's runs at each provider
-- are claimed separately (DLV-13). STA-14 limits how long a provider may fail.
--   changes        the content of a modification; a run with changes calls the provider's modify
--   ready          it may be claimed now; else it waits until due_at, or is worked on until lease_until
--   began          when the first run of this step was due
--   failures       the consecutive failed calls of the provider, since failing_since
--   pending_step   the step at which the provider was pending in its last response
--   request_id, traceparent   those of the request that stored the run; null for work without a request
CREATE TABLE runs (
  organization_id text NOT NULL REFERENCES organizations (id),
  booking_id text NOT NULL,
  provider text NOT NULL,
  step integer NOT NULL,
  answer json,
  changes json,
  attempt integer NOT NULL DEFAULT 0,
  ready boolean NOT NULL,
  due_at instant NOT NULL,
  lease_until instant,
  lease_token text,
  began instant NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  failing_since instant,
  pending_step integer,
  request_id text,
  traceparent text,
  PRIMARY KEY (organization_id, booking_id),
  FOREIGN KEY (organization_id, booking_id) REFERENCES bookings (organization_id, id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

CREATE INDEX runs_ready ON runs (provider, organization_id, due_at) WHERE ready;
CREATE INDEX runs_waiting ON runs (due_at) WHERE NOT ready AND lease_until IS NULL;
CREATE INDEX runs_leased ON runs (lease_until) WHERE NOT ready AND lease_until IS NOT NULL;
-- Stuck runs: those whose provider keeps failing, or stays pending. Only a run that is postponed enters the index, so a run that
-- ends at its first call does not write to it.
CREATE INDEX runs_stuck
  ON runs ((CASE WHEN pending_step = step THEN began ELSE failing_since END), organization_id, booking_id)
  WHERE failing_since IS NOT NULL OR pending_step = step;

-- Events, deliveries and attempts are partitioned by time (DLV-14): their ids begin with it. See create_history_partitions.
-- payload: the exact text that every attempt sends and signs. request_id, traceparent: those of the request or run that caused it.
-- subject_id: what the event is about, here a booking. livemode: null in a test event, which no list of an organization has (EVT-5).
CREATE TABLE events (
  organization_id text NOT NULL,
  id text NOT NULL,
  subject_id text NOT NULL,
  type text NOT NULL,
  created instant NOT NULL,
  payload text NOT NULL,
  livemode boolean,
  request_id text,
  traceparent text,
  PRIMARY KEY (organization_id, id)
) PARTITION BY RANGE (id);

CREATE INDEX events_of_subject ON events (organization_id, subject_id, id COLLATE "C");
CREATE INDEX events_listed ON events (organization_id, livemode, type, id COLLATE "C");

-- attempts_allowed: a resend by hand raises it (DLV-10). status_class: the outcome of the last recorded attempt.
CREATE TABLE deliveries (
  organization_id text NOT NULL,
  id text NOT NULL,
  event_id text NOT NULL,
  event_type text NOT NULL DEFAULT '',
  state text NOT NULL CHECK (state IN ('pending', 'succeeded', 'abandoned')),
  attempts integer NOT NULL DEFAULT 0,
  attempts_allowed integer NOT NULL,
  status_class text NOT NULL DEFAULT 'none'
    CHECK (status_class IN ('none', '2xx', '3xx', '4xx', '5xx', 'other', 'no_response')),
  due_at instant NOT NULL,
  lease_until instant,
  lease_token text,
  PRIMARY KEY (organization_id, id)
) PARTITION BY RANGE (id);

-- Each organization's deliveries are claimed separately (DLV-9). Claims read in the order of this index, however many fell due at
-- the same moment.
CREATE INDEX deliveries_due ON deliveries (organization_id, due_at, id) WHERE state = 'pending';
CREATE INDEX deliveries_listed ON deliveries (organization_id, event_type, state, status_class, id COLLATE "C");

-- cause: the reason why there was no response, as openapi/behavior/delivery.yaml lists it. answer_deleted: the time at which the
-- stored response was deleted by hand.
CREATE TABLE delivery_attempts (
  organization_id text NOT NULL,
  delivery_id text NOT NULL,
  attempt integer NOT NULL,
  request_headers text,
  started instant NOT NULL,
  duration_ms integer NOT NULL,
  status integer,
  error text,
  cause text,
  answer text,
  answer_deleted instant,
  PRIMARY KEY (organization_id, delivery_id, attempt)
) PARTITION BY RANGE (delivery_id);

CREATE TABLE events_default PARTITION OF events DEFAULT;
-- Claims of deliveries are HOT updates, which need room in the page of the row. A fifth of a large table would be too many dead rows
-- between two vacuums.
CREATE TABLE deliveries_default PARTITION OF deliveries DEFAULT
  WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
CREATE TABLE delivery_attempts_default PARTITION OF delivery_attempts DEFAULT;

-- For the removal of old rows, in order.
CREATE INDEX events_default_in_order ON events_default (id);
CREATE INDEX deliveries_default_in_order ON deliveries_default (id) WHERE state <> 'pending';
CREATE INDEX delivery_attempts_default_in_order ON delivery_attempts_default (delivery_id);

-- One row for each organization that has, or had, deliveries to send: no statement reads all deliveries that wait.
--   next_turn_at    no delivery of the organization is due before; null if none waits
--   oldest_due_at   no delivery that waits, or is under way, was due before
--   slow            the last turn met a receiver that did not respond in time
--   settles_at      null while a new delivery need not write the row; see end_turn.sql
CREATE TABLE delivery_queues (
  organization_id text PRIMARY KEY REFERENCES organizations (id),
  next_turn_at instant,
  oldest_due_at instant,
  slow boolean NOT NULL DEFAULT false,
  settles_at instant,
  lease_until instant,
  lease_token text
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

CREATE INDEX delivery_queues_next ON delivery_queues (slow, next_turn_at) WHERE next_turn_at IS NOT NULL;
CREATE INDEX delivery_queues_oldest ON delivery_queues (oldest_due_at) WHERE oldest_due_at IS NOT NULL;

-- The successful and failed attempts and the abandoned deliveries of each hour. A count is written in the transaction that records
-- the attempts, so it is exact and needs no other read.
--   hour                          the first 13 characters of a time: 2026-11-21T09
--   status_2xx … no_response      the attempts, by the class of their response
--   last_success, failing_since   the start of the hour's last successful attempt, and of the first failed attempt after it
CREATE TABLE delivery_counts (
  organization_id text NOT NULL REFERENCES organizations (id),
  hour instant NOT NULL,
  succeeded integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  abandoned integer NOT NULL DEFAULT 0,
  status_2xx integer NOT NULL DEFAULT 0,
  status_3xx integer NOT NULL DEFAULT 0,
  status_4xx integer NOT NULL DEFAULT 0,
  status_5xx integer NOT NULL DEFAULT 0,
  status_other integer NOT NULL DEFAULT 0,
  no_response integer NOT NULL DEFAULT 0,
  last_success instant,
  failing_since instant,
  PRIMARY KEY (organization_id, hour)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

-- For the removal of old hours. An hour is written to it once.
CREATE INDEX delivery_counts_by_hour ON delivery_counts (hour);

-- session_reference, card_reference: the names that the card service has for the session and its card.
CREATE TABLE sessions (
  organization_id text NOT NULL REFERENCES organizations (id),
  id text NOT NULL,
  version integer NOT NULL,
  document json NOT NULL,
  session_reference text NOT NULL,
  card_reference text,
  verified_at instant,
  PRIMARY KEY (organization_id, id)
);

CREATE INDEX sessions_verified ON sessions (organization_id, verified_at) WHERE verified_at IS NOT NULL;

-- The limit of new sessions for one destination (SES-4). destination: a keyed digest. recent: the times of the last creations.
CREATE TABLE session_creations (
  organization_id text NOT NULL REFERENCES organizations (id),
  destination text NOT NULL,
  recent text[] NOT NULL,
  latest instant NOT NULL,
  PRIMARY KEY (organization_id, destination)
);

CREATE INDEX session_creations_latest ON session_creations (organization_id, latest);
