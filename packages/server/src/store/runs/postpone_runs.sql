-- Postpones runs of one organization, and returns those whose lease still held.
CREATE OR REPLACE FUNCTION postpone_runs(p_organization_id text, p json) RETURNS TABLE (id text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  it record;
BEGIN
  FOR it IN
    SELECT * FROM json_to_recordset(p) AS g (
      booking_id text, lease_token text, due_at text, failures integer, failing_since text, last_error text,
      is_pending boolean)
  LOOP
    UPDATE runs r SET ready = FALSE, due_at = it.due_at, lease_until = NULL, lease_token = NULL, failures = it.failures,
        failing_since = it.failing_since,
        last_error = CASE WHEN it.failures > 0 THEN coalesce(it.last_error, r.last_error) END,
        pending_step = CASE WHEN it.is_pending THEN r.step WHEN it.failures > 0 THEN r.pending_step END
      WHERE r.organization_id = p_organization_id AND r.booking_id = it.booking_id AND r.lease_token = it.lease_token;
    CONTINUE WHEN NOT FOUND;
    id := it.booking_id;
    RETURN NEXT;
  END LOOP;
END $$;
