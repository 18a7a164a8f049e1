-- Counts the deliveries of the given ranges of the index, from the first id on and before the last one. Ends at max_rows. One statement
-- for each range, so that each is one search of the index.
CREATE OR REPLACE FUNCTION count_deliveries(p_organization_id text, p json) RETURNS integer LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  given record;
  r record;
  v_count integer := 0;
BEGIN
  SELECT * INTO given FROM json_to_record(p) AS g (ranges json, first_id text, last_id text, max_rows integer);
  FOR r IN SELECT * FROM json_to_recordset(given.ranges) AS g (event_type text, state text, status_class text) LOOP
    -- The conditions without a collation exclude partitions.
    SELECT v_count + count(*) INTO v_count FROM (
      SELECT FROM deliveries d
      WHERE d.organization_id = p_organization_id AND d.event_type = r.event_type AND d.state = r.state
        AND d.status_class = r.status_class AND d.id COLLATE "C" >= given.first_id AND d.id COLLATE "C" < given.last_id
        AND d.id >= given.first_id AND d.id < given.last_id
      LIMIT given.max_rows - v_count) AS found;
  END LOOP;
  RETURN v_count;
END $$;
