-- Events, deliveries and attempts are partitioned by id, which begins with the time of the event (decision 042): removing the history
-- of a period drops its three partitions. Rows outside of every period are in the default partitions.
-- These tables refer to no other table: dropping a partition would lock the table that it refers to. Organizations are never deleted.
ALTER TABLE events RENAME TO old_events;
ALTER TABLE deliveries RENAME TO old_deliveries;
ALTER TABLE delivery_attempts RENAME TO old_delivery_attempts;

CREATE TABLE events (
  organization_id text NOT NULL,
  id text NOT NULL,
  booking_id text NOT NULL,
  type text NOT NULL,
  created instant NOT NULL,
  payload text NOT NULL
) PARTITION BY RANGE (id);

CREATE TABLE deliveries (
  organization_id text NOT NULL,
  id text NOT NULL,
  event_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'succeeded', 'abandoned')),
  attempts integer NOT NULL DEFAULT 0,
  attempts_allowed integer NOT NULL,
  due_at instant NOT NULL,
  lease_until instant,
  lease_token text
) PARTITION BY RANGE (id);

CREATE TABLE delivery_attempts (
  organization_id text NOT NULL,
  delivery_id text NOT NULL,
  attempt integer NOT NULL,
  request_headers text,
  started instant NOT NULL,
  duration_ms integer NOT NULL,
  status integer,
  error text,
  answer text
) PARTITION BY RANGE (delivery_id);

CREATE TABLE events_default PARTITION OF events DEFAULT;
-- Claims of deliveries are HOT updates, which need room in the page of the row. A fifth of a large table would be too many dead rows
-- between two vacuums.
CREATE TABLE deliveries_default PARTITION OF deliveries DEFAULT
  WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
CREATE TABLE delivery_attempts_default PARTITION OF delivery_attempts DEFAULT;

/*
 * Creates the partitions of every period from one time to another, unless they exist, but at most of the last 24 periods. If the default partitions already have
 * rows of a period, this period stays there. So do all periods while they are large: a new partition makes the database read
 * them, and every statement waits for that.
 */
CREATE FUNCTION create_history_partitions(from_ms bigint, to_ms bigint) RETURNS void
LANGUAGE plpgsql SET lock_timeout = '20ms' AS $$
DECLARE
  period_ms CONSTANT bigint := 30 * 24 * 3600 * 1000::bigint;
  begin_ms bigint;
  first text;
  last text;
  name text;
BEGIN
  FOR begin_ms IN SELECT generate_series(greatest(from_ms, to_ms - 24 * period_ms) / period_ms * period_ms, to_ms, period_ms) LOOP
    name := to_char(to_timestamp(begin_ms / 1000) AT TIME ZONE 'UTC', '"_"YYYYMMDD');
    CONTINUE WHEN to_regclass('events' || name) IS NOT NULL;
    EXIT WHEN pg_relation_size('events_default') + pg_relation_size('deliveries_default')
      + pg_relation_size('delivery_attempts_default') > 64 * 1024 * 1024;
    EXIT WHEN NOT pg_try_advisory_xact_lock(7420011042);
    first := lpad(to_hex(begin_ms), 12, '0');
    last := lpad(to_hex(begin_ms + period_ms), 12, '0');
    CONTINUE WHEN EXISTS (SELECT 1 FROM events_default WHERE id >= 'evt_' || first AND id < 'evt_' || last)
      OR EXISTS (SELECT 1 FROM deliveries_default WHERE id >= 'dlv_' || first AND id < 'dlv_' || last);
    EXECUTE format('CREATE TABLE %I PARTITION OF events FOR VALUES FROM (%L) TO (%L)',
      'events' || name, 'evt_' || first, 'evt_' || last);
    EXECUTE format('CREATE TABLE %I PARTITION OF deliveries FOR VALUES FROM (%L) TO (%L)
      WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02)',
      'deliveries' || name, 'dlv_' || first, 'dlv_' || last);
    EXECUTE format('CREATE TABLE %I PARTITION OF delivery_attempts FOR VALUES FROM (%L) TO (%L)',
      'delivery_attempts' || name, 'dlv_' || first, 'dlv_' || last);
  END LOOP;
