-- The body for distributed tables. See postgres/connection/migrate-database.ts.
CREATE OR REPLACE FUNCTION claim_runs(p json)
RETURNS TABLE (booking_id text, organization_id text, provider text, step integer, answer json, changes json,
  attempt integer, began text, failures integer, failing_since text, lease_token text, request_id text, traceparent text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  given record;
  organizations text[];
  bookings text[];
BEGIN
  SELECT * INTO given FROM json_to_record(p) AS g (
    lease_until text, lease_token text, provider text, after text, places integer, per_organization integer, busy json);
  PERFORM pg_advisory_xact_lock(7420011122);
  SELECT array_agg(c.organization_id), array_agg(c.booking_id) INTO organizations, bookings FROM (
    SELECT r.organization_id, r.booking_id FROM (
      SELECT organization_id, booking_id, row_number() OVER (PARTITION BY organization_id ORDER BY due_at) AS rank
      FROM runs WHERE ready AND provider = given.provider) AS r
    WHERE r.rank <= given.per_organization - coalesce((given.busy ->> r.organization_id)::integer, 0)
    ORDER BY r.rank, r.organization_id <= given.after, r.organization_id LIMIT given.places) AS c;
  IF bookings IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY
  WITH claimed AS (
    UPDATE runs r SET attempt = r.attempt + 1, ready = FALSE, lease_until = given.lease_until, lease_token = given.lease_token
    WHERE r.organization_id = ANY (organizations) AND r.booking_id = ANY (bookings) AND r.ready AND r.provider = given.provider
    RETURNING r.*)
  SELECT r.booking_id, r.organization_id, r.provider, r.step, r.answer, r.changes, r.attempt, r.began::text, r.failures,
    r.failing_since::text, r.lease_token, r.request_id, r.traceparent
  FROM claimed r ORDER BY array_position(bookings, r.booking_id);
END $$;
