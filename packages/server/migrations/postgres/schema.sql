-- The result of the migrations, for readers only. test/store/schema.test.ts writes and checks it.

CREATE DOMAIN instant AS text COLLATE "C";

CREATE TABLE access_tokens (
  id text NOT NULL,
  organization_id text,
  digest text NOT NULL,
  role text NOT NULL,
  name text NOT NULL,
  created instant NOT NULL,
  last_used instant,
  expires instant,
  revoked instant,
  CHECK (((organization_id IS NULL) = (role = ANY (ARRAY['monitoring'::text, 'support'::text, 'operator'::text])))),
  CHECK ((role = ANY (ARRAY['viewer'::text, 'developer'::text, 'admin'::text, 'monitoring'::text, 'support'::text, 'operator'::text]))),
  PRIMARY KEY (id),
  UNIQUE (digest)
);

CREATE FUNCTION add_events(p_organization_id text, p_booking_id text, p_events json, p_deliveries json)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  event record;
  delivery record;
  url text;
  first_due instant;
BEGIN
  FOR event IN
    SELECT * FROM json_to_recordset(p_events)
      AS e (id text, type text, created text, payload text, request_id text, traceparent text)
  LOOP
    INSERT INTO events (id, organization_id, booking_id, type, created, payload, request_id, traceparent)
    VALUES (event.id, p_organization_id, p_booking_id, event.type, event.created, event.payload, event.request_id,
      event.traceparent);
  END LOOP;
  SELECT webhook_url INTO url FROM organizations WHERE id = p_organization_id;
  IF url IS NULL THEN
    RETURN;
  END IF;
  FOR delivery IN
    SELECT * FROM json_to_recordset(p_deliveries)
      AS d (id text, event_id text, event_type text, attempts_allowed integer, due_at text)
  LOOP
    -- Instances of the version before do not pass it.
    IF delivery.event_type IS NULL THEN
      SELECT e.type INTO delivery.event_type FROM events e
      WHERE e.organization_id = p_organization_id AND e.id = delivery.event_id;
    END IF;
    INSERT INTO deliveries (id, event_id, event_type, organization_id, state, attempts_allowed, due_at)
    VALUES (delivery.id, delivery.event_id, delivery.event_type, p_organization_id, 'pending', delivery.attempts_allowed,
      delivery.due_at);
    first_due := least(first_due, delivery.due_at);
  END LOOP;
  IF first_due IS NOT NULL THEN
    PERFORM queue_delivery(p_organization_id, first_due);
  END IF;
END $function$;

CREATE FUNCTION add_test_event(p_organization_id text, p_booking_id text, p_events json, p_deliveries json)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM organizations WHERE id = p_organization_id AND webhook_url IS NOT NULL) THEN
    RETURN FALSE;
  END IF;
  PERFORM add_events(p_organization_id, p_booking_id, p_events, p_deliveries);
  RETURN TRUE;
END $function$;

CREATE FUNCTION admit(p_digest text, p_window_start text, p_next text)
 RETURNS TABLE(key_id text, mode text, scopes text[], id text, suspended boolean, rate_limit integer, test_allowance integer, test_confirmed integer, calls integer)
 LANGUAGE plpgsql
AS $function$
BEGIN
  SELECT k.id, k.organization_id, k.mode, k.scopes INTO key_id, id, mode, scopes FROM api_keys k
    WHERE k.digest = p_digest AND k.revoked IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT o.suspended, o.rate_limit, o.test_allowance, o.test_confirmed
    INTO suspended, rate_limit, test_allowance, test_confirmed FROM organizations o WHERE o.id = admit.id;
  calls := count_call(id, rate_limit, p_window_start, p_next);
  RETURN NEXT;
END $function$;

CREATE TABLE api_keys (
  id text NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  organization_id text NOT NULL,
  digest text NOT NULL,
  mode text NOT NULL,
  scopes text[] NOT NULL,
  created instant NOT NULL,
  revoked instant,
  name text NOT NULL DEFAULT ''::text,
  last4 text,
  last_used instant,
  CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  FOREIGN KEY (organization_id) REFERENCES organizations(id),
  PRIMARY KEY (id),
  UNIQUE (digest)
);

CREATE INDEX api_keys_of_organization ON public.api_keys USING btree (organization_id, id);

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

CREATE INDEX audit_entries_newest ON public.audit_entries USING btree (((id || ''::text)));

CREATE TABLE bookings (
  id text NOT NULL,
  organization_id text NOT NULL,
  version integer NOT NULL,
  step integer NOT NULL,
  status text NOT NULL,
  expires_at instant,
  document json NOT NULL,
  livemode boolean NOT NULL,
  expiry_lease_until instant,
  provider text,
  created instant,
  confirmation_code text,
  FOREIGN KEY (organization_id) REFERENCES organizations(id),
  PRIMARY KEY (organization_id, id)
) WITH (autovacuum_vacuum_scale_factor=0.02);

CREATE INDEX bookings_by_confirmation ON public.bookings USING btree (organization_id, confirmation_code, created, id COLLATE "C") WHERE (confirmation_code IS NOT NULL);

CREATE INDEX bookings_expiring ON public.bookings USING btree (expires_at) WHERE (status = 'requires_action'::text);

CREATE INDEX bookings_listed ON public.bookings USING btree (organization_id, livemode, status, created, id);

CREATE INDEX bookings_of_provider ON public.bookings USING btree (organization_id, provider, livemode, status, created, id COLLATE "C");

CREATE FUNCTION change_booking(p_organization_id text, p_id text, p_version integer, p_document json, p_status text, p_expires_at text, p_booking_step integer, p_finished text, p_step integer, p_answer json, p_changes json, p_due_at text, p_attempt integer, p_lease_until text, p_lease_token text, p_ready boolean, p_provider text, p_is_counted boolean, p_events json, p_deliveries json, p_confirmation_code text)
 RETURNS TABLE(working boolean)
 LANGUAGE sql
AS $function$
  SELECT * FROM change_booking(
    p_organization_id, p_id, p_version, p_document, p_status, p_expires_at, p_booking_step, p_finished, p_step, p_answer,
    p_changes, p_due_at, p_attempt, p_lease_until, p_lease_token, p_ready, p_provider, p_is_counted, p_events, p_deliveries,
    p_confirmation_code, NULL, NULL)
$function$;

CREATE FUNCTION change_booking(p_organization_id text, p_id text, p_version integer, p_document json, p_status text, p_expires_at text, p_booking_step integer, p_finished text, p_step integer, p_answer json, p_changes json, p_due_at text, p_attempt integer, p_lease_until text, p_lease_token text, p_ready boolean, p_provider text, p_is_counted boolean, p_events json, p_deliveries json, p_confirmation_code text, p_request_id text, p_traceparent text)
 RETURNS TABLE(working boolean)
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_step integer;
BEGIN
  IF p_finished IS NOT NULL THEN
    PERFORM FROM bookings b
      WHERE b.organization_id = p_organization_id AND b.id = p_id AND b.version = p_version FOR UPDATE;
    IF NOT FOUND THEN RETURN; END IF;
    PERFORM FROM runs r
      WHERE r.organization_id = p_organization_id AND r.booking_id = p_id AND r.lease_token = p_finished FOR UPDATE;
    IF NOT FOUND THEN RETURN; END IF;
  END IF;
  UPDATE bookings b SET document = p_document, status = p_status, expires_at = p_expires_at, step = p_booking_step,
      confirmation_code = p_confirmation_code, version = b.version + 1
    WHERE b.organization_id = p_organization_id AND b.id = p_id AND b.version = p_version;
  IF NOT FOUND THEN RETURN; END IF;

  IF p_step IS NULL AND p_finished IS NOT NULL THEN
    DELETE FROM runs r WHERE r.organization_id = p_organization_id AND r.booking_id = p_id;
    working := FALSE;
  ELSIF p_step IS NULL THEN
    working := EXISTS (SELECT FROM runs r WHERE r.organization_id = p_organization_id AND r.booking_id = p_id);
  ELSE
    working := TRUE;
    -- Only a transaction that holds the booking adds a run.
    SELECT r.step INTO v_step FROM runs r
      WHERE r.organization_id = p_organization_id AND r.booking_id = p_id FOR UPDATE;
    IF NOT FOUND THEN
      INSERT INTO runs (organization_id, booking_id, began, step, answer, changes, due_at, attempt, lease_until, lease_token,
          ready, provider, request_id, traceparent)
        VALUES (p_organization_id, p_id, p_due_at, p_step, p_answer, p_changes, p_due_at, p_attempt, p_lease_until,
          p_lease_token, p_ready, p_provider, p_request_id, p_traceparent);
    ELSIF p_finished IS NOT NULL OR p_step > v_step THEN
      UPDATE runs r SET began = p_due_at, failures = 0, failing_since = NULL, step = p_step, answer = p_answer,
          changes = p_changes, due_at = p_due_at, attempt = p_attempt, lease_until = p_lease_until,
          lease_token = p_lease_token, ready = p_ready, provider = p_provider, request_id = p_request_id,
          traceparent = p_traceparent
        WHERE r.organization_id = p_organization_id AND r.booking_id = p_id;
    ELSE
      UPDATE runs r SET due_at = least(r.due_at, p_due_at), ready = r.ready OR (r.lease_until IS NULL AND p_ready)
        WHERE r.organization_id = p_organization_id AND r.booking_id = p_id;
    END IF;
  END IF;

  IF p_is_counted THEN
    UPDATE organizations o SET test_confirmed = o.test_confirmed + 1 WHERE o.id = p_organization_id;
  END IF;
  PERFORM add_events(p_organization_id, p_id, p_events, p_deliveries);
  RETURN NEXT;
