-- Returns the deliveries of events, at most p_limit of each. The ids of an event's deliveries begin with the event's time, and are
-- from p_first, before p_last.
CREATE OR REPLACE FUNCTION read_event_deliveries(
  p_organization_id text, p_event_ids text[], p_first text[], p_last text[], p_limit integer)
RETURNS TABLE (id text, event_id text, event_type text, state text, status_class text, next_attempt_at text) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_sort = off SET enable_incremental_sort = off SET enable_seqscan = off
SET enable_bitmapscan = off SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  FOR i IN 1 .. cardinality(p_event_ids) LOOP
    RETURN QUERY
      SELECT d.id, d.event_id, d.event_type, d.state, d.status_class, d.due_at::text FROM deliveries d
      WHERE d.organization_id = p_organization_id AND d.id >= p_first[i] AND d.id < p_last[i]
        AND d.event_id = p_event_ids[i]
      ORDER BY d.id LIMIT p_limit;
  END LOOP;
END $$;
