-- Claims due deliveries of each of these organizations, like claim_deliveries. The planner expects the average number of deliveries of an
-- organization, and would read all of one that has a million. So the settings leave one plan: for each organization it reads the first
-- rows of the index of each partition, and joins them one by one.
CREATE OR REPLACE FUNCTION claim_deliveries_of(
  p_organizations text[], p_now text, p_lease_until text, p_lease_token text, p_limit integer
) RETURNS TABLE (
  id text, event_id text, event_type text, organization_id text, payload text, attempt integer, attempts_allowed integer,
  webhook_url text, signing_secret text, lease_token text, subject_id text, request_id text, traceparent text
) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_sort = off SET enable_incremental_sort = off SET enable_seqscan = off
SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_memoize = off SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  v_now text := lease_time(p_now, p_now);
  v_lease_until text := lease_time(p_lease_until, p_now);
BEGIN
  RETURN QUERY
  WITH found AS MATERIALIZED (
    SELECT o.id AS organization_id, o.webhook_url, o.signing_secret, d.id, d.due_at
    FROM unnest(p_organizations) AS given (id) JOIN organizations o ON o.id = given.id AND o.webhook_url IS NOT NULL
      CROSS JOIN LATERAL (
        SELECT d.id, d.due_at FROM deliveries d
        WHERE d.organization_id = o.id AND d.state = 'pending' AND d.due_at <= p_now
          AND d.attempts < d.attempts_allowed AND (d.lease_until IS NULL OR d.lease_until < v_now)
        ORDER BY d.organization_id, d.due_at, d.id LIMIT p_limit FOR UPDATE SKIP LOCKED) AS d),
  claimed AS (
    UPDATE deliveries d SET attempts = d.attempts + 1, lease_until = v_lease_until, lease_token = p_lease_token
    FROM found WHERE d.organization_id = found.organization_id AND d.id = found.id
      AND d.state NOT IN ('succeeded', 'abandoned')
    RETURNING d.organization_id, d.id, d.event_id, d.attempts, d.attempts_allowed, found.webhook_url, found.signing_secret, d.due_at)
  SELECT d.id, d.event_id, e.type, d.organization_id, e.payload, d.attempts, d.attempts_allowed, d.webhook_url,
    d.signing_secret, p_lease_token, e.subject_id, e.request_id, e.traceparent
  FROM claimed d JOIN events e ON e.organization_id = d.organization_id AND e.id = d.event_id
  ORDER BY d.due_at, d.id;
END $$;
