-- Methods of the store about bookings, runs, callers and sessions, as functions (decision 040). Like those of
-- 0007_delivery_functions.sql, a function of one organization has p_organization_id as its first parameter, and runs on the node
-- that has its rows where the tables are distributed. The functions over several organizations have another body there.
-- With variable_conflict a name that is both a column and a result is the column.

-- Stores the booking and returns no row, or returns the booking that was created earlier under the key. A concurrent create
-- under the same key waits at the insert of the key, and then finds it taken.
CREATE FUNCTION create_booking(
  p_organization_id text, p_id text, p_livemode boolean, p_idempotency_key text, p_status text, p_expires_at text,
  p_document json, p_step integer, p_answer json, p_changes json, p_due_at text, p_attempt integer, p_lease_until text,
  p_lease_token text, p_ready boolean, p_provider text, p_events json, p_deliveries json)
RETURNS TABLE (organization_id text, version integer, step integer, document json, working boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
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
  INSERT INTO bookings (organization_id, id, version, step, livemode, status, expires_at, document)
    VALUES (p_organization_id, p_id, 1, coalesce(p_step, 0), p_livemode, p_status, p_expires_at, p_document);
  IF p_step IS NOT NULL THEN
    INSERT INTO runs (organization_id, booking_id, began, step, answer, changes, due_at, attempt, lease_until, lease_token,
        ready, provider)
      VALUES (p_organization_id, p_id, p_due_at, p_step, p_answer, p_changes, p_due_at, p_attempt, p_lease_until,
        p_lease_token, p_ready, p_provider);
  END IF;
  PERFORM add_events(p_organization_id, p_id, p_events, p_deliveries);
END $$;

-- Changes the booking if its version is still p_version, and returns whether it has a run afterwards; no row if it was not
-- changed. Like every function, it locks the booking before its run.
--   p_finished  the token of the run that the change completes; null if it completes none. If the lease is lost, nothing changes.
--   p_step      the step of the next run; null if there is none
-- A later step, and the run after a completed one, replaces the earlier run and its lease. Within a step the run keeps its
-- lease, and a change can only make it due earlier.
CREATE FUNCTION change_booking(
  p_organization_id text, p_id text, p_version integer, p_document json, p_status text, p_expires_at text,
  p_booking_step integer, p_finished text, p_step integer, p_answer json, p_changes json, p_due_at text, p_attempt integer,
  p_lease_until text, p_lease_token text, p_ready boolean, p_provider text, p_is_counted boolean, p_events json,
  p_deliveries json)
RETURNS TABLE (working boolean) LANGUAGE plpgsql AS $$
DECLARE
  v_step integer;
BEGIN
  IF p_finished IS NOT NULL THEN
    PERFORM FROM bookings b
      WHERE b.organization_id = p_organization_id AND b.id = p_id AND b.version = p_version FOR UPDATE;
    IF NOT FOUND THEN RETURN; END IF;
    PERFORM FROM runs r
      WHERE r.organization_id = p_organization_id AND r.booking_id = p_id AND r.lease_token = p_finished FOR UPDATE;
    IF NOT FOUND THEN RETURN; END IF;
  END IF;
  UPDATE bookings b SET document = p_document, status = p_status, expires_at = p_expires_at, step = p_booking_step,
      version = b.version + 1
    WHERE b.organization_id = p_organization_id AND b.id = p_id AND b.version = p_version;
  IF NOT FOUND THEN RETURN; END IF;

  IF p_step IS NULL AND p_finished IS NOT NULL THEN
    DELETE FROM runs r WHERE r.organization_id = p_organization_id AND r.booking_id = p_id;
    working := FALSE;
  ELSIF p_step IS NULL THEN
    working := EXISTS (SELECT FROM runs r WHERE r.organization_id = p_organization_id AND r.booking_id = p_id);
  ELSE
    working := TRUE;
    -- Only a transaction that holds the booking adds a run.
    SELECT r.step INTO v_step FROM runs r
      WHERE r.organization_id = p_organization_id AND r.booking_id = p_id FOR UPDATE;
    IF NOT FOUND THEN
      INSERT INTO runs (organization_id, booking_id, began, step, answer, changes, due_at, attempt, lease_until, lease_token,
          ready, provider)
        VALUES (p_organization_id, p_id, p_due_at, p_step, p_answer, p_changes, p_due_at, p_attempt, p_lease_until,
          p_lease_token, p_ready, p_provider);
    ELSIF p_finished IS NOT NULL OR p_step > v_step THEN
      UPDATE runs r SET began = p_due_at, failures = 0, failing_since = NULL, step = p_step, answer = p_answer,
          changes = p_changes, due_at = p_due_at, attempt = p_attempt, lease_until = p_lease_until,
          lease_token = p_lease_token, ready = p_ready, provider = p_provider
        WHERE r.organization_id = p_organization_id AND r.booking_id = p_id;
    ELSE
      UPDATE runs r SET due_at = least(r.due_at, p_due_at), ready = r.ready OR (r.lease_until IS NULL AND p_ready)
        WHERE r.organization_id = p_organization_id AND r.booking_id = p_id;
    END IF;
  END IF;

  IF p_is_counted THEN
    UPDATE organizations o SET test_confirmed = o.test_confirmed + 1 WHERE o.id = p_organization_id;
  END IF;
  PERFORM add_events(p_organization_id, p_id, p_events, p_deliveries);
  RETURN NEXT;
END $$;

-- Finds the owner of a key. The key is read by itself, because it alone has the name of its organization.
CREATE FUNCTION find_caller(p_digest text)
RETURNS TABLE (key_id text, mode text, scopes text[], id text, suspended boolean, rate_limit integer,
  test_allowance integer, test_confirmed integer)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE
  v_key record;
BEGIN
  SELECT k.id, k.organization_id, k.mode, k.scopes INTO v_key FROM api_keys k
    WHERE k.digest = p_digest AND k.revoked IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY
    SELECT v_key.id, v_key.mode, v_key.scopes, o.id, o.suspended, o.rate_limit, o.test_allowance, o.test_confirmed
    FROM organizations o WHERE o.id = v_key.organization_id;
END $$;

-- Counts a request in the window that begins at p_window_start, and returns the count; the limit + 1 if the window is full. An
-- instance whose clock is a little behind counts in the window p_next that another instance has begun, so no window begins
-- twice. The first check, without a lock, prevents writes for requests past the limit. The second check, under the lock of the
-- row, decides (LIM-4).
CREATE FUNCTION count_call(p_organization_id text, p_rate_limit integer, p_window_start text, p_next text)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_calls integer;
BEGIN
  PERFORM FROM rate_windows w
    WHERE w.organization_id = p_organization_id AND w.window_start IN (p_window_start, p_next) AND w.calls >= p_rate_limit;
  IF FOUND THEN RETURN p_rate_limit + 1; END IF;
  INSERT INTO rate_windows AS w (organization_id, window_start, calls) VALUES (p_organization_id, p_window_start, 1)
    ON CONFLICT (organization_id) DO UPDATE SET
      calls = CASE WHEN w.window_start IN (p_window_start, p_next) THEN w.calls + 1 ELSE 1 END,
      window_start = CASE WHEN w.window_start = p_next THEN p_next ELSE p_window_start END
    WHERE w.window_start NOT IN (p_window_start, p_next) OR w.calls < p_rate_limit
    RETURNING w.calls INTO v_calls;
  RETURN coalesce(v_calls, p_rate_limit + 1);
END $$;

-- Finds the owner of a key, like find_caller, and counts the request.
CREATE FUNCTION admit(p_digest text, p_window_start text, p_next text)
RETURNS TABLE (key_id text, mode text, scopes text[], id text, suspended boolean, rate_limit integer,
  test_allowance integer, test_confirmed integer, calls integer)
LANGUAGE plpgsql AS $$
BEGIN
  SELECT k.id, k.organization_id, k.mode, k.scopes INTO key_id, id, mode, scopes FROM api_keys k
    WHERE k.digest = p_digest AND k.revoked IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT o.suspended, o.rate_limit, o.test_allowance, o.test_confirmed
    INTO suspended, rate_limit, test_allowance, test_confirmed FROM organizations o WHERE o.id = admit.id;
  calls := count_call(id, rate_limit, p_window_start, p_next);
  RETURN NEXT;
END $$;

-- Replaces the creation times of a destination, if they are still p_before, and returns whether it did. Removes a few rows of
-- other destinations of the organization that no limit needs any more.
CREATE FUNCTION change_session_creations(
  p_organization_id text, p_destination text, p_before text[], p_after text[], p_latest text, p_forget_before text)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM session_creations c WHERE c.organization_id = p_organization_id AND c.destination = ANY (ARRAY(
    SELECT f.destination FROM session_creations f
    WHERE f.organization_id = p_organization_id AND f.latest <= p_forget_before AND f.destination <> p_destination
    ORDER BY f.latest LIMIT 10 FOR UPDATE SKIP LOCKED));
  INSERT INTO session_creations AS c (organization_id, destination, recent, latest)
    VALUES (p_organization_id, p_destination, p_after, p_latest)
    ON CONFLICT (organization_id, destination) DO UPDATE SET recent = excluded.recent, latest = excluded.latest
    WHERE c.recent = p_before;
  RETURN FOUND;
END $$;

-- The functions below are about all organizations.

-- Marks due runs as ready and returns their number. Skips rows that another instance is claiming, without waiting. The found
-- rows are arrays and not a join: the planner cannot estimate a LIMIT of a parameter, and would read the whole table.
CREATE FUNCTION ready_runs(p_now text, p_limit integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_count integer;
BEGIN
  WITH waiting AS (
    SELECT organization_id, booking_id FROM runs WHERE NOT ready AND lease_until IS NULL AND due_at <= p_now
    ORDER BY due_at LIMIT p_limit FOR UPDATE SKIP LOCKED),
  leased AS (
    SELECT organization_id, booking_id FROM runs WHERE NOT ready AND lease_until IS NOT NULL AND lease_until < p_now
    ORDER BY lease_until LIMIT p_limit FOR UPDATE SKIP LOCKED),
  due AS (SELECT * FROM waiting UNION ALL SELECT * FROM leased LIMIT p_limit)
  UPDATE runs r SET ready = TRUE, lease_until = NULL
  FROM unnest(ARRAY(SELECT organization_id FROM due), ARRAY(SELECT booking_id FROM due)) AS f (organization_id, booking_id)
  WHERE r.organization_id = f.organization_id AND r.booking_id = f.booking_id;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;

-- Returns the providers that have a ready run. Each is one index search.
CREATE FUNCTION ready_providers() RETURNS TABLE (name text) LANGUAGE plpgsql AS $$
BEGIN
  LOOP
    SELECT r.provider INTO name FROM runs r WHERE r.ready AND r.provider > coalesce(name, '') ORDER BY r.provider LIMIT 1;
    EXIT WHEN NOT FOUND;
    RETURN NEXT;
  END LOOP;
END $$;

-- Claims runs at a provider. p_after is the organization that had the last turn, p_places the free places, and p_busy the
-- number of runs under way by organization.
--  1. turn    at most as many organizations as free places, beginning after the last turn and continuing with the first
--  2. chosen  the longest due runs of each, up to p_per_organization: one of each organization, then a second of each, and so on
-- The organizations in order are one index search each. Rows that another instance is claiming are skipped without waiting.
CREATE FUNCTION claim_runs(
  p_lease_until text, p_lease_token text, p_provider text, p_after text, p_places integer, p_per_organization integer,
  p_busy json)
RETURNS TABLE (booking_id text, organization_id text, provider text, step integer, answer json, changes json,
  attempt integer, began text, failures integer, failing_since text, lease_token text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH RECURSIVE ahead AS (
      (SELECT r.organization_id FROM runs r WHERE r.ready AND r.provider = p_provider AND r.organization_id > p_after
        ORDER BY r.organization_id LIMIT 1)
      UNION ALL
      SELECT (SELECT r.organization_id FROM runs r
        WHERE r.ready AND r.provider = p_provider AND r.organization_id > ahead.organization_id
        ORDER BY r.organization_id LIMIT 1)
      FROM ahead WHERE ahead.organization_id IS NOT NULL),
    behind AS (
      (SELECT r.organization_id FROM runs r WHERE r.ready AND r.provider = p_provider
        ORDER BY r.organization_id LIMIT 1)
      UNION ALL
      SELECT (SELECT r.organization_id FROM runs r
        WHERE r.ready AND r.provider = p_provider AND r.organization_id > behind.organization_id
        ORDER BY r.organization_id LIMIT 1)
      FROM behind WHERE behind.organization_id IS NOT NULL),
    turn AS (
      SELECT o.organization_id, o.free, row_number() OVER () AS place FROM (
        SELECT t.organization_id, p_per_organization - coalesce((p_busy ->> t.organization_id)::integer, 0) AS free FROM (
          SELECT a.organization_id FROM ahead a WHERE a.organization_id IS NOT NULL
          UNION ALL
          SELECT b.organization_id FROM behind b WHERE b.organization_id <= p_after) AS t
        WHERE p_per_organization > coalesce((p_busy ->> t.organization_id)::integer, 0) LIMIT p_places) AS o),
    chosen AS (
      SELECT ranked.organization_id, ranked.booking_id, ranked.rank, ranked.place FROM (
        SELECT turn.organization_id, r.booking_id, turn.place,
          row_number() OVER (PARTITION BY turn.organization_id ORDER BY r.due_at) AS rank
        FROM turn CROSS JOIN LATERAL (
          SELECT r.booking_id, r.due_at FROM runs r
          WHERE r.ready AND r.provider = p_provider AND r.organization_id = turn.organization_id
          ORDER BY r.due_at LIMIT turn.free FOR UPDATE SKIP LOCKED) AS r) AS ranked
      ORDER BY ranked.rank, ranked.place LIMIT p_places),
    claimed AS (
      UPDATE runs r SET attempt = r.attempt + 1, ready = FALSE, lease_until = p_lease_until, lease_token = p_lease_token
      FROM unnest(ARRAY(SELECT c.organization_id FROM chosen c), ARRAY(SELECT c.booking_id FROM chosen c))
        AS f (organization_id, booking_id)
      WHERE r.organization_id = f.organization_id AND r.booking_id = f.booking_id
      RETURNING r.*)
    SELECT r.booking_id, r.organization_id, r.provider, r.step, r.answer, r.changes, r.attempt, r.began::text, r.failures,
      r.failing_since::text, r.lease_token
    FROM claimed r JOIN chosen c ON c.organization_id = r.organization_id AND c.booking_id = r.booking_id
    ORDER BY c.rank, c.place;
END $$;
