-- Returns the bookings of the idempotency keys that are taken. One search for each key: for all keys in one, the planner may read every
-- key and every booking of the organization.
CREATE OR REPLACE FUNCTION find_bookings_by_key(p_organization_id text, p_livemode boolean, p_keys text[])
RETURNS TABLE (idempotency_key text, organization_id text, version integer, step integer, document json, working boolean)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE
  v_key text;
BEGIN
  FOREACH v_key IN ARRAY p_keys LOOP
    RETURN QUERY
      SELECT v_key, b.organization_id, b.version, b.step, b.document, EXISTS (
        SELECT FROM runs r WHERE r.organization_id = p_organization_id AND r.booking_id = b.id)
      FROM idempotency_keys k JOIN bookings b ON b.organization_id = k.organization_id AND b.id = k.subject_id
      WHERE k.organization_id = p_organization_id AND k.livemode = p_livemode AND k.idempotency_key = v_key;
  END LOOP;
END $$;
