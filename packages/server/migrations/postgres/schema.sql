-- The result of the migrations, for readers only. test/store/schema.test.ts writes and checks it.

CREATE DOMAIN instant AS text COLLATE "C";

CREATE TABLE api_keys (
  id text NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  organization_id text NOT NULL,
  digest text NOT NULL,
  mode text NOT NULL,
  scopes text[] NOT NULL,
  created instant NOT NULL,
  revoked instant,
  CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  FOREIGN KEY (organization_id) REFERENCES organizations(id),
  PRIMARY KEY (id),
  UNIQUE (digest)
);

CREATE TABLE bookings (
  id text NOT NULL,
  organization_id text NOT NULL,
  version integer NOT NULL,
  step integer NOT NULL,
  status text NOT NULL,
  expires_at instant,
  document json NOT NULL,
  livemode boolean NOT NULL,
  FOREIGN KEY (organization_id) REFERENCES organizations(id),
  PRIMARY KEY (id)
);

CREATE INDEX bookings_expiring ON public.bookings USING btree (expires_at) WHERE (status = 'requires_action'::text);

CREATE TABLE deliveries (
  id text NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  event_id text NOT NULL,
  organization_id text NOT NULL,
  state text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  attempts_allowed integer NOT NULL,
  due_at instant NOT NULL,
  lease_until instant,
  lease_token text,
  CHECK ((state = ANY (ARRAY['pending'::text, 'succeeded'::text, 'abandoned'::text]))),
  FOREIGN KEY (event_id) REFERENCES events(id),
  FOREIGN KEY (organization_id) REFERENCES organizations(id),
  PRIMARY KEY (id)
);

CREATE INDEX deliveries_due ON public.deliveries USING btree (organization_id, due_at, number) WHERE (state = 'pending'::text);

CREATE UNIQUE INDEX deliveries_in_order ON public.deliveries USING btree (number);

CREATE INDEX deliveries_spent ON public.deliveries USING btree (id) WHERE ((state = 'pending'::text) AND (attempts >= attempts_allowed));

CREATE TABLE delivery_attempts (
  delivery_id text NOT NULL,
  attempt integer NOT NULL,
  request_headers text,
  started instant NOT NULL,
  duration_ms integer NOT NULL,
  status integer,
  error text,
  answer text,
  FOREIGN KEY (delivery_id) REFERENCES deliveries(id),
  PRIMARY KEY (delivery_id, attempt)
);

CREATE TABLE delivery_queues (
  organization_id text NOT NULL,
  next_turn_at instant,
  oldest_due_at instant,
  slow boolean NOT NULL DEFAULT false,
  settles_at instant,
  lease_until instant,
  lease_token text,
  FOREIGN KEY (organization_id) REFERENCES organizations(id),
  PRIMARY KEY (organization_id)
);

CREATE INDEX delivery_queues_next ON public.delivery_queues USING btree (slow, next_turn_at) WHERE (next_turn_at IS NOT NULL);

CREATE INDEX delivery_queues_oldest ON public.delivery_queues USING btree (oldest_due_at) WHERE (oldest_due_at IS NOT NULL);

CREATE TABLE events (
  id text NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  organization_id text NOT NULL,
  booking_id text NOT NULL,
  type text NOT NULL,
  created instant NOT NULL,
  payload text NOT NULL,
  FOREIGN KEY (booking_id) REFERENCES bookings(id),
  FOREIGN KEY (organization_id) REFERENCES organizations(id),
  PRIMARY KEY (id)
);

CREATE TABLE idempotency_keys (
  organization_id text NOT NULL,
  livemode boolean NOT NULL,
  idempotency_key text NOT NULL,
  booking_id text NOT NULL,
  FOREIGN KEY (booking_id) REFERENCES bookings(id),
  FOREIGN KEY (organization_id) REFERENCES organizations(id),
  PRIMARY KEY (organization_id, livemode, idempotency_key)
);

CREATE TABLE migrations (
  number integer NOT NULL,
  PRIMARY KEY (number)
);

CREATE TABLE organizations (
  id text NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  created instant NOT NULL,
  suspended boolean NOT NULL DEFAULT false,
  webhook_url text,
  signing_secret text NOT NULL,
  rate_limit integer NOT NULL,
  test_allowance integer NOT NULL,
  test_confirmed integer NOT NULL DEFAULT 0,
  CHECK ((rate_limit > 0)),
  CHECK ((test_allowance >= 0)),
  PRIMARY KEY (id)
);

CREATE UNLOGGED TABLE rate_windows (
  organization_id text NOT NULL,
  window_start instant NOT NULL,
  calls integer NOT NULL,
  PRIMARY KEY (organization_id)
) WITH (fillfactor=50);

CREATE TABLE runs (
  booking_id text NOT NULL,
  step integer NOT NULL,
  answer json,
  changes json,
  attempt integer NOT NULL DEFAULT 0,
  due_at instant NOT NULL,
  lease_until instant,
  lease_token text,
  organization_id text NOT NULL,
  provider text NOT NULL,
  ready boolean NOT NULL,
  began instant NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  failing_since instant,
  FOREIGN KEY (booking_id) REFERENCES bookings(id),
  FOREIGN KEY (organization_id) REFERENCES organizations(id),
  PRIMARY KEY (booking_id)
);

CREATE INDEX runs_leased ON public.runs USING btree (lease_until) WHERE ((NOT ready) AND (lease_until IS NOT NULL));

CREATE INDEX runs_ready ON public.runs USING btree (provider, organization_id, due_at) WHERE ready;

CREATE INDEX runs_waiting ON public.runs USING btree (due_at) WHERE ((NOT ready) AND (lease_until IS NULL));

CREATE TABLE sealing (
  only_row integer NOT NULL,
  check_value text NOT NULL,
  CHECK ((only_row = 1)),
  PRIMARY KEY (only_row)
);

CREATE TABLE session_creations (
  organization_id text NOT NULL,
  destination text NOT NULL,
  recent text[] NOT NULL,
  latest instant NOT NULL,
  FOREIGN KEY (organization_id) REFERENCES organizations(id),
  PRIMARY KEY (organization_id, destination)
);

CREATE INDEX session_creations_latest ON public.session_creations USING btree (latest);

CREATE TABLE sessions (
  id text NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  organization_id text NOT NULL,
  version integer NOT NULL,
  document json NOT NULL,
  session_reference text NOT NULL,
  card_reference text,
  verified_at instant,
  FOREIGN KEY (organization_id) REFERENCES organizations(id),
  PRIMARY KEY (id)
);

CREATE INDEX sessions_verified ON public.sessions USING btree (organization_id, verified_at) WHERE (verified_at IS NOT NULL);
