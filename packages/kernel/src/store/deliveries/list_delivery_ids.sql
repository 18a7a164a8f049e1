-- Returns the ids of deliveries from the first id on and before the last one, newest first: those of the given ranges of the index,
-- or without ranges all of them. Then the ranges are those that the organization has: an organization has few, and each is found by one
-- search of the index from the one before.
-- One statement for each range, so that each is one search of the index.
CREATE OR REPLACE FUNCTION list_delivery_ids(p_organization_id text, p json) RETURNS TABLE (id text) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_sort = off SET enable_incremental_sort = off SET enable_seqscan = off
SET enable_bitmapscan = off SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  given record;
  r record;
  v_ranges json[] := '{}';
  v_ids text[];
BEGIN
  SELECT * INTO given FROM json_to_record(p) AS g (ranges json, first_id text, last_id text, max_rows integer);
  IF given.ranges IS NULL THEN
    SELECT '' AS event_type, '' AS state, '' AS status_class INTO r;
    LOOP
      SELECT d.event_type, d.state, d.status_class INTO r FROM deliveries d
      WHERE d.organization_id = p_organization_id
        AND (d.event_type, d.state, d.status_class) > (r.event_type, r.state, r.status_class)
      ORDER BY d.organization_id, d.event_type, d.state, d.status_class LIMIT 1;
      EXIT WHEN NOT FOUND;
      v_ranges := v_ranges || to_json(r);
    END LOOP;
  END IF;
  FOR r IN
    SELECT * FROM json_to_recordset(coalesce(given.ranges, array_to_json(v_ranges)))
      AS g (event_type text, state text, status_class text)
  LOOP
    -- The conditions without a collation exclude partitions.
    SELECT v_ids || array_agg(found.id) INTO v_ids FROM (
      SELECT d.id FROM deliveries d
      WHERE d.organization_id = p_organization_id AND d.event_type = r.event_type AND d.state = r.state
        AND d.status_class = r.status_class AND d.id COLLATE "C" >= given.first_id AND d.id COLLATE "C" < given.last_id
        AND d.id >= given.first_id AND d.id < given.last_id
      ORDER BY d.id COLLATE "C" DESC LIMIT given.max_rows) AS found;
  END LOOP;
  RETURN QUERY
    SELECT k.id FROM unnest(v_ids) AS k (id) ORDER BY k.id COLLATE "C" DESC LIMIT given.max_rows;
END $$;
