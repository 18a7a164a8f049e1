-- Records outcomes, each of another delivery, and returns the deliveries whose lease still held. Counts those. The row of a delivery has its
-- first attempt, and moves to the history if the delivery is over. The settings leave one plan: it finds each row by its key.
CREATE OR REPLACE FUNCTION record_attempts(p json) RETURNS TABLE (delivery_id text) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off
SET enable_mergejoin = off SET enable_memoize = off SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH recorded AS (
    UPDATE deliveries d SET state = given.state, due_at = given.due_at, lease_until = NULL,
      lease_token = NULL, status_class = CASE
        WHEN given.status IS NULL THEN 'no_response' WHEN given.status / 100 = 2 THEN '2xx'
        WHEN given.status / 100 = 3 THEN '3xx' WHEN given.status / 100 = 4 THEN '4xx'
        WHEN given.status / 100 = 5 THEN '5xx' ELSE 'other' END,
      first_request_headers = CASE given.attempt WHEN 1 THEN given.request_headers ELSE d.first_request_headers END,
      first_started_at = CASE given.attempt WHEN 1 THEN given.started_at ELSE d.first_started_at END,
      first_duration_ms = CASE given.attempt WHEN 1 THEN given.duration_ms ELSE d.first_duration_ms END,
      first_status = CASE given.attempt WHEN 1 THEN given.status ELSE d.first_status END,
      first_error = CASE given.attempt WHEN 1 THEN given.error ELSE d.first_error END,
      first_cause = CASE given.attempt WHEN 1 THEN given.cause ELSE d.first_cause END,
      first_answer = CASE given.attempt WHEN 1 THEN given.answer ELSE d.first_answer END
    FROM json_to_recordset(p) AS given (
      organization_id text, id text, lease_token text, state text, due_at text, attempt integer, started_at text,
      duration_ms integer, status integer, error text, cause text, answer text, request_headers text)
    WHERE d.organization_id = given.organization_id AND d.id = given.id AND d.lease_token = given.lease_token
      AND d.state NOT IN ('succeeded', 'abandoned')
    RETURNING given.*),
  attempts AS (
    INSERT INTO delivery_attempts
      (organization_id, delivery_id, attempt, started_at, duration_ms, status, error, cause, answer, request_headers)
    SELECT organization_id, id, attempt, started_at, duration_ms, status, error, cause, answer, request_headers
    FROM recorded WHERE attempt > 1),
  -- In this order, so that two statements cannot wait for each other's rows. The rows of the deliveries are locked before.
  counts AS (
    INSERT INTO delivery_counts AS c (organization_id, hour, succeeded, failed, abandoned, status_2xx, status_3xx, status_4xx,
      status_5xx, status_other, no_response, responded_ms, slowest_ms, last_success, failing_since)
    SELECT g.organization_id, g.hour,
      count(*) FILTER (WHERE g.state = 'succeeded'),
      count(*) FILTER (WHERE g.state <> 'succeeded'),
      count(*) FILTER (WHERE g.state = 'abandoned'),
      count(*) FILTER (WHERE g.status / 100 = 2),
      count(*) FILTER (WHERE g.status / 100 = 3),
      count(*) FILTER (WHERE g.status / 100 = 4),
      count(*) FILTER (WHERE g.status / 100 = 5),
      count(*) FILTER (WHERE g.status / 100 NOT BETWEEN 2 AND 5),
      count(*) FILTER (WHERE g.status IS NULL),
      coalesce(sum(g.duration_ms) FILTER (WHERE g.status IS NOT NULL), 0),
      coalesce(max(g.duration_ms) FILTER (WHERE g.status IS NOT NULL), 0),
      max(g.last_success),
      min(g.started_at) FILTER (WHERE g.state <> 'succeeded' AND g.started_at > coalesce(g.last_success, ''))
    FROM (
      SELECT r.organization_id, left(r.started_at, 13) AS hour, r.state, r.status, r.duration_ms, r.started_at::instant AS started_at,
        max(r.started_at::instant) FILTER (WHERE r.state = 'succeeded')
          OVER (PARTITION BY r.organization_id, left(r.started_at, 13)) AS last_success
      FROM recorded r) AS g
    GROUP BY g.organization_id, g.hour ORDER BY g.organization_id, g.hour
    ON CONFLICT (organization_id, hour) DO UPDATE SET
      succeeded = c.succeeded + excluded.succeeded, failed = c.failed + excluded.failed,
      abandoned = c.abandoned + excluded.abandoned, status_2xx = c.status_2xx + excluded.status_2xx,
      status_3xx = c.status_3xx + excluded.status_3xx, status_4xx = c.status_4xx + excluded.status_4xx,
      status_5xx = c.status_5xx + excluded.status_5xx, status_other = c.status_other + excluded.status_other,
      no_response = c.no_response + excluded.no_response, responded_ms = c.responded_ms + excluded.responded_ms,
      slowest_ms = greatest(c.slowest_ms, excluded.slowest_ms),
      last_success = greatest(c.last_success, excluded.last_success),
      failing_since = least(
        CASE WHEN c.failing_since > coalesce(excluded.last_success, '') THEN c.failing_since END,
        CASE WHEN excluded.failing_since > coalesce(c.last_success, '') THEN excluded.failing_since END))
  SELECT r.id FROM recorded r;
END $$;
