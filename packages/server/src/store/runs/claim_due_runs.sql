-- Marks due runs as ready, and claims ready ones at each provider, in one transaction. An idle claim is one statement.
--   now, batch         at most `batch` runs that are due at `now` become ready
--   turns              the turns by provider, for claim_runs. A provider without one has all `places`, and begins with the first
--                      organization.
CREATE OR REPLACE FUNCTION claim_due_runs(p json)
RETURNS TABLE (booking_id text, organization_id text, provider text, version integer, step integer, answer json, changes json,
  attempt integer, began text, failures integer, failing_since text, lease_token text, request_id text, traceparent text)
LANGUAGE plpgsql AS $$
DECLARE
  given record;
  turn record;
  v_provider text;
BEGIN
  SELECT * INTO given FROM json_to_record(p) AS g (
    now text, batch integer, lease_until text, lease_token text, places integer, per_organization integer, turns json);
  PERFORM ready_runs(given.now, given.batch);
  FOR v_provider IN SELECT r.name FROM ready_providers() AS r LOOP
    SELECT * INTO turn FROM json_to_record(given.turns -> v_provider) AS t (after text, places integer, busy json);
    CONTINUE WHEN turn.places <= 0;
    RETURN QUERY SELECT * FROM claim_runs(json_build_object(
      'lease_until', lease_time(given.lease_until, given.now), 'lease_token', given.lease_token, 'provider', v_provider,
      'after', coalesce(turn.after, ''), 'places', coalesce(turn.places, given.places),
      'per_organization', given.per_organization, 'busy', coalesce(turn.busy, '{}')));
  END LOOP;
END $$;
