-- Claims expired bookings, the oldest first, and skips those that another instance is claiming, without waiting (STA-9).
CREATE OR REPLACE FUNCTION claim_expired(p_now text, p_lease_until text, p_limit integer)
RETURNS TABLE (organization_id text, version integer, step integer, document json, working boolean) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now text := lease_time(p_now, p_now);
  v_lease_until text := lease_time(p_lease_until, p_now);
BEGIN
  -- Arrays and not a join: the planner cannot estimate a LIMIT of a parameter, and would read the whole table.
  RETURN QUERY
  WITH found AS (
    SELECT b.organization_id, b.id FROM bookings b
    WHERE b.status = 'requires_action' AND b.expires_at < p_now
      AND (b.expiry_lease_until IS NULL OR b.expiry_lease_until < v_now)
    ORDER BY b.expires_at LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED),
  claimed AS (
    UPDATE bookings b SET expiry_lease_until = v_lease_until
    FROM unnest(ARRAY(SELECT f.organization_id FROM found f), ARRAY(SELECT f.id FROM found f)) AS f (organization_id, id)
    WHERE b.organization_id = f.organization_id AND b.id = f.id
    RETURNING b.*)
  SELECT b.organization_id, b.version, b.step, b.document,
    (SELECT TRUE FROM runs r WHERE r.organization_id = b.organization_id AND r.booking_id = b.id LIMIT 1) IS TRUE
  FROM claimed b ORDER BY b.expires_at;
END $$;
