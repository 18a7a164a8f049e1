-- Lists of one organization (decision 046). Every filter is an equality on the first columns of an index, whose last columns are the
-- order of the list. So a page reads a few rows more than it returns, however many there are.
--
-- The last column of an index for a filter is `id COLLATE "C"`, and so is the order of the list. No other index has this order. Without
-- it the planner could read a list in the order of another index and filter the rows: its statistics may say that all deliveries
-- have one state, while a list is about the few that have another.

ALTER TABLE deliveries
  ADD COLUMN event_type text NOT NULL DEFAULT '',
  -- The outcome of the last recorded attempt.
  ADD COLUMN status_class text NOT NULL DEFAULT 'none'
    CHECK (status_class IN ('none', '2xx', '3xx', '4xx', '5xx', 'other', 'no_response'));
UPDATE deliveries d SET event_type = found.type, status_class = found.status_class
FROM (
  SELECT o.organization_id, o.id, e.type, CASE
    WHEN a.attempt IS NULL THEN 'none' WHEN a.status IS NULL THEN 'no_response' WHEN a.status / 100 = 2 THEN '2xx'
    WHEN a.status / 100 = 3 THEN '3xx' WHEN a.status / 100 = 4 THEN '4xx' WHEN a.status / 100 = 5 THEN '5xx'
    ELSE 'other' END AS status_class
  FROM deliveries o JOIN events e ON e.organization_id = o.organization_id AND e.id = o.event_id
  LEFT JOIN (
    SELECT DISTINCT ON (organization_id, delivery_id) organization_id, delivery_id, attempt, status
    FROM delivery_attempts ORDER BY organization_id, delivery_id, attempt DESC) AS a
    ON a.organization_id = o.organization_id AND a.delivery_id = o.id) AS found
WHERE found.organization_id = d.organization_id AND found.id = d.id;
CREATE INDEX deliveries_listed ON deliveries (organization_id, event_type, state, status_class, id COLLATE "C");
CREATE INDEX events_of_booking ON events (organization_id, booking_id, id COLLATE "C");

-- The newest deliveries of all organizations are not listed any more. The removal of old rows reads this part in order.
DROP INDEX deliveries_in_order;
CREATE INDEX deliveries_default_in_order ON deliveries_default (id) WHERE state <> 'pending';

-- The time at which the stored response was deleted by hand.
ALTER TABLE delivery_attempts ADD COLUMN answer_deleted instant;

-- The service passes these values to the functions below. They do not read them from the document, because it may hold \u0000, which no
-- operator of json takes.
ALTER TABLE bookings ADD COLUMN provider text, ADD COLUMN created instant, ADD COLUMN confirmation_code text;
-- Read from the text, as in 0005_booking_livemode.sql. The words of the caller come after the first two, and before the last one.
UPDATE bookings SET
  provider = substring(document::text FROM '"provider":"([^"]*)"'),
  created = substring(document::text FROM '"created":"([^"]*)"'),
  confirmation_code = substring(document::text FROM '"confirmation_code":"([^"]*)"(?:,"last_modification":.*)?\}$');
CREATE INDEX bookings_listed ON bookings (organization_id, livemode, status, created, id);
CREATE INDEX bookings_of_provider ON bookings (organization_id, provider, livemode, status, created, id COLLATE "C");
CREATE INDEX bookings_by_confirmation ON bookings (organization_id, confirmation_code, created, id COLLATE "C")
  WHERE confirmation_code IS NOT NULL;

