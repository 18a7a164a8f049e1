-- Expired bookings are claimed in batches (decision 043). It needs no index: a claim passes at most the claims under way.
ALTER TABLE bookings ADD COLUMN expiry_lease_until instant;

-- A fifth of a large table would be too many dead rows between two vacuums: the index of expiring bookings leads to each.
ALTER TABLE bookings SET (autovacuum_vacuum_scale_factor = 0.02);
-- Queues: few rows, which change all the time. They are vacuumed after a number of changes, and without pauses.
ALTER TABLE runs SET (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
ALTER TABLE delivery_queues SET (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
ALTER TABLE rate_windows SET (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

-- Keys are listed in pages.
DROP INDEX api_keys_of_organization;
CREATE INDEX api_keys_of_organization ON api_keys (organization_id, id);

-- Claims due deliveries of an organization. An attempt uses the webhook URL and the signing secret of the time of its claim (DLV-11,
-- ORG-5). Rows that another instance is claiming are skipped without waiting. Each row has its own statement: for a join the planner
-- expects the average number of deliveries of an organization, and would read all of one that has a million. For the same reason it
-- would read and sort them, instead of merging the partitions in the order of their indexes: hence enable_sort.
CREATE FUNCTION claim_deliveries_of(
  p_organization_id text, p_now text, p_lease_until text, p_lease_token text, p_limit integer
) RETURNS TABLE (
  id text, event_id text, event_type text, organization_id text, payload text, attempt integer, attempts_allowed integer,
  webhook_url text, signing_secret text, lease_token text
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
    SELECT due.id, due.event_id, e.type, p_organization_id, e.payload, due.attempt, due.attempts_allowed, p_lease_token
    INTO id, event_id, event_type, organization_id, payload, attempt, attempts_allowed, lease_token
    FROM events e WHERE e.organization_id = p_organization_id AND e.id = due.event_id;
    RETURN NEXT;
  END LOOP;
END $$;

-- Ends a turn if its lease holds; see store/postgres/delivery-queues.ts. p_settles_at is the time at which deliveries that are added
-- now are committed. If next_turn_at is not the end of the lease, a delivery was added during the turn, and the row stays open.
CREATE FUNCTION end_turn(
  p_organization_id text, p_lease_token text, p_now text, p_earliest text, p_settles_at text, p_slow boolean
) RETURNS TABLE (due boolean, abandoned text[]) LANGUAGE plpgsql SET enable_sort = off AS $$
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
END $$;

-- Claims expired bookings, the oldest first, and skips those that another instance is claiming, without waiting (STA-9).
CREATE FUNCTION claim_expired(p_now text, p_lease_until text, p_limit integer)
RETURNS TABLE (organization_id text, version integer, step integer, document json, working boolean) LANGUAGE plpgsql AS $$
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
END $$;

-- Counts due deliveries up to a maximum: first the queues that have waited longest, then the deliveries of each.
CREATE FUNCTION count_due_deliveries(p_now text, p_limit integer)
RETURNS TABLE (due_deliveries integer, oldest_due_delivery text) LANGUAGE plpgsql STABLE SET enable_sort = off AS $$
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
END $$;