END $function$;

CREATE FUNCTION change_session_creations(p_organization_id text, p_destination text, p_before text[], p_after text[], p_latest text, p_forget_before text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM session_creations c WHERE c.organization_id = p_organization_id AND c.destination = ANY (ARRAY(
    SELECT f.destination FROM session_creations f
    WHERE f.organization_id = p_organization_id AND f.latest <= p_forget_before AND f.destination <> p_destination
    ORDER BY f.latest LIMIT 10 FOR UPDATE SKIP LOCKED));
  INSERT INTO session_creations AS c (organization_id, destination, recent, latest)
    VALUES (p_organization_id, p_destination, p_after, p_latest)
    ON CONFLICT (organization_id, destination) DO UPDATE SET recent = excluded.recent, latest = excluded.latest
    WHERE c.recent = p_before;
  RETURN FOUND;
END $function$;

CREATE FUNCTION claim_deliveries(p_now text, p_lease_until text, p_lease_token text, p_limit integer)
 RETURNS TABLE(id text, event_id text, event_type text, organization_id text, payload text, attempt integer, attempts_allowed integer, webhook_url text, signing_secret text, lease_token text)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH found AS (
    SELECT d.organization_id, d.id FROM deliveries d JOIN organizations o ON o.id = d.organization_id
    WHERE d.state = 'pending' AND d.attempts < d.attempts_allowed AND d.due_at <= p_now
      AND (d.lease_until IS NULL OR d.lease_until < p_now) AND o.webhook_url IS NOT NULL
    ORDER BY d.due_at, d.id LIMIT p_limit FOR UPDATE OF d SKIP LOCKED),
  claimed AS (
    UPDATE deliveries d SET attempts = d.attempts + 1, lease_until = p_lease_until, lease_token = p_lease_token
    FROM unnest(ARRAY(SELECT f.organization_id FROM found f), ARRAY(SELECT f.id FROM found f)) AS f (organization_id, id)
    WHERE d.organization_id = f.organization_id AND d.id = f.id
    RETURNING d.*)
  SELECT d.id, d.event_id, e.type, d.organization_id, e.payload, d.attempts, d.attempts_allowed, o.webhook_url,
    o.signing_secret, d.lease_token
  FROM claimed d JOIN events e ON e.organization_id = d.organization_id AND e.id = d.event_id
    JOIN organizations o ON o.id = d.organization_id
  ORDER BY d.due_at, d.id;
END $function$;

CREATE FUNCTION claim_deliveries_of(p_organization_id text, p_now text, p_lease_until text, p_lease_token text, p_limit integer)
 RETURNS TABLE(id text, event_id text, event_type text, organization_id text, payload text, attempt integer, attempts_allowed integer, webhook_url text, signing_secret text, lease_token text)
 LANGUAGE plpgsql
 SET enable_sort TO 'off'
AS $function$
#variable_conflict use_column
DECLARE
  due record;
BEGIN
  SELECT o.webhook_url, o.signing_secret INTO webhook_url, signing_secret FROM organizations o WHERE o.id = p_organization_id;
  IF webhook_url IS NULL THEN
    RETURN;
  END IF;
  FOR due IN
    SELECT d.id, d.event_id, d.attempts + 1 AS attempt, d.attempts_allowed FROM deliveries d
    WHERE d.organization_id = p_organization_id AND d.state = 'pending' AND d.due_at <= p_now
      AND d.attempts < d.attempts_allowed AND (d.lease_until IS NULL OR d.lease_until < p_now)
    ORDER BY d.organization_id, d.due_at, d.id LIMIT p_limit FOR UPDATE SKIP LOCKED
  LOOP
    UPDATE deliveries d SET attempts = due.attempt, lease_until = p_lease_until, lease_token = p_lease_token
    WHERE d.organization_id = p_organization_id AND d.id = due.id;
    SELECT due.id, due.event_id, e.type, p_organization_id, e.payload, due.attempt, due.attempts_allowed, p_lease_token
    INTO id, event_id, event_type, organization_id, payload, attempt, attempts_allowed, lease_token
    FROM events e WHERE e.organization_id = p_organization_id AND e.id = due.event_id;
    RETURN NEXT;
  END LOOP;
END $function$;

CREATE FUNCTION claim_due_deliveries(p_now text, p_lease_until text, p_lease_token text, p_limit integer)
 RETURNS TABLE(id text, event_id text, event_type text, organization_id text, payload text, attempt integer, attempts_allowed integer, webhook_url text, signing_secret text, lease_token text, booking_id text, request_id text, traceparent text)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH found AS (
    SELECT d.organization_id, d.id FROM deliveries d JOIN organizations o ON o.id = d.organization_id
    WHERE d.state = 'pending' AND d.attempts < d.attempts_allowed AND d.due_at <= p_now
      AND (d.lease_until IS NULL OR d.lease_until < p_now) AND o.webhook_url IS NOT NULL
    ORDER BY d.due_at, d.id LIMIT p_limit FOR UPDATE OF d SKIP LOCKED),
  claimed AS (
    UPDATE deliveries d SET attempts = d.attempts + 1, lease_until = p_lease_until, lease_token = p_lease_token
    FROM unnest(ARRAY(SELECT f.organization_id FROM found f), ARRAY(SELECT f.id FROM found f)) AS f (organization_id, id)
    WHERE d.organization_id = f.organization_id AND d.id = f.id
    RETURNING d.*)
  SELECT d.id, d.event_id, e.type, d.organization_id, e.payload, d.attempts, d.attempts_allowed, o.webhook_url,
    o.signing_secret, d.lease_token, e.booking_id, e.request_id, e.traceparent
  FROM claimed d JOIN events e ON e.organization_id = d.organization_id AND e.id = d.event_id
    JOIN organizations o ON o.id = d.organization_id
  ORDER BY d.due_at, d.id;
END $function$;

CREATE FUNCTION claim_due_deliveries_of(p_organization_id text, p_now text, p_lease_until text, p_lease_token text, p_limit integer)
 RETURNS TABLE(id text, event_id text, event_type text, organization_id text, payload text, attempt integer, attempts_allowed integer, webhook_url text, signing_secret text, lease_token text, booking_id text, request_id text, traceparent text)
 LANGUAGE plpgsql
 SET enable_sort TO 'off'
AS $function$
#variable_conflict use_column
DECLARE
  due record;
BEGIN
  SELECT o.webhook_url, o.signing_secret INTO webhook_url, signing_secret FROM organizations o WHERE o.id = p_organization_id;
  IF webhook_url IS NULL THEN
    RETURN;
  END IF;
  FOR due IN
    SELECT d.id, d.event_id, d.attempts + 1 AS attempt, d.attempts_allowed FROM deliveries d
    WHERE d.organization_id = p_organization_id AND d.state = 'pending' AND d.due_at <= p_now
      AND d.attempts < d.attempts_allowed AND (d.lease_until IS NULL OR d.lease_until < p_now)
    ORDER BY d.organization_id, d.due_at, d.id LIMIT p_limit FOR UPDATE SKIP LOCKED
  LOOP
    UPDATE deliveries d SET attempts = due.attempt, lease_until = p_lease_until, lease_token = p_lease_token
    WHERE d.organization_id = p_organization_id AND d.id = due.id;
    SELECT due.id, due.event_id, e.type, p_organization_id, e.payload, due.attempt, due.attempts_allowed, p_lease_token,
      e.booking_id, e.request_id, e.traceparent
    INTO id, event_id, event_type, organization_id, payload, attempt, attempts_allowed, lease_token,
      booking_id, request_id, traceparent
    FROM events e WHERE e.organization_id = p_organization_id AND e.id = due.event_id;
    RETURN NEXT;
  END LOOP;
END $function$;

CREATE FUNCTION claim_expired(p_now text, p_lease_until text, p_limit integer)
 RETURNS TABLE(organization_id text, version integer, step integer, document json, working boolean)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
BEGIN
  -- Arrays and not a join: the planner cannot estimate a LIMIT of a parameter, and would read the whole table.
  RETURN QUERY
  WITH found AS (
    SELECT b.organization_id, b.id FROM bookings b
    WHERE b.status = 'requires_action' AND b.expires_at < p_now
      AND (b.expiry_lease_until IS NULL OR b.expiry_lease_until < p_now)
    ORDER BY b.expires_at LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED),
  claimed AS (
    UPDATE bookings b SET expiry_lease_until = p_lease_until
    FROM unnest(ARRAY(SELECT f.organization_id FROM found f), ARRAY(SELECT f.id FROM found f)) AS f (organization_id, id)
    WHERE b.organization_id = f.organization_id AND b.id = f.id
    RETURNING b.*)
  SELECT b.organization_id, b.version, b.step, b.document,
    (SELECT TRUE FROM runs r WHERE r.organization_id = b.organization_id AND r.booking_id = b.id) IS TRUE
  FROM claimed b ORDER BY b.expires_at;
END $function$;

CREATE FUNCTION claim_ready_runs(p_lease_until text, p_lease_token text, p_provider text, p_after text, p_places integer, p_per_organization integer, p_busy json)
 RETURNS TABLE(booking_id text, organization_id text, provider text, step integer, answer json, changes json, attempt integer, began text, failures integer, failing_since text, lease_token text, request_id text, traceparent text)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH RECURSIVE ahead AS (
      (SELECT r.organization_id FROM runs r WHERE r.ready AND r.provider = p_provider AND r.organization_id > p_after
        ORDER BY r.organization_id LIMIT 1)
      UNION ALL
      SELECT (SELECT r.organization_id FROM runs r
        WHERE r.ready AND r.provider = p_provider AND r.organization_id > ahead.organization_id
        ORDER BY r.organization_id LIMIT 1)
      FROM ahead WHERE ahead.organization_id IS NOT NULL),
    behind AS (
      (SELECT r.organization_id FROM runs r WHERE r.ready AND r.provider = p_provider
        ORDER BY r.organization_id LIMIT 1)
      UNION ALL
      SELECT (SELECT r.organization_id FROM runs r
        WHERE r.ready AND r.provider = p_provider AND r.organization_id > behind.organization_id
        ORDER BY r.organization_id LIMIT 1)
      FROM behind WHERE behind.organization_id IS NOT NULL),
    turn AS (
      SELECT o.organization_id, o.free, row_number() OVER () AS place FROM (
        SELECT t.organization_id, p_per_organization - coalesce((p_busy ->> t.organization_id)::integer, 0) AS free FROM (
          SELECT a.organization_id FROM ahead a WHERE a.organization_id IS NOT NULL
          UNION ALL
          SELECT b.organization_id FROM behind b WHERE b.organization_id <= p_after) AS t
        WHERE p_per_organization > coalesce((p_busy ->> t.organization_id)::integer, 0) LIMIT p_places) AS o),
    chosen AS (
      SELECT ranked.organization_id, ranked.booking_id, ranked.rank, ranked.place FROM (
        SELECT turn.organization_id, r.booking_id, turn.place,
          row_number() OVER (PARTITION BY turn.organization_id ORDER BY r.due_at) AS rank
        FROM turn CROSS JOIN LATERAL (
          SELECT r.booking_id, r.due_at FROM runs r
          WHERE r.ready AND r.provider = p_provider AND r.organization_id = turn.organization_id
          ORDER BY r.due_at LIMIT turn.free FOR UPDATE SKIP LOCKED) AS r) AS ranked
      ORDER BY ranked.rank, ranked.place LIMIT p_places),
    claimed AS (
      UPDATE runs r SET attempt = r.attempt + 1, ready = FALSE, lease_until = p_lease_until, lease_token = p_lease_token
      FROM unnest(ARRAY(SELECT c.organization_id FROM chosen c), ARRAY(SELECT c.booking_id FROM chosen c))
        AS f (organization_id, booking_id)
      WHERE r.organization_id = f.organization_id AND r.booking_id = f.booking_id
      RETURNING r.*)
    SELECT r.booking_id, r.organization_id, r.provider, r.step, r.answer, r.changes, r.attempt, r.began::text, r.failures,
      r.failing_since::text, r.lease_token, r.request_id, r.traceparent
    FROM claimed r JOIN chosen c ON c.organization_id = r.organization_id AND c.booking_id = r.booking_id
    ORDER BY c.rank, c.place;
END $function$;

CREATE FUNCTION claim_runs(p_lease_until text, p_lease_token text, p_provider text, p_after text, p_places integer, p_per_organization integer, p_busy json)
 RETURNS TABLE(booking_id text, organization_id text, provider text, step integer, answer json, changes json, attempt integer, began text, failures integer, failing_since text, lease_token text)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH RECURSIVE ahead AS (
      (SELECT r.organization_id FROM runs r WHERE r.ready AND r.provider = p_provider AND r.organization_id > p_after
        ORDER BY r.organization_id LIMIT 1)
      UNION ALL
      SELECT (SELECT r.organization_id FROM runs r
        WHERE r.ready AND r.provider = p_provider AND r.organization_id > ahead.organization_id
        ORDER BY r.organization_id LIMIT 1)
      FROM ahead WHERE ahead.organization_id IS NOT NULL),
    behind AS (
      (SELECT r.organization_id FROM runs r WHERE r.ready AND r.provider = p_provider
        ORDER BY r.organization_id LIMIT 1)
      UNION ALL
      SELECT (SELECT r.organization_id FROM runs r
        WHERE r.ready AND r.provider = p_provider AND r.organization_id > behind.organization_id
        ORDER BY r.organization_id LIMIT 1)
      FROM behind WHERE behind.organization_id IS NOT NULL),
    turn AS (
      SELECT o.organization_id, o.free, row_number() OVER () AS place FROM (
        SELECT t.organization_id, p_per_organization - coalesce((p_busy ->> t.organization_id)::integer, 0) AS free FROM (
          SELECT a.organization_id FROM ahead a WHERE a.organization_id IS NOT NULL
          UNION ALL
          SELECT b.organization_id FROM behind b WHERE b.organization_id <= p_after) AS t
        WHERE p_per_organization > coalesce((p_busy ->> t.organization_id)::integer, 0) LIMIT p_places) AS o),
    chosen AS (
      SELECT ranked.organization_id, ranked.booking_id, ranked.rank, ranked.place FROM (
        SELECT turn.organization_id, r.booking_id, turn.place,
          row_number() OVER (PARTITION BY turn.organization_id ORDER BY r.due_at) AS rank
        FROM turn CROSS JOIN LATERAL (
          SELECT r.booking_id, r.due_at FROM runs r
          WHERE r.ready AND r.provider = p_provider AND r.organization_id = turn.organization_id
          ORDER BY r.due_at LIMIT turn.free FOR UPDATE SKIP LOCKED) AS r) AS ranked
      ORDER BY ranked.rank, ranked.place LIMIT p_places),
    claimed AS (
      UPDATE runs r SET attempt = r.attempt + 1, ready = FALSE, lease_until = p_lease_until, lease_token = p_lease_token
      FROM unnest(ARRAY(SELECT c.organization_id FROM chosen c), ARRAY(SELECT c.booking_id FROM chosen c))
        AS f (organization_id, booking_id)
      WHERE r.organization_id = f.organization_id AND r.booking_id = f.booking_id
      RETURNING r.*)
    SELECT r.booking_id, r.organization_id, r.provider, r.step, r.answer, r.changes, r.attempt, r.began::text, r.failures,
      r.failing_since::text, r.lease_token
    FROM claimed r JOIN chosen c ON c.organization_id = r.organization_id AND c.booking_id = r.booking_id
    ORDER BY c.rank, c.place;
END $function$;

CREATE FUNCTION claim_turns(p_now text, p_lease_until text, p_lease_token text, p_limit integer, p_slow boolean)
 RETURNS TABLE(organization_id text, webhook_url text)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
BEGIN
  -- An array and not a join: the planner cannot estimate a LIMIT of a parameter, and would read the whole table.
  RETURN QUERY
  WITH found AS (
    SELECT organization_id, next_turn_at FROM delivery_queues
    WHERE slow = p_slow AND next_turn_at <= p_now AND (lease_until IS NULL OR lease_until < p_now)
    ORDER BY next_turn_at LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED),
  claimed AS (
    UPDATE delivery_queues q SET next_turn_at = p_lease_until, lease_until = p_lease_until, lease_token = p_lease_token
    WHERE q.organization_id = ANY (ARRAY(SELECT organization_id FROM found))
    RETURNING q.organization_id)
  SELECT organization_id, o.webhook_url
  FROM found JOIN claimed USING (organization_id) JOIN organizations o ON o.id = organization_id
  ORDER BY next_turn_at;
END $function$;

CREATE FUNCTION clean_default_history(from_digits text, before_ms bigint, max_events integer, OUT events bigint, OUT next_digits text)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
DECLARE
  last text := lpad(to_hex(before_ms), 12, '0');
BEGIN
  events := 0;
  IF NOT pg_try_advisory_xact_lock(7420011042) THEN RETURN; END IF;
  SELECT substr(e.id, 5, 12) INTO next_digits FROM events_default e
  WHERE e.id >= 'evt_' || from_digits AND e.id < 'evt_' || last
  ORDER BY e.id OFFSET max_events LIMIT 1;
  -- All events of one millisecond are removed together.
  IF next_digits = from_digits THEN
    next_digits := lpad(to_hex(('x' || lpad(from_digits, 16, '0'))::bit(64)::bigint + 1), 12, '0');
  END IF;
  last := coalesce(next_digits, last);
  DELETE FROM deliveries_default d
  WHERE d.id >= 'dlv_' || from_digits AND d.id < 'dlv_' || last AND d.state <> 'pending';
  DELETE FROM delivery_attempts_default a
  WHERE a.delivery_id >= 'dlv_' || from_digits AND a.delivery_id < 'dlv_' || last AND NOT EXISTS (
    SELECT 1 FROM deliveries_default d WHERE d.organization_id = a.organization_id AND d.id = a.delivery_id);
  DELETE FROM events_default e
  WHERE e.id >= 'evt_' || from_digits AND e.id < 'evt_' || last AND NOT EXISTS (
    SELECT 1 FROM deliveries_default d
    WHERE d.organization_id = e.organization_id AND d.event_id = e.id
      AND d.id >= 'dlv_' || from_digits AND d.id < 'dlv_' || last);
  GET DIAGNOSTICS events = ROW_COUNT;
END $function$;

CREATE FUNCTION count_call(p_organization_id text, p_rate_limit integer, p_window_start text, p_next text)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_calls integer;
BEGIN
  PERFORM FROM rate_windows w
    WHERE w.organization_id = p_organization_id AND w.window_start IN (p_window_start, p_next) AND w.calls >= p_rate_limit;
  IF FOUND THEN RETURN p_rate_limit + 1; END IF;
  INSERT INTO rate_windows AS w (organization_id, window_start, calls) VALUES (p_organization_id, p_window_start, 1)
    ON CONFLICT (organization_id) DO UPDATE SET
      calls = CASE WHEN w.window_start IN (p_window_start, p_next) THEN w.calls + 1 ELSE 1 END,
      window_start = CASE WHEN w.window_start = p_next THEN p_next ELSE p_window_start END
    WHERE w.window_start NOT IN (p_window_start, p_next) OR w.calls < p_rate_limit
    RETURNING w.calls INTO v_calls;
  RETURN coalesce(v_calls, p_rate_limit + 1);
END $function$;

CREATE FUNCTION count_deliveries(p_organization_id text, p_first text, p_last text, p_limit integer)
 RETURNS TABLE(state text, status_class text, deliveries integer)
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_sort TO 'off'
 SET enable_incremental_sort TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT c.state, c.status_class, count(*)::integer FROM (
      SELECT d.state, d.status_class FROM deliveries d
      WHERE d.organization_id = p_organization_id AND d.id >= p_first AND d.id < p_last
      ORDER BY d.id DESC LIMIT p_limit) AS c
    GROUP BY c.state, c.status_class;
END $function$;

CREATE FUNCTION count_due_deliveries(p_now text, p_limit integer)
 RETURNS TABLE(due_deliveries integer, oldest_due_delivery text)
 LANGUAGE plpgsql
 STABLE
 SET enable_sort TO 'off'
AS $function$
BEGIN
  RETURN QUERY SELECT count(*)::integer, min(due.due_at)::text
  FROM (
    SELECT d.due_at
    FROM (SELECT organization_id FROM delivery_queues WHERE oldest_due_at <= p_now ORDER BY oldest_due_at) AS q
    CROSS JOIN LATERAL (
      SELECT d.due_at FROM deliveries d
      WHERE d.organization_id = q.organization_id AND d.state = 'pending' AND d.due_at <= p_now
      ORDER BY d.organization_id, d.due_at, d.id LIMIT p_limit) AS d
    LIMIT p_limit) AS due;
END $function$;

CREATE FUNCTION create_api_key(p_id text, p_organization_id text, p_digest text, p_name text, p_last4 text, p_mode text, p_scopes text[], p_created text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM organizations WHERE id = p_organization_id) THEN
    RAISE foreign_key_violation USING MESSAGE = format('The foreign key %s names no organization.', p_organization_id);
  END IF;
  INSERT INTO api_keys (id, organization_id, digest, name, last4, mode, scopes, created)
  VALUES (p_id, p_organization_id, p_digest, p_name, p_last4, p_mode, p_scopes, p_created);
END $function$;

CREATE FUNCTION create_booking(p_organization_id text, p_id text, p_livemode boolean, p_idempotency_key text, p_status text, p_expires_at text, p_document json, p_step integer, p_answer json, p_changes json, p_due_at text, p_attempt integer, p_lease_until text, p_lease_token text, p_ready boolean, p_provider text, p_events json, p_deliveries json, p_booking_provider text, p_created text, p_confirmation_code text)
 RETURNS TABLE(organization_id text, version integer, step integer, document json, working boolean)
 LANGUAGE sql
AS $function$
  SELECT * FROM create_booking(
    p_organization_id, p_id, p_livemode, p_idempotency_key, p_status, p_expires_at, p_document, p_step, p_answer, p_changes,
    p_due_at, p_attempt, p_lease_until, p_lease_token, p_ready, p_provider, p_events, p_deliveries, p_booking_provider,
    p_created, p_confirmation_code, NULL, NULL)
$function$;

CREATE FUNCTION create_booking(p_organization_id text, p_id text, p_livemode boolean, p_idempotency_key text, p_status text, p_expires_at text, p_document json, p_step integer, p_answer json, p_changes json, p_due_at text, p_attempt integer, p_lease_until text, p_lease_token text, p_ready boolean, p_provider text, p_events json, p_deliveries json, p_booking_provider text, p_created text, p_confirmation_code text, p_request_id text, p_traceparent text)
 RETURNS TABLE(organization_id text, version integer, step integer, document json, working boolean)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_left integer;
BEGIN
  IF p_idempotency_key IS NOT NULL THEN
    INSERT INTO idempotency_keys (organization_id, livemode, idempotency_key, booking_id)
      VALUES (p_organization_id, p_livemode, p_idempotency_key, p_id)
      ON CONFLICT (organization_id, livemode, idempotency_key) DO NOTHING;
    IF NOT FOUND THEN
      RETURN QUERY
        SELECT b.organization_id, b.version, b.step, b.document, EXISTS (
          SELECT FROM runs r WHERE r.organization_id = p_organization_id AND r.booking_id = b.id)
        FROM idempotency_keys k JOIN bookings b ON b.organization_id = k.organization_id AND b.id = k.booking_id
        WHERE k.organization_id = p_organization_id AND k.livemode = p_livemode AND k.idempotency_key = p_idempotency_key;
      RETURN;
    END IF;
  END IF;
  IF NOT p_livemode THEN
    -- Test creates of one organization take turns from here to the commit. The count is a statement of its own, so it has a snapshot
    -- that was taken under the lock: it sees every create before this one. A confirmation takes the same lock.
    SELECT o.test_allowance - o.test_confirmed INTO v_left FROM organizations o
      WHERE o.id = p_organization_id FOR NO KEY UPDATE;
    IF v_left <= (
      SELECT count(*) FROM (
        SELECT FROM bookings b
        WHERE b.organization_id = p_organization_id AND b.livemode = FALSE AND b.status IN ('processing', 'requires_action')
        LIMIT greatest(v_left, 0)) AS reserved) THEN
      DELETE FROM idempotency_keys k WHERE k.organization_id = p_organization_id AND k.livemode = p_livemode
        AND k.idempotency_key = p_idempotency_key AND k.booking_id = p_id;
      RETURN NEXT;
      RETURN;
    END IF;
  END IF;
  INSERT INTO bookings (organization_id, id, version, step, livemode, status, expires_at, document, provider, created,
      confirmation_code)
    VALUES (p_organization_id, p_id, 1, coalesce(p_step, 0), p_livemode, p_status, p_expires_at, p_document,
      p_booking_provider, p_created, p_confirmation_code);
  IF p_step IS NOT NULL THEN
    INSERT INTO runs (organization_id, booking_id, began, step, answer, changes, due_at, attempt, lease_until, lease_token,
        ready, provider, request_id, traceparent)
      VALUES (p_organization_id, p_id, p_due_at, p_step, p_answer, p_changes, p_due_at, p_attempt, p_lease_until,
        p_lease_token, p_ready, p_provider, p_request_id, p_traceparent);
  END IF;
  PERFORM add_events(p_organization_id, p_id, p_events, p_deliveries);
END $function$;

CREATE FUNCTION create_history_partitions(from_ms bigint, to_ms bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET lock_timeout TO '20ms'
AS $function$
DECLARE
  period_ms CONSTANT bigint := 30 * 24 * 3600 * 1000::bigint;
  begin_ms bigint;
  first text;
  last text;
  name text;
BEGIN
  FOR begin_ms IN SELECT generate_series(greatest(from_ms, to_ms - 24 * period_ms) / period_ms * period_ms, to_ms, period_ms) LOOP
    name := to_char(to_timestamp(begin_ms / 1000) AT TIME ZONE 'UTC', '"_"YYYYMMDD');
    CONTINUE WHEN to_regclass('events' || name) IS NOT NULL;
    EXIT WHEN pg_relation_size('events_default') + pg_relation_size('deliveries_default')
      + pg_relation_size('delivery_attempts_default') > 64 * 1024 * 1024;
    EXIT WHEN NOT pg_try_advisory_xact_lock(7420011042);
    first := lpad(to_hex(begin_ms), 12, '0');
    last := lpad(to_hex(begin_ms + period_ms), 12, '0');
    CONTINUE WHEN EXISTS (SELECT 1 FROM events_default WHERE id >= 'evt_' || first AND id < 'evt_' || last)
      OR EXISTS (SELECT 1 FROM deliveries_default WHERE id >= 'dlv_' || first AND id < 'dlv_' || last);
    EXECUTE format('CREATE TABLE %I PARTITION OF events FOR VALUES FROM (%L) TO (%L)',
      'events' || name, 'evt_' || first, 'evt_' || last);
    EXECUTE format('CREATE TABLE %I PARTITION OF deliveries FOR VALUES FROM (%L) TO (%L)
      WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02)',
      'deliveries' || name, 'dlv_' || first, 'dlv_' || last);
    EXECUTE format('CREATE TABLE %I PARTITION OF delivery_attempts FOR VALUES FROM (%L) TO (%L)',
      'delivery_attempts' || name, 'dlv_' || first, 'dlv_' || last);
  END LOOP;
EXCEPTION
  -- Another statement has the tables. The rows go to the default partitions until the next try.
  WHEN lock_not_available THEN NULL;
END $function$;

CREATE TABLE dashboard_sessions (
  id text NOT NULL,
  organization_id text,
  digest text NOT NULL,
  role text NOT NULL,
  name text,
  created instant NOT NULL,
  signed_in instant,
  last_used instant,
  expires instant NOT NULL,
  CHECK (((organization_id IS NULL) = (role = 'operator'::text))),
  CHECK (((signed_in IS NULL) = (last_used IS NULL))),
  CHECK ((role = ANY (ARRAY['viewer'::text, 'developer'::text, 'admin'::text, 'operator'::text]))),
  PRIMARY KEY (id),
  UNIQUE (digest)
);

CREATE TABLE deliveries (
  organization_id text NOT NULL,
  id text NOT NULL,
  event_id text NOT NULL,
  state text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  attempts_allowed integer NOT NULL,
  due_at instant NOT NULL,
  lease_until instant,
  lease_token text,
  event_type text NOT NULL DEFAULT ''::text,
  status_class text NOT NULL DEFAULT 'none'::text,
  CHECK ((state = ANY (ARRAY['pending'::text, 'succeeded'::text, 'abandoned'::text]))),
  CHECK ((status_class = ANY (ARRAY['none'::text, '2xx'::text, '3xx'::text, '4xx'::text, '5xx'::text, 'other'::text, 'no_response'::text]))),
  PRIMARY KEY (organization_id, id)
) PARTITION BY RANGE (id);

CREATE INDEX deliveries_due ON ONLY public.deliveries USING btree (organization_id, due_at, id) WHERE (state = 'pending'::text);

CREATE INDEX deliveries_listed ON ONLY public.deliveries USING btree (organization_id, event_type, state, status_class, id COLLATE "C");

CREATE TABLE deliveries_default PARTITION OF deliveries DEFAULT;

CREATE INDEX deliveries_default_in_order ON public.deliveries_default USING btree (id) WHERE (state <> 'pending'::text);

CREATE TABLE delivery_attempts (
  organization_id text NOT NULL,
  delivery_id text NOT NULL,
  attempt integer NOT NULL,
  request_headers text,
  started instant NOT NULL,
  duration_ms integer NOT NULL,
  status integer,
  error text,
  answer text,
  answer_deleted instant,
  cause text,
  PRIMARY KEY (organization_id, delivery_id, attempt)
) PARTITION BY RANGE (delivery_id);

CREATE TABLE delivery_attempts_default PARTITION OF delivery_attempts DEFAULT;

CREATE INDEX delivery_attempts_default_in_order ON public.delivery_attempts_default USING btree (delivery_id);

CREATE TABLE delivery_counts (
  organization_id text NOT NULL,
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
  FOREIGN KEY (organization_id) REFERENCES organizations(id),
  PRIMARY KEY (organization_id, hour)
) WITH (fillfactor=50, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000, autovacuum_vacuum_cost_delay=0);

CREATE INDEX delivery_counts_by_hour ON public.delivery_counts USING btree (hour);

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
) WITH (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000, autovacuum_vacuum_cost_delay=0);

