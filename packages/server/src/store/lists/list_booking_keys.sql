-- Returns the ids and creation times of bookings from a time on, newest first. Each of the ranges is a range of an index and ends
-- before a time and an id.
-- One statement for each range, so that each is one search of the index.
CREATE OR REPLACE FUNCTION list_booking_keys(p_organization_id text, p json)
RETURNS TABLE (id text, created text) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_sort = off SET enable_incremental_sort = off SET enable_seqscan = off
SET enable_bitmapscan = off SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  given record;
  r record;
  v_ids text[];
  v_created text[];
BEGIN
  SELECT * INTO given FROM json_to_record(p) AS g (ranges json, first_created text, max_rows integer);
  FOR r IN
    SELECT * FROM json_to_recordset(given.ranges)
      AS g (livemode boolean, status text, before_created text, before_id text)
  LOOP
    SELECT v_ids || array_agg(found.id), v_created || array_agg(found.created::text) INTO v_ids, v_created FROM (
      SELECT b.id, b.created FROM bookings b
      WHERE b.organization_id = p_organization_id AND b.livemode = r.livemode AND b.status = r.status
        AND b.created >= given.first_created AND (b.created, b.id) < (r.before_created, r.before_id)
      ORDER BY b.created DESC, b.id DESC LIMIT given.max_rows) AS found;
  END LOOP;
  RETURN QUERY
    SELECT k.id, k.created FROM unnest(v_ids, v_created) AS k (id, created)
    ORDER BY k.created COLLATE "C" DESC, k.id COLLATE "C" DESC LIMIT given.max_rows;
END $$;
