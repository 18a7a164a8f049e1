-- Stores a booking, its run, its events and their deliveries, and returns no row. If the idempotency key is taken, it returns the
-- booking of that key and stores nothing. If the test allowance is used up or reserved, it returns one row of nulls. A concurrent
-- create under the same key waits at the insert of the key, and then finds it taken.
CREATE OR REPLACE FUNCTION create_booking(p_organization_id text, p json)
RETURNS TABLE (organization_id text, version integer, step integer, document json, working boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  given record;
  run record;
  v_left integer;
BEGIN
  SELECT * INTO given FROM json_to_record(p) AS g (
    id text, livemode boolean, idempotency_key text, status text, expires_at text, provider text, created text,
    confirmation_code text, payment_status text, payment_unsettled boolean, document text, run json, events json, deliveries json,
    request_id text, traceparent text);
  IF given.idempotency_key IS NOT NULL THEN
    INSERT INTO idempotency_keys (organization_id, livemode, idempotency_key, subject_id)
      VALUES (p_organization_id, given.livemode, given.idempotency_key, given.id)
      ON CONFLICT (organization_id, livemode, idempotency_key) DO NOTHING;
    IF NOT FOUND THEN
      RETURN QUERY
        SELECT b.organization_id, b.version, b.step, b.document, EXISTS (
          SELECT FROM runs r WHERE r.organization_id = p_organization_id AND r.booking_id = b.id)
        FROM idempotency_keys k JOIN bookings b ON b.organization_id = k.organization_id AND b.id = k.subject_id
        WHERE k.organization_id = p_organization_id AND k.livemode = given.livemode
          AND k.idempotency_key = given.idempotency_key;
      RETURN;
    END IF;
  END IF;
  IF NOT given.livemode THEN
    -- Test creates of one organization take turns from here to the commit. The count is a statement of its own, so it has a
    -- snapshot that was taken under the lock: it sees every create before this one. A confirmation takes the same lock.
    SELECT o.test_allowance - o.test_confirmed INTO v_left FROM organizations o
      WHERE o.id = p_organization_id FOR NO KEY UPDATE;
    IF v_left <= (
      SELECT count(*) FROM (
        SELECT FROM bookings b
        WHERE b.organization_id = p_organization_id AND b.livemode = FALSE AND b.status IN ('processing', 'requires_action')
        LIMIT greatest(v_left, 0)) AS reserved) THEN
      DELETE FROM idempotency_keys k WHERE k.organization_id = p_organization_id AND k.livemode = given.livemode
        AND k.idempotency_key = given.idempotency_key AND k.subject_id = given.id;
      RETURN NEXT;
      RETURN;
    END IF;
  END IF;
  SELECT * INTO run FROM json_to_record(given.run) AS r (
    step integer, answer text, changes text, due_at text, attempt integer, lease_until text, lease_token text, ready boolean);
  INSERT INTO bookings (organization_id, id, version, step, livemode, status, expires_at, document, provider, created,
      confirmation_code, payment_status, payment_unsettled)
    VALUES (p_organization_id, given.id, 1, coalesce(run.step, 0), given.livemode, given.status, given.expires_at,
      given.document::json, given.provider, given.created, given.confirmation_code, given.payment_status,
      given.payment_unsettled);
  IF run.step IS NOT NULL THEN
    INSERT INTO runs (organization_id, booking_id, began, step, answer, changes, due_at, attempt, lease_until, lease_token,
        ready, provider, request_id, traceparent)
      VALUES (p_organization_id, given.id, run.due_at, run.step, run.answer::json, run.changes::json, run.due_at, run.attempt,
        run.lease_until, run.lease_token, run.ready, given.provider, given.request_id, given.traceparent);
  END IF;
  PERFORM store_events(p_organization_id, given.id, given.livemode, given.events, given.deliveries);
END $$;
