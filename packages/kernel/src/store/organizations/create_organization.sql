-- Stores an organization together with its first API keys.
CREATE OR REPLACE FUNCTION create_organization(p json) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO organizations (id, name, created, webhook_url, signing_secret, rate_limit, test_allowance)
  SELECT * FROM json_to_record(p) AS g (
    id text, name text, created text, webhook_url text, signing_secret text, rate_limit integer, test_allowance integer);
  PERFORM create_api_key(key) FROM json_array_elements(p -> 'keys') AS keys (key);
END $$;
