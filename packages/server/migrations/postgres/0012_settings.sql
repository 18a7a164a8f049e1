-- The next signing secret, sealed for its organization like the one that signs (ORG-5).
ALTER TABLE organizations ADD COLUMN prepared_secret text, ADD COLUMN secret_prepared instant;

-- Keys that are older than these columns have no name, and their last characters are not known.
ALTER TABLE api_keys
  ADD COLUMN name text NOT NULL DEFAULT '', ADD COLUMN last4 text, ADD COLUMN last_used instant;

DROP FUNCTION create_api_key;
CREATE FUNCTION create_api_key(p_id text, p_organization_id text, p_digest text, p_name text, p_last4 text, p_mode text,
  p_scopes text[], p_created text)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM organizations WHERE id = p_organization_id) THEN
    RAISE foreign_key_violation USING MESSAGE = format('The foreign key %s names no organization.', p_organization_id);
  END IF;
  INSERT INTO api_keys (id, organization_id, digest, name, last4, mode, scopes, created)
  VALUES (p_id, p_organization_id, p_digest, p_name, p_last4, p_mode, p_scopes, p_created);
END $$;

-- Stores the last use of each key, at most once in a minute over all instances. Each instance passes the ids in order, so that two
-- cannot wait for each other.
CREATE FUNCTION record_key_uses(p_ids text[], p_times text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  FOR i IN 1 .. cardinality(p_ids) LOOP
    UPDATE api_keys SET last_used = p_times[i]
    WHERE id = p_ids[i] AND (last_used IS NULL OR last_used < left(p_times[i], 17));
  END LOOP;
END $$;

-- Stores an event that no booking has, with its deliveries. Without a webhook URL it stores nothing and returns false.
CREATE FUNCTION add_test_event(p_organization_id text, p_booking_id text, p_events json, p_deliveries json)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM organizations WHERE id = p_organization_id AND webhook_url IS NOT NULL) THEN
    RETURN FALSE;
  END IF;
  PERFORM add_events(p_organization_id, p_booking_id, p_events, p_deliveries);
  RETURN TRUE;
END $$;
