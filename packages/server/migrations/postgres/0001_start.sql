-- The tables of bookings, beside those of the kernel. The comments of its first migration apply.
-- A booking is stored as the JSON document of the wire, with its exact text (json, not jsonb). No statement reads inside a document: a
-- name in it may hold \u0000, which no operator of json takes. Rows of bookings are never deleted.

-- version: every write raises and compares it. step: the number of times that the provider was started.
-- livemode, status, expires_at, provider, created, confirmation_code: copies from the document, for conditions and order.
-- payment_status, payment_unsettled: the same of its payment; null without one. isUnsettled of domain/payment.ts decides the second.
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
  payment_status text,
  payment_unsettled boolean,
  document json NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0.02);

CREATE INDEX bookings_expiring ON bookings (expires_at) WHERE status = 'requires_action';

-- The indexes of lists. Every filter is an equality on the first columns, and the last columns are the order of the list, so a page
-- reads only a few rows more than it returns. The last column is `id COLLATE "C"`, and so is the order of the list. No other index
-- has this order. Without it the planner could read a list in the order of another index and filter the rows: its statistics may
-- say that all deliveries have one state, while a list is about the few that have another.
CREATE INDEX bookings_listed ON bookings (organization_id, livemode, status, created, id);
CREATE INDEX bookings_by_confirmation ON bookings (organization_id, confirmation_code, created, id COLLATE "C")
  WHERE confirmation_code IS NOT NULL;
CREATE INDEX bookings_with_payment
  ON bookings (organization_id, payment_unsettled, payment_status, created, id COLLATE "C") WHERE payment_status IS NOT NULL;

ALTER TABLE bookings ADD PRIMARY KEY (organization_id, id);

