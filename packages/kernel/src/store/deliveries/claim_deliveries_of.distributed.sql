-- The body for distributed tables. See postgres/connection/migrate-database.ts.
CREATE OR REPLACE FUNCTION claim_deliveries_of(
  p_organizations text[], p_now text, p_lease_until text, p_lease_token text, p_limit integer
) RETURNS TABLE (
  id text, event_id text, event_type text, organization_id text, payload text, attempt integer, attempts_allowed integer,
  webhook_url text, signing_secret text, lease_token text, subject_id text, request_id text, traceparent text
) LANGUAGE plpgsql SET enable_sort = off AS $$
#variable_conflict use_column
DECLARE
  v_organization text;
  due record;
BEGIN
  FOREACH v_organization IN ARRAY p_organizations LOOP
    SELECT o.webhook_url, o.signing_secret INTO webhook_url, signing_secret FROM organizations o WHERE o.id = v_organization;
    CONTINUE WHEN webhook_url IS NULL;
    FOR due IN
      SELECT d.id, d.event_id, d.attempts + 1 AS attempt, d.attempts_allowed FROM deliveries d
      WHERE d.organization_id = v_organization AND d.state = 'pending' AND d.due_at <= p_now
        AND d.attempts < d.attempts_allowed AND (d.lease_until IS NULL OR d.lease_until < p_now)
      ORDER BY d.organization_id, d.due_at, d.id LIMIT p_limit FOR UPDATE SKIP LOCKED
    LOOP
      UPDATE deliveries d SET attempts = due.attempt, lease_until = p_lease_until, lease_token = p_lease_token
      WHERE d.organization_id = v_organization AND d.id = due.id;
      SELECT due.id, due.event_id, e.type, v_organization, e.payload, due.attempt, due.attempts_allowed, p_lease_token,
        e.subject_id, e.request_id, e.traceparent
      INTO id, event_id, event_type, organization_id, payload, attempt, attempts_allowed, lease_token,
        subject_id, request_id, traceparent
      FROM events e WHERE e.organization_id = v_organization AND e.id = due.event_id;
      RETURN NEXT;
    END LOOP;
  END LOOP;
END $$;
