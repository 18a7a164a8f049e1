-- What joins the work of a request with the request: its id, and the trace that it belongs to (traceparent of W3C Trace Context). A
-- run has those of the request that stored it, and an event those of the request or run that caused it (decision 063). Both are
-- null for work without a request, such as an expiry, and for rows of earlier versions.
ALTER TABLE runs ADD COLUMN request_id text, ADD COLUMN traceparent text;
ALTER TABLE events ADD COLUMN request_id text, ADD COLUMN traceparent text;

-- Only instances of two versions before call these.
DROP FUNCTION create_booking(
  text, text, boolean, text, text, text, json, integer, json, json, text, integer, text, text, boolean, text, json, json);
DROP FUNCTION change_booking(
  text, text, integer, json, text, text, integer, text, integer, json, json, text, integer, text, text, boolean, text, boolean,
  json, json);

-- A run has the two columns. Everything else is as in 0013_lists.sql.
CREATE FUNCTION create_booking(
  p_organization_id text, p_id text, p_livemode boolean, p_idempotency_key text, p_status text, p_expires_at text,
  p_document json, p_step integer, p_answer json, p_changes json, p_due_at text, p_attempt integer, p_lease_until text,
  p_lease_token text, p_ready boolean, p_provider text, p_events json, p_deliveries json, p_booking_provider text,
  p_created text, p_confirmation_code text, p_request_id text, p_traceparent text)
RETURNS TABLE (organization_id text, version integer, step integer, document json, working boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
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
END $$;

CREATE FUNCTION change_booking(
  p_organization_id text, p_id text, p_version integer, p_document json, p_status text, p_expires_at text,
  p_booking_step integer, p_finished text, p_step integer, p_answer json, p_changes json, p_due_at text, p_attempt integer,
  p_lease_until text, p_lease_token text, p_ready boolean, p_provider text, p_is_counted boolean, p_events json,
  p_deliveries json, p_confirmation_code text, p_request_id text, p_traceparent text)
RETURNS TABLE (working boolean) LANGUAGE plpgsql AS $$
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
END $$;

-- Instances of the version before call the functions without these parameters.
CREATE OR REPLACE FUNCTION create_booking(
  p_organization_id text, p_id text, p_livemode boolean, p_idempotency_key text, p_status text, p_expires_at text,
  p_document json, p_step integer, p_answer json, p_changes json, p_due_at text, p_attempt integer, p_lease_until text,
  p_lease_token text, p_ready boolean, p_provider text, p_events json, p_deliveries json, p_booking_provider text,
  p_created text, p_confirmation_code text)
RETURNS TABLE (organization_id text, version integer, step integer, document json, working boolean)
LANGUAGE sql AS $$
  SELECT * FROM create_booking(
    p_organization_id, p_id, p_livemode, p_idempotency_key, p_status, p_expires_at, p_document, p_step, p_answer, p_changes,
    p_due_at, p_attempt, p_lease_until, p_lease_token, p_ready, p_provider, p_events, p_deliveries, p_booking_provider,
    p_created, p_confirmation_code, NULL, NULL)
$$;

CREATE OR REPLACE FUNCTION change_booking(
  p_organization_id text, p_id text, p_version integer, p_document json, p_status text, p_expires_at text,
  p_booking_step integer, p_finished text, p_step integer, p_answer json, p_changes json, p_due_at text, p_attempt integer,
  p_lease_until text, p_lease_token text, p_ready boolean, p_provider text, p_is_counted boolean, p_events json,
  p_deliveries json, p_confirmation_code text)
RETURNS TABLE (working boolean)
LANGUAGE sql AS $$
  SELECT * FROM change_booking(
    p_organization_id, p_id, p_version, p_document, p_status, p_expires_at, p_booking_step, p_finished, p_step, p_answer,
    p_changes, p_due_at, p_attempt, p_lease_until, p_lease_token, p_ready, p_provider, p_is_counted, p_events, p_deliveries,
    p_confirmation_code, NULL, NULL)
$$;

-- Events have the two columns. Everything else is as in 0013_lists.sql. Instances of the version before do not pass them.
CREATE OR REPLACE FUNCTION add_events(p_organization_id text, p_booking_id text, p_events json, p_deliveries json) RETURNS void
LANGUAGE plpgsql AS $$
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
END $$;

-- These return the two columns and the booking of a delivery. Everything else is as in claim_deliveries, claim_deliveries_of and
-- claim_runs, which instances of the version before call: a statement that they have prepared allows no further column.
CREATE FUNCTION claim_due_deliveries(p_now text, p_lease_until text, p_lease_token text, p_limit integer)
RETURNS TABLE (
  id text, event_id text, event_type text, organization_id text, payload text, attempt integer, attempts_allowed integer,
  webhook_url text, signing_secret text, lease_token text, booking_id text, request_id text, traceparent text
) LANGUAGE plpgsql AS $$
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
END $$;

CREATE FUNCTION claim_due_deliveries_of(
  p_organization_id text, p_now text, p_lease_until text, p_lease_token text, p_limit integer
) RETURNS TABLE (
  id text, event_id text, event_type text, organization_id text, payload text, attempt integer, attempts_allowed integer,
  webhook_url text, signing_secret text, lease_token text, booking_id text, request_id text, traceparent text
) LANGUAGE plpgsql SET enable_sort = off AS $$
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
END $$;

CREATE FUNCTION claim_ready_runs(
  p_lease_until text, p_lease_token text, p_provider text, p_after text, p_places integer, p_per_organization integer,
  p_busy json)
RETURNS TABLE (booking_id text, organization_id text, provider text, step integer, answer json, changes json,
  attempt integer, began text, failures integer, failing_since text, lease_token text, request_id text, traceparent text)
LANGUAGE plpgsql AS $$
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
END $$;
