-- Stores an API key. It checks the organization itself: a table of every node, such as api_keys, cannot refer to a distributed one.
CREATE OR REPLACE FUNCTION create_api_key(p json) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  given record;
BEGIN
  SELECT * INTO given FROM json_to_record(p) AS g (
    id text, organization_id text, digest text, name text, last4 text, mode text, scopes text[], created text);
  IF NOT EXISTS (SELECT FROM organizations WHERE id = given.organization_id) THEN
    RAISE foreign_key_violation USING MESSAGE = format('The foreign key %s names no organization.', given.organization_id);
  END IF;
  INSERT INTO api_keys (id, organization_id, digest, name, last4, mode, scopes, created)
  VALUES (given.id, given.organization_id, given.digest, given.name, given.last4, given.mode, given.scopes, given.created);
END $$;
