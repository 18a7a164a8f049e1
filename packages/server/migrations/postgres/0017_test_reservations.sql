-- A create of a test booking reserves a part of the test allowance (MOD-3, decision 078). The reservations are the bookings in progress,
-- so nothing is added to the tables, and those that earlier versions accepted count at once.

-- Returns one row of nulls if the allowance is used up or reserved. Everything else is as in 0014_origins.sql.
CREATE OR REPLACE FUNCTION create_booking(
  p_organization_id text, p_id text, p_livemode boolean, p_idempotency_key text, p_status text, p_expires_at text,
  p_document json, p_step integer, p_answer json, p_changes json, p_due_at text, p_attempt integer, p_lease_until text,
  p_lease_token text, p_ready boolean, p_provider text, p_events json, p_deliveries json, p_booking_provider text,
  p_created text, p_confirmation_code text, p_request_id text, p_traceparent text)
RETURNS TABLE (organization_id text, version integer, step integer, document json, working boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_left integer;
BEGIN
  IF p_idempotency_key IS NOT NULL THEN
    INSERT INTO idempotency_keys (organization_id, livemode, idempotency_key, booking_id)
      VALUES (p_organization_id, p_livemode, p_idempotency_key, p_id)
      ON CONFLICT (organization_id, livemode, idempotency_key) DO NOTHING;
    IF NOT FOUND THEN
      RETURN QUERY
        SELECT b.organization_id, b.version, b.step, b.document, EXISTS (
          SELECT FROM runs r WHERE r.organization_id = p_organization_id AND r.booking_id = b.id)
        FROM idempotency_keys k JOIN bookings b ON b.organization_id = k.organization_id AND b.id = k.booking_id
        WHERE k.organization_id = p_organization_id AND k.livemode = p_livemode AND k.idempotency_key = p_idempotency_key;
      RETURN;
    END IF;
  END IF;
  IF NOT p_livemode THEN
    -- Test creates of one organization take turns from here to the commit. The count is a statement of its own, so it has a snapshot
    -- that was taken under the lock: it sees every create before this one. A confirmation takes the same lock.
    SELECT o.test_allowance - o.test_confirmed INTO v_left FROM organizations o
      WHERE o.id = p_organization_id FOR NO KEY UPDATE;
    IF v_left <= (
      SELECT count(*) FROM (
        SELECT FROM bookings b
        WHERE b.organization_id = p_organization_id AND b.livemode = FALSE AND b.status IN ('processing', 'requires_action')
        LIMIT greatest(v_left, 0)) AS reserved) THEN
      DELETE FROM idempotency_keys k WHERE k.organization_id = p_organization_id AND k.livemode = p_livemode
        AND k.idempotency_key = p_idempotency_key AND k.booking_id = p_id;
      RETURN NEXT;
      RETURN;
    END IF;
  END IF;
  INSERT INTO bookings (organization_id, id, version, step, livemode, status, expires_at, document, provider, created,
      confirmation_code)
    VALUES (p_organization_id, p_id, 1, coalesce(p_step, 0), p_livemode, p_status, p_expires_at, p_document,
      p_booking_provider, p_created, p_confirmation_code);
  IF p_step IS NOT NULL THEN
    INSERT INTO runs (organization_id, booking_id, began, step, answer, changes, due_at, attempt, lease_until, lease_token,
        ready, provider, request_id, traceparent)
      VALUES (p_organization_id, p_id, p_due_at, p_step, p_answer, p_changes, p_due_at, p_attempt, p_lease_until,
        p_lease_token, p_ready, p_provider, p_request_id, p_traceparent);
  END IF;
  PERFORM add_events(p_organization_id, p_id, p_events, p_deliveries);
END $$;
