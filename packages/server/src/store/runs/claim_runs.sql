-- Claims runs at a provider.
--   after              the organization that had the last turn
--   places             the free places
--   per_organization   the places of one organization
--   busy               the number of runs under way by organization
--  1. turn    at most as many organizations as free places, beginning after the last turn and continuing with the first
--  2. chosen  the longest due runs of each, up to per_organization: one of each organization, then a second of each, and so on
-- The organizations in order are one index search each. Rows that another instance is claiming are skipped without waiting.
CREATE OR REPLACE FUNCTION claim_runs(p json)
RETURNS TABLE (booking_id text, organization_id text, provider text, version integer, step integer, answer json, changes json,
  attempt integer, began text, failures integer, failing_since text, lease_token text, request_id text, traceparent text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  given record;
BEGIN
  SELECT * INTO given FROM json_to_record(p) AS g (
    lease_until text, lease_token text, provider text, after text, places integer, per_organization integer, busy json);
  RETURN QUERY
    WITH RECURSIVE ahead AS (
      (SELECT r.organization_id FROM runs r WHERE r.ready AND r.provider = given.provider AND r.organization_id > given.after
        ORDER BY r.organization_id LIMIT 1)
      UNION ALL
      SELECT (SELECT r.organization_id FROM runs r
        WHERE r.ready AND r.provider = given.provider AND r.organization_id > ahead.organization_id
        ORDER BY r.organization_id LIMIT 1)
      FROM ahead WHERE ahead.organization_id IS NOT NULL),
    behind AS (
      (SELECT r.organization_id FROM runs r WHERE r.ready AND r.provider = given.provider
        ORDER BY r.organization_id LIMIT 1)
      UNION ALL
      SELECT (SELECT r.organization_id FROM runs r
        WHERE r.ready AND r.provider = given.provider AND r.organization_id > behind.organization_id
        ORDER BY r.organization_id LIMIT 1)
      FROM behind WHERE behind.organization_id IS NOT NULL),
    turn AS (
      SELECT o.organization_id, o.free, row_number() OVER () AS place FROM (
        SELECT t.organization_id, given.per_organization - coalesce((given.busy ->> t.organization_id)::integer, 0) AS free FROM (
          SELECT a.organization_id FROM ahead a WHERE a.organization_id IS NOT NULL
          UNION ALL
          SELECT b.organization_id FROM behind b WHERE b.organization_id <= given.after) AS t
        WHERE given.per_organization > coalesce((given.busy ->> t.organization_id)::integer, 0) LIMIT given.places) AS o),
    chosen AS (
      SELECT ranked.organization_id, ranked.booking_id, ranked.rank, ranked.place FROM (
        SELECT turn.organization_id, r.booking_id, turn.place,
          row_number() OVER (PARTITION BY turn.organization_id ORDER BY r.due_at) AS rank
        FROM turn CROSS JOIN LATERAL (
          SELECT r.booking_id, r.due_at FROM runs r
          WHERE r.ready AND r.provider = given.provider AND r.organization_id = turn.organization_id
          ORDER BY r.due_at LIMIT turn.free FOR UPDATE SKIP LOCKED) AS r) AS ranked
      ORDER BY ranked.rank, ranked.place LIMIT given.places),
    claimed AS (
      UPDATE runs r SET attempt = r.attempt + 1, ready = FALSE, lease_until = given.lease_until, lease_token = given.lease_token
      FROM unnest(ARRAY(SELECT c.organization_id FROM chosen c), ARRAY(SELECT c.booking_id FROM chosen c),
        ARRAY(SELECT given.provider FROM chosen c)) AS f (organization_id, booking_id, provider)
      WHERE r.organization_id = f.organization_id AND r.booking_id = f.booking_id AND r.provider = f.provider
      RETURNING r.*)
    SELECT r.booking_id, r.organization_id, r.provider, r.version, r.step, r.answer, r.changes, r.attempt, r.began::text, r.failures,
      r.failing_since::text, r.lease_token, r.request_id, r.traceparent
    FROM claimed r JOIN chosen c ON c.organization_id = r.organization_id AND c.booking_id = r.booking_id
    ORDER BY c.rank, c.place;
END $$;
