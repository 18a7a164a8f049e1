-- Returns the ids of the newest bookings with a confirmation code.
CREATE OR REPLACE FUNCTION find_confirmed_bookings(p_organization_id text, p_confirmation_code text, p_limit integer)
RETURNS TABLE (id text) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_sort = off SET enable_incremental_sort = off SET enable_seqscan = off
SET enable_bitmapscan = off SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT b.id FROM bookings b
    WHERE b.organization_id = p_organization_id AND b.confirmation_code = p_confirmation_code
    ORDER BY b.created DESC, b.id COLLATE "C" DESC LIMIT p_limit;
END $$;
