-- Claims due deliveries of all organizations, the oldest first. An attempt uses the webhook URL and the signing secret of the
-- time of its claim (DLV-11, ORG-5). Rows that another instance is claiming are skipped without waiting.
CREATE OR REPLACE FUNCTION claim_deliveries(p_now text, p_lease_until text, p_lease_token text, p_limit integer)
RETURNS TABLE (
  id text, event_id text, event_type text, organization_id text, payload text, attempt integer, attempts_allowed integer,
  webhook_url text, signing_secret text, lease_token text, subject_id text, request_id text, traceparent text
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now text := lease_time(p_now, p_now);
  v_lease_until text := lease_time(p_lease_until, p_now);
BEGIN
  RETURN QUERY
  WITH found AS (
    SELECT d.organization_id, d.id FROM deliveries d JOIN organizations o ON o.id = d.organization_id
    WHERE d.state = 'pending' AND d.attempts < d.attempts_allowed AND d.due_at <= p_now
      AND (d.lease_until IS NULL OR d.lease_until < v_now) AND o.webhook_url IS NOT NULL
    ORDER BY d.due_at, d.id LIMIT p_limit FOR UPDATE OF d SKIP LOCKED),
  claimed AS (
    UPDATE deliveries d SET attempts = d.attempts + 1, lease_until = v_lease_until, lease_token = p_lease_token
    FROM unnest(ARRAY(SELECT f.organization_id FROM found f), ARRAY(SELECT f.id FROM found f)) AS f (organization_id, id)
    WHERE d.organization_id = f.organization_id AND d.id = f.id AND d.state NOT IN ('succeeded', 'abandoned')
    RETURNING d.*)
  SELECT d.id, d.event_id, e.type, d.organization_id, e.payload, d.attempts, d.attempts_allowed, o.webhook_url,
    o.signing_secret, d.lease_token, e.subject_id, e.request_id, e.traceparent
  FROM claimed d JOIN events e ON e.organization_id = d.organization_id AND e.id = d.event_id
    JOIN organizations o ON o.id = d.organization_id
  ORDER BY d.due_at, d.id;
END $$;
