-- The body for distributed tables. See postgres/connection/migrate-database.ts.
CREATE OR REPLACE FUNCTION record_attempts(p json) RETURNS TABLE (delivery_id text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  given record;
  counted record;
  v_recorded text[] := '{}';
BEGIN
  FOR given IN
    SELECT * FROM json_to_recordset(p) AS g (
      organization_id text, id text, lease_token text, state text, due_at text, attempt integer, started text,
      duration_ms integer, status integer, error text, cause text, answer text, request_headers text)
  LOOP
    UPDATE deliveries d SET state = given.state, due_at = coalesce(given.due_at, d.due_at), lease_until = NULL,
      lease_token = NULL, status_class = CASE
        WHEN given.status IS NULL THEN 'no_response' WHEN given.status / 100 = 2 THEN '2xx'
        WHEN given.status / 100 = 3 THEN '3xx' WHEN given.status / 100 = 4 THEN '4xx'
        WHEN given.status / 100 = 5 THEN '5xx' ELSE 'other' END
    WHERE d.organization_id = given.organization_id AND d.id = given.id AND d.lease_token = given.lease_token;
    CONTINUE WHEN NOT FOUND;
    INSERT INTO delivery_attempts
      (organization_id, delivery_id, attempt, started, duration_ms, status, error, cause, answer, request_headers)
    VALUES (given.organization_id, given.id, given.attempt, given.started, given.duration_ms, given.status, given.error,
      given.cause, given.answer, given.request_headers);
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
      FROM json_to_recordset(p) AS u (organization_id text, id text, state text, started text, status integer)
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
