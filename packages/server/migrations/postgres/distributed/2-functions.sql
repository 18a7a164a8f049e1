-- The functions over several organizations, for distributed tables: rows of several nodes can be neither locked by one SELECT nor
-- skipped while they are locked. Each function reads candidates without a lock, and then changes those that still qualify. Two
-- claims at once would find the same candidates, so they take turns under an advisory lock of the coordinator.

CREATE OR REPLACE FUNCTION claim_turns(
  p_now text, p_lease_until text, p_lease_token text, p_limit integer, p_slow boolean
) RETURNS TABLE (organization_id text, webhook_url text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  candidates text[];
BEGIN
  PERFORM pg_advisory_xact_lock(7420011122);
  SELECT array_agg(c.organization_id ORDER BY c.next_turn_at) INTO candidates FROM (
    SELECT organization_id, next_turn_at FROM delivery_queues
    WHERE slow = p_slow AND next_turn_at <= p_now AND (lease_until IS NULL OR lease_until < p_now)
    ORDER BY next_turn_at LIMIT p_limit) AS c;
  IF candidates IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY
  WITH claimed AS (
    UPDATE delivery_queues q SET next_turn_at = p_lease_until, lease_until = p_lease_until, lease_token = p_lease_token
    FROM organizations o
    WHERE o.id = q.organization_id AND q.organization_id = ANY (candidates) AND q.slow = p_slow
      AND q.next_turn_at <= p_now AND (q.lease_until IS NULL OR q.lease_until < p_now)
    RETURNING q.organization_id, o.webhook_url)
  SELECT c.organization_id, c.webhook_url FROM claimed c ORDER BY array_position(candidates, c.organization_id);
END $$;

CREATE OR REPLACE FUNCTION claim_deliveries(p_now text, p_lease_until text, p_lease_token text, p_limit integer)
RETURNS TABLE (
  id text, event_id text, event_type text, organization_id text, payload text, attempt integer, attempts_allowed integer,
  webhook_url text, signing_secret text, lease_token text
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  due record;
BEGIN
  PERFORM pg_advisory_xact_lock(7420011122);
  FOR due IN
    SELECT d.organization_id, d.id FROM deliveries d JOIN organizations o ON o.id = d.organization_id
    WHERE d.state = 'pending' AND d.attempts < d.attempts_allowed AND d.due_at <= p_now
      AND (d.lease_until IS NULL OR d.lease_until < p_now) AND o.webhook_url IS NOT NULL
    ORDER BY d.due_at, d.id LIMIT p_limit
  LOOP
    RETURN QUERY
    UPDATE deliveries d SET attempts = d.attempts + 1, lease_until = p_lease_until, lease_token = p_lease_token
    FROM events e, organizations o
    WHERE d.organization_id = due.organization_id AND d.id = due.id AND d.state = 'pending'
      AND d.attempts < d.attempts_allowed AND d.due_at <= p_now AND (d.lease_until IS NULL OR d.lease_until < p_now)
      AND e.organization_id = d.organization_id AND e.id = d.event_id AND o.id = d.organization_id
    RETURNING d.id, d.event_id, e.type, d.organization_id, e.payload, d.attempts, d.attempts_allowed, o.webhook_url,
      o.signing_secret, d.lease_token;
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION claim_due_deliveries(p_now text, p_lease_until text, p_lease_token text, p_limit integer)
RETURNS TABLE (
  id text, event_id text, event_type text, organization_id text, payload text, attempt integer, attempts_allowed integer,
  webhook_url text, signing_secret text, lease_token text, booking_id text, request_id text, traceparent text
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  due record;
BEGIN
  PERFORM pg_advisory_xact_lock(7420011122);
  FOR due IN
    SELECT d.organization_id, d.id FROM deliveries d JOIN organizations o ON o.id = d.organization_id
    WHERE d.state = 'pending' AND d.attempts < d.attempts_allowed AND d.due_at <= p_now
      AND (d.lease_until IS NULL OR d.lease_until < p_now) AND o.webhook_url IS NOT NULL
    ORDER BY d.due_at, d.id LIMIT p_limit
  LOOP
    RETURN QUERY
    UPDATE deliveries d SET attempts = d.attempts + 1, lease_until = p_lease_until, lease_token = p_lease_token
    FROM events e, organizations o
    WHERE d.organization_id = due.organization_id AND d.id = due.id AND d.state = 'pending'
      AND d.attempts < d.attempts_allowed AND d.due_at <= p_now AND (d.lease_until IS NULL OR d.lease_until < p_now)
      AND e.organization_id = d.organization_id AND e.id = d.event_id AND o.id = d.organization_id
    RETURNING d.id, d.event_id, e.type, d.organization_id, e.payload, d.attempts, d.attempts_allowed, o.webhook_url,
      o.signing_secret, d.lease_token, e.booking_id, e.request_id, e.traceparent;
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION claim_expired(p_now text, p_lease_until text, p_limit integer)
RETURNS TABLE (organization_id text, version integer, step integer, document json, working boolean) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  organizations text[];
  ids text[];
BEGIN
  PERFORM pg_advisory_xact_lock(7420011122);
  SELECT array_agg(c.organization_id), array_agg(c.id) INTO organizations, ids FROM (
    SELECT b.organization_id, b.id FROM bookings b
    WHERE b.status = 'requires_action' AND b.expires_at < p_now
      AND (b.expiry_lease_until IS NULL OR b.expiry_lease_until < p_now)
    ORDER BY b.expires_at LIMIT p_limit) AS c;
  IF ids IS NULL THEN
    RETURN;
  END IF;
  UPDATE bookings b SET expiry_lease_until = p_lease_until
  WHERE b.organization_id = ANY (organizations) AND b.id = ANY (ids) AND b.status = 'requires_action';
  RETURN QUERY
  SELECT b.organization_id, b.version, b.step, b.document, r.booking_id IS NOT NULL
  FROM bookings b LEFT JOIN runs r ON r.organization_id = b.organization_id AND r.booking_id = b.id
  WHERE b.organization_id = ANY (organizations) AND b.id = ANY (ids) AND b.expiry_lease_until = p_lease_until
  ORDER BY b.expires_at;
END $$;

CREATE OR REPLACE FUNCTION ready_runs(p_now text, p_limit integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  organizations text[];
  bookings text[];
  v_count integer;
BEGIN
  PERFORM pg_advisory_xact_lock(7420011122);
  SELECT array_agg(c.organization_id), array_agg(c.booking_id) INTO organizations, bookings FROM (
    (SELECT organization_id, booking_id FROM runs WHERE NOT ready AND lease_until IS NULL AND due_at <= p_now
      ORDER BY due_at LIMIT p_limit)
    UNION ALL
    (SELECT organization_id, booking_id FROM runs WHERE NOT ready AND lease_until IS NOT NULL AND lease_until < p_now
      ORDER BY lease_until LIMIT p_limit)
    LIMIT p_limit) AS c;
  IF bookings IS NULL THEN
    RETURN 0;
  END IF;
  UPDATE runs SET ready = TRUE, lease_until = NULL
  WHERE organization_id = ANY (organizations) AND booking_id = ANY (bookings) AND NOT ready
    AND ((lease_until IS NULL AND due_at <= p_now) OR lease_until < p_now);
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;

CREATE OR REPLACE FUNCTION claim_runs(
  p_lease_until text, p_lease_token text, p_provider text, p_after text, p_places integer, p_per_organization integer,
  p_busy json)
RETURNS TABLE (booking_id text, organization_id text, provider text, step integer, answer json, changes json,
  attempt integer, began text, failures integer, failing_since text, lease_token text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  organizations text[];
  bookings text[];
BEGIN
  PERFORM pg_advisory_xact_lock(7420011122);
  SELECT array_agg(c.organization_id), array_agg(c.booking_id) INTO organizations, bookings FROM (
    SELECT r.organization_id, r.booking_id FROM (
      SELECT organization_id, booking_id, row_number() OVER (PARTITION BY organization_id ORDER BY due_at) AS rank
      FROM runs WHERE ready AND provider = p_provider) AS r
    WHERE r.rank <= p_per_organization - coalesce((p_busy ->> r.organization_id)::integer, 0)
    ORDER BY r.rank, r.organization_id <= p_after, r.organization_id LIMIT p_places) AS c;
  IF bookings IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY
  WITH claimed AS (
    UPDATE runs r SET attempt = r.attempt + 1, ready = FALSE, lease_until = p_lease_until, lease_token = p_lease_token
    WHERE r.organization_id = ANY (organizations) AND r.booking_id = ANY (bookings) AND r.ready AND r.provider = p_provider
    RETURNING r.*)
  SELECT r.booking_id, r.organization_id, r.provider, r.step, r.answer, r.changes, r.attempt, r.began::text, r.failures,
    r.failing_since::text, r.lease_token
  FROM claimed r ORDER BY array_position(bookings, r.booking_id);
END $$;

CREATE OR REPLACE FUNCTION claim_ready_runs(
  p_lease_until text, p_lease_token text, p_provider text, p_after text, p_places integer, p_per_organization integer,
  p_busy json)
RETURNS TABLE (booking_id text, organization_id text, provider text, step integer, answer json, changes json,
  attempt integer, began text, failures integer, failing_since text, lease_token text, request_id text, traceparent text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  organizations text[];
  bookings text[];
BEGIN
  PERFORM pg_advisory_xact_lock(7420011122);
  SELECT array_agg(c.organization_id), array_agg(c.booking_id) INTO organizations, bookings FROM (
    SELECT r.organization_id, r.booking_id FROM (
      SELECT organization_id, booking_id, row_number() OVER (PARTITION BY organization_id ORDER BY due_at) AS rank
      FROM runs WHERE ready AND provider = p_provider) AS r
    WHERE r.rank <= p_per_organization - coalesce((p_busy ->> r.organization_id)::integer, 0)
    ORDER BY r.rank, r.organization_id <= p_after, r.organization_id LIMIT p_places) AS c;
  IF bookings IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY
  WITH claimed AS (
    UPDATE runs r SET attempt = r.attempt + 1, ready = FALSE, lease_until = p_lease_until, lease_token = p_lease_token
    WHERE r.organization_id = ANY (organizations) AND r.booking_id = ANY (bookings) AND r.ready AND r.provider = p_provider
    RETURNING r.*)
  SELECT r.booking_id, r.organization_id, r.provider, r.step, r.answer, r.changes, r.attempt, r.began::text, r.failures,
    r.failing_since::text, r.lease_token, r.request_id, r.traceparent
  FROM claimed r ORDER BY array_position(bookings, r.booking_id);
END $$;
