-- The body for distributed tables. See postgres/connection/migrate-database.ts.
CREATE OR REPLACE FUNCTION ready_runs(p_now text, p_limit integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  organizations text[];
  bookings text[];
  v_count integer;
BEGIN
  PERFORM pg_advisory_xact_lock(7420011122);
  SELECT array_agg(c.organization_id), array_agg(c.booking_id) INTO organizations, bookings FROM (
    (SELECT organization_id, booking_id FROM runs WHERE NOT ready AND lease_until IS NULL AND due_at <= p_now
      ORDER BY due_at LIMIT p_limit)
    UNION ALL
    (SELECT organization_id, booking_id FROM runs WHERE NOT ready AND lease_until IS NOT NULL AND lease_until < p_now
      ORDER BY lease_until LIMIT p_limit)
    LIMIT p_limit) AS c;
  IF bookings IS NULL THEN
    RETURN 0;
  END IF;
  UPDATE runs SET ready = TRUE, lease_until = NULL
  WHERE organization_id = ANY (organizations) AND booking_id = ANY (bookings) AND NOT ready
    AND ((lease_until IS NULL AND due_at <= p_now) OR lease_until < p_now);
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;
