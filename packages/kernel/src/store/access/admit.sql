-- Finds the owner of a key, like find_caller, and counts p_calls requests. `calls` is the count with them.
CREATE OR REPLACE FUNCTION admit(p_digest text, p_window_start text, p_next text, p_calls integer)
RETURNS TABLE (key_id text, mode text, scopes text[], id text, suspended boolean, rate_limit integer,
  test_allowance integer, test_confirmed integer, calls integer)
LANGUAGE plpgsql AS $$
BEGIN
  SELECT k.id, k.organization_id, k.mode, k.scopes INTO key_id, id, mode, scopes FROM api_keys k
    WHERE k.digest = p_digest AND k.revoked IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT o.suspended, o.rate_limit, o.test_allowance, o.test_confirmed
    INTO suspended, rate_limit, test_allowance, test_confirmed FROM organizations o WHERE o.id = admit.id;
  calls := count_calls(id, rate_limit, p_window_start, p_next, p_calls);
  RETURN NEXT;
END $$;
