-- Returns the ids of the newest events of a subject, from p_first and before p_last, newest first.
CREATE OR REPLACE FUNCTION list_event_ids(p_organization_id text, p_subject_id text, p_first text, p_last text, p_limit integer)
RETURNS TABLE (id text) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_sort = off SET enable_incremental_sort = off SET enable_seqscan = off
SET enable_bitmapscan = off SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  -- The conditions without a collation exclude partitions.
  RETURN QUERY
    SELECT e.id FROM events e
    WHERE e.organization_id = p_organization_id AND e.subject_id = p_subject_id
      AND e.id COLLATE "C" >= p_first AND e.id COLLATE "C" < p_last AND e.id >= p_first AND e.id < p_last
    ORDER BY e.id COLLATE "C" DESC LIMIT p_limit;
END $$;
