-- Ends a run that has read this version of its booking. Returns whether it ended; if a change asked for work since, the run begins anew when
-- that change said, without what it had to do before. Returns null if the lease is lost.
CREATE OR REPLACE FUNCTION finish_run(
  p_organization_id text, p_booking_id text, p_provider text, p_lease_token text, p_version integer
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM runs r
    WHERE r.organization_id = p_organization_id AND r.booking_id = p_booking_id AND r.provider = p_provider
      AND r.lease_token = p_lease_token AND r.version <= p_version;
  IF FOUND THEN RETURN TRUE; END IF;
  UPDATE runs r SET ready = FALSE, began = r.due_at, lease_until = NULL, lease_token = NULL, attempt = 0, failures = 0,
      failing_since = NULL, last_error = NULL, pending_step = NULL, answer = NULL, changes = NULL
    WHERE r.organization_id = p_organization_id AND r.booking_id = p_booking_id AND r.provider = p_provider
      AND r.lease_token = p_lease_token;
  RETURN CASE WHEN FOUND THEN FALSE END;
END $$;
