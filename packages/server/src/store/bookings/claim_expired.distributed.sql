-- The body for distributed tables. See postgres/connection/migrate-database.ts.
CREATE OR REPLACE FUNCTION claim_expired(p_now text, p_lease_until text, p_limit integer)
RETURNS TABLE (organization_id text, version integer, step integer, document json, working boolean) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  organizations text[];
  ids text[];
BEGIN
  PERFORM pg_advisory_xact_lock(7420011122);
  SELECT array_agg(c.organization_id), array_agg(c.id) INTO organizations, ids FROM (
    SELECT b.organization_id, b.id FROM bookings b
    WHERE b.status = 'requires_action' AND b.expires_at < p_now
      AND (b.expiry_lease_until IS NULL OR b.expiry_lease_until < p_now)
    ORDER BY b.expires_at LIMIT p_limit) AS c;
  IF ids IS NULL THEN
    RETURN;
  END IF;
  UPDATE bookings b SET expiry_lease_until = p_lease_until
  WHERE b.organization_id = ANY (organizations) AND b.id = ANY (ids) AND b.status = 'requires_action';
  RETURN QUERY
  SELECT b.organization_id, b.version, b.step, b.document, r.booking_id IS NOT NULL
  FROM bookings b LEFT JOIN runs r ON r.organization_id = b.organization_id AND r.booking_id = b.id
  WHERE b.organization_id = ANY (organizations) AND b.id = ANY (ids) AND b.expiry_lease_until = p_lease_until
  ORDER BY b.expires_at;
END $$;
