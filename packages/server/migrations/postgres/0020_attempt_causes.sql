-- Why an attempt got no response, as openapi/behavior/delivery.yaml lists it. Attempts before this have none.
ALTER TABLE delivery_attempts ADD COLUMN cause text;

-- Instances of the version before call the two functions without the column: a statement that they have prepared allows no further one.

-- As record_attempts without causes. Only attempts without a response have one, so only these are written twice.
CREATE FUNCTION record_attempts(
  p_organization_ids text[], p_ids text[], p_lease_tokens text[], p_states text[], p_due text[], p_attempts integer[],
  p_started text[], p_durations integer[], p_statuses integer[], p_errors text[], p_answers text[], p_headers text[],
  p_causes text[])
RETURNS TABLE (delivery_id text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  given record;
  v_recorded text[];
BEGIN
  v_recorded := ARRAY(
    SELECT r.delivery_id FROM record_attempts(p_organization_ids, p_ids, p_lease_tokens, p_states, p_due, p_attempts,
      p_started, p_durations, p_statuses, p_errors, p_answers, p_headers) AS r);
  FOR given IN
    SELECT * FROM unnest(p_organization_ids, p_ids, p_attempts, p_causes) AS g (organization_id, id, attempt, cause)
    WHERE g.cause IS NOT NULL AND g.id = ANY (v_recorded)
  LOOP
    UPDATE delivery_attempts a SET cause = given.cause
    WHERE a.organization_id = given.organization_id AND a.delivery_id = given.id AND a.attempt = given.attempt;
  END LOOP;
  RETURN QUERY SELECT unnest(v_recorded);
END $$;

-- Returns the newest attempts of each of these deliveries, before p_before, newest first.
CREATE FUNCTION read_stored_attempts(p_organization_id text, p_delivery_ids text[], p_before integer, p_limit integer)
RETURNS TABLE (
  delivery_id text, attempt integer, request_headers text, started text, duration_ms integer, status integer, error text,
  cause text, answer text, answer_deleted text
) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_sort = off SET enable_incremental_sort = off SET enable_seqscan = off
SET enable_bitmapscan = off SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT found.delivery_id, found.attempt, found.request_headers, found.started::text, found.duration_ms, found.status,
      found.error, found.cause, found.answer, found.answer_deleted::text
    FROM unnest(p_delivery_ids) AS wanted (id) CROSS JOIN LATERAL (
      SELECT a.* FROM delivery_attempts a
      WHERE a.organization_id = p_organization_id AND a.delivery_id = wanted.id AND a.attempt < p_before
      ORDER BY a.attempt DESC LIMIT p_limit) AS found;
END $$;
