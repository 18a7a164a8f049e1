-- The tables of every service. The functions are in src/store, one file each. A service adds tables in migrations of its own.
-- Instants are RFC 3339 UTC text with milliseconds, as on the wire: in this collation they sort by time.
-- Every statement names organization_id. It begins every primary key but those of the history. Idempotency keys are never deleted, and one function
-- inserts an event and its deliveries, so these tables do not refer to each other: a reference needs an index, and deleting old
-- history would search it.
-- Where a table has other indexes, its primary key comes after them. While a table is new, all indexes that find its rows by one column
-- of the key cost the same, and the planner uses the newest. Every connection keeps that plan until the table is analyzed.

-- track: kernel or service, each with numbers of its own. serves: the digests of the programs that the database serves, in the row of
-- the newest migration of the kernel.
CREATE TABLE migrations (
  track text NOT NULL CHECK (track IN ('kernel', 'service')),
  number integer NOT NULL,
  serves text[],
  PRIMARY KEY (track, number)
);

CREATE DOMAIN instant AS text COLLATE "C";

-- number: the order of creation. test_allowance: how many test operations the organization may complete, and test_confirmed, how many
-- it has completed. They are here, and not in a table of the service, because the function that finds a caller returns them: a check
-- of the allowance needs no other read. A service without an allowance stores 0. prepared_secret: the next signing secret (ORG-5). Both secrets are sealed by the program.
CREATE TABLE organizations (
  id text PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  created instant NOT NULL,
  suspended boolean NOT NULL DEFAULT false,
  webhook_url text,
  signing_secret text NOT NULL,
  prepared_secret text,
  secret_prepared_at instant,
  rate_limit integer NOT NULL CHECK (rate_limit > 0),
  test_allowance integer NOT NULL DEFAULT 0 CHECK (test_allowance >= 0),
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
  last_used_at instant,
  revoked_at instant
);

CREATE INDEX api_keys_of_organization ON api_keys (organization_id, id);

-- Callers of the admin contract. A token is found by its digest. A member's token names its organization; that of an operator has
-- none.
CREATE TABLE access_tokens (
  id text PRIMARY KEY,
  organization_id text,
  digest text NOT NULL UNIQUE,
  role text NOT NULL CHECK (role IN ('viewer', 'developer', 'admin', 'monitoring', 'support', 'operator')),
  name text NOT NULL,
  created instant NOT NULL,
  last_used_at instant,
  expires_at instant,
  revoked_at instant,
  CHECK ((organization_id IS NULL) = (role IN ('monitoring', 'support', 'operator')))
);

-- The people who were invited to an organization, or by the operator: these have no organization. An address is in lower case.
CREATE TABLE members (
  id text PRIMARY KEY,
  organization_id text REFERENCES organizations (id),
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('viewer', 'developer', 'admin', 'support', 'operator')),
  created instant NOT NULL,
  signed_in_at instant,
  CHECK ((organization_id IS NULL) = (role IN ('support', 'operator')))
);

-- An address is once in an organization, and once without one.
CREATE UNIQUE INDEX members_of_organization ON members (coalesce(organization_id, ''), email);

-- A person who wants to sign in names the address alone.
CREATE INDEX members_by_email ON members (email);

-- The access of people to the dashboard. A row begins as a sign-in link and becomes a session when the link is used: then the
-- digest of the session's token replaces that of the link. Rows are removed by a sign-out, by a revocation, and some time after
-- they expire. The role of a member's session is that of the member, and the session ends with the member.
-- The session of a person whom an issuer signed in has the digest of the account there, and that of the sign-in, which starts one
-- session.
CREATE TABLE dashboard_sessions (
  id text PRIMARY KEY,
  organization_id text,
  digest text NOT NULL UNIQUE,
  role text NOT NULL CHECK (role IN ('viewer', 'developer', 'admin', 'support', 'operator')),
  name text,
  created instant NOT NULL,
  signed_in_at instant,
  last_used_at instant,
  expires_at instant NOT NULL,
  member_id text REFERENCES members (id) ON DELETE CASCADE,
  account_digest text,
  flow_digest text UNIQUE,
  CHECK ((organization_id IS NULL) = (role IN ('support', 'operator'))),
  CHECK ((signed_in_at IS NULL) = (last_used_at IS NULL))
);

