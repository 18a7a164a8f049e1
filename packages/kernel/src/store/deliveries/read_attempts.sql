-- Returns the newest attempts of each of these deliveries, before p_before, newest first.
CREATE OR REPLACE FUNCTION read_attempts(p_organization_id text, p_delivery_ids text[], p_before integer, p_limit integer)
RETURNS TABLE (delivery_id text, attempt integer, request_headers text, started_at text, duration_ms integer, status integer,
  error text, cause text, answer text, answer_deleted_at text) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_sort = off SET enable_incremental_sort = off SET enable_seqscan = off
SET enable_bitmapscan = off SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  FOR i IN 1 .. cardinality(p_delivery_ids) LOOP
    RETURN QUERY
      SELECT a.delivery_id, a.attempt, a.request_headers, a.started_at::text, a.duration_ms, a.status, a.error, a.cause, a.answer,
        a.answer_deleted_at::text
      FROM recorded_attempts a
      WHERE a.organization_id = p_organization_id AND a.delivery_id = p_delivery_ids[i] AND a.attempt < p_before
      ORDER BY a.attempt DESC LIMIT p_limit;
  END LOOP;
END $$;
