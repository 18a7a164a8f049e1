-- Marks due runs as ready and returns their number. Skips rows that another instance is claiming, without waiting. The found
-- rows are arrays and not a join: the planner cannot estimate a LIMIT of a parameter, and would read the whole table.
CREATE OR REPLACE FUNCTION ready_runs(p_now text, p_limit integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_now text := lease_time(p_now, p_now);
  v_count integer;
BEGIN
  WITH waiting AS (
    SELECT organization_id, booking_id, provider FROM runs WHERE NOT ready AND lease_until IS NULL AND due_at <= p_now
    ORDER BY due_at LIMIT p_limit FOR UPDATE SKIP LOCKED),
  leased AS (
    SELECT organization_id, booking_id, provider FROM runs WHERE NOT ready AND lease_until IS NOT NULL AND lease_until < v_now
    ORDER BY lease_until LIMIT p_limit FOR UPDATE SKIP LOCKED),
  due AS (SELECT * FROM waiting UNION ALL SELECT * FROM leased LIMIT p_limit)
  UPDATE runs r SET ready = TRUE, lease_until = NULL
  FROM unnest(ARRAY(SELECT organization_id FROM due), ARRAY(SELECT booking_id FROM due), ARRAY(SELECT provider FROM due))
    AS f (organization_id, booking_id, provider)
  WHERE r.organization_id = f.organization_id AND r.booking_id = f.booking_id AND r.provider = f.provider;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;
