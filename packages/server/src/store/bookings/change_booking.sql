-- Changes a booking if its version is still the given one, and returns whether it has a run afterwards; no row if it was not
-- changed. Like every function, it locks the booking before its run.
--   finished   the token of the run that the change completes; null if it completes none. If the lease is lost, nothing changes.
--   step       the step of the booking
--   run        the next run; null if there is none
--   is_counted whether the change uses up one booking of the test allowance
-- A later step, and the run after a completed one, replaces the earlier run and its lease. Within a step the run keeps its
-- lease, and a change can only make it due earlier.
CREATE OR REPLACE FUNCTION change_booking(p_organization_id text, p json)
RETURNS TABLE (working boolean) LANGUAGE plpgsql AS $$
DECLARE
  given record;
  run record;
  v_step integer;
BEGIN
  SELECT * INTO given FROM json_to_record(p) AS g (
    id text, version integer, document text, status text, expires_at text, step integer, provider text, confirmation_code text,
    payment_status text, payment_unsettled boolean,
    finished text, run json, is_counted boolean, livemode boolean, events json, deliveries json, request_id text, traceparent text);
  IF given.finished IS NOT NULL THEN
    PERFORM FROM bookings b
      WHERE b.organization_id = p_organization_id AND b.id = given.id AND b.version = given.version FOR UPDATE;
    IF NOT FOUND THEN RETURN; END IF;
    PERFORM FROM runs r
      WHERE r.organization_id = p_organization_id AND r.booking_id = given.id AND r.lease_token = given.finished FOR UPDATE;
    IF NOT FOUND THEN RETURN; END IF;
  END IF;
  UPDATE bookings b SET document = given.document::json, status = given.status, expires_at = given.expires_at,
      step = given.step, confirmation_code = given.confirmation_code,
      payment_status = given.payment_status, payment_unsettled = given.payment_unsettled, version = b.version + 1
    WHERE b.organization_id = p_organization_id AND b.id = given.id AND b.version = given.version;
  IF NOT FOUND THEN RETURN; END IF;

  SELECT * INTO run FROM json_to_record(given.run) AS r (
    step integer, answer text, changes text, due_at text, attempt integer, lease_until text, lease_token text, ready boolean);
  IF run.step IS NULL AND given.finished IS NOT NULL THEN
    DELETE FROM runs r WHERE r.organization_id = p_organization_id AND r.booking_id = given.id;
    working := FALSE;
  ELSIF run.step IS NULL THEN
    working := EXISTS (SELECT FROM runs r WHERE r.organization_id = p_organization_id AND r.booking_id = given.id);
  ELSE
    working := TRUE;
    -- Only a transaction that holds the booking adds a run.
    SELECT r.step INTO v_step FROM runs r
      WHERE r.organization_id = p_organization_id AND r.booking_id = given.id FOR UPDATE;
    IF NOT FOUND THEN
      INSERT INTO runs (organization_id, booking_id, began, step, answer, changes, due_at, attempt, lease_until, lease_token,
          ready, provider, request_id, traceparent)
        VALUES (p_organization_id, given.id, run.due_at, run.step, run.answer::json, run.changes::json, run.due_at, run.attempt,
          run.lease_until, run.lease_token, run.ready, given.provider, given.request_id, given.traceparent);
    ELSIF given.finished IS NOT NULL OR run.step > v_step THEN
      UPDATE runs r SET began = run.due_at, failures = 0, failing_since = NULL, last_error = NULL, step = run.step, answer = run.answer::json,
          changes = run.changes::json, due_at = run.due_at, attempt = run.attempt, lease_until = run.lease_until,
          lease_token = run.lease_token, ready = run.ready, provider = given.provider, request_id = given.request_id,
          traceparent = given.traceparent
        WHERE r.organization_id = p_organization_id AND r.booking_id = given.id;
    ELSE
      UPDATE runs r SET due_at = least(r.due_at, run.due_at), ready = r.ready OR (r.lease_until IS NULL AND run.ready)
        WHERE r.organization_id = p_organization_id AND r.booking_id = given.id;
    END IF;
  END IF;
  IF given.is_counted THEN
    UPDATE organizations o SET test_confirmed = o.test_confirmed + 1 WHERE o.id = p_organization_id;
  END IF;
  PERFORM store_events(p_organization_id, given.id, given.livemode, given.events, given.deliveries);
  RETURN NEXT;
END $$;
