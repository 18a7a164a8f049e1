-- Methods of the store that write several tables, or rows of several organizations. Each is one call and one transaction. The
-- statements in the first ones are simple, so they also run where the tables are distributed by organization: a function whose
-- first parameter is p_organization_id then runs on the node that has its rows. The functions over several organizations have
-- another body there (migrations/postgres/distributed, decision 041).
-- With variable_conflict a name that is both a column and a result is the column.
-- Times are parameters of the type text: a parameter of the type instant would give every parameter its collation, and the
-- comparison of an id would not use the index.

-- Makes an organization due no later than p_due_at. A row that is open and due already is not written: see
-- store/postgres/delivery-queues.ts.
CREATE FUNCTION queue_delivery(p_organization_id text, p_due_at text) RETURNS void LANGUAGE plpgsql AS $$
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
END $$;

-- Inserts the events of a booking, and their deliveries. Without a webhook URL an event has no delivery, so a URL that is set
-- later gets no old events (DLV-2, DLV-11).
CREATE FUNCTION add_events(p_organization_id text, p_booking_id text, p_events json, p_deliveries json) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  event record;
  delivery record;
  url text;
  first_due instant;
BEGIN
  FOR event IN SELECT * FROM json_to_recordset(p_events) AS e (id text, type text, created text, payload text) LOOP
    INSERT INTO events (id, organization_id, booking_id, type, created, payload)
    VALUES (event.id, p_organization_id, p_booking_id, event.type, event.created, event.payload);
  END LOOP;
  SELECT webhook_url INTO url FROM organizations WHERE id = p_organization_id;
  IF url IS NULL THEN
    RETURN;
  END IF;
  FOR delivery IN
    SELECT * FROM json_to_recordset(p_deliveries) AS d (id text, event_id text, attempts_allowed integer, due_at text)
  LOOP
    INSERT INTO deliveries (id, event_id, organization_id, state, attempts_allowed, due_at)
    VALUES (delivery.id, delivery.event_id, p_organization_id, 'pending', delivery.attempts_allowed, delivery.due_at);
    first_due := least(first_due, delivery.due_at);
  END LOOP;
  IF first_due IS NOT NULL THEN
    PERFORM queue_delivery(p_organization_id, first_due);
  END IF;
END $$;

-- Sets or removes a webhook URL. Without one an organization has no turns (DLV-2, DLV-11).
CREATE FUNCTION set_webhook_url(p_organization_id text, p_webhook_url text) RETURNS void
LANGUAGE plpgsql SET enable_sort = off AS $$
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
END $$;

-- Returns whether the delivery was resent.
CREATE FUNCTION resend_delivery(p_organization_id text, p_id text, p_now text) RETURNS boolean LANGUAGE plpgsql AS $$
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
END $$;

-- Records outcomes, each of another delivery, and returns the deliveries whose lease still held.
CREATE FUNCTION record_attempts(
  p_organization_ids text[], p_ids text[], p_lease_tokens text[], p_states text[], p_due text[], p_attempts integer[],
  p_started text[], p_durations integer[], p_statuses integer[], p_errors text[], p_answers text[], p_headers text[]
) RETURNS TABLE (delivery_id text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  given record;
BEGIN
  FOR given IN
    SELECT * FROM unnest(p_organization_ids, p_ids, p_lease_tokens, p_states, p_due, p_attempts, p_started, p_durations,
      p_statuses, p_errors, p_answers, p_headers)
    AS g (organization_id, id, lease_token, state, due_at, attempt, started, duration_ms, status, error, answer, headers)
  LOOP
    UPDATE deliveries d SET state = given.state, due_at = coalesce(given.due_at, d.due_at), lease_until = NULL, lease_token = NULL
    WHERE d.organization_id = given.organization_id AND d.id = given.id AND d.lease_token = given.lease_token;
    CONTINUE WHEN NOT FOUND;
    INSERT INTO delivery_attempts
      (organization_id, delivery_id, attempt, started, duration_ms, status, error, answer, request_headers)
    VALUES (given.organization_id, given.id, given.attempt, given.started, given.duration_ms, given.status, given.error,
      given.answer, given.headers);
    delivery_id := given.id;
    RETURN NEXT;
  END LOOP;
END $$;

-- Claims due turns, longest waiting first (DLV-9).
CREATE FUNCTION claim_turns(p_now text, p_lease_until text, p_lease_token text, p_limit integer, p_slow boolean)
RETURNS TABLE (organization_id text, webhook_url text) LANGUAGE plpgsql AS $$
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
END $$;

-- Claims due deliveries of every organization; see claim_deliveries_of.
CREATE FUNCTION claim_deliveries(p_now text, p_lease_until text, p_lease_token text, p_limit integer)
RETURNS TABLE (
  id text, event_id text, event_type text, organization_id text, payload text, attempt integer, attempts_allowed integer,
  webhook_url text, signing_secret text, lease_token text
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
    o.signing_secret, d.lease_token
  FROM claimed d JOIN events e ON e.organization_id = d.organization_id AND e.id = d.event_id
    JOIN organizations o ON o.id = d.organization_id
  ORDER BY d.due_at, d.id;
END $$;

-- Checks the organization itself: a table of every node, such as api_keys, cannot refer to a distributed one.
CREATE FUNCTION create_api_key(
  p_id text, p_organization_id text, p_digest text, p_mode text, p_scopes text[], p_created text
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM organizations WHERE id = p_organization_id) THEN
    RAISE foreign_key_violation USING MESSAGE = format('The foreign key %s names no organization.', p_organization_id);
  END IF;
  INSERT INTO api_keys (id, organization_id, digest, mode, scopes, created)
  VALUES (p_id, p_organization_id, p_digest, p_mode, p_scopes, p_created);
END $$;