-- A booking has its provider, the time of its creation and its confirmation code in columns. Everything else is as in
-- 0009_booking_functions.sql. Instances of the version before call the functions without these parameters.
CREATE FUNCTION create_booking(
  p_organization_id text, p_id text, p_livemode boolean, p_idempotency_key text, p_status text, p_expires_at text,
  p_document json, p_step integer, p_answer json, p_changes json, p_due_at text, p_attempt integer, p_lease_until text,
  p_lease_token text, p_ready boolean, p_provider text, p_events json, p_deliveries json, p_booking_provider text,
  p_created text, p_confirmation_code text)
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
  INSERT INTO bookings (organization_id, id, version, step, livemode, status, expires_at, document, provider, created,
      confirmation_code)
    VALUES (p_organization_id, p_id, 1, coalesce(p_step, 0), p_livemode, p_status, p_expires_at, p_document,
      p_booking_provider, p_created, p_confirmation_code);
  IF p_step IS NOT NULL THEN
    INSERT INTO runs (organization_id, booking_id, began, step, answer, changes, due_at, attempt, lease_until, lease_token,
        ready, provider)
      VALUES (p_organization_id, p_id, p_due_at, p_step, p_answer, p_changes, p_due_at, p_attempt, p_lease_until,
        p_lease_token, p_ready, p_provider);
  END IF;
  PERFORM add_events(p_organization_id, p_id, p_events, p_deliveries);
END $$;

CREATE FUNCTION change_booking(
  p_organization_id text, p_id text, p_version integer, p_document json, p_status text, p_expires_at text,
  p_booking_step integer, p_finished text, p_step integer, p_answer json, p_changes json, p_due_at text, p_attempt integer,
  p_lease_until text, p_lease_token text, p_ready boolean, p_provider text, p_is_counted boolean, p_events json,
  p_deliveries json, p_confirmation_code text)
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
      confirmation_code = p_confirmation_code, version = b.version + 1
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

CREATE OR REPLACE FUNCTION create_booking(
  p_organization_id text, p_id text, p_livemode boolean, p_idempotency_key text, p_status text, p_expires_at text,
  p_document json, p_step integer, p_answer json, p_changes json, p_due_at text, p_attempt integer, p_lease_until text,
  p_lease_token text, p_ready boolean, p_provider text, p_events json, p_deliveries json)
RETURNS TABLE (organization_id text, version integer, step integer, document json, working boolean)
LANGUAGE sql AS $$
  SELECT * FROM create_booking(p_organization_id, p_id, p_livemode, p_idempotency_key, p_status, p_expires_at, p_document,
    p_step, p_answer, p_changes, p_due_at, p_attempt, p_lease_until, p_lease_token, p_ready, p_provider, p_events,
    p_deliveries, substring(p_document::text FROM '"provider":"([^"]*)"'),
    substring(p_document::text FROM '"created":"([^"]*)"'), NULL)
$$;

-- A delivery has the type of its event. Everything else is as in 0007_delivery_functions.sql.
CREATE OR REPLACE FUNCTION add_events(p_organization_id text, p_booking_id text, p_events json, p_deliveries json) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  event record;
  delivery record;
  url text;
  first_due instant;
BEGIN
  FOR event IN SELECT * FROM json_to_recordset(p_events) AS e (id text, type text, created text, payload text) LOOP
    INSERT INTO events (id, organization_id, booking_id, type, created, payload)
    VALUES (event.id, p_organization_id, p_booking_id, event.type, event.created, event.payload);
  END LOOP;
  SELECT webhook_url INTO url FROM organizations WHERE id = p_organization_id;
  IF url IS NULL THEN
    RETURN;
  END IF;
  FOR delivery IN
    SELECT * FROM json_to_recordset(p_deliveries)
      AS d (id text, event_id text, event_type text, attempts_allowed integer, due_at text)
  LOOP
    -- Instances of the version before do not pass it.
    IF delivery.event_type IS NULL THEN
      SELECT e.type INTO delivery.event_type FROM events e
      WHERE e.organization_id = p_organization_id AND e.id = delivery.event_id;
    END IF;
    INSERT INTO deliveries (id, event_id, event_type, organization_id, state, attempts_allowed, due_at)
    VALUES (delivery.id, delivery.event_id, delivery.event_type, p_organization_id, 'pending', delivery.attempts_allowed,
      delivery.due_at);
    first_due := least(first_due, delivery.due_at);
  END LOOP;
  IF first_due IS NOT NULL THEN
    PERFORM queue_delivery(p_organization_id, first_due);
  END IF;