-- The work at providers and at the card service, deleted when it is done: at most one row of a booking for each of the two, so neither waits
-- for the other. Each organization's runs at each provider are claimed separately (DLV-13). STA-14 limits how long a provider may fail.
--   provider       the supplier of the booking, or '@card-service', which no supplier is named
--   version        the version of the booking with the last change that asked for this work; a run that has read an earlier one begins anew
--   changes        the content of a modification; a run with changes calls the provider's modify
--   ready          it may be claimed now; else it waits until due_at, or is worked on until lease_until
--   began          when the first run of this step was due
--   failures       the consecutive failed calls of the provider, since failing_since
--   last_error     the error of the last of them, for operators, without data of the guest
--   pending_step   the step at which the provider was pending in its last response
--   request_id, traceparent   those of the request that stored the run; null for work without a request
CREATE TABLE runs (
  organization_id text NOT NULL REFERENCES organizations (id),
  booking_id text NOT NULL,
  provider text NOT NULL,
  version integer NOT NULL DEFAULT 1,
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
  last_error text,
  pending_step integer,
  request_id text,
  traceparent text,
  PRIMARY KEY (organization_id, booking_id, provider),
  FOREIGN KEY (organization_id, booking_id) REFERENCES bookings (organization_id, id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

CREATE INDEX runs_ready ON runs (provider, organization_id, due_at) WHERE ready;
CREATE INDEX runs_waiting ON runs (due_at) WHERE NOT ready AND lease_until IS NULL;
CREATE INDEX runs_leased ON runs (lease_until) WHERE NOT ready AND lease_until IS NOT NULL;
-- Stuck runs: those whose provider keeps failing, or stays pending. Only a run that is postponed enters the index, so a run that
-- ends at its first call does not write to it.
CREATE INDEX runs_stuck
  ON runs ((CASE WHEN pending_step = step THEN began ELSE failing_since END), organization_id, booking_id,
    (CASE WHEN provider = '@card-service' THEN 1 ELSE 0 END))
  WHERE failing_since IS NOT NULL OR pending_step = step;

-- The calls of a booking at its provider and at the card service that failed, were refused or pending, that came after such a call, or that
-- returned money: what its run showed, kept after the run. One row for each booking with such a call. No foreign key: its check would lock
-- the booking after its run.
--   calls      a JSON array of at most 20, oldest first, as text. The first one stays, and the oldest after it are dropped.
--   recorded   the number of calls, with the dropped ones
--   latest     the time of the last one, by which old rows are removed
CREATE TABLE booking_calls (
  organization_id text NOT NULL REFERENCES organizations (id),
  booking_id text NOT NULL,
  calls text NOT NULL,
  recorded integer NOT NULL,
  latest instant NOT NULL,
  PRIMARY KEY (organization_id, booking_id)
);

CREATE INDEX booking_calls_latest ON booking_calls (latest);

-- The confirmed bookings to read at their providers (PRV-4), one row for each; the row is deleted when no read is left to make.
--   cause      event, if the provider sent one; sweep, if the service reads the booking regularly
--   due_at     when to read it
--   lease_until  the end of the lease of the read that is under way
--   failures   the failed reads in a row
--   version    raised by each claim and each event, so that a read ends no row that an event has made due again
CREATE TABLE booking_reads (
  organization_id text NOT NULL REFERENCES organizations (id),
  booking_id text NOT NULL,
  provider text NOT NULL,
  mode text NOT NULL,
  cause text NOT NULL CHECK (cause IN ('event', 'sweep')),
  due_at instant NOT NULL,
  failures integer NOT NULL,
  version integer NOT NULL,
  lease_until instant,
  PRIMARY KEY (organization_id, booking_id),
  FOREIGN KEY (organization_id, booking_id) REFERENCES bookings (organization_id, id)
);

CREATE INDEX booking_reads_due ON booking_reads (provider, mode, cause, due_at);
-- An expression, so that no claim reads the due rows of all providers in this order.
CREATE INDEX booking_reads_next ON booking_reads ((due_at || ''));

-- code: a keyed digest. destination: sealed. Both are null once the session is over. card_reference: the card vault's name of the card.
CREATE TABLE sessions (
  organization_id text NOT NULL REFERENCES organizations (id),
  id text NOT NULL,
  version integer NOT NULL,
  document json NOT NULL,
  code text,
  destination text,
  expires_at instant NOT NULL,
  card_reference text,
  verified_at instant,
  PRIMARY KEY (organization_id, id)
);

CREATE INDEX sessions_verified ON sessions (organization_id, verified_at) WHERE verified_at IS NOT NULL;
CREATE INDEX sessions_code ON sessions (organization_id, expires_at) WHERE code IS NOT NULL;

-- The limit of new sessions for one destination (SES-4). destination: a keyed digest. recent: the times of the last creations.
CREATE TABLE session_creations (
  organization_id text NOT NULL REFERENCES organizations (id),
  destination text NOT NULL,
  recent text[] NOT NULL,
  latest instant NOT NULL
);

CREATE INDEX session_creations_latest ON session_creations (organization_id, latest);

ALTER TABLE session_creations ADD PRIMARY KEY (organization_id, destination);

-- Moves of organizations between cells; see store/moves. A row stands for a move under way, in the database that has the organization and in
-- the one that gets it.
--   state       copying, draining, frozen, moved: it leaves for the cell. arriving, arrived: it comes from the cell.
--   copied_to   every transaction before this one is in the copy
--   moved_at    when the cell got the organization
CREATE TABLE organization_moves (
  organization_id text PRIMARY KEY,
  state text NOT NULL CHECK (state IN ('copying', 'draining', 'frozen', 'moved', 'arriving', 'arrived')),
  cell integer NOT NULL,
  copied_to xid8,
  moved_at instant
);

-- The cell of each id and digest of organizations that were here: they may have the number of this cell.
CREATE TABLE moved_names (
  name text PRIMARY KEY,
  cell integer NOT NULL,
  organization_id text NOT NULL
);

-- The cell of the last move of each organization that has moved, and the number of its moves; see store/moves/homes.ts. Every cell has the
-- records of all cells, so they show that one was restored from a backup older than a move.
CREATE TABLE organization_homes (
  organization_id text PRIMARY KEY,
  epoch integer NOT NULL,
  cell integer NOT NULL,
  moved_at instant NOT NULL
);

-- The log of requests (REQ-1). position: the order in which they arrived; it begins with the time. No foreign key: a log of many rows
-- would check each, and an organization is never removed.
CREATE TABLE requests (
  organization_id text NOT NULL,
  mode text NOT NULL,
  position text COLLATE "C" NOT NULL,
  id text,
  created instant NOT NULL,
  operation text NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  status integer,
  error_code text,
  key_id text NOT NULL,
  idempotency_key text,
  booking_id text,
  latency_ms integer NOT NULL
);

-- The ids that callers chose. Of all others, the position is the id.
CREATE INDEX requests_by_id ON requests (organization_id, id, mode, position) WHERE id IS NOT NULL;
CREATE INDEX requests_with_fault ON requests (position) WHERE status >= 500;
CREATE INDEX requests_failed ON requests (organization_id, mode, position) WHERE status >= 400;
CREATE INDEX requests_by_key ON requests (organization_id, idempotency_key, mode, position) WHERE idempotency_key IS NOT NULL;
-- The requests that changed a booking, or failed to. Reads that succeeded are the most, and change nothing.
CREATE INDEX requests_by_booking ON requests (organization_id, booking_id, position)
  WHERE booking_id IS NOT NULL AND (method <> 'GET' OR status IS NULL OR status >= 400);

ALTER TABLE requests ADD PRIMARY KEY (organization_id, mode, position);
