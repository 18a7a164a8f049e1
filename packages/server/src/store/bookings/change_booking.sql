-- Changes a booking if its version is still the given one, and returns whether it has a run afterwards; no row if it was not
-- changed. Like every function, it locks the booking before its runs.
--   finished, lane   the token and the provider of the run that the change completes; null if it completes none. If the lease is lost,
--                    nothing changes.
--   step             the step of the booking
--   runs             the next runs, at most one for each provider; null if there is none
--   is_counted       whether the change uses up one booking of the test allowance
-- A later step, and the run after a completed one, replaces the earlier run and its lease. Within a step the run keeps its
-- lease, and a change can only make it due earlier. A run that a worker has begins anew when it ends, because it has read an earlier version.
CREATE OR REPLACE FUNCTION change_booking(p_organization_id text, p json)
RETURNS TABLE (working boolean) LANGUAGE plpgsql AS $$
DECLARE
  given record;
  run record;
  v_step integer;
BEGIN
  SELECT * INTO given FROM json_to_record(p) AS g (
    id text, version integer, document text, status text, expires_at text, step integer, confirmation_code text,
    payment_status text, payment_unsettled boolean, finished text, lane text,
    runs json, is_counted boolean, livemode boolean, events json, deliveries json, request_id text, traceparent text);
  IF given.finished IS NOT NULL THEN
    PERFORM FROM bookings b
      WHERE b.organization_id = p_organization_id AND b.id = given.id AND b.version = given.version FOR UPDATE;
    IF NOT FOUND THEN RETURN; END IF;
    PERFORM FROM runs r
      WHERE r.organization_id = p_organization_id AND r.booking_id = given.id AND r.provider = given.lane
        AND r.lease_token = given.finished FOR UPDATE;
    IF NOT FOUND THEN RETURN; END IF;
  END IF;
  UPDATE bookings b SET document = given.document::json, status = given.status, expires_at = given.expires_at,
      step = given.step, confirmation_code = given.confirmation_code,
      payment_status = given.payment_status, payment_unsettled = given.payment_unsettled, version = b.version + 1
    WHERE b.organization_id = p_organization_id AND b.id = given.id AND b.version = given.version;
  IF NOT FOUND THEN RETURN; END IF;

  FOR run IN
    SELECT * FROM json_to_recordset(given.runs) AS r (
      provider text, step integer, answer text, changes text, due_at text, attempt integer, lease_until text, lease_token text,
      ready boolean)
  LOOP
    -- Only a transaction that holds the booking adds a run.
    SELECT r.step INTO v_step FROM runs r
      WHERE r.organization_id = p_organization_id AND r.booking_id = given.id AND r.provider = run.provider FOR UPDATE;
    IF NOT FOUND THEN
      INSERT INTO runs (organization_id, booking_id, provider, version, began, step, answer, changes, due_at, attempt, lease_until,
          lease_token, ready, request_id, traceparent)
        VALUES (p_organization_id, given.id, run.provider, given.version + 1, run.due_at, run.step, run.answer::json,
          run.changes::json, run.due_at, run.attempt, lease_time(run.lease_until, run.due_at), run.lease_token, run.ready,
          given.request_id, given.traceparent);
    ELSIF run.provider = given.lane OR run.step > v_step THEN
      UPDATE runs r SET version = given.version + 1, began = run.due_at, failures = 0, failing_since = NULL, last_error = NULL,
          step = run.step, answer = run.answer::json, changes = run.changes::json, due_at = run.due_at, attempt = run.attempt,
          lease_until = lease_time(run.lease_until, run.due_at), lease_token = run.lease_token, ready = run.ready,
          request_id = given.request_id, traceparent = given.traceparent
        WHERE r.organization_id = p_organization_id AND r.booking_id = given.id AND r.provider = run.provider;
    ELSE
      UPDATE runs r SET version = given.version + 1, ready = r.ready OR (r.lease_until IS NULL AND run.ready),
          due_at = CASE WHEN r.lease_until IS NULL THEN least(r.due_at, run.due_at) ELSE run.due_at END
        WHERE r.organization_id = p_organization_id AND r.booking_id = given.id AND r.provider = run.provider;
    END IF;
    working := TRUE;
    IF run.provider = given.lane THEN given.lane := NULL; END IF;
  END LOOP;
  IF given.lane IS NOT NULL THEN
    DELETE FROM runs r WHERE r.organization_id = p_organization_id AND r.booking_id = given.id AND r.provider = given.lane;
  END IF;
  IF working IS NULL THEN
    working := EXISTS (SELECT FROM runs r WHERE r.organization_id = p_organization_id AND r.booking_id = given.id);
  END IF;
  IF given.is_counted THEN
    UPDATE organizations o SET test_confirmed = o.test_confirmed + 1 WHERE o.id = p_organization_id;
  END IF;
  PERFORM store_events(p_organization_id, given.id, given.livemode, given.events, given.deliveries);
  RETURN NEXT;
END $$;