END $$;

-- Records outcomes, each of another delivery, and returns the deliveries whose lease still held.
CREATE OR REPLACE FUNCTION record_attempts(
  p_organization_ids text[], p_ids text[], p_lease_tokens text[], p_states text[], p_due text[], p_attempts integer[],
  p_started text[], p_durations integer[], p_statuses integer[], p_errors text[], p_answers text[], p_headers text[]
) RETURNS TABLE (delivery_id text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  given record;
BEGIN
  FOR given IN
    SELECT * FROM unnest(p_organization_ids, p_ids, p_lease_tokens, p_states, p_due, p_attempts, p_started, p_durations,
      p_statuses, p_errors, p_answers, p_headers)
    AS g (organization_id, id, lease_token, state, due_at, attempt, started, duration_ms, status, error, answer, headers)
  LOOP
    UPDATE deliveries d SET state = given.state, due_at = coalesce(given.due_at, d.due_at), lease_until = NULL,
      lease_token = NULL, status_class = CASE
        WHEN given.status IS NULL THEN 'no_response' WHEN given.status / 100 = 2 THEN '2xx'
        WHEN given.status / 100 = 3 THEN '3xx' WHEN given.status / 100 = 4 THEN '4xx'
        WHEN given.status / 100 = 5 THEN '5xx' ELSE 'other' END
    WHERE d.organization_id = given.organization_id AND d.id = given.id AND d.lease_token = given.lease_token;
    CONTINUE WHEN NOT FOUND;
    INSERT INTO delivery_attempts
      (organization_id, delivery_id, attempt, started, duration_ms, status, error, answer, request_headers)
    VALUES (given.organization_id, given.id, given.attempt, given.started, given.duration_ms, given.status, given.error,
      given.answer, given.headers);
    delivery_id := given.id;
    RETURN NEXT;
  END LOOP;
END $$;

-- The functions below read lists. Their settings give each list the plan that reads the fewest rows, whatever the statistics say: the
-- rows of one organization may be few or a million. The plan is made once, for all values.

-- Returns the ids of deliveries from p_first, before p_last, newest first. The parameters with event types, states and status classes
-- are columns of a table, whose rows are ranges of the index; NULL for all deliveries.
CREATE FUNCTION list_delivery_ids(
  p_organization_id text, p_event_types text[], p_states text[], p_status_classes text[], p_first text, p_last text,
  p_limit integer
) RETURNS TABLE (id text) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_sort = off SET enable_incremental_sort = off SET enable_seqscan = off
SET enable_bitmapscan = off SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  IF p_states IS NULL THEN
    RETURN QUERY
      SELECT d.id FROM deliveries d
      WHERE d.organization_id = p_organization_id AND d.id >= p_first AND d.id < p_last
      ORDER BY d.id DESC LIMIT p_limit;
    RETURN;
  END IF;
  -- The conditions without a collation exclude partitions.
  RETURN QUERY
    SELECT found.id FROM unnest(p_event_types, p_states, p_status_classes) AS r (event_type, state, status_class)
    CROSS JOIN LATERAL (
      SELECT d.id FROM deliveries d
      WHERE d.organization_id = p_organization_id AND d.event_type = r.event_type AND d.state = r.state
        AND d.status_class = r.status_class AND d.id COLLATE "C" >= p_first AND d.id COLLATE "C" < p_last
        AND d.id >= p_first AND d.id < p_last
      ORDER BY d.id COLLATE "C" DESC LIMIT p_limit) AS found
    ORDER BY found.id COLLATE "C" DESC LIMIT p_limit;
END $$;

-- Counts the newest deliveries from p_first, before p_last, by state and status class: at most p_limit of them.
CREATE FUNCTION count_deliveries(p_organization_id text, p_first text, p_last text, p_limit integer)
RETURNS TABLE (state text, status_class text, deliveries integer) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_sort = off SET enable_incremental_sort = off SET enable_seqscan = off
SET enable_bitmapscan = off SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT c.state, c.status_class, count(*)::integer FROM (
      SELECT d.state, d.status_class FROM deliveries d
      WHERE d.organization_id = p_organization_id AND d.id >= p_first AND d.id < p_last
      ORDER BY d.id DESC LIMIT p_limit) AS c
    GROUP BY c.state, c.status_class;
END $$;

-- Returns the newest attempts of each of these deliveries, before p_before, newest first.
CREATE FUNCTION read_attempts(p_organization_id text, p_delivery_ids text[], p_before integer, p_limit integer)
RETURNS TABLE (
  delivery_id text, attempt integer, request_headers text, started text, duration_ms integer, status integer, error text,
  answer text, answer_deleted text
) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_sort = off SET enable_incremental_sort = off SET enable_seqscan = off
SET enable_bitmapscan = off SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT found.delivery_id, found.attempt, found.request_headers, found.started::text, found.duration_ms, found.status,
      found.error, found.answer, found.answer_deleted::text
    FROM unnest(p_delivery_ids) AS wanted (id) CROSS JOIN LATERAL (
      SELECT a.* FROM delivery_attempts a
      WHERE a.organization_id = p_organization_id AND a.delivery_id = wanted.id AND a.attempt < p_before
      ORDER BY a.attempt DESC LIMIT p_limit) AS found;
END $$;

-- Makes abandoned deliveries due for one more attempt, as resend_delivery does: at most p_limit, newest first, from p_first and before
-- p_last, in these ranges. Returns how many it resent, and the id of the last one if more may follow.
CREATE FUNCTION resend_abandoned(
  p_organization_id text, p_event_types text[], p_states text[], p_status_classes text[], p_first text, p_last text, p_now text,
  p_limit integer
) RETURNS TABLE (resent integer, next_id text) LANGUAGE plpgsql AS $$
DECLARE
  found_id text;
  url text;
  v_found integer := 0;
BEGIN
  resent := 0;
  FOR found_id IN
    SELECT l.id FROM list_delivery_ids(p_organization_id, p_event_types, p_states, p_status_classes, p_first, p_last, p_limit) AS l
  LOOP
    UPDATE deliveries d SET state = 'pending', due_at = p_now, attempts_allowed = d.attempts + 1
    WHERE d.organization_id = p_organization_id AND d.id = found_id AND d.state = 'abandoned';
    IF FOUND THEN
      resent := resent + 1;
    END IF;
    v_found := v_found + 1;
    next_id := found_id;
  END LOOP;
  IF v_found < p_limit THEN
    next_id := NULL;
  END IF;
  IF resent > 0 THEN
    SELECT o.webhook_url INTO url FROM organizations o WHERE o.id = p_organization_id;
    IF url IS NOT NULL THEN
      PERFORM queue_delivery(p_organization_id, p_now);
    END IF;
  END IF;
  RETURN NEXT;
END $$;

-- Returns bookings from p_from, newest first. The other parameters are columns of a table, whose rows are ranges of the index: each ends
-- before a time and an id. p_provider is NULL for all providers.
CREATE FUNCTION list_booking_keys(
  p_organization_id text, p_provider text, p_livemodes boolean[], p_statuses text[], p_before_created text[],
  p_before_ids text[], p_from text, p_limit integer
) RETURNS TABLE (id text, created text) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_sort = off SET enable_incremental_sort = off SET enable_seqscan = off
SET enable_bitmapscan = off SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  IF p_provider IS NULL THEN
    RETURN QUERY
      SELECT found.id, found.created::text
      FROM unnest(p_livemodes, p_statuses, p_before_created, p_before_ids) AS r (livemode, status, before_created, before_id)
      CROSS JOIN LATERAL (
        SELECT b.id, b.created FROM bookings b
        WHERE b.organization_id = p_organization_id AND b.livemode = r.livemode AND b.status = r.status
          AND b.created >= p_from AND (b.created, b.id) < (r.before_created, r.before_id)
        ORDER BY b.created DESC, b.id DESC LIMIT p_limit) AS found
      ORDER BY found.created DESC, found.id DESC LIMIT p_limit;
    RETURN;
  END IF;
  RETURN QUERY
    SELECT found.id, found.created::text
    FROM unnest(p_livemodes, p_statuses, p_before_created, p_before_ids) AS r (livemode, status, before_created, before_id)
    CROSS JOIN LATERAL (
      SELECT b.id, b.created FROM bookings b
      WHERE b.organization_id = p_organization_id AND b.provider = p_provider AND b.livemode = r.livemode
        AND b.status = r.status AND b.created >= p_from
        AND (b.created, b.id COLLATE "C") < (r.before_created, r.before_id)
      ORDER BY b.created DESC, b.id COLLATE "C" DESC LIMIT p_limit) AS found
    ORDER BY found.created DESC, found.id COLLATE "C" DESC LIMIT p_limit;
END $$;

-- Returns the ids of the newest bookings with a confirmation code.
CREATE FUNCTION find_confirmed_bookings(p_organization_id text, p_confirmation_code text, p_limit integer)
RETURNS TABLE (id text) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_sort = off SET enable_incremental_sort = off SET enable_seqscan = off
SET enable_bitmapscan = off SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT b.id FROM bookings b
    WHERE b.organization_id = p_organization_id AND b.confirmation_code = p_confirmation_code
    ORDER BY b.created DESC, b.id COLLATE "C" DESC LIMIT p_limit;
END $$;

-- Returns the ids of the newest events of a booking, from p_first and before p_last, newest first.
CREATE FUNCTION list_event_ids(p_organization_id text, p_booking_id text, p_first text, p_last text, p_limit integer)
RETURNS TABLE (id text) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_sort = off SET enable_incremental_sort = off SET enable_seqscan = off
SET enable_bitmapscan = off SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  -- The conditions without a collation exclude partitions.
  RETURN QUERY
    SELECT e.id FROM events e
    WHERE e.organization_id = p_organization_id AND e.booking_id = p_booking_id
      AND e.id COLLATE "C" >= p_first AND e.id COLLATE "C" < p_last AND e.id >= p_first AND e.id < p_last
    ORDER BY e.id COLLATE "C" DESC LIMIT p_limit;
END $$;

-- Returns the oldest events of a booking after p_after, oldest first.
CREATE FUNCTION read_booking_events(p_organization_id text, p_booking_id text, p_after text, p_limit integer)
RETURNS TABLE (id text, type text, created text, payload text) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_sort = off SET enable_incremental_sort = off SET enable_seqscan = off
SET enable_bitmapscan = off SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT e.id, e.type, e.created::text, e.payload FROM events e
    WHERE e.organization_id = p_organization_id AND e.booking_id = p_booking_id AND e.id COLLATE "C" > p_after
    ORDER BY e.id COLLATE "C" LIMIT p_limit;
END $$;

-- Returns the deliveries of events. The ids of an event's deliveries begin with the event's time, and are from p_first, before p_last.
CREATE FUNCTION read_event_deliveries(p_organization_id text, p_event_ids text[], p_first text[], p_last text[], p_limit integer)
RETURNS TABLE (id text, event_id text, event_type text, state text, status_class text, due_at text) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_sort = off SET enable_incremental_sort = off SET enable_seqscan = off
SET enable_bitmapscan = off SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT found.id, found.event_id, found.event_type, found.state, found.status_class, found.due_at::text
    FROM unnest(p_event_ids, p_first, p_last) AS e (event_id, first, last) CROSS JOIN LATERAL (
      SELECT d.* FROM deliveries d
      WHERE d.organization_id = p_organization_id AND d.id >= e.first AND d.id < e.last AND d.event_id = e.event_id
      ORDER BY d.id LIMIT p_limit) AS found;
END $$;
