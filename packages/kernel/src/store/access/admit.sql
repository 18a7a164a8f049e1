-- Finds the owner of a key, like find_caller, and counts p_calls calls of the same cost in a window of its organization. The units of the
-- window are the rate limit times p_units_per_request, up to the maximum of the headers (unitsOf). `calls` are the units with these calls.
CREATE OR REPLACE FUNCTION admit(
  p_digest text, p_window text, p_units_per_request integer, p_window_start text, p_next text, p_cost integer, p_calls integer
) RETURNS TABLE (key_id text, mode text, scopes text[], id text, suspended boolean, rate_limit integer,
  test_allowance integer, test_confirmed integer, units integer, calls integer)
LANGUAGE plpgsql AS $$
BEGIN
  SELECT k.id, k.organization_id, k.mode, k.scopes INTO key_id, id, mode, scopes FROM api_keys k
    WHERE k.digest = p_digest AND k.revoked_at IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT o.suspended, o.rate_limit, o.test_allowance, o.test_confirmed
    INTO suspended, rate_limit, test_allowance, test_confirmed FROM organizations o WHERE o.id = admit.id;
  units := least(rate_limit::bigint * p_units_per_request, 1000000000);
  calls := count_calls(id, p_window, units, p_window_start, p_next, p_cost, p_calls);
  RETURN NEXT;
END $$;