EXCEPTION
  -- Another statement has the tables. The rows go to the default partitions until the next try.
  WHEN lock_not_available THEN NULL;
END $$;

SELECT create_history_partitions(oldest_ms, now_ms + 7 * day_ms)
FROM (
  SELECT
    coalesce((SELECT ('x' || lpad(substr(min(id), 5, 12), 16, '0'))::bit(64)::bigint FROM old_events
      WHERE id ~ '^evt_[0-9a-f]{32}$'), now_ms) AS oldest_ms, now_ms, day_ms
  FROM (SELECT (extract(epoch FROM now()) * 1000)::bigint AS now_ms, 24 * 3600 * 1000::bigint AS day_ms) AS clock) AS times;

INSERT INTO events (organization_id, id, booking_id, type, created, payload)
SELECT organization_id, id, booking_id, type, created, payload FROM old_events;
INSERT INTO deliveries (organization_id, id, event_id, state, attempts, attempts_allowed, due_at, lease_until, lease_token)
SELECT organization_id, id, event_id, state, attempts, attempts_allowed, due_at, lease_until, lease_token
FROM old_deliveries;
INSERT INTO delivery_attempts
  (organization_id, delivery_id, attempt, request_headers, started, duration_ms, status, error, answer)
SELECT organization_id, delivery_id, attempt, request_headers, started, duration_ms, status, error, answer
FROM old_delivery_attempts;

DROP TABLE old_events, old_deliveries, old_delivery_attempts;
ALTER TABLE events ADD PRIMARY KEY (organization_id, id);
ALTER TABLE deliveries ADD PRIMARY KEY (organization_id, id);
ALTER TABLE delivery_attempts ADD PRIMARY KEY (organization_id, delivery_id, attempt);
CREATE INDEX deliveries_due ON deliveries (organization_id, due_at, id) WHERE state = 'pending';
-- For the newest deliveries of all organizations.
CREATE INDEX deliveries_in_order ON deliveries (id);
-- For the removal of old rows, in order.
CREATE INDEX events_default_in_order ON events_default (id);
CREATE INDEX delivery_attempts_default_in_order ON delivery_attempts_default (delivery_id);

/*
 * Drops the oldest partitions that end before a time, after moving pending deliveries, their events and attempts to the default
 * partitions. Returns about how many events it removed; null if there is no such partition, if more deliveries than
 * `max_pending` are pending in it, or if another instance is removing; -1 if other statements have the tables.
 */
CREATE FUNCTION drop_history_partition(before_ms bigint, max_pending integer) RETURNS bigint
LANGUAGE plpgsql SET lock_timeout = '15ms' SET jit = off SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  name text;
  found boolean;
  pending integer;
  removed bigint;
