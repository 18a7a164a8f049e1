-- How many attempts succeeded and failed in each hour, and how many deliveries were abandoned (decision 077). A count is written in the
-- transaction that records the attempts, so it is exact and needs no other read. Nothing calls count_deliveries any more but instances
-- of the version before.
CREATE TABLE delivery_counts (
  organization_id text NOT NULL REFERENCES organizations (id),
  -- The first 13 characters of a time: 2026-11-21T09.
  hour instant NOT NULL,
  succeeded integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  abandoned integer NOT NULL DEFAULT 0,
  -- The attempts, by the class of their response.
  status_2xx integer NOT NULL DEFAULT 0,
  status_3xx integer NOT NULL DEFAULT 0,
  status_4xx integer NOT NULL DEFAULT 0,
  status_5xx integer NOT NULL DEFAULT 0,
  status_other integer NOT NULL DEFAULT 0,
  no_response integer NOT NULL DEFAULT 0,
  -- The begin of the hour's last successful attempt, and of the first failed attempt after it.
  last_success instant,
  failing_since instant,
  PRIMARY KEY (organization_id, hour)
-- Only the rows of the current hour are updated, and no index has a column that changes: the free half of a page takes the versions.
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
-- For the removal of old hours. An hour is written to it once.
CREATE INDEX delivery_counts_by_hour ON delivery_counts (hour);

-- Removes at most p_limit old hours and returns their number.
CREATE FUNCTION remove_delivery_counts(p_before text, p_limit integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  old record;
  v_removed integer := 0;
BEGIN
  FOR old IN SELECT organization_id, hour FROM delivery_counts WHERE hour < p_before ORDER BY hour LIMIT p_limit LOOP
    DELETE FROM delivery_counts WHERE organization_id = old.organization_id AND hour = old.hour;
    v_removed := v_removed + 1;
  END LOOP;
  RETURN v_removed;
END $$;

-- Records outcomes, each of another delivery, and returns the deliveries whose lease still held. Counts those.
CREATE OR REPLACE FUNCTION record_attempts(
  p_organization_ids text[], p_ids text[], p_lease_tokens text[], p_states text[], p_due text[], p_attempts integer[],
  p_started text[], p_durations integer[], p_statuses integer[], p_errors text[], p_answers text[], p_headers text[])
RETURNS TABLE (delivery_id text) LANGUAGE plpgsql AS $$
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
END $$;

-- Counts the deliveries that it abandons. Everything else is as in 0010_queues_at_scale.sql.
CREATE OR REPLACE FUNCTION end_turn(
  p_organization_id text, p_lease_token text, p_now text, p_earliest text, p_settles_at text, p_slow boolean)
RETURNS TABLE (due boolean, abandoned text[]) LANGUAGE plpgsql SET enable_sort TO 'off' AS $$
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
END $$;
