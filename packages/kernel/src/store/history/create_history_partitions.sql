/*
 * Creates the partitions of every period from one time to another, unless they exist, but at most of the last 24 periods. If the
 * default partitions already have rows of a period, this period stays there. So do all periods while they are large: a new
 * partition makes the database read them, and every statement waits for that.
 */
CREATE OR REPLACE FUNCTION create_history_partitions(from_ms bigint, to_ms bigint) RETURNS void
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
    EXECUTE format('CREATE TABLE %I PARTITION OF deliveries_done FOR VALUES FROM (%L) TO (%L)',
      'deliveries' || name, 'dlv_' || first, 'dlv_' || last);
    EXECUTE format('CREATE TABLE %I PARTITION OF delivery_attempts FOR VALUES FROM (%L) TO (%L)',
      'delivery_attempts' || name, 'dlv_' || first, 'dlv_' || last);
  END LOOP;
EXCEPTION
  -- Another statement has the tables. The rows go to the default partitions until the next try.
  WHEN lock_not_available THEN NULL;
END $$;