BEGIN
  IF NOT pg_try_advisory_xact_lock(7420011042) THEN RETURN NULL; END IF;
  FOR name, removed IN
    SELECT substr(c.relname, length('events') + 1), greatest(c.reltuples, 0)::bigint
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'events'::regclass
      AND substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''evt_([0-9a-f]{12})''\)')
        <= lpad(to_hex(before_ms), 12, '0')
    ORDER BY c.relname
  LOOP
    -- Reads the rows to move before it takes the locks, so that they are in memory then.
    EXECUTE format('SELECT count(found.payloads + found.answers) FROM (
        SELECT
          (SELECT count(e.payload) FROM %I e WHERE e.organization_id = d.organization_id AND e.id = d.event_id) AS payloads,
          (SELECT count(a.answer) FROM %I a WHERE a.organization_id = d.organization_id AND a.delivery_id = d.id) AS answers
        FROM %I d WHERE d.state = ''pending'' LIMIT %s) AS found',
      'events' || name, 'delivery_attempts' || name, 'deliveries' || name, max_pending + 1) INTO pending;
    CONTINUE WHEN pending > max_pending;
    LOCK TABLE ONLY events, ONLY deliveries, ONLY delivery_attempts IN ACCESS EXCLUSIVE MODE;
    EXECUTE format('LOCK TABLE %I, %I, %I, events_default, deliveries_default, delivery_attempts_default IN ACCESS EXCLUSIVE MODE',
      'events' || name, 'deliveries' || name, 'delivery_attempts' || name);
    EXECUTE format('ALTER TABLE events DETACH PARTITION %I', 'events' || name);
    EXECUTE format('ALTER TABLE deliveries DETACH PARTITION %I', 'deliveries' || name);
    EXECUTE format('ALTER TABLE delivery_attempts DETACH PARTITION %I', 'delivery_attempts' || name);
    IF pending > 0 THEN
      EXECUTE format('INSERT INTO deliveries_default SELECT * FROM %I WHERE state = ''pending''', 'deliveries' || name);
      EXECUTE format('INSERT INTO events_default SELECT e.* FROM %I e WHERE (e.organization_id, e.id) IN (
        SELECT d.organization_id, d.event_id FROM %I d WHERE d.state = ''pending'')', 'events' || name, 'deliveries' || name);
      EXECUTE format('INSERT INTO delivery_attempts_default SELECT a.* FROM %I d JOIN %I a
        ON a.organization_id = d.organization_id AND a.delivery_id = d.id WHERE d.state = ''pending''',
        'deliveries' || name, 'delivery_attempts' || name);
    END IF;
    EXECUTE format('DROP TABLE %I, %I, %I', 'events' || name, 'deliveries' || name, 'delivery_attempts' || name);
    RETURN removed;
  END LOOP;
  RETURN NULL;
EXCEPTION
  WHEN lock_not_available THEN RETURN -1;
END $$;

/*
 * Removes at most about `max_events` events from the default partitions, with their deliveries and attempts, and keeps pending
 * deliveries with their events. `from_digits` and `next_digits` are the digits of the time in an id.
 */
CREATE FUNCTION clean_default_history(from_digits text, before_ms bigint, max_events integer,
  OUT events bigint, OUT next_digits text)
LANGUAGE plpgsql AS $$
DECLARE
  last text := lpad(to_hex(before_ms), 12, '0');
BEGIN
  events := 0;
  IF NOT pg_try_advisory_xact_lock(7420011042) THEN RETURN; END IF;
  SELECT substr(e.id, 5, 12) INTO next_digits FROM events_default e
  WHERE e.id >= 'evt_' || from_digits AND e.id < 'evt_' || last
  ORDER BY e.id OFFSET max_events LIMIT 1;
  -- All events of one millisecond are removed together.
  IF next_digits = from_digits THEN
    next_digits := lpad(to_hex(('x' || lpad(from_digits, 16, '0'))::bit(64)::bigint + 1), 12, '0');
  END IF;
  last := coalesce(next_digits, last);
  DELETE FROM deliveries_default d
  WHERE d.id >= 'dlv_' || from_digits AND d.id < 'dlv_' || last AND d.state <> 'pending';
  DELETE FROM delivery_attempts_default a
  WHERE a.delivery_id >= 'dlv_' || from_digits AND a.delivery_id < 'dlv_' || last AND NOT EXISTS (
    SELECT 1 FROM deliveries_default d WHERE d.organization_id = a.organization_id AND d.id = a.delivery_id);
  DELETE FROM events_default e
  WHERE e.id >= 'evt_' || from_digits AND e.id < 'evt_' || last AND NOT EXISTS (
    SELECT 1 FROM deliveries_default d
    WHERE d.organization_id = e.organization_id AND d.event_id = e.id
      AND d.id >= 'dlv_' || from_digits AND d.id < 'dlv_' || last);
  GET DIAGNOSTICS events = ROW_COUNT;
END $$;
