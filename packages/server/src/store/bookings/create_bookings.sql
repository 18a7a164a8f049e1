-- Stores bookings of one organization, in order, each with its run, its events and their deliveries. Returns a row for each booking that
-- it did not store, with its number: the booking of the idempotency key if that is taken, and nulls if the test allowance is used up
-- or reserved. A concurrent create under the same key waits at the insert of the key, and then finds it taken.
--   has_tests   whether any of the bookings is a test booking
--   keys        the idempotency keys, in order, so that two statements cannot wait for each other's keys
CREATE OR REPLACE FUNCTION create_bookings(p_organization_id text, p json)
RETURNS TABLE (number integer, organization_id text, version integer, step integer, document json, working boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  given record;
  it record;
  run record;
  v_left integer;
  v_taken integer[] := '{}';
BEGIN
  SELECT * INTO given FROM json_to_record(p) AS g (has_tests boolean, keys json, creates json);
  IF given.has_tests THEN
    -- Test creates of one organization take turns from here to the commit. A confirmation takes the same lock.
    SELECT o.test_allowance - o.test_confirmed INTO v_left FROM organizations o
      WHERE o.id = p_organization_id FOR NO KEY UPDATE;
  END IF;
  FOR it IN SELECT * FROM json_to_recordset(given.keys) AS k (number integer, id text, livemode boolean, idempotency_key text) LOOP
    INSERT INTO idempotency_keys (organization_id, livemode, idempotency_key, subject_id)
      VALUES (p_organization_id, it.livemode, it.idempotency_key, it.id)
      ON CONFLICT (organization_id, livemode, idempotency_key) DO NOTHING;
    IF NOT FOUND THEN
      v_taken := v_taken || it.number;
    END IF;
  END LOOP;
  IF given.has_tests THEN
    -- A statement of its own has a snapshot that was taken under the lock: it sees every create before this one.
    v_left := v_left - (
      SELECT count(*) FROM (
        SELECT 1 FROM bookings b
        WHERE b.organization_id = p_organization_id AND b.livemode = FALSE AND b.status = 'processing'
        UNION ALL
        SELECT 1 FROM bookings b
        WHERE b.organization_id = p_organization_id AND b.livemode = FALSE AND b.status = 'requires_action'
        LIMIT greatest(v_left, 0)) AS reserved);
  END IF;
  FOR it IN
    SELECT * FROM json_to_recordset(given.creates) AS c (
      number integer, id text, livemode boolean, idempotency_key text, status text, expires_at text, provider text, created text,
      confirmation_code text, payment_status text, payment_unsettled boolean, document text, run json, events json, deliveries json,
      request_id text, traceparent text)
  LOOP
    IF it.number = ANY (v_taken) THEN
      RETURN QUERY
        SELECT it.number, b.organization_id, b.version, b.step, b.document, EXISTS (
          SELECT FROM runs r WHERE r.organization_id = p_organization_id AND r.booking_id = b.id)
        FROM idempotency_keys k JOIN bookings b ON b.organization_id = k.organization_id AND b.id = k.subject_id
        WHERE k.organization_id = p_organization_id AND k.livemode = it.livemode AND k.idempotency_key = it.idempotency_key;
      -- If the create that took the key is refused in this statement, so is this one.
      CONTINUE WHEN FOUND;
    END IF;
    IF NOT it.livemode THEN
      IF v_left <= 0 THEN
        DELETE FROM idempotency_keys k WHERE k.organization_id = p_organization_id AND k.livemode = it.livemode
          AND k.idempotency_key = it.idempotency_key AND k.subject_id = it.id;
        RETURN QUERY SELECT it.number, NULL::text, NULL::integer, NULL::integer, NULL::json, NULL::boolean;
        CONTINUE;
      END IF;
      v_left := v_left - 1;
    END IF;
    SELECT * INTO run FROM json_to_record(it.run) AS r (
      step integer, answer text, changes text, due_at text, attempt integer, lease_until text, lease_token text, ready boolean);
    INSERT INTO bookings (organization_id, id, version, step, livemode, status, expires_at, document, provider, created,
        confirmation_code, payment_status, payment_unsettled)
      VALUES (p_organization_id, it.id, 1, coalesce(run.step, 0), it.livemode, it.status, it.expires_at,
        it.document::json, it.provider, it.created, it.confirmation_code, it.payment_status, it.payment_unsettled);
    IF run.step IS NOT NULL THEN
      INSERT INTO runs (organization_id, booking_id, began, step, answer, changes, due_at, attempt, lease_until, lease_token,
          ready, provider, request_id, traceparent)
        VALUES (p_organization_id, it.id, run.due_at, run.step, run.answer::json, run.changes::json, run.due_at, run.attempt,
          lease_time(run.lease_until, run.due_at), run.lease_token, run.ready, it.provider, it.request_id, it.traceparent);
    END IF;
    PERFORM store_events(p_organization_id, it.id, it.livemode, it.events, it.deliveries);
  END LOOP;
END $$;
