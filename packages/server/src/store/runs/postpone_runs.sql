-- Postpones runs of one organization, and returns those whose lease still held, with the time at which each is due. If a change asked for
-- work since the run was claimed, the run begins anew when that change said.
CREATE OR REPLACE FUNCTION postpone_runs(p_organization_id text, p json) RETURNS TABLE (id text, lane text, due text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  it record;
BEGIN
  FOR it IN
    SELECT * FROM json_to_recordset(p) AS g (
      booking_id text, provider text, version integer, lease_token text, due_at text, failures integer, failing_since text,
      last_error text, is_pending boolean)
  LOOP
    UPDATE runs r SET ready = FALSE, due_at = it.due_at, lease_until = NULL, lease_token = NULL, failures = it.failures,
        failing_since = it.failing_since,
        last_error = CASE WHEN it.failures > 0 THEN coalesce(it.last_error, r.last_error) END,
        pending_step = CASE WHEN it.is_pending THEN r.step WHEN it.failures > 0 THEN r.pending_step END
      WHERE r.organization_id = p_organization_id AND r.booking_id = it.booking_id AND r.provider = it.provider
        AND r.lease_token = it.lease_token AND r.version <= it.version
      RETURNING r.booking_id, r.provider, r.due_at::text INTO id, lane, due;
    IF NOT FOUND THEN
      UPDATE runs r SET ready = FALSE, began = r.due_at, lease_until = NULL, lease_token = NULL, attempt = 0, failures = 0,
          failing_since = NULL, last_error = NULL, pending_step = NULL
        WHERE r.organization_id = p_organization_id AND r.booking_id = it.booking_id AND r.provider = it.provider
          AND r.lease_token = it.lease_token
        RETURNING r.booking_id, r.provider, r.due_at::text INTO id, lane, due;
      CONTINUE WHEN NOT FOUND;
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;
