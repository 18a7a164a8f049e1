-- Returns the oldest events of a subject after p_after, oldest first.
CREATE OR REPLACE FUNCTION read_subject_events(p_organization_id text, p_subject_id text, p_after text, p_limit integer)
RETURNS TABLE (id text, type text, created text, payload text) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_sort = off SET enable_incremental_sort = off SET enable_seqscan = off
SET enable_bitmapscan = off SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT e.id, e.type, e.created::text, e.payload FROM events e
    WHERE e.organization_id = p_organization_id AND e.subject_id = p_subject_id AND e.id COLLATE "C" > p_after
    ORDER BY e.id COLLATE "C" LIMIT p_limit;
END $$;
