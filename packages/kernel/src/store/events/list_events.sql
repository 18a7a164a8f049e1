-- Returns the events of an environment from the first id on and before the last one, newest first, of the given types.
-- One statement for each type, which is a range of the index: no row is read that the list leaves out. A subject has few events, so
-- those of one subject are read together.
CREATE OR REPLACE FUNCTION list_events(p_organization_id text, p json) RETURNS TABLE (id text, payload text) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_sort = off SET enable_incremental_sort = off SET enable_seqscan = off
SET enable_bitmapscan = off SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  given record;
  v_type text;
  v_ids text[];
  v_payloads text[];
BEGIN
  SELECT * INTO given FROM json_to_record(p)
    AS g (livemode boolean, types json, subject_id text, first_id text, last_id text, max_rows integer);
  -- The conditions without a collation exclude partitions.
  IF given.subject_id IS NOT NULL THEN
    RETURN QUERY
      SELECT e.id, e.payload FROM events e
      WHERE e.organization_id = p_organization_id AND e.subject_id = given.subject_id AND e.livemode = given.livemode
        AND e.id COLLATE "C" >= given.first_id AND e.id COLLATE "C" < given.last_id
        AND e.id >= given.first_id AND e.id < given.last_id
        AND e.type IN (SELECT json_array_elements_text(given.types))
      ORDER BY e.id COLLATE "C" DESC LIMIT given.max_rows;
    RETURN;
  END IF;
  FOR v_type IN SELECT json_array_elements_text(given.types) LOOP
    SELECT v_ids || array_agg(found.id), v_payloads || array_agg(found.payload) INTO v_ids, v_payloads FROM (
      SELECT e.id, e.payload FROM events e
      WHERE e.organization_id = p_organization_id AND e.livemode = given.livemode AND e.type = v_type
        AND e.id COLLATE "C" >= given.first_id AND e.id COLLATE "C" < given.last_id
        AND e.id >= given.first_id AND e.id < given.last_id
      ORDER BY e.id COLLATE "C" DESC LIMIT given.max_rows) AS found;
  END LOOP;
  RETURN QUERY
    SELECT k.id, k.payload FROM unnest(v_ids, v_payloads) AS k (id, payload)
    ORDER BY k.id COLLATE "C" DESC LIMIT given.max_rows;
END $$;
