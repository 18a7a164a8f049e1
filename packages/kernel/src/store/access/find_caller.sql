-- Finds the owner of a key. The key is read by itself, because it alone has the name of its organization.
CREATE OR REPLACE FUNCTION find_caller(p_digest text)
RETURNS TABLE (key_id text, mode text, scopes text[], id text, suspended boolean, rate_limit integer,
  test_allowance integer, test_confirmed integer)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE
  v_key record;
BEGIN
  SELECT k.id, k.organization_id, k.mode, k.scopes INTO v_key FROM api_keys k
    WHERE k.digest = p_digest AND k.revoked_at IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY
    SELECT v_key.id, v_key.mode, v_key.scopes, o.id, o.suspended, o.rate_limit, o.test_allowance, o.test_confirmed
    FROM organizations o WHERE o.id = v_key.organization_id;
END $$;
