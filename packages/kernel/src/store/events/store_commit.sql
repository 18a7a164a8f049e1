-- Stores what belongs to the rows that a statement of a service changed: the idempotency key, the events and their deliveries. Without
-- a row it stores nothing. A key that is taken fails, which undoes the rows; see postgres-commit.ts.
CREATE OR REPLACE FUNCTION store_commit(p_organization_id text, p json, p_rows bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  given record;
BEGIN
  IF p_rows = 0 THEN
    RETURN FALSE;
  END IF;
  SELECT * INTO given FROM json_to_record(p) AS g (
    subject_id text, livemode boolean, idempotency_key text, events json, deliveries json);
  IF given.idempotency_key IS NOT NULL THEN
    INSERT INTO idempotency_keys (organization_id, livemode, idempotency_key, subject_id)
    VALUES (p_organization_id, given.livemode, given.idempotency_key, given.subject_id);
  END IF;
  PERFORM store_events(p_organization_id, given.subject_id, given.livemode, given.events, given.deliveries);
  RETURN TRUE;
END $$;
