-- Claims due turns, longest waiting first (DLV-9).
CREATE OR REPLACE FUNCTION claim_turns(p_now text, p_lease_until text, p_lease_token text, p_limit integer, p_slow boolean)
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