CREATE INDEX dashboard_sessions_of_member ON dashboard_sessions (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX dashboard_sessions_of_person ON dashboard_sessions (coalesce(member_id, account_digest));
CREATE INDEX dashboard_sessions_of_organization ON dashboard_sessions (organization_id, id);

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

-- One row for each window of an organization, whose name says what it counts. Not logged: a crash of the database loses the counts of the current window, and nothing else.
-- Half of each page is free, so that a count does not move a row to another page. Here and in the queues below, few rows change
-- all the time: they are vacuumed after a number of changes, and without pauses.
CREATE UNLOGGED TABLE rate_windows (
  organization_id text NOT NULL,
  name text NOT NULL,
  window_start instant NOT NULL,
  calls integer NOT NULL,
  PRIMARY KEY (organization_id, name)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

CREATE TABLE idempotency_keys (
  organization_id text NOT NULL REFERENCES organizations (id),
  livemode boolean NOT NULL,
  idempotency_key text NOT NULL,
  subject_id text NOT NULL,
  PRIMARY KEY (organization_id, livemode, idempotency_key)
);

-- The history: events, the deliveries that are over, and attempts are partitioned by time (DLV-14): their ids begin with it. See
-- create_history_partitions. Rows of all organizations arrive in order of id, so an index that begins with the id stays full. One that
-- begins with the organization is half empty.
-- payload: the exact text that every attempt sends and signs. request_id, traceparent: those of the request or run that caused it.
-- subject_id: the row of the service that the event is about. livemode: null in a test event, which no list of an organization has (EVT-5).
CREATE TABLE events (
  organization_id text NOT NULL,
  id text NOT NULL,
  subject_id text NOT NULL,
  type text NOT NULL,
  created instant NOT NULL,
  payload text NOT NULL,
  livemode boolean,
  request_id text,
  traceparent text
) PARTITION BY RANGE (id);

CREATE INDEX events_of_subject ON events (organization_id, subject_id, id COLLATE "C");
CREATE INDEX events_listed ON events (organization_id, livemode, type, id COLLATE "C");

-- A delivery moves from the partition of pending ones to the history when it is over, and back when it is resent. So history rows are
-- written once, and the claims of all deliveries leave their dead rows in a small table. A join that changes pending deliveries names the
-- two other states. The planner takes "= 'pending'" for a rare value while the table is new, and would read the whole partition for it.
-- attempts_allowed: a resend by hand raises it (DLV-10). due_at: null when the delivery is over. status_class: the outcome of the last recorded attempt. first_*: the first
-- attempt, which is the only one of most deliveries; see delivery_attempts for the columns. Its start is null until it is recorded.
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
  due_at instant CHECK (due_at IS NOT NULL OR state <> 'pending'),
  lease_until instant,
  lease_token text,
  first_request_headers text,
  first_started_at instant,
  first_duration_ms integer,
  first_status integer,
  first_error text,
  first_cause text,
  first_answer text,
  first_answer_deleted_at instant
) PARTITION BY LIST (state);

-- Claims are HOT updates, which need room in the page of the row.
CREATE TABLE deliveries_pending PARTITION OF deliveries FOR VALUES IN ('pending')
  WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
CREATE TABLE deliveries_done PARTITION OF deliveries FOR VALUES IN ('succeeded', 'abandoned') PARTITION BY RANGE (id);

-- Each organization's deliveries are claimed separately (DLV-9). Claims read in the order of this index, however many fell due at
-- the same moment.
CREATE INDEX deliveries_due ON deliveries_pending (organization_id, due_at, id);
CREATE INDEX deliveries_listed ON deliveries (organization_id, event_type, state, status_class, id COLLATE "C");

-- The second and later attempts. cause: the reason why there was no response, as openapi/behavior/delivery.yaml lists it.
-- answer_deleted_at: the time at which the stored response was deleted by hand.
CREATE TABLE delivery_attempts (
  organization_id text NOT NULL,
  delivery_id text NOT NULL,
  attempt integer NOT NULL CHECK (attempt > 1),
  request_headers text,
  started_at instant NOT NULL,
  duration_ms integer NOT NULL,
  status integer,
  error text,
  cause text,
  answer text,
  answer_deleted_at instant
) PARTITION BY RANGE (delivery_id);

CREATE TABLE events_default PARTITION OF events DEFAULT;
CREATE TABLE deliveries_default PARTITION OF deliveries_done DEFAULT;
CREATE TABLE delivery_attempts_default PARTITION OF delivery_attempts DEFAULT;

ALTER TABLE events ADD PRIMARY KEY (id);
-- The key of a partitioned table must have its column, so each of the two has a key of its own.
ALTER TABLE deliveries_pending ADD PRIMARY KEY (id);
ALTER TABLE deliveries_done ADD PRIMARY KEY (id);
ALTER TABLE delivery_attempts ADD PRIMARY KEY (delivery_id, attempt);

-- Every recorded attempt.
CREATE VIEW recorded_attempts AS
  SELECT organization_id, id AS delivery_id, 1 AS attempt, first_request_headers AS request_headers, first_started_at AS started_at,
    first_duration_ms AS duration_ms, first_status AS status, first_error AS error, first_cause AS cause, first_answer AS answer,
    first_answer_deleted_at AS answer_deleted_at
  FROM deliveries WHERE first_started_at IS NOT NULL
  UNION ALL
  SELECT organization_id, delivery_id, attempt, request_headers, started_at, duration_ms, status, error, cause, answer, answer_deleted_at
  FROM delivery_attempts;

-- One row for each organization that has, or had, deliveries to send: no statement reads all deliveries that wait.
--   next_turn_at    no delivery of the organization is due before; null if none waits
--   oldest_due_at   no delivery that waits, or is under way, was due before
--   slow            the last turn met a receiver that did not respond in time
--   settles_at      null while a new delivery need not write the row; see end_turns.sql
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
--   responded_ms, slowest_ms      the time until the responses: its sum, which is a whole number, and its maximum
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
  responded_ms double precision NOT NULL DEFAULT 0,
  slowest_ms integer NOT NULL DEFAULT 0,
  last_success instant,
  failing_since instant
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

-- For the removal of old hours. An hour is written to it once.
CREATE INDEX delivery_counts_by_hour ON delivery_counts (hour);

ALTER TABLE delivery_counts ADD PRIMARY KEY (organization_id, hour);

-- The organizations whose members were told that their deliveries keep failing. The one instance that writes the row tells them, and the one
-- that deletes it tells them that deliveries arrive again.
CREATE TABLE delivery_incidents (
  organization_id text PRIMARY KEY REFERENCES organizations (id),
  failing_since instant NOT NULL
);
