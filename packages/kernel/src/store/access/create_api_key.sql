-- Stores an API key.
CREATE OR REPLACE FUNCTION create_api_key(p json) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO api_keys (id, organization_id, digest, name, last4, mode, scopes, created)
  SELECT * FROM json_to_record(p) AS g (
    id text, organization_id text, digest text, name text, last4 text, mode text, scopes text[], created text);
END $$;
