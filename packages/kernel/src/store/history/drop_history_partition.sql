/*
 * Drops the oldest partitions that end before a time, after moving the events and attempts of pending deliveries to the default
 * partitions. Returns about how many events it removed; null if there is no such partition, if more deliveries than
 * `max_pending` of its period are pending, or if another instance is removing; -1 if other statements have the tables. With
 * `only_empty` it drops only periods without rows but those of pending deliveries.
 */
CREATE OR REPLACE FUNCTION drop_history_partition(before_ms bigint, max_pending integer, only_empty boolean) RETURNS bigint
LANGUAGE plpgsql SET lock_timeout = '15ms' SET jit = off SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  name text;
  first text;
  last text;
  pending integer;
  removed bigint;
  others text;
  has_others boolean := false;
BEGIN
  IF NOT pg_try_advisory_xact_lock(7420011042) THEN RETURN NULL; END IF;
  FOR name, removed, first, last IN
    SELECT substr(c.relname, length('events') + 1), greatest(c.reltuples, 0)::bigint, 'dlv_' || bound[1], 'dlv_' || bound[2]
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      CROSS JOIN regexp_matches(pg_get_expr(c.relpartbound, c.oid),
        'FROM \(''evt_([0-9a-f]{12})''\) TO \(''evt_([0-9a-f]{12})''\)') AS bound
    WHERE i.inhparent = 'events'::regclass AND bound[2] <= lpad(to_hex(before_ms), 12, '0')
    ORDER BY c.relname
  LOOP
    -- Reads the rows to move before it takes the locks, so that they are in memory then.
    EXECUTE format('SELECT count(found.payloads + found.answers) FROM (
        SELECT
          (SELECT count(e.payload) FROM %I e WHERE e.organization_id = d.organization_id AND e.id = d.event_id) AS payloads,
          (SELECT count(a.answer) FROM %I a WHERE a.organization_id = d.organization_id AND a.delivery_id = d.id) AS answers
        FROM deliveries_pending d WHERE d.id >= %L AND d.id < %L LIMIT %s) AS found',
      'events' || name, 'delivery_attempts' || name, first, last, max_pending + 1) INTO pending;
    CONTINUE WHEN pending > max_pending;
    others := format('SELECT EXISTS (SELECT 1 FROM %I) OR EXISTS (SELECT 1 FROM %I e WHERE NOT EXISTS (
        SELECT 1 FROM deliveries_pending d
        WHERE d.organization_id = e.organization_id AND d.event_id = e.id AND d.id >= %L AND d.id < %L))',
      'deliveries' || name, 'events' || name, first, last);
    IF only_empty THEN EXECUTE others INTO has_others; END IF;
    CONTINUE WHEN has_others;
    LOCK TABLE ONLY events, ONLY deliveries, ONLY deliveries_done, ONLY delivery_attempts IN ACCESS EXCLUSIVE MODE;
    EXECUTE format('LOCK TABLE %I, %I, %I, deliveries_pending, events_default, deliveries_default, delivery_attempts_default IN ACCESS EXCLUSIVE MODE',
      'events' || name, 'deliveries' || name, 'delivery_attempts' || name);
    -- A delivery may have ended since.
    IF only_empty THEN EXECUTE others INTO has_others; END IF;
    IF has_others THEN RETURN -1; END IF;
    EXECUTE format('ALTER TABLE events DETACH PARTITION %I', 'events' || name);
    EXECUTE format('ALTER TABLE deliveries_done DETACH PARTITION %I', 'deliveries' || name);
    EXECUTE format('ALTER TABLE delivery_attempts DETACH PARTITION %I', 'delivery_attempts' || name);
    IF pending > 0 THEN
      EXECUTE format('INSERT INTO events_default SELECT e.* FROM %I e WHERE (e.organization_id, e.id) IN (
        SELECT d.organization_id, d.event_id FROM deliveries_pending d WHERE d.id >= %L AND d.id < %L)',
        'events' || name, first, last);
      EXECUTE format('INSERT INTO delivery_attempts_default SELECT a.* FROM deliveries_pending d JOIN %I a
        ON a.organization_id = d.organization_id AND a.delivery_id = d.id WHERE d.id >= %L AND d.id < %L',
        'delivery_attempts' || name, first, last);
    END IF;
    EXECUTE format('DROP TABLE %I, %I, %I', 'events' || name, 'deliveries' || name, 'delivery_attempts' || name);
    RETURN removed;
  END LOOP;
  RETURN NULL;
EXCEPTION
  WHEN lock_not_available THEN RETURN -1;
END $$;