CREATE INDEX delivery_queues_next ON public.delivery_queues USING btree (slow, next_turn_at) WHERE (next_turn_at IS NOT NULL);

CREATE INDEX delivery_queues_oldest ON public.delivery_queues USING btree (oldest_due_at) WHERE (oldest_due_at IS NOT NULL);

CREATE FUNCTION drop_history_partition(before_ms bigint, max_pending integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SET lock_timeout TO '15ms'
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
DECLARE
  name text;
  found boolean;
  pending integer;
  removed bigint;
BEGIN
  IF NOT pg_try_advisory_xact_lock(7420011042) THEN RETURN NULL; END IF;
  FOR name, removed IN
    SELECT substr(c.relname, length('events') + 1), greatest(c.reltuples, 0)::bigint
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'events'::regclass
      AND substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''evt_([0-9a-f]{12})''\)')
        <= lpad(to_hex(before_ms), 12, '0')
    ORDER BY c.relname
  LOOP
    -- Reads the rows to move before it takes the locks, so that they are in memory then.
    EXECUTE format('SELECT count(found.payloads + found.answers) FROM (
        SELECT
          (SELECT count(e.payload) FROM %I e WHERE e.organization_id = d.organization_id AND e.id = d.event_id) AS payloads,
          (SELECT count(a.answer) FROM %I a WHERE a.organization_id = d.organization_id AND a.delivery_id = d.id) AS answers
        FROM %I d WHERE d.state = ''pending'' LIMIT %s) AS found',
      'events' || name, 'delivery_attempts' || name, 'deliveries' || name, max_pending + 1) INTO pending;
    CONTINUE WHEN pending > max_pending;
    LOCK TABLE ONLY events, ONLY deliveries, ONLY delivery_attempts IN ACCESS EXCLUSIVE MODE;
    EXECUTE format('LOCK TABLE %I, %I, %I, events_default, deliveries_default, delivery_attempts_default IN ACCESS EXCLUSIVE MODE',
      'events' || name, 'deliveries' || name, 'delivery_attempts' || name);
    EXECUTE format('ALTER TABLE events DETACH PARTITION %I', 'events' || name);
    EXECUTE format('ALTER TABLE deliveries DETACH PARTITION %I', 'deliveries' || name);
    EXECUTE format('ALTER TABLE delivery_attempts DETACH PARTITION %I', 'delivery_attempts' || name);
    IF pending > 0 THEN
      EXECUTE format('INSERT INTO deliveries_default SELECT * FROM %I WHERE state = ''pending''', 'deliveries' || name);
      EXECUTE format('INSERT INTO events_default SELECT e.* FROM %I e WHERE (e.organization_id, e.id) IN (
        SELECT d.organization_id, d.event_id FROM %I d WHERE d.state = ''pending'')', 'events' || name, 'deliveries' || name);
      EXECUTE format('INSERT INTO delivery_attempts_default SELECT a.* FROM %I d JOIN %I a
        ON a.organization_id = d.organization_id AND a.delivery_id = d.id WHERE d.state = ''pending''',
        'deliveries' || name, 'delivery_attempts' || name);
    END IF;
    EXECUTE format('DROP TABLE %I, %I, %I', 'events' || name, 'deliveries' || name, 'delivery_attempts' || name);
    RETURN removed;
  END LOOP;
  RETURN NULL;
EXCEPTION
  WHEN lock_not_available THEN RETURN -1;
END $function$;

CREATE FUNCTION end_turn(p_organization_id text, p_lease_token text, p_now text, p_earliest text, p_settles_at text, p_slow boolean)
 RETURNS TABLE(due boolean, abandoned text[])
 LANGUAGE plpgsql
 SET enable_sort TO 'off'
AS $function$
DECLARE
  spent record;
  url text;
  first_due instant;
BEGIN
  IF NOT EXISTS (
    SELECT FROM delivery_queues q WHERE q.organization_id = p_organization_id AND q.lease_token = p_lease_token) THEN
    RETURN;
  END IF;

  -- Deliveries are claimed in the order of their due time, so those whose last attempt a crash lost are among the oldest (DLV-5).
  abandoned := '{}';
  FOR spent IN
    SELECT d.id, d.event_id FROM (
      SELECT * FROM deliveries
      WHERE organization_id = p_organization_id AND state = 'pending' AND due_at <= p_now
      ORDER BY organization_id, due_at, id LIMIT 100) AS d
    WHERE d.attempts >= d.attempts_allowed AND (d.lease_until IS NULL OR d.lease_until < p_now)
  LOOP
    UPDATE deliveries d SET state = 'abandoned', lease_until = NULL, lease_token = NULL
    WHERE d.organization_id = p_organization_id AND d.id = spent.id AND d.state = 'pending'
      AND d.attempts >= d.attempts_allowed AND (d.lease_until IS NULL OR d.lease_until < p_now);
    IF FOUND THEN
      abandoned := abandoned || spent.event_id;
    END IF;
  END LOOP;

  IF cardinality(abandoned) > 0 THEN
    INSERT INTO delivery_counts AS c (organization_id, hour, abandoned)
      VALUES (p_organization_id, left(p_now, 13), cardinality(abandoned))
      ON CONFLICT (organization_id, hour) DO UPDATE SET abandoned = c.abandoned + excluded.abandoned;
  END IF;

  SELECT o.webhook_url INTO url FROM organizations o WHERE o.id = p_organization_id;
  IF url IS NOT NULL THEN
    SELECT d.due_at INTO first_due FROM deliveries d
    WHERE d.organization_id = p_organization_id AND d.state = 'pending'
    ORDER BY d.organization_id, d.due_at LIMIT 1;
  END IF;
  UPDATE delivery_queues q SET
    slow = p_slow, lease_until = NULL, lease_token = NULL,
    oldest_due_at = CASE WHEN q.next_turn_at = q.lease_until THEN first_due ELSE least(q.oldest_due_at, first_due) END,
    settles_at = CASE
      WHEN first_due <= p_now OR q.next_turn_at IS DISTINCT FROM q.lease_until THEN NULL
      ELSE coalesce(q.settles_at, p_settles_at) END,
    next_turn_at = CASE
      WHEN q.next_turn_at IS DISTINCT FROM q.lease_until THEN greatest(least(q.next_turn_at, first_due), p_earliest)
      WHEN first_due <= p_now THEN p_earliest
      WHEN q.settles_at <= p_now THEN first_due
      ELSE least(first_due, coalesce(q.settles_at, p_settles_at)) END
  WHERE q.organization_id = p_organization_id AND q.lease_token = p_lease_token
  RETURNING coalesce(q.next_turn_at <= p_earliest, FALSE) INTO due;
  due := coalesce(due, FALSE);
  RETURN NEXT;
END $function$;

CREATE TABLE events (
  organization_id text NOT NULL,
  id text NOT NULL,
  booking_id text NOT NULL,
  type text NOT NULL,
  created instant NOT NULL,
  payload text NOT NULL,
  request_id text,
  traceparent text,
  PRIMARY KEY (organization_id, id)
) PARTITION BY RANGE (id);

CREATE INDEX events_of_booking ON ONLY public.events USING btree (organization_id, booking_id, id COLLATE "C");

CREATE TABLE events_default PARTITION OF events DEFAULT;

CREATE INDEX events_default_in_order ON public.events_default USING btree (id);

CREATE FUNCTION find_caller(p_digest text)
 RETURNS TABLE(key_id text, mode text, scopes text[], id text, suspended boolean, rate_limit integer, test_allowance integer, test_confirmed integer)
 LANGUAGE plpgsql
 STABLE
AS $function$
#variable_conflict use_column
DECLARE
  v_key record;
BEGIN
  SELECT k.id, k.organization_id, k.mode, k.scopes INTO v_key FROM api_keys k
    WHERE k.digest = p_digest AND k.revoked IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY
    SELECT v_key.id, v_key.mode, v_key.scopes, o.id, o.suspended, o.rate_limit, o.test_allowance, o.test_confirmed
    FROM organizations o WHERE o.id = v_key.organization_id;
END $function$;

CREATE FUNCTION find_confirmed_bookings(p_organization_id text, p_confirmation_code text, p_limit integer)
 RETURNS TABLE(id text)
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_sort TO 'off'
 SET enable_incremental_sort TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT b.id FROM bookings b
    WHERE b.organization_id = p_organization_id AND b.confirmation_code = p_confirmation_code
    ORDER BY b.created DESC, b.id COLLATE "C" DESC LIMIT p_limit;
END $function$;

CREATE TABLE idempotency_keys (
  organization_id text NOT NULL,
  livemode boolean NOT NULL,
  idempotency_key text NOT NULL,
  booking_id text NOT NULL,
  FOREIGN KEY (organization_id) REFERENCES organizations(id),
  PRIMARY KEY (organization_id, livemode, idempotency_key)
);

CREATE FUNCTION list_booking_keys(p_organization_id text, p_provider text, p_livemodes boolean[], p_statuses text[], p_before_created text[], p_before_ids text[], p_from text, p_limit integer)
 RETURNS TABLE(id text, created text)
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_sort TO 'off'
 SET enable_incremental_sort TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
BEGIN
  IF p_provider IS NULL THEN
    RETURN QUERY
      SELECT found.id, found.created::text
      FROM unnest(p_livemodes, p_statuses, p_before_created, p_before_ids) AS r (livemode, status, before_created, before_id)
      CROSS JOIN LATERAL (
        SELECT b.id, b.created FROM bookings b
        WHERE b.organization_id = p_organization_id AND b.livemode = r.livemode AND b.status = r.status
          AND b.created >= p_from AND (b.created, b.id) < (r.before_created, r.before_id)
        ORDER BY b.created DESC, b.id DESC LIMIT p_limit) AS found
      ORDER BY found.created DESC, found.id DESC LIMIT p_limit;
    RETURN;
  END IF;
  RETURN QUERY
    SELECT found.id, found.created::text
    FROM unnest(p_livemodes, p_statuses, p_before_created, p_before_ids) AS r (livemode, status, before_created, before_id)
    CROSS JOIN LATERAL (
      SELECT b.id, b.created FROM bookings b
      WHERE b.organization_id = p_organization_id AND b.provider = p_provider AND b.livemode = r.livemode
        AND b.status = r.status AND b.created >= p_from
        AND (b.created, b.id COLLATE "C") < (r.before_created, r.before_id)
      ORDER BY b.created DESC, b.id COLLATE "C" DESC LIMIT p_limit) AS found
    ORDER BY found.created DESC, found.id COLLATE "C" DESC LIMIT p_limit;
END $function$;

CREATE FUNCTION list_delivery_ids(p_organization_id text, p_event_types text[], p_states text[], p_status_classes text[], p_first text, p_last text, p_limit integer)
 RETURNS TABLE(id text)
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_sort TO 'off'
 SET enable_incremental_sort TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
BEGIN
  IF p_states IS NULL THEN
    RETURN QUERY
      SELECT d.id FROM deliveries d
      WHERE d.organization_id = p_organization_id AND d.id >= p_first AND d.id < p_last
      ORDER BY d.id DESC LIMIT p_limit;
    RETURN;
  END IF;
  -- The conditions without a collation exclude partitions.
  RETURN QUERY
    SELECT found.id FROM unnest(p_event_types, p_states, p_status_classes) AS r (event_type, state, status_class)
    CROSS JOIN LATERAL (
      SELECT d.id FROM deliveries d
      WHERE d.organization_id = p_organization_id AND d.event_type = r.event_type AND d.state = r.state
        AND d.status_class = r.status_class AND d.id COLLATE "C" >= p_first AND d.id COLLATE "C" < p_last
        AND d.id >= p_first AND d.id < p_last
      ORDER BY d.id COLLATE "C" DESC LIMIT p_limit) AS found
    ORDER BY found.id COLLATE "C" DESC LIMIT p_limit;
END $function$;

CREATE FUNCTION list_event_ids(p_organization_id text, p_booking_id text, p_first text, p_last text, p_limit integer)
 RETURNS TABLE(id text)
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_sort TO 'off'
 SET enable_incremental_sort TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
BEGIN
  -- The conditions without a collation exclude partitions.
  RETURN QUERY
    SELECT e.id FROM events e
    WHERE e.organization_id = p_organization_id AND e.booking_id = p_booking_id
      AND e.id COLLATE "C" >= p_first AND e.id COLLATE "C" < p_last AND e.id >= p_first AND e.id < p_last
    ORDER BY e.id COLLATE "C" DESC LIMIT p_limit;
END $function$;

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
  prepared_secret text,
  secret_prepared instant,
  CHECK ((rate_limit > 0)),
  CHECK ((test_allowance >= 0)),
  PRIMARY KEY (id)
);

CREATE FUNCTION queue_delivery(p_organization_id text, p_due_at text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (
    SELECT FROM delivery_queues q
    WHERE q.organization_id = p_organization_id AND q.settles_at IS NULL AND q.next_turn_at <= p_due_at) THEN
    RETURN;
  END IF;
  INSERT INTO delivery_queues AS q (organization_id, next_turn_at, oldest_due_at)
  VALUES (p_organization_id, p_due_at, p_due_at)
  ON CONFLICT (organization_id) DO UPDATE SET
    next_turn_at = least(q.next_turn_at, excluded.next_turn_at),
    oldest_due_at = least(q.oldest_due_at, excluded.oldest_due_at), settles_at = NULL;
END $function$;

CREATE UNLOGGED TABLE rate_windows (
  organization_id text NOT NULL,
  window_start instant NOT NULL,
  calls integer NOT NULL,
  PRIMARY KEY (organization_id)
) WITH (fillfactor=50, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000, autovacuum_vacuum_cost_delay=0);

CREATE FUNCTION read_attempts(p_organization_id text, p_delivery_ids text[], p_before integer, p_limit integer)
 RETURNS TABLE(delivery_id text, attempt integer, request_headers text, started text, duration_ms integer, status integer, error text, answer text, answer_deleted text)
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_sort TO 'off'
 SET enable_incremental_sort TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT found.delivery_id, found.attempt, found.request_headers, found.started::text, found.duration_ms, found.status,
      found.error, found.answer, found.answer_deleted::text
    FROM unnest(p_delivery_ids) AS wanted (id) CROSS JOIN LATERAL (
      SELECT a.* FROM delivery_attempts a
      WHERE a.organization_id = p_organization_id AND a.delivery_id = wanted.id AND a.attempt < p_before
      ORDER BY a.attempt DESC LIMIT p_limit) AS found;
END $function$;

CREATE FUNCTION read_booking_events(p_organization_id text, p_booking_id text, p_after text, p_limit integer)
 RETURNS TABLE(id text, type text, created text, payload text)
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_sort TO 'off'
 SET enable_incremental_sort TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT e.id, e.type, e.created::text, e.payload FROM events e
    WHERE e.organization_id = p_organization_id AND e.booking_id = p_booking_id AND e.id COLLATE "C" > p_after
    ORDER BY e.id COLLATE "C" LIMIT p_limit;
END $function$;

CREATE FUNCTION read_event_deliveries(p_organization_id text, p_event_ids text[], p_first text[], p_last text[], p_limit integer)
 RETURNS TABLE(id text, event_id text, event_type text, state text, status_class text, due_at text)
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_sort TO 'off'
 SET enable_incremental_sort TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT found.id, found.event_id, found.event_type, found.state, found.status_class, found.due_at::text
    FROM unnest(p_event_ids, p_first, p_last) AS e (event_id, first, last) CROSS JOIN LATERAL (
      SELECT d.* FROM deliveries d
      WHERE d.organization_id = p_organization_id AND d.id >= e.first AND d.id < e.last AND d.event_id = e.event_id
      ORDER BY d.id LIMIT p_limit) AS found;
END $function$;

CREATE FUNCTION read_stored_attempts(p_organization_id text, p_delivery_ids text[], p_before integer, p_limit integer)
 RETURNS TABLE(delivery_id text, attempt integer, request_headers text, started text, duration_ms integer, status integer, error text, cause text, answer text, answer_deleted text)
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_sort TO 'off'
 SET enable_incremental_sort TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT found.delivery_id, found.attempt, found.request_headers, found.started::text, found.duration_ms, found.status,
      found.error, found.cause, found.answer, found.answer_deleted::text
    FROM unnest(p_delivery_ids) AS wanted (id) CROSS JOIN LATERAL (
      SELECT a.* FROM delivery_attempts a
      WHERE a.organization_id = p_organization_id AND a.delivery_id = wanted.id AND a.attempt < p_before
      ORDER BY a.attempt DESC LIMIT p_limit) AS found;
END $function$;

CREATE FUNCTION ready_providers()
 RETURNS TABLE(name text)
 LANGUAGE plpgsql
AS $function$
BEGIN
  LOOP
    SELECT r.provider INTO name FROM runs r WHERE r.ready AND r.provider > coalesce(name, '') ORDER BY r.provider LIMIT 1;
    EXIT WHEN NOT FOUND;
    RETURN NEXT;
  END LOOP;
END $function$;

CREATE FUNCTION ready_runs(p_now text, p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_count integer;
BEGIN
  WITH waiting AS (
    SELECT organization_id, booking_id FROM runs WHERE NOT ready AND lease_until IS NULL AND due_at <= p_now
    ORDER BY due_at LIMIT p_limit FOR UPDATE SKIP LOCKED),
  leased AS (
    SELECT organization_id, booking_id FROM runs WHERE NOT ready AND lease_until IS NOT NULL AND lease_until < p_now
    ORDER BY lease_until LIMIT p_limit FOR UPDATE SKIP LOCKED),
  due AS (SELECT * FROM waiting UNION ALL SELECT * FROM leased LIMIT p_limit)
  UPDATE runs r SET ready = TRUE, lease_until = NULL
  FROM unnest(ARRAY(SELECT organization_id FROM due), ARRAY(SELECT booking_id FROM due)) AS f (organization_id, booking_id)
  WHERE r.organization_id = f.organization_id AND r.booking_id = f.booking_id;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $function$;

CREATE FUNCTION record_attempts(p_organization_ids text[], p_ids text[], p_lease_tokens text[], p_states text[], p_due text[], p_attempts integer[], p_started text[], p_durations integer[], p_statuses integer[], p_errors text[], p_answers text[], p_headers text[])
 RETURNS TABLE(delivery_id text)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  given record;
  counted record;
  v_recorded text[] := '{}';
BEGIN
  FOR given IN
    SELECT * FROM unnest(p_organization_ids, p_ids, p_lease_tokens, p_states, p_due, p_attempts, p_started, p_durations,
      p_statuses, p_errors, p_answers, p_headers)
    AS g (organization_id, id, lease_token, state, due_at, attempt, started, duration_ms, status, error, answer, headers)
  LOOP
    UPDATE deliveries d SET state = given.state, due_at = coalesce(given.due_at, d.due_at), lease_until = NULL,
      lease_token = NULL, status_class = CASE
        WHEN given.status IS NULL THEN 'no_response' WHEN given.status / 100 = 2 THEN '2xx'
        WHEN given.status / 100 = 3 THEN '3xx' WHEN given.status / 100 = 4 THEN '4xx'
        WHEN given.status / 100 = 5 THEN '5xx' ELSE 'other' END
    WHERE d.organization_id = given.organization_id AND d.id = given.id AND d.lease_token = given.lease_token;
    CONTINUE WHEN NOT FOUND;
    INSERT INTO delivery_attempts
      (organization_id, delivery_id, attempt, started, duration_ms, status, error, answer, request_headers)
    VALUES (given.organization_id, given.id, given.attempt, given.started, given.duration_ms, given.status, given.error,
      given.answer, given.headers);
    delivery_id := given.id;
    v_recorded := v_recorded || given.id;
    RETURN NEXT;
  END LOOP;

  -- In this order, so that two statements cannot wait for each other's rows. The rows of the deliveries are locked before.
  FOR counted IN
    SELECT g.organization_id, g.hour,
      count(*) FILTER (WHERE g.state = 'succeeded') AS succeeded,
      count(*) FILTER (WHERE g.state <> 'succeeded') AS failed,
      count(*) FILTER (WHERE g.state = 'abandoned') AS abandoned,
      count(*) FILTER (WHERE g.status / 100 = 2) AS status_2xx,
      count(*) FILTER (WHERE g.status / 100 = 3) AS status_3xx,
      count(*) FILTER (WHERE g.status / 100 = 4) AS status_4xx,
      count(*) FILTER (WHERE g.status / 100 = 5) AS status_5xx,
      count(*) FILTER (WHERE g.status / 100 NOT BETWEEN 2 AND 5) AS status_other,
      count(*) FILTER (WHERE g.status IS NULL) AS no_response,
      max(g.last_success) AS last_success,
      min(g.started) FILTER (WHERE g.state <> 'succeeded' AND g.started > coalesce(g.last_success, '')) AS failing_since
    FROM (
      SELECT u.organization_id, left(u.started, 13) AS hour, u.state, u.status, u.started::instant AS started,
        max(u.started::instant) FILTER (WHERE u.state = 'succeeded')
          OVER (PARTITION BY u.organization_id, left(u.started, 13)) AS last_success
      FROM unnest(p_organization_ids, p_ids, p_states, p_started, p_statuses)
        AS u (organization_id, id, state, started, status)
      WHERE u.id = ANY (v_recorded)) AS g
    GROUP BY g.organization_id, g.hour ORDER BY g.organization_id, g.hour
  LOOP
    INSERT INTO delivery_counts AS c (organization_id, hour, succeeded, failed, abandoned, status_2xx, status_3xx, status_4xx,
        status_5xx, status_other, no_response, last_success, failing_since)
      VALUES (counted.organization_id, counted.hour, counted.succeeded, counted.failed, counted.abandoned, counted.status_2xx,
        counted.status_3xx, counted.status_4xx, counted.status_5xx, counted.status_other, counted.no_response,
        counted.last_success, counted.failing_since)
      ON CONFLICT (organization_id, hour) DO UPDATE SET
        succeeded = c.succeeded + excluded.succeeded, failed = c.failed + excluded.failed,
        abandoned = c.abandoned + excluded.abandoned, status_2xx = c.status_2xx + excluded.status_2xx,
        status_3xx = c.status_3xx + excluded.status_3xx, status_4xx = c.status_4xx + excluded.status_4xx,
        status_5xx = c.status_5xx + excluded.status_5xx, status_other = c.status_other + excluded.status_other,
        no_response = c.no_response + excluded.no_response,
        last_success = greatest(c.last_success, excluded.last_success),
        failing_since = least(
          CASE WHEN c.failing_since > coalesce(excluded.last_success, '') THEN c.failing_since END,
          CASE WHEN excluded.failing_since > coalesce(c.last_success, '') THEN excluded.failing_since END);
  END LOOP;
END $function$;

CREATE FUNCTION record_attempts(p_organization_ids text[], p_ids text[], p_lease_tokens text[], p_states text[], p_due text[], p_attempts integer[], p_started text[], p_durations integer[], p_statuses integer[], p_errors text[], p_answers text[], p_headers text[], p_causes text[])
 RETURNS TABLE(delivery_id text)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  given record;
  v_recorded text[];
BEGIN
  v_recorded := ARRAY(
    SELECT r.delivery_id FROM record_attempts(p_organization_ids, p_ids, p_lease_tokens, p_states, p_due, p_attempts,
      p_started, p_durations, p_statuses, p_errors, p_answers, p_headers) AS r);
  FOR given IN
    SELECT * FROM unnest(p_organization_ids, p_ids, p_attempts, p_causes) AS g (organization_id, id, attempt, cause)
    WHERE g.cause IS NOT NULL AND g.id = ANY (v_recorded)
  LOOP
    UPDATE delivery_attempts a SET cause = given.cause
    WHERE a.organization_id = given.organization_id AND a.delivery_id = given.id AND a.attempt = given.attempt;
  END LOOP;
  RETURN QUERY SELECT unnest(v_recorded);
END $function$;

CREATE FUNCTION record_key_uses(p_ids text[], p_times text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  FOR i IN 1 .. cardinality(p_ids) LOOP
    UPDATE api_keys SET last_used = p_times[i]
    WHERE id = p_ids[i] AND (last_used IS NULL OR last_used < left(p_times[i], 17));
  END LOOP;
END $function$;

CREATE FUNCTION remove_delivery_counts(p_before text, p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  old record;
  v_removed integer := 0;
BEGIN
  FOR old IN SELECT organization_id, hour FROM delivery_counts WHERE hour < p_before ORDER BY hour LIMIT p_limit LOOP
    DELETE FROM delivery_counts WHERE organization_id = old.organization_id AND hour = old.hour;
    v_removed := v_removed + 1;
  END LOOP;
  RETURN v_removed;
END $function$;

CREATE FUNCTION resend_abandoned(p_organization_id text, p_event_types text[], p_states text[], p_status_classes text[], p_first text, p_last text, p_now text, p_limit integer)
 RETURNS TABLE(resent integer, next_id text)
 LANGUAGE plpgsql
AS $function$
DECLARE
  found_id text;
  url text;
  v_found integer := 0;
BEGIN
  resent := 0;
  FOR found_id IN
    SELECT l.id FROM list_delivery_ids(p_organization_id, p_event_types, p_states, p_status_classes, p_first, p_last, p_limit) AS l
  LOOP
    UPDATE deliveries d SET state = 'pending', due_at = p_now, attempts_allowed = d.attempts + 1
    WHERE d.organization_id = p_organization_id AND d.id = found_id AND d.state = 'abandoned';
    IF FOUND THEN
      resent := resent + 1;
    END IF;
    v_found := v_found + 1;
    next_id := found_id;
  END LOOP;
  IF v_found < p_limit THEN
    next_id := NULL;
  END IF;
  IF resent > 0 THEN
    SELECT o.webhook_url INTO url FROM organizations o WHERE o.id = p_organization_id;
    IF url IS NOT NULL THEN
      PERFORM queue_delivery(p_organization_id, p_now);
    END IF;
  END IF;
  RETURN NEXT;
END $function$;

CREATE FUNCTION resend_delivery(p_organization_id text, p_id text, p_now text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
DECLARE
  url text;
BEGIN
  UPDATE deliveries SET state = 'pending', due_at = p_now, attempts_allowed = attempts + 1
  WHERE organization_id = p_organization_id AND id = p_id AND state <> 'pending';
  IF NOT FOUND THEN
    RETURN FALSE;
  END IF;
  SELECT webhook_url INTO url FROM organizations WHERE id = p_organization_id;
  IF url IS NOT NULL THEN
    PERFORM queue_delivery(p_organization_id, p_now);
  END IF;
  RETURN TRUE;
END $function$;

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
  request_id text,
  traceparent text,
  pending_step integer,
  FOREIGN KEY (organization_id) REFERENCES organizations(id),
  FOREIGN KEY (organization_id, booking_id) REFERENCES bookings(organization_id, id),
  PRIMARY KEY (organization_id, booking_id)
) WITH (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000, autovacuum_vacuum_cost_delay=0);

CREATE INDEX runs_leased ON public.runs USING btree (lease_until) WHERE ((NOT ready) AND (lease_until IS NOT NULL));

CREATE INDEX runs_ready ON public.runs USING btree (provider, organization_id, due_at) WHERE ready;

CREATE INDEX runs_stuck ON public.runs USING btree ((
CASE
    WHEN (pending_step = step) THEN began
    ELSE failing_since
END), organization_id, booking_id) WHERE ((failing_since IS NOT NULL) OR (pending_step = step));

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

CREATE INDEX session_creations_latest ON public.session_creations USING btree (organization_id, latest);

CREATE TABLE sessions (
  id text NOT NULL,
  organization_id text NOT NULL,
  version integer NOT NULL,
  document json NOT NULL,
  session_reference text NOT NULL,
  card_reference text,
  verified_at instant,
  FOREIGN KEY (organization_id) REFERENCES organizations(id),
  PRIMARY KEY (organization_id, id)
);

CREATE INDEX sessions_verified ON public.sessions USING btree (organization_id, verified_at) WHERE (verified_at IS NOT NULL);

CREATE FUNCTION set_webhook_url(p_organization_id text, p_webhook_url text)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_sort TO 'off'
AS $function$
DECLARE
  first_due instant;
BEGIN
  UPDATE organizations SET webhook_url = p_webhook_url WHERE id = p_organization_id;
  IF p_webhook_url IS NULL THEN
    UPDATE delivery_queues SET next_turn_at = NULL, oldest_due_at = NULL WHERE organization_id = p_organization_id;
    RETURN;
  END IF;
  SELECT d.due_at INTO first_due FROM deliveries d
  WHERE d.organization_id = p_organization_id AND d.state = 'pending'
  ORDER BY d.organization_id, d.due_at LIMIT 1;
  IF first_due IS NOT NULL THEN
    PERFORM queue_delivery(p_organization_id, first_due);
  END IF;
END $function$;
