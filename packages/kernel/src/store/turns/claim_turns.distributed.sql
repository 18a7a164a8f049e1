-- The body for distributed tables. See postgres/connection/migrate-database.ts.
CREATE OR REPLACE FUNCTION claim_turns(
  p_now text, p_lease_until text, p_lease_token text, p_limit integer, p_slow boolean, p_deliveries integer
) RETURNS TABLE (
  organization_id text, webhook_url text, id text, event_id text, event_type text, payload text, attempt integer,
  attempts_allowed integer, signing_secret text, lease_token text, subject_id text, request_id text, traceparent text
) LANGUAGE plpgsql AS $$
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
  FOR organization_id, webhook_url IN
    WITH claimed AS (
      UPDATE delivery_queues q SET next_turn_at = p_lease_until, lease_until = p_lease_until, lease_token = p_lease_token
      FROM organizations o
      WHERE o.id = q.organization_id AND q.organization_id = ANY (candidates) AND q.slow = p_slow
        AND q.next_turn_at <= p_now AND (q.lease_until IS NULL OR q.lease_until < p_now)
      RETURNING q.organization_id, o.webhook_url)
    SELECT c.organization_id, c.webhook_url FROM claimed c ORDER BY array_position(candidates, c.organization_id)
  LOOP
    RETURN QUERY
    SELECT claim_turns.organization_id, claim_turns.webhook_url, d.id, d.event_id, d.event_type, d.payload, d.attempt,
      d.attempts_allowed, d.signing_secret, d.lease_token, d.subject_id, d.request_id, d.traceparent
    FROM (SELECT) AS turn
      LEFT JOIN claim_deliveries_of(
        ARRAY[claim_turns.organization_id], p_now, p_lease_until, p_lease_token, p_deliveries) AS d ON TRUE;
  END LOOP;
END $$;
