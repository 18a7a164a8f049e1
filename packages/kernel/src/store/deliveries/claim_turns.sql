-- Claims due turns, longest waiting first (DLV-9), each with its first due deliveries. A turn without deliveries has one row without an id.
-- The time of a leased turn is the end of its lease, by the clock of leases.
CREATE OR REPLACE FUNCTION claim_turns(
  p_now text, p_lease_until text, p_lease_token text, p_limit integer, p_slow boolean, p_deliveries integer
) RETURNS TABLE (
  organization_id text, webhook_url text, id text, event_id text, event_type text, payload text, attempt integer,
  attempts_allowed integer, signing_secret text, lease_token text, subject_id text, request_id text, traceparent text
) LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  v_now text := lease_time(p_now, p_now);
  v_lease_until text := lease_time(p_lease_until, p_now);
  v_organizations text[];
BEGIN
  SELECT array_agg(f.organization_id ORDER BY f.next_turn_at) INTO v_organizations FROM (
    SELECT organization_id, next_turn_at FROM delivery_queues
    WHERE slow = p_slow AND next_turn_at <= greatest(p_now, v_now) AND (lease_until IS NULL OR lease_until < v_now)
    ORDER BY next_turn_at LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED) AS f;
  IF v_organizations IS NULL THEN
    RETURN;
  END IF;
  UPDATE delivery_queues q SET next_turn_at = v_lease_until, lease_until = v_lease_until, lease_token = p_lease_token
  WHERE q.organization_id = ANY (v_organizations);
  RETURN QUERY
  SELECT turn.organization_id, o.webhook_url, d.id, d.event_id, d.event_type, d.payload, d.attempt, d.attempts_allowed,
    d.signing_secret, d.lease_token, d.subject_id, d.request_id, d.traceparent
  FROM unnest(v_organizations) WITH ORDINALITY AS turn (organization_id, number)
    CROSS JOIN LATERAL (SELECT c.webhook_url FROM organizations c WHERE c.id = turn.organization_id LIMIT 1) AS o
    LEFT JOIN claim_deliveries_of(v_organizations, p_now, p_lease_until, p_lease_token, p_deliveries)
      WITH ORDINALITY AS d ON d.organization_id = turn.organization_id
  ORDER BY turn.number, d.ordinality;
END $$;
